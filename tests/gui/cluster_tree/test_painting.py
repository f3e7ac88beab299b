"""What is painted again and again is looked up once, and looks the same."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPainter, QPalette

from simfinder.gui.sidebar.tolerance_slider import ToleranceSlider
from simfinder.gui.style import palette as looks


def test_the_look_of_a_palette_is_found_once(monkeypatch):
    palette = looks.palette_of(looks.DARK)
    asked = []
    find = looks._look_of
    monkeypatch.setattr(looks, "_look_of", lambda which: asked.append(which) or find(which))
    assert [looks.colors_of(QPalette(palette)) for _ in range(50)] == [looks.DARK] * 50
    assert len(asked) == 1
    palette.setColor(QPalette.ColorRole.Window, QColor(looks.LIGHT.window))
    assert looks.colors_of(palette) is looks.LIGHT


def test_looks_of_many_palettes_are_not_kept():
    for step in range(2 * looks._MOST_LOOKS):
        palette = looks.palette_of(looks.LIGHT)
        palette.setColor(QPalette.ColorRole.Link, QColor(step % 256, step // 256, 0))
        assert looks.colors_of(palette) is looks.LIGHT
    assert len(looks._looks) <= looks._MOST_LOOKS + 1


def test_bars_of_a_slider_are_handed_over_together(qtbot, monkeypatch):
    slider = ToleranceSlider()
    qtbot.addWidget(slider)
    slider.set_pairs([5] * 40 + [0] * 5 + [7] * 5)
    slider.setValue(20)
    handed = []
    draw = QPainter.drawRects
    monkeypatch.setattr(
        QPainter, "drawRects", lambda painter, some: handed.append(some) or draw(painter, some)
    )
    slider.grab()
    assert [len(some) for some in handed] == [21, 24]
    assert all(bar.right() < handed[1][0].left() + 1 for bar in handed[0])
