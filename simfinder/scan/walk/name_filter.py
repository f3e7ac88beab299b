"""Decide by name whether a walk takes an entry: hidden names, then the scan's patterns, then the folders' rules.

Fixes the order in which they are asked; the rules themselves are in ``selection_rules``.
"""

from __future__ import annotations

from collections.abc import Iterator

from simfinder.model.file_record import PassedOver
from simfinder.model.scan_options import ScanOptions
from simfinder.scan.walk.selection_rules import Rules, compiled


class Sieve:
    """The rules by which entries are taken or skipped.

    Args:
        options: options of the scan.

    Attributes:
        patterns: whether the scan has patterns. They are relative to each root, so that a folder may be judged
            differently from another root.

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
        """Return why an entry is skipped by its name; None to take it.

        Args:
            name: name of the entry.
            relative: its path below the root; a folder's ends in "/".
            path: absolute path of the entry.
            rules: rules of the folder it is in.
            is_folder: whether it is a folder.
        """
        if name.startswith(".") and not self._hidden:
            return PassedOver.HIDDEN
        if self._exclude is not None and self._exclude.match_file(relative):
            return PassedOver.EXCLUDED
        if not is_folder and self._include is not None and not self._include.match_file(relative):
            return PassedOver.EXCLUDED
        return _first(rule.of_folder(path) if is_folder else rule.of_name(path) for rule in rules)


def by_status(size: int, mtime_ns: int, rules: tuple[Rules, ...]) -> PassedOver | None:
    """Return why a file is skipped by its size or time; None to take it."""
    return _first(rule.of_status(size, mtime_ns) for rule in rules)


def _first(reasons: Iterator[PassedOver | None]) -> PassedOver | None:
    return next((reason for reason in reasons if reason is not None), None)
