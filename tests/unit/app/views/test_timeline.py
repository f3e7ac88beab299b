"""The versions of a cluster in time: order, sizes, and what neighbours share."""

import os

import pytest

from simfinder.app.session.session import Session
from simfinder.app.verify.verifier import Verifier
from simfinder.app.views.timeline import timeline
from simfinder.model.clusters import Relation
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from tests.helpers.files.trees import version_tree


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    return version_tree(tmp_path_factory.mktemp("timeline") / "tree")


@pytest.fixture
def session(tree):
    return Session.run(ScanOptions((tree.root,), jobs=1), cache=None, control=Control())


def line_of(session, path):
    return timeline(session, session.clusters.cluster_of(session.file_of(path)))


def test_versions_stand_in_the_order_of_time(session, tree):
    for family in tree.families.values():
        told = line_of(session, family[0])
        assert [session.record(version.file).path for version in told.versions] == family
        assert [version.size for version in told.versions] == [os.path.getsize(path) for path in family]
        assert not told.same_time
        first, *rest = told.versions
        assert (first.with_before, first.grown) == (None, 0)
        for before, version in zip(told.versions, rest, strict=False):
            assert version.grown == version.size - before.size
            assert 0.5 < version.with_before.similarity < 1.0
        assert told.versions[-1].relation is Relation.KEPT
        assert told.versions[-1].with_kept.similarity == 1.0


def test_copies_are_one_version_at_the_time_of_the_kept_one(session, tree):
    report = tree.families["report"]
    copy = next(path for path, original in tree.copies.items() if original == report[-1])
    told = line_of(session, copy)
    assert len(told.versions) == len(report)
    pair = {session.record(f).path for f in (told.versions[-1].file, *told.versions[-1].copies)}
    assert pair == {report[-1], copy}
    session.keep_file(session.file_of(copy))
    last = line_of(session, copy).versions[-1]
    assert (session.record(last.file).path, last.relation) == (copy, Relation.KEPT)


def test_measured_figures_take_the_place_of_estimates(session, tree):
    report = tree.families["report"]
    before = line_of(session, report[0])
    assert all(version.with_before.estimated for version in before.versions[1:])
    session.verify(Verifier(session.result, None, Control()))
    after = line_of(session, report[0])
    assert not after.versions[-1].with_before.estimated  # the neighbour of the kept file was measured
    newest = after.versions[-2]
    assert newest.with_kept == after.versions[-1].with_before
    assert [version.file for version in after.versions] == [version.file for version in before.versions]


def test_one_time_for_two_versions_is_said(tree, tmp_path):
    for i in (1, 2):
        (tmp_path / f"{i}.txt").write_bytes(b"the same words in both files\n" * 60 + b"more\n" * i)
        os.utime(tmp_path / f"{i}.txt", (1_750_000_000, 1_750_000_000))
    session = Session.run(ScanOptions((str(tmp_path),)), cache=None, control=Control())
    assert len(session.clusters) == 1
    assert timeline(session, 0).same_time


def test_identical_files_alone_are_one_version(tree):
    session = Session.run(ScanOptions((tree.root,), identical=True), cache=None, control=Control())
    for cluster in range(len(session.clusters)):
        told = timeline(session, cluster)
        assert len(told.versions) == 1
        assert len(told.versions[0].copies) == 1
