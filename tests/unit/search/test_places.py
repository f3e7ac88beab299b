import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.search import places


@given(
    st.lists(st.tuples(st.integers(0, (1 << 23) - 1), st.booleans()), max_size=30),
    st.sampled_from([5, 1 << 24]),
)
def test_places_and_bits_come_back(given, rows):
    plain = np.array([place - (bit << 31) for place, bit in given], np.int32)
    held = places.room(len(given) + 2, rows)
    assert held.nbytes == (len(given) + 2) * (3 if rows == 5 else 4)
    places.append(held, 1, plain)
    assert places.as_numbers(held[1:-1]).tolist() == plain.tolist()
    for i, (place, bit) in enumerate(given, start=1):
        assert (places.place_at(held, i), places.has_bit(held, i)) == (place, bit)
        places.set_bit(held, i)
        assert (places.place_at(held, i), places.has_bit(held, i)) == (place, True)
        places.put(held, i, place)
        assert (places.place_at(held, i), places.has_bit(held, i)) == (place, False)


@pytest.mark.parametrize("rows", [places.NARROW, places.NARROW + 1])
def test_the_largest_place_has_room(rows):
    held = places.room(3, rows)
    places.append(held, 0, np.array([rows - 1, (rows - 1) - (1 << 31), 0], np.int32))
    assert places.as_numbers(held).tolist() == [rows - 1, rows - 1 - (1 << 31), 0]
    assert places.as_numbers(places.cut(held, 1)).tolist() == [rows - 1]
