"""``SignatureMethod``: a signature method as a value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from simfinder.signatures.content_hash import Data


class Stream(Protocol):
    """Takes a content piece by piece; the result does not depend on how it is cut."""

    def update(self, data: Data) -> None:
        """Take the next bytes."""
        ...

    def update_zeros(self, count: int) -> None:
        """Do the same as ``update(bytes(count))``."""
        ...

    def digest(self) -> Any:
        """Return the signature of the bytes so far."""
        ...


class Column(NamedTuple):
    """The column of a plain method in the table: rows of ``width`` values; zeros where nothing was signed."""

    dtype: npt.DTypeLike
    width: int

    @property
    def bytes(self) -> int:
        """Bytes of a row, which are its stored form."""
        return np.dtype(self.dtype).itemsize * self.width


@dataclass(frozen=True, slots=True)
class SignatureMethod:
    """What the program has to know of a method.

    Attributes:
        name: its word, as in ``Method``.
        version: of what is stored; another one makes the cache compute again.
        stream: makes the streaming class for ``table.parameters.Parameters``.
        text: writes a signature as ``hash`` prints it; None if the method has no text form.
        score: score of two texts, 0..1 or 0..100 (spamsum).
        to_bytes: a signature's stored form.
        from_bytes: the signature again; raises SignatureError if malformed. Not needed for a plain method.
        column: of a plain method; None for those with columns of their own in ``SignatureTable``.
        package: of an extension, with its version; another version makes the cache compute again.
    """

    name: str
    version: int
    stream: Callable[[Any], Stream]
    text: Callable[[Any], str] | None = None
    score: Callable[[str, str], float] | None = None
    to_bytes: Callable[[Any], bytes] = lambda row: np.ascontiguousarray(row).tobytes()
    from_bytes: Callable[[bytes], Any] | None = None
    column: Column | None = None
    package: str = ""
