"""Short jobs beside the long work: count what a rule would mark, saved keep rules, exceptions.

They may run beside anything. Opens no dialogs: signals say what there is to show.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from simfinder.gui.jobs import job_functions
from simfinder.gui.jobs.job_bridge import JobBridge
from simfinder.gui.state.window_state import Notice, WindowState
from simfinder.gui.wording.formatting import count_text, counted, shown
from simfinder.gui.wording.translate_messages import told_error

if TYPE_CHECKING:
    from simfinder.app.removal.mark_files import Proposal
    from simfinder.app.removal.saved_keep_rules import SavedRules
    from simfinder.app.session.session import Session
    from simfinder.gui.state.mark_scope import Mask
    from simfinder.store.library.ignored_pairs import Ignored


class SmallJobs(QObject):
    """Starts them and says what came of them."""

    proposed = Signal(object)  # Proposal of marks
    rules_told = Signal(object)  # list of SavedRules
    ignored_told = Signal(object)  # list of Ignored

    def __init__(self, workspace: WindowState, bridge: JobBridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._bridge = bridge
        self.saved_rules: list[SavedRules] = []
        self._asked: object = None  # the last wish to mark files
        # numbers of exceptions that undo takes back, the last ones first
        self._made: list[Sequence[int]] = []

    # marks and keep rules
    def propose(
        self,
        wish: str,
        folder: str,
        clusters: Sequence[int] | None,
        files: Mask | None = None,
        *,
        inside_projects: bool = False,
    ) -> None:
        """Count what a wish to mark files comes to; ``proposed`` follows, for the last wish only.

        Takes the arguments of ``mark_files.propose``.
        """
        session = self._workspace.session
        if session is None:
            return
        asked = self._asked = object()

        def done(proposal: Proposal) -> None:
            if asked is self._asked:
                self.proposed.emit(proposal)

        self._bridge.start(
            job_functions.proposing(session, wish, folder, clusters, files, inside_projects=inside_projects),
            name="marks",
            done=done,
            failed=self._told,
        )

    def look_at_rules(self) -> None:
        """Read the saved rules; ``rules_told`` follows."""
        self._rules(job_functions.saved_rules)

    def save_rules(self, name: str, rules: str) -> None:
        """Save keep rules under a name; ``rules_told`` follows."""
        self._rules(job_functions.saving_rules(name, rules))

    def remove_rules(self, name: str) -> None:
        """Forget saved keep rules; ``rules_told`` follows."""
        self._rules(job_functions.removing_rules(name))

    def _rules(self, function: Any) -> None:
        def done(saved: list[SavedRules]) -> None:
            self.saved_rules = saved
            self.rules_told.emit(saved)

        self._bridge.start(function, name="rules", done=done, failed=self._told)

    # exceptions
    def not_the_same(self, files: Sequence[int]) -> None:
        """Break up a cluster: add an exception for each two of these files."""
        session = self._workspace.session
        if session is None:
            return

        def done(result: tuple[int, list[Ignored]]) -> None:
            number, known = result
            self._set_apart([number], known)
            text = counted(
                len(files),
                self.tr("Removed %n file from its cluster."),
                self.tr("Broke up the cluster: its %n files stay apart from now on."),
            )
            self._workspace.noticed.emit(Notice(text, self.tr("Undo"), lambda: self.same_again([number])))

        self._bridge.start(
            job_functions.setting_apart(session.scan.contents_of(files)),
            name="ignore",
            done=done,
            failed=self._told,
        )

    def leave(self, files: Sequence[int]) -> None:
        """Remove these files from their clusters for good; the others stay together."""
        session = self._workspace.session
        if session is None:
            return
        parts, leave, rest = _leaving(session, files)

        def done(result: tuple[list[int], list[Ignored]]) -> None:
            numbers, known = result
            self._set_apart(numbers, known)
            name = shown(os.path.basename(session.record(files[0]).path))
            text = self._left_text(name, leave, rest)
            self._workspace.noticed.emit(Notice(text, self.tr("Undo"), lambda: self.same_again(numbers)))

        self._bridge.start(job_functions.leaving(parts), name="ignore", done=done, failed=self._told)

    def _left_text(self, name: str, leave: int, rest: int) -> str:
        """Say what happened: the first file's name, how many files left and how many stay."""
        if rest < 2:
            return counted(
                leave,
                self.tr("Removed %1 from its cluster. Its one other file is no cluster any more."),
                self.tr("Removed %n files from their clusters."),
            ).replace("%1", name)
        text = counted(
            leave,
            self.tr("Removed %1 from its cluster; the %2 other files stay together."),
            self.tr("Removed %n files from their clusters; the %2 other files stay together."),
        )
        return text.replace("%2", count_text(rest)).replace("%1", name)

    def cut(self, rest: Sequence[int], files: Sequence[int]) -> None:
        """Split these files off from the rest of their cluster for good."""
        session = self._workspace.session
        if session is None:
            return

        def done(result: tuple[list[int], list[Ignored]]) -> None:
            numbers, known = result
            self._set_apart(numbers, known)
            text = counted(
                len(files),
                self.tr("Split %n file off from its cluster."),
                self.tr("Split %n files off from their cluster."),
            )
            self._workspace.noticed.emit(Notice(text, self.tr("Undo"), lambda: self.same_again(numbers)))

        function = job_functions.cutting_off(session.scan.contents_of(rest), session.scan.contents_of(files))
        self._bridge.start(function, name="ignore", done=done, failed=self._told)

    def _set_apart(self, numbers: Sequence[int], known: list[Ignored]) -> None:
        """Regroup by exceptions that a person just made, and remember them for undo."""
        self._made.append(numbers)
        self._workspace.set_ignored(known)

    @property
    def can_take_back(self) -> bool:
        """Return whether exceptions were made since files were last removed or restored."""
        return bool(self._made)

    def take_back(self) -> None:
        """Remove the exceptions that were made last."""
        self.same_again(self._made[-1])
        self._workspace.noticed.emit(Notice(self.tr("Undone: these files are together again.")))

    def forget_made(self) -> None:
        """Let undo be about what was done since: files were removed or restored."""
        self._made.clear()

    def same_again(self, numbers: Sequence[int]) -> None:
        """Remove these exceptions."""
        self._made = [made for made in self._made if not set(made) <= set(numbers)]
        self._bridge.start(
            job_functions.putting_together(numbers),
            name="ignore",
            done=self._workspace.set_ignored,
            failed=self._told,
        )

    def look_at_ignored(self) -> None:
        """Read the exceptions; ``ignored_told`` follows."""
        self._bridge.start(
            job_functions.ignored, name="ignore", done=self.ignored_told.emit, failed=self._told
        )

    def _told(self, error: BaseException) -> None:
        self._workspace.noticed.emit(Notice(told_error(error), stays=True))


def _leaving(
    session: Session, files: Sequence[int]
) -> tuple[list[tuple[tuple[bytes, str], list[tuple[bytes, str]]]], int, int]:
    """Return each file that leaves with what it is apart from, and how many files go and stay in these clusters.

    Where all copies of a content leave, it is apart from the other contents of its cluster; where some stay, only these
    files are.
    """
    table = session.clusters
    contents, members = table.files.contents, {}
    parts: list[tuple[tuple[bytes, str], list[tuple[bytes, str]]]] = []
    leaving = {file: None for file in files if table.cluster_of(file) >= 0}
    stay: set[int] = set()
    for cluster in {table.cluster_of(file) for file in leaving}:
        span = slice(int(table.offsets[cluster]), int(table.offsets[cluster + 1]))
        members[cluster] = table.members[span].tolist()
        stay.update(contents[file] for file in members[cluster] if file not in leaving)
    done = set()
    for file in leaving:
        (one,) = session.scan.contents_of([file])
        if contents[file] in stay:
            parts.append((one, []))
        elif contents[file] not in done:
            done.add(contents[file])
            parts.append((one, session.scan.contents_of(members[table.cluster_of(file)])))
    count = sum(map(len, members.values()))
    return parts, len(leaving), count - len(leaving)
