"""Pictures, sound and fonts that were saved again without a change of what they show."""

from __future__ import annotations

import io
import math
import struct
import wave
from pathlib import Path
from random import Random

from tests.helpers.homes import documents
from tests.helpers.homes.words import Writer

from .builder import Folder, program, register

_FONTS = "/usr/share/fonts"


@register()
def metadata(folder: Folder) -> None:
    """PNG, JPEG, FLAC and MP3 with other metadata."""
    from PIL import Image
    from PIL.PngImagePlugin import PngInfo

    for number in range(5):
        scene = documents.scene(folder.random, 400, 260)
        shot = documents.jpeg(scene, folder.random)
        name = f"photo{number}"
        jpegs = [
            folder.put(f"{name}.jpg", shot, name),
            folder.put(f"{name}-exif.jpg", _with_exif(shot, folder.random), name),
            folder.put(f"{name}-comment.jpg", _with_comment(shot, folder.random), name),
        ]
        folder.all_pairs(jpegs, "pictures with other metadata")
        image = Image.open(io.BytesIO(shot))
        pngs = []
        for look, level in (("", 9), ("-fast", 1)):
            info = PngInfo()
            info.add_text("Comment", Writer(folder.random, "en").paragraph(4))
            room = io.BytesIO()
            image.save(room, "PNG", pnginfo=info if look else None, compress_level=level)
            pngs.append(folder.put(f"{name}{look}.png", room.getvalue(), name))
        folder.all_pairs(pngs, "pictures with other metadata")
    encoders = {"flac": program("flac"), "mp3": program("lame")}
    for number in range(4):
        for suffix, encoder in encoders.items():
            sound = None if encoder is None else _encoded(_tune(folder.random), encoder, suffix)
            if sound is None:
                continue
            name = f"tune{number}-{suffix}"
            paths = [
                folder.put(f"{name}{look}.{suffix}", _tagged(sound, suffix, folder.random, picture), name)
                for look, picture in (("", b""), ("-tagged", b""), ("-cover", documents.logo(folder.random)))
            ]
            folder.all_pairs(paths, "sound with other metadata")


def _with_exif(jpeg: bytes, rng: Random) -> bytes:
    """Insert what a camera notes, with a preview picture."""
    from PIL import Image

    exif = Image.Exif()
    exif[0x010F], exif[0x0110] = "Camera", f"Model {rng.randrange(1000)}"
    exif[0x010E] = Writer(rng, "en").paragraph(3)
    exif[0x927C] = rng.randbytes(6000)  # the maker's notes
    segment = b"Exif\0\0" + exif.tobytes().removeprefix(b"Exif\0\0")
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(segment) + 2) + segment + jpeg[2:]


def _with_comment(jpeg: bytes, rng: Random) -> bytes:
    text = Writer(rng, "en").paragraph(12).encode()
    return jpeg[:2] + b"\xff\xfe" + struct.pack(">H", len(text) + 2) + text + jpeg[2:]


def _tune(rng: Random) -> bytes:
    """Return four seconds of sound as a wave file."""
    notes = [220 * 2 ** (rng.randrange(24) / 12) for _ in range(16)]
    samples = b"".join(
        struct.pack("<h", int(9000 * math.sin(2 * math.pi * note * at / 22050) + rng.gauss(0, 300)))
        for note in notes
        for at in range(22050 // 4)
    )
    room = io.BytesIO()
    with wave.open(room, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(22050)
        file.writeframes(samples)
    return room.getvalue()


def _encoded(sound: bytes, encoder: str, suffix: str) -> bytes:
    import subprocess

    options = ["--silent", "--stdout", "-"] if suffix == "flac" else ["--quiet", "-", "-"]
    return subprocess.run([encoder, *options], input=sound, capture_output=True, check=True).stdout


def _tagged(sound: bytes, suffix: str, rng: Random, picture: bytes) -> bytes:
    """Write the tags of a player, and a cover."""
    from mutagen.flac import FLAC, Picture
    from mutagen.id3 import APIC, ID3, TALB, TIT2

    writer = Writer(rng, "en")
    room = io.BytesIO(sound)
    if suffix == "mp3":
        tags = ID3()
        tags.add(TIT2(encoding=3, text=writer.title()))
        tags.add(TALB(encoding=3, text=writer.paragraph(3)))
        if picture:
            tags.add(APIC(encoding=3, mime="image/png", type=3, desc="", data=picture))
        tags.save(room)
        return room.getvalue()
    file = FLAC(room)
    file["title"], file["description"] = writer.title(), writer.paragraph(3)
    if picture:
        cover = Picture()
        cover.data, cover.mime, cover.type = picture, "image/png", 3
        file.add_picture(cover)
    room.seek(0)
    file.save(room)
    return room.getvalue()


@register()
def fonts(folder: Folder) -> None:
    """Fonts as sfnt, WOFF and WOFF2, their tables in another order and written anew."""
    from fontTools.ttLib import TTFont

    for path in sorted(Path(_FONTS).rglob("*.[to]tf"))[:10]:
        data, name = path.read_bytes(), path.stem
        paths = [folder.put(f"{name}{path.suffix}", data, name)]
        for look, flavor, whole in (("-saved.ttf", None, False), ("-anew.ttf", None, True)):
            font = TTFont(io.BytesIO(data), recalcTimestamp=True)
            if whole:
                for table in font.keys():  # noqa: SIM118 - a table is read when asked for
                    _ = font[table]
                font["name"].setName("Saved by a program", 10, 3, 1, 0x409)
            font.flavor = flavor
            room = io.BytesIO()
            font.save(room, reorderTables=None if whole else True)
            paths.append(folder.put(f"{name}{look}", room.getvalue(), name))
        folder.all_pairs(paths, "fonts saved again")
        webs = []
        for flavor in ("woff", "woff2"):
            font = TTFont(io.BytesIO(data), recalcTimestamp=False)
            font.flavor = flavor
            room = io.BytesIO()
            font.save(room)
            webs.append(folder.put(f"{name}.{flavor}", room.getvalue(), name))
        folder.between(paths, webs, "fonts for the web")
        folder.all_pairs(webs, "fonts for the web")
