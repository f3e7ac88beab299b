"""Recordings as waves and films as strips, with a table of what they say of themselves, in the real window."""

import os

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

pytest.importorskip("av")
pytest.importorskip("PIL.Image")

from simfinder.gui.details.compare.compare_panel import BYTES, MAIN
from simfinder.gui.details.details_panel import COMPARE, PREVIEW, WHY
from simfinder.gui.details.viewers import media_view
from simfinder.gui.details.viewers.media_notes import MediaNotes
from simfinder.gui.details.viewers.time_tracks import TimeTracks, Track
from simfinder.gui.style.palette import DARK, LIGHT
from simfinder.gui.style.stylesheet import apply
from tests.gui.conftest import LONG
from tests.helpers import films
from tests.helpers.recordings import music, saved, with_tags
from tests.helpers.screen.cluster_rows import index_of
from tests.unit.scan.media.test_preview_service import jpeg

AT = 44_100
SONG = music(20, 7)
TAGS = {"title": "Harbour", "artist": "Quintet"}


@pytest.fixture(scope="module")
def files():
    song = saved(SONG, "mp3", 128_000)
    film = films.saved(5, "mp4", 20)
    return {
        "song.mp3": with_tags(song, "mp3", cover=jpeg("#204080"), **TAGS),
        "tagged.mp3": with_tags(
            song, "mp3", cover=jpeg("#804020"), title="Harbor", artist="Quintet", genre="Jazz"
        ),
        "song.flac": saved(SONG, "flac"),
        "part.mp3": saved(SONG[6 * AT : 12 * AT], "mp3"),
        "film.mp4": film,
        "small.webm": films.saved(5, "webm", 20, size=(160, 120)),
    }


@pytest.fixture
def window(files, make, scan, tmp_path):
    root = tmp_path / "media"
    root.mkdir()
    for i, (name, data) in enumerate(files.items()):
        (root / name).write_bytes(data)
        os.utime(root / name, (1_700_000_000 + i,) * 2)
    window = make([root])
    scan(window)
    window.root = root
    return window


def choose_row(window, qtbot, name, tab=COMPARE):
    """Choose the row of a file that is no kept one, and wait until everything is decoded."""
    session, panel = window.workspace.session, window.details
    window.clusters.tree.open_all()
    window.clusters.tree.setCurrentIndex(
        index_of(window.clusters.model, session.file_of(str(window.root / name)))
    )
    panel.tabs.setCurrentIndex(tab)
    view = panel.compare.played if tab == COMPARE else panel.preview.played
    qtbot.waitUntil(
        lambda: bool(view._media) and view._media[0].path.endswith(name)
        and not any(track.waiting for track in view.line.tracks),
        timeout=LONG,
    )  # fmt: skip
    return view


def row_of(notes, name):
    for row in range(notes.rowCount()):
        if notes.item(row, 0).text() == name:
            return notes.item(row, 1), notes.item(row, 2)
    raise AssertionError(name)


def is_marked(item):
    return (
        item.background().color() == QColor(LIGHT.older)
        and item.background().style() != Qt.BrushStyle.NoBrush
    )


def other_of(window, name):
    session = window.workspace.session
    table = session.clusters
    file = session.file_of(str(window.root / name))
    kept = int(table.kept[table.cluster_of(file)])
    return os.path.basename(session.record(kept).path)


def test_two_recordings_lie_over_one_another_and_their_tags_are_told(window, qtbot):
    name = next(one for one in ("tagged.mp3", "song.mp3") if other_of(window, one) != one)
    view = choose_row(window, qtbot, name)
    compare = window.details.compare
    assert compare.pages.currentWidget() is view
    one, other = view.line.tracks
    assert (one.name, other.name) == ("this", "kept")
    assert one.begin == pytest.approx(other.begin, abs=0.2)
    assert len(one.loud) > 100
    assert one.loud != bytes(len(one.loud))
    kept = other_of(window, name)
    mine, its = row_of(view.notes, "Format")
    assert (mine.text(), its.text()) == ("MP3", "FLAC" if kept == "song.flac" else "MP3")
    assert is_marked(mine) is is_marked(its) is (kept == "song.flac")
    mine, its = row_of(view.notes, "Title")
    assert is_marked(mine)
    assert not is_marked(row_of(view.notes, "Channels")[0])
    cover, _ = row_of(view.notes, "Cover")
    assert not cover.icon().isNull()
    assert [button.isVisibleTo(view) for button in view.play] == [True, True]
    compare.forms.setCurrentIndex(BYTES)
    assert compare.pages.currentWidget() is compare.file_bytes
    compare.forms.setCurrentIndex(MAIN)
    assert compare.pages.currentWidget() is view


def test_a_sentence_says_how_they_differ(window, qtbot):
    choose_row(window, qtbot, next(one for one in ("tagged.mp3", "song.mp3") if other_of(window, one) != one))
    window.details.tabs.setCurrentIndex(WHY)
    said = window.details.why.answer.text()
    assert said.startswith(
        ("It sounds the same: MP3, 128 kbit/s instead of FLAC", "The same recording; only tags")
    )
    assert window.details.compare.summary.text() == said


