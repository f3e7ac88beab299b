"""The results as one HTML file: no network, no script needed to read it, safe against any name.

The page is made piece by piece, so that a report of many clusters takes no memory; its style and script are in
``resources/style``. All text of a file system is escaped. A name is written as ``printable_names`` shows it, in an
element that keeps its direction of writing to itself and has the ending of a name at its right end in any language.
"""

from __future__ import annotations

import base64
import hashlib
import html
import os
import re
import time
from collections.abc import Iterator, Sequence
from datetime import datetime

import simfinder
from simfinder.app.reports.image_bytes import Picture, data_uri, small_picture
from simfinder.app.reports.json_report import contained
from simfinder.app.reports.totals import Space, space_by_type, together
from simfinder.app.session.session import Session
from simfinder.model.clusters import Cluster, Member, Relation
from simfinder.model.file_record import Problem
from simfinder.text import resource_files
from simfinder.text.number_formats import count_text, counted, percent_text, size_text
from simfinder.text.printable_names import visible

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

_TYPES = 12
_LOOK_TWICE = 100
_KIND = re.compile(r"[a-z-]+")
_PICTURE_TYPES = frozenset({"png", "jpg", "jpeg", "jpe", "gif", "bmp", "webp", "tif", "tiff", "heic", "avif"})


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
    problems = session.result.problems if problems is None else problems
    style, script = (resource_files.read_bytes(f"style/report.{kind}").decode() for kind in ("css", "js"))
    yield _head(session, style, script)
    yield from _tiles(session)
    yield from _space(session)
    yield from _clusters(session, _Pictures(picture))
    yield from _look_twice(session)
    yield from _contains(contained(session, parts))
    yield from _problems(problems)
    yield from _passed_over(session)
    yield f'<footer>SimFinder {text_html(simfinder.__version__)}. Shares with a "~" are estimates.</footer>\n'
    yield f"<script>{script}</script>\n</body>\n</html>\n"


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _head(session: Session, style: str, script: str) -> str:
    policy = (
        f"default-src 'none'; img-src data:; style-src {_digest(style)}; script-src {_digest(script)}; "
        "base-uri 'none'; form-action 'none'"
    )
    roots = ", ".join(name_html(os.path.abspath(root)) for root in session.options.roots)
    now = time_html(time.time_ns())
    seconds = f", scanned in {session.result.seconds:.1f} s"
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        '<meta name="color-scheme" content="light dark">\n'
        "<title>Similar files · SimFinder</title>\n"
        '<link rel="icon" href="data:,">\n'
        f"<style>{style}</style>\n</head>\n<body>\n"
        f'<header><h1>Similar files</h1>\n<p class="from">{roots}<br>{now}{seconds}</p></header>\n'
    )


def _tiles(session: Session) -> Iterator[str]:
    table = session.clusters
    size = int(table.files.sizes[session.clustering.alive].sum())
    copies = together(space_by_type(session))
    tiles = [
        ("", "Files looked at", count_text(session.clustering.file_count)),
        ("", "Space", size_text(size)),
        ("", "Clusters", count_text(len(table))),
        ("", "Files in clusters", count_text(len(session.clusters.members))),
        ("", "Taken by copies", size_text(copies.copies)),
        ("free", "Can be freed", size_text(session.clustering.bytes_freed)),
    ]
    if session.marks:
        marked = counted(len(session.marks), "file", "files")
        tiles.append(("", f"Marked, {marked}", size_text(session.marked_bytes)))
    yield '<dl class="tiles">'
    for kind, name, value in tiles:
        yield f'<div class="{kind}"><dt>{name}</dt><dd>{text_html(value)}</dd></div>'
    yield "</dl>\n"


def _space(session: Session) -> Iterator[str]:
    spaces = space_by_type(session)
    whole = together(spaces)
    if not whole.all:
        return
    yield "<h2>Space</h2>\n"
    yield _stack(whole, whole.all, "whole")
    yield '<ul class="key">'
    for kind, name, size in (
        ("c", "copies", whole.copies),
        ("a", "like another file", whole.alike),
        ("u", "like no other", whole.only),
    ):
        share = percent_text(size / whole.all)
        yield f'<li><i class="{kind}"></i><b>{size_text(size)}</b> {name}, {share}</li>'
    yield "</ul>\n"
    shown = spaces if len(spaces) <= _TYPES else spaces[: _TYPES - 1]
    rest = spaces[len(shown) :]
    yield '<table class="space"><thead><tr><th>Type</th><th>Space</th><th class="n">Size</th>'
    yield '<th class="n">Files</th></tr></thead><tbody>\n'
    most = max(space.all for space in shown)
    for space in shown:
        name = name_html("." + space.name) if space.name else "without a type"
        yield _type_row(space, name, _stack(space, most, ""))
    if rest:
        yield _type_row(together(rest), f"{len(rest)} others", "")
    yield "</tbody></table>\n"


