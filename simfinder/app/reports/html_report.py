"""The results as one HTML file: no network, no script needed to read it, safe against any name.

The page is the template ``resources/style/report.html`` (jinja2), with a style and a script beside it; it is made piece
by piece, so that a report of many clusters takes no memory. The template escapes all text. A name is written as
``printable_names`` shows it, in an element that keeps its direction of writing to itself and has the ending of a name
at its right end in any language.
"""

from __future__ import annotations

import base64
import hashlib
import html
import os
import time
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import simfinder
from simfinder.app.reports.contained_groups import contained_groups
from simfinder.app.reports.folder_report import folder_rows
from simfinder.app.reports.image_bytes import Picture, data_uri, small_picture
from simfinder.app.reports.json_report import contained
from simfinder.app.reports.totals import Space, space_by_type, together
from simfinder.app.session.session import Session
from simfinder.model.clusters import Cluster, Member, Relation
from simfinder.model.file_record import Problem
from simfinder.text import resource_files
from simfinder.text.number_formats import count_text, counted, percent_text, size_text
from simfinder.text.printable_names import visible

if TYPE_CHECKING:
    import jinja2

CLUSTERS = 10_000
"""Clusters on a page at most: with 100,000 files it opens in seconds and scrolls smoothly."""

MEMBERS = 500
"""Files of a cluster on a page at most."""

FILES = 100_000
"""Files on a page at most."""

LISTED = 1_000
"""Lines of any other list at most."""

PICTURES, PICTURE_BYTES = 400, 6_000_000

OPEN = 12
"""Clusters open from the start."""

WEAK = 0.9
"""Files that share less with the kept one are listed under "Look twice"."""

LOOK_TWICE = 100

_TYPES = 12
_PICTURE_TYPES = frozenset({"png", "jpg", "jpeg", "jpe", "gif", "bmp", "webp", "tif", "tiff", "heic", "avif"})
_PIECE = 2_000  # parts of the template


def html_text(
    session: Session,
    problems: Sequence[Problem] | None = None,
    parts: Sequence[tuple[str, str, float]] = (),
    picture: Picture = small_picture,
) -> Iterator[str]:
    """Yield a report in pieces.

    Args:
        session: to report.
        problems: of the scan and what came after; None for those of the scan alone.
        parts: files that lie in others: whole, part, share.
        picture: returns thumbnails.
    """
    style, script = (resource_files.read_bytes(f"style/report.{kind}").decode() for kind in ("css", "js"))
    spaces = space_by_type(session)
    shown = len(spaces) if len(spaces) <= _TYPES else _TYPES - 1
    page = template().stream(
        session=session,
        style=style,
        script=script,
        policy=f"default-src 'none'; img-src data:; style-src {_digest(style)}; script-src {_digest(script)}; "
        "base-uri 'none'; form-action 'none'",
        roots=[os.path.abspath(root) for root in session.options.roots],
        now_ns=time.time_ns(),
        tiles=_tiles(session, together(spaces).copies),
        whole=together(spaces),
        spaces=spaces[:shown],
        other_types=len(spaces) - shown,
        rest=together(spaces[shown:]),
        about=_about(session),
        folders=folder_rows(session),
        clusters=_Clusters(session),
        pictures=_Pictures(picture),
        weak=_weak(session),
        contained=list(contained_groups(session, contained(session, parts))),
        problems=session.result.problems if problems is None else problems,
        skipped=[(reason, count) for reason, count in sorted(session.result.passed_over.items()) if count],
        version=simfinder.__version__,
        OPEN=OPEN,
        WEAK=WEAK,
        MEMBERS=MEMBERS,
        LISTED=LISTED,
        LOOK_TWICE=LOOK_TWICE,
    )
    page.enable_buffering(_PIECE)
    yield from page


