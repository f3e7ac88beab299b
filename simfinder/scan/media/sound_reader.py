"""Recordings, asked of a sandboxed process that decodes them, one at a time.

``sound_service`` is what runs in the process. A file over which the process dies or is killed has a recording that
links nothing, as has one that can't be decoded: its bytes are compared all the same.
"""

from __future__ import annotations

import importlib.util
import os

from simfinder.model.file_record import FileRecord
from simfinder.model.progress import Control
from simfinder.scan.media.sound_answer import MOST, MOST_SECONDS, unpack_answer
from simfinder.signatures.sound.recording import VERSION, Recording
from simfinder.workers.sandbox.client import Failure, Sandbox, SandboxError
from simfinder.workers.sandbox.limits import Limits
from simfinder.workers.sandbox.protocol import Request

SERVICE = "simfinder.scan.media.sound_service"

MEMORY, SECONDS = 1 << 30, 120.0
"""What listening to one file may take: two hours of sound within a third of it."""

VERSION_KEY = f"recording {VERSION}; {MEMORY} {SECONDS:g} {MOST_SECONDS}"
"""The key of recordings in the cache: what they are made of, and by which limits."""


def is_there() -> bool:
    """Return whether FFmpeg is installed; nothing is imported."""
    return importlib.util.find_spec("av") is not None


class SoundReader(Sandbox):
    """Has recordings listened to by one process. Threads that share it take turns.

    Args:
        control: a pause stops the current file, a cancel ends it.
    """

    def __init__(self, control: Control) -> None:
        super().__init__(SERVICE, Limits(MEMORY, SECONDS, 1, MOST))
        self._control = control

    def read(self, file: FileRecord, *, follow: bool) -> tuple[Recording, bool]:
        """Listen to a file.

        Args:
            file: as it was scanned; one that was changed since then has no recording.
            follow: whether its path may be a symbolic link.

        Returns:
            The recording, and whether the next one would be the same, so that it is worth storing.

        Raises:
            Cancelled: on request.
        """
        request = Request(b"", (os.fsencode(file.path),), follow)
        try:
            return self.ask(request, lambda answer: _understood(answer, file), self._control)
        except SandboxError as error:
            return Recording.none(), error.failure in (Failure.DIED, Failure.LATE) and not error.idle


def _understood(answer: bytes, file: FileRecord) -> tuple[Recording, bool]:
    """Return the recording that an answer describes.

    Raises:
        ValueError: the answer is malformed.
    """
    identity, heard = unpack_answer(answer)
    if identity != (file.device, file.inode, file.size, max(0, file.mtime_ns)):
        return Recording.none(), False
    return heard, True
