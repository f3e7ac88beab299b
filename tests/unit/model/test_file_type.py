import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.model.file_type import type_of, types_of


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/a/report.docx", "docx"),
        ("/a/report.DOCX", "docx"),
        ("/a/report.docx.bak", "docx"),
        ("/a/x.py~", "py"),
        ("/a/notes.txt.orig", "txt"),
        ("/a/a.c.old", "c"),
        ("/a/a.c.orig.bak", "c"),
        ("/a/name.c.~3~", "c"),
        ("/a/notes.bak", "bak"),
        ("/a/archive.tar.gz", "gz"),
        ("/a.d/file", ""),
        ("/a/.bashrc", ""),
        ("/a/.config.json", "json"),
        ("/a/trailing.", ""),
        ("/a/...", ""),
        ("/a/Mr. Smith and others", ""),
        ("/a/x.", ""),
        ("/a/x.a\nb", ""),
        ("/a/\udcff.t\udcff", "t\udcff"),
        ("C:\\dir.x\\file.txt", "txt"),
        ("C:\\dir.x\\README", ""),
        ("c:\\dir.x\\README.bak", "bak"),
        ("\\\\server\\share.d\\README", ""),
        ("\\\\?\\C:\\dir.x\\a.b.orig", "b"),
        ("/a/back\\slash.txt", "txt"),
    ],
)
def test_type_of(path, expected):
    assert type_of(path) == expected


_PARTS = st.sampled_from(
    ["a", ".", "txt", "TXT", "bak", "~", ".~3~", "/", "\\", "\\\\", "C:", " ", "old", "\n", "json"]
)


@given(st.lists(st.lists(_PARTS, max_size=8).map("".join), max_size=12))
def test_many_at_once_are_as_one_by_one(paths):
    assert types_of(paths) == [type_of(path) for path in paths]
