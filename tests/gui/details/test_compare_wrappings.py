"""Compare in the window, for the same words in every wrapping and for what is inside what: text, never bytes."""

import base64
import gzip
import random
from email.message import EmailMessage

import pytest

from simfinder.app.compare.compare_files import ComparisonKind
from simfinder.gui.cluster_tree.model.row_kinds import Row
from simfinder.gui.controllers.details_loader import Request
from simfinder.gui.details.compare.image_compare import CompareMode
from simfinder.gui.details.details_panel import COMPARE
from tests.gui.conftest import LONG
from tests.helpers.files import documents, office_files
from tests.helpers.files.packed import tar_of, zip_of
from tests.helpers.files.pdf_files import Page, pdf

LINES = [
    "Minutes",
    "The board met on Monday and agreed on the plan for the garden; nobody was against it, and the money is there.",
    "Ärger gab es über die Straße: 3 × „nein“ – and a line with ≈ 20 more words so that there is enough to compare "
    "by words alone.",
    "apples 3 pears 4",
]  # what LibreOffice saved in office.rtf and word97.doc
PLAIN = [LINES[0], LINES[1], "And a line with 20 more words so that there is enough to compare.", LINES[3]]
WORDS = [documents.words(random.Random(n), 300) for n in range(4)]
PICTURE = documents.picture(random.Random(9))
NEAR = documents.picture(random.Random(10), 60, 40)


def page(lines):
    """A web page of some lines."""
    said = "".join(f"<p>{line}</p>" for line in lines)
    head = '<head><meta charset="utf-8"><title>x</title></head>'
    return f"<!doctype html><html>{head}<body>{said}</body></html>".encode()


