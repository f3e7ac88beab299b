"""A real program, really killed in the middle of a batch of 200 files, and what the next one makes of it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from simfinder.actions.execute.executor import undo
from simfinder.actions.journal import batches
from simfinder.model.removal_plan import ActState
from simfinder.store.library.library import Library
from tests.unit.actions.world import photograph, trash_of, write

PROJECT = str(Path(__file__).resolve().parents[4])
_COUNT = 200

# The child is slowed down between two acts, not inside one, so that it is alive when the signal comes.
_CHILD = """
import errno, os, sys, time
from pathlib import Path
sys.path.insert(0, {project!r})
from simfinder.actions.methods import movement
from simfinder.actions.execute.executor import execute, undo
from simfinder.model.progress import Control
from simfinder.store.library.library import Library
from tests.unit.actions.world import move_plan, trash_plan

class Slow(Control):
    def check(self):
        time.sleep(0.003)
        super().check()

if {border!r}:
    real = movement.rename_new
    def rename_new(source, target):
        if os.path.dirname(source) != os.path.dirname(target):
            raise OSError(errno.EXDEV, "other device")
        real(source, target)
    movement.rename_new = rename_new

base, target, way = {base!r}, {target!r}, {way!r}
files = sorted(str(path) for path in Path(base).rglob("*.dat"))
with Library.open() as library:
    if way == "undo":
        undo(library, None, Slow())
    elif way == "trash":
        execute(trash_plan(files, base + "/kept"), library, Slow())
    else:
        execute(move_plan(files, base + "/kept", base, target), library, Slow())
print("finished")
"""


class Batch:
    def __init__(self, tmp_path, home):
        self.base, self.target, self.home = tmp_path / "tree", tmp_path / "target", home
        write(self.base / "kept", b"0" * 1000)
        for number in range(_COUNT):
            write(
                self.base / f"folder {number % 9}" / f"{number:03}.dat",
                bytes([number]) * (number * 37) if number % 3 else b"0" * 1000,
                mtime_ns=1_500_000_000_000_000_000 + number,
                mode=(0o600, 0o644, 0o755)[number % 3],
            )
        self.before = photograph(self.base)

    def start(self, way, border=False):
        script = _CHILD.format(
            project=PROJECT, border=border, base=str(self.base), target=str(self.target), way=way
        )
        return subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)

    def left(self):
        return sum(len(files) for _, _, files in os.walk(self.base)) - 1

    def kill_when(self, child, reached):
        deadline = time.monotonic() + 60
        while not reached(self.left()):
            assert child.poll() is None, "the child ended before it could be killed"
            assert time.monotonic() < deadline
            time.sleep(0.001)
        child.send_signal(signal.SIGKILL)
        out, _ = child.communicate()
        assert "finished" not in out
        assert child.returncode == -signal.SIGKILL

    def gone_as_the_journal_says(self, report):
        for act in report.acts:
            assert act.state in (ActState.DONE, ActState.SKIPPED)
            assert os.path.lexists(act.path) == (act.state is ActState.SKIPPED)
            if act.state is ActState.DONE:
                assert os.path.lexists(act.to)


@pytest.mark.parametrize(
    ("way", "border"), [("trash", False), ("move", False), ("move", True)], ids=["trash", "move", "copy"]
)
def test_killed_while_acting(way, border, tmp_path, home):
    batch = Batch(tmp_path, home)
    child = batch.start(way, border)
    batch.kill_when(child, lambda left: left < _COUNT - 60)
    with Library.open() as library:
        (report,) = batches.reconcile(library)
        assert len(report.acts) == _COUNT
        assert report.count(ActState.DONE) >= 60
        assert report.count(ActState.SKIPPED) > 0
        batch.gone_as_the_journal_says(report)
        assert undo(library).count(ActState.UNDONE) == report.count(ActState.DONE)
    assert photograph(batch.base) == batch.before
    assert not batch.target.exists()
    assert trash_of(home) == ([], [])


def test_killed_while_undoing(tmp_path, home):
    batch = Batch(tmp_path, home)
    assert batch.start("move").communicate()[0] == "finished\n"
    assert batch.left() == 0
    child = batch.start("undo")
    batch.kill_when(child, lambda left: left > 60)
    with Library.open() as library:
        (report,) = batches.reconcile(library)
        assert report.count(ActState.UNDONE) >= 60
        assert report.count(ActState.DONE) > 0
        undo(library)
    assert photograph(batch.base) == batch.before
    assert not batch.target.exists()


def test_a_living_program_is_left_alone(tmp_path, home):
    batch = Batch(tmp_path, home)
    child = batch.start("move")
    try:
        while batch.left() > _COUNT - 5:
            assert child.poll() is None
            time.sleep(0.001)
        with Library.open() as library:
            assert batches.reconcile(library) == []
            assert child.poll() is None, "it had ended by itself: this proves nothing"
    finally:
        assert child.communicate()[0] == "finished\n"
    assert batch.left() == 0
