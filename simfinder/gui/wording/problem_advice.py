"""Say what helps against a problem: what the system or a library said leads to the sentence."""

from __future__ import annotations

import errno
import os

from PySide6.QtCore import QCoreApplication

from simfinder.text.message import message_of


def _tr(text: str) -> str:
    return QCoreApplication.translate("Advice", text)


def advice(reason: str) -> str:
    """Say what a person can do about a problem; "" where nothing helps.

    Args:
        reason: the message of the problem, in which the one of the system or of a library may be.
    """
    templates = [message.template for message in message_of(reason).parts()]
    known = [(os.strerror(number), sentence) for number, sentence in _of_system()] + _of_formats()
    return next((sentence for words, sentence in known if any(words in one for one in templates)), "")


def _of_system() -> list[tuple[int, str]]:
    gone = _tr("It disappeared while it was being read: scan again.")
    return [
        (errno.EACCES, _tr("You have no permission to read it: ask its owner, or leave its folder out.")),
        (errno.EPERM, _tr("The system does not allow it: leave its folder out.")),
        (errno.ENOENT, gone),
        (errno.ENOTDIR, gone),
        (errno.ELOOP, _tr("These links lead in a circle: remove one of them.")),
        (errno.EIO, _tr("The disk can’t read it: make a backup, and check the disk.")),
        (errno.ENOSPC, _tr("The disk is full: make room, and scan again.")),
        (errno.EROFS, _tr("The disk is read-only.")),
        (errno.EMFILE, _tr("Too many files are open: close other programs, and scan again.")),
        (errno.ENAMETOOLONG, _tr("Its path is too long for the system: shorten the names of its folders.")),
        (errno.ETIMEDOUT, _tr("The network did not answer: scan again when it does.")),
        (errno.ESTALE, _tr("The network folder changed: reconnect it and scan again.")),
        (errno.ENOTCONN, _tr("The network folder is gone: reconnect it and scan again.")),
    ]


def _of_formats() -> list[tuple[str, str]]:
    bytes_only = _tr("It was compared by its bytes alone")
    own_program = _tr(". Try to open it with its own program.")
    return [
        ("is encrypted", bytes_only + _tr(": it can’t be read without its password.")),
        ("is damaged", bytes_only + own_program),
        ("makes no sense", bytes_only + own_program),
        ("ends too early", bytes_only + _tr(". A part of it is missing: copy or download it once more.")),
        ("method not supported", bytes_only + "."),
        ("declares entities", bytes_only + _tr(": this document may be malicious.")),
        ("too many pieces", bytes_only + "."),
        ("process that reads it", bytes_only + _tr(". If that happens often, see the log folder.")),
        ("is not there now", _tr("Connect it and undo again.")),
        ("does not answer", _tr("Its drive does not respond: reconnect it and scan again.")),
        ("nested too deeply", bytes_only + _tr(": this archive may be malicious.")),
        ("memory to be unpacked", bytes_only + _tr(": unpacking it takes too much memory.")),
        ("takes longer than", bytes_only + "."),
        ("more than", bytes_only + _tr(": it holds more than SimFinder unpacks.")),
        ("changed since", _tr("It changed after the scan: scan again.")),
        ("changed while", _tr("It changed while it was being read: scan again.")),
        ("regular file", _tr("Something else is in its place now: scan again.")),
        ("link back to a folder", _tr("Nothing is lost: the folder it leads to was scanned.")),
    ]
