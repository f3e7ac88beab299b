"""Contents inside others: text in text, pictures and programs in larger files, members of packages; and look-alikes."""

from __future__ import annotations

import io
import tarfile
import textwrap
import zipfile
from random import Random

from tests.helpers.homes import documents
from tests.helpers.homes.words import Writer

from .builder import Folder, register
from .texts import epub, written
from .truth import Relation

_LICENCE_WORDS = 260


@register()
def text_in_text(folder: Folder) -> None:
    """A text inside a longer one: as it is, indented, wrapped anew, its paragraphs moved; and grown logs."""
    for number in range(6):
        writer = Writer(folder.random, ("en", "de")[number % 2])
        part = [textwrap.fill(one, 78) for one in writer.paragraphs(6 + 2 * number)]
        around = [textwrap.fill(one, 78) for one in writer.paragraphs(24 + 6 * number)]
        name = f"part{number}"
        loose = folder.put(f"{name}.txt", ("\n\n".join(part) + "\n").encode(), name)
        moved = list(part)
        folder.random.shuffle(moved)
        looks = {
            "as-is": part,
            "indented": [textwrap.indent(one, "    ") for one in part],
            "quoted": [textwrap.indent(one, "> ") for one in part],
            "wrapped": [textwrap.fill(" ".join(one.split()), 52) for one in part],
            "moved": moved,
        }
        for look, inner in looks.items():
            middle = len(around) // 2
            lines = [*around[:middle], *inner, *around[middle:]]
            whole = folder.put(
                f"{name}-{look}.txt", ("\n\n".join(lines) + "\n").encode(), f"{name}+{name}-around"
            )
            folder.pair(whole, loose, "text inside text", Relation.CONTAINS)
    for number in range(4):
        lines = _log(folder.random, 3000)
        name = f"server{number}"
        short = folder.put(f"{name}.log.1", "".join(lines[:900]).encode(), name, "log")
        whole = folder.put(f"{name}.log", "".join(lines).encode(), name)
        folder.pair(whole, short, "grown logs", Relation.CONTAINS)


def _log(rng: Random, count: int) -> list[str]:
    writer = Writer(rng, "en")
    return [
        f"2024-01-{8 + at // 1000:02}T{at // 60 % 24:02}:{at % 60:02}:{rng.randrange(60):02} {writer.word('noun')}"
        f"[{rng.randrange(9000)}]: {writer.word('noun')} {writer.word('noun')} took {rng.randrange(5000)} ms\n"
        for at in range(count)
    ]


@register()
def pictures_inside(folder: Folder) -> None:
    """Pictures in documents, padded to blocks, and in the middle of a file of many things."""
    for number in range(5):
        scene = documents.scene(folder.random, 400, 260)
        data = documents.jpeg(scene, folder.random) if number % 2 else documents.logo(folder.random)
        suffix, name = ("jpg" if number % 2 else "png"), f"picture{number}"
        loose = folder.put(f"{name}.{suffix}", data, name)
        text = documents.Text("Report", Writer(folder.random, "en").paragraphs(8), logo=data)
        wholes = [
            folder.put(f"{name}-in.docx", documents.docx(text), name),
            folder.put(f"{name}-in.odt", documents.odt(text), name),
            folder.put(f"{name}-block.bin", data + bytes(-len(data) % 65536), name),
            folder.put(
                f"{name}-cache.bin",
                folder.random.randbytes(30_011) + data + folder.random.randbytes(50_003),
                name,
            ),
        ]
        if number % 2:
            wholes.append(folder.put(f"{name}-scan.pdf", documents.picture_pdf(data), name))
        folder.between(wholes, [loose], "pictures inside files", Relation.CONTAINS)


@register()
def binaries_inside(folder: Folder) -> None:
    """Tables of numbers and code-like bytes inside images of memory, at odd places, whole and in pieces."""
    for number in range(6):
        part = _machine_code(folder.random, 20_000 + 15_000 * number)
        name = f"module{number}"
        loose = folder.put(f"{name}.bin", part, name)
        other = _machine_code(folder.random, 150_000)
        at = folder.random.randrange(100_000) | 1
        cut = len(part) // 3
        looks = {
            "image": other[:at] + part + other[at:],
            "padded": bytes(4096) + part + b"\xff" * 10_000 + other,
            "scattered": other[:40_000] + part[:cut] + other[40_000:80_000] + part[cut:] + other[80_000:],
        }
        for look, whole in looks.items():
            path = folder.put(f"{name}-{look}.img", whole, f"{name}+{name}-rest")
            folder.pair(path, loose, "binaries inside binaries", Relation.CONTAINS)


