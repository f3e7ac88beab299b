"""Other languages: nothing that is said escapes translation, German is whole, and fits into the window."""

import os
import random
import re

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTabBar

from simfinder.app.compare.contents.byte_window import window_of
from simfinder.app.settings.settings import Settings, load
from simfinder.gui.cluster_tree.cluster_panel import RowMenu
from simfinder.gui.cluster_tree.row_painting import box_rect
from simfinder.gui.details.viewers.code_view import CodeView
from simfinder.gui.details.viewers.hex_view import HexView
from simfinder.gui.dialogs.history_and_problems import ProblemsDialog
from simfinder.gui.jobs.job_bridge import JobBridge
from simfinder.gui.sidebar.tolerance_row import ToleranceRow
from simfinder.gui.style import palette, stylesheet
from simfinder.gui.style.palette import LIGHT
from simfinder.gui.wording.language import of_system
from simfinder.model.file_record import Problem
from tests.gui.window.test_everyday import dialogs, faults, letters, settle  # noqa: F401 - fixtures
from tests.helpers.files import documents
from tests.helpers.files.packed import docx_of, tar_of, zip_of
from tests.helpers.files.trees import write
from tests.helpers.results.said import marked, said_by, unmarked
from tests.helpers.screen.dialogs import LONG


def test_pieces_between_values_are_marked():
    assert marked("Skipped: %1.") == "⟦Skipped: ⟧%1."
    assert unmarked("⟦Skipped: ⟧120 hidden.").split() == ["120", "hidden."]
    assert unmarked("⟦All of ⟦them⟧ here⟧").strip() == ""


DATA = re.compile(
    r"<[^>]*>"  # tags
    r"|~?/\S*…?\S*( folder)?"  # paths, shortened too
    r"|\d[\d.,:–-]* ?([kMGT]?B|s|min|h)\b"
    r"|\.[\w+]+"  # types
    r"|\b(Ctrl|Shift|Alt|Del|Ins|Home|End|PgUp|PgDown|Esc|F\d+|Space|Enter|Return|Backspace|[A-Z])\b"
    r"|\b[A-Z]{3,4} · (RGBA?|L|P)\b"  # forms of pictures
    r"|SimFinder|English|Deutsch"
)
ALONE = {
    "kB",
    "MB",
    "GB",
    "TB",
    "iso vmdk",
    "*.tmp\nbuild/\nnode_modules/",
    "*draft*\n/letters/",
}  # units, examples
FIGURES = {"LetterRows", "TagBars"}  # show nothing but characters and digits


def leaks(top, names):
    """Words of a window that nobody translated, less the names of files and types."""
    found = set()
    for where, text in said_by(top):
        rest = unmarked(text)
        rest = names.sub(" ", rest)
        if where not in FIGURES and text not in ALONE and re.search(r"[^\W\d_]{2,}", DATA.sub(" ", rest)):
            found.add((where, text))
    return sorted(found)


@pytest.fixture
def names(tree):
    """Finds names of files, of folders and of types."""
    paths = [path[len(os.path.dirname(tree.root)) + 1 :] for path in tree.files()]
    known = {part for path in paths for part in path.split("/")} | {tree.root, os.path.dirname(tree.root)}
    known |= set(tree.files()) | {os.path.dirname(path) for path in tree.files()}
    known |= {LONG, os.path.basename(LONG), os.path.dirname(LONG), os.path.dirname("/backup" + LONG)}
    known |= {name.rsplit(".")[-1] for name in known if "." in name}
    longest_first = sorted(known, key=len, reverse=True)
    return re.compile(rf"(?<!\w)({'|'.join(map(re.escape, longest_first))})(?!\w)")


def test_nothing_that_is_said_escapes_translation(qtbot, marking, names, request):
    window = request.getfixturevalue("scanned")
    window.commands.mark_older.trigger()
    window.clusters.tree.expandAll()
    found = leaks(window, names)
    for action in window.commands.views.actions():
        action.trigger()
        qtbot.wait(30)
        found += leaks(window, names)
    assert not found, "\n".join(map(str, sorted(set(found))))


def test_no_dialog_has_words_that_escape_translation(qtbot, marking, names, request):
    request.getfixturevalue("scanned")
    for name, dialog in request.getfixturevalue("dialogs")():
        found = leaks(dialog, names)
        assert not found, (name, found)


