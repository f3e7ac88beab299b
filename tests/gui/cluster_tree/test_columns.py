"""The columns of the tree fit the room there is: nothing is scrolled sideways, and no heading is cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics

from simfinder.app.clusters.cluster_table import ClusterTable
from simfinder.gui.cluster_tree.column_widths import column_widths
from simfinder.gui.cluster_tree.model.row_kinds import Column
from simfinder.gui.style.fonts import scaled
from simfinder.gui.widgets.cell_painting import CHIP_MARGIN, SMALL_CHIP
from simfinder.gui.wording.formatting import brief_chip_text, chip_text, relation_text
from simfinder.model.clusters import Relation
from tests.helpers.files.trees import write

HEADING = "Similarity"


@given(
    room=st.integers(330, 2000),
    factor=st.sampled_from([1.0, 1.5]),
    names=st.sampled_from([0, 150, 300, 5000]),
)
def test_columns_fill_the_room_and_never_more(qapp, room, factor, names):
    metrics = QFontMetrics(scaled(qapp.font(), factor))
    room = round(room * factor)
    widths = column_widths(room, HEADING, metrics, names=names)
    assert sum(wide for column, wide in widths.items() if column is not Column.FOLDER) <= room
    assert widths[Column.NAME] >= 70
    assert widths[Column.SHARED] >= max(map(metrics.horizontalAdvance, ("99.9 %", HEADING)))
    shown = [column for column in Column if widths[column]]
    assert {Column.NAME, Column.SHARED, Column.VERSION} <= set(shown)
    if Column.SIZE in shown:
        assert Column.MODIFIED in shown
    if Column.MODIFIED in shown:
        assert Column.FOLDER in shown


@given(room=st.integers(330, 2000), names=st.integers(0, 600))
def test_names_come_before_size_and_folder(qapp, room, names):
    metrics = QFontMetrics(qapp.font())
    plain, widths = (column_widths(room, HEADING, metrics, names=wanted) for wanted in (0, names))
    assert widths[Column.NAME] >= min(plain[Column.NAME], names)
    if widths[Column.NAME] < min(names, 420):  # cut, though all that may give way has
        assert not widths[Column.SIZE]
        assert widths[Column.FOLDER] <= plain[Column.FOLDER]


@given(room=st.integers(500, 2000), names=st.integers(100, 400))
def test_the_folder_is_cut_for_the_longest_name_and_hides_for_none(qapp, room, names):
    metrics = QFontMetrics(qapp.font())
    plain, widths = (
        column_widths(room, HEADING, metrics, names=names, longest=longest) for longest in (names, 400)
    )
    assert {column for column in Column if widths[column]} == {column for column in Column if plain[column]}
    fixed = sum(wide for column, wide in widths.items() if column not in (Column.NAME, Column.FOLDER))
    assert widths[Column.NAME] >= min(400, room - fixed - widths[Column.FOLDER])


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


@pytest.fixture
def long_names(qtbot, make, scan, tmp_path):
    """Copies whose names are as long as people make them."""
    for number in range(3):
        for copy in ("", " (1)"):
            name = f"Board minutes of the second quarter, final version {number}{copy}.txt"
            write(tmp_path, name, (f"text {number}\n" * 300).encode(), 1_700_000_000)
    window = make([tmp_path])
    scan(window)
    return window


def test_names_are_shown_whole_where_there_is_room(long_names):
    view = long_names.clusters.tree
    name = long_names.clusters.model.index(1, Column.NAME, long_names.clusters.model.index(0, 0)).data()
    assert name.startswith("Board minutes")
    assert view.columnWidth(Column.NAME) > view.fontMetrics().horizontalAdvance(name) + 40
    assert not view.isColumnHidden(Column.FOLDER)


def test_a_width_set_by_hand_stays(qtbot, long_names):
    view, header = long_names.clusters.tree, long_names.clusters.tree.header()
    header.resizeSection(Column.VERSION, 151)
    before = view.columnWidth(Column.NAME)
    long_names.resize(1300, 700)
    qtbot.waitUntil(lambda: view.columnWidth(Column.NAME) != before or view.viewport().width() < 700)
    assert view.columnWidth(Column.VERSION) == 151
    header.resizeSection(Column.NAME, 90)
    long_names.resize(1400, 700)
    qtbot.wait(50)
    assert view.columnWidth(Column.NAME) == 90
    header.sectionHandleDoubleClicked.emit(Column.NAME)
    name = long_names.clusters.model.index(1, Column.NAME, long_names.clusters.model.index(0, 0)).data()
    assert view.columnWidth(Column.NAME) > view.fontMetrics().horizontalAdvance(name) + 40
    header.sectionHandleDoubleClicked.emit(Column.VERSION)
    assert view.columnWidth(Column.VERSION) < 151


def test_the_tree_is_not_scrolled_sideways_after_it_was_wide(qtbot, make, tree, scan):
    """Qt stretches the last column; that is no width that a person has set."""
    window = make([tree.root], size=(1024, 640))
    view = window.clusters.tree
    scan(window)  # the pane of the chosen file takes its room only now
    for wide in (1480, 900, 1200, 860):
        window.resize(wide, 640)
        qtbot.waitUntil(lambda wide=wide: window.width() == wide)
        qtbot.waitUntil(lambda: view.header().length() <= view.viewport().width())
    assert not view._by_hand


@pytest.mark.parametrize("heading", ["Similarity", "Ähnlichkeit"])
def test_short_names_are_whole_in_a_small_window_with_large_letters(
    qtbot, look, make, tree, scan, monkeypatch, heading
):
    before = look.font()
    look.setFont(scaled(before, 1.5))
    try:
        window = make([tree.root], size=(1024, 640))
        model, view = window.clusters.model, window.clusters.tree
        plain = model.similarity_heading
        monkeypatch.setattr(
            model, "similarity_heading", lambda brief=False: plain(brief=True) if brief else heading
        )
        scan(window)
        needed = view.fontMetrics().horizontalAdvance("chart (1).png")
        qtbot.waitUntil(lambda: view.columnWidth(Column.NAME) - view.indentation() > needed + 30)
        shared = (Column.SHARED, Qt.Orientation.Horizontal)
        assert model.headerData(*shared) == "%"
        assert model.headerData(*shared, Qt.ItemDataRole.ToolTipRole) == heading  # in full
    finally:
        look.setFont(before)


@pytest.mark.parametrize("relation", [Relation.RECOMPRESSED, Relation.SMALLER_COPY, Relation.OTHER_FORMAT])
@given(room=st.integers(330, 900), names=st.integers(0, 600), factor=st.sampled_from([1.0, 1.5]))
def test_names_come_before_large_letters_in_chips_and_no_chip_is_cut(qapp, relation, room, names, factor):
    font = scaled(qapp.font(), factor)
    metrics, small = QFontMetrics(font), QFontMetrics(scaled(font, SMALL_CHIP))
    widths = column_widths(round(room * factor), "%", metrics, names=names, relations=[relation])
    chip = relation_text(relation)
    brief = brief_chip_text(chip, relation)
    assert len(brief) < len(chip)
    assert widths[Column.VERSION] >= small.horizontalAdvance(brief) + CHIP_MARGIN + 8
    if widths[Column.NAME] < names and names < 420:
        usual = chip_text(Relation.OLDER, "", protected=True, by_hand=False)
        longest = max(metrics.horizontalAdvance(text) for text in (usual, brief))
        assert widths[Column.VERSION] < longest + CHIP_MARGIN + 12


@pytest.mark.parametrize("relation", [Relation.OLDER, Relation.RECOMPRESSED])
def test_longer_names_and_chips_are_whole_in_a_small_window_with_large_letters(
    qtbot, look, make, tree, scan, relation, monkeypatch
):
    before = look.font()
    look.setFont(scaled(before, 1.5))
    monkeypatch.setattr(ClusterTable, "relations", lambda _table: frozenset({relation}))
    try:
        window = make([tree.root], size=(1024, 640))
        scan(window)
        view = window.clusters.tree
        needed = view.fontMetrics().horizontalAdvance("firmware-1.4.2.bin")
        beside = 2 * view.indentation() + 26 + 4  # levels, check box, edge
        qtbot.waitUntil(lambda: view.columnWidth(Column.NAME) >= needed + beside)
        brief = brief_chip_text(relation_text(relation), relation)
        chip = QFontMetrics(scaled(view.font(), SMALL_CHIP)).horizontalAdvance(brief)
        assert view.columnWidth(Column.VERSION) >= chip + CHIP_MARGIN + 8
        assert view.header().length() <= view.viewport().width()
    finally:
        look.setFont(before)
