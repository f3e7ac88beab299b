"""One module per group of commands; each offers its ``Command`` values, and is imported when one of them is asked for.

Numba and what a scan needs take 0.5 s to import, which is half of what ``hamming`` takes for a million values.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from simfinder.cli.commands.runner import Command

_Group: TypeAlias = Callable[[], tuple[Command, ...]]


def _scanning() -> tuple[Command, ...]:
    from simfinder.cli.commands import scan

    return scan.SCAN, scan.PAIRS


def _finding() -> tuple[Command, ...]:
    from simfinder.cli.commands import find

    return (find.FIND,)


def _cleaning() -> tuple[Command, ...]:
    from simfinder.cli.commands import clean

    return clean.PLAN, clean.CLEAN


def _applying() -> tuple[Command, ...]:
    from simfinder.cli.commands import apply

    return (apply.APPLY,)


def _saved_rules() -> tuple[Command, ...]:
    from simfinder.cli.commands import rules

    return (rules.RULES,)


def _past() -> tuple[Command, ...]:
    from simfinder.cli.commands import history

    return history.HISTORY, history.UNDO


def _ignoring() -> tuple[Command, ...]:
    from simfinder.cli.commands import ignore

    return (ignore.IGNORE,)


def _caching() -> tuple[Command, ...]:
    from simfinder.cli.commands import cache

    return (cache.CACHE,)


def _hashing() -> tuple[Command, ...]:
    from simfinder.cli.paper_tools import hash as hashing

    return hashing.HASH, hashing.SCORE


def _hamming() -> tuple[Command, ...]:
    from simfinder.cli.paper_tools import hamming

    return (hamming.HAMMING,)


def _simfind() -> tuple[Command, ...]:
    from simfinder.cli.paper_tools import simfind

    return (simfind.SIMFIND,)


def _index() -> tuple[Command, ...]:
    from simfinder.cli.paper_tools import index

    return (index.INDEX,)


def _shingleprint() -> tuple[Command, ...]:
    from simfinder.cli.paper_tools import shingleprint

    return (shingleprint.SHINGLEPRINT,)


def _spamsum() -> tuple[Command, ...]:
    from simfinder.cli.paper_tools import spamsum

    return (spamsum.SPAMSUM,)


def _doctor() -> tuple[Command, ...]:
    from simfinder.cli.commands import doctor

    return (doctor.DOCTOR,)


_GROUPS: dict[str, _Group] = {
    "scan": _scanning,
    "pairs": _scanning,
    "find": _finding,
    "plan": _cleaning,
    "apply": _applying,
    "clean": _cleaning,
    "history": _past,
    "undo": _past,
    "rules": _saved_rules,
    "ignore": _ignoring,
    "cache": _caching,
    "hash": _hashing,
    "score": _hashing,
    "hamming": _hamming,
    "simfind": _simfind,
    "index": _index,
    "shingleprint": _shingleprint,
    "spamsum": _spamsum,
    "doctor": _doctor,
}

VERBS = frozenset(_GROUPS)
"""Names of all commands."""


def named(verb: str) -> Command:
    """The command of a verb, which must be one of ``VERBS``."""
    return next(command for command in _GROUPS[verb]() if command.name == verb)


def everything() -> tuple[Command, ...]:
    """All commands, in the order in which they are listed."""
    return tuple(named(verb) for verb in _GROUPS)


__all__ = ["VERBS", "Command", "everything", "named"]
