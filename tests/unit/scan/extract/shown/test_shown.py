"""What people look at: cells of notebooks, tables of databases, sheets; and members taken out of their files."""

import sqlite3

import pytest

from simfinder.app.compare.contents.byte_window import UnreadableError
from simfinder.app.compare.contents.extract_contents import Contents
from simfinder.model.progress import Control
from tests.helpers.files import media_files, shown_files
from tests.helpers.files.packed import zip_of


@pytest.fixture
def contents():
    made = Contents()
    yield made
    made.close()


def shown(contents, path, data):
    path.write_bytes(data)
    found = contents.open(str(path), Control())
    return contents.shown(found, Control())


def test_a_notebook_is_its_cells(contents, tmp_path):
    found = shown(contents, tmp_path / "a.ipynb", shown_files.notebook(10, shown_files.ONE))
    lines = found.data.decode().splitlines()
    assert found.view == "notebook"
    assert lines[:2] == ["[1]", "# Analysis"]
    at = lines.index("In [1]:")
    assert lines[at + 1 : at + 5] == ["x = range(10)", "print(sum(x))", "Out [1]:", "45"]
    assert lines[-3:-1] == ["Out [2]:", "[cell 3, output 1.png]"]
    assert [member.name for member in found.media] == [b"cell 3, output 1.png"]
    assert contents.take(str(tmp_path / "a.ipynb"), (found.media[0].name,), Control()).data == shown_files.ONE


def test_a_database_is_its_tables(contents, tmp_path):
    found = shown(contents, tmp_path / "a.db", shown_files.database(30))
    lines = found.data.decode().split("\n")
    assert found.view == "database"
    assert "\fnotes (300)" in lines
    at = lines.index("\fpeople (30)")
    assert lines[at + 1].startswith("\vCREATE TABLE people")
    assert lines[at + 2 : at + 5] == ["id\tname\tphoto", "0\tPerson 0\tNULL", "1\tPerson 1\t(1 bytes)"]
    assert lines[at + 22] == "19\tPerson 19\t(19 bytes)"
    assert lines[at + 23] == "…"
    assert "\vCREATE INDEX by_name ON people(name)" in lines
    assert "\vCREATE VIEW every AS SELECT * FROM people" in lines


def test_a_database_runs_nothing_of_its_own(contents, tmp_path):
    """A view and a generated column that call functions; a virtual table."""
    path = tmp_path / "a.db"
    made = sqlite3.connect(path)
    made.execute("CREATE TABLE plain(a, b GENERATED ALWAYS AS (hex(zeroblob(100000000))))")
    made.execute("INSERT INTO plain VALUES (1)")
    made.execute("CREATE VIRTUAL TABLE words USING fts5(x)")
    made.commit()
    made.close()
    text = shown(contents, path, path.read_bytes()).data.decode()
    assert "\fplain (1)" in text
    assert "\na\n1\n" in text  # without the column that is computed
    assert "\fwords\n" in text


@pytest.mark.parametrize("damage", [b"SQLite format 3\0" + b"\xff" * 4000, b"SQLite format 3\0"])
def test_a_damaged_database_says_so(contents, tmp_path, damage):
    found = shown(contents, tmp_path / "a.db", damage)
    assert found.view == "raw"
    assert "damaged" in found.reason


def test_a_spreadsheet_is_its_sheets(contents, tmp_path):
    for name in ("sheet.xlsx", "sheet.ods"):
        text = shown(contents, tmp_path / name, shown_files.FIRST[name]).data.decode()
        assert text.startswith("\fFruit\napple 0\t0\n"), name


def test_other_files_are_what_they_were(contents, tmp_path):
    for name in ("report.docx", "letter.eml", "page.html"):
        path = tmp_path / name
        path.write_bytes(shown_files.FIRST[name])
        found = contents.open(str(path), Control())
        assert contents.shown(found, Control()) is found


@pytest.mark.parametrize("archive", list(shown_files.ARCHIVES))
def test_members_are_looked_into(contents, tmp_path, archive):
    path = tmp_path / archive
    path.write_bytes(shown_files.ARCHIVES[archive](shown_files.FIRST))
    for name, data in shown_files.FIRST.items():
        found = contents.open(str(path), Control(), within=(f"in/{name}".encode(),))
        assert found.file.data == data[: 256 * 1024], name
        assert found.file.size == len(data), name
    inner = contents.open(str(path), Control(), within=(b"in/report.docx",))
    assert inner.view == "office"
    assert inner.data.decode().startswith("Paragraph 0")
    picture = contents.take(str(path), (b"in/report.docx", b"word/media/image2.png"), Control())
    assert picture.data == shown_files.TWO


def test_a_member_of_an_archive_in_an_archive(contents, tmp_path):
    path = tmp_path / "outer.zip"
    path.write_bytes(zip_of({"a.txt": b"first", "inner.zip": zip_of({"b.txt": b"the second one"})}))
    for within in ((b"inner.zip/b.txt",), (b"inner.zip", b"b.txt")):
        assert contents.take(str(path), within, Control()).data == b"the second one"


def test_what_is_not_there(contents, tmp_path):
    path = tmp_path / "outer.zip"
    path.write_bytes(zip_of({"a.txt": b"first"}))
    with pytest.raises(UnreadableError, match="does not hold"):
        contents.take(str(path), (b"b.txt",), Control())


def test_a_member_is_cut_at_the_limit(contents, tmp_path):
    path = tmp_path / "outer.zip"
    path.write_bytes(zip_of({"a.txt": b"x" * 5000}))
    found = contents.take(str(path), (b"a.txt",), Control(), limit=100)
    assert (len(found.data), found.size) == (100, 5000)


def test_a_program_is_its_names_and_texts(contents, tmp_path):
    code = b"code that reads like text"
    found = shown(
        contents, tmp_path / "a.so", media_files.elf(code, b"for debuggers", b"said by it\0\1no\0\2" * 3)
    )
    assert found.view == "program"
    assert found.data.decode().splitlines().count("said by it") == 3
    assert b"code that" not in found.data
    assert b"debuggers" not in found.data
    wide = "Über uns: about us".encode("utf-16-le")
    found = shown(contents, tmp_path / "a.dll", media_files.pe(b"\x90" * 50, wide, b""))
    assert " about us" in found.data.decode()
    nothing = shown(contents, tmp_path / "b.so", media_files.elf(b"\x90" * 90, b"")[:40])
    assert nothing.view == "raw"
    assert nothing.reason
