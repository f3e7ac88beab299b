"""Plain twins of the Hamming joins, and sets of values that are hard for them."""

import itertools

import numpy as np


def plain_pairs(values, distance):
    """All pairs of distinct values within a distance, straight from the definition."""
    return [
        (a, b) for a, b in itertools.combinations(sorted(set(values)), 2) if (a ^ b).bit_count() <= distance
    ]


def quick_pairs(values, distance):
    """The same with numpy, row by row, for sets of some thousands."""
    values = np.unique(np.asarray(values, np.uint64))
    found = []
    for i in range(len(values) - 1):
        near = values[i + 1 :][np.bitwise_count(values[i + 1 :] ^ values[i]) <= distance]
        found += [(int(values[i]), b) for b in near.tolist()]
    return found


def as_pairs(columns):
    a, b = columns
    return list(zip(a.tolist(), b.tolist(), strict=True))


def numbers(rng, count, bits=64):
    return rng.integers(0, 1 << bits, count, dtype=np.uint64)


def flipped(rng, base, count, flips, bits=64):
    """Copies of a value with up to so many bits flipped."""
    out = np.full(count, base, np.uint64)
    for _ in range(flips):
        out ^= np.uint64(1) << rng.integers(0, bits, count).astype(np.uint64)
    return out


def sets(rng, n):
    """Named sets of about n values: friendly, and each bad for one way of cutting them up."""
    quarter = n // 4
    return {
        "random": numbers(rng, n),
        "small numbers": np.arange(n, dtype=np.uint64),
        "upper half": np.arange(n, dtype=np.uint64) << np.uint64(40),
        "every other bit": sum(
            ((np.arange(n, dtype=np.uint64) >> np.uint64(bit)) & np.uint64(1)) << np.uint64(3 * bit)
            for bit in range(20)
        ),
        "one family": flipped(rng, 0xDEADBEEF12345678, n, 3),
        "families": np.concatenate([flipped(rng, int(base), 20, 4) for base in numbers(rng, n // 20)]),
        "ends": np.concatenate((flipped(rng, 0, n // 2, 2), flipped(rng, 2**64 - 1, n // 2, 2))),
        "each in one block": np.concatenate(
            [numbers(rng, quarter, 16) << np.uint64(16 * block) for block in range(4)]
        ),
        "halves": np.concatenate((numbers(rng, n // 2, 20), numbers(rng, n // 2, 20) << np.uint64(44))),
    }
