"""Files signed while folders are listed: the same result, and whatever happens to a file is met when it is read."""

import os
import random
import sys
import threading
import time

import numpy as np
import pytest

from simfinder.errors import Cancelled
from simfinder.model.progress import Control, Phase
from simfinder.model.scan_options import ScanOptions
from simfinder.scan import pipeline, sign_ahead
from simfinder.scan.reading import read_small_files, sign_files
from simfinder.scan.reading.sign_files import TOGETHER, FileSigner
from simfinder.scan.sign_ahead import LEAST, MOST, AheadSigner
from simfinder.scan.walk.walker import walk
from simfinder.signatures.sign import sign_batch
from simfinder.signatures.table.parameters import PLAIN, Parameters
from simfinder.signatures.tagcount.tag_sets import parse_tags
from simfinder.store.cache.cache import Cache
from tests.unit.scan.test_pipeline import assert_equal

FILES = 40


@pytest.fixture(autouse=True)
def _small(monkeypatch):
    """Sign ahead in small collections, too, wherever the kernels are compiled."""
    if not read_small_files.possible():
        pytest.skip("this system does not have the calls")
    sign_batch.sign_batch(np.zeros(1, dtype=np.uint8), np.zeros((0, 2), dtype=np.int64))
    monkeypatch.setattr(sign_ahead, "FEW", 1)
    monkeypatch.setattr(sign_ahead, "_RUNS", 1)
    monkeypatch.setattr(sign_ahead.sign_batch, "compiled", lambda: True)


@pytest.fixture
def to_the_end(monkeypatch):
    """Let the signer go on until nothing is left of what was listed; returns the signers there were."""
    signers = []
    end = AheadSigner.end

    def patient(self):
        signers.append(self)
        self._runs.put(None)
        if self._thread is not None:
            self._thread.join(60)
        end(self)

    monkeypatch.setattr(AheadSigner, "end", patient)
    return signers


@pytest.fixture
def tree(tmp_path):
    """Forty files in four folders: some too small and one too large to be signed ahead, copies, texts and a page."""
    root, rng = tmp_path / "tree", random.Random(5)
    for i in range(FILES):
        folder = root / f"folder {i % 4}"
        folder.mkdir(parents=True, exist_ok=True)
        data = b"all the same " * 700 if i % 10 == 0 else rng.randbytes(LEAST - 20 + i)
        (folder / f"{i}.dat").write_bytes(data)
    (root / "page.html").write_text("<!doctype html><html><body>" + "<p>A page of words.</p>\n" * 400)
    (root / "values.yaml").write_text("".join(f"name {i}: {i}\n" for i in range(1000)))
    (root / "alone").write_bytes(rng.randbytes(TOGETHER + 5))
    (root / "large").write_bytes(rng.randbytes(MOST + 1))
    time.sleep(0.03)  # files written in the last 20 ms are not cached, on purpose
    return root


def run(root, cache=None, control=None, parameters=PLAIN, **options):
    return pipeline.scan(ScanOptions((str(root),), **options), cache, control or Control(), parameters)


def taken(signer, files):
    """Paths of the files that a signer gives to a listing."""
    return [files[i].path for i in signer.found(files).as_listed]


@pytest.mark.parametrize("cached", [True, False], ids=["with cache", "without"])
def test_the_result_is_the_same_and_nothing_is_read_twice(tree, to_the_end, monkeypatch, cached):
    alone = run(tree, jobs=1)
    assert to_the_end == []
    read = []
    sign = FileSigner.sign

    def counted(self, batch):
        read.extend(self._files.path(i) for i in batch)
        return sign(self, batch)

    monkeypatch.setattr(FileSigner, "sign", counted)
    with Cache.open() if cached else Cache.none() as cache:
        assert_equal(alone, run(tree, cache, jobs=2))
    (signer,) = to_the_end
    ahead = set(taken(signer, alone.files))
    assert ahead == {file.path for file in alone.files if LEAST <= file.size <= MOST}
    assert len(ahead) > FILES // 3
    assert sorted(read) == [file.path for file in alone.files]
    if cached:
        with Cache.open() as cache:
            assert run(tree, cache, jobs=2).from_cache == len(alone.files)
        assert len(to_the_end) == 1  # the cache knows the files


def test_pages_and_data_are_looked_into_as_ever(tree, to_the_end):
    alone, both = run(tree, jobs=1), run(tree, jobs=2)
    assert {"html", "yaml"} <= set(both.representations.names)
    assert np.array_equal(alone.representations.view, both.representations.view)
    assert np.array_equal(alone.representations.kind, both.representations.kind)


def test_other_parameters(tree, to_the_end):
    own = Parameters(parse_tags("ff 8\n1 1"), 96, 5, 2, 32, 6, 40)
    alone, both = run(tree, jobs=1, parameters=own), run(tree, jobs=2, parameters=own)
    assert_equal(alone, both)
    assert taken(to_the_end[0], both.files)


