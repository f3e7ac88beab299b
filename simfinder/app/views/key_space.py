"""The key space of seed 000: every file as a point, its size against a key made of its tag counts (figures 3 and 4).

Owns which files have a place there and where it is. Draws nothing, reads nothing, knows no window.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from simfinder.app.clusters.cluster_table import FileTable, IntArray
from simfinder.app.session.session import Session
from simfinder.model.file_record import FileRecord
from simfinder.signatures.table.signature_table import SignatureTable
from simfinder.signatures.tagcount.counter import extension_of, extension_offset, keys_of

FloatArray = npt.NDArray[np.float64]

USUAL = "skew"
"""The key that the authors of seed 000 went on with."""


@dataclass(frozen=True, slots=True, eq=False)
class KeySpace:
    """Places of n files.

    Attributes:
        files: (n,) int32 file indexes, ascending.
        sizes: (n,) float64, bytes.
        types: (n,) int32, index into ``type_names``.
        type_names: types of the scan, sorted.
        keys: by name, (n,) float64; the ones that the scan's weights name, in their order.
        offsets: (n,) float64, what the extension adds to any key.
        records: of all files of the scan, by file index.
        unread: files of the scan that have no tag counts, such as those of a scan for identical files only.
    """

    files: IntArray
    sizes: FloatArray
    types: IntArray
    type_names: tuple[str, ...]
    keys: Mapping[str, FloatArray]
    offsets: FloatArray
    records: Sequence[FileRecord]
    unread: int = 0

    def __len__(self) -> int:
        return len(self.files)

    @property
    def usual(self) -> str:
        """Name of the key to begin with; "" where there is none."""
        return USUAL if USUAL in self.keys else next(iter(self.keys), "")

    def values(self, key: str, *, extension: bool = False) -> FloatArray:
        """A key of every file, with what its extension adds or without.

        Raises:
            KeyError: there is no key of that name.
        """
        return self.keys[key] + self.offsets if extension else self.keys[key]

    def places_of(self, files: npt.ArrayLike) -> npt.NDArray[np.intp]:
        """Where files are among the n, ascending; the ones that have no place are left out."""
        if not len(self.files):
            return np.zeros(0, dtype=np.intp)
        asked = np.asarray(files, dtype=np.int64)
        wanted = np.zeros(int(self.files[-1]) + 1, dtype=np.bool_)
        wanted[asked[(asked >= 0) & (asked < len(wanted))]] = True
        return np.flatnonzero(wanted[self.files])


def of_session(session: Session) -> KeySpace:
    """The key space of what is still there of a scan."""
    files = session.clusters.files
    if session.options.identical:  # its table knows contents, and no tags were counted
        return KeySpace(
            files=np.zeros(0, dtype=np.int32),
            sizes=np.zeros(0),
            types=np.zeros(0, dtype=np.int32),
            type_names=files.type_names,
            keys=MappingProxyType({}),
            offsets=np.zeros(0),
            records=files.records,
            unread=session.file_count,
        )
    return key_space(files, session.result.table, session.alive)


def key_space(
    files: FileTable, table: SignatureTable, alive: npt.NDArray[np.bool_] | None = None
) -> KeySpace:
    """Places of files by their signatures.

    Args:
        files: the columns of all files.
        table: a row per content.
        alive: (n,) files that take part; None means all.
    """
    there = np.ones(len(files.contents), dtype=np.bool_) if alive is None else alive
    some = there & (files.contents >= 0)
    at = np.flatnonzero(some).astype(np.int32)
    rows = files.contents[at]
    found = keys_of(table.counts(), table.parameters.tags)
    return KeySpace(
        files=at,
        sizes=files.sizes[at].astype(np.float64),
        types=files.types[at],
        type_names=files.type_names,
        keys=MappingProxyType({name: values[rows].astype(np.float64) for name, values in found.items()}),
        offsets=_offsets(files, at),
        records=files.records,
        unread=int(there.sum()) - len(at),
    )


def spread(values: FloatArray) -> FloatArray:
    """Logarithms (base 10) of 1 + values: 0 has a place, and equal factors are about equally far apart.

    What is below 0 counts as 0; what is no number stays none.
    """
    return np.log10(1.0 + np.maximum(values, 0.0))


def unspread(places: FloatArray) -> FloatArray:
    """The values that ``spread`` puts there."""
    return np.power(10.0, places) - 1.0


def _offsets(files: FileTable, at: IntArray) -> FloatArray:
    """What the extension of each file adds. There are few extensions: each is hashed once."""
    known: dict[str, int] = {}
    places = np.empty(len(at), dtype=np.int32)
    records = files.records
    for i, file in enumerate(at.tolist()):
        extension = extension_of(records.path(file))[:3]
        places[i] = known.setdefault(extension, len(known))
    values = [extension_offset("x." + extension) if extension else 0 for extension in known]
    return np.array(values, dtype=np.float64)[places] if values else np.zeros(0)
