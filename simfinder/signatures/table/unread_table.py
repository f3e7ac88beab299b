"""A table whose signatures are read when something asks for them: until then it has hashes and sizes.

Showing and sorting clusters needs no more, and the signatures of a million clusters take 2 GB and half a minute.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt

from simfinder.signatures.table.parameters import PLAIN, Parameters
from simfinder.signatures.table.signature_table import COLUMNS, SignatureTable

_READ_LATER = frozenset(COLUMNS) - {"content", "size"} | {"own_print_of", "own_print", "own_print_len"}


class Unread:
    """Reads the signatures of a table once, in the thread that asks first; the others wait for it.

    Args:
        read: returns the table, whole and checked.
    """

    def __init__(self, read: Callable[[], SignatureTable]) -> None:
        self._read = read
        self._table: SignatureTable | None = None
        self._lock = Lock()

    def table(self) -> SignatureTable:
        """Return the whole table."""
        with self._lock:
            if self._table is None:
                self._table = self._read()
            return self._table


class UnreadTable(SignatureTable):
    """A table of contents whose signatures are not read yet. Use ``UnreadTable.of``."""

    __slots__ = ("_unread",)

    @classmethod
    def of(
        cls,
        content: npt.NDArray[np.uint8],
        size: npt.NDArray[np.int64],
        unread: Unread,
        parameters: Parameters = PLAIN,
    ) -> UnreadTable:
        """Make the table of the first rows of another one that is not read yet.

        Args:
            content: (n, 16) uint8.
            size: (n,) int64.
            unread: gives a table that begins with these rows.
            parameters: with which the signatures were made.
        """
        table = cls.__new__(cls)
        known = {"content": content, "size": size, "parameters": parameters, "_unread": unread}
        for name, value in known.items():
            object.__setattr__(table, name, value)
        return table

    def __getattr__(self, name: str) -> Any:
        """Return a column that was not asked for before."""
        if name not in _READ_LATER:
            raise AttributeError(name)
        whole = self._unread.table()
        column = getattr(whole, name)
        if not name.startswith("own_print") or name == "own_print_of":
            column = column[: len(self)]
        object.__setattr__(self, name, column)
        return column

    def cut(self, rows: int) -> SignatureTable:
        """Return the first rows; they stay unread."""
        return UnreadTable.of(self.content[:rows], self.size[:rows], self._unread, self.parameters)
