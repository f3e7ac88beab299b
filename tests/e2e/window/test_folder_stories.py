"""Copies of a whole project in the real window: cleaned to one by three clicks, undone by one, killed in the middle."""

import os

import pytest

from tests.helpers.program import state
from tests.helpers.screen.driven import trashed, window
from tests.helpers.screen.story_trees import copied_project
from tests.helpers.screen.xvfb import UNMANAGED

pytestmark = pytest.mark.skipif(bool(UNMANAGED), reason=f"needs {' and '.join(UNMANAGED)}")

REVIEW, REPORT = r"will go to the Trash", r"moved to the Trash$"


def links(root, copies):
    """Where the link of each copy leads."""
    return [os.readlink(os.path.join(root, name, "code")) for name in copies]


def counted_clicks(w, monkeypatch):
    """A list that grows with each click."""
    clicks, click = [], w.click

    def counting(name):
        clicks.append(name)
        click(name)

    monkeypatch.setattr(w, "click", counting)
    return clicks


def test_project_copied_three_times_by_three_clicks(tmp_path, home, display, monkeypatch):
    """From the end of the scan: keep only one, yes, close; the folders come first by themselves. One click for undo."""
    root = str(tmp_path / "home folder")
    copies = copied_project(root)
    before = state(root)
    with window(root, display=display, shots=tmp_path) as w:
        w.wait(lambda: any("Keep only" in text for text in w.ask("buttons")), "the folders do not come first")
        w.idle()
        clicks = counted_clicks(w, monkeypatch)
        w.click_like(r"^Keep only “webapp”")
        w.dialog(REVIEW)
        assert state(root) == before
        w.click_like(r"^Move \d")
        w.dialog(REPORT)
        w.click("Close")
        w.no_dialog()
        assert len(clicks) == 3
        after = state(root)
        kept = ("webapp/", "letters/")
        assert after == {path: what for path, what in before.items() if path.startswith(kept)}
        assert not any(os.path.lexists(os.path.join(root, name)) for name in copies)
        w.click("Undo")
        w.dialog("restored")
        assert len(clicks) == 4
        w.keys("Escape")
        w.no_dialog()
        w.close()
    assert state(root) == before
    assert links(root, copies) == ["src"] * 3
    assert trashed(home) == {}


def test_killed_in_the_middle_of_a_folder(tmp_path, home, display):
    """kill -9 while copies go: each file is where it was or in the Trash, and the next start takes all of it back."""
    root = str(tmp_path / "home folder")
    copies = copied_project(root, parts=120)
    before = state(root)
    with window(root, display=display, shots=tmp_path) as w:
        w.wait(lambda: any("Keep only" in text for text in w.ask("buttons")), "the folders do not come first")
        w.idle()
        w.click_like(r"^Keep only “webapp”")
        w.dialog(REVIEW)
        w.click_like(r"^Move \d")
        w.wait(lambda: len(state(root)) < len(before), "nothing goes")
        w.program.kill()
        w.program.wait()
    left, away = state(root), home / ".local/share/Trash/files"
    kept = sorted(what[0] for what in left.values())
    kept += sorted(what[0] for what in state(away).values())
    assert sorted(kept) == sorted(what[0] for what in before.values())
    with window(display=display, shots=tmp_path) as w:
        w.click("Undo")
        w.dialog("restored")
        w.keys("Escape")
        w.no_dialog()
        w.close()
    assert state(root) == before
    assert links(root, copies) == ["src"] * 3
