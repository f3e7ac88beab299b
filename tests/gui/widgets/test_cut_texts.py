"""Texts that are cut have the room they are cut to, and keep the part that tells them apart."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics

from simfinder.gui.style.fonts import elided, scaled
from simfinder.gui.widgets.table_delegate import TableDelegate
from simfinder.gui.widgets.table_model import Field, RowModel

PATH = "/home/anna/correspondence with the tax office/2019/letters that came back/Annual report final.txt"


@pytest.mark.parametrize("mode", [Qt.TextElideMode.ElideLeft, Qt.TextElideMode.ElideMiddle])
@pytest.mark.parametrize("factor", [1.0, 1.5])
def test_a_cut_text_is_no_wider_than_its_room(qapp, mode, factor):
    metrics = QFontMetrics(scaled(qapp.font(), factor))
    for room in range(60, 500):
        assert metrics.horizontalAdvance(elided(PATH, mode, room, metrics)) <= room
    assert elided(PATH, mode, 5000, metrics) == PATH
    assert metrics.horizontalAdvance(elided(PATH, mode, 0, metrics)) <= metrics.horizontalAdvance("…")


def test_of_a_name_the_end_is_kept_and_of_a_path_too(qapp):
    names = ["Islands of the open audit 2024-04-02.pptx", PATH, "shares only 75 % with the one that stays"]
    fields = [Field("File", str, name=True), Field("Check this", str)]
    model, delegate = RowModel(names, fields), TableDelegate()
    metrics = QFontMetrics(qapp.font())

    def shown(row, column):
        return delegate.cut(model.index(row, column), 150, metrics)

    assert shown(0, 0).startswith("Islands")
    assert shown(0, 0).endswith("2.pptx")
    assert shown(1, 0).startswith("…")
    assert shown(1, 0).endswith("final.txt")
    assert shown(2, 1).startswith("shares only 75 %")
    assert shown(2, 1).endswith("…")
