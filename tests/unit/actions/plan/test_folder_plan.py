"""Plans for folders: as documents, as scripts, and without some of their files."""

import json
import os
import shutil
import subprocess

import pytest

from simfinder.actions.execute.executor import execute
from simfinder.actions.plan.json_file import StoredPlan, parse, text
from simfinder.actions.plan.shell_script import script
from simfinder.app.removal import wording
from simfinder.app.removal.removal import without
from simfinder.errors import UsageError
from simfinder.model.removal_plan import ActKind, ActState
from simfinder.store.library.library import Library
from tests.unit.actions.folders import make_project, plan_to_remove
from tests.unit.actions.world import write


@pytest.fixture
def kept(tmp_path):
    return make_project(tmp_path / "tree" / "webapp")


@pytest.fixture
def copy(tmp_path, kept):
    place = tmp_path / "tree" / "webapp - Copy"
    shutil.copytree(kept, place, symlinks=True)
    return place


def written(plan, tmp_path):
    return "".join(text(StoredPlan(plan, (str(tmp_path),)))).encode()


@pytest.mark.parametrize("merge", [False, True])
def test_document_holds_all_of_it(library_home, tmp_path, kept, copy, merge):
    if merge:
        write(copy / "src" / "mine.txt", b"mine")
    plan = plan_to_remove(copy, kept, merge=merge)
    read = parse(written(plan, tmp_path))
    assert read.sealed
    assert read.plan.removals == plan.removals
    assert [(act.file.path, act.step, act.to) for act in read.plan.acts] == [
        (act.file.path, act.step, act.to) for act in plan.acts
    ]
    with Library.open() as library:
        assert execute(read.plan, library).count(ActState.DONE) == len(plan.acts)
    assert not copy.exists()


@pytest.fixture
def library_home(home):
    return home


LIES = {
    "a step outside": lambda document: document["removals"][0].update(path="/elsewhere"),
    "no removal": lambda document: document.pop("removals"),
    "a merge out of the folder that stays": lambda document: [
        act.update(to="/elsewhere/x") for act in document["acts"] if act["act"] == "merge"
    ],
    "an odd step": lambda document: document["acts"][-1].update(act="copy"),
    "a short fingerprint": lambda document: document["removals"][0].update(fingerprint="00"),
}


@pytest.mark.parametrize("lie", LIES)
def test_document_that_contradicts_itself_is_refused(tmp_path, kept, copy, lie):
    write(copy / "src" / "mine.txt", b"mine")
    document = json.loads(written(plan_to_remove(copy, kept, merge=True), tmp_path))
    LIES[lie](document)
    with pytest.raises(UsageError):
        parse(json.dumps(document).encode())


def test_other_plans_are_written_as_before(tmp_path, kept, copy):
    from simfinder.model.removal_plan import Plan

    assert b"removals" not in written(Plan(ActKind.TRASH, ()), tmp_path)


def test_script_removes_the_folder(tmp_path, home, kept, copy):
    plan = plan_to_remove(copy, kept)
    stored = StoredPlan(plan, (str(tmp_path),))
    file = tmp_path / "script.sh"
    said = "".join(script(stored, wording.done_to(plan), wording.freed(plan)))
    file.write_bytes(os.fsencode(said))
    done = subprocess.run(
        ["sh", str(file)], env={**os.environ, "HOME": str(home)}, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert not copy.exists()
    assert (kept / "run").is_symlink()


def test_script_leaves_what_changed(tmp_path, home, kept, copy):
    plan = plan_to_remove(copy, kept)
    said = "".join(script(StoredPlan(plan, (str(tmp_path),)), "", ""))
    (tmp_path / "script.sh").write_bytes(os.fsencode(said))
    write(copy / "new.txt", b"new")
    os.remove(copy / "run")
    os.symlink("a.txt", copy / "run")
    done = subprocess.run(["sh", str(tmp_path / "script.sh")], capture_output=True, check=False)
    assert done.returncode == 1
    assert sorted(os.listdir(copy)) == ["new.txt", "run"]


def test_script_can_not_merge(tmp_path, kept, copy):
    write(copy / "mine.txt", b"mine")
    with pytest.raises(UsageError, match="merge"):
        list(script(StoredPlan(plan_to_remove(copy, kept, merge=True), (str(tmp_path),)), "", ""))


def test_file_left_out_keeps_its_folders(tmp_path, home, kept, copy):
    plan = plan_to_remove(copy, kept)
    path = str(copy / "src" / "deep" / "x.py")
    rest = without(plan, [path])
    gone = {act.file.path for act in plan.acts} - {act.file.path for act in rest.acts}
    assert gone == {path, str(copy / "src" / "deep"), str(copy / "src"), str(copy)}
    assert not rest.removals[0].whole
    with Library.open() as library:
        assert {act.state for act in execute(rest, library).acts} == {ActState.DONE}
    assert [name for _, _, names in os.walk(copy) for name in names] == ["x.py"]


def test_acts_are_counted_by_what_they_are_on(kept, copy):
    plan = plan_to_remove(copy, kept)
    assert wording.counted_acts(plan) == "6 files, 2 links and 5 folders"
