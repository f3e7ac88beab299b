"""The commands of SimFinder, one verb a module, each with its ``Command`` values.

A module is imported only when its verb is asked for: numba and what a scan needs take 0.5 s to import, which is half
of what ``hamming`` takes for a million values. ``runner`` holds what a command is and the steps several of them share.

To add a verb: write a module here with two functions, one that adds its arguments to the parser and one that carries it
out and returns the exit code, and end it with ``VERB = Command("verb", "One sentence.", _add, _run)``. Add a loader and
its line to ``_GROUPS`` below; ``--help``, ``main`` and the tests over all commands find it there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from simfinder.cli.commands.runner import Command

_Group: TypeAlias = Callable[[], tuple[Command, ...]]


def _scan() -> tuple[Command, ...]:
    from simfinder.cli.commands import scan

    return (scan.SCAN,)


def _pairs() -> tuple[Command, ...]:
    from simfinder.cli.commands import pairs

    return (pairs.PAIRS,)


def _find() -> tuple[Command, ...]:
    from simfinder.cli.commands import find

    return (find.FIND,)


def _clean() -> tuple[Command, ...]:
    from simfinder.cli.commands import clean

    return clean.PLAN, clean.CLEAN


def _apply() -> tuple[Command, ...]:
    from simfinder.cli.commands import apply

    return (apply.APPLY,)


def _rules() -> tuple[Command, ...]:
    from simfinder.cli.commands import rules

    return (rules.RULES,)


def _history() -> tuple[Command, ...]:
    from simfinder.cli.commands import history

    return history.HISTORY, history.UNDO


def _ignore() -> tuple[Command, ...]:
    from simfinder.cli.commands import ignore

    return (ignore.IGNORE,)


def _cache() -> tuple[Command, ...]:
    from simfinder.cli.commands import cache

    return (cache.CACHE,)


def _hash() -> tuple[Command, ...]:
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
    "scan": _scan,
    "pairs": _pairs,
    "find": _find,
    "plan": _clean,
    "apply": _apply,
    "clean": _clean,
    "history": _history,
    "undo": _history,
    "rules": _rules,
    "ignore": _ignore,
    "cache": _cache,
    "hash": _hash,
    "score": _hash,
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
    """Return the command of a verb, which must be one of ``VERBS``."""
    return next(command for command in _GROUPS[verb]() if command.name == verb)


def everything() -> tuple[Command, ...]:
    """Return all commands, in the order in which ``--help`` lists them."""
    return tuple(named(verb) for verb in _GROUPS)


__all__ = ["VERBS", "Command", "everything", "named"]
