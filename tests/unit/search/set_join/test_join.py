import itertools
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.search.set_join import join as joining
from simfinder.search.set_join import packed_rows, posting_lists
from simfinder.search.set_join.inverted_index import Values
from simfinder.search.set_join.join import Rule
from tests.helpers.examples import examples
from tests.unit.search.twins.tables import all_pairs, members, members_to_last


def join(rows, need, order=None, jobs=1):
    """Candidate pairs of sets of numbers, and the index they came from."""
    length = np.array([len(row) for row in rows], np.int64)
    flat = np.array([value for row in rows for value in sorted(row)], np.uint64)
    values = Values(flat, np.cumsum(length) - length, length)
    n = len(rows)
    rule = Rule(
        np.full(n, need, np.int32),
        np.full((2 * int(length.max(initial=0)) + 1, 1), need, np.int32),
        np.ones(n, np.int64),
    )
    order = np.arange(n, dtype=np.int32) if order is None else np.array(order, np.int32)
    index = joining.SetJoin(values, order, rule, lambda: None, jobs)
    done = []
    found = [pair for a, b in index.pairs(done.append) for pair in zip(a.tolist(), b.tolist(), strict=True)]
    assert sum(done) == n
    assert len(found) == len(set(found))
    assert all(a < b for a, b in found)
    return set(found), index


def split(index):
    """Places that hold a value, of light (or affordable) values and of heavy ones."""
    common = members(index.common)
    cheap, heavy = np.split(index.smallest, [index.affordable])
    return [*members_to_last(index.light), *(common[g] for g in cheap)], [common[g] for g in heavy]


def together(groups, order, a, b):
    """The number of groups that two rows share."""
    return sum(a in rows and b in rows for rows in ({int(order[p]) for p in group} for group in groups))


sets = st.lists(st.sets(st.integers(0, 14), max_size=12), min_size=1, max_size=16)


def seem_to_share(index, rows, order, light, a, b):
    """At most how many values two rows share, so far as the index's bitmaps tell: those of few rows are counted."""
    held, joined = Counter(value for row in rows for value in row), index._rows
    one, other = order.index(a), order.index(b)
    bits = sum(int(word).bit_count() for word in joined.bits[one] & joined.bits[other])
    few = sum(held[value] <= light for value in rows[a] & rows[b])
    return few + bits + int(min(joined.excess[one], joined.excess[other]))


@settings(max_examples=examples(200), deadline=None)
@given(sets, st.integers(1, 5), st.data())
def test_without_caps_no_pair_is_missed(rows, need, data):
    order, light = data.draw(st.permutations(range(len(rows)))), data.draw(st.sampled_from([0, 2, 32]))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(joining, "ALWAYS_LIGHT", light)
        patch.setattr(posting_lists, "_BITS", data.draw(st.sampled_from([1, 12])))
        found, index = join(rows, need, order)
    want = {(a, b) for a, b in itertools.combinations(range(len(rows)), 2) if len(rows[a] & rows[b]) >= need}
    assert found >= want
    assert all(seem_to_share(index, rows, order, max(1, light), a, b) >= need for a, b in found - want)
    assert index.capped == 0


@settings(max_examples=examples(300), deadline=None)
@given(sets, st.integers(1, 5), st.integers(2, 6), st.data())
def test_caps_hide_only_pairs_that_share_nothing_but_capped_values(rows, need, light, data):
    order = data.draw(st.permutations(range(len(rows))))
    with pytest.MonkeyPatch.context() as patch:
        for name in ("EXACT", "PAIRS_BUDGET", "PAIRS_PER_ROW"):
            patch.setattr(joining, name, 0)
        patch.setattr(joining, "ALWAYS_LIGHT", light)
        patch.setattr(joining, "RARE", data.draw(st.sampled_from([0, 1, 16])))
        patch.setattr(joining, "_PLACES", data.draw(st.sampled_from([1, 3, 256])))
        patch.setattr(joining, "_TURNED", data.draw(st.sampled_from([1, 20, 1 << 24])))
        patch.setattr(packed_rows, "NARROW", data.draw(st.sampled_from([0, 1 << 23])))
        found, index = join(rows, need, order, data.draw(st.sampled_from([1, 2])))
    common = {value for value in set().union(*rows) if sum(value in row for row in rows) > light}
    assert index.commons.tolist() == [len(rows[row] & common) for row in order]
    light_groups, heavy = split(index)
    assert len(heavy) == index.capped
    assert [len(group) for group in heavy] == sorted(len(group) for group in heavy)
    for a, b in itertools.combinations(range(len(rows)), 2):
        if len(rows[a] & rows[b]) >= need and (a, b) not in found:
            assert together(light_groups, order, a, b) == 0
            assert together(heavy, order, a, b) >= 1
            assert len(rows[a] & rows[b] & common) >= need
            assert index.capped > 0
    for group in heavy:  # the followers and the first of all hold every group together
        assert len(group) > light
        rows_of = [int(order[place]) for place in group]
        for row, other in [*itertools.pairwise(rows_of), *((row, rows_of[0]) for row in rows_of[1:])]:
            if len(rows[row] & rows[other]) >= need:
                assert (min(row, other), max(row, other)) in found


def test_common_values_that_share_a_bit(monkeypatch):
    """No pair with enough in common is lost, however few bits there are; with more, hardly another one is proposed."""
    for name in ("EXACT", "PAIRS_BUDGET", "PAIRS_PER_ROW", "ALWAYS_LIGHT"):
        monkeypatch.setattr(joining, name, 0)
    rng = np.random.default_rng(1)
    rows = [set(rng.choice(200, 100, replace=False).tolist()) for _ in range(30)]
    monkeypatch.setattr(joining, "NEAR", 30)
    for need in (45, 50, 55):
        want = {(a, b) for a, b in itertools.combinations(range(30), 2) if len(rows[a] & rows[b]) >= need}
        assert 0 < len(want) < 435
        more = []
        for bits in (1, 12, 200):
            monkeypatch.setattr(posting_lists, "_BITS", bits)
            found, index = join(rows, need)
            assert found >= want
            assert 0 < index.capped < 200
            more.append(len(found - want))
        assert more == sorted(more, reverse=True)
        assert more[-1] < more[0]
        assert more[-1] < 0.3 * (435 - len(want))


def test_sizes_too_far_apart_are_not_proposed():
    flat = np.array([1, 2, 1, 2, 1, 2], np.uint64)
    values = Values(flat, np.array([0, 2, 4]), np.array([2, 2, 2]))
    size = np.array([100, 299, 301], np.int64)
    least = np.tile(np.array([9, 1, 1], np.int32), (5, 1))  # 2·100/(100 + 300) is the border
    rule = Rule(np.ones(3, np.int32), least, size)
    a, b = all_pairs(joining.SetJoin(values, np.arange(3, dtype=np.int32), rule, lambda: None))
    assert list(zip(a.tolist(), b.tolist(), strict=True)) == [(0, 1), (1, 2)]
