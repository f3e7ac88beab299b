"""JSON: its values in one layout, so that compact, indented and sorted files of the same data meet.

Keys are sorted, an item is a line, indented by two blanks, as most programs write it; numbers stay as they are written.
A file that is not quite JSON (comments, cut off, one value a line) is compared as it is, with other data as they are.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from json.encoder import encode_basestring
from typing import Any, BinaryIO

from simfinder.scan.extract.formats import DATA, RAW, TEXT, has_long_run
from simfinder.scan.extract.texts.data_uris import LARGEST as MOST_SEARCHED
from simfinder.scan.extract.texts.data_uris import list_embedded
from simfinder.scan.extract.view_sink import ViewSink

LARGEST = 8 << 20
"""Most bytes of a file that is parsed; its values take ten times as much memory."""

_NUMBER = "\ue000"
"""Begins a string that is a number: a character for private use, of which a text with it has no view."""

_WORDS = {None: "null", True: "true", False: "false"}
_EMBEDS = (b";base64,", b'"image/')


def stream(source: BinaryIO, out: ViewSink) -> None:
    """Write the values in one layout, and list the files they hold in base64.

    Args:
        source: the file; can seek.
        out: takes the text.
    """
    data = source.read(MOST_SEARCHED + 1)
    text = in_one_layout(data).encode("utf-8", "surrogatepass") if len(data) <= LARGEST else b""
    if len(data) <= MOST_SEARCHED and (any(mark in data for mark in _EMBEDS) or has_long_run(data)):
        list_embedded(data, out)
    write_layout("json", text, data, source, out)


def write_layout(name: str, text: bytes, data: bytes, source: BinaryIO, out: ViewSink) -> None:
    """Write a text in its layout; leave the file as it is where that is what the file is, or where there is none.

    Args:
        name: of the view.
        text: in its layout; empty where it can't be parsed.
        data: the file's own bytes.
        source: the file; can seek.
        out: takes the text.
    """
    if not text or text == data:
        out.as_it_is(source, name=name if name in DATA and not text else RAW)
        return
    out.name, out.kind = name, TEXT
    out.write(text)


def in_one_layout(data: bytes) -> str:
    """Return the values of a JSON text in one layout; "" where it is no JSON, or some of it would be lost."""
    try:
        text = data.decode(json.detect_encoding(data))
        if _NUMBER in text or "\\ue000" in text.lower():
            return ""
        value = json.loads(
            text.removeprefix("\ufeff"),
            parse_int=_as_written,
            parse_float=_as_written,
            parse_constant=_as_written,
            object_pairs_hook=_without_repeats,
        )
    except (ValueError, RecursionError):
        return ""
    return laid_out(value)


def laid_out(value: Any) -> str:
    """Write objects, lists, strings, numbers (see ``number``), booleans and None, an item a line; "" if too deep.

    As ``json.dumps`` does with ``indent=2``, ``sort_keys`` and without ``ensure_ascii``, in half the time.
    """
    text = io.StringIO()
    try:
        _write("", value, "\n", text.write)
    except RecursionError:
        return ""
    text.write("\n")
    return text.getvalue()


def _write(before: str, value: Any, line: str, write: Callable[[str], object]) -> None:
    """Write a value.

    Args:
        before: written before it.
        value: the value.
        line: break and indent of the line it begins in.
        write: takes the text.
    """
    if isinstance(value, str):
        write(before + (value[1:] if value.startswith(_NUMBER) else encode_basestring(value)))
    elif isinstance(value, dict):
        below = line + "  "
        between = before + "{" + below
        for key in sorted(value):
            _write(f"{between}{encode_basestring(key)}: ", value[key], below, write)
            between = "," + below
        write(line + "}" if value else before + "{}")
    elif isinstance(value, list):
        below = line + "  "
        between = before + "[" + below
        for item in value:
            _write(between, item, below, write)
            between = "," + below
        write(line + "]" if value else before + "[]")
    else:
        write(before + _WORDS[value])


def number(written: str) -> str:
    """Return the value that ``laid_out`` writes as this number."""
    return _NUMBER + written


_as_written = number


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object.

    Raises:
        ValueError: a key comes twice, of which only one value would stay.
    """
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key comes twice")
    return found
