"""Compare two files as text, members, bytes or pictures, whichever suits; or say in a sentence how they differ.

Chooses the view and the sentences; each view is a widget of its own.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QModelIndex, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from simfinder.gui.details.compare.hex_compare import HexCompare
from simfinder.gui.details.compare.image_compare import CompareMode, ImageCompare
from simfinder.gui.details.compare.text_compare import TextCompare
from simfinder.gui.details.preview_view import PreviewView
from simfinder.gui.details.viewers.media_table import Holder, MediaTable
from simfinder.gui.details.viewers.media_view import MediaView
from simfinder.gui.details.viewers.member_view import MemberView
from simfinder.gui.jobs.job_bridge import JobBridge
from simfinder.gui.jobs.latest_job import LatestJob
from simfinder.gui.widgets.elided_label import ElidedLabel
from simfinder.gui.widgets.fitting_tabs import FittingTabs
from simfinder.gui.widgets.image_decoder.client import Picture
from simfinder.gui.widgets.image_decoder.messages import remarks, size_of_picture
from simfinder.gui.widgets.image_decoder.protocol import Mark
from simfinder.gui.widgets.plain_text import PlainLabel, plain_text
from simfinder.gui.wording.formatting import count_text, counted, key_text, localized, member_name, shown
from simfinder.gui.wording.translate_messages import told_error, translated
from simfinder.model.progress import Control

if TYPE_CHECKING:
    from simfinder.app.compare.compare_files import Comparison, Inside
    from simfinder.app.compare.contents.byte_window import Window
    from simfinder.app.compare.member_diff import MemberDiff, MemberRow
    from simfinder.app.verify.containment.matching_ranges import Matched
    from simfinder.gui.controllers.details_loader import Details, DetailsLoader

_MOST_OF_MEMBER = 16 << 20  # bytes of a member that are shown as such
_MOST_OF_IT = 0.8  # of the equal bytes of a part make its place in the whole


MAIN, BYTES = range(2)


class ComparePanel(QWidget):
    """The Compare tab.

    Args:
        bridge: runs jobs.
        loader: looks into documents; None shows none of their pictures.
        large: it has a window of its own.

    Attributes:
        names: of both sides; None for "this" and "kept".

    Signals:
        member_wanted: names of members of both files, which a person wants to see; empty where one has none.
        large_wanted: a window of its own.
    """

    member_wanted = Signal(tuple, tuple)
    large_wanted = Signal()

    def __init__(
        self,
        bridge: JobBridge,
        parent: QWidget | None = None,
        *,
        loader: DetailsLoader | None = None,
        large: bool = False,
    ) -> None:
        super().__init__(parent)
        self._details: Details | None = None
        self._large = large
        self.names: tuple[str, str] | None = None
        self._windows = LatestJob(bridge)
        self._contents = None if loader is None else loader.contents
        self._comparison: Comparison | None = None
        self._inside = False  # the other file is one that this one lies in, and no kept one
        self.text, self.hex = TextCompare(bridge), HexCompare(bridge)
        self.text.large = large
        self.code, self.next, self.previous = self.text.code, self.text.bar.next, self.text.bar.previous
        self.picture_bytes = HexCompare(bridge)
        self.images = ImageCompare(self.picture_bytes)
        self.images.modes.currentChanged.connect(self._show_bytes)
        self.message = PlainLabel()
        self.message.setProperty("role", "muted")
        self.message.setWordWrap(True)
        self.message.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.message.setContentsMargins(4, 10, 4, 0)
        self.pages = QStackedWidget()
        self.members = MemberView(self.tr("Members of both archives"))
        self.file_bytes = HexCompare(bridge)
        self.played = MediaView(loader)
        self.same = PreviewView(bridge, loader=loader)  # of two identical files
        for page in (
            self.message, self.text, self.hex, self.images, self.members, self.file_bytes, self.played, self.same
        ):  # fmt: skip
            self.pages.addWidget(page)
        self._main: QWidget = self.message
        self.media = MediaTable(loader)
        self.members.activated.connect(self._open_member)
        self.media.opened.connect(self._open_medium)
        self.forms = FittingTabs(tight=True)
        self.forms.setAccessibleName(self.tr("What of the two is compared"))
        self.forms.add(self.tr("Text"))
        self.forms.add(self.tr("Bytes"))
        self.forms.currentChanged.connect(self._show_form)
        self.basis = ElidedLabel()
        self.basis.setProperty("role", "muted")
        self.enlarge = QToolButton()
        self.enlarge.setText("⤢")
        self.enlarge.setProperty("role", "quiet")
        self.enlarge.setToolTip(plain_text(f"{self.tr('Compare in a large window')} ({key_text('F9')})"))
        self.enlarge.setAccessibleName(self.tr("Compare in a large window"))
        self.enlarge.clicked.connect(self.large_wanted)
        self.head = QWidget()
        head = QHBoxLayout(self.head)
        head.setContentsMargins(2, 3, 0, 0)
        head.setSpacing(6)
        head.addWidget(self.basis, 1)
        head.addWidget(self.forms)
        head.addWidget(self.enlarge)
        self.summary, self._note = self._plain(), self._plain()
        self.summary.setContentsMargins(2, 5, 2, 3)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.summary)
        column.addWidget(self.pages, 1)
        column.addWidget(self.media)
        column.addWidget(self._note)
        self.clear("")

    def _plain(self) -> QLabel:
        label = PlainLabel()
        label.setProperty("role", "muted")
        label.setWordWrap(True)
        return label

    def clear(self, text: str) -> None:
        """Show a sentence only."""
        self._comparison = self._details = None
        self.hex.clear()
        self.picture_bytes.clear()
        self.media.clear_rows()
        self.played.clear()
        self.file_bytes.clear()
        self.same.clear("")
        self._windows.stop()
        for widget in (self.head, self.summary, self._note):
            widget.hide()
        self.message.setText(text)
        self.pages.setCurrentWidget(self.message)

    def show_details(self, details: Details) -> None:
        """Show a comparison."""
        from simfinder.app.compare.compare_files import ComparisonKind

        comparison = details.comparison
        self._inside = details.request.inside
        if comparison is None:
            self.clear(
                self.tr("Only one of the two folders has this file.")
                if details.request.other
                else self.tr("Choose one of the files listed under this one to see where the two match.")
                if details.request.whole
                else self.tr("This is the kept file. Choose another file of its cluster to compare the two.")
            )
            return
        if comparison.kind is ComparisonKind.UNREADABLE:
            self.clear(self.tr("Can’t be compared: %1").replace("%1", translated(comparison.reason)))
            return
        if comparison.equal and comparison.kind is not ComparisonKind.IMAGE:
            self.clear("")
            self.summary.setText(self.tr("The two files are identical: every byte is equal."))
            self.summary.show()
            self.same.show_details(details)
            self.pages.setCurrentWidget(self.same)
            return
        sentence = ""
        if comparison.inside is not None:
            sentence = self._insideness(comparison.inside)
        elif comparison.same_content and comparison.members is None:
            sentence = self._sameness(comparison)
        both = len(details.played) > 1
        if sentence and not comparison.rows and comparison.kind is not ComparisonKind.IMAGE and not both:
            self.clear(sentence)
            return
        self._comparison, self._details = comparison, details
        self._note.hide()
        self.media.show_both(
            () if comparison.media is None else comparison.media.rows,
            Holder(comparison.left, comparison.left_within),
            Holder(comparison.right, comparison.right_within),
        )
        if both:
            sentence = (
                "" if self._large else details.how_alike or sentence
            )  # a window of its own says it above
        self.summary.setText(sentence)
        self.summary.setVisible(bool(sentence))
        self._show_played(details)
        if both:
            self.pages.setCurrentWidget(self.played)
        elif comparison.members is not None:
            self._show_members(comparison, comparison.members)
        elif comparison.kind is ComparisonKind.IMAGE:
            self._show_images(comparison, details)
        elif comparison.kind is ComparisonKind.HEX:
            assert comparison.left_window is not None
            assert comparison.right_window is not None
            self.hex.show_files(
                comparison.left_window,
                comparison.right_window,
                details.alignment,
                self._reservation(comparison),
            )
            self.pages.setCurrentWidget(self.hex)
        else:
            self.text.names = self._names()
            self.text.show_comparison(
                comparison, details.alignment, self._reservation(comparison), inside=self._inside
            )
            self.pages.setCurrentWidget(self.text)
        self._head(comparison)

    def _names(self) -> tuple[str, str] | None:
        """Return what to call the two sides; None for "this" and "kept"."""
        if self.names is not None or self._details is None or not self._details.request.other:
            return self.names
        return self.tr("this one"), self.tr("the other one")

    def _show_played(self, details: Details) -> None:
        """Show two recordings or films, if they are such."""
        played = details.played if len(details.played) > 1 else ()
        both = self._names() or (self.tr("this"), self.tr("whole") if self._inside else self.tr("kept"))
        shift = 0.0 if details.facts is None else details.facts.shift
        self.played.show_media(played, both if played else (), shift)

    # head
    def _head(self, comparison: Comparison) -> None:
        """Name what is compared, and offer the bytes of files that are compared by something else."""
        from simfinder.app.compare.compare_files import ComparisonKind

        self._main = self.pages.currentWidget() or self.message
        basis = basis_of(comparison)
        played = self._details.played if self._main is self.played and self._details is not None else ()
        if played:
            films = all(each.facts.film for each in played)
            basis = self.tr("Films at the same times") if films else self.tr("Recordings and their tags")
        self.basis.show_text(basis)
        self.basis.setAccessibleName(self.tr("Compared: %1").replace("%1", basis))
        by_bytes = comparison.kind in (ComparisonKind.HEX, ComparisonKind.IMAGE) and not played
        words = self.tr("Members") if comparison.members is not None else self.tr("Text")
        words = {
            "notebook": self.tr("Cells"),
            "database": self.tr("Tables"),
            "sheets": self.tr("Tables"),
            "program": self.tr("Texts"),
        }.get(comparison.shown, words)
        if played:
            words = self.tr("Film") if all(each.facts.film for each in played) else self.tr("Sound")
        self.forms.rename(MAIN, words)
        self.forms.blockSignals(True)
        self.forms.setCurrentIndex(MAIN)
        self.forms.blockSignals(False)
        self.forms.setVisible(not by_bytes)
        self.forms.setMinimumWidth(self.forms.whole_width())
        self.enlarge.setVisible(not self._large)
        self.head.show()

    def _show_form(self, form: int) -> None:
        """Show the text again, or the bytes of both files."""
        if self._comparison is None:
            return
        self.media.setVisible(form == MAIN and bool(self.media.rows))
        if form == MAIN:
            self._windows.stop()
            self.file_bytes.clear()
            self.pages.setCurrentWidget(self._main)
            return
        self.pages.setCurrentWidget(self.file_bytes)
        comparison, contents = self._comparison, self._contents

        def run(control: Control) -> tuple[Window, Window]:
            from simfinder.app.compare.contents.byte_window import Window, window_of

            def onto(path: str, within: tuple[bytes, ...]) -> Window:
                if not within or contents is None:
                    return window_of(path, control)
                taken = contents().take(path, within, control, limit=_MOST_OF_MEMBER)
                return Window(path, len(taken.data), taken.data)

            return (
                onto(comparison.left, comparison.left_within),
                onto(comparison.right, comparison.right_within),
            )

        self._windows.start(
            run,
            name="bytes",
            done=lambda both: self.file_bytes.show_files(both[0], both[1], None, settled=True),
            failed=lambda error: self.clear(
                self.tr("Can’t be compared: %1").replace("%1", told_error(error))
            ),
        )

    # members
    def _open_member(self, index: QModelIndex) -> None:
        comparison = self._comparison
        if comparison is None or comparison.members is None:
            return
        self._want(comparison.members.rows[index.row()], comparison)

    def _open_medium(self, row: MemberRow) -> None:
        if self._comparison is not None:
            self._want(row, self._comparison)

    def _want(self, row: MemberRow, comparison: Comparison) -> None:
        """Ask for a member, beside its counterpart if it has one."""
        left = (*comparison.left_within, row.left.name) if row.left is not None else ()
        right = (*comparison.right_within, row.right.name) if row.right is not None else ()
        self.member_wanted.emit(left, right)

    def show_matches(self, details: Details) -> None:
        """Show where two large files match, or that it is unknown."""
        if self._comparison is None or details.comparison is not self._comparison:
            return
        self._details = details
        self.text.lay(details.alignment)
        self.hex.lay(details.alignment)
        self.picture_bytes.lay(details.alignment)

    # pictures
    def _show_images(self, comparison: Comparison, details: Details) -> None:
        other = self.tr("whole") if self._inside else self.tr("kept")
        inside = comparison.inside
        captions = [
            self._caption(which, path, picture, itself=inside is None or inside.in_left is not left)
            for which, path, picture, left in (
                (self.tr("this"), comparison.left, details.image, True),
                (other, comparison.right, details.kept_image, False),
            )
        ]
        pixels = self._pixels(details)
        if inside is not None:
            pixels = ""
            for name in inside.names[:1]:
                captions[not inside.in_left] += f" · {member_name(name)}"
        laid = "" if inside is not None else self._laid(details)
        words = " ".join(filter(None, (pixels, laid)))
        self.images.show_pictures(
            details.image, captions[0], details.kept_image, captions[1], words, details.over
        )
        self.images.show_notes(details.notes, other)
        if not (details.image.is_drawn or details.kept_image.is_drawn):
            self.images.modes.setCurrentIndex(CompareMode.BYTES)
        self._show_bytes(self.images.modes.currentIndex())
        self.pages.setCurrentWidget(self.images)

    def _show_bytes(self, mode: int) -> None:
        """Read the bytes of pictures when somebody wants to see them."""
        comparison, details = self._comparison, self._details
        self.picture_bytes.clear()
        if mode != CompareMode.BYTES or comparison is None or details is None:
            return
        if comparison.left_window is not None and comparison.right_window is not None:
            self.picture_bytes.show_files(
                comparison.left_window, comparison.right_window, details.alignment, settled=True
            )

    def _caption(self, which: str, path: str, picture: Picture, *, itself: bool) -> str:
        """Say of which file a picture is; or, not itself, in which one it is stored: its type is another."""
        parts = [f"{which}: {shown(os.path.basename(path))}", size_of_picture(picture)]
        if picture.is_drawn:
            parts += remarks(picture, path if itself else "")
        return " · ".join(part for part in parts if part)

    def _pixels(self, details: Details) -> str:
        """Say in a sentence how much of two pictures differs."""
        one, other = details.over
        if details.comparison is not None and details.comparison.equal:
            return self.tr("The two files are identical: every byte is equal.")
        if not one.is_drawn or not other.is_drawn:
            return ""
        if details.pixels is None and size_of_picture(one) == size_of_picture(other):
            return self.tr("The cameras’ previews of these two are of different sizes.")
        if details.pixels is None:
            return (
                self.tr("The pictures are of different sizes: %1 and %2.")
                .replace("%1", size_of_picture(details.image))
                .replace("%2", size_of_picture(details.kept_image))
            )
        differing, visibly, total = details.pixels
        exact = one.is_marked(Mark.EXACT) and other.is_marked(Mark.EXACT)
        if not differing:
            if not exact:
                return self.tr("No difference is visible at this size.")
            if one.is_marked(Mark.PREVIEW) or other.is_marked(Mark.PREVIEW):  # of the raw ones nobody knows
                return self.tr("By the camera’s preview every pixel is equal.")
            return self.tr("Every pixel is equal; the files differ in how they are stored.")
        if visibly < differing:  # saved with loss, most pixels differ by a little
            text = self.tr("%1 of the pixels differ visibly, %2 at all.")
            return text.replace("%1", _share_text(visibly / total)).replace(
                "%2", _share_text(differing / total)
            )
        text = counted(
            differing, self.tr("%n of %1 pixels differs (%2)."), self.tr("%n of %1 pixels differ (%2).")
        )
        if not exact:
            text = self.tr("About %2 of the pixels differ.")
        return text.replace("%1", count_text(total)).replace("%2", _share_text(differing / total))

    def _laid(self, details: Details) -> str:
        """Say what was turned or cut to lay one picture over the other; "" where nothing was."""
        laid = None if details.facts is None or details.facts.identical else details.facts.laid
        if laid is None or not (details.image.is_drawn and details.kept_image.is_drawn):
            return ""
        said = []
        if any(laid.ways):
            said.append(self.tr("Laid over each other, one is turned or mirrored so that both lie alike."))
        if laid.boxes[0] != laid.boxes[1]:
            said.append(self.tr("Laid over each other is the part that is in both."))
        return " ".join(said)

    def _sameness(self, comparison: Comparison) -> str:
        """Say in what files differ that hold the same."""
        from simfinder.app.compare.compare_files import ComparisonKind
        from simfinder.app.compare.contents.extract_contents import DOCUMENTS, FONT, LAYOUTS, RAW

        if comparison.left_view == comparison.right_view == "html":
            return self.tr(
                "Both pages say the same. They differ in what is not compared here: tags, styles, scripts, links."
            )
        if comparison.left_view == comparison.right_view == "mail":
            return self.tr(
                "Both mails say the same. They differ in what is not compared here: attachments, route"
                " or encoding."
            )
        if comparison.left_view == comparison.right_view == FONT:
            return self.tr(
                "Both fonts have the same outlines and widths. They differ in what is not compared here: packing,"
                " names, kerning or hinting."
            )
        if comparison.kind is ComparisonKind.HEX and comparison.left_view == comparison.right_view == RAW:
            return self.tr("Both files hold the same sound. They differ in tags, covers or padding.")
        if {comparison.left_view, comparison.right_view} & LAYOUTS:
            return self.tr(
                "Both files say the same. They differ in what is not compared here: indentation, line breaks, the order"
                " of keys, or quotes."
            )
        if {comparison.left_view, comparison.right_view} & DOCUMENTS:
            return self.tr(
                "Both files hold the same text. They differ in what is not compared here: pictures, layout, or the"
                " way they were packed."
            )
        return self.tr(
            "Both files hold the same content, every byte of it. They differ only in how it is packed."
        )

    def _insideness(self, inside: Inside) -> str:
        if not inside.names:
            place = f"0x{inside.at:x}"
            text = self.tr("This very file is in the other one, byte by byte, from %1 on.")
            if inside.in_left:
                text = self.tr("The other file is in this one, byte by byte, from %1 on.")
            return text.replace("%1", place)
        names = [member_name(name) for name in inside.names]
        text = self.tr("This very file is in the kept one, as %1.")
        if self._inside:
            text = self.tr("This very file is in the other one, as %1.")
        if inside.in_left:
            text = self.tr("The kept file is in this one, byte by byte, as %1.")
        more = counted(
            len(names) - 1, self.tr("and under %n other name"), self.tr("and under %n other names")
        )
        name = f"{names[0]} ({more})" if len(names) > 1 else names[0]
        return text.replace("%1", name)

    def _show_members(self, comparison: Comparison, diff: MemberDiff) -> None:
        from simfinder.gui.details.viewers.member_model import MemberDiffModel

        wide = self.fontMetrics().horizontalAdvance
        size = wide("00.0 MB") + 14
        widths = [wide("≠") + 10, 0, size, size]
        names = None if self._names() is None else (self.tr("left"), self.tr("right"))
        self.members.show_model(MemberDiffModel(diff, names=names), widths, spare=MemberDiffModel.HERE)
        self.pages.setCurrentWidget(self.members)
        self.summary.setText(self._counts(diff))
        self.summary.show()
        self._note.setText(self.tr("Only the beginnings of the archives were read; there are more members."))
        self._note.setVisible(comparison.truncated)

    def _counts(self, diff: MemberDiff) -> str:
        """Count members by state, in a sentence."""
        from simfinder.app.compare.member_diff import MemberState

        counts, total = diff.counts, len(diff.rows)
        same = counts[MemberState.SAME]
        if same == total:
            return counted(
                total, self.tr("The one member is the same."), self.tr("All %n members are the same.")
            )
        parts = [
            count_text(counts[state]) + " " + text
            for state, text in (
                (MemberState.CHANGED, self.tr("changed")),
                (MemberState.LEFT, self.tr("only here")),
                (
                    MemberState.RIGHT,
                    self.tr("only in the kept file")
                    if self._names() is None
                    else self.tr("only in the other one"),
                ),
                (MemberState.MOVED, self.tr("under another name")),
            )
            if counts[state]
        ]
        text = counted(
            same, self.tr("%n of %1 members is the same"), self.tr("%n of %1 members are the same")
        )
        return text.replace("%1", count_text(total)) + "; " + ", ".join(parts) + "."

    def show_place(self, matched: Matched | None) -> None:
        """Say where a part is in the whole."""
        if matched is None or not self._inside or self._comparison is None or not matched.left:
            return
        wanted = _MOST_OF_IT * sum(found.equal for found in matched.left)
        found = []
        for one in sorted(matched.left, key=lambda one: -one.equal):  # small ones lie anywhere
            found.append(one)
            wanted -= one.equal
            if wanted <= 0:
                break
        begin, end = min(one.other for one in found), max(one.other_end for one in found)
        text = self.tr("Found in bytes %1 to %2 of the whole").replace("%1", count_text(begin))
        self.summary.setText(text.replace("%2", count_text(end)))
        self.summary.show()
        if self.pages.currentWidget() is self.hex:
            self.hex.view.go_to(begin, here=False)
        elif self.pages.currentWidget() is self.text:
            self.text.show_from(0, begin)

    def _reservation(self, comparison: Comparison) -> str:
        """Say what the rows leave out."""
        parts = []
        if comparison.reason:
            parts.append(self.tr("Compared byte by byte: %1").replace("%1", translated(comparison.reason)))
        if comparison.truncated and comparison.left_part is None:
            parts.append(self.tr("Only the beginnings of the files are compared here."))
        return " ".join(parts)

    def go_to_place(self, *, here: bool, offset: int) -> bool:
        """Show a place of one of the two files, wherever it is. Returns whether that can be done.

        Args:
            here: in this file; else in the other one.
            offset: of a byte.
        """
        page = self.pages.currentWidget()
        if self._comparison is None:
            return False
        if page is self.file_bytes:
            self.forms.setCurrentIndex(MAIN)
            page = self.pages.currentWidget()
        if page is self.text:
            return self.text.go_to_place(here=here, offset=offset)
        if page is self.images:
            self.images.modes.setCurrentIndex(CompareMode.BYTES)
            self.picture_bytes.go_to(offset, here=here)
            return True
        if page is self.hex:
            self.hex.go_to(offset, here=here)
            return True
        return False

    def go(self, step: int) -> None:
        """Show the next or the previous change."""
        page = self.pages.currentWidget()
        if page is self.text:
            self.text.go(step)
        elif page is self.hex:
            self.hex.go(step)
        elif page is self.images and self.images.modes.currentIndex() == CompareMode.BYTES:
            self.picture_bytes.go(step)
        elif page is self.file_bytes:
            self.file_bytes.go(step)

    def ask_place(self) -> None:
        """Let a person type where to go."""
        page = self.pages.currentWidget()
        if page is self.text or page is self.hex:
            (self.text if page is self.text else self.hex).bar.focus_field()
        elif page is self.images:
            self.images.modes.setCurrentIndex(CompareMode.BYTES)
            self.picture_bytes.bar.focus_field()


def within_text(name: str, within: tuple[bytes, ...]) -> str:
    """Return the name of a file, or of a member with the file that it is in."""
    return " › ".join([name, *(member_name(inner) for inner in within)])


def basis_of(comparison: Comparison) -> str:
    """Name what of two files is compared."""
    from simfinder.app.compare.compare_files import ComparisonKind

    def tr(text: str) -> str:
        return QCoreApplication.translate("ComparePanel", text)

    if comparison.counterpart:
        which = comparison.left_within or comparison.right_within
        path = comparison.left if comparison.left_within else comparison.right
        text = tr("With %1 in %2").replace("%1", member_name(which[-1]))
        return text.replace("%2", shown(os.path.basename(path)))
    if comparison.inside is not None:
        return tr("The file itself, which is in both")
    if comparison.members is not None:
        return tr("Members of the archives")
    shown_as = {
        "notebook": tr("Cells of the notebooks and what they printed"),
        "database": tr("Tables of the databases, the first rows of each"),
        "sheets": tr("Rows of the sheets"),
        "program": tr("Names and texts in the programs"),
    }.get(comparison.shown)
    if shown_as:
        return shown_as
    if comparison.kind is ComparisonKind.IMAGE:
        return tr("Pixels of the pictures")
    if comparison.kind is ComparisonKind.HEX:
        return tr("Bytes")
    return tr("Text of the documents") if comparison.is_prose else tr("Lines of text")


def _share_text(share: float) -> str:
    """Write a share in percent, with a digit more where it is small."""
    percent = 100 * share
    if not percent:
        return localized("0 %")
    return localized(
        "< 0.1 %" if percent < 0.1 else f"{percent:.1f} %" if percent < 10 else f"{percent:.0f} %"
    )
