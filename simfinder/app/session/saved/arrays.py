"""A session's state as the arrays and facts of a session file, and back.

A session file may come from anywhere, so every index is checked before anything uses it, and that all values fit
together. ``store.array_file`` owns the form on disk.
"""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

import simfinder
from simfinder.actions.rules.keep_rules import KeepRules
from simfinder.actions.rules.mark_rules import BY_HAND, INVERTED, RULES, Mark, by_rule
from simfinder.actions.rules.project_folders import shown_by_files
from simfinder.app.session.saved.facts import (
    Facts,
    methods_in,
    methods_out,
    options_in,
    options_out,
    parameters_in,
    parameters_out,
    tolerances_in,
    tolerances_out,
)
from simfinder.app.session.session import Session
from simfinder.app.session.state import SessionState
from simfinder.arrays.file_columns import NUMBERS, FileColumns
from simfinder.errors import StoreUnavailableError, UsageError
from simfinder.model.clusters import Relation
from simfinder.model.file_families import Family, family_of
from simfinder.model.file_record import Problem, SkipReason
from simfinder.model.file_type import types_of
from simfinder.model.removal_plan import MarkCause
from simfinder.model.scan_options import ScanOptions
from simfinder.model.tolerances import Choices
from simfinder.scan.extract import members
from simfinder.scan.pipeline import ScanResult
from simfinder.search.linking.links import Links
from simfinder.signatures.methods import registry
from simfinder.signatures.picture.films import MOST_PICTURES, TICKS, VIEWS, Films
from simfinder.signatures.picture.look import RASTER
from simfinder.signatures.picture.looks import Looks
from simfinder.signatures.picture.pdq import BITS, TURNS
from simfinder.signatures.sketch.bottom_k import SIZE
from simfinder.signatures.sketch.hash_codes import Codes, codes_of
from simfinder.signatures.sound.recording import CODEC, is_codec
from simfinder.signatures.sound.recordings import Recordings
from simfinder.signatures.spamsum.score import SECOND
from simfinder.signatures.table.representations import BYTES, MEMBERS, PICTURES, SOUND, TEXT, Representations
from simfinder.signatures.table.signature_table import TABLED, SignatureTable
from simfinder.signatures.table.validate import check_representations
from simfinder.store.json_values import convert
from simfinder.text.message import decode, encode

DELTAS = frozenset({"table.sketch", "table.own_print"})
"""Arrays whose rows ascend."""

_RELATIONS = (
    "identical to ", "older than ", "newer than ", "similar to ", "another format of ", "another filling of ",
    "the kept file of ",
)  # fmt: skip
_RULE_BEFORE = by_rule("older", inside_projects=True)
"""The mark of a rule in an older session file, which does not say which rule it was: in doubt the file stays."""

_TABLE = (*TABLED, "own_print", "own_print_len")
_RECORD = {
    "device": np.uint64, "inode": np.uint64, "size": np.int64, "mtime_ns": np.int64, "ctime_ns": np.int64,
    "mode": np.uint32, "protected": np.bool_,
}  # fmt: skip

Part = tuple[str, str, float]
Array = npt.NDArray[Any]


@dataclass(frozen=True, slots=True, eq=False)
class Captured:
    """Everything of a session that is saved.

    Attributes:
        state: of the session.
        problems: of the scan and what came after.
        parts: files that lie in others: whole, part, share.
        made_ns: when, nanoseconds since 1970.
        clusters: how many there were.
        bytes_freed: what removing every older and identical file would free.
        proven: this program found it all out itself, so that its file may be sealed.
    """

    state: SessionState
    problems: tuple[Problem, ...]
    parts: tuple[Part, ...]
    made_ns: int
    clusters: int
    bytes_freed: int
    proven: bool = False

    @classmethod
    def of(
        cls, session: Session, problems: Sequence[Problem] | None = None, parts: Sequence[Part] = ()
    ) -> Captured:
        """Capture a session as it is now, in some milliseconds; any thread may then write it."""
        known = session.result.problems if problems is None else tuple(problems)
        freed, proven = session.clustering.bytes_freed, session.proven and not session.read_only
        return cls(session.state(), known, tuple(parts), time.time_ns(), len(session.clusters), freed, proven)

    def unproven(self, options: ScanOptions, choices: Choices) -> Captured:
        """Return it as a stranger's word: all figures are estimates, and what was decided is left out.

        Args:
            options: of the person who opens it; only the folders of the session are scanned by them.
            choices: likewise.
        """
        state = self.state
        protected = tuple(dict.fromkeys((*state.options.protected, *options.protected)))
        estimates = replace(
            state,
            options=replace(options, roots=state.options.roots, protected=protected),
            choices=choices,
            measured={},
            lost=frozenset(),
            settled=np.zeros_like(state.settled),
            complete=False,
            by_hand=(),
            marks={},
        )
        return replace(self, state=estimates, problems=(), parts=(), proven=False)


