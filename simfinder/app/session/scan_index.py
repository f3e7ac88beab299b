"""The files of a scan and the similarity of any two of them: the part of a session that never changes.

Looks files up by path, type and content. Clusters, tolerances and marks are not known here.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Iterable
from typing import TypeVar

import numpy as np

from simfinder.app.clusters.shared_media import Media
from simfinder.app.linking.pipeline import Linked
from simfinder.arrays.file_columns import FileColumns
from simfinder.arrays.set_operations import sorted_set
from simfinder.model.clusters import Basis
from simfinder.model.file_record import FileRecord
from simfinder.model.scan_options import ScanOptions
from simfinder.scan.extract.members import count_of
from simfinder.scan.pipeline import ScanResult
from simfinder.search.candidates import registry
from simfinder.signatures.picture.films import Films
from simfinder.signatures.picture.looks import Looks
from simfinder.signatures.sound.recordings import Recordings
from simfinder.signatures.table.representations import BASES

_Media = TypeVar("_Media", Looks, Recordings, Films)

_AT_ONCE = 20_000  # paths hashed in one go
_number = hash  # of a text, 64 bits


class PathPlaces:
    """Look up files by path, from any thread: 12 bytes a file, where a dict of paths takes some two hundred.

    Args:
        files: with distinct paths.
    """

    def __init__(self, files: FileColumns) -> None:
        numbers = np.empty(len(files), dtype=np.int64)
        for begin in range(0, len(files), _AT_ONCE):
            paths = files[begin : begin + _AT_ONCE].paths()
            numbers[begin : begin + len(paths)] = np.fromiter(map(_number, paths), np.int64, len(paths))
        order = np.argsort(numbers)
        self._files = files
        self._numbers = numbers[order]
        self._order = order.astype(np.int32)

    def of(self, path: str) -> int:
        """Return the index of the file with a path, -1 for none."""
        number = _number(path)
        place = int(np.searchsorted(self._numbers, number))
        while place < len(self._numbers) and self._numbers[place] == number:
            file = int(self._order[place])
            if self._files.path(file) == path:
                return file
            place += 1
        return -1


class ScanIndex:
    """A scan, its files by path, and how two of them are compared.

    Args:
        options: of the scan.
        result: of the scan.
        linked: its files and how they are judged.

    Attributes:
        options: of the scan.
        result: of the scan.
        files: the columns of its files.
        judge: which method decides about which types.
    """

    def __init__(self, options: ScanOptions, result: ScanResult, linked: Linked) -> None:
        self.options, self.result = options, result
        self.files, self.judge = linked.files, linked.judge
        self._places = PathPlaces(result.files)
        self._media = Media(result)

    @property
    def project_count(self) -> int:
        """Number of outermost project folders that files are in."""
        project = self.files.project
        return len(sorted_set(project[project >= 0]))

    def record(self, file: int) -> FileRecord:
        """Return the scan's record of a file."""
        return self.files.records[file]

    def file_of(self, path: str) -> int:
        """Return the index of the file at a path, -1 where it is not in this session."""
        return self._places.of(path)

    def range_below(self, folder: str) -> tuple[int, int] | None:
        """Return the first file below a folder and the one after the last; None where it was not scanned."""
        below = os.path.join(os.path.abspath(folder), "")
        if not any(below.startswith(os.path.join(os.path.abspath(root), "")) for root in self.options.roots):
            return None
        first = os.fsencode(below)
        after = first[:-1] + bytes([first[-1] + 1])
        files = self.result.files  # sorted by the bytes of their paths
        begin, end = (
            bisect_left(range(len(files)), key, key=lambda at: os.fsencode(files.path(at)))
            for key in (first, after)
        )
        return begin, end

    def type_name(self, file: int) -> str:
        """Return the type of a file."""
        return self.files.type_names[int(self.files.types[file])]

    def member_count(self, file: int) -> int:
        """Return how many files an archive holds; 0 for other files and archives not opened."""
        return count_of(self.result.members.get(int(self.files.contents[file]), b""))

    def contents_of(self, files: Iterable[int]) -> list[tuple[bytes, str]]:
        """Return the content hash and path of files, as ``ignore_list.add`` takes them."""
        return [
            (self.result.table.content[self.files.contents[file]].tobytes(), self.files.records[file].path)
            for file in files
            if self.files.contents[file] >= 0
        ]

    def figures_of(self, file: int, other: int) -> dict[str, float]:
        """Return each method's similarity of any two files; empty where they were not signed."""
        rows = self.signature_rows(file, other)
        return {} if rows is None else registry.figures(self.result.representations.table, *rows)

    def signature_rows(self, file: int, other: int) -> tuple[int, int] | None:
        """Return the rows of the table by which two files are judged; None where they were not signed."""
        contents = self.files.contents[[file, other]]
        if self.options.identical or (contents < 0).any():
            return None
        a, b = self.result.representations.best_rows(contents[:1], contents[1:])
        return int(a[0]), int(b[0])

    def basis_between(self, file: int, other: int) -> Basis:
        """Return the basis on which two files are compared, in one cluster or not; equal contents by their bytes."""
        contents = self.files.contents[[file, other]]
        if contents[0] == contents[1] or contents.min() < 0:
            return Basis.BYTES
        return BASES[int(self.judge.basis(contents[:1], contents[1:])[0])]

    def looks_of(self, file: int, other: int) -> tuple[Looks, int, int] | None:
        """Return the looks of the scan and the rows of two pictures, if they are compared by what they look like."""
        return self._compared(self.result.representations.looks, file, other)

    def recordings_of(self, file: int, other: int) -> tuple[Recordings, int, int] | None:
        """Return the recordings of the scan and the rows of two files, if they are compared by what they sound like."""
        return self._compared(self.result.representations.recordings, file, other)

    def films_of(self, file: int, other: int) -> tuple[Films, int, int] | None:
        """Return the films of the scan and the rows of two files, if they are compared by what they show."""
        return self._compared(self.result.representations.films, file, other)

    def both_recordings(self, file: int, other: int) -> tuple[Recordings, int, int] | None:
        """Return the recordings of the scan and the rows of two files, if both are recordings or films at all."""
        return self._rows(self.result.representations.recordings, file, other)

    def both_films(self, file: int, other: int) -> tuple[Films, int, int] | None:
        """Return the films of the scan and the rows of two files, if both are films at all."""
        return self._rows(self.result.representations.films, file, other)

    def _compared(self, media: _Media | None, file: int, other: int) -> tuple[_Media, int, int] | None:
        contents = self.files.contents[[file, other]]
        if media is None or contents.min() < 0 or not self.judge.by_looks(contents[:1], contents[1:])[0]:
            return None
        return self._rows(media, file, other)

    def _rows(self, media: _Media | None, file: int, other: int) -> tuple[_Media, int, int] | None:
        contents = self.files.contents[[file, other]]
        if media is None or contents.min() < 0:
            return None
        one, its = media.rows(contents).tolist()
        return (media, one, its) if one >= 0 <= its else None

    def media_share(self, file: int, other: int) -> float | None:
        """Return how much of their pictures and embedded files two documents share (0..1), apart from their words.

        None unless both have words and media, and where it is not known.
        """
        contents = self.files.contents[[file, other]]
        if contents.min() < 0 or not (
            self.result.representations.is_text[contents].all() and self._media.has(contents).all()
        ):
            return None
        share = float(self._media.shares(contents[:1], contents[1:])[0])
        return None if np.isnan(share) else share
