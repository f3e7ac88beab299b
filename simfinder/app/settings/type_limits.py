"""Tolerance limits of types whose format alone makes unrelated files similar, read from ``resources/tolerances.toml``.

The limits are measured; ``model.tolerances`` applies them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from simfinder.text import resource_files

_NAME = "tolerances.toml"


class _Limit(NamedTuple):
    percent: float
    reason: str


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
    return {name: _limit(name, values) for name, values in tomllib.loads(text).items()}


def _limit(name: str, values: object) -> _Limit:
    if not isinstance(values, dict) or values.keys() != {"percent", "reason"}:
        raise ValueError(f"{_NAME}: {name}: not a percentage and a reason")
    percent, reason = values["percent"], values["reason"]
    if type(percent) not in (int, float) or not 0 <= percent <= 100:
        raise ValueError(f"{_NAME}: {name}: the percentage is not a number from 0 to 100")
    if type(reason) is not str or not reason.strip():
        raise ValueError(f"{_NAME}: {name}: no reason")
    return _Limit(float(percent), reason)
