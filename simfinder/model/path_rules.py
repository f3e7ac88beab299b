"""How systems tell paths apart: what spellings of one place have in common, and which names a system takes.

Pure functions of text, the same on every system: each set of rules can be asked on any other. Looks at no disk, so it
knows no links, no short names (``PROGRA~1``) and no drive that is mounted twice: what must hold for those too is asked
by identity (device, inode) as well. In doubt two texts are called one place: a folder is rather protected than not.
"""

from __future__ import annotations

import fnmatch
import ntpath
import posixpath
import re
import sys
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass

_FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f]')
_PORTS = [f"{port}{number}" for port in ("COM", "LPT") for number in "123456789\xb9\xb2\xb3"]
_DEVICES = frozenset(("CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", *_PORTS))
_TRASH = re.compile(r"\.Trash(es|-\d+)?|(?i:\$RECYCLE\.BIN)", re.ASCII)


@dataclass(frozen=True, slots=True)
class PathRules:
    """The rules of a system.

    Attributes:
        windows: drives, shares and two separators; names that are devices, signs that no name holds.
        one_case: capitals and small letters are the same.
        one_form: a letter with an accent is the same in one piece (NFC) and in two (NFD).
    """

    windows: bool = False
    one_case: bool = False
    one_form: bool = False

    @property
    def sep(self) -> str:
        """What stands between the names of a path as the system itself writes it."""
        return "\\" if self.windows else "/"

    @property
    def _as_it_is(self) -> bool:
        """Whether each text is a place of its own."""
        return not (self.windows or self.one_case or self.one_form)

    def key(self, path: str) -> str:
        """A text that all spellings of an absolute path share."""
        if self._as_it_is:
            return path
        drive, names = self.split(path)
        return self.sep.join([self._folded(drive), *map(self._name_key, names)])

    def inside(self, folder: str) -> Callable[[str], bool]:
        """A question to absolute paths: does this one lie below a folder?"""
        if self._as_it_is:
            plain = folder.rstrip("/") + "/"
            return lambda path: path.startswith(plain)
        prefix = self.key(folder).rstrip(self.sep) + self.sep
        return lambda path: self.key(path).startswith(prefix)

    def split(self, path: str) -> tuple[str, list[str]]:
        r"""The drive of an absolute path (``C:``, ``\\server\share``; "" where there are none), and its names."""
        if not self.windows:
            return "", [name for name in path.split("/") if name]
        drive, rest = ntpath.splitdrive(_without_prefix(path))
        return drive, [name for name in rest.split("\\") if name]

    def joined(self, top: str, names: Sequence[str]) -> str:
        r"""The path of a folder below another one; a root has its separator: ``C:\``, never ``C:``."""
        path = self.sep.join([top.rstrip(self.sep), *names])
        return path + self.sep if not path or (self.windows and path.endswith(":")) else path

    def name(self, path: str) -> str:
        """The last name of a path."""
        return ntpath.basename(path) if self.windows else path.rpartition("/")[2]

    def below(self, path: str, base: str | None) -> str:
        r"""Where a file will lie below a target folder: its path as seen from ``base``.

        From the root of its file system where it lies elsewhere or there is no base: ``C\dir\name``,
        ``server\share\dir\name``. Every name in it is one that this system takes.
        """
        drive, names = self.split(path)
        if base is not None:
            above, common = self.split(base)
            here = [self._folded(drive), *map(self._name_key, names)]
            there = [self._folded(above), *map(self._name_key, common)]
            if len(here) > len(there) and here[: len(there)] == there:
                return self.sep.join(map(self.usable, names[len(common) :]))
        roots = [part.rstrip(":") for part in drive.split("\\") if part not in ("", "?", ".")]
        return self.sep.join(map(self.usable, [*roots, *names]))

    def usable(self, name: str) -> str:
        """A name that can be made here: the name itself wherever it can."""
        if not self.windows:
            return name
        name = _FORBIDDEN.sub("_", name)
        if name.endswith((" ", ".")):
            name = name[:-1] + "_"
        return f"_{name}" if is_device(name) else name

    def is_normal(self, path: str) -> bool:
        """Whether a path is absolute and the one text for its place, but for case and form."""
        if not self.windows:
            # normpath leaves two leading slashes
            normal = posixpath.isabs(path) and posixpath.normpath(path) == path
            return normal and not path.startswith("//") and "\0" not in path
        plain = _without_prefix(path)
        drive, names = self.split(path)
        if drive.startswith("\\"):
            server, _, share = drive[2:].partition("\\")
            known = bool(server and share) and not _FORBIDDEN.search(server + share) and server != "."
        else:
            known = re.fullmatch("[A-Za-z]:", drive) is not None
        literal = plain != path  # behind \\?\ only the signs matter
        fit = (not _FORBIDDEN.search(n) if literal else self.usable(n) == n for n in names)
        whole = drive + "\\" + "\\".join(names)
        is_root = drive.startswith("\\") and plain == drive  # of a share: no separator need follow
        return (
            known
            and (plain == whole or is_root)
            and not path.startswith("\\\\.\\")
            and "/" not in path
            and not {".", ".."} & set(names)
            and all(fit)
        )

    def matcher(self, pattern: str) -> Callable[[str], bool]:
        """A question to names: do they match a pattern of the shell?"""
        flags = re.IGNORECASE if self.one_case else 0
        matches = re.compile(fnmatch.translate(self._formed(pattern)), flags).match
        return lambda name: matches(self._formed(name)) is not None

    def in_patterns(self, relative: str) -> str:
        """A relative path as patterns of files are written: with ``/``."""
        return relative.replace("\\", "/") if self.windows else relative

    def _name_key(self, name: str) -> str:
        if self.windows:
            name = name.rstrip(" .") or name  # the system drops them
        return self._folded(name)

    def _folded(self, text: str) -> str:
        if text.isascii():
            return text.casefold() if self.one_case else text
        text = self._formed(text)
        # systems have tables of their own, by way of capitals or of small letters: whatever is one by either
        return self._formed(text.upper().casefold()) if self.one_case else text

    def _formed(self, text: str) -> str:
        return unicodedata.normalize("NFC", text) if self.one_form else text


POSIX = PathRules()
WINDOWS = PathRules(windows=True, one_case=True)
MACOS = PathRules(one_case=True, one_form=True)

OWN = {"win32": WINDOWS, "darwin": MACOS}.get(sys.platform, POSIX)
"""Of the system that we run on. macOS also knows volumes with two cases: in doubt they count as one there too."""


def is_device(name: str) -> bool:
    """Whether Windows takes a name, with whatever ending, for a device."""
    return name.partition(".")[0].partition(":")[0].rstrip(" ").upper() in _DEVICES


def is_trash_name(name: str) -> bool:
    """Whether a folder of this name is a Trash, wherever it lies."""
    return _TRASH.fullmatch(name) is not None


def _without_prefix(path: str) -> str:
    r"""A path of Windows without ``\\?\`` or ``\\.\``, where it has another spelling; with one kind of separator."""
    path = path.replace("/", "\\")
    if path.startswith(("\\\\?\\", "\\\\.\\", "\\??\\")):
        rest = path[4:]
        if rest[:4].upper() == "UNC\\":
            return "\\\\" + rest[4:]
        if rest[1:2] == ":":
            return rest
    return path
