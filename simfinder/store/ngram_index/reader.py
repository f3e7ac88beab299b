"""Seed 001's n-gram index, read: which indexed files hold which n-grams.

Disposable, and the person's own: it lies where they say. Numbers in, numbers out: an n-gram is a number, a file is a
number with a name. Postings lie in *segments* of packed rows (``packed_postings``), each file in one of them; a look-up
reads one row per n-gram and segment, and there are few segments (``index_writing``), however many files.
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

_ALL_AT_ONCE = 50_000  # from here on reading all names is faster than asking for each


@dataclass(frozen=True, slots=True)
class IndexInfo:
    """What ``index info`` tells.

    Attributes:
        path: of the file.
        format: version of its layout.
        parameters: what it was made with.
        files: names it knows.
        too_short: those of them that have no n-gram and so are never found.
        grams: postings: distinct n-grams of each file, added up.
        bytes: of the file.
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
        parameters: what it was made with.
    """

    def __init__(self, database: IndexFile) -> None:
        self._database = database
        self.parameters, self._created_ns, self._next_id = read_parameters(database)

    @classmethod
    def open(cls, path: str, *, block_size: int | None = None, ngram: int | None = None) -> NgramIndex:
        """An index at a path.

        Args:
            path: of the file.
            block_size: what the caller takes the index to be made with; None: whatever it is.
            ngram: the same.

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
        """Refuse other parameters than those given.

        Raises:
            SignatureError: naming both.
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
        """All that is asked in the block is answered as of one moment; until its end nobody can write."""
        with self._database.moment():
            yield

    def holders(self, grams: Keys, check: Callable[[], None]) -> Iterator[tuple[int, Ids]]:
        """Who holds which n-gram.

        Args:
            grams: (n,) uint64, distinct n-grams.
            check: called between reads; may raise to stop.

        Yields:
            (place in ``grams``, numbers of files that hold it), several times for the same place where there are
            several segments. Numbers of forgotten files may be among them: ``names``, asked in the same moment,
            leaves them out.
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
        """Names of these files (and maybe of others) by number; those forgotten are left out.

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
        """Names of all files, in no order."""
        with self._located():
            return [name_out(name) for (name,) in self._database.query("SELECT name FROM files")]

    def info(self) -> IndexInfo:
        """Counts and size."""
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
        self._database.close()

    def __enter__(self) -> NgramIndex:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.close()

    def _by_number(self, select: str, ids: Ids) -> dict[int, Any]:
        """Rows of two columns as a dictionary: those whose number is asked for, or all where these are many."""
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
        """Damage found in a row is told with the path of the file."""
        try:
            yield
        except StoreCorruptError as error:
            raise StoreCorruptError(error.message, self._database.path) from error
