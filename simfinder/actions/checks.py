"""The last look at a file before anything happens to it.

Everything a plan claims is checked on the disk again, whoever made the plan. Reads only.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from simfinder.actions.fileops import CHANGED, GONE, Identity, content_of, look, same_bytes
from simfinder.errors import ActionError, reason_of
from simfinder.model.files import FileRecord
from simfinder.model.plan import Plan, PlannedAct
from simfinder.model.progress import Control

_File = tuple[int, int]  # device, inode


class Checks:
    """What must hold for every act of a plan.

    Args:
        plan: the files that stay for others in it are never removed by it.
        protected: folders whose files are never touched, whatever path leads there.
    """

    def __init__(self, plan: Plan, protected: Sequence[str]) -> None:
        self._staying_paths = {act.survivor.path for act in plan.acts}
        self._staying: set[_File] = {(act.survivor.device, act.survivor.inode) for act in plan.acts}
        self._protected_paths = [os.path.realpath(folder).rstrip(os.sep) + os.sep for folder in protected]
        self._protected: set[_File] = set()
        for folder in protected:
            try:
                status = os.stat(folder)
            except FileNotFoundError:
                continue  # nothing in it can be reached either
            except OSError as error:
                raise ActionError(
                    f"a protected folder can't be looked at: {reason_of(error)}", folder
                ) from error
            self._protected.add((status.st_dev, status.st_ino))

    def pass_or_raise(self, act: PlannedAct, control: Control) -> os.stat_result:
        """Look at a file and the one that stays for it.

        Returns:
            The file's status from before anything was read of it.

        Raises:
            ActionError: the act must be skipped; the message is the reason.
            Cancelled: while bytes were compared.
        """
        path, survivor = act.file.path, act.survivor
        try:
            status = _unchanged(act.file, "")
            if act.file.protected or self._is_protected(path):
                raise ActionError("lies in a protected folder")
            if path in self._staying_paths or (status.st_dev, status.st_ino) in self._staying:
                raise ActionError("is a file that stays for others")
            _unchanged(survivor, f"the file that stays ({survivor.path}) ")  # so it is another file than this
            if act.identical:
                if not same_bytes(path, survivor.path, control):
                    raise ActionError(f"is not identical to {survivor.path}: the bytes differ")
            elif status.st_ctime_ns != act.file.ctime_ns and content_of(path, control) != act.content:
                # a change that kept size and time still shows in the status change time
                raise ActionError("its content " + CHANGED)
        except OSError as error:
            raise ActionError(f"can't be looked at: {reason_of(error)}") from error
        return status

    def _is_protected(self, path: str) -> bool:
        if not self._protected and not self._protected_paths:
            return False
        folder = os.path.realpath(os.path.dirname(path))
        if any((folder + os.sep).startswith(prefix) for prefix in self._protected_paths):
            return True
        while True:
            status = os.stat(folder)
            if (status.st_dev, status.st_ino) in self._protected:
                return True
            parent = os.path.dirname(folder)
            if parent == folder:
                return False
            folder = parent


def _unchanged(record: FileRecord, who: str) -> os.stat_result:
    status = look(record.path)
    if status is None:
        raise ActionError(who + GONE)
    if not Identity(record.device, record.inode, record.size, record.mtime_ns).matches(status):
        raise ActionError(who + CHANGED)
    return status
