"""Have files of a scan decoded, in its threads: each content once, a process for each thread."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, Self, TypeVar

from simfinder.errors import Cancelled
from simfinder.model.file_record import FileRecord
from simfinder.model.progress import Control, Phase
from simfinder.workers.heartbeat import ProgressBatch


class Packed(Protocol):
    """What a file is compared by, as the cache keeps it."""

    def pack(self) -> bytes:
        """Return it as bytes."""

    @classmethod
    def parse(cls, data: bytes) -> Self | None:
        """Read it from bytes; None where they are malformed."""

    @classmethod
    def none(cls) -> Self:
        """Return what a file is compared by that can't be decoded: it links nothing."""


Made = TypeVar("Made", bound=Packed)


class Reader(Protocol[Made]):  # type: ignore[misc]
    """Decodes files in a process of its own."""

    def read(self, file: FileRecord, *, follow: bool) -> tuple[Made, bool]:
        """Return what a file is compared by, and whether that is worth storing."""

    def close(self) -> None:
        """End the process."""


@dataclass(frozen=True, slots=True, eq=False)
class MediaKind(Generic[Made]):
    """A kind of media, and what is found out of it.

    Attributes:
        formats: codes of its formats.
        phase: of the progress.
        reader: makes what decodes its files.
        made: what that makes of one.
        made_of: key of that in the cache.
        found: what was found out, by content.
    """

    formats: tuple[int, ...]
    phase: Phase
    reader: Callable[[Control], Reader[Made]]
    made: type[Made]
    made_of: str
    found: dict[bytes, Made]


class Readers(Generic[Made]):
    """Readers for the threads of one scan. Close it when they have ended.

    Args:
        make: makes a reader.
        nothing: what a file is compared by that can't be decoded.
        files: all files of the scan; batches are lists of indexes into them.
        control: receives progress, asked for pause and cancel.
        follow: whether paths may be symbolic links.
        dead: devices that do not answer.
    """

    def __init__(
        self,
        make: Callable[[Control], Reader[Made]],
        nothing: Made,
        files: Sequence[FileRecord],
        control: Control,
        *,
        follow: bool,
        dead: set[int],
    ) -> None:
        self._make, self._nothing = make, nothing
        self._files, self._control, self._follow, self._dead = files, control, follow, dead
        self._own = threading.local()
        self._readers: list[Reader[Made]] = []

    def read(self, batch: list[int]) -> list[tuple[int, Made, bool]]:
        """Return what each file is compared by and whether it is worth storing: of all files, or of those before a
        cancel.
        """
        done: list[tuple[int, Made, bool]] = []
        with ProgressBatch(self._control) as tally, contextlib.suppress(Cancelled):
            for i in batch:
                tally.check()
                file = self._files[i]
                made, lasting = self._nothing, False
                if file.device not in self._dead:
                    made, lasting = self._reader().read(file, follow=self._follow)
                done.append((i, made, lasting))
                tally.advance(files=1, bytes=file.size, current=file.path)
        return done

    def close(self) -> None:
        """End the processes."""
        for reader in self._readers:
            reader.close()

    def _reader(self) -> Reader[Made]:
        reader: Reader[Made] | None = getattr(self._own, "reader", None)
        if reader is None:
            self._own.reader = reader = self._make(self._control)
            self._readers.append(reader)
        return reader