def test_no_view_of_a_file_has_words_that_escape_translation(qtbot, marking, make, scan, tmp_path):
    """Texts, bytes, pictures, documents, archives, damaged ones; each alone, compared, explained, and its menu."""
    draw = random.Random(9)
    text = [" ".join(f"{draw.randrange(10**6):06d}" for _ in range(9)) for _ in range(150)]
    files = {f"{number}/{number}.txt": draw.randbytes(3000) for number in range(6)}
    picture = documents.picture(draw, 64, 48)
    unlike = zip_of(files)
    for name, data, later in (
        ("1.txt", "\n".join(text).encode(), "\n".join([*text, "7"]).encode()),
        ("2.docx", docx_of(text), docx_of([*text, "7"])),
        ("3.tar", tar_of(files), tar_of(files | {"9": b"9"})),
        ("4.zip", unlike[:-50], unlike[:-40]),
        ("5.png", picture, documents.revise_picture(draw, picture)),
        ("6.bin", draw.randbytes(40_000), b""),
    ):
        write(tmp_path, f"1{name}", data, 1_600_000_000)
        write(tmp_path, f"2{name}", later or documents.revise_binary(draw, data), 1_700_000_000)
    write(
        tmp_path,
        "3whole.bin",
        b"0" * 10 + (tmp_path / "16.bin").read_bytes() * 1 + draw.randbytes(90_000),
        10**9,
    )
    window = make([tmp_path])
    scan(window)
    names = re.compile(
        rf"{re.escape(str(tmp_path))}\S*|\S*…\S*|\b[12][1-6]\.[a-z]\w+|3whole\.bin|PNG · RGB|\b[0-9a-f]{{4,6}}\b"
    )
    model, tree = window.clusters.model, window.clusters.tree
    tabs = window.details.findChild(QTabBar)
    seen, found = 0, []
    for row in range(model.rowCount()):
        cluster = model.index(row, 0)
        for number in range(model.rowCount(cluster)):
            index = model.index(number, 0, cluster)
            window.details._shown = None
            with qtbot.waitSignal(window.details._loader.loaded, timeout=20_000):
                tree.setCurrentIndex(index)
                window.details._ask()
            for tab in range(tabs.count()):
                tabs.setCurrentIndex(tab)
                qtbot.wait(10)
                found += leaks(window.details, names)
            menu = RowMenu(window.clusters, window.workspace, index)
            found += leaks(menu, names)
            menu.deleteLater()
            seen += 1
    assert seen >= 12
    for line in window.tolerances.findChildren(ToleranceRow):
        found += leaks(line.make_menu(), names)
    dialog = ProblemsDialog(
        [
            Problem(str(tmp_path / "1"), reason)
            for reason in ("is damaged (7)", "Permission denied", "is encrypted")
        ]
    )
    found += leaks(dialog, names)
    dialog.deleteLater()
    assert not found, "\n".join(map(str, sorted(set(found))))


# from right to left
@pytest.fixture
def mirrored(look):
    look.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    yield
    look.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def ink(widget):
    """By columns: how many pixels of a widget are not of its ground."""
    image = widget.grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)
    width, lines = image.bytesPerLine(), bytes(image.constBits())
    return [
        len(column) - column.count(lines[-1:]) for column in (lines[x::width] for x in range(image.width()))
    ]


def test_rows_of_clusters_do_not_overlap_from_right_to_left(qtbot, look, mirrored, request):
    window = request.getfixturevalue("scanned")
    tree = window.clusters.tree
    tree.collapseAll()
    tree.clearSelection()
    qtbot.wait(30)
    there = ink(tree.viewport())
    look.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    qtbot.wait(30)
    here = ink(tree.viewport())
    assert sum(there) == pytest.approx(sum(here), rel=0.08)  # words on words would be fewer pixels
    half = len(here) // 2
    assert sum(here[:half]) > sum(here[half:])
    assert sum(there[:half]) < sum(there[half:])


