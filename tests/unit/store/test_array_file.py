"""Session files: what goes in comes out, and no file does harm, wherever it comes from."""

import json
import os
import struct
import tracemalloc

import numpy as np
import pytest
import xxhash
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from simfinder.errors import NewerVersionError, StoreCorruptError, StoreError, StoreUnavailableError
from simfinder.store import array_file as sf
from simfinder.store.array_file import zstd

KINDS = [np.uint8, np.uint16, np.uint32, np.uint64, np.int32, np.int64, np.float32, np.float64, np.bool_]


@st.composite
def arrays(draw):
    kind = draw(st.sampled_from(KINDS))
    shape = draw(npst.array_shapes(min_dims=1, max_dims=2, min_side=0, max_side=9))
    return draw(npst.arrays(kind, shape))


@given(st.lists(arrays(), max_size=4), st.sets(st.integers(0, 3)))
def test_what_goes_in_comes_out(tmp_path_factory, values, ascending):
    path = tmp_path_factory.mktemp("round") / "a"
    named = {f"a{i}": value for i, value in enumerate(values)}
    deltas = frozenset(f"a{i}" for i in ascending if i < len(values) and values[i].dtype.kind in "ui")
    facts = {"name": "\udcff☃", "n": [1, 2.5, None]}
    size = sf.write(path, facts, named, deltas=deltas)
    assert size == path.stat().st_size
    head, found = sf.read(path)
    assert head.facts == facts
    assert list(found) == list(named)
    for name, array in named.items():
        assert found[name].dtype == array.dtype
        assert found[name].shape == array.shape
        assert found[name].tobytes() == array.tobytes()
    assert sf.read_head(path) == head


def test_an_array_of_many_blocks(tmp_path, monkeypatch):
    monkeypatch.setattr(sf, "_BLOCK", 1000)
    values = np.sort(np.random.default_rng(1).integers(0, 2**63, (300, 16), dtype=np.uint64), axis=1)
    sf.write(tmp_path / "a", {}, {"v": values, "b": values[:, 0] % 2 == 0}, deltas=frozenset({"v"}))
    _, found = sf.read(tmp_path / "a")
    assert (found["v"] == values).all()
    assert found["b"].tolist() == (values[:, 0] % 2 == 0).tolist()


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "saved"
    values = np.arange(4000, dtype=np.uint64).reshape(500, 8)
    sf.write(path, {"x": 1}, {"v": values, "w": values[:, 0] > 3}, deltas=frozenset({"v"}))
    return path


def remade(path, change):
    """Return the same file with another head and right checksums."""
    data = path.read_bytes()
    magic, version, length, _ = struct.unpack_from("<8sIIQ", data)
    told = json.loads(zstd.decompress(data[24 : 24 + length]))
    changed = change(told)
    head = zstd.compress(json.dumps(told if changed is None else changed).encode())
    prefix = struct.pack("<8sIIQ", magic, version, len(head), xxhash.xxh3_64_intdigest(head))
    body = prefix + head + data[24 + length : -16]
    path.write_bytes(body + xxhash.xxh3_128_digest(body))


def set_at(key, value):
    def change(told):
        told["arrays"][0][key] = value

    return change


@pytest.mark.parametrize(
    "change",
    [
        set_at(2, [2**39, 8]),
        set_at(2, [2**40, 8]),
        set_at(2, [-1, 8]),
        set_at(2, [1.5, 8]),
        set_at(2, [True]),
        set_at(2, [2**39, 0]),
        set_at(2, []),
        set_at(2, [500, 8, 1]),
        set_at(2, [499, 8]),
        set_at(2, [501, 8]),
        set_at(2, "500"),
        set_at(1, "O"),
        set_at(1, "u4"),
        set_at(1, ["u8"]),
        set_at(3, 1),
        set_at(0, "w"),
        set_at(0, 7),
        lambda told: told["arrays"].append(["more", "u1", [1], False]),
        lambda told: told["arrays"].pop(),
        lambda told: told.pop("facts"),
        lambda told: told.update(facts=[]),
        lambda told: told.update(arrays=[["v"]]),
        lambda told: told.update(arrays=[[f"a{i}", "u1", [0], False] for i in range(1000)]),
        lambda _told: [],
        lambda _told: 5,
        lambda _told: {"arrays": "v", "facts": {}},
    ],
)
def test_a_head_that_makes_no_sense_is_refused_though_its_checksums_are_right(saved, change):
    remade(saved, change)
    with pytest.raises(StoreCorruptError) as caught:
        sf.read(saved)
    assert "\n" not in str(caught.value)
    assert caught.value.path == str(saved)


