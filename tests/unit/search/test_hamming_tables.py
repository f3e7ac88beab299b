import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from simfinder.errors import SignatureError, UsageError
from simfinder.search.hamming import block_tables
from simfinder.search.hamming.block_tables import Tables
from tests.helpers.examples import examples
from tests.unit.search.near import numbers

ALL = (1 << 64) - 1
values = st.one_of(
    st.integers(0, ALL),
    st.integers(0, 20),
    st.integers(ALL - 20, ALL),
    st.tuples(st.integers(0, 63), st.integers(0, 63)).map(lambda bits: 1 << bits[0] | 1 << bits[1]),
)
cuts = st.integers(0, 12).flatmap(lambda d: st.tuples(st.integers(d + 1, 64), st.just(d)))


def scan(stored, query, distance):
    return sorted(value for value in set(stored) if (value ^ query).bit_count() <= distance)


@given(cuts, st.lists(values, max_size=30), st.lists(values, min_size=1, max_size=5))
@settings(max_examples=examples(150), deadline=None)
def test_equals_a_linear_scan(cut, stored, queries):
    tables = Tables(*cut, stored)
    assert len(tables) == len(set(stored))
    for query in queries + stored[:3]:
        expected = scan(stored, query, cut[1])
        found = tables.find_all(query)
        assert found.dtype == np.uint64
        assert found.tolist() == expected
        first = tables.find_first(query)
        assert first in expected if expected else first is None


class Changing(RuleBasedStateMachine):
    """A table set against a plain set, merged at every few changes."""

    def __init__(self):
        super().__init__()
        self.before = block_tables._BUFFER
        block_tables._BUFFER = 4
        self.plain = {5, 7, ALL}
        self.tables = Tables(5, 3, self.plain)

    def teardown(self):
        block_tables._BUFFER = self.before

    @rule(value=values)
    def insert(self, value):
        assert self.tables.insert(value) == (value not in self.plain)
        self.plain.add(value)

    @rule(value=values)
    def remove(self, value):
        assert self.tables.remove(value) == (value in self.plain)
        self.plain.discard(value)

    @rule(data=st.data())
    def remove_one_there(self, data):
        if self.plain:
            self.remove(data.draw(st.sampled_from(sorted(self.plain))))

    @rule(query=values)
    def find(self, query):
        expected = scan(self.plain, query, 3)
        assert self.tables.find_all(query).tolist() == expected
        assert (self.tables.find_first(query) in expected) if expected else not expected

    @invariant()
    def the_same_members(self):
        assert len(self.tables) == len(self.plain)
        assert all(value in self.tables for value in self.plain)


TestChanging = Changing.TestCase
TestChanging.settings = settings(max_examples=examples(40), stateful_step_count=40, deadline=None)


def test_many_inserts_and_removals():
    rng = np.random.default_rng(5)
    first, later = numbers(rng, 20_000), numbers(rng, 5000).tolist()
    tables = Tables(5, 3, first)
    assert all(tables.insert(value) for value in later)
    assert len(tables) == 25_000
    assert all(tables.find_all(value ^ 0b1001).tolist() == [value] for value in later[:50])
    assert all(tables.remove(value) for value in first[:5000].tolist())
    assert tables.find_all(int(first[0])).tolist() == []
    assert tables.find_first(int(first[0]) ^ 1) is None
    assert tables.find_first(int(first[-1]) ^ 1) == first[-1]
    assert len(tables) == 20_000


def test_inserts_are_merged_in_proportion(monkeypatch):
    """So many inserts sort the tables a few times only."""
    merges = []
    sort = Tables._sort
    monkeypatch.setattr(Tables, "_sort", lambda self: merges.append(len(self._values)) or sort(self))
    tables = Tables(4, 3)
    for value in range(10_000):
        tables.insert(value * 0x9E3779B97F4A7C15 & ALL)
    assert len(merges) <= 11


def test_the_caller_keeps_the_array():
    given_values = np.arange(100, dtype=np.uint64)
    tables = Tables(4, 3, given_values)
    given_values[:] = 0
    assert 99 in tables
    assert tables.find_all(99).tolist() == scan(range(100), 99, 3)


def test_so_many_tables_are_not_made():
    assert len(list(block_tables.orders(20, 2))) == 190
    tables = Tables(64, 30, [1, 2, ALL])
    assert len(tables._tables) <= 64
    assert tables.find_all(0).tolist() == [1, 2]


def test_bad_questions():
    with pytest.raises(UsageError, match=r"3 blocks .* 3"):
        Tables(3, 3)
    with pytest.raises(UsageError, match=r"65 blocks .* 3"):
        list(block_tables.orders(65, 3))
    tables = Tables(4, 3)
    for wrong in (-1, 1 << 64, 1.5, "1"):
        for question in (tables.insert, tables.remove, tables.find_all, tables.find_first):
            with pytest.raises(SignatureError):
                question(wrong)
    assert tables.find_all(0).tolist() == []
    assert tables.find_first(0) is None
