"""The index file: equals a dictionary of sets whatever is added, survives crashes and damage, spares other files."""

import contextlib
import errno
import os
import random
import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
import zlib
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.errors import (
    NewerVersionError,
    SignatureError,
    StoreCorruptError,
    StoreError,
    StoreUnavailableError,
)
from simfinder.store.ngram_index import external_sort
from simfinder.store.ngram_index import files as index_files
from simfinder.store.ngram_index import postings as packed_postings
from simfinder.store.ngram_index import writer as index_writing
from simfinder.store.ngram_index.index_schema import IndexParameters
from simfinder.store.ngram_index.postings import Layout
from simfinder.store.ngram_index.reader import NgramIndex
from simfinder.store.ngram_index.writer import FileRow, building, changing
from tests.helpers.examples import examples

G5 = IndexParameters(2048, 5)


def go_on():
    """Nobody wants to stop."""


class StoppedError(Exception):
    pass


def put(draft, files, forget=()):
    """Add a dictionary of name → set of n-grams."""
    rows = []
    for i, (name, grams) in enumerate(files.items()):
        number = draft.first + i
        draft.add_grams(np.array(sorted(grams), np.uint64), np.full(len(grams), number, np.int64))
        rows.append(FileRow(number, name, len(grams)))
    return draft.finish(rows, forget, go_on)


def make(path, files, parameters=G5, *, force=False):
    with building(path, parameters, force=force) as draft:
        put(draft, files)


def change(path, files, forget=()):
    with changing(path) as draft:
        return put(draft, files, forget)


def held(path, query):
    """Return a counter of hits by name, as the specification says."""
    distinct = Counter(query)
    grams = np.array(sorted(distinct), np.uint64)
    counts = Counter()
    with NgramIndex.open(path) as index, index.moment():
        hits = [(place, number) for place, ids in index.holders(grams, go_on) for number in ids.tolist()]
        assert len(hits) == len(set(hits))
        names = index.names(np.unique([number for _, number in hits]).astype(np.int64))
        for place, number in hits:
            if number in names:
                counts[names[number]] += distinct[int(grams[place])]
    return counts


def twin(registry, query):
    """Answer the same from a dictionary of name → set."""
    counts = Counter({name: sum(gram in grams for gram in query) for name, grams in registry.items()})
    return +counts


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "some.index")


def left(path):
    return sorted(os.listdir(os.path.dirname(path)))


# what is asked and answered
WIDTHS = st.sampled_from([3, 4, 5, 6, 7, 10])
NAMES = st.sampled_from([b"/a", b"/b", b"/c", b"/caf\xe9", b"/d" * 40])


@st.composite
def histories(draw):
    n = draw(WIDTHS)
    pool = draw(st.lists(st.integers(0, 64**n - 1), min_size=1, max_size=12, unique=True))
    pool += [0, 64**n - 1]
    sets = st.sets(st.sampled_from(pool), max_size=8)
    step = st.tuples(st.dictionaries(NAMES, sets, max_size=5), st.sets(NAMES, max_size=2))
    queries = st.lists(st.lists(st.sampled_from(pool), max_size=10), min_size=1, max_size=3)
    return n, draw(st.lists(st.tuples(step, queries), min_size=1, max_size=5))


@settings(max_examples=examples(60))
@given(histories(), st.sampled_from([1, 5, 1 << 22]))
def test_equal_to_a_dictionary_of_sets(tmp_path_factory, history, run):
    n, steps = history
    path = str(tmp_path_factory.mktemp("twin") / "x.index")
    registry = {}
    before, external_sort.PostingRuns.__init__.__defaults__ = (
        external_sort.PostingRuns.__init__.__defaults__,
        (run,),
    )
    try:
        for i, ((files, forget), queries) in enumerate(steps):
            if i == 0:
                make(path, files, IndexParameters(64, n))
            else:
                known = forget & registry.keys() | files.keys() & registry.keys()
                assert change(path, files, forget) == len(known)
                for name in forget:
                    registry.pop(name, None)
            registry.update(files)
            for query in queries:
                assert held(path, query) == twin(registry, query)
            with NgramIndex.open(path) as index:
                info = index.info()
            assert info.files == len(registry)
            assert info.grams == sum(map(len, registry.values()))
            assert info.too_short == sum(not grams for grams in registry.values())
    finally:
        external_sort.PostingRuns.__init__.__defaults__ = before


