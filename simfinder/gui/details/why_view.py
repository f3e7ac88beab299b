"""Explain why two files are similar: a sentence, facts, and on request small pictures of what each method saw.

Computes nothing.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from simfinder.gui.cluster_tree.model.tooltips import form_text, place_lines
from simfinder.gui.details.answer_words import answer_text, shares_text
from simfinder.gui.details.viewers.media_table import media_counts
from simfinder.gui.style.fonts import fixed_font, make_title
from simfinder.gui.style.palette import colors_of
from simfinder.gui.widgets.plain_text import PlainLabel, plain_text
from simfinder.gui.wording.formatting import (
    basis_text,
    count_text,
    counted,
    date_text,
    percent_text,
    shown,
    size_text,
)
from simfinder.gui.wording.translate_messages import translated
from simfinder.model.clusters import Basis

if TYPE_CHECKING:
    from simfinder.app.views.explain_similarity import Letters, Why
    from simfinder.gui.controllers.details_loader import Details, Request

BOTH = 3  # of a sample: in both files


class TagBars(QWidget):
    """Counts of both files, pattern by pattern: this file's bar beside that of the kept one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.names: Sequence[str] = ()
        self.left: Sequence[int] = ()
        self.right: Sequence[int] = ()
        self.setFixedHeight(74)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_counts(self, names: Sequence[str], left: Sequence[int], right: Sequence[int]) -> None:
        """Take the counts."""
        self.names, self.left, self.right = names, left, right
        pairs = zip(names, left, right, strict=True)
        self.setToolTip(
            "<table>"
            + "".join(
                f"<tr><td>{escape(name)}&nbsp;</td><td align=right>{count_text(one)}&nbsp;</td>"
                f"<td align=right>{count_text(other)}</td></tr>"
                for name, one, other in pairs
            )
            + "</table>"
        )
        self.setAccessibleDescription(
            ", ".join(f"{n}: {a} / {b}" for n, a, b in zip(names, left, right, strict=True))
        )
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if not self.names:
            return
        colors = colors_of(self.palette())
        painter = QPainter(self)
        label = fixed_font(self.font())
        label.setPointSizeF(max(6.0, label.pointSizeF() * 0.82))
        painter.setFont(label)
        foot = painter.fontMetrics().height()
        room, step = self.height() - foot - 2, self.width() / len(self.names)
        most = max(1, *self.left, *self.right)
        wide = max(2.0, min(9.0, (step - 3) / 2))
        for i, name in enumerate(self.names):
            middle = (i + 0.5) * step
            for at, count, color in (
                (middle - wide - 0.5, self.left[i], "accent"),
                (middle + 0.5, self.right[i], "box"),
            ):
                high = max(1.0 if count else 0.0, room * (count / most) ** 0.5)
                painter.fillRect(QRectF(at, room - high, wide, high), colors.color(color))
            painter.setPen(colors.color("muted"))
            cell = QRectF(i * step, room + 2, step, foot)
            painter.drawText(cell, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, name)
        painter.setPen(colors.color("line"))
        painter.drawLine(0, room, self.width(), room)


