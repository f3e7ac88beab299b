"""Folders that are alike as the JSON of the command line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simfinder.app.folders.found_folders import FoundFolders
from simfinder.app.reports.json_report import VERSION, figure, problems_json
from simfinder.model.file_record import Problem
from simfinder.search.folders.folder_pairs import RELATIONS, FolderPairs


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
    return {"version": VERSION, "folders": rows, "problems": problems_json(problems)}


_SHARES = ("a", "b", "similarity", "a_in_b", "b_in_a", "kept_a", "relation")
_COUNTS = ("same", "changed", "only_a", "only_b", "bytes_shared", "bytes_freed")
