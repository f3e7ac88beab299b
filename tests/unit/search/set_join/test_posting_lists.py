import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.search.set_join import gap_coding, packed_rows, posting_lists
from simfinder.search.set_join.posting_lists import Groups
from tests.helpers.examples import examples
from tests.unit.search.twins.tables import members, members_to_last

GROUPS = [(0, 2, 4), (1, 2), (0, 1, 3, 4)]
EVERY = np.arange(3)


def made(told, n=6):
    sizes = np.array([len(group) for group in told], np.int32)
    rows = np.array([place for group in told for place in group], np.int32)
    words = gap_coding.room(len(rows))
    ends = gap_coding.append(words, 0, sizes, rows, n)
    return Groups(n, sizes, np.append(0, ends), packed_rows.cut(words, int(ends[-1])))


def test_groups_by_row():
    rows = np.array([place for group in GROUPS for place in group], np.int32)
    offsets, numbers = posting_lists.by_row(np.array([0, 3, 5, 9]), rows, 6)
    assert [numbers[i:j].tolist() for i, j in itertools.pairwise(offsets)] == [
        [0, 2], [1, 2], [0, 1], [2], [0, 2], [],
    ]  # fmt: skip


def lists(told):
    offsets, at = told
    return [at[i:j].tolist() for i, j in itertools.pairwise(offsets)]


@pytest.mark.parametrize("narrow", [0, 1 << 23])
def test_where_the_next_member_stands(narrow, monkeypatch):
    monkeypatch.setattr(packed_rows, "NARROW", narrow)
    rows = packed_rows.room(9, 6)
    last = np.array([0, 0, 1, 0, 1, 0, 0, 0, 1], np.int32) << 31
    packed_rows.append(rows, 0, np.array([0, 2, 4, 1, 2, 0, 1, 3, 4], np.int32) | last)
    assert members_to_last(rows) == GROUPS
    assert lists(posting_lists.behind(rows, 0, 6)) == [[1, 6], [4, 7], [2], [8], [], []]
    assert lists(posting_lists.behind(rows, 1, 3)) == [[4, 7], [2]]


def behind_in(told, numbers, bounds, n=6):
    """For each place, the next members in each group and whether it is the first, read from the words."""
    found = made(told, n)
    posting_lists.mark_last(found)
    ahead, long, out = (
        posting_lists.NextMembers(found, np.array(numbers, np.int64)),
        gap_coding.long_from(n),
        [],
    )
    for begin, end in itertools.pairwise(bounds):
        for place, words in enumerate(lists(ahead.up_to(begin, end)), begin):
            out.append([])
            for word in words:
                at, other, more = max(word, -1 - word), place, []
                while not found.gaps[at - 1] & gap_coding.MARK:
                    gap, at = gap_coding.gap_at(found.gaps, at, long)
                    other += gap
                    more.append(other)
                out[-1].append((tuple(more), word < 0))
    return out


def test_where_the_next_gap_stands():
    assert behind_in(GROUPS, EVERY, [0, 6]) == [
        [((2, 4), True), ((1, 3, 4), True)],
        [((2,), True), ((3, 4), False)],
        [((4,), False), ((), False)],
        [((4,), False)],
        [((), False), ((), False)],
        [],
    ]
    assert behind_in(GROUPS, [0], [0, 6]) == [[((2, 4), True)], [], [((4,), False)], [], [((), False)], []]


several = st.lists(st.sets(st.integers(0, 99), min_size=2).map(sorted), min_size=1, max_size=8)


@settings(max_examples=examples(40), deadline=None)
@given(several, st.sets(st.integers(1, 99)), st.randoms(use_true_random=False), st.sampled_from([1, 400]))
def test_stretch_by_stretch(told, bounds, random, apart):
    """Equals a plain list of what follows each place, near and far."""
    told = [[apart * place for place in group] for group in told]
    numbers = random.sample(range(len(told)), random.randint(0, len(told)))
    want = [
        [(tuple(told[g][told[g].index(p) + 1 :]), told[g][0] == p) for g in numbers if p in told[g]]
        for p in range(100 * apart)
    ]
    cuts = [0, *(apart * bound for bound in sorted(bounds)), 100 * apart]
    assert behind_in(told, numbers, cuts, 100 * apart) == want


def ones(words):
    return sum(int(word).bit_count() for word in words)


@settings(max_examples=examples(100), deadline=None)
@given(several, st.sampled_from([1, 400]), st.sampled_from([1, 12, 100]))
def test_bits_of_places(told, apart, room):
    """Never too few in common, and each group of a place is a bit or counts as excess."""
    told = [[apart * place for place in group] for group in told]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(posting_lists, "_BITS", room)
        count, excess, bits = posting_lists.bitmaps(made(told, 100 * apart))
    groups_of = [{g for g in range(len(told)) if apart * place in told[g]} for place in range(100)]
    count, excess, bits = count[::apart], excess[::apart], bits[::apart]
    assert count.tolist() == [len(groups) for groups in groups_of]
    assert [ones(own) for own in bits] == (count - excess).tolist()
    for a, b in itertools.combinations(range(100), 2):
        assert len(groups_of[a] & groups_of[b]) <= ones(bits[a] & bits[b]) + min(excess[a], excess[b])


@pytest.mark.parametrize("groups", [7, 40, 3000, 40_000])
def test_groups_spread_over_the_bits(groups):
    count, excess, bits = posting_lists.bitmaps(made([(3, 5)] * groups))
    assert count.tolist() == [0, 0, 0, groups, 0, groups]
    assert excess[3] == excess[5] <= 0.15 * groups + 2
    assert not bits[[0, 1, 2, 4]].any()
    assert ones(bits[3] & bits[5]) + excess[3] == groups


def test_the_most_common_of_each_place_are_left_out():
    spare = np.array([1, 0, 1, 5, 0, 0], np.int32)
    # the largest group, the last one, loses 0 and 3; the first one 2, which it is the largest for
    assert members(posting_lists.without_most_common(made(GROUPS), spare)) == [(0, 4), (1, 2), (1, 4)]
    assert members(posting_lists.without_most_common(made(GROUPS), np.full(6, 9, np.int32))) == []
    assert members(posting_lists.without_most_common(made(GROUPS), np.zeros(6, np.int32))) == GROUPS


@given(several, st.data(), st.sampled_from([1, 400, 4000]))
def test_what_is_left_is_put_together(told, data, apart):
    """Near and far places, and gaps that become far ones, against the definition."""
    told = [tuple(apart * place for place in group) for group in told]
    spare = np.zeros(100 * apart, np.int32)
    spare[::apart] = data.draw(st.lists(st.integers(0, 3), min_size=100, max_size=100))
    left, stays = spare.tolist(), {}
    for g in sorted(range(len(told)), key=lambda g: -len(told[g])):
        stays[g] = []
        for place in told[g]:
            if left[place]:
                left[place] -= 1
            else:
                stays[g].append(place)
    found = posting_lists.without_most_common(made(told, 100 * apart), spare)
    assert members(found) == [tuple(stays[g]) for g in sorted(stays) if len(stays[g]) > 1]
    assert found.offsets[-1] == len(found.gaps)
