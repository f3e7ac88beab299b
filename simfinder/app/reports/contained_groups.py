"""What lies in what, as text and pages list it: in groups, those that free the most first."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from simfinder.app.session.session import Session
from simfinder.app.views.containment_view import common_folder, of_paths, order
from simfinder.text.number_formats import count_text, counted, size_text


class ContainedGroup(NamedTuple):
    """A file with those inside it, or with those that contain it.

    Attributes:
        path: of the file.
        by_part: it is inside all the others, else these are inside it.
        what: how many others, and where they are.
        freed: bytes that acting on it frees.
        others: paths, and how much of the part each shares with the whole, 0..1.
    """

    path: str
    by_part: bool
    what: str
    freed: int
    others: list[tuple[str, float]]

    @property
    def summary(self) -> str:
        """Return what is said beside the name."""
        return self.what + (f", {size_text(self.freed)} to free" if self.freed else "")


def contained_groups(
    session: Session, contained: Sequence[tuple[str, str, float]]
) -> Iterator[ContainedGroup]:
    """Group what lies in what.

    Args:
        session: to report.
        contained: whole, part, share, of files that are still there.
    """
    insides = of_paths(session, list(contained))
    if not len(insides):
        return
    view = order(insides, session.clusters.files)
    for group, head in enumerate(view.heads.tolist()):
        by_part, pairs = bool(view.by_part[group]), view.of_group(group)
        files = (insides.whole if by_part else insides.part)[pairs].tolist()
        paths = [session.record(file).path for file in files]
        shares = insides.share[pairs].astype(float).tolist()
        what = _what(paths, int(view.all_loose[group]), by_part=by_part)
        others = list(zip(paths, shares, strict=True))
        yield ContainedGroup(session.record(head).path, by_part, what, int(view.freed[group]), others)


def _what(paths: Sequence[str], held: int, *, by_part: bool) -> str:
    folder, count = common_folder(paths), len(paths)
    where = folder + os.sep if folder else ""
    if held:
        all_of_it = "its only file is" if held == 1 else f"all {count_text(held)} files in it are"
        return f"{all_of_it} also {f'in {where}' if where else 'outside'}"
    if by_part:
        return f"inside {counted(count, 'file', 'files')}" + (f" in {where}" if where else "")
    if count == 1:
        return f"{os.path.basename(paths[0])} is inside"
    return f"{count_text(count)} files {f'from {where} ' if where else ''}are inside"
