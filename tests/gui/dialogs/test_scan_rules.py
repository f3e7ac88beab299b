"""Rules by type, time and folder in the window, and the list of what was passed over."""

import os
import time

import pytest
from PySide6.QtCore import QDate, QLocale, Qt
from PySide6.QtTest import QAbstractItemModelTester

from simfinder.app.session.saved import save_and_load
from simfinder.app.session.saved.save_and_load import SUFFIX
from simfinder.app.settings.scan_rules import RuleTexts
from simfinder.gui.dialogs.rule_fields import SizeField, TimeField, TypesField
from simfinder.gui.dialogs.scan_rules_dialog import ScanRulesDialog
from simfinder.gui.dialogs.skipped_files import SkippedDialog, SkippedModel
from simfinder.gui.sidebar.folder_model import FolderRole
from simfinder.gui.wording.family_words import family_text, time_words, words_text
from simfinder.model.file_families import Family
from simfinder.model.file_record import SkipReason
from simfinder.model.file_type import type_of
from simfinder.model.progress import Control


@pytest.fixture
def ruled(qtbot, make, tree):
    """A window with two folders, and the dialog."""
    window = make([os.path.join(tree.root, name) for name in ("Documents", "Downloads")])
    window.commands.scan_rules.trigger()
    assert isinstance(window.dialog, ScanRulesDialog)
    return window, window.dialog


def agree(qtbot, dialog):
    qtbot.mouseClick(dialog.confirm, Qt.MouseButton.LeftButton)


def tick(field, *families):
    for action in field.families.menu().actions():
        if action.data() in families:
            action.setChecked(True)


def test_only_some_types_are_scanned(qtbot, ruled, scan, tree):
    window, dialog = ruled
    dialog.types.words.setText(".BIN,  txt")
    tick(dialog.types, "tables")
    dialog.not_types.words.setText("txt")
    agree(qtbot, dialog)
    assert window.workspace.settings.types == ["tables", ".BIN", "txt"]
    assert window.folders.rules_text.whole() == "only Spreadsheets, .BIN, .txt · without .txt"
    session = scan(window)
    roots = tuple(window.workspace.folders)
    expected = {p for p in tree.files() if p.startswith(roots) and type_of(p) in ("bin", "csv")}
    assert {record.path for record in session.result.files} == expected
    assert "of other types" in window.folders.passed.whole()


def test_only_what_was_changed_since_a_day_is_scanned(qtbot, ruled, scan, tree):
    window, dialog = ruled
    old, new = (os.path.join(tree.root, "Documents", name) for name in ("old.txt", "new.txt"))
    for path, seconds in ((old, 1_400_000_000), (new, time.time())):
        with open(path, "w") as file:
            file.write(f"words of {path}")
        os.utime(path, (seconds, seconds))
    dialog.since.kind.setCurrentIndex(dialog.since.kind.findData("date"))
    dialog.since.date.setDate(QDate(2015, 6, 7))
    agree(qtbot, dialog)
    assert window.workspace.settings.since == "2015-06-07"
    assert "changed since 2015-06-07" in window.folders.rules_text.whole()
    paths = {record.path for record in scan(window).result.files}
    assert new in paths
    assert old not in paths
    assert not window.folders._stale.isVisible()


def test_rules_of_one_folder(qtbot, ruled, scan, tree):
    window, dialog = ruled
    documents, downloads = window.workspace.folders
    dialog.exclude.setPlainText("*.bak")
    dialog.where.setCurrentIndex(dialog.folders.index(downloads))
    assert not dialog.also.isVisible()
    assert dialog.exclude.toPlainText() == ""
    dialog.include.setPlainText("*.txt")
    dialog.smallest.number.setValue(1)
    dialog.where.setCurrentIndex(0)
    assert dialog.exclude.toPlainText() == "*.bak"
    assert dialog.where.itemText(2).endswith("•")
    agree(qtbot, dialog)
    settings = window.workspace.settings
    assert settings.exclude == ["*.bak"]
    assert settings.folder_rules == {downloads: RuleTexts(include=["*.txt"], min_size=1000)}
    notes = [window.folders.model.index(row).data(FolderRole.NOTE) for row in range(2)]
    assert ["own filters" in note for note in notes] == [False, True]
    paths = {record.path for record in scan(window).result.files}
    assert any(path.startswith(documents) and not path.endswith(".txt") for path in paths)
    assert all(path.endswith(".txt") for path in paths if path.startswith(downloads))


def test_the_rules_of_a_folder_begin_at_its_own(qtbot, make, tree):
    window = make([tree.root])
    window.folders.list.setCurrentIndex(window.folders.model.index(0))
    qtbot.mouseClick(window.folders.own_button, Qt.MouseButton.LeftButton)
    assert window.dialog.folders[window.dialog.where.currentIndex()] == tree.root


@pytest.mark.parametrize(
    ("field", "text", "told"),
    [("types", "a/b", "Not a file type: a/b"), ("exclude", "!", "Not a pattern: !")],
)
def test_what_makes_no_sense_is_told_where_it_stands(qtbot, ruled, field, text, told):
    window, dialog = ruled
    dialog.where.setCurrentIndex(1)
    box = dialog.types.words if field == "types" else dialog.exclude
    (box.setText if field == "types" else box.setPlainText)(text)
    dialog.where.setCurrentIndex(0)
    agree(qtbot, dialog)
    assert told in dialog.problem.text()
    assert dialog.where.currentIndex() == 1
    assert not window.workspace.settings.folder_rules


