"""Disks as they are in the wild, built for real: unreadable places, A and a one letter, bind mounts, odd times."""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.faults.silent_mount import silent_mount
from tests.helpers.program import simfinder, simfinder_process, state

DATA = random.Random(4).randbytes(300_000)


def put(path, data=DATA):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def reported(done):
    return {problem["path"]: problem["reason"] for problem in done.json["problems"]}


def test_unreadable_places_of_a_disk(tmp_path):
    """A copy that can't be read is no copy: it is told, and neither goes nor lets others go."""
    for name in ("failing-read 1", "good 1", "good 2"):
        put(tmp_path / "drive" / name)
    before = state(tmp_path / "drive")
    with silent_mount(tmp_path / "drive", tmp_path / "point", writable=True):
        done = simfinder("scan", tmp_path / "point", "--json")
        assert done.code == 1
        assert reported(done) == {f"{tmp_path}/point/failing-read 1": "Input/output error"}
        assert [len(cluster["files"]) for cluster in done.json["clusters"]] == [2]
        done = simfinder(
            "clean", tmp_path / "point", "--keep", "shortest-path", "--remove", "identical",
            "--to", tmp_path / "away", "--yes", "--json",
        )  # fmt: skip
        ((path, act_state),) = [(act["path"], act["state"]) for act in done.json["acts"]]
        assert (os.path.basename(path)[:4], act_state) == ("good", "done")
    gone = os.path.basename(path)
    assert {**state(tmp_path / "drive"), gone: before[gone]} == before
    assert DATA in [file.read_bytes() for file in (tmp_path / "away").rglob("*") if file.is_file()]


def test_a_disk_on_which_small_letters_are_capitals(tmp_path):
    """A folder by two spellings is one folder, and its files are never copies of themselves."""
    put(tmp_path / "drive" / "Docs" / "Report.txt")
    before = state(tmp_path / "drive")
    with silent_mount(tmp_path / "drive", tmp_path / "point", writable=True):
        roots = tmp_path / "point" / "Docs", tmp_path / "point" / "DOCS"
        done = simfinder("scan", *roots, "--json")
        assert (done.code, done.json["files"], done.json["clusters"]) == (0, 1, [])
        done = simfinder("clean", *roots, "--remove", "all", "--act", "delete", "--yes", "--json")
        assert done.json["acts"] == []
    assert state(tmp_path / "drive") == before


def test_a_folder_shown_twice_by_a_bind_mount(tmp_path):
    put(tmp_path / "tree" / "real" / "file")
    (tmp_path / "tree" / "shown").mkdir()
    command = ["mount", "--bind", tmp_path / "tree" / "real", tmp_path / "tree" / "shown"]
    if (
        not sys.platform.startswith("linux")
        or os.geteuid()
        or subprocess.run(command, capture_output=True).returncode
    ):
        pytest.skip("a bind mount is not available: it needs root")
    try:
        done = simfinder("scan", tmp_path / "tree", "--json")
        assert (done.code, done.json["files"], done.json["clusters"]) == (0, 1, [])
        done = simfinder("clean", tmp_path / "tree", "--remove", "all", "--act", "delete", "--yes", "--json")
        assert done.json["acts"] == []
    finally:
        subprocess.run(["umount", "-l", tmp_path / "tree" / "shown"], check=True)
    assert (tmp_path / "tree" / "real" / "file").read_bytes() == DATA


@pytest.mark.parametrize(
    "seconds",
    [
        -1,
        pytest.param(-(10**9), marks=pytest.mark.soak),
        2**32 + 5,
    ],
)
def test_times_before_1970_and_far_ahead(seconds, tmp_path):
    """They are told to the nanosecond, stand for no time beside a real one, and come back with an undo."""
    path, other = put(tmp_path / "tree" / "a"), put(tmp_path / "tree" / "b")
    wanted = seconds * 10**9 + 7
    os.utime(path, ns=(wanted, wanted))
    if path.stat().st_mtime_ns != wanted:
        pytest.skip("such a time is not available on this file system")
    before = state(tmp_path / "tree")
    done = simfinder("scan", tmp_path / "tree", "--json")
    (cluster,) = done.json["clusters"]
    told = {file["path"]: file["mtime_ns"] for file in cluster["files"]}
    assert told[str(path)] == str(wanted)
    assert cluster["kept"] == str(other)
    done = simfinder("clean", tmp_path / "tree", "--remove", "identical", "--yes", "--json")
    assert [act["state"] for act in done.json["acts"]] == ["done"]
    assert simfinder("undo", "--json").code == 0
    assert state(tmp_path / "tree") == before


def test_a_time_that_64_bits_do_not_hold(tmp_path):
    """It counts as the last one they do; a file that can't be told to be the same is left alone."""
    path, other = put(tmp_path / "tree" / "a"), put(tmp_path / "tree" / "b")
    os.utime(path, ns=(10**19, 10**19))
    if path.stat().st_mtime_ns != 10**19:
        pytest.skip("such a time is not available on this file system")
    before = state(tmp_path / "tree")
    for _ in range(2):  # by reading, and from the cache
        done = simfinder("scan", tmp_path / "tree", "--json")
        (cluster,) = done.json["clusters"]
        told = {file["path"]: file["mtime_ns"] for file in cluster["files"]}
        assert told[str(path)] == str(9_223_372_035 * 10**9)
        assert cluster["kept"] == str(other)
    done = simfinder("clean", tmp_path / "tree", "--remove", "identical", "--yes", "--json")
    assert [act["state"] for act in done.json["acts"]] == ["skipped"]
    assert state(tmp_path / "tree") == before
    assert other.read_bytes() == DATA


@pytest.mark.skipif(not Path("/proc/sys/vm").is_dir(), reason="not available: no /proc")
def test_files_that_have_no_size_and_yet_content():
    """In a scan they are empty files, as the system says; by name they are read."""
    done = simfinder("scan", "/proc/sys/vm", "--json")
    assert done.json["files"] == 0
    assert sum(done.json["passed_over"].values()) + len(done.json["problems"]) >= 10
    done = simfinder("hash", "--method", "content", "/proc/version")
    with open("/proc/version", "rb") as file:
        same = simfinder_process("hash", "--method", "content", "-", stdin=file)
    assert done.out.split(b"\t")[0] == same.out.split(b"\t")[0]
    assert done.out.split(b"\t")[0] != b"99aa06d3014798d86001c324468d497f", "that of nothing"


def test_names_that_lie_about_their_order(tmp_path):
    """A name that turns the writing direction round is told so that it can't be taken for another one."""
    name = "invoice\u202efdp.exe"
    put(tmp_path / "tree" / name)
    put(tmp_path / "tree" / "copy.exe")
    done = simfinder("scan", tmp_path / "tree")
    assert done.code == 0
    assert "\\u202e" in done.out.decode()
    assert "\u202e" not in done.out.decode()
    done = simfinder("scan", tmp_path / "tree", "--json")
    (cluster,) = done.json["clusters"]
    assert str(tmp_path / "tree" / name) in {file["path"] for file in cluster["files"]}
