"""Whoever works by keys sees where they are: every control looks different with the keys, in every look."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QTabBar, QWidget

from simfinder.gui.details.details_panel import PREVIEW
from simfinder.gui.dialogs.plan_review import PlanReviewDialog
from simfinder.gui.style import palette, stylesheet
from simfinder.gui.widgets.check_box_style import CheckBoxStyle
from simfinder.model.removal_plan import ActKind
from tests.gui.conftest import LONG
from tests.helpers.files.folder_trees import project_tree
from tests.helpers.screen.dialogs import made_dialogs

_LEAST = 24  # pixels that change clearly
_CLEARLY = 40  # steps of one channel, of 255


def controls(window):
    """What Tab stops at, in its order."""
    found, widget = [], window.nextInFocusChain()
    while widget is not window:
        if widget.isVisible() and widget.isEnabled() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            found.append(widget)
        widget = widget.nextInFocusChain()
    return found


def difference(one, other):
    """Pixels that differ clearly."""
    a, b = (image.convertToFormat(image.Format.Format_RGB32) for image in (one, other))
    import numpy as np

    pixels = [np.frombuffer(image.constBits(), np.uint8).astype(int).reshape(-1, 4) for image in (a, b)]
    return int((abs(pixels[0] - pixels[1]).max(axis=1) > _CLEARLY).sum())


def resting(parent):
    """A control that has the keys while others are looked at without them."""
    rest = QWidget(parent)
    rest.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    rest.setGeometry(0, 0, 1, 1)
    rest.show()
    return rest


def unseen(window, rest):
    """Controls that look the same with the keys as without; ``rest`` has them meanwhile."""
    found = []
    for widget in controls(window):
        if widget is rest:
            continue
        if isinstance(widget, QPlainTextEdit):
            widget.setCursorWidth(0)  # it blinks: whoever looks at the wrong time sees nothing
        rest.setFocus(Qt.FocusReason.TabFocusReason)
        QApplication.processEvents()
        around = widget.rect().adjusted(-3, -3, 3, 3)
        place = around.translated(widget.mapTo(window, QPoint(0, 0)))
        before = window.grab(place).toImage()
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        QApplication.processEvents()
        # a view that takes the keys may choose another file, whose preview takes the place of one looked at later
        if difference(before, window.grab(place).toImage()) < _LEAST and widget.isVisible():
            found.append(f"{type(widget).__name__} {widget.accessibleName() or widget.property('text')}")
    return found


@pytest.mark.parametrize("look", ["LIGHT", "DARK"])
def test_every_control_shows_that_it_has_the_keys(qtbot, qapp, make, tree, scan, look):
    stylesheet.apply(qapp, getattr(palette, look))
    window = make([tree.root])
    scan(window)
    qtbot.waitUntil(lambda: not window.bridge.busy, timeout=LONG)
    window.commands.mark_older.trigger()
    window.banner.dismiss()
    rest = resting(window.centralWidget())
    found = unseen(window, rest)
    for tab in range(window.details.tabs.count()):
        window.details.tabs.setCurrentIndex(tab)
        qtbot.waitUntil(lambda: not window.bridge.busy, timeout=LONG)
        found += unseen(window, rest)
    assert not sorted(set(found))
    assert sum(isinstance(widget, QTabBar) for widget in controls(window)) >= 2


@pytest.mark.parametrize("look", ["LIGHT", "DARK"])
def test_a_text_shows_that_it_has_the_keys(qtbot, qapp, scanned, tree, look):
    """By more than a caret, which a text that is only read need not have."""
    stylesheet.apply(qapp, getattr(palette, look))
    scanned.clusters.choose_files([scanned.workspace.session.file_of(tree.families["report"][0])])
    scanned.details.tabs.setCurrentIndex(PREVIEW)
    qtbot.waitUntil(lambda: any(isinstance(one, QPlainTextEdit) for one in controls(scanned)), timeout=LONG)
    qtbot.waitUntil(lambda: not scanned.bridge.busy, timeout=LONG)
    assert not unseen(scanned, resting(scanned.centralWidget()))


@pytest.mark.parametrize("look", ["LIGHT", "DARK"])
def test_every_control_of_the_dialogs_shows_that_it_has_the_keys(qtbot, qapp, scanned, tree, look):
    qapp.setStyle(CheckBoxStyle())  # as the program does
    stylesheet.apply(qapp, getattr(palette, look))
    commands, found = scanned.commands, []
    commands.mark_older.trigger()

    def look_at(dialog):
        qtbot.waitUntil(lambda: not scanned.bridge.busy, timeout=LONG)
        found.extend(f"{dialog.windowTitle()}: {name}" for name in unseen(dialog, resting(dialog)))

    for act in (
        commands.trash,
        commands.acts[ActKind.HARDLINK],
        commands.mark_wishes["in"],
        commands.keep_more,
        commands.scan_rules,
        commands.settings,
        commands.passed_over,
        commands.keys,
        commands.about,
    ):
        act.trigger()
        qtbot.waitUntil(lambda: scanned.dialog is not None, timeout=LONG)
        if isinstance(scanned.dialog, PlanReviewDialog):
            scanned.dialog.compare.click()
        look_at(scanned.dialog)
        scanned.dialog.close()
        qtbot.waitUntil(lambda: scanned.dialog is None)
    for _, dialog in made_dialogs(scanned, tree.families["report"]):
        dialog.open()
        look_at(dialog)
        dialog.close()
    assert not sorted(set(found))


@pytest.mark.parametrize("look", ["LIGHT", "DARK"])
def test_every_control_of_the_other_views_shows_that_it_has_the_keys(qtbot, qapp, make, tree, scan, look):
    project_tree(f"{tree.root}/Projects")
    stylesheet.apply(qapp, getattr(palette, look))
    window = make([tree.root])
    scan(window)
    rest, found = resting(window.centralWidget()), []
    for action in window.commands.views.actions():
        action.trigger()
        qtbot.waitUntil(lambda: window.overview.settled and not window.bridge.busy, timeout=LONG)
        found.extend(f"{action.text()}: {name}" for name in unseen(window, rest))
    assert not sorted(set(found))
