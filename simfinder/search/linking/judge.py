"""Find the links between the contents of a scan, each pair judged by its method: one for all, or one for some types.

The type of a content is that of its first file. A pair of contents with different methods is judged by AUTO.
"""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Protocol

import numpy as np
import numpy.typing as npt

from simfinder.arrays.set_operations import sorted_set
from simfinder.model.progress import Control
from simfinder.model.scan_options import Method, Methods
from simfinder.search.clustering.spanning_forest import kinds_of
from simfinder.search.linking import common_content, cross_representation
from simfinder.search.linking.links import Links, find_links
from simfinder.signatures.table.representations import Representations

_METHODS = tuple(Method)
_AUTO = _METHODS.index(Method.AUTO)
_CONTENT = _METHODS.index(Method.CONTENT)

Numbers = npt.NDArray[np.integer]
Masks = npt.NDArray[np.bool_]


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
        faces: of the scan.
        files: the columns of its files.
        methods: which method decides about which types.

    Attributes:
        codes: (n,) uint8, a number per content that tells the methods apart; the same in every run.
        measures: whether any pair can be measured on the bytes: not if one chosen method decides about all.
        exact: whether only identical files are linked, so that there is nothing to measure.
    """

    def __init__(self, faces: Representations, files: Files, methods: Methods) -> None:
        self.methods = methods
        self._faces = faces
        self._files = files
        default = _METHODS.index(methods.default)
        types = np.array([_METHODS.index(methods.of(name)) for name in files.type_names], np.uint8)
        self.codes = np.full(len(faces), default, np.uint8)
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
        return mask

    def links(self, floor: float, control: Control, *, jobs: int, every: bool = False) -> Links:
        """Find links between contents, each judged by the method of its pair.

        Links judged by shared content are weighed: those that rest on what many contents share count less, and siblings
        of one form are marked. The answer of another method is taken as it is.

        Args:
            floor: least similarity.
            control: progress and cancelling.
            jobs: threads; 0 means one per core.
            every: return all links, not only those needed to group files at any tolerances; without weights.

        Raises:
            Cancelled: on request.
        """
        faces, table = self._faces, self._faces.table
        kinds = None if every else kinds_of(self._files.contents, self._files.types, len(faces))
        rows = None if kinds is None else cross_representation.row_kinds(faces, kinds)
        roles = faces.roles if faces.any else None
        wanted = self._used if len(self._used) == 1 else sorted({_AUTO, *self._used})
        found: Links | None = None
        for code in wanted:
            method = _METHODS[code]
            links = find_links(table, method, floor, control, jobs=jobs, kinds=rows, every=every, roles=roles)
            links = cross_representation.content_links(links, faces, kinds)
            if len(wanted) > 1:
                links = links.only(self._codes(links.a, links.b) == code)
            found = links if found is None else found.with_others(links)
        assert found is not None
        return found if every else self._weighed(found, control, jobs)

    def _weighed(self, links: Links, control: Control, jobs: int) -> Links:
        on_bytes = self.on_bytes(links.a, links.b)
        shared = slice(None) if on_bytes.all() else np.flatnonzero(on_bytes)
        weight, others = np.ones(len(links), np.float32), np.zeros(len(links), np.int32)
        sibling = np.zeros(len(links), np.bool_)
        table = self._faces.table
        weight[shared], others[shared], sibling[shared] = common_content.weights(
            table.codes,
            table.sketch_len,
            *self._faces.best_rows(links.a[shared], links.b[shared]),
            control.check,
            jobs or os.cpu_count() or 1,
            similarity=links.similarity[shared],
        )
        return replace(links, weight=weight, others=others, sibling=sibling)

    def similarity(self, a: Numbers, b: Numbers) -> tuple[npt.NDArray[np.float32], Masks, Masks]:
        """Return the similarity of pairs of contents, and which were judged by views; see ``cross_representation``."""
        figure = np.zeros(len(a), np.float32)
        by_a, by_b = np.zeros(len(a), np.bool_), np.zeros(len(a), np.bool_)
        codes = self._codes(a, b)
        for code in self._used if len(self._used) == 1 else sorted_set(codes).tolist():
            at = np.flatnonzero(codes == code)
            figure[at], by_a[at], by_b[at] = cross_representation.similarity(
                self._faces, _METHODS[code], a[at], b[at]
            )
        return figure, by_a, by_b
