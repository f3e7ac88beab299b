"""The registry of sets, and the folder a set writes its files and their truth into."""

from __future__ import annotations

import hashlib
import os
import random
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from . import documents
from .truth import Role, Row
from .words import Writer

START = datetime(2024, 1, 8, 9, 12, 31, tzinfo=UTC)
"""The first working day of the persons whose folders these are."""


@dataclass(frozen=True)
class Kind:
    """A registered set.

    Attributes:
        name: of the set and of its folder.
        build: writes its files.
        trap: nothing of it may be marked but copies and older versions that are in the truth, which are few or none.
        held_back: not looked at while rules are tuned.
    """

    name: str
    build: Callable[[Folder], None]
    trap: bool
    held_back: bool


KINDS: dict[str, Kind] = {}


def register(
    *, trap: bool = False, held_back: bool = False
) -> Callable[[Callable[[Folder], None]], Callable[[Folder], None]]:
    """Decorator that adds a set, named as its function."""

    def add(build: Callable[[Folder], None]) -> Callable[[Folder], None]:
        name = build.__name__
        if name in KINDS:
            raise ValueError(f"there are two sets called {name}")
        KINDS[name] = Kind(name, build, trap, held_back)
        return build

    return add


@dataclass
class Corpus:
    """Files below a folder and their truth.

    Args:
        root: the folder of files; made if missing.
        seed: the same seed gives the same files (those saved by LibreOffice differ in times and identifiers).
        office: files may be saved by LibreOffice; without, and where it is missing, they are left out.

    Attributes:
        rows: truth of the files so far; roles are set by ``finish``.
    """

    root: Path
    seed: int = 1
    office: bool = True
    rows: list[Row] = field(default_factory=list)
    _waiting: list[tuple[Row, bytes, str, str, datetime]] = field(default_factory=list)

    def build(self, kind: Kind, below: str | None = None) -> None:
        """Write the files of a set, below a folder of its name or another one."""
        place = kind.name if below is None else below
        kind.build(Folder(self, kind, place, random.Random(f"{self.seed} {kind.name} {place}")))

    def put(self, row: Row, data: bytes, when: datetime) -> None:
        """Write a file with its modification time and remember its truth."""
        path = self.root / row.path
        if path.exists():
            raise ValueError(f"{row.path} was written before")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        os.utime(path, (when.timestamp(), when.timestamp()))
        self.rows.append(row)

    def copy(self, row: Row, path: str) -> None:
        """Copy a file that was written to another place, with its time."""
        source = self.root / row.path
        when = datetime.fromtimestamp(source.stat().st_mtime, UTC)
        self.put(replace(row, path=path), source.read_bytes(), when)

    def put_converted(self, row: Row, data: bytes, suffix: str, to: str, when: datetime) -> None:
        """Have LibreOffice save a document at ``finish``; the file is left out where that can't be done."""
        self._waiting.append((row, data, suffix, to, when))

    def finish(self) -> list[Row]:
        """Save what waits for LibreOffice, and set the roles.

        Returns:
            Truth of all files, ordered by path.
        """
        if self.office and self._waiting:
            self._convert()
        elif self._waiting:
            print(f"{len(self._waiting)} files left out, which LibreOffice saves", file=sys.stderr)
        self._waiting = []
        self.rows = with_roles(self.rows, self.root)
        return self.rows

    def _convert(self) -> None:
        found = documents.convert([(data, suffix, to) for _, data, suffix, to, _ in self._waiting])
        missing = 0
        for (row, _, _, _, when), data in zip(self._waiting, found, strict=True):
            if data is None:
                missing += 1
            else:
                self.put(row, data, when)
        if missing:
            print(f"{missing} files left out, which LibreOffice could not save", file=sys.stderr)


@dataclass
class Folder:
    """Where one set writes its files.

    Attributes:
        corpus: takes the files.
        kind: the set.
        below: folder of the set below the root, with slashes.
        random: of this set alone, so that sets don't depend on one another.
        project: of the files that are added, see ``Row.project``; a path below the folder of the set.
        related: of the files that are added, see ``Row.related``.
    """

    corpus: Corpus
    kind: Kind
    below: str
    random: random.Random
    project: str = ""
    related: str = ""

    def __post_init__(self) -> None:
        self._given: set[str] = set()
        self._clock = START + timedelta(days=self.random.randrange(60), seconds=self.random.randrange(20_000))

    def writer(self, language: str = "en") -> Writer:
        """Somebody who writes texts, another one at each call."""
        return Writer(random.Random(self.random.random()), language)

    def fresh(self, make: Callable[[], str]) -> str:
        """A name that was not given before, in small letters or others."""
        while (name := make()).lower() in self._given:
            pass
        self._given.add(name.lower())
        return name

    def later(self, days: float = 3) -> datetime:
        """The next moment somebody saves a file, some days after the last one."""
        self._clock += timedelta(
            days=days * (0.4 + self.random.random()), seconds=self.random.randrange(9000)
        )
        return self._clock

    def add(
        self, path: str, data: bytes | str, lineage: str = "", rank: int = 0, when: datetime | None = None
    ) -> None:
        """Write a file.

        Args:
            path: below the folder of the set.
            data: its content; text is written as UTF-8.
            lineage: its document; without one it is the only file of its lineage.
            rank: of its content within the lineage.
            when: its modification time; the next moment if missing.
        """
        content = data.encode() if isinstance(data, str) else data
        self.corpus.put(self._row(path, lineage, rank), content, when or self.later())

    def add_resaved(
        self,
        path: str,
        data: bytes,
        suffix: str,
        lineage: str = "",
        rank: int = 0,
        when: datetime | None = None,
    ) -> None:
        """Write a document as LibreOffice saves it, in the format of the path; ``suffix`` is that of ``data``."""
        to = path.rpartition(".")[2]
        self.corpus.put_converted(self._row(path, lineage, rank), data, suffix, to, when or self.later())

    def _row(self, path: str, lineage: str, rank: int) -> Row:
        whole = f"{self.below}/{path}" if self.below else path
        name = f"{self.below}:{lineage or path}"
        return Row(
            whole,
            self.kind.name,
            name,
            rank,
            project=f"{self.below}/{self.project}".lstrip("/") if self.project else "",
            related=f"{self.below}:{self.related}" if self.related else "",
            trap=self.kind.trap,
            held_back=self.kind.held_back,
        )


def with_roles(rows: Iterable[Row], root: Path) -> list[Row]:
    """Rows whose roles follow from ranks and contents, ordered by path.

    Raises:
        ValueError: files of one lineage are equal and of different rank.
    """
    lineages: dict[str, list[Row]] = defaultdict(list)
    for row in sorted(rows):
        lineages[row.lineage].append(row)
    found = []
    for lineage, members in lineages.items():
        if len(members) == 1:
            found.append(replace(members[0], role=Role.SINGLE))
            continue
        newest = max(row.rank for row in members)
        ranks: dict[bytes, int] = {}
        for row in members:
            content = hashlib.sha256((root / row.path).read_bytes()).digest()
            role = Role.COPY if content in ranks else Role.NEWEST if row.rank == newest else Role.OLDER
            if ranks.setdefault(content, row.rank) != row.rank:
                raise ValueError(f"{lineage}: {row.path} has the content of another rank")
            found.append(replace(row, role=role))
    return sorted(found)
