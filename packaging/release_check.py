"""Build all that a release consists of, and check it: ``python3 run.py --release-check [FOLDER]``.

What is built lies in FOLDER (``dist`` by default) with its SBOM and SHA256SUMS, signed where ``SIMFINDER_SIGNING_KEY``
names a key of gpg. Each step says what it found; the exit code is 1 if one failed. Standard library only: tools are
installed into an environment in FOLDER.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[:0] = [str(HERE), str(HERE / "bundle"), str(ROOT)]

import appstream_releases  # noqa: E402 - beside this file
import build_bundle  # noqa: E402
import smoke_test  # noqa: E402

import simfinder  # noqa: E402

_TESTS = ("tests/e2e/commands", "tests/e2e/paper_tools", "tests/e2e/program/test_cookbook.py")
_TESTS += ("tests/e2e/removal/test_contract.py", "tests/e2e/removal/test_folders.py")
"""Those that use the program as people do, and don't reach into it."""

_MEDIA_TESTS = ("tests/e2e/scan/test_media_files.py",)


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


def tested(program: Path, *tests: str) -> str:
    """Run tests of these sources against a program; return how many passed."""
    say(sys.executable, "-c", "import run; run.install(True)", cwd=ROOT)
    python = ROOT / ".venv" / "bin" / "python"
    said = say(python, "-m", "pytest", "-q", *tests, cwd=ROOT, SIMFINDER_TESTED=str(program))
    return said.strip().splitlines()[-1].strip("= ")


def plain(pin: str) -> str:
    """Return a pin as all tools would write it."""
    name, _, version = pin.partition("==")
    return f"{re.sub(r'[-_.]+', '-', name).lower()}=={version}"


