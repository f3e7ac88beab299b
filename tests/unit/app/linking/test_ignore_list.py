"""What is not the same stays apart: in one scan, in the next, by way of a third file, under other names."""

import os
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.app.clusters.cluster_table import SessionFiles
from simfinder.app.linking import ignore_list, rows_apart
from simfinder.app.linking.file_links import FileLinks, file_links
from simfinder.app.linking.grouping import group
from simfinder.app.session.session import Session
from simfinder.errors import ReadError, UsageError
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.search.linking.links import Links
from simfinder.signatures.content_hash import content_hash
from simfinder.store import app_dirs
from simfinder.store.library.ignored_pairs import Ignored
from tests.helpers.files.documents import report

RNG = random.Random(6)


@pytest.fixture
def chain(tmp_path):
    """Three versions of a text, the outer ones least alike, and a copy of the first."""
    root = tmp_path / "tree"
    root.mkdir()
    text = report(RNG, paragraphs=40, topic="town").decode()
    parts = text.split("\n\n")
    middle = "\n\n".join([*parts[:-5], "Changed at the end."])
    last = "\n\n".join(["Changed at the beginning.", *parts[5:-5], "Changed at the end."])
    for name, content in (
        ("text v1.txt", text),
        ("text v2.txt", middle),
        ("text v3.txt", last),
        ("text v1 copy.md", text),
    ):
        (root / name).write_text(content)
    return root


def scanned(root):
    return Session.run(ScanOptions((str(root),)), cache=None, control=Control())


def clusters(session, root):
    found = (session.clusters.cluster(i) for i in range(len(session.clusters)))
    return {frozenset(os.path.relpath(m.file.path, root) for m in c.members) for c in found}


def said(session, root, *names):
    return session.scan.contents_of(session.file_of(str(root / name)) for name in names)


def test_the_ends_of_a_chain_are_kept_apart(chain):
    session = scanned(chain)
    assert clusters(session, chain) == {
        frozenset({"text v1.txt", "text v2.txt", "text v3.txt", "text v1 copy.md"})
    }
    ignore_list.add(said(session, chain, "text v1.txt", "text v3.txt"))
    assert session.set_ignored(ignore_list.entries()) == []
    assert len(session.clustering.links.ignored) == 1
    found = clusters(session, chain)
    assert not any(
        {"text v1.txt", "text v3.txt"} <= names or {"text v1 copy.md", "text v3.txt"} <= names
        for names in found
    )
    assert {"text v1.txt", "text v1 copy.md"} <= next(names for names in found if "text v1.txt" in names)
    assert any("text v2.txt" in names for names in found)  # it stays with the one it is more like


def test_it_is_known_at_the_next_scan_under_other_names(chain):
    ignore_list.add(said(scanned(chain), chain, "text v1.txt", "text v2.txt", "text v3.txt"))
    (chain / "text v3.txt").rename(chain / "text v4.txt")
    session = scanned(chain)
    session.set_ignored(ignore_list.entries())
    assert clusters(session, chain) == {frozenset({"text v1.txt", "text v1 copy.md"})}
    ignore_list.remove([ignore_list.entries()[0].id])
    session.set_ignored(ignore_list.entries())
    assert len(clusters(session, chain)) == 1


def test_one_copy_is_alone_and_all_others_stay_together(chain):
    session = scanned(chain)
    copy = str(chain / "text v1 copy.md")
    (said_so,) = said(session, chain, "text v1 copy.md")
    session.mark([session.file_of(copy)])
    ignore_list.add_file(*said_so)
    dropped = session.set_ignored(ignore_list.entries())
    assert dropped in ([], [copy])
    rest = {frozenset({"text v1.txt", "text v2.txt", "text v3.txt"})}
    assert clusters(session, chain) == rest
    assert session.file_of(copy) not in session.marks
    again = scanned(chain)  # the next scan, and one judged otherwise
    again.set_ignored(ignore_list.entries())
    assert clusters(again, chain) == rest
    assert clusters(again.with_methods(again.choices.methods, Control()), chain) == rest
    gone = again.file_of(str(chain / "text v2.txt"))
    again.clustering.set_alive([gone], False, again.clustering.links.linked_with([gone], False))
    assert clusters(again, chain) == {frozenset({"text v1.txt", "text v3.txt"})}
    with open(copy, "a") as file:
        file.write("\nOne line more.")
    changed = scanned(chain)  # another content is another file
    changed.set_ignored(ignore_list.entries())
    assert any("text v1 copy.md" in names for names in clusters(changed, chain))
    ignore_list.remove([entry.id for entry in ignore_list.entries()])
    session.set_ignored(ignore_list.entries())
    assert len(clusters(session, chain)) == 1


def test_a_changed_file_is_another_content(chain):
    ignore_list.add(said(scanned(chain), chain, "text v1.txt", "text v2.txt", "text v3.txt"))
    with open(chain / "text v2.txt", "a") as file:
        file.write("\nOne line more.")
    session = scanned(chain)
    session.set_ignored(ignore_list.entries())
    assert any("text v2.txt" in names for names in clusters(session, chain))


