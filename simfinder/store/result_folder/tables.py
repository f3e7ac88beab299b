"""The tables of a result folder, read in batches.

Such a folder may come from anybody: what a table has to be (types, lengths, order, no more rows
than the manifest says) is checked before anything is made of it, and nothing is read through a memory map, since a file
that is cut short under one kills the program. What the values mean together is the caller's business.

Read with pyarrow, an optional part of the program, which nothing else imports.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from simfinder.errors import StoreCorruptError, StoreUnavailableError, UsageError, reason_of
from simfinder.store import regular_file
from simfinder.store.result_folder.manifest import MANIFEST, Manifest, read_manifest
from simfinder.store.result_folder.page_headers import page_sizes
from simfinder.text.message import Message, say

if TYPE_CHECKING:
    import pyarrow as pa

TABLES: dict[str, dict[str, str]] = {
    "files": {
        "path": "binary", "size": "int64", "mtime_ns": "int64", "ctime_ns": "int64", "device": "int64",
        "inode": "int64", "mode": "int64", "protected": "bool", "content": "binary", "format": "int32",
    },
    "contents": {
        "content": "binary", "size": "int64", "format": "int32", "piece": "binary", "view": "binary",
        "look": "binary",
    },
    "links": {
        "a": "binary", "b": "binary", "similarity": "float", "weight": "float", "others": "int32",
        "sibling": "bool", "settled": "bool",
    },
    "measured": {"a": "binary", "b": "binary", "similarity": "double"},
    "members": {
        "cluster": "int64", "path": "binary", "size": "int64", "mtime_ns": "int64", "similarity": "float",
        "estimated": "bool", "relation": "string", "basis": "string", "view": "string", "why": "int32",
        "within": "bool", "kinship": "int32", "content": "binary",
    },
    "contains": {"whole": "binary", "part": "binary", "share": "double"},
    "problems": {"path": "binary", "reason": "string"},
    "projects": {"path": "binary"},
    "left_out": {"reason": "string", "path": "binary"},
}  # fmt: skip
"""The tables that are read, and the types of their columns."""

_COUNTED = ("files", "contents", "links", "members", "contains", "problems")
_MAY_BE_EMPTY = frozenset({("files", "content"), ("contents", "view"), ("contents", "look")})
"""Columns in which a value may be missing."""

_MOST_PARTS = 100_000  # files of a table
_MOST_ROWS = 1 << 30
_BATCH = 1 << 16  # rows
_LARGEST_GROUP = 1 << 31  # bytes of a row group, unpacked
_LARGEST_PAGE = 1 << 28  # bytes of a page, unpacked; Spark begins a new one after 1 MiB or 20,000 rows
_LARGEST_FACTOR, _FREE = 1 << 12, 1 << 26
"""Most bytes of a table per byte of its files, and bytes that files of any size may hold."""
_LONGEST = {
    "path": 1 << 16,
    "whole": 1 << 16,
    "part": 1 << 16,
    "view": 1 << 28,
    "piece": 1 << 24,
    "look": 1 << 16,
}
_LONGEST_TEXT = 1 << 16  # bytes of a value in any other column
_LARGEST_BATCH = 1 << 28  # bytes of a column in a batch

Array = npt.NDArray[Any]
Check = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Binary:
    """A column of byte strings.

    Attributes:
        data: all of them, one after the other, uint8.
        ends: (k,) int64, where each ends in ``data``.
        known: (k,) bool, those that are there.
    """

    data: npt.NDArray[np.uint8]
    ends: npt.NDArray[np.int64]
    known: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.ends)

    @property
    def lengths(self) -> npt.NDArray[np.int64]:
        return np.diff(self.ends, prepend=0)

    def values(self) -> list[bytes]:
        """Return them as objects; those that are missing are empty."""
        whole, begin, found = self.data.tobytes(), 0, []
        for end in self.ends.tolist():
            found.append(whole[begin:end])
            begin = end
        return found

    def hashes(self) -> npt.NDArray[np.uint8]:
        """Return (k, 16) uint8; zeros where one is missing.

        Raises:
            ValueError: one that is there has another length.
        """
        if not bool((self.lengths == np.where(self.known, 16, 0)).all()):
            raise ValueError("a hash has another length")
        found = np.zeros((len(self), 16), np.uint8)
        found[self.known] = self.data.reshape(-1, 16)
        return found


Columns = Mapping[str, Any]
"""Columns of a batch: ``Binary`` for bytes and texts, else arrays."""


class ResultFolder:
    """A result that was opened: its manifest is read and its tables are there.

    Use ``ResultFolder.open``.

    Attributes:
        path: of the folder.
        manifest: what it says of itself.
    """

    def __init__(self, path: str, manifest: Manifest, parts: Mapping[str, list[str]]) -> None:
        self.path, self.manifest = path, manifest
        self._parts = parts

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> ResultFolder:
        """Open a folder: read its manifest, and look whether the tables are there.

        Raises:
            UsageError: pyarrow is not installed.
            StoreCorruptError: it is no result, not finished, or damaged.
            NewerVersionError: a newer SimFinder made it.
            StoreUnavailableError: it can't be read.
        """
        place = os.path.abspath(os.fspath(path))
        manifest = read_manifest(place)
        _pyarrow()
        return cls(place, manifest, {name: _parts_of(place, name) for name in TABLES})

    def batches(self, table: str, names: Iterable[str], check: Check) -> Iterator[Columns]:
        """Yield some columns of a table, some thousand rows at a time, in the order of the rows.

        Args:
            table: one of ``TABLES``.
            names: of columns.
            check: called between batches; may raise to stop.

        Raises:
            StoreCorruptError: it is damaged.
            StoreUnavailableError: it can't be read.
        """
        wanted = list(names)
        told = getattr(self.manifest.counts, table) if table in _COUNTED else None
        rows = 0
        for part in self._parts[table]:
            with _Opened(part) as file:
                for batch in _batches(file, table, wanted, os.fstat(file.fileno()).st_size):
                    check()
                    rows += batch.num_rows
                    if rows > (_MOST_ROWS if told is None else told):
                        raise StoreCorruptError(_more_or_fewer(table), self.path)
                    yield {name: _column(batch.column(at), table, name) for at, name in enumerate(wanted)}
        if told is not None and rows != told:
            raise StoreCorruptError(_more_or_fewer(table), self.path)


def places(wanted: Iterable[Binary], among: Iterable[Binary]) -> npt.NDArray[np.int64]:
    """Return where byte strings are among others that are all different; -1 where one is not there.

    Args:
        wanted: (k,) byte strings in batches.
        among: (n,) others, in batches.
    """
    pa = _pyarrow()
    import pyarrow.compute as pc

    known = pa.chunked_array([_arrow(one) for one in among], pa.large_binary()).combine_chunks()
    asked = pa.chunked_array([_arrow(one) for one in wanted], pa.large_binary())
    found = pc.fill_null(pc.index_in(asked, known), -1)
    return np.asarray(found.to_numpy(), np.int64)


def _arrow(column: Binary) -> Any:
    pa = _pyarrow()
    offsets = np.concatenate((np.zeros(1, np.int64), column.ends))
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(np.ascontiguousarray(column.data))]
    return pa.Array.from_buffers(pa.large_binary(), len(column), buffers)


def _pyarrow() -> Any:
    """Return the library.

    Raises:
        UsageError: it is not installed.
    """
    try:
        import pyarrow as pa
        import pyarrow.parquet
    except ImportError:
        raise UsageError(
            say(
                "results of 'simfinder cluster' need pyarrow; install it with: pip install 'simfinder[spark]'"
            )
        ) from None
    return pa


def _parts_of(place: str, table: str) -> list[str]:
    """Return the files of a table in the order of their names."""
    folder = os.path.join(place, table)
    try:
        names = os.listdir(folder)
    except OSError as error:
        raise StoreCorruptError(
            say("is damaged: it has no {} ({})", table, reason_of(error)), place
        ) from None
    found = sorted(name for name in names if name[0] not in "._" and name.endswith(".parquet"))
    if len(found) > _MOST_PARTS:
        raise StoreCorruptError(say("is damaged: {} has {} parts", table, len(found)), place)
    return [os.path.join(folder, name) for name in found]


class _Opened:
    """Open a part of a table; errors of the disk and of pyarrow come out as ``StoreError`` with the path."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._file: Any = None

    def __enter__(self) -> Any:
        try:
            self._file = os.fdopen(regular_file.opened(self._path), "rb")
        except OSError as error:
            raise StoreUnavailableError(say("can't be read: {}", reason_of(error)), self._path) from error
        return self._file

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _trace: object) -> None:
        self._file.close()
        pa = _pyarrow()
        if isinstance(error, MemoryError):  # pyarrow's own is one, too
            raise StoreUnavailableError(
                say("can't be read: there is not enough memory"), self._path
            ) from error
        if isinstance(error, _DamagedError):
            raise StoreCorruptError(say("is damaged: {}", error.why), self._path) from None
        if isinstance(error, pa.ArrowException) or type(error) in (ValueError, EOFError, UnicodeDecodeError):
            raise StoreCorruptError(say("is damaged: it can't be read as Parquet"), self._path) from None
        if isinstance(error, OSError) and error.errno is None:  # pyarrow's words for bytes that make no sense
            raise StoreCorruptError(say("is damaged: it can't be read as Parquet"), self._path) from None
        if isinstance(error, OSError):
            raise StoreUnavailableError(say("can't be read: {}", reason_of(error)), self._path) from error


