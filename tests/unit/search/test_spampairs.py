"""The exact join of spamsum signatures, against scoring every pair."""

import random

import numpy as np
import pytest

from simfinder.errors import Cancelled, GrammarError
from simfinder.model.progress import Control
from simfinder.search import spampairs
from simfinder.search.spampairs import distinct, scored
from simfinder.signatures.spamscore import score


def signatures(seed, count, alphabet="ABCDEF+/09", blocks=(0, 3, 5, 6, 10, 12, 24, 48, 96, 2**62 - 1)):
    """Signatures of a few families at neighbouring block sizes, some with long runs, some too short for a gram."""
    rng = random.Random(seed)
    families = ["".join(rng.choices(alphabet, k=64)) for _ in range(5)]

    def part(limit):
        kind = rng.random()
        if kind < 0.2:
            return "".join(rng.choices(alphabet, k=rng.randrange(8)))
        if kind < 0.3:
            return "A" * rng.randrange(limit + 1)
        text = list(rng.choice(families)[: rng.randrange(limit + 1)])
        for _ in range(rng.randrange(4)):
            if text:
                text[rng.randrange(len(text))] = rng.choice(alphabet)
        return "".join(text)

    return [f"{rng.choice(blocks)}:{part(64)}:{part(32)}" for _ in range(count)]


def every_pair(texts, left, right, least):
    found = []
    for a in sorted(left):
        for b in sorted(right):
            figure = score(texts[a], texts[b])
            if a != b and figure >= least:
                found.append((a, b, figure))
    return found


def as_list(found):
    return list(zip(found.a.tolist(), found.b.tolist(), found.score.tolist(), strict=True))


def texts_of(all_texts, row_of):
    texts = {}
    for text, row in zip(all_texts, row_of.tolist(), strict=True):
        texts.setdefault(row, text)
    return texts


@pytest.mark.parametrize("pairs", [1, 500, spampairs._PAIRS])
@pytest.mark.parametrize("least", [1, 40, 101])
@pytest.mark.parametrize("seed", [1, 2])
def test_no_pair_is_missed(monkeypatch, pairs, least, seed):
    monkeypatch.setattr(spampairs, "_PAIRS", pairs)
    monkeypatch.setattr(spampairs, "_ROWS", 37)
    all_texts = signatures(seed, 150)
    table, row_of = distinct(all_texts)
    texts = texts_of(all_texts, row_of)
    rows = np.arange(len(table))
    expected = every_pair(texts, rows.tolist(), rows.tolist(), least)
    assert as_list(scored(table, rows, rows, least, lambda: None)) == expected
    assert len(expected) > 200 or least > 1
    left, right = rows[::3], rows[rows % 3 > 0]
    found = scored(table, left, right, least, lambda: None)
    assert as_list(found) == every_pair(texts, left.tolist(), right.tolist(), least)


def test_grams_that_all_have_are_no_trap():
    """Hundreds of rows that share nearly everything: comparing them all is then the cheaper way."""
    all_texts = [f"96:{'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef'}{i:032d}:x" for i in range(120)]
    table, row_of = distinct(all_texts)
    rows = np.arange(len(table))
    found = scored(table, rows, rows, 1, lambda: None)
    assert as_list(found) == every_pair(all_texts, row_of.tolist(), row_of.tolist(), 1)
    assert len(found.a) == 120 * 119


def test_distinct_signatures():
    table, row_of = distinct(["3:aaaaa:b", "3:aaa:b", "3:aaaa:bc", "6:aaa:b", "3:aaaaa:b", "3::", "03::"])
    assert row_of.tolist() == [0, 0, 1, 2, 0, 3, 3]
    assert table.block.tolist() == [3, 3, 6, 3]
    assert bytes(table.part1[0, :4]) == b"aaa\0"
    assert table.length1.tolist() == [3, 3, 3, 0]


def test_nothing():
    table, row_of = distinct([])
    found = scored(table, row_of, row_of, 1, lambda: None)
    assert as_list(found) == []


def test_a_malformed_signature():
    with pytest.raises(GrammarError):
        distinct(["3::", "3:"])


def test_cancelling():
    table, _ = distinct(signatures(3, 50))
    control = Control()
    control.cancel()
    rows = np.arange(len(table))
    with pytest.raises(Cancelled):
        scored(table, rows, rows, 1, control.check)
