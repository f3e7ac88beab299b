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
        from yaml.nodes import ScalarNode
        from yaml.resolver import Resolver

        self.comments: list[str] = []
        self._text = text
        self._end, self._hash = 0, text.find("#")  # of the last event; the next of these signs, -1 for none
        self._resolver, self._kind = Resolver(), ScalarNode
        self._plain: dict[str, Any] = {}  # values of scalars without quotes
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
        for number_of, event in enumerate(events):
            if not number_of & 1023 and time.process_time() > self._until:
                raise _UnusableError("takes too long")
            if self._hash >= 0:
                self._look_for_comments(event)
            if isinstance(event, kinds.ScalarEvent):
                before = self._count
                self._add(1 + len(event.value))
                value: Any = self._scalar(event)
                self._name(event.anchor, value, before)
            elif isinstance(event, kinds.CollectionStartEvent):
                if len(stack) >= DEEPEST:
                    raise _UnusableError("is nested too deeply")
                stack.append(([], isinstance(event, kinds.MappingStartEvent), event.anchor, self._count))
                self._add(1)
                continue
            elif isinstance(event, kinds.CollectionEndEvent):
                items, is_object, anchor, before = stack.pop()
                value = self._object(items) if is_object else items
                self._name(anchor, value, before)
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

    def _look_for_comments(self, event: Any) -> None:
        """Note the comments between an event and the one before, and where the next may begin."""
        if self._hash < (begin := event.start_mark.index):
            self.comments += [one.strip() for one in _COMMENT.findall(self._text[self._end : begin])]
        self._end = max(self._end, event.end_mark.index)
        if self._hash < self._end:
            self._hash = self._text.find("#", self._end)

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
        text, tag = event.value, event.tag
        if number("") in text:
            raise _UnusableError("has characters for private use")
        if tag not in (None, "!"):
            return _of_tag(tag, text)
        if not event.implicit[0]:
            return text  # in quotes
        if text not in self._plain:  # half of all come again
            self._plain[text] = _of_tag(self._resolver.resolve(self._kind, text, event.implicit), text)
        return self._plain[text]

    @staticmethod
    def _object(items: list[Any]) -> dict[str, Any]:
        keys = [_key(key) for key in items[::2]]
        found = dict(zip(keys, items[1::2], strict=True))
        if len(found) != len(keys):
            raise _UnusableError("a key comes twice")
        return found


def _of_tag(tag: str, text: str) -> Any:
    """Return the value of a scalar."""
    if tag in _PLAIN_TAGS:
        return number(text)
    if tag == f"{_PREFIX}bool":
        return text.lower() in _TRUE
    if tag == _NULL:
        return None
    return text if tag.startswith(_PREFIX) else f"{tag} {text}"


def _key(value: Any) -> str:
    """Return a key as a string, as JSON has them."""
    if isinstance(value, dict | list):
        raise _UnusableError("a key is an object")
    if value is None or isinstance(value, bool):
        return str(value).lower().replace("none", "null")
    text: str = value.removeprefix(number(""))
    return text
