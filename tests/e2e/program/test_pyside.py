"""The Qt binding in use is sound where an unsound one would end the window in the middle of the work."""

import subprocess
import sys

PROGRAM = """
import sys
from PySide6.QtCore import QObject
thing = QObject()
before = sys.getrefcount(None)
for _ in range(1000):
    thing.setObjectName("x")
print(sys.getrefcount(None) - before)
"""


def test_calls_that_return_nothing_cost_no_reference_to_none():
    """PySide6 6.12.0 gives one away at every call; before Python 3.12 the program dies when the last is gone."""
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=60)
    assert done.stderr == ""
    assert int(done.stdout) > -100
