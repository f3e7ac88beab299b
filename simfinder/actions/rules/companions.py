"""Files that belong together: a database and its ``-wal``, a raw picture and its ``.xmp``, the parts of an archive.

Such files go together or not at all. They are known by their names in one folder, and a saved page by the folder
beside it. To add a kind, add its ending to ``_SIDECARS`` or ``_APPENDED``; nothing else knows of it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Container, Iterable, Iterator
from itertools import groupby
from operator import itemgetter

import numpy as np
import numpy.typing as npt

from simfinder.arrays.file_columns import FileColumns
from simfinder.arrays.set_operations import is_among
from simfinder.text.patterns import late_pattern

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
"""Endings that are appended to a whole name."""

_PARTS = (
    (late_pattern(r"(.*\.part)\d+\.rar", re.DOTALL), ""),
    (late_pattern(r"(.*\.)r\d\d", re.DOTALL), "rar"),
    (late_pattern(r"(.*\.)z\d\d", re.DOTALL), "zip"),
    (late_pattern(r"(.*\.(?:7z|zip|rar|tar|gz|tgz|bz2|xz|zst|iso|img|avi|mkv|mp4))\.\d{3}", re.DOTALL), ""),
    (late_pattern(r"(.*\.so)(?:\.\d+)+", re.DOTALL), ""),
    (late_pattern(r"(.*?)(?:-flat|-delta|-ctk|-[sf]\d{3}|-\d{6})\.vmdk", re.DOTALL), ".vmdk"),
    (late_pattern(r"(.*) \(track \d+\)\.(?:bin|wav)", re.DOTALL), ".cue"),
)
"""Patterns of parts of a whole, and the ending that makes a part's stem the name of the whole, if any."""

_OF_PARTS = ("rar", "vmdk", "bin", "wav")  # endings of parts, but for digits

_LANGUAGE = late_pattern(r"(.+)\.(?:[a-z]{2,3}(?:[-_][a-z]{2,4})?|forced|sdh)", re.DOTALL)
_PAGE_ENDINGS = ("_files", "-Dateien", "_fichiers", "_archivos", "_bestanden")
_SEP = re.escape(os.sep)
_PAGE_FOLDER = late_pattern(rf"(.*{_SEP})([^{_SEP}]+)(?:{'|'.join(_PAGE_ENDINGS)}){_SEP}", re.DOTALL)
_PAGES = ("html", "htm", "xhtml")
_TAIL = 3

_TAILS = {
    ending[-_TAIL:]
    for ending in (*(f"..{name}" for name in _SIDECARS), *_APPENDED, ".rar", ".vmdk", ".bin", ".wav")
}
_NO_PARTS = {"mp2", "mp3", "mp4"}  # which end in a digit, as parts do


def without_split(files: FileColumns, wanted: Mask) -> Mask:
    """Drop the wanted files that have a companion that stays: they go together or not at all.

    Near-linear: only folders in which a file is wanted and one has such a name are looked at file by file.

    Args:
        files: all files of a scan.
        wanted: (n,) bool.

    Returns:
        (n,) bool.
    """
    units = _Units()
    for folder, names, some in _folders_to_look_at(files, wanted):
        for name in some:
            for other in companions_of(name, names):
                units.join(names[name], names.get(other, (folder, other)))
    for page, file in _pages(files):
        units.join(page, file)
    found = wanted.copy()
    for unit in units.all():
        if not wanted[unit].all():
            found[unit] = False
    return found


def companions_of(name: str, names: Container[str]) -> Iterator[str]:
    """Find the names in its folder that a file belongs to.

    Args:
        name: of the file, in small letters.
        names: of all files of the folder, likewise.

    Yields:
        Names of files, or a name that all parts of a whole share.
    """
    if name.endswith(_APPENDED):
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
    if name[-1].isdigit() or ending in _OF_PARTS:
        for pattern, behind in _PARTS:
            if match := pattern.fullmatch(name):
                yield match[1] + behind


