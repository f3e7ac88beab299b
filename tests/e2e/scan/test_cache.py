"""``cache`` of the real program: what it tells, checks and forgets; it never asks."""

import os
import sqlite3

import pytest

from simfinder.store import app_dirs
from tests.helpers.program import simfinder


@pytest.fixture
def scanned(copies):
    assert simfinder("scan", copies, "--json").code == 0
    return copies


def test_verify_and_prune(scanned):
    assert simfinder("cache", "info", "--json").json["files"] == 400
    done = simfinder("cache", "verify", "--sample", "50", "--json")
    assert done.code == 0, done.err
    assert {name: done.json[name] for name in ("version", "files", "checked", "wrong", "damage")} == {
        "version": 1, "files": 400, "checked": 50, "wrong": [], "damage": ""
    }  # fmt: skip
    with sqlite3.connect(app_dirs.cache_file()) as database:
        (a,), (b,) = database.execute("SELECT id FROM contents ORDER BY id LIMIT 2").fetchall()
        database.execute("UPDATE locations SET content = ? WHERE content = ?", (a, b))
    database.close()
    done = simfinder("cache", "verify", "--all")
    assert done.code == 1
    assert done.out.startswith(b"400 of 400 files read again: 2 wrong")
    assert done.err.count("another content") == 2
    assert simfinder("cache", "verify", "--all").code == 0

    files = sorted((scanned / "old").rglob("*.dat"))
    for path in files[:40]:
        os.unlink(path)
    before = simfinder("cache", "info", "--json").json["files"]
    done = simfinder("cache", "prune", "--json")
    assert done.code == 0, done.err
    known = simfinder("cache", "info", "--json").json["files"]
    assert done.json["files"] == before - known
    assert 36 <= before - known <= 40  # those that were wrong had been forgotten before
    assert simfinder("cache", "prune", "--max-size", "1k").code == 0
    assert simfinder("cache", "info", "--json").json["files"] == 0
    again = simfinder("scan", scanned, "--json")
    assert len(again.json["clusters"]) == 160


@pytest.mark.parametrize(
    "arguments",
    [["verify", "--sample", "x"], ["verify", "--all", "--sample", "3"], ["prune", "--days", "-1"], []],
)
def test_bad_input_is_one_line(arguments):
    done = simfinder("cache", *arguments)
    assert done.code == 2
    assert "Traceback" not in done.err


def test_a_damaged_cache_is_told_and_begun_anew(scanned):
    file = app_dirs.cache_file()
    data = bytearray(file.read_bytes())
    data[20_000 : len(data) // 2] = os.urandom(len(data) // 2 - 20_000)
    file.write_bytes(data)
    done = simfinder("cache", "verify", "--all")
    assert done.code in (1, 2)
    assert "Traceback" not in done.err
    assert "damaged" in done.err
