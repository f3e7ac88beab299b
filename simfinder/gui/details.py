"""Loads what the details panel shows of one file, in a job; a newer request makes an older one void."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QImageReader

from simfinder.app.jobs import Job
from simfinder.gui.job_bridge import JobBridge
from simfinder.model.progress import Control

if TYPE_CHECKING:
    from simfinder.app.compare import Comparison
    from simfinder.app.preview import Preview
    from simfinder.app.session import Session

SETTLE_MS = 60
LARGEST_SIDE = 2048
MOST_PIXELS = 150_000_000


@dataclass(frozen=True, slots=True)
class Request:
    """What is wanted.

    Attributes:
        session: for the methods' own figures.
        file: file index.
        path: of the file.
        kept: path of the kept file; "" where the file is the kept one.
    """

    session: Session
    file: int
    path: str
    kept: str


@dataclass(frozen=True, slots=True)
class Details:
    """What there is to show."""

    request: Request
    preview: Preview
    image: QImage = field(default_factory=QImage)
    kept_image: QImage = field(default_factory=QImage)
    comparison: Comparison | None = None
    figures: dict[str, float] = field(default_factory=dict)


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


def loading(request: Request) -> Callable[[Control], Details]:
    """The job of one request."""

    def run(control: Control) -> Details:
        from simfinder.app.compare import ComparisonKind, compare
        from simfinder.app.preview import PreviewKind, load_preview

        preview = load_preview(request.path)
        image = kept_image = QImage()
        if preview.kind is PreviewKind.IMAGE:
            image = load_image(request.path)
            if image.isNull():
                preview = load_preview(request.path, images=False)
        control.check()
        comparison = None
        figures: dict[str, float] = {}
        if request.kept:
            figures = request.session.figures(request.file)
            comparison = compare(request.path, request.kept, control)
            if comparison.kind is ComparisonKind.IMAGE:
                kept_image = load_image(request.kept)
        return Details(request, preview, image, kept_image, comparison, figures)

    return run


class DetailsLoader(QObject):
    """Answers the last request only."""

    loaded = Signal(object)  # Details
    failed = Signal(str)

    def __init__(self, bridge: JobBridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._wanted: Request | None = None
        self._job: Job[Any] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SETTLE_MS)  # holding an arrow key reads no file on the way
        self._timer.timeout.connect(self._start)

    def ask(self, request: Request | None) -> None:
        """Load this instead of whatever was asked before; None for nothing."""
        self._wanted = request
        if self._job is not None:
            self._job.cancel()
            self._job = None
        if request is None:
            self._timer.stop()
        else:
            self._timer.start()

    def _start(self) -> None:
        request = self._wanted
        if request is not None:
            self._job = self._bridge.start(
                loading(request),
                name="details",
                done=self._take,
                failed=lambda error: self._fail(request, error),
            )

    def _take(self, details: Details) -> None:
        if details.request is self._wanted:
            self._job = None
            self.loaded.emit(details)

    def _fail(self, request: Request, error: BaseException) -> None:
        if request is self._wanted:
            self._job = None
            self.failed.emit(str(error))
