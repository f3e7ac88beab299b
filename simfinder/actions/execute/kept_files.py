"""The files that stay: each must hold what the scan saw, and be on the disk, before another one goes for it.

A file can be overwritten with its size and time as before: by a restore that broke off, by a sync that mends a rotten
file, by somebody who means it. The status change time shows that. Where it has moved, the content decides, since a new
mode or a new hard link moves it too; before an act that can't be taken back the content is looked at in any case. Each
file is read once for a batch, unless it is touched meanwhile. The comparison of identical files (``preconditions``) is
such a look, too.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

from simfinder.actions.filesystem.disk_sync import DiskSync
from simfinder.actions.filesystem.operations import CHANGED, content_of
from simfinder.errors import ActionError, reason_of
from simfinder.model.progress import Control
from simfinder.model.removal_plan import ActKind, PlannedAct
from simfinder.text.message import say

_FINAL = (ActKind.DELETE, ActKind.HARDLINK, ActKind.SYMLINK)
"""Acts after which the bytes of the file that stays are the only ones."""


@dataclass(slots=True)
class _Seen:
    """What is known of a file that stays.

    Attributes:
        ctime_ns: its status change time when this was found out.
        links: its number of names then.
        as_scanned: its content is that of the scan.
        on_disk: it was synced.
    """

    ctime_ns: int
    links: int
    as_scanned: bool = False
    on_disk: bool = False


class KeptFiles:
    """The files that stay for the acts of one batch.

    Args:
        kind: of the acts.
    """

    def __init__(self, kind: ActKind) -> None:
        self._kind = kind
        self._seen: dict[tuple[int, int], _Seen] = {}  # device, inode
        self._disks = DiskSync()

    def check(self, act: PlannedAct, status: os.stat_result, control: Control) -> None:
        """Check that the file that stays for an act holds what the scan saw; before a final act, sync it.

        Args:
            act: if the two files are identical, their bytes were just compared.
            status: of the file that stays, from before anything was read of it.
            control: checked while it is read.

        Raises:
            ActionError: it was changed, or can't be written to its disk.
            Cancelled: on request.
        """
        path, settled = act.survivor.path, status.st_ctime_ns == act.survivor.ctime_ns
        final = self._kind in _FINAL
        key = (status.st_dev, status.st_ino)
        seen = self._seen.get(key)
        if seen is None or seen.ctime_ns != status.st_ctime_ns:
            seen = self._seen[key] = _Seen(status.st_ctime_ns, status.st_nlink)
        if not act.identical and not seen.as_scanned and (final or not settled):
            if content_of(path, control) != act.survivor_content:
                raise ActionError(say("the file that stays ({}) {}", path, CHANGED))
            seen.as_scanned = True
        if final and not seen.on_disk:
            try:
                self._disks.ensure(path, status, control, settled=settled)
            except OSError as error:
                raise ActionError(
                    say("the file that stays ({}) can't be written to its disk: {}", path, reason_of(error))
                ) from error
            seen.on_disk = True

    def check_again(self, act: PlannedAct, status: os.stat_result) -> None:
        """Check that nobody touched the file that stays since ``check``.

        Making our own hard link touches it, too, and so does giving that its name: one name more is no fault.

        Raises:
            ActionError: somebody did.
        """
        seen = self._seen[status.st_dev, status.st_ino]
        if self._kind is ActKind.HARDLINK and status.st_nlink == seen.links + 1:
            seen.ctime_ns, seen.links = status.st_ctime_ns, status.st_nlink
        if status.st_ctime_ns != seen.ctime_ns:
            raise ActionError(say("the file that stays ({}) {}", act.survivor.path, CHANGED))
