"""Every view of a hundred thousand real files: it opens, counts right, and what is chosen there is chosen here.

Run by itself it needs no display; ``tests/e2e/window/test_views_on_a_screen.py`` runs it on one.
"""

import math
import os
import random

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QPolygonF

from simfinder.gui.details.details_panel import VERSIONS
from simfinder.gui.overview.key_space.point_canvas import Tool
from simfinder.gui.overview.overview import MOST_CHOSEN, View

pytestmark = [pytest.mark.soak, pytest.mark.timeout(1800)]

FAMILIES, VERSIONS_OF_EACH, ALONE = 1_000, 5, 95_000
MINUTES = 600_000


@pytest.fixture
def many(tmp_path):
    """Families of five versions, and files that are like no other, 400 in each folder."""
    rng = random.Random(3)
    root = tmp_path / "many"
    for number in range(FAMILIES + ALONE):
        folder = root / f"part{number // 4_000:02}" / f"{number // 400:03}"
        if number % 400 == 0:
            folder.mkdir(parents=True)
        data = rng.randbytes(rng.randint(60, 900))
        if number >= FAMILIES:
            (folder / f"{number}.{('txt', 'log', 'dat')[number % 3]}").write_bytes(data)
            continue
        text = data.hex().encode() * 3
        for version in range(VERSIONS_OF_EACH):
            path = folder / f"{number}-v{version}.txt"
            path.write_bytes(text + b"version %d" % version)
            os.utime(path, (1_700_000_000 + version, 1_700_000_000 + version))
    return root


@pytest.fixture
def shown(qtbot, make, many):
    window = make([many])
    with qtbot.waitSignal(window.workspace.session_changed, timeout=MINUTES):
        window.commands.scan.trigger()
    qtbot.waitUntil(lambda: not window.work.busy, timeout=MINUTES)
    return window


def drag(qtbot, widget, way):
    qtbot.mousePress(widget, Qt.MouseButton.LeftButton, pos=way[0])
    for at in way[1:]:
        qtbot.mouseMove(widget, at)
    qtbot.mouseRelease(widget, Qt.MouseButton.LeftButton, pos=way[-1])


def ring(middle, reach):
    turns = [math.tau * step / 24 for step in range(24)]
    return [middle + QPoint(round(reach * math.cos(t)), round(reach * math.sin(t))) for t in turns]


def test_every_view_of_a_hundred_thousand_files(qtbot, shown):
    window, session = shown, shown.workspace.session
    files = FAMILIES * VERSIONS_OF_EACH + ALONE
    assert session.clustering.file_count == files
    assert len(session.clusters) == FAMILIES
    assert len(session.clusters.members) == FAMILIES * VERSIONS_OF_EACH

    def settle():
        qtbot.waitUntil(lambda: window.overview.settled and window.clusters.settled, timeout=MINUTES)

    # the key space: a lasso chooses in the tree what lies in it
    window.overview.show_view(View.ANALYSIS)
    settle()
    view = window.overview.key_space
    assert len(view.canvas) == files
    view.canvas.tool = Tool.LASSO
    in_cluster = int(session.clusters.members[0])
    number = int(np.flatnonzero(view._space.files == in_cluster)[0])
    spot = view.canvas.pixel_of(number).toPoint()
    for reach in (6, 60):
        way = ring(spot, reach)
        drag(qtbot, view.canvas, way)
        settle()
        outline = QPolygonF([QPointF(at) for at in way])
        near = [i for i in view.selection if view.canvas.plot().contains(spot)]
        assert in_cluster in view.selection
        pixels = [view.canvas.pixel_of(int(i)) for i in np.searchsorted(view._space.files, near[:200])]
        assert all(outline.boundingRect().adjusted(-2, -2, 2, 2).contains(pixel) for pixel in pixels)
        chosen = [f for f in view.selection if session.clusters.cluster_of(f) >= 0]
        if len(view.selection) > MOST_CHOSEN:
            rows = window.clusters.model.rows.clusters
            assert rows == len({session.clusters.cluster_of(file) for file in chosen})
            assert str(len(view.selection))[0] in window.clusters.only
        else:
            assert sorted(window.clusters.tree.selected_files()) == chosen
    window.overview.clear_filter()

    # the map: a click leaves the clusters of a folder
    window.overview.show_view(View.MAP)
    settle()
    picture = window.overview.map.canvas
    assert (
        sum(cell.files for cell in picture.cells if cell.depth == min(c.depth for c in picture.cells))
        == files
    )
    box = picture.cells[-1].box
    qtbot.mouseClick(
        picture,
        Qt.MouseButton.LeftButton,
        pos=QPoint(int(box.x + box.width / 2), int(box.y + box.height / 2)),
    )
    settle()
    inside = window.overview.map.selected_files()
    assert window.clusters.only
    assert sorted(window.clusters.only_files) == sorted(inside)
    wanted = {session.clusters.cluster_of(file) for file in inside} - {-1}
    assert window.clusters.model.rows.clusters == len(wanted)
    window.overview.clear_filter()
    settle()
    assert window.clusters.model.rows.clusters == FAMILIES

    # the versions of one cluster
    window.overview.show_view(View.CLUSTERS)
    window.details.tabs.setCurrentIndex(VERSIONS)
    window.clusters.tree.setCurrentIndex(window.clusters.model.index(500, 0))
    qtbot.waitUntil(lambda: window.details.versions.settled, timeout=MINUTES)
    qtbot.waitUntil(lambda: len(window.details.versions.model.rows) == VERSIONS_OF_EACH, timeout=MINUTES)


def test_a_hundred_thousand_files_are_followed(qtbot, shown, many):
    """One edit among them: the clusters are those of now within seconds, and the window was never gone for long."""
    shown.commands.follow.setChecked(True)
    qtbot.waitUntil(lambda: shown.following.state is not None, timeout=MINUTES)
    session = shown.workspace.session
    path = session.record(int(session.clusters.members[0])).path
    copy = os.path.join(os.path.dirname(path), "0 a copy.txt")
    with open(path, "rb") as source, open(copy, "wb") as target:
        target.write(source.read() + b" and more")
    qtbot.waitUntil(lambda: shown.workspace.session.file_of(copy) >= 0, timeout=MINUTES)
    session = shown.workspace.session
    assert (
        session.clusters.cluster_of(session.file_of(copy))
        == session.clusters.cluster_of(session.file_of(path))
        >= 0
    )
    assert len(session.clusters) == FAMILIES
