"""The command line needs no Qt: a whole scan runs where PySide6 can't be imported."""

import json
import subprocess
import sys

BLOCK_QT = """
import sys

class NoQt:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("PySide6", "shiboken6"):
            raise ImportError(f"{name} is blocked")

sys.meta_path.insert(0, NoQt())
from simfinder.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


def run_blocked(*arguments):
    return subprocess.run(
        [sys.executable, "-c", BLOCK_QT, *arguments], capture_output=True, text=True, timeout=180
    )


def test_scan_clean_and_undo_run_without_qt(tmp_path):
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("the same words in both files\n" * 40)
    scanned = run_blocked("scan", str(tmp_path), "--json")
    assert scanned.returncode == 0, scanned.stderr
    assert len(json.loads(scanned.stdout)["clusters"]) == 1
    cleaned = run_blocked("clean", str(tmp_path), "--yes", "--json")
    assert cleaned.returncode == 0, cleaned.stderr
    assert len(list(tmp_path.iterdir())) == 1
    undone = run_blocked("undo", "--json")
    assert undone.returncode == 0, undone.stderr
    assert len(list(tmp_path.iterdir())) == 2


def test_the_block_works(tmp_path):
    result = subprocess.run(
        [
            sys.executable,
            "-c",
            BLOCK_QT.replace("from simfinder.__main__ import main", "import PySide6.QtCore"),
        ],
        capture_output=True,
        text=True,
    )
    assert result.returncode == 1
    assert "is blocked" in result.stderr
