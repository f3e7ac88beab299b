"""Pictures of many kinds that a disk may hold: plain, deep, for print, turned, moving, drawn, bombs."""

import struct
import zlib
from pathlib import Path

from PySide6.QtGui import QColor, QImage, QLinearGradient, QPainter


def picture(width=300, height=200, form=QImage.Format.Format_RGB32, color="#cc3355"):
    """A slope of colours with a box."""
    image = QImage(width, height, QImage.Format.Format_ARGB32)
    painter = QPainter(image)
    slope = QLinearGradient(0, 0, width, height)
    slope.setColorAt(0, QColor("#2266cc"))
    slope.setColorAt(1, QColor("#ffcc44"))
    painter.fillRect(0, 0, width, height, slope)
    painter.fillRect(width // 8, height // 8, width // 4, height // 3, QColor(color))
    painter.end()
    return image.convertToFormat(form)


def save(path, image):
    """Write a picture in the form its name says. Returns the path."""
    assert image.save(str(path)), path
    return str(path)


def turned_jpeg(path):
    """300 × 200 as stored; the camera says to turn it by a quarter."""
    data = Path(save(path, picture())).read_bytes()
    exif = b"Exif\0\0MM\0*\0\0\0\x08" + struct.pack(">HHHIHHI", 1, 0x112, 3, 1, 6, 0, 0)
    path.write_bytes(data[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + data[2:])
    return str(path)


def grey_png(side, bits, rows=None):
    """A square of zeros; few bytes, many pixels. Of these only the first ``rows`` are there."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    packer = zlib.compressobj(9)
    row = bytes(1 + side * bits // 8)
    body = b"".join(packer.compress(row) for _ in range(rows or side)) + packer.flush()
    head = struct.pack(">IIBBBBB", side, side, bits, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def moving_gif(frames):
    """A GIF of four by four pixels."""
    data = b"GIF89a" + struct.pack("<HHBBB", 4, 4, 0x80, 0, 0) + b"\0\0\0\xff\0\0"
    for _ in range(frames):
        data += (
            b"\x21\xf9\x04\0\x0a\0\0\0,"
            + struct.pack("<HHHHB", 0, 0, 4, 4, 0)
            + b"\x02\x04\x84\x8f\x09\x05\0"
        )
    return data + b";"


def drawing(inner, width=80, height=60):
    """An SVG drawing with a red ground."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="{width}"'
        f' height="{height}"><rect width="{width}" height="{height}" fill="#ff0000"/>{inner}</svg>'
    ).encode()
