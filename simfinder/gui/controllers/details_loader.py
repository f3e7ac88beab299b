"""Load what the details panel shows of a file, in a job; a newer request cancels an older one."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from simfinder.app.runtime.jobs import Job
from simfinder.gui.jobs.job_bridge import JobBridge
from simfinder.gui.widgets.image_decoder.client import NO_PICTURE, Picture, Pictures
from simfinder.gui.wording.formatting import media_text, shared_text
from simfinder.gui.wording.translate_messages import told_error, translated
from simfinder.model.clusters import Basis
from simfinder.model.file_families import Family, family_of
from simfinder.model.file_type import type_of
from simfinder.model.progress import Control
from simfinder.scan.media.media_preview import MediaPreviews
from simfinder.text.message import Message

if TYPE_CHECKING:
    from simfinder.app.compare.alignment import Alignment
    from simfinder.app.compare.compare_files import Comparison
    from simfinder.app.compare.contents.byte_window import Window
    from simfinder.app.compare.contents.extract_contents import Contents
    from simfinder.app.compare.contents.preview import Preview
    from simfinder.app.compare.contents.text_parts import Part
    from simfinder.app.compare.form_share import FormShare
    from simfinder.app.session.session import Session
    from simfinder.app.verify.containment.matching_ranges import Matched
    from simfinder.app.views.explain_similarity import Why
    from simfinder.scan.media.media_preview import MediaFacts
    from simfinder.scan.media.picture_reader import PictureReader
    from simfinder.signatures.picture.cuts import Box
    from simfinder.signatures.picture.looks import Laid

SETTLE_MS = 60
SLOW_MS = 400
"""After which it is said that something is being looked into, rather than to leave the last file's content there."""
IDLE_MS = 60_000
"""After which the process that looks into archives and documents is let go."""
COVER = 256
"""Pixels of the cover of a recording."""
AT_ONCE = 8_000_000
"""Bytes of two files that are matched before anything is shown: 0.2 s."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request for the details of a file.

    Attributes:
        session: for the methods' own figures.
        file: file index.
        path: of the file.
        kept: path of the kept file; "" where the file is the kept one.
        inside: compare with a file that contains this one, not with the kept file.
        whole: the file is one that others lie in, chosen for itself.
        other: what is compared is neither of these, but a file that a person chose.
        within, kept_within: names of the members of the two that are compared instead of them.
    """

    session: Session
    file: int
    path: str
    kept: str
    inside: bool = False
    whole: bool = False
    other: bool = False
    within: tuple[bytes, ...] = ()
    kept_within: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class Medium:
    """A recording or a film.

    Attributes:
        path: of the file.
        facts: what its head says.
        cover: the picture that belongs to it, if there is one.
    """

    path: str
    facts: MediaFacts
    cover: Picture = NO_PICTURE


@dataclass(frozen=True, slots=True)
class Facts:
    """What the scan knows of a file and of the one it is compared with.

    Attributes:
        similarity: 0..1; None where it is not known.
        estimated: not measured on the bytes.
        identical: both have the same content.
        left_size, right_size: bytes.
        left_time, right_time: of the last change, nanoseconds since 1970.
        same_name: without the folders.
        basis: on what they are compared.
        media: share of their pictures and embedded files that is in both, 0..1; None where that is no figure.
        form: of siblings of one form, how much of them it takes; else None.
        seen: they are pictures or recordings, compared by what they look or sound like: where their bytes match says
            nothing.
        recordings: how both recordings were saved and how long they are; empty for anything else.
        alike: how two pictures, recordings or films that are the same differ, in a sentence; "" for anything else.
        shift: seconds by which the recording of the other file begins later than that of this one.
        laid: how the picture is laid over the other one; None where they are not compared by what they look like.
    """

    similarity: float | None
    estimated: bool
    identical: bool
    left_size: int
    right_size: int
    left_time: int
    right_time: int
    same_name: bool
    basis: Basis = Basis.BYTES
    media: float | None = None
    form: FormShare | None = None
    seen: bool = False
    recordings: tuple[Message, ...] = ()
    alike: str = ""
    shift: float = 0.0
    laid: Laid | None = None


