"""A plan that removes whole folders: every file in them against its twin in the folder that stays.

In: folders that go, each with the one that stays, and the files of a scan. Out: a plan whose acts are, in this order,

1. older files of the folder that stays, whose newer version moves into it (only to merge)
2. files that move into the folder that stays (only to merge); both of all folders, as what moves in stays for copies of
   it in the others
3. files whose content is in the folder that stays, wherever in it; older versions of files in it, if wanted
4. files that the scan skipped (hidden, empty, excluded) and links, if the folder that stays has the same at the same
   place in it
5. folders that are empty then, the innermost first

Everything else stays, and so do the folders around it; ``FolderRemoval.stays`` says what and why. Each folder is listed
anew from the disk: what a scan has skipped would be lost otherwise. Changes nothing on the disk.
"""

from __future__ import annotations

import os
import stat
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from simfinder.actions.filesystem import syscalls
from simfinder.actions.filesystem.folder_listing import fingerprint, listing, record_of
from simfinder.actions.filesystem.operations import CHANGED, Identity, content_of, look
from simfinder.actions.plan.act_columns import ActColumns
from simfinder.actions.plan.assessment import assessed
from simfinder.actions.plan.make_plan import checked_target, common_folder, free_places
from simfinder.actions.rules.choose_files import PROTECTED
from simfinder.actions.rules.mark_rules import Mark, by_rule
from simfinder.arrays.file_columns import FileColumns
from simfinder.arrays.packed_strings import Texts
from simfinder.errors import ActionError, UsageError, reason_of
from simfinder.model.clusters import Relation
from simfinder.model.file_record import FileRecord
from simfinder.model.path_rules import OWN
from simfinder.model.progress import Control
from simfinder.model.removal_plan import (
    ActKind,
    Acts,
    FolderRemoval,
    JoinedActs,
    ListedActs,
    MarkCause,
    Plan,
    PlannedAct,
)
from simfinder.signatures.content_hash import content_hash
from simfinder.text.message import say

KINDS = (ActKind.TRASH, ActKind.MOVE, ActKind.DELETE)
"""What can be done to a folder as a whole."""
ONLY_HERE = say("is not in the folder that stays")
OTHER_NAME = say("is another name of a file in the folder that stays (hard link)")
OTHER_LINK = say("is a link that the folder that stays does not have")
LEADS_INSIDE = say("is a link into this folder: the one that stays would lead nowhere")
SPECIAL = say("is no regular file (pipe, socket or device)")
TAKEN = say("has another file at its place in the folder that stays")
NOT_PACKED = say("is not in the archive that stays")
ITSELF = say("is another name of the archive that stays")
_NOTHING = bytes(16)  # the content of what has none


@dataclass(frozen=True, slots=True)
class PackedFiles:
    """What an archive holds that stays for the loose files of a folder, read just now.

    Attributes:
        archive: the archive.
        content: XXH3-128 of it as a whole.
        places: XXH3-128 of each file in it, by its path below the folders that hold all of them.
        contents: all of these.
    """

    archive: FileRecord
    content: bytes
    places: Mapping[str, bytes]
    contents: frozenset[bytes]


@dataclass(frozen=True, slots=True)
class FolderCopy:
    """A folder that is to go.

    Attributes:
        path: absolute.
        kept: the folder that stays for it, absolute; neither is in the other one.
        older: files in it that go although the folder that stays has only a newer version: their rows, with the row
            of that and how much they share.
        merge: move what only it has into the folder that stays.
        newer: with ``merge``, files in it whose older version in the folder that stays goes first, likewise.
        packed: ``kept`` is an archive, and this is what it holds.
    """

    path: str
    kept: str
    older: Mapping[int, tuple[int, float]] = field(default_factory=dict)
    merge: bool = False
    newer: Mapping[int, tuple[int, float]] = field(default_factory=dict)
    packed: PackedFiles | None = None


@dataclass(frozen=True, slots=True)
class ScannedFiles:
    """The files of a scan.

    Attributes:
        files: all of them, in the order of their paths' bytes.
        contents: (n,) their contents: equal numbers mean equal bytes, negative ones that nobody read them.
        contents_of: returns the XXH3-128 of the files of (k,) rows, (k, 16) uint8.
        there: (n,) bool, files that still exist; None means all.
    """

    files: FileColumns
    contents: npt.NDArray[np.integer]
    contents_of: Callable[[npt.NDArray[np.integer]], npt.NDArray[np.uint8]]
    there: npt.NDArray[np.bool_] | None = None

    def inside(self, folder: str) -> npt.NDArray[np.integer]:
        """Return the rows of the files in a folder, at any depth."""
        start = os.path.join(folder, "")
        within = np.fromiter(
            (path.startswith(start) for path in self.files.folders), np.bool_, len(self.files.folders)
        )
        found = within[self.files.folder]
        return np.flatnonzero(found if self.there is None else found & self.there)