@pytest.mark.parametrize("n", [3, 5, 6, 10])
def test_many_files_in_one_go_and_then_a_few_more(path, n, monkeypatch):
    monkeypatch.setattr(external_sort.PostingRuns.__init__, "__defaults__", (10_000,))
    rng = random.Random(n)
    files = {b"/f%d" % i: {rng.randrange(64**n) for _ in range(50)} | {7} for i in range(1500)}
    make(path, files, IndexParameters(2048, n))
    more = {b"/g%d" % i: {rng.randrange(64**n) for _ in range(5)} | {7} for i in range(40)}
    for i, (name, grams) in enumerate(more.items()):
        change(path, {name: grams, b"/f%d" % i: {1, 7}})
        files |= {name: grams, b"/f%d" % i: {1, 7}}
    some = rng.sample(sorted(files), 30)
    query = [gram for name in some for gram in sorted(files[name])[:20]] + [7, 7, 7]
    assert held(path, query) == twin(files, query)
    with sqlite3.connect(path) as raw:
        (segments,) = raw.execute("SELECT count(*) FROM segments").fetchone()
        assert raw.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    raw.close()
    assert segments <= 6


def test_segments_stay_few_and_dead_postings_go(path):
    make(path, {b"/0": set(range(100))})
    for round_ in range(40):
        change(path, {b"/0": set(range(100)), b"/1": {round_}})
    with sqlite3.connect(path) as raw:
        ((segments, postings),) = raw.execute("SELECT count(*), sum(postings) FROM segments").fetchall()
        ((dead,),) = raw.execute("SELECT count(*) FROM forgotten").fetchall()
    raw.close()
    assert segments <= 8
    assert postings <= 3 * 101
    assert dead <= 8
    assert held(path, [1, 39]) == {b"/0": 2, b"/1": 1}


def test_a_gram_in_all_of_many_files(path):
    n = 100_000
    with building(path, G5, force=False) as draft:
        draft.add_grams(np.full(n, 12345, np.uint64), np.arange(1, n + 1))
        draft.add_grams(np.arange(n, dtype=np.uint64) + 10**6, np.arange(1, n + 1))
        draft.finish((FileRow(i, b"/%d" % i, 2) for i in range(1, n + 1)), (), go_on)
    counts = held(path, [12345, 12345, 10**6 + 3])
    assert len(counts) == n
    assert counts.most_common(1) == [(b"/4", 3)]
    assert Counter(counts.values()) == {2: n - 1, 3: 1}


def test_names_with_one_hash_are_told_apart(path, monkeypatch):
    monkeypatch.setattr(index_writing, "_hash", lambda _: 5)
    make(path, {b"/a": {1}, b"/b": {1, 2}})
    assert change(path, {b"/a": {2}}) == 1
    assert held(path, [1, 2]) == {b"/a": 1, b"/b": 2}


@pytest.mark.parametrize("width", [18, 30, 36, 42, 60])
@pytest.mark.parametrize("count", [0, 1, 3000, 200_000])
def test_rows_hold_what_was_packed(width, count):
    rng = np.random.default_rng(width)
    grams = rng.integers(0, 1 << width, count, dtype=np.uint64)
    keys = packed_postings.scatter(grams, width)
    assert len(np.unique(keys)) == len(np.unique(grams))
    ids = rng.integers(70_000, 90_000, count)
    layout = Layout.fitting(width, count, 70_000, 90_000)
    order = np.lexsort((ids, keys))
    twice = np.diff(keys[order], prepend=keys[order][:1] + 1) == 0
    order = order[~(twice & (np.diff(ids[order], prepend=-1) == 0))]
    rows = dict(packed_postings.rows(keys[order], ids[order], layout, range(1 << layout.bits)))
    got_keys, got_ids = [], []
    assert list(rows) == list(range(1 << layout.bits))
    for number, data in rows.items():
        rest, files = packed_postings.unpack(number, data, layout, 90_000)
        got_keys += [(number << layout.shift) | key for key in rest.tolist()]
        got_ids += files.tolist()
    assert got_keys == keys[order].tolist()
    assert got_ids == ids[order].tolist()
    if count == 200_000:
        assert np.mean([len(data) for data in rows.values()]) < 2000


