"""What an executor does with files: read and sign them, and look inside, as a scan does.

Both functions take and yield Arrow batches, as ``DataFrame.mapInArrow`` asks for. A file that can't be read costs a row
with its problem; one that kills the process that looks inside it costs its view.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, Final

import numpy as np
import pyarrow as pa

from simfinder.app.session.spark.row_cache import Known, RowCache, columns_of, files_of
from simfinder.app.session.spark.tables import RECORD
from simfinder.arrays.file_columns import FileColumns
from simfinder.arrays.set_operations import content_keys
from simfinder.model.file_record import FileRecord
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.scan.extract import formats
from simfinder.scan.extract import members as held_members
from simfinder.scan.pipeline import ScanResult, sign_walk
from simfinder.scan.sign_views import ViewRecord
from simfinder.scan.walk.walker import Walk
from simfinder.signatures.table.parameters import Parameters
from simfinder.text.message import encode

FOUND: Final = pa.schema(
    [
        ("view", pa.binary()),
        ("look", pa.binary()),
        ("view_hash", pa.binary()),
        ("view_size", pa.int64()),
        ("view_piece", pa.binary()),
        ("closed", pa.bool_()),
    ]
)
"""What looking into a content finds; all null, and ``closed`` false, where there is nothing to look into. ``view_hash``
only where the content is compared by it."""

SIGNED: Final = pa.schema(
    [
        *RECORD,
        ("content", pa.binary()),
        ("format", pa.int32()),
        ("piece", pa.binary()),
        ("problem", pa.string()),
        *FOUND,
    ]
)
LOOKED: Final = pa.schema([("content", pa.binary()), ("problem", pa.string()), *FOUND])

MOST_NAMES: Final = 10
"""Identical files that are listed for either side of what lies in what, as a scan does."""

INSIDE: Final = (*formats.BY_CODE, formats.PICTURE, formats.MEDIA)
"""Codes of the formats whose files are looked into."""


def sign(
    batches: Iterable[pa.RecordBatch], options: ScanOptions, parameters: Parameters
) -> Iterator[pa.RecordBatch]:
    """Read and sign files: the columns of ``tables.RECORD`` in, those of ``SIGNED`` out, without what is inside."""
    for batch in batches:
        files = _in_order(files_of(pa.Table.from_batches([batch])))
        cache, result = _scanned(files, replace(options, raw=True), Known(), parameters)
        yield from _signed(cache, result)


def sign_remote(
    batches: Iterable[pa.RecordBatch], options: ScanOptions, parameters: Parameters
) -> Iterator[pa.RecordBatch]:
    """Sign files of an object store and look inside: rows of Spark's ``binaryFile`` in, those of ``SIGNED`` out.

    Each is put into a temporary file for the time, which alone the sandbox can be given.
    """
    for batch in batches:
        with tempfile.TemporaryDirectory(prefix="simfinder-") as folder:
            uris: dict[str, tuple[str, int]] = {}
            for row in batch.to_pylist():
                place = os.path.join(folder, str(len(uris)), row["path"].rsplit("/", 1)[-1] or "file")
                os.mkdir(os.path.dirname(place))
                with open(place, "xb") as file:
                    file.write(row["content"])
                uris[place] = row["path"], int(row["modificationTime"].timestamp() * 1e6) * 1000
            files = _in_order(FileColumns.of(map(_record, uris)))
            cache, result = _scanned(files, options, Known(), parameters)
            found = _found_inside(cache, result)
            for signed in _signed(cache, result, found):
                rows = [_named(row, uris) for row in signed.to_pylist()]
                yield pa.RecordBatch.from_pylist(rows, schema=SIGNED)


def look(
    batches: Iterable[pa.RecordBatch], options: ScanOptions, parameters: Parameters
) -> Iterator[pa.RecordBatch]:
    """Look into contents that nobody has looked into.

    Args:
        batches: one file of each, with its content, format and piece, and the view and look that are known of it.
        options: of the scan.
        parameters: of the signatures.

    Yields:
        The columns of ``LOOKED``.
    """
    for batch in batches:
        table = pa.Table.from_batches([batch]).sort_by("path")
        files = files_of(table)
        contents, pieces = table.column("content").to_pylist(), table.column("piece").to_pylist()
        signed = dict(zip(contents, zip(files.sizes.tolist(), pieces, strict=True), strict=True))
        views, looks = (
            {
                content: packed
                for content, packed in zip(contents, table.column(name).to_pylist(), strict=True)
                if packed
            }
            for name in ("view", "look")
        )
        known = Known(contents, table.column("format").to_pylist(), signed, views, looks)
        cache, result = _scanned(files, options, known, parameters)
        cache.views, cache.looks = views | cache.views, looks | cache.looks
        found = _found_inside(cache, result)
        reasons = {problem.path: encode(problem.reason) for problem in result.problems}
        rows = [
            {"content": content, "problem": reasons.get(path), **found[content]}
            for content, path in zip(contents, files.paths(), strict=True)
        ]
        yield pa.RecordBatch.from_pylist(rows, schema=LOOKED)


def members(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Yield what contents hold as archives, documents or mails: ``whole`` and ``part``, hashes."""
    for batch in batches:
        wholes: list[bytes] = []
        parts: list[bytes] = []
        for content, packed in zip(
            batch.column("content").to_pylist(), batch.column("view").to_pylist(), strict=True
        ):
            shown = ViewRecord.parse(packed)
            for held in (shown.members, shown.media) if shown is not None else ():
                hashes = held_members.columns(held)[1]
                parts += [
                    hashes[begin : begin + held_members.HASH]
                    for begin in range(0, len(hashes), held_members.HASH)
                ]
            wholes += [content] * (len(parts) - len(wholes))
        yield pa.RecordBatch.from_pydict(
            {"whole": pa.array(wholes, pa.binary()), "part": pa.array(parts, pa.binary())}
        )


