"""A scan judged by other methods without reading a file again."""

import os
import shutil

import pytest

from simfinder.actions.rules.mark_rules import INVERTED
from simfinder.app.session.session import Session
from simfinder.errors import Cancelled
from simfinder.model.progress import Control
from simfinder.model.scan_options import Method, Methods, ScanOptions
from simfinder.model.tolerances import Choices, Tolerances
from tests.helpers.files.trees import version_tree


def clusters(session):
    table = session.clusters
    return {
        (table.cluster(i).kept.file.path, frozenset(m.file.path for m in table.cluster(i).members))
        for i in range(len(table))
    }


@pytest.mark.parametrize("method", [Method.SPAMSUM, Method.TAGCOUNT, Method.CONTENT, Method.AUTO])
def test_it_is_as_if_scanned_so(tmp_path, method):
    tree = version_tree(tmp_path / "tree")
    methods = Methods().with_type("txt", method)
    wanted = Session.run(ScanOptions((tree.root,)), Choices(methods), cache=None, control=Control())
    session = Session.run(ScanOptions((tree.root,)), cache=None, control=Control())
    shutil.rmtree(tree.root)  # nothing can be read any more
    other = session.with_methods(methods, Control())
    assert other.choices.methods == methods
    assert clusters(other) == clusters(wanted)


def test_what_a_person_decided_stays(tmp_path):
    tree = version_tree(tmp_path / "tree")
    session = Session.run(ScanOptions((tree.root,)), cache=None, control=Control())
    session.set_tolerances(Tolerances(0.25))
    session.set_keep("oldest")
    versions, gone = tree.families["pipeline"], tree.families["report"][1]
    session.keep_file(session.file_of(versions[1]))
    session.mark([session.file_of(versions[0])], INVERTED)
    session.forget([gone])
    other = session.with_methods(Methods(), Control())
    assert clusters(other) == clusters(session)
    assert (other.choices.tolerances, other.choices.keep_rules) == (Tolerances(0.25), "oldest")
    assert dict(other.marks) == {session.file_of(versions[0]): INVERTED}
    assert other.clusters.cluster_of(other.file_of(gone)) < 0
    assert int(other.clusters.kept[other.clusters.cluster_of(other.file_of(versions[0]))]) == other.file_of(
        versions[1]
    )


def test_what_is_not_the_same_stays_apart(tmp_path):
    from simfinder.app.linking import ignore_list

    tree = version_tree(tmp_path / "tree")
    session = Session.run(ScanOptions((tree.root,)), cache=None, control=Control())
    first, last = (session.file_of(tree.families["page"][i]) for i in (0, -1))
    ignore_list.add(session.scan.contents_of([first, last]))
    session.set_ignored(ignore_list.entries())
    other = session.with_methods(Methods(), Control())
    assert len(other.clustering.links.ignored) == len(session.clustering.links.ignored) == 1
    assert clusters(other) == clusters(session)
    assert other.clusters.cluster_of(first) < 0 or other.clusters.cluster_of(
        first
    ) != other.clusters.cluster_of(last)


def test_a_cancel_leaves_the_session_as_it_was(tmp_path):
    tree = version_tree(tmp_path / "tree")
    session = Session.run(ScanOptions((tree.root,)), cache=None, control=Control())
    before, control = clusters(session), Control()
    control.cancel()
    with pytest.raises(Cancelled):
        session.with_methods(Methods(Method.SPAMSUM), control)
    assert clusters(session) == before
    assert os.path.exists(tree.root)