@pytest.mark.parametrize(
    "postings",
    [
        pytest.param([(3, 1), (3, 1)], id="the same twice"),
        pytest.param([(3, 2), (3, 1)], id="files that do not ascend"),
        pytest.param([(4, 1), (3, 2)], id="keys that do not ascend"),
        pytest.param([(3, 1), (4, 9)], id="a file that never was"),
    ],
)
def test_a_row_that_was_never_written_is_not_read(postings):
    layout = Layout(width=8, bits=0, id_bytes=1, first=0)
    body = bytes(key for key, _ in postings) + bytes(number for _, number in postings)
    data = zlib.crc32(body, 0).to_bytes(4, "little") + body
    with pytest.raises(StoreCorruptError):
        packed_postings.unpack(0, data, layout, 8)


def test_segments_that_share_files_are_noticed(path):
    """A file would be counted once for each copy."""
    make(path, {b"/a": set(range(100))})
    change(path, {b"/b": {1}})
    assert held(path, [1]) == {b"/a": 1, b"/b": 1}
    with contextlib.closing(sqlite3.connect(path)) as raw:
        assert raw.execute("SELECT count(*) FROM segments").fetchall() == [(2,)]
        for damage in (
            "UPDATE segments SET first = 1",
            "UPDATE segments SET last = 2",
            "UPDATE segments SET last = -1",
        ):
            raw.execute(damage)
            raw.commit()
            with pytest.raises(StoreCorruptError, match="its segments"):
                held(path, [1])
            raw.execute("UPDATE segments SET first = id, last = id")
            raw.commit()
        assert held(path, [1]) == {b"/a": 1, b"/b": 1}


@given(
    st.lists(st.tuples(st.integers(0, 2**52 - 1), st.integers(0, 2**32 - 1)), max_size=20),
    st.integers(0, 255),
)
def test_a_part_is_sorted_by_key_and_number(postings, part):
    keys = np.array([key | part << 52 for key, _ in postings], np.uint64)
    ids = np.array([number for _, number in postings], np.int64)
    got = packed_postings.in_order(keys, ids, 60)
    want = sorted(zip(keys.tolist(), ids.tolist(), strict=True))
    assert list(zip(*(column.tolist() for column in got), strict=True)) == want


# other files, other programs
def test_an_index_is_one_private_file(path):
    make(path, {b"/a": {1}})
    assert left(path) == ["some.index"]
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    change(path, {b"/b": {1}})
    held(path, [1])
    assert left(path) == ["some.index"]


def test_a_new_index_keeps_the_mode_of_the_old_one(path):
    make(path, {b"/a": {1}})
    os.chmod(path, 0o644)
    make(path, {b"/b": {1}}, force=True)
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o644
    assert held(path, [1]) == {b"/b": 1}


def test_an_index_is_not_replaced_unasked(path):
    make(path, {b"/a": {1}})
    with pytest.raises(StoreError, match="--force"):
        make(path, {b"/b": {1}})
    assert held(path, [1]) == {b"/a": 1}


def others(tmp_path):
    (tmp_path / "text").write_text("not an index")
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "folder").mkdir()
    with contextlib.closing(sqlite3.connect(tmp_path / "database")) as raw:
        raw.execute("CREATE TABLE precious (x)")
        raw.commit()
    os.mkfifo(tmp_path / "pipe")
    return ["text", "empty", "folder", "database", "pipe"]


def test_nothing_but_an_index_is_touched(tmp_path):
    for name in others(tmp_path):
        path = str(tmp_path / name)
        before = os.stat(path)
        for force in (False, True):
            with pytest.raises(StoreError, match="n-gram index"):
                make(path, {b"/a": {1}}, force=force)
        for act in (NgramIndex.open, lambda p: change(p, {b"/a": {1}})):
            with pytest.raises(StoreError, match="n-gram index"):
                act(path)
        after = os.stat(path)
        assert (before.st_ino, before.st_size, before.st_mtime_ns) == (
            after.st_ino,
            after.st_size,
            after.st_mtime_ns,
        )
    assert left(path) == ["database", "empty", "folder", "pipe", "text"]


