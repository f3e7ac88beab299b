"""Tridgell's own spamsum: a given block size, white space and mail headers left out, and his scores.

Without options the signature is ssdeep's, made by ``digest``. Equals pyspamsum 1.0.8, except for its 32-bit limits on
lengths.
"""

from __future__ import annotations

import numpy as np

from simfinder.errors import TooLargeError
from simfinder.signatures.content_hash import Data, view
from simfinder.signatures.spamsum.block_signature import Pieces
from simfinder.signatures.spamsum.digest import Spamsum, spamsum
from simfinder.signatures.spamsum.score import PART, cut_runs, parse, part_score

MAX_BLOCK = 2**31 - 1
"""Largest block size that can be given: the second part's is twice that, in 32 bits."""

_SPACE = b"\t\n\v\f\r "
"""White space, as C's isspace."""

_NO_CAP = 48
_SLICE = 1 << 18


class Tridgell:
    """Streaming form of ``tridgell``; constant memory."""

    __slots__ = ("_block", "_headers", "_line_ended", "_spaces", "_state")

    def __init__(
        self, block_size: int = 0, ignore_whitespace: bool = False, ignore_headers: bool = False
    ) -> None:
        if block_size > MAX_BLOCK:
            raise TooLargeError(f"block size must be {MAX_BLOCK} or less, not {block_size}")
        self._block = block_size
        self._spaces = not ignore_whitespace
        self._headers = ignore_headers  # a blank line may still turn all bytes so far into headers
        self._line_ended = False
        self._state = self._fresh()

    def _fresh(self) -> Spamsum | Pieces:
        return Pieces(self._block, (64, 32)) if self._block else Spamsum()

    def update(self, data: Data) -> None:
        content = view(data)
        for start in range(0, len(content), _SLICE):
            part = content[start : start + _SLICE]
            if self._headers:
                part = part[self._body(part.tobytes()) :]
            self._state.update(part if self._spaces else part.tobytes().translate(None, _SPACE))

    def _body(self, part: bytes) -> int:
        """Return where the body begins in the next bytes; forget all before if that is known now."""
        lead = 1 if self._line_ended else 0
        text = b"\n" * lead + part
        zero = text.find(b"\0")
        found = text.find(b"\n\n", 0, None if zero < 0 else zero)
        self._line_ended = text.endswith(b"\n")
        self._headers = found < 0 and zero < 0
        if found < 0:
            return 0
        self._state = self._fresh()
        return found + 2 - lead

    def update_zeros(self, n: int) -> None:
        """Do the same as ``update(bytes(n))``, in constant time."""
        if n:
            self._headers = False
        self._state.update_zeros(n)

    def digest(self) -> str:
        """Return the signature of the bytes so far.

        Raises:
            TooLargeError: more than 192 GiB and no block size given.
        """
        if isinstance(self._state, Spamsum):
            return self._state.digest()
        return f"{self._block}:{self._state.chars(0, 'spamsum')}:{self._state.chars(1, 'spamsum')}"

    def copy(self) -> Tridgell:
        other = Tridgell.__new__(Tridgell)
        for name in ("_block", "_headers", "_line_ended", "_spaces"):
            setattr(other, name, getattr(self, name))
        other._state = self._state.copy()
        return other


def tridgell(
    data: Data, block_size: int = 0, ignore_whitespace: bool = False, ignore_headers: bool = False
) -> str:
    """Return the signature ``blocksize:part:part`` of some bytes, as Tridgell's program makes it.

    Args:
        data: the bytes.
        block_size: 1 .. 2^31 - 1, used as given; 0 guesses one as spamsum does.
        ignore_whitespace: leave out space, tab, newline, vertical tab, form feed and carriage return; they do not count
            towards the length either.
        ignore_headers: leave out everything through the first two newlines in a row. Without these, or with a zero byte
            before them, nothing is left out.

    Raises:
        SignatureError: block size below 0.
        TooLargeError: block size above 2^31 - 1, or more than 192 GiB and no block size given.
    """
    if not (block_size or ignore_whitespace or ignore_headers):
        return spamsum(data)
    state = Tridgell(block_size, ignore_whitespace, ignore_headers)
    state.update(data)
    return state.digest()


def tridgell_score(a: str, b: str, cap: bool = True) -> int:
    """Return Tridgell's score of two signatures, 0..100.

    It differs from ssdeep's: equal signatures score 100 only if they have seven characters in a row, and the cap for
    small blocks uses the signatures' block size for both parts.

    Args:
        a: a signature.
        b: another.
        cap: whether small blocks cap the score, as in his program; not so in pyspamsum.

    Raises:
        GrammarError: one of them is malformed.
    """
    p, a1, a2 = parse(a)
    q, b1, b2 = parse(b)
    if p == q:
        return max(_figure(a1, b1, p, cap), _figure(a2, b2, p, cap))
    if q == 2 * p:
        return _figure(a2, b1, q, cap)
    if p == 2 * q:
        return _figure(a1, b2, p, cap)
    return 0


def _figure(u: str, w: str, block: int, cap: bool) -> int:
    rows = np.zeros((2, PART), dtype=np.uint8)
    lengths = []
    for row, part in zip(rows, (u, w), strict=True):
        chars = cut_runs(part).encode("ascii")
        row[: len(chars)] = np.frombuffer(chars, dtype=np.uint8)
        lengths.append(len(chars))
    packed, masks = np.zeros(PART, dtype=np.int64), np.zeros(256, dtype=np.uint64)
    return int(part_score(rows[0], lengths[0], rows[1], lengths[1], block if cap else _NO_CAP, packed, masks))
