"""zip: members in the order of their names, and everything that can be wrong with them."""

import bz2
import io
import lzma
import random
import stat
import struct
import time
import tracemalloc
import types
import zipfile
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.errors import ViewError
from simfinder.scan.extract import office
from simfinder.scan.extract.archives import zip_archive
from simfinder.scan.extract.limits import Bounds
from simfinder.scan.extract.view_sink import TooMuchError, ViewSink
from tests.helpers.examples import examples
from tests.helpers.files.bad_archives import (
    EVIL_NAMES,
    MIB,
    PACKERS,
    Entry,
    chain,
    crc_of_zeros,
    cuts,
    deflated_zeros,
    flipped,
    listed,
    nested_bomb,
    overlapping,
    plain_tar,
    plain_zip,
    raw_zip,
    same_member_twice,
    seen_in,
    zip_bomb,
    zip_crypto,
)

FLAT = Bounds(depth=0)
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
FILES = {"b": b"second " * 900, "a/ä": random.Random(3).randbytes(9000), "c": b""}

parts = st.text("abcxyzÄλ _-.0\n\\\udcff", min_size=1, max_size=30)
names = st.lists(parts, min_size=1, max_size=4).map("/".join)
contents = st.binary(max_size=3000) | st.integers(0, 600_000).map(
    lambda size: random.Random(size).randbytes(size)
)


def zlib_of_zip(data):
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


def lzma_of_zip(data):
    packer = lzma.LZMACompressor(
        lzma.FORMAT_RAW, filters=[{"id": lzma.FILTER_LZMA1, "preset": 0, "dict_size": 1 << 18}]
    )
    properties = b"\x5d" + (1 << 18).to_bytes(4, "little")
    return struct.pack("<BBH", 9, 4, 5) + properties + packer.compress(data) + packer.flush()


def by_name(files):
    return dict(sorted(files.items(), key=lambda item: item[0].encode("utf-8", "surrogateescape")))


@settings(max_examples=examples(25))
@given(
    st.dictionaries(names.filter(lambda name: "\udcff" not in name), contents, max_size=6),
    st.sampled_from(METHODS),
)
def test_members_come_back(files, method):
    seen = seen_in(plain_zip(files, method), Bounds(depth=0, free=1 << 40))
    assert seen == ("zip", listed(by_name(files)), b"".join(by_name(files).values()))


def test_the_order_of_the_archive_is_no_matter():
    turned = dict(reversed(FILES.items()))
    assert seen_in(plain_zip(FILES)) == seen_in(plain_zip(turned))
    assert seen_in(plain_zip(FILES)) == seen_in(plain_zip(FILES, zipfile.ZIP_STORED))


def test_an_empty_zip():
    assert seen_in(plain_zip({})) == ("zip", [], b"")


def test_folders_links_and_devices_are_left_out():
    entries = [
        Entry(b"folder/"),
        Entry(b"link", b"target", mode=stat.S_IFLNK | 0o777),
        Entry(b"device", b"", mode=stat.S_IFCHR | 0o600),
        Entry(b"pipe", b"", mode=stat.S_IFIFO | 0o600),
        Entry(b"file", b"1", mode=stat.S_IFREG | 0o644),
        Entry(b"plain", b"2"),
    ]
    assert seen_in(raw_zip(entries)).files == [(b"file", 1), (b"plain", 1)]


def test_two_members_of_one_name_keep_their_order():
    data = raw_zip([Entry(b"b", b"0"), Entry(b"a", b"1"), Entry(b"a", b"2")])
    assert seen_in(data).stream == b"120"


def test_evil_names_lead_nowhere():
    data = raw_zip(
        [Entry(name, b"x", flags=0) for name in EVIL_NAMES] + [Entry("ü/../..".encode(), b"y", flags=0x800)]
    )
    found = dict(seen_in(data).files)
    assert len(found) == len(EVIL_NAMES) + 1
    for name in EVIL_NAMES:  # the library takes what is not marked as UTF-8 for the code page of MS-DOS
        assert found[name.decode("cp437").encode()] == 1
    assert found["ü/../..".encode()] == 1


def test_a_name_that_ends_at_a_zero_byte():
    assert seen_in(raw_zip([Entry(b"short\0long", b"x")])).files == [(b"short", 1)]


def test_no_name():
    assert seen_in(raw_zip([Entry(b"", b"x"), Entry(b"\0", b"y")])).files == [(b"", 1), (b"", 1)]


def test_a_name_that_is_not_the_utf8_it_claims():
    with pytest.raises(ViewError, match="is damaged"):
        seen_in(raw_zip([Entry(b"\xff\xfe", b"x", flags=0x800)]))


