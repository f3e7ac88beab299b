"""Pairs of folders as columns, and what they say."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from simfinder.model.clusters import FolderRelation

RELATIONS: tuple[FolderRelation, ...] = tuple(FolderRelation)
IDENTICAL, CONTAINED, VERSION, SIMILAR = range(len(RELATIONS))


class FolderPairs(NamedTuple):
    """Pairs of folders or archives, columns of one length ``m`` (``len(pairs.a)``, or ``pairs.size``).

    *Files* are all files below a folder, or the members of an archive; empty ones too, where the scan knows them.
    *Share* of folder A that is in B: each file of A counts 1 where B has an identical file, its similarity where it
    is paired with a linked file of B, else 0; the share is the mean of this over all files, and the same weighed by
    size in bytes, half of each. So neither one large film nor a thousand small icons decide alone.

    Attributes:
        a: (m,) int32 folder ids, see ``FolderTree``; the path of ``a`` comes before that of ``b`` (by their bytes).
        b: (m,) int32 folder ids.
        similarity: (m,) float32, what both share of all they have, 0..1: the mean of the shares by files, as
            ``2 shared / (files of A + files of B)``, and by bytes alike. 1.0 only for identical folders.
        a_in_b: (m,) float32, share of A that is in B. 1.0 only if every file of A has an identical one in B.
        b_in_a: (m,) float32, share of B that is in A.
        same: (m,) int32, files with an identical file in the other folder; each is paired once.
        changed: (m,) int32, further files that are paired with a similar file, or with one at the same place in the
            other folder.
        only_a: (m,) int32, files of A without counterpart.
        only_b: (m,) int32, files of B without counterpart.
        bytes_shared: (m,) int64, bytes of A's files that B has: those of the same files, and of each changed one its
            similarity's share.
        bytes_freed: (m,) int64, what removing from the folder that does not stay would free: all its files where it
            is identical or contained, same and changed ones where it is the older version (what only it has stays),
            0 where the folders are merely similar. For an archive that does not stay: the size of its file.
        kept_a: (m,) bool, A is the one that stays.
        relation: (m,) uint8, an index in ``RELATIONS``. IDENTICAL: every file of each has an identical one in the
            other, names may differ. CONTAINED: all of the one that does not stay is in the other. VERSION: most of
            one is the same or changed in the other, with evidence of descent. Neither is claimed of a folder of which
            the scan does not know everything (see ``unknown_a``), except that it contains another one.
        sure: (m,) bool, which one stays is no matter of taste: the copies are identical, one contains the other, or
            names, places or times say which version is the newer one and none of them contradicts. False too where the
            folders are parts of two different things made from one template, of which each needs its own.
            ``bytes_freed`` is 0 where it is False.
        unknown_a: (m,) int32, entries below A that the scan does not know: unreadable, hidden, links, special files.
        unknown_b: (m,) int32, the same of B.
    """

    a: npt.NDArray[np.int32]
    b: npt.NDArray[np.int32]
    similarity: npt.NDArray[np.float32]
    a_in_b: npt.NDArray[np.float32]
    b_in_a: npt.NDArray[np.float32]
    same: npt.NDArray[np.int32]
    changed: npt.NDArray[np.int32]
    only_a: npt.NDArray[np.int32]
    only_b: npt.NDArray[np.int32]
    bytes_shared: npt.NDArray[np.int64]
    bytes_freed: npt.NDArray[np.int64]
    kept_a: npt.NDArray[np.bool_]
    relation: npt.NDArray[np.uint8]
    sure: npt.NDArray[np.bool_]
    unknown_a: npt.NDArray[np.int32]
    unknown_b: npt.NDArray[np.int32]

    @property
    def size(self) -> int:
        """Number of pairs; ``len`` of a named tuple is its number of columns."""
        return len(self.a)

    def take(self, rows: npt.NDArray[np.integer] | npt.NDArray[np.bool_]) -> FolderPairs:
        """Return some of the pairs, in the order of ``rows`` (indexes, or a mask)."""
        return FolderPairs._make(column[rows] for column in self)

    @property
    def share(self) -> npt.NDArray[np.float32]:
        """Return the larger of both shares, (m,) float32: what the tolerance of folders is compared with."""
        return np.maximum(self.a_in_b, self.b_in_a)

    @property
    def leaving(self) -> npt.NDArray[np.int32]:
        """Return the folder of each pair that does not stay, (m,) int32."""
        return np.where(self.kept_a, self.b, self.a).astype(np.int32)

    @property
    def staying(self) -> npt.NDArray[np.int32]:
        """Return the folder of each pair that stays, (m,) int32."""
        return np.where(self.kept_a, self.a, self.b).astype(np.int32)

    @classmethod
    def none(cls) -> FolderPairs:
        """Return no pairs."""
        return cls._make(np.zeros(0, kind) for kind in _KINDS)


_KINDS = (
    np.int32, np.int32, np.float32, np.float32, np.float32, np.int32, np.int32, np.int32, np.int32, np.int64,
    np.int64, np.bool_, np.uint8, np.bool_, np.int32, np.int32,
)  # fmt: skip


class FolderGroups(NamedTuple):
    """Three and more folders that are copies or versions of one another.

    Attributes:
        offsets: (g + 1,) int64, group i is ``folders[offsets[i]:offsets[i + 1]]``.
        folders: (m,) int32 folder ids: the one that stays first, then newest to oldest.
        similarity: (m,) float32, to the one that stays; 1.0 for it.
        relation: (m,) uint8, to the one that stays, as in ``FolderPairs``; IDENTICAL for itself.
        bytes_freed: (g,) int64, what removing all but the first one would free, see ``FolderPairs.bytes_freed``.
    """

    offsets: npt.NDArray[np.int64]
    folders: npt.NDArray[np.int32]
    similarity: npt.NDArray[np.float32]
    relation: npt.NDArray[np.uint8]
    bytes_freed: npt.NDArray[np.int64]

    @property
    def size(self) -> int:
        """Number of groups."""
        return len(self.bytes_freed)
