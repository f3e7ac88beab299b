"""The list of folders with their counts and flags. Reads the window's state; changes nothing."""

from __future__ import annotations

import os
from collections.abc import Mapping
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from simfinder.gui.state.window_state import WindowState
from simfinder.gui.widgets.plain_text import plain_text
from simfinder.gui.wording.formatting import count_text, counted, folder_text, shown

Index = QModelIndex | QPersistentModelIndex


class FolderRole(IntEnum):
    """Roles that the delegate and the panel ask for."""

    NOTE = Qt.ItemDataRole.UserRole + 2
    BRIEF = Qt.ItemDataRole.UserRole + 4  # the note where there is little room
    ALIKE = Qt.ItemDataRole.UserRole + 3  # of which folder it is a copy, or how many in it are; "" for most


class FolderModel(QAbstractListModel):
    """Folders of a workspace, one row each."""

    def __init__(self, workspace: WindowState) -> None:
        super().__init__(workspace)
        self._workspace = workspace
        self._paths = self._wanted()
        self._counts: dict[str, int | None] = {}
        self._alike: Mapping[str, str] = {}
        for changed in (workspace.folders_changed, workspace.session_changed, workspace.clusters_changed):
            changed.connect(self.refresh)

    def _wanted(self) -> list[str]:
        """Return the folders to scan, and behind them those that are protected all the same."""
        listed, protected = self._workspace.folders, self._workspace.settings.protected
        return [*listed, *(path for path in protected if path not in listed)]

    def refresh(self) -> None:
        """Take the folders as they are now, and how many files they have."""
        session, wanted = self._workspace.session, self._wanted()
        self._counts = {} if session is None else {path: session.count_below(path) for path in wanted}
        if self._paths == wanted:
            if self._paths:
                self.dataChanged.emit(self.index(0), self.index(len(self._paths) - 1))
            return
        self.beginResetModel()
        self._paths = wanted
        self.endResetModel()

    def show_alike(self, alike: Mapping[str, str]) -> None:
        """Take what folders are that are copies or versions of others, by path."""
        self._alike = alike
        if self._paths:
            self.dataChanged.emit(self.index(0), self.index(len(self._paths) - 1))

    def alike_folder(self, path: str) -> str:
        """Return the folder itself or the first in it that is a copy or version of another one; "" for none."""
        inside = os.path.join(path, "")
        return (
            path if path in self._alike else next((one for one in self._alike if one.startswith(inside)), "")
        )

    def _alike_text(self, path: str) -> str:
        inside = os.path.join(path, "")
        count = sum(one.startswith(inside) for one in self._alike)
        if path in self._alike or not count:
            return self._alike.get(path, "")
        return counted(
            count,
            self.tr("%n folder in it is a copy or version of another one"),
            self.tr("%n folders in it are copies or versions of one another"),
        )

    def path_of(self, index: Index) -> str:
        """Return the path of a row, "" for none. As data of a role, names that are no UTF-8 would be lost."""
        return self._paths[index.row()] if index.isValid() else ""

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
                return plain_text(
                    "\n".join(filter(None, (shown(path), *self._notes(path), self._alike_text(path))))
                )
            case Qt.ItemDataRole.AccessibleTextRole:
                parts = (folder_text(path), *self._notes(path), self._alike_text(path))
                return ", ".join(filter(None, parts))
            case FolderRole.ALIKE:
                return self._alike_text(path)
            case FolderRole.NOTE:
                return " · ".join(self._notes(path))
            case FolderRole.BRIEF:
                return self._brief(path)
        return None

    def _brief(self, path: str) -> str:
        """Return what matters most of a note: that files are protected, else how many there are."""
        if path in self._workspace.settings.protected:
            return self.tr("protected")
        count = self._counts.get(path)
        return "" if count is None else count_text(count)

    def _notes(self, path: str) -> list[str]:
        parts = []
        listed = path in self._workspace.folders
        if path in self._workspace.settings.protected:
            parts.append(self.tr("protected"))
        if not (listed or self._counts.get(path)):
            parts.append(self.tr("not in the list to scan"))
        if self._workspace.settings.folder_rules.get(path):
            parts.append(self.tr("own filters"))
        count = self._counts.get(path)
        if count is not None and (listed or count):
            parts.append(counted(count, self.tr("%n file"), self.tr("%n files")))
        elif path not in self._workspace.settings.protected:
            parts.append(self.tr("not scanned yet"))
        return parts
