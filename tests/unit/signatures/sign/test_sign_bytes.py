"""All methods at once: the same as each alone, for any parameters, pieces and holes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.errors import ShingleError, SignatureError
from simfinder.signatures.content_hash import Content, content_hash
from simfinder.signatures.shingleprint.fingerprint import shingleprint
from simfinder.signatures.sign.sign_bytes import Signer, sign
from simfinder.signatures.simhash.binary_windows import of_sample
from simfinder.signatures.simhash.sampled_windows import WindowSample
from simfinder.signatures.sketch.bottom_k import Sketch, sketch
from simfinder.signatures.spamsum import tridgell
from simfinder.signatures.spamsum.digest import spamsum
from simfinder.signatures.table.parameters import PLAIN, Parameters
from simfinder.signatures.tagcount.counter import tag_counts
from simfinder.signatures.tagcount.tag_sets import parse_tags

OWN = Parameters(parse_tags("ff 8\n1 1\n0 20"), 12, 5, 2, 32, 6, 40)
PIECES = st.lists(st.one_of(st.binary(max_size=300), st.integers(0, 300)), max_size=6)


def sample(data, size, step):
    """The 128 smallest hashes of distinct windows, one by one."""
    mask, found = 2**64 - 1, set()
    for i in range(0, len(data) - size + 1, step):
        h = 0xCBF29CE484222325
        for byte in data[i : i + size]:
            h = (h ^ byte) * 0x100000001B3 & mask
        h = (h ^ h >> 32) * 0xD6E8FEB86659FD93 & mask
        found.add(h ^ h >> 29)
    return sorted(found - {mask})[:128]


def fed(pieces, state):
    """The bytes of the pieces, and the state after it has taken them; a number is a hole."""
    whole = b""
    for piece in pieces:
        if isinstance(piece, int):
            state.update_zeros(piece)
            whole += bytes(piece)
        else:
            state.update(piece)
            whole += piece
    return whole, state


@given(PIECES)
def test_plain(pieces):
    whole, signer = fed(pieces, Signer())
    found = signer.digest()
    assert found == sign(whole)
    assert found.content == content_hash(whole)
    assert found.size == len(whole)
    assert found.tags.tolist() == tag_counts(whole).tolist()
    assert found.spamsum == spamsum(whole)
    assert found.shingleprint.tolist() == shingleprint(whole).tolist()
    assert found.sketch.tolist() == sketch(whole).tolist()
    assert found.simhash == of_sample(sketch(whole))


@given(PIECES)
def test_own_parameters(pieces):
    whole, signer = fed(pieces, Signer(OWN))
    found = signer.digest()
    assert found == sign(whole, OWN)
    assert found.tags.tolist() == tag_counts(whole, OWN.tags).tolist()
    assert found.spamsum == tridgell.tridgell(whole, 12)
    assert found.shingleprint.tolist() == shingleprint(whole, 6, 40).tolist()
    assert found.simhash == of_sample(np.array(sample(whole, 5, 3), dtype=np.uint64), 32)
    assert found.sketch.tolist() == sketch(whole).tolist()


@given(PIECES, st.integers(1, 12), st.data())
def test_samples_of_windows(pieces, size, data):
    overlap = data.draw(st.integers(0, size - 1))
    state = WindowSample(size, overlap)
    whole = b""
    for piece in pieces:
        more, state = fed([piece], state.copy())
        whole += more
    assert state.digest().tolist() == sample(whole, size, size - overlap)


def test_a_sample_of_a_large_content():
    data = np.random.default_rng(1).bytes(200_000)
    state = WindowSample(7, 3)
    for start in range(0, len(data), 33_333):
        state.update(data[start : start + 33_333])
    assert state.digest().tolist() == sample(data, 7, 4)


def test_holes_of_the_single_ones():
    for make in (Content, Sketch):
        whole, state = fed([b"abcdefghijkl", 600_000, b"xyz", 5], make())
        plain = make()
        plain.update(whole)
        assert np.array_equal(state.digest(), plain.digest())


def test_a_hole_costs_no_time():
    state = Sketch()
    state.update_zeros(2**60)
    assert state.digest().tolist() == sketch(bytes(8)).tolist()
    own = WindowSample(5, 2)
    own.update_zeros(2**60)
    assert own.digest().tolist() == sample(bytes(5), 5, 3)


def test_no_features_but_for_the_counts():
    found = sign(b"1234567")
    assert found.simhash is None
    assert len(found.shingleprint) == len(found.sketch) == 0


@pytest.mark.parametrize(
    ("wrong", "error", "said"),
    [
        ({"window": 4, "overlap": 4}, ShingleError, "can't overlap by 4"),
        ({"window": 5000, "overlap": 0}, ShingleError, "at most 4096"),
        ({"bits": 48}, SignatureError, "not 48"),
        ({"block_size": -1}, SignatureError, "1 or more"),
        ({"shingle": 3}, ShingleError, "4 to 65535"),
        ({"features": 0}, ShingleError, "0 features"),
        ({"features": 65_536}, ShingleError, "65536 features"),
    ],
)
def test_parameters_that_can_t_be(wrong, error, said):
    with pytest.raises(error, match=said):
        Parameters(**wrong)


def test_the_text_of_parameters():
    for method in ("content", "tagcount", "spamsum", "simhash", "shingleprint", "sketch"):
        assert PLAIN.of(method) == ""
    assert OWN.of("tagcount") == OWN.tags.describe()
    assert OWN.of("spamsum") == "block 12"
    assert OWN.of("simhash") == "5 2 32"
    assert OWN.of("shingleprint") == "6 40"
    assert OWN.of("sketch") == ""
    assert Parameters(bits=32).of("simhash") == "8 7 32"
