"""Pictures and sounds without metadata: the same whatever is noted about them, bytes for bytes of the file."""

import io
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.scan.extract.formats import HEAD, MEDIA, PICTURE, RAW, SHARE, SOUND, recognise, refined
from simfinder.scan.extract.limits import BOUNDS
from simfinder.scan.extract.media import without_metadata
from simfinder.scan.extract.view_sink import ViewSink
from simfinder.scan.payload import metadata_ahead, payload
from tests.helpers.files.media_files import ape, chunk, flac, id3, jpeg, mp3, png, samples, segment

RNG = random.Random(3)
NOISE = RNG.randbytes(3000)
NOTES = RNG.randbytes(900)
V1 = b"TAG" + bytes(125)
BARE = {"jpeg": jpeg(NOISE), "png": png(NOISE), "flac": flac(NOISE), "mp3": mp3(NOISE)}
NOTED = [
    ("jpeg", jpeg(NOISE, segment(0xE1, NOTES))),
    ("jpeg", jpeg(NOISE, segment(0xFE, NOTES), segment(0xE2, NOTES), segment(0xED, b""))),
    ("png", png(NOISE, chunk(b"tEXt", NOTES), chunk(b"eXIf", NOTES))),
    ("png", png(NOISE, chunk(b"iCCP", NOTES))[:-12] + chunk(b"zTXt", NOTES) + chunk(b"IEND", b"")),
    ("flac", flac(NOISE, (4, NOTES), (6, NOTES), (1, bytes(500)))),
    ("mp3", mp3(NOISE, id3(900))),
    ("mp3", mp3(NOISE, id3(900), V1)),
    ("mp3", mp3(NOISE, id3(900) + id3(0), ape(300) + V1)),
]


def taken(data):
    return b"".join(data[begin:end] for begin, end in payload(data))


def view(data):
    made = []
    out = ViewSink(made.append, BOUNDS, len(data))
    out.name = RAW
    without_metadata.stream(io.BytesIO(data), out)
    return out.name, out.kind, b"".join(made)


@pytest.mark.parametrize(("kind", "data"), NOTED)
def test_the_same_picture_or_sound_with_other_metadata(kind, data):
    assert taken(data) == taken(BARE[kind])
    assert NOISE[:200].replace(b"\xff", b"\xff\0") in taken(data) or kind == "png"
    is_picture = kind in ("jpeg", "png")
    assert view(data) == (
        "picture" if is_picture else "sound",
        PICTURE if is_picture else SOUND,
        taken(BARE[kind]),
    )


def test_what_decodes_a_picture_belongs_to_it():
    for one, other in (
        (jpeg(NOISE, segment(0xEE, b"Adobe" + bytes(7))), jpeg(NOISE)),
        (png(NOISE, chunk(b"PLTE", bytes(9))), png(NOISE)),
        (png(NOISE, chunk(b"tRNS", bytes(9))), png(NOISE)),
        (jpeg(NOISE) + b"a preview behind it", jpeg(NOISE)),
    ):
        assert taken(one) != taken(other)


@pytest.mark.parametrize("data", [b"", b"GIF89a" + NOISE, *BARE.values()])
def test_nothing_to_take_away(data):
    sound = data.startswith((b"fLaC", b"\xff\xfb"))
    if not data.startswith((b"\xff\xd8", b"fLaC")):  # whose first segment and block have a head that counts
        assert view(data)[0] == RAW
        assert taken(data) == data
    assert view(data)[1] in ((SOUND,) if sound else (PICTURE, SOUND))


@pytest.mark.parametrize("sample", samples())
def test_much_metadata_is_seen_from_the_first_bytes(sample):
    code = recognise(sample)
    assert (
        refined(code, "/a", sample, len(sample)) == refined(code, "/a", sample[:HEAD], len(sample)) == MEDIA
    )
    assert refined(code, "/a", sample, SHARE * len(sample)) == code
    assert metadata_ahead(sample[:HEAD], len(sample)) <= len(sample)


@given(st.sampled_from(samples()), st.data())
def test_lying_lengths_and_cut_files_give_parts_in_order(sample, data):
    broken = bytearray(sample[: data.draw(st.integers(0, len(sample)))])
    for _ in range(data.draw(st.integers(0, 6))):
        if broken:
            broken[data.draw(st.integers(0, min(400, len(broken) - 1)))] = data.draw(st.integers(0, 255))
    held, last = bytes(broken), 0
    for begin, end in payload(held):
        assert last <= begin <= end <= len(held)
        last = end
    assert 0 <= metadata_ahead(held[:HEAD], len(held)) <= len(held)
    view(held)


def test_many_parts_and_large_files(monkeypatch):
    many = b"\xff\xd8\xff" + segment(0xE1, b"")[1:] + segment(0xE1, b"") * 100_000
    assert sum(end - begin for begin, end in payload(many)) > 0
    monkeypatch.setattr(without_metadata, "LARGEST", 100)
    assert view(NOTED[0][1])[0] == RAW
