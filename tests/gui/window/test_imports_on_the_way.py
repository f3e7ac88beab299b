"""What the window asks for is there when it asks: an import stands in the way of everything else."""

import subprocess
import sys

from tests.helpers.files.trees import version_tree

DRIVE = """
import importlib.abc, sys, threading
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

app = QApplication(["simfinder", "-platform", "offscreen"])
from simfinder.app.runtime import warmup
from simfinder.gui.main import make_window
from simfinder.gui.overview.overview import View

warmup.kernels_ready = lambda: True
window = make_window(sys.argv[1:])
window.show()
app.processEvents()

def wait(until):
    loop, timer = QEventLoop(), QTimer()
    timer.timeout.connect(lambda: loop.quit() if until() else None)
    timer.start(5)
    loop.exec()

class Seen(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if threading.current_thread() is threading.main_thread() and name.startswith("simfinder"):
            seen.append(name)
        return None

seen = []
window.work.begin()
window.small_jobs.look_at_rules()
wait(lambda: not window.bridge.busy)
sys.meta_path.insert(0, Seen())
window.work.scan()
wait(lambda: not window.work.busy)
wait(lambda: window.clusters.settled and not window.workspace.busy)
tree, model = window.clusters.tree, window.clusters.model
tree.expand(model.index(0, 0))
tree.setCurrentIndex(model.index(1, 0, model.index(0, 0)))
wait(lambda: not window.checks.running)
for view in (View.ANALYSIS, View.MAP, View.CLUSTERS):
    window.overview.show_view(view)
    wait(lambda: window.overview.settled)
window.commands.mark_older.trigger()
wait(lambda: not window.workspace.busy)
window.commands.next_undecided.trigger()
window.top.filter.setText("is:marked")
wait(lambda: window.clusters.settled)
print(*seen)
sys.stdout.flush()
window.bridge.close()
import os
os._exit(0)
"""


def test_nothing_of_the_daily_path_is_imported_by_the_thread_of_the_window(tmp_path):
    tree = version_tree(tmp_path / "files")
    result = subprocess.run(
        [sys.executable, "-c", DRIVE, str(tree.root)], capture_output=True, text=True, timeout=300
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.split() == []
