"""The timeline of a cluster: order, sizes, shares; choosing both ways; odd values."""

import math

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QHelpEvent, QPalette
from PySide6.QtWidgets import QApplication, QToolTip, QVBoxLayout, QWidget

from simfinder.app.views.timeline import timeline
from simfinder.gui.overview.timeline.timeline_view import TimelineView, Version
from simfinder.gui.style import palette, stylesheet
from simfinder.model.clusters import Relation

DAY = 86_400 * 10**9
START = 1_748_600_000 * 10**9
LEFT, CONTROL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier

THREE = [
    Version("v1.txt", START, 1000, None, Relation.OLDER, 11),
    Version("v2.txt", START + DAY, 4000, 0.62, Relation.OLDER, 7),
    Version("v3.txt", START + 2 * DAY, 4000, 1.0, Relation.KEPT, 9),
]


@pytest.fixture
def view(qtbot, look):
    widget = TimelineView()
    qtbot.addWidget(widget)
    widget.resize(640, 150)
    widget.show()
    qtbot.waitUntil(widget.isVisible)
    return widget


@pytest.fixture
def three(view):
    view.show_versions(THREE)
    QApplication.sendPostedEvents()
    return view


def dot(view, place):
    return view.strip.center(place).toPoint()


def test_time_runs_from_left_to_right_and_area_is_size(three):
    strip = three.strip
    assert [strip.center(i).x() for i in range(3)] == sorted(strip.center(i).x() for i in range(3))
    assert strip.radius(1) == strip.radius(2) == 2 * strip.radius(0)
    assert three.summary.text() == "3 versions · 2025-05-30 to 2025-06-01 · neighbours at least 62 % similar"


def test_choosing_by_mouse_and_keys_tells_file_indexes(qtbot, three):
    told = []
    three.selected.connect(told.append)
    strip = three.strip
    qtbot.mouseClick(strip, LEFT, pos=dot(three, 1))
    qtbot.mouseClick(strip, LEFT, CONTROL, dot(three, 0))
    qtbot.mouseClick(strip, LEFT, CONTROL, dot(three, 1))
    assert told == [[7], [7, 11], [11]]
    strip.setFocus()
    qtbot.keyClick(strip, Qt.Key.Key_End)
    qtbot.keyClick(strip, Qt.Key.Key_Right)
    qtbot.keyClick(strip, Qt.Key.Key_Space)
    qtbot.keyClick(strip, Qt.Key.Key_Left)
    qtbot.keyClick(strip, Qt.Key.Key_Return, CONTROL)
    qtbot.keyClick(strip, Qt.Key.Key_Home)
    qtbot.keyClick(strip, Qt.Key.Key_Space)
    assert told[3:] == [[9], [7, 9], [11]]
    assert "v1.txt" in strip.accessibleDescription()


def test_what_the_tree_selects_is_ringed_and_not_told_again(three):
    told = []
    three.selected.connect(told.append)
    plain = three.strip.grab().toImage()
    three.set_selection([7, 1000])
    assert three.selection == [7]
    at = dot(three, 1)
    ringed = three.strip.grab().toImage()
    changed = [
        (x, y) for x in range(0, ringed.width(), 2) for y in range(0, ringed.height(), 2)
        if ringed.pixel(x, y) != plain.pixel(x, y)
    ]  # fmt: skip
    assert changed
    assert all(math.hypot(x - at.x(), y - at.y()) < 24 for x, y in changed)
    assert told == []
    three.show_versions(THREE)
    assert three.selection == []


def test_copies_go_with_their_version_and_estimates_look_like_ones(qtbot, view):
    told = []
    view.selected.connect(told.append)
    view.show_versions(
        [THREE[0], Version("v2", START, 5, 0.5, Relation.KEPT, 4, estimated=True, copies=(9, 2))]
    )
    QApplication.sendPostedEvents()
    qtbot.mouseClick(view.strip, LEFT, pos=dot(view, 1))
    qtbot.mouseClick(view.strip, LEFT, CONTROL, dot(view, 0))
    qtbot.mouseClick(view.strip, LEFT, CONTROL, dot(view, 1))
    assert told == [[2, 4, 9], [2, 4, 9, 11], [11]]
    assert view.strip.words(1)[2:] == ["~50 % shared with the version before", "2 identical copies"]
    view.set_selection([9])
    assert view.selection == [9]