def mail(text, attached):
    """A mail with files."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "a@example.org", "b@example.org", "The minutes"
    message["Date"], message["Message-ID"] = "Mon, 02 Mar 2026 10:00:00 +0000", "<1@example.org>"
    message.set_content(text)
    for name, (data, kind) in attached.items():
        main, sub = kind.split("/")
        message.add_attachment(data, maintype=main, subtype=sub, filename=name)
    return bytes(message)


DOCX = office_files.docx([text.decode() for text in WORDS[:2]])
FILES = {
    "text.docx": office_files.docx(LINES),
    "text.odt": office_files.odt(LINES),
    "text.rtf": office_files.saved("office.rtf"),
    "text.doc": office_files.saved("word97.doc"),
    "text.epub": office_files.epub(LINES),
    "text.html": page(LINES),
    "text.md": "\n\n".join(["# " + LINES[0], *LINES[1:]]).encode(),
    "plain.docx": office_files.docx(PLAIN),
    "plain.pdf": pdf([Page(lines=PLAIN)]),
    "attached/report.docx": DOCX,
    "attached/notes.txt": WORDS[2],
    "attached/photo.png": PICTURE,
    "attached/icon.png": NEAR,
    "letter.eml": mail(
        WORDS[3].decode(),
        {
            "report.docx": (DOCX, "application/octet-stream"),
            "notes.txt": (WORDS[2], "application/octet-stream"),
            "photo.png": (PICTURE, "image/png"),
        },
    ),
    "style.css": b"a { background: url(data:image/png;base64," + base64.b64encode(NEAR) + b") }\n",
    "page.html": page([f'<img src="data:image/png;base64,{base64.b64encode(NEAR).decode()}">', *PLAIN[:1]]),
    "drawing.svg": b'<svg xmlns="http://www.w3.org/2000/svg"><text>A drawing.</text><image href="data:image/'
    b"png;base64," + base64.b64encode(NEAR) + b'"/></svg>',
    "with.docx": office_files.docx(["Some other words."] * 20, {"word/media/image1.png": PICTURE}),
    "all.zip": zip_of({"in/notes.txt": WORDS[2], "in/other.txt": WORDS[3]}),
    "all.tar.gz": gzip.compress(tar_of({"in/notes.txt": WORDS[2], "in/second.txt": WORDS[0]})),
    "log.txt": WORDS[1],
    "log.txt.gz": gzip.compress(WORDS[1]),
}
TEXTS = [
    *(("text.docx", f"text.{form}") for form in ("odt", "rtf", "doc", "epub", "html", "md")),
    ("text.md", "text.epub"),
    ("plain.docx", "plain.pdf"),
    ("log.txt", "log.txt.gz"),
]
PARTS = [
    ("attached/report.docx", "letter.eml", "report.docx", ComparisonKind.TEXT),
    ("attached/notes.txt", "letter.eml", "notes.txt", ComparisonKind.TEXT),
    ("attached/photo.png", "letter.eml", "photo.png", ComparisonKind.IMAGE),
    ("attached/icon.png", "style.css", "embedded 1", ComparisonKind.IMAGE),
    ("attached/icon.png", "page.html", "embedded 1", ComparisonKind.IMAGE),
    ("attached/icon.png", "drawing.svg", "embedded 1", ComparisonKind.IMAGE),
    ("attached/photo.png", "with.docx", "word/media/image1.png", ComparisonKind.IMAGE),
    ("attached/notes.txt", "all.zip", "in/notes.txt", ComparisonKind.TEXT),
    ("attached/notes.txt", "all.tar.gz", "in/notes.txt", ComparisonKind.TEXT),
]


@pytest.fixture
def shown(qtbot, make, scan, tmp_path, monkeypatch):
    """A window that has scanned all of them, and knows what is inside what."""
    monkeypatch.setattr("simfinder.gui.controllers.verify_scheduler.BEGIN_MS", 10)
    for name, data in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    window = make([str(tmp_path)])
    scan(window)
    qtbot.waitUntil(lambda: window.workspace.insides is not None and not window.checks.running, timeout=LONG)
    window.details.tabs.setCurrentIndex(COMPARE)
    return window


def chosen(qtbot, window, key):
    """Choose a row; return the comparison that came."""
    model, tree = window.clusters.model, window.clusters.tree
    index = model.index_of_key(key)
    assert index.isValid(), key
    with qtbot.waitSignal(window.details._loader.loaded, timeout=LONG) as loaded:
        tree.setCurrentIndex(index)
    return loaded.args[0].comparison


def lines_of(view):
    """The lines in the text page and their signs."""
    return [(view.line(i).sign, view.line(i).text) for i in range(view.blockCount())]


def test_the_same_words_are_compared_as_text(qtbot, shown, tmp_path):
    session, panel, compare = shown.workspace.session, shown.details, shown.details.compare
    for left, right in TEXTS:
        a, b = (str(tmp_path / name) for name in (left, right))
        panel._shown = Request(session, session.file_of(a), a, b, other=True)  # as a person chooses it
        with qtbot.waitSignal(panel._loader.loaded, timeout=LONG) as loaded:
            panel._loader.ask(panel._shown)
        comparison = loaded.args[0].comparison
        assert comparison.kind is ComparisonKind.TEXT, (left, right)
        assert compare.pages.currentWidget() is compare.text, (left, right)
        equal = [text for sign, text in lines_of(compare.code) if sign not in ("+", "−")]
        assert any("board met on Monday" in text for text in equal) or left.startswith("log"), (left, right)
        assert len(equal) > len(comparison.rows) / 2, (left, right)


def test_what_is_inside_is_shown_beside_itself(qtbot, shown, tmp_path):
    session, compare = shown.workspace.session, shown.details.compare
    rows = shown.clusters.model.rows
    for part, whole, name, kind in PARTS:
        w, p = (session.file_of(str(tmp_path / path)) for path in (whole, part))
        key = next(key for kind in (Row.PART, Row.HOLDER) if rows.position_of(key := (kind, w, p))[1] >= 0)
        comparison = chosen(qtbot, shown, key)
        assert comparison.kind is kind, (part, whole)
        assert comparison.inside.names[0].decode() == name
        assert compare.summary.isVisible()
        assert compare.summary.text() == f"This very file is in the other one, as {name}."
        if kind is ComparisonKind.TEXT:
            assert compare.pages.currentWidget() is compare.text
            lines = lines_of(compare.code)
            assert lines
            assert not {sign for sign, _ in lines} & {"+", "−", "⋯"}
            assert len(lines) >= len(comparison.rows)
        else:
            assert compare.pages.currentWidget() is compare.images
            assert compare.images.modes.currentIndex() != CompareMode.BYTES
            details = compare._details
            assert details.image.is_drawn
            assert details.kept_image.image == details.image.image
            captions = [compare.images.left.accessibleName(), compare.images.right.accessibleName()]
            assert not [text for text in captions if "in truth" in text], whole
