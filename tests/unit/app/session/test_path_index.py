import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.app.session import scan_index
from simfinder.app.session.scan_index import PathPlaces
from simfinder.arrays.file_columns import FileColumns
from simfinder.model.file_record import FileRecord
from tests.helpers.examples import examples

names = st.binary(min_size=1, max_size=4).filter(lambda name: not {0, 47} & set(name)).map(os.fsdecode)


@settings(max_examples=examples(100), deadline=None)
@given(st.lists(st.tuples(names, names), unique=True, max_size=30), st.booleans())
def test_every_path_has_its_place_and_no_other(parts, collide):
    paths = [f"/{folder}/{name}" for folder, name in parts]
    listing = FileColumns.of(FileRecord(path, 1, i, 1, 2, 3, 4, False) for i, path in enumerate(paths))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scan_index, "_AT_ONCE", 7)
        if collide:
            patch.setattr(scan_index, "_number", lambda path: len(path) % 2)
        places = PathPlaces(listing)
        assert [places.of(path) for path in paths] == list(range(len(paths)))
        for other in ("", "/", "/a/not there at all", *(path + "x/y" for path in paths)):
            assert places.of(other) == -1
