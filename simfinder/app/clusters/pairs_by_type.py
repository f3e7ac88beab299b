"""Pairs by type and percent: how many a tolerance slider joins at each percent, for its histogram.

Counts links of contents, which a slider does not change. Identical files are no pairs here: they are always together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from simfinder.app.clusters.cluster_table import SessionFiles
from simfinder.model.file_families import Family, family_of
from simfinder.model.tolerances import WIDEST
from simfinder.search.linking.common_content import strength
from simfinder.search.linking.links import Links

STEPS = round(WIDEST * 100)
"""Percents of a slider; bin p holds the pairs that come together when it moves from p - 1 to p percent."""

Counts = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int32]


def pairs_by_type(links: Links, files: SessionFiles) -> Mapping[str | None, Counts]:
    """Count pairs per type and percent.

    A content has the type of its first file. A pair of two types counts for both.

    Args:
        links: of contents.
        files: the columns of all files.

    Returns:
        (STEPS + 1,) counts by type, for types that have a pair; under None those of all pairs, each once. Bin 0 is
        always empty: pairs of different contents without any difference seen stay apart at 0 percent and count in
        bin 1.
    """
    percent = _percent(links)
    types = _first_type(files)
    found: dict[str | None, Counts] = {
        files.type_names[i]: row for i, row in _counted(links, percent, types, len(files.type_names))
    }
    found[None] = np.bincount(percent, minlength=_WIDTH)[:-1]
    return MappingProxyType(found)


def pairs_by_family(links: Links, files: SessionFiles) -> Mapping[Family, Counts]:
    """Count pairs per family of types and percent; a pair of two types of one family counts once.

    Args:
        links: of contents.
        files: the columns of all files.
    """
    families = tuple(Family)
    of = np.array([families.index(family_of(name)) for name in files.type_names] or [0], np.int32)
    rows = _counted(links, _percent(links), of[_first_type(files)], len(families))
    return MappingProxyType({families[i]: row for i, row in rows})


_WIDTH = STEPS + 2  # the last bin is of those that no slider puts together


def _percent(links: Links) -> Numbers:
    """Return the percent at which each pair comes together."""
    percent: Numbers = np.ceil(
        (1.0 - strength(links.similarity, links.weight, links.sibling)) * 100 - 1e-4
    ).astype(np.int32)
    np.clip(percent, 1, STEPS + 1, out=percent)
    return percent


def _first_type(files: SessionFiles) -> Numbers:
    """Return the type of each content."""
    types = np.zeros(int(files.contents.max(initial=-1)) + 1, dtype=np.int32)
    read = np.flatnonzero(files.contents >= 0)[::-1]  # the first file of a content has the last word
    types[files.contents[read]] = files.types[read]
    return types


def _counted(links: Links, percent: Numbers, kinds: Numbers, most: int) -> Iterator[tuple[int, Counts]]:
    """Yield each kind that has pairs, with its counts."""
    one, other = kinds[links.a], kinds[links.b]
    total = most * _WIDTH
    counts = np.bincount(one * _WIDTH + percent, minlength=total)
    mixed = np.flatnonzero(one != other)
    counts += np.bincount(other[mixed] * _WIDTH + percent[mixed], minlength=total)
    rows = counts.reshape(-1, _WIDTH)[:, :-1]
    for kind in np.flatnonzero(rows.any(axis=1)).tolist():
        yield kind, rows[kind]
