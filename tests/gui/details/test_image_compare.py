"""Pictures side by side, over one another, and what differs; comparing with any other file of a cluster."""

import os

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QWidget

from simfinder.gui.controllers.details_loader import differing_pixels
from simfinder.gui.details.compare.image_compare import CompareMode, ImageCompare, difference
from simfinder.gui.details.details_panel import COMPARE
from simfinder.gui.style.palette import DARK, LIGHT
from simfinder.gui.style.stylesheet import apply
from simfinder.gui.widgets.image_decoder.client import NO_PICTURE, Picture
from simfinder.gui.widgets.image_decoder.protocol import Head, Mark, Trouble
from tests.gui.conftest import LONG
from tests.helpers.pictures import raws, scenes
from tests.helpers.screen.cluster_rows import index_of

LEFT = Qt.MouseButton.LeftButton


def plain(color, width=80, height=60):
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor(color))
    return image


def decoded(image):
    """As if it had come from the process that decodes."""
    size = (image.width(), image.height())
    marks = int(Mark.EXACT)
    form = QImage.Format.Format_ARGB32_Premultiplied
    return Picture(image.convertToFormat(form), Head(Trouble.NONE, marks, *size, *size, form="png"))


@pytest.fixture
def pictures(qtbot, look):
    view = ImageCompare(QWidget())
    qtbot.addWidget(view)
    view.resize(320, 300)
    view.show()
    one, other = plain("#ff0000"), plain("#ff0000")
    other.setPixelColor(70, 30, QColor("#f00000"))
    view.show_pictures(decoded(one), "this", decoded(other), "kept")
    return view


def test_equal_pixels_are_black_and_small_differences_are_seen(pictures):
    found = difference(plain("#808080"), plain("#808080"), QSize(80, 60))
    assert {found.pixelColor(x, y).name() for x in range(80) for y in range(60)} == {"#000000"}
    found = difference(plain("#808080"), plain("#828080"), QSize(80, 60))
    assert found.pixelColor(5, 5).red() == 8
    pictures.modes.setCurrentIndex(CompareMode.DIFFERENCE)
    shot = pictures.over.grab().toImage()
    assert shot.pixelColor(10, 10).name() == "#000000"
    assert shot.pixelColor(70, 30).red() > 40


def test_transparent_pictures_are_compared_on_white():
    clear = QImage(10, 10, QImage.Format.Format_ARGB32)
    clear.fill(Qt.GlobalColor.transparent)
    found = difference(clear, plain("#ffffff", 10, 10), QSize(10, 10))
    assert found.pixelColor(5, 5).name() == "#000000"


def test_the_edge_moves_by_mouse_keys_and_slider(qtbot, pictures):
    pictures.show_pictures(decoded(plain("#ff0000")), "this", decoded(plain("#0000ff")), "kept")
    pictures.modes.setCurrentIndex(CompareMode.OVERLAY)
    over = pictures.over
    assert over.target().size().toSize() == QSize(80, 60)
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
    assert pictures.slider.isVisible()
    pictures.slider.setValue(0)
    assert over.grab().toImage().pixelColor(40, 10).name() == "#0000ff"


def test_notes_stand_beside_each_other_and_what_differs_is_marked(pictures):
    assert not pictures.modes.isTabEnabled(CompareMode.NOTES)
    pictures.show_notes(
        ({"camera": "Canon", "taken": "2024", "odd": "x"}, {"camera": "Canon", "words": "<b>"}), "kept"
    )
    assert pictures.modes.isTabEnabled(CompareMode.NOTES)
    pictures.modes.setCurrentIndex(CompareMode.NOTES)
    table = pictures.notes
    assert table.isVisible()
    rows = [[table.item(row, column).text() for column in range(3)] for row in range(table.rowCount())]
    assert rows == [
        ["Camera", "Canon", "Canon"],
        ["Taken", "2024", ""],
        ["Description", "", "<b>"],
        ["odd", "x", ""],
    ]
    marked = [table.item(row, 1).background().style() != Qt.BrushStyle.NoBrush for row in range(4)]
    assert marked == [False, True, True, True]
    apply(QApplication.instance(), DARK)
    assert table.item(1, 1).background().color().lightness() < 100
    apply(QApplication.instance(), LIGHT)
    pictures.show_notes(None, "kept")
    assert pictures.modes.currentIndex() == CompareMode.SIDES


def test_pictures_are_seen_in_turn_while_somebody_looks(qtbot, pictures):
    pictures.show_pictures(decoded(plain("#ff0000")), "this", decoded(plain("#0000ff")), "kept")
    pictures.modes.setCurrentIndex(CompareMode.BLINK)
    over = pictures.over
    assert over._turn.isActive()
    assert over.grab().toImage().pixelColor(70, 50).name() == "#ff0000"
    qtbot.waitUntil(lambda: over.grab().toImage().pixelColor(70, 50).name() == "#0000ff", timeout=LONG)
    qtbot.keyClick(over, Qt.Key.Key_Right)
    assert not over._turn.isActive()
    assert over.grab().toImage().pixelColor(70, 50).name() == "#ff0000"
    pictures.modes.setCurrentIndex(CompareMode.SIDES)
    pictures.modes.setCurrentIndex(CompareMode.BLINK)
    assert over._turn.isActive()
    pictures.hide()
    assert not over._turn.isActive()


