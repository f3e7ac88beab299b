"""Turn links of rows into links of contents: two contents are as similar as the rows they are compared by.

A content is compared by its view, or by its bytes if it has none (``signatures.table.representations``). A join sees
rows only; here its links are passed on to the contents those rows represent, and links of bytes that no content is
compared by are dropped. Bytes of an archive that could not be opened meet those of one that could. Contents with the
same view have all of it in common though their bytes differ: they are as similar as different contents can be.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from simfinder.arrays.repeat_rows import repeat
from simfinder.model.scan_options import Method
from simfinder.search import similarity as scoring
from simfinder.search.candidates import registry
from simfinder.search.clustering.spanning_forest import kinds_of
from simfinder.search.linking.links import Links
from simfinder.search.query.one_to_all import QueryResult
from simfinder.signatures.table.representations import Representations

_ALL_PAIRS = 64  # up to so many nodes of one row are linked pair by pair; of more, each with the next only
Rows = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.integer]


def shown_by(faces: Representations) -> tuple[Rows, Rows]:
    """Return which content is represented by which row: rows, ascending, and contents, ascending within a row."""
    order = np.argsort(faces.rows, kind="stable")
    return faces.rows[order].astype(np.int64), order.astype(np.int64)


def row_kinds(faces: Representations, kinds: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    """Return the kind of each row, given those of contents: rows of contents of the same kinds are of one kind."""
    if not faces.any:
        return kinds
    rows, contents = shown_by(faces)
    opened = np.flatnonzero(faces.view >= 0) if faces.closed.any() else np.zeros(0, np.int64)
    rows, contents = np.concatenate((rows, opened)), np.concatenate((contents, opened))
    return kinds_of(rows.astype(np.int32), kinds[contents], len(faces.table))


def content_links(links: Links, faces: Representations, kinds: npt.NDArray[np.int32] | None = None) -> Links:
    """Return links of contents, each pair once with its best figure.

    Args:
        links: of rows of ``faces.table``.
        faces: which row represents which content.
        kinds: (n,) kind of each content. Of contents of one kind with the same row, the first one is linked for all,
            and they form a chain: enough to group them at any tolerances. None lists every pair.
    """
    if not faces.any:
        return links
    every = kinds is None
    rows, contents = shown_by(faces)
    kind = contents if kinds is None else 2 * kinds[contents].astype(np.int64) + faces.closed[contents]
    order = np.lexsort((contents, kind, rows))
    rows, contents, kind = rows[order], contents[order], kind[order]
    same_row = rows[1:] == rows[:-1]
    same_node = same_row & (kind[1:] == kind[:-1])
    heads = np.concatenate(([True], ~same_node))
    node_row, node = rows[heads], contents[heads]
    first = np.searchsorted(node_row, np.arange(len(faces.table) + 1))

    single = np.diff(first) == 1
    own = np.zeros(len(faces.table), dtype=np.bool_)
    own[: len(faces)] = single[: len(faces)] & (faces.view < 0)
    plain = own[links.a] & own[links.b]  # rows that represent only their own contents: the links as they are
    rest = np.flatnonzero(~plain)
    across = _products(first, links.a[rest], links.b[rest])
    similarity = links.similarity[rest][across[2]]
    within_a, within_b = _within(first, every=every)
    chain = np.flatnonzero(same_node)
    best = np.float32(scoring.MAX_ESTIMATE)
    across_a, across_b = node[across[0]], node[across[1]]
    by_rows = ~faces.by_bytes(across_a, across_b)
    closed = _of_bytes(links, faces)
    a = np.concatenate((links.a[plain], across_a[by_rows], links.a[closed], node[within_a], contents[chain]))
    b = np.concatenate(
        (links.b[plain], across_b[by_rows], links.b[closed], node[within_b], contents[chain + 1])
    )
    same = np.full(len(within_a) + len(chain), best, dtype=np.float32)
    figures = (links.similarity[plain], similarity[by_rows], links.similarity[closed], same)
    return _once(a, b, np.concatenate(figures), len(faces), links.capped)


def _of_bytes(links: Links, faces: Representations) -> npt.NDArray[np.intp]:
    """Return the links of the bytes of contents of which one has a view and the other could not be opened."""
    both = np.flatnonzero((links.a < len(faces)) & (links.b < len(faces)))
    return both[faces.by_bytes(links.a[both], links.b[both])]


def similarity(
    faces: Representations, method: Method, a: Numbers, b: Numbers
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Return the figures of pairs of contents by the rows that they are compared by.

    Args:
        faces: of all contents.
        method: whose figure counts.
        a: (m,) contents.
        b: (m,) contents to compare them with.

    Returns:
        (m,) float32 figures; (m,) bool, whether it is the view of a; the same for b. A content and itself are compared
            by their bytes.
    """
    a, b = np.asarray(a, np.int64), np.asarray(b, np.int64)
    if not faces.any:
        none = np.zeros(len(a), np.bool_)
        return registry.similarity(faces.table, method, a, b), none, none.copy()
    differ = a != b
    figure = registry.similarity(faces.table, method, *faces.best_rows(a, b))
    figure[differ] = np.minimum(
        figure[differ], np.float32(scoring.MAX_ESTIMATE)
    )  # the same view, other bytes
    return figure, *faces.by_view(a, b)


