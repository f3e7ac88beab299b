"""Find what lies in what: files in archives, documents and mails by the hashes of what these hold, files in other files
by their bytes.

Containment is never mixed with similarity: what two similar files have of each other is no containment.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice, pairwise

import numpy as np
import numpy.typing as npt
import xxhash

from simfinder.app.verify.containment.contained_recordings import contained_recordings
from simfinder.app.verify.overlap_figures import LEAST, SIMILAR
from simfinder.app.verify.pair_tasks import Sides
from simfinder.app.verify.verifier import Verifier
from simfinder.arrays.set_operations import content_keys, is_among, sorted_set
from simfinder.model.file_type import type_of
from simfinder.model.progress import Control, Phase
from simfinder.scan.extract.members import HASH, columns
from simfinder.scan.pipeline import ScanResult, version_key
from simfinder.search.containment.candidates import Parts, backwards, parts
from simfinder.signatures.sketch.bottom_k import resemblance
from simfinder.signatures.table.representations import Representations
from simfinder.signatures.table.signature_table import SignatureTable
from simfinder.store.cache.cache import Cache

RULES = 2
"""Raise this number with every change that makes the search find other candidates for the same contents."""

LEAST_CACHED = 500
"""Fewer contents and views are not worth caching."""

LEAST_PART = 512
"""Bytes of the smallest file that is told as lying in another by its bytes: many files have a few lines in common."""

_STORED = 0.99
"""Share of the own bytes of a document, an archive or a program from which on it counts as stored in another file: nine
tenths of a short document are the template and the fonts of the program that wrote it."""

_MOST_WHOLES, _STRANGERS = 16, 0.5
"""A part of more files than that, which resemble each other less than that, is a piece that many files have."""

_COLUMNS = {"whole": "i4", "part": "i4", "hits": "i4", "seen": "i4", "weighed": "f4"}  # of cached candidates
_MEASURED = 1_200_000_000  # bytes of both sides measured, the most promising first: some 12 s of one core
_NAMES = 10  # identical files listed for either side; archives and members likewise


@dataclass(frozen=True, slots=True, eq=False)
class Contained:
    """Contents that lie whole in others, as parallel arrays: each pair once, ascending.

    Attributes:
        whole: (m,) int64 contents: archives, documents, mails.
        part: (m,) int64 contents that are members, pictures or attachments of them; never the whole itself.
    """

    whole: npt.NDArray[np.int64]
    part: npt.NDArray[np.int64]


def contained(result: ScanResult) -> Contained:
    """Find which contents of a scan are members of its archives, or pictures and files in its documents and mails."""
    keys = content_keys(result.table.content)
    wholes, members = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
    for whole, packed in sorted(_held(result)):
        hashes = sorted_set(np.frombuffer(columns(packed)[1], dtype="S16"))
        at = np.searchsorted(keys, hashes)
        at = at[keys[np.minimum(at, len(keys) - 1)] == hashes]
        at = at[at != whole]
        wholes.append(np.full(len(at), whole, dtype=np.int64))
        members.append(at.astype(np.int64))
    return Contained(np.concatenate(wholes), np.concatenate(members))


def all_loose(result: ScanResult) -> npt.NDArray[np.int64]:
    """Return the archives, ascending contents, each of whose files, but for empty ones, is a file of the scan too.

    Whoever has all of these loose does not need the archive for them.
    """
    keys = content_keys(result.table.content)
    found = []
    for whole, packed in result.members.items():
        sizes, hashes = columns(packed)
        held = np.frombuffer(hashes, dtype="S16")[np.frombuffer(sizes, dtype="<u8") > 0]
        at = np.minimum(np.searchsorted(keys, held), len(keys) - 1)
        if len(held) and bool((keys[at] == held).all()):
            found.append(whole)
    return np.array(sorted(found), dtype=np.int64)


def of_content(
    result: ScanResult, content: bytes, members: bytes
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Find archives, documents and mails that hold one content whole, and contents that it holds.

    Args:
        result: the scan.
        content: hash of a content, of the scan or not.
        members: packed list of its members, or of what it holds as a document or a mail.

    Returns:
        Contents of the scan that hold it, and contents that it holds; both ascending, without itself.
    """
    wholes = [whole for whole, packed in _held(result) if _holds(packed, content)]
    keys = content_keys(result.table.content)
    hashes = sorted_set(np.frombuffer(columns(members)[1], dtype="S16"))
    parts = np.flatnonzero(is_among(keys, hashes[hashes != np.bytes_(content)]))
    whole = np.array(sorted(wholes), dtype=np.int64)
    return whole[keys[whole] != np.bytes_(content)], parts.astype(np.int64)


