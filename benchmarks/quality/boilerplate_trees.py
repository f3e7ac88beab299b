"""Trees whose files have much in common that says nothing: a licence, a template, a format, padding.

Owns the making of such trees, always the same from the same material: unrelated files that share it, and among them
families that belong together all the same: versions one after the other, copies that were edited, copies of one
original that were edited independently. What belongs together is known because it was made so.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

Lines = list[str]

HEADER = 1500
"""Bytes of the licence header that unrelated sources share."""


@dataclass
class Tree:
    """Files of one tree, by path, and what belongs together.

    Attributes:
        name: of the tree, the first folder of all its paths.
        files: content by path.
        family: what a path belongs to; one that is alone has a family of its own.
    """

    name: str
    files: dict[str, bytes] = field(default_factory=dict)
    family: dict[str, str] = field(default_factory=dict)

    def add(self, family: str, name: str, content: bytes) -> None:
        path = f"{self.name}/{name}"
        self.files[path] = content
        self.family[path] = f"{self.name}/{family}"


@dataclass(frozen=True)
class Material:
    """What the trees are made of.

    Attributes:
        sources: bodies of real source files, unrelated, as lines.
        sentences: real English.
        licence: text of a licence.
        programs: bytes of real programs.
    """

    sources: list[Lines]
    sentences: list[str]
    licence: str
    programs: list[bytes]

    def half(self, which: int) -> Material:
        """One half of it, whole files: what is tuned on one half must hold on the other."""
        return Material(
            [lines for lines in self.sources if _half("".join(lines)) == which],
            [one for one in self.sentences if _half(one) == which],
            self.licence,
            [data for i, data in enumerate(self.programs) if i % 2 == which],
        )


def _half(text: str) -> int:
    return hashlib.sha256(text.encode()).digest()[0] & 1


class _Pool:
    """Lines handed out so that no two files get the same, or such of one source where others are left."""

    def __init__(self, sources: list[Lines]) -> None:
        self._sources = sources
        self._line = [0] * len(sources)
        self._next = 0

    def take(self, size: int) -> Lines:
        """Lines of the next source that has so many bytes left."""
        for _ in range(len(self._sources)):
            at = self._next
            self._next = (at + 1) % len(self._sources)
            part, held = [], 0
            for line in self._sources[at][self._line[at] :]:
                part.append(line)
                held += len(line)
                if held >= size:
                    self._line[at] += len(part)
                    return part
        raise ValueError("too little material")


def edited(lines: Lines, share: float, fresh: Callable[[], str], rng: random.Random) -> Lines:
    """Some lines are others, one at least."""
    out = list(lines)
    for i in rng.sample(range(len(out)), max(1, round(share * len(out)))):
        out[i] = fresh()
    return out


Make = Callable[[Lines], bytes]
"""What is a file's own becomes the file, with what all of them have."""


def fill(
    tree: Tree,
    make: Make,
    own: Callable[[], Lines],
    fresh: Callable[[], str],
    rng: random.Random,
    alone: int,
    suffix: str,
) -> Tree:
    """Unrelated files, and families of all kinds among them.

    Args:
        tree: filled.
        make: a file of what is its own.
        own: what is the own of another file.
        fresh: a line that no other has.
        rng: of this tree.
        alone: how many unrelated files.
        suffix: of their names.
    """
    for i in range(alone):
        tree.add(f"alone{i}", f"a{i:04}{suffix}", make(own()))
    for name, count, share in (("chain", 12, 0.05), ("long", 30, 0.06)):
        lines = own()
        for i in range(count):
            tree.add(name, f"{name}-v{i + 1}{suffix}", make(lines))
            lines = edited(lines, share, fresh, rng)
    for i in range(10):
        lines = own()
        tree.add(f"copies{i}", f"copy{i}{suffix}", make(lines))
        for k in range(1 + i % 3):
            tree.add(f"copies{i}", f"copy{i} ({k + 1}){suffix}", make(edited(lines, 0.1, fresh, rng)))
    for name, share in (("star", 0.1), ("wild", 0.2)):
        lines = own()
        tree.add(name, f"{name}{suffix}", make(lines))
        for i in range(12):
            tree.add(name, f"{name}-{i}{suffix}", make(edited(lines, share, fresh, rng)))
    return tree


