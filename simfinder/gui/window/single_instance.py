"""One window a person: what a later start is asked to show, it hands over to the window that is open.

The open window listens at a local socket in the folder of the library (a named pipe on Windows), which is that
person's own: whoever has other folders for settings and library, or another screen, has a window of their own. A
window that doesn't answer at once is left alone; the later start opens its own then, and listens in its place.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject

from simfinder.errors import StoreError
from simfinder.model.system import NAME, WINDOWS
from simfinder.store.app_dirs import data_folder, refuse_strangers

if TYPE_CHECKING:
    from PySide6.QtNetwork import QLocalSocket

_PATIENCE = 1500  # milliseconds that the open window has to answer
_LONGEST = 1 << 20  # bytes of a request
_MOST_OF_AN_ADDRESS = 100  # bytes of a socket's path; systems allow 104 to 108
_TAKEN = b"taken\n"


def address(folder: str, environment: Mapping[str, str], platform: str = NAME) -> str:
    """Return where the window of a library's folder listens on this screen; "" where no socket can be."""
    names = "WAYLAND_DISPLAY", "DISPLAY", "QT_QPA_PLATFORM"
    screen = next((environment[name] for name in names if environment.get(name)), "")
    if platform == "win32":
        return "simfinder-" + hashlib.sha256(os.path.normcase(folder).encode()).hexdigest()[:32]
    name = hashlib.sha256(os.fsencode(screen)).hexdigest()[:8]
    place = os.path.join(folder, f"window-{name}.socket")
    return place if len(os.fsencode(place)) <= _MOST_OF_AN_ADDRESS else ""


def _here() -> str:
    """Return the address of this person and screen; "" where others could listen in its place."""
    try:
        refuse_strangers(data_folder())
    except StoreError:
        return ""
    return address(os.fspath(data_folder()), os.environ)


def hand_over(paths: Sequence[str]) -> bool:
    """Ask the open window to show files and folders. Returns whether there is one and it does.

    Args:
        paths: absolute; none brings the window to the front.
    """
    place = _here()
    if not place or (not WINDOWS and not os.path.exists(place)):
        return False
    from PySide6.QtNetwork import (
        QLocalSocket,  # 14 ms, which a start without an open window need not wait for
    )

    socket = QLocalSocket()
    socket.connectToServer(place)
    if not socket.waitForConnected(_PATIENCE):
        return False
    socket.write(json.dumps(list(paths)).encode() + b"\n")
    while not socket.canReadLine():
        if not socket.waitForReadyRead(_PATIENCE):
            return False
    return bool(bytes(socket.readLine().data()) == _TAKEN)


class SingleInstance(QObject):
    """Listens for later starts while the window is open.

    Args:
        show: shows the files and folders of a request; returns whether it does.
        parent: the window.
    """

    def __init__(self, show: Callable[[tuple[str, ...]], bool], parent: QObject) -> None:
        from PySide6.QtNetwork import QLocalServer

        super().__init__(parent)
        self._show = show
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._accept)

    def listen(self) -> bool:
        """Begin to listen, in the place of a window that is gone or does not answer. Returns False where it can not."""
        with contextlib.suppress(OSError):
            os.makedirs(data_folder(), mode=0o700, exist_ok=True)
        place = _here()
        if not place:
            return False
        self._server.removeServer(place)
        return self._server.listen(place)

    def close(self) -> None:
        """Listen no longer."""
        self._server.close()

    def _accept(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.setReadBufferSize(_LONGEST)
            socket.disconnected.connect(socket.deleteLater)
            socket.readyRead.connect(self._read)
            self._answer(socket)

    def _read(self) -> None:
        self._answer(cast("QLocalSocket", self.sender()))

    def _answer(self, socket: QLocalSocket) -> None:
        if not socket.canReadLine():
            if socket.bytesAvailable() >= _LONGEST:
                socket.abort()
            return
        paths = _paths(bytes(socket.readLine().data()))
        if paths is not None and self._show(paths):
            socket.write(_TAKEN)
        socket.disconnectFromServer()


def _paths(line: bytes) -> tuple[str, ...] | None:
    """Return the paths of a request, None if it is none."""
    try:
        paths = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(paths, list) or not all(
        isinstance(path, str) and os.path.isabs(path) for path in paths
    ):
        return None
    return tuple(path for path in paths if "\0" not in path)
