"""Recordings as columns: what share agrees, which is the best, and what says too little to be compared."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.signatures.sound.alignment import Alignment, align
from simfinder.signatures.sound.chromaprint import (
    RATE,
    SILENT,
    STEP,
    chromaprint,
    chromaprint_of_parts,
)
from simfinder.signatures.sound.recording import Recording
from simfinder.signatures.sound.recordings import Recordings
from tests.helpers.examples import examples
from tests.helpers.sounds import made


def random_row(count, seed=0):
    return np.random.default_rng(seed).integers(0, 2**32, count, dtype=np.uint32)


def flipped(row, share, seed=1):
    """The row with such a share of its bits changed."""
    bits = np.random.default_rng(seed).random((len(row), 32)) < share
    return row ^ np.packbits(bits, axis=1, bitorder="little").view(np.uint32).ravel()


def recording(numbers=(), *, stream=b"", codec="mp3", bit_rate=128_000, seconds=0.0, rate=44_100, channels=2):
    numbers = np.asarray(numbers, np.uint32)
    seconds = seconds or len(numbers) * STEP / RATE
    return Recording(seconds, bit_rate, rate, channels, codec, stream.ljust(16, b"\0"), numbers)


def agreement(*recordings):
    columns = Recordings.of(dict(enumerate(recordings)))
    return float(columns.agreement(np.array([0]), np.array([1]))[0])


@given(st.integers(20, 300), st.integers(0, 250), st.integers(0, 250), st.sampled_from([0.0, 0.02, 0.1]))
@settings(max_examples=examples(60), deadline=None)
def test_a_cut_is_laid_where_it_was_taken(count, before, after, share):
    whole = random_row(before + count + after)
    part = flipped(whole[before : before + count], share)
    laid = align(whole, part)
    back = align(part, whole)
    assert (laid.shift, laid.begin, laid.agree) == (before, before, count)
    assert (back.shift, back.begin, back.agree) == (-before, 0, count)
    assert laid.contained == 1
    assert laid.similarity == pytest.approx(count / len(whole))


def test_strangers_agree_nowhere():
    assert align(random_row(1_500), random_row(1_500, seed=9)).similarity < 0.01
    assert align(random_row(1_500), flipped(random_row(1_500), 0.4)).similarity < 0.01


@pytest.mark.parametrize("lengths", [(0, 0), (0, 5), (5, 0), (1, 1)])
def test_hardly_any_sound(lengths):
    first, second = (random_row(count, seed=count) for count in lengths)
    laid = align(first, second)
    assert laid.agree == min(lengths)
    assert laid.lengths == lengths
    assert Alignment(0, 0, 0, lengths).similarity == 0


def test_a_steady_tone_takes_no_more_time_than_music():
    steady = np.full(5_000, 7, np.uint32)
    assert align(steady, steady).similarity == 1


def test_silence_counts_for_neither():
    silence = np.full(400, SILENT, np.uint32)
    one, other = random_row(100), random_row(100, seed=2)
    assert align(np.append(silence, one), np.append(silence, other)).similarity < 0.05
    assert align(np.append(one, silence), one).similarity == 1
    assert set(chromaprint(made("silence", 30)).tolist()) == {SILENT}


@given(st.integers(0, 40_000), st.integers(1, 5_000), st.integers(0, 3))
@settings(max_examples=examples(40), deadline=None)
def test_parts_have_the_fingerprint_of_the_whole(samples, length, seed):
    from unittest import mock

    from simfinder.signatures.sound import chromaprint as module

    sound = made("chords", 4, seed)[:samples]
    parts = [sound[at : at + length] for at in range(0, len(sound), length)]
    with mock.patch.object(module, "_SAMPLES_AT_ONCE", 32_000):
        assert np.array_equal(chromaprint_of_parts(parts), chromaprint(sound))


@given(
    st.builds(
        recording,
        st.lists(st.integers(0, 2**32 - 1), max_size=20),
        stream=st.binary(max_size=16),
        codec=st.sampled_from(["", "mp3", "pcm_s16le", "a" * 16]),
        bit_rate=st.integers(0, 2**32 - 1),
        rate=st.integers(0, 2**32 - 1),
        channels=st.integers(0, 255),
    )
)
def test_a_recording_is_read_as_it_was_packed(one):
    again = Recording.parse(one.pack())
    assert again is not None
    assert np.array_equal(again.numbers, one.numbers)
    assert again.pack() == one.pack()


@given(st.binary(max_size=200))
def test_nonsense_is_no_recording(data):
    found = Recording.parse(data)
    assert found is None or found.pack() == data


def test_a_recording_of_no_length_is_none():
    packed = bytearray(recording([1, 2]).pack())
    packed[:4] = np.float32(np.nan).tobytes()
    assert Recording.parse(bytes(packed)) is None


def test_what_says_too_little_is_not_compared():
    short, silent, steady = random_row(15), np.full(500, SILENT, np.uint32), np.full(500, 7, np.uint32)
    for numbers in (short, silent, steady, ()):
        assert np.isnan(agreement(recording(numbers), recording(numbers)))
    assert agreement(recording(random_row(16)), recording(random_row(16))) == 1


def test_the_same_saved_sound_agrees_whatever_can_be_heard():
    assert agreement(recording(stream=b"x"), recording(stream=b"x", codec="aac")) == 1
    assert np.isnan(agreement(recording(stream=b"x"), recording(stream=b"y")))
    assert np.isnan(agreement(recording(), recording()))


def test_a_content_without_a_recording_agrees_with_nothing():
    columns = Recordings.of({3: recording(random_row(50)), 8: recording(random_row(50))})
    a, b = np.array([3, 3, 8, 4]), np.array([8, 4, 9, 5])
    assert columns.agreement(a, b).tolist()[0] == 1
    assert np.isnan(columns.agreement(a, b)[1:]).all()
    assert columns.rows(np.array([3, 4, 8, 99])).tolist() == [0, -1, 1, -1]


def test_both_orders_agree_alike():
    numbers = random_row(300)
    columns = Recordings.of({0: recording(numbers), 1: recording(flipped(numbers[50:], 0.2))})
    one, other = np.array([0, 1]), np.array([1, 0])
    first, second = columns.agreement(one, other).tolist()
    assert first == second > 0.5


def test_a_recording_from_outside_is_laid_beside_all():
    numbers = random_row(200)
    columns = Recordings.of({2: recording(numbers), 5: recording(random_row(200, seed=4))})
    same, stranger = columns.beside(recording(flipped(numbers, 0.05))).tolist()
    assert same == 1
    assert stranger < 0.05


def test_the_best_was_saved_without_loss_then_with_most_bits():
    order = [
        recording(codec="mp3", bit_rate=64_000),
        recording(codec="aac", bit_rate=256_000),
        recording(codec="flac", bit_rate=30_000, rate=22_050),
        recording(codec="pcm_s16le", bit_rate=20_000, rate=44_100),
    ]
    worth = Recordings.of(dict(enumerate(order))).worth.tolist()
    assert worth == sorted(worth)
    assert len(set(worth)) == 4
