"""Actions of the window: text, keys and tool tips. ``window.connections`` connects them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence

from simfinder.gui.state.mark_scope import MarkScope, mark_text, mark_tip
from simfinder.gui.widgets.plain_text import plain_text
from simfinder.gui.wording.action_words import command_text, command_tip
from simfinder.gui.wording.mark_words import wish_tip
from simfinder.model.extension_points import REPORTS, of_group
from simfinder.model.removal_plan import ActKind


class Commands(QObject):
    """Every action, by name."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._make_marks()
        self._make_acts()
        self._make_cluster_actions()
        self._make_lists()
        self._make_results()
        self._make_steps()
        self._make_groups()
        self._make_sorts()
        for action, keys in self._more_keys().items():
            action.setShortcut(QKeySequence(keys))
            action.setToolTip(plain_text(f"{action.toolTip()} ({_native(action.shortcut())})"))
        self.set_default_act(ActKind.TRASH)

    def _make_marks(self) -> None:
        """Make the actions that add folders, scan and mark."""
        self.add = self._action(
            self.tr("Add folder"),
            QKeySequence(QKeySequence.StandardKey.Open),
            self.tr("Choose a folder to scan"),
        )
        self.scan = self._action(
            self.tr("Scan"), QKeySequence(Qt.Key.Key_F5), self.tr("Read the folders and find similar files")
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
                self.tr("See how many files a rule would mark, and their size, before it does"),
            ),
        }
        self.keep_more = self._action(
            self.tr("Combine rules…"),
            QKeySequence("Ctrl+K"),
            self.tr("Put rules in an order, save them under a name, use saved ones"),
        )
        self.clear = self._action(self.tr("Clear marks"), None, self.tr("Unmark all files"))

    def _make_acts(self) -> None:
        """Make the actions that remove files, and undo."""
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
            self.tr("Undo"), QKeySequence(QKeySequence.StandardKey.Undo), self.tr("Undo what was done last")
        )

    def _make_cluster_actions(self) -> None:
        """Make the actions on clusters and their files."""
        self.find = self._action(
            self.tr("Filter"),
            QKeySequence(QKeySequence.StandardKey.Find),
            self.tr("Filter by name or folder"),
        )
        self.like = self._action(
            self.tr("Find files like this one"),
            QKeySequence("Ctrl+L"),
            self.tr(
                "List the scanned files that are copies of the chosen file, similar to it, inside it or"
                " around it"
            ),
        )
        self.like_file = self._action(
            self.tr("Find files like…"),
            QKeySequence("Ctrl+Shift+L"),
            self.tr("Choose any file and list the scanned files that are like it; or drop it on the window"),
        )
        self.not_same = self._action(
            self.tr("Remove from this cluster"),
            QKeySequence("Ctrl+Shift+N"),
            self.tr(
                "Keep the chosen files out of this cluster for good; the rest stays together. On a"
                " cluster, break it up into single files"
            ),
        )
        self.cut = self._action(
            self.tr("Split cluster here"),
            QKeySequence("Ctrl+Shift+X"),
            self.tr("Split this file and those below it off from those above, for good"),
        )
        self.show_folder = self._action(
            self.tr("Show in folder"),
            QKeySequence("Ctrl+Shift+E"),
            self.tr("Show the chosen file in the system’s file manager"),
        )
        self.check = self._action(
            self.tr("Verify results"),
            None,
            self.tr("Verify byte by byte what is only estimated so far"),
        )
        self.open_all = self._action(self.tr("Expand all clusters"), None, "")
        self.close_all = self._action(self.tr("Collapse all clusters"), None, "")

    def _make_lists(self) -> None:
        """Make the actions that show lists, settings and help."""
        self.history = self._action(self.tr("History…"), None, "")
        self.problems = self._action(self.tr("Problems…"), None, "")
        self.apart = self._action(
            self.tr("Exceptions…"),
            None,
            self.tr("List the files that you removed from clusters, and undo it"),
        )
        self.scan_rules = self._action(
            self.tr("Scan filters…"),
            QKeySequence("Ctrl+R"),
            self.tr("Choose which files to scan, by pattern, size, date and type"),
        )
        self.passed_over = self._action(
            self.tr("Skipped…"), None, self.tr("List the files that the last scan skipped, and why")
        )
        self.hidden = self._action(
            self.tr("Scan hidden files too"),
            None,
            self.tr("Also scan files and folders whose name begins with a dot"),
        )
        self.hidden.setCheckable(True)
        self.reset = self._action(self.tr("Reset tolerances"), None, "")
        self.keys = self._action(
            self.tr("Keyboard…"), QKeySequence(QKeySequence.StandardKey.HelpContents), ""
        )
        self.log = self._action(
            self.tr("Show log folder"), None, self.tr("Open the folder with the log, for a bug report")
        )
        self.about = self._action(self.tr("About SimFinder"), None, "")
        self.quit = self._action(self.tr("Quit"), QKeySequence("Ctrl+Q"), "")
        self.settings = self._action(self.tr("Settings…"), QKeySequence("Ctrl+,"), "")

    def _make_results(self) -> None:
        """Make the actions on results, and the switches of the window."""
        self.open_results = self._action(
            self.tr("Open results…"),
            QKeySequence("Ctrl+Shift+O"),
            self.tr("Show saved results without reading the files again"),
        )
        self.save_results = self._action(
            self.tr("Save results as…"),
            QKeySequence(QKeySequence.StandardKey.Save),
            self.tr("Save results, decisions and marks to go on later or elsewhere"),
        )
        self.autosave = self._action(
            self.tr("Keep results for next time"),
            None,
            self.tr("Save the results automatically after each scan and before the window closes"),
        )
        self.autosave.setCheckable(True)
        self.follow = self._action(
            self.tr("Follow changes in the folders"),
            None,
            self.tr("Watch the files after a scan and keep the clusters up to date"),
        )
        self.follow.setCheckable(True)
        self.notify = self._action(
            self.tr("Notify me when long work is done"),
            None,
            self.tr("Show a system notification when this window is not active"),
        )
        self.notify.setCheckable(True)
        self.thumbnails = self._action(
            self.tr("Large thumbnails"),
            QKeySequence("Ctrl+Shift+V"),
            self.tr("Show thumbnails of pictures and films, and the types of other files, in higher rows"),
        )
        self.thumbnails.setCheckable(True)
        self.comfortable = self._action(
            self.tr("Two lines for each file"),
            QKeySequence("Ctrl+Shift+Y"),
            self.tr("Show the folder below the name, in larger rows"),
        )
        self.comfortable.setCheckable(True)
        self.forms = self._action(
            self.tr("Show files of one form"),
            QKeySequence("Ctrl+Shift+G"),
            self.tr(
                "Also group letters on one template, invoices of one form and parts of a series. They"
                " are never marked automatically."
            ),
        )
        self.forms.setCheckable(True)

    def _make_steps(self) -> None:
        """Make the actions that go to another file, cluster or change."""
        self.go_to = self._action(
            self.tr("Go to a position…"),
            QKeySequence("Ctrl+G"),
            self.tr("Go to a line, a byte or a percentage of the file in Compare"),
        )
        self.next_other = self._action(
            self.tr("Compare with the next file"),
            QKeySequence(Qt.Key.Key_F8),
            self.tr("Compare the chosen file with another one of its cluster instead of the kept one"),
        )
        self.previous_other = self._action(
            self.tr("Compare with the previous file"), QKeySequence("Shift+F8"), ""
        )
        self.compare_through = self._action(
            self.tr("Compare with the most similar file"),
            QKeySequence("Ctrl+F8"),
            self.tr(
                "Compare a file that is too different from the kept one with the file of the cluster"
                " that it is most similar to"
            ),
        )
        self.compare_large = self._action(
            self.tr("Compare in a large window"),
            QKeySequence(Qt.Key.Key_F9),
            self.tr("Compare in a window of its own, and step through the versions of the cluster"),
        )
        self.next_undecided = self._action(
            self.tr("Next cluster not reviewed yet"),
            QKeySequence(Qt.Key.Key_F6),
            self.tr("Go to the next cluster in which nothing is marked and nothing is kept by hand"),
        )
        self.next_change = self._action(self.tr("Next change"), QKeySequence(Qt.Key.Key_F7), "")
        self.previous_change = self._action(self.tr("Previous change"), QKeySequence("Shift+F7"), "")

    def _make_groups(self) -> None:
        """Make the groups of exports, views and simple keep rules."""
        self.exports = QActionGroup(self)
        self.exports.setExclusive(False)
        for form, text in (
            ("html", self.tr("Page with pictures (HTML)…")),
            ("csv", self.tr("Table (CSV)…")),
            ("json", self.tr("Data (JSON)…")),
            *((brought.name, f"{brought.name}…") for brought in of_group(REPORTS)),
        ):
            action = QAction(text, self)
            action.setData(form)
            self.exports.addAction(action)
        self.views = QActionGroup(self)
        for number, text in enumerate(
            (self.tr("Clusters"), self.tr("Folders"), self.tr("Analysis"), self.tr("Map"))
        ):
            action = self._action(text, QKeySequence(f"Ctrl+{number + 1}"), "")
            action.setCheckable(True)
            action.setData(number)
            action.setChecked(not number)
            self.views.addAction(action)
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

    def _make_sorts(self) -> None:
        """Make actions that sort by a column, as a click on its heading does."""
        self.sorts = QActionGroup(self)
        for number, text in enumerate(
            (
                self.tr("Sort by space to free"),
                self.tr("Sort by name"),
                self.tr("Sort by similarity"),
                self.tr("Sort by version"),
                self.tr("Sort by time"),
                self.tr("Sort by size"),
                self.tr("Sort by folder"),
            )
        ):
            tip = self.tr("Choose again to reverse the order") if number else ""
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
        """Return the keys of commands that are needed less often; Delete is given to one of the acts besides."""
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
        """Say what a command does now; why it can't be used stays in its tip, see ``window.action_state``."""
        if action.property("usual tip") in (None, action.toolTip()):
            action.setToolTip(plain_text(tip))
        action.setProperty("usual tip", tip)

    def _action(self, text: str, shortcut: QKeySequence | None, tip: str) -> QAction:
        action = QAction(text, self)
        keys = ""
        if shortcut is not None:
            action.setShortcut(shortcut)
            keys = f" ({_native(shortcut)})"
        action.setToolTip(plain_text((tip or text) + keys))
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
            action.setToolTip(plain_text(f"{command_tip(other)} ({_native(keys[0])})"))

    def keys_list(self) -> list[tuple[str, str]]:
        """Return the keys and what they do, for the dialog that lists them."""
        keys = [
            (_native(shortcut), action.text().rstrip("…"))
            for action in self.children()
            if isinstance(action, QAction)
            for shortcut in action.shortcuts()
        ]
        return [
            *keys,
            (self.tr("Space"), self.tr("Mark or unmark the chosen files")),
            (self.tr("Space"), self.tr("In the review: compare the file with the one that stays")),
            ("K", self.tr("Keep this file")),
            (self.tr("Enter"), self.tr("Open this file")),
            (
                _native(QKeySequence(QKeySequence.StandardKey.Copy)),
                self.tr("Copy the paths of the chosen files"),
            ),
            (
                self.tr("Alt+1, Alt+2 …"),
                self.tr("In a dialog: sort its table by that column; Alt+0 restores the order"),
            ),
            ("Shift+F10", self.tr("Open the menu of this file or cluster")),
            (self.tr("← →"), self.tr("Close and open a cluster")),
            ("F2", self.tr("On a slider: type a value")),
            (self.tr("Backspace"), self.tr("On a slider: follow “All types” again")),
            (_native(QKeySequence("Ctrl+Shift+F")), self.tr("Filter by relation, size or type")),
            ("Esc", self.tr("Leave the filter and clear it")),
            ("Esc", self.tr("Elsewhere: dismiss the message")),
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