def test_marks_of_what_leaves_its_cluster_are_dropped(chain):
    session = scanned(chain)
    kept = int(session.clusters.kept[0])
    others = [f for f in range(4) if session.clusters.content_of(f) != session.clusters.content_of(kept)]
    session.mark(others)
    pairs = said(session, chain, *(os.path.relpath(session.record(f).path, chain) for f in (kept, *others)))
    dropped = session.set_ignored([Ignored(1, 0, tuple(c for c, _ in pairs), tuple(p for _, p in pairs))])
    assert sorted(dropped) == sorted(session.record(f).path for f in others)


def test_a_removed_copy_does_not_lift_it(chain):
    session = scanned(chain)
    ignore_list.add(said(session, chain, "text v1.txt", "text v3.txt"))
    session.set_ignored(ignore_list.entries())
    session.forget([str(chain / "text v1 copy.md")])
    assert not any({"text v1.txt", "text v3.txt"} <= names for names in clusters(session, chain))
    session.remember([str(chain / "text v1 copy.md")])
    session.forget([str(chain / "text v1.txt")])
    assert not any({"text v1 copy.md", "text v3.txt"} <= names for names in clusters(session, chain))


def test_identical_files_and_too_many_are_refused(chain):
    session = scanned(chain)
    with pytest.raises(UsageError, match="identical"):
        ignore_list.add(said(session, chain, "text v1.txt", "text v1 copy.md"))
    with pytest.raises(UsageError, match="too many"):
        ignore_list.add([(i.to_bytes(16, "big"), f"/{i}") for i in range(ignore_list.MOST + 1)])


def test_a_look_makes_no_library(chain):
    assert ignore_list.entries() == []
    assert ignore_list.remove([1]) == []
    assert not app_dirs.library_file().exists()


def test_a_file_is_told_as_the_scan_tells_it(chain):
    assert ignore_list.of_file(str(chain / "text v2.txt"), Control()) == content_hash(
        (chain / "text v2.txt").read_bytes()
    )
    with open(chain / "holes", "wb") as file:
        file.truncate(3 << 20)
    assert ignore_list.of_file(str(chain / "holes"), Control()) == content_hash(bytes(3 << 20))
    with pytest.raises(ReadError):
        ignore_list.of_file(str(chain / "none"), Control())


contents = st.integers(0, 11).map(lambda i: bytes([i]) * 16)


@given(st.lists(st.lists(contents, min_size=2, max_size=5, unique=True), max_size=4), st.sets(contents))
def test_rows_apart_are_the_pairs_that_are_there(said_so, there):
    known = [Ignored(i, 0, tuple(entry), ("",) * len(entry)) for i, entry in enumerate(said_so)]
    table = sorted(there, key=lambda content: content[0] * 7 % 12)  # in no order
    rows = {content: row for row, content in enumerate(table)}
    array = np.frombuffer(b"".join(table), np.uint8).reshape(-1, 16)
    expected = {
        tuple(sorted((rows[x], rows[y])))
        for entry in said_so
        for x in entry
        for y in entry
        if x != y and x in rows and y in rows
    }
    assert [tuple(pair) for pair in rows_apart.rows_apart(known, array).tolist()] == sorted(expected)


def test_links_of_pairs_apart_go():
    links = Links(np.array([0, 0, 1], "i4"), np.array([1, 2, 2], "i4"), np.array([0.9, 0.8, 0.7], "f4"), 5)
    left = rows_apart.without(links, np.array([[0, 2], [7, 9]], np.int32))
    assert (left.a.tolist(), left.b.tolist(), left.capped) == ([0, 1], [1, 2], 5)
    assert rows_apart.without(links, np.zeros((0, 2), np.int32)) is links


drawn = st.lists(
    st.tuples(st.integers(0, 6), st.integers(0, 6), st.sampled_from([0.55, 0.6, 0.7, 0.8, 0.9])), max_size=18
)


@given(
    drawn,
    st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=4),
    st.sampled_from([0.2, 0.35, 0.5]),
)
def test_few_links_part_as_all_of_them_would(drawn, apart, tolerance):
    """Where a strong link gives way a weaker one may hold, which a forest alone would not have."""
    strongest = {}
    for a, b, similarity in drawn:
        if a != b:
            strongest[min(a, b), max(a, b)] = similarity
    pairs = sorted(strongest)
    links = Links(
        np.array([a for a, _ in pairs], "i4"),
        np.array([b for _, b in pairs], "i4"),
        np.array([strongest[pair] for pair in pairs], "f4"),
    )
    ignored = np.unique(
        np.sort([pair for pair in apart if pair[0] != pair[1]] or np.zeros((0, 2), int), axis=1), axis=0
    )

    same = np.zeros(7, np.int32)
    alive = np.ones(7, np.bool_)
    files = SessionFiles([], np.arange(7, dtype=np.int32), same, ("",), same, same, alive)
    few = file_links(links, files, alive, 7, ignored)
    limits = np.array([tolerance], np.float32)
    rank = np.arange(7, dtype=np.int32)
    every = FileLinks(links.a, links.b, links.similarity)
    found, expected = (
        group(some, files, limits, rank, apart=ignored if len(ignored) else None) for some in (few, every)
    )
    assert found.offsets.tolist() == expected.offsets.tolist()
    assert found.members.tolist() == expected.members.tolist()


