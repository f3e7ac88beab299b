"""What each method's figure of two files is made of, as values that can be drawn: no figure is made here, nothing read.

Owns how signatures are laid side by side. Which rows of the table stand for two files is the session's to say.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher

import numpy as np

from simfinder.app.session.session import Session
from simfinder.arrays.set_operations import is_among, sorted_set
from simfinder.signatures.sketch.bottom_k import SIZE
from simfinder.signatures.spamsum.score import cut_runs
from simfinder.signatures.table.signature_table import SignatureTable

_GRAM = 7  # characters in a row that two spamsum signatures must share to have a score at all

Ranges = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Letters:
    """Two spamsum parts of one block size; runs of one character are cut to three, as they are for the score.

    Attributes:
        block: bytes that a character stands for, about.
        left, right: characters.
        left_common, right_common: where pieces of seven characters lie that the other has too.
        columns: both laid against each other: place in either, -1 where only the other has something.
    """

    block: int
    left: str
    right: str
    left_common: Ranges
    right_common: Ranges
    columns: Ranges


@dataclass(frozen=True, slots=True)
class Why:
    """What two files were found to share, by method.

    Attributes:
        tags: patterns that are counted, as hexadecimal digits.
        left_tags, right_tags: how often each occurs.
        letters: spamsum parts that can be compared; none where block sizes are too far apart.
        samples: of the smallest sampled pieces of both, in order: 3 in both, 1 only in the left file, 2 only in the
            right one.
        bits: of the SimHash, the first one first: whether they are equal; none where there is no fingerprint.
        others: other contents that have some of what these two share, where that makes it count less; else 0.
        weight: how much what they share counts, 0..1.
    """

    tags: tuple[str, ...]
    left_tags: tuple[int, ...]
    right_tags: tuple[int, ...]
    letters: tuple[Letters, ...]
    samples: tuple[int, ...]
    bits: tuple[bool, ...]
    others: int = 0
    weight: float = 1.0


def why(session: Session, left: int, right: int) -> Why | None:
    """What speaks for two files of a session; None where their signatures are not known.

    Args:
        session: of both.
        left: file index.
        right: of the other.
    """
    rows = session.signature_rows(left, right)
    if rows is None:
        return None
    table = session.result.faces.table
    others, weight = _commonness(session, left, right)
    tags = table.parameters.tags.tags
    a, b = rows
    return Why(
        tuple(f"{tag.value:0{(tag.bits + 3) // 4}x}" for tag in tags),
        tuple(table.tags[a].tolist()),
        tuple(table.tags[b].tolist()),
        _letters(table, a, b),
        _samples(table, a, b),
        _bits(table, a, b),
        others,
        weight,
    )


def _commonness(session: Session, left: int, right: int) -> tuple[int, float]:
    """How many others have what two files share, and what that makes of it, by the link between them."""
    links, contents = session.links, session.clusters.files.contents
    if links.weight is None or links.others is None:
        return 0, 1.0
    a, b = sorted((int(contents[left]), int(contents[right])))
    first, last = np.searchsorted(links.a, [a, a + 1]).tolist()
    place = first + int(np.searchsorted(links.b[first:last], b))
    if place >= last or int(links.b[place]) != b:
        return 0, 1.0
    weight = float(links.weight[place])
    return (int(links.others[place]), weight) if weight < 1.0 else (0, 1.0)


def _letters(table: SignatureTable, a: int, b: int) -> tuple[Letters, ...]:
    one, other = _parts(table, a), _parts(table, b)
    return tuple(
        Letters(
            block, one[block], other[block], *common(one[block], other[block]), laid(one[block], other[block])
        )
        for block in sorted(one.keys() & other.keys())
    )


def _parts(table: SignatureTable, row: int) -> dict[int, str]:
    """Characters by block size."""
    block = int(table.spam_block[row])
    if not block:
        return {}
    first = table.spam1[row, : int(table.spam1_len[row])].tobytes().decode("ascii")
    second = table.spam2[row, : int(table.spam2_len[row])].tobytes().decode("ascii")
    return {block: cut_runs(first), 2 * block: cut_runs(second)}


def laid(left: str, right: str) -> Ranges:
    """Two texts laid against each other, so that what they have in common stands in the same columns.

    Returns:
        Of each column the place in the left text and in the right one; -1 where it has nothing there.
    """
    columns: list[tuple[int, int]] = []
    for _, i0, i1, j0, j1 in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        longest = range(max(i1 - i0, j1 - j0))
        columns += [(i0 + k if i0 + k < i1 else -1, j0 + k if j0 + k < j1 else -1) for k in longest]
    return tuple(columns)


def common(left: str, right: str) -> tuple[Ranges, Ranges]:
    """Where two texts have pieces of seven characters in common."""
    return _covered(left, _grams(right)), _covered(right, _grams(left))


def _grams(text: str) -> set[str]:
    return {text[i : i + _GRAM] for i in range(len(text) - _GRAM + 1)}


def _covered(text: str, grams: set[str]) -> Ranges:
    ranges: list[tuple[int, int]] = []
    for i in range(len(text) - _GRAM + 1):
        if text[i : i + _GRAM] in grams:
            if ranges and i <= ranges[-1][1]:
                ranges[-1] = (ranges[-1][0], i + _GRAM)
            else:
                ranges.append((i, i + _GRAM))
    return tuple(ranges)


def _samples(table: SignatureTable, a: int, b: int) -> tuple[int, ...]:
    """The smallest values of both sketches together, by where they are: what the sketches' figure is counted on."""
    one, other = table.sketch_values(a), table.sketch_values(b)
    if not len(one) or not len(other):
        return ()
    both = sorted_set(np.concatenate((one, other)))[:SIZE]
    return tuple((is_among(both, one) + 2 * is_among(both, other)).tolist())


def _bits(table: SignatureTable, a: int, b: int) -> tuple[bool, ...]:
    if not (table.has_simhash[a] and table.has_simhash[b]):
        return ()
    differing = int(table.simhash[a]) ^ int(table.simhash[b])
    count = table.parameters.bits
    return tuple(not differing >> (count - 1 - i) & 1 for i in range(count))
