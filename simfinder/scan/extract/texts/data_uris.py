"""Files that a text holds in base64: data URIs of pages, style sheets and drawings, pictures in notebooks.

The text itself is compared as it is; what it holds is listed as media, so that a loose copy is told as contained.
"""

from __future__ import annotations

import binascii
import json
import re
from collections.abc import Iterator
from typing import Any, BinaryIO
from urllib.parse import unquote_to_bytes

from simfinder.scan.extract.view_sink import ViewSink

LARGEST = 64 << 20
"""Most bytes of a text that is searched."""

LEAST = 512
"""Fewer bytes are an icon or a dot, which many pages have; they are not listed."""

_URI = re.compile(
    rb"data:[^,\"'\s<>()]{0,200};base64,\s{0,99}([A-Za-z0-9+/%\s]{600,}(?:=|%3[Dd]){0,2})", re.IGNORECASE
)
_BLANKS = b" \t\r\n\f\v"
_TYPE = re.compile(r"(?:image|audio|video|application)/[\w.+-]{1,60}")


def stream(source: BinaryIO, out: ViewSink) -> None:
    """List the files that a text holds; leave the text as it is.

    Args:
        source: the file; can seek.
        out: takes the list.
    """
    data = source.read(LARGEST + 1)
    if len(data) <= LARGEST:
        list_embedded(data, out)
    out.as_it_is(source)


def list_embedded(data: bytes, out: ViewSink) -> None:
    """List the files that a text holds in base64, those of at least ``LEAST`` bytes; broken ones are passed over.

    Args:
        data: the text, in an encoding that keeps ASCII.
        out: takes the list.
    """
    coded = _outputs(data) if data.lstrip()[:1] == b"{" else (found[1] for found in _URI.finditer(data))
    for number, one in enumerate(coded, 1):
        one = (unquote_to_bytes(one) if b"%" in one else one).translate(None, _BLANKS)
        try:
            content = binascii.a2b_base64(one + b"=" * (-len(one) % 4), strict_mode=True)
        except binascii.Error:
            continue
        if len(content) >= LEAST:
            out.medium(f"embedded {number}".encode(), iter((content,)), writes=False)


def _outputs(data: bytes) -> Iterator[bytes]:
    """Yield the pictures and sounds of a notebook, as they are coded; nothing of another text."""
    try:
        notebook = json.loads(data)
    except (ValueError, RecursionError, MemoryError):
        return
    waiting: list[Any] = [notebook]
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            waiting += [one for one in reversed(value) if isinstance(one, dict | list)]
        elif isinstance(value, dict):
            for name, inner in value.items():
                lines = [inner] if isinstance(inner, str) else inner
                if (
                    _TYPE.fullmatch(name)
                    and isinstance(lines, list)
                    and all(isinstance(one, str) for one in lines)
                ):
                    yield "".join(lines).encode("ascii", "replace")
            waiting += [one for one in reversed(value.values()) if isinstance(one, dict | list)]
