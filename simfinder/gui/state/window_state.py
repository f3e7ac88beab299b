"""State of the window: folders, the session of the last scan, tolerances, marks. No widgets.

Panels read it and call it; signals report every change. All of it runs in the window's thread.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from simfinder.app.settings.settings import Settings
from simfinder.app.settings.type_limits import limits
from simfinder.errors import StoreUnavailableError
from simfinder.gui.state.session_edits import SessionEdits, is_large
from simfinder.gui.wording.formatting import counted, size_text
from simfinder.gui.wording.translate_messages import told_error, translated
from simfinder.model.file_families import Family
from simfinder.model.scan_options import ScanOptions
from simfinder.model.tolerances import Choices, Tolerances

if TYPE_CHECKING:
    from simfinder.app.clusters.cluster_table import IntArray
    from simfinder.app.removal.mark_files import Proposal
    from simfinder.app.session.session import Session
    from simfinder.app.verify.survey import MeasuredLinks
    from simfinder.app.views.containment_view import Insides
    from simfinder.gui.jobs.job_functions import Scanned
    from simfinder.gui.state.mark_scope import FilesOf
    from simfinder.store.library.ignored_pairs import Ignored


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence for the banner, with at most one thing to do about it.

    Attributes:
        text: the sentence.
        action: what is written on the button, "" for none.
        call: what the button does.
        stays: something did not happen or was lost, so it stays until a person closes it.
        passes: what its button does is also in the menus, so it leaves by itself.
    """

    text: str
    action: str = ""
    call: Callable[[], None] | None = field(default=None, compare=False)
    stays: bool = False
    passes: bool = False

    @property
    def lasting(self) -> bool:
        """Return whether it stays until a person closes it."""
        return self.stays or (bool(self.action) and not self.passes)


