"""Every signature kernel, and all of them at once, against the tool it computes the same or the like as.

    python benchmarks/signatures.py [FILE...] [--megabytes 32] [--rounds 5] [--tree FOLDER] [--json]

Peers: libfuzzy (through pydeep2), the programs ssdeep, simhash, tlsh and xxhsum; one that is not installed is named
and left out. Kernels are warm and take bytes in memory, as libfuzzy does; a program reads the same bytes from a
file, and its start-up (the same round's time for next to nothing) is taken off. All is CPU time. Rounds are
interleaved, a kernel runs beside its peers, and what is shown is the median of the rounds' ratios. Nothing is
written outside a temporary folder.

Without files: text, programs, random bytes, zeros and a pattern of 100 bytes. The tree is a few thousand small
files of Python's library unless another is named.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial

from common.figures import (
    READING,
    Figure,
    TreeFigures,
    print_figures,
    print_json,
    print_small,
    print_targets,
    print_tree,
)
from common.material import inputs, pieces, small_tree
from common.peers import copied, files_below, installed, light_place, machine, run, simhash_tree, size_of

from simfinder.signatures.content_hash import content_hash
from simfinder.signatures.shingleprint.fingerprint import shingleprint
from simfinder.signatures.sign.sign_bytes import Signer, sign
from simfinder.signatures.simhash.binary_windows import of_sample, window_simhash
from simfinder.signatures.sketch.bottom_k import sketch
from simfinder.signatures.spamsum.digest import spamsum
from simfinder.signatures.tagcount.counter import tag_counts
from simfinder.signatures.tagcount.tag_sets import Tag, TagSet

Kernel = Callable[[bytes], object]
Meter = Callable[[bytes, str], float]
"""CPU seconds of something over some bytes, which a file of this path holds too."""

_PIECE = 1 << 20
_LEAST_SECONDS = 0.02
_SIZES = (100, 1000, 4000, 16_000, 64_000)
_CONTENTS = 64
_BATCH = 500
_TINY = "tiny"
_SHORTEST = 1e-4  # below, a difference of two runs is noise
_SIGNING = "all methods, in memory"

_WIDE = TagSet(tuple(Tag(value, 10) for value in (0x0F3, 0x1A5, 0x2C7, 0x369)), (("uniform", (100,) * 4),))


def _stored_simhash(data: bytes) -> object:
    return of_sample(sketch(data))


def _stream(data: bytes) -> object:
    """All methods over a stream, as a scan reads large files."""
    signer = Signer()
    view = memoryview(data)
    for at in range(0, len(data), _PIECE):
        signer.update(view[at : at + _PIECE])
    return signer.digest()


KERNELS: dict[str, Kernel] = {
    "content": content_hash,
    "tag counts": tag_counts,
    "spamsum": spamsum,
    "shingleprint": shingleprint,
    "sketch": sketch,
    "simhash as stored": _stored_simhash,
    "simhash, all windows": window_simhash,
    "all methods, a buffer": sign,
    "all methods, a stream": _stream,
    "tag counts, four of 10 bits": partial(tag_counts, tags=_WIDE),
}

PEERS: dict[str, tuple[tuple[str, ...], ...]] = {
    "content": (("xxhsum",),),
    "tag counts": (("ssdeep",),),
    "spamsum": (("libfuzzy",), ("ssdeep",)),
    "shingleprint": (("simhash",),),
    "sketch": (("simhash",),),
    "simhash as stored": (("ssdeep",),),
    "simhash, all windows": (("ssdeep",),),
    "all methods, a buffer": (("ssdeep",), ("ssdeep", "simhash"), ("tlsh",)),
    "all methods, a stream": (("ssdeep",), ("ssdeep", "simhash"), ("tlsh",)),
    "tag counts, four of 10 bits": (("ssdeep",),),
}
"""What each kernel is compared with; two programs together count as one peer."""

PROGRAMS: dict[str, tuple[list[str], int]] = {
    "xxhsum": (["xxhsum", "-q", "-H2"], 10),
    "ssdeep": (["ssdeep", "-s"], 1),
    "simhash": (["simhash"], 1),
    "tlsh": (["tlsh", "-f"], 1),
}
"""Command lines, and how often a file is named in one run: a program as fast as its own start-up needs it."""


def find_libfuzzy() -> Kernel | None:
    """Libfuzzy's hash of a buffer, if pydeep2 is here."""
    try:
        import pydeep
    except ImportError:
        print("libfuzzy: pydeep2 is not installed, left out", file=sys.stderr)
        return None
    hash_buffer: Kernel = pydeep.hash_buf
    return hash_buffer


