"""The registry of kinds, and the folder a kind writes its files and pairs into."""

from __future__ import annotations

import random
import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from pathlib import Path

from tests.helpers.homes import documents

from .truth import Made, Pair, Relation

Build = Callable[["Folder"], None]
KINDS: dict[str, tuple[Build, bool]] = {}
"""By name: what writes the files, and whether the kind is held back."""


def register(*, held_back: bool = False) -> Callable[[Build], Build]:
    """Decorator that adds a kind, named as its function."""

    def add(build: Build) -> Build:
        KINDS[build.__name__.replace("_", "-")] = build, held_back
        return build

    return add


@dataclass
class Corpus:
    """Files below a folder and what belongs together.

    Args:
        root: the folder of files.
        cache: folder where published packages are kept.
        seed: the same seed gives the same contents.
    """

    root: Path
    cache: Path
    seed: int = 1
    files: list[Made] = field(default_factory=list)
    pairs: set[Pair] = field(default_factory=set)

    def build(self, name: str) -> None:
        """Write the files of a kind below a folder of its name."""
        make, held_back = KINDS[name]
        folder = Folder(self, name, held_back, random.Random(f"{self.seed} {name}"))
        try:
            make(folder)
        except ImportError as error:
            print(f"{error.name} is not installed: {name} is left out, or some of it", file=sys.stderr)
        folder.save_by_office()


@dataclass
class Folder:
    """Where a kind writes its files.

    Attributes:
        corpus: the corpus.
        name: of the kind.
        held_back: whether the kind is.
        random: for all that the kind leaves to chance.
    """

    corpus: Corpus
    name: str
    held_back: bool
    random: random.Random
    _office: list[tuple[bytes, str, str, Made]] = field(default_factory=list)

    def put(self, name: str, data: bytes | None, subject: str, form: str = "") -> str:
        """Write a file and return its path in the corpus; nothing is written of what could not be made.

        Args:
            name: below the folder of the kind.
            data: its bytes, or None where a program is missing or has failed.
            subject: see ``truth.Made``.
            form: the suffix, unless said.
        """
        path = f"{self.name}/{name}"
        if data is not None:
            target = self.corpus.root / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
            self.corpus.files.append(Made(path, f"{self.name}:{subject}", form or Path(name).suffix[1:]))
        return path

    def by_office(self, name: str, data: bytes, suffix: str, subject: str, form: str = "") -> str:
        """Have LibreOffice save a document as the suffix of a name says, at the end, all at once."""
        form = form or f"{Path(name).suffix[1:]}-office"
        self._office.append((data, suffix, name, Made(f"{self.name}/{name}", subject, form)))
        return f"{self.name}/{name}"

    def save_by_office(self) -> None:
        """Write what LibreOffice was to save."""
        jobs = [(data, suffix, Path(name).suffix[1:]) for data, suffix, name, _ in self._office]
        for (_, _, name, made), data in zip(self._office, documents.convert(jobs), strict=True):
            if data is None:
                print(f"{made.path}: could not be made", file=sys.stderr)
            self.put(name, data, made.subject, made.form)

    def pair(self, a: str, b: str, row: str, relation: Relation = Relation.SAME) -> None:
        """Note that two files belong together; b is the part where one contains the other."""
        if relation is not Relation.CONTAINS:
            a, b = sorted((a, b))
        self.corpus.pairs.add(Pair(a, b, relation, row, self.held_back))

    def all_pairs(self, paths: Sequence[str], row: str) -> None:
        """Note that files hold the same, each with each."""
        for a, b in combinations(paths, 2):
            self.pair(a, b, row)

    def between(
        self, some: Iterable[str], others: Iterable[str], row: str, relation: Relation = Relation.SAME
    ) -> None:
        """Note that each of some files belongs to each of others."""
        for a, b in product(some, others):
            self.pair(a, b, row, relation)


def program(name: str) -> str | None:
    """Return the path of a program, or None; said where it is missing."""
    found = shutil.which(name)
    if found is None:
        print(f"{name} is not installed: what it makes is left out", file=sys.stderr)
    return found