def test_a_box_is_ticked_where_it_is_from_right_to_left(qtbot, mirrored, request):
    window = request.getfixturevalue("scanned")
    model, tree = window.clusters.model, window.clusters.tree
    index = model.index(1, 0, model.index(0, 0))
    cell = tree.visualRect(index)
    box = box_rect(cell).center()
    for place, marks in ((QPoint(cell.left() + cell.right() - box.x(), box.y()), 1), (box, 1)):
        QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=place)
        qtbot.wait(10)
        assert len(window.workspace.session.marks) == marks
    there = tree.viewport().grab(cell).toImage()
    tick = there.pixelColor(cell.width() - 1 - (box.x() - cell.left()), cell.height() // 2 + 5).name()
    assert tick == palette.LIGHT.accent


def test_nothing_is_cut_from_right_to_left(qtbot, mirrored, request):
    window = request.getfixturevalue("scanned")
    window.resize(1024, 640)
    sides = window.top, window.folders, window.tolerances, window.clusters, window.progress
    settle(qtbot, sides)
    for side in sides:
        assert faults(side) == []
    for name, dialog in request.getfixturevalue("dialogs")():
        assert faults(dialog) == [], name


# German
@pytest.mark.parametrize(("factor", "size"), [(1.0, (1024, 640)), (1.5, (1480, 830))])
def test_german_fits(qtbot, speaking, factor, size, request):
    Settings(language="de").save()
    request.getfixturevalue("letters")(factor)
    window = request.getfixturevalue("scanned")
    assert window.top.scan.text() == "Scannen"
    window.resize(*size)
    sides = window.top, window.folders, window.tolerances, window.clusters, window.progress
    settle(qtbot, sides)
    for side in sides:
        assert faults(side) == []
    for name, dialog in request.getfixturevalue("dialogs")():
        assert faults(dialog) == [], name


def test_the_language_is_chosen_in_the_settings(qtbot, speaking, window, make):
    window.commands.settings.trigger()
    choice = window.dialog.language
    assert [choice.itemText(i) for i in range(choice.count())] == ["System default", "English", "Deutsch"]
    choice.setCurrentIndex(2)
    assert load()[0].language == "de"
    assert window.top.scan.text() == "Scan"  # what stands keeps its language
    window.dialog.close()
    assert make().top.scan.text() == "Scannen"
    assert QLocale().decimalPoint() == ","


@pytest.mark.parametrize(
    ("system", "code"),
    [(["de-AT", "de"], "de"), (["fr-FR", "de", "en"], "de"), (["ja"], "en"), (["en-GB"], "en"), ([], "en")],
)
def test_the_language_of_the_system(monkeypatch, system, code):
    monkeypatch.setattr(QLocale, "uiLanguages", lambda _: system)
    assert of_system() == code


def test_an_unknown_language_is_that_of_the_system(look, speaking):
    assert speaking("tlh") == of_system()


def test_words_of_qt_are_german_too(speaking):
    speaking("de")
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Abbrechen"


def test_a_dialog_has_a_chosen_row_from_right_to_left(qtbot, mirrored):
    dialog = ProblemsDialog([Problem("/a/b", "is damaged"), Problem("/a/c", "is encrypted")])
    qtbot.addWidget(dialog)
    dialog.show()
    assert [index.row() for index in dialog.table.selectionModel().selectedRows()] == [0]
    assert "/a/b" in dialog.chosen.text()


def test_lines_and_bytes_are_read_from_left_to_right_in_any_language(look, mirrored, request):
    window = request.getfixturevalue("scanned")
    views = [*window.details.findChildren(CodeView), *window.details.findChildren(HexView)]
    assert len(views) > 3
    assert {view.layoutDirection() for view in views} == {Qt.LayoutDirection.LeftToRight}


def test_bytes_look_the_same_from_right_to_left(qtbot, look, tmp_path):
    """Each in its place: Qt turns texts round that are painted where the program is turned round."""
    file = tmp_path / "bytes"
    file.write_bytes(bytes(range(256)) * 4)
    bridge = JobBridge(look)

    def drawn():
        view = HexView(bridge)
        qtbot.addWidget(view)
        view.resize(500, 200)
        view.show_file(window_of(str(file)))
        view.show()
        qtbot.waitUntil(lambda: view._blocks.read(0, 0, 4) == bytes(range(4)))
        view.clearFocus()
        return view.viewport().grab().toImage()

    here = drawn()
    look.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        assert drawn() == here
    finally:
        look.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def test_words_of_a_button_with_a_menu_leave_room_for_its_arrow(look, mirrored):
    stylesheet.apply(look, LIGHT)
    assert "padding-left: 21px" in look.styleSheet()
    look.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    stylesheet.apply(look, LIGHT)
    assert "padding-right: 21px" in look.styleSheet()
