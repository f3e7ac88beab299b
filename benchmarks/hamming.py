"""The join of 64-bit values within a Hamming distance, and the command ``hamming``, against peers that do the same.

    python benchmarks/hamming.py [--largest 1000000] [--distance 3] [--rounds 3] [--json]

Peers: sort(1) on the same lines (in the locale there is and in LC_ALL=C), comparing all with all (numpy, row by row),
and of faiss-cpu the exact IndexBinaryFlat and IndexBinaryMultiHash, which is exact too with one more table than bits
may differ. What is not installed is named and left out; what is quadratic runs up to a size of its own. All is CPU
time (user and system) on one thread, of whole processes for commands and of warm calls in memory for the rest. Rounds
are interleaved; what is shown is the median of the rounds, ratios being those of one round each.

Inputs: random values; families of ten around random values, two bits turned in each; the numbers from 0 up, which
agree in nearly all of their blocks; and a single family, three bits turned in each. On the last two the tables of
MultiHash are of no use (2 s at 10,000), so it is left out there.
Nothing is written outside a temporary folder.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib.metadata import version

import numpy as np
import numpy.typing as npt
from common.peers import installed, machine, peak_memory, print_table, run

from simfinder.app.paper_tools.hamming_lines import written
from simfinder.search.hamming.find_all import find_all

Values = npt.NDArray[np.uint64]
Join = Callable[[Values, int], int]
"""Pairs found among some values within a distance."""

_SEED = 7
_ALL_WITH_ALL_UP_TO, _FLAT_UP_TO, _MULTIHASH_UP_TO = 20_000, 20_000, 300_000
_MULTIHASH = "faiss IndexBinaryMultiHash"
_KINDS = ("random", "families", "numbers", "one family")
_PAIRS_MOST = {"numbers": 100_000, "one family": 40_000}  # values; their pairs grow faster than they do
_WITH_INPUT = "from stdin"


@dataclass(frozen=True)
class Figure:
    """One join of one input.

    Attributes:
        on: the kind of input.
        values: how many.
        name: who did it.
        cpu: seconds, the median.
        pairs: found; -1 for a program that finds none.
        ratio: of these seconds to ours in the same round, the median.
        memory: peak MB of a process that does nothing else, 0.0 where it was not measured.
    """

    on: str
    values: int
    name: str
    cpu: float
    pairs: int
    ratio: float
    memory: float = 0.0


def made(kind: str, n: int) -> Values:
    """About n values of a kind, in random order."""
    rng = np.random.default_rng(_SEED)
    if kind == "numbers":
        values = np.arange(n, dtype=np.uint64)
    elif kind == "random":
        values = rng.integers(0, 1 << 64, n, dtype=np.uint64)
    else:
        members, turned = (10, 2) if kind == "families" else (n, 3)
        values = np.repeat(rng.integers(0, 1 << 64, max(1, n // members), dtype=np.uint64), members)
        for _ in range(turned):
            values ^= np.uint64(1) << rng.integers(0, 64, len(values), dtype=np.uint64)
    return rng.permutation(values)


def ours(values: Values, distance: int) -> int:
    return len(find_all(values, distance + 2, distance)[0])


def all_with_all(values: Values, distance: int) -> int:
    values = np.unique(values)
    found = 0
    for row in range(len(values) - 1):
        found += int((np.bitwise_count(values[row + 1 :] ^ values[row]) <= distance).sum())
    return found


def find_faiss() -> dict[str, tuple[Join, int]]:
    """Joins by faiss, if it is here, and the most values each is given."""
    try:
        import faiss
    except ImportError:
        print("faiss-cpu: not installed, left out", file=sys.stderr)
        return {}
    faiss.omp_set_num_threads(1)

    def search(index: object, values: Values, distance: int) -> int:
        values = np.unique(values)
        rows = values.view(np.uint8).reshape(-1, 8)
        index.add(rows)  # type: ignore[attr-defined]
        ends, _, _ = index.range_search(rows, distance + 1)  # type: ignore[attr-defined] # below, not up to
        return int(ends[-1] - len(values)) // 2

    def flat(values: Values, distance: int) -> int:
        return search(faiss.IndexBinaryFlat(64), values, distance)

    def multihash(values: Values, distance: int) -> int:
        index = faiss.IndexBinaryMultiHash(64, distance + 1, 64 // (distance + 1))
        index.nflip = 0
        return search(index, values, distance)

    return {
        "faiss IndexBinaryFlat": (flat, _FLAT_UP_TO),
        _MULTIHASH: (multihash, _MULTIHASH_UP_TO),
    }


def alone(kind: str, n: int, distance: int) -> float:
    """Peak MB of a process that makes such values and joins them, numpy included."""
    words = [sys.executable, __file__, "--alone", kind, str(n), "--distance", str(distance)]
    return float(subprocess.run(words, capture_output=True, text=True, check=True).stdout)


def own_peak() -> float:
    """Peak MB of this process."""
    with contextlib.suppress(OSError), open("/proc/self/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmHWM")) * 1024 / 1e6
    return peak_memory(resource.getrusage(resource.RUSAGE_SELF))


def peaks(sizes: list[int], distance: int) -> dict[tuple[str, int], float]:
    """Memory of each input's join, to be asked while this process is small: a child's peak begins with its parent's."""
    return {(kind, n): alone(kind, n, distance) for kind in _KINDS for n in of_kind(kind, sizes)}


def of_kind(kind: str, sizes: list[int]) -> list[int]:
    """The numbers of values taken of a kind."""
    return sorted({min(n, _PAIRS_MOST.get(kind, n)) for n in sizes})


