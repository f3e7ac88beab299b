"""Our tar parser compared with the standard library's."""

import io
import random
import tarfile

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from simfinder.errors import ViewError
from simfinder.scan.extract.limits import Bounds
from simfinder.scan.extract.view_sink import TooMuchError
from tests.helpers.examples import examples
from tests.helpers.files.bad_archives import (
    EVIL_NAMES,
    PACKERS,
    TAR_END,
    listed,
    plain_tar,
    seen_in,
    tar_header,
    tar_member,
)

FLAT = Bounds(depth=0)
FORMS = {"ustar": tarfile.USTAR_FORMAT, "gnu": tarfile.GNU_FORMAT, "pax": tarfile.PAX_FORMAT}

parts = st.text("abcxyzÄλ _-.0\n\\", min_size=1, max_size=60).filter(lambda part: part.strip(".") != "")
names = st.lists(parts, min_size=1, max_size=6).map("/".join)
contents = st.binary(max_size=3000) | st.integers(0, 600_000).map(
    lambda size: random.Random(size).randbytes(size)
)
trees = st.dictionaries(names, contents, max_size=6)


@settings(max_examples=examples(40))
@given(trees, st.sampled_from(["gnu", "pax"]), st.sampled_from([None, *PACKERS]), st.booleans())
def test_members_come_back(files, form, packer, one_way):
    assume(files)  # without a header there is nothing to know a tar by
    data = plain_tar(files, FORMS[form])
    if packer is not None:
        data = PACKERS[packer](data)
    seen = seen_in(data, FLAT, one_way=one_way)
    assert seen.name == "tar"
    assert seen.members == listed(files)
    assert seen.stream == b"".join(files.values())


def by_the_library(data):
    with tarfile.open(fileobj=io.BytesIO(data), encoding="utf-8", errors="surrogateescape") as archive:
        return [
            (entry.name.encode("utf-8", "surrogateescape"), archive.extractfile(entry).read())
            for entry in archive
            if entry.isreg()
        ]


def same_as_the_library(data):
    found = by_the_library(data)
    seen = seen_in(data, FLAT)
    assert seen.files == [(name, len(content)) for name, content in found]
    assert seen.stream == b"".join(content for _, content in found)
    return found


@pytest.mark.parametrize("form", FORMS)
def test_links_devices_and_folders_are_left_out(form):
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w", format=FORMS[form]) as archive:
        for kind in (tarfile.DIRTYPE, tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE):
            entry = tarfile.TarInfo(f"of kind {kind.decode()}")
            entry.type, entry.linkname = kind, "elsewhere/" * 9
            archive.addfile(entry)
        entry = tarfile.TarInfo("a file")
        entry.size = 5
        archive.addfile(entry, io.BytesIO(b"hello"))
    assert same_as_the_library(made.getvalue()) == [(b"a file", b"hello")]


def test_a_folder_and_a_link_that_claim_a_size_have_no_data():
    data = tar_header(b"d/", 999, b"5") + tar_header(b"l", 999, b"1") + tar_member(b"x", b"1") + TAR_END
    assert same_as_the_library(data) == [(b"x", b"1")]


def test_names_of_the_old_form():
    first = bytearray(tar_header(b"old/", 0, b"\0")) + tar_member(b"old/file", b"1", b"\0")
    data = bytes(tar_member(b"new", b"2")) + first + TAR_END
    assert seen_in(data).files == [(b"new", 1), (b"old/file", 1)]


def test_a_prefix_counts_in_ustar_only():
    posix = tar_header(b"name", 0, prefix=b"some/where")
    assert seen_in(posix + TAR_END).files == [(b"some/where/name", 0)]
    gnu = bytearray(posix)
    gnu[257:265] = b"ustar  \0"  # GNU has times there
    gnu[148:156] = b" " * 8
    gnu[148:156] = b"%06o\0 " % sum(gnu)
    assert seen_in(bytes(gnu) + TAR_END).files == [(b"name", 0)]


@pytest.mark.parametrize("name", [name for name in EVIL_NAMES if len(name) < 100])
def test_evil_names_come_out_as_they_are(name):
    assert seen_in(tar_member(name, b"x") + TAR_END).files == [(name, 1)]


def test_long_names_that_are_no_text():
    name = b"\xff\n" * 200
    longer = tar_member(b"././@LongLink", name + b"\0", b"L") + tar_member(b"short", b"x")
    words = b"path=" + name + b"\n"
    record = b"%d " % (len(words) + 4) + words
    pax = tar_member(b"pax", record, b"x") + tar_member(b"short", b"y")
    assert seen_in(longer + pax + TAR_END).files == [(name, 1), (name, 1)]


