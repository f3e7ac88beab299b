"""Sort and filter the rows of the cluster tree, in a job for large sessions; the newest request comes first.

Works on index arrays of ``app.clusters`` and ``app.views.containment_view``; shows nothing itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from simfinder.gui.cluster_tree.explained_bar import Explained, explaining
from simfinder.gui.cluster_tree.model.containment_rows import ContainmentRows
from simfinder.gui.cluster_tree.model.row_kinds import Column
from simfinder.gui.cluster_tree.model.rows import Rows
from simfinder.gui.state.session_edits import is_large
from simfinder.gui.state.window_state import WindowState
from simfinder.model.progress import Control

if TYPE_CHECKING:
    from simfinder.app.clusters.cluster_order import View
    from simfinder.app.clusters.cluster_table import ClusterTable
    from simfinder.app.session.session import Session
    from simfinder.app.views.containment_view import Insides


@dataclass(frozen=True, slots=True)
class RowRequest:
    """A request for rows: filter and order.

    Attributes:
        column: to sort by; -1 for the order of what can be saved.
        descending: the largest first.
        text: of the filter.
        only: files of whose clusters alone are listed; None for all.
        explained: folders whose clusters are folded away, unless something is searched for.
        opened: of these the folders that stay of entries whose clusters are listed.
    """

    column: int = -1
    descending: bool = True
    text: str = ""
    only: Sequence[int] | None = None
    explained: Explained | None = None
    opened: frozenset[str] = frozenset()


class RowOrder(QObject):
    """Lists the session of a workspace.

    Signals:
        busy_changed: a job began or ended.
    """

    busy_changed = Signal()

    def __init__(self, workspace: WindowState, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._wanted: tuple[RowRequest, Callable[[Rows], None]] | None = None
        self._running = False

    @property
    def busy(self) -> bool:
        """Return whether something is being listed in a job."""
        return self._running

    def ask(self, wanted: RowRequest, show: Callable[[Rows], None]) -> None:
        """List this instead of whatever was asked for before; ``show`` is called in the window's thread."""
        session = self._workspace.session
        if session is None or self.is_quick(wanted):
            show(self.first(wanted))
        else:
            self._wanted = wanted, show
            self._start()

    def is_quick(self, wanted: RowRequest) -> bool:
        """Return whether it is quick enough for the window's thread."""
        workspace = self._workspace
        if workspace.session is None or workspace.edits.bridge is None or not is_large(workspace.session):
            return True
        plain = wanted.column < 0 and not wanted.text and wanted.only is None
        return plain and workspace.insides is None

    def first(self, wanted: RowRequest) -> Rows:
        """Return what can be listed at once: the request if it is quick, else all clusters in their own order."""
        self._wanted = None
        session = self._workspace.session
        if session is None:
            return Rows()
        if self.is_quick(wanted):
            return _rows(session, session.clusters, self._workspace.insides, wanted)
        return _rows(session, session.clusters, None, RowRequest())

    def _start(self) -> None:
        session, bridge = self._workspace.session, self._workspace.edits.bridge
        if self._running or self._wanted is None or session is None or bridge is None:
            return
        asked, (wanted, show) = self._wanted, self._wanted
        table, insides = session.clusters, self._workspace.insides
        self._running = True

        def run(_: Control) -> Rows:
            return _rows(session, table, insides, wanted)

        def done(rows: Rows) -> None:
            self._running = False
            if self._wanted is asked and session is self._workspace.session and rows.shows(session.clusters):
                self._wanted = None
                show(rows)
            self._start()
            self.busy_changed.emit()

        def failed(error: BaseException) -> None:
            self._running = False
            if self._wanted is asked:
                self._wanted = None
            self._start()
            self.busy_changed.emit()
            bridge.crashed.emit(error)

        bridge.start(run, name="listing", done=done, failed=failed)
        self.busy_changed.emit()


def _rows(session: Session, table: ClusterTable, insides: Insides | None, wanted: RowRequest) -> Rows:
    import numpy as np

    from simfinder.app.clusters import cluster_filter, cluster_order
    from simfinder.app.session.counts import shown_counts
    from simfinder.app.views import containment_view

    columns = {
        Column.NAME: cluster_order.Column.NAME,
        Column.SHARED: cluster_order.Column.SHARED,
        Column.VERSION: cluster_order.Column.VERSION,
        Column.MODIFIED: cluster_order.Column.MODIFIED,
        Column.SIZE: cluster_order.Column.SIZE,
        Column.FOLDER: cluster_order.Column.FOLDER,
    }
    column = cluster_order.Column.SAVING if wanted.column < 0 else columns[Column(wanted.column)]
    view = cluster_order.order(
        table,
        column,
        wanted.descending,
        wanted.text,
        list(session.marks),
        list(session.clustering.keeping.by_hand),
    )
    mask = None
    if wanted.only is not None:
        mask = np.zeros(len(table.cluster_index), dtype=np.bool_)
        mask[list(wanted.only)] = True
        view = cluster_order.among(view, table, mask)
    counts = shown_counts(table, view.clusters) if len(view.clusters) < len(table) else None
    folded: dict[int, int] = {}
    if not wanted.text and wanted.only is None:
        view, folded = _folded(view, table, wanted)
    asked = cluster_filter.parse(wanted.text)
    if insides is None or not len(insides) or asked != cluster_filter.FileCondition(asked.text):
        return Rows(
            session, view, table=table, counts=counts, folded=folded
        )  # what lies in what has no relations, marks or figures
    shown = containment_view.order(
        insides, table.files, column, wanted.descending, asked.text, session.clustering.alive, mask
    )
    contained = ContainmentRows(insides, shown, table)
    return Rows(session, view, contained, table=table, counts=counts, folded=folded)


def _folded(view: View, table: ClusterTable, wanted: RowRequest) -> tuple[View, dict[int, int]]:
    """Take the clusters out that folders explain; return how many each of these explains, too."""
    import numpy as np

    found = explaining(wanted.explained, table)
    if wanted.explained is None or not found:
        return view, {}
    away = np.zeros(len(table), dtype=np.bool_)
    for entry, clusters in found.items():
        away[clusters] = wanted.explained.folders[entry] not in wanted.opened
    counts = {entry: len(clusters) for entry, clusters in found.items()}
    return replace(view, clusters=view.clusters[~away[view.clusters]]), counts
