"""The real window on a screen of its own, driven as a person drives it: clicks and keys go in through the X server.

What is asked beside it (``window_probe``) only tells what is seen: where a button is, which rows are shown. Nothing
here waits a fixed time: it waits for what a person would wait for. A test that fails leaves a picture of the screen.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import re
import subprocess
import sys
import urllib.parse
from datetime import datetime
from pathlib import Path

from simfinder.store.app_dirs import cache_folder
from tests.helpers.program import state
from tests.helpers.screen.xvfb import screen, wait_until

PATIENCE = 150
"""Seconds until something is taken not to happen: a busy machine may just be making the kernels."""


_STILL = 6  # looks, 50 ms apart, at which a button was in one place: a busy machine takes that long to click


class Window:
    """The program and the screen it is on."""

    def __init__(self, display, program):
        self.screen = display
        self.program = program
        self.window = wait_until(self._own, PATIENCE, "no window")
        display.focus(self.window)

    def _own(self):
        found = self.ask("native")
        return found["visible"] and found["window"]

    def ask(self, question, **more):
        """What the listener in the program answers."""
        self.program.stdin.write(json.dumps({"ask": question, **more}) + "\n")
        self.program.stdin.flush()
        line = self.program.stdout.readline()
        if not line:
            _, errors = self.program.communicate(timeout=20)
            raise RuntimeError(f"the program is gone ({self.program.returncode}): {errors}")
        return json.loads(line)

    def wait(self, condition, message):
        """The first true value of a condition."""
        return wait_until(condition, PATIENCE, message)

    # with the mouse
    def click(self, name):
        """Click a button, as soon as it is there, enabled, and has stayed in its place: rows may come above it."""
        seen = []

        def found():
            seen.append(self.ask("where", name=name))
            return seen[-1] if seen[-1] and seen[-_STILL:] == _STILL * [seen[-1]] else None

        x, y = self.wait(found, f"no {name!r} to click")
        self.screen.click(x, y)

    def click_like(self, pattern):
        """Click the button whose text matches (it holds counts)."""

        def found():
            return next((text for text in self.ask("buttons") if re.search(pattern, text)), None)

        self.click(self.wait(found, f"no button {pattern!r}"))

    # with the keyboard
    def keys(self, *keys):
        """Press keys, in the dialog that is open or else in the window."""
        self.screen.focus(self.ask("native")["active"] or self.window)
        self.screen.key(*keys)

    def type(self, text):
        """Type a text where the keyboard is."""
        self.screen.type(text)

    def focused(self):
        """Kind and accessible name of what has the keyboard."""
        return self.ask("focused")

    def tab_to(self, name, most=60):
        """Press Tab until something of that name has the keyboard."""
        for _ in range(most):
            if re.search(name, self.focused()[1]):
                return
            before = self.focused()
            self.screen.key("Tab")
            self.wait(lambda before=before: self.focused() != before, "Tab does not go on")
        raise AssertionError(f"Tab never comes to {name!r}")

    # what is seen
    def rows(self):
        """Rows of the clusters as they are shown: [depth, name, check state or null, x, y, chip, current]."""
        return self.ask("rows")

    def row(self, name, depth=1):
        return next((row for row in self.rows() if row[0] == depth and row[1] == name), None)

    def clusters(self):
        return [row[1] for row in self.rows() if row[0] == 0]

    def checked(self):
        return sorted(row[1] for row in self.rows() if row[2])

    def current(self):
        return next((row for row in self.rows() if row[6]), None)

    def texts(self):
        return self.ask("texts")

    def says(self, words):
        """Wait for a text that holds these words."""
        self.wait(lambda: any(words in text for text in self.texts()["labels"]), f"{words!r} is not said")

    def slider(self, name):
        return self.ask("slider", name=name)

    def dialog(self, title):
        """Wait for a dialog whose title matches a pattern, and give it the keyboard."""

        def front():
            return (
                any(re.search(title, text) for text in self.texts()["dialogs"])
                and self.ask("native")["active"]
            )

        self.screen.focus(self.wait(front, f"no dialog {title!r}"))

    def no_dialog(self):
        """Wait until no dialog is open, and give the window the keyboard."""
        self.wait(lambda: not self.texts()["dialogs"], "a dialog stays open")
        self.screen.focus(self.window)

    def idle(self):
        """Wait until no long work is under way."""
        self.wait(lambda: not self.ask("busy"), "the work does not end")

    def choose(self, path):
        """Name a file or folder in the dialog for that, which is open."""
        self.type(str(path))
        self.wait(lambda: self.ask("typed") == str(path), "the path is not typed")
        self.screen.key("Return")
        closed = lambda: not self.texts()["dialogs"]  # noqa: E731
        with contextlib.suppress(TimeoutError):
            wait_until(closed, 2)  # Return may only have taken a proposal of the line
            return
        self.screen.key("Return")
        self.no_dialog()

    def close(self):
        """Quit as a person does, and wait for the end of the program."""
        self.screen.focus(self.window)
        self.screen.key("ctrl+q")
        assert self.program.wait(PATIENCE) == 0


@functools.cache
def _stamps():
    """What a program of this run has noted of its kernels, by the name of the note."""
    return {}


@contextlib.contextmanager
def kernels_known():
    """The first program compiles what there is to compile in a process of its own, in the home of its test; those of
    later tests are told that it was done, instead of each loading all kernels once more to find that out.
    """
    path = cache_folder() / "kernels.stamp"
    if _stamps() and not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_stamps()[path.name])
    yield
    if path.exists():
        _stamps()[path.name] = path.read_text()


@contextlib.contextmanager
def window(*folders, display=None, shots=None):
    """The program with its window.

    Args:
        folders: scanned at once.
        display: a screen that is there already; otherwise a new one.
        shots: folder for a picture of the screen, if the test fails.
    """
    with contextlib.ExitStack() as stack:
        stack.enter_context(kernels_known())
        display = display or stack.enter_context(screen(1480, 900, managed=True))
        environment = {**display.environment(), "QT_LOGGING_RULES": "qt.qpa.*=false"}
        program = subprocess.Popen(
            [sys.executable, "-m", "tests.helpers.screen.window_probe", *map(str, folders)],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            yield Window(display, program)
        except BaseException:
            if shots is not None:
                display.save(Path(shots) / f"screen-{program.pid}.png")
            raise
        finally:
            program.kill()
            _, errors = program.communicate(timeout=20)
        assert not errors, errors


def trashed(home):
    """What lies in the Trash of a home, by the rules of FreeDesktop.org: place it came from → bytes, time, mode.

    Each file has a description that says where it was and when it went, and each description a file.
    """
    folder = Path(home) / ".local/share/Trash"
    if not folder.exists():
        return {}
    assert os.stat(folder).st_mode & 0o777 == 0o700
    there = state(folder / "files")
    found = {}
    for info in (folder / "info").iterdir():
        lines = info.read_text(encoding="ascii").splitlines()
        assert lines[0] == "[Trash Info]"
        values = dict(line.split("=", 1) for line in lines[1:])
        datetime.strptime(values["DeletionDate"], "%Y-%m-%dT%H:%M:%S")  # noqa: DTZ007 (local time, by the rules)
        found[urllib.parse.unquote(values["Path"])] = there.pop(info.name.removesuffix(".trashinfo"))
    assert not there, "files without a description"
    return found
