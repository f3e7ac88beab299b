"""What helps against a problem: a sentence, found by the system's own words for it."""

from __future__ import annotations

import errno
import os

from PySide6.QtCore import QCoreApplication


def _tr(text: str) -> str:
    return QCoreApplication.translate("Advice", text)


def advice(reason: str) -> str:
    """What a person can do about a problem.

    Args:
        reason: as the problem tells it; the words of the system, or those of what reads archives and documents.
    """
    for number, sentence in _of_system():
        if os.strerror(number) in reason:
            return sentence
    for word, sentence in _of_formats():
        if word in reason:
            return sentence
    return ""


def _of_system() -> list[tuple[int, str]]:
    gone = _tr("It went while it was read: scan again.")
    return [
        (errno.EACCES, _tr("You may not read it: ask its owner, or leave its folder out.")),
        (errno.EPERM, _tr("The system does not allow it: leave its folder out.")),
        (errno.ENOENT, gone),
        (errno.ENOTDIR, gone),
        (errno.ELOOP, _tr("Links that lead in a circle: remove one of them.")),
        (errno.EIO, _tr("The disk can’t read it: make a backup, and check the disk.")),
        (errno.ENOSPC, _tr("The disk is full: make room, and scan again.")),
        (errno.EROFS, _tr("The disk can only be read.")),
        (errno.EMFILE, _tr("Too many files are open: close other programs, and scan again.")),
        (errno.ENAMETOOLONG, _tr("Its path is too long for the system: shorten the names of its folders.")),
        (errno.ETIMEDOUT, _tr("The network did not answer: scan again when it does.")),
        (errno.ESTALE, _tr("The network folder changed: connect it anew, and scan again.")),
        (errno.ENOTCONN, _tr("The network folder is gone: connect it anew, and scan again.")),
    ]


def _of_formats() -> list[tuple[str, str]]:
    bytes_only = _tr("It was compared by its bytes alone")
    own_program = _tr(". Try to open it with its own program.")
    return [
        ("is encrypted", bytes_only + _tr(": what it holds can’t be seen without its password.")),
        ("is damaged", bytes_only + own_program),
        ("makes no sense", bytes_only + own_program),
        ("ends too early", bytes_only + _tr(". A part of it is missing: copy or download it once more.")),
        ("method not supported", bytes_only + "."),
        ("declares entities", bytes_only + _tr(": this may be a document made to do harm.")),
        ("too many pieces", bytes_only + "."),
        ("process that reads it", bytes_only + _tr(". Where that happens often, the log folder tells more.")),
        ("is not there now", _tr("Plug it in, and undo once more.")),
        ("does not answer", _tr("Its drive hangs: connect it anew, and scan again.")),
        ("nested too deeply", bytes_only + _tr(": this may be an archive made to do harm.")),
        ("memory to be unpacked", bytes_only + _tr(": unpacking it takes more memory than is given to it.")),
        ("takes longer than", bytes_only + "."),
        ("more than", bytes_only + _tr(": it holds more than is unpacked.")),
        ("changed since", _tr("It was changed after the scan: scan again.")),
        ("changed while", _tr("It was changed while it was read: scan again.")),
        ("regular file", _tr("Something else is in its place now: scan again.")),
        ("link back to a folder", _tr("Nothing is lost: the folder it leads to was scanned.")),
    ]
