"""The whole scan: the same arrays with and without a cache, problems listed, work kept."""

import gc
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import weakref
import zipfile
from pathlib import Path

import numpy as np
import pytest

from simfinder.errors import Cancelled, UsageError
from simfinder.model.file_record import Problem
from simfinder.model.progress import Control, Phase
from simfinder.model.scan_options import ScanOptions
from simfinder.scan import pipeline
from simfinder.scan.pipeline import scan
from simfinder.scan.reading import exact_duplicates, read_batch, read_small_files, sign_files
from simfinder.signatures.sign.sign_bytes import sign
from simfinder.signatures.table.parameters import Parameters
from simfinder.signatures.table.signature_table import SignatureTable
from simfinder.signatures.tagcount.tag_sets import parse_tags
from simfinder.store.cache.cache import Cache
from tests.helpers.files.trees import hostile_tree, unlock
from tests.helpers.screen.tabled import as_tabled


def put(path, data):
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def let_settle():
    """Wait: files written in the last 20 ms are not cached, on purpose."""
    time.sleep(0.03)


@pytest.fixture
def tree(tmp_path):
    """Sixty small files in five folders, some of them copies, a large one, and an empty one."""
    root = tmp_path / "tree"
    rng = random.Random(3)
    for i in range(60):
        put(root / f"f{i % 5}" / f"{i}.dat", rng.randbytes(1000 + i) if i % 6 else b"copy " * 100)
    put(root / "large.bin", rng.randbytes(700_000))
    put(root / "empty", b"")
    let_settle()
    return root


def run(root, cache=None, control=None, **options):
    return scan(ScanOptions((str(root),), **options), cache, control or Control())


def assert_equal(a, b):
    assert a.files == b.files
    assert np.array_equal(a.content_row, b.content_row)
    for name in SignatureTable.__slots__:
        assert np.array_equal(getattr(a.table, name), getattr(b.table, name)), name
    assert (a.passed_over, a.problems, a.bytes) == (b.passed_over, b.problems, b.bytes)


def test_every_file_has_its_row(tree):
    result = run(tree)
    assert len(result.files) == 61
    assert result.content_row.dtype == np.int32
    assert len(result.table) == 52
    for file, row in zip(result.files, result.content_row.tolist(), strict=True):
        assert result.table.row(row) == as_tabled(sign(Path(file.path).read_bytes()))
    assert [f.path for f in result.files] == sorted((f.path for f in result.files), key=os.fsencode)
    assert result.passed_over == {"empty": 1}
    assert result.bytes == sum(f.size for f in result.files)
    assert result.problems == ()
    assert result.from_cache == 0
    assert result.seconds > 0


@pytest.mark.parametrize("jobs", [1, 2, 7])
def test_the_same_with_and_without_cache_and_for_any_number_of_threads(tree, jobs):
    plain = run(tree)
    with Cache.open() as cache:
        first = run(tree, cache, jobs=jobs)
        second = run(tree, cache, jobs=jobs)
    with Cache.open() as cache:
        third = run(tree, cache, jobs=jobs)
    for other in (first, second, third):
        assert_equal(plain, other)
    assert (first.from_cache, second.from_cache, third.from_cache) == (0, 61, 61)


def test_second_scan_opens_no_file(tree, monkeypatch):
    with Cache.open() as cache:
        run(tree, cache)

        def refuse(*_, **__):
            raise AssertionError("a file was opened")

        monkeypatch.setattr(sign_files, "sign_file", refuse)
        monkeypatch.setattr(read_batch, "read_small", refuse)
        monkeypatch.setattr(read_small_files, "_read_files", refuse)
        control = Control()
        assert run(tree, cache, control).from_cache == 61
    shown = control.snapshot()
    assert (shown.phase, shown.files, shown.files_total, shown.from_cache) == (Phase.READING, 61, 61, 61)
    assert shown.bytes == shown.bytes_total == 0


