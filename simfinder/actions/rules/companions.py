"""Files that belong together: a database and its ``-wal``, a raw picture and its ``.xmp``, the parts of an archive.

Such files go together or not at all. They are known by their names in one folder, and a saved page by the folder
beside it. To add a kind, add its ending to ``_SIDECARS`` or ``_APPENDED`` and to nothing else.
"""

from __future__ import annotations

import os
import re
from collections.abc import Container, Iterator

import numpy as np
import numpy.typing as npt

from simfinder.store.listing import Listing

Mask = npt.NDArray[np.bool_]

_RAW = (
    "cr2", "cr3", "crw", "nef", "nrw", "arw", "srf", "sr2", "dng", "orf", "rw2", "raf", "pef", "srw", "3fr", "iiq",
    "x3f", "mrw", "erf", "mef", "mos", "kdc", "dcr", "rwl",
)  # fmt: skip
_FILMS = ("mkv", "mp4", "avi", "mov", "m4v", "webm", "mpg", "mpeg", "wmv", "ts", "m2ts", "flv", "ogv")
_PHOTOS = ("jpg", "jpeg", "heic", "tif", "tiff", "png", "psd")
_SHAPE = ("shp",)

_SIDECARS: dict[str, tuple[str, ...]] = {
    "xmp": (*_RAW, *_PHOTOS, *_FILMS),
    "thm": (*_RAW, *_FILMS, *_PHOTOS),
    "aae": (*_PHOTOS, *_FILMS),
    **dict.fromkeys(("shx", "dbf", "prj", "cpg", "sbn", "sbx", "qix", "qpj"), _SHAPE),
    **dict.fromkeys(("srt", "sub", "idx", "ass", "ssa", "vtt", "sup", "smi"), _FILMS),
    **dict.fromkeys(("map", "id", "ind", "dat"), ("tab",)),
    "mif": ("mid",),
    "cue": ("bin", "img", "wav", "flac", "ape", "iso"),
    "mds": ("mdf",),
    "ccd": ("img",),
    "ldf": ("mdf",),
    "tfw": ("tif", "tiff"),
    "jgw": ("jpg", "jpeg"),
    "pgw": ("png",),
}
"""Ending of a file that belongs to another one of its name, and that one's endings, the best first."""

_APPENDED = (
    "-wal", "-shm", "-journal", ".xmp", ".map", ".asc", ".sig", ".md5", ".sha1", ".sha256", ".sha512", ".aux.xml",
    ".shp.xml",
)  # fmt: skip
"""What is put behind a whole name."""

_PARTS = (
    (re.compile(r"(.*\.part)\d+\.rar", re.DOTALL), r"\1"),
    (re.compile(r"(.*\.)r\d\d", re.DOTALL), r"\1rar"),
    (re.compile(r"(.*\.)z\d\d", re.DOTALL), r"\1zip"),
    (re.compile(r"(.*\.(?:7z|zip|rar|tar|gz|tgz|bz2|xz|zst|iso|img|avi|mkv|mp4))\.\d{3}", re.DOTALL), r"\1"),
    (re.compile(r"(.*\.so)(?:\.\d+)+", re.DOTALL), r"\1"),
    (re.compile(r"(.*?)(?:-flat|-delta|-ctk|-[sf]\d{3}|-\d{6})\.vmdk", re.DOTALL), r"\1.vmdk"),
    (re.compile(r"(.*) \(track \d+\)\.(?:bin|wav)", re.DOTALL), r"\1.cue"),
)
"""Parts of a whole, and what all of them have in common: the name of the whole where there is one."""

_LANGUAGE = re.compile(r"(.+)\.(?:[a-z]{2,3}(?:[-_][a-z]{2,4})?|forced|sdh)", re.DOTALL)
_SEP = re.escape(os.sep)
_PAGE_FOLDER = re.compile(
    rf"(.*{_SEP})([^{_SEP}]+)(?:_files|-Dateien|_fichiers|_archivos|_bestanden){_SEP}", re.DOTALL
)
_PAGES = ("html", "htm", "xhtml")
_TAIL = 3

_TAILS = {ending[-_TAIL:] for ending in (*(f"..{name}" for name in _SIDECARS), *_APPENDED, ".rar", ".vmdk")}


def without_split(files: Listing, wanted: Mask) -> Mask:
    """Which of the wanted files may go: not those of which a companion stays.

    Near-linear: only folders in which a file is wanted and one has such a name are looked at file by file.

    Args:
        files: all files of a scan.
        wanted: (n,) bool.

    Returns:
        (n,) bool.
    """
    units = _Units()
    for names in _folders_to_look_at(files, wanted):
        for name, file in names.items():
            for other in companions_of(name, names):
                units.join(file, names.get(other, (files.folder[file], other)))
    for page, file in _pages(files):
        units.join(page, file)
    found = wanted.copy()
    for unit in units.all():
        if not wanted[unit].all():
            found[unit] = False
    return found


