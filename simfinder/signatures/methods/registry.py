"""All signature methods, found by their names: ``model.scan_options.Method`` names them, a module beside this describes
each that is built in, an entry point of ``simfinder.methods`` each of an extension.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from simfinder.errors import SignatureError
from simfinder.model import extension_points
from simfinder.model.scan_options import EXTENSIONS, Method
from simfinder.signatures.methods.method import SignatureMethod, Stream
from simfinder.text.message import say

FUSED: Final = ("tagcount", "spamsum", "simhash", "shingleprint", "sketch")
"""Methods that are signed in fused loops, in the order of their stored forms."""


POINT: Final = extension_points.ExtensionPoint(
    extension_points.METHODS,
    SignatureMethod,
    {
        name: f"simfinder.signatures.methods.{name}:METHOD"
        for name in (*FUSED, *(m for m in Method if m not in {*FUSED, *EXTENSIONS, Method.AUTO}))
    },
    reserved=(Method.AUTO,),
)


def described(name: str) -> SignatureMethod:
    """Return the method of a name.

    Raises:
        UsageError: there is none, or an extension's can't be loaded.
    """
    return POINT[name]


def _stored(name: str, method: SignatureMethod) -> SignatureMethod | None:
    """Return a method as it is stored; None for the content hash, and for an extension's that lacks something."""
    if name not in EXTENSIONS:
        return None if name == Method.CONTENT else method
    if method.column is None:
        POINT.leave_out(name, say("it has no column"))
        return None
    if not any(one.name == name for one in extension_points.of_group(extension_points.SEARCHES)):
        POINT.leave_out(name, say("there is no entry point {} in {}", name, extension_points.SEARCHES))
        return None
    return replace(method, name=name, package=POINT.package(name))


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
        raise SignatureError(say("{} has no text form", method))
    return of_two(a, b)


def plain_width() -> int:
    """Return the bytes that the rows of all plain methods take together."""
    return sum(method.column.bytes for method in PLAIN if method.column is not None)


def plain_key() -> str:
    """Return the names and versions of the plain methods: only rows of the same are comparable."""
    return "; ".join(f"{method.name} {method.version} {method.package}".rstrip() for method in PLAIN)


def plain_streams(parameters: Any) -> list[Stream]:
    """Return a stream for each plain method."""
    return [method.stream(parameters) for method in PLAIN]


def plain_bytes(streams: Sequence[Stream]) -> bytes:
    """Return the stored forms of the plain methods from their streams.

    Raises:
        SignatureError: one has another width than its column.
    """
    rows = []
    for method, stream in zip(PLAIN, streams, strict=True):
        assert method.column is not None
        rows.append(method.to_bytes(np.asarray(stream.digest(), dtype=method.column.dtype)))
        if len(rows[-1]) != method.column.bytes:
            raise SignatureError(say("{} makes signatures of another width than it says", method.name))
    return b"".join(rows)


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


# last, since the modules of extensions import this one
METHODS: Final = tuple(
    stored for name, method in POINT.working().items() if (stored := _stored(name, method)) is not None
)
"""Methods whose signatures are stored, in the order of their stored forms."""

PLAIN: Final = tuple(method for method in METHODS if method.column is not None)
"""Methods that are signed by their streaming classes; their rows lie side by side in one column of bytes."""

TEXT_METHODS: Final = tuple(str(name) for name in Method if name is not Method.AUTO and name in POINT)
"""Methods whose signatures have a text form."""
