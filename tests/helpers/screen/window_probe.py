"""The real program with a listener beside it: a line on standard input asks where a widget is, a line answers.

Run as ``python -m tests.helpers.screen.window_probe FOLDER…``. The listener only looks; clicks and keys come from
outside, through the X server, as a person's do.
"""

import json
import sys
import threading

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QLabel,
    QLineEdit,
    QMainWindow,
    QSlider,
    QTableView,
    QTreeView,
    QWidget,
)

from simfinder.__main__ import main


class Listener(QObject):
    asked = Signal(str)

    def __init__(self):
        super().__init__()
        self.asked.connect(self.answer, Qt.ConnectionType.QueuedConnection)

    def listen(self):
        for line in sys.stdin:
            self.asked.emit(line)

    def answer(self, line):
        question = json.loads(line)
        sys.stdout.write(json.dumps(getattr(self, question.pop("ask"))(**question)) + "\n")
        sys.stdout.flush()

    def where(self, name):
        """Centre of the visible, enabled widget of that accessible name or text, on the screen; null if none."""
        for widget in reversed(QApplication.allWidgets()):
            named = name in (
                widget.accessibleName(),
                widget.text().replace("&", "") if isinstance(widget, QAbstractButton) else None,
            )
            if named and widget.isVisible() and widget.isEnabled():
                point = widget.mapToGlobal(widget.rect().center())
                return [point.x(), point.y()]
        return None

    def checked(self, name):
        """Whether the visible button of that text is down."""
        return any(
            widget.isChecked()
            for widget in QApplication.allWidgets()
            if isinstance(widget, QAbstractButton)
            and widget.text().replace("&", "") == name
            and widget.isVisible()
        )

    def table(self):
        """Rows of the table of the dialog in front: texts of the columns that are shown."""
        front = QApplication.activeModalWidget()
        views = [] if front is None else [one for one in front.findChildren(QTableView) if one.isVisible()]
        if not views:
            return []
        (view,) = views  # of a dialog with tabs, the one that is shown
        model = view.model()
        columns = [column for column in range(model.columnCount()) if not view.isColumnHidden(column)]
        rows = [[model.index(row, column).data() for column in columns] for row in range(model.rowCount())]
        if not hasattr(model, "file_rows"):
            return rows
        return [
            [model.row(row).file.path, *rows[row][1:]] for row in model.file_rows()
        ]  # a review has folders too

    def slider(self, name):
        """[left, right, y, value, maximum] of a slider."""
        for widget in QApplication.allWidgets():
            if isinstance(widget, QSlider) and widget.accessibleName() == name and widget.isVisible():
                left = widget.mapToGlobal(QPoint(0, widget.height() // 2))
                return [left.x(), left.x() + widget.width(), left.y(), widget.value(), widget.maximum()]
        return None

    def native(self):
        """The main window and the dialog in front of it, as X11 knows them; 0 for none."""
        main = next(w for w in QApplication.topLevelWidgets() if isinstance(w, QMainWindow))
        front = QApplication.activeModalWidget()
        front = front if front is not None and front.isVisible() else None
        return {
            "window": int(main.winId()),
            "visible": main.isVisible(),
            "active": int(front.winId()) if front is not None else 0,
        }

    def focused(self):
        """Class and accessible name (or text) of what has the keyboard."""
        widget = QApplication.focusWidget()
        if widget is None:
            return ["", ""]
        text = widget.text() if isinstance(widget, QAbstractButton) else ""
        return [type(widget).__name__, widget.accessibleName() or text]

    def typed(self):
        """Text of the line that has the keyboard."""
        widget = QApplication.focusWidget()
        return widget.text() if isinstance(widget, QLineEdit) else ""

    def busy(self):
        """Whether long work is under way."""
        main = next(w for w in QApplication.topLevelWidgets() if isinstance(w, QMainWindow))
        return main.work.busy

    def folders(self):
        """Rows of the list of folders: text, whether it is the current one."""
        (view,) = (w for w in QApplication.allWidgets() if w.accessibleName() == "Folders to scan")
        model = view.model()
        return [
            [model.index(row, 0).data(), view.currentIndex().row() == row] for row in range(model.rowCount())
        ]

    def here(self):
        """Number of clusters shown and of files marked, and what there is to say of the current row."""
        main = next(w for w in QApplication.topLevelWidgets() if isinstance(w, QMainWindow))
        tree, model = main.clusters.tree, main.clusters.model
        index = tree.currentIndex().siblingAtColumn(0)
        check = index.data(Qt.ItemDataRole.CheckStateRole) if index.isValid() else None
        return {
            "clusters": model.rows.clusters,
            "marked": main.workspace.marked,
            "path": model.path_of(index),
            "depth": int(index.parent().isValid()),
            "checked": None if check is None else int(getattr(check, "value", check)),
            "open": tree.isExpanded(index),
            "chip": index.siblingAtColumn(2).data() if index.isValid() else "",
        }

    def rows(self):
        """Rows of the cluster tree as they are shown: [depth, name, check state or null, x, y, chip, current]."""
        (tree,) = (
            w
            for w in QApplication.allWidgets()
            if isinstance(w, QTreeView) and "lusters" in w.accessibleName()
        )
        rows = []
        current = tree.currentIndex().siblingAtColumn(0)
        index = tree.model().index(0, 0)
        while index.isValid():
            rect = tree.visualRect(index)
            point = tree.viewport().mapToGlobal(rect.center())
            check = index.data(Qt.ItemDataRole.CheckStateRole)
            depth = 1 if index.parent().isValid() else 0
            state = None if check is None else int(getattr(check, "value", check))
            chip = index.siblingAtColumn(2).data() if depth else ""
            rows.append([depth, index.data(), state, point.x(), point.y(), chip, index == current])
            index = tree.indexBelow(index)
        return rows

    def texts(self):
        """Texts of all visible labels and titles of the open dialogs."""
        texts = [w.text() for w in QApplication.allWidgets() if isinstance(w, QLabel) and w.isVisible()]
        dialogs = [
            w.windowTitle()
            for w in QApplication.topLevelWidgets()
            if isinstance(w, QDialog) and w.isVisible()
        ]
        return {"labels": texts, "dialogs": dialogs}

    def buttons(self):
        """Texts of all visible, enabled buttons."""
        return [
            w.text() for w in QApplication.allWidgets()
            if isinstance(w, QAbstractButton) and isinstance(w, QWidget) and w.isVisible() and w.isEnabled()
        ]  # fmt: skip


if __name__ == "__main__":
    application = QApplication(sys.argv[:1])
    listener = Listener()
    threading.Thread(target=listener.listen, daemon=True).start()
    sys.exit(main(sys.argv[1:]))
