"""Open what ``simfinder cluster`` wrote on many machines, as a session.

The clusters are taken as they are written, so that a million of them are there without comparing a name or a
signature; at other tolerances only those that change are made again, from the links in the result. What may be done to
the files is decided on this machine: each is looked at on its disk first. Files whose folders are not here are shown
and protected; those that are gone or have changed take no part. Where no file is left, everything is shown read-only.

A result is somebody's word, whoever made it (``Session.proven``): what is removed by it is measured anew on the files
themselves (``removal.measured_plan``). ``store.result_folder`` reads the tables, and says what is damaged in them.
"""

from __future__ import annotations

import os
import platform
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from simfinder.actions.rules.keep_rules import KeepRules
from simfinder.actions.rules.relation import Reason
from simfinder.app.clusters.cluster_table import (
    IDENTICAL,
    KEPT,
    RELATIONS,
    ClusterTable,
    SessionFiles,
    in_order,
)
from simfinder.app.linking import ignore_list
from simfinder.app.session.saved.facts import (
    methods_in,
    options_in,
    parameters_in,
    tolerances_in,
)
from simfinder.app.session.saved.recheck_files import look, recheck
from simfinder.app.session.session import Session
from simfinder.app.session.state import SessionState
from simfinder.app.settings.type_limits import limits
from simfinder.arrays.file_columns import NUMBERS, FileColumns
from simfinder.arrays.set_operations import content_keys
from simfinder.errors import (
    SignatureError,
    StoreCorruptError,
    StoreError,
    StoreUnavailableError,
    UsageError,
)
from simfinder.model.file_record import Problem, SkipReason
from simfinder.model.progress import Control, Phase
from simfinder.model.scan_options import ScanOptions
from simfinder.model.tolerances import Choices
from simfinder.scan.build_table import Columns
from simfinder.scan.pipeline import KnownContents, ScanResult, scanned_before
from simfinder.scan.walk.walker import Walk
from simfinder.search.linking.links import Links
from simfinder.signatures.table.representations import BASES
from simfinder.signatures.table.serialize import version_key
from simfinder.store.library.ignored_pairs import Ignored
from simfinder.store.result_folder.manifest import Manifest
from simfinder.store.result_folder.tables import TABLES, Binary, ResultFolder, places
from simfinder.text.message import decode, say
from simfinder.workers.gc_pause import uncollected

Part = tuple[str, str, float]
Array = npt.NDArray[Any]

_NONE = np.zeros(0, np.int32)


@dataclass(frozen=True, slots=True, eq=False)
class OpenedResult:
    """A result that was opened.

    Attributes:
        session: with all files where it is read-only, else without those that are gone or have changed.
        away: how many files are in folders that are not on this machine; they are protected.
        gone: paths of files that are no longer in their folders.
        changed: files that have changed, with what is different.
        problems: of the run, and what a person should know about this machine.
        parts: files that lie in others: whole, part, share.
        made_ns: when it was made, nanoseconds since 1970.
        host: the machine that it was made on.
        floor: how similar contents are at least that a link connects.
    """

    session: Session
    away: int
    gone: tuple[str, ...]
    changed: tuple[Problem, ...]
    problems: tuple[Problem, ...]
    parts: tuple[Part, ...]
    made_ns: int
    host: str
    floor: float


def open_result(
    path: str | os.PathLike[str],
    control: Control,
    *,
    also_protected: Sequence[str] = (),
    follow: bool = False,
    ignored: Iterable[Ignored] | None = None,
    read_only: bool = False,
) -> OpenedResult:
    """Open a result folder.

    Args:
        path: of the folder.
        control: progress and cancelling.
        also_protected: folders that are protected here, besides those of the result.
        follow: paths may be symbolic links.
        ignored: what is not the same; None for the entries of the library.
        read_only: do not look at the disk; everything is shown as it was, and nothing can be marked.

    Raises:
        UsageError: what reads such folders is not installed.
        StoreCorruptError: it is no result, not finished, or damaged.
        NewerVersionError: a newer SimFinder made it.
        StoreUnavailableError: it can't be read.
        Cancelled: on request.
    """
    folder = ResultFolder.open(path)
    control.begin(Phase.LISTING, files_total=folder.manifest.counts.files)
    told: list[Problem] = []
    if ignored is None:
        try:
            ignored = ignore_list.entries()
        except StoreError as error:
            told.append(
                Problem(error.path or "", say("what is not the same can't be read: {}", error.message))
            )
            ignored = []
    with uncollected():
        try:
            return _opened(folder, control, also_protected, ignored, told, follow=follow, read_only=read_only)
        except (SignatureError, UsageError, ValueError, KeyError, TypeError, OverflowError):
            raise StoreCorruptError(say("is damaged: what it holds makes no sense"), folder.path) from None
        except MemoryError as error:
            raise StoreUnavailableError(
                say("can't be read: there is not enough memory"), folder.path
            ) from error


