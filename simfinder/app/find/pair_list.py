"""All pairs of similar files of a scan, most similar first, and as the JSON of the command line.

Pairs are columns and their text comes in pieces: a system's documentation has ten million pairs, 2 GB of text, and as
objects they took 9 GB.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from simfinder.app.find.find_pairs import Pairs
from simfinder.app.reports.json_report import VERSION, contains, problems_json
from simfinder.scan.pipeline import ScanResult
from simfinder.search.candidates import registry

_AT_ONCE = 16384  # pairs
_IDENTICAL = -1  # in place of a link
_MOST = 0.9999  # only identical files are listed with 1.0

Indexes = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class PairList:
    """Pairs of files, most similar first, then by the bytes of the paths.

    Attributes:
        a: (m,) files, the first one of each pair by its path.
        b: (m,) files.
        similarity: (m,) float64, four digits behind the point; 1.0 for identical files alone.
        link: (m,) the link of their contents, below 0 for identical files.
        groups: files of one content, where they are not listed pair by pair.
    """

    a: Indexes
    b: Indexes
    similarity: npt.NDArray[np.float64]
    link: Indexes
    groups: list[list[int]]

    def __len__(self) -> int:
        return len(self.a)


def listed(
    found: Pairs,
    *,
    expand: bool = False,
    types: npt.NDArray[np.integer] | None = None,
    limit: npt.NDArray[np.float64] | None = None,
) -> PairList:
    """List the pairs of files of linked contents.

    Args:
        found: pairs of contents down to the wanted similarity.
        expand: list every pair of files; else one file (the first by path) represents its identical ones.
        types: (n,) of the files, if pairs of two types are not wanted.
        limit: (n,) of the files, the largest difference allowed for either file of a pair; None for no limit.
    """
    links, files = found.links, _Files(found.result)
    link = np.arange(len(links))
    if expand:
        some, place = _each(files.count[links.a] * files.count[links.b])
        link = link[some]
        in_a, in_b = np.divmod(place, np.maximum(1, files.count[links.b[link]]))
    else:
        link = link[(files.count[links.a] > 0) & (files.count[links.b] > 0)]
        in_a = in_b = np.zeros(len(link), dtype=np.int64)
    one = files.order[files.begin[links.a[link]] + in_a]
    other = files.order[files.begin[links.b[link]] + in_b]
    exact = links.similarity[link].astype(np.float64)
    similarity = np.where(exact >= 1.0, 1.0, np.minimum(np.round(exact, 4), _MOST))
    if expand:
        same = files.identical()
        one, other = np.concatenate((one, same[0])), np.concatenate((other, same[1]))
        similarity = np.concatenate((similarity, np.ones(len(same[0]))))
        link = np.concatenate((link, np.full(len(same[0]), _IDENTICAL)))
    good = np.ones(len(one), dtype=np.bool_)
    if types is not None:
        good &= types[one] == types[other]
    if limit is not None:
        good &= similarity >= 1.0 - np.minimum(limit[one], limit[other]) - 1e-6
    a, b = np.minimum(one, other), np.maximum(one, other)
    order = np.flatnonzero(good)
    order = order[np.lexsort((b[order], a[order], -similarity[order]))]
    groups = [] if expand else files.groups()
    return PairList(a[order], b[order], similarity[order], link[order], groups)


def text(found: Pairs, shown: PairList, *, least_contained: float = 0.0) -> Iterator[str]:
    """Return one line of JSON, in pieces.

    Args:
        found: pairs of contents.
        shown: the pairs of files to list.
        least_contained: least share for which containment is listed.
    """
    result = found.result
    head = {"version": VERSION, "verified": found.verified, "pairs": []}
    yield json.dumps(head)[: -len("]}")]
    for begin in range(0, len(shown), _AT_ONCE):
        some = slice(begin, begin + _AT_ONCE)
        rows = [
            [a, b, similarity, {"methods": figures}]
            for (similarity, a, b), figures in zip(
                _lines(result, shown, some), _figures(found, shown.link[some]), strict=True
            )
        ]
        yield (", " if begin else "") + json.dumps(rows)[1:-1]
    tail = {
        "contains": [list(pair) for pair in contains(result, found.parts) if pair[2] >= least_contained],
        "identical": identical(result, shown),
        "problems": problems_json([*result.problems, *found.problems]),
    }
    yield "], " + json.dumps(tail)[1:] + "\n"


def lines(result: ScanResult, shown: PairList) -> Iterator[tuple[float, str, str]]:
    """Yield the similarity and both paths of each pair."""
    for begin in range(0, len(shown), _AT_ONCE):
        yield from _lines(result, shown, slice(begin, begin + _AT_ONCE))


def identical(result: ScanResult, shown: PairList) -> list[list[str]]:
    """Return the paths of files of one content, groups sorted by their first path."""
    return [result.files.take(np.array(files)).paths() for files in shown.groups]


class _Files:
    """The files of each content: ``order[begin[row] : begin[row] + count[row]]``, in path order."""

    def __init__(self, result: ScanResult) -> None:
        rows = result.content_row
        self.order: Indexes = np.argsort(rows, kind="stable")
        bounds = np.searchsorted(rows[self.order], np.arange(len(result.table) + 1))
        self.begin, self.count = bounds[:-1], np.diff(bounds)

    def groups(self) -> list[list[int]]:
        """Return the files of each content that has several; groups sorted by their first file."""
        several = np.flatnonzero(self.count > 1)
        several = several[np.argsort(self.order[self.begin[several]])]
        return [self.order[self.begin[row] : self.begin[row] + self.count[row]].tolist() for row in several]

    def identical(self) -> tuple[Indexes, Indexes]:
        """Return all pairs of files of one content."""
        row, place = _each(self.count * self.count)
        in_a, in_b = np.divmod(place, self.count[row])
        ascending = in_a < in_b
        begin = self.begin[row[ascending]]
        return self.order[begin + in_a[ascending]], self.order[begin + in_b[ascending]]


def _each(counts: npt.NDArray[np.integer]) -> tuple[Indexes, Indexes]:
    """Repeat each index as often as it counts, with a running number for each repetition."""
    index = np.repeat(np.arange(len(counts)), counts)
    before = np.cumsum(counts) - counts
    return index, np.arange(len(index)) - before[index]


def _lines(result: ScanResult, shown: PairList, some: slice) -> Iterator[tuple[float, str, str]]:
    return zip(
        shown.similarity[some].tolist(),
        result.files.take(shown.a[some]).paths(),
        result.files.take(shown.b[some]).paths(),
        strict=True,
    )


def _figures(found: Pairs, link: Indexes) -> Iterator[dict[str, Any]]:
    """Yield each method's similarity of some links."""
    real = link[link >= 0]
    ends = (found.links.a[real].astype(np.int64), found.links.b[real].astype(np.int64))
    rows = found.result.representations.best_rows(*ends)
    columns = {
        name: column.tolist()
        for name, column in registry.figure_columns(found.result.representations.table, *rows).items()
    }
    at = 0
    for number in link.tolist():
        if number < 0:
            yield {"content": 1.0}
            continue
        yield {name: round(column[at], 4) for name, column in columns.items() if not math.isnan(column[at])}
        at += 1