def test_encrypted():
    data = zip_crypto({"secret.txt": b"nobody may read this"}, b"word")
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.read("secret.txt", b"word") == b"nobody may read this"
    with pytest.raises(ViewError, match=r"^is encrypted$"):
        seen_in(data)
    with pytest.raises(ViewError, match=r"^is encrypted$"):
        seen_in(raw_zip([Entry(b"open", b"x"), Entry(b"locked", b"y", flags=1)]))


def member(data, method, packed):
    return raw_zip([Entry(b"a", data, method, packed=packed)])


def test_methods_the_library_may_not_know():
    words = b"some words " * 999
    assert seen_in(member(words, 93, PACKERS["zstd"](words))).stream == words
    assert seen_in(member(words, 95, PACKERS["xz"](words))).stream == words
    assert seen_in(member(words, 14, lzma_of_zip(words))).stream == words


@pytest.mark.parametrize("byte", range(0, 256, 5))
def test_any_first_byte_of_lzma(byte):
    packed = bytearray(lzma_of_zip(b"words " * 999))
    packed[4] = byte
    with pytest.raises(ViewError, match="is damaged"):
        seen_in(member(b"words " * 999, 14, bytes(packed)))


def test_windows_beyond_the_allowed_memory():
    packed = bytearray(lzma_of_zip(b"words"))
    packed[5:9] = b"\xff\xff\xff\xff"
    with pytest.raises(ViewError, match="needs more than 256 MB of memory"):
        seen_in(member(b"words", 14, bytes(packed)))
    for early in (b"", b"\x09\4", b"\x09\4\5\0\x5d", b"\x09\4\6\0\x5d\0\0\1\0\0"):
        with pytest.raises(ViewError, match="is damaged"):
            seen_in(member(b"words", 14, early))


@pytest.mark.parametrize("method", [8, 12, 14, 93, 95])
def test_a_stream_that_ends_before_the_member(method):
    packers = {8: zlib_of_zip, 12: bz2.compress, 14: lzma_of_zip, 93: PACKERS["zstd"], 95: PACKERS["xz"]}
    words = random.Random(1).randbytes(9000)
    with pytest.raises(ViewError, match="is damaged or ends too early"):
        seen_in(member(words, method, packers[method](words)[:-400]))
    with pytest.raises(ViewError, match="is damaged"):
        seen_in(member(words, method, packers[method](words[:-1])))


def test_documents_use_two_methods_only(monkeypatch):
    asked = as_office(monkeypatch, answer=True)
    assert seen_in(plain_zip({"word/document.xml": b"x"}, zipfile.ZIP_BZIP2)).name == "zip"
    assert asked == []


@pytest.mark.parametrize(
    ("method", "name"), [(9, "Deflate64"), (99, "unknown"), (1, "Shrink"), (6, "Implode")]
)
def test_methods_not_supported(method, name):
    with pytest.raises(ViewError, match=rf"packed by a method not supported: {name} \({method}\)"):
        seen_in(raw_zip([Entry(b"a", b"x", method=method)]))


@pytest.mark.parametrize("method", METHODS)
def test_cut_short(method):
    for early in cuts(plain_zip(FILES, method)):
        with pytest.raises(ViewError, match="is damaged or ends too early"):
            seen_in(early)


@pytest.mark.parametrize("method", METHODS)
def test_a_wrong_sum(method):
    data = bytearray(plain_zip({"a": random.Random(1).randbytes(5000)}, method))
    data[3000] ^= 1
    with pytest.raises(ViewError, match="is damaged"):
        seen_in(bytes(data))


@pytest.mark.parametrize("seed", range(60))
def test_bytes_changed(seed):
    """Any change gives a plain reason, or the content with only names and dates changed."""
    data = flipped(plain_zip(FILES, METHODS[seed % 4]), 1 + seed % 5, seed, skip=4)
    try:
        seen = seen_in(data)
    except ViewError as error:
        reason = error.message
        assert reason.startswith(("is ", "holds "))
        return
    assert {member.content for member in seen.members} <= {member.content for member in listed(FILES)}


def test_damage_around_a_damaged_archive_within():
    """Damage of the outer archive is never taken for damage of a member."""
    inner = random.Random(5).randbytes(40) + plain_tar({"x": random.Random(4).randbytes(20_000)})[40:]
    data = bytearray(raw_zip([Entry(b"inner.tar", inner)]))
    data[15_000] ^= 1
    with pytest.raises(ViewError, match="is damaged"):
        seen_in(bytes(data))


def test_overlapping_members():
    data = overlapping(50, 1000)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:  # the builder builds what it says
        assert len(archive.infolist()) == 50
    with pytest.raises(ViewError, match="is damaged: its files overlap"):
        seen_in(data)


