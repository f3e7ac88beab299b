"""Texts of one form and versions of one text: bytes in common with blocks moved freely, beside what is in order.

    python benchmarks/forms.py

Fifteen forms (configuration, exports, generated code, letters...) are filled in twice with other words and numbers, and
once changed as people and programs change them. A person would say that the former have next to nothing in common, and
the latter what was left as it was. Nothing is written.
"""

from __future__ import annotations

import statistics
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np
from common.peers import print_table

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from simfinder.search.overlap.byte_overlap import overlap
from simfinder.search.overlap.text_overlap import text_overlap
from tests.helpers.files.text_pairs import strangers, versions

Rows = dict[str, list[tuple[float, float]]]


def figures(one: bytes, other: bytes) -> tuple[float, float]:
    a, b = (np.frombuffer(content, np.uint8) for content in (one, other))
    return overlap(a, b).similarity, text_overlap(a, b).similarity


def show(title: str, rows: Rows) -> None:
    print(f"{title}\n")
    lines = []
    for name, pairs in rows.items():
        free, ordered = zip(*pairs, strict=True)
        cells = (statistics.mean(free), min(ordered), statistics.mean(ordered), max(ordered))
        lines.append([name, str(len(pairs)), *(f"{cell:.2f}" for cell in cells)])
    print_table(["", "pairs", "blocks moved freely", "in order, least", "mean", "most"], lines)


def main() -> None:
    apart: Rows = defaultdict(list)
    for name, one, other in strangers():
        apart[name.rpartition(" ")[0]].append(figures(one.encode(), other.encode()))
    show("Two texts of one form", apart)
    changed: Rows = defaultdict(list)
    for name, _, _, a, b in versions():
        changed[name.partition(", ")[2] or name].append(figures(a, b))
    show("A text and what became of it", changed)


if __name__ == "__main__":
    main()
