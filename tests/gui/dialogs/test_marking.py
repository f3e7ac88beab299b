"""Marking many files at once, with a count before anything is marked; keep rules combined, saved and used."""

import os

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from simfinder.actions.rules.keep_rules import WORDS
from simfinder.gui.cluster_tree.cluster_panel import RowMenu
from simfinder.gui.cluster_tree.model.cluster_model import Column
from simfinder.gui.dialogs.keep_rules_dialog import KeepRulesDialog, rules_text, word_text
from simfinder.gui.dialogs.mark_files_dialog import WISHES, MarkFilesDialog
from simfinder.gui.wording.formatting import folder_text
from simfinder.gui.wording.mark_words import wish_text, wish_tip
from simfinder.model.tolerances import Tolerances
from tests.gui.conftest import LONG
from tests.gui.window.test_menus import file_index


def marked(window):
    session = window.workspace.session
    return {session.record(file).path for file in session.marks}


def open_marks(qtbot, window, wish):
    window.commands.mark_wishes[wish].trigger()
    dialog = window.dialog
    assert isinstance(dialog, MarkFilesDialog)
    return dialog


def counted(qtbot, dialog):
    qtbot.waitUntil(lambda: dialog.proposal is not None, timeout=LONG)
    return dialog.proposal


def click(qtbot, button):
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_the_dialog_has_every_wish_of_the_app(qapp):
    from simfinder.app.removal.mark_files import Wish

    assert tuple(str(wish) for wish in Wish) == WISHES
    assert all(wish_text(wish) and wish_tip(wish) for wish in WISHES)


def test_the_preview_counts_and_nothing_is_marked_before_the_yes(qtbot, scanned, tree):
    dialog = open_marks(qtbot, scanned, "older")
    found = counted(qtbot, dialog).preview
    assert found.files > len(tree.copies)
    assert f"Marks {found.files} files more in {found.clusters} clusters" in dialog.preview.text()
    assert not marked(scanned)
    dialog.choices["identical"].click()
    assert not dialog.confirm.isEnabled()
    assert counted(qtbot, dialog).preview.files == len(tree.copies)
    click(qtbot, dialog.confirm)
    assert len(marked(scanned)) == len(tree.copies)
    assert f"{len(tree.copies)} files marked (" in scanned.banner.text.text()
    assert scanned.dialog is None or not scanned.dialog.isVisible()


def test_cancel_marks_nothing(qtbot, scanned):
    dialog = open_marks(qtbot, scanned, "older")
    counted(qtbot, dialog)
    click(qtbot, dialog.cancel)
    assert not marked(scanned)


def test_all_in_a_folder_and_another_file_is_kept_where_need_be(qtbot, scanned, tree):
    desktop = os.path.join(tree.root, "Desktop")
    dialog = open_marks(qtbot, scanned, "in")
    dialog.set_folder(desktop)
    proposal = counted(qtbot, dialog)
    expected = {path for path in tree.files() if path.startswith(desktop + os.sep)}
    assert set(proposal.paths) == expected
    click(qtbot, dialog.confirm)
    assert marked(scanned) == expected
    session = scanned.workspace.session
    for path in expected:
        cluster = session.clusters.cluster_of(session.file_of(path))
        assert session.record(int(session.clusters.kept[cluster])).path not in expected


def test_all_but_a_folder(qtbot, scanned, tree):
    documents = os.path.join(tree.root, "Documents")
    dialog = open_marks(qtbot, scanned, "not-in")
    dialog.folder.setText(documents)
    dialog.folder.editingFinished.emit()
    click(qtbot, dialog.confirm) if counted(qtbot, dialog) else None
    assert marked(scanned)
    assert not any(path.startswith(documents + os.sep) for path in marked(scanned))


def test_without_a_folder_nothing_is_asked(qtbot, scanned):
    dialog = open_marks(qtbot, scanned, "in")
    dialog.folder.setText("")
    dialog.folder.editingFinished.emit()
    assert "Choose the folder" in dialog.preview.text()
    assert not dialog.confirm.isEnabled()


def test_only_in_the_chosen_cluster(qtbot, scanned, tree):
    scanned.clusters.tree.setCurrentIndex(file_index(scanned, tree.families["pipeline"][0]))
    dialog = open_marks(qtbot, scanned, "older")
    dialog.only_here.click()
    counted(qtbot, dialog)
    click(qtbot, dialog.confirm)
    assert marked(scanned) == set(tree.families["pipeline"][:-1])


