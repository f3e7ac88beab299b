"""``Representations``: by which row each content is compared: the text or members it holds, or else its own bytes.

Both kinds of row are in one table, so that all comparisons treat them alike: the text of a document meets that of
another document, or a plain file. Says which row stands for which content, and on what basis a pair is compared: words
with words, pictures with pictures. Once a content has a view, its own bytes only say what it is identical to, and how
much it shares with archives or documents that could not be opened: half a download meets the whole one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from simfinder.model.clusters import Basis
from simfinder.signatures.picture.films import Films
from simfinder.signatures.picture.looks import Looks
from simfinder.signatures.sound.recordings import Recordings
from simfinder.signatures.table.signature_table import SignatureTable

RAW = "raw"
"""Name of the representation by a content's own bytes."""

_PDF, _MINIFIED, _PROGRAM, _DATA = "pdf", "minified", "program", ("json", "yaml")

BASES: tuple[Basis, ...] = tuple(Basis)
TEXT, BYTES, MEMBERS, PICTURES, SOUND, VIDEO = range(len(BASES))
"""Indexes into ``BASES``, stored in columns and in session files: on what basis something is compared."""

LARGEST_TEXT = 1 << 27
"""Texts up to this many bytes are compared word by word; two larger ones by their bytes, in little memory."""

Numbers = npt.NDArray[np.integer]
# a row a content is compared by; the bytes of a content with a view; bytes without a view
_COMPARED, _OPENED, _CLOSED = 1, 2, 4


_AT_ONCE = 1 << 18  # pairs looked at together


