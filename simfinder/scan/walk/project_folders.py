"""Project folders found during a walk, from the names it lists anyway.

Above the scanned folders only single names are looked up: a folder up there may hold a million entries.
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
        """Return a copy for another walker."""
        other = Projects()
        other._roots = set(self._roots)
        return other

    def look_at(self, folder: str, names: Sequence[bytes]) -> None:
        """Note the projects that the entries of a folder reveal; names as in ``list_directory.Entries``."""
        self._roots.update(roots_shown_by(folder, names))

    def look_above(self, root: str, may_ask: Callable[[str], bool]) -> None:
        """Check whether a scanned folder is inside a project, or is one by its name.

        Args:
            root: absolute path.
            may_ask: called before the system is asked about a path; returns False to leave it out.
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
        """Return the absolute paths of all projects, sorted by their bytes."""
        return tuple(sorted(self._roots - shared_folders(), key=os.fsencode))

    @staticmethod
    def _has_marker(folder: str, may_ask: Callable[[str], bool]) -> bool:
        for name in sure_names():
            path = os.path.join(folder, name)
            if not may_ask(path):  # it stalled before and would stall again at each name
                return False
            if os.path.lexists(path):
                return True
        return False
