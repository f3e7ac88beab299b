"""A small world of real files: made, recorded as a scan would, photographed and compared."""

from __future__ import annotations

import os
import stat

import numpy as np
import xxhash

from simfinder.actions.plan.make_plan import make_plan
from simfinder.actions.rules.choose_files import Candidates, Group
from simfinder.actions.rules.mark_rules import REMOVED, by_rule
from simfinder.arrays.file_columns import FileColumns
from simfinder.model.clusters import Cluster, Member, Relation
from simfinder.model.file_record import FileRecord
from simfinder.model.progress import Control
from simfinder.model.removal_plan import ActKind, Plan, PlannedAct

LINKS = [ActKind.HARDLINK, ActKind.SYMLINK, ActKind.REFLINK]
BASE_TIME = 1_600_000_000_123_456_789


def write(path, data=b"some text\n", *, mtime_ns=BASE_TIME, mode=0o644):
    path = os.fspath(path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)
    os.chmod(path, mode)
    os.utime(path, ns=(mtime_ns - 5_000_000_007, mtime_ns))
    return path


def record(path, **changes):
    path = os.fspath(path)
    status = os.lstat(path)
    values = {
        "path": path,
        "device": status.st_dev,
        "inode": status.st_ino,
        "size": status.st_size,
        "mtime_ns": status.st_mtime_ns,
        "ctime_ns": status.st_ctime_ns,
        "mode": status.st_mode,
    }
    return FileRecord(**(values | changes))


def read(path):
    """All bytes, without touching the access time."""
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NOATIME)) as file:
        return file.read()


def content(path):
    return xxhash.xxh3_128_digest(read(path))


def planned(path, survivor, *, to=None, **changes):
    mine, its = content(path), content(survivor)
    values = {
        "file": record(path),
        "content": mine,
        "survivor": record(survivor),
        "survivor_content": its,
        "cluster": "0123456789abcdef",
        "similarity": 1.0 if mine == its else 0.9,
        "relation": Relation.IDENTICAL if mine == its else Relation.OLDER,
        "why": "marked by a test",
        "to": None if to is None else os.fspath(to),
    }
    return PlannedAct(**(values | changes))


def trash_plan(paths, survivor):
    return Plan(ActKind.TRASH, tuple(planned(path, survivor) for path in paths))


def move_plan(paths, survivor, base, target):
    """A move of ``paths`` that keeps their tree below ``base``."""
    acts = tuple(
        planned(path, survivor, to=os.path.join(target, os.path.relpath(path, base))) for path in paths
    )
    return Plan(ActKind.MOVE, acts, os.fspath(target))


def plan_of(kind, paths, survivor, base=None, target=None):
    """A plan of any kind."""
    if kind.needs_target:
        acts = tuple(
            planned(path, survivor, to=os.path.join(target, os.path.relpath(path, base))) for path in paths
        )
        return Plan(kind, acts, os.fspath(target))
    return Plan(kind, tuple(planned(path, survivor) for path in paths))


def share_by_copying(source, target):
    """What a reflink looks like, for file systems that have none."""
    os.pwrite(target, os.pread(source, 1 << 30, 0), 0)


def member(path, *, relation=Relation.SIMILAR, similarity=0.9, within=True, data=None, **changes):
    """A member that needs no file on disk."""
    path = os.fspath(path)
    values = {
        "path": path,
        "device": 1,
        "inode": abs(hash(path)) % 2**40,
        "size": 10,
        "mtime_ns": BASE_TIME,
    }
    return Member(
        FileRecord(**(values | changes)),
        xxhash.xxh3_128_digest(data if data is not None else os.fsencode(path)),
        similarity,
        relation is not Relation.IDENTICAL,
        relation,
        within,
    )


def cluster(*members, name="0123456789abcdef"):
    return Cluster(name, members, min(one.similarity for one in members), 0)


def digests_of(contents):
    """(n, 16) uint8 of hashes."""
    return np.frombuffer(b"".join(contents), dtype=np.uint8).reshape(-1, 16)


def named_by(clusters, rule="older"):
    """The paths that a rule of ``--remove`` names, cluster by cluster."""
    return [
        one.file.path
        for group in clusters
        for one in group.members[1:]
        if one.relation in REMOVED[rule]
        and (one.within or one.relation is Relation.IDENTICAL)
        and not one.file.protected
    ]


def inverted(clusters, marked):
    """The paths that are marked once the marks are inverted."""
    others = (one.file for group in clusters for one in group.members[1:])
    return [file.path for file in others if not file.protected and file.path not in marked]


def plan_for(clusters, marked, kind, target=None, roots=()):
    """The plan of marked paths; a mapping has the mark of each."""
    clusters = list(clusters)
    members = sorted((m for one in clusters for m in one.members), key=lambda m: os.fsencode(m.file.path))
    place = {member.file.path: at for at, member in enumerate(members)}
    groups = [
        Group(
            one.id,
            [place[member.file.path] for member in one.members],
            [member.similarity for member in one.members],
            [member.relation for member in one.members],
        )
        for one in clusters
    ]
    candidates = Candidates(
        groups,
        FileColumns.of(member.file for member in members),
        lambda files: digests_of(members[file].content for file in files),
        lambda file: marked[members[file].file.path] if isinstance(marked, dict) else by_rule("older"),
    )
    chosen = {place[path] for path in marked if path in place}
    return make_plan(candidates, chosen, kind, target, roots)


def photograph(folder, *, folder_times=False):
    """Everything below a folder: bytes, mode and times of files, mode (and time) of folders."""
    seen = {}
    for path, folders, files in os.walk(os.fsencode(folder)):
        for name in folders + files:
            full = os.path.join(path, name)
            status = os.lstat(full)
            if stat.S_ISREG(status.st_mode):
                seen[full] = (read(full), status.st_mode, status.st_mtime_ns, status.st_atime_ns)
            elif stat.S_ISLNK(status.st_mode):
                seen[full] = os.readlink(full)
            else:
                seen[full] = ("folder", status.st_mode, status.st_mtime_ns if folder_times else 0)
    return seen


def seen(folder):
    """All but the access times, which a backup of the folder has moved."""
    return {name: what[:3] for name, what in photograph(folder).items()}


def trash_of(home):
    """(names in files, names in info) of a home Trash."""
    root = os.path.join(home, ".local", "share", "Trash")
    return tuple(
        sorted(os.listdir(folder)) if os.path.isdir(folder) else []
        for folder in (os.path.join(root, "files"), os.path.join(root, "info"))
    )


def only(report):
    (act,) = report.acts
    return act


def refuse(number):
    """A system call that always fails with this error."""

    def refusing(*_args, **_kwargs):
        raise OSError(number, os.strerror(number))

    return refusing


class CancelAt(Control):
    """Cancels at the n-th check."""

    def __init__(self, check):
        super().__init__()
        self.left = check

    def check(self):
        self.left -= 1
        if self.left < 0:
            self.cancel()
        super().check()
