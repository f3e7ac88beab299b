"""SimFind against its own rules written out pair by pair, on random and on hostile sets."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.errors import Cancelled
from simfinder.model.progress import Control
from simfinder.search.simfind import filters, key_range
from simfinder.search.simfind import radius_search as simfind
from simfinder.search.simfind.radius_search import Counters, Rows, SimFind
from tests.helpers.examples import examples

TOLERANCES = [0.0, 0.01, 0.1, 1.0, 3.2, 20.0, 100.0, 1e9]
LARGEST = 2**64 - 1


def made(entries):
    """Rows of (size, counts, keys) triples."""
    sizes, counts, keys = zip(*entries, strict=True)
    return Rows(
        np.array(sizes, np.int64),
        np.array(counts, np.uint64),
        np.array(list(zip(*keys, strict=True)), np.uint64),
    )


def entry(rows, i):
    return int(rows.size[i]), [int(x) for x in rows.counts[i]], [int(x) for x in rows.keys[:, i]]


def plain_passes(target, other, tolerance, tally, *, mutual):
    """The filters of one pair, straight from the paper; the distance of a sum hit, else None."""
    (size_a, counts_a, keys_a), (size_b, counts_b, keys_b) = target, other
    for k, (a, b) in enumerate(zip(keys_a, keys_b, strict=True)):
        size = size_b if mutual and b < a else size_a
        if abs(a - b) > min(2**62, max(1, math.floor(size * tolerance / 100))):
            return None
        tally["after_key"][k] += 1
    tally["collisions"] += keys_a == keys_b
    if max(size_a, size_b) > 3 * min(size_a, size_b) // 2:
        tally["size_discards"] += 1
        return None
    distance = sum(abs(a - b) for a, b in zip(counts_a, counts_b, strict=True))
    if distance > min(4 * 10**18, max(1, math.floor((size_a + size_b) * tolerance / 200))):
        return None
    tally["sum_hits"] += 1
    return distance


def plain_search(rows, tolerance, target=None, itself=-1):
    n = len(rows)
    entries = [entry(rows, i) for i in range(n)]
    tally = {"after_key": [0] * len(rows.keys), "collisions": 0, "size_discards": 0, "sum_hits": 0}
    if target is None:
        pairs = [(i, j, entries[i], entries[j]) for i in range(n) for j in range(i + 1, n)]
    else:
        pairs = [(0, j, entry(target, 0), entries[j]) for j in range(n) if j != itself]
    found = []
    for i, j, a, b in pairs:
        distance = plain_passes(a, b, tolerance, tally, mutual=target is None)
        if distance is not None:
            found.append((i, j, distance))
    after_key = tuple(tally.pop("after_key"))
    return found, Counters(n, sum(e[0] for e in entries), after_key, after_key[-1], **tally)


def as_list(hits):
    return list(zip(hits.a.tolist(), hits.b.tolist(), hits.distance.tolist(), strict=True))


def assert_exact(rows, tolerance):
    hits = SimFind(rows).all_pairs(tolerance)
    want, counters = plain_search(rows, tolerance)
    assert as_list(hits) == want
    assert hits.counters == counters
    return hits


small = st.integers(0, 40)
huge = st.one_of(small, st.integers(2**63 - 30, 2**63 + 30), st.integers(LARGEST - 30, LARGEST))
sizes = st.one_of(st.integers(0, 3), st.integers(0, 2000), st.integers(2**40, 2**40 + 1000))


def files(numbers, keys):
    one = st.tuples(
        sizes, st.lists(numbers, min_size=4, max_size=4), st.lists(numbers, min_size=keys, max_size=keys)
    )
    return st.lists(one, min_size=1, max_size=14).map(made)


anything = st.one_of([files(numbers, keys) for numbers in (small, huge) for keys in (1, 3)])


@settings(max_examples=examples(250))
@given(anything, st.sampled_from(TOLERANCES))
def test_all_pairs_are_those_of_the_rules(rows, tolerance):
    assert_exact(rows, tolerance)


@settings(max_examples=examples(250))
@given(anything, st.sampled_from(TOLERANCES), st.integers(-1, 20))
def test_one_target_finds_what_the_rules_find(rows, tolerance, itself):
    target = Rows(rows.size[-1:], rows.counts[-1:], rows.keys[:, -1:])
    itself = itself if itself < len(rows) else len(rows) - 1
    hits = SimFind(rows).similar_to(target, tolerance, itself=itself)
    want, counters = plain_search(rows, tolerance, target, itself)
    assert as_list(hits) == want
    assert hits.counters == counters


@settings(max_examples=examples(250))
@given(files(small, 1), st.sampled_from(TOLERANCES))
def test_the_tree_finds_and_counts_the_same(rows, tolerance):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(simfind, "MANY", -1)
        patch.setattr("simfinder.search.simfind.sum_tree._LEAF", 1)
        assert_exact(rows, tolerance)


def noisy(rng, n, tags, *, families=20):
    """Counts of families, most of whose members differ in one or two tags, and by little."""
    base = rng.integers(0, 300, (families, tags))
    counts = base[rng.integers(0, families, n)]
    for _ in range(2):
        counts[np.arange(n), rng.integers(0, tags, n)] += rng.geometric(0.2, n) - 1
    return counts.astype(np.uint64)


@pytest.mark.parametrize("tags", [1, 5, 16, 40])
@pytest.mark.parametrize("tolerance", [0.0, 0.5, 1.0, 3.2])
def test_tree_and_walk_agree_on_larger_sets(monkeypatch, tags, tolerance):
    rng = np.random.default_rng(tags)
    n = 1500
    counts = noisy(rng, n, tags)
    size = rng.choice([2000, 2900, 3100, 4096, 5000, 0], n)
    rows = Rows(size, counts, counts.sum(axis=1, dtype=np.uint64)[None])
    monkeypatch.setattr(simfind, "MANY", n)
    walked = SimFind(rows).all_pairs(tolerance)
    monkeypatch.setattr(simfind, "MANY", -1)
    by_tree = SimFind(rows).all_pairs(tolerance)
    assert as_list(by_tree) == as_list(walked)
    assert by_tree.counters == walked.counters
    assert walked.counters.sum_hits > 0


def test_the_tree_looks_at_a_small_part(monkeypatch):
    """Equal keys, scattered contents: every pair is a key hit, hardly any needs a look."""
    n = 3000
    rng = np.random.default_rng(3)
    counts = rng.integers(0, 1000, (n, 16)).astype(np.uint64)
    counts[:, 15] = 20_000 - counts[:, :15].sum(axis=1)
    rows = Rows(np.full(n, 4096), counts, counts.sum(axis=1, dtype=np.uint64)[None])
    by_tree = SimFind(rows).all_pairs(1.0)
    assert by_tree.counters.key_hits == by_tree.counters.collisions == n * (n - 1) // 2
    assert 0 < by_tree.counters.looked_at < by_tree.counters.key_hits / 20
    monkeypatch.setattr(simfind, "MANY", n)
    walked = SimFind(rows).all_pairs(1.0)
    assert walked.counters.looked_at == walked.counters.key_hits
    assert as_list(walked) == as_list(by_tree)


@pytest.mark.parametrize("many", [-1, 10**9])
@pytest.mark.parametrize("n", [1, 2, 300])
def test_all_alike(monkeypatch, n, many):
    monkeypatch.setattr(simfind, "MANY", many)
    rows = Rows(np.full(n, 70), np.full((n, 16), 9, np.uint64), np.full((1, n), 5, np.uint64))
    hits = assert_exact(rows, 0.0)
    assert hits.counters.sum_hits == hits.counters.collisions == n * (n - 1) // 2


def test_chains_with_ties(monkeypatch):
    """Steps of the tolerance itself, and equal keys with other counts."""
    n = 200
    counts = np.zeros((n, 16), np.uint64)
    counts[:, 0] = np.arange(n) // 2 * 10
    counts[1::2, 1] = 3
    rows = Rows(np.full(n, 1000), counts, counts[:, :1].T.copy())
    for many in (-1, 10**9):
        monkeypatch.setattr(simfind, "MANY", many)
        for tolerance in (0.2, 0.9, 1.0, 1.1, 2.0):
            assert_exact(rows, tolerance)


def test_no_files():
    rows = Rows(np.zeros(0, np.int64), np.zeros((0, 16), np.uint64), np.zeros((1, 0), np.uint64))
    hits = SimFind(rows).all_pairs(1.0)
    assert (len(hits.a), hits.counters) == (0, Counters(0, 0, (0,), 0, 0, 0, 0))
    target = made([(10, [1] * 16, [16])])
    assert len(SimFind(rows).similar_to(target, 1.0).b) == 0


def test_an_empty_file_is_like_empty_files_only():
    rows = made([(0, [0], [0]), (1, [0], [0]), (0, [0], [0]), (2, [0], [0])])
    assert [(a, b) for a, b, _ in as_list(SimFind(rows).all_pairs(100.0))] == [(0, 2)]
    target = made([(0, [0], [0])])
    assert SimFind(rows).similar_to(target, 100.0).b.tolist() == [0, 2]


def test_of_two_the_one_with_the_smaller_key_is_the_target():
    """Keys 110 apart at 10 %: 1000 bytes reach 100, 1500 bytes reach 150."""
    for (first, second), hits in {(1000, 1500): 0, (1500, 1000): 1}.items():
        rows = made([(first, [0], [0]), (second, [110], [110])])
        assert SimFind(rows).all_pairs(10.0).counters.key_hits == hits
        rows = made([(second, [110], [110]), (first, [0], [0])])  # whatever their paths
        assert SimFind(rows).all_pairs(10.0).counters.key_hits == hits
    rows = made([(1500, [0], [0])])  # but one target is the target, whatever the keys
    assert SimFind(rows).similar_to(made([(1000, [110], [110])]), 10.0).counters.key_hits == 0


@pytest.mark.parametrize(("larger", "hit"), [(7, True), (8, False)])
def test_the_size_filter_rounds_down(larger, hit):
    rows = made([(5, [2], [2]), (larger, [2], [2])])
    counters = SimFind(rows).all_pairs(1.0).counters
    assert (counters.sum_hits, counters.size_discards) == (hit, not hit)


@pytest.mark.parametrize("many", [-1, 10**9])
@pytest.mark.parametrize(("apart", "hit"), [(250, True), (251, False)])
def test_the_distance_that_counts_is_that_of_both_sizes(monkeypatch, many, apart, hit):
    """The smaller one is the target: (1000 + 1500)·20/200."""
    monkeypatch.setattr(simfind, "MANY", many)
    monkeypatch.setattr("simfinder.search.simfind.sum_tree._LEAF", 1)
    rows = made([(1000, [0] * 16, [5]), (1500, [apart] + [0] * 15, [9])])
    assert SimFind(rows).all_pairs(20.0).counters.sum_hits == hit


def test_a_distance_beyond_64_bits_is_not_small():
    rows = made([(1 << 40, [0] * 8, [0]), (1 << 40, [1 << 61] * 8, [0])])
    assert SimFind(rows).all_pairs(1e9).counters.sum_hits == 0


def test_keys_one_after_another():
    rows = made([(1000, [10, 0], [10, 0]), (1000, [10, 5], [10, 5]), (1000, [12, 50], [12, 50])])
    counters = SimFind(rows).all_pairs(1.0).counters
    assert (counters.after_key, counters.key_hits, counters.collisions) == ((3, 1), 1, 0)


@given(st.integers(0, 2**62), st.sampled_from(TOLERANCES))
def test_the_reach_of_a_key(size, tolerance):
    reach = int(key_range.key_reach(np.array([size]), tolerance)[0])
    exact = max(1, math.floor(Fraction(size) * Fraction(tolerance) / 100))
    assert reach == min(2**62, max(1, math.floor(size * tolerance / 100)))
    assert abs(reach - min(exact, 2**62)) <= max(1, exact >> 50)


def test_a_key_at_the_end_of_64_bits_reaches_no_further():
    rows = made([(10**6, [0], [LARGEST - 2]), (10**6, [0], [LARGEST]), (10**6, [0], [3])])
    assert as_list(SimFind(rows).all_pairs(1.0)) == [(0, 1, 0)]
    assert SimFind(rows).similar_to(made([(10**6, [0], [1])]), 1.0).b.tolist() == [2]


@pytest.mark.parametrize("tolerance", [-1.0, -1e-9, math.nan, math.inf, 1.1e9])
def test_a_senseless_tolerance_is_refused(tolerance):
    rows = made([(5, [1], [1])])
    with pytest.raises(ValueError, match="percentage"):
        SimFind(rows).all_pairs(tolerance)
    with pytest.raises(ValueError, match="percentage"):
        SimFind(rows).similar_to(rows, tolerance)


@pytest.mark.parametrize("many", [-1, 10**9])
def test_it_can_be_stopped(monkeypatch, many):
    monkeypatch.setattr(simfind, "MANY", many)
    control = Control()
    control.cancel()
    rows = made([(5, [1], [1])] * 3)
    with pytest.raises(Cancelled):
        SimFind(rows).all_pairs(1.0, control)
    with pytest.raises(Cancelled):
        SimFind(rows).similar_to(made([(5, [1], [1])]), 1.0, control)


@pytest.mark.parametrize("many", [-1, 10**9])
def test_blocks_lose_nothing(monkeypatch, many):
    """More pairs than a block holds: 600 rows alike have 179,700."""
    monkeypatch.setattr(simfind, "MANY", many)
    n = 600
    assert n * (n - 1) // 2 > filters.BLOCK
    rng = np.random.default_rng(1)
    rows = Rows(np.full(n, 70), rng.integers(0, 1, (n, 16)).astype(np.uint64), np.full((1, n), 5, np.uint64))
    hits = SimFind(rows).all_pairs(1.0)
    pairs = hits.a.astype(np.int64) * n + hits.b
    assert (np.diff(pairs) > 0).all()
    assert len(pairs) == n * (n - 1) // 2