class DifferingPixels(NamedTuple):
    """Count the pixels by which two pictures of one size differ.

    Attributes:
        at_all: pixels that are not equal.
        visibly: those that differ by more than ``_VISIBLE`` in a colour.
        every: all pixels of one picture.
    """

    at_all: int
    visibly: int
    every: int


@dataclass(frozen=True, slots=True)
class Details:
    """Everything the details panel shows of a file.

    Attributes:
        request: what was wanted.
        preview: of the file.
        image, kept_image: pictures, where the files are such.
        over: the same pictures turned and cut to what is in both, to be laid over each other.
        pixels: how many pixels of ``over`` differ; None where their sizes do.
        rescaled: both pictures show the same at different sizes.
        notes: what the two pictures say of themselves, by names; None where they are in other files.
        played: the recordings or films that the two files are; empty where not all of them are such.
        comparison: with the kept file.
        figures: of each method against the kept file.
        view: name of the view by which the file was measured against the kept one.
        members: files in it, where it is an archive.
        matched: where the two match, by the comparison that their figure is of; None where that takes longer or the
            two can't be had whole.
        facts: of the two; None where there is only one.
        why: what each method's figure is made of.
        alignment: the two laid against each other, where ``matched`` is known.
        window: onto the file, where it is previewed as it is.
        part: the first lines of a text that is.
    """

    request: Request
    preview: Preview
    image: Picture = NO_PICTURE
    kept_image: Picture = NO_PICTURE
    over: tuple[Picture, Picture] = NO_PICTURE, NO_PICTURE
    pixels: DifferingPixels | None = None
    rescaled: bool = False
    notes: tuple[dict[str, str], dict[str, str]] | None = None
    played: tuple[Medium, ...] = ()
    comparison: Comparison | None = None
    figures: dict[str, float] = field(default_factory=dict)
    view: str = ""
    members: int = 0
    matched: Matched | None = None
    facts: Facts | None = None
    why: Why | None = None
    alignment: Alignment | None = None
    window: Window | None = None
    part: Part | None = None

    @property
    def basis(self) -> Basis:
        """On what the two are compared."""
        return Basis.BYTES if self.facts is None or self.facts.identical else self.facts.basis

    @property
    def seen(self) -> bool:
        """Return whether the two are compared by what they look like."""
        return self.facts is not None and self.facts.seen

    @property
    def how_alike(self) -> str:
        """Say how two pictures, recordings or films that are the same differ; "" for anything else."""
        return "" if self.facts is None or self.facts.identical else translated(self.facts.alike)

    @property
    def measured(self) -> bool:
        """Return whether what they share is no estimate."""
        return self.matched is not None or (self.facts is not None and not self.facts.estimated)

    @property
    def media(self) -> str:
        """Say how much of their words and of their pictures two documents share; "" without a figure."""
        facts = self.facts
        if facts is None or facts.identical or facts.similarity is None:
            return ""
        share = facts.similarity if self.matched is None else self.matched.similarity
        return media_text(shared_text(share, estimated=not self.measured), facts.media)


