"""Tabs that are all seen: in a narrow row they say less in smaller letters before any of them is cut."""

import pytest
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from simfinder.gui.style.fonts import scaled
from simfinder.gui.widgets.fitting_tabs import FittingTabs


@pytest.fixture
def tabs(qtbot, look):
    around = QWidget()
    tabs = FittingTabs()
    for words in (("Preview", ""), ("Compare", ""), ("Why similar", "Why"), ("Versions", "")):
        tabs.add(*words)
    row = QHBoxLayout(around)
    row.setContentsMargins(0, 0, 0, 0)
    row.addWidget(tabs)
    qtbot.addWidget(around)
    around.show()
    yield tabs
    around.close()


@pytest.mark.parametrize("factor", [1.0, 1.5])
@pytest.mark.parametrize("width", [600, 400, 330, 262])
def test_all_tabs_are_seen_whole(qtbot, tabs, width, factor):
    around = tabs.parentWidget()
    around.setFont(scaled(around.font(), factor))
    around.resize(width, 60)
    qtbot.waitUntil(lambda: tabs.width() == width)
    assert tabs.tabRect(3).right() <= width
    assert not any(button.isVisible() for button in tabs.findChildren(QToolButton))
    for index in range(tabs.count()):
        words = tabs.fontMetrics().horizontalAdvance(tabs.tabText(index))
        assert words < tabs.tabRect(index).width(), tabs.tabText(index)
    assert tabs.accessibleTabName(2) in ("", "Why similar")


def test_a_row_that_gets_wide_again_says_all(qtbot, tabs):
    around = tabs.parentWidget()
    plain = tabs.font().pointSizeF()
    around.resize(180, 60)
    qtbot.waitUntil(lambda: tabs.tabText(2) == "Why")
    assert tabs.tabToolTip(2) == "Why similar"
    assert tabs.font().pointSizeF() < plain
    around.resize(600, 60)
    qtbot.waitUntil(lambda: tabs.tabText(2) == "Why similar")
    assert tabs.font().pointSizeF() == plain
    assert tabs.property("tight") is False


def test_signs_take_the_place_of_words_that_would_be_cut(qtbot, look):
    around = QWidget()
    tabs = FittingTabs(tight=True)
    for words in (("Nebeneinander", "Neben", "◫"), ("Überlagert", "", "▣"), ("Unterschied", "", "≠")):
        tabs.add(*words)
    row = QHBoxLayout(around)
    row.setContentsMargins(0, 0, 0, 0)
    row.addWidget(tabs)
    qtbot.addWidget(around)
    around.resize(110, 60)
    around.show()
    qtbot.waitUntil(lambda: tabs.tabText(0) == "◫")
    assert [tabs.tabText(index) for index in range(3)] == ["◫", "▣", "≠"]
    assert tabs.tabToolTip(2) == tabs.accessibleTabName(2) == "Unterschied"
    around.resize(600, 60)
    qtbot.waitUntil(lambda: tabs.tabText(0) == "Nebeneinander")


@pytest.mark.parametrize("factor", [1.0, 1.37, 1.5])
def test_the_least_width_cuts_no_tab(qtbot, tabs, factor):
    around = tabs.parentWidget()
    around.setMinimumWidth(1)
    around.setFont(scaled(around.font(), factor))
    for index, words in enumerate(("Vorschau", "Vergleich", "Warum", "Fassungen")):
        tabs.rename(index, words)
    around.resize(tabs.least_width(), 60)
    qtbot.waitUntil(lambda: tabs.width() == tabs.least_width())
    for index in range(tabs.count()):
        assert tabs.tabRect(index).width() >= tabs.tabSizeHint(index).width(), tabs.tabText(index)
