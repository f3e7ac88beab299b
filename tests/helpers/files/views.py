"""Workers for tests: views read through them, and what they may have left behind."""

from __future__ import annotations

import contextlib
import os
import time

from simfinder.scan.extract.formats import recognise
from simfinder.scan.extract.view_reader import Made, ViewReader

MIB = 1 << 20


def read(asked: ViewReader, path: object, code: int | None = None, **how: object) -> tuple[Made, bytes]:
    """A view and its bytes."""
    parts: list[bytes] = []
    if code is None:
        with open(str(path), "rb") as file:
            code = recognise(file.read(512))
    made = asked.read(str(path), code, lambda part: parts.append(bytes(part)), **how)  # type: ignore[arg-type]
    return made, b"".join(parts)


def children(parent: int = 0) -> list[int]:
    """Numbers of the processes below this one, or another, that are not dead, or dead but not waited for."""
    with contextlib.suppress(FileNotFoundError):
        found = []
        for name in os.listdir("/proc"):
            if name.isdigit():
                with contextlib.suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:
                    if int(file.read().rpartition(b")")[2].split()[1]) == (parent or os.getpid()):
                        found.append(int(name))
        return found
    return []


def gone(pid: int, seconds: float = 3.0) -> bool:
    """Whether a process is dead, at the latest after so many seconds."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            with open(f"/proc/{pid}/stat", "rb") as file:
                if file.read().rpartition(b")")[2].split()[0] in b"ZX":
                    return True
        except OSError:
            return True
        time.sleep(0.01)
    return False
