"""Settings, hints, keys for everything, names for everything, and no text that is cut, at two sizes of letters."""

from itertools import combinations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    QToolButton,
    QWidget,
)

from simfinder.gui.dialogs.preferences import PreferencesDialog
from simfinder.gui.style import palette, stylesheet
from simfinder.gui.style.fonts import scaled
from simfinder.gui.widgets.check_box_style import CheckBoxStyle
from simfinder.gui.widgets.elided_label import ElidedLabel
from simfinder.gui.window import user_choices
from simfinder.model.removal_plan import ActKind
from tests.gui.window.test_journey import review
from tests.helpers.screen.dialogs import made_dialogs


# settings
@pytest.fixture
def preferences(window):
    window.commands.settings.trigger()
    assert isinstance(window.dialog, PreferencesDialog)
    return window.dialog


def test_the_delete_key_does_what_was_chosen(qtbot, window, preferences):
    assert preferences.act.findData(ActKind.DELETE) < 0
    preferences.act.setCurrentIndex(preferences.act.findData(ActKind.HARDLINK))
    assert window.workspace.settings.act == "hardlink"
    assert window.commands.default_act is window.commands.acts[ActKind.HARDLINK]
    assert window.top.trash.text() == "Replace with hard links…"
    with_delete = [
        kind
        for kind, action in window.commands.acts.items()
        if any(keys.toString() == "Del" for keys in action.shortcuts())
    ]
    assert with_delete == [ActKind.HARDLINK]


def test_a_remembered_act_counts_from_the_start(qtbot, window, make):
    user_choices.set_default_act(window.parts, ActKind.MOVE)
    window.workspace.save_settings()
    assert make().top.trash.text() == "Move to folder…"


def test_switches_are_those_of_the_menu(qtbot, window, preferences):
    hidden = preferences.switches[0]
    hidden.click()
    assert window.commands.hidden.isChecked()
    assert window.workspace.settings.hidden
    window.commands.hidden.trigger()
    assert not hidden.isChecked()


def test_hints_stand_there_until_the_first_scan_and_come_back(qtbot, make, tree, scan):
    window = make()
    assert "1. Scan" in window.clusters.empty.steps.text()
    window.workspace.add_folders([tree.root])
    scan(window)
    window.workspace.save_settings()
    other = make()
    other.workspace.set_folders([])
    other.clusters.empty.describe("")
    assert other.workspace.settings.hinted
    other.commands.settings.trigger()
    qtbot.mouseClick(other.dialog.hints, Qt.MouseButton.LeftButton)
    assert not other.workspace.settings.hinted


# keys
def test_no_key_means_two_things_and_every_command_has_one(window):
    seen = {}
    for action in window.commands.children():
        if isinstance(action, QAction):
            for keys in action.shortcuts():
                assert keys.toString(), action.text()
                assert keys.toString() not in seen, (keys.toString(), action.text(), seen[keys.toString()])
                seen[keys.toString()] = action.text()
    without = {
        action.text()
        for action in window.commands.children()
        if isinstance(action, QAction) and not action.shortcuts() and action.actionGroup() is None
    }
    assert without <= {
        "About SimFinder",
        "Keep results for next time",
        "Follow changes in the folders",
        "Notify me when long work is done",
        "Show log folder",
    }


