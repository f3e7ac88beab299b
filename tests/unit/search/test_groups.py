import itertools

import numpy as np

from simfinder.search import groups
from simfinder.search.groups import Groups
from tests.unit.search.synthetic import members

GROUPS = Groups(np.array([0, 3, 5, 9], np.int64), np.array([0, 2, 4, 1, 2, 0, 1, 3, 4], np.int32))


def test_groups_by_row():
    offsets, numbers = groups.by_row(GROUPS, 6)
    assert [numbers[i:j].tolist() for i, j in itertools.pairwise(offsets)] == [
        [0, 2], [1, 2], [0, 1], [2], [0, 2], [],
    ]  # fmt: skip
    assert groups.per_row(GROUPS, 6).tolist() == [2, 2, 2, 1, 2, 0]


def test_choosing_groups_and_rows():
    chosen = groups.select(GROUPS, np.array([True, False, True]))
    assert members(chosen) == [(0, 2, 4), (0, 1, 3, 4)]
    assert members(groups.join(chosen, GROUPS)) == [*members(chosen), *members(GROUPS)]
    assert members(groups.rarest_first(GROUPS)) == [(1, 2), (0, 2, 4), (0, 1, 3, 4)]


def test_the_most_common_of_each_place_are_left_out():
    spare = np.array([1, 0, 1, 5, 0, 0], np.int32)
    # the largest group, the last one, loses 0 and 3; the first one 2, which it is the largest for
    assert members(groups.without_most_common(GROUPS, spare)) == [(0, 4), (1, 2), (1, 4)]
    assert members(groups.without_most_common(GROUPS, np.full(6, 9, np.int32))) == []
    assert members(groups.without_most_common(GROUPS, np.zeros(6, np.int32))) == members(GROUPS)
