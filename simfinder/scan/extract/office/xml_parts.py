"""The parts of an office document: open them by name, read their XML as a safe stream.

Refuses entity declarations, endless nesting and endless tokens. Nothing outside the archive is ever read (expat fetches
nothing by itself), and no part is held as a whole. The vocabulary is the business of a ``Reader``.
"""

from __future__ import annotations

import contextlib
import lzma
import posixpath
import re
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from typing import NamedTuple, NoReturn
from xml.parsers import expat

from simfinder.errors import ViewError
from simfinder.scan.extract.view_sink import CHUNK, Readable, ViewSink
from simfinder.text.message import say

DAMAGED = say("is damaged or ends too early")

_DEEPEST = 2000  # levels of elements; Word and LibreOffice stay far below 200
_TOKEN = (
    16 << 20
)  # most bytes of one tag or comment, which expat holds; a drawing in an attribute may take megabytes
_SMALL = 4096  # bytes asked for where the library only limits its input: bzip2 makes at most 80 MB of them
_LIMITED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_KNOWN_NAMES = 4096  # most element names that a reader remembers; a document has some hundred
_DIGITS = re.compile("([0-9]+)")
_ERRORS = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
    LookupError,
)

Attributes = dict[str, str]


class Kind(NamedTuple):
    """What an element means to a reader.

    Attributes:
        start: called at its start tag.
        end: called at its end tag.
        takes: whether its own characters count; None: like those of the element around it.
        skipped: whether it and everything in it is ignored.
    """

    start: Callable[[Attributes], None] | None = None
    end: Callable[[], None] | None = None
    takes: bool | None = False
    skipped: bool = False


_NOTHING = Kind()
SKIP = Kind(skipped=True)
TAKE = Kind(takes=True)


class Reader:
    """Reads the elements of one part. Subclasses say what they mean.

    Args:
        kinds: kinds of elements, by the name that ``key`` looks up.
    """

    def __init__(self, kinds: dict[str, Kind]) -> None:
        self._kinds = kinds
        self._known: dict[str, Kind] = {}
        self._takes: list[bool] = [False]  # one for each open element
        self._skipping = 0  # open elements from a skipped one on

    def key(self, name: str) -> Kind:
        """Return the kind of an element; its name is the namespace, a space and the local name."""
        return self._kinds.get(name.rpartition(" ")[2], _NOTHING)

    def take(self, data: str) -> None:
        """Take characters that count. Line ends come as spaces, which is all they mean in documents."""
        raise NotImplementedError

    def start(self, name: str, attributes: Attributes) -> None:
        """Handle a start tag; raise ViewError when the elements are nested too deeply."""
        if self._skipping:
            self._skipping += 1
            if self._skipping > _DEEPEST:
                raise ViewError(say("is nested too deeply"))
            return
        start, _, counts, skipped = self._known.get(name) or self._learned(name)
        if skipped:
            self._skipping = 1
            return
        takes = self._takes
        takes.append(takes[-1] if counts is None else counts)
        if len(takes) > _DEEPEST:
            raise ViewError(say("is nested too deeply"))
        if start is not None:
            start(attributes)

    def end(self, name: str) -> None:
        """Handle an end tag."""
        if self._skipping:
            self._skipping -= 1
            return
        self._takes.pop()
        end = (self._known.get(name) or self._learned(name))[1]
        if end is not None:
            end()

    def characters(self, data: str) -> None:
        """Handle characters: take them if they count."""
        if self._takes[-1] and not self._skipping:
            self.take(data.replace("\n", " ") if "\n" in data else data)

    def _learned(self, name: str) -> Kind:
        kind = self.key(name)
        if len(self._known) < _KNOWN_NAMES:
            self._known[name] = kind
        return kind


