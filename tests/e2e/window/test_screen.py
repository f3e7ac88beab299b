"""The screen the window tests drive: a window seen, clicked and typed into, on a display of its own."""

import json
import subprocess
import sys

import numpy as np
import pytest

from tests.helpers.screen import xvfb

pytestmark = pytest.mark.skipif(bool(xvfb.MISSING), reason=f"not installed: {xvfb.MISSING}")

PROGRAM = """
import json, sys
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QVBoxLayout, QWidget
application = QApplication([])
window = QWidget(); window.setWindowTitle("Screen test"); window.setGeometry(100, 50, 300, 200)
window.setStyleSheet("background: #2f6fed")
layout = QVBoxLayout(window); edit = QLineEdit(); button = QPushButton("Done")
layout.addWidget(edit); layout.addWidget(button)
def place(widget):
    centre = widget.mapTo(window, widget.rect().center()); return centre.x(), centre.y()
button.clicked.connect(lambda: (print(json.dumps(edit.text()), flush=True), application.quit()))
window.show(); print(json.dumps([place(edit), place(button)]), flush=True)
application.exec()
"""


def test_a_window_is_found_typed_into_clicked_and_seen():
    with xvfb.screen(640, 480) as screen:
        assert screen.pixels().shape == (480, 640, 3)
        before = screen.wait_for_rest(quiet=0.1)
        with subprocess.Popen(
            [sys.executable, "-c", PROGRAM], env=screen.environment(), stdout=subprocess.PIPE, text=True
        ) as program:
            edit, button = json.loads(program.stdout.readline())
            window = screen.wait_for_window("^Screen test$")
            assert screen.title(window) == "Screen test"
            assert screen.place(window) == (100, 50, 300, 200)
            after = screen.wait_for_rest()
            assert not np.array_equal(before, after)
            assert tuple(after[50 + 4, 100 + 4]) == (0x2F, 0x6F, 0xED)
            screen.focus(window)
            screen.click(*edit, window=window)
            screen.type("two words")
            screen.key("BackSpace")
            screen.click(*button, window=window)
            assert json.loads(program.stdout.readline()) == "two word"
            assert program.wait(timeout=20) == 0
        screen.wait_for_no_window("^Screen test$")


def test_a_picture_of_the_screen_is_a_png(tmp_path):
    with xvfb.screen(320, 200) as screen:
        screen.save(tmp_path / "screen.png")
    assert (tmp_path / "screen.png").read_bytes()[16:24] == bytes([0, 0, 1, 64, 0, 0, 0, 200])


def test_waiting_ends_with_what_did_not_happen():
    with pytest.raises(TimeoutError, match="no rain within"):
        xvfb.wait_until(lambda: None, timeout=0.1, message="no rain")


@pytest.mark.skipif(bool(xvfb.UNMANAGED), reason=f"not installed: {xvfb.UNMANAGED}")
def test_with_a_manager_a_window_fills_the_screen_and_gets_the_keyboard():
    with (
        xvfb.screen(640, 480, managed=True) as screen,
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM], env=screen.environment(), stdout=subprocess.PIPE, text=True
        ) as program,
    ):
        program.stdout.readline()
        window = screen.wait_for_window("^Screen test$")
        screen.focus(window)
        assert screen.active() == window
        xvfb.wait_until(lambda: screen.place(window)[2:] == (640, 480), message="it does not fill the screen")
        screen.type("keys")
        screen.key("Tab", "space")
        assert json.loads(program.stdout.readline()) == "keys"
        assert program.wait(timeout=20) == 0