def trees(material: Material, seed: int = 0, alone: int = 300) -> Iterator[Tree]:
    """All trees, so many unrelated files in each."""
    sources = _Pool(material.sources[::2])
    lines = _Pool(material.sources[1::2])
    words = sorted({word for text in material.sentences for word in re.findall(r"[A-Za-z]{4,}", text)})

    def rng(name: str) -> random.Random:
        return random.Random(f"{seed} {name}")

    def line() -> str:
        return lines.take(12)[-1]

    head = commented(material.licence, HEADER)
    build = partial(_headed, head)
    one = rng("sources")
    yield fill(Tree("sources"), build, lambda: sources.take(one.randint(300, 3000)), line, one, alone, ".py")
    for percent in (30, 50, 70, 85, 92):
        one = rng(str(percent))
        size = round(HEADER * (100 - percent) / percent)
        own = partial(sources.take, size)
        yield fill(Tree(f"header{percent}"), build, own, line, one, alone, ".py")
    one = rng("plain")
    yield fill(
        Tree("plain"), _joined, lambda: sources.take(one.randint(1500, 6000)), line, one, alone // 3, ".py"
    )
    for name, suffix, make, own in _templates(words, material.sentences, rng("templates")):
        one = rng(name)
        yield fill(Tree(name), make, own, partial(_fresh, words, one), one, alone, suffix)
    yield images(Tree("images"), material.programs, rng("images"), alone // 5)


def _headed(head: str, lines: Lines) -> bytes:
    return (head + "\n" + "".join(lines)).encode()


def _joined(lines: Lines) -> bytes:
    return "".join(lines).encode()


def _fresh(words: list[str], rng: random.Random) -> str:
    return " ".join(rng.choices(words, k=3))


def commented(licence: str, size: int) -> str:
    """A licence as comment lines, exactly so many bytes."""
    text = " ".join(licence.split())
    while len(text) < size:
        text += " " + text
    lines, line = [], "#"
    for word in text.split():
        if len(line) + len(word) > 76:
            lines.append(line)
            line = "#"
        line += " " + word
    return "\n".join(lines)[: size - 1] + "\n"


def _templates(
    words: list[str], sentences: list[str], rng: random.Random
) -> Iterator[tuple[str, str, Make, Callable[[], Lines]]]:
    """Name, suffix, how one is filled in, and with what."""
    fixed = [rng.choice(sentences) for _ in range(40)]

    def fields(count: int) -> Callable[[], Lines]:
        return lambda: [_fresh(words, rng) for _ in range(count)]

    yield "letters", ".txt", partial(_letter, fixed[:12]), fields(8)
    yield "xml", ".xml", partial(_xml, rng.sample(words, 24)), fields(12)
    yield "json", ".json", partial(_json, rng.sample(words, 24)), fields(12)
    yield "pages", ".html", partial(_page, rng.sample(words, 40), fixed[12:18]), fields(12)
    yield "messages", ".po", partial(_messages, fixed[18:24]), fields(16)
    yield "launchers", ".desktop", partial(_keyed, "[Desktop Entry]", rng.sample(words, 14)), fields(6)
    yield "units", ".service", partial(_keyed, "[Unit]", rng.sample(words, 20)), fields(8)
    yield "copyright", "", partial(_letter, fixed[24:38]), fields(5)


def _letter(fixed: list[str], own: Lines) -> bytes:
    parts: list[str] = []
    for i, text in enumerate(fixed):
        if i < len(own):
            parts.append(f"Re: {own[i]}")
        parts.append(text)
    return "\n".join([*parts, *own[len(fixed) :], ""]).encode()


def _xml(keys: list[str], own: Lines) -> bytes:
    rows = []
    for i, key in enumerate(keys):
        value = own[i // 2] if i % 2 and i // 2 < len(own) else "default"
        rows.append(f'  <property name="{key}" type="string" visible="true">{value}</property>')
    return "\n".join(['<?xml version="1.0"?>', "<configuration>", *rows, "</configuration>", ""]).encode()


def _json(keys: list[str], own: Lines) -> bytes:
    rows = []
    for i, key in enumerate(keys):
        value = own[i // 2] if i % 2 and i // 2 < len(own) else "inherited"
        rows.append(f'    "{key}": {{"value": "{value}", "enabled": true, "order": 10}}')
    return ("{\n" + ",\n".join(rows) + "\n}\n").encode()


def _page(links: list[str], texts: list[str], own: Lines) -> bytes:
    menu = [f'<li class="item"><a href="/{word.lower()}.html">{word}</a></li>' for word in links]
    body = [f"<p>{text}</p>" for text in own]
    foot = [f"<footer>{text}</footer>" for text in texts]
    return "\n".join(["<html><body><nav><ul>", *menu, "</ul></nav>", *body, *foot, "</body></html>"]).encode()


def _messages(texts: list[str], own: Lines) -> bytes:
    head = [f'"{text}\\n"' for text in texts]
    rows = [f'msgid "{text}"\nmsgstr ""\n' for text in own]
    return "\n".join(['msgid ""', 'msgstr ""', *head, "", *rows]).encode()


def _keyed(title: str, keys: list[str], own: Lines) -> bytes:
    rows = []
    for i, key in enumerate(keys):
        rows.append(f"{key}={own[i // 2] if i % 2 and i // 2 < len(own) else 'application/default'}")
    return "\n".join([title, *rows, ""]).encode()


def images(tree: Tree, programs: list[bytes], rng: random.Random, alone: int) -> Tree:
    """Images of one size, most of it padding, each with what is its own."""
    size = 1 << 17

    def padded(payload: bytes, value: int) -> bytes:
        return payload + bytes([value]) * (size - len(payload))

    for i in range(alone):
        data = programs[i // 2 % len(programs)]
        length = rng.randint(size // 30, size // 3)
        begin = rng.randrange(max(1, len(data) - length))
        value = 0xFF if i % 3 == 0 else 0
        payload = data[begin : begin + length] if i % 2 else rng.randbytes(length)
        tree.add(f"alone{i}", f"i{i:03}.img", padded(payload, value))
    payload = bytearray(rng.randbytes(size // 4))
    for i in range(10):
        tree.add("chain", f"firmware-v{i}.img", padded(bytes(payload), 0))
        at = rng.randrange(len(payload) - 2000)
        payload[at : at + 2000] = rng.randbytes(2000)
    return tree
