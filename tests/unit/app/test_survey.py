"""A survey belongs to the thread that measures: what it makes there fits the session, or is not taken."""

import numpy as np
import pytest

from simfinder.app.measuring import Findings
from simfinder.app.session import Session
from simfinder.model.options import ScanOptions
from simfinder.model.progress import Control
from tests.helpers.trees import version_tree


@pytest.fixture
def session(tmp_path):
    tree = version_tree(tmp_path / "tree")
    return Session.run(ScanOptions((tree.root,)), cache=None, control=Control())


class Weak:
    """Finds every pair to have next to nothing in common."""

    def __init__(self):
        self.asked = []

    def measure(self, a, b):
        from simfinder.app.verify import Verified

        self.asked += zip(a.tolist(), b.tolist(), strict=True)
        return Verified(np.full(len(a), 0.01, np.float32))


def groups(session):
    table = session.clusters
    return {frozenset(part.tolist()) for part in np.split(table.members, table.offsets[1:-1])}


def test_links_made_in_the_thread_are_those_the_session_would_make(session, monkeypatch):
    found = []
    survey = session.survey()
    survey.measure(Weak(), found.append)
    linked = survey.linked()
    with monkeypatch.context() as patch:
        patch.setattr(session._linked, "_made", lambda: pytest.fail("made again"))
        session.take(found, linked)
    one = groups(session)
    session._linked.of_files = session._linked._made()
    session._settle()
    assert groups(session) == one
    identical = session.clusters.weakest
    assert (identical >= 1.0).all()


def test_links_of_another_stand_are_made_anew(session):
    found = []
    survey = session.survey()
    survey.measure(Weak(), found.append)
    linked = survey.linked()
    gone = session.record(int(session.clusters.members[0])).path
    session.forget([gone])
    session.take(found, linked)
    assert session.clusters.cluster_of(session.file_of(gone)) < 0


def test_a_survey_may_be_narrowed_to_some_contents(session):
    contents = session.clusters.files.contents
    cluster = next(i for i in range(len(session.clusters)) if session.clusters.weakest[i] < 1.0)
    span = slice(int(session.clusters.offsets[cluster]), int(session.clusters.offsets[cluster + 1]))
    among = set(contents[session.clusters.members[span]].tolist())
    survey, verifier = session.survey(), Weak()
    survey.narrow(np.array(sorted(among)))
    assert survey.measure(verifier, lambda _: None)
    assert verifier.asked
    assert {content for pair in verifier.asked for content in pair} <= among


def test_figures_of_untouched_files_are_not_looked_at_again(session, monkeypatch):
    a, b = session.unmeasured()
    looked = []
    real = session._figures._judge.similarity

    def similarity(one, other):
        looked.append(len(one))
        return real(one, other)

    monkeypatch.setattr(session._figures._judge, "similarity", similarity)
    none = np.full(1, -1)
    session.take([Findings(a[:1], b[:1], np.full(1, 0.9, np.float32), none)])
    assert 0 < sum(looked) < len(session.clusters.members) / 2


def test_links_without_some_files_are_made_beforehand(session, monkeypatch):
    gone = [session.record(int(file)).path for file in session.clusters.members[:2]]
    linked = session.linked_with(gone, alive=False)
    before = groups(session)
    with monkeypatch.context() as patch:
        patch.setattr(session._linked, "_made", lambda: pytest.fail("made again"))
        session.forget(gone, linked)
    ready = groups(session)
    session.remember(gone)
    assert groups(session) == before
    session.forget(gone)
    assert groups(session) == ready != before


def test_links_made_before_figures_came_are_made_anew(session):
    gone = [session.record(int(session.clusters.members[0])).path]
    linked = session.linked_with(gone, alive=False)
    found = []
    session.survey().measure(Weak(), found.append)
    session.take(found)
    session.forget(gone, linked)
    ready = groups(session)
    session.remember(gone)
    session.forget(gone)
    assert groups(session) == ready
    assert (session.clusters.weakest >= 1.0).all()
