"""Many texts packed into one equal the texts one by one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.arrays.packed_strings import Texts

ANY = st.lists(st.text(st.characters() | st.characters(categories=["Cs"]), max_size=8), max_size=12)


@given(ANY)
def test_there_and_back(texts):
    packed = Texts(iter(texts))
    assert len(packed) == len(texts)
    assert list(packed) == texts
    assert [packed[i] for i in range(len(texts))] == texts
    assert packed[1:] == texts[1:]
    assert packed[2:-1] == texts[2:-1]
    assert packed[5:3] == texts[5:3]
    assert packed[::-2] == texts[::-2]


def test_ends():
    packed = Texts(["one", "", "caf\udce9"])
    assert (packed[-1], packed[-2], packed[-3]) == ("caf\udce9", "", "one")
    with pytest.raises(IndexError):
        packed[3]
    assert list(Texts()) == []