def packed(captured: Captured) -> tuple[dict[str, Any], dict[str, Array]]:
    """Pack a session into the facts and arrays of a session file."""
    state = captured.state
    result, links = state.result, state.links
    pairs = np.array(list(state.measured), np.int32).reshape(-1, 2)
    lost = np.array(sorted(state.lost), np.int32).reshape(-1, 2)
    arrays: dict[str, Array] = {
        "paths": _text(result.files.paths()),
        **{name: _column(result.files, name) for name in _RECORD},
        "content": result.content_row,
        "alive": state.alive,
        **{f"table.{name}": column for name, column in _table(result.representations.table)},
        "view": result.representations.view,
        "view_name": result.representations.name,
        "kind": result.representations.kind,
        "closed": result.representations.closed,
        **_packed_looks(result.representations.looks),
        **_packed_recordings(result.representations.recordings),
        **_packed_films(result.representations.films),
        **_lists("member", result.members),
        **_lists("medium", result.media),
        "link_a": links.a,
        "link_b": links.b,
        "link_similarity": links.similarity,
        "settled": state.settled,
        "measured_a": pairs[:, 0],
        "measured_b": pairs[:, 1],
        "measured": np.array(list(state.measured.values()), np.float32),
        "lost_a": lost[:, 0],
        "lost_b": lost[:, 1],
        "by_hand": np.array(state.by_hand, np.int32),
        "marked": np.array(list(state.marks), np.int32),
        # earlier versions put the relation of now in the place of this one
        "marks": _text([mark.sentence(Relation.KEPT, 1.0, "") for mark in state.marks.values()]),
        "mark_causes": _text([mark.cause for mark in state.marks.values()]),
        "mark_folders": _text([mark.folder for mark in state.marks.values()]),
        "mark_rules": _text([mark.rule for mark in state.marks.values()]),
        "mark_inside": np.array([mark.inside_projects for mark in state.marks.values()], np.bool_),
        "containment": np.array([share for *_, share in captured.parts], np.float64),
        "wholes": _text([whole for whole, *_ in captured.parts]),
        "parts": _text([part for _, part, _ in captured.parts]),
        "projects": _text(result.projects),
    }
    if result.left_out is not None:
        arrays["left_out"] = np.frombuffer(b"".join(result.left_out.values()), np.uint8)
        arrays["left_out_lengths"] = np.array(list(map(len, result.left_out.values())), np.int64)
        arrays["left_out_reasons"] = _text(list(result.left_out))
    if links.weight is not None and links.others is not None:
        arrays |= {"link_weight": links.weight, "link_others": links.others}
    if links.sibling is not None:
        arrays["link_sibling"] = links.sibling
    for name, told in (("problem", captured.problems), ("warning", result.warnings)):
        arrays[name + "_paths"] = _text([problem.path for problem in told])
        arrays[name + "_reasons"] = _text([encode(problem.reason) for problem in told])
    return _facts(captured), arrays


def _facts(captured: Captured) -> dict[str, Any]:
    state, result = captured.state, captured.state.result
    return {
        "made_by": simfinder.__version__,
        "made_ns": captured.made_ns,
        "files": len(result.files),
        "clusters": captured.clusters,
        "marked": len(state.marks),
        "bytes_freed": captured.bytes_freed,
        "options": options_out(state.options),
        "methods": methods_out(state.choices.methods),
        "parameters": parameters_out(result.table.parameters),
        "tolerances": tolerances_out(state.choices.tolerances),
        "same_type": state.choices.same_type,
        "with_forms": state.choices.with_forms,
        "keep_rules": state.choices.keep_rules,
        "complete": state.complete,
        "views": list(result.representations.names),
        "plain": registry.plain_key(),
        "capped": int(state.links.capped),
        "passed_over": dict(result.passed_over),
        "projects": len(result.projects),
        "unread": result.unread,
        "bytes": result.bytes,
        "from_cache": result.from_cache,
        "seconds": result.seconds,
        "problems": len(captured.problems),
        "warnings": len(result.warnings),
    }


