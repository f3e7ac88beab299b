"""Rows that are chosen, by what they stand for: as many as there are, whether or not the views have been handed them.

Knows where rows are by ``ClusterRows`` and looks at the arrays of a session; no row of a million costs an object.
Selecting them in a view is the tree's business.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from simfinder.gui.cluster_tree.model.cluster_rows import ClusterRows
from simfinder.gui.cluster_tree.model.row_kinds import Row, RowKey
from simfinder.gui.cluster_tree.model.windowed_rows import LISTED

if TYPE_CHECKING:
    from numpy import int64
    from numpy.typing import NDArray

    Files = NDArray[int64] | tuple[()]

Spot = tuple[int, int]
"""Place of a top-level row and the row below it, -1 for itself."""

_BELOW_ALL = 1 << 40


@dataclass(frozen=True, slots=True, eq=False)
class Chosen:
    """Rows that stay chosen whatever the order.

    Attributes:
        clusters: kept files of the clusters whose rows are meant.
        files: files whose own rows are meant.
        others: keys of rows of any other kind.
    """

    clusters: Files = ()
    files: Files = ()
    others: tuple[RowKey, ...] = ()

    @classmethod
    def of(cls, keys: Iterable[RowKey]) -> Chosen:
        """These rows."""
        clusters, files, others = [], [], []
        for key in keys:
            if key[0] is Row.CLUSTER:
                clusters.append(key[1])
            elif key[0] is Row.FILE:
                files.append(key[1])
            else:
                others.append(key)
        return cls(_array(clusters), _array(files), tuple(others))

    def keys(self) -> list[RowKey]:
        """All of them."""
        return [
            *((Row.CLUSTER, int(file), 0) for file in self.clusters),
            *((Row.FILE, int(file), 0) for file in self.files),
            *self.others,
        ]

    def __bool__(self) -> bool:
        return len(self.clusters) + len(self.files) + len(self.others) > 0

    def joined(self, other: Chosen) -> Chosen:
        """These and others."""
        if not (self and other):
            return self or other
        return Chosen(
            _set_of(self.clusters, other.clusters),
            _set_of(self.files, other.files),
            tuple(dict.fromkeys(self.others + other.others)),
        )


def _array(files: list[int]) -> Files:
    if not files:
        return ()
    import numpy as np

    return np.array(files, dtype=np.int64)


def _set_of(*parts: Files) -> NDArray[int64]:
    """Files of some parts, ascending, each once."""
    import numpy as np

    files = np.concatenate([np.asarray(part, dtype=np.int64) for part in parts])
    among = np.zeros(int(files.max(initial=-1)) + 1, dtype=np.bool_)
    among[files] = True
    return np.flatnonzero(among)


def split(chosen: Chosen, model: ClusterRows) -> tuple[Chosen, Chosen]:
    """Those the views have been handed, and those that lie elsewhere; what is not shown at all is left out."""
    import numpy as np

    here, away = [], []
    for files in (chosen.clusters, chosen.files):
        if not len(files):
            here.append(files)
            away.append(files)
            continue
        places = model.places_of(np.asarray(files))
        inside = (places >= model.first) & (places < model.end)
        here.append(files[inside])
        away.append(files[~inside & (places >= 0)])
    near: list[RowKey] = []
    far: list[RowKey] = []
    for key in chosen.others:
        place = model.place_of_key(key)
        if place >= 0:
            (near if model.first <= place < model.end else far).append(key)
    return Chosen(here[0], here[1], tuple(near)), Chosen(away[0], away[1], tuple(far))


def everything(model: ClusterRows, all_open: bool, others: Collection[int]) -> Chosen:
    """Every row, below open ones too."""
    return between(model, (0, -1), (model.rows() - 1, _BELOW_ALL), all_open, others)


def between(model: ClusterRows, first: Spot, last: Spot, all_open: bool, others: Collection[int]) -> Chosen:
    """The rows from one to another one, both among them.

    Args:
        model: the rows.
        first: the upper one.
        last: the lower one.
        all_open: top-level rows are open unless they are among ``others``; else the other way round.
        others: what stands for the rows that are not as ``all_open`` says.
    """
    import numpy as np

    start, stop, clusters = first[0] + (first[1] >= 0), last[0] + 1, model.clusters()
    tops = np.arange(start, stop, dtype=np.int64)
    kept = _kept_at(model, tops[tops < clusters])
    odd = [model.key_at(place) for place in range(max(start, clusters), stop)]
    turned = np.array(sorted(model.top_rows(others).values()), dtype=np.int64)
    turned = turned[(turned >= first[0]) & (turned <= last[0])]
    is_open = np.full(last[0] + 1 - first[0], all_open, dtype=np.bool_)
    is_open[turned - first[0]] = not all_open
    opened = np.flatnonzero(is_open) + first[0]
    begins, ends = np.zeros(len(opened), np.int64), np.full(len(opened), _BELOW_ALL)
    begins[opened == first[0]] = max(0, first[1])
    ends[opened == last[0]] = last[1] + 1
    among = opened < clusters
    files = _files_at(model, opened[among], begins[among], ends[among])
    ways = ~among | (opened == first[0]) | (opened == last[0])  # where there may be rows that are no files
    for place, begin, end in zip(*(part[ways].tolist() for part in (opened, begins, ends)), strict=True):
        odd += model.odd_keys_below(place, begin, end)
    return Chosen(kept, files, tuple(odd))


def _kept_at(model: ClusterRows, places: NDArray[int64]) -> NDArray[int64]:
    """Kept files of the clusters at some places."""
    kept: NDArray[int64] = model.table.kept[model.listed_clusters()[places]].astype(int)
    return kept


def _files_at(
    model: ClusterRows, places: NDArray[int64], begins: NDArray[int64], ends: NDArray[int64]
) -> NDArray[int64]:
    """Files with a row of the clusters at some places, from one row to before another one in each."""
    import numpy as np

    table, clusters = model.table, model.listed_clusters()[places]
    listed = np.diff(table.offsets)[clusters]
    for at in np.flatnonzero(listed > LISTED).tolist():
        listed[at] = model.listed(int(places[at]))
    counts = np.maximum(0, np.minimum(ends, listed) - begins)
    before = np.cumsum(counts) - counts
    rows = np.arange(int(counts.sum())) + np.repeat(table.offsets[clusters] + begins - before, counts)
    files: NDArray[int64] = table.members[model.view.members[rows]].astype(np.int64)
    return files


def all_files(chosen: Chosen, model: ClusterRows) -> NDArray[int64]:
    """Files of these rows, ascending; a cluster's row stands for all of its files."""
    odd = [part if kind in (Row.NOTE, Row.PART) else file for kind, file, part in chosen.others]
    return _set_of(_members(chosen, model), chosen.files, _array([file for file in odd if file >= 0]))


def markable_files(chosen: Chosen, model: ClusterRows) -> NDArray[int64]:
    """Files of these rows that may be marked; a cluster's row stands for all of its files but the kept one."""
    members, table = _members(chosen, model), model.table
    kept = table.kept[table.cluster_index[members]]
    return _set_of(members[~table.files.protected[members] & (members != kept)], chosen.files)


def _members(chosen: Chosen, model: ClusterRows) -> NDArray[int64]:
    """All files of the clusters whose rows are among these."""
    import numpy as np

    table = model.table
    wanted = np.zeros(len(table) + 1, dtype=np.bool_)  # the last one is that of files in no cluster
    wanted[table.cluster_index[np.asarray(chosen.clusters, dtype=np.int64)]] = True
    wanted[-1] = False
    files: NDArray[int64] = table.members[wanted[table.cluster_index[table.members]]].astype(np.int64)
    return files