def test_inverting_takes_marks_back_and_says_so(qtbot, scanned, tree):
    first, second = tree.families["pipeline"][:2]
    session = scanned.workspace.session
    scanned.workspace.mark([session.file_of(first)], True)
    scanned.clusters.tree.setCurrentIndex(file_index(scanned, first))
    dialog = open_marks(qtbot, scanned, "invert")
    dialog.only_here.click()
    counted(qtbot, dialog)
    assert "Unmarks 1 file." in dialog.preview.text()
    click(qtbot, dialog.confirm)
    assert marked(scanned) == {second}


def inner(window, path):
    menu = RowMenu(window.clusters, window.workspace, file_index(window, path))
    found = next(a.menu() for a in menu.actions() if a.menu() is not None)
    return menu, {action.text().split("\t")[0]: action for action in found.actions() if action.text()}


def test_the_menu_of_a_cluster_counts_and_marks(qtbot, scanned, tree):
    path = tree.families["pipeline"][0]
    menu, actions = inner(scanned, path)
    size = sum(os.path.getsize(one) for one in tree.families["pipeline"][:-1])
    assert "2 files, " in actions["Older versions"].text()
    assert size > 0
    assert not actions["Identical files only"].isEnabled()
    assert not actions["None"].isEnabled()
    actions["Older versions"].trigger()
    assert marked(scanned) == set(tree.families["pipeline"][:-1])
    menu.close()
    menu, actions = inner(scanned, path)
    assert not actions["Older versions"].isEnabled()
    actions["None"].trigger()
    assert not marked(scanned)
    actions["All of this folder…"].trigger()
    assert scanned.dialog.folder.text() == os.path.dirname(path)
    assert scanned.dialog.wish == "in"
    menu.close()


def test_chips_say_why(scanned, tree):
    versions = tree.families["pipeline"]
    kept = file_index(scanned, versions[-1]).siblingAtColumn(Column.VERSION)
    tip = kept.data(Qt.ItemDataRole.ToolTipRole)
    assert tip.startswith("Kept rather than pipeline.py: newest: modified ")
    older = file_index(scanned, versions[0]).siblingAtColumn(Column.VERSION)
    assert older.data(Qt.ItemDataRole.ToolTipRole).startswith("Older: modified ")
    scanned.commands.mark_older.trigger()
    assert "Marked: older than" in older.data(Qt.ItemDataRole.ToolTipRole)
    session = scanned.workspace.session
    scanned.workspace.keep_file(session.file_of(versions[0]))
    by_hand = file_index(scanned, versions[0]).siblingAtColumn(Column.VERSION)
    assert by_hand.data(Qt.ItemDataRole.ToolTipRole) == "Kept: chosen by hand"


# keep rules
@pytest.fixture
def keep(qtbot, scanned):
    scanned.commands.keep_more.trigger()
    assert isinstance(scanned.dialog, KeepRulesDialog)
    return scanned.dialog


def choose(dialog, word, value=""):
    dialog.word.setCurrentIndex(dialog.word.findData(word))
    dialog.value.setText(value)


def test_every_word_of_the_command_line_can_be_chosen(qapp):
    from simfinder.actions.rules.keep_rules import KeepRules

    for word in WORDS:
        assert word_text(word)
        assert KeepRules.parse(word if word in WORDS[:8] else f"{word}:x").rules[0].word == word


def test_rules_are_put_in_an_order_and_decide(qtbot, scanned, keep, tree):
    desktop = os.path.join(tree.root, "Desktop")
    choose(keep, "in", desktop)
    click(qtbot, keep.add)
    assert keep.list.count() == 2
    assert not keep.down.isEnabled()
    click(qtbot, keep.up)
    assert keep.text() == f"in:{desktop},newest"
    assert keep.list.item(0).text() == f"1. In {desktop.replace(os.path.expanduser('~'), '~')}"
    click(qtbot, keep.confirm)
    session = scanned.workspace.session
    assert session.choices.keep_rules == scanned.workspace.settings.keep == f"in:{desktop},newest"
    cluster = session.clusters.cluster_of(session.file_of(tree.families["chart"][-1]))
    kept = session.record(int(session.clusters.kept[cluster])).path
    assert kept == os.path.join(desktop, "chart (1).png")
    assert not any(action.isChecked() for action in scanned.commands.keep_rules.actions())


