"""Pictures of every kind, good and bad, looked at in the sandboxed process: a look, or none, and never a crash."""

import io
import os
import struct
import sys
import zlib
from types import SimpleNamespace

import numpy as np
import pytest
from PIL import Image, ImageOps

from simfinder.errors import Cancelled
from simfinder.model.progress import Control
from simfinder.scan import stat_record
from simfinder.scan.media import picture_answer, picture_reader, picture_service
from simfinder.scan.media.picture_reader import PictureReader
from simfinder.signatures.picture.notes import LEVELS, PLACE, STARS, WORDS
from tests.helpers.pictures import raws
from tests.unit.signatures.picture.test_looks import look_of, scene

PHOTO = Image.fromarray(scene(11)).resize((200, 150), Image.Resampling.BICUBIC)


def record_of(path):
    return stat_record.record_of(path, os.stat(path), False)


def saved(picture, form, **options):
    file = io.BytesIO()
    picture.save(file, form, **options)
    return file.getvalue()


@pytest.fixture(scope="module")
def reader():
    with PictureReader(Control()) as reader:
        yield reader


@pytest.fixture
def look(reader, tmp_path):
    def looked(data):
        path = tmp_path / "picture"
        path.write_bytes(data)
        return reader.read(record_of(str(path)), follow=False)

    return looked


def agree(one, other):
    from simfinder.signatures.picture.looks import Looks

    return float(Looks.of({0: one, 1: other}).agreement(np.array([0]), np.array([1]))[0])


OF_PHOTO = look_of(np.asarray(PHOTO.resize((64, 64), Image.Resampling.BILINEAR)), 200, 150)
KINDS = {
    "jpeg": lambda: saved(PHOTO, "JPEG", quality=71),
    "progressive": lambda: saved(PHOTO, "JPEG", quality=71, progressive=True),
    "cmyk": lambda: saved(PHOTO.convert("CMYK"), "JPEG", quality=90),
    "png": lambda: saved(PHOTO, "PNG"),
    "palette": lambda: saved(PHOTO.quantize(200), "PNG"),
    "gif": lambda: saved(PHOTO.quantize(200), "GIF"),
    "animated": lambda: saved(
        PHOTO.quantize(200), "GIF", save_all=True, append_images=[Image.new("P", PHOTO.size)]
    ),
    "webp": lambda: saved(PHOTO, "WEBP", quality=70),
    "tiff": lambda: saved(PHOTO, "TIFF"),
    "bmp": lambda: saved(PHOTO, "BMP"),
    "avif": lambda: saved(PHOTO, "AVIF", quality=80),
    "alpha": lambda: saved(PHOTO.convert("RGBA"), "PNG"),
    "cmyk tiff": lambda: saved(PHOTO.convert("CMYK"), "TIFF"),
    "lab tiff": lambda: saved(_as_lab(PHOTO), "TIFF"),
    "ico": lambda: saved(PHOTO, "ICO", sizes=[PHOTO.size]),
    "many frames": lambda: saved(PHOTO, "PNG", save_all=True, append_images=[PHOTO.rotate(180)] * 60),
}


