"""A signature cache that is made of rows: a scan asks it for what a table holds, and gives it what it would store.

So a task on an executor reads, signs and looks inside exactly as a scan does, and a scan is built again from a table
without reading a file.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from simfinder.arrays.file_columns import NUMBERS, FileColumns
from simfinder.model.file_record import FileRecord
from simfinder.model.progress import Control
from simfinder.scan.media.av_readers import FILM_KEY, SOUND_KEY
from simfinder.scan.media.picture_reader import VERSION_KEY as LOOKS
from simfinder.signatures.picture.films import Film
from simfinder.signatures.sound.recording import Recording
from simfinder.store.cache.cache import Cache, CacheAnswer, Columns, Entry, Measured, Stored
from simfinder.store.cache.open_or_rebuild import CacheFile

_AT_ONCE = 500
_BY_BYTES = {SOUND_KEY: Recording.none().pack(), FILM_KEY: Film.none().pack()}
"""What recordings and films are compared by here: nothing but their bytes. So no executor decodes them."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of the contents of some files.

    Attributes:
        contents: hash of each file's content, 16 bytes, in the order of the files; None for one to be read.
        formats: code of each file's format.
        signed: size and piece by content.
        views: packed ``ViewRecord`` by content.
        looks: packed ``Look`` by content.
        overlaps: measured overlaps by their rules and pair of hashes, the smaller first.
    """

    contents: Sequence[bytes | None] = ()
    formats: Sequence[int] = ()
    signed: Mapping[bytes, tuple[int, bytes]] = field(default_factory=dict)
    views: Mapping[bytes, bytes] = field(default_factory=dict)
    looks: Mapping[bytes, bytes] = field(default_factory=dict)
    overlaps: Mapping[tuple[str, bytes, bytes], Measured] = field(default_factory=dict)


class RowCache(Cache):
    """A cache for one scan of the files that ``known`` is about.

    Attributes:
        files: records and columns of what was read, as a scan gave them.
        views: packed views by content, likewise.
        looks: the same of pictures.
        overlaps: measured ones, with their rules.
    """

    def __init__(self, known: Known | None = None) -> None:
        super().__init__(CacheFile(None))
        self._known = known or Known()
        self._pairs: list[tuple[bytes, int]] = []
        self.files: list[tuple[FileColumns, Columns]] = []
        self.views: dict[bytes, bytes] = {}
        self.looks: dict[bytes, bytes] = {}
        self.overlaps: list[tuple[Measured, str]] = []

    def find(self, files: Sequence[FileRecord], _control: Control) -> CacheAnswer:
        """Number the contents of all files; one content with two formats has two numbers."""
        numbers = np.zeros(len(files), np.int64)
        place: dict[tuple[bytes, int], int] = {}
        for i, (content, form) in enumerate(zip(self._known.contents, self._known.formats, strict=True)):
            if content is not None and content in self._known.signed:
                numbers[i] = place.setdefault((content, form), len(place) + 1)
        self._pairs = list(place)
        return CacheAnswer(numbers, self.generation)

    def load(
        self,
        ids: Sequence[int] | npt.NDArray[np.int64],
        _generation: int,
        _made_of: str | None,
        control: Control,
    ) -> Iterator[Stored]:
        """Yield contents by number."""
        for begin in range(0, len(ids), _AT_ONCE):
            control.check()
            part = np.asarray(ids[begin : begin + _AT_ONCE]).tolist()
            pairs = [self._pairs[number - 1] for number in part]
            signed = [self._known.signed[content] for content, _ in pairs]
            yield Stored(
                part,
                [content for content, _ in pairs],
                [size for size, _ in signed],
                [piece for _, piece in signed],
                [form for _, form in pairs],
            )

    def load_views(
        self, contents: Sequence[bytes], made_of: str, control: Control
    ) -> Iterator[dict[bytes, bytes]]:
        """Yield views, or looks if they are asked for; recordings and films that link nothing."""
        control.check()
        if made_of in _BY_BYTES:
            yield dict.fromkeys(contents, _BY_BYTES[made_of])
            return
        known = self._known.looks if made_of == LOOKS else self._known.views
        yield {content: known[content] for content in contents if content in known}

    def write(self, entries: Sequence[Entry], made_of: str) -> None:
        """Gather what was read."""
        if len(entries):
            super().write(entries, made_of)

    def write_files(self, files: FileColumns, columns: Columns, _made_of: str) -> None:
        """Gather what was read."""
        self.files.append((files, columns))

    def write_views(self, views: Sequence[tuple[bytes, bytes]], made_of: str) -> None:
        """Gather views or looks."""
        if made_of in _BY_BYTES:
            return
        (self.looks if made_of == LOOKS else self.views).update(views)

    def load_overlaps(
        self, pairs: Sequence[tuple[bytes, bytes]], made_of: str, control: Control
    ) -> Iterator[list[Measured]]:
        """Yield the known overlaps of some pairs."""
        known = self._known.overlaps
        control.check()
        yield [known[made_of, a, b] for a, b in pairs if (made_of, a, b) in known]

    def write_overlaps(self, pairs: Sequence[Measured], made_of: str) -> None:
        """Gather measured overlaps."""
        self.overlaps += [(pair, made_of) for pair in pairs]


def files_of(table: pa.Table) -> FileColumns:
    """Return the files of a table that has the columns of ``tables.RECORD``, in its order."""
    numbers = np.stack(
        [table.column(name).to_numpy(zero_copy_only=False).astype(np.int64) for name in NUMBERS], axis=1
    )
    paths = [os.fsdecode(path) for path in table.column("path").to_pylist()]
    protected = np.array(table.column("protected").to_pylist(), np.bool_)
    return FileColumns.of_columns(paths, numbers.reshape(-1, len(NUMBERS)), protected)


def columns_of(files: FileColumns) -> dict[str, pa.Array]:
    """Return files as the columns of ``tables.RECORD``."""
    columns = {name: pa.array(files.numbers[:, at], pa.int64()) for at, name in enumerate(NUMBERS)}
    columns["path"] = pa.array(files.byte_paths(), pa.binary())
    columns["protected"] = pa.array(files.protected, pa.bool_())
    return columns