def test_other_parameters_are_kept_apart_in_the_cache(tree):
    own = Parameters(parse_tags("ff 8\n1 1"), 96, 5, 2, 32, 6, 40)
    heavier = Parameters(parse_tags("ff 8 2\n1 1 3"), 96, 5, 2, 32, 6, 40)
    options = ScanOptions(roots=(str(tree),))
    with Cache.open() as cache:
        plain = scan(options, cache, Control())
        for parameters in (own, heavier):
            first = scan(options, cache, Control(), parameters)
            assert first.from_cache == 0
            again = scan(options, cache, Control(), parameters)
            assert again.from_cache == len(again.files)
            assert again.table.parameters == parameters
            assert_equal(first, again)
            assert_equal(again, scan(options, None, Control(), parameters))
        assert again.table.tags.shape[1] == 2
        assert again.table.own_print.shape[1] == 40
        second = scan(options, cache, Control())
        assert second.from_cache == len(second.files)
        assert_equal(plain, second)


def test_only_what_changed_is_read(tree):
    with Cache.open() as cache:
        run(tree, cache)
        (tree / "f1" / "1.dat").write_bytes(b"edited")
        (tree / "f2" / "2.dat").rename(tree / "f3" / "renamed.dat")
        put(tree / "f4" / "new.dat", b"new")
        (tree / "f0" / "0.dat").unlink()
        edited = tree / "f1" / "11.dat"
        times = edited.stat()
        edited.write_bytes(bytes(times.st_size))
        os.utime(edited, ns=(times.st_atime_ns, times.st_mtime_ns))  # the same size and time, another content
        let_settle()
        control = Control()
        result = run(tree, cache, control)
    assert_equal(result, run(tree))
    assert result.from_cache == 61 - 1 - 2
    shown = control.snapshot()
    assert (shown.files, shown.files_total) == (61, 61)
    assert shown.bytes == shown.bytes_total == len(b"edited") + len(b"new") + times.st_size


def test_copies_are_one_row_even_from_cache(tree, tmp_path):
    with Cache.open() as cache:
        run(tree, cache)
        put(tmp_path / "tree" / "another copy", b"copy " * 100)
        result = run(tree, cache)
    assert len(result.table) == 52
    assert_equal(result, run(tree))


def test_empty_files_when_asked_for(tree):
    put(tree / "empty too", b"")
    result = run(tree, empty=True)
    rows = [
        row for file, row in zip(result.files, result.content_row.tolist(), strict=True) if file.size == 0
    ]
    assert len(rows) == 2
    assert rows[0] == rows[1]


def test_nothing_there(tmp_path):
    result = run(tmp_path)
    assert result.files == []
    assert len(result.table) == 0
    assert result.content_row.shape == (0,)


def test_no_folder_at_all(tmp_path):
    with pytest.raises(UsageError, match="No such file"):
        run(tmp_path / "nowhere")


def test_vanished_file_is_a_problem_and_the_rest_goes_on(tree, monkeypatch):
    gone = tree / "f1" / "1.dat"
    real = pipeline.walk

    def walk_then_lose(*arguments):
        walked = real(*arguments)
        gone.unlink()
        return walked

    monkeypatch.setattr(pipeline, "walk", walk_then_lose)
    control = Control()
    with Cache.open() as cache:
        result = run(tree, cache, control)
    assert result.problems == (Problem(str(gone), "No such file or directory"),)
    assert str(gone) not in [f.path for f in result.files]
    assert len(result.files) == len(result.content_row) == 60
    assert control.snapshot().problems == 1
    assert control.snapshot().files == 61


def test_a_vanished_file_keeps_nothing_of_the_scan_in_memory(tree, monkeypatch):
    gone = tree / "f1" / "1.dat"
    real, scans = pipeline.walk, []

    def walk_then_lose(*arguments):
        walked = real(*arguments)
        gone.unlink()
        return walked

    class Watched(read_batch.BatchReader):
        def __init__(self, **options):
            super().__init__(**options)
            scans.append(weakref.ref(self))

    monkeypatch.setattr(pipeline, "walk", walk_then_lose)
    monkeypatch.setattr(sign_files, "BatchReader", Watched)
    gc.collect()
    gc.disable()  # as a session scans
    try:
        result = run(tree)
        assert result.problems
        assert [scan() for scan in scans] == [None]
    finally:
        gc.enable()


