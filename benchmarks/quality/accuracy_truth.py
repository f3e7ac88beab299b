"""A corpus with its truth: files, the pairs that are alike, and its two halves.

Owns what the tables of a corpus mean (``files.csv`` and ``pairs.csv``); knows nothing of programs or of scores.

The tables were made from bytes and words. So they call a font as ttf and the same font as woff strangers, and a style
sheet and itself minified half alike, which they are not for anybody who looks at them. Such pairs, of one origin but
for the format, are neither right nor wrong here, as the tables themselves say of a file and itself compressed.
"""

from __future__ import annotations

import csv
import hashlib
import os
import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import combinations

Pair = tuple[str, str]
"""Two paths below the corpus's files, the smaller first."""

ALL, TUNE, TEST = "all", "tune", "test"

_DOCUMENT = "doc"
_MADE = "edits/"
_FORMAT = "format"
_SAME_IN = (
    frozenset({".ttf", ".otf", ".woff", ".woff2", ".eot"}),
    frozenset({".css", ".min.css"}),
    frozenset({".js", ".min.js"}),
    frozenset({".docx", ".odt", ".pdf", ".xlsx", ".ods", ".pptx", ".odp", ".html", ".md", ".rst", ".txt"}),
)
_SUFFIX = re.compile(r"(?:\.min)?\.\w+$")
_UNJUDGED = frozenset({"contains", "archived", _FORMAT})
_BAND = 0.1


def pair(one: str, other: str) -> Pair:
    """Two paths in the one order they are kept in."""
    return (one, other) if one < other else (other, one)


@dataclass(frozen=True)
class File:
    """A file of a corpus.

    Attributes:
        path: below the corpus's files.
        package: what it came from; both halves of a corpus have whole packages only.
        origin: the package and the path there, without the version.
        kind: as the corpus sorts it (``source``, ``office``...).
        family: the true cluster.
        size: bytes.
    """

    path: str
    package: str
    origin: str
    kind: str
    family: str
    size: int


@dataclass(frozen=True)
class Likeness:
    """What is true of a pair.

    Attributes:
        similarity: share of content in common, 0 to 1.
        relation: ``identical``, ``version``, ``edit``, ``other``, ``contains``, ``archived`` or ``format``.
        containment: the larger share of one file that the other holds.
        edit: the edit of one side, those of both with a plus between, or "".
        kind: of both files, ``mixed`` where they differ.
    """

    similarity: float
    relation: str
    containment: float
    edit: str
    kind: str


@dataclass(frozen=True)
class Corpus:
    """Files, the pairs that are alike, and where the files lie; a pair that is not there is not alike."""

    root: str
    files: dict[str, File]
    pairs: dict[Pair, Likeness]

    @property
    def size(self) -> int:
        return sum(file.size for file in self.files.values())

    def half(self, name: str) -> Corpus:
        """The files of one half and the pairs within it; pairs across the halves are in neither."""
        if name == ALL:
            return self
        files = {path: file for path, file in self.files.items() if half_of(file.package) == name}
        pairs = {key: like for key, like in self.pairs.items() if key[0] in files and key[1] in files}
        return replace(self, files=files, pairs=pairs)


def half_of(package: str) -> str:
    """Which half a package is in.

    Of the common hashes SHA-512 was the one that gives both halves of the open corpus as many packages and both of
    them documents; nothing was scored when it was chosen.
    """
    return (TUNE, TEST)[hashlib.sha512(package.encode()).digest()[-1] & 1]


def read(folder: str) -> Corpus:
    """The corpus in a folder with ``files`` and ``truth``.

    Raises:
        OSError: there is none.
        ValueError: its tables are not those of a corpus.
    """
    truth = os.path.join(folder, "truth")
    try:
        rows = _rows(os.path.join(truth, "files.csv"))
        named = _packages(row["origin"] for row in rows)
        files = {
            row["path"]: File(
                path=row["path"],
                package=named(row["origin"]),
                origin=row["origin"],
                kind=row["kind"],
                family=row["family"],
                size=int(row["size"]),
            )
            for row in rows
        }
        pairs = {
            pair(row["path_a"], row["path_b"]): Likeness(
                similarity=float(row["true_similarity"]),
                relation=row["relation"],
                containment=float(row["containment"] or 0),
                edit=row["edit"],
                kind=row["kind"],
            )
            for row in _rows(os.path.join(truth, "pairs.csv"))
        }
        pairs |= _in_other_formats(files, pairs)
    except KeyError as error:
        raise ValueError(f"{truth}: no column {error}") from error
    return Corpus(os.path.realpath(os.path.join(folder, "files")), files, pairs)


def _in_other_formats(files: dict[str, File], pairs: dict[Pair, Likeness]) -> dict[Pair, Likeness]:
    """Pairs of one origin in two formats that the tables call strangers, or alike without a reason."""
    groups: dict[tuple[str, int], list[File]] = defaultdict(list)
    for file in files.values():
        suffix = _SUFFIX.search(file.origin)
        number = next((n for n, formats in enumerate(_SAME_IN) if suffix and suffix[0] in formats), None)
        if suffix and number is not None:
            groups[file.origin[: suffix.start()], number].append(file)
    found = {}
    for group in groups.values():
        for one, other in combinations(group, 2):
            key = pair(one.path, other.path)
            like = pairs.get(key) or Likeness(0.0, "other", 0.0, "", one.kind)
            if one.origin != other.origin and like.relation == "other":
                found[key] = replace(like, relation=_FORMAT)
    return found


def _rows(path: str) -> list[dict[str, str]]:
    with open(path, newline="", encoding="utf-8", errors="surrogateescape") as file:
        return list(csv.DictReader(file))


def _packages(origins: Iterable[str]) -> Callable[[str], str]:
    """Tells the package of an origin; a document is of the package whose text it was made from."""
    parts = [origin.partition(":")[::2] for origin in origins]
    known = sorted({package for package, _ in parts if package != _DOCUMENT}, key=len, reverse=True)

    def named(origin: str) -> str:
        package, _, rest = origin.partition(":")
        if package != _DOCUMENT:
            return package
        return next((name for name in known if rest.startswith(name + "-")), rest)

    return named


def near(_: Pair, like: Likeness | None) -> bool:
    """Not identical: what is to be found needs more than a checksum."""
    return like is None or like.relation != "identical"


def made(key: Pair) -> bool:
    """One side is a made edit."""
    return key[0].startswith(_MADE) or key[1].startswith(_MADE)


def real(key: Pair, like: Likeness | None) -> bool:
    """Neither identical nor a made edit."""
    return near(key, like) and not made(key)


def edited(key: Pair, like: Likeness | None) -> bool:
    """With a made edit, and not identical."""
    return near(key, like) and made(key)


def from_base(corpus: Corpus, key: Pair) -> bool:
    """A file edited once with what it was made from, or with another version of that."""
    edit = corpus.pairs[key].edit
    return bool(edit) and "+" not in edit and corpus.files[key[0]].origin == corpus.files[key[1]].origin


def wanted(like: Likeness | None, bound: float) -> bool:
    """To be found at a bound of true similarity."""
    return like is not None and like.similarity >= bound


def false(like: Likeness | None, bound: float) -> bool:
    """Not to be found at a bound.

    What lies just below the bound, and what is alike in another way (a part, an archive's member, one text in two
    formats), is neither right nor wrong.
    """
    if like is None:
        return True
    return like.similarity < bound - _BAND and like.relation not in _UNJUDGED
