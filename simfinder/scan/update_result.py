"""Update the result of a scan: take out files that are gone or changed, put in files that were signed since.

Rows of contents move when others come and go, so the caller gets a map from old rows to new ones. The result equals
that of a whole scan of the same files, except for the counts of skipped entries.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from simfinder.arrays.file_columns import FileColumns
from simfinder.arrays.set_operations import sorted_set
from simfinder.scan.build_table import content_keys
from simfinder.scan.pipeline import ScanResult
from simfinder.signatures.table.representations import BYTES, RAW, Representations
from simfinder.signatures.table.signature_table import COLUMNS, TOLD, SignatureTable

_FEW = 8  # average number of neighbouring rows from which on they are copied together

Rows = npt.NDArray[np.int32]
Keys = npt.NDArray[np.bytes_]


@dataclass(frozen=True, slots=True, eq=False)
class Patched:
    """An updated result, and where the old rows went.

    Attributes:
        result: the new result.
        files: (n,) int32, new index of each old file; -1 for a file that is gone or was put in anew.
        contents: (m,) int32, new row of each old content; -1 for a content that no file has any more.
        stirred: (k,) bool, new contents whose links may have changed: those of files that came or went, and those that
            share a representation with them.
    """

    result: ScanResult
    files: Rows
    contents: Rows
    stirred: npt.NDArray[np.bool_]


def patched(result: ScanResult, gone: Iterable[str], fresh: ScanResult) -> Patched:
    """Take files out of a result and put others in.

    Args:
        result: a scan of all files, not one for identical files only.
        gone: paths that are gone, or whose files come from ``fresh``.
        fresh: a scan of some files with the same options.
    """
    out = {*gone, *(record.path for record in fresh.files)}
    paths = result.files.paths()
    stays = np.fromiter((path not in out for path in paths), np.bool_, len(paths))
    listing, order = _merged(result.files.take(np.flatnonzero(stays)), fresh.files)
    place = np.empty(len(order), dtype=np.int32)
    place[order] = np.arange(len(order), dtype=np.int32)
    files = np.full(len(paths), -1, dtype=np.int32)
    files[stays] = place[: int(stays.sum())]

    old_keys, fresh_keys = content_keys(result.table.content), content_keys(fresh.table.content)
    used = np.zeros(len(old_keys), dtype=np.bool_)
    used[result.content_row[stays]] = True
    left = old_keys[used]
    added = fresh_keys[_places(left, fresh_keys) < 0]
    distinct = np.insert(left, np.searchsorted(left, added), added)
    contents = np.empty(len(old_keys), dtype=np.int32)
    contents[used] = np.arange(len(left)) + np.searchsorted(added, left)
    contents[~used] = _places(distinct, old_keys[~used])  # a rewritten file may bring its content back
    of_fresh = _places(distinct, fresh_keys)[fresh.content_row]
    content_row = np.concatenate((contents[result.content_row[stays]], of_fresh))[order]
    faces = _faces(distinct, result.faces, fresh.faces)
    touched = sorted_set(
        np.concatenate((old_keys[result.content_row[~stays]], fresh_keys[fresh.content_row]))
    )
    members = _members(distinct, ((result.members, old_keys), (fresh.members, fresh_keys)))
    media = _members(distinct, ((result.media, old_keys), (fresh.media, fresh_keys)))
    problems = [problem for problem in result.problems if problem.path not in out]
    now = replace(
        result,
        files=listing,
        content_row=content_row.astype(np.int32),
        faces=faces,
        members=members,
        media=media,
        problems=tuple(sorted({*problems, *fresh.problems}, key=lambda p: (os.fsencode(p.path), p.reason))),
        warnings=(*result.warnings, *(w for w in fresh.warnings if w not in result.warnings)),
        bytes=int(listing.sizes.sum()),
        projects=tuple(sorted({*result.projects, *fresh.projects}, key=os.fsencode)),
    )
    return Patched(now, files, contents, _stirred(distinct, faces, touched, result.faces, fresh.faces))


def _merged(one: FileColumns, other: FileColumns) -> tuple[FileColumns, npt.NDArray[np.int64]]:
    """Merge two listings by the bytes of their paths; return it with the old index of each row (the other's after)."""
    paths = [*one.paths(), *other.paths()]
    keys = paths if all(map(str.isascii, paths)) else [os.fsencode(path) for path in paths]
    order = np.array(sorted(range(len(paths)), key=keys.__getitem__), dtype=np.int64)
    gap = len(one.folders)
    both = FileColumns(
        [*one.folders, *other.folders],
        np.concatenate((one.folder, other.folder + np.int32(gap))),
        one.names + other.names,
        np.concatenate((one.ends, other.ends + len(one.names))),
        np.concatenate((one.numbers, other.numbers)),
        np.concatenate((one.protected, other.protected)),
    )
    return both.take(order), order


def _places(sorted_keys: Keys, wanted: Keys) -> Rows:
    """Return the index of each key among distinct ascending ones; -1 for a key that is not there."""
    at = np.searchsorted(sorted_keys, wanted)
    found = at < len(sorted_keys)
    found[found] = sorted_keys[at[found]] == wanted[found]
    return np.where(found, at, -1).astype(np.int32)


def _members(distinct: Keys, of: Iterable[tuple[dict[int, bytes], Keys]]) -> dict[int, bytes]:
    """Return the packed lists of members by new rows."""
    members: dict[int, bytes] = {}
    for lists, keys in of:
        rows = np.array(list(lists), dtype=np.int64)
        places = _places(distinct, keys[rows]).tolist() if len(rows) else []
        members |= {place: packed for place, packed in zip(places, lists.values(), strict=True) if place >= 0}
    return members


def _faces(distinct: Keys, *of: Representations) -> Representations:
    """Return the representations of some contents, each from the last of several ``Representations`` that has it."""
    tables = [faces.table for faces in of]
    before = np.cumsum([0, *map(len, tables)])
    keys = np.concatenate([content_keys(table.content) for table in tables])
    names = [RAW]
    source = np.full(len(distinct), -1, dtype=np.int64)
    shows = np.full(len(distinct), -1, dtype=np.int64)  # row of the view in the whole table
    name = np.zeros(len(distinct), dtype=np.uint8)
    kind = np.full(len(distinct), BYTES, dtype=np.uint8)
    closed = np.zeros(len(distinct), dtype=np.bool_)
    for faces, first in zip(of, before.tolist(), strict=False):
        places = _places(distinct, keys[first : first + len(faces)])
        own = np.flatnonzero(places >= 0)
        to = places[own]
        source[to] = first + own
        view = faces.view[own]
        shows[to] = np.where(view < 0, -1, first + view)
        known = np.array([_place_of(names, word) for word in faces.names], dtype=np.uint8)
        name[to] = known[faces.name[own]]
        kind[to] = faces.kind[own]
        closed[to] = faces.closed[own]
    viewed = np.flatnonzero(shows >= 0)
    views, first_of = np.unique(keys[shows[viewed]], return_index=True)
    apart = _places(distinct, views) < 0  # a view equal to the bytes of a content has no row of its own
    rows = np.concatenate((source, shows[viewed][first_of][apart]))
    at = np.full(len(distinct), -1, dtype=np.int32)
    of_views = _places(views[apart], keys[shows[viewed]])
    of_contents = _places(distinct, keys[shows[viewed]])
    at[viewed] = np.where(of_contents >= 0, of_contents, len(distinct) + of_views)
    return Representations(_gathered(tables, rows), at, name, tuple(names), kind, closed)


def _gathered(tables: Sequence[SignatureTable], rows: npt.NDArray[np.int64]) -> SignatureTable:
    """Gather rows of several tables, numbered one table after the other.

    Nearly all rows are neighbours and are copied in runs: 150 MB take a tenth of the time.
    """
    before = np.cumsum([0, *map(len, tables)])
    table = np.searchsorted(before, rows, side="right") - 1
    steps = np.flatnonzero((np.diff(rows) != 1) | (np.diff(table) != 0)) + 1
    if not len(rows) or len(steps) > len(rows) // _FEW:
        return SignatureTable.concatenate(tables).rows(rows).in_order()
    begins, ends = np.concatenate(([0], steps)), np.append(steps, len(rows))
    at = rows - before[table]
    parts = [
        (int(table[begin]), slice(int(at[begin]), int(at[begin]) + int(end - begin)))
        for begin, end in zip(begins.tolist(), ends.tolist(), strict=True)
    ]
    columns = {
        name: np.concatenate([getattr(tables[t], name)[part] for t, part in parts]) for name in COLUMNS
    }
    prints = np.cumsum([0, *(len(one.own_print) for one in tables)])
    of = [
        np.where(
            tables[t].own_print_of[part] == TOLD, TOLD, tables[t].own_print_of[part] + np.int32(prints[t])
        )
        for t, part in parts
    ]
    return SignatureTable(
        **columns,
        own_print_of=np.concatenate(of),
        own_print=np.concatenate([one.own_print for one in tables]),
        own_print_len=np.concatenate([one.own_print_len for one in tables]),
        parameters=tables[0].parameters,
    ).in_order()


def _place_of(names: list[str], word: str) -> int:
    if word not in names:
        names.append(word)
    return names.index(word)


def _stirred(
    distinct: Keys, faces: Representations, touched: Keys, *before: Representations
) -> npt.NDArray[np.bool_]:
    """Return which contents are touched, or share a representation, now or before, with a touched one."""
    shown = [touched]
    for known in (*before, faces):
        keys = content_keys(known.table.content)
        rows = _places(keys[: len(known)], touched)
        views = known.view[rows[rows >= 0]]
        shown.append(keys[views[views >= 0]])
    every = sorted_set(np.concatenate(shown))
    keys = content_keys(faces.table.content)
    stirred = _places(every, distinct) >= 0
    with_view = np.flatnonzero(faces.view >= 0)
    stirred[with_view] |= _places(every, keys[faces.view[with_view]]) >= 0
    return stirred
