"""Whatever umask the program was started with, what it writes for itself is its owner's alone: 0600, folders 0700.

What a person asks for, a report or a folder that files are moved to, is as the person's umask says.
"""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.files.trees import version_tree

pytestmark = pytest.mark.skipif(os.name == "nt", reason="permissions are other ones there")

WINDOW = """
import sys, time
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from simfinder.__main__ import main
from simfinder.app.session.saved import save_and_load
from simfinder.store import app_dirs

app = QApplication(["simfinder", "-platform", "offscreen"])
app.setQuitOnLastWindowClosed(True)
until = time.monotonic() + 90

def look():
    if save_and_load.autosaved() and app_dirs.cache_file().exists() or time.monotonic() > until:
        for widget in app.topLevelWidgets():
            widget.close()
        timer.stop()
        QTimer.singleShot(500, app.quit)

timer = QTimer(interval=100)
timer.timeout.connect(look)
timer.start()
sys.exit(main([sys.argv[1]]))
"""


@pytest.fixture
def own(home, tmp_path, monkeypatch):
    """All folders that the program may write to for itself, empty."""
    temporary, person = tmp_path / "temporary", home / "person"
    for folder in (temporary, person):
        folder.mkdir(mode=0o700)
    monkeypatch.setenv("TMPDIR", str(temporary))
    monkeypatch.setenv("HOME", str(person))
    for name in ("DATA", "CONFIG", "CACHE", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(person / name.lower()))  # made by the program
    return person, temporary


def started(umask, *arguments):
    """Run a program of Python's under a umask."""
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        umask=umask,
        capture_output=True,
        timeout=150,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )


def simfinder(umask, *arguments):
    done = started(umask, "-m", "simfinder", *arguments)
    assert done.returncode in (0, 1), done.stderr.decode()
    assert b"Traceback" not in done.stderr
    return done


def modes(*roots):
    """Every file and folder below some folders, with its permissions."""
    return {
        str(path.relative_to(root)): stat.S_IMODE(path.lstat().st_mode)
        for root in roots
        for path in sorted(root.rglob("*"))
        if not path.is_symlink()
    }


def too_open(*roots):
    """What anybody but its owner may use, or its owner may not."""
    found = {}
    for root in roots:
        for path in root.rglob("*"):
            mode = stat.S_IMODE(path.lstat().st_mode)
            if not path.is_symlink() and mode != (0o700 if path.is_dir() else 0o600):
                found[str(path.relative_to(root))] = oct(mode)
    return found


@pytest.mark.parametrize("umask", [0o000, 0o077, 0o777], ids=oct)
def test_commands(umask, own, tmp_path):
    tree = version_tree(tmp_path / "tree")
    for path in Path(tree.root).rglob("*"):
        if path.is_file():
            path.chmod(0o600)  # so are the files in the Trash
    simfinder(umask, "scan", tree.root)
    simfinder(umask, "clean", tree.root, "--yes")
    simfinder(umask, "undo")
    simfinder(umask, "clean", tree.root, "--yes", "--remove", "all")
    simfinder(umask, "rules", "save", "mine", "newest")
    simfinder(umask, "ignore", "list")
    simfinder(umask, "cache", "info")
    simfinder(umask, "history")
    simfinder(umask, "doctor")
    written = modes(*own)
    for name in ("cache.sqlite3", "library.sqlite3", ".trashinfo", "Trash/files/"):
        assert any(name in path for path in written), name
    assert too_open(*own) == {}


@pytest.mark.parametrize("umask", [0o000, 0o777], ids=oct)
def test_the_window(umask, own, tmp_path):
    tree = version_tree(tmp_path / "tree")
    done = started(umask, "-c", WINDOW, tree.root)
    assert done.returncode == 0, done.stderr.decode()
    written = modes(*own)
    for name in ("cache.sqlite3", "settings.json", "sessions/"):
        assert any(name in path for path in written), (name, sorted(written))
    assert too_open(*own) == {}


def test_what_a_person_asks_for_is_as_the_umask_says(own, tmp_path):
    tree = version_tree(tmp_path / "tree")
    away = tmp_path / "there" / "away"
    simfinder(0o027, "clean", tree.root, "--yes", "--to", away, "--profile", tmp_path / "profile")
    folders = [away.parent, away, *(path for path in away.rglob("*") if path.is_dir())]
    assert {stat.S_IMODE(folder.stat().st_mode) for folder in folders} == {0o750}
    assert stat.S_IMODE((tmp_path / "profile").stat().st_mode) == 0o640
    text = next(path for path in Path(tree.root).rglob("*.txt"))
    simfinder(0o027, "shingleprint", "-w", text)
    assert stat.S_IMODE(Path(f"{text}.sim").stat().st_mode) == 0o640
    assert too_open(*own) == {}
