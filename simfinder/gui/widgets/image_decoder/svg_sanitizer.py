"""Drawings made safe: whatever in an SVG file points outside of it is taken out before anything draws it.

Owns what counts as pointing outside. Runs in the process that decodes pictures; imports no Qt.
"""

from __future__ import annotations

import io
import re
import zlib
from typing import Any
from xml.etree import ElementTree as ET

MOST_BYTES = 8 << 20
"""Of a drawing, unpacked."""

_NAMES = {
    "": "http://www.w3.org/2000/svg",
    "xlink": "http://www.w3.org/1999/xlink",
}
_HELD = re.compile(r"\s*(#|data:image/(png|jpeg|jpg|gif);base64,)", re.IGNORECASE)
_OUTSIDE = re.compile(r"url\s*\(\s*['\"]?(?!\s*#)|@import|expression\s*\(", re.IGNORECASE)
_DEEPEST = 200
_LETTERS = frozenset({"text", "textarea", "textpath", "tref", "tspan"})
"""Elements that need fonts, which lie outside of the file: without a display Qt ends the process that asks for one."""


def is_drawing(head: bytes) -> bool:
    """Whether a file begins like an SVG drawing, packed or not."""
    if head[:2] == b"\x1f\x8b":
        try:
            head = zlib.decompressobj(31).decompress(head, 4096)
        except zlib.error:
            return False
    text = head[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")
    return text.startswith(b"<svg") or (
        text.startswith((b"<?xml", b"<!--", b"<!DOCTYPE")) and b"<svg" in text
    )


def without_outside(data: bytes) -> tuple[bytes, bool]:
    """A drawing that can be drawn without looking at any other file.

    Args:
        data: the file's bytes.

    Returns:
        The drawing, and whether something was left out.

    Raises:
        ValueError: it is no drawing, nested too deeply, or too large.
    """
    if data[:2] == b"\x1f\x8b":
        unpacker = zlib.decompressobj(31)
        try:
            data = unpacker.decompress(data, MOST_BYTES)
        except zlib.error as error:
            raise ValueError("is damaged") from error
        if unpacker.unconsumed_tail:
            raise ValueError("is too large")
    if len(data) > MOST_BYTES:
        raise ValueError("is too large")
    for prefix, name in _NAMES.items():
        ET.register_namespace(prefix, name)
    try:
        root = _parsed(data)
    except (ET.ParseError, RecursionError) as error:
        raise ValueError("is damaged") from error
    left_out = _without_letters(root) + sum(_clean(element) for element in root.iter()) > 0
    held = io.BytesIO()
    ET.ElementTree(root).write(held, encoding="utf-8", xml_declaration=True)
    return held.getvalue(), left_out


def _parsed(data: bytes) -> ET.Element:
    """The tree; entities are refused, and so is what is nested too deeply for the one who draws it."""
    parser: Any = ET.XMLPullParser(("start", "end"))
    depth = 0
    root: ET.Element | None = None
    for at in range(0, len(data), 1 << 16):
        parser.feed(data[at : at + (1 << 16)])
        for event, element in parser.read_events():
            root = element if root is None else root
            depth += 1 if event == "start" else -1
            if depth > _DEEPEST:
                raise ValueError("is nested too deeply")
    parser.close()
    if root is None or root.tag.rpartition("}")[2] != "svg":
        raise ValueError("is no drawing")
    return root


def _without_letters(root: ET.Element) -> int:
    """Take out what would be written. Returns how much there was."""
    count = 0
    for element in root.iter():
        gone = [
            child
            for child in element
            if isinstance(child.tag, str) and child.tag.rpartition("}")[2].lower() in _LETTERS
        ]
        for child in gone:
            element.remove(child)
        count += len(gone)
    return count


def _clean(element: ET.Element) -> bool:
    """Take out of one element what points outside. Returns whether there was anything."""
    gone = False
    for name, value in list(element.attrib.items()):
        local = name.rpartition("}")[2].lower()
        if (local in ("href", "src") and not _HELD.match(value)) or local == "base" or _OUTSIDE.search(value):
            del element.attrib[name]
            gone = (
                gone or element.tag.rpartition("}")[2] != "a"
            )  # a link that a click would follow draws nothing
    if element.tag.rpartition("}")[2] == "style" and element.text and _OUTSIDE.search(element.text):
        element.text, gone = "", True
    return gone
