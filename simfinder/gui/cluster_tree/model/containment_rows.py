"""Rows for files inside other files: notes under clusters, and a section of its own at the end.

Takes file indexes, returns pairs and sentences; ``rows`` decides where they go.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from simfinder.gui.wording.formatting import counted, folder_text, percent_text, shown, size_text

if TYPE_CHECKING:
    from numpy import int64
    from numpy.typing import NDArray

    from simfinder.app.clusters.cluster_table import ClusterTable
    from simfinder.app.views.containment_view import Insides, InsideView
    from simfinder.model.file_record import FileRecord

MOST_NOTES = 3
"""Notes under one cluster; the section at the end has all."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Inside", text)


@dataclass(frozen=True, slots=True)
class Pair:
    """A part, the file it is inside (the whole), and how much of it is."""

    whole: int
    part: int
    share: float


class ContainmentRows:
    """The notes below clusters and the section at the end, for one state of the clusters.

    Args:
        insides: pairs of files; None for no rows.
        view: which of them are shown, and in which order.
        table: the clusters.
    """

    def __init__(
        self,
        insides: Insides | None = None,
        view: InsideView | None = None,
        table: ClusterTable | None = None,
    ) -> None:
        self._insides, self._view, self._table = insides, view, table
        self._notes: dict[int, list[int]] = {}  # pairs that have a note, by cluster
        self._cut: dict[int, int] = {}  # how many pairs of a cluster have none
        self._summaries: dict[int, str] = {}  # of groups that were painted
        if insides is None or view is None or table is None:
            return
        ends = zip(
            view.pairs.tolist(),
            table.cluster_index[insides.part[view.pairs]].tolist(),
            table.cluster_index[insides.whole[view.pairs]].tolist(),
            strict=True,
        )
        for pair, *clusters in ends:
            for cluster in {*clusters} - {-1}:
                notes = self._notes.setdefault(cluster, [])
                if len(notes) < MOST_NOTES:
                    notes.append(pair)
                else:
                    self._cut[cluster] = self._cut.get(cluster, 0) + 1

    # where rows are
    @property
    def groups(self) -> int:
        """Number of rows of the section, without its heading."""
        return 0 if self._view is None else len(self._view)

    def head(self, group: int) -> int:
        """Return the file of a row of the section."""
        assert self._view is not None
        return int(self._view.heads[group])

    def by_part(self, group: int) -> bool:
        """Return whether a row of the section is that of a file which the files below it contain."""
        assert self._view is not None
        return bool(self._view.by_part[group])

    def files(self, group: int) -> int:
        """Count the files below a row of the section."""
        return len(self._pairs(group))

    def pair(self, group: int, row: int) -> Pair:
        """Return the pair of a row below another one of the section."""
        return self._pair(int(self._pairs(group)[row]))

    def notes(self, cluster: int) -> int:
        """Count the notes below the files of a cluster."""
        return len(self._notes.get(cluster, ()))

    def note(self, cluster: int, row: int) -> Pair:
        """Return the pair of a note below the files of a cluster."""
        return self._pair(self._notes[cluster][row])

    def group_of(self, head: int, *, by_part: bool) -> int:
        """Return the row of a file in the section, -1 where it is not shown."""
        if self._view is None:
            return -1
        hits = ((self._view.heads == head) & (self._view.by_part == by_part)).nonzero()[0]
        return int(hits[0]) if len(hits) else -1

    def row_of(self, group: int, whole: int, part: int) -> int:
        """Return the row of a pair below that of its group, -1 where it is not shown."""
        assert self._insides is not None
        pairs, insides = self._pairs(group), self._insides
        hits = ((insides.part[pairs] == part) & (insides.whole[pairs] == whole)).nonzero()[0]
        return int(hits[0]) if len(hits) else -1

    def note_of(self, cluster: int, whole: int, part: int) -> int:
        """Return the row of a note among those of a cluster, -1 where it has none."""
        pairs = map(self._pair, self._notes.get(cluster, ()))
        return next((row for row, pair in enumerate(pairs) if (pair.whole, pair.part) == (whole, part)), -1)

    def _pairs(self, group: int) -> NDArray[int64]:
        """Return the pairs of a row of the section."""
        assert self._view is not None
        return self._view.of_group(group)

    def _pair(self, pair: int) -> Pair:
        assert self._insides is not None
        share = float(self._insides.share[pair])
        return Pair(int(self._insides.whole[pair]), int(self._insides.part[pair]), share)

    # texts
    def heading(self) -> str:
        """Return the heading of the section."""
        return _tr("INSIDE OTHER FILES")

    def heading_summary(self) -> str:
        """Return what is said beside the heading."""
        parts, wholes = (0, 0) if self._view is None else (self._view.parts, self._view.wholes)
        one, many = _tr("%n file is inside %1"), _tr("%n files are inside %1")
        others = counted(wholes, _tr("%n other"), _tr("%n others"))
        return counted(parts, one, many).replace("%1", others)

    def group_summary(self, group: int) -> str:
        """Return what is said beside the name of a row of the section: how many files, where, and what that frees."""
        if group not in self._summaries:
            self._summaries[group] = self._group_summary(group)
        return self._summaries[group]

    def _group_summary(self, group: int) -> str:
        from simfinder.app.views.containment_view import common_folder

        assert self._view is not None
        assert self._insides is not None
        count, by_part = self.files(group), self.by_part(group)
        others = (self._insides.whole if by_part else self._insides.part)[self._pairs(group)].tolist()
        folder = common_folder([self._record(file).path for file in others])
        held = int(self._view.all_loose[group])
        if held:
            one, many = _tr("its only file is also outside"), _tr("all %n files in it are also outside")
            if folder:
                one, many = _tr("its only file is also in %1"), _tr("all %n files in it are also in %1")
        elif by_part:
            one = many = _tr("inside %n files in %1") if folder else _tr("inside %n files")
        else:
            one, many = _tr("%1 is inside"), _tr("%n files are inside")
            if folder:
                many = _tr("%n files from %1 are inside")
        name = folder_text(folder) if folder else shown(os.path.basename(self._record(others[0]).path))
        text = counted(held or count, one, many).replace("%1", name)
        freed = int(self._view.freed[group])
        return text + (" · " + _tr("%1 to free").replace("%1", size_text(freed)) if freed else "")

    def chip(self, pair: Pair) -> str:
        """Say in two words how much of a part is inside its whole."""
        return _tr("%1 inside").replace("%1", percent_text(pair.share))

    def sentence(self, pair: Pair, *, rest: str = "") -> str:
        """Say in a sentence with both names how much of a part is inside its whole."""
        part, whole = (self._record(file).path for file in (pair.part, pair.whole))
        names = [shown(os.path.basename(path)) for path in (part, whole)]
        if names[0] == names[1]:
            names = [folder_text(path) for path in (part, whole)]
        text = _tr("%1 of %2 is inside %3") if pair.share < 1.0 else _tr("All of %2 is inside %3")
        pieces = {"%1": percent_text(pair.share), "%2": names[0], "%3": names[1]}
        for mark, piece in pieces.items():
            text = text.replace(mark, piece.replace("%", "\0"))
        return text.replace("\0", "%") + rest

    def note_text(self, cluster: int, row: int) -> str:
        """Return the text of a note; the last one counts the rest."""
        cut = self._cut.get(cluster, 0) if row == self.notes(cluster) - 1 else 0
        more = counted(cut, _tr("%n more at the end of the list"), _tr("%n more at the end of the list"))
        return self.sentence(self.note(cluster, row), rest=f" · {more}" if cut else "")

    def tip(self, pair: Pair) -> str:
        """Say it with both paths, and how it is known."""
        how = _tr("Verified: it is a member of the archive, by a 128-bit content hash.")
        if pair.share < 1.0:
            how = _tr("Verified by runs of bytes that both files have. This does not count as similarity.")
        paths = [folder_text(self._record(file).path) for file in (pair.part, pair.whole)]
        return "\n".join([self.sentence(pair), *paths, how])

    def _record(self, file: int) -> FileRecord:
        assert self._table is not None
        return self._table.files.records[file]
