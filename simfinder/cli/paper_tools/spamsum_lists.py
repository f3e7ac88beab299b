"""What ``spamsum`` does once its arguments are known: lists, matches and clusters, written as ssdeep writes them."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from simfinder.app.paper_tools import ssdeep_lists, ssdeep_matching
from simfinder.app.paper_tools.ssdeep_lists import Entry
from simfinder.app.paper_tools.ssdeep_matching import Match
from simfinder.app.paper_tools.ssdeep_signing import SignedFile, sign_files, sign_handle
from simfinder.cli.terminal import out, say
from simfinder.errors import ReadError, UsageError
from simfinder.model.file_record import Problem
from simfinder.model.progress import Control, Phase
from simfinder.workers.stall_timeout import ask

_MEANINGFUL = 4096
"""Bytes a file must exceed for its signature to be meaningful."""

_PORTION = 64 * 1024  # characters written at once
_SECONDS = 0.2  # after which what there is is written
_STDIN = "stdin"


@dataclass(slots=True)
class Request:
    """What the arguments ask for."""

    flags: set[str] = field(default_factory=set)
    known: list[str] = field(default_factory=list)
    threshold: int = 0
    files: list[str] = field(default_factory=list)

    def has(self, flag: str) -> bool:
        """Tell whether an option was given."""
        return flag in self.flags

    def has_any(self, *flags: str) -> bool:
        """Tell whether one of these options was given."""
        return not self.flags.isdisjoint(flags)


@dataclass(frozen=True, slots=True)
class Talk:
    """Messages on standard error, as far as the options allow them."""

    silent: bool
    verbose: bool

    def say(self, text: str) -> None:
        """Write a message, unless ``-s`` was given."""
        if not self.silent:
            say(text)


def work(request: Request, talk: Talk, control: Control) -> None:
    """Sign or compare as asked and write the result."""
    lists = [listing for path in request.known if (listing := _entries(path, talk, control)) is not None]
    if request.known and not lists:
        raise UsageError("none of the lists to compare with can be used")
    known = [entry for listing in lists for entry in listing]
    with _Writer() as write:
        if not request.has_any("-m", "-k", "-x", "-d", "-p") or (
            request.has_any("-k", "-x") and not request.files
        ):
            _write_list(_signed(request, talk, control), write)
            return
        if request.has_any("-k", "-x"):
            new = [entry for path in request.files for entry in _entries(path, talk, control) or ()]
        else:
            new = list(_signed(request, talk, control))
        control.begin(Phase.COMPARING)
        if request.has("-g"):
            _write_clusters(_clusters(request, known, new, control), write)
        elif request.has_any("-p", "-x"):
            for matches in ssdeep_matching.each_with_all([*known, *new], request.threshold, control):
                _write_matches(matches, write, csv=request.has("-c"))
                write("\n")
        else:
            compare = ssdeep_matching.growing if request.has("-d") else ssdeep_matching.against
            _write_matches(compare(known, new, request.threshold, control), write, csv=request.has("-c"))


def _entries(path: str, talk: Talk, control: Control) -> list[Entry] | None:
    """Read the entries of a list and report its problems; None if it can't be used."""
    try:
        listing = ask(path, lambda: ssdeep_lists.read(path), control)
    except (ssdeep_lists.ListError, ReadError) as error:
        talk.say(str(error))
        return None
    for problem in listing.problems:
        talk.say(f"{problem.path}: {problem.reason}")
    return listing.entries


def _signed(request: Request, talk: Talk, control: Control) -> Iterator[Entry]:
    """Sign the files named, or standard input, under the names to show; report problems."""
    done: Iterable[SignedFile | Problem]
    if request.files:
        absolute = not request.has("-l")
        done = sign_files(request.files, control, recursive=request.has("-r"), absolute=absolute)
    else:
        done = (sign_handle(0, _STDIN, control),)
    largest = None
    for item in done:
        if isinstance(item, Problem):
            talk.say(f"{item.path}: {item.reason}")
            continue
        if talk.verbose:
            talk.say(f"Hashing: {item.name}")
        largest = max(largest or 0, item.size)
        yield Entry(item.signature, os.path.basename(item.name) if request.has("-b") else item.name)
    if request.files and largest is not None and largest <= _MEANINGFUL:
        talk.say(f"simfinder spamsum: no file was above {_MEANINGFUL} bytes, so the signatures tell little")


def _clusters(request: Request, known: list[Entry], new: list[Entry], control: Control) -> list[list[Entry]]:
    if request.has_any("-p", "-x"):
        return ssdeep_matching.clusters_of_all([*known, *new], request.threshold, control)
    gather = ssdeep_matching.clusters_of_growing if request.has("-d") else ssdeep_matching.clusters_of_against
    return gather(known, new, request.threshold, control)


def _write_list(entries: Iterable[Entry], write: _Writer) -> None:
    for number, entry in enumerate(entries):
        if number == 0:
            write(f"{ssdeep_lists.HEADER}\n")
        write(ssdeep_lists.line(entry.signature, entry.name))


def _write_matches(matches: Iterable[Match], write: _Writer, *, csv: bool) -> None:
    for entry, other, score in matches:
        if csv:
            write(f"{ssdeep_lists.quoted(entry.name)},{ssdeep_lists.quoted(other.name)},{score}\n")
        else:
            write(f"{_label(entry)} matches {_label(other)} ({score})\n")


def _write_clusters(clusters: Iterable[list[Entry]], write: _Writer) -> None:
    for cluster in clusters:
        write(f"** Cluster size {len(cluster)}\n")
        for entry in cluster:
            write(f"{entry.name}\n")
        write("\n")


def _label(entry: Entry) -> str:
    return f"{entry.source}:{entry.name}" if entry.source else entry.name


class _Writer:
    """Writes standard output in portions: a system call per line would cost more than the line."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._length = 0
        self._due = 0.0

    def __enter__(self) -> _Writer:
        return self

    def __exit__(self, *_exc: object) -> None:
        self._flush()

    def __call__(self, line: str) -> None:
        self._lines.append(line)
        self._length += len(line)
        if self._length > _PORTION or time.monotonic() >= self._due:
            self._flush()

    def _flush(self) -> None:
        if self._lines:
            out("".join(self._lines))
        self._lines.clear()
        self._length = 0
        self._due = time.monotonic() + _SECONDS
