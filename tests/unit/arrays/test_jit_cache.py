"""Compiled kernels have a place even where nothing of the program's own can be written."""

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

import simfinder
from simfinder.arrays import jit_cache

PACKAGE = os.path.dirname(simfinder.__file__)
_posix = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the folders of Linux")


_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="files of somebody else need root"
)
NOWHERE = "/dev/null/none"


def chosen(sources=NOWHERE, **environment):
    """The folder that numba is told to use; None where it chooses by itself, beside the sources."""
    jit_cache.make_sure(str(sources), environment)
    return environment.get("NUMBA_CACHE_DIR")


@pytest.fixture
def sources(tmp_path):
    """A program whose folders are all ours."""
    for part in jit_cache._PACKAGES:
        (tmp_path / "program" / part / "__pycache__").mkdir(parents=True)
        (tmp_path / "program" / part / "__pycache__" / "kernel.nbi").touch()
    subprocess.run(["chmod", "-R", "go-w", tmp_path / "program"], check=True)
    return tmp_path / "program"


@_posix
def test_beside_the_sources_else_where_it_was_asked_for_else_in_our_cache(tmp_path, sources):
    asked, cache = tmp_path / "asked", tmp_path / "cache"
    assert chosen(sources, XDG_CACHE_HOME=str(cache)) is None
    assert chosen(sources, NUMBA_CACHE_DIR=str(asked), XDG_CACHE_HOME=str(cache)) == str(asked)
    assert chosen(XDG_CACHE_HOME=str(cache)) == str(cache / "simfinder" / "kernels")
    assert (cache / "simfinder" / "kernels").stat().st_mode & 0o777 == 0o700


@_posix
@_root
@pytest.mark.parametrize("mode", [0o777, 0o1777, 0o722, 0o702])
@pytest.mark.parametrize(
    "place", ["", "signatures", "signatures/__pycache__", "signatures/__pycache__/kernel.nbi"]
)
def test_nothing_beside_the_sources_is_run_that_others_could_have_written(tmp_path, sources, place, mode):
    cache = tmp_path / "cache"
    os.chown(sources / place, -1, 4242)
    (sources / place).chmod(mode)
    if mode & stat.S_ISVTX and not place:
        assert chosen(sources, XDG_CACHE_HOME=str(cache)) is None  # nobody renames our folders in it
    else:
        assert chosen(sources, XDG_CACHE_HOME=str(cache)) == str(cache / "simfinder" / "kernels")


@_posix
@_root
@pytest.mark.parametrize(
    "what", ["open", "another's", "file of another", "in an open folder", "in another's folder"]
)
def test_no_cache_is_used_that_others_could_have_written(tmp_path, what):
    asked = tmp_path / "above" / "asked"
    (asked / "spamsum_1234").mkdir(parents=True)
    planted = asked / "spamsum_1234" / "kernel.nbi"
    planted.touch()
    {
        "open": lambda: asked.chmod(0o777),
        "another's": lambda: os.chown(asked, 4242, -1),
        "file of another": lambda: os.chown(planted, 4242, -1),
        "in an open folder": lambda: asked.parent.chmod(0o777),
        "in another's folder": lambda: os.chown(asked.parent, 4242, -1),
    }[what]()
    cache = tmp_path / "cache"
    assert chosen(NUMBA_CACHE_DIR=str(asked), XDG_CACHE_HOME=str(cache)) == str(
        cache / "simfinder" / "kernels"
    )
    shutil.rmtree(cache)
    cache.symlink_to(asked.parent)
    (asked.parent / "simfinder").mkdir(exist_ok=True)
    (asked.parent / "simfinder" / "kernels").symlink_to(asked)
    folder = Path(chosen(XDG_CACHE_HOME=str(cache)))
    assert folder.name.startswith("simfinder-kernels-")
    folder.rmdir()


@_posix
def test_a_folder_of_our_own_otherwise(tmp_path):
    environment = {"XDG_CACHE_HOME": "/dev/null/none"}
    jit_cache.make_sure("/dev/null/none", environment)
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
