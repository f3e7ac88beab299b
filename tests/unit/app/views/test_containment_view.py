"""Files inside others, in groups: every pair in one, the most bytes to free first."""

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.app.clusters.cluster_order import Column
from simfinder.app.views.containment_view import Insides, common_folder, order, stars

FILES = 12
PAIRS = st.sets(
    st.tuples(st.integers(0, FILES - 1), st.integers(0, FILES - 1)).filter(lambda pair: pair[0] != pair[1]),
    max_size=40,
)


def files_of(sizes, *, protected=(), paths=None, contents=None):
    """The columns of some files."""
    count = len(sizes)
    paths = paths or [f"/d{i % 3}/f{i}" for i in range(count)]
    return SimpleNamespace(
        sizes=np.array(sizes, np.int64),
        mtimes=np.arange(count, dtype=np.int64),
        protected=np.isin(np.arange(count), list(protected)),
        contents=np.array(contents if contents is not None else range(count)),
        records=SimpleNamespace(path=paths.__getitem__),
    )


def insides_of(pairs, shares=None, loose=()):
    """Pairs of whole and part."""
    pairs = sorted(pairs)
    whole, part = (np.array([pair[i] for pair in pairs], np.int32) for i in (0, 1))
    share = np.array([1.0] * len(pairs) if shares is None else shares, np.float32)
    return Insides(whole, part, share, np.array(sorted(loose), np.int32))


def groups_of(view, insides):
    """Head, whether it is the part, and the pairs of each group."""
    return [
        (head, by_part, [(int(insides.whole[p]), int(insides.part[p])) for p in view.of_group(i)])
        for i, (head, by_part) in enumerate(zip(view.heads.tolist(), view.by_part.tolist(), strict=True))
    ]


@given(PAIRS)
def test_every_pair_is_in_the_larger_of_its_two_stars(pairs):
    pairs = sorted(pairs)
    whole, part = (np.array([pair[i] for pair in pairs], np.int64) for i in (0, 1))
    head, by_part = stars(whole, part)
    for i, (w, p) in enumerate(pairs):
        parts, wholes = sum(a == w for a, _ in pairs), sum(b == p for _, b in pairs)
        assert by_part[i] == (wholes > parts)
        assert head[i] == (p if wholes > parts else w)


@given(
    PAIRS,
    st.lists(st.integers(0, 1000), min_size=FILES, max_size=FILES),
    st.lists(st.sampled_from([0.5, 0.9999, 1.0]), min_size=40, max_size=40),
    st.sets(st.integers(0, FILES - 1)),
    st.sets(st.integers(0, FILES - 1)),
    st.sampled_from(list(Column)),
    st.booleans(),
)
def test_groups_divide_the_pairs_and_free_no_more_than_there_is(
    pairs, sizes, shares, protected, loose, column, descending
):
    insides = insides_of(pairs, shares[: len(pairs)], loose)
    files = files_of(sizes, protected=protected)
    view = order(insides, files, column, descending)
    found = groups_of(view, insides)
    assert sorted(pair for _, _, group in found for pair in group) == sorted(pairs)
    assert len({(head, by_part) for head, by_part, _ in found}) == len(found) == len(view)
    assert view.parts == len({part for _, part in pairs})
    assert view.wholes == len({whole for whole, _ in pairs})
    share_of = dict(zip(sorted(pairs), insides.share.tolist(), strict=True))
    for i, (head, by_part, group) in enumerate(found):
        assert group
        assert all((part if by_part else whole) == head for whole, part in group)
        wholly = {part for whole, part in group if share_of[whole, part] > 0.99 and part not in protected}
        freed = sum(sizes[part] for part in wholly)
        if view.all_loose[i]:
            assert head in loose
            assert not by_part
            freed = max(freed, 0 if head in protected else sizes[head])
        assert view.freed[i] == freed
    if column is Column.SAVING:
        assert view.freed.tolist() == sorted(view.freed.tolist(), reverse=descending)


@given(PAIRS, st.sets(st.integers(0, FILES - 1)), st.sampled_from(["f1", "d0", "none", ""]))
def test_a_filter_leaves_whole_groups_and_files_that_are_there(pairs, gone, text):
    insides, files = insides_of(pairs), files_of([10] * FILES)
    alive = ~np.isin(np.arange(FILES), list(gone))
    every = groups_of(order(insides, files, alive=alive), insides)
    shown = groups_of(order(insides, files, text=text, alive=alive), insides)
    named = [group for group in every if any(text in files.records.path(f) for p in group[2] for f in p)]
    assert sorted(shown) == sorted(named)
    assert not {f for _, _, group in every for pair in group for f in pair} & gone


def test_a_picture_in_many_mails_and_an_archive_are_one_row_each():
    mails, logo, archive, members = range(30), 30, 31, range(32, 40)
    pairs = [(mail, logo) for mail in mails] + [(archive, member) for member in members]
    sizes = [5_000] * 30 + [2_000, 9_000] + [1_000] * 8
    insides = insides_of(pairs, loose=[archive])
    view = order(insides, files_of(sizes))
    assert [(head, by_part, len(group)) for head, by_part, group in groups_of(view, insides)] == [
        (archive, False, 8),
        (logo, True, 30),
    ]
    assert view.freed.tolist() == [9_000, 2_000]  # the archive is more than its files; the logo goes once
    assert view.all_loose.tolist() == [8, 0]


def test_not_all_is_outside_where_a_file_is_gone_or_filtered_away():
    pairs = [(0, 1), (0, 2), (0, 3)]
    insides, files = insides_of(pairs, loose=[0]), files_of([9, 1, 1, 1], contents=[0, 1, 2, 2])
    assert order(insides, files).all_loose.tolist() == [2]  # two of the files are copies
    there = np.array([True, True, True, False])
    assert order(insides, files, alive=there).all_loose.tolist() == [0]
    among = np.array([False, True, False, False])
    assert order(insides, files, among=among).all_loose.tolist() == [0]


@pytest.mark.parametrize(
    ("paths", "folder"),
    [
        (["/a/b/c", "/a/b/d/e"], "/a/b"),
        (["/a/b/c", "/a/b/d"], "/a/b"),
        (["/a/b/c"], ""),
        (["/a/b", "/c/d"], ""),
    ],
)
def test_the_folder_of_all_is_said_unless_it_is_the_top(paths, folder):
    assert common_folder(paths) == folder
