"""Verifying on a drive gone silent after the scan: what hangs keeps its estimate and is told; the rest is done."""

import os
import random
import signal
import threading
import time

import numpy as np
import pytest

from simfinder.app.verify import pair_tasks
from simfinder.app.verify import verifier as verify
from simfinder.app.verify.large_files import ApartError, compare_apart
from simfinder.app.verify.overlap_figures import Question
from simfinder.app.verify.verifier import Verifier
from simfinder.errors import Cancelled
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.scan.pipeline import scan
from tests.helpers.faults.silent_mount import silent_mount

SILENT = "its drive does not answer; its figures are estimates"


@pytest.fixture(autouse=True)
def short_patience(monkeypatch):
    monkeypatch.setenv("SIMFINDER_PATIENCE", "1")


def versions(count, size=30_000):
    """Files that have nine tenths in common."""
    rng = random.Random(5)
    common = rng.randbytes(size * 9 // 10)
    return [common + rng.randbytes(size // 10) for _ in range(count)]


@pytest.fixture
def folders(tmp_path):
    drive, near = tmp_path / "drive", tmp_path / "near"
    drive.mkdir()
    near.mkdir()
    return drive, near


def scanned(*roots):
    return scan(ScanOptions(tuple(map(str, roots)), raw=True), None, Control())


def all_pairs(result):
    count = len(result.table)
    return np.array([(a, b) for a in range(count) for b in range(a)], dtype=np.int64).T


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_file_that_hangs_keeps_its_estimates(jobs, folders, tmp_path, monkeypatch):
    monkeypatch.setattr(verify, "HEAVY", 0)  # each pair waits for the one before it
    monkeypatch.setattr(pair_tasks, "_PAIRS", 2)
    drive, near = folders
    contents = versions(6)
    for i, data in enumerate(contents[:4]):
        (near / f"{i}.dat").write_bytes(data)
    (drive / "silent-later 4").write_bytes(contents[4])
    (drive / "silent-later 5").write_bytes(contents[5])
    (near / "the same as 5").write_bytes(contents[5])
    with silent_mount(drive, tmp_path / "point"):
        result = scanned(tmp_path / "point", near)
        (drive / "now-silent").touch()
        a, b = all_pairs(result)
        control = Control()
        verifier = Verifier(result, None, control, jobs=jobs)
        found = verifier.measure(a, b)
        lost = next(
            int(result.content_row[i])
            for i, file in enumerate(result.files)
            if file.path.endswith("silent-later 4")
        )
        assert np.isnan(found.similarity[(a == lost) | (b == lost)]).all()
        good = found.similarity[(a != lost) & (b != lost)]
        assert np.abs(good - 0.9).max() < 0.01
        assert [(problem.path, problem.reason) for problem in found.problems if "4" in problem.path] == [
            (str(tmp_path / "point" / "silent-later 4"), SILENT)
        ]
        assert len(found.problems) == 1, "the twin on a drive that answers is no problem"
        progress = control.snapshot()
        assert progress.files == progress.files_total == len(a)


def test_a_dead_drive_is_not_asked_pair_by_pair(folders, tmp_path):
    drive, _ = folders
    for i, data in enumerate(versions(14, 3000)):
        (drive / f"{i}.dat").write_bytes(data)
    with silent_mount(drive, tmp_path / "point") as server:
        result = scanned(tmp_path / "point")
        os.kill(server.pid, signal.SIGSTOP)
        began = time.monotonic()
        found = Verifier(result, None, Control(), jobs=2).measure(*all_pairs(result))
        assert time.monotonic() - began < 30  # 14 files of a second each, one after another, twice
        assert np.isnan(found.similarity).all()
        assert len(found.problems) == 14
        assert {problem.reason for problem in found.problems} == {SILENT}


def test_a_cancel_is_answered_while_bytes_do_not_come(folders, tmp_path, monkeypatch):
    monkeypatch.setenv("SIMFINDER_PATIENCE", "0")  # for ever
    drive, _ = folders
    for i, data in enumerate(versions(3, 3000)):
        (drive / f"{i}.dat").write_bytes(data)
    with silent_mount(drive, tmp_path / "point") as server:
        result = scanned(tmp_path / "point")
        os.kill(server.pid, signal.SIGSTOP)
        control, cancelled = Control(), []
        timer = threading.Timer(0.5, lambda: (cancelled.append(time.monotonic()), control.cancel()))
        timer.start()
        with pytest.raises(Cancelled):
            Verifier(result, None, control).measure(*all_pairs(result))
        assert time.monotonic() - cancelled[0] < 5  # a second, on a machine that is not busy
        timer.join()


def test_two_large_files_one_of_which_does_not_answer(folders, tmp_path):
    drive, near = folders
    one, two = versions(2)
    (near / "1").write_bytes(one)
    (drive / "2").write_bytes(two)
    with silent_mount(drive, tmp_path / "point") as server:
        result = scanned(near, tmp_path / "point")
        sides = [(file, b"") for file in result.files]
        os.kill(server.pid, signal.SIGSTOP)
        with pytest.raises(ApartError) as told:
            compare_apart(*sides, Question.SIMILAR, Control())
        assert told.value.silent
        assert (told.value.side, told.value.path) == (1, str(tmp_path / "point" / "2"))
        assert told.value.message == SILENT
