"""A file that is in a cluster through another one: which one, against a plain search of all links."""

import os
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.app.clusters.cluster_table import Grouping, SessionFiles, draft, in_order
from simfinder.app.clusters.linked_through import strongest_link
from simfinder.app.session.session import Session
from simfinder.model.file_record import FileRecord
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.search.linking.common_content import strength
from simfinder.search.linking.links import Links
from tests.helpers.files.documents import report

COUNT = 8
DAY = 1_700_000_000
TOLERANCES = np.array([0.3, 0.4], "f4")


@pytest.fixture
def chain(tmp_path):
    """Six versions, each with a sixth of the text written anew; the last one is the newest."""
    rng = random.Random(11)
    parts = report(rng, paragraphs=60, topic="business").decode().split("\n\n")
    for version in range(6):
        parts[version * 12 : version * 12 + 12] = (
            report(rng, paragraphs=12, topic="business").decode().split("\n\n")[:12]
        )
        path = tmp_path / f"v{version}.txt"
        path.write_text("\n\n".join(parts))
        os.utime(path, (DAY + version, DAY + version))
    return Session.run(ScanOptions((str(tmp_path),)), cache=None, control=Control())


def test_the_neighbour_in_a_chain_is_named(chain):
    table = chain.clusters
    assert len(table) == 1
    far = [int(file) for file in table.members[~table.within]]
    assert far
    for file in far:
        other, share = chain.clustering.reached_through(file)
        versions = [int(os.path.basename(chain.record(one).path)[1]) for one in (file, other)]
        assert abs(versions[0] - versions[1]) == 1
        assert 0.7 <= share < 1
        assert share > float(table.similarity[table.position_of(file)])
    near = [int(file) for file in table.members[table.within]]
    assert [chain.clustering.reached_through(file) for file in near] == [None] * len(near)


def test_another_grouping_is_looked_at_anew(chain):
    file = next(file for file in range(6) if chain.clustering.reached_through(file))
    other, _ = chain.clustering.reached_through(file)
    chain.forget([chain.record(other).path])
    assert (chain.clustering.reached_through(file) or (-1, 0))[0] != other


def table_of(contents):
    """Two clusters, of five and three files; each file shares less with its kept one than the one before."""
    types = np.array([i % 2 for i in range(COUNT)], "i4")
    zeros, times = np.zeros(COUNT, np.int64), np.arange(COUNT, dtype=np.int64)
    records = [FileRecord(f"/files/{i}.{'ab'[i % 2]}", 1, i, 0, i) for i in range(COUNT)]
    files = SessionFiles(
        records, np.array(contents, "i4"), types, ("a", "b"), zeros, times, zeros.astype(bool)
    )
    grouping = Grouping(np.array([0, 5, COUNT]), np.arange(COUNT, dtype=np.int32))
    shared = np.linspace(1, 0, COUNT, dtype=np.float32)
    return in_order(draft(files, np.zeros((COUNT, 16), "u1"), grouping, shared, TOLERANCES))


def test_a_weaker_link_that_leads_to_the_kept_file_is_named_rather_than_a_stronger_one_away_from_it():
    links = Links(np.array([1, 3], "i4"), np.array([3, 4], "i4"), np.array([0.75, 0.95], "f4"))
    table = table_of(range(COUNT))
    assert strongest_link(table, links, TOLERANCES, 3) == (1, 0.75)
    assert strongest_link(table, links, TOLERANCES, 4) == (3, pytest.approx(0.95))


drawn = st.lists(
    st.tuples(st.integers(0, 5), st.integers(0, 5), st.sampled_from([0.5, 0.6, 0.7, 0.8, 0.9])), max_size=14
)


@given(drawn, st.lists(st.integers(0, 5), min_size=COUNT, max_size=COUNT), st.booleans(), st.data())
def test_any_file_names_its_strongest_link(drawn, contents, same_type, data):
    pairs = sorted({(min(a, b), max(a, b)): s for a, b, s in drawn if a != b}.items())
    weight = data.draw(st.lists(st.sampled_from([0.5, 1.0]), min_size=len(pairs), max_size=len(pairs)))
    links = Links(
        np.array([a for (a, _), _ in pairs], "i4"),
        np.array([b for (_, b), _ in pairs], "i4"),
        np.array([s for _, s in pairs], "f4"),
        weight=np.array(weight, "f4"),
        others=np.zeros(len(pairs), "i4"),
    )
    types = np.array([i % 2 for i in range(COUNT)])
    table = table_of(contents)
    worth = strength(links.similarity, links.weight)
    for file in range(COUNT):
        cluster = table.cluster_of(file)
        kept = int(table.kept[cluster])
        expected = []
        for ((a, b), similarity), strong in zip(pairs, worth.tolist(), strict=True):
            for other in range(COUNT):
                allowed = TOLERANCES[[types[file], types[other]]].min()
                if (
                    {int(contents[file]), int(contents[other])} == {a, b}
                    and table.cluster_of(other) == cluster
                    and other != kept
                    and 1 - strong <= allowed + 1e-6
                    and (types[file] == types[other] or not same_type)
                ):
                    nearer = (
                        table.similarity[table.position_of(other)] > table.similarity[table.position_of(file)]
                    )
                    expected.append((not nearer, -strong, other, similarity))
        found = strongest_link(table, links, TOLERANCES, file, same_type=same_type)
        if table.within[table.position_of(file)] or not expected:
            assert found is None
        else:
            _, _, other, similarity = min(expected)
            assert found == (other, pytest.approx(similarity))
