"""The joins against their peers, growing, at their worst, and what a slider costs.

    python benchmarks/search.py [--tree FOLDER...] [--part links|peers|growth|worst|slider] [--rounds 3] [--long]
                                [--largest 300000] [--table FOLDER]

Peers: ``ssdeep -x``, datasketch's MinHash LSH and rapidfuzz; one that is not installed is named and left out; and the
same compiled figure on every pair there is. datasketch three times: from the files' bytes (nobody has MinHashes to
begin with; their pieces are hashed by numpy, not by its own slower way), from the 128 values of our sketches, and with
MinHashes ready. Rounds are interleaved and what is shown is the median of the rounds'
ratios. Real signatures are those of the tree (Python's library and the system's documentation unless one is named), in
no order; where there are not enough of them, made-up families of four stand for them, and the table says so. Growth
and memory are measured in a process of their own for each cell. Nothing is written outside a temporary folder.

``--part links`` compares and groups all files of each tree as a scan does, by one thread and by two in turn, with
``ssdeep -s -r`` beside it, which only signs them. What the thread that leads the work does itself while there are two
counts as serial, and foretells what more cores bring.

``--long`` lets the programs that are quadratic have 8,000 and 16,000 signatures, half an hour for five rounds.
``hamming.py``, ``ngram_index.py``, ``simhash_paper.py`` and ``million.py`` measure the rest of the search.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import numpy as np
from common import slider, tables
from common.peers import installed, machine, print_table, run
from joins import JOINS, brute_force

from simfinder.app.linking.pipeline import linked
from simfinder.app.reports import write_report
from simfinder.app.session.session import Session
from simfinder.model.progress import Control, Phase
from simfinder.model.scan_options import Method, ScanOptions
from simfinder.model.tolerances import Choices
from simfinder.scan.pipeline import ScanResult, scan
from simfinder.search.linking.links import find_links
from simfinder.search.spamsum.pair_search import distinct, scored
from simfinder.signatures.sketch import bottom_k as sketch
from simfinder.signatures.table.signature import Signature
from simfinder.signatures.table.signature_table import SignatureTable

Meter = Callable[[], float]
"""CPU seconds of doing something once."""

_PEER_SIZES, _LONG_SIZES = (1000, 2000, 4000), (8000, 16_000)
_GROWTH = (10_000, 30_000, 100_000, 300_000, 1_000_000)
_BRUTE_UP_TO = 4000
_ALIKE = 10_000
_SLIDER = (100_000, 1_000_000)
_LSH = 0.5
_CORES = (2, 4, 8, 16)
_STEPS = {Phase.COMPARING: 0, Phase.WEIGHING: 1, Phase.GROUPING: 2, Phase.DONE: 3}
_FROM_BYTES = 1000
_MIX = np.uint64(0x9E3779B97F4A7C15)


def _real(trees: list[str] | None, kept: str | None) -> SignatureTable:
    """Signatures of real files."""
    if kept and os.path.exists(kept):
        return tables.read(kept)
    table = tables.of_files(_trees(trees))
    if kept:
        tables.write(table, kept)
    return table


def _trees(named: list[str] | None) -> list[str]:
    """The folders named, or such as every machine has."""
    chosen = named or [sysconfig.get_paths()["stdlib"], "/usr/share/doc"]
    return [tree for tree in chosen if os.path.isdir(tree)]


def _cpu(work: Callable[[], object]) -> float:
    begin = time.process_time()
    work()
    return time.process_time() - begin


def _list(table: SignatureTable, path: str) -> list[str]:
    """Write ssdeep's list of a table's signatures; the signatures."""
    texts = [table.spamsum_text(row) for row in range(len(table))]
    with open(path, "w") as file:
        file.write("ssdeep,1.1--blocksize:hash:hash,filename\n")
        file.writelines(f'{text},"/{row}"\n' for row, text in enumerate(texts) if text)
    return [text for text in texts if text]


def _lines(command: list[str]) -> list[bytes]:
    return sorted(subprocess.run(command, stdout=subprocess.PIPE, check=False).stdout.splitlines())


def _all_scores(texts: list[str]) -> int:
    table, row_of = distinct(texts)
    rows = np.unique(row_of)
    return len(scored(table, rows, rows, 1, lambda: None).a)


def _datasketch(table: SignatureTable) -> dict[str, Meter]:
    """Insert every row, then ask for every row: with ready MinHashes, and with making them of the sketches' values."""
    try:
        from datasketch import MinHash, MinHashLSH  # type: ignore[import-untyped]
    except ImportError:
        return {}
    values = [table.sketch_values(row) for row in range(len(table))]

    def hashes() -> list[Any]:
        made = [MinHash(num_perm=128, seed=1) for _ in values]
        for minhash, held in zip(made, values, strict=True):
            minhash.update_batch([value.tobytes() for value in held])
        return made

    def find(minhashes: list[Any]) -> None:
        lsh = MinHashLSH(threshold=_LSH, num_perm=128)
        for row, own in enumerate(minhashes):
            lsh.insert(row, own)
        for own in minhashes:
            lsh.query(own)

    ready = hashes()
    return {
        "datasketch, ready hashes": lambda: _cpu(lambda: find(ready)),
        "datasketch": lambda: _cpu(lambda: find(hashes())),
    }


