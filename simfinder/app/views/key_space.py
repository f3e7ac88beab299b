"""The key space of SimFind: every file as a point, its size against a key made of its tag counts.

Source: Sadowski & Levin, SimHash, figures 3 and 4. Files without tag counts have no point.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from simfinder.app.clusters.cluster_table import IntArray, SessionFiles
from simfinder.app.session.session import Session
from simfinder.model.file_record import FileRecord
from simfinder.signatures.table.signature_table import SignatureTable
from simfinder.signatures.tagcount.counter import extension_of, extension_offset, keys_of

FloatArray = npt.NDArray[np.float64]

USUAL = "skew"
"""The key that Sadowski and Levin went on with."""


@dataclass(frozen=True, slots=True, eq=False)
class KeySpace:
    """The points of n files.

    Attributes:
        files: (n,) int32 file indexes, ascending.
        sizes: (n,) float64, bytes.
        types: (n,) int32, index into ``type_names``.
        type_names: types of the scan, sorted.
        keys: by name, (n,) float64; those the scan's weights define, in their order.
        offsets: (n,) float64, what the extension adds to any key.
        records: of all files of the scan, by file index.
        unread: number of files without tag counts, as in a scan for identical files only.
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
        """Return the name of the key to show first; "" where there is none."""
        return USUAL if USUAL in self.keys else next(iter(self.keys), "")

    def values(self, key: str, *, extension: bool = False) -> FloatArray:
        """Return a key of every file, with or without what its extension adds.

        Raises:
            KeyError: there is no key of that name.
        """
        return self.keys[key] + self.offsets if extension else self.keys[key]

    def places_of(self, files: npt.ArrayLike) -> npt.NDArray[np.intp]:
        """Return the positions of files among the n, ascending; files without a point are left out."""
        if not len(self.files):
            return np.zeros(0, dtype=np.intp)
        asked = np.asarray(files, dtype=np.int64)
        wanted = np.zeros(int(self.files[-1]) + 1, dtype=np.bool_)
        wanted[asked[(asked >= 0) & (asked < len(wanted))]] = True
        return np.flatnonzero(wanted[self.files])


def of_session(session: Session) -> KeySpace:
    """Build the key space of the files of a session that are still there."""
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
            unread=session.clustering.file_count,
        )
    return key_space(files, session.result.table, session.clustering.alive)


def key_space(
    files: SessionFiles, table: SignatureTable, alive: npt.NDArray[np.bool_] | None = None
) -> KeySpace:
    """Build the points of files from their signatures.

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


def log_scale(values: FloatArray) -> FloatArray:
    """Return log10(1 + values), so that 0 can be drawn and equal factors are about equally far apart.

    Values below 0 count as 0; NaN stays NaN.
    """
    return np.log10(1.0 + np.maximum(values, 0.0))


def _offsets(files: SessionFiles, at: IntArray) -> FloatArray:
    """Return what the extension of each file adds to its keys. There are few extensions: each is hashed once."""
    known: dict[str, int] = {}
    places = np.empty(len(at), dtype=np.int32)
    records = files.records
    for i, file in enumerate(at.tolist()):
        extension = extension_of(records.path(file))[:3]
        places[i] = known.setdefault(extension, len(known))
    values = [extension_offset("x." + extension) if extension else 0 for extension in known]
    return np.array(values, dtype=np.float64)[places] if values else np.zeros(0)
