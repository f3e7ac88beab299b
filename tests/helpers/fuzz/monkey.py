"""A monkey at the window: random inputs, each one a person could make.

Inputs go to the native window (so popups, grabs and modal dialogs get what they would get) from a timer of its own, so
that a menu with an event loop of its own is played with like everything else. The same seed makes the same choices as
long as jobs end at the same moments; the last inputs are told where something is wrong.
"""

from __future__ import annotations

import os
import random
from collections import deque
from traceback import format_exc

from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QApplication,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QMenu,
    QPushButton,
    QTabBar,
    QWidget,
)
from shiboken6 import isValid

from simfinder.gui.overview.overview import View
from simfinder.gui.sidebar.tolerance_slider import ToleranceSlider
from simfinder.gui.style import fonts, palette, stylesheet
from tests.helpers.fuzz.other_programs import Elsewhere
from tests.helpers.results.referee import journal
from tests.helpers.screen.chooser import Chooser

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
WORDS = (
    *("report", "txt", "v1", "000", "zz", "é", ".py", "%", "budget 2026", "\\", "*", "50", "3"),
    *("is:older", "is:undecided", "is:unverified", "is:marked", "is:protected", "type:txt,py", "type:png"),
    *("size:>10KB", "size:<1MB name:v2", "folder:Documents", 'name:"Annual report"', "is:nothing size:abc"),
)
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
        self.last: deque[str] = deque(maxlen=30)
        self.elsewhere = Elsewhere(world, random.Random(f"{seed} elsewhere"))
        self._aim = None  # a command that is looked for in the menus
        self.tally: dict[str, int] = {}
        self._random = random.Random(seed)
        self._patience = self._inside = self._waited = 0
        self._due = False
        self._plain = QApplication.font()
        self.windows = [window]  # all that are open
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
                "as it stands:",
                *(f"{name}: {what}" for name, what in standing(self.window).items()),
                "last acts:",
                *journal(),
            ]
        )

    def unexpected(self):
        """What was said that should not have been."""
        return list(self._said())

    # inputs
    def _tick(self):
        if self.finished:
            self._come_out()
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
        if self._inside and not isinstance(self._popup(), QMenu):
            self._waits_for_another()
            return  # an input that is not over yet; only menus have a loop of their own
        if self._waits_for_another():
            return
        self.made += 1
        self.left -= 1
        self._inside += 1
        try:
            self._input()
        except Exception:  # raised into the timer it would end the monkey, and nobody would know
            self.referee.say(f"the monkey itself: {format_exc()}")
        self._inside -= 1
        for text in self._said():
            if text not in self.referee.wrong:
                self.referee.say(text)

    def _come_out(self):
        """Close the menus in whose loops the last inputs are, which hold up all else."""
        if not self._inside:
            return
        if (menu := QApplication.activePopupWidget()) is not None:
            menu.close()
        QTimer.singleShot(1, self._tick)

    def _input(self):
        popup, modal = self._popup(), self._modal()
        if popup is not None:
            kinds = {self._at_popup: 1}
        elif modal is not None:
            kinds = {
                self._click: 6, self._key: 4, self._close: 2, self._press_primary: 3, self._drag: 1, self._wheel: 1,
                self._wait: 1, self._look: 1, self._type: 1, self._choose_row: 3, self._happen: 1,
            }  # fmt: skip
        else:
            kinds = {
                self._click: 8, self._key: 8, self._shortcut: 6, self._likely: 5, self._drag: 3, self._wheel: 2,
                self._wait: 2, self._look: 1, self._resize: 1, self._drop: 1, self._type: 2, self._slide: 3,
                self._walk: 4, self._menu: 3, self._ask: 3, self._seek: 2, self._picture: 4, self._happen: 2,
            }  # fmt: skip
        (kind,) = self._random.choices(list(kinds), list(kinds.values()))
        self.tally[kind.__name__] = self.tally.get(kind.__name__, 0) + 1
        kind(popup or modal or self.window)

    def _note(self, text):
        self.last.append(f"{self.made}: {text}")
        if path := os.environ.get("MONKEY_LOG"):  # where the program itself dies
            with open(path, "a", encoding="utf-8", errors="backslashreplace") as file:
                file.write(f"{self.seed} {self.last[-1]}\n")

    def _popup(self):
        """What has popped up from this window; of another window's menus another monkey takes care."""
        popup = QApplication.activePopupWidget()
        return popup if popup is not None and self._is_mine(popup) else None

    def _waits_for_another(self):
        """Whether a menu of another window is open: in this one process it would get the keys that are meant for ours,
        and Quit is among its entries. Nobody may be left who closes it.
        """
        popup = QApplication.activePopupWidget()
        self._waited = 0 if popup is None or self._is_mine(popup) else self._waited + 1
        if self._waited > 300:
            popup.close()
        return self._waited > 0

    def _modal(self):
        """The dialog that was opened last over this window."""
        open_ones = [
            widget for widget in QApplication.topLevelWidgets()
            if widget.isVisible() and widget.isModal() and self._is_mine(widget)
        ]  # fmt: skip
        active = QApplication.activeModalWidget()
        return active if active in open_ones else open_ones[-1] if open_ones else None

    def _is_mine(self, widget):
        while widget is not None and widget is not self.window:
            widget = widget.parentWidget()
        return widget is not None

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
        handle = top.windowHandle()
        QTest.keyPress(handle, key, modifiers)
        held = [
            held for held, modifier in (
                (Qt.Key.Key_Shift, Qt.KeyboardModifier.ShiftModifier),
                (Qt.Key.Key_Control, Qt.KeyboardModifier.ControlModifier),
                (Qt.Key.Key_Alt, Qt.KeyboardModifier.AltModifier),
            )
            if modifiers & modifier
        ]  # fmt: skip
        for each in (key, *held):
            if isValid(handle):  # a key may close a dialog; QTest's own click with a modifier dies of it
                QTest.keyRelease(handle, each)

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
        if isinstance(popup, QMenu) and self._aim is not None:
            found = self._way(popup, self._aim)
            if found is not None:
                self._note(f"menu, aimed: {found.text()}")
                self._aim = None if found is self._aim else self._aim
                self._click_action(popup, found)
                return
        if isinstance(popup, QMenu) and self._random.random() < 0.8:
            actions = [
                action for action in popup.actions()
                if action.isEnabled() and action.isVisible() and not action.isSeparator()
                and action is not self.window.commands.quit
            ]  # fmt: skip
            if actions:
                action = self._random.choice(actions)
                self._note(f"menu: {action.text()}")
                self._click_action(popup, action)
                return
        key = self._random.choice((Qt.Key.Key_Escape, Qt.Key.Key_Escape, Qt.Key.Key_Down, Qt.Key.Key_Up))
        self._note(f"key {key.name} at {type(popup).__name__}")
        self._press(popup, key)

    def _click_action(self, menu, action):
        place = self._seen(menu, menu.actionGeometry(action).center())
        QTest.mouseClick(menu.windowHandle(), Qt.MouseButton.LeftButton, NONE, place)

    def _way(self, menu, wanted):
        """The entry of a menu that is a command, or leads to it; None where there is none."""
        for action in menu.actions():
            if not (action.isEnabled() and action.isVisible()):
                continue
            if action is wanted or (action.menu() is not None and self._way(action.menu(), wanted)):
                return action
        return None

    def _seek(self, top):
        """Open a menu of the menu bar, for what has no key."""
        commands = self.window.commands
        self._aim = self._random.choice(
            (commands.follow, commands.follow, commands.autosave, commands.notify, commands.about, commands.log,
             commands.thumbnails, commands.hidden, commands.forms, *commands.exports.actions(),
             *commands.keep_rules.actions())
        )  # fmt: skip
        bar = self.window.menuBar()
        title = next((one for one in bar.actions() if _is_below(self._aim, one.menu())), bar.actions()[0])
        self._note(f"menu {title.text()}, for {self._aim.text()}")
        place = self._seen(top, bar.mapTo(top, bar.actionGeometry(title).center()))
        QTest.mouseClick(top.windowHandle(), Qt.MouseButton.LeftButton, NONE, place)

    def _ask(self, top):
        """Open a dialog."""
        commands = self.window.commands
        actions = (
            commands.settings, commands.keep_more, commands.scan_rules, commands.passed_over, commands.like,
            commands.like_file, commands.history, commands.history, commands.problems, commands.apart,
            commands.open_results, commands.save_results, *commands.mark_wishes.values(), commands.go_to,
        )  # fmt: skip
        actions = [action for action in actions if action.isEnabled() and action.shortcuts()]
        action = self._random.choice(actions)
        self._note(f"ask {action.text()}")
        self._keys_of(top, action)

    def _choose_row(self, top):
        """Choose something that a dialog lists, and do something with it."""
        views = [
            view for view in self._parts(top, QAbstractItemView)
            if not isinstance(view, QHeaderView) and view.model() is not None and view.model().rowCount()
        ]  # fmt: skip
        if not views:
            self._click(top)
            return
        view = self._random.choice(views)
        index = view.model().index(self._random.randrange(view.model().rowCount()), 0)
        view.scrollTo(index)
        place = view.viewport().mapTo(top, view.visualRect(index).center())
        self._note(f"row {index.row()} of {self._name(view)} of {top.windowTitle()!r}")
        QTest.mouseClick(top.windowHandle(), Qt.MouseButton.LeftButton, NONE, self._seen(top, place))
        buttons = self._parts(top, QPushButton)
        if buttons and self._random.random() < 0.5:
            button = self._random.choice(buttons)
            self._note(f"click at {self._name(button)}")
            place = self._seen(top, button.mapTo(top, button.rect().center()))
            QTest.mouseClick(top.windowHandle(), Qt.MouseButton.LeftButton, NONE, place)

    def _picture(self, top):
        """Draw around dots, point at boxes, drag and turn the wheel, where the views that are pictures are seen."""
        overview = self.window.overview
        shown = {View.ANALYSIS: overview.key_space, View.MAP: overview.map}.get(overview.view)
        if shown is None or not shown.canvas.isVisible():
            self._note("another view")
            self._press(
                top, self._random.choice((Qt.Key.Key_2, Qt.Key.Key_3)), Qt.KeyboardModifier.ControlModifier
            )
            return
        canvas, handle, left = shown.canvas, top.windowHandle(), Qt.MouseButton.LeftButton
        keys = self._random.choice(
            (NONE, NONE, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier)
        )
        points = [self._within(canvas, top) for _ in range(self._random.choice((1, 1, 2, 6)))]
        self._note(f"{len(points)} points at {type(canvas).__name__} {points[0].toTuple()} {keys.value:x}")
        if len(points) == 1:
            how = QTest.mouseClick if self._random.random() < 0.7 else QTest.mouseDClick
            how(handle, left, keys, points[0])
            return
        QTest.mousePress(handle, left, keys, points[0])
        for point in points[1:]:
            QTest.mouseMove(handle, point)
        QTest.mouseRelease(handle, left, keys, points[-1])

    def _happen(self, _):
        """Something happens to the files, though not while they are being removed: a review may be open."""
        if not any(window.work.busy for window in self.windows):
            self._note(f"elsewhere {self.elsewhere.act()}")

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
        if not isValid(handle):
            handle = self.window.windowHandle()  # nobody holds the button for ever
        QTest.mouseRelease(handle, button, NONE, end)

    def _slide(self, top):
        sliders = self._parts(top, ToleranceSlider) or self._parts(top, QAbstractSlider)
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
            colors = self._random.choice((palette.LIGHT, palette.DARK))
            self._note("look")
            stylesheet.apply(app, colors)
        else:
            scale = self._random.choice((1.0, 1.25, 1.5))
            self._note(f"letters {scale}")
            app.setFont(fonts.scaled(self._plain, scale))

    def _drop(self, _):
        path = self._random.choice(
            (*self.world.roots, self.world.away, *sorted(self.world.before), "/nowhere")
        )
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
        for widget in (self._popup(), self._modal()):
            if widget is not None:
                widget.close()
                return f"open: {type(widget).__name__} {widget.windowTitle()!r}"
        if window.work.busy:
            window.work.cancel()
            return f"at work: {window.work.task}"
        if window.dialog is not None:
            return f"not forgotten: {window.dialog}"
        if window.checks.paused:
            window.checks.pause(False)
        if window.bridge.busy:
            return "jobs run"
        return "figures are checked" if window.checks.running else ""


