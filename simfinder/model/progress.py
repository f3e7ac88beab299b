"""Progress as a value that is polled, and a handle to pause or cancel the work."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from simfinder.errors import Cancelled


class Phase(StrEnum):
    """Steps of a scan (or of a batch of acts), in the order they happen."""

    LISTING = "listing"
    READING = "reading"
    OPENING = "opening"  # archives and documents, to read their contents
    LOOKING = "looking"  # at pictures
    LISTENING = "listening"  # to recordings
    WATCHING = "watching"  # films
    COMPARING = "comparing"
    CROWDED = "crowded"  # the same by other signatures, where some values are too common to compare all
    WEIGHING = "weighing"  # how much each link counts
    GROUPING = "grouping"  # names compared, files grouped
    VERIFYING = "verifying"  # estimates, by comparing bytes
    CONTAINING = "containing"  # which files may lie in others
    MEASURING = "measuring"  # how much of them does
    ACTING = "acting"
    UNDOING = "undoing"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class IdenticalFiles:
    """Files with the same bytes, and how many that are."""

    size: int
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SimilarFiles:
    """Files of one cluster, the kept one first, and how similar the least similar of them is by estimate, 0..1."""

    similarity: float
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Progress:
    """A snapshot. ``*_total`` is 0 while unknown.

    Attributes:
        phase: the step under way.
        files, files_total: handled and to be handled in this phase.
        bytes, bytes_total: the same in bytes.
        from_cache: files whose signature came from the cache.
        problems: files that could not be read so far.
        may_grow: the total may still become larger, so nobody should be shown it.
        plan: the phases of the whole work in their order, as far as known; empty for work of one phase.
        inner_files, inner_bytes: files read so far that have to be looked into later, for the estimate of OPENING.
        beside: files and bytes of other phases that were done in this one, by phase.
        early: a result of what was read until now is wanted.
        silent: for how many seconds a drive has not answered; 0.0 while all do.
        started: ``time.monotonic()`` at the start of the phase, less pauses.
        now: ``time.monotonic()`` of the snapshot, less pauses.
        current: path being worked on, for display only.
        waiting: for what the work waits now, a sentence; "" while it goes on.
        waited: how much of that is over, 0..1; None while unknown.
        identical: files that were found to be the same before the work could begin in earnest.
        similar: clusters by estimates, while what verifies them is not ready.
    """

    phase: Phase = Phase.LISTING
    files: int = 0
    files_total: int = 0
    bytes: int = 0
    bytes_total: int = 0
    from_cache: int = 0
    problems: int = 0
    may_grow: bool = False
    plan: tuple[Phase, ...] = ()
    inner_files: int = 0
    inner_bytes: int = 0
    beside: Mapping[Phase, tuple[int, int]] = field(default_factory=dict)
    early: bool = False
    silent: float = 0.0
    started: float = 0.0
    now: float = 0.0
    current: str = ""
    waiting: str = ""
    waited: float | None = None
    identical: tuple[IdenticalFiles, ...] = ()
    similar: tuple[SimilarFiles, ...] = ()

    @property
    def fraction(self) -> float | None:
        """Share of the phase that is done, 0..1, or None while the total is unknown."""
        if self.bytes_total:
            return min(1.0, self.bytes / self.bytes_total)
        if self.files_total:
            return min(1.0, self.files / self.files_total)
        return None

    @property
    def countable(self) -> bool:
        """Return whether the counts mean files or pairs, and not some parts of the work."""
        return self.phase not in (Phase.CROWDED, Phase.WEIGHING)

    @property
    def rate(self) -> float:
        """Bytes per second of this phase, 0.0 while unknown."""
        elapsed = self.now - self.started
        return self.bytes / elapsed if elapsed > 0.2 else 0.0


_READS = (
    Phase.LISTING,
    Phase.READING,
    Phase.OPENING,
    Phase.LOOKING,
    Phase.LISTENING,
    Phase.WATCHING,
    Phase.VERIFYING,
    Phase.CONTAINING,
    Phase.MEASURING,
)
"""Phases that ``Control.stop_early`` ends."""


class Control:
    """Handle between one running piece of work and whoever watches it. Thread-safe.

    The worker calls ``advance`` and ``check``; the watcher ``snapshot``, ``pause``, ``resume`` and
    ``cancel``. A worker that nobody watches simply gets a ``Control`` of its own.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._go = threading.Event()
        self._go.set()
        self._cancelled = threading.Event()
        self._early = threading.Event()
        self._paused_at: float | None = None
        self._paused_for = 0.0
        self._meanwhile: Callable[[], None] | None = None
        self._progress = Progress(started=time.monotonic())

    def _clock(self) -> float:
        now = self._paused_at if self._paused_at is not None else time.monotonic()
        return now - self._paused_for

    # worker's side
    def intend(self, *phases: Phase) -> None:
        """Announce the phases of the whole work in their order, for the estimate of the time left."""
        with self._lock:
            self._progress = replace(self._progress, plan=phases)

    def begin(
        self,
        phase: Phase,
        *,
        files: int = 0,
        files_total: int = 0,
        bytes: int = 0,  # noqa: A002 - the field's own name
        bytes_total: int = 0,
        may_grow: bool = False,
    ) -> None:
        """Begin a new phase: counters of files and bytes start again, cache hits and problems stay.

        Args:
            phase: the same again where only its totals have changed.
            files: handled already, where it is the same again.
            files_total: files to be handled; 0 while unknown.
            bytes: as ``files``, in bytes.
            bytes_total: as ``files_total``, in bytes.
            may_grow: the totals may still become larger.
        """
        with self._lock:
            again = phase is self._progress.phase
            self._progress = replace(
                self._progress,
                phase=phase,
                files=files,
                files_total=files_total,
                bytes=bytes,
                bytes_total=bytes_total,
                may_grow=may_grow,
                started=self._progress.started if again else self._clock(),
                beside=self._progress.beside if again else {},
                current="",
            )

    def advance(
        self,
        *,
        files: int = 0,
        bytes: int = 0,  # noqa: A002 - the field's own name
        from_cache: int = 0,
        problems: int = 0,
        current: str = "",
    ) -> None:
        """Add to the counters."""
        with self._lock:
            p = self._progress
            self._progress = replace(
                p,
                files=p.files + files,
                bytes=p.bytes + bytes,
                from_cache=p.from_cache + from_cache,
                problems=p.problems + problems,
                current=current or p.current,
            )

    def foresee(self, files: int, size: int) -> None:
        """Count files, and their bytes, that have to be looked into later."""
        with self._lock:
            p = self._progress
            self._progress = replace(p, inner_files=p.inner_files + files, inner_bytes=p.inner_bytes + size)

    def do_beside(self, phase: Phase, files: int, size: int) -> None:
        """Count files, and their bytes, of another phase that were done while this one goes on."""
        with self._lock:
            p = self._progress
            before = p.beside.get(phase, (0, 0))
            done = before[0] + files, before[1] + size
            self._progress = replace(p, beside={**p.beside, phase: done})

    def note_silence(self, seconds: float) -> None:
        """Note for how long a drive has not answered; 0.0 when it does again."""
        if seconds != self._progress.silent:
            with self._lock:
                self._progress = replace(self._progress, silent=seconds)

    def wait_for(self, sentence: str, share: float | None = None) -> None:
        """Say for what the work waits, or by "" that it goes on; and how much of the waiting is over, if known."""
        with self._lock:
            self._progress = replace(self._progress, waiting=sentence, waited=share)

    def do_meanwhile(self, work: Callable[[], None]) -> None:
        """Have something done in a thread of its own should the work have to wait, see ``wait_for``."""
        self._meanwhile = work

    def take_meanwhile(self) -> Callable[[], None] | None:
        """Return what there is to do while the work waits, once."""
        with self._lock:
            work, self._meanwhile = self._meanwhile, None
        return work

    def show_identical(self, groups: tuple[IdenticalFiles, ...]) -> None:
        """Show all groups of identical files that are known so far."""
        with self._lock:
            self._progress = replace(self._progress, identical=groups)

    def show_similar(self, clusters: tuple[SimilarFiles, ...]) -> None:
        """Show some clusters before their figures are verified."""
        with self._lock:
            self._progress = replace(self._progress, similar=clusters)

    def check(self) -> None:
        """Wait while paused; raise ``Cancelled`` once cancelled. Call at least every 0.2 s of work."""
        if not self._go.is_set() and not self.cancelled:
            self._go.wait()
        if self.cancelled:
            raise Cancelled

    # watcher's side
    def snapshot(self) -> Progress:
        with self._lock:
            return replace(self._progress, now=self._clock(), early=self.stopped_early)

    def pause(self) -> None:
        with self._lock:
            if self._paused_at is None and not self._cancelled.is_set():
                self._paused_at = time.monotonic()
                self._go.clear()

    def resume(self) -> None:
        with self._lock:
            if self._paused_at is not None:
                self._paused_for += time.monotonic() - self._paused_at
                self._paused_at = None
                self._go.set()

    def cancel(self) -> None:
        self._cancelled.set()
        self.resume()

    def stop_early(self) -> None:
        """Ask for a result of what was read until now: reading ends as by a cancel, comparing goes on.

        Whoever reads files catches the ``Cancelled``, and goes on with what there is if ``stopped_early``.
        """
        self._early.set()
        with self._lock:
            left = tuple(phase for phase in self._progress.plan if phase not in _READS)
            self._progress = replace(self._progress, plan=left)
        self.resume()

    @property
    def stopped_early(self) -> bool:
        """Return whether a result of what was read is wanted, and no cancel came after."""
        return self._early.is_set() and not self._cancelled.is_set()

    @property
    def paused(self) -> bool:
        return not self._go.is_set()

    @property
    def cancelled(self) -> bool:
        """Return whether what is under way must end."""
        return self._cancelled.is_set() or (self._early.is_set() and self._progress.phase in _READS)


class Unseen(Control):
    """Control of work done beside other work: it is paused and cancelled with the other, which counts what is done.

    Args:
        other: control of the work that is seen.
        phase: that the work beside it belongs to; None for work that is not counted.
    """

    def __init__(self, other: Control, phase: Phase | None) -> None:
        super().__init__()
        self._other, self._beside = other, phase

    def advance(
        self,
        *,
        files: int = 0,
        bytes: int = 0,  # noqa: A002 - the progress' own name
        from_cache: int = 0,
        problems: int = 0,
        current: str = "",
    ) -> None:
        del from_cache, problems, current
        if self._beside is not None:
            self._other.do_beside(self._beside, files, bytes)

    def check(self) -> None:
        self._other.check()
        super().check()

    @property
    def paused(self) -> bool:
        return self._other.paused

    @property
    def cancelled(self) -> bool:
        return self._cancelled.is_set() or self._other.cancelled
