"""tar archives: their regular files in the order of the archive, read from front to back.

The parser is our own. The standard library's reads honest archives alike, but takes a truncated or senseless header for
the end of the archive, believes negative sizes, maps in any order and names of any length, takes GNU's times for a
prefix of the name, recurses for every header of a chain, and needs 31 us a file where this one needs 9. Ours knows what
is in use: ustar, GNU and pax names and sizes, and sparse files in all four forms, expanded to the files they stand for.
Links and devices hold nothing and are left out. Names stay bytes.
"""

from __future__ import annotations

from typing import BinaryIO, NamedTuple

from simfinder.errors import ViewError
from simfinder.scan.extract.view_sink import CHUNK, Readable, ViewSink
from simfinder.text.message import say

_BLOCK = 512
_ZEROS = bytes(_BLOCK)
_MOST_WORDS = 1 << 22  # most bytes of a long name or of the records before a header
_MOST_PIECES = 1 << 18  # most pieces of a sparse file
_REGULAR = b"0\0" + b"7S"
_FOLDER = ord("5")
_NOTES = (b"comment", b"SCHILY.xattr", b"LIBARCHIVE.xattr")
_EMPTY = b"123456"  # links, devices, folders: nothing follows, whatever size they claim
_EARLY = say("ends too early")
_DAMAGED = say("is damaged")

_Pieces = list[tuple[int, int]]


class _Entry(NamedTuple):
    """A header with the extended headers before it."""

    name: bytes
    kind: int
    size: int
    pieces: _Pieces | None
    whole: int


def stream(source: BinaryIO, out: ViewSink) -> None:
    """Hand over the files of a tar archive.

    Args:
        source: the archive; need not seek.
        out: takes the members.

    Raises:
        ViewError: it is damaged or ends too early.
    """
    blocks = _Buffered(source)
    common: dict[bytes, bytes] = {}
    while (entry := _next(blocks, common)) is not None:
        part = _Part(blocks, entry.size)
        if entry.kind in _REGULAR:
            out.member(entry.name, part if entry.pieces is None else _sparse(part, entry))
        elif entry.kind == _FOLDER:
            out.folder(entry.name)
        else:
            out.beside(say("a link"))
        part.finish()
    if any(key.startswith(_NOTES) for key in common):
        out.beside(say("a comment"))
    while out.alone and (rest := blocks.exactly(_BLOCK)):
        if rest.strip(b"\0"):
            out.beside(say("data behind its files"))
    out.tells_all()


def _next(blocks: _Buffered, common: dict[bytes, bytes]) -> _Entry | None:
    """Read the next entry; None at the end."""
    name = b""
    own: dict[bytes, bytes] = {}
    pieces: _Pieces = []
    while (head := _header(blocks)) is not None:
        kind, size = head[156], _number(head[124:136])
        if kind in b"xX":
            own |= _records(_words(blocks, size), pieces)
        elif kind in b"g":
            common |= _records(_words(blocks, size), [])
        elif kind in b"L":
            name = _words(blocks, size).split(b"\0", 1)[0]
        elif kind in b"K":
            _words(blocks, size)
        else:
            if any(key.startswith(_NOTES) for key in own):
                common[_NOTES[0]] = b""
            return _entry(blocks, head, size, name, {**common, **own}, pieces)
    if name or own:
        raise ViewError(_EARLY)
    return None


def _entry(
    blocks: _Buffered, head: bytes, size: int, name: bytes, records: dict[bytes, bytes], pieces: _Pieces
) -> _Entry:
    kind = head[156]
    name = records.get(b"GNU.sparse.name") or records.get(b"path") or name or _short_name(head)
    size = _decimal(records[b"size"]) if b"size" in records else size
    if kind in _EMPTY or (kind == 0 and name.endswith(b"/")):
        return _Entry(name, kind if kind in _EMPTY else _FOLDER, 0, None, 0)
    whole = records.get(b"GNU.sparse.realsize") or records.get(b"GNU.sparse.size")
    if kind in b"S":
        return _Entry(name, kind, size, _old_pieces(blocks, head), _number(head[483:495]))
    if whole is None or kind not in _REGULAR:
        return _Entry(name, kind, size, None, 0)
    if b"GNU.sparse.map" in records:
        numbers = [_decimal(word) for word in records[b"GNU.sparse.map"].split(b",") if word]
        pieces = list(zip(numbers[::2], numbers[1::2], strict=False))
    elif b"GNU.sparse.major" in records:
        before = blocks.taken
        pieces = _pieces_in_front(blocks)
        size -= blocks.taken - before
        if size < 0:
            raise ViewError(_DAMAGED)
    return _Entry(name, kind, size, pieces, _decimal(whole))


