"""The folders to scan: list, add, protect, remove. Every way to do it also works from the keyboard."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QLabel, QListView, QMenu, QToolButton, QVBoxLayout, QWidget

from simfinder.gui.delegates.folder_delegate import ROW_HEIGHT, FolderDelegate
from simfinder.gui.models.folder_model import FolderModel, FolderRole
from simfinder.gui.opening import open_path
from simfinder.gui.workspace import Workspace

_MOST_ROWS = 7


class FoldersPanel(QWidget):
    """Heading with buttons, and the list."""

    add_wanted = Signal()

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self.model = FolderModel(workspace)
        self.list = QListView()
        self.list.setModel(self.model)
        self.list.setItemDelegate(FolderDelegate(self.list))
        self.list.setUniformItemSizes(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.setAccessibleName(self.tr("Folders to scan"))
        self._make_actions()
        self._hint = QLabel(self.tr("Add a folder, or drop one here."))
        self._hint.setProperty("role", "muted")
        self._hint.setWordWrap(True)
        self._stale = QLabel(self.tr("The folders changed since the scan."))
        self._stale.setProperty("role", "muted")
        self._lay_out()
        self.list.customContextMenuRequested.connect(self._open_menu)
        self.list.selectionModel().currentChanged.connect(self._update)
        self.model.modelReset.connect(self._update)
        workspace.folders_changed.connect(self._update)
        self._update()

    def _make_actions(self) -> None:
        self.protect = QAction(self.tr("Protect"), self)
        self.protect.setToolTip(
            self.tr(
                "Files of a protected folder take part in clusters and are never marked, moved or deleted."
            )
        )
        self.protect.triggered.connect(self._toggle_protection)
        self.remove = QAction(self.tr("Remove"), self)
        self.remove.setToolTip(self.tr("Take the folder off this list. Nothing on disk changes."))
        self.remove.setShortcut(QKeySequence(Qt.Key.Key_Delete))
        self.remove.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.remove.triggered.connect(self._remove)
        self.open = QAction(self.tr("Open in file manager"), self)
        self.open.triggered.connect(self._open)
        self.list.addAction(self.remove)

    def _lay_out(self) -> None:
        heading = QLabel(self.tr("FOLDERS"))
        heading.setProperty("role", "heading")
        heading.setBuddy(self.list)
        row = QHBoxLayout()
        row.setSpacing(2)
        row.addWidget(heading)
        row.addStretch(1)
        add = QToolButton()
        add.setText(self.tr("Add"))
        add.setAccessibleName(self.tr("Add a folder"))
        add.clicked.connect(self.add_wanted)
        self.add_button, self.protect_button, self.remove_button = add, QToolButton(), QToolButton()
        self.protect_button.setDefaultAction(self.protect)
        self.remove_button.setDefaultAction(self.remove)
        for button in (add, self.protect_button, self.remove_button):
            button.setProperty("role", "quiet")
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(row)
        column.addWidget(self.list)
        column.addWidget(self._hint)
        column.addWidget(self._stale)

    def path(self) -> str:
        """The chosen folder, "" for none."""
        index = self.list.currentIndex()
        return index.data(FolderRole.PATH) if index.isValid() else ""

    def _update(self) -> None:
        rows = self.model.rowCount()
        self.list.setFixedHeight(max(1, min(rows, _MOST_ROWS)) * ROW_HEIGHT)
        self.list.setVisible(rows > 0)
        self._hint.setVisible(rows == 0)
        path = self.path()
        for action in (self.protect, self.remove, self.open):
            action.setEnabled(bool(path))
        protected = path in self._workspace.settings.protected
        self.protect.setText(self.tr("Unprotect") if protected else self.tr("Protect"))
        session = self._workspace.session
        options = self._workspace.options()
        changed = session is not None and (
            set(session.options.roots) != set(options.roots)
            or set(session.options.protected) != set(options.protected)
            or session.options.hidden != options.hidden
        )
        self._stale.setText(self.tr("Changed since the scan: press F5 to scan again."))
        self._stale.setVisible(changed)

    def _open_menu(self, position: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions([self.protect, self.remove, self.open])
        menu.popup(self.list.viewport().mapToGlobal(position))

    def _toggle_protection(self) -> None:
        path = self.path()
        if path:
            self._workspace.set_protected(path, path not in self._workspace.settings.protected)

    def _remove(self) -> None:
        if path := self.path():
            self._workspace.remove_folder(path)

    def _open(self) -> None:
        if path := self.path():
            open_path(path)