def unpacked(facts: Mapping[str, Any], arrays: Mapping[str, Array]) -> Captured:
    """Unpack the facts and arrays of a session file from anywhere.

    Raises:
        ValueError: they are malformed, as do KeyError, TypeError, OverflowError and SimFinderError.
    """
    take, known = _Arrays(arrays), convert(facts, Facts)
    files = _files(take)
    count = len(files)
    representations, content_row = _representations(take, known, files)
    rows = len(representations)
    links = _links(take, rows, known.capped)
    problems = _problems(take, "problem", known.problems)
    result = ScanResult(
        files=files,
        content_row=content_row,
        representations=representations,
        members=_unpacked_lists(take, "member", rows),
        media=_unpacked_lists(take, "medium", rows) if take.has("medium_rows") else {},
        passed_over=known.passed_over,
        problems=problems,
        warnings=_problems(take, "warning", known.warnings),
        bytes=known.bytes,
        from_cache=known.from_cache,
        seconds=known.seconds,
        projects=_projects(take, known, files),
        unread=known.unread,
        left_out=_left_out(take),
    )
    marked = take.indexes("marked", None, 0, count).tolist()
    by_hand = take.indexes("by_hand", None, 0, count).tolist()
    _refuse(len(set(by_hand)) < len(by_hand), "a file is kept twice")
    try:
        KeepRules.parse(known.keep_rules)
    except UsageError as error:  # maybe one of an extension
        raise StoreUnavailableError(error.message) from None
    state = SessionState(
        options=options_in(known.options),
        result=result,
        links=links,
        choices=Choices(
            methods=methods_in(known.methods),
            tolerances=tolerances_in(known.tolerances),
            same_type=known.same_type,
            with_forms=known.with_forms,
            keep_rules=known.keep_rules,
        ),
        alive=take.column("alive", np.bool_, count),
        settled=take.column("settled", np.bool_, len(links)),
        complete=known.complete,
        measured=_measured(take, rows),
        lost=frozenset(_pairs(take, "lost", rows)),
        by_hand=tuple(by_hand),
        marks=dict(zip(marked, _marks(take, len(marked)), strict=True)),
    )
    shares = take.column("containment", np.float64)
    _refuse(not bool(((shares >= 0) & (shares <= 1)).all()), "a share is none")
    wholes, parts = take.texts("wholes", len(shares)), take.texts("parts", len(shares))
    contained = tuple(zip(wholes, parts, shares.tolist(), strict=True))
    return Captured(state, problems, contained, known.made_ns, known.clusters, known.bytes_freed)


def _marks(take: _Arrays, count: int) -> list[Mark]:
    if not take.has("mark_causes"):
        return [_mark_of_before(sentence) for sentence in take.texts("marks", count)]
    causes = take.texts("mark_causes", count)
    rules, inside = [_RULE_BEFORE.rule if cause == MarkCause.RULE else "" for cause in causes], [True] * count
    if take.has("mark_rules"):
        rules, inside = take.texts("mark_rules", count), take.column("mark_inside", np.bool_, count).tolist()
    told = list(zip(causes, take.texts("mark_folders", count), rules, inside, strict=True))
    known = {values: _mark(*values) for values in set(told)}
    return [known[values] for values in told]


def _mark(cause: str, folder: str, rule: str, inside_projects: bool) -> Mark:
    _refuse(rule not in (RULES if cause == MarkCause.RULE else ("",)), "a mark has no such rule")
    return Mark(MarkCause(cause), folder, rule, inside_projects and bool(rule))


