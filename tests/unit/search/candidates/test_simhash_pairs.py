import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.errors import Cancelled
from simfinder.model.progress import Control
from simfinder.search.candidates import simhash_pairs
from simfinder.search.candidates.simhash_pairs import SimhashJoin, reach
from simfinder.signatures.table.parameters import Parameters
from simfinder.signatures.table.signature_table import SignatureTable
from tests.helpers.examples import examples
from tests.unit.search.twins.hamming import as_pairs, flipped, numbers
from tests.unit.search.twins.tables import all_pairs, components


def made(simhashes, bits=64):
    """A table with a row for each simhash; None is a row without one."""
    table = SignatureTable.blank(len(simhashes), Parameters(bits=bits))
    for row, value in enumerate(simhashes):
        table.simhash[row] = 0 if value is None else value
        table.has_simhash[row] = value is not None
    return table


def plain(simhashes, floor, bits=64):
    """All pairs of rows at least so similar and not beyond what is ever proposed."""
    return [
        (i, j)
        for (i, a), (j, b) in itertools.combinations(enumerate(simhashes), 2)
        if a is not None
        and b is not None
        and (a ^ b).bit_count() <= simhash_pairs.MOST_BITS[bits]
        and 1 - (a ^ b).bit_count() / bits >= floor - 1e-9
    ]


def run(table, floor):
    join = SimhashJoin(table, floor, Control())
    rows = []
    found = [pair for block in join.pairs(rows.append) for pair in as_pairs(block)]
    assert len(found) == len(set(found))
    assert all(a < b for a, b in found)
    assert sum(rows) == len(table)
    return join, sorted(found)


@pytest.mark.parametrize("bits", [64, 32])
@given(data=st.data(), floor=st.sampled_from([0.0, 0.4, 0.8125, 0.85, 0.9, 0.95, 0.984375, 1.0]))
@settings(max_examples=examples(120), deadline=None)
def test_equals_all_pairs_of_rows(bits, data, floor):
    near = st.lists(st.integers(0, bits - 1), max_size=6).map(lambda places: sum(1 << p for p in set(places)))
    hashes = data.draw(st.lists(st.none() | st.integers(0, (1 << bits) - 1) | near, max_size=25))
    hashes += data.draw(st.lists(st.sampled_from(hashes), max_size=10)) if hashes else []
    join, found = run(made(hashes, bits), floor)
    assert join.capped == 0
    assert found == plain(hashes, floor, bits)


def test_what_is_worth_looking_at():
    assert [reach(floor, 64) for floor in (1.0, 0.99, 0.95, 0.9, 0.85, 0.8125, 0.8, 0.4, 0.0)] == [
        0, 0, 3, 6, 9, 12, 12, 12, 12
    ]  # fmt: skip
    assert [reach(floor, 32) for floor in (1.0, 0.96875, 0.9, 0.8125, 0.4)] == [0, 1, 3, 6, 6]
    for bits, most in simhash_pairs.MOST_BITS.items():
        assert all(reach(1 - d / bits, bits) == d for d in range(most + 1))


def test_a_value_of_zero_is_not_the_lack_of_one():
    _, found = run(made([0, None, 0, None, 1]), 0.9)
    assert found == [(0, 2), (0, 4), (2, 4)]


@pytest.mark.parametrize("hashes", [[], [None], [7], [None] * 50])
def test_nothing_to_compare(hashes):
    join, found = run(made(hashes), 0.4)
    assert (found, join.capped) == ([], 0)


def test_a_crowd_of_equal_rows_is_linked_and_told():
    count = 10_000
    rows = [5, *[77 << 30] * count, None, 77 << 30 | 1]
    join, found = run(made(rows), 0.95)
    assert len(found) < 4 * count
    assert join.capped == 2  # the equal ones, and their one neighbour with all of them
    labels = components(len(rows), found)
    assert set(labels[1 : count + 1]) == {1}
    assert (labels[0], labels[count + 1], labels[count + 2]) == (0, count + 1, 1)
    assert all((1, row) in set(found) for row in range(2, 50))


