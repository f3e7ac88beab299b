"""Have the pictures of a scan looked at, in its threads: each content once, a process for each thread."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Sequence

from simfinder.errors import Cancelled
from simfinder.model.file_record import FileRecord
from simfinder.model.progress import Control
from simfinder.scan.media.picture_answer import MOST_PIXELS
from simfinder.scan.media.picture_reader import MEMORY, SECONDS, PictureReader
from simfinder.signatures.picture.look import VERSION, Look
from simfinder.workers.heartbeat import ProgressBatch

VERSION_KEY = f"look {VERSION}; {MEMORY} {SECONDS:g} {MOST_PIXELS}"
"""The key of looks in the cache: what they are made of, and by which limits."""


class PictureLooker:
    """Look at batches of pictures, in the threads of one scan. Close it when they have ended.

    Args:
        files: all files of the scan; batches are lists of indexes into them.
        control: receives progress, asked for pause and cancel.
        follow: whether paths may be symbolic links.
        dead: devices that do not answer.
    """

    def __init__(
        self, files: Sequence[FileRecord], control: Control, *, follow: bool, dead: set[int]
    ) -> None:
        self._files, self._control, self._follow, self._dead = files, control, follow, dead
        self._own = threading.local()
        self._readers: list[PictureReader] = []

    def look(self, batch: list[int]) -> list[tuple[int, Look, bool]]:
        """Return the look of each file and whether it is worth storing: of all files, or of those before a cancel."""
        done: list[tuple[int, Look, bool]] = []
        with ProgressBatch(self._control) as tally, contextlib.suppress(Cancelled):
            for i in batch:
                tally.check()
                file = self._files[i]
                look, lasting = Look.none(), False
                if file.device not in self._dead:
                    look, lasting = self._reader().look(file, follow=self._follow)
                done.append((i, look, lasting))
                tally.advance(files=1, bytes=file.size, current=file.path)
        return done

    def close(self) -> None:
        """End the processes."""
        for reader in self._readers:
            reader.close()

    def _reader(self) -> PictureReader:
        reader: PictureReader | None = getattr(self._own, "reader", None)
        if reader is None:
            self._own.reader = reader = PictureReader(self._control)
            self._readers.append(reader)
        return reader
