"""Members of one archive, or of two against each other, as a flat table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from PySide6.QtCore import QCoreApplication, QObject, Qt

from simfinder.app.compare.member_diff import MemberDiff, MemberRow, MemberState
from simfinder.gui.widgets.table_model import Field, RowModel
from simfinder.gui.wording.formatting import count_text, member_name, size_text
from simfinder.scan.extract.members import Member

T = TypeVar("T")
TONE_ROLE = Qt.ItemDataRole.UserRole + 4
"""Name of the colour of a row's ground, "" for none."""
QUIET_ROLE = Qt.ItemDataRole.UserRole + 5
"""Whether a row is to stand back."""

_SIGNS = {
    MemberState.CHANGED: "≠",
    MemberState.LEFT: "−",
    MemberState.RIGHT: "+",
    MemberState.MOVED: "→",
    MemberState.SAME: "=",
}
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_TONES = {MemberState.CHANGED: "older", MemberState.LEFT: "removed", MemberState.RIGHT: "added"}


def _tr(text: str) -> str:
    return QCoreApplication.translate("Members", text)


def state_text(state: MemberState) -> str:
    """How a member of this file stands to the kept file."""
    return {
        MemberState.CHANGED: _tr("changed"),
        MemberState.LEFT: _tr("only here"),
        MemberState.RIGHT: _tr("only in the kept file"),
        MemberState.MOVED: _tr("under another name"),
        MemberState.SAME: _tr("same"),
    }[state]


class _Model(RowModel[T]):
    """Names to the left, sizes to the right, their headings as well."""

    def __init__(self, first_size: int, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._first_size = first_size

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if role == Qt.ItemDataRole.TextAlignmentRole and orientation is Qt.Orientation.Horizontal:
            return _RIGHT if section >= self._first_size else _LEFT
        return super().headerData(section, orientation, role)

    def other(self, row: T, column: int, role: int) -> Any:  # noqa: ARG002
        return _RIGHT if role == Qt.ItemDataRole.TextAlignmentRole and column >= self._first_size else None


class MemberModel(_Model[Member]):
    """The members of an archive in its order."""

    NAME, SIZE = range(2)

    def __init__(self, members: Sequence[Member], parent: QObject | None = None) -> None:
        super().__init__(
            self.SIZE,
            members,
            [
                Field(_tr("Name"), lambda m: member_name(m.name)),
                Field(
                    _tr("Size"),
                    lambda m: size_text(m.size),
                    lambda m: _tr("%n bytes").replace("%n", count_text(m.size)),
                ),
            ],
            parent,
        )


class MemberDiffModel(_Model[MemberRow]):
    """Two archives: a sign, the name, and the size on each side."""

    SIGN, NAME, HERE, KEPT = range(4)

    def __init__(self, diff: MemberDiff, parent: QObject | None = None) -> None:
        self._tops = (len(diff.left_top), len(diff.right_top))
        super().__init__(
            self.HERE,
            diff.rows,
            [
                Field("", lambda row: _SIGNS[row.state], lambda row: state_text(row.state)),
                Field(_tr("Name"), self._name, self._tip),
                Field(_tr("this"), lambda row: size_text(row.left.size) if row.left else ""),
                Field(_tr("kept"), lambda row: size_text(row.right.size) if row.right else ""),
            ],
            parent,
        )

    def _names(self, row: MemberRow) -> list[str]:
        """Below the folders that do not count: one name, or the two of what moved."""
        left = [member_name(row.left.name[self._tops[0] :])] if row.left else []
        right = [member_name(row.right.name[self._tops[1] :])] if row.right else []
        return left + [name for name in right if name not in left]

    def _name(self, row: MemberRow) -> str:
        return " → ".join(self._names(row))

    def _tip(self, row: MemberRow) -> str:
        names = [member_name(member.name) for member in (row.left, row.right) if member]
        sizes = [
            text.replace("%n", count_text(member.size))
            for text, member in (
                (_tr("%n bytes here"), row.left),
                (_tr("%n bytes in the kept file"), row.right),
            )
            if member
        ]
        return "\n".join([*dict.fromkeys(names), state_text(row.state), ", ".join(sizes)])

    def other(self, row: MemberRow, column: int, role: int) -> Any:
        if role == TONE_ROLE:
            return _TONES.get(row.state, "")
        if role == QUIET_ROLE:
            return row.state is MemberState.SAME
        if role == Qt.ItemDataRole.AccessibleTextRole and column == self.SIGN:
            return state_text(row.state)
        return super().other(row, column, role)
