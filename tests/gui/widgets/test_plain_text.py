"""No name of a file or folder is ever taken for HTML: a picture that one names would be opened by the window itself."""

import ast
import ctypes
import os
import random
import sys
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QAbstractListModel, QModelIndex, QPoint, Qt
from PySide6.QtGui import QAction, QImage
from PySide6.QtGui import Qt as GuiQt
from PySide6.QtWidgets import QAbstractItemView, QApplication, QComboBox, QLabel, QTabBar, QToolTip

import simfinder.gui
from simfinder.gui.widgets.plain_text import PlainLabel, plain_text
from simfinder.model.removal_plan import ActKind
from tests.helpers.screen.dialogs import made_dialogs

_IN_OPEN = 0x20
NAMES = [
    f"<img src=planted.png> {what}" for what in ("report v1.txt", "report v2.txt", "report (copy).txt", "<b>")
]


class Opened:
    """Whether a file was opened since the last question, by whomever in the system."""

    def __init__(self, path):
        self._c = ctypes.CDLL(None, use_errno=True)
        self._handle = self._c.inotify_init1(os.O_NONBLOCK)
        assert self._c.inotify_add_watch(self._handle, os.fsencode(path), _IN_OPEN) > 0

    def __bool__(self):
        try:
            return bool(os.read(self._handle, 4096))
        except BlockingIOError:
            return False

    def close(self):
        os.close(self._handle)


@pytest.fixture
def planted(tmp_path, monkeypatch):
    """A picture that the names of the tree lead to."""
    if sys.platform != "linux":
        pytest.skip("not available: who opens a file is only seen on Linux")
    where = tmp_path / "where the program was started"
    where.mkdir()
    assert QImage(8, 8, QImage.Format.Format_RGB32).save(str(where / "planted.png"))
    monkeypatch.chdir(where)
    opened = Opened(where / "planted.png")
    yield opened
    opened.close()


@pytest.fixture
def root(tmp_path):
    """Versions and copies in folders, all of them with names that are HTML."""
    root = tmp_path / "<img src=planted.png>"
    rng = random.Random(5)
    lines = ["".join(rng.choices("abcdefgh ", k=60)) for _ in range(120)]
    for number, name in enumerate(NAMES):
        folder = root / ("<b>x</b>" if number % 2 else "<h1><img src='planted.png'>")
        folder.mkdir(parents=True, exist_ok=True)
        lines[number * 7] = "changed" * (number % 3)
        (folder / name).write_text("\n".join(lines))
        (folder / f"copy of {name}").write_text("\n".join(lines))
        os.utime(folder / name, (1_700_000_000 + number * 86_400,) * 2)
    return root


def columns_of(model):
    return 1 if isinstance(model, QAbstractListModel) else model.columnCount()


def tips_of(model, above=None):
    """The tips of all rows of a model, and of what is below them where there are columns."""
    above = QModelIndex() if above is None else above
    for row in range(model.rowCount(above)):
        for column in range(columns_of(model)):
            index = model.index(row, column, above)
            yield index.data(Qt.ItemDataRole.ToolTipRole)
            if column == 0 and not isinstance(model, QAbstractListModel):
                yield from tips_of(model, index)