def parse(source: Readable, reader: Reader, *, namespaces: bool = True) -> None:
    """Parse XML to its end.

    Args:
        source: the XML.
        reader: takes its elements.
        namespaces: whether names come with their namespace. Without, they come as they are written, and a prefix that
            is not declared is no damage.

    Raises:
        ViewError: it is damaged, or holds what no document holds.
    """
    parser = expat.ParserCreate(namespace_separator=" " if namespaces else None)
    parser.buffer_text = True
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.characters
    parser.EntityDeclHandler = _refuse
    fed = 0
    try:
        while data := source.read(CHUNK):
            parser.Parse(data, False)
            fed += len(data)
            if fed - parser.CurrentByteIndex > _TOKEN:
                raise ViewError(say("is damaged: a tag of more than {} MB", _TOKEN >> 20))
        parser.Parse(b"", True)
    except expat.ExpatError as error:
        if error.code == expat.errors.codes[expat.errors.XML_ERROR_NO_MEMORY]:
            raise MemoryError from error
        raise ViewError(DAMAGED) from error
    except (LookupError, ValueError) as error:  # an encoding that is unknown or unsupported by expat
        raise ViewError(DAMAGED) from error


def _refuse(*_declared: object) -> NoReturn:
    raise ViewError(say("declares entities, which no document of its kind does"))


class Parts:
    """The parts of a document by name, whatever the case and the slashes.

    Args:
        archive: the zip that holds them.
        out: counts everything that is read.
    """

    def __init__(self, archive: zipfile.ZipFile, out: ViewSink) -> None:
        self._archive = archive
        self._out = out
        entries = {plain(entry.filename): entry for entry in archive.infolist()}
        names = sorted((name for name in entries if name and not name.endswith("/")), key=_natural)
        self._entries = {name: entries[name] for name in names}

    def __contains__(self, name: str) -> bool:
        return name in self._entries

    def names(self) -> list[str]:
        """Return all names in natural order: image2 before image10."""
        return list(self._entries)

    def matching(self, start: str, end: str = ".xml") -> list[str]:
        """Return the names made of a start, digits and an end, in the order of the numbers."""
        return [name for name in self._entries if _is_numbered(name, start, end)]

    def read(self, name: str, reader: Reader, *, namespaces: bool = True) -> None:
        """Parse a part with a reader, see ``parse``.

        Raises:
            ViewError: it is damaged, encrypted, or holds what no document holds.
        """
        with self.opened(name) as source:
            parse(source, reader, namespaces=namespaces)

    @contextlib.contextmanager
    def opened(self, name: str) -> Iterator[Readable]:
        """Open a part for reading."""
        entry = self._entries[name]
        if entry.flag_bits & 1:
            raise ViewError(say("is encrypted"))
        with _damage():
            file = self._archive.open(entry)
        with file:
            most = CHUNK if entry.compress_type in _LIMITED else _SMALL
            yield self._out.metered(_Checked(file, most))


class _Checked:
    """A part whose damage comes out as a ``ViewError``."""

    def __init__(self, file: Readable, most: int) -> None:
        self._file = file
        self._most = most

    def read(self, size: int = CHUNK, /) -> bytes:
        with _damage():
            return self._file.read(min(size, self._most))


@contextlib.contextmanager
def _damage() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if (
            error.errno is not None
        ):  # the file can't be read; without an errno it is bz2 complaining about its data
            raise
        raise ViewError(DAMAGED) from error
    except _ERRORS as error:
        raise ViewError(DAMAGED) from error


def plain(name: str) -> str:
    """Return a part's name in the form it is looked up: some programs write another case, or backslashes."""
    return name.replace("\\", "/").lower()


def beside(part: str, target: str) -> str:
    """Return the name of the part that a target in another part's relations means."""
    return plain(posixpath.normpath(posixpath.join("/", posixpath.dirname(part), target)).lstrip("/"))


def _is_numbered(name: str, start: str, end: str) -> bool:
    between = name[len(start) : len(name) - len(end)]
    return name.startswith(start) and name.endswith(end) and (not between or between.isdecimal())


def _natural(name: str) -> tuple[object, ...]:
    """Sort key that orders numbers in names by value; without ``int``, which refuses thousands of digits."""
    words = _DIGITS.split(name)
    words[1::2] = [digits.lstrip("0") for digits in words[1::2]]
    return (*((len(word), word) if place % 2 else word for place, word in enumerate(words)), name)
