"""Folders of a session: what stays, what is not known, the difference file by file, and saved sessions."""

import os
import shutil

import numpy as np
import pytest

from simfinder.app.folders import beside_files
from simfinder.app.folders.find_folders import find_folders
from simfinder.app.folders.folder_difference import Difference, folder_difference
from simfinder.app.folders.folder_order import is_marked_as_copy, order_by_names
from simfinder.app.session.saved.save_and_load import load, save
from simfinder.app.session.session import Session
from simfinder.model.clusters import FolderRelation
from simfinder.model.file_record import SkipReason
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.search.folders.folder_pairs import RELATIONS
from tests.e2e.scan.test_folders import edited, project, text


def session_of(*roots, **options):
    return Session.run(ScanOptions(tuple(map(str, roots)), **options), cache=None, control=Control())


def told(found, pairs):
    return [
        (os.path.basename(found.path(int(a))), os.path.basename(found.path(int(b))), RELATIONS[relation])
        for a, b, relation in zip(pairs.a, pairs.b, pairs.relation.tolist(), strict=True)
    ]


def kept(found, pairs):
    return [os.path.basename(found.path(int(folder))) for folder in pairs.staying]


@pytest.fixture
def tree(tmp_path):
    project(tmp_path / "thesis")
    project(tmp_path / "other", seed=5)
    return tmp_path


def test_three_copies_with_edits_are_a_group_in_the_order_of_versions(tree):
    for number, name in enumerate(("thesis v2", "thesis v3")):
        shutil.copytree(tree / ("thesis v2" if number else "thesis"), tree / name)
        edited(tree / name, f"src/file{2 * number + 1}.txt", later=86_400.0 * (number + 1))
    found = find_folders(session_of(tree))
    pairs = found.pairs()
    assert {row[2] for row in told(found, pairs)} == {FolderRelation.VERSION}
    assert pairs.sure.all()
    groups = found.groups(pairs)
    assert groups.size == 1
    assert [os.path.basename(found.path(int(folder))) for folder in groups.folders] == [
        "thesis v3",
        "thesis v2",
        "thesis",
    ]
    order = found.order(int(groups.folders[2]), int(groups.folders[0]))
    assert (order.order, order.by_names, order.by_times, order.contradicts) == (-1, 0, -1, False)
    middle = found.order(int(groups.folders[1]), int(groups.folders[0]))
    assert (middle.order, middle.by_names, middle.by_times) == (-1, -1, -1)


def test_no_two_folders_lose_their_files_to_each_other(tree):
    for name in ("a copy", "b", "old/thesis", "c (1)"):
        shutil.copytree(tree / "thesis", tree / name)
    found = find_folders(session_of(tree))
    pairs = found.pairs()
    assert len(pairs.a) == 10
    assert (found.rank[pairs.staying] < found.rank[pairs.leaving]).all()
    assert not any("copy" in name or "(1)" in name for name in kept(found, pairs)[:1])


def test_names_and_times_that_contradict_each_other_are_not_sure(tree):
    (tree / "thesis").rename(tree / "thesis v1")
    shutil.copytree(tree / "thesis v1", tree / "thesis v2")
    edited(tree / "thesis v1", "src/file1.txt", "src/file3.txt")
    found = find_folders(session_of(tree))
    pairs = found.pairs()
    assert told(found, pairs) == [("thesis v1", "thesis v2", FolderRelation.VERSION)]
    assert not pairs.sure.any()
    assert pairs.bytes_freed.tolist() == [0]
    order = found.order(int(pairs.a[0]), int(pairs.b[0]))
    assert (order.by_names, order.by_times, order.contradicts) == (-1, 1, True)
    assert found.order(int(pairs.b[0]), int(pairs.a[0])).by_times == -1


def test_protected_folders_stay(tree):
    shutil.copytree(tree / "thesis", tree / "thesis - Copy")
    found = find_folders(session_of(tree, protected=(str(tree / "thesis - Copy"),)))
    assert kept(found, found.pairs()) == ["thesis - Copy"]


def test_the_difference_file_by_file(tree):
    other = tree / "thesis 2"
    shutil.copytree(tree / "thesis", other)
    edited(other, "src/file1.txt")
    (other / "src" / "file3.txt").rename(other / "moved.txt")
    (other / "doc" / "file0.txt").unlink()
    (other / "new.txt").write_text(text(77))
    (other / "doc" / "file2.txt").write_text(text(78))
    session = session_of(tree)
    found = find_folders(session)
    a, b = (found.folder_of(str(tree / name)) for name in ("thesis", "thesis 2"))
    rows = folder_difference(session, found, a, b)
    kinds = {kind: [(row.path_a, row.path_b) for row in rows.of(kind)] for kind in Difference}
    assert kinds[Difference.MOVED] == [("src/file3.txt", "moved.txt")]
    assert kinds[Difference.ONLY_A] == [("doc/file0.txt", "")]
    assert kinds[Difference.ONLY_B] == [("", "new.txt")]
    assert kinds[Difference.CHANGED] == [
        ("doc/file2.txt", "doc/file2.txt"),
        ("src/file1.txt", "src/file1.txt"),
    ]
    assert len(kinds[Difference.SAME]) == 5
    strange, near = rows.of(Difference.CHANGED)
    assert np.isnan(strange.similarity)
    assert 0.9 < near.similarity < 1.0
    assert session.record(near.file_a).path == str(tree / "thesis" / "src" / "file1.txt")
    assert (near.mtime_b - near.mtime_a) // 10**9 == 86_400
    turned = folder_difference(session, found, b, a)
    assert [row.path_a for row in turned.of(Difference.ONLY_A)] == ["new.txt"]
    pairs = found.pairs()
    assert (pairs.same[0], pairs.changed[0], pairs.only_a[0], pairs.only_b[0]) == (6, 2, 1, 1)


