"""A parser that does what no parser should.

A file of the hostile format says in its first line what is to be done: ``hostile NAME ARGUMENT``. As the service of a
sandboxed process, this module adds that format and makes views like any other.
"""

from __future__ import annotations

import collections
import ctypes
import itertools
import os
import signal
import sys
import time
from collections.abc import Callable
from typing import BinaryIO

from simfinder.scan.extract.formats import Format, register
from simfinder.scan.extract.view_service import answer
from simfinder.scan.extract.view_sink import ViewSink

__all__ = ["answer", "prepare", "stream"]

CODE = 200
MIB = 1 << 20


def prepare() -> None:
    """Add the hostile format."""
    register(Format(CODE, "hostile", ((0, b"hostile "),), __name__))


def stream(source: BinaryIO, out: ViewSink) -> None:
    """Do what the file says."""
    _, name, *argument = source.readline().decode("utf-8", "surrogateescape").rstrip("\n").split(" ", 2)
    _DEEDS[name](out, source, *argument)


_DEEDS: dict[str, Callable[..., None]] = {}


def _deed(function: Callable[..., None]) -> Callable[..., None]:
    _DEEDS[function.__name__.strip("_")] = function
    return function


@_deed
def _then(out: ViewSink, source: BinaryIO, deed: str) -> None:
    """Give a sign of life first."""
    out.write(bytes(MIB))
    name, *argument = deed.split(" ", 1)
    _DEEDS[name](out, source, *argument)


@_deed
def _echo(out: ViewSink, source: BinaryIO) -> None:
    out.write(source.read())


@_deed
def _spin(_out: ViewSink, _source: BinaryIO) -> None:
    while True:
        pass


@_deed
def _spin_in_c(_out: ViewSink, _source: BinaryIO) -> None:
    collections.deque(itertools.repeat(0), maxlen=0)


@_deed
def _sleep(_out: ViewSink, _source: BinaryIO) -> None:
    time.sleep(3600)


@_deed
def _block(_out: ViewSink, _source: BinaryIO) -> None:
    os.read(os.pipe()[0], 1)


@_deed
def _exit(_out: ViewSink, _source: BinaryIO, code: str) -> None:
    os._exit(int(code))


@_deed
def _raise(_out: ViewSink, _source: BinaryIO, kind: str) -> None:
    kinds = {each.__name__: each for each in (SystemExit, KeyboardInterrupt, OSError, ImportError)}
    raise kinds.get(kind, Exception)("raised")


@_deed
def _recurse(out: ViewSink, source: BinaryIO) -> None:
    _recurse(out, source)


@_deed
def _signal(_out: ViewSink, _source: BinaryIO, number: str) -> None:
    signal.raise_signal(int(number))


@_deed
def _segfault(_out: ViewSink, _source: BinaryIO) -> None:
    ctypes.string_at(0)


@_deed
def _eat(_out: ViewSink, _source: BinaryIO) -> None:
    held = []
    while True:
        held.append(bytearray(MIB))


@_deed
def _eat_small(_out: ViewSink, _source: BinaryIO) -> None:
    held: list[object] = []
    while True:
        held = [held, held]


_leaked: list[bytearray] = []


@_deed
def _leak(out: ViewSink, _source: BinaryIO, size: str) -> None:
    _leaked.append(bytearray(int(size)))
    out.write(b"x")


@_deed
def _print(out: ViewSink, _source: BinaryIO) -> None:
    print("printed", flush=True)
    print("complained", file=sys.stderr, flush=True)
    for handle in (0, 1, 2):
        os.write(handle, b"\1\2\3\4" * 1000)
    out.write(b"fine")


@_deed
def _stdin(out: ViewSink, _source: BinaryIO) -> None:
    out.write(b"[" + os.read(0, 100) + b"]")


@_deed
def _python(out: ViewSink, _source: BinaryIO, code: str) -> None:
    """Run a line of Python, tell what came of it."""
    try:
        exec(code, {"os": os, "ctypes": ctypes, "libc": ctypes.CDLL(None, use_errno=True)})
    except Exception as error:
        out.write(type(error).__name__.encode())
    else:
        out.write(b"done")


@_deed
def _libc(out: ViewSink, _source: BinaryIO, call: str) -> None:
    """Call the C library as native code would, tell what it answers."""
    libc = ctypes.CDLL(None, use_errno=True)
    name, *arguments = call.split(" ")
    values = [int(a) if a.lstrip("-").isdigit() else a.encode() for a in arguments]
    out.write(str(getattr(libc, name)(*values)).encode())


@_deed
def _fork(out: ViewSink, source: BinaryIO) -> None:
    """Native code that forks; both halves hang, both hold the pipes."""
    ctypes.CDLL(None).fork()
    _sleep(out, source)


def _answers() -> int:
    """The handle of the answers: the one that can be written to."""
    for handle in range(3, 64):
        try:
            os.write(handle, b"")
        except OSError:
            continue
        return handle
    raise AssertionError


@_deed
def _frames(_out: ViewSink, _source: BinaryIO, data: str) -> None:
    os.write(_answers(), bytes.fromhex(data))
    time.sleep(0.3)


@_deed
def _flood(_out: ViewSink, _source: BinaryIO, data: str) -> None:
    handle, piece = _answers(), bytes.fromhex(data)
    piece *= max(1, 65536 // len(piece))
    while True:
        os.write(handle, piece)


@_deed
def _write(out: ViewSink, _source: BinaryIO, size: str) -> None:
    out.write(bytes(int(size)))


@_deed
def _pour(out: ViewSink, _source: BinaryIO) -> None:
    while True:
        try:
            out.write(bytes(MIB))
        except Exception:
            if out.stopped is None:
                raise  # else swallowed, again and again, as some parser would
            return


@_deed
def _trickle(out: ViewSink, _source: BinaryIO, pause: str) -> None:
    while True:
        out.write(bytes(MIB))
        time.sleep(float(pause))


class _Lots:
    def read(self, size: int, /) -> bytes:
        return b""


@_deed
def _members(out: ViewSink, _source: BinaryIO, length: str) -> None:
    for number in itertools.count():
        out.member(b"%08d" % number + b"x" * int(length), _Lots())


@_deed
def _close(out: ViewSink, _source: BinaryIO) -> None:
    os.closerange(0, 64)
    out.write(b"x")


@_deed
def _hang_closed(out: ViewSink, source: BinaryIO) -> None:
    os.closerange(0, 64)
    _sleep(out, source)