def _opened(
    folder: ResultFolder,
    control: Control,
    also_protected: Sequence[str],
    ignored: Iterable[Ignored],
    told: list[Problem],
    *,
    follow: bool,
    read_only: bool,
) -> OpenedResult:
    manifest = folder.manifest
    parameters = parameters_in(manifest.parameters)
    # how formats are told may differ: that only says which contents were looked into
    if manifest.made_of.get("signatures", "").partition("; ")[2] != version_key(parameters):
        raise StoreUnavailableError(
            say("was made by SimFinder {}, whose signatures this one can't compare", manifest.simfinder),
            folder.path,
        )
    options = _options(manifest, also_protected, follow=follow)
    choices = _choices(manifest)
    files, contents, names = _files(folder, control)
    walked = _walk(folder, control, files, options)
    result = scanned_before(walked, options, _known(folder, control, contents), control, parameters)
    links, settled = _links(folder, control, result)
    measured, lost = _measured(folder, control, result)
    parts = _parts(folder, control)

    here = _Looked.nothing(files)
    if not (read_only or manifest.remote):
        found = _look(files, manifest, options, control, follow=follow)
        here = found if found.reached.any() else here
    result = replace(result, files=here.files)
    state = SessionState(
        options=options,
        result=result,
        links=links,
        choices=choices,
        alive=here.alive,
        settled=settled,
        complete=manifest.verified,
        measured=measured,
        lost=lost,
        by_hand=(),
        marks={},
    )
    columns = SessionFiles.of(result)
    table = _clusters(folder, control, columns, result, names)
    session = Session.resumed(state, ignored, files=columns, table=table)
    session.proven, session.read_only = False, not here.reached.any()
    control.begin(Phase.DONE, files_total=len(files))
    return OpenedResult(
        session,
        here.away,
        here.gone,
        here.changed,
        (*result.problems, *told, *here.warnings),
        parts,
        manifest.made_ns,
        manifest.host,
        min(1.0, max(0.0, manifest.floor)),
    )


def _options(manifest: Manifest, also_protected: Sequence[str], *, follow: bool) -> ScanOptions:
    """Return the options of the run; of a remote one, whose folders are addresses, with these as they are."""
    told = dict(manifest.options)
    roots: tuple[str, ...] | None = None
    if manifest.remote:
        roots = tuple(told["roots"])
        if not all(isinstance(root, str) and "\0" not in root for root in roots):
            raise ValueError(roots)
        told |= {"roots": (), "protected": ()}
    options = options_in(told)
    if roots is not None:
        options = replace(options, roots=roots)
    protected = tuple(dict.fromkeys((*options.protected, *also_protected)))
    return replace(options, protected=protected, follow=follow)


def _choices(manifest: Manifest) -> Choices:
    tolerances = tolerances_in(manifest.tolerances)
    KeepRules.parse(manifest.keep_rules)
    return Choices(
        methods=methods_in(manifest.methods),
        tolerances=replace(tolerances, limits=limits()),
        same_type=manifest.same_type,
        with_forms=manifest.with_forms,
        keep_rules=manifest.keep_rules,
    )


def _damaged(wrong: bool, why: str) -> None:
    if wrong:
        raise ValueError(why)


def _stacked(parts: list[Array], kind: type[np.generic]) -> Array:
    """Return batches of a column as one array, and drop the batches."""
    found = np.concatenate(parts).astype(kind, copy=False) if parts else np.zeros(0, kind)
    parts.clear()
    return found


