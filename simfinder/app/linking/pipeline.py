"""From a scan to the links between its files: found once, cached, and reused until something they depend on changes.

The key of the cached links holds everything they depend on, so the cache returns what a new search would: the contents
with the parameters of their signatures, which of them have which view, the types of their files, which method decides
about which, the least similarity, and the rules of the search. What names say is cached separately, since files are
moved and renamed more often than written: the kinship of files, and what it proves about links. Both depend on the
files with their contents and project folders, and on the rules for names. A version number of these rules would have
to be raised with every word added to them, so the key holds a hash of their source.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache as once
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import numpy.typing as npt
import xxhash

from simfinder import __version__, actions
from simfinder.actions.kinship.kinship_columns import COLUMNS as KIN
from simfinder.actions.kinship.kinship_columns import KinColumns
from simfinder.app.clusters.cluster_table import SessionFiles
from simfinder.app.linking.file_links import (
    Ahead,
    FileLinks,
    file_links,
    prove_ahead,
    proven_kin,
    proven_places,
    spanned,
    with_proof,
)
from simfinder.arrays.release_memory import give_back
from simfinder.model import file_type
from simfinder.model.progress import Control, Phase
from simfinder.model.scan_options import Methods
from simfinder.scan.build_table import let_go
from simfinder.scan.pipeline import ScanResult, version_key
from simfinder.search.clustering.spanning_forest import kinds_of
from simfinder.search.linking.judge import Judge
from simfinder.search.linking.links import Links, find_links
from simfinder.store import mapped_columns
from simfinder.store.cache.cache import Cache

if TYPE_CHECKING:
    from simfinder.signatures.table.signature_table import SignatureTable

RULES = 5
"""Raise this number with every change that gives other links, figures or weights for the same contents."""

LEAST = 500
"""Fewer contents or files are not worth caching: they are compared in some milliseconds."""

_MANY = 4_000_000
"""Links that are weighed, written, and whose names are compared, one after the other: each takes 100 to 200 MB."""

_MOST = 40_000_000  # links; 20 bytes each in memory, 6 in the cache
_LINKS = {"a": "i4", "b": "i4", "similarity": "f4", "weight": "f4", "others": "i4", "sibling": "b1"}
_SPANNING = "spanning"
_PROOF = {"proven": "i8", _SPANNING: "b1"}
_UNDECIDED = "undecided"

T = TypeVar("T")
Masks = npt.NDArray[np.bool_]
Places = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Linked:
    """The files of a scan and the links between them.

    Attributes:
        files: the columns of all files.
        judge: which method decided about which pair.
        links: of contents, with their weights; those that names prove to be between versions are no siblings.
        of_files: those links of files that group all files at any tolerances.
    """

    files: SessionFiles
    judge: Judge
    links: Links
    of_files: FileLinks

    @classmethod
    def of(
        cls, result: ScanResult, links: Links, methods: Methods, files: SessionFiles | None = None
    ) -> Linked:
        """Link the files of a scan by links of contents that are known already."""
        files = files or SessionFiles.of(result)
        every = np.ones(len(files.contents), np.bool_)
        links = proven_kin(links, files)
        of_files = file_links(links, files, every, len(result.representations))
        return cls(files, Judge(result.representations, files, methods), links, of_files)


def linked(
    result: ScanResult,
    methods: Methods,
    floor: float,
    control: Control,
    *,
    jobs: int,
    cache: Cache | None = None,
    files: SessionFiles | None = None,
    search: Callable[..., Links] = find_links,
) -> Linked:
    """Link the files of a scan: from the cache, or found now.

    Args:
        result: the scan.
        methods: which method decides about which types.
        floor: least similarity.
        control: progress and cancelling.
        jobs: threads; 0 means one per core.
        cache: where links and kinship are looked up and remembered; None for nowhere.
        files: the columns of its files, where they are known.
        search: finds the links of rows, as ``find_links`` does.

    Raises:
        Cancelled: on request.
    """
    if files is None:
        files = SessionFiles.of(result)
        _recall_kin(files.kin, cache)
    judge, rows = Judge(result.representations, files, methods), len(result.representations)
    every = np.ones(len(files.contents), np.bool_)
    with Aside(jobs) as aside:  # for what the next steps need not wait for

        def span(links: Links) -> Callable[[], Masks]:
            return aside.begin(lambda: spanned(links, files, every, rows))

        ahead: Callable[[], Ahead | None] | None = None

        def look_ahead(links: Links) -> None:
            nonlocal ahead
            if jobs != 1 and len(links) <= _MANY:
                ahead = aside.begin(lambda: prove_ahead(links, files, control.check))

        caching = cache is not None and cache.remembers and rows >= LEAST and not judge.exact
        cached = cache if caching else None
        key = b"" if cached is None else _key(result, files, judge, floor)
        known = _recall_links(cached, key, rows)
        memory = _Memory(result.representations.table)
        if known is None:
            give_back()
            links = judge.links(
                floor,
                control,
                jobs=jobs,
                found=look_ahead,
                rest=memory.rest,
                put_aside=memory.put_aside,
                search=search,
            )
            links = memory.put_aside(links)
            memory.rest()
            spanning = span(links)
            cached = None if len(links) > _MOST else cached
            begun = aside.begin(partial(_remember_links, cached, key, links, spanning))
            if len(links) > _MANY:
                begun()
        else:
            links, spanning = known
        control.begin(Phase.GROUPING)
        key = b"" if cached is None else xxhash.xxh3_128_digest(b"proven" + key + _key_of_kin(files.kin))
        proof = _recall_proof(cached, key, len(links), files.kin)
        if proof is None:
            places = proven_places(links, files, ahead=ahead and ahead())
            links = with_proof(links, places)
            memory.rest()
            give_back()
            if len(places):
                spanning = span(links)
            undecided = files.kin.undecided()
            aside.begin(partial(_remember_proof, cached, key, places, spanning, undecided))
        elif len(proof[0]):
            links, spanning = with_proof(links, proof[0]), proof[1]
        of_files = file_links(links, files, every, rows, spanning=spanning())
        memory.rest()
        return Linked(files, judge, links, of_files)


def _key(result: ScanResult, files: SessionFiles, judge: Judge, floor: float) -> bytes:
    """Hash everything that links of contents depend on to 16 bytes."""
    representations = result.representations
    digest = xxhash.xxh3_128(
        f"{RULES} {version_key(representations.table.parameters)} {len(representations)} {floor!r}".encode()
    )
    kinds = kinds_of(files.contents, files.types, len(representations))
    columns: tuple[npt.NDArray[np.generic], ...] = (
        representations.table.content, representations.view, representations.kind, representations.closed,
        judge.codes, kinds,
    )  # fmt: skip
    for column in columns:
        digest.update(column.tobytes())
    if (looks := representations.looks) is not None:
        for column in (looks.content, looks.words, looks.quality, looks.raster, looks.framed, looks.share):
            digest.update(np.ascontiguousarray(column).data)
    if (heard := representations.recordings) is not None:
        for column in (heard.content, heard.stream, heard.ends, heard.numbers):
            digest.update(np.ascontiguousarray(column).data)
    if (films := representations.films) is not None:
        for column in (
            films.content,
            films.seconds,
            films.share,
            films.ends,
            films.times,
            films.quality,
            films.words,
        ):
            digest.update(np.ascontiguousarray(column).data)
    return digest.digest()


def _remember_links(cache: Cache | None, key: bytes, links: Links, spanning: Callable[[], Masks]) -> None:
    if cache is not None:
        columns = {name: np.asarray(getattr(links, name), dtype=kind) for name, kind in _LINKS.items()}
        columns[_SPANNING] = spanning()
        cache.write_columns(key, {"capped": int(links.capped)}, columns, deltas=frozenset({"a", "b"}))


def _recall_links(cache: Cache | None, key: bytes, rows: int) -> tuple[Links, Callable[[], Masks]] | None:
    """Return the cached links of so many contents and which of them span; None where there are none, or damaged."""
    stored = None if cache is None else cache.load_columns(key, _LINKS | {_SPANNING: "b1"})
    if stored is None:
        return None
    capped, columns = stored[0].get("capped"), stored[1]
    a, b, spanning = columns["a"], columns["b"], columns.pop(_SPANNING)
    if type(capped) is not int or any(len(column) != len(a) for column in (spanning, *columns.values())):
        return None
    if len(a) and not (a.min() >= 0 and b.max() < rows and bool((a < b).all())):
        return None
    return Links(**columns, capped=capped), lambda: spanning


def _remember_proof(
    cache: Cache | None,
    key: bytes,
    places: Places,
    spanning: Callable[[], Masks],
    undecided: set[tuple[str, str]],
) -> None:
    if cache is not None:
        pairs = sorted([os.fsencode(one).hex(), os.fsencode(other).hex()] for one, other in undecided)
        columns = {"proven": places, _SPANNING: spanning() if len(places) else np.zeros(0, np.bool_)}
        cache.write_columns(key, {_UNDECIDED: pairs}, columns, deltas=frozenset({"proven"}))


def _recall_proof(
    cache: Cache | None, key: bytes, count: int, kin: KinColumns
) -> tuple[Places, Callable[[], Masks]] | None:
    """Return which of so many links names prove, and which of them all then span; None where that is not cached.

    Numbered folders that only measured figures decide about are noted in ``kin``.
    """
    stored = None if cache is None else cache.load_columns(key, _PROOF)
    if stored is None:
        return None
    places, spanning = stored[1].values()
    if len(spanning) != (count if len(places) else 0):
        return None
    if len(places) and not 0 <= places.min() <= places.max() < count:
        return None
    try:
        kin.doubt(
            [(os.fsdecode(bytes.fromhex(a)), os.fsdecode(bytes.fromhex(b))) for a, b in stored[0][_UNDECIDED]]
        )
    except (KeyError, TypeError, ValueError):
        return None
    return places, lambda: spanning


def _recall_kin(kin: KinColumns, cache: Cache | None) -> None:
    """Take over from the cache what an earlier scan found of the kinship of the same files."""
    if cache is not None and cache.remembers and len(kin.scan[0]) >= LEAST:
        stored = cache.load_columns(_key_of_kin(kin), KIN)
        if stored is not None:
            kin.recall(stored[1])


def remember_kin(kin: KinColumns, cache: Cache | None) -> None:
    """Write what was found of the kinship of a scan's files to the cache, if anything is new.

    Reading and comparing the names of 14,000 files takes a second, and nearly all scans find the files of the last one.
    """
    if cache is not None and cache.remembers and len(kin.scan[0]) >= LEAST and kin.has_news:
        cache.write_columns(_key_of_kin(kin), {}, kin.found(), deltas=frozenset({"pair"}))


def _key_of_kin(kin: KinColumns) -> bytes:
    """Hash everything that kinship depends on to 16 bytes."""
    files, contents, roots = kin.scan
    digest = xxhash.xxh3_128(repr(("kin", len(files))).encode() + _rules())
    digest.update(files.names)
    digest.update(os.fsencode("\0".join(files.folders)))
    for column in (files.ends, files.folder, files.sizes, contents, roots):
        digest.update(b"none" if column is None else np.ascontiguousarray(column).tobytes())
    return digest.digest()


@once
def _rules(folder: Path | None = None) -> bytes:
    """Hash the source of everything that reads names to 16 bytes; the program's version where it has no source with it.

    Args:
        folder: with the rules; None for this program's own.
    """
    folder = folder or Path(actions.__file__).parent
    digest = xxhash.xxh3_128(__version__.encode())
    for source in (*sorted(folder.rglob("*.py")), Path(file_type.__file__)):
        if source.is_file():
            digest.update(source.name.encode() + b"\0" + source.read_bytes())
    return digest.digest()


class _Memory:
    """Keep signatures and links in memory only while a step of linking reads them.

    Args:
        table: its large columns may be in a file.
    """

    def __init__(self, table: SignatureTable) -> None:
        self._table = table
        self._columns: list[mapped_columns.Column] = []

    def put_aside(self, links: Links) -> Links:
        """Return links whose columns are in a file, if they are large: those of /usr take 140 MB.

        Nobody may change them in place, which resting would undo: see ``Links.to_measure``.
        """
        columns = {
            name: column for name, column in links.columns().items() if not mapped_columns.is_mapped(column)
        }
        found = dict(zip(columns, mapped_columns.mapped(list(columns.values())), strict=False))
        self._columns += found.values()
        return replace(links, **found)  # type: ignore[arg-type]  # they are the columns of links

    def rest(self) -> None:
        """Free the memory of what is in files until it is read again."""
        let_go(self._table)
        mapped_columns.let_go(*self._columns)


class Aside:
    """One thread for work the next steps need not wait for; none where the person asked for one thread in all.

    Use it as a context. At its end all work is done, and an exception nobody has asked for is raised. An error inside
    the context cancels what was not begun.

    Args:
        jobs: threads asked for; with 1 the work is done when it is handed over, 0 means one per core.
    """

    def __init__(self, jobs: int) -> None:
        self._thread = None if jobs == 1 else ThreadPoolExecutor(1, thread_name_prefix="aside")
        self._begun: list[Future[Any]] = []

    def __enter__(self) -> Aside:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._thread is None:
            return
        self._thread.shutdown(cancel_futures=error is not None)
        if error is None:
            for work in self._begun:
                work.result()

    def begin(self, work: Callable[[], T]) -> Callable[[], T]:
        """Hand over work. The function returned waits for its result, or raises what it raised."""
        if self._thread is None:
            done = work()
            return lambda: done
        future = self._thread.submit(work)
        self._begun.append(future)
        return future.result
