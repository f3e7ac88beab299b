"""Whoever works by keys sees where they are: every control looks different with the keys, in every look."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QTabBar, QWidget

from simfinder.gui.style import palette, stylesheet
from tests.gui.conftest import LONG

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


def unseen(window, rest):
    """Controls that look the same with the keys as without; ``rest`` has them meanwhile."""
    found = []
    for widget in controls(window):
        if widget is rest:
            continue
        rest.setFocus(Qt.FocusReason.TabFocusReason)
        QApplication.processEvents()
        around = widget.rect().adjusted(-3, -3, 3, 3)
        place = around.translated(widget.mapTo(window, QPoint(0, 0)))
        before = window.grab(place).toImage()
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        QApplication.processEvents()
        if difference(before, window.grab(place).toImage()) < _LEAST:
            found.append(f"{type(widget).__name__} {widget.accessibleName() or widget.objectName()}")
    return found


@pytest.mark.parametrize("look", ["LIGHT", "DARK"])
def test_every_control_shows_that_it_has_the_keys(qtbot, qapp, make, tree, scan, look):
    stylesheet.apply(qapp, getattr(palette, look))
    window = make([tree.root])
    scan(window)
    qtbot.waitUntil(lambda: not window.bridge.busy, timeout=LONG)
    window.commands.mark_older.trigger()
    window.banner.dismiss()
    rest = QWidget(window.centralWidget())
    rest.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    rest.setGeometry(0, 0, 1, 1)
    rest.show()
    found = unseen(window, rest)
    for tab in range(window.details.tabs.count()):
        window.details.tabs.setCurrentIndex(tab)
        qtbot.waitUntil(lambda: not window.bridge.busy, timeout=LONG)
        found += unseen(window, rest)
    assert not sorted(set(found))
    assert sum(isinstance(widget, QTabBar) for widget in controls(window)) >= 2
