import os
import subprocess
import sys
import threading
import time
from dataclasses import replace
from queue import SimpleQueue

import pytest

from simfinder.app.runtime import warmup
from simfinder.arrays.jit_errors import when_missing
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.scan.pipeline import scan
from simfinder.signatures.sign import warmup as warm
from simfinder.signatures.table.parameters import PLAIN
from simfinder.store.cache import queries
from simfinder.store.cache.cache import Cache


def test_the_stamp_tells_whether_kernels_were_compiled(monkeypatch):
    assert not warmup.kernels_ready()
    warmup.load()
    assert warmup.kernels_ready()
    monkeypatch.setattr(warmup, "_fingerprint", lambda: "other sources")
    assert not warmup.kernels_ready()


class Helper:
    """In the place of a process: ends after some looks, or when it is killed."""

    def __init__(self, looks=0):
        self.looks, self.killed = looks, False

    def poll(self):
        self.looks -= 1
        return None if self.looks >= 0 and not self.killed else 0

    def kill(self):
        self.killed = True

    def wait(self):
        return 0


@pytest.fixture
def started(monkeypatch):
    """Command lines of helpers that were begun."""
    commands = []

    def begin(command, **_):
        commands.append(command)
        return Helper()

    monkeypatch.setattr(subprocess, "Popen", begin)
    return commands


def test_warm_compiles_in_a_helper_process_first(started):
    warmup.warm()
    assert [command[1:] for command in started] == [["-m", "simfinder.app.runtime.warmup"]]
    warmup.warm()
    assert len(started) == 1


MISSED = """
from simfinder.arrays.jit import njit

@njit(cache=True)
def first(value):
    return value + 1

@njit(cache=True)
def second(value):
    return value + 2
"""


@pytest.fixture
def missed(tmp_path, monkeypatch):
    """Two kernels that were never compiled."""
    (tmp_path / "never_compiled.py").write_text(MISSED)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield __import__("never_compiled")
    del sys.modules["never_compiled"]


def test_what_was_never_compiled_is_so_by_helpers_once(started, missed):
    told = []
    with warmup.apart(Control(), lambda: told.append(len(started))):
        assert (missed.first(1), missed.second(1)) == (2, 3)
    assert [command[2:] for command in started] == [
        ["simfinder.app.runtime.warmup", "signing"], ["simfinder.app.runtime.warmup", "searching"]
    ]  # fmt: skip
    assert told == [0]


def test_what_a_helper_has_compiled_is_not_compiled_again(missed, monkeypatch):
    def compiled_by_another():
        program = "import never_compiled; never_compiled.first(1)"
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        subprocess.run([sys.executable, "-c", program], check=True, env=environment)

    with when_missing(compiled_by_another):
        assert missed.first(1) == 2
    dispatcher = missed.first.dispatcher
    assert dispatcher.stats.cache_hits
    assert not dispatcher.stats.cache_misses


def test_without_a_block_or_a_process_it_is_compiled_here(started, missed, monkeypatch):
    with warmup.apart(Control(), lambda: None):
        pass
    assert missed.first(1) == 2
    assert not started

    def fail(*_, **__):
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(subprocess, "Popen", fail)
    with warmup.apart(Control(), lambda: None):
        assert missed.second(1) == 3


def test_a_helper_that_is_the_only_one_to_be_had_is_waited_for(missed, monkeypatch):
    only = Helper(looks=2)
    helpers = [only]

    def begin(*_, **__):
        if not helpers:
            raise OSError(11, "Resource temporarily unavailable")
        return helpers.pop()

    monkeypatch.setattr(subprocess, "Popen", begin)
    with warmup.apart(Control(), lambda: None):
        assert missed.first(1) == 2
    assert only.looks < 0
    assert only.killed


def test_a_program_that_was_frozen_begins_no_helpers(started, missed, monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    with warmup.apart(Control(), lambda: None):
        assert missed.first(1) == 2
    assert not started


def test_a_cancel_and_a_helper_that_hangs_end_the_waiting(monkeypatch):
    control = Control()
    control.cancel()
    helpers = [Helper(looks=10**9), Helper()]
    warmup._ended(helpers, control)
    assert [helper.killed for helper in helpers] == [True, True]
    monkeypatch.setattr(warmup, "_LONGEST", 0.2)
    helper = Helper(looks=10**9)
    warmup._ended([helper], Control())
    assert helper.killed


@pytest.mark.parametrize(
    "error", [PermissionError(13, "Permission denied"), OSError(28, "No space left on device")]
)
def test_a_cache_folder_that_cant_be_written_only_costs_time(monkeypatch, error):
    def fail(*_args, **_kwargs):
        raise error

    monkeypatch.setattr(warmup, "written_whole", fail)
    warmup.load()
    assert not warmup.kernels_ready()


@pytest.fixture
def kernels_loaded(monkeypatch):
    """Parameters that kernels were loaded for, and what says that one thread has done so."""
    loaded = SimpleQueue()
    monkeypatch.setattr(warm, "warm_up", loaded.put)
    return loaded


@pytest.mark.parametrize("cache", [None, "empty"])
def test_where_all_will_be_read_kernels_are_loaded_beside_the_listing(cache, kernels_loaded, tmp_path):
    with Cache.open(tmp_path / "cache.sqlite3") as opened:
        warmup.ahead(opened if cache else None, ScanOptions((str(tmp_path),)), PLAIN)
        assert kernels_loaded.get(timeout=10) is PLAIN


def test_where_the_cache_knows_files_or_one_thread_is_wanted_nothing_is_loaded(kernels_loaded, tmp_path):
    (tmp_path / "file").write_text("known")
    options = ScanOptions((str(tmp_path),), jobs=2)
    with Cache.open(tmp_path / "cache.sqlite3") as cache:
        while time.time_ns() <= (tmp_path / "file").stat().st_ctime_ns + queries._RACY_NS:
            time.sleep(0.005)
        scan(options, cache, Control())
        cache.flush()
        assert not cache.empty
        kernels_loaded.get(timeout=10)  # by the scan itself
        before = threading.active_count()
        warmup.ahead(cache, options, PLAIN)
        warmup.ahead(None, replace(options, jobs=1), PLAIN)
        warmup.ahead(None, replace(options, identical=True), PLAIN)
        assert threading.active_count() <= before
    assert kernels_loaded.empty()


def test_kernels_that_cannot_be_loaded_ahead_are_the_business_of_the_scan(monkeypatch, tmp_path):
    tried = threading.Event()

    def fail(_parameters):
        tried.set()
        raise RuntimeError("no kernels here")

    monkeypatch.setattr(warm, "warm_up", fail)
    warmup.ahead(None, ScanOptions((str(tmp_path),)), PLAIN)
    assert tried.wait(10)
    for thread in threading.enumerate():
        if thread.name == "kernels":
            thread.join(10)  # pytest makes a failure of what a thread raises