def _held(result: ScanResult) -> Iterator[tuple[int, bytes]]:
    """Return each content of a scan that holds files, with the packed list of them."""
    return chain(result.members.items(), result.media.items())


def _holds(packed: bytes, content: bytes) -> bool:
    hashes = columns(packed)[1]
    at = hashes.find(content)
    while at >= 0 and at % HASH:
        at = hashes.find(content, at + 1)
    return at >= 0


def contained_paths(result: ScanResult, *, same_type: bool = False) -> list[tuple[str, str]]:
    """Return archives, documents and mails with the files that lie whole in them, by path; sorted by the bytes of both.

    Of identical files the first ones by path represent all. An archive has the same type only as other archives, so
    ``same_type`` leaves little.
    """
    found = contained(result)
    paths = _paths_of(result, np.concatenate((found.whole, found.part)))
    pairs = [
        (whole, part)
        for a, b in zip(found.whole.tolist(), found.part.tolist(), strict=True)
        for whole, part in _named(sorted(paths[a]), sorted(paths[b]), same_type)
    ]
    return sorted(pairs, key=lambda pair: (os.fsencode(pair[0]), os.fsencode(pair[1])))


def measured_parts(
    result: ScanResult, verifier: Verifier, control: Control, *, same_type: bool = False, jobs: int = 0
) -> list[tuple[str, str, float]]:
    """Find files of which at least ``LEAST`` lies in another, proven by stretches of both, and recordings and films of
    which another one has nearly all; sorted by the paths.

    Of identical files the first ones by path represent all.

    Args:
        result: the scan.
        verifier: of the same scan.
        control: progress and cancelling.
        same_type: only files of one type.
        jobs: threads; 0 means one per core.

    Raises:
        Cancelled: on request.
    """
    table, n = result.representations.table, len(result.representations)
    verifier.close()  # what is held for the next pairs would add to the memory of the search
    found = known_parts(table, verifier.cache, control, within=_MEASURED, jobs=jobs or os.cpu_count() or 1)
    known = [side.rows(result.representations) for side in verifier.lopsided]
    whole, part = _worth_a_look(result.representations, found, known)
    shows = np.arange(len(table))
    with_view = np.flatnonzero(result.representations.view >= 0)[::-1]
    view = result.representations.view[with_view]
    own = shows < n
    shows[view] = np.where(own[view], view, with_view)
    apart = shows[whole] != shows[part]
    whole, part = whole[apart], part[apart]
    share, similarity = verifier.contained(Sides(shows[whole], ~own[whole]), Sides(shows[part], ~own[part]))
    stored = result.representations.only_identifies[part]
    good = np.flatnonzero(np.where(stored, share >= _STORED, (share >= LEAST) & (similarity < SIMILAR)))
    good = good[~_common(table, whole[good], part[good])]
    held = [(int(whole[i]), int(part[i]), float(share[i])) for i in good.tolist()]
    heard = contained_recordings(result.representations, control)
    names = _names_by_row(result, np.array([row for *pair, _ in held + heard for row in pair], np.int64))
    told: dict[tuple[str, str], float] = {}
    for holding, inside, figure in held + heard:
        for pair in _named(names[holding], names[inside], same_type):
            told[pair] = max(told.get(pair, 0.0), min(figure, 0.9999))
    return sorted(
        ((*pair, figure) for pair, figure in told.items()),
        key=lambda t: (os.fsencode(t[0]), os.fsencode(t[1])),
    )


def known_parts(
    table: SignatureTable, cache: Cache, control: Control, *, within: int | None = None, jobs: int = 1
) -> Parts:
    """Return what may lie in what: from the cache, or found now; see ``search.containment.candidates``.

    Args:
        table: of the contents and views of a scan.
        cache: where it is looked up and remembered.
        control: progress and cancelling.
        within: bytes of the parts of the most promising pairs, which alone are returned.
        jobs: threads.

    Raises:
        Cancelled: by the control.
    """
    if not cache.remembers or len(table) < LEAST_CACHED:
        return parts(table, control, within=within, jobs=jobs)
    key = _key(table, within)
    known = _recalled(cache, key, len(table))
    if known is not None:
        control.begin(Phase.CONTAINING, files_total=len(table))
        control.advance(files=len(table))
        return known
    found = parts(table, control, within=within, jobs=jobs)
    facts = {"capped": found.capped, "crowded": found.crowded}
    columns = {name: getattr(found, name).astype(kind) for name, kind in _COLUMNS.items()}
    cache.write_columns(key, facts, columns, deltas=frozenset({"whole", "part"}))
    return found