def _mark_of_before(sentence: str) -> Mark:
    """Read a mark of an older session file, which has its sentence."""
    if sentence.startswith("marks were inverted; "):
        return INVERTED
    for begin, cause in (("lies in ", MarkCause.INSIDE), ("does not lie in ", MarkCause.OUTSIDE)):
        folder, end, _ = sentence.removeprefix(begin).partition(f"{os.sep}; ")
        if sentence.startswith(begin) and end:
            return Mark(cause, folder + os.sep)
    return _RULE_BEFORE if sentence.startswith(_RELATIONS) else BY_HAND


def _text(values: Sequence[str]) -> Array:
    """Encode texts as bytes with a zero byte between them."""
    return np.frombuffer(os.fsencode("\0".join(value.replace("\0", "?") for value in values)), np.uint8)


def _column(files: FileColumns, name: str) -> Array:
    column = files.protected if name == "protected" else files.numbers[:, NUMBERS.index(name)]
    return column.astype(_RECORD[name])


def _table(table: SignatureTable) -> Iterator[tuple[str, Array]]:
    """Yield the columns of a table that have any width: ``plain`` has none where no method is plain."""
    for name in _TABLE:
        column = getattr(table, name)
        if name != "plain" or column.shape[1]:
            yield name, column


def _refuse(wrong: bool, why: str) -> None:
    if wrong:
        raise ValueError(why)


class _Arrays:
    """The arrays of a file, each checked when it is taken."""

    def __init__(self, arrays: Mapping[str, Array]) -> None:
        self._arrays = arrays

    def has(self, name: str) -> bool:
        return name in self._arrays

    def column(self, name: str, kind: type[np.generic], length: int | None = None) -> Array:
        """Take an array of one dimension, of a type and a length."""
        array = self._arrays[name]
        right = array.dtype == np.dtype(kind) and array.ndim == 1 and length in (None, len(array))
        _refuse(not right, f"{name} has another form")
        return array

    def any(self, name: str) -> Array:
        return self._arrays[name]

    def indexes(self, name: str, length: int | None, least: int, beyond: int) -> npt.NDArray[np.int32]:
        """Take indexes from ``least`` up to, but not including, ``beyond``."""
        array = self.column(name, np.int32, length)
        _refuse(bool(((array < least) | (array >= beyond)).any()), f"{name} points nowhere")
        return array

    def texts(self, name: str, count: int) -> list[str]:
        """Take so many texts."""
        data = self.column(name, np.uint8).tobytes()
        found = os.fsdecode(data).split("\0") if data or count else []
        _refuse(len(found) != count, f"{name} has more or fewer texts")
        return found


def _files(take: _Arrays) -> FileColumns:
    count = len(take.column("size", np.int64))
    columns = {name: take.column(name, kind, count) for name, kind in _RECORD.items()}
    _refuse(bool((columns["size"] < 0).any()), "a size is below zero")
    paths = take.texts("paths", count)
    encoded = [os.fsencode(path) for path in paths]
    in_order = all(one < other for one, other in itertools.pairwise(encoded))
    _refuse(not in_order, "the paths are not in order")
    numbers = np.stack([columns[name].astype(np.int64) for name in NUMBERS], axis=1)
    return FileColumns.of_columns(paths, numbers, columns["protected"].copy())


def _lists(name: str, lists: Mapping[int, bytes]) -> dict[str, Array]:
    """Pack lists of members or media by row into arrays."""
    rows = sorted(lists)
    pieces = [lists[row] for row in rows]
    return {
        f"{name}_rows": np.array(rows, np.int32),
        f"{name}_lengths": np.array([len(piece) for piece in pieces], np.int64),
        f"{name}s": np.frombuffer(b"".join(pieces), np.uint8),
    }


def _unpacked_lists(take: _Arrays, name: str, rows: int) -> dict[int, bytes]:
    at = take.indexes(f"{name}_rows", None, 0, rows).tolist()
    lengths = take.column(f"{name}_lengths", np.int64, len(at))
    data = take.column(f"{name}s", np.uint8).tobytes()
    _refuse(bool((lengths < 0).any()) or int(lengths.sum()) != len(data), f"{name}s are cut short")
    ends = np.cumsum(lengths).tolist()
    found = {row: data[begin:end] for row, begin, end in zip(at, [0, *ends], ends, strict=False)}
    for piece in found.values():
        members.check(piece)
    return found


def _problems(take: _Arrays, name: str, count: int) -> tuple[Problem, ...]:
    reasons = map(decode, take.texts(f"{name}_reasons", count))
    return tuple(map(Problem, take.texts(f"{name}_paths", count), reasons))


