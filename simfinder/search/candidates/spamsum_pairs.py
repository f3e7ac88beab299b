"""Candidates by spamsum: pairs that share a run of seven characters at comparable block sizes.

Without one the score is 0, unless block size and both parts are equal; so the join loses nothing as long as all such
pairs are affordable. If they are not (a hundred thousand rows with one gram), rows that share a gram with too many
others are compared with neighbours only, as in ``set_join.join``, and ``capped`` counts these grams.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from simfinder.arrays.jit import njit
from simfinder.model.progress import Control
from simfinder.search.candidates.method import PairSearch
from simfinder.search.set_join.inverted_index import Values
from simfinder.search.set_join.join import Rule, SetJoin
from simfinder.search.spamsum.gram_bins import GRAM, RUN, WHOLE, mixed_bits
from simfinder.search.spamsum.pair_search import SpamJoin
from simfinder.signatures.spamsum.score import score_rows

if TYPE_CHECKING:
    from simfinder.signatures.table.signature_table import SignatureTable

VISITS_BUDGET, VISITS_PER_ROW = 16_000_000, 60  # most pairs to make and judge; judging takes 100 ns each
_CHUNK = 1 << 16  # rows whose grams are taken between two calls of ``check``


class NgramJoin:
    """The join of one table's spamsum signatures: exact up to 16 million pairs plus 60 per row.

    Memory: 8 bytes for each gram (up to 84 per row; at most 64 MB at a time), and some 30 for each row in each stretch
    that makes pairs.

    Args:
        table: the signatures.
        control: asked whether to stop.

    Attributes:
        capped: number of grams whose rows were compared with their neighbours only; 0 when exact.
    """

    def __init__(self, table: SignatureTable, control: Control) -> None:
        n = len(table)
        exact = SpamJoin(
            table.spam_block, table.spam1, table.spam1_len, table.spam2, table.spam2_len, control.check
        )
        self._join: SpamJoin | SetJoin = exact
        if exact.visits > VISITS_BUDGET + VISITS_PER_ROW * n:
            del exact, self._join
            self._join = crowd_join(table, control.check)
        self.capped = self._join.capped

    def pairs(self, done: Callable[[int], None]) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Yield blocks of (a, b); call ``done`` with the number of rows finished."""
        return self._join.pairs(done)


def crowd_join(table: SignatureTable, check: Callable[[], None]) -> SetJoin:
    """Join grams that too many rows share: exact for all other grams, neighbours for these.

    Args:
        table: the signatures.
        check: called between parts of the work; may raise to stop.
    """
    values = gram_sets(table, check)
    longest = int(values.length.max(initial=0))
    rule = Rule(
        np.ones(len(table), np.int32),
        np.ones((2 * longest + 1, 1), np.int32),
        np.ascontiguousarray(table.size, np.int64),
    )
    return SetJoin(values, _order(table), rule, check)


def _order(table: SignatureTable) -> np.ndarray:
    """Order rows by block size, then the text of the first part, then size."""
    head = np.ascontiguousarray(table.spam1[:, :16]).view(">u8")
    return np.lexsort((table.size, head[:, 1], head[:, 0], table.spam_block)).astype(np.int32)


def gram_sets(table: SignatureTable, check: Callable[[], None]) -> Values:
    """Return the distinct runs of seven characters of each row, tied to its block size: ``join.Values``."""
    n = len(table)
    flat: list[np.ndarray] = []
    lengths: list[np.ndarray] = []
    for begin in range(0, n, _CHUNK):
        check()
        end = min(n, begin + _CHUNK)
        values, length = _grams_of(
            table.spam_block[begin:end],
            table.spam1[begin:end],
            table.spam1_len[begin:end].astype(np.int64),
            table.spam2[begin:end],
            table.spam2_len[begin:end].astype(np.int64),
        )
        flat.append(values)
        lengths.append(length)
    length = np.concatenate(lengths) if lengths else np.zeros(0, np.int64)
    return Values(
        np.concatenate(flat) if flat else np.zeros(0, np.uint64), np.cumsum(length) - length, length
    )


@njit(nogil=True, cache=True)
def _add_part(
    part: np.ndarray, length: int, block: np.uint64, out: np.ndarray, used: int
) -> tuple[int, np.uint64]:
    """Write the grams of a part, runs cut, to out[used:]; return the new end and a hash of the part."""
    seed = mixed_bits(block)
    gram, whole = np.uint64(0), seed
    keep = (np.uint64(1) << np.uint64(8 * GRAM)) - np.uint64(1)
    run, count = 0, 0
    for i in range(length):
        run = run + 1 if i > 0 and part[i] == part[i - 1] else 1
        if run > RUN:
            continue
        gram = ((gram << np.uint64(8)) | np.uint64(part[i])) & keep
        whole = mixed_bits(whole ^ np.uint64(part[i]) ^ WHOLE)
        count += 1
        if count >= GRAM:
            out[used] = mixed_bits(gram ^ seed)
            used += 1
    return used, whole


@njit(nogil=True, cache=True)
def _grams_of(
    block: np.ndarray, part1: np.ndarray, length1: np.ndarray, part2: np.ndarray, length2: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the distinct grams of each row, each tied to its block size, and one value for the whole signature."""
    n = len(block)
    flat = np.empty(n + np.sum(length1) + np.sum(length2), np.uint64)
    lengths = np.zeros(n, np.int64)
    used = 0
    for row in range(n):
        begin = used
        if block[row] == 0 and length1[row] == 0 and length2[row] == 0:
            continue
        used, first = _add_part(part1[row], length1[row], block[row], flat, used)
        used, second = _add_part(part2[row], length2[row], np.uint64(2) * block[row], flat, used)
        flat[used] = mixed_bits(first ^ (second * WHOLE))
        own = np.sort(flat[begin : used + 1])
        used = begin
        for i in range(len(own)):
            if i == 0 or own[i] != own[i - 1]:
                flat[used] = own[i]
                used += 1
        lengths[row] = used - begin
    return flat[:used].copy(), lengths


def _figure(table: SignatureTable, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return ssdeep's score / 100 of rows a[i], b[i], (m,) float64; NaN if a side has no digest."""
    score = score_rows(table.spam_block, table.spam1, table.spam1_len, table.spam2, table.spam2_len, a, b)
    share: np.ndarray = score / 100.0
    share[(table.spam_block[a] == 0) | (table.spam_block[b] == 0)] = np.nan
    return share


SEARCH = PairSearch(lambda table, _floor, control, _jobs: NgramJoin(table, control), _figure)
