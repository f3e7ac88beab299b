"""A session whose folders are scanned again is that of a whole new scan, whatever has happened to the files."""

import gc
import gzip
import os
import random
import shutil
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simfinder.actions.rules.mark_rules import INVERTED
from simfinder.app.linking import update_links
from simfinder.app.session.follow.rescan import rescan
from simfinder.app.session.session import Session
from simfinder.app.verify.survey import Findings
from simfinder.arrays.file_columns import FileColumns
from simfinder.arrays.set_operations import content_keys
from simfinder.errors import Cancelled
from simfinder.model.progress import Control
from simfinder.model.scan_options import Method, Methods, ScanOptions
from simfinder.model.tolerances import Choices
from simfinder.scan.reading import read_small_files
from simfinder.search.linking.links import Links
from simfinder.store.cache.cache import Cache
from tests.helpers.examples import examples
from tests.helpers.files.trees import write

WHEN = 1_750_000_000
HEADER = random.Random(5).randbytes(2_500).hex().encode()


def text(seed, edits=0, header=False):
    """A text of a family; each edit changes a line of it. With a header it shares most with all that have one."""
    rng = random.Random(seed)
    lines = [rng.randbytes(20).hex().encode() for _ in range(60)]
    for edit in range(edits):
        lines[(7 * edit + 3) % 60] = b"edit %d of %d" % (edit, seed)
    return (HEADER if header else b"") + b"\n".join(lines)


def packed(data, level):
    return gzip.compress(data, level, mtime=level)


def session_of(root, cache=None, **options):
    methods = options.pop("methods", Methods())
    return Session.run(
        ScanOptions((str(root),), jobs=1, **options), Choices(methods), cache=cache, control=Control()
    )


def followed(session, cache=None):
    """The session after a rescan, and what became of it."""
    told = rescan(session.state(), cache or Cache.none(), Control())
    if told is None:
        return session, None
    after = Session.resumed(told.state, [])
    after.remark(told.state.marks)
    return after, told


def seen(session):
    """All that a person could see of a session, whatever its rows are called."""
    result, table = session.result, session.clusters
    keys = content_keys(result.table.content)
    links = session.links
    every = content_keys(result.representations.table.content)
    return {
        "files": list(result.files),
        "contents": keys[result.content_row].tolist(),
        "rows": every.tolist(),
        "sketches": result.representations.table.sketch.tolist(),
        "shown": [
            (every[view], result.representations.names[name]) if view >= 0 else None
            for view, name in zip(
                result.representations.view.tolist(), result.representations.name.tolist(), strict=True
            )
        ],
        "members": result.members,
        "media": result.media,
        "kinds": result.representations.kind.tolist(),
        "bytes": result.bytes,
        "links": list(
            zip(
                *(
                    c.tolist()
                    for c in (links.a, links.b, links.similarity, links.weight, links.others, links.sibling)
                ),
                strict=True,
            )
        ),
        "clusters": [table.cluster(i) for i in range(len(table))],
        "types": session.clustering.types(),
    }


def assert_same(session, fresh):
    one, other = seen(session), seen(fresh)
    for name in one:
        assert one[name] == other[name], name


@pytest.fixture
def root(tmp_path):
    root_of(tmp_path / "tree")
    return tmp_path / "tree"


DEEDS = st.lists(
    st.one_of(
        st.tuples(
            st.sampled_from(["delete", "copy", "rename", "touch", "restore"]),
            st.integers(0, 60),
            st.integers(0, 60),
        ),
        st.tuples(st.just("write"), st.integers(0, 60), st.integers(0, 12)),
        st.tuples(st.just("new"), st.integers(0, 40), st.integers(0, 12)),
        st.tuples(st.just("folder"), st.integers(0, 4), st.integers(0, 4)),
        st.tuples(st.sampled_from(["link", "empty", "hide"]), st.integers(0, 60), st.integers(0, 60)),
    ),
    max_size=12,
)


def all_files(root):
    return sorted(os.path.join(folder, name) for folder, _, names in os.walk(root) for name in names)


def content(number, kind):
    """Some content: of a family, under the header, packed, or of its own."""
    if kind < 4:
        return text(kind % 3, number % 5)
    if kind < 8:
        return text(100 + number, header=True)
    if kind < 11:
        return packed(text(number % 3), (1, 6, 9)[kind - 8])
    return text(1_000 + number)


