import pytest

from simfinder.model.filetype import type_of


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
        ("/a/back\\slash.txt", "txt"),
    ],
)
def test_type_of(path, expected):
    assert type_of(path) == expected