def loading(
    request: Request,
    contents: Contents,
    pictures: Pictures,
    notes_of: Callable[[str], dict[str, str]] = lambda _: {},
    media: MediaPreviews | None = None,
) -> Callable[[Control], Details]:
    """Return the job of one request.

    Args:
        request: what is wanted.
        contents: looks into archives and documents.
        pictures: decodes pictures.
        notes_of: returns what the head of a picture says.
        media: looks into recordings and films; None shows their bytes.
    """

    def run(control: Control) -> Details:
        from simfinder.app.compare.compare_files import ComparisonKind, compare
        from simfinder.app.compare.contents.preview import PreviewKind, load_preview
        from simfinder.gui.widgets.image_decoder.svg_sanitizer import is_drawing

        session, file = request.session, request.file
        comparison = None
        figures: dict[str, float] = {}
        if request.kept:  # first: what it reads of the file is more than a preview needs
            figures = {} if request.inside or request.file < 0 else _figures(request)
            comparison = compare(
                request.path, request.kept, control, contents,
                left_within=request.within, right_within=request.kept_within,
            )  # fmt: skip
        preview = load_preview(request.path, contents, control, within=request.within)
        facts, why = explaining(request)
        image = kept_image = NO_PICTURE
        pixels = notes = None
        drawing = preview.kind is PreviewKind.TEXT and is_drawing(
            preview.text[:4096].encode("utf-8", "replace")
        )
        if preview.kind is PreviewKind.IMAGE or drawing:
            image = _picture(request.path, request.within, contents, pictures, control)
            if not image.is_drawn and not drawing:
                preview = load_preview(request.path, contents, control, images=False, within=request.within)
        control.check()
        if comparison is not None and comparison.kind is ComparisonKind.IMAGE:
            inside = comparison.inside
            if inside is None:
                kept_image = _picture(request.kept, comparison.right_within, contents, pictures, control)
                if comparison.left_within != request.within:  # another version of it, in an archive or a mail
                    image = _picture(request.path, comparison.left_within, contents, pictures, control)
                if not (comparison.left_within or comparison.right_within):
                    notes = notes_of(request.path), notes_of(request.kept)
            elif inside.in_left:  # the picture is the other file
                image = kept_image = pictures.read(request.kept, control)
            else:
                kept_image = image
        over = laid_over(image, kept_image, None if facts is None else facts.laid)
        if comparison is not None and comparison.inside is None:
            pixels = differing_pixels(*over)
        view, members = "", 0
        if request.kept and not request.inside and not request.other:
            view, members = session.clustering.view_of(file), session.scan.member_count(file)
        matched = (
            None
            if comparison is None or (facts is not None and facts.seen)
            else match(
                comparison, contents, control, text=as_text(request, comparison), views=views_of(request)
            )
        )
        window, part = looking(preview, control)
        played = playing(request, preview, media, pictures, control)
        return Details(
            request, preview, image, kept_image, over, pixels, is_rescaled(*over), notes, played, comparison, figures,
             view, members, matched, facts, why,
            lay(comparison, matched, control), window, part,
        )  # fmt: skip

    return run


def playing(
    request: Request, preview: Preview, media: MediaPreviews | None, pictures: Pictures, control: Control
) -> tuple[Medium, ...]:
    """Return the recordings or films that the files of a request are; none where one of them is none.

    Args:
        request: of one file or two.
        preview: of the first one.
        media: looks into recordings and films; None for nobody.
        pictures: decodes covers.
        control: a cancel ends it.
    """
    from simfinder.app.compare.contents.preview import PreviewKind
    from simfinder.scan.media.decoders import is_installed

    if media is None or preview.kind is not PreviewKind.HEX or request.within or request.kept_within:
        return ()
    found: list[Medium] = []
    for path in filter(None, (request.path, request.kept)):
        played = family_of(type_of(path)) in (Family.SOUND, Family.VIDEO) and is_installed("av")
        facts = media.facts(path, control) if played else None
        if facts is None:
            break
        cover = pictures.read(path, control, side=COVER, data=facts.cover) if facts.cover else NO_PICTURE
        found.append(Medium(path, facts, cover))
    return tuple(found)


_LARGEST_PICTURE = 64 << 20


def _picture(
    path: str, within: tuple[bytes, ...], contents: Contents, pictures: Pictures, control: Control
) -> Picture:
    """Decode a picture, or one that is in a file."""
    if not within:
        return pictures.read(path, control)
    from simfinder.app.compare.contents.byte_window import UnreadableError

    try:
        taken = contents.take(path, within, control, limit=_LARGEST_PICTURE)
    except UnreadableError:
        return NO_PICTURE
    return pictures.read(path, control, data=taken.data) if taken.data else NO_PICTURE


def looking(preview: Preview, control: Control) -> tuple[Window | None, Part | None]:
    """Return a window onto a file that is shown as it is, and its first lines where it is a text."""
    from simfinder.app.compare.contents.byte_window import UnreadableError, window_of
    from simfinder.app.compare.contents.preview import PreviewKind
    from simfinder.app.compare.contents.text_parts import encoding_of, part_of

    if preview.view != "raw" or preview.within or preview.kind not in (PreviewKind.TEXT, PreviewKind.HEX):
        return None, None
    try:
        window = window_of(preview.path, control)
        encoding = encoding_of(window, control=control) if preview.kind is PreviewKind.TEXT else None
        return window, part_of(window, encoding, 0, control) if encoding else None
    except UnreadableError:  # gone meanwhile: the preview itself is there
        return None, None


