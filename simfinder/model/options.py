"""What a person asks a scan to do."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Method(StrEnum):
    """Which method decides about links. ``AUTO``: all of them propose, shared content decides."""

    AUTO = "auto"
    TAGCOUNT = "tagcount"
    SPAMSUM = "spamsum"
    SIMHASH = "simhash"
    SHINGLEPRINT = "shingleprint"
    CONTENT = "content"


@dataclass(frozen=True, slots=True)
class ScanOptions:
    """Folders and rules of one scan.

    Attributes:
        roots: folders (or single files) as the person named them.
        protected: folders whose files are never marked, moved or deleted.
        include: gitignore-style patterns; where any is given only matching files are taken.
        exclude: gitignore-style patterns, relative to the root.
        hidden: take files and folders whose name begins with a dot too.
        follow: follow symbolic links (loops are noticed by identity).
        min_size, max_size: bytes, inclusive; ``None`` means no bound.
        empty: empty files take part (they are identical to one another).
        identical: only identical files; reads only what can be identical.
        raw: compare the bytes of archives and documents only, not what they hold.
        jobs: signing threads; 0 means one per core.
    """

    roots: tuple[str, ...]
    protected: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    hidden: bool = False
    follow: bool = False
    min_size: int | None = None
    max_size: int | None = None
    empty: bool = False
    identical: bool = False
    raw: bool = False
    jobs: int = 0
