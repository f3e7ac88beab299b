"""Preview, comparison and figures of the chosen file, from the real files."""

import os
import threading

import pytest
from PySide6.QtCore import QPoint, Qt

from simfinder.gui.controllers import details_loader
from simfinder.gui.details.details_panel import COMPARE, PREVIEW
from simfinder.gui.jobs.job_bridge import JobBridge
from tests.helpers.files.trees import write
from tests.helpers.screen.cluster_rows import index_of


@pytest.fixture
def choose(qtbot, scanned):
    """Chooses a file and waits until it is shown."""

    def run(path, *, top=False):
        with qtbot.waitSignal(scanned.details._loader.loaded, timeout=20_000) as loaded:
            scanned.clusters.tree.setCurrentIndex(
                index_of(scanned.clusters.model, scanned.workspace.session.file_of(path), top=top)
            )
        return loaded.args[0]

    return run


def text_of(view):
    return view.toPlainText().split("\n")


def test_the_first_file_that_is_not_kept_is_chosen_after_a_scan(scanned):
    index = scanned.clusters.tree.currentIndex()
    assert index.internalId()
    assert index.row() == 1
    assert scanned.details.title.whole() == index.siblingAtColumn(0).data()


def test_a_text_shows_its_lines_and_its_differences(scanned, tree, choose):
    older, kept = tree.families["pipeline"][1], tree.families["pipeline"][-1]
    choose(older)
    panel = scanned.details
    assert panel.subtitle.whole().endswith(" shared with etl/pipeline.py · estimated")
    with open(older) as file:
        lines = file.read().expandtabs(4).rstrip("\n").split("\n")
    assert text_of(panel.preview.code) == lines
    compare = panel.compare
    tones = [compare.code.line(i).tone for i in range(compare.code.blockCount())]
    assert {"removed", "added"} <= set(tones)
    with open(kept) as file:
        kept_lines = file.read().split("\n")
    for number, tone in enumerate(tones):
        line = compare.code.line(number)
        if tone == "added":
            assert kept_lines[int(line.gutter) - 1].expandtabs(4) == line.text
        if tone == "removed":
            assert lines[int(line.gutter) - 1] == line.text
    assert any(compare.code.line(i).words for i in range(len(tones)))


def test_equal_lines_are_folded_and_open_at_a_click(qtbot, scanned, tree, choose):
    choose(tree.families["pipeline"][1])
    scanned.details.tabs.setCurrentIndex(COMPARE)
    code = scanned.details.compare.code
    fold = next(i for i in range(code.blockCount()) if code.line(i).fold >= 0)
    text, before = code.line(fold).text, code.blockCount()
    count = int(text.split()[0].replace(",", ""))
    block = code.document().findBlockByNumber(fold)
    code.verticalScrollBar().setValue(max(0, fold - 1))
    place = code.blockBoundingGeometry(block).translated(code.contentOffset()).center().toPoint()
    qtbot.mouseClick(code.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(20, place.y()))
    assert code.blockCount() == before + count - 1


def test_the_arrows_go_from_change_to_change(qtbot, make, scan, tmp_path):
    lines = [f"line number {i} of this long text" for i in range(400)]
    write(tmp_path, "new.txt", "\n".join(lines).encode(), 1_700_000_000)
    changed = [line + " changed" if i in (100, 300) else line for i, line in enumerate(lines)]
    write(tmp_path, "old.txt", "\n".join(changed).encode(), 1_600_000_000)
    window = make([tmp_path])
    scan(window)
    compare = window.details.compare
    qtbot.waitUntil(lambda: compare.pages.currentWidget() is compare.text)
    while folds := [
        line.fold for line in map(compare.code.line, range(compare.code.blockCount())) if line.fold >= 0
    ]:
        compare.text.open_fold(folds[0])
    qtbot.wait(5)
    compare.code.verticalScrollBar().setValue(0)
    qtbot.mouseClick(compare.next, Qt.MouseButton.LeftButton)
    assert compare.code.firstVisibleBlock().blockNumber() == 98
    qtbot.mouseClick(compare.previous, Qt.MouseButton.LeftButton)
    assert compare.code.firstVisibleBlock().blockNumber() <= 98


def test_bytes_are_shown_and_compared_as_hex(scanned, tree, choose):
    details = choose(tree.families["firmware"][0])
    panel = scanned.details
    assert panel.preview.pages.currentWidget() is panel.preview.bytes
    with open(tree.families["firmware"][0], "rb") as file:
        data = file.read()
    assert panel.preview.bytes.row_count * 16 >= len(data)
    assert not panel.preview.note.isVisible()
    assert details.matched.left
    assert panel.compare.pages.currentWidget() is panel.compare.hex