def test_a_strangers_file_under_the_name_of_the_draft(path):
    draft = index_files.companion(path, "building")
    with open(draft, "w") as file:
        file.write("mine")
    with pytest.raises(StoreError, match=r"\.some\.index\.building: is no n-gram index"):
        make(path, {b"/a": {1}})
    with open(draft) as file:
        assert file.read() == "mine"
    assert left(path) == [".some.index.building"]


def test_a_strangers_lock_file_stays(path):
    lock = index_files.companion(path, "lock")
    with open(lock, "w") as file:
        file.write("mine")
    make(path, {b"/a": {1}})
    with open(lock) as file:
        assert file.read() == "mine"


def test_a_left_over_journal_is_not_played_back(path):
    with open(path + "-journal", "w") as file:
        file.write("of something")
    with pytest.raises(StoreError, match="another database"):
        make(path, {b"/a": {1}})


def test_a_missing_index_and_a_missing_folder(tmp_path):
    path = str(tmp_path / "none" / "x")
    for act in (NgramIndex.open, lambda p: change(p, {})):
        with pytest.raises(StoreError, match="no such index"):
            act(path)
    with pytest.raises(StoreError, match="no such folder"):
        make(path, {})
    assert os.listdir(tmp_path) == []


def test_a_symbolic_link_to_an_index_can_be_read(path, tmp_path):
    make(path, {b"/a": {1}})
    os.symlink(path, tmp_path / "link")
    assert held(str(tmp_path / "link"), [1]) == {b"/a": 1}


def test_other_parameters(path):
    make(path, {b"/a": {1}}, IndexParameters(100, 4))
    NgramIndex.open(path, block_size=100, ngram=4).close()
    with pytest.raises(SignatureError, match="block size 100, not 64"):
        NgramIndex.open(path, block_size=64)
    with pytest.raises(SignatureError, match="n-gram length 4, not 5"), changing(path, ngram=5):
        raise AssertionError("unreachable")


def test_a_newer_format(path):
    make(path, {b"/a": {1}})
    with contextlib.closing(sqlite3.connect(path)) as raw:
        raw.execute("PRAGMA user_version = 7")
    with pytest.raises(NewerVersionError, match="format 7"):
        NgramIndex.open(path)
    with pytest.raises(NewerVersionError):
        make(path, {b"/b": {1}}, force=True)
    assert left(path) == ["some.index"]


READ = """
import sys
import numpy as np
from simfinder.store.ngram_index.reader import NgramIndex
with NgramIndex.open(sys.argv[1]) as index:
    held = [ids.tolist() for _, ids in index.holders(np.array([1], np.uint64), lambda: None)]
    print(held, index.info().files)
open(sys.argv[1], "r+")
"""


def test_read_where_nothing_can_be_written(path, tmp_path):
    make(path, {b"/a": {1}})
    command = [sys.executable, "-c", READ, path]
    if os.geteuid() == 0:
        if shutil.which("setpriv") is None:
            pytest.skip("root may write everywhere, and there is no setpriv to take that away")
        command = ["setpriv", "--bounding-set=-dac_override", "--inh-caps=-dac_override", *command]
    os.chmod(path, 0o444)
    os.chmod(tmp_path, 0o555)
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    finally:
        os.chmod(tmp_path, 0o755)
    assert done.stdout == "[[1]] 1\n", done.stderr
    assert "PermissionError" in done.stderr  # it really could not be written


# crashes
def test_a_build_that_fails_leaves_what_was_there(path):
    for old in ({}, {b"/old": {1, 2}}):
        if old:
            make(path, old)
        before = left(path)
        with pytest.raises(StoppedError), building(path, G5, force=True):
            raise StoppedError
        with pytest.raises(StoppedError), building(path, G5, force=True) as draft:
            stop_at(draft, 3)
        with building(path, G5, force=True):
            pass  # not finished
        assert left(path) == before
    assert held(path, [1, 2]) == {b"/old": 2}


def stop_at(draft, call):
    calls = 0

    def stop():
        nonlocal calls
        calls += 1
        if calls == call:
            raise StoppedError

    grams = np.arange(5000, dtype=np.uint64)
    draft.add_grams(grams, np.full(len(grams), draft.first))
    draft.finish([FileRow(draft.first, b"/old", 5000)], [b"/gone"], stop)