def _type_row(space: Space, name: str, drawn: str) -> str:
    return (
        f'<tr><td>{name}</td><td>{drawn}</td><td class="n">{size_text(space.all)}</td>'
        f'<td class="n">{count_text(space.files)}</td></tr>\n'
    )


def _stack(space: Space, of: int, kind: str) -> str:
    """Draw a bar of the three kinds of space, as long as its share of ``of``."""
    at, rects = 0.0, []
    for name, what, size in (
        ("c", "copies", space.copies),
        ("a", "like another file", space.alike),
        ("u", "like no other", space.only),
    ):
        wide = 100.0 * size / max(1, of)
        if size:
            title = f"<title>{size_text(size)} {what}</title>"
            rects.append(f'<rect class="{name}" x="{at:.3f}" width="{wide:.3f}" height="10">{title}</rect>')
        at += wide
    told = f"{size_text(space.copies)} copies, {size_text(space.alike)} like another file, "
    told += f"{size_text(space.only)} like no other"
    return (
        f'<svg class="{kind}" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label="{told}">'
        f"{''.join(rects)}</svg>"
    )


class _Pictures:
    """Thumbnails, as long as the budget allows more."""

    def __init__(self, picture: Picture) -> None:
        self._picture = picture
        self._left, self._bytes = PICTURES, PICTURE_BYTES

    def of(self, member: Member, file_type: str) -> str:
        if file_type not in _PICTURE_TYPES or self._left <= 0 or self._bytes <= 0:
            return ""
        data = self._picture(member.file)
        source = data_uri(data) if data else ""
        if not source or len(source) > self._bytes:
            return ""
        self._left -= 1
        self._bytes -= len(source)
        return f'<img src="{source}" alt="">'


def _clusters(session: Session, pictures: _Pictures) -> Iterator[str]:
    table = session.clusters
    yield f"<h2>Clusters <small>{_told(session)}</small></h2>\n"
    if not len(table):
        yield '<p class="note">No two files are alike within the tolerance.</p>\n'
        return
    yield '<div id="clusters">\n'
    written = shown = 0
    for index in range(min(len(table), CLUSTERS)):
        if written >= FILES:
            break
        cluster = table.cluster(index)
        yield _cluster(session, cluster, index, pictures)
        written += min(len(cluster.members), MEMBERS)
        shown += 1
    yield "</div>\n"
    if shown < len(table):
        rest = counted(len(table) - shown, "cluster", "clusters")
        yield f'<p class="note">{rest} more, which free less, are not on this page.</p>\n'


def _told(session: Session) -> str:
    tolerance = percent_text(session.choices.tolerances.default)
    families = [(str(name), value) for name, value in sorted(session.choices.tolerances.by_family.items())]
    types = [
        (text_html("." + name if name else "without a type"), value)
        for name, value in sorted(session.choices.tolerances.by_type.items())
    ]
    own = ", ".join(f"{name} {percent_text(value)}" for name, value in (*families, *types))
    checked = "checked on the bytes" if session.clustering.verified else "some figures are estimates"
    return f"files that differ by at most {tolerance}{f' ({own})' if own else ''}; {checked}"


def _cluster(session: Session, cluster: Cluster, index: int, pictures: _Pictures) -> str:
    members = cluster.members
    weak = f'<span class="chip weak">weakest {percent_text(cluster.weakest)}</span>'
    freed = f" · {size_text(cluster.bytes_freed)} to free" if cluster.bytes_freed else ""
    pieces = [
        f'<details id="c{cluster.id}" data-n="{len(members)}" data-w="{cluster.weakest:.4f}"'
        f"{' open' if index < OPEN else ''}>",
        f"<summary><b>{name_html(os.path.basename(cluster.kept.file.path))}</b>"
        f"<span>{count_text(len(members))} files{freed}</span>"
        f"{weak if cluster.weakest < WEAK else ''}</summary>\n",
        '<table><thead><tr><th>Name</th><th>Shared with kept</th><th>Version</th><th class="t">Modified</th>',
        '<th class="n">Size</th></tr></thead><tbody>\n',
    ]
    pieces += [_member(session, member, pictures) for member in members[:MEMBERS]]
    pieces.append("</tbody></table>")
    if len(members) > MEMBERS:
        rest = counted(len(members) - MEMBERS, "file", "files")
        pieces.append(f'<p class="note">{rest} more are not on this page.</p>')
    pieces.append("</details>\n")
    return "".join(pieces)


