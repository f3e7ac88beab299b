"""Files opened for a service: regular ones alone, errors by number, and a drive that does not answer is left behind."""

import errno
import gzip
import os
import threading
import time

import pytest

from simfinder.errors import Cancelled
from simfinder.model.progress import Control
from simfinder.scan.extract.limits import Bounds
from simfinder.scan.extract.view_reader import NoViewError, ViewReader
from simfinder.workers.sandbox import file_opener
from simfinder.workers.sandbox.file_opener import FileOpener
from simfinder.workers.sandbox.opened_files import HANDED
from tests.helpers.files.views import read
from tests.helpers.open_files import open_files

GZIP = 2
handed = pytest.mark.skipif(not HANDED, reason="files are opened by the process itself here")


@pytest.fixture
def opener():
    before = open_files()
    opener = FileOpener()
    yield opener
    opener.close()
    assert open_files() <= before


def opened(opener, *paths, follow=False):
    return opener.open([os.fsencode(path) for path in paths], follow=follow, tick=0.01, attend=lambda: None)


def test_files_and_errors_in_order(opener, tmp_path):
    (tmp_path / "a").write_bytes(b"content of a")
    (tmp_path / "link").symlink_to("a")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
    found = opened(opener, tmp_path / "gone", tmp_path / "a", tmp_path, "/a\0b", tmp_path / "link")
    assert found.errors == (errno.ENOENT, 0, errno.ENXIO, errno.ENOENT, errno.ELOOP)
    assert os.read(*found.handles, 100) == b"content of a"
    with pytest.raises(OSError, match="descriptor"):
        os.write(*found.handles, b"x")
    found.close()
    if hasattr(os, "mkfifo"):
        assert opened(opener, tmp_path / "pipe").errors == (errno.ENXIO,)
    followed = opened(opener, tmp_path / "link", follow=True)
    assert followed.errors == (0,)
    followed.close()


def test_one_thread_for_many(opener, tmp_path):
    (tmp_path / "a").touch()
    before = set(threading.enumerate())  # a thread of an earlier test may end at any time
    for _ in range(50):
        opened(opener, tmp_path / "a").close()
    (thread,) = set(threading.enumerate()) - before
    opener.close()
    thread.join(5)
    assert not thread.is_alive()


@pytest.fixture
def silent(monkeypatch):
    """A drive that does not answer until the event is set."""
    answers, real = threading.Event(), file_opener.open_regular

    def hang(path, **how):
        if path.endswith("silent"):
            answers.wait(30)
        return real(path, **how)

    monkeypatch.setattr(file_opener, "open_regular", hang)
    yield answers
    answers.set()


def test_what_is_opened_too_late_is_closed(opener, tmp_path, silent):
    (tmp_path / "silent").touch()
    (tmp_path / "other").touch()

    def attend():
        raise Cancelled

    before = open_files()
    with pytest.raises(Cancelled):
        opener.open([os.fsencode(tmp_path / "silent")], follow=False, tick=0.01, attend=attend)
    found = opened(opener, tmp_path / "other")  # by another thread
    assert found.errors == (0,)
    found.close()
    silent.set()
    time.sleep(0.2)
    assert open_files() <= before


@handed
def test_a_silent_drive_is_told_from_a_slow_parser(tmp_path, silent):
    for name in ("silent", "good"):
        (tmp_path / name).write_bytes(gzip.compress(b"content"))
    with ViewReader(Control(), Bounds(seconds=1)) as worker:
        with pytest.raises(NoViewError, match="longer than 1 s") as caught:
            read(worker, tmp_path / "silent", GZIP)
        assert (caught.value.silent, caught.value.lasting) == (True, False)
        assert read(worker, tmp_path / "good")[1] == b"content"


@handed
def test_a_cancel_does_not_wait_for_a_silent_drive(tmp_path, silent):
    (tmp_path / "silent").write_bytes(gzip.compress(b"content"))
    control = Control()
    threading.Timer(0.3, control.cancel).start()
    before = time.monotonic()
    with ViewReader(control, Bounds(seconds=30)) as worker, pytest.raises(Cancelled):
        read(worker, tmp_path / "silent", GZIP)
    assert time.monotonic() - before < 1
