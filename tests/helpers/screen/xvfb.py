"""A screen of its own for the real window: starts Xvfb on a free display, points, clicks, types, looks.

No real display is touched. Without a window manager a window has no frame, lies where Qt puts it, and gets the
keyboard only by :meth:`Screen.focus`; with one (``managed``) it fills the screen, dialogs lie before it, and who has
the keyboard is the manager's business. Needs the commands ``Xvfb`` and ``xdotool``, and ``matchbox-window-manager``.
"""

from __future__ import annotations

import contextlib
import os
import re
import select
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import IO

import numpy as np

from tests.helpers.files.documents import png

MANAGER = "matchbox-window-manager"
MISSING = [command for command in ("Xvfb", "xdotool") if not shutil.which(command)]
UNMANAGED = MISSING + [command for command in (MANAGER,) if not shutil.which(command)]


@dataclass(frozen=True)
class Screen:
    """A running display.

    Attributes:
        display: its name, as in ``DISPLAY``.
        buffer: file that Xvfb keeps the pixels in (format XWD).
        managed: whether there is a window manager.
    """

    display: str
    buffer: str
    managed: bool = False

    def environment(self) -> dict[str, str]:
        """This process's environment, for a program that opens its window here."""
        theirs = (
            "WAYLAND_DISPLAY",
            "XAUTHORITY",
            "QT_SCALE_FACTOR",
            "QT_SCREEN_SCALE_FACTORS",
            "QT_STYLE_OVERRIDE",
        )
        kept = {name: value for name, value in os.environ.items() if name not in theirs}
        return {**kept, "DISPLAY": self.display, "QT_QPA_PLATFORM": "xcb", "LIBGL_ALWAYS_SOFTWARE": "1"}

    def xdotool(self, *arguments: str | int, check: bool = True) -> str:
        """Runs one xdotool command and returns what it prints."""
        done = subprocess.run(
            ["xdotool", *map(str, arguments)],
            env=self.environment(),
            capture_output=True,
            text=True,
            timeout=30,
        )
        if check and done.returncode:
            raise RuntimeError(
                f"xdotool {' '.join(map(str, arguments))}: {done.stderr.strip() or done.returncode}"
            )
        return done.stdout

    def windows(self, title: str) -> list[int]:
        """The visible windows whose title matches a regular expression."""
        return [
            int(line)
            for line in self.xdotool("search", "--onlyvisible", "--name", title, check=False).split()
        ]

    def wait_for_window(self, title: str, timeout: float = 30) -> int:
        """The window with that title, as soon as it is there."""
        return wait_until(
            lambda: next(iter(self.windows(title)), None), timeout, f"no window titled {title!r}"
        )

    def wait_for_no_window(self, title: str, timeout: float = 30) -> None:
        """Returns when no window has that title any more."""
        wait_until(lambda: not self.windows(title), timeout, f"a window titled {title!r} stays open")

    def title(self, window: int) -> str:
        """A window's title."""
        return self.xdotool("getwindowname", window).rstrip("\n")

    def place(self, window: int) -> tuple[int, int, int, int]:
        """Left, top, width and height of a window in pixels of the screen."""
        text = self.xdotool("getwindowgeometry", "--shell", window)
        values = dict(re.findall(r"(\w+)=(-?\d+)", text))
        return tuple(int(values[name]) for name in ("X", "Y", "WIDTH", "HEIGHT"))

    def focus(self, window: int) -> None:
        """Gives a window the keyboard; without a window manager nobody else does."""
        if self.managed:
            wait_until(
                lambda: self.active() == window, message=f"{self.title(window)!r} never gets the keyboard"
            )
        else:
            self.xdotool("windowraise", window, "windowfocus", "--sync", window)

    def active(self) -> int:
        """The window that has the keyboard; 0 for none."""
        text = self.xdotool("getwindowfocus", "-f", check=False).strip()
        return int(text) if text.isdigit() else 0

    def move_window(self, window: int, x: int, y: int, width: int, height: int) -> None:
        """Places and sizes a window."""
        self.xdotool("windowmove", window, x, y, "windowsize", window, width, height)

    def click(self, x: int, y: int, window: int | None = None, button: int = 1, repeat: int = 1) -> None:
        """Clicks at a point of the screen, or of a window."""
        place = ["--window", window] if window else []
        self.xdotool("mousemove", *place, x, y, "click", "--repeat", repeat, "--delay", 60, button)

    def drag(self, start: tuple[int, int], end: tuple[int, int], steps: int = 8) -> None:
        """Presses the left button at one point of the screen and lets it go at another."""
        moves: list[str | int] = ["mousemove", *start, "mousedown", 1]
        for step in range(1, steps + 1):
            x, y = (a + (b - a) * step // steps for a, b in zip(start, end, strict=True))
            moves += ["mousemove", x, y, "sleep", "0.02"]
        self.xdotool(*moves, "mouseup", 1)

    def key(self, *keys: str) -> None:
        """Presses keys one after another, as ``"space"``, ``"ctrl+z"``, ``"Return"``."""
        self.xdotool("key", "--delay", 40, *keys)

    def type(self, text: str) -> None:
        """Types a text."""
        self.xdotool("type", "--delay", 15, text)

    def pixels(self) -> np.ndarray:
        """What is on the screen now: (height, width, 3) uint8, red green blue."""
        with open(self.buffer, "rb") as file:
            data = file.read()
        header = np.frombuffer(data, ">u4", 25)
        size, width, height, line, colours = (int(header[i]) for i in (0, 4, 5, 12, 19))
        start = size + 12 * colours
        rows = np.frombuffer(data, np.uint8, height * line, start).reshape(height, line)
        bgrx = rows[:, : 4 * width].reshape(height, width, 4)
        return np.ascontiguousarray(bgrx[:, :, 2::-1])

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes what is on the screen as a PNG."""
        pixels = self.pixels()
        with open(path, "wb") as file:
            file.write(png([row.tobytes() for row in pixels], pixels.shape[1], level=9))

    def wait_for_rest(self, timeout: float = 30, quiet: float = 0.5) -> np.ndarray:
        """Waits until nothing on the screen has moved for a while; returns the pixels."""
        deadline, last, since = time.monotonic() + timeout, self.pixels(), time.monotonic()
        while time.monotonic() - since < quiet:
            if time.monotonic() > deadline:
                raise TimeoutError(f"the screen still moves after {timeout} s")
            time.sleep(0.05)
            now = self.pixels()
            if not np.array_equal(now, last):
                last, since = now, time.monotonic()
        return last


@contextlib.contextmanager
def screen(width: int = 1480, height: int = 900, *, managed: bool = False) -> Iterator[Screen]:
    """A display of ``width`` by ``height`` pixels and 24 bits, gone when the block ends; ``managed`` with a manager.

    Raises:
        RuntimeError: Xvfb does not start.
    """
    with tempfile.TemporaryDirectory(prefix="xvfb-") as folder:
        reader, writer = os.pipe()
        command = [
            "Xvfb",
            "-displayfd",
            str(writer),
            "-screen",
            "0",
            f"{width}x{height}x24",
            "-fbdir",
            folder,
        ]
        command += ["-nolisten", "tcp", "-noreset", "-dpi", "96"]
        with open(os.path.join(folder, "log"), "w+b") as log:
            server = subprocess.Popen(command, pass_fds=(writer,), stdout=log, stderr=log)
            os.close(writer)
            try:
                number = _first_line(reader, timeout=20)
                if not number:
                    log.seek(0)
                    raise RuntimeError(f"Xvfb does not start: {log.read().decode(errors='replace').strip()}")
                display = Screen(f":{number}", os.path.join(folder, "Xvfb_screen0"), managed)
                with _manager(display, log) if managed else contextlib.nullcontext():
                    yield display
            finally:
                os.close(reader)
                server.terminate()
                server.wait(timeout=20)


@contextlib.contextmanager
def _manager(display: Screen, log: IO[bytes]) -> Iterator[None]:
    """A window manager at work."""
    command = [MANAGER, "-use_titlebar", "no", "-use_desktop_mode", "plain"]
    ask = ["xdotool", "getactivewindow"]

    def at_work() -> bool:
        said = subprocess.run(ask, env=display.environment(), capture_output=True, text=True, timeout=30)
        return "claims not to support" not in said.stderr

    with subprocess.Popen(command, env=display.environment(), stdout=log, stderr=log) as manager:
        try:
            wait_until(at_work, message="no window manager")
            yield
        finally:
            manager.terminate()


def wait_until(condition: Callable[[], object], timeout: float = 30, message: str = "it did not happen"):
    """The first true value of ``condition``, asked 20 times a second.

    Raises:
        TimeoutError: none came in time.
    """
    deadline = time.monotonic() + timeout
    while not (value := condition()):
        if time.monotonic() > deadline:
            raise TimeoutError(f"{message} within {timeout} s")
        time.sleep(0.05)
    return value


def _first_line(descriptor: int, timeout: float) -> str:
    """The first line from a pipe; empty when it is closed or the time is over."""
    text = b""
    deadline = time.monotonic() + timeout
    while not text.endswith(b"\n"):
        ready, _, _ = select.select([descriptor], [], [], max(0, deadline - time.monotonic()))
        piece = os.read(descriptor, 32) if ready else b""
        if not piece:
            return ""
        text += piece
    return text.decode().strip()
