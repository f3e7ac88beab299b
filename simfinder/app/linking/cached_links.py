"""Cache the links of a scan: they are found once and reused until something they depend on changes.

The key holds everything links depend on, so the cache returns what a new search would: the contents with the parameters
of their signatures, which of them have which view, the types of their files, which method decides about which, the
least similarity, and the rules of the search. What names prove about links is cached separately, since files are moved
and renamed more often than written.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import xxhash

from simfinder.app.clusters.cluster_table import SessionFiles
from simfinder.app.linking.cached_kinship import key_of
from simfinder.app.linking.file_links import spanned
from simfinder.app.linking.grouping import proven_places, weighed, with_proof
from simfinder.app.linking.method_policy import Judge
from simfinder.app.runtime.side_thread import Aside
from simfinder.arrays.release_memory import give_back
from simfinder.errors import StoreError
from simfinder.model.progress import Control, Phase
from simfinder.scan.pipeline import ScanResult, version_key
from simfinder.search.clustering.spanning_forest import kinds_of
from simfinder.search.linking.links import Links
from simfinder.store import array_file
from simfinder.store.cache.cache import Cache

RULES = 4
"""Raise this number with every change that gives other links, figures or weights for the same contents."""

LEAST = 500
"""Fewer contents are not worth caching: they are compared in some milliseconds."""

_MOST = 40_000_000  # links; 20 bytes each in memory, 6 in the cache
_COLUMNS = {"a": "i4", "b": "i4", "similarity": "f4", "weight": "f4", "others": "i4", "sibling": "b1"}
_SPANNING = "spanning"
_UNDECIDED = "undecided"
_PROVEN = {"proven": "i8", _SPANNING: "b1"}
_DELTAS = frozenset({"a", "b"})

Masks = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class CachedLinks:
    """Links of a scan.

    Attributes:
        links: of contents, with their weights; those that names prove to be between versions are no siblings.
        spanning: waits for (m,) bool, which of them ``spanned`` takes for all files of the scan.
    """

    links: Links
    spanning: Callable[[], Masks]


def known_links(
    result: ScanResult,
    files: SessionFiles,
    judge: Judge,
    floor: float,
    cache: Cache | None,
    control: Control,
    aside: Aside,
    *,
    jobs: int,
) -> CachedLinks:
    """Return the links of the contents of a scan with their weights: from the cache, or found now.

    See ``Judge.links``, ``grouping.weighed`` and ``grouping.proven_kin``.

    Args:
        result: the scan.
        files: the columns of its files.
        judge: of the scan.
        floor: least similarity.
        cache: where they are looked up and remembered; None for nowhere.
        control: progress and cancelling.
        aside: for work that the next steps need not wait for: which links span, and writing to the cache.
        jobs: threads; 0 means one per core.

    Raises:
        Cancelled: on request.
    """
    remembering = not judge.exact and len(result.faces) >= LEAST
    if cache is None or not cache.remembers or not remembering:
        found = _found(result, files, judge, floor, control, aside, jobs)
        return _with_kin(found, files, len(result.table), aside)[1]
    control.begin(Phase.COMPARING, files_total=len(result.table))
    key = _key(result, files, judge, floor)
    stored = cache.load_join(key)
    known = None if stored is None else _unpacked(stored, len(result.faces))
    if known is not None:
        control.advance(files=len(result.table))
        return _with_known_kin(known, key, files, len(result.table), cache, aside)
    found = _found(result, files, judge, floor, control, aside, jobs)
    if len(found.links) > _MOST:
        return _with_kin(found, files, len(result.table), aside)[1]
    aside.begin(lambda: cache.write_join(key, _packed(found)))
    return _with_known_kin(found, key, files, len(result.table), cache, aside)


def _with_known_kin(
    known: CachedLinks, key: bytes, files: SessionFiles, rows: int, cache: Cache, aside: Aside
) -> CachedLinks:
    """Do ``_with_kin`` for cached links, cached too; ``key`` is that of the links."""
    key = xxhash.xxh3_128_digest(b"proven" + key + key_of(files.kin))
    stored = cache.load_join(key)
    proven = None if stored is None else _unpacked_kin(stored, known, files)
    if proven is None:
        places, proven = _with_kin(known, files, rows, aside)
        undecided = files.kin.undecided()
        aside.begin(lambda: cache.write_join(key, _packed_kin(places, proven, undecided)))
    return proven


def _with_kin(
    known: CachedLinks, files: SessionFiles, rows: int, aside: Aside
) -> tuple[npt.NDArray[np.int64], CachedLinks]:
    """Return the positions of the links that names prove, and the links with that taken in."""
    places = proven_places(known.links, files)
    if not len(places):
        return places, known
    links = with_proof(known.links, places)
    return places, CachedLinks(links, _spanning(links, files, rows, aside))


def _packed_kin(
    places: npt.NDArray[np.int64], proven: CachedLinks, undecided: Iterable[tuple[str, str]]
) -> bytes:
    spanning = proven.spanning() if len(places) else np.zeros(0, np.bool_)
    facts = {
        _UNDECIDED: sorted([os.fsencode(one).hex(), os.fsencode(other).hex()] for one, other in undecided)
    }
    return array_file.to_bytes(facts, {"proven": places, _SPANNING: spanning}, deltas=frozenset({"proven"}))


def _unpacked_kin(stored: bytes, known: CachedLinks, files: SessionFiles) -> CachedLinks | None:
    """Return the links with what names prove; None where the stored value is damaged."""
    try:
        head, columns = array_file.from_bytes(stored)
        undecided = [
            (os.fsdecode(bytes.fromhex(one)), os.fsdecode(bytes.fromhex(other)))
            for one, other in head.facts[_UNDECIDED]
        ]
    except (StoreError, KeyError, TypeError, ValueError):
        return None
    if {name: array.dtype.str[1:] for name, array in columns.items()} != _PROVEN:
        return None
    places, spanning = columns["proven"], columns[_SPANNING]
    count = len(known.links)
    if places.shape != (0,) or spanning.shape != (0,):
        if spanning.shape != (count,) or places.ndim != 1 or not len(places):
            return None
        if not 0 <= places.min() <= places.max() < count:
            return None
        known = CachedLinks(with_proof(known.links, places), lambda: spanning)
    files.kin.doubt(undecided)
    return known


def _found(
    result: ScanResult,
    files: SessionFiles,
    judge: Judge,
    floor: float,
    control: Control,
    aside: Aside,
    jobs: int,
) -> CachedLinks:
    give_back()
    links = weighed(judge.links(floor, control, jobs=jobs), judge, result.faces, control, jobs=jobs)
    return CachedLinks(links, _spanning(links, files, len(result.table), aside))


def _spanning(links: Links, files: SessionFiles, rows: int, aside: Aside) -> Callable[[], Masks]:
    every = np.ones(len(files.contents), dtype=np.bool_)
    return aside.begin(lambda: spanned(links, files.contents, files.types, every, rows))


def _key(result: ScanResult, files: SessionFiles, judge: Judge, floor: float) -> bytes:
    """Hash everything that links depend on to 16 bytes."""
    faces = result.faces
    digest = xxhash.xxh3_128(f"{RULES} {version_key(faces.table.parameters)} {len(faces)} {floor!r}".encode())
    kinds = kinds_of(files.contents, files.types, len(faces))
    columns: tuple[npt.NDArray[np.generic], ...] = (
        faces.table.content, faces.view, faces.kind, faces.closed, judge.codes, kinds
    )  # fmt: skip
    for column in columns:
        digest.update(column.tobytes())
    return digest.digest()


def _packed(known: CachedLinks) -> bytes:
    links = known.links
    columns = {name: np.asarray(getattr(links, name), dtype=kind) for name, kind in _COLUMNS.items()} | {
        _SPANNING: known.spanning()
    }
    return array_file.to_bytes({"capped": int(links.capped)}, columns, deltas=_DELTAS)


def _unpacked(stored: bytes, rows: int) -> CachedLinks | None:
    """Return the stored links of so many contents; None where they are damaged."""
    try:
        head, columns = array_file.from_bytes(stored)
    except StoreError:
        return None
    capped = head.facts.get("capped")
    kinds = {name: array.dtype.str[1:] for name, array in columns.items()}
    if kinds != _COLUMNS | {_SPANNING: "b1"} or type(capped) is not int:
        return None
    a, b = columns["a"], columns["b"]
    if any(array.shape != a.shape or array.ndim != 1 for array in columns.values()):
        return None
    if len(a) and not (a.min() >= 0 and b.max() < rows and bool((a < b).all())):
        return None
    links = Links(
        a, b, columns["similarity"], capped, columns["weight"], columns["others"], columns["sibling"]
    )
    spanning = columns[_SPANNING]
    return CachedLinks(links, lambda: spanning)
