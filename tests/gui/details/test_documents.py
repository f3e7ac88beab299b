"""Documents of every format in the window: text or tables in Preview and Compare, never bytes, and their pictures."""

import os
from types import SimpleNamespace

import pytest
from PySide6.QtWidgets import QApplication

from simfinder.app.compare.compare_files import ComparisonKind
from simfinder.app.compare.contents.preview import PreviewKind
from simfinder.app.compare.member_diff import MemberState
from simfinder.gui.controllers.details_loader import Request
from simfinder.gui.details.compare.compare_panel import BYTES, MAIN
from simfinder.gui.details.compare_window import CompareWindow
from simfinder.gui.details.details_panel import COMPARE, PREVIEW
from simfinder.gui.details.viewers import media_table
from simfinder.gui.details.viewers.media_table import media_counts
from tests.gui.conftest import LONG
from tests.helpers.files import shown_files

BASIS = {
    "sheet.xlsx": "Rows of the sheets",
    "sheet.ods": "Rows of the sheets",
    "note.ipynb": "Cells of the notebooks and what they printed",
    "data.sqlite": "Tables of the databases, the first rows of each",
}
TABLES = ("sheet.xlsx", "sheet.ods", "data.sqlite")
MEDIA = {
    "report.docx": ["image1.png", "image2.png"],
    "text.odt": ["1.png"],
    "letter.eml": ["photo.png", "report.docx"],
    "page.html": ["embedded 1"],
    "note.ipynb": ["cell 3, output 1.png"],
}


@pytest.fixture
def shown(qtbot, make, scan, tmp_path):
    """A window that has scanned two versions of each, and archives of all of them."""
    for folder, files in (("v1", shown_files.FIRST), ("v2", shown_files.SECOND_FILES)):
        (tmp_path / folder).mkdir()
        packed = {name: pack(files) for name, pack in shown_files.ARCHIVES.items()}
        for name, data in {**files, **packed}.items():
            (tmp_path / folder / name).write_bytes(data)
    window = make([str(tmp_path)])
    scan(window)
    qtbot.waitUntil(  # the folders explain most clusters: once these are folded, another file is chosen
        lambda: window.overview.settled and window.clusters.settled and not window.work.busy, timeout=LONG
    )
    return window


def compared(qtbot, window, left, right):
    """Compare two files as a person chooses it; return what came."""
    session, panel = window.workspace.session, window.details
    panel._shown = Request(session, session.file_of(left), left, right, other=True)
    with qtbot.waitSignal(panel._loader.loaded, timeout=LONG) as loaded:
        panel._loader.ask(panel._shown)
    return loaded.args[0]


def drawn(qtbot, table):
    """Wait until the small pictures are there."""
    qtbot.waitUntil(lambda: not table._job.running, timeout=LONG)


def test_preview_and_compare_of_every_format(qtbot, shown, tmp_path):
    details = shown.details
    for name in shown_files.FIRST:
        found = compared(qtbot, shown, str(tmp_path / "v1" / name), str(tmp_path / "v2" / name))
        details.tabs.setCurrentIndex(PREVIEW)
        kind = PreviewKind.TABLES if name in TABLES else PreviewKind.TEXT
        assert found.preview.kind is kind, name
        page = details.preview.tables if name in TABLES else details.preview.code
        assert details.preview.pages.currentWidget() is page, name
        media = details.preview.media
        assert [media._texts[i][media_table.NAME] for i in range(media.rowCount())] == MEDIA.get(name, []), (
            name
        )
        assert media.isVisible() is (name in MEDIA), name
        details.tabs.setCurrentIndex(COMPARE)
        compare = details.compare
        assert found.comparison.kind is ComparisonKind.TEXT, name
        assert compare.pages.currentWidget() is compare.text, name
        changed = [row for row in found.comparison.rows if row.kind != "equal"]
        assert 0 < len(changed) < 6, (name, changed)
        prose = "Text of the documents"
        assert compare.basis.whole() == BASIS.get(name, prose), name


def test_pictures_say_what_is_the_same(qtbot, shown, tmp_path):
    found = compared(qtbot, shown, *(str(tmp_path / folder / "report.docx") for folder in ("v1", "v2")))
    shown.details.tabs.setCurrentIndex(COMPARE)
    table = shown.details.compare.media
    drawn(qtbot, table)
    rows = [
        (texts[media_table.NAME], texts[media_table.PIXELS], texts[media_table.STATE])
        for texts in table._texts
    ]
    assert rows == [
        ("image2.png", "64 × 48", "only here"),
        ("image3.png", "64 × 48", "only in the other one"),
        ("image1.png", "64 × 48", "same"),
    ]
    assert table.horizontalHeaderItem(media_table.NAME).text() == "1 of 3 pictures is the same"
    sentences = shown.details.why.words.text().splitlines()
    assert "1 of 3 pictures is the same." in sentences
    measured = next(i for i, text in enumerate(sentences) if text.startswith(("Measured", "Estimated")))
    assert sentences.index("1 of 3 pictures is the same.") == measured + 1
    colors = {table.item(i, 0).icon().pixmap(table.iconSize()).toImage().pixel(18, 18) for i in range(3)}
    assert len(colors) == 3  # three pictures, and none is blank
    assert found.comparison.media is not None


