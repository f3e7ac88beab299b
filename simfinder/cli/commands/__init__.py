"""One module per group of commands; each offers its ``Command`` values."""

from __future__ import annotations

from simfinder.cli.commands import (
    caching,
    cleaning,
    doctor,
    finding,
    hamming,
    hashing,
    index,
    past,
    scanning,
    shingleprint,
    simfind,
    spamsum,
)
from simfinder.cli.commands.base import Command

ALL: tuple[Command, ...] = (
    scanning.SCAN,
    scanning.PAIRS,
    finding.FIND,
    cleaning.CLEAN,
    past.HISTORY,
    past.UNDO,
    caching.CACHE,
    hashing.HASH,
    hashing.SCORE,
    hamming.HAMMING,
    simfind.SIMFIND,
    index.INDEX,
    shingleprint.SHINGLEPRINT,
    spamsum.SPAMSUM,
    doctor.DOCTOR,
)

__all__ = ["ALL", "Command"]
