"""The figures ``signatures.py`` takes, what is asked of them, and their tables."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import asdict, dataclass
from typing import Any

from common.material import MADE
from common.peers import machine, print_table

READING = "all methods, with reading"
"""The row of a tree that programs are compared with: they read files too."""

TARGETS: tuple[tuple[str, tuple[str, ...], float, float], ...] = (
    ("spamsum", ("libfuzzy",), 5, 8),
    ("simhash as stored", ("ssdeep",), 2, 10),
    ("shingleprint", ("simhash",), 8, 15),
    ("tag counts", ("ssdeep",), 2.5, 6),
    ("all methods, a buffer", ("ssdeep",), 1.2, 3),
    ("all methods, a stream", ("ssdeep",), 1.2, 3),
)
"""Kernel, peer, how many times as fast it must be and aims to be on real data."""


@dataclass(frozen=True)
class Figure:
    """One cell: a kernel, or a peer by itself, on an input.

    Attributes:
        name: of the kernel or the peer.
        peer: what it is compared with; "" for a figure by itself.
        on: the input.
        speed: MB (10^6 bytes) per CPU second.
        ratio: how many times the speed of the peer; None without one.
    """

    name: str
    peer: str
    on: str
    speed: float
    ratio: float | None


@dataclass(frozen=True)
class TreeFigures:
    """A tree of files, by all methods and by each peer in as few calls as can be.

    Attributes:
        files, megabytes: the tree.
        cpu: CPU seconds by name, medians over the rounds.
        ratios: of the CPU of each peer to that of our methods with reading, medians.
    """

    files: int
    megabytes: float
    cpu: dict[str, float]
    ratios: dict[str, float]


def print_figures(found: list[Figure], columns: list[str]) -> None:
    rows: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for figure in found:
        ratio = "" if not figure.peer else " (–)" if figure.ratio is None else f" ({figure.ratio:.1f})"
        rows[figure.name, figure.peer][figure.on] = f"{figure.speed:.0f}{ratio}"
    print("MB per CPU second (times the speed of the peer)\n")
    print_table(
        ["kernel", "peer", *columns], [[*key, *(row[name] for name in columns)] for key, row in rows.items()]
    )


def print_targets(found: list[Figure]) -> None:
    real = [figure for figure in found if figure.on not in MADE]
    rows = []
    for name, peers, must, aim in TARGETS:
        cells = [figure for figure in real if (figure.name, figure.peer) == (name, " + ".join(peers))]
        ratios = {figure.on: figure.ratio for figure in cells if figure.ratio is not None}
        if not ratios:
            continue
        worst = min(ratios.values())
        verdict = "aim met" if worst >= aim else "must met" if worst >= must else "MISSED"
        here = ", ".join(f"{on} {ratio:.1f}" for on, ratio in ratios.items())
        rows.append([name, " + ".join(peers), f"{must:g}", f"{aim:g}", f"{worst:.1f}", here, verdict])
    if rows:
        print("targets: times the speed of the peer\n")
        print_table(["kernel", "peer", "must", "aim", "here, worst", "here", ""], rows)


def print_small(found: dict[str, dict[int, float]]) -> None:
    print("µs of CPU per content\n")
    sizes = list(next(iter(found.values())))
    header = ["kernel", *(f"{size / 1000:g} kB" for size in sizes)]
    print_table(header, [[name, *(f"{row[size]:.1f}" for size in sizes)] for name, row in found.items()])


def print_tree(tree: TreeFigures) -> None:
    mean = tree.megabytes * 1000 / tree.files
    print(f"{tree.files} files, {tree.megabytes:.0f} MB, {mean:.1f} kB each\n")
    rows = [
        [
            name,
            f"{seconds:.2f}",
            f"{seconds / tree.files * 1e6:.0f}",
            f"{tree.megabytes / seconds:.0f}",
            f"{tree.ratios[name]:.2f}",
        ]
        for name, seconds in tree.cpu.items()
    ]
    print_table(["", "CPU s", "µs per file", "MB/s", f"CPU / {READING}"], rows)


def print_json(found: list[Figure], each: dict[str, dict[int, float]], tree: TreeFigures) -> None:
    whole: dict[str, Any] = {
        "machine": machine(),
        "kernels": [asdict(figure) for figure in found],
        "microseconds": each,
        "tree": asdict(tree),
    }
    print(json.dumps(whole, indent=1))
