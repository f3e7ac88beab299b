import subprocess
import sys

import pytest

PROGRAM = """
import sys
import numpy as np
from simfinder.memory import give_back

def held():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096

def ones(count):
    return np.ones(count, np.uint8)

before = held()
small = [ones(50_000) for _ in range(2000)]
kept = small[::500]
del small
kept_free = held() - before
assert kept_free > 20_000_000, kept_free
give_back()
assert held() - before < 10_000_000, held() - before
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only there is it done, and told")
def test_what_is_free_goes_back_to_the_system():
    subprocess.run([sys.executable, "-c", PROGRAM], check=True, timeout=60)
