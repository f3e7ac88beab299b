"""The key space view: choosing, zooming, toggling; by mouse and by keys; with nothing, one point and a million."""

import time

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QPalette, QWheelEvent
from PySide6.QtWidgets import QApplication, QToolTip

from simfinder.app.views.key_space import KeySpace, log_scale, of_session
from simfinder.gui.overview.key_space import point_canvas
from simfinder.gui.overview.key_space.key_space_panel import KeySpaceView
from simfinder.gui.overview.key_space.plot import Axis, bytes_words, number_words, ticks
from simfinder.gui.overview.key_space.point_image import Area, Points, Shot, nearest, render
from simfinder.gui.style import palette, stylesheet
from simfinder.gui.style.type_colors import DARK_TYPES, LIGHT_TYPES, OTHERS
from simfinder.model.file_record import FileRecord

LEFT, CONTROL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


class Records:
    """Records of any number of files, made when they are asked for."""

    def __init__(self, count):
        self._count = count

    def __len__(self):
        return self._count

    def __getitem__(self, i):
        return FileRecord(f"/folder/file{i}.txt", 1, i, 1, 1)


def space(sizes, skew, types=None, names=("c", "h"), records=None, offsets=None):
    count = len(sizes)
    return KeySpace(
        files=np.arange(100, 100 + count, dtype=np.int32),
        sizes=np.array(sizes, dtype=np.float64),
        types=np.zeros(count, dtype=np.int32) if types is None else np.array(types, dtype=np.int32),
        type_names=tuple(names),
        keys={
            "uniform": np.array(skew, dtype=np.float64) + 1,
            "skew": np.array(skew, dtype=np.float64),
        },
        offsets=np.full(count, 1e9) if offsets is None else np.array(offsets, dtype=np.float64),
        records=records or Records(100 + count),
    )


FOUR = ([100, 10_000, 10_000, 1_000_000], [50, 5_000, 400_000, 500_000], [0, 0, 1, 1])


@pytest.fixture
def view(qtbot, look):
    widget = KeySpaceView()
    qtbot.addWidget(widget)
    widget.resize(900, 620)
    widget.show()
    qtbot.waitUntil(widget.isVisible)
    return widget


@pytest.fixture
def four(view):
    view.show_space(space(*FOUR))
    return view


@pytest.fixture
def told(four):
    found = []
    four.selected.connect(found.append)
    return found


def spot(view, number):
    return view.canvas.pixel_of(number).toPoint()


def settle(qtbot, view):
    view.canvas.repaint()
    qtbot.waitUntil(lambda: view.settled, timeout=20_000)


def drag(qtbot, canvas, points, keys=Qt.KeyboardModifier.NoModifier):
    qtbot.mousePress(canvas, LEFT, keys, points[0])
    for point in points[1:]:
        qtbot.mouseMove(canvas, point)
    qtbot.mouseRelease(canvas, LEFT, keys, points[-1])


def test_a_click_selects_and_ctrl_adds_and_takes_away(qtbot, four, told):
    qtbot.mouseClick(four.canvas, LEFT, pos=spot(four, 1))
    qtbot.mouseClick(four.canvas, LEFT, CONTROL, spot(four, 3))
    qtbot.mouseClick(four.canvas, LEFT, CONTROL, spot(four, 1))
    assert told == [[101], [101, 103], [103]]
    assert four.selection == [103]
    assert four.status.whole() == "4 files · 1 selected"
    qtbot.mouseClick(four.canvas, LEFT, pos=four.canvas.plot().topLeft() + QPoint(3, 3))
    assert told[-1] == []


def test_what_the_tree_selects_is_shown_and_not_told_again(qtbot, four, told):
    settle(qtbot, four)
    before = four.canvas.grab().toImage()
    four.set_selection([102, 5, 10**6])
    assert four.selection == [102]
    assert told == []
    at = spot(four, 2)
    image = four.canvas.grab().toImage()
    assert image != before
    reds = [image.pixelColor(at.x() + dx, at.y() + dy).name() for dx in range(-9, 10) for dy in range(-9, 10)]
    assert any(QColor(name).lightness() < 60 for name in reds)  # the ring
    assert "1 selected" in four.canvas.accessibleDescription()
    assert "file102.txt" in four.canvas.accessibleDescription()
    four.set_selection([])
    assert four.canvas.grab().toImage() == before


