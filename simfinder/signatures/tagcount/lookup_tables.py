"""Look-up tables for the kernel of the default tags, where its planes of bits do not say enough."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from simfinder.arrays.set_operations import is_among

TAGS = (0x00, 0x74, 0x65, 0xA4, 0xD3, 0x27, 0x3F, 0xC0, 0x49, 0xED, 0x3C, 0x18, 0x05, 0xDB, 0x76, 0xEF)
"""The sixteen tags, in the order of the authors' tag file; tag 0 is the zero byte."""


def overlaps_itself(tag: int) -> bool:
    """Tell whether a hit of an 8-bit tag can begin inside another hit of it."""
    return any(tag >> shift == tag & (255 >> shift) for shift in range(1, 8))


OVERLAPPING = tuple(t for t in range(1, 16) if overlaps_itself(TAGS[t]))
"""Numbers of the tags that need the skip rule; tag 0 is counted by its runs instead."""

FILL = 0xFF
"""A byte in which no tag is hit, however many follow each other."""

LOWEST = 0x03F79D71B4CB0A89
"""A de Bruijn number: the upper six bits of its product with a single bit index a table of bit numbers."""


def _hit_masks() -> npt.NDArray[np.uint16]:
    """Return (10, 2048): four starts' hits of each overlapping tag in 11 bits; bit 3 is the first start."""
    halves = np.arange(2048)[:, None]
    masks = [
        (((halves >> (3 - np.arange(4))) & 255 == TAGS[t]) << (3 - np.arange(4))).sum(axis=1)
        for t in OVERLAPPING
    ]
    return np.array(masks, dtype=np.uint16)


def _members(masks: npt.NDArray[np.uint16]) -> npt.NDArray[np.uint16]:
    """Return (2048,): which overlapping tags have hits in 11 bits; bit 0 is the first of ``OVERLAPPING``."""
    bits = np.arange(len(OVERLAPPING))[:, None]
    return ((masks > 0) << bits).sum(axis=0).astype(np.uint16)


def _greedy() -> npt.NDArray[np.uint16]:
    """Return (256, 8): for hits at eight starts (bit 7 first) and starts to skip, how many to skip next; 16 if none is
    kept.
    """
    left = np.arange(256)[:, None] & 255 >> np.arange(8)
    table = np.where(left > 0, 8 - np.frexp(left)[1], 16)  # the exponent is the length in bits
    table[0] = 0
    return table.astype(np.uint16)


def _pads() -> npt.NDArray[np.uint16]:
    """Return (256,): for each byte, one to follow it so that no tag but 0 is hit across the two, in it, or across it
    and ``FILL``.
    """
    hit = is_among(np.arange(256), TAGS[1:])
    pairs = np.arange(65536, dtype=np.uint16)
    clean = ~np.any([hit[pairs >> (8 - start) & 255] for start in range(1, 9)], axis=0).reshape(256, 256)
    return (clean & clean[:, FILL]).argmax(axis=1).astype(np.uint16)  # of each row the first


def _numbers() -> npt.NDArray[np.uint16]:
    """Return (64,): the number of the bit, by the upper six bits of its product with ``LOWEST``."""
    table = np.zeros(64, dtype=np.uint16)
    for bit in range(64):
        table[(LOWEST << bit & (1 << 64) - 1) >> 58] = bit
    return table


_PARTS = (
    (_MASKS := _hit_masks()).ravel(),
    _members(_MASKS),
    _greedy().ravel(),
    _pads(),
    _numbers(),
)
MASKS_AT, MEMBERS_AT, GREEDY_AT, PADS_AT, NUMBERS_AT = (
    sum(part.size for part in _PARTS[:number]) for number in range(len(_PARTS))
)
"""Where each table begins in ``TABLES``."""

TABLES: npt.NDArray[np.uint16] = np.concatenate(_PARTS)
"""All tables concatenated: one more array costs each kernel call a few hundredths of a microsecond."""
