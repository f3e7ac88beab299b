"""64-bit values as text: the lines ``hamming`` reads, and the pairs it writes.

Lines are decoded and written many at a time with numpy: a million take 0.1 s. ``search.hamming`` finds the pairs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

import numpy as np
import numpy.typing as npt

from simfinder.arrays.set_operations import sorted_set
from simfinder.errors import UsageError

Values = npt.NDArray[np.uint64]
_U8 = npt.NDArray[np.uint8]

_PORTION = 1 << 22  # bytes read at once
_ROWS = 1 << 16  # lines decoded or written at once
_WORD = re.compile(rb"0[xX][0-9a-fA-F]+|[0-9]+")
_SHOWN = 60  # characters of a bad line
_HEX_DIGITS, _DECIMAL_DIGITS = 16, 19  # of words that can't be too large
_MOST_DIGITS = 20  # of a number of 64 bits
_NONE = 255

_DIGIT = np.full(256, _NONE, np.uint8)
_DIGIT[np.frombuffer(b"0123456789", np.uint8)] = np.arange(10)
_NIBBLE = _DIGIT.copy()
_NIBBLE[np.frombuffer(b"abcdef", np.uint8)] = np.arange(10, 16)
_NIBBLE[np.frombuffer(b"ABCDEF", np.uint8)] = np.arange(10, 16)
_SPACE = np.zeros(256, np.bool_)
_SPACE[np.frombuffer(b" \t\n\v\f\r", np.uint8)] = True
_NEWLINE, _ZERO = ord("\n"), ord("0")
_HEX = np.frombuffer(b"".join(b"%02x" % byte for byte in range(256)), np.uint8).reshape(256, 2)
_LINE = b"0x................\t0x................\n"


def read(stream: BinaryIO) -> Values:
    """Read all values of a stream of lines, in order.

    A line holds one value: ``0x`` and hex digits, or decimal digits. White space around it and blank lines are skipped.

    Raises:
        UsageError: a line is something else, or beyond 64 bits; the message says which.
    """
    parts: list[Values] = []
    lines, rest = 0, b""
    while portion := stream.read(_PORTION):
        cut = portion.rfind(b"\n") + 1
        if cut:
            whole = rest + portion[:cut]
            parts.append(_values(whole, lines))
            lines += whole.count(b"\n")
            rest = portion[cut:]
        else:
            rest += portion
    parts.append(_values(rest, lines))
    return np.concatenate(parts)


def written(a: Values, b: Values) -> Iterator[str]:
    """Yield lines of pairs, many in one text: two values as ``0x`` and 16 hex digits, a tab between."""
    for begin in range(0, len(a), _ROWS):
        first, second = a[begin : begin + _ROWS], b[begin : begin + _ROWS]
        text = np.empty((len(first), len(_LINE)), np.uint8)
        text[:] = np.frombuffer(_LINE, np.uint8)
        for column, values in ((2, first), (2 + 16 + 3, second)):
            octets = values.astype(">u8").view(np.uint8).reshape(-1, 8)
            text[:, column : column + 16] = _HEX[octets].reshape(-1, 16)
        yield text.tobytes().decode("ascii")


def _values(text: bytes, before: int) -> Values:
    """Return the values of some lines, with so many lines before them."""
    length = text.find(b"\n") + 1
    if length in (_HEX_DIGITS + 3, _HEX_DIGITS + 4) and len(text) % length == 0:
        even = _even(np.frombuffer(text, np.uint8).reshape(-1, length))
        if even is not None:
            return even
    data = np.frombuffer(text, np.uint8)
    blank = _SPACE[data]
    edges = np.flatnonzero(np.diff(blank, prepend=True, append=True))  # where words begin and end
    begins, ends = edges[::2], edges[1::2]
    newlines = np.flatnonzero(data == _NEWLINE)
    line = np.searchsorted(newlines, begins)
    found = np.zeros(len(begins), np.uint64)
    doubtful = np.ones(len(begins), np.bool_)
    sizes = ends - begins
    hexadecimal = (sizes > 2) & (data[begins] == _ZERO) & _is_x(data[np.minimum(begins + 1, len(data) - 1)])
    for size in sorted_set(sizes[hexadecimal & (sizes <= 2 + _HEX_DIGITS)]).tolist():
        chosen = np.flatnonzero(hexadecimal & (sizes == size))
        found[chosen], doubtful[chosen] = _number(data, begins[chosen] + 2, size - 2, 16)
    for size in sorted_set(sizes[~hexadecimal & (sizes <= _DECIMAL_DIGITS)]).tolist():
        chosen = np.flatnonzero(~hexadecimal & (sizes == size))
        found[chosen], doubtful[chosen] = _number(data, begins[chosen], size, 10)
    doubtful[1:] |= line[1:] == line[:-1]
    for word in np.flatnonzero(doubtful).tolist():
        number = int(line[word])
        begin = int(newlines[number - 1]) + 1 if number else 0
        stop = int(newlines[number]) if number < len(newlines) else len(text)
        found[word] = _careful(text[begin:stop].strip(), before + number + 1)
    return found


def _is_x(characters: _U8) -> npt.NDArray[np.bool_]:
    lower: npt.NDArray[np.bool_] = (characters | np.uint8(32)) == ord("x")
    return lower


def _even(lines: _U8) -> Values | None:
    """Return the values if every line is ``0x`` and 16 hex digits; else None."""
    found = np.empty(len(lines), np.uint64)
    for begin in range(0, len(lines), _ROWS):
        some = lines[begin : begin + _ROWS]
        nibbles = _NIBBLE[some[:, 2 : 2 + _HEX_DIGITS]]
        tail = some[:, 2 + _HEX_DIGITS :]
        if (
            nibbles.max() == _NONE
            or (some[:, 0] != _ZERO).any()
            or not _is_x(some[:, 1]).all()
            or (tail[:, -1] != _NEWLINE).any()
            or (tail[:, :-1] != ord("\r")).any()
        ):
            return None
        octets = nibbles[:, 0::2] << 4 | nibbles[:, 1::2]
        found[begin : begin + _ROWS] = octets.view(">u8")[:, 0]
    return found


def _number(
    data: _U8, begins: npt.NDArray[np.int64], digits: int, base: int
) -> tuple[Values, npt.NDArray[np.bool_]]:
    """Return words of one length as numbers, and which of them are none."""
    found, wrong = np.zeros(len(begins), np.uint64), np.zeros(len(begins), np.bool_)
    table = _NIBBLE if base == 16 else _DIGIT
    for place in range(digits):
        digit = table[data[begins + place]]
        wrong |= digit == _NONE
        found = found * np.uint64(base) + digit
    return found, wrong


def _careful(line: bytes, number: int) -> int:
    """Return the value of one line.

    Raises:
        UsageError: the line holds none.
    """
    if not _WORD.fullmatch(line):
        shown = line[:_SHOWN].decode("utf-8", "surrogateescape")
        raise UsageError(f"line {number}: {shown!r} is no value: 0x and hex digits, or decimal digits")
    base, digits = (16, line[2:]) if line[1:2] in (b"x", b"X") else (10, line)
    digits = digits.lstrip(b"0") or b"0"
    value = int(digits, base) if len(digits) <= _MOST_DIGITS else 1 << 64
    if value >> 64:
        raise UsageError(f"line {number}: {line[:_SHOWN].decode('ascii')} does not fit into 64 bits")
    return value
