import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.actions import nameages
from simfinder.actions.nameages import NameAges
from simfinder.actions.standing import age_of
from simfinder.model.files import FileRecord

NAMES = [
    "a v1",
    "a v2",
    "a",
    "a.bak",
    "b v1",
    "a final",
    "a draft",
    "a 2024-03-01",
    "a 2024-03-02",
    "v1",
    "v2",
]
RECORDS = [FileRecord(f"/{folder}/{name}.txt", 1, 1, 1, 5) for folder in "xy" for name in NAMES]


@given(
    st.lists(
        st.dictionaries(st.integers(0, len(RECORDS) - 1), st.integers(0, len(RECORDS) - 1), max_size=12),
        max_size=5,
    )
)
def test_as_asked_one_by_one(rounds):
    """Whatever was asked before."""
    ages = NameAges(RECORDS)
    for pairs in rounds:
        files, others = np.array(list(pairs), np.int32), np.array(list(pairs.values()), np.int32)
        expected = [age_of(RECORDS[file], RECORDS[other]) for file, other in pairs.items()]
        assert ages.of(files, others).tolist() == expected


def test_names_are_read_once(monkeypatch):
    ages = NameAges(RECORDS)
    files, others = np.array([0, 3, 5], np.int32), np.array([1, 2, 2], np.int32)
    assert ages.of(files, others).tolist() == [-1, -1, 1]
    monkeypatch.setattr(nameages, "name_order", lambda *_: pytest.fail("read again"))
    assert ages.of(files[::-1], others[::-1]).tolist() == [1, -1, -1]
    monkeypatch.undo()
    assert ages.of(np.array([0], np.int32), np.array([2], np.int32)).tolist() == [0]
    assert ages.of(np.array([0], np.int32), np.array([1], np.int32)).tolist() == [-1]