# files
def _files(folder: ResultFolder, control: Control) -> tuple[FileColumns, KnownContents, list[Binary]]:
    """Read the files: their columns, what is known of their contents, and their paths."""
    paths: list[Binary] = []
    columns: dict[str, list[Array]] = defaultdict(list)
    last = b""
    for batch in folder.batches("files", TABLES["files"], control.check):
        names = batch["path"].values()
        for name in names:
            _damaged(name <= last or b"\0" in name, "the paths are not in order")
            last = name
        for name in (*NUMBERS, "protected", "format"):
            columns[name].append(batch[name])
        columns["content"].append(batch["content"].hashes())
        columns["known"].append(batch["content"].known)
        paths.append(batch["path"])
        control.advance(files=len(names))
    numbers = np.stack([_stacked(columns[name], np.int64) for name in NUMBERS], axis=1)
    formats = _stacked(columns["format"], np.int64)
    protected = _stacked(columns["protected"], np.bool_)
    _damaged(bool((numbers[:, NUMBERS.index("size")] < 0).any()), "a size is below zero")
    _damaged(bool(((formats < 0) | (formats > 255)).any()), "a format is none")
    files = FileColumns.of_columns(
        (os.fsdecode(name) for part in paths for name in part.values()), numbers, protected
    )
    hashes = np.concatenate(columns["content"]) if columns["content"] else np.zeros((0, 16), np.uint8)
    contents = KnownContents(
        hashes.view("S16").reshape(-1),
        _stacked(columns["known"], np.bool_),
        formats.astype(np.uint8),
        list,
        list,
        list,
        list,
        folder.path,
    )
    return files, contents, paths


def _known(folder: ResultFolder, control: Control, contents: KnownContents) -> KnownContents:
    """Add the signatures, views and looks of the contents, which are read as they are asked for."""

    def signed(*, pieces: bool) -> Iterator[Columns]:
        names = ("content", "size", "piece") if pieces else ("content", "size")
        # the signatures are read when the work that this control is of has long ended
        for batch in folder.batches("contents", names, (lambda: None) if pieces else control.check):
            hashes = batch["content"].hashes().tobytes()
            each = [hashes[begin : begin + 16] for begin in range(0, len(hashes), 16)]
            yield Columns(each, batch["size"].tolist(), batch["piece"].values() if pieces else [])

    def packed(name: str) -> Iterator[dict[bytes, bytes]]:
        for batch in folder.batches("contents", ("content", name), lambda: None):
            known = batch[name].known
            if known.any():
                pairs = zip(batch["content"].values(), batch[name].values(), known.tolist(), strict=True)
                yield {content: value for content, value, there in pairs if there}

    return replace(
        contents,
        sizes=partial(signed, pieces=False),
        signed=partial(signed, pieces=True),
        views=partial(packed, "view"),
        looks=partial(packed, "look"),
    )


def _walk(folder: ResultFolder, control: Control, files: FileColumns, options: ScanOptions) -> Walk:
    """Return the files as a walk found them."""
    problems = [
        Problem(os.fsdecode(path), decode(reason.decode("utf-8", "surrogateescape")))
        for batch in folder.batches("problems", ("path", "reason"), control.check)
        for path, reason in zip(batch["path"].values(), batch["reason"].values(), strict=True)
    ]
    projects = [
        os.fsdecode(path)
        for batch in folder.batches("projects", ("path",), control.check)
        for path in batch["path"].values()
    ]
    left_out: dict[str, bytearray] = defaultdict(bytearray)
    for batch in folder.batches("left_out", ("reason", "path"), control.check):
        for reason, path in zip(batch["reason"].values(), batch["path"].values(), strict=True):
            _damaged(b"\0" in path, "a path is none")
            left_out[str(SkipReason(reason.decode()))] += path + b"\0"
    return Walk(
        files=files,
        passed_over={SkipReason(reason): count for reason, count in folder.manifest.passed_over.items()},
        problems=problems,
        roots=options.roots,
        projects=tuple(sorted(projects, key=os.fsencode)),
        left_out=left_out,
    )


# links
def _rows(hashes: Iterable[Binary], keys: npt.NDArray[np.bytes_]) -> npt.NDArray[np.int32]:
    """Return the rows of contents, given the keys of all."""
    found = []
    for part in hashes:
        wanted = part.hashes().view("S16").reshape(-1)
        rows = np.searchsorted(keys, wanted)
        rows[rows == len(keys)] = 0
        _damaged(not len(keys) or bool((keys[rows] != wanted).any()), "a content is not there")
        found.append(rows.astype(np.int32))
    return np.concatenate(found) if found else _NONE


