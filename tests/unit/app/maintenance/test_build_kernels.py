"""A folder of compiled kernels is written as a whole or not at all."""

import json
import os

import pytest

from simfinder.app.maintenance import build_kernels
from simfinder.arrays import jit_built
from simfinder.errors import Cancelled, UsageError
from simfinder.model.progress import Control

COMPILER = """
import os, sys
import numpy as np
from simfinder.arrays import repeat_rows
repeat_rows.repeat(np.arange(3))
"""


@pytest.fixture
def quick(monkeypatch):
    """A compiler of one kernel; returns the environments it ran in."""
    environments = []
    begin = build_kernels.subprocess.Popen

    def run(command, env, **options):
        environments.append(env)
        return begin([command[0], "-c", COMPILER], env=env, **options)

    monkeypatch.setattr(build_kernels.subprocess, "Popen", run)
    return environments


def test_a_generic_folder_names_no_feature_of_this_processor(quick, tmp_path):
    folder = tmp_path / "made" / "kernels"
    assert build_kernels.build("generic", folder, Control()) == 1
    manifest = json.loads((folder / jit_built.MANIFEST).read_text())
    assert manifest["target"][1:] == ["generic", ""]
    assert len(manifest["hashes"]) == 2
    assert jit_built._checked(folder) is not None


def test_a_native_one_does(quick, tmp_path):
    build_kernels.build("native", tmp_path / "kernels", Control())
    manifest = json.loads((tmp_path / "kernels" / jit_built.MANIFEST).read_text())
    assert manifest["target"][1] != "generic"
    assert "NUMBA_CPU_NAME" not in quick[0] or quick[0]["NUMBA_CPU_NAME"] == os.environ["NUMBA_CPU_NAME"]


def test_a_folder_that_holds_something_is_left_alone(quick, tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(UsageError, match="not empty"):
        build_kernels.build("generic", tmp_path, Control())
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
    assert not quick


def test_a_cancel_leaves_no_folder(quick, tmp_path):
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        build_kernels.build("generic", tmp_path / "kernels", control)
    assert not (tmp_path / "kernels").exists()


def test_a_compiler_that_fails_writes_nothing(quick, tmp_path, monkeypatch):
    monkeypatch.setattr("tests.unit.app.maintenance.test_build_kernels.COMPILER", "raise SystemExit(3)")
    with pytest.raises(UsageError, match="kernels can't be compiled"):
        build_kernels.build("generic", tmp_path / "kernels", Control())
    assert not (tmp_path / "kernels").exists()


def test_sources_that_change_meanwhile_make_no_folder(quick, tmp_path, monkeypatch):
    class Changing:
        def __call__(self):
            return 1

        __wrapped__ = staticmethod(lambda: 2)

    monkeypatch.setattr(build_kernels, "sources_hash", Changing())
    with pytest.raises(UsageError, match="changed meanwhile"):
        build_kernels.build("generic", tmp_path / "kernels", Control())
    assert not (tmp_path / "kernels").exists()
