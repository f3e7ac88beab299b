"""The service that makes views: what a sandboxed process does with one archive or document.

``view_reader`` asks it. Every import here costs time at every start.
"""

from __future__ import annotations

import errno
import os
import struct
from collections.abc import Sequence
from typing import BinaryIO, NamedTuple

from simfinder.errors import ViewError, reason_of
from simfinder.model.extension_points import Extension, load
from simfinder.scan.extract.formats import BY_CODE, PLAIN, RAW, SHOWN, VIEWS, Format, register_extension
from simfinder.scan.extract.limits import BOUNDS, Bounds
from simfinder.scan.extract.members import pack
from simfinder.scan.extract.view_sink import LimitReached, ViewSink, make
from simfinder.text.message import encode, say
from simfinder.workers.sandbox.server import Call

_REQUEST = struct.Struct(f"<BQI{len(BOUNDS)}QBBI")
_LENGTH = struct.Struct("<I")
_LONGEST = 4000  # most characters of a word
_WORDS = 1 << 18  # most bytes of all words
_GONE = (errno.ELOOP, errno.ENXIO)  # a link, or something else that is no file, has taken its place


class ViewRequest(NamedTuple):
    """What is asked of one file.

    Attributes:
        code: code of its format.
        limit: most bytes of the view to send; 0 for all. Members after them are listed all the same.
        patience: milliseconds after which the view ends with what it has; 0 for no end.
        bounds: limits of the view.
        within: names of a member of the file, of what is in it and so on, which is looked at instead of the file.
        then: code of the format of that member; ``PLAIN`` for its bytes as they are.
        alone: fail where an archive holds anything but the files it lists, or may.
        extensions: the formats of extensions, see ``formats.EXTENSION_ROWS``.
    """

    code: int
    limit: int = 0
    patience: int = 0
    bounds: Bounds = BOUNDS
    within: tuple[bytes, ...] = ()
    then: int = PLAIN
    alone: bool = False
    extensions: bytes = b""

    def pack(self) -> bytes:
        """Return the request as bytes."""
        numbers = _REQUEST.pack(*self[:3], *self.bounds, self.then, self.alone, len(self.extensions))
        return numbers + self.extensions + b"\0".join(self.within)

    @classmethod
    def unpack(cls, data: bytes) -> ViewRequest:
        """Return the request that ``pack`` has packed."""
        code, limit, patience, *bounds, then, alone, length = _REQUEST.unpack_from(data)
        extensions, names = data[_REQUEST.size :][:length], data[_REQUEST.size + length :]
        within = tuple(names.split(b"\0")) if names else ()
        return cls(code, limit, patience, Bounds(*bounds), within, then, bool(alone), extensions)


def pack_answer(words: Sequence[str], listed: bytes = b"") -> bytes:
    """Return an answer as bytes.

    Args:
        words: the reason why there is no view, or ""; then what is known of the file or of the view.
        listed: packed members or media.
    """
    text = "\0".join(word[:_LONGEST].replace("\0", "?") for word in words).encode("utf-8", "replace")
    return b"".join((_LENGTH.pack(len(text)), text, listed))


def unpack_answer(answer: bytes) -> tuple[list[str], bytes]:
    """Return the words and the packed list of an answer.

    Raises:
        ValueError: it is malformed.
    """
    if len(answer) < _LENGTH.size:
        raise ValueError("an answer is cut short")
    (length,) = _LENGTH.unpack_from(answer)
    at = _LENGTH.size + length
    if at > len(answer):
        raise ValueError("an answer is cut short")
    return answer[_LENGTH.size : at].decode("utf-8").split("\0"), answer[at:]


def most(bounds: Bounds) -> int:
    """Return the most bytes that an answer may have."""
    return _LENGTH.size + _WORDS + 4 + 25 * bounds.members + bounds.names


def prepare() -> None:
    """Nothing is needed; parsers are imported with the first file of their format."""


def answer(call: Call) -> bytes:
    """Send a view; return what is known of it, or why there is none."""
    request = ViewRequest.unpack(call.payload)
    identity: list[str] = []
    lasting = True
    try:
        _learn(request.extensions)
        return _view(call, request, identity)
    except _ChangedError as error:
        reason, lasting = error.message, False
    except ViewError as error:
        reason = error.message
    except MemoryError:
        reason, call.spent = (
            say("takes more than {:,} MB of memory to be read", request.bounds.memory >> 20),
            True,
        )
    except RecursionError:
        reason = say("is nested too deeply")
    except BrokenPipeError:
        raise
    except OSError as error:
        reason = say("is no regular file any more") if error.errno in _GONE else reason_of(error)
        lasting = False
    except ImportError as error:  # the installation is incomplete; the file may be fine
        reason, lasting = say("can't be looked into with what is installed ({})", error.name), False
    except Exception as error:  # whatever a parser makes of a damaged file
        reason = say("is damaged ({})", type(error).__name__)
    call.drop()
    return pack_answer([encode(reason), str(int(lasting and bool(identity))), *identity])


def _view(call: Call, request: ViewRequest, identity: list[str]) -> bytes:
    """Send the view; return the answer. Fills in the identity of the file."""
    handle = call.open()
    with open(handle, "rb") as file:
        source: BinaryIO = file
        before = os.fstat(handle)
        identity += map(str, (before.st_dev, before.st_ino, before.st_size, before.st_mtime_ns))
        whole = True
        try:
            size, code = before.st_size, request.code
            if request.within:
                source, code = _taken(source, size, request), request.then
                size = source.seek(0, os.SEEK_END)
                source.seek(0)
            out = ViewSink(call.send, request.bounds, size, request.limit, request.patience / 1000)
            out.alone = request.alone
            if request.within and code == PLAIN:
                out.name = RAW
                out.write(source.read(request.limit or -1))
                out.made = size
            else:
                found = _format(code)
                out.name = RAW if found.plain else found.name
                make(found, source, out)
            if request.alone:
                out.check_alone()
        except LimitReached:
            whole = False
        except Exception:
            _check(handle, before)
            raise
        _check(handle, before)
    words = ["", out.name, str(out.kind), str(int(bool(out.media)))]
    words += [str(out.made), str(int(out.cut or not whole)), str(int(whole)), *identity]
    return pack_answer(words, pack(out.media or out.members))


def _learn(rows: bytes) -> None:
    """Register the formats of extensions, which a sandboxed process does not look for.

    They are imported after all rights were given up, from where packages are installed.
    """
    for row in filter(None, rows.split(b"\0")):
        code, name, place, package = row.decode().split("\n")
        extension = Extension(VIEWS.group, name, place, package)
        if int(code) not in BY_CODE and (found := load(extension, Format)) is not None:
            register_extension(int(code), name, found, package)


def _format(code: int) -> Format:
    found = BY_CODE.get(code) or SHOWN.get(code)
    if found is None:
        raise ImportError(name=f"format {code}")
    return found


def _taken(source: BinaryIO, size: int, request: ViewRequest) -> BinaryIO:
    from simfinder.scan.extract.shown.one_member import taken

    return taken(source, request.code, request.within, request.bounds, size, request.patience / 1000)


class _ChangedError(ViewError):
    """The file is not what it was when it was opened."""


def _check(handle: int, before: os.stat_result) -> None:
    now = os.fstat(handle)
    if (now.st_size, now.st_mtime_ns) != (before.st_size, before.st_mtime_ns):
        raise _ChangedError(say("changed while it was read"))
