"""Have views made by a sandboxed process, one file at a time; decide what to make of its answers.

``view_service`` is what runs in the process. A file over which the process dies or is killed has no view.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass

from simfinder.errors import ViewError
from simfinder.model.progress import Control
from simfinder.scan.extract import members
from simfinder.scan.extract.formats import EXTENSION_ROWS, MEMBERS, PICTURE, PLAIN, SOUND, TEXT
from simfinder.scan.extract.limits import BOUNDS, Bounds
from simfinder.scan.extract.view_service import ViewRequest, most, unpack_answer
from simfinder.text.message import decode, message_of, say
from simfinder.workers.sandbox.client import Failure, Sandbox, SandboxError
from simfinder.workers.sandbox.limits import Limits
from simfinder.workers.sandbox.protocol import Request

SERVICE = "simfinder.scan.extract.view_service"

_KILLED = -9
_KINDS = (PLAIN, TEXT, PICTURE, SOUND, MEMBERS)
_LONGEST_NAME = 32  # of a view; it goes into the cache and into results


@dataclass(frozen=True, slots=True)
class Made:
    """A view that was made.

    Attributes:
        name: name of the view in results.
        members: members of an archive, packed by ``members.pack``; empty for none.
        cut: whether it was cut at the requested limit.
        identity: device, inode, size and modification time (ns) of the file that was read.
        made: bytes of the view, including those beyond the limit, as far as the file was read.
        whole: whether the file was read to its end, so that ``members`` and ``media`` are complete.
        kind: kind of the view, see ``formats.TEXT``.
        media: pictures and embedded files of a document, packed like members.
    """

    name: str
    members: bytes
    cut: bool
    identity: tuple[int, ...]
    made: int = 0
    whole: bool = True
    kind: int = MEMBERS
    media: bytes = b""


class NoViewError(ViewError):
    """A view could not be made.

    Attributes:
        identity: as in ``Made``; empty where the file was not opened or the process died.
        lasting: whether the file itself is the reason, so that it is worth storing.
        silent: whether its drive does not answer.
    """

    def __init__(
        self,
        message: str,
        path: str,
        identity: tuple[int, ...] = (),
        *,
        lasting: bool = False,
        silent: bool = False,
    ) -> None:
        super().__init__(message, path)
        self.identity = identity
        self.lasting = lasting
        self.silent = silent


class ViewReader(Sandbox):
    """Has views made by one process. Threads that share it take turns.

    Args:
        control: a pause stops the current view, a cancel ends it.
        bounds: limits of each view.
    """

    def __init__(self, control: Control, bounds: Bounds = BOUNDS) -> None:
        super().__init__(SERVICE, Limits(bounds.memory, bounds.seconds, bounds.output, most(bounds)))
        self._bounds = bounds
        self._control = control

    def read(
        self,
        path: str,
        code: int,
        sink: Callable[[memoryview], object],
        *,
        follow: bool = False,
        limit: int = 0,
        patience: float = 0.0,
        control: Control | None = None,
        within: tuple[bytes, ...] = (),
        then: int = PLAIN,
        alone: bool = False,
    ) -> Made:
        """Have a view made.

        Args:
            path: absolute path of the file.
            code: code of its format.
            sink: called with the bytes of the view, in pieces that are good until it returns; also before a view that
                fails in the end.
            follow: whether the path may be a symbolic link.
            limit: most bytes of the view wanted; 0 for all. Members after them are listed all the same.
            patience: seconds after which the view ends with what it has; 0 for no end.
            control: instead of the reader's.
            within: names of a member, of what is in it and so on, which is read instead of the file.
            then: code of the format of that member; ``PLAIN`` for its bytes as they are.
            alone: fail where an archive holds anything but the files it lists, or may.

        Raises:
            NoViewError: the view can't be made, with the reason.
            Cancelled: on request, or by ``close`` from another thread.
        """
        asked = ViewRequest(
            code, limit, round(1000 * patience), self._bounds, within, then, alone, EXTENSION_ROWS
        )
        try:
            made = self.ask(
                Request(asked.pack(), (os.fsencode(path),), follow),
                lambda answer: _understood(answer, path),
                control or self._control,
                sink,
                data=min(limit, self._bounds.output),
            )
        except SandboxError as error:
            raise _reason(error, path) from None
        if isinstance(made, NoViewError):
            raise made
        return made


def _reason(error: SandboxError, path: str) -> NoViewError:
    """Return what to say of a file over which the process broke down."""
    if error.failure is Failure.LATE:
        message = say("takes longer than {:.0f} s to be read", error.seconds)
        return NoViewError(message, path, lasting=not error.idle, silent=error.idle)
    if error.failure is Failure.NONSENSE:
        return NoViewError(say("can't be read: the process that reads it answers nonsense"), path)
    code, how = error.code, message_of(error.reason)
    if not how and code is not None:
        how = say("signal {}", -code) if code < 0 else say("code {}", code)
    if error.reason or error.failure is Failure.NOT_STARTED:
        message = say("can't be read: the process that reads it can't be started")
        if how:
            message = say("can't be read: the process that reads it can't be started ({})", how)
        return NoViewError(message, path)
    message = say("can't be read: the process that reads it ended")
    if how:
        message = say("can't be read: the process that reads it ended ({})", how)
    lasting = code not in (None, _KILLED)  # the system may kill when memory is short
    return NoViewError(message, path, lasting=lasting)


def _understood(answer: bytes, path: str) -> Made | NoViewError:
    """Return the view that an answer describes, or why there is none.

    Raises:
        ValueError: the answer is malformed.
    """
    (reason, *words), listed = unpack_answer(answer)
    if reason:
        lasting, *identity = words
        return NoViewError(decode(reason), path, _identity(identity), lasting=bool(int(lasting)))
    name, kind, has_media, made, cut, whole, *identity = words
    members.check(listed)
    if not (name.isascii() and name.isalnum() and len(name) <= _LONGEST_NAME):
        raise ValueError("no view has this name")
    if int(kind) not in _KINDS:
        raise ValueError("no view is of this kind")
    media = listed if int(has_media) else b""
    return Made(
        name,
        b"" if media else listed,
        bool(int(cut)),
        _identity(identity),
        int(made),
        bool(int(whole)),
        int(kind),
        media,
    )


def _identity(words: list[str]) -> tuple[int, ...]:
    if len(words) not in (0, 4):
        raise ValueError("an identity has four numbers")
    return tuple(map(int, words))
