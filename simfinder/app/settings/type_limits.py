"""Tolerance limits of types whose format alone makes unrelated files similar, read from ``resources/tolerances.toml``.

The limits are measured; ``model.tolerances`` applies them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from simfinder.text import resource_files

_NAME = "tolerances.toml"


@cache
def limits() -> Mapping[str, float]:
    """Return the largest tolerance, 0..1, of each such type that follows "All types".

    Raises:
        ValueError: the data file is damaged.
    """
    return read(resource_files.read_bytes(_NAME).decode("utf-8"))


@cache
def reasons() -> Mapping[str, str]:
    """Return a sentence for each limit that says why it is what it is.

    Raises:
        ValueError: the data file is damaged.
    """
    text = resource_files.read_bytes(_NAME).decode("utf-8")
    read(text)
    return MappingProxyType({name: row["reason"] for name, row in tomllib.loads(text).items()})


def read(text: str) -> Mapping[str, float]:
    """Parse the data file: a table per type with ``percent`` and ``reason``.

    Raises:
        ValueError: it is no such file.
    """
    found = {}
    for name, row in tomllib.loads(text).items():
        if not isinstance(row, dict) or set(row) != {"percent", "reason"}:
            raise ValueError(f"{_NAME}: {name} has not a percent and a reason alone")
        percent = row["percent"]
        if isinstance(percent, bool) or not isinstance(percent, int | float) or not 0 <= percent <= 100:
            raise ValueError(f"{_NAME}: {name} has {percent!r} for percent")
        if not isinstance(row["reason"], str) or not row["reason"].strip():
            raise ValueError(f"{_NAME}: {name} has no reason")
        found[name] = percent / 100
    return MappingProxyType(found)
