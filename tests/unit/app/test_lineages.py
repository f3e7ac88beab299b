"""Clusters that are split into lineages: copies stay together."""

import os
import random

import numpy as np

from simfinder.app.lineages import _with_copies
from simfinder.app.session import Session
from simfinder.model.options import ScanOptions
from simfinder.model.progress import Control
from tests.helpers.documents import report
from tests.helpers.trees import write


def test_a_copy_of_another_type_goes_with_its_lineage(tmp_path):
    """The kept file is no kin to any of them; the copy alone has another type."""
    parts = report(random.Random(6), paragraphs=40, topic="town").decode().split("\n\n")
    first = "\n\n".join(parts).encode()
    second = "\n\n".join([*parts[:-5], "Changed at the end."]).encode()
    kept = "\n\n".join(["Changed at the beginning.", *parts[5:-5], "Changed at the end."]).encode()
    for name, data, age in (
        ("text v1.txt", first, 300),
        ("text v2.txt", second, 200),
        ("text v1 copy.md", first, 100),
        ("other.txt", kept, 0),
    ):
        write(str(tmp_path), name, data, 1_700_000_000 - age)
    session = Session.run(ScanOptions((str(tmp_path),)), cache=None, control=Control())
    table = session.clusters
    parted = {
        frozenset(os.path.basename(member.file.path) for member in table.cluster(i).members)
        for i in range(len(table))
    }
    assert parted == {frozenset({"text v1.txt", "text v2.txt", "text v1 copy.md"})}


def test_copies_of_one_cluster_have_one_lineage():
    lineage = np.array([-1, 0, -1, 1, -1, -1])
    cluster = np.array([7, 7, 8, 7, 8, 7])
    contents = np.array([3, 3, 3, 4, 5, 4], np.int32)
    assert _with_copies(lineage, cluster, contents).tolist() == [0, 0, -1, 1, -1, 1]
    empty = np.zeros(0, np.int64)
    assert _with_copies(empty, empty, empty.astype(np.int32)).tolist() == []
