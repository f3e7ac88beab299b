"""Members of one archive, or of two against each other, as a flat table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Qt

from simfinder.app.member_diff import MemberDiff, MemberRow, MemberState
from simfinder.gui.models.act_model import RowModel
from simfinder.gui.texts import member_name, size_text
from simfinder.scan.views.members import Member

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


class MemberModel(RowModel[Member]):
    """The members of an archive in its order."""

    NAME, SIZE = range(2)

    def __init__(self, members: Sequence[Member], parent: QObject | None = None) -> None:
        super().__init__(
            members,
            [
                (_tr("Name"), lambda m: member_name(m.name), None),
                (
                    _tr("Size"),
                    lambda m: size_text(m.size),
                    lambda m: _tr("%n bytes").replace("%n", f"{m.size:,}"),
                ),
            ],
            parent,
        )

    def other(self, row: Member, column: int, role: int) -> Any:  # noqa: ARG002
        return _right() if role == Qt.ItemDataRole.TextAlignmentRole and column == self.SIZE else None


class MemberDiffModel(RowModel[MemberRow]):
    """Two archives: a sign, the name, and the size on each side."""

    SIGN, NAME, HERE, KEPT = range(4)

    def __init__(self, diff: MemberDiff, parent: QObject | None = None) -> None:
        self._tops = (len(diff.left_top), len(diff.right_top))
        super().__init__(
            diff.rows,
            [
                ("", lambda row: _SIGNS[row.state], lambda row: state_text(row.state)),
                (_tr("Name"), self._name, self._tip),
                (_tr("this"), lambda row: size_text(row.left.size) if row.left else "", None),
                (_tr("kept"), lambda row: size_text(row.right.size) if row.right else "", None),
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
        return "\n".join([*dict.fromkeys(names), state_text(row.state)])

    def other(self, row: MemberRow, column: int, role: int) -> Any:
        if role == Qt.ItemDataRole.TextAlignmentRole and column >= self.HERE:
            return _right()
        if role == TONE_ROLE:
            return _TONES.get(row.state, "")
        if role == QUIET_ROLE:
            return row.state is MemberState.SAME
        if role == Qt.ItemDataRole.AccessibleTextRole and column == self.SIGN:
            return state_text(row.state)
        return None


def _right() -> Qt.AlignmentFlag:
    return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