def of_contents(
    founds: Sequence[QueryResult], faces: Representations, *, closed: bool = False
) -> QueryResult:
    """Turn what was found among rows into contents. If the query has a view, its bytes only say what is identical, and
    how much of them archives have that could not be opened.

    Args:
        founds: answers of ``one_to_all.query`` about ``faces.table``; the first to the query's bytes, another to its
            view.
        faces: which row represents which content.
        closed: the query is an archive or a document that could not be opened.
    """
    rows, contents = shown_by(faces)
    first = np.searchsorted(rows, np.arange(len(faces.table) + 1))
    of_bytes, viewed = founds[0], len(founds) > 1
    meets = faces.closed if viewed else faces.view >= 0 if closed else np.zeros(len(faces), np.bool_)
    own = np.flatnonzero(of_bytes.rows < len(faces))
    own = own[of_bytes.identical[own] | meets[of_bytes.rows[own]]]
    parts = [QueryResult(*(getattr(of_bytes, name)[own] for name in QueryResult.__slots__))]
    found = founds[-1]
    which, within = repeat(np.diff(first)[found.rows])
    content = contents[first[found.rows][which] + within]
    others = np.flatnonzero(~meets[content])
    which, content = which[others], content[others]
    own_bytes = (content == found.rows[which]) & (not viewed)
    best = np.float32(scoring.MAX_ESTIMATE)
    parts.append(
        QueryResult(
            rows=content,
            identical=np.zeros(len(content), np.bool_),
            similarity=np.minimum(found.similarity[which], best),
            containment=np.minimum(found.containment[which], best),
            contains=found.contains[which],
            inside=found.inside[which],
            doubtful=found.doubtful[which] & own_bytes,
            hits=np.where(own_bytes, found.hits[which], 0),
        )
    )
    columns = [np.concatenate([getattr(part, name) for part in parts]) for name in QueryResult.__slots__]
    distinct, place = np.unique(columns[0], return_inverse=True)
    merged = [distinct]
    for column in columns[1:]:
        out = np.zeros(len(distinct), dtype=column.dtype)
        np.maximum.at(out, place, column)
        merged.append(out)
    return QueryResult(*merged)


def _products(
    first: npt.NDArray[np.intp], a: npt.NDArray[np.int32], b: npt.NDArray[np.int32]
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Return all nodes of row a[i] with all of row b[i]: indexes of nodes, and i of each pair."""
    count = np.diff(first)
    in_b = count[b]
    which, within = repeat(count[a] * in_b)
    divisor = np.maximum(in_b[which], 1)
    return first[a[which]] + within // divisor, first[b[which]] + within % divisor, which


def _within(first: npt.NDArray[np.intp], *, every: bool) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Return the pairs of nodes of one row."""
    begins, ends = [], []
    for row in np.flatnonzero(np.diff(first) > 1).tolist():
        begin, end = int(first[row]), int(first[row + 1])
        if every or end - begin <= _ALL_PAIRS:
            i, j = np.triu_indices(end - begin, 1)
        else:
            i, j = np.arange(end - begin - 1), np.arange(1, end - begin)
        begins.append(begin + i)
        ends.append(begin + j)
    if not begins:
        return np.zeros(0, np.intp), np.zeros(0, np.intp)
    return np.concatenate(begins), np.concatenate(ends)


def _once(
    a: npt.NDArray[np.integer],
    b: npt.NDArray[np.integer],
    similarity: npt.NDArray[np.float32],
    n: int,
    capped: int,
) -> Links:
    """Return each pair of different contents once, with the best of its figures, in order."""
    low, high = np.minimum(a, b).astype(np.int64), np.maximum(a, b).astype(np.int64)
    differ = low != high
    pair, similarity = (low * n + high)[differ], similarity[differ]
    order = np.lexsort((-similarity, pair))
    pair, similarity = pair[order], similarity[order]
    first = np.concatenate(([True], pair[1:] != pair[:-1])) if len(pair) else np.zeros(0, np.bool_)
    pair = pair[first]
    return Links(
        (pair // n).astype(np.int32),
        (pair % n).astype(np.int32),
        similarity[first].astype(np.float32),
        capped,
    )
