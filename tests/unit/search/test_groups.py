import itertools

import numpy as np
import pytest

from simfinder.search import groups, places
from simfinder.search.groups import Groups
from tests.unit.search.synthetic import members, members_to_last

GROUPS = Groups(np.array([0, 3, 5, 9], np.int64), np.array([0, 2, 4, 1, 2, 0, 1, 3, 4], np.int32))


@pytest.fixture(params=[0, 1 << 23], autouse=True)
def narrow(request, monkeypatch):
    monkeypatch.setattr(places, "NARROW", request.param)


def copied():
    rows = places.room(len(GROUPS.rows), 6)
    places.append(rows, 0, GROUPS.rows)
    return Groups(GROUPS.offsets, rows)


def test_groups_by_row():
    offsets, numbers = groups.by_row(GROUPS, 6)
    assert [numbers[i:j].tolist() for i, j in itertools.pairwise(offsets)] == [
        [0, 2], [1, 2], [0, 1], [2], [0, 2], [],
    ]  # fmt: skip


def marked():
    found = copied()
    groups.mark_last(found)
    return found


def lists(told):
    offsets, at = told
    return [at[i:j].tolist() for i, j in itertools.pairwise(offsets)]


def test_where_the_next_member_stands():
    found = marked()
    assert members_to_last(found.rows) == members(GROUPS)
    assert lists(groups.behind(found.rows, 0, 6)) == [[1, 6], [4, 7], [2], [8], [], []]
    assert lists(groups.behind(found.rows, 1, 3)) == [[4, 7], [2]]
    every = np.arange(3)
    assert lists(groups.behind_in(found, every, 0, 6)) == [[1, 6], [4, 7], [2, 5], [8], [3, 9], []]
    assert lists(groups.behind_in(found, every[::-1], 1, 4)) == [[7, 4], [5, 2], [8]]
    assert lists(groups.behind_in(found, every[:1], 0, 6)) == [[1], [], [2], [], [3], []]


def numbers_of(found, n):
    """Where the groups of each place fall, as steps lead there."""
    count, of, steps = groups.falls(found, n)
    told = []
    for begin, end in itertools.pairwise(of):
        at, numbers = 0, []
        for step in steps[begin:end].tolist():
            at += step
            numbers += [at] if step != groups.SKIP else []
        told.append(numbers)
    assert count.tolist() == [len(numbers) for numbers in told]
    return told


def test_where_groups_fall():
    told = [set(numbers) for numbers in numbers_of(copied(), 6)]
    assert len(set().union(*told)) == 3
    assert [len(some) for some in told] == [2, 2, 2, 1, 2, 0]
    assert told[3] <= told[0] & told[1] & told[4]
    assert told[0] == told[4] == told[3] | (told[2] - told[1])


@pytest.mark.parametrize("count", [1, 7, 40, 3000, 40_000])
def test_groups_fall_evenly(count):
    many = Groups(np.arange(0, 2 * count + 2, 2), np.tile(np.array([3, 5], np.int32), count))
    told = numbers_of(many, 6)
    assert told[3] == told[5] == sorted(told[3])
    assert len(told[3]) == count
    assert max(told[3]) < groups.FALLS
    assert np.bincount(told[3]).max() <= 2 + 3 * count // groups.FALLS


def test_the_most_common_of_each_place_are_left_out():
    spare = np.array([1, 0, 1, 5, 0, 0], np.int32)
    # the largest group, the last one, loses 0 and 3; the first one 2, which it is the largest for
    assert members(groups.without_most_common(copied(), spare)) == [(0, 4), (1, 2), (1, 4)]
    assert members(groups.without_most_common(copied(), np.full(6, 9, np.int32))) == []
    assert members(groups.without_most_common(copied(), np.zeros(6, np.int32))) == members(GROUPS)
