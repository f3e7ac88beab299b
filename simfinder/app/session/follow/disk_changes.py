"""Turn hints (paths at which something may have happened) into facts about the files of a session.

A hint is never believed: the disk is looked at, so hints may come twice, late or for nothing. What was reported is
remembered, so that everything is reported once. Reads no content and writes nothing; one thread at a time.
"""

from __future__ import annotations

import bisect
import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile

from simfinder.app.session.saved.recheck_files import look
from simfinder.arrays.file_columns import FileColumns
from simfinder.model.file_record import FileRecord
from simfinder.model.scan_options import ScanOptions
from simfinder.scan.walk.ignore_patterns import compiled
from simfinder.scan.walk.selection_rules import ScanFilter
from simfinder.scan.walk.special_folders import SpecialFolders

MOST_BELOW = 20_000
"""Entries of a new folder that are looked at, at most."""

_Status = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Batch:
    """What happened since the last batch.

    Attributes:
        changed: files of the session that differ from what was scanned; also those that changed once more.
        gone: files of the session that are no longer there.
        back: files of the session reported as changed or gone that are again what was scanned.
        new: files that the session does not know and a scan would take.
        too_many: something was missed, or there is too much to report: only a new scan tells everything.
    """

    changed: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    back: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    too_many: bool = False

    def __bool__(self) -> bool:
        return bool(self.changed or self.gone or self.back or self.new or self.too_many)


class Changes:
    """Compares the files of one scan with the disk.

    Args:
        records: of the scan, by the bytes of their paths.
        options: of the scan.
    """

    def __init__(self, records: Sequence[FileRecord], options: ScanOptions) -> None:
        self.records = records
        self.paths = records.paths() if isinstance(records, FileColumns) else [r.path for r in records]
        self.roots = tuple(os.path.abspath(root) for root in options.roots)
        self._options = options
        self._index = {path: i for i, path in enumerate(self.paths)}
        self._told: dict[str, _Status | None] = {}
        self._places = SpecialFolders(())
        self._forbidden: dict[str, bool] = {}
        self._exclude = compiled(options.exclude)
        self._include = compiled(options.include) if options.include else None
        self._taking = ScanFilter.of(options)

    def look(self, hints: Iterable[str], *, most: int = 100_000) -> Batch:
        """Return what is new at these paths.

        Args:
            hints: absolute paths of files or folders.
            most: files reported at most; if there are more, ``too_many`` is set.
        """
        found: dict[str, list[str]] = {"changed": [], "gone": [], "back": [], "new": []}
        too_many = False
        seen: set[str] = set()
        for hint in hints:
            paths, cut = self._files_at(hint)
            too_many |= cut
            for path in paths:
                if path in seen:
                    continue
                seen.add(path)
                kind = self._news(path)
                if kind:
                    found[kind].append(path)
            if sum(map(len, found.values())) > most:
                too_many = True
                break
        return Batch(**{kind: tuple(sorted(paths)) for kind, paths in found.items()}, too_many=too_many)

    def _files_at(self, hint: str) -> tuple[list[str], bool]:
        """Return files a hint may be about: itself, or what is or was in a folder; and whether there are too many."""
        if hint in self._index:
            return [hint], False
        paths = list(self._known_below(hint))
        try:
            is_folder = stat.S_ISDIR(os.lstat(hint).st_mode)
        except (OSError, ValueError):
            return paths, False
        if not is_folder:
            return [*paths, hint], False
        count = 0
        for folder, folders, names in os.walk(hint):
            folders[:] = [name for name in folders if not self._is_forbidden(os.path.join(folder, name))]
            paths += [os.path.join(folder, name) for name in names]
            count += len(names) + len(folders)
            if count > MOST_BELOW:
                return paths, True
        return paths, False

    def _known_below(self, folder: str) -> Iterator[str]:
        prefix = os.path.join(folder, "")
        start = bisect.bisect_left(self.paths, os.fsencode(prefix), key=os.fsencode)
        return takewhile(lambda path: path.startswith(prefix), islice(self.paths, start, None))

    def _news(self, path: str) -> str:
        """Return what is new about a path; "" for nothing."""
        place = self._index.get(path)
        try:
            status: os.stat_result | None = look(path, follow=self._options.follow)
        except (OSError, ValueError):
            status = None
        if place is None:
            return self._news_of_stranger(path, status)
        record = self.records[place]
        if status is None or not stat.S_ISREG(status.st_mode):
            return self._tell(path, None, "gone")
        now = _status_of(status)
        if now != (record.inode, record.size, record.mtime_ns, record.ctime_ns):
            return self._tell(path, now, "changed")
        return "back" if self._told.pop(path, False) is not False else ""

    def _news_of_stranger(self, path: str, status: os.stat_result | None) -> str:
        if status is None or not stat.S_ISREG(status.st_mode):
            self._told.pop(path, None)
            return ""
        if not self._would_be_taken(path, status):
            return ""
        return self._tell(path, _status_of(status), "new")

    def _tell(self, path: str, now: _Status | None, kind: str) -> str:
        if self._told.get(path, False) == now:
            return ""
        self._told[path] = now
        return kind

    def _would_be_taken(self, path: str, status: os.stat_result) -> bool:
        """Return whether a scan by the same rules would take a file."""
        options = self._options
        root = next((root for root in self.roots if path.startswith(os.path.join(root, ""))), None)
        if root is None:
            return False
        relative = os.path.relpath(path, root)
        if not options.hidden and any(part.startswith(".") for part in relative.split(os.sep)):
            return False
        if self._exclude.match_file(relative) or not (
            self._include is None or self._include.match_file(relative)
        ):
            return False
        if not status.st_size and not options.empty:
            return False
        for rules in self._taking.at(os.path.dirname(path)):
            if rules.of_name(path) or rules.of_status(status.st_size, status.st_mtime_ns):
                return False
        return not self._is_forbidden(os.path.dirname(path))

    def _is_forbidden(self, folder: str) -> bool:
        known = self._forbidden.get(folder)
        if known is None:
            known = self._forbidden[folder] = self._places.lies_in_forbidden(folder) is not None
        return known


def _status_of(status: os.stat_result) -> _Status:
    """Return what identifies an unchanged file; with the status time, as that of the content can be set freely."""
    return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns
