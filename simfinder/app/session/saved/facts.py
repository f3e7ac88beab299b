"""What a session file says as plain JSON beside its arrays, every value checked on the way in.

A value of another type is an error; nothing is guessed. Names that are not known are left alone: a later version's.
"""

from __future__ import annotations

import os
from dataclasses import asdict, fields
from types import MappingProxyType
from typing import Annotated, Any

from msgspec import Meta, Struct, structs

from simfinder.errors import StoreUnavailableError
from simfinder.model import extension_points
from simfinder.model.file_families import Family
from simfinder.model.scan_options import FolderRules, Method, Methods, ScanOptions
from simfinder.model.tolerances import Tolerances
from simfinder.signatures.table.parameters import Parameters
from simfinder.signatures.tagcount.tag_sets import parse_tags
from simfinder.store.json_values import Whole, convert
from simfinder.text.message import say


class _Rules(Struct, kw_only=True):
    include: tuple[str, ...]
    exclude: tuple[str, ...]
    min_size: Whole | None
    max_size: Whole | None
    types: tuple[str, ...] = ()  # these four the first session files do not have
    not_types: tuple[str, ...] = ()
    since: Whole | None = None
    before: Whole | None = None


class _FolderRules(_Rules, forbid_unknown_fields=True, kw_only=True):
    folder: str


class _Options(_Rules, kw_only=True):
    roots: tuple[str, ...]
    protected: tuple[str, ...]
    hidden: bool
    follow: bool
    empty: bool
    identical: bool
    raw: bool
    jobs: Whole
    no_development: bool = False  # these two the first session files do not have
    no_media: bool = False
    folder_rules: tuple[_FolderRules, ...] = ()


class _Methods(Struct):
    default: str
    by_type: dict[str, str]


class _Tolerances(Struct):
    default: float
    by_type: dict[str, float]
    by_family: dict[Family, float] = {}


class Head(Struct, kw_only=True):
    """What the beginning of a session file says of the session; as in ``save_and_load.Saved``."""

    made_ns: Whole
    files: Whole
    clusters: Whole
    marked: Whole
    bytes_freed: Whole
    options: dict[str, Any]


class Facts(Head, kw_only=True):
    """All that a session file says beside its arrays.

    Attributes:
        plain: of which methods the column ``plain`` of the table is, see ``registry.plain_key``.
        capped: pairs were left out of the links.
        unread: files that were not read; 0 in files saved before there was such a number.
        problems, warnings, projects: how many there are; None where the file was saved before they were.
    """

    methods: _Methods
    parameters: dict[str, Any]
    tolerances: _Tolerances
    same_type: bool
    with_forms: bool = False
    keep_rules: str
    complete: bool
    views: tuple[str, ...]
    plain: str = ""
    capped: Whole
    passed_over: dict[str, Whole]
    projects: Whole | None = None
    unread: Whole = 0
    bytes: Whole
    from_cache: Whole
    seconds: Annotated[float, Meta(ge=0, lt=2**63)]
    problems: Whole
    warnings: Whole


def options_out(options: ScanOptions) -> dict[str, Any]:
    """Write the options of a scan; folders as absolute paths, since the next start may have another working folder."""
    places = {
        name: [os.path.abspath(path) for path in getattr(options, name)] for name in ("roots", "protected")
    }
    return asdict(options) | places


def options_in(value: Any) -> ScanOptions:
    """Read the options of a scan.

    Raises:
        ValueError: they are none, or a folder of theirs is not absolute: it would be another one in each folder that
            the program is started in.
    """
    known = structs.asdict(convert(value, _Options))
    if not all(map(os.path.isabs, (*known["roots"], *known["protected"]))):
        raise ValueError(known["roots"])
    rules = tuple(FolderRules(**structs.asdict(one)) for one in known.pop("folder_rules"))
    return ScanOptions(**known, folder_rules=rules)


def methods_out(methods: Methods) -> dict[str, Any]:
    """Write which method decides about which types."""
    return {"default": str(methods.default), "by_type": {k: str(v) for k, v in methods.by_type.items()}}


def methods_in(value: Any) -> Methods:
    """Read which method decides about which types.

    Raises:
        StoreUnavailableError: the extension of one of them is not installed.
        ValueError: one of them can't be a method.
    """
    known = value if isinstance(value, _Methods) else convert(value, _Methods)
    for name in {known.default, *known.by_type.values()} - set(Method):
        if not extension_points.is_name(name):
            raise ValueError(name)
        raise StoreUnavailableError(say("was made with the method {}, which is not installed", name))
    by_type = {file_type: Method(name) for file_type, name in known.by_type.items()}
    return Methods(Method(known.default), MappingProxyType(by_type))


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
        ValueError: they are none, or one lies outside its range.
    """
    known = value if isinstance(value, _Tolerances) else convert(value, _Tolerances)
    by_type, by_family = MappingProxyType(known.by_type), MappingProxyType(known.by_family)
    return Tolerances(known.default, by_type, by_family=by_family)


def parameters_out(parameters: Parameters) -> dict[str, Any]:
    """Write the parameters of the methods."""
    told = {field.name: getattr(parameters, field.name) for field in fields(parameters)}
    return told | {"tags": parameters.tags.describe()}


def parameters_in(value: dict[str, Any]) -> Parameters:
    """Read the parameters of the methods.

    Raises:
        ValueError: they are none; so does SignatureError.
    """
    numbers = dict(value)
    tags = parse_tags(convert(numbers.pop("tags", None), str).replace("; ", "\n"))
    if numbers.keys() != {field.name for field in fields(Parameters)} - {"tags"}:
        raise ValueError("no parameters")
    return Parameters(tags=tags, **convert(numbers, dict[str, Whole]))
