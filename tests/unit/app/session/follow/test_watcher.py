"""What happens to the files after a scan is noticed, by events or by walks, and what is no news is not."""

import logging
import os
import random
import shutil
import threading
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simfinder.app.session.follow import watcher as watching
from simfinder.app.session.follow.disk_changes import Changes
from simfinder.app.session.follow.watcher import Following, Watcher
from simfinder.app.session.session import Session
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.scan.walk.walker import walk
from tests.helpers.examples import examples
from tests.helpers.files.trees import write


def text(seed, more=b""):
    return random.Random(seed).randbytes(1_500).hex().encode() + more


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "tree"
    for family in range(2):
        for version in range(3):
            write(
                str(folder),
                f"d{family}/v{version}.txt",
                text(family, b"!" * version),
                1_750_000_000 + version,
            )
    return folder


def session_of(root, **options):
    return Session.run(ScanOptions((str(root),), jobs=1, **options), cache=None, control=Control())


def changes_of(root, **options):
    wanted = ScanOptions((str(root),), **options)
    return Changes(walk(wanted, Control()).files, wanted)


# ---- what concerns the session
def news(changes, hints):
    return sorted(set(changes.at(hints)))


def test_hints_are_not_believed(root):
    changes = changes_of(root)
    paths = [str(root / f"d0/v{i}.txt") for i in range(3)]
    assert not news(changes, paths)
    os.unlink(paths[0])
    shutil.copy(paths[1], paths[2])
    (root / "new.txt").write_text("new")
    hints = [*paths, str(root / "new.txt"), "/no/such", str(root / "gone before"), str(root / "d1")]
    assert news(changes, hints) == [paths[0], paths[2], str(root / "new.txt")]


def test_a_folder_that_went_and_came_back(root):
    changes = changes_of(root)
    both = [str(root / "d0"), str(root / "elsewhere")]
    os.rename(*both)
    assert news(changes, both[:1]) == [str(root / f"d0/v{i}.txt") for i in range(3)]
    assert news(changes, both[1:]) == [str(root / f"elsewhere/v{i}.txt") for i in range(3)]
    os.rename(*reversed(both))
    assert not news(changes, both)


def test_new_files_are_those_a_scan_would_take(root):
    changes = changes_of(root, exclude=("*.log", "build/"), min_size=3)
    for name in ("a.txt", ".hidden", ".git/x.txt", "b.log", "build/o.txt", "small"):
        write(str(root), name, b"ab" if name == "small" else b"abcd", 1_750_000_000)
    os.mkfifo(root / "pipe")
    os.symlink("a.txt", root / "link")
    hints = [os.path.join(folder, name) for folder, _, names in os.walk(root) for name in names]
    assert news(changes, [*hints, "/etc/hostname"]) == [str(root / "a.txt")]


@settings(
    max_examples=examples(30),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    st.lists(
        st.tuples(st.integers(0, 5), st.sampled_from(["delete", "grow", "move", "restore", "new"])),
        max_size=12,
    )
)
def test_it_is_what_a_walk_finds(tmp_path_factory, deeds):
    root = tmp_path_factory.mktemp("walk") / "tree"
    saved = root.parent / "saved"
    for i in range(6):
        write(str(root), f"{i % 2}/{i}", text(i), 1_750_000_000)
    changes = changes_of(root)
    before = {record.path: record for record in changes.files}
    for number, deed in deeds:
        path = changes.files[number].path
        if deed in ("delete", "move") and os.path.exists(path):
            saved.mkdir(exist_ok=True)
            os.replace(path, saved / str(number))
        elif deed == "restore" and (saved / str(number)).exists() and not os.path.exists(path):
            os.replace(saved / str(number), path)
        elif deed == "grow" and os.path.exists(path):
            with open(path, "ab") as file:
                file.write(b"!")
        elif deed == "new":
            write(str(root), f"new-{number}", b"x", 1)
        hints = [path, str(root / f"new-{number}"), str(root)]
        now = {record.path: record for record in walk(ScanOptions((str(root),)), Control()).files}
        assert set(changes.at(hints)) == {file for file, _ in before.items() ^ now.items()}


