"""The ignore list: contents that a person said are not the same (tables ``ignored`` and ``ignored_contents``)."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from simfinder.store.database import Database
from simfinder.store.library.journal import bytes_out, making_sense, path_in, path_out, whole_out


@dataclass(frozen=True, slots=True)
class Ignored:
    """An entry: no two of its contents are the same, or the first is not the same as any other, or one file is alone.

    Attributes:
        id: number of the entry, from 1, never reused.
        created_ns: when it was added, nanoseconds since 1970.
        contents: XXH3-128, 16 bytes each, all different; a single one in an entry of one file.
        paths: path of a file with each content at that time.
        first_only: whether only the first content is apart from the others, which may share a cluster.
    """

    id: int
    created_ns: int
    contents: tuple[bytes, ...]
    paths: tuple[str, ...]
    first_only: bool = False

    @property
    def of_file(self) -> bool:
        """Return whether it is about the file at this path alone, and not about its copies."""
        return len(self.contents) == 1


class IgnoredRows:
    """The ignore list in a database that has its tables."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> list[Ignored]:
        """Return all entries, oldest first."""
        rows = self._database.query(
            "SELECT id, created_ns, first_only, content, path FROM ignored JOIN ignored_contents ON entry = id"
            " ORDER BY id, position"
        )
        found = []
        for (number, created, first_only), part in groupby(rows, key=lambda row: row[:3]):
            parts = list(part)
            with making_sense():
                paths = tuple(path_out(row[4]) or "" for row in parts)
                contents = tuple(bytes_out(row[3]) for row in parts)
                found.append(
                    Ignored(number, whole_out(created), contents, paths, bool(whole_out(first_only)))
                )
        return found

    def add(self, files: Sequence[tuple[bytes, str]], *, first_only: bool = False) -> int:
        """Record that no two of these contents are the same; it is on the disk when this returns.

        Args:
            files: content and path of each; at least two different contents.
            first_only: record it only for the first content and each of the others.

        Returns:
            The number of the entry; of an older one if it says the same.

        Raises:
            ValueError: fewer than two different contents.
        """
        by_content = dict(reversed(files))
        if len(by_content) < 2:
            raise ValueError("an entry needs two different contents")
        ordered = sorted(by_content.items())
        first_only = first_only and len(ordered) > 2  # for two contents it makes no difference
        if first_only:
            ordered.sort(key=lambda item: item[0] != files[0][0])
        contents = tuple(content for content, _ in ordered)
        with self._database.transaction():
            for known in self.all():
                if (known.contents, known.first_only) == (contents, first_only):
                    return known.id
            return self._insert(ordered, first_only=first_only)

    def add_file(self, content: bytes, path: str) -> int:
        """Record that one file comes into no cluster while it has this content, whatever its copies do.

        Returns:
            The number of the entry; of an older one if it says the same.
        """
        with self._database.transaction():
            for known in self.all():
                if known.of_file and (known.contents[0], known.paths[0]) == (content, path):
                    return known.id
            return self._insert([(content, path)], first_only=False)

    def _insert(self, files: Sequence[tuple[bytes, str]], *, first_only: bool) -> int:
        number = self._database.insert(
            "INSERT INTO ignored (created_ns, first_only) VALUES (?, ?)",
            (time.time_ns(), int(first_only)),
        )
        self._database.execute_many(
            "INSERT INTO ignored_contents (entry, position, content, path) VALUES (?, ?, ?, ?)",
            ((number, at, content, path_in(path)) for at, (content, path) in enumerate(files)),
        )
        return number

    def remove(self, numbers: Iterable[int]) -> list[int]:
        """Remove entries; return the numbers that were on the list."""
        gone = []
        with self._database.transaction():
            for number in numbers:
                if self._database.query("SELECT 1 FROM ignored WHERE id = ?", (number,)):
                    self._database.execute("DELETE FROM ignored_contents WHERE entry = ?", (number,))
                    self._database.execute("DELETE FROM ignored WHERE id = ?", (number,))
                    gone.append(number)
        return gone
