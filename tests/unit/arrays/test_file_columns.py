"""Files as columns equal the records they were made from."""

import os

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.arrays import file_columns
from simfinder.arrays.file_columns import FileColumns
from simfinder.model.file_record import FileRecord

NAMES = st.binary(min_size=1, max_size=12).map(
    lambda b: os.fsdecode(b.replace(b"\0", b"0").replace(b"/", b"|"))
)
RECORDS = st.builds(
    FileRecord,
    st.lists(NAMES, min_size=1, max_size=4).map(lambda parts: "/" + "/".join(parts)),
    st.integers(0, 2**64 - 1),
    st.integers(0, 2**64 - 1),
    st.integers(0, 2**62),
    st.integers(-(2**62), 2**62),
    st.integers(-(2**62), 2**62),
    st.integers(0, 2**31),
    st.booleans(),
)


@given(st.lists(RECORDS, max_size=20))
def test_there_and_back(records):
    listing = FileColumns.of(records)
    assert len(listing) == len(records)
    assert list(listing) == records
    assert listing == records
    assert [listing[i] for i in range(len(records))] == records
    assert listing.paths() == [record.path for record in records]
    assert listing.sizes.tolist() == [record.size for record in records]
    assert listing.mtimes.tolist() == [record.mtime_ns for record in records]
    assert FileColumns.of(listing) is listing


@given(st.lists(RECORDS, min_size=1, max_size=12), st.data())
def test_some_of_them(records, data):
    rows = data.draw(st.lists(st.integers(0, len(records) - 1), max_size=15))
    taken = FileColumns.of(records).take(np.array(rows, dtype=np.int64))
    assert taken == [records[i] for i in rows]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(file_columns, "_AT_ONCE", 4)
        places = np.array(rows, dtype=np.int64)
        assert list(FileColumns.of(records).records(places)) == [records[i] for i in rows]
        assert list(FileColumns.of(records).paths_of(places)) == [records[i].path for i in rows]


def test_slices_and_ends():
    records = [FileRecord(f"/r/{i}", 1, i, i, i) for i in range(5)]
    listing = FileColumns.of(records)
    assert listing[-1] == records[-1]
    assert listing[1:4] == records[1:4]
    assert listing[::-1] == records[::-1]
    with pytest.raises(IndexError):
        listing[5]
    assert listing != records[:4]
    assert listing != 3


def test_another_file_by_now():
    listing = FileColumns.of([FileRecord("/r/a", 1, 2, 3, 4), FileRecord("/r/b", 1, 3, 3, 4)])
    other = FileRecord("/r/a", 2**63 + 5, 7, 8, 9, 10, 0o100600, protected=True)
    listing.replace(0, other)
    assert listing[0] == other
    assert listing[1] == FileRecord("/r/b", 1, 3, 3, 4)