def sketches_from_bytes(trees: list[str] | None, rounds: int) -> None:
    """All similar pairs among real files in memory: sketch and join against MinHash and LSH, at one threshold."""
    try:
        from datasketch import MinHash, MinHashLSH
    except ImportError:
        return
    contents = tables.contents_below(_trees(trees), _FROM_BYTES)
    none = np.zeros(16, dtype=np.uint64)
    floor = float((2 * _LSH / (1 + _LSH)) ** 0.6)  # of files of one size: that J, as the figure people see

    def own() -> int:
        values = [sketch.sketch(data) for data in contents]
        made = [
            Signature(row.to_bytes(16, "big"), len(data), tags=none, sketch=value)
            for row, (data, value) in enumerate(zip(contents, values, strict=True))
        ]
        return len(find_links(SignatureTable.build(made), Method.AUTO, floor))

    def peer() -> int:
        lsh, made = MinHashLSH(threshold=_LSH, num_perm=128), []
        for row, data in enumerate(contents):
            minhash = MinHash(num_perm=128, seed=1, hashfunc=int)
            windows = np.lib.stride_tricks.sliding_window_view(np.frombuffer(data, np.uint8), 8)
            words = np.unique(np.ascontiguousarray(windows).view(np.uint64).ravel() * _MIX >> np.uint64(32))
            minhash.update_batch(words.tolist())
            lsh.insert(row, minhash)
            made.append(minhash)
        return sum(len(lsh.query(minhash)) for minhash in made)

    own()
    spent = [(_cpu(own), _cpu(peer)) for _ in range(rounds)]
    ours, theirs = (statistics.median(column) for column in zip(*spent, strict=True))
    ratio = statistics.median(b / a for a, b in spent)
    print(
        f"{len(contents):,} files, {sum(map(len, contents)) / 1e6:.0f} MB in memory, to similar pairs of J >= {_LSH}: "
        f"sketch and join {ours:.2f} s, datasketch {theirs:.2f} s: {ratio:.0f} times\n"
    )


def _rapidfuzz(table: SignatureTable) -> Meter | None:
    """Every first part with every other: no block sizes, no seven in a row, half of the score's parts."""
    try:
        from rapidfuzz.distance import Indel
        from rapidfuzz.process import cdist
    except ImportError:
        return None
    parts = [table.spam1[row, : int(table.spam1_len[row])].tobytes().decode() for row in range(len(table))]
    return lambda: _cpu(lambda: cdist(parts, parts, scorer=Indel.distance, dtype=np.uint8))


