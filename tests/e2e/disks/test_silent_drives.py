"""Drives that do not answer: a scan tells what hangs and ends, a cancel is answered, a dead mount is asked no more."""

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time

import pytest

from simfinder.errors import Cancelled
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.scan.pipeline import scan
from simfinder.workers import mounts, stall_timeout
from simfinder.workers.heartbeat import mine
from simfinder.workers.thread_pool import Pool
from tests.helpers.faults.silent_mount import silent_mount


@pytest.fixture(autouse=True)
def short_patience(monkeypatch):
    monkeypatch.setenv("SIMFINDER_PATIENCE", "1")


@pytest.fixture
def drive(tmp_path):
    """What lies on the drive: pairs of copies in two folders."""
    folder = tmp_path / "drive"
    rng = random.Random(8)
    for i in range(20):
        data = rng.randbytes(3000)
        put(folder / "a" / f"{i}.dat", data)
        put(folder / "b" / f"{i}.dat", data)
    return folder


@pytest.fixture
def near(tmp_path):
    """A folder on a drive that answers."""
    put(tmp_path / "near" / "1.txt", b"here " * 300)
    put(tmp_path / "near" / "2.txt", b"here " * 300)
    return tmp_path / "near"


def put(path, data=b"some data " * 300):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def told(result):
    return {problem.path: problem.reason for problem in result.problems}


GONE = "did not answer within 1 s; skipped"


