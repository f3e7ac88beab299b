"""All signature methods, found by their names: ``model.scan_options.Method`` names them, a module beside this describes
each.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from simfinder.errors import SignatureError
from simfinder.model.scan_options import Method
from simfinder.signatures.methods.method import SignatureMethod, Stream

FUSED: Final = ("tagcount", "spamsum", "simhash", "shingleprint", "sketch")
"""Methods that are signed in fused loops, in the order of their stored forms."""


def described(name: str) -> SignatureMethod:
    """Return the method of a name."""
    method: SignatureMethod = import_module(f"simfinder.signatures.methods.{name}").METHOD
    return method


METHODS: Final = tuple(
    described(name)
    for name in (*FUSED, *(m for m in Method if m not in (*FUSED, Method.AUTO, Method.CONTENT)))
)
"""Methods whose signatures are stored, in the order of their stored forms."""

PLAIN: Final = tuple(method for method in METHODS if method.column is not None)
"""Methods that are signed by their streaming classes; their rows lie side by side in one column of bytes."""

TEXT_METHODS: Final = tuple(str(name) for name in Method if name is not Method.AUTO)
"""Methods whose signatures have a text form."""


def score(method: str, a: str, b: str) -> float:
    """Return the score a method gives two signatures in their text form.

    Returns:
        spamsum: a whole number 0..100, as ssdeep. Others 0..1: simhash the share of equal bits, shingleprint as
            simhash(1), tagcount 1 - L1 / (sum of both counts), content 1 or 0.

    Raises:
        SignatureError: one of them is malformed, or they can't be compared.
    """
    of_two = described(method).score
    if of_two is None:
        raise SignatureError(f"{method} has no text form")
    return of_two(a, b)


def plain_width() -> int:
    """Return the bytes that the rows of all plain methods take together."""
    return sum(method.column.bytes for method in PLAIN if method.column is not None)


def plain_streams(parameters: Any) -> list[Stream]:
    """Return a stream for each plain method."""
    return [method.stream(parameters) for method in PLAIN]


def plain_bytes(streams: Sequence[Stream]) -> bytes:
    """Return the stored forms of the plain methods from their streams."""
    return b"".join(
        method.to_bytes(np.asarray(stream.digest(), dtype=method.column.dtype))
        for method, stream in zip(PLAIN, streams, strict=True)
        if method.column is not None
    )


def plain_rows(name: str, rows: npt.NDArray[np.uint8]) -> npt.NDArray[Any]:
    """Return the (n, width) column of a plain method out of the (n, b) bytes of all; all zeros where not signed."""
    begin = 0
    for method in PLAIN:
        assert method.column is not None
        if method.name == name:
            own = np.ascontiguousarray(rows[:, begin : begin + method.column.bytes])
            return own.view(method.column.dtype)
        begin += method.column.bytes
    raise KeyError(name)