class Deeds:
    """Things a person or a program does to files."""

    def __init__(self, root):
        self.root, self.saved = str(root), []

    def do(self, deed, number, other):
        files = all_files(self.root)
        if deed in ("new", "folder"):
            getattr(self, deed)(number, other)
        elif files:
            path, target = files[number % len(files)], files[other % len(files)]
            getattr(self, deed)(path, target, number, other)

    def new(self, number, other):
        path = os.path.join(self.root, f"n{number % 3}", f"{number}{('.txt', '.md', '.gz')[other % 3]}")
        write(self.root, path, content(number, other), WHEN + number)

    def folder(self, number, other):
        folders = ["d0", "d1", "d2", "licensed", "packed"]
        one, two = os.path.join(self.root, folders[number]), os.path.join(self.root, "moved", folders[other])
        if os.path.isdir(one) and not os.path.exists(two):
            os.makedirs(os.path.dirname(two), exist_ok=True)
            os.rename(one, two)

    def delete(self, path, *_):
        self.saved.append((path, Path(path).read_bytes()))
        os.unlink(path)

    def restore(self, *_):
        if self.saved:
            path, data = self.saved.pop()
            write(self.root, path, data, WHEN)

    def copy(self, path, target, *_):
        if path != target:
            shutil.copy2(path, target)

    def rename(self, path, target, *_):
        os.rename(path, target + ".md")

    def hide(self, path, *_):
        os.rename(path, os.path.join(os.path.dirname(path), "." + os.path.basename(path)))

    def touch(self, path, _target, _number, other):
        os.utime(path, (WHEN + other, WHEN + other))

    def write(self, path, _target, number, other):
        Path(path).write_bytes(content(number, other))

    def empty(self, path, *_):
        Path(path).write_bytes(b"")

    def link(self, path, target, *_):
        if not os.path.exists(target + ".link"):
            os.link(path, target + ".link")


@settings(
    max_examples=examples(20),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    batches=st.lists(DEEDS, min_size=1, max_size=3),
    options=st.sampled_from([{}, {"hidden": True}, {"raw": True}]),
)
def test_a_rescan_is_a_whole_new_scan(tmp_path_factory, batches, options):
    base = tmp_path_factory.mktemp("base")
    root = base / "tree"
    root_of(root)
    session, deeds_done = session_of(root, **options), Deeds(root)
    for deeds in batches:
        for deed in deeds:
            deeds_done.do(*deed)
        session, _ = followed(session)
        assert_same(session, session_of(root, **options))
    shutil.rmtree(base)


def root_of(folder):
    """Two families of texts, some under a header that many have, some packed."""
    for family in range(2):
        for edits in range(2):
            write(str(folder), f"d{family}/v{edits}.txt", text(family, edits), WHEN + edits)
    for number in range(28):
        write(str(folder), f"licensed/{number}.txt", text(100 + number, header=True), WHEN)
    for level in (1, 9):
        write(str(folder), f"packed/{level}.gz", packed(text(0), level), WHEN)


def test_nothing_new_reads_nothing(root, monkeypatch):
    session = session_of(root)
    monkeypatch.setattr("simfinder.app.session.follow.rescan.sign_walk", lambda *_: 1 / 0)
    assert followed(session) == (session, None)


def test_what_was_decided_and_measured_stays(root):
    session = session_of(root)
    first = session.file_of(str(root / "d0/v0.txt"))
    session.keep_file(first)
    wanted = [session.file_of(str(root / f"d1/v{i}.txt")) for i in range(2)]
    session.mark(wanted, INVERTED)
    (mark,) = session.marks
    links = session.links
    session.learn([Findings(links.a[:1], links.b[:1], np.array([0.77], np.float32), np.array([0]))])
    write(str(root), "a-first.txt", text(0, 9), WHEN)
    Path(root, "d1/new.txt").write_bytes(text(999))
    after, told = followed(session)
    assert [after.record(file).path for file in after.clustering.keeping.by_hand] == [
        session.record(first).path
    ]
    assert {after.record(f).path: why for f, why in after.marks.items()} == {
        session.record(mark).path: INVERTED
    }
    assert [after.record(int(i)).path for i in told.files] == [record.path for record in session.result.files]
    settled = np.flatnonzero(after.state().settled)
    assert after.links.similarity[settled].tolist() == [np.float32(0.77)]
    assert list(after.state().measured.values()) == [pytest.approx(0.77)]
    Path(session.record(mark).path).write_bytes(text(31))
    before = after.file_of(session.record(mark).path)
    after, told = followed(after)
    assert told.files[before] == -1
    assert (np.delete(told.files, before) >= 0).all()
    assert not after.marks