def laid_over(one: Picture, other: Picture, laid: Laid | None) -> tuple[Picture, Picture]:
    """Turn two pictures, and cut them to what is in both, so that one can be laid over the other."""
    if laid is None:
        return one, other
    first, second = map(_laid, (one, other), laid.ways, laid.boxes)
    return first, second


def _laid(picture: Picture, way: int, box: Box) -> Picture:
    from PySide6.QtCore import QRect
    from PySide6.QtGui import QTransform

    from simfinder.signatures.picture.cuts import WHOLE
    from simfinder.signatures.picture.rasters import WAYS

    if not picture.is_drawn or (not way and box == WHOLE):
        return picture

    def cut(width: int, height: int) -> tuple[int, int, int, int]:
        left, right = (round(edge * width) for edge in (box.left, box.right))
        top, bottom = (round(edge * height) for edge in (box.top, box.bottom))
        return left, top, right - left, bottom - top

    crosswise, across, down = WAYS[way]
    turning = QTransform(0, 1, 1, 0, 0, 0) if crosswise else QTransform()
    turning *= QTransform.fromScale(-1 if across else 1, -1 if down else 1)
    head = picture.head
    *_, width, height = cut(head.full_width, head.full_height)
    image = picture.image.copy(QRect(*cut(head.width, head.height))).transformed(turning)
    full = (height, width) if crosswise else (width, height)
    sides = image.width(), image.height()
    found = head._replace(width=sides[0], height=sides[1], full_width=full[0], full_height=full[1])
    return replace(picture, image=image, head=found)


def differing_pixels(one: Picture, other: Picture) -> DifferingPixels | None:
    """Count the pixels by which two decoded pictures of one size differ."""
    if not one.is_drawn or not other.is_drawn or one.image.size() != other.image.size():
        return None
    if (one.head.full_width, one.head.full_height) != (other.head.full_width, other.head.full_height):
        return None
    import numpy as np

    left, right = (np.frombuffer(picture.image.constBits(), np.uint32) for picture in (one, other))
    at_all = int(np.count_nonzero(left != right))
    levels = (pixels.view(np.uint8).reshape(-1, 4) for pixels in (left, right))
    apart = np.abs(np.subtract(*levels, dtype=np.int16)).max(axis=1) if at_all else np.zeros(0, np.int16)
    return DifferingPixels(at_all, int(np.count_nonzero(apart > _VISIBLE)), len(left))


_VISIBLE = 24  # of 255, in one colour: by less a picture saved again differs everywhere
_GRID = 32  # blocks of the longer side by which pictures of different sizes are compared
_BLOCK = 8  # pixels of a block
_BLOCK_DIFFERS = 6  # of 255, by which scaling alone changes no block


