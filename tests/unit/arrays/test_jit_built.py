"""Kernels that were compiled elsewhere are used where they fit, and nothing else is."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from simfinder.arrays import jit_built

PROJECT = Path(__file__).resolve().parents[3]
PROGRAM = """
import numpy as np
from simfinder.arrays import repeat_rows
print(repeat_rows.repeat(np.arange(3))[0].tolist())
stats = repeat_rows._spread.dispatcher.stats
print(sum(stats.cache_misses.values()))
"""


def run(cache, *, program=PROGRAM, **environment):
    """What a program prints: its result, and how many kernels it had to compile."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache), "PYTHONPATH": str(PROJECT), **environment}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=120, env=environment
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder with one kernel, compiled for every processor of this kind."""
    cache, folder = tmp_path_factory.mktemp("cache"), tmp_path_factory.mktemp("built")
    generic = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}
    assert run(cache, **generic) == RESULT_OF_COMPILING
    assert jit_built.write(str(cache), folder) == 1
    return folder


RESULT_OF_COMPILING = ["[1, 2, 2]", "1"]
RESULT_OF_LOADING = ["[1, 2, 2]", "0"]


@pytest.fixture
def folder(made, tmp_path):
    """A copy of it that a test may damage."""
    copy = tmp_path / "built"
    subprocess.run(["cp", "-r", made, copy], check=True)
    return copy


def used(folder, tmp_path, **environment):
    return run(tmp_path / "empty", SIMFINDER_KERNELS=str(folder), **environment) == RESULT_OF_LOADING


def test_a_machine_of_the_same_kind_compiles_nothing(folder, tmp_path):
    assert used(folder, tmp_path)
    assert not list((tmp_path / "empty").rglob("*.nbc"))


def test_without_it_kernels_are_compiled(tmp_path):
    assert not used(tmp_path / "missing", tmp_path)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("simfinder", "0.0.1"),
        ("sources", 1),
        ("python", "3.9.0 (default)"),
        ("numba", "0.1.0"),
        ("llvmlite", "0.1.0"),
        ("system", "Plan9"),
        ("machine", "vax"),
        ("target", ["x86_64-unknown-linux-gnu", "future", "+avx2048"]),
        ("target", 5),
        ("hashes", None),
    ],
)
def test_what_was_made_for_another_machine_or_version_is_refused(folder, tmp_path, monkeypatch, name, value):
    manifest = json.loads((folder / jit_built.MANIFEST).read_text())
    assert name in manifest
    assert jit_built._checked(folder) is not None
    (folder / jit_built.MANIFEST).write_text(json.dumps({**manifest, name: value}))
    assert jit_built._checked(folder) is None


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'"text"', b"\xff\xfe"])
def test_a_manifest_that_is_none_is_refused(folder, content):
    (folder / jit_built.MANIFEST).write_bytes(content)
    assert jit_built._checked(folder) is None


def test_a_folder_that_was_half_written_is_refused(folder, tmp_path):
    (folder / jit_built.MANIFEST).unlink()
    assert not used(folder, tmp_path)


@pytest.mark.parametrize("kind", ["*.nbi", "*.nbc"])
@pytest.mark.parametrize("damage", ["cut", "changed", "removed"])
def test_a_file_that_is_not_as_it_was_written_is_compiled_anew(folder, tmp_path, kind, damage):
    (path,) = folder.rglob(kind)
    data = path.read_bytes()
    if damage == "removed":
        path.unlink()
    else:
        path.write_bytes(data[:-9] if damage == "cut" else data[:-1] + bytes([data[-1] ^ 1]))
    assert run(tmp_path / "empty", SIMFINDER_KERNELS=str(folder)) == RESULT_OF_COMPILING


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
@pytest.mark.parametrize("part", ["folder", "file"])
def test_what_another_user_could_have_written_is_refused(folder, tmp_path, part):
    place = folder if part == "folder" else next(folder.rglob("*.nbc"))
    place.chmod(place.stat().st_mode | 0o002)
    assert not used(folder, tmp_path)
    place.chmod(place.stat().st_mode & ~0o002)
    assert used(folder, tmp_path)


@pytest.mark.skipif(not hasattr(os, "chown") or os.geteuid() != 0, reason="only root gives files away")
def test_what_another_user_has_written_is_refused(folder, tmp_path):
    os.chown(next(folder.rglob("*.nbc")), 12345, 12345)
    assert not used(folder, tmp_path)


def test_a_kernel_that_is_not_in_it_is_compiled(folder, tmp_path):
    program = """
import numpy as np
from simfinder.arrays import repeat_rows
rows = np.zeros(2, dtype=np.int32)
repeat_rows._spread(np.ones(2, dtype=np.int32), rows, rows)
print(sum(repeat_rows._spread.dispatcher.stats.cache_misses.values()))
"""
    assert run(tmp_path / "empty", program=program, SIMFINDER_KERNELS=str(folder)) == ["1"]
