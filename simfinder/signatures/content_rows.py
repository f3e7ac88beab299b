"""Columns of which each row is what is known of one content, such as how a picture looks."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.integer]


class ContentRows:
    """Columns with a row for some contents.

    Attributes:
        content: (k,) int32, the content each row is of, ascending.
    """

    content: npt.NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.content)

    def rows(self, contents: Numbers) -> npt.NDArray[np.intp]:
        """Return the row of each content, (m,); -1 for one that has none."""
        at = np.searchsorted(self.content, contents)
        found = at < len(self)
        found[found] = self.content[at[found]] == np.asarray(contents)[found]
        return np.where(found, at, -1)

    def pairs(
        self, a: Numbers, b: Numbers
    ) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp], npt.NDArray[np.intp]]:
        """Return which pairs of different contents both have a row, and these: indexes, rows of a, rows of b."""
        one, other = self.rows(a), self.rows(b)
        both = np.flatnonzero((one >= 0) & (other >= 0) & (one != other))
        return both, one[both], other[both]