def joins(sizes: list[int], distance: int, rounds: int, memory: dict[tuple[str, int], float]) -> list[Figure]:
    """All inputs by all joins; they must agree in how many pairs there are."""
    peers = {"all with all": (all_with_all, _ALL_WITH_ALL_UP_TO), **find_faiss()}
    found = []
    for kind in _KINDS:
        for n in of_kind(kind, sizes):
            values = made(kind, n)
            here: dict[str, Join] = {
                "simfinder": ours,
                **{
                    name: join
                    for name, (join, most) in peers.items()
                    if n <= most and not (name == _MULTIHASH and kind in _PAIRS_MOST)
                },
            }
            ours(values, distance)
            spent: dict[str, list[float]] = defaultdict(list)
            counts: dict[str, int] = {}
            for _ in range(rounds):
                for name, join in here.items():
                    begin = time.process_time()
                    counts[name] = join(values, distance)
                    spent[name].append(time.process_time() - begin)
            if len(set(counts.values())) > 1:
                raise RuntimeError(f"{kind}, {n}: not the same pairs: {counts}")
            for name, seconds in spent.items():
                found.append(
                    Figure(
                        kind,
                        n,
                        name,
                        statistics.median(seconds),
                        counts[name],
                        statistics.median(b / a for a, b in zip(spent["simfinder"], seconds, strict=True)),
                        memory[kind, n] if name == "simfinder" else 0.0,
                    )
                )
    return found


def commands(sizes: list[int], distance: int, rounds: int) -> list[Figure]:
    """The command and sort(1) on files of random values."""
    words = ["-m", "simfinder", "hamming", "--blocks", str(distance + 2), "--distance", str(distance)]
    programs: dict[str, tuple[list[str], dict[str, str]]] = {
        "simfinder hamming": ([sys.executable, *words], {}),
    }
    if installed(["sort"]):
        place = os.environ.get("LC_ALL") or os.environ.get("LC_COLLATE") or os.environ.get("LANG") or "C"
        programs[f"sort ({place})"] = (["sort"], {})
        programs["sort (C)"] = (["sort"], {"LC_ALL": "C"})
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for n in sizes:
            path = os.path.join(folder, "values")
            values = made("random", n)
            with open(path, "w") as file:
                for text in written(values, values):
                    file.writelines(f"{line[:18]}\n" for line in text.splitlines())
            spent: dict[str, list[float]] = defaultdict(list)
            memory: dict[str, float] = {}
            for _ in range(rounds):
                for name, (command, extra) in programs.items():
                    cost = run(
                        ["sh", "-c", 'exec "$@" <"$0"', path, *command], environment={**os.environ, **extra}
                    )
                    spent[name].append(cost.cpu)
                    memory[name] = max(memory.get(name, 0.0), cost.memory)
            first = spent["simfinder hamming"]
            for name, seconds in spent.items():
                ratio = statistics.median(b / a for a, b in zip(first, seconds, strict=True))
                found.append(
                    Figure(_WITH_INPUT, n, name, statistics.median(seconds), -1, ratio, memory[name])
                )
    return found


def print_joins(found: list[Figure]) -> None:
    print("joins in memory: CPU seconds, and how many times those of simfinder\n")
    before: dict[tuple[str, str], Figure] = {}
    rows = []
    for figure in found:
        last = before.get((figure.on, figure.name))
        growth = ""
        if last is not None and last.cpu > 0:
            growth = f"{math.log(figure.cpu / last.cpu) / math.log(figure.values / last.values):.2f}"
        before[figure.on, figure.name] = figure
        rows.append(
            [
                figure.on,
                f"{figure.values:,}",
                f"{figure.pairs:,}",
                figure.name,
                f"{figure.cpu:.3f}",
                f"{figure.ratio:.1f}",
                growth,
                f"{figure.memory:.0f}" if figure.memory else "",
            ]
        )
    print_table(["input", "values", "pairs", "", "CPU s", "times ours", "exponent", "peak MB"], rows)


def print_commands(found: list[Figure]) -> None:
    print("whole commands on random values: CPU seconds, start-up included\n")
    rows = [
        [
            f"{figure.values:,}",
            figure.name,
            f"{figure.cpu:.3f}",
            f"{1 / figure.ratio:.2f}",
            f"{figure.memory:.0f}",
        ]
        for figure in found
    ]
    print_table(["values", "", "CPU s", "simfinder costs, times this", "peak MB"], rows)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--largest", type=int, default=1_000_000, help="values (default %(default)s)")
    parser.add_argument("--distance", type=int, default=3, help="bits (default %(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="default %(default)s")
    parser.add_argument("--json", action="store_true", help="all figures as JSON in place of the tables")
    parser.add_argument("--alone", nargs=2, metavar=("INPUT", "VALUES"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.alone:
        ours(made(arguments.alone[0], int(arguments.alone[1])), arguments.distance)
        print(own_peak())
        return
    sizes = [n for n in (10_000, 20_000, 100_000, 300_000, 1_000_000, 10_000_000) if n <= arguments.largest]
    memory = peaks(sizes, arguments.distance)
    whole = commands([n for n in sizes if n >= 100_000] or sizes[-1:], arguments.distance, arguments.rounds)
    in_memory = joins(sizes, arguments.distance, arguments.rounds, memory)
    if arguments.json:
        print(json.dumps({"machine": machine(), "figures": [asdict(f) for f in in_memory + whole]}, indent=1))
        return
    here = f", faiss-cpu {version('faiss-cpu')}" if any("faiss" in f.name for f in in_memory) else ""
    print(f"{machine()}{here}; distance {arguments.distance}, {arguments.rounds} rounds\n")
    print_joins(in_memory)
    print_commands(whole)


if __name__ == "__main__":
    main()
