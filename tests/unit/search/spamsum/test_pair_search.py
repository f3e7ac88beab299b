"""The exact join of spamsum signatures, against scoring every pair."""

import functools
import itertools
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.errors import Cancelled, GrammarError
from simfinder.model.progress import Control
from simfinder.search.spamsum import gram_bins, gram_matches, pair_search
from simfinder.search.spamsum.pair_search import SpamJoin, distinct, scored
from simfinder.signatures.spamsum.score import score, score_rows
from tests.helpers.examples import examples
from tests.unit.search.twins.tables import table

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef"
SMALL = st.text("ABC", max_size=18)
SIGNATURE = st.builds("{}:{}:{}".format, st.sampled_from([3, 6, 12, 24, 48, 96, 5, 10]), SMALL, SMALL)


def signatures(seed, count, alphabet="ABCDEF+/09", blocks=(0, 3, 5, 6, 10, 12, 24, 48, 96, 2**62 - 1)):
    """Signatures of a few families at neighbouring block sizes, some with long runs, some too short for a gram."""
    rng = random.Random(seed)
    families = ["".join(rng.choices(alphabet, k=64)) for _ in range(5)]

    def part(limit):
        kind = rng.random()
        if kind < 0.2:
            return "".join(rng.choices(alphabet, k=rng.randrange(8)))
        if kind < 0.3:
            return "A" * rng.randrange(limit + 1)
        text = list(rng.choice(families)[: rng.randrange(limit + 1)])
        for _ in range(rng.randrange(4)):
            if text:
                text[rng.randrange(len(text))] = rng.choice(alphabet)
        return "".join(text)

    return [f"{rng.choice(blocks)}:{part(64)}:{part(32)}" for _ in range(count)]


score_once = functools.cache(score)  # of two texts, for all tests that score the same ones


def every_pair(texts, left, right, least):
    found = []
    for a in sorted(left):
        for b in sorted(right):
            figure = score_once(texts[a], texts[b])
            if a != b and figure >= least:
                found.append((a, b, figure))
    return found


def as_list(found):
    return list(zip(found.a.tolist(), found.b.tolist(), found.score.tolist(), strict=True))


def texts_of(all_texts, row_of):
    texts = {}
    for text, row in zip(all_texts, row_of.tolist(), strict=True):
        texts.setdefault(row, text)
    return texts


def pairs_of(texts):
    """All pairs of the join over a table of these rows, and how many rows it said were done."""
    t = table(spamsum=texts)
    join = SpamJoin(t.spam_block, t.spam1, t.spam1_len, t.spam2, t.spam2_len, lambda: None)
    done = []
    found = []
    for a, b in join.pairs(done.append):
        assert a.dtype == b.dtype == np.int32
        assert (a < b).all()
        found += zip(a.tolist(), b.tolist(), strict=True)
    assert len(found) == len(set(found)) <= join.visits
    assert sum(done) == len(texts)
    assert join.capped == 0
    return set(found)


def scoring(texts):
    return {
        (x, y)
        for x, y in itertools.combinations(range(len(texts)), 2)
        if texts[x] and texts[y] and score(texts[x], texts[y])
    }


@pytest.fixture
def cramped(monkeypatch):
    """Few entries a slice, few in a bin, few pairs in a block."""
    monkeypatch.setattr(pair_search, "_PAIRS", 3)
    monkeypatch.setattr(gram_matches, "_SLICE", 50)
    monkeypatch.setattr(gram_bins, "_BIN", 5)


@pytest.mark.parametrize("pairs", [1, 500, pair_search._PAIRS])
@pytest.mark.parametrize("least", [1, 40, 101])
@pytest.mark.parametrize("seed", [1, 2])
def test_no_pair_is_missed(monkeypatch, pairs, least, seed):
    monkeypatch.setattr(pair_search, "_PAIRS", pairs)
    all_texts = signatures(seed, 150)
    table, row_of = distinct(all_texts)
    texts = texts_of(all_texts, row_of)
    rows = np.arange(len(table))
    expected = every_pair(texts, rows.tolist(), rows.tolist(), least)
    assert as_list(scored(table, rows, rows, least, lambda: None)) == expected
    assert len(expected) > 200 or least > 1
    left, right = rows[::3], rows[rows % 3 > 0]
    found = scored(table, left, right, least, lambda: None)
    assert as_list(found) == every_pair(texts, left.tolist(), right.tolist(), least)


@settings(max_examples=examples(300), deadline=None)
@given(st.lists(SIGNATURE, max_size=14))
def test_every_pair_with_a_score_is_made_once(texts):
    assert pairs_of(texts) >= scoring(texts)


@pytest.mark.parametrize("seed", range(4))
def test_every_pair_is_made_in_small_bins_too(cramped, seed):
    texts = signatures(seed, 120)
    assert pairs_of(texts) >= scoring(texts)


def test_hardly_a_pair_is_made_that_has_no_score():
    texts = signatures(5, 250, alphabet=LETTERS, blocks=(48, 96, 192))
    found, wanted = pairs_of(texts), scoring(texts)
    assert found >= wanted
    assert len(found) < 1.01 * len(wanted)


