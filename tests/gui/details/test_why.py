"""Why two files are similar, the jump from a match bar into Compare, and the versions of a cluster."""

import os
import random

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel

from simfinder.gui.details.details_panel import COMPARE, PREVIEW, VERSIONS, WHY
from simfinder.gui.overview.overview import View
from tests.gui.conftest import LONG
from tests.helpers.files.trees import write
from tests.helpers.screen.cluster_rows import index_of

LEFT = Qt.MouseButton.LeftButton


def choose(qtbot, window, path, *, top=False):
    session, tree = window.workspace.session, window.clusters.tree
    index = index_of(window.clusters.model, session.file_of(path), top=top)
    if tree.currentIndex() == index:
        tree.setCurrentIndex(window.clusters.model.index(0, 0))
        tree.setCurrentIndex(window.clusters.model.index(0, 0).siblingAtColumn(0))
        qtbot.wait(200)
    with qtbot.waitSignal(window.details._loader.loaded, timeout=LONG) as loaded:
        tree.setCurrentIndex(index)
    return loaded.args[0]


def texts(widget):
    return [label.text() for label in widget.findChildren(QLabel) if label.isVisibleTo(widget)]


def test_plain_words_come_first_and_every_method_has_its_picture(qtbot, scanned, tree):
    choose(qtbot, scanned, tree.families["pipeline"][-1])
    choose(qtbot, scanned, tree.families["pipeline"][0])
    panel = scanned.details
    panel.tabs.setCurrentIndex(WHY)
    assert panel.why.answer.text().startswith("The same lines but for ")
    words = panel.why.words.text().split("\n")
    assert "of this file is in the other one" in words[0]
    assert any("days older" in line for line in words)
    assert not panel.why.tags.isVisibleTo(panel.why)
    assert not any(bar.isVisibleTo(panel) for bar in panel.figures.bars.values())
    qtbot.mouseClick(panel.why.fold, LEFT)
    assert any(bar.isVisibleTo(panel) for bar in panel.figures.bars.values())
    for picture in (panel.why.samples, panel.why.letters[0], panel.why.bits, panel.why.tags):
        assert picture.isVisibleTo(panel.why)
        assert picture.accessibleName()
        assert picture.accessibleDescription()
    assert panel.figures.isVisibleTo(panel)
    image = panel.why.grab().toImage()
    colors = {
        image.pixelColor(x, y).name() for x in range(0, image.width(), 3) for y in range(image.height())
    }
    assert len(colors) > 8  # the pictures are there


def test_the_kept_file_needs_no_reason(qtbot, scanned, tree):
    choose(qtbot, scanned, tree.families["pipeline"][0])
    choose(qtbot, scanned, tree.families["pipeline"][-1])
    scanned.details.tabs.setCurrentIndex(WHY)
    assert scanned.details.why.message.text().startswith("This is the kept file.")
    assert not scanned.details.why.tags.isVisibleTo(scanned.details.why)


def test_what_many_have_is_said(qtbot, scanned, tree):
    from dataclasses import replace

    details = choose(qtbot, scanned, tree.families["pipeline"][0])
    scanned.details.why.show_details(replace(details, why=replace(details.why, others=7, weight=0.25)))
    assert "in 7 other files too. For clusters it counts only 25 %," in scanned.details.why.words.text()


@pytest.fixture
def moved(qtbot, make, scan, tmp_path):
    """A text of which the second half comes first in the older version."""
    rng = random.Random(5)
    lines = [f"{rng.getrandbits(60):x} line {i}\n" for i in range(1200)]
    write(tmp_path, "new.txt", "".join(lines).encode(), 1_700_000_000)
    write(tmp_path, "old.txt", "".join(lines[600:] + lines[:600]).encode(), 1_600_000_000)
    window = make([tmp_path])
    scan(window)
    choose(qtbot, window, str(tmp_path / "new.txt"))
    choose(qtbot, window, str(tmp_path / "old.txt"))
    return window


def visible_gutters(code):
    first = code.firstVisibleBlock().blockNumber()
    return [code.line(i).gutter for i in range(first, min(first + 12, code.blockCount()))]


