"""Build the folder that runs without Python, a compiler or write access: ``FOLDER/simfinder``.

    python packaging/bundle/build_bundle.py FOLDER

An environment beside it gets the wheel and PyInstaller, in the versions of constraints.txt. Kernels are compiled for
every processor of this kind and lie in the bundle.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE.parent), str(ROOT)]

import build_dist  # noqa: E402 - beside this folder
import icu_data  # noqa: E402 - beside this file
import unused_libraries  # noqa: E402

import run as project  # noqa: E402

_STRIPPED = ("libpython*", "libcrypto*", "_brotli*", "python3*/**/*.so", "*/**/*.so")
_NOT_STRIPPED = ("numpy", "PySide6", "shiboken6")
"""Of numpy, ``strip`` breaks what the maker of the wheel has patched; Qt's makers have stripped theirs."""


def environment(place: Path, group: str = "bundle") -> Path:
    """Make an environment with the tools of a dependency group and the program as a wheel; return its Python.

    The bundle has one of its own: what other tools bring along would get into it.
    """
    python = place / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        run([sys.executable, "-m", "venv", place])
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    pip += ["--constraint", ROOT / "constraints.txt"]
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
    run([*pip, *project.requirements(groups, group)])
    with tempfile.TemporaryDirectory() as made:
        run([python, HERE.parent / "build_dist.py", made])
        (wheel,) = Path(made).glob("*.whl")
        run([*pip, wheel])
        run([*pip, "--force-reinstall", "--no-deps", wheel])
    return python


def build(folder: Path) -> Path:
    """Write the bundle below a folder and return its place."""
    folder.mkdir(parents=True, exist_ok=True)
    python = environment(folder / "environment")
    kernels, bundle = folder / "kernels", folder / "simfinder"
    for old in (kernels, bundle):
        shutil.rmtree(old, ignore_errors=True)
    run([python, "-m", "simfinder", "kernels", "build", "--target", "generic", kernels], folder)
    places = ["--distpath", folder, "--workpath", folder / "work"]
    settings = {
        "SIMFINDER_BUNDLED_KERNELS": os.fspath(kernels),
        "SOURCE_DATE_EPOCH": str(build_dist.release_time()),
    }
    options = ["--noconfirm", "--log-level", "WARN", *places]
    run([python, "-m", "PyInstaller", *options, HERE / "simfinder.spec"], folder, **settings)
    inside = bundle / "_internal"
    # checked by nobody at each start: what is installed does not change, and can't be written
    compiled = ["-q", "--invalidation-mode", "unchecked-hash", inside / "simfinder"]
    run([python, "-m", "compileall", *compiled])
    shutil.copy(ROOT / "LICENSE", bundle)
    put_licences(inside)
    if shutil.which("strip") and sys.platform == "linux":
        strip(inside)
        for library in inside.glob("PySide6/Qt/lib/libicudata.so.*"):
            icu_data.shrink(library)
        unused_libraries.leave_out(inside)
    for path in [bundle, *bundle.rglob("*")]:
        if not path.is_symlink():
            path.chmod(
                0o755 if path.is_dir() or (path.parent == bundle and path.stem == "simfinder") else 0o644
            )
    return bundle


def put_licences(inside: Path) -> None:
    """Lay the licences of all that is no Python package beside it: Qt, Python, and the libraries of this system.

    About shows them; those of packages lie in their own folders.
    """
    place = inside / "licences"
    shutil.copytree(HERE / "licences", place)
    python = Path(sysconfig.get_path("stdlib"), "LICENSE.txt")
    for text in (
        python,
        Path(sys.base_prefix, "LICENSE.txt"),
        *Path("/usr/share/doc").glob("python3.*/copyright"),
    ):
        if text.exists():
            shutil.copyfile(text, place / "Python.txt")
            break
    else:
        raise SystemExit("the licence of Python is not found")
    for package in owners(path.name for path in inside.iterdir() if re.search(r"^lib.*\.so\b", path.name)):
        shutil.copyfile(f"/usr/share/doc/{package}/copyright", place / f"{package}.txt")


def owners(names: Iterable[str]) -> list[str]:
    """Return the Debian packages that hold libraries of these names; none on another system."""
    if not shutil.which("dpkg-query"):
        return []
    command = ["dpkg-query", "--search", *(f"*/{name}" for name in names)]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    return sorted({line.split(":")[0] for line in said.splitlines() if not line.startswith("diversion")})


def strip(inside: Path) -> None:
    """Take the symbols for debuggers out of libraries."""
    files = {path for pattern in _STRIPPED for path in inside.glob(pattern) if path.is_file()}
    for path in sorted(files):
        if not path.relative_to(inside).parts[0].startswith(_NOT_STRIPPED) and not path.is_symlink():
            run(["strip", "--strip-unneeded", path])


def sizes(bundle: Path) -> dict[str, int]:
    """Return the bytes of the bundle and of its largest parts."""
    parts: dict[str, int] = {}
    for path in bundle.rglob("*"):
        if path.is_file() and not path.is_symlink():
            part = path.relative_to(bundle).parts[:2][-1]
            parts[part] = parts.get(part, 0) + path.stat().st_size
    largest = sorted(parts.items(), key=lambda entry: -entry[1])[:8]
    return {"all": sum(parts.values()), **dict(largest)}


def run(command: Sequence[str | os.PathLike[str]], cwd: Path | None = None, **settings: str) -> None:
    """Run a command that must succeed; Python would take modules from the folder it is started in."""
    subprocess.run(list(command), check=True, cwd=cwd, env={**os.environ, **settings})


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    made = build(parser.parse_args().folder.resolve())
    print(made)
    print(json.dumps({name: f"{size / 1e6:.0f} MB" for name, size in sizes(made).items()}))
