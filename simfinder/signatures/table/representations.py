"""``Faces``: what every content is compared by: what it holds, of an archive or a document; else its bytes.

Both are rows of one table, so that whatever compares rows compares them alike: the text of a document with that of
another, or with a plain file. Owns which row stands for which content, and on what a pair of them is compared: words
with words, pictures with pictures. Once a content has a view, its own bytes say only what it is identical to, and how
much it shares with an archive or a document that nothing could be made of: half a download meets the whole one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from simfinder.model.clusters import Basis
from simfinder.signatures.table.signature_table import SignatureTable

RAW = "raw"
"""Name of the face that is the content's own bytes."""

_PDF = "pdf"

BASES: tuple[Basis, ...] = tuple(Basis)
TEXT, BYTES, MEMBERS, PICTURES, SOUND = range(len(BASES))
"""Places in ``BASES``, by which columns say on what something is compared. They lie in session files."""

LARGEST_TEXT = 1 << 27
"""Bytes of a text that is compared word by word; two larger ones are compared by their bytes, in little memory."""

Numbers = npt.NDArray[np.integer]
# a row that a content is compared by; bytes behind a view; bytes without one
_COMPARED, _OPENED, _CLOSED = 1, 2, 4


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
        kind: (n,) uint8, place in ``BASES`` of what the row is that a content is compared by; BYTES for all of
            them where it is left out.
        closed: (n,) bool, archives and documents without a view: damaged, encrypted, or empty; none where it is left
            out.
    """

    table: SignatureTable
    view: npt.NDArray[np.int32]
    name: npt.NDArray[np.uint8]
    names: tuple[str, ...] = (RAW,)
    kind: npt.NDArray[np.uint8] = field(default_factory=lambda: np.zeros(0, dtype=np.uint8))
    closed: npt.NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, dtype=np.bool_))

    def __post_init__(self) -> None:
        if not len(self.kind):
            object.__setattr__(self, "kind", np.full(len(self.view), BYTES, dtype=np.uint8))
        texts = np.flatnonzero(
            self.kind == TEXT
        )  # of a damaged session, which has no kinds yet, nothing is looked at
        large = texts[self.table.size[self.rows[texts]] > LARGEST_TEXT]
        if len(large):
            kind = self.kind.copy()
            kind[large] = BYTES
            object.__setattr__(self, "kind", kind)
        if not len(self.closed):
            object.__setattr__(self, "closed", np.zeros(len(self.view), dtype=np.bool_))

    @classmethod
    def plain(cls, table: SignatureTable) -> Faces:
        """Contents that have no views, of which nothing is known but their bytes."""
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

    @cached_property
    def rows(self) -> npt.NDArray[np.int32]:
        """(n,) the row that each content is compared by: its view's, or its own where it has none."""
        own = np.arange(len(self), dtype=np.int32)
        return np.where(self.view >= 0, self.view, own).astype(np.int32) if self.any else own

    @cached_property
    def roles(self) -> npt.NDArray[np.uint8]:
        """What the rows of the table are for, see ``may_meet``."""
        roles = np.zeros(len(self.table), dtype=np.uint8)
        roles[self.rows] = _COMPARED
        roles[: len(self)] |= np.where(self.closed, _CLOSED, 0).astype(np.uint8)
        roles[: len(self)] |= np.where(self.view >= 0, _OPENED, 0).astype(np.uint8)
        return roles

    def by_bytes(self, a: Numbers, b: Numbers) -> npt.NDArray[np.bool_]:
        """Which pairs of contents are compared by the bytes of both, though one has a view: the other has none."""
        if not (self.any and self.closed.any()):
            return np.zeros(np.shape(a), dtype=np.bool_)
        opened, closed = self.view >= 0, self.closed
        mask: npt.NDArray[np.bool_] = (opened[a] & closed[b]) | (closed[a] & opened[b])
        return mask & (self.rows[a] != self.rows[b])

    @cached_property
    def is_text(self) -> npt.NDArray[np.bool_]:
        """(n,) which contents are compared by their words."""
        mask: npt.NDArray[np.bool_] = self.kind == TEXT
        return mask

    @cached_property
    def is_unread(self) -> npt.NDArray[np.bool_]:
        """(n,) archives and documents nobody can look into: damaged, encrypted, or PDFs of scanned pages."""
        pdfs = np.array([name == _PDF for name in self.names])
        mask: npt.NDArray[np.bool_] = self.closed | ((self.view >= 0) & pdfs[self.name] & (self.kind != TEXT))
        return mask

    def basis(self, a: Numbers, b: Numbers) -> npt.NDArray[np.uint8]:
        """On what pairs of contents are compared.

        Args:
            a: (m,) contents.
            b: (m,) contents to compare them with.

        Returns:
            (m,) uint8, places in ``BASES``: the kind of both where it is one; else MEMBERS where one of them is
            compared by what it holds, and BYTES.
        """
        one, other = self.kind[a], self.kind[b]
        mixed = np.where((one == MEMBERS) | (other == MEMBERS), np.uint8(MEMBERS), np.uint8(BYTES))
        basis = np.where(one == other, one, mixed).astype(np.uint8)
        basis[self.by_bytes(a, b)] = BYTES
        return basis

    def name_of(self, content: int) -> str:
        """Name of a content's view; ``RAW`` where it has none."""
        return self.names[self.name[content]]


def may_meet(roles: npt.NDArray[np.uint8], a: Numbers, b: Numbers) -> npt.NDArray[np.bool_]:
    """Which pairs of rows any two contents may be compared by; ``roles`` as of ``Faces.roles``."""
    one, other = roles[a], roles[b]
    closed = ((one & _OPENED) != 0) & ((other & _CLOSED) != 0) | ((one & _CLOSED) != 0) & (
        (other & _OPENED) != 0
    )
    mask: npt.NDArray[np.bool_] = ((one & other & _COMPARED) != 0) | closed
    return mask


def meets_any(roles: npt.NDArray[np.uint8]) -> npt.NDArray[np.bool_]:
    """Which rows may meet any other; ``roles`` as of ``Faces.roles``."""
    closed = bool(((roles & _CLOSED) != 0).any())
    mask: npt.NDArray[np.bool_] = (roles & (_COMPARED | (_OPENED if closed else 0))) != 0
    return mask
