"""Folders full of files as people have them, made from a seed: versions, copies, strangers, and worse.

Each maker writes below ``root`` and returns what it wrote, so that a test can say which files belong
together. It must not look at what SimFinder thinks of them: ``tests/unit/project/test_trees.py`` measures the
promises made here (versions share most of their content, strangers next to none) with plain sets.
"""

from __future__ import annotations

import contextlib
import functools
import os
import random
import socket
from dataclasses import dataclass, field
from functools import partial

from tests.helpers.files import documents

_DAY = 86_400
_START = 1_748_600_000  # 2025-05-30: versions are dated upwards from here


@dataclass(frozen=True)
class Tree:
    """What a maker wrote; all paths absolute.

    Attributes:
        root: the folder.
        families: name → versions of one document, oldest first (so the last one is to be kept).
        copies: path → the path whose bytes it repeats; a copy is in no family of its own.
        strangers: files that belong with no other file.
    """

    root: str
    families: dict[str, list[str]] = field(default_factory=dict)
    copies: dict[str, str] = field(default_factory=dict)
    strangers: list[str] = field(default_factory=list)

    def cluster_of(self, name: str) -> set[str]:
        """All files that belong to a family: its versions and the copies of them."""
        versions = set(self.families[name])
        return versions | {copy for copy, original in self.copies.items() if original in versions}

    def files(self) -> list[str]:
        """Every file written, sorted."""
        versions = [path for family in self.families.values() for path in family]
        return sorted([*versions, *self.copies, *self.strangers])


def version_tree(root: str | os.PathLike[str], seed: int = 1) -> Tree:
    """A small home folder: documents, source, tables, a picture and a binary in versions, and strangers.

    Modification times grow from version to version by days. About 40 files, 1 MB.
    """
    draft, root = _versions(seed), os.path.abspath(root)
    for place, (data, when) in draft.files.items():
        write(root, place, data, when)

    def there(place: str) -> str:
        return os.path.join(root, place)

    return Tree(
        root,
        {name: [there(place) for place in family] for name, family in draft.families.items()},
        {there(place): there(original) for place, original in draft.copies.items()},
        [there(place) for place in draft.strangers],
    )


@dataclass
class _Draft:
    """Files of a tree that lies nowhere yet; as ``Tree``, with paths below its root.

    Attributes:
        files: path → bytes and modification time, in the order in which they are written.
    """

    files: dict[str, tuple[bytes, float]] = field(default_factory=dict)
    families: dict[str, list[str]] = field(default_factory=dict)
    copies: dict[str, str] = field(default_factory=dict)
    strangers: list[str] = field(default_factory=list)


@functools.cache
def _versions(seed: int) -> _Draft:
    """Made once: hundreds of tests want the same one, and thinking up the words takes longer than to scan them."""
    rng = random.Random(seed)
    tree = _Draft()
    report = documents.report(rng, topic="business")
    _family(tree, rng, "report", report, partial(documents.revise_text, topic="business"), [
        "Documents/reports/Annual report v1.txt", "Documents/reports/Annual report v2.txt",
        "Documents/reports/Annual report v3.txt", "Documents/reports/Annual report final.txt",
    ])  # fmt: skip
    _family(tree, rng, "pipeline", documents.python_module(rng), documents.revise_module, [
        "Documents/etl/pipeline.bak.py", "Documents/etl/old/pipeline.py", "Documents/etl/pipeline.py",
    ])  # fmt: skip
    _family(tree, rng, "page", documents.web_page(rng), partial(documents.revise_text, topic="town"), [
        "Documents/site/index.old.html", "Documents/site/index.html",
    ])  # fmt: skip
    _family(tree, rng, "budget", documents.table(rng), documents.revise_table, [
        f"Documents/budget/budget 2026{name}.csv" for name in (" v1", " v2", " v3", "")
    ])  # fmt: skip
    notes = documents.report(rng, paragraphs=14, topic="garden")
    _family(tree, rng, "notes", notes, partial(documents.revise_text, topic="garden"), [
        "Notes/garden notes.md.bak", "Notes/garden notes.md",
    ])  # fmt: skip
    _family(tree, rng, "firmware", rng.randbytes(180_000), documents.revise_binary, [
        "Downloads/firmware-1.4.1.bin", "Downloads/firmware-1.4.2.bin",
    ])  # fmt: skip
    _family(tree, rng, "chart", documents.picture(rng), documents.revise_picture, [
        "Pictures/chart old.png", "Pictures/chart.png",
    ])  # fmt: skip
    _copy(tree, "Documents/reports/Annual report final.txt", "Desktop/Annual report final (1).txt")
    _copy(tree, "Pictures/chart.png", "Desktop/chart (1).png")
    for number in range(12):
        name = documents.title(rng).lower().replace(" ", "-")
        _stranger(
            tree, rng, f"Documents/letters/{number + 1:02}-{name}.txt", documents.report(rng, paragraphs=12)
        )
    for number in range(6):
        _stranger(tree, rng, f"Downloads/part-{number}.bin", rng.randbytes(rng.randrange(20_000, 60_000)))
    _stranger(tree, rng, "Pictures/photo.png", documents.picture(rng))
    return tree