def test_a_size_of_a_pax_header_counts():
    record = b"14 size=00003\n"
    data = (
        tar_member(b"pax", record, b"x") + tar_header(b"f", 0) + b"abc" + bytes(509) + tar_member(b"g", b"z")
    )
    assert same_as_the_library(data + TAR_END) == [(b"f", b"abc"), (b"g", b"z")]


def test_what_is_said_for_all():
    data = (
        tar_member(b"g", b"13 path=same\n", b"g") + tar_member(b"a", b"1") + tar_member(b"b", b"2") + TAR_END
    )
    assert seen_in(data).files == [(b"same", 1), (b"same", 1)]


SPARSE = (5000 * b"x", 0, 300_000, 700 * b"y", 400_000, 512 * b"z")


def sparse_file():
    return b"".join(piece if isinstance(piece, bytes) else bytes(piece) for piece in SPARSE) + bytes(77)


def sparse_map():
    at, pieces, data = 0, [], b""
    for piece in SPARSE:
        if isinstance(piece, bytes):
            pieces.append((at, len(piece)))
            data += piece
        at += piece if isinstance(piece, int) else len(piece)
    return [*pieces, (at + 77, 0)], data, at + 77


def record(key, value):
    body = b" %s=%s\n" % (key, value)
    size = len(body)
    while len(b"%d" % size) + len(body) != size:
        size = len(b"%d" % size) + len(body)
    return b"%d" % size + body


def sparse_tar(form):
    pieces, data, whole = sparse_map()
    if form == "gnu":
        head = bytearray(tar_header(b"sparse", len(data), b"S"))
        head[257:265] = b"ustar  \0"
        for number, (offset, count) in enumerate(pieces):
            head[386 + 24 * number : 410 + 24 * number] = b"%011o\0%011o\0" % (offset, count)
        head[483:495] = b"%011o\0" % whole
        head[148:156] = b" " * 8
        head[148:156] = b"%06o\0 " % sum(head)
        return bytes(head) + data + bytes(-len(data) % 512)
    said = record(b"GNU.sparse.size", b"%d" % whole)
    if form == "0.0":
        said += record(b"GNU.sparse.numblocks", b"%d" % len(pieces))
        for offset, count in pieces:
            said += record(b"GNU.sparse.offset", b"%d" % offset) + record(
                b"GNU.sparse.numbytes", b"%d" % count
            )
    elif form == "0.1":
        numbers = b",".join(b"%d,%d" % piece for piece in pieces)
        said += record(b"GNU.sparse.name", b"sparse") + record(b"GNU.sparse.map", numbers)
    else:
        said = record(b"GNU.sparse.major", b"1") + record(b"GNU.sparse.minor", b"0")
        said += record(b"GNU.sparse.name", b"sparse") + record(b"GNU.sparse.realsize", b"%d" % whole)
        numbers = b"%d\n" % len(pieces) + b"".join(b"%d\n%d\n" % piece for piece in pieces)
        data = numbers + bytes(-len(numbers) % 512) + data
    name = b"sparse" if form == "0.0" else b"GNUSparseFile.0/sparse"
    return tar_member(b"pax", said, b"x") + tar_member(name, data)


@pytest.mark.parametrize("form", ["gnu", "0.0", "0.1", "1.0"])
def test_sparse_files_are_the_files_they_stand_for(form):
    data = sparse_tar(form) + tar_member(b"after", b"!") + TAR_END
    assert same_as_the_library(data) == [(b"sparse", sparse_file()), (b"after", b"!")]
    assert seen_in(data, one_way=True).stream == sparse_file() + b"!"


def test_sparse_file_of_many_pieces():
    pieces = [(number * 1000, 10) for number in range(100)]
    head = bytearray(tar_header(b"many", 1000, b"S"))
    words = b"".join(b"%011o\0%011o\0" % piece for piece in pieces)
    head[386:482], rest = words[:96], words[96:]
    head[482] = 1
    head[483:495] = b"%011o\0" % 99_500
    head[148:156] = b" " * 8
    head[148:156] = b"%06o\0 " % sum(head)
    more = [rest[at : at + 504] for at in range(0, len(rest), 504)]
    blocks = b"".join(
        block.ljust(504, b"\0") + bytes([number + 1 < len(more)]) + bytes(7)
        for number, block in enumerate(more)
    )
    found = same_as_the_library(bytes(head) + blocks + b"q" * 1000 + bytes(24) + TAR_END)
    assert len(found[0][1]) == 99_500


@pytest.mark.parametrize(
    "pieces",
    [b"10,5,0,5", b"0,5,3,5", b"0,99999", b"0,5,9999999,1", b"0,x", b"0," + b"9" * 30],
    ids=["backwards", "overlapping", "more than there is", "beyond the end", "no number", "no size"],
)
def test_a_map_that_makes_no_sense(pieces):
    said = record(b"GNU.sparse.size", b"1000") + record(b"GNU.sparse.map", pieces)
    with pytest.raises(ViewError, match="is damaged"):
        seen_in(tar_member(b"pax", said, b"x") + tar_member(b"f", b"0123456789") + TAR_END)


