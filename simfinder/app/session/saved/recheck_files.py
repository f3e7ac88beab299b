"""Check the files of a saved session against the disk: which are still what they were.

Each file is looked at once. Content is read only where the status changed but size and time did not, as after a rename
or an edit that restored the time. A file that can't be looked at counts as gone. Nothing is written.
"""

from __future__ import annotations

import errno
import os
import stat
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat

import numpy as np
import numpy.typing as npt

from simfinder.actions.filesystem.operations import content_of
from simfinder.arrays.file_columns import CTIME, DEVICE, INODE, MODE, MTIME, SIZE, FileColumns, signed
from simfinder.errors import ActionError, reason_of
from simfinder.model.file_record import Problem
from simfinder.model.progress import Control, Phase
from simfinder.model.system import WINDOWS
from simfinder.scan.walk.special_folders import SpecialFolders, identity
from simfinder.text.message import say
from simfinder.workers.long_paths import is_deep, open_path

CHANGED = say("has changed since the session was saved")

_GONE = {errno.ENOENT, errno.ENOTDIR}
_AT_ONCE = 1 << 14  # files
_BETWEEN = 256  # files between two checks for a cancel
_LOOK = getattr(os, "O_PATH", os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))


@dataclass(frozen=True, slots=True, eq=False)
class Recheck:
    """The result of a check.

    Attributes:
        files: all files; those that are there with their current values.
        alive: (n,) bool, files that are there and unchanged.
        gone: files that are not there, by path.
        changed: files that have changed, with what is different.
        warnings: what else a person should know.
    """

    files: FileColumns
    alive: npt.NDArray[np.bool_]
    gone: tuple[str, ...]
    changed: tuple[Problem, ...]
    warnings: tuple[Problem, ...]


def recheck(
    files: FileColumns,
    contents: Sequence[bytes | None] | None,
    control: Control,
    *,
    follow: bool,
    before: Sequence[str],
    now: Sequence[str],
    same_disks: bool = True,
) -> Recheck:
    """Check all files of a session.

    Args:
        files: of the session.
        contents: hash of each; None where it was not read. None for all where no content is to be read: then a file
            of the same size and time is taken for the same.
        control: progress and cancelling.
        follow: paths may be symbolic links.
        before: folders that were protected when it was saved.
        now: folders that are protected now.
        same_disks: a file has the inode it had; else it may have another one, as its disk was seen from elsewhere.

    Raises:
        Cancelled: on request.
    """
    control.begin(Phase.LISTING, files_total=len(files))
    shield = _Shield(before, now)
    alive = np.zeros(len(files), dtype=np.bool_)
    numbers, protected = files.numbers.copy(), files.protected.copy()
    gone: list[str] = []
    changed: list[Problem] = []
    unreachable: Counter[str] = Counter()
    hashes = repeat(None, len(files)) if contents is None else contents
    for i, (path, folder, known, content) in enumerate(zip(*_columns(files), hashes, strict=True)):
        if i % _BETWEEN == 0:
            control.check()
            control.advance(files=min(_BETWEEN, len(files) - i))
        try:
            status = look(path, follow=follow)
        except (OSError, ValueError) as error:
            gone.append(path)
            if isinstance(error, OSError) and error.errno not in _GONE:
                unreachable[reason_of(error)] += 1
            continue
        why = _difference(known, status, same_disks=same_disks)
        if not why and contents is not None and _touched(known, status):
            why = _content_differs(path, content, status, control, follow=follow)
        if why:
            changed.append(Problem(path, why))
            continue
        alive[i] = True
        now_is = signed(status.st_dev), signed(status.st_ino), status.st_ctime_ns, status.st_mode
        if now_is != (known[DEVICE], known[INODE], known[CTIME], known[MODE]):
            numbers[i, [DEVICE, INODE, CTIME, MODE]] = now_is
        is_so = bool(protected[i])
        if shield.covers(files.folders[folder], is_so, status) is not is_so:
            protected[i] = not is_so
    said = [
        Problem("", say("{} files can't be looked at: {}", count, reason))
        for reason, count in unreachable.items()
    ]
    return Recheck(
        files.with_status(numbers, protected), alive, tuple(gone), tuple(changed), (*shield.problems, *said)
    )


def look(path: str, *, follow: bool) -> os.stat_result:
    """Return the status of a file at an absolute path of any length.

    Raises:
        OSError: it is not there, or can't be looked at; so does ValueError.
    """
    if not os.path.isabs(path):
        raise FileNotFoundError(errno.ENOENT, say("the path is another system's"), path)
    if not is_deep(path):
        return os.stat(path) if follow else os.lstat(path)
    handle = open_path(path, _LOOK | (0 if follow else getattr(os, "O_NOFOLLOW", 0)))
    try:
        return os.fstat(handle)
    finally:
        os.close(handle)


def _columns(files: FileColumns) -> tuple[Iterator[str], Iterator[int], Iterator[list[int]]]:
    """Return path, folder and numbers of each file; some thousand at a time, as a million at once take 600 MB."""
    parts = [slice(begin, begin + _AT_ONCE) for begin in range(0, len(files), _AT_ONCE)]
    return (
        (path for part in parts for path in files.paths(part.start, min(part.stop, len(files)))),
        (folder for part in parts for folder in files.folder[part].tolist()),
        (numbers for part in parts for numbers in files.numbers[part].tolist()),
    )


def _difference(known: Sequence[int], status: os.stat_result, *, same_disks: bool) -> str:
    """Say what of a file's status shows that it has changed; "" for nothing."""
    if not stat.S_ISREG(status.st_mode):
        return say("is no file any more")
    if same_disks and signed(status.st_ino) != known[INODE]:
        return say("was replaced by another file since the session was saved")
    if status.st_size != known[SIZE] or status.st_mtime_ns != known[MTIME]:
        return CHANGED
    return ""


def _touched(known: Sequence[int], status: os.stat_result) -> bool:
    """Return whether something happened to a file that its size and time do not show."""
    return not WINDOWS and status.st_ctime_ns != known[CTIME]


def _content_differs(
    path: str, content: bytes | None, status: os.stat_result, control: Control, *, follow: bool
) -> str:
    """Read a file again and say why its content is not what it was; "" where it is."""
    if content is None:
        return CHANGED
    try:
        same = content_of(path, control) == content
        after = look(path, follow=follow)
    except (ActionError, OSError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else error.message
        return say("may have changed since the session was saved, and can't be read: {}", reason)
    steady = (after.st_ino, after.st_size, after.st_mtime_ns, after.st_ctime_ns) == (
        status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns
    )  # fmt: skip
    return "" if same and steady else CHANGED


class _Shield:
    """Decides which files are protected now.

    A file protected through another name, which the session does not know, stays protected.
    """

    def __init__(self, before: Sequence[str], now: Sequence[str]) -> None:
        self._now = SpecialFolders(now)
        self._before = self._now if set(before) == set(now) else SpecialFolders(before)
        self._folders: dict[str, tuple[bool, bool]] = {}
        self.problems = self._now.problems

    def covers(self, folder: str, was: bool, status: os.stat_result) -> bool:
        """Return whether a file in a folder is protected now; ``was`` says whether it was."""
        now, before = self._of(folder)
        now = now or self._now.is_protected(identity(status))
        before = before or self._before.is_protected(identity(status))
        return now or (was and not before)

    def _of(self, folder: str) -> tuple[bool, bool]:
        known = self._folders.get(folder)
        if known is None:
            now = self._now.lies_in_protected(folder)
            before = now if self._before is self._now else self._before.lies_in_protected(folder)
            known = self._folders[folder] = (now, before)
        return known
