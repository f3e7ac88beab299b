"""Carry decisions over to a new scan of the same folders, for files that are still what they were.

Files kept by hand and marks with their sentences are carried over by path and content. Figures need not be: what was
measured is in the cache.
"""

from __future__ import annotations

from dataclasses import dataclass

from simfinder.actions.rules.mark_rules import Mark
from simfinder.app.session.session import Session


@dataclass(frozen=True, slots=True)
class Renewed:
    """What was carried over.

    Attributes:
        kept: number of files kept by hand again.
        marked: number of files marked again.
        dropped: paths of marked files that are gone, changed, kept now, in no cluster any more, or no
            longer what their rule marks.
    """

    kept: int
    marked: int
    dropped: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Decided:
    """What was carried over from an old session, and what had been decided in it by then.

    Attributes:
        renewed: what was carried over.
        marks: of the old session.
        by_hand: files kept by hand in the old session.
        of: the old session.
    """

    renewed: Renewed
    marks: dict[int, Mark]
    by_hand: tuple[int, ...]
    of: Session

    def stands(self, old: Session) -> bool:
        """Return whether nothing was decided in the old session since."""
        return self.of is old and self.by_hand == old.clustering.keeping.by_hand and self.marks == old.marks


def decided(old: Session, new: Session) -> Decided:
    """Do ``renew`` in a thread of its own, while a person may go on with the old session."""
    marks, by_hand = dict(old.marks), old.clustering.keeping.by_hand
    return Decided(renew(old, new), marks, by_hand, old)


def renew(old: Session, new: Session) -> Renewed:
    """Carry over into a new session what was decided in an old one.

    Args:
        old: the session that was shown.
        new: of a later scan; changed here.
    """
    by_hand = [
        file for file in (_same(old, new, file) for file in old.clustering.keeping.by_hand) if file >= 0
    ]
    if by_hand:
        new.keep_files(by_hand)
    dropped = _marked_again(old, new)
    return Renewed(len(by_hand), len(new.marks), dropped)


def remark(old: Session, new: Session) -> tuple[str, ...]:
    """Mark in a new session exactly what is marked in an old one; return the paths of dropped marks."""
    new.clear_marks()
    return _marked_again(old, new)


def _marked_again(old: Session, new: Session) -> tuple[str, ...]:
    now = {file: _same(old, new, file) for file in list(old.marks)}
    new.remark({now[file]: mark for file, mark in list(old.marks.items()) if now.get(file, -1) >= 0})
    return tuple(old.record(file).path for file in now if now[file] not in new.marks)


def _same(old: Session, new: Session, file: int) -> int:
    """Return the file of the new session with the same path and content; -1 where there is none."""
    now = new.file_of(old.record(file).path)
    if now < 0:
        return -1
    was, is_now = old.scan.contents_of([file]), new.scan.contents_of([now])
    return now if was and was == is_now else -1
