"""Which cluster, heading or whole stands at which place of the cluster tree, and where each is found again.

A *place* is that of a top-level row among all there are, whether or not the views have been handed it. Sorting and
filtering are index arrays of ``app.ordering``; nothing is computed here that ``app`` can compute. Rows and indexes of
Qt's are ``cluster_rows``'.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractItemModel, QObject

from simfinder.gui.cluster_tree.model.containment_rows import InsideRows
from simfinder.gui.cluster_tree.model.row_kinds import Row, RowKey
from simfinder.model.file_record import FileRecord

if TYPE_CHECKING:
    from numpy import int32, int64
    from numpy.typing import NDArray

    from simfinder.app.clusters.cluster_order import View
    from simfinder.app.clusters.cluster_table import ClusterTable
    from simfinder.app.session.session import Session


class ClusterPlaces(QAbstractItemModel):
    """The places of a session's clusters in one order, with what lies in what behind them."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session: Session | None = None
        self._table: ClusterTable | None = None  # of the moment the view was made; the session's may be newer
        self._view: View | None = None
        self._inside: InsideRows | None = None
        self._place_of_cluster: NDArray[int32] | None = None

    def _take(self, session: Session | None, view: View | None, inside: InsideRows | None) -> None:
        """Other clusters, or another order of them."""
        self._session, self._view, self._inside = session, view, inside
        self._table = None if session is None else session.clusters
        self._place_of_cluster = None

    @property
    def session(self) -> Session | None:
        """The session whose clusters are shown."""
        return self._session

    @property
    def table(self) -> ClusterTable:
        """The clusters whose rows are shown."""
        assert self._table is not None
        return self._table

    @property
    def view(self) -> View:
        """Their order."""
        assert self._view is not None
        return self._view

    def shows(self, table: ClusterTable) -> bool:
        """Whether rows are those of a table: a session may be ahead for a moment."""
        return self._table is table

    # what stands at a place
    def clusters(self) -> int:
        """Clusters that meet the filter, whether or not the views have them."""
        return 0 if self._view is None else len(self._view.clusters)

    def rows(self) -> int:
        """Top-level rows, whether or not the views have them."""
        wholes = self._inside.wholes if self._inside is not None else 0
        return self.clusters() + (1 + wholes if wholes else 0)

    def is_cluster(self, row: int) -> bool:
        """Whether a top-level row is that of a cluster."""
        return 0 <= row < self.clusters()

    def _top_kind(self, place: int) -> Row:
        if self.is_cluster(place):
            return Row.CLUSTER
        return Row.HEADING if place == self.clusters() else Row.WHOLE

    def listed_clusters(self) -> NDArray[int64]:
        """Clusters of the session's table by their places."""
        assert self._view is not None
        return self._view.clusters

    def cluster_at(self, row: int) -> int:
        """Index of the cluster in the session's table that a top-level row shows."""
        assert self._view is not None
        return int(self._view.clusters[row])

    def kept_of(self, row: int) -> int:
        """File index of the kept file of a cluster's row."""
        assert self._table is not None
        return int(self._table.kept[self.cluster_at(row)])

    def members_of(self, row: int) -> list[int]:
        """All files of a cluster's row, the kept one first."""
        assert self._table is not None
        table, cluster = self._table, self.cluster_at(row)
        members: list[int] = table.members[
            int(table.offsets[cluster]) : int(table.offsets[cluster + 1])
        ].tolist()
        return members

    def ordered(self, place: int) -> NDArray[int32]:
        """Files of a cluster in the order of their rows, whether or not they are listed."""
        start, stop = (int(at) for at in self.table.offsets[self.cluster_at(place) :][:2])
        return self.table.members[self.view.members[start:stop]]

    def _member_row(self, place: int, file: int) -> int:
        """Row of a file among those of its cluster, whether or not it is listed."""
        return int((self.ordered(place) == file).nonzero()[0][0])

    def markable_of(self, place: int) -> list[int]:
        """The files of a cluster that may be marked."""
        assert self._table is not None
        protected = self._table.files.protected
        return [file for file in self.members_of(place)[1:] if not protected[file]]

    def all_identical(self, row: int) -> bool:
        """Whether all files of a cluster's row have one content."""
        assert self._table is not None
        return float(self._table.weakest[self.cluster_at(row)]) >= 1.0

    def key_at(self, place: int) -> RowKey:
        """Key of a top-level row, whether or not the views have it."""
        if self.is_cluster(place):
            return Row.CLUSTER, self.kept_of(place), 0
        if place == self.clusters():
            return Row.HEADING, -1, 0
        assert self._inside is not None
        return Row.WHOLE, self._inside.whole(place - self.clusters() - 1), 0

    def opened_by(self, row: int) -> int:
        """What stands for a top-level row where open ones are remembered: the kept file, ``~file`` for a whole."""
        if self.is_cluster(row):
            return self.kept_of(row)
        if row > self.clusters():
            assert self._inside is not None
            return ~self._inside.whole(row - self.clusters() - 1)
        return ~len(self._records())

    def _records(self) -> Sequence[FileRecord]:
        assert self._table is not None
        return self._table.files.records

    # where it stands
    def cluster_row(self, file: int) -> int:
        """Top-level row that shows the cluster of a file, -1 where none does."""
        if self._table is None or self._view is None or file < 0:
            return -1
        cluster = self._table.cluster_of(file)
        if cluster < 0:
            return -1
        return int(self._places()[cluster])

    def _places(self) -> NDArray[int32]:
        """(c,) place of each cluster, -1 where it is not shown."""
        if self._place_of_cluster is None:
            import numpy as np

            assert self._table is not None
            assert self._view is not None
            self._place_of_cluster = np.full(len(self._table), -1, dtype=np.int32)
            self._place_of_cluster[self._view.clusters] = np.arange(self.clusters(), dtype=np.int32)
        return self._place_of_cluster

    def places_of(self, files: NDArray[int64]) -> NDArray[int32]:
        """Places of the clusters of many files, -1 where a file or its cluster is not shown."""
        import numpy as np

        clusters = self.table.cluster_index[files]
        shown = np.append(self._places(), np.int32(-1))  # what is in no cluster, -1, finds the last one
        return np.where(files >= 0, shown[clusters], np.int32(-1))

    def cluster_rows(self, files: Iterable[int]) -> dict[int, int]:
        """Places of the clusters of many files; files that are not shown are left out."""
        return {file: row for file in files if (row := self.cluster_row(file)) >= 0}

    def place_of_key(self, key: RowKey) -> int:
        """Place of the row of a key, or of the row above it; -1 where it is not shown."""
        kind, file, part = key
        if kind in (Row.CLUSTER, Row.FILE, Row.MORE):
            return self.cluster_row(file)
        if self._inside is None or self._table is None:
            return -1
        if kind is Row.NOTE:
            places = ((self.cluster_row(end), self._table.cluster_of(end)) for end in (part, file))
            return next((at for at, c in places if at >= 0 and self._inside.note_of(c, file, part) >= 0), -1)
        place = -1 if kind is Row.HEADING else self._inside.place_of(file)
        return -1 if kind is not Row.HEADING and place < 0 else self.clusters() + 1 + place

    def top_rows(self, names: Iterable[int]) -> dict[int, int]:
        """Top-level rows by what stands for them, as ``opened_by`` says; such as are not shown are left out."""
        names = list(names)
        rows = self.cluster_rows(name for name in names if name >= 0)
        if self._inside is not None:
            for name in names:
                if name < 0 and (place := self._inside.place_of(~name)) >= 0:
                    rows[name] = self.clusters() + 1 + place
        return rows
