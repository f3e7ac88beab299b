"""What a plan really frees, and its warnings, by a look at the disk as it is now.

Fills in ``freed`` and ``warnings`` of acts and plan; never adds, drops or changes an act. Changes nothing on the disk.
The result is for people: execution makes its own checks and trusts none of it.
"""

from __future__ import annotations

import errno
import os
import shutil
from array import array
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum

from simfinder.actions.filesystem.folder_state import mount_of
from simfinder.actions.filesystem.operations import CHANGED, GONE, Identity, look
from simfinder.actions.rules.explain_relation import name_warning
from simfinder.actions.rules.made_links import MadeLinks
from simfinder.actions.rules.mark_rules import percent
from simfinder.errors import reason_of
from simfinder.model.folder_losses import folder_losses, loss_text, rest_text
from simfinder.model.path_rules import OWN
from simfinder.model.removal_plan import ActKind, Plan, PlannedAct
from simfinder.text.message import say

LOW = 0.9
"""Acts on files that share less than this with the kept file get a warning."""

_FOLDERS_NAMED = 20  # of those that lose many files

_BLOCK = 512  # unit of st_blocks on every file system


class _Kind(Enum):
    """Kinds of warnings, and their sentences for one and for many files."""

    DOUBTED = (
        say("file is not what the plan says, and stays"),
        say("files are not what the plan says, and stay"),
    )
    LINKED_TO = (
        say("file is needed by links made by SimFinder, and stays"),
        say("files are needed by links made by SimFinder, and stay"),
    )
    NOT_AS_SCANNED = (
        say("file is not any more what was scanned"),
        say("files are not any more what was scanned"),
    )
    LOW = (
        say("file shares less than 90 % with the kept file of its cluster"),
        say("files share less than 90 % with the kept file of their cluster"),
    )
    NEWER = (say("file is newer than the one that stays"), say("files are newer than the ones that stay"))
    NAME = (
        say("file has a name that contradicts its time"),
        say("files have names that contradict their times"),
    )
    OTHER_NAMES = (
        say("file has other names (hard links), so nothing is freed"),
        say("files have other names (hard links), so nothing is freed"),
    )
    OTHER_DISK = (
        say("file is on another disk than the target"),
        say("files are on another disk than the target"),
    )
    OTHER_MOUNT = (
        say("link leads to another drive, and nowhere whenever that one is away"),
        say("links lead to another drive, and nowhere whenever that one is away"),
    )


def assessed(plan: Plan, roots: Sequence[str] = ()) -> Plan:
    """Return the plan with freed bytes and warnings, by the disk as it is now.

    Args:
        plan: its own figures and warnings are replaced.
        roots: the folders that were scanned.
    """
    disk, links = _Disk(plan), MadeLinks.known(plan.kind)
    counts: Counter[_Kind] = Counter()
    freed = array("q")
    notes: dict[int, tuple[str, ...]] = {}
    said: dict[
        tuple[str, ...], tuple[str, ...]
    ] = {}  # each once: the files of a folder often share their warnings
    needed = 0
    for at, act in enumerate(plan.acts):
        if act.step is not None:
            freed.append(0)
            if act.doubt:
                counts[_Kind.DOUBTED] += 1
                notes[at] = (act.doubt,)
            continue
        crosses = disk.crosses(act)
        needed += act.file.size if crosses or plan.kind is ActKind.COPY else 0
        frees, warnings = _looked_at(plan.kind, act, links, crosses=crosses)
        freed.append(frees)
        if warnings:
            counts.update(warnings.keys())
            told = tuple(warnings.values())
            notes[at] = said.setdefault(told, told)
    warned = (
        *_of_target(plan, disk.nearest, needed, roots),
        *_of_staying(plan),
        *_of_folders(plan),
        *_counted(counts),
    )
    return replace(plan, acts=plan.acts.told(freed, notes), warnings=warned)


class _Disk:
    """Devices and mounts of folders, each looked at once."""

    def __init__(self, plan: Plan) -> None:
        self.nearest = None if plan.target is None else _nearest(plan.target)
        self._to_survivor = plan.kind is ActKind.SYMLINK
        self._devices: dict[str, int | None] = {}
        self._mounts: dict[str, int | None] = {}

    def device(self, folder: str) -> int | None:
        if folder not in self._devices:
            try:
                self._devices[folder] = os.stat(folder).st_dev
            except OSError:  # the act will fail and say why
                self._devices[folder] = None
        return self._devices[folder]

    def mount(self, folder: str) -> int | None:
        if folder not in self._mounts:
            try:
                self._mounts[folder] = mount_of(folder)
            except OSError:  # likewise
                self._mounts[folder] = None
        return self._mounts[folder]

    def crosses(self, act: PlannedAct) -> bool:
        """Tell whether a file is on another file system than the target, or a link on another mount than its file.

        Asks folders, as overlays misreport files.
        """
        if self._to_survivor:
            folders = (os.path.dirname(file.path) for file in (act.file, act.survivor))
            here, there = map(self.mount, folders)
            return None not in (here, there) and here != there
        if self.nearest is None:
            return False
        here, there = self.device(os.path.dirname(act.file.path)), self.device(self.nearest)
        return None not in (here, there) and here != there


