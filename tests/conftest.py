"""Every test lives in a home of its own: no test sees or touches a real cache, library, setting or Trash."""

import os
import signal
from pathlib import Path

import pytest

from tests.helpers.compiling import compile_kernels
from tests.helpers.examples import register_profiles

# the window speaks the system's language: here it is English, whatever the system says
os.environ["LC_ALL"] = "C.UTF-8"
os.environ.pop("LANGUAGE", None)

register_profiles()

PROJECT = Path(__file__).resolve().parents[1]

_FOLDERS = {
    "XDG_CACHE_HOME": ".cache",
    "XDG_DATA_HOME": ".local/share",
    "XDG_CONFIG_HOME": ".config",
    "XDG_STATE_HOME": ".local/state",
    "XDG_RUNTIME_DIR": ".runtime",
}


def pytest_configure(config):
    """A shell makes what it starts in the background deaf to Ctrl-C, and all that is started by it.

    Where several processes share the tests, one compiles the kernels before they start.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if config.getoption("numprocesses", None) and not config.option.collectonly:
        compile_kernels()


def pytest_make_parametrize_id(val, argname):
    """Long bytes are named by their argument: packed ones hold the time, and all processes must name a test alike."""
    return argname if isinstance(val, bytes) and len(val) > 24 else None


@pytest.fixture(autouse=True)
def home(tmp_path_factory, monkeypatch):
    """A fresh home folder, outside ``tmp_path`` so that a test may scan all of ``tmp_path``."""
    folder = tmp_path_factory.mktemp("home")
    monkeypatch.chdir(PROJECT)  # a test may leave the folder it went to
    monkeypatch.setenv("HOME", str(folder))
    for name, below in _FOLDERS.items():
        path = folder / below
        path.mkdir(parents=True, mode=0o700)
        monkeypatch.setenv(name, str(path))
    monkeypatch.setenv("QT_QPA_PLATFORM", os.environ.get("QT_QPA_PLATFORM", "offscreen"))
    return folder
