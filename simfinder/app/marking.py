"""Marking many files at once: by a rule, by a folder, the other way round; in one cluster or in all of them.

Owns what such a wish comes to in a session: a proposal first, which can be counted before anything is marked, then the
marks. What is marked is the session's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from simfinder.actions import marks
from simfinder.actions.marks import Preview
from simfinder.app.session import Session
from simfinder.errors import UsageError
from simfinder.model.clusters import Cluster


class Wish(StrEnum):
    """What is to be marked. The first three are the words of ``--remove``."""

    OLDER = "older"
    IDENTICAL = "identical"
    ALL = "all"
    IN_FOLDER = "in"
    NOT_IN_FOLDER = "not-in"
    INVERT = "invert"


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a wish comes to.

    Attributes:
        wish: it.
        marks: the sentence of each mark, by path.
        preview: what is new of that.
        heirs: files that are to be kept in the place of kept files that are to go, by their paths.
        cleared: marks that go, by path.
    """

    wish: Wish
    marks: Mapping[str, str]
    preview: Preview
    heirs: Mapping[str, str]
    cleared: tuple[str, ...] = ()


def propose(
    session: Session, wish: Wish, *, folder: str = "", clusters: Iterable[int] | None = None
) -> Proposal:
    """What would be marked.

    Args:
        session: with the marks that are set already.
        wish: what to mark.
        folder: of ``IN_FOLDER`` and ``NOT_IN_FOLDER``.
        clusters: only in these; None for all.

    Raises:
        UsageError: a folder is needed.
    """
    chosen = list(_clusters(session, clusters))
    marked = {session.record(file).path: why for file, why in session.marks.items()}
    if wish in (Wish.IN_FOLDER, Wish.NOT_IN_FOLDER):
        if not folder:
            raise UsageError("name the folder whose files are meant")
        found = (marks.mark_in if wish is Wish.IN_FOLDER else marks.mark_all_but)(chosen, folder)
    elif wish is Wish.INVERT:
        found = marks.invert(chosen, marked)
    else:
        found = marks.mark_older(chosen, wish)
    cleared: tuple[str, ...] = ()
    if wish is Wish.INVERT:
        here = {member.file.path for cluster in chosen for member in cluster.members}
        cleared = tuple(sorted(path for path in marked if path in here and path not in found))
    return Proposal(
        wish,
        MappingProxyType(found),
        marks.preview(chosen, found, marked),
        MappingProxyType(marks.heirs(chosen, {**marked, **found})),
        cleared,
    )


def carry_out(session: Session, proposal: Proposal) -> int:
    """Set the marks of a proposal. Returns how many files are marked now that were not."""
    session.unmark(session.file_of(path) for path in proposal.cleared)
    if proposal.heirs:
        session.keep_files(session.file_of(heir) for heir in proposal.heirs.values())
    new = 0
    for path, why in proposal.marks.items():
        new += session.mark([session.file_of(path)], why)
    return new


def _clusters(session: Session, wanted: Iterable[int] | None) -> Iterable[Cluster]:
    table = session.clusters
    return (table.cluster(i) for i in (range(len(table)) if wanted is None else wanted))


def sentences(session: Session) -> dict[int, str]:
    """How each marked file stands to the kept one of its cluster, by the figures of now."""
    table = session.clusters
    found: dict[int, str] = {}
    for index in sorted({table.cluster_of(file) for file in session.marks} - {-1}):
        cluster = table.cluster(index)
        for member in cluster.members:
            file = session.file_of(member.file.path)
            if file in session.marks:
                found[file] = marks.standing(member, cluster.kept)
    return found


def restate(session: Session, before: Mapping[int, str]) -> None:
    """Put figures of now into the sentences of marks that tell those of before, as ``sentences`` gave them."""
    for file, now in sentences(session).items():
        old = before.get(file, "")
        why = session.marks[file]
        if old and old != now and why.endswith(old):
            session.mark([file], why[: len(why) - len(old)] + now)
