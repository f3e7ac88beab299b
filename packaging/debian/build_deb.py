"""Build the Debian package from the bundle.

    python packaging/debian/build_deb.py FOLDER

FOLDER is the one that ``build_bundle.py`` has written to. Needs dpkg-dev, and argparse-manpage and shtab in the
environment it runs in. Desktop, MIME and icon caches are kept by the triggers of other packages: there are no scripts.
"""

from __future__ import annotations

import argparse
import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "bundle"), str(HERE.parent / "pages")]

import build_bundle  # noqa: E402 - in the folders beside this one
import build_dist  # noqa: E402
import build_pages  # noqa: E402

import simfinder  # noqa: E402

_RENAMED = re.compile(r"\b(libglib2\.0-0)(t64)?( \([^)]*\))?")
"""Since Debian 13 and Ubuntu 24.04 it has another name; built on either, the package installs on both."""
_NAMED = ("libegl1", "libgl1")  # loaded by name
_SIZES = (16, 32, 64, 256)


def build(folder: Path, *, fast: bool = False) -> Path:
    """Write ``simfinder_VERSION_ARCHITECTURE.deb`` to a folder that holds the bundle, and return it.

    Args:
        folder: with the bundle in it.
        fast: compress little, for tests: the best compression takes minutes.
    """
    moment = build_dist.release_time()
    with tempfile.TemporaryDirectory() as place:
        root = Path(place, "root")
        put_bundle(folder / "simfinder", root)
        put_desktop(root)
        put_pages(root, moment)
        architecture = said("dpkg", "--print-architecture")
        size = sum(path.lstat().st_size for path in root.rglob("*") if path.is_file()) // 1024
        control = (
            (HERE / "control")
            .read_text(encoding="utf-8")
            .format(
                version=simfinder.__version__,
                architecture=architecture,
                size=size,
                depends=depends(root, Path(place)),
                maintainer=maintainer(),
            )
        )
        put(root / "DEBIAN" / "control", control)
        for path in [root, *root.rglob("*")]:
            os.utime(path, (moment, moment), follow_symlinks=False)
        deb = folder / f"simfinder_{simfinder.__version__}_{architecture}.deb"
        environment = {**os.environ, "SOURCE_DATE_EPOCH": str(moment)}
        command = ["dpkg-deb", "--root-owner-group", "-Zxz", "-z1" if fast else "-z6", "--build", root, deb]
        subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
    return deb


def put_bundle(bundle: Path, root: Path) -> None:
    """Lay the program into the tree of the package."""
    inside = root / "usr" / "lib" / "simfinder"
    shutil.copytree(bundle, inside, symlinks=True)
    (root / "usr" / "bin").mkdir(parents=True)
    (root / "usr" / "bin" / "simfinder").symlink_to("../lib/simfinder/simfinder")


def put_desktop(root: Path) -> None:
    """Lay menu entry, icons, the type of saved results and what file managers show into the tree."""
    share, given = root / "usr" / "share", ROOT / "resources"
    desktop = given / "desktop"
    copy(desktop / "simfinder.desktop", share / "applications" / "simfinder.desktop")
    copy(desktop / "simfinder.xml", share / "mime" / "packages" / "simfinder.xml")
    copy(desktop / "simfinder.nemo_action", share / "nemo" / "actions" / "simfinder.nemo_action")
    copy(desktop / "service-menu.desktop", share / "kio" / "servicemenus" / "simfinder.desktop")
    copy(desktop / "find-similar.desktop", share / "Thunar" / "sendto" / "simfinder.desktop")
    icons = share / "icons" / "hicolor"
    copy(given / "icons" / "simfinder.svg", icons / "scalable" / "apps" / "simfinder.svg")
    for size in _SIZES:
        copy(given / "icons" / f"simfinder-{size}.png", icons / f"{size}x{size}" / "apps" / "simfinder.png")
    for path in (ROOT / "packaging").glob("*.metainfo.xml"):
        copy(path, share / "metainfo" / path.name)


