"""What happens to the files after a scan: hints become facts, told once, by events or by looking."""

import logging
import os
import random
import shutil
import threading
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simfinder.app.session.follow import disk_changes
from simfinder.app.session.follow import watcher as watching
from simfinder.app.session.follow.disk_changes import Batch, Changes
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


# ---- facts
def test_hints_are_told_once_and_only_what_is_so(root):
    changes = changes_of(root)
    paths = [str(root / f"d0/v{i}.txt") for i in range(3)]
    assert not changes.look(paths)
    os.unlink(paths[0])
    shutil.copy(paths[1], paths[2])
    (root / "new.txt").write_text("new")
    hints = [*paths, *paths, str(root / "new.txt"), "/no/such", str(root / "d1")]
    assert changes.look(hints) == Batch(changed=(paths[2],), gone=(paths[0],), new=(str(root / "new.txt"),))
    assert not changes.look(hints)
    (root / "new.txt").write_text("newer")
    with open(paths[2], "ab") as file:
        file.write(b"again")
    assert changes.look(hints) == Batch(changed=(paths[2],), new=(str(root / "new.txt"),))


def test_a_folder_that_went_and_came_back(root):
    changes = changes_of(root)
    inside = tuple(str(root / f"d0/v{i}.txt") for i in range(3))
    os.rename(root / "d0", root / "elsewhere")
    moved = tuple(str(root / f"elsewhere/v{i}.txt") for i in range(3))
    assert changes.look([str(root / "d0"), str(root / "elsewhere")]) == Batch(gone=inside, new=moved)
    os.rename(root / "elsewhere", root / "d0")
    assert changes.look([str(root / "d0"), str(root / "elsewhere")]) == Batch(back=inside)


def test_new_files_are_those_a_scan_would_take(root):
    changes = changes_of(root, exclude=("*.log", "build/"), min_size=3)
    for name in ("a.txt", ".hidden", ".git/x.txt", "b.log", "build/o.txt", "small"):
        write(str(root), name, b"ab" if name == "small" else b"abcd", 1_750_000_000)
    os.mkfifo(root / "pipe")
    os.symlink("a.txt", root / "link")
    hints = [os.path.join(folder, name) for folder, _, names in os.walk(root) for name in names]
    assert changes.look([*hints, "/etc/hostname"]).new == (str(root / "a.txt"),)


def test_too_much_is_said(root, monkeypatch):
    monkeypatch.setattr(disk_changes, "MOST_BELOW", 5)
    changes = changes_of(root)
    for i in range(8):
        write(str(root), f"more/{i}", b"x", 1)
    assert changes.look([str(root / "more")]).too_many
    for i in range(8):
        write(str(root), f"flat-{i}", b"x", 1)
    assert changes.look([str(root / f"flat-{i}") for i in range(8)], most=3).too_many


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
def test_what_was_told_adds_up_to_what_a_walk_finds(tmp_path_factory, deeds):
    root = tmp_path_factory.mktemp("walk") / "tree"
    saved = root.parent / "saved"
    for i in range(6):
        write(str(root), f"{i % 2}/{i}", text(i), 1_750_000_000)
    changes = changes_of(root)
    records = {record.path: record for record in changes.records}
    state = dict.fromkeys(records, "same")
    for number, deed in deeds:
        path = changes.records[number].path
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
        told = changes.look(
            [path, str(root / f"new-{number}"), str(root)] if number % 2 else [str(root), path]
        )
        for kind in ("changed", "gone", "back", "new"):
            state.update(dict.fromkeys(getattr(told, kind), "same" if kind == "back" else kind))
    now = {record.path: record for record in walk(ScanOptions((str(root),)), Control()).files}
    for path, kind in state.items():
        if path not in records:
            expected = "new"
        elif path not in now:
            expected = "gone"
        else:
            old, new = records[path], now[path]
            expected = "same" if old == new else "changed"
        assert kind == expected, path
    assert set(now) <= set(state)


def test_a_file_that_is_back_with_size_and_time_is_believed_only_by_its_status(root):
    """Content and time can be set at will; the time of the status can't."""
    changes = changes_of(root)
    path = str(root / "d0/v0.txt")
    status, data = os.stat(path), (root / "d0/v0.txt").read_bytes()
    with open(path, "r+b") as file:
        file.write(data[::-1])
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert os.stat(path).st_ino == status.st_ino
    assert changes.look([path]) == Batch(changed=(path,))
    assert not changes.look([path])


