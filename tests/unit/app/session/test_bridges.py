"""A session cuts its clusters at single weak links, the same whatever was done before."""

import itertools

import numpy as np
import pytest

from simfinder.app.linking.pipeline import Linked
from simfinder.app.session.session import Session
from simfinder.app.verify.survey import Findings
from simfinder.arrays.file_columns import FileColumns
from simfinder.model.file_record import FileRecord
from simfinder.model.scan_options import Methods, ScanOptions
from simfinder.model.tolerances import Tolerances
from simfinder.scan.pipeline import ScanResult
from simfinder.search.linking.links import Links
from simfinder.signatures.table.representations import Representations
from simfinder.signatures.table.signature import Signature
from simfinder.signatures.table.signature_table import SignatureTable

COUNT = 8
PAIRS = {
    **{pair: 0.95 for part in ((0, 1, 2, 3), (4, 5, 6, 7)) for pair in itertools.combinations(part, 2)},
    (1, 6): 0.75,
}


def made(pairs):
    """Two families of four files, with one link between them that leads to no first, last or best file."""
    table = SignatureTable.build(
        Signature(
            content=row.to_bytes(16, "big"),
            size=1000,
            tags=np.full(16, 40, np.uint64),
            spamsum=f"24:abcdefghij{row}:klmnopqrst{row}",
            sketch=np.arange(row, 128 + row, dtype=np.uint64),
            shingleprint=np.arange(row, 128 + row, dtype=np.uint32),
        )
        for row in range(COUNT)
    )
    files = [FileRecord(f"/made/v{i}.txt", 1, i, 1000, 10**18 + i * 10**9) for i in range(COUNT)]
    result = ScanResult(
        files=FileColumns.of(files), content_row=np.arange(COUNT, dtype=np.int32),
        representations=Representations.plain(table), members={},
        passed_over={}, problems=(), warnings=(), bytes=0, from_cache=0, seconds=0.0,
    )  # fmt: skip
    ends = np.array(sorted(pairs), np.int32)
    links = Links(ends[:, 0], ends[:, 1], np.array([pairs[pair] for pair in sorted(pairs)], np.float32))
    return Session(ScanOptions(roots=("/made",)), result, Linked.of(result, links, Methods()))


@pytest.fixture
def session():
    return made(PAIRS)


def clusters(session):
    table = session.clusters
    return sorted(sorted(part.tolist()) for part in np.split(table.members, table.offsets[1:-1]) if len(part))


WHOLE = [[0, 1, 2, 3, 4, 5, 6, 7]]
PARTS = [[0, 1, 2, 3], [4, 5, 6, 7]]


def test_the_families_are_two_clusters_at_every_tolerance(session):
    assert clusters(session) == PARTS
    for tolerance in (0.5, 0.3, 0.2, 0.1, 0.3):
        session.set_tolerances(Tolerances(default=tolerance))
        assert clusters(session) == PARTS
    session.set_tolerances(Tolerances(default=0.01))
    assert clusters(session) == []


def test_a_file_kept_by_hand_joins_and_cuts_nothing(session):
    for file in range(COUNT):
        session.keep_file(file)
        assert clusters(session) == PARTS


def test_the_rule_by_which_a_file_of_the_link_is_kept_holds_them_together(session):
    session.set_keep("name:v1.txt,oldest")
    assert clusters(session) == WHOLE
    session.set_keep("oldest")
    assert clusters(session) == PARTS


def test_a_measured_figure_is_heeded(session):
    measure(session, (1, 6), 0.85)
    assert clusters(session) == WHOLE
    both = made({**PAIRS, (2, 5): 0.72})
    assert clusters(both) == WHOLE
    measure(both, (2, 5), 0.5)
    assert clusters(both) == PARTS


def measure(session, pair, figure):
    """Take a measured figure of two contents."""
    at = np.flatnonzero((session.links.a == pair[0]) & (session.links.b == pair[1]))
    found = Findings(session.links.a[at], session.links.b[at], np.array([figure], np.float32), at)
    session.learn([found])


def test_a_file_of_the_bridge_that_is_gone_takes_it_along(session):
    session.forget(["/made/v1.txt"])
    assert clusters(session) == [[0, 2, 3], [4, 5, 6, 7]]
    session.remember(["/made/v1.txt"])
    assert clusters(session) == PARTS
