"""Signatures to join: those of real files, made-up ones where there are not enough, and sets alike all over.

Everything ends as a ``SignatureTable`` that can be written to a file for another process.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from common.peers import files_below
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.scan.pipeline import scan
from simfinder.signatures.sign.sign_bytes import sign
from simfinder.signatures.sketch.bottom_k import SIZE
from simfinder.signatures.sketch.hash_codes import codes_of
from simfinder.signatures.table.signature_table import COLUMNS, SignatureTable

_LETTERS = np.frombuffer(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", np.uint8)
_FAMILY = 4
_WINDOWS = 1500
_EDITED = 0.1
_ROWS = 1 << 14
_PRINTS = ("own_print_of", "own_print", "own_print_len")


def of_files(roots: list[str]) -> SignatureTable:
    """Signatures of the distinct contents below some folders, in no order."""
    table = scan(ScanOptions(roots=tuple(roots), hidden=True), None, Control()).table
    return table.rows(np.random.default_rng(1).permutation(len(table)))


def contents_below(roots: list[str], count: int, largest: int = 1 << 18) -> list[bytes]:
    """So many distinct files of at least a shingle, in no order, read."""
    paths = [os.path.join(root, name) for root in roots for name in files_below(root)]
    random.Random(1).shuffle(paths)
    found: dict[bytes, None] = {}
    for path in paths:
        if len(found) == count:
            break
        if 8 <= os.path.getsize(path) <= largest:
            with open(path, "rb") as file:
                found.setdefault(file.read())
    return list(found)


def families(rows: int, seed: int = 1) -> SignatureTable:
    """Made-up signatures: families of four with a tenth of their windows and three characters a part replaced.

    Parts are as long as those of real files (32 to 64 and 16 to 32 characters), over six block sizes.
    """
    rng = np.random.default_rng(seed)
    table = SignatureTable.blank(rows)
    table.content[:, :8] = np.arange(rows, dtype=">u8")[:, None].view(np.uint8).reshape(rows, 8)
    many = -(-rows // _FAMILY)
    of = np.arange(rows) // _FAMILY
    table.size[:] = rng.integers(5800, 6200, rows)
    table.tags[:] = rng.integers(100, 4000, (many, table.tags.shape[1]))[of] + rng.integers(
        0, 3, table.tags.shape
    )
    table.spam_block[:] = (96 << rng.integers(0, 6, many))[of]
    for part, lengths, longest in (
        (table.spam1, table.spam1_len, 64),
        (table.spam2, table.spam2_len, 32),
    ):
        lengths[:] = rng.integers(longest // 2, longest + 1, many)[of]
        part[:, :longest] = _LETTERS[rng.integers(0, 64, (many, longest), dtype=np.uint8)][of]
        for _ in range(3):
            part[np.arange(rows), rng.integers(0, longest, rows)] = _LETTERS[rng.integers(0, 64, rows)]
        part[np.arange(part.shape[1]) >= lengths[:, None]] = 0
    table.simhash[:] = rng.integers(0, 1 << 64, rows, dtype=np.uint64)
    table.has_simhash[:] = True
    table.sketch_len[:] = SIZE
    for begin in range(0, rows, _ROWS):
        _put_sketches(table, begin, min(rows, begin + _ROWS), rng)
    return table


def _put_sketches(table: SignatureTable, begin: int, end: int, rng: np.random.Generator) -> None:
    """The smallest values of so many windows lie as far apart on average as the number of windows says."""
    many, width, keep = -(-(end - begin) // _FAMILY), SIZE * 5 // 4, SIZE
    span = (1 << 64) // _WINDOWS * width
    values = rng.integers(0, span, (many, width), dtype=np.uint64)[np.arange(end - begin) // _FAMILY]
    changed = rng.random(values.shape) < _EDITED
    values[changed] = rng.integers(0, span, int(changed.sum()), dtype=np.uint64)
    values.sort(axis=1)
    codes = codes_of(np.ascontiguousarray(values[:, :keep]), table.sketch_len[begin:end])
    table.sketch[begin:end], table.sketch_low[begin:end] = codes


def _text(rng: random.Random, words: int) -> bytes:
    return b"".join(
        b"%s%s" % (rng.choice(_WORDS), b"\n" if rng.random() < 0.1 else b" ") for _ in range(words)
    )


_WORDS = [
    bytes(random.Random(7).choices(b"abcdefghijklmnopqrstuvwxyz", k=k))
    for k in range(2, 10)
    for _ in range(200)
]


def _copies(count: int, rng: random.Random) -> Iterator[bytes]:
    text = _text(rng, 1200)
    for _ in range(count):
        copy = bytearray(text)
        for _ in range(rng.randrange(1, 12)):
            copy[rng.randrange(len(copy))] = rng.randrange(97, 123)
        yield bytes(copy)


def _shuffled(count: int, rng: random.Random) -> Iterator[bytes]:
    lines = _text(rng, 800).split(b"\n")
    for _ in range(count):
        rng.shuffle(lines)
        yield b"\n".join(lines)


def _tiny(count: int, rng: random.Random) -> Iterator[bytes]:
    for number in range(count):
        yield b"name = %s\nnumber = %d\nkind = text\n" % (_text(rng, rng.randrange(1, 12)), number)


def _licensed(count: int, rng: random.Random) -> Iterator[bytes]:
    header = _text(rng, 180)
    for _ in range(count):
        yield header + _text(rng, rng.randrange(300, 900))


ALIKE: dict[str, Callable[[int, random.Random], Iterator[bytes]]] = {
    "copies with small edits": _copies,
    "lines in another order": _shuffled,
    "tiny files": _tiny,
    "a licence header in all": _licensed,
}
"""Contents alike all over. The same lines in another order have nearly the same tag counts, so all their keys meet."""


def alike(name: str, count: int) -> SignatureTable:
    """Signatures of made-up contents of one kind of ``ALIKE``, really signed."""
    table = SignatureTable.build(sign(content) for content in ALIKE[name](count, random.Random(1)))
    if name == "lines in another order":
        table = replace(
            table, tags=np.repeat(table.tags[:1], len(table), axis=0)
        )  # equal keys, to the last count
    return table


def write(table: SignatureTable, folder: str) -> None:
    """Write a table for another process, a file for each column."""
    os.makedirs(folder, exist_ok=True)
    for name in (*COLUMNS, *_PRINTS):
        np.save(os.path.join(folder, f"{name}.npy"), getattr(table, name))


def read(folder: str, rows: int | None = None) -> SignatureTable:
    """A table that was written, or its first rows; no more of it is read."""
    columns: dict[str, Any] = {
        name: np.load(os.path.join(folder, f"{name}.npy"), mmap_mode="r") for name in (*COLUMNS, *_PRINTS)
    }
    of_rows: dict[str, Any] = {name: np.array(columns[name][:rows]) for name in (*COLUMNS, _PRINTS[0])}
    own: dict[str, Any] = {name: np.array(columns[name]) for name in _PRINTS[1:]}
    return replace(SignatureTable.blank(0), **of_rows, **own)


def shares_of(table: SignatureTable, sizes: list[int]) -> Iterator[tuple[int, SignatureTable]]:
    """The first rows of a table, for the sizes there are enough for."""
    for rows in sizes:
        if rows <= len(table):
            yield rows, table.rows(np.arange(rows))
