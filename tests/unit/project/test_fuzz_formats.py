"""Damaged files of our own formats: a result or a plain reason. Some now, half an hour of each as a soak."""

import json
import os
import subprocess
import sys

import pytest

from tests.helpers.fuzz import fuzzing

SECONDS = float(os.environ.get("SIMFINDER_FUZZ_SECONDS", "1800"))


@pytest.mark.parametrize("name", fuzzing.FORMATS)
def test_some_damaged_files(name, tmp_path):
    result = fuzzing.run(name, 0.7, seed=1, folder=tmp_path / "fuzz", most=25)
    assert result["mutants"] > 1
    assert result["taken"] + result["reasons"] > 0


@pytest.mark.soak
@pytest.mark.timeout(SECONDS + 600)
@pytest.mark.parametrize("name", fuzzing.FORMATS)
def test_damaged_files_for_half_an_hour(name, tmp_path):
    """In a process of its own, which may die; what killed it lies in the folder."""
    seed = int.from_bytes(os.urandom(4), "little")
    command = [
        sys.executable,
        "-m",
        "tests.helpers.fuzz.fuzzing",
        name,
        str(SECONDS),
        str(seed),
        str(tmp_path),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS + 500)
    print(f"seed {seed}: {done.stdout}")
    assert done.returncode == 0, f"seed {seed}, {tmp_path}:\n{done.stderr[-3000:]}"
    assert json.loads(done.stdout)["mutants"] > SECONDS