def test_a_hole_of_exabytes_is_bounded():
    said = record(b"GNU.sparse.size", b"8000000000000000000") + record(b"GNU.sparse.map", b"0,1")
    data = tar_member(b"pax", said, b"x") + tar_member(b"f", b"0") + TAR_END
    with pytest.raises(TooMuchError, match="200 times its size"):
        seen_in(data, Bounds(free=10_000_000))


HONEST = tar_member(b"a", b"1" * 1000) + tar_member(b"b", b"2" * 700) + tar_member(b"c", b"") + TAR_END
BETWEEN = (1536, 3072, 3584)
"""Where one of its members ends."""


@pytest.mark.parametrize("size", [*BETWEEN, *range(270, len(HONEST), 61)])
def test_cut_short(size):
    early = HONEST[:size]
    if size in BETWEEN:  # whoever writes no end can't be told from this
        assert len(seen_in(early).members) == 1 + BETWEEN.index(size)
    elif size >= BETWEEN[-1] + 512:
        assert seen_in(early) == seen_in(HONEST)
    else:
        with pytest.raises(ViewError, match="ends too early"):
            seen_in(early)


def test_an_end_without_zeros_is_one():
    assert seen_in(tar_member(b"a", b"1")).files == [(b"a", 1)]


def test_what_follows_the_end_is_nothing():
    data = tar_member(b"a", b"1") + TAR_END + b"garbage" * 999
    assert seen_in(data).files == [(b"a", 1)]


def test_a_header_that_is_none():
    data = bytearray(HONEST)
    data[1536 + 10] ^= 1
    with pytest.raises(ViewError, match="is damaged"):
        seen_in(bytes(data))


def test_sums_of_signed_bytes():
    head = bytearray(tar_header(b"\xe4\xf6", 0))
    head[148:156] = b" " * 8
    head[148:156] = b"%06o\0 " % (sum(head) - 512)
    assert seen_in(bytes(head) + TAR_END).files == [(b"\xe4\xf6", 0)]


@pytest.mark.parametrize(
    "data",
    [
        tar_header(b"f", 1 << 60) + bytes(2048),
        tar_header(b"long", 1 << 60, b"L") + bytes(2048),
        tar_header(b"pax", 1 << 60, b"x") + bytes(2048),
        tar_member(b"pax", b"9999999999 path=x\n", b"x"),
        tar_member(b"pax", b"0 path=x\n", b"x"),
        tar_member(b"pax", b"path without a length", b"x"),
        tar_member(b"pax", b"13 path=abc\n", b"x"),
    ],
)
def test_sizes_that_are_not_there(data):
    with pytest.raises(ViewError, match=r"ends too early|is damaged"):
        seen_in(data + tar_member(b"f", b"x") if len(data) < 2048 else data)


def test_a_negative_size():
    head = bytearray(tar_header(b"f", 0))
    head[124:136] = b"\xff" * 12
    head[148:156] = b" " * 8
    head[148:156] = b"%06o\0 " % sum(head)
    with pytest.raises(ViewError, match="is damaged"):
        seen_in(bytes(head) + TAR_END)


@pytest.mark.parametrize("kind", [b"x", b"L", b"g", b"K"])
def test_a_name_of_megabytes(kind):
    with pytest.raises(ViewError, match="is damaged"):
        seen_in(tar_member(b"long", b"x" * 5_000_000, kind) + tar_member(b"f", b"") + TAR_END)


@pytest.mark.parametrize("kind", [b"x", b"L", b"g", b"K"])
def test_an_endless_chain_of_headers(kind):
    data = tar_member(b"again", b"11 path=ab\n", kind) * 20_000
    if kind in b"gK":
        assert seen_in(data).files == []
    else:
        with pytest.raises(ViewError, match="ends too early"):
            seen_in(data)


def test_more_files_than_allowed():
    data = tar_member(b"f", b"") * 301 + TAR_END
    with pytest.raises(TooMuchError, match="holds more than 300 files"):
        seen_in(data, Bounds(members=300))
    assert len(seen_in(data, Bounds(members=301)).members) == 301


def test_a_tar_without_files():
    assert seen_in(tar_header(b"d/", 0, b"5") + TAR_END) == ("tar", [], b"")


def test_a_file_that_is_cut_out_by_a_limit():
    data = plain_tar({"a": b"1" * 1000, "b": b"2" * 1000})
    assert seen_in(data, limit=1500).stream == b"1" * 1000 + b"2" * 500
