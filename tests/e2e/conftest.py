"""Trees that several of these tests need."""

import os
import random

import pytest

from tests.helpers.screen.xvfb import screen


@pytest.fixture
def copies(tmp_path):
    """200 files in pairs of an original and an older copy, in two folders, with modes and times of their own."""
    root = tmp_path / "tree"
    rng = random.Random(11)
    for i in range(200):
        data = rng.randbytes(3000 + i)
        for folder, age in (("new", 0), ("old", 1000)):
            path = root / folder / f"{i % 7}" / f"file{i}.dat"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            path.chmod(0o600 + i % 8 * 8)
            os.utime(path, ns=((1_700_000_000 - age + i) * 10**9 + 5, (1_700_000_000 - age + i) * 10**9 + 7))
    return root


@pytest.fixture(scope="module")
def display():
    """A screen for all windows of a file, one after the other."""
    with screen(1480, 900, managed=True) as shown:
        yield shown
