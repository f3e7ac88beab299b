"""What the pictures of a whole scan cost: frames of the key space at 100,000 and 1,000,000 points, layouts of the map.

    python benchmarks/overview.py [FOLDER…]

Runs the real widgets without a screen; of folders the whole window, under ``xvfb-run`` too (``common.overview_files``).
A frame is the CPU time of the window's own thread for one step of a gesture. A gap is the longest wall time in which
that thread did not come round while another makes the pictures; whatever else the machine does is in it.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable
from types import MappingProxyType

if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from common.overview_files import measure
from common.peers import print_table
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from simfinder.app.clusters.cluster_table import Grouping, SessionFiles, draft, in_order
from simfinder.app.views.key_space import KeySpace
from simfinder.app.views.space_map import TOP, FolderTree, folder_tree, space_map
from simfinder.app.views.treemap import Box, lay_out
from simfinder.arrays.file_columns import FileColumns
from simfinder.gui.overview.key_space.key_space_panel import KeySpaceView
from simfinder.gui.overview.key_space.point_image import render
from simfinder.gui.overview.space_map.space_map_panel import MapView
from simfinder.gui.style import palette, stylesheet
from simfinder.model.file_record import FileRecord

_STEPS = 60
_TICK = 0.004  # seconds between two looks at the clock by the window's thread


def _space(count: int) -> KeySpace:
    rng = np.random.default_rng(1)
    sizes = np.floor(np.exp(rng.normal(9, 2, count)))
    skew = sizes * rng.uniform(0.2, 0.6, count)
    return KeySpace(
        files=np.arange(count, dtype=np.int32),
        sizes=sizes,
        types=np.minimum(rng.geometric(0.3, count) - 1, 29).astype(np.int32),
        type_names=tuple(f"t{i:02d}" for i in range(30)),
        keys=MappingProxyType({"skew": skew}),
        offsets=rng.integers(0, 2**32, 30).astype(np.float64)[rng.integers(0, 30, count)],
        records=[FileRecord("/f", 1, 0, 0, 0)] * count,
    )


class _Watch:
    """The longest time the event loop did not come round."""

    def __init__(self) -> None:
        self.worst = 0.0
        self._last = time.perf_counter()
        self._timer = QTimer()
        self._timer.setInterval(int(_TICK * 1000))
        self._timer.timeout.connect(self._tick)
        self._timer.start()

    def _tick(self) -> None:
        now = time.perf_counter()
        self.worst = max(self.worst, now - self._last)
        self._last = now

    def stop(self) -> float:
        self._tick()
        self._timer.stop()
        return self.worst * 1000


def _wait(seconds: float) -> None:
    loop = QEventLoop()
    QTimer.singleShot(int(seconds * 1000), loop.quit)
    loop.exec()


def _settle(view: KeySpaceView) -> None:
    _wait(0.02)
    while not view.settled:
        _wait(0.01)


def _gesture(view: KeySpaceView, step: Callable[[int], None]) -> tuple[float, float, float]:
    """Median and worst frame, and the longest gap, in milliseconds."""
    frames = []
    watch = _Watch()
    for i in range(_STEPS):
        began = time.thread_time()
        step(i)
        view.canvas.repaint()
        frames.append((time.thread_time() - began) * 1000)
        _wait(0.006)
    gap = watch.stop()
    _settle(view)
    return statistics.median(frames), max(frames), gap


def key_space(count: int) -> list[list[str]]:
    """Opening, a picture, panning, zooming, hovering and choosing."""
    space = _space(count)
    view = KeySpaceView()
    view.resize(1180, 760)
    view.show()
    _wait(0.05)
    began = time.process_time()
    watch = _Watch()
    view.show_space(space)
    _settle(view)
    opened, opening_gap = (time.process_time() - began) * 1000, watch.stop()
    rows = [[f"{count:,}", "opening (all threads)", "", f"{opened:.0f}", f"{opening_gap:.0f}"]]
    canvas = view.canvas
    for ratio in (1.0, 2.0):
        shot = canvas._shot(ratio)
        spent = []
        for _ in range(5):
            cpu = time.process_time()
            render(shot)
            spent.append((time.process_time() - cpu) * 1000)
        name = f"a picture, {ratio:.0f} pixel{'s' * (ratio > 1)} per pixel, in a thread"
        rows.append([f"{count:,}", name, f"{statistics.median(spent):.1f}", f"{max(spent):.1f}", ""])
    gestures: list[tuple[str, Callable[[int], None]]] = [
        ("panning", lambda i: canvas.pan(0.01 if i % 40 < 20 else -0.01, 0.005)),
        ("zooming", lambda i: canvas.zoom(1.08 if i % 40 < 20 else 1 / 1.08)),
        ("hovering", lambda i: canvas._set_hover(canvas._near(canvas.pixel_of(i * 97), 9.0), canvas.pos())),
    ]
    for name, step in gestures:
        median, worst, gap = _gesture(view, step)
        rows.append([f"{count:,}", name, f"{median:.1f}", f"{worst:.1f}", f"{gap:.0f}"])
    chosen = range(0, count, 3)
    began = time.thread_time()
    view.set_selection(chosen)
    view.canvas.repaint()
    rows.append([f"{count:,}", "a third selected", "", f"{(time.thread_time() - began) * 1000:.0f}", ""])
    _settle(view)
    view.close()
    view.deleteLater()
    _wait(0.01)
    return rows


def _folders(count: int) -> list[str]:
    """Paths of so many folders, eight in each."""
    paths = ["/r"]
    for i in range(1, count):
        paths.append(f"{paths[(i - 1) // 8]}/d{i}")
    return paths


def space(files: int, folders: int) -> list[list[str]]:
    """The tree of folders, the sums, a layout, and the whole view."""
    rng = np.random.default_rng(2)
    paths = _folders(folders)
    where = rng.integers(0, folders, files)
    sizes = np.floor(np.exp(rng.normal(9, 2, files))).astype(np.int64)
    records = FileColumns.of(  # as a scan has them
        FileRecord(f"{paths[f]}/{i}.c", 1, i, int(s), 1)
        for i, (f, s) in enumerate(zip(where.tolist(), sizes.tolist(), strict=True))
    )
    columns = SessionFiles(
        records,
        np.arange(files, dtype=np.int32),
        rng.integers(0, 30, files).astype(np.int32),
        tuple(f"t{i:02d}" for i in range(30)),
        sizes,
        rng.integers(0, 10**9, files),
        np.zeros(files, np.bool_),
    )
    third = files // 3 // 4 * 4
    clusters = in_order(
        draft(
            columns,
            np.zeros((files, 16), np.uint8),
            Grouping(np.arange(0, third + 1, 4), rng.permutation(files)[:third].astype(np.int32)),
            np.full(third, 0.9, np.float32),
            np.full(30, 0.3, np.float32),
        )
    )
    alive = np.ones(files, np.bool_)
    label = f"{files:,} files, {folders:,} folders"
    rows = []

    def timed(name: str, function: Callable[[], object]) -> object:
        spent = []
        result: object = None
        for _ in range(3):
            began = time.process_time()
            result = function()
            spent.append((time.process_time() - began) * 1000)
        rows.append([label, name, f"{statistics.median(spent):.1f}"])
        return result

    tree = timed("tree of folders, once per scan", lambda: folder_tree(records, ["/r"]))
    assert isinstance(tree, FolderTree)
    figures = space_map(tree, clusters, alive)
    timed("figures, when clusters change", lambda: space_map(tree, clusters, alive))
    cells = lay_out(figures, TOP, Box(0, 0, 940, 670))
    timed(f"layout ({len(cells)} cells)", lambda: lay_out(figures, TOP, Box(0, 0, 940, 670)))
    view = MapView()
    view.resize(1180, 760)
    view.show()
    _wait(0.05)

    def shown() -> None:
        view.show_map(figures)
        view.canvas.repaint()

    timed("the view, shown and painted", shown)
    view.close()
    view.deleteLater()
    _wait(0.01)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", metavar="FOLDER", nargs="*", help="drive all views on these files instead")
    parser.add_argument("--points", type=int, nargs="*", default=[100_000, 1_000_000])
    arguments = parser.parse_args()
    app = QApplication([])
    app.setStyle("Fusion")
    stylesheet.apply(app, palette.LIGHT)
    if arguments.folders:
        found, phases = measure([os.path.abspath(folder) for folder in arguments.folders])
        print(f"{app.platformName()}: {found}")
        print_table(
            ["phase", "longest gap ms", "own CPU of the longest turn, ms", "gaps over 100 ms"], phases
        )
        sys.stdout.flush()
        os._exit(0)  # threads that only read are not waited for
    rows = [row for count in arguments.points for row in key_space(count)]
    print_table(["points", "what", "CPU ms, median", "most", "longest gap ms"], rows)
    rows = [*space(100_000, 20_000), *space(1_000_000, 100_000)]
    print_table(["map of", "what", "CPU ms"], rows)


if __name__ == "__main__":
    main()
