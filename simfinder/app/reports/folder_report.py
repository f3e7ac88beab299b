"""Folders that are alike: as the JSON of the command line, and as rows of the HTML report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from simfinder.app.folders.find_folders import find_folders
from simfinder.app.folders.found_folders import FoundFolders
from simfinder.app.reports.json_report import VERSION, figure, problems_json
from simfinder.app.session.session import Session
from simfinder.model.file_record import Problem
from simfinder.search.folders.folder_pairs import RELATIONS, FolderPairs
from simfinder.text.number_formats import count_text


def folders_json(found: FoundFolders, pairs: FolderPairs, problems: Sequence[Problem]) -> dict[str, Any]:
    """Return pairs of folders as plain values, in their order.

    Args:
        found: the folders of a session.
        pairs: of these.
        problems: of the scan and what came after.
    """
    columns = pairs._asdict()
    rows = [
        {
            "a": found.path(a),
            "b": found.path(b),
            "similarity": figure(similarity),
            "a_in_b": figure(a_in_b),
            "b_in_a": figure(b_in_a),
            **dict(zip(_COUNTS, counts, strict=True)),
            "kept": "a" if kept_a else "b",
            "relation": str(RELATIONS[relation]),
        }
        for a, b, similarity, a_in_b, b_in_a, kept_a, relation, *counts in zip(
            *(columns[name].tolist() for name in (*_SHARES, *_COUNTS)), strict=True
        )
    ]
    groups = list(_groups_json(found, pairs))
    return {"version": VERSION, "folders": rows, "groups": groups, "problems": problems_json(problems)}


def _groups_json(found: FoundFolders, pairs: FolderPairs) -> Iterator[dict[str, Any]]:
    """Yield three and more copies or versions as plain values: the one that stays, then newest to oldest."""
    groups = found.groups(pairs)
    columns = (groups.folders.tolist(), groups.similarity.tolist(), groups.relation.tolist())
    members = [
        {"path": found.path(folder), "similarity": figure(similarity), "relation": str(RELATIONS[relation])}
        for folder, similarity, relation in zip(*columns, strict=True)
    ]
    for group, freed in enumerate(groups.bytes_freed.tolist()):
        begin, behind = groups.offsets[group : group + 2].tolist()
        yield {"kept": members[begin]["path"], "bytes_freed": freed, "folders": members[begin:behind]}


class FolderRow(NamedTuple):
    """A pair of folders as a row of a page.

    Attributes:
        kept: path of the one that stays.
        other: path of the other one.
        relation: of both.
        similarity: of both.
        counts: what is the same and what differs, in words.
        freed: bytes that removing from the other one would free.
    """

    kept: str
    other: str
    relation: str
    similarity: float
    counts: str
    freed: int


def folder_rows(session: Session) -> list[FolderRow]:
    """Return the folders of a session that are alike, largest saving first."""
    found = find_folders(session)
    pairs = found.pairs()
    return [
        FolderRow(
            found.path(int(pairs.staying[row])),
            found.path(int(pairs.leaving[row])),
            str(RELATIONS[int(pairs.relation[row])]),
            float(pairs.similarity[row]),
            counts_text(pairs, row),
            int(pairs.bytes_freed[row]),
        )
        for row in range(pairs.size)
    ]


def counts_text(pairs: FolderPairs, row: int) -> str:
    """Say how many files of a pair are the same, changed, and only in the one that stays or the other."""
    first = bool(pairs.kept_a[row])
    only = (pairs.only_a, pairs.only_b) if first else (pairs.only_b, pairs.only_a)
    parts = [f"{count_text(int(pairs.same[row]))} same"]
    for name, column in (
        ("changed", pairs.changed),
        ("only in the kept one", only[0]),
        ("only in the other", only[1]),
    ):
        if column[row]:
            parts.append(f"{count_text(int(column[row]))} {name}")
    return ", ".join(parts)


_SHARES = ("a", "b", "similarity", "a_in_b", "b_in_a", "kept_a", "relation")
_COUNTS = ("same", "changed", "only_a", "only_b", "bytes_shared", "bytes_freed")