def test_progress_counts_each_file_once(tree, to_the_end):
    control = Control()
    result = run(tree, control=control, raw=True, jobs=2)
    shown, count = control.snapshot(), len(result.files)
    assert (shown.phase, shown.files, shown.files_total, shown.from_cache) == (
        Phase.READING,
        count,
        count,
        0,
    )
    left = sum(file.size for file in result.files if not LEAST <= file.size <= MOST)
    assert shown.bytes == shown.bytes_total == left


def test_all_files_may_be_signed_ahead(tree, to_the_end):
    for path in tree.iterdir():
        if path.is_file() and path.name != "alone":
            path.unlink()
    for path in tree.glob("*/*"):
        if not LEAST <= path.stat().st_size <= MOST:
            path.unlink()
    alone = run(tree, jobs=1)
    assert_equal(alone, run(tree, jobs=2))
    assert len(taken(to_the_end[0], alone.files)) == len(alone.files)


@pytest.mark.parametrize("options", [{"jobs": 1}, {"jobs": 2, "identical": True}])
def test_nothing_is_signed_ahead(tree, monkeypatch, options):
    monkeypatch.setattr(AheadSigner, "add", lambda *_: pytest.fail("a file was signed ahead"))
    run(tree, **options)


def test_a_small_collection_starts_no_thread(tree, to_the_end, monkeypatch):
    monkeypatch.undo()
    names = []
    monkeypatch.setattr(AheadSigner, "_run", lambda self: names.append(threading.current_thread().name))
    run(tree, jobs=2)
    assert names == []


def test_kernels_that_are_not_compiled_are_not_waited_for(tree, to_the_end, monkeypatch):
    monkeypatch.setattr(sign_ahead.sign_batch, "compiled", lambda: False)
    result = run(tree, jobs=2)
    assert len(result.table) > FILES // 2
    assert taken(to_the_end[0], result.files) == []


def test_a_file_that_changes_after_it_was_signed_is_that_of_the_listing(tree, to_the_end):
    # as with every file that is read early in a scan: the scan after this one sees the change
    before = run(tree, jobs=1)
    walked = walk(ScanOptions((str(tree),)), Control())
    changed = tree / "folder 1" / "21.dat"
    changed.write_bytes(b"other bytes " * 500)
    signer = AheadSigner(Control(), PLAIN, follow=False)
    walk(ScanOptions((str(tree),)), Control(), found=signer.add)
    signer.end()
    assert str(changed) in taken(signer, walk(ScanOptions((str(tree),)), Control()).files)
    assert str(changed) not in taken(signer, walked.files)
    assert str(changed) in [file.path for file in before.files]


def test_a_file_that_changes_between_listing_and_signing_is_read_later(tree, to_the_end, monkeypatch):
    changed, gone = tree / "folder 1" / "21.dat", tree / "folder 2" / "22.dat"
    listed = threading.Event()
    sign, really_walk = AheadSigner._sign, pipeline.walk

    def late(self, files):
        assert listed.wait(60)
        return sign(self, files)

    def walk_and_change(*arguments):
        walked = really_walk(*arguments)
        changed.write_bytes(b"other bytes " * 500)
        gone.unlink()
        listed.set()
        return walked

    monkeypatch.setattr(AheadSigner, "_sign", late)
    monkeypatch.setattr(pipeline, "walk", walk_and_change)
    result = run(tree, jobs=2)
    assert not {str(changed), str(gone)} & set(taken(to_the_end[0], result.files))
    assert [problem.path for problem in result.problems] == [str(gone)]
    (size,) = [file.size for file in result.files if file.path == str(changed)]
    assert size == 12 * 500
    monkeypatch.undo()
    assert_equal_contents(result, run(tree, jobs=1))


def assert_equal_contents(a, b):
    def contents(result):
        rows = result.table.content[result.content_row]
        return {file.path: row.tobytes() for file, row in zip(result.files, rows, strict=True)}

    assert contents(a) == contents(b)


def test_other_names_of_a_file_count_once(tree, to_the_end):
    os.link(tree / "folder 3" / "23.dat", tree / "folder 0" / "another name.yaml")
    alone, both = run(tree, jobs=1), run(tree, jobs=2)
    assert_equal(alone, both)
    assert sum(both.passed_over.values()) == 1
    ahead = taken(to_the_end[0], both.files)
    assert len(ahead) == len(set(ahead))
    assert str(tree / "folder 0" / "another name.yaml") in ahead


def test_files_added_twice_are_taken_once(tree):
    signer = AheadSigner(Control(), PLAIN, follow=False)

    def twice(run):
        signer.add(run)
        signer.add(run)

    files = walk(ScanOptions((str(tree),)), Control(), found=twice).files
    signer._runs.put(None)
    signer._thread.join(60)
    signer.end()
    ahead = taken(signer, files)
    assert len(ahead) == len(set(ahead)) > FILES // 3
    batch = signer.found(files)
    assert [file.path for file in batch.files] == ahead
    assert len(batch.entries) == len(ahead)


