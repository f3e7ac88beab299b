"""Renders the icon's PNG sizes from its two drawings; run again after a drawing changed.

``python packaging/pictures/render_icons.py`` writes ``resources/icons/simfinder-SIZE.png``.
"""

from __future__ import annotations

import os
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QRectF
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

ICONS = Path(__file__).resolve().parents[2] / "resources" / "icons"
SIZES = {16: "simfinder-small.svg", 32: "simfinder.svg", 64: "simfinder.svg", 256: "simfinder.svg"}


def render(drawing: Path, size: int) -> QImage:
    """The drawing on a transparent square of ``size`` pixels."""
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    QSvgRenderer(str(drawing)).render(painter, QRectF(0, 0, size, size))
    painter.end()
    return image


def main() -> None:
    """Writes every size."""
    QGuiApplication([])
    for size, drawing in SIZES.items():
        if not render(ICONS / drawing, size).save(str(ICONS / f"simfinder-{size}.png")):
            raise SystemExit(f"can't write the icon of {size} pixels")


if __name__ == "__main__":
    main()
