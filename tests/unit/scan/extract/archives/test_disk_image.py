"""Disk images give their files; damaged ones a reason, bombs a bound."""

import contextlib
import io
import random

import pycdlib
import pytest
import xxhash

from simfinder.errors import ViewError
from simfinder.scan.extract.archives import disk_image
from simfinder.scan.extract.formats import DISK_IMAGE, MEMBERS, PLAIN, TEXT, recognise, refined
from simfinder.scan.extract.limits import BOUNDS, Bounds
from simfinder.scan.extract.view_sink import TooMuchError, ViewSink
from tests.helpers.files.office_files import saved

RNG = random.Random(4)
FILES = {"a long name.txt": RNG.randbytes(5000), "b.bin": RNG.randbytes(100), "empty": b""}
KINDS = ("gzip", "xz", "zstd")
A, C = 2165, 1538  # bytes of the texts in the saved images


def iso(files=FILES, **options):
    """An ISO image of some files, and one in a folder."""
    image = pycdlib.PyCdlib()
    image.new(**options)
    named = {"joliet": "joliet_path", "udf": "udf_path"}
    for at, (name, data) in enumerate(files.items()):
        names = {path: f"/{name}" for kind, path in named.items() if kind in options}
        if "rock_ridge" in options:
            names["rr_name"] = name
        image.add_fp(io.BytesIO(data), len(data), f"/F{at}.;1", **names)
    if "rock_ridge" in options:
        image.add_symlink("/LINK.;1", rr_symlink_name="link", rr_path="b.bin")
    room = io.BytesIO()
    image.write_fp(room)
    image.close()
    return room.getvalue()


def view(data, bounds=BOUNDS):
    made = []
    out = ViewSink(made.append, bounds, len(data))
    disk_image.stream(io.BytesIO(data), out)
    return out.kind, [(one.name.decode(), one.size, one.content) for one in out.members], b"".join(made)


def listed(files):
    return [(name, len(data), xxhash.xxh3_128_digest(data)) for name, data in sorted(files.items())]


@pytest.mark.parametrize("options", [{"joliet": 3}, {"rock_ridge": "1.09"}, {"udf": "2.60"}])
def test_an_iso_image_gives_its_files(options):
    kind, members, data = view(iso(**options))
    assert (kind, members) == (MEMBERS, listed(FILES))
    assert data == b"".join(content for _, content in sorted(FILES.items()))


def test_an_iso_image_without_long_names_has_short_ones():
    assert [name for name, _, _ in view(iso())[1]] == ["F0.", "F1.", "F2."]


@pytest.mark.parametrize("packing", KINDS)
def test_a_squashfs_gives_its_files(packing):
    data = saved(f"image-{packing}.squashfs")
    assert recognise(data) == DISK_IMAGE
    kind, members, content = view(data)
    assert kind == MEMBERS
    assert [(name, size) for name, size, _ in members] == [
        ("a.txt", A), ("b/c.txt", C), ("b/empty", 0), ("holes.bin", 9300),
    ]  # fmt: skip
    assert content[A + C : A + C + 9000] == bytes(9000)
    assert members == view(saved("image-gzip.squashfs"))[1]


def test_what_is_no_image_is_its_own_bytes():
    for data in (b"", b"words", bytes(40_000)):
        assert view(data) == (PLAIN, [], b"")


def test_iso_images_are_known_by_their_type():
    assert refined(PLAIN, "/a/B.ISO", b"\0" * 9, 9) == DISK_IMAGE
    assert refined(PLAIN, "/a/b.bin", b"\0" * 9, 9) == PLAIN
    assert refined(TEXT, "/a/b.iso", b"words", 5) == TEXT


@pytest.mark.parametrize(
    "data", [iso(joliet=3), iso(rock_ridge="1.09"), *map(saved, (f"image-{one}.squashfs" for one in KINDS))]
)
def test_damaged_images_have_a_reason_or_less_in_them(data):
    head = 2048 * 24 if len(data) > 40_000 else len(data)
    for number in range(60):
        dice = random.Random(number)
        broken = bytearray(data[: dice.randrange(len(data))] if number % 2 else data)
        for _ in range(dice.randint(1, 8)):
            at = dice.randrange(32769 if head > 40_000 else 4, head)
            if at < len(broken):
                broken[at] = dice.choice((0, 1, 0x7F, 0xFF, dice.randrange(256)))
        with contextlib.suppress(ViewError, RecursionError, MemoryError):
            view(bytes(broken), Bounds(output=8 << 20, free=8 << 20))


def test_a_method_that_is_not_read_has_a_reason():
    data = bytearray(saved("image-gzip.squashfs"))
    data[20] = 5
    with pytest.raises(ViewError, match="packed by a method"):
        view(bytes(data))


def test_blocks_are_bounded():
    import zlib

    blocks = disk_image._Blocks(1, 4096)
    assert blocks.uncompress(zlib.compress(bytes(8192)), 0, 0) == bytes(8192)
    with pytest.raises(ValueError, match="too much"):
        blocks.uncompress(zlib.compress(bytes(50 << 20)), 0, 0)


def test_members_are_bounded():
    with pytest.raises(TooMuchError, match="more than 2 files"):
        view(iso(joliet=3), Bounds(members=2))
