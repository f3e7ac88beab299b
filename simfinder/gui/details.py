"""Loads what the details panel shows of one file, in a job; a newer request makes an older one void."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QImageReader

from simfinder.app.jobs import Job
from simfinder.gui.job_bridge import JobBridge
from simfinder.model.progress import Control

if TYPE_CHECKING:
    from simfinder.app.compare import Comparison
    from simfinder.app.contents import Contents
    from simfinder.app.matched import Matched
    from simfinder.app.preview import Preview
    from simfinder.app.session import Session
    from simfinder.app.why import Why

SETTLE_MS = 60
SLOW_MS = 400
"""After which it is said that something is being looked into, rather than to leave the last file's content there."""
IDLE_MS = 60_000
"""After which the process that looks into archives and documents is let go."""
LARGEST_SIDE = 2048
MOST_PIXELS = 150_000_000
AT_ONCE = 8_000_000
"""Bytes of two files that are matched before anything is shown: 0.2 s."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is wanted.

    Attributes:
        session: for the methods' own figures.
        file: file index.
        path: of the file.
        kept: path of the kept file; "" where the file is the kept one.
        inside: what is compared is no kept file, but one that the file lies in.
        whole: the file is one that others lie in, chosen for itself.
        other: what is compared is neither of these, but a file that a person chose.
    """

    session: Session
    file: int
    path: str
    kept: str
    inside: bool = False
    whole: bool = False
    other: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """What the scan knows of a file and the one it is measured against.

    Attributes:
        similarity: 0..1; None where it is not known.
        estimated: not measured on the bytes.
        identical: both have the same content.
        left_size, right_size: bytes.
        left_time, right_time: of the last change, nanoseconds since 1970.
        same_name: without the folders.
    """

    similarity: float | None
    estimated: bool
    identical: bool
    left_size: int
    right_size: int
    left_time: int
    right_time: int
    same_name: bool


@dataclass(frozen=True, slots=True)
class Details:
    """What there is to show.

    Attributes:
        request: what was wanted.
        preview: of the file.
        image, kept_image: pictures, where the files are such.
        comparison: with the kept file.
        figures: of each method against the kept file.
        view: name of the view by which the file was measured against the kept one.
        members: files in it, where it is an archive.
        matched: where the two match, by the comparison that their figure is of; None where that takes longer or the
            two can't be had whole.
        facts: of the two; None where there is only one.
        why: what each method's figure is made of.
    """

    request: Request
    preview: Preview
    image: QImage = field(default_factory=QImage)
    kept_image: QImage = field(default_factory=QImage)
    comparison: Comparison | None = None
    figures: dict[str, float] = field(default_factory=dict)
    view: str = ""
    members: int = 0
    matched: Matched | None = None
    facts: Facts | None = None
    why: Why | None = None


def load_image(path: str) -> QImage:
    """A picture no larger than a screen needs; null where it can't be decoded. Safe in any thread."""
    reader = QImageReader(path)
    reader.setAutoTransform(True)
    size = reader.size()
    if size.isValid():
        if size.width() * size.height() > MOST_PIXELS:
            return QImage()
        if max(size.width(), size.height()) > LARGEST_SIDE:
            reader.setScaledSize(
                size.scaled(QSize(LARGEST_SIDE, LARGEST_SIDE), Qt.AspectRatioMode.KeepAspectRatio)
            )
    return reader.read()


def loading(request: Request, contents: Contents) -> Callable[[Control], Details]:
    """The job of one request."""

    def run(control: Control) -> Details:
        from simfinder.app.compare import ComparisonKind, compare
        from simfinder.app.preview import PreviewKind, load_preview

        session, file = request.session, request.file
        comparison = None
        figures: dict[str, float] = {}
        if request.kept:  # first: what it reads of the file is more than a preview needs
            figures = {} if request.inside else _figures(request)
            comparison = compare(request.path, request.kept, control, contents)
        preview = load_preview(request.path, contents, control)
        image = kept_image = QImage()
        if preview.kind is PreviewKind.IMAGE:
            image = load_image(request.path)
            if image.isNull():
                preview = load_preview(request.path, images=False)
        control.check()
        if comparison is not None and comparison.kind is ComparisonKind.IMAGE:
            kept_image = load_image(request.kept)
        view, members = "", 0
        if request.kept and not request.inside and not request.other:
            view, members = session.view_of(file), session.member_count(file)
        matched = None if comparison is None else match(comparison, contents, control)
        facts, why = explaining(request)
        return Details(
            request, preview, image, kept_image, comparison, figures, view, members, matched, facts, why
        )

    return run


def _figures(request: Request) -> dict[str, float]:
    """Each method's own figure of the two files."""
    session, file = request.session, request.file
    return session.figures_of(file, session.file_of(request.kept)) if request.other else session.figures(file)


