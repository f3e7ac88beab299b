"""Remember which rows a person has opened, selected and scrolled to while the clusters change."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from simfinder.gui.cluster_tree.model.row_kinds import OF_PAIRS, RowKey
from simfinder.gui.cluster_tree.model.selection import SelectedRows

if TYPE_CHECKING:
    from simfinder.app.session.session import Session


@dataclass(slots=True)
class TreeState:
    """The rows that a person has opened, selected and scrolled to.

    Attributes:
        all_open: top-level rows are open unless they are among ``others``; else the other way round.
        others: keys of the top-level rows that are not as ``all_open`` says.
        selected: the rows that are selected.
        current: key of the current row, None for none.
        anchor: key of the row from which Shift selects, None for none.
        top: key of the topmost visible row.
        offset: pixels by which that row is scrolled out.
    """

    all_open: bool = False
    others: set[RowKey] = field(default_factory=set)
    selected: SelectedRows = field(default_factory=SelectedRows)
    current: RowKey | None = None
    anchor: RowKey | None = None
    top: RowKey | None = None
    offset: int = 0

    def moved(self, before: Session, now: Session) -> TreeState:
        """Return the same state of another session of these files: they are found again by path."""

        def file_now(file: int) -> int:
            return now.file_of(before.record(file).path) if file >= 0 else file

        def found(key: RowKey) -> RowKey | None:
            kind, file, part = key
            if file >= 0 > file_now(file):
                return None  # it is not among the files of now
            return kind, file_now(file), file_now(part) if kind in OF_PAIRS else part

        def all_found(keys: Iterable[RowKey | None]) -> list[RowKey]:
            return [new for key in keys if key is not None and (new := found(key)) is not None]

        def one_found(key: RowKey | None) -> RowKey | None:
            return next(iter(all_found([key])), None)

        return TreeState(
            self.all_open,
            set(all_found(self.others)),
            SelectedRows.of(key for key in all_found(self.selected.keys()) if key[1] >= 0),
            one_found(self.current),
            one_found(self.anchor),
            one_found(self.top),
            self.offset,
        )
