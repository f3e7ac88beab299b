"""Symbolic links that we put in the place of files: which files they lead to, and which of them lead nowhere.

The only thing that such a link has left of its file is the name of another one. As long as the link is there, that one
may neither go nor become a link itself; the journal knows both. Links that people made are not known.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

from simfinder.actions.filesystem import syscalls
from simfinder.actions.filesystem.folder_state import FolderState, hold_ground
from simfinder.actions.filesystem.operations import look
from simfinder.errors import StoreError
from simfinder.model.path_rules import MACOS, OWN
from simfinder.model.removal_plan import ActKind
from simfinder.store import app_dirs
from simfinder.store.library.journal import LinkRow
from simfinder.store.library.library import Library
from simfinder.text.message import Message, say


class MadeLinks:
    """The symbolic links of a journal.

    Args:
        read: gives those that were made and not undone; called at the first question.
    """

    def __init__(self, read: Callable[[], Iterable[LinkRow]] = tuple) -> None:
        self._read = read

    @classmethod
    def known(cls, kind: ActKind) -> MadeLinks:
        """Return those that matter to acts of a kind, by the person's own journal; none where it can't be read."""
        if not _needs_its_name(kind) or not app_dirs.has_library():
            return cls()
        try:
            with Library.open() as library:
                rows = library.links()
        except StoreError:  # whoever carries the plan out opens it too, and says what is wrong
            return cls()
        return cls(lambda: rows)

    @cached_property
    def _by_name(self) -> dict[str, list[LinkRow]]:
        """The links by the name that they lead to: one may spell the folder in another way than a scan."""
        found: dict[str, list[LinkRow]] = {}
        for row in self._read():
            found.setdefault(_name(row.target), []).append(row)
        return found

    def in_the_way(self, kind: ActKind, path: str, status: os.stat_result) -> Message | None:
        """Return why a file must not be acted on; None if no link of ours leads to it.

        Args:
            kind: the act.
            path: of the file.
            status: of the file.

        Raises:
            OSError: a link can't be looked at.
        """
        return self.leading_to(path, status) if _needs_its_name(kind) else None

    def leading_to(self, path: str, status: os.stat_result) -> Message | None:
        """Return a sentence about the links that lead to a file; None if there are none. Raises like ``in_the_way``."""
        if not self._by_name:
            return None
        found = [row for row in self._by_name.get(_name(path), ()) if _leads_to(row, path, status)]
        if not found:
            return None
        batch = max(row.batch for row in found)
        if len(found) == 1:
            return say(
                "a link made by SimFinder leads here, {}: undo batch {} first, or remove it",
                found[0].path,
                batch,
            )
        return say(
            "{:,} links made by SimFinder lead here, such as {}: undo batch {} first, or remove them",
            len(found),
            found[0].path,
            batch,
        )

    def standing(self) -> Iterator[tuple[LinkRow, bool]]:
        """Yield each link that is still the one that was made, and whether it leads to a file."""
        for rows in list(self._by_name.values()):
            for row in rows:
                leads = leads_to_file(row.path, row.target)
                if leads is not None:
                    yield row, leads


def leads_to_file(path: str, target: str) -> bool | None:
    """Tell whether a link of ours leads to a file; None if it is no longer there, or can't be looked at."""
    try:
        if not _is_there(path, target):
            return None
        return stat.S_ISREG(syscalls.target_status(path).st_mode)
    except FileNotFoundError:
        return False
    except OSError:
        return None


def _needs_its_name(kind: ActKind) -> bool:
    """Tell whether an act takes a file away from its name, or makes a link of it."""
    return kind.takes_away or kind is ActKind.SYMLINK


def _name(path: str) -> str:
    return MACOS.key(os.path.basename(path))  # in doubt case does not count


def _leads_to(row: LinkRow, path: str, status: os.stat_result) -> bool:
    if _is_there(row.path, row.target):
        with contextlib.suppress(FileNotFoundError):
            return os.path.samestat(syscalls.target_status(row.path), status)
        return False
    return OWN.key(row.target) == OWN.key(path) and _is_away(row)


def _is_there(path: str, target: str) -> bool:
    here = look(path)
    return here is not None and stat.S_ISLNK(here.st_mode) and syscalls.read_symlink(path) == target


def _is_away(row: LinkRow) -> bool:
    """Tell whether the drive that a link is on is not there now."""
    with contextlib.ExitStack() as stack:
        return hold_ground(stack, os.path.dirname(row.path), row.folder_mark)[0] is FolderState.OTHER_DEVICE
