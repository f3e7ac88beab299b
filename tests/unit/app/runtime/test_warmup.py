import gc
import os
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue

import pytest

from simfinder.app.runtime import compile_ahead, warmup
from simfinder.app.runtime.time_left import left_text
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
    """In the place of a process: does some steps of its folder, one at each look, and ends."""

    def __init__(self, command=("",), steps=()):
        self.folder, self.steps, self.killed = Path(command[-1]), list(steps), False

    def poll(self):
        if self.steps and not self.killed:
            (self.folder / (self.steps.pop(0) + ".done")).touch()
            return None
        return 0

    def terminate(self):
        self.killed = True

    def wait(self):
        return 0


@pytest.fixture
def started(monkeypatch):
    """Command lines of helpers that were begun; each does two steps."""
    commands = []

    def begin(command, **_):
        commands.append(command)
        return Helper(command, list(compile_ahead.STEPS)[:2])

    monkeypatch.setattr(subprocess, "Popen", begin)
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    return commands


def test_warm_compiles_what_a_scan_needs_in_helpers_and_then_the_rest(started):
    warmup.warm(Control())
    assert [command[1:3] for command in started] == [["-m", "simfinder.app.runtime.warmup"]] * 2
    assert [command[-1] for command in started][1] == "rest"
    assert not os.path.exists(started[0][-1])
    warmup.load()
    warmup.warm(Control())
    assert len(started) == 2, "everything is compiled"


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


def test_what_was_never_compiled_is_waited_for_step_by_step(started, missed):
    control = Control()
    waiting = compile_ahead.Waiting(control)
    assert [waiting.more(), waiting.more(), waiting.more()] == [True, True, False]
    assert len(started) == 1
    waiting.end()
    with warmup.apart(control):
        assert (missed.first(1), missed.second(1)) == (2, 3)
    assert len(started) == 2


def test_two_scans_share_their_helpers(started):
    one, other = compile_ahead.Waiting(Control()), compile_ahead.Waiting(Control())
    assert one.more()
    assert other.more()
    assert len(started) == 1
    folder = started[0][-1]
    one.end()
    assert os.path.isdir(folder)
    other.end()
    assert not os.path.exists(folder)


