"""Commands that read single files of a drive that does not answer: each tells what hangs, does the rest, and ends."""

import os
import random
import signal
import time

import pytest

from simfinder.errors import ReadError
from simfinder.model.progress import Control
from simfinder.workers.stall_timeout import SILENT, ask
from tests.helpers.faults.silent_mount import silent_mount
from tests.helpers.program import outputs_of

GONE = "did not answer within 1 s; skipped"


@pytest.fixture(autouse=True)
def short_patience(monkeypatch):
    monkeypatch.setenv("SIMFINDER_PATIENCE", "1")


@pytest.fixture
def run():
    """Runs the program; its exit code is looked at once the drive is gone: a program that has ended may wait for it."""
    ended = []

    def running(code, *arguments):
        done = outputs_of(*arguments)
        ended.append((done, code))
        return done

    yield running
    for done, code in ended:
        assert done.process.wait(30) == code, done.err


@pytest.fixture
def point(run, tmp_path):
    """A drive with five good files, one that can't be opened and one that can't be read."""
    folder = tmp_path / "drive"
    folder.mkdir()
    rng = random.Random(3)
    for name in ("1", "2", "3", "silent-open", "silent-read", "8", "9"):
        (folder / name).write_bytes(rng.randbytes(20_000))
    with silent_mount(folder, tmp_path / "point"):
        yield tmp_path / "point"


def names(point, *more):
    return [str(point / name) for name in ("1", "silent-open", "3", "silent-read", "9", *more)]


def test_hash_passes_over_what_hangs(run, point):
    done = run(1, "hash", "--method", "content", *names(point))
    assert [os.path.basename(line.split("\t")[1]) for line in done.out.decode().splitlines()] == [
        "1",
        "3",
        "9",
    ]
    assert done.err.splitlines() == [f"simfinder: {point}/silent-{word}: {GONE}" for word in ("open", "read")]


@pytest.mark.soak
def test_shingleprint_writes_the_others(run, point, tmp_path):
    done = run(1, "shingleprint", "-m", *names(point))
    assert done.err.splitlines() == [f"{point}/silent-{word}: {GONE}" for word in ("open", "read")]
    assert done.out == b""


@pytest.mark.parametrize("recursive", [True, pytest.param(False, marks=pytest.mark.soak)])
def test_spamsum_signs_the_others_in_order(run, recursive, point):
    done = run(0, "spamsum", *(["-r", point] if recursive else names(point)))
    signed = [
        os.path.basename(line.split(",", 1)[1].strip('"')) for line in done.out.decode().splitlines()[1:]
    ]
    assert signed == (["1", "2", "3", "8", "9"] if recursive else ["1", "3", "9"])
    assert [line for line in done.err.splitlines() if "silent" in line] == [
        f"{point}/silent-{word}: {GONE}" for word in ("open", "read")
    ]


@pytest.mark.soak
def test_spamsum_lists_around_what_can_not_be_looked_at(run, tmp_path):
    for name in ("a/1", "a/silent-list/x", "b/2"):
        path = tmp_path / "drive" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"words of some kind " * 300)
    with silent_mount(tmp_path / "drive", tmp_path / "point") as server:
        done = run(0, "spamsum", "-r", tmp_path / "point")
        assert f'"{tmp_path}/point/b/2"' in done.out.decode()
        assert GONE in done.err
        os.kill(server.pid, signal.SIGSTOP)
        done = run(0, "spamsum", "-r", tmp_path / "point", tmp_path / "drive" / "b")
        assert f'"{tmp_path}/drive/b/2"' in done.out.decode()
        assert f"{tmp_path}/point: {GONE}" in done.err


def test_index_takes_in_the_others(run, point, tmp_path):
    index = tmp_path / "index"
    done = run(1, "index", "build", point, "--index", index, "--block-size", "64")
    assert {line for line in done.err.splitlines() if "silent" in line} == {
        f"simfinder: {point}/silent-{word}: {GONE}" for word in ("open", "read")
    }
    done = run(2, "index", "find", point / "silent-read", "--index", index)
    assert GONE in done.err
    done = run(0, "index", "find", point / "2", "--index", index, "--json")


@pytest.mark.soak
def test_a_dead_drive_is_not_asked_file_by_file(run, tmp_path):
    folder = tmp_path / "drive"
    folder.mkdir()
    for i in range(30):
        (folder / f"silent-open {i:02}").write_bytes(b"some bytes " * 50)
    with silent_mount(folder, tmp_path / "point"):
        files = sorted(str(tmp_path / "point" / name) for name in os.listdir(folder))
        done = run(1, "hash", "--method", "content", *files, "--json")
        said = done.err.splitlines()
        assert (done.out, len(said)) == (b"", 30)
        assert sum(line.endswith(GONE) for line in said) == 3
        assert sum(line.endswith(SILENT) for line in said) == 27


def test_a_drive_that_hangs_holds_few_threads_and_may_come_back(tmp_path, monkeypatch):
    """Of a window: file after file of a dead drive is asked for, and soon nobody waits for it any more."""
    monkeypatch.setenv("SIMFINDER_PATIENCE", "0.3")
    folder = tmp_path / "drive"
    folder.mkdir()
    (folder / "file").write_bytes(b"here")

    def read(path):
        from simfinder.app.compare.contents.byte_window import read_head

        return read_head(str(path), 100).data

    point = tmp_path / "point"
    with silent_mount(folder, point) as server:
        os.kill(server.pid, signal.SIGSTOP)
        said = []
        for _ in range(8):
            with pytest.raises(ReadError) as told:
                ask(str(point / "file"), lambda: read(point / "file"), Control())
            said.append(told.value.message)
        assert said == ["did not answer within 0 s; skipped"] * 3 + [SILENT] * 5
        os.kill(server.pid, signal.SIGCONT)
        answered, end = b"", time.monotonic() + 30  # a busy machine takes its time to wake the server
        while not answered and time.monotonic() < end:
            try:
                answered = ask(str(point / "file"), lambda: read(point / "file"), Control())
            except ReadError:
                time.sleep(0.02)
        assert answered == b"here"
