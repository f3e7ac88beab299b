"""Everything in a folder, at any depth, as it is on the disk now, and a fingerprint of it.

A scan skips hidden, empty and excluded files, links, pipes and the like. Whoever removes a whole folder has to know of
all of them, and whether anything has changed in it since. Links are listed, never followed; drives mounted in the
folder are an error, as they are not part of it.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence

from simfinder.actions.filesystem import directory_handles
from simfinder.actions.filesystem.operations import CHANGED
from simfinder.errors import ActionError
from simfinder.model.file_record import FileRecord
from simfinder.model.progress import Control
from simfinder.signatures.content_hash import Content
from simfinder.text.message import say
from simfinder.workers import heartbeat
from simfinder.workers.mounts import is_junction


def listing(folder: str, control: Control) -> list[FileRecord]:
    """List everything in a folder; what each entry is, its ``mode`` says.

    Returns:
        Its entries and theirs, without itself, in the order of their paths' bytes: a folder before what is in it.

    Raises:
        ActionError: another drive is mounted in it, or it changes while it is listed.
        OSError: one of the folders can't be read.
        Cancelled: on request.
    """
    device = directory_handles.folder_status(folder).st_dev
    found: list[FileRecord] = []
    waiting: list[tuple[str, int | None]] = [(folder, None)]
    while waiting:
        path, inode = waiting.pop()
        control.check()
        for record in _entries(path, inode):
            if record.device != device:
                raise ActionError(say("another drive is mounted in it, at {}", record.path), folder)
            if stat.S_ISDIR(record.mode):
                waiting.append((record.path, record.inode))
            found.append(record)
    return sorted(found, key=lambda record: os.fsencode(record.path))


def fingerprint(folder: str, entries: Sequence[FileRecord]) -> bytes:
    """Return 16 bytes that are others once anything in a folder was added, removed, renamed, replaced or written to.

    Args:
        folder: the folder.
        entries: its ``listing``.
    """
    digest, below = Content(), len(folder.rstrip(os.sep)) + 1
    for entry in entries:
        # the time of a folder tells of what is in it, which is listed anyway; that of opening a link is no change
        mark = () if stat.S_ISDIR(entry.mode) else (entry.size, entry.mtime_ns)
        digest.update(os.fsencode(entry.path[below:]) + b"\0")
        digest.update(repr((stat.S_IFMT(entry.mode), entry.inode, *mark)).encode())
    return digest.digest()


def record_of(path: str, status: os.stat_result) -> FileRecord:
    """Return the record of anything at a path."""
    return FileRecord(
        path,
        status.st_dev,
        status.st_ino,
        status.st_size,
        status.st_mtime_ns,
        status.st_ctime_ns,
        status.st_mode,
    )


def _in_it(path: str, status: os.stat_result, folder: str) -> FileRecord:
    if is_junction(status):
        raise ActionError(say("another drive is mounted in it, at {}", path), folder)
    return record_of(path, status)


def _entries(folder: str, inode: int | None) -> list[FileRecord]:
    """List one folder; ``inode`` is what it must have, None for any."""
    with heartbeat.asking(folder):
        if not directory_handles.HANDLES:
            with os.scandir(folder) as entries:
                return [_in_it(entry.path, os.lstat(entry.path), folder) for entry in entries]
        held = directory_handles.open_folder(folder)  # however long its path; only to go through
        try:
            opened = os.open(os.curdir, os.O_RDONLY | os.O_DIRECTORY, dir_fd=held)
        finally:
            os.close(held)
        try:
            if inode is not None and os.fstat(opened).st_ino != inode:
                raise ActionError(CHANGED, folder)
            found = []
            with os.scandir(opened) as entries:
                for entry in entries:
                    heartbeat.mine().beat()
                    status = entry.stat(follow_symlinks=False)
                    found.append(_in_it(os.path.join(folder, entry.name), status, folder))
            return found
        finally:
            os.close(opened)
