"""Explain a session's results: why two files are similar by each method, why a file is kept, why one is older.

The similarity comes as values to draw, from the signatures of the scan: no file is read. To explain one more method,
add its values to ``Why`` and draw them in the window's panel.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher

import numpy as np

from simfinder.actions.rules import explain_pictures, explain_recordings, keep_rules
from simfinder.actions.rules.explain_relation import explain, name_warning
from simfinder.app.clusters.cluster_table import RELATIONS
from simfinder.app.session.session import Session
from simfinder.arrays.set_operations import is_among, sorted_set
from simfinder.signatures.sketch.bottom_k import SIZE
from simfinder.signatures.spamsum.score import cut_runs
from simfinder.signatures.table.signature_table import SignatureTable

_MOST = 200  # members that a kept file is compared with for one sentence
_GRAM = 7  # consecutive characters two spamsum signatures must share to score at all

Ranges = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Letters:
    """Two spamsum parts of one block size; runs of one character are cut to three, as they are for the score.

    Attributes:
        block: bytes that one character covers, approximately.
        left, right: characters.
        left_common, right_common: ranges covered by pieces of seven characters that the other side has too.
        columns: both sides aligned: position in each, -1 where only the other side has a character.
    """

    block: int
    left: str
    right: str
    left_common: Ranges
    right_common: Ranges
    columns: Ranges


@dataclass(frozen=True, slots=True)
class Why:
    """What two files share, by method.

    Attributes:
        tags: patterns that are counted, as hexadecimal digits.
        left_tags, right_tags: how often each pattern occurs.
        letters: spamsum parts that can be compared; empty where the block sizes are too far apart.
        samples: of the smallest sampled pieces of both, in order: 3 in both files, 1 only in the left, 2 only in the
            right one.
        bits: whether each SimHash bit is equal, most significant first; empty where there is no fingerprint.
        others: other contents that share some of it, where that lowers its weight; else 0.
        weight: how much the shared content counts, 0..1.
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
    """Explain what two files of a session share; None where they have no signatures.

    Args:
        session: of both.
        left: file index.
        right: of the other.
    """
    rows = session.scan.signature_rows(left, right)
    if rows is None:
        return None
    table = session.result.representations.table
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
    """Return how many other contents have what two files share, and the weight that leaves it, by their link."""
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
    """Return the signature's characters by block size."""
    block = int(table.spam_block[row])
    if not block:
        return {}
    first = table.spam1[row, : int(table.spam1_len[row])].tobytes().decode("ascii")
    second = table.spam2[row, : int(table.spam2_len[row])].tobytes().decode("ascii")
    return {block: cut_runs(first), 2 * block: cut_runs(second)}


def laid(left: str, right: str) -> Ranges:
    """Align two texts so that what they have in common is in the same columns.

    Returns:
        For each column the position in the left and in the right text; -1 where that text has nothing.
    """
    columns: list[tuple[int, int]] = []
    for _, i0, i1, j0, j1 in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        longest = range(max(i1 - i0, j1 - j0))
        columns += [(i0 + k if i0 + k < i1 else -1, j0 + k if j0 + k < j1 else -1) for k in longest]
    return tuple(columns)


def common(left: str, right: str) -> tuple[Ranges, Ranges]:
    """Find where two texts have pieces of seven characters in common."""
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
    """Tell which sketch each of the smallest values of both is in; the sketches' figure is counted on these."""
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


def why_kept(session: Session, file: int) -> tuple[str, str]:
    """Say what decided for the kept file of a cluster against the next best one.

    Returns:
        A sentence, and the path of the file it was compared with; both "" where the file is not a kept one.
    """
    table = session.clusters
    cluster = table.cluster_of(file)
    if cluster < 0 or int(table.kept[cluster]) != file:
        return "", ""
    start, stop = int(table.offsets[cluster]), int(table.offsets[cluster + 1])
    others = [int(other) for other in table.members[start:stop][:_MOST] if int(other) != file]
    times = table.files.ages.times
    places = keep_rules.rank(
        [session.record(other) for other in others],
        session.choices.keep_rules,
        times[others],
        table.files.ages.seniority[others],
    )
    best = others[int(places.argmin())]
    other = session.record(best)
    if seen := session.scan.looks_of(file, best):
        keeping, contents = session.clustering.keeping, table.files.contents
        chosen = not keeping.wants_newest or file in keeping.by_hand
        copied = not chosen and bool((contents[others] == contents[file]).any())
        picture = explain_pictures.why_best(*seen) or explain_pictures.why_before_raw(*seen, copied=copied)
        if picture:
            return picture, other.path
    if heard := session.scan.recordings_of(file, best):
        sound = explain_recordings.why_best(*heard, session.scan.films_of(file, best))
        if sound:
            return sound, other.path
    ages = int(times[file]), int(times[best])
    return keep_rules.explain_kept(session.record(file), other, session.choices.keep_rules, ages), other.path


def why_related(session: Session, file: int) -> tuple[str, str]:
    """Say why a file is a copy, older, newer or only similar, and what speaks against it; both "" for a kept file."""
    table = session.clusters
    cluster = table.cluster_of(file)
    if cluster < 0 or int(table.kept[cluster]) == file:
        return "", ""
    best, ages = int(table.kept[cluster]), table.files.ages
    record, kept = session.record(file), session.record(best)
    if reason := session.clustering.relation_reason(file):
        return reason, name_warning(record, kept)
    times = (
        (int(ages.times[file]), int(ages.times[best])) if ages.trusted[file] and ages.trusted[best] else None
    )
    relation = RELATIONS[table.relation[table.position_of(file)]]
    return explain(record, kept, relation, times), name_warning(record, kept)
