"""Rows: which rows the list of clusters has. A plain value over the arrays of a session, without Qt.

The list has two levels. A *top row* is the number of a row of the upper level: the clusters in their order, then, where
files are inside others, a heading and a row for each group of these. Below a cluster are its files, a row for those not
listed yet, and notes; below a containing file are the files inside it, below one inside many those that contain it. A
*position* is a top row and the row below it, -1 for the top row itself. A *key* finds a row again in any order. No
Python object per row: there may be a million.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from simfinder.gui.cluster_tree.model.containment_rows import ContainmentRows, Pair
from simfinder.gui.cluster_tree.model.row_kinds import OF_GROUPS, OF_PAIRS, Row, RowKey

if TYPE_CHECKING:
    from numpy import int32, int64
    from numpy.typing import NDArray

    from simfinder.app.clusters.cluster_order import View
    from simfinder.app.clusters.cluster_table import ClusterTable
    from simfinder.app.session.counts import ShownCounts
    from simfinder.app.session.session import Session

BLOCK = 500
"""Rows a view is given at once, where there are more than it can have: a layout asks four questions per row, 10 µs in
all, which at 100,000 clusters would be a second for every step of a slider."""

MOST = 1500
"""Rows a view can have; of longer lists it gets ``BLOCK`` rows, and others when it is scrolled to the end of them."""

_NAMES, _NEARLY_ALL = 300, 0.98

LISTED = 1000
"""Files of one cluster that are listed at first; the row below them lists as many more."""

RowPosition = tuple[int, int]
"""A top row and the row below it, -1 for itself."""


class Rows:
    """The rows of a session's clusters in one order.

    Args:
        session: whose clusters are listed; None for no rows.
        view: the clusters and files that are listed, in order.
        contained: rows for files inside other files.
        table: the clusters of the session; by default those that it has now.
        counts: what there is in the listed clusters, where these are not all.
        folded: how many clusters each pair of folders explains, by its number; they are not listed unless it is open.

    Attributes:
        clusters: number of clusters that are listed; theirs are the first top rows.
    """

    def __init__(
        self,
        session: Session | None = None,
        view: View | None = None,
        contained: ContainmentRows | None = None,
        *,
        table: ClusterTable | None = None,
        counts: ShownCounts | None = None,
        folded: Mapping[int, int] | None = None,
    ) -> None:
        self.session = session
        self.folded = folded or {}
        self.counts = counts
        self.contained = contained or ContainmentRows()
        self.clusters = 0 if view is None else len(view.clusters)
        self._table = session.clusters if table is None and session is not None else table
        self._view = view
        self._listed: dict[int, int] = {}  # files that are listed of large clusters, by the kept one
        self._top_row_of_cluster: NDArray[int32] | None = None

    def __len__(self) -> int:
        """Count the top-level rows."""
        groups = self.contained.groups
        return self.clusters + (1 + groups if groups else 0)

    @property
    def table(self) -> ClusterTable:
        """The clusters that are listed."""
        assert self._table is not None
        return self._table

    @property
    def view(self) -> View:
        """Their order, and which of their files meet the filter."""
        assert self._view is not None
        return self._view

    def shows(self, table: ClusterTable) -> bool:
        """Return whether the rows are those of a table: a session may be ahead for a moment."""
        return self._table is table

    # clusters
    def is_cluster(self, top_row: int) -> bool:
        """Return whether a top row is that of a cluster."""
        return 0 <= top_row < self.clusters

    def cluster_at(self, top_row: int) -> int:
        """Return the index in the table of the cluster of a top row."""
        return int(self.view.clusters[top_row])

    def kept_of(self, top_row: int) -> int:
        """Return the kept file of the cluster of a top row."""
        return int(self.table.kept[self.cluster_at(top_row)])

    def members_of(self, top_row: int) -> list[int]:
        """Return all files of the cluster of a top row, the kept one first."""
        start, stop = self._span(top_row)
        members: list[int] = self.table.members[start:stop].tolist()
        return members

    def ordered(self, top_row: int) -> NDArray[int32]:
        """Return the files of the cluster of a top row in the order of their rows, whether or not they are listed."""
        start, stop = self._span(top_row)
        return self.table.members[self.view.members[start:stop]]

    def markable_of(self, top_row: int) -> list[int]:
        """Return the files of the cluster of a top row that may be marked."""
        protected = self.table.files.protected
        return [file for file in self.members_of(top_row)[1:] if not protected[file]]

    def all_identical(self, top_row: int) -> bool:
        """Return whether all files of the cluster of a top row have one content."""
        return float(self.table.weakest[self.cluster_at(top_row)]) >= 1.0

    def _span(self, top_row: int) -> tuple[int, int]:
        """Return the first index of a cluster in the table's members, and the one behind its last."""
        start, stop = self.table.offsets[self.cluster_at(top_row) :][:2].tolist()
        return start, stop

    def names_width(self, width: Callable[[str], int]) -> tuple[int, int]:
        """Return the room that nearly all names of the first files need, and all: not all columns go for a long one.

        Args:
            width: returns the width of a text in pixels.
        """
        names: list[str] = []
        for top_row in range(min(self.clusters, _NAMES)):
            records = self.table.files.records
            start, stop = self._span(top_row)
            files = self.table.members[start : min(stop, start + _NAMES)].tolist()
            names += [os.path.basename(records.path(file)) for file in files]
            if len(names) >= _NAMES:
                break
        widths = sorted(map(width, names))
        return (widths[math.ceil(_NEARLY_ALL * len(widths)) - 1], widths[-1]) if widths else (0, 0)

    # rows below others
    def listed(self, top_row: int) -> int:
        """Count the files of the cluster of a top row that have a row."""
        start, stop = self._span(top_row)
        members = stop - start
        return members if members <= LISTED else min(members, self._listed.get(self.kept_of(top_row), LISTED))

    def unlisted(self, top_row: int) -> int:
        """Count the files of the cluster of a top row that have no row; one row stands for all of them."""
        start, stop = self._span(top_row)
        return stop - start - self.listed(top_row)

    def list_more(self, top_row: int) -> None:
        """List as many more files of the cluster of a top row as at first."""
        self._listed[self.kept_of(top_row)] = self.listed(top_row) + LISTED

    def list_up_to(self, key: RowKey | None) -> bool:
        """List the files of a large cluster as far as a key's; return whether that takes more rows than before."""
        top_row, row = self.position_of(key) if key is not None and key[0] is Row.FILE else (-1, -1)
        if top_row < 0 or row < self.listed(top_row):
            return False
        self._listed[self.kept_of(top_row)] = row + 1
        return True

    def list_as(self, before: Rows) -> None:
        """List as many files of large clusters as other rows of the same session do."""
        if before.session is self.session:
            self._listed = before._listed

    def listed_counts(self, top_rows: NDArray[int64]) -> NDArray[int64]:
        """Count the files that have a row, for each of some top rows of clusters."""
        import numpy as np

        counts: NDArray[int64] = np.diff(self.table.offsets)[self.view.clusters[top_rows]].astype(np.int64)
        for at in np.flatnonzero(counts > LISTED).tolist():
            counts[at] = self.listed(int(top_rows[at]))
        return counts

    def row_counts(self, first: int, end: int) -> tuple[list[int], list[int]]:
        """Count the rows of files, and all rows, below each top row from one to before another one."""
        if end <= first:
            return [], []
        import numpy as np

        top_rows = np.arange(first, min(end, self.clusters), dtype=np.int64)
        files: list[int] = self.listed_counts(top_rows).tolist()
        below = [
            (count if count < LISTED else self._notes_from(top_row)) + self.contained.notes(cluster)
            for top_row, count, cluster in zip(
                top_rows.tolist(), files, self.view.clusters[top_rows].tolist(), strict=True
            )
        ]
        for top_row in range(max(first, self.clusters), end):
            files.append(0)
            below.append(self.contained.files(self.group_at(top_row)) if top_row > self.clusters else 0)
        return files, below

    def group_at(self, top_row: int) -> int:
        """Return the group of a top row of the section."""
        return top_row - self.clusters - 1

    def _notes_from(self, top_row: int) -> int:
        """Return the row of the first note of a cluster."""
        return self.listed(top_row) + (self.unlisted(top_row) > 0)

    # a row
    def kind_at(self, top_row: int, row: int = -1) -> Row:
        """Return the kind of a row."""
        if row < 0:
            if top_row < self.clusters:
                return Row.CLUSTER
            if top_row == self.clusters:
                return Row.HEADING
            return Row.HELD if self.contained.by_part(self.group_at(top_row)) else Row.WHOLE
        if top_row >= self.clusters:
            return Row.HOLDER if self.contained.by_part(self.group_at(top_row)) else Row.PART
        if row < self.listed(top_row):
            return Row.FILE
        return Row.NOTE if row >= self._notes_from(top_row) else Row.MORE

    def member_at(self, top_row: int, row: int = -1) -> int:
        """Return where a row's file is in the table's members; of a cluster its kept file's."""
        start = self._span(top_row)[0]
        return start if row < 0 else int(self.view.members[start + row])

    def file_at(self, top_row: int, row: int = -1) -> int:
        """Return the file of a row; of a cluster its kept file; -1 where there is none."""
        kind = self.kind_at(top_row, row)
        if kind in (Row.CLUSTER, Row.FILE):
            return int(self.table.members[self.member_at(top_row, row)])
        if kind in OF_GROUPS:
            return self.contained.head(self.group_at(top_row))
        pair = self.pair_at(top_row, row)
        if pair is None:
            return -1
        return pair.whole if kind is Row.HOLDER else pair.part

    def pair_at(self, top_row: int, row: int = -1) -> Pair | None:
        """Return the part and whole of a note or of a row below a group's; None for other rows."""
        match self.kind_at(top_row, row):
            case Row.NOTE:
                return self.contained.note(self.cluster_at(top_row), row - self._notes_from(top_row))
            case Row.PART | Row.HOLDER:
                return self.contained.pair(self.group_at(top_row), row)
        return None

    def key_at(self, top_row: int, row: int = -1) -> RowKey:
        """Return the key of a row."""
        kind = self.kind_at(top_row, row)
        pair = self.pair_at(top_row, row) if kind in OF_PAIRS else None
        return (kind, self.file_at(top_row, row), 0) if pair is None else (kind, pair.whole, pair.part)

    def odd_keys_below(self, top_row: int, begin: int, end: int) -> list[RowKey]:
        """Return the keys of rows from one to before another one below a top row that are no files of a cluster."""
        contained = self.contained
        if self.is_cluster(top_row):
            first, cluster = self._notes_from(top_row), self.cluster_at(top_row)
            rows = range(max(begin, first), min(end, first + contained.notes(cluster)))
        else:
            files = contained.files(self.group_at(top_row)) if top_row > self.clusters else 0
            rows = range(begin, min(end, files))
        return [self.key_at(top_row, row) for row in rows]

    def note_text(self, top_row: int, row: int) -> str:
        """Return the sentence of a note."""
        return self.contained.note_text(self.cluster_at(top_row), row - self._notes_from(top_row))

    # finding rows again
    def position_of(self, key: RowKey) -> RowPosition:
        """Return the position of a key's row, whether or not it is listed; (-1, -1) where there is none."""
        kind, file, part = key
        match kind:
            case Row.HEADING:
                return (self.clusters if self.contained.groups else -1), -1
            case Row.WHOLE | Row.HELD:
                at = self.contained.group_of(file, by_part=kind is Row.HELD)
                return (-1 if at < 0 else self.clusters + 1 + at), -1
            case Row.PART | Row.HOLDER:
                at = self.contained.group_of(part if kind is Row.HOLDER else file, by_part=kind is Row.HOLDER)
                if at < 0:
                    return -1, -1
                return self.clusters + 1 + at, self.contained.row_of(at, file, part)
            case Row.NOTE:
                for top_row in filter(self.is_cluster, map(self.top_row_of, (part, file))):
                    note = self.contained.note_of(self.cluster_at(top_row), file, part)
                    if note >= 0:
                        return top_row, self._notes_from(top_row) + note
                return -1, -1
        top_row = self.top_row_of(file)
        if top_row < 0 or kind is Row.CLUSTER:
            return top_row, -1
        if kind is Row.MORE:
            return top_row, self.listed(top_row)
        return top_row, int((self.ordered(top_row) == file).nonzero()[0][0])

    def top_row_of(self, file: int) -> int:
        """Return the top row of a file's cluster, -1 where it is not shown."""
        if self._table is None or file < 0:
            return -1
        cluster = self._table.cluster_of(file)
        return -1 if cluster < 0 else int(self._top_rows()[cluster])

    def top_rows_of(self, files: NDArray[int64]) -> NDArray[int32]:
        """Return the top rows of the clusters of many files, -1 where a file or its cluster is not shown."""
        import numpy as np

        clusters = self.table.cluster_index[files]
        shown = np.append(self._top_rows(), np.int32(-1))  # what is in no cluster, -1, finds the last one
        return np.where(files >= 0, shown[clusters], np.int32(-1))

    def shown_files(self, files: Iterable[int]) -> set[int]:
        """Return those of some files whose clusters are shown."""
        return {file for file in files if self.top_row_of(file) >= 0}

    def _top_rows(self) -> NDArray[int32]:
        """Return (c,) the top row of each cluster, -1 where it is not shown."""
        if self._top_row_of_cluster is None:
            import numpy as np

            self._top_row_of_cluster = np.full(len(self.table), -1, dtype=np.int32)
            self._top_row_of_cluster[self.view.clusters] = np.arange(self.clusters, dtype=np.int32)
        return self._top_row_of_cluster

    # what a view gets of them
    def fit(self, all_open: bool) -> bool:
        """Return whether a view can have all rows at once; ``all_open``: with those below the top-level ones."""
        return self._top_row_after(0, MOST, all_open) >= len(self)

    def window(self, top_row: int, all_open: bool) -> tuple[int, int]:
        """Return the first top row that a view is given around a wanted one, and the one behind the last."""
        if self.fit(all_open):
            return 0, len(self)
        first = max(0, min(top_row - 1, self._top_row_after(top_row, -BLOCK // 2, all_open)))
        end = max(top_row + 2, self._top_row_after(first, BLOCK, all_open))
        return first, min(len(self), end)

    def _top_row_after(self, top_row: int, rows: int, all_open: bool) -> int:
        """Return the top row so many rows behind another one, or before it; it may be outside the list."""
        if not (all_open and self.clusters):
            return top_row + rows
        wanted = int(self._rows_before[top_row]) + rows
        if rows < 0:
            return int(self._rows_before.searchsorted(wanted))
        return int(self._rows_before.searchsorted(wanted, side="right")) - 1

    @cached_property
    def _rows_before(self) -> NDArray[int64]:
        """Rows before each top row, and in all, when every cluster is open."""
        import numpy as np

        sizes = np.minimum(np.diff(self.table.offsets), LISTED)[self.view.clusters] + 1
        others = np.ones(len(self) - self.clusters, dtype=np.int64)
        return np.concatenate(([0], np.cumsum(np.concatenate((sizes, others)))))
