"""Compiled kernels have a place even where nothing of the program's own can be written."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import simfinder
from simfinder.arrays import jit_cache

PACKAGE = os.path.dirname(simfinder.__file__)
_posix = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the folders of Linux")


@_posix
def test_no_folder_is_made_where_there_is_one(tmp_path):
    for environment in ({"NUMBA_CACHE_DIR": "/x"}, {"XDG_CACHE_HOME": str(tmp_path / "not" / "there")}):
        before = dict(environment)
        jit_cache.make_sure("/dev/null/none", environment)
        assert environment == before


@_posix
def test_a_folder_of_our_own_otherwise(tmp_path):
    environment = {"XDG_CACHE_HOME": "/dev/null/none"}
    jit_cache.make_sure("/dev/null/none", environment)
    folder = Path(environment["NUMBA_CACHE_DIR"])
    assert folder.stat().st_mode & 0o777 == 0o700
    folder.rmdir()


@_posix
@pytest.mark.parametrize("place", ["named", "wide", "beside"])
def test_kernels_that_others_can_write_are_never_loaded(tmp_path, place):
    """Compiled kernels are code, and numba unpickles what it finds beside them."""
    for part in ("arrays", "scan", "search", "signatures"):
        (tmp_path / "program" / part / "__pycache__").mkdir(parents=True)
    (tmp_path / "caches" / "numba").mkdir(parents=True)
    open_to_all = {
        "named": tmp_path / "named",
        "wide": tmp_path / "caches" / "numba",
        "beside": tmp_path / "program" / "scan" / "__pycache__",
    }[place]
    open_to_all.mkdir(exist_ok=True)
    open_to_all.chmod(0o777)
    environment = {"XDG_CACHE_HOME": str(tmp_path / "caches")}
    if place == "named":
        environment["NUMBA_CACHE_DIR"] = str(open_to_all)
    jit_cache.make_sure(str(tmp_path / "program") if place == "beside" else "/dev/null/none", environment)
    folder = Path(environment["NUMBA_CACHE_DIR"])
    assert folder != open_to_all
    assert folder.stat().st_mode & 0o777 == 0o700
    folder.rmdir()


@_posix
def test_nobody_else_makes_the_folder_first(tmp_path):
    tmp_path.chmod(0o1777)
    environment = {"XDG_CACHE_HOME": str(tmp_path)}
    jit_cache.make_sure("/dev/null/none", environment)
    assert "NUMBA_CACHE_DIR" not in environment
    assert (tmp_path / "numba").stat().st_mode & 0o777 == 0o700


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


def test_any_source_a_kernel_is_made_of_changes_the_hash(tmp_path):
    for part in ("arrays", "scan", "search", "signatures"):
        (tmp_path / part / "deep" / "deeper").mkdir(parents=True)
    read = jit_cache.sources_hash.__wrapped__
    seen = {read(tmp_path)}
    for name in ("scan/a.py", "search/deep/b.py", "signatures/deep/deeper/c.py"):
        (tmp_path / name).write_text("x = 1")
        seen.add(read(tmp_path))
        (tmp_path / name).write_text("x = 2")
        seen.add(read(tmp_path))
    (tmp_path / "search/deep/b.py").rename(tmp_path / "search/b.py")
    seen.add(read(tmp_path))
    assert len(seen) == 8


def test_every_module_with_a_kernel_is_in_the_hash():
    folder = Path(PACKAGE)
    with_kernels = {
        path.relative_to(folder).parts[0] for path in folder.rglob("*.py") if "@njit" in path.read_text()
    }
    assert with_kernels <= set(jit_cache._PACKAGES)