def _header(blocks: _Buffered) -> bytes | None:
    """Read a header and check its sum; None at the end."""
    head = blocks.exactly(_BLOCK)
    if not head or head == _ZEROS:
        return None
    if len(head) < _BLOCK:
        raise ViewError(_EARLY)
    claimed = _number(head[148:156])
    field = head[148:156]
    if sum(head) - sum(field) + 256 != claimed:  # the field itself counts as blanks
        high = sum(256 for byte in head[:148] + head[156:] if byte > 127)  # some add signed bytes
        if sum(head) - sum(field) + 256 - high != claimed:
            raise ViewError(_DAMAGED)
    return head


def _short_name(head: bytes) -> bytes:
    name = head[:100].split(b"\0", 1)[0]
    prefix = head[345:500].split(b"\0", 1)[0] if head[257:263] == b"ustar\0" else b""
    return prefix + b"/" + name if prefix else name


def _number(field: bytes) -> int:
    """Read a number: octal digits, or binary when the first bit is set."""
    if field[0] & 0x80:
        if field[0] != 0x80:
            raise ViewError(_DAMAGED)  # negative
        return int.from_bytes(field[1:], "big")
    text = field.split(b"\0", 1)[0].strip(b" ")
    try:
        number = int(text, 8) if text else 0
    except ValueError as error:
        raise ViewError(_DAMAGED) from error
    if number < 0:
        raise ViewError(_DAMAGED)
    return number


def _decimal(text: bytes) -> int:
    if not text.isdigit() or len(text) > 20:
        raise ViewError(_DAMAGED)
    return int(text)


def _words(blocks: _Buffered, size: int) -> bytes:
    """Read the data of an extended header."""
    if size > _MOST_WORDS:
        raise ViewError(_DAMAGED)
    data = blocks.exactly(size)
    if len(data) < size:
        raise ViewError(_EARLY)
    blocks.pad(size)
    return data


_KNOWN = frozenset(
    (
        b"path",
        b"size",
        b"GNU.sparse.name",
        b"GNU.sparse.size",
        b"GNU.sparse.realsize",
        b"GNU.sparse.map",
        b"GNU.sparse.major",
    )
)


def _records(data: bytes, pieces: _Pieces) -> dict[bytes, bytes]:
    """Return the known records of a pax header (lines of ``length key=value``). Fills in pieces (sparse 0.0)."""
    records = {}
    offset = 0
    at = 0
    while at < len(data) and data[at]:
        blank = data.find(b" ", at, at + 20)
        length = _decimal(data[at:blank]) if blank > 0 else 0
        if length <= blank - at or at + length > len(data) or data[at + length - 1] != 0x0A:
            raise ViewError(_DAMAGED)
        key, _, value = data[blank + 1 : at + length - 1].partition(b"=")
        if key in _KNOWN:
            records[key] = value
        elif key == b"GNU.sparse.offset":
            offset = _decimal(value)
        elif key == b"GNU.sparse.numbytes":
            pieces.append((offset, _decimal(value)))
        at += length
    return records


def _old_pieces(blocks: _Buffered, head: bytes) -> _Pieces:
    """Read the map of a sparse file from its header (GNU) and the blocks after it."""
    pieces = _map_entries(head[386:482])
    more = head[482]
    while more:
        block = blocks.exactly(_BLOCK)
        if len(block) < _BLOCK:
            raise ViewError(_EARLY)
        pieces += _map_entries(block[:504])
        more = block[504]
        if len(pieces) > _MOST_PIECES:
            raise ViewError(say("holds a file in too many pieces"))
    return pieces


