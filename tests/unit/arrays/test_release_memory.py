import subprocess
import sys

import pytest

HELD = """
import sys
import numpy as np
from simfinder.arrays import release_memory as memory

def held():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096

def ones(count):
    return np.ones(count, np.uint8)

before = held()
"""

SMALL = """
small = [ones(50_000) for _ in range(2000)]
kept = small[::500]
del small
kept_free = held() - before
assert kept_free > 20_000_000, kept_free
memory.give_back()
assert held() - before < 10_000_000, held() - before
"""

LARGE = """
def holes():
    del_me = ones(30_000_000)
    del del_me
    before = held()
    large = [(ones(10_000_000), ones(50_000)) for _ in range(8)]
    small = [piece for _, piece in large]
    del large
    return held() - before

assert holes() > 40_000_000
memory.give_large_back()
assert holes() < 10_000_000
memory.give_large_back()
assert holes() < 10_000_000
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only there is it done, and told")
@pytest.mark.parametrize("program", [SMALL, LARGE])
def test_what_is_free_goes_back_to_the_system(program):
    subprocess.run([sys.executable, "-c", HELD + program], check=True, timeout=60)
