"""Watch the folders of a session after its scan, until stopped.

Where the system reports changes (through ``watchdog``), they are looked at after a moment of quiet
(``disk_changes``). Where it can't, or has no room for so many folders, the folders are walked every minute or less
often, and ``state`` says why. Nothing here touches the session: that something has changed is reported in the watcher's
own thread, and the receiver scans again (``rescan``) and calls ``know`` with the new files.

What the system does not report (changes by other machines on a network folder) is found by a walk now and then.
"""

from __future__ import annotations

import contextlib
import logging
import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from simfinder.app.session.follow.disk_changes import Changes
from simfinder.app.session.session import Session
from simfinder.arrays.file_columns import FileColumns
from simfinder.errors import Cancelled, UsageError, reason_of
from simfinder.model.progress import Control
from simfinder.scan.compare_results import same_files
from simfinder.scan.walk.walker import walk
from simfinder.text.message import say

if TYPE_CHECKING:
    from watchdog.observers.api import BaseObserver

QUIET, LONGEST = 0.7, 5.0
"""Seconds without an event after which changes are reported; seconds after which they are reported anyway."""

POLL, SLOW_POLL = 60.0, 900.0
"""Seconds between two walks: without and with events."""

MOST = 50_000
"""Hints held at most; if there are more, the folders are walked."""

_SHARE = 0.02  # share of the time spent on walks at most
_LOGGER = "watchdog"


class Following(StrEnum):
    """How changes are noticed."""

    EVENTS = "events"
    POLLING = "polling"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class State:
    """How a watcher works now.

    Attributes:
        following: how changes are noticed.
        why: why not by events, in words for people; "" where it is by events, or was stopped.
    """

    following: Following
    why: str = ""