def _as_lab(picture):
    from PIL import ImageCms

    return ImageCms.applyTransform(
        picture,
        ImageCms.buildTransform(ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB"), "RGB", "LAB"),
    )


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_seen(kind, look):
    seen, lasting = look(KINDS[kind]())
    assert lasting
    assert (seen.width, seen.height) == PHOTO.size
    assert agree(seen, OF_PHOTO) > 0.8


def _as_canon(data):
    """The same TIFF, with its tables two bytes further on and the mark of CR2 before them."""
    (table,) = struct.unpack("<I", data[4:8])
    moved = data + bytes(-len(data) % 2) + data[table:]
    return b"II*\0" + struct.pack("<I", len(moved) - len(data[table:])) + b"CR" + moved[10:]


@pytest.mark.parametrize(
    "raw",
    [
        lambda: saved(PHOTO, "TIFF", tiffinfo={0xC612: b"\x01\x04\0\0"}),
        lambda: saved(PHOTO, "TIFF", tiffinfo={0x014A: 8}),
        lambda: _as_canon(saved(PHOTO, "TIFF")),
    ],
    ids=["dng", "pictures in it", "cr2"],
)
def test_the_preview_of_a_raw_picture_is_not_taken_for_it(raw, look):
    seen, lasting = look(raw())
    assert lasting
    assert seen.quality == 0


def test_sixteen_bits_are_seen(look):
    deep = np.asarray(PHOTO.convert("L")).astype(np.uint16) * 256
    seen, _ = look(saved(Image.fromarray(deep), "PNG"))
    assert agree(seen, look(saved(PHOTO.convert("L"), "PNG"))[0]) > 0.97


def test_what_is_transparent_is_white(look):
    clear = PHOTO.convert("RGBA")
    clear.putalpha(0)
    seen, _ = look(saved(clear, "PNG"))
    assert seen.quality == 0
    assert seen.raster[0] == 255


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_picture_is_seen_as_it_is_shown(orientation, look):
    undo = {
        2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_90, 7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }  # fmt: skip
    lain = PHOTO.transpose(undo[orientation]) if orientation in undo else PHOTO
    notes = Image.Exif()
    notes[0x0112], notes[0x010F] = orientation, "Maker"
    seen, _ = look(saved(lain, "JPEG", quality=90, exif=notes))
    assert (seen.width, seen.height) == PHOTO.size
    assert seen.camera
    assert np.bitwise_count(seen.words[0] ^ OF_PHOTO.words[0]).sum() <= 16


@pytest.mark.parametrize("quality", [10, 50, 71, 95])
def test_the_quality_of_a_jpeg_is_read(quality, look):
    assert look(saved(PHOTO, "JPEG", quality=quality))[0].saved == quality


@pytest.mark.parametrize("frame", [((12, 12), "white"), ((0, 25), "black"), ((30, 0), "#204060")])
def test_a_frame_is_seen(frame, look):
    seen, _ = look(saved(ImageOps.expand(PHOTO, *frame), "JPEG", quality=85))
    across, down = (whole + 2 * by for whole, by in zip(PHOTO.size, frame[0], strict=True))
    assert seen.inside.share == pytest.approx(200 * 150 / (across * down), abs=0.03)
    assert agree(seen, OF_PHOTO) > 0.75
    assert seen.inside.quality >= 50


@pytest.mark.parametrize("picture", [PHOTO, Image.new("RGB", (200, 200), "white")], ids=["none", "all"])
def test_no_frame_is_seen_where_none_is(picture, look):
    assert look(saved(picture, "JPEG", quality=85))[0].inside is None


def chunk(kind, data):
    body = kind + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))


def bomb(width, height):
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    packed = zlib.compress(bytes(min(width, 10_000_000) + 1), 9) * 3
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


def sized(data, at, width, height, form=">HH"):
    """The same picture, that says it is as large as that."""
    head = struct.pack(form, *((height, width) if form == ">HH" else (width, height)))
    return data[:at] + head + data[at + len(head) :]


def flat(width, height):
    """A TIFF of a few kilobytes that is all one colour."""
    rows = zlib.compress(bytes(width * 3), 9) * height
    entries = [
        (256, width), (257, height), (258, 8), (259, 8), (262, 2), (273, 8), (277, 3), (278, height), (279, len(rows)),
    ]  # fmt: skip
    table = struct.pack("<H", len(entries)) + b"".join(
        struct.pack("<HHLL", tag, 4, 1, n) for tag, n in entries
    )
    return b"II*\0" + struct.pack("<L", 8 + len(rows)) + rows + table + bytes(4)