def _left_out(take: _Arrays) -> dict[str, bytes] | None:
    """Take the entries that folders have beside their files; None for an older session file."""
    if not take.has("left_out"):
        return None
    lengths, paths = take.column("left_out_lengths", np.int64), take.column("left_out", np.uint8).tobytes()
    reasons = take.texts("left_out_reasons", len(lengths))
    _refuse(bool((lengths < 0).any()) or int(lengths.sum()) != len(paths), "what is left out is cut short")
    ends = np.cumsum(lengths).tolist()
    return {
        str(SkipReason(reason)): paths[begin:end]
        for reason, begin, end in zip(reasons, [0, *ends], ends, strict=False)
    }


def _projects(take: _Arrays, facts: Facts, files: FileColumns) -> tuple[str, ...]:
    """Take the project folders; for an older session file without them, infer them from its files."""
    if facts.projects is None:
        return shown_by_files(files)
    return tuple(take.texts("projects", facts.projects))


def _representations(
    take: _Arrays, facts: Facts, files: FileColumns
) -> tuple[Representations, npt.NDArray[np.int32]]:
    """Take the table of contents and views, and the content of each file."""
    columns = {name: take.any(f"table.{name}") for name in _TABLE if take.has(f"table.{name}")}
    if "sketch_low" not in columns:
        columns["sketch"], columns["sketch_low"] = _codes(columns["sketch"], columns["sketch_len"])
        columns["spam2"] = _second_parts(columns["spam2"])
    parameters = parameters_in(facts.parameters)
    if "plain" not in columns or facts.plain != registry.plain_key():  # or of other extensions
        columns["plain"] = SignatureTable.blank(len(columns["size"]), parameters).plain
    table = SignatureTable(**columns, parameters=parameters)
    representations = Representations(
        table, take.column("view", np.int32), take.column("view_name", np.uint8), facts.views
    )
    check_representations(representations)
    content_row = take.indexes("content", len(files), -1, len(representations))
    if take.has("kind"):
        kind, closed = (
            take.column("kind", np.uint8, len(representations)),
            take.column("closed", np.bool_, len(representations)),
        )
        representations = replace(representations, kind=kind, closed=closed)
        check_representations(representations)
    else:
        representations = replace(representations, kind=_guessed_kinds(representations, files, content_row))
    rows = len(representations)
    representations = replace(
        representations,
        looks=_looks(take, rows),
        recordings=_recordings(take, rows),
        films=_films(take, rows),
    )
    return representations, content_row


_WORDS = TURNS * BITS // 64
_LOOK = {
    "content": np.int32, "width": np.int32, "height": np.int32, "saved": np.uint8, "camera": np.bool_,
}  # fmt: skip


def _packed_looks(looks: Looks | None) -> dict[str, Array]:
    """Pack what pictures look like into arrays; none where there are none."""
    if looks is None:
        return {}
    columns = {f"look.{name}": getattr(looks, name) for name in Looks.__annotations__}
    return columns | {"look.words": looks.words.reshape(-1, _WORDS)}


def _looks(take: _Arrays, rows: int) -> Looks | None:
    if not take.has("look.content"):
        return None
    content = take.indexes("look.content", None, 0, rows)
    framed = take.indexes("look.framed", None, 0, len(content))
    for ascending in (content, framed):
        _refuse(bool((np.diff(ascending) <= 0).any()), "the looks are not in order")
    columns = {name: take.column(f"look.{name}", kind, len(content)) for name, kind in _LOOK.items()}
    columns["notes"] = (
        take.column("look.notes", np.uint8, len(content))
        if take.has("look.notes")  # else it was saved before there were any
        else np.zeros(len(content), np.uint8)
    )
    share = take.column("look.share", np.float32, len(framed))
    _refuse(not bool(((share > 0) & (share < 1)).all()), "a look has no such frame")
    count = len(content) + len(framed)
    words, raster = take.any("look.words"), take.any("look.raster")
    wrong = words.dtype != np.uint64 or words.shape != (count, _WORDS)
    wrong = wrong or raster.dtype != np.uint8 or raster.shape != (count, RASTER)
    _refuse(wrong, "the looks have another form")
    quality = take.column("look.quality", np.uint8, count)
    return Looks(
        **columns,
        quality=quality,
        words=words.reshape(count, TURNS, -1),
        raster=raster,
        framed=framed,
        share=share,
    )


