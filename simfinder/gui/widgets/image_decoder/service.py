"""The service that decodes pictures: a file goes in, plain pixels of a bounded size come out.

``client`` asks it. Picture libraries are native code and meet hostile files. No window, no display, no platform plugin.
"""

from __future__ import annotations

import io
import os
import re
from typing import Any

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QFile,
    QFileDevice,
    QIODevice,
    QSize,
    Qt,
    qInstallMessageHandler,
)
from PySide6.QtGui import QImage, QImageIOHandler, QImageReader

from simfinder.gui.widgets.image_decoder.protocol import SIDE, Head, Mark, Trouble, pack_head
from simfinder.gui.widgets.image_decoder.svg_sanitizer import MOST_BYTES, is_drawing, without_outside
from simfinder.scan.media.decoders import is_of_phone_or_camera
from simfinder.workers.sandbox.server import Call

MOST_PIXELS = 150_000_000
"""Of a picture that is decoded at all: 600 MB, within what this process may take."""

_ALLOCATED = 704  # MB that Qt gives one picture
_COUNTED = 64 << 20  # bytes of a file whose frames are counted
_DAMAGE = re.compile(r"premature|corrupt|truncated|unexpected end|read error", re.IGNORECASE)

_TIFF = b"II*\0", b"MM\0*"  # most raw pictures are such

_complaints: list[str] = []


def prepare() -> None:
    """Load all picture formats, while files may still be opened for whatever loading needs."""
    qInstallMessageHandler(lambda _kind, _context, text: _complaints.append(text or ""))
    QImageReader.setAllocationLimit(_ALLOCATED)
    for form in QImageReader.supportedImageFormats():
        device = QBuffer()
        device.open(QIODevice.OpenModeFlag.ReadOnly)
        QImageReader(device, form).canRead()


def answer(call: Call) -> bytes:
    """Decode one picture: send its pixels, return its head. Report whatever goes wrong."""
    _complaints.clear()
    (side,) = SIDE.unpack_from(call.payload)
    try:
        head, image = _drawn(call, side)
        if image is not None:
            call.send(bytes(image.constBits()))
            head = head._replace(width=image.width(), height=image.height())
    except BrokenPipeError:
        raise
    except OSError as error:
        head = Head(Trouble.UNREADABLE, number=error.errno or 0)
    except MemoryError:
        head = Head(Trouble.TOO_LARGE)
    except ValueError:
        head = Head(Trouble.DAMAGED)
    return pack_head(head)


def _drawn(call: Call, side: int) -> tuple[Head, QImage | None]:
    held = bytes(call.payload[SIDE.size :])
    if held:
        return _drawn_from(held, side)
    handle = call.open()
    try:
        size = os.fstat(handle).st_size
        start = os.read(handle, 4096)
        os.lseek(handle, 0, os.SEEK_SET)
        if is_drawing(start):
            if size > MOST_BYTES:
                return Head(Trouble.TOO_LARGE, form="svg"), None
            with os.fdopen(os.dup(handle), "rb") as source:
                return _drawn_from(source.read(), side)
        with os.fdopen(os.dup(handle), "rb") as source:
            found = _drawn_by_pillow(source, start, side)
        if found is not None:
            return found
        os.lseek(handle, 0, os.SEEK_SET)
        device: Any = QFile()
        if not device.open(
            handle, QIODevice.OpenModeFlag.ReadOnly, QFileDevice.FileHandleFlag.DontCloseHandle
        ):
            raise OSError(5, "can't be read")
        try:
            reader = QImageReader(device)
            reader.setDecideFormatFromContent(True)
            head, image = _decoded(side, reader, size)
            del reader  # some readers look at the file once more when they end
            return head, image
        finally:
            device.close()
    finally:
        os.close(handle)


def _drawn_from(data: bytes, side: int) -> tuple[Head, QImage | None]:
    """Decode a picture that is at hand, or a drawing without what it fetches from outside."""
    barred = False
    drawing = is_drawing(data[:4096])
    if drawing:
        if len(data) > MOST_BYTES:
            return Head(Trouble.TOO_LARGE, form="svg"), None
        data, barred = without_outside(data)
    elif (found := _drawn_by_pillow(io.BytesIO(data), data[:16], side)) is not None:
        return found
    held = QByteArray(data)
    device = QBuffer(held)
    device.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(device, QByteArray(b"svg")) if drawing else QImageReader(device)
    reader.setDecideFormatFromContent(not drawing)
    head, image = _decoded(side, reader, 0 if drawing else len(data))
    del reader
    return head._replace(marks=head.marks | (Mark.BARRED if barred else 0)), image


