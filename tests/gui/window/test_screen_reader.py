"""The window by ear: everything has a name, a role and a state, order follows the eye, and the main job can be done."""

import os
import re
from itertools import pairwise

import pytest
from PySide6.QtCore import QItemSelectionModel, QPoint
from PySide6.QtWidgets import QApplication

from simfinder.gui.dialogs.plan_review import PlanReviewDialog
from simfinder.gui.dialogs.removal_report import RemovalReportDialog
from simfinder.gui.overview.overview import View
from simfinder.gui.overview.space_map.type_bars import TypeBar
from tests.gui.conftest import LONG
from tests.helpers.screen.dialogs import made_dialogs
from tests.helpers.screen.screen_reader import Reader, Role, name_of, objects


@pytest.fixture
def told(monkeypatch):
    """What is announced while a test runs."""
    texts = []
    monkeypatch.setattr(
        "simfinder.gui.wording.announcement.QAccessible.updateAccessibility",
        lambda event: texts.append(event.message()),
    )
    return texts


def test_every_control_of_the_empty_window_can_be_told(window):
    assert Reader(window).wrong() == []


@pytest.mark.parametrize("view", list(View))
def test_every_control_of_the_scanned_window_can_be_told(qtbot, scanned, view):
    scanned.clusters.tree.setCurrentIndex(scanned.clusters.model.index(0, 0))
    scanned.overview.show_view(view)
    qtbot.waitUntil(lambda: scanned.overview.settled, timeout=LONG)
    for tab in range(scanned.details.tabs.count()):
        scanned.details.tabs.setCurrentIndex(tab)
        QApplication.processEvents()
        assert Reader(scanned).wrong() == [], scanned.details.tabs.tabText(tab)


def test_every_control_of_the_dialogs_can_be_told(scanned, tree):
    for name, dialog in made_dialogs(scanned, tree.files()[:4]):
        dialog.show()
        assert name_of(Reader(dialog).top()), name
        assert Reader(dialog).wrong() == [], name
        dialog.close()


@pytest.mark.parametrize(
    "name", ["settings", "scan_rules", "keep_more", "passed_over", "keys", "about", "like"]
)
def test_every_control_of_the_dialogs_of_commands_can_be_told(qtbot, scanned, name):
    scanned.clusters.tree.setCurrentIndex(scanned.clusters.model.index(0, 0))
    getattr(scanned.commands, name).trigger()
    qtbot.waitUntil(lambda: scanned.dialog is not None, timeout=LONG)
    assert Reader(scanned.dialog).wrong() == []


def test_order_follows_the_eye(scanned):
    """In the tree, and by Tab: the bar above, then the panes from the left, each from above."""
    panes = [scanned.top, scanned.folders.parentWidget(), scanned.overview, scanned.details, scanned.progress]
    tree = [one.object() for one in objects(Reader(scanned).top())]
    assert sorted(map(tree.index, panes)) == [tree.index(pane) for pane in panes]
    scanned.top.add.setFocus()
    way = []
    while (widget := QApplication.focusWidget()) not in way:
        way.append(widget)
        scanned.focusNextChild()
    of = [next(number for number, pane in enumerate(panes) if pane.isAncestorOf(widget)) for widget in way]
    assert of == sorted(of), [widget.accessibleName() for widget in way]
    for number in range(len(panes)):
        tops = [w.mapTo(scanned, QPoint()).y() for w, pane in zip(way, of, strict=True) if pane == number]
        back = [(before, after) for before, after in pairwise(tops) if after < before - 12]
        assert not back, (
            number,
            [w.accessibleName() for w, pane in zip(way, of, strict=True) if pane == number],
        )


def test_states_are_told(scanned):
    reader = Reader(scanned)
    assert reader.find("^Clear marks$", Role.Button).state().disabled
    scanned.workspace.mark_rule("older")
    assert not reader.find("^Clear marks$", Role.Button).state().disabled
    families = reader.find("^Families$")
    assert families.state().checkable
    assert not families.state().checked
    reader.press("^Families$")
    assert reader.find("^Families$").state().checked


def test_what_a_screen_reader_checks_is_done(qtbot, scanned):
    """It lets a button be down, which is no click."""
    reader, folders = Reader(scanned), scanned.folders
    folders.list.selectionModel().select(
        folders.model.index(0), QItemSelectionModel.SelectionFlag.ClearAndSelect
    )
    reader.press("^Protect$")
    assert scanned.workspace.settings.protected == [folders.model.path_of(folders.model.index(0))]
    reader.press("^Protect$")
    assert scanned.workspace.settings.protected == []
    scanned.overview.show_view(View.MAP)
    qtbot.waitUntil(lambda: scanned.overview.settled, timeout=LONG)
    text_files = r"^\.txt: .+B$"
    for wanted in (True, False):
        qtbot.waitUntil(lambda: reader.find(text_files) is not None, timeout=LONG)  # bars are made anew
        reader.press(text_files)
        qtbot.waitUntil(lambda wanted=wanted: bool(scanned.clusters.only) is wanted, timeout=LONG)
        bars = scanned.overview.map.findChildren(TypeBar)
        checked = [bar.row.name for bar in bars if bar.isChecked() and bar.isVisible()]
        assert checked == [".txt"] * wanted


def test_the_main_job_by_a_screen_reader_alone(qtbot, make, tree, told):
    window = make([tree.root])
    reader = Reader(window)
    # scan
    reader.press("^Scan$")
    qtbot.waitUntil(lambda: any("files scanned" in text for text in told), timeout=LONG)
    qtbot.waitUntil(lambda: not window.work.busy, timeout=LONG)
    under_way = re.compile(r"(Getting ready|Looking at|\w+ (inside )?files)\b")
    assert any(map(under_way.match, told)), told
    # browse
    rows = [one for one in objects(reader.top()) if one.role() == Role.TreeItem and name_of(one)]
    assert len(rows) > 3
    report = os.path.basename(tree.families["report"][0])
    assert any(report in name for name in map(name_of, rows)), (report, list(map(name_of, rows)))
    # tolerance
    before = len(window.workspace.session.clusters)
    reader.set_value("^Tolerance of All types$", 0)
    qtbot.waitUntil(lambda: len(window.workspace.session.clusters) != before)
    slider = reader.find("^Tolerance of All types$", Role.Slider)
    assert slider.valueInterface().currentValue() == 0
    reader.set_value("^Tolerance of All types$", 30)
    qtbot.waitUntil(lambda: len(window.workspace.session.clusters) == before)
    # remove
    reader.choose("^Mark older versions$", "^Mark older versions$")
    marked = window.workspace.marked
    assert marked
    files = {path for path in tree.files() if os.path.exists(path)}
    reader.choose("^Move to Trash…", "^Move to Trash…")
    qtbot.waitUntil(lambda: isinstance(window.dialog, PlanReviewDialog), timeout=LONG)
    Reader(window.dialog).press(r"^Move \d")
    qtbot.waitUntil(lambda: isinstance(window.dialog, RemovalReportDialog), timeout=LONG)
    assert re.search(r"moved to the Trash", name_of(Reader(window.dialog).top()))
    Reader(window.dialog).press("^Close$")
    qtbot.waitUntil(lambda: window.dialog is None)
    assert len(files) - sum(map(os.path.exists, files)) == marked
    # undo
    reader.press("^Undo$")
    qtbot.waitUntil(lambda: isinstance(window.dialog, RemovalReportDialog), timeout=LONG)
    assert all(map(os.path.exists, files))


def test_messages_are_announced(window, told):
    window.workspace.add_folders(["/nowhere"])
    assert told == ["Not a folder: /nowhere"]
