"""Open a file for showing: the beginning of its content view and the list of its members.

One process makes the views for a window. Only beginnings are read, never longer than a person waits; without a view the
file's own bytes are shown.
"""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from dataclasses import dataclass, replace

import xxhash

from simfinder.app.compare.contents.byte_window import LIMIT, Head, UnreadableError, read_head
from simfinder.errors import ReadError, ViewError, reason_of
from simfinder.model.progress import Control
from simfinder.scan.extract.formats import (
    BY_CODE,
    DATA,
    MEDIA,
    PLAIN,
    SHOWN,
    recognise,
    refined,
    shown_as,
)
from simfinder.scan.extract.formats import PROGRAM as PROGRAM_CODE
from simfinder.scan.extract.limits import Bounds
from simfinder.scan.extract.members import Member, unpack
from simfinder.scan.extract.shown.one_member import code_of
from simfinder.scan.extract.view_reader import ViewReader
from simfinder.text.message import say
from simfinder.workers.stall_timeout import ask

RAW = "raw"
"""Name of the view of a file taken as it is."""

ARCHIVES = frozenset({"zip", "tar", "7z", "ar", "diskimage"})
FONT = "font"
LAYOUTS = frozenset({"json", "yaml", "minified"})
"""Views of plain texts in another layout."""

DOCUMENTS = frozenset({"office", "pdf", "html", "mail", "epub"})

SHOWN_VIEWS = frozenset(found.name for found in SHOWN.values())
"""Views made for looking at only: no figure is of them."""

PROGRAM = "program"
"""View of the texts in a program."""

TABLES = frozenset({"sheets", "database"})
"""Views of which the lines are rows of tables."""

_MARKUP = (b".xhtml", b".html", b".htm", b".css", b".js", b".ncx", b".opf")

PATIENCE = 4.0
"""Seconds after which the list of a large archive ends where it is."""

BOUNDS = Bounds(seconds=12)
"""Time-outs of a view for showing: a process that yields nothing for so long is given up."""

_REMEMBERED = 3  # every step through a cluster asks again for the kept file and the one before
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Content:
    """The beginning of what a file holds.

    Attributes:
        path: of the file.
        file: beginning of its own bytes.
        data: beginning of the view; of the file itself where there is none.
        size: bytes of the view; as far as it was read, where ``whole`` is false.
        view: name of the view.
        members: of an archive, in its order.
        media: pictures and files of a document, attachments of a mail.
        whole: the file was read to its end, so that ``size``, ``members`` and ``media`` are complete.
        reason: why there is no view, in words that follow a path; "" where there is one or nothing to look into.
        within: names of the member of the file that this is, instead of the file itself; of the archive, of what is in
            it, and so on.
    """

    path: str
    file: Head
    data: bytes
    size: int
    view: str = RAW
    members: tuple[Member, ...] = ()
    media: tuple[Member, ...] = ()
    whole: bool = True
    reason: str = ""
    within: tuple[bytes, ...] = ()

    @property
    def name(self) -> str:
        """Path, or name in the archive, by which the type is known."""
        return self.within[-1].decode("utf-8", "replace") if self.within else self.path

    @property
    def cut(self) -> bool:
        """Whether ``data`` ends before the view does."""
        return not self.whole or len(self.data) < self.size

    @property
    def pictures(self) -> tuple[Member, ...]:
        """What a person sees or finds in it besides the text: the chapters of a book are its text."""
        if self.view != "epub":
            return self.media
        return tuple(member for member in self.media if not member.name.lower().endswith(_MARKUP))

    @property
    def is_archive(self) -> bool:
        return self.view in ARCHIVES

    def as_it_is(self) -> Content:
        """Return the same file as its own bytes, without a view."""
        return Content(
            self.path, self.file, self.file.data, self.file.size, reason=self.reason, within=self.within
        )


_Key = tuple[str, tuple[bytes, ...], int, tuple[int, ...]]


