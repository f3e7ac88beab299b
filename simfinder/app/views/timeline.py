"""The versions of a cluster in order of time, and what neighbours share.

A share is what the session knows: measured, or else estimated from the signatures. No file is read.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

import numpy as np

from simfinder.app.session.session import Session
from simfinder.model.clusters import Relation


@dataclass(frozen=True, slots=True)
class Share:
    """What two versions have in common.

    Attributes:
        similarity: 0..1; 1.0 only for equal content.
        estimated: not measured on the bytes.
    """

    similarity: float
    estimated: bool


@dataclass(frozen=True, slots=True)
class Version:
    """One content of a cluster at its time.

    Attributes:
        file: index of the file that represents it: the kept one, else the oldest, else the first by path.
        copies: indexes of the other files of this content, in the order of the results.
        mtime_ns: of that file, nanoseconds since 1970.
        size: bytes.
        grown: bytes more than the version before (less where below 0); 0 for the first one.
        relation: of that file to the kept one.
        with_before: what it shares with the version before; None for the first one.
        with_kept: what it shares with the kept file.
    """

    file: int
    copies: tuple[int, ...]
    mtime_ns: int
    size: int
    grown: int
    relation: Relation
    with_before: Share | None
    with_kept: Share


@dataclass(frozen=True, slots=True)
class Timeline:
    """A cluster's versions, oldest first.

    Attributes:
        versions: one per content.
        same_time: whether two of them have the same time, so that their order means nothing.
    """

    versions: tuple[Version, ...]
    same_time: bool


def timeline(session: Session, cluster: int) -> Timeline:
    """Return the versions of a cluster. Files of equal content are one version, at the time of the representing file.

    Args:
        session: as it is now.
        cluster: index in ``session.clusters``.
    """
    table = session.clusters
    members = table.cluster(cluster).members
    start = int(table.offsets[cluster])
    files = table.members[start : start + len(members)].tolist()
    by_content: dict[bytes, list[int]] = {}
    for place, member in enumerate(members):
        by_content.setdefault(member.content, []).append(place)
    heads = []
    for places in by_content.values():
        head = min(
            places, key=lambda p: (p != 0, members[p].file.mtime_ns, os.fsencode(members[p].file.path))
        )
        heads.append((head, tuple(files[place] for place in places if place != head)))
    heads.sort(key=lambda entry: (members[entry[0]].file.mtime_ns, os.fsencode(members[entry[0]].file.path)))
    contents = np.array([table.files.contents[files[head]] for head, _ in heads], np.int32)
    shares = [Share(*pair) for pair in session.clustering.shares(contents[1:], contents[:-1])]
    versions = []
    for i, (head, copies) in enumerate(heads):
        member = members[head]
        before = members[heads[i - 1][0]].file.size if i else member.file.size
        versions.append(
            Version(
                file=files[head],
                copies=copies,
                mtime_ns=member.file.mtime_ns,
                size=member.file.size,
                grown=member.file.size - before,
                relation=member.relation,
                with_before=shares[i - 1] if i else None,
                with_kept=Share(member.similarity, member.estimated),
            )
        )
    times = [version.mtime_ns for version in versions]
    return Timeline(tuple(versions), len(set(times)) < len(times))
