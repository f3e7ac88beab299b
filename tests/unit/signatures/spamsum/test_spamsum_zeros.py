"""Holes in a spamsum: zeros in closed form equal zeros as bytes, at any place and of any length."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.errors import TooLargeError
from simfinder.signatures.spamsum.digest import LIMIT, Flag, Spamsum
from tests.helpers.examples import examples
from tests.unit.signatures import twins

EVERY = [Flag.NONE, Flag.ELIMSEQ, Flag.NOTRUNC, Flag.ELIMSEQ | Flag.NOTRUNC]


def digests(state):
    return [state.digest(flags) for flags in EVERY]


def test_the_piece_hash_of_zeros_comes_round():
    assert pow(19, 16, 64) == 1


STEPS = st.lists(
    st.one_of(
        st.binary(max_size=60),
        st.builds(
            lambda seed, n: np.random.default_rng(seed).bytes(n), st.integers(0, 99), st.integers(0, 5000)
        ),
        st.builds(lambda p, n: p * n, st.binary(min_size=1, max_size=5), st.integers(1, 200)),
        st.integers(0, 70),
        st.integers(0, 20_000),
        st.sampled_from([6, 7, 8, 191, 192, 193, 384, 385, 768, 769, 6144, 6145]),
    ),
    max_size=8,
)


@settings(max_examples=examples(300))
@given(STEPS)
def test_holes_are_zeros(steps):
    fast, slow = Spamsum(), Spamsum()
    for step in steps:
        if isinstance(step, int):
            fast.update_zeros(step)
            slow.update(bytes(step))
        else:
            fast.update(step)
            slow.update(step)
        assert digests(fast) == digests(slow)


@pytest.mark.parametrize("size", [192, 193, 384, 385, 768, 769, 1536, 1537])
@pytest.mark.parametrize("hole", [1, 7, 8, 40])
@pytest.mark.parametrize("end", [b"", b"x", b"more text than seven"])
def test_holes_at_the_steps_of_the_length(size, hole, end):
    data = np.random.default_rng(size).bytes(size - hole - len(end))
    state = Spamsum()
    state.update(data)
    state.update_zeros(hole)
    state.update(end)
    assert state.digest() == twins.spamsum(data + bytes(hole) + end)


@pytest.mark.parametrize("n", [0, 1, 6, 7, 8, 192, 193, 10**6, 2**36])
def test_nothing_but_zeros(n):
    state = Spamsum()
    state.update_zeros(n)
    assert digests(state) == ["3::"] * 4


def long_twin(before, hole, after):
    """The signature of a file with a hole too long to build, from one with 16·k zeros less."""
    data = before + bytes(16 + hole % 16) + after
    block = 3
    while 64 * block < len(before) + hole + len(after):
        block *= 2
    while block > 3 and twins.part(data, block, 64)[1] < 32:
        block //= 2
    return f"{block}:{twins.part(data, block, 64)[0]}:{twins.part(data, 2 * block, 32)[0]}"


@pytest.mark.parametrize("hole", [2**20, 2**36 + 5, 2**37 - 9])
@pytest.mark.parametrize(("before", "after"), [(0, 0), (9, 900), (2000, 0), (100, 4000), (2000, 2500)])
def test_long_holes(before, after, hole):
    rng = np.random.default_rng(before + after)
    first, second = rng.bytes(before), rng.bytes(after)
    state = Spamsum()
    state.update(first)
    state.update_zeros(hole)
    state.update(second)
    assert state.digest() == long_twin(first, hole, second)


def test_a_hole_in_the_middle_of_a_stream_lets_go_of_no_block_size():
    """Behind a hole the length asks for block sizes the borders do not bear out yet."""
    rng = np.random.default_rng(8)
    data = rng.bytes(40_000)
    fast, slow = Spamsum(), Spamsum()
    for at in range(0, len(data), 1000):
        part = data[at : at + 1000]
        fast.update(part)
        fast.update_zeros(50_000)
        slow.update(part + bytes(50_000))
        assert digests(fast) == digests(slow)


def test_holes_up_to_the_longest_input_and_beyond():
    state = Spamsum()
    state.update(b"some bytes")
    state.update_zeros(LIMIT - 10)
    other = state.copy()
    assert state.digest().startswith("3:")
    for last in (b"x", bytes(1)):
        state = other.copy()
        state.update(last)
        with pytest.raises(TooLargeError, match=str(LIMIT + 1)):
            state.digest()
    other.update_zeros(1)
    with pytest.raises(TooLargeError, match=str(LIMIT + 1)):
        other.digest()
    for n in (2**40, 2**62, 2**62, 2**62):  # no sum of them may come round
        other.update_zeros(n)
        other.update(b"x")
        with pytest.raises(TooLargeError):
            other.digest()


@given(st.binary(max_size=50), st.integers(0, 2**36), st.integers(0, 2**36))
def test_two_holes_are_one(data, a, b):
    once, twice = Spamsum(), Spamsum()
    once.update(data)
    twice.update(data)
    once.update_zeros(a + b)
    twice.update_zeros(a)
    twice.update_zeros(b)
    assert digests(once) == digests(twice)
    once.update(data)
    twice.update(data)
    assert digests(once) == digests(twice)


def test_a_copy_has_its_own_hole():
    state = Spamsum()
    state.update(b"text")
    other = state.copy()
    other.update_zeros(100)
    fresh = Spamsum()
    fresh.update(b"text")
    assert state.digest() == fresh.digest()


def test_a_hole_of_less_than_nothing_is_refused():
    with pytest.raises(ValueError, match="negative"):
        Spamsum().update_zeros(-1)