class Watcher:
    """Watches the folders of a session.

    Args:
        session: its files and options are taken now; it may change meanwhile.
        tell: called when something has changed, in the watcher's thread; must not raise.
        poll: seconds between two walks where the system reports nothing.
        quiet: seconds without an event after which changes are reported.
        events: use the system's events where it has them.
    """

    def __init__(
        self,
        session: Session,
        tell: Callable[[], None],
        *,
        poll: float = POLL,
        quiet: float = QUIET,
        events: bool = True,
    ) -> None:
        self._files, self._options = session.result.files, session.options
        self._changes: Changes
        self._walked = self._files  # of the last walk
        self._control = Control()
        self._tell = tell
        self._poll, self._quiet, self._wants_events = poll, quiet, events
        self._lock = threading.Condition()
        self._changing = threading.Lock()  # starting and stopping never overlap: the library can't take that
        self._hints: dict[str, None] = {}
        self._first = self._last = 0.0
        self._missed = self._stopped = False
        self._observer: BaseObserver | None = None
        self._state = State(
            Following.OFF, say("nothing of this session is on this machine") if session.read_only else ""
        )
        self._thread = (
            None if session.read_only else threading.Thread(target=self._run, name="watcher", daemon=True)
        )

    @property
    def state(self) -> State:
        """Return how changes are noticed; known once ``start`` has returned."""
        return self._state

    def start(self) -> State:
        """Start watching. Blocks while the folders are listed: some seconds for 100,000 of them."""
        with self._changing:
            return self._state if self._thread is None or self._stopped else self._start(self._thread)

    def _start(self, thread: threading.Thread) -> State:
        self.know(self._files)
        why = self._begin_events() if self._wants_events else say("events are switched off")
        self._state = State(Following.POLLING, why) if why else State(Following.EVENTS)
        thread.start()
        return self._state

    def know(self, files: FileColumns) -> None:
        """Set the files to compare the disk with from now on. Takes some 0.1 s for 100,000."""
        self._files = files
        self._changes = Changes(files, self._options)

    def stop(self) -> None:
        """Stop watching; nothing is reported after this has returned. Blocks while ``start`` is still at work."""
        self._control.cancel()
        with self._lock:
            self._stopped = True
            self._lock.notify_all()
        with self._changing:
            self._end_events()
        if (
            self._thread is not None
            and self._thread.is_alive()
            and self._thread is not threading.current_thread()
        ):
            self._thread.join()
        self._state = State(Following.OFF)

    # the system's events
    def _begin_events(self) -> str:
        """Subscribe to the system's events; return why that is not possible, or ""."""
        try:
            from watchdog.events import FileSystemEvent, FileSystemEventHandler
            from watchdog.observers import Observer
        except ImportError:
            return say("watchdog is not installed")
        watcher = self

        class Handler(FileSystemEventHandler):
            def on_any_event(self, event: FileSystemEvent) -> None:
                if event.event_type in ("opened", "closed_no_write"):
                    return
                if event.is_directory and event.event_type == "modified":
                    return  # of what is in it there are events of its own
                watcher._hint(os.fsdecode(event.src_path), os.fsdecode(event.dest_path))

        observer = Observer()
        before = _watches()
        _Ear.listen(self._miss)
        try:
            for root in self._changes.roots:
                if os.path.isdir(root):
                    observer.schedule(Handler(), root, recursive=True)
            self._observer = observer
            observer.start()
        except OSError as error:
            self._end_events()
            return say("the system can't watch so many folders: {}", reason_of(error))
        if before is not None and (_watches() or 0) - before < len(self._known_folders()):
            self._end_events()  # the library does not report it if there was room for some folders only
            return say("the system can't watch so many folders: the limit of inotify watches is reached")
        return ""

    def _end_events(self) -> None:
        observer, self._observer = self._observer, None
        _Ear.leave(self._miss)
        if observer is not None:
            observer.stop()
            with contextlib.suppress(RuntimeError):  # it was never started
                observer.join()

    def _hint(self, *paths: str) -> None:
        with self._lock:
            now = time.monotonic()
            if not self._hints:
                self._first = now
            self._last = now
            if len(self._hints) < MOST:
                self._hints.update((path, None) for path in paths if path)
            else:
                self._missed = True
            self._lock.notify_all()

    def _miss(self) -> None:
        """Note that events were lost."""
        with self._lock:
            self._missed = True
            self._hints.setdefault(self._changes.roots[0])
            self._first = self._last = time.monotonic()
            self._lock.notify_all()

    # the watcher's thread
    def _run(self) -> None:
        due = time.monotonic()  # first come changes since the files were scanned
        while True:
            hints, missed = self._wait(due)
            if self._stopped:
                return
            if missed or time.monotonic() >= due:
                began = time.monotonic()
                news = self._walk_finds_news()
                due = time.monotonic() + self._interval(time.monotonic() - began)
            else:
                news = any(self._changes.at(hints))
            if news and not self._stopped:
                self._tell()

    def _walk_finds_news(self) -> bool:
        """Return whether a walk finds other files than those of the session, and than the last walk.

        Files that can't be read are in every walk and in no session.
        """
        try:
            files = walk(self._options, self._control).files
        except Cancelled:
            return False
        except UsageError:  # the folders are gone
            files = FileColumns.of(())
        before, self._walked = self._walked, files
        return not same_files(files, before) and not same_files(files, self._files)

    def _interval(self, took: float) -> float:
        slow = SLOW_POLL if self._state.following is Following.EVENTS else self._poll
        return max(slow, took / _SHARE)

    def _wait(self, due: float) -> tuple[list[str], bool]:
        """Wait until no new hints have come for a moment, or a walk is due."""
        with self._lock:
            while not self._stopped:
                now = time.monotonic()
                rest = min(self._last + self._quiet, self._first + LONGEST) if self._hints else due
                if now >= min(rest, due):
                    break
                self._lock.wait(min(rest, due) - now)
            hints, missed = list(self._hints), self._missed
            self._hints.clear()
            self._missed = False
            return hints, missed

    def _known_folders(self) -> set[str]:
        """Return the folders between the roots and the files of the session."""
        roots = tuple(os.path.join(root, "") for root in self._changes.roots)
        found: set[str] = set()
        for folder in set(map(os.path.dirname, self._changes.paths)):
            while folder not in found and os.path.join(folder, "").startswith(roots):
                found.add(folder)
                folder = os.path.dirname(folder)
        return found


def _watches() -> int | None:
    """Count the folders this process watches with inotify; None where the system does not say."""
    folder, count = "/proc/self/fdinfo", 0
    if not os.path.isdir(folder):
        return None
    for name in os.listdir(folder):
        with contextlib.suppress(OSError), open(os.path.join(folder, name), encoding="ascii") as file:
            count += sum(line.startswith("inotify ") for line in file)
    return count


class _Ear(logging.Handler):
    """Receives the library's warnings, mostly that events were lost, in place of the terminal."""

    _calls: dict[Callable[[], None], _Ear] = {}  # noqa: RUF012 - one place for the one logger
    _nobody = logging.NullHandler()  # of what is said when the last one has left: it would go to the terminal

    def __init__(self, call: Callable[[], None]) -> None:
        super().__init__(logging.WARNING)
        self._call = call

    def emit(self, record: logging.LogRecord) -> None:
        del record  # whatever it is, the folders are walked
        self._call()

    @classmethod
    def listen(cls, call: Callable[[], None]) -> None:
        logger: Any = logging.getLogger(_LOGGER)
        logger.propagate = False
        logger.addHandler(cls._nobody)
        cls._calls[call] = cls(call)
        logger.addHandler(cls._calls[call])

    @classmethod
    def leave(cls, call: Callable[[], None]) -> None:
        ear = cls._calls.pop(call, None)
        if ear is not None:
            logging.getLogger(_LOGGER).removeHandler(ear)
