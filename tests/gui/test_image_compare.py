"""Pictures side by side, over one another, and what differs; comparing with any other file of a cluster."""

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QColor, QImage

from simfinder.gui.panels.details_panel import COMPARE
from simfinder.gui.panels.image_compare import ImageCompare, Way, difference
from tests.gui.conftest import LONG

LEFT = Qt.MouseButton.LeftButton


def picture(color, width=80, height=60):
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor(color))
    return image


@pytest.fixture
def pictures(qtbot, look):
    view = ImageCompare()
    qtbot.addWidget(view)
    view.resize(200, 160)
    view.show()
    one, other = picture("#ff0000"), picture("#ff0000")
    other.setPixelColor(70, 30, QColor("#f00000"))
    view.show_images(one, "this", other, "kept")
    return view


def test_equal_pixels_are_black_and_small_differences_are_seen(pictures):
    found = difference(picture("#808080"), picture("#808080"), QSize(80, 60))
    assert {found.pixelColor(x, y).name() for x in range(80) for y in range(60)} == {"#000000"}
    found = difference(picture("#808080"), picture("#828080"), QSize(80, 60))
    assert found.pixelColor(5, 5).red() == 8
    pictures.ways.setCurrentIndex(Way.DIFFERENCE)
    shot = pictures.over.grab().toImage()
    assert shot.pixelColor(10, 10).name() == "#000000"
    assert shot.pixelColor(70, 30).red() > 40


def test_transparent_pictures_are_compared_on_white():
    clear = QImage(10, 10, QImage.Format.Format_ARGB32)
    clear.fill(Qt.GlobalColor.transparent)
    found = difference(clear, picture("#ffffff", 10, 10), QSize(10, 10))
    assert found.pixelColor(5, 5).name() == "#000000"


def test_the_edge_moves_by_mouse_and_keys(qtbot, pictures):
    pictures.show_images(picture("#ff0000"), "this", picture("#0000ff"), "kept")
    pictures.ways.setCurrentIndex(Way.OVERLAY)
    over = pictures.over
    assert over.room().size() == QSize(80, 60)
    shot = over.grab().toImage()
    assert (shot.pixelColor(10, 10).name(), shot.pixelColor(70, 10).name()) == ("#ff0000", "#0000ff")
    qtbot.mouseClick(over, LEFT, pos=QPoint(75, 20))
    assert over.grab().toImage().pixelColor(65, 10).name() == "#ff0000"
    over.set_edge(0.5)
    qtbot.keyClick(over, Qt.Key.Key_Left)
    assert over.edge == pytest.approx(0.45)
    for _ in range(30):
        qtbot.keyClick(over, Qt.Key.Key_Right)
    assert over.edge == 1.0


def test_what_cannot_be_drawn_is_not_laid_over(pictures):
    pictures.ways.setCurrentIndex(Way.OVERLAY)
    pictures.show_images(picture("#ff0000"), "this", QImage(), "kept")
    assert pictures.ways.currentIndex() == Way.SIDES
    assert not pictures.ways.isTabEnabled(Way.DIFFERENCE)


def ask(qtbot, window, call):
    with qtbot.waitSignal(window.details._loader.loaded, timeout=LONG) as loaded:
        call()
    return loaded.args[0]


def test_any_other_file_of_the_cluster_can_be_compared(qtbot, scanned, tree):
    session, panel = scanned.workspace.session, scanned.details
    paths = sorted(tree.cluster_of("pipeline"), key=session.file_of)
    kept = session.record(
        int(session.clusters.kept[session.clusters.cluster_of(session.file_of(paths[0]))])
    ).path
    one, other = [path for path in paths if path != kept][:2]
    index = scanned.clusters.model.index_of(session.file_of(one))
    scanned.clusters.tree.setCurrentIndex(index)
    qtbot.waitUntil(lambda: not scanned.bridge.busy, timeout=LONG)
    assert panel.others.isVisibleTo(panel)
    panel._list_others()
    actions = panel.others.menu().actions()
    assert len(actions) == len(paths) - 1
    assert [action.isChecked() for action in actions] == [True] + [False] * (len(actions) - 1)
    assert actions[0].text().endswith("(kept)")
    details = ask(qtbot, scanned, lambda: panel.compare_with(other))
    assert details.comparison.right == other
    assert details.figures == session.figures_of(session.file_of(one), session.file_of(other))
    assert "shared with" in panel.subtitle.whole() or "Identical to" in panel.subtitle.whole()
    scanned.workspace.clusters_changed.emit()
    qtbot.wait(100)
    assert panel._shown.kept == other  # a regroup does not take it back
    details = ask(qtbot, scanned, lambda: panel.compare_with(kept))
    assert details.comparison.right == kept
    assert details.figures == session.figures(session.file_of(one))


def test_changes_are_stepped_through_by_keys(qtbot, scanned, tree):
    session, panel = scanned.workspace.session, scanned.details
    index = scanned.clusters.model.index_of(session.file_of(tree.families["pipeline"][0]))
    scanned.clusters.tree.setCurrentIndex(index)
    qtbot.waitUntil(lambda: not scanned.bridge.busy, timeout=LONG)
    panel.tabs.setCurrentIndex(0)
    steps = []
    panel.compare.go = steps.append
    qtbot.keyClick(scanned, Qt.Key.Key_F7)
    qtbot.keyClick(scanned, Qt.Key.Key_F7, Qt.KeyboardModifier.ShiftModifier)
    assert steps == [1, -1]
    assert panel.tabs.currentIndex() == COMPARE
