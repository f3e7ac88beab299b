"""What a command says at its start of a batch that was cut off; what can't be seen is told neither as done nor not."""

import os

import pytest

from simfinder.actions import disk
from simfinder.actions.execute import execute
from simfinder.cli.commands.base import say_left_behind
from simfinder.model.plan import ActKind
from simfinder.store.library import Library
from tests.unit.actions.world import plan_of, write


class Died(BaseException):
    """The program is dead."""


@pytest.mark.parametrize(("kind", "call"), [(ActKind.DELETE, "remove"), (ActKind.MOVE, "exclusive_rename")])
def test_what_can_not_be_seen_is_said_once(tmp_path, capsys, kind, call):
    kept = write(tmp_path / "kept", b"the content")
    drive = tmp_path / "drive"
    paths = [write(drive / name, b"the content") for name in ("one", "two")]
    real, calls = getattr(disk, call), []

    def dying(*args):
        calls.append(call)
        if len(calls) == 2:
            raise Died
        real(*args)

    with Library.open() as library, pytest.MonkeyPatch.context() as patch:
        patch.setattr(disk, call, dying)
        plan = plan_of(kind, paths, kept, drive, tmp_path / "to")
        with pytest.raises(Died):
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
        f" {why}; each start looks again{undo}\n"
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
