"""Files too large to be held: compared, previewed and stepped through by windows, from any place, by mouse and keys."""

import random

import pytest
from PySide6.QtCore import QPoint, Qt

from simfinder.app.compare.alignment import laid
from simfinder.app.compare.compare_files import compare
from simfinder.app.compare.contents.byte_window import Window, window_of
from simfinder.app.verify.containment.matching_ranges import matched
from simfinder.gui.details.compare.go_to import place_of
from simfinder.gui.details.compare.hex_compare import HexCompare
from simfinder.gui.details.compare.text_compare import TextCompare
from simfinder.gui.details.viewers.hex_view import HexView
from simfinder.gui.jobs.job_bridge import JobBridge
from simfinder.model.progress import Control
from tests.gui.conftest import LONG
from tests.helpers.files.trees import write
from tests.helpers.screen.cluster_rows import index_of

LEFT = Qt.MouseButton.LeftButton
KEY = Qt.Key


def aligned(one, other):
    windows = [Window(name, len(data), data) for name, data in (("a", one), ("b", other))]
    return *windows, laid(matched(one, other, Control()), *windows, Control())


def edited(data):
    """One byte changed, something inserted, something taken away."""
    data = bytearray(data[:150_000] + b"INSERTED" * 100 + data[150_000:250_000] + data[251_000:])
    data[50_000] ^= 255
    return bytes(data)


@pytest.fixture
def hexes(qtbot, look):
    bridge = JobBridge()
    view = HexCompare(bridge)
    qtbot.addWidget(view)
    view.resize(700, 400)
    view.show()
    yield view
    view.clear()
    qtbot.waitUntil(lambda: not bridge.busy)


@pytest.fixture
def stepped(qtbot, hexes):
    data = random.Random(1).randbytes(400_000)
    hexes.show_files(*aligned(data, edited(data)))
    qtbot.waitUntil(lambda: not hexes._job.running)
    return hexes


def test_bytes_are_stepped_through_from_difference_to_difference(qtbot, stepped):
    view = stepped.view
    assert [tuple(place) for place in stepped.places] == [
        (50_000, 50_000),
        (150_000, 150_000),
        (250_000, 250_800),
    ]
    assert view.pointed == (50_000, 50_000)  # the first one is gone to: the beginnings are equal
    assert stepped.bar.legend.whole() == "Difference 1 of 3"
    qtbot.mouseClick(stepped.bar.next, LEFT)
    assert view.pointed == (150_000, 150_000)
    stepped.go(1)
    stepped.go(1)  # there are no more
    assert stepped.bar.legend.whole() == "Difference 3 of 3"
    assert view._rows.span(view.top + 3).left == 250_000
    qtbot.mouseClick(stepped.bar.previous, LEFT)
    assert stepped.bar.legend.whole() == "Difference 2 of 3"


def test_what_follows_an_insertion_stands_beside_its_like(stepped):
    view = stepped.view
    view.go_to(200_000)
    span = view._rows.span(view.top + 3)
    assert (span.left, span.right) == (200_000, 200_800)
    blocks = view._blocks
    assert blocks.read(0, span.left, span.left_end) == blocks.read(1, span.right, span.right_end)


def test_an_offset_is_typed(qtbot, stepped):
    qtbot.keyClicks(stepped.bar.field, "0x3d090")
    qtbot.keyClick(stepped.bar.field, KEY.Key_Return)
    assert stepped.view.pointed[0] == 250_000
    qtbot.keyClicks(stepped.bar.field, " nonsense")
    qtbot.keyClick(stepped.bar.field, KEY.Key_Return)
    assert stepped.view.pointed[0] == 250_000


