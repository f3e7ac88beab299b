"""A notebook as people see it: its cells in order, words and code, each with what it printed; pictures listed."""

from __future__ import annotations

import base64
import binascii
import json
from typing import Any, BinaryIO

from simfinder.errors import ViewError
from simfinder.scan.extract.formats import TEXT
from simfinder.scan.extract.view_sink import ViewSink
from simfinder.text.message import say

_LARGEST = 64 << 20
"""Most bytes of a notebook that is parsed; its values take a few times as much memory."""

_WORDS = ("text/plain", "text/markdown", "text/latex")


def stream(source: BinaryIO, out: ViewSink) -> None:
    """Write the cells of a notebook and list the pictures in their outputs.

    Args:
        source: the file; can seek.
        out: takes the text.

    Raises:
        ViewError: it is no notebook, or too large.
    """
    data = source.read(_LARGEST + 1)
    if len(data) > _LARGEST:
        raise ViewError(say("is too large to be shown by its cells"))
    try:
        book = json.loads(data)
        cells = book["cells"]
    except (ValueError, TypeError, KeyError):
        raise ViewError(say("is no notebook that can be read")) from None
    out.name, out.kind = "notebook", TEXT
    pictures: list[tuple[str, bytes]] = []
    for number, cell in enumerate(cells if isinstance(cells, list) else (), 1):
        if isinstance(cell, dict):
            for line in _cell(number, cell, pictures):
                out.write((line + "\n").encode("utf-8", "replace"))
    for name, picture in pictures:
        out.medium(name.encode(), iter((picture,)), writes=False, picture=True)


def _cell(number: int, cell: dict[str, Any], pictures: list[tuple[str, bytes]]) -> list[str]:
    count = cell.get("execution_count")
    label = f"In [{count}]:" if cell.get("cell_type") == "code" and count else f"[{number}]"
    lines = [label, *_text(cell.get("source")).splitlines()]
    attached = cell.get("attachments")
    for name, bundle in attached.items() if isinstance(attached, dict) else ():
        _take_pictures(f"cell {number}, {name}", bundle, pictures)
    outputs = cell.get("outputs")
    for place, output in enumerate(outputs if isinstance(outputs, list) else (), 1):
        if not isinstance(output, dict):
            continue
        bundle = output.get("data")
        said = _text(output.get("text")) or _text(output.get("traceback"), "\n")
        if isinstance(bundle, dict):
            before = len(pictures)
            _take_pictures(f"cell {number}, output {place}", bundle, pictures)
            drawn = "\n".join(
                f"[{name}]" for name, _ in pictures[before:]
            )  # its words are only <Figure size …>
            said = said or drawn or next((text for kind in _WORDS if (text := _text(bundle.get(kind)))), "")
        if said:
            lines += [f"Out [{count or number}]:", *said.splitlines()]
    return [*lines, ""]


def _text(value: Any, joint: str = "") -> str:
    """Return a text that notebooks write as one string or as a list of lines."""
    return (
        value
        if isinstance(value, str)
        else joint.join(filter(_is_text, value))
        if isinstance(value, list)
        else ""
    )


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _take_pictures(name: str, bundle: Any, pictures: list[tuple[str, bytes]]) -> None:
    for kind, value in bundle.items() if isinstance(bundle, dict) else ():
        if not isinstance(kind, str) or not kind.startswith("image/"):
            continue
        text = _text(value)
        try:
            data = text.encode() if kind == "image/svg+xml" else base64.b64decode(text)
        except (binascii.Error, ValueError):
            continue
        pictures.append((f"{name}.{kind.removeprefix('image/').partition('+')[0]}", data))
