"""Joins and clustering at growing n, against a plain peer in the same run.

    python benchmarks/search.py [--largest 64000]

Prints for each: seconds of CPU, the peer's seconds where it is run (it is quadratic), their ratio, and the
growth exponent between one size and the next (1 = linear, 2 = quadratic). "mixed" are families of four under
no common header, "licence" has half of every content in common, "alike" is one content with small edits.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable

import numpy as np

from simfinder.model.options import Method
from simfinder.search import clustering, scoring
from simfinder.search.links import find_links
from simfinder.search.warm import warm_up
from simfinder.signatures.table import SignatureTable

_PEER_UP_TO = 2_000
_LETTERS = np.frombuffer(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", np.uint8)


def blank(n: int) -> SignatureTable:
    content = np.zeros((n, 16), np.uint8)
    content[:, :8] = np.arange(n, dtype=">u8")[:, None].view(np.uint8).reshape(n, 8)
    return SignatureTable(
        content=content,
        size=np.zeros(n, np.int64),
        tags=np.zeros((n, 16), np.uint64),
        spam_block=np.full(n, 96, np.uint64),
        spam1=np.zeros((n, 64), np.uint8),
        spam1_len=np.full(n, 56, np.uint8),
        spam2=np.zeros((n, 64), np.uint8),
        spam2_len=np.zeros(n, np.uint8),
        sketch=np.empty((n, 128), np.uint64),
        sketch_len=np.full(n, 128, np.uint16),
    )


def made(n: int, kind: str, rng: np.random.Generator) -> SignatureTable:
    """A table of n made-up rows, written straight into its columns."""
    table = blank(n)
    members, shared, edited = {"mixed": (4, 0, 0.1), "licence": (4, 750, 0.1), "alike": (n, 0, 0.02)}[kind]
    header = rng.integers(0, 1 << 63, shared, dtype=np.uint64)
    header_text = rng.choice(_LETTERS, 24)
    for begin in range(0, n, members):
        base = rng.integers(0, 1 << 63, 1500 - shared, dtype=np.uint64)
        text = rng.choice(_LETTERS, 56)
        if shared:
            text[:24] = header_text
        counts = rng.integers(100, 200, 16)
        for row in range(begin, min(begin + members, n)):
            copy = base.copy()
            changed = rng.integers(0, len(copy), rng.binomial(len(copy), edited))
            copy[changed] = rng.integers(0, 1 << 63, len(changed), dtype=np.uint64)
            whole = np.concatenate((copy, header))
            table.sketch[row] = np.sort(np.partition(whole, 128)[:128])
            table.size[row] = rng.integers(5800, 6200)
            table.tags[row] = counts + rng.integers(0, 3, 16)
            table.spam1[row, :56] = text
            table.spam1[row, rng.integers(30, 56, 3)] = rng.choice(_LETTERS, 3)
    return table


def all_pairs(table: SignatureTable, method: Method, floor: float) -> int:
    """The peer: the same compiled figure on every pair there is."""
    a, b = np.triu_indices(len(table), 1)
    return int((scoring.similarity(table, method, a, b) >= np.float32(floor)).sum())


def breadth_first(n: int, a: np.ndarray, b: np.ndarray) -> int:
    """The peer of clustering: lists of neighbours and a queue."""
    beside: list[list[int]] = [[] for _ in range(n)]
    for x, y in zip(a.tolist(), b.tolist(), strict=True):
        beside[x].append(y)
        beside[y].append(x)
    seen = [False] * n
    found = 0
    for start in range(n):
        queue = [] if seen[start] else [start]
        found += len(queue)
        for node in queue:
            for other in beside[node]:
                if not seen[other]:
                    seen[other] = True
                    queue.append(other)
    return found


def cpu(work: Callable[[], object]) -> float:
    """Least CPU seconds of a few runs."""
    seconds = []
    for _ in range(3):
        started = time.process_time()
        work()
        seconds.append(time.process_time() - started)
        if seconds[0] > 2:
            break
    return max(min(seconds), 1e-6)


class Growth:
    """Prints one line for each size and remembers the one before."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._before: tuple[int, float] | None = None

    def line(self, n: int, seconds: float, peer: float | None, rest: str) -> None:
        text = f"{self._name:22s} n={n:8,d}  {seconds:8.3f} s"
        text += f"  peer {peer:8.3f} s  ratio {peer / seconds:8.1f}" if peer else " " * 33
        if self._before:
            text += f"  growth {math.log(seconds / self._before[1]) / math.log(n / self._before[0]):5.2f}"
        self._before = n, seconds
        print(f"{text}  {rest}", flush=True)


def joins(kind: str, sizes: list[int], rng: np.random.Generator) -> None:
    tables = [made(n, kind, rng) for n in sizes]
    for method in (Method.AUTO, Method.SPAMSUM, Method.TAGCOUNT):
        growth = Growth(f"{method} {kind}")
        for table in tables:
            n = len(table)
            seconds = cpu(lambda table=table, method=method: find_links(table, method))  # type: ignore[misc]
            links = find_links(table, method)
            peer = None
            if n <= _PEER_UP_TO:
                peer = cpu(lambda table=table, method=method: all_pairs(table, method, 0.4))  # type: ignore[misc]
            growth.line(n, seconds, peer, f"{len(links):,} links, {links.capped} capped")


def slider(sizes: list[int], rng: np.random.Generator) -> None:
    """Active links and clusters, what one move of a slider costs."""
    growth = Growth("clusters")
    for n in sizes:
        m = 2 * n
        a = rng.integers(0, n, m).astype(np.int32)
        b = np.minimum(n - 1, a + rng.integers(1, 9, m)).astype(np.int32)
        similarity = rng.uniform(0.4, 1, m).astype(np.float32)
        types, rank = rng.integers(0, 30, n).astype(np.int32), rng.permutation(n).astype(np.int32)
        tolerance = np.full(30, 0.3, np.float32)

        def move(
            n: int = n, a: np.ndarray = a, b: np.ndarray = b, similarity: np.ndarray = similarity,
            types: np.ndarray = types, rank: np.ndarray = rank, tolerance: np.ndarray = tolerance,
        ) -> clustering.ClusterArrays:  # fmt: skip
            active = clustering.active(similarity, types[a], types[b], tolerance)
            return clustering.clusters(n, a, b, active, rank)

        strong = similarity >= 0.7
        peer = cpu(lambda n=n, x=a[strong], y=b[strong]: breadth_first(n, x, y)) if n <= 200_000 else None  # type: ignore[misc]
        growth.line(n, cpu(move), peer, f"{m:,} links, {len(move()):,} clusters")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--largest", type=int, default=32_000, help="rows of the largest join")
    arguments = parser.parse_args()
    warm_up()
    rng = np.random.default_rng(1)
    sizes = [n for n in (1_000, 2_000, 8_000, 32_000, 128_000) if n <= arguments.largest]
    for kind in ("mixed", "licence", "alike"):
        joins(kind, sizes, rng)
    slider([10_000, 100_000, 1_000_000], rng)


if __name__ == "__main__":
    main()
