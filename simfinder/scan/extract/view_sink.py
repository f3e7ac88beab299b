"""Where a view hands over what it finds: counted, hashed, and containers within containers unpacked on the way.

Owns the bounds on what is made, the list of members, and how deep containers are entered. Knows no format: a member
that is a container is given to the module that ``formats`` names.
"""

from __future__ import annotations

import importlib
import io
import time
from collections.abc import Callable, Iterable
from typing import BinaryIO, NoReturn, cast

import xxhash

from simfinder.errors import ViewError
from simfinder.scan.extract.formats import BY_CODE, HEAD, MEMBERS, PICTURE, TEXT, Format, recognise
from simfinder.scan.extract.limits import Bounds
from simfinder.scan.extract.members import Member
from simfinder.scan.extract.sources import CHUNK, Hashed, Readable

__all__ = ["CHUNK", "Enough", "Outlet", "Readable", "TooMuchError", "make", "stream_of"]


class TooMuchError(ViewError):
    """A bound was reached; ends the whole view, however deep it was met."""


class Enough(Exception):  # noqa: N818 - an outcome, not a failure
    """As much was made, or as long was waited, as was asked for."""


class Outlet:
    """Takes one view.

    What ends the view (a bound, enough of it, nobody who takes it) is raised again at every further call, so that a
    parser that swallows exceptions gets no further for it.

    Args:
        send: called with the bytes of the view, piece by piece.
        bounds: it is held to.
        size: of the file, bytes.
        limit: bytes after which no more is sent; 0 means all. What follows is only read for the list of members,
            where there is one.
        patience: seconds after which it is enough, whatever was found until then; 0 means no end.

    Attributes:
        members: files found so far.
        media: pictures and embedded files of a document found so far.
        made: bytes of the view so far, those beyond the limit included.
        stopped: what has ended the view; None while it may go on.
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
        """Of the view, as results name it; a container within a container can't change it."""
        return self._name

    @name.setter
    def name(self, name: str) -> None:
        if not self._depth:
            self._name = name

    @property
    def kind(self) -> int:
        """What the view is, see ``formats.TEXT``; a container within a container can't change it."""
        return self._kind

    @kind.setter
    def kind(self, kind: int) -> None:
        if not self._depth:
            self._kind = kind

    @property
    def kind_of_media(self) -> int:
        """What the media are: ``PICTURE`` where they are nothing else, ``MEMBERS`` else."""
        return PICTURE if self.media and not self._other_media else MEMBERS

    @property
    def limited(self) -> bool:
        """Somebody only looks at the beginning: nobody waits for a list of media."""
        return self._limit > 0

    @property
    def nested(self) -> bool:
        """What is written now lies in a container within a container."""
        return self._depth > 0

    def write(self, data: bytes) -> None:
        """Bytes of the view.

        Raises:
            TooMuchError: beyond a bound.
            Enough: more than were asked for, and there is no list of members to be completed.
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
            self._stop(Enough())

    @property
    def cut(self) -> bool:
        """More was made than was sent."""
        return 0 < self._limit < self.made

    def metered(self, source: Readable) -> Readable:
        """A source whose bytes count although they are not written as they are."""
        return _Metered(source, self)

    def member(self, name: bytes, source: Readable) -> None:
        """A file of an archive: read to its end, listed, and written, or what it holds where it is a container.

        Args:
            name: its path in the archive, any bytes.
            source: its bytes; may raise what it likes.

        Raises:
            TooMuchError: beyond a bound.
            Enough: it takes longer than anybody wants to wait; the member is not listed.
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
            del self.members[place]  # what is in it and was read to its end stays
            raise
        finally:
            self._prefix = prefix
        self.members[place] = Member(full, reader.size, reader.digest())

    def medium(self, name: bytes, pieces: Iterable[bytes], *, writes: bool, picture: bool = False) -> None:
        """A picture or an embedded file of a document: listed, unless the list is that of an archive around it.

        Args:
            name: its path in the document, any bytes.
            pieces: its bytes; may raise what it likes.
            writes: it belongs to the view.
            picture: it is known to be one, whatever it begins like.

        Raises:
            TooMuchError: beyond a bound.
            Enough: as much was made as was asked for.
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
            self._stop(TooMuchError(f"holds more than {self.bounds.members:,} files"))
        if self._names > self.bounds.names:
            self._stop(TooMuchError(f"holds more than {self.bounds.names >> 20:,} MB of names"))

    def as_it_is(self, source: BinaryIO) -> None:
        """There are no words in a plain file: it is compared by its own bytes, which need no view.

        Args:
            source: the file; is able to seek. It is written where it comes out of a compressed one.
        """
        self.kind = TEXT
        if self._packed:
            source.seek(0)
            while data := source.read(CHUNK):
                self.write(data)

    def content(self, source: Readable) -> None:
        """The one content of a compressed file. A container in it is no deeper, but for one that wraps as well.

        Raises:
            TooMuchError: beyond a bound.
            ViewError: by the view of what is in it.
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
        """Write what a container holds; one that is a member and fails is taken as it is, as far as that can be."""
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
        except (TooMuchError, Enough, MemoryError):
            raise
        except Exception:
            if self.stopped is not None or not cost:
                raise
            if reader.failed is not None:  # what it lies in is damaged, not it
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
        """Bytes that were read to make the view.

        Raises:
            TooMuchError: beyond a bound.
            Enough: it takes longer than anybody wants to wait.
        """
        self._go_on()
        self._read += count
        if self._read > self._most_read:
            self._stop(TooMuchError(self._too_much()))

    def _go_on(self) -> None:
        if self.stopped is not None:
            raise self.stopped
        if self._until and time.monotonic() > self._until:
            self._stop(Enough())

    def _stop(self, error: BaseException) -> NoReturn:
        self.stopped = error
        raise error

    def _too_much(self) -> str:
        if self._most == self.bounds.output:
            return f"holds more than {self.bounds.output >> 20:,} MB"
        return f"holds more than {self.bounds.ratio} times its size"


class _Metered:
    def __init__(self, source: Readable, out: Outlet) -> None:
        self._source = source
        self._out = out

    def read(self, size: int = CHUNK, /) -> bytes:
        data = self._source.read(CHUNK if size < 0 else size)
        self._out.count_read(len(data))
        return data


def make(found: Format, source: BinaryIO, out: Outlet) -> None:
    """Make a view. What has ended it is raised, whatever the parser made of that.

    Raises:
        ViewError: it can't be made; a parser may raise anything else as well.
        TooMuchError: beyond a bound.
        Enough: as much was made as was asked for.
    """
    try:
        stream_of(found)(source, out)
    except Exception:
        if out.stopped is not None:
            raise out.stopped from None
        raise
    if out.stopped is not None:
        raise out.stopped


def stream_of(found: Format) -> Callable[[BinaryIO, Outlet], None]:
    """The function that makes a view; its module is loaded now."""
    return cast("Callable[[BinaryIO, Outlet], None]", importlib.import_module(found.module).stream)