def test_files_empty_ones_and_what_is_not_known(tree):
    (tree / "thesis" / ".hidden").write_text("x")
    (tree / "thesis" / "doc" / "link").symlink_to("nowhere")
    session = session_of(tree)
    found = find_folders(session)
    folder = found.folder_of(str(tree / "thesis"))
    names = [os.path.basename(session.record(int(file)).path) for file in found.files_below(folder)]
    assert sorted(names) == [f"file{at}.txt" for at in range(8)]
    assert found.empty_below(folder) == [str(tree / "thesis" / "src" / "__init__.py")]
    assert {(os.path.basename(entry.path), entry.reason) for entry in found.unknown_below(folder)} == {
        (".hidden", SkipReason.HIDDEN),
        ("link", SkipReason.SYMLINK),
    }
    assert not found.unknown_below(found.folder_of(str(tree / "other")))


def test_more_hidden_files_than_may_be_read_are_not_called_identical(tree, monkeypatch):
    (tree / "thesis" / ".git").mkdir()
    (tree / "thesis" / ".git" / "pack").write_bytes(bytes(1000))
    shutil.copytree(tree / "thesis", tree / "thesis 2")
    session = session_of(tree)
    assert RELATIONS[find_folders(session).pairs().relation[0]] == FolderRelation.IDENTICAL
    monkeypatch.setattr(beside_files, "_MOST_BYTES", 999)
    assert RELATIONS[find_folders(session).pairs().relation[0]] == FolderRelation.VERSION
    monkeypatch.undo()
    session.read_only = True  # its files are on another machine
    assert RELATIONS[find_folders(session).pairs().relation[0]] == FolderRelation.VERSION


def test_a_saved_session_knows_what_was_left_out(tree, tmp_path_factory):
    (tree / "thesis" / ".hidden").write_text("x")
    shutil.copytree(tree / "thesis", tree / "thesis 2")
    session = session_of(tree)
    path = tmp_path_factory.mktemp("saved") / "one.simfinder"
    save(session, path)
    again = load(path, Control(), ignored=()).session
    assert again.result.left_out == session.result.left_out
    one, other = find_folders(session).pairs(), find_folders(again).pairs()
    assert all((column == its).all() for column, its in zip(one, other, strict=True))


def test_files_that_are_gone_take_no_part(tree):
    shutil.copytree(tree / "thesis", tree / "thesis 2")
    session = session_of(tree)
    session.forget([str(tree / "thesis 2" / "src" / "file1.txt")])
    found = find_folders(session)
    pairs = found.pairs()
    assert told(found, pairs) == [("thesis", "thesis 2", FolderRelation.CONTAINED)]
    assert (pairs.same[0], pairs.only_a[0]) == (8, 1)


def test_a_scan_for_identical_files(tree):
    shutil.copytree(tree / "thesis", tree / "thesis 2")
    found = find_folders(session_of(tree, identical=True))
    assert told(found, found.pairs()) == [("thesis", "thesis 2", FolderRelation.IDENTICAL)]


@pytest.mark.parametrize(
    ("path", "other", "akin", "order"),
    [
        ("/x/webapp-1.2", "/x/webapp-1.10", 1, -1),
        ("/x/webapp", "/x/backup/webapp", 1, 1),
        ("/x/anna", "/x/ben", 0, 0),
        ("/x/lib-linux", "/x/lib-windows", -1, 0),
    ],
)
def test_what_names_say(path, other, akin, order):
    found = order_by_names(path, other)
    assert (found.akin, found.order) == (akin, order)


def test_archives_are_compared_without_their_extension():
    assert order_by_names("/x/webapp-1.2", "/x/webapp-1.3.tar.gz", other_archive=True).order == -1
    assert is_marked_as_copy("webapp - Copy")
    assert not is_marked_as_copy("webapp")


def test_a_backup_is_older_wherever_its_folders_are():
    assert order_by_names("/x/Backup/2024/Customers", "/x/Customers/Mason").order == -1
    assert order_by_names("/x/Customers/Mason", "/x/Backup/2024/Customers").order == 1


def test_copies_with_hidden_files_in_an_archive_or_under_other_names_are_identical(tree):
    (tree / "thesis" / ".settings").write_text("width=80\n" * 30)
    shutil.make_archive(str(tree / "thesis"), "zip", tree, "thesis")
    (tree / "recovered").mkdir()
    for number, path in enumerate(sorted(path for path in (tree / "thesis").rglob("*") if path.is_file())):
        shutil.copy(path, tree / "recovered" / f"f{number:05}.txt")
    found = find_folders(session_of(tree))
    names = {frozenset((one, other)): relation for one, other, relation, *_ in told(found, found.pairs())}
    assert names[frozenset(("thesis", "thesis.zip"))] is FolderRelation.IDENTICAL, names
    assert names[frozenset(("thesis", "recovered"))] is FolderRelation.IDENTICAL, names
