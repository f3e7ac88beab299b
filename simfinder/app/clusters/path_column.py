"""The paths of all files as one column of bytes, to search and sort a million names.

It is built once per scan. No step holds Python's lock for long, so the window stays responsive while another thread
builds or searches it; there is no Python object per file.
"""

from __future__ import annotations

import threading
from typing import Literal

import numpy as np
import numpy.typing as npt

from simfinder.arrays.file_columns import FileColumns
from simfinder.model.path_rules import OWN

_AT_ONCE = 2000  # paths joined in one go: 0.3 ms
_PIECE = 1 << 22  # bytes searched in one go
_WORD = 8  # bytes compared in one go

Bytes = npt.NDArray[np.uint8]
Places = npt.NDArray[np.int64]


class PathText:
    """Case-folded paths of files, in their order.

    Args:
        records: of the files.
    """

    def __init__(self, records: FileColumns) -> None:
        self._records = records
        self._lock = threading.Lock()
        self._made: tuple[Bytes, Places] | None = None
        self._names: Places | None = None
        self._folders: Places | None = None

    def holding(
        self, text: str, *, part: Literal["path", "name", "folder"] = "path"
    ) -> npt.NDArray[np.bool_]:
        """Return (n,) bool, the paths that contain a text in the given part of them, ignoring case."""
        wanted = _encoded(text.casefold())
        with self._lock:
            blob, ends = self._text()
        found = np.zeros(len(ends), dtype=np.bool_)
        if not len(wanted):
            found[:] = True
            return found
        cuts = None if part == "path" else _cuts(blob, ends)[1]
        for begin in range(0, len(blob), _PIECE):
            # a match belongs to the piece that it begins in, and may reach into the next one
            piece = blob[begin : begin + _PIECE + len(wanted) - 1]
            places = np.flatnonzero(piece[: len(piece) - len(wanted) + 1] == wanted[0])
            for k in range(1, len(wanted)):
                places = places[piece[places + k] == wanted[k]]
            places += begin
            # what follows a path is a byte 0, which no text holds: no match reaches across
            files = np.searchsorted(ends, places, side="right")
            if cuts is not None:
                in_name = places > cuts[files]
                in_folder = places + len(wanted) <= cuts[files]
                files = files[in_name if part == "name" else in_folder]
            found[files] = True
        return found

    def names(self) -> Places:
        """Return (n,) int64, the rank of each file by its name; equal names have the same rank."""
        with self._lock:
            if self._names is None:
                blob, ends = self._text()
                begins, cuts = _cuts(blob, ends)
                self._names = ranks(blob, np.maximum(begins, cuts + 1), ends)
            return self._names

    def folders(self) -> Places:
        """Return (n,) int64, the rank of each file by its folder; files of one folder have the same rank."""
        with self._lock:
            if self._folders is None:
                blob, ends = self._text()
                begins, cuts = _cuts(blob, ends)
                self._folders = ranks(
                    blob, begins, np.maximum(begins, np.where(cuts > begins, cuts, cuts + 1))
                )
            return self._folders

    def _text(self) -> tuple[Bytes, Places]:
        """Return the bytes of all paths, each followed by a 0, and the positions of those zeros."""
        if self._made is None:
            pieces = []
            for begin in range(0, len(self._records), _AT_ONCE):
                some = range(begin, min(begin + _AT_ONCE, len(self._records)))
                paths = [self._records.path(file) for file in some]
                pieces.append(_encoded("\0".join([*paths, ""]).casefold()))
            blob = np.concatenate(pieces) if pieces else np.zeros(0, np.uint8)
            self._made = blob, np.flatnonzero(blob == 0)
        return self._made


def _encoded(text: str) -> Bytes:
    """Encode so that bytes sort like characters, including lone surrogates, which stand for bytes that are no text."""
    return np.frombuffer(text.encode("utf-8", "surrogatepass"), dtype=np.uint8)


def _cuts(blob: Bytes, ends: Places) -> tuple[Places, Places]:
    """Return where each path begins and where its last separator is; just before the beginning if it has none."""
    begins = np.concatenate(([0], ends[:-1] + 1)).astype(np.int64)[: len(ends)]
    is_cut = blob == ord("/")
    if OWN.windows:
        is_cut |= blob == ord("\\")
    marks = np.flatnonzero(is_cut)
    last = np.searchsorted(marks, ends) - 1
    cuts = np.where(last >= 0, marks[np.maximum(last, 0)], -1) if len(marks) else np.full(len(ends), -1)
    return begins, np.maximum(cuts, begins - 1)


def ranks(blob: Bytes, begins: Places, ends: Places) -> Places:
    """Rank many byte strings; equal ones have the same rank.

    Eight bytes at a time: after each round only those that are still tied go on.

    Args:
        blob: bytes, without a 0 inside the strings.
        begins: (n,) where each string begins.
        ends: (n,) where it ends.
    """
    place = np.zeros(len(begins), dtype=np.int64)
    tied, depth = np.arange(len(begins)), 0
    while len(tied) > 1:
        words = _words(blob, begins[tied] + depth, ends[tied])
        if words.min() != words.max():
            order = np.lexsort((words, place[tied]))
            tied, words = tied[order], words[order]
            group = place[tied]
            new = np.concatenate(([True], (group[1:] != group[:-1]) | (words[1:] != words[:-1])))
            fresh = np.concatenate(([True], group[1:] != group[:-1]))
            at = np.arange(len(tied))
            first_of_group = np.maximum.accumulate(np.where(fresh, at, 0))
            first_of_word = np.maximum.accumulate(np.where(new, at, 0))
            place[tied] = group + first_of_word - first_of_group
        else:
            order = np.argsort(place[tied], kind="stable")
            tied = tied[order]
            group = place[tied]
            new = np.concatenate(([True], group[1:] != group[:-1]))
        depth += _WORD
        starts = np.flatnonzero(new)
        goes_on = np.maximum.reduceat(ends[tied] - begins[tied], starts) > depth
        several = np.diff(np.append(starts, len(tied))) > 1
        tied = tied[np.repeat(goes_on & several, np.diff(np.append(starts, len(tied))))]
    return place


def _words(blob: Bytes, begins: Places, ends: Places) -> npt.NDArray[np.uint64]:
    """Return the next bytes of each string as one number, with zeros behind its end."""
    words = np.zeros(len(begins), dtype=np.uint64)
    for k in range(_WORD):
        at = begins + k
        inside = at < ends
        byte = np.where(inside, blob[np.minimum(at, len(blob) - 1)], 0).astype(np.uint64)
        words = (words << np.uint64(8)) | byte
    return words
