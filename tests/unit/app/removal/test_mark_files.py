"""Marks for many files: proposed and counted first, then set; never all of a cluster, and each says why."""

import os
import random
from types import SimpleNamespace

import numpy as np
import pytest

from simfinder.app.removal import mark_files
from simfinder.app.removal.mark_files import Wish, carry_out, propose
from simfinder.app.session.clustering import Clustering
from simfinder.app.session.session import Session
from simfinder.errors import UsageError
from simfinder.model.path_rules import MACOS, POSIX
from simfinder.model.progress import Control
from simfinder.model.removal_plan import ActKind, MarkCause
from simfinder.model.scan_options import ScanOptions

RNG = random.Random(3)
DAY = 1_700_000_000


@pytest.fixture
def session(tmp_path):
    """Three clusters of copies over the folders first, next and safe (protected); those of first are kept."""
    for cluster in range(3):
        data = RNG.randbytes(5000 + cluster)
        for age, folder in enumerate(("first", "next", "safe")):
            if (cluster, folder) == (2, "safe"):
                continue
            path = tmp_path / folder / f"{cluster}.bin"
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(data)
            os.utime(path, (DAY + age, DAY + age))
    options = ScanOptions((str(tmp_path),), protected=(str(tmp_path / "safe"),))
    return Session.run(options, cache=None, control=Control())


def marked(session):
    root = session.options.roots[0]
    return {os.path.relpath(session.record(file).path, root) for file in session.marks}


def folder(session, name):
    return os.path.join(session.options.roots[0], name)


def test_a_rule_is_counted_before_it_is_applied(session):
    proposal = propose(session, Wish.OLDER)
    assert marked(session) == set()
    assert (proposal.preview.files, proposal.preview.clusters) == (3, 3)
    assert proposal.preview.bytes == 15_003
    assert carry_out(session, proposal) == 3
    assert marked(session) == {"next/0.bin", "next/1.bin", "next/2.bin"}
    assert propose(session, Wish.OLDER).preview.files == 0


def test_in_one_cluster_only(session):
    carry_out(session, propose(session, Wish.ALL, clusters=[1]))
    assert len(marked(session)) == 1


def test_a_folder_with_kept_files_passes_the_keeping_on(session):
    proposal = propose(session, Wish.IN_FOLDER, folder=folder(session, "first"))
    assert len(proposal.heirs) == 3
    assert carry_out(session, proposal) == 3
    assert marked(session) == {"first/0.bin", "first/1.bin", "first/2.bin"}
    plan = session.plan(ActKind.TRASH)
    assert len(plan.acts) == 3
    assert plan.refused == ()
    assert all(mark.cause is MarkCause.INSIDE for mark in session.marks.values())


def test_all_but_a_folder(session):
    carry_out(session, propose(session, Wish.NOT_IN_FOLDER, folder=folder(session, "next")))
    assert marked(session) == {"first/0.bin", "first/1.bin", "first/2.bin"}  # safe is protected


def test_all_of_a_cluster_is_never_marked(session):
    carry_out(session, propose(session, Wish.IN_FOLDER, folder=session.options.roots[0]))
    kept = {session.record(int(file)).path for file in session.clusters.kept}
    assert len(session.clusters) == 3
    assert not kept & {session.record(file).path for file in session.marks}


def test_inverted_twice_is_as_before(session):
    carry_out(session, propose(session, Wish.OLDER, clusters=[0]))
    before = marked(session)
    inverted = propose(session, Wish.INVERT)
    assert len(inverted.cleared) == len(before) == 1
    carry_out(session, inverted)
    assert marked(session).isdisjoint(before)
    assert len(marked(session)) == 2
    carry_out(session, propose(session, Wish.INVERT))
    assert marked(session) == before


@pytest.mark.parametrize("wish", [Wish.IN_FOLDER, Wish.NOT_IN_FOLDER])
def test_a_folder_is_needed(session, wish):
    with pytest.raises(UsageError, match="folder"):
        propose(session, wish)


def test_many_heirs_group_once(session, monkeypatch):
    grouped = []
    real = Clustering.regroup
    monkeypatch.setattr(Clustering, "regroup", lambda self: (grouped.append(1), real(self))[1])
    mark_files.carry_out(session, propose(session, Wish.IN_FOLDER, folder=folder(session, "first")))
    assert len(grouped) == 1


def mask_of(session, *names):
    mask = np.zeros(len(session.result.files), np.bool_)
    mask[[session.file_of(os.path.join(session.options.roots[0], name)) for name in names]] = True
    return mask


def test_only_the_files_that_are_meant(session):
    carry_out(session, propose(session, Wish.OLDER, files=mask_of(session, "next/1.bin", "first/2.bin")))
    assert marked(session) == {"next/1.bin"}
    carry_out(session, propose(session, Wish.INVERT, files=mask_of(session, "next/1.bin", "next/2.bin")))
    assert marked(session) == {"next/2.bin"}
    assert propose(session, Wish.ALL, files=mask_of(session), clusters=[0]).preview.files == 0


def test_a_folder_and_only_the_files_that_are_meant(session):
    proposal = propose(
        session, Wish.IN_FOLDER, folder=folder(session, "first"), files=mask_of(session, "first/0.bin")
    )
    assert list(proposal.paths) == [folder(session, "first/0.bin")]
    assert list(proposal.heirs) == list(proposal.paths)
    proposal = propose(
        session, Wish.NOT_IN_FOLDER, folder=folder(session, "first"), files=mask_of(session, "next/2.bin")
    )
    assert list(proposal.paths) == [folder(session, "next/2.bin")]


def test_older_versions_in_a_folder(session):
    root = session.options.roots[0]
    files = mark_files.files_inside(session, folder(session, "next"))
    assert {os.path.relpath(session.record(f).path, root) for f in np.flatnonzero(files).tolist()} == {
        "next/0.bin",
        "next/1.bin",
        "next/2.bin",
    }
    assert not mark_files.files_inside(session, folder(session, "ol")).any()


def test_a_folder_is_known_by_any_spelling(monkeypatch):
    composed, decomposed = "Caf\u00e9", "Cafe\u0301"
    paths = ["/stays", f"/Users/{composed}/a", "/Users/b"]
    records = SimpleNamespace(path=paths.__getitem__)
    table = SimpleNamespace(
        members=np.arange(3), cluster_index=np.zeros(3, int), files=SimpleNamespace(records=records)
    )
    for rules, hit in ((MACOS, [1]), (POSIX, [])):
        monkeypatch.setattr(mark_files, "OWN", rules)
        for spelled in (f"/users/{decomposed}/", f"/users/{decomposed}"):
            inside = mark_files.files_inside(SimpleNamespace(clusters=table), spelled)
            assert np.flatnonzero(inside).tolist() == hit
