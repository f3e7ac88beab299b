"""A million made-up files from a real cache database to clusters, and what a slider move costs there.

    python benchmarks/million.py [--files 1000000] [--database FILE] [--jobs 2]

Makes the database first (kept where a name is given, so that it can be used again), then looks the files up in it,
loads their signatures, finds all links, groups them and moves sliders, in a process of its own: CPU and wall seconds
of each step and the most memory in it. Six of ten contents are alone, the others are families of 2 to 8 whose members
had some of their content replaced; one in fifty has an exact copy. Only walking the folders is left out.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from common.peers import print_table
from numba import njit

from simfinder.app.session.session import Session
from simfinder.arrays.file_columns import FileColumns
from simfinder.arrays.release_memory import give_back
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.model.tolerances import Tolerances
from simfinder.scan import pipeline
from simfinder.scan.extract import formats
from simfinder.scan.walk.walker import Walk
from simfinder.signatures import integer_coding
from simfinder.signatures.sketch import hash_codes
from simfinder.signatures.table import serialize
from simfinder.store.cache.cache import Cache, Entry

_TYPES = (
    "txt",
    "pdf",
    "jpg",
    "c",
    "h",
    "html",
    "docx",
    "png",
    "py",
    "xml",
    "o",
    "so",
    "md",
    "json",
    "log",
    "zip",
)
_LETTERS = np.frombuffer(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", np.uint8)
_CHUNK = 20_000
_MTIME = 1_600_000_000_000_000_000


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--files", type=int, default=1_000_000)
    parser.add_argument("--database", help="where the cache database is, or is to be made and kept")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--measured", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measured:
        print(json.dumps(measure(arguments.database, arguments.files, arguments.jobs)))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        database = arguments.database or str(Path(folder, "cache.sqlite3"))
        if not Path(database).exists():
            make(database, arguments.files)
        told = subprocess.run(
            [sys.executable, __file__, "--measured", "--database", database,
             "--files", str(arguments.files), "--jobs", str(arguments.jobs)],
            check=True, stdout=subprocess.PIPE, text=True,
        ).stdout  # fmt: skip
        size = sum(path.stat().st_size for path in Path(database).parent.glob(Path(database).name + "*"))
    steps, facts = json.loads(told)
    print(f"{arguments.files:,} files, {arguments.jobs} jobs; database {size / 1e6:,.0f} MB\n")
    print_table(
        ("step", "CPU s", "wall s", "MB at most"),
        [(n, f"{c:.2f}", f"{w:.2f}", f"{m:,.0f}") for n, c, w, m in steps],
    )
    print()
    print_table(("what", "figure"), list(facts.items()))
    return 0


def listed(count: int) -> FileColumns:
    """The files, as a walk lists them. Of three hundred in a folder each has its own inode, size and time."""
    number = np.arange(count, dtype=np.int64)
    mtime = _MTIME + number * 1_000_003
    numbers = np.column_stack(
        (np.full(count, 7), number + 1, 1000 + number % 90_000, mtime, mtime, np.zeros(count, np.int64))
    )
    paths = (
        f"/data/{i // 300:06d}/document {i:08d}.{_TYPES[i * 7 // 5 % len(_TYPES)]}" for i in range(count)
    )
    return FileColumns.of_columns(paths, numbers, np.zeros(count, np.bool_))


def make(path: str, count: int) -> None:
    """The cache database, by the way every scan takes."""
    rng = np.random.default_rng(2026)
    files = listed(count)
    made = pipeline.version_key()
    with Cache.open(path) as cache:
        for begin, pieces, contents in signatures(count, rng):
            cache.write(
                [
                    Entry(file, content, piece, _MTIME + 2**62, formats.PLAIN)
                    for file, content, piece in zip(
                        files[begin : begin + _CHUNK], contents, pieces, strict=False
                    )
                ],
                made,
            )
            cache.flush()


def signatures(count: int, rng: np.random.Generator) -> Iterator[tuple[int, list[bytes], list[bytes]]]:
    """Chunks of pieces and content hashes."""
    for begin in range(0, count, _CHUNK):
        n = min(_CHUNK, count - begin)
        family = np.repeat(np.arange(n), np.where(rng.random(n) < 0.82, 1, rng.integers(2, 9, n)))[:n]
        values = np.sort(rng.integers(0, 1 << 63, (n, 160), dtype=np.uint64) >> np.uint64(3), axis=1)[family]
        edited = rng.random((n, 160)) < rng.uniform(0.01, 0.15, n)[:, None]
        values[edited] = rng.integers(0, 1 << 60, int(edited.sum()), dtype=np.uint64)
        values = np.sort(values, axis=1)[:, :128]
        counts = rng.integers(20, 4000, (n, 16))[family] + rng.integers(0, 30, (n, 16))
        texts = rng.choice(_LETTERS, (n, 90))[family]
        edited = rng.random((n, 90)) < 0.05
        texts[edited] = rng.choice(_LETTERS, int(edited.sum()))
        bits = rng.integers(0, 1 << 63, n, dtype=np.uint64)[family] ^ (
            np.uint64(1) << rng.integers(0, 64, n).astype(np.uint64)
        )
        out = np.empty(n * 1400, np.uint8)
        ends = np.empty(n, np.int64)
        _pack(counts.astype(np.uint64), texts, bits, values, out, ends)
        whole = out.tobytes()
        bounds = [0, *ends.tolist()]
        pieces = [whole[a:b] for a, b in pairwise(bounds)]
        contents = [(begin + i).to_bytes(8, "big") + rng.bytes(8) for i in range(n)]
        for i in np.flatnonzero(rng.random(n - 1) < 0.02).tolist():
            contents[i + 1], pieces[i + 1] = contents[i], pieces[i]
        yield begin, pieces, contents


@njit(cache=True)
def _pack(
    counts: np.ndarray,
    texts: np.ndarray,
    bits: np.ndarray,
    values: np.ndarray,
    out: np.ndarray,
    ends: np.ndarray,
) -> None:
    at, of = np.int64(0), np.empty(5, np.int64)
    for i in range(len(bits)):
        head = at
        at += 16
        at += integer_coding.put_counts(counts[i], out[at:])
        of[0] = at
        for char in (49, 57, 50, 58):  # 192:
            out[at] = char
            at += 1
        out[at : at + 60] = texts[i, :60]
        out[at + 60] = 58
        out[at + 61 : at + 91] = texts[i, 60:]
        at += 91
        of[1] = at
        for k in range(8):
            out[at + k] = np.uint8(bits[i] >> np.uint64(8 * k) & np.uint64(255))
        at += 8
        of[2] = at
        out[at] = 61  # the sketch tells the shingleprint
        at += 1
        of[3] = at
        hash_codes.put_row(values[i], values[i])
        at += integer_coding.put_ascending(values[i], out[at:])
        of[4] = at
        serialize.put_head(of, out, head)
        ends[i] = at


class _Steps:
    """CPU and wall time of one step after another, and the most memory in each."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, float, float, float]] = []
        peak_since_asked()
        self._at = (time.process_time(), time.monotonic())

    def done(self, name: str) -> None:
        now = (time.process_time(), time.monotonic())
        self.rows.append((name, now[0] - self._at[0], now[1] - self._at[1], peak_since_asked()))
        self._at = (time.process_time(), time.monotonic())


