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
    fewer = groups.restrict(GROUPS, np.array([True, True, False, True, False]))
    assert members(fewer) == [(0, 1, 3)]  # groups of one are gone
    assert members(groups.join(chosen, fewer)) == [(0, 2, 4), (0, 1, 3, 4), (0, 1, 3)]
    assert members(groups.rarest_first(GROUPS)) == [(1, 2), (0, 2, 4), (0, 1, 3, 4)]
    few = np.array([True, False, True, False, False])
    assert groups.sizes_among(GROUPS, few).tolist() == [2, 1, 1]