@pytest.mark.parametrize(
    ("word", "size", "identical"),
    [
        ("silent-open", 3000, False),
        ("silent-read", 400_000, False),
        ("silent-read", 3000, True),
        *(
            pytest.param(word, size, identical, marks=pytest.mark.soak)
            for word, size, identical in (
                ("silent-open", 400_000, False),
                ("silent-read", 3000, False),
                ("silent-open", 3000, True),
                ("silent-open", 400_000, True),
                ("silent-read", 400_000, True),
            )
        ),
    ],
)
def test_a_file_that_hangs_is_left_out(word, size, identical, drive, near, tmp_path):
    put(drive / "b" / f"{word} 1", bytes(range(250)) * (size // 250))
    put(drive / "b" / "its twin", bytes(range(250)) * (size // 250))
    point = tmp_path / "point"
    with silent_mount(drive, point):
        result = scan(ScanOptions((str(point), str(near)), identical=identical, raw=True), None, Control())
        assert told(result) == {f"{point}/b/{word} 1": GONE}
        assert len(result.files) == 43
        assert (result.content_row >= 0).sum() >= 42


@pytest.mark.parametrize("name", ["a/silent-list/inside", "a/silent-look"])
def test_a_folder_that_hangs_is_left_out(name, drive, near, tmp_path):
    put(drive / name)
    point = tmp_path / "point"
    with silent_mount(drive, point):
        result = scan(ScanOptions((str(point), str(near)), raw=True), None, Control())
        missing = os.path.join(point, *name.split("/")[:2])
        problems = told(result)
        assert problems.pop(missing) == GONE
        # while one name of a folder is being looked for, the system lets nobody list it (Linux' own lock)
        assert set(problems) <= {str(point / "a")}
        assert len(result.files) in (42, 22)
        assert {str(near / "1.txt"), str(point / "b" / "3.dat")} <= {file.path for file in result.files}


def test_a_folder_that_hangs_while_the_one_before_it_is_listed(drive, near, tmp_path):
    """Folders are read several at a time; only the one that hangs is left out, and said once."""
    put(drive / "c silent-list" / "inside")
    put(drive / "d" / "after")
    point = tmp_path / "point"
    with silent_mount(drive, point):
        result = scan(ScanOptions((str(point), str(near)), raw=True), None, Control())
        assert told(result) == {str(point / "c silent-list"): GONE}
        assert len(result.problems) == 1
        assert len(result.files) == 43
        assert str(point / "d" / "after") in {file.path for file in result.files}


def test_a_dead_mount_is_not_tried_file_by_file(drive, near, tmp_path):
    for i in range(300):
        put(drive / "c" / f"silent-open {i}")
    point = tmp_path / "point"
    control = Control()
    with silent_mount(drive, point):
        began = time.monotonic()
        result = scan(ScanOptions((str(point), str(near)), raw=True), None, control)
        assert time.monotonic() - began < 20
        problems = told(result)
        drive_problem = problems.pop(str(point))
        assert drive_problem.startswith("does not answer; ")
        assert drive_problem.endswith(" files on this drive skipped")
        assert 3 <= len(problems) <= 4
        assert set(problems.values()) == {GONE}
        count = int(drive_problem.split()[3].replace(",", ""))
        assert count + len(problems) + len(result.files) == 342
        assert {file.path for file in result.files} >= {str(near / "1.txt"), str(near / "2.txt")}
        progress = control.snapshot()
        assert (progress.files, progress.files_total) == (342, 342)


def test_a_mount_below_a_folder_is_its_own_drive(near, drive, tmp_path):
    """Three dead mounts in one folder are no reason to give up the drive the folder lies on."""
    points = [near / f"point {i}" for i in range(3)]
    with (
        silent_mount(drive, points[0]) as a,
        silent_mount(drive, points[1]) as b,
        silent_mount(drive, points[2]) as c,
    ):
        for server in (a, b, c):
            os.kill(server.pid, signal.SIGSTOP)
        result = scan(ScanOptions((str(near),), raw=True), None, Control())
        assert told(result) == {str(point): GONE for point in points}
        assert len(result.files) == 2


@pytest.mark.parametrize("when", ["listing", "reading"])
def test_a_cancel_is_answered_while_something_hangs(when, drive, tmp_path, monkeypatch):
    monkeypatch.setenv("SIMFINDER_PATIENCE", "0")  # for ever
    put(drive / "b" / ("silent-list/x" if when == "listing" else "silent-read"))
    point = tmp_path / "point"
    control = Control()
    cancelled = []
    with silent_mount(drive, point):
        timer = threading.Timer(1.0, lambda: (cancelled.append(time.monotonic()), control.cancel()))
        timer.start()
        with pytest.raises(Cancelled):
            scan(ScanOptions((str(point),), raw=True), None, control)
        assert time.monotonic() - cancelled[0] < 1.5  # a second, on a machine that is not busy
        timer.join()


@pytest.mark.parametrize("dies", [True, False])
def test_the_program_ends(dies, drive, near, tmp_path):
    """Where the wait can be broken off, the program is gone; where it can't, its output has ended nevertheless."""
    point = tmp_path / "point"
    if not dies:
        put(drive / "b" / "silent-open")
    with silent_mount(drive, point) as server:
        if dies:
            os.kill(server.pid, signal.SIGSTOP)
        program = subprocess.Popen(
            [sys.executable, "-m", "simfinder", "scan", str(point), str(near), "--json", "--quiet"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        with program.stdout, program.stderr:
            result = json.loads(program.stdout.read())
            said = program.stderr.read().decode()
        assert len(result["clusters"]) == (1 if dies else 21)
        assert said == f"simfinder: {point}{'' if dies else '/b/silent-open'}: {GONE}\n"
        if dies:
            assert program.wait(20) == 1
    assert program.wait(20) == 1


def test_protected_folders_and_roots_that_hang(drive, near, tmp_path):
    point = tmp_path / "point"
    with silent_mount(drive, point) as server:
        os.kill(server.pid, signal.SIGSTOP)
        options = ScanOptions((str(near), str(point)), protected=(str(point / "a"),), raw=True)
        result = scan(options, None, Control())
        assert len(result.files) == 2
        assert told(result)[str(point / "a")] == "can't be protected: it does not answer"
        assert told(result)[str(point)] == GONE


def test_a_pause_is_no_silence():
    control = Control()
    watch = stall_timeout.Watch(control)
    own = mine()
    own.begin()
    assert watch.silent(own, 5.0) == watch.silent(own, 5.0) == 0.0  # it asks the system for nothing
    own.on("/elsewhere", 3)
    assert watch.silent(own, 5.0) == 0.0
    assert watch.silent(own, 5.0) == 5.0
    control.pause()
    time.sleep(0.02)
    assert watch.step() == 0.0
    control.resume()
    own.on("/somewhere", 3)
    assert watch.silent(own, 5.0) == 0.0
    assert own.where() == ("/somewhere", 3)


def test_time_we_slept_ourselves_does_not_count(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(stall_timeout.time, "monotonic", lambda: now[0])
    watch = stall_timeout.Watch(Control())
    now[0] += 3600.0  # the machine was suspended, or the program stopped
    assert watch.step() == 1.0


@pytest.mark.parametrize(
    ("said", "seconds"), [("", 30.0), ("12.5", 12.5), ("0", float("inf")), ("soon", 30.0)]
)
def test_how_long_is_the_persons_choice(said, seconds, monkeypatch):
    monkeypatch.setenv("SIMFINDER_PATIENCE", said)
    assert stall_timeout.limit() == seconds


def test_a_task_that_hangs_is_done_without_what_hangs(monkeypatch):
    """Without any mount: on every system."""
    release = threading.Event()
    late = []

    def work(batch):
        for number in batch:
            mine().on(str(number), 7)
            if number == 13:
                release.wait(30)
                late.append(number)
        return sum(batch)

    def lost(batch, path):
        assert path == "13"
        return -1, [[number for number in batch if number != 13]]

    with Pool(2, Control()) as pool:
        results = sorted(pool.map(work, [[1, 2], [12, 13, 14], [20]], lost))
        assert results == [-1, 3, 20, 26]
        release.set()
    assert late in ([], [13])


def test_what_waits_behind_tasks_that_hang_is_done(monkeypatch):
    """All threads hang on tasks that leave nothing to be done, and no further task is taken."""
    monkeypatch.setenv("SIMFINDER_PATIENCE", "0.3")
    release = threading.Event()

    def work(number):
        mine().on(str(number), 7)
        if number < 2:
            release.wait(30)
        return number

    with Pool(2, Control()) as pool:
        results = sorted(pool.map(work, [0, 1, 2, 3], lambda number, _path: (-number, [])))
        release.set()
    assert results == [-1, 0, 2, 3]


def test_mounts_are_told_by_the_table(tmp_path, monkeypatch):
    table = tmp_path / "mountinfo"
    table.write_bytes(
        b"22 1 8:1 / / rw - ext4 /dev/sda1 rw\n36 22 0:44 / /mnt/my\\040disk rw - nfs server:/ rw\nnonsense\n"
    )
    monkeypatch.setattr(mounts, "_TABLE", str(table))
    assert [mount.point for mount in mounts.table()] == ["/", "/mnt/my disk"]
    assert mounts.is_mount("/mnt/my disk")
    assert not mounts.is_mount("/mnt/my disk/a")
    assert mounts.mount_of("/mnt/my disk/a/b") == "/mnt/my disk"
    assert mounts.mount_of("/mnt/my disk 2/a") == "/"
    monkeypatch.setattr(mounts, "_TABLE", str(tmp_path / "none"))
    assert mounts.mount_of("/mnt/x/y") == "/mnt/x"
    assert not mounts.is_mount("/")
