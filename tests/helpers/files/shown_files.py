"""Pairs of versions of documents in every format that a person opens: notebooks, databases, sheets, mails, archives."""

import base64
import json
import random
import sqlite3
from email.message import EmailMessage

from tests.helpers.files import documents, office_files
from tests.helpers.files.packed import tar_of, zip_of

LINES = [
    f"Paragraph {n} of the minutes: the board met and agreed on the plan for garden number {n}."
    for n in range(12)
]
SECOND = [*LINES[:5], "A sentence about the shed was added in the second version.", *LINES[5:]]
ONE, TWO, THREE = (documents.picture(random.Random(n), 64, 48) for n in (21, 22, 23))


def notebook(number: int, picture: bytes) -> bytes:
    """A notebook of words, code that printed a number, and a drawing."""
    drawn = {"image/png": base64.b64encode(picture).decode(), "text/plain": ["<Figure>"]}
    cells = [
        {
            "cell_type": "markdown",
            "metadata": {},
            "source": ["# Analysis\n", *(f"{line}\n" for line in LINES)],
        },
        {
            "cell_type": "code",
            "execution_count": 1,
            "metadata": {},
            "source": [f"x = range({number})\n", "print(sum(x))"],
            "outputs": [{"output_type": "stream", "name": "stdout", "text": [f"{sum(range(number))}\n"]}],
        },
        {
            "cell_type": "code",
            "execution_count": 2,
            "metadata": {},
            "source": "plot(x)",
            "outputs": [{"output_type": "display_data", "metadata": {}, "data": drawn}],
        },
    ]
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells}, indent=1).encode()


def database(people: int) -> bytes:
    """A SQLite database of two tables, an index and a view."""
    made = sqlite3.connect(":memory:")
    made.execute("CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT, photo BLOB)")
    made.execute("CREATE TABLE notes(id INTEGER, words TEXT)")
    made.execute("CREATE INDEX by_name ON people(name)")
    made.execute("CREATE VIEW every AS SELECT * FROM people")
    rows = [(n, f"Person {n}", b"\0" * n if n else None) for n in range(people)]
    made.executemany("INSERT INTO people VALUES (?, ?, ?)", rows)
    made.executemany("INSERT INTO notes VALUES (?, ?)", [(n, LINES[n % 12]) for n in range(300)])
    made.commit()
    data = made.serialize()
    made.close()
    return data


def mail(lines: list[str], attached: dict[str, bytes]) -> bytes:
    """A mail with attachments."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "a@example.org", "b@example.org", "The minutes"
    message["Date"], message["Message-ID"] = "Mon, 02 Mar 2026 10:00:00 +0000", "<1@example.org>"
    message.set_content("\n\n".join(lines))
    for name, data in attached.items():
        message.add_attachment(data, maintype="application", subtype="octet-stream", filename=name)
    return bytes(message)


def sheet(seventh: int) -> bytes:
    """A workbook of a sheet with two columns."""
    cells = office_files.cell
    rows = [
        cells(f"A{n + 1}", f"apple {n}", "str") + cells(f"B{n + 1}", str(seventh if n == 7 else n))
        for n in range(40)
    ]
    return office_files.xlsx({"Fruit": [[row] for row in rows]})


def open_sheet(seventh: int) -> bytes:
    """The same as OpenDocument."""
    row, cells = office_files.ods_row, office_files.ods_cell
    rows = [row(cells(f"apple {n}"), cells(str(seventh if n == 7 else n))) for n in range(40)]
    return office_files.ods({"Fruit": rows})


def page(lines: list[str], picture: bytes) -> bytes:
    """A web page with a picture in it."""
    said = "".join(f"<p>{line}</p>" for line in lines)
    drawn = f'<img src="data:image/png;base64,{base64.b64encode(picture).decode()}">'
    return (
        f'<!doctype html><html><head><meta charset="utf-8"></head><body>{said}{drawn}</body></html>'.encode()
    )


def _first() -> dict[str, bytes]:
    docx = office_files.docx(LINES, {"word/media/image1.png": ONE, "word/media/image2.png": TWO})
    return {
        "report.docx": docx,
        "text.odt": office_files.odt(LINES, {"Pictures/1.png": ONE}),
        "slides.pptx": office_files.pptx([(LINES[:6], "1"), (LINES[6:], "2")]),
        "book.epub": office_files.epub(LINES),
        "sheet.xlsx": sheet(7),
        "sheet.ods": open_sheet(7),
        "letter.eml": mail(LINES, {"photo.png": ONE, "report.docx": docx}),
        "page.html": page(LINES, ONE),
        "note.ipynb": notebook(10, ONE),
        "data.sqlite": database(30),
    }


def _second() -> dict[str, bytes]:
    docx = office_files.docx(SECOND, {"word/media/image1.png": ONE, "word/media/image3.png": THREE})
    return {
        "report.docx": docx,
        "text.odt": office_files.odt(SECOND, {"Pictures/1.png": ONE}),
        "slides.pptx": office_files.pptx([(SECOND[:6], "1"), (SECOND[6:], "2")]),
        "book.epub": office_files.epub(SECOND),
        "sheet.xlsx": sheet(8),
        "sheet.ods": open_sheet(8),
        "letter.eml": mail(SECOND, {"photo.png": ONE, "report.docx": docx}),
        "page.html": page(SECOND, ONE),
        "note.ipynb": notebook(20, ONE),
        "data.sqlite": database(31),
    }


FIRST, SECOND_FILES = _first(), _second()
ARCHIVES = {
    "pack.zip": lambda files: zip_of({f"in/{name}": data for name, data in files.items()}),
    "pack.tar": lambda files: tar_of({f"in/{name}": data for name, data in files.items()}),
}