def explaining(request: Request) -> tuple[Facts | None, Why | None]:
    """What the scan knows of the two files of a request; nothing is read."""
    from simfinder.app.why import why

    session, file = request.session, request.file
    other = session.file_of(request.kept) if request.kept else -1
    if other < 0 or file < 0:
        return None, None
    left, right = session.record(file), session.record(other)
    similarity, estimated = None, True
    contents = session.clusters.files.contents[[file, other]]
    if not request.inside and (contents >= 0).all():
        ((similarity, estimated),) = session.shares(contents[:1], contents[1:])
    facts = Facts(
        similarity,
        estimated,
        bool(contents[0] == contents[1] >= 0),
        left.size,
        right.size,
        left.mtime_ns,
        right.mtime_ns,
        os.path.basename(left.path) == os.path.basename(right.path),
    )
    return facts, None if request.inside else why(session, file, other)


def match(
    comparison: Comparison, contents: Contents, control: Control, *, large: bool = False
) -> Matched | None:
    """Where two compared files match; None where that can't be told, or takes long and is not asked for.

    Args:
        comparison: of the two.
        contents: that they were opened with.
        control: cancelling.
        large: files of any size; it takes as long as it takes.
    """
    from simfinder.app.compare import MATCH_LIMIT, ComparisonKind
    from simfinder.app.heads import UnreadableError
    from simfinder.app.matched import matched, matched_files
    from simfinder.scan.reading import ReadError

    if comparison.kind is ComparisonKind.UNREADABLE or comparison.inside is not None or comparison.matches:
        return None
    try:
        if comparison.left_view == comparison.right_view == "raw":
            if comparison.left_size + comparison.right_size > AT_ONCE and not large:
                return None
            return matched_files(comparison.left, comparison.right, control, follow=False)
        sides = [
            contents.open(path, control, limit=MATCH_LIMIT) for path in (comparison.left, comparison.right)
        ]
    except (ReadError, UnreadableError):  # gone meanwhile: what was compared is shown as it was
        return None
    if [side.view for side in sides] != [comparison.left_view, comparison.right_view]:
        return None
    return matched(sides[0].data, sides[1].data, control)


class DetailsLoader(QObject):
    """Answers the last request only. Owns what looks into archives and documents.

    Signals:
        loaded: ``Details`` of the last request.
        matched: the same once more, with where two large files match.
        failed: why it can't be answered.
        slow: it takes a while.
    """

    loaded = Signal(object)
    matched = Signal(object)
    failed = Signal(str)
    slow = Signal()

    def __init__(self, bridge: JobBridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.bridge = self._bridge = bridge
        self._wanted: Request | None = None
        self._job: Job[Any] | None = None
        self._timer = self._single_shot(
            SETTLE_MS, self._start
        )  # holding an arrow key reads no file on the way
        self._contents: Contents | None = None
        self._slow = self._single_shot(SLOW_MS, self.slow.emit)
        self._idle = self._single_shot(IDLE_MS, self._let_go)

    def _single_shot(self, milliseconds: int, call: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(milliseconds)
        timer.timeout.connect(call)
        return timer

    def ask(self, request: Request | None) -> None:
        """Load this instead of whatever was asked before; None for nothing."""
        self._wanted = request
        if self._job is not None:
            self._job.cancel()
            self._job = None
        if request is None:
            self._timer.stop()
            self._slow.stop()
        else:
            self._timer.start()
            self._slow.start()

    def _start(self) -> None:
        request = self._wanted
        if request is not None:
            self._idle.start()
            self._job = self._bridge.start(
                loading(request, self._looking()),
                name="details",
                done=self._take,
                failed=lambda error: self._fail(request, error),
            )

    def _looking(self) -> Contents:
        if self._contents is None:
            from simfinder.app.contents import Contents

            self._contents = Contents()
            self.destroyed.connect(self._contents.close)
        return self._contents

    def _let_go(self) -> None:
        if self._contents is not None:
            self._contents.close()

    def _take(self, details: Details) -> None:
        if details.request is self._wanted:
            self._job = None
            self._slow.stop()
            self.loaded.emit(details)
            if details.matched is None and details.comparison is not None:
                self._match(details, details.comparison)

    def _match(self, details: Details, comparison: Comparison) -> None:
        """Large files take their time; what is shown of them meanwhile comes from their beginnings."""
        contents = self._looking()

        def take(matched: Matched | None) -> None:
            if details.request is self._wanted:
                self._job = None
                if matched is not None:
                    self.matched.emit(replace(details, matched=matched))

        self._job = self._bridge.start(
            lambda control: match(comparison, contents, control, large=True),
            name="matches",
            done=take,
            failed=lambda _: None,  # what is shown stays
        )

    def _fail(self, request: Request, error: BaseException) -> None:
        if request is self._wanted:
            self._job = None
            self._slow.stop()
            self.failed.emit(str(error))