def test_pictures_zoom_and_move_in_step(qtbot, pictures):
    left, right = pictures.left.canvas, pictures.right.canvas
    assert left.target() == right.target()
    before = left.target()
    qtbot.keyClick(left, Qt.Key.Key_Plus)
    assert left.target().width() == pytest.approx(1.25 * before.width())
    assert left.target() == right.target()
    assert pictures.zooming.factor.text() == "125 %"
    for _ in range(10):
        qtbot.mouseClick(pictures.zooming.into, LEFT)
    here = left.target()
    assert here.width() > left.width()
    qtbot.mousePress(right, LEFT, pos=QPoint(60, 30))
    qtbot.mouseMove(right, QPoint(40, 25))
    qtbot.mouseRelease(right, LEFT, pos=QPoint(40, 25))
    assert left.target().x() == pytest.approx(here.x() - 20, abs=1.5)
    assert left.target() == right.target()
    pictures.modes.setCurrentIndex(CompareMode.DIFFERENCE)  # the same place is looked at
    assert pictures.over.zoom.center == left.zoom.center
    qtbot.keyClick(left, Qt.Key.Key_0)
    assert left.target() == before
    qtbot.keyClick(left, Qt.Key.Key_Minus)  # all is seen already
    assert left.target() == before


def test_what_cannot_be_drawn_is_not_laid_over_and_says_why(pictures):
    pictures.modes.setCurrentIndex(CompareMode.OVERLAY)
    broken = Picture(QImage(), Head(Trouble.DAMAGED))
    pictures.show_pictures(decoded(plain("#ff0000")), "this", broken, "kept")
    assert pictures.modes.currentIndex() == CompareMode.SIDES
    assert not pictures.modes.isTabEnabled(CompareMode.DIFFERENCE)
    assert "damaged or cut off" in pictures.right.canvas.trouble
    assert pictures.right.canvas.accessibleDescription() == pictures.right.canvas.trouble


def test_differing_pixels_are_counted():
    one, other = plain("#ff0000"), plain("#ff0000")
    assert differing_pixels(decoded(one), decoded(other)) == (0, 0, 4800)
    for x in range(7):
        other.setPixelColor(x, 5, QColor("#fe0000"))
    assert differing_pixels(decoded(one), decoded(other)) == (7, 0, 4800)
    other.setPixelColor(0, 0, QColor("#e00000"))
    assert differing_pixels(decoded(one), decoded(other)) == (8, 1, 4800)
    assert differing_pixels(decoded(one), decoded(plain("#ff0000", 80, 61))) is None
    assert differing_pixels(decoded(one), NO_PICTURE) is None


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
    index = index_of(scanned.clusters.model, session.file_of(one))
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
    assert details.figures == session.scan.figures_of(session.file_of(one), session.file_of(other))
    assert "shared with" in panel.subtitle.whole() or "Identical to" in panel.subtitle.whole()
    scanned.workspace.clusters_changed.emit()
    qtbot.wait(100)
    assert panel._shown.kept == other  # a regroup does not take it back
    details = ask(qtbot, scanned, lambda: panel.compare_with(kept))
    assert details.comparison.right == kept
    assert details.figures == session.clustering.figures_of(session.file_of(one))


def test_changes_are_stepped_through_by_keys(qtbot, scanned, tree):
    session, panel = scanned.workspace.session, scanned.details
    index = index_of(scanned.clusters.model, session.file_of(tree.families["pipeline"][0]))
    scanned.clusters.tree.setCurrentIndex(index)
    qtbot.waitUntil(lambda: not scanned.bridge.busy, timeout=LONG)
    panel.tabs.setCurrentIndex(0)
    steps = []
    panel.compare.go = steps.append
    qtbot.keyClick(scanned, Qt.Key.Key_F7)
    qtbot.keyClick(scanned, Qt.Key.Key_F7, Qt.KeyboardModifier.ShiftModifier)
    assert steps == [1, -1]
    assert panel.tabs.currentIndex() == COMPARE


def test_equal_previews_of_raw_pictures_are_not_called_equal_pictures(qtbot, make, scan, tmp_path):
    pytest.importorskip("rawpy", reason="raw pictures of cameras need rawpy")
    shot = scenes.photo(5, (800, 600))
    for day, (name, data) in enumerate(
        {"a.dng": raws.dng(shot, shot), "a.nef": raws.nef(shot, shot)}.items()
    ):
        (tmp_path / name).write_bytes(data)
        os.utime(tmp_path / name, (1_700_000_000 + 86_400 * day,) * 2)
    window = make([tmp_path])
    scan(window)
    model, details = window.clusters.model, window.details
    other = model.record_of(model.index(1, 0, model.index(0, 0))).path
    window.clusters.tree.setCurrentIndex(index_of(model, window.workspace.session.file_of(other)))
    details.tabs.setCurrentIndex(COMPARE)
    images = details.compare.images
    said = "By the camera’s preview every pixel is equal."
    qtbot.waitUntil(lambda: images.summary.text() == said, timeout=LONG)
    assert details.why.answer.text() == "The same picture by the camera’s preview."
    assert "but others" not in details.why.words.text()
    qtbot.waitUntil(lambda: images.modes.isTabEnabled(CompareMode.NOTES), timeout=LONG)
    assert "Raw" in {images.notes.item(row, 1).text() for row in range(images.notes.rowCount())}