class WindowState(QObject):
    """The state of one window.

    Args:
        settings: changed and saved here.

    Attributes:
        with_forms: files that share only a form, and parts of a series, are to be shown together.
        moved: while ``session_changed`` tells of the same folders at a later moment, where each file of the session of
            before is now; else None.
    """

    folders_changed = Signal()
    session_changed = Signal()  # another scan, or none
    clusters_changed = Signal()  # the same scan, grouped anew
    marks_changed = Signal()
    insides_changed = Signal()  # what lies in what is known now
    tolerances_changed = Signal()  # before the clusters follow
    projects_found = Signal(int)  # a scan has found so many project folders
    noticed = Signal(object)  # Notice
    language_changed = Signal()  # the settings have another one

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.session: Session | None = None
        self.tolerances = settings.as_tolerances()
        self.with_forms = False
        self.insides: Insides | None = None
        self.moved: IntArray | None = None
        self._by_hand: set[int] = set()
        self._naming = 0  # rules that are being looked up in jobs
        self.edits = SessionEdits(lambda: self.session, self)
        # One regroup per turn of the event loop, however many slider steps arrived in it.
        self._regroup = QTimer(self)
        self._regroup.setSingleShot(True)
        self._regroup.setInterval(0)
        self._regroup.timeout.connect(self._regroup_now)

    def adopt(self, other: WindowState) -> None:
        """Show what another window of the same settings shows."""
        self.session, self.insides = other.session, other.insides
        self.tolerances, self.with_forms = other.tolerances, other.with_forms
        self._by_hand = set(other._by_hand)
        for changed in (self.tolerances_changed, self.folders_changed, self.session_changed):
            changed.emit()
        if self.insides is not None:
            self.insides_changed.emit()

    # folders
    @property
    def folders(self) -> list[str]:
        return self.settings.folders

    def add_folders(self, paths: Iterable[str]) -> list[str]:
        """Add folders; returns the new ones. What is no folder is named in a notice."""
        new: list[str] = []
        bad: list[str] = []
        for path in paths:
            path = os.path.abspath(os.path.expanduser(path))
            if path in self.settings.folders or path in new:
                continue
            (new if os.path.isdir(path) else bad).append(path)
        if new:
            self.settings.folders = [*self.settings.folders, *new]
            self.folders_changed.emit()
        if bad:
            self.noticed.emit(Notice(self.tr("Not a folder: %1").replace("%1", ", ".join(bad)), stays=True))
        return new

    def set_folders(self, paths: Sequence[str]) -> None:
        """Replace the folders; those that do not exist are named in a notice."""
        self.settings.folders = []
        self.add_folders(paths)
        self.folders_changed.emit()

    def remove_folder(self, path: str) -> None:
        """Take a folder off the list; its files leave with the next scan."""
        self.settings.folders = [folder for folder in self.settings.folders if folder != path]
        self.settings.protected = [folder for folder in self.settings.protected if folder != path]
        self.folders_changed.emit()

    def set_protected(self, path: str, protected: bool) -> None:
        """Protect a folder or lift its protection. Counts from the next scan on, except that acts obey it at once."""
        rest = [folder for folder in self.settings.protected if folder != path]
        self.settings.protected = [*rest, path] if protected else rest
        self.folders_changed.emit()

    def set_no_development(self, wanted: bool) -> None:
        """Leave out development folders, caches and build results, or don't; counts from the next scan on."""
        self.settings.no_development = wanted
        self.folders_changed.emit()

    def options(self) -> ScanOptions:
        """Return the options of the next scan."""
        return self.settings.scan_options()

    def choices(self) -> Choices:
        """Return what decides about the clusters of the next scan."""
        return Choices(
            methods=self.settings.as_methods(),
            tolerances=self.tolerances,
            with_forms=self.with_forms,
            keep_rules=self.keep_rule,
        )

    # the scan
    def show_scan(self, scanned: Scanned) -> None:
        """Show what a scan brought. Tolerances moved while it ran are applied, and decisions made before it stay."""
        before, self.session = self.session, scanned.session
        self.settings.hinted = True
        self.insides = None
        self.edits.forget()
        dropped: Sequence[str] = ()
        if before is not None and not before.read_only:
            dropped = self._renewed(before, self.session, scanned)
        late = self._catch_up(self.session)
        self._by_hand = set(self.session.clustering.keeping.by_hand)
        self.folders_changed.emit()
        self.session_changed.emit()
        if late:
            self._regroup.start()
        self.report_unmarked(dropped)
        if (count := self.session.scan.project_count) and not self.session.incomplete:  # no rule marks there
            self.projects_found.emit(count)
        if scanned.warning:
            self.noticed.emit(
                Notice(
                    self.tr("Scanned without the cache: %1").replace("%1", translated(scanned.warning)),
                    stays=True,
                )
            )

    def _renewed(self, before: Session, session: Session, scanned: Scanned) -> Sequence[str]:
        """Take decisions over, unless the scan's job has done so and nothing was decided since."""
        from simfinder.app.session.carry_over import renew

        known = scanned.renewed
        if known is not None and known.stands(before):
            return known.renewed.dropped
        session.clear_marks()
        return renew(before, session).dropped

    def _catch_up(self, session: Session) -> bool:
        """Give a new session the current tolerances. Return whether it still has to be regrouped."""
        if (
            session.choices.with_forms != self.with_forms
        ):  # marks may be dropped, which is said once it is shown
            return True
        if session.choices.tolerances == self.tolerances:
            return False
        if is_large(session):
            return True
        session.set_tolerances(self.tolerances)
        return False

    def show_saved(self, session: Session) -> None:
        """Show results that were opened, with the folders and tolerances that they were left with.

        No protection is lifted by it. Of results that are somebody's word only the folders are taken that are here.
        """
        if session.proven:
            self.settings.set_scan_options(session.options)
            known = self.settings.protected
            self.settings.protected = [*known, *(p for p in session.options.protected if p not in known)]
        else:
            self.settings.folders = [root for root in session.options.roots if os.path.isdir(root)]
        self.settings.methods = {
            name: str(method) for name, method in session.choices.methods.by_type.items()
        }
        self.settings.keep = session.choices.keep_rules
        self.session, self.insides = session, None
        self.edits.forget()
        self._by_hand = set(session.clustering.keeping.by_hand)
        self.with_forms = session.choices.with_forms
        self.tolerances = session.choices.tolerances
        self.settings.set_tolerances(session.choices.tolerances)
        self.tolerances_changed.emit()
        self.folders_changed.emit()
        self.session_changed.emit()

    def show_update(self, session: Session, insides: Insides | None, moved: IntArray) -> None:
        """Show the same folders as they are now.

        Args:
            session: the new one, with all marks and kept files.
            insides: which files are inside others, as far as it is known.
            moved: index of each old file in the new session, -1 for those that are gone or changed.
        """
        self.session, self.insides = session, insides
        self.edits.forget()
        late = self._catch_up(session)
        self._by_hand = set(session.clustering.keeping.by_hand)
        self.moved = moved
        try:
            self.folders_changed.emit()
            self.session_changed.emit()
        finally:
            self.moved = None
        if late:
            self._regroup.start()

    def show_with_methods(self, session: Session) -> None:
        """Show the same scan judged by other methods."""
        self.session = session
        self.edits.forget()
        late = self._catch_up(session)
        self.session_changed.emit()
        if late:
            self._regroup.start()

    def set_insides(self, insides: Insides) -> None:
        """Show which files are inside others."""
        self.insides = insides
        self.insides_changed.emit()

    def regrouped(self, dropped: Sequence[str]) -> None:
        """Say that clusters changed, and which marks went with it."""
        self.clusters_changed.emit()
        self.report_unmarked(dropped)

    def report_unmarked(self, dropped: Sequence[str]) -> None:
        """Report which files were unmarked, if any."""
        if not dropped:
            return
        self.noticed.emit(
            Notice(
                counted(
                    len(dropped),
                    self.tr(
                        "%n file is no longer marked: its cluster has changed, and it may now be the file to keep."
                    ),
                    self.tr(
                        "%n files are no longer marked: their clusters have changed, and they may now be files to "
                        "keep."
                    ),
                ),
                stays=True,
            )
        )

    def set_ignored(self, known: Sequence[Ignored]) -> None:
        """Apply the exceptions: keep these files apart."""
        self.edits.make(lambda session: session.set_ignored(known), self.regrouped)

    # tolerances
    def set_tolerance(self, file_type: str | None, value: float | None) -> None:
        """Move a slider: of a type, or (None) of "All types"; a value of None lets a type follow "All types"."""
        if file_type is None:
            assert value is not None
            tolerances = self.tolerances.with_default(value)
        else:
            tolerances = self.tolerances.with_type(file_type, value)
        self._set_tolerances(tolerances)

    def _set_tolerances(self, tolerances: Tolerances) -> None:
        if tolerances == self.tolerances:
            return
        self.tolerances = tolerances
        self.settings.set_tolerances(tolerances)
        self.tolerances_changed.emit()
        self._regroup.start()

    def set_family_tolerance(self, family: Family, value: float | None) -> None:
        """Move the slider of a family; None lets it follow "All types"."""
        self._set_tolerances(self.tolerances.with_family(family, value))

    def reset_tolerances(self) -> None:
        """Set the built-in tolerances for every type."""
        self._set_tolerances(Tolerances(limits=limits()))

    def set_with_forms(self, wanted: bool) -> None:
        """Show together what shares only a form or is a series, or don't."""
        if wanted != self.with_forms:
            self.with_forms = wanted
            self._regroup.start()

    def _regroup_now(self) -> None:
        tolerances, with_forms = self.tolerances, self.with_forms

        def change(session: Session) -> list[str]:
            wanted = replace(session.choices, tolerances=tolerances, with_forms=with_forms)
            return [] if wanted == session.choices else session.choose(wanted)

        self.edits.make(change, self.regrouped, name="tolerances")

    # what is kept
    @property
    def keep_rule(self) -> str:
        return self.settings.keep

    def set_keep_rule(self, rule: str) -> None:
        """Choose the kept files by another rule."""
        self.settings.keep = rule
        self.edits.make(lambda session: session.set_keep(rule), self.regrouped, name="keep rule")

    def keep_file(self, file: int) -> None:
        """Keep this file of its cluster."""
        if self.session is not None and file >= 0:
            self._by_hand.add(file)
            self.edits.make(lambda session: session.keep_file(file), self.regrouped)

    def kept_by_hand(self, file: int) -> bool:
        """Return whether a person chose this file."""
        return file in self._by_hand

    # marks
    def mark(self, files: Sequence[int], marked: bool) -> None:
        """Mark files by hand or take their marks back."""
        if self.session is None:
            return
        if marked:
            self.session.mark(files)
        else:
            self.session.unmark(files)
        self.marks_changed.emit()

    @property
    def busy(self) -> bool:
        """Return whether a job regroups the session or looks up what a rule marks."""
        return self.edits.busy or self._naming > 0 or self._regroup.isActive()

    def mark_rule(self, rule: str, files: FilesOf | None = None, where: str = "") -> int:
        """Mark what a rule names (``older``, ``identical``, ``all``) in every cluster.

        Args:
            rule: the rule.
            files: gives (n,) bool of the session, only these files are marked; it may be called in a job. None for
                all.
            where: what these files are, in words that follow "12 files marked".

        Returns:
            How many are new; 0 where many files are looked at in a job.
        """
        session, bridge = self.session, self.edits.bridge
        if session is None or session.read_only:
            return 0
        if session.incomplete:
            from simfinder.app.session.session import NOT_BY_RULES

            self.noticed.emit(Notice(translated(NOT_BY_RULES), stays=True))
            return 0
        if bridge is None or not is_large(session):
            return self._set_marks(session, rule, *_named(session, rule, files, session.marks), where)
        table = session.clusters
        marked = tuple(session.marks)
        self._naming += 1

        def done(found: tuple[list[int], int]) -> None:
            self._naming -= 1
            if session is not self.session:
                return
            if session.clusters is table:
                self._set_marks(session, rule, *found, where)
            else:  # a slider moved meanwhile
                self.mark_rule(rule, files, where)

        def failed(error: BaseException) -> None:
            self._naming -= 1
            bridge.crashed.emit(error)

        def name(_: object) -> tuple[list[int], int]:
            return _named(session, rule, files, marked)

        bridge.start(name, name="marks", done=done, failed=failed)
        return 0

    def _set_marks(
        self, session: Session, rule: str, found: Iterable[int], left_alone: int, where: str
    ) -> int:
        from simfinder.actions.rules.mark_rules import by_rule

        new = session.mark(found, by_rule(rule))
        self.marks_changed.emit()
        sentences = []
        if where and new:
            sentences.append(
                counted(new, self.tr("%n more file marked %1."), self.tr("%n more files marked %1."))
            )
        elif where:
            sentences.append(self.tr("Nothing more to mark %1: no other file matches this rule."))
        elif not new and not left_alone:
            sentences.append(self.tr("Nothing more to mark: no other file matches this rule."))
        if left_alone:
            sentences.append(
                counted(
                    left_alone,
                    self.tr("%n file in project folders matches this rule too and is left alone."),
                    self.tr("%n files in project folders match this rule too and are left alone."),
                )
            )
        if sentences:
            self.noticed.emit(Notice(" ".join(sentences).replace("%1", where)))
        return new

    def mark_proposed(self, proposal: Proposal) -> None:
        """Set the marks of a proposal, and say how many are new."""
        from simfinder.app.removal import mark_files

        session = self.session
        if session is None:
            return

        def mark() -> None:
            new = mark_files.set_marks(session, proposal)
            self.marks_changed.emit()
            marked = counted(new, self.tr("%n file marked"), self.tr("%n files marked"))
            self.noticed.emit(Notice(f"{marked} ({size_text(proposal.preview.bytes)})."))

        def kept(dropped: list[str]) -> None:
            self.regrouped(dropped)
            mark()

        if proposal.heirs:
            self.edits.make(lambda changed: mark_files.keep_heirs(changed, proposal), kept)
        else:
            mark()

    def clear_marks(self) -> None:
        if self.session is not None:
            self.session.clear_marks()
            self.marks_changed.emit()

    @property
    def marked(self) -> int:
        """Number of marked files."""
        return 0 if self.session is None else len(self.session.marks)

    def files_removed(self, paths: Sequence[str], linked: MeasuredLinks | None = None) -> None:
        """Take removed files out of the clusters; ``linked`` is what ``Session.linked_with`` made of that."""
        if self.session is not None and paths:
            self.edits.make(
                lambda session: session.forget(paths, linked), lambda _: self.clusters_changed.emit()
            )

    def files_copied(self, paths: Sequence[str]) -> None:
        """Unmark files that were copied."""
        if self.session is not None and paths:
            self.session.unmark([self.session.file_of(path) for path in paths])
            self.marks_changed.emit()

    def files_restored(self, paths: Sequence[str], linked: MeasuredLinks | None = None) -> None:
        """Bring restored files back into the clusters; ``linked`` as in ``files_removed``."""
        if self.session is not None and paths:
            self.edits.make(
                lambda session: session.remember(paths, linked), lambda _: self.clusters_changed.emit()
            )

    def set_notify(self, wanted: bool) -> None:
        """Say when long work has ended, or don't."""
        self.settings.notify = wanted

    def save_settings(self) -> None:
        """Write the settings; a notice reports a folder that can't be written."""
        try:
            self.settings.save()
        except StoreUnavailableError as error:
            self.noticed.emit(Notice(told_error(error), stays=True))


def _named(
    session: Session, rule: str, files: FilesOf | None, marked: Iterable[int]
) -> tuple[list[int], int]:
    """Return what a rule marks among some files, and how many it leaves alone in project folders."""
    table, only = session.clusters, None if files is None else files(session)
    return table.named_by(rule, files=only, marked=marked), table.left_in_projects(rule, files=only).files