def _peers_of(
    table: SignatureTable, folder: str, here: set[str], quadratic: bool
) -> dict[str, dict[str, Meter]]:
    """For each join itself and its peers."""
    path = os.path.join(folder, "list")
    texts = _list(table, path)
    own = [sys.executable, "-m", "simfinder", "spamsum", "-x", path]
    found: dict[str, dict[str, Meter]] = {
        "spamsum, from texts": {"": lambda: _cpu(lambda: _all_scores(texts))},
        "simfinder spamsum -x": {"": lambda: run(own).cpu},
    }
    if "ssdeep" in here:
        found["spamsum, from texts"]["ssdeep -x"] = lambda: run(["ssdeep", "-x", path]).cpu
        found["simfinder spamsum -x"]["ssdeep -x"] = lambda: run(["ssdeep", "-x", path]).cpu
        same = _lines(own) == _lines(["ssdeep", "-x", path])
        print(
            f"{len(table):,} signatures: the same lines as ssdeep -x: {'yes' if same else 'NO'}", flush=True
        )
    fuzz = _rapidfuzz(table)
    if fuzz and quadratic:
        found["spamsum, from texts"]["rapidfuzz, cdist"] = fuzz
    for name, join in JOINS.items():
        found[name] = {"": lambda join=join: _cpu(lambda: join(table))}  # type: ignore[misc]
        if quadratic:
            found[name]["every pair"] = lambda name=name: _cpu(lambda: brute_force(table, name))  # type: ignore[misc]
    found["sketch"].update(_datasketch(table))
    return found


def peers(table: SignatureTable, rounds: int, long: bool, folder: str) -> None:
    """Each join beside its peers, in the same rounds."""
    here = installed(["ssdeep"])
    for package in ("datasketch", "rapidfuzz"):
        try:
            __import__(package)
        except ImportError:
            print(f"{package}: not installed, left out", file=sys.stderr)
    rows: list[list[str]] = []
    measured: dict[tuple[str, str], list[tuple[int, float, float]]] = {}
    for size, some in tables.shares_of(table, [*_PEER_SIZES, *(_LONG_SIZES if long else ())]):
        found = _peers_of(some, folder, here, size <= _BRUTE_UP_TO)
        for name, meters in found.items():
            spent: dict[str, list[float]] = defaultdict(list)
            for _ in range(rounds):
                for peer, meter in meters.items():
                    spent[peer].append(max(1e-4, meter()))
            own = statistics.median(spent[""])
            for peer in meters:
                if peer:
                    ratio = statistics.median(b / a for a, b in zip(spent[""], spent[peer], strict=True))
                    seconds = statistics.median(spent[peer])
                    measured.setdefault((name, peer), []).append((size, own, seconds))
                    rows.append([name, peer, f"{size:,}", _seconds(own), _seconds(seconds), f"{ratio:.1f}"])
    print()
    print_table(["join", "peer", "signatures", "CPU s", "peer", "ratio"], rows)
    _extrapolated(measured)


def _extrapolated(growth: dict[tuple[str, str], list[tuple[int, float, float]]]) -> None:
    """What ``ssdeep -x`` would take for more, told by its own growth; nothing of it is measured."""
    for (name, peer), measured in growth.items():
        if peer == "ssdeep -x" and len(measured) > 1:
            (n, _, a), (m, own, b) = measured[-2:]
            power = math.log(b / a) / math.log(m / n)
            for size in (16_000, 80_000):
                if size > m:
                    print(
                        f"extrapolated, not measured: {peer} on {size:,} signatures {b * (size / m) ** power:,.0f} s"
                        f" (it grows with the power {power:.2f}); {name} took {own:.3f} s for {m:,}"
                    )
    print()


def _seconds(value: float) -> str:
    return f"{value:.3f}" if value < 10 else f"{value:.0f}"


def _measured(path: str, join: str, rows: int) -> dict[str, Any]:
    """One join in a process of its own."""
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "joins.py")
    process = subprocess.run(
        [sys.executable, script, path, join, str(rows)], stdout=subprocess.PIPE, check=True, text=True
    )
    cost: dict[str, Any] = json.loads(process.stdout)
    return cost


