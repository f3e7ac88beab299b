import subprocess

import pytest

from simfinder.app import warmup
from simfinder.store import folders


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
