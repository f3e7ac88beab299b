"""gzip, bzip2, xz and zstd: the content comes back, damage gives a reason, memory is bounded."""

import gzip
import lzma
import random
import subprocess
import tracemalloc
import zlib

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from simfinder.errors import ViewError
from simfinder.scan.extract.formats import BY_CODE, recognise
from simfinder.scan.extract.limits import BOUNDS, Bounds
from simfinder.scan.extract.view_sink import TooMuchError
from tests.helpers.examples import examples
from tests.helpers.files.bad_archives import MIB, PACKERS, flipped, listed, plain_tar, seen_in, zeros, zstd

NAMES = sorted(PACKERS)
WORDS = b"".join(b"line %d of a text\n" % number for number in range(20_000))

contents = st.binary(max_size=3000) | st.integers(0, 600_000).map(
    lambda size: random.Random(size).randbytes(size)
)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=examples(25))
@given(st.lists(contents, min_size=1, max_size=3), st.booleans())
def test_content_comes_back(name, pieces, one_way):
    assume(recognise(b"".join(pieces)) not in BY_CODE)
    data = b"".join(PACKERS[name](piece) for piece in pieces)
    seen = seen_in(data, Bounds(depth=0, free=1 << 40), one_way=one_way)
    assert seen == (name, [], b"".join(pieces))


@pytest.mark.parametrize("name", NAMES)
def test_a_tar_in_it_is_a_tar(name):
    files = {"a": b"first", "b/ä": WORDS}
    seen = seen_in(PACKERS[name](plain_tar(files)))
    assert seen == ("tar", listed(files), b"first" + WORDS)


@pytest.mark.parametrize("name", NAMES)
def test_the_sum_at_the_end_of_a_tar_counts(name):
    whole = PACKERS[name](plain_tar({"a": random.Random(1).randbytes(5000)}))
    for cut in (1, 3, 8):
        with pytest.raises(ViewError, match="ends too early"):
            seen_in(whole[:-cut])
    if name == "gzip":
        with pytest.raises(ViewError, match="is damaged"):
            seen_in(whole[:-6] + bytes([whole[-6] ^ 1]) + whole[-5:])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("count", [1, 4, 512, 100_000])
def test_zeros_behind_the_end_are_padding(name, count):
    assert seen_in(PACKERS[name](WORDS) + bytes(count)).stream == WORDS


@pytest.mark.parametrize("name", NAMES)
def test_another_stream_behind_padding(name):
    data = PACKERS[name](WORDS) + bytes(512) + PACKERS[name](b"more")
    assert seen_in(data, one_way=True).stream == WORDS + b"more"


@pytest.mark.parametrize("garbage", [b"x", b"garbage" * 99, b"\x1f\x8b", b"\0\0\0x"])
@pytest.mark.parametrize("name", NAMES)
def test_garbage_behind_the_end(name, garbage):
    data = PACKERS[name](WORDS) + garbage
    if name in ("gzip", "bzip2"):  # as their own tools have it
        assert seen_in(data).stream == WORDS
    else:
        with pytest.raises(ViewError, match="something else follows"):
            seen_in(data)


@pytest.mark.parametrize("name", NAMES)
def test_the_tool_itself_agrees(name, tmp_path):
    tool = {"gzip": "gzip", "bzip2": "bzip2", "xz": "xz", "zstd": "zstd"}[name]
    (tmp_path / "f").write_bytes(WORDS)
    made = subprocess.run([tool, "-c", str(tmp_path / "f")], capture_output=True, check=True).stdout
    assert seen_in(made).stream == WORDS


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("share", [0.05, 0.3, 0.5, 0.9, 0.999])
def test_cut_short(name, share):
    data = PACKERS[name](WORDS)
    with pytest.raises(ViewError, match="ends too early"):
        seen_in(data[: max(11, int(len(data) * share))])


@pytest.mark.parametrize("name", NAMES)
def test_a_second_stream_cut_short(name):
    with pytest.raises(ViewError, match="ends too early"):
        seen_in(PACKERS[name](WORDS) + PACKERS[name](WORDS)[:-20])


