"""The n-gram index at growing n: building, disk, memory and looking up, against plainer ways to keep the same.

    python benchmarks/ngram_index.py [FOLDER...] [--largest 1000000] [--parts 200]

Synthetic files first: each has 50 random n-grams of five characters, as a file of 100 kB has at the seed's block
size of 2048. What is looked up are 5 n-grams of one file and 50 that are likely in none; then one that all files
hold. Peers, up to a size: the dictionary of sets of the seed's own program (in memory), and a plain table of SQLite
(n-gram, file number, WITHOUT ROWID, rows sorted before they are put in).

Then the files of the folders, if any are given: indexed at four block sizes, and random parts of 10 kB, cut out of
files of 50 to 200 kB, looked up: how many of them find their file. Nothing is written outside a temporary folder.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import os
import random
import resource
import sqlite3
import statistics
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

import numpy as np
from common.peers import files_below, machine, peak_memory, print_table

from simfinder.app.paper_tools import ngram_indexing
from simfinder.errors import SignatureError
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.search.ngram_index import Hits
from simfinder.store.ngram_index.index_schema import IndexParameters
from simfinder.store.ngram_index.reader import NgramIndex
from simfinder.store.ngram_index.writer import FileRow, building

PARAMETERS = IndexParameters(2048, 5)
GRAMS = 50
BLOCK_SIZES = (64, 100, 512, 2048)
PART = 10_000
_BATCH = 2000
_QUERIES = 40
_EVERYWHERE = 12345
_PEERS_UP_TO = 100_000


@dataclass(frozen=True)
class Figures:
    """What one way of keeping n files cost.

    Attributes:
        build: CPU seconds.
        disk: MB; 0 for none.
        memory: peak MB of the process.
        query: milliseconds of a look-up, wall, median.
        popular: milliseconds of one with an n-gram that all files hold.
    """

    build: float
    disk: float
    memory: float
    query: float
    popular: float


def synthetic(n: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """N-grams and file numbers, from 1, of some files at a time; the first n-gram of each file is the same."""
    rng = np.random.default_rng(1)
    for begin in range(0, n, _BATCH):
        count = min(_BATCH, n - begin)
        grams = rng.integers(0, 1 << PARAMETERS.width, count * GRAMS, dtype=np.uint64)
        grams[::GRAMS] = _EVERYWHERE
        yield grams, np.repeat(np.arange(begin, begin + count), GRAMS) + 1


def queries(n: int) -> list[np.ndarray]:
    """Five n-grams of one file each, and fifty that are likely in none."""
    rng = np.random.default_rng(2)
    wanted = set(rng.integers(0, n, _QUERIES).tolist())
    found = []
    for grams, ids in synthetic(n):
        for file in wanted.intersection(ids[::GRAMS].tolist()):
            own = grams[ids == file][1:6]
            other = rng.integers(0, 1 << PARAMETERS.width, GRAMS, dtype=np.uint64)
            found.append(np.unique(np.concatenate((own, other))))
    return found


def timed(look_up: Callable[[np.ndarray], object], asked: Sequence[np.ndarray]) -> float:
    """Milliseconds of a look-up, median."""
    spent = []
    for grams in asked:
        begin = time.perf_counter()
        look_up(grams)
        spent.append(time.perf_counter() - begin)
    return statistics.median(spent) * 1e3


def name(number: int) -> bytes:
    return b"/data/%03d/%03d/file%07d.txt" % (number % 1000, number // 1000, number)


def ours(n: int, folder: str) -> Figures:
    path = os.path.join(folder, "some.index")
    begin = time.process_time()
    with building(path, PARAMETERS, force=True) as draft:
        for grams, ids in synthetic(n):
            draft.add_grams(grams, ids)
        draft.finish((FileRow(i, name(i), GRAMS) for i in range(1, n + 1)), (), lambda: None)
    spent = time.process_time() - begin
    memory = peak()

    def look_up(grams: np.ndarray) -> object:
        with NgramIndex.open(path) as index, index.moment():
            hits = Hits()
            for _, ids in index.holders(grams, lambda: None):
                hits.add(ids, 1)
            ids, _ = hits.at_least(1)
            return index.names(ids)

    everywhere = np.array([_EVERYWHERE], np.uint64)
    return Figures(
        spent,
        os.path.getsize(path) / 1e6,
        memory,
        timed(look_up, queries(n)),
        timed(look_up, [everywhere] * 3),
    )


def dictionary(n: int, _: str) -> Figures:
    """What the seed's program does."""
    begin = time.process_time()
    registry: dict[int, set[bytes]] = defaultdict(set)
    for grams, ids in synthetic(n):
        for own, number in zip(grams.reshape(-1, GRAMS).tolist(), ids[::GRAMS].tolist(), strict=True):
            path = name(number)
            for gram in own:
                registry[gram].add(path)
    spent = time.process_time() - begin

    def look_up(grams: np.ndarray) -> object:
        counts: Counter[bytes] = Counter()
        for gram in grams.tolist():
            counts.update(registry.get(gram, ()))
        return counts

    everywhere = np.array([_EVERYWHERE], np.uint64)
    return Figures(spent, 0.0, peak(), timed(look_up, queries(n)), timed(look_up, [everywhere] * 3))


