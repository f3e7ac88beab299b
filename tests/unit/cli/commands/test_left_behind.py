"""What a command says at its start of a batch that was cut off; what can't be seen is told neither as done nor not."""

import json
import os

import pytest

from simfinder.actions.execute.executor import execute
from simfinder.actions.filesystem import syscalls
from simfinder.cli.command import say_left_behind
from simfinder.cli.main import run
from simfinder.model.removal_plan import ActKind
from simfinder.store.library.library import Library
from tests.helpers.files.cut_off import deletion_cut_off, dying
from tests.unit.actions.world import plan_of, write


@pytest.mark.parametrize(("kind", "call"), [(ActKind.DELETE, "remove"), (ActKind.MOVE, "exclusive_rename")])
def test_what_can_not_be_seen_is_said_once(tmp_path, capsys, kind, call):
    kept = write(tmp_path / "kept", b"the content")
    drive = tmp_path / "drive"
    paths = [write(drive / name, b"the content") for name in ("one", "two")]
    plan = plan_of(kind, paths, kept, drive, tmp_path / "to")
    with Library.open() as library, dying(syscalls, call, at=1):
        execute(plan, library)
    os.rename(drive, tmp_path / "unplugged")
    drive.mkdir()
    say_left_behind(quiet=False)
    undo = "; 'simfinder undo 1' brings them back" if kind is ActKind.MOVE else ""
    why = {
        ActKind.DELETE: "its folder was replaced by something else meanwhile",
        ActKind.MOVE: f"the folder of {paths[1]} can't be seen now",
    }[kind]
    assert capsys.readouterr().err == (
        f"simfinder: batch 1 was interrupted: 1 of 2 files were removed; what became of {paths[1]} can't be told:"
        f" {why}; each start looks again ('simfinder history 1 --give-up' ends that){undo}\n"
    )
    say_left_behind(quiet=False)
    assert capsys.readouterr().err == ""
    drive.rmdir()
    os.rename(tmp_path / "unplugged", drive)
    say_left_behind(quiet=False)
    assert capsys.readouterr().err == (
        f"simfinder: batch 1 was interrupted: 1 of 2 files were removed, the others are where they were{undo}\n"
    )
    assert os.listdir(drive) == ["two"]


@pytest.fixture
def waiting(tmp_path):
    """A file whose deletion was cut off, and its drive is away; gives its path."""
    kept, path = write(tmp_path / "kept", b"the content"), write(tmp_path / "drive" / "one", b"the content")
    deletion_cut_off(path, kept)
    os.rename(tmp_path / "drive", tmp_path / "unplugged")
    say_left_behind(quiet=False)
    return path


def test_the_history_says_plainly_where_it_stands(waiting, capsys):
    capsys.readouterr()
    assert run(["history"]) == 0
    assert "  delete    1 unknown  0 B freed" in capsys.readouterr().out
    assert run(["history", "1"]) == 0
    why = "what became of it can't be told: its folder can't be seen now; each start looks again"
    assert capsys.readouterr().out.splitlines()[1] == f"unknown  delete    {waiting}  ({why})"
    assert run(["history", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["acts"] == [{"path": waiting, "act": "delete", "to": None, "state": "failed", "reason": why}]
    assert told["bytes_freed"] == 0


def test_a_person_can_give_it_up(waiting, capsys, tmp_path):
    lost = os.listdir(tmp_path / "unplugged")
    capsys.readouterr()
    assert run(["history", "1", "--give-up"]) == 0
    told, err = capsys.readouterr()
    assert err == ""
    place = tmp_path / "drive" / lost[0]
    assert told.splitlines()[1] == (
        f"failed   delete    {waiting}  (what became of it was not seen again; it may lie at {place})"
    )
    assert os.listdir(tmp_path / "unplugged") == lost
    assert run(["history", "1", "--give-up"]) == 2
    assert capsys.readouterr().err == (
        "simfinder: batch 1 waits for nothing: what became of its files is known\n"
    )
    os.rename(tmp_path / "unplugged", tmp_path / "drive")
    assert run(["history", "1"]) == 0
    told, err = capsys.readouterr()
    assert "skipped  delete" in told
    assert "batch 1 was interrupted: 0 of 1 files were removed" in err
    assert os.listdir(tmp_path / "drive") == ["one"]


def test_giving_up_needs_a_batch(waiting, capsys):
    capsys.readouterr()
    assert run(["history", "--give-up"]) == 2
    assert "needs the number of a batch" in capsys.readouterr().err


def test_an_undo_whose_disk_is_away_says_what_helps(tmp_path, capsys):
    kept, path = write(tmp_path / "kept", b"the content"), write(tmp_path / "drive" / "one", b"the content")
    with Library.open() as library:
        execute(plan_of(ActKind.TRASH, [path], kept), library)
        library.update(1, [(0, {"folder_mark": f"77{library.acts(1)[0].folder_mark}"})])
    assert run(["undo"]) == 1
    told, err = capsys.readouterr()
    assert "(the disk that it came from is not there now)" in told
    assert (
        "plug the disk in and say 'simfinder undo 1'; with --other-disk they go where their paths lead" in err
    )
    assert not os.path.exists(path)
    assert run(["undo", "1", "--other-disk"]) == 0
    assert os.path.exists(path)