def _scanned(
    files: FileColumns, options: ScanOptions, known: Known, parameters: Parameters
) -> tuple[RowCache, ScanResult]:
    cache = RowCache(known)
    alone = replace(options, jobs=1, identical=False)
    return cache, sign_walk(Walk(files, {}, [], ()), alone, cache, Control(), parameters)


def _signed(
    cache: RowCache, result: ScanResult, found: dict[bytes, dict[str, Any]] | None = None
) -> Iterator[pa.RecordBatch]:
    """Yield the rows of what was read, then those of what could not be."""
    for files, columns in cache.files:
        contents = [of.tobytes() for of in columns.contents]
        inside = [(found or {}).get(content, _NOTHING) for content in contents]
        made = {
            **columns_of(files),
            "content": pa.array(contents, pa.binary()),
            "format": pa.array(columns.formats, pa.int32()),
            "piece": pa.array(list(columns.pieces), pa.binary()),
            "problem": pa.nulls(len(files), pa.string()),
            **{field.name: pa.array([row[field.name] for row in inside], field.type) for field in FOUND},
        }
        yield pa.RecordBatch.from_pydict(made, schema=SIGNED)
    lost = [
        {"path": os.fsencode(problem.path), "problem": encode(problem.reason), **_NOTHING}
        for problem in result.problems
    ]
    if lost:
        yield pa.RecordBatch.from_pylist(lost, schema=SIGNED)


_NOTHING: Final[dict[str, Any]] = {field.name: None for field in FOUND} | {"closed": False}


def _found_inside(cache: RowCache, result: ScanResult) -> dict[bytes, dict[str, Any]]:
    """Return what was found in each content of a scan, as columns of ``FOUND``.

    A scan built from these rows must not look again, so what is not worth storing in a cache (a file changed while it
    was looked into) is a view with nothing in it here.
    """
    representations = result.representations
    problems = {problem.path: problem.reason for problem in result.problems}
    reasons = {
        int(row): problems[path]
        for row, path in zip(result.content_row.tolist(), result.files.paths(), strict=True)
        if path in problems
    }
    keys = content_keys(representations.table.content).astype("S16")
    found: dict[bytes, dict[str, Any]] = {}
    for row in range(len(representations)):
        content = keys[row].ljust(16, b"\0")
        view = int(representations.view[row])
        packed = cache.views.get(content)
        if packed is None and row in reasons:
            packed = ViewRecord(problem=reasons[row]).pack()
        shown = None if packed is None else ViewRecord.parse(packed)
        found[content] = {
            "view": packed,
            "look": cache.looks.get(content),
            "view_hash": keys[view].ljust(16, b"\0") if view >= 0 else None,
            "view_size": int(representations.table.size[view]) if view >= 0 else None,
            "view_piece": shown.piece if shown is not None and view >= 0 else None,
            "closed": bool(representations.closed[row]),
        }
    return found


def _in_order(files: FileColumns) -> FileColumns:
    """Return files in the order of the bytes of their paths, as a walk gives them."""
    paths = files.byte_paths()
    return files.take(np.array(sorted(range(len(paths)), key=paths.__getitem__), np.intp))


def _record(path: str) -> FileRecord:
    status = os.stat(path)
    return FileRecord(
        path, status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns
    )


def _named(row: dict[str, Any], uris: dict[str, tuple[str, int]]) -> dict[str, Any]:
    """Return the row of a file with the name it has in its object store."""
    uri, changed = uris[os.fsdecode(row["path"])]
    return row | {
        "path": os.fsencode(uri),
        "mtime_ns": changed,
        "ctime_ns": changed,
        "device": 0,
        "inode": 0,
        "mode": 0o100444,
        "protected": True,
    }
