"""The verbs of the command line, a sentence about each, and where its command is.

The module of a command is imported when its verb is asked for, and imports what computes when the command runs: numpy
and numba take 0.4 s to import, which nobody should wait for who only asks for help.
"""

from __future__ import annotations

import difflib
from importlib import import_module

from simfinder.cli.command import Command

_COMMANDS = {  # in the order in which ``--help`` lists them
    "scan": ("commands.scan.SCAN", "Find clusters of similar files in folders."),
    "pairs": ("commands.pairs.PAIRS", "List all pairs of similar files in folders."),
    "find": (
        "commands.find.FIND",
        "Find files similar to one file: copies, versions, and files that contain it or lie in it.",
    ),
    "folders": (
        "commands.folders.FOLDERS",
        "Find whole folders and archives that are copies, parts or versions of one another.",
    ),
    "cluster": (
        "commands.cluster.CLUSTER",
        "Find clusters on Apache Spark, beyond one machine; 'scan --from' shows them.",
    ),
    "plan": (
        "commands.clean.PLAN",
        "Show what 'clean' would do: as a list, as JSON for 'apply', or as a shell script.",
    ),
    "apply": ("commands.apply.APPLY", "Carry out a plan, checking every file again."),
    "clean": (
        "commands.clean.CLEAN",
        "Remove older versions and copies: to the Trash, or as --to and --act say.",
    ),
    "history": ("commands.history.HISTORY", "List what was done to files, newest first."),
    "undo": ("commands.history.UNDO", "Undo a batch: put its files back."),
    "rules": ("commands.rules.RULES", "Save keep rules under a name; list or remove saved ones."),
    "ignore": (
        "commands.ignore.IGNORE",
        "Keep files apart that are not the same; list or remove such entries.",
    ),
    "cache": ("commands.cache.CACHE", "Show, check, tidy or empty the signature cache."),
    "hash": ("paper_tools.hash.HASH", "Print one method's signatures of files."),
    "score": ("paper_tools.hash.SCORE", "Score pairs of signatures read from standard input."),
    "hamming": ("paper_tools.hamming.HAMMING", "Find pairs of 64-bit values that differ in few bits."),
    "simfind": (
        "paper_tools.simfind.SIMFIND",
        "Find pairs by tag counts alone, as Sadowski and Levin's SimFind does.",
    ),
    "index": (
        "paper_tools.index.INDEX",
        "Find the files that hold parts of a file, by an index of n-grams.",
    ),
    "shingleprint": (
        "paper_tools.shingleprint.SHINGLEPRINT",
        "Print, save and compare fingerprints as simhash(1) does.",
    ),
    "spamsum": ("paper_tools.spamsum.SPAMSUM", "Make, list and compare signatures as ssdeep does."),
    "desktop": (
        "commands.installation.DESKTOP",
        "Add SimFinder to the menu and the file managers, or take it out.",
    ),
    "kernels": ("commands.installation.KERNELS", "Compile the comparing code ahead, for packages."),
    "doctor": ("commands.installation.DOCTOR", "Show versions and folders, and check that everything works."),
}

VERBS = {verb: sentence for verb, (_, sentence) in _COMMANDS.items()}
"""What each command does, by its name."""


def named(verb: str) -> Command:
    """Return the command of a verb, which must be one of ``VERBS``."""
    module, _, name = _COMMANDS[verb][0].rpartition(".")
    command: Command = getattr(import_module(f"simfinder.cli.{module}"), name)
    return command


def similar_verb(word: str) -> str | None:
    """Return the verb that a person may have meant by a word; None if none is like it."""
    return next(iter(difflib.get_close_matches(word.lower(), VERBS, 1)), None)
