"""Compare in a window of its own: a pair of versions at a time, from the oldest of a cluster to the newest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from simfinder.gui.controllers.details_loader import Details, DetailsLoader, Request
from simfinder.gui.details.answer_words import answer_text
from simfinder.gui.details.compare.compare_panel import ComparePanel, within_text
from simfinder.gui.details.preview_view import PreviewView
from simfinder.gui.details.shared_ranges_view import SharedRangesView
from simfinder.gui.jobs.job_bridge import JobBridge
from simfinder.gui.style.fonts import make_title
from simfinder.gui.widgets.elided_label import ElidedLabel
from simfinder.gui.widgets.plain_text import PlainLabel, plain_text
from simfinder.gui.wording.formatting import count_text, key_text, names_apart, shown

_SIZE = 1180, 760


class CompareWindow(QWidget):
    """Opened beside the main window; it closes with Escape and fills the screen with F11.

    Args:
        requests: pairs to step through; the first file of each is the older one.
        place: of the pair that is shown first.
        bridge: runs jobs.
        parent: the main window.
    """

    def __init__(
        self, requests: Sequence[Request], place: int, bridge: JobBridge, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("details")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.requests, self.place = list(requests), place
        self._bridge = bridge
        self._loader = DetailsLoader(bridge, self)
        self.compare = ComparePanel(bridge, loader=self._loader, large=True)
        self.preview = PreviewView(bridge, loader=self._loader)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.compare)
        self.pages.addWidget(self.preview)
        self.figures = SharedRangesView(this_first=True)  # as in the title: the older file is first
        self.figures.set_brief(True)
        self.title = ElidedLabel(Qt.TextElideMode.ElideMiddle)
        make_title(self.title, 1.25)
        self.answer = PlainLabel()
        self.answer.setProperty("role", "muted")
        self.answer.setWordWrap(True)
        self.steps = PlainLabel()
        self.steps.setProperty("role", "muted")
        self.previous = self._button("‹", self.tr("Compare the two versions before these"), "Alt+Left")
        self.next = self._button("›", self.tr("Compare the two versions after these"), "Alt+Right")
        self.full = self._button("⤢", self.tr("Full screen"), "F11")
        self._lay_out()
        self.previous.clicked.connect(lambda: self.step(-1))
        self.next.clicked.connect(lambda: self.step(1))
        self.full.clicked.connect(self.toggle_full_screen)
        for keys, call in (
            ("Shift+F8", lambda: self.step(-1)),
            ("F8", lambda: self.step(1)),
            ("F7", lambda: self.compare.go(1)),
            ("Shift+F7", lambda: self.compare.go(-1)),
            ("Ctrl+G", self.compare.ask_place),
            ("Ctrl+W", self.close),
            ("Escape", self._leave),
        ):
            QShortcut(QKeySequence(keys), self, call)
        self.figures.place_wanted.connect(lambda here, at: self.compare.go_to_place(here=here, offset=at))
        self.compare.member_wanted.connect(self.open_member)
        self._loader.loaded.connect(self._show_details)
        self._loader.matched.connect(self._show_slow)
        self._loader.slow.connect(lambda: self.compare.clear(self.tr("Reading the file …")))
        self._loader.failed.connect(self._fail)
        self.resize(QSize(*_SIZE).boundedTo(self.screen().availableSize()))
        self._show_place()

    def _button(self, text: str, name: str, keys: str) -> QToolButton:
        button = QToolButton()
        button.setText(text)
        button.setShortcut(QKeySequence(keys))
        button.setToolTip(plain_text(f"{name} ({key_text(keys)})"))
        button.setAccessibleName(name)
        button.setProperty("role", "quiet")
        return button

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(6)
        head.addWidget(self.previous)
        head.addWidget(self.title, 1)
        head.addWidget(self.steps)
        head.addWidget(self.next)
        head.addWidget(self.full)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 14, 12)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(self.answer)
        column.addWidget(self.pages, 1)
        column.addWidget(self.figures)

    @property
    def request(self) -> Request:
        """The pair that is shown."""
        return self.requests[self.place]

    def step(self, step: int) -> None:
        """Go to another pair."""
        if 0 <= self.place + step < len(self.requests):
            self.place += step
            self._show_place()

    def _show_place(self) -> None:
        request = self.request
        names = side_names(request)
        self.title.show_text(f"{names[0]}  →  {names[1]}" if request.kept else names[0])
        self.pages.setCurrentWidget(self.compare if request.kept else self.preview)
        self.title.setToolTip(plain_text("\n".join(map(shown, (request.path, request.kept)))))
        title = self.tr("Compare %1 with %2").replace("%1", names[0], 1).replace("%2", names[1], 1)
        self.setWindowTitle(title if request.kept else names[0])
        several = len(self.requests) > 1
        text = self.tr("%1 of %2").replace("%1", count_text(self.place + 1))
        self.steps.setText(text.replace("%2", count_text(len(self.requests))))
        for widget in (self.steps, self.previous, self.next):
            widget.setVisible(several)
        self.previous.setEnabled(self.place > 0)
        self.next.setEnabled(self.place + 1 < len(self.requests))
        self.answer.clear()
        self.figures.hide()
        self.compare.names = names
        self._loader.ask(request)

    def _show_details(self, details: Details) -> None:
        if not details.request.kept:
            self.preview.show_details(details)
            return
        self.compare.show_details(details)
        self._show_matches(details)

    def _show_slow(self, details: Details) -> None:
        self.compare.show_matches(details)
        if details.matched is not None:
            self._show_matches(details)

    def _show_matches(self, details: Details) -> None:
        self.answer.setText(answer_text(details))
        self.answer.setVisible(bool(self.answer.text()))
        self.figures.name_sides(inside=False, names=side_names(details.request))
        self.figures.show_view(details.view, details.members, details.basis, details.media)
        comparison = None if details.seen else details.comparison
        self.figures.setVisible(self.figures.show_figures({}, comparison, details.matched))

    def _fail(self, reason: str) -> None:
        for view in (self.compare, self.preview):
            view.clear(self.tr("Can’t be shown: %1").replace("%1", reason))
        self.figures.hide()

    def closeEvent(self, event: QCloseEvent) -> None:
        """End what is under way: nothing is left that could take its result."""
        self._loader.ask(None)
        for view in (self.compare, self.preview):
            view.clear("")
        super().closeEvent(event)

    def open_member(self, left: tuple[bytes, ...], right: tuple[bytes, ...]) -> None:
        """Compare a member of both archives in another window."""
        open_members(self.request, left, right, self._bridge, self)

    def toggle_full_screen(self) -> None:
        """Fill the screen, or stop doing so."""
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def _leave(self) -> None:
        if self.windowState() & Qt.WindowState.WindowFullScreen:
            self.toggle_full_screen()
        else:
            self.close()


def open_members(
    request: Request, left: tuple[bytes, ...], right: tuple[bytes, ...], bridge: JobBridge, parent: QWidget
) -> CompareWindow:
    """Open a window that compares members of the two files of a request."""
    path, kept = (request.path, request.kept) if left else (request.kept, "")
    members = replace(
        request,
        file=-1,
        path=path,
        kept=kept if right else "",
        other=True,
        whole=False,
        inside=False,
        within=left or right,
        kept_within=right if left else (),
    )
    window = CompareWindow([members], 0, bridge, parent.window())
    window.show()
    return window


def side_names(request: Request) -> tuple[str, str]:
    """Return the names of both sides, with as many of their folders as it takes to tell them apart."""
    names = names_apart(request.path, request.kept)
    both = [
        within_text(shown(name), inner)
        for name, inner in zip(names, (request.within, request.kept_within), strict=True)
    ]
    return both[0], both[1]