JPEG, GIF, WEBP = (saved(PHOTO, form) for form in ("JPEG", "GIF", "WEBP"))
BAD = {
    "empty": b"",
    "no picture": b"GIF89a is how this text begins" * 20,
    "a head alone": saved(PHOTO, "JPEG")[:300],
    "cut off": saved(PHOTO, "PNG")[:9000],
    "damaged": saved(PHOTO, "PNG")[:5000] + bytes(500) + saved(PHOTO, "PNG")[5500:],
    "a bomb": bomb(60_000, 60_000),
    "a huge one": bomb(2**31 - 1, 2**31 - 1),
    "an icon": saved(PHOTO.resize((24, 24)), "PNG"),
    "an empty tiff": b"II*\0\x08\0\0\0" + bytes(40),
    "a bitmap of nothing": b"BM" + bytes(60),
    "a bitmap of everything": sized(saved(PHOTO, "BMP"), 18, 2**31 - 1, 2**31 - 1, "<ii"),
    "a gif of 4 gigapixels": sized(GIF, 6, 65_535, 65_535, "<HH"),
    "a webp of a gigapixel": sized(WEBP, 26, 16_383, 16_383, "<HH"),
    "a tiff of a gigapixel": flat(40_000, 40_000 // 16),
    "an icon of gigapixels": b"\0\0\1\0\1\0\0\0\0\0\1\0\x20\0\xff\0\0\0\x16\0\0\0" + bomb(60_000, 60_000),
    "a raw picture of nothing": b"IIU\0\x18\0\0\0" + bytes(300),
    "a film of raw pictures": b"\0\0\0\x18ftypcrx " + bytes(300),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_ones_have_a_look_that_links_nothing(name, look):
    seen, lasting = look(BAD[name])
    assert lasting
    assert seen.quality == 0
    assert agree(seen, seen) != agree(seen, seen)  # NaN


@pytest.mark.parametrize("size", [(40_000, 1), (1, 40_000), (40_000, 32)])
def test_a_picture_of_few_rows_links_nothing(size, look):
    assert look(saved(Image.new("RGB", size, "red"), "PNG"))[0].quality == 0


def test_a_jpeg_that_says_it_is_huge_takes_no_more_than_it_may(look, reader):
    at = JPEG.index(b"\xff\xc0") + 5
    look(JPEG)
    before = reader.pid
    for size in ((65_500, 65_500), (30_000, 30_000)):
        seen, lasting = look(sized(JPEG, at, *size))
        assert lasting
        assert agree(seen, OF_PHOTO) != 1.0
    assert reader.pid == before


@pytest.mark.parametrize("form", ["HEIF", "AVIF"])
def test_a_small_file_that_says_it_is_huge_ends_nothing(form, look, reader):
    if form == "HEIF":
        pytest.importorskip(
            "pillow_heif", reason="pictures of phones need pillow-heif"
        ).register_heif_opener()
    data = saved(PHOTO, form, quality=60)
    at = data.index(b"ispe") + 8
    look(data)
    before = reader.pid
    seen, lasting = look(data[:at] + struct.pack(">II", 60_000, 60_000) + data[at + 8 :])
    assert lasting
    assert seen.quality == 0
    assert reader.pid == before


@pytest.mark.parametrize("seed", range(12))
def test_no_damage_ends_the_process(seed, look, reader):
    rng = np.random.default_rng(seed)
    kind = sorted(KINDS)[seed % len(KINDS)]
    data = np.frombuffer(KINDS[kind](), np.uint8).copy()
    data[rng.integers(0, len(data), 20)] = rng.integers(0, 256, 20)
    look(KINDS["png"]())
    before = reader.pid
    _, lasting = look(data.tobytes())
    assert lasting
    assert reader.pid == before


def test_a_changed_file_has_no_look_and_is_not_remembered(reader, tmp_path):
    path = tmp_path / "a.png"
    path.write_bytes(KINDS["png"]())
    file = record_of(str(path))
    os.utime(path, ns=(1, 1))
    seen, lasting = reader.read(file, follow=False)
    assert not lasting
    assert seen.quality == 0


def test_a_file_that_is_gone_has_no_look(reader, tmp_path):
    path = tmp_path / "gone.png"
    path.write_bytes(b"x")
    file = record_of(str(path))
    path.unlink()
    assert not reader.read(file, follow=False)[1]


def test_a_link_is_not_followed(reader, tmp_path):
    (tmp_path / "real.png").write_bytes(KINDS["png"]())
    (tmp_path / "link.png").symlink_to(tmp_path / "real.png")
    assert not reader.read(record_of(str(tmp_path / "link.png")), follow=False)[1]


def test_a_cancel_ends_it(tmp_path):
    control = Control()
    control.cancel()
    (tmp_path / "a.png").write_bytes(KINDS["png"]())
    with PictureReader(control) as reader, pytest.raises(Cancelled):
        reader.read(record_of(str(tmp_path / "a.png")), follow=False)


@pytest.mark.parametrize("answer", [b"", b"x" * 30, b"x" * picture_answer.MOST])
def test_nonsense_is_no_answer(answer):
    with pytest.raises(ValueError, match=r"answer|quality|frame"):
        picture_answer.unpack_answer(answer)


def test_a_jpeg_is_shrunk_while_it_is_decoded(monkeypatch):
    picture_service.prepare()
    large = saved(PHOTO.resize((3200, 2400)), "JPEG", quality=80)
    resize, loaded = Image.Image.resize, []
    monkeypatch.setattr(
        Image.Image, "resize", lambda self, *a, **k: loaded.append(self.size) or resize(self, *a, **k)
    )
    facts, points = picture_service._seen(io.BytesIO(large))
    assert facts[:2] == (3200, 2400)
    assert len(points) == 4 * 3 * 64 * 64
    assert loaded == [(400, 300), *[(256, 192)] * 3]


XMP = b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:Description xmp:Rating="4"><dc:title/></rdf:Description></x:xmpmeta>'


def noted(**entries):
    notes = Image.Exif()
    for tag, value in entries.items():
        if tag == "place":
            notes.get_ifd(0x8825)[1] = value
        else:
            notes[{"description": 0x010E, "rating": 0x4746}[tag]] = value
    return notes


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, 0),
        ({"exif": noted(place="N")}, PLACE),
        ({"exif": noted(description="The sea")}, WORDS),
        ({"exif": noted(description="   ")}, 0),
        ({"exif": noted(rating=3)}, STARS),
        ({"exif": noted(rating=0)}, 0),
        ({"xmp": XMP}, WORDS | STARS),
        ({"xmp": XMP.replace(b"4", b"0").replace(b"<dc:title/>", b"")}, 0),
    ],
)
def test_what_people_noted_is_seen(options, told, look):
    assert look(saved(PHOTO, "JPEG", quality=90, **options))[0].notes == told


