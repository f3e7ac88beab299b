"""Pictures of the real window, scanning real files, light and dark: ``python packaging/pictures/screenshot.py``.

Under Xvfb, in a home of its own, with the program's own window: it scans the test suite's tree of versions
(or copies of the folders given) and a backup of a part of it, marks older versions, chooses one, compares it with the
kept file, and the screen is saved as ``resources/screenshots/window-light.png`` and ``window-dark.png``. Then the
window goes on to what else the tour in ``docs/README.md`` shows (``tour-*.png``). Nothing is drawn or faked here, and
no path of this machine can come into the picture.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.helpers.files.trees import version_tree  # noqa: E402
from tests.helpers.screen import xvfb  # noqa: E402

if TYPE_CHECKING:
    from PySide6.QtCore import QModelIndex
    from PySide6.QtWidgets import QApplication

    from simfinder.gui.window.main_window import MainWindow

WIDTH, HEIGHT = 1600, 900


def main() -> None:
    """Makes the home, the display and the pictures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("folders", nargs="*", type=Path, help="copied into the home and scanned")
    parser.add_argument("--select", default="Annual report v3.txt", help="name of the file to compare")
    parser.add_argument("--to", type=Path, default=ROOT / "resources" / "screenshots", help="where to save")
    arguments = parser.parse_args()
    arguments.to.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, xvfb.screen(WIDTH, HEIGHT) as screen:
        home = os.path.join(place, "anna")
        os.mkdir(home)
        scanned = fill(home, arguments.folders)
        os.environ.update(screen.environment() | own_folders(home))
        for variable in ("XDG_CURRENT_DESKTOP", "QT_QPA_PLATFORMTHEME", "DBUS_SESSION_BUS_ADDRESS"):
            os.environ.pop(variable, None)  # a person's desktop must not colour the picture
        photograph(screen, scanned, arguments.select, arguments.to)


def fill(home: str, folders: list[Path]) -> list[str]:
    """Puts files into the home; returns the folders to scan."""
    if not folders:
        version_tree(home)
        shutil.copytree(os.path.join(home, "Notes"), os.path.join(home, "Backup", "Notes"))
        with open(os.path.join(home, "Notes", "added later.txt"), "w", encoding="utf-8") as file:
            file.write("What was written after the backup was made.\n" * 40)
        return [
            os.path.join(home, name)
            for name in ("Documents", "Desktop", "Downloads", "Pictures", "Notes", "Backup")
        ]
    for folder in folders:
        shutil.copytree(folder, os.path.join(home, folder.resolve().name), symlinks=True)
    return [os.path.join(home, folder.resolve().name) for folder in folders]


def own_folders(home: str) -> dict[str, str]:
    """An environment in which everything a program keeps lies in that home, but for the compiled kernels."""
    places = {"CACHE": ".cache", "DATA": ".local/share", "CONFIG": ".config", "STATE": ".local/state"}
    return {"HOME": home, **{f"XDG_{name}_HOME": os.path.join(home, place) for name, place in places.items()}}


def photograph(screen: xvfb.Screen, folders: list[str], select: str, to: Path) -> None:
    """Opens the window, brings it to the state wanted and saves the screen in both looks."""
    from PySide6.QtCore import QItemSelectionModel
    from PySide6.QtWidgets import QApplication

    from simfinder.app.runtime import warmup
    from simfinder.gui.details.details_panel import COMPARE
    from simfinder.gui.main import make_window
    from simfinder.gui.style.palette import DARK, LIGHT
    from simfinder.gui.style.stylesheet import apply

    warmup.load()  # the window says how long the scan took
    app = QApplication(["simfinder"])
    app.setStyle("Fusion")
    apply(app, LIGHT)
    window = make_window(folders)
    window.resize(WIDTH, HEIGHT)
    window.move(0, 0)
    window.show()
    window.work.begin()
    window.small_jobs.look_at_rules()
    window.work.scan()
    wait(app, lambda: window.workspace.session is not None and not window.work.busy, 300)
    tree = window.clusters.tree
    tree.open_all()
    window.workspace.mark_rule("older")
    row = find_row(window, select)
    tree.selectionModel().setCurrentIndex(
        row, QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
    )
    tree.scrollToTop()
    if not tree.viewport().rect().contains(tree.visualRect(row)):
        tree.scrollTo(row.parent(), tree.ScrollHint.PositionAtTop)
    tree.setFocus()
    window.details.tabs.setCurrentIndex(COMPARE)
    screen.xdotool("mousemove", WIDTH - 1, HEIGHT - 1)
    for name, colors in (("light", LIGHT), ("dark", DARK)):
        apply(app, colors)  # as the window does when the system's setting changes; Xvfb has no such setting
        come_to_rest(app, window, screen)
        screen.save(to / f"window-{name}.png")
    apply(app, LIGHT)
    take_tour(app, window, screen, to)
    window.close()
    wait(app, lambda: not window.isVisible(), 60)


def take_tour(app: QApplication, window: MainWindow, screen: xvfb.Screen, to: Path) -> None:
    """Save what the tour shows: why two files are similar, the review of a removal, whole folders, the map."""
    from simfinder.gui.details.details_panel import COMPARE, WHY

    def save(name: str) -> None:
        come_to_rest(app, window, screen)
        screen.save(to / f"tour-{name}.png")

    window.details.tabs.setCurrentIndex(WHY)
    save("why")
    window.details.tabs.setCurrentIndex(COMPARE)
    window.commands.trash.trigger()
    wait(app, lambda: window.dialog is not None, 60)
    save("review")
    window.dialog.reject()
    wait(app, lambda: window.dialog is None, 60)
    _, folders, _, places = window.commands.views.actions()
    folders.trigger()
    wait(app, lambda: window.overview.settled, 60)
    view = window.overview.folders
    pair = view.pairs.rows[0]
    view.choose_pair(pair.path, pair.kept)
    wait(app, lambda: window.overview.settled, 60)
    save("folders")
    places.trigger()
    wait(app, lambda: window.overview.settled, 60)
    save("map")


def find_row(window: MainWindow, name: str) -> QModelIndex:
    """The row of the file with that name; else of the first file that is like its kept file, not the same."""
    model = window.clusters.model
    rows = [
        model.index(number, 0, model.index(cluster, 0))
        for cluster in range(model.rowCount())
        for number in range(1, model.rowCount(model.index(cluster, 0)))
    ]
    if not rows:
        raise SystemExit("the scan found no cluster")
    named = [row for row in rows if os.path.basename(model.record_of(row).path) == name]
    return (named or [row for row in rows if model.chip(row) == "older"] or rows)[0]


def come_to_rest(app: QApplication, window: MainWindow, screen: xvfb.Screen) -> None:
    """Runs the event loop until the window has nothing to do and the screen stays as it is."""
    wait(app, lambda: not window.bridge.busy, 300)
    last = None
    for _ in range(100):
        until = time.monotonic() + 0.3
        wait(app, lambda until=until: time.monotonic() > until, 5)
        now = screen.pixels().tobytes()
        if now == last:
            return
        last = now
    raise SystemExit("the window does not come to rest")


def wait(app: QApplication, condition: Callable[[], bool], seconds: float) -> None:
    """Runs the event loop until the condition holds."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise SystemExit(f"the window did not get ready within {seconds} s")
        app.processEvents()
        time.sleep(0.01)


if __name__ == "__main__":
    main()
