"""Shingleprints against simhash(1)'s outputs, a slow twin, and properties that hold for any input."""

import random
import time
import zlib

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from simfinder.errors import NoFeaturesError, ShingleError, SignatureError, SimFileError
from simfinder.signatures.shingleprint import fingerprint as sp
from simfinder.signatures.shingleprint.fingerprint import Shingleprint, shingleprint
from tests.helpers.files import recipes
from tests.unit.signatures.vectors import load

SHINGLES = st.sampled_from([4, 5, 7, 8, 9, 16, 17, 64, 100])
FEATURES = st.sampled_from([1, 2, 16, 127, 128, 129, 500])
DATA = st.one_of(
    st.binary(max_size=700),
    st.builds(lambda p, n: (p * n)[:3000], st.binary(min_size=1, max_size=300), st.integers(1, 300)),
    st.builds(lambda seed, n: random.Random(seed).randbytes(n), st.integers(0, 99), st.integers(0, 9000)),
    st.builds(
        lambda seed, n: bytes(random.Random(seed).choices(b"ab\n", k=n)),
        st.integers(0, 9),
        st.integers(0, 4000),
    ),
)
VALUES = st.lists(st.one_of(st.integers(0, 60), st.sampled_from([2**31, 2**32 - 1])), unique=True).map(sorted)


def twin(data, shingle=8, features=128):
    return sorted({zlib.crc32(data[i : i + shingle]) for i in range(len(data) - shingle + 1)})[:features]


def twin_score(a, b):
    return len(set(a) & set(b)) / (2 * min(len(a), len(b)) - len(set(a) & set(b)))


def array(values):
    return np.array(values, dtype=np.uint32)


def table_of(prints):
    """Rows padded with the largest value, as a table of signatures holds them."""
    lengths = np.array([len(p) for p in prints], dtype=np.uint16)
    table = np.full((len(prints), max(1, *lengths)), 0xFFFFFFFF, dtype=np.uint32)
    for row, values in zip(table, prints, strict=True):
        row[: len(values)] = values
    return table, lengths


def test_sim_files_of_the_tool():
    for vector in load("shingleprint_sim"):
        data, shingle = recipes.build(vector["recipe"]), vector["shingle"]
        values = shingleprint(data, shingle, vector["features"])
        if vector["exit"]:
            assert not len(values), vector["recipe"]
            continue
        assert len(values) == vector["feature_count"]
        assert sp.to_sim(values, shingle).hex() == vector["sim_hex"], vector["recipe"]


def test_hashes_of_the_tool():
    for vector in load("shingleprint_crc"):
        window = bytes.fromhex(vector["hex"])
        assert shingleprint(window, len(window)).tolist() == [int(vector["crc32"], 16)]


def test_scores_of_the_tool():
    for vector in load("shingleprint_scores"):
        if vector["exit"]:
            continue  # the command's part: the prints themselves do not know their shingle size
        a, b = (
            shingleprint(recipes.build(vector[side]), vector["shingle"][i], vector["features"][i])
            for i, side in enumerate("ab")
        )
        assert min(len(a), len(b)) == vector["smaller_count"]
        assert sp.score(a, b) == sp.score(b, a) == vector["score"]
        assert sp.printed(sp.score(a, b)) == vector["printed"]
        assert sp.exact_score_rows(*table_of([a, b]), np.array([0]), np.array([1])).tolist() == [
            vector["score"]
        ]


@pytest.mark.soak
def test_more_than_four_gib_in_a_stream():
    for vector in load("huge"):
        base, left = recipes.build(vector["base"]), vector["n"]
        state = Shingleprint()
        while left:
            state.update(base[: min(left, len(base))])
            left -= min(left, len(base))
        assert sp.to_sim(state.digest(), 8).hex() == vector["sim_hex"]


@given(DATA, SHINGLES, FEATURES)
@example(b"\xff\xff\xff\xff", 4, 1)  # the hash is ffffffff
@example(b"\x9d\x0a\xd9\x6d\xff\xff\xff\xff", 4, 9)  # the first hash is 0
def test_prints_equal_the_twin(data, shingle, features):
    found = shingleprint(data, shingle, features)
    assert found.dtype == np.uint32
    assert found.tolist() == twin(data, shingle, features)


@given(DATA, SHINGLES, FEATURES, st.data())
def test_prints_do_not_depend_on_chunks(data, shingle, features, draw):
    state, at = Shingleprint(shingle, features), 0
    while at < len(data):
        size = draw.draw(st.sampled_from([1, 3, shingle - 1, shingle, 500, 8200]))
        state.update(data[at : at + size])
        at += size
        if draw.draw(st.booleans()):
            state.digest()
    assert state.digest().tolist() == twin(data, shingle, features)


