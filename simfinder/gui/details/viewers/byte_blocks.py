"""Read bytes of files for painting: in jobs, a block at a time, with a few blocks remembered.

Nothing here waits: ``changed`` says when a block has come.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from simfinder.gui.jobs.job_bridge import JobBridge
from simfinder.gui.wording.translate_messages import told_error
from simfinder.model.progress import Control

if TYPE_CHECKING:
    from simfinder.app.compare.contents.byte_window import Window

BLOCK = 16 * 1024
_MOST = 64  # blocks of one set of files: 1 MB

Key = tuple[int, int]


class ByteBlocks(QObject):
    """ByteBlocks of one file or of two.

    Signals:
        changed: there is more than before.
        failed: why a file can't be read any more.
    """

    changed = Signal()
    failed = Signal(str)

    def __init__(self, bridge: JobBridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._windows: Sequence[Window] = ()
        self._held: OrderedDict[Key, bytes] = OrderedDict()
        self._wanted: dict[Key, None] = {}
        self._reading: set[Key] = set()
        self._round = 0
        self._broken = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._start)

    def show(self, windows: Sequence[Window]) -> None:
        """Take other files; what was wanted of those before is forgotten."""
        self._windows = windows
        self._held.clear()
        self._wanted.clear()
        self._reading.clear()
        self._round += 1
        self._broken = False

    def want(self, side: int, begin: int, end: int) -> None:
        """Ask for the bytes that are on the screen."""
        if side >= len(self._windows) or self._broken or self._windows[side].held is not None:
            return
        for number in range(begin // BLOCK, -(-end // BLOCK)):
            key = (side, number)
            if key not in self._held and key not in self._reading:
                self._wanted[key] = None
        if self._wanted and not self._timer.isActive():
            self._timer.start()

    def read(self, side: int, begin: int, end: int) -> bytes | None:
        """Return the bytes that are there; None where some of them are not yet."""
        if side >= len(self._windows):
            return None
        held = self._windows[side].held
        if held is not None:
            return held[begin:end]
        parts = []
        for number in range(begin // BLOCK, -(-end // BLOCK)):
            block = self._held.get((side, number))
            if block is None:
                return None
            first = number * BLOCK
            parts.append(block[max(0, begin - first) : end - first])
        return b"".join(parts)

    def _start(self) -> None:
        keys, windows, number = list(self._wanted)[-_MOST:], self._windows, self._round
        self._wanted.clear()
        self._reading.update(keys)

        def run(control: Control) -> dict[Key, bytes]:
            from simfinder.app.compare.contents.byte_window import waited

            def read() -> dict[Key, bytes]:
                found = {}
                for side, block in keys:
                    control.check()
                    found[side, block] = windows[side].read(block * BLOCK, BLOCK)
                return found

            return waited(read, control, *windows)

        self._bridge.start(
            run,
            name="bytes",
            done=lambda found: self._keep(number, found),
            failed=lambda error: self._fail(number, error),
        )

    def _keep(self, number: int, found: dict[Key, bytes]) -> None:
        if number != self._round:
            return
        for key, data in found.items():
            self._reading.discard(key)
            self._held[key] = data
        while len(self._held) > _MOST:
            self._held.popitem(last=False)
        self.changed.emit()

    def _fail(self, number: int, error: BaseException) -> None:
        if number == self._round:
            self._broken = True  # else every repaint would try again
            self._reading.clear()
            self.failed.emit(told_error(error))
