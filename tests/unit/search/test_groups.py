import itertools

import numpy as np

from simfinder.search import groups
from simfinder.search.groups import Groups
from tests.unit.search.synthetic import members

GROUPS = Groups(np.array([0, 3, 5, 9], np.int64), np.array([0, 2, 4, 1, 2, 0, 1, 3, 4], np.int32))


def copied():
    return Groups(GROUPS.offsets, GROUPS.rows.copy())


def test_groups_by_row():
    offsets, numbers = groups.by_row(GROUPS, 6)
    assert [numbers[i:j].tolist() for i, j in itertools.pairwise(offsets)] == [
        [0, 2], [1, 2], [0, 1], [2], [0, 2], [],
    ]  # fmt: skip
    assert groups.behind(GROUPS, 6).tolist() == [1, 6, 4, 7, 2, 5, 8, 3, 9]


def test_some_groups_of_each_place_as_bits():
    offsets, numbers = groups.by_row(GROUPS, 6)
    bits, rest_of, rest = groups.as_bits(offsets, numbers, np.array([70, -1, 3], np.int32), 2)
    assert [[k for k in range(128) if int(row[k >> 6]) >> k % 64 & 1] for row in bits] == [
        [3, 70], [3], [70], [3], [3, 70], [],
    ]  # fmt: skip
    assert [rest[i:j].tolist() for i, j in itertools.pairwise(rest_of)] == [[], [1], [1], [], [], []]
    bits, rest_of, rest = groups.as_bits(offsets, numbers, np.full(3, -1, np.int32), 0)
    assert (bits.shape, rest_of.tolist(), rest.tolist()) == ((6, 0), offsets.tolist(), numbers.tolist())


def test_choosing_groups_and_rows():
    chosen = groups.select(GROUPS, np.array([True, False, True]))
    assert members(chosen) == [(0, 2, 4), (0, 1, 3, 4)]
    assert members(groups.join(chosen, GROUPS)) == [*members(chosen), *members(GROUPS)]
    assert members(groups.rarest_first(GROUPS)) == [(1, 2), (0, 2, 4), (0, 1, 3, 4)]


def test_the_most_common_of_each_place_are_left_out():
    spare = np.array([1, 0, 1, 5, 0, 0], np.int32)
    # the largest group, the last one, loses 0 and 3; the first one 2, which it is the largest for
    assert members(groups.without_most_common(copied(), spare)) == [(0, 4), (1, 2), (1, 4)]
    assert members(groups.without_most_common(copied(), np.full(6, 9, np.int32))) == []
    assert members(groups.without_most_common(copied(), np.zeros(6, np.int32))) == members(GROUPS)
