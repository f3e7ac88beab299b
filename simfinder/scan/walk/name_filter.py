"""Which entries of a folder a walk takes: by hidden names, the patterns of the scan, and the rules of folders.

Owns the order in which those are asked; the rules themselves are ``taking``'s.
"""

from __future__ import annotations

from collections.abc import Iterator

from simfinder.model.file_record import PassedOver
from simfinder.model.scan_options import ScanOptions
from simfinder.scan.walk.selection_rules import Rules, compiled


class Sieve:
    """The rules by which entries are taken or passed over.

    Args:
        options: of the scan.

    Attributes:
        patterns: there are some, which hold from each root: a folder may be judged otherwise from another one.

    Raises:
        UsageError: a pattern is malformed.
    """

    def __init__(self, options: ScanOptions) -> None:
        self._hidden = options.hidden
        self._exclude = compiled(options.exclude)
        self._include = compiled(options.include)
        self.patterns = bool(options.include or options.exclude)

    def of_name(
        self, name: str, relative: str, path: str, rules: tuple[Rules, ...], *, is_folder: bool
    ) -> PassedOver | None:
        """Why an entry is passed over by its name; None where it is not.

        Args:
            name: of the entry.
            relative: its path from the root on; that of a folder ends in "/".
            path: of the entry.
            rules: of its folder.
            is_folder: what it is.
        """
        if name.startswith(".") and not self._hidden:
            return PassedOver.HIDDEN
        if self._exclude is not None and self._exclude.match_file(relative):
            return PassedOver.EXCLUDED
        if not is_folder and self._include is not None and not self._include.match_file(relative):
            return PassedOver.EXCLUDED
        return _first(rule.of_folder(path) if is_folder else rule.of_name(path) for rule in rules)


def by_status(size: int, mtime_ns: int, rules: tuple[Rules, ...]) -> PassedOver | None:
    """Why a file is passed over by its size or time; None where it is not."""
    return _first(rule.of_status(size, mtime_ns) for rule in rules)


def _first(reasons: Iterator[PassedOver | None]) -> PassedOver | None:
    return next((reason for reason in reasons if reason is not None), None)
