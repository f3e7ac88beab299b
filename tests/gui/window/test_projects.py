"""Project folders in the window: the banner, the box in the dialog, and the review that names what folders lose."""

import os
import random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from simfinder.gui.cluster_tree.cluster_panel import RowMenu
from simfinder.gui.dialogs.mark_files_dialog import MarkFilesDialog
from tests.gui.conftest import LONG
from tests.gui.window.test_journey import review
from tests.helpers.files.trees import write


@pytest.fixture
def root(tmp_path):
    rng = random.Random(2)
    for i in range(6):
        data = rng.randbytes(3000)
        for place, age in ((f"app/m{i}.py", 0), (f"app copy/m{i}.py", 50)):
            write(str(tmp_path / "r"), place, data, 1_700_000_000 - age)
    letter = rng.randbytes(3000)
    write(str(tmp_path / "r"), "letter.txt", letter, 1_700_000_000)
    write(str(tmp_path / "r"), "old/letter.txt", letter, 1_600_000_000)
    for name in ("app", "app copy"):
        (tmp_path / "r" / name / ".git").mkdir()
    return str(tmp_path / "r")


@pytest.fixture
def projects(make, root, scan):
    window = make([root])
    scan(window)
    return window


def marked(window):
    session = window.workspace.session
    return sorted(
        os.path.relpath(session.record(file).path, session.options.roots[0]) for file in session.marks
    )


def counted(qtbot, dialog):
    qtbot.waitUntil(lambda: dialog.proposal is not None, timeout=LONG)
    return dialog.proposal.preview.files


def test_the_banner_says_it_and_leads_to_the_dialog(qtbot, projects):
    assert projects.banner.text.text() == "2 project folders: nothing in them is marked automatically."
    QTest.mouseClick(projects.banner.action, Qt.MouseButton.LeftButton)
    dialog = projects.dialog
    assert isinstance(dialog, MarkFilesDialog)
    assert dialog.inside.isChecked()
    assert counted(qtbot, dialog) == 7
    QTest.mouseClick(dialog.confirm, Qt.MouseButton.LeftButton)
    assert marked(projects) == [f"app copy/m{i}.py" for i in range(6)] + ["old/letter.txt"]


def test_the_way_from_the_banner_is_about_all_projects(qtbot, projects):
    projects.top.filter.setText("letter")
    qtbot.waitUntil(lambda: "shown" in projects.commands.mark_older.text())
    QTest.mouseClick(projects.banner.action, Qt.MouseButton.LeftButton)
    dialog = projects.dialog
    assert not dialog.only_shown.isHidden()
    assert not dialog.only_shown.isChecked()
    assert counted(qtbot, dialog) == 7


def test_the_button_leaves_them_alone_and_says_so(projects):
    projects.banner.dismiss()
    projects.commands.mark_older.trigger()
    assert marked(projects) == ["old/letter.txt"]
    assert projects.banner.text.text() == "6 files in project folders match this rule too and are left alone."


def test_the_box_is_off_first_and_for_rules_only(qtbot, projects):
    projects.commands.mark_wishes["older"].trigger()
    dialog = projects.dialog
    assert not dialog.inside.isHidden()
    assert not dialog.inside.isChecked()
    assert counted(qtbot, dialog) == 1
    assert "Leaves 6 files in 1 project folder alone." in dialog.preview.text()
    dialog.inside.click()
    assert counted(qtbot, dialog) == 7
    assert "alone" not in dialog.preview.text()
    dialog.choices["invert"].click()
    assert not dialog.inside.isEnabled()
    dialog.choices["all"].click()
    assert dialog.inside.isEnabled()


def test_without_projects_there_is_neither(qtbot, scanned):
    assert "project" not in scanned.banner.text.text()
    scanned.commands.mark_wishes["older"].trigger()
    assert scanned.dialog.inside.isHidden()


def test_the_review_names_folders_that_lose_much(qtbot, projects):
    projects.workspace.session.mark_rule("older", inside_projects=True)
    projects.workspace.marks_changed.emit()
    dialog = review(qtbot, projects, projects.commands.trash)
    first = dialog.warning.text().split("\n")[0]
    assert first.endswith("app copy would lose 6 of 6 files, all it has")
    assert dialog.warning.text().count("would lose") == 1
    dialog.table.selectRow(dialog.model.file_rows()[0])
    QTest.mouseClick(dialog.leave_out, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(dialog.plan.acts) == 6, timeout=LONG)


def test_the_menu_of_a_cluster_says_why_it_marks_nothing(qtbot, projects):
    projects.top.filter.setText("m1.py")  # a search lists clusters that folders explain, too
    qtbot.waitUntil(
        lambda: projects.clusters.settled and projects.clusters.model.rows.clusters == 1, timeout=LONG
    )
    menu = RowMenu(projects.clusters, projects.workspace, projects.clusters.model.index(0, 0))
    inner = next(action.menu() for action in menu.actions() if action.menu() is not None)
    older = inner.actions()[0]
    assert not older.isEnabled()
    assert "Leaves 1 file in 1 project folder alone." in older.toolTip()
