"""Save sessions to files, open them again, and keep the newest ones automatically after a scan.

On opening, every file is looked at on the disk again; what is gone or has changed takes no part any more. A session
whose files are all elsewhere is opened read-only. What somebody else's file says is not believed: its folders are
scanned again. ``store.array_file`` owns the file's form, ``arrays`` its content.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import filelock
import numpy as np
from msgspec import structs

from simfinder.app.linking import ignore_list
from simfinder.app.session.saved.arrays import DELTAS, Captured, Part, packed, unpacked
from simfinder.app.session.saved.facts import Head, options_in
from simfinder.app.session.saved.recheck_files import Recheck, recheck
from simfinder.app.session.session import Session
from simfinder.app.session.state import SessionState
from simfinder.arrays.file_columns import FileColumns
from simfinder.errors import (
    SimFinderError,
    StoreCorruptError,
    StoreError,
    StoreUnavailableError,
    UsageError,
    reason_of,
)
from simfinder.model.file_record import Problem
from simfinder.model.progress import Control, Phase
from simfinder.model.scan_options import ScanOptions
from simfinder.model.tolerances import Choices
from simfinder.scan.pipeline import ScanResult
from simfinder.store import app_dirs, array_file
from simfinder.store.atomic_write import PREFIX
from simfinder.store.cache.cache import Cache
from simfinder.store.json_values import convert
from simfinder.store.library.ignored_pairs import Ignored
from simfinder.text.message import say

SUFFIX = ".simfinder"
"""The extension of session files."""

KEPT = 5
"""Sessions kept automatically, the newest ones."""

_LEFT_BEHIND = 24 * 3600.0  # seconds after which a file that is being written is no longer
_DEFAULTS = ScanOptions(()), Choices()
_DAMAGED = say("is damaged: what it holds makes no sense")


@dataclass(frozen=True, slots=True)
class Saved:
    """What the beginning of a session file says.

    Attributes:
        path: of the file.
        made_ns: when it was saved, nanoseconds since 1970.
        roots: folders that were scanned.
        files: how many there were.
        clusters: how many there were.
        marked: files that were marked.
        bytes_freed: what removing every older and identical file would have freed.
        size: bytes of the file.
    """

    path: str
    made_ns: int
    roots: tuple[str, ...]
    files: int
    clusters: int
    marked: int
    bytes_freed: int
    size: int


@dataclass(frozen=True, slots=True, eq=False)
class Loaded:
    """An opened session.

    Attributes:
        session: without what is gone or has changed; with everything where it is read-only.
        gone: files that are not there, by path.
        changed: files that have changed, with what is different; they take no part, like those that are gone.
        unmarked: files that were marked and no longer are.
        warnings: what else a person should know.
        problems: of the scan and what came after it.
        parts: files that lie in others: whole, part, share; without those that are gone or have changed.
        made_ns: when it was saved, nanoseconds since 1970.
        proven: this person's own program saved it; else its folders were scanned again, or it is read-only and all of
            its figures are somebody's word.
    """

    session: Session
    gone: tuple[str, ...]
    changed: tuple[Problem, ...]
    unmarked: tuple[str, ...]
    warnings: tuple[Problem, ...]
    problems: tuple[Problem, ...]
    parts: tuple[Part, ...]
    made_ns: int
    proven: bool


def save(session: Session | Captured, path: str | os.PathLike[str], control: Control | None = None) -> int:
    """Save a session, whole or not at all; return the bytes of the file.

    Args:
        session: or its captured state, so that any thread can write it while the session changes.
        path: of the file.
        control: cancelling.

    Raises:
        StoreUnavailableError: it can't be written.
        Cancelled: on request.
    """
    captured = session if isinstance(session, Captured) else Captured.of(session)
    facts, arrays = packed(captured)
    check = control.check if control else lambda: None
    return array_file.write(path, facts, arrays, deltas=DELTAS, check=check, sealed=captured.proven)


def load(
    path: str | os.PathLike[str],
    control: Control,
    *,
    protected: Sequence[str] | None = None,
    also_protected: Sequence[str] = (),
    own: tuple[ScanOptions, Choices] = _DEFAULTS,
    ignored: Iterable[Ignored] | None = None,
    read_only: bool = False,
) -> Loaded:
    """Open a saved session and check its files.

    A file that this person's own program has not sealed may say anything. Nothing is taken over from it but the folders
    that it names: they are scanned again.

    Args:
        path: of any file.
        control: progress and cancelling.
        protected: folders that are protected now; None for those of the session.
        also_protected: more of them.
        own: the person's options and choices, by which the folders of somebody else's session are scanned.
        ignored: what is not the same; None for the entries of the library.
        read_only: do not look at the disk; everything is shown as it was, and nothing can be marked. The same happens
            where none of the files is there: the session is from another machine, or its disk is away.

    Raises:
        StoreCorruptError: the file is damaged, or no session.
        NewerVersionError: a newer SimFinder saved it.
        StoreUnavailableError: it can't be read.
        Cancelled: on request.
    """
    captured = _captured(path, control)
    was_marked = [captured.state.result.files.path(file) for file in captured.state.marks]
    if not captured.proven:
        captured = captured.unproven(*own)
    state, result = captured.state, captured.state.result
    if not set(also_protected) <= set(state.options.protected if protected is None else protected):
        before = state.options.protected if protected is None else protected
        protected = tuple(dict.fromkeys((*before, *also_protected)))
    warnings = list(result.warnings) if captured.proven else []
    if ignored is None:
        ignored = _ignored(warnings)
    gone: tuple[str, ...] = ()
    changed: tuple[Problem, ...] = ()
    if not read_only:
        checked, found = _rechecked(state, protected, control)
        gone, changed = found.gone, found.changed
        warnings += found.warnings
        read_only = bool(result.files) and len(gone) == len(result.files)
        state = state if read_only else checked
    again = None if captured.proven or read_only else _scanned_again(state, ignored, control)
    session = again or Session.resumed(state, ignored)
    session.read_only = read_only or (again is None and not captured.proven)
    session.remark(state.marks)
    marked = {session.record(file).path for file in session.marks}
    away = frozenset() if read_only else {*gone, *(problem.path for problem in changed)}
    control.begin(Phase.DONE, files_total=len(result.files))
    return Loaded(
        session,
        gone,
        changed,
        tuple(path for path in was_marked if path not in marked),
        tuple(warnings),
        captured.problems if again is None else session.result.problems,
        tuple(part for part in captured.parts if part[0] not in away and part[1] not in away),
        captured.made_ns,
        captured.proven,
    )


def _scanned_again(state: SessionState, ignored: Iterable[Ignored], control: Control) -> Session | None:
    """Scan the folders of somebody's session; None where none of them can be scanned."""
    try:
        with contextlib.closing(Cache.open()) as cache:
            session = Session.run(state.options, state.choices, cache=cache, control=control)
    except UsageError:
        return None
    session.set_ignored(ignored)
    return session


