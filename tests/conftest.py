"""Every test lives in a home of its own: no test sees or touches a real cache, library, setting or Trash."""

import gc
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


@pytest.hookimpl(trylast=True)
def pytest_collection_finish():
    """The collected tests live to the end: no search for garbage need look through them again and again."""
    gc.collect()
    gc.freeze()


def pytest_make_parametrize_id(val, argname):
    """Long bytes are named by their argument: packed ones hold the time, and all processes must name a test alike."""
    return argname if isinstance(val, bytes) and len(val) > 24 else None


@pytest.fixture(scope="session", autouse=True)
def left_homes(tmp_path_factory):
    """The home folders that tests have left; what is made for many tests has one of its own."""
    with pytest.MonkeyPatch.context() as patch:
        _live_in(_new_home(tmp_path_factory), patch)
        yield []


@pytest.fixture(autouse=True)
def home(tmp_path_factory, left_homes, monkeypatch):
    """An empty home folder, outside ``tmp_path`` so that a test may scan all of ``tmp_path``.

    Most tests never touch theirs, and the next one gets it: making seven folders takes longer than many a test.
    """
    folder = left_homes.pop() if left_homes else None
    if folder is None or not _is_unused(folder):  # looked at now: what the last test patched is as it was
        folder = _new_home(tmp_path_factory)
    monkeypatch.chdir(PROJECT)  # a test may leave the folder it went to
    _live_in(folder, monkeypatch)
    monkeypatch.setenv("QT_QPA_PLATFORM", os.environ.get("QT_QPA_PLATFORM", "offscreen"))
    yield folder
    left_homes.append(folder)


def _live_in(folder, patch):
    patch.setenv("HOME", str(folder))
    for name, below in _FOLDERS.items():
        patch.setenv(name, str(folder / below))


def _new_home(tmp_path_factory):
    folder = tmp_path_factory.mktemp("home")
    for below in _FOLDERS.values():
        (folder / below).mkdir(parents=True, mode=0o700)
    return folder


def _is_unused(home):
    """Whether a home folder is as it was made, with no file and no other folder in it."""
    made = {
        str(home / part) for below in _FOLDERS.values() for part in (below, os.path.dirname(below)) if part
    }
    found, modes = set(), set()
    for top, folders, files in os.walk(home):
        if files:
            return False
        found.update(os.path.join(top, folder) for folder in folders)
        modes.add(os.stat(top).st_mode & 0o777)
    return found == made and modes <= {0o700, 0o755}
