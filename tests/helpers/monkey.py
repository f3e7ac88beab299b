"""A monkey at the window: random inputs, each one a person could make.

Inputs go to the native window (so popups, grabs and modal dialogs get what they would get) from a timer of its own, so
that a menu with an event loop of its own is played with like everything else. The same seed makes the same choices as
long as jobs end at the same moments; the last inputs are told where something is wrong.
"""

from __future__ import annotations

import os
import random
from collections import deque

from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QApplication,
    QComboBox,
    QLineEdit,
    QMenu,
    QPushButton,
    QTabBar,
    QWidget,
)
from shiboken6 import isValid

from simfinder.gui import style
from tests.helpers.chooser import Chooser

KEYS = (
    *(
        "Up",
        "Down",
        "Left",
        "Right",
        "Home",
        "End",
        "PageUp",
        "PageDown",
        "Tab",
        "Backtab",
        "Space",
        "Return",
    ),
    *("Enter", "Escape", "K", "F2", "F7", "Backspace", "Menu", "Plus", "Minus", "0", "5", "A", "Z", "Delete"),
)
PARTS = (QAbstractButton,) * 2 + (QAbstractItemView, QAbstractSlider, QLineEdit, QTabBar, QComboBox, QWidget)
WORDS = ("report", "txt", "v1", "000", "zz", "é", ".py", "%", "budget 2026", "\\", "*")
NONE = Qt.KeyboardModifier.NoModifier


