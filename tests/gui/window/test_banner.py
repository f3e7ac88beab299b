"""The message at the top: what passes by itself, what stands until it is read, and what gives way to what."""

import pytest
from PySide6.QtCore import Qt

from simfinder.errors import StoreUnavailableError
from simfinder.gui.state.window_state import Notice
from simfinder.gui.window.banner import Banner

PASSING, REFUSED, UNDO = Notice("13 files marked."), Notice("refused", stays=True), Notice("done", "Undo")


@pytest.fixture
def banner(qtbot, look):
    banner = Banner()
    banner.passing.setInterval(1)
    qtbot.addWidget(banner)
    return banner


def passed(qtbot, banner):
    with qtbot.waitSignal(banner.passing.timeout):
        pass


def test_what_asks_for_nothing_passes(qtbot, banner):
    banner.show_notice(PASSING)
    passed(qtbot, banner)
    assert banner.isHidden()


@pytest.mark.parametrize("notice", [REFUSED, UNDO])
def test_a_lasting_notice_does_not_pass_and_comes_back_after_one_that_does(qtbot, banner, notice):
    banner.show_notice(notice)
    assert not banner.passing.isActive()
    banner.show_notice(PASSING)
    assert banner.text.text() == PASSING.text
    assert not banner.action.isVisibleTo(banner)
    passed(qtbot, banner)
    assert banner.text.text() == notice.text
    assert not banner.isHidden()
    assert not banner.passing.isActive()
    banner.dismiss()
    assert banner.isHidden()


def test_a_hint_with_a_button_passes_later(qtbot, banner, monkeypatch):
    banner.show_notice(Notice("2 project folders", "Mark inside projects too…", passes=True))
    banner.close_button.setFocus()
    passed(qtbot, banner)
    assert not banner.isHidden(), "there was no time to press it"
    qtbot.waitUntil(banner.isHidden)
    banner.passing.setInterval(60_000)
    banner.show_notice(Notice("2 project folders", "Mark inside projects too…", passes=True))
    monkeypatch.setattr(banner.action, "hasFocus", lambda: True)  # whether the window is active or not
    for _ in range(5):
        banner.passing.timeout.emit()
    assert not banner.isHidden(), "somebody is about to press it"


def test_each_refusal_is_read_in_turn_and_only_once(qtbot, banner):
    for notice in (PASSING, REFUSED, UNDO, REFUSED, UNDO, PASSING):
        banner.show_notice(notice)
    passed(qtbot, banner)
    read = []
    while not banner.isHidden():
        read.append(banner.text.text())
        banner.dismiss()
    assert read == ["refused", "done"]


def test_what_is_made_void_is_not_shown_again(qtbot, banner):
    banner.show_notice(REFUSED)
    banner.show_notice(PASSING)
    banner.replace(None, REFUSED)
    passed(qtbot, banner)
    assert banner.isHidden()


def test_a_failure_stands_in_the_window_until_escape(qtbot, window):
    window.banner.passing.setInterval(1)
    window.workspace.noticed.emit(Notice("only a word"))
    qtbot.waitUntil(window.banner.isHidden)
    window.work._failed(StoreUnavailableError("another SimFinder is removing files now"))
    window.workspace.noticed.emit(Notice("only a word"))
    passed(qtbot, window.banner)
    assert "another SimFinder" in window.banner.text.text()
    assert window.banner.isVisible()
    qtbot.keyClick(window.clusters.tree, Qt.Key.Key_Escape)
    assert window.banner.isHidden()
