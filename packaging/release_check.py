"""Build all that a release consists of, and check it: ``python3 run.py --release-check [FOLDER]``.

What is built lies in FOLDER (``dist`` by default) with its SBOM and SHA256SUMS, signed where ``SIMFINDER_SIGNING_KEY``
names a key of gpg. Each step says what it found; the exit code is 1 if one failed. Standard library only: tools are
installed into an environment in FOLDER.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable, Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[:0] = [str(HERE), str(HERE / "bundle")]

import build_bundle  # noqa: E402 - beside this file

_TOOLS = ("argparse-manpage", "cyclonedx-bom", "mkdocs-material", "shtab")
_WINDOW = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from simfinder.gui import main
app = QApplication(["simfinder"])
QTimer.singleShot(3000, app.quit)
sys.exit(main.run([]))
"""


class CheckError(Exception):
    """A step found something wrong."""


def say(*command: str | os.PathLike[str], cwd: Path | None = None, **settings: str) -> str:
    """Return what a command prints; it must succeed."""
    environment = {**os.environ, **settings}
    done = subprocess.run(
        list(command), cwd=cwd, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    said = done.stdout.decode(errors="replace")
    if done.returncode:
        raise CheckError(said[-2000:])
    return said


class Release:
    """The files of a release, and the steps that make and check them.

    Args:
        folder: for all that is built.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.python = folder / "environment" / "bin" / "python"

    def archives(self) -> str:
        """Build sdist and wheel twice, the second time from a copy; both must be equal."""
        self.python = build_bundle.environment(self.folder / "environment")
        with tempfile.TemporaryDirectory() as place:
            copy = Path(place, "copy")
            shutil.copytree(
                ROOT, copy, ignore=shutil.ignore_patterns(".*", "dist", "build", "site", "__pycache__")
            )
            say(self.python, HERE / "build_dist.py", self.folder)
            say(self.python, copy / "packaging" / "build_dist.py", Path(place, "again"))
            for again in Path(place, "again").iterdir():
                if again.read_bytes() != (self.folder / again.name).read_bytes():
                    raise CheckError(f"{again.name} is another one each time it is built")
        return "built twice, equal"

    def wheel(self) -> str:
        """Install the wheel into a clean environment and use it from elsewhere: doctor, a scan, the window."""
        (wheel,) = self.folder.glob("*.whl")
        with tempfile.TemporaryDirectory() as place:
            clean = Path(place, "clean")
            venv.create(clean, with_pip=True)
            python = clean / "bin" / "python"
            say(python, "-m", "pip", "install", "--quiet", "--constraint", ROOT / "constraints.txt", wheel)
            home = {"HOME": place, "XDG_CACHE_HOME": f"{place}/cache", "QT_QPA_PLATFORM": "offscreen"}
            for name in ("a.txt", "b.txt"):
                Path(place, name).write_text("the same " * 500)
            program = clean / "bin" / "simfinder"
            if "kept" not in say(
                program, "scan", place, "--json", "--exclude", "clean", cwd=Path(place), **home
            ):
                raise CheckError("the scan found nothing")
            say(program, "doctor", cwd=Path(place), **home)
            say(python, "-c", _WINDOW, cwd=Path(place), **home)
        return "installs, scans, opens the window"

    def bundle(self) -> str:
        """Build the bundle; it must run with kernels that came compiled."""
        made = build_bundle.build(self.folder)
        with tempfile.TemporaryDirectory() as place:
            if "compiled and ready" not in say(
                made / "simfinder", "doctor", HOME=place, XDG_CACHE_HOME=place
            ):
                raise CheckError("the kernels in the bundle are not used")
        return f"{build_bundle.sizes(made)['all'] / 1e6:.0f} MB"

    def debian(self) -> str:
        """Build the Debian package and have lintian look at it."""
        say(self.python, "-m", "pip", "install", "--quiet", *_TOOLS)
        package = say(self.python, HERE / "debian" / "build_deb.py", self.folder).strip().splitlines()[-1]
        # whose address stands in it is said by who builds it for others (DEBEMAIL)
        unknown = "bogus-mail-host,bogus-mail-host-in-debian-changelog"
        say("lintian", "--fail-on", "error", "--suppress-tags", unknown, package)
        return Path(package).name

    def entries(self) -> str:
        """Validate what desktops and software centres read."""
        say("desktop-file-validate", *sorted((ROOT / "resources" / "desktop").glob("[!s]*.desktop")))
        say("desktop-file-validate", ROOT / "resources" / "desktop" / "simfinder.desktop")
        for path in HERE.glob("*.metainfo.xml"):
            say("appstreamcli", "validate", "--no-net", path)
        return "valid"

    def site(self) -> str:
        """Build the documentation without a warning."""
        say(self.python, "-m", "mkdocs", "build", "--strict", "--site-dir", self.folder / "site", cwd=ROOT)
        return "no warning"

    def sums(self) -> str:
        """Write the list of all parts and the checksums."""
        tool = self.python.with_name("cyclonedx-py")
        say(
            tool,
            "environment",
            self.python,
            "--output-file",
            self.folder / "sbom.json",
            "--output-reproducible",
        )
        files = sorted(
            path for path in self.folder.iterdir() if path.suffix in (".whl", ".gz", ".deb", ".json")
        )
        lines = (f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)
        (self.folder / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")
        if key := os.environ.get("SIMFINDER_SIGNING_KEY"):
            say("gpg", "--yes", "--local-user", key, "--detach-sign", "--armor", self.folder / "SHA256SUMS")
            return f"{len(files)} files, signed"
        return f"{len(files)} files, not signed"


def check(steps: Sequence[Callable[[], str]]) -> int:
    """Run the steps, whatever the others find; return the exit code."""
    failed = 0
    for step in steps:
        try:
            print(f"ok      {step.__name__}: {step()}", flush=True)
        except (CheckError, OSError, subprocess.CalledProcessError) as error:
            failed = 1
            print(f"FAILED  {step.__name__}: {error}", flush=True)
    return failed


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "dist")
    asked = parser.parse_args().folder.resolve()
    asked.mkdir(parents=True, exist_ok=True)
    release = Release(asked)
    parts = [release.archives, release.wheel, release.bundle, release.debian, release.entries, release.site]
    sys.exit(check([*parts, release.sums]))
