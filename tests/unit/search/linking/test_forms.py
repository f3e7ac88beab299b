"""Siblings of one form, from made-up sketches in which each content's own values are known."""

import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.search.linking import common_content
from simfinder.search.linking.common_content import LITTLE, holding, strength
from simfinder.search.linking.forms import CLOSER, EDITED, LACKING, OWN, SHARED
from simfinder.signatures.sketch.bottom_k import EMPTY
from simfinder.signatures.sketch.hash_codes import codes_of
from tests.helpers.examples import examples

WIDTH = 128


def table(sets):
    """Codes and lengths of contents, each the least values of a set."""
    sketch = np.full((len(sets), WIDTH), EMPTY, np.uint64)
    length = np.zeros(len(sets), np.uint16)
    for row, values in enumerate(sets):
        held = sorted(values)[:WIDTH]
        sketch[row, : len(held)] = held
        length[row] = len(held)
    return codes_of(sketch, length), length


def columns(pairs):
    both = np.array(pairs, np.int32).reshape(-1, 2)
    return both[:, 0].copy(), both[:, 1].copy()


def every(n):
    return [(x, y) for x in range(n) for y in range(x + 1, n)]


def siblings(sets, pairs=None, **options):
    pairs = every(len(sets)) if pairs is None else pairs
    found = common_content.weights(*table(sets), *columns(pairs), **options).sibling
    return {pair for pair, sibling in zip(pairs, found.tolist(), strict=True) if sibling}


class Text:
    """Yield unused values in no order."""

    def __init__(self, seed=0):
        self._rng = random.Random(seed)

    def fresh(self, count):
        return {self._rng.randrange(1 << 33) for _ in range(count)}

    def edited(self, values, share):
        gone = set(self._rng.sample(sorted(values), round(share * len(values))))
        return (values - gone) | self.fresh(len(gone))


def letters(text, count, form, own):
    return [form | text.fresh(own) for _ in range(count)]


# what is decided
@pytest.mark.parametrize("count", [3, 4, 14, 40])
@pytest.mark.parametrize("own", [250, 400, 700])
def test_letters_on_one_form_are_siblings(count, own):
    text = Text()
    sets = letters(text, count, text.fresh(1000), own)
    assert siblings(sets) == set(every(count))


def test_two_alone_are_undecided():
    text = Text()
    sets = letters(text, 2, text.fresh(1000), 500)
    assert not siblings(sets)


def test_short_own_parts_are_undecided():
    text = Text()
    sets = letters(text, 6, text.fresh(1000), 20)
    assert not siblings(sets)


def test_versions_of_one_letter_hold_and_another_letter_is_a_sibling_of_both():
    text = Text()
    form, own = text.fresh(1000), text.fresh(400)
    sets = [form | own, form | text.edited(own, 0.1), form | text.fresh(400)]
    assert siblings(sets) == {(0, 2), (1, 2)}


@pytest.mark.parametrize("versions", [2, 4, 10])
def test_a_letter_with_many_versions_among_others(versions):
    text = Text()
    form, own = text.fresh(1000), text.fresh(500)
    sets = [form | text.edited(own, 0.05) for _ in range(versions)] + letters(text, 3, form, 500)
    between = {(x, y) for x, y in every(len(sets)) if y >= versions}
    assert siblings(sets) == between


@pytest.mark.parametrize("count", [2, 3, 12])
def test_fillings_are_not_joined_through_the_blank_form(count):
    text = Text()
    blank = text.fresh(1000)
    sets = [blank, *letters(text, count, blank, 300)]
    assert siblings(sets) == set(every(len(sets)))


def test_a_blank_form_and_its_copy_hold():
    text = Text()
    blank = text.fresh(1000)
    sets = [blank, blank | text.fresh(10), *letters(text, 6, blank, 400)]
    assert siblings(sets) == set(every(len(sets))) - {(0, 1)}


@pytest.mark.parametrize("share", [0.03, 0.1, 0.2, 0.3])
@pytest.mark.parametrize("count", [3, 6, 12])
def test_neighbours_in_a_chain_of_versions_hold(share, count):
    text = Text(7)
    chain = [text.fresh(1000)]
    while len(chain) < count:
        chain.append(text.edited(chain[-1], share))
    pairs = [pair for pair in every(count) if len(chain[pair[0]] & chain[pair[1]]) >= 550]
    assert not siblings(chain, pairs) & {(x, x + 1) for x in range(count)}


@pytest.mark.parametrize("growth", [0.1, 0.4, 1.0])
@pytest.mark.parametrize("count", [3, 5, 8])
def test_versions_that_grow_hold(growth, count):
    text = Text(3)
    chain = [text.fresh(1000)]
    while len(chain) < count:
        chain.append(text.edited(chain[-1], 0.02) | text.fresh(round(growth * 1000)))
    near = {(x, x + 1) for x in range(count)}
    assert not siblings(chain) & near


def test_two_near_versions_and_one_grown_hold():
    text = Text()
    first = text.fresh(1000)
    second = text.edited(first, 0.02)
    assert not siblings([first, second, second | text.fresh(400)])


@pytest.mark.parametrize("share", [0.03, 0.1, 0.2])
@pytest.mark.parametrize("count", [2, 5, 12])
@pytest.mark.parametrize("with_original", [True, False])
def test_edited_copies_of_one_original_hold(share, count, with_original):
    text = Text(5)
    original = text.fresh(2000)
    copies = [text.edited(original, share) for _ in range(count)]
    assert not siblings([original] * with_original + copies)


