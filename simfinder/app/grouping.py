"""Links become groups of files: which of them hold at the tolerances of now, and what hangs together by them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from simfinder.app.cluster_table import FileTable, Grouping
from simfinder.app.file_links import FileLinks, file_links, forest
from simfinder.search import clustering
from simfinder.search.links import Links


def grouping_links(links: Links, files: FileTable, alive: npt.NDArray[np.bool_], rows: int) -> FileLinks:
    """The links of files that group what is still there at any tolerances.

    Removals may take a path away, so they begin with all links.

    Args:
        links: of contents.
        files: the columns of all files.
        alive: (n,) bool.
        rows: number of contents.
    """
    few = forest(links, files.contents, files.types, alive, rows)
    return file_links(few, files.contents, files.types, alive, rows)


def group(
    links: FileLinks,
    files: FileTable,
    tolerances: npt.NDArray[np.float32],
    rank: npt.NDArray[np.int32],
    *,
    same_type: bool = False,
) -> Grouping:
    """Groups of at least two files.

    Args:
        links: as ``grouping_links`` gives them.
        files: the columns of all files.
        tolerances: (types,) float32.
        rank: (n,) int32, the smallest of a group is its kept file.
        same_type: no link between two types holds.
    """
    types = files.types
    active = clustering.active(links.similarity, types[links.a], types[links.b], tolerances, same_type)
    found = clustering.clusters(len(types), links.a, links.b, active, rank)
    return Grouping(found.offsets, found.members)
