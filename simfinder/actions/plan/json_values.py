"""Read values of exactly the wanted type from an untrusted JSON document, or fail with an error that says where.

Knows nothing of plans.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Set
from typing import Any

from simfinder.model.path_rules import OWN

_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]{0,39})", re.ASCII)


class Malformed(Exception):  # noqa: N818 - what the document is; it never leaves the reader
    """One line: where in the document, and what is wrong there."""


class Fields:
    """One object of a document.

    Args:
        value: the value where an object is wanted.
        where: its place, as in ``acts[3].file``; "" for the document itself.
        names: names that it must have.
        maybe: names that it may have; others are errors.

    Raises:
        Malformed: it is no object, or has other names. All methods raise it for a value of another type.
    """

    def __init__(self, value: Any, where: str, names: set[str], maybe: Set[str] = frozenset()) -> None:
        self.where = where
        if not isinstance(value, dict):
            raise Malformed(f"{where or 'the document'}: is no object")
        for name in sorted(names - value.keys()):
            raise Malformed(f"{self._place(name)}: is missing")
        for name in sorted(value.keys() - names - maybe):
            raise Malformed(f"{self._place(repr(name)[:40])}: is not known")
        self._value = value

    def has(self, name: str) -> bool:
        return name in self._value

    def value(self, name: str) -> Any:
        return self._value[name]

    def text(self, name: str) -> str:
        """Read any text that can be written out again."""
        return self._text(self._value[name], name)

    def texts(self, name: str) -> list[str]:
        return [self._text(item, f"{name}[{i}]") for i, item in enumerate(self.items(name))]

    def path(self, name: str) -> str:
        """Read an absolute, normal path: one text for each place, so that paths can be compared."""
        return self._path(self._value[name], name)

    def paths(self, name: str) -> list[str]:
        return [self._path(item, f"{name}[{i}]") for i, item in enumerate(self.items(name))]

    def number(self, name: str, least: int, most: int) -> int:
        """Read a whole number."""
        value = self._value[name]
        if type(value) is not int or not least <= value <= most:
            raise Malformed(f"{self._place(name)}: is no whole number from {least} to {most}")
        return value

    def decimal(self, name: str, least: int | None = None) -> int:
        """Read a whole number written as a text."""
        value = self._value[name]
        if not isinstance(value, str) or not _DECIMAL.fullmatch(value) or value == "-0":
            raise Malformed(f"{self._place(name)}: is no whole number in quotes")
        if least is not None and int(value) < least:
            raise Malformed(f"{self._place(name)}: is less than {least}")
        return int(value)

    def share(self, name: str) -> float:
        """Read a number from 0 to 1."""
        value = self._value[name]
        if type(value) not in (int, float) or not 0 <= value <= 1:
            raise Malformed(f"{self._place(name)}: is no number from 0 to 1")
        return float(value)

    def flag(self, name: str) -> bool:
        value = self._value[name]
        if not isinstance(value, bool):
            raise Malformed(f"{self._place(name)}: is neither true nor false")
        return value

    def digest(self, name: str, length: int) -> bytes:
        """Read ``length`` bytes in lower-case hex digits."""
        value = self._value[name]
        if not isinstance(value, str) or not re.fullmatch(f"[0-9a-f]{{{2 * length}}}", value):
            raise Malformed(f"{self._place(name)}: is not {2 * length} hex digits")
        return bytes.fromhex(value)

    def word(self, name: str, words: Iterable[str]) -> str:
        """Read one of these words."""
        value, known = self._value[name], [str(word) for word in words]
        if not isinstance(value, str) or value not in known:
            raise Malformed(f"{self._place(name)}: is none of {' '.join(known)}")
        return value

    def counts(self, name: str) -> dict[str, int]:
        """Read whole numbers by absolute paths."""
        value = self._value[name]
        if not isinstance(value, dict):
            raise Malformed(f"{self._place(name)}: is no object")
        inner = Fields(value, self._place(name), set(value))
        return {self._path(path, name): inner.number(path, 0, 2**63) for path in value}

    def items(self, name: str) -> list[Any]:
        value = self._value[name]
        if not isinstance(value, list):
            raise Malformed(f"{self._place(name)}: is no list")
        return value

    def _place(self, name: str) -> str:
        return f"{self.where}.{name}" if self.where else name

    def _text(self, value: Any, name: str) -> str:
        if not isinstance(value, str):
            raise Malformed(f"{self._place(name)}: is no text")
        try:
            os.fsencode(value)
            value.encode("utf-8", "surrogateescape")
        except UnicodeEncodeError:
            raise Malformed(f"{self._place(name)}: is no text that can be written") from None
        return value

    def _path(self, value: Any, name: str) -> str:
        path = self._text(value, name)
        if "\0" in path or not os.path.isabs(path):
            raise Malformed(f"{self._place(name)}: is no absolute path")
        # two texts may stand for the same bytes
        if not OWN.is_normal(path) or os.fsdecode(os.fsencode(path)) != path:
            raise Malformed(f"{self._place(name)}: is no path in its normal form")
        return path