@cache
def template() -> jinja2.Template:
    """Return the template of the page; its macros write a name, a path, a bar, a chip and a time."""
    import jinja2
    from markupsafe import Markup

    made = jinja2.Environment(
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=jinja2.StrictUndefined,
    )
    made.filters |= {
        "count": count_text,
        "files": lambda count: counted(count, "file", "files"),
        "folder": os.path.dirname,
        "inside": lambda share: min(1.0, max(0.0, share)),
        "last_part": os.path.basename,
        "moment": _moment,
        "pairs": lambda count: counted(count, "pair", "pairs"),
        "parts": _space_parts,
        "percent": percent_text,
        "size": size_text,
        # control characters are made visible first
        "text": lambda text: Markup(html.escape(visible(text), quote=True)),  # noqa: S704
    }
    return made.from_string(resource_files.read_bytes("style/report.html").decode())


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _moment(ns: int) -> datetime | None:
    """Return a time in the local zone; None if no calendar has it."""
    try:
        return datetime.fromtimestamp(ns // 1_000_000_000).astimezone()
    except (OverflowError, ValueError, OSError):
        return None


def _tiles(session: Session, copies: int) -> Iterator[tuple[str, str, str]]:
    """Yield the figures at the top: kind, name, value."""
    table = session.clusters
    yield "", "Files looked at", count_text(session.clustering.file_count)
    yield "", "Space", size_text(int(table.files.sizes[session.clustering.alive].sum()))
    yield "", "Clusters", count_text(len(table))
    yield "", "Files in clusters", count_text(len(session.clusters.members))
    yield "", "Taken by copies", size_text(copies)
    yield "free", "Can be freed", size_text(session.clustering.bytes_freed)
    if session.marks:
        marked = counted(len(session.marks), "file", "files")
        yield "", f"Marked, {marked}", size_text(session.marked_bytes)


class _SpacePart(NamedTuple):
    """A part of a bar of space: where it begins and how wide it is, of 100."""

    kind: str
    name: str
    size: int
    at: float
    wide: float


def _space_parts(space: Space, of: int) -> Iterator[_SpacePart]:
    """Yield the three kinds of space, as parts of a bar as long as its share of ``of``."""
    at = 0.0
    kinds = (("c", "copies", space.copies), ("a", "like another file", space.alike))
    for kind, name, size in (*kinds, ("u", "like no other", space.only)):
        wide = 100.0 * size / max(1, of)
        yield _SpacePart(kind, name, size, at, wide)
        at += wide


class _Pictures:
    """Thumbnails, as long as the budget allows more."""

    def __init__(self, picture: Picture) -> None:
        self._picture = picture
        self._left, self._bytes = PICTURES, PICTURE_BYTES

    def of(self, member: Member, file_type: str) -> str:
        """Return a thumbnail as a ``data:`` URI; "" for none."""
        if file_type not in _PICTURE_TYPES or self._left <= 0 or self._bytes <= 0:
            return ""
        data = self._picture(member.file)
        source = data_uri(data) if data else ""
        if not source or len(source) > self._bytes:
            return ""
        self._left -= 1
        self._bytes -= len(source)
        return source


class _Clusters:
    """The clusters of a page, made one by one; afterwards ``left_out`` says how many there was no room for."""

    def __init__(self, session: Session) -> None:
        self._table = session.clusters
        self.left_out = ""

    def __iter__(self) -> Iterator[Cluster]:
        shown = written = 0
        while shown < min(len(self._table), CLUSTERS) and written < FILES:
            cluster = self._table.cluster(shown)
            yield cluster
            written += min(len(cluster.members), MEMBERS)
            shown += 1
        if rest := len(self._table) - shown:
            self.left_out = counted(rest, "cluster", "clusters")


def _about(session: Session) -> str:
    tolerance = percent_text(session.choices.tolerances.default)
    families = [(str(name), value) for name, value in sorted(session.choices.tolerances.by_family.items())]
    types = [
        ("." + name if name else "without a type", value)
        for name, value in sorted(session.choices.tolerances.by_type.items())
    ]
    own = ", ".join(f"{name} {percent_text(value)}" for name, value in (*families, *types))
    checked = "checked on the bytes" if session.clustering.verified else "some figures are estimates"
    if session.incomplete:
        unread = counted(session.result.unread, "file was", "files were")
        checked += f"; the scan was stopped early: {unread} not fully read"
    return f"files that differ by at most {tolerance}{f' ({own})' if own else ''}; {checked}"


def _weak(session: Session) -> list[tuple[float, str, Cluster]]:
    """Return older files that share little with the kept one, least first."""
    table = session.clusters
    found = [
        (member.similarity, member.file.path, cluster)
        for cluster in (table.cluster(i) for i in range(len(table)) if table.weakest[i] < WEAK)
        for member in cluster.members
        if member.relation is Relation.OLDER and member.within and member.similarity < WEAK
    ]
    return sorted(found, key=lambda row: row[:2])