def test_a_head_of_nested_lists_is_refused(saved):
    head = zstd.compress(b"[" * 100_000)
    prefix = struct.pack("<8sIIQ", sf.MAGIC, 1, len(head), xxhash.xxh3_64_intdigest(head))
    saved.write_bytes(prefix + head + xxhash.xxh3_128_digest(prefix + head))
    with pytest.raises(StoreCorruptError):
        sf.read(saved)


def test_a_bomb_is_refused_before_memory_is_taken(tmp_path):
    head = zstd.compress(bytes(64 * 1024 * 1024))
    prefix = struct.pack("<8sIIQ", sf.MAGIC, 1, len(head), xxhash.xxh3_64_intdigest(head))
    (tmp_path / "bomb").write_bytes(prefix + head + xxhash.xxh3_128_digest(prefix + head))
    with pytest.raises(StoreCorruptError, match="another size"):
        sf.read(tmp_path / "bomb")


def test_a_block_as_long_as_can_be_said_takes_no_room(saved):
    """Four bytes say how long a block is; found by the fuzzer of sessions."""
    data = saved.read_bytes()
    length = struct.unpack_from("<8sIIQ", data)[2]
    body = data[: 24 + length] + b"\xff\xff\xff\xff" + data[28 + length : -16]
    saved.write_bytes(body + xxhash.xxh3_128_digest(body))
    tracemalloc.start()
    try:
        with pytest.raises(StoreCorruptError, match="another size"):
            sf.read(saved)
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


def test_yes_and_no_that_are_neither(saved):
    sf.write(saved, {}, {"b": np.array([0, 1, 2], np.uint8)})
    remade(saved, set_at(1, "b1"))
    with pytest.raises(StoreCorruptError, match="neither"):
        sf.read(saved)


def test_every_cut_and_every_changed_byte_is_noticed(saved):
    data = saved.read_bytes()
    assert len(data) < 4000
    for end in range(0, len(data), 7):
        saved.write_bytes(data[:end])
        with pytest.raises(StoreError):
            sf.read(saved)
    for at in range(len(data)):
        saved.write_bytes(data[:at] + bytes([data[at] ^ 0x41]) + data[at + 1 :])
        with pytest.raises(StoreError):
            sf.read(saved)
    saved.write_bytes(data + b"\0")
    with pytest.raises(StoreCorruptError):
        sf.read(saved)


@given(st.binary(max_size=200), st.booleans())
def test_foreign_bytes_are_no_session(tmp_path_factory, data, ours):
    path = tmp_path_factory.mktemp("foreign") / "a"
    path.write_bytes(sf.MAGIC + data if ours else data)
    with pytest.raises(StoreError):
        sf.read(path)
    with pytest.raises(StoreError):
        sf.read_head(path)


def test_a_newer_file_says_so(saved):
    data = bytearray(saved.read_bytes())
    data[8:12] = (sf.VERSION + 1).to_bytes(4, "little")
    saved.write_bytes(data)
    with pytest.raises(NewerVersionError, match="newer"):
        sf.read(saved)


def test_what_is_no_file_or_not_there(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(StoreError, match="no file"):
        sf.read(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "missing"):
        with pytest.raises(StoreError):
            sf.read(path)


def test_a_file_that_cannot_be_written_leaves_the_old_one(saved, monkeypatch):
    before = saved.read_bytes()
    values = {"v": np.zeros(10)}

    def full(*_):
        raise OSError(28, "No space left on device")

    for name in ("fsync", "replace"):
        with monkeypatch.context() as patch:
            patch.setattr(os, name, full)
            with pytest.raises(StoreUnavailableError, match="No space left"):
                sf.write(saved, {}, values)
        assert saved.read_bytes() == before
        assert os.listdir(saved.parent) == ["saved"]

    class StopError(Exception):
        pass

    def stop():
        raise StopError

    with pytest.raises(StopError):
        sf.write(saved, {}, values, check=stop)
    assert saved.read_bytes() == before
    assert os.listdir(saved.parent) == ["saved"]


def test_a_session_is_its_owners_only(saved):
    assert saved.stat().st_mode & 0o777 == 0o600
