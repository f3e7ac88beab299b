"""Compiled kernels have a place even where nothing of the program's own can be written."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import simfinder
from simfinder import kernelplace

PACKAGE = os.path.dirname(simfinder.__file__)
_posix = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the folders of Linux")


@_posix
def test_no_folder_is_made_where_there_is_one(tmp_path):
    for environment in ({"NUMBA_CACHE_DIR": "/x"}, {"XDG_CACHE_HOME": str(tmp_path / "not" / "there")}):
        before = dict(environment)
        kernelplace.make_sure("/dev/null/none", environment)
        assert environment == before


@_posix
def test_a_folder_of_our_own_otherwise(tmp_path):
    environment = {"XDG_CACHE_HOME": "/dev/null/none"}
    kernelplace.make_sure("/dev/null/none", environment)
    folder = Path(environment["NUMBA_CACHE_DIR"])
    assert folder.stat().st_mode & 0o777 == 0o700
    folder.rmdir()


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="becoming somebody else needs root"
)
def test_an_ordinary_user_without_a_home_can_start_it():
    done = subprocess.run(
        ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", sys.executable, "-B", "-c",
         "import simfinder.scan.pipeline, os; print(os.environ['NUMBA_CACHE_DIR'])"],
        capture_output=True, timeout=120, cwd=os.path.dirname(PACKAGE),
        env={"HOME": "/nonexistent", "PATH": os.environ["PATH"]},
    )  # fmt: skip
    if b"No module named" in done.stderr or b"Permission denied" in done.stderr:
        pytest.skip("an ordinary user can't reach this Python")
    assert done.returncode == 0, done.stderr
    assert not os.path.exists(done.stdout.decode().strip())
