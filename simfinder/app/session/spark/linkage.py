"""From what is linked to clusters: the functions of a session, for some components at a time.

What a link weighs, which siblings share a form, which links hold, which file is kept and how others relate to it: all
this depends on what a component holds, and on names and folders. So a session of a few components, given the links of
their rows, finds the clusters that one of the whole scan would. Folders are compared as trees of the whole listing,
which every executor has (``Around``), as long as that is not too large.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from simfinder.actions.kinship.copied_trees import CopiedTrees
from simfinder.actions.kinship.text_steps import Figures
from simfinder.actions.rules.content_ages import ContentAges
from simfinder.app.clusters.cluster_table import RELATIONS, SessionFiles, WholeScan
from simfinder.app.linking.pipeline import linked
from simfinder.app.session.session import Session
from simfinder.app.session.spark.row_cache import Known, RowCache, files_of
from simfinder.app.session.spark.tables import OVERLAPS, RECORD, TABLES
from simfinder.app.verify.verifier import Verifier
from simfinder.arrays.file_columns import FileColumns
from simfinder.arrays.set_operations import content_keys
from simfinder.model.file_record import Problem
from simfinder.model.progress import Control
from simfinder.model.scan_options import Method, ScanOptions
from simfinder.model.tolerances import Choices
from simfinder.scan.pipeline import ScanResult, sign_walk
from simfinder.scan.sign_views import ViewRecord
from simfinder.scan.walk.walker import Walk
from simfinder.search.linking.links import Links
from simfinder.signatures.table.parameters import Parameters
from simfinder.signatures.table.representations import BASES, Representations
from simfinder.store.cache.cache import Measured
from simfinder.store.library.ignored_pairs import Ignored
from simfinder.text.message import encode

GIVEN: Final = pa.schema(
    [
        ("kind", pa.string()),
        ("bin", pa.int32()),
        *RECORD,
        ("content", pa.binary()),
        ("format", pa.int32()),
        ("at", pa.int64()),
        ("piece", pa.binary()),
        ("view", pa.binary()),
        ("look", pa.binary()),
        ("a", pa.binary()),
        ("b", pa.binary()),
        ("similarity", pa.float32()),
        ("method", pa.string()),
        *[field for field in OVERLAPS if field.name not in ("a", "b")],
    ]
)
"""What a bin of components holds: rows of kind ``file`` (``at``: its place in the whole listing), ``content``, ``link``
(by the keys of rows), and ``overlap``."""

_TABLES: Final = ("clusters", "members", "links", "measured", "problems", "overlaps")
MADE: Final = pa.schema(
    [
        ("kind", pa.string()),
        ("bin", pa.int32()),
        ("complete", pa.bool_()),
        *{
            field.name: field for name in _TABLES for field in TABLES[name] if field.name != "similarity"
        }.values(),
        ("similarity", pa.float64()),
    ]
)
"""What comes of it: rows of each table of ``_TABLES``, and one of kind ``bin``; clusters are numbered within a bin."""


@dataclass(frozen=True, eq=False)
class Around:
    """The listing of the whole scan: folders are compared as trees, and times that many files share tell nothing.

    Attributes:
        files: all files, in order.
        contents: (n,) the content of each, 16 bytes.
        projects: project folders that hold files.
    """

    files: FileColumns
    contents: npt.NDArray[np.bytes_]
    projects: tuple[str, ...]

    @cached_property
    def numbers(self) -> tuple[npt.NDArray[np.bytes_], npt.NDArray[np.int32]]:
        """The distinct contents, and which each file has; made once in each process, as all that follows."""
        distinct, numbers = np.unique(self.contents, return_inverse=True)
        return distinct, numbers.astype(np.int32)

    @cached_property
    def trees(self) -> _TreesAround:
        """The folders."""
        return _TreesAround(self.files, self.numbers[1])

    @cached_property
    def ages(self) -> ContentAges:
        """The ages of all contents."""
        return ContentAges(self.files, self.numbers[1])


@dataclass(frozen=True, slots=True)
class Terms:
    """What decides about clusters, the same in every task.

    Attributes:
        options: of the scan.
        choices: what a person chose.
        parameters: of the signatures.
        ignored: what a person said is not the same.
        verified: measure on the bytes what clusters rest on.
    """

    options: ScanOptions
    choices: Choices
    parameters: Parameters
    ignored: tuple[Ignored, ...] = ()
    verified: bool = True


def linkage(table: pa.Table, terms: Terms, around: Around) -> pa.Table:
    """Return the clusters of a bin: ``GIVEN`` in, ``MADE`` out.

    Args:
        table: the rows of one bin.
        terms: what decides.
        around: the listing of the whole scan; without files where it is too large to be everywhere.
    """
    number = table.column("bin")[0].as_py()
    kinds = table.column("kind").to_numpy(zero_copy_only=False)
    given, contents, known_links, overlaps = (
        table.take(pa.array(np.flatnonzero(kinds == kind))) for kind in ("file", "content", "link", "overlap")
    )
    result = scan_of(given, contents, terms.options, terms.parameters, around.projects)
    links = _GivenLinks(known_links, result.representations)
    control, choices = Control(), terms.choices
    files = SessionFiles.of(result, _whole(result, given, around))
    found = linked(
        result, choices.methods, choices.tolerances.floor, control, jobs=1, files=files, search=links.of
    )
    session = Session(terms.options, result, found, choices)
    session.set_ignored(terms.ignored)
    problems: list[Problem] = []
    cache = RowCache(Known(overlaps=_overlaps_in(overlaps)))
    if terms.verified:
        verifier = Verifier(result, cache, control, follow=terms.options.follow, jobs=1)
        problems = session.verify(verifier)
    return made(number, session, problems, cache)


def _overlaps_in(table: pa.Table) -> dict[tuple[str, bytes, bytes], Measured]:
    names = ("a", "b", "of_a", "of_b", "size_a", "size_b")
    columns = [table.column(name).to_pylist() for name in names]
    rules = table.column("made_of").to_pylist()
    return {
        (made_of, row[0], row[1]): Measured(*row)
        for made_of, row in zip(rules, zip(*columns, strict=True), strict=True)
    }


def scan_of(
    files: pa.Table,
    contents: pa.Table,
    options: ScanOptions,
    parameters: Parameters,
    projects: Sequence[str] = (),
) -> ScanResult:
    """Build the result of a scan of some files from what is known of them, reading none.

    Args:
        files: columns of ``tables.RECORD``, ``content`` and ``format``, in any order.
        contents: ``content``, ``size``, ``piece``, ``view`` and ``look`` of all their contents.
        options: of the scan.
        parameters: of the signatures.
        projects: project folders that hold files.
    """
    paths = files.column("path").to_pylist()
    files = files.take(pa.array(sorted(range(len(paths)), key=paths.__getitem__), pa.int64()))
    columns = {
        name: contents.column(name).to_pylist() for name in ("content", "size", "piece", "view", "look")
    }
    of = columns["content"]
    nothing = ViewRecord().pack()
    known = Known(
        files.column("content").to_pylist(),
        files.column("format").to_pylist(),
        dict(zip(of, zip(columns["size"], columns["piece"], strict=True), strict=True)),
        {content: packed or nothing for content, packed in zip(of, columns["view"], strict=True)},
        {content: packed for content, packed in zip(of, columns["look"], strict=True) if packed},
    )
    records = files_of(files)
    silent = replace(options, jobs=1, no_media=options.no_media or not known.looks, identical=False)
    result = sign_walk(
        Walk(records, {}, [], (), projects=tuple(projects)), silent, RowCache(known), Control(), parameters
    )
    return replace(result, problems=())


class _GivenLinks:
    """The links of rows that were found before, as ``find_links`` returns them.

    Args:
        table: ``a``, ``b`` (keys of rows), ``similarity``, ``method``.
        representations: of the same contents.
    """

    def __init__(self, table: pa.Table, representations: Representations) -> None:
        keys = content_keys(representations.table.content)
        count = len(representations)
        a, b = (_row_numbers(table.column(end).to_pylist(), keys, count) for end in ("a", "b"))
        order = np.lexsort((b, a))
        self._a, self._b = a[order].astype(np.int32), b[order].astype(np.int32)
        self._similarity = table.column("similarity").to_numpy(zero_copy_only=False).astype(np.float32)[order]
        self._method = table.column("method").to_numpy(zero_copy_only=False)[order]

    def of(self, _table: object, method: Method, *_rest: object, **_options: object) -> Links:
        """Return the links of a method; the arguments are those of ``find_links``."""
        its = self._method == str(method)
        return Links(self._a[its], self._b[its], self._similarity[its])


def _row_numbers(keys: list[bytes], contents: npt.NDArray[np.bytes_], count: int) -> npt.NDArray[np.int64]:
    """Return the index in a table of each row, given its key: contents come before views, both ascend by hash."""
    hashes = np.array([key[1:] for key in keys], dtype="S16")
    is_view = np.array([key[0] for key in keys], np.int64) == 1
    of_bytes = np.searchsorted(contents[:count], hashes)
    of_views = count + np.searchsorted(contents[count:], hashes)
    return np.where(is_view, of_views, of_bytes)


class _TreesAround(CopiedTrees):
    """Folders of a whole listing, for a session of some of its contents; ``rows`` translates their numbers."""

    rows: npt.NDArray[np.int64]

    def learn(self, figures: Figures) -> set[str]:
        """Use measured figures, which are asked for by the numbers of the whole listing here."""
        rows = self.rows
        return super().learn(lambda a, b: figures(rows[a], rows[b]))


def _whole(result: ScanResult, files: pa.Table, around: Around) -> WholeScan | None:
    """Return what the files of a bin have from the whole listing; None where that is not known."""
    if not len(around.files):
        return None
    trees, keys = around.trees.anew(), content_keys(result.table.content)
    assert isinstance(trees, _TreesAround)
    distinct = around.numbers[0]
    at = np.minimum(np.searchsorted(keys, distinct), len(keys) - 1)
    # contents of other bins get numbers that no row of this one has
    trees.rows = np.where(keys[at] == distinct, at, len(keys) + np.arange(len(distinct)))
    places = np.sort(files.column("at").to_numpy(zero_copy_only=False).astype(np.intp))
    return WholeScan(trees, around.ages.of(places))


def made(number: int, session: Session, problems: Iterable[Problem], cache: RowCache) -> pa.Table:
    """Return the rows that come of a session, and of the overlaps that were measured for it."""
    names = ("a", "b", "of_a", "of_b", "size_a", "size_b")
    overlaps = {name: [getattr(pair, name) for pair, _ in cache.overlaps] for name in names}
    parts = [
        *_clusters(session),
        _links(session),
        _measured(session),
        {"kind": "bin", "complete": [session.clustering.complete]},
        {"kind": "overlaps", **overlaps, "made_of": [made_of for _, made_of in cache.overlaps]},
    ]
    told = [(os.fsencode(problem.path), encode(problem.reason)) for problem in problems]
    parts.append({"kind": "problems", "path": [path for path, _ in told], "reason": [why for _, why in told]})
    return pa.concat_tables([_rows(number, part) for part in parts])


def _rows(number: int, part: dict[str, Any]) -> pa.Table:
    kind = part.pop("kind")
    length = len(next(iter(part.values())))
    columns = {
        **{field.name: pa.nulls(length, field.type) for field in MADE},
        **{name: pa.array(column, MADE.field(name).type) for name, column in part.items()},
        "kind": pa.array([kind] * length, pa.string()),
        "bin": pa.array([number] * length, pa.int32()),
    }
    return pa.table(columns, schema=MADE)


def _clusters(session: Session) -> tuple[dict[str, Any], dict[str, Any]]:
    table, result = session.clusters, session.result
    records, members = table.files.records, table.members
    lengths = np.diff(table.offsets)
    hashes = _hashes(result)
    kept = records.take(table.kept).byte_paths() if len(table) else []
    clusters = {
        "kind": "clusters",
        "cluster": np.arange(len(table)),
        "kept": kept,
        "files": lengths,
        "weakest": table.weakest,
        "bytes_freed": table.bytes_freed,
    }
    names = result.representations.names
    of_members = {
        "kind": "members",
        "cluster": np.repeat(np.arange(len(table)), lengths),
        "path": records.take(members).byte_paths() if len(members) else [],
        "size": table.files.sizes[members],
        "mtime_ns": table.files.mtimes[members],
        "similarity": table.similarity.astype(np.float64),
        "estimated": table.estimated,
        "relation": [str(RELATIONS[relation]) for relation in table.relation.tolist()],
        "basis": [str(BASES[basis]) for basis in table.basis.tolist()],
        "view": [names[view] for view in table.view.tolist()],
        "why": table.reason.astype(np.int32),
        "within": table.within,
        "kinship": table.files.kin.answers(members, np.repeat(table.kept, lengths)),
        "content": [hashes[row] for row in table.files.contents[members].tolist()],
    }
    return clusters, of_members


def _links(session: Session) -> dict[str, Any]:
    links, hashes = session.links, _hashes(session.result)
    count = len(links)
    return {
        "kind": "links",
        "a": [hashes[row] for row in links.a.tolist()],
        "b": [hashes[row] for row in links.b.tolist()],
        "similarity": links.similarity.astype(np.float64),
        "weight": np.ones(count, np.float32) if links.weight is None else links.weight,
        "others": np.zeros(count, np.int32) if links.others is None else links.others,
        "sibling": np.zeros(count, np.bool_) if links.sibling is None else links.sibling,
        "settled": session.clustering.links.settled,
    }


def _measured(session: Session) -> dict[str, Any]:
    known, lost, hashes = (
        session.clustering.figures.known,
        session.clustering.figures.lost,
        _hashes(session.result),
    )
    pairs = [*known, *lost]
    return {
        "kind": "measured",
        "a": [hashes[a] for a, _ in pairs],
        "b": [hashes[b] for _, b in pairs],
        "similarity": [*known.values(), *[float("nan")] * len(lost)],
    }


def _hashes(result: ScanResult) -> list[bytes]:
    data = result.table.content.tobytes()
    return [data[begin : begin + 16] for begin in range(0, len(data), 16)]