def find_peers(libfuzzy: Kernel | None) -> dict[str, Meter]:
    """What tells the CPU seconds of each peer that is here, over some bytes and a file of them."""
    here = installed(PROGRAMS)
    found: dict[str, Meter] = {
        name: partial(_program_seconds, *PROGRAMS[name]) for name in PROGRAMS if name in here
    }
    return found if libfuzzy is None else {**found, "libfuzzy": partial(_kernel_seconds, libfuzzy)}


def _program_seconds(command: list[str], times: int, _data: bytes, path: str) -> float:
    started = run([*command, os.path.join(os.path.dirname(path), _TINY)]).cpu
    return max(_SHORTEST, (run([*command, *[path] * times]).cpu - started) / times)


def _kernel_seconds(kernel: Kernel, data: bytes, _path: str = "") -> float:
    """CPU seconds of one call, over as many calls as can be measured well."""
    calls, begin = 0, time.process_time()
    while True:
        kernel(data)
        calls += 1
        spent = time.process_time() - begin
        if spent >= _LEAST_SECONDS:
            return spent / calls


def measure(data: bytes, path: str, peers: dict[str, Meter], rounds: int) -> dict[str, list[float]]:
    """CPU seconds of every kernel and every peer, round by round, each kernel just behind its own peers."""
    spent: dict[str, list[float]] = defaultdict(list)
    for number in range(rounds):
        for name, kernel in KERNELS.items():
            for peer in (peer for together in PEERS[name] for peer in together if peer in peers):
                if len(spent[peer]) == number:
                    spent[peer].append(peers[peer](data, path))
            spent[name].append(_kernel_seconds(kernel, data))
    return spent


def figures(on: str, size: int, spent: dict[str, list[float]]) -> list[Figure]:
    """The cells of one input: medians over the rounds."""
    speed = {name: size / 1e6 / statistics.median(seconds) for name, seconds in spent.items()}
    found = []
    for name in KERNELS:
        for together in PEERS[name]:
            ratio = None
            if all(peer in spent for peer in together):
                peer_rounds = map(sum, zip(*(spent[peer] for peer in together), strict=True))
                ratio = statistics.median(b / a for a, b in zip(spent[name], peer_rounds, strict=True))
            found.append(Figure(name, " + ".join(together), on, speed[name], ratio))
    return found + [Figure(name, "", on, speed[name], None) for name in speed if name not in KERNELS]


def compare(contents: dict[str, bytes], peers: dict[str, Meter], rounds: int, folder: str) -> list[Figure]:
    """All cells of all inputs."""
    found: list[Figure] = []
    _write(os.path.join(folder, _TINY), random.Random(3).randbytes(1000))
    path = os.path.join(folder, "input")
    for on, data in contents.items():
        _write(path, data)
        found += figures(on, len(data), measure(data, path, peers, rounds))
    os.remove(path)
    return found


def _write(path: str, data: bytes) -> None:
    with open(path, "wb") as file:
        file.write(data)


def small(data: bytes, kernels: dict[str, Kernel], rounds: int) -> dict[str, dict[int, float]]:
    """Microseconds per content of some sizes, for every kernel; the contents are pieces of one input."""
    found: dict[str, dict[int, float]] = {name: {} for name in kernels}
    for size in (size for size in _SIZES if size <= len(data)):
        contents = pieces(data, size, _CONTENTS)
        spent: dict[str, list[float]] = defaultdict(list)
        for _ in range(rounds):
            for name, kernel in kernels.items():
                spent[name].append(_kernel_seconds(partial(_each, kernel, contents), b""))
        for name, seconds in spent.items():
            found[name][size] = statistics.median(seconds) / len(contents) * 1e6
    return found