def test_what_is_all_but_equal_is_never_a_sibling():
    text = Text()
    sets = letters(text, 4, text.fresh(1000), 400)
    repacked = np.array([pair == (2, 3) for pair in every(4)])
    assert siblings(sets, repacked=repacked) == set(every(4)) - {(2, 3)}


def test_a_sibling_link_holds_nothing_unless_little_is_its_own():
    similarity = np.array([0.89, 0.9, LITTLE, 1.0], np.float32)
    sibling = np.array([True, False, True, True])
    want = [0.0, similarity[1], similarity[2], 1.0]
    assert strength(similarity, None, sibling).tolist() == want
    assert strength(similarity, np.ones(4, np.float32), sibling).tolist() == pytest.approx(want)
    assert holding(similarity, sibling).tolist() == [False, True, True, True]


def test_one_row_in_several_links_is_one_neighbour():
    text = Text()
    first = text.fresh(1000)
    sets = [first, text.edited(first, 0.2)]
    assert not siblings(sets, [(0, 1), (0, 1), (0, 1)])


# by plain sets
def slowly(sets, pairs):  # noqa: C901 - as plain as it can be
    """Pairs of siblings, straight from the rules, with sets and lists."""
    held = [sorted(values)[:WIDTH] for values in sets]
    end = [row[-1] if len(row) == WIDTH else 1 << 62 for row in held]
    held = [set(row) for row in held]
    near = {
        row: sorted({y if x == row else x for x, y in pairs if row in (x, y)}) for row in range(len(sets))
    }
    linked = {row: [y if x == row else x for x, y in pairs if row in (x, y)] for row in range(len(sets))}

    def known(i, x):
        return {value for value in held[i] if value <= end[x]}

    def share(i, x):
        return np.float32(len(known(i, x) & held[x]) / max(1, len(known(i, x))))

    def seen(i, j):
        others = [
            x for x in near[i] if share(i, x) <= np.float32(share(i, j) + np.float32(CLOSER)) and x != j
        ]

        def rare(value):
            asked = [x for x in others if value <= end[x]]
            return not asked or Fraction(sum(value in held[x] for x in asked), len(asked)) < Fraction(3, 5)

        mine = known(i, j)
        left, own = mine & held[j], mine - held[j]
        return (sum(map(rare, left)) if others else None, sum(map(rare, own)), len(own))

    def fills(i, x):
        more = len(known(x, i) - held[i])
        return more >= OWN and len(known(i, x) - held[x]) <= LACKING * more

    def blank(i):
        fillings = [x for x in linked[i] if fills(i, x)]
        if len(fillings) < 2 or len(fillings) < 0.6 * len(linked[i]):
            return False
        pool = [value for x in fillings for value in known(x, i) - held[i]]
        few = max(1, 4 * len(fillings) // 10)
        return sum(pool.count(value) <= few for value in pool) >= 0.7 * len(pool)

    found = set()
    for x, y in pairs:
        (left, mine, all_mine), (right, hers, all_hers) = seen(x, y), seen(y, x)
        if left is None and right is None:
            continue
        left = max(left or 0, right or 0)
        if (fills(x, y) and blank(x)) or (fills(y, x) and blank(y)):
            if left < SHARED * (left + max(mine, hers)):
                found.add((x, y))
            continue
        least = min(mine, hers)
        lacking = all_mine + all_hers - mine - hers
        if least >= OWN and left < SHARED * (left + least) and lacking < EDITED * (mine + hers):
            found.add((x, y))
    return found


@st.composite
def groups(draw):
    """Contents of forms, versions, chains, growth, in one folder, and which of them are linked."""
    text = Text(draw(st.integers(0, 1 << 30)))
    sets = []
    for _ in range(draw(st.integers(1, 2))):
        form = text.fresh(draw(st.integers(0, 500)))
        for _ in range(draw(st.integers(1, 4))):
            own = text.fresh(draw(st.integers(0, 200)))
            for _ in range(draw(st.integers(1, 3))):
                sets.append(text.edited(form, draw(st.sampled_from([0, 0.1]))) | own)
                own = text.edited(own, draw(st.sampled_from([0, 0.1, 0.5])))
                own |= text.fresh(draw(st.sampled_from([0, 0, 100])))
    pairs = [pair for pair in every(len(sets)) if sets[pair[0]] & sets[pair[1]]]
    dropped = draw(st.sets(st.sampled_from(pairs), max_size=3)) if pairs else set()
    return sets, [pair for pair in pairs if pair not in dropped]


@settings(deadline=None, max_examples=examples(40))
@given(groups())
def test_siblings_are_those_found_slowly(group):
    sets, pairs = group
    assert siblings(sets, pairs) == slowly(sets, pairs)


@settings(deadline=None, max_examples=examples(20))
@given(groups(), st.randoms(use_true_random=False))
def test_neither_the_order_of_links_nor_that_of_rows_is_of_account(group, rng):
    sets, pairs = group
    want = siblings(sets, pairs)
    mixed = rng.sample(pairs, len(pairs))
    assert siblings(sets, mixed) == want
    order = rng.sample(range(len(sets)), len(sets))
    place = {row: at for at, row in enumerate(order)}
    turned = {pair: tuple(sorted((place[pair[0]], place[pair[1]]))) for pair in pairs}
    found = siblings([sets[row] for row in order], sorted(turned.values()))
    assert found == {turned[pair] for pair in want}


def test_the_number_of_threads_is_of_no_account(monkeypatch):
    text = Text()
    form = text.fresh(1000)
    sets = letters(text, 30, form, 400) + letters(text, 5, form, 20)
    want = siblings(sets)
    assert want
    monkeypatch.setattr(common_content, "_LINKS", 32)
    for jobs in (1, 3):
        assert siblings(sets, jobs=jobs) == want
