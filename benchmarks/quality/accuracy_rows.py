"""What a program said of a tree, and all figures of that in one row.

Owns the two records and how they are made of one another; each figure is reckoned in ``accuracy_scores.py``.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from quality.accuracy_scores import (
    BOUND,
    BOUNDS,
    SCORE,
    Measure,
    Ranking,
    Share,
    at_score,
    b_cubed,
    by_edit,
    by_kind,
    containment,
    false_by_kind,
    linked,
    ranked,
    touched,
)
from quality.accuracy_truth import Corpus, Pair, edited, near, pair, real


@dataclass(frozen=True)
class Answer:
    """What a program said.

    Attributes:
        pairs: scores from 0 to 1, whatever they mean there.
        clusters: groups of paths; None where the program makes none.
        contains: pairs of which one file lies in the other; None where the program does not tell.
        cpu: CPU seconds of the run that gave the pairs.
    """

    pairs: dict[Pair, float]
    clusters: list[list[str]] | None = None
    contains: list[Pair] | None = None
    cpu: float = 0.0

    def within(self, corpus: Corpus) -> Answer:
        """What of it is about files of a corpus, or of its half."""
        files = corpus.files
        inside = [pair(*key) for key in self.contains or () if key[0] in files and key[1] in files]
        return replace(
            self,
            pairs={key: score for key, score in self.pairs.items() if key[0] in files and key[1] in files},
            clusters=self.clusters and [[path for path in group if path in files] for group in self.clusters],
            contains=None if self.contains is None else inside,
        )


@dataclass(frozen=True)
class Row:
    """All figures of one answer.

    Attributes:
        bounds: the best at each bound, real pairs.
        edits: the best for made edits.
        near: the best for both together.
        fixed, fixed_edits: at the one score.
        frozen: real pairs at the threshold that was best on the other half; None where none was frozen.
        touched: of pairs of which one holds the other.
        containment: None where the program does not tell.
        clusters: B-cubed; at the best threshold's links where the program makes none.
        kinds, edit_kinds, false_kinds: at the one score.
        speed: MB of the corpus per CPU second.
    """

    bounds: dict[float, Ranking]
    edits: Ranking
    near: Ranking
    fixed: Measure
    fixed_edits: Measure
    frozen: Measure | None
    touched: float
    containment: Measure | None
    clusters: Measure
    kinds: dict[str, Share]
    edit_kinds: dict[str, Share]
    false_kinds: dict[str, int]
    speed: float


def plain(value: Any) -> Any:
    """Figures for JSON, F1 among them."""
    if isinstance(value, Measure):
        return {"precision": value.precision, "recall": value.recall, "f1": value.f1}
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    return value


def judged(corpus: Corpus, answer: Answer, whole: int, threshold: float | None = None) -> Row:
    """All figures of an answer.

    Args:
        corpus: the files and pairs to judge by, the whole or a half.
        answer: of the whole tree.
        whole: bytes of the whole tree.
        threshold: one that was frozen on other files.
    """
    answer = answer.within(corpus)
    found = answer.pairs
    bounds = {bound: ranked(corpus, found, bound, real) for bound in BOUNDS}
    link = bounds[BOUND].threshold if threshold is None else threshold
    clusters = linked(found, 1.0 if link is None else link) if answer.clusters is None else answer.clusters
    return Row(
        bounds=bounds,
        edits=ranked(corpus, found, BOUND, edited),
        near=ranked(corpus, found, BOUND, near),
        fixed=at_score(corpus, found, SCORE, BOUND, real),
        fixed_edits=at_score(corpus, found, SCORE, BOUND, edited),
        frozen=None if threshold is None else at_score(corpus, found, threshold, BOUND, real),
        touched=touched(corpus, found),
        containment=None if answer.contains is None else containment(corpus, answer.contains),
        clusters=b_cubed(corpus, clusters),
        kinds=by_kind(corpus, found),
        edit_kinds=by_edit(corpus, found),
        false_kinds=false_by_kind(corpus, found),
        speed=whole / 1e6 / answer.cpu if answer.cpu else 0.0,
    )
