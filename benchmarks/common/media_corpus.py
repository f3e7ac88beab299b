"""Scan a corpus of films or recordings, and print what was found in it."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from common.peers import print_table
from simfinder.app.session.session import Session
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.model.tolerances import Choices


def scanned(folder: str) -> tuple[Session, float]:
    """Scan a folder; return the session and the seconds of CPU that it took, with those of helper processes."""
    begin = sum(os.times()[:4])
    session = Session.run(ScanOptions((folder,)), Choices(), cache=None, control=Control())
    return session, round(sum(os.times()[:4]) - begin, 1)


def names_of(session: Session) -> dict[int, str]:
    """Return the contents of a scan by the names of their first files."""
    names: dict[int, str] = {}
    for path, content in zip(session.result.files.paths(), session.result.content_row.tolist(), strict=True):
        names.setdefault(content, os.path.basename(path))
    return names


def figures(found: Mapping[str, Sequence[bool]], traps: Mapping[str, Sequence[bool]]) -> dict[str, Any]:
    """Return the rows of the two tables: what was found, and which near-misses were linked, by kind."""
    return {
        "found": [[kind, len(hits), f"{np.mean(hits):.3f}"] for kind, hits in sorted(found.items())],
        "near-misses": [[kind, len(hits), sum(hits)] for kind, hits in sorted(traps.items())],
    }


def print_media(made: dict[str, Any], *, as_json: bool) -> None:
    """Print the figures of a corpus: its two tables, then all others by their names."""
    if as_json:
        print(json.dumps(made))
        return
    print_table(["what", "of", "found"], [[*map(str, row)] for row in made.pop("found")])
    print()
    print_table(["near-miss", "of", "linked"], [[*map(str, row)] for row in made.pop("near-misses")])
    print("\n" + "\n".join(f"{name}: {figure}" for name, figure in made.items()))
