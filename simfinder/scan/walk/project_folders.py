"""The project folders a walk comes through, from the names it lists anyway.

Above the folders that are scanned only single names are asked for: a folder up there may hold a million entries.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from simfinder.model.project_markers import is_whole, roots_shown_by, shared_folders, sure_names


class Projects:
    """Project folders found so far."""

    def __init__(self) -> None:
        self._roots: set[str] = set()

    def copy(self) -> Projects:
        """What was found until now, for another walker."""
        other = Projects()
        other._roots = set(self._roots)
        return other

    def look_at(self, folder: str, names: Sequence[bytes]) -> None:
        """Take what the entries of a folder show; they are named as in ``Entries``."""
        self._roots.update(roots_shown_by(folder, names))

    def look_above(self, root: str, may_ask: Callable[[str], bool]) -> None:
        """Look whether a folder that is scanned lies in a project, or is a whole by its name.

        Args:
            root: absolute path.
            may_ask: called before the system is asked about a path; False to leave it out.
        """
        shared = shared_folders()
        if is_whole(os.path.basename(root)):
            self._roots.add(root)
        folder = os.path.dirname(root)
        while folder not in shared and folder != os.path.dirname(folder):
            if is_whole(os.path.basename(folder)) or self._has_marker(folder, may_ask):
                self._roots.add(folder)
            folder = os.path.dirname(folder)

    def found(self) -> tuple[str, ...]:
        """Absolute paths, sorted by their bytes."""
        return tuple(sorted(self._roots - shared_folders(), key=os.fsencode))

    @staticmethod
    def _has_marker(folder: str, may_ask: Callable[[str], bool]) -> bool:
        for name in sure_names():
            path = os.path.join(folder, name)
            if not may_ask(path):  # it hung before, and would hang again at each name
                return False
            if os.path.lexists(path):
                return True
        return False
