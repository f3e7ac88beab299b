"""A dialog for files that offers only paths of the test and does nothing to the disk by itself."""

# ruff: noqa: N802, N815 (Qt's names)

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QFileDialog, QPushButton, QVBoxLayout


class Chooser(QDialog):
    """Stands in the place of ``QFileDialog``.

    Attributes:
        choose: gives the path for a kind of question: ``folder``, ``file``, ``results`` or ``save.ENDING``.
    """

    FileMode, Option, AcceptMode = QFileDialog.FileMode, QFileDialog.Option, QFileDialog.AcceptMode
    fileSelected, filesSelected = Signal(str), Signal(list)
    choose = staticmethod(lambda _mode: "")

    def __init__(self, parent=None, title="", start="", *_):
        super().__init__(parent)
        self.setWindowTitle(title)
        self._mode = "file"
        button = QPushButton("Choose")
        button.clicked.connect(self.accept)
        QVBoxLayout(self).addWidget(button)

    def accept(self):
        path = type(self).choose(self._mode)
        super().accept()
        if path:
            self.fileSelected.emit(path)
            self.filesSelected.emit([path])

    def setFileMode(self, mode):
        if mode is QFileDialog.FileMode.Directory:
            self._mode = "folder"

    def setAcceptMode(self, mode):
        if mode is QFileDialog.AcceptMode.AcceptSave:
            self._mode = "save"

    def setOption(self, *_): ...

    def setDefaultSuffix(self, suffix):
        self._mode = f"save.{suffix}"

    def setNameFilter(self, _): ...

    def setNameFilters(self, _):
        self._mode = "results"

    def selectFile(self, _): ...
