"""Find the links between the contents of a scan, each pair judged by its method: one for all, or one for some types.

The type of a content is that of its first file. A pair of contents with different methods is judged by AUTO.

A content is compared by its view, or by its bytes if it has none (``signatures.table.representations``). A join sees
rows only; here its links are passed on to the contents those rows represent, and links of bytes that no content is
compared by are dropped. Bytes of an archive that could not be opened meet those of one that could. Contents with the
same view have all of it in common though their bytes differ: they are as similar as different contents can be.

Two pictures that look alike, and two recordings that sound alike, are judged by what share of them agrees, whatever
their bytes have in common.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import Protocol

import numpy as np
import numpy.typing as npt

from simfinder.arrays.repeat_rows import repeat
from simfinder.arrays.set_operations import is_among, sorted_set
from simfinder.model.progress import Control, Phase
from simfinder.model.scan_options import Method, Methods
from simfinder.model.tolerances import FLOOR
from simfinder.search.candidates import registry
from simfinder.search.clustering.spanning_forest import kinds_of
from simfinder.search.linking import common_content
from simfinder.search.linking.film_links import film_links
from simfinder.search.linking.links import Links, find_links
from simfinder.search.linking.picture_links import picture_links
from simfinder.search.linking.recording_links import recording_links
from simfinder.search.similarity import MAX_ESTIMATE
from simfinder.signatures.table.representations import BYTES, PICTURES, SOUND, VIDEO, Representations
from simfinder.signatures.table.signature_table import SignatureTable

_METHODS = tuple(Method)
_AUTO = _METHODS.index(Method.AUTO)
_CONTENT = _METHODS.index(Method.CONTENT)
_AT_ONCE = 1 << 16  # links looked at together
_ALL_PAIRS = 64  # up to so many nodes of one row are linked pair by pair; of more, each with the next only

Numbers = npt.NDArray[np.integer]
Masks = npt.NDArray[np.bool_]
Gather = Callable[..., tuple[SignatureTable, list[Numbers]]]
"""Called with a table and rows of it; returns a table that has these rows, and their numbers there."""


def straight(table: SignatureTable, *rows: Numbers) -> tuple[SignatureTable, list[Numbers]]:
    """Return the table and the rows themselves; see ``Gather``."""
    return table, list(rows)


class Files(Protocol):
    """The columns of a scan's files that tell the type of each content."""

    @property
    def contents(self) -> npt.NDArray[np.int32]:
        """Content of each file, (n,); -1 for none."""

    @property
    def types(self) -> npt.NDArray[np.int32]:
        """Index of each file's type, (n,)."""

    @property
    def type_names(self) -> tuple[str, ...]:
        """The types."""