def test_changed_since_listed_is_taken_as_it_is(tree, monkeypatch):
    path = tree / "f1" / "1.dat"
    real = pipeline.walk

    def walk_then_write(*arguments):
        walked = real(*arguments)
        path.write_bytes(b"written in between")
        return walked

    monkeypatch.setattr(pipeline, "walk", walk_then_write)
    result = run(tree)
    (i,) = (i for i, f in enumerate(result.files) if f.path == str(path))
    assert result.files[i].size == 18
    assert result.table.row(int(result.content_row[i])) == as_tabled(sign(b"written in between"))


def test_hostile_tree(tmp_path):
    hostile = hostile_tree(tmp_path / "tree")
    try:
        with Cache.open() as cache:
            result = run(tmp_path / "tree", cache)
            again = run(tmp_path / "tree", cache)
    finally:
        unlock(hostile)
    paths = {f.path: row for f, row in zip(result.files, result.content_row.tolist(), strict=True)}
    assert paths[hostile.twins[0]] == paths[hostile.twins[1]]
    assert set(hostile.odd_names) <= set(paths)
    assert hostile.deepest in paths
    assert result.passed_over["special"] == 2
    assert result.passed_over["symlink"] == len(hostile.passed_over) - 2
    assert result.passed_over["empty"] == len(hostile.empty)
    assert result.passed_over["same-file"] == len(hostile.links) - 1
    assert_equal(result, again)


def test_files_deeper_than_the_longest_path(tmp_path):
    root = tmp_path / "deep"
    root.mkdir()
    handle = os.open(root, os.O_RDONLY)
    for _ in range(100):
        os.mkdir("d" * 60, dir_fd=handle)
        below = os.open("d" * 60, os.O_RDONLY, dir_fd=handle)
        os.close(handle)
        handle = below
    with open(os.open("end", os.O_WRONLY | os.O_CREAT, dir_fd=handle), "wb") as file:
        file.write(b"down here" * 100)
    os.close(handle)
    try:
        result = run(root)
        assert result.problems == ()
        assert result.table.row(0) == as_tabled(sign(b"down here" * 100))
    finally:
        subprocess.run(["rm", "-rf", str(root)], check=True)


class TestCacheTrouble:
    def test_corrupt_cache_is_told_and_the_result_is_the_same(self, tree):
        with Cache.open() as cache:
            run(tree, cache)
            path = cache.info().path
        with open(path, "r+b") as file:
            file.seek(16384)
            file.write(b"\x55" * (os.path.getsize(path) - 16384))
        with Cache.open() as cache:
            result = run(tree, cache)
            again = run(tree, cache)
        assert [p.path for p in result.warnings] == [path]
        assert "set aside" in result.warnings[0].reason
        assert result.from_cache == 0
        assert again.problems == ()
        assert again.from_cache == 61
        assert_equal(again, run(tree))

    def test_full_disk(self, tree):
        with Cache.open() as cache:
            cache._file.database.query("PRAGMA max_page_count = 8")
            result = run(tree, cache)
        assert "no space left" in result.warnings[0].reason
        assert len(result.warnings) == 1
        assert len(result.files) == 61
        assert np.array_equal(result.table.sketch, run(tree).table.sketch)

    def test_malformed_blobs_are_read_again(self, tree):
        with Cache.open() as cache:
            run(tree, cache)
            cache._file.database.execute("UPDATE signatures SET piece = x'00' WHERE key / 65536 % 2 = 0")
            result = run(tree, cache)
            assert 0 < result.from_cache < 61
            assert_equal(result, run(tree))
            assert run(tree, cache).from_cache == 61


