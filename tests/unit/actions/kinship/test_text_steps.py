"""Edits of one text add up; fillings of one form do not."""

import random

import numpy as np
import pytest

from simfinder.actions.kinship.text_steps import add_up, stand_apart


def differs(one, two):
    """Share of the words of two texts of one length that differ at their places."""
    return np.array([sum(a != b for a, b in zip(one, two, strict=True)) / len(one)])


def adds_up(first, second, third):
    return bool(add_up(differs(first, second), differs(second, third), differs(first, third))[0])


def written(text, places, random):
    """The text with words of its own at some places."""
    return [f"own{random.random()}" if at in places else word for at, word in enumerate(text)]


@pytest.mark.parametrize("seed", range(5))
def test_edits_at_places_of_their_own_add_up(seed):
    chance = random.Random(seed)
    first = [f"word{at}" for at in range(1000)]
    second = written(first, set(chance.sample(range(1000), 90)), chance)
    third = written(second, set(chance.sample(range(1000), 60)), chance)
    assert adds_up(first, second, third)
    assert adds_up(third, second, first)
    assert not adds_up(first, third, second)  # the last one is not between the others


@pytest.mark.parametrize("seed", range(5))
def test_fillings_of_one_form_do_not(seed):
    chance = random.Random(seed)
    form = [f"word{at}" for at in range(1000)]
    slots = chance.sample(range(1000), 200)
    texts = [written(form, set(slots[: 150 + 20 * at]), chance) for at in range(3)]
    for first in range(3):
        assert not adds_up(texts[first], texts[first - 1], texts[first - 2])


def test_next_to_nothing_is_no_step():
    assert not add_up(np.array([0.2]), np.array([0.004]), np.array([0.204]))[0]
    assert not add_up(np.array([np.nan]), np.array([0.1]), np.array([0.2]))[0]


def test_fillings_of_one_form_are_as_far_from_one_another():
    def apart(first, second, whole):
        return bool(stand_apart(np.array([first]), np.array([second]), np.array([whole]))[0])

    assert apart(0.004, 0.003, 0.004)
    assert apart(0.2, 0.2, 0.25)
    assert not apart(0.1, 0.1, 0.19)  # what was changed adds up
    assert not apart(0.0, 0.1, 0.1)
    assert not apart(0.1, np.nan, 0.1)
