"""The join of shingleprints, against the score of every pair."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.errors import Cancelled
from simfinder.model.progress import Control
from simfinder.search.candidates import short_shingleprint_pairs
from simfinder.search.candidates.shingleprint_pairs import PrintJoin, needed
from simfinder.search.set_join import join as joining
from simfinder.signatures.shingleprint.fingerprint import score
from simfinder.signatures.table.parameters import Parameters
from simfinder.signatures.table.signature_table import NO_PRINT, SignatureTable
from tests.helpers.examples import examples

FLOORS = (0.0, 0.01, 0.4, 0.5, 0.85, 1.0)


def table(prints, features=128):
    values = np.full((len(prints), features), NO_PRINT, np.uint32)
    lengths = np.zeros(len(prints), np.uint16)
    for row, print_ in enumerate(prints):
        chosen = np.sort(np.fromiter(set(print_), np.uint32))[:features]
        values[row, : len(chosen)] = chosen
        lengths[row] = len(chosen)
    return SignatureTable.blank(len(prints), Parameters(features=features)).with_prints(values, lengths)


def figures(t):
    """The score of each pair of prints that are not empty."""
    values, lengths = t.prints(np.arange(len(t)))
    held = [values[row, : int(length)] for row, length in enumerate(lengths)]
    pairs = itertools.combinations([row for row, values in enumerate(held) if len(values)], 2)
    return {(a, b): score(held[a], held[b]) for a, b in pairs}


def reaching(t, floor, scores=None):
    """Pairs that share a value and reach the floor: what simhash(1) reports."""
    scores = figures(t) if scores is None else scores
    return {pair for pair, figure in scores.items() if figure > 0 and figure >= floor}


def joined(t, floor, jobs=1):
    done = []
    join = PrintJoin(t, floor, Control(), jobs)
    found = []
    for a, b in join.pairs(done.append):
        assert (a < b).all()
        found += zip(a.tolist(), b.tolist(), strict=True)
    assert len(found) == len(set(found))
    assert sum(done) == len(t)
    return set(found), join.capped


def families(seed, rows, features=128):
    """Prints of families: full ones, short ones, parts of others, and parts with something of their own."""
    rng = np.random.default_rng(seed)
    bases = [rng.choice(1 << 16, 3 * features, replace=False) for _ in range(4)]
    shared = rng.choice(1 << 16, 6)
    prints = []
    for _ in range(rows):
        values = rng.choice(bases[rng.integers(4)], rng.integers(0, 3 * features))
        kind = rng.integers(4)
        if kind == 0:
            values = np.sort(values)[: rng.integers(0, features)]
        elif kind == 1:
            values = np.concatenate((np.sort(values)[: rng.integers(0, 12)], rng.choice(1 << 16, 2)))
        elif kind == 2:
            values = np.concatenate((values, shared))
        prints.append(values.tolist())
    return prints


@pytest.mark.parametrize("floor", FLOORS)
@pytest.mark.parametrize("features", [128, 5, 1])
def test_no_pair_is_missed(floor, features):
    t = table(families(features, 90, features), features)
    found, capped = joined(t, floor)
    wanted = reaching(t, floor)
    assert found >= wanted
    assert capped == 0
    assert wanted or floor == 1.0


@settings(max_examples=examples(150), deadline=None)
@given(
    st.lists(st.sets(st.integers(0, 25), max_size=12), max_size=14),
    st.sampled_from(FLOORS),
    st.sampled_from([1, 2, 3, 8, 9]),
)
def test_no_pair_of_small_prints_is_missed(prints, floor, features):
    t = table(prints, features)
    assert joined(t, floor)[0] >= reaching(t, floor)


@pytest.mark.parametrize("share", [0.05, 0.2, 0.5, 0.8])
def test_full_prints(share):
    """Pairs on either side of the floors; those far below are no candidates."""
    rng = np.random.default_rng(3)
    bases = [rng.choice(1 << 30, 2000, replace=False) for _ in range(3)]
    own = int(2000 * (1 - share))
    t = table(
        [[*rng.choice(bases[i % 3], 2000 - own, replace=False), *rng.choice(1 << 30, own)] for i in range(75)]
    )
    assert (t.prints(np.arange(75))[1] == 128).all()
    scores = figures(t)
    for floor in (0.1, 0.3, 0.5, 0.6):
        found = joined(t, floor)[0]
        assert reaching(t, floor, scores) <= found <= reaching(t, floor / 10, scores)


def test_a_small_print_in_a_large_one():
    """50 values of which all are in a print of 128 score 1.0, and so does a single one."""
    large = list(range(0, 1280, 10))
    t = table([large, large[:50], large[7:8], [*large[:20], *range(1, 50, 2)], [3], []])
    assert joined(t, 1.0)[0] >= {(0, 1), (0, 2), (1, 2), (3, 4)}
    assert {pair for pair in joined(t, 1.0)[0] if 5 in pair} == set()


SETS = {
    "all equal": [list(range(200))] * 40,
    "all equal and short": [list(range(20))] * 40,
    "all of one value": [[7]] * 40,
    "chains": [list(range(20 * i, 20 * i + 128)) for i in range(30)],
    "every length": [list(range(i)) for i in range(130)],
    "one": [list(range(200))],
    "none": [],
    "without a print": [[]] * 10,
    "extremes": [[0, 2**32 - 1], [0], [2**32 - 1], [0, 1, 2**32 - 1]],
}


@pytest.mark.parametrize("floor", FLOORS)
@pytest.mark.parametrize("prints", SETS.values(), ids=SETS)
def test_extreme_sets(prints, floor):
    t = table(prints)
    assert joined(t, floor)[0] >= reaching(t, floor)


def test_threads_make_no_difference():
    t = table(families(9, 300))
    assert joined(t, 0.4) == joined(t, 0.4, 2)


def test_too_many_alike_keep_together_and_say_so(monkeypatch):
    monkeypatch.setattr(joining, "EXACT", 0)
    monkeypatch.setattr(joining, "PAIRS_BUDGET", 1000)
    monkeypatch.setattr(joining, "PAIRS_PER_ROW", 1)
    monkeypatch.setattr(short_shingleprint_pairs, "_STEPS_BUDGET", 1000)
    monkeypatch.setattr(short_shingleprint_pairs, "_STEPS_PER_ROW", 1)
    found, capped = joined(table([list(range(128))] * 500 + [list(range(40))] * 500), 0.4)
    assert capped > 0
    assert len(found) < 1000 * 999 // 8
    assert {row for pair in found for row in pair} == set(range(1000))


def test_too_many_small_prints_alike_keep_together_and_say_so(monkeypatch):
    monkeypatch.setattr(short_shingleprint_pairs, "_STEPS_BUDGET", 1000)
    monkeypatch.setattr(short_shingleprint_pairs, "_STEPS_PER_ROW", 1)
    prints = [[*range(40), i] for i in range(1000, 1300)] + [list(range(3, 43))] * 100
    prints += [list(range(200))] * 100
    found, capped = joined(table(prints), 0.4)
    assert capped > 0
    assert len(found) < 500 * 499 // 2 / 4
    assert {row for pair in found for row in pair} >= set(range(400))
    alone = [[5000 + 3 * i, 5001 + 3 * i] for i in range(20) for _ in range(2)]
    found, capped = joined(table(prints + alone), 0.4)
    assert capped > 0
    assert found >= {(500 + i, 501 + i) for i in range(0, 40, 2)}, "a pair of rare values"


def test_how_many_values_are_needed():
    for values, floor in itertools.product(range(1, 130), (0.1, 0.37, 0.4, 0.5, 0.75, 0.9, 1.0)):
        enough = [c for c in range(values + 1) if c / (2 * values - c) >= floor]
        assert needed(values, floor) == enough[0]
    assert needed(128, 0.0) == 1


def test_cancelling():
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        PrintJoin(table([[1, 2], [1, 2]]), 0.4, control)
