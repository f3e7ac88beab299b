"""The tables of a result folder, as Arrow schemas, and its manifest.

The manifest is written last, so a folder without one is not finished. ``SCHEMA`` is raised with every change that a
reader must know of.
"""

from __future__ import annotations

from typing import Final

import pyarrow as pa

from simfinder.store.result_folder.manifest import FORMAT, MANIFEST, SCHEMA

__all__ = ["FORMAT", "MANIFEST", "OVERLAPS", "RECORD", "SCHEMA", "TABLES"]

_HASH = _PATH = pa.binary()

RECORD: Final = pa.schema(
    [
        ("path", _PATH),
        ("size", pa.int64()),
        ("mtime_ns", pa.int64()),
        ("ctime_ns", pa.int64()),
        ("device", pa.int64()),
        ("inode", pa.int64()),
        ("mode", pa.int64()),
        ("protected", pa.bool_()),
    ]
)
"""What the walk knows of a file; device and inode signed, as ``FileColumns.numbers``."""

OVERLAPS: Final = pa.schema(
    [
        ("a", _HASH),
        ("b", _HASH),
        *[(name, pa.int64()) for name in ("of_a", "of_b", "size_a", "size_b")],
        ("made_of", pa.string()),
    ]
)
"""Measured overlaps, as ``store.cache.records.Measured``, and the rules they were measured by."""

TABLES: Final = {
    "files": pa.schema([*RECORD, ("content", _HASH), ("format", pa.int32())]),
    "contents": pa.schema(
        [
            ("content", _HASH),
            ("size", pa.int64()),
            ("format", pa.int32()),
            ("piece", pa.binary()),
            ("view", pa.binary()),
            ("look", pa.binary()),
        ]
    ),
    "links": pa.schema(
        [
            ("a", _HASH),
            ("b", _HASH),
            ("similarity", pa.float32()),
            ("weight", pa.float32()),
            ("others", pa.int32()),
            ("sibling", pa.bool_()),
            ("settled", pa.bool_()),
        ]
    ),
    "measured": pa.schema([("a", _HASH), ("b", _HASH), ("similarity", pa.float64())]),
    "clusters": pa.schema(
        [
            ("cluster", pa.int64()),
            ("kept", _PATH),
            ("files", pa.int32()),
            ("weakest", pa.float32()),
            ("bytes_freed", pa.int64()),
        ]
    ),
    "members": pa.schema(
        [
            ("cluster", pa.int64()),
            ("path", _PATH),
            ("size", pa.int64()),
            ("mtime_ns", pa.int64()),
            ("similarity", pa.float32()),
            ("estimated", pa.bool_()),
            ("relation", pa.string()),
            ("basis", pa.string()),
            ("view", pa.string()),
            ("why", pa.int32()),
            ("within", pa.bool_()),
            ("kinship", pa.int32()),
            ("content", _HASH),
        ]
    ),
    "contains": pa.schema([("whole", _PATH), ("part", _PATH), ("share", pa.float64())]),
    "problems": pa.schema([("path", _PATH), ("reason", pa.string())]),
    "projects": pa.schema([("path", _PATH)]),
    "left_out": pa.schema([("reason", pa.string()), ("path", _PATH)]),
    "rows": pa.schema([("key", pa.binary()), ("size", pa.int64()), ("roles", pa.int32())]),
    "row_links": pa.schema(
        [("a", pa.binary()), ("b", pa.binary()), ("similarity", pa.float32()), ("method", pa.string())]
    ),
    "overlaps": OVERLAPS,
}
"""The tables of a result, by the name of their folder. docs/spark.md says what their columns mean; the last three are
for a later run that reuses the result."""