@pytest.mark.parametrize("shingle", [4, 6, 8, 9, 40, 5000])
@pytest.mark.parametrize("features", [1, 128, 3000])
@pytest.mark.parametrize("kind", ["random", "few", "period", "runs", "mixed"])
def test_long_inputs(kind, shingle, features):
    rng = random.Random(f"{kind} {shingle} {features}")
    data = {
        "random": lambda: rng.randbytes(60_000),
        "few": lambda: bytes(rng.choices(b"01", k=60_000)),
        "period": lambda: rng.randbytes(300) * 200,
        "runs": lambda: b"".join(bytes((rng.randrange(256),)) * rng.randrange(900) for _ in range(120)),
        "mixed": lambda: bytes(20_000) + rng.randbytes(7000) + b"ab" * 9000 + rng.randbytes(20_000),
    }[kind]()
    expected = twin(data, shingle, features)
    assert shingleprint(data, shingle, features).tolist() == expected
    state, at = Shingleprint(shingle, features), 0
    while at < len(data):
        size = rng.choice([10, 4096, 9000, 20_000])
        state.update(data[at : at + size])
        at += size
    assert state.digest().tolist() == expected


@pytest.mark.parametrize(
    ("shingle", "chunk"), [(4, 1), (8, 5), (8, 8191), (5000, 999), (5000, 4999), (9000, 13_000)]
)
def test_no_window_is_lost_between_chunks(shingle, chunk):
    data = random.Random(shingle).randbytes(40_000)
    state = Shingleprint(shingle, 10**6)
    for at in range(0, len(data), chunk):
        state.update(data[at : at + chunk])
    assert state.digest().tolist() == twin(data, shingle, 10**6)


def test_every_window_is_seen_around_block_borders():
    """One window's hash is by far the smallest: wherever it lies, it must come out first."""
    small = bytes.fromhex("391d96674c4f4ff9")
    hashed = zlib.crc32(small)
    assert hashed < 1 << 9
    for size in (1024, 2048, 4096, 8192, 16_384, 32_768):
        for at in range(size - 18, size + 10):
            data = bytes(at) + small + bytes(40_000 - at)
            assert shingleprint(data, 8, 1).tolist() == [hashed]
            assert shingleprint(data, 8, 200).tolist() == twin(data[at - 8 : at + 16], 8)
            assert shingleprint(data[: at + 8], 8, 1).tolist() == [hashed]
            assert hashed not in shingleprint(data[: at + 7], 8)


@pytest.mark.parametrize("features", [1, 2, 128])
@pytest.mark.parametrize("at", [0, 5000, 30_000])
def test_a_hash_of_zero_and_one_of_all_ones(at, features):
    data = bytearray(random.Random(at).randbytes(30_004))
    data[at : at + 4] = b"\x9d\x0a\xd9\x6d"
    found = shingleprint(data, 4, features).tolist()
    assert found[0] == 0
    assert found == twin(data, 4, features)
    assert shingleprint(b"\xff" * 9000, 4, features).tolist() == [0xFFFFFFFF]


def test_the_largest_shingle():
    data = random.Random(1).randbytes(70_000)
    for size in (65_534, 65_535, 65_536, 70_000):
        assert shingleprint(data[:size], 65_535, 9).tolist() == twin(data[:size], 65_535, 9)


@given(st.binary(max_size=40), st.integers(0, 20_000), st.binary(max_size=40), SHINGLES)
def test_zeros_in_closed_form(before, count, after, shingle):
    state = Shingleprint(shingle)
    state.update(before)
    state.update_zeros(count)
    state.update(after)
    assert state.digest().tolist() == twin(before + bytes(count) + after, shingle)


def test_zeros_take_no_time():
    began = time.perf_counter()
    state = Shingleprint()
    state.update_zeros(2**62)
    state.update_zeros(2**62)
    assert state.digest().tolist() == [0x6522DF69]
    assert time.perf_counter() - began < 5


@given(DATA, DATA)
def test_copies_go_their_own_way(a, b):
    first = Shingleprint(5, 16)
    first.update(a)
    second = first.copy()
    second.update(b)
    assert first.digest().tolist() == twin(a, 5, 16)
    assert second.digest().tolist() == twin(a + b, 5, 16)


def test_more_features_than_there_are_hashes():
    data = random.Random(2).randbytes(5000)
    assert shingleprint(data, 8, 10**30).tolist() == twin(data, 8, 5000)


