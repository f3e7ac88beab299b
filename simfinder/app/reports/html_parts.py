"""Pieces of a report's HTML: names, bars, chips, times. All text of a file system goes through here and is escaped.

A name is written as ``visible_names`` shows it, in an element that keeps its direction of writing to itself and has
the ending of a name at its right end in any language.
"""

from __future__ import annotations

import html
import os
import re
from datetime import datetime

from simfinder.text.number_formats import percent_text
from simfinder.text.printable_names import visible

_WORD = re.compile(r"[a-z-]+")


def text_html(text: str) -> str:
    """Any text, visible and escaped, for content and quoted attributes."""
    return html.escape(visible(text), quote=True)


def name_html(name: str) -> str:
    """A name or a path."""
    return f'<bdi dir="ltr">{text_html(name)}</bdi>'


def path_html(path: str) -> str:
    """A path as name and, below it, its folder."""
    folder, name = os.path.split(path)
    return f'{name_html(name)}<span class="where">{name_html(folder)}</span>'


def bar(share: float, *, estimated: bool) -> str:
    """A share of content as a bar and a figure, estimates fainter and with a ``~``."""
    value = min(1.0, max(0.0, share))
    kind = "bar est" if estimated else "bar"
    told = ("~" if estimated else "") + percent_text(value)
    return f'<span class="{kind}"><progress max="1" value="{value:.4f}"></progress>{told}</span>'


def chip(kind: str, text: str, why: str = "") -> str:
    """A word on a coloured ground; the kind is one of ours, never a file's."""
    if not _WORD.fullmatch(kind):
        raise ValueError(f"{kind!r} is no kind of chip")
    title = f' title="{text_html(why)}"' if why else ""
    return f'<span class="chip {kind}"{title}>{text_html(text)}</span>'


def time_html(ns: int) -> str:
    """A time in the local zone, to the minute; one that no calendar has as a number."""
    try:
        moment = datetime.fromtimestamp(ns // 1_000_000_000).astimezone()
        return f'<time datetime="{moment.isoformat()}">{moment:%Y-%m-%d %H:%M}</time>'
    except (OverflowError, ValueError, OSError):
        return f"{ns // 1_000_000_000} s"
