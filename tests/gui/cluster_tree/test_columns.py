"""The columns of the tree fit the room there is: nothing is scrolled sideways, and no heading is cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics

from simfinder.gui.cluster_tree.column_widths import column_widths
from simfinder.gui.cluster_tree.model.row_kinds import Column
from simfinder.gui.style.fonts import scaled

HEADING = "Similarity"


@given(room=st.integers(330, 2000), factor=st.sampled_from([1.0, 1.5]))
def test_columns_fill_the_room_and_never_more(qapp, room, factor):
    metrics = QFontMetrics(scaled(qapp.font(), factor))
    room = round(room * factor)
    widths = column_widths(room, HEADING, metrics)
    assert sum(wide for column, wide in widths.items() if column is not Column.FOLDER) <= room
    assert widths[Column.NAME] >= 70
    assert widths[Column.SHARED] >= max(map(metrics.horizontalAdvance, ("99.9 %", HEADING)))
    shown = [column for column in Column if widths[column]]
    assert {Column.NAME, Column.SHARED, Column.VERSION} <= set(shown)
    if Column.SIZE in shown:
        assert Column.MODIFIED in shown
    if Column.MODIFIED in shown:
        assert Column.FOLDER in shown


def test_a_wider_room_shows_no_less(qapp):
    metrics = QFontMetrics(qapp.font())
    before: set[Column] = set()
    for room in range(330, 1400, 10):
        shown = {column for column, wide in column_widths(room, HEADING, metrics).items() if wide}
        assert before <= shown
        before = shown
    assert before == set(Column)


@pytest.mark.parametrize("size", [(1480, 830), (1024, 640), (820, 480)])
def test_the_tree_is_not_scrolled_sideways(qtbot, make, tree, scan, size):
    window = make([tree.root], size=size)
    scan(window)
    view = window.clusters.tree
    qtbot.waitUntil(
        lambda: (
            view.header().length() <= view.viewport().width() and not view.horizontalScrollBar().isVisible()
        )
    )
    for column in Column:
        if not view.isColumnHidden(column):
            words = window.clusters.model.headerData(column, Qt.Orientation.Horizontal)
            assert view.header().sectionSize(column) >= view.fontMetrics().horizontalAdvance(words), words
    assert view.isColumnHidden(Column.SIZE) is (size[0] < 1200)
