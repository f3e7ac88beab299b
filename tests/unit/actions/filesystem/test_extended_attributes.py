"""Attributes of macOS and streams of NTFS, on any system: the calls are arguments.

The C library of Linux has the calls of macOS under the same names, with fewer arguments behind, and answers for real.
"""

import contextlib
import ctypes
import errno
import os
import struct
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.actions.filesystem import extended_attributes, syscalls
from simfinder.actions.filesystem.extended_attributes import read, refuse_streams, stream_names, write
from tests.helpers.examples import examples

linux = pytest.mark.skipif(sys.platform != "linux", reason="the library of Linux answers")


@pytest.fixture
def library():
    return ctypes.CDLL(None, use_errno=True)


@pytest.fixture
def file(tmp_path):
    opened = os.open(tmp_path / "file", os.O_RDWR | os.O_CREAT)
    yield opened
    os.close(opened)


@linux
def test_what_is_written_is_read_by_the_calls_of_macos(library, file, tmp_path):
    try:
        os.setxattr(file, "user.tags", b"red")
    except OSError:
        pytest.skip("no attributes on this file system")
    os.setxattr(file, "user.empty", b"")
    write(library, file, "user.fork", bytes(range(256)) * 8)
    found = {name: value for name, value in read(library, file).items() if name.startswith("user.")}
    assert found == {"user.tags": b"red", "user.empty": b"", "user.fork": bytes(range(256)) * 8}
    assert found == {name: os.getxattr(file, name) for name in os.listxattr(file) if name.startswith("user.")}


@linux
def test_errors_come_as_they_are(library):
    for call in (lambda: read(library, 99_999), lambda: write(library, 99_999, "user.a", b"")):
        with pytest.raises(OSError) as caught:  # noqa: PT011 - the number is what matters
            call()
        assert caught.value.errno == errno.EBADF


class Mac:
    """A C library whose attributes are in a dict; each call sees the arguments that macOS wants."""

    def __init__(self, attributes, grows=0, gone=()):
        self.attributes, self.grows, self.gone, self.written = attributes, grows, gone, []

    def flistxattr(self, _file, room, size, options):
        assert options == 0
        return self._give(b"".join(name + b"\0" for name in self.attributes), room, size)

    def fgetxattr(self, _file, name, room, size, position, options):
        assert (position, options) == (0, 0)
        if name in self.gone:
            ctypes.set_errno(93)
            return -1
        return self._give(self.attributes[name], room, size)

    def _give(self, value, room, size):
        if room is None:
            if self.grows:
                self.grows -= 1
                return max(1, len(value) - 1)
            return len(value)
        if size.value < len(value):
            ctypes.set_errno(errno.ERANGE)
            return -1
        ctypes.memmove(room, value, len(value))
        return len(value)

    def fsetxattr(self, file, name, value, size, position, options):
        self.written.append((file, name, value, size.value, position, options))
        return 0

    setxattr = fsetxattr


def test_a_resource_fork_is_an_attribute():
    fork = b"\1" * 5000
    mac = Mac(
        {b"com.apple.ResourceFork": fork, b"com.apple.FinderInfo": b"x" * 32, b"gone": b"y"}, gone=[b"gone"]
    )
    assert read(mac, 3) == {"com.apple.ResourceFork": fork, "com.apple.FinderInfo": b"x" * 32}
    write(mac, 3, "com.apple.ResourceFork", fork)
    write(mac, "/x", "tag", b"v")
    assert mac.written == [(3, b"com.apple.ResourceFork", fork, 5000, 0, 0), (b"/x", b"tag", b"v", 1, 0, 1)]


def test_one_that_grows_meanwhile_is_read_anew():
    assert read(Mac({b"a": b"12345"}, grows=1), 3) == {"a": b"12345"}


def test_more_than_the_journal_can_hold_is_an_error(monkeypatch):
    monkeypatch.setattr(extended_attributes, "MOST", 5)
    with pytest.raises(OSError) as caught:  # noqa: PT011
        read(Mac({b"a": b"123", b"b": b"456"}), 3)
    assert caught.value.errno == errno.E2BIG


def test_on_macos_the_program_asks_so(monkeypatch, file):
    mac = Mac({b"com.apple.ResourceFork": b"fork"})
    monkeypatch.setattr(syscalls, "_MAC", True)
    monkeypatch.setattr(syscalls, "_C", mac)
    assert syscalls.attributes(file) == {"com.apple.ResourceFork": b"fork"}
    syscalls.set_attribute(file, "a", b"1")
    assert mac.written == [(file, b"a", b"1", 1, 0, 0)]


# --- streams of Windows ------------------------------------------------------------------------------


def listed(names):
    """A list as Windows makes it: aligned to eight bytes, the last one without a next."""
    packed = b""
    for number, name in enumerate(names):
        text = name.encode("utf-16-le", "surrogatepass")
        entry = struct.pack("<2I2q", 0, len(text), 7, 4096) + text
        if number + 1 < len(names):
            entry += bytes(-len(entry) % 8)
            entry = struct.pack("<I", len(entry)) + entry[4:]
        packed += entry
    return packed


class Windows:
    def __init__(self, answer, error=0):
        self.answer, self.error = answer, error

    def GetFileInformationByHandleEx(self, handle, kind, room, size):  # noqa: N802
        assert (handle.value, kind) == (12, 7)
        if self.error or len(self.answer) > size:
            return 0
        ctypes.memmove(room, self.answer, len(self.answer))
        return 1

    def GetLastError(self):  # noqa: N802
        return self.error or 234


@pytest.mark.parametrize("names", [["::$DATA"], ["::$DATA", ":Zone.Identifier:$DATA"]])
def test_content_and_origin_are_no_streams_to_lose(names):
    refuse_streams(Windows(listed(names)), 12)


@pytest.mark.parametrize(
    "names",
    [["::$DATA", ":notes:$DATA"], [":a:$DATA"], ["::$DATA", *(f":{n:0200}:$DATA" for n in range(99))]],
)
def test_a_file_with_further_streams_is_refused(names):
    with pytest.raises(OSError, match="further streams") as caught:
        refuse_streams(Windows(listed(names)), 12)
    assert caught.value.errno == errno.ENOTSUP


@pytest.mark.parametrize(("error", "refused"), [(38, False), (87, False), (1, False), (50, False), (5, True)])
def test_file_systems_without_streams_have_none(error, refused):
    if not refused:
        refuse_streams(Windows(b"", error), 12)
        return
    with pytest.raises(OSError):  # noqa: PT011
        refuse_streams(Windows(b"", error), 12)


@settings(max_examples=examples(100))
@given(st.lists(st.text(max_size=20), min_size=1, max_size=9))
def test_names_come_back(names):
    assert list(stream_names(listed(names))) == names


@settings(max_examples=examples(100))
@given(st.binary(max_size=200))
def test_a_damaged_list_ends(data):
    with contextlib.suppress(OSError):
        assert len(list(stream_names(data))) <= len(data)
