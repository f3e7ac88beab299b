"""Where two files match is told by the comparison that their figure is of."""

import os
import random

import pytest

from simfinder.app.verify.verifier import Verifier
from simfinder.gui.cluster_tree.model.cluster_model import Role
from simfinder.gui.controllers import details_loader
from simfinder.gui.details.details_panel import WHY
from simfinder.gui.details.shared_ranges_view import MatchBar
from simfinder.gui.style.palette import colors_of
from simfinder.model.progress import Control
from simfinder.text.number_formats import percent_text
from tests.gui.conftest import LONG
from tests.helpers.files.trees import write


@pytest.fixture
def window(make, scan, tmp_path):
    """Two files of noise that share blocks in another order, and changed bytes here and there."""
    rng = random.Random(3)
    blocks = [rng.randbytes(20_000) for _ in range(6)]
    changed = bytearray(blocks[2])
    for place in range(0, 20_000, 400):
        changed[place] ^= 1
    write(tmp_path, "new.bin", b"".join(blocks), 1_700_000_000)
    older = b"".join([blocks[1], blocks[0], bytes(changed), blocks[3], rng.randbytes(9_000), blocks[4]])
    write(tmp_path, "old.bin", older, 1_600_000_000)
    window = make([tmp_path])
    scan(window)
    return window


def test_bars_and_figure_agree(qtbot, window):
    session = window.workspace.session
    session.verify(Verifier(session.result, None, Control()))
    window.workspace.regrouped([])
    index = window.clusters.model.index(1, 0, window.clusters.model.index(0, 0))
    assert not index.data(Role.ESTIMATED)
    with qtbot.waitSignal(window.details._loader.loaded, timeout=LONG) as loaded:
        window.clusters.tree.setCurrentIndex(index.parent())
    with qtbot.waitSignal(window.details._loader.loaded, timeout=LONG) as loaded:
        window.clusters.tree.setCurrentIndex(index)
    matched = loaded.args[0].matched
    assert matched.similarity == pytest.approx(index.data(Role.SIMILARITY), abs=1e-6)
    figures = window.details.figures
    assert figures.this.accessibleDescription().startswith(percent_text(matched.left_share))
    assert figures.kept.accessibleDescription().startswith(percent_text(matched.right_share))
    shares = matched.left_share * matched.left_size, matched.right_share * matched.right_size
    whole = matched.left_size + matched.right_size
    assert 2 * min(shares) / whole == pytest.approx(matched.similarity, abs=1e-4)
    assert figures.heading.text() == "Where the two files match"
    assert len(figures.this._ranges) == len(matched.left) >= 4


def test_large_files_are_matched_after_they_are_shown(qtbot, window, monkeypatch):
    monkeypatch.setattr(details_loader, "AT_ONCE", 1000)
    loader = window.details._loader
    with qtbot.waitSignal(loader.loaded, timeout=LONG):
        window.clusters.tree.setCurrentIndex(window.clusters.model.index(0, 0))
    index = window.clusters.model.index(1, 0, window.clusters.model.index(0, 0))
    with qtbot.waitSignals([loader.loaded, loader.matched], order="strict", timeout=LONG):
        window.clusters.tree.setCurrentIndex(index)
    assert len(window.details.figures.this._ranges) >= 4


def test_a_file_that_went_meanwhile_leaves_what_is_shown(qtbot, window, monkeypatch):
    loader, model = window.details._loader, window.clusters.model
    with qtbot.waitSignal(loader.loaded, timeout=LONG):
        window.clusters.tree.setCurrentIndex(model.index(0, 0))
    index = model.index(1, 0, model.index(0, 0))
    real = details_loader.match

    def gone(comparison, *rest, **more):
        if os.path.exists(comparison.left):
            os.remove(comparison.left)
        return real(comparison, *rest, **more)

    monkeypatch.setattr(details_loader, "match", gone)
    with qtbot.waitSignal(loader.loaded, timeout=LONG) as loaded:
        window.clusters.tree.setCurrentIndex(index)
    assert loaded.args[0].matched is None
    figures = window.details.figures
    assert not figures.this.isVisibleTo(figures)
    window.details.tabs.setCurrentIndex(WHY)
    window.details.why.fold.setChecked(True)
    assert figures.bars["sketch"].isVisibleTo(figures)
    qtbot.waitUntil(lambda: not window.bridge.busy, timeout=LONG)


