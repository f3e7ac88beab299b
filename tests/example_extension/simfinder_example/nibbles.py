"""A method, its signature: counts of the upper halves of all bytes; their text is numbers with commas."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from simfinder.errors import SignatureError
from simfinder.signatures.content_hash import Data, view
from simfinder.signatures.methods.method import Column, SignatureMethod


class Nibbles:
    """Streaming form."""

    def __init__(self, _parameters: Any) -> None:
        self._counts = np.zeros(16, np.uint64)

    def update(self, data: Data) -> None:
        self._counts += np.bincount(view(data) >> 4, minlength=16).astype(np.uint64)

    def update_zeros(self, count: int) -> None:
        self._counts[0] += np.uint64(count)

    def digest(self) -> npt.NDArray[np.uint64]:
        return self._counts.copy()


def _text(counts: npt.NDArray[np.uint64]) -> str:
    return ",".join(map(str, counts.tolist()))


def _score(a: str, b: str) -> float:
    try:
        one, other = (np.array([int(word) for word in text.split(",")], np.int64) for text in (a, b))
    except (ValueError, OverflowError):
        raise SignatureError("not counts with commas") from None
    if len(one) != 16 or len(other) != 16:
        raise SignatureError("not sixteen counts")
    return 1.0 - float(np.abs(one - other).sum()) / max(1.0, float((one + other).sum()))


METHOD = SignatureMethod("nibbles", 1, Nibbles, _text, _score, column=Column(np.uint64, 16))
