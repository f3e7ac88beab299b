"""A tree of as many small files as are asked for, made fast, by several processes, the same ones for a seed.

Folders of 100 to 1,000 files, most files of 1 to 2 kB and all of 200 B to 20 kB: prose, tables, source, pages, logs
and bytes; of every hundred some 55 belong with no other file, 30 are versions of each other, 15 have exact copies.

    python -m tests.helpers.million FOLDER [--files 1000000] [--seed 1] [--truth FILE.json]
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

from tests.helpers.files import documents

_START = 1_500_000_000  # 2017: long before any test
_DAY = 86_400
_VOCABULARY = 40_000
_LEAST, _MOST = 200, 20_000
_LEAST_OF_A_FAMILY = 600  # so that one line of it is no large part
_ALONE, _VERSIONS = 0.77, 0.91  # of all contents: the one, then the other up to here; the rest have copies


@dataclass(frozen=True)
class Million:
    """What was written.

    Attributes:
        root: the folder.
        files: how many there are.
        bytes: of all of them.
        families: paths below the root of the versions of one content each, oldest first.
        copies: paths below the root of files with the same bytes, oldest first.
    """

    root: str
    files: int
    bytes: int
    families: list[list[str]]
    copies: list[list[str]]


def make(root: str | os.PathLike[str], files: int, seed: int = 1, jobs: int = 1) -> Million:
    """Write a tree into a folder that is empty or not there yet; some 10,000 files a second and job."""
    whole = Million(os.path.abspath(root), 0, 0, [], [])
    counts = list(_folders(files, random.Random(seed)))
    work = partial(_folder, whole.root, seed)
    if jobs == 1:
        made = [work(number, count) for number, count in enumerate(counts)]
    else:
        with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as executor:
            made = list(executor.map(work, range(len(counts)), counts, chunksize=8))
    for part in made:
        whole.families.extend(part.families)
        whole.copies.extend(part.copies)
    return Million(
        whole.root,
        sum(part.files for part in made),
        sum(part.bytes for part in made),
        whole.families,
        whole.copies,
    )


def _folders(files: int, rng: random.Random) -> Iterator[int]:
    """How many files each folder gets."""
    while files > 0:
        count = min(files, rng.randint(100, 1000))
        yield count
        files -= count


def _folder(root: str, seed: int, number: int, files: int) -> Million:
    """One folder and what was put away in the one named "old" in it."""
    rng, place = random.Random(f"{seed} {number}"), f"{number // 50:03}/{number:05}"
    os.makedirs(os.path.join(root, place, "old"))
    vocabulary, families, copies, total, written = _vocabulary(seed), [], [], 0, 0

    def write(name: str, data: bytes, when: int) -> str:
        nonlocal total
        path = f"{place}/{name}"
        handle = os.open(os.path.join(root, path), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
        try:
            os.write(handle, data)
            os.utime(handle, ns=(when * 10**9, when * 10**9 + number))
        finally:
            os.close(handle)
        total += len(data)
        return path

    while written < files:
        kind = rng.choice(_KINDS)
        drawn, left = rng.random(), files - written
        count = 1 if drawn < _ALONE else min(left, 2 + min(4, int(rng.expovariate(1.2))))
        least = _LEAST_OF_A_FAMILY if _ALONE <= drawn < _VERSIONS else _LEAST
        size = min(_MOST, max(least, int(rng.lognormvariate(7.15, 0.6))))
        title, when = f"{documents.title(rng).lower()} {written:04}", _START + rng.randrange(3000) * _DAY
        content = kind.new(rng, vocabulary, size)
        paths = []
        for version in range(count):
            suffix, away = ("" if count == 1 else f" v{version + 1}"), rng.random() < 0.3
            put = "old/" if away and version < count - 1 else ""
            paths.append(write(f"{put}{title}{suffix}.{kind.extension}", kind.bytes(content), when))
            when += _DAY + rng.randrange(30 * _DAY)
            if drawn < _VERSIONS:
                content = kind.revised(rng, vocabulary, content)
        written += count
        if count > 1:
            (families if drawn < _VERSIONS else copies).append(paths)
    return Million(root, written, total, families, copies)


_vocabularies: dict[int, list[str]] = {}


def _vocabulary(seed: int) -> list[str]:
    if seed not in _vocabularies:
        text = documents.words(random.Random(seed), _VOCABULARY)
        _vocabularies[seed] = text.decode().split()
    return _vocabularies[seed]


@dataclass(frozen=True)
class _Lines:
    """A type of file that is made of lines.

    Attributes:
        extension: of the names.
        words: in a line.
        line: the words of it to be filled in.
        length: mean bytes of a line.
    """

    extension: str
    words: int
    line: str
    length: int

    def new(self, rng: random.Random, vocabulary: list[str], size: int) -> list[str]:
        count = max(2, size // self.length)
        words = iter(rng.choices(vocabulary, k=count * self.words))
        return [self.line % some for some in zip(*[words] * self.words, strict=True)]

    def revised(self, rng: random.Random, vocabulary: list[str], content: list[str]) -> list[str]:
        """One line in twenty, and at least one, written anew."""
        count = max(1, len(content) // 20)
        begin = rng.randrange(len(content) - count + 1)
        return (
            content[:begin]
            + self.new(rng, vocabulary, count * self.length)[:count]
            + content[begin + count :]
        )

    def bytes(self, content: list[str]) -> bytes:
        return "".join(content).encode()[:_MOST]


@dataclass(frozen=True)
class _Bytes:
    """A type of file that nobody reads."""

    extension: str

    def new(self, rng: random.Random, vocabulary: list[str], size: int) -> bytes:
        return rng.randbytes(size)

    def revised(self, rng: random.Random, vocabulary: list[str], content: bytes) -> bytes:
        """One byte in twenty."""
        count = len(content) // 20
        begin = rng.randrange(len(content) - count)
        return content[:begin] + rng.randbytes(count) + content[begin + count :]

    def bytes(self, content: bytes) -> bytes:
        return content


_PROSE, _WORDS = "%s " * 7 + "%s\n", 8
_KINDS = (
    *(_Lines(extension, _WORDS, _PROSE, 52) for extension in ("txt", "txt", "md", "eml")),
    _Lines("html", 6, "<p>%s %s <b>%s</b> %s %s %s.</p>\n", 58),
    _Lines("csv", 5, "%s,%s %s,%s,%s\n", 32),
    _Lines("json", 4, '  {"name": "%s %s", "place": "%s", "note": "%s"},\n', 67),
    _Lines("py", 4, "def %s(%s):\n    return %s(%s)\n", 50),
    _Lines("c", 4, "static int %s(%s *%s) { return 0; } /* %s */\n", 63),
    _Lines("log", 5, "INFO %s: %s %s %s (%s)\n", 41),
    _Bytes("dat"),
    _Bytes("bin"),
)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder")
    parser.add_argument("--files", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--truth", help="a file for what belongs together")
    arguments = parser.parse_args()
    made = make(arguments.folder, arguments.files, arguments.seed, jobs=os.cpu_count() or 1)
    if arguments.truth:
        with open(arguments.truth, "w", encoding="utf-8") as file:
            json.dump(vars(made), file)
    print(
        f"{made.files:,} files, {made.bytes:,} bytes, {len(made.families):,} families of versions, "
        f"{len(made.copies):,} of copies"
    )


if __name__ == "__main__":
    main()