def test_a_cluster_of_a_real_scan_is_shown(qtbot, scanned, view):
    session = scanned.workspace.session
    for cluster in range(len(session.clusters)):
        found = timeline(session, cluster)
        view.show_timeline(found, session.clusters.files.records)
        members = {session.file_of(m.file.path) for m in session.clusters.cluster(cluster).members}
        assert set().union(*(version.files for version in view.strip.versions)) == members
        times = [version.mtime_ns for version in view.strip.versions]
        assert times == sorted(times)
        assert ("same time" in view.summary.text()) == found.same_time


def test_words_of_a_version_are_no_markup(qtbot, view, monkeypatch):
    tips = []
    monkeypatch.setattr(QToolTip, "showText", lambda _at, text, _widget: tips.append(text))
    view.show_versions([THREE[0], Version("<b>x\n.txt", START, 5, 0.999, Relation.IDENTICAL, 3)])
    at = dot(view, 1)
    event = QHelpEvent(QEvent.Type.ToolTip, at, view.strip.mapToGlobal(at))
    QApplication.sendEvent(view.strip, event)
    assert "<b>&lt;b&gt;x␊.txt</b>" in tips[0]
    assert "identical" in tips[0]
    assert "99.9 % shared with the version before" in tips[0]


@pytest.mark.parametrize(
    "versions",
    [
        [],
        THREE[:1],
        [
            Version("empty", START, 0, None, Relation.KEPT, 1),
            Version("empty", START, 0, 1.0, Relation.IDENTICAL, 2),
        ],
        [Version("same", START, 5, None, Relation.KEPT, 1)] * 4,
        [
            Version("a", 10**25, -1, None, Relation.KEPT, 1),
            Version("\udcff\n", -(10**25), 2**62, math.nan, Relation.NEWER, 2),
        ],
    ],
    ids=["nothing", "one", "empty files", "all the same", "no values that can be"],
)
def test_odd_versions_are_shown(qtbot, view, versions):
    view.show_versions(versions)
    assert not view.grab().isNull()
    assert view.summary.text()
    assert "nan" not in view.summary.text()
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Space):
        qtbot.keyClick(view.strip, key)
    assert len(view.selection) == bool(versions)
    assert view.strip.accessibleDescription()


def test_thousands_scroll_and_only_what_is_seen_is_painted(qtbot, view, monkeypatch):
    count = 5000
    view.show_versions(
        [
            Version(f"v{i}", START + i * DAY, 1000 + i, 0.9 if i else None, Relation.OLDER, i)
            for i in range(count)
        ]
    )
    qtbot.wait(10)
    painted = []
    real = type(view.strip)._paint_version
    monkeypatch.setattr(
        type(view.strip),
        "_paint_version",
        lambda self, p, place, c: (painted.append(place), real(self, p, place, c)),
    )
    view.strip.setFocus()
    qtbot.keyClick(view.strip, Qt.Key.Key_Home)
    view.grab()
    qtbot.waitUntil(lambda: 0 in painted)
    assert len(set(painted)) < 60
    qtbot.keyClick(view.strip, Qt.Key.Key_End)
    view.grab()
    qtbot.waitUntil(lambda: count - 1 in painted)
    assert view.strip.visibleRegion().contains(dot(view, count - 1))


def test_right_to_left_time_runs_the_other_way(qtbot, three):
    three.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    qtbot.wait(10)
    strip = three.strip
    assert strip.center(0).x() > strip.center(2).x()
    assert strip.place_at(QPointF(dot(three, 2))) == 2
    strip.setFocus()
    qtbot.keyClick(strip, Qt.Key.Key_Home)
    qtbot.keyClick(strip, Qt.Key.Key_Left)
    assert strip.current == 1
    assert not three.grab().isNull()


def test_dots_have_the_colours_of_the_chips_in_both_looks(qtbot, three, look):
    for colors in (palette.LIGHT, palette.DARK):
        stylesheet.apply(look, colors)
        qtbot.wait(10)
        image = three.strip.grab().toImage()
        assert image.pixelColor(dot(three, 2)).name() == colors.keep
        assert image.pixelColor(dot(three, 0)).name() == colors.older
        assert three.palette().color(QPalette.ColorRole.Window).name() == colors.window


def test_what_is_said_above_is_read_in_full_in_a_narrow_place(qtbot, three):
    holder = QWidget()
    qtbot.addWidget(holder)
    column = QVBoxLayout(holder)
    column.addWidget(three)
    column.addStretch(1)
    holder.resize(220, 400)
    holder.show()
    summary = three.summary
    summary.setText(summary.text() + " · some have the same time: their order means nothing")
    qtbot.waitUntil(lambda: summary.height() >= summary.heightForWidth(summary.width()))
    assert summary.height() >= 4 * summary.fontMetrics().lineSpacing()
    assert three.area.height() >= three.strip.sizeHint().height()
    three.setParent(None)
