"""Programs and archives of successive releases, a compressed file and itself, disk images, databases."""

from __future__ import annotations

import base64
import bz2
import gzip
import io
import itertools
import lzma
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

from tests.helpers.homes import documents, releases
from tests.helpers.homes.words import Writer

from .builder import Folder, program, register
from .texts import written
from .truth import Relation

_RELEASES = {
    "markupsafe": ("2.1.3", "2.1.4", "2.1.5"),
    "msgpack": ("1.0.7", "1.0.8"),
    "pyyaml": ("6.0.1", "6.0.2"),
    "ujson": ("5.9.0", "5.10.0"),
    "greenlet": ("3.0.1", "3.0.2", "3.0.3"),
    "kiwisolver": ("1.4.5", "1.4.7"),
    "charset-normalizer": ("3.3.0", "3.3.1", "3.3.2"),
    "websockets": ("11.0.2", "11.0.3"),
    "bitarray": ("2.9.0", "2.9.1", "2.9.2"),
    "coverage": ("7.3.1", "7.3.2", "7.3.3"),
    "frozenlist": ("1.4.0", "1.4.1"),
    "lz4": ("4.3.2", "4.3.3"),
    "multidict": ("6.0.4", "6.0.5"),
    "psutil": ("5.9.6", "5.9.7", "5.9.8"),
    "simplejson": ("3.19.1", "3.19.2"),
    "tornado": ("6.3.2", "6.3.3"),
    "yarl": ("1.9.2", "1.9.3", "1.9.4"),
}


@register()
def patch_releases(folder: Folder) -> None:
    """Wheels of successive releases, and the libraries in them."""
    for package, found in releases.fetch({"pypi": _RELEASES}, folder.corpus.cache).items():
        wheels, libraries = [], []
        for _, version, path in found:
            wheels.append(folder.put(f"{package}-{version}/{path.name}", path.read_bytes(), package))
            inner = {member: data for member, data, _ in releases.members(path)}
            library = max(
                (name for name in inner if name.endswith(".so")),
                key=lambda name: len(inner[name]),
                default="",
            )
            if library:
                name = f"{package}-{version}/{Path(library).name}"
                libraries.append(folder.put(name, inner[library], package))
        for paths, row in (
            (wheels, "archives of the next patch release"),
            (libraries, "programs of the next patch release"),
        ):
            for a, b in itertools.pairwise(paths):
                folder.pair(a, b, row, Relation.VERSION)


@register()
def compressed(folder: Folder) -> None:
    """A file and itself compressed."""
    for number in range(6):
        text = written(folder.random, "en", 12 + 6 * number)
        suffix, write = (("txt", documents.plain), ("docx", documents.docx), ("pdf", documents.pdf))[
            number % 3
        ]
        data, name = write(text), f"file{number}.{suffix}"
        paths = [
            folder.put(name, data, name),
            folder.put(f"{name}.gz", gzip.compress(data, mtime=number), name),
            folder.put(f"{name}.bz2", bz2.compress(data), name),
            folder.put(f"{name}.xz", lzma.compress(data), name),
        ]
        folder.all_pairs(paths, "a file and itself compressed")
        coded = base64.b64encode(data)
        wrapped = b"\n".join(coded[at : at + 76] for at in range(0, len(coded), 76)) + b"\n"
        texts = [
            folder.put(f"{name}.b64", wrapped, name, "base64"),
            folder.put(f"{name}.hex", data.hex().encode(), name, "hexadecimal"),
        ]
        folder.between(texts, paths[:1], "a file and itself in base64")


@register(held_back=True)
def disk_images(folder: Folder) -> None:
    """Files loose and in an ISO 9660 and a squashfs image."""
    import pycdlib

    squash = program("mksquashfs")
    for number in range(3):
        name = f"disk{number}"
        files = {
            f"text{part}.txt": documents.plain(written(folder.random, "en", 10)) for part in range(4)
        } | {f"logo{part}.png": documents.logo(folder.random) for part in range(2)}
        loose = [folder.put(f"{name}/{inner}", data, name) for inner, data in files.items()]
        image = pycdlib.PyCdlib()
        image.new(joliet=3)
        for at, (inner, data) in enumerate(files.items()):
            image.add_fp(io.BytesIO(data), len(data), f"/F{at}.;1", joliet_path=f"/{inner}")
        room = io.BytesIO()
        image.write_fp(room)
        image.close()
        wholes = [folder.put(f"{name}.iso", room.getvalue(), name)]
        if squash:
            wholes.append(folder.put(f"{name}.squashfs", _squashed(files, squash), name))
        folder.between(wholes, loose, "files in disk images", Relation.CONTAINS)


def _squashed(files: dict[str, bytes], maker: str) -> bytes:
    with tempfile.TemporaryDirectory() as place:
        source = Path(place, "source")
        source.mkdir()
        for name, data in files.items():
            (source / name).write_bytes(data)
        made = Path(place, "image")
        subprocess.run(
            [maker, str(source), str(made), "-quiet", "-no-progress"], check=True, stdout=sys.stderr
        )
        return made.read_bytes()


@register()
def databases(folder: Folder) -> None:
    """One database as SQLite keeps it: grown, vacuumed, with other pages."""
    for number in range(3):
        name = f"address{number}"
        rows = _rows(folder.random, 300 + 200 * number)
        looks = {"": ("", 4096), "-vacuumed": ("VACUUM", 4096), "-pages": ("VACUUM", 1024)}
        paths = [
            folder.put(f"{name}{look}.sqlite", _database(rows, last, page), name)
            for look, (last, page) in looks.items()
        ]
        folder.all_pairs(paths, "a database written anew")


def _rows(rng: Random, count: int) -> list[tuple[str, str, int]]:
    writer = Writer(rng, "en")
    return [(writer.title(), writer.sentence(), rng.randrange(1 << 30)) for _ in range(count)]


def _database(rows: list[tuple[str, str, int]], last: str, page: int) -> bytes:
    with tempfile.TemporaryDirectory() as place:
        path = Path(place, "data")
        with sqlite3.connect(path) as file:
            file.execute(f"PRAGMA page_size = {page}")
            file.execute(
                "CREATE TABLE people (id INTEGER PRIMARY KEY, title TEXT, note TEXT, number INTEGER)"
            )
            file.execute("CREATE INDEX titles ON people (title)")
            if not last:  # rows that went leave holes behind
                file.executemany("INSERT INTO people (title, note, number) VALUES (?, ?, ?)", rows[::-1])
                file.execute("DELETE FROM people")
            file.executemany(
                "INSERT INTO people (id, title, note, number) VALUES (?, ?, ?, ?)",
                [(at, *row) for at, row in enumerate(rows, 1)],
            )
        if last:
            file.execute(last)
        file.close()
        return path.read_bytes()