@register()
def files_inside(folder: Folder) -> None:
    """Documents and archives in larger files of any bytes, and behind a program that unpacks them."""
    for number in range(5):
        name = f"stored{number}"
        text = written(folder.random, "en", 20 + 4 * number)
        packed = {f"{part}.txt": documents.plain(written(folder.random, "en", 8)) for part in range(3)}
        documents_of = {
            "docx": documents.docx(text),
            "pdf": documents.pdf(text),
            "epub": epub(text),
            "zip": documents.zipped(packed),
        }
        for suffix, data in documents_of.items():
            inner = name if suffix != "zip" else f"{name}-zip"
            loose = folder.put(f"{name}.{suffix}", data, inner)
            for look, (before, behind) in {"image": (9_001, 30_003), "installer": (24_005, 0)}.items():
                whole = _machine_code(folder.random, before) + data + _machine_code(folder.random, behind)
                path = folder.put(f"{name}-{suffix}-{look}.bin", whole, f"{inner}+{inner}-rest")
                folder.pair(path, loose, "files inside larger files", Relation.CONTAINS)


def _machine_code(rng: Random, size: int) -> bytes:
    """Return bytes with the statistics of a program: few kinds of short pieces, and numbers between them."""
    words = [rng.randbytes(rng.randint(2, 7)) for _ in range(400)]
    made = bytearray()
    while len(made) < size:
        made += rng.choice(words) + (rng.randbytes(rng.randint(1, 4)) if rng.random() < 0.6 else b"")
    return bytes(made[:size])


@register()
def members(folder: Folder) -> None:
    """Members of zip and tar loose beside them, and chapters of books."""
    for number in range(4):
        name = f"bundle{number}"
        files = {
            f"{name}/notes{part}.txt": documents.plain(written(folder.random, "en", 6 + part))
            for part in range(6)
        }
        loose = [folder.put(f"loose-{path}", data, name) for path, data in files.items()]
        wholes = [
            folder.put(f"{name}.zip", documents.zipped(files), name),
            folder.put(f"{name}.tar.gz", _tarred(files), name),
        ]
        folder.between(wholes, loose, "members of archives", Relation.CONTAINS)
    for number in range(3):
        text = written(folder.random, "en", 40)
        name = f"book{number}"
        book = epub(text)
        whole = folder.put(f"{name}.epub", book, name)
        with zipfile.ZipFile(io.BytesIO(book)) as opened:
            for inner in opened.namelist():
                data = opened.read(inner)
                if "chapter" in inner and len(data) > 2000:
                    loose = folder.put(f"{name}-{inner.rpartition('/')[2]}", data, name)
                    folder.pair(whole, loose, "chapters of books", Relation.CONTAINS)


def _tarred(files: dict[str, bytes]) -> bytes:
    room = io.BytesIO()
    with tarfile.open(fileobj=room, mode="w:gz") as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return room.getvalue()


@register()
def look_alikes(folder: Folder) -> None:
    """Nothing here belongs together: sources with one licence, letters of one form, parts under 512 bytes."""
    writer = Writer(folder.random, "en")
    licence = textwrap.indent(textwrap.fill(" ".join(writer.paragraph(9) for _ in range(4)), 76), "# ")
    imports = "\n".join(f"import {writer.word('noun')}{at}" for at in range(30))
    for number in range(24):
        body = "\n\n\n".join(_function(writer, folder.random) for _ in range(3 + 2 * number))
        source = f"{licence}\n\n{imports}\n\n\n{body}\n"
        folder.put(f"module{number}.py", source.encode(), f"module{number}")
    folder.put("LICENSE", (licence + "\n").encode(), "licence")
    head, foot = [writer.firm(), " ".join(writer.address())], writer.sentence()
    closing = writer.paragraphs(2)
    for number in range(8):
        text = documents.Text(writer.title(), [*writer.paragraphs(4 + number), *closing], head, foot)
        name = f"letter{number}"
        folder.put(f"{name}.docx", documents.docx(text), name)
        folder.put(f"{name}.pdf", documents.pdf(text), name)
        folder.put(f"{name}.eml", b"From: a@b.test\nSubject: x\n\n" + documents.plain(text), name)
    for number in range(6):
        snippet = writer.paragraph(4)[:400]
        folder.put(f"snippet{number}.txt", snippet.encode(), f"snippet{number}")
        around = writer.paragraphs(20)
        folder.put(
            f"thread{number}.txt",
            "\n\n".join([*around[:9], snippet, *around[9:]]).encode(),
            f"thread{number}",
        )


def _function(writer: Writer, rng: Random) -> str:
    lines = [
        f"def {writer.word('noun')}_{rng.randrange(1000)}({writer.word('noun')}, {writer.word('noun')}):"
    ]
    lines.append(f'    """{writer.sentence()}"""')
    lines += [
        f"    {writer.word('noun')} = {writer.word('noun')}.{writer.word('noun')}({rng.randrange(100)})"
        for _ in range(rng.randint(4, 14))
    ]
    return "\n".join([*lines, "    return None"])