def test_a_helper_takes_each_step_once_and_what_fails_stops_no_other(tmp_path, monkeypatch):
    taken = []

    def fail():
        raise RuntimeError("no kernels here")

    monkeypatch.setattr(compile_ahead, "end_with_parent", lambda: None)
    steps = {name: (1.0, fail if name == "b" else lambda name=name: taken.append(name)) for name in "abcd"}
    monkeypatch.setattr(compile_ahead, "STEPS", steps)
    (tmp_path / "c").touch()  # by another helper
    try:
        compile_ahead.work(os.fspath(tmp_path), tuple(steps))
    finally:
        gc.enable()
    assert taken == ["a", "d"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.done", "b.done", "c", "d.done"]
    compile_ahead.work(os.fspath(tmp_path / "removed"), tuple(steps))
    gc.enable()
    assert taken == ["a", "d"]


def test_the_time_left_is_what_the_steps_done_say(started, monkeypatch):
    """Three of four times as slow as once seen, one process: the rest is, too; then it counts down and says no more."""
    helpers = compile_ahead.Helpers()
    weights = [seconds for seconds, _ in compile_ahead.STEPS.values()]
    clock = [helpers._began]
    monkeypatch.setattr(compile_ahead.time, "monotonic", lambda: clock[0])
    preparing = "preparing for the first scan on this computer"
    assert helpers.told() == (preparing, None)
    for name in list(compile_ahead.STEPS)[:2]:
        (Path(started[0][-1]) / f"{name}.done").touch()
    clock[0] += 3.0 * sum(weights[:2])
    left = 3.0 * sum(weights[2:])
    words, share = helpers.told()
    assert words == f"{preparing}: 2 of {len(weights)} done, {left_text(left)}"
    assert share == pytest.approx(sum(weights[:2]) / sum(weights))
    clock[0] += left - 2.0
    assert helpers.told()[0] == f"{preparing}: 2 of {len(weights)} done"
    clock[0] += 60.0
    assert helpers.told() == (f"{preparing}: 2 of {len(weights)} done", 0.99)
    for name in compile_ahead.STEPS:
        (Path(started[0][-1]) / f"{name}.done").touch()
    assert helpers.told() == (preparing, 0.99)  # "all done" would stand there while they are loaded
    helpers.end()


class Slow(Helper):
    """Needs two looks for a step."""

    looks = 0

    def poll(self):
        self.looks += 1
        return None if self.looks % 2 else super().poll()


def test_run_py_has_a_scans_kernels_compiled_once_and_sees_how_far_it_is(started, monkeypatch, capsys):
    def begin(command, **_):
        started.append(command)
        return Slow(command, compile_ahead.STEPS)

    monkeypatch.setattr(subprocess, "Popen", begin)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    warmup._compile("scan")
    shown = capsys.readouterr().err.split("\r")
    assert shown[1].strip() == "preparing for the first scan on this computer"
    count = len(compile_ahead.STEPS)
    assert shown[-1].strip() == "prepared for the first scan on this computer"
    assert not any(f"{count} of {count}" in words for words in shown)
    assert warmup.kernels_ready(warmup._FIRST)
    warmup._compile("scan")
    assert (len(started), capsys.readouterr().err) == (1, "")
    warmup.warm(Control())
    assert [command[-1] for command in started][1:] == ["rest"], "the window compiles the others only"


def test_what_fails_while_run_py_has_kernels_compiled_is_left_to_the_scan(started, monkeypatch, capsys):
    monkeypatch.setattr(
        subprocess, "Popen", lambda command, **_: Slow(command, list(compile_ahead.STEPS)[:2])
    )
    warmup._compile("scan")
    assert capsys.readouterr().err == "preparing for the first scan on this computer\n"
    assert not warmup.kernels_ready(warmup._FIRST)

    def fail(_control):
        raise RuntimeError("no kernels here")

    monkeypatch.setattr(warmup, "compile_for_scan", fail)
    warmup._compile("scan")


def test_what_a_helper_has_compiled_is_not_compiled_again(missed, monkeypatch):
    ran = []

    def compiled_by_another():
        if ran:
            return False
        program = "import never_compiled; never_compiled.first(1)"
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        subprocess.run([sys.executable, "-c", program], check=True, env=environment)
        ran.append(True)
        return True

    with when_missing(compiled_by_another):
        assert missed.first(1) == 2
    dispatcher = missed.first.dispatcher
    assert dispatcher.stats.cache_hits
    assert not dispatcher.stats.cache_misses


def test_without_a_block_or_a_process_it_is_compiled_here(started, missed, monkeypatch):
    with warmup.apart(Control()):
        pass
    assert missed.first(1) == 2
    assert not started

    def fail(*_, **__):
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(subprocess, "Popen", fail)
    with warmup.apart(Control()):
        assert missed.second(1) == 3


def test_without_a_place_for_its_folder_it_is_compiled_here(started, missed, monkeypatch):
    def fail(**_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(compile_ahead.tempfile, "mkdtemp", fail)
    with warmup.apart(Control()):
        assert missed.first(1) == 2
    assert not started


def test_a_program_that_was_frozen_begins_no_helpers(started, missed, monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    with warmup.apart(Control()):
        assert missed.first(1) == 2
    assert not started


def test_a_cancel_and_a_helper_that_hangs_end_the_waiting(monkeypatch):
    class Hanging(Helper):
        def poll(self):
            return 0 if self.killed else None

    helpers = []

    def begin(*_, **__):
        helpers.append(Hanging())
        return helpers[-1]

    monkeypatch.setattr(subprocess, "Popen", begin)
    control = Control()
    control.cancel()
    waiting = compile_ahead.Waiting(control)
    assert not waiting.more()
    waiting.end()
    assert helpers
    assert all(helper.killed for helper in helpers)
    monkeypatch.setattr(compile_ahead, "_LONGEST", 0.2)
    waiting = compile_ahead.Waiting(Control())
    assert not waiting.more()
    assert all(helper.killed for helper in helpers)
    waiting.end()


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
    monkeypatch.setattr(warm, "small_files", loaded.put)
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

    monkeypatch.setattr(warm, "small_files", fail)
    warmup.ahead(None, ScanOptions((str(tmp_path),)), PLAIN)
    assert tried.wait(10)
    for thread in threading.enumerate():
        if thread.name == "kernels":
            thread.join(10)  # pytest makes a failure of what a thread raises


SHARED = """
import os, pathlib, signal, sys, threading, time
from simfinder.app.runtime import compile_ahead

folder, slow = sys.argv[1], sys.argv[2] == "slow"

def step(name):
    pathlib.Path(folder, f"{name}-{os.getpid()}.by").touch()
    time.sleep(60 if slow else 0.5)

compile_ahead._get_ready = lambda: None
compile_ahead.STEPS = {name: (1.0, lambda name=name: step(name)) for name in "ab"}
compile_ahead.share(folder, 2, "a")
"""


@pytest.mark.skipif(not compile_ahead._FORKS, reason="no process is forked here")
@pytest.mark.parametrize("ended", [False, True])
def test_forked_helpers_share_the_steps_and_end_with_the_first(tmp_path, ended):
    shared = subprocess.Popen([sys.executable, "-c", SHARED, str(tmp_path), "slow" if ended else "quick"])
    while len(took := list(tmp_path.glob("*.by"))) < 2:
        time.sleep(0.01)
    pids = {int(path.stem.partition("-")[2]) for path in took}
    assert len(pids) == 2
    assert shared.pid not in pids
    if ended:
        shared.terminate()
    assert shared.wait(30) == 0
    assert sorted(path.name for path in tmp_path.glob("*.done")) == ([] if ended else ["a.done", "b.done"])
    assert not any(os.path.exists(f"/proc/{pid}") for pid in pids)