_RECORDING: dict[str, type[np.generic]] = {
    "seconds": np.float32, "bit_rate": np.int64, "rate": np.int32, "channels": np.uint8, "ends": np.int64,
}  # fmt: skip


def _packed_recordings(recordings: Recordings | None) -> dict[str, Array]:
    """Pack what recordings sound like into arrays; none where there are none."""
    if recordings is None:
        return {}
    columns = {f"recording.{name}": getattr(recordings, name) for name in ("content", "numbers", *_RECORDING)}
    codec = recordings.codec.astype(f"S{CODEC}").view(np.uint8).reshape(-1, CODEC)
    return columns | {"recording.stream": recordings.stream, "recording.codec": codec}


def _recordings(take: _Arrays, rows: int) -> Recordings | None:
    if not take.has("recording.content"):
        return None
    content = take.indexes("recording.content", None, 0, rows)
    _refuse(bool((np.diff(content) <= 0).any()), "the recordings are not in order")
    columns: dict[str, Any] = {
        name: take.column(f"recording.{name}", kind, len(content)) for name, kind in _RECORDING.items()
    }
    numbers, stream, codec = (take.any(f"recording.{name}") for name in ("numbers", "stream", "codec"))
    ends = columns["ends"]
    whole = (
        numbers.dtype == np.uint32 and numbers.ndim == 1 and int(ends[-1] if len(ends) else 0) == len(numbers)
    )
    _refuse(not whole or bool((np.diff(ends, prepend=0) < 0).any()), "the recordings have another form")
    _refuse(not bool((columns["seconds"] >= 0).all()), "a recording has no length")
    for column, width in ((stream, 16), (codec, CODEC)):
        right = column.dtype == np.uint8 and column.shape == (len(content), width)
        _refuse(not right, "the recordings have another form")
    names = np.ascontiguousarray(codec).view(f"S{CODEC}").reshape(-1)
    _refuse(not all(map(is_codec, set(names.tolist()))), "a recording is of no known form")
    return Recordings(content=content, codec=names, stream=stream, numbers=numbers, **columns)


_FILM: dict[str, type[np.generic]] = {
    "seconds": np.float32, "width": np.int32, "height": np.int32, "share": np.float32, "ends": np.int64,
}  # fmt: skip


