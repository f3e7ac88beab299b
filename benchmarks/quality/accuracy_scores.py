"""How right an answer is: pairs, containment and clusters against a corpus's truth.

Owns the figures one by one, no program and no printing.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from quality.accuracy_truth import (
    Corpus,
    Likeness,
    Pair,
    false,
    from_base,
    made,
    pair,
    real,
    wanted,
)

BOUNDS = (0.9, 0.7, 0.5)
BOUND = 0.7
SCORE = 0.65
"""The one score that all types are judged at together."""

_HELD, _NEARLY_HELD, _ALIKE = 0.8, 0.6, 0.5
_LOOSE = ("contains", "archived", "format")

Use = Callable[[Pair, Likeness | None], bool]


@dataclass(frozen=True)
class Measure:
    """Precision, recall, and F1 of both."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


@dataclass(frozen=True)
class Ranking:
    """The best threshold for a bound, and what holds whatever the threshold.

    Attributes:
        best: at the best threshold; ``threshold`` is None where nothing right was found.
        average: average precision.
        wanted: pairs to be found.
    """

    best: Measure
    threshold: float | None
    average: float
    wanted: int


def measure(right: int, wrong: int, all_wanted: int) -> Measure:
    """Of counts; nothing said is never wrong, nothing wanted always found."""
    said = right + wrong
    return Measure(right / said if said else 1.0, right / all_wanted if all_wanted else 1.0)


def ranked(corpus: Corpus, found: dict[Pair, float], bound: float, use: Use) -> Ranking:
    """The best that a threshold makes of some scores; equal scores pass or fail together."""
    right: Counter[float] = Counter()
    wrong: Counter[float] = Counter()
    for key, score in found.items():
        like = corpus.pairs.get(key)
        if use(key, like):
            right[score] += wanted(like, bound)
            wrong[score] += false(like, bound)
    total = sum(use(key, like) and wanted(like, bound) for key, like in corpus.pairs.items())
    best, threshold, area, hits, misses = Measure(1.0, 0.0), None, 0.0, 0, 0
    for score in sorted(right, reverse=True):
        hits, misses = hits + right[score], misses + wrong[score]
        now = measure(hits, misses, total)
        area += right[score] * now.precision
        if now.f1 > best.f1:
            best, threshold = now, score
    return Ranking(best, threshold, area / total if total else 1.0, total)


def at_score(corpus: Corpus, found: dict[Pair, float], score: float, bound: float, use: Use) -> Measure:
    """What one score makes of it."""
    hits = [(key, corpus.pairs.get(key)) for key, value in found.items() if value >= score]
    used = [like for key, like in hits if use(key, like)]
    total = sum(use(key, like) and wanted(like, bound) for key, like in corpus.pairs.items())
    return measure(sum(wanted(like, bound) for like in used), sum(false(like, bound) for like in used), total)


Share = tuple[int, int]
"""How many of how many."""


def _shares(rows: Iterable[tuple[str, bool]]) -> dict[str, Share]:
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for name, hit in rows:
        counts[name][0] += hit
        counts[name][1] += 1
    return {name: (some, many) for name, (some, many) in sorted(counts.items())}


def by_kind(corpus: Corpus, found: dict[Pair, float], score: float = SCORE) -> dict[str, Share]:
    """Pairs found at a score, of those to be found, by kind of file; made edits left out."""
    return _shares(
        (like.kind, found.get(key, -1.0) >= score)
        for key, like in corpus.pairs.items()
        if real(key, like) and wanted(like, BOUND)
    )


def by_edit(corpus: Corpus, found: dict[Pair, float], score: float = SCORE) -> dict[str, Share]:
    """Edited files found with what they were made from, by edit; where one holds the other, at any score."""
    return _shares(
        (like.edit, found.get(key, -1.0) >= (0.0 if like.relation == "contains" else score))
        for key, like in corpus.pairs.items()
        if like.relation in ("edit", "contains") and from_base(corpus, key)
    )