def peak_since_asked() -> float:
    """Return the most memory in MB since this was last asked; since the start where the system can't forget it."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    with contextlib.suppress(OSError):
        status = Path("/proc/self/status").read_text()
        most = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")) / 1000
        Path("/proc/self/clear_refs").write_text("5")
    return most


def measure(
    database: str, count: int, jobs: int
) -> tuple[list[tuple[str, float, float, float]], dict[str, str]]:
    from simfinder.search.linking import judge
    from simfinder.search.linking import warmup as warm

    warm.warm_up()
    options = ScanOptions(("/data",), jobs=jobs)
    walked = [Walk(listed(count), {}, [], ("/data",))]
    give_back()
    steps, control = _Steps(), Control()
    pipeline.walk = lambda *_: walked.pop()  # type: ignore[assignment]
    table = pipeline.Packer.table
    links = judge.find_links

    def told(name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def step(*arguments: Any, **named: Any) -> Any:
            found = work(*arguments, **named)
            steps.done(name)
            return found

        return step

    pipeline.Packer.table = told("look up, load, make the table", table)  # type: ignore[method-assign]
    judge.find_links = told("links", links)
    with Cache.open(database) as cache:
        session = Session.run(options, cache=cache, control=control)
    steps.done("clusters")
    total = [sum(column) for column in list(zip(*steps.rows, strict=True))[1:3]]
    moves = []
    for tolerance in (0.25, 0.3, 0.1, 0.35, 0.3):
        begin = time.process_time(), time.monotonic()
        session.set_tolerances(Tolerances(tolerance))
        moves.append(time.monotonic() - begin[1])
    one = []
    for tolerance in (0.25, 0.1, 0.35):
        at = time.monotonic()
        session.set_tolerances(session.choices.tolerances.with_type("txt", tolerance))
        one.append(time.monotonic() - at)
    steps.done("eight moves of a slider")
    return steps.rows, {
        "contents": f"{len(session.result.table):,} ({session.result.from_cache:,} files from the cache)",
        "links": f"{len(session.links):,} (capped {session.links.capped})",
        "clusters": f"{len(session.clusters):,}",
        "all to clusters, CPU / wall s": f"{total[0]:.1f} / {total[1]:.1f}",
        "a move for all types, ms": f"{1000 * np.median(moves):.0f} (at most {1000 * max(moves):.0f})",
        "a move for one type, ms": f"{1000 * np.median(one):.0f}",
    }


if __name__ == "__main__":
    sys.exit(main())