def growth(table: SignatureTable, largest: int, rounds: int, folder: str) -> None:
    """Each join at growing sizes: cost, exponent, memory."""
    path = os.path.join(folder, "table")
    made = []
    for kind in ("real", "made up"):
        sizes = [rows for rows in _GROWTH if rows <= largest]
        if kind == "real":
            sizes = [rows for rows in sizes if rows < len(table)] + [len(table)] * (len(table) <= largest)
            tables.write(table, path)
        elif sizes:
            tables.write(tables.families(sizes[-1]), path)
        for join in JOINS:
            before: dict[str, Any] | None = None
            for rows in sizes:
                costs = [_measured(path, join, rows) for _ in range(rounds if rows < 200_000 else 1)]
                cost = {**costs[0], "cpu": statistics.median(cost["cpu"] for cost in costs)}
                made.append(
                    [
                        join, kind, f"{rows:,}", _seconds(cost["cpu"]), _power("cpu", before, cost),
                        f"{cost['pairs']:,}", _power("pairs", before, cost), f"{cost['capped']:,}",
                        f"{cost['memory'] - cost['before']:.0f}", f"{cost['memory']:.0f}",
                    ]
                )  # fmt: skip
                before = cost
    print_table(
        [
            "join",
            "signatures",
            "number",
            "CPU s",
            "grows by",
            "pairs",
            "grow by",
            "capped",
            "MB more",
            "MB in all",
        ],
        made,
    )


def _power(what: str, before: dict[str, Any] | None, now: dict[str, Any]) -> str:
    """The exponent from one number of rows to the next."""
    if not before or not before[what] or now["rows"] <= before["rows"]:
        return ""
    return f"{math.log(now[what] / before[what]) / math.log(now['rows'] / before['rows']):.2f}"


class _Steps(Control):
    """Adds up, for each step, CPU seconds of all threads, wall seconds and CPU seconds of its own thread."""

    def __init__(self) -> None:
        super().__init__()
        self.costs = np.zeros((len(_STEPS), 3))
        self._step, self._begun = 0, self._now()

    def begin(self, phase: Phase, **totals: Any) -> None:
        self.end(_STEPS.get(phase, self._step))
        super().begin(phase, **totals)

    def end(self, following: int) -> None:
        now = self._now()
        self.costs[self._step] += now - self._begun
        self._step, self._begun = following, now

    def _now(self) -> np.ndarray:
        return np.array((time.process_time(), time.monotonic(), time.thread_time()))


def _linked(options: ScanOptions, result: ScanResult, jobs: int) -> np.ndarray:
    """Compare and group the files of a scan; a row of costs for each step, and for all of them."""
    steps, choices = _Steps(), Choices()
    found = linked(result, choices.methods, choices.tolerances.floor, steps, jobs=jobs)
    steps.end(_STEPS[Phase.DONE])
    session = Session(options, result, found, choices)
    for _ in write_report.text(session, "json", [], []):
        pass
    steps.end(_STEPS[Phase.DONE])
    return np.vstack((steps.costs, steps.costs.sum(axis=0)))


def links(trees: list[str], rounds: int) -> None:
    """Compare and group all files of each tree, by one thread and by two."""
    header = ["step", "CPU s, 1 thread", "2 threads", "wall, 2 / 1", "serial, %"]
    for tree in trees:
        options = ScanOptions((tree,), raw=True, hidden=True)
        result = scan(options, None, Control())
        _linked(options, result, 1)  # compiled, or loaded from numba's cache
        made, peer = defaultdict(list), []
        for _ in range(rounds):
            for jobs in (1, 2):
                made[jobs].append(_linked(options, result, jobs))
            if installed(["ssdeep"]):
                peer.append(run(["ssdeep", "-s", "-r", tree]).cpu)
        one, two = (np.median(made[jobs], axis=0) for jobs in (1, 2))
        ratio = np.median([b[:, 1] / a[:, 1] for a, b in zip(made[1], made[2], strict=True)], axis=0)
        serial = np.minimum(1.0, two[:, 2] / two[:, 0])
        expected = np.array([_expected(one[:, 0], serial, cores) for cores in _CORES])
        signing = f"; ssdeep -s -r: {statistics.median(peer):.2f} s of CPU" if peer else ""
        print(f"{tree}: {len(result.files):,} files{signing}\n")
        rows = []
        for at, name in enumerate(("links", "weights", "names", "clusters and JSON", "in all")):
            figures = [f"{figure:.2f}" for figure in (one[at, 0], two[at, 0], ratio[at])]
            rows.append(
                [name, *figures, f"{100 * serial[at]:.0f}", *(f"{wall:.2f}" for wall in expected[:, at])]
            )
        print_table([*header, *(f"{cores} cores, s" for cores in _CORES)], rows)


