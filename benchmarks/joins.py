"""The joins as the benchmarks run them: each gives the number of pairs it found and what it had to leave out.

    python benchmarks/joins.py TABLE JOIN [ROWS]

runs one join over a table that ``tables.write`` wrote and prints its cost as JSON: the process of its own that
``search.py`` measures memory with.
"""

from __future__ import annotations

import argparse
import json
import resource
import time
from collections.abc import Callable
from contextlib import suppress

import numpy as np
from common import tables
from common.peers import peak_memory

from simfinder.model.progress import Control
from simfinder.model.scan_options import Method
from simfinder.model.tolerances import FLOOR
from simfinder.search.candidates import registry
from simfinder.search.candidates.shingleprint_pairs import PrintJoin
from simfinder.search.linking.links import find_links
from simfinder.search.spamsum.pair_search import SpamJoin
from simfinder.signatures.shingleprint import fingerprint as shingleprint
from simfinder.signatures.spamsum.score import score_rows
from simfinder.signatures.table.signature_table import SignatureTable

Found = tuple[int, int]
"""Pairs, and values (or crowded rows) that were not held against all others."""


def _links(method: Method) -> Callable[[SignatureTable], Found]:
    def join(table: SignatureTable) -> Found:
        links = find_links(table, method)
        return len(links), links.capped

    return join


def _spamsum(table: SignatureTable) -> Found:
    columns = table.spam_block, table.spam1, table.spam1_len, table.spam2, table.spam2_len
    pairs = 0
    for a, b in SpamJoin(*columns, lambda: None).pairs(lambda _: None):
        pairs += int((score_rows(*columns, a.astype(np.int64), b.astype(np.int64)) > 0).sum())
    return pairs, 0


def _shingleprint(table: SignatureTable) -> Found:
    join = PrintJoin(table, FLOOR, Control())
    prints = table.prints(np.arange(len(table)))
    pairs = 0
    for a, b in join.pairs(lambda _: None):
        scores = shingleprint.score_rows(*prints, a.astype(np.int64), b.astype(np.int64))
        pairs += int((scores >= np.float32(FLOOR)).sum())
    return pairs, join.capped


JOINS: dict[str, Callable[[SignatureTable], Found]] = {
    "sketch": _links(Method.AUTO),
    "spamsum": _spamsum,
    "spamsum, a scan's": _links(Method.SPAMSUM),
    "tag counts": _links(Method.TAGCOUNT),
    "shingleprint": _shingleprint,
}
"""``sketch`` is what a scan does by itself; ``spamsum`` tells every score above 0, the others figures from .4 up."""


def brute_force(table: SignatureTable, name: str) -> int:
    """The same compiled figure on every pair there is."""
    found, rows = 0, np.arange(len(table))
    prints = table.prints(rows)
    for row in range(len(table) - 1):
        b = rows[row + 1 :]
        a = np.full(len(b), row)
        if name == "shingleprint":
            figure = shingleprint.score_rows(*prints, a, b)
        else:
            method = {"sketch": Method.AUTO, "tag counts": Method.TAGCOUNT}.get(name, Method.SPAMSUM)
            figure = registry.similarity(table, method, a, b)
        found += int((figure >= np.float32(0.005 if name == "spamsum" else FLOOR)).sum())
    return found


def _peak() -> float:
    """Peak memory so far, MB. Linux counts into ru_maxrss what the parent held when it made this process."""
    try:
        with open("/proc/self/status") as status:
            return next(float(line.split()[1]) for line in status if line.startswith("VmHWM:")) / 1e3
    except OSError:
        return peak_memory(resource.getrusage(resource.RUSAGE_SELF))


def _forget_peak() -> None:
    """Let the peak begin anew, where the system can (Linux): reading a table takes more than holding it."""
    with suppress(OSError), open("/proc/self/clear_refs", "w") as switch:
        switch.write("5")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("table")
    parser.add_argument("join", choices=JOINS)
    parser.add_argument("rows", type=int, nargs="?")
    arguments = parser.parse_args()
    join = JOINS[arguments.join]
    join(tables.families(200))  # compiled, or loaded from numba's cache
    table = tables.read(arguments.table, arguments.rows)
    _forget_peak()
    before = _peak()
    begin, wall = time.process_time(), time.monotonic()
    pairs, capped = join(table)
    cost = {
        "rows": len(table),
        "cpu": time.process_time() - begin,
        "wall": time.monotonic() - wall,
        "pairs": pairs,
        "capped": capped,
        "memory": _peak(),
        "before": before,
    }
    print(json.dumps(cost))


if __name__ == "__main__":
    main()