def _map_entries(data: bytes) -> _Pieces:
    found = []
    for at in range(0, len(data), 24):
        if not data[at]:
            break
        found.append((_number(data[at : at + 12]), _number(data[at + 12 : at + 24])))
    return found


def _pieces_in_front(blocks: _Buffered) -> _Pieces:
    """Read the map of a sparse file before its data (pax 1.0): a number a line, first the count of pieces."""
    lines: list[bytes] = []
    rest = b""
    count: int | None = None
    while count is None or len(lines) < 1 + 2 * count:
        block = blocks.exactly(_BLOCK)
        if len(block) < _BLOCK:
            raise ViewError(_EARLY)
        *found, rest = (rest + block).split(b"\n")
        lines += found
        if lines and count is None:
            count = _decimal(lines[0])
        if (count or 0) > _MOST_PIECES or len(rest) > _BLOCK:
            raise ViewError(say("holds a file in too many pieces"))
    numbers = [_decimal(line) for line in lines[1 : 1 + 2 * count]]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _sparse(part: _Part, entry: _Entry) -> _Sparse:
    pieces = [piece for piece in entry.pieces or [] if piece[1]]
    end = 0
    for offset, count in pieces:
        if offset < end:
            raise ViewError(_DAMAGED)
        end = offset + count
    if end > entry.whole or sum(count for _, count in pieces) > entry.size:
        raise ViewError(_DAMAGED)
    return _Sparse(part, pieces, entry.whole)


class _Buffered:
    """A source read in large pieces and handed out in small ones.

    Attributes:
        taken: bytes handed out so far.
    """

    def __init__(self, source: Readable) -> None:
        self._source = source
        self._held = b""
        self._at = 0
        self.taken = 0

    def read(self, size: int) -> bytes:
        """Read some bytes, none at the end."""
        if self._at == len(self._held):
            self._held, self._at = self._source.read(CHUNK), 0
        data = self._held[self._at : self._at + size]
        self._at += len(data)
        self.taken += len(data)
        return data

    def exactly(self, size: int) -> bytes:
        """Read ``size`` bytes, fewer at the end."""
        data = self.read(size)
        if len(data) == size:
            return data
        parts = [data]
        while data and (size := size - len(data)):
            parts.append(data := self.read(size))
        return b"".join(parts)

    def pad(self, size: int) -> None:
        """Skip the padding of the last block after ``size`` bytes.

        Raises:
            ViewError: the padding is missing.
        """
        padding = -size % _BLOCK
        if padding and len(self.exactly(padding)) < padding:
            raise ViewError(_EARLY)


class _Part:
    """The data of a file."""

    def __init__(self, blocks: _Buffered, size: int) -> None:
        self._blocks = blocks
        self._size = self._left = size

    def read(self, size: int = CHUNK, /) -> bytes:
        if not self._left:
            return b""
        data = self._blocks.read(min(size, self._left) if size > 0 else min(CHUNK, self._left))
        if not data:
            raise ViewError(_EARLY)
        self._left -= len(data)
        return data

    def finish(self) -> None:
        """Skip what was not read."""
        while self.read():
            pass
        self._blocks.pad(self._size)


class _Sparse:
    """A sparse file: its pieces with zeros between them."""

    def __init__(self, part: _Part, pieces: _Pieces, whole: int) -> None:
        self._part = part
        self._pieces = [*pieces, (whole, 0)]
        self._next = 0
        self._at = 0

    def read(self, size: int = CHUNK, /) -> bytes:
        size = size if size > 0 else CHUNK
        while self._next < len(self._pieces):
            offset, count = self._pieces[self._next]
            if self._at < offset:
                data = bytes(min(size, offset - self._at, CHUNK))
            elif self._at < offset + count:
                data = self._part.read(min(size, offset + count - self._at))
            else:
                self._next += 1
                continue
            self._at += len(data)
            return data
        return b""
