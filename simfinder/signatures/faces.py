"""``Faces``: what every content can be compared by. All show their bytes, an archive or a document what it holds too.

Both are rows of one table, so that whatever compares rows compares them alike: the text of a document with that of
another, or with a plain file. Owns which rows stand for which content; that a content is as similar to another as
the two of their faces that have most in common is ``search.facing``'s.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from simfinder.signatures.table import SignatureTable

RAW = "raw"
"""Name of the face that is the content's own bytes."""


@dataclass(frozen=True, eq=False)
class Faces:
    """Rows by which n contents can be compared.

    Attributes:
        table: signatures; row i is the bytes of content i, the rows behind the n-th are views. Within each of both
            parts the rows ascend by hash, and no hash comes twice in the table.
        view: (n,) int32, row of the content's view, -1 where it has none; several contents may have one view, and a
            view may be the bytes of another content.
        name: (n,) uint8, place of the view's name in ``names``; 0 where there is none.
        names: names of views as results say them; the first one is ``RAW``.
    """

    table: SignatureTable
    view: npt.NDArray[np.int32]
    name: npt.NDArray[np.uint8]
    names: tuple[str, ...] = (RAW,)

    @classmethod
    def plain(cls, table: SignatureTable) -> Faces:
        """Contents that have no views."""
        return cls(table, np.full(len(table), -1, dtype=np.int32), np.zeros(len(table), dtype=np.uint8))

    def __len__(self) -> int:
        return len(self.view)

    @cached_property
    def contents(self) -> SignatureTable:
        """The first faces alone, a row per content, without a copy."""
        return self.table.cut(len(self))

    @cached_property
    def any(self) -> bool:
        """Whether any content has a view."""
        return bool((self.view >= 0).any())

    def name_of(self, content: int) -> str:
        """Name of a content's view; ``RAW`` where it has none."""
        return self.names[self.name[content]]