@pytest.mark.parametrize("name", ["gzip", "bzip2", "xz"])
@pytest.mark.parametrize("seed", range(8))
def test_bytes_changed(name, seed):
    with pytest.raises(ViewError, match=r"is damaged|ends too early"):
        seen_in(flipped(PACKERS[name](random.Random(9).randbytes(9000)), 3, seed, skip=12))


def test_bytes_changed_in_zstd():
    options = {zstd.CompressionParameter.checksum_flag: 1}
    data = zstd.compress(WORDS, options=options)
    for seed in range(8):
        with pytest.raises(ViewError, match=r"is damaged|ends too early|needs"):
            seen_in(flipped(data, 3, seed, skip=12))


def test_frames_to_be_skipped():
    skipped = b"\x5a\x2a\x4d\x18\x05\0\0\0skip!"
    assert seen_in(zstd.compress(b"a") + skipped + zstd.compress(b"b")).stream == b"ab"
    assert seen_in(zstd.compress(b"a") + skipped).stream == b"a"


def test_a_dictionary_is_missing():
    samples = [b"line %d of a text that is much like another" % number for number in range(999)]
    trained = zstd.train_dict(samples, 4000)
    with pytest.raises(ViewError, match="needs a dictionary"):
        seen_in(zstd.compress(samples[0] * 9, zstd_dict=trained))


def test_memory_of_xz():
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 0, "dict_size": 24 * MIB}]
    data = lzma.compress(b"small", filters=filters)
    assert seen_in(data).stream == b"small"
    with pytest.raises(ViewError, match="needs more than 16 MB of memory to be unpacked"):
        seen_in(data, Bounds(memory=64 * MIB))


def test_window_of_zstd():
    options = {zstd.CompressionParameter.window_log: 25, zstd.CompressionParameter.content_size_flag: 0}
    packer = zstd.ZstdCompressor(options=options)
    data = packer.compress(b"small" * 99) + packer.flush()
    assert seen_in(data).stream == b"small" * 99
    with pytest.raises(ViewError, match="needs more than 16 MB of memory to be unpacked"):
        seen_in(data, Bounds(memory=64 * MIB))


@pytest.mark.parametrize("name", NAMES)
def test_a_bomb_ends_in_little_memory(name):
    data = zeros(name, 4096 * MIB)
    assert len(data) < 5_000_000
    small = Bounds(free=20 * MIB, ratio=1, output=40 * MIB)
    tracemalloc.start()
    with pytest.raises(TooMuchError, match="holds more than 1 times its size"):
        seen_in(data, small)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 64 * MIB + 2 * len(data)


@pytest.mark.parametrize("name", NAMES)
def test_small_files_of_zeros_are_no_bombs(name):
    data = zeros(name, 12 * MIB)
    assert len(seen_in(data).stream) == 12 * MIB


def test_a_limit_is_kept():
    assert seen_in(zeros("gzip", 4096 * MIB), limit=1000).stream == bytes(1000)


@pytest.mark.parametrize("name", NAMES)
def test_a_chain_is_entered_as_deep_as_allowed(name):
    pack = PACKERS[name]
    data = pack(pack(pack(b"core")))
    assert seen_in(data, Bounds(depth=0)).stream == pack(pack(b"core"))
    assert seen_in(data, BOUNDS).stream == pack(b"core")
    assert seen_in(data, Bounds(depth=2)).stream == b"core"
    assert seen_in(data, Bounds(depth=2)).name == name


def test_header_fields_of_gzip():
    packed = zlib.compressobj(9, zlib.DEFLATED, -15)
    body = packed.compress(WORDS) + packed.flush()
    tail = zlib.crc32(WORDS).to_bytes(4, "little") + len(WORDS).to_bytes(4, "little")
    head = b"\x1f\x8b\x08\x1c" + bytes(6) + b"\x05\0extra" + b"name\0" + b"comment\0"
    assert seen_in(head + body + tail, one_way=True).stream == WORDS
    assert seen_in(gzip.compress(b"")).stream == b""
