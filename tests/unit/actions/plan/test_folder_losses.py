"""Which folders a plan takes many files from."""

import os

import numpy as np
import pytest

from simfinder.actions.plan.folder_counts import files_below, files_by_folder
from simfinder.model.folder_losses import FolderLoss, folder_losses, loss_text
from simfinder.model.removal_plan import PLAN_KINDS, ActKind, ListedActs, Plan
from tests.unit.actions.rules.test_project_folders import listing


class Paths(ListedActs):
    """Acts of which only the paths are asked for."""

    def __init__(self, paths):
        super().__init__(())
        self._paths = list(paths)

    def paths(self):
        return self._paths


def losses(paths, going, roots=("/r",), projects=(), kind=ActKind.TRASH, gone=()):
    files = listing(*paths)
    known = files.paths()
    rows = np.array([known.index(path) for path in going], dtype=np.int64)
    there = np.array([path not in gone for path in known])
    counts = files_by_folder(files, rows, roots, projects, there)
    below = files_below(files, {os.path.join(os.path.dirname(path), "") for path in going}, there)
    return folder_losses(Plan(kind, Paths(going), folder_files=counts, files_below=below))


def some(folder, count):
    return [f"{folder}/{i}" for i in range(count)]


def test_a_folder_that_loses_much_is_named():
    paths = [*some("/r/webapp/src", 40), *some("/r/webapp", 7), *some("/r/letters", 20)]
    found = losses(paths, [*some("/r/webapp/src", 40), *some("/r/letters", 3)])
    assert found == [FolderLoss("/r/webapp", 40, 47)]
    assert loss_text(found[0]) == "/r/webapp would lose 40 of 47 files"


def test_a_folder_in_one_that_loses_little():
    paths = [*some("/r/docs/old", 10), *some("/r/docs", 100)]
    assert losses(paths, some("/r/docs/old", 6)) == [FolderLoss("/r/docs/old", 6, 10)]


def test_a_folder_far_below_is_named_where_next_to_nothing_stays():
    paths = [*some("/r/a/b/c/d", 20), *some("/r/a", 100), *some("/r/a/b", 100)]
    assert losses(paths, some("/r/a/b/c/d", 17)) == []
    assert losses(paths, some("/r/a/b/c/d", 18)) == [FolderLoss("/r/a/b/c/d", 18, 20)]
    found = losses(paths, some("/r/a/b/c/d", 17), projects=("/r/a/b/c",))
    assert found == [FolderLoss("/r/a/b/c", 17, 20)]


def test_the_scanned_folder_itself_is_named_where_next_to_nothing_stays():
    paths = [*some("/r", 47), *some("/r/a", 3)]
    assert losses(paths, some("/r", 44)) == []
    assert losses(paths, some("/r", 45)) == [FolderLoss("/r", 45, 50)]


def test_folders_that_lose_next_to_all_come_first():
    paths = [*some("/r/a", 100), *some("/r/b", 10), *some("/r/c", 6)]
    found = losses(paths, [*some("/r/a", 50), *some("/r/b", 9), *some("/r/c", 6)])
    assert [loss.folder for loss in found] == ["/r/b", "/r/c", "/r/a"]
    assert [loss_text(loss) for loss in found] == [
        "/r/b would lose 9 of 10 files",
        "/r/c would lose 6 of 6 files, all it has",
        "/r/a would lose 50 of 100 files",
    ]


@pytest.mark.parametrize(("going", "named"), [(4, False), (5, True)])
def test_five_files_and_a_third(going, named):
    assert bool(losses(some("/r/a", 15), some("/r/a", going))) is named
    assert not losses(some("/r/a", 16), some("/r/a", 5))


def test_what_has_gone_before_does_not_count():
    paths = some("/r/a", 30)
    assert not losses(paths, paths[:6])
    assert losses(paths, paths[:6], gone=paths[15:]) == [FolderLoss("/r/a", 6, 15)]


@pytest.mark.parametrize("kind", PLAN_KINDS)
def test_only_what_goes_is_lost(kind):
    found = losses(some("/r/a", 6), some("/r/a", 6), kind=kind)
    assert bool(found) is (kind in (ActKind.TRASH, ActKind.MOVE, ActKind.DELETE))
