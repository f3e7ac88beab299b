"""What a person has opened, chosen and scrolled to in the tree of clusters, by what the rows stand for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from simfinder.gui.cluster_tree.model.row_kinds import Row, RowKey
from simfinder.gui.cluster_tree.model.selection import Chosen

if TYPE_CHECKING:
    from simfinder.app.session.session import Session


@dataclass(slots=True)
class TreeState:
    """What a person has opened, chosen and scrolled to.

    Attributes:
        all_open: top-level rows are open unless they are among ``others``; else the other way round.
        others: what stands for the rows that are not as ``all_open`` says, see ``ClusterModel.opened_by``.
        selected: the rows that are selected.
        current: key of the current row, None for none.
        anchor: key of the row from which Shift selects, None for none.
        top: key of the topmost visible row.
        offset: pixels by which that row is scrolled out.
    """

    all_open: bool = False
    others: set[int] = field(default_factory=set)
    selected: Chosen = field(default_factory=Chosen)
    current: RowKey | None = None
    anchor: RowKey | None = None
    top: RowKey | None = None
    offset: int = 0

    def moved(self, before: Session, now: Session) -> TreeState:
        """The same in another session of the same files: found again by path."""

        def file_now(file: int) -> int:
            return now.file_of(before.record(file).path) if file >= 0 else file

        def found(key: RowKey | None) -> RowKey | None:
            if key is None:
                return None
            kind, file, part = key
            if file >= 0 > file_now(file):
                return None  # it is not among the files of now
            return kind, file_now(file), file_now(part) if kind in (Row.PART, Row.NOTE) else part

        selected = Chosen.of(
            key for key in map(found, self.selected.keys()) if key is not None and key[1] >= 0
        )
        heading = ~len(before.result.files)
        others = {file_now(name) for name in self.others if name >= 0}
        wholes = {file_now(~name) for name in self.others if heading < name < 0}  # files in which others lie
        others = {file for file in others if file >= 0} | {~file for file in wholes if file >= 0}
        if heading in self.others:
            others.add(~len(now.result.files))
        current, top = found(self.current), found(self.top)
        return TreeState(self.all_open, others, selected, current, found(self.anchor), top, self.offset)
