"""Decide which method judges which pair of contents, and get its figures: one method for all, or one for some types.

The type of a content is that of its first file. A pair of contents with different methods is judged by AUTO.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from simfinder.app.clusters.cluster_table import SessionFiles
from simfinder.arrays.set_operations import sorted_set
from simfinder.model.progress import Control
from simfinder.model.scan_options import Method, Methods
from simfinder.search.clustering.spanning_forest import kinds_of
from simfinder.search.linking import cross_representation
from simfinder.search.linking.links import Links, find_links
from simfinder.signatures.table.representations import Representations

_METHODS = tuple(Method)
_AUTO = _METHODS.index(Method.AUTO)
_CONTENT = _METHODS.index(Method.CONTENT)

Numbers = npt.NDArray[np.integer]
Masks = npt.NDArray[np.bool_]


class Judge:
    """The methods of one scan.

    Args:
        faces: of the scan.
        files: the columns of its files.
        methods: which method decides about which types.
    """

    def __init__(self, faces: Representations, files: SessionFiles, methods: Methods) -> None:
        self.methods = methods
        self._faces = faces
        self._files = files
        types = np.array([_METHODS.index(methods.of(name)) for name in files.type_names], np.uint8)
        self._code = np.full(len(faces), _METHODS.index(methods.default), np.uint8)
        read = np.flatnonzero(files.contents >= 0)[::-1]  # the first file of a content is written last
        self._code[files.contents[read]] = types[files.types[read]]
        self._used = sorted_set(np.append(self._code, _METHODS.index(methods.default)))

    @property
    def codes(self) -> npt.NDArray[np.uint8]:
        """Return (n,) a number per content that tells the methods apart; the same in every run."""
        return self._code

    def _codes(self, a: Numbers, b: Numbers) -> npt.NDArray[np.uint8]:
        if len(self._used) == 1:  # nearly always; saves looking up four million links
            return np.full(len(a), self._used[0], np.uint8)
        return np.where(self._code[a] == self._code[b], self._code[a], np.uint8(_AUTO))

    def _parts(self, a: Numbers, b: Numbers) -> Iterator[tuple[Method, npt.NDArray[np.intp]]]:
        """Split pairs by method."""
        codes = self._codes(a, b)
        for code in sorted_set(codes).tolist():
            yield _METHODS[code], np.flatnonzero(codes == code)

    def on_bytes(self, a: Numbers, b: Numbers) -> Masks:
        """Return which pairs are judged by shared content, so that it can be measured on the bytes."""
        mask: Masks = self._codes(a, b) == _AUTO
        return mask

    @property
    def measures(self) -> bool:
        """Return whether any pair can be measured on the bytes."""
        return len(self._used) > 1 or int(self._used[0]) == _AUTO

    @property
    def exact(self) -> bool:
        """Return whether only identical files are linked, so that there is nothing to measure."""
        return bool((self._used == _CONTENT).all())

    def links(self, floor: float, control: Control, *, jobs: int, every: bool = False) -> Links:
        """Find links between contents, each judged by the method of its pair.

        Args:
            floor: least similarity.
            control: progress and cancelling.
            jobs: threads; 0 means one per core.
            every: return all links, not only those needed to group files at any tolerances.

        Raises:
            Cancelled: on request.
        """
        faces, table = self._faces, self._faces.table
        kinds = None if every else kinds_of(self._files.contents, self._files.types, len(faces))
        rows = None if kinds is None else cross_representation.row_kinds(faces, kinds)
        roles = faces.roles if faces.any else None
        wanted = self._used.tolist() if len(self._used) == 1 else sorted({_AUTO, *self._used.tolist()})
        found: Links | None = None
        for code in wanted:
            method = _METHODS[code]
            links = find_links(table, method, floor, control, jobs=jobs, kinds=rows, every=every, roles=roles)
            links = cross_representation.content_links(links, faces, kinds)
            if len(wanted) > 1:
                links = links.only(self._codes(links.a, links.b) == code)
            found = links if found is None else found.with_others(links)
        assert found is not None
        return found

    def similarity(self, a: Numbers, b: Numbers) -> tuple[npt.NDArray[np.float32], Masks, Masks]:
        """Return the similarity of pairs of contents, and which were judged by views; see ``cross_representation``."""
        figure = np.zeros(len(a), np.float32)
        by_a, by_b = np.zeros(len(a), np.bool_), np.zeros(len(a), np.bool_)
        for method, at in self._parts(a, b):
            figure[at], by_a[at], by_b[at] = cross_representation.similarity(
                self._faces, method, a[at], b[at]
            )
        return figure, by_a, by_b

    def best_rows(self, a: Numbers, b: Numbers) -> tuple[Numbers, Numbers]:
        """Return the table rows by which pairs of contents are judged; see ``cross_representation.best_rows``."""
        return cross_representation.best_rows(self._faces, a, b)
