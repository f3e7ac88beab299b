"""The folders to scan: list, add, protect, remove; everything also works from the keyboard."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QListView, QMenu, QToolButton, QVBoxLayout, QWidget

from simfinder.gui.sidebar.folder_delegate import ROW_HEIGHT, FolderDelegate
from simfinder.gui.sidebar.folder_model import FolderModel
from simfinder.gui.state.mark_scope import here_action
from simfinder.gui.state.window_state import WindowState
from simfinder.gui.style.fonts import row_height
from simfinder.gui.widgets.elided_label import ElidedLabel
from simfinder.gui.widgets.open_external import open_path
from simfinder.gui.widgets.plain_text import PlainLabel, plain_text
from simfinder.gui.wording.family_words import rules_parts
from simfinder.gui.wording.formatting import counted, folder_text, key_text, size_text
from simfinder.gui.wording.skipped_words import skipped_text
from simfinder.model.scan_options import ScanOptions

_MOST_ROWS, _LEAST_ROWS = 7, 3
_FRAME = 2  # pixels of the border that shows the keys
_WIDEST_RECENT = 420  # pixels


class FoldersPanel(QWidget):
    """Heading with buttons, and the list."""

    add_wanted = Signal()
    rules_wanted = Signal(object)  # the folder whose rules are wanted first; "" for those of all
    skipped_wanted = Signal()
    alike_wanted = Signal(object)  # a folder that is to be shown beside its copies
    mark_wanted = Signal(object)  # a folder whose older versions are to be marked

    def __init__(self, workspace: WindowState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self.model = FolderModel(workspace)
        self.list = QListView()
        self.list.setModel(self.model)
        self.delegate = FolderDelegate(self.list)
        self.delegate.alike_wanted.connect(self._show_alike)
        self.list.setItemDelegate(self.delegate)
        self.list.setUniformItemSizes(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.setAccessibleName(self.tr("Folders to scan"))
        self._make_actions()
        self._hint = PlainLabel(self.tr("Add a folder, or drop one here."))
        self._hint.setProperty("role", "muted")
        self._hint.setWordWrap(True)
        self.stale = False  # the results are of other folders or filters
        self._stale = ElidedLabel()
        self._stale.setProperty("role", "warning")
        self._stale.show_text(
            self.tr("Changed since the scan: press F5 to scan again."), self.tr("Changed: press F5")
        )
        policy = self._stale.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # the tolerances below do not jump when it comes
        self._stale.setSizePolicy(policy)
        self.passed = ElidedLabel()
        self.passed.setProperty("role", "muted")
        self.passed_button = QToolButton()
        self.passed_button.setText(self.tr("List"))
        self.passed_button.setAccessibleName(self.tr("List the skipped files"))
        self.passed_button.setToolTip(self.tr("Skipped files, and why"))
        self.passed_button.clicked.connect(self.skipped_wanted)
        self.rules_text = ElidedLabel()
        self.rules_text.setProperty("role", "muted")
        self._lay_out()
        self.list.customContextMenuRequested.connect(self._open_menu)
        self.list.selectionModel().currentChanged.connect(self._update)
        self.list.selectionModel().selectionChanged.connect(self._update)  # by which screen readers choose
        self.model.modelReset.connect(self._update)
        workspace.folders_changed.connect(self._update)
        workspace.session_changed.connect(self._update)
        self._update()

    def _make_actions(self) -> None:
        self.protect = QAction(self.tr("Protect"), self)  # its words stay: the row is full
        self.protect.setCheckable(True)
        self.protect.setToolTip(
            self.tr("Files in a protected folder appear in clusters but are never marked, moved or deleted.")
        )
        self.protect.toggled.connect(self._set_protection)
        self.remove = QAction(self.tr("Remove"), self)
        tip = self.tr("Remove the folder from this list. Nothing on disk changes.")
        # no shortcut: the list takes the key itself
        self.remove.setToolTip(plain_text(f"{tip} ({key_text('Del')})"))
        self.remove.triggered.connect(self._remove)
        self.own_rules = QAction(self.tr("Filters…"), self)
        self.own_rules.setToolTip(self.tr("Scan filters of this folder"))
        self.own_rules.triggered.connect(lambda: self.rules_wanted.emit(self.path()))
        self.mark_here = here_action(self)
        self.mark_here.setEnabled(False)
        self.mark_here.triggered.connect(lambda: self.mark_wanted.emit(self.path()))
        self.copies = QAction(self.tr("Show its copies"), self)
        self.copies.triggered.connect(lambda: self._show_alike(self.path()))
        self.open = QAction(self.tr("Open in file manager"), self)
        self.open.triggered.connect(self._open)
        self.list.installEventFilter(self)

    def _lay_out(self) -> None:
        heading = PlainLabel(self.tr("FOLDERS"))
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
        self.own_button = QToolButton()
        self.rules_button, self.recent_button = QToolButton(), QToolButton()
        self.rules_button.setText(self.tr("Filters"))
        self.rules_button.setAccessibleName(self.tr("Scan filters"))
        self.rules_button.setToolTip(self.tr("Choose which files to scan, by pattern, size, date and type"))
        self.rules_button.clicked.connect(lambda: self.rules_wanted.emit(""))
        self.recent_button.setText(self.tr("Recent"))
        self.recent_button.setAccessibleName(self.tr("Recent folders"))
        self.recent_button.setToolTip(self.tr("Folders that were scanned together before"))
        self.recent_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.recent_menu = QMenu(self.recent_button)
        self.recent_menu.aboutToShow.connect(self._list_recent)
        self.recent_button.setMenu(self.recent_menu)
        self.protect_button.setDefaultAction(self.protect)
        self.remove_button.setDefaultAction(self.remove)
        self.own_button.setDefaultAction(self.own_rules)
        of_one = (self.protect_button, self.own_button, self.remove_button)
        chosen = QHBoxLayout()
        chosen.setSpacing(2)
        for button in (
            add,
            self.recent_button,
            self.rules_button,
            *of_one,
            self.passed_button,
        ):
            button.setProperty("role", "quiet")
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            if button is not self.passed_button:
                (chosen if button in of_one else row).addWidget(button)
        chosen.addStretch(1)
        passed = QHBoxLayout()
        passed.setSpacing(4)
        passed.addWidget(self.passed, 1)
        passed.addWidget(self.passed_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(row)
        column.addWidget(self.list)
        column.addLayout(chosen)
        column.addWidget(self._hint)
        column.addWidget(self.rules_text)
        column.addLayout(passed)
        column.addWidget(self._stale)

    def _show_alike(self, path: str) -> None:
        if folder := self.model.alike_folder(path):
            self.alike_wanted.emit(folder)

    def path(self) -> str:
        """Return the chosen folder, "" for none."""
        return self.model.path_of(next(iter(self.list.selectedIndexes()), self.list.currentIndex()))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let Delete remove a folder from the list here; elsewhere in the window it removes files."""
        if isinstance(event, QKeyEvent) and event.matches(QKeySequence.StandardKey.Delete) and self.path():
            if event.type() is QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() is QEvent.Type.KeyPress:
                self._remove()
                return True
        return super().eventFilter(watched, event)

    def changeEvent(self, event: QEvent) -> None:
        """Make the list as high as its rows."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            QTimer.singleShot(0, self, self._update)

    def _update(self) -> None:
        rows = self.model.rowCount()
        self._fit_list()
        self.list.setVisible(rows > 0)
        self._hint.setVisible(rows == 0)
        path = self.path()
        for action in (self.protect, self.own_rules, self.remove, self.open):
            action.setEnabled(bool(path))
        for button in (self.protect_button, self.own_button, self.remove_button):
            button.setVisible(rows > 0)  # and not only once one is chosen: what is below would jump
        self.protect.setChecked(path in self._workspace.settings.protected)
        session = self._workspace.session
        options = self._workspace.options()
        changed = session is not None and (
            set(session.options.roots) != set(options.roots)
            or set(session.options.protected) != set(options.protected)
            or _rules_of(session.options) != _rules_of(options)
        )
        if session is not None and session.read_only and not options.roots:
            changed = False  # found elsewhere: there is nothing here to scan
        self.stale = changed
        self._stale.setVisible(changed)
        self.recent_button.setVisible(bool(self._recent()))
        self._show_rules()

    def _fit_list(self) -> None:
        """Make the list as high as its rows, and in a low window no higher than a quarter of it."""
        high = row_height(ROW_HEIGHT, self.fontMetrics())
        most = max(_LEAST_ROWS, min(_MOST_ROWS, self.window().height() // 4 // high))
        self.list.setFixedHeight(max(1, min(self.model.rowCount(), most)) * high + _FRAME)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_list()

    def _show_rules(self) -> None:
        """Show the scan filters, and what the last scan skipped, by reason."""
        settings, session = self._workspace.settings, self._workspace.session
        parts = []
        if number := len(settings.exclude):
            parts.append(counted(number, self.tr("%n pattern left out"), self.tr("%n patterns left out")))
        if settings.include:
            parts.append(self.tr("only %1").replace("%1", " ".join(settings.include)))
        parts += rules_parts(settings.types, settings.not_types, settings.since, settings.before)
        if settings.min_size:
            parts.append(self.tr("from %1").replace("%1", size_text(settings.min_size)))
        if settings.max_size:
            parts.append(self.tr("up to %1").replace("%1", size_text(settings.max_size)))
        for on, text in (
            (settings.hidden, self.tr("hidden files too")),
            (settings.empty, self.tr("empty files too")),
            (settings.symlinks, self.tr("symbolic links too")),
            (settings.no_development, self.tr("without development folders")),
            (settings.no_media, self.tr("pictures and recordings by their bytes only")),
        ):
            if on:
                parts.append(text)
        self.rules_text.show_text(" · ".join(parts))
        self.rules_text.setToolTip(plain_text("\n".join([*parts, *settings.exclude])))
        self.rules_text.setVisible(bool(parts))
        passed = "" if session is None else skipped_text(session.result.passed_over)
        skipped = 0 if session is None else sum(session.result.passed_over.values())
        brief = counted(skipped, self.tr("%n skipped"), self.tr("%n skipped"))
        self.passed.show_text(*((self.tr("Skipped: %1").replace("%1", passed), brief) if passed else ("",)))
        self.passed.setToolTip(plain_text(passed.replace(" · ", "\n")))
        for widget in (self.passed, self.passed_button):
            widget.setVisible(bool(passed))

    def _recent(self) -> list[list[str]]:
        settings = self._workspace.settings
        return [folders for folders in settings.recent if set(folders) != set(settings.folders)]

    def _list_recent(self) -> None:
        self.recent_menu.clear()
        for folders in self._recent():
            text = ", ".join(folder_text(folder) for folder in folders)
            text = self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, _WIDEST_RECENT)
            action = self.recent_menu.addAction(text.replace("&", "&&"))
            action.triggered.connect(partial(self._workspace.set_folders, folders))

    def set_can_mark(self, can: bool) -> None:
        """Set whether files can be marked now."""
        self.mark_here.setEnabled(can)

    def _open_menu(self, position: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        if self.path():
            menu.addAction(self.mark_here)
            menu.addSeparator()
        menu.addActions([self.protect, self.own_rules, self.remove, self.open])
        if self.model.alike_folder(self.path()):
            menu.addAction(self.copies)
        menu.popup(self.list.viewport().mapToGlobal(position))

    def _set_protection(self, protected: bool) -> None:
        path = self.path()
        if path and protected is not (path in self._workspace.settings.protected):
            self._workspace.set_protected(path, protected)

    def _remove(self) -> None:
        if path := self.path():
            self._workspace.remove_folder(path)

    def _open(self) -> None:
        if path := self.path():
            open_path(path)


def _rules_of(options: ScanOptions) -> ScanOptions:
    """Return which files are scanned, and how; not by how many jobs, which changes nothing."""
    return replace(options, roots=(), protected=(), jobs=0)
