"""7z, in the order of the archive, a piece at a time."""

import io
import lzma
import random
import struct
import tracemalloc
import zlib
from pathlib import Path

import py7zr
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.errors import ViewError
from simfinder.scan.extract.archives import sevenzip_archive
from simfinder.scan.extract.limits import Bounds
from simfinder.scan.extract.view_sink import TooMuchError, ViewSink
from tests.helpers.examples import examples
from tests.helpers.files.bad_archives import MIB, PPMD_7Z, cuts, flipped, listed, plain_7z, seen_in

FLAT = Bounds(depth=0)
FILES = {"b": b"second " * 900, "a/ä": random.Random(3).randbytes(90_000), "c": b"", "d": b"fourth"}
QUICK = [{"id": lzma.FILTER_LZMA2, "preset": 0}]

parts = st.text("abcxyzÄλ_-0", min_size=1, max_size=30)
names = st.lists(parts, min_size=1, max_size=4).map("/".join)
contents = st.binary(max_size=3000) | st.integers(0, 600_000).map(
    lambda size: random.Random(size).randbytes(size)
)


@settings(max_examples=examples(15))
@given(st.dictionaries(names, contents, min_size=1, max_size=6))
def test_members_come_back(files):
    seen = seen_in(plain_7z(files, filters=QUICK), Bounds(depth=0, free=1 << 40))
    assert seen == ("7z", listed(files), b"".join(files.values()))


METHODS = {
    "lzma": [{"id": lzma.FILTER_LZMA1, "preset": 1}],
    "lzma2": [{"id": lzma.FILTER_LZMA2, "preset": 1}],
    "bzip2": [{"id": py7zr.FILTER_BZIP2}],
    "deflate": [{"id": py7zr.FILTER_DEFLATE}],
    "zstd": [{"id": py7zr.FILTER_ZSTD, "level": 3}],
    "brotli": [{"id": py7zr.FILTER_BROTLI, "level": 3}],
    "copy": [{"id": py7zr.FILTER_COPY}],
    "x86 lzma": [{"id": py7zr.FILTER_X86}, {"id": lzma.FILTER_LZMA1, "preset": 1}],
    "x86 lzma2": [{"id": py7zr.FILTER_X86}, {"id": lzma.FILTER_LZMA2, "preset": 1}],
    "x86 deflate": [{"id": py7zr.FILTER_X86}, {"id": py7zr.FILTER_DEFLATE}],
    "delta lzma2": [{"id": py7zr.FILTER_DELTA, "dist": 4}, {"id": lzma.FILTER_LZMA2, "preset": 1}],
}


@pytest.mark.parametrize("method", METHODS)
def test_methods(method):
    code = Path(lzma.__file__).read_bytes() + bytes(range(256)) * 2000 + b"\xe8\0\1\2\3" * 9999
    files = {**FILES, "code": code}
    assert seen_in(plain_7z(files, filters=METHODS[method]), FLAT).members == listed(files)


def test_ppmd_is_refused():
    """PPMd's library crashes now and then, long after the archive was read: other files would suffer."""
    with pytest.raises(ViewError, match="is packed by a method not supported"):
        seen_in(PPMD_7Z)


def two_blocks():
    made = io.BytesIO()
    with py7zr.SevenZipFile(made, "w", filters=QUICK) as archive:
        archive.writestr(b"first", "1")
        archive.writestr(b"", "nothing")
    made.seek(0)
    with py7zr.SevenZipFile(made, "a", filters=QUICK) as archive:
        archive.writestr(b"second" * 99, "2")
        archive.writestr(b"third", "3")
    return made.getvalue()


def test_several_blocks():
    assert seen_in(two_blocks()).files == [(b"1", 5), (b"nothing", 0), (b"2", 594), (b"3", 5)]


def test_without_files():
    assert seen_in(plain_7z({})) == ("7z", [], b"")
    assert seen_in(plain_7z({"e": b"", "f": b""})).files == [(b"e", 0), (b"f", 0)]


def test_folders_and_links_are_left_out(tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "file").write_bytes(b"1")
    (tmp_path / "link").symlink_to("folder/file")
    made = io.BytesIO()
    with py7zr.SevenZipFile(made, "w") as archive:
        archive.writeall(tmp_path / "folder", "folder")
        archive.write(tmp_path / "link", "link")
        archive.writestr(b"after", "after")
    assert seen_in(made.getvalue()).files == [(b"folder/file", 1), (b"after", 5)]