def test_many_are_taken_in_parts(tree, to_the_end, monkeypatch):
    alone = run(tree, jobs=1)
    parts = []
    take = pipeline._Scan._take_as_listed
    monkeypatch.setattr(pipeline, "_TAKEN_AT_ONCE", 7)
    monkeypatch.setattr(
        pipeline._Scan,
        "_take_as_listed",
        lambda self, done: parts.append(len(done.files)) or take(self, done),
    )
    with Cache.open() as cache:
        assert_equal(alone, run(tree, cache, jobs=2))
        assert max(parts) == 7
        assert sum(parts) > FILES // 3
        again = run(tree, cache, jobs=2)
        assert again.from_cache == len(alone.files)
        assert_equal(alone, again)


def test_only_a_file_with_the_same_path_and_numbers_is_taken(tree):
    signer = AheadSigner(Control(), PLAIN, follow=False)
    files = walk(ScanOptions((str(tree),)), Control(), found=signer.add).files
    signer._runs.put(None)
    signer._thread.join(60)
    signer.end()
    ahead = signer.found(files).as_listed.tolist()
    for column in range(files.numbers.shape[1]):
        numbers = files.numbers.copy()
        numbers[ahead[0], column] += 1
        assert signer.found(files.with_status(numbers, files.protected)).as_listed.tolist() == ahead[1:]
    renamed = [file.path + "~" * (i == ahead[1]) for i, file in enumerate(files)]
    others = files.of_columns(renamed, files.numbers, files.protected)
    assert signer.found(others).as_listed.tolist() == [ahead[0], *ahead[2:]]


def test_nothing_is_given_to_a_listing_without_these_files(tree, tmp_path):
    signer = AheadSigner(Control(), PLAIN, follow=False)
    files = walk(ScanOptions((str(tree),)), Control(), found=signer.add).files
    signer.end()
    assert signer.found(files.take(np.zeros(0, dtype=np.intp))).as_listed.tolist() == []


def test_a_file_that_stalls_is_left_to_the_scan(tree, monkeypatch):
    hung = threading.Event()
    sign = FileSigner.sign

    def hangs(self, batch):
        if threading.current_thread().name == "signer-ahead":
            hung.wait(60)
        return sign(self, batch)

    monkeypatch.setattr(FileSigner, "sign", hangs)
    monkeypatch.setattr(sign_ahead, "GRACE", 0.05)
    begin = time.monotonic()
    result = run(tree, jobs=2)
    assert time.monotonic() - begin < 30
    hung.set()
    assert_equal(run(tree, jobs=1), result)


def test_an_error_is_left_to_the_scan(tree, to_the_end, monkeypatch):
    sign = FileSigner.sign

    def fails(self, batch):
        if threading.current_thread().name == "signer-ahead":
            raise MemoryError
        return sign(self, batch)

    monkeypatch.setattr(FileSigner, "sign", fails)
    result = run(tree, jobs=2)
    monkeypatch.undo()
    assert_equal(run(tree, jobs=1), result)


def test_a_slow_disk_gets_no_second_batch(tree, to_the_end, monkeypatch):
    monkeypatch.setattr(sign_ahead, "_SLOW", 0.0)
    result = run(tree, jobs=2)
    assert {os.path.dirname(path) for path in taken(to_the_end[0], result.files)} == {str(tree)}


def test_a_cancel_ends_it(tree):
    control = Control()
    signers = []

    def add(run):
        signers[0].add(run)
        control.cancel()

    signers.append(AheadSigner(control, PLAIN, follow=False))
    with pytest.raises(Cancelled):
        walk(ScanOptions((str(tree),)), control, found=add)
    signers[0]._thread.join(10)
    assert not signers[0]._thread.is_alive()


def test_a_cancelled_scan_leaves_no_thread(tree, monkeypatch):
    control = Control()
    add = AheadSigner.add

    def cancels(self, run):
        add(self, run)
        control.cancel()

    monkeypatch.setattr(AheadSigner, "add", cancels)
    with pytest.raises(Cancelled):
        run(tree, control=control, jobs=2)
    names = [thread.name for thread in threading.enumerate()]
    assert "signer-ahead" not in names


def test_threads_switch_quickly_only_while_folders_are_listed(tree, monkeypatch):
    before, during = sys.getswitchinterval(), []
    add = AheadSigner.add

    def seen(self, run):
        during.append(sys.getswitchinterval())
        add(self, run)

    monkeypatch.setattr(AheadSigner, "add", seen)
    run(tree, jobs=2)
    assert max(during) < before
    assert sys.getswitchinterval() == before


def test_a_pause_holds_it(tree):
    control = Control()
    signer = AheadSigner(control, PLAIN, follow=False)
    control.pause()
    threads = threading.Thread(
        target=walk, args=(ScanOptions((str(tree),)), Control()), kwargs={"found": signer.add}
    )
    threads.start()
    threads.join()
    time.sleep(0.2)
    assert signer._signed == []
    control.resume()
    signer._runs.put(None)
    signer._thread.join(60)
    assert len(signer._signed) > 1
    signer.end()


def test_both_ways_to_read(tree, to_the_end, monkeypatch):
    monkeypatch.setattr(sign_files, "TOGETHER", 0)  # each file by itself
    alone, both = run(tree, jobs=1), run(tree, jobs=2)
    assert_equal(alone, both)
    assert len(taken(to_the_end[0], both.files)) > FILES // 3
