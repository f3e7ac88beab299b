"""The actions of the window: words, keys, tips. What they do is connected by the window."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence

from simfinder.gui.state.mark_scope import MarkScope, mark_text, mark_tip
from simfinder.gui.wording.action_words import command_text, command_tip
from simfinder.gui.wording.mark_words import wish_tip
from simfinder.model.removal_plan import ActKind


class Commands(QObject):
    """Every action, by name."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        key, std = Qt.Key, QKeySequence.StandardKey
        self.add = self._action(
            self.tr("Add folder"), QKeySequence(std.Open), self.tr("Choose a folder to scan")
        )
        self.scan = self._action(
            self.tr("Scan"), QKeySequence(key.Key_F5), self.tr("Read the folders and find what is alike")
        )
        everything = MarkScope()
        self.mark_rules = {
            rule: self._action(mark_text(rule, everything), None, mark_tip(rule, everything))
            for rule in ("older", "identical", "all")
        }
        self.mark_older = self.mark_rules["older"]
        self.mark_identical, self.mark_all = self.mark_rules["identical"], self.mark_rules["all"]
        self.mark_wishes = {
            "in": self._action(self.tr("Mark all in a folder…"), None, wish_tip("in")),
            "not-in": self._action(self.tr("Mark all but a folder…"), None, wish_tip("not-in")),
            "invert": self._action(self.tr("Invert marks…"), None, wish_tip("invert")),
            "older": self._action(
                self.tr("Mark with a preview…"),
                QKeySequence("Ctrl+M"),
                self.tr("See how many files a rule marks, and how much they hold, before it does"),
            ),
        }
        self.keep_more = self._action(
            self.tr("Combine rules…"),
            QKeySequence("Ctrl+K"),
            self.tr("Put rules in an order, save them under a name, use saved ones"),
        )
        self.clear = self._action(self.tr("Clear marks"), None, self.tr("Take all marks back"))
        self.acts = {
            kind: self._action(command_text(kind), None, command_tip(kind))
            for kind in (
                ActKind.TRASH,
                ActKind.MOVE,
                ActKind.COPY,
                ActKind.HARDLINK,
                ActKind.SYMLINK,
                ActKind.REFLINK,
                ActKind.DELETE,
            )
        }
        self.trash, self.move = self.acts[ActKind.TRASH], self.acts[ActKind.MOVE]
        self.undo = self._action(
            self.tr("Undo"), QKeySequence(std.Undo), self.tr("Take back what was done last")
        )
        self.find = self._action(
            self.tr("Filter"), QKeySequence(std.Find), self.tr("Filter by name or folder")
        )
        self.like = self._action(
            self.tr("Find files like this one"),
            QKeySequence("Ctrl+L"),
            self.tr("List copies, similar files, wholes and parts of the chosen file among those scanned"),
        )
        self.like_file = self._action(
            self.tr("Find files like…"),
            QKeySequence("Ctrl+Shift+L"),
            self.tr(
                "Choose any file and list what is like it among the files scanned; dropping it does the same"
            ),
        )
        self.not_same = self._action(
            self.tr("Not the same as the others"),
            QKeySequence("Ctrl+Shift+N"),
            self.tr(
                "Take the chosen files out of their clusters for good; the rest stays together. Of a cluster, take all"
                " its files apart"
            ),
        )
        self.cut = self._action(
            self.tr("Cut here"),
            QKeySequence("Ctrl+Shift+X"),
            self.tr("This file and those below it are not the same as those above"),
        )
        self.show_folder = self._action(
            self.tr("Show in folder"),
            QKeySequence("Ctrl+Shift+E"),
            self.tr("Show the chosen file in the system’s file manager"),
        )
        self.check = self._action(
            self.tr("Check figures"),
            None,
            self.tr("Compare byte by byte what is an estimate so far"),
        )
        self.open_all = self._action(self.tr("Expand all clusters"), None, "")
        self.close_all = self._action(self.tr("Collapse all clusters"), None, "")
        self.history = self._action(self.tr("History…"), None, "")
        self.problems = self._action(self.tr("Problems…"), None, "")
        self.apart = self._action(
            self.tr("What is not the same…"),
            None,
            self.tr("What you said is not the same, and a way to take it back"),
        )
        self.scan_rules = self._action(
            self.tr("What is scanned…"),
            QKeySequence("Ctrl+R"),
            self.tr("Patterns, sizes and kinds of files that are taken or left out"),
        )
        self.passed_over = self._action(
            self.tr("Passed over…"), None, self.tr("What the last scan left out, and why")
        )
        self.hidden = self._action(
            self.tr("Scan hidden files too"),
            None,
            self.tr("Also take files and folders whose name begins with a dot"),
        )
        self.hidden.setCheckable(True)
        self.reset = self._action(self.tr("Reset tolerances"), None, "")
        self.keys = self._action(self.tr("Keyboard…"), QKeySequence(std.HelpContents), "")
        self.log = self._action(
            self.tr("Show log folder"), None, self.tr("What went wrong is noted there, for a bug report")
        )
        self.about = self._action(self.tr("About SimFinder"), None, "")
        self.quit = self._action(self.tr("Quit"), QKeySequence("Ctrl+Q"), "")
        self.settings = self._action(self.tr("Settings…"), QKeySequence("Ctrl+,"), "")
        self.open_results = self._action(
            self.tr("Open results…"),
            QKeySequence("Ctrl+Shift+O"),
            self.tr("Show results that were saved, without reading the files again"),
        )
        self.save_results = self._action(
            self.tr("Save results as…"),
            QKeySequence(std.Save),
            self.tr("Save what was found, decided and marked, to go on later or elsewhere"),
        )
        self.autosave = self._action(
            self.tr("Keep results for next time"),
            None,
            self.tr("Save the results by themselves after each scan and before the window closes"),
        )
        self.autosave.setCheckable(True)
        self.follow = self._action(
            self.tr("Follow changes in the folders"),
            None,
            self.tr("See what happens to the files after a scan; clusters follow by themselves"),
        )
        self.follow.setCheckable(True)
        self.notify = self._action(
            self.tr("Tell me when long work is done"),
            None,
            self.tr("A message of the system, when this window is not the active one"),
        )
        self.notify.setCheckable(True)
        self.thumbnails = self._action(
            self.tr("Show small pictures"),
            QKeySequence("Ctrl+Shift+V"),
            self.tr("Show beside each name what a picture looks like, or of what type a file is"),
        )
        self.thumbnails.setCheckable(True)
        self.forms = self._action(
            self.tr("Show files of one form"),
            QKeySequence("Ctrl+Shift+G"),
            self.tr(
                "Also groups letters on one template, invoices of one form and parts of a series. They are never marked"
                " by themselves."
            ),
        )
        self.forms.setCheckable(True)
        self.go_to = self._action(
            self.tr("Go to a place…"),
            QKeySequence("Ctrl+G"),
            self.tr("Type a line, a byte or a share of the file, and see it in Compare"),
        )
        self.next_other = self._action(
            self.tr("Compare with the next file"),
            QKeySequence(key.Key_F8),
            self.tr("Compare the chosen file with another one of its cluster instead of the kept one"),
        )
        self.previous_other = self._action(
            self.tr("Compare with the previous file"), QKeySequence("Shift+F8"), ""
        )
        self.compare_through = self._action(
            self.tr("Compare with the file it is here through"),
            QKeySequence("Ctrl+F8"),
            self.tr(
                "Of a file that is too unlike the kept one: compare it with the file of the cluster it is most like"
            ),
        )
        self.next_undecided = self._action(
            self.tr("Next undecided cluster"),
            QKeySequence(key.Key_F6),
            self.tr("Go to the next cluster in which nothing is marked and nothing is kept by hand"),
        )
        self.next_change = self._action(self.tr("Next change"), QKeySequence(key.Key_F7), "")
        self.previous_change = self._action(self.tr("Previous change"), QKeySequence("Shift+F7"), "")
        self.exports = QActionGroup(self)
        self.exports.setExclusive(False)
        for form, text in (
            ("html", self.tr("Page with pictures (HTML)…")),
            ("csv", self.tr("Table (CSV)…")),
            ("json", self.tr("Data (JSON)…")),
        ):
            action = QAction(text, self)
            action.setData(form)
            self.exports.addAction(action)
        self.views = QActionGroup(self)
        for number, text in enumerate((self.tr("Clusters"), self.tr("Key space"), self.tr("Map"))):
            action = self._action(text, QKeySequence(f"Ctrl+{number + 1}"), "")
            action.setCheckable(True)
            action.setData(number)
            action.setChecked(not number)
            self.views.addAction(action)
        self._make_sorts()
        self.keep_rules = QActionGroup(self)
        self.keep_rules.setExclusionPolicy(QActionGroup.ExclusionPolicy.ExclusiveOptional)
        for rule, text in (
            ("newest", self.tr("Newest")),
            ("oldest", self.tr("Oldest")),
            ("largest", self.tr("Largest")),
            ("smallest", self.tr("Smallest")),
            ("shortest-path", self.tr("Shortest path")),
        ):
            action = QAction(text, self)
            action.setCheckable(True)
            action.setData(rule)
            self.keep_rules.addAction(action)
        for action, keys in self._more_keys().items():
            action.setShortcut(QKeySequence(keys))
            action.setToolTip(f"{action.toolTip()} ({_native(action.shortcut())})")
        self.set_default_act(ActKind.TRASH)

    def _make_sorts(self) -> None:
        """What a click on a heading of the tree does, for the keyboard."""
        self.sorts = QActionGroup(self)
        for number, text in enumerate(
            (
                self.tr("Sort by what can be freed"),
                self.tr("Sort by name"),
                self.tr("Sort by what is shared"),
                self.tr("Sort by version"),
                self.tr("Sort by time"),
                self.tr("Sort by size"),
                self.tr("Sort by folder"),
            )
        ):
            tip = self.tr("Once more turns the order round") if number else ""
            action = self._action(text, QKeySequence(f"Alt+{number}"), tip)
            action.setCheckable(True)
            action.setData(number - 1)
            action.setChecked(not number)
            self.sorts.addAction(action)

    def check_sort(self, column: int) -> None:
        """Check the action of the column that is sorted by; -1 for the order of what can be freed."""
        for action in self.sorts.actions():
            action.setChecked(action.data() == column)

    def _more_keys(self) -> dict[QAction, str]:
        """Keys of commands that are needed less often; Delete is given to one of the acts besides."""
        return {
            self.mark_older: "Ctrl+Shift+M",
            self.mark_identical: "Ctrl+I",
            self.mark_all: "Ctrl+Shift+A",
            self.mark_wishes["in"]: "Ctrl+D",
            self.mark_wishes["not-in"]: "Ctrl+Shift+D",
            self.mark_wishes["invert"]: "Ctrl+Shift+I",
            self.clear: "Ctrl+Backspace",
            self.check: "Ctrl+Shift+C",
            self.open_all: "Ctrl++",
            self.close_all: "Ctrl+-",
            self.history: "Ctrl+H",
            self.problems: "Ctrl+P",
            self.passed_over: "Ctrl+Shift+P",
            self.apart: "Ctrl+N",
            self.hidden: "Ctrl+.",
            self.reset: "Ctrl+0",
        }

    def set_usual_tip(self, action: QAction, tip: str) -> None:
        """Say what a command does now; why it can't be used stays in its tip, see ``availability``."""
        if action.property("usual tip") in (None, action.toolTip()):
            action.setToolTip(tip)
        action.setProperty("usual tip", tip)

    def _action(self, text: str, shortcut: QKeySequence | None, tip: str) -> QAction:
        action = QAction(text, self)
        keys = ""
        if shortcut is not None:
            action.setShortcut(shortcut)
            keys = f" ({_native(shortcut)})"
        action.setToolTip((tip or text) + keys)
        return action

    def show_saved_rules(self, saved: Sequence[tuple[str, str]], now: str) -> list[QAction]:
        """Make an action for each saved combination (name, rules) in the place of those before, and check one."""
        for action in [action for action in self.keep_rules.actions() if action.property("saved")]:
            self.keep_rules.removeAction(action)
            action.deleteLater()  # the menu lets go of it meanwhile
        made = []
        for name, rules in saved:
            action = QAction(name.replace("&", "&&"), self)
            action.setCheckable(True)
            action.setData(rules)
            action.setProperty("saved", True)
            self.keep_rules.addAction(action)
            made.append(action)
        self.check_keep_rule(now)
        return made

    def check_keep_rule(self, rules: str) -> None:
        """Check the action of these rules; none where they have no name."""
        for action in self.keep_rules.actions():
            action.setChecked(action.data() == rules)

    def set_default_act(self, kind: ActKind) -> None:
        """Let the Delete key (and the button) mean this act."""
        self.default_act = self.acts[kind]
        for other, action in self.acts.items():
            keys = [QKeySequence(_ACT_KEYS[other])]
            if other is kind:
                keys.insert(0, QKeySequence(Qt.Key.Key_Delete))
            action.setShortcuts(keys)
            action.setToolTip(f"{command_tip(other)} ({_native(keys[0])})")

    def keys_list(self) -> list[tuple[str, str]]:
        """Keys and what they do, for the dialog that lists them."""
        keys = [
            (_native(shortcut), action.text().rstrip("…"))
            for action in self.children()
            if isinstance(action, QAction)
            for shortcut in action.shortcuts()
        ]
        return [
            *keys,
            (self.tr("Space"), self.tr("Mark the chosen files, or take the marks back")),
            ("K", self.tr("Keep this file")),
            (self.tr("Enter"), self.tr("Open this file")),
            (
                _native(QKeySequence(QKeySequence.StandardKey.Copy)),
                self.tr("Copy the paths of the chosen files"),
            ),
            (
                self.tr("Alt+1, Alt+2 …"),
                self.tr("In a dialog: sort its table by that column; Alt+0 as it was"),
            ),
            ("Shift+F10", self.tr("The menu of this file or cluster: all that can be done about it")),
            (self.tr("← →"), self.tr("Close and open a cluster")),
            ("F2", self.tr("On a slider: type a value")),
            (self.tr("Backspace"), self.tr("On a slider: follow “All types” again")),
            (_native(QKeySequence("Ctrl+Shift+F")), self.tr("Filter by what files are")),
            ("Esc", self.tr("Leave the filter and clear it")),
            ("Esc", self.tr("Elsewhere: dismiss the message at the top")),
        ]


_ACT_KEYS = {
    ActKind.TRASH: "Ctrl+Shift+Del",
    ActKind.MOVE: "Ctrl+T",
    ActKind.COPY: "Ctrl+Shift+T",
    ActKind.HARDLINK: "Ctrl+Alt+H",
    ActKind.SYMLINK: "Ctrl+Alt+S",
    ActKind.REFLINK: "Ctrl+Alt+R",
    ActKind.DELETE: "Shift+Del",
}


def _native(keys: QKeySequence) -> str:
    return keys.toString(QKeySequence.SequenceFormat.NativeText)
