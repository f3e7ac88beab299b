"""Recordings and films, asked of sandboxed processes that decode them with FFmpeg, one at a time.

``sound_service`` and ``film_service`` are what runs in the processes. A file over which one dies or is killed links
nothing, as does one that can't be decoded: its bytes are compared all the same.
"""

from __future__ import annotations

import os
from typing import ClassVar, Generic

from simfinder.model.file_record import FileRecord
from simfinder.model.progress import Control
from simfinder.scan.media.ask_readers import Made
from simfinder.scan.media.av_answer import IDENTITY, unpack_answer
from simfinder.signatures.picture import films
from simfinder.signatures.picture.films import Film
from simfinder.signatures.sound import recording
from simfinder.signatures.sound.chromaprint import RATE, STEP
from simfinder.signatures.sound.recording import Recording
from simfinder.workers.sandbox.client import Failure, Sandbox, SandboxError
from simfinder.workers.sandbox.limits import Limits
from simfinder.workers.sandbox.protocol import Request

MEMORY, SECONDS = 1 << 30, 120.0
"""What decoding one file may take: two hours of sound within a third of it."""

MOST_SECONDS = 7_200
"""Of what is decoded of one recording: two hours say enough of a book that is read for ten."""

MOST_NUMBERS = (MOST_SECONDS + 60) * RATE // STEP

MOST_PIXELS = 2_500_000_000
"""Of what is decoded of one film: 1,200 pictures of a television, within some twenty seconds."""

_LIMITS = f"{MEMORY} {SECONDS:g}"
SOUND_KEY = f"recording {recording.VERSION}; {_LIMITS} {MOST_SECONDS}"
FILM_KEY = f"film {films.VERSION}; {_LIMITS} {MOST_PIXELS}"
"""The keys of recordings and films in the cache: what they are made of, and by which limits."""


class AvReader(Sandbox, Generic[Made]):
    """Has files decoded by one process. Threads that share it take turns.

    Args:
        control: a pause stops the current file, a cancel ends it.
    """

    SERVICE: ClassVar[str]
    MOST: ClassVar[int]
    made: type[Made]

    def __init__(self, control: Control) -> None:
        super().__init__(self.SERVICE, Limits(MEMORY, SECONDS, 1, IDENTITY + self.MOST))
        self._control = control

    def read(self, file: FileRecord, *, follow: bool) -> tuple[Made, bool]:
        """Decode a file.

        Args:
            file: as it was scanned; of one that was changed since then nothing is known.
            follow: whether its path may be a symbolic link.

        Returns:
            What is in it, and whether that would be the same the next time, so that it is worth storing.

        Raises:
            Cancelled: on request.
        """
        request = Request(b"", (os.fsencode(file.path),), follow)
        try:
            return self.ask(request, lambda answer: self._understood(answer, file), self._control)
        except SandboxError as error:
            return self.made.none(), error.failure in (Failure.DIED, Failure.LATE) and not error.idle

    def _understood(self, answer: bytes, file: FileRecord) -> tuple[Made, bool]:
        """Return what an answer describes.

        Raises:
            ValueError: the answer is malformed.
        """
        identity, found = unpack_answer(answer, self.made)
        if identity != (file.device, file.inode, file.size, max(0, file.mtime_ns)):
            return self.made.none(), False
        return found, True


class SoundReader(AvReader[Recording]):
    """Has recordings listened to by one process."""

    SERVICE, MOST, made = "simfinder.scan.media.sound_service", recording.most_bytes(MOST_NUMBERS), Recording


class FilmReader(AvReader[Film]):
    """Has films looked at by one process."""

    SERVICE, MOST, made = "simfinder.scan.media.film_service", films.MOST_BYTES, Film