def _links(folder: ResultFolder, control: Control, result: ScanResult) -> tuple[Links, npt.NDArray[np.bool_]]:
    keys = content_keys(result.table.content)
    columns: dict[str, list[Array]] = defaultdict(list)
    for batch in folder.batches("links", TABLES["links"], control.check):
        for name in "ab":
            columns[name].append(_rows([batch[name]], keys))
        for name in ("similarity", "weight", "others", "sibling", "settled"):
            columns[name].append(batch[name])
    a, b = _stacked(columns["a"], np.int32), _stacked(columns["b"], np.int32)
    place = a.astype(np.int64) * max(1, len(keys)) + b
    _damaged(bool((a >= b).any()) or bool((place[1:] <= place[:-1]).any()), "the links are not in order")
    similarity, weight = _stacked(columns["similarity"], np.float32), _stacked(columns["weight"], np.float32)
    for figures in (similarity, weight):
        _damaged(not bool(((figures >= 0) & (figures <= 1)).all()), "a similarity is none")
    others, sibling = _stacked(columns["others"], np.int32), _stacked(columns["sibling"], np.bool_)
    links = Links(a, b, similarity, folder.manifest.capped, weight, others, sibling)
    return links, _stacked(columns["settled"], np.bool_)


def _measured(
    folder: ResultFolder, control: Control, result: ScanResult
) -> tuple[dict[tuple[int, int], float], frozenset[tuple[int, int]]]:
    keys, measured, lost = (
        content_keys(result.table.content),
        dict[tuple[int, int], float](),
        set[tuple[int, int]](),
    )
    for batch in folder.batches("measured", ("a", "b", "similarity"), control.check):
        a, b, figures = _rows([batch["a"]], keys), _rows([batch["b"]], keys), batch["similarity"]
        known = ~np.isnan(figures)
        wrong = bool((a >= b).any()) or not bool(((figures[known] >= 0) & (figures[known] <= 1)).all())
        _damaged(wrong, "a figure is none")
        pairs = list(zip(a.tolist(), b.tolist(), strict=True))
        for pair, figure, there in zip(pairs, figures.tolist(), known.tolist(), strict=True):
            if there:
                measured[pair] = figure
            else:
                lost.add(pair)
    return measured, frozenset(lost)


def _parts(folder: ResultFolder, control: Control) -> tuple[Part, ...]:
    """Read which files lie in which others."""
    found: list[Part] = []
    for batch in folder.batches("contains", ("whole", "part", "share"), control.check):
        shares = batch["share"]
        _damaged(not bool(((shares >= 0) & (shares <= 1)).all()), "a share is none")
        wholes, parts = (map(os.fsdecode, batch[name].values()) for name in ("whole", "part"))
        found += zip(wholes, parts, shares.tolist(), strict=True)
    return tuple(found)