def test_one_member_listed_many_times():
    with pytest.raises(ViewError, match="is damaged: its files overlap"):
        seen_in(same_member_twice(1000, b"x" * 1000))


def test_a_bomb():
    with pytest.raises(TooMuchError, match="20 times its size"):
        seen_in(zip_bomb(4096 * MIB), Bounds(ratio=20))


@pytest.mark.parametrize(("method", "pack"), [(12, bz2.compress), (14, lzma_of_zip)])
def test_what_is_packed_a_thousand_times_is_read_in_small_pieces(method, pack):
    """The library limits what it reads, not what it unpacks."""
    size = 70 * MIB
    bomb = raw_zip([Entry(b"z", b"", method, size=size, crc=crc_of_zeros(size), packed=pack(bytes(size)))])
    tracemalloc.start()
    with pytest.raises(TooMuchError):
        seen_in(bomb, Bounds(free=MIB))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 52 * MIB


def test_zips_in_zips_are_entered_as_deep_as_allowed():
    data = nested_bomb(levels=3, width=4, size=2 * MIB)
    inner = nested_bomb(levels=1, width=4, size=2 * MIB)
    seen = seen_in(data)
    assert len(seen.members) == 4 + 16
    assert seen.stream == inner * 16
    with pytest.raises(TooMuchError):
        seen_in(data, Bounds(depth=9, free=20 * MIB))
    flat = seen_in(data, FLAT)
    assert len(flat.members) == 4


def test_a_chain_of_a_thousand():
    data = chain(1000, "zip")
    assert seen_in(data).files[0] == (b"r.zip", len(chain(999, "zip")))
    assert len(seen_in(data, Bounds(depth=20)).members) == 21
    deep = seen_in(data, Bounds(depth=2000, free=20 * MIB))  # one within that can't be entered is a file
    assert deep.members[0] == seen_in(data).members[0]
    assert len(deep.members) < 1000


@pytest.mark.parametrize("count", [10_000, pytest.param(100_000, marks=pytest.mark.soak)])
def test_empty_members(count):
    data = raw_zip(Entry(b"f%06d" % number) for number in range(count))
    start = time.process_time()
    assert len(seen_in(data).members) == count
    assert time.process_time() - start < count / 3000


def test_more_files_than_allowed():
    data = raw_zip(Entry(b"%d" % number) for number in range(301))
    with pytest.raises(TooMuchError, match="holds more than 300 files"):
        seen_in(data, Bounds(members=300))
    assert len(seen_in(data, Bounds(members=301)).members) == 301


def test_a_size_that_is_not_there():
    with pytest.raises(ViewError, match="is damaged"):
        seen_in(raw_zip([Entry(b"a", b"x", size=1 << 31)]))
    with pytest.raises(ViewError):
        seen_in(raw_zip([Entry(b"a", b"", 8, size=10, packed=deflated_zeros(MIB))]))


def test_a_limit_is_kept():
    assert seen_in(plain_zip(FILES), limit=10).stream == FILES["a/ä"][:10]


def as_office(monkeypatch, answer):
    asked = []
    fake = types.ModuleType("office")
    fake.recognise = lambda found, mimetype: asked.append((found, mimetype)) or answer
    fake.stream = lambda archive, out: out.write(b" ".join(sorted(n.encode() for n in archive.namelist())))
    monkeypatch.setattr(office, "office_document", fake, raising=False)
    monkeypatch.setitem(__import__("sys").modules, "simfinder.scan.extract.office.office_document", fake)
    return asked


def test_documents_are_handed_on(monkeypatch):
    asked = as_office(monkeypatch, answer=True)
    assert seen_in(plain_zip({"mimetype": b"application/x", "b": b"2"})).stream == b"b mimetype"
    assert asked == [({"mimetype", "b"}, b"application/x")]


def test_what_is_no_document_is_not(monkeypatch):
    asked = as_office(monkeypatch, answer=False)
    assert seen_in(plain_zip({"mimetype": b"long" * 999, "b": b"2"})).stream == b"2" + b"long" * 999
    assert asked == [({"mimetype", "b"}, b"")]


def test_reading_failing_is_not_damage():
    class Failing(io.BytesIO):
        broken = False

        def read(self, size=-1):
            if self.broken:
                raise OSError(5, "Input/output error")
            return super().read(size)

    source = Failing(plain_zip(FILES))

    def send(_data):
        source.broken = True

    with pytest.raises(OSError, match="Input/output error"):
        zip_archive.stream(source, ViewSink(send, FLAT, 1 << 20))
