"""Letters that get another size while the window stands: nothing keeps the room of the old ones."""

import pytest
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication

from simfinder.gui.overview.overview import View
from simfinder.gui.style import palette, stylesheet
from simfinder.gui.style.fonts import scaled
from tests.gui.conftest import LONG
from tests.helpers.files.folder_trees import project_tree


@pytest.fixture
def letters(look):
    """Changes the letters of the program by a factor; as they were afterwards."""
    before = look.font()
    yield lambda factor: look.setFont(scaled(before, factor))
    look.setFont(before)
    QApplication.processEvents()


def _room(label, text):
    return QFontMetrics(label.font()).horizontalAdvance(text)


@pytest.mark.parametrize("families", [False, True])
def test_rows_and_tabs_have_the_room_of_letters_that_grew(qtbot, scanned, letters, families):
    panel, tabs = scanned.tolerances, scanned.details.tabs
    panel.by_family.setChecked(families)
    rows = [panel.all, *(panel.families.values() if families else panel.rows.values())]
    names = [row.name.text() for row in rows]
    heights, titles = [row.height() for row in rows], scanned.details.title.font().pointSizeF()
    letters(1.5)
    qtbot.waitUntil(lambda: rows[0].height() > heights[0], timeout=LONG)
    qtbot.waitUntil(lambda: tabs.tabRect(tabs.count() - 1).right() <= tabs.width(), timeout=LONG)
    for row, height in zip(rows, heights, strict=True):
        assert row.percent.width() >= _room(row.percent, "50 %")
        assert row.height() > height
        assert row.name.width() >= _room(row.name, row.name.text())
    assert panel.all.name.width() >= _room(panel.all.name, "All types")
    assert len({row.slider.mapTo(panel, row.slider.rect().topLeft()).x() for row in rows[1:]}) == 1
    for index in range(tabs.count()):
        words = tabs.fontMetrics().horizontalAdvance(tabs.tabText(index))
        assert words < tabs.tabRect(index).width()
    folders = scanned.folders.list
    qtbot.waitUntil(lambda: folders.height() >= folders.sizeHintForRow(0), timeout=LONG)
    figures = scanned.details.figures
    qtbot.waitUntil(
        lambda: all(label.maximumWidth() >= _room(label, name) for label, name in figures._names.items()),
        timeout=LONG,
    )
    stylesheet.apply(QApplication.instance(), palette.DARK)  # brings no letters back that are gone
    stylesheet.apply(QApplication.instance(), palette.LIGHT)
    qtbot.waitUntil(
        lambda: scanned.details.title.font().pointSizeF() == pytest.approx(1.5 * titles), timeout=LONG
    )
    letters(1.0)
    qtbot.waitUntil(lambda: [row.height() for row in rows] == heights, timeout=LONG)
    assert scanned.details.title.font().pointSizeF() == pytest.approx(titles)
    assert all(row.percent.width() < _room(row.percent, "50 %") + 20 for row in rows)
    qtbot.waitUntil(lambda: [row.name.text() for row in rows] == names, timeout=LONG)


def test_rows_of_folders_have_room_for_two_lines(qtbot, make, scan, letters, tmp_path):
    window = make([project_tree(tmp_path / "home folder")])
    scan(window)
    window.overview.show_view(View.FOLDERS)
    qtbot.waitUntil(lambda: window.overview.settled, timeout=LONG)
    table = window.overview.folders.table
    before = table.rowHeight(0)
    letters(1.8)
    qtbot.waitUntil(lambda: table.rowHeight(0) > before, timeout=LONG)
    assert table.rowHeight(0) >= 2 * table.fontMetrics().lineSpacing() + 8
