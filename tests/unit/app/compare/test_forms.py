"""Letters on one form, in a session: shown as siblings, held together by nothing, and what they share."""

import random
from dataclasses import replace

import numpy as np
import pytest

from simfinder.app.compare.form_share import form_share, shared_bytes
from simfinder.app.session.saved.arrays import Captured, packed
from simfinder.app.session.session import Session
from simfinder.app.verify.verifier import Verifier
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.model.tolerances import Choices, Tolerances
from simfinder.search.linking.links import Links
from tests.helpers.files.trees import write

LETTERS = 5


def lines(rng, count):
    return [f"{rng.getrandbits(160):x} words of a letter\n" for _ in range(count)]


@pytest.fixture
def session(tmp_path):
    """Letters on one form, one of them in two versions."""
    rng = random.Random(5)
    form = lines(rng, 150)
    for number in range(LETTERS):
        own = lines(rng, 50)
        write(tmp_path, f"letter {number}.txt", "".join(form + own).encode(), 1_700_000_000 + number)
    own[3:5] = lines(rng, 2)
    write(tmp_path, "letter 4 b.txt", "".join(form + own).encode(), 1_600_000_000)
    return Session.run(
        ScanOptions(roots=(str(tmp_path),)),
        Choices(tolerances=Tolerances(default=0.6)),
        cache=None,
        control=Control(),
    )


def named(session):
    return {record.path.rpartition("/")[2]: file for file, record in enumerate(session.result.files)}


def groups(session):
    clusters = [session.clusters.cluster(i) for i in range(len(session.clusters))]
    return [sorted(member.file.path.rpartition("/")[2] for member in cluster.members) for cluster in clusters]


def test_letters_on_one_form_are_in_no_cluster_and_versions_are(session):
    assert session.links.sibling.sum() == (LETTERS + 1) * LETTERS // 2 - 1
    assert groups(session) == [["letter 4 b.txt", "letter 4.txt"]]
    assert (session.links.similarity[session.links.sibling] > 0.7).all()


def test_without_siblings_they_would_be(session):
    links = replace(session.links, sibling=None)
    joined = Session.resumed(replace(session.state(), links=links), ())
    assert [len(group) for group in groups(joined)] == [LETTERS + 1]


def test_siblings_stay_siblings_when_they_are_measured(session):
    before = session.links.sibling.tolist()
    assert session.verify(Verifier(session.result, None, Control())) == []
    assert session.clustering.verified
    assert session.links.sibling.tolist() == before
    assert groups(session) == [["letter 4 b.txt", "letter 4.txt"]]


def test_a_sibling_that_is_measured_much_stronger_is_none():
    links = Links(
        np.array([0, 0], np.int32),
        np.array([1, 2], np.int32),
        np.full(2, 0.8, np.float32),
        sibling=np.ones(2, np.bool_),
    )
    found = links.to_measure()
    found.put_measured(np.array([0, 1]), np.array([0.82, 0.93], np.float32))
    assert found.sibling.tolist() == [True, False]
    assert found.similarity.tolist() == pytest.approx([0.82, 0.93])
    assert links.sibling.all()


def test_of_each_content_in_a_small_group_the_strongest_is_measured_once(session):
    survey = session.clustering.survey()
    wanted = survey.wanted()
    assert session.links.sibling[wanted].any()
    assert len(wanted) <= LETTERS + 1


def test_siblings_are_in_a_session_file(session):
    _, arrays = packed(Captured.of(session))
    assert arrays["link_sibling"].tolist() == session.links.sibling.tolist()


def test_the_form_is_told_in_bytes(session):
    file = named(session)
    told = form_share(session, file["letter 0.txt"], file["letter 1.txt"])
    size = session.record(file["letter 0.txt"]).size
    assert (told.of_left, told.of_right) == (size, session.record(file["letter 1.txt"]).size)
    assert told.left == pytest.approx(0.75 * size, rel=0.15)
    assert told.right == pytest.approx(told.left, rel=0.15)
    assert form_share(session, file["letter 4.txt"], file["letter 4 b.txt"]) is None
    assert form_share(session, file["letter 4.txt"], file["letter 4.txt"]) is None


def test_shares_of_files_of_different_sizes(tmp_path):
    rng = random.Random(1)
    form, own = lines(rng, 100), lines(rng, 900)
    write(tmp_path, "a", "".join(form).encode(), 1e9)
    write(tmp_path, "b", "".join(form + own).encode(), 1e9)
    table = Session.run(
        ScanOptions(roots=(str(tmp_path),)), cache=None, control=Control()
    ).result.representations.table
    small, large = np.argsort(table.size).tolist()
    told = shared_bytes(table, small, large)
    assert told.left == pytest.approx(told.of_left, rel=0.1)
    assert told.right == pytest.approx(told.of_left, rel=0.8)
    other = shared_bytes(table, large, small)
    assert (other.right, other.of_right, other.left) == (told.left, told.of_left, told.right)


def test_the_column_goes_with_the_links():
    a, b = np.array([0, 0, 1], np.int32), np.array([1, 3, 2], np.int32)
    some = Links(a, b, np.full(3, 0.8, np.float32), sibling=np.array([True, False, True]))
    assert [some.joins_siblings(*pair) for pair in ((0, 1), (0, 3), (1, 2), (0, 2), (2, 3))] == [
        True, False, True, False, False,
    ]  # fmt: skip
    assert some.only(np.array([False, True, True])).sibling.tolist() == [False, True]
    more = Links(np.array([0], np.int32), np.array([2], np.int32), np.full(1, 0.8, np.float32))
    both = some.with_others(more)
    assert list(zip(both.b.tolist(), both.sibling.tolist(), strict=True)) == [
        (1, True), (2, False), (3, False), (2, True),
    ]  # fmt: skip
    assert more.with_others(replace(more, a=more.a + 3, b=more.b + 3)).sibling is None
    assert not more.joins_siblings(0, 2)
