"""Preview a file as text, members, bytes or a picture, with lines that say what it is and how it was read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from simfinder.gui.details.viewers.code_view import CodeView, Line
from simfinder.gui.details.viewers.hex_view import HexView
from simfinder.gui.details.viewers.image_view import ImageView
from simfinder.gui.details.viewers.media_table import Holder, MediaTable
from simfinder.gui.details.viewers.media_view import MediaView
from simfinder.gui.details.viewers.member_view import MemberView
from simfinder.gui.details.viewers.part_bar import PartBar
from simfinder.gui.details.viewers.table_view import TableView
from simfinder.gui.details.viewers.zoom import ZoomBar
from simfinder.gui.jobs.job_bridge import JobBridge
from simfinder.gui.jobs.latest_job import LatestJob
from simfinder.gui.widgets.image_decoder.messages import remarks, size_of_picture, trouble_text
from simfinder.gui.widgets.image_decoder.protocol import Trouble
from simfinder.gui.widgets.plain_text import PlainLabel
from simfinder.gui.wording.formatting import counted, size_text
from simfinder.gui.wording.translate_messages import told_error, translated
from simfinder.model.progress import Control

if TYPE_CHECKING:
    from simfinder.app.compare.contents.byte_window import Window
    from simfinder.app.compare.contents.preview import Preview
    from simfinder.app.compare.contents.text_parts import Part
    from simfinder.gui.controllers.details_loader import Details, DetailsLoader


class PreviewView(QWidget):
    """The Preview tab."""

    def __init__(
        self, bridge: JobBridge, parent: QWidget | None = None, *, loader: DetailsLoader | None = None
    ) -> None:
        super().__init__(parent)
        self._window: Window | None = None
        self._part: Part | None = None
        self._job = LatestJob(bridge)
        self.code = CodeView()
        self.code.setAccessibleName(self.tr("Content of the file"))
        self.image = ImageView()
        self.bytes = HexView(bridge)
        self.bytes.setAccessibleName(self.tr("Bytes of the file"))
        picture = QWidget()
        self._picture = picture
        zooming = ZoomBar(self.image.zoom, self.image.canvas)
        self._zooming = zooming
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(zooming)
        stack = QVBoxLayout(picture)
        stack.setContentsMargins(0, 0, 0, 0)
        stack.addWidget(self.image, 1)
        stack.addLayout(foot)
        self.message = PlainLabel()
        self.message.setProperty("role", "muted")
        self.message.setWordWrap(True)
        self.message.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.message.setContentsMargins(4, 10, 4, 0)
        self.pages = QStackedWidget()
        self.members = MemberView(self.tr("Members of the archive"))
        self.tables = TableView()
        self.media = MediaTable(loader)
        self.played = MediaView(loader)
        for page in (
            self.message, self.code, self.bytes, picture, self.members, self.tables, self.played
        ):  # fmt: skip
            self.pages.addWidget(page)
        self.heading = PlainLabel()
        self.heading.setProperty("role", "muted")
        self.heading.setWordWrap(True)
        self.heading.setContentsMargins(2, 5, 2, 3)
        self.parts = PartBar()
        self.parts.wanted.connect(self._go_part)
        self.bytes.failed.connect(self._fail)
        self.note = PlainLabel()
        self.note.setProperty("role", "muted")
        self.note.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 2, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.heading)
        column.addWidget(self.pages, 1)
        column.addWidget(self.media)
        column.addWidget(self.parts)
        column.addWidget(self.note)
        self.clear("")

    def clear(self, text: str) -> None:
        """Show a sentence only."""
        self._job.stop()
        self.bytes.clear()
        self.media.clear_rows()
        self.played.clear()
        self.parts.hide()
        self.heading.hide()
        self.note.hide()
        self.message.setText(text)
        self.pages.setCurrentWidget(self.message)

    def show_details(self, details: Details) -> None:
        """Show a preview."""
        from simfinder.app.compare.contents.preview import PreviewKind

        preview = details.preview
        self._job.stop()
        self.parts.hide()
        self._window, self._part = details.window, details.part
        self.media.show_one(preview.media, Holder(preview.path, preview.within))
        if details.image.is_drawn:
            self._show_picture(details, preview)
            return
        self.played.show_media(details.played[:1])
        if details.played:
            self.heading.hide()
            self.note.hide()
            self.pages.setCurrentWidget(self.played)
            return
        match preview.kind:
            case PreviewKind.UNREADABLE:
                self.clear(self.tr("Can’t be read: %1").replace("%1", preview.text))
                return
            case PreviewKind.EMPTY:
                self.message.setText(self._emptiness(preview))
                self.pages.setCurrentWidget(self.message)
                self.heading.hide()
                self.note.hide()
                return
            case PreviewKind.MEMBERS:
                self._show_members(preview)
            case PreviewKind.TABLES:
                self.tables.show_sheets(preview.sheets, headed=preview.view == "database")
                self.pages.setCurrentWidget(self.tables)
            case PreviewKind.TEXT if details.part is not None:
                self._show_part(details.part)
                self.pages.setCurrentWidget(self.code)
            case PreviewKind.TEXT:
                texts = preview.text.split("\n")
                if preview.is_document:
                    self.code.show_lines([Line(text) for text in texts], prose=True)
                else:
                    self.code.show_lines([Line(text, str(i)) for i, text in enumerate(texts, 1)])
                self.pages.setCurrentWidget(self.code)
            case _ if details.window is not None:
                self.bytes.show_file(details.window)
                self.pages.setCurrentWidget(self.bytes)
            case _:
                rows = (row.partition("  ") for row in preview.text.split("\n"))
                self.code.show_lines([Line(cells, offset) for offset, _, cells in rows])
                self.pages.setCurrentWidget(self.code)
        self._describe(preview)
        if details.image.head.trouble is not Trouble.UNKNOWN:  # what should be a picture is shown otherwise
            self.heading.setText(trouble_text(details.image))
            self.heading.show()

    def _show_picture(self, details: Details, preview: Preview) -> None:
        parts = [
            size_of_picture(details.image),
            size_text(preview.size),
            *remarks(details.image, preview.path),
        ]
        self.image.zoom.set_factor(0.0)
        self.image.show_picture(details.image, " · ".join(part for part in parts if part))
        self._zooming.show_factor()
        self.pages.setCurrentWidget(self._picture)
        self.heading.hide()
        self.note.hide()

    # parts of a long text
    def _show_part(self, part: Part) -> None:
        self._part = part
        numbers = (str(number) if number else "" for number in part.numbers)
        self.code.show_lines([Line(text, number) for text, number in zip(part.lines, numbers, strict=True)])
        self.parts.show_part(part.begin, part.end, part.size)

    def _go_part(self, step: int) -> None:
        window, part = self._window, self._part
        if window is None or part is None:
            return
        at = part.end if step > 0 else max(0, part.begin - (part.end - part.begin))

        def run(control: Control) -> Part:
            from simfinder.app.compare.contents.text_parts import encoding_of, part_of

            return part_of(window, encoding_of(window, control=control) or "latin-1", at, control)

        self._job.start(
            run, name="part", done=self._show_part, failed=lambda error: self._fail(told_error(error))
        )

    def _fail(self, reason: str) -> None:
        self.note.setText(self.tr("Can’t be read any more: %1").replace("%1", reason))
        self.note.show()

    def _show_members(self, preview: Preview) -> None:
        from simfinder.gui.details.viewers.member_model import MemberModel

        size = self.fontMetrics().horizontalAdvance("00.0 MB")
        self.members.show_model(MemberModel(preview.members), [0, size + 14])
        self.pages.setCurrentWidget(self.members)

    def _emptiness(self, preview: Preview) -> str:
        match preview.view:
            case "raw":
                return self.tr("The file is empty.")
            case "office":
                return self.tr("There is no text in the document.")
            case "pdf":
                return self.tr("There is no text on the pages.")
        return self.tr("It is empty.")

    def _heading(self, preview: Preview) -> str:
        """Say in a line what is shown; "" for a plain file."""
        from simfinder.app.compare.contents.preview import PreviewKind

        if preview.kind is PreviewKind.MEMBERS:
            text = counted(len(preview.members), self.tr("%n member"), self.tr("%n members"))
            if not preview.whole:
                return self.tr("The first %1; the archive is too long to be read to its end here.").replace(
                    "%1", text
                )
            return f"{text} · " + self.tr("%1 unpacked").replace("%1", size_text(preview.size))
        if preview.reason:
            if preview.kind in (PreviewKind.TEXT, PreviewKind.TABLES):
                return self.tr("Shown as text: %1").replace("%1", translated(preview.reason))
            return self.tr("Shown as bytes: %1").replace("%1", translated(preview.reason))
        if preview.is_document:
            return {
                "pdf": self.tr("Text of the pages"),
                "html": self.tr("Words of the web page"),
                "mail": self.tr("Words of the mail"),
            }.get(preview.view, self.tr("Text of the document"))
        known = {
            "notebook": self.tr("Cells of the notebook and what they printed"),
            "database": self.tr("Tables of the database, with their numbers of rows and the first of these"),
            "sheets": self.tr("Sheets"),
            "program": self.tr("Names and texts in the program"),
        }.get(preview.view)
        if known is not None:
            return known
        return "" if preview.view == "raw" else self.tr("Unpacked content (%1)").replace("%1", preview.view)

    def _describe(self, preview: Preview) -> None:
        heading = self._heading(preview)
        self.heading.setText(heading)
        self.heading.setVisible(bool(heading))
        parts = []
        if preview.encoding and preview.encoding not in ("utf-8", "ascii"):
            parts.append(self.tr("Encoding: %1").replace("%1", preview.encoding))
        if preview.truncated and self._window is None:  # a window reaches everything
            text = self.tr("The first %1 of %2") if preview.whole else self.tr("The first %1")
            text = text.replace("%1", size_text(preview.shown))
            parts.append(text.replace("%2", size_text(preview.size)))
        self.note.setText(" · ".join(parts))
        self.note.setVisible(bool(parts))
