"""What executors do with files: the signatures and views a scan stores, and what becomes of bad files."""

import os
import random

import pyarrow as pa
import pytest

from simfinder.app.session.spark import listing, signing
from simfinder.app.session.spark.row_cache import RowCache, columns_of, files_of
from simfinder.app.session.spark.tables import RECORD
from simfinder.errors import UsageError
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.scan.pipeline import scan
from simfinder.scan.sign_views import ViewRecord
from simfinder.signatures.table.parameters import PLAIN
from tests.helpers.files.documents import report
from tests.helpers.files.packed import docx_of, zip_of

RNG = random.Random(5)


@pytest.fixture
def folder(tmp_path):
    root = tmp_path / "in"
    root.mkdir()
    for i in range(6):
        (root / f"letter {i}.docx").write_bytes(docx_of(report(RNG, paragraphs=12).decode().splitlines()))
        (root / f"note {i}.txt").write_bytes(report(RNG, paragraphs=9))
    (root / os.fsdecode(b"odd \xff name.txt")).write_bytes(report(RNG, paragraphs=9))
    (root / "all.zip").write_bytes(zip_of({f"{i}.txt": report(RNG, paragraphs=4) for i in range(4)}))
    return root


def listed(root):
    walk = listing.walked(ScanOptions((os.fspath(root),)), "/nowhere")
    return pa.table(columns_of(walk.files), schema=RECORD)


def signed_in(root, at_once=5):
    options = ScanOptions((os.fspath(root),), jobs=1)
    batches = signing.sign(listed(root).to_batches(at_once), options, PLAIN)
    return options, pa.Table.from_batches(batches, signing.SIGNED).sort_by("path")


def test_files_come_back_as_they_were(folder):
    walk = listing.walked(ScanOptions((os.fspath(folder),)), "/nowhere")
    again = files_of(pa.table(columns_of(walk.files), schema=RECORD))
    assert list(again) == list(walk.files)


def test_signatures_are_those_a_scan_stores(folder):
    _, table = signed_in(folder)
    cache = RowCache()
    scan(ScanOptions((os.fspath(folder),), raw=True, jobs=1), cache, Control())
    stored = {
        path: (content, form, piece)
        for files, columns in cache.files
        for path, content, form, piece in zip(
            files.byte_paths(), map(bytes, columns.contents), columns.formats, columns.pieces, strict=True
        )
    }
    rows = table.to_pylist()
    assert {row["path"]: (row["content"], row["format"], row["piece"]) for row in rows} == stored
    assert len(stored) == 14


def test_views_are_those_a_scan_stores(folder):
    options, table = signed_in(folder)
    cache = RowCache()
    result = scan(options, cache, Control())
    inside = table.filter(pa.compute.is_in(table.column("format"), pa.array(signing.INSIDE, pa.int32())))
    rows = pa.Table.from_batches(signing.look(inside.to_batches(2), options, PLAIN)).to_pylist()
    assert {row["content"]: row["view"] for row in rows} == cache.views
    assert len(rows) == 7
    shown = {row["content"]: row["view_hash"] for row in rows}
    contents = result.table.content
    for row, view in enumerate(result.representations.view.tolist()):
        expected = result.representations.table.content[view].tobytes() if view >= 0 else None
        assert shown.get(contents[row].tobytes()) == expected


def test_recordings_are_compared_by_their_bytes(folder, monkeypatch):
    """Nobody decodes them, and what is stored of them is a view, as of all others."""
    pytest.importorskip("av")
    from simfinder.scan.media.av_readers import AvReader
    from tests.helpers.recordings import music, saved

    (folder / "song.flac").write_bytes(saved(music(8, 1), "flac"))
    monkeypatch.setattr(AvReader, "__init__", lambda *_: pytest.fail("it listens"))
    cache = RowCache()
    scan(ScanOptions((os.fspath(folder),), jobs=1), cache, Control())
    assert len(cache.views) == 7
    assert all(ViewRecord.parse(packed) is not None for packed in cache.views.values())


def test_a_bad_file_costs_its_own_view_only(folder):
    whole = (folder / "letter 1.docx").read_bytes()
    (folder / "letter 9.docx").write_bytes(whole[: len(whole) // 2])
    options, table = signed_in(folder)
    inside = table.filter(pa.compute.is_in(table.column("format"), pa.array(signing.INSIDE, pa.int32())))
    rows = pa.Table.from_batches(signing.look(inside.to_batches(100), options, PLAIN)).to_pylist()
    bad = [row for row in rows if row["problem"]]
    assert len(rows) == 8
    assert len(bad) == 1
    assert bad[0]["view"] is not None  # so that nobody looks again
    assert bad[0]["closed"]
    assert sum(row["view_hash"] is not None for row in rows) == 7


def test_a_file_that_is_gone_is_a_problem(folder):
    table = listed(folder)
    (folder / "note 3.txt").unlink()
    options = ScanOptions((os.fspath(folder),), jobs=1)
    rows = pa.Table.from_batches(signing.sign(table.to_batches(5), options, PLAIN)).to_pylist()
    lost = [row for row in rows if row["content"] is None]
    assert [os.fsdecode(row["path"]) for row in lost] == [os.fspath(folder / "note 3.txt")]
    assert "No such file" in lost[0]["problem"]


def test_what_is_known_is_not_read_again(folder):
    options, table = signed_in(folder)
    inside = table.filter(pa.compute.is_in(table.column("format"), pa.array(signing.INSIDE, pa.int32())))
    first = pa.Table.from_batches(signing.look(inside.to_batches(), options, PLAIN)).sort_by("content")
    known = inside.sort_by("content").drop_columns(["view", "look"])
    known = known.append_column("view", first.column("view")).append_column("look", first.column("look"))
    for path in folder.iterdir():
        path.unlink()
    again = pa.Table.from_batches(signing.look(known.to_batches(3), options, PLAIN)).sort_by("content")
    assert again.equals(first)


def test_the_folder_of_the_result_is_left_out(folder):
    out = folder / "result"
    out.mkdir()
    (out / "part.parquet").write_bytes(b"PAR1")
    walk = listing.walked(ScanOptions((os.fspath(folder),)), os.fspath(out))
    assert len(walk.files) == 14


def test_folders_and_uris_do_not_mix():
    assert listing.is_remote(["s3a://bucket/a", "hdfs://name/b"])
    assert not listing.is_remote(["/home", "relative"])
    with pytest.raises(UsageError, match="folders and URIs can't be in one run"):
        listing.is_remote(["/home", "s3a://bucket/a"])


def test_remote_files_are_signed_under_their_own_names(folder):
    rows = [
        {
            "path": path.as_uri(),
            "modificationTime": pa.scalar(1_700_000_000_000_000, pa.timestamp("us", "UTC")).as_py(),
            "length": path.stat().st_size,
            "content": path.read_bytes(),
        }
        for path in sorted(folder.glob("*.docx"))
    ]
    options = ScanOptions(("s3a://bucket",), jobs=1)
    batches = pa.Table.from_pylist(rows).to_batches(2)
    found = pa.Table.from_batches(signing.sign_remote(batches, options, PLAIN)).sort_by("path").to_pylist()
    assert [os.fsdecode(row["path"]) for row in found] == sorted(row["path"] for row in rows)
    _, local = signed_in(folder)
    assert {row["content"] for row in found} <= set(local.column("content").to_pylist())
    assert all(row["view_hash"] and row["protected"] and row["device"] == 0 for row in found)
