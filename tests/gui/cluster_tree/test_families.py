"""Types grouped by family in the tolerance panel: sliders, counts, pictures, keys, and what is remembered."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from simfinder.app.clusters.pairs_by_type import pairs_by_family
from simfinder.gui.sidebar import type_list
from simfinder.model.file_families import Family, family_of


@pytest.fixture
def grouped(qtbot, scanned):
    """A scanned window with families on."""
    qtbot.mouseClick(scanned.tolerances.by_family, Qt.MouseButton.LeftButton)
    return scanned


def settle(qtbot, window):
    qtbot.waitUntil(lambda: not window.workspace._regroup.isActive() and not window.work.busy)


def families_of(session, cluster):
    """The slow twin: families of the files of a cluster."""
    table = session.clusters
    begin, end = table.offsets[cluster], table.offsets[cluster + 1]
    return {family_of(session.scan.type_name(int(file))) for file in table.members[begin:end]}


def test_a_row_for_each_family_with_its_live_numbers(qtbot, grouped):
    session, panel = grouped.workspace.session, grouped.tolerances
    there = {family_of(count.type) for count in session.clustering.types()}
    assert set(panel.families) == there
    assert panel.rows == {}
    for value in (30, 0):
        panel.all.slider.setValue(value)
        settle(qtbot, grouped)
        for count in session.clustering.families():
            slow = sum(count.family in families_of(session, i) for i in range(len(session.clusters)))
            assert count.clusters == slow
            text = panel.families[count.family].count.toolTip()
            assert text.startswith(f"{slow} cluster")
            assert f", {count.files:,} file" in text


def test_a_family_is_unfolded_by_mouse_and_by_key(qtbot, grouped):
    panel = grouped.tolerances
    row = panel.families[Family.SOURCE]
    qtbot.mouseClick(row.fold, Qt.MouseButton.LeftButton)
    assert panel.rows["py"].isVisible()
    assert set(panel.rows) == {
        c.type for c in grouped.workspace.session.clustering.types() if family_of(c.type) is Family.SOURCE
    }
    assert panel.rows["py"].mapTo(panel, panel.rows["py"].rect().topLeft()).y() > row.y()
    row.fold.setFocus()
    QTest.keyClick(row.fold, Qt.Key.Key_Space)
    assert not panel.rows["py"].isVisible()


def test_a_family_speaks_for_its_types_that_have_no_value_of_their_own(qtbot, grouped):
    panel, workspace = grouped.tolerances, grouped.workspace
    row = panel.families[Family.SOURCE]
    row.fold.setChecked(True)
    row.slider.setValue(7)
    settle(qtbot, grouped)
    assert workspace.tolerances.of("py") == 0.07
    assert workspace.session.choices.tolerances.of("py") == 0.07
    assert workspace.tolerances.of("txt") == 0.30
    assert panel.rows["py"].percent.text() == "7 %"
    assert "Follows “Source code”." in panel.rows["py"].slider.toolTip()
    assert "every type of the family that has no value of its own" in row.slider.toolTip()
    assert "every type" not in panel.rows["py"].slider.toolTip()
    panel.rows["py"].slider.setValue(12)
    row.slider.setValue(20)
    settle(qtbot, grouped)
    assert workspace.tolerances.of("py") == 0.12
    assert panel.rows["py"].reset.isVisible()
    qtbot.mouseClick(panel.rows["py"].reset, Qt.MouseButton.LeftButton)
    assert workspace.tolerances.of("py") == 0.20
    qtbot.mouseClick(row.reset, Qt.MouseButton.LeftButton)
    assert workspace.tolerances.of("py") == 0.30
    assert not row.reset.isVisible()
    assert "Follows “All types”." in panel.rows["py"].slider.toolTip()


def test_a_value_for_a_family_is_typed(qtbot, grouped):
    row = grouped.tolerances.families[Family.SOURCE]
    row.slider.setFocus()
    QTest.keyClicks(row.slider, "9")
    QTest.keyClick(row.percent.editor, Qt.Key.Key_Return)
    assert grouped.workspace.tolerances.by_family == {Family.SOURCE: 0.09}
    QTest.keyClick(row.slider, Qt.Key.Key_Backspace)
    assert not grouped.workspace.tolerances.by_family


def test_bars_of_a_family_are_those_of_its_pairs(grouped):
    session = grouped.workspace.session
    counts = pairs_by_family(session.links, session.clusters.files)
    for family, row in grouped.tolerances.families.items():
        wanted = (counts[family] > 0).tolist() if family in counts else []
        assert [bool(height) for height in row.slider._pairs] == wanted
    assert Family.SOURCE in counts


def test_families_and_their_values_are_remembered(qtbot, grouped, make, scan, tree):
    grouped.tolerances.families[Family.SOURCE].slider.setValue(11)
    grouped.close()
    qtbot.waitUntil(lambda: not grouped.isVisible())
    again = make([tree.root])
    assert again.tolerances.by_family.isChecked()
    scan(again)
    assert again.tolerances.families[Family.SOURCE].percent.text() == "11 %"
    again.commands.reset.trigger()
    assert again.tolerances.families[Family.SOURCE].percent.text() == "30 %"


def test_what_is_unfolded_stays_so_over_a_scan_and_the_switch_goes_back(qtbot, grouped, scan):
    panel = grouped.tolerances
    panel.families[Family.SOURCE].fold.setChecked(True)
    scan(grouped)
    assert panel.families[Family.SOURCE].fold.isChecked()
    assert panel.rows["py"].isVisible()
    qtbot.mouseClick(panel.by_family, Qt.MouseButton.LeftButton)
    assert not panel.families
    assert {"py", "txt"} <= set(panel.rows)


def test_many_types_of_a_family_come_in_portions(qtbot, make, scan, tmp_path, monkeypatch):
    monkeypatch.setattr(type_list, "_ROWS", 3)
    monkeypatch.setattr(type_list, "_FIRST", 2)
    for number in range(8):
        (tmp_path / f"a.odd{number}").write_text(f"words {number}" * (number + 1))
    window = make([tmp_path])
    scan(window)
    window.tolerances.by_family.setChecked(True)
    row = window.tolerances.families[Family.OTHER]
    row.fold.setChecked(True)
    assert len(window.tolerances.rows) == 2
    more = window.tolerances._lists[Family.OTHER].more
    assert more.text() == "Show 6 more types"
    qtbot.mouseClick(more, Qt.MouseButton.LeftButton)
    assert len(window.tolerances.rows) == 5
    assert all(row.percent.text() == "30 %" for row in window.tolerances.rows.values())


def test_rows_of_a_scan_come_a_few_at_a_time_without_being_asked_for(
    qtbot, make, scan, tmp_path, monkeypatch
):
    monkeypatch.setattr(type_list, "_PORTION", 2)
    for number in range(7):
        (tmp_path / f"a.odd{number}").write_text(f"words {number}" * (number + 1))
    window = make([tmp_path])
    window.tolerances.by_family.setChecked(False)
    scan(window)
    rows = window.tolerances.rows
    assert 2 <= len(rows) <= 7
    more = window.tolerances._lists[None].more
    assert more.isHidden()  # those that come by themselves are not offered
    qtbot.waitUntil(lambda: len(window.tolerances.rows) == 7)
    assert all(row.percent.text() == "30 %" for row in window.tolerances.rows.values())

    def in_order():
        column = [row.y() for row in window.tolerances.rows.values()]
        return column == sorted(set(column))

    qtbot.waitUntil(in_order)  # laid out


def test_the_tab_key_goes_from_top_to_bottom(qtbot, grouped):
    panel = grouped.tolerances
    panel.families[Family.SOURCE].fold.setChecked(True)
    first = panel.all.slider
    first.setFocus()
    places = []
    for _ in range(12):
        QTest.keyClick(grouped.focusWidget(), Qt.Key.Key_Tab)
        here = grouped.focusWidget()
        if not panel.isAncestorOf(here):
            break
        places.append(here.mapTo(panel, here.rect().center()).y())
    assert len(places) > 4
    assert places == sorted(places)
