"""Process that decodes pictures: takes one file after the other, answers with plain pixels of bounded size.

Picture libraries are native code and meet hostile files: this process may die, has no rights beyond decoding, and is
run by ``client``. No window, no display, no platform plugin.
"""

from __future__ import annotations

import os
import re
import stat
import sys
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

from simfinder.gui.widgets.image_decoder.protocol import (
    Head,
    Mark,
    Question,
    Trouble,
    pack_head,
    read_question,
)
from simfinder.gui.widgets.image_decoder.svg_sanitizer import MOST_BYTES, is_drawing, without_outside
from simfinder.workers.long_paths import open_path
from simfinder.workers.sandbox import protocol as frames
from simfinder.workers.sandbox.limits import confine, leash

MOST_PIXELS = 150_000_000
"""Of a picture that is decoded at all: 600 MB, within what this process may take."""

_ALLOCATED = 704  # MB that Qt gives one picture
_COUNTED = 64 << 20  # bytes of a file whose frames are counted
_FLAGS = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)
_DAMAGE = re.compile(r"premature|corrupt|truncated|unexpected end|read error", re.IGNORECASE)
_SPENT = 3 << 28  # bytes: a process that holds on to so much is replaced

_complaints: list[str] = []


def main(arguments: list[str]) -> int:
    """Answer questions until there are no more.

    Args:
        arguments: bytes of memory that may be taken, then the handle of the leash, if any (``process_limits``).
    """
    if len(arguments) > 1:
        leash(int(arguments[1]))
    questions, answers = os.fdopen(os.dup(0), "rb"), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for handle in (0, 1, 2):
        os.dup2(nothing, handle)
    os.close(nothing)
    qInstallMessageHandler(lambda _kind, _context, text: _complaints.append(text or ""))
    QImageReader.setAllocationLimit(_ALLOCATED)
    _load_plugins()
    confine(int(arguments[0]))
    try:
        while (question := read_question(questions)) is not None:
            head, pixels = answer(question)
            frames.write(answers, pack_head(head))
            if pixels is not None:
                frames.write(answers, pixels)
            if _held() > _SPENT:
                break
    except BrokenPipeError:
        pass  # nobody listens any more
    return 0


def _load_plugins() -> None:
    """While files may still be opened for whatever loading needs."""
    for form in QImageReader.supportedImageFormats():
        device = QBuffer()
        device.open(QIODevice.OpenModeFlag.ReadOnly)
        QImageReader(device, form).canRead()


def answer(question: Question) -> tuple[Head, bytes | None]:
    """Decode one picture. Report whatever goes wrong."""
    _complaints.clear()
    failed = Head(question.serial)
    try:
        head, image = _drawn(question)
    except OSError as error:
        return failed._replace(trouble=Trouble.UNREADABLE, number=error.errno or 0), None
    except MemoryError:
        return failed._replace(trouble=Trouble.TOO_LARGE), None
    except ValueError:
        return failed._replace(trouble=Trouble.DAMAGED), None
    if image is None:
        return head, None
    pixels = bytes(image.constBits())  # a view of them would not keep the picture
    return head._replace(width=image.width(), height=image.height()), pixels


def _drawn(question: Question) -> tuple[Head, QImage | None]:
    handle = open_path(os.fsdecode(question.path), _FLAGS | _NOFOLLOW)
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(22, "is no regular file")
        start = os.read(handle, 4096)
        os.lseek(handle, 0, os.SEEK_SET)
        if is_drawing(start):
            if status.st_size > MOST_BYTES:
                return Head(question.serial, Trouble.TOO_LARGE, form="svg"), None
            with os.fdopen(os.dup(handle), "rb") as source:
                data, barred = without_outside(source.read())
            held = QByteArray(data)
            device: Any = QBuffer(held)
            device.open(QIODevice.OpenModeFlag.ReadOnly)
            reader = QImageReader(device, QByteArray(b"svg"))
            head, image = _decoded(question, reader, 0)
            del reader
            return head._replace(marks=head.marks | (Mark.BARRED if barred else 0)), image
        device = QFile()
        if not device.open(
            handle, QIODevice.OpenModeFlag.ReadOnly, QFileDevice.FileHandleFlag.DontCloseHandle
        ):
            raise OSError(5, "can't be read")
        try:
            reader = QImageReader(device)
            reader.setDecideFormatFromContent(True)
            head, image = _decoded(question, reader, status.st_size)
            del reader  # some readers look at the file once more when they end
            return head, image
        finally:
            device.close()
    finally:
        os.close(handle)


def _decoded(question: Question, reader: QImageReader, size_of_file: int) -> tuple[Head, QImage | None]:
    head = Head(question.serial)
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
    limit = QSize(question.side, question.side)
    if full.isValid() and (drawing or _is_beyond(full, question.side)):
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
    if _is_beyond(image.size(), question.side):
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


def _held() -> int:
    """Return the bytes of address space taken now; 0 where the system does not tell."""
    try:
        with open("/proc/self/statm", "rb") as source:
            return int(source.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
