r"""ssdeep's list files: a header line, then ``signature,"name"`` for each file.

They are read and written byte for byte as ssdeep 2.14.1 does. A ``"`` in a name is written ``\\"`` and nothing else is
escaped, not even newlines; the reader still finds where a name ends, because inside a name every ``"`` has a backslash
before it. ``ssdeep_matching`` compares the signatures.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from simfinder.errors import GrammarError, SimFinderError, reason_of
from simfinder.model.file_record import Problem
from simfinder.scan.reading.read_file import named
from simfinder.signatures.spamsum.score import parse as parse_signature

HEADER = "ssdeep,1.1--blocksize:hash:hash,filename"
NO_NAME = "[NO FILENAME]"
"""The name of a signature without one, as in ssdeep."""

_HEADERS = (HEADER, "ssdeep,1.0--blocksize:hash:hash,filename")
_BARE_START = re.compile(r'[0-9]+:[A-Za-z0-9+/]*:[A-Za-z0-9+/]*,"', re.ASCII)
_START = re.compile(
    _BARE_START.pattern + ".", re.ASCII | re.DOTALL
)  # no name of several lines holds such a one


class ListError(SimFinderError):
    """A file can't be read or is no list of signatures."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A signature and the file it belongs to.

    Attributes:
        signature: ``blocksize:part:part``.
        name: of the file, as written or as it is to be shown.
        source: the list it came from, as named on the command line; "" for a file that was signed just now.
    """

    signature: str
    name: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class SignatureList:
    """The content of a list.

    Attributes:
        entries: in the order of the list.
        problems: its malformed lines, each with its number (from 1) and, if known, the position in it (from 0).
    """

    entries: list[Entry]
    problems: list[Problem]


def line(signature: str, name: str) -> str:
    """Return one line of a list, with its newline."""
    return f"{signature},{quoted(name)}\n"


def quoted(name: str) -> str:
    """Quote a name as in lists and comma-separated results."""
    return '"' + name.replace('"', '\\"') + '"'


def read(path: str) -> SignatureList:
    """Read a list file; names are its bytes decoded with surrogateescape.

    Raises:
        ListError: it can't be read or has no header.
    """
    try:
        with named(path) as (handle, _), open(handle, "rb", closefd=False) as file:
            content = file.read()
    except OSError as error:
        raise ListError(reason_of(error), path) from error
    return parse(content.decode("utf-8", "surrogateescape"), path)


def parse(text: str, source: str) -> SignatureList:
    """Parse the entries of a list; a malformed line is reported and skipped, as ssdeep does.

    Args:
        text: of the list.
        source: its name.

    Raises:
        ListError: the first line is not ssdeep's.
    """
    lines = text.split("\n")
    if lines[0].endswith("\r"):
        lines = [line.removesuffix("\r") for line in lines]
    if lines[0] not in _HEADERS:
        what = f"its first line is not {HEADER!r}" if text else "it is empty"
        raise ListError(f"is no list of signatures: {what}", source)
    listing = SignatureList([], [])
    at = 1
    while at < len(lines):
        if not lines[at]:
            at += 1
            continue
        try:
            entry, after = _record(lines, at, source)
            listing.entries.append(entry)
            at = after
        except GrammarError as error:
            reason = f"line {at + 1}, position {error.position}: {error.message}"
            listing.problems.append(Problem(source, reason))
            at += 1
    return listing


def _record(lines: list[str], at: int, source: str) -> tuple[Entry, int]:
    """Return the entry that begins in a line, and the number of the line after it."""
    first = lines[at]
    signature, comma, _ = first.partition(",")
    parse_signature(signature)
    if not comma:
        return Entry(signature, NO_NAME, source), at + 1
    begin = len(signature) + 1
    if not first.startswith('"', begin):
        raise GrammarError("the name does not begin with a quote", begin)
    if "\0" in first:
        raise GrammarError("a name can't hold a NUL", first.index("\0"))
    pieces = [first[begin + 1 :]]
    after = at + 1
    while not _ends(pieces[-1], lines, after):
        if after >= len(lines) or _START.match(lines[after]):
            raise GrammarError("the name has no closing quote", len(first))
        pieces.append(lines[after])
        after += 1
    pieces[-1] = pieces[-1].removesuffix("\r")[:-1]
    return Entry(signature, "\n".join(pieces).replace('\\"', '"'), source), after


def _ends(piece: str, lines: list[str], after: int) -> bool:
    r"""Return whether a name ends with this line.

    A quote at the end of a line closes the name, unless a backslash precedes it: then the quote belongs to the name, or
    the name ends with a backslash. What follows decides: after a closed name comes a new entry or the end of the list.
    Each line that is nothing but the beginning of an entry opens a name or closes the open one, so their number decides
    too.
    """
    if not piece.endswith('\\"'):
        return piece.endswith('"') or (piece.endswith('"\r') and not piece.endswith('\\"\r'))
    toggles = 0
    while after < len(lines) and (not lines[after] or _BARE_START.fullmatch(lines[after])):
        toggles += bool(lines[after])
        after += 1
    closed = after >= len(lines) or _START.match(lines[after]) is not None
    return closed == (toggles % 2 == 0)