def test_heic_is_seen(look):
    heif = pytest.importorskip("pillow_heif", reason="pictures of phones need pillow-heif")
    heif.register_heif_opener()
    seen, lasting = look(saved(PHOTO, "HEIF", quality=80))
    assert lasting
    assert (seen.width, seen.height) == PHOTO.size
    assert agree(seen, OF_PHOTO) > 0.8


def test_all_that_a_head_says_is_told(reader, tmp_path):
    notes = noted(description="The sea\n", rating=3)
    notes[0x010F], notes[0x0110], notes[0x0131] = "Canon", "Canon EOS 5D", "Editor 3"
    camera = notes.get_ifd(0x8769)
    camera[0x9003], camera[0x829A], camera[0x829D] = "2024:05:01 10:00:00", 0.004, 2.8
    camera[0x8827], camera[0x920A] = 200, 35.0
    position = notes.get_ifd(0x8825)
    position[1], position[2], position[3], position[4] = "N", (48.0, 8.0, 14.64), "W", (11.0, 34.0, 31.8)
    (tmp_path / "a.jpg").write_bytes(saved(PHOTO, "JPEG", quality=71, exif=notes))
    assert reader.notes(str(tmp_path / "a.jpg")) == {
        "format": "JPEG · RGB", "quality": "71", "camera": "Canon EOS 5D", "taken": "2024:05:01 10:00:00",
        "lens": "", "exposure": "1/250 s", "aperture": "f/2.8", "sensitivity": "200", "focal": "35 mm",
        "words": "The sea", "author": "", "rights": "", "stars": "3", "program": "Editor 3",
        "place": "48.13740, -11.57550",
    }  # fmt: skip


