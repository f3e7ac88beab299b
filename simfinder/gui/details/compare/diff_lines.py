"""Turn the rows of a text comparison into lines to show: one below the other, or in two columns. No widgets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from simfinder.gui.details.viewers.code_view import Line
from simfinder.gui.wording.formatting import count_text, counted

if TYPE_CHECKING:
    from simfinder.app.compare.compare_files import Comparison
    from simfinder.app.compare.line_diff import DiffRow


def _tr(text: str) -> str:
    return QCoreApplication.translate("DiffLines", text)


class DiffLines:
    """Rows as lines.

    Attributes:
        rows: equal ones folded.
    """

    def __init__(self, comparison: Comparison, rows: list[DiffRow]) -> None:
        self._comparison = comparison
        self.rows = rows

    def inline(self) -> list[Line]:
        """Return one line for each row."""
        return [self._line(row) for row in self.rows]

    def beside(self) -> tuple[list[Line], list[Line], list[int]]:
        """Return the lines for both columns, and the line that each row has become."""
        from simfinder.app.compare.line_diff import RowKind

        left: list[Line] = []
        right: list[Line] = []
        line_of = []
        for row in self.rows:
            if row.kind is RowKind.LEFT or row.kind is RowKind.RIGHT:
                here = row.kind is RowKind.LEFT
                column = left if here else right
                line_of.append(len(column))
                tone = "removed" if here else "added"
                number = self._number(row.left if here else row.right, here=here)
                column.append(Line(row.text, number, "", tone, row.changed))
                continue
            _even(left, right)
            line_of.append(len(left))
            line = self._line(row)
            left.append(line if line.fold >= 0 else Line(row.text, self._number(row.left, here=True)))
            right.append(line)
        _even(left, right)
        return left, right, line_of

    def legend(self, *, inside: bool, names: tuple[str, str] | None = None) -> tuple[str, ...]:
        """Count what differs, in full and in short; ``inside``: one text is inside the other."""
        from simfinder.app.compare.change_count import rows_count
        from simfinder.app.compare.line_diff import RowKind

        count = rows_count(self._comparison)
        if not (count.changed or count.left or count.right):
            if self._comparison.is_prose:  # spaces and empty lines are not told apart
                return (_tr("No word differs in the part shown"),)
            if any(row.kind in (RowKind.LEFT, RowKind.RIGHT) for row in self.rows):
                return (_tr("Only empty lines differ in this part"),)
            return (_tr("Nothing differs in this part"),)
        text = _tr("− %1 only here   + %2 only in the kept file")
        if inside:
            text = _tr("− %1 only in the part   + %2 only in the whole")
        elif names is not None:
            text = _tr("− %1 only in %3   + %2 only in %4")
            text = text.replace("%3", names[0]).replace("%4", names[1])
        short = "− %1   + %2"
        if count.changed:
            changed = count_text(count.changed)
            text = f"{_tr('± %1 changed').replace('%1', changed)}   {text}"
            short = f"± {changed}   {short}"
        counts = count_text(count.left), count_text(count.right)
        return tuple(one.replace("%1", counts[0]).replace("%2", counts[1]) for one in (text, short))

    def _number(self, place: int | None, *, here: bool) -> str:
        """Return the number of a line in its file; "" for the continuation of a line."""
        comparison = self._comparison
        if place is None or comparison.is_prose:
            return ""
        part = comparison.left_part if here else comparison.right_part
        number = part.numbers[place - 1] if part is not None else place
        return str(number) if number else ""

    def _line(self, row: DiffRow) -> Line:
        from simfinder.app.compare.line_diff import RowKind

        match row.kind:
            case RowKind.FOLD:
                text = counted(row.count, _tr("%n equal line"), _tr("%n equal lines"))
                return Line(text, "⋯", fold=row.first)
            case RowKind.LEFT:
                return Line(row.text, self._number(row.left, here=True), "−", "removed", row.changed)
            case RowKind.RIGHT:
                return Line(row.text, self._number(row.right, here=False), "+", "added", row.changed)
        return Line(row.text, self._number(row.right, here=False))


def _even(left: list[Line], right: list[Line]) -> None:
    """Fill the shorter column up."""
    filler = Line("", tone="side")
    left += [filler] * (len(right) - len(left))
    right += [filler] * (len(left) - len(right))


def runs(tones: Sequence[bool]) -> list[tuple[int, int]]:
    """Return the first and the last index of each run of true values."""
    found: list[tuple[int, int]] = []
    for i, tone in enumerate(tones):
        if tone and i and tones[i - 1]:
            found[-1] = (found[-1][0], i)
        elif tone:
            found.append((i, i))
    return found
