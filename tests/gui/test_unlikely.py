"""What nobody does on purpose, and a monkey did: each of these was a fault."""

import os

from simfinder.gui.overview import View
from tests.gui.conftest import LONG


def test_another_scan_knows_nothing_of_the_files_that_were_shown_alone(qtbot, scanned, tree, scan):
    """The map's choice was held as numbers of files; the next scan found fewer."""
    window = scanned
    window.overview.show_view(View.MAP)
    qtbot.waitUntil(lambda: window.overview.settled, timeout=LONG)
    files = range(len(window.workspace.session.result.files))
    window.clusters.show_only("all of them", files)
    window.workspace.set_folders([os.path.join(tree.root, "Documents")])
    session = scan(window)
    assert len(session.result.files) < len(files)
    assert window.clusters.only == ""
    assert window.clusters.model.clusters() == len(session.clusters)