def test_what_a_raw_picture_notes_is_told(reader, tmp_path):
    pytest.importorskip("rawpy", reason="raw pictures of cameras need rawpy")
    for made, camera in ((raws.dng, "Maker Camera 1"), (raws.nef, "NIKON CORPORATION D3")):
        (tmp_path / "a.raw").write_bytes(made(PHOTO, PHOTO))
        told = reader.notes(str(tmp_path / "a.raw"))
        assert told["format"] == "Raw"
        assert told["camera"] == camera
    (tmp_path / "a.raw").write_bytes(raws.dng(PHOTO, PHOTO)[:40])
    assert reader.notes(str(tmp_path / "a.raw")).get("camera", "") == ""


@pytest.mark.parametrize("name", ["empty", "no picture", "cut off", "a bomb"])
def test_a_bad_head_says_little_and_harms_nobody(name, reader, tmp_path):
    (tmp_path / "a").write_bytes(BAD[name])
    assert reader.notes(str(tmp_path / "a")).get("camera", "") == ""
    assert reader.notes(str(tmp_path / "gone")) == {}


@pytest.mark.parametrize("answer", [b"", b"[]", b'{"a": 1}'])
def test_nonsense_is_no_note(answer):
    with pytest.raises(ValueError, match=r"notes|Expecting"):
        picture_reader._notes_in(answer)


def test_a_raw_picture_is_seen_by_its_preview(look):
    pytest.importorskip("rawpy", reason="raw pictures of cameras need rawpy")
    for raw in (raws.dng(PHOTO, PHOTO.resize((100, 75))), raws.nef(PHOTO, PHOTO)):
        seen, lasting = look(raw)
        assert lasting
        assert (seen.width, seen.height, seen.saved, seen.camera) == (*PHOTO.size, 0, True)
        assert seen.notes == LEVELS
        assert agree(seen, OF_PHOTO) > 0.9
    turned, _ = look(raws.dng(PHOTO, PHOTO, turned=6))
    assert (turned.height, turned.width) == PHOTO.size


@pytest.mark.parametrize("decoder", ["rawpy", "pillow_heif"])
def test_what_can_be_decoded_once_a_library_is_there_is_not_remembered(decoder, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, decoder, None)
    monkeypatch.delitem(Image.OPEN, "HEIF", raising=False)
    heic = b"\0\0\0\x18ftypheic" + bytes(200)
    (tmp_path / "a").write_bytes(raws.dng(PHOTO, PHOTO) if decoder == "rawpy" else heic)
    call = SimpleNamespace(payload=b"", open=lambda: os.open(tmp_path / "a", os.O_RDONLY))
    facts, identity, points = picture_answer.unpack_answer(picture_service.answer(call))
    assert (facts.width, points) == (0, b"")
    assert not any(identity)


@pytest.mark.parametrize("damage", [100, 5_000, 60_000, 100_000])
def test_a_damaged_raw_picture_harms_nobody(damage, look):
    pytest.importorskip("rawpy", reason="raw pictures of cameras need rawpy")
    raw = raws.dng(PHOTO, PHOTO)
    assert look(raw[:damage])[1]
    assert look(raw[:damage] + bytes(300) + raw[damage + 300 :])[1]