# clusters
def _clusters(
    folder: ResultFolder, control: Control, files: SessionFiles, result: ScanResult, paths: list[Binary]
) -> ClusterTable:
    """Read the clusters as they are written; space that can be freed is counted again, as protection may differ."""
    relations, bases = list(map(str, RELATIONS)), list(map(str, BASES))
    views = list(result.representations.names)
    columns: dict[str, list[Array]] = defaultdict(list)
    named: list[Binary] = []
    wanted = (
        "cluster",
        "path",
        "similarity",
        "estimated",
        "relation",
        "basis",
        "view",
        "why",
        "within",
        "kinship",
    )
    for batch in folder.batches("members", wanted, control.check):
        for name in ("cluster", "similarity", "estimated", "why", "within", "kinship"):
            columns[name].append(batch[name])
        for name, words in (("relation", relations), ("basis", bases), ("view", views)):
            columns[name].append(_codes(batch[name], words))
        named.append(batch["path"])
    members = places(named, paths).astype(np.int32)
    cluster = _stacked(columns["cluster"], np.int64)
    count = folder.manifest.counts.clusters
    _damaged(bool((members < 0).any()), "a member is no file")
    first = np.flatnonzero(np.diff(cluster, prepend=-1))
    in_turn = len(first) == count and np.array_equal(cluster[first], np.arange(len(first)))
    _damaged(not in_turn, "the clusters are not in order")
    offsets = np.append(first, len(cluster)).astype(np.int64)
    _damaged(bool((np.diff(offsets) < 2).any()), "a cluster has one file")
    index = np.full(len(files.contents), -1, np.int32)
    index[members] = cluster
    _damaged(int((index >= 0).sum()) != len(members), "a file is in two clusters")
    kept = members[first]
    similarity, relation = (
        _stacked(columns["similarity"], np.float32),
        _stacked(columns["relation"], np.uint8),
    )
    same = files.contents[members] == files.contents[kept][cluster]
    same &= files.contents[members] >= 0
    is_kept = members == kept[cluster]
    _damaged(not bool(((similarity >= 0) & (similarity <= 1)).all()), "a similarity is none")
    _damaged(not np.array_equal(relation == KEPT, is_kept), "a cluster has another kept file")
    _damaged(not np.array_equal(relation == IDENTICAL, same & ~is_kept), "a file is identical to another one")
    _damaged(not np.array_equal(similarity >= 1, same), "a similarity is none")
    reason = _stacked(columns["why"], np.int64)
    _damaged(bool(((reason < 0) | (reason >= len(Reason))).any()), "a reason is none")
    files.kin.note(members, kept[cluster], _stacked(columns["kinship"], np.int64))
    table = ClusterTable(
        offsets=offsets,
        members=members,
        kept=kept,
        similarity=similarity,
        estimated=_stacked(columns["estimated"], np.bool_),
        relation=relation,
        reason=reason.astype(np.uint8),
        within=_stacked(columns["within"], np.bool_),
        view=_stacked(columns["view"], np.uint8),
        basis=_stacked(columns["basis"], np.uint8),
        weakest=np.ones(count, np.float32),
        bytes_freed=np.zeros(count, np.int64),
        cluster_index=index,
        files=files,
        content_hashes=result.table.content,
    )
    return in_order(table)


def _codes(words: Binary, known: Sequence[str]) -> npt.NDArray[np.uint8]:
    """Return the place of each word among those that are known."""
    place = {word.encode(): number for number, word in enumerate(known)}
    return np.fromiter((place[word] for word in words.values()), np.uint8, len(words))


# this machine
@dataclass(frozen=True, slots=True, eq=False)
class _Looked:
    """What is on this machine.

    Attributes:
        files: with what the disk says of those that are there.
        alive: (n,) bool, all but those that are gone or have changed.
        reached: (n,) bool, files that are here as they were.
        away: how many are in folders that are not here.
        gone, changed, warnings: as of ``OpenedResult``.
    """

    files: FileColumns
    alive: npt.NDArray[np.bool_]
    reached: npt.NDArray[np.bool_]
    away: int
    gone: tuple[str, ...]
    changed: tuple[Problem, ...]
    warnings: tuple[Problem, ...]

    @classmethod
    def nothing(cls, files: FileColumns) -> _Looked:
        """Return what is known where no file is here."""
        none = np.zeros(len(files), np.bool_)
        return cls(files, ~none, none, len(files), (), (), ())


def _look(
    files: FileColumns, manifest: Manifest, options: ScanOptions, control: Control, *, follow: bool
) -> _Looked:
    """Look at all files whose folders are here. No content is read: what is removed is measured anew."""
    here = np.fromiter(map(_is_folder, files.folders), np.bool_, len(files.folders))
    at = np.flatnonzero(here[files.folder])
    numbers, protected = files.numbers.copy(), files.protected.copy()
    found = recheck(
        files.take(at),
        None,
        control,
        follow=follow,
        before=(),
        now=options.protected,
        same_disks=manifest.host == platform.node(),
    )
    numbers[at], protected[at] = found.files.numbers, found.files.protected
    reached = np.zeros(len(files), np.bool_)
    reached[at] = found.alive
    away = np.ones(len(files), np.bool_)
    away[at] = False
    protected[away] = True  # nothing can be done to them from here
    return _Looked(
        files.with_status(numbers, protected),
        reached | away,
        reached,
        int(away.sum()),
        found.gone,
        found.changed,
        found.warnings,
    )


def _is_folder(path: str) -> bool:
    try:
        look(path, follow=True)
    except (OSError, ValueError):
        return False
    return True
