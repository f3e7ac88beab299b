"""Folders and names as numbers, against the paths themselves."""

import os
import random

import numpy as np
import pytest
import xxhash

from simfinder.app.clusters.file_places import FilePlaces
from simfinder.arrays.file_columns import FileColumns
from simfinder.model.file_record import FileRecord

FOLDERS = ["/", "/a", "/a/b", "/a/c", "/b/b", "/b", "/a/ü", "/a/b/c\udcff"]
NAMES = ["x.txt", "y.txt", "ü.txt", "\udcff", "b"]
PATHS = sorted((os.path.join(folder, name) for folder in FOLDERS for name in NAMES), key=os.fsencode)


@pytest.fixture
def places():
    return FilePlaces(FileColumns.of(FileRecord(path, 1, i, 1, 1) for i, path in enumerate(PATHS)))


def alike(values):
    return [[one == other for other in values] for one in values]


def test_files_of_one_folder_and_of_folders_side_by_side(places):
    some = random.Random(1).sample(range(len(PATHS)), 30)
    own, above = places.folders(np.array(some))
    folders = [os.path.dirname(PATHS[file]) for file in some]
    assert alike(own.tolist()) == alike(folders)
    assert alike(above.tolist()) == alike([os.path.dirname(folder) for folder in folders])
    for numbers in (own, above):
        assert 0 <= numbers.min() <= numbers.max() < len(FOLDERS)


def test_files_of_one_name_however_often_they_are_asked_about(places, monkeypatch):
    rng = random.Random(2)
    for _ in range(4):
        some = rng.sample(range(len(PATHS)), 12)
        found = places.names(np.array(some)).tolist()
        assert alike(found) == alike([os.path.basename(PATHS[file]) for file in some])
    known = places.names(np.arange(len(PATHS))).tolist()
    monkeypatch.setattr(xxhash, "xxh3_64_intdigest", lambda _: pytest.fail("looked at again"))
    assert places.names(np.arange(len(PATHS))).tolist() == known