def test_a_click_on_a_stretch_shows_its_lines(qtbot, moved):
    panel = moved.details
    panel.tabs.setCurrentIndex(PREVIEW)
    bar = panel.figures.this
    assert bar._ranges[0][0] < 10
    qtbot.mouseClick(bar, LEFT, pos=QPoint(bar.width() // 4, 5))
    assert panel.tabs.currentIndex() == COMPARE
    code = panel.compare.code
    marked = code.pointed
    line = code.line(marked)
    at = (bar.width() // 4) / bar.width() * bar._length
    with open(panel._shown.path) as file:
        wanted = file.read()[: int(at)].count("\n") + 1
    texts_here = [row.text for row in panel.compare._comparison.rows if row.left == wanted]
    assert texts_here == [line.text]
    assert code.firstVisibleBlock().blockNumber() <= marked <= code.firstVisibleBlock().blockNumber() + 5


def test_a_place_among_folded_lines_is_laid_open(qtbot, make, scan, tmp_path):
    lines = [f"line number {i} of a long text\n" for i in range(400)]
    write(tmp_path, "new.txt", "".join(lines).encode(), 1_700_000_000)
    lines[300] = "changed\n"
    write(tmp_path, "old.txt", "".join(lines).encode(), 1_600_000_000)
    window = make([tmp_path])
    scan(window)
    choose(qtbot, window, str(tmp_path / "new.txt"))
    choose(qtbot, window, str(tmp_path / "old.txt"))
    compare = window.details.compare
    before = compare.code.blockCount()
    assert before < 40
    assert compare.go_to_place(here=True, offset=len("".join(lines[:100])) + 3)
    assert compare.code.blockCount() > before
    assert compare.code.line(compare.code.pointed).text == lines[100].strip()


def test_arrows_on_a_bar_go_from_stretch_to_stretch(qtbot, moved):
    bar, code = moved.details.figures.kept, moved.details.compare.code
    bar.setFocus()
    seen = []
    for _ in bar._ranges:
        qtbot.keyClick(bar, Qt.Key.Key_Right)
        seen.append(code.line(code.pointed).text)
    assert len(set(seen)) == len(bar._ranges) >= 2


def test_bytes_are_found_by_their_offset(qtbot, make, scan, tmp_path):
    rng = random.Random(6)
    data = rng.randbytes(30_000)
    write(tmp_path, "new.bin", data, 1_700_000_000)
    write(tmp_path, "old.bin", data[:9_000] + rng.randbytes(3_000) + data[9_000:], 1_600_000_000)
    window = make([tmp_path])
    scan(window)
    choose(qtbot, window, str(tmp_path / "new.bin"))
    choose(qtbot, window, str(tmp_path / "old.bin"))
    compare = window.details.compare
    assert compare.go_to_place(here=True, offset=20_003)
    view = compare.hex.view
    span = view._rows.span(view.top + 3)
    assert (span.left, span.right) == (20_000, 17_000)  # three thousand bytes are only in the left one
    assert compare.go_to_place(here=False, offset=29_999)
    assert view.pointed == (32_999, 29_999)


def test_the_versions_of_the_cluster_are_listed_when_they_are_seen(qtbot, scanned, tree):
    panel, session = scanned.details, scanned.workspace.session
    path = tree.families["pipeline"][0]
    choose(qtbot, scanned, path)
    versions = panel.versions
    assert not versions.model.rows
    panel.tabs.setCurrentIndex(VERSIONS)
    qtbot.waitUntil(lambda: versions.settled and bool(versions.model.rows), timeout=LONG)
    rows = versions.model.rows
    assert {file for row in rows for file in (row.version.file, *row.version.copies)} == {
        session.file_of(p) for p in tree.cluster_of("pipeline")
    }
    times = [row.version.mtime_ns for row in rows]
    assert times == sorted(times, reverse=True)
    assert rows[versions.list.currentIndex().row()].path == path
    assert not panel.figures.isVisibleTo(panel)
    versions.list.clicked.emit(versions.model.index(1))
    assert session.file_of(rows[1].path) in scanned.clusters.tree.selected_files()
    panel.tabs.setCurrentIndex(COMPARE)
    assert panel.figures.isVisibleTo(panel)


def test_each_version_says_what_it_added_and_took_away(qtbot, make, scan, tmp_path):
    lines = [f"line {i} of a list of things to do {i * 7919 % 1000}" for i in range(60)]
    for number, (text, when) in enumerate(
        (
            (lines, 1_700_000_000),
            ([*lines[:50], "one more", "and another one", *lines[53:]], 1_710_000_000),
            ([*lines[:50], "one more", "and another one", *lines[53:], "at the end"], 1_720_000_000),
        )
    ):
        write(str(tmp_path), f"list v{number + 1}.txt", "\n".join(text).encode(), when)
    window = make([tmp_path])
    scan(window)
    choose(qtbot, window, str(tmp_path / "list v3.txt"))
    window.details.tabs.setCurrentIndex(VERSIONS)
    versions = window.details.versions
    qtbot.waitUntil(lambda: versions.settled and len(versions.model.rows) == 3, timeout=LONG)
    words = [versions.model.index(row).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(3)]
    assert "list v3.txt" in words[0]
    assert "+1 line" in words[0]
    assert "−" not in words[0]
    assert "−1 line" in words[1]
    assert "2 changed" in words[1]
    assert "first version" in words[2]


def test_versions_follow_another_cluster(qtbot, scanned, tree):
    panel = scanned.details
    panel.tabs.setCurrentIndex(VERSIONS)
    for name in ("pipeline", "firmware"):
        choose(qtbot, scanned, tree.families[name][0])
        wanted = {p.rpartition("/")[2] for p in tree.families[name]}
        qtbot.waitUntil(
            lambda wanted=wanted: (
                panel.versions.settled
                and {os.path.basename(row.path) for row in panel.versions.model.rows} >= wanted
            ),
            timeout=LONG,
        )


def test_the_timeline_is_in_the_analysis(qtbot, scanned, tree):
    session, path = scanned.workspace.session, tree.families["pipeline"][0]
    choose(qtbot, scanned, path)
    scanned.overview.show_view(View.ANALYSIS)
    analysis = scanned.overview.analysis
    analysis.tabs.setCurrentIndex(1)
    strip = analysis.timeline.timeline.strip
    qtbot.waitUntil(lambda: scanned.overview.settled and bool(strip.versions), timeout=LONG)
    assert {file for v in strip.versions for file in v.files} == {
        session.file_of(p) for p in tree.cluster_of("pipeline")
    }
    strip._choose(1, adds=False)
    assert scanned.clusters.tree.selected_files() == sorted(strip.versions[1].files)
