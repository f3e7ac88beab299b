"""Warm-up leaves nothing to compile, and each kernel exists for one kind of array only."""

import subprocess
import sys

import pytest

PROGRAM = """
import importlib, pkgutil
import numpy as np
from simfinder.arrays.jit import Kernel
import simfinder.signatures as package
from simfinder.signatures.sign import warmup as warm

def kernels():
    for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        module = importlib.import_module(info.name)
        for name, value in vars(module).items():
            if isinstance(value, Kernel) and value.py_func.__module__ == module.__name__:
                yield f"{info.name}.{name}", len(value.signatures)

warm.warm_up()
before = dict(kernels())
from simfinder.signatures.sign import sign_bytes as fused
from simfinder.signatures.sketch import bottom_k as sketch
from simfinder.signatures.spamsum import digest as spamsum
from simfinder.signatures.tagcount import counter as tagcount
from simfinder.signatures.sign import sign_bytes as fused
from simfinder.signatures.sketch import bottom_k as sketch
from simfinder.signatures.spamsum import digest as spamsum
from simfinder.signatures.tagcount import counter as tagcount
from simfinder.signatures.table.signature_table import SignatureTable
data = bytes(range(256)) * 60
writable = np.frombuffer(bytearray(data), np.uint8)
kinds = [data, bytearray(data), memoryview(data), memoryview(bytearray(data)), writable, np.frombuffer(data, np.uint8)]
signatures = [fused.sign(kind) for kind in kinds]
for kind in kinds:
    signer = fused.Signer()
    signer.update(kind)
    signer.update(b"")
    signatures.append(signer.digest())
assert all(a.spamsum == signatures[0].spamsum for a in signatures[: len(kinds)])
table = SignatureTable.build(signatures)
spamsum.score(table.spamsum_text(0), table.spamsum_text(0))
sketch.resemblance(signatures[0].sketch, signatures[1].sketch)
after = dict(kernels())
print(sorted(name for name in after if after[name] != before[name]))
print(sorted(name for name in after if after[name] > 1))
print(len(after))
"""


ALL = PROGRAM.replace("warm.warm_up()", "warm.warm_up(); warm.compile_all()").replace(
    "after = dict",
    """
from simfinder.signatures.spamsum import block_signature as blocksig
from simfinder.signatures.table import parameters
from simfinder.signatures.simhash import binary_windows as simwindows
from simfinder.signatures.tagcount import tag_sets as tags
from simfinder.signatures.methods import registry as texts
from simfinder.signatures.spamsum import tridgell
from simfinder.signatures.spamsum import block_signature as blocksig
from simfinder.signatures.table import parameters
from simfinder.signatures.simhash import binary_windows as simwindows
from simfinder.signatures.tagcount import tag_sets as tags
from simfinder.signatures.methods import registry as texts
from simfinder.signatures.spamsum import tridgell
own = parameters.Parameters(tags.parse_tags("ff 8\\n1 1"), 12, 5, 2, 32, 6, 40)
for kind in kinds:
    fused.sign(kind, own)
    blocksig.block_signature(kind, 50, 10, "legacy")
    simwindows.window_simhash(kind, 5, 2)
    simwindows.window_simhash(kind, 5, 2, "bits")
    tridgell.tridgell(kind, 0, True, True)
after = dict""",
)


@pytest.mark.parametrize("program", [PROGRAM, ALL])
def test_warm_up_leaves_nothing_to_compile(program):
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    late, several, number = run.stdout.splitlines()
    assert late == "[]"
    assert several == "[]"
    assert int(number) > 8
