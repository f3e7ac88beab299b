"""Views of archives in a scan: with and without a cache, damaged, changed meanwhile, cancelled."""

import gzip
import os
import random
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from simfinder.arrays.set_operations import content_keys
from simfinder.errors import Cancelled
from simfinder.model.file_record import Problem
from simfinder.model.progress import Control, Phase
from simfinder.model.scan_options import ScanOptions
from simfinder.scan import pipeline, sign_views
from simfinder.scan.extract import members
from simfinder.scan.extract.limits import Bounds
from simfinder.scan.pipeline import scan
from simfinder.scan.reading import sign_files
from simfinder.scan.sign_views import ViewRecord
from simfinder.signatures.content_hash import content_hash
from simfinder.signatures.sign.sign_bytes import sign
from simfinder.signatures.table.parameters import Parameters
from simfinder.signatures.table.representations import BASES
from simfinder.store.cache.cache import Cache
from tests.helpers.files.office_files import docx
from tests.helpers.files.packed import tar_of
from tests.helpers.screen.tabled import as_tabled

RNG = random.Random(5)
NOTES = b" ".join(RNG.randbytes(3).hex().encode() for _ in range(2000))
TODO = b"milk\n" * 300
WORDS = NOTES.decode().split(" ")[:99]
LOGO = b"\x89PNG\r\n\x1a\n" + RNG.randbytes(500)


def put(path, data):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


@pytest.fixture
def tree(tmp_path):
    root = tmp_path / "tree"
    archive = tar_of({"notes.txt": NOTES, "todo.txt": TODO})
    put(root / "a.tar", archive)
    put(root / "a.tar.gz", gzip.compress(archive, mtime=1))
    put(root / "copy" / "a.tgz", gzip.compress(archive, mtime=1))
    put(root / "notes.txt", NOTES)
    put(root / "notes.txt.gz", gzip.compress(NOTES, mtime=1))
    put(root / "plain.bin", RNG.randbytes(3000))
    put(root / "half.gz", gzip.compress(NOTES, mtime=1)[:-900])
    put(root / "text.gz", b"this is no archive at all\n" * 9)
    put(root / "letter.docx", docx(WORDS, {"word/media/logo.png": LOGO}))
    time.sleep(0.03)  # files written in the last 20 ms are not remembered, on purpose
    return root


def run(root, cache=None, control=None, parameters=None, **options):
    more = (parameters,) if parameters else ()
    return scan(ScanOptions((str(root),), **options), cache, control or Control(), *more)


def signed(data, *parameters):
    """Return the signature of some bytes as a table has it."""
    return as_tabled(sign(data, *parameters))


def content_of(result, path):
    """Return the row of a file's content."""
    return next(
        row
        for file, row in zip(result.files, result.content_row.tolist(), strict=True)
        if file.path == str(path)
    )


def view_of(result, path):
    """Return the name of a file's view, and its signature."""
    content = content_of(result, path)
    row = int(result.representations.view[content])
    return result.representations.name_of(content), (
        result.representations.table.row(row) if row >= 0 else None
    )


def assert_equal(a, b):
    assert a.files == b.files
    assert np.array_equal(a.content_row, b.content_row)
    for name in ("content", "size", "tags", "spam1", "simhash", "sketch"):
        assert np.array_equal(
            getattr(a.representations.table, name), getattr(b.representations.table, name)
        ), name
    assert np.array_equal(a.representations.view, b.representations.view)
    assert [a.representations.name_of(i) for i in range(len(a.representations))] == [
        b.representations.name_of(i) for i in range(len(b.representations))
    ]
    assert np.array_equal(a.representations.kind, b.representations.kind)
    assert a.members == b.members
    assert a.media == b.media
    assert a.problems == b.problems


HALF = Problem("half.gz", "ends too early")


def test_what_each_content_is_compared_by(tree):
    put(tree / "logo.png", LOGO)
    put(tree / "tune.flac", b"fLaC" + RNG.randbytes(500))
    result = run(tree)
    kinds = {
        os.path.relpath(file.path, tree): str(BASES[result.representations.kind[row]])
        for file, row in zip(result.files, result.content_row.tolist(), strict=True)
    }
    assert kinds == {
        "a.tar": "members", "a.tar.gz": "members", "copy/a.tgz": "members", "notes.txt": "text",
        "notes.txt.gz": "text", "plain.bin": "bytes", "half.gz": "bytes", "text.gz": "text",
        "letter.docx": "text", "logo.png": "pictures", "tune.flac": "sound",
    }  # fmt: skip
    bare = run(tree, raw=True)
    assert {str(BASES[kind]) for kind in bare.representations.kind.tolist()} == {
        "text",
        "bytes",
        "pictures",
        "sound",
    }
    assert BASES[bare.representations.kind[content_of(bare, tree / "letter.docx")]] == "bytes"


