"""Scroll bar for a tree that has only a window of its rows: it covers all top-level rows."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QScrollBar, QWidget

from simfinder.gui.cluster_tree.cluster_tree import ClusterTree


class TreeScrollBar(QScrollBar):
    """Shown beside the tree instead of its own bar, while there are more rows than the tree has at once."""

    def __init__(self, tree: ClusterTree, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self._tree = tree
        self.setAccessibleName(self.tr("Where in the list of clusters"))
        self.hide()
        self._soon = QTimer(self)  # once however often the tree is laid out in a turn
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._follow)
        tree.model().modelReset.connect(self.follow)
        tree.verticalScrollBar().valueChanged.connect(self.follow)
        self.valueChanged.connect(tree.show_top_row)

    def follow(self) -> None:
        """Move to where the tree is scrolled to."""
        self._soon.start()

    def _follow(self) -> None:
        tree = self._tree
        needed = not tree.has_all
        if needed is self.isHidden():
            policy = Qt.ScrollBarPolicy
            tree.setVerticalScrollBarPolicy(policy.ScrollBarAlwaysOff if needed else policy.ScrollBarAsNeeded)
            self.setVisible(needed)
        if not needed:
            return
        page = max(1, len(tree.rows_in_view()) - 1)
        rows = len(tree.rows)
        self.blockSignals(True)
        self.setPageStep(page)
        self.setRange(0, max(0, rows - page))
        at_end = tree.at_end
        self.setValue(self.maximum() if at_end else min(tree.first_visible(), self.maximum()))
        self.blockSignals(False)
