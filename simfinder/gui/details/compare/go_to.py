"""Read the position that a person types: a line, a byte or a percentage. No widgets."""

from __future__ import annotations

from typing import NamedTuple


class GoToPlace(NamedTuple):
    """A position to go to.

    Attributes:
        line: number of a line, 0 where a byte is meant.
        byte: offset.
    """

    line: int
    byte: int


def place_of(text: str, size: int, *, lines: bool) -> GoToPlace | None:
    """Read what was typed; return None if it is no place.

    Args:
        text: ``0x1f40`` is a byte, ``50%`` a share; a plain number is a line of a text, or an offset of bytes,
            hexadecimal as offsets are shown.
        size: bytes there are.
        lines: there are lines.
    """
    typed = text.strip().lower().replace(" ", "").replace("_", "")
    try:
        if typed.endswith("%"):
            share = float(typed[:-1].replace(",", "."))
            return GoToPlace(0, round(size * share / 100)) if 0 <= share <= 100 else None
        if typed.startswith("0x") or not lines:
            value = int(typed, 16)
            return GoToPlace(0, min(value, max(0, size - 1))) if value >= 0 else None
        number = int(typed.replace(",", "").replace(".", ""))
    except ValueError:
        return None
    return GoToPlace(number, 0) if number > 0 else None