@pytest.mark.parametrize("headers", [False, True])
def test_encrypted(headers):
    data = plain_7z({"secret": b"nobody may read this"}, password="word", header_encryption=headers)
    with pytest.raises(ViewError, match=r"^is encrypted$"):
        seen_in(data)


EVIL = ("../../../../tmp/up", "/etc/absolute", "C:/drive", "line\nbreak", "\x1b[31mescape", "-rf")


@pytest.mark.parametrize("name", EVIL)
def test_evil_names_lead_nowhere(name):
    raw = with_plain_header({"_" * len(name): b"x"})
    data = raw.replace(("_" * len(name)).encode("utf-16le"), name.encode("utf-16le"))
    assert seen_in(mended(data)).files == [(name.encode(), 1)]


def with_plain_header(files):
    made = io.BytesIO()
    with py7zr.SevenZipFile(made, "w", filters=QUICK) as archive:
        archive.set_encoded_header_mode(False)
        for name, content in files.items():
            archive.writestr(content, name)
    return made.getvalue()


def mended(data):
    """Return the archive with checksums that fit its header."""
    offset, size = struct.unpack_from("<QQ", data, 12)
    tail = struct.pack("<QQI", offset, size, zlib.crc32(data[32 + offset : 32 + offset + size]))
    return data[:8] + struct.pack("<I", zlib.crc32(tail)) + tail + data[32:]


def test_cut_short():
    for early in cuts(plain_7z(FILES)):
        with pytest.raises(ViewError, match="is damaged or ends too early"):
            seen_in(early)


@pytest.mark.parametrize("method", METHODS)
def test_a_wrong_sum(method):
    data = bytearray(plain_7z(FILES, filters=METHODS[method]))
    data[6000] ^= 1
    with pytest.raises(ViewError, match="is damaged or ends too early"):
        seen_in(bytes(data))


@pytest.mark.parametrize("seed", range(60))
def test_headers_changed(seed):
    """A header that lies gives a plain reason or the right content, nothing else."""
    raw = with_plain_header(FILES)
    size = int.from_bytes(raw[20:28], "little")
    data = raw[:-size] + flipped(raw[-size:], 1 + seed % 3, seed)
    try:
        seen = seen_in(mended(data))
    except ViewError as error:
        words = error.message
        assert words.startswith("is ")
    except MemoryError:
        pass
    else:
        assert len(seen.stream) <= sum(map(len, FILES.values()))


def test_many_small_files_take_little_memory():
    """The archive is read as needed: its size does not matter."""
    dice = random.Random(1)
    data = with_plain_header({f"{n}": dice.randbytes(20_000) for n in range(90)})
    assert len(data) > 1_700_000
    source = io.BytesIO(data)
    sevenzip_archive.stream(
        io.BytesIO(plain_7z({"x": b"x"})), ViewSink(lambda _: None, FLAT, 1 << 30)
    )  # imports
    tracemalloc.start()
    sevenzip_archive.stream(source, ViewSink(lambda _: None, FLAT, len(data)))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 800_000


@pytest.mark.parametrize(
    ("method", "size", "most"),
    [("lzma2", 30, 34), ("bzip2", 30, 34), ("deflate", 30, 34), ("x86 lzma2", 30, 34), ("zstd", 200, 160)],
)
def test_a_bomb_ends_in_little_memory(method, size, most):
    data = plain_7z({"zeros": bytes(size * MIB)}, filters=METHODS[method])
    assert len(data) < MIB
    tracemalloc.start()
    with pytest.raises(TooMuchError, match="holds more than"):
        seen_in(data, Bounds(free=MIB, ratio=10))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < most * MIB


def test_more_files_than_allowed():
    data = plain_7z({f"{n}": b"x" for n in range(30)}, filters=QUICK)
    with pytest.raises(TooMuchError, match="holds more than 29 files"):
        seen_in(data, Bounds(members=29))


def test_a_member_that_is_an_archive():
    inner = plain_7z({"x": b"core"}, filters=QUICK)
    seen = seen_in(plain_7z({"inner.7z": inner, "after": b"!"}, filters=QUICK))
    assert seen.files == [(b"inner.7z", len(inner)), (b"inner.7z/x", 4), (b"after", 1)]
    assert seen.stream == b"core!"


def test_a_limit_is_kept():
    assert seen_in(plain_7z(FILES), limit=10).stream == FILES["b"][:10]