def test_words_for_places():
    assert place_of("120", 10_000, lines=True) == (120, 0)
    assert place_of("1,200", 10_000, lines=True) == (1200, 0)
    assert place_of("120", 10_000, lines=False) == (0, 0x120)
    assert place_of("0x1f", 10_000, lines=True) == (0, 31)
    assert place_of("50 %", 10_000, lines=True) == (0, 5_000)
    assert place_of("fffffff", 10_000, lines=False) == (0, 9_999)
    assert [place_of(text, 9, lines=True) for text in ("", "-4", "0", "x", "120%", "0x-5")] == [None] * 6


def test_differing_bytes_have_their_ground(qtbot, stepped):
    view = stepped.view
    view.go_to(50_000)
    image = view.viewport().grab().toImage()
    row = (3 * view._line()) + view._line() // 2
    colors = {image.pixelColor(x, row).name() for x in range(image.width())}
    assert {"#f8bab5", "#a5e2b1"} <= colors
    plain = {image.pixelColor(x, row + 2 * view._line()).name() for x in range(image.width())}
    assert not {"#f8bab5", "#a5e2b1", "#fde2e0", "#dcf5e0"} & plain


def test_keys_and_wheel_move_and_the_bar_follows(qtbot, stepped):
    view = stepped.view
    qtbot.keyClick(view, KEY.Key_End)
    assert view.top == view.row_count - view.shown_rows
    assert view.verticalScrollBar().value() == view.verticalScrollBar().maximum()
    qtbot.keyClick(view, KEY.Key_Home)
    assert view.top == 0
    for key, row in (
        (KEY.Key_Down, 1),
        (KEY.Key_PageDown, view.shown_rows),
        (KEY.Key_Up, view.shown_rows - 1),
    ):
        qtbot.keyClick(view, key)
        assert view.top == row
    view.verticalScrollBar().setValue(777)
    assert view.top == 777
    place = view.place()
    view.resize(300, 400)  # fewer bytes in a row: the place stays
    assert view.place()[0] <= place[0] < view.place()[0] + 16
    assert f"{view.place()[0]:x}" in view.accessibleDescription()


