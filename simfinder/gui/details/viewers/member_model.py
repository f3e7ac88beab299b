"""Members of one archive, or of two compared, as a flat table."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QObject

from simfinder.app.compare.member_diff import MemberDiff, MemberRow, MemberState
from simfinder.gui.widgets.table_model import Field, RowModel
from simfinder.gui.wording.formatting import count_text, member_name, size_text
from simfinder.scan.extract.members import Member

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
    """Say how a member of this file relates to the kept file."""
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
                Field(_tr("Name"), lambda m: member_name(m.name)),
                Field(
                    _tr("Size"),
                    lambda m: size_text(m.size),
                    lambda m: _tr("%n bytes").replace("%n", count_text(m.size)),
                    at_right=True,
                ),
            ],
            parent,
        )


class MemberDiffModel(RowModel[MemberRow]):
    """Two archives: a sign, the name, and the size on each side."""

    SIGN, NAME, HERE, KEPT = range(4)

    def __init__(
        self, diff: MemberDiff, parent: QObject | None = None, *, names: tuple[str, str] | None = None
    ) -> None:
        here, kept = names or (_tr("this"), _tr("kept"))
        self._tops = (len(diff.left_top), len(diff.right_top))
        super().__init__(
            diff.rows,
            [
                Field(
                    "",
                    lambda row: _SIGNS[row.state],
                    lambda row: state_text(row.state),
                    spoken=lambda row: state_text(row.state),
                ),
                Field(_tr("Name"), self._name, self._tip),
                Field(here, lambda row: size_text(row.left.size) if row.left else "", at_right=True),
                Field(kept, lambda row: size_text(row.right.size) if row.right else "", at_right=True),
            ],
            parent,
            ground=lambda row: _TONES.get(row.state, ""),
            quiet=lambda row: row.state is MemberState.SAME,
        )

    def _names(self, row: MemberRow) -> list[str]:
        """Return the name below the folders that do not count, or both names of a member that moved."""
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
