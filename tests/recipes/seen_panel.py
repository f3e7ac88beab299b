"""The panel of the recipe, in the window."""

import os

from PySide6.QtTest import QTest
from simfinder.gui.details.types_view import TypesView

from tests.gui.details.test_why import choose


def test_it_shows_the_cluster_of_the_chosen_file(qtbot, scanned, tree):
    panel = scanned.details
    panel.tabs.setCurrentIndex(panel.tabs.count() - 1)
    view = panel.pages.currentWidget()
    assert isinstance(view, TypesView)
    assert view.accessibleName()
    assert panel.tabs.accessibleTabName(panel.tabs.count() - 1) in ("", "Types")
    choose(qtbot, scanned, tree.families["pipeline"][-1])
    session = scanned.workspace.session
    cluster = session.clusters.cluster_of(session.file_of(tree.families["pipeline"][-1]))
    paths = [member.file.path for member in session.clusters.cluster(cluster).members]
    counts = {}
    for path in paths:
        counts[os.path.splitext(path)[1]] = counts.get(os.path.splitext(path)[1], 0) + 1
    assert view.text() == "\n".join(f"{name}: {counts[name]}" for name in sorted(counts))
    assert not panel.figures.isVisibleTo(panel)
    QTest.qWait(1)
    image = panel.grab().toImage()
    assert not image.isNull()