def false_by_kind(corpus: Corpus, found: dict[Pair, float], score: float = SCORE) -> dict[str, int]:
    """Pairs found at a score that are not alike, by kind of file, the most first; made edits left out."""
    counts: Counter[str] = Counter()
    for key, value in found.items():
        if value >= score and not made(key) and false(corpus.pairs.get(key), BOUND):
            kinds = {corpus.files[path].kind for path in key}
            counts[kinds.pop() if len(kinds) == 1 else "mixed"] += 1
    return dict(counts.most_common())


def touched(corpus: Corpus, found: dict[Pair, float]) -> float:
    """Share of the pairs of which one holds the other that have a score at all."""
    inside = [key for key, like in corpus.pairs.items() if like.relation == "contains"]
    return sum(key in found for key in inside) / len(inside) if inside else 1.0


def containment(corpus: Corpus, contains: Iterable[Pair]) -> Measure:
    """Of pairs said to hold one another: how many do, and how many of those that do were said."""
    said = {pair(*key) for key in contains}
    inside = {key for key, like in corpus.pairs.items() if like.relation == "contains"}
    right = wrong = 0
    for key in said:
        like = corpus.pairs.get(key)
        if like is None:
            wrong += 1
        elif like.containment >= _HELD or like.relation == "contains":
            right += 1
        elif like.containment < _NEARLY_HELD and like.similarity < _ALIKE and like.relation not in _LOOSE:
            wrong += 1
    return Measure(
        right / (right + wrong) if right + wrong else 1.0, len(said & inside) / max(1, len(inside))
    )


def b_cubed(corpus: Corpus, clusters: Iterable[Iterable[str]]) -> Measure:
    """Clusters against families: the mean over files of what their cluster has right and holds.

    A file that is alone in both is left out; one named twice counts where it came first. Beside a file, files of
    another family with which its own has a pair that is neither right nor wrong do not count.
    """
    group_of: dict[str, int] = {}
    for number, group in enumerate(clusters):
        for path in group:
            group_of.setdefault(path, number)
    for number, path in enumerate(corpus.files, 1):
        group_of.setdefault(path, -number)
    groups: dict[int, list[str]] = defaultdict(list)
    for path in corpus.files:
        groups[group_of[path]].append(path)
    family = {path: file.family for path, file in corpus.files.items()}
    families = Counter(family.values())
    open_families = _open_families(corpus, family)
    precisions, recalls = [], []
    for members in groups.values():
        here = Counter(family[path] for path in members)
        for name, count in here.items():
            if len(members) == families[name] == 1:
                continue
            counted = sum(many for other, many in here.items() if (name, other) not in open_families)
            precisions += [count / counted] * count
            recalls += [count / families[name]] * count
    if not recalls:
        return Measure(1.0, 1.0)
    return Measure(sum(precisions) / len(precisions), sum(recalls) / len(recalls))


def _open_families(corpus: Corpus, family: dict[str, str]) -> set[tuple[str, str]]:
    """Two families, both ways, with a pair across that is neither right nor wrong."""
    found = set()
    for (one, other), like in corpus.pairs.items():
        if not wanted(like, BOUND) and not false(like, BOUND) and family[one] != family[other]:
            found |= {(family[one], family[other]), (family[other], family[one])}
    return found


def linked(found: dict[Pair, float], threshold: float) -> list[list[str]]:
    """Groups of files connected by pairs from a threshold up: the clusters of a program that makes none."""
    leader: dict[str, str] = {}

    def lead(path: str) -> str:
        leader.setdefault(path, path)
        while leader[path] != path:
            leader[path] = leader[leader[path]]
            path = leader[path]
        return path

    for (one, other), score in found.items():
        if score >= threshold:
            leader[lead(one)] = lead(other)
    linked_to: dict[str, list[str]] = defaultdict(list)
    for path in sorted(leader):
        linked_to[lead(path)].append(path)
    return list(linked_to.values())