def test_what_the_tree_selects_comes_into_view(four):
    canvas = four.canvas
    for _ in range(12):
        canvas.zoom(1.25, QPointF(spot(four, 3)))
    assert not canvas.plot().contains(spot(four, 0))
    before = canvas.area
    four.set_selection([103, 100])
    assert canvas.area == before  # one of them is seen already
    four.set_selection([100])
    assert canvas.plot().contains(spot(four, 0))
    assert canvas.area.width == pytest.approx(before.width)


def test_an_area_and_a_lasso_select_what_is_inside(qtbot, four, told):
    one, two = spot(four, 1), spot(four, 2)
    box = [QPoint(one.x() - 20, one.y() + 20), QPoint(one.x(), one.y()), QPoint(two.x() + 20, two.y() - 20)]
    drag(qtbot, four.canvas, box, SHIFT)
    assert told[-1] == [101, 102]
    four.tools.setCurrentIndex(1)
    drag(qtbot, four.canvas, list(reversed(box)))
    assert told[-1] == [101, 102]
    four.tools.setCurrentIndex(2)
    last = spot(four, 3)
    ring = [last + QPoint(dx, dy) for dx, dy in [(-15, -15), (15, -15), (15, 15), (-15, 15)]]
    drag(qtbot, four.canvas, ring, CONTROL)
    assert told[-1] == [101, 102, 103]
    # a lasso around the corner of a box that the point is in, but not in the lasso
    corner = [last + QPoint(dx, dy) for dx, dy in [(-40, -40), (40, -40), (-40, 40), (-40, -40)]]
    drag(qtbot, four.canvas, [c - QPoint(14, 14) for c in corner])
    assert told[-1] == []


def test_a_hidden_type_is_neither_seen_nor_chosen(qtbot, four, told):
    rows = four.legend.rows
    assert [row.text() for row in rows] == [".c", ".h"]
    rows[1].setFocus()
    qtbot.keyClick(rows[1], Qt.Key.Key_Space)
    settle(qtbot, four)
    assert "1 row hidden" in four.status.whole()
    qtbot.mouseClick(four.canvas, LEFT, pos=spot(four, 3))
    assert told == [[]]
    plot = four.canvas.plot()
    drag(qtbot, four.canvas, [plot.topLeft(), plot.center(), plot.bottomRight()], SHIFT)
    assert told[-1] == [100, 101]
    qtbot.mouseClick(rows[1], LEFT, CONTROL)
    assert four.legend.shown == [False, True]
    drag(qtbot, four.canvas, [plot.topLeft(), plot.center(), plot.bottomRight()], SHIFT)
    assert told[-1] == [102, 103]
    qtbot.mouseClick(rows[1], LEFT, CONTROL)
    assert four.legend.shown == [True, True]


def test_keys_move_zoom_fit_and_choose(qtbot, four, told):
    canvas = four.canvas
    canvas.setFocus()
    whole = canvas.area
    qtbot.keyClick(canvas, Qt.Key.Key_Right)
    assert canvas.area.x0 == pytest.approx(whole.x0 + 0.1 * whole.width)
    qtbot.keyClick(canvas, Qt.Key.Key_Up)
    assert canvas.area.y0 == pytest.approx(whole.y0 + 0.1 * whole.height)
    qtbot.keyClick(canvas, Qt.Key.Key_Plus)
    assert canvas.area.width == pytest.approx(whole.width / 1.25)
    qtbot.keyClick(canvas, Qt.Key.Key_Minus)
    qtbot.keyClick(canvas, Qt.Key.Key_Left)
    qtbot.keyClick(canvas, Qt.Key.Key_Down)
    assert canvas.area.x0 == pytest.approx(whole.x0)
    assert canvas.area.y1 == pytest.approx(whole.y1)
    qtbot.keyClick(canvas, Qt.Key.Key_Plus)
    qtbot.keyClick(canvas, Qt.Key.Key_Home)
    assert canvas.area == whole
    qtbot.keyClick(canvas, Qt.Key.Key_Space)
    centre = canvas.plot().center()
    distances = [(spot(four, i) - centre).manhattanLength() for i in range(4)]
    assert told == [[100 + int(np.argmin(distances))]]
    qtbot.keyClick(canvas, Qt.Key.Key_Escape)
    assert told[-1] == []


