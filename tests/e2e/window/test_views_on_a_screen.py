"""The views of a hundred thousand files on a screen: what ``tests/gui`` tests without one, drawn by X11."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.screen.xvfb import MISSING, screen

pytestmark = [
    pytest.mark.soak,
    pytest.mark.timeout(1900),
    pytest.mark.skipif(bool(MISSING), reason=f"needs {' and '.join(MISSING)}"),
]

PROJECT = Path(__file__).resolve().parents[3]


def test_every_view_of_a_hundred_thousand_files_on_a_screen():
    with screen() as there:
        environment = {**os.environ, "DISPLAY": there.display, "QT_QPA_PLATFORM": "xcb"}
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-m",
            "soak",
            "tests/gui/overview/test_many_files_in_views.py",
        ]
        done = subprocess.run(
            command, cwd=PROJECT, env=environment, timeout=1800, capture_output=True, text=True
        )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
