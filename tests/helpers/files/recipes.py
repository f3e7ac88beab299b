"""Inputs of the golden vectors, rebuilt from their recipes (kinds and fields: see ``tests/vectors/README.md``)."""

from itertools import count

WORDS = (  # noqa: SIM905 - ninety words read better as three lines than as a list
    "the of and to in is you that it he was for on are as with his they at be this have from or one had by "
    "word but not what all were we when your can said there use an each which she do how their if will up "
    "other about out many then them these so some her would make like him into time has look two more"
).split()
_MASK = 2**64 - 1


def xorshift64(seed):
    """Endless 64-bit values of the generator that the recipes name."""
    x = seed
    for _ in count():
        x ^= x << 13 & _MASK
        x ^= x >> 7
        x ^= x << 17 & _MASK
        yield x


def build(recipe):
    """The bytes of a recipe."""
    return _MAKERS[recipe["kind"]](recipe)


def _cycle(pattern, n):
    return (pattern * (n // max(1, len(pattern)) + 1))[:n]


def _generated(piece):
    def make(recipe):
        made, values = bytearray(), xorshift64(recipe["seed"])
        while len(made) < recipe["n"]:
            made += piece(next(values))
        return bytes(made[: recipe["n"]])

    return make


def _edited(recipe):
    data = bytearray(build(recipe["base"]))
    for kind, offset, value in recipe["ops"]:
        if kind == "delete":
            del data[offset : offset + value]
        else:
            new = bytes.fromhex(value)
            data[offset : offset + (len(new) if kind == "replace" else 0)] = new
    return bytes(data)


def _mutated(recipe):
    data = bytearray(build(recipe["base"]))
    values = xorshift64(recipe["seed"])
    for _ in range(recipe["count"]):
        offset = next(values) % len(data)
        data[offset] = next(values) & 255
    return bytes(data)


_MAKERS = {
    "zeros": lambda r: bytes(r["n"]),
    "repeat": lambda r: _cycle(bytes.fromhex(r["pattern"]), r["n"]),
    "counter": lambda r: _cycle(bytes(range(256)), r["n"]),
    "text": lambda r: r["text"].encode(),
    "hex": lambda r: bytes.fromhex(r["hex"]),
    "xorshift64": _generated(lambda x: x.to_bytes(8, "little")),
    "ascii": _generated(lambda x: bytes(32 + b % 95 for b in x.to_bytes(8, "little"))),
    "words": _generated(lambda x: WORDS[(x >> 8) % len(WORDS)].encode() + (b" " if x & 15 else b".\n")),
    "concat": lambda r: b"".join(map(build, r["parts"])),
    "slice": lambda r: build(r["base"])[r["start"] : r["stop"]],
    "edit": _edited,
    "mutate": _mutated,
}

__all__ = ["build", "xorshift64"]