def plain_table(n: int, folder: str) -> Figures:
    path = os.path.join(folder, "plain.sqlite3")
    begin = time.process_time()
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = OFF")
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("CREATE TABLE postings (gram, id, PRIMARY KEY (gram, id)) WITHOUT ROWID")
    connection.execute("CREATE TABLE files (id INTEGER PRIMARY KEY, name BLOB UNIQUE)")
    grams, ids = map(np.concatenate, zip(*synthetic(n), strict=True))
    order = np.lexsort((ids, grams))
    connection.execute("BEGIN")
    for at in range(0, len(order), 1_000_000):
        part = order[at : at + 1_000_000]
        rows = zip(grams[part].tolist(), ids[part].tolist(), strict=True)
        connection.executemany("INSERT INTO postings VALUES (?, ?)", rows)
    connection.executemany("INSERT INTO files VALUES (?, ?)", ((i, name(i)) for i in range(1, n + 1)))
    connection.execute("COMMIT")
    spent = time.process_time() - begin
    memory = peak()

    def look_up(grams: np.ndarray) -> object:
        marks = ",".join("?" * len(grams))
        return connection.execute(
            f"SELECT name, count(*) FROM postings JOIN files USING (id) WHERE gram IN ({marks}) GROUP BY id",
            grams.tolist(),
        ).fetchall()

    everywhere = np.array([_EVERYWHERE], np.uint64)
    found = Figures(
        spent,
        os.path.getsize(path) / 1e6,
        memory,
        timed(look_up, queries(n)),
        timed(look_up, [everywhere] * 3),
    )
    connection.close()
    return found


WAYS = {"simfinder": ours, "dictionary of sets": dictionary, "plain SQLite table": plain_table}


def peak() -> float:
    return peak_memory(resource.getrusage(resource.RUSAGE_SELF))


def apart(way: str, n: int) -> Figures:
    """One figure in a process of its own, whose peak of memory is its own."""
    with (
        tempfile.TemporaryDirectory() as folder,
        ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool,
    ):
        return pool.submit(WAYS[way], n, folder).result()


