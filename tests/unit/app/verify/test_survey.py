"""A survey belongs to the thread that measures: what it makes there fits the session, or is not taken."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.app.session.session import Session
from simfinder.app.verify import survey as measuring
from simfinder.app.verify.survey import MARGIN, DoubtfulSiblings, Findings, Survey
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.search.clustering.components import connected
from simfinder.search.clustering.spanning_forest import spanning
from simfinder.search.linking.common_content import LITTLE, strength
from simfinder.search.linking.links import Links
from tests.helpers.examples import examples
from tests.helpers.files.trees import version_tree
from tests.unit.app.clusters.test_cluster_table import file_table


@pytest.fixture
def session(tmp_path):
    tree = version_tree(tmp_path / "tree")
    return Session.run(ScanOptions((tree.root,)), cache=None, control=Control())


class Weak:
    """Finds every pair to have next to nothing in common."""

    def __init__(self):
        self.asked = []

    def measure(self, a, b):
        from simfinder.app.verify.verifier import Verified

        self.asked += zip(a.tolist(), b.tolist(), strict=True)
        return Verified(np.full(len(a), 0.01, np.float32))


def groups(session):
    table = session.clusters
    return {frozenset(part.tolist()) for part in np.split(table.members, table.offsets[1:-1])}


def test_links_made_in_the_thread_are_those_the_session_would_make(session, monkeypatch):
    found = []
    survey = session.clustering.survey()
    survey.measure(Weak(), found.append)
    linked = survey.linked()
    with monkeypatch.context() as patch:
        patch.setattr(session.clustering.links, "_made", lambda: pytest.fail("made again"))
        session.learn(found, linked)
    one = groups(session)
    session.clustering.links.of_files = session.clustering.links._made()
    session.clustering.regroup()
    assert groups(session) == one
    identical = session.clusters.weakest
    assert (identical >= 1.0).all()


def test_links_of_another_stand_are_made_anew(session):
    found = []
    survey = session.clustering.survey()
    survey.measure(Weak(), found.append)
    linked = survey.linked()
    gone = session.record(int(session.clusters.members[0])).path
    session.forget([gone])
    session.learn(found, linked)
    assert session.clusters.cluster_of(session.file_of(gone)) < 0


def test_a_survey_may_be_narrowed_to_some_contents(session):
    contents = session.clusters.files.contents
    cluster = next(i for i in range(len(session.clusters)) if session.clusters.weakest[i] < 1.0)
    span = slice(int(session.clusters.offsets[cluster]), int(session.clusters.offsets[cluster + 1]))
    among = set(contents[session.clusters.members[span]].tolist())
    survey, verifier = session.clustering.survey(), Weak()
    survey.narrow(np.array(sorted(among)))
    assert survey.measure(verifier, lambda _: None)
    assert verifier.asked
    assert {content for pair in verifier.asked for content in pair} <= among


def test_figures_of_untouched_files_are_not_looked_at_again(session, monkeypatch):
    a, b = session.clustering.unmeasured()
    looked = []
    real = session.clustering.figures._judge.similarity

    def similarity(one, other, *rest):
        looked.append(len(one))
        return real(one, other, *rest)

    monkeypatch.setattr(session.clustering.figures._judge, "similarity", similarity)
    none = np.full(1, -1)
    session.learn([Findings(a[:1], b[:1], np.full(1, 0.9, np.float32), none)])
    assert 0 < sum(looked) < len(session.clusters.members) / 2


def test_links_without_some_files_are_made_beforehand(session, monkeypatch):
    gone = [session.record(int(file)).path for file in session.clusters.members[:2]]
    linked = session.linked_with(gone, alive=False)
    before = groups(session)
    with monkeypatch.context() as patch:
        patch.setattr(session.clustering.links, "_made", lambda: pytest.fail("made again"))
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
    session.clustering.survey().measure(Weak(), found.append)
    session.learn(found)
    session.forget(gone, linked)
    ready = groups(session)
    session.remember(gone)
    session.forget(gone)
    assert groups(session) == ready
    assert (session.clusters.weakest >= 1.0).all()


def wanted_slowly(survey, ahead):
    """Places of the links to be measured next, of all links looked at one by one."""
    links, (widest, kinds) = survey._links, survey._limits()
    worth = strength(links.similarity, links.weight)
    strong = []
    for at in range(len(links)):
        settled = bool(survey._settled[at])
        margin = np.float32(0 if settled else MARGIN) * links.weight[at]
        limit = min(widest[links.a[at]], widest[links.b[at]]) + margin + np.float32(1e-6)
        is_little = links.similarity[at] >= np.float32(LITTLE)
        holds = not links.sibling[at] or is_little or (bool(survey._doubtful.mask()[at]) and not settled)
        if holds and np.float32(1) - worth[at] <= limit:
            strong.append(at)
    strong = np.array(strong, np.int64)
    a, b = links.a[strong], links.b[strong]
    found = spanning(survey._rows, a, b, worth[strong], kinds) & ~survey._settled[strong]
    done = survey._settled[strong]
    if ahead and found.any():
        joined = connected(survey._rows, a[done], b[done])
        apart = [i for i in range(len(strong)) if not done[i] and joined[a[i]] != joined[b[i]]]
        apart.sort(key=lambda i: (-worth[strong[i]], i))
        found[apart[:ahead]] = True
    return sorted(strong[found].tolist(), key=lambda at: (-worth[at], at))


@settings(deadline=None, max_examples=examples(60))
@given(st.integers(0, 10_000), st.sampled_from([1, 5, 1 << 18]))
def test_what_is_wanted_is_what_looking_at_all_links_says(seed, at_once):
    """Round after round, whatever the figures turn out to be, and however many links are looked at in one go."""
    rng = np.random.default_rng(seed)
    rows = int(rng.integers(2, 14))
    pairs = np.array([(i, j) for i in range(rows) for j in range(i + 1, rows) if rng.random() < 0.6])
    pairs = pairs.reshape(-1, 2).astype(np.int32)
    count = len(pairs)
    links = Links(
        pairs[:, 0].copy(),
        pairs[:, 1].copy(),
        rng.uniform(0.2, 0.999, count).astype(np.float32),
        weight=np.where(rng.random(count) < 0.5, 1, 0.3).astype(np.float32),
        others=np.zeros(count, np.int32),
        sibling=rng.random(count) < 0.3,
    )
    files = file_table([(f"/d/{i:02}.{'ab'[i % 2]}", i, "ab"[i % 2], 100, i, False) for i in range(rows)])
    tolerances = np.array([0.3, 0.5], np.float32)
    settled = rng.random(count) < 0.1
    doubtful = DoubtfulSiblings(links, settled, rows)
    alive = np.ones(rows, np.bool_)
    survey = Survey(links, settled, doubtful, files, alive, tolerances, rows, lambda _: None, 0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(measuring, "_LINKS", at_once)
        for ahead in (0, 2, 4, 4, 4, 0):
            expected = wanted_slowly(survey, ahead)
            asked = survey.wanted(ahead)
            assert asked.tolist() == expected
            asked = asked[: int(rng.integers(1, 9))]
            figures = rng.uniform(0, 0.999, len(asked)).astype(np.float32)
            figures[rng.random(len(asked)) < 0.1] = np.nan
            survey._take(Findings(links.a[asked], links.b[asked], figures, asked))


def test_figures_against_the_kept_file_before_are_known_still(session, monkeypatch):
    table, figures = session.clusters, session.clustering.figures
    sizes = [
        len(set(figures._contents[part].tolist())) for part in np.split(table.members, table.offsets[1:-1])
    ]
    cluster = next(i for i, size in enumerate(sizes) if size > 2)
    members = table.members[table.offsets[cluster] : table.offsets[cluster + 1]]
    other = members[figures._contents[members] != figures._contents[members[0]]][:1]
    first, second = np.repeat(members[:1], len(members)), np.repeat(other, len(members))

    def everything(kept):
        part = np.array([0, len(members)])
        return [column.tolist() for column in figures.of_members(members, kept, part)]

    session.learn(
        [
            Findings(
                *[column[:1] for column in session.clustering.unmeasured([cluster])],
                np.full(1, 0.9, np.float32),
                np.full(1, -1),
            )
        ]
    )
    expected = everything(first), everything(second)
    with monkeypatch.context() as patch:
        patch.setattr(figures._judge, "similarity", lambda *_: pytest.fail("looked at again"))
        for _ in range(3):
            assert (everything(first), everything(second)) == expected
    a, b = figures._contents[members[-1:]], figures._contents[first[-1:]]
    everything(second)
    session.clustering.figures.note([Findings(a, b, np.full(1, 0.5, np.float32), np.full(1, -1))])
    assert everything(first)[0][-1] == 0.5