def _ignored(warnings: list[Problem]) -> list[Ignored]:
    """Return the ignore list; add a warning and return none where it can't be read."""
    try:
        return ignore_list.entries()
    except StoreError as error:
        warnings.append(
            Problem(error.path or "", say("what is not the same can't be read: {}", error.message))
        )
        return []


def _rechecked(
    state: SessionState, protected: Sequence[str] | None, control: Control
) -> tuple[SessionState, Recheck]:
    """Look at all files on the disk; return the state with what is there now, and what was found."""
    options, result = state.options, state.result
    before = options.protected
    now = before if protected is None else tuple(map(os.path.abspath, protected))
    found = recheck(
        FileColumns.of(result.files),
        _contents(result),
        control,
        follow=options.follow,
        before=before,
        now=now,
    )
    if protected is not None:
        options = replace(options, protected=tuple(protected))
    result = replace(result, files=found.files)
    return replace(state, options=options, result=result, alive=found.alive), found


def about(path: str | os.PathLike[str]) -> Saved:
    """Return what a session file says about itself; only its beginning is read.

    Raises:
        StoreCorruptError: it is damaged, or no session file.
        NewerVersionError: a newer SimFinder saved it.
        StoreUnavailableError: it can't be read.
    """
    head = array_file.read_head(path)
    try:
        known = structs.asdict(convert(head.facts, Head))
        roots = options_in(known.pop("options")).roots
        return Saved(path=os.fspath(path), roots=roots, size=head.size, **known)
    except ValueError:
        raise StoreCorruptError(_DAMAGED, os.fspath(path)) from None


