"""A scan that is stopped to see what was found so far: offered while it reads, and never marked by itself."""

import random
import time

import pytest
from PySide6.QtCore import Qt

from simfinder.actions.rules.mark_rules import by_rule
from simfinder.errors import UsageError
from simfinder.gui.controllers.removal_jobs import Task
from simfinder.model.progress import Phase, Progress
from simfinder.scan.reading.sign_files import FileSigner
from tests.gui.conftest import LONG

FILES = 120


@pytest.fixture
def folder(tmp_path):
    """Sixty pairs of identical files, in the folder of a project."""
    root = tmp_path / "pairs"
    (root / ".git").mkdir(parents=True)
    (root / ".git" / "HEAD").write_text("ref: refs/heads/main")
    for i in range(FILES // 2):
        data = random.Random(i).randbytes(300_000)
        for name in ("a", "b"):
            (root / f"{i:03}{name}.dat").write_bytes(data)
    time.sleep(0.03)
    return root


@pytest.fixture
def slowly(monkeypatch):
    """Reading takes its time."""
    sign = FileSigner.sign

    def slow(self, batch):
        found = sign(self, batch)
        time.sleep(0.1)
        return found

    monkeypatch.setattr(FileSigner, "sign", slow)


@pytest.fixture
def stopped(qtbot, make, folder, slowly):
    window = make([folder])
    window.commands.scan.trigger()
    button = window.clusters.empty.button
    qtbot.waitUntil(lambda: button.isVisible() and "so far" in button.text(), timeout=LONG)
    assert button.text() == "Show what was found so far"
    with qtbot.waitSignal(window.workspace.session_changed, timeout=LONG):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not window.work.busy, timeout=LONG)
    return window


def test_what_was_found_so_far_is_shown_after_a_cancel(qtbot, make, folder, slowly):
    window = make([folder])
    window.commands.scan.trigger()
    button = window.clusters.empty.button
    qtbot.waitUntil(lambda: button.isVisible() and "so far" in button.text(), timeout=LONG)
    qtbot.mouseClick(window.progress.cancel, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not window.work.busy, timeout=LONG)
    assert window.workspace.session is None
    assert window.banner.action.text() == "Show what was found so far"
    with qtbot.waitSignal(window.workspace.session_changed, timeout=LONG):
        qtbot.mouseClick(window.banner.action, Qt.MouseButton.LeftButton)
    session = window.workspace.session
    assert 0 < len(session.result.files) < FILES
    assert session.result.unread == FILES - len(session.result.files)
    assert "Stopped early" in window.banner.text.text()


@pytest.mark.parametrize(
    ("phase", "files", "offered"),
    [
        (Phase.LISTING, 5, False), (Phase.READING, 0, False), (Phase.READING, 5, True), (Phase.OPENING, 0, True),
        (Phase.LOOKING, 0, True), (Phase.LISTENING, 3, True), (Phase.WATCHING, 3, True), (Phase.COMPARING, 5, False),
    ],
)  # fmt: skip
def test_it_is_offered_as_long_as_anything_is_read(window, phase, files, offered):
    window.work.task = Task.SCAN
    plan = (Phase.READING, Phase.COMPARING)
    assert window.work.can_stop_early(Progress(phase, files, plan=plan)) is offered
    window.work.task = Task.NONE


def test_a_scan_that_is_cancelled_gives_the_keys_to_scan(qtbot, make, folder, slowly):
    window = make([folder])
    window.commands.scan.trigger()
    qtbot.waitUntil(window.progress.cancel.isVisible, timeout=LONG)
    qtbot.mouseClick(window.progress.cancel, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not window.work.busy, timeout=LONG)
    assert window.focusWidget() is window.clusters.empty.button


def test_what_was_found_so_far_is_shown_and_said_to_be_incomplete(stopped):
    session = stopped.workspace.session
    read = len(session.result.files)
    assert 0 < read < FILES
    assert session.result.unread == FILES - read
    assert session.incomplete
    assert f"{FILES - read} files were not fully read" in stopped.banner.text.text()
    assert f"{FILES - read} files not fully read" in stopped.progress.text.text()


def test_the_button_that_reads_the_rest_stands_out(stopped):
    assert stopped.top.scan.property("role") == "primary"
    assert not stopped.top.mark.property("role")


def test_rules_mark_nothing_in_it_and_a_person_may(stopped):
    session = stopped.workspace.session
    assert len(session.clusters)
    for action in (stopped.commands.mark_older, stopped.commands.mark_identical, stopped.commands.mark_all):
        assert not action.isEnabled()
        assert "stopped early" in action.toolTip()
    heard = []
    stopped.workspace.noticed.connect(lambda notice: heard.append(notice.text))
    assert stopped.workspace.mark_rule("all") == 0
    assert ["rules mark nothing" in text for text in heard] == [True]
    others = [int(session.clusters.members[session.clusters.offsets[0] + 1])]
    assert session.mark(others, by_rule("identical")) == 0
    with pytest.raises(UsageError, match="stopped early"):
        session.mark_rule("identical")
    assert not session.marks
    assert session.mark(others) == 1


def test_the_rest_is_read_when_asked_for(qtbot, stopped):
    with qtbot.waitSignal(stopped.workspace.session_changed, timeout=LONG):
        qtbot.mouseClick(stopped.banner.action, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not stopped.work.busy, timeout=LONG)
    session = stopped.workspace.session
    assert not session.incomplete
    assert len(session.clusters) == FILES // 2
    assert session.result.from_cache > 0
    assert stopped.commands.mark_identical.isEnabled()