class Release:
    """The files of a release, and the steps that make and check them.

    Args:
        folder: for all that is built.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.python = folder / "tools" / "bin" / "python"
        self.clean = folder / "clean"

    def tools(self) -> str:
        """Install the tools, each of them in the version that constraints.txt says."""
        build_bundle.environment(self.python.parents[1], "release")
        pins = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
        known = {plain(pin) for pin in pins if not pin.startswith("#")}
        listed = json.loads(say(self.python, "-m", "pip", "list", "--format", "json"))
        installed = {plain(f"{each['name']}=={each['version']}") for each in listed}
        own = {plain(f"simfinder=={simfinder.__version__}")}
        unpinned = sorted(each for each in installed - known - own if not each.startswith("pip=="))
        if unpinned:
            raise CheckError(f"in no version of constraints.txt: {', '.join(unpinned)}")
        return f"{len(installed)} packages, all pinned"

    def archives(self) -> str:
        """Build sdist and wheel twice, the second time from a copy; both must be equal."""
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
        """Install the wheel into a clean environment, and run the tests of the command line against it."""
        shutil.rmtree(self.clean, ignore_errors=True)
        venv.create(self.clean, with_pip=True)
        pip = (self.clean / "bin" / "python", "-m", "pip", "install", "--quiet")
        say(*pip, "--constraint", ROOT / "constraints.txt", f"{self.only('*.whl')}[media]")
        program = self.clean / "bin" / "simfinder"
        seen = smoke_test.try_program([str(program)], bundled=False)
        return f"{seen}; {tested(program, *_TESTS, *_MEDIA_TESTS)}"

    def installers(self) -> str:
        """Install the wheel as people do, with pipx and with uv, and use what comes of it."""
        wheel, pins = self.only("*.whl"), ROOT / "constraints.txt"
        beside = self.python.parent
        with tempfile.TemporaryDirectory() as place:
            of_pipx = {f"PIPX_{name}": f"{place}/pipx/{name}" for name in ("HOME", "BIN_DIR", "MAN_DIR")}
            of_uv = {f"UV_{name}": f"{place}/uv/{name}" for name in ("TOOL_DIR", "TOOL_BIN_DIR", "CACHE_DIR")}
            common = ("install", "--python", sys.executable)
            say(beside / "pipx", *common, f"--pip-args=--constraint {pins}", wheel, **of_pipx)
            say(beside / "uv", "tool", *common, "--constraints", pins, wheel, **of_uv)
            for folder in (of_pipx["PIPX_BIN_DIR"], of_uv["UV_TOOL_BIN_DIR"]):
                smoke_test.try_program([f"{folder}/simfinder"], bundled=False)
        return "pipx and uv give a program that works"

    def only(self, pattern: str) -> Path:
        """Return the one file of this release with such a name."""
        found = list(self.folder.glob(pattern))
        if len(found) != 1:
            raise CheckError(f"{len(found)} files are named {pattern}: {found}")
        return found[0]

    def bundle(self) -> str:
        """Build the bundle and use it; it must run with kernels that came compiled, and compile no others."""
        made = build_bundle.build(self.folder)
        seen = smoke_test.try_program([str(made / "simfinder")], bundled=True)
        seen += f"; media: {tested(made / 'simfinder', *_MEDIA_TESTS)}"
        own = made / "_internal" / "simfinder"
        late = [path.name for path in own.rglob("*.nb[ci]") if not path.is_relative_to(own / "compiled")]
        if late:
            raise CheckError(f"kernels were compiled all the same: {late}")
        sizes = ", ".join(f"{name} {size / 1e6:.0f} MB" for name, size in build_bundle.sizes(made).items())
        return f"{seen}; {sizes}"

    def appimage(self) -> str:
        """Lay out the folder of an AppImage and start what is in it; ``appimagetool`` packs it, where there is one."""
        only = [] if shutil.which("appimagetool") else ["--only-folder"]
        made = (
            say(self.python, HERE / "appimage" / "build_appimage.py", self.folder, *only)
            .strip()
            .splitlines()[-1]
        )
        program = Path(made, "AppRun") if only else Path(made)
        return f"{Path(made).name}: {smoke_test.try_program([str(program)], bundled=True)}"

    def debian(self) -> str:
        """Build the Debian package and have lintian look at it."""
        package = say(self.python, HERE / "debian" / "build_deb.py", self.folder).strip().splitlines()[-1]
        # whose address stands in it is said by who builds it for others (DEBEMAIL)
        unknown = "bogus-mail-host,bogus-mail-host-in-debian-changelog"
        say("lintian", "--fail-on", "error", "--suppress-tags", unknown, package)
        return Path(package).name

    def entries(self) -> str:
        """Validate what desktops and software centres read, and compare it with the change log."""
        metainfo = appstream_releases.METAINFO.read_text("utf-8")
        if appstream_releases.filled(metainfo, appstream_releases.CHANGELOG.read_text("utf-8")) != metainfo:
            raise CheckError(
                "the AppStream data says something else than the change log: run appstream_releases.py"
            )
        say("desktop-file-validate", *sorted((ROOT / "resources" / "desktop").glob("[!s]*.desktop")))
        say("desktop-file-validate", ROOT / "resources" / "desktop" / "simfinder.desktop")
        for path in HERE.glob("*.metainfo.xml"):
            say("appstreamcli", "validate", "--no-net", path)
        workflows = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
        schema = ("--builtin-schema", "vendor.github-workflows")  # comes with the tool
        say(self.python.with_name("check-jsonschema"), *schema, *workflows)
        if shutil.which("flatpak-builder"):
            with tempfile.TemporaryDirectory() as place:
                for path in (HERE / "flatpak").glob("*.yml"):
                    say("flatpak-builder", "--show-manifest", path, cwd=Path(place))
        return "valid"

    def site(self) -> str:
        """Build the documentation without a warning."""
        say(self.python, "-m", "mkdocs", "build", "--strict", "--site-dir", self.folder / "site", cwd=ROOT)
        return "no warning"

    def sums(self) -> str:
        """Write the list of all parts that the wheel brings with it, and the checksums."""
        tool = self.python.with_name("cyclonedx-py")
        say(
            tool,
            "environment",
            self.clean / "bin" / "python",
            "--output-file",
            self.folder / "sbom.json",
            "--output-reproducible",
        )
        files = sorted(
            path
            for path in self.folder.iterdir()
            if path.suffix in (".whl", ".gz", ".deb", ".json", ".AppImage")
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
            begun = time.monotonic()
            print(f"ok      {step.__name__}: {step()} ({time.monotonic() - begun:.0f} s)", flush=True)
        except (CheckError, smoke_test.SmokeError, OSError, subprocess.SubprocessError, SystemExit) as error:
            failed = 1
            print(f"FAILED  {step.__name__}: {error}", flush=True)
    return failed


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "dist")
    parser.add_argument(
        "--only", metavar="STEP", action="append", help="do this step alone, with what others have left"
    )
    asked = parser.parse_args()
    folder = asked.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    release = Release(folder)
    parts = [
        release.tools,
        release.archives,
        release.wheel,
        release.installers,
        release.bundle,
        release.debian,
    ]
    parts += [release.appimage, release.entries, release.site, release.sums]
    if unknown := {*(asked.only or ())} - {part.__name__ for part in parts}:
        parser.error(f"no such step: {', '.join(sorted(unknown))}")
    sys.exit(check([part for part in parts if not asked.only or part.__name__ in asked.only]))