class Judge:
    """The methods of one scan.

    Args:
        representations: of the scan.
        files: the columns of its files.
        methods: which method decides about which types.

    Attributes:
        codes: (n,) uint8, a number per content that tells the methods apart; the same in every run.
        measures: whether any pair can be measured on the bytes: not if one chosen method decides about all.
        exact: whether only identical files are linked, so that there is nothing to measure.
    """

    def __init__(self, representations: Representations, files: Files, methods: Methods) -> None:
        self.methods = methods
        self._representations = representations
        self._files = files
        default = _METHODS.index(methods.default)
        types = np.array([_METHODS.index(methods.of(name)) for name in files.type_names], np.uint8)
        self.codes = np.full(len(representations), default, np.uint8)
        read = np.flatnonzero(files.contents >= 0)[::-1]  # the first file of a content is written last
        self.codes[files.contents[read]] = types[files.types[read]]
        self._used = sorted_set(np.append(self.codes, default)).tolist()
        self.measures = len(self._used) > 1 or self._used[0] == _AUTO
        self.exact = self._used == [_CONTENT]

    def _codes(self, a: Numbers, b: Numbers) -> npt.NDArray[np.uint8]:
        if len(self._used) == 1:  # nearly always; saves looking up four million links
            return np.full(len(a), self._used[0], np.uint8)
        return np.where(self.codes[a] == self.codes[b], self.codes[a], np.uint8(_AUTO))

    def on_bytes(self, a: Numbers, b: Numbers) -> Masks:
        """Return which pairs are judged by shared content, so that it can be measured on the bytes."""
        mask: Masks = self._codes(a, b) == _AUTO
        mask &= ~self.by_looks(a, b)
        return mask

    def by_looks(self, a: Numbers, b: Numbers) -> Masks:
        """Return which pairs look or sound alike, and are judged by that: there is nothing to measure."""
        found = np.zeros(len(a), np.bool_)
        may_be = np.flatnonzero(self._is_shown[a] & self._is_shown[b])
        for begin in range(0, len(may_be), _AT_ONCE):  # columns of seven million links took 200 MB
            part = may_be[begin : begin + _AT_ONCE]
            found[part] = np.isfinite(self._agreement(a[part], b[part]))
        return found

    @cached_property
    def _is_shown(self) -> Masks:
        """Which contents can be seen or heard, (n,) bool."""
        representations = self._representations
        shown = np.zeros(len(representations), np.bool_)
        for rows in (representations.looks, representations.recordings):
            if rows is not None:
                shown[rows.content] = True
        return shown

    def basis(self, a: Numbers, b: Numbers) -> npt.NDArray[np.uint8]:
        """Return on what basis pairs of contents are compared, (m,) uint8, indexes in ``BASES``.

        Pictures and recordings that are not alike are compared by their bytes, whatever else they have in common.
        """
        found = self._representations.basis(a, b)
        media = np.flatnonzero((a != b) & is_among(found, (PICTURES, SOUND, VIDEO)))
        if len(media):
            rows = self._representations.best_rows(a[media], b[media])
            apart = media[rows[0] != rows[1]]
            found[apart[~self.by_looks(a[apart], b[apart])]] = BYTES
        return found

    def on_pixels(self, a: Numbers, b: Numbers) -> Masks:
        """Return which pairs are pictures that may turn out to be one shot on the pixels: no part, no frame alone."""
        looks = self._representations.looks
        if looks is None:
            return np.zeros(len(a), np.bool_)
        mask = self.by_looks(a, b)
        # the same in either order: a turned picture has not quite the hash that is expected
        low, high = np.minimum(a, b)[mask], np.maximum(a, b)[mask]
        mask[mask] = looks.wholes(low, high)
        return mask

    def _agreement(self, a: Numbers, b: Numbers) -> npt.NDArray[np.float32]:
        """Return the figures of pairs that look or sound alike, (m,); NaN for all others."""
        representations = self._representations
        a, b = np.minimum(a, b), np.maximum(a, b)  # the same figure in either order
        figures = np.full(len(a), np.nan, np.float32)
        if representations.looks is not None:
            figures = representations.looks.agreement(a, b)
        if (recordings := representations.recordings) is not None:
            heard = recordings.agreement(a, b)
            if representations.films is not None:  # what can be compared must agree; the same bytes do
                seen = representations.films.agreement(a, b)
                seen[recordings.same_stream(a, b) | recordings.apart(a, b)] = np.nan
                heard = np.fmin(heard, seen)
            figures = np.fmax(figures, heard)
        figures = np.minimum(figures, np.float32(MAX_ESTIMATE))
        figures[(self._codes(a, b) != _AUTO) | ~(figures >= np.float32(FLOOR))] = np.nan
        view = representations.view
        figures[(view[a] >= 0) & (view[a] == view[b])] = (
            np.nan
        )  # the same picture with other notes: proven on bytes
        return figures

    def _with_look_alikes(self, links: Links, floor: float, control: Control, *, every: bool) -> Links:
        """Add the links of what looks or sounds alike; their figures count instead of those of their bytes."""
        representations, floor = self._representations, max(floor, FLOOR)
        if representations.looks is None and representations.recordings is None:
            return links
        found = Links.none()
        if representations.looks is not None:
            found = self._agreeing(picture_links(representations.looks, floor, control, every=every))
        if representations.recordings is not None:
            heard = recording_links(representations.recordings, floor, control, every=every)
            if representations.films is not None:
                films = film_links(representations.films, floor, control)
                codes = (pairs.a.astype(np.int64) << 32 | pairs.b for pairs in (heard, films))
                heard = heard.with_others(films, ~is_among(*codes))
            found = found.with_others(self._agreeing(heard))
        return links.with_others(found, ~self.by_looks(links.a, links.b))

    def _agreeing(self, links: Links) -> Links:
        """Return the links that look or sound alike, with the figures of that."""
        figure = self._agreement(links.a, links.b)
        return replace(links, similarity=figure).only(np.isfinite(figure))

    def links(
        self,
        floor: float,
        control: Control,
        *,
        jobs: int,
        every: bool = False,
        found: Callable[[Links], None] = lambda _: None,
        rest: Callable[[], None] = lambda: None,
        put_aside: Callable[[Links], Links] = lambda links: links,
        search: Callable[..., Links] = find_links,
    ) -> Links:
        """Find links between contents, each judged by the method of its pair.

        Links judged by shared content are weighed: those that rest on what many contents share count less, and siblings
        of one form are marked. The answer of another method is taken as it is.

        Args:
            floor: least similarity.
            control: progress and cancelling.
            jobs: threads; 0 means one per core.
            every: return all links, not only those needed to group files at any tolerances; without weights.
            found: called with the links before they are weighed.
            rest: called when the signatures, and the links that were put aside, are not needed for a while.
            put_aside: returns equal links that can rest.
            search: finds the links of rows; another one than ``find_links`` where they are known already.

        Raises:
            Cancelled: on request.
        """
        representations, table = self._representations, self._representations.table
        kinds = None if every else kinds_of(self._files.contents, self._files.types, len(representations))
        rows = None if kinds is None else row_kinds(representations, kinds)
        roles = representations.roles if representations.any else None
        wanted = self._used if len(self._used) == 1 else sorted({_AUTO, *self._used})
        linked: Links | None = None
        for code in wanted:
            method = _METHODS[code]
            links = search(
                table, method, floor, control, jobs=jobs, kinds=rows, every=every, roles=roles, rest=rest
            )
            rest()
            links = content_links(links, representations, kinds)
            if len(wanted) > 1:
                links = links.only(self._codes(links.a, links.b) == code)
            linked = links if linked is None else linked.with_others(links)
            del links  # of /usr 80 MB
        assert linked is not None
        linked = self._with_look_alikes(linked, floor, control, every=every)
        if every:
            return linked
        control.begin(Phase.WEIGHING)
        found(linked)
        linked = put_aside(linked)
        return self._weighed(linked, control, jobs, rest)

    def _weighed(self, links: Links, control: Control, jobs: int, rest: Callable[[], None]) -> Links:
        on_bytes = self.on_bytes(links.a, links.b)
        rows = self._representations.best_rows(links.a, links.b)
        repacked = links.similarity >= np.float32(MAX_ESTIMATE)
        every = bool(on_bytes.all())
        if not every:
            rows, repacked = (rows[0][on_bytes], rows[1][on_bytes]), repacked[on_bytes]
        rest()

        def count_part() -> None:
            control.check()
            control.advance(files=1)

        found = common_content.weights(
            self._representations.table.codes,
            self._representations.table.sketch_len,
            *rows,
            count_part,
            jobs or os.cpu_count() or 1,
            repacked=repacked,
            begin=lambda parts: control.begin(Phase.WEIGHING, files_total=parts),
        )
        if every:
            return replace(links, **found._asdict())
        del rows, repacked
        weight, others = np.ones(len(links), np.float32), np.zeros(len(links), np.int32)
        sibling = np.zeros(len(links), np.bool_)
        weight[on_bytes], others[on_bytes], sibling[on_bytes] = found
        return replace(links, weight=weight, others=others, sibling=sibling)

    def similarity(
        self, a: Numbers, b: Numbers, gather: Gather = straight
    ) -> tuple[npt.NDArray[np.float32], Masks, Masks]:
        """Return the figures of pairs of contents by the rows that they are compared by.

        Args:
            a: (m,) contents.
            b: (m,) contents to compare them with.
            gather: returns a table of some rows, and their numbers there.

        Returns:
            (m,) float32 figures; (m,) bool, whether it is the view of a; the same for b. A content and itself are
                compared by their bytes.
        """
        a, b = np.asarray(a, np.int64), np.asarray(b, np.int64)
        representations, codes, figure = (
            self._representations,
            self._codes(a, b),
            np.zeros(len(a), np.float32),
        )
        by_a, by_b = representations.by_view(a, b)
        row_a, row_b = representations.best_rows(a, b)
        table, (here_a, here_b) = gather(representations.table, row_a, row_b)
        for code in self._used if len(self._used) == 1 else sorted_set(codes).tolist():
            at = slice(None) if len(self._used) == 1 else np.flatnonzero(codes == code)
            figure[at] = registry.similarity(table, _METHODS[code], here_a[at], here_b[at])
        same_view = (row_a == row_b) & (a != b)  # the same view, other bytes
        figure[same_view] = np.float32(MAX_ESTIMATE)
        agreement = self._agreement(a, b)
        seen = np.isfinite(agreement)
        figure[seen] = agreement[seen]
        return figure, by_a & ~seen, by_b & ~seen


