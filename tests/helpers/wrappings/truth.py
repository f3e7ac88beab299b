"""What belongs together in a corpus of wrappings, as two tables."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import astuple, dataclass, fields
from enum import StrEnum
from pathlib import Path
from typing import TypeVar


class Relation(StrEnum):
    """How the two files of a pair belong together."""

    SAME = "same"  # one content in two wrappings
    VERSION = "version"  # an edited content in the same or another wrapping
    CONTAINS = "contains"  # the second file lies in the first


@dataclass(frozen=True, order=True)
class Made:
    """One file.

    Attributes:
        path: below the folder of files, with slashes.
        subject: the contents it is made of, separated by "+". Files with a subject in common may be shown together;
            where no pair says so it is neither right nor wrong.
        form: how it was wrapped: a suffix, and the program after a dash.
    """

    path: str
    subject: str
    form: str


@dataclass(frozen=True, order=True)
class Pair:
    """Two files that are to be found together.

    Attributes:
        a: path; the whole, where b is a part.
        b: path.
        relation: of them.
        row: the line of the table that counts it.
        held_back: not looked at while rules are tuned.
    """

    a: str
    b: str
    relation: Relation
    row: str
    held_back: bool = False


Line = TypeVar("Line", Made, Pair)


def write(lines: Iterable[Line], kind: type[Line], path: Path) -> None:
    """Write a table as CSV, in order."""
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(field.name for field in fields(kind))
        for line in sorted(lines):
            table.writerow(int(value) if isinstance(value, bool) else value for value in astuple(line))


def read_files(path: Path) -> list[Made]:
    """Return the files of a table.

    Raises:
        OSError: it can't be read.
    """
    with path.open(newline="", encoding="utf-8") as file:
        return [Made(**row) for row in csv.DictReader(file)]


def read_pairs(path: Path) -> list[Pair]:
    """Return the pairs of a table.

    Raises:
        OSError: it can't be read.
    """
    with path.open(newline="", encoding="utf-8") as file:
        return [
            Pair(row["a"], row["b"], Relation(row["relation"]), row["row"], row["held_back"] == "1")
            for row in csv.DictReader(file)
        ]
