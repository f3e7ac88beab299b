"""Tag counts as a method; their text is numbers separated by commas."""

from __future__ import annotations

import re

import numpy as np

from simfinder.errors import SignatureError
from simfinder.signatures.methods.method import SignatureMethod
from simfinder.signatures.tagcount import counter, sum_keys
from simfinder.signatures.tagcount.sum_keys import Counts

_COUNT = re.compile(r"[0-9]{1,20}", re.ASCII)


def counts_text(counts: Counts) -> str:
    """Write tag counts as numbers separated by commas."""
    return ",".join(str(count) for count in counts.tolist())


def read_counts(text: str) -> Counts:
    """Read tag counts.

    Raises:
        SignatureError: not whole numbers of 64 bits with commas.
    """
    pieces = text.split(",")
    if not all(_COUNT.fullmatch(piece) and int(piece) < 2**64 for piece in pieces):
        raise SignatureError(f"no tag counts, numbers with commas: {text[:160]!r}")
    return np.array([int(piece) for piece in pieces], dtype=np.uint64)


def _score(a: str, b: str) -> float:
    first, second = read_counts(a), read_counts(b)
    if len(first) != len(second):
        raise SignatureError(f"counts of {len(first)} and of {len(second)} tags can't be compared")
    total = sum(first.tolist()) + sum(second.tolist())
    return 1.0 - sum_keys.l1_distance(first, second) / total if total else 1.0


METHOD = SignatureMethod(
    counter.NAME,
    counter.VERSION,
    lambda parameters: counter.TagCount(parameters.tags),
    counts_text,
    _score,
    counter.to_bytes,
    counter.from_bytes,
)