def _expected(cpu: np.ndarray, serial: np.ndarray, cores: int) -> np.ndarray:
    """Wall seconds of each step with some cores; names are one thread's work, done while weights are computed."""
    wall = cpu * (serial + (1 - serial) / cores)
    wall[2] = max(cpu[2] * serial[2], cpu[2] - wall[1])
    wall[-1] = wall[:-1].sum()
    return wall


def worst(rounds: int) -> None:
    """Contents alike all over, half as many and all."""
    rows = []
    for kind in tables.ALIKE:
        table = tables.alike(kind, _ALIKE)
        half = table.rows(np.arange(len(table) // 2))
        for name, join in JOINS.items():
            pairs, capped = join(table)
            few = statistics.median(_cpu(lambda join=join, half=half: join(half)) for _ in range(rounds))  # type: ignore[misc]
            all_ = statistics.median(_cpu(lambda join=join, table=table: join(table)) for _ in range(rounds))  # type: ignore[misc]
            power = math.log(all_ / few) / math.log(len(table) / len(half))
            rows.append(
                [kind, f"{len(table):,}", name, _seconds(all_), f"{power:.2f}", f"{pairs:,}", f"{capped:,}"]
            )
    print_table(["contents", "number", "join", "CPU s", "exponent", "pairs", "capped"], rows)


def sliders(largest: int) -> None:
    rows = []
    for size in _SLIDER:
        if size <= largest:
            rows += slider.clusters_alone(size) + slider.whole_session(size)
    print_table(["a move of the slider", "files", "links", "ms", "ms of CPU"], rows)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tree", nargs="+", metavar="FOLDER", help="files for real signatures")
    parser.add_argument(
        "--table", metavar="FOLDER", help="keeps the tree's signatures from one run to the next"
    )
    parser.add_argument("--part", action="append", choices=("links", "peers", "growth", "worst", "slider"))
    parser.add_argument("--rounds", type=int, default=3, help="default %(default)s")
    parser.add_argument(
        "--long", action="store_true", help="the quadratic programs get 16,000 signatures, too"
    )
    parser.add_argument("--largest", type=int, default=300_000, help="rows at most (default %(default)s)")
    arguments = parser.parse_args()
    parts = arguments.part or ["links", "peers", "growth", "worst", "slider"]
    print(f"{machine()}; {arguments.rounds} rounds\n", flush=True)
    small = tables.families(200)
    for join in JOINS.values():
        join(small)  # compiled, or loaded from numba's cache
    with tempfile.TemporaryDirectory() as folder:
        if "links" in parts:
            links(_trees(arguments.tree), arguments.rounds)
        if {"peers", "growth"} & set(parts):
            table = _real(arguments.tree, arguments.table)
            print(f"real: {len(table):,} distinct contents\n", flush=True)
        if "peers" in parts:
            peers(table, arguments.rounds, arguments.long, folder)
            sketches_from_bytes(arguments.tree, arguments.rounds)
        if "growth" in parts:
            growth(table, arguments.largest, arguments.rounds, folder)
        if "worst" in parts:
            worst(arguments.rounds)
        if "slider" in parts:
            sliders(arguments.largest)


if __name__ == "__main__":
    main()
