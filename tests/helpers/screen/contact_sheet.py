"""Every view and dialog of the window, in light and dark, at two sizes and two font scales, on one large picture.

Run by hand: ``python -m tests.helpers.screen.contact_sheet FOLDER``. Writes
``sheet-LOOK-SIZE-SCALE.png`` files there, or with ``--single`` a folder of that name with a picture of each in
full size; to be looked at, nothing is asserted. Works on a home folder of its own that is taken away again.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

SIZES = ((1480, 830), (1024, 640))
SCALES = (1.0, 1.5)
LOOKS = {
    "light": "LIGHT",
    "dark": "DARK",
    "light-contrast": "LIGHT_CONTRAST",
    "dark-contrast": "DARK_CONTRAST",
}
"""Without being asked for, only the first two."""

_COLUMNS = 3
_THUMB = 760


def main() -> int:
    """Render all combinations, or those that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--look", choices=list(LOOKS))
    parser.add_argument("--scale", type=float)
    parser.add_argument("--size", type=int, help="0: large, 1: small")
    parser.add_argument("--language", default="en", help="a code such as de")
    parser.add_argument("--mirrored", action="store_true", help="from right to left")
    parser.add_argument("--single", action="store_true", help="a picture each, in full size")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        os.environ.update(HOME=home, QT_QPA_PLATFORM="offscreen")
        for name in ("CACHE", "CONFIG", "DATA", "STATE"):
            os.environ[f"XDG_{name}_HOME"] = os.path.join(home, "." + name.lower())
        from PySide6.QtCore import Qt
        from PySide6.QtWidgets import QApplication

        app = QApplication(["simfinder"])
        _speak(args.language)
        if args.mirrored:
            app.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        from simfinder.gui.widgets.check_box_style import CheckBoxStyle

        boxes = CheckBoxStyle()
        app.setStyle(boxes)
        plain = app.font()
        from simfinder.gui.style import palette, stylesheet
        from simfinder.gui.style.fonts import scaled
        from tests.helpers.files.folder_trees import project_tree
        from tests.helpers.files.trees import version_tree

        tree = version_tree(os.path.join(home, "files"))
        project_tree(os.path.join(tree.root, "Projects"))
        for look, named in LOOKS.items():
            colors = getattr(palette, named)
            for scale in SCALES:
                for number, size in enumerate(SIZES):
                    if look not in (args.look or "light dark").split() or (args.scale or scale) != scale:
                        continue
                    if args.size is not None and args.size != number:
                        continue
                    app.setFont(scaled(plain, scale))
                    stylesheet.apply(app, colors)
                    views = _views(app, tree, size)
                    path = args.folder / f"sheet-{look}-{size[0]}-{scale:g}.png"
                    if args.single:
                        path = path.with_suffix("")
                        _save_each(views, path)
                    else:
                        _compose(views, colors.line, colors.text).save(str(path))
                    print(path, file=sys.stderr)
    return 0


def _speak(language):
    """As the settings say it."""
    from simfinder.app.settings.settings import Settings

    Settings(language=language).save()


def _wait(app, until, seconds=60.0):
    end = time.monotonic() + seconds
    while not until() and time.monotonic() < end:
        app.processEvents()
        time.sleep(0.005)
    for _ in range(8):
        app.processEvents()
    if not until():
        raise SystemExit("what was waited for did not come")


