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