class Monkey(QObject):
    """Makes inputs at a window until it has made so many, or something is wrong.

    Args:
        window: to be played with.
        world: folders it may use.
        referee: is asked whether all is well.
        seed: of its choices.
        inputs: how many.
        said: gives what was said that should not have been: warnings, exceptions.
        check_every: inputs between two looks at the marks and the disk.

    Attributes:
        last: the last inputs.
    """

    def __init__(self, window, world, referee, seed, inputs, *, said=lambda: (), check_every=50):
        super().__init__()
        self._said = said
        self.window, self.world, self.seed = window, world, seed
        self.referee = referee
        self.left, self.made, self._every = inputs, 0, check_every
        self.last: deque[str] = deque(maxlen=20)
        self.tally: dict[str, int] = {}
        self._random = random.Random(seed)
        self._patience = self._inside = 0
        self._due = False
        self._plain = QApplication.font()
        Chooser.choose = staticmethod(self._chosen)

    @property
    def finished(self):
        return self.left <= 0 or bool(self.referee.wrong)

    def begin(self):
        QTimer.singleShot(0, self._tick)

    def story(self):
        """What to say where something is wrong."""
        return "\n".join(
            [
                f"seed {self.seed}, {self.made} inputs",
                *self.referee.wrong,
                "last inputs:",
                *self.last,
                str(self.tally),
            ]
        )

    # inputs
    def _tick(self):
        if self.finished:
            if self._inside and (menu := QApplication.activePopupWidget()) is not None:
                menu.close()  # its loop holds up all else
                QTimer.singleShot(1, self._tick)
            return
        QTimer.singleShot(0 if self._patience else 1, self._tick)
        if self._patience:
            self._patience -= 1
            if self.window.work.busy:
                QTest.qSleep(2)
            else:
                self._patience = 0
            return
        if self._due and not self.window.work.busy:
            self._due = False
            self.referee.look_at_disk()
        if self.made % self._every == 0:
            self._due = True
            self.referee.look_at_marks()
        if self._inside and not isinstance(QApplication.activePopupWidget(), QMenu):
            return  # an input that is not over yet; only menus have a loop of their own
        self.made += 1
        self.left -= 1
        self._inside += 1
        self._input()
        self._inside -= 1
        for text in self._said():
            if text not in self.referee.wrong:
                self.referee.say(text)

    def _input(self):
        popup, modal = QApplication.activePopupWidget(), QApplication.activeModalWidget()
        if popup is not None:
            kinds = {self._at_popup: 1}
        elif modal is not None:
            kinds = {
                self._click: 6, self._key: 4, self._close: 2, self._press_primary: 3, self._drag: 1, self._wheel: 1,
                self._wait: 1, self._look: 1, self._type: 1,
            }  # fmt: skip
        else:
            kinds = {
                self._click: 8, self._key: 8, self._shortcut: 6, self._likely: 5, self._drag: 3, self._wheel: 2,
                self._wait: 2, self._look: 1, self._resize: 1, self._drop: 1, self._type: 2, self._slide: 3,
                self._walk: 4, self._menu: 3,
            }  # fmt: skip
        (kind,) = self._random.choices(list(kinds), list(kinds.values()))
        self.tally[kind.__name__] = self.tally.get(kind.__name__, 0) + 1
        kind(popup or modal or self.window)

    def _note(self, text):
        self.last.append(f"{self.made}: {text}")
        if path := os.environ.get("MONKEY_LOG"):  # where the program itself dies
            with open(path, "a", encoding="utf-8", errors="backslashreplace") as file:
                file.write(f"{self.seed} {self.last[-1]}\n")

    def _parts(self, top, kind=QWidget):
        parts = [top, *top.findChildren(kind)] if kind is QWidget else top.findChildren(kind)
        return [
            part for part in parts
            if part.isVisible() and part.isEnabled() and part.window() is top and not part.visibleRegion().isEmpty()
        ]  # fmt: skip

    def _place(self, top):
        """Somewhere on a part of a window: the part, and the point in the window."""
        kind = self._random.choice(
            (
                QAbstractButton,
                QAbstractButton,
                QAbstractItemView,
                QAbstractSlider,
                QLineEdit,
                QTabBar,
                QComboBox,
                QWidget,
            )
        )
        parts = self._parts(top, kind) or self._parts(top)
        part = self._random.choice(parts)
        return part, self._within(part, top)

    def _within(self, part, top):
        room = part.visibleRegion().boundingRect()
        point = QPoint(
            room.left() + self._random.randrange(max(1, room.width())),
            room.top() + self._random.randrange(max(1, room.height())),
        )
        return self._seen(top, part.mapTo(top, point))

    @staticmethod
    def _seen(top, place):
        """The place, or the nearest one that is on the screen, which may be too small for all of a window."""
        seen = top.windowHandle().geometry()
        return QPoint(min(place.x(), seen.width() - 1), min(place.y(), seen.height() - 1))

    @staticmethod
    def _name(part):
        text = part.text() if isinstance(part, QAbstractButton) else ""
        return f"{type(part).__name__} {part.accessibleName() or text or part.objectName()!r}"

    def _click(self, top):
        part, place = self._place(top)
        modifiers = self._random.choice(
            (NONE,) * 6 + (Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier)
        )
        how = self._random.random()
        handle = top.windowHandle()
        self._note(f"click at {self._name(part)} {place.toTuple()} {modifiers.value:x} {how:.2f}")
        if how < 0.7:
            QTest.mouseClick(handle, Qt.MouseButton.LeftButton, modifiers, place)
        elif how < 0.85:
            QTest.mouseDClick(handle, Qt.MouseButton.LeftButton, modifiers, place)
        else:
            QTest.mouseClick(handle, Qt.MouseButton.RightButton, modifiers, place)

    def _walk(self, top):
        """A click at a row of the clusters, or of what the sliders are."""
        tree = self.window.clusters.tree
        if not (tree.isVisible() and tree.isEnabled()):
            self._key(top)
            return
        place = self._within(tree.viewport(), top)
        button = self._random.choice((Qt.MouseButton.LeftButton,) * 3 + (Qt.MouseButton.RightButton,))
        self._note(f"click at the tree {place.toTuple()} {button.name}")
        QTest.mouseClick(top.windowHandle(), button, NONE, place)
        if button is Qt.MouseButton.LeftButton:
            self._press(
                top, self._random.choice((Qt.Key.Key_Space, Qt.Key.Key_K, Qt.Key.Key_Down, Qt.Key.Key_Menu))
            )

    def _press(self, top, key, modifiers=NONE):
        QTest.keyClick(top.windowHandle(), key, modifiers)

    def _key(self, top):
        key = getattr(Qt.Key, "Key_" + self._random.choice(KEYS))
        modifiers = self._random.choice(
            (NONE,) * 8 + (Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier)
        )
        self._note(f"key {key.name} {modifiers.value:x}")
        self._press(top, key, modifiers)

    def _shortcut(self, top):
        commands = self.window.commands
        actions = [
            action for action in self.window.actions()
            if action.shortcuts() and action.isEnabled() and action is not commands.quit
        ]  # fmt: skip
        action = self._random.choice(actions)
        self._note(f"shortcut {action.text()}")
        self._keys_of(top, action)

    def _keys_of(self, top, action):
        key = self._random.choice(action.shortcuts())[0]
        self._press(top, key.key(), key.keyboardModifiers())

    def _likely(self, top):
        """What a person does most: scan, mark, remove, take back, cancel."""
        commands = self.window.commands
        action = self._random.choice(
            (commands.scan, commands.mark_older, commands.mark_identical, commands.mark_all, commands.default_act,
             commands.default_act, commands.undo, commands.undo, commands.clear)
        )  # fmt: skip
        if self.window.work.busy and self._random.random() < 0.3:
            self._note("cancel")
            self.window.progress.cancel.click()
        elif action.isEnabled():
            self._note(f"shortcut {action.text()}")
            self._keys_of(top, action)

    def _menu(self, top):
        buttons = [
            b for b in self._parts(top, QAbstractButton) if getattr(b, "menu", None) and b.menu() is not None
        ]
        if buttons:
            button = self._random.choice(buttons)
            self._note(f"menu of {self._name(button)}")
            place = self._seen(top, button.mapTo(top, QPoint(button.width() - 6, button.height() // 2)))
            QTest.mouseClick(top.windowHandle(), Qt.MouseButton.LeftButton, NONE, place)

    def _at_popup(self, popup):
        if isinstance(popup, QMenu) and self._random.random() < 0.8:
            actions = [
                action for action in popup.actions()
                if action.isEnabled() and action.isVisible() and not action.isSeparator()
                and action is not self.window.commands.quit
            ]  # fmt: skip
            if actions:
                action = self._random.choice(actions)
                self._note(f"menu: {action.text()}")
                QTest.mouseClick(
                    popup.windowHandle(),
                    Qt.MouseButton.LeftButton,
                    NONE,
                    self._seen(popup, popup.actionGeometry(action).center()),
                )
                return
        key = self._random.choice((Qt.Key.Key_Escape, Qt.Key.Key_Escape, Qt.Key.Key_Down, Qt.Key.Key_Up))
        self._note(f"key {key.name} at {type(popup).__name__}")
        self._press(popup, key)

    def _close(self, top):
        self._note(f"close {top.windowTitle()!r}")
        self._random.choice((lambda: self._press(top, Qt.Key.Key_Escape), top.close))()

    def _press_primary(self, top):
        buttons = [b for b in self._parts(top, QPushButton) if b.property("role") in ("primary", "danger")]
        if buttons:
            button = self._random.choice(buttons)
            self._note(f"click at {self._name(button)} of {top.windowTitle()!r}")
            place = self._seen(top, button.mapTo(top, button.rect().center()))
            QTest.mouseClick(top.windowHandle(), Qt.MouseButton.LeftButton, NONE, place)

    def _drag(self, top):
        part, start = self._place(top)
        end = self._within(part, top) if self._random.random() < 0.7 else self._within(top, top)
        self._pull(top, part, start, end)

    def _pull(self, top, part, start, end):
        self._note(f"drag at {self._name(part)} {start.toTuple()} to {end.toTuple()}")
        handle, button = top.windowHandle(), Qt.MouseButton.LeftButton
        QTest.mousePress(handle, button, NONE, start)
        for step in range(1, 5):
            if isValid(handle):  # a press may close a dialog
                QTest.mouseMove(handle, start + (end - start) * step / 4)
        if isValid(handle):
            QTest.mouseRelease(handle, button, NONE, end)

    def _slide(self, top):
        sliders = self._parts(top, QAbstractSlider)
        sliders = [s for s in sliders if "olerance" in s.accessibleName()] or sliders
        if sliders:
            slider = self._random.choice(sliders)
            self._pull(top, slider, self._within(slider, top), self._within(slider, top))

    def _wheel(self, top):
        part, place = self._place(top)
        turn = QPoint(0, self._random.choice((-240, -120, 120, 240)))
        self._note(f"wheel at {self._name(part)} {turn.y()}")
        QTest.wheelEvent(top.windowHandle(), QPointF(place), turn)

    def _type(self, top):
        if top is self.window and self._random.random() < 0.7:
            self._press(top, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
        word = self._random.choice(WORDS)
        self._note(f"type {word!r} into {type(QApplication.focusWidget()).__name__}")
        if isinstance(QApplication.focusWidget(), QLineEdit):
            for letter in word:  # QTest's own typing knows only ASCII
                for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
                    if isinstance(QApplication.focusWidget(), QLineEdit):
                        QApplication.sendEvent(QApplication.focusWidget(), QKeyEvent(kind, 0, NONE, letter))

    def _resize(self, _):
        size = self._random.randrange(820, 1700), self._random.randrange(480, 1000)
        self._note(f"resize {size}")
        self.window.resize(*size)

    def _look(self, _):
        app = QApplication.instance()
        if self._random.random() < 0.8:
            colors = self._random.choice((style.LIGHT, style.DARK))
            self._note("look")
            style.apply(app, colors)
        else:
            scale = self._random.choice((1.0, 1.25, 1.5))
            self._note(f"letters {scale}")
            app.setFont(style.scaled(self._plain, scale))

    def _drop(self, _):
        path = self._random.choice((*self.world.roots, self.world.away, *self.world.before, "/nowhere"))
        self._note(f"drop {path}")
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(path)])
        buttons, act = Qt.MouseButton.LeftButton, Qt.DropAction.CopyAction
        place = QPoint(300, 200)
        QApplication.sendEvent(self.window, QDragEnterEvent(place, act, data, buttons, NONE))
        QApplication.sendEvent(self.window, QDropEvent(QPointF(place), act, data, buttons, NONE))

    def _wait(self, _):
        self._note("wait")
        self._patience = 600

    def _chosen(self, mode):
        """Which path a dialog for files gives."""
        choice = self._random.choice
        if mode == "folder":
            path = choice((*self.world.roots, self.world.away, self.world.away))
        elif mode == "results":
            saved = [os.path.join(self.world.saved, name) for name in sorted(os.listdir(self.world.saved))]
            path = choice([*saved, choice(list(self.world.before))])
        elif mode.startswith("save"):
            path = os.path.join(self.world.saved, f"{choice('abc')}.{mode.rpartition('.')[2]}")
        else:
            path = choice(list(self.world.before))
        self._note(f"chose {path}")
        return path

    def calm(self):
        """Close what is open and let go; to be called until it returns "", else it is what was still going on."""
        window = self.window
        for widget in (QApplication.activePopupWidget(), QApplication.activeModalWidget()):
            if widget is not None:
                widget.close()
                return f"open: {type(widget).__name__} {widget.windowTitle()!r}"
        if window.work.busy:
            window.work.cancel()
            return f"at work: {window.work.task}"
        if window.dialog is not None:
            return f"not forgotten: {window.dialog}"
        if window.bridge.busy:
            return "jobs run"
        return "figures are checked" if window.checks.running else ""
