"""Put the program into a person's menu and file managers, and take it out again; for those who have no package.

Each file lies where the desktops look for it in the person's data folder (freedesktop.org), and names the program by
its whole path.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from simfinder.errors import StoreUnavailableError, UsageError, reason_of
from simfinder.model.system import MACOS, WINDOWS
from simfinder.store import app_dirs, regular_file
from simfinder.store.atomic_write import written_whole
from simfinder.text import resource_files
from simfinder.text.message import say

_ICONS = (16, 32, 64, 256)
_NAME = b"simfinder"
_LONGEST = 1 << 20
_SPECIAL = frozenset(" \t\n\"'\\><~|&;$*?#()`")  # of a command line in a desktop entry
_CACHES = (
    ("update-desktop-database", "applications"),
    ("update-mime-database", "mime"),
    ("gtk-update-icon-cache", "icons/hicolor"),
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A file for a desktop.

    Attributes:
        path: where it lies.
        content: of the file.
        program: it is run, or its desktop wants it to look as if.
    """

    path: Path
    content: bytes
    program: bool = False


def install() -> list[Path]:
    """Write all entries, also over older ones of ours, and return them.

    Raises:
        UsageError: the system has no such menus, or somebody else's file is in the place of one.
        StoreUnavailableError: one can't be written.
    """
    found = list(entries(_command()))
    for entry in found:
        if os.path.lexists(entry.path) and not _ours(entry.path):
            raise UsageError(say("{} is not of SimFinder; nothing was written", entry.path))
    for entry in found:
        try:
            entry.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreUnavailableError(
                say("can't be made: {}", reason_of(error)), str(entry.path.parent)
            ) from error
        with written_whole(entry.path) as file:
            file.write(entry.content)
        if entry.program:
            entry.path.chmod(0o755)
    _refresh()
    return [entry.path for entry in found]


def remove() -> list[Path]:
    """Remove the entries that are there and ours, and the folders that are empty then; return the entries.

    Raises:
        UsageError: the system has no such menus.
        StoreUnavailableError: one can't be removed.
    """
    gone = []
    for entry in entries(_command()):
        if not os.path.lexists(entry.path) or not _ours(entry.path):
            continue
        try:
            entry.path.unlink()
        except OSError as error:
            raise StoreUnavailableError(
                say("can't be removed: {}", reason_of(error)), str(entry.path)
            ) from error
        gone.append(entry.path)
    _refresh()
    for path in gone:
        with contextlib.suppress(OSError):  # the first that holds something else
            for folder in path.relative_to(_home()).parents[:-1]:
                (_home() / folder).rmdir()
    return gone


def entries(command: Sequence[str]) -> Iterator[Entry]:
    """Yield all entries.

    Args:
        command: that starts the program.
    """
    line = " ".join(map(_quoted, command))

    def filled(name: str) -> bytes:
        text = resource_files.read_bytes(f"desktop/{name}").decode("utf-8")
        return os.fsencode(text.replace("Exec=simfinder ", f"Exec={line} "))

    home = _home()
    yield Entry(home / "applications/simfinder.desktop", filled("simfinder.desktop"))
    yield Entry(home / "mime/packages/simfinder.xml", filled("simfinder.xml"))
    yield Entry(home / "nemo/actions/simfinder.nemo_action", filled("simfinder.nemo_action"))
    yield Entry(home / "kio/servicemenus/simfinder.desktop", filled("service-menu.desktop"), program=True)
    yield Entry(home / "Thunar/sendto/simfinder.desktop", filled("find-similar.desktop"))
    script = resource_files.read_bytes("desktop/nautilus-script.sh")
    script = script.replace(b"exec simfinder ", b"exec " + os.fsencode(shlex.join(command)) + b" ")
    yield Entry(home / "nautilus/scripts/Find similar files", script, program=True)
    icons = home / "icons/hicolor"
    yield Entry(icons / "scalable/apps/simfinder.svg", resource_files.read_bytes("icons/simfinder.svg"))
    for size in _ICONS:
        picture = resource_files.read_bytes(f"icons/simfinder-{size}.png")
        yield Entry(icons / f"{size}x{size}/apps/simfinder.png", picture)


def _home() -> Path:
    return Path(app_dirs.desktop_folder())


def _command() -> list[str]:
    """Return the command that starts this very program."""
    if MACOS or WINDOWS:
        raise UsageError(say("this system has other menus; the installer puts SimFinder there"))
    if getattr(sys, "frozen", False):
        # an AppImage is mounted at another place each time; it says where its file is
        return [os.environ.get("APPIMAGE") or sys.executable]
    return [sys.executable, "-P", "-m", "simfinder"]


def _quoted(word: str) -> str:
    """Return a word as a desktop entry writes it in its command line: quoted, and the quotes' escapes escaped again."""
    word = word.replace("%", "%%")
    if not _SPECIAL.intersection(word):
        return word
    for special in '\\"`$':
        word = word.replace(special, "\\" + special)
    return '"' + word.replace("\\", "\\\\") + '"'


def _ours(path: Path) -> bool:
    """Tell whether a file is one of ours: pictures have our name, texts have it in them."""
    try:
        return path.suffix == ".png" or _NAME in regular_file.content(path, _LONGEST).lower()
    except OSError:
        return False


def _refresh(run: Callable[..., object] = subprocess.run) -> None:
    """Let the desktops know; those that are not installed need not."""
    for program, part in _CACHES:
        folder = _home() / part
        cached = part != "icons/hicolor" or (folder / "icon-theme.cache").exists()
        if shutil.which(program) and folder.is_dir() and cached:
            with contextlib.suppress(OSError, subprocess.SubprocessError):
                run([program, folder], capture_output=True, timeout=30, check=False)
