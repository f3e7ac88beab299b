"""Recognise the formats of many small files at once, in a compiled loop, as ``extract.formats.recognise`` does.

The loop decides what is text in ASCII or UTF-8 or no format at all, from the first bytes: nearly every file of a
source tree. Asking Python for each file took as long as reading them. What may be a format is left to ``recognise``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from simfinder.arrays.jit import njit
from simfinder.scan.extract import formats

_ASK = np.uint8(255)  # no format's code
_PLAIN, _TEXT = np.uint8(formats.PLAIN), np.uint8(formats.TEXT)
_HEAD, _LEAST_TEXT, _MOST_CONTROL = formats.HEAD, formats.LEAST_TEXT, formats.MOST_CONTROL
_PROBE, _PROBES, _ENOUGH = formats.PROBE, formats.PROBES, formats.ENOUGH


class BatchRecogniser:
    """Recognise formats by the rules there are when this is made. Any thread may use it."""

    def __init__(self) -> None:
        pairs = np.zeros((256, 256), dtype=np.bool_)
        offsets: dict[int, npt.NDArray[np.bool_]] = {}  # for each, first and second bytes
        for offset, magic in formats.magics():
            if offset == 0 and len(magic) > 1:
                pairs[magic[0], magic[1]] = True
            elif offset == 0:
                pairs[magic[0]] = True
            else:
                first, second = offsets.setdefault(offset, np.zeros((2, 256), dtype=np.bool_))
                first[magic[0]] = second[magic[1] if len(magic) > 1 else slice(None)] = True
        self._pairs = pairs
        self._offsets = np.array(list(offsets), dtype=np.int64)
        self._bytes = np.array(list(offsets.values()), dtype=np.bool_).reshape(-1, 2, 256)
        self._control = np.ones(256, dtype=np.bool_)
        self._control[np.frombuffer(formats.NO_CONTROL, dtype=np.uint8)] = False
        self._coded = np.zeros(256, dtype=np.bool_)
        self._coded[[*formats.CODED]] = True

    def codes(
        self, data: npt.NDArray[np.uint8], bounds: npt.NDArray[np.int64]
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.bool_]]:
        """Return the code of each content, and whether it has long runs of base64 or hexadecimal digits.

        Args:
            data: uint8, the contents.
            bounds: (n, 2) int64, where each begins and ends in ``data``.

        Returns:
            (n,) uint8, as ``recognise`` returns them; (n,) bool, as ``has_long_run`` does.
        """
        found, runs = np.empty(len(bounds), dtype=np.uint8), np.empty(len(bounds), dtype=np.bool_)
        _look(data, bounds, self._pairs, self._offsets, self._bytes, self._control, self._coded, found, runs)
        for i in np.flatnonzero(found == _ASK).tolist():
            begin, end = bounds[i].tolist()
            found[i] = formats.recognise(data[begin : min(end, begin + _HEAD)].tobytes())
        return found, runs


def warm_up() -> None:
    """Load or compile the loop."""
    BatchRecogniser().codes(np.zeros(1, dtype=np.uint8), np.zeros((0, 2), dtype=np.int64))


@njit(nogil=True, cache=True)
def _is_utf8(data: np.ndarray, begin: Any, end: Any) -> bool:  # pragma: no cover - compiled
    """Return whether some bytes are UTF-8, with no character cut in two at the end."""
    at = begin
    while at < end:
        lead = data[at]
        at += 1
        if lead < 128:
            continue
        more = 1 + np.int64(lead > 0xDF) + np.int64(lead > 0xEF)
        if lead < 0xC2 or lead > 0xF4 or at + more > end:
            return False
        # none is written longer than it has to be, no surrogates, nothing above the last one
        least = 0xA0 if lead == 0xE0 else 0x90 if lead == 0xF0 else 0x80
        most = 0x9F if lead == 0xED else 0x8F if lead == 0xF4 else 0xBF
        if data[at] < least or data[at] > most:
            return False
        for k in range(1, more):
            if data[at + k] & 0xC0 != 0x80:
                return False
        at += more
    return True


@njit(nogil=True, cache=True, python=True)
def _look(
    data: np.ndarray,
    bounds: np.ndarray,
    pairs: np.ndarray,
    offsets: np.ndarray,
    bytes_at: np.ndarray,
    control: np.ndarray,
    coded: np.ndarray,
    found: np.ndarray,
    runs: np.ndarray,
) -> None:  # pragma: no cover - compiled
    """Fill in the codes that need no further look, ``_ASK`` for the others.

    Args:
        data: the contents.
        bounds: (n, 2) int64.
        pairs: (256, 256) bool, first two bytes of what may have a format.
        offsets: (k,) int64, where else magics begin.
        bytes_at: (k, 2, 256) bool, first and second bytes of those magics.
        control: (256,) bool, bytes that texts hardly have.
        coded: (256,) bool, bytes of files in base64.
        found: (n,) uint8, filled.
        runs: (n,) bool, filled.
    """
    for i in range(bounds.shape[0]):
        begin = bounds[i, 0]
        hits = np.int64(0)
        for piece in range(begin, bounds[i, 1] - _PROBE + 1, _PROBES):
            at = piece
            while at < piece + _PROBE and coded[data[at]]:
                at += 1
            hits += np.int64(at == piece + _PROBE)
        runs[i] = hits >= _ENOUGH
        size = min(bounds[i, 1] - begin, _HEAD)
        asks = size == 1 or (size > 1 and pairs[data[begin], data[begin + 1]])
        for k in range(offsets.size):
            at = begin + offsets[k]
            if offsets[k] < size and bytes_at[k, 0, data[at]]:
                asks |= offsets[k] + 1 == size or bytes_at[k, 1, data[at + 1]]
        found[i] = _ASK if asks else _PLAIN
        if asks or size < _LEAST_TEXT:
            continue
        controls, most, zero = np.int64(0), np.int64(0), False
        for at in range(begin, begin + size):
            controls += control[data[at]]
            most |= np.int64(data[at])
            zero |= data[at] == 0
        if not zero and controls * _MOST_CONTROL <= size:
            found[i] = _TEXT if most < 128 or _is_utf8(data, begin, begin + size) else _ASK


@_look.in_python
def _ask(data: np.ndarray, bounds: np.ndarray, *others: np.ndarray) -> None:
    """Leave all of it to ``extract.formats``."""
    *_, found, runs = others
    found[:] = _ASK
    runs[:] = [formats.has_long_run(data[begin:end].tobytes()) for begin, end in bounds.tolist()]
