"""What must hold whatever is done at the window: no byte is lost, nothing protected is touched, marks make sense."""

from __future__ import annotations

import os
from contextlib import closing, suppress
from dataclasses import dataclass, field
from traceback import format_exception

from simfinder.gui.controllers.removal_jobs import Task
from simfinder.model.removal_plan import ActKind, ActState
from simfinder.signatures.content_hash import content_hash
from simfinder.store.library.library import Library

REMOVING = (ActKind.TRASH, ActKind.MOVE, ActKind.DELETE, ActKind.HARDLINK, ActKind.SYMLINK, ActKind.REFLINK)


def contents(*folders):
    """Path → digest of every file below."""
    found = {}
    for top in folders:
        for folder, _, names in os.walk(top):
            for name in names:
                path = os.path.join(folder, name)
                if os.path.isfile(path) and not os.path.islink(path):
                    with suppress(FileNotFoundError), open(path, "rb") as file:  # an act may be under way
                        found[path] = content_hash(file.read())
    return found


def deleted_for_good():
    """Contents that were, as the journal has it: what lay where before is not known to who looks beside an act."""
    with closing(Library.open()) as library:
        acts = [act for row in library.batches() for act in library.acts(row.id)]
    return {act.content for act in acts if act.kind is ActKind.DELETE and act.state is ActState.DONE}


def journal(most=12):
    """The last acts as the journal has them, for whoever wants to know what happened."""
    with closing(Library.open()) as library:
        rows = library.batches()[:3]
        return [
            f"{row.id} {act.kind} {act.state} {act.path} to {act.target} {act.reason}"
            for row in rows
            for act in library.acts(row.id)[:most]
        ]


@dataclass
class World:
    """Folders that the monkey may play with.

    Attributes:
        roots: may be scanned.
        away: files may be moved or copied there.
        trash: the Trash of this test's home.
        saved: where results are written.
        before: path → digest of every file whose bytes must not be lost, by the place where it was first.
        made: those of them that another program made.
    """

    roots: list[str]
    away: str
    trash: str
    saved: str
    before: dict[str, bytes] = field(default_factory=dict)
    made: dict[str, bytes] = field(default_factory=dict)

    def __post_init__(self):
        self.before = contents(*self.roots)

    def lost(self):
        """Files of the beginning whose bytes are nowhere any more, but for those deleted for good."""
        there = set(contents(*self.roots, self.away, self.trash).values()) | deleted_for_good()
        return sorted(path for path, digest in self.before.items() if digest not in there)


class Referee:
    """Watches a window at work.

    Attributes:
        wrong: what does not hold; empty as long as all does.
        reports: how many acts ended how.
    """

    def __init__(self, window, world):
        self._window, self._world = window, world
        self.wrong: list[str] = []
        self.reports = dict.fromkeys(ActState, 0)
        self._before: tuple = ()
        window.work.task_changed.connect(self._watch_task)
        window.work.reported.connect(self._judge)
        window.bridge.crashed.connect(self._hear_crash)
        window.workspace.noticed.connect(self._hear)

    def _hear_crash(self, error):
        self.say("a job died: " + "".join(format_exception(error)))

    def say(self, text):
        self.wrong.append(text)

    def _hear(self, notice):
        kind, _, _ = notice.text.partition(": ")
        if kind.isidentifier() and kind.endswith(("Error", "Exception", "Interrupt", "Warning")):
            self.say(f"the window says: {notice.text}")

    def _clusters(self):
        session = self._window.workspace.session
        if session is None:
            return []
        table = session.clusters
        return [[member.file.path for member in table.cluster(c).members] for c in range(len(table))]

    def _watch_task(self):
        if self._window.work.task is Task.ACT:
            self._before = tuple(self._window.workspace.settings.protected), self._clusters()

    def _judge(self, report):
        """What was really done, against what was there before."""
        for act in report.acts:
            self.reports[act.state] += 1
        removed = {a.path for a in report.acts if a.state is ActState.DONE and a.act in REMOVING}
        if not self._before or not removed:
            return
        protected, clusters = self._before
        self._before = ()
        for path in sorted(removed):
            if any(path.startswith(folder + os.sep) for folder in protected):
                self.say(f"a protected file was touched: {path}")
        for cluster in clusters:
            if removed & set(cluster) and not any(os.path.isfile(path) for path in cluster):
                self.say(f"a cluster lost its last file: {cluster}")

    def look_at_marks(self):
        """Marks are in clusters, not protected, and never a whole cluster."""
        session = self._window.workspace.session
        if session is None:
            return
        table, marks = session.clusters, set(session.marks)
        for file in marks:
            cluster = table.cluster_of(file)
            if cluster < 0 or table.files.protected[file]:
                self.say(
                    f"marked, but {'protected' if cluster >= 0 else 'alone'}: {session.record(file).path}"
                )
        for number in range(len(table)):
            members = {session.file_of(member.file.path) for member in table.cluster(number).members}
            if members <= marks:
                self.say(f"all of a cluster is marked: {[session.record(file).path for file in members]}")
        if marks and session.read_only:
            self.say("marks in results that are read-only")

    def look_at_disk(self):
        """Not a byte is lost."""
        if lost := self._world.lost():
            self.say(f"{len(lost)} files are lost, as {lost[:5]}")
