"""Standard output for results, standard error for everything else, and a progress line while a job runs."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextvars import ContextVar
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from simfinder.app.runtime.jobs import Job
from simfinder.app.runtime.profiling import Profile
from simfinder.errors import SimFinderError, reason_of
from simfinder.model.progress import Control, IdenticalFiles, Phase, Progress, SimilarFiles
from simfinder.text.number_formats import count_text, counted, percent_text, size_text

if TYPE_CHECKING:
    from simfinder.app.runtime.time_left import Estimate, TimeLeft

T = TypeVar("T")

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\udc80-\udc9f]")
_POLL, _POLL_PROFILED = 0.1, 0.02  # s; a poll takes 0.2 ms of a core and of Python's lock
_AT_ONCE = 4096  # lines written in one go
_PATHS = 3  # of identical files in one line
_plain: ContextVar[bool] = ContextVar("plain", default=False)  # the progress is not painted
_profile: ContextVar[Profile | None] = ContextVar("profile", default=None)

PHASES = {
    Phase.LISTING: "Listing files",
    Phase.READING: "Reading files",
    Phase.OPENING: "Looking inside archives and documents",
    Phase.LOOKING: "Looking at pictures",
    Phase.LISTENING: "Listening to recordings",
    Phase.WATCHING: "Looking at films",
    Phase.COMPARING: "Comparing",
    Phase.CROWDED: "Comparing crowded files",
    Phase.WEIGHING: "Weighing similarities",
    Phase.GROUPING: "Grouping",
    Phase.VERIFYING: "Verifying",
    Phase.CONTAINING: "Looking for files inside others",
    Phase.MEASURING: "Measuring files inside others",
    Phase.ACTING: "Removing",
    Phase.UNDOING: "Putting back",
    Phase.DONE: "Done",
}


def visible(text: str) -> str:
    r"""Write control characters as ``\n`` or ``\x1b``: the text stays one line, and no name can fool a terminal."""
    return _CONTROL.sub(lambda m: repr(m.group())[1:-1], text)


def path_text(path: str) -> str:
    """Return a path for a line of results: its bytes as they are for another program, ``visible`` on a terminal."""
    return visible(path) if sys.stdout.isatty() else path


def say(text: str) -> None:
    """Write one line to standard error; if that fails the line is lost, and the work goes on."""
    _tell(visible(text) + "\n")


def _tell(text: str) -> None:
    try:
        _write(sys.stderr, text)
    except OSError:
        silence(sys.stderr)


def _lines_visible(text: str) -> str:
    """Return lines and columns of text without anything else that a terminal acts upon."""
    return _CONTROL.sub(lambda m: m.group() if m.group() in "\n\t" else repr(m.group())[1:-1], text)


class OutputError(SimFinderError):
    """The result can't be written, for example because the disk behind standard output is full."""


def out(text: str, *, painted: bool = False) -> None:
    """Write text to standard output; file names keep their bytes, unless a terminal would obey them.

    Args:
        text: any number of lines.
        painted: it holds colours, and nothing else that a terminal would obey.

    Raises:
        BrokenPipeError: the reader is gone.
        OutputError: it can't be written.
    """
    try:
        on_screen = sys.stdout.isatty()
        _write(sys.stdout, _lines_visible(text) if on_screen and not painted else text)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(f"standard output can't be written: {reason_of(error)}") from error


def out_lines(lines: Iterable[str], *, painted: bool = False) -> None:
    """Write lines, each with its end, to standard output as they come; arguments and errors as in ``out``."""
    lines = iter(lines)
    while some := "".join(islice(lines, _AT_ONCE)):
        out(some, painted=painted)


def flush() -> None:
    """Write what other code has left in the buffers of both streams.

    Raises:
        BrokenPipeError, OutputError: as ``out``.
    """
    _tell("")
    out("")


def _write(stream: Any, text: str) -> None:
    data = text.encode("utf-8", "surrogateescape")
    stream.flush()
    buffer = getattr(stream, "buffer", None)
    if buffer is None:  # a stream that takes only text
        stream.write(data.decode("utf-8", "replace"))
    else:
        buffer.write(data)
        buffer.flush()


def watch(function: Callable[[Control], T], *, quiet: bool, learn: bool = False, partial: bool = False) -> T:
    """Run work in a thread, show its progress on a terminal, and turn Ctrl-C into a cancel.

    Args:
        function: the work.
        quiet: show nothing.
        learn: of work that is shown, remember how fast this machine was, for the time left that later work says.
        partial: the first Ctrl-C asks for a result of what was read until then.

    Raises:
        Cancelled: after Ctrl-C.
        Exception: whatever the work raised.
    """
    job = Job(function)
    profile = _profile.get()
    shown = not quiet and sys.stderr.isatty()
    time_left = _time_left() if shown else None
    waiting = ""
    with _line(shown=shown) as show, _interrupts(job, partial=partial):
        job.begin()
        while not job.wait(_POLL if profile is None else _POLL_PROFILED):
            snapshot = job.snapshot()
            if time_left is not None:
                show(snapshot, time_left.see(snapshot))
            sentence = getattr(snapshot.waiting, "template", snapshot.waiting)
            if sentence not in ("", waiting) and not (shown or quiet):
                waiting = sentence
                say(snapshot.waiting)
            if profile is not None:
                profile.see(snapshot)
    if profile is not None:
        profile.rest()
    result = job.result()
    if time_left is not None and learn and not job.control.stopped_early:
        from simfinder.app.runtime import speeds

        speeds.remember(time_left)
    return result