class _Units:
    """Union-find of files that belong together; a name that several parts share is a node too."""

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


def _folders_to_look_at(files: FileColumns, wanted: Mask) -> Iterator[tuple[int, dict[str, int], list[str]]]:
    """Find the folders in which one file is wanted and one may be a companion.

    Yields:
        Index of the folder, its files by their names in small letters, and the names of those that may be companions.
    """
    chosen = np.zeros(len(files.folders), dtype=np.bool_)
    chosen[files.folder[wanted]] = True
    rows = np.flatnonzero(chosen[files.folder])
    maybe = _may_be_companions(files, rows)
    chosen[:] = False
    chosen[files.folder[rows[maybe]]] = True
    here = chosen[files.folder[rows]]
    rows, maybe = rows[here], maybe[here]
    order = np.argsort(files.folder[rows], kind="stable")
    rows, maybe = rows[order], maybe[order]
    begins = np.where(rows > 0, files.ends[rows - 1], 0)
    columns = zip(
        rows.tolist(),
        files.folder[rows].tolist(),
        maybe.tolist(),
        begins.tolist(),
        files.ends[rows].tolist(),
        strict=True,
    )
    for folder, group in groupby(columns, key=itemgetter(1)):
        names: dict[str, int] = {}
        some: list[str] = []
        for row, _, may_be, begin, end in group:
            name = files.names[begin:end].lower().decode("latin-1")  # a letter a byte: four times as fast
            names[name] = row
            if may_be:
                some.append(name)
        yield folder, names, some


def _may_be_companions(files: FileColumns, rows: npt.NDArray[np.intp]) -> Mask:
    """Find the files whose names end as those of companions do, or in a digit."""
    data = np.frombuffer(files.names, dtype=np.uint8)
    tail = np.zeros(len(rows), dtype=np.int64)
    for back in range(_TAIL, 0, -1):
        letter = data[np.maximum(files.ends[rows] - back, 0)].astype(np.int64)
        tail = tail << 8 | np.where((letter >= 65) & (letter <= 90), letter + 32, letter)
    last = tail & 0xFF
    digit = (last >= 48) & (last <= 57) & ~is_among(tail, _codes(_NO_PARTS))
    found: Mask = is_among(tail, _codes(_TAILS)) | digit
    return found


def _codes(texts: Iterable[str]) -> npt.NDArray[np.int64]:
    return np.array(sorted(int.from_bytes(text.encode(), "big") for text in texts), dtype=np.int64)


def _pages(files: FileColumns) -> Iterator[tuple[int, int]]:
    """Pair each saved page with every file of the folder beside it."""
    text = "\0".join(files.folders)
    if not any(f"{ending}{os.sep}" in text for ending in _PAGE_ENDINGS):
        return
    page_of: dict[int, tuple[str, str]] = {}
    for number, folder in enumerate(files.folders):
        if match := _PAGE_FOLDER.match(folder):
            page_of[number] = match[1], match[2]
    parents = {parent for parent, _ in page_of.values()}
    pages: dict[tuple[str, str], int] = {}
    for row in _rows_in(files, [n for n, folder in enumerate(files.folders) if folder in parents]):
        stem, _, ending = _name(files, row).rpartition(".")
        if ending.lower() in _PAGES:
            pages[files.folders[files.folder[row]], stem] = row
    for row in _rows_in(files, [number for number, page in page_of.items() if page in pages]):
        yield pages[page_of[int(files.folder[row])]], row


def _rows_in(files: FileColumns, folders: list[int]) -> list[int]:
    asked = np.zeros(len(files.folders), dtype=np.bool_)
    asked[folders] = True
    rows: list[int] = np.flatnonzero(asked[files.folder]).tolist()
    return rows


def _name(files: FileColumns, row: int) -> str:
    begin = int(files.ends[row - 1]) if row else 0
    return os.fsdecode(files.names[begin : files.ends[row]])
