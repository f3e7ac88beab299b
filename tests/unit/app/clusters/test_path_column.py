"""Names as one column of bytes: searched and sorted as one would name by name."""

import os

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.app.clusters import path_column
from simfinder.app.clusters.path_column import PathText
from simfinder.arrays.file_columns import FileColumns
from simfinder.model.file_record import FileRecord
from simfinder.model.path_rules import WINDOWS

NAMES = st.text(
    st.characters(exclude_characters="\0/\\", codec="utf-8") | st.sampled_from("abAB \udcff\u00dfÄ"),
    min_size=1,
    max_size=20,
)
PATHS = st.lists(NAMES, min_size=1, max_size=4).map(lambda parts: "/" + "/".join(parts))


def text_of(paths):
    return PathText(FileColumns.of(FileRecord(path, 1, i, 0, 0) for i, path in enumerate(paths)))


def plain_places(keys):
    return [sum(other < key for other in keys) for key in keys]


@given(st.lists(PATHS, max_size=30))
def test_names_and_folders_are_sorted_like_text(paths):
    split = [tuple(part.casefold() for part in os.path.split(path)) for path in paths]
    text = text_of(paths)
    assert text.names().tolist() == plain_places([name for _, name in split])
    assert text.folders().tolist() == plain_places([folder for folder, _ in split])


@given(
    st.lists(PATHS, max_size=30),
    st.text(max_size=4) | st.sampled_from(["a", "/", "SS", "\udcff"]),
    st.integers(1, 40),
)
def test_paths_that_hold_a_text(paths, wanted, piece):
    wanted = wanted.replace("\0", "")
    before, path_column._PIECE = path_column._PIECE, piece
    try:
        found = text_of(paths).holding(wanted)
    finally:
        path_column._PIECE = before
    assert found.tolist() == [wanted.casefold() in path.casefold() for path in paths]


def test_names_end_where_the_system_says(monkeypatch):
    paths = ["C:\\d\\b", "\\\\server\\share\\a", "C:/d\\c", "C:/d\\e/a"]
    assert text_of(paths).names().tolist() == plain_places(["c:\\d\\b", paths[1], "d\\c", "a"])
    monkeypatch.setattr(path_column, "OWN", WINDOWS)
    text = text_of(paths)
    assert text.names().tolist() == plain_places(["b", "a", "c", "a"])
    assert text.holding("d", part="folder").tolist() == [True, False, True, True]
    assert text.holding("d", part="name").tolist() == [False] * 4


def test_long_equal_beginnings_and_equal_names():
    stem = "/folder/" + "x" * 100
    paths = [stem + "b", stem, stem + "a", stem, stem + "ab", "/folder/" + "x" * 8, "/folder/" + "x" * 16]
    split = [os.path.split(path)[1] for path in paths]
    assert text_of(paths).names().tolist() == plain_places(split)


@pytest.mark.parametrize("paths", [[], ["/a"], ["a", "b/c"]])
def test_few(paths):
    text = text_of(paths)
    assert len(text.names()) == len(text.folders()) == len(text.holding("a")) == len(paths)


def test_many_paths_are_joined_in_pieces(monkeypatch):
    monkeypatch.setattr(path_column, "_AT_ONCE", 3)
    paths = [f"/f/{i % 7}.txt" for i in range(20)]
    assert np.flatnonzero(text_of(paths).holding("3.TXT")).tolist() == [3, 10, 17]
