import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.search.set_join import packed_rows
from tests.unit.search.twins.tables import as_numbers


@given(
    st.lists(st.tuples(st.integers(0, (1 << 23) - 1), st.booleans()), max_size=30),
    st.sampled_from([5, 1 << 24]),
)
def test_places_and_bits_come_back(given, rows):
    plain = np.array([place - (bit << 31) for place, bit in given], np.int32)
    held = packed_rows.room(len(given) + 2, rows)
    assert held.nbytes == (len(given) + 2) * (3 if rows == 5 else 4)
    packed_rows.append(held, 1, plain)
    assert as_numbers(held[1:-1]).tolist() == plain.tolist()
    for i, (place, bit) in enumerate(given, start=1):
        assert (packed_rows.place_at(held, i), packed_rows.has_bit(held, i)) == (place, bit)
        packed_rows.set_bit(held, i)
        assert (packed_rows.place_at(held, i), packed_rows.has_bit(held, i)) == (place, True)
        packed_rows.put(held, i, place)
        assert (packed_rows.place_at(held, i), packed_rows.has_bit(held, i)) == (place, False)


@pytest.mark.parametrize("rows", [packed_rows.NARROW, packed_rows.NARROW + 1])
def test_the_largest_place_has_room(rows):
    held = packed_rows.room(3, rows)
    packed_rows.append(held, 0, np.array([rows - 1, (rows - 1) - (1 << 31), 0], np.int32))
    assert as_numbers(held).tolist() == [rows - 1, rows - 1 - (1 << 31), 0]
    assert as_numbers(packed_rows.cut(held, 1)).tolist() == [rows - 1]
