"""Kinship of the files of a scan, found once: what nothing has changed for is taken from the cache.

Reading the names of 14,000 files and comparing them takes a second, and nearly all scans find the files of the last
one. Owns what kinship depends on: the files with their contents and project folders, and the rules themselves. A
number for those would have to be raised with every word that is added to them, so their source counts.
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
"""Files from which on it is worth while."""


def recall_kin(kin: KinColumns, cache: Cache | None) -> None:
    """Let files know what was found of their kinship at another scan.

    Args:
        kin: of a scan that nobody has asked yet.
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
    """Hand what was found to the cache, where there is anything new.

    Args:
        kin: of a scan.
        cache: as of ``recall_kin``.
    """
    files, _, _ = kin.scan
    if cache is not None and cache.remembers and len(files) >= LEAST and kin.has_news:
        cache.write_join(key_of(kin), array_file.to_bytes({}, kin.found(), deltas=frozenset({"pair"})))


def key_of(kin: KinColumns) -> bytes:
    """16 bytes of all that kinship depends on."""
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
    """16 bytes of the source of all that reads names, and of the program's version where it comes without its source.

    Args:
        folder: with the rules; None takes this program's own.
    """
    folder = folder or Path(actions.__file__).parent
    digest = xxhash.xxh3_128(__version__.encode())
    for source in (*sorted(folder.rglob("*.py")), Path(file_type.__file__)):
        if source.is_file():
            digest.update(source.name.encode() + b"\0" + source.read_bytes())
    return digest.digest()