def test_a_file_of_a_terabyte_is_seen_to_its_end(qtbot, look, tmp_path):
    for name, at in (("a", 7 * 10**11), ("b", 10**9)):
        with (tmp_path / name).open("wb") as file:
            file.truncate(10**12)
            file.seek(at)
            file.write(b"here it is")
    bridge = JobBridge()
    view = HexView(bridge)
    qtbot.addWidget(view)
    view.resize(600, 300)
    view.show()
    view.show_file(window_of(str(tmp_path / "a")))
    view.go_to(7 * 10**11)
    qtbot.waitUntil(lambda: view._blocks.read(0, 7 * 10**11, 7 * 10**11 + 7) == b"here it")
    qtbot.keyClick(view, KEY.Key_End)
    assert view.top > 2**31
    assert view.verticalScrollBar().value() == view.verticalScrollBar().maximum() < 2**31
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum() // 2)
    assert abs(view.place()[0] - 10**12 // 2) < 10**9
    (tmp_path / "a").write_bytes(b"another")
    with qtbot.waitSignal(view.failed) as failed:
        view.go_to(10**11)
    assert "changed" in failed.args[0]
    qtbot.waitUntil(lambda: not bridge.busy)
    started = []
    bridge.start = lambda *_args, **_more: started.append(1)
    view.viewport().repaint()
    qtbot.wait(5)
    assert not started  # what can't be read is not tried again with every paint
    view.clear()


def test_a_file_that_goes_away_is_told(qtbot, hexes, tmp_path):
    data = random.Random(2).randbytes(100_000)
    for name, content in (("a", data), ("b", data[:-1] + b"x")):
        (tmp_path / name).write_bytes(content)
    left, right = (window_of(str(tmp_path / name)) for name in "ab")
    (tmp_path / "b").unlink()
    hexes.show_files(left, right, None, settled=True)
    qtbot.waitUntil(lambda: "No such file" in hexes.note.text())
    assert hexes.note.isVisible()


# texts


@pytest.fixture
def texts(qtbot, look, tmp_path):
    """Two texts of 60,000 lines that differ in three places, the last one far behind what is read at once."""
    lines = [f"line {i} of a long text, which has many of them" for i in range(60_000)]
    other = [*lines[:5], "a new line", *lines[5:40_000], *[f"more {i}" for i in range(10)], *lines[40_000:]]
    other[55_000] = "changed"
    for name, content in (("a", lines), ("b", other)):
        (tmp_path / name).write_text("\n".join(content))
    comparison = compare(str(tmp_path / "a"), str(tmp_path / "b"))
    data = [(tmp_path / name).read_bytes() for name in "ab"]
    alignment = laid(matched(*data, Control()), comparison.left_window, comparison.right_window, Control())
    bridge = JobBridge()
    view = TextCompare(bridge)
    qtbot.addWidget(view)
    view.resize(600, 400)
    view.show()
    view.show_comparison(comparison, alignment, "", inside=False)
    yield view
    view._job.stop()
    qtbot.waitUntil(lambda: not bridge.busy)


def marked(view):
    return [line.text for line in map(view.code.line, range(view.code.blockCount())) if line and line.tone]


def test_changes_of_a_long_text_are_stepped_through_over_its_parts(qtbot, texts):
    assert texts.bar.legend.whole() == "− 0 only here   + 1 only in the kept file"
    texts.go(1)
    assert texts.bar.legend.whole() == "Change 1 of 1 in this part"
    texts.go(1)
    qtbot.waitUntil(lambda: marked(texts) == [f"more {i}" for i in range(10)])
    assert texts.bar.legend.whole() == "Change 1 of 1 in this part"
    number = next(line.gutter for line in map(texts.code.line, range(texts.code.blockCount())) if line.tone)
    assert number == "40002"
    texts.go(1)
    qtbot.waitUntil(lambda: "changed" in marked(texts))
    texts.go(1)
    qtbot.waitUntil(lambda: texts.bar.legend.whole() == "No change after this part")
    texts.go(-1)
    qtbot.waitUntil(lambda: f"more {0}" in marked(texts))
    texts.go(-1)
    qtbot.waitUntil(lambda: marked(texts) == ["a new line"])


def test_parts_are_turned_by_buttons(qtbot, texts):
    assert texts.parts.isVisible()
    assert not texts.parts.earlier.isEnabled()
    before = texts._comparison.left_part
    qtbot.mouseClick(texts.parts.later, LEFT)
    qtbot.waitUntil(lambda: texts._comparison.left_part != before)
    part = texts._comparison.left_part
    assert part.begin == before.end
    assert texts.bar.legend.whole() == "Nothing differs in this part"
    qtbot.mouseClick(texts.parts.earlier, LEFT)
    qtbot.waitUntil(lambda: texts._comparison.left_part.begin < part.begin)


def test_a_place_of_either_text_is_gone_to_wherever_it_is(qtbot, texts, tmp_path):
    data = (tmp_path / "b").read_bytes()
    at = data.index(b"changed")
    assert texts.go_to_place(here=False, offset=at + 2)
    qtbot.waitUntil(lambda: texts.code.pointed >= 0)
    assert texts.code.line(texts.code.pointed).text == "changed"
    assert not texts.go_to_place(here=False, offset=len(data) + 5)
    qtbot.keyClicks(texts.bar.field, "30000")
    qtbot.keyClick(texts.bar.field, KEY.Key_Return)
    qtbot.waitUntil(lambda: not texts._job.running and texts.code.pointed >= 0)
    assert texts.code.line(texts.code.pointed).text.startswith("line 29999 ")
    qtbot.keyClicks(texts.bar.field, "x")
    assert texts.code.line(texts.code.pointed).text.startswith("line 29999 ")


def test_side_by_side_rows_stand_beside_each_other(qtbot, texts):
    qtbot.mouseClick(texts.bar.sides, LEFT)
    both = texts.both
    assert texts.pages.currentWidget() is both
    left = [both.left.line(i) for i in range(both.left.blockCount())]
    right = [both.right.line(i) for i in range(both.right.blockCount())]
    assert len(left) == len(right)
    for one, other in zip(left, right, strict=True):
        assert one.text == other.text or one.tone or other.tone
    place = [line.text for line in right].index("a new line")
    assert (right[place].tone, left[place].tone, left[place].text) == ("added", "side", "")
    texts.go(1)
    assert both.right.marked == (place, place)
    count = both.left.blockCount()
    texts.open_fold(max(line.fold for line in left))
    assert both.left.blockCount() > count
    qtbot.waitUntil(lambda: both.left.verticalScrollBar().maximum() > 300)
    both.right.verticalScrollBar().setValue(300)
    assert both.left.verticalScrollBar().value() == 300
    qtbot.mouseClick(texts.bar.sides, LEFT)
    assert texts.pages.currentWidget() is texts.code


def test_a_change_that_was_scrolled_away_from_is_not_the_current_one(qtbot, texts):
    texts.open_fold(max(line.fold for line in map(texts.code.line, range(30)) if line))
    texts.go(1)
    qtbot.waitUntil(lambda: texts.code.verticalScrollBar().maximum() > 600)
    texts.code.verticalScrollBar().setValue(600)
    texts.go(-1)
    assert texts.bar.legend.whole().startswith("Change 1 of 1")
    assert texts.code.first_row() < 10


def test_one_line_of_ten_megabytes_does_not_stop_the_window(qtbot, make, scan, tmp_path):
    rng = random.Random(5)
    text = "[" + ",".join(f'"key{i}":{rng.randrange(10**6)}' for i in range(600_000)) + "]"
    write(tmp_path, "new.json", text.encode(), 1_700_000_000)
    write(tmp_path, "old.json", (text[:3_000_000] + '"new":1,' + text[3_000_000:]).encode(), 1_600_000_000)
    window = make([tmp_path])
    session = scan(window)
    index = index_of(window.clusters.model, session.file_of(str(tmp_path / "old.json")))
    window.clusters.tree.setCurrentIndex(index)
    compare = window.details.compare
    # the change is searched for by itself where the beginnings are equal
    qtbot.waitUntil(lambda: any('"new":1,' in line for line in marked(compare.text)), timeout=LONG)
    assert len(marked(compare.text)) <= 6
    assert max(len(line) for line in marked(compare.text)) <= 300
    parts = window.details.preview.parts
    window.details.tabs.setCurrentIndex(0)
    qtbot.waitUntil(parts.isVisible)
    before = window.details.preview._part
    qtbot.mouseClick(parts.later, LEFT)
    qtbot.waitUntil(lambda: window.details.preview._part.begin == before.end)


def test_a_click_on_a_match_bar_reaches_any_byte(qtbot, make, scan, tmp_path):
    data = random.Random(7).randbytes(3_000_000)
    write(tmp_path, "new.bin", data, 1_700_000_000)
    write(tmp_path, "old.bin", data[:1_000_000] + bytes(5_000) + data[1_000_000:], 1_600_000_000)
    window = make([tmp_path])
    session = scan(window)
    panel = window.details
    with qtbot.waitSignal(panel._loader.loaded, timeout=LONG):
        window.clusters.tree.setCurrentIndex(
            index_of(window.clusters.model, session.file_of(str(tmp_path / "old.bin")))
        )
    bar = panel.figures.this
    qtbot.waitUntil(lambda: len(bar._ranges) == 2, timeout=LONG)
    qtbot.mouseClick(bar, LEFT, pos=QPoint(bar.width() * 9 // 10, 5))
    left, right = panel.compare.hex.view.pointed
    assert 2_500_000 < left < 2_950_000
    assert right == left - 5_000
