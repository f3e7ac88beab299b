import os
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[4]

SCRIPT = """
import importlib, pkgutil
import numpy as np
from simfinder.arrays.jit import Kernel
import simfinder.search
from simfinder.search.clustering import components as clustering
from simfinder.search.set_join import join as joining
from simfinder.search.linking import links
from simfinder.search import similarity as scoring
from simfinder.search.candidates import registry
from simfinder.search.linking import warmup as warm
from simfinder.search.clustering import components as clustering
from simfinder.search.set_join import join as joining
from simfinder.search.linking import links
from simfinder.search import similarity as scoring
from simfinder.search.candidates import registry
from simfinder.search.linking import warmup as warm
from simfinder.model.scan_options import Method
from tests.unit.search.twins.tables import family, table

def compiled():
    names = [module.name for module in pkgutil.walk_packages(simfinder.search.__path__, "simfinder.search.")]
    modules = [importlib.import_module(name) for name in names]
    kernels = {k for m in modules for k in vars(m).values() if isinstance(k, Kernel)}
    return {f"{k.py_func.__module__}.{k.py_func.__qualname__}": len(k.signatures) for k in kernels}

warm.warm_up()
before = compiled()
links._MOST = links._MOST_PER_ROW = 1
joining.EXACT = joining.PAIRS_BUDGET = joining.PAIRS_PER_ROW = 0
joining.ALWAYS_LIGHT = 4
rows = [*family(np.random.default_rng(0), 59, 0.05), [1 << 40, 2 << 40], ()]
t = table(rows, simhash=[7] * 61, spamsum=["96:abcdefghijkl:x"] * 61, tags=[[9] * 16] * 61)
capped = {method for method in Method if links.find_links(t, method).capped}
assert {Method.AUTO, Method.SHINGLEPRINT, Method.TAGCOUNT} <= capped, capped
registry.figures(t, 0, 1)
assert compiled() == before

from simfinder.search.clustering.cannot_link import keep_apart
from simfinder.search.folders import candidates
from simfinder.search.containment import candidates as contained
from simfinder.search.hamming.wide_join import near_between, near_pairs
from simfinder.search.overlap.text_overlap import text_overlap
from simfinder.search.simfind import radius_search
from simfinder.search.simfind.radius_search import Rows, SimFind

rng = np.random.default_rng(0)
letters = rng.integers(97, 122, 200_000, np.uint8)
letters[::6] = 32
text_overlap(letters, np.concatenate((letters[:90_000], rng.integers(97, 122, 90_000, np.uint8))))
text_overlap(letters[:9000], letters[2000:11000])
assert list(near_pairs(rng.integers(0, 9, (40, 4), np.uint64), 31, lambda: None))
hashes = rng.integers(0, 9, (40, 4), np.uint64)
assert list(near_between(hashes, hashes, 48, lambda: None))
assert list(near_between(hashes, hashes, 48, lambda: None, flips=False))
contained._EXACT = 0
contained.parts(t)
nodes = np.arange(5, dtype=np.int32)
assert keep_apart(6, nodes, nodes + 1, np.ones(5, np.float32), np.ones(5, bool), np.array([[0, 5]])).sum() == 4
few = links.find_links(t)
few = links.Links(few.a, few.b, few.similarity, few.capped, sibling=np.zeros(len(few), bool))
few.are_siblings(np.array([0]), np.array([1]))
few.are_siblings(few.a[::2], few.b[::2])
SimFind(Rows(np.arange(9) + 100, np.ones((9, 16), np.uint64), np.ones((3, 9), np.uint64))).all_pairs(0.5)
radius_search.MANY = 0
SimFind(Rows(np.arange(9) * 100 + 1, np.ones((9, 16), np.uint64), np.ones((1, 9), np.uint64))).all_pairs(0.5)
made = compiled()
assert made == before, {name: made[name] for name in made if made[name] != before.get(name)}
assert sum(before.values()) > 15
"""


def test_nothing_is_compiled_after_warming_up():
    environment = {**os.environ, "PYTHONPATH": str(PROJECT)}
    subprocess.run([sys.executable, "-c", SCRIPT], check=True, timeout=120, env=environment)
