"""Small pictures in the tree: made in the background for rows that are seen, a bounded number, switched by a menu."""

import os
import signal

import pytest

from simfinder.gui.jobs.job_bridge import JobBridge
from simfinder.gui.style.type_icon import letters_of
from simfinder.gui.widgets import thumbnails as module
from simfinder.gui.widgets.image_decoder.client import Pictures
from simfinder.gui.widgets.thumbnails import SIDE, Thumbnails, may_be_picture
from simfinder.model.file_record import FileRecord
from simfinder.scan.media.media_preview import MediaPreviews
from simfinder.scan.stat_record import record_of
from tests.gui.conftest import LONG
from tests.helpers.files.pictures import grey_png, picture, save
from tests.helpers.screen.cluster_rows import index_of


def record(path):
    return record_of(str(path), os.stat(path), False)


@pytest.fixture
def made(qtbot, look):
    bridge, pictures, media = JobBridge(), Pictures(), MediaPreviews()
    thumbnails = Thumbnails(bridge, pictures, media)
    yield thumbnails
    qtbot.waitUntil(lambda: not bridge.busy, timeout=LONG)
    pictures.close()
    media.close()


def test_they_come_later_and_stay(qtbot, made, tmp_path):
    records = [record(save(tmp_path / f"{i}.png", picture(200, 100 + i))) for i in range(20)]
    assert [made.of(one) for one in records] == [None] * 20
    qtbot.waitUntil(lambda: made.kept == 20, timeout=LONG)
    for one in records:
        pixmap = made.of(one)
        assert max(pixmap.width(), pixmap.height()) == 2 * SIDE
    (tmp_path / "0.png").unlink()
    assert not made.of(records[0]).isNull()  # nothing is read again
    made.forget()
    assert made.of(records[1]) is None
    qtbot.waitUntil(lambda: made.kept == 1, timeout=LONG)


def test_what_is_no_picture_is_not_read(made, tmp_path):
    (tmp_path / "a.txt").write_text("text")
    assert made.of(record(tmp_path / "a.txt")).isNull()
    assert not made._wanted
    assert [may_be_picture(name) for name in ("a.JPG", "b.svg", "c.heic", "d.NEF", "png", "d.pdf", "e")] == [
        True,
        True,
        True,
        True,
        False,
        False,
        False,
    ]


def test_broken_ones_bombs_and_missing_ones_have_none(qtbot, made, tmp_path):
    (tmp_path / "bomb.png").write_bytes(grey_png(50_000, 1, 200))
    (tmp_path / "text.png").write_text("no picture")
    good = save(tmp_path / "good.png", picture())
    gone = FileRecord(**{**_fields(record(good)), "path": str(tmp_path / "gone.png")})
    records = [record(tmp_path / "bomb.png"), record(tmp_path / "text.png"), gone, record(good)]
    for one in records:
        made.of(one)
    qtbot.waitUntil(lambda: made.kept == 4, timeout=LONG)
    assert [made.of(one).isNull() for one in records] == [True, True, True, False]


def _fields(one):
    return {name: getattr(one, name) for name in one.__dataclass_fields__}


def test_only_so_many_are_kept_and_asked_for(qtbot, made, monkeypatch, tmp_path):
    monkeypatch.setattr(module, "_MOST", 5)
    monkeypatch.setattr(module, "_QUEUE", 8)
    records = [record(save(tmp_path / f"{i}.png", picture(40, 30))) for i in range(12)]
    for one in records:
        made.of(one)
    assert len(made._wanted) == 8  # the first ones were scrolled past
    qtbot.waitUntil(lambda: not made._wanted and not made._under_way, timeout=LONG)
    assert made.kept == 5


def test_a_death_of_the_process_is_survived(qtbot, made, tmp_path):
    first = record(save(tmp_path / "a.png", picture()))
    made.of(first)
    qtbot.waitUntil(lambda: made.kept == 1, timeout=LONG)
    os.kill(made._pictures.pid, signal.SIGKILL)
    second = record(save(tmp_path / "b.png", picture()))
    made.of(second)
    qtbot.waitUntil(lambda: made.kept == 2, timeout=LONG)
    assert not made.of(second).isNull()


def test_letters_of_types():
    names = ("a.txt", "b.tar.gz", "Makefile", "c.jpeg", "d.toolong", "e.ü", ".profile")
    assert [letters_of(name) for name in names] == ["TXT", "GZ", "", "JPEG", "TOOL", "", ""]


def test_the_tree_shows_them_and_rows_keep_their_height(qtbot, make, scan, tmp_path):
    for i, color in enumerate(("#cc3355", "#44aa66", "#2266cc")):
        path = save(tmp_path / f"picture v{i}.bmp", picture(300, 200, color=color))
        os.utime(path, (1_700_000_000 + i, 1_700_000_000 + i))
        (tmp_path / f"text {i}.txt").write_text("the very same words\n" * 50)
    window = make([tmp_path])
    scan(window)
    tree, model = window.clusters.tree, window.clusters.model
    tree.open_all()
    tree.setCurrentIndex(model.index(1, 0, model.index(1, 0)))
    before, chosen = tree.visualRect(model.index(0, 0)).height(), tree.currentIndex()
    window.commands.thumbnails.trigger()
    assert window.workspace.settings.thumbnails
    assert tree.currentIndex() == chosen
    high = tree.visualRect(model.index(0, 0)).height()
    assert high >= SIDE + 4 > before
    qtbot.waitUntil(lambda: window.thumbnails.kept == 3, timeout=LONG)
    rows = [model.index(i, 0, model.index(c, 0)) for c in range(2) for i in range(3)]
    assert {tree.visualRect(index).height() for index in rows} == {high}
    qtbot.wait(1)
    shot = tree.viewport().grab().toImage()
    pictured = next(index for index in rows if model.path_of(index).endswith("2.bmp"))
    area = tree.visualRect(pictured)
    colors = {
        shot.pixelColor(x, y).name()
        for x in range(area.left(), area.left() + 60)
        for y in range(area.top(), area.bottom())
    }
    assert len(colors) > 100  # a slope of colours, not an icon
    window.commands.thumbnails.trigger()
    assert tree.visualRect(model.index(0, 0)).height() == before
    assert tree.currentIndex() == chosen
    area = tree.visualRect(pictured)
    shot = tree.viewport().grab(area).toImage()
    colors = {shot.pixelColor(x, y).name() for x in range(60) for y in range(area.height())}
    assert len(colors) > 60  # a small one in the place of the glyph


def test_other_files_of_a_cluster_are_compared_by_keys(qtbot, scanned, tree):
    session, panel = scanned.workspace.session, scanned.details
    paths = sorted(tree.cluster_of("pipeline"))
    cluster = session.clusters.cluster_of(session.file_of(paths[0]))
    kept = session.record(int(session.clusters.kept[cluster])).path
    chosen = next(path for path in paths if path != kept)
    scanned.clusters.tree.setCurrentIndex(index_of(scanned.clusters.model, session.file_of(chosen)))
    seen = [panel._shown.kept]
    for _ in range(len(paths) - 1):
        scanned.commands.next_other.trigger()
        seen.append(panel._shown.kept)
    assert seen[0] == seen[-1] == kept
    assert set(seen) == set(paths) - {chosen}
    scanned.commands.previous_other.trigger()
    assert panel._shown.kept == seen[-2]
