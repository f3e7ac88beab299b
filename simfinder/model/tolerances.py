"""How different two files of a type may be and still be linked, and what else decides about clusters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from simfinder.model.file_families import Family, family_of
from simfinder.model.scan_options import Methods

BUILT_IN = 0.30
"""Tolerance of a type without one of its own (accuracy.md: families hold, strangers do not)."""

WIDEST = 0.50
"""The widest position of a slider."""

FLOOR = 0.40
"""Links at least this similar are kept in memory: below 1 - WIDEST, so a slider never reads again."""


@dataclass(frozen=True, slots=True)
class Tolerances:
    """Largest difference (1 - similarity) per type; 0.0 links only identical files.

    A person's own value for a type decides. Any other type follows its family if that has a value of its own, else "All
    types", but never exceeds the program's own limit for it: so a value for many types tightens all of them, and does
    not loosen those with a limit.

    Attributes:
        default: for "All types".
        by_type: own values of single types; keys as ``file_type.type_of`` gives them.
        limits: upper bounds of types whose format makes unrelated files similar.
        by_family: own values of families of types.
    """

    default: float = BUILT_IN
    by_type: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    limits: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    by_family: Mapping[Family, float] = field(default_factory=lambda: MappingProxyType({}))

    def __post_init__(self) -> None:
        known = (self.by_type, self.limits, self.by_family)
        for name, value in [
            ("all types", self.default),
            *(pair for each in known for pair in each.items()),
        ]:
            if not 0.0 <= value <= 1.0:
                raise ValueError(f"tolerance of {name} must lie between 0 % and 100 %, not {value:.0%}")

    def of(self, file_type: str) -> float:
        """Return the tolerance of a type."""
        own = self.by_type.get(file_type)
        if own is not None:
            return own
        return min(self.of_family(family_of(file_type)), self.limits.get(file_type, 1.0))

    def of_family(self, family: Family) -> float:
        """Return the tolerance of the types of a family that have no value of their own."""
        return self.by_family.get(family, self.default)

    @property
    def widest(self) -> float:
        """The largest value that a person chose for anything."""
        return max(self.default, *self.by_type.values(), *self.by_family.values(), 0.0)

    @property
    def floor(self) -> float:
        """The least similarity of links to keep in memory."""
        return min(FLOOR, 1.0 - self.widest)

    def with_default(self, value: float) -> Tolerances:
        return replace(self, default=value)

    def with_type(self, file_type: str, value: float | None) -> Tolerances:
        """Return a copy in which a type has its own value, or (None) follows its family or "All types" again."""
        by_type = {k: v for k, v in self.by_type.items() if k != file_type}
        if value is not None:
            by_type[file_type] = value
        return replace(self, by_type=MappingProxyType(by_type))

    def with_family(self, family: Family, value: float | None) -> Tolerances:
        """Return a copy in which a family has its own value, or (None) follows "All types" again."""
        by_family = {k: v for k, v in self.by_family.items() if k is not family}
        if value is not None:
            by_family[family] = value
        return replace(self, by_family=MappingProxyType(by_family))


DEFAULT_KEEP = "newest"


@dataclass(frozen=True, slots=True)
class Choices:
    """What decides which files of a scan are in one cluster, and which of them is kept.

    Attributes:
        methods: which one decides about which types.
        tolerances: at which links hold.
        same_type: no link between two types holds.
        with_forms: files that share only a form, and parts of a series, are shown together.
        keep_rules: which file of a cluster is kept, as on the command line.
    """

    methods: Methods = field(default_factory=Methods)
    tolerances: Tolerances = field(default_factory=Tolerances)
    same_type: bool = False
    with_forms: bool = False
    keep_rules: str = DEFAULT_KEEP