class _DamagedError(Exception):
    def __init__(self, why: Message) -> None:
        super().__init__(why)
        self.why = why


def _more_or_fewer(table: str) -> Message:
    return say("is damaged: {} has more or fewer rows than its {} says", table, MANIFEST)


def _batches(file: Any, table: str, names: list[str], size: int) -> Iterator[pa.RecordBatch]:
    import pyarrow.parquet as pq

    columns = TABLES[table]
    binary = [name for name in names if columns[name] in ("binary", "string")]
    metadata = pq.read_metadata(file)
    schema = metadata.schema.to_arrow_schema()
    for name in names:
        at = schema.get_field_index(name)
        if at < 0:
            raise _DamagedError(say("it has no column {}", name))
        found = schema.field(at).type
        kind = str(found.value_type if hasattr(found, "value_type") else found).removeprefix("large_")
        if kind != columns[name] and (kind, columns[name]) != ("string", "binary"):
            raise _DamagedError(say("its column {} is of another type", name))
    most = _FREE + _LARGEST_FACTOR * size
    unpacked = 0
    for at in range(metadata.num_row_groups):
        group = metadata.row_group(at)
        unpacked += group.total_byte_size
        if not 0 <= group.num_rows <= _MOST_ROWS or not 0 <= group.total_byte_size <= _LARGEST_GROUP:
            raise _DamagedError(say("it says that it holds more than it can"))
    if metadata.num_rows > _MOST_ROWS or unpacked > most:
        raise _DamagedError(say("it says that it holds more than it can"))
    groups = [at for at in range(metadata.num_row_groups) if metadata.row_group(at).num_rows]
    for at in groups:
        _check_pages(file, metadata.row_group(at), names)
    # values that stand in a dictionary stay there until their lengths are known: a file of some kilobytes could
    # otherwise become any number of gigabytes
    parquet = pq.ParquetFile(
        file, metadata=metadata, read_dictionary=binary, pre_buffer=False, memory_map=False
    )
    # one group at a time: all at once would unpack the next ones beforehand
    for at in groups:
        yield from parquet.iter_batches(batch_size=_BATCH, row_groups=[at], columns=names, use_threads=False)