def test_media_of_documents_are_apart_from_members_of_archives(tree):
    result = run(tree)
    row = content_of(result, tree / "letter.docx")
    assert list(result.media) == [row]
    assert row not in result.members
    assert [(m.name, m.size, m.content) for m in members.unpack(result.media[row])] == [
        (b"word/media/logo.png", len(LOGO), content_hash(LOGO))
    ]


def test_what_archives_hold_is_signed(tree):
    result = run(tree)
    both = NOTES + TODO
    assert view_of(result, tree / "a.tar") == ("tar", signed(both))
    assert view_of(result, tree / "a.tar.gz") == ("tar", signed(both))
    assert view_of(result, tree / "copy" / "a.tgz") == ("tar", signed(both))
    assert view_of(result, tree / "notes.txt.gz") == ("gzip", signed(NOTES))
    for plain in ("notes.txt", "plain.bin", "text.gz", "half.gz"):
        assert view_of(result, tree / plain) == ("raw", None)
    listed = members.unpack(result.members[content_of(result, tree / "a.tar")])
    assert [(m.name, m.size, m.content) for m in listed] == [
        (b"notes.txt", len(NOTES), content_hash(NOTES)),
        (b"todo.txt", len(TODO), content_hash(TODO)),
    ]
    (problem,) = result.problems
    assert problem.path == str(tree / "half.gz")
    assert "early" in problem.reason


def test_no_hash_comes_twice_and_both_parts_ascend(tree):
    result = run(tree)
    keys = content_keys(result.representations.table.content)
    n = len(result.representations)
    # the tars share a view, the letter has one; the notes are there themselves
    assert len(set(keys.tolist())) == len(keys) == n + 2
    assert keys[:n].tolist() == sorted(keys[:n].tolist())
    assert len(result.table) == n
    for file, row in zip(result.files, result.content_row.tolist(), strict=True):
        assert result.table.row(row) == signed(Path(file.path).read_bytes())


def test_raw_looks_into_nothing(tree):
    result = run(tree, raw=True)
    assert not result.representations.any
    assert result.members == {}
    assert result.problems == ()
    assert len(result.representations.table) == len(result.table)


def test_identical_only_looks_into_nothing(tree):
    result = run(tree, identical=True)
    assert not result.representations.any
    assert result.problems == ()


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_cache_remembers_views_and_their_problems(tree, tmp_path, monkeypatch, jobs):
    path = tmp_path / "cache" / "c.sqlite3"
    with Cache.open(path) as cache:
        first = run(tree, cache, jobs=jobs)
    monkeypatch.setattr(sign_views.ViewSigner, "look", lambda *_: pytest.fail("looked again"))
    with Cache.open(path) as cache:
        second = run(tree, cache, jobs=jobs)
    assert_equal(first, second)
    assert second.from_cache == 9


def test_a_scan_of_bytes_alone_serves_a_later_one_with_views(tree, tmp_path, monkeypatch):
    path = tmp_path / "cache" / "c.sqlite3"
    with Cache.open(path) as cache:
        run(tree, cache, raw=True)
    monkeypatch.setattr(pipeline, "FileSigner", lambda *_: pytest.fail("read again"))
    with Cache.open(path) as cache:
        result = run(tree, cache)
        assert result.from_cache == 9
    assert view_of(result, tree / "a.tar")[0] == "tar"
    with Cache.open(path) as cache:
        assert not run(tree, cache, raw=True).representations.any


def test_views_made_by_other_rules_are_made_again(tree, tmp_path, monkeypatch):
    path = tmp_path / "cache" / "c.sqlite3"
    with Cache.open(path) as cache:
        run(tree, cache)
    monkeypatch.setattr(sign_views.limits, "BOUNDS", Bounds(members=1))
    monkeypatch.setattr(sign_views, "BOUNDS", Bounds(members=1))
    monkeypatch.setattr(
        pipeline._Scan, "_viewing",
        lambda self: sign_views.ViewSigner(
            self.files, self.formats, self.control, self.parameters, follow=False, bounds=Bounds(members=1)
        ),
    )  # fmt: skip
    with Cache.open(path) as cache:
        result = run(tree, cache)
    assert {os.path.basename(p.path) for p in result.problems} == {"a.tar", "a.tar.gz", "a.tgz", "half.gz"}
    assert not result.members


