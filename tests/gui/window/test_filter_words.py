"""Words of the filter: offered while a person types, chosen by a click on a type, followed by counts and totals."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from simfinder.app.clusters.cluster_filter import FileCondition, parse
from simfinder.gui.window.filter.completion import FilterCompletion
from simfinder.gui.window.filter.menu import ages, sizes, states


def shown(qtbot, window):
    qtbot.waitUntil(lambda: window.clusters.settled)
    return window.clusters.model.rows.clusters


def test_a_click_on_a_type_shows_only_its_clusters(qtbot, scanned):
    every = shown(qtbot, scanned)
    rows = scanned.tolerances.rows
    qtbot.mouseClick(rows["py"].name, Qt.MouseButton.LeftButton)
    assert scanned.top.filter.text() == "type:py"
    assert shown(qtbot, scanned) == 1
    assert rows["py"].count.text() == "1 of 1"
    assert rows["csv"].count.text() == "0 of 1"
    assert scanned.clusters.title.text() == f"1 of {every} clusters"
    session = scanned.workspace.session
    cluster = session.clusters.cluster(scanned.clusters.model.rows.view.clusters[0])
    assert scanned.clusters.summary.text().startswith(f"{len(cluster.members)} files")
    qtbot.mouseClick(rows["csv"].name, Qt.MouseButton.LeftButton)
    assert scanned.top.filter.text() == "type:csv"
    assert shown(qtbot, scanned) == 1
    qtbot.mouseClick(rows["csv"].name, Qt.MouseButton.LeftButton)
    assert scanned.top.filter.text() == ""
    assert shown(qtbot, scanned) == every
    assert rows["py"].count.text() == "1 cluster"


def test_a_family_by_its_menu(qtbot, scanned):
    every = shown(qtbot, scanned)
    scanned.tolerances.by_family.setChecked(True)
    row = next(row for family, row in scanned.tolerances.families.items() if family == "pictures")
    menu = row.make_menu()
    next(action for action in menu.actions() if action.text() == "Show only these types").trigger()
    assert scanned.top.filter.text() == "type:pictures"
    assert 0 < shown(qtbot, scanned) < every
    assert row.count.text().endswith(" of 1")
    menu.deleteLater()


def test_ages(qtbot, scanned):
    every = shown(qtbot, scanned)
    for words, wanted in (("older:2030-01-01", every), ("newer:2030-01-01", 0)):
        scanned.top.filter.setText(words)
        assert shown(qtbot, scanned) == wanted


@pytest.fixture
def line(qtbot):
    line = QLineEdit()
    qtbot.addWidget(line)
    completion = FilterCompletion(line)
    completion.offer_types(lambda: ["py", "", "odd name", "pdf"])
    line.show()
    return line, completion


def offered(completion):
    model = completion.completer.model()
    return [model.index(row, 0).data(Qt.ItemDataRole.UserRole) for row in range(model.rowCount())]


def test_words_are_offered_by_key_value_and_meaning(line):
    line, completion = line
    assert [word for word, _ in completion.words_for("type:p")] == [
        "type:py", "type:pdf", "type:pictures", "type:programs",
    ]  # fmt: skip
    assert [word for word, _ in completion.words_for("mark")] == ["is:marked"]
    assert [word for word, _ in completion.words_for("Source")] == ["type:source"]
    assert list(completion.words_for("zzz")) == []


def test_what_is_chosen_replaces_what_was_typed_of_it(qtbot, line):
    line, completion = line
    line.setFocus()
    QTest.keyClicks(line, "report ma")
    qtbot.waitUntil(completion.popup.isVisible)
    assert offered(completion) == ["is:marked"]
    QTest.keyClick(completion.popup, Qt.Key.Key_Down)
    QTest.keyClick(completion.popup, Qt.Key.Key_Return)
    assert line.text() == "report is:marked "
    assert not completion.popup.isVisible()
    line.setText("type:d report")
    line.setCursorPosition(5)
    QTest.keyClicks(line, "p")
    qtbot.waitUntil(completion.popup.isVisible)
    completion.completer.activated.emit("type:pictures")
    assert line.text() == "type:pictures report"


def test_nothing_is_offered_for_other_words(qtbot, line):
    line, completion = line
    line.setFocus()
    for text in ("r", "report", "is:marked"):
        line.clear()
        QTest.keyClicks(line, text)
        assert not completion.popup.isVisible(), text


def test_every_word_that_is_offered_is_understood():
    for word, meaning in (*states(), *sizes(), *ages()):
        assert meaning
        assert not parse(word).text
        assert parse(word) != FileCondition()
