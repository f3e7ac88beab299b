"""What moving a slider costs: the clusters alone, and a whole session with everything it shows.

Links are made up (two a file, inside families of eight, similarities from .4 up), since their number decides, not how
they were found; the signatures behind them are ``tables.families``, for what a session measures anew.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from itertools import cycle

import numpy as np

from common import tables
from simfinder.app.linking.pipeline import Linked
from simfinder.app.session.session import Session
from simfinder.arrays.file_columns import FileColumns
from simfinder.model.file_record import FileRecord
from simfinder.model.scan_options import Methods, ScanOptions
from simfinder.model.tolerances import Tolerances
from simfinder.scan.pipeline import ScanResult
from simfinder.search.clustering import components
from simfinder.search.linking.links import Links
from simfinder.signatures.table.representations import Representations

_TYPES = [f"t{number:02d}" for number in range(30)]
_LINKS = 2
_FAMILY = 8
_POSITIONS = (0.3, 0.25, 0.4, 0.1, 0.35, 0.2, 0.55, 0.31)
_MOVES = 16


def _links(rows: int, each: int, rng: np.random.Generator) -> Links:
    a = np.repeat(np.arange(rows, dtype=np.int32), each)
    b = np.minimum(rows - 1, a - a % _FAMILY + rng.integers(0, _FAMILY, len(a), dtype=np.int32))
    pair = np.unique((np.minimum(a, b).astype(np.int64) * rows + np.maximum(a, b))[a != b])
    similarity = rng.uniform(0.4, 0.999, len(pair)).astype(np.float32)
    return Links((pair // rows).astype(np.int32), (pair % rows).astype(np.int32), similarity)


def _moves(move: Callable[[float], object]) -> tuple[float, float]:
    """Median milliseconds of wall time and of CPU."""
    wall, cpu = [], []
    positions = cycle(_POSITIONS)
    for _ in range(_MOVES):
        position = next(positions)
        began, spent = time.perf_counter(), time.process_time()
        move(position)
        wall.append(time.perf_counter() - began)
        cpu.append(time.process_time() - spent)
    half = _MOVES // 2  # the first ones measure files against kept files they never had
    return statistics.median(wall[half:]) * 1000, statistics.median(cpu[half:]) * 1000


def clusters_alone(rows: int) -> list[list[str]]:
    """Active links and clusters."""
    rng = np.random.default_rng(1)
    links = _links(rows, _LINKS, rng)
    types = rng.integers(0, len(_TYPES), rows).astype(np.int32)
    rank = rng.permutation(rows).astype(np.int32)
    type_a, type_b = types[links.a], types[links.b]

    def move(position: float) -> None:
        tolerance = np.full(len(_TYPES), position, np.float32)
        active = components.active(links.similarity, type_a, type_b, tolerance)
        components.clusters(rows, links.a, links.b, active, rank)

    move(0.3)
    return [_row("clusters alone", rows, links, *_moves(move))]


def made(rows: int) -> Session:
    """A session of made-up files: a link a file, thirty types, a thousand files a folder, times mostly their own."""
    rng = np.random.default_rng(1)
    links = _links(rows, 1, rng)
    table = tables.families(rows)
    sizes, types = table.size.tolist(), rng.integers(0, len(_TYPES), rows).tolist()
    files = [
        FileRecord(f"/made/up/{i // 1000:04d}/{i:07d}.{_TYPES[types[i]]}", 1, i, sizes[i], 10**18 + i)
        for i in range(rows)
    ]
    result = ScanResult(
        files=FileColumns.of(files),
        content_row=np.arange(rows, dtype=np.int32),
        representations=Representations.plain(table),
        members={},
        passed_over={},
        problems=(),
        warnings=(),
        bytes=sum(sizes),
        from_cache=0,
        seconds=0.0,
    )
    return Session(ScanOptions(roots=("/made/up",)), result, Linked.of(result, links, Methods()))


def whole_session(rows: int) -> list[list[str]]:
    """A session's regrouping: kept files, figures of each member, sizes and marks."""
    session = made(rows)
    links = session.links
    all_types = _moves(lambda position: session.set_tolerances(Tolerances(default=position)))
    one_type = _moves(lambda position: session.set_tolerances(Tolerances(0.3, {_TYPES[3]: position})))
    return [
        _row("session, all types", rows, links, *all_types),
        _row("session, one type", rows, links, *one_type),
    ]


def _row(name: str, rows: int, links: Links, wall: float, cpu: float) -> list[str]:
    return [name, f"{rows:,}", f"{len(links):,}", f"{wall:.1f}", f"{cpu:.1f}"]
