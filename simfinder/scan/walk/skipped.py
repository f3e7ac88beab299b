"""What a walk passes over by rule: how much, and some of it, by reason."""

from __future__ import annotations

from collections import Counter

from simfinder.model.file_record import EXAMPLES, PassedOver

Counts = dict[PassedOver, int]


class Passed:
    """Counts what is passed over. For one thread.

    Attributes:
        counts: entries by reason.
    """

    def __init__(self) -> None:
        self._counts: Counter[PassedOver] = Counter()
        self._examples: dict[PassedOver, list[str]] = {}

    def __call__(self, reason: PassedOver, path: str) -> None:
        """Count an entry, and remember the first ones."""
        self._counts[reason] += 1
        examples = self._examples.setdefault(reason, [])
        if len(examples) < EXAMPLES:
            examples.append(path)

    @property
    def counts(self) -> Counts:
        """Entries by reason, as of now."""
        return dict(self._counts)

    def examples(self) -> dict[PassedOver, tuple[str, ...]]:
        """The first paths by reason; each once, though it may have been counted and taken back."""
        return {reason: tuple(dict.fromkeys(paths)) for reason, paths in self._examples.items()}

    def at(self, counts: Counts) -> Passed:
        """Another one that goes on from an earlier moment."""
        other = Passed()
        other._counts = Counter(counts)
        other._examples = {reason: list(paths) for reason, paths in self._examples.items()}
        return other