def _views(app, tree, size):
    """Pictures with their names."""
    from simfinder.app.settings import settings as app_settings
    from simfinder.app.settings.scan_rules import RuleTexts
    from simfinder.gui.main import make_window
    from simfinder.model.removal_plan import ActKind

    views = []
    settings, _ = app_settings.load()
    app_settings.Settings(language=settings.language).save()  # each time is the first run
    window = make_window([])
    window.resize(*size)
    window.show()

    def take(name, widget=None):
        for _ in range(6):
            app.processEvents()
            time.sleep(0.01)
        views.append((name, (widget or window).grab()))

    take("first run")
    window.workspace.add_folders([tree.root, os.path.join(tree.root, "Notes")])
    window.workspace.set_protected(os.path.join(tree.root, "Notes"), True)
    take("ready")
    window.work.scan()
    compiling = 900  # where nobody did before
    _wait(app, lambda: window.workspace.session is not None and not window.work.busy, compiling)
    window.commands.mark_older.trigger()
    take("scanned")

    def dialog(name, act, ready=lambda: True):
        act()
        _wait(app, lambda: window.dialog is not None)
        shown = window.dialog
        _wait(app, ready)
        take(name, shown)
        shown.close()
        _wait(app, lambda: window.dialog is None)

    commands = window.commands
    dialog("review", commands.trash.trigger)
    dialog("review of links", commands.acts[ActKind.HARDLINK].trigger)
    commands.mark_all.trigger()
    dialog("review, delete", commands.acts[ActKind.DELETE].trigger)
    dialog("marking", commands.mark_wishes["in"].trigger)
    dialog("keep rules", commands.keep_more.trigger)
    dialog("scan filters", commands.scan_rules.trigger)
    dialog("settings", commands.settings.trigger)
    dialog("skipped", commands.passed_over.trigger)
    dialog("keyboard", commands.keys.trigger)
    dialog("about", commands.about.trigger)
    from simfinder.model.file_families import Family
    from tests.helpers.screen.dialogs import made_dialogs

    for name, made in made_dialogs(window, tree.families["report"]):
        made.open()
        take(name, made)
        made.close()
    window.tolerances.by_family.setChecked(True)
    window.tolerances.families[Family.DOCUMENTS].fold.setChecked(True)
    window.tolerances.families[Family.SOURCE].slider.setValue(12)
    window.workspace.settings.set_rules(RuleTexts(exclude=["*.bak"], since="2y"))
    window.workspace.folders_changed.emit()
    window.folders.list.setCurrentIndex(window.folders.model.index(1))
    window.details.tabs.setCurrentIndex(2)
    _wait(app, lambda: not window.workspace._regroup.isActive())
    take("families, and why")
    window.top.filter.setText("no such name")
    _wait(app, window.clusters.empty.isVisible)
    take("nothing passes the filter")
    window.top.filter.clear()
    menus = (
        ("mark menu", window.top.mark.menu()),
        ("acts menu", window.top.trash.menu()),
        *((action.text(), action.menu()) for action in window.menuBar().actions()),
    )
    for name, menu in menus:
        menu.popup(window.mapToGlobal(window.rect().center()))
        take(name, menu)
        menu.close()
    _comparisons(app, window, tree, take)
    for action in commands.views.actions()[1:]:
        action.trigger()
        _wait(app, lambda: window.overview.settled)
        take(action.text())
        if (folders := window.overview.folders) is not None and folders.isVisible():
            _folders(app, window, folders, take)
    window.close()
    _wait(app, lambda: not window.bridge.busy)
    return views


def _folders(app, window, view, take):
    """A group that is open, with files side by side and a file of it compared."""
    pair = next(row for row in view.pairs.rows if row.changed)
    view.choose_pair(pair.path, pair.kept)
    _wait(app, lambda: window.overview.settled)
    view.files.setFocus()
    rows = range(view.files.model().rowCount())
    view.files.selectRow(
        next(at for at in rows if (line := view.files.model().row(at)).row and line.row.kind == "changed")
    )
    _wait(app, lambda: window.overview.settled and not window.bridge.busy)
    take("folders, a group and a file")


def _comparisons(app, window, tree, take):
    """The ways to compare, with small pictures in the tree."""
    from simfinder.gui.details.compare.image_compare import CompareMode
    from simfinder.gui.details.details_panel import COMPARE

    session, compare = window.workspace.session, window.details.compare
    window.details.tabs.setCurrentIndex(COMPARE)

    from tests.helpers.screen.cluster_rows import index_of

    def choose(family):
        index = index_of(window.clusters.model, session.file_of(tree.families[family][0]))
        window.clusters.tree.setCurrentIndex(index)
        wanted = tree.families[family][0]
        _wait(
            app,
            lambda: (
                compare._details is not None
                and compare._details.request.path == wanted
                and not window.bridge.busy
            ),
        )

    window.commands.thumbnails.setChecked(True)
    choose("pipeline")
    compare.text.bar.sides.setChecked(True)
    take("texts side by side")
    compare.text.bar.sides.setChecked(False)
    choose("firmware")
    take("bytes")
    choose("chart")
    take("pictures")
    compare.images.modes.setCurrentIndex(CompareMode.OVERLAY)
    take("pictures, overlaid")
    compare.images.modes.setCurrentIndex(CompareMode.DIFFERENCE)
    take("pictures, difference")
    window.commands.thumbnails.setChecked(False)


def _save_each(views, folder):
    folder.mkdir(exist_ok=True)
    for number, (name, picture) in enumerate(views):
        picture.save(str(folder / f"{number:02} {name.replace('/', ' ')}.png"))


def _compose(views, line, ink):
    from PySide6.QtCore import QRect, Qt
    from PySide6.QtGui import QColor, QPainter, QPixmap

    thumbs = []
    for name, picture in views:
        if picture.width() > _THUMB:
            picture = picture.scaledToWidth(_THUMB, Qt.TransformationMode.SmoothTransformation)
        thumbs.append((name, picture))
    rows = [thumbs[i : i + _COLUMNS] for i in range(0, len(thumbs), _COLUMNS)]
    heights = [max(p.height() for _, p in row) + 30 for row in rows]
    sheet = QPixmap(_COLUMNS * (_THUMB + 12) + 12, sum(heights) + 12)
    sheet.fill(QColor(line))
    painter = QPainter(sheet)
    painter.setPen(QColor(ink))
    y = 6
    for row, height in zip(rows, heights, strict=True):
        for column, (name, picture) in enumerate(row):
            x = 12 + column * (_THUMB + 12)
            painter.drawText(QRect(x, y, _THUMB, 20), Qt.AlignmentFlag.AlignVCenter, name)
            painter.drawPixmap(x, y + 22, picture)
        y += height
    painter.end()
    return sheet


if __name__ == "__main__":
    sys.exit(main())