def folder() -> Path:
    """Return the folder of automatically kept sessions."""
    return app_dirs.data_folder() / "sessions"


class Autosave:
    """The slot of one scan among the automatically kept sessions.

    Create one for every scan: saving again replaces what it saved before, so two windows never write the same file.
    """

    def __init__(self) -> None:
        name = f"{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(4)}{SUFFIX}"
        self.path = folder() / name

    def save(self, session: Session | Captured, control: Control | None = None) -> Path:
        """Save a session here, and remove the oldest ones beyond ``KEPT``.

        Raises:
            StoreUnavailableError: it can't be written.
            Cancelled: on request.
        """
        try:
            os.makedirs(folder(), mode=0o700, exist_ok=True)
            app_dirs.refuse_strangers(app_dirs.data_folder(), folder())
        except OSError as error:
            raise StoreUnavailableError(say("can't be made: {}", reason_of(error)), str(folder())) from error
        save(session, self.path, control)
        _rotate(self.path)
        return self.path


def autosaved() -> list[Saved]:
    """Return the automatically kept sessions, newest first; those that can't be read are left out."""
    found = []
    for name in _names():
        with contextlib.suppress(StoreError):
            found.append(about(folder() / name))
    return sorted(found, key=lambda saved: (-saved.made_ns, saved.path))


def _names() -> list[str]:
    try:
        app_dirs.refuse_strangers(app_dirs.data_folder(), folder())
        return [name for name in os.listdir(folder()) if name.endswith(SUFFIX) and not name.startswith(".")]
    except (OSError, StoreError):
        return []  # there is no such folder until something is saved


def _rotate(newest: Path) -> None:
    """Remove the oldest sessions and what programs that died left behind; one program at a time."""
    try:
        with filelock.FileLock(folder() / ".lock", timeout=1):
            times = {name: (folder() / name).stat().st_mtime for name in _names()}
            times.pop(newest.name, None)
            for name in sorted(times, key=lambda name: (times[name], name), reverse=True)[KEPT - 1 :]:
                (folder() / name).unlink()
            for name in os.listdir(folder()):
                place = folder() / name
                if name.startswith(PREFIX) and place.stat().st_mtime < time.time() - _LEFT_BEHIND:
                    place.unlink()
    except (OSError, filelock.Timeout):
        return  # another program is at it, or has a file open: the next one to save removes what is too much


def _captured(path: str | os.PathLike[str], control: Control) -> Captured:
    head, arrays = array_file.read(path, check=control.check)
    try:
        captured = unpacked(head.facts, arrays)
        return replace(captured, proven=head.sealed or _kept_by_itself(path))
    except StoreUnavailableError as error:
        raise StoreUnavailableError(error.message, os.fspath(path)) from None
    except (ValueError, KeyError, TypeError, OverflowError, SimFinderError):
        raise StoreCorruptError(_DAMAGED, os.fspath(path)) from None
    except MemoryError as error:
        raise StoreUnavailableError(
            say("can't be read: there is not enough memory"), os.fspath(path)
        ) from error


def _kept_by_itself(path: str | os.PathLike[str]) -> bool:
    """Return whether a file is among the automatically kept ones, where only this person could have put it.

    Those of before there were seals have none.
    """
    try:
        app_dirs.refuse_strangers(app_dirs.data_folder(), folder(), path)
        return os.path.samefile(os.path.dirname(os.path.realpath(path)), folder())
    except (OSError, StoreError):
        return False


def _contents(result: ScanResult) -> list[bytes | None]:
    hashes = np.ascontiguousarray(result.table.content).tobytes()
    return [hashes[16 * row : 16 * row + 16] if row >= 0 else None for row in result.content_row.tolist()]