def test_a_rule_without_its_folder_is_not_added(qtbot, keep):
    choose(keep, "in")
    click(qtbot, keep.add)
    assert keep.list.count() == 1
    assert "needs a folder" in keep.problem.text()
    choose(keep, "name", "*, final.txt")
    QTest.keyClick(keep.value, Qt.Key.Key_Return)
    assert not keep.problem.isVisible()
    assert keep.text() == r"newest,name:*\, final.txt"
    click(qtbot, keep.remove)
    assert keep.text() == "newest"
    assert not keep.remove.isEnabled()


def test_a_rule_of_a_folder_that_is_not_there_is_told_below_the_field(qtbot, keep, tmp_path):
    choose(keep, "in", str(tmp_path / "nowhere"))
    QTest.keyClick(keep.value, Qt.Key.Key_Return)
    assert keep.text() == "newest"
    assert keep.problem.text() == f"There is no folder {folder_text(str(tmp_path / 'nowhere'))}."
    assert keep.value.hasFocus()
    QApplication.processEvents()
    assert keep.value.geometry().bottom() < keep.problem.y() < keep.name.y()
    assert keep.problem.x() == keep.value.x()
    QTest.keyClick(keep.value, Qt.Key.Key_End)
    QTest.keyClick(keep.value, Qt.Key.Key_Backspace)
    assert not keep.problem.isVisible()
    choose(keep, "in", str(tmp_path))
    QTest.keyClick(keep.value, Qt.Key.Key_Return)
    assert keep.text() == f"newest,in:{tmp_path}"


def test_rules_are_saved_listed_used_and_deleted(qtbot, scanned, keep):
    choose(keep, "largest")
    click(qtbot, keep.add)
    click(qtbot, keep.up)
    keep.name.setText("Big & new")
    with qtbot.waitSignal(scanned.small_jobs.rules_told, timeout=LONG):
        click(qtbot, keep.save)
    assert keep.saved.itemText(0) == "Big & new: Largest, then Newest"
    click(qtbot, keep.cancel)
    qtbot.waitUntil(lambda: scanned.dialog is None)
    (action,) = [a for a in scanned.menus.keep.actions() if a.text() == "Big && new"]
    action.trigger()
    assert scanned.workspace.session.choices.keep_rules == "largest,newest"
    assert action.isChecked()
    scanned.commands.keep_more.trigger()
    again = scanned.dialog
    click(qtbot, again.remove)
    click(qtbot, again.use)
    assert again.text() == "largest,newest"
    assert again.name.text() == "Big & new"
    with qtbot.waitSignal(scanned.small_jobs.rules_told, timeout=LONG):
        click(qtbot, again.forget)
    assert not again.use.isEnabled()
    assert "Big && new" not in [a.text() for a in scanned.menus.keep.actions()]
    assert rules_text("not-in:/a,shortest-path") == "Outside /a, then Shortest path"


def test_a_name_that_can_not_be_is_told(qtbot, scanned, keep):
    keep.name.setText("x" * 200)
    click(qtbot, keep.save)
    qtbot.waitUntil(scanned.banner.isVisible, timeout=LONG)
    assert "at most 100 characters" in scanned.banner.text.text()


def test_an_answer_to_an_older_question_is_not_shown(qtbot, scanned):
    """Both are about older versions; the first, of all clusters, may come last."""
    heard = []
    scanned.small_jobs.proposed.connect(heard.append)
    scanned.small_jobs.propose("older", "", None)
    scanned.small_jobs.propose("older", "", [0])
    qtbot.waitUntil(lambda: not scanned.bridge.busy, timeout=LONG)
    assert [proposal.preview.clusters for proposal in heard] == [1]


def test_the_menu_of_a_file_that_has_just_left_its_cluster_marks_in_no_other(scanned, tree):
    """Rows of a large session follow a regroup a moment later."""
    path = tree.families["pipeline"][0]
    index = file_index(scanned, path)
    scanned.workspace.session.set_tolerances(Tolerances(default=0.0))
    assert scanned.workspace.session.clusters.cluster_of(scanned.workspace.session.file_of(path)) < 0
    menu = RowMenu(scanned.clusters, scanned.workspace, index)
    assert not [action for action in menu.actions() if action.menu() is not None]
    assert menu.actions()[-1].text().startswith("Copy path")
    menu.close()