def _packed_films(films: Films | None) -> dict[str, Array]:
    """Pack what films look like into arrays; none where there are none."""
    if films is None:
        return {}
    columns = {f"film.{name}": getattr(films, name) for name in ("content", *_FILM, "times", "quality")}
    return columns | {"film.words": films.words.reshape(-1, VIEWS * BITS // 64)}


def _films(take: _Arrays, rows: int) -> Films | None:
    if not take.has("film.content"):
        return None
    content = take.indexes("film.content", None, 0, rows)
    _refuse(bool((np.diff(content) <= 0).any()), "the films are not in order")
    before = not take.has("film.share")  # by a version that knew no bars, and took a picture a second at most
    columns: dict[str, Any] = {
        name: take.column(f"film.{name}", kind, len(content))
        for name, kind in _FILM.items()
        if not (before and name == "share")
    }
    columns.setdefault("share", np.ones(len(content), np.float32))
    ends = columns["ends"]
    count = int(ends[-1]) if len(ends) else 0
    lengths = np.diff(ends, prepend=0)
    _refuse(bool((lengths < 0).any() or (lengths > MOST_PICTURES).any()), "the films have another form")
    _refuse(not bool((columns["seconds"] >= 0).all()), "a film has no length")
    _refuse(not bool(((columns["share"] > 0) & (columns["share"] <= 1)).all()), "a film has no such bars")
    times, quality = take.column("film.times", np.uint32, count), take.column("film.quality", np.uint8, count)
    words = take.any("film.words")
    if before:
        times, words = times * TICKS, np.concatenate([words] * VIEWS, axis=-1)
    wrong = words.dtype != np.uint64 or words.shape != (count, VIEWS * BITS // 64)
    _refuse(wrong, "the films have another form")
    inner = np.repeat(np.arange(len(ends)), lengths)
    later = np.diff(times.astype(np.int64)) > 0
    _refuse(not bool((later | (np.diff(inner) > 0)).all()), "the pictures of a film are not in order")
    words = words.reshape(count, VIEWS, -1)
    return Films(content=content, times=times, quality=quality, words=words, **columns)


_OF_FAMILY = {
    Family.SOURCE: TEXT, Family.WEB: TEXT, Family.PICTURES: PICTURES, Family.SOUND: SOUND, Family.ARCHIVES: MEMBERS
}  # fmt: skip
_TEXTS = frozenset(
    {
        *("adoc", "csv", "ini", "json", "jsonl", "log", "markdown", "md", "org", "psv", "rst", "tab", "tex"),
        *("text", "toml", "tsv", "txt", "xml", "yaml", "yml"),
    }
)
_DOCUMENTS = frozenset({"office", "pdf"})


def _guessed_kinds(
    representations: Representations, files: FileColumns, content_row: npt.NDArray[np.int32]
) -> npt.NDArray[np.uint8]:
    """Guess the kinds of contents in an older session file: by their views, else by the types of their files."""
    of_view = [TEXT if name in _DOCUMENTS else MEMBERS for name in representations.names]
    kind = np.full(len(representations), BYTES, np.uint8)
    for row, name in zip(content_row.tolist(), types_of(files.paths()), strict=True):
        if row >= 0:
            kind[row] = TEXT if name in _TEXTS else _OF_FAMILY.get(family_of(name), BYTES)
    viewed = representations.view >= 0
    kind[~viewed & (kind == MEMBERS)] = BYTES
    kind[viewed] = np.array(of_view, np.uint8)[representations.name[viewed]]
    return kind


def _codes(values: Array, lengths: Array) -> Codes:
    """Read the sketches of an older file, which has their values unpacked."""
    right = values.dtype == np.uint64 and values.shape == (len(lengths), SIZE) and lengths.dtype == np.uint16
    _refuse(not right, "the sketches have another form")
    _refuse(bool((lengths > SIZE).any()), "a sketch is too long")
    return codes_of(values, lengths)


def _second_parts(chars: Array) -> Array:
    """Read the second spamsum parts of an older file, which has room for twice as many characters."""
    right = chars.dtype == np.uint8 and chars.ndim == 2 and chars.shape[1] == 2 * SECOND
    _refuse(not right, "the second parts of the spamsums have another form")
    _refuse(bool(chars[:, SECOND:].any()), "a second part is too long")
    return np.ascontiguousarray(chars[:, :SECOND])


def _links(take: _Arrays, rows: int, capped: int) -> Links:
    a = take.indexes("link_a", None, 0, rows)
    b = take.indexes("link_b", len(a), 0, rows)
    place = a.astype(np.int64) * max(1, rows) + b
    wrong = bool((a >= b).any()) or bool((place[1:] <= place[:-1]).any())
    _refuse(wrong, "the links are not in order")
    similarity = take.column("link_similarity", np.float32, len(a))
    _refuse(not bool(((similarity >= 0) & (similarity <= 1)).all()), "a similarity is none")
    sibling = take.column("link_sibling", np.bool_, len(a)) if take.has("link_sibling") else None
    if not take.has("link_weight"):
        return Links(a, b, similarity, capped, sibling=sibling)
    weight = take.column("link_weight", np.float32, len(a))
    _refuse(not bool(((weight >= 0) & (weight <= 1)).all()), "a weight is none")
    return Links(a, b, similarity, capped, weight, take.column("link_others", np.int32, len(a)), sibling)


def _pairs(take: _Arrays, name: str, rows: int) -> list[tuple[int, int]]:
    a = take.indexes(f"{name}_a", None, 0, rows)
    b = take.indexes(f"{name}_b", len(a), 0, rows)
    return list(zip(a.tolist(), b.tolist(), strict=True))


def _measured(take: _Arrays, rows: int) -> dict[tuple[int, int], float]:
    pairs = _pairs(take, "measured", rows)
    figures = take.column("measured", np.float32, len(pairs))
    _refuse(not bool(((figures >= 0) & (figures <= 1)).all()), "a figure is none")
    return dict(zip(pairs, figures.tolist(), strict=True))
