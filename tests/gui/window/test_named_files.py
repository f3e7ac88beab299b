"""What is named when the program is started, as file managers do: folders, files, saved results."""

import pytest

from simfinder.gui.dialogs.similar_files import SimilarFilesDialog
from simfinder.gui.main import Request, begin, request_of
from tests.gui.conftest import LONG


def test_what_is_meant(tmp_path):
    folder, file, results = tmp_path / "folder", tmp_path / "a.txt", tmp_path / "b.simfinder"
    folder.mkdir()
    for path in (file, results):
        path.write_bytes(b"1")
    other = tmp_path / "b.txt"
    other.write_bytes(b"2")
    top = str(tmp_path)
    assert request_of([]) == Request()
    assert request_of([str(folder), top]) == Request((str(folder), top))
    assert request_of([str(file), str(other)]) == Request((top,), like=str(file))
    assert request_of([str(folder), str(results)]) == Request(results=str(results))
    assert request_of([str(tmp_path / "gone")]) == Request((str(tmp_path / "gone"),))
    (tmp_path / "folder.simfinder").mkdir()
    assert request_of([str(tmp_path / "folder.simfinder")]) == Request((str(tmp_path / "folder.simfinder"),))


def test_a_file_is_looked_up_in_a_scan_of_its_folder(qtbot, make, tree):
    file = tree.families["report"][0]
    request = request_of([file])
    window = make(request.folders)
    begin(window, request)
    qtbot.waitUntil(lambda: isinstance(window.dialog, SimilarFilesDialog), timeout=LONG)
    qtbot.waitUntil(lambda: window.dialog.model.rowCount() > 0, timeout=LONG)
    assert window.workspace.folders == list(request.folders)


def test_saved_results_are_opened(qtbot, make, scanned, tmp_path):
    path = tmp_path / "all of it.simfinder"
    scanned.files.save(str(path))
    qtbot.waitUntil(lambda: not scanned.bridge.busy and path.exists(), timeout=LONG)
    window = make()
    begin(window, request_of([str(path)]))
    qtbot.waitUntil(lambda: window.workspace.session is not None, timeout=LONG)
    qtbot.waitUntil(lambda: not window.work.busy, timeout=LONG)
    assert len(window.workspace.session.result.files) == len(scanned.workspace.session.result.files)


@pytest.mark.parametrize("asked", [Request(), Request(("/gone",))])
def test_nothing_to_scan(qtbot, make, asked):
    window = make(asked.folders)
    begin(window, asked)
    qtbot.waitUntil(lambda: not window.bridge.busy, timeout=LONG)
    assert window.workspace.session is None
