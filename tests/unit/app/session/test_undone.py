"""Files that were removed and came back are in the clusters of a fresh scan, whatever was verified meanwhile."""

from collections import defaultdict

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simfinder.app.session.session import Session
from simfinder.app.verify.verifier import Verifier
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from tests.helpers.examples import examples
from tests.helpers.homes.builder import KINDS, Corpus
from tests.helpers.homes.sets import load


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    """Siblings of few forms, whose figures say something else once they are measured; versions among them."""
    load()
    root = tmp_path_factory.mktemp("home") / "files"
    corpus = Corpus(root, 1, office=False)
    for name in ("monthly_sheets", "generated", "report_versions"):
        corpus.build(KINDS[name])
    corpus.finish()
    return str(root)


def scanned(root):
    return Session.run(ScanOptions((root,)), cache=None, control=Control())


def verify(session):
    session.verify(Verifier(session.result, None, Control(), jobs=1))


def clusters(session):
    """Paths of each cluster, the kept file first, with what is known of the others."""
    table = session.clusters
    found = defaultdict(list)
    for cluster in range(len(table)):
        for member in table.cluster(cluster).members:
            found[cluster].append((member.file.path, str(member.relation), member.similarity))
    return sorted(sorted(members) for members in found.values())


@pytest.fixture(scope="module")
def fresh(root):
    session = scanned(root)
    verify(session)
    return clusters(session)


def test_verifying_again_changes_nothing(root, fresh):
    session = scanned(root)
    for _ in range(3):
        verify(session)
        assert clusters(session) == fresh


@settings(
    deadline=None, max_examples=examples(4), suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_removal_and_undo_lead_to_the_clusters_of_a_fresh_scan(root, fresh, data):
    """Whatever goes: what a rule marks, or any files; verified before, between and after, or only after."""
    session = scanned(root)
    if data.draw(st.booleans(), label="verified before"):
        verify(session)
    rule = data.draw(st.sampled_from(["", "older", "all"]), label="rule")
    if rule:
        session.mark_rule(rule)
        gone = [session.record(file).path for file in session.marks]
    else:
        paths = [record.path for record in session.scan.files.records]
        gone = data.draw(st.lists(st.sampled_from(paths), min_size=1, max_size=40, unique=True), label="gone")
    session.forget(gone)
    assert clusters(session) != fresh or not rule
    if data.draw(st.booleans(), label="verified between"):
        verify(session)
    session.remember(gone)
    verify(session)
    assert clusters(session) == fresh