# ---- the watcher
class Told:
    def __init__(self):
        self.batches, self._came = [], threading.Condition()

    def __call__(self, batch):
        with self._came:
            self.batches.append(batch)
            self._came.notify_all()

    def wait(self, wanted, seconds=20):
        """Until what was told, all together, is what is wanted."""
        end = time.monotonic() + seconds
        with self._came:
            while not wanted(self):
                assert self._came.wait(end - time.monotonic()), self.batches

    def all(self, kind):
        return {path for batch in self.batches for path in getattr(batch, kind)}


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
    _, told, state = watch(events=events, poll=0.05)
    assert state.following is (Following.EVENTS if events else Following.POLLING)
    assert bool(state.why) is not events
    gone, changed = str(root / "d0/v0.txt"), str(root / "d0/v1.txt")
    os.unlink(gone)
    with open(changed, "ab") as file:
        file.write(b"more")
    write(str(root), "deep/er/new.txt", b"new", 1_750_000_000)
    new = str(root / "deep/er/new.txt")
    told.wait(lambda t: (t.all("gone"), t.all("changed"), t.all("new")) == ({gone}, {changed}, {new}))
    write(str(root), "d0/v0.txt", text(0), 1_750_000_000)
    # another file at that path; or the very one, where the disk gives it the same number
    told.wait(lambda t: gone in t.all("changed") | t.all("back"))


def test_a_file_in_a_folder_that_was_empty_is_told_without_events(root, watch):
    """Its coming changes no folder in which a file of the session lies."""
    (root / "empty").mkdir()
    os.utime(root / "empty", (1_600_000_000, 1_600_000_000))
    os.utime(root, (1_600_000_000, 1_600_000_000))
    _, told, _ = watch(events=False, poll=0.05)
    new = str(root / "empty/new.txt")
    write(str(root), "empty/new.txt", b"new", 1_750_000_000)
    told.wait(lambda t: t.all("new") == {new})


def test_many_events_are_one_batch(root, watch):
    _, told, _ = watch()
    for i in range(300):
        (root / f"n{i:03}").write_bytes(b"x")
    told.wait(lambda t: len(t.all("new")) == 300)
    assert len(told.batches) < 10


def test_more_than_can_be_held_means_a_look_at_everything(root, watch, monkeypatch):
    monkeypatch.setattr(watching, "MOST", 3)
    _, told, _ = watch()
    names = {str(root / f"n{i}") for i in range(30)}
    for name in names:
        with open(name, "wb") as file:
            file.write(b"x")
    told.wait(lambda t: t.all("new") == names)


def test_events_that_were_lost_mean_a_look_at_everything(root, watch, monkeypatch):
    watcher, told, _ = watch()
    monkeypatch.setattr(Watcher, "_hint", lambda *_: None)  # the system tells nothing any more
    os.unlink(root / "d0/v0.txt")
    logging.getLogger("watchdog.observers.inotify_c").warning("Inotify queue overflowed; events were lost")
    told.wait(lambda t: t.all("gone") == {str(root / "d0/v0.txt")})
    assert watcher.state.following is Following.EVENTS


def test_no_room_for_watches_falls_back_to_looking_and_says_so(root, watch, monkeypatch):
    from watchdog.observers import Observer

    with monkeypatch.context() as patch:
        patch.setattr(watching, "_watches", lambda: 7)  # as many as before: none could be added
        _, told, state = watch(poll=0.05)
    assert state.following is Following.POLLING
    assert "limit of inotify watches" in state.why
    os.unlink(root / "d0/v0.txt")
    told.wait(lambda t: t.all("gone") == {str(root / "d0/v0.txt")})

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
    assert told.batches == []
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
    watcher = Watcher(session_of(root), lambda _: None)
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
    watcher = Watcher(session_of(root), lambda _: None)
    watcher.start()
    watcher.stop()
    logging.getLogger("watchdog.observers.inotify").error("called when the thread is inactive")
    assert capfd.readouterr() == ("", "")
