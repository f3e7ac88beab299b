"""Limits of one view: bytes made, memory, time, depth. Every number is a bound on one file."""

from __future__ import annotations

from typing import NamedTuple

_MIB = 1 << 20


class Bounds(NamedTuple):
    """Limits of one view. A file that exceeds one is a listed problem, and only its raw bytes are compared.

    Attributes:
        output: most bytes a view may make.
        ratio: most bytes made for each byte of the file, once ``free`` bytes were made.
        free: bytes that any file may make, whatever the ratio: small files of zeros are no bombs.
        members: most files in an archive.
        depth: levels of containers within containers that are unpacked; deeper members are taken as they are.
        seconds: most time the worker may take, without the time it is kept waiting; one second more for every ten
            megabytes made.
        memory: most bytes of address space of the worker.
        spool: most bytes of a container within a container that are held in memory to unpack it.
        names: most bytes of the names of all members together.
    """

    output: int = 4096 * _MIB
    ratio: int = 200
    free: int = 64 * _MIB
    members: int = 200_000
    depth: int = 1
    seconds: int = 60
    memory: int = 1024 * _MIB
    spool: int = 64 * _MIB
    names: int = 32 * _MIB

    def made_of(self) -> str:
        """Return the limits as a text for cache keys: a view may depend on them."""
        return "limits " + " ".join(map(str, self))


BOUNDS = Bounds()
"""The limits of a scan."""