def test_what_was_away_and_is_back_takes_part_again(root):
    session = session_of(root)
    path = str(root / "d0/v0.txt")
    session.forget([path])  # as after an act of this window, which was undone since
    after, told = followed(session)
    assert told is not None
    assert_same(after, session_of(root))


@pytest.mark.parametrize("options", [{"follow": True}, {}])
def test_another_name_of_a_file_takes_its_place(root, options):
    os.link(root / "d0/v0.txt", root / "d0/zz.txt")
    session = session_of(root, **options)
    os.unlink(root / "d0/v0.txt")
    after, _ = followed(session)
    assert after.file_of(str(root / "d0/zz.txt")) >= 0
    assert_same(after, session_of(root, **options))
    assert after.result.passed_over == session_of(root, **options).result.passed_over


def test_everything_gone_and_everything_new(root):
    session = session_of(root)
    shutil.rmtree(root)
    root.mkdir()
    empty, told = followed(session)
    assert (told.files == -1).all()
    assert_same(empty, session_of(root))
    root_of(root)
    assert_same(followed(empty)[0], session_of(root))


@pytest.mark.parametrize("limits", [(0, 10_000), (10_000, 1)])
@pytest.mark.parametrize(
    "methods", [Methods(), Methods(Method.SPAMSUM), Methods(by_type={"md": Method.TAGCOUNT})]
)
def test_all_are_compared_where_that_costs_less_or_another_method_decides(root, monkeypatch, limits, methods):
    monkeypatch.setattr(update_links, "LEAST", limits[0])
    monkeypatch.setattr(update_links, "MOST_SHARE", limits[1])
    session = session_of(root, methods=methods)
    shutil.copy(root / "d0/v0.txt", root / "d1/copy.md")
    Path(root, "d0/v1.txt").write_bytes(text(1, 2))
    after, _ = followed(session)
    assert_same(after, session_of(root, methods=methods))


def test_a_file_that_cannot_be_read_is_a_problem(root, monkeypatch):
    time.sleep(0.03)  # what was written in the last 20 ms is not remembered, on purpose
    with Cache.open() as cache:
        session = session_of(root, cache)  # so that only one file is read below
    path = root / "d0/v0.txt"
    path.write_bytes(text(8))
    monkeypatch.setattr(read_small_files, "possible", lambda: False)  # a kernel asks the system itself
    real = os.open

    def denied(name, *args, **more):
        if os.fspath(name) == str(path):
            raise PermissionError(13, "Permission denied", str(path))
        return real(name, *args, **more)

    monkeypatch.setattr(os, "open", denied)
    with Cache.open() as cache:
        after, _ = followed(session, cache)
        assert after.file_of(str(path)) < 0
        assert [problem.path for problem in after.result.problems] == [str(path)]
        assert followed(after, cache) == (after, None)
    monkeypatch.undo()
    after, _ = followed(after)
    assert not after.result.problems
    assert_same(after, session_of(root))


def test_what_is_read_once_is_in_the_cache(root, tmp_path):
    session = session_of(root)
    Path(root, "d0/v0.txt").write_bytes(text(55))
    time.sleep(0.03)  # what was written in the last 20 ms is not remembered, on purpose
    with Cache.open() as cache:
        after, _ = followed(session, cache)
    with Cache.open() as cache:
        again, _ = followed(session, cache)
    assert seen(after)["clusters"] == seen(again)["clusters"]
    assert again.result.from_cache == len(again.result.files)


def test_it_can_be_cancelled(root):
    control = Control()
    control.cancel()
    Path(root, "d0/v0.txt").write_bytes(text(55))
    with pytest.raises(Cancelled):
        rescan(session_of(root).state(), Cache.none(), control)


def test_a_session_is_freed_when_another_one_takes_its_place(root):
    """The collector, which would find circles, is frozen after each rescan: a circle would stay for ever."""

    def counted():  # by type: asking a weak proxy whose object is gone is an error
        return [found for found in gc.get_objects() if type(found) in (Session, Links, FileColumns)]

    def alive():
        return len(counted()) - len(others)

    gc.unfreeze()  # what is frozen is not listed
    others = counted()  # of tests before; kept, for some of them may be freed at any time
    session = session_of(root)
    Path(root, "d0/v0.txt").write_bytes(text(55))
    gc.unfreeze()
    gc.collect()
    before, was_on = alive(), gc.isenabled()
    gc.disable()
    try:
        session, _ = followed(session)
        session.clustering.types()
        assert alive() == before
        del session
        assert alive() < before
    finally:
        if was_on:
            gc.enable()
        gc.collect()
        gc.freeze()  # as all tests find it: one that searched 120 times took 109 s without
