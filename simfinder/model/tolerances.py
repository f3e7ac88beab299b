"""How different two files of a type may be and still be linked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

BUILT_IN = 0.30
"""Tolerance of a type without one of its own (accuracy.md: families hold, strangers do not)."""

WIDEST = 0.50
"""The widest position of a slider."""

FLOOR = 0.40
"""Links at least this similar are kept in memory: below 1 - WIDEST, so a slider never reads again."""


@dataclass(frozen=True, slots=True)
class Tolerances:
    """Largest difference (1 - similarity) per type; 0.0 links only identical files.

    A person's own value for a type is what counts for it. Any other type follows "All types", but goes no further than
    the program's own limit for it, where there is one: so "All types" tightens all of them and loosens none of those.

    Attributes:
        default: for "All types".
        by_type: own values of single types; keys as ``filetype.type_of`` gives them.
        limits: types whose format makes strangers alike, and how far they follow "All types".
    """

    default: float = BUILT_IN
    by_type: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    limits: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))

    def __post_init__(self) -> None:
        for name, value in [("all types", self.default), *self.by_type.items(), *self.limits.items()]:
            if not 0.0 <= value <= 1.0:
                raise ValueError(f"tolerance of {name} must lie between 0 % and 100 %, not {value:.0%}")

    def of(self, file_type: str) -> float:
        """Tolerance that counts for a type."""
        own = self.by_type.get(file_type)
        return min(self.default, self.limits.get(file_type, 1.0)) if own is None else own

    def with_default(self, value: float) -> Tolerances:
        return Tolerances(value, self.by_type, self.limits)

    def with_type(self, file_type: str, value: float | None) -> Tolerances:
        """A copy in which a type has its own value, or (None) follows "All types" again."""
        by_type = {k: v for k, v in self.by_type.items() if k != file_type}
        if value is not None:
            by_type[file_type] = value
        return Tolerances(self.default, MappingProxyType(by_type), self.limits)
