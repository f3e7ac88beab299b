"""What a result folder says of itself: ``manifest.json``, which is written last.

Needs neither numpy nor pyarrow: the window asks at its start whether a folder is a result.
"""

from __future__ import annotations

import os
from typing import Any

from msgspec import Struct

from simfinder.errors import NewerVersionError, StoreCorruptError, StoreUnavailableError, reason_of
from simfinder.store import regular_file
from simfinder.store.json_values import Whole, convert, loads
from simfinder.text.message import say

SCHEMA = 1
"""Version of the tables that this program writes and reads; raise it with every change that a reader must know of."""

MANIFEST = "manifest.json"

FORMAT = "simfinder result"

_LARGEST = 1 << 24  # bytes
_WORK = "_work"  # what a run under way has in its folder
_UNFINISHED = say("is not finished: 'simfinder cluster' was stopped, or is still at work")
_SENSELESS = say("is damaged: its {} makes no sense", MANIFEST)


class Counts(Struct, kw_only=True):
    """How many rows the tables have."""

    files: Whole
    bytes: Whole
    contents: Whole
    links: Whole
    clusters: Whole
    members: Whole
    contains: Whole
    problems: Whole
    bytes_freed: Whole


class Manifest(Struct, kw_only=True):
    """What ``manifest.json`` says; see docs/cluster-results.md."""

    complete: bool
    simfinder: str
    engine: str
    host: str
    made_ns: Whole
    options: dict[str, Any]
    methods: dict[str, Any]
    parameters: dict[str, Any]
    tolerances: dict[str, Any]
    same_type: bool
    with_forms: bool
    keep_rules: str
    floor: float
    made_of: dict[str, str]
    counts: Counts
    verified: bool
    capped: Whole
    passed_over: dict[str, Whole]
    remote: bool = False


def is_result(path: str | os.PathLike[str]) -> bool:
    """Return whether a folder is the result of a run that has ended, damaged or not."""
    try:
        told = loads(regular_file.content(os.path.join(path, MANIFEST), _LARGEST))
    except (OSError, ValueError):
        return False
    return isinstance(told, dict) and told.get("format") == FORMAT


def read_manifest(place: str) -> Manifest:
    """Read the manifest of a folder.

    Raises:
        StoreCorruptError: it is no result, not finished, or damaged.
        NewerVersionError: a newer SimFinder made it.
        StoreUnavailableError: it can't be read.
    """
    try:
        data = regular_file.content(os.path.join(place, MANIFEST), _LARGEST)
    except FileNotFoundError:
        if os.path.isdir(os.path.join(place, _WORK)) or os.path.isdir(os.path.join(place, "members")):
            raise StoreCorruptError(_UNFINISHED, place) from None
        raise StoreCorruptError(
            say("is no result of 'simfinder cluster': it has no {}", MANIFEST), place
        ) from None
    except NotADirectoryError:
        raise StoreCorruptError(say("is no result of 'simfinder cluster': it is no folder"), place) from None
    except OSError as error:
        raise StoreUnavailableError(
            say("can't be read: {}", reason_of(error)), os.path.join(place, MANIFEST)
        ) from error
    try:
        told = loads(data)
    except ValueError:
        raise StoreCorruptError(_SENSELESS, place) from None
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise StoreCorruptError(say("is no result of 'simfinder cluster'"), place)
    schema = told.get("schema")
    if type(schema) is int and schema > SCHEMA:
        raise NewerVersionError(
            say("was made by a newer SimFinder: its form is {}, and this program reads {}", schema, SCHEMA),
            place,
        )
    if schema != SCHEMA or type(schema) is not int:
        raise StoreCorruptError(_SENSELESS, place)
    try:
        manifest = convert(told, Manifest)
    except ValueError as error:
        raise StoreCorruptError(say("is damaged: in its {}, {}", MANIFEST, str(error)), place) from None
    if not manifest.complete:
        raise StoreCorruptError(_UNFINISHED, place)
    return manifest