def standing(window):
    """All that the window may be waiting for, as it stands."""
    checks, changes, following = window.checks, window.workspace.edits, window.following
    return {
        "popup": QApplication.activePopupWidget(),
        "modal": QApplication.activeModalWidget(),
        "dialog": window.dialog,
        "buttons": QApplication.mouseButtons(),
        "state": QApplication.applicationState(),
        "sliders held": [
            s.accessibleName() for s in window.findChildren(QAbstractSlider) if s.isSliderDown()
        ],
        "filtering": window.clusters.filtering,
        "listing": window.clusters.row_order.busy,
        "hands full": window._hands_full(),
        "work": (window.work.task, window.work.paused),
        "jobs": [watch.job._thread.name for watch in window.bridge._watches.values()],
        "checks": (
            checks._step.name,
            len(checks._pending),
            f"job {checks._job is not None}",
            f"paused {checks.paused}",
        ),
        "checks begin": (checks._begin.isActive(), checks._begin.remainingTime()),
        "checks tick": checks._tick.isActive(),
        "changes": (changes.busy, [edit.name for edit in changes._waiting]),
        "workspace": (window.workspace.busy, window.workspace._naming),
        "following": (
            following.state,
            following._job is not None,
            following._ready is not None,
            following._pending,
        ),
    }


def _is_below(action, menu):
    """Whether a menu or one of those in it has an action."""
    return any(one is action or (one.menu() and _is_below(action, one.menu())) for one in menu.actions())
