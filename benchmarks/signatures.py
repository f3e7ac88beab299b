"""Each signature kernel, and all of them at once, against ssdeep and md5 on the same bytes in the same run.

    python benchmarks/signatures.py [FILE…] [--megabytes 32] [--rounds 5]

Without files: text, programs (Python's own libraries) and random bytes. Kernels are warm and take bytes in memory; the
``ssdeep`` program (left out where it is not installed) reads the same bytes from a file, less its start-up. Rounds are
interleaved; printed are medians in MB (10^6 bytes) per CPU second, and each as a multiple of ssdeep. Small files:
microseconds for one signature by all methods.
"""

from __future__ import annotations

import argparse
import glob
import hashlib
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable

from simfinder.signatures.content import content_hash
from simfinder.signatures.fused import Signer, sign
from simfinder.signatures.sketch import sketch
from simfinder.signatures.spamsum import spamsum
from simfinder.signatures.tagcount import tag_counts
from simfinder.signatures.warm import warm_up

CHUNK = 1 << 20


def stream(data: bytes) -> None:
    """All methods over a stream, as the scan reads large files."""
    signer = Signer()
    view = memoryview(data)
    for at in range(0, len(data), CHUNK):
        signer.update(view[at : at + CHUNK])
    signer.digest()


KERNELS: dict[str, Callable[[bytes], object]] = {
    "content": content_hash,
    "tag counts": tag_counts,
    "spamsum": spamsum,
    "sketch": sketch,
    "all, buffer": sign,
    "all, stream": stream,
    "md5 (hashlib)": lambda data: hashlib.md5(data).digest(),
}


def program(paths: list[str]) -> float:
    """CPU seconds of ssdeep on some files."""
    process = subprocess.Popen(["ssdeep", "-s", *paths], stdout=subprocess.DEVNULL)
    _, _, usage = os.wait4(process.pid, 0)
    process.returncode = 0
    return usage.ru_utime + usage.ru_stime


def gather(pattern: str, size: int) -> bytes:
    """The contents of files below Python's library one after the other, repeated up to a size."""
    data = bytearray()
    for root in (os.path.dirname(os.__file__), *sys.path):
        for path in sorted(glob.glob(os.path.join(root, "**", pattern), recursive=True)):
            with open(path, "rb") as file:
                data += file.read()
            if len(data) >= size:
                return bytes(data[:size])
    return bytes((data * (size // len(data) + 1))[:size])


def rounds(data: bytes, path: str, count: int, with_program: bool) -> dict[str, float]:
    """Median MB per CPU second of each kernel and of ssdeep."""
    spent: dict[str, list[float]] = defaultdict(list)
    for _ in range(count):
        for name, kernel in KERNELS.items():
            begin = time.process_time()
            kernel(data)
            spent[name].append(time.process_time() - begin)
        if with_program:
            spent["ssdeep program"].append(max(1e-3, program([path]) - program([os.devnull])))
    return {name: len(data) / 1e6 / max(1e-6, statistics.median(seconds)) for name, seconds in spent.items()}


def small() -> None:
    """Time of one signature of a small content."""
    for size in (100, 1000, 4000, 16_000, 64_000):
        data = random.Random(size).randbytes(size)
        seconds = []
        for _ in range(5):
            begin = time.process_time()
            for _ in range(200):
                sign(data)
            seconds.append((time.process_time() - begin) / 200)
        print(f"{size:>8} bytes {statistics.median(seconds) * 1e6:>8.1f} µs")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="*")
    parser.add_argument("--megabytes", type=int, default=32)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    size = arguments.megabytes * 10**6
    inputs: dict[str, bytes] = {}
    for name in arguments.files:
        with open(name, "rb") as file:
            inputs[os.path.basename(name)] = file.read()
    if not inputs:
        inputs = {
            "text": gather("*.py", size),
            "programs": gather("*.so*", size),
            "random": random.Random(1).randbytes(size),
        }
    with_program = shutil.which("ssdeep") is not None
    if not with_program:
        print("ssdeep: not installed, left out")
    warm_up()
    for name, data in inputs.items():
        with tempfile.NamedTemporaryFile() as file:
            file.write(data)
            file.flush()
            speeds = rounds(data, file.name, arguments.rounds, with_program)
        print(f"{name}, {len(data) / 1e6:.0f} MB: MB per CPU second" + ", times ssdeep" * with_program)
        for kernel, speed in speeds.items():
            ratio = f"{speed / speeds['ssdeep program']:>10.2f}" if with_program else ""
            print(f"  {kernel:<16}{speed:>10.0f}{ratio}")
    print("one content by all methods")
    small()


if __name__ == "__main__":
    main()
