"""A real drive (ext4 in a file) that is unplugged: an undo waits for it, and what a killed program left does too."""

import os
import subprocess
import sys

import pytest

from tests.helpers.files.cut_off import deletion_cut_off
from tests.helpers.program import simfinder, state
from tests.unit.actions.world import write


def run(*command):
    return subprocess.run(list(map(str, command)), capture_output=True, check=False).returncode == 0


class Drive:
    """Where it is plugged in, and whether it is."""

    def __init__(self, image, point):
        self._image, self.point = image, point

    def plug(self):
        return run("mount", "-o", "loop", self._image, self.point)

    def unplug(self):
        assert run("umount", self.point)


@pytest.fixture
def drive(tmp_path):
    image, point = tmp_path / "image", tmp_path / "media" / "drive"
    point.mkdir(parents=True)
    image.touch()
    os.truncate(image, 8 << 20)
    if not sys.platform.startswith("linux") or os.geteuid() or not run("mkfs.ext4", "-q", image):
        pytest.skip("a drive in a file is not available: it needs root and mkfs.ext4")
    drive = Drive(image, point)
    if not drive.plug():
        pytest.skip("a drive in a file is not available: the system does not allow it")
    yield drive
    while os.path.ismount(point):
        run("umount", "-l", point)


@pytest.mark.parametrize("gone", [False, True])
def test_an_undo_waits_for_the_drive(drive, tmp_path, gone):
    """Its mount point is there and empty, or was taken away with it as desktops do."""
    for name, age in (("new.txt", 0), ("old.txt", 100)):
        write(drive.point / "papers" / name, b"the same\n" * 900, mtime_ns=(1_700_000_000 - age) * 10**9)
    before = state(drive.point)
    done = simfinder("clean", drive.point, "--to", tmp_path / "to", "--yes", "--json")
    assert [act["state"] for act in done.json["acts"]] == ["done"]
    drive.unplug()
    if gone:
        drive.point.rmdir()
    moved = state(tmp_path / "to")
    assert moved
    done = simfinder("undo", "--json")
    (act,) = done.json["acts"]
    assert (done.code, act["state"], act["reason"]) == (
        1,
        "done",
        "the disk that it came from is not there now",
    )
    assert "plug the disk in" in done.err
    assert state(tmp_path / "to") == moved
    assert drive.point.exists() is not gone
    assert gone or os.listdir(drive.point) == []
    drive.point.mkdir(exist_ok=True)
    drive.plug()
    assert simfinder("undo", "--json").code == 0
    assert state(drive.point) == before


def test_told_to_an_undo_puts_files_where_their_paths_lead(drive, tmp_path):
    for name, age in (("new.txt", 0), ("old.txt", 100)):
        write(drive.point / name, b"the same\n" * 900, mtime_ns=(1_700_000_000 - age) * 10**9)
    simfinder("clean", drive.point, "--to", tmp_path / "to", "--yes")
    drive.unplug()
    done = simfinder("undo", "1", "--other-disk")
    assert done.code == 0
    assert os.listdir(drive.point) == ["old.txt"]
    drive.plug()
    assert "old.txt" not in os.listdir(drive.point)


def test_a_deletion_that_was_cut_off_waits_for_the_drive(drive, tmp_path):
    kept, path = write(tmp_path / "kept", b"the content"), write(drive.point / "one", b"the content")
    deletion_cut_off(path, kept)
    drive.unplug()
    done = simfinder("history", "1")
    assert done.out.startswith(b"    1  ")
    assert b"\nunknown  delete " in done.out
    done = simfinder("history", "1", "--give-up", "--json")
    (act,) = done.json["acts"]
    assert (done.code, act["state"]) == (0, "failed")
    assert f"it may lie at {drive.point}/.simfinder-" in act["reason"]
    assert os.listdir(drive.point) == []
    assert simfinder("history", "--quiet").err == ""
    drive.plug()  # after all
    assert "0 of 1 files were removed, the others are where they were" in simfinder("history").err
    assert [name for name in os.listdir(drive.point) if name != "lost+found"] == ["one"]
