"""Open a file or folder with the system's program for it, whatever bytes its name holds.

The desktop's file manager shows a file in its folder, asked over D-Bus; where none answers, the folder is opened.
"""

from __future__ import annotations

import os
from urllib.parse import quote, unquote_to_bytes

from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QDesktopServices

from simfinder.model.system import WINDOWS
from simfinder.store import umask

_MANAGER = "org.freedesktop.FileManager1"  # file managers of all desktops answer to this name


def file_url(path: str) -> QUrl:
    """Return the URL of a path; a name that is not UTF-8 keeps its bytes."""
    if WINDOWS:
        return QUrl.fromLocalFile(path)
    return QUrl.fromEncoded(("file://" + quote(os.fsencode(path))).encode())


def local_path(url: QUrl) -> str:
    """Return the path of a file's URL, the other way round."""
    if WINDOWS or url.host():
        return url.toLocalFile()
    return os.fsdecode(unquote_to_bytes(url.path(QUrl.ComponentFormattingOption.FullyEncoded)))


def open_path(path: str) -> None:
    """Open it. What the system makes of it is the system's business."""
    with umask.as_asked():
        QDesktopServices.openUrl(file_url(path))


def show_in_folder(path: str) -> None:
    """Open the folder of a file with the file chosen in it; without a file manager that can, only the folder."""
    if not _ask_manager(path):
        open_path(os.path.dirname(path))


def _ask_manager(path: str) -> bool:
    """Ask for it without waiting for an answer; the folder is opened when the answer is no."""
    try:
        from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusPendingCallWatcher
    except ImportError:  # not a part of Qt on every system
        return False
    bus = QDBusConnection.sessionBus()
    if not bus.isConnected():
        return False
    message = QDBusMessage.createMethodCall(_MANAGER, "/org/freedesktop/FileManager1", _MANAGER, "ShowItems")
    url = bytes(file_url(path).toEncoded().data()).decode("ascii")
    message.setArguments([[url], ""])
    watcher = QDBusPendingCallWatcher(bus.asyncCall(message), QCoreApplication.instance())

    def answered(call: QDBusPendingCallWatcher) -> None:
        if call.isError():
            open_path(os.path.dirname(path))
        call.deleteLater()

    watcher.finished.connect(answered)
    return True
