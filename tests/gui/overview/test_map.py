"""The map: choosing a folder or a type, walking by keys, the way back; figures in words; hostile names."""

from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QToolButton, QToolTip

from simfinder.app.views.space_map import TOP, FolderTree, SpaceMap, of_session, space_map
from simfinder.gui.overview.space_map.space_map_panel import Choice, MapView
from simfinder.gui.style import fonts, palette, stylesheet
from simfinder.gui.style.type_colors import space_colors
from simfinder.model.file_record import FileRecord
from tests.gui.wording.test_look import contrast
from tests.unit.app.views.test_space_map import clusters_of, mapped

LEFT = Qt.MouseButton.LeftButton

FILES = [
    FileRecord("/r/a/plan.c", 1, 0, 4000, 9),
    FileRecord("/r/a/plan copy.c", 1, 1, 4000, 9),
    FileRecord("/r/a/old/plan.c", 1, 2, 3000, 5),
    FileRecord("/r/b/text.txt", 1, 3, 6000, 9),
    FileRecord("/r/own.h", 1, 4, 2000, 9),
]


def small_map(**more):
    return mapped(
        FILES,
        ["/r"],
        groups=[[0, 1, 2]],
        contents=[0, 0, 2, 3, 4],
        mtimes=[9, 9, 5, 9, 9],
        similarity=0.97,
        text=True,
        **more,
    )


@pytest.fixture
def view(qtbot, look):
    widget = MapView()
    qtbot.addWidget(widget)
    widget.resize(900, 620)
    widget.show()
    qtbot.waitUntil(widget.isVisible)
    return widget


@pytest.fixture
def shown(view):
    view.show_map(small_map())
    return view


@pytest.fixture
def told(shown):
    found = []
    shown.filtered.connect(found.append)
    shown.selected.connect(found.append)
    return found


def cell(view, name, own=False):
    tree = view._space.tree
    return next(
        i
        for i, c in enumerate(view.canvas.cells)
        if tree.path(c.folder) == name and c.own == own and not c.others
    )


def inside(view, index):
    """A place in a cell that no other cell covers."""
    box = view.canvas.cells[index].box
    at = QPointF(box.x + 9, box.y + 9)
    assert view.canvas.cell_at(at) == index
    return at.toPoint()


def test_a_click_on_a_folder_filters_and_a_second_one_lets_go(qtbot, shown, told):
    at = inside(shown, cell(shown, "/r/a"))
    qtbot.mouseClick(shown.canvas, LEFT, pos=at)
    assert told == [Choice(folder="/r/a"), [0, 1, 2]]
    assert shown.choice == Choice(folder="/r/a")
    qtbot.mouseClick(shown.canvas, LEFT, pos=at)
    assert told[2:] == [None, []]
    qtbot.mouseClick(shown.canvas, LEFT, pos=inside(shown, cell(shown, "/r", own=True)))
    assert told[4:] == [Choice(folder="/r", directly=True), [4]]
    qtbot.keyClick(shown.canvas, Qt.Key.Key_Escape)
    assert told[6:] == [None, []]


def test_a_type_filters_instead_of_a_folder(qtbot, shown, told):
    rows = shown.bars.rows
    assert [(row.text(), row.row.figure) for row in rows] == [
        (".c", "11 kB"),
        (".txt", "6 kB"),
        (".h", "2 kB"),
    ]
    qtbot.mouseClick(shown.canvas, LEFT, pos=inside(shown, cell(shown, "/r/a")))
    qtbot.mouseClick(rows[1], LEFT)
    assert told[2:] == [Choice(type="txt"), [3]]
    assert [row.isChecked() for row in rows] == [False, True, False]
    rows[0].setFocus()
    qtbot.keyClick(rows[0], Qt.Key.Key_Space)
    assert told[4:] == [Choice(type="c"), [0, 1, 2]]
    qtbot.keyClick(rows[0], Qt.Key.Key_Space)
    assert told[6:] == [None, []]
    shown.bars.rows[2].click()
    shown.clear_choice()
    assert len(told) == 10
    assert shown.choice is None
    assert not any(row.isChecked() for row in rows)


