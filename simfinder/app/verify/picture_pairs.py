"""Ask whether two pictures that look alike are one shot, saved again or made smaller, by their pixels.

``picture_pairs_service`` decodes and compares them, in a process without rights. What it can't decode is no proof.
"""

from __future__ import annotations

import os

from simfinder.app.verify.picture_pair_answer import ANSWER
from simfinder.model.file_record import FileRecord
from simfinder.model.progress import Control
from simfinder.scan.media.picture_reader import MEMORY, SECONDS
from simfinder.workers.sandbox.client import Failure, Sandbox, SandboxError
from simfinder.workers.sandbox.limits import Limits
from simfinder.workers.sandbox.protocol import Request

SERVICE = "simfinder.app.verify.picture_pairs_service"


class PicturePairs(Sandbox):
    """Has pairs of pictures compared by one process. Threads that share it take turns.

    Args:
        control: a pause stops the current pair, a cancel ends it.
    """

    def __init__(self, control: Control) -> None:
        super().__init__(SERVICE, Limits(MEMORY, 2 * SECONDS, 1, ANSWER.size))
        self._control = control

    def are_one_shot(self, one: FileRecord, other: FileRecord, way: int, *, follow: bool) -> bool | None:
        """Return whether two pictures are one shot; None where that can't be told, as a file has changed.

        Args:
            one: a file, as it was scanned.
            other: what it is compared with.
            way: how it lies against that, see ``pdq.PdqHash``.
            follow: paths may be symbolic links.

        Raises:
            Cancelled: on request.
        """
        paths = tuple(os.fsencode(file.path) for file in (one, other))
        expected = tuple(
            number
            for file in (one, other)
            for number in (file.device, file.inode, file.size, max(0, file.mtime_ns))
        )
        try:
            return self.ask(
                Request(bytes([way]), paths, follow),
                lambda answer: _understood(answer, expected),
                self._control,
            )
        except SandboxError as error:
            return False if error.failure in (Failure.DIED, Failure.LATE) and not error.idle else None


def _understood(answer: bytes, expected: tuple[int, ...]) -> bool | None:
    """Return what an answer says.

    Raises:
        ValueError: it is malformed.
    """
    if len(answer) != ANSWER.size:
        raise ValueError("an answer is cut short")
    *identities, same = ANSWER.unpack(answer)
    if not any(identities):
        return False
    return bool(same) if tuple(identities) == expected else None
