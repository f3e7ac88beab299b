"""The files of a saved session against the disk of now: which are still what they were.

One look at each; content is read only of files whose status changed while size and time did not, as after a rename or
after an edit that put the time back. A file that can't be looked at is not there. Nothing is written.
"""

from __future__ import annotations

import errno
import os
import stat
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from simfinder.actions.fileops import content_of
from simfinder.errors import ActionError, reason_of
from simfinder.model.files import FileRecord, Problem
from simfinder.model.progress import Control, Phase
from simfinder.scan.deep import is_deep, open_path
from simfinder.scan.places import Places, identity

CHANGED = "has changed since the session was saved"

_GONE = {errno.ENOENT, errno.ENOTDIR}
_BETWEEN = 256  # files between two looks at the switch
_LOOK = getattr(os, "O_PATH", os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))


@dataclass(frozen=True, slots=True, eq=False)
class Recheck:
    """What became of the files.

    Attributes:
        records: of all files; those that are there as they are now.
        alive: (n,) bool, which are there and unchanged.
        gone: files that are not there, by path.
        changed: files that are not what they were, with what is different.
        warnings: what else is to be said.
    """

    records: list[FileRecord]
    alive: npt.NDArray[np.bool_]
    gone: tuple[str, ...]
    changed: tuple[Problem, ...]
    warnings: tuple[Problem, ...]


def recheck(
    records: Sequence[FileRecord],
    contents: Sequence[bytes | None],
    control: Control,
    *,
    follow: bool,
    before: Sequence[str],
    now: Sequence[str],
) -> Recheck:
    """Look at all files of a session again.

    Args:
        records: of the session.
        contents: hash of each; None where it was not read.
        control: progress and cancelling.
        follow: paths may be symbolic links.
        before: folders that were protected when it was saved.
        now: folders that are protected now.

    Raises:
        Cancelled: on request.
    """
    control.begin(Phase.LISTING, files_total=len(records))
    shield = _Shield(before, now)
    found: list[FileRecord] = []
    alive = np.zeros(len(records), dtype=np.bool_)
    gone: list[str] = []
    changed: list[Problem] = []
    unreachable: Counter[str] = Counter()
    for i, (record, content) in enumerate(zip(records, contents, strict=True)):
        if i % _BETWEEN == 0:
            control.check()
            control.advance(files=min(_BETWEEN, len(records) - i))
        found.append(record)
        try:
            status = look(record.path, follow=follow)
        except (OSError, ValueError) as error:
            gone.append(record.path)
            if isinstance(error, OSError) and error.errno not in _GONE:
                unreachable[reason_of(error)] += 1
            continue
        why = _difference(record, status)
        if not why and _touched(record, status):
            why = _content_differs(record, content, status, control, follow=follow)
        if why:
            changed.append(Problem(record.path, why))
            continue
        alive[i] = True
        found[i] = replace(
            record,
            device=status.st_dev,
            ctime_ns=status.st_ctime_ns,
            mode=status.st_mode,
            protected=shield.covers(record, status),
        )
    said = [
        Problem("", f"{count} files can't be looked at: {reason}") for reason, count in unreachable.items()
    ]
    return Recheck(found, alive, tuple(gone), tuple(changed), (*shield.problems, *said))


def look(path: str, *, follow: bool) -> os.stat_result:
    """What the system says of a file at an absolute path of any length.

    Raises:
        OSError: it is not there, or can't be looked at; so does ValueError.
    """
    if not os.path.isabs(path):
        raise FileNotFoundError(errno.ENOENT, "the path is another system's", path)
    if not is_deep(path):
        return os.stat(path) if follow else os.lstat(path)
    handle = open_path(path, _LOOK | (0 if follow else getattr(os, "O_NOFOLLOW", 0)))
    try:
        return os.fstat(handle)
    finally:
        os.close(handle)


def _difference(record: FileRecord, status: os.stat_result) -> str:
    """What tells that a file is not what it was; "" for nothing."""
    if not stat.S_ISREG(status.st_mode):
        return "is no file any more"
    if status.st_ino != record.inode:
        return "was replaced by another file since the session was saved"
    if (status.st_size, status.st_mtime_ns) != (record.size, record.mtime_ns):
        return CHANGED
    return ""


def _touched(record: FileRecord, status: os.stat_result) -> bool:
    """Whether something happened to a file that its size and time do not show."""
    return os.name != "nt" and status.st_ctime_ns != record.ctime_ns


def _content_differs(
    record: FileRecord, content: bytes | None, status: os.stat_result, control: Control, *, follow: bool
) -> str:
    """Read a file again; why its content is not believed to be what it was, "" where it is."""
    if content is None:
        return CHANGED
    try:
        same = content_of(record.path, control) == content
        after = look(record.path, follow=follow)
    except (ActionError, OSError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else error.message
        return f"may have changed since the session was saved, and can't be read: {reason}"
    steady = (after.st_ino, after.st_size, after.st_mtime_ns, after.st_ctime_ns) == (
        status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns
    )  # fmt: skip
    return "" if same and steady else CHANGED


class _Shield:
    """Which files are protected now.

    A file that was so by another of its names, which the session does not know, stays protected.
    """

    def __init__(self, before: Sequence[str], now: Sequence[str]) -> None:
        self._now = Places(now)
        self._before = self._now if set(before) == set(now) else Places(before)
        self._folders: dict[str, tuple[bool, bool]] = {}
        self.problems = self._now.problems

    def covers(self, record: FileRecord, status: os.stat_result) -> bool:
        now, before = self._of(os.path.dirname(record.path))
        now = now or self._now.is_protected(identity(status))
        before = before or self._before.is_protected(identity(status))
        return now or (record.protected and not before)

    def _of(self, folder: str) -> tuple[bool, bool]:
        known = self._folders.get(folder)
        if known is None:
            now = self._now.lies_in_protected(folder)
            before = now if self._before is self._now else self._before.lies_in_protected(folder)
            known = self._folders[folder] = (now, before)
        return known