ALIKE = {
    "all equal": ["96:ABCDEFGHIJ:KLMNOPQ"] * 60,
    "all equal and too short for a gram": ["96:ABC:D"] * 60,
    "all without a character": ["3::"] * 60,
    "one gram in common at the start": [f"96:ABCDEFG{x}:{x}" for x in LETTERS],
    "one gram in common at the end": [f"96:{x}ABCDEFG:{x}" for x in LETTERS],
    "one gram in common at all places": [f"96:{'xy' * i}ABCDEFG{'uv' * (i % 14)}:{i}" for i in range(15)],
    "a header in common": [f"96:ABCDEFGHIJKLMNOP{i:016b}:" for i in range(60)],
    "a gram many times over": [f"96:{'ABCDEFG' * (1 + i % 9)}:{'ABCDEFG' * (i % 5)}" for i in range(45)],
    "runs": [f"96:{'A' * i}{'B' * (40 - i)}:{'C' * (i % 32)}" for i in range(41)],
    "doubling": [f"{3 << i}:ABCDEFGHIJKLMNOP:ABCDEFGHIJKLMNOP" for i in range(20)] * 3,
    "too far apart": [f"{3 << 2 * i}:ABCDEFGHIJKLMNOP:ABCDEFGHIJKLMNOP" for i in range(20)],
    "one row": ["96:ABCDEFGHIJ:KLMNOPQ"],
    "none": [],
    "no signatures": ["0::"] * 30,
    "some without": ["0::", "96:ABCDEFGHIJ:KLMNOPQ"] * 15,
}


@pytest.mark.parametrize("texts", ALIKE.values(), ids=ALIKE)
def test_sets_alike_all_over(texts):
    none = {i for i, text in enumerate(texts) if text == "0::"}
    found = pairs_of(texts)
    assert found >= {pair for pair in scoring(texts) if not none & set(pair)}
    assert not {row for pair in found for row in pair} & none


@pytest.mark.parametrize("texts", ALIKE.values(), ids=ALIKE)
def test_sets_alike_all_over_in_small_bins(cramped, texts):
    none = {i for i, text in enumerate(texts) if text == "0::"}
    assert pairs_of(texts) >= {pair for pair in scoring(texts) if not none & set(pair)}


def test_a_header_makes_each_pair_once():
    """Callers decide by visits: a header of forty grams must not count forty times."""
    t = table(spamsum=[f"96:{'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrst'}{i:09d}:" for i in range(300)])
    join = SpamJoin(t.spam_block, t.spam1, t.spam1_len, t.spam2, t.spam2_len, lambda: None)
    assert 300 * 299 // 2 <= join.visits < 1.2 * 300 * 299 // 2


def test_grams_that_all_have_are_no_trap():
    """Hundreds of rows that share nearly everything."""
    all_texts = [f"96:{LETTERS}{i:032d}:x" for i in range(120)]
    table, row_of = distinct(all_texts)
    rows = np.arange(len(table))
    found = scored(table, rows, rows, 1, lambda: None)
    assert as_list(found) == every_pair(all_texts, row_of.tolist(), row_of.tolist(), 1)
    assert len(found.a) == 120 * 119


@pytest.mark.parametrize("seed", [6, 7])
def test_rows_are_scored_as_texts_whatever_pair_comes_before(seed):
    """Runs of pairs with one row on either side, and pairs that have nothing to do with the ones before."""
    texts = signatures(seed, 60)
    t = table(spamsum=texts)
    rng = np.random.default_rng(seed)
    a, b = rng.integers(0, 60, 3000), rng.integers(0, 60, 3000)
    for begin in range(0, 3000, 7):
        side, row = (a, b)[rng.integers(2)], rng.integers(60)
        side[begin : begin + rng.integers(8)] = row
    found = score_rows(t.spam_block, t.spam1, t.spam1_len, t.spam2, t.spam2_len, a, b)
    assert found.tolist() == [score(texts[x], texts[y]) for x, y in zip(a, b, strict=True)]


def test_distinct_signatures():
    table, row_of = distinct(["3:aaaaa:b", "3:aaa:b", "3:aaaa:bc", "6:aaa:b", "3:aaaaa:b", "3::", "03::"])
    assert row_of.tolist() == [0, 0, 1, 2, 0, 3, 3]
    assert table.block.tolist() == [3, 3, 6, 3]
    assert bytes(table.part1[0, :4]) == b"aaa\0"
    assert table.length1.tolist() == [3, 3, 3, 0]


def test_nothing():
    table, row_of = distinct([])
    found = scored(table, row_of, row_of, 1, lambda: None)
    assert as_list(found) == []


def test_a_malformed_signature():
    with pytest.raises(GrammarError):
        distinct(["3::", "3:"])


def test_cancelling():
    table, _ = distinct(signatures(3, 50))
    control = Control()
    control.cancel()
    rows = np.arange(len(table))
    with pytest.raises(Cancelled):
        scored(table, rows, rows, 1, control.check)
