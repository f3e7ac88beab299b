"""Compare the file asked about with the bytes of what was found, to replace estimates by measured figures.

Decides which of it is worth measuring, and adds the file, in the scan or not, to the scan's contents.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from simfinder.app.find.query_file import QueryFile, QueryView
from simfinder.app.verify.pair_tasks import Sides
from simfinder.app.verify.verifier import Verifier
from simfinder.arrays.file_columns import FileColumns
from simfinder.model.file_record import Problem
from simfinder.model.progress import Control
from simfinder.scan.pipeline import ScanResult
from simfinder.search.query.one_to_all import QueryContent
from simfinder.signatures.table.representations import Representations
from simfinder.signatures.table.signature_table import SignatureTable
from simfinder.store.cache.cache import Cache

Rows = npt.NDArray[np.int64]
Shares = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """Measured figures of some contents.

    Attributes:
        similarity: (m,) float32; NaN where it was not measured.
        containment: (m,) float32, share of the smaller one that lies in the larger one; NaN where it was not measured.
        problems: files that differ from what was scanned.
    """

    similarity: Shares
    containment: Shares
    problems: tuple[Problem, ...] = ()


class QueryBesideScan:
    """The file asked about as one more content of a scan.

    Args:
        asked: the file.
        wanted: what is known of its bytes, and of its view if it has one.
        view: what its view is, or why it has none.
        result: the scan.
        cache: where measured pairs are looked up and remembered.
        control: progress and cancelling.
        follow: paths of the scan may be symbolic links.
        jobs: threads.
    """

    def __init__(
        self,
        asked: QueryFile,
        wanted: list[QueryContent],
        view: QueryView,
        result: ScanResult,
        cache: Cache | None,
        control: Control,
        *,
        follow: bool = False,
        jobs: int = 0,
    ) -> None:
        representations, self._own = result.representations, len(result.representations)
        parameters = representations.table.parameters
        rows = [SignatureTable.build([one.signature], parameters) for one in wanted]
        views = np.arange(len(representations), len(representations.table), dtype=np.int64)
        table = SignatureTable.concatenate(
            (representations.contents, rows[0], representations.table.rows(views), *rows[1:])
        )
        shown = np.where(
            representations.view >= len(representations), representations.view + 1, representations.view
        )
        shown = np.append(shown, len(table) - 1 if len(rows) > 1 else -1).astype(np.int32)
        name, kind = (
            np.append(representations.name, np.uint8(0)),
            np.append(representations.kind, np.uint8(view.kind)),
        )
        closed = np.append(representations.closed, view.closed)
        self._representations = Representations(table, shown, name, representations.names, kind, closed)
        beside = replace(
            result,
            files=FileColumns.of([*result.files, replace(asked.record, path=asked.real)]),
            content_row=np.append(result.content_row, np.int32(self._own)),
            representations=self._representations,
        )
        self._verifier = Verifier(beside, cache, control, follow=follow, jobs=jobs)

    def measure(self, alike: Rows, larger: Rows, smaller: Rows, contents: Rows) -> Measured:
        """Measure contents of the scan.

        Args:
            alike: contents that may be similar.
            larger: contents that may contain the file.
            smaller: contents that may lie in it.
            contents: (m,) all that were found, ascending; the result is about these.

        Raises:
            Cancelled: on request.
        """
        similarity = np.full(len(contents), np.nan, np.float32)
        containment = similarity.copy()
        self._verifier.expect(len(alike) + len(larger) + len(smaller))
        verified = self._verifier.measure(np.full(len(alike), self._own), alike)
        similarity[np.searchsorted(contents, alike)] = verified.similarity
        containment[np.searchsorted(contents, larger)] = self._inside(larger, asked_is_part=True)
        containment[np.searchsorted(contents, smaller)] = self._inside(smaller, asked_is_part=False)
        asked_for = np.concatenate((alike, larger, smaller))
        return Measured(similarity, containment, self._verifier.lost(np.append(asked_for, self._own)))

    def _inside(self, contents: Rows, *, asked_is_part: bool) -> Shares:
        """Return the share of the part that lies in the whole, by what both are compared by."""
        own = np.full(len(contents), self._own)
        by_own, by_other = self._representations.by_view(own, contents)
        by_own, by_other = (
            by_view & ~(is_part & self._representations.is_program[rows])
            for by_view, rows, is_part in (
                (by_own, own, asked_is_part),
                (by_other, contents, not asked_is_part),
            )
        )
        asked, others = Sides(own, by_own), Sides(contents, by_other)
        whole, part = (others, asked) if asked_is_part else (asked, others)
        return self._verifier.contained(whole, part)[0]
