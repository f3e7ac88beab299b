"""Read JSON documents that anybody may have written: strictly, into values of exactly the wanted types.

``msgspec`` checks types, bounds and names; ``json`` parses, since paths may hold bytes that are not UTF-8 (lone
surrogates), which msgspec's parser refuses.
"""

from __future__ import annotations

import json
import re
from typing import Annotated, Any, TypeVar

import msgspec

from simfinder.text.printable_names import visible

Whole = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
"""A whole number from 0 up that a database and a column can hold."""

_T = TypeVar("_T")
_MOST_DIGITS = 1000  # of a number; Python refuses more than 4300, in words for programmers
_LONGEST = 300  # characters of a message
_QUOTED = re.compile(r"`([^`]*)`")
_NAMES = {
    "array": "a list",
    "bool": "true or false",
    "float": "a number",
    "int": "a whole number",
    "null": "null",
    "object": "an object",
    "str": "a text",
}


def loads(data: bytes) -> Any:
    """Parse a document in UTF-8.

    Raises:
        ValueError: it is no JSON, nests too deep, names something twice in one object, or has a number that is none.
    """
    try:
        return json.loads(
            data.decode("utf-8"), object_pairs_hook=_object, parse_constant=_constant, parse_int=_whole
        )
    except UnicodeDecodeError:
        raise ValueError("no text in UTF-8") from None
    except RecursionError:
        raise ValueError("nested too deep") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"no JSON ({error})") from None


def convert(value: Any, kind: type[_T], place: str = "") -> _T:
    """Return parsed JSON as a value of a type: a ``msgspec.Struct``, a dataclass, or any that JSON has.

    Args:
        value: of the document.
        kind: the type; nothing is guessed, a number in quotes is no number.
        place: of the value in the document, as in ``acts[3]``.

    Raises:
        ValueError: it has another form; one line that says where, and what is wrong there.
    """
    try:
        return msgspec.convert(value, kind)
    except ValueError as error:  # so is a text in the place of a word that UTF-8 can't write
        raise ValueError(_explained(str(error), place)) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise ValueError("a name stands twice in one object")
    return value


def _whole(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise ValueError("a number of too many digits")
    return int(digits)


def _constant(text: str) -> Any:
    raise ValueError(f"{text} is no number")


def _explained(error: str, place: str) -> str:
    """Return msgspec's message in plain words, its place first."""
    said, _, inner = error.partition(" - at `")
    said = _QUOTED.sub(
        lambda found: " or ".join(_NAMES.get(word, word) for word in found[1].split(" | ")), said
    )
    said = re.sub(r" matching regex .*", " of another form", said)
    where = (place + inner.replace("key` in `", "").strip("`$")).lstrip(".")
    return visible(f"{where or 'the document'}: {said[:1].lower()}{said[1:]}")[:_LONGEST]