def test_marks_and_acts_by_keys(qtbot, scanned):
    scanned.clusters.tree.setFocus()
    QTest.keyClick(
        scanned, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    assert scanned.workspace.marked
    QTest.keyClick(scanned, Qt.Key.Key_Backspace, Qt.KeyboardModifier.ControlModifier)
    assert not scanned.workspace.marked
    QTest.keyClick(scanned, Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier)
    marked = scanned.workspace.marked
    assert marked
    QTest.keyClick(
        scanned, Qt.Key.Key_H, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
    )
    qtbot.waitUntil(lambda: scanned.dialog is not None, timeout=20_000)
    assert scanned.dialog.plan.kind is ActKind.HARDLINK


# every dialog
@pytest.fixture
def dialogs(qtbot, scanned):
    """Opens every dialog in turn."""

    def each():
        commands = scanned.commands
        commands.mark_older.trigger()
        yield "review", review(qtbot, scanned, commands.trash)
        close(qtbot, scanned)
        yield "links", review(qtbot, scanned, commands.acts[ActKind.HARDLINK])
        close(qtbot, scanned)
        for name, action in (
            ("marks", commands.mark_wishes["in"]),
            ("keep", commands.keep_more),
            ("rules", commands.scan_rules),
            ("settings", commands.settings),
            ("keys", commands.keys),
            ("about", commands.about),
            ("passed over", commands.passed_over),
        ):
            action.trigger()
            assert scanned.dialog is not None, name
            qtbot.wait(20)
            yield name, scanned.dialog
            close(qtbot, scanned)
        paths = [record.path for record in scanned.workspace.session.result.files[:4]]
        for name, made in made_dialogs(scanned, paths):
            made.open()
            qtbot.wait(20)
            yield name, made
            made.close()

    return each


def close(qtbot, window):
    window.dialog.close()
    qtbot.waitUntil(lambda: window.dialog is None)


_KINDS = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
)
_INNER = ("QHeaderView", "QTableCornerButton", "QScrollBar", "QComboBoxListView", "QComboBoxPrivateScroller")


def controls(widget):
    """What a person can use, without the inner parts of it."""
    for child in widget.findChildren(object):
        if not isinstance(child, _KINDS) or not child.isVisibleTo(widget):
            continue
        inner = child.objectName().startswith("qt_") or isinstance(
            child.parent(), (QLineEdit, QTabBar, QComboBox, QAbstractSpinBox)
        )
        if not inner and type(child).__name__ not in _INNER:
            yield child


def nameless(widget):
    """Controls that a screen reader would have no word for."""
    return [
        (type(control).__name__, control.objectName(), control.toolTip())
        for control in controls(widget)
        if not (control.accessibleName() or (isinstance(control, QAbstractButton) and control.text()))
    ]


def test_every_control_of_window_and_dialogs_has_a_name(scanned, dialogs):
    assert nameless(scanned) == []
    seen = 0
    for name, dialog in dialogs():
        assert nameless(dialog) == [], name
        assert dialog.windowTitle(), name
        seen += 1
    assert seen == 23


def cut(widget):
    """Labels and buttons that are too small for their words."""
    found = []
    for child in widget.findChildren(QLabel) + widget.findChildren(QAbstractButton):
        if not child.isVisible() or not child.text() or isinstance(child, ElidedLabel):
            continue
        if isinstance(child, QLabel):
            if child.wordWrap():
                short = child.heightForWidth(child.width()) > child.height() + 1
            else:
                lines = child.text().split("\n")
                room = child.contentsRect().width()
                short = max(map(child.fontMetrics().horizontalAdvance, lines)) > room + 1
                short |= child.fontMetrics().lineSpacing() * len(lines) > child.height() + 3
        else:
            child.ensurePolished()
            bold = QFontMetrics(scaled(child.font(), 1.0, bold=child.property("role") == "primary"))
            words = bold.horizontalAdvance(child.text().replace("&&", "&"))
            bare = child.property("role") == "fold"  # a sign without margins
            short = child.width() < max(0 if bare else child.minimumSizeHint().width() - 1, words)
            short |= child.height() < child.fontMetrics().height()
        edge = child.mapTo(widget, child.rect().topRight()).x()
        if short or edge > widget.width():
            found.append((type(child).__name__, child.text()[:40], child.size().toTuple()))
    return found


def cut_headings(widget):
    """Columns that are too narrow for their headings."""
    found = []
    for header in widget.findChildren(QHeaderView):
        if not header.isVisible() or header.orientation() is Qt.Orientation.Vertical:
            continue
        for section in range(header.count()):
            words = header.model().headerData(section, Qt.Orientation.Horizontal)
            room = header.sectionSize(section)
            if (
                not header.isSectionHidden(section)
                and header.fontMetrics().horizontalAdvance(words) + 12 > room
            ):  # with its margins
                found.append((words, room))
    return found


