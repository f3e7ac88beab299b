"""``--from DIR``: what ``cluster`` has found, shown and acted on like a scan; what it says decides nothing."""

import json
import os
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from simfinder.app.session.session import Session
from simfinder.app.verify.verifier import Verifier
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.store.cache.cache import Cache
from tests.helpers.program import simfinder
from tests.helpers.results.made_results import (
    wait_to_be_remembered,
    write_manifest,
    write_many,
    write_session,
)

DAY = 86_400


def text(name, edits=0):
    lines = [f"line {number} of {name}, which is about the number {number * number}" for number in range(150)]
    for edit in range(edits):
        lines[7 * edit + 3] = f"another line {edit}"
    return "\n".join(lines).encode()


def write(path, data, day):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    os.utime(path, (1_700_000_000 + DAY * day,) * 2)


@pytest.fixture
def root(tmp_path):
    root = tmp_path / "mine"
    write(root / "report v1.txt", text("report"), 1)
    write(root / "report v2.txt", text("report", 6), 2)
    write(root / "letter.txt", text("a letter"), 1)
    write(root / "letter copy.txt", text("a letter"), 2)
    write(root / "thesis v1.txt", os.urandom(3_000).hex().encode(), 1)
    write(root / "thesis v2.txt", os.urandom(3_000).hex().encode(), 2)
    return root


@pytest.fixture
def result(root, tmp_path):
    wait_to_be_remembered()
    with Cache.open() as cache:
        session = Session.run(ScanOptions((str(root),), jobs=1), cache=cache, control=Control())
        session.verify(Verifier(session.result, cache, Control()))
    write_session(tmp_path / "result", session)
    return str(tmp_path / "result")


def names(folder):
    return sorted(path.name for path in Path(folder).rglob("*") if path.is_file())


def test_the_json_is_that_of_the_scan(root, result):
    scan, shown = simfinder("scan", str(root), "--json"), simfinder("scan", "--from", result, "--json")
    assert shown.code == scan.code == 0
    assert shown.json == scan.json
    assert len(shown.json["clusters"]) == 2
    assert shown.json["verified"]
    for form in ("--csv", "--html"):
        assert b"report v1.txt" in simfinder("scan", "--from", result, form).out
    lines = simfinder("scan", "--from", result)
    assert b"letter.txt" in lines.out
    assert "Opened what was found on" in lines.err


def test_tolerances_are_those_of_the_result_unless_others_are_given(root, result):
    shown = simfinder("scan", "--from", result, "--tolerance", "0", "--json")
    assert (
        shown.json["clusters"] == simfinder("scan", str(root), "--tolerance", "0", "--json").json["clusters"]
    )
    assert len(shown.json["clusters"]) == 1
    wide = simfinder("scan", "--from", result, "--tolerance", "70", "--json")
    assert "a wider tolerance finds no more" in wide.err


def test_clean_measures_and_undo_brings_back(root, result):
    before = names(root)
    planned = simfinder("plan", "--from", result, "--json").json
    assert {os.path.basename(act["path"]) for act in planned["acts"]} == {"report v1.txt", "letter copy.txt"}
    done = simfinder("clean", "--from", result, "--yes", "--json")
    assert done.code == 0
    assert {act["state"] for act in done.json["acts"]} == {"done"}
    assert names(root) == sorted({*before} - {"report v1.txt", "letter copy.txt"})
    assert "2 files are gone since: left out" in simfinder("scan", "--from", result).err
    assert simfinder("undo").code == 0
    assert names(root) == before


def test_what_a_result_lies_about_stays(root, result, tmp_path):
    """Two files that share nothing, said to be versions: the stranger knows all about them, and wrote the result."""
    files = {os.path.basename(row["path"]): row for row in pq.read_table(f"{result}/files").to_pylist()}
    old, new = files[b"thesis v1.txt"], files[b"thesis v2.txt"]
    a, b = sorted((old["content"], new["content"]))
    links = pq.read_table(f"{result}/links")
    more = {"a": a, "b": b, "similarity": 0.99, "weight": 1.0, "others": 1, "sibling": False, "settled": True}
    rows = sorted([*links.to_pylist(), more], key=lambda row: (row["a"], row["b"]))
    pq.write_table(pa.Table.from_pylist(rows, links.schema), f"{result}/links/part-00000.parquet")
    members = pq.read_table(f"{result}/members")
    last = 1 + max(members["cluster"].to_pylist())
    usual = {
        "cluster": last,
        "estimated": False,
        "basis": "text",
        "view": "raw",
        "why": 0,
        "within": True,
        "kinship": -1,
    }
    lie = [
        usual | {name: row[name] for name in ("path", "size", "mtime_ns", "content")} | said
        for row, said in (
            (new, {"relation": "kept", "similarity": 1.0}),
            (old, {"relation": "older", "similarity": 0.99}),
        )
    ]
    whole = pa.Table.from_pylist([*members.to_pylist(), *lie], members.schema)
    pq.write_table(whole, f"{result}/members/part-00000.parquet")
    told = json.loads(Path(result, "manifest.json").read_text())
    told["counts"] |= {"links": len(rows), "members": len(members) + 2, "clusters": last + 1}
    write_manifest(result, told)
    shown = simfinder("scan", "--from", result, "--json").json
    assert [
        file["relation"] for file in shown["clusters"][-1]["files"] if b"thesis v1" in file["path"].encode()
    ] == ["older"]
    done = simfinder("clean", "--from", result, "--yes", "--json")
    assert done.code == 1
    assert "thesis v1.txt: " in done.err
    assert "shares" in done.err or "is not an older version" in done.err
    assert "thesis v1.txt" in names(root)
    assert "report v1.txt" not in names(root)


def test_files_of_nowhere_are_shown_and_nothing_else(tmp_path):
    write_many(tmp_path / "many", 30)
    shown = simfinder("scan", "--from", str(tmp_path / "many"), "--json")
    assert len(shown.json["clusters"]) == 30
    assert shown.err.count("nothing can be done to them") == 1
    cleaned = simfinder("clean", "--from", str(tmp_path / "many"), "--yes")
    assert cleaned.code == 2
    assert "read-only" in cleaned.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["scan"], "name a FOLDER to look through, or --from DIR"),
        (["scan", "--from", "DIR", "FOLDER"], "no FOLDER goes with it"),
        (["scan", "--from", "DIR", "--hidden"], "--hidden is for a scan"),
        (["scan", "--from", "DIR", "--method", "spamsum"], "--method is for a scan"),
        (["scan", "--from", "DIR", "--method", "py=spamsum"], "--method is for a scan"),
        (["clean", "--from", "DIR", "--folders", "--yes"], "--folders is for a scan"),
        (["scan", "--from", "/nowhere"], "/nowhere: is no result of 'simfinder cluster'"),
        (
            ["scan", "--from", os.path.dirname(__file__)],
            "is no result of 'simfinder cluster': it has no manifest.json",
        ),
    ],
)
def test_wrong_words_get_one_line(arguments, said):
    done = simfinder(*arguments)
    assert done.code == 2
    assert said in done.err
    assert "Traceback" not in done.err


def test_without_a_display_a_result_is_shown_in_the_terminal(result):
    done = simfinder(result)
    assert done.code == 0
    assert b"letter.txt" in done.out
