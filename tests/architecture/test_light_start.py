"""The window opens without numpy and numba: they take most of a second and are loaded by a worker."""

import os
import subprocess
import sys

SHOW = """
import sys
from PySide6.QtWidgets import QApplication
app = QApplication(["simfinder", "-platform", "offscreen"])
from simfinder.gui.main import make_window
window = make_window([sys.argv[1]])
window.show()
app.processEvents()
assert window.isVisible()
print(sorted({"numpy", "numba", "llvmlite", "sqlite3", "rich", "difflib"} & set(sys.modules)))
"""


def test_the_window_shows_without_numpy_and_numba(tmp_path):
    environment = {**os.environ, "PYTHONWARNINGS": "error"}
    result = subprocess.run(
        [sys.executable, "-c", SHOW, str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=60,
        env=environment,
    )
    assert result.returncode == 0, result.stderr
    loaded = result.stdout.strip()
    assert "numpy" not in loaded
    assert "numba" not in loaded
