"""Try a built program as a person would, in a home of its own: ``python packaging/smoke_test.py PROGRAM…``.

PROGRAM is the whole command that starts it. It scans a folder, removes the older versions in it and brings them back,
and opens its window; ``--bundled`` says that its kernels must have come compiled. Standard library only, any system.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

_WINDOW_SECONDS = 8
_OLD = 1_600_000_000


class SmokeError(Exception):
    """The program did not do what it should."""


class Tried:
    """A program with a home of its own.

    Args:
        program: the command that starts it.
        home: an empty folder.
    """

    def __init__(self, program: Sequence[str], home: Path) -> None:
        found = shutil.which(program[0]) or program[0]
        self._program = [os.path.abspath(found), *program[1:]]  # it is started from another folder
        self._home = home
        own = {"HOME": home, "USERPROFILE": home, "LOCALAPPDATA": home / "local", "APPDATA": home / "roaming"}
        own |= {f"XDG_{name}_HOME": home / name.lower() for name in ("CACHE", "CONFIG", "DATA", "STATE")}
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "XDG_"))}
        self._environment = {**kept, **{name: str(place) for name, place in own.items()}}

    def say(self, *arguments: str) -> str:
        """Return what a command prints; it must succeed."""
        done = subprocess.run(
            [*self._program, *arguments],
            cwd=self._home,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=600,
            check=False,
        )
        if done.returncode:
            raise SmokeError(
                f"{arguments}: exit code {done.returncode}\n{done.stderr.decode(errors='replace')}"
            )
        return done.stdout.decode("utf-8", "replace")

    def open_window(self, *arguments: str) -> None:
        """Open the window for some seconds; it must stay open and have nothing to complain of."""
        with tempfile.TemporaryFile() as said:
            window = subprocess.Popen(
                [*self._program, *arguments],
                cwd=self._home,
                env={"QT_QPA_PLATFORM": "offscreen", **self._environment},
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
            )
            try:
                window.wait(_WINDOW_SECONDS)
            except subprocess.TimeoutExpired:
                window.terminate()
                window.wait(60)
                said.seek(0)
                complaint = said.read().decode(errors="replace").strip()
                if complaint:
                    raise SmokeError(f"the window says: {complaint}") from None
                return
        raise SmokeError(f"the window closed by itself, exit code {window.returncode}")


def make_tree(folder: Path) -> None:
    """Write a report in two versions, with a copy of the first, and something else."""
    folder.mkdir()
    lines = "".join(f"{number} of the many lines of a report\n" for number in range(3000))
    for name, text, moment in (
        ("report v1.txt", lines, _OLD),
        ("report v2.txt", lines + "and what was added\n", _OLD + 86_400),
        ("report v1 (1).txt", lines, _OLD + 60),
        ("other.txt", "".join(f"{number * number} is a square\n" for number in range(2000)), _OLD),
    ):
        (folder / name).write_text(text, encoding="utf-8")
        os.utime(folder / name, (moment, moment))


def contents(folder: Path) -> dict[str, str]:
    """Return the hashes of all files below a folder."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }


def try_program(program: Sequence[str], *, bundled: bool) -> str:
    """Do with a program what people do; return what was seen.

    Args:
        program: the command that starts it.
        bundled: its kernels must have come compiled, and no others may be made.

    Raises:
        SmokeError: something is not as it should be.
    """
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
        home = Path(place).resolve()
        tree = home / "Documents"
        make_tree(tree)
        before = contents(tree)
        tried = Tried(program, home)
        version = tried.say("--version").strip()
        doctor = tried.say("doctor")
        if bundled and "compiled and ready" not in doctor:
            raise SmokeError(f"the kernels that came with it are not used:\n{doctor}")
        found = json.loads(tried.say("scan", str(tree), "--json"))
        names = [sorted(Path(file["path"]).name for file in each["files"]) for each in found["clusters"]]
        if names != [["report v1 (1).txt", "report v1.txt", "report v2.txt"]]:
            raise SmokeError(f"the scan found {names}")
        # where the system does not say where its Trash puts a file, no undo takes it out of there
        target = () if sys.platform == "linux" else ("--to", str(home / "removed"))
        tried.say("clean", str(tree), "--yes", *target)
        if sorted(contents(tree)) != ["other.txt", "report v2.txt"]:
            raise SmokeError(f"after cleaning there are {sorted(contents(tree))}")
        tried.say("undo", "--yes")
        if contents(tree) != before:
            raise SmokeError("undo did not bring everything back")
        tried.open_window(str(tree))
        if contents(tree) != before:
            raise SmokeError("the window changed a file")
        compiled = [path.name for path in home.rglob("*.nb[ic]")]
        if bundled and compiled:
            raise SmokeError(f"kernels were compiled all the same: {compiled}")
    return f"{version}: scans, cleans, undoes, and its window stays open"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bundled", action="store_true", help="its kernels came compiled")
    parser.add_argument("program", nargs="+")
    asked = parser.parse_args()
    try:
        print(try_program(asked.program, bundled=asked.bundled))
    except SmokeError as error:
        sys.exit(f"smoke test: {error}")