def test_tab_walks_through_canvas_controls_and_legend(qtbot, four):
    four.activateWindow()
    qtbot.waitUntil(four.isActiveWindow)
    four.canvas.setFocus()
    seen = []
    for _ in range(9):
        seen.append(QApplication.focusWidget())
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    wanted = {four.canvas, four.key, four.extension, four.tools, four.whole, *four.legend.rows}
    assert wanted <= set(seen)


def test_the_wheel_zooms_around_the_pointer(qtbot, four):
    at = spot(four, 1)
    for delta in (120, 240):
        event = QWheelEvent(
            QPointF(at), QPointF(four.canvas.mapToGlobal(at)), QPoint(), QPoint(0, delta), Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(four.canvas, event)
        assert (spot(four, 1) - at).manhattanLength() <= 2
    assert four.canvas.area.width < 0.6 * four.canvas._whole.width


def test_dragging_moves_the_points_with_the_pointer(qtbot, four, told):
    start = spot(four, 1)
    drag(qtbot, four.canvas, [start, start + QPoint(20, 10), start + QPoint(50, -30)])
    assert (spot(four, 1) - start - QPoint(50, -30)).manhattanLength() <= 1
    assert told == []


def test_no_view_gets_lost(four):
    canvas = four.canvas
    for _ in range(300):
        canvas.zoom(2.0)
    assert canvas.area.width > 0
    for _ in range(300):
        canvas.zoom(0.5)
    for _ in range(100):
        canvas.pan(1, 1)
    assert canvas.area.x0 < canvas._whole.x1
    canvas.look_at(Area(float("nan"), 1, 0, float("inf")))
    assert canvas.area == canvas._whole


def test_hovering_tells_name_size_and_key_and_no_name_is_markup(qtbot, view, monkeypatch):
    class Hostile(Records):
        def __getitem__(self, i):
            return FileRecord("/fol<u>der/<b>bold\n.txt", 1, i, 1, 1)

    shown = []
    monkeypatch.setattr(QToolTip, "showText", lambda _at, text, _widget: shown.append(text))
    view.show_space(space(*FOUR, records=Hostile(200)))
    qtbot.mouseMove(view.canvas, spot(view, 1))
    assert "<b>&lt;b&gt;bold␊.txt</b>" in shown[0]
    assert "10 kB · key 5,000" in shown[0]
    assert "/fol&lt;u&gt;der" in shown[0]
    qtbot.mouseMove(view.canvas, view.canvas.plot().topLeft() + QPoint(2, 2))
    assert len(shown) == 1


def test_another_key_and_the_extension_move_the_points(qtbot, four):
    assert four.key.currentData() == "skew"
    four.set_selection([103])
    before = four.canvas._points.y[four.canvas._points.place_of[0]]
    assert before == log_scale(np.array([50.0]))[0]
    four.key.setCurrentIndex(0)
    assert four.canvas._points.y[four.canvas._points.place_of[0]] == log_scale(np.array([51.0]))[0]
    four.extension.setChecked(True)
    assert four.canvas._points.y[four.canvas._points.place_of[0]] == 51 + 1e9
    assert [tag.text for tag in four.canvas._tags] == [".c", ".h"]
    assert four.selection == [103]
    four.show_space(space(*FOUR))
    assert four.key.currentData() == "uniform"  # what was chosen stays chosen
    assert four.selection == [103]


@pytest.mark.parametrize(
    ("sizes", "keys"),
    [
        ([], []),
        ([5], [3]),
        ([0], [0]),
        ([7] * 50, [7] * 50),
        ([0, 0, 10**15], [0, 1, 2**64 - 1]),
        ([1, 2, 3], [np.nan, 5, np.inf]),
    ],
    ids=["nothing", "one", "an empty file", "all the same", "extremes", "no numbers"],
)
def test_odd_spaces_are_shown(qtbot, view, sizes, keys):
    view.show_space(space(sizes, keys))
    for extension in (False, True):
        view.extension.setChecked(extension)
        settle(qtbot, view)
        view.canvas.zoom(1.5)
        view.canvas.fit()
        assert not view.canvas.grab().isNull()
    view.set_selection([100])
    places = [i for i, key in enumerate(keys) if np.isfinite(key)]
    assert len(view.canvas) == len(places)
    if places:
        assert view.canvas.plot().contains(spot(view, places[-1]))
    else:
        assert view.canvas.empty_text


def test_nothing_says_why(view):
    view.show_space(None)
    assert "Scan a folder" in view.canvas.empty_text
    assert not view.key.isEnabled()
    empty = space([], [])
    view.show_space(KeySpace(empty.files, empty.sizes, empty.types, (), {}, empty.offsets, [], unread=3))
    assert "identical files only" in view.canvas.empty_text
    assert view.canvas.accessibleDescription() == view.canvas.empty_text


def test_a_real_scan_is_shown(qtbot, scanned, view):
    found = of_session(scanned.workspace.session)
    view.show_space(found)
    assert len(view.canvas) == len(found) > 10
    with qtbot.waitSignal(view.selected) as signal:
        qtbot.mouseClick(view.canvas, LEFT, pos=spot(view, 4))
    (files,) = signal.args
    (number,) = found.places_of(files)
    assert spot(view, int(number)) == spot(view, 4)


def test_more_types_than_colours_share_the_last_one(view):
    types = [t for t in range(12) for _ in range(20 - t)]
    names = [f"t{t:02d}" for t in range(12)]
    view.show_space(space(range(1, len(types) + 1), range(len(types)), types, names))
    assert [row.text() for row in view.legend.rows] == [*(f".{n}" for n in names[:OTHERS]), "other types"]
    assert set(view.canvas._points.kind.tolist()) == set(range(OTHERS + 1))


def test_dark_and_back_while_it_is_open(qtbot, four, look):
    settle(qtbot, four)
    for colors, names in ((palette.DARK, DARK_TYPES), (palette.LIGHT, LIGHT_TYPES)):
        stylesheet.apply(look, colors)
        qtbot.wait(10)
        settle(qtbot, four)
        image = four.canvas.grab().toImage()
        assert image.pixelColor(2, 2).name() == colors.window
        center = image.pixelColor(spot(four, 0))
        wanted = QColor(names[0])
        off = [abs(a - b) for a, b in zip(center.getRgb(), wanted.getRgb(), strict=True)]
        assert max(off) < 40


def test_right_to_left_mirrors_the_controls_and_not_the_axes(qtbot, four, told):
    before = [spot(four, i) - four.canvas.plot().topLeft() for i in range(4)]
    four.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    qtbot.wait(10)
    settle(qtbot, four)
    assert four.legend.x() < four.canvas.x()
    assert [spot(four, i) - four.canvas.plot().topLeft() for i in range(4)] == before
    qtbot.mouseClick(four.canvas, LEFT, pos=spot(four, 2))
    assert told == [[102]]
    assert not four.grab().isNull()


def test_a_sharp_picture_on_a_sharp_screen(qtbot, four, monkeypatch):
    monkeypatch.setattr(type(four.canvas), "devicePixelRatioF", lambda _self: 2.0)
    four.canvas.resize(four.canvas.width() - 1, four.canvas.height())
    settle(qtbot, four)
    plot = four.canvas.plot()
    image, _ = four.canvas._picture
    assert (image.width(), image.height()) == (2 * plot.width(), 2 * plot.height())
    inked = sum(
        image.pixelColor(x, 2 * (spot(four, 0).y() - plot.top())).alpha() > 0 for x in range(image.width())
    )
    assert inked >= 12  # a dot of 4.5 pixels' radius is 9 pixels wide, and those are 18


# a million
def million(seed=1, count=1_000_000):
    rng = np.random.default_rng(seed)
    sizes = np.exp(rng.normal(9, 2, count))
    return space(sizes, sizes * rng.uniform(0.2, 0.6, count), np.minimum(rng.geometric(0.4, count) - 1, 9),
                 [f"t{i}" for i in range(10)], offsets=rng.integers(0, 2**32, count))  # fmt: skip


def test_a_million_points_never_hold_up_the_window(qtbot, view):
    view.show_space(million())
    settle(qtbot, view)
    shot = view.canvas._shot(1.0)
    began = time.process_time()
    render(shot)
    whole = time.process_time() - began
    spent = []
    for i in range(12):
        view.canvas.pan(0.02, 0.01)
        if i % 3 == 2:
            view.canvas.zoom(1.1)
        began = time.thread_time()
        view.canvas.repaint()
        spent.append(time.thread_time() - began)
        qtbot.wait(1)
    assert np.median(spent) < whole  # a gesture paints what is there, and waits for no rendering
    settle(qtbot, view)
    assert view.canvas._picture[1] == view.canvas.area
    plot = view.canvas.plot()
    with qtbot.waitSignal(view.selected) as signal:
        drag(qtbot, view.canvas, [plot.topLeft(), plot.center(), plot.bottomRight()], SHIFT)
    assert len(signal.args[0]) > 100_000
    settle(qtbot, view)


def test_the_last_key_asked_for_is_the_one_that_is_shown(qtbot, view):
    view.show_space(million(count=200_000))
    view.extension.setChecked(True)
    view.key.setCurrentIndex(0)
    settle(qtbot, view)
    found = view._space
    at = view.canvas._points.place_of[77]
    assert view.canvas._points.y[at] == found.keys["uniform"][77] + found.offsets[77]


def test_places_that_arrive_late_are_not_shown_any_more(view, monkeypatch):
    waiting = []
    monkeypatch.setattr(
        view._bridge, "start", lambda function, name, done, **_: waiting.append((name, function, done))
    )
    many = million(count=40_000)
    view.show_space(many)
    view.extension.setChecked(True)
    first, second = [entry for entry in waiting if entry[0] == "key space"]
    second[2](second[1](None))
    first[2](first[1](None))
    assert view.canvas._points.y[view.canvas._points.place_of[5]] == many.keys["skew"][5] + many.offsets[5]


def test_numbers_are_those_of_the_files_in_whatever_order_they_are_drawn(qtbot, view):
    view.show_space(space(FOUR[0], FOUR[1], [0, 1, 1, 1]))
    told = []
    view.selected.connect(told.append)
    for number in range(4):
        qtbot.mouseClick(view.canvas, LEFT, pos=spot(view, number))
    at = spot(view, 0)
    drag(qtbot, view.canvas, [at - QPoint(9, 9), at, at + QPoint(9, 9)], SHIFT)
    assert told == [[100], [101], [102], [103], [100]]


def test_pictures_drawn_in_a_thread_are_those_drawn_at_once(qtbot, view, monkeypatch):
    many = million(count=50_000)
    view.show_space(many)
    settle(qtbot, view)
    threaded = view.canvas.grab().toImage()
    monkeypatch.setattr(point_canvas, "AT_ONCE", 10**9)
    view.show_space(many)
    settle(qtbot, view)
    assert view.canvas.grab().toImage() == threaded


# the picture itself
COLORS = np.array([[255, 0, 0], [0, 0, 255]], dtype=np.uint8)


def shot(x, y, kind=None, area=None, size=(200, 100), chosen=None, ratio=1.0, visible=(True, True)):
    points = Points.make(
        np.array(x, float), np.array(y, float), np.array(kind if kind is not None else [0] * len(x), np.uint8)
    )
    return Shot(
        points, area or Area(0, 1, 0, 1), *size, ratio, COLORS, np.array(visible),
        None if chosen is None else np.array(chosen)[points.ids],
    )  # fmt: skip


def inked(image):
    rows, columns = np.nonzero(image >> 24)
    return (columns.min(), columns.max(), rows.min(), rows.max()) if len(rows) else None


def test_a_dot_is_drawn_around_its_place():
    left, right, top, bottom = inked(render(shot([0.5], [0.25])))
    assert (left + right) / 2 == 100
    assert (top + bottom) / 2 == 75
    assert right - left == bottom - top
    assert inked(render(shot([0.0], [1.0])))[0::2] == (
        0,
        0,
    )  # over the edge it is cut, not carried to the other side
    assert inked(render(shot([0.999], [0.001])))[1::2] == (199, 99)
    assert inked(render(shot([1.2, -0.1], [0.5, 0.5]))) is None


def test_rare_kinds_lie_over_common_ones_and_chosen_ones_over_all():
    crowd = [0] * 500 + [1] + [0] * 500
    picture = render(shot([0.5] * 1001, [0.5] * 1001, crowd))
    assert picture[50, 100] & 0xFF > 200  # blue is rare
    chosen = [True] + [False] * 1000
    picture = render(shot([0.5] * 1001, [0.5] * 1001, crowd, chosen=chosen))
    assert (picture[50, 100] >> 16) & 0xFF > 200
    assert inked(render(shot([0.5], [0.5], [1], visible=(True, False)))) is None


def test_a_crowd_shows_each_kind_by_its_share():
    rng = np.random.default_rng(2)
    count = 300_000
    kind = (rng.random(count) < 0.2).astype(np.uint8)
    picture = render(shot(rng.random(count), rng.random(count), kind))
    blue = np.count_nonzero(picture & 0xFF > (picture >> 16) & 0xFF) / picture.size
    assert blue == pytest.approx(0.2, abs=0.03)


@pytest.mark.parametrize("count", [3, 5_000, 60_000])
def test_every_point_in_view_leaves_ink_and_no_other_pixel_has_any(count):
    rng = np.random.default_rng(count)
    x, y = rng.uniform(-0.5, 1.5, count), rng.uniform(-0.5, 1.5, count)
    seen = shot(x, y, rng.integers(0, 2, count))
    picture = render(seen)
    column, row = np.floor(x * 200).astype(int), np.floor((1 - y) * 100).astype(int)
    inside = (column >= 0) & (column < 200) & (row >= 0) & (row < 100)
    assert (picture[row[inside], column[inside]] >> 24 > 0).all()
    near = np.zeros((120, 220), dtype=bool)
    near[row[inside] + 10, column[inside] + 10] = True
    grown = near.copy()
    for dy in range(-6, 7):
        for dx in range(-6, 7):
            grown |= np.roll(np.roll(near, dy, 0), dx, 1)
    assert not (picture[~grown[10:110, 10:210]]).any()


def test_the_nearest_point_is_the_one_a_plain_search_finds():
    rng = np.random.default_rng(5)
    x, y, kind = rng.uniform(0, 1, 3000), rng.uniform(0, 1, 3000), rng.integers(0, 2, 3000)
    seen = shot(x, y, kind, visible=(True, False))
    for px, py in rng.uniform(0, 100, (60, 2)):
        distance = np.hypot(x * 200 - px, (1 - y) * 100 - py)
        distance[kind == 1] = np.inf
        found = nearest(seen, px, py, 4.0)
        wanted = int(np.argmin(distance)) if distance.min() <= 4 else -1
        assert (seen.points.ids[found] if found >= 0 else -1) == wanted


def test_points_without_a_place_are_left_out():
    points = Points.make(np.array([1, np.nan, 3, np.inf]), np.ones(4), np.zeros(4, np.uint8))
    assert points.ids.tolist() == [0, 2]
    assert points.place_of.tolist() == [0, -1, 1, -1]


# axes
@pytest.mark.parametrize(
    ("low", "high", "wanted"),
    [
        (0.0, 9.0, ["0 B", "10 B", "100 B", "1 kB", "10 kB", "1 MB", "100 MB"]),
        (2.9, 6.1, ["1 kB", "10 kB", "100 kB", "1 MB"]),
    ],
)
def test_marks_stand_at_round_sizes(low, high, wanted):
    marks = ticks(Axis("", bytes_words), low, high, 900)
    words = [text for _, text in marks]
    assert set(wanted) <= set(words)
    for place, text in marks:
        assert low <= place <= high
        assert bytes_words(Axis("", bytes_words).value(place)) == text


@pytest.mark.parametrize("logarithmic", [True, False])
def test_marks_keep_their_distance_and_say_different_things(logarithmic):
    axis = Axis("", number_words, logarithmic)
    rng = np.random.default_rng(3)
    empty = 0
    for _ in range(300):
        low = rng.uniform(0, 9)
        high = low + 10 ** rng.uniform(-3, 1)
        marks = sorted(ticks(axis, low, high, 800, 60))
        gaps = np.diff([place for place, _ in marks]) / (high - low) * 800
        assert (gaps >= 30).all()
        assert len({words for _, words in marks}) == len(marks)
        empty += not marks
    assert empty < 15


def test_numbers_in_words():
    assert [number_words(v) for v in (0, 950, 999_999.9999999, 40_000, 4_294_967_295, 1e18)] == [
        "0", "950", "1 million", "40 thousand", "4,294,967,295", "1e+06 trillion"
    ]  # fmt: skip


def test_bad_ranges_have_no_marks():
    axis = Axis("", number_words)
    for low, high in ((1, 1), (2, 1), (float("nan"), 3), (0, float("inf"))):
        assert ticks(axis, low, high, 500) == []
    assert ticks(axis, 0, 5, 10) == []


# colours
VISIONS = {
    "all": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "no green": [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]],
    "no red": [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
}
"""Machado, Oliveira & Fernandes, 2009: severity 1."""
TO_LMS = [[0.4122, 0.5363, 0.0514], [0.2119, 0.6807, 0.1074], [0.0883, 0.2817, 0.6300]]
TO_LAB = [[0.2105, 0.7936, -0.0041], [1.9780, -2.4286, 0.4506], [0.0259, 0.7828, -0.8087]]
"""Oklab."""


def linear(name):
    c = np.array(QColor(name).getRgbF()[:3])
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


@pytest.mark.parametrize("names", [LIGHT_TYPES, DARK_TYPES], ids=["light", "dark"])
def test_types_are_told_apart_without_red_or_green(names):
    colors = np.array([linear(name) for name in names])
    for vision in VISIONS.values():
        lab = np.cbrt(np.clip(colors @ np.transpose(vision), 0, 1) @ np.transpose(TO_LMS)) @ np.transpose(
            TO_LAB
        )
        apart = np.linalg.norm(lab[:, None] - lab[None], axis=2) + np.eye(len(names))
        assert apart.min() >= 0.08


@pytest.mark.parametrize(
    ("names", "ground"), [(LIGHT_TYPES, palette.LIGHT.window), (DARK_TYPES, palette.DARK.window)]
)
def test_types_stand_out_from_the_ground(names, ground):
    weights = np.array([0.2126, 0.7152, 0.0722])
    base = linear(ground) @ weights
    for name in names[:-1]:
        light = linear(name) @ weights
        assert (max(light, base) + 0.05) / (min(light, base) + 0.05) >= 3.0


def test_palette_follows_a_single_widget_too(qtbot, four):
    four.setPalette(palette.palette_of(palette.DARK))
    assert four.palette().color(QPalette.ColorRole.Window).name() == palette.DARK.window
    assert [c.name() for c in four.canvas._colors] == list(DARK_TYPES)