def test_times_that_leave_nothing_are_told(qtbot, ruled):
    _, dialog = ruled
    dialog.since.show_time("7d")
    dialog.before.show_time("2020-01-01")
    agree(qtbot, dialog)
    assert "no file would be scanned" in dialog.problem.text()


@pytest.mark.parametrize("text", ["", "30d", "6w", "2y", "2024-02-29", "2024-02-29 13:14:15"])
def test_a_time_comes_back_as_it_was(qtbot, look, text):
    field = TimeField("x")
    qtbot.addWidget(field)
    field.show_time(text)
    assert field.time_chosen() == text
    field.kind.setCurrentIndex(field.kind.findData("date"))
    field.date.setDate(QDate(2024, 3, 1))
    assert field.time_chosen() == "2024-03-01"


def test_types_and_families_come_back_as_they_were(qtbot, look):
    field = TypesField("x", "y")
    qtbot.addWidget(field)
    field.show_words(["pictures", "docx", ".pictures", "none"])
    assert field.words_chosen() == ["pictures", "docx", ".pictures", "none"]
    assert field.families.text().startswith("1 family")
    assert words_text(field.words_chosen()) == "Pictures, .docx, .pictures, no extension"
    field.show_words([])
    assert field.words_chosen() == []


def test_every_family_has_a_name_of_its_own():
    assert len({family_text(family) for family in Family}) == len(Family)
    assert (time_words("1m"), time_words("30d"), time_words("2024-01-01")) == (
        "month",
        "30 days",
        "2024-01-01",
    )


def test_rules_come_back_with_saved_results(qtbot, ruled, make, scan, tmp_path):
    window, dialog = ruled
    dialog.types.words.setText("txt")
    dialog.where.setCurrentIndex(1)
    dialog.exclude.setPlainText("*v1*")
    agree(qtbot, dialog)
    session = scan(window)
    save_and_load.save(session, tmp_path / f"saved{SUFFIX}")
    other = make()
    loaded = save_and_load.load(tmp_path / f"saved{SUFFIX}", Control())
    other.workspace.show_saved(loaded.session)
    assert other.workspace.options() == window.workspace.options()
    assert not other.folders._stale.isVisible()
    assert other.workspace.settings.rules(other.workspace.folders[0]).exclude == ["*v1*"]


# what was passed over
def test_what_was_passed_over_is_listed_by_reason(qtbot, make, scan, tmp_path):
    for name in ("a.txt", "b.txt", ".one", ".two", "c.log"):
        (tmp_path / name).write_text(f"words of {name}")
    (tmp_path / "empty").touch()
    window = make([tmp_path])
    window.workspace.settings.exclude = ["*.log"]
    assert not window.folders.passed_button.isVisible()
    assert not window.commands.passed_over.isEnabled()
    scan(window)
    qtbot.mouseClick(window.folders.passed_button, Qt.MouseButton.LeftButton)
    dialog = window.dialog
    assert isinstance(dialog, SkippedDialog)
    rows = [
        [dialog.model.index(row, column).data() for column in range(2)]
        for row in range(dialog.model.rowCount())
    ]
    assert rows[0] == ["Hidden files and folders", "2"]
    assert sorted(rows[1:]) == [["Empty files", "1"], ["Left out by a pattern", "1"]]
    assert dialog.windowTitle() == "4 entries skipped"
    assert dialog.paths.toPlainText().split("\n") == [str(tmp_path / ".one"), str(tmp_path / ".two")]
    dialog.table.selectRow([row[0] for row in rows].index("Left out by a pattern"))
    assert dialog.paths.toPlainText() == str(tmp_path / "c.log")
    assert dialog.heading.text() == "All of them:"
    qtbot.mouseClick(dialog.rules, Qt.MouseButton.LeftButton)
    assert isinstance(window.dialog, ScanRulesDialog)


def test_more_than_can_be_listed_is_said(qtbot, look):
    dialog = SkippedDialog({"hidden": 2_000, "empty": 3}, {"hidden": [f"/a/.{n}" for n in range(100)]})
    qtbot.addWidget(dialog)
    assert dialog.heading.text() == "The first 100 of 2,000:"
    dialog.table.selectRow(1)
    assert "Scan to see which" in dialog.heading.text()
    assert dialog.paths.toPlainText() == ""


def test_nothing_passed_over(qtbot, look):
    dialog = SkippedDialog({}, {})
    qtbot.addWidget(dialog)
    assert dialog.windowTitle() == "Nothing was skipped"
    assert not dialog.paths.isVisibleTo(dialog)


def test_every_reason_has_a_row():
    model = SkippedModel(dict.fromkeys(map(str, SkipReason), 3))
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    assert model.rowCount() == len(SkipReason)
    words = [model.index(row, 0).data() for row in range(model.rowCount())]
    assert len(set(words)) == len(SkipReason)
    assert all(model.index(row, 2).data() for row in range(model.rowCount()))


@pytest.mark.parametrize(
    ("language", "size", "words"),
    [
        ("en", 4_000, "4"), ("en", 10**9, "1"), ("en", 1_500, "1.5"), ("en", 100_000, "100"), ("en", 0, "any"),
        ("de", 1_500, "1,5"), ("de", 20_000, "20"),
    ],
)  # fmt: skip
def test_a_size_is_no_thousandfold_in_any_language(qtbot, speaking, language, size, words):
    speaking(language)
    field = SizeField("Size", "any")
    qtbot.addWidget(field)
    field.number.setLocale(QLocale(language))
    field.show_size(size)
    assert field.number.text() == words
    assert field.size_chosen() == size