class TestIdentical:
    def test_compiled_runs_and_single_calls_find_the_same(self, tmp_path, monkeypatch):
        root = tmp_path / "tree"
        rng = random.Random(14)
        for i in range(60):
            data = bytearray(rng.choice([b"a", b"b"]) * rng.choice([5, 8192, 8193, 20_000, 300_000]))
            for _ in range(rng.randrange(3)):
                data[rng.choice([0, 1, len(data) // 2, len(data) - 1]) % len(data)] ^= 1
            put(root / f"{i % 7}" / f"{i}", bytes(data))
        put(root / "0" / "vanishing", b"a" * 8193)
        let_settle()
        found = []
        for possible in (True, False):
            if not possible:
                monkeypatch.setattr(read_small_files, "possible", lambda: False)
            result = run(root, identical=True)
            found.append((result.files, result.content_row.tolist(), result.table.content.tolist()))
        assert found[0] == found[1]
        assert len({row for row in found[0][1] if row >= 0}) > 5

    def test_only_twins_are_hashed(self, tmp_path, monkeypatch):
        monkeypatch.setattr(read_small_files, "possible", lambda: False)  # whose calls can't be watched
        root = tmp_path / "tree"
        rng = random.Random(4)
        big = rng.randbytes(50_000)
        put(root / "a", big)
        put(root / "b", big)
        put(root / "same ends", big[:25_000] + bytes([big[25_000] ^ 1]) + big[25_001:])
        put(root / "other ends", bytes([big[0] ^ 1]) + big[1:])
        put(root / "alone", rng.randbytes(50_001))
        put(root / "small 1", b"small")
        put(root / "small 2", b"small")
        put(root / "small 3", b"smalL")
        let_settle()
        opened = []
        real = os.open

        def spy(path, *more, **named):
            opened.append(os.path.basename(os.fsdecode(path)))
            return real(path, *more, **named)

        os.open = spy
        try:
            result = run(root, identical=True)
        finally:
            os.open = real
        rows = {
            os.path.basename(f.path): row
            for f, row in zip(result.files, result.content_row.tolist(), strict=True)
        }
        assert rows["a"] == rows["b"] >= 0
        assert rows["small 1"] == rows["small 2"] >= 0
        assert rows["same ends"] not in (-1, rows["a"])
        assert rows["small 3"] == -1  # its size is that of others, its first look is not
        assert rows["alone"] == rows["other ends"] == -1
        assert opened.count("alone") == 0
        assert opened.count("other ends") == 1
        assert opened.count("a") == 2
        assert opened.count("small 1") == 2
        assert result.table.size[rows["a"]] == 50_000
        assert not result.table.sketch_len.any()
        assert len(result.table) == 3

    def test_cache_helps_and_changes_nothing(self, tree):
        plain = run(tree, identical=True)
        with Cache.open() as cache:
            first = run(tree, cache, identical=True)
            second = run(tree, cache, identical=True)
        assert_equal(plain, first)
        assert_equal(plain, second)
        assert first.from_cache == 0
        assert second.from_cache == (second.content_row >= 0).sum() == 10

    def test_what_a_full_scan_knew_is_used(self, tree):
        with Cache.open() as cache:
            run(tree, cache)
            put(tree / "one more", b"copy " * 100)
            let_settle()
            result = run(tree, cache, identical=True)
            assert result.from_cache == 10
            (row,) = {result.content_row[i] for i, f in enumerate(result.files) if f.size == 500}
            assert row >= 0
            # and a full scan afterwards reads what has no signatures yet
            assert_equal(run(tree, cache), run(tree))

    def test_progress_ends_where_it_should(self, tree):
        control = Control()
        run(tree, None, control, identical=True)
        shown = control.snapshot()
        assert shown.files == shown.files_total == 61
        assert shown.bytes == shown.bytes_total

    def test_vanished(self, tree, monkeypatch):
        real = pipeline.walk

        def walk_then_lose(*arguments):
            walked = real(*arguments)
            (tree / "f0" / "0.dat").unlink()
            return walked

        monkeypatch.setattr(pipeline, "walk", walk_then_lose)
        result = run(tree, identical=True)
        assert result.problems == (Problem(str(tree / "f0" / "0.dat"), "No such file or directory"),)
        assert len(result.files) == 60

    def test_cancel(self, tree):
        control = Control()
        real = control.begin

        def begin(phase, **more):
            real(phase, **more)
            if phase is Phase.READING:
                control.cancel()

        control.begin = begin
        with pytest.raises(Cancelled):
            run(tree, None, control, identical=True)


def test_cancel_keeps_what_was_signed(tmp_path):
    rng = random.Random(8)
    for i in range(400):
        put(tmp_path / "tree" / f"{i}", rng.randbytes(60_000))
    let_settle()
    control = Control()
    with Cache.open() as cache:

        def cancel_half_way():
            while control.snapshot().phase is not Phase.READING or control.snapshot().files < 100:
                time.sleep(0.002)
            control.cancel()

        thread = threading.Thread(target=cancel_half_way)
        thread.start()
        with pytest.raises(Cancelled):
            run(tmp_path / "tree", cache, control)
        thread.join()
        signed = control.snapshot().files
        assert 100 <= signed < 400
    with Cache.open() as cache:
        assert cache.info().files == signed
        assert run(tmp_path / "tree", cache).from_cache == signed


def stop_in(phase, files, control):
    """Stop a scan early once so many files of a phase are done."""

    def stop():
        while control.snapshot().phase is not phase or control.snapshot().files < files:
            time.sleep(0.002)
        control.stop_early()

    thread = threading.Thread(target=stop, daemon=True)
    thread.start()
    return thread


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_scan_stopped_early_is_one_of_the_files_read_until_then(tmp_path, jobs):
    rng = random.Random(8)
    for i in range(400):
        put(tmp_path / "tree" / f"{i}", rng.randbytes(60_000) if i % 2 else b"same " * 10_000)
    let_settle()
    control = Control()
    thread = stop_in(Phase.READING, 100, control)
    some = run(tmp_path / "tree", None, control, jobs=jobs)
    thread.join()
    assert control.stopped_early
    assert 100 <= len(some.files) < 400
    assert some.unread == 400 - len(some.files)
    whole = run(tmp_path / "tree")
    assert whole.unread == 0
    content = dict(zip(whole.files.paths(), whole.table.content[whole.content_row].tolist(), strict=True))
    for path, row in zip(some.files.paths(), some.content_row, strict=True):
        assert some.table.content[row].tolist() == content[path]
    control.check()  # what follows goes on


def test_a_scan_stopped_while_it_looks_inside_counts_what_it_left_closed(tmp_path):
    for i in range(60):
        with zipfile.ZipFile(tmp_path / f"{i}.zip", "w") as archive:
            archive.writestr("words.txt", random.Random(i).randbytes(200_000).hex())
    let_settle()
    control = Control()
    thread = stop_in(Phase.OPENING, 3, control)
    some = run(tmp_path, None, control, jobs=1)
    thread.join()
    assert len(some.files) == 60
    assert some.unread == 60 - int((some.representations.view >= 0).sum())
    assert 0 < some.unread <= 57


def test_what_is_stopped_before_anything_was_read_is_cancelled(tree):
    control = Control()
    control.stop_early()
    with pytest.raises(Cancelled):
        run(tree, None, control)


def test_a_cancel_after_an_early_stop_counts(tree):
    control = Control()
    control.stop_early()
    control.cancel()
    control.begin(Phase.COMPARING)
    assert not control.stopped_early
    with pytest.raises(Cancelled):
        control.check()


@pytest.mark.parametrize("only_identical", [False, True])
def test_cancel_that_a_worker_sees_first(tmp_path, monkeypatch, only_identical):
    """The last results may come before the scanning thread has looked at the control itself."""
    control = Control()
    put(tmp_path / "tree" / "a", b"same")
    put(tmp_path / "tree" / "b", b"same")

    def cancelled_meanwhile(*_, **__):
        control.cancel()
        raise Cancelled

    monkeypatch.setattr(read_small_files, "possible", lambda: False)
    monkeypatch.setattr(sign_files, "sign_file", cancelled_meanwhile)
    monkeypatch.setattr(read_batch, "read_small", cancelled_meanwhile)
    monkeypatch.setattr(exact_duplicates, "hash_file", cancelled_meanwhile)
    with pytest.raises(Cancelled):
        run(tmp_path / "tree", None, control, jobs=1, identical=only_identical)


def test_cancel_answers_within_a_second_even_in_huge_files(tmp_path):
    sign(b"warm")
    for name in ("a", "b", "c"):
        with open(tmp_path / name, "wb") as file:
            file.truncate(50 * 2**30)
    control = Control()
    threading.Timer(0.5, control.cancel).start()
    begin = time.monotonic()
    with pytest.raises(Cancelled):
        run(tmp_path, None, control)
    assert time.monotonic() - begin < 1.5


def test_pause_stops_the_work(tmp_path):
    with open(tmp_path / "huge", "wb") as file:
        file.truncate(50 * 2**30)
    control = Control()
    failed = []

    def work():
        try:
            run(tmp_path, None, control)
        except Cancelled:
            failed.append("cancelled")

    thread = threading.Thread(target=work)
    thread.start()
    while control.snapshot().bytes == 0:
        time.sleep(0.01)
    control.pause()
    time.sleep(0.3)
    before = control.snapshot()
    time.sleep(0.3)
    after = control.snapshot()
    assert before.bytes == after.bytes > 0
    assert before.now == after.now
    control.resume()
    time.sleep(0.3)
    assert control.snapshot().bytes > after.bytes
    control.cancel()
    thread.join(5)
    assert failed == ["cancelled"]


PROGRAM = """
import sys
from simfinder.model.scan_options import ScanOptions
from simfinder.model.progress import Control
from simfinder.scan.pipeline import scan
from simfinder.store.cache.cache import Cache
with Cache.open() as cache:
    result = scan(ScanOptions((sys.argv[1],)), cache, Control())
    print(len(result.files), result.from_cache, result.problems)
"""


def test_killed_scan_loses_little_and_damages_nothing(tmp_path):
    rng = random.Random(9)
    for i in range(300):
        put(tmp_path / "tree" / f"{i:03}", rng.randbytes(100_000))
    with open(tmp_path / "tree" / "zz", "wb") as file:
        file.truncate(50 * 2**30)  # keeps the program busy for as long as it takes
    let_settle()
    program = subprocess.Popen([sys.executable, "-c", PROGRAM, str(tmp_path / "tree")])
    with Cache.open() as cache:
        deadline = time.monotonic() + 60
        while cache.info().files < 100:
            assert time.monotonic() < deadline
            assert program.poll() is None
            time.sleep(0.05)
    program.send_signal(signal.SIGKILL)
    program.wait()
    os.unlink(tmp_path / "tree" / "zz")
    with Cache.open() as cache:
        result = run(tmp_path / "tree", cache)
    assert result.problems == ()
    assert result.from_cache >= 100
    assert_equal(result, run(tmp_path / "tree"))


def test_two_programs_scan_one_tree_at_once(tree):
    programs = [
        subprocess.Popen([sys.executable, "-c", PROGRAM, str(tree)], stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    for program in programs:
        out, _ = program.communicate(timeout=120)
        assert program.returncode == 0
        assert out.startswith("61 ")
        assert out.endswith(" ()\n")
    with Cache.open() as cache:
        assert run(tree, cache).from_cache == 61


AS_NOBODY = """
import os, sys
from simfinder.model.scan_options import ScanOptions
from simfinder.model.progress import Control
from simfinder.scan.reading import read_small_files as bulk, recognise_batch as heads
from simfinder.scan.walk import list_directory as entries
from simfinder.scan.pipeline import scan
from simfinder.signatures.sign.warmup import warm_up
warm_up(), bulk.warm_up(), heads.warm_up(), entries.warm_up()
os.setgid(65534); os.setgroups([]); os.setuid(65534)
result = scan(ScanOptions((sys.argv[1],)), None, Control())
print([os.path.basename(f.path) for f in result.files], [(os.path.basename(p.path), p.reason) for p in result.problems])
"""


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="drops root's rights")
def test_file_without_permission():
    with tempfile.TemporaryDirectory() as base:
        os.chmod(base, 0o755)
        put(base + "/open", b"x")
        put(base + "/closed", b"y").chmod(0)
        done = subprocess.run([sys.executable, "-c", AS_NOBODY, base], capture_output=True, text=True)
    assert done.stderr == ""
    assert done.stdout == "['open'] [('closed', 'Permission denied')]\n"
