"""The log: who is heard, how large it grows, and that it never stands in the way."""

import logging
import os
import subprocess
import sys
import threading

import pytest

from simfinder.app.runtime import log_file, logs
from simfinder.cli import main as cli
from simfinder.model.file_record import Problem
from simfinder.store import app_dirs
from tests.helpers.program import simfinder_process


@pytest.fixture(autouse=True)
def ended():
    yield
    logs.stop()
    logs.LOG.setLevel(logging.NOTSET)
    logs.LOG.propagate = True


def text():
    return app_dirs.log_file().read_text()


def test_nothing_is_made_before_something_is_told(monkeypatch):
    monkeypatch.delenv(logs.LEVEL, raising=False)
    logs.start()
    logs.start()
    logs.LOG.debug("not heard")
    assert not app_dirs.log_folder().exists()
    logging.getLogger("simfinder.workers.thread_pool").warning("heard %d", 7)
    assert text().count("heard 7") == 1
    assert "not heard" not in text()
    assert os.stat(app_dirs.log_file()).st_mode & 0o777 == 0o600
    assert str(app_dirs.log_folder()) in app_dirs.own_folders()


@pytest.mark.parametrize(
    ("said", "verbose", "level"),
    [
        ("", False, logging.INFO),
        ("", True, logging.DEBUG),
        ("error", True, logging.ERROR),
        ("Debug", False, logging.DEBUG),
        ("loud", False, logging.INFO),
    ],
)
def test_how_much_is_said(said, verbose, level, monkeypatch):
    monkeypatch.setenv(logs.LEVEL, said)
    logs.start(verbose=verbose)
    assert logs.LOG.level == level


def test_it_stays_small(monkeypatch):
    monkeypatch.setattr(log_file, "_SIZE", 4000)
    logs.start()
    for number in range(1000):
        logs.LOG.warning("line %d", number)
    files = sorted(app_dirs.log_folder().iterdir())
    assert [file.name for file in files] == ["simfinder.log", "simfinder.log.1", "simfinder.log.2"]
    assert sum(file.stat().st_size for file in files) <= 12_000
    assert "line 999" in text()


def test_odd_names_are_one_line():
    logs.start()
    logs.problems([Problem("/a/new\nline \udcff\x1b", "Permission denied")])
    (line,) = text().splitlines()
    assert line.endswith(r"'/a/new\nline \udcff\x1b': Permission denied")
    logs.problems([Problem(f"/{number}", "gone") for number in range(5000)])
    assert len(text().splitlines()) < 300


def test_a_path_in_a_message_begins_no_line_of_its_own():
    logs.start()
    logs.LOG.warning(
        "%s is no plan", "/a/new\n2026-01-01 00:00:00,000 1 MainThread ERROR simfinder: \x1b[2J\x7f"
    )
    (line,) = text().splitlines()
    assert line.endswith(
        r"/a/new\n2026-01-01 00:00:00,000 1 MainThread ERROR simfinder: \x1b[2J\x7f is no plan"
    )


def test_who_is_not_caught_is_heard_in_any_thread():
    told = []
    logs.start()

    def fail():
        raise RuntimeError("bug in a thread")

    with logs.caught(told.append):
        thread = threading.Thread(target=fail, name="some thread")
        thread.start()
        thread.join()
    assert [str(error) for error in told] == ["bug in a thread"]
    assert "not caught, in some thread" in text()
    assert 'in fail\n    raise RuntimeError("bug in a thread")' in text()
    assert threading.excepthook is not None
    assert "logs" not in getattr(sys.excepthook, "__module__", "")


def test_a_bug_of_a_command_is_one_line_and_a_trace_in_the_log(monkeypatch, capfd):
    def bug(_):
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr("simfinder.app.maintenance.doctor.diagnose", bug)
    assert cli.run(["doctor"]) == 2
    err = capfd.readouterr().err
    assert err.count("\n") == 1
    assert "ZeroDivisionError: a bug" in err
    assert str(app_dirs.log_file()) in err
    assert "Traceback" in text()


def test_problems_of_a_scan_and_nothing_of_their_contents(tmp_path):
    if not hasattr(os, "geteuid") or os.geteuid() == 0:
        (tmp_path / "x.gz").write_bytes(b"\x1f\x8b\x08\0secret words that are no archive")
    else:
        (tmp_path / "x.gz").write_bytes(b"secret words")
        (tmp_path / "x.gz").chmod(0)
    (tmp_path / "y.txt").write_text("secret words")
    assert simfinder_process("scan", tmp_path).code == 1
    (line,) = text().splitlines()
    assert str(tmp_path / "x.gz") in line
    assert "WARNING" in line
    assert "secret" not in line


FULL = """
import sys
from simfinder.app.runtime import logs
from simfinder.store import app_dirs as folders
folders.log_file = lambda: {place!r}
logs.start()
for _ in range(5):
    logs.LOG.error("x" * {length})
logs.stop()
print("went on")
"""


@pytest.mark.parametrize("place", ["/dev/full", "/dev/null/simfinder.log", "/proc/simfinder.log"])
@pytest.mark.parametrize("length", [5, 5000])
def test_a_log_that_cant_be_written_is_done_without(place, length):
    if not sys.platform.startswith("linux"):
        pytest.skip("places that can't be written are those of Linux")
    done = subprocess.run(
        [sys.executable, "-c", FULL.format(place=place, length=length)], capture_output=True, timeout=60
    )
    assert done.returncode == 0
    assert (done.stdout, done.stderr) == (b"went on\n", b"")
