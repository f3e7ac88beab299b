"""Moves to a disk on which two names of the source are one: a real mount; no file overwrites another, none is lost."""

import os
import unicodedata
from pathlib import Path

import pytest

from tests.helpers.faults.folding_mount import folded, folding_mount
from tests.helpers.program import simfinder, state

NFC, NFD = (unicodedata.normalize(form, "Prüfung.txt") for form in ("NFC", "NFD"))
NAMES = ("Report.txt", "report.TXT", NFC, NFD, "sub/a", "SUB/A", f"sub/{NFD.upper()}")
DATA = b"one text, of which there are many copies\n" * 200


@pytest.fixture
def folders(tmp_path):
    """A folder of files on this disk, a folder that is served at a mount point, and that point."""
    files, drive = tmp_path / "files", tmp_path / "drive"
    for number, name in enumerate(("kept", *NAMES)):
        path = files / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(DATA)
        os.utime(path, (1_600_000_000 + number * 86_400,) * 2)
    drive.mkdir()
    return files, drive, tmp_path / "point"


def acted(*arguments):
    done = simfinder("clean", *arguments, "--remove", "identical", "--yes", "--json")
    assert done.code == 0, (done.err, done.out)
    return {act["path"]: act for act in done.json["acts"]}


@pytest.mark.parametrize("way", ["move", "copy"])
def test_names_that_are_one_over_there_become_two(folders, way):
    files, drive, point = folders
    before = state(files)
    with folding_mount(drive, point):
        (drive / "to").mkdir()
        (drive / "to" / "REPORT.TXT").write_bytes(b"a stranger's")
        wish = ("--to", point / "to") if way == "move" else ("--act", f"copy:{point}/to")
        acts = acted(files, *wish)
    assert {act["state"] for act in acts.values()} == {"done"}
    assert set(acts) == {f"{files}/{name}" for name in NAMES}
    assert state(files) == ({"kept": before["kept"]} if way == "move" else before)
    there = {
        str(path.relative_to(drive / "to")): path.read_bytes()
        for path in Path(drive / "to").rglob("*")
        if path.is_file()
    }
    assert there.pop("REPORT.TXT") == b"a stranger's"
    assert list(there.values()) == [DATA] * len(NAMES)
    assert len({folded(name) for name in there}) == len(NAMES)
    assert sorted(os.listdir(drive / "to")) != sorted(os.listdir(files))


def test_what_was_moved_there_comes_back_under_its_own_name(folders):
    files, drive, point = folders
    before = state(files)
    with folding_mount(drive, point):
        acts = acted(files, "--to", point / "to")
        assert {act["state"] for act in acts.values()} == {"done"}
        assert simfinder("undo", "--yes").code == 0
    assert state(files) == before
    assert not [path for path in drive.rglob("*") if path.is_file()]


@pytest.mark.parametrize("spelled", ["safe", "SAFE", "Safe"])
def test_a_protected_folder_of_such_a_disk_holds_by_any_spelling(folders, spelled):
    files, drive, point = folders
    (drive / "Safe").mkdir()
    (drive / "Safe" / "copy").write_bytes(DATA)
    with folding_mount(drive, point):
        acts = acted(files, point, "--protect", point / spelled, "--act", "delete")
    assert set(acts) >= {f"{files}/{name}" for name in NAMES}
    assert (drive / "Safe" / "copy").read_bytes() == DATA
