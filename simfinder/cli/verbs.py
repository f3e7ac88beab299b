"""The verbs of the command line, and the command of each.

A module is imported only when its verb is asked for: numba and what a scan needs take 0.5 s to import, which is half
of what ``hamming`` takes for a million values.
"""

from __future__ import annotations

from importlib import import_module

from simfinder.cli.command import Command

_COMMANDS = {  # in the order in which ``--help`` lists them
    "scan": "simfinder.cli.commands.scan.SCAN",
    "pairs": "simfinder.cli.commands.pairs.PAIRS",
    "find": "simfinder.cli.commands.find.FIND",
    "plan": "simfinder.cli.commands.clean.PLAN",
    "apply": "simfinder.cli.commands.apply.APPLY",
    "clean": "simfinder.cli.commands.clean.CLEAN",
    "history": "simfinder.cli.commands.history.HISTORY",
    "undo": "simfinder.cli.commands.history.UNDO",
    "rules": "simfinder.cli.commands.rules.RULES",
    "ignore": "simfinder.cli.commands.ignore.IGNORE",
    "cache": "simfinder.cli.commands.cache.CACHE",
    "hash": "simfinder.cli.paper_tools.hash.HASH",
    "score": "simfinder.cli.paper_tools.hash.SCORE",
    "hamming": "simfinder.cli.paper_tools.hamming.HAMMING",
    "simfind": "simfinder.cli.paper_tools.simfind.SIMFIND",
    "index": "simfinder.cli.paper_tools.index.INDEX",
    "shingleprint": "simfinder.cli.paper_tools.shingleprint.SHINGLEPRINT",
    "spamsum": "simfinder.cli.paper_tools.spamsum.SPAMSUM",
    "doctor": "simfinder.cli.commands.doctor.DOCTOR",
}

VERBS = frozenset(_COMMANDS)
"""Names of all commands."""


def named(verb: str) -> Command:
    """Return the command of a verb, which must be one of ``VERBS``."""
    module, _, name = _COMMANDS[verb].rpartition(".")
    command: Command = getattr(import_module(module), name)
    return command


def everything() -> tuple[Command, ...]:
    """Return all commands, in the order in which ``--help`` lists them."""
    return tuple(map(named, _COMMANDS))
