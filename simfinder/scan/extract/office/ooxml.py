"""Texts and slides of the Office Open XML family (docx, pptx and their kin), and the relations between parts.

Element names are taken without their namespace: text and drawings use the same ones (p, r, t, tbl, tr, tc) with the
same meaning, and "strict" documents have other namespaces. Left out: properties of paragraphs and runs, text deleted or
moved away under change tracking, field codes, page numbers and dates of slides, the fallback form of a drawing for
older programs.
"""

from __future__ import annotations

from simfinder.errors import ViewError
from simfinder.scan.extract.office.text_layout import Text
from simfinder.scan.extract.office.xml_parts import SKIP, TAKE, Attributes, Kind, Parts, Reader, beside
from simfinder.text.message import say

_MOST_RELATIONS = 100_000

_STYLE = ("pPr", "rPr", "tblPr", "trPr", "tcPr", "sectPr", "sdtPr", "bodyPr", "lstStyle")
_NOT_SHOWN = ("Fallback", "moveFrom", "del", "fld")


def write_words(parts: Parts, text: Text) -> None:
    """Write a text: its body, then headers, footers, footnotes, endnotes, comments and diagrams.

    Raises:
        ViewError: it is damaged, or its body is missing.
    """
    bodies = parts.matching("word/document")
    if not bodies:
        raise ViewError(say("is damaged: its text is missing"))
    reader = Words(text)
    for name in bodies:
        parts.read(name, reader)
    for kind in ("header", "footer", "footnotes", "endnotes", "comments"):
        for name in parts.matching(f"word/{kind}"):
            parts.read(name, reader)
    write_graphics(parts, "word", reader)


def write_slides(parts: Parts, text: Text) -> None:
    """Write slides in the order they are shown, each with its notes, then comments and diagrams.

    Raises:
        ViewError: it is damaged.
    """
    reader = Words(text)
    for slide in in_order(parts, "ppt/presentation", "sldId", parts.matching("ppt/slides/slide")):
        parts.read(slide, reader)
        for kind, name in relations(parts, slide).values():
            if kind == "notesSlide" and name in parts:
                parts.read(name, reader)
    for name in parts.matching("ppt/comments/comment"):
        parts.read(name, reader)
    write_graphics(parts, "ppt", reader)


def write_graphics(parts: Parts, folder: str, reader: Reader) -> None:
    """Write the words in diagrams, and words and numbers in charts."""
    for name in parts.matching(f"{folder}/diagrams/data") + parts.matching(f"{folder}/charts/chart"):
        parts.read(name, reader)


class Words(Reader):
    """Reads paragraphs and tables in a text, a slide or a drawing."""

    def __init__(self, text: Text) -> None:
        line = Kind(end=text.end_line)
        super().__init__(
            {
                "p": line,
                "t": TAKE,
                "v": Kind(end=text.end_line, takes=True),  # a number in a chart
                "text": Kind(end=text.end_line, takes=True),  # a comment on a slide
                "tab": Kind(lambda _: text.add("\t")),
                "ptab": Kind(lambda _: text.add("\t")),
                "br": Kind(lambda _: text.end_line()),
                "cr": Kind(lambda _: text.end_line()),
                "noBreakHyphen": Kind(lambda _: text.add("-")),
                "sym": Kind(self._symbol),
                "tr": Kind(lambda _: text.start_row(), text.end_row),
                "tc": Kind(lambda _: text.start_cell()),
                **dict.fromkeys(_STYLE + _NOT_SHOWN, SKIP),
            }
        )
        self._text = text

    def take(self, data: str) -> None:
        self._text.add(data)

    def _symbol(self, attributes: Attributes) -> None:
        """Add a character of a symbol font, given by its number."""
        for name, value in attributes.items():
            if name.endswith(" char") and len(value) <= 4:
                try:
                    self._text.add(chr(int(value, 16)))
                except ValueError as error:
                    raise ViewError(say("is damaged: a symbol has no number")) from error


class _Relations(Reader):
    def __init__(self, part: str) -> None:
        super().__init__({"Relationship": Kind(self._relation)})
        self.found: dict[str, tuple[str, str]] = {}
        self._part = part

    def _relation(self, attributes: Attributes) -> None:
        if attributes.get("TargetMode") != "External" and len(self.found) < _MOST_RELATIONS:
            kind = attributes.get("Type", "").rpartition("/")[2]
            self.found[attributes.get("Id", "")] = kind, beside(self._part, attributes.get("Target", ""))


class _Order(Reader):
    """Reads the relations that a list names, in order."""

    def __init__(self, element: str) -> None:
        super().__init__({element: Kind(self._entry)})
        self.found: list[tuple[str, str]] = []

    def _entry(self, attributes: Attributes) -> None:
        if len(self.found) < _MOST_RELATIONS:
            relation = next((value for name, value in attributes.items() if name.endswith(" id")), "")
            self.found.append((relation, attributes.get("name", "")))


def relations(parts: Parts, part: str) -> dict[str, tuple[str, str]]:
    """Return what a part refers to: kind and name by identifier."""
    folder, _, name = part.rpartition("/")
    listed = f"{folder}/_rels/{name}.rels"
    if listed not in parts:
        return {}
    reader = _Relations(part)
    parts.read(listed, reader)
    return reader.found


def in_order(parts: Parts, main: str, element: str, names: list[str]) -> list[str]:
    """Return slides or sheets in the order the main part lists them; unlisted ones come last."""
    return [name for name, _ in titled(parts, main, element, names)]


def titled(parts: Parts, main: str, element: str, names: list[str]) -> list[tuple[str, str]]:
    """Do the same as ``in_order``, each with the name that people see."""
    titles: dict[str, str] = {}
    for part in parts.matching(main):
        targets = relations(parts, part)
        order = _Order(element)
        parts.read(part, order)
        for relation, title in order.found:
            _, name = targets.get(relation, ("", ""))
            if name in parts:
                titles.setdefault(name, title)
    return [*titles.items(), *((name, "") for name in names if name not in titles)]
