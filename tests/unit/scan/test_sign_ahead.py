"""Files signed while others are listed: the scan takes what fits its files, and is the same without them."""

import os
import threading
from dataclasses import replace

import numpy as np
import pytest

from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.scan import pipeline, sign_ahead
from simfinder.scan.pipeline import scan
from simfinder.scan.reading import read_small_files, recognise_batch
from simfinder.scan.sign_ahead import AheadSigner, fitting
from simfinder.scan.walk.walker import walk
from simfinder.signatures.content_hash import content_hash
from simfinder.signatures.sign import warmup
from simfinder.store.cache.cache import Cache

pytestmark = pytest.mark.skipif(not read_small_files.possible(), reason="signs ahead on Linux only")


@pytest.fixture(scope="module", autouse=True)
def kernels():
    """Compile before anything is waited for."""
    warmup.small_files()
    read_small_files.warm_up()
    recognise_batch.warm_up()


@pytest.fixture
def tree(tmp_path):
    root = tmp_path / "tree"
    for folder in range(40):
        place = root / f"{folder:03d}"
        place.mkdir(parents=True)
        for file in range(20):
            (place / f"{file}.txt").write_bytes(b"%d " % (folder * 7 + file % 11) * 200)
    (root / "large").write_bytes(os.urandom(300_000))
    return root


def walked(root, jobs=1):
    """Walk to the end, and then sign what was found."""
    ahead = AheadSigner(jobs, Control(), follow=False)
    runs = []
    found = walk(ScanOptions((str(root),), raw=True), Control(), None, runs.append)
    return ahead, runs, found.files


def signed(ahead, runs, count):
    """Hand over runs and wait until so many files are signed."""
    for run in runs:
        ahead.take(run)
    some = threading.Event()
    while sum(len(done.as_listed) for done in ahead._signed) < count:
        some.wait(0.01)
    return ahead.end()


def same_results(one, other):
    assert list(one.files) == list(other.files)
    assert one.content_row.tolist() == other.content_row.tolist()
    for name in ("content", "size", "sketch", "sketch_low", "spam1", "tags", "simhash"):
        assert np.array_equal(getattr(one.table, name), getattr(other.table, name)), name
    assert one.problems == other.problems


def test_signed_ahead_are_the_files_of_the_scan(tree):
    ahead, runs, files = walked(tree)
    found = list(fitting(signed(ahead, runs, 700), files))
    places = [i for done in found for i in done.as_listed]
    assert len(places) == len(set(places)) >= 700
    for done in found:
        assert done.files == files.take(np.array(done.as_listed))
        for i, content in zip(done.as_listed, done.entries.contents, strict=True):
            with open(files.path(i), "rb") as file:
                assert content == content_hash(file.read())


def test_a_file_that_is_not_as_it_was_listed_then_is_left_to_the_scan(tree):
    ahead, runs, files = walked(tree)
    found = signed(ahead, runs, 700)
    rows = [i for done in fitting(found, files) for i in done.as_listed]
    other = rows[3]
    files.replace(other, replace(files[other], mtime_ns=5))
    assert [i for done in fitting(found, files) for i in done.as_listed] == [i for i in rows if i != other]


def test_the_same_file_at_another_path_is_left_to_the_scan(tree):
    ahead, runs, _ = walked(tree)
    found = signed(ahead, runs, 700)
    (tree / "000").rename(tree / "moved")
    files = walk(ScanOptions((str(tree),), raw=True), Control()).files
    paths = {files.path(i) for done in fitting(found, files) for i in done.as_listed}
    assert paths
    assert not any("moved" in path for path in paths)


def test_files_found_twice_are_taken_once(tree):
    ahead, runs, files = walked(tree)
    found = signed(ahead, runs + runs, 1400)
    places = [i for done in fitting(found, files) for i in done.as_listed]
    assert len(places) == len(set(places))


@pytest.mark.parametrize("cached", [True, False])
def test_a_scan_is_the_same_with_and_without(tree, tmp_path, monkeypatch, cached):
    def scanned(name, jobs):
        options, control = ScanOptions((str(tree),), jobs=jobs), Control()
        with Cache.open(tmp_path / name) if cached else Cache.none() as cache:
            result = scan(options, cache, control)
        counted = control.snapshot()
        return result, counted

    plain, _ = scanned("one", 1)
    taken = []
    monkeypatch.setattr(pipeline, "fitting", lambda *a: taken.extend(fitting(*a)) or iter(taken))
    monkeypatch.setattr(sign_ahead, "_FILES", 16)
    held = threading.Event()
    real = AheadSigner.end

    def end(self):
        held.wait(0.5)  # a short walk of a small tree would end before anything is signed
        return real(self)

    monkeypatch.setattr(AheadSigner, "end", end)
    ahead, _ = scanned("two", 3)
    assert taken
    same_results(plain, ahead)
    if cached:
        with Cache.open(tmp_path / "two") as cache:
            again = scan(ScanOptions((str(tree),)), cache, Control())
        assert again.from_cache == len(again.files)


def test_nothing_is_signed_ahead_where_the_cache_knows_files(tree, tmp_path):
    options = ScanOptions((str(tree),), jobs=2)
    with Cache.open(tmp_path / "cache") as cache:
        assert pipeline._ahead(options, cache, Control(), pipeline.PLAIN) is not None
        scan(options, cache, Control())
        assert pipeline._ahead(options, cache, Control(), pipeline.PLAIN) is None
    assert pipeline._ahead(replace(options, jobs=1), None, Control(), pipeline.PLAIN) is None
    assert pipeline._ahead(replace(options, identical=True), None, Control(), pipeline.PLAIN) is None


def test_a_walk_that_fails_ends_the_threads(tree, monkeypatch):
    ended = []
    real = AheadSigner.end
    monkeypatch.setattr(AheadSigner, "end", lambda self: ended.append(1) or real(self))

    def fails(*_):
        raise RuntimeError("no walk")

    monkeypatch.setattr(pipeline, "walk", fails)
    with pytest.raises(RuntimeError, match="no walk"):
        scan(ScanOptions((str(tree),), jobs=2), None, Control())
    assert ended