def _check_pages(file: Any, group: Any, names: list[str]) -> None:
    """Check that the pages of some columns of a row group are no larger than the footer says, which was checked before.

    Raises:
        _DamagedError: one is.
        ValueError: there are no such pages.
    """
    left = group.total_byte_size
    for chunk in map(group.column, range(group.num_columns)):
        if chunk.path_in_schema not in names:
            continue
        begin = chunk.data_page_offset
        if chunk.has_dictionary_page and 0 < chunk.dictionary_page_offset < begin:
            begin = chunk.dictionary_page_offset
        for size in page_sizes(file, begin, chunk.total_compressed_size):
            left -= size
            if size > _LARGEST_PAGE or left < 0:
                raise _DamagedError(say("it says that it holds more than it can"))


def _column(found: Any, table: str, name: str) -> Any:
    """Return a column of a batch as an array, or as ``Binary``.

    Raises:
        _DamagedError: a value is missing or too long.
    """
    kind = TABLES[table][name]
    if found.null_count and (table, name) not in _MAY_BE_EMPTY:
        raise _DamagedError(say("in its column {} a value is missing", name))
    if kind not in ("binary", "string"):
        return found.to_numpy(zero_copy_only=False)
    return _binary(found, name)


def _binary(found: Any, name: str) -> Binary:
    pa = _pyarrow()
    longest = _LONGEST.get(name, _LONGEST_TEXT)
    values, known = found, np.ones(len(found), np.bool_)
    if found.null_count:
        known = np.asarray(found.is_valid().to_numpy(zero_copy_only=False), np.bool_)
    if hasattr(found.type, "value_type"):
        lengths = np.diff(_offsets(found.dictionary))
        if len(lengths) and int(lengths.max()) > longest:
            raise _DamagedError(say("in its column {} a value is too long", name))
        rows = found.indices.fill_null(0).to_numpy(zero_copy_only=False)
        if len(rows) and known.any() and int(lengths[rows][known].sum()) > _LARGEST_BATCH:
            raise _DamagedError(say("it says that it holds more than it can"))
        values = found.dictionary_decode()
    values = values.cast(pa.large_binary())
    offsets = _offsets(values)
    lengths = np.where(known, np.diff(offsets), 0)
    if len(lengths) and int(lengths.max()) > longest:
        raise _DamagedError(say("in its column {} a value is too long", name))
    data = np.frombuffer(values.buffers()[2] or b"", np.uint8)[offsets[0] : offsets[-1]]
    if int(lengths.sum()) != len(data):  # bytes behind a value that is missing
        values = pa.array(values.to_pylist(), pa.large_binary()).fill_null(b"")
        offsets = _offsets(values)
        data = np.frombuffer(values.buffers()[2] or b"", np.uint8)[offsets[0] : offsets[-1]]
    return Binary(data, np.cumsum(lengths, dtype=np.int64), known)


def _offsets(values: Any) -> npt.NDArray[np.int64]:
    """Return (k + 1,) where the values of an array of byte strings begin and end."""
    kind = np.int64 if str(values.type).startswith("large_") else np.int32
    if not len(values):
        return np.zeros(1, np.int64)
    offsets = np.frombuffer(values.buffers()[1], kind)
    return offsets[values.offset : values.offset + len(values) + 1].astype(np.int64)
