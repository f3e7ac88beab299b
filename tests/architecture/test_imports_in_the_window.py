"""No import in the window reads the sources of what is imported."""

import subprocess
import sys

import pytest
from shibokensupport import feature

from simfinder.gui.style import qt_imports

LOOK = """
import linecache, sys
from PySide6.QtWidgets import QApplication
app = QApplication(["simfinder", "-platform", "offscreen"])
before = set(linecache.cache)
import simfinder.gui.main, simfinder.app.session.session, numba
assert "numba" in sys.modules
print(len({name for name in linecache.cache if "simfinder" in name or "numba" in name} - before))
"""


def test_no_source_is_read():
    result = subprocess.run([sys.executable, "-c", LOOK], capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stderr
    assert int(result.stdout) < 5


def test_pyside_still_has_the_switch():
    """Where this fails PySide does it in another way: see whether it still reads sources."""
    assert getattr(feature, qt_imports.LOOK) is qt_imports.uses_qt


def test_another_way_of_pyside_changes_nothing(monkeypatch):
    monkeypatch.delattr(feature, qt_imports.LOOK)
    qt_imports.spare()
    assert not hasattr(feature, qt_imports.LOOK)


@pytest.mark.parametrize(
    ("name", "uses"),
    [
        ("simfinder.gui.main", True),
        ("PySide6.QtCore", True),
        ("simfinder.app.session.session", False),
        ("numba", False),
    ],
)
def test_names(name, uses):
    assert qt_imports.uses_qt(type(sys)(name)) is uses
