"""Tables made without files: sketches of made-up sets, n-gram texts, counts; and plain twins."""

import itertools

import numpy as np

from simfinder.search.set_join import packed_rows
from simfinder.signatures.sketch.hash_codes import canonical
from simfinder.signatures.table.signature import Signature
from simfinder.signatures.table.signature_table import SignatureTable

K = 128


def all_pairs(join):
    """All pairs of a join: two sorted columns, each pair once."""
    found = sorted(
        {pair for a, b in join.pairs(lambda _: None) for pair in zip(a.tolist(), b.tolist(), strict=True)}
    )
    return np.array(found, np.int64).reshape(-1, 2).T


def table(sketches=None, *, size=None, tags=None, spamsum=None, simhash=None, content=None):
    """A table with one row for each entry of whichever columns are given, in that order.

    Columns left out link nothing: no spamsum, no simhash, and counts far from one another. The shingleprints are the
    leading halves of the sketches.
    """
    n = len(next(column for column in (sketches, size, tags, spamsum, simhash) if column is not None))

    def entry(column, i, default):
        return default if column is None else column[i]

    def sketch(i):
        return np.sort(np.asarray(entry(sketches, i, ()), np.uint64))[:K]

    return SignatureTable.build(
        Signature(
            content=entry(content, i, i.to_bytes(16, "big")),
            size=int(entry(size, i, 5000)),
            tags=np.asarray(entry(tags, i, [100_000 * i] + [0] * 15), np.uint64),
            spamsum=entry(spamsum, i, "0::"),
            simhash=entry(simhash, i, None),
            sketch=sketch(i),
            shingleprint=np.unique(sketch(i) >> np.uint64(32)).astype(np.uint32),
        )
        for i in range(n)
    )


def hashes(rng, count):
    """Values that a table stores without rounding."""
    return canonical(rng.integers(0, 1 << 63, count, dtype=np.uint64))


def family(rng, members, edited, *, shingles=1500, shared=()):
    """Sketches of copies of one content, each with a share of its shingles replaced."""
    base = hashes(rng, shingles - len(shared))
    out = []
    for _ in range(members):
        copy = base.copy()
        changed = rng.integers(0, len(copy), rng.binomial(len(copy), edited))
        copy[changed] = hashes(rng, len(changed))
        out.append(np.unique(np.concatenate((copy, np.asarray(shared, np.uint64))))[:K])
    return out


def plain_resemblance(a, b):
    """|bottom-k of the union in both| / k, straight from the definition."""
    if not len(a) or not len(b):
        return 0.0
    union = sorted({*a.tolist(), *b.tolist()})[:K]
    both = {*a.tolist()} & {*b.tolist()}
    return sum(value in both for value in union) / len(union)


def plain_estimate(a, b):
    """The estimate of two signatures."""
    j = plain_resemblance(a.sketch, b.sketch)
    if not j:
        return 0.0
    dice, cap = 2 * j / (1 + j), 2 * min(a.size, b.size) / (a.size + b.size)
    return min(0.999, cap * min(1.0, dice / cap) ** 0.6)


def plain_links(rows, figure, floor):
    """All pairs of rows with a figure of at least the floor."""
    found = {}
    for (i, a), (j, b) in itertools.combinations(enumerate(rows), 2):
        value = figure(a, b)
        if value >= floor:
            found[i, j] = value
    return found


def as_dict(links):
    return dict(
        zip(zip(links.a.tolist(), links.b.tolist(), strict=True), links.similarity.tolist(), strict=True)
    )


def components(n, pairs):
    """Labels by breadth-first search: the smallest node of each component."""
    beside = [[] for _ in range(n)]
    for a, b in pairs:
        beside[a].append(b)
        beside[b].append(a)
    label = [-1] * n
    for start in range(n):
        queue = [start] if label[start] < 0 else []
        for node in queue:
            if label[node] < 0:
                label[node] = start
                queue.extend(beside[node])
    return label


def members(groups):
    """The groups as tuples."""
    ends = np.cumsum(groups.sizes)[:-1]
    return [tuple(some.tolist()) for some in np.split(groups.places(), ends)] if len(groups) else []


def as_numbers(rows):
    """Packed rows as plain int32, with their bits."""
    get, bit = packed_rows.place_at, packed_rows.has_bit
    return np.array([get(rows, i) - (bit(rows, i) << 31) for i in range(len(rows))], np.int32)


def members_to_last(rows):
    """The same for concatenated groups with the bit that ends each."""
    numbers = as_numbers(rows)
    ends = np.flatnonzero(numbers < 0) + 1
    plain = (numbers & 0x7FFFFFFF).tolist()
    return [tuple(plain[i:j]) for i, j in itertools.pairwise([0, *ends.tolist()])]
