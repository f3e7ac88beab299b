"""One file under two devices: seen through an overlay, FUSE or a bind mount it must not pass for its own copy."""

import contextlib
import json
import os
import random
import shutil
import stat
from pathlib import Path

import pytest

from tests.helpers.faults.made_mounts import SECOND_WAYS, in_namespace, mounted
from tests.helpers.program import simfinder

ACTS = ("delete", "hardlink", "symlink", "reflink", "move", "move away", "trash")


def contents(*folders):
    """The bytes of all regular files below some folders."""
    return {
        Path(folder, name).read_bytes()
        for top in folders
        for folder, _, names in os.walk(top)
        for name in names
        if not name.endswith(".trashinfo") and stat.S_ISREG(os.lstat(os.path.join(folder, name)).st_mode)
    }


def known(top):
    """Bytes, time and inode of every file below a folder."""
    return {
        str(path): (path.read_bytes(), path.stat().st_mtime_ns, path.stat().st_ino)
        for path in Path(top).rglob("*")
        if stat.S_ISREG(path.lstat().st_mode)
    }


def arguments_of(act, world):
    """What the command line says for an act; "move" stays on the device, "move away" leaves it."""
    if act == "move":
        return "--to", str(world / "disk" / "moved")
    if act == "move away":
        return "--to", str(world / "away" / "moved")
    return () if act == "trash" else ("--act", act)


@contextlib.contextmanager
def made(tmp_path):
    """A disk of its own (tmpfs) with a folder of files, and a folder on another device."""
    for name in ("disk", "away", "shown"):
        (tmp_path / name).mkdir()
    with mounted("-t", "tmpfs", "none", tmp_path / "disk"):
        rng = random.Random(5)
        for name in ("a", "sub/b", "sub/deep/Prüfung.txt"):
            path = tmp_path / "disk" / "files" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(rng.randbytes(5000))
        yield tmp_path


def trash():
    return os.path.join(os.environ["XDG_DATA_HOME"], "Trash", "files")


def clean(*arguments):
    done = simfinder("clean", *map(str, arguments), "--remove", "identical", "--yes", "--json")
    assert done.code in (0, 1), (done.err, done.out)
    return json.loads(done.out)


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("way", SECOND_WAYS)
@pytest.mark.parametrize("kept", ["real", "shown"])
@in_namespace
def test_a_file_seen_twice_is_not_its_own_copy(tmp_path, way, act, kept):
    files, shown = tmp_path / "disk" / "files", tmp_path / "shown"
    with made(tmp_path), SECOND_WAYS[way](files, shown):
        before = contents(files)
        keep = f"in:{files if kept == 'real' else shown}"
        clean(files, shown, "--keep", keep, *arguments_of(act, tmp_path))
        assert contents(tmp_path / "disk", tmp_path / "away", trash()) == before
        simfinder("undo", "--yes")
        assert contents(files) == before


@pytest.mark.parametrize("act", ["delete", "symlink", "move", "trash"])
@pytest.mark.parametrize("way", SECOND_WAYS)
@pytest.mark.parametrize("kept", ["away", "shown"])
@in_namespace
def test_a_true_copy_goes(tmp_path, way, act, kept):
    """Only where a drive can't show that it is one, and there is no way back, it is left alone."""
    away, shown = tmp_path / "away" / "files", tmp_path / "shown"
    with made(tmp_path), SECOND_WAYS[way](tmp_path / "disk" / "files", shown):
        shutil.copytree(tmp_path / "disk" / "files", away)
        before = contents(away)
        report = clean(
            away, shown, "--keep", f"in:{away if kept == 'away' else shown}", *arguments_of(act, tmp_path)
        )
        if (way, act, kept) == ("mergerfs", "symlink", "away"):
            pytest.skip("mergerfs gives a renamed file another number: no link can be put in its place")
        doubtful = act in ("delete", "symlink") and way in ("like rclone", "unknown")
        assert [row["state"] for row in report["acts"]] == ["skipped" if doubtful else "done"] * 3, [
            row.get("reason") for row in report["acts"]
        ]
        assert contents(away, tmp_path / "disk", trash()) == before


