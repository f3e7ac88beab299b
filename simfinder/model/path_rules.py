"""Which spellings of a path are one place on a system, and which names the system accepts.

Pure functions of text: the rules of each system can be used on any other. Looks at no disk, so it knows no links, no
short names (``PROGRA~1``) and no drive that is mounted twice: callers for whom those matter compare identities (device,
inode) as well. In doubt two texts are one place: better protect a folder too many than one too few.
"""

from __future__ import annotations

import fnmatch
import ntpath
import posixpath
import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from simfinder.model.system import NAME

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
        """The separator of names in a path, as the system itself writes it."""
        return "\\" if self.windows else "/"

    @property
    def _as_it_is(self) -> bool:
        """Whether each text is a place of its own: no two spellings are one."""
        return not (self.windows or self.one_case or self.one_form)

    def key(self, path: str) -> str:
        """Return a text that all spellings of an absolute path share."""
        if self._as_it_is:
            return path
        drive, names = self.split(path)
        return self.sep.join([self._folded(drive), *map(self._name_key, names)])

    def inside(self, folder: str) -> Callable[[str], bool]:
        """Return a function that tells whether an absolute path is below a folder."""
        if self._as_it_is:
            plain = folder.rstrip("/") + "/"
            return lambda path: path.startswith(plain)
        prefix = self.key(folder).rstrip(self.sep) + self.sep
        return lambda path: self.key(path).startswith(prefix)

    def split(self, path: str) -> tuple[str, list[str]]:
        r"""Split an absolute path into its drive (``C:``, ``\\server\share``; "" if there is none) and its names."""
        if not self.windows:
            return "", [name for name in path.split("/") if name]
        drive, rest = ntpath.splitdrive(_without_prefix(path))
        return drive, [name for name in rest.split("\\") if name]

    def joined(self, top: str, names: Sequence[str]) -> str:
        r"""Return the path of a folder below another one; a root has its separator: ``C:\``, never ``C:``."""
        path = self.sep.join([top.rstrip(self.sep), *names])
        return path + self.sep if not path or (self.windows and path.endswith(":")) else path

    def name(self, path: str) -> str:
        """Return the last name of a path."""
        return ntpath.basename(path) if self.windows else path.rpartition("/")[2]

    def below(self, path: str, base: str | None) -> str:
        r"""Return the relative path of a file below a target folder: its path relative to ``base``.

        Relative to the root of its file system if it is not below ``base`` or that is None: ``C\dir\name``,
        ``server\share\dir\name``. This system accepts every name in it.
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
        """Return a name that can be made here: the name itself if it can."""
        if not self.windows:
            return name
        name = _FORBIDDEN.sub("_", name)
        if name.endswith((" ", ".")):
            name = name[:-1] + "_"
        return f"_{name}" if is_device(name) else name

    def is_normal(self, path: str) -> bool:
        """Tell whether a path is absolute and the one text for its place, but for case and form."""
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
        literal = plain != path  # behind \\?\ only the characters matter
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
        """Return a function that tells whether a name matches a shell pattern."""
        flags = re.IGNORECASE if self.one_case else 0
        matches = re.compile(fnmatch.translate(self._formed(pattern)), flags).match
        return lambda name: matches(self._formed(name)) is not None

    def in_patterns(self, relative: str) -> str:
        """Write a relative path as file patterns do: with ``/``."""
        return relative.replace("\\", "/") if self.windows else relative

    def _name_key(self, name: str) -> str:
        if self.windows:
            name = name.rstrip(" .") or name  # the system drops them
        return self._folded(name)

    def _folded(self, text: str) -> str:
        if text.isascii():
            return text.casefold() if self.one_case else text
        text = self._formed(text)
        # systems fold case by tables of their own, to capitals or to small letters: use both
        return self._formed(text.upper().casefold()) if self.one_case else text

    def _formed(self, text: str) -> str:
        return unicodedata.normalize("NFC", text) if self.one_form else text


POSIX = PathRules()
WINDOWS = PathRules(windows=True, one_case=True)
MACOS = PathRules(one_case=True, one_form=True)

OWN = {"win32": WINDOWS, "darwin": MACOS}.get(NAME, POSIX)
"""The rules of the system we run on. macOS also has case-sensitive volumes: in doubt case does not count there."""


def is_device(name: str) -> bool:
    """Tell whether Windows takes a name, with any extension, for a device."""
    return name.partition(".")[0].partition(":")[0].rstrip(" ").upper() in _DEVICES


def is_trash_name(name: str) -> bool:
    """Tell whether a folder of this name is a Trash, wherever it is."""
    return _TRASH.fullmatch(name) is not None


def _without_prefix(path: str) -> str:
    r"""Remove ``\\?\`` or ``\\.\`` from a Windows path if it has another spelling, and turn ``/`` into backslashes."""
    path = path.replace("/", "\\")
    if path.startswith(("\\\\?\\", "\\\\.\\", "\\??\\")):
        rest = path[4:]
        if rest[:4].upper() == "UNC\\":
            return "\\\\" + rest[4:]
        if rest[1:2] == ":":
            return rest
    return path
