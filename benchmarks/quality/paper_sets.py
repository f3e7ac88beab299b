"""The sets of files of seed 000's experiments, made again: chains, heads of real files, random texts as documents.

Everything is drawn from generators with fixed seeds; what is real comes from one folder.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sysconfig
import tempfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from simfinder.search.simfind.radius_search import Rows
from simfinder.signatures.tagcount.counter import SKEW, UNIFORM, extension_offset, key_values, tag_counts

Bytes = npt.NDArray[np.uint8]
Counts = npt.NDArray[np.uint64]

SIZE = 4096
"""Bytes of the made files, as in the paper."""

PRINTABLE = (32, 128)
ANY = (0, 256)
KEYS = {"Uniform": UNIFORM, "Skew": SKEW}

_LARGEST = 1 << 26  # bytes of a real file that is taken
_WINDOW = 16
_SEEN = 0.1  # share of a head's windows that earlier heads may have
_TEXTS = 200
_COLUMNS, _LINES = 64, 64
_PDF, _POSTSCRIPT = 12_000, 252_000  # bytes of a document in the paper


@dataclass(frozen=True)
class Set:
    """Files as SimFind sees them.

    Attributes:
        names: of the files; only their extensions count.
        size: (n,) int64, bytes.
        counts: (n, 16) uint64.
    """

    names: list[str]
    size: npt.NDArray[np.int64]
    counts: Counts

    def __len__(self) -> int:
        return len(self.size)

    def key(self, key: str) -> Counts:
        """A key of all files; ``Skew+ext`` and so on with the extension modification."""
        name, _, ext = key.partition("+")
        values = key_values(self.counts, KEYS[name])
        if ext:
            values = values + np.array([extension_offset(name) for name in self.names], np.uint64)
        return values

    def rows(self, key: str) -> Rows:
        return Rows(self.size, self.counts, self.key(key)[None])


def made(contents: Iterator[bytes] | list[bytes], name: str = "") -> Set:
    """A set of contents that exist in memory only."""
    sizes, counts = [], []
    for content in contents:
        sizes.append(len(content))
        counts.append(tag_counts(content))
    return Set([name] * len(sizes), np.array(sizes, np.int64), np.array(counts, np.uint64).reshape(-1, 16))


def chain(start: Bytes, n: int, changed: int, values: tuple[int, int], seed: int) -> Set:
    """Files of one size, each a copy of the one before with so many bytes overwritten at random places."""
    rng = np.random.default_rng(seed)
    places, fresh = (
        rng.integers(0, len(start), (n, changed)),
        rng.integers(*values, (n, changed), dtype=np.uint8),
    )
    content, counts = start.copy(), np.empty((n, 16), np.uint64)
    for i in range(n):
        counts[i] = tag_counts(content)
        content[places[i]] = fresh[i]
    return Set([""] * n, np.full(n, len(start), np.int64), counts)


def appended(n: int, added: int, seed: int) -> Set:
    """Files that each have a few random bytes more than the one before."""
    content = np.random.default_rng(seed).integers(*ANY, SIZE + n * added, dtype=np.uint8).tobytes()
    return made(content[: SIZE + i * added] for i in range(n))


def library() -> str:
    """The folder of Python's own library."""
    return sysconfig.get_paths()["stdlib"]


def files_of(folders: list[str]) -> list[str]:
    """Regular files below some folders in a fixed order, without packages installed beside Python's library."""
    found = []
    for place, below, names in (step for folder in folders for step in os.walk(folder)):
        below[:] = sorted(name for name in below if name not in ("site-packages", "dist-packages"))
        for name in sorted(names):
            path = os.path.join(place, name)
            if os.path.isfile(path) and not os.path.islink(path) and 0 < os.path.getsize(path) <= _LARGEST:
                found.append(path)
    return found


def real(paths: list[str]) -> Set:
    """Real files; those that can't be read are left out."""
    names, sizes, counts = [], [], []
    for path in paths:
        data = _read(path)
        if data:
            names.append(os.path.basename(path))
            sizes.append(len(data))
            counts.append(tag_counts(data))
    return Set(names, np.array(sizes, np.int64), np.array(counts, np.uint64).reshape(-1, 16))


def different(paths: list[str], most: int) -> Set:
    """Heads of 4096 bytes of real files, but for those of which earlier ones hold more than a tenth."""
    seen: set[int] = set()
    names, heads = [], []
    for path in paths:
        head = _read(path, SIZE)
        if len(head) < SIZE or len(heads) == most:
            continue
        windows = {zlib.crc32(head[i : i + _WINDOW]) for i in range(SIZE - _WINDOW + 1)}
        if len(windows & seen) > _SEEN * len(windows):
            continue
        seen |= windows
        names.append(os.path.basename(path))
        heads.append(head)
    found = made(heads)
    return Set(names, found.size, found.counts)


def text_starts(paths: list[str], most: int) -> list[Bytes]:
    """The first 4096 bytes of files that are plain ASCII text there."""
    starts: list[Bytes] = []
    for path in paths:
        head = _read(path, SIZE)
        if len(head) == SIZE and head.isascii() and min(head) >= 9 and len(starts) < most:
            starts.append(np.frombuffer(head, np.uint8))
    return starts


def _read(path: str, most: int = -1) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read(most)
    except OSError:
        return b""


def random_texts() -> list[bytes]:
    """200 texts of 4096 random printable characters."""
    rng = random.Random(200)
    return [bytes(rng.randint(PRINTABLE[0], PRINTABLE[1] - 1) for _ in range(SIZE)) for _ in range(_TEXTS)]


def documents(texts: list[bytes]) -> dict[str, Set]:
    """The texts as they are, behind fixed headers, and, where Ghostscript is installed, as PDF and Postscript."""
    headers = np.random.default_rng(8).integers(*ANY, _POSTSCRIPT, dtype=np.uint8).tobytes()
    found = {"text": made(texts)}
    for label, size in (("PDF", _PDF), ("Postscript", _POSTSCRIPT)):
        found[f"header as of {label}"] = made(headers[: size - SIZE] + text for text in texts)
    if shutil.which("gs"):
        with tempfile.TemporaryDirectory() as folder:
            for label, device in (("PDF", "pdfwrite"), ("Postscript", "ps2write")):
                found[f"{label} by Ghostscript"] = made(_converted(texts, folder, device))
    return found


def _converted(texts: list[bytes], folder: str, device: str) -> list[bytes]:
    """Each text as a page of its own, in a document of its own."""
    source = os.path.join(folder, "texts.ps")
    with open(source, "w", encoding="ascii") as file:
        file.write("%!PS\n/Courier findfont 9 scalefont setfont\n")
        for text in texts:
            for i in range(_LINES):
                line = text[i * _COLUMNS : (i + 1) * _COLUMNS].hex()
                file.write(f"40 {760 - 11 * i} moveto <{line}> show\n")
            file.write("showpage /Courier findfont 9 scalefont setfont\n")
    words = ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", f"-sDEVICE={device}"]
    subprocess.run([*words, f"-sOutputFile={folder}/{device}-%03d", source], check=True)
    return [_read(f"{folder}/{device}-{i + 1:03}") for i in range(len(texts))]