def test_the_place_of_a_part_is_told(qtbot, make, scan, tmp_path):
    from simfinder.app.views import containment_view
    from simfinder.gui.cluster_tree.model.cluster_model import Row

    rng = random.Random(4)
    part = rng.randbytes(9_000)
    whole = part[:40] + rng.randbytes(29_960) + part + rng.randbytes(11_000)
    paths = [write(tmp_path, "whole.bin", whole, 1e9), write(tmp_path, "part.bin", part, 1e9)]
    window = make([tmp_path])
    session = scan(window)
    window.workspace.set_insides(containment_view.of_paths(session, [(*paths, 0.99)]))
    model = window.clusters.model
    index = model.index_of_key((Row.PART, *map(session.file_of, paths)))
    with qtbot.waitSignal(window.details._loader.loaded, timeout=LONG):
        window.clusters.tree.setCurrentIndex(index)
    assert window.details.compare.summary.text() == "Found in bytes 30,000 to 39,000 of the whole"
    assert window.details.figures.kept._ranges[-1] == (30_000, 39_000)
    view = window.details.compare.hex.view
    assert view._rows.span(view.top + 3).right == 30_000


def test_a_part_of_a_long_text_is_shown_where_it_lies(qtbot, make, scan, tmp_path):
    from simfinder.app.views import containment_view
    from simfinder.gui.cluster_tree.model.cluster_model import Row

    lines = [f"line {i} of a text that is longer than what is shown at once" for i in range(20_000)]
    whole, part = "\n".join(lines).encode(), "\n".join(lines[15_000:15_200]).encode()
    paths = [write(tmp_path, "whole.txt", whole, 1e9), write(tmp_path, "part.txt", part, 1e9)]
    window = make([tmp_path])
    session = scan(window)
    window.workspace.set_insides(containment_view.of_paths(session, [(*paths, 0.99)]))
    model = window.clusters.model
    window.clusters.tree.setCurrentIndex(model.index_of_key((Row.PART, *map(session.file_of, paths))))
    code = window.details.compare.code
    qtbot.waitUntil(lambda: code.line(1) is not None and code.line(1).gutter == "15198", timeout=LONG)
    assert code.line(0).text == "197 equal lines"
    assert code.line(1).text == lines[15_197]
    assert not code.line(3).tone  # behind the part the whole goes on


def test_a_stretch_is_filled_as_high_as_it_is_equal(qtbot, look):
    bar = MatchBar()
    qtbot.addWidget(bar)
    bar.resize(100, 20)
    bar.show_ranges(1000, [(500, 1000), (0, 250)], 0.45, [200, 250])
    assert bar.filled == pytest.approx([1.0, 0.4])
    image, colors = bar.grab().toImage(), colors_of(bar.palette())
    column = [image.pixelColor(75, y) for y in range(20)]
    assert [column.count(colors.color(name)) for name in ("accent", "warning")] == [8, 12]
    assert image.pixelColor(10, 0) == colors.color("accent")
    assert image.pixelColor(40, 19) == colors.color("warning")


def test_all_that_is_filled_is_what_was_measured(qtbot, look):
    """Padding counts as what stands around it."""
    bar = MatchBar()
    qtbot.addWidget(bar)
    bar.show_ranges(1000, [(0, 400), (600, 1000)], 0.6, [100, 200])
    assert sum(400 * part for part in bar.filled) == pytest.approx(600)
    bar.show_ranges(1000, [(0, 400)], 0.9, [400])
    assert bar.filled == [1.0]
    bar.show_ranges(1000, [(0, 400)])
    assert bar.filled == [1.0]
