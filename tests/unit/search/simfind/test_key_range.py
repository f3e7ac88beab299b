import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.model.progress import Control
from simfinder.model.scan_options import Method
from simfinder.search.clustering import components
from simfinder.search.linking.links import find_links
from simfinder.search.simfind import key_range
from simfinder.signatures.tagcount import counter as tagcount
from tests.helpers.examples import examples
from tests.unit.search.twins.tables import all_pairs, as_dict, plain_links, table


def candidates(rows, **options):
    return all_pairs(key_range.KeyJoin(rows, Control(), **options))


counts = st.lists(st.integers(0, 12), min_size=16, max_size=16)
files = st.lists(st.tuples(counts, st.integers(0, 900)), max_size=12)


def simfind(a, b, tolerance, key="uniform"):
    """Filters 1 to 3 of the paper, in its words."""
    key_a, key_b = (int(getattr(tagcount.keys(s.tags), key)) for s in (a, b))
    if key_b < key_a:
        a, b, key_a, key_b = b, a, key_b, key_a
    if key_b > key_a + max(1, math.floor(a.size * tolerance / 100)):
        return False
    if max(a.size, b.size) > 3 * min(a.size, b.size) // 2:
        return False
    return tagcount.l1_distance(a.tags, b.tags) <= max(1, math.floor((a.size + b.size) * tolerance / 200))


def closeness(a, b):
    total = int(a.tags.sum() + b.tags.sum())
    return 1 - tagcount.l1_distance(a.tags, b.tags) / total if total else 1.0


def made(entries):
    return table(tags=[tags for tags, _ in entries], size=[size for _, size in entries])


@settings(max_examples=examples(150), deadline=None)
@given(
    files.filter(bool),
    st.sampled_from([0.0, 0.5, 1.0, 3.0, 20.0]),
    st.sampled_from(["uniform", "scatter", "skew"]),
)
def test_candidates_are_the_sum_hits_of_simfind(entries, tolerance, key):
    t = made(entries)
    a, b = candidates(t, tolerance=tolerance, key=key)
    rows = [t.row(i) for i in range(len(t))]
    want = plain_links(rows, lambda x, y: simfind(x, y, tolerance, key), True)
    assert list(zip(a.tolist(), b.tolist(), strict=True)) == sorted(want)


@settings(max_examples=examples(100), deadline=None)
@given(files.filter(bool))
def test_figures_of_pairs(entries):
    t = made(entries)
    n = len(t)
    a, b = (side.ravel() for side in np.meshgrid(np.arange(n), np.arange(n)))
    rows = [t.row(i) for i in range(n)]
    want = [closeness(rows[x], rows[y]) for x, y in zip(a, b, strict=True)]
    assert key_range.closeness(t, a, b).tolist() == pytest.approx(want, abs=1e-6)
    passed = [simfind(rows[x], rows[y], 5.0) for x, y in zip(a, b, strict=True)]
    figure = key_range.similarity(t, a, b, tolerance=5.0)
    assert figure.tolist() == pytest.approx([w * p for w, p in zip(want, passed, strict=True)], abs=1e-6)


@settings(max_examples=examples(50), deadline=None)
@given(files.filter(bool))
def test_links_of_the_method_are_its_own(entries):
    t = made(entries)
    rows = [t.row(i) for i in range(len(t))]
    want = plain_links(rows, lambda x, y: min(0.999, closeness(x, y)) * simfind(x, y, 1.0), 0.4)
    found = find_links(t, Method.TAGCOUNT)
    assert as_dict(found) == pytest.approx(want, abs=1e-6)


@pytest.mark.parametrize(
    ("small_key_size", "large_key_size", "hit"), [(1000, 1500, False), (1500, 1000, True)]
)
def test_the_range_is_that_of_the_smaller_key(small_key_size, large_key_size, hit):
    """Keys 110 apart, 10 %: a target of 1000 bytes reaches 100, one of 1500 reaches 150; L1 may be 125."""
    t = table(tags=[[0] * 16, [110] + [0] * 15], size=[small_key_size, large_key_size])
    assert len(candidates(t, tolerance=10.0)[0]) == hit
    for a, b in ((0, 1), (1, 0)):
        figure = key_range.similarity(t, np.array([a]), np.array([b]), tolerance=10.0)
        assert figure[0] == 0  # nothing in common, hit or not
    more = table(tags=[[1000] * 16, [1110] + [1000] * 15], size=[small_key_size, large_key_size])
    for a, b in ((0, 1), (1, 0)):
        figure = key_range.similarity(more, np.array([a]), np.array([b]), tolerance=10.0)
        assert (figure[0] > 0.9) == hit


def test_counts_of_the_largest_files():
    large = 1 << 45
    t = table(tags=[[large] + [0] * 15, [large + 9] + [0] * 15, [0] * 16], size=[large, large, large])
    a, b = candidates(t)
    assert (a.tolist(), b.tolist()) == ([0], [1])


def test_all_equal_keys_do_not_square(monkeypatch):
    """Equal keys, counts in families: every family stays whole though few pairs are looked at."""
    monkeypatch.setattr(key_range, "BUDGET", 1000)
    monkeypatch.setattr(key_range, "BUDGET_PER_ROW", 1)
    monkeypatch.setattr(key_range, "SMALL", 100)
    monkeypatch.setattr(key_range, "MOST_PAIRS", 16)
    n, families = 3000, 10
    tags = np.zeros((n, 16), np.uint64)
    tags[np.arange(n), np.arange(n) % families] = 5000
    t = table(tags=tags, size=[10_000] * n)
    join = key_range.KeyJoin(t, Control())
    opened = sum(len(a) for a, _ in join.pairs(lambda _: None))
    assert opened <= 16 * n
    assert join.capped > 0
    found = find_links(t, Method.TAGCOUNT)
    assert found.capped == join.capped
    label = components.connected(n, found.a, found.b)
    assert (label == np.arange(n) % families).all()


def test_the_pairs_do_not_depend_on_threads(monkeypatch):
    rng = np.random.default_rng(3)
    t = table(tags=rng.integers(0, 60, (300, 16)), size=rng.integers(1000, 1200, 300))
    monkeypatch.setattr(key_range, "_PLACES", 32)
    monkeypatch.setattr(key_range, "MOST_PAIRS", 5)
    monkeypatch.setattr(key_range, "SMALL", 100)

    def taken(jobs):
        rows, join = [], key_range.KeyJoin(t, Control(), tolerance=30.0, jobs=jobs)
        blocks = [np.stack(block).tolist() for block in join.pairs(rows.append)]
        return blocks, join.capped, rows

    alone = taken(1)
    assert taken(3) == alone
    assert sum(len(a) for a, _ in alone[0]) > 100
    assert alone[1] > 0
    assert alone[2] == [32] * 9 + [12]


def test_the_window_spends_the_budget_and_no_more():
    hits = np.array([0, 3, 10, 50, 50])
    for budget in range(5, 140):
        window = key_range.window_of(hits, budget)
        if window > key_range._FEWEST:
            assert np.minimum(hits, window).sum() <= budget
    assert key_range.window_of(hits, 113) == 50
    assert key_range.window_of(np.zeros(0, np.int64), 5) == key_range._FEWEST


@pytest.mark.parametrize("tolerance", [-1.0, math.nan])
def test_a_senseless_tolerance_is_refused(tolerance):
    t = made([([1] * 16, 5)])
    with pytest.raises(ValueError, match="percentage"):
        candidates(t, tolerance=tolerance)
    with pytest.raises(ValueError, match="percentage"):
        key_range.similarity(t, np.zeros(1, int), np.zeros(1, int), tolerance=tolerance)