def tips():
    """Every tool tip of every widget there is, shown or not."""
    for widget in filter(shiboken6.isValid, QApplication.allWidgets()):
        yield widget.toolTip()
        if isinstance(widget, QAbstractItemView | QComboBox) and widget.model() is not None:
            model = widget.model()
            yield from tips_of(model)
            for section in range(columns_of(model)):
                yield model.headerData(section, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
        if isinstance(widget, QTabBar):
            yield from map(widget.tabToolTip, range(widget.count()))
        yield from (action.toolTip() for action in widget.actions())
        yield from (action.toolTip() for action in widget.findChildren(QAction))


def rich_labels():
    """Labels that would take a name for HTML."""
    return [
        (label.objectName(), label.text())
        for label in QApplication.allWidgets()
        if isinstance(label, QLabel)
        and label.metaObject().className() != "QTipLabel"
        and label.textFormat() != Qt.TextFormat.PlainText
        and (
            label.buddy() is None or GuiQt.mightBeRichText(label.text())
        )  # Qt makes those of forms, of our words
    ]


def show_all_tips(window):
    """Let Qt lay each tip out; return how many of them were made of a name."""
    of_names = set()
    for tip in set(filter(None, tips())):
        QToolTip.showText(QPoint(5, 5), tip, window)
        if "planted" in tip:
            of_names.add(tip)
        assert "<img" not in tip or not GuiQt.mightBeRichText(tip), tip
    QToolTip.hideText()
    return len(of_names)


def test_a_raw_name_would_open_the_picture(window, planted):
    QToolTip.showText(QPoint(5, 5), NAMES[0], window)
    assert planted
    QToolTip.showText(QPoint(5, 5), plain_text(NAMES[0]), window)
    assert not planted
    label = PlainLabel(NAMES[0])
    label.show()
    label.grab()
    assert not planted
    label.deleteLater()
    QToolTip.hideText()


def test_the_window_and_its_dialogs(make, root, scan, planted, qtbot):
    window = make([root])
    session = scan(window)
    assert len(session.clusters)
    commands = window.commands
    commands.mark_older.trigger()
    tree = window.clusters.tree
    tree.expandAll()
    model = tree.model()
    for cluster in range(model.rowCount()):
        above = model.index(cluster, 0)
        for row in range(model.rowCount(above)):
            tree.setCurrentIndex(model.index(row, 0, above))
            for tab in range(window.details.tabs.count()):
                window.details.tabs.setCurrentIndex(tab)
                qtbot.wait(30)
        qtbot.waitUntil(lambda: not window.bridge.busy, timeout=60_000)
    assert show_all_tips(window) > 10
    for view in [*commands.views.actions()[1:], commands.views.actions()[0]]:
        view.trigger()
        qtbot.wait(50)
        show_all_tips(window)
    acts = [commands.trash, commands.acts[ActKind.HARDLINK], commands.mark_wishes["in"], commands.keep_more,
            commands.scan_rules, commands.settings, commands.passed_over, commands.keys, commands.about]  # fmt: skip
    for act in acts:
        act.trigger()
        qtbot.waitUntil(lambda: window.dialog is not None, timeout=20_000)
        qtbot.wait(50)
        show_all_tips(window)
        assert rich_labels() == []
        window.dialog.close()
        qtbot.waitUntil(lambda: window.dialog is None)
    paths = [str(path) for path in root.rglob("*.txt")][:4]
    for _, dialog in made_dialogs(window, paths):
        dialog.open()
        dialog.grab()
        show_all_tips(window)
        assert rich_labels() == []
        dialog.close()
    window.grab()
    assert rich_labels() == []
    assert not planted


def test_dropped_folders_are_shown_as_they_are(window, root, planted):
    window.workspace.add_folders([str(root)])
    assert window.folders.model.rowCount() == 1
    assert show_all_tips(window)
    window.grab()
    assert not planted


def _is_ours(node):
    """Whether a text can only be a sentence of ours."""
    match node:
        case ast.Constant():
            return True
        case ast.IfExp(body=body, orelse=orelse):
            return _is_ours(body) and _is_ours(orelse)
        case (
            ast.Call(func=ast.Attribute(attr="tr" | "translate"))
            | ast.Call(func=ast.Name(id="_tr" | "plain_text"))
        ):
            return True
    return False


HTML_OF_OURS = {"why_view.py", "type_bars.py"}  # tables of counts


def test_every_label_is_a_plain_one_and_every_tip_is_made_plain():
    folder = Path(simfinder.gui.__file__).parent
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            where = f"{path.name}:{node.lineno}"
            assert name not in ("QLabel", "QMessageBox", "setWhatsThis", "setHtml"), where
            if name in ("setToolTip", "setTabToolTip") and path.name not in HTML_OF_OURS:
                assert _is_ours(node.args[-1]), f"{where}: plain_text() is missing"


def test_what_looks_like_html_is_written_out():
    assert plain_text("/home/a & b <c>") == "/home/a & b <c>" or "&lt;c&gt;" in plain_text("/home/a & b <c>")
    for name in (*NAMES, "a\n<img src=x>", "&lt;b&gt;", "<?xml", "<qt>x"):
        shown = plain_text(name)
        assert "<img" not in shown or not GuiQt.mightBeRichText(shown)