def growth(largest: int) -> None:
    sizes = [n for n in (10_000, 100_000, 1_000_000, 10_000_000) if n <= largest]
    rows = []
    for way in WAYS:
        before: tuple[int, float] | None = None
        for n in sizes:
            if way != "simfinder" and n > _PEERS_UP_TO:
                continue
            found = apart(way, n)
            exponent = ""
            if before:
                exponent = f"{math.log(found.build / before[1]) / math.log(n / before[0]):.2f}"
            before = n, found.build
            postings = n * GRAMS
            rows.append(
                [
                    way,
                    f"{n:,}",
                    f"{found.build:.2f}",
                    exponent,
                    f"{found.disk:.0f}" if found.disk else "",
                    f"{found.disk * 1e6 / postings:.1f}" if found.disk else "",
                    f"{found.memory:.0f}",
                    f"{found.query:.2f}",
                    f"{found.popular:.0f}",
                ]
            )
    print(f"synthetic signatures, {GRAMS} n-grams a file\n")
    print_table(
        [
            "",
            "files",
            "build, CPU s",
            "growth",
            "disk, MB",
            "bytes per n-gram",
            "memory, MB",
            "look-up of 55, ms",
            "of one in all files, ms",
        ],
        rows,
    )


def real(folders: Sequence[str], count: int) -> None:
    """Real files at several block sizes, and how many of some parts find their file."""
    parts = cut(folders, count)
    rows = []
    with tempfile.TemporaryDirectory() as place:
        path, query = os.path.join(place, "real.index"), os.path.join(place, "part")
        for block in BLOCK_SIZES:
            begin = time.process_time()
            what = ScanOptions(tuple(map(os.path.abspath, folders)), hidden=True)
            done = ngram_indexing.build(path, what, IndexParameters(block, 5), Control(), force=True)
            spent = time.process_time() - begin
            found = short = 0
            grams, common, wall = [], [], []
            for whole, data in parts:
                with open(query, "wb") as file:
                    file.write(data)
                begin = time.perf_counter()
                try:
                    answer = ngram_indexing.find(path, query, Control())
                except SignatureError:
                    short += 1
                    continue
                wall.append(time.perf_counter() - begin)
                grams.append(answer.grams)
                own = [match.count for match in answer.matches if match.path == whole]
                found += bool(own)
                common += own
            rows.append(
                [
                    str(block),
                    f"{done.grams:,}",
                    f"{spent:.1f}",
                    f"{os.path.getsize(path) / 1e6:.0f}",
                    f"{max(0.0, PART / block - PARAMETERS.ngram):.0f}",
                    f"{sum(grams) / max(1, len(parts)):.0f}",
                    f"{statistics.mean(common):.0f}" if common else "",
                    str(short),
                    f"{found / len(parts):.1%}",
                    f"{statistics.median(wall) * 1e3:.1f}" if wall else "",
                ]
            )
    print(f"{done.files:,} real files, {done.bytes / 1e6:.0f} MB; {len(parts)} random parts of 10 kB\n")
    print_table(
        [
            "block size",
            "n-grams",
            "build, CPU s",
            "disk, MB",
            "n-grams expected",
            "in a part",
            "found in its file",
            "too short",
            "parts that find their file",
            "look-up, ms",
        ],
        rows,
    )


def cut(folders: Sequence[str], count: int) -> list[tuple[str, bytes]]:
    """Random parts of files of 50 to 200 kB, with the file's path."""
    paths = [
        os.path.join(os.path.abspath(folder), below) for folder in folders for below in files_below(folder)
    ]
    fitting = [path for path in paths if 50_000 <= os.path.getsize(path) <= 200_000]
    if not fitting:
        raise SystemExit("no file of 50 to 200 kB in there")
    rng = random.Random(5)
    parts = []
    for path in rng.choices(fitting, k=count):
        with open(path, "rb") as file:
            data = file.read()
        at = rng.randrange(len(data) - PART)
        parts.append((path, data[at : at + PART]))
    return parts


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="*", metavar="FOLDER", help="real files, e.g. a kernel tree")
    parser.add_argument(
        "--largest", type=int, default=1_000_000, help="synthetic files (default %(default)s)"
    )
    parser.add_argument("--parts", type=int, default=200, help="cut out of real files (default %(default)s)")
    arguments = parser.parse_args()
    print(f"{machine()}, SQLite {sqlite3.sqlite_version}\n")
    growth(arguments.largest)
    if arguments.folders:
        real(arguments.folders, arguments.parts)


if __name__ == "__main__":
    main()
