"""What holds for every service: it is killed when silent, too large or not wanted, and nothing is left behind."""

import subprocess
import sys
import threading
import time

import pytest

from simfinder.app.verify import large_files
from simfinder.app.verify.overlap_figures import Question
from simfinder.errors import Cancelled
from simfinder.gui.widgets.image_decoder import client as image_client
from simfinder.gui.widgets.image_decoder.protocol import Trouble
from simfinder.model.progress import Control
from simfinder.scan.extract import view_reader
from simfinder.scan.extract.limits import Bounds
from simfinder.scan.stat_record import record_of
from simfinder.workers.sandbox import child_process, client
from simfinder.workers.sandbox.limits import Limits
from tests.helpers.files import bad_service
from tests.helpers.files.views import children, gone
from tests.helpers.open_files import open_files

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="what is left behind is told by /proc")
GZIP = 2
READS = "can't be read: the process that reads it "
COMPARES = "can't be compared byte by byte: the process that compares it "


def told(error, silent):
    if isinstance(error, Cancelled):
        raise error
    assert error.silent == (error.message == silent)
    return error.message


class Views:
    """Each user of the sandbox: what it says of a file over which its process broke down."""

    module = view_reader
    silent = "takes longer than 1 s to be read"
    ended = READS + "ended (code {})"
    flooded = nonsense = READS + "answers nonsense"

    def __init__(self):
        self.reader = view_reader.ViewReader(Control(), Bounds(seconds=1, memory=1 << 28, output=1 << 24))
        self.close = self.reader.close

    def ask(self, path, control):
        with pytest.raises((view_reader.NoViewError, Cancelled)) as caught:
            self.reader.read(str(path), GZIP, lambda _: None, control=control)
        return told(caught.value, self.silent)


class Images:
    module = image_client
    silent = Trouble.TOO_SLOW
    ended = flooded = nonsense = Trouble.DIED

    def __init__(self):
        self.pictures = image_client.Pictures()
        self.close = self.pictures.close

    def ask(self, path, control):
        return self.pictures.read(str(path), control, seconds=2).head.trouble


class LargeFiles:
    module = large_files
    silent = "its drive does not answer; its figures are estimates"
    ended = COMPARES + "ended (code {})"
    nonsense = COMPARES + "ended (code -9)"

    def close(self):
        """Every pair has a process of its own."""

    def ask(self, path, control):
        side = record_of(str(path), path.stat(), False), b""
        with pytest.raises((large_files.ApartError, Cancelled)) as caught:
            large_files.compare_apart(side, side, Question.SIMILAR, control)
        return told(caught.value, self.silent)


@pytest.fixture(params=[Views, Images, LargeFiles])
def user(request, monkeypatch):
    monkeypatch.setenv("SIMFINDER_PATIENCE", "1")
    monkeypatch.setattr(request.param.module, "SERVICE", bad_service.__name__)
    before = open_files()
    user = request.param()
    yield user
    user.close()
    assert children() == []
    assert open_files() <= before
    assert child_process._left == []


@pytest.mark.parametrize("module", [view_reader, image_client, large_files])
def test_there_is_one_thread_when_rights_are_given_up(module):
    """Landlock holds the thread that calls it, and those it starts."""
    *start, code, path = client.command(module.SERVICE, Limits(0, 0, 0, 0))[:6]
    code = code.replace(
        "sys.exit(main(sys.argv[1:]))",
        f"import os, {module.SERVICE} as service; service.prepare(); print(len(os.listdir('/proc/self/task')))",
    )
    told = subprocess.run(
        [*start, code, path], capture_output=True, text=True, check=True, env=child_process.environment()
    )
    assert told.stdout == "1\n"


@pytest.fixture
def ask(user, tmp_path):
    def ask(deed, control=None):
        (tmp_path / "file").write_text(deed)
        return user.ask(tmp_path / "file", control or Control())

    return ask


def text(found, *values):
    return found.format(*values) if isinstance(found, str) else found


def test_killed_when_silent(user, ask):
    before = time.monotonic()
    assert ask("sleep") == user.silent
    assert time.monotonic() - before < 15
    assert children() == []
    assert ask("exit") == text(user.ended, 7)  # the next one gets another process


def test_killed_when_too_large(user, ask):
    if isinstance(user, LargeFiles):
        pytest.skip("it maps files of any size")
    assert ask("eat") == text(user.ended, 1)
    assert children() == []


def test_killed_when_it_sends_too_much(user, ask):
    if isinstance(user, LargeFiles):
        pytest.skip("it may report for as long as it likes")
    assert ask("flood") == user.flooded
    assert children() == []


def test_killed_when_it_talks_nonsense(user, ask):
    assert ask("nonsense") == user.nonsense
    assert ask("print") == user.nonsense


def test_an_error_ends_it(user, ask):
    assert ask("raise") == text(user.ended, 1)
    assert ask("raise") == text(user.ended, 1)


@pytest.mark.parametrize("paused", [False, True])
def test_killed_when_not_wanted(user, ask, monkeypatch, paused):
    monkeypatch.setenv("SIMFINDER_PATIENCE", "0")
    control, pids, asked = Control(), [], []

    class Watched(child_process.Child):
        def __init__(self, arguments):
            super().__init__(arguments)
            pids.append(self.pid)

    monkeypatch.setattr(client, "Child", Watched)

    def cancel():
        time.sleep(0.5)
        if paused:
            control.pause()
            time.sleep(0.3)
        asked.append(time.monotonic())
        control.cancel()

    thread = threading.Thread(target=cancel)
    thread.start()
    with pytest.raises(Cancelled):
        ask("sleep", control)
    assert time.monotonic() - asked[0] < 1
    thread.join()
    assert all(map(gone, pids))
    assert ask("exit") == text(user.ended, 7)


def test_a_service_that_is_missing(user, ask, monkeypatch):
    monkeypatch.setattr(user.module, "SERVICE", "no.such.module")
    user.__init__()
    started = {"Views": READS + "can't be started (code 1)", "Images": Trouble.DIED}
    assert ask("sleep") == started.get(type(user).__name__, COMPARES + "ended (code 1)")
