"""What lies in what, as rows of the cluster tree: notes under clusters, and a section of its own at the end.

Knows files by their indexes and says sentences; where the rows stand is the cluster model's business.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from simfinder.gui.wording.formatting import counted, folder_text, percent_text, shown

if TYPE_CHECKING:
    from simfinder.app.clusters.cluster_table import ClusterTable
    from simfinder.app.views.containment_view import Insides, InsideView
    from simfinder.model.file_record import FileRecord

MOST_NOTES = 3
"""Notes under one cluster; the section at the end has all."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Inside", text)


@dataclass(frozen=True, slots=True)
class Pair:
    """A part and what it lies in."""

    whole: int
    part: int
    share: float


class InsideRows:
    """All of it for one state of the clusters.

    Args:
        insides: pairs of files.
        view: which of them are shown, and in which order.
        table: the clusters.
    """

    def __init__(self, insides: Insides, view: InsideView, table: ClusterTable) -> None:
        self._insides = insides
        self._view = view
        self._table = table
        self._notes: dict[int, list[int]] = {}
        self._cut: dict[int, int] = {}  # pairs of a cluster that have no note
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

    # where things are
    @property
    def wholes(self) -> int:
        """Rows of the section, without its heading."""
        return len(self._view.wholes)

    def whole(self, place: int) -> int:
        """File of a row of the section."""
        return int(self._view.wholes[place])

    def parts(self, place: int) -> int:
        """How many files lie in a whole."""
        return int(self._view.offsets[place + 1] - self._view.offsets[place])

    def part(self, place: int, row: int) -> Pair:
        """A row below a whole."""
        return self._pair(int(self._view.pairs[self._view.offsets[place] + row]))

    def notes(self, cluster: int) -> int:
        """Rows below the files of a cluster."""
        return len(self._notes.get(cluster, ()))

    def note(self, cluster: int, row: int) -> Pair:
        """A row below the files of a cluster."""
        return self._pair(self._notes[cluster][row])

    def place_of(self, whole: int) -> int:
        """Place of a whole in the section, -1 where it is not shown."""
        hits = (self._view.wholes == whole).nonzero()[0]
        return int(hits[0]) if len(hits) else -1

    def row_of(self, place: int, part: int) -> int:
        """Row of a part below its whole, -1 where it is not shown."""
        pairs = self._view.pairs[self._view.offsets[place] : self._view.offsets[place + 1]]
        hits = (self._insides.part[pairs] == part).nonzero()[0]
        return int(hits[0]) if len(hits) else -1

    def note_of(self, cluster: int, whole: int, part: int) -> int:
        """Row of a note among those of a cluster, -1 where it has none."""
        for row, pair in enumerate(self._notes.get(cluster, ())):
            if self._insides.whole[pair] == whole and self._insides.part[pair] == part:
                return row
        return -1

    def _pair(self, pair: int) -> Pair:
        share = float(self._insides.share[pair])
        return Pair(int(self._insides.whole[pair]), int(self._insides.part[pair]), share)

    # what they say
    def heading(self) -> str:
        """Of the section."""
        return _tr("INSIDE OTHER FILES")

    def heading_summary(self) -> str:
        """Beside it."""
        one, many = _tr("%n file lies in %1"), _tr("%n files lie in %1")
        wholes = counted(self.wholes, _tr("%n other"), _tr("%n others"))
        return counted(self._view.parts, one, many).replace("%1", wholes)

    def whole_summary(self, place: int) -> str:
        """Beside the name of a whole."""
        return counted(self.parts(place), _tr("%n file is inside"), _tr("%n files are inside"))

    def chip(self, pair: Pair) -> str:
        """How much of a part lies in its whole, in two words."""
        return _tr("%1 inside").replace("%1", percent_text(pair.share))

    def sentence(self, pair: Pair, *, rest: str = "") -> str:
        """The same in a sentence with both names."""
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
        """Of a note; the last one tells how many more there are."""
        cut = self._cut.get(cluster, 0) if row == self.notes(cluster) - 1 else 0
        more = counted(cut, _tr("%n more at the end of the list"), _tr("%n more at the end of the list"))
        return self.sentence(self.note(cluster, row), rest=f" · {more}" if cut else "")

    def tip(self, pair: Pair) -> str:
        """Both paths, and how it is known."""
        how = _tr("Proven: it is a member of the archive, by a 128-bit content hash.")
        if pair.share < 1.0:
            how = _tr("Proven by stretches of bytes that both files have. This is no similarity.")
        paths = [shown(self._record(file).path) for file in (pair.part, pair.whole)]
        return "\n".join([self.sentence(pair), *paths, how])

    def _record(self, file: int) -> FileRecord:
        return self._table.files.records[file]
