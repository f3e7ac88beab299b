"""Which file of each cluster of a session is kept: the place of every file by a rule, and those kept by hand.

Owns the order only; what it is worth, the clusters show.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from simfinder.actions import keep
from simfinder.app.cluster_table import FileTable
from simfinder.search.links import Links


class Keeping:
    """The order in which files of a cluster are kept, the first one of it.

    Args:
        rules: as on the command line.
        files: the columns of all files.
        links: of contents; files that nothing is linked to need no place.
        rows: number of contents.

    Attributes:
        rules: those that hold.
        by_hand: files that a person keeps by hand, the last one first.

    Raises:
        UsageError: a rule is malformed.
    """

    def __init__(self, rules: str, files: FileTable, links: Links, rows: int) -> None:
        self._files = files
        self._rows = rows
        self.by_hand: tuple[int, ...] = ()
        self.set_rules(rules, links)

    def set_rules(self, rules: str, links: Links) -> None:
        """Other rules; files kept by hand stay so.

        Raises:
            UsageError: a rule is malformed; nothing has changed.
        """
        self._rank = self._ranked(rules, links)
        self.rules = rules

    def put_first(self, files: Iterable[int]) -> None:
        """Keep files by hand, of which the first counts most, and more than those from before."""
        wanted = tuple(files)
        again = set(wanted)
        self.by_hand = (*wanted, *(file for file in self.by_hand if file not in again))

    @property
    def by_rules(self) -> npt.NDArray[np.int32]:
        """``order`` without what is kept by hand; another array only after the rules changed."""
        return self._rank

    def order(self) -> npt.NDArray[np.int32]:
        """(n,) the place of every file, the smallest of a cluster is kept; not to be changed."""
        if not self.by_hand:
            return self._rank
        rank = self._rank + np.int32(len(self.by_hand))
        rank[list(self.by_hand)] = np.arange(len(self.by_hand), dtype=rank.dtype)
        return rank

    def _ranked(self, rules: str, links: Links) -> npt.NDArray[np.int32]:
        """The place of every file by a keep rule; that of a file that nothing is linked to is of no account."""
        contents = self._files.contents
        read = contents[contents >= 0]
        matters = np.bincount(read, minlength=self._rows) > 1
        matters[links.a] = matters[links.b] = True
        wanted = np.zeros(len(contents), dtype=np.bool_)
        wanted[contents >= 0] = matters[read]
        files = np.flatnonzero(wanted)
        rank = np.empty(len(contents), dtype=np.int32)
        rank[files] = keep.rank(self._files.records.take(files), rules)
        rank[~wanted] = np.arange(len(files), len(contents))
        return rank