def test_a_file_that_is_back_with_size_and_time_is_believed_only_by_its_status(root):
    """Content and time can be set at will; the time of the status can't."""
    changes = changes_of(root)
    path = str(root / "d0/v0.txt")
    status, data = os.stat(path), (root / "d0/v0.txt").read_bytes()
    with open(path, "r+b") as file:
        file.write(data[::-1])
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert os.stat(path).st_ino == status.st_ino
    assert news(changes, [path]) == [path]


# ---- the watcher
class Told:
    def __init__(self):
        self.count, self._came = 0, threading.Condition()

    def __call__(self):
        with self._came:
            self.count += 1
            self._came.notify_all()

    def wait(self, seconds=20):
        """Until something is told; then forget it."""
        with self._came:
            assert self._came.wait_for(lambda: self.count, seconds)
            self.count = 0


@pytest.fixture
def watch(root):
    started = []

    def begin(session=None, **options):
        told = Told()
        watcher = Watcher(session or session_of(root), told, quiet=0.05, **options)
        started.append(watcher)
        return watcher, told, watcher.start()

    yield begin
    for watcher in started:
        watcher.stop()
    assert not [thread for thread in threading.enumerate() if thread.name == "watcher"]
    assert not [h for h in logging.getLogger("watchdog").handlers if isinstance(h, watching._Ear)]


@pytest.mark.parametrize("events", [True, False])
def test_changes_are_told(root, watch, events):
    watcher, told, state = watch(events=events, poll=0.05)
    assert state.following is (Following.EVENTS if events else Following.POLLING)
    assert bool(state.why) is not events
    for change in (
        lambda: os.unlink(root / "d0/v0.txt"),
        lambda: (root / "d0/v1.txt").write_bytes(b"other"),
        lambda: write(str(root), "deep/er/new.txt", b"new", 1_750_000_000),
        lambda: os.rename(root / "d1", root / "d2"),
    ):
        change()
        told.wait()
        watcher.know(walk(ScanOptions((str(root),)), Control()).files)


@pytest.mark.parametrize("events", [True, False])
def test_what_a_scan_does_not_take_is_not_told(root, watch, events):
    _, told, _ = watch(events=events, poll=0.05)
    for number in range(20):
        write(str(root), f".git/{number}", b"x", 1)
        (root / "now and then").mkdir()
        time.sleep(0.02)
        (root / "now and then").rmdir()
    time.sleep(0.3)
    assert told.count == 0


def test_what_no_scan_can_read_is_told_once(root, watch):
    """It is in every walk and in no session."""
    session = session_of(root)
    write(str(root), "locked.txt", b"locked", 1)
    _, told, _ = watch(session, events=False, poll=0.02)
    told.wait()
    time.sleep(0.3)
    assert told.count == 0


def test_a_file_in_a_folder_that_was_empty_is_told_without_events(root, watch):
    (root / "empty").mkdir()
    _, told, _ = watch(events=False, poll=0.05)
    write(str(root), "empty/new.txt", b"new", 1_750_000_000)
    told.wait()


def test_folders_that_are_gone_and_come_back_are_told(root, watch):
    _, told, _ = watch(events=False, poll=0.05)
    os.rename(root, root.with_name("away"))
    told.wait()
    os.rename(root.with_name("away"), root)
    (root / "new.txt").write_bytes(b"x")
    told.wait()


def test_many_events_are_told_once(root, watch):
    _, told, _ = watch()
    for i in range(300):
        (root / f"n{i:03}").write_bytes(b"x")
    told.wait()
    time.sleep(0.2)
    assert told.count < 10


