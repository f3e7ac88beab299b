"""Files that stay are synced to the disk before the others go.

A file written a moment ago is only in memory. If the other one goes first and the power fails then, neither is left. So
whoever removes a file for good asks here for the one that stays. That is fast where nothing changed: the first question
on each file system syncs all of it, and no file older than that is synced again.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from simfinder.actions.filesystem import directory_handles, syscalls
from simfinder.actions.filesystem.operations import reading
from simfinder.model.progress import Control
from simfinder.workers import heartbeat
from simfinder.workers.stall_timeout import StallTimeout, run_with_timeout


class DiskSync:
    """What was synced during one batch."""

    def __init__(self) -> None:
        self._whole: dict[int, bool] = {}  # device: whether all of it was synced
        self._folders: dict[tuple[int, int], int] = {}  # device, inode: status change time at the last sync

    def ensure(self, path: str, status: os.stat_result, control: Control, *, settled: bool) -> None:
        """Return when a file, its name and the folders above it are on the disk.

        Args:
            path: of the file.
            status: of the file.
            control: a cancel is answered while a whole file system is synced.
            settled: the file is as it was before the batch began, so it is on the disk once its file system was synced.

        Raises:
            OSError: something can't be written or looked at.
            ActionError: it is no regular file.
            Cancelled: on request.
        """
        if settled and self._whole.get(status.st_dev):
            return
        with reading(path) as file:
            if settled and self._sync_whole(file, status.st_dev, control):
                return
            syscalls.sync_file(file)
        self._sync_folders(os.path.dirname(path))

    def _sync_whole(self, file: int, device: int, control: Control) -> bool:
        """Sync the file system of an open file if that was not done yet; False if it can't be done."""
        if device not in self._whole:
            self._whole[device] = False
            own = os.dup(file)  # still open if a cancel leaves the call alone

            def sync() -> bool:
                try:
                    return syscalls.sync_file_system(own)
                finally:
                    os.close(own)

            with heartbeat.on_our_own(), contextlib.suppress(OSError):  # then each file is synced by itself
                self._whole[device] = run_with_timeout(sync, control, StallTimeout())
        return self._whole[device]

    def _sync_folders(self, folder: str) -> None:
        """Sync a folder and those above it, up to the mount point, unless they are as they were at their last sync."""
        device = directory_handles.folder_status(folder).st_dev
        for path in (folder, *map(str, Path(folder).parents)):
            status = directory_handles.folder_status(path)
            if status.st_dev != device:
                return
            key = (status.st_dev, status.st_ino)
            if self._folders.get(key) != status.st_ctime_ns:
                may_fail = path != folder  # who may not read a folder has hardly made it just now
                with contextlib.suppress(PermissionError) if may_fail else contextlib.nullcontext():
                    syscalls.sync_folder(path)
                self._folders[key] = status.st_ctime_ns
