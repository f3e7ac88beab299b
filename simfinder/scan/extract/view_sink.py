"""The outlet of a view: takes its bytes and members, counts and hashes them, and unpacks nested containers.

Enforces the bounds, keeps the list of members, decides how deep containers are entered. Knows no format: a member that
is a container goes to the module that ``formats`` names.
"""

from __future__ import annotations

import importlib
import io
import time
from collections.abc import Callable, Iterable
from typing import BinaryIO, NoReturn, cast

import xxhash

from simfinder.errors import ViewError
from simfinder.scan.extract.formats import BY_CODE, HEAD, MEMBERS, PICTURE, RAW, TEXT, Format, recognise
from simfinder.scan.extract.limits import Bounds
from simfinder.scan.extract.members import Member
from simfinder.scan.extract.sources import CHUNK, Hashed, Readable
from simfinder.text.message import say

__all__ = ["CHUNK", "LimitReached", "Readable", "TooMuchError", "ViewSink", "make", "stream_of"]


class TooMuchError(ViewError):
    """A bound was exceeded; ends the whole view, at any depth."""


class LimitReached(Exception):  # noqa: N818 - an outcome, not a failure
    """The requested number of bytes was made, or the requested time has passed."""


class ViewSink:
    """Takes one view.

    The exception that ends a view (a bound, enough of it, nobody who listens) is raised again at every further call,
    so that a parser that swallows exceptions can't continue.

    Args:
        send: called with the bytes of the view, piece by piece.
        bounds: limits of the view.
        size: size of the file in bytes.
        limit: number of bytes after which no more is sent; 0 for all. The rest is only read for the list of members,
            where there is one.
        patience: seconds after which the view ends with what it has; 0 for no end.

    Attributes:
        members: members found so far.
        media: pictures and embedded files of a document found so far.
        made: bytes of the view so far, including those beyond the limit.
        stopped: the exception that has ended the view; None while it may go on.
        alone: somebody asks whether an archive holds nothing but its members, see ``beside`` and ``check_alone``.
    """

    def __init__(
        self,
        send: Callable[[bytes], None],
        bounds: Bounds,
        size: int,
        limit: int = 0,
        patience: float = 0.0,
    ) -> None:
        self.bounds = bounds
        self.members: list[Member] = []
        self.media: list[Member] = []
        self.made = 0
        self.stopped: BaseException | None = None
        self.alone = False
        self._told = False
        self._folders: list[bytes] = []
        self._name = ""
        self._kind = MEMBERS
        self._other_media = False
        self._send = send
        self._limit = limit
        self._until = time.monotonic() + patience if patience else 0.0
        self._most = min(bounds.output, max(bounds.free, bounds.ratio * size))
        self._most_read = (2 + bounds.depth) * self._most  # each level reads what the one below it makes
        self._read = 0
        self._names = 0
        self._depth = 0
        self._packed = False
        self._prefix = b""

    @property
    def name(self) -> str:
        """Name of the view in results; a nested container can't change it."""
        return self._name

    @name.setter
    def name(self, name: str) -> None:
        if not self._depth:
            self._name = name

    @property
    def kind(self) -> int:
        """Kind of the view, see ``formats.TEXT``; a nested container can't change it."""
        return self._kind

    @kind.setter
    def kind(self, kind: int) -> None:
        if not self._depth:
            self._kind = kind

    @property
    def kind_of_media(self) -> int:
        """Kind of the media: ``PICTURE`` if all are pictures, else ``MEMBERS``."""
        return PICTURE if self.media and not self._other_media else MEMBERS

    @property
    def nested(self) -> bool:
        """Whether what is written now is inside a nested container."""
        return self._depth > 0

    def write(self, data: bytes) -> None:
        """Write bytes of the view.

        Raises:
            TooMuchError: a bound was exceeded.
            Enough: more bytes than asked for, and no list of members to complete.
        """
        self._go_on()
        room = self._limit - self.made
        self.made += len(data)
        if self.made > self._most:
            self._stop(TooMuchError(self._too_much()))
        if self._limit and len(data) > room:
            data = data[: max(0, room)]
        if data:
            try:
                self._send(data)
            except BaseException as error:
                self._stop(error)
        if self.cut and not self.members:
            self._stop(LimitReached())

    @property
    def cut(self) -> bool:
        """Whether more bytes were made than sent."""
        return 0 < self._limit < self.made

    def metered(self, source: Readable) -> Readable:
        """Wrap a source so that its bytes count against the bounds although they are not written as they are."""
        return _Metered(source, self)

    def member(self, name: bytes, source: Readable) -> None:
        """Add a file of an archive: read it to its end, list it, and write its bytes, or its content if a container.

        Args:
            name: its path in the archive, any bytes.
            source: its bytes; may raise anything.

        Raises:
            TooMuchError: a bound was exceeded.
            Enough: the time is over; the member is not listed.
        """
        full = self._prefix + name
        self._count_name(full)
        place = len(self.members)
        reader = Hashed(source, self)
        self.members.append(Member(full, 0, b""))
        prefix, self._prefix = self._prefix, full + b"/"
        try:
            self._take(reader, cost=1)
        except BaseException:
            del self.members[place]  # members inside it that were read to their ends stay
            raise
        finally:
            self._prefix = prefix
        self.members[place] = Member(full, reader.size, reader.digest())

    def tells_all(self) -> None:
        """Say that the format tells of all it holds beside its members, by ``beside`` and ``folder``."""
        self._told = self._told or not self._depth

    def folder(self, name: bytes) -> None:
        """Tell of a folder, its name without a slash at the end; one without members is more than these."""
        if self.alone and not self._depth:
            self._folders.append(name.rstrip(b"/") + b"/")

    def beside(self, what: str) -> None:
        """Tell of something that an archive holds beside its members.

        Raises:
            ViewError: somebody asks for members alone.
        """
        if self.alone and not self._depth:
            raise ViewError(say("has more in it than files: {}", what))

    def check_alone(self) -> None:
        """Check that an archive holds nothing but its members.

        Raises:
            ViewError: it holds more, or its format does not tell.
        """
        if not self._told:
            raise ViewError(say("may have more in it than files: archives of this kind don't tell"))
        holding = {b""}
        for member in self.members:
            end = member.name.rfind(b"/")
            while end > 0 and member.name[: end + 1] not in holding:
                holding.add(member.name[: end + 1])
                end = member.name.rfind(b"/", 0, end)
        for name in self._folders:
            if name not in holding and name not in (b"./", b"/"):
                self.beside(say("an empty folder"))

    def medium(self, name: bytes, pieces: Iterable[bytes], *, writes: bool, picture: bool = False) -> None:
        """Add a picture or an embedded file of a document; list it unless the document is inside an archive.

        Args:
            name: its path in the document, any bytes.
            pieces: its bytes; may raise anything.
            writes: whether its bytes belong to the view.
            picture: whether it is known to be a picture, whatever its first bytes.

        Raises:
            TooMuchError: a bound was exceeded.
            Enough: as many bytes were made as asked for.
        """
        if not self._depth:
            self._count_name(name)
        state, size = xxhash.xxh3_128(), 0
        for data in pieces:
            if not size:
                picture = picture or recognise(data) == PICTURE
            size += len(data)
            state.update(data)
            if writes:
                self.write(data)
            else:
                self._go_on()
        if self._depth:
            return
        self._other_media = self._other_media or not picture
        self.media.append(Member(name, size, state.digest()))

    def _count_name(self, name: bytes) -> None:
        """Count one more member or medium."""
        self._go_on()
        self._names += len(name) + 1
        if len(self.members) + len(self.media) >= self.bounds.members:
            self._stop(TooMuchError(say("holds more than {:,} files", self.bounds.members)))
        if self._names > self.bounds.names:
            self._stop(TooMuchError(say("holds more than {:,} MB of names", self.bounds.names >> 20)))

    def as_it_is(self, source: BinaryIO, kind: int = TEXT, name: str = RAW) -> None:
        """Say that a file has no words: it is compared by its own bytes and needs no view.

        Args:
            source: the file; can seek. Its bytes are written if it comes out of a compressed file or an archive.
            kind: ``TEXT`` for a plain file, ``PLAIN`` for another.
            name: of the view that can't be made, where that matters to what it is compared with.
        """
        self.kind = kind
        if not (self._packed or self.nested):
            self.name = name
        else:
            source.seek(0)
            while data := source.read(CHUNK):
                self.write(data)

    def content(self, source: Readable) -> None:
        """Add the one content of a compressed file. A container in it counts as no deeper, unless it wraps as well.

        Raises:
            TooMuchError: a bound was exceeded.
            ViewError: the view of the content failed.
        """
        self._packed = True
        self._take(Hashed(source, self), cost=0)

    def _take(self, reader: Hashed, cost: int) -> None:
        code = recognise(reader.peek(HEAD))
        found = BY_CODE.get(code)
        if not cost:
            self.kind = code if found is None else MEMBERS
        deep = self._depth + max(cost, found.wraps if found is not None else 0)
        if found is not None and deep <= self.bounds.depth and not (found.plain and (cost or self._depth)):
            self._enter(found, reader, max(cost, found.wraps))
        else:
            self._copy(reader)

    def _enter(self, found: Format, reader: Hashed, cost: int) -> None:
        """Write what a container holds; if it is a member and fails, write its own bytes as far as possible."""
        source: Readable = reader
        if found.seeks:
            data = reader.read_up_to(self.bounds.spool + 1)
            if len(data) > self.bounds.spool:
                self.write(data)
                self._copy(reader)
                return
            source = io.BytesIO(data)
        else:
            reader.keep(self.bounds.spool)
        listed, made = len(self.members), self.made
        if not cost and not found.plain:
            self.name = found.name
        self._depth += cost
        try:
            make(found, cast("BinaryIO", source), self)
        except (TooMuchError, LimitReached, MemoryError):
            raise
        except Exception:
            if self.stopped is not None or not cost:
                raise
            if reader.failed is not None:  # the archive around it is damaged, not the member
                raise reader.failed from None
            if self.made == made:
                del self.members[listed:]
                self.write(source.getvalue() if isinstance(source, io.BytesIO) else reader.kept())
            self._copy(reader)
        finally:
            self._depth -= cost
        reader.drain()

    def _copy(self, reader: Hashed) -> None:
        while data := reader.read(CHUNK):
            self.write(data)

    def count_read(self, count: int) -> None:
        """Count bytes that were read to make the view.

        Raises:
            TooMuchError: a bound was exceeded.
            Enough: the time is over.
        """
        self._go_on()
        self._read += count
        if self._read > self._most_read:
            self._stop(TooMuchError(self._too_much()))

    def _go_on(self) -> None:
        if self.stopped is not None:
            raise self.stopped
        if self._until and time.monotonic() > self._until:
            self._stop(LimitReached())

    def _stop(self, error: BaseException) -> NoReturn:
        self.stopped = error
        raise error

    def _too_much(self) -> str:
        if self._most == self.bounds.output:
            return say("holds more than {:,} MB", self.bounds.output >> 20)
        return say("holds more than {} times its size", self.bounds.ratio)


class _Metered:
    def __init__(self, source: Readable, out: ViewSink) -> None:
        self._source = source
        self._out = out

    def read(self, size: int = CHUNK, /) -> bytes:
        data = self._source.read(CHUNK if size < 0 else size)
        self._out.count_read(len(data))
        return data


def make(found: Format, source: BinaryIO, out: ViewSink) -> None:
    """Make a view. If the outlet has ended it, raise that exception, even if the parser swallowed it.

    Raises:
        ViewError: the view can't be made; a parser may raise anything else as well.
        TooMuchError: a bound was exceeded.
        Enough: as much was made as asked for.
    """
    try:
        stream_of(found)(source, out)
    except Exception:
        if out.stopped is not None:
            raise out.stopped from None
        raise
    if out.stopped is not None:
        raise out.stopped


def stream_of(found: Format) -> Callable[[BinaryIO, ViewSink], None]:
    """Import a format's module and return the function that makes its view."""
    return cast("Callable[[BinaryIO, ViewSink], None]", importlib.import_module(found.module).stream)