def test_into_a_folder_and_back(qtbot, shown):
    qtbot.mouseDClick(shown.canvas, LEFT, pos=inside(shown, cell(shown, "/r/a")))
    tree = shown._space.tree
    assert tree.path(shown.canvas.top) == "/r/a"
    assert "11 kB in 3 files · 7 kB can be freed" in shown.status.whole()
    assert [type(crumb) is QToolButton for crumb in shown.crumbs] == [True, False]
    qtbot.keyClick(shown.canvas, Qt.Key.Key_Backspace)
    assert shown.canvas.top == TOP
    qtbot.keyClick(shown.canvas, Qt.Key.Key_Backspace)
    assert shown.canvas.top == TOP
    shown.enter(shown.canvas.cells[cell(shown, "/r/a")].folder)
    shown.crumbs[0].click()
    assert shown.canvas.top == TOP


def test_keys_walk_over_all_cells_choose_and_enter(qtbot, shown, told):
    canvas = shown.canvas
    canvas.setFocus()
    leaves = {i for i, c in enumerate(canvas.cells) if not c.open}
    reached = {canvas.current}
    for _ in range(len(leaves)):
        for start in sorted(reached):
            for key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down):
                canvas._set_current(start)
                qtbot.keyClick(canvas, key)
                reached.add(canvas.current)
    assert reached == leaves
    canvas._set_current(cell(shown, "/r/a", own=True))
    assert "Files directly in a" in canvas.accessibleDescription()
    assert "4 kB are identical copies: free to go" in canvas.accessibleDescription()
    qtbot.keyClick(canvas, Qt.Key.Key_PageUp)
    assert canvas.current == cell(shown, "/r/a")
    qtbot.keyClick(canvas, Qt.Key.Key_Space)
    assert told[-1] == [0, 1, 2]
    qtbot.keyClick(canvas, Qt.Key.Key_Return)
    assert shown._space.tree.path(canvas.top) == "/r/a"


def test_what_the_tree_selects_is_outlined(shown, told):
    plain = shown.canvas.grab().toImage()
    shown.set_selection([2, 4, 99])
    cells = [shown.canvas.cells[i] for i in shown.canvas.marked]
    tree = shown._space.tree
    assert {(tree.path(c.folder), c.own) for c in cells} == {("/r", True), ("/r/a/old", True)}
    assert shown.canvas.grab().toImage() != plain
    shown.enter(cells[0].folder)
    shown.set_selection([])
    assert shown.canvas.marked == []
    assert told == []


def test_files_in_small_folders_are_outlined_too(view):
    files = [FileRecord("/r/big/x.c", 1, 0, 10**7, 1)]
    files += [FileRecord(f"/r/s{i}/deep/x.c", 1, i, 1, 1) for i in range(1, 300)]
    view.show_map(mapped(files, ["/r"]))
    view.set_selection([250])
    (marked,) = view.canvas.marked
    assert view.canvas.cells[marked].others == 299
    at = view.canvas.cells[marked]
    assert "Small folders in /r" in view._cell_tip(at)
    assert view._cell_name(at) == "299 more"


def test_the_colours_are_the_shares(qtbot, shown):
    index = cell(shown, "/r/a", own=True)
    box = shown.canvas.cells[index].box
    image = shown.canvas.grab().toImage()
    y = round(box.y + box.height - 4)
    found = [image.pixelColor(round(box.x + share * box.width), y).name() for share in (0.2, 0.45, 0.55, 0.8)]
    colors = [c.name() for c in space_colors(palette.LIGHT)]
    assert found == [colors[0], colors[0], colors[3], colors[3]]  # half identical, half kept


@pytest.mark.parametrize("colors", [palette.LIGHT, palette.DARK], ids=["light", "dark"])
def test_names_can_be_read_on_every_kind_of_space(colors):
    for ground in space_colors(colors):
        assert contrast(colors.text, ground.name()) >= 4.5


def test_the_legend_says_how_much_there_is(shown):
    assert [swatch.accessibleName() for swatch in shown.legend.swatches] == [
        "identical 4 kB", "older 3 kB", "similar 0 B", "keep 4 kB", "unique 8 kB"
    ]  # fmt: skip
    assert shown.status.whole() == "19 kB in 5 files · 7 kB can be freed"