class Contents:
    """Opens files one at a time, from any thread. Its process is started with the first archive or document.

    Args:
        patience: seconds a list of members may take.
        bounds: of each view.
    """

    def __init__(self, patience: float = PATIENCE, bounds: Bounds = BOUNDS) -> None:
        self._patience = patience
        self._reader = ViewReader(Control(), bounds)
        self._lock = threading.Lock()
        self._recent: OrderedDict[_Key, tuple[int, Content]] = OrderedDict()

    def open(
        self, path: str, control: Control, *, limit: int = LIMIT, within: tuple[bytes, ...] = ()
    ) -> Content:
        """Look into a file, or into a member of it.

        Args:
            path: of a regular file; no link is followed.
            control: a cancel ends it within 0.2 s.
            limit: bytes wanted of the file and of its view.
            within: names of the member.

        Raises:
            UnreadableError: the file itself can't be read, or the member can't be taken out.
            Cancelled: on request.
        """
        control.check()
        file = (
            self._head(path, limit, control) if not within else self.take(path, within, control, limit=limit)
        )
        plain = Content(path, file, file.data, file.size, within=within)
        code = refined(recognise(file.data), plain.name, file.data, file.size)
        if code not in BY_CODE or code in (MEDIA, PROGRAM_CODE):  # looked at as they are
            return plain
        return self._look(plain, code, limit, control)

    def measured(self, content: Content, control: Control, *, limit: int = LIMIT) -> Content:
        """Return a picture, a sound or a program without its metadata, where it is measured so; all others themselves.

        Args:
            content: what ``open`` has returned.
            control: a cancel ends it.
            limit: bytes wanted.

        Raises:
            Cancelled: on request.
        """
        file = content.file
        code = refined(recognise(file.data), content.name, file.data, file.size)
        return self._look(content, code, limit, control) if code == MEDIA else content

    def shown(self, content: Content, control: Control, *, limit: int = LIMIT) -> Content:
        """Return a file as people look at it, where that is not how it is measured: a notebook, a database.

        Args:
            content: what ``open`` has returned; returned itself for all other files.
            control: a cancel ends it.
            limit: bytes wanted.

        Raises:
            Cancelled: on request.
        """
        code = shown_as(content.name, content.file.data)
        if code == PLAIN:
            return content
        plain = content.as_it_is()
        found = self._look(plain, code, limit, control)
        return found if found.view in SHOWN_VIEWS else replace(content, reason=found.reason)

    def take(self, path: str, within: tuple[bytes, ...], control: Control, *, limit: int = LIMIT) -> Head:
        """Take the bytes of a member, a picture or an attachment out of a file.

        Args:
            path: of the file.
            within: names of the member; of what is in it, and so on.
            control: a cancel ends it.
            limit: bytes wanted.

        Raises:
            UnreadableError: the file can't be read, or there is no such member.
            Cancelled: on request.
        """
        outer = self._head(path, LIMIT, control)
        parts: list[bytes] = []
        try:
            made = self._reader.read(
                path, code_of(path, outer.data, outer.size), lambda part: parts.append(bytes(part)),
                limit=limit, patience=self._patience, control=control, within=within,
            )  # fmt: skip
        except ViewError as error:
            raise UnreadableError(error.message, path) from error
        return Head(b"".join(parts), made.made)

    def _head(self, path: str, limit: int, control: Control) -> Head:
        try:
            return ask(path, lambda: read_head(path, limit), control)
        except ReadError as error:
            raise UnreadableError(error.message, path) from error

    def close(self) -> None:
        """End the process, now or when the current request ends; the next ``open`` starts another."""
        self._reader.rest()

    def _look(self, plain: Content, code: int, limit: int, control: Control) -> Content:
        path = plain.path
        key = (path, plain.within, code, _identity(path))
        with self._lock:
            known = self._recent.get(key)
            if known is not None and known[0] >= limit:
                self._recent.move_to_end(key)
                return known[1]
        parts: list[bytes] = []
        try:
            first = code
            if plain.within:
                outer = self._head(path, LIMIT, control)
                first = code_of(path, outer.data, outer.size)
            made = self._reader.read(
                path, first, lambda part: parts.append(bytes(part)),
                limit=limit, patience=self._patience, control=control, within=plain.within, then=code,
            )  # fmt: skip
            members, media = tuple(unpack(made.members)), tuple(unpack(made.media))
        except ViewError as error:
            content = replace(plain, reason=error.message)
        except ValueError:
            content = replace(plain, reason=say("holds a list that makes no sense"))
        else:
            if made.name == RAW or (made.name in DATA and not made.made):
                return self._remember(key, limit, replace(plain, media=media))
            content = Content(
                path, plain.file, b"".join(parts), made.made, made.name, members, media, made.whole,
                within=plain.within,
            )  # fmt: skip
        return self._remember(key, limit, content)

    def _remember(self, key: _Key, limit: int, content: Content) -> Content:
        with self._lock:
            self._recent[key] = (limit, content)
            if len(self._recent) > _REMEMBERED:
                self._recent.popitem(last=False)
        return content


def content_hash(content: Content, control: Control) -> bytes:
    """Return the XXH3-128 of a file's own bytes, as lists of members hold it.

    Raises:
        UnreadableError: the file can't be read any more.
        Cancelled: on request.
    """
    if not content.file.truncated:
        return xxhash.xxh3_128_digest(content.file.data)
    if content.within:
        return b""  # of a long member only the beginning was taken out
    state = xxhash.xxh3_128()
    try:
        with open(content.path, "rb", buffering=0) as file:
            while part := file.read(_CHUNK):
                control.check()
                state.update(part)
    except OSError as error:
        raise UnreadableError(reason_of(error), content.path) from error
    return state.digest()


def _identity(path: str) -> tuple[int, ...]:
    """Return what identifies an unchanged file; empty where it is gone."""
    try:
        status = os.lstat(path)
    except OSError:
        return ()
    return (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)
