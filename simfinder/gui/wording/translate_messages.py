"""Write messages of the layers below in the window's language, with its numbers and dates, and names set apart.

Those layers make a ``text.message.Message`` of a template and values. The template is looked up in the translations
(context ``Sentences``), and each value is written by its kind. A plain text that is no template, as an old journal may
hold, is shown as it is. No widgets.
"""

from __future__ import annotations

import errno
import os
from functools import lru_cache

from PySide6.QtCore import QCoreApplication

from simfinder.errors import SimFinderError
from simfinder.gui.wording.formatting import date_of_day, folder_text, localized, shown
from simfinder.text.message import Figures, Message, fill, message_of

CONTEXT = "Sentences"
_PROBE = "is damaged"


def translated(text: str) -> str:
    """Write a message (or a text that may be one) for the window, in one line."""
    message = message_of(text)
    said = message.template
    if said.isprintable():  # Qt takes no lone surrogates, and no template has one
        said = QCoreApplication.translate(CONTEXT, said)
    if message.values:
        return fill(said, [_value(value) for value in message.values])
    if said == text:
        return _words_of_system(QCoreApplication.translate(CONTEXT, _PROBE)).get(text) or shown(text)
    return said


def told_error(error: BaseException) -> str:
    """Describe an error in one line: what it is about, and what is wrong."""
    if isinstance(error, SimFinderError):
        return translated(error.sentence)
    return f"{type(error).__name__}: {shown(str(error))}"


def _value(value: str) -> str:
    if isinstance(value, Message):
        return translated(value)
    if isinstance(value, Figures):
        return date_of_day(value) if value.count("-") == 2 else localized(value)
    return folder_text(value)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Words", text)


@lru_cache(4)
def _words_of_system(_language: str) -> dict[str, str]:
    """Return what the system says of its errors, in the window's language."""
    words = {
        errno.EACCES: _tr("Permission denied"),
        errno.EPERM: _tr("Operation not permitted"),
        errno.ENOENT: _tr("No such file or directory"),
        errno.ENOTDIR: _tr("Not a directory"),
        errno.EISDIR: _tr("Is a directory"),
        errno.EEXIST: _tr("File exists"),
        errno.ENOTEMPTY: _tr("Directory not empty"),
        errno.ELOOP: _tr("Too many levels of symbolic links"),
        errno.EIO: _tr("Input/output error"),
        errno.ENOSPC: _tr("No space left on device"),
        errno.EROFS: _tr("Read-only file system"),
        errno.EMFILE: _tr("Too many open files"),
        errno.ENAMETOOLONG: _tr("File name too long"),
        errno.ETIMEDOUT: _tr("Connection timed out"),
        errno.ESTALE: _tr("Stale file handle"),
        errno.ENOTCONN: _tr("Transport endpoint is not connected"),
        errno.EXDEV: _tr("Invalid cross-device link"),
        errno.EBUSY: _tr("Device or resource busy"),
        errno.EINVAL: _tr("Invalid argument"),
        errno.ENOTSUP: _tr("Operation not supported"),
        errno.EFBIG: _tr("File too large"),
        errno.EDQUOT: _tr("Disk quota exceeded"),
    }
    return {os.strerror(number): text for number, text in words.items()}
