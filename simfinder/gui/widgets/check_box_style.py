"""Draw check boxes as the tree does: Fusion's own have no visible border on a dark background."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QProxyStyle, QStyle, QStyleOption, QWidget

from simfinder.gui.style.palette import colors_of
from simfinder.gui.widgets.cell_painting import BOX, paint_box


class CheckBoxStyle(QProxyStyle):
    """Fusion with other checked boxes; unchecked ones are the style sheet's."""

    def __init__(self) -> None:
        super().__init__("Fusion")

    def drawPrimitive(
        self,
        element: QStyle.PrimitiveElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        checked = bool(option.state & QStyle.StateFlag.State_On)
        if element is not QStyle.PrimitiveElement.PE_IndicatorCheckBox or not checked:
            super().drawPrimitive(element, option, painter, widget)
            return
        box = QRect(0, 0, BOX, BOX)
        box.moveCenter(option.rect.center())
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colors = colors_of(option.palette)
        paint_box(painter, box, colors, checked=True)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(colors.color("text"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
        painter.restore()
