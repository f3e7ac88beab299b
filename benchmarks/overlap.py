"""Bytes in common of two contents, beside what a bsdiff delta carries over, both ways; of texts, what is in order too.

    python benchmarks/overlap.py [--megabytes 4] [--corpus FOLDER] [--pairs 300] [--rounds 3] [--json]

The peer is bsdiff4's ``core.diff`` (``pip install bsdiff4``), run in either direction; its similarity is 2 · min(bytes
carried over to b, to a) / (both sizes), as the truth of the corpus has it. Where it is not installed it is left out.

Inputs: text, ELF, random bytes, zeros and a pattern, each with a version of itself (one byte in 200 changed, a tenth
moved to the front, 50 kB put in); two halves of the real ones, unrelated but for the language they are written in; and
pairs of a corpus (``files`` and ``truth/pairs.csv`` below its folder) whose true similarity on raw bytes is 0.3 or
more, by size. Worst cases grow from 1 MB to ``--worst`` MB, the exponent being that of the whole growth.

All is CPU time on one thread of warm calls in memory, MB being those of both contents. Rounds are interleaved, the
median counts. Nothing is written.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import random
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from common.material import inputs
from common.peers import machine, print_table

from simfinder.search.overlap.byte_overlap import overlap
from simfinder.search.overlap.text_overlap import text_overlap

Bytes = npt.NDArray[np.uint8]
Pair = tuple[Bytes, Bytes]
Similar = Callable[[Bytes, Bytes], float]

_SEED = 5
_PEER = "bsdiff4"
_IN_ORDER = "in order"
_PEER_UP_TO = 4_000_000  # bytes of a side; it takes a second for each MB and more
_FROM = 0.3
_SIZES = (8_000, 32_000, 128_000, 512_000, 1 << 62)


@dataclass(frozen=True)
class Figure:
    """What pairs of a kind cost.

    Attributes:
        on: the kind of pair.
        name: who compared them.
        pairs: how many.
        megabytes: of both contents.
        cpu: seconds, the median of the rounds.
        similarity: the mean of what was found.
        error: the mean distance to the truth, where there is one.
    """

    on: str
    name: str
    pairs: int
    megabytes: float
    cpu: float
    similarity: float
    error: float | None = None

    @property
    def speed(self) -> float:
        return self.megabytes / self.cpu


def ours(a: Bytes, b: Bytes) -> float:
    return overlap(a, b).similarity


def in_order(a: Bytes, b: Bytes) -> float:
    return text_overlap(a, b).similarity


def are_texts(pairs: list[Pair]) -> bool:
    return not any((content[:100_000] == 0).any() for pair in pairs for content in pair)


def find_bsdiff() -> dict[str, Similar]:
    """The peer, if it is here."""
    try:
        from bsdiff4.core import diff
    except ImportError:
        print("bsdiff4: not installed, left out", file=sys.stderr)
        return {}

    def carried(a: Bytes, b: Bytes) -> float:
        one, two = a.tobytes(), b.tobytes()
        kept: int = min(diff(one, two)[1].count(0), diff(two, one)[1].count(0))
        return 2 * kept / (len(one) + len(two))

    return {_PEER: carried}


def version_of(content: Bytes) -> Bytes:
    """The same after some work: bytes changed, a part moved, a part put in."""
    rng = np.random.default_rng(_SEED)
    data = content.copy()
    data[rng.integers(0, len(data), len(data) // 200)] ^= rng.integers(
        1, 256, len(data) // 200, dtype=np.uint8
    )
    begin, end = len(data) // 2, len(data) * 6 // 10
    new = rng.integers(0, 256, min(50_000, len(data) // 10), dtype=np.uint8)
    return np.concatenate([data[begin:end], data[:1000], new, data[1000:begin], data[end:]])


def made(size: int) -> dict[str, Pair]:
    """Pairs by kind, of about so many bytes each."""
    pairs = {}
    for name, content in inputs(2 * size).items():
        data = np.frombuffer(content, np.uint8)
        pairs[f"{name}, a version"] = (data[:size], version_of(data[:size]))
        if name in ("text", "ELF", "random"):
            pairs[f"{name}, two halves"] = (data[:size], data[size:])
    return pairs


def of_corpus(folder: str, count: int) -> dict[str, tuple[list[Pair], list[float]]]:
    """Pairs by size of both, and their true similarity."""
    root = Path(folder)
    with (root / "truth" / "pairs.csv").open(newline="") as file:
        rows = [
            row
            for row in csv.DictReader(file)
            if row["relation"] in ("version", "edit", "other") and float(row["sim_raw"]) >= _FROM
        ]
    random.Random(_SEED).shuffle(rows)
    found: dict[str, tuple[list[Pair], list[float]]] = {}
    names = {most: f"up to {most // 1000} kB" for most in _SIZES[:-1]}
    for kind in ("corpus, other", "corpus, texts"):
        for most in _SIZES:
            found[f"{kind}, {names.get(most, 'larger')}"] = ([], [])
    for row in rows[:count]:
        a, b = (np.fromfile(root / "files" / row[side], np.uint8) for side in ("path_a", "path_b"))
        most = next(most for most in _SIZES if len(a) + len(b) <= most)
        kind = "corpus, texts" if are_texts([(a, b)]) else "corpus, other"
        pairs, truth = found[f"{kind}, {names.get(most, 'larger')}"]
        pairs.append((a, b))
        truth.append(float(row["sim_raw"]))
    return {name: kind for name, kind in found.items() if kind[0]}


def measure(
    on: str, pairs: list[Pair], truth: list[float] | None, rounds: int, peers: dict[str, Similar]
) -> list[Figure]:
    """All pairs of a kind by us and, if they are not too large, by the peer."""
    largest = max(len(content) for pair in pairs for content in pair)
    here = {"simfinder": ours, **(peers if largest <= _PEER_UP_TO else {})}
    if on.startswith(("text", "corpus")) and are_texts(pairs):
        here[_IN_ORDER] = in_order
    spent: dict[str, list[float]] = defaultdict(list)
    similar: dict[str, list[float]] = {}
    for number in range(rounds):
        for name, compare in here.items():
            if name == _PEER and number:
                continue  # it takes long, and its share of noise is small
            begin = time.process_time()
            similar[name] = [compare(a, b) for a, b in pairs]
            spent[name].append(time.process_time() - begin)
    megabytes = sum(len(a) + len(b) for a, b in pairs) / 1e6
    return [
        Figure(
            on,
            name,
            len(pairs),
            megabytes,
            statistics.median(spent[name]),
            statistics.mean(similar[name]),
            statistics.mean(abs(x - y) for x, y in zip(similar[name], truth, strict=True)) if truth else None,
        )
        for name in here
    ]


def worst(kind: str, size: int) -> Pair:
    """A pair of so many bytes each that is as bad as can be for a step of the walk."""
    rng = np.random.default_rng(_SEED)
    if kind == "zeros with single changes":
        a, b = np.zeros(size, np.uint8), np.zeros(size, np.uint8)
        for data in (a, b):
            data[rng.integers(0, size, size // 60)] = rng.integers(1, 4, size // 60)
    elif kind == "zeros and ones":
        a, b = rng.integers(0, 2, size, dtype=np.uint8), rng.integers(0, 2, size, dtype=np.uint8)
    elif kind == "a long period":
        a = np.resize(rng.integers(0, 256, 5000, dtype=np.uint8), size)
        b = a.copy()
        b[rng.integers(0, size, size // 500)] ^= 1
    elif kind == "lines but for a number":
        a = np.frombuffer(
            b"".join(
                b"%08d the same line again and again, but for its number\n" % n for n in range(size // 55)
            ),
            np.uint8,
        )
        b = a[7 * 56 :]
    elif kind == "a clean copy behind a dirty one":
        clean = rng.integers(0, 256, size // 2, dtype=np.uint8)
        dirty = clean.copy()
        dirty[:: 1 << 13] ^= 1
        a, b = np.concatenate([clean, clean]), np.concatenate([dirty, clean])
    elif kind == "every other byte changed":
        a = rng.integers(0, 256, size, dtype=np.uint8)
        b = a.copy()
        b[::2] ^= 1
    elif kind == "padded blocks":
        a, b = np.zeros(size, np.uint8), np.zeros(size, np.uint8)
        for data in (a, b):
            for at in range(0, size - 4096, 4096):
                data[at : at + rng.integers(1, 600)] = rng.integers(0, 256)
    else:
        a = rng.integers(0, 256, 500, dtype=np.uint8)
        b = np.resize(a, size)
    return a, b


_WORST = (
    "zeros with single changes",
    "zeros and ones",
    "a long period",
    "lines but for a number",
    "a clean copy behind a dirty one",
    "every other byte changed",
    "padded blocks",
    "many copies of a short one",
)


def growing(largest: int, rounds: int) -> list[Figure]:
    """Worst cases of 1, 2, 4 … MB."""
    found = []
    for kind in _WORST:
        size = 1
        while size <= largest:
            found += measure(f"{kind}, {size} MB", [worst(kind, size << 20)], None, rounds, {})
            size *= 2
    return found


def print_speeds(found: Iterable[Figure]) -> None:
    print("MB of both contents per CPU second, and what is found\n")
    by_kind: dict[str, dict[str, Figure]] = defaultdict(dict)
    for figure in found:
        by_kind[figure.on][figure.name] = figure
    rows = []
    for on, figures in by_kind.items():
        here, peer, order = figures["simfinder"], figures.get(_PEER), figures.get(_IN_ORDER)
        rows.append(
            [
                on,
                f"{here.pairs}",
                f"{here.megabytes:.2f}",
                f"{here.speed:.0f}",
                f"{here.similarity:.3f}",
                f"{here.error:.4f}" if here.error is not None else "",
                f"{peer.speed:.2f}" if peer else "",
                f"{peer.similarity:.3f}" if peer else "",
                f"{peer.cpu / here.cpu:.0f}" if peer else "",
                f"{order.speed:.0f}" if order else "",
                f"{order.similarity:.3f}" if order else "",
            ]
        )
    header = ["input", "pairs", "MB", "MB/s", "similarity", "error", f"{_PEER} MB/s", "similarity", "times"]
    header += [f"{_IN_ORDER} MB/s", "similarity"]
    print_table(header, rows)


def print_growth(found: list[Figure]) -> None:
    print("worst cases: CPU seconds\n")
    by_kind: dict[str, list[Figure]] = defaultdict(list)
    for figure in found:
        by_kind[figure.on.rpartition(", ")[0]].append(figure)
    sizes = len(next(iter(by_kind.values())))
    rows = [
        [
            kind,
            *(f"{figure.cpu:.3f}" for figure in figures),
            f"{math.log2(figures[-1].cpu / figures[0].cpu) / max(1, sizes - 1):.2f}",
            f"{figures[-1].speed:.0f}",
        ]
        for kind, figures in by_kind.items()
    ]
    print_table(["", *(f"{1 << k} MB" for k in range(sizes)), "exponent", "MB/s at last"], rows)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--megabytes", type=float, default=2, help="of a content (default %(default)s)")
    parser.add_argument("--worst", type=int, default=8, help="MB, worst cases (default %(default)s)")
    parser.add_argument("--corpus", metavar="FOLDER", help="a corpus with its truth")
    parser.add_argument("--pairs", type=int, default=300, help="of the corpus (default %(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="default %(default)s")
    parser.add_argument("--json", action="store_true", help="all figures as JSON in place of the tables")
    arguments = parser.parse_args()
    peers = find_bsdiff()
    some = np.arange(100, dtype=np.uint8)
    overlap(some, some[1:])
    text_overlap(some, some[1:])
    overlap(some, some)
    found = []
    for name, pair in made(int(arguments.megabytes * 1e6)).items():
        found += measure(name, [pair], None, arguments.rounds, peers)
    if arguments.corpus:
        for name, (pairs, truth) in of_corpus(arguments.corpus, arguments.pairs).items():
            found += measure(name, pairs, truth, arguments.rounds, peers)
    grown = growing(arguments.worst, arguments.rounds)
    if arguments.json:
        figures = [asdict(figure) for figure in found + grown]
        print(json.dumps({"machine": machine(), "figures": figures}, indent=1))
        return
    print(f"{machine()}; {arguments.rounds} rounds\n")
    print_speeds(found)
    print_growth(grown)


if __name__ == "__main__":
    main()