def test_a_malformed_view_in_the_cache_is_made_again(tree, tmp_path):
    path = tmp_path / "cache" / "c.sqlite3"
    with Cache.open(path) as cache:
        first = run(tree, cache)
        made_of = sign_views.version_key(pipeline.version_key())
        for name, bad in (
            ("a.tar", b"junk"),
            ("notes.txt.gz", ViewRecord("gzip", b"x" * 16, 9, b"junk").pack()),
        ):
            cache.write_views([(content_hash((tree / name).read_bytes()), bad)], made_of)
    with Cache.open(path) as cache:
        assert_equal(run(tree, cache), first)
        assert_equal(run(tree, cache), first)


@pytest.mark.parametrize("code", [1, 2, 6, 9, 200])
def test_a_cache_that_tells_a_format_no_file_has_makes_no_file_a_damaged_one(
    tree, tmp_path, monkeypatch, code
):
    for name in os.listdir(tree):
        if "." in name and name not in ("plain.bin", "notes.txt"):
            (tree / name).unlink()
    with Cache.open(tmp_path / "cache.sqlite3") as cache:
        assert run(tree, cache).problems == ()
        load = Cache.load

        def wrong(self, *args):
            for known in load(self, *args):
                known.formats[:] = [code] * len(known.formats)
                yield known

        monkeypatch.setattr(Cache, "load", wrong)
        again = run(tree, cache)
        assert again.problems == ()
        assert again.from_cache == len(again.files)


def test_other_parameters_sign_views_too(tree):
    parameters = Parameters(shingle=6, features=64)
    result = run(tree, parameters=parameters)
    assert view_of(result, tree / "notes.txt.gz")[1] == signed(NOTES, parameters)


@pytest.mark.parametrize(
    "size", [sign_files.TOGETHER - 1, sign_files.TOGETHER + 1, sign_views.SMALL + 70_000]
)
def test_views_of_any_size_are_signed_alike(tmp_path, size):
    data = (RNG.randbytes(4096) * (size // 4096 + 1))[:size]
    put(tmp_path / "t" / "x.gz", gzip.compress(data, 1, mtime=1))
    assert view_of(run(tmp_path / "t"), tmp_path / "t" / "x.gz") == ("gzip", signed(data))


def test_an_archive_of_empty_files_has_members_and_no_view(tmp_path):
    put(tmp_path / "t" / "x.tar", tar_of({"a": b"", "b": b""}))
    result = run(tmp_path / "t")
    assert view_of(result, tmp_path / "t" / "x.tar") == ("raw", None)
    assert [m.size for m in members.unpack(result.members[0])] == [0, 0]
    assert result.problems == ()


def test_a_file_that_changes_between_reading_and_looking_is_a_problem_and_not_remembered(
    tree, tmp_path, monkeypatch
):
    look = sign_views.ViewSigner.look

    def change(self, batch):
        put(tree / "a.tar", tar_of({"other.txt": TODO}))
        (tree / "notes.txt.gz").unlink(missing_ok=True)
        return look(self, batch)

    path = tmp_path / "cache" / "c.sqlite3"
    with Cache.open(path) as cache, monkeypatch.context() as patch:
        patch.setattr(sign_views.ViewSigner, "look", change)
        result = run(tree, cache)
    reasons = {os.path.basename(p.path): p.reason for p in result.problems}
    assert "changed" in reasons["a.tar"]
    assert reasons["notes.txt.gz"] == "No such file or directory"
    assert view_of(result, tree / "a.tar")[0] == "raw"
    put(tree / "notes.txt.gz", gzip.compress(NOTES, mtime=1))
    with Cache.open(path) as cache:
        again = run(tree, cache)
    assert {os.path.basename(p.path) for p in again.problems} == {"half.gz"}
    assert view_of(again, tree / "notes.txt.gz")[0] == "gzip"
    assert view_of(again, tree / "a.tar")[1] == signed(TODO)


def test_a_cancel_keeps_what_was_seen(tree, tmp_path, monkeypatch):
    """Files whose views were made before the cancel are not opened again."""
    control, looked = Control(), []
    look = sign_views.ViewSigner._look_at

    def until(self, i, *rest):
        looked.append(i)
        if len(looked) == 3:
            control.cancel()
        return look(self, i, *rest)

    path = tmp_path / "cache" / "c.sqlite3"
    monkeypatch.setattr(pipeline.thread_pool, "_FILES", 1)
    with Cache.open(path) as cache:
        with monkeypatch.context() as patch:
            patch.setattr(sign_views.ViewSigner, "_look_at", until)
            with pytest.raises(Cancelled):
                run(tree, cache, control, jobs=1)
        assert cache.info().views == 2
        assert view_of(run(tree, cache), tree / "a.tar")[0] == "tar"


def test_no_worker_is_left(tree):
    before = children()
    run(tree)
    assert children() == before


def children():
    me = os.getpid()
    found = set()
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1]) == me:
                found.add(pid)
        except OSError:
            continue
    return found