def test_pictures_are_drawn_side_by_side(scanned, tree, choose):
    details = choose(tree.families["chart"][0])
    assert details.image.is_drawn
    assert details.kept_image.is_drawn
    panel = scanned.details
    assert panel.compare.pages.currentWidget() is panel.compare.images
    scanned.details.tabs.setCurrentIndex(PREVIEW)
    assert panel.preview.image.isVisible()
    size = details.image.image.size()
    assert f"{size.width()} × {size.height()}" in panel.preview.image.accessibleName()


def test_each_method_has_its_figure(scanned, tree, choose):
    choose(tree.families["pipeline"][1])
    figures = scanned.details.figures
    assert figures.isVisible()
    session = scanned.workspace.session
    expected = session.clustering.figures_of(session.file_of(tree.families["pipeline"][1]))
    assert set(figures.bars) == set(expected)
    for key, bar in figures.bars.items():
        assert bar.share == pytest.approx(expected[key])
    assert 0.3 < figures.bars["sketch"].share < 1.0
    assert figures.heading.text() == "Where the two files match"


def test_the_kept_file_and_a_cluster_say_what_they_are(scanned, tree, choose):
    kept = tree.families["pipeline"][-1]
    choose(kept)
    assert scanned.details.subtitle.whole() == "The kept file of this cluster"
    assert "kept file" in scanned.details.compare.message.text()
    assert not scanned.details.figures.isVisible()
    scanned.clusters.tree.setCurrentIndex(
        index_of(scanned.clusters.model, scanned.workspace.session.file_of(kept), top=True)
    )
    assert scanned.details.subtitle.whole().startswith("3 files · ")


def test_copies_are_called_identical(scanned, tree, choose):
    session, table = scanned.workspace.session, scanned.workspace.session.clusters
    copy, original = next(iter(tree.copies.items()))
    kept = session.record(int(table.kept[table.cluster_of(session.file_of(copy))])).path
    choose(original if kept == copy else copy)
    assert scanned.details.subtitle.whole().startswith("Identical to ")
    assert scanned.details.subtitle.whole().endswith(" · verified")
    compare = scanned.details.compare
    assert "every byte is equal" in compare.summary.text()
    assert compare.pages.currentWidget() is compare.same  # what they hold, and no empty pane
    assert compare.same.code.toPlainText() == scanned.details.preview.code.toPlainText() != ""


def test_a_file_that_is_gone_is_told(scanned, tree, choose):
    path = tree.families["pipeline"][0]
    os.unlink(path)
    choose(path)
    assert scanned.details.preview.message.text() == "Can’t be read: No such file or directory"
    assert "No such file" in scanned.details.compare.message.text()


def test_only_the_last_of_many_requests_is_shown(qtbot, look, monkeypatch):
    """Also when an older one ends after the newest, and those nobody waited for are not even begun."""
    begun, let_go = [], threading.Event()

    def loading(request, *_rest):
        def run(_):
            begun.append(request.path)
            if request.path == "slow":
                let_go.wait(10)
            return details_loader.Details(request, None)

        return run

    monkeypatch.setattr(details_loader, "loading", loading)
    bridge = JobBridge()
    loader = details_loader.DetailsLoader(bridge)
    shown = []
    loader.loaded.connect(lambda loaded: shown.append(loaded.request.path))
    loader.ask(details_loader.Request(None, 0, "slow", ""))
    qtbot.waitUntil(lambda: begun == ["slow"])
    for path in ("passed", "passed too", "last"):
        loader.ask(details_loader.Request(None, 0, path, ""))
    qtbot.waitUntil(lambda: shown == ["last"])
    let_go.set()
    qtbot.waitUntil(lambda: not bridge.busy)
    assert shown == ["last"]
    assert begun == ["slow", "last"]
    loader.ask(details_loader.Request(None, 0, "unwanted", ""))
    loader.ask(None)
    qtbot.wait(2 * details_loader.SETTLE_MS)
    assert begun == ["slow", "last"]


def test_characters_outside_the_first_plane_keep_highlights_in_place(qtbot, look):
    from simfinder.gui.details.viewers.code_view import CodeView, Line

    view = CodeView()
    qtbot.addWidget(view)
    view.show_lines([Line("𝒳𝒴 old", "1", "−", "removed", ((3, 6),))])
    formats = view.document().firstBlock().layout().formats()
    assert [(f.start, f.length) for f in formats] == [(5, 3)]