def put_pages(root: Path, moment: int) -> None:
    """Lay the manual page, completions, licence and change log into the tree."""
    day = datetime.fromtimestamp(moment, UTC)
    share = root / "usr" / "share"
    build_pages.write_manuals(made(share / "man" / "man1"), f"{day:%Y-%m-%d}")
    with tempfile.TemporaryDirectory() as place:
        build_pages.write_completions(Path(place))
        copy(Path(place, "simfinder"), share / "bash-completion" / "completions" / "simfinder")
        copy(Path(place, "_simfinder"), share / "zsh" / "vendor-completions" / "_simfinder")
        copy(Path(place, "simfinder.fish"), share / "fish" / "vendor_completions.d" / "simfinder.fish")
    doc = share / "doc" / "simfinder"
    copy(HERE / "copyright", doc / "copyright")
    licence = (ROOT / "LICENSE").read_text(encoding="utf-8").partition("\n\n")[2].strip()
    text = "\n".join(f" {line}".rstrip() or " ." for line in licence.splitlines())
    (doc / "copyright").write_text(
        (HERE / "copyright").read_text("utf-8").replace("{licence}", text), "utf-8"
    )
    put(share / "lintian" / "overrides" / "simfinder", (HERE / "overrides").read_text("utf-8"))
    entry = f"simfinder ({simfinder.__version__}) unstable; urgency=medium\n\n  * See CHANGELOG.md.\n\n"
    entry += f" -- {maintainer()}  {format_datetime(day)}\n"
    (doc / "changelog.gz").write_bytes(gzip.compress(entry.encode(), mtime=moment))
    (doc / "changelog.gz").chmod(0o644)


def depends(root: Path, place: Path) -> str:
    """Return the packages of the libraries that the bundle is linked to and does not hold."""
    put(place / "debian" / "control", "Source: simfinder\n\nPackage: simfinder\nArchitecture: any\n")
    inside = root / "usr" / "lib" / "simfinder" / "_internal"
    files = [
        path for path in inside.rglob("*") if re.search(r"\.so(\.|$)", path.name) and not path.is_symlink()
    ]
    libraries = sorted({path.parent for path in files})
    carried = build_bundle.owners(path.name for path in files if path.name.startswith("lib"))
    command = ["dpkg-shlibdeps", "-O", "--ignore-missing-info", *(f"-x{name}" for name in carried)]
    command += (f"-l{folder}" for folder in libraries)
    try:
        linked = said(*command, *(f"-e{file}" for file in files), cwd=place).removeprefix("shlibs:Depends=")
    except subprocess.CalledProcessError as error:
        missing = sorted(set(re.findall(r"cannot find library (\S+)", error.stderr)))
        raise SystemExit(f"dpkg-shlibdeps needs {', '.join(missing) or error.stderr[-2000:]}") from error
    names = [*linked.split(", "), *(name for name in _NAMED if name not in linked)]
    return ", ".join(_RENAMED.sub(r"\1t64 | \1", name) for name in sorted(names))


def maintainer() -> str:
    """Return who builds the package, as Debian's tools are told."""
    name = os.environ.get("DEBFULLNAME", "The SimFinder contributors")
    return f"{name} <{os.environ.get('DEBEMAIL', 'simfinder@localhost')}>"


def said(*command: str | Path, cwd: Path | None = None) -> str:
    """Return what a command prints."""
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=cwd)
    return done.stdout.strip()


def made(folder: Path) -> Path:
    """Make a folder and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def copy(source: Path, target: Path) -> None:
    """Copy a file, which anybody may read."""
    made(target.parent)
    shutil.copyfile(source, target)
    target.chmod(0o644)


def put(path: Path, text: str) -> None:
    """Write a file, which anybody may read."""
    made(path.parent)
    path.write_text(text, encoding="utf-8")
    path.chmod(0o644)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--fast", action="store_true", help="compress little")
    asked = parser.parse_args()
    os.umask(0o022)
    print(build(asked.folder.resolve(), fast=asked.fast))