def test_progress_tells_of_looking_inside(tree, monkeypatch):
    control, phases = Control(), []
    begin = control.begin
    monkeypatch.setattr(
        control, "begin", lambda phase, **totals: (phases.append((phase, totals)), begin(phase, **totals))
    )
    run(tree, control=control, jobs=1)
    opening = dict(phases)[Phase.OPENING]
    assert opening["files_total"] == 5  # contents: a.tar, the two tgz, notes.txt.gz, half.gz, letter.docx
    assert control.snapshot().files == 5
    assert control.snapshot().problems == 1


def test_nothing_to_look_into_starts_no_worker(tmp_path, monkeypatch):
    put(tmp_path / "t" / "x.txt", NOTES)
    monkeypatch.setattr(sign_views, "ViewReader", lambda *_: pytest.fail("a worker for nothing"))
    assert not run(tmp_path / "t").representations.any


@pytest.mark.parametrize(
    "shown",
    [
        ViewRecord(),
        ViewRecord(problem="is odd: \udcff"),
        ViewRecord(
            "zip",
            bytes(range(16)),
            12345678901,
            b"piece",
            members.pack([members.Member(b"a\xff", 3, b"h" * 16)]),
        ),
        ViewRecord("zip", bytes(16), 3, b"p"),
        ViewRecord("tar", members=members.pack([])),
        ViewRecord(
            "pdf", bytes(16), 3, b"p", media=members.pack([members.Member(b"a", 3, b"h" * 16)]), kind=240
        ),
    ],
)
def test_seen_comes_back(shown):
    assert ViewRecord.parse(shown.pack()) == shown


def test_seen_malformed_is_none():
    data = ViewRecord(
        "zip", bytes(range(16)), 5, b"piece", members.pack([members.Member(b"a", 3, b"h" * 16)])
    ).pack()
    for cut in range(len(data)):
        assert ViewRecord.parse(data[:cut]) is None
    assert ViewRecord.parse(data + b"x") is None


class Reading:
    """In the place of the readers: notes how many files are read at once."""

    def __init__(self):
        self.now = self.most = 0
        self.lock = threading.Lock()

    def read(self, path, *_, **__):
        with self.lock:
            self.now += 1
            self.most = max(self.most, self.now)
        time.sleep(0.2)
        with self.lock:
            self.now -= 1
        raise sign_views.NoViewError("no view", path, lasting=True)


def test_files_that_take_much_memory_are_read_one_at_a_time(tmp_path, monkeypatch):
    size = 600 << 10
    page, data = b"<!doctype html><html><body>" + b"w " * (size // 2), b'["' + b"w " * (size // 2) + b'"]'
    for i in range(4):
        put(tmp_path / f"{i}.html", page + b"%d" % i)
        put(tmp_path / f"{i}.json", data + b" " * i)
    reading = Reading()
    monkeypatch.setattr(sign_views.ViewSigner, "_reader", lambda _: reading)
    run(tmp_path, jobs=4)
    assert reading.most == 1
    monkeypatch.setattr(sign_views, "_PATIENCE", 0.0)  # as if the first one waited for a drive
    run(tmp_path, jobs=4)
    assert reading.most > 1
    reading.most = 0
    monkeypatch.undo()
    monkeypatch.setattr(sign_views.ViewSigner, "_reader", lambda _: reading)
    monkeypatch.setattr(sign_views, "_HEAVY", size * 2)
    run(tmp_path, jobs=4)
    assert reading.most > 1
