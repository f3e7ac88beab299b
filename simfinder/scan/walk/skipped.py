"""Entries that a walk skips by rule: how many, and the first paths, by reason."""

from __future__ import annotations

from collections import Counter

from simfinder.model.file_record import EXAMPLES, SkipReason

Counts = dict[SkipReason, int]


class SkipCounter:
    """Count skipped entries. For one thread."""

    def __init__(self) -> None:
        self._counts: Counter[SkipReason] = Counter()
        self._examples: dict[SkipReason, list[str]] = {}

    def __call__(self, reason: SkipReason, path: str) -> None:
        """Count an entry and keep its path if it is among the first."""
        self._counts[reason] += 1
        examples = self._examples.setdefault(reason, [])
        if len(examples) < EXAMPLES:
            examples.append(path)

    @property
    def counts(self) -> Counts:
        """Number of entries so far, by reason."""
        return dict(self._counts)

    def examples(self) -> dict[SkipReason, tuple[str, ...]]:
        """Return the first paths by reason, each once (a stalled walk counts some of them twice)."""
        return {reason: tuple(dict.fromkeys(paths)) for reason, paths in self._examples.items()}

    def at(self, counts: Counts) -> SkipCounter:
        """Return a copy that continues from earlier counts."""
        other = SkipCounter()
        other._counts = Counter(counts)
        other._examples = {reason: list(paths) for reason, paths in self._examples.items()}
        return other