def _looked_at(
    kind: ActKind, act: PlannedAct, links: MadeLinks, *, crosses: bool
) -> tuple[int, dict[_Kind, str]]:
    """Return the bytes an act frees, and its warnings by kind."""
    file = act.file
    if act.doubt:
        return 0, {_Kind.DOUBTED: act.doubt}
    try:
        status = look(file.path)
        needed = None if status is None else links.in_the_way(kind, file.path, status)
    except OSError as error:
        return 0, {_Kind.NOT_AS_SCANNED: say("can't be looked at: {}", reason_of(error))}
    if needed:
        return 0, {_Kind.LINKED_TO: needed}
    if status is None:
        return 0, {_Kind.NOT_AS_SCANNED: GONE}
    if not Identity.recorded(file).matches(status):
        return 0, {_Kind.NOT_AS_SCANNED: CHANGED}
    freed = 0
    if status.st_nlink <= 1 and kind is not ActKind.COPY and not (kind is ActKind.MOVE and not crosses):
        freed = _allocated(file.path, status)
    return freed, dict(_warnings(kind, act, status, crosses=crosses))


def _warnings(
    kind: ActKind, act: PlannedAct, status: os.stat_result, *, crosses: bool
) -> Iterator[tuple[_Kind, str]]:
    if not act.identical and act.similarity < LOW:
        share = percent(act.similarity)
        yield _Kind.LOW, say("shares only {:g} % with the kept file of its cluster", share)
    if not act.identical and act.file.mtime_ns > act.survivor.mtime_ns:
        yield _Kind.NEWER, say("is newer than the file that stays")
    if contradiction := name_warning(act.file, act.survivor):
        yield _Kind.NAME, contradiction
    if status.st_nlink > 1 and kind is not ActKind.COPY:
        yield _Kind.OTHER_NAMES, say("has other names (hard links) that keep its content: nothing is freed")
    if crosses and kind is ActKind.MOVE:
        yield (
            _Kind.OTHER_DISK,
            say("is on another disk than the target: it is copied there and compared before it is removed"),
        )
    if crosses and kind is ActKind.SYMLINK:
        yield (
            _Kind.OTHER_MOUNT,
            say("the file that stays is on another drive: the link leads nowhere whenever that one is away"),
        )


def _allocated(path: str, status: os.stat_result) -> int:
    """Return the bytes on the disk that go with a file's last name; holes of a sparse file take none."""
    blocks = getattr(status, "st_blocks", 0) * _BLOCK
    if blocks:
        return min(status.st_size, int(blocks))
    return status.st_size if _has_data(path) else 0  # some network file systems don't count blocks


def _has_data(path: str) -> bool:
    seek_data = getattr(os, "SEEK_DATA", None)
    if seek_data is None:
        return True
    try:
        file = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        return True
    try:
        os.lseek(file, 0, seek_data)
    except OSError as error:  # ENXIO: nothing but a hole follows
        return error.errno != errno.ENXIO
    finally:
        os.close(file)
    return True


def _of_target(plan: Plan, nearest: str | None, needed: int, roots: Sequence[str]) -> Iterator[str]:
    """Warn of the target; ``nearest`` is its nearest folder that exists, ``needed`` the bytes needed on its disk."""
    if plan.target is None or nearest is None or not plan.acts:
        return
    try:
        room = shutil.disk_usage(nearest).free
    except OSError:  # the acts will say what is wrong
        room = needed
    if needed > room:
        yield say(
            "there is not enough room in {}: {:,} bytes are needed, {:,} are free", plan.target, needed, room
        )
    if any(_lies_in(plan.target, root) for root in roots):
        yield say("{} is in a folder that was scanned: the next scan finds these files there", plan.target)


def _of_folders(plan: Plan) -> Iterator[str]:
    """Warn of folders that lose many of their files."""
    losses = folder_losses(plan)
    yield from map(loss_text, losses[:_FOLDERS_NAMED])
    if len(losses) > _FOLDERS_NAMED:
        yield rest_text(len(losses) - _FOLDERS_NAMED)


def _of_staying(plan: Plan) -> Iterator[str]:
    """Say which folders stay although they are in another one, and why."""
    said = [sentence for removal in plan.removals for sentence in removal.stays]
    yield from said[:_FOLDERS_NAMED]
    if (more := len(said) - _FOLDERS_NAMED) > 0:
        yield say("{:,} more reasons why folders stay", more) if more > 1 else said[-1]


def _counted(counts: Mapping[_Kind, int]) -> Iterator[str]:
    """Count the acts with each kind of warning."""
    for kind in _Kind:
        one, many = kind.value
        if counts.get(kind):
            yield say("{:,} {}", counts[kind], one if counts[kind] == 1 else many)


def _nearest(path: str) -> str:
    """Return the path, or the nearest of its parents that exists."""
    while not os.path.exists(path) and os.path.dirname(path) != path:
        path = os.path.dirname(path)
    return path


def _lies_in(path: str, folder: str) -> bool:
    return OWN.inside(os.path.abspath(folder))(os.path.join(path, "x"))  # the folder itself too