def folder_plan(
    copies: Iterable[FolderCopy],
    scanned: ScannedFiles,
    kind: ActKind,
    control: Control,
    target: str | None = None,
    roots: Sequence[str] = (),
    *,
    whole_only: bool = False,
) -> Plan:
    """Plan to remove whole folders.

    Args:
        copies: the folders; none is in another one, or in one that stays.
        scanned: the files of the scan that found them.
        kind: to the Trash, to a folder, or for good.
        control: cancelling; hidden files are read.
        target: folder of a move.
        roots: the folders that were scanned.
        whole_only: nothing goes from folders of which something would stay; the plan says what.

    Returns:
        The plan, with warnings and freed bytes by a look at the disk. Folders that can't be listed are not in it.

    Raises:
        UsageError: another kind, no target for a move, or folders inside each other.
        Cancelled: on request.
    """
    if kind not in KINDS:
        raise UsageError(say("folders can go to the Trash, to a folder, or for good"))
    target = checked_target(target, kind) if kind.needs_target else None
    copies = list(copies)
    _check_apart(copies)
    parts: list[Acts] = []
    removals: list[FolderRemoval] = []
    arrivals: dict[str, _Arrivals] = {}  # by the folder that stays
    for copy in copies:
        arrivals.setdefault(copy.kept, _Arrivals()).expected.update(
            {row: at for at, (row, _) in copy.newer.items()}
        )
    every: list[tuple[_Steps, list[FileRecord]]] = []
    for copy in copies:
        steps = _Steps(copy, scanned, arrivals[copy.kept])
        try:
            entries = listing(copy.path, control)
            steps.sort(entries, control)
        except (OSError, ActionError) as error:
            reason = reason_of(error) if isinstance(error, OSError) else error.sentence
            removals.append(
                FolderRemoval(copy.path, copy.kept, b"", False, (_not_listed(copy.path, reason),))
            )
            continue
        every.append((steps, entries))
    moves: list[Acts] = []
    for steps, entries in every:
        steps.settle()
        removal = steps.removal(entries)
        if removal.whole or not whole_only:
            moves += steps.moves()
            parts += steps.acts()
            removals.append(removal)
        else:
            removals.append(replace(removal, fingerprint=b""))
    parts = moves + parts
    acts: Acts = JoinedActs(parts)
    if target is not None:
        acts = placed(parts, target, roots)
    return assessed(Plan(kind, acts, target, removals=tuple(removals)), roots)


class _Arrivals:
    """What moves into a folder that stays by the acts before: of several copies each may have it.

    Attributes:
        rows: by row of the scan where the file is then.
        contents: by content one of these files, with the path it has then.
        places: all paths that are taken then.
        expected: rows of files that may be replaced, with those of the newer ones.
        replaced: those that are, likewise, with how much both share.
    """

    def __init__(self) -> None:
        self.expected: dict[int, int] = {}
        self.replaced: dict[int, tuple[int, float]] = {}
        self.rows: dict[int, FileRecord] = {}
        self.contents: dict[bytes, FileRecord] = {}
        self.places: set[str] = set()

    def add(self, file: FileRecord, content: bytes, to: str, row: int | None = None) -> None:
        """Note that a file moves in."""
        there = replace(file, path=to)
        self.contents.setdefault(content, there)
        self.places.add(to)
        if row is not None:
            self.rows[row] = there