def test_types_that_have_no_room_are_told_in_the_last_row(qtbot, view):
    files = [FileRecord(f"/r/{i}.t{i:02}", 1, i, 1000 * (30 - i), 1) for i in range(20)]
    view.show_map(mapped(files, ["/r"]))
    for height in (240, 620, 300):
        view.resize(900, height)
        qtbot.waitUntil(lambda: len(view.bars.rows) == min(12, view.bars.room()))
        rows = view.bars.rows
        qtbot.waitUntil(lambda rows=rows: all(row.height() == row.sizeHint().height() for row in rows))
        assert all(view.bars.rect().contains(row.geometry()) for row in rows)
        assert rows[-1].row.name == f"{20 - len(rows) + 1} other types"
        assert rows[-1].row.kinds[-1] == sum(f.size for f in files[len(rows) - 1 :])
    assert 1 < len(rows) < 12


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize(
    ("width", "scale", "rows", "figures"),
    [(1200, 1.5, 1, True), (600, 1.5, 1, False), (470, 1.5, 2, False), (400, 5.0, 3, False)],
)
def test_the_legend_is_never_cut(qtbot, shown, width, scale, rows, figures, mirrored):
    """A large font takes the figures away, and then another row; nothing lies on anything else."""
    shown.setLayoutDirection(Qt.LayoutDirection.RightToLeft if mirrored else Qt.LayoutDirection.LeftToRight)
    legend = shown.legend
    for swatch in legend.swatches:
        swatch.setFont(fonts.scaled(swatch.font(), scale))
    shown.resize(width, 500)
    qtbot.waitUntil(lambda: legend.height() == legend.heightForWidth(legend.width()))
    places = [swatch.geometry() for swatch in legend.swatches]
    assert all(legend.rect().contains(place) for place in places)
    assert not any(one.intersects(other) for one, other in combinations(places, 2))
    for swatch in legend.swatches:
        assert swatch.width() >= 22 + swatch.fontMetrics().horizontalAdvance(swatch._text)
    assert len({place.y() for place in places}) == rows, (legend.width(), places)
    assert ("4 kB" in legend.swatches[0]._text) is figures


def test_hovering_says_it_in_words_and_no_name_is_markup(qtbot, view, monkeypatch):
    tips = []
    monkeypatch.setattr(QToolTip, "showText", lambda _at, text, _widget: tips.append(text))
    files = [FileRecord("/r/<img src=x>\n&/x.<s>", 1, 0, 1000, 1), FileRecord("/r/b/y.c", 1, 1, 900, 1)]
    view.show_map(mapped(files, ["/r"]))
    index = next(i for i, c in enumerate(view.canvas.cells) if c.bytes == 1000)

    def told():  # a map that is laid out anew meanwhile has forgotten where the mouse was
        qtbot.mouseMove(view.canvas, QPoint(0, 0))
        tips.clear()
        qtbot.mouseMove(view.canvas, inside(view, index))
        return bool(tips)

    qtbot.waitUntil(told)
    assert tips == [
        "<p style='white-space:pre'><b>&lt;img src=x&gt;␊&amp;</b><br>"
        "1 kB in 1 file<br>1 kB have no similar files</p>"
    ]
    assert "&lt;s&gt;" in view.bars.rows[0].toolTip()
    view.enter(view.canvas.cells[index].folder)
    assert view.crumbs[-1].text() == "<img src=x>␊&"
    assert view.crumbs[-1].textFormat() is Qt.TextFormat.PlainText


def test_new_figures_keep_the_place_and_the_choice(shown):
    tree = shown._space.tree
    shown.enter(next(i for i in range(len(tree)) if tree.path(i) == "/r/a"))
    shown.bars.rows[1].click()
    clusters = clusters_of(FILES)
    shown.show_map(space_map(tree, clusters, np.ones(5, np.bool_)))
    assert tree.path(shown.canvas.top) == "/r/a"
    assert shown.choice == Choice(type="txt")
    assert "nothing to free" in shown.status.whole()
    gone = np.array([False, False, False, False, True])
    shown.show_map(space_map(tree, clusters, gone))
    assert shown.canvas.top == TOP
    assert shown.choice is None
    shown.show_map(mapped([FileRecord("/other/x.c", 1, 0, 5, 1)], ["/other"]))
    assert shown.canvas.top == TOP


