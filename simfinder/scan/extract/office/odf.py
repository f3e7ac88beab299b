"""Texts, sheets and slides of the OpenDocument family (odt, ods, odp and their kin), in the same form as the others.

Runs of spaces are kept, although OpenDocument collapses them: programs that write them mean them, and the same text
saved as docx has them. Left out: text deleted under change tracking, numbers of notes, titles of pictures.
"""

from __future__ import annotations

from simfinder.errors import ViewError
from simfinder.scan.extract.office.text_layout import Cell, Text, cell_text, number
from simfinder.scan.extract.office.xml_parts import DAMAGED, SKIP, Attributes, Kind, Parts, Reader
from simfinder.scan.extract.view_sink import ViewSink
from simfinder.text.message import say

_MOST_SPACES = 1000  # most spaces that one element may stand for
_MOST_COPIES = 1000  # most copies of a repeated cell or row; more would add nothing to compare
_MOST_IN_A_ROW = 1 << 20  # most characters of a repeated row, which is held in memory
_WIDEST_GAP = 64
_MOST_ASIDE = 16 << 20  # most bytes of notes or comments held until the text is done

_MANIFEST = "meta-inf/manifest.xml"
_FAMILY = "urn:oasis:names:tc:opendocument:xmlns:"
_TABLE = _FAMILY + "table:1.0 "
_OFFICE = _FAMILY + "office:1.0 "
_TEXT = _FAMILY + "text:1.0 "

_WITHIN = Kind(takes=None)
_NUMBERS = ("float", "percentage", "currency")
_DIGITS = 12  # a number of repetitions has fewer digits
_NOT_SHOWN = (
    "text:tracked-changes",
    "text:note-citation",
    "office:forms",
    "office:binary-data",
    "office:scripts",
)


def write_open(parts: Parts, text: Text, out: ViewSink) -> None:
    """Write the body, headers and footers, notes, comments, then the text of embedded objects.

    Headers and footers count in texts only: those of slides and sheets say "Click to edit" or "Page 1". A template may
    have styles alone.

    Raises:
        ViewError: it is damaged or encrypted, or its content is missing.
    """
    _refuse_encrypted(parts)
    if "content.xml" not in parts and "styles.xml" not in parts:
        raise ViewError(say("is damaged: its text is missing"))
    asides = {kind: _Aside(text, out) for kind in ("footnote", "endnote", "annotation")}
    body = _Body(text, asides)
    if "content.xml" in parts:
        parts.read("content.xml", body)
    if (body.is_text or "content.xml" not in parts) and "styles.xml" in parts:
        parts.read("styles.xml", _Body(text, asides))
    for aside in asides.values():
        aside.flush()
        aside.release()
    for name in parts.names():
        if name.endswith("/content.xml"):
            parts.read(name, _Body(text, asides))


def _refuse_encrypted(parts: Parts) -> None:
    """Raise ViewError if the manifest names encrypted parts.

    Nothing else is asked of it, so its own damage is no matter: in templates that LibreOffice comes with it has a
    prefix that is not declared.
    """
    if _MANIFEST in parts:
        try:
            parts.read(_MANIFEST, _Manifest(), namespaces=False)
        except ViewError as error:
            if error.message != DAMAGED:
                raise


class _Manifest(Reader):
    def __init__(self) -> None:
        super().__init__({"encryption-data": Kind(self._encrypted)})

    def key(self, name: str) -> Kind:
        return super().key(name.rpartition(":")[2])

    def _encrypted(self, _attributes: Attributes) -> None:
        raise ViewError(say("is encrypted"))


class _Aside(Text):
    """Text held until the body is written, or until it is too much to hold."""

    def __init__(self, after: Text, out: ViewSink) -> None:
        super().__init__(self._hold)
        self._after = after
        self._out = out
        self._waiting: list[bytes] = []
        self._size = 0

    def release(self) -> None:
        """Write what is held."""
        self._after.flush()
        waiting, self._waiting, self._size = self._waiting, [], 0
        for piece in waiting:
            self._out.write(piece)
        self._after.characters += self.characters
        self.characters = 0

    def _hold(self, data: bytes) -> None:
        self._waiting.append(data)
        self._size += len(data)
        if self._size > _MOST_ASIDE:
            self.release()