class _Steps:
    """What becomes of everything in one folder.

    Args:
        copy: the folder.
        scanned: the files of the scan.
        arrivals: what moves into the folder that stays; what this one adds is noted.
    """

    def __init__(self, copy: FolderCopy, scanned: ScannedFiles, arrivals: _Arrivals) -> None:
        self._copy = copy
        self._scanned = scanned
        self._arrivals = arrivals
        self._id = content_hash(os.fsencode(copy.path)).hex()[:16]
        here, there = scanned.inside(copy.path), scanned.inside(copy.kept)
        self._rows = dict(zip(scanned.files.paths_of(here), here.tolist(), strict=True))
        self._kept_rows = dict(zip(scanned.files.paths_of(there), there.tolist(), strict=True))
        self._by_content: dict[int, int] = {}
        for row, content in zip(there.tolist(), scanned.contents[there].tolist(), strict=True):
            if content >= 0:
                self._by_content.setdefault(content, row)
        self._going: list[tuple[int, int, float]] = []  # row, that of the one that stays, share
        self._replaced: list[
            tuple[int, int, float]
        ] = []  # rows in the folder that stays, and the newer ones here
        self._waiting: list[
            tuple[FileRecord, int, int, float]
        ] = []  # for what may be replaced, or may move in
        self._merged: list[PlannedAct] = []
        self._extra: list[PlannedAct] = []
        self._folders: list[FileRecord] = []
        self._stays: dict[str, list[str]] = {}  # paths by the reason

    def sort(self, entries: Sequence[FileRecord], control: Control) -> None:
        """Decide about every entry of the folder.

        Raises:
            OSError: one can't be read.
            Cancelled: on request.
        """
        for entry in entries:
            control.check()
            if stat.S_ISREG(entry.mode):
                reason = self._file(entry, control)
            elif stat.S_ISLNK(entry.mode):
                reason = self._link(entry)
            elif stat.S_ISDIR(entry.mode):
                self._folders.append(entry)
                continue
            else:
                reason = SPECIAL
            if reason:
                self._stays.setdefault(reason, []).append(entry.path)

    def settle(self) -> None:
        """Decide about what waited for the other copies: what stays for it may be replaced by one of their files."""
        for known, row, twin, share in self._waiting:
            if not self._goes_as_older(row, known, twin, share):
                self._stays.setdefault(TAKEN, []).append(known.path)

    def moves(self) -> list[Acts]:
        """Return the acts that come before those of all folders, in their order."""
        parts: list[Acts] = [self._columns(self._replaced, by_rule("older")), ListedActs(self._merged)]
        return [part for part in parts if len(part)]

    def acts(self) -> list[Acts]:
        """Return the other acts in their order."""
        parts: list[Acts] = [
            self._columns(self._going, Mark(MarkCause.FOLDER, folder=self._copy.path)),
            ListedActs(self._extra),
            ListedActs(self._empty_folders()),
        ]
        return [part for part in parts if len(part)]

    def removal(self, entries: Sequence[FileRecord]) -> FolderRemoval:
        path, stays = self._copy.path, tuple(self._said())
        return FolderRemoval(path, self._copy.kept, fingerprint(path, entries), not stays, stays)

    def _twin(self, path: str) -> str:
        """Return the same place in the folder that stays."""
        return os.path.join(self._copy.kept, path[len(self._copy.path.rstrip(os.sep)) + 1 :])

    def _file(self, entry: FileRecord, control: Control) -> str:
        """Decide about a file; return why it stays, "" if it does not."""
        row = self._rows.get(entry.path)
        if self._copy.packed is not None:
            return self._loose(entry, row, self._copy.packed, control)
        if row is None:
            return self._unscanned(entry, control)
        known = self._scanned.files[row]
        if known.protected:
            return PROTECTED
        if Identity.recorded(known) != Identity.recorded(entry):
            return CHANGED
        content = int(self._scanned.contents[row])
        if content < 0:
            return self._unscanned(entry, control)
        twin = self._kept_rows.get(self._twin(entry.path), -1)
        if twin < 0 or int(self._scanned.contents[twin]) != content:
            twin = self._by_content.get(content, -1)
        if twin >= 0 and _is_one(self._scanned.files[twin], entry):
            return OTHER_NAME
        if twin in self._arrivals.expected:
            self._waiting.append((known, row, twin, 1.0))
            return ""
        if twin >= 0:
            self._going.append((row, twin, 1.0))
            return ""
        return self._without_twin(entry, row, known)

    def _without_twin(self, entry: FileRecord, row: int, known: FileRecord) -> str:
        """Decide about a file whose content the folder that stays does not have."""
        if (there := self._arrivals.contents.get(self._digest(row))) is not None:
            self._extra.append(self._act(known, self._digest(row), there, self._digest(row)))
            return ""
        if row in self._copy.older:
            self._waiting.append((known, row, *self._copy.older[row]))
            return ""
        status = look(self._twin(entry.path))
        if status is not None and _is_one(
            record_of("", status), entry
        ):  # of which the scan took one name only
            return OTHER_NAME
        if not self._copy.merge:
            return ONLY_HERE
        return self._merge_scanned(row, known)

    def _loose(self, entry: FileRecord, row: int | None, packed: PackedFiles, control: Control) -> str:
        """Decide about a file that an archive may hold: an empty one only at its place, others wherever in it."""
        if _is_one(packed.archive, entry):
            return ITSELF
        if row is not None and self._scanned.files[row].protected:
            return PROTECTED
        content = content_of(entry.path, control)
        now = look(entry.path)
        if now is None or Identity.recorded(record_of(entry.path, now)) != Identity.recorded(entry):
            return CHANGED
        place = entry.path[len(self._copy.path.rstrip(os.sep)) + 1 :]
        if packed.places.get(place) != content and not (entry.size and content in packed.contents):
            return NOT_PACKED
        act = self._act(entry, content, packed.archive, packed.content)
        why = say("{} holds the same file", packed.archive.path)
        self._extra.append(replace(act, relation=Relation.SIMILAR, why=why))
        return ""

    def _goes_as_older(self, row: int, known: FileRecord, newer: int, share: float) -> bool:
        """Let a file go for a newer version; not where that is neither in the folder that stays nor moves into it."""
        if newer in self._arrivals.replaced:
            newer, share = self._arrivals.replaced[newer]
        if self._scanned.files.path(newer) in self._kept_rows:
            self._going.append((row, newer, share))
            return True
        there = self._arrivals.rows.get(newer)
        if there is None:
            twin = self._by_content.get(int(self._scanned.contents[newer]), -1)
            if twin >= 0:
                self._going.append((row, twin, share))
            return twin >= 0
        act = self._act(known, self._digest(row), there, self._digest(newer))
        why = by_rule("older").sentence(Relation.OLDER, share, there.path)
        self._extra.append(replace(act, similarity=share, relation=Relation.OLDER, why=why))
        return True

    def _merge_scanned(self, row: int, known: FileRecord) -> str:
        """Let a file move into the folder that stays, in place of its older version there if that is known."""
        to, digest = self._twin(known.path), self._digest(row)
        if row in self._copy.newer:
            old, share = self._copy.newer[row]
            if self._scanned.files[old].protected:
                return PROTECTED
            if old in self._arrivals.replaced:  # one of another copy takes its place
                return TAKEN
            self._arrivals.replaced[old] = row, share
            self._replaced.append((old, row, share))
            self._merged.append(self._step(known, digest, to=self._scanned.files.path(old)))
            self._arrivals.add(known, digest, self._scanned.files.path(old), row)
            return ""
        return self._merge(known, digest, to, row)

    def _merge(self, file: FileRecord, digest: bytes, to: str, row: int | None = None) -> str:
        there = self._arrivals.contents.get(digest)
        if there is not None and there.path == to:
            self._extra.append(self._act(file, digest, there, digest))
            return ""
        if to in self._arrivals.places or look(to) is not None:
            return TAKEN
        self._merged.append(self._step(file, digest, to=to))
        self._arrivals.add(file, digest, to, row)
        return ""

    def _unscanned(self, entry: FileRecord, control: Control) -> str:
        """Decide about a file that nobody read: only the one at the same place can be its twin."""
        to = self._twin(entry.path)
        status = look(to)
        if status is None and self._copy.merge:
            return self._merge(entry, content_of(entry.path, control), to)
        if status is None or not stat.S_ISREG(status.st_mode) or status.st_size != entry.size:
            return ONLY_HERE
        if _is_one(record_of(to, status), entry):
            return OTHER_NAME
        content = content_of(entry.path, control)
        if content_of(to, control) != content:
            return ONLY_HERE
        self._extra.append(self._act(entry, content, record_of(to, status), content))
        return ""

    def _link(self, entry: FileRecord) -> str:
        if self._copy.packed is not None:
            return OTHER_LINK
        to = self._twin(entry.path)
        status = look(to)
        text = syscalls.read_symlink(entry.path)
        if status is None or not stat.S_ISLNK(status.st_mode) or syscalls.read_symlink(to) != text:
            return OTHER_LINK
        if OWN.inside(self._copy.path)(os.path.normpath(os.path.join(os.path.dirname(to), text))):
            return LEADS_INSIDE
        content = content_hash(os.fsencode(text))
        self._extra.append(self._act(entry, content, record_of(to, status), content, step=ActKind.UNLINK))
        return ""

    def _empty_folders(self) -> Iterator[PlannedAct]:
        """Return acts on the folders that hold nothing that stays, the innermost first."""
        holding = {self._copy.path} if self._stays else set[str]()
        for paths in self._stays.values():
            for path in paths:
                while (path := os.path.dirname(path)) not in holding and path != os.path.dirname(path):
                    holding.add(path)
        top = record_of(self._copy.path, os.stat(self._copy.path))
        kept = record_of(self._copy.kept, os.stat(self._copy.kept))
        for folder in (*reversed(self._folders), top):
            if folder.path not in holding:
                yield self._act(
                    replace(folder, size=0), _NOTHING, replace(kept, size=0), _NOTHING, step=ActKind.RMDIR
                )

    def _columns(self, files: Sequence[tuple[int, int, float]], mark: Mark) -> ActColumns:
        row = np.array([one[0] for one in files], dtype=np.int32)
        survivor = np.array([one[1] for one in files], dtype=np.int32)
        share = np.array([one[2] for one in files], dtype=np.float64)
        contents = self._scanned.contents
        same = (contents[row] == contents[survivor]).tolist()
        return ActColumns(
            self._scanned.files,
            row,
            survivor,
            self._scanned.contents_of(row),
            self._scanned.contents_of(survivor),
            [self._id] * len(row),
            share,
            [Relation.IDENTICAL if one else Relation.OLDER for one in same],
            survivor,
            [mark] * len(row),
        )

    def _act(
        self,
        file: FileRecord,
        content: bytes,
        survivor: FileRecord,
        its_content: bytes,
        *,
        step: ActKind | None = None,
    ) -> PlannedAct:
        why = {
            ActKind.RMDIR: say("empty once all in it is gone"),
            ActKind.UNLINK: say("leads where {} does", survivor.path),
        }.get(step) if step is not None else Mark(MarkCause.FOLDER, folder=self._copy.path).sentence(
            Relation.IDENTICAL, 1.0, survivor.path
        )  # fmt: skip
        return PlannedAct(
            file, content, survivor, its_content, self._id, 1.0, Relation.IDENTICAL, why or "",
            cause=MarkCause.FOLDER, step=step,
        )  # fmt: skip

    def _step(self, file: FileRecord, content: bytes, *, to: str) -> PlannedAct:
        """Return the move of a file into the folder that stays."""
        kept = record_of(self._copy.kept, os.stat(self._copy.kept))
        return PlannedAct(
            file, content, kept, _NOTHING, self._id, 1.0, Relation.SIMILAR,
            say("moves into {}, which does not have it", self._copy.kept), to,
            cause=MarkCause.FOLDER, step=ActKind.MERGE,
        )  # fmt: skip

    def _digest(self, row: int) -> bytes:
        digest: bytes = self._scanned.contents_of(np.array([row])).tobytes()
        return digest

    def _said(self) -> Iterator[str]:
        """Say what stays: a sentence for each reason."""
        counts = Counter({reason: len(paths) for reason, paths in self._stays.items()})
        for reason, count in counts.most_common():
            first = self._stays[reason][0]
            if count == 1:
                yield say("{} stays: {} {}", self._copy.path, first, reason)
            else:
                yield say(
                    "{} stays: {} and {:,} more of what is in it each {}",
                    self._copy.path,
                    first,
                    count - 1,
                    reason,
                )


