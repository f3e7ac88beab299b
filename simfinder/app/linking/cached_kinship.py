"""Cache the kinship of the files of a scan: it is found once and reused until something it depends on changes.

Reading and comparing the names of 14,000 files takes a second, and nearly all scans find the files of the last one.
Kinship depends on the files with their contents and project folders, and on the rules themselves. A version number of
the rules would have to be raised with every word added to them, so the key holds a hash of their source.
"""

from __future__ import annotations

import os
from functools import cache as once
from pathlib import Path

import numpy as np
import xxhash

from simfinder import __version__, actions
from simfinder.actions.kinship.kinship_columns import KinColumns
from simfinder.errors import StoreError
from simfinder.model import file_type
from simfinder.store import array_file
from simfinder.store.cache.cache import Cache

LEAST = 500
"""Fewer files are not worth caching."""


def recall_kin(kin: KinColumns, cache: Cache | None) -> None:
    """Take over from the cache what an earlier scan found of the kinship of the same files.

    Args:
        kin: of a scan, not used yet.
        cache: where it is looked up; None for nowhere.
    """
    files, _, _ = kin.scan
    if cache is None or not cache.remembers or len(files) < LEAST:
        return
    stored = cache.load_join(key_of(kin))
    if stored is None:
        return
    try:
        _, columns = array_file.from_bytes(stored)
    except StoreError:
        return
    kin.recall(columns)


def remember_kin(kin: KinColumns, cache: Cache | None) -> None:
    """Write what was found to the cache, if anything is new.

    Args:
        kin: of a scan.
        cache: as of ``recall_kin``.
    """
    files, _, _ = kin.scan
    if cache is not None and cache.remembers and len(files) >= LEAST and kin.has_news:
        cache.write_join(key_of(kin), array_file.to_bytes({}, kin.found(), deltas=frozenset({"pair"})))


def key_of(kin: KinColumns) -> bytes:
    """Hash everything that kinship depends on to 16 bytes."""
    files, contents, roots = kin.scan
    digest = xxhash.xxh3_128(repr(("kin", len(files))).encode() + _rules())
    digest.update(files.names)
    digest.update(os.fsencode("\0".join(files.folders)))
    columns = (files.ends, files.folder, files.sizes, contents, roots)
    for column in columns:
        digest.update(b"none" if column is None else np.ascontiguousarray(column).tobytes())
    return digest.digest()


@once
def _rules(folder: Path | None = None) -> bytes:
    """Hash the source of everything that reads names to 16 bytes; the program's version where it has no source with it.

    Args:
        folder: with the rules; None for this program's own.
    """
    folder = folder or Path(actions.__file__).parent
    digest = xxhash.xxh3_128(__version__.encode())
    for source in (*sorted(folder.rglob("*.py")), Path(file_type.__file__)):
        if source.is_file():
            digest.update(source.name.encode() + b"\0" + source.read_bytes())
    return digest.digest()
