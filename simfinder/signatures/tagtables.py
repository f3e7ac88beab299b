"""Tables behind tag counting: what the eight starts in one byte hold, for every 15 bits they can see.

``ENTRIES`` says how often each tag hits, without the skip rule, and where the rule may matter; the other tables
replay it there. Plain arithmetic over ``TAGS``; the counting itself is ``tagcount``'s.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

TAGS = (0x00, 0x74, 0x65, 0xA4, 0xD3, 0x27, 0x3F, 0xC0, 0x49, 0xED, 0x3C, 0x18, 0x05, 0xDB, 0x76, 0xEF)
"""The sixteen tags, in the order of the authors' tag file; tag 0 is the zero byte."""


def overlaps_itself(tag: int) -> bool:
    """Whether a hit of an 8-bit tag can begin inside another hit of it."""
    return any(tag >> shift == tag & (255 >> shift) for shift in range(1, 8))


OVERLAPPING = tuple(t for t in range(1, 16) if overlaps_itself(TAGS[t]))
"""Numbers of the tags that need the skip rule; tag 0 is counted by its runs instead."""

LATE, EARLY, WITHIN = 30, 40, 50
"""First bit of each flag field of an entry; a field has one bit per member of ``OVERLAPPING``."""

FLAGS = (1 << len(OVERLAPPING)) - 1


def _hits(tag: int) -> npt.NDArray[np.bool_]:
    """(32768, 8): whether the tag is at each of the eight starts of a 15-bit window."""
    windows = np.arange(1 << 15)[:, None]
    return (windows >> (7 - np.arange(8))) & 255 == tag


def _entries() -> npt.NDArray[np.uint64]:
    """(32768,) uint64: two bits per tag 1..15 (hits, at most 3), then the flag fields.

    LATE: a hit behind the first start, which reaches into the next byte. EARLY: a hit before the last start.
    WITHIN: more than one hit, which always overlap.
    """
    table = np.zeros(1 << 15, dtype=np.uint64)
    for t in range(1, 16):
        table |= _hits(TAGS[t]).sum(axis=1).astype(np.uint64) << np.uint64(2 * (t - 1))
    for bit, t in enumerate(OVERLAPPING):
        hits = _hits(TAGS[t])
        for field, flag in (
            (LATE, hits[:, 1:].any(axis=1)),
            (EARLY, hits[:, :7].any(axis=1)),
            (WITHIN, hits.sum(axis=1) > 1),
        ):
            table |= flag.astype(np.uint64) << np.uint64(field + bit)
    return table


def _hit_masks() -> npt.NDArray[np.uint8]:
    """(10, 2048): four starts' hits of each overlapping tag in 11 bits; bit 3 is the first start."""
    halves = np.arange(2048)[:, None]
    masks = [
        (((halves >> (3 - np.arange(4))) & 255 == TAGS[t]) << (3 - np.arange(4))).sum(axis=1)
        for t in OVERLAPPING
    ]
    return np.array(masks, dtype=np.uint8)


def _greedy() -> npt.NDArray[np.uint8]:
    """(256, 8): for hits at eight starts (bit 7 first) and starts still to skip: dropped hits · 16 + skip behind."""
    table = np.zeros((256, 8), dtype=np.uint8)
    for mask in range(256):
        for skip in range(8):
            free, dropped = skip, 0
            for start in range(8):
                if mask & 128 >> start:
                    if start >= free:
                        free = start + 8
                    else:
                        dropped += 1
            table[mask, skip] = dropped << 4 | max(0, free - 8)
    return table


def _zeros() -> npt.NDArray[np.uint8]:
    """(3, 256): leading zero bits, 8 for the zero byte; trailing zero bits, 0 for it; 255 for it alone."""
    table = np.zeros((3, 256), dtype=np.uint8)
    for byte in range(1, 256):
        table[0, byte] = 8 - byte.bit_length()
        table[1, byte] = (byte & -byte).bit_length() - 1
    table[0, 0] = 8
    table[2, 0] = 255
    return table


ENTRIES = _entries()
HIT_MASKS = _hit_masks()
GREEDY = _greedy()
ZEROS = _zeros()