class Cells(QWidget):
    """Small squares in rows, each in the colour of what it says."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tones: Sequence[str] = ()
        self._columns = 32
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_cells(self, tones: Sequence[str], words: str) -> None:
        """Take names of colours, and what they say together."""
        self.tones = tones
        self.setAccessibleDescription(words)
        self.setToolTip(plain_text(words))
        self.updateGeometry()
        self.update()

    def _side(self, width: int) -> float:
        return min(13.0, width / self._columns)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return round(-(-len(self.tones) // self._columns) * self._side(width))

    def sizeHint(self) -> QSize:
        return QSize(self._columns * 11, self.heightForWidth(self._columns * 11))

    def paintEvent(self, _event: QPaintEvent) -> None:
        colors = colors_of(self.palette())
        painter = QPainter(self)
        side = self._side(self.width())
        for i, tone in enumerate(self.tones):
            row, column = divmod(i, self._columns)
            painter.fillRect(QRectF(column * side, row * side, side - 1.5, side - 1.5), colors.color(tone))


class LetterRows(QWidget):
    """Two signatures one above the other, broken to fit; common pieces have a coloured background."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.letters: Letters | None = None
        self.setFont(fixed_font(self.font()))
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_letters(self, letters: Letters) -> None:
        """Take two parts of one block size."""
        self.letters = letters
        self.setAccessibleDescription(f"{letters.left}, {letters.right}")
        self.updateGeometry()
        self.update()

    def _columns(self, width: int) -> int:
        return max(8, width // max(1, self.fontMetrics().horizontalAdvance("0")))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if self.letters is None:
            return 0
        lines = -(-max(1, len(self.letters.columns)) // self._columns(width))
        return lines * (2 * self.fontMetrics().height() + 5)

    def sizeHint(self) -> QSize:
        return QSize(300, self.heightForWidth(300))

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self.letters is None:
            return
        painter, letters = QPainter(self), self.letters
        high, wide = self.fontMetrics().height(), self.fontMetrics().horizontalAdvance("0")
        sides = (
            (letters.left, _places(letters.left_common), 0),
            (letters.right, _places(letters.right_common), high),
        )
        for i, places in enumerate(letters.columns):
            line, column = divmod(i, self._columns(self.width()))
            for (text, shared, down), place in zip(sides, places, strict=True):
                cell = QRect(column * wide, line * (2 * high + 5) + down, wide, high)
                self._paint(painter, cell, text[place] if place >= 0 else "", place in shared)

    def _paint(self, painter: QPainter, cell: QRect, letter: str, shared: bool) -> None:
        colors = colors_of(self.palette())
        if not letter:  # the other one has more here
            painter.fillRect(cell.adjusted(0, 1, 0, -1), colors.color("side"))
            return
        if shared:
            painter.fillRect(cell, colors.color("added_word"))
        painter.setPen(colors.color("text" if shared else "muted"))
        painter.drawText(cell, Qt.AlignmentFlag.AlignCenter, letter)


def _places(ranges: Sequence[tuple[int, int]]) -> set[int]:
    return {i for start, end in ranges for i in range(start, end)}


class WhyView(QScrollArea):
    """The tab.

    Signals:
        unfolded: the methods are shown now, or hidden.
    """

    unfolded = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setAccessibleName(self.tr("Why these files are similar"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._page = QWidget()
        self._column = QVBoxLayout(self._page)
        self._column.setContentsMargins(4, 10, 8, 8)
        self._column.setSpacing(5)
        self.answer = self._label()
        make_title(self.answer, 1.1)
        self.words = self._label()
        self.message = self._label(muted=True)
        self.fold = QToolButton()
        self.fold.setText(self.tr("Details"))
        self.fold.setCheckable(True)
        self.fold.setProperty("role", "quiet")
        self.fold.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.fold.setArrowType(Qt.ArrowType.RightArrow)
        self.fold.setToolTip(self.tr("What each method makes of the two files by itself"))
        self.fold.toggled.connect(self._unfold)
        self.tags, self.samples, self.bits = TagBars(), Cells(), Cells()
        self.letters = [LetterRows(), LetterRows()]
        self._captions = {name: self._label(muted=True) for name in ("samples", "letters", "bits", "tags")}
        self._heads = {name: self._label() for name in self._captions}
        self._column.addWidget(self.message)
        self._column.addWidget(self.answer)
        self._column.addWidget(self.words)
        self._column.addSpacing(4)
        self._column.addWidget(self.fold, 0, Qt.AlignmentFlag.AlignLeft)
        self.note = self._label(muted=True)
        self.note.setText(
            self.tr(
                "Each method sees the two files in its own way, so their figures differ from the one above."
            )
        )
        self.methods = QWidget()
        column = QVBoxLayout(self.methods)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(5)
        column.addWidget(self.note)
        for name, pictures in (
            ("samples", [self.samples]),
            ("letters", self.letters),
            ("bits", [self.bits]),
            ("tags", [self.tags]),
        ):
            column.addSpacing(7)
            column.addWidget(self._heads[name])
            for picture in pictures:
                column.addWidget(picture)
            column.addWidget(self._captions[name])
        self._column.addWidget(self.methods)
        self._column.addStretch(1)
        self.setWidget(self._page)
        self._heads["samples"].setText(self.tr("Sampled pieces"))
        self._heads["letters"].setText(self.tr("Pieces in order"))
        self._heads["bits"].setText(self.tr("Fingerprint bits"))
        self._heads["tags"].setText(self.tr("Bit pattern counts"))
        for name, widgets in (("samples", [self.samples]), ("bits", [self.bits]), ("tags", [self.tags])):
            widgets[0].setAccessibleName(self._heads[name].text())
        for rows in self.letters:
            rows.setAccessibleName(self._heads["letters"].text())
        self.clear("")

    def _label(self, *, muted: bool = False) -> QLabel:
        label = PlainLabel()
        label.setWordWrap(True)
        if muted:
            label.setProperty("role", "muted")
        return label

    def clear(self, text: str) -> None:
        """Show a sentence only."""
        self.message.setText(text)
        self.message.setVisible(bool(text))
        self._has_methods = False
        self._details: Details | None = None
        self._show_fold()
        for widget in (
            self.answer,
            self.words,
            *self._heads.values(),
            *self._captions.values(),
            *self._pictures(),
        ):
            widget.hide()

    def _unfold(self, unfolded: bool) -> None:
        self.fold.setArrowType(Qt.ArrowType.DownArrow if unfolded else Qt.ArrowType.RightArrow)
        self._show_fold()
        self.unfolded.emit(unfolded)

    def _show_fold(self) -> None:
        self.fold.setVisible(self._has_methods)
        self.methods.setVisible(self._has_methods and self.fold.isChecked())

    def _pictures(self) -> list[QWidget]:
        return [self.tags, self.samples, self.bits, *self.letters]

    def show_details(self, details: Details) -> None:
        """Show what there is to say of a file and the one it is measured against."""
        self.clear("")
        if details.facts is None:
            self.clear(
                self.tr("Choose one of the files listed under this one to see why the two belong together.")
                if details.request.whole
                else self.tr(
                    "This is the kept file. Choose another file of its cluster to see why the two are similar."
                )
            )
            return
        self._details = details
        self.answer.setText(answer_text(details))
        self.answer.setVisible(bool(self.answer.text()))
        self.words.setText("\n".join(self._sentences(details)))
        self.words.show()
        if details.why is not None:
            self._show_methods(details.why)
            self._has_methods = True
            self._show_fold()

    def say_again(self) -> None:
        """Say anew why the file is in its cluster, which may be another reason since clusters were made anew."""
        if self._details is not None:
            self.words.setText("\n".join(self._sentences(self._details)))

    def _sentences(self, details: Details) -> list[str]:
        """Return the sentences in plain words."""
        facts, why = details.facts, details.why
        assert facts is not None
        request = details.request
        said = [] if request.other or request.inside else place_lines(request.session, request.file)
        answer, shares = answer_text(details), shares_text(details)
        of_members = details.comparison is not None and details.comparison.counterpart
        if not of_members:  # the figure is of the two files
            said += [shares] if shares != answer else []
            said.append(self._measured_on(details))
        if facts.recordings:
            one, other = map(translated, facts.recordings)
            film = facts.basis is Basis.VIDEO
            text = self.tr("This recording: %1. The other one: %2.")
            text = self.tr("This film: %1. The other one: %2.") if film else text
            said.append(text.replace("%1", one, 1).replace("%2", other, 1))
        if details.comparison is not None and details.comparison.media is not None:
            said.append(self.tr("%1.").replace("%1", media_counts(details.comparison.media.rows)))
        if facts.form is not None:
            said.append(form_text(facts.form))
        said.append(self._sizes(facts.left_size, facts.right_size))
        said.append(self._times(facts.left_time, facts.right_time))
        said.append(self.tr("They have the same name.") if facts.same_name else self._names(details.request))
        if why is not None and why.others:
            text = counted(
                why.others,
                self.tr(
                    "Some of what they share is in %n other file too. For clusters it counts only %1, so"
                    " that a common licence or template does not connect unrelated files; the figure above"
                    " counts all of it."
                ),
                self.tr(
                    "Some of what they share is in %n other files too. For clusters it counts only %1, so"
                    " that a common licence or template does not connect unrelated files; the figure above"
                    " counts all of it."
                ),
            )
            said.append(text.replace("%1", percent_text(why.weight)))
        return [text for text in said if text]

    def _measured_on(self, details: Details) -> str:
        """Say what the figure is measured on, and what the pictures of two documents share besides their words."""
        facts = details.facts
        if facts is None or facts.identical or details.request.inside:
            return ""
        text = self.tr("Measured on %1.") if details.measured else self.tr("Estimated on %1.")
        if details.media:
            text = self.tr("Measured: %1.") if details.measured else self.tr("Estimated: %1.")
        return text.replace("%1", details.media or basis_text(facts.basis))

    def _names(self, request: Request) -> str:
        text = self.tr("Their names differ: %1 and %2.")
        one, other = (shown(os.path.basename(path)) for path in (request.path, request.kept))
        return text.replace("%1", one, 1).replace("%2", other, 1)

    def _sizes(self, left: int, right: int) -> str:
        if left == right:
            return self.tr("They are of one size, %1.").replace("%1", size_text(left))
        text = self.tr("This file is %1 larger.") if left > right else self.tr("This file is %1 smaller.")
        return text.replace("%1", size_text(abs(left - right)))

    def _times(self, left: int, right: int) -> str:
        days = abs(left - right) // 86_400_000_000_000
        one, other = date_text(left), date_text(right)
        if not one or not other:
            return ""
        if left == right:
            return self.tr("They were changed at the same time, %1.").replace("%1", one)
        if not days:
            return self.tr("They were changed within a day of one another, %1.").replace("%1", one)
        text = (
            counted(
                days, self.tr("It is %n day older: %1 and %2."), self.tr("It is %n days older: %1 and %2.")
            )
            if left < right
            else counted(
                days, self.tr("It is %n day newer: %1 and %2."), self.tr("It is %n days newer: %1 and %2.")
            )
        )
        return text.replace("%1", one).replace("%2", other)

    def _show_methods(self, why: Why) -> None:
        if why.samples:
            both = sum(sample == BOTH for sample in why.samples)
            text = self.tr("%1 of %2 sampled pieces are in both files.")
            text = text.replace("%1", count_text(both)).replace("%2", count_text(len(why.samples)))
            tones = {BOTH: "accent", 1: "warning", 2: "box"}
            self.samples.show_cells([tones[sample] for sample in why.samples], text)
            self._show("samples", text + " " + self.tr("Orange: only in this one; grey: only in the other."))
            self.samples.show()
        for rows, letters in zip(self.letters, why.letters, strict=False):
            rows.show_letters(letters)
            rows.show()
        if why.letters:
            some = any(letters.left_common for letters in why.letters)
            self._show(
                "letters",
                self.tr("Coloured: the same seven characters or more in a row. This file is above.")
                if some
                else self.tr("No seven characters in a row are the same, so there is no score."),
            )
        if why.bits:
            equal = sum(why.bits)
            text = self.tr("%1 of %2 bits are equal; in unrelated files, about half are.")
            text = text.replace("%1", count_text(equal)).replace("%2", count_text(len(why.bits)))
            self.bits.show_cells(["accent" if bit else "warning" for bit in why.bits], text)
            self._show("bits", text)
            self.bits.show()
        self.tags.show_counts(why.tags, why.left_tags, why.right_tags)
        self._show(
            "tags", self.tr("How often sixteen bit patterns occur: blue in this file, grey in the other.")
        )
        self.tags.show()

    def _show(self, name: str, caption: str) -> None:
        self._heads[name].show()
        self._captions[name].setText(caption)
        self._captions[name].show()
