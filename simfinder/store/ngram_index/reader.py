"""Read an n-gram index: which indexed files hold which n-grams.

The index is a file of the person's own and can be built again. An n-gram is a number, a file is a number with a name.
Postings are in *segments* of packed rows (``postings``), each file in one of them; a look-up reads one row per n-gram
and segment, and there are few segments (see ``writer``), however many files.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

from simfinder.errors import SignatureError, StoreCorruptError
from simfinder.store.ngram_index import files as index_files
from simfinder.store.ngram_index import postings as packed
from simfinder.store.ngram_index.index_schema import (
    KEYS_PER_QUERY,
    NAME,
    ROW_BITS,
    IndexFile,
    IndexParameters,
    Segment,
    expect_rows,
    marks,
    name_out,
    read_parameters,
    read_segments,
)
from simfinder.store.ngram_index.postings import Ids, Keys

_ALL_AT_ONCE = 50_000  # above this, reading all names is faster than asking for each


@dataclass(frozen=True, slots=True)
class IndexInfo:
    """Figures for ``index info``.

    Attributes:
        path: path of the index.
        format: version of its layout.
        parameters: parameters it was made with.
        files: number of indexed files.
        too_short: number of those without any n-gram, which are never found.
        grams: number of postings: the distinct n-grams of each file, added up.
        bytes: size of the index.
        created_ns: when it was built, ns since 1970.
    """

    path: str
    format: int
    parameters: IndexParameters
    files: int
    too_short: int
    grams: int
    bytes: int
    created_ns: int


class NgramIndex:
    """An index opened for reading. Use ``NgramIndex.open``.

    Attributes:
        parameters: parameters it was made with.
    """

    def __init__(self, database: IndexFile) -> None:
        self._database = database
        self.parameters, self._created_ns, self._next_id = read_parameters(database)

    @classmethod
    def open(cls, path: str, *, block_size: int | None = None, ngram: int | None = None) -> NgramIndex:
        """Open an index.

        Args:
            path: path of the index.
            block_size: block size that the caller expects; None for any.
            ngram: n-gram length that the caller expects; None for any.

        Raises:
            SignatureError: the index was made with other parameters.
            NewerVersionError: a newer SimFinder made it.
            StoreCorruptError: it is damaged.
            StoreUnavailableError: it can't be read now.
            StoreError: there is no index.
        """
        index_files.expect_index(path)
        database = IndexFile(path)
        try:
            index = cls(database)
            index.expect(block_size, ngram)
        except BaseException:
            database.close()
            raise
        return index

    def expect(self, block_size: int | None, ngram: int | None) -> None:
        """Check the parameters of the index.

        Raises:
            SignatureError: they differ; the message names both.
        """
        made = self.parameters
        for what, asked, has in (
            ("block size", block_size, made.block_size),
            ("n-gram length", ngram, made.ngram),
        ):
            if asked is not None and asked != has:
                raise SignatureError(
                    f"the index was made with {what} {has}, not {asked}", self._database.path
                )

    @contextlib.contextmanager
    def moment(self) -> Iterator[None]:
        """Let all look-ups of the block see one state of the index; until its end nobody can write."""
        with self._database.moment():
            yield

    def holders(self, grams: Keys, check: Callable[[], None]) -> Iterator[tuple[int, Ids]]:
        """Find the files that hold n-grams.

        Args:
            grams: (n,) uint64, distinct n-grams.
            check: called between reads; may raise to stop.

        Yields:
            (index in ``grams``, numbers of files that hold it), several times for an n-gram in several segments. May
            include numbers of forgotten files; ``names``, called in the same ``moment``, leaves them out.
        """
        if not len(grams):
            return
        keys = packed.scatter(grams, self.parameters.width)
        order = np.argsort(keys)
        keys = keys[order]
        with self._located():
            for segment in read_segments(self._database, self.parameters.width):
                check()
                shift = np.uint64(segment.layout.shift)
                numbers, begins = np.unique(keys >> shift, return_index=True)
                ends = np.append(begins[1:], len(keys))
                span = dict(
                    zip(numbers.tolist(), zip(begins.tolist(), ends.tolist(), strict=True), strict=True)
                )
                rest = keys & ((np.uint64(1) << shift) - np.uint64(1))
                wanted = iter(span)
                while some := list(islice(wanted, KEYS_PER_QUERY)):
                    check()
                    for number, data in self._rows(segment, some):
                        begin, end = span[number]
                        held, files = packed.unpack(number, data, segment.layout, segment.last)
                        low = np.searchsorted(held, rest[begin:end], "left")
                        high = np.searchsorted(held, rest[begin:end], "right")
                        for i in np.flatnonzero(high > low).tolist():
                            yield int(order[begin + i]), files[low[i] : high[i]]

    def names(self, ids: Ids) -> dict[int, bytes]:
        """Return the names of these files (and maybe of others) by number; forgotten files are left out.

        Raises:
            StoreCorruptError: there never was such a file.
        """
        with self._located():
            found = {
                number: name_out(name)
                for number, name in self._by_number("SELECT id, name FROM files", ids).items()
            }
            lost = np.array([number for number in ids.tolist() if number not in found], np.int64)
            if len(self._by_number("SELECT id, NULL FROM forgotten", lost)) < len(lost):
                raise StoreCorruptError(f"{NAME} is damaged (names of files are missing)")
        return found

    def all_names(self) -> list[bytes]:
        """Return the names of all files, in no order."""
        with self._located():
            return [name_out(name) for (name,) in self._database.query("SELECT name FROM files")]

    def info(self) -> IndexInfo:
        """Return counts and size."""
        with self._located(), self._database.moment():
            ((files, grams, found),) = self._database.query(
                "SELECT count(*), CAST(coalesce(total(grams), 0) AS INTEGER), coalesce(sum(grams > 0), 0) FROM files"
            )
        path = self._database.path
        return IndexInfo(
            path,
            self._database.version,
            self.parameters,
            files,
            files - found,
            grams,
            os.path.getsize(path),
            self._created_ns,
        )

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def __enter__(self) -> NgramIndex:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.close()

    def _by_number(self, select: str, ids: Ids) -> dict[int, Any]:
        """Return rows of two columns as a dictionary: those with these numbers, or all when these are many."""
        if len(ids) > _ALL_AT_ONCE:
            return dict(self._database.query(select))
        found: dict[int, Any] = {}
        for start in range(0, len(ids), KEYS_PER_QUERY):
            part = ids[start : start + KEYS_PER_QUERY].tolist()
            found.update(self._database.query(f"{select} WHERE id IN ({marks(len(part))})", part))
        return found

    def _rows(self, segment: Segment, numbers: Sequence[int]) -> list[tuple[int, bytes]]:
        base = segment.id << ROW_BITS
        rows = self._database.query(
            f"SELECT key, data FROM postings WHERE key IN ({marks(len(numbers))})",
            [base + n for n in numbers],
        )
        expect_rows(len(rows), len(numbers))
        return [(key - base, data) for key, data in rows]

    @contextlib.contextmanager
    def _located(self) -> Iterator[None]:
        """Add the path of the file to errors about damage."""
        try:
            yield
        except StoreCorruptError as error:
            raise StoreCorruptError(error.message, self._database.path) from error