def cut_choices(widget):
    """Choices of a list whose words are cut."""
    return [
        (box.currentText(), box.width())
        for box in widget.findChildren(QComboBox)
        if box.isVisible() and box.fontMetrics().horizontalAdvance(box.currentText()) > box.width() - 26
    ]


def overlapping(widget):
    """Neighbours in a layout that lie on one another."""
    found = []
    for parent in [widget, *widget.findChildren(QWidget)]:
        layout = parent.layout()
        if layout is None or not parent.isVisible():
            continue
        shown = [
            child
            for child in parent.children()
            if isinstance(child, QWidget)
            and child.isVisible()
            and not child.isWindow()
            and layout.indexOf(child) >= 0
        ]
        found += [
            (type(one).__name__, type(other).__name__, type(parent).__name__)
            for one, other in combinations(shown, 2)
            if one.geometry().intersects(other.geometry())
        ]
    return found


def faults(widget):
    """All that a person would see of a layout that does not fit."""
    return [*cut(widget), *cut_headings(widget), *cut_choices(widget), *overlapping(widget)]


def settle(qtbot, sides):
    """Wait until rows have the width of their list: they are laid out a moment after it has got another one."""
    qtbot.wait(50)
    for _ in range(40):
        if not any(map(faults, sides)):
            return
        qtbot.wait(50)


@pytest.fixture
def letters(look):
    """Sets the size of letters; puts it back after the test."""
    before = look.font()

    def scale(factor):
        look.setFont(scaled(before, factor))
        stylesheet.apply(look, palette.LIGHT)

    yield scale
    look.setFont(before)
    stylesheet.apply(look, palette.LIGHT)


@pytest.mark.parametrize("factor", [1.0, 1.5])
@pytest.mark.parametrize("size", [(1480, 830), (1024, 640)])
def test_no_text_is_cut(qtbot, letters, factor, size, request):
    letters(factor)
    window = request.getfixturevalue("scanned")
    window.resize(*size)
    qtbot.wait(50)
    sides = [window.top, window.folders, window.tolerances, window.clusters, window.progress]
    settle(qtbot, sides)
    assert [entry for side in sides for entry in faults(side)] == []
    window.tolerances.by_family.setChecked(True)
    for row in window.tolerances.families.values():
        row.fold.setChecked(True)
    qtbot.wait(20)
    assert faults(window.tolerances) == []
    for name, dialog in request.getfixturevalue("dialogs")():
        assert faults(dialog) == [], name


def test_the_way_a_tool_button_is_named(window):
    buttons = [b for b in window.findChildren(QToolButton) if b.isVisible()]
    assert all(b.accessibleName() or b.text() for b in buttons)


@pytest.mark.parametrize("colors", [palette.LIGHT, palette.DARK], ids=["light", "dark"])
def test_a_checked_box_is_seen_in_both_looks(qtbot, look, colors):
    box = QCheckBox("words")
    qtbot.addWidget(box)
    boxes = CheckBoxStyle()
    box.setStyle(boxes)
    box.setPalette(palette.palette_of(colors))
    box.setChecked(True)
    image = box.grab().toImage()
    found = {image.pixelColor(x, y).name() for x in range(18) for y in range(image.height())}
    assert colors.accent in found
    box.setStyle(None)


def test_a_low_window_with_large_letters_squeezes_nothing(qtbot, letters, request):
    letters(1.5)
    window = request.getfixturevalue("scanned")
    window.resize(1024, 540)  # as much is left of 640 where letters are wider still
    for tab in range(window.details.tabs.count()):
        window.details.tabs.setCurrentIndex(tab)
        window.details.figures.show()
        qtbot.wait(20)
        assert window.centralWidget().minimumSizeHint().height() <= window.centralWidget().height(), tab
        assert window.top.height() >= window.top.minimumSizeHint().height()