def test_more_than_can_be_held_means_a_walk(root, watch, monkeypatch):
    monkeypatch.setattr(watching, "MOST", 3)
    monkeypatch.setattr(Changes, "at", lambda *_: ())  # what is held is not asked
    _, told, _ = watch()
    for i in range(30):
        (root / f"n{i}").write_bytes(b"x")
    told.wait()


def test_events_that_were_lost_mean_a_walk(root, watch, monkeypatch):
    watcher, told, _ = watch()
    monkeypatch.setattr(Watcher, "_hint", lambda *_: None)  # the system tells nothing any more
    os.unlink(root / "d0/v0.txt")
    logging.getLogger("watchdog.observers.inotify_c").warning("Inotify queue overflowed; events were lost")
    told.wait()
    assert watcher.state.following is Following.EVENTS


def test_no_room_for_watches_falls_back_to_looking_and_says_so(root, watch, monkeypatch):
    from watchdog.observers import Observer

    with monkeypatch.context() as patch:
        patch.setattr(watching, "_watches", lambda: 7)  # as many as before: none could be added
        _, told, state = watch(poll=0.05)
    assert state.following is Following.POLLING
    assert "limit of inotify watches" in state.why
    os.unlink(root / "d0/v0.txt")
    told.wait()

    def full(*_args, **_more):
        raise OSError(28, "inotify watch limit reached")

    monkeypatch.setattr(Observer, "schedule", full)
    _, _, state = watch(poll=0.05)
    assert state.following is Following.POLLING
    assert "inotify watch limit reached" in state.why


def test_without_the_library_it_looks(root, watch, monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "watchdog.observers", None)
    _, _, state = watch(poll=0.05)
    assert (state.following, state.why) == (Following.POLLING, "watchdog is not installed")


def test_another_machines_session_is_not_watched(root, watch):
    session = session_of(root)
    session.read_only = True
    watcher, _, state = watch(session)
    assert state.following is Following.OFF
    assert "not" in state.why or "nothing" in state.why
    assert watcher.state == state


def test_nothing_is_told_after_the_end(root, watch):
    watcher, told, _ = watch()
    watcher.stop()
    watcher.stop()
    assert watcher.state.following is Following.OFF
    os.unlink(root / "d0/v0.txt")
    time.sleep(0.3)
    assert told.count == 0
    assert watcher.start().following is Following.OFF


@pytest.mark.parametrize("fails", [False, True])
def test_ended_while_it_begins(root, monkeypatch, fails):
    """A scan, or a person, ends what has just begun: the library lost its count, and a job died of it."""
    from watchdog.observers.inotify import InotifyEmitter

    begun, go, died = threading.Event(), threading.Event(), []
    real = InotifyEmitter.on_thread_start

    def slow(self):
        begun.set()
        assert go.wait(20)
        if fails:
            raise FileNotFoundError(2, "No such file or directory")
        real(self)

    def run(call):
        try:
            call()
        except Exception as error:
            died.append(error)

    monkeypatch.setattr(InotifyEmitter, "on_thread_start", slow)
    before = watching._watches()
    watcher = Watcher(session_of(root), lambda: None)
    threads = [threading.Thread(target=run, args=(call,)) for call in (watcher.start, watcher.stop)]
    threads[0].start()
    assert begun.wait(20)
    threads[1].start()
    threads[1].join(0.2)  # it waits, or does its harm
    go.set()
    for thread in threads:
        thread.join(20)
    assert died == []
    assert watcher.state.following is Following.OFF
    assert watching._watches() == before
    assert not watcher._thread.is_alive()


def test_what_the_library_says_at_its_end_is_not_for_the_terminal(root, capfd):
    """A thread of it that was just about to read says so as an error when nobody listens any more."""
    watcher = Watcher(session_of(root), lambda: None)
    watcher.start()
    watcher.stop()
    logging.getLogger("watchdog.observers.inotify").error("called when the thread is inactive")
    assert capfd.readouterr() == ("", "")