@pytest.mark.parametrize("call", [1, 2, 3, 4, 100, 250])
def test_a_change_that_fails_changes_nothing(path, call):
    make(path, {b"/old": {1, 2}, b"/gone": {1}})
    with pytest.raises(StoppedError), changing(path) as draft:
        stop_at(draft, call)
    assert held(path, [1, 2, 77]) == {b"/old": 2, b"/gone": 1}
    assert left(path) == ["some.index"]
    change(path, {b"/new": {77}})
    assert held(path, [77]) == {b"/new": 1}


KILLED = """
import os, signal, sys
import numpy as np
from simfinder.store.ngram_index.index_schema import IndexParameters
from simfinder.store.ngram_index.writer import FileRow, building, changing

path, how, calls = sys.argv[1], sys.argv[2], int(sys.argv[3])

def stop():
    global calls
    calls -= 1
    if calls == 0:
        os.kill(os.getpid(), signal.SIGKILL)

opened = building(path, IndexParameters(2048, 5), force=True) if how == "build" else changing(path)
with opened as draft:
    grams = np.arange(300_000, dtype=np.uint64)
    draft.add_grams(grams, np.full(len(grams), draft.first))
    draft.finish([FileRow(draft.first, b"/old", len(grams))], [], stop)
"""


@pytest.mark.parametrize("how", ["build", "change"])
@pytest.mark.parametrize("call", [2, 200])
def test_killed(path, how, call):
    make(path, {b"/old": {1, 2}, b"/other": {2}})
    done = subprocess.run([sys.executable, "-c", KILLED, path, how, str(call)], timeout=60)
    assert done.returncode == -9
    assert held(path, [1, 2, 2, 400]) == {b"/old": 3, b"/other": 2}
    change(path, {b"/new": {2}})
    make(path, {b"/newer": {2}}, force=True)
    assert held(path, [2]) == {b"/newer": 1}
    assert left(path) == ["some.index"]


def test_killed_and_then_replaced_at_once(path):
    """The journal of the killed change must not be played back into the new index."""
    make(path, {b"/old": set(range(1000))})
    done = subprocess.run([sys.executable, "-c", KILLED, path, "change", "250"], timeout=60)
    assert done.returncode == -9
    make(path, {b"/new": {2}}, force=True)
    assert held(path, [1, 2]) == {b"/new": 1}
    assert left(path) == ["some.index"]


def test_two_writers(path):
    make(path, {b"/a": {1}})
    with changing(path) as draft:
        for act in (lambda: change(path, {b"/b": {1}}), lambda: make(path, {}, force=True)):
            with pytest.raises(StoreUnavailableError, match="another program is writing"):
                act()
        assert held(path, [1]) == {b"/a": 1}  # reading goes on
        put(draft, {b"/c": {1}})
    assert held(path, [1]) == {b"/a": 1, b"/c": 1}


def test_a_reader_sees_one_moment(path):
    make(path, {b"/%d" % i: {1, 2} for i in range(50)})
    with NgramIndex.open(path) as index, index.moment():
        found = index.holders(np.array([1, 2], np.uint64), go_on)
        first = next(found)
        writer = threading.Thread(target=change, args=(path, {b"/0": {1}, b"/x": {2}}))
        writer.start()
        writer.join(0.2)
        rest = list(found)
        assert set(index.names(np.arange(1, 51)).values()) == {b"/%d" % i for i in range(50)}
    writer.join()
    assert [len(ids) for _, ids in (first, *rest)] == [50, 50]
    assert held(path, [2])[b"/x"] == 1


def fill(draft):
    draft._database.query("PRAGMA max_page_count = 12")
    put(draft, {b"/b": set(range(200_000))})


def test_a_full_disk_while_adding(path):
    make(path, {b"/a": {1}})
    with pytest.raises(StoreUnavailableError, match="no space left"), changing(path) as draft:
        fill(draft)
    assert held(path, [1, 5]) == {b"/a": 1}


def test_a_full_disk_while_building(path):
    with (
        pytest.raises(StoreUnavailableError, match="no space left"),
        building(path, G5, force=False) as draft,
    ):
        fill(draft)
    assert left(path) == []