def many_files(root: str | os.PathLike[str], n: int, seed: int = 1) -> Tree:
    """``n`` small files, 200 a folder: of every ten, three versions of one text, two copies, five strangers."""
    rng = random.Random(seed)
    tree = Tree(os.path.abspath(root))
    first, text = "", b""
    for number in range(n):
        place, kind = f"{number // 200:04}/{number:06}", number % 10
        when = _START + number
        if kind < 3:
            text = documents.words(rng, 160) if kind == 0 else documents.revise_words(rng, text)
            name = f"{number // 200:04}/text {number // 10:05} v{kind + 1}.txt"
            path = write(tree.root, name, text, when)
            tree.families.setdefault(f"text {number // 10}", []).append(path)
        elif kind == 3:
            first = write(tree.root, f"{place}.dat", rng.randbytes(1_000), when)
            tree.families[f"data {number // 10}"] = [first]
        elif kind == 4:
            tree.copies[write(tree.root, f"{place}.dat", _read(first), when)] = first
        else:
            tree.strangers.append(write(tree.root, f"{place}.log", documents.words(rng, 160), when))
    return tree


@dataclass(frozen=True)
class Hostile:
    """A tree with everything in it that a scan must survive; paths absolute, ``None`` where the system can't.

    Attributes:
        twins: two files with the same bytes in plain places: they must be found whatever lies around them.
        passed_over: what is no regular file: FIFO, socket, symbolic links.
        odd_names: regular files with a name that is not UTF-8, with a newline, with spaces and quotes.
        empty: files without content.
        links: names of one and the same file.
        deepest: a file at the bottom of a chain of folders.
        locked: a folder and a file without any permission (no obstacle to root).
    """

    root: str
    twins: tuple[str, str]
    passed_over: list[str]
    odd_names: list[str]
    empty: list[str]
    links: list[str]
    deepest: str
    locked: list[str]


def hostile_tree(root: str | os.PathLike[str], levels: int = 60, seed: int = 1) -> Hostile:
    """Writes the tree described by :class:`Hostile`; ``unlock`` it before it is deleted by a plain user."""
    rng = random.Random(seed)
    base = os.path.abspath(root)
    same = documents.words(rng, 400)
    twins = (write(base, "plain/a.txt", same, _START), write(base, "plain/b.txt", same, _START + _DAY))
    odd = [
        write(base, os.fsdecode(b"odd/caf\xe9 \xff.txt"), documents.words(rng, 200), _START),
        write(base, "odd/two\nlines.txt", documents.words(rng, 200), _START),
        write(base, 'odd/ quote\'s "and" $(echo) \\ .txt', documents.words(rng, 200), _START),
        write(base, "odd/-rf", documents.words(rng, 200), _START),
    ]
    links = [write(base, "links/one.txt", documents.words(rng, 300), _START)]
    for name in ("two.txt", "three.txt"):
        links.append(os.path.join(base, "links", name))
        os.link(links[0], links[-1])
    deepest = write(
        base, "/".join(["deep", *(["folder"] * levels), "end.txt"]), documents.words(rng, 200), _START
    )
    empty = [write(base, f"empty/{number}.txt", b"", _START) for number in range(3)]
    locked = [os.path.dirname(write(base, "locked/folder/inside.txt", b"secret " * 50, _START))]
    locked.append(write(base, "locked/file.txt", b"secret " * 60, _START))
    for path in locked:
        os.chmod(path, 0)
    return Hostile(base, twins, _special(base, twins[0]), odd, empty, links, deepest, locked)


def unlock(tree: Hostile) -> None:
    """Gives the locked places of a hostile tree their permissions back."""
    for path in tree.locked:
        os.chmod(path, 0o700)


def write(root: str, name: str, data: bytes, mtime: float) -> str:
    """Writes one file below ``root``, its folders with it, dates it and returns its path."""
    path = os.path.join(root, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)
    os.utime(path, (mtime, mtime))
    return path


def _special(base: str, target: str) -> list[str]:
    """FIFO, socket, and symbolic links: to a file, to nothing, in a circle, to a folder above."""
    folder = os.path.join(base, "special")
    os.makedirs(folder)
    paths = [os.path.join(folder, name) for name in ("fifo", "socket", "link", "dangling", "circle", "above")]
    os.mkfifo(paths[0])
    with contextlib.closing(socket.socket(socket.AF_UNIX)) as server:
        here = os.open(".", os.O_RDONLY)
        try:
            os.chdir(folder)  # a socket's path may not be longer than 108 bytes
            server.bind("socket")
        finally:
            os.fchdir(here)
            os.close(here)
    for path, to in zip(paths[2:], (target, "nowhere", "circle", ".."), strict=True):
        os.symlink(to, path)
    return paths


def _family(tree, rng, name, data, revise, places) -> None:
    when = _START + rng.randrange(30) * _DAY
    tree.families[name] = []
    for place in places:
        tree.files[place] = data, when
        tree.families[name].append(place)
        data = revise(rng, data)
        when += rng.randrange(2, 40) * _DAY + rng.randrange(_DAY)


def _copy(tree: _Draft, original: str, place: str) -> None:
    tree.files[place] = tree.files[original]
    tree.copies[place] = original


def _stranger(tree: _Draft, rng: random.Random, place: str, data: bytes) -> None:
    tree.files[place] = data, _START + rng.randrange(400 * _DAY)
    tree.strangers.append(place)


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()