def row_kinds(representations: Representations, kinds: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    """Return the kind of each row, given those of contents: rows of contents of the same kinds are of one kind."""
    if not representations.any:
        return kinds
    rows, contents = representations.shown_by()
    opened = (
        np.flatnonzero(representations.view >= 0) if representations.closed.any() else np.zeros(0, np.int64)
    )
    rows, contents = np.concatenate((rows, opened)), np.concatenate((contents, opened))
    return kinds_of(rows.astype(np.int32), kinds[contents], len(representations.table))


def content_links(
    links: Links, representations: Representations, kinds: npt.NDArray[np.int32] | None = None
) -> Links:
    """Return links of contents, each pair once with its best figure.

    Args:
        links: of rows of ``representations.table``.
        representations: which row represents which content.
        kinds: (n,) kind of each content. Of contents of one kind with the same row, the first one is linked for all,
            and they form a chain: enough to group them at any tolerances. None lists every pair.
    """
    if not representations.any:
        return links
    plain, others = _by_contents(links, representations, kinds)
    return links.with_others(others, plain)


def _by_contents(
    links: Links, representations: Representations, kinds: npt.NDArray[np.int32] | None
) -> tuple[Masks, Links]:
    """Return which links are of rows that represent only their own contents, (m,) bool, and the links of all others."""
    every = kinds is None
    rows, contents = representations.shown_by()
    kind = (
        contents if kinds is None else 2 * kinds[contents].astype(np.int64) + representations.closed[contents]
    )
    order = np.lexsort((contents, kind, rows))
    rows, kind, content = rows[order], kind[order], contents[order].astype(np.int32)
    same_row = rows[1:] == rows[:-1]
    same_node = same_row & (kind[1:] == kind[:-1])
    heads = np.concatenate(([True], ~same_node))
    node_row, node = rows[heads], content[heads]
    first = np.searchsorted(node_row, np.arange(len(representations.table) + 1))

    single = np.diff(first) == 1
    own = np.zeros(len(representations.table), dtype=np.bool_)
    own[: len(representations)] = single[: len(representations)] & (representations.view < 0)
    plain = own[links.a] & own[links.b]
    rest = np.flatnonzero(~plain)
    closed = _of_bytes(links, rest, representations)
    within_a, within_b = _within(first, every=every)
    chain = np.flatnonzero(same_node)
    parts = [
        *_across(links, rest, first, node, representations),
        (links.a[closed], links.b[closed], links.similarity[closed]),
        (node[within_a], node[within_b], np.full(len(within_a), np.float32(MAX_ESTIMATE))),
        (content[chain], content[chain + 1], np.full(len(chain), np.float32(MAX_ESTIMATE))),
    ]
    a, b, figures = (np.concatenate(column) for column in zip(*parts, strict=True))
    # a pair of the others has a content with a view, or one of several of a row, so none is plain
    return plain, _once(a, b, figures, len(representations))


def _across(
    links: Links,
    rest: npt.NDArray[np.intp],
    first: npt.NDArray[np.intp],
    node: npt.NDArray[np.int32],
    representations: Representations,
) -> Iterator[tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.float32]]]:
    """Yield the pairs of contents that some links of rows stand for, some thousand links at a time."""
    for begin in range(0, len(rest), _AT_ONCE):
        part = rest[begin : begin + _AT_ONCE]
        one, other, which = _products(first, links.a[part], links.b[part])
        a, b = node[one], node[other]
        by_rows = np.flatnonzero(~representations.by_bytes(a, b))
        yield a[by_rows], b[by_rows], links.similarity[part[which[by_rows]]]


def _of_bytes(
    links: Links, some: npt.NDArray[np.intp], representations: Representations
) -> npt.NDArray[np.intp]:
    """Return which of some links are of the bytes of contents: one has a view, the other could not be opened."""
    both = some[(links.a[some] < len(representations)) & (links.b[some] < len(representations))]
    return both[representations.by_bytes(links.a[both], links.b[both])]


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
) -> Links:
    """Return each pair of different contents once, with the best of its figures, in order."""
    pair = np.minimum(a, b).astype(np.int64)
    pair *= n
    pair += np.maximum(a, b)
    order = np.lexsort((-similarity, pair))
    order = order[(a != b)[order]]
    pair = pair[order]
    first = np.concatenate(([True], pair[1:] != pair[:-1])) if len(pair) else np.zeros(0, np.bool_)
    pair = pair[first]
    return Links(
        (pair // n).astype(np.int32),
        (pair % n).astype(np.int32),
        similarity[order[first]].astype(np.float32),
    )