def _each(kernel: Kernel, contents: list[bytes], _: bytes) -> None:
    for content in contents:
        kernel(content)


def over_tree(tree: str, here: set[str], rounds: int, folder: str) -> TreeFigures:
    """All methods over the bytes of a tree, alone and with reading them, and the peers over the same files."""
    copy = copied(tree, folder)
    paths = [os.path.join(copy, name) for name in files_below(copy)]
    spent: dict[str, list[float]] = defaultdict(list)
    for _ in range(rounds):
        if "ssdeep" in here:
            spent["ssdeep -r"].append(run(["ssdeep", "-s", "-r", copy]).cpu)
        signing, reading = _sign_files(paths)
        spent[_SIGNING].append(signing)
        spent[READING].append(signing + reading)
        if "simhash" in here:
            spent["simhash -w"].append(simhash_tree(copy).cpu)
        if "tlsh" in here:
            spent["tlsh -r"].append(run(["tlsh", "-r", copy]).cpu)
    if {"ssdeep", "simhash"} <= here:
        spent["ssdeep + simhash"] = [
            a + b for a, b in zip(spent["ssdeep -r"], spent["simhash -w"], strict=True)
        ]
    return TreeFigures(
        len(paths),
        sum(map(os.path.getsize, paths)) / 1e6,
        {name: statistics.median(seconds) for name, seconds in spent.items()},
        {
            name: statistics.median(b / a for a, b in zip(spent[READING], seconds, strict=True))
            for name, seconds in spent.items()
        },
    )


def _sign_files(paths: list[str]) -> tuple[float, float]:
    """CPU seconds of signing the contents of some files, and of opening and reading them."""
    signing = reading = 0.0
    for at in range(0, len(paths), _BATCH):
        begin = time.process_time()
        contents = []
        for path in paths[at : at + _BATCH]:
            with open(path, "rb") as file:
                contents.append(file.read())
        middle = time.process_time()
        for content in contents:
            sign(content)
        reading += middle - begin
        signing += time.process_time() - middle
    return signing, reading


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="*", metavar="FILE", help="inputs in place of those made here")
    parser.add_argument("--megabytes", type=int, default=32, help="of each input (default %(default)s)")
    parser.add_argument("--rounds", type=int, default=5, help="default %(default)s")
    parser.add_argument("--tree", metavar="FOLDER", help="small files in place of some of Python's library")
    parser.add_argument("--json", action="store_true", help="all figures as JSON in place of the tables")
    arguments = parser.parse_args()
    contents = read(arguments.files) or inputs(arguments.megabytes * 10**6)
    libfuzzy = find_libfuzzy()
    peers = find_peers(libfuzzy)
    timed = KERNELS if libfuzzy is None else {**KERNELS, "libfuzzy": libfuzzy}
    for kernel in timed.values():
        kernel(bytes(range(256)))  # compiled, or loaded from numba's cache
    with tempfile.TemporaryDirectory() as folder:
        found = compare(contents, peers, arguments.rounds, folder)
        each = small(contents.get("text") or max(contents.values(), key=len), timed, arguments.rounds)
        files = arguments.tree or small_tree(folder)
        with tempfile.TemporaryDirectory(dir=light_place(size_of(files))) as place:
            tree = over_tree(files, set(peers), arguments.rounds, place)
    if arguments.json:
        print_json(found, each, tree)
        return
    print(f"{machine()}; {arguments.rounds} rounds\n")
    print_figures(found, list(contents))
    print_targets(found)
    print_small(each)
    print_tree(tree)


def read(names: Sequence[str]) -> dict[str, bytes]:
    """Contents of files by their names without folders."""
    contents = {}
    for name in names:
        with open(name, "rb") as file:
            contents[os.path.basename(name)] = file.read()
    return contents


if __name__ == "__main__":
    main()
