"""Tell whether events of the system concern the files of a session.

An event is only a hint: the disk is looked at, so events may come twice, late or for nothing. Reads no content and
writes nothing; one thread at a time.
"""

from __future__ import annotations

import bisect
import os
import stat
from collections.abc import Iterable, Iterator
from itertools import islice, takewhile

from simfinder.app.session.saved.recheck_files import look
from simfinder.arrays.file_columns import FileColumns
from simfinder.model.scan_options import ScanOptions
from simfinder.scan.walk.ignore_patterns import compiled
from simfinder.scan.walk.selection_rules import ScanFilter
from simfinder.scan.walk.special_folders import SpecialFolders


class Changes:
    """Compares the files of one scan with the disk.

    Args:
        files: of the scan, by the bytes of their paths.
        options: of the scan.
    """

    def __init__(self, files: FileColumns, options: ScanOptions) -> None:
        self.files, self.paths = files, files.paths()
        self.roots = tuple(os.path.abspath(root) for root in options.roots)
        self._options = options
        self._index = {path: i for i, path in enumerate(self.paths)}
        self._places = SpecialFolders(())
        self._forbidden: dict[str, bool] = {}
        self._exclude = compiled(options.exclude)
        self._include = compiled(options.include) if options.include else None
        self._taking = ScanFilter.of(options)

    def at(self, hints: Iterable[str]) -> Iterator[str]:
        """Yield the files at some paths that a scan would now find changed, gone or new, some of them twice.

        Args:
            hints: absolute paths of files or folders.
        """
        return (path for hint in hints for path in self._files_at(hint) if self._is_news(path))

    def _files_at(self, hint: str) -> Iterator[str]:
        """Yield files a hint may be about: itself, or what is or was in a folder."""
        if hint in self._index:
            yield hint
            return
        prefix = os.path.join(hint, "")
        start = bisect.bisect_left(self.paths, os.fsencode(prefix), key=os.fsencode)
        yield from takewhile(lambda path: path.startswith(prefix), islice(self.paths, start, None))
        if os.path.isdir(hint) and not os.path.islink(hint):
            for folder, folders, names in os.walk(hint):
                folders[:] = [name for name in folders if not self._is_forbidden(os.path.join(folder, name))]
                yield from (os.path.join(folder, name) for name in names)
        else:
            yield hint

    def _is_news(self, path: str) -> bool:
        """Return whether a path is not, or no longer, what the scan found there."""
        try:
            status: os.stat_result | None = look(path, follow=self._options.follow)
        except (OSError, ValueError):
            status = None
        if status is not None and not stat.S_ISREG(status.st_mode):
            status = None
        place = self._index.get(path)
        if place is None:
            return status is not None and self._would_be_taken(path, status)
        record = self.files[place]
        # with the status time, as that of the content can be set freely
        return status is None or (
            (status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
            != (record.inode, record.size, record.mtime_ns, record.ctime_ns)
        )

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
