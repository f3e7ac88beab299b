"""Looks of pictures, asked of a sandboxed process that decodes them, one at a time.

``picture_service`` is what runs in the process. A picture over which the process dies or is killed has a look that
links nothing, as has one that can't be decoded: its bytes are compared all the same.
"""

from __future__ import annotations

import json
import os

import numpy as np

from simfinder.model.file_record import FileRecord
from simfinder.model.progress import Control
from simfinder.scan.media.picture_answer import LONGEST_NOTE, MOST, MOST_PIXELS, NOTES, POINTS, unpack_answer
from simfinder.signatures.picture.look import VERSION, Look, look_of
from simfinder.workers.sandbox.client import Failure, Sandbox, SandboxError
from simfinder.workers.sandbox.limits import Limits
from simfinder.workers.sandbox.protocol import Request

SERVICE = "simfinder.scan.media.picture_service"

MEMORY, SECONDS = 1 << 30, 20.0
"""What decoding one picture may take."""

VERSION_KEY = f"look {VERSION}; {MEMORY} {SECONDS:g} {MOST_PIXELS}"
"""The key of looks in the cache: what they are made of, and by which limits."""


class PictureReader(Sandbox):
    """Has pictures looked at by one process. Threads that share it take turns.

    Args:
        control: a pause stops the current picture, a cancel ends it.
    """

    def __init__(self, control: Control) -> None:
        super().__init__(SERVICE, Limits(MEMORY, SECONDS, 1, MOST))
        self._control = control

    def read(self, file: FileRecord, *, follow: bool) -> tuple[Look, bool]:
        """Look at a picture.

        Args:
            file: as it was scanned; one that was changed since then has no look.
            follow: whether its path may be a symbolic link.

        Returns:
            The look, and whether the next one would be the same, so that it is worth storing.

        Raises:
            Cancelled: on request.
        """
        request = Request(b"", (os.fsencode(file.path),), follow)
        try:
            return self.ask(request, lambda answer: _understood(answer, file), self._control)
        except SandboxError as error:
            return Look.none(), error.failure in (Failure.DIED, Failure.LATE) and not error.idle

    def notes(self, path: str) -> dict[str, str]:
        """Return what the head of a picture says of it, by names; nothing where that can't be read.

        Args:
            path: of a regular file; no link is followed.

        Raises:
            Cancelled: on request.
        """
        try:
            return self.ask(Request(NOTES, (os.fsencode(path),)), _notes_in, self._control)
        except SandboxError:
            return {}


def _notes_in(answer: bytes) -> dict[str, str]:
    """Return the notes that an answer holds.

    Raises:
        ValueError: it is malformed.
    """
    found = json.loads(answer)
    if not isinstance(found, dict) or not all(isinstance(text, str) for text in found.values()):
        raise ValueError("an answer has no notes")
    return {str(name): text[:LONGEST_NOTE] for name, text in found.items()}


def _understood(answer: bytes, file: FileRecord) -> tuple[Look, bool]:
    """Return the look that an answer describes.

    Raises:
        ValueError: the answer is malformed.
    """
    facts, identity, points = unpack_answer(answer)
    if identity != (file.device, file.inode, file.size, max(0, file.mtime_ns)):
        return Look.none(), False
    if not points:
        return Look.none(), True
    levels = np.frombuffer(points, np.float32).reshape(-1, 3, POINTS, POINTS)
    whole, *inside = np.clip(np.nan_to_num(levels), 0, 255)
    look = look_of(
        whole,
        facts.width,
        facts.height,
        saved=facts.saved,
        camera=facts.camera,
        notes=facts.notes,
        inside=inside[0] if inside else None,
        share=facts.share,
    )
    return look, True