def test_one_file_leaves_and_the_rest_stays_together(chain):
    """The middle one holds the chain together; its copy under another name leaves with it."""
    (chain / "text v2 copy.txt").write_bytes((chain / "text v2.txt").read_bytes())
    session = scanned(chain)
    (middle, *others) = said(session, chain, "text v2.txt", "text v1.txt", "text v3.txt", "text v1 copy.md")
    number = ignore_list.add_one(middle, others)
    session.set_ignored(ignore_list.entries())
    assert clusters(session, chain) == {
        frozenset({"text v1.txt", "text v1 copy.md", "text v3.txt"}),
        frozenset({"text v2.txt", "text v2 copy.txt"}),
    }
    again = scanned(chain)
    again.set_ignored(ignore_list.entries())
    assert clusters(again, chain) == clusters(session, chain)
    ignore_list.remove([number])
    session.set_ignored(ignore_list.entries())
    assert len(clusters(session, chain)) == 1


def test_two_that_leave_are_alone_and_a_later_version_goes_with_the_one_it_is_like(chain):
    session = scanned(chain)
    names = ("text v1.txt", "text v2.txt", "text v3.txt")
    every = said(session, chain, *names)
    for i in (0, 2):
        ignore_list.add_one(every[i], every[:i] + every[i + 1 :])
    (chain / "text v4.txt").write_text((chain / "text v3.txt").read_text().replace("beginning", "start"))
    session = scanned(chain)
    session.set_ignored(ignore_list.entries())
    assert clusters(session, chain) == {
        frozenset({"text v1.txt", "text v1 copy.md"}),
        frozenset({"text v3.txt", "text v4.txt"}),
    }


def test_a_file_that_leaves_its_copies_is_refused(chain):
    one, other = said(scanned(chain), chain, "text v1.txt", "text v1 copy.md")
    with pytest.raises(UsageError, match="identical"):
        ignore_list.add_one(one, [other])


@given(st.lists(st.lists(contents, min_size=3, max_size=5, unique=True), max_size=4), st.sets(contents))
def test_rows_of_one_that_leaves_are_its_own_pairs(said_so, there):
    known = [Ignored(i, 0, tuple(entry), ("",) * len(entry), True) for i, entry in enumerate(said_so)]
    table = sorted(there, key=lambda content: content[0] * 7 % 12)
    rows = {content: row for row, content in enumerate(table)}
    array = np.frombuffer(b"".join(table), np.uint8).reshape(-1, 16)
    here = [[rows.get(content, -1) for content in entry] for entry in said_so]
    expected = {tuple(sorted((one, other))) for one, *rest in here for other in rest if min(one, other) >= 0}
    assert [tuple(pair) for pair in rows_apart.rows_apart(known, array).tolist()] == sorted(expected)
    sets = {}
    for number, row in rows_apart.rows_left_together(known, array).tolist():
        sets.setdefault(number, []).append(row)
    left = [[other for other in rest if other >= 0] for one, *rest in here if one >= 0]
    assert list(sets.values()) == [some for some in left if some]


@given(drawn, st.integers(0, 6), st.sampled_from([0.2, 0.35, 0.5]))
def test_exactly_one_leaves_any_cluster(drawn, one, tolerance):
    strongest = {(min(a, b), max(a, b)): similarity for a, b, similarity in drawn if a != b}
    pairs = sorted(strongest)
    links = Links(
        np.array([a for a, _ in pairs], "i4"),
        np.array([b for _, b in pairs], "i4"),
        np.array([strongest[pair] for pair in pairs], "f4"),
    )
    same, alive, none = np.zeros(7, np.int32), np.ones(7, np.bool_), np.zeros((0, 2), np.int32)
    files = SessionFiles([], np.arange(7, dtype=np.int32), same, ("",), same, same, alive)
    limits, rank = np.array([tolerance], np.float32), np.arange(7, dtype=np.int32)

    def found(ignored, together):
        few = file_links(links, files, alive, 7, ignored)
        made = group(few, files, limits, rank, apart=ignored, together=together)
        return {frozenset(part.tolist()) for part in np.split(made.members, made.offsets[1:-1]) if len(part)}

    before = found(none, none)
    others = sorted(next((some for some in before if one in some), {one}) - {one})
    ignored = np.array([sorted((one, other)) for other in others], np.int32).reshape(-1, 2)
    after = found(ignored, np.array([(1, other) for other in others], np.int32).reshape(-1, 2))
    assert after == {some - {one} for some in before if len(some - {one}) > 1}