def is_rescaled(one: Picture, other: Picture) -> bool:
    """Return whether two pictures of different sizes and one shape show the same in every place."""
    sides = [(picture.head.full_width, picture.head.full_height) for picture in (one, other)]
    if not one.is_drawn or not other.is_drawn or sides[0] == sides[1] or not all(map(all, sides)):
        return False
    (width, height), (other_width, other_height) = sides
    if abs(width * other_height - other_width * height) > max(width, other_width) + max(height, other_height):
        return False
    import numpy as np
    from PySide6.QtCore import QSize, Qt
    from PySide6.QtGui import QImage

    longer = _GRID * _BLOCK
    size = QSize(
        *(
            max(_BLOCK, round(side * longer / max(width, height) / _BLOCK) * _BLOCK)
            for side in (width, height)
        )
    )
    grounds = []
    for picture in (one, other):
        image = picture.image.scaled(
            size, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
        ).convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
        pixels = np.frombuffer(image.constBits(), np.uint8).astype(np.float32)
        blocks = pixels.reshape(size.height() // _BLOCK, _BLOCK, size.width() // _BLOCK, _BLOCK, 4)
        grounds.append(blocks.mean(axis=(1, 3)))
    return float(np.abs(grounds[0] - grounds[1]).max()) <= _BLOCK_DIFFERS


def lay(comparison: Comparison | None, matched: Matched | None, control: Control) -> Alignment | None:
    """Align two files; return None where that can't be done, or is not known yet."""
    from simfinder.app.compare.alignment import laid
    from simfinder.app.compare.contents.byte_window import UnreadableError

    if comparison is None or matched is None:
        return None
    left, right = comparison.left_window, comparison.right_window
    if left is None or right is None:
        return None
    if (left.size, right.size) != (matched.left_size, matched.right_size):
        return None  # changed meanwhile
    try:
        return laid(matched, left, right, control)
    except UnreadableError:  # gone meanwhile: what was compared is shown as it was
        return None


def _figures(request: Request) -> dict[str, float]:
    """Return each method's own figure of the two files."""
    session, file = request.session, request.file
    return (
        session.scan.figures_of(file, session.file_of(request.kept))
        if request.other
        else session.clustering.figures_of(file)
    )


def explaining(request: Request) -> tuple[Facts | None, Why | None]:
    """Collect what the scan knows of the two files of a request; reads nothing."""
    from simfinder.actions.rules.explain_recordings import recording_text
    from simfinder.app.compare.form_share import form_share
    from simfinder.app.views.explain_similarity import why

    session, file = request.session, request.file
    other = session.file_of(request.kept) if request.kept else -1
    if other < 0 or file < 0:
        return None, None
    left, right = session.record(file), session.record(other)
    similarity, estimated = None, True
    contents = session.clusters.files.contents[[file, other]]
    if not request.inside and (contents >= 0).all():
        ((similarity, estimated),) = session.clustering.shares(contents[:1], contents[1:])
    heard, both = session.scan.recordings_of(file, other), session.scan.both_recordings(file, other)
    seen = session.scan.looks_of(file, other)
    facts = Facts(
        similarity,
        estimated,
        bool(contents[0] == contents[1] >= 0),
        left.size,
        right.size,
        left.mtime_ns,
        right.mtime_ns,
        os.path.basename(left.path) == os.path.basename(right.path),
        session.scan.basis_between(file, other),
        session.scan.media_share(file, other),
        form_share(session, file, other),
        seen is not None or heard is not None or (both is not None and request.inside),
        () if heard is None else tuple(recording_text(heard[0], row) for row in heard[1:]),
        session.clustering.how_alike(file, other),
        0.0 if both is None else both[0].seconds_later(*both[1:]),
        None if seen is None else seen[0].laid(*seen[1:]),
    )
    return facts, None if request.inside else why(session, file, other)


def as_text(request: Request, comparison: Comparison) -> bool:
    """Return whether to match two files as texts: their figure is of texts, from the views compared here."""
    session = request.session
    file, other = request.file, session.file_of(request.kept) if request.kept else -1
    if request.inside or file < 0 or other < 0 or session.scan.basis_between(file, other) is not Basis.TEXT:
        return False
    return views_of(request) == (comparison.left_view, comparison.right_view)


METADATA = frozenset({"picture", "sound", "program"})
"""Views of pictures, sounds and programs without what only describes them."""


def views_of(request: Request) -> tuple[str, ...]:
    """Return the views by which the two files of a request are measured; empty where that is not known."""
    session, file = request.session, request.file
    other = session.file_of(request.kept) if request.kept else -1
    if file < 0 or other < 0:
        return ()
    contents = session.clusters.files.contents
    return tuple(session.result.representations.name_of(int(contents[one])) for one in (file, other))


def match(
    comparison: Comparison,
    contents: Contents,
    control: Control,
    *,
    text: bool = False,
    large: bool = False,
    views: tuple[str, ...] = (),
) -> Matched | None:
    """Find where two compared files match; None if it can't be found, or takes long and was not asked for.

    Args:
        comparison: of the two.
        contents: that they were opened with.
        control: cancelling.
        text: both are texts, see ``as_text``.
        large: files of any size; it takes as long as it takes.
        views: by which the two are measured, where that is known.
    """
    from simfinder.app.compare.compare_files import MATCH_LIMIT, ComparisonKind
    from simfinder.app.compare.contents.byte_window import UnreadableError
    from simfinder.app.verify.containment.matching_ranges import matched, matched_files
    from simfinder.errors import ReadError

    if comparison.kind is ComparisonKind.UNREADABLE or comparison.inside is not None or comparison.matches:
        return None
    if comparison.counterpart:  # the figure of the two files is not of the members that are shown
        return None
    try:
        members = comparison.left_within or comparison.right_within
        if not METADATA.isdisjoint(views):
            sides = [
                contents.open(path, control, limit=MATCH_LIMIT)
                for path in (comparison.left, comparison.right)
            ]
            sides = [
                contents.measured(side, control, limit=MATCH_LIMIT) if view in METADATA else side
                for side, view in zip(sides, views, strict=True)
            ]
            if any(side.cut for side in sides):
                return None
            return matched(sides[0].data, sides[1].data, control, text=text)
        if comparison.left_view == comparison.right_view == "raw" and not members:
            if comparison.left_size + comparison.right_size > AT_ONCE and not large:
                return None
            return matched_files(comparison.left, comparison.right, control, follow=False, text=text)
        sides = [
            contents.open(path, control, limit=MATCH_LIMIT, within=within)
            for path, within in (
                (comparison.left, comparison.left_within),
                (comparison.right, comparison.right_within),
            )
        ]
    except (ReadError, UnreadableError):  # gone meanwhile: what was compared is shown as it was
        return None
    if [side.view for side in sides] != [comparison.left_view, comparison.right_view]:
        return None
    return matched(sides[0].data, sides[1].data, control, text=text)


class DetailsLoader(QObject):
    """Answers the last request only. Owns what looks into archives and documents.

    Signals:
        loaded: ``Details`` of the last request.
        matched: the same once more, with where two large files match; without, where that can't be told.
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
        self._heads: PictureReader | None = None
        self.pictures, self.media = Pictures(), MediaPreviews()
        for each in (self.pictures, self.media):
            self.destroyed.connect(each.close_for_good)
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
            self.rest_later()
            self._job = self._bridge.start(
                loading(request, self.contents(), self.pictures, self._notes_of, self.media),
                name="details",
                done=self._finish,
                failed=lambda error: self._fail(request, error),
            )

    def _notes_of(self, path: str) -> dict[str, str]:
        """Return what the head of a picture says; called in the thread of the job."""
        if self._heads is None:
            from simfinder.scan.media.picture_reader import PictureReader

            self._heads = PictureReader(Control())
            self.destroyed.connect(self._heads.close_for_good)
        return self._heads.notes(path)

    def contents(self) -> Contents:
        """Return what looks into archives and documents."""
        if self._contents is None:
            from simfinder.app.compare.contents.extract_contents import Contents

            self._contents = Contents()
            self.destroyed.connect(self._contents.close)
        return self._contents

    def rest_later(self) -> None:
        """Let go of the processes that decode when nothing more is asked of them for a while."""
        self._idle.start()

    def _let_go(self) -> None:
        if self._contents is not None:
            self._contents.close()
        self.pictures.rest()
        self.media.rest()
        if self._heads is not None:
            self._heads.rest()

    def _finish(self, details: Details) -> None:
        if details.request is self._wanted:
            self._job = None
            self._slow.stop()
            self.loaded.emit(details)
            if details.matched is None and details.comparison is not None and not details.seen:
                self._match(details, details.comparison)

    def _match(self, details: Details, comparison: Comparison) -> None:
        """Match large files in a job of their own; meanwhile their beginnings are shown."""
        contents = self.contents()

        def run(control: Control) -> tuple[Matched | None, Alignment | None]:
            text = as_text(details.request, comparison)
            views = views_of(details.request)
            matched = match(comparison, contents, control, text=text, large=True, views=views)
            return matched, lay(comparison, matched, control)

        def finish(found: tuple[Matched | None, Alignment | None]) -> None:
            if details.request is self._wanted:
                self._job = None
                matched, alignment = found
                self.matched.emit(replace(details, matched=matched, alignment=alignment))

        self._job = self._bridge.start(
            run,
            name="matches",
            done=finish,
            failed=lambda _: None,  # what is shown stays
        )

    def _fail(self, request: Request, error: BaseException) -> None:
        if request is self._wanted:
            self._job = None
            self._slow.stop()
            self.failed.emit(told_error(error))
