r"""File names in printable form: no character in them affects the text around them, or is invisible.

Bytes that are not UTF-8 are shown as ``\xff``, control characters as ``\n`` or ``\x1b``, marks that turn or hide text
as ``\u202e``. A backslash in a name stays as it is, so this form is for reading only; ``uri`` writes a name from which
its bytes come back exactly.
"""

from __future__ import annotations

import os
import re
from urllib.parse import quote, unquote_to_bytes

_ACTING = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff\U000e0000-\U000e0fff]"
)
_SHORT = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}
_FORMULA = re.compile(r"(^|[,;|\"'])(?=\s*[=+\-@＝＋－＠])")


def visible(name: str) -> str:
    """Write a name or path in one line in which every character is visible."""
    if name.isascii() and name.isprintable():
        return name
    return _ACTING.sub(lambda found: _spelled(found.group()), name)


def _spelled(character: str) -> str:
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"  # a byte that is not UTF-8
    if code < 0x100:
        return _SHORT.get(character, f"\\x{code:02x}")
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def cell(name: str) -> str:
    """Write a name for a table that a spreadsheet may open: visible, and never the beginning of a formula.

    Puts an apostrophe before whatever would begin one, also behind what some spreadsheets take for separators.
    """
    return _FORMULA.sub(r"\1'", visible(name))


def uri(path: str, *, windows: bool = os.sep == "\\") -> str:
    """Write an absolute path as a ``file:`` URI: ASCII from which the path's bytes come back exactly.

    Args:
        path: absolute.
        windows: whether it is one of Windows, with a drive or a server: ``file:///C:/x``, ``file://server/share/x``.
    """
    if not windows:
        return "file://" + ("" if path.startswith("/") else "/") + quote(os.fsencode(path), safe="/")
    path = path.replace("\\", "/")
    drive, colon, rest = path.partition(":")
    if colon and len(drive) == 1:
        return f"file:///{drive}:" + quote(rest.encode("utf-8", "surrogatepass"), safe="/")
    return "file:" + quote(path.encode("utf-8", "surrogatepass"), safe="/")


def path_of(text: str, *, windows: bool = os.sep == "\\") -> str:
    """Return the path in a URI that ``uri`` wrote.

    Raises:
        ValueError: it is no such URI.
    """
    if not text.startswith("file://" if windows else "file:///"):
        raise ValueError("no file URI")
    path = unquote_to_bytes(text[7:])
    if not windows:
        return os.fsdecode(path)
    words = path.decode("utf-8", "surrogatepass").replace("/", "\\")
    return words[1:] if words.startswith("\\") else "\\\\" + words