@pytest.mark.parametrize(
    "sizes", [[], [0, 0], [5], [7] * 40], ids=["nothing", "empty files", "one", "all the same"]
)
def test_odd_maps_are_shown(qtbot, view, sizes):
    files = [FileRecord(f"/r/d{i}/x.c", 1, i, size, 1) for i, size in enumerate(sizes)]
    view.show_map(mapped(files, ["/r"]))
    assert not view.grab().isNull()
    assert bool(view.canvas.cells) == any(sizes)
    if not any(sizes):
        assert view.canvas.accessibleDescription() == view.canvas.empty_text != ""
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_PageUp, Qt.Key.Key_Escape):
        qtbot.keyClick(view.canvas, key)
    view.set_selection([0, 1])
    view.show_map(None)
    assert "Scan a folder" in view.canvas.empty_text
    assert not view.grab().isNull()


def test_many_types_share_a_last_row_that_can_not_be_chosen(view):
    files = [FileRecord(f"/r/x.t{i:02d}", 1, i, 1000 - i, 1) for i in range(20)]
    view.show_map(mapped(files, ["/r"]))
    assert len(view.bars.rows) == 12
    assert view.bars.rows[-1].text() == "9 other types"
    assert not view.bars.rows[-1].isEnabled()


def test_dark_and_right_to_left(qtbot, shown, look):
    stylesheet.apply(look, palette.DARK)
    qtbot.wait(10)
    assert shown.palette().color(QPalette.ColorRole.Window).name() == palette.DARK.window
    index = cell(shown, "/r/a", own=True)
    box = shown.canvas.cells[index].box
    at = QPoint(round(box.x + 0.2 * box.width), round(box.y + box.height - 4))
    assert shown.canvas.grab().toImage().pixelColor(at).name() == space_colors(palette.DARK)[0].name()
    shown.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    qtbot.wait(10)
    assert shown.bars.x() < shown.canvas.x()
    assert not shown.grab().isNull()


def test_a_sharp_picture_on_a_sharp_screen(shown, monkeypatch):
    monkeypatch.setattr(type(shown.canvas), "devicePixelRatioF", lambda _self: 2.0)
    picture = shown.canvas._picture(palette.LIGHT)
    assert (picture.width(), picture.height()) == (2 * shown.canvas.width(), 2 * shown.canvas.height())


def test_a_real_scan_is_shown_and_filters(qtbot, scanned, view):
    session = scanned.workspace.session
    view.show_map(of_session(session))
    found = []
    view.selected.connect(found.append)
    index = next(i for i, c in enumerate(view.canvas.cells) if not c.open)
    view.canvas._set_current(index)
    qtbot.keyClick(view.canvas, Qt.Key.Key_Space)
    (files,) = found
    assert files
    folder = view.choice.folder
    assert all(session.record(file).path.startswith(folder + "/") for file in files)


def test_twenty_thousand_folders_cost_little_more_to_lay_out_than_two_hundred(view):
    def laid_out(count):
        rng = np.random.default_rng(count)
        parents = np.array([-1] + [i // 8 for i in range(count - 1)], dtype=np.int32)
        depth = np.zeros(count, dtype=np.int64)
        for i in range(1, count):
            depth[i] = depth[parents[i]] + 1
        levels = tuple(np.searchsorted(depth, np.arange(depth[-1] + 2)).tolist())
        names = tuple(f"d{i}" for i in range(count))
        files = [
            FileRecord(f"/{i}.c", 1, i, int(s), 1) for i, s in enumerate(rng.integers(1, 10**6, count * 5))
        ]
        tree = FolderTree(names, parents, levels, rng.integers(0, count, count * 5).astype(np.int32))
        space = space_map(tree, clusters_of(files), np.ones(len(files), np.bool_))
        view.show_map(space)
        return len(view.canvas.cells), space

    few, _ = laid_out(200)
    many, space = laid_out(20_000)
    assert isinstance(space, SpaceMap)
    assert many < 12 * few  # what can be seen decides, not what there is