@dataclass(frozen=True, eq=False)
class Representations:
    """Rows by which n contents are compared.

    Attributes:
        table: signatures; row i is the bytes of content i, the rows from n on are views. Both parts ascend by hash, and
            no hash comes twice.
        view: (n,) int32, row of the content's view, -1 if it has none; several contents may share a view, and a view
            may be the bytes of another content.
        name: (n,) uint8, index of the view's name in ``names``; 0 if there is none.
        names: names of views as results show them; the first one is ``RAW``.
        kind: (n,) uint8, index in ``BASES`` of what each content is compared by; BYTES for all if left out.
        closed: (n,) bool, archives and documents without a view: damaged, encrypted, or empty; of kind TEXT, data that
            could not be parsed. None if left out.
        looks: how pictures among the contents look; None where there are none, or they were not looked at.
        recordings: what can be heard among the contents; None likewise.
        films: what moves among them; None likewise.
    """

    table: SignatureTable
    view: npt.NDArray[np.int32]
    name: npt.NDArray[np.uint8]
    names: tuple[str, ...] = (RAW,)
    kind: npt.NDArray[np.uint8] = field(default_factory=lambda: np.zeros(0, dtype=np.uint8))
    closed: npt.NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, dtype=np.bool_))
    looks: Looks | None = None
    recordings: Recordings | None = None
    films: Films | None = None

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
    def plain(cls, table: SignatureTable) -> Representations:
        """Make representations of contents without views."""
        return cls(table, np.full(len(table), -1, dtype=np.int32), np.zeros(len(table), dtype=np.uint8))

    def __len__(self) -> int:
        return len(self.view)

    @cached_property
    def contents(self) -> SignatureTable:
        """The rows of the contents' own bytes, as a table without a copy."""
        return self.table.cut(len(self))

    @cached_property
    def any(self) -> bool:
        """Whether any content has a view."""
        return bool((self.view >= 0).any())

    @cached_property
    def rows(self) -> npt.NDArray[np.int32]:
        """The row each content is compared by, (n,): its view, or its own bytes."""
        own = np.arange(len(self), dtype=np.int32)
        return np.where(self.view >= 0, self.view, own).astype(np.int32) if self.any else own

    @cached_property
    def roles(self) -> npt.NDArray[np.uint8]:
        """What each row of the table is for, see ``may_meet``."""
        roles = np.zeros(len(self.table), dtype=np.uint8)
        roles[self.rows] = _COMPARED
        roles[: len(self)] |= np.where(self.closed, _CLOSED, 0).astype(np.uint8)
        roles[: len(self)] |= np.where(self.view >= 0, _OPENED, 0).astype(np.uint8)
        return roles

    def by_bytes(self, a: Numbers, b: Numbers) -> npt.NDArray[np.bool_]:
        """Return which pairs are compared by the bytes of both though one has a view, because the other has none."""
        if not (self.any and self.closed.any()):
            return np.zeros(np.shape(a), dtype=np.bool_)
        opened, closed = self.view >= 0, self.closed & (self.kind != TEXT)
        mask: npt.NDArray[np.bool_] = (opened[a] & closed[b]) | (closed[a] & opened[b])
        laid_out, broken = self._is_laid_out, self.closed & (self.kind == TEXT)
        mask |= (laid_out[a] & broken[b]) | (broken[a] & laid_out[b])
        return mask & (self.rows[a] != self.rows[b])

    @cached_property
    def _is_laid_out(self) -> npt.NDArray[np.bool_]:
        """Which contents are data that are compared in one layout, (n,) bool."""
        mask: npt.NDArray[np.bool_] = np.array([name in _DATA for name in self.names])[self.name]
        return mask

    def shown_by(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Return which content each row represents: rows, ascending, and contents, ascending within a row."""
        order = np.argsort(self.rows, kind="stable")
        return self.rows[order].astype(np.int64), order.astype(np.int64)

    def by_view(self, a: Numbers, b: Numbers) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
        """Return which pairs of contents are compared by the view of a, and which by that of b."""
        viewed = (np.asarray(a) != np.asarray(b)) & ~self.by_bytes(a, b)
        return (self.view[a] >= 0) & viewed, (self.view[b] >= 0) & viewed

    def best_rows(self, a: Numbers, b: Numbers) -> tuple[Numbers, Numbers]:
        """Return the rows by which pairs of contents are compared, int32 for int32: four million links take 32 MB."""
        if not self.any:
            return a, b
        one, other = np.empty_like(a), np.empty_like(b)
        # of six million links all masks and views at once take 100 MB
        for begin in range(0, len(a), _AT_ONCE):
            part = slice(begin, begin + _AT_ONCE)
            by_a, by_b = self.by_view(a[part], b[part])
            one[part] = np.where(by_a, self.view[a[part]], a[part])
            other[part] = np.where(by_b, self.view[b[part]], b[part])
        return one, other

    @cached_property
    def is_text(self) -> npt.NDArray[np.bool_]:
        """Which contents are compared by their words, (n,) bool."""
        mask: npt.NDArray[np.bool_] = self.kind == TEXT
        return mask

    @cached_property
    def is_unread(self) -> npt.NDArray[np.bool_]:
        """Which archives and documents can't be read, (n,) bool: damaged, encrypted, or PDFs of scanned pages."""
        pdfs = np.array([name == _PDF for name in self.names])
        unread = self.closed | ((self.view >= 0) & pdfs[self.name])
        mask: npt.NDArray[np.bool_] = unread & (self.kind != TEXT)
        return mask

    @cached_property
    def is_minified(self) -> npt.NDArray[np.bool_]:
        """Which contents are minified code, which is laid out to be compared, (n,) bool."""
        mask: npt.NDArray[np.bool_] = np.array([name == _MINIFIED for name in self.names])[self.name]
        return mask

    @cached_property
    def is_program(self) -> npt.NDArray[np.bool_]:
        """Which contents are programs that are compared without addresses, (n,) bool."""
        mask: npt.NDArray[np.bool_] = np.array([name == _PROGRAM for name in self.names])[self.name]
        return mask

    def may_hold(self, whole: Numbers, part: Numbers) -> npt.NDArray[np.bool_]:
        """Return which rows may be looked for in which others.

        Beside those that may meet, the own bytes of any content in a file that is compared by its own bytes, or in what
        was appended to a program: a document in an image of memory. A program is looked for by these alone: without
        addresses all that one compiler made and one library begins is much alike.
        """
        plain = (self.roles & (_COMPARED | _OPENED) == _COMPARED) & (np.arange(len(self.table)) < len(self))
        program = np.zeros(len(self.table), dtype=np.bool_)
        program[self.view[self.is_program]] = True
        mask = may_meet(self.roles, whole, part) | ((plain | program)[whole] & self.only_identifies[part])
        return mask & ~program[part]

    @cached_property
    def only_identifies(self) -> npt.NDArray[np.bool_]:
        """Which rows are bytes of contents that are compared by a view, and so are no row of a similar pair."""
        mask: npt.NDArray[np.bool_] = self.roles & (_COMPARED | _OPENED) == _OPENED
        return mask

    def basis(self, a: Numbers, b: Numbers) -> npt.NDArray[np.uint8]:
        """Return on what basis pairs of contents are compared.

        Args:
            a: (m,) contents.
            b: (m,) contents to compare them with.

        Returns:
            (m,) uint8, indexes in ``BASES``: the kind of both if it is the same; else MEMBERS if one is compared by its
                members, and BYTES otherwise.
        """
        one, other = self.kind[a], self.kind[b]
        mixed = np.where((one == MEMBERS) | (other == MEMBERS), np.uint8(MEMBERS), np.uint8(BYTES))
        basis = np.where(one == other, one, mixed).astype(np.uint8)
        basis[self.by_bytes(a, b) & ((one != TEXT) | (other != TEXT))] = BYTES
        return basis

    def name_of(self, content: int) -> str:
        """Return the name of a content's view; ``RAW`` if it has none."""
        return self.names[self.name[content]]


def may_meet(roles: npt.NDArray[np.uint8], a: Numbers, b: Numbers) -> npt.NDArray[np.bool_]:
    """Return which pairs of rows two contents may be compared by; ``roles`` as in ``Representations.roles``."""
    one, other = roles[a], roles[b]
    closed = ((one & _OPENED) != 0) & ((other & _CLOSED) != 0) | ((one & _CLOSED) != 0) & (
        (other & _OPENED) != 0
    )
    mask: npt.NDArray[np.bool_] = ((one & other & _COMPARED) != 0) | closed
    return mask


def meets_any(roles: npt.NDArray[np.uint8]) -> npt.NDArray[np.bool_]:
    """Return which rows may meet any other; ``roles`` as in ``Representations.roles``."""
    closed = bool(((roles & _CLOSED) != 0).any())
    mask: npt.NDArray[np.bool_] = (roles & (_COMPARED | (_OPENED if closed else 0))) != 0
    return mask
