"""The list of folders with their counts and flags. Reads the window's state; changes nothing."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from simfinder.gui.state.window_state import WindowState
from simfinder.gui.widgets.plain_text import plain_text
from simfinder.gui.wording.formatting import counted, folder_text, shown

Index = QModelIndex | QPersistentModelIndex


class FolderRole(IntEnum):
    """Roles that the delegate and the panel ask for."""

    PATH = Qt.ItemDataRole.UserRole + 1
    NOTE = Qt.ItemDataRole.UserRole + 2


class FolderModel(QAbstractListModel):
    """Folders of a workspace, one row each."""

    def __init__(self, workspace: WindowState) -> None:
        super().__init__(workspace)
        self._workspace = workspace
        self._paths = list(workspace.folders)
        workspace.folders_changed.connect(self.refresh)

    def refresh(self) -> None:
        """Take the folders as they are now."""
        if self._paths == self._workspace.folders:
            if self._paths:
                self.dataChanged.emit(self.index(0), self.index(len(self._paths) - 1))
            return
        self.beginResetModel()
        self._paths = list(self._workspace.folders)
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._paths)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._paths):
            return None
        path = self._paths[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return folder_text(path)
            case Qt.ItemDataRole.ToolTipRole:
                return plain_text(shown(path))
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{folder_text(path)}, {self._note(path)}"
            case FolderRole.PATH:
                return path
            case FolderRole.NOTE:
                return self._note(path)
        return None

    def _note(self, path: str) -> str:
        parts = []
        if path in self._workspace.settings.protected:
            parts.append(self.tr("protected"))
        if self._workspace.settings.folder_rules.get(path):
            parts.append(self.tr("own filters"))
        count = self._workspace.counts.get(path)
        if count is not None:
            parts.append(counted(count, self.tr("%n file"), self.tr("%n files")))
        elif path not in self._workspace.settings.protected:
            parts.append(self.tr("not scanned yet"))
        return " · ".join(parts)
