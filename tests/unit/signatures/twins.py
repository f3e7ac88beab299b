"""Slow, obviously right twins of the kernels."""

import zlib

import xxhash

from simfinder.signatures.tagcount.counter import TAGS

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def tag_counts(data):
    """Every tag on its own over the bits as text; a hit skips the next seven starts."""
    bits = "".join(f"{byte:08b}" for byte in data)
    return [bits.count(f"{tag:08b}") if bits else 0 for tag in TAGS]  # str.count is greedy and never overlaps


def rolling(data):
    """The rolling hash after each byte, from the last seven bytes alone."""
    for end in range(1, len(data) + 1):
        last = ([0] * 7 + list(data[:end]))[-7:]
        z = 0
        for byte in last:
            z = (z << 5 ^ byte) & 0xFFFFFFFF
        yield (sum(last) + sum((i + 1) * byte for i, byte in enumerate(last)) + z) & 0xFFFFFFFF


def piece_hash(h, byte):
    return (h * 0x01000193 & 0xFFFFFFFF) ^ byte


def part(data, block, limit):
    """One part of a signature and the number of its border characters."""
    out, h, remembered, r = "", 0x28021967, "", 0
    for byte, r in zip(data, rolling(data), strict=True):
        h = piece_hash(h, byte)
        if r % block == block - 1:
            if len(out) < limit - 1:
                out += ALPHABET[h % 64]
                h = 0x28021967
            else:
                remembered = ALPHABET[h % 64]
    borders = len(out)
    return out + (ALPHABET[h % 64] if r else remembered), borders


def spamsum(data):
    block = 3
    while block * 64 < len(data):
        block *= 2
    while True:
        first, borders = part(data, block, 64)
        if block == 3 or borders >= 32:
            return f"{block}:{first}:{part(data, 2 * block, 32)[0]}"
        block //= 2


def shingles(data):
    return {bytes(data[i : i + 8]) for i in range(len(data) - 7)}


def hashed(shingle):
    """CRC-32, then 31 bits of a product, then a 0."""
    mask = 2**64 - 1
    h = int.from_bytes(shingle, "big") * 0x9E3779B97F4A7C15 & mask
    h = (h ^ h >> 32) * 0xD6E8FEB86659FD93 & mask
    return zlib.crc32(shingle) << 32 | h >> 33 << 1


def sketch(data):
    return sorted({hashed(shingle) for shingle in shingles(data)})[:128]


def edit_distance(a, b):
    """Insert 1, delete 1, change 2."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        last, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            last, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, last + (0 if x == y else 2))
    return row[-1]


def score(a, b):
    def cut(text):
        out = ""
        for character in text:
            if not (len(out) >= 3 and out[-3:] == character * 3):
                out += character
        return out

    def parts(text):
        block, first, second = text.split(":")
        return int(block), cut(first), cut(second)

    def figure(u, w, block):
        if not any(u[i : i + 7] in w for i in range(len(u) - 6)):
            return 0
        e = 64 * edit_distance(u, w) // (len(u) + len(w))
        t = 100 - 100 * e // 64
        return min(t, block // 3 * min(len(u), len(w))) if block < 45 else t

    (p, a1, a2), (q, b1, b2) = parts(a), parts(b)
    if p == q:
        return 100 if (a1, a2) == (b1, b2) else max(figure(a1, b1, p), figure(a2, b2, 2 * p))
    if q == 2 * p:
        return figure(a2, b1, q)
    if p == 2 * q:
        return figure(a1, b2, p)
    return 0


def shingleprint(data):
    return sorted({zlib.crc32(shingle) for shingle in shingles(data)})[:128]


def simhash(data):
    """The majority of the bits of the sketch's values, hashed anew; None without any."""
    mask, values = 2**64 - 1, []
    for value in sketch(data):
        h = value * 0x9E3779B97F4A7C15 & mask
        h = (h ^ h >> 32) * 0xC2B2AE3D27D4EB4F & mask
        h = (h ^ h >> 29) * 0x165667B19E3779F9 & mask
        values.append(h ^ h >> 32)
    bits = (2 * sum(value >> bit & 1 for value in values) > len(values) for bit in range(64))
    return sum(one << bit for bit, one in enumerate(bits)) if values else None


TWINS = {
    "tagcount": tag_counts,
    "spamsum": spamsum,
    "simhash": simhash,
    "shingleprint": shingleprint,
    "sketch": sketch,
    "content": xxhash.xxh3_128_digest,
}
"""The twin of each method: bytes in, the digest of its streaming class out, as plain Python values."""