def _member(session: Session, member: Member, pictures: _Pictures) -> str:
    file = session.file_of(member.file.path)
    chips = [chip(str(member.relation), "keep" if member.relation is Relation.KEPT else str(member.relation))]
    if member.file.protected:
        chips.append(chip("protected", "protected"))
    if file in session.marks:
        chips.append(chip("marked", "marked", session.why_marked(file)))
    shared = ""
    if member.relation is not Relation.KEPT:
        shared = (
            bar(member.similarity, estimated=member.estimated)
            + f" <small>{session.clustering.basis_of(file)}</small>"
        )
    return (
        f'<tr><td class="name">{pictures.of(member, session.scan.type_name(file))}{path_html(member.file.path)}</td>'
        f"<td>{shared}</td><td>{' '.join(chips)}</td>"
        f'<td class="t">{time_html(member.file.mtime_ns)}</td><td class="n">{size_text(member.file.size)}</td></tr>\n'
    )


def _look_twice(session: Session) -> Iterator[str]:
    """List older files that share little with the kept one, least first."""
    table = session.clusters
    weak = [
        (member.similarity, member.file.path, cluster)
        for cluster in (table.cluster(i) for i in range(len(table)) if table.weakest[i] < WEAK)
        for member in cluster.members
        if member.relation is Relation.OLDER and member.within and member.similarity < WEAK
    ]
    if not weak:
        return
    weak.sort(key=lambda row: row[:2])
    yield f"<h2>Look twice <small>older files that share less than {percent_text(WEAK)} with the kept one"
    yield f"{_first_of(len(weak), _LOOK_TWICE)}</small></h2>\n<table><tbody>\n"
    for similarity, path, cluster in weak[:_LOOK_TWICE]:
        kept = name_html(os.path.basename(cluster.kept.file.path))
        yield f'<tr><td>{bar(similarity, estimated=False)}</td><td class="p">{path_html(path)}</td>'
        yield f'<td>kept: <a href="#c{cluster.id}">{kept}</a></td></tr>\n'
    yield "</tbody></table>\n"


def _contains(found: Sequence[tuple[str, str, float]]) -> Iterator[str]:
    if not found:
        return
    yield f"<h2>What lies in what <small>{counted(len(found), 'pair', 'pairs')}{_first_of(len(found), LISTED)}"
    yield "</small></h2>\n<table><thead><tr><th>Part</th><th>Share of it</th><th>lies in</th></tr></thead><tbody>\n"
    for whole, part, share in found[:LISTED]:
        yield f'<tr><td class="p">{path_html(part)}</td><td>{bar(share, estimated=False)}</td>'
        yield f'<td class="p">{path_html(whole)}</td></tr>\n'
    yield "</tbody></table>\n"


def _problems(problems: Sequence[Problem]) -> Iterator[str]:
    if not problems:
        return
    yield f"<h2>Problems <small>{count_text(len(problems))}{_first_of(len(problems), LISTED)}</small></h2>\n"
    yield '<ul class="plain">\n'
    for problem in problems[:LISTED]:
        yield f"<li>{name_html(problem.path)}: {text_html(problem.reason)}</li>\n"
    yield "</ul>\n"


def _passed_over(session: Session) -> Iterator[str]:
    counts = {reason: count for reason, count in sorted(session.result.passed_over.items()) if count}
    if counts:
        told = ", ".join(f"{count_text(count)} {text_html(reason)}" for reason, count in counts.items())
        yield f'<h2>Passed over <small>by rule</small></h2>\n<p class="note">{told}</p>\n'


def _first_of(count: int, most: int) -> str:
    return f"; the first {count_text(most)} of {count_text(count)}" if count > most else ""


def text_html(text: str) -> str:
    """Escape any text, with control characters made visible, for content and quoted attributes."""
    return html.escape(visible(text), quote=True)


def name_html(name: str) -> str:
    """Write a name or a path."""
    return f'<bdi dir="ltr">{text_html(name)}</bdi>'


def path_html(path: str) -> str:
    """Write a path as its name and, below it, its folder."""
    folder, name = os.path.split(path)
    return f'{name_html(name)}<span class="where">{name_html(folder)}</span>'


def bar(share: float, *, estimated: bool) -> str:
    """Draw a share of content as a bar and a figure; estimates are fainter and have a ``~``."""
    value = min(1.0, max(0.0, share))
    kind = "bar est" if estimated else "bar"
    told = ("~" if estimated else "") + percent_text(value)
    return f'<span class="{kind}"><progress max="1" value="{value:.4f}"></progress>{told}</span>'


def chip(kind: str, text: str, why: str = "") -> str:
    """Write a word on a coloured background; ``kind`` is one of ours, never text of a file."""
    if not _KIND.fullmatch(kind):
        raise ValueError(f"{kind!r} is no kind of chip")
    title = f' title="{text_html(why)}"' if why else ""
    return f'<span class="chip {kind}"{title}>{text_html(text)}</span>'


def time_html(ns: int) -> str:
    """Write a time in the local zone, to the minute; as a number if no calendar has it."""
    try:
        moment = datetime.fromtimestamp(ns // 1_000_000_000).astimezone()
        return f'<time datetime="{moment.isoformat()}">{moment:%Y-%m-%d %H:%M}</time>'
    except (OverflowError, ValueError, OSError):
        return f"{ns // 1_000_000_000} s"
