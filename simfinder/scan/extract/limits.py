"""How much one view may make, hold and take. Every number is a bound on one file."""

from __future__ import annotations

from typing import NamedTuple

_MIB = 1 << 20


class Bounds(NamedTuple):
    """Limits of one view. What goes beyond is a listed problem, and the raw bytes are used alone.

    Attributes:
        output: bytes that a view may make.
        ratio: bytes made for each byte of the file, once ``free`` bytes were made.
        free: bytes that any file may make, whatever the ratio: small files of zeros are no bombs.
        members: files that an archive may hold.
        depth: levels of containers within containers that are unpacked; below, members are taken as they are.
        seconds: the worker may take, without the time it is kept waiting; a second more for every ten megabytes made.
        memory: bytes of address space of the worker.
        spool: bytes up to which a container within a container is held in memory to be looked into.
        names: bytes of the names of all members together.
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
        """The limits that a view may depend on."""
        return "limits " + " ".join(self.words())

    @classmethod
    def parse(cls, words: list[str]) -> Bounds:
        """From the words of ``words``.

        Raises:
            ValueError: they are none.
        """
        if len(words) != len(cls._fields):
            raise ValueError(f"{len(cls._fields)} limits are needed, there are {len(words)}")
        return cls(*map(int, words))

    def words(self) -> list[str]:
        """As arguments of a command line."""
        return [str(value) for value in self]


BOUNDS = Bounds()
"""What a scan uses."""