def _time_left() -> TimeLeft:
    from simfinder.app.runtime import speeds, time_left

    return time_left.TimeLeft(speeds.remembered())


@contextlib.contextmanager
def plain(wanted: bool) -> Iterator[None]:
    """Show progress without colours, or as the terminal and ``NO_COLOR`` say."""
    before = _plain.set(wanted)
    try:
        yield
    finally:
        _plain.reset(before)


@contextlib.contextmanager
def profiled(path: str | None, verb: str) -> Iterator[None]:
    """Write to a file how long each phase of the watched work takes; None for no file.

    Raises:
        UsageError: it can't be written.
    """
    if path is None:
        yield
        return
    profile = Profile(path, verb)
    before = _profile.set(profile)
    try:
        yield
    finally:
        _profile.reset(before)
        profile.write()


@contextlib.contextmanager
def _interrupts(job: Job[Any], *, partial: bool) -> Iterator[None]:
    """Turn Ctrl-C into a cancel, whenever it comes; another one is a ``KeyboardInterrupt`` again.

    An exception could strike at any moment, even between the start of the job's thread and the loop that watches it.
    """
    ours = threading.current_thread() is threading.main_thread()
    if not ours or signal.getsignal(signal.SIGINT) in (signal.SIG_IGN, None):
        yield  # a program in the background ignores Ctrl-C
        return

    def cancel(*_: object) -> None:
        if partial and not job.control.stopped_early:
            job.control.stop_early()
            return
        job.cancel()
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, cancel)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextlib.contextmanager
def _line(*, shown: bool) -> Iterator[Callable[[Progress, Estimate], None]]:
    if not shown:
        yield lambda *_: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bar

    console = Console(stderr=True, highlight=False, markup=False, no_color=_plain.get() or None)
    told = similar = 0
    columns = (TextColumn("{task.description}"), BarColumn(bar_width=30), TextColumn("{task.fields[detail]}"))
    with Bar(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=None, detail="")

        def show(progress: Progress, estimate: Estimate) -> None:
            nonlocal told, similar
            for line in identical_lines(progress.identical, told):
                console.print(line, soft_wrap=True)
            told = len(progress.identical)
            for line in similar_lines(progress.similar[similar:]):
                console.print(line, soft_wrap=True)
            similar = len(progress.similar)
            bar.update(
                task,
                description=PHASES[progress.phase],
                total=None if estimate.share is None else 1.0,
                completed=estimate.share or 0.0,
                detail=progress_text(progress, estimate.words),
            )

        yield show


def identical_lines(groups: Sequence[IdenticalFiles], told: int) -> Iterator[str]:
    """Yield lines about identical files that a first scan shows while it has to wait.

    Args:
        groups: all that are known.
        told: how many of them were told before.
    """
    if groups and not told:
        yield "Identical files found so far; the scan goes on:"
    for group in groups[told:]:
        count = counted(len(group.paths), "file", "files")
        yield f"  {count} of {size_text(group.size)}: {_paths_text(group.paths)}"


def similar_lines(clusters: Sequence[SimilarFiles]) -> Iterator[str]:
    """Yield lines about clusters that are shown before they are verified."""
    if clusters:
        yield "Similar files found so far, by estimates that are verified next:"
    for cluster in clusters:
        count = counted(len(cluster.paths), "file", "files")
        yield f"  {count}, about {percent_text(cluster.similarity)} alike: {_paths_text(cluster.paths)}"


def _paths_text(paths: Sequence[str]) -> str:
    more = f" and {count_text(len(paths) - _PATHS)} more" if len(paths) > _PATHS else ""
    return ", ".join(visible(path) for path in paths[:_PATHS]) + more


def progress_text(progress: Progress, left: str = "") -> str:
    """Return files, share from the cache, rate, time left and problems, as far as known.

    Args:
        progress: a snapshot.
        left: words for the time left.
    """
    if progress.waiting:
        return visible(progress.waiting)
    parts = []
    thing = "pair" if progress.phase in (Phase.VERIFYING, Phase.MEASURING) else "file"
    if progress.countable and progress.files_total and not progress.may_grow:
        parts.append(f"{count_text(progress.files)} of {counted(progress.files_total, thing, thing + 's')}")
    elif progress.countable and progress.files:
        parts.append(counted(progress.files, thing, thing + "s"))
    if progress.from_cache and progress.phase is Phase.READING:
        parts.append(f"{count_text(progress.from_cache)} from cache")
    if progress.rate:
        parts.append(f"{size_text(int(progress.rate))}/s")
    if left:
        parts.append(left)
    if progress.problems:
        parts.append(counted(progress.problems, "problem", "problems"))
    return " · ".join(parts)


def confirm(question: str) -> bool:
    """Ask on the terminal; call only if ``can_ask``. If the question can't be shown the answer is no."""
    try:
        _write(sys.stderr, f"{visible(question)} [y/N] ")
    except OSError:
        silence(sys.stderr)
        return False
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def can_ask() -> bool:
    """Return whether somebody is at the terminal."""
    return sys.stdin is not None and sys.stdin.isatty()


def silence(stream: Any) -> None:
    """Silence a standard stream that can't be written: what is left in its buffer would fail again at the exit."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, stream.fileno())
    os.close(nothing)


def open_streams() -> None:
    """Replace standard streams that were closed by whoever started the program.

    Otherwise a file of ours could get the number of one, and messages of a library would go into it. Reading from the
    replacement finds nothing; writing a result to it fails, as it should.
    """
    for name, mode in (("stdin", "r"), ("stdout", "r"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - while the program runs