def test_a_full_disk_under_the_temporary_file(path, monkeypatch):
    class Full:
        def seek(self, *_):
            return 0

        def write(self, _):
            raise OSError(errno.ENOSPC, "No space left on device")

        def close(self):
            pass

    monkeypatch.setattr(external_sort.PostingRuns.__init__, "__defaults__", (100,))
    monkeypatch.setattr(external_sort.tempfile, "TemporaryFile", lambda **_: Full())
    with pytest.raises(StoreUnavailableError, match="No space left"):
        make(path, {b"/b": set(range(1000))})
    assert left(path) == []


# damage
def test_a_damaged_row_is_noticed(path):
    make(path, {b"/a": {1, 2, 3}})
    with contextlib.closing(sqlite3.connect(path)) as raw:
        ((data,),) = raw.execute("SELECT data FROM postings").fetchall()
        for bad in (data[:-1], b"", data[:4], bytes([data[0] ^ 1]) + data[1:], data[:-1] + b"\xff"):
            raw.execute("UPDATE postings SET data = ?", (bad,))
            raw.commit()
            with pytest.raises(StoreCorruptError, match=r"some\.index: the index is damaged"):
                held(path, [1])
    make(path, {b"/b": {1}}, force=True)
    assert held(path, [1]) == {b"/b": 1}


@pytest.mark.parametrize("value", [7, 0.5, "/a", b"", b"/a\0b"])
def test_a_name_or_a_row_that_is_something_else_is_noticed(path, value):
    """SQLite keeps anything in any column; found by the fuzzer."""
    make(path, {b"/a": {1, 2, 3}})
    with contextlib.closing(sqlite3.connect(path)) as raw:
        raw.execute("UPDATE files SET name = ?", (value,))
        raw.commit()
        with pytest.raises(StoreCorruptError, match=r"the index is damaged \(a name of a file\)"):
            held(path, [1])
        with NgramIndex.open(path) as index, pytest.raises(StoreCorruptError, match="a name of a file"):
            index.all_names()
        raw.execute("UPDATE files SET name = ?, grams = ?", (b"/a", value))
        raw.execute("UPDATE postings SET data = ?", (value,))
        raw.commit()
        with pytest.raises(StoreCorruptError, match="a row of n-grams"):
            held(path, [1])
        with NgramIndex.open(path) as index:
            assert isinstance(index.info().grams, int)


def test_damage_anywhere_is_an_error_or_does_no_harm(path, tmp_path):
    rng = random.Random(3)
    files = {b"/f%d" % i: {rng.randrange(64**5) for _ in range(40)} for i in range(300)}
    make(path, files)
    query = [gram for name in list(files)[:20] for gram in files[name]]
    want = twin(files, query)
    with open(path, "rb") as file:
        whole = file.read()
    copy = str(tmp_path / "copy")
    noticed = 0
    for trial in range(150):
        data = bytearray(whole)
        if trial % 5 == 0:
            del data[rng.randrange(100, len(data)) :]
        else:
            for _ in range(rng.choice([1, 8, 400])):
                data[rng.randrange(100, len(data))] = rng.randrange(256)
        with open(copy, "wb") as file:
            file.write(data)
        try:
            got = held(copy, query)
        except StoreError:
            noticed += 1
            continue
        # the names themselves bear no check sum
        assert sorted(got.values()) == sorted(want.values())
    assert noticed > 40


def test_a_damaged_index_can_be_built_anew(path):
    make(path, {b"/f%d" % i: {i} for i in range(300)})
    size = os.path.getsize(path)
    os.truncate(path, size // 2)
    with pytest.raises(StoreError):
        held(path, list(range(300)))
    make(path, {b"/new": {1}}, force=True)
    assert held(path, [1]) == {b"/new": 1}
    assert left(path) == ["some.index"]


def test_parameters_that_cannot_be(path, tmp_path):
    make(path, {b"/a": {1}})
    for statement in (
        "DELETE FROM parameters",
        "UPDATE parameters SET ngram = 'x'",
        "UPDATE parameters SET ngram = 40",
        "DROP TABLE files",
        "DROP TABLE segments",
        "UPDATE segments SET bits = 90",
        "UPDATE segments SET id_bytes = 77",
    ):
        copy = str(tmp_path / "copy")
        shutil.copy(path, copy)
        with contextlib.closing(sqlite3.connect(copy)) as raw:
            raw.execute(statement)
            raw.commit()
        with pytest.raises(StoreCorruptError, match="copy: the index is damaged"):
            held(copy, [1])