def test_equal_rows_up_to_some_are_all_paired():
    rows = [9] * simhash_pairs.ALL_EQUAL + [9 << 40] * 3
    join, found = run(made(rows), 0.99)
    assert join.capped == 0
    assert found == plain(rows, 0.99)
    assert run(made([9] * (simhash_pairs.ALL_EQUAL + 1)), 0.99)[0].capped == 1


def test_crowds_near_one_another_hang_together(monkeypatch):
    rows = [value for value in (0, 1, 3, 1 << 50) for _ in range(200)]
    exact = set(plain(rows, 0.95))
    join, found = run(made(rows), 0.95)
    assert set(found) < exact
    assert join.capped == 4 + 6
    assert {(0, 200 + k) for k in range(200)} | {(k, 200) for k in range(200)} <= set(found)
    assert len(found) < 20 * len(rows)
    assert set(components(len(rows), found)) == {0}
    monkeypatch.setattr(simhash_pairs, "_PAIRS", 0)
    monkeypatch.setattr(simhash_pairs, "_PAIRS_PER_ROW", 2)
    _, fewer = run(made(rows), 0.95)
    assert set(fewer) <= exact
    assert len(fewer) < len(found)
    assert set(components(len(rows), fewer)) == {0}


@pytest.mark.parametrize("what", ["time", "pairs"])
def test_where_a_distance_is_too_much_it_is_cut_and_told(monkeypatch, what):
    rng = np.random.default_rng(3)
    hashes = [*numbers(rng, 3000).tolist()]
    for base in hashes[:20]:
        hashes += flipped(rng, base, 30, 4).tolist()
    exact = set(plain(hashes, 0.85))
    if what == "time":
        monkeypatch.setattr(simhash_pairs, "cost_of", lambda _, distance: 60.0 if distance > 4 else 0.0)
    else:
        monkeypatch.setattr(simhash_pairs, "_PAIRS", 0)
        monkeypatch.setattr(simhash_pairs, "_PAIRS_PER_ROW", 0.2)
    join, found = run(made(hashes), 0.85)
    assert join.distance == 4 if what == "time" else join.distance < 9
    assert join.capped >= len(set(hashes))
    assert set(found) <= exact
    near = {(a, b) for a, b in exact if (hashes[a] ^ hashes[b]).bit_count() <= join.distance}
    assert near <= set(found)
    # families hold together all the same
    whole, cut = components(len(hashes), exact), components(len(hashes), found)
    assert sum(label != row for row, label in enumerate(cut)) > 0.95 * sum(
        label != row for row, label in enumerate(whole)
    )


def test_candidates_are_sorted_rows():
    rows = [3, 1 << 60, 2, 3, None, 1]
    join = SimhashJoin(made(rows), 0.96, Control())
    assert all(block.dtype == np.int32 for both in join.pairs(lambda _: None) for block in both)
    a, b = all_pairs(join)
    assert (
        as_pairs((a, b))
        == plain(rows, 0.96)
        == [(0, 2), (0, 3), (0, 5), (1, 2), (1, 5), (2, 3), (2, 5), (3, 5)]
    )


def test_a_cancel_is_heard():
    control = Control()
    join = SimhashJoin(made(numbers(np.random.default_rng(1), 40_000).tolist()), 0.85, control)
    blocks = join.pairs(lambda _: None)
    control.cancel()
    with pytest.raises(Cancelled):
        list(blocks)


def test_rows_come_in_any_order():
    rng = np.random.default_rng(9)
    hashes = [*flipped(rng, 1 << 40, 300, 5).tolist(), None, *numbers(rng, 300).tolist()]
    _, found = run(made(hashes), 0.9)
    turned = run(made(hashes[::-1]), 0.9)[1]
    last = len(hashes) - 1
    assert sorted((last - b, last - a) for a, b in turned) == found
