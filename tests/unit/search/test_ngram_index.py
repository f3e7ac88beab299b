"""N-grams as numbers and the counting of hits, against string slices and a Counter."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.errors import SignatureError
from simfinder.search import ngram_index
from simfinder.search.ngram_index import Hits, gram_counts, grams_of

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
LENGTHS = st.integers(3, 10)
TEXTS = st.one_of(st.text("AB", max_size=30), st.text(ALPHABET, max_size=30), st.just("/" * 12))


def number(gram):
    value = 0
    for character in gram:
        value = 64 * value + ALPHABET.index(character)
    return value


def windows(text, n):
    return [number(text[i : i + n]) for i in range(len(text) - n + 1)]


@given(st.lists(TEXTS, max_size=8), LENGTHS)
def test_grams_of_many_signatures_are_those_of_each(texts, n):
    grams, owner = grams_of(texts, n)
    assert grams.dtype == np.uint64
    want = [(i, gram) for i, text in enumerate(texts) for gram in sorted(set(windows(text, n)))]
    assert list(zip(owner.tolist(), grams.tolist(), strict=True)) == want


@given(TEXTS, LENGTHS)
def test_a_repeated_gram_of_the_query_counts_each_time(text, n):
    grams, counts = gram_counts(text, n)
    assert dict(zip(grams.tolist(), counts.tolist(), strict=True)) == Counter(windows(text, n))
    assert grams.tolist() == sorted(grams.tolist())


@pytest.mark.parametrize("n", [-1, 0, 2, 11, 64])
def test_other_lengths_are_refused(n):
    with pytest.raises(SignatureError, match=f"3 to 10 characters, not {n}"):
        gram_counts("ABCDEFGHIJKLMNOP", n)


HITS = st.lists(
    st.tuples(
        st.one_of(
            st.lists(st.integers(0, 40), max_size=30, unique=True),
            st.lists(st.integers(0, 2**32 - 1), max_size=5, unique=True),
        ),
        st.integers(1, 2**40),
    ),
    max_size=12,
)


@given(HITS, st.integers(1, 5), st.sampled_from([1, 10, 1 << 22]))
def test_hits_are_added_up(added, least, pending):
    before, ngram_index._PENDING = ngram_index._PENDING, pending
    try:
        hits, want = Hits(), Counter()
        for ids, weight in added:
            hits.add(np.array(ids, np.uint32), weight)
            want.update(dict.fromkeys(ids, weight))
    finally:
        ngram_index._PENDING = before
    ids, counts = hits.at_least(least)
    assert list(zip(ids.tolist(), counts.tolist(), strict=True)) == sorted(
        (i, n) for i, n in want.items() if n >= least
    )


def test_memory_grows_with_the_files_hit_only():
    hits = Hits()
    everyone = np.arange(1, 1_000_001)
    for _ in range(30):
        hits.add(everyone, 2)
        assert hits._pending <= 5 * len(everyone) + ngram_index._PENDING
    ids, counts = hits.at_least(60)
    assert len(ids) == 1_000_000
    assert set(counts.tolist()) == {60}
    assert len(hits.at_least(61)[0]) == 0
