"""Sentences with their parts, so that a window can write them in its own language.

A ``Message`` is the plain English sentence and knows the template it was made of and the values in it. The layers below
the window make it with ``say``; the command line, reports and tests read it like any other text; the window looks the
template up in its translations and writes numbers and dates in its own way (``gui.wording.translate_messages``).

``encode`` writes a message in one string where it is stored or sent (journal, session files, pipes). A message without
values is its own encoding, and what was stored before there were messages is read as one.

To say something new, write ``say("can't be read: {}", reason)`` and translate the template: the tests find it by
``say(``. A sentence put together with ``+`` or an f-string is a plain text again, which no window can translate.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, reduce

_FIELD = re.compile(r"\{(?::([^{}]*))?\}")
_PLACE = re.compile(r"%([1-9])")
_MOST_VALUES = 9

# Marks of the encoding, which no font draws: a program that knows no messages shows the sentence all the same.
_MESSAGE, _NAME, _FIGURES, _END, _ESCAPE = "\u2061\u2062\u2063\u2064\u2065"
_MARK = re.compile(f"([{_MESSAGE}-{_END}])")
_TO_ESCAPE = re.compile(f"[{_MESSAGE}-{_ESCAPE}]")
_ESCAPED = re.compile(f"{_ESCAPE}([a-e])")


class Figures(str):
    """A value that is written with digits: a number, a size, a date as ``2026-11-03``."""

    __slots__ = ()


class Message(str):
    """A sentence in English, with what it was made of.

    Attributes:
        template: the sentence with ``%1``, ``%2`` for its values; translations are looked up by it.
        values: each a ``Message``, ``Figures``, or a plain text that is not translated (a path, a name).
    """

    __slots__ = ("template", "values")

    template: str
    values: tuple[str, ...]

    def __new__(cls, template: str, values: tuple[str, ...] = ()) -> Message:
        """Make a message of a template with ``%1`` and its values; ``say`` is easier."""
        self = super().__new__(cls, fill(template, values))
        self.template, self.values = template, values
        return self

    def __getnewargs__(self) -> tuple[str, tuple[str, ...]]:  # type: ignore[override]
        return self.template, self.values

    def parts(self) -> Iterator[Message]:
        """Yield the message and those in it, from the outside in."""
        yield self
        for value in self.values:
            if isinstance(value, Message):
                yield from value.parts()


def say(template: str, *values: object) -> Message:
    """Make a message.

    Args:
        template: in English, as a literal; ``{}`` for each value, or with a format: ``{:,}``, ``{:g}``.
        values: a ``Message``, a name (any text), or a number.
    """
    if not values:
        return Message(template)
    places, formats = _parsed(template)
    message = str.__new__(
        Message, template.format(*values)
    )  # a plan asks for a million: half the time of Message()
    message.template = places
    message.values = tuple([_value(value, form) for value, form in zip(values, formats, strict=True)])
    return message


def in_turn(messages: Iterable[str]) -> Message:
    """Return messages one after the other, without the empty ones: ``it was changed; its copy is gone``."""
    said = [message_of(message) for message in messages if message]
    return reduce(lambda first, then: say("{}; {}", first, then), said) if said else Message("")


def both(messages: Sequence[Message]) -> Message:
    """Return what a few messages name, as one: ``3 files and 2 folders``."""
    return reduce(lambda one, other: say("{} and {}", one, other), messages)


def message_of(text: str) -> Message:
    """Return a text as a message: itself, or a sentence without values."""
    return text if isinstance(text, Message) else Message(text)


def fill(template: str, values: Sequence[str]) -> str:
    """Put values in the places ``%1``, ``%2`` of a template, all at once: a value may hold what looks like a place."""
    if not values:
        return template
    return _PLACE.sub(lambda at: values[int(at[1]) - 1] if int(at[1]) <= len(values) else at[0], template)


def numbered(template: str) -> str:
    """Return a template of ``say`` as translations know it, with ``%1`` for the first ``{}``."""
    return _parsed(template)[0]


@lru_cache(None)
def _parsed(template: str) -> tuple[str, tuple[str, ...]]:
    formats = tuple(_FIELD.findall(template))
    numbers = iter(range(1, len(formats) + 1))
    return _FIELD.sub(lambda _: f"%{next(numbers)}", template), formats


def encode(text: str) -> str:
    """Write a message as one string; a sentence without values, or a plain text, is not changed."""
    if not isinstance(text, Message) or not text.values:
        return _encoded(text) if _END in text else str(text)
    return fill(text.template, [_encoded(value) for value in text.values])


def decode(text: str) -> Message:
    """Read what ``encode`` wrote; anything else, or damaged, is taken for a sentence without values."""
    if _END in text:
        tokens = iter(_MARK.split(text + _END))
        try:
            message = Message(*_read(tokens))
        except (ValueError, RecursionError):
            return Message(text)
        if not any(tokens):
            return message
    return Message(text)


def _value(value: object, form: str) -> str:
    if isinstance(value, str):
        return value if isinstance(value, (Message, Figures)) else str(value)
    text = format(value, form)
    return Figures(text) if isinstance(value, (int, float)) else text


def _encoded(value: str) -> str:
    if isinstance(value, Message) and value.values:
        return f"{_MESSAGE}{encode(value)}{_END}"
    if isinstance(value, Message) and _END not in value:
        return f"{_MESSAGE}{value}{_END}"
    if isinstance(value, Figures):
        return f"{_FIGURES}{value}{_END}"
    return f"{_NAME}{_TO_ESCAPE.sub(_escaped, value)}{_END}"


def _escaped(mark: re.Match[str]) -> str:
    return _ESCAPE + chr(ord("a") + ord(mark[0]) - ord(_MESSAGE))


def _unescaped(mark: re.Match[str]) -> str:
    return chr(ord(_MESSAGE) + ord(mark[1]) - ord("a"))


def _read(tokens: Iterator[str]) -> tuple[str, tuple[str, ...]]:
    """Read a template and its values from texts with a mark between any two, up to the mark that ends it.

    Raises:
        ValueError: the mark is missing, or the template has places of its own or more than nine values (``%10`` names
            the first one again): values named often, and so in one another, make a sentence that fills the memory.
    """
    pieces, values = [next(tokens)], list[str]()
    for mark in tokens:
        if mark == _END:
            if len(values) > _MOST_VALUES or (values and any(map(_PLACE.search, pieces[::2]))):
                raise ValueError("a template that names its values")
            return "".join(pieces), tuple(values)
        text, inner = _read(tokens)
        if mark == _MESSAGE:
            values.append(Message(text, inner))
        else:
            values.append(Figures(text) if mark == _FIGURES else _ESCAPED.sub(_unescaped, text))
        pieces += [f"%{len(values)}", next(tokens)]
    raise ValueError("a value without an end")