def test_bytes_stay_a_tab(qtbot, shown, tmp_path):
    compared(qtbot, shown, *(str(tmp_path / folder / "data.sqlite") for folder in ("v1", "v2")))
    shown.details.tabs.setCurrentIndex(COMPARE)
    compare = shown.details.compare
    compare.forms.setCurrentIndex(BYTES)
    qtbot.waitUntil(lambda: compare.file_bytes._windows is not None, timeout=LONG)
    assert compare.pages.currentWidget() is compare.file_bytes
    left, right = compare.file_bytes._windows
    assert left.read(0, 16) == right.read(0, 16) == b"SQLite format 3\0"
    compare.forms.setCurrentIndex(MAIN)
    assert compare.pages.currentWidget() is compare.text


@pytest.mark.parametrize("archive", [*shown_files.ARCHIVES, "letter.eml"])
def test_a_file_is_compared_with_the_member_of_its_name(qtbot, shown, tmp_path, archive):
    found = compared(qtbot, shown, str(tmp_path / "v1" / "report.docx"), str(tmp_path / "v2" / archive))
    comparison = found.comparison
    assert comparison.kind is ComparisonKind.TEXT
    assert comparison.counterpart
    name = "report.docx" if archive == "letter.eml" else "in/report.docx"
    assert shown.details.compare.basis.whole() == f"With {name} in {archive}"
    assert [row.text for row in comparison.rows if row.kind != "equal"] == [shown_files.SECOND[5]]
    assert (
        f"Beside {name}: The same paragraphs but for 1 only in the other one."
        == shown.details.why.answer.text()
    )


def test_members_open(qtbot, shown, tmp_path):
    """A row of two archives opens what both have of that name, in a window of its own."""
    compared(qtbot, shown, *(str(tmp_path / folder / "pack.zip") for folder in ("v1", "v2")))
    shown.details.tabs.setCurrentIndex(COMPARE)
    compare = shown.details.compare
    assert compare.pages.currentWidget() is compare.members
    names = [row.name for row in compare._comparison.members.rows]
    compare.members.activated.emit(compare.members.model().index(names.index(b"in/data.sqlite"), 1))
    window = opened()
    qtbot.waitUntil(lambda: window.compare.pages.currentWidget() is window.compare.text, timeout=LONG)
    assert window.title.whole().count("in/data.sqlite") == 2
    texts = [row.text for row in window.compare._comparison.rows if row.kind != "equal"]
    assert texts == ["people (30)", "people (31)"]
    window.close()


def opened():
    """The window that was opened last."""
    return [
        one for one in QApplication.topLevelWidgets() if isinstance(one, CompareWindow) and one.isVisible()
    ][-1]


def test_sheets_are_tables(qtbot, shown, tmp_path):
    compared(qtbot, shown, *(str(tmp_path / folder / "data.sqlite") for folder in ("v1", "v2")))
    tables = shown.details.preview.tables
    assert [tables.tabs.tabText(i) for i in range(tables.tabs.count())] == ["notes (300)", "people (30)", "…"]
    tables.tabs.setCurrentIndex(1)
    model = tables.cells.model()
    assert [model.headerData(i, tables.cells.horizontalHeader().orientation()) for i in range(3)] == [
        "id",
        "name",
        "photo",
    ]
    assert [model.index(1, i).data() for i in range(3)] == ["1", "Person 1", "(1 bytes)"]
    assert tables.about.text().startswith("CREATE TABLE people")


def test_a_smaller_picture_is_the_same_picture(qtbot, make, scan, tmp_path):
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QImage

    image = QImage.fromData(shown_files.documents.picture(shown_files.random.Random(5), 320, 240))
    image.save(os.fspath(tmp_path / "large.png"))
    image.scaled(160, 120, mode=Qt.TransformationMode.SmoothTransformation).save(
        os.fspath(tmp_path / "small.png")
    )
    other = image.copy()
    for x in range(100, 140):
        for y in range(80, 120):
            other.setPixelColor(x, y, Qt.GlobalColor.black)
    other.scaled(160, 120, mode=Qt.TransformationMode.SmoothTransformation).save(
        os.fspath(tmp_path / "other.png")
    )
    window = make([str(tmp_path)])
    scan(window)
    compared(qtbot, window, str(tmp_path / "small.png"), str(tmp_path / "large.png"))
    assert window.details.why.answer.text() == "The same picture, smaller: 160 × 120 instead of 320 × 240."
    compared(qtbot, window, str(tmp_path / "large.png"), str(tmp_path / "small.png"))
    assert window.details.why.answer.text() == "The same picture, larger: 320 × 240 instead of 160 × 120."
    compared(qtbot, window, str(tmp_path / "other.png"), str(tmp_path / "large.png"))
    assert "same picture" not in window.details.why.answer.text()


@pytest.mark.parametrize(
    ("names", "same", "said"),
    [
        (["word/media/image1.png"], 1, "The one picture is the same"),
        (
            ["word/media/image1.emf"],
            1,
            "The one picture is the same",
        ),  # can't be shown, and is a picture still
        (["ppt/media/a.wmf", "ppt/media/b.heic"], 0, "None of the pictures is the same"),
        (["word/embeddings/sheet.xlsx"], 1, "The one embedded file is the same"),
        (["a/sheet.xlsx", "a/b.png"], 2, "All 2 embedded files are the same"),
        (["a/sheet.xlsx", "a/b.png"], 1, "1 of 2 embedded files is the same"),
        (["a/sheet.xlsx", "a/b.bin"], 0, "None of the embedded files is the same"),
    ],
)
def test_what_is_embedded_is_counted_by_its_name(names, same, said):
    states = [MemberState.SAME] * same + [MemberState.CHANGED] * (len(names) - same)
    rows = [
        SimpleNamespace(name=name.encode(), state=state) for name, state in zip(names, states, strict=True)
    ]
    assert media_counts(rows) == said
