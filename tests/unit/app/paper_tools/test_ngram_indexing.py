"""Files into the index and out again: the seed's own counts, a twin on real files, parts, changes, problems."""

import json
import os
import random
import stat
import threading
from collections import Counter

import numpy as np
import pytest

from simfinder.app.paper_tools import block_signing, ngram_indexing
from simfinder.errors import Cancelled, ReadError, SignatureError, StoreError, TooLargeError, UsageError
from simfinder.model.file_record import Problem, SkipReason
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.search.ngram_index import Hits, gram_counts, grams_of
from simfinder.signatures.spamsum.block_signature import block_signature
from simfinder.store.ngram_index.index_schema import IndexParameters
from simfinder.store.ngram_index.reader import NgramIndex
from simfinder.store.ngram_index.writer import FileRow, building
from tests.helpers.files import recipes
from tests.unit.signatures.vectors import FOLDER

SMALL = IndexParameters(64, 5)


def build(path, *roots, parameters=SMALL, force=False, **options):
    what = ScanOptions(tuple(map(str, roots)), **options)
    return ngram_indexing.build(str(path), what, parameters, Control(), force=force)


def add(path, *roots, prune=False, **options):
    what = ScanOptions(tuple(map(str, roots)), **options)
    return ngram_indexing.add(str(path), what, Control(), prune=prune)


def find(path, file, **options):
    answer = ngram_indexing.find(str(path), str(file), Control(), **options)
    return {match.path: match.count for match in answer.matches}


@pytest.fixture
def tree(tmp_path):
    """Thirty files of random bytes."""
    root = tmp_path / "tree"
    rng = random.Random(1)
    for i in range(30):
        path = root / str(i % 3) / f"{i:02}.bin"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(rng.randbytes(2000 + 700 * i))
    return root


@pytest.fixture
def path(tmp_path):
    return tmp_path / "x.index"


