"""Opening a file or folder with the system's own program for it, whatever bytes its name holds."""

from __future__ import annotations

import os
import sys
from urllib.parse import quote, unquote_to_bytes

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices


def file_url(path: str) -> QUrl:
    """The URL of a path; a name that is not UTF-8 keeps its bytes."""
    if sys.platform == "win32":
        return QUrl.fromLocalFile(path)
    return QUrl.fromEncoded(("file://" + quote(os.fsencode(path))).encode())


def local_path(url: QUrl) -> str:
    """The path of a file's URL, the other way round."""
    if sys.platform == "win32" or url.host():
        return url.toLocalFile()
    return os.fsdecode(unquote_to_bytes(url.path(QUrl.ComponentFormattingOption.FullyEncoded)))


def open_path(path: str) -> None:
    """Open it. What the system makes of it is the system's business."""
    QDesktopServices.openUrl(file_url(path))
