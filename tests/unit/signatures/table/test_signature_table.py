"""The table of signatures: rows taken out and put together, shingleprints told by sketches and held apart."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.signatures.sign.sign_bytes import sign
from simfinder.signatures.table.parameters import PLAIN, Parameters
from simfinder.signatures.table.signature_table import NO_PRINT, TOLD, SignatureTable
from tests.helpers.examples import examples
from tests.helpers.screen.tabled import as_tabled


def signed(count, parameters=PLAIN, seed=1):
    rng = random.Random(seed)
    return sorted(
        (sign(rng.randbytes(rng.choice((0, 3, 9, 100, 3000)) + i), parameters) for i in range(count)),
        key=lambda s: s.content,
    )


def rows_of(table):
    return [table.row(i) for i in range(len(table))]


@pytest.mark.parametrize(
    "parameters", [PLAIN, Parameters(features=5), Parameters(features=200), Parameters(shingle=6)]
)
def test_rows_come_back(parameters):
    signatures = signed(30, parameters)
    table = SignatureTable.build(reversed(signatures), parameters)
    held = [as_tabled(signature) for signature in signatures]
    assert rows_of(table) == held
    numbers = np.array([5, 3, 3, 29])
    assert rows_of(table.rows(numbers)) == [held[i] for i in numbers]
    values, lengths = table.prints(np.arange(30))
    assert values.dtype == np.uint32
    assert values.shape == (30, parameters.features)
    for i, signature in enumerate(signatures):
        assert lengths[i] == len(signature.shingleprint)
        assert values[i, : lengths[i]].tolist() == signature.shingleprint.tolist()
        assert (values[i, lengths[i] :] == NO_PRINT).all()


def test_only_what_the_sketch_does_not_tell_is_held():
    assert len(SignatureTable.build(signed(30)).own_print) == 0
    other = SignatureTable.build(signed(30, Parameters(shingle=6)), Parameters(shingle=6))
    assert len(other.own_print) == (other.own_print_of != TOLD).sum() > 25


@settings(max_examples=examples(40), deadline=None)
@given(st.integers(0, 5), st.integers(0, 5), st.data())
def test_any_prints_can_be_given(left, right, data):
    """Some rows with the prints their sketches tell, some with others, in two tables put together."""

    def made(count, seed):
        table = SignatureTable.build(signed(count, seed=seed))
        values, lengths = table.prints(np.arange(count))
        for row in data.draw(st.sets(st.integers(0, max(0, count - 1)), max_size=count)) if count else ():
            chosen = sorted(data.draw(st.sets(st.integers(0, 2**32 - 1), max_size=128)))
            values[row] = NO_PRINT
            values[row, : len(chosen)] = chosen
            lengths[row] = len(chosen)
        return table.with_prints(values, lengths), values, lengths

    (a, a_values, a_lengths), (b, b_values, b_lengths) = made(left, 1), made(right, 2)
    both = SignatureTable.concatenate((a, b))
    everything = np.arange(len(both))
    values, lengths = both.prints(everything)
    assert np.array_equal(values, np.concatenate((a_values, b_values)))
    assert np.array_equal(lengths, np.concatenate((a_lengths, b_lengths)))
    backwards = both.rows(everything[::-1]).in_order()
    assert np.array_equal(backwards.prints(everything)[0], values[::-1])
    assert len(backwards.own_print) == (both.own_print_of != TOLD).sum()
    assert rows_of(both)[:left] == rows_of(a)
