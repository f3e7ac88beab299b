"""Rows of files: a glyph of the type, a second line where it is wanted, figures in columns, names shortened last."""

import os

import numpy as np
import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QFont, QFontMetrics, QImage, QPainter

from simfinder.gui.cluster_tree.model.row_kinds import Column, Role
from simfinder.gui.cluster_tree.row_painting import fitted_name
from simfinder.gui.jobs.job_functions import Scanned
from simfinder.gui.style.fonts import tabular
from simfinder.gui.style.type_glyphs import paint_glyph
from simfinder.model.file_families import Family
from tests.helpers.results.made_sessions import made_session
from tests.helpers.screen.cluster_rows import index_of


@pytest.fixture
def metrics(look):
    return QFontMetrics(look.font())


def test_every_family_has_a_glyph_of_its_own(look):
    drawn = {}
    for family in Family:
        image = QImage(32, 32, QImage.Format.Format_ARGB32)
        image.fill(QColor("white"))
        painter = QPainter(image)
        paint_glyph(painter, QRect(0, 0, 32, 32), family, QColor("black"))
        painter.end()
        dark = sum(image.pixelColor(x, y).lightness() < 128 for x in range(32) for y in range(32))
        assert 40 < dark < 500, family
        drawn[family] = bytes(image.constBits())
    assert len(set(drawn.values())) == len(Family)


def test_what_all_names_begin_with_is_shortened_first(metrics):
    name = "Board minutes of the extraordinary meeting of shareholders v12 signed.docx"
    common = name.index("v12")
    room = metrics.horizontalAdvance(name) - 40
    found = fitted_name(name, lambda: common, room, metrics)
    assert found.startswith("Board minutes")
    assert found.endswith("v12 signed.docx")
    assert "…" in found
    assert metrics.horizontalAdvance(found) <= room
    for room in range(20, metrics.horizontalAdvance(name), 37):
        assert metrics.horizontalAdvance(fitted_name(name, lambda: common, room, metrics)) <= room
    room = metrics.horizontalAdvance("…v12 signed…")
    assert fitted_name(name, lambda: common, room, metrics) == "…v12 signed…", "the heading has the rest"
    never = fitted_name(name, lambda: pytest.fail("looked up"), 10_000, metrics)
    assert never == name


def test_a_type_goes_before_what_tells_names_apart(metrics):
    name = "DSC02140.JPG"
    room = metrics.horizontalAdvance(name) - 3
    assert fitted_name(name, lambda: 0, room, metrics) == "DSC02140…"
    assert fitted_name(name, lambda: len("DSC02140."), room, metrics).endswith("JPG"), "only the type differs"


def test_names_of_a_cluster_know_what_they_begin_with(scanned, tree):
    model, session = scanned.clusters.model, scanned.workspace.session
    common = {model.common_start(index_of(model, session.file_of(path))) for path in tree.families["report"]}
    names = [os.path.basename(path) for path in tree.cluster_of("report")]
    assert common == {len("Annual report ")}
    assert all(name.startswith("Annual report ") for name in names)
    assert model.common_start(model.index(0, 0)) == 0


def test_figures_are_equally_wide(look):
    font = tabular(QFont(look.font()))
    assert font.featureValue(QFont.Tag("tnum")) == 1
    metrics = QFontMetrics(font)
    assert len({metrics.horizontalAdvance(digit) for digit in "0123456789"}) == 1


def texts_drawn(monkeypatch, widget):
    drawn = []
    draw = QPainter.drawText

    def note(painter, *what):
        drawn.append(what[-1])
        return draw(painter, *what)

    monkeypatch.setattr(QPainter, "drawText", note)
    widget.grab()
    monkeypatch.undo()
    return [text for text in drawn if isinstance(text, str)]


def test_the_second_line_says_the_folder(qtbot, scanned, tree, monkeypatch):
    view, model = scanned.clusters.tree, scanned.clusters.model
    index = index_of(model, scanned.workspace.session.file_of(tree.families["report"][0]))
    view.setCurrentIndex(index)
    before = view.visualRect(index).height()
    folder = os.path.basename(os.path.dirname(tree.families["report"][0]))
    scanned.commands.comfortable.setChecked(True)
    assert scanned.workspace.settings.comfortable
    assert view.visualRect(index).height() >= before + 8
    assert view.isColumnHidden(Column.FOLDER)
    drawn = texts_drawn(monkeypatch, view.viewport())
    assert any(text.endswith("/" + folder) for text in drawn)
    assert view.currentIndex() == index
    scanned.commands.comfortable.setChecked(False)
    assert view.visualRect(index).height() == before
    assert not view.isColumnHidden(Column.FOLDER)


def test_the_folder_stands_behind_the_name_where_its_column_is_hidden(qtbot, scanned, tree, monkeypatch):
    """Files of one name could not be told apart."""
    view, model = scanned.clusters.tree, scanned.clusters.model
    view.setCurrentIndex(index_of(model, scanned.workspace.session.file_of(tree.families["report"][0])))
    folder = "/" + os.path.basename(os.path.dirname(tree.families["report"][0]))
    view.setColumnHidden(Column.FOLDER, True)
    view.setColumnWidth(Column.NAME, 500)
    assert any(text.endswith(folder) for text in texts_drawn(monkeypatch, view.viewport()))
    view.setColumnWidth(Column.NAME, 150)
    assert not any(text.endswith(folder) for text in texts_drawn(monkeypatch, view.viewport()))


def test_a_cluster_whose_files_are_alike_through_others_says_no_share_of_all(window):
    session = made_session((3, 3))
    window.workspace.show_scan(Scanned(session, ""))
    model = window.clusters.model
    table = model.rows.table
    for weakest, said in ((0.92, "all at least"), (0.0, "some through others")):
        shares = np.full(len(table), weakest)
        object.__setattr__(table, "weakest", shares)
        assert said in model.index_at(0).data(Role.SUMMARY)
