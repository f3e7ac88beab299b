"""Whole folders by the real program: planned, removed, killed in the middle, brought back."""

import json
import os
import random
import shutil

import pytest

from tests.helpers.files.folder_trees import project_tree
from tests.helpers.program import kill_when, simfinder, start
from tests.unit.actions.world import photograph


@pytest.fixture
def root(tmp_path):
    return project_tree(tmp_path / "home folder")


def gone(plan, kind=None):
    return {act["path"] for act in plan["acts"] if act["state"] == "planned" and kind in (None, act["act"])}


def test_whole_copy_of_a_project_goes_and_comes_back(root, home):
    before = photograph(root, folder_times=True)
    planned = simfinder("plan", root, "--folders", "--json").json
    copy = str(root / "webapp - Copy")
    assert gone(planned, "rmdir") == {copy, f"{copy}/src", f"{copy}/src/views", f"{copy}/docs"}
    assert gone(planned, "unlink") == {f"{copy}/main"}
    assert f"{copy}/.env" in gone(planned, "trash")
    assert f"{copy}/src/empty.js" in gone(planned, "trash")
    assert all(path.startswith(copy) for path in gone(planned))
    cleaned = simfinder("clean", root, "--folders", "--yes")
    assert cleaned.code == 0, cleaned.err
    assert not os.path.lexists(copy)
    assert "10 removed with 5 links and folders" in cleaned.err
    assert simfinder("undo").code == 0
    after = photograph(root, folder_times=True)  # but for the access times: the scan has read the files
    assert {path: what[:3] for path, what in after.items()} == {
        path: what[:3] for path, what in before.items()
    }


def test_without_the_option_projects_stay_whole(root):
    assert gone(simfinder("plan", root, "--json").json) == set()


def test_folder_with_something_of_its_own_stays_and_is_said(root):
    (root / "webapp - Copy" / ".git").mkdir()
    (root / "webapp - Copy" / ".git" / "HEAD").write_text("mine")
    planned = simfinder("plan", root, "--folders", "--json").json
    assert gone(planned) == set()
    head = f"{root / 'webapp - Copy' / '.git' / 'HEAD'} is not in the folder that stays"
    assert any(head in warning for warning in planned["warnings"])


def test_older_version_goes_where_all_that_differs_is_older(root):
    os.remove(root / "old" / "webapp.bak" / "notes.txt")
    planned = simfinder("plan", root, "--folders", "--json").json
    assert str(root / "old" / "webapp.bak") in gone(planned, "rmdir")
    identical = simfinder("plan", root, "--folders", "--remove", "identical", "--json").json
    assert str(root / "old" / "webapp.bak") not in gone(identical, "rmdir")


def test_folder_that_stays_loses_nothing_to_the_rules(tmp_path):
    """Two identical folders of letters in versions: one folder goes, in the other the older versions stay."""
    rng = random.Random(3)
    text = [f"{rng.getrandbits(64):x}\n" for _ in range(200)]
    for number in range(3):
        path = tmp_path / "tree" / "a" / f"letter v{number}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(text[number:]))
        os.utime(path, (1_700_000_000 + number * 86_400,) * 2)
    shutil.copytree(tmp_path / "tree" / "a", tmp_path / "tree" / "b")
    cleaned = simfinder("clean", tmp_path / "tree", "--folders", "--yes")
    assert cleaned.code == 0, cleaned.err
    left = [os.path.join(folder, name) for folder, _, names in os.walk(tmp_path / "tree") for name in names]
    assert len(left) == 3
    assert len({os.path.dirname(path) for path in left}) == 1


@pytest.mark.parametrize("option", [["--act", "hardlink"], ["--act", "copy:away"]])
def test_other_acts_are_none_for_folders(root, option):
    said = simfinder("plan", root, "--folders", *option)
    assert said.code == 2
    assert "folders can go to the Trash" in said.err


def test_protected_copy_stays(root):
    planned = simfinder("plan", root, "--folders", "--json", "--protect", root / "webapp - Copy").json
    assert not any(path.startswith(str(root / "webapp - Copy")) for path in gone(planned))


def test_plan_of_a_folder_that_changed_does_nothing(root, tmp_path):
    document = tmp_path / "plan.json"
    document.write_bytes(simfinder("plan", root, "--folders", "--json").out)
    (root / "webapp - Copy" / "src" / "new.txt").write_text("new")
    before = photograph(root)
    applied = simfinder("apply", document, "--yes", "--json")
    assert applied.code == 1
    assert {act["state"] for act in applied.json["acts"]} == {"skipped"}
    assert photograph(root) == before


def test_somebody_elses_plan_removes_no_project(root, tmp_path):
    document = json.loads(simfinder("plan", root, "--folders", "--json").out)
    document["seal"] = ""
    (tmp_path / "plan.json").write_text(json.dumps(document))
    before = photograph(root)
    applied = simfinder("apply", tmp_path / "plan.json", "--yes", "--json")
    assert applied.code == 1
    assert not any(act["state"] == "done" for act in applied.json["acts"])
    assert photograph(root) == before


@pytest.mark.parametrize("moved", [1, 80])
def test_killed_in_the_middle_of_a_folder(tmp_path, home, moved):
    rng = random.Random(7)
    for number in range(120):
        path = tmp_path / "tree" / "photos" / str(number % 5) / f"{number}.dat"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(rng.randbytes(3000))
    os.symlink("0/0.dat", tmp_path / "tree" / "photos" / "first")
    copy = tmp_path / "tree" / "photos copy"
    shutil.copytree(tmp_path / "tree" / "photos", copy, symlinks=True)
    before = photograph(tmp_path / "tree")
    program = start("clean", tmp_path / "tree", "--folders", "--yes")
    assert kill_when(program, lambda: sum(1 for _ in copy.rglob("*.dat")) <= 120 - moved)
    left = photograph(tmp_path / "tree")
    assert all(left[path][0] == before[path][0] for path in left)
    told = simfinder("history")
    assert "interrupted" in told.err
    assert simfinder("undo").code == 0
    after = photograph(tmp_path / "tree")  # the time of the folder in which the program died is lost
    assert {path: what[:3] for path, what in after.items()} == {
        path: what[:3] for path, what in before.items()
    }
