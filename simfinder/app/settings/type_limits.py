"""Tolerance limits of types whose format alone makes unrelated files similar, read from ``resources/tolerances.toml``.

The limits are measured; ``model.tolerances`` applies them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Annotated

from msgspec import Meta, Struct

from simfinder.store.json_values import convert
from simfinder.text import resource_files

_NAME = "tolerances.toml"


class _Limit(Struct, forbid_unknown_fields=True):
    percent: Annotated[float, Meta(ge=0, le=100)]
    reason: Annotated[str, Meta(pattern=r"\S")]


@cache
def limits() -> Mapping[str, float]:
    """Return the largest tolerance, 0..1, of each such type that follows "All types".

    Raises:
        ValueError: the data file is damaged.
    """
    return read(_data_file())


@cache
def reasons() -> Mapping[str, str]:
    """Return a sentence for each limit that says why it is what it is.

    Raises:
        ValueError: the data file is damaged.
    """
    return MappingProxyType({name: limit.reason for name, limit in _limits(_data_file()).items()})


def read(text: str) -> Mapping[str, float]:
    """Parse the data file: a table per type with ``percent`` and ``reason``.

    Raises:
        ValueError: it is no such file.
    """
    return MappingProxyType({name: limit.percent / 100 for name, limit in _limits(text).items()})


def _data_file() -> str:
    return resource_files.read_bytes(_NAME).decode("utf-8")


def _limits(text: str) -> dict[str, _Limit]:
    return convert(tomllib.loads(text), dict[str, _Limit], _NAME)
