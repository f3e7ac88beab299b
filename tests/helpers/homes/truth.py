"""Where every file of a corpus comes from, as rows of a table."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from pathlib import Path


class Role(StrEnum):
    """What a file is within its lineage."""

    SINGLE = "single"  # the only file of its lineage
    NEWEST = "newest"  # one file of the highest rank
    OLDER = "older"
    COPY = "copy"  # identical to another file of the same rank


@dataclass(frozen=True, order=True)
class Row:
    """Origin of one file.

    Attributes:
        path: below the folder of files, with slashes.
        set: name of the kind of folder.
        lineage: the document it is a version or a copy of.
        rank: age of its content within the lineage; higher is newer.
        role: follows from the ranks and contents of the lineage.
        project: the working folder it lies in ("" for none), where nothing may be marked file by file.
        related: lineages with the same word here are near by nature (another format, a signed copy, another build):
            showing them together is neither right nor wrong, removing one for another is harm all the same.
        trap: its set is one where hardly anything may be marked.
        held_back: its set is kept aside while rules are tuned.
        share: what it has in common with the newest version of its lineage, in the same order, 0..1; 1 where nobody
            looked.
    """

    path: str
    set: str
    lineage: str
    rank: int
    role: Role = Role.SINGLE
    project: str = ""
    related: str = ""
    trap: bool = False
    held_back: bool = False
    share: float = 1.0


def write(rows: Iterable[Row], path: Path) -> None:
    """Write rows as CSV, ordered by path."""
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, [field.name for field in fields(Row)])
        table.writeheader()
        for row in sorted(rows):
            values = asdict(row)
            table.writerow(values | {"trap": int(row.trap), "held_back": int(row.held_back)})


def read(path: Path) -> list[Row]:
    """Rows of a table.

    Raises:
        OSError: the table can't be read.
        ValueError: it is no table of truth.
    """
    with path.open(newline="", encoding="utf-8") as file:
        try:
            return [
                Row(
                    values["path"],
                    values["set"],
                    values["lineage"],
                    int(values["rank"]),
                    Role(values["role"]),
                    values["project"],
                    values["related"],
                    values["trap"] == "1",
                    values["held_back"] == "1",
                    float(values.get("share") or 1),
                )
                for values in csv.DictReader(file)
            ]
        except (KeyError, TypeError) as error:
            raise ValueError(f"{path} is no table of truth: {error}") from None