def _key(table: SignatureTable, within: int | None) -> bytes:
    """Hash everything the search depends on to 16 bytes."""
    rules = ("parts", RULES, version_key(table.parameters), len(table), within)
    digest = xxhash.xxh3_128(repr(rules).encode())
    digest.update(table.content.tobytes())
    return digest.digest()


def _recalled(cache: Cache, key: bytes, rows: int) -> Parts | None:
    """Return what was stored for so many rows; None where there is nothing, or it is damaged."""
    stored = cache.load_columns(key, _COLUMNS)
    if stored is None:
        return None
    capped, crowded = stored[0].get("capped"), stored[0].get("crowded")
    whole, part, hits, seen, weighed = (stored[1][name] for name in _COLUMNS)
    if type(capped) is not int or type(crowded) is not int:
        return None
    if any(len(column) != len(whole) for column in (part, hits, seen, weighed)):
        return None
    both = np.concatenate((whole, part))
    if len(both) and not (both.min() >= 0 and both.max() < rows and bool((whole != part).all())):
        return None
    return Parts(whole, part, hits.astype(np.int16), seen.astype(np.int16), weighed, capped, crowded)


def _worth_a_look(
    representations: Representations, found: Parts, known: list[npt.NDArray[np.int64]]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Choose wholes and parts to measure, each pair once: the known ones first, then the most promising.

    A whole that repeats itself may lie in its part as well. A pair of rows by which no contents are compared is left
    out: the bytes of two documents of one program are much alike, whatever they say.
    """
    table = representations.table
    back = backwards(table, found, LEAST)
    promise = np.concatenate((np.full(len(known[0]), np.inf), found.promise, found.promise[back]))
    best = np.argsort(-promise, kind="stable")
    whole = np.concatenate((known[0], found.whole, found.part[back])).astype(np.int64)[best]
    part = np.concatenate((known[1], found.part, found.whole[back])).astype(np.int64)[best]
    shown = representations.may_hold(whole, part) & (table.size[part] >= LEAST_PART)
    whole, part = whole[shown], part[shown]
    cost = table.size[part].astype(np.int64)
    first = np.unique(whole, return_index=True)[1]
    cost[first] += table.size[whole[first]]  # a whole is indexed only once
    within = np.cumsum(cost) <= _MEASURED
    pairs = sorted_set(whole[within] * len(table) + part[within])
    return pairs // max(1, len(table)), pairs % max(1, len(table))


def _common(
    table: SignatureTable, whole: npt.NDArray[np.int64], part: npt.NDArray[np.int64]
) -> npt.NDArray[np.bool_]:
    """Return which pairs, (m,) bool, have a part that many strangers hold: a licence lies in every source, and nobody
    would remove it for that. Versions of one file, or images of one disk, are no strangers.
    """
    order = np.argsort(part, kind="stable")
    begins = np.flatnonzero(np.diff(part[order], prepend=-1))
    common = np.zeros(len(part), dtype=np.bool_)
    for begin, end in pairwise([*begins.tolist(), len(part)]):
        if end - begin > _MOST_WHOLES:
            sketches = [table.sketch_values(int(row)) for row in whole[order[begin:end]][: _MOST_WHOLES + 1]]
            common[order[begin:end]] = (
                np.median([resemblance(*two) for two in pairwise(sketches)]) < _STRANGERS
            )
    return common


def _named(wholes: list[str], parts: list[str], same_type: bool) -> Iterator[tuple[str, str]]:
    """Return pairs of names of two contents, only the first ones of each; of one type, if asked for."""
    for one in wholes[:_NAMES]:
        others = (part for part in parts if part != one and (not same_type or type_of(part) == type_of(one)))
        for other in islice(others, _NAMES):
            yield one, other


def _names_by_row(result: ScanResult, rows: npt.NDArray[np.int64]) -> dict[int, list[str]]:
    """Return the paths of the files behind some rows: by their bytes first, then by their views."""
    view, wanted = result.representations.view, np.zeros(len(result.representations.table), dtype=np.bool_)
    wanted[rows] = True
    showing = np.flatnonzero((view >= 0) & wanted[view])
    names = _paths_of(result, np.concatenate((rows, showing)))
    for content in showing.tolist():
        names.setdefault(int(view[content]), []).extend(names[content])
    return names


def _paths_of(result: ScanResult, contents: npt.NDArray[np.int64]) -> dict[int, list[str]]:
    """Return the paths of the files of some contents, in the order of the scan. Only these: a million take 200 MB."""
    paths: dict[int, list[str]] = {content: [] for content in contents.tolist()}
    files = np.flatnonzero(is_among(result.content_row, sorted_set(contents)))
    names = result.files.take(files).paths()
    for path, content in zip(names, result.content_row[files].tolist(), strict=True):
        paths[content].append(path)
    return paths