def _drawn_by_pillow(file: Any, start: bytes, side: int) -> tuple[Head, QImage | None] | None:
    """Decode the picture of a phone, or the preview in a camera's raw one; None for what Qt reads, or nobody here.

    Of a raw picture that is a TIFF, Qt would read the first picture, which is a tiny one.
    """
    tiff = start.startswith(_TIFF)
    if not (tiff or is_of_phone_or_camera(start)):
        return None
    from simfinder.scan.media import picture_service as pillow

    pillow.prepare()  # once; few people have such pictures, and all would wait for it at the start
    try:
        found = pillow.shown(file, side)
    except pillow.TooLargeError:
        return Head(Trouble.TOO_LARGE), None
    except ImportError:
        return None
    except Exception:  # whatever a decoder makes of a damaged file
        return None if tiff else (Head(Trouble.DAMAGED), None)
    if found is None:
        return None
    marks = Mark.TURNED * found.turned | Mark.PREVIEW * (found.form == "raw")
    picture = found.picture
    if picture.size == (found.width, found.height):
        marks |= Mark.EXACT
    head = Head(marks=marks, full_width=found.width, full_height=found.height, form=found.form)
    form = QImage.Format.Format_RGBA8888
    image = QImage(picture.tobytes(), *picture.size, 4 * picture.width, form)
    return head, image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)


def _decoded(side: int, reader: QImageReader, size_of_file: int) -> tuple[Head, QImage | None]:
    head = Head()
    if not reader.canRead():
        return head._replace(trouble=Trouble.UNKNOWN), None
    reader.setAutoTransform(True)
    full, form, marks = reader.size(), bytes(reader.format().data()).decode("ascii", "replace"), 0
    drawing = form in ("svg", "svgz")
    kind = QImageIOHandler.Transformation
    turned = reader.transformation()
    crosswise = turned in (
        kind.TransformationRotate90, kind.TransformationMirrorAndRotate90,
        kind.TransformationFlipAndRotate90, kind.TransformationRotate270,
    )  # fmt: skip
    told = full.transposed() if crosswise else full
    head = head._replace(form=form[:8], full_width=max(0, told.width()), full_height=max(0, told.height()))
    if full.isValid() and full.width() * full.height() > MOST_PIXELS and not drawing:
        return head._replace(trouble=Trouble.TOO_LARGE), None
    limit = QSize(side, side)
    if full.isValid() and (drawing or _is_beyond(full, side)):
        reader.setScaledSize(full.scaled(limit, Qt.AspectRatioMode.KeepAspectRatio).expandedTo(QSize(1, 1)))
    if turned != kind.TransformationNone:
        marks |= Mark.TURNED
    stored = reader.imageFormat()
    several = reader.imageCount() if size_of_file <= _COUNTED else 1
    if several > 1 and (reader.supportsAnimation() or form == "tiff"):
        marks |= Mark.MOVING if reader.supportsAnimation() else Mark.MOVING | Mark.PAGES
        head = head._replace(frames=several)
    image = reader.read()
    if image.isNull():
        return head._replace(trouble=_trouble(reader, full)), None
    if not full.isValid():
        head = head._replace(full_width=image.width(), full_height=image.height())
    marks |= _marks({image.format(), stored})
    if _is_beyond(image.size(), side):
        image = image.scaled(
            limit, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
        )
    if (image.width(), image.height()) == (head.full_width, head.full_height) and not drawing:
        marks |= Mark.EXACT
    image = image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
    return head._replace(marks=marks), image if not image.isNull() else None


def _trouble(reader: QImageReader, full: QSize) -> Trouble:
    """Return why a picture of a known kind could not be decoded."""
    if any("allocation" in text.lower() for text in _complaints):
        return Trouble.TOO_LARGE
    if full.isValid() and 8 * full.width() * full.height() > _ALLOCATED << 20:
        return Trouble.TOO_LARGE
    if reader.error() is QImageReader.ImageReaderError.UnsupportedFormatError:
        return Trouble.UNKNOWN
    return Trouble.DAMAGED


def _is_beyond(size: QSize, side: int) -> bool:
    return max(size.width(), size.height()) > side


def _marks(stored: set[QImage.Format]) -> int:
    """Return remarks on a picture, by how it was stored and by its reader's warnings."""
    kinds = QImage.Format
    deep = {
        kinds.Format_RGBX64, kinds.Format_RGBA64, kinds.Format_RGBA64_Premultiplied, kinds.Format_Grayscale16,
        kinds.Format_RGBX16FPx4, kinds.Format_RGBA16FPx4, kinds.Format_RGBA16FPx4_Premultiplied,
        kinds.Format_RGBX32FPx4, kinds.Format_RGBA32FPx4, kinds.Format_RGBA32FPx4_Premultiplied,
    }  # fmt: skip
    return (
        (Mark.DEEP if stored & deep else 0)
        | (Mark.CMYK if kinds.Format_CMYK8888 in stored else 0)
        | (Mark.PARTIAL if any(_DAMAGE.search(text) for text in _complaints) else 0)
    )
