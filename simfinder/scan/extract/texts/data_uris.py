"""Files that a text holds: data URIs, pictures in notebooks, and long runs of base64 or hexadecimal digits.

The text itself is compared as it is; what it holds is listed as media, so that a loose copy is told as contained. A
text that is nothing but one such run, but for lines of dashes around it, is that file, as a gzip is.
"""

from __future__ import annotations

import binascii
import io
import json
import re
from collections.abc import Iterator
from itertools import chain
from typing import Any, BinaryIO
from urllib.parse import unquote_to_bytes

from simfinder.scan.extract.formats import CODED, HEAD, PLAIN, TEXT, has_long_run, recognise
from simfinder.scan.extract.view_sink import ViewSink

LARGEST = 64 << 20
"""Most bytes of a text that is searched."""

LEAST = 512
"""Fewer bytes are an icon or a dot, which many pages have; they are not listed."""

_URI = re.compile(
    rb"data:[^,\"'\s<>()]{0,200};base64,\s{0,99}([A-Za-z0-9+/%\s]{600,}(?:=|%3[Dd]){0,2})", re.IGNORECASE
)
_RUN = re.compile(
    rb"([A-Za-z0-9+/]{40,}(?:\s{1,40}[A-Za-z0-9+/]{40,})*)(\s{1,40}[A-Za-z0-9+/]{1,39})?(={0,2})"
)
_LEAST_OF_EACH = (
    20  # one character in so many of base64 is a capital, a small letter, a digit; in a genome none is
)
_WORD = 48  # most characters before a run that may belong to a name and not to it
_HEXADECIMAL = b"0123456789abcdefABCDEF"
_DIGITS = b"0123456789"
_OF_RUNS = CODED + b"="
_DASHES, _LEAST_LINE = b"-----", 40
_CAPITALS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"
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
        if content := alone(data):
            out.name = "coded"
            out.content(io.BytesIO(content))
            return
        list_embedded(data, out)
    out.as_it_is(source)


def alone(data: bytes) -> bytes:
    """Return the file that a text holds and nothing else; b"" where there is none."""
    inner = data.split() if not data.lstrip().startswith(_DASHES) else data.strip().split(b"\n")[1:-1]
    run = b"".join(inner).translate(None, _BLANKS)
    if run.translate(None, _OF_RUNS) or any(len(line) < _LEAST_LINE for line in inner[:-1]):
        return b""
    content = _decoded(run) if run.translate(None, _DIGITS) else b""
    is_mixed = all(
        _LEAST_OF_EACH * (len(run) - len(run.translate(None, some))) >= len(run)
        for some in (_CAPITALS, _CAPITALS.lower(), _DIGITS)
    )
    return content if len(content) >= LEAST and (is_mixed or recognise(content[:HEAD]) != PLAIN) else b""


def list_embedded(data: bytes, out: ViewSink) -> None:
    """List the files that a text holds, those of at least ``LEAST`` bytes; broken ones are passed over.

    Args:
        data: the text, in an encoding that keeps ASCII.
        out: takes the list.
    """
    for number, content in enumerate(_contents(data), 1):
        if len(content) >= LEAST:
            out.medium(f"embedded {number}".encode(), iter((content,)), writes=False)


def _contents(data: bytes) -> Iterator[bytes]:
    """Yield what data URIs and outputs of a notebook are decoded, or, without any, long runs; b"" for broken ones."""
    some = False
    coded = _outputs(data) if data.lstrip()[:1] == b"{" else (found[1] for found in _URI.finditer(data))
    for one in coded:
        one = (unquote_to_bytes(one) if b"%" in one else one).translate(None, _BLANKS)
        content = _from_base64(one + b"=" * (-len(one) % 4))
        some = some or bool(content)
        yield content
    if not some and has_long_run(data):
        for found in _RUN.finditer(data.replace(b"\\/", b"/").replace(b"\\n", b"\n").replace(b"\\r", b"")):
            lines, last, padding = (part.translate(None, _BLANKS) for part in found.groups(b""))
            whole = dict.fromkeys((lines + last + padding, lines))  # the last line may be a word
            decoded = list(map(_decoded, whole))
            yield from decoded
            if not any(_is_known(content) for content in decoded):
                yield from chain.from_iterable(map(_behind_a_word, whole))


def _is_known(content: bytes) -> bool:
    return recognise(content[:HEAD]) not in (PLAIN, TEXT)


def _behind_a_word(run: bytes) -> Iterator[bytes]:
    """Yield the file of a known format that begins some characters behind the beginning of a run, in any phase."""
    for begin in range(1, min(_WORD, len(run))):
        if _is_known(_from_base64(run[begin : begin + HEAD // 3 * 4])):
            yield _from_base64(run[begin:][: (len(run) - begin) // 4 * 4])
            return


def _decoded(run: bytes) -> bytes:
    """Decode hexadecimal digits, or else base64; return nothing where it is neither."""
    if len(run) % 2 == 0 and not run.translate(None, _HEXADECIMAL):
        return bytes.fromhex(run.decode())
    return _from_base64(run) if len(run) % 4 == 0 else b""


def _from_base64(coded: bytes) -> bytes:
    try:
        return binascii.a2b_base64(coded, strict_mode=True)
    except binascii.Error:
        return b""


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