def companions_of(name: str, names: Container[str]) -> Iterator[str]:
    """Names that a file belongs to in its folder.

    Args:
        name: of the file, in small letters.
        names: of all files of the folder, likewise.

    Yields:
        Names of files, or what all parts of a whole have in common.
    """
    for ending in _APPENDED:
        if name.endswith(ending) and name.removesuffix(ending) in names:
            yield name.removesuffix(ending)
    stem, dot, ending = name.rpartition(".")
    if dot and (wholes := _SIDECARS.get(ending)):
        stems = [stem]
        if wholes is _FILMS and (match := _LANGUAGE.fullmatch(stem)):
            stems.append(match[1])
        found = (f"{one}.{whole}" for one in stems for whole in wholes if f"{one}.{whole}" in names)
        if best := next(found, ""):
            yield best
    for pattern, common in _PARTS:
        if match := pattern.fullmatch(name):
            yield match.expand(common)


class _Units:
    """Files that belong together, joined two by two; what is no file but common to some is a node too."""

    def __init__(self) -> None:
        self._above: dict[object, object] = {}

    def join(self, one: object, other: object) -> None:
        a, b = self._top(one), self._top(other)
        if a != b:
            self._above[a] = b

    def _top(self, node: object) -> object:
        self._above.setdefault(node, node)
        while self._above[node] != node:
            self._above[node] = self._above[self._above[node]]
            node = self._above[node]
        return node

    def all(self) -> Iterator[list[int]]:
        units: dict[object, list[int]] = {}
        for node in list(self._above):
            if isinstance(node, int):
                units.setdefault(self._top(node), []).append(node)
        return iter(units.values())


def _folders_to_look_at(files: Listing, wanted: Mask) -> Iterator[dict[str, int]]:
    """The files of each folder in which one is wanted and one may be a companion, by names in small letters."""
    chosen = np.zeros(len(files.folders), dtype=np.bool_)
    chosen[files.folder[_may_be_companion(files)]] = True
    has_wanted = np.zeros(len(files.folders), dtype=np.bool_)
    has_wanted[files.folder[wanted]] = True
    rows = np.flatnonzero((chosen & has_wanted)[files.folder])
    rows = rows[np.argsort(files.folder[rows], kind="stable")]
    borders = np.flatnonzero(np.diff(files.folder[rows])) + 1
    for part in np.split(rows, borders):
        if len(part):
            yield {_name(files, row).lower(): row for row in part.tolist()}


def _may_be_companion(files: Listing) -> npt.NDArray[np.intp]:
    """Files whose names end as those of companions do, or in a digit."""
    data = np.frombuffer(b"\0" * _TAIL + files.names, dtype=np.uint8)
    tail = np.zeros(len(files), dtype=np.int64)
    for back in range(_TAIL, 0, -1):
        letter = data[files.ends + (_TAIL - back)].astype(np.int64)
        tail = tail << 8 | np.where((letter >= 65) & (letter <= 90), letter + 32, letter)
    wanted = np.array(sorted(int.from_bytes(text.encode(), "big") for text in _TAILS), dtype=np.int64)
    last = tail & 0xFF
    return np.flatnonzero(np.isin(tail, wanted) | ((last >= 48) & (last <= 57)))


def _pages(files: Listing) -> Iterator[tuple[int, int]]:
    """Saved pages with each file of the folder beside them."""
    page_of: dict[int, tuple[str, str]] = {}
    for number, folder in enumerate(files.folders):
        if match := _PAGE_FOLDER.match(folder):
            page_of[number] = match[1], match[2]
    if not page_of:
        return
    parents = {parent for parent, _ in page_of.values()}
    pages: dict[tuple[str, str], int] = {}
    for row in _rows_in(files, [n for n, folder in enumerate(files.folders) if folder in parents]):
        stem, _, ending = _name(files, row).rpartition(".")
        if ending.lower() in _PAGES:
            pages[files.folders[files.folder[row]], stem] = row
    for row in _rows_in(files, [number for number, page in page_of.items() if page in pages]):
        yield pages[page_of[int(files.folder[row])]], row


def _rows_in(files: Listing, folders: list[int]) -> list[int]:
    asked = np.zeros(len(files.folders), dtype=np.bool_)
    asked[folders] = True
    rows: list[int] = np.flatnonzero(asked[files.folder]).tolist()
    return rows


def _name(files: Listing, row: int) -> str:
    begin = int(files.ends[row - 1]) if row else 0
    return os.fsdecode(files.names[begin : files.ends[row]])