class _Body(Reader):
    """Reads the words of a part.

    Attributes:
        is_text: whether it is the body of a text, not of slides, sheets or a drawing.
    """

    def __init__(self, text: Text, asides: dict[str, _Aside]) -> None:
        self.is_text = False
        paragraph = Kind(end=self._paragraph_ended, takes=True)
        super().__init__(
            {
                "text:p": paragraph,
                "text:h": paragraph,
                "text:s": Kind(self._spaces),
                "text:tab": Kind(lambda _: self.take("\t")),
                "text:line-break": Kind(lambda _: self._paragraph_ended()),
                "text:note": Kind(self._note, self._aside_ended),
                "office:text": Kind(self._whole_text),
                "office:annotation": Kind(lambda _: self._aside("annotation"), self._aside_ended),
                "office:spreadsheet": Kind(self._spreadsheet),
                "table:table": Kind(self._table),
                "table:table-row": Kind(self._row, self._row_ended),
                "table:table-cell": Kind(self._cell, self._cell_ended),
                "table:covered-table-cell": Kind(self._covered, self._cell_ended),
                **dict.fromkeys(_NOT_SHOWN, SKIP),
            }
        )
        self._text: Text = text
        self._asides = asides
        self._outer: list[Text] = []
        self._sheet: Sheet | None = None

    def key(self, name: str) -> Kind:
        space, _, local = name.rpartition(" ")
        family = space.removeprefix(_FAMILY).partition(":")[0]
        return self._kinds.get(f"{family}:{local}") or (_WITHIN if family == "text" else Kind())

    def take(self, data: str) -> None:
        if self._sheet is not None and self._sheet.open and not self._outer:
            self._sheet.add(data)
        else:
            self._text.add(data)

    def _paragraph_ended(self) -> None:
        if self._sheet is not None and self._sheet.open and not self._outer:
            self._sheet.end_line()
        else:
            self._text.end_line()

    def _spaces(self, attributes: Attributes) -> None:
        self.take(" " * min(_count(attributes, _TEXT + "c"), _MOST_SPACES))

    def _whole_text(self, _attributes: Attributes) -> None:
        self.is_text = True

    def _note(self, attributes: Attributes) -> None:
        self._aside("endnote" if attributes.get(_TEXT + "note-class") == "endnote" else "footnote")

    def _aside(self, kind: str) -> None:
        self._outer.append(self._text)
        self._text = self._asides[kind]

    def _aside_ended(self) -> None:
        self._text = self._outer.pop()

    def _spreadsheet(self, _attributes: Attributes) -> None:
        self._sheet = Sheet(self._text)

    def _table(self, attributes: Attributes) -> None:
        if self._sheet is not None:
            self._text.line(attributes.get(_TABLE + "name", ""))

    def _row(self, attributes: Attributes) -> None:
        if self._sheet is not None:
            self._sheet.start_row(_count(attributes, _TABLE + "number-rows-repeated"))
        else:
            self._text.start_row()

    def _row_ended(self) -> None:
        if self._sheet is not None:
            self._sheet.end_row()
        else:
            self._text.end_row()

    def _cell(self, attributes: Attributes) -> None:
        if self._sheet is not None:
            self._sheet.start_cell(attributes)
        else:
            for _ in range(min(_count(attributes, _TABLE + "number-columns-repeated"), _WIDEST_GAP)):
                self._text.start_cell()

    def _covered(self, attributes: Attributes) -> None:
        """Start a cell covered by a merged one; in a text it shows nothing."""
        if self._sheet is not None:
            self._sheet.start_cell(attributes)

    def _cell_ended(self) -> None:
        if self._sheet is not None:
            self._sheet.end_cell()


class Sheet:
    """Writes the rows of a sheet to the text.

    Args:
        text: takes the rows.

    Attributes:
        open: whether a cell is open.
    """

    def __init__(self, text: Text) -> None:
        self.open = False
        self._text = text
        self._copies = 1
        self._held: list[str] = []  # pieces of a repeated row
        self._size = 0
        self._column = self._written = 0
        self._cell = Cell()
        self._break = False
        self._attributes: Attributes = {}

    def start_row(self, copies: int) -> None:
        """Start a row that is repeated ``copies`` times."""
        self._copies = min(copies, _MOST_COPIES)
        self._column = self._written = 0

    def start_cell(self, attributes: Attributes) -> None:
        """Start a cell with the attributes of its element."""
        self.open, self._break = True, False
        self._cell, self._attributes = Cell(), attributes

    def add(self, text: str) -> None:
        """Add text of the open cell."""
        if self._break:
            self._cell.add(" ")
            self._break = False
        self._cell.add(text)

    def end_line(self) -> None:
        """End a paragraph in the open cell; a space follows if there is another."""
        self._break = True

    def end_cell(self) -> None:
        """Write the cell with its value and formula, as often as it is repeated."""
        self.open = False
        copies = _count(self._attributes, _TABLE + "number-columns-repeated")
        content = cell_text(self._value(), _formula(self._attributes.get(_TABLE + "formula", "")))
        if content:
            gap = self._column + 1 - self._written if self._written else self._column
            self._put("\t" * min(gap, _WIDEST_GAP) + content)
            for _ in range(min(copies, _MOST_COPIES) - 1):
                self._put("\t" + content)
            self._written = self._column + copies
        self._column += copies

    def end_row(self) -> None:
        """Write the row, as often as it is repeated."""
        if self._written:
            self._put("\n")
        copies = self._copies
        row, self._held, self._size, self._copies = "".join(self._held), [], 0, 1
        if row:
            for _ in range(copies):
                self._text.add(row)

    def _put(self, piece: str) -> None:
        if self._copies == 1:
            self._text.add(piece)
            return
        self._held.append(piece)
        self._size += len(piece)
        if self._size > _MOST_IN_A_ROW:  # nobody repeats so long a row in earnest: write it once
            self._text.add("".join(self._held))
            self._held, self._size, self._copies = [], 0, 1

    def _value(self) -> str:
        get = self._attributes.get
        kind = get(_OFFICE + "value-type")
        if kind in _NUMBERS:
            return number(get(_OFFICE + "value", ""))
        if kind == "boolean":
            return get(_OFFICE + "boolean-value", "").upper()
        return self._cell.taken() or get(_OFFICE + "string-value", "")


def _formula(text: str) -> str:
    """Return a formula as Office Open XML writes it: ``of:=SUM([.A1:.A3])`` is SUM(A1:A3)."""
    return text.partition("=")[2].replace("[.", "").replace(":.", ":").replace("[", "").replace("]", "")


def _count(attributes: Attributes, name: str) -> int:
    """Return a number of repetitions; 1 where it is missing or malformed."""
    value = attributes.get(name, "1")
    return int(value) if value.isdecimal() and len(value) < _DIGITS else 1
