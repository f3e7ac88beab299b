"""The options of a scan as plain JSON and back, every value checked on the way in.

A value of another type is an error; nothing is guessed.
"""

from __future__ import annotations

import math
import os
from dataclasses import asdict, fields
from types import MappingProxyType
from typing import Any

from simfinder.model.file_families import Family
from simfinder.model.scan_options import FolderRules, Method, Methods, ScanOptions
from simfinder.model.tolerances import Tolerances
from simfinder.signatures.table.parameters import Parameters
from simfinder.signatures.tagcount.tag_sets import parse_tags

_PLACES = ("roots", "protected")
_LISTS = (*_PLACES, "include", "exclude", "types", "not_types")
_MAYBE = ("min_size", "max_size", "since", "before")
_LATER = ("types", "not_types", "since", "before", "folder_rules")
"""Options that the first session files do not have."""

_MOST = 2**63 - 1


def whole(value: Any) -> int:
    """Check that a value is a whole number from 0 up.

    Raises:
        ValueError: it is none.
    """
    if type(value) is not int or not 0 <= value <= _MOST:
        raise ValueError("no whole number")
    return value


def number(value: Any) -> float:
    """Check that a value is a finite number.

    Raises:
        ValueError: it is none.
    """
    if type(value) not in (int, float) or not math.isfinite(value):
        raise ValueError("no number")
    return float(value)


def text(value: Any) -> str:
    """Check that a value is a text.

    Raises:
        ValueError: it is none.
    """
    if type(value) is not str:
        raise ValueError("no text")
    return value


def yes_or_no(value: Any) -> bool:
    """Check that a value is a boolean.

    Raises:
        ValueError: it is neither.
    """
    if type(value) is not bool:
        raise ValueError("neither yes nor no")
    return value


def listed(value: Any) -> list[Any]:
    """Check that a value is a list.

    Raises:
        ValueError: it is none.
    """
    if type(value) is not list:
        raise ValueError("no list")
    return value


def named(value: Any) -> dict[str, Any]:
    """Check that a value is an object of named values.

    Raises:
        ValueError: it is none.
    """
    if type(value) is not dict:
        raise ValueError("no names")
    return value


def counts(value: Any) -> dict[str, int]:
    """Check that a value is an object of whole numbers.

    Raises:
        ValueError: it is none.
    """
    return {name: whole(count) for name, count in named(value).items()}


def options_out(options: ScanOptions) -> dict[str, Any]:
    """Write the options of a scan; folders as absolute paths, since the next start may have another working folder."""
    told = asdict(options)
    for name in _LISTS:
        told[name] = [os.path.abspath(path) if name in _PLACES else path for path in told[name]]
    return told


def options_in(value: Any) -> ScanOptions:
    """Read the options of a scan.

    Raises:
        ValueError: they are none.
    """
    told = named(value)
    known: dict[str, Any] = {}
    for field in fields(ScanOptions):
        if field.name in _LATER and field.name not in told:
            continue
        entry = told[field.name]
        if field.name == "folder_rules":
            known[field.name] = tuple(_folder_rules_in(one) for one in listed(entry))
        elif field.name in (*_LISTS, *_MAYBE):
            known[field.name] = _rule_in(field.name, entry)
        else:
            known[field.name] = whole(entry) if field.name == "jobs" else yes_or_no(entry)
    return ScanOptions(**known)


def _rule_in(name: str, entry: Any) -> Any:
    if name in _LISTS:
        return tuple(text(part) for part in listed(entry))
    return None if entry is None else whole(entry)


def _folder_rules_in(value: Any) -> FolderRules:
    told = dict(named(value))
    folder = text(told.pop("folder"))
    if set(told) != {field.name for field in fields(FolderRules)} - {"folder"}:
        raise ValueError("no rules of a folder")
    return FolderRules(folder, **{name: _rule_in(name, entry) for name, entry in told.items()})


def methods_out(methods: Methods) -> dict[str, Any]:
    """Write which method decides about which types."""
    return {"default": str(methods.default), "by_type": {k: str(v) for k, v in methods.by_type.items()}}


def methods_in(value: Any) -> Methods:
    """Read which method decides about which types.

    Raises:
        ValueError: the value is malformed.
    """
    told = named(value)
    by_type = {name: Method(method) for name, method in named(told["by_type"]).items()}
    return Methods(Method(told["default"]), MappingProxyType(by_type))


def tolerances_out(tolerances: Tolerances) -> dict[str, Any]:
    """Write the tolerances."""
    return {
        "default": tolerances.default,
        "by_type": dict(tolerances.by_type),
        "by_family": {str(family): share for family, share in tolerances.by_family.items()},
    }


def tolerances_in(value: Any) -> Tolerances:
    """Read the tolerances.

    Raises:
        ValueError: they are none.
    """
    told = named(value)
    by_type = {name: number(share) for name, share in named(told["by_type"]).items()}
    by_family = {Family(name): number(share) for name, share in named(told.get("by_family", {})).items()}
    return Tolerances(
        number(told["default"]), MappingProxyType(by_type), by_family=MappingProxyType(by_family)
    )


def parameters_out(parameters: Parameters) -> dict[str, Any]:
    """Write the parameters of the methods."""
    told = {field.name: getattr(parameters, field.name) for field in fields(parameters)}
    return told | {"tags": parameters.tags.describe()}


def parameters_in(value: Any) -> Parameters:
    """Read the parameters of the methods.

    Raises:
        ValueError: they are none; so does SignatureError.
    """
    told = dict(named(value))
    tags = parse_tags(text(told.pop("tags")).replace("; ", "\n"))
    wanted = {field.name for field in fields(Parameters)} - {"tags"}
    if set(told) != wanted:
        raise ValueError("no parameters")
    return Parameters(tags=tags, **{name: whole(told[name]) for name in wanted})
