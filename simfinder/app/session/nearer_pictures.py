"""Which pictures look more like another one of their cluster than like its kept file, such as copies of a photo beside
another shot of its burst.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from simfinder.app.clusters.cluster_table import IntArray, SessionFiles
from simfinder.app.session.kept_order import Keeping
from simfinder.app.session.similarities import Figures
from simfinder.arrays.set_operations import is_among, sorted_set
from simfinder.search.linking.judge import Judge
from simfinder.signatures.picture.looks import Looks

_NEARER, _PERHAPS = 0.0002, 0.002
"""By how much a picture is more like another one than like the kept one, at least, and where its pixels were not
compared: these make out .0005."""

_PART = 0.02
"""The same where one is only a part of the other: of a cut chessboard, its whole and a copy of this that was turned
differ by less."""


class NearerPictures:
    """Remembers what pairs of pictures look like, which no slider and no measuring changes.

    Args:
        files: the columns of all files.
        looks: of the scan; None for no pictures.
        judge: whose figures.
        figures: what was measured.
    """

    def __init__(self, files: SessionFiles, looks: Looks | None, judge: Judge, figures: Figures) -> None:
        self._files, self._looks, self._judge, self._figures = files, looks, judge, figures
        self._pairs, self._estimates = np.zeros(0, np.int64), np.zeros(0, np.float32)

    def figures(
        self,
        files: IntArray,
        others: IntArray,
        of_kept: npt.NDArray[np.float32],
        keeping: Keeping,
        tolerances: npt.NDArray[np.float32],
    ) -> npt.NDArray[np.float32]:
        """Return how alike pictures and others are, (m,), where they are nearer to these; NaN for the rest.

        Args:
            files: (m,) files.
            others: (m,) others with copies, which are kept rather than they; raw pictures, too, go along with these.
            of_kept: (m,) how alike they and the kept files of their clusters are.
            keeping: the order in which pictures are kept.
            tolerances: (types,) of each type.
        """
        found = np.full(len(files), np.nan, np.float32)
        if (looks := self._looks) is None or not len(files):
            return found
        contents, types = self._files.contents, self._files.types
        a, b = contents[files], contents[others]
        figure = self._estimated(looks, a, b)
        exact = self._figures.measured(a, b)
        unknown = np.isnan(exact)
        figure = np.where(unknown | np.isnan(figure), figure, exact)
        by = np.where(unknown, np.float32(_PERHAPS), np.float32(_NEARER))
        by[~looks.wholes(np.minimum(a, b), np.maximum(a, b))] = _PART
        limit = np.minimum(tolerances[types[files]], tolerances[types[others]])
        at = np.flatnonzero((figure > of_kept + by) & (1.0 - figure <= limit + np.float32(1e-6)))
        if len(at):
            place = keeping.place_of_pictures(np.concatenate((files[at], others[at])))
            at = at[(place[: len(at)] > place[len(at) :]) | looks.are_raw(contents[files[at]])]
        found[at] = figure[at]
        return found

    def _estimated(self, looks: Looks, a: IntArray, b: IntArray) -> npt.NDArray[np.float32]:
        """Return how alike pairs of contents look, (m,); NaN for those that don't."""
        pairs = np.minimum(a, b).astype(np.int64) << 32 | np.maximum(a, b)
        asked = sorted_set(pairs)
        new = asked[~is_among(asked, self._pairs)]
        if len(new):
            one, other = (new >> 32).astype(np.int32), (new & 0xFFFFFFFF).astype(np.int32)
            figure = np.full(len(new), np.nan, np.float32)
            at, *_ = looks.pairs(one, other)
            at = at[self._judge.by_looks(one[at], other[at])]
            figure[at] = self._judge.similarity(one[at], other[at])[0]
            merged = np.concatenate((self._pairs, new))
            order = np.argsort(merged, kind="stable")
            self._pairs = merged[order]
            self._estimates = np.concatenate((self._estimates, figure))[order]
        return self._estimates[np.searchsorted(self._pairs, pairs)]
