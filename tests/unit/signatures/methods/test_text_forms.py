"""Text forms of signatures: read back as written, and everything else refused with a line that says why."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.errors import NoFeaturesError, SignatureError
from simfinder.signatures.methods import registry
from simfinder.signatures.methods.shingleprint import print_text, read_print
from simfinder.signatures.methods.tagcount import counts_text, read_counts
from simfinder.signatures.shingleprint import fingerprint as shingleprint
from simfinder.signatures.spamsum import score

U64 = st.integers(0, 2**64 - 1)
U32 = st.sets(st.integers(0, 2**32 - 1), max_size=20).map(sorted)


@given(st.lists(U64, min_size=1, max_size=20))
def test_counts(counts):
    text = counts_text(np.array(counts, dtype=np.uint64))
    assert read_counts(text).tolist() == counts


@given(U32, st.integers(4, 65_535))
def test_prints(values, shingle):
    text = print_text(np.array(values, dtype=np.uint32), shingle)
    read, found = read_print(text)
    assert (read, found.tolist()) == (shingle, values)


@given(U32.filter(bool), U32.filter(bool))
def test_the_score_of_prints_is_simhash_s(a, b):
    first, second = (np.array(values, dtype=np.uint32) for values in (a, b))
    pair = [print_text(values, 8) for values in (first, second)]
    assert registry.score("shingleprint", *pair) == shingleprint.score(first, second)


@given(*[st.lists(st.integers(0, 10**6), min_size=3, max_size=3)] * 2)
def test_the_score_of_counts(a, b):
    distance = sum(abs(x - y) for x, y in zip(a, b, strict=True))
    expected = 1 - distance / (sum(a) + sum(b)) if sum(a) + sum(b) else 1.0
    pair = [counts_text(np.array(counts, dtype=np.uint64)) for counts in (a, b)]
    assert registry.score("tagcount", *pair) == pytest.approx(expected)


def test_other_scores():
    assert registry.score("simhash", "0" * 16, "000000000000000F") == 60 / 64
    assert registry.score("simhash", "0" * 8, "0000000f") == 28 / 32
    assert registry.score("content", "ab" * 16, "AB" * 16) == 1.0
    assert registry.score("content", "ab" * 16, "ac" * 16) == 0.0
    pair = ("3:abcdefgh:abc", "3:abcdefghi:abc")
    assert registry.score("spamsum", *pair) == score.score(*pair)


@pytest.mark.parametrize(
    ("method", "a", "b", "said"),
    [
        ("tagcount", "1,2", "1,x", "'1,x'"),
        ("tagcount", "1,2", "", "''"),
        ("tagcount", "1,2", "1,2,3", "of 2 and of 3 tags"),
        ("tagcount", "1", "18446744073709551616", "18446744073709551616"),
        ("tagcount", "1", "-1", "'-1'"),
        ("simhash", "0" * 16, "0" * 8, "of 64 and of 32 bits"),
        ("simhash", "0" * 16, "0x" + "0" * 14, "8 or 16"),
        ("shingleprint", "8:00000001", "7:00000001", "shingle size mismatch: 8 and 7"),
        ("shingleprint", "8:00000001", "8:00000001,00000002", "do not descend"),
        ("shingleprint", "8:00000001", "8:00000002,00000002", "do not descend"),
        ("shingleprint", "8:00000001", "8:1", "8:1"),
        ("shingleprint", "8:00000001", "3:00000001", "shingle size"),
        ("shingleprint", "8:00000001", "00000001", "00000001"),
        ("content", "ab" * 16, "ab", "32 hex digits"),
        ("spamsum", "3:a:b", "3:a", "position 3"),
    ],
)
def test_what_can_t_be_scored(method, a, b, said):
    for pair in ((a, b), (b, a)):
        with pytest.raises(SignatureError, match="(?i)" + (said if pair == (a, b) else "")):
            registry.score(method, *pair)


def test_a_print_without_features_has_no_score():
    with pytest.raises(NoFeaturesError):
        registry.score("shingleprint", "8:", "8:00000001")


@given(st.sampled_from(registry.TEXT_METHODS), st.text(max_size=30), st.text(max_size=30))
def test_any_text_has_a_score_or_is_refused(method, a, b):
    try:
        found = registry.score(method, a, b)
    except SignatureError as error:
        found = -1 if error.message and "\n" not in error.message else None
    assert found is not None
    assert -1 <= found <= 100