def test_the_preview_of_a_recording(window, qtbot, monkeypatch):
    opened = []
    monkeypatch.setattr(media_view, "open_path", opened.append)
    view = choose_row(window, qtbot, "song.mp3", PREVIEW)
    assert window.details.preview.pages.currentWidget() is view
    assert len(view.line.tracks) == 1
    assert view.notes.isColumnHidden(2)
    assert row_of(view.notes, "Length")[0].text() == "0:20"
    assert row_of(view.notes, "Bit rate")[0].text() == "128 kbit/s"
    assert row_of(view.notes, "Artist")[0].text() == "Quintet"
    assert not is_marked(row_of(view.notes, "Artist")[0])
    qtbot.mouseClick(view.play[0], Qt.MouseButton.LeftButton)
    assert opened == [str(window.root / "song.mp3")]
    assert not view.play[1].isVisible()


def test_two_films_show_the_same_times(window, qtbot):
    name = next(one for one in ("film.mp4", "small.webm") if other_of(window, one) != one)
    view = choose_row(window, qtbot, name)
    one, other = view.line.tracks
    assert [time for time, _ in one.pictures] == pytest.approx([time for time, _ in other.pictures])
    assert len(one.pictures) == 12
    mine, its = row_of(view.notes, "Pixels")
    assert {mine.text(), its.text()} == {"320 × 240", "160 × 120"}
    assert is_marked(mine)
    assert window.details.compare.basis.text().startswith("Films")
    assert "This film: " in window.details.why.words.text()
    view = choose_row(window, qtbot, name, PREVIEW)
    assert view.line.is_sheet


def test_a_thumbnail_of_a_film_is_in_its_row(window, qtbot):
    qtbot.waitUntil(lambda: window.thumbnails.kept >= 2, timeout=LONG)
    session = window.workspace.session
    picture = window.thumbnails.of(session.record(session.file_of(str(window.root / "film.mp4"))))
    assert not picture.isNull()
    assert picture.height() * 4 == picture.width() * 3
    assert window.thumbnails.of(session.record(session.file_of(str(window.root / "song.mp3")))).isNull()


# the widgets alone
def waves(qtbot, *tracks, size=(400, 300)):
    line = TimeTracks()
    qtbot.addWidget(line)
    line.resize(*size)
    line.show_tracks(tracks)
    line.show()
    return line


def test_tracks_share_one_axis(qtbot, look):
    line = waves(
        qtbot, Track("this", 20.0, 30.0, b"\xff" * 100), Track("whole", 0.0, 100.0, bytes(range(200)))
    )
    part, whole = line.bands()
    assert (whole.left(), whole.right()) == pytest.approx((0, 399), abs=1)
    assert (part.left(), part.right()) == pytest.approx((0.2 * 399, 0.5 * 399), abs=1)
    assert part.bottom() < whole.top()
    shot = line.grab().toImage()
    accent = QColor(LIGHT.accent).name()
    at = part.center().toPoint()
    assert shot.pixelColor(at.x(), at.y() - 15).name() == accent
    assert shot.pixelColor(int(part.right()) + 20, at.y() - 15).name() != accent
    assert "0:20 – 0:50" in line.accessibleDescription()


def test_a_line_follows_the_pointer(qtbot, look):
    line = waves(qtbot, Track("a", 0.0, 100.0, b"\x40" * 9))
    QTest.mouseMove(line, QPoint(200, 30))
    QApplication.sendEvent(line, QEvent(QEvent.Type.UpdateRequest))
    qtbot.waitUntil(lambda: line.at is not None)
    assert line.at == pytest.approx(50, abs=1)
    QApplication.sendEvent(line, QEvent(QEvent.Type.Leave))
    assert line.at is None


def test_what_is_decoded_and_what_can_not_be_is_said(qtbot, look):
    waiting = waves(qtbot, Track("", 0.0, 10.0, waiting=True)).grab().toImage()
    failed = waves(qtbot, Track("", 0.0, 10.0)).grab().toImage()
    silent = waves(qtbot, Track("", 0.0, 10.0, bytes(50))).grab().toImage()
    assert waiting != failed != silent


def test_a_film_alone_is_a_sheet_and_two_are_strips(qtbot, look):
    red, blue = (QImage(160, 90, QImage.Format.Format_RGB32) for _ in range(2))
    red.fill(QColor("#ff0000"))
    blue.fill(QColor("#0000ff"))
    pictures = [(2.5 + 5 * i, red if i % 2 else blue) for i in range(8)]
    one = waves(qtbot, Track("a", 0.0, 40.0, pictures=pictures))
    assert one.is_sheet
    assert one.heightForWidth(400) > one.heightForWidth(900) * 0.4
    both = waves(
        qtbot, Track("a", 0.0, 40.0, pictures=pictures), Track("b", 0.0, 20.0, pictures=pictures[:4])
    )
    first, second = both.bands()
    assert second.width() == pytest.approx(first.width() / 2, abs=2)
    shot = both.grab().toImage()
    seen = [shot.pixelColor(int(x), int(first.center().y())).name() for x in range(10, 390, 20)]
    assert {"#ff0000", "#0000ff"} <= set(seen)
    below = shot.pixelColor(300, int(second.center().y())).name()
    assert below not in ("#ff0000", "#0000ff")


def test_marks_follow_the_look_and_unknown_tags_keep_their_names(qtbot, look):
    notes = MediaNotes()
    qtbot.addWidget(notes)
    notes.show_notes(
        {"title": "A", "genre": "x", "my_own": "1"}, {"title": "B", "genre": "x"}, ["this", "kept"]
    )
    assert [notes.item(row, 0).text() for row in range(notes.rowCount())] == ["Title", "Genre", "my own"]
    assert [is_marked(notes.item(row, 1)) for row in range(3)] == [True, False, True]
    apply(look, DARK)
    assert notes.item(0, 1).background().color() == QColor(DARK.older)
    apply(look, LIGHT)
    assert is_marked(notes.item(0, 2))
