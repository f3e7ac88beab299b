"""YAML: its values in the layout of ``json_data``, so that files of other indentation, quotes and order meet.

Comments are part of it, in their order behind the values. What several places refer to by an anchor is written at each
of them, within ``MOST``. A template, or a file with two values for one key, is compared as it is.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import Any, BinaryIO

from simfinder.scan.extract.texts.html_page import decode
from simfinder.scan.extract.texts.json_data import laid_out, number, write_layout
from simfinder.scan.extract.view_sink import ViewSink

LARGEST = 4 << 20
"""Most bytes of a file that is parsed."""

MOST = 32 << 20
"""Most characters and values that are written: nine anchors in a row may stand for a billion."""

DEEPEST = 200
"""Levels of lists and objects."""

SECONDS = 8.0
"""Processor time after which a file counts as too hard to read."""

_COMMENT = re.compile(r"(?:^|(?<=\s))#[^\n]*", re.MULTILINE)
_PREFIX = "tag:yaml.org,2002:"
_PLAIN_TAGS = {f"{_PREFIX}int", f"{_PREFIX}float", f"{_PREFIX}timestamp"}
_TRUE, _NULL = ("yes", "true", "on"), f"{_PREFIX}null"


class _UnusableError(ValueError):
    """The text can't be put into one layout."""


def stream(source: BinaryIO, out: ViewSink) -> None:
    """Write the values in one layout.

    Args:
        source: the file; can seek.
        out: takes the text.
    """
    data = source.read(LARGEST + 1)
    text = in_one_layout(data).encode("utf-8", "surrogatepass") if len(data) <= LARGEST else b""
    write_layout("yaml", text, data, source, out)


def in_one_layout(data: bytes) -> str:
    """Return the documents of a YAML file in one layout; "" where it is no YAML, or some of it would be lost."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    text = decode(data.removeprefix(b"\xef\xbb\xbf"), "").replace("\r\n", "\n")
    try:
        reader = _Reader(text)
        values = reader.documents(yaml.parse(text, Loader=loader))
    except (yaml.YAMLError, ValueError, RecursionError):
        return ""
    texts = [laid_out(value) for value in values]
    if not all(texts) or not any(isinstance(value, dict | list) for value in values):
        return ""
    return "---\n".join(texts) + "".join(f"{comment}\n" for comment in reader.comments)


class _Reader:
    """Makes values of the events of the parser, without calls that nest as deep as the values.

    Args:
        text: what is parsed.

    Attributes:
        comments: in their order.
    """

    def __init__(self, text: str) -> None:
        from yaml.resolver import Resolver

        self.comments: list[str] = []
        self._text = text
        self._resolver = Resolver()
        self._until = time.process_time() + SECONDS
        self._anchors: dict[str, tuple[Any, int]] = {}
        self._count = 0

    def documents(self, events: Iterator[Any]) -> list[Any]:
        """Return the value of each document.

        Raises:
            ValueError: there are too many, they are too deep, or some of it would be lost.
        """
        from yaml import events as kinds

        found: list[Any] = []
        stack: list[
            tuple[list[Any], bool, str | None, int]
        ] = []  # items, of an object, anchor, values before
        end = 0
        for number_of, event in enumerate(events):
            if not number_of & 1023 and time.process_time() > self._until:
                raise _UnusableError("takes too long")
            end = self._between(end, event)
            if isinstance(event, kinds.CollectionStartEvent):
                if len(stack) >= DEEPEST:
                    raise _UnusableError("is nested too deeply")
                stack.append(([], isinstance(event, kinds.MappingStartEvent), event.anchor, self._count))
                self._add(1)
                continue
            if isinstance(event, kinds.CollectionEndEvent):
                items, is_object, anchor, before = stack.pop()
                value: Any = self._object(items) if is_object else items
                self._name(anchor, value, before)
            elif isinstance(event, kinds.ScalarEvent):
                before = self._count
                self._add(1 + len(event.value))
                value = self._scalar(event)
                self._name(event.anchor, value, before)
            elif isinstance(event, kinds.AliasEvent):
                value = self._known(event.anchor)
            else:
                if isinstance(event, kinds.DocumentStartEvent):
                    self._anchors.clear()
                continue
            if stack:
                stack[-1][0].append(value)
            else:
                found.append(value)
        return found

    def _between(self, end: int, event: Any) -> int:
        """Note the comments between two events; return where the later one ends."""
        begin = event.start_mark.index
        if "#" in (between := self._text[end:begin]):
            self.comments += [one.strip() for one in _COMMENT.findall(between)]
        return max(end, int(event.end_mark.index))

    def _add(self, count: int) -> None:
        self._count += count
        if self._count > MOST:
            raise _UnusableError("says too much")

    def _name(self, anchor: str | None, value: Any, before: int) -> None:
        if anchor:
            self._anchors[anchor] = value, self._count - before

    def _known(self, anchor: str) -> Any:
        """Return what an anchor names; inside itself it has no end."""
        if anchor not in self._anchors:
            raise _UnusableError("refers to something that is not there")
        value, count = self._anchors[anchor]
        self._add(count)
        return value

    def _scalar(self, event: Any) -> Any:
        if number("") in event.value:
            raise _UnusableError("has characters for private use")
        tag = event.tag
        if tag in (None, "!"):
            from yaml.nodes import ScalarNode

            tag = self._resolver.resolve(ScalarNode, event.value, event.implicit)
        if tag in _PLAIN_TAGS:
            return number(event.value)
        if tag == f"{_PREFIX}bool":
            return event.value.lower() in _TRUE
        if tag == _NULL:
            return None
        return event.value if tag.startswith(_PREFIX) else f"{tag} {event.value}"

    @staticmethod
    def _object(items: list[Any]) -> dict[str, Any]:
        keys = [_key(key) for key in items[::2]]
        found = dict(zip(keys, items[1::2], strict=True))
        if len(found) != len(keys):
            raise _UnusableError("a key comes twice")
        return found


def _key(value: Any) -> str:
    """Return a key as a string, as JSON has them."""
    if isinstance(value, dict | list):
        raise _UnusableError("a key is an object")
    if value is None or isinstance(value, bool):
        return str(value).lower().replace("none", "null")
    text: str = value.removeprefix(number(""))
    return text
