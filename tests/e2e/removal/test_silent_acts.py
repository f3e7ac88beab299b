"""Files removed from a drive that does not answer: a cancel is answered, the rest is done, and the journal is right."""

import os
import random
import signal
import threading
import time

import pytest

from simfinder.actions.plan import json_file
from simfinder.app.removal import removal
from simfinder.model.progress import Control
from simfinder.model.removal_plan import ActState
from tests.helpers.faults.silent_mount import silent_mount
from tests.helpers.program import outputs_of, simfinder

LEFT = "its drive did not answer within 1 s; SimFinder finds out what became of it when it starts again"
NAMES = ("1/file", "2/silent-away", "3/silent-done", "4/file")
"""Each in a folder of its own: while one name of a folder is being changed, the system lets nobody change another."""


@pytest.fixture(autouse=True)
def short_patience(monkeypatch):
    monkeypatch.setenv("SIMFINDER_PATIENCE", "1")


@pytest.fixture
def folders(tmp_path):
    rng = random.Random(2)
    for name in NAMES:
        data = rng.randbytes(20_000)
        for place in ("drive", "near"):
            path = tmp_path / place / name
            path.parent.mkdir(parents=True)
            path.write_bytes(data)
    return tmp_path / "drive", tmp_path / "near", tmp_path / "point"


def there(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_a_delete_that_hangs_is_left_and_the_rest_goes_on(folders):
    drive, near, point = folders
    with silent_mount(drive, point, writable=True):
        done = outputs_of(
            "clean",
            point,
            near,
            "--keep",
            f"in:{near}",
            "--remove",
            "identical",
            "--act",
            "delete",
            "--yes",
            "--json",
        )
        acts = {
            os.path.relpath(act["path"], point): (act["state"], act["reason"]) for act in done.json["acts"]
        }
        assert acts == {
            "1/file": ("done", ""),
            "2/silent-away": ("failed", LEFT),
            "3/silent-done": ("failed", LEFT),
            "4/file": ("done", ""),
        }
    assert done.process.wait(30) == 1
    assert there(drive)[0] == "2/silent-away"
    (_, aside) = there(drive)
    assert aside.startswith("3/.simfinder-"), "what was renamed lies under a name of ours"
    with silent_mount(drive, point, writable=True):  # it is back
        history = simfinder("history", "--json")
        assert history.code == 0
    assert there(drive) == ["2/silent-away", "3/silent-done"], "put back by the next start"
    assert (drive / NAMES[2]).read_bytes() == (near / NAMES[2]).read_bytes()


def planned(folders, *act):
    _drive, near, point = folders
    plan = simfinder("plan", point, near, "--keep", f"in:{near}", "--remove", "identical", *act, "--json")
    path = near.parent / "plan.json"
    path.write_bytes(plan.out)
    return json_file.read(str(path)).plan


def test_a_cancel_is_answered_while_a_delete_hangs(folders, monkeypatch):
    monkeypatch.setenv("SIMFINDER_PATIENCE", "0")  # for ever
    drive, _near, point = folders
    with silent_mount(drive, point, writable=True):
        plan = planned(folders, "--act", "delete")
        control, cancelled = Control(), []

        def cancel():
            while os.path.exists(drive / NAMES[0]):
                time.sleep(0.01)
            time.sleep(0.5)
            cancelled.append(time.monotonic())
            control.cancel()

        timer = threading.Thread(target=cancel)
        timer.start()
        report = removal.carry_out(plan, control)
        assert time.monotonic() - cancelled[0] < 10  # two, on a machine that is not busy
        timer.join()
        assert report.cancelled
        states = [act.state for act in report.acts]
        assert states == [ActState.DONE, ActState.FAILED, ActState.SKIPPED, ActState.SKIPPED]


@pytest.mark.soak
def test_a_drive_gone_silent_before_is_left_alone(folders):
    drive, _near, point = folders
    with silent_mount(drive, point, writable=True) as server:
        plan = planned(folders, "--to", "trash")
        os.kill(server.pid, signal.SIGSTOP)
        report = removal.carry_out(plan, Control())
        assert {act.state for act in report.acts} == {ActState.SKIPPED}
        assert [act.reason for act in report.acts][:3] == ["its drive did not answer within 1 s"] * 3
        assert report.acts[3].reason == "its drive does not answer; skipped"
    assert there(drive) == list(NAMES)


@pytest.mark.soak
def test_a_start_does_not_wait_for_a_dead_drive(folders):
    """What was left on it is looked at by the first start that can."""
    drive, _near, point = folders
    with silent_mount(drive, point, writable=True) as server:
        plan = planned(folders, "--act", "delete")
        removal.carry_out(plan, Control())
        os.kill(server.pid, signal.SIGSTOP)
        began = time.monotonic()
        assert removal.reconcile_at_start() == []
        assert time.monotonic() - began < 10
        os.kill(server.pid, signal.SIGCONT)
    with silent_mount(drive, point, writable=True):
        (report,) = removal.reconcile_at_start()
        assert [act.state for act in report.acts].count(ActState.DONE) == 2
    assert there(drive) == ["2/silent-away", "3/silent-done"]