def test_memory_does_not_grow_with_the_input():
    data = random.Random(3).randbytes(1 << 20)
    state = Shingleprint()
    for _ in range(3):
        state.update(data)
    held = state._set._slots.nbytes + len(state._set._pending)
    assert held < 30_000


@pytest.mark.parametrize(("shingle", "features"), [(3, 128), (0, 1), (-8, 1), (65_536, 1), (8, 0), (8, -1)])
def test_parameters_that_cannot_be(shingle, features):
    with pytest.raises(ShingleError):
        Shingleprint(shingle, features)
    with pytest.raises(ShingleError):
        shingleprint(b"", shingle, features)


@given(VALUES, VALUES)
def test_scores_equal_the_twin(a, b):
    if not (a and b):
        with pytest.raises(NoFeaturesError):
            sp.score(array(a), array(b))
        return
    assert sp.score(array(a), array(b)) == twin_score(a, b)


@given(st.lists(VALUES, min_size=1, max_size=6))
def test_scores_of_a_table(prints):
    table, lengths = table_of(prints)
    a, b = (side.ravel() for side in np.indices((len(prints),) * 2))
    expected = [
        twin_score(prints[i], prints[j]) if prints[i] and prints[j] else 0.0
        for i, j in zip(a, b, strict=True)
    ]
    found = sp.score_rows(table, lengths, a, b)
    assert found.dtype == np.float32
    assert found.tolist() == np.array(expected, dtype=np.float32).tolist()
    exact = sp.exact_score_rows(table, lengths, a, b)
    assert np.nan_to_num(exact).tolist() == expected
    assert np.isnan(exact).tolist() == [not (prints[i] and prints[j]) for i, j in zip(a, b, strict=True)]


def test_contained_prints_score_like_equal_ones():
    assert sp.score(array(range(50)), array(range(128))) == 1.0


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1.0, "1.0"),
        (0.0, ".00"),
        (0.999, ".99"),
        (0.5, ".50"),
        (1 / 3, ".33"),
        (0.07, ".07"),
        (0.29, ".28"),
        (0.009, ".00"),
    ],
)
def test_printed(value, text):
    assert sp.printed(value) == text  # 0.29 * 100 is 28.999999999999996


@given(VALUES, st.integers(4, 65_535))
def test_sim_files_come_back(values, shingle):
    blob = sp.to_sim(array(values), shingle)
    assert blob[:4] == b"\xcb\x01" + shingle.to_bytes(2, "big")
    assert blob[4:] == b"".join(v.to_bytes(4, "big") for v in reversed(values))
    found, back = sp.from_sim(blob)
    assert (found, back.tolist(), back.dtype) == (shingle, values, np.uint32)


@pytest.mark.parametrize("shingle", [3, 65_536])
def test_a_sim_file_cannot_hold_every_shingle_size(shingle):
    with pytest.raises(ShingleError):
        sp.to_sim(array([1]), shingle)


@pytest.mark.parametrize(
    ("blob", "reason"),
    [
        ("", "0 of the 4 bytes"),
        ("cb", "1 of the 4 bytes"),
        ("00", "version"),
        ("cb0100", "3 of the 4 bytes"),
        ("cb000008", "version cb00"),
        ("cb02000800000001", "version cb02"),
        ("01cb000800000001", "version 01cb"),
        ("cb010003", "shingle size"),
        ("cb01000000000001", "shingle size"),
        ("cb0100080000000100", "cut off"),
        ("cb010008000001", "cut off"),
        ("cb0100080000000700000032", "descend"),
        ("cb0100080000000700000007", "descend"),
        ("cb010008000000090000000700000008", "descend"),
    ],
)
def test_malformed_sim_files(blob, reason):
    with pytest.raises(SimFileError, match=reason):
        sp.from_sim(bytes.fromhex(blob))


def test_a_sim_file_without_features_can_be_read():
    shingle, values = sp.from_sim(bytes.fromhex("cb010008"))
    assert (shingle, values.tolist()) == (8, [])


@given(VALUES)
def test_stored_forms_come_back(values):
    back = sp.from_bytes(sp.to_bytes(array(values)))
    assert (back.tolist(), back.dtype) == (values, np.uint32)


@pytest.mark.parametrize("blob", [b"abc", b"\1\0\0\0\1\0\0\0", b"\2\0\0\0\1\0\0\0"])
def test_damaged_stored_forms_are_refused(blob):
    with pytest.raises(SignatureError):
        sp.from_bytes(blob)
