"""Where the pairs of each type lie: how many of them a slider would put together at each percent. For pictures.

Counts links of contents, which a slider does not change; identical files are no pairs here, they are always together.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from simfinder.app.cluster_table import FileTable
from simfinder.model.tolerances import WIDEST
from simfinder.search.boilerplate import strength
from simfinder.search.links import Links

STEPS = round(WIDEST * 100)
"""Percents of a slider; bin p holds the pairs that come together when it moves from p - 1 to p percent."""

Counts = npt.NDArray[np.int64]


def pairs_by_type(links: Links, files: FileTable) -> Mapping[str | None, Counts]:
    """Pairs per type and percent.

    A content goes by the type of its first file. A pair of two types counts for both.

    Args:
        links: of contents.
        files: the columns of all files.

    Returns:
        (STEPS + 1,) counts by type, of types that have a pair; under None those of all pairs, each once. Bin 0 holds
        pairs of different contents that differ by nothing that was seen: 0 percent leaves them apart, and so it is
        always empty; they stand in bin 1.
    """
    percent = np.ceil((1.0 - strength(links.similarity, links.weight)) * 100 - 1e-4).astype(np.int32)
    np.clip(percent, 1, STEPS + 1, out=percent)
    width = STEPS + 2  # the last bin is of those that no slider puts together
    types = np.zeros(int(files.contents.max(initial=-1)) + 1, dtype=np.int32)
    read = np.flatnonzero(files.contents >= 0)[::-1]  # the first file of a content has the last word
    types[files.contents[read]] = files.types[read]
    one, other = types[links.a], types[links.b]
    total = len(files.type_names) * width
    counts = np.bincount(one * width + percent, minlength=total)
    mixed = np.flatnonzero(one != other)
    counts += np.bincount(other[mixed] * width + percent[mixed], minlength=total)
    rows = counts.reshape(-1, width)[:, :-1]
    found: dict[str | None, Counts] = {
        files.type_names[i]: rows[i] for i in np.flatnonzero(rows.any(axis=1)).tolist()
    }
    found[None] = np.bincount(percent, minlength=width)[:-1]
    return MappingProxyType(found)
