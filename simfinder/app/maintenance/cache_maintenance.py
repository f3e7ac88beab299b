"""Verify and prune the signature cache.

The cache is disposable, so nothing here asks. Entries of a drive that is not there are kept.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass, field
from functools import partial

from simfinder.errors import ReadError
from simfinder.model.file_record import FileRecord, Problem
from simfinder.model.progress import Control, Phase
from simfinder.scan.pipeline import version_key
from simfinder.scan.reading.read_file import sign_file
from simfinder.scan.stat_record import record_of
from simfinder.signatures.table import serialize
from simfinder.store.cache import maintenance as keeping
from simfinder.store.cache.cache import Cache
from simfinder.store.cache.defaults import DAYS, SAMPLE
from simfinder.store.cache.maintenance import CachedFile, Pruned

_PART = 5_000


@dataclass(slots=True)
class Verdict:
    """The result of verifying the cache.

    Attributes:
        known: files in the cache.
        checked: files read again.
        changed: files that have changed: the next scan reads them anyway.
        gone: files that are not there.
        unreadable: files that could not be read.
        wrong: files whose entry was wrong; it has been removed.
        damage: what is wrong with the database; "" for nothing.
    """

    known: int = 0
    checked: int = 0
    changed: int = 0
    gone: int = 0
    unreadable: list[Problem] = field(default_factory=list)
    wrong: list[Problem] = field(default_factory=list)
    damage: str = ""


def verify(cache: Cache, control: Control, *, count: int | None = SAMPLE, seed: int = 0) -> Verdict:
    """Read known files again and compare contents and signatures with what the cache says.

    Args:
        cache: to verify; wrong entries are removed from it.
        control: progress (phase READING, in files) and cancelling.
        count: number of files, chosen at random; None for all.
        seed: of the random choice.

    Raises:
        StoreUnavailableError: the cache is off, with the reason.
        Cancelled: on request.
    """
    verdict = Verdict(known=cache.info().files)
    verdict.damage = cache.work(lambda db: str(db.query("PRAGMA quick_check(1)")[0][0]), "ok").replace(
        "ok", ""
    )
    chosen = cache.work(
        lambda db: keeping.sample(db, verdict.known if count is None else count, seed), list[CachedFile]()
    )
    control.begin(Phase.READING, files_total=len(chosen), bytes_total=sum(known.size for known in chosen))
    wrong: list[int] = []
    for known in chosen:
        control.check()
        _look_again(known, cache, control, verdict, wrong)
        control.advance(files=1)
    if wrong:
        cache.work(lambda db: keeping.forget_contents(db, wrong), None)
    return verdict


def _look_again(
    known: CachedFile, cache: Cache, control: Control, verdict: Verdict, wrong: list[int]
) -> None:
    path = os.fsdecode(known.path)
    now = _as_it_is(known)
    if now is None:
        verdict.gone += 1
        return
    if (now.size, now.mtime_ns, now.ctime_ns) != (known.size, known.mtime_ns, known.ctime_ns):
        verdict.changed += 1
        return
    try:
        after, signature, _, _ = sign_file(now, control)
    except ReadError as error:
        verdict.unreadable.append(Problem(path, error.message))
        return
    if (after.size, after.mtime_ns, after.ctime_ns) != (known.size, known.mtime_ns, known.ctime_ns):
        verdict.changed += 1
        return
    verdict.checked += 1
    reason = ""
    if signature.content != known.content:
        reason = "the cache had another content for it"
    elif _piece(cache, known.number, control) not in (None, serialize.pack(signature)):
        reason = "the cache had other signatures for it"
    if reason:
        verdict.wrong.append(Problem(path, f"{reason}; forgotten"))
        wrong.append(known.number)


def _piece(cache: Cache, number: int, control: Control) -> bytes | None:
    """Return the stored signatures of a content with the methods' default parameters; None where there are none."""
    generation = cache.generation
    for part in cache.load([number], generation, version_key(), control):
        for piece in part.pieces:
            return piece
    return None


def _as_it_is(known: CachedFile) -> FileRecord | None:
    """Return the file as it is now; None where it is gone or another file is in its place."""
    try:
        found = os.lstat(known.path)
    except OSError:
        return None
    inode = found.st_ino - (1 << 64) if found.st_ino >= 1 << 63 else found.st_ino
    if not stat.S_ISREG(found.st_mode) or inode != known.inode:
        return None
    return record_of(os.fsdecode(known.path), found, protected=False)


def prune(cache: Cache, control: Control, *, days: int = DAYS, most_bytes: int | None = None) -> Pruned:
    """Remove entries of files gone from mounted drives and of files not seen for long; give the space back.

    Args:
        cache: to be pruned.
        control: progress (phase LISTING, in files) and cancelling.
        days: entries of files not seen for longer are removed, wherever the files are.
        most_bytes: target size of the cache's file: what was not seen longest is removed first.

    Raises:
        StoreUnavailableError: the cache is off, or the disk has no room to give space back.
        Cancelled: on request; only entries of files that are gone were removed.
    """
    files = cache.info().files
    control.begin(Phase.LISTING, files_total=files)
    after: tuple[int, int] | None = None
    gone = 0
    present: dict[bytes, bool] = {}
    while part := cache.work(partial(keeping.all_known, after=after, limit=_PART), list[CachedFile]()):
        control.check()
        missing = [(known.device, known.inode) for known in part if _is_gone(known, present)]
        gone += cache.work(partial(keeping.forget, keys=missing), 0)
        after = part[-1].device, part[-1].inode
        control.advance(files=len(part))
    pruned = cache.work(lambda db: keeping.prune(db, days, most_bytes), Pruned(0, 0, 0))
    return Pruned(pruned.files + gone, pruned.contents, pruned.overlaps)


def _is_gone(known: CachedFile, present: dict[bytes, bool]) -> bool:
    """Return whether a file is certainly gone: its folder is there, on the same drive, and the file is not in it.

    Args:
        known: a file.
        present: by folder, whether it is there and on the drive of its known files; filled here.
    """
    try:
        found = os.lstat(known.path)
        return _signed(found.st_dev) == known.device and _signed(found.st_ino) != known.inode
    except FileNotFoundError:
        pass
    except OSError:
        return False
    folder = os.path.dirname(known.path)
    while folder not in present:
        try:
            present[folder] = _signed(os.stat(folder).st_dev) == known.device
        except FileNotFoundError:
            parent = os.path.dirname(folder)
            if parent == folder:
                present[folder] = False
            folder = parent  # a folder that went with its files
        except OSError:
            present[folder] = False
    return present[folder]


def _signed(number: int) -> int:
    return number - (1 << 64) if number >= 1 << 63 else number