# the seed's own program
def test_spamspys_index(path):
    vectors = json.loads((FOLDER / "ngram_index.json").read_text())
    n, block = vectors["ngram"], vectors["block_size"]
    digests = []
    for file in vectors["files"]:
        data = recipes.build(file["recipe"])
        digests.append(block_signature(data, block, length=len(data) // block))
        assert digests[-1] == file["digest"]
    grams, owner = grams_of(digests, n)
    assert len(np.unique(grams)) == vectors["registry_ngrams"]
    names = [file["name"].encode() for file in vectors["files"]]
    held = np.bincount(owner).tolist()
    with building(str(path), IndexParameters(block, n), force=False) as draft:
        draft.add_grams(grams, owner + 1)
        draft.finish([FileRow(i + 1, name, held[i]) for i, name in enumerate(names)], (), lambda: None)
    assert len(vectors["vectors"]) > 20
    with NgramIndex.open(str(path)) as index:
        for vector in vectors["vectors"]:
            data = recipes.build(vector["recipe"])
            digest = block_signature(data, block, length=max(1, len(data) // block))
            assert digest == vector["digest"]
            asked, counts = gram_counts(digest, n)
            hits = Hits()
            for place, ids in index.holders(asked, lambda: None):
                hits.add(ids, int(counts[place]))
            ids, found = hits.at_least(1)
            known = index.names(ids)
            got = {known[i].decode(): c for i, c in zip(ids.tolist(), found.tolist(), strict=True)}
            assert got == vector["counts"]
            assert max(got.values(), default=0) == vector["best_count"]


# a dictionary of sets on the same files
def grams(data, parameters):
    text = block_signature(data, parameters.block_size)
    return [text[i : i + parameters.ngram] for i in range(len(text) - parameters.ngram + 1)]


@pytest.mark.parametrize(
    "parameters", [SMALL, IndexParameters(100, 3), IndexParameters(7, 8), IndexParameters(1, 10)]
)
def test_equal_to_a_dictionary_of_sets(tree, path, parameters):
    done = build(path, tree, parameters=parameters)
    files = {str(p): p.read_bytes() for p in tree.rglob("*.bin")}
    registry = {name: set(grams(data, parameters)) for name, data in files.items()}
    assert (done.files, done.grams) == (30, sum(map(len, registry.values())))
    assert done.bytes == sum(map(len, files.values()))
    datas = list(files.values())
    query = path.with_name("query")
    for data in (datas[3][500:2500], datas[5] + datas[7], datas[9][:800] * 4, b"".join(datas[10:14])):
        query.write_bytes(data)
        asked = grams(data, parameters)
        want = Counter({name: sum(g in held for g in asked) for name, held in registry.items()})
        for least in (1, 3):
            answer = ngram_indexing.find(str(path), str(query), Control(), least=least)
            assert answer.grams == len(asked)
            ordered = sorted(((-n, os.fsencode(name)) for name, n in want.items() if n >= least))
            assert [(-m.count, os.fsencode(m.path)) for m in answer.matches] == ordered
            assert all(m.covered == m.count / len(asked) for m in answer.matches)


def test_parts_are_found_wherever_they_lie(tree, path, tmp_path):
    build(path, tree)
    rng = random.Random(2)
    for whole in sorted(tree.rglob("*.bin"), key=lambda p: p.name)[5:]:
        data = whole.read_bytes()
        at = rng.randrange(len(data) - 3000)
        (tmp_path / "part").write_bytes(rng.randbytes(500) + data[at : at + 3000] + rng.randbytes(500))
        answer = ngram_indexing.find(str(path), str(tmp_path / "part"), Control())
        assert answer.matches[0].path == str(whole)
        assert answer.matches[0].count > 20
        assert 0.4 < answer.matches[0].covered < 1


def test_ties_are_in_the_order_of_bytes(tmp_path, path):
    data = random.Random(3).randbytes(4000)
    names = [b"b", b"a", b"caf\xe9", b"\xff", "\N{SNOWMAN}".encode(), b"Z"]
    (tmp_path / "d").mkdir()
    for name in names:
        (tmp_path / "d" / os.fsdecode(name)).write_bytes(data)
    (tmp_path / "query").write_bytes(data)
    build(path, tmp_path / "d")
    add(path, tmp_path / "d" / "a")  # the last one in the index, then
    assert [os.path.basename(os.fsencode(p)) for p in find(path, tmp_path / "query")] == sorted(names)


def test_the_file_itself_is_not_listed(tree, path, tmp_path, monkeypatch):
    build(path, tree)
    whole = tree / "0" / "27.bin"
    assert str(whole) not in find(path, whole)
    (tmp_path / "link").symlink_to(whole)
    assert str(whole) not in find(path, tmp_path / "link")
    monkeypatch.chdir(whole.parent)
    assert str(whole) not in find(path, "27.bin")
    (tmp_path / "copy").write_bytes(whole.read_bytes())
    assert find(path, tmp_path / "copy")[str(whole)] > 100


def test_a_query_of_one_gram(tmp_path, path):
    """By default one is enough then; elsewhere two are asked for."""
    data = random.Random(4).randbytes(3000)
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "a").write_bytes(data)
    build(path, tmp_path / "d", parameters=IndexParameters(1, 3))
    query = tmp_path / "query"
    query.write_bytes(data[-2:])  # two bytes and the empty tail
    answer = ngram_indexing.find(str(path), str(query), Control())
    assert (answer.grams, answer.least, len(answer.matches)) == (1, 1, 1)
    answer = ngram_indexing.find(str(path), str(query), Control(), least=2)
    assert (answer.grams, answer.least, answer.matches) == (1, 2, [])
    query.write_bytes(data[:3])
    answer = ngram_indexing.find(str(path), str(query), Control())  # one of two is in the file
    assert (answer.grams, answer.least, answer.matches) == (2, 2, [])


def test_a_query_shorter_than_a_gram(tree, path, tmp_path):
    build(path, tree)
    for data, characters in ((b"", 0), (b"abc", 1)):
        (tmp_path / "short").write_bytes(data)
        with pytest.raises(
            SignatureError, match=f"short: too short for this index: {characters} characters, need 5"
        ):
            find(path, tmp_path / "short")


def test_queries_that_cannot_be_read(tree, path, tmp_path):
    build(path, tree)
    with pytest.raises(ReadError, match="No such file"):
        find(path, tmp_path / "none")
    with pytest.raises(UsageError, match="is a folder"):
        find(path, tree)


# changes
def test_a_name_added_again_takes_the_place_of_the_old_file(tree, path, tmp_path):
    build(path, tree)
    whole = tree / "1" / "28.bin"
    old, new = whole.read_bytes(), random.Random(5).randbytes(5000)
    (tmp_path / "old").write_bytes(old)
    (tmp_path / "new").write_bytes(new)
    assert str(whole) in find(path, tmp_path / "old")
    whole.write_bytes(new)
    done = add(path, whole)
    assert (done.files, done.replaced) == (1, 1)
    assert str(whole) not in find(path, tmp_path / "old")
    assert find(path, tmp_path / "new")[str(whole)] == len(grams(new, SMALL))
    assert ngram_indexing.info(str(path)).files == 30
    whole.write_bytes(b"now too short")
    assert add(path, whole).too_short == 1
    assert find(path, tmp_path / "new") == {}


def test_adding_folders_and_files(tree, path, tmp_path):
    build(path, tree / "0")
    done = add(path, tree / "1", tree / "2" / "02.bin", tree / "1" / "01.bin", tree / "1")
    assert (done.files, done.replaced, done.problems) == (11, 0, [])
    assert ngram_indexing.info(str(path)).files == 21
    everything = tmp_path / "all"
    everything.write_bytes(b"".join(p.read_bytes() for p in sorted(tree.rglob("*.bin"))))
    assert len(find(path, everything)) == 21


def test_files_that_vanished_stay_until_they_are_pruned(tree, path, tmp_path):
    build(path, tree)
    query = tmp_path / "query"
    query.write_bytes((tree / "0" / "27.bin").read_bytes() + (tree / "1" / "28.bin").read_bytes())
    (tree / "0" / "27.bin").unlink()
    (tree / "1" / "28.bin").unlink()
    assert len(find(path, query)) == 2
    assert add(path, tree / "0").replaced == 9
    assert len(find(path, query)) == 2
    assert add(path, tree / "0", prune=True).replaced == 10
    assert list(find(path, query)) == [str(tree / "1" / "28.bin")]
    assert ngram_indexing.info(str(path)).files == 29


def test_options_of_the_walk(tree, path):
    (tree / ".hidden").write_bytes(bytes(range(256)) * 10)
    assert build(path, tree).passed_over == {SkipReason.HIDDEN: 1}
    done = build(path, tree, force=True, hidden=True, include=("*1.bin", ".hidden"), max_size=10_000)
    assert done.files == 3
    assert done.passed_over == {SkipReason.EXCLUDED: 27, SkipReason.TOO_LARGE: 1}


def test_the_index_is_not_in_itself(tree):
    path = tree / "x.index"
    assert build(path, tree).files == 30
    done = add(path, tree)
    assert (done.files, done.replaced, done.passed_over) == (
        30,
        30,
        {SkipReason.OWN_FOLDER: 1, SkipReason.HIDDEN: 1},
    )
    done = build(path, tree, force=True, hidden=True)
    assert done.files == 30
    assert done.passed_over == {SkipReason.OWN_FOLDER: 2, SkipReason.EMPTY: 1}  # its draft and its lock, too
    assert sorted(os.listdir(tree)) == ["0", "1", "2", "x.index"]


# problems
def test_what_cannot_be_read_is_a_problem(tree, path, tmp_path, monkeypatch):
    bad = str(tree / "1" / "13.bin")
    real = block_signing.feed

    def feed(name, maker):
        if name == bad:
            raise ReadError("Input/output error", name)
        real(name, maker)

    monkeypatch.setattr(block_signing, "feed", feed)
    os.mkfifo(tmp_path / "pipe")
    none = str(tmp_path / "none")
    done = build(path, tree, none, tmp_path / "pipe")
    assert done.problems == sorted(
        [
            Problem(bad, "Input/output error"),
            Problem(none, "No such file or directory"),
            Problem(str(tmp_path / "pipe"), "is no regular file"),
        ],
        key=lambda problem: problem.path,
    )
    assert done.files == 29


def test_a_file_that_cannot_be_read_again_stays_as_it_was(tree, path, monkeypatch):
    build(path, tree)
    whole = tree / "1" / "28.bin"
    monkeypatch.setattr(block_signing, "feed", lambda name, _: (_ for _ in ()).throw(ReadError("bad", name)))
    done = add(path, whole)
    assert (done.files, done.replaced, len(done.problems)) == (0, 0, 1)
    assert ngram_indexing.info(str(path)).files == 30


@pytest.mark.parametrize("act", [build, add])
def test_nothing_to_index(tree, path, tmp_path, act):
    if act is add:
        build(path, tree)
    before = sorted(os.listdir(tmp_path))
    with pytest.raises(UsageError, match="none: No such file or directory"):
        act(path, tmp_path / "none")
    assert sorted(os.listdir(tmp_path)) == before


def test_an_empty_folder(tmp_path, path):
    (tmp_path / "d").mkdir()
    assert build(path, tmp_path / "d").files == 0
    (tmp_path / "query").write_bytes(random.Random(1).randbytes(2000))
    assert find(path, tmp_path / "query") == {}
    assert ngram_indexing.info(str(path)).grams == 0
    assert add(path, tmp_path / "query").files == 1


@pytest.mark.parametrize(("block_size", "ngram"), [(0, 5), (2**32, 5), (64, 2), (64, 11)])
def test_parameters_that_cannot_be(tree, path, block_size, ngram):
    with pytest.raises(SignatureError):
        build(path, tree, parameters=IndexParameters(block_size, ngram))
    assert not path.exists()


def test_a_signature_that_is_too_long_is_a_problem(tree, path, monkeypatch):
    def refuse(self):
        raise TooLargeError("more than 2^30 characters")

    monkeypatch.setattr(block_signing, "_warm", lambda _: None)
    monkeypatch.setattr(block_signing.BlockSignature, "digest", refuse)
    assert len(build(path, tree).problems) == 30


def test_holes_cost_nothing(tmp_path, path):
    (tmp_path / "d").mkdir()
    data = random.Random(6).randbytes(20_000)
    with open(tmp_path / "d" / "sparse", "wb") as file:
        file.truncate(1 << 40)
        file.seek(1 << 39)
        file.write(data)
    if os.stat(tmp_path / "d" / "sparse").st_blocks * 512 > 1 << 30:
        pytest.skip("no sparse files here")
    build(path, tmp_path / "d")
    (tmp_path / "part").write_bytes(data[5000:9000])
    assert find(path, tmp_path / "part")[str(tmp_path / "d" / "sparse")] > 30


def test_a_gram_that_all_files_hold(tmp_path, path):
    """A pattern gives the same n-gram again and again; so do all files that hold it."""
    (tmp_path / "d").mkdir()
    pattern = bytes(range(100)) * 60
    for i in range(40):
        (tmp_path / "d" / f"{i:02}").write_bytes(random.Random(i).randbytes(1500) + pattern)
    (tmp_path / "query").write_bytes(pattern)
    build(path, tmp_path / "d", parameters=IndexParameters(20, 5))
    answer = ngram_indexing.find(str(path), str(tmp_path / "query"), Control())
    assert len(answer.matches) == 40
    assert answer.matches[0].covered > 0.9


# stopping
def test_cancelled_before_and_in_the_middle(tree, path, monkeypatch):
    build(path, tree)
    before = path.read_bytes()
    for when in (1, 25):
        control = Control()
        real, count = block_signing.feed, 0

        def feed(name, maker):
            nonlocal count
            count += 1
            if count == when:  # noqa: B023 - used in this round only
                control.cancel()  # noqa: B023
            real(name, maker)  # noqa: B023

        monkeypatch.setattr(block_signing, "feed", feed)
        what = ScanOptions((str(tree),))
        with pytest.raises(Cancelled):
            ngram_indexing.build(str(path), what, SMALL, control, force=True)
        monkeypatch.setattr(block_signing, "feed", real)
    assert path.read_bytes() == before
    assert sorted(os.listdir(path.parent)) == ["tree", "x.index"]


def test_progress_is_told(tree, path):
    control = Control()
    ngram_indexing.build(str(path), ScanOptions((str(tree),)), SMALL, control)
    told = control.snapshot()
    assert (told.files, told.files_total) == (30, 30)
    assert told.bytes == told.bytes_total > 0


def test_one_and_many_threads_make_the_same_index(tree, path, tmp_path):
    build(path, tree, jobs=1)
    build(tmp_path / "y.index", tree, jobs=4)
    query = tmp_path / "query"
    query.write_bytes(b"".join(p.read_bytes() for p in sorted(tree.rglob("*.bin"))))
    assert find(path, query) == find(tmp_path / "y.index", query)


def test_finding_while_others_add(tree, path, tmp_path):
    build(path, tree)
    (tmp_path / "query").write_bytes((tree / "0" / "27.bin").read_bytes())
    stop = threading.Event()
    errors = []

    def keep_adding():
        try:
            while not stop.is_set():
                add(path, tree / "0")
        except Exception as error:
            errors.append(error)

    thread = threading.Thread(target=keep_adding)
    thread.start()
    try:
        for _ in range(30):
            assert next(iter(find(path, tmp_path / "query")), "") == str(tree / "0" / "27.bin")
    finally:
        stop.set()
        thread.join()
    assert errors == []


def test_the_index_by_a_symbolic_link(tree, path, tmp_path):
    build(path, tree)
    link = tmp_path / "link"
    link.symlink_to(path)
    build(link, tree / "0", force=True)
    assert link.is_symlink()
    assert stat.S_ISREG(path.lstat().st_mode)
    assert ngram_indexing.info(str(path)).files == 10


def test_not_an_index(tree, tmp_path):
    with pytest.raises(StoreError, match="is no n-gram index"):
        add(tree / "0" / "27.bin", tree)
    with pytest.raises(StoreError, match="no such index"):
        ngram_indexing.info(str(tmp_path / "none"))