@pytest.mark.parametrize("way", SECOND_WAYS)
@pytest.mark.parametrize("safe", ["", "sub", "sub/deep"])
@pytest.mark.parametrize("protected", ["real", "shown"])
@in_namespace
def test_a_protected_folder_holds_by_another_way(tmp_path, way, safe, protected):
    """Its files are protected by what they are: whichever way is protected, the other one is."""
    files, shown, away = tmp_path / "disk" / "files", tmp_path / "shown", tmp_path / "away" / "files"
    with made(tmp_path), SECOND_WAYS[way](files, shown):
        shutil.copytree(files, away)
        before = known(files)
        one, other = (files, shown) if protected == "real" else (shown, files)
        for act in ("delete", "symlink", "move", "trash"):
            wanted = ("--keep", f"in:{away}", "--protect", one / safe, *arguments_of(act, tmp_path))
            report = clean(other / safe, away / safe, *wanted)
            assert report["acts"] or way == "bind"  # which the scan has seen through
            assert {row["state"] for row in report["acts"]} <= {"skipped"}
            assert {row["reason"][:6] for row in report["acts"]} <= {"is in ", "may be"}
            assert known(files) == before


@pytest.mark.parametrize("way", SECOND_WAYS)
@pytest.mark.parametrize("protected", ["away", "shown"])
@in_namespace
def test_copies_of_protected_files_go(tmp_path, way, protected):
    """The same names, sizes and times do not make a copy a protected file."""
    files, shown, away = tmp_path / "disk" / "files", tmp_path / "shown", tmp_path / "away" / "files"
    with made(tmp_path), SECOND_WAYS[way](files, shown):
        shutil.copytree(files, away)
        safe = away if protected == "away" else shown
        report = clean(away, shown, "--protect", safe, "--keep", f"in:{safe}")
        doubtful = way in ("like rclone", "unknown")
        assert [row["state"] for row in report["acts"]] == ["skipped" if doubtful else "done"] * 3
        assert not [name for name in known(tmp_path) if ".simfinder-" in name]


@pytest.mark.parametrize("way", SECOND_WAYS)
@in_namespace
def test_a_mount_inside_a_protected_folder(tmp_path, way):
    """What a protected folder shows is protected where it really is."""
    files, safe, away = tmp_path / "disk" / "files", tmp_path / "safe", tmp_path / "away" / "files"
    safe.mkdir()
    with made(tmp_path), SECOND_WAYS[way](files, safe / "shown"):
        shutil.copytree(files, away)
        before = known(files)
        report = clean(
            files / "sub", away / "sub", "--keep", f"in:{away}", "--protect", safe, "--act", "delete"
        )
        assert [row["state"] for row in report["acts"]] == ["skipped"] * 2
        assert known(files) == before


@pytest.mark.parametrize("way", SECOND_WAYS)
@pytest.mark.parametrize("where", ["trash", "sessions"])
@in_namespace
def test_own_folders_and_the_trash_by_another_way(tmp_path, monkeypatch, way, where):
    """What SimFinder keeps for itself is never touched, and no file counts as kept while it is in the Trash."""
    shown, away = tmp_path / "shown", tmp_path / "away" / "files"
    with made(tmp_path):
        home = tmp_path / "disk" / "home"
        monkeypatch.setenv("XDG_DATA_HOME", str(home))
        folder = home / ("Trash/files" if where == "trash" else "simfinder/sessions")
        shutil.copytree(tmp_path / "disk" / "files", folder)
        shutil.copytree(tmp_path / "disk" / "files", away)
        with SECOND_WAYS[way](folder, shown):
            before = known(tmp_path / "disk")
            report = clean(shown, away, "--keep", f"in:{shown}", "--act", "delete")
            assert {row["state"] for row in report["acts"]} <= {"skipped"}
            if where == "sessions":
                report = clean(shown, away, "--keep", f"in:{away}", "--act", "delete")
                assert {row["state"] for row in report["acts"]} <= {"skipped"}
            assert {**known(tmp_path / "disk"), **before} == known(tmp_path / "disk")
            assert len(known(away)) == 3
