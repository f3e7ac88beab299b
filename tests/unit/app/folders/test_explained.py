"""Clusters that folders explain: all their files are in copies of one folder, in two of them at least."""

import os
import shutil

import numpy as np
import pytest

from simfinder.app.folders.explained import ExplainedFiles
from simfinder.app.folders.find_folders import find_folders
from tests.e2e.scan.test_folders import project
from tests.unit.app.folders.test_find_folders import session_of


@pytest.fixture
def session(tmp_path):
    """A project and its copy, a file of it elsewhere, and two equal files inside the project alone."""
    project(tmp_path / "thesis")
    inner = next(path for path in sorted((tmp_path / "thesis").rglob("*")) if path.is_file())
    (tmp_path / "thesis" / "twin one.txt").write_text("nothing else\n" * 90)
    shutil.copytree(tmp_path / "thesis", tmp_path / "thesis copy")
    (tmp_path / "thesis" / "only here.txt").write_text("only in the original\n" * 90)
    (tmp_path / "thesis" / "only here too.txt").write_text("only in the original\n" * 90)
    (tmp_path / "elsewhere").mkdir()
    shutil.copy2(inner, tmp_path / "elsewhere")
    return session_of(tmp_path)


def explained(session, tmp_path):
    found = find_folders(session)
    folders = [found.folder_of(str(tmp_path / name)) for name in ("thesis", "thesis copy")]
    return ExplainedFiles.of(found, [folders])


def names(session, clusters):
    table = session.clusters
    return {os.path.basename(session.record(int(table.kept[cluster])).path) for cluster in clusters}


def test_only_clusters_within_both_folders_are_explained(session, tmp_path):
    entry = explained(session, tmp_path).clusters(session.clusters)
    assert "twin one.txt" in names(session, np.flatnonzero(entry == 0))
    left = np.flatnonzero(entry < 0)
    assert any(name.startswith("only here") for name in names(session, left))
    for cluster in left.tolist():  # and the one with a file elsewhere
        paths = [member.file.path for member in session.clusters.cluster(cluster).members]
        within = {path[len(str(tmp_path)) + 1 :].split(os.sep)[0] for path in paths}
        assert within == {"thesis"} or "elsewhere" in within
    assert len(left) == 2


def test_files_keep_their_folders_in_a_later_scan(session, tmp_path):
    files = explained(session, tmp_path)
    count = len(session.result.files)
    places = np.arange(count - 1, -1, -1)
    places[0] = -1  # gone
    moved = files.moved(places, count)
    assert moved.entry[0] == files.entry[count - 1]
    assert moved.entry[count - 1] == -1
    assert np.array_equal(moved.folder[: count - 1], files.folder[:0:-1])
