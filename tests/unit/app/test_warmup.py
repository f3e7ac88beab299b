import subprocess
import threading
import time
from dataclasses import replace
from queue import SimpleQueue

import pytest

from simfinder.app import warmup
from simfinder.model.options import ScanOptions
from simfinder.model.progress import Control
from simfinder.scan.pipeline import scan
from simfinder.signatures import warm
from simfinder.signatures.parameters import PLAIN
from simfinder.store import cache_rows, folders
from simfinder.store.cache import Cache


def test_the_stamp_tells_whether_kernels_were_compiled(monkeypatch):
    assert not warmup.kernels_ready()
    warmup.load()
    assert warmup.kernels_ready()
    monkeypatch.setattr(warmup, "_fingerprint", lambda: "other sources")
    assert not warmup.kernels_ready()


def test_warm_compiles_in_a_helper_process_first(monkeypatch):
    started = []
    monkeypatch.setattr(subprocess, "run", lambda command, **_: started.append(command))
    warmup.warm()
    assert [command[1:] for command in started] == [["-m", "simfinder.app.warmup"]]
    warmup.warm()
    assert len(started) == 1


@pytest.mark.parametrize(
    "error", [PermissionError(13, "Permission denied"), OSError(28, "No space left on device")]
)
def test_a_cache_folder_that_cant_be_written_only_costs_time(monkeypatch, error):
    def fail(*_args, **_kwargs):
        raise error

    monkeypatch.setattr(type(folders.cache_folder()), "write_text", fail)
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
        while time.time_ns() <= (tmp_path / "file").stat().st_ctime_ns + cache_rows._RACY_NS:
            time.sleep(0.005)
        scan(options, cache, Control())
        cache.flush()
        assert not cache.empty
        kernels_loaded.get(timeout=10)  # by the scan itself
        before = threading.active_count()
        warmup.ahead(cache, options, PLAIN)
        warmup.ahead(None, replace(options, jobs=1), PLAIN)
        warmup.ahead(None, replace(options, identical=True), PLAIN)
        assert threading.active_count() == before
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
