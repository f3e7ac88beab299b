"""The journal's rows as values: batches, acts, and how each column is encoded. No SQL, no files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from typing import Any, NamedTuple, TypeAlias

from simfinder.errors import StoreCorruptError
from simfinder.model.removal_plan import ActKind, ActRecord, ActState
from simfinder.text.message import Message, say
from simfinder.text.message import decode as decode_message
from simfinder.text.message import encode as encode_message


@dataclass(frozen=True, slots=True)
class BatchRow:
    """A batch in the journal.

    Attributes:
        id: its number, from 1, never reused.
        created_ns: nanoseconds since 1970.
        kind: the act for all its files.
        target: folder of a move.
        finished: whether no work is left. False while a program acts or undoes, and after it died.
        cancelled: whether the person stopped it.
        waiting: whether the outcome of an act was unknown when it was settled; each start looks again.
    """

    id: int
    created_ns: int
    kind: ActKind
    target: str | None
    finished: bool
    cancelled: bool
    waiting: bool = False


class LinkRow(NamedTuple):
    """A symbolic link that was put in the place of a file.

    Attributes:
        batch: number of the batch that made it.
        path: of the link.
        target: where it leads.
        folder_mark: mark of its folder, as of ``JournalAct``.
    """

    batch: int
    path: str
    target: str
    folder_mark: str | None


@dataclass(frozen=True, slots=True)
class JournalAct:
    """One act in the journal: all that is needed to judge it after a crash, and to undo it.

    Attributes:
        batch, position: its key; the position is its index in the plan.
        kind, state, reason: as in ``ActRecord``.
        path: where the file was.
        target: where it goes or went; for a link the file it leads to; None where undecided, known only to the system,
            or where there is none.
        size, device, inode, mtime_ns, content: the file as the scan saw it.
        survivor: path of the kept file.
        why: the sentence that explains the mark.
        atime_ns, mode, uid, gid: of the file right before the act; None before it was started.
        attributes: its extended attributes (JSON), where the file itself does not stay to carry them.
        part: path of our temporary file: the copy being made; the link being made, then the file it replaces; or a
            file about to be deleted.
        part_device, part_inode: of that copy, once it exists.
        info, info_text: path and content of the .trashinfo file of a trashed file.
        made: folders made for the move, outermost first.
        folder_before_ns, folder_after_ns: modification time of the file's folder before and after the act.
        undoing: whether the undo was begun; ``part`` and the like then belong to the undo.
        freed: bytes really freed; None before the act was done.
        link_inode: inode of the link that was put in the file's place.
        folder_mark, target_mark: marks to recognise the folders of ``path`` and ``target`` by (``folder_state``), as
            of the beginning of the act or its undo; None where never recorded.
    """

    batch: int
    position: int
    kind: ActKind
    path: str
    target: str | None
    state: ActState
    reason: str
    size: int
    device: int
    inode: int
    mtime_ns: int
    content: bytes
    survivor: str
    why: str
    atime_ns: int | None
    mode: int | None
    uid: int | None
    gid: int | None
    attributes: bytes | None
    part: str | None
    part_device: int | None
    part_inode: int | None
    info: str | None
    info_text: bytes | None
    made: tuple[str, ...]
    folder_before_ns: int | None
    folder_after_ns: int | None
    undoing: bool
    freed: int | None = None
    link_inode: int | None = None
    folder_mark: str | None = None
    target_mark: str | None = None

    @property
    def record(self) -> ActRecord:
        """The act as reports show it."""
        return ActRecord(self.path, self.kind, self.target, self.state, self.reason, self.size, self.freed)


Change: TypeAlias = tuple[int, Mapping[str, Any]]
"""Position of an act in its batch, and new values by the names of ``JournalAct``'s attributes."""


def _same(value: Any) -> Any:
    return value


@contextmanager
def making_sense() -> Iterator[None]:
    """Turn errors of the block, which decodes rows, into ``StoreCorruptError``.

    Raises:
        StoreCorruptError: a row holds something that was never written.
    """
    try:
        yield
    except (TypeError, ValueError) as error:
        raise StoreCorruptError(say("the library is damaged (a row makes no sense)")) from error


def _only(*kinds: type) -> Callable[[Any], Any]:
    def out(value: Any) -> Any:
        if not isinstance(value, kinds):
            raise TypeError(type(value).__name__)
        return value

    return out


whole_out = _only(int)
"""Check a value to be an integer and return it."""
text_out = _only(str)
bytes_out = _only(bytes)


def path_out(value: bytes | None) -> str | None:
    """Decode a path from the file system's bytes.

    Raises:
        ValueError: it is no path.
    """
    if value is None:
        return None
    if b"\0" in bytes_out(value):
        raise ValueError("no path")
    return os.fsdecode(value)


def path_in(value: str | None) -> bytes | None:
    """Encode a path as the file system's bytes."""
    return None if value is None else os.fsencode(value)


def _number_out(value: str | None) -> int | None:
    return None if value is None else int(text_out(value))


def _number_in(value: int | None) -> str | None:
    return None if value is None else str(value)


def _made_out(value: bytes | None) -> tuple[str, ...]:
    return tuple(os.fsdecode(path) for path in bytes_out(value).split(b"\0")) if value else ()


def _made_in(value: Sequence[str]) -> bytes:
    return b"\0".join(os.fsencode(path) for path in value)


def message_in(value: str) -> str:
    """Encode a message: SQLite takes no lone surrogates, so odd paths in it are escaped."""
    return encode_message(value).encode("utf-8", "backslashreplace").decode("utf-8")


def _message_out(value: str) -> Message:
    return decode_message(text_out(value))


_PATHS = {"path", "target", "survivor", "part", "info"}
_NUMBERS = {
    "device", "inode", "mtime_ns", "atime_ns", "part_device", "part_inode", "folder_before_ns", "folder_after_ns",
    "link_inode",
}  # fmt: skip
_Coder: TypeAlias = tuple[Callable[[Any], Any], Callable[[Any], Any]]
_OTHERS: dict[
    str, _Coder
] = {  # value → SQLite, SQLite → value; the other columns hold their values as they are
    **dict.fromkeys(_PATHS, (path_in, path_out)),
    **dict.fromkeys(_NUMBERS, (_number_in, _number_out)),
    "made": (_made_in, _made_out),
    "reason": (message_in, _message_out),
    "why": (message_in, _message_out),
    "kind": (str, _same),
    "state": (str, _same),
    "undoing": (int, bool),
}
COLUMNS = tuple(field.name for field in fields(JournalAct))
_CODERS = {column: _OTHERS.get(column, (_same, _same)) for column in COLUMNS}


def encode(column: str, value: Any) -> Any:
    """Encode a value for SQLite.

    Raises:
        KeyError: there is no such column.
    """
    return _CODERS[column][0](value)


def decode(row: Sequence[Any]) -> JournalAct:
    """Decode an act from a row with all ``COLUMNS``.

    Raises:
        StoreCorruptError: the row is damaged.
    """
    from msgspec import convert  # 10 ms, and most commands read no act

    with making_sense():
        values = {column: _CODERS[column][1](value) for column, value in zip(COLUMNS, row, strict=True)}
        return convert(values, JournalAct, builtin_types=(bytes,))
