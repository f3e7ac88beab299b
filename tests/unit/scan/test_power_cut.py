"""Power fails while the cache is written: whatever part of the log is on the disk, the next scan is right."""

import random
import sqlite3
from pathlib import Path

import numpy as np
import pytest

from simfinder.app.linking import pipeline
from simfinder.app.session.session import Session
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.store.cache import schema as cache_schema
from simfinder.store.cache import two_tier_tables
from simfinder.store.cache import writer as cache_writer
from simfinder.store.cache.cache import Cache
from tests.helpers.files.trees import version_tree

HEAD, FRAME = 32, 24 + cache_schema.PAGE
"""Bytes of the header of SQLite's log, and of one page in it."""


def told(folder, cache):
    session = Session.run(ScanOptions((str(folder),)), cache=cache, control=Control())
    table = session.clusters
    return (
        session.result.table.content.tobytes(),
        session.result.content_row.tolist(),
        table.members.tolist(),
        np.round(table.similarity, 6).tolist(),
    )


@pytest.fixture
def cut_short(tmp_path, monkeypatch):
    """A cache as it was before a second scan, and the whole log of that scan."""
    monkeypatch.setattr(pipeline, "LEAST", 1)
    monkeypatch.setattr(cache_writer, "FILES_PER_COMMIT", 5)
    monkeypatch.setattr(two_tier_tables, "_LEAST_POURED", 10)
    tree = version_tree(tmp_path / "tree")
    file = tmp_path / "c" / "cache.sqlite3"
    with Cache.open(file) as cache:
        told(tree.root, cache)
    rng = random.Random(1)
    for path in tree.files()[::3]:
        with open(path, "r+b") as changed:
            changed.write(rng.randbytes(20))
    reader = sqlite3.connect(file)  # the log is not folded in while somebody reads
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM locations").fetchone()
    with Cache.open(file) as cache:
        right = told(tree.root, cache)
    before, log = file.read_bytes(), Path(f"{file}-wal").read_bytes()
    reader.close()
    assert right == told(tree.root, None)
    return tree.root, file, before, log, right


def test_the_log_ends_anywhere(cut_short):
    root, file, before, log, right = cut_short
    frames = (len(log) - HEAD) // FRAME
    assert frames > 10
    rng = random.Random(2)
    for frame in range(frames + 1):
        cut = HEAD + frame * FRAME
        for end in {cut, min(len(log), cut + rng.randrange(FRAME))}:
            for companion in ("-wal", "-shm"):
                Path(f"{file}{companion}").unlink(missing_ok=True)
            file.write_bytes(before)
            Path(f"{file}-wal").write_bytes(log[:end])
            with Cache.open(file) as cache:
                assert told(root, cache) == right
                assert cache.take_warnings() == []
            with sqlite3.connect(file) as database:
                assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            database.close()


def test_a_page_of_the_log_is_not_what_was_written(cut_short):
    """Its checksum is wrong: it and all after it are ignored."""
    root, file, before, log, right = cut_short
    rng = random.Random(3)
    for _ in range(20):
        damaged = bytearray(log)
        damaged[rng.randrange(HEAD, len(log))] ^= 1 << rng.randrange(8)
        for companion in ("-wal", "-shm"):
            Path(f"{file}{companion}").unlink(missing_ok=True)
        file.write_bytes(before)
        Path(f"{file}-wal").write_bytes(damaged)
        with Cache.open(file) as cache:
            assert told(root, cache) == right
            assert cache.take_warnings() == []