def _is_one(file: FileRecord, other: FileRecord) -> bool:
    """Tell whether two are one file, by two names."""
    return (file.device, file.inode) == (other.device, other.inode)


def _not_listed(path: str, reason: str) -> str:
    return say("{} stays: it can't be listed: {}", path, reason)


def _check_apart(copies: Sequence[FolderCopy]) -> None:
    """Raise UsageError where a folder that goes is in another one of the plan, or holds one."""
    going = {os.path.join(copy.path, "") for copy in copies}
    for copy in copies:
        for path in (copy.path, copy.kept):
            above = os.path.join(path, "") if path == copy.kept else os.path.join(os.path.dirname(path), "")
            while True:
                if above in going:
                    raise UsageError(say("{} is in a folder that goes itself", path))
                if above == (outer := os.path.join(os.path.dirname(above.rstrip(os.sep)), "")):
                    break
                above = outer
        if OWN.inside(copy.path)(os.path.join(copy.kept, "x")) or OWN.inside(copy.kept)(
            os.path.join(copy.path, "x")
        ):
            raise UsageError(say("{} and {} are in each other", copy.path, copy.kept))


def placed(parts: Sequence[Acts], target: str, roots: Sequence[str]) -> Acts:
    """Give every file that is moved away its target path; steps have their own or none."""
    files = [
        path for part in parts for path, step in zip(part.paths(), part.steps(), strict=True) if not step
    ]
    base = common_folder(list(roots) or [os.path.dirname(path) for path in files])
    places = free_places(files, target, base)
    placed: list[Acts] = []
    for part in parts:
        to = ["" if step else next(places) for step in part.steps()]
        if any(not place and not step for place, step in zip(to, part.steps(), strict=True)):
            raise UsageError(say("these files are in the folder they would go to"), target)
        if isinstance(part, ActColumns):
            placed.append(replace(part, to=Texts(to)))
        else:
            placed.append(
                ListedActs(
                    replace(act, to=place) if place else act for act, place in zip(part, to, strict=True)
                )
            )
    return JoinedActs(placed)
