"""Reading a file once, and noticing when it changes."""

import os
import socket
import threading
import time

import pytest

from simfinder.errors import Cancelled, ReadError
from simfinder.model.progress import Control
from simfinder.scan.reading import read_file
from simfinder.scan.reading.read_file import SMALL, hash_ends, hash_file, sign_file
from simfinder.scan.stat_record import record_of
from simfinder.signatures.content_hash import content_hash
from simfinder.signatures.sign.sign_bytes import sign
from tests.helpers.open_files import open_files


def record(path):
    return record_of(str(path), os.stat(path), protected=True)


def random_bytes(size):
    return os.urandom(size)


@pytest.mark.parametrize("size", [0, 1, 4096, SMALL - 1, SMALL, SMALL + 1, 3 * 1024 * 1024 + 7])
def test_signature_of_every_size(tmp_path, size):
    data = random_bytes(size)
    path = tmp_path / "x"
    path.write_bytes(data)
    control = Control()
    before = time.time_ns()
    found, signature, read_ns, _ = sign_file(record(path), control)
    assert signature == sign(data)
    assert found == record(path)
    assert before <= read_ns <= time.time_ns()
    assert control.snapshot().bytes == size
    assert hash_file(record(path), Control())[1] == content_hash(data)


@pytest.mark.parametrize("size", [1, 4095, 4096, 4097, 8191, 8192, 8193, 100_000])
def test_ends(tmp_path, size):
    data = random_bytes(size)
    path = tmp_path / "x"
    path.write_bytes(data)
    assert hash_ends(record(path)) == content_hash(data[:4096] + data[max(0, size - 4096) :])


def test_changed_since_the_walk_is_read_as_it_is_now(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(b"before")
    old = record(path)
    path.write_bytes(b"after that")
    found, signature, *_ = sign_file(old, Control())
    assert signature == sign(b"after that")
    assert found == record(path)
    assert found.protected


def test_emptied_since_the_walk(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(b"before")
    old = record(path)
    path.write_bytes(b"")
    with pytest.raises(ReadError, match="changed while it was read"):
        sign_file(old, Control())


def test_vanished(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(b"x")
    old = record(path)
    path.unlink()
    for read in (lambda: sign_file(old, Control()), lambda: hash_ends(old)):
        with pytest.raises(ReadError, match="No such file or directory") as caught:
            read()
        assert caught.value.path == str(path)


@pytest.mark.parametrize("kind", ["fifo", "socket", "link", "folder"])
def test_something_else_took_its_place(tmp_path, kind):
    path = tmp_path / "x"
    path.write_bytes(b"x" * 9)
    old = record(path)
    path.rename(tmp_path / "y")
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as server:
            here = os.getcwd()
            os.chdir(tmp_path)
            try:
                server.bind("x")
            finally:
                os.chdir(here)
    elif kind == "link":
        path.symlink_to("y")
    else:
        path.mkdir()
    with pytest.raises(ReadError, match="no regular file any more"):
        sign_file(old, Control())


def test_link_is_read_where_following_is_asked_for(tmp_path):
    (tmp_path / "y").write_bytes(b"there")
    (tmp_path / "x").symlink_to("y")
    assert sign_file(record(tmp_path / "x"), Control(), follow=True)[1] == sign(b"there")


@pytest.mark.parametrize("size", [1000, SMALL * 3])
def test_changed_once_is_read_again(tmp_path, monkeypatch, size):
    path = tmp_path / "x"
    path.write_bytes(b"a" * size)
    old, new = record(path), random_bytes(size + 5)
    _write_during_reading(monkeypatch, path, [new])
    control = Control()
    found, signature, *_ = sign_file(old, control)
    assert signature == sign(new)
    assert found.size == size + 5
    assert control.snapshot().bytes == size + 5


@pytest.mark.parametrize("size", [1000, SMALL * 3])
def test_changing_for_ever_is_given_up(tmp_path, monkeypatch, size):
    path = tmp_path / "x"
    path.write_bytes(b"a" * size)
    old = record(path)
    _write_during_reading(monkeypatch, path, [random_bytes(size + i) for i in range(1, 5)])
    control = Control()
    with pytest.raises(ReadError, match="changed while it was read"):
        sign_file(old, control)
    assert control.snapshot().bytes == 0


@pytest.mark.parametrize("size", [1000, SMALL * 3])
def test_shrinking_is_noticed(tmp_path, monkeypatch, size):
    path = tmp_path / "x"
    path.write_bytes(b"a" * size)
    old = record(path)
    real = os.fstat

    def fstat(handle):
        found = real(handle)
        path.write_bytes(b"b" * (found.st_size - 1))
        return found

    monkeypatch.setattr(read_file.os, "fstat", fstat)
    control = Control()
    with pytest.raises(ReadError, match="changed while it was read"):
        sign_file(old, control)
    assert control.snapshot().bytes == 0


def _write_during_reading(monkeypatch, path, contents):
    """Before each look after reading, the file gets the next content."""
    real, looks = os.fstat, [0]

    def fstat(handle):
        looks[0] += 1
        if looks[0] % 3 == 0 and contents:  # opened, before, after
            path.write_bytes(contents.pop(0))
        return real(handle)

    monkeypatch.setattr(read_file.os, "fstat", fstat)


def test_growing_file_is_not_read_without_end(tmp_path):
    path = tmp_path / "log"
    path.write_bytes(b"line\n" * 200_000)
    old, stop = record(path), threading.Event()

    def grow():
        with path.open("ab") as file:
            while not stop.is_set():
                file.write(b"more\n" * 1000)
                file.flush()
                time.sleep(0.0005)  # no more than fits any disk

    thread = threading.Thread(target=grow)
    thread.start()
    try:
        time.sleep(0.02)
        with pytest.raises(ReadError, match="changed while it was read"):
            sign_file(old, Control())
    finally:
        stop.set()
        thread.join()


def test_cancel_inside_a_huge_sparse_file(tmp_path):
    sign(b"warm")
    path = tmp_path / "sparse"
    with path.open("wb") as file:
        file.truncate(100 * 2**30)
    control = Control()
    threading.Timer(0.3, control.cancel).start()
    begin = time.monotonic()
    with pytest.raises(Cancelled):
        sign_file(record(path), control)
    assert time.monotonic() - begin < 1.3


def test_system_error_is_a_reason(tmp_path, monkeypatch):
    path = tmp_path / "x"
    path.write_bytes(b"x")

    def fail(*_):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(read_file.os, "read", fail)
    with pytest.raises(ReadError, match="Input/output error"):
        sign_file(record(path), Control())


def test_no_handle_is_left_open(tmp_path):
    before = open_files()
    test_signature_of_every_size(tmp_path, SMALL + 1)
    test_emptied_since_the_walk(tmp_path)
    assert open_files() <= before


def sparse(path, *pieces):
    """A file of data (bytes) and holes (numbers), one after the other."""
    with path.open("wb") as file:
        for piece in pieces:
            if isinstance(piece, int):
                file.seek(piece, os.SEEK_CUR)
            else:
                file.write(piece)
        file.truncate()
    return path


@pytest.mark.parametrize(
    "pieces",
    [
        (SMALL * 2,),
        (b"data", SMALL * 2),
        (SMALL * 2, b"data"),
        (b"data" * 5000, SMALL + 3, b"more" * 3000, 3 * SMALL + 1, b"end"),
    ],
)
def test_holes_are_zeros(tmp_path, pieces):
    path = sparse(tmp_path / "x", *pieces)
    assert os.stat(path).st_blocks * 512 < os.stat(path).st_size
    _, found, *_ = sign_file(record(path), Control())
    assert found == sign(path.read_bytes())


def test_more_holes_than_anybody_reads_are_a_reason(tmp_path, monkeypatch):
    path = sparse(tmp_path / "x", b"data" * 5000, SMALL * 2, b"end")
    holes = os.stat(path).st_size - os.stat(path).st_blocks * 512
    monkeypatch.setattr(read_file, "_MOST_HOLES", holes)
    assert sign_file(record(path), Control())[1] == sign(path.read_bytes())
    monkeypatch.setattr(read_file, "_MOST_HOLES", holes - 1)
    with pytest.raises(ReadError, match="has more holes than can be read"):
        sign_file(record(path), Control())


def test_holes_are_not_read(tmp_path, monkeypatch):
    path = sparse(tmp_path / "x", b"a" * 4096, 2**32, b"b" * 4096)
    read = []
    advance = Control.advance

    class Counting(read_file.io.FileIO):
        def readinto(self, buffer):
            got = super().readinto(buffer)
            read.append(got)
            return got

    monkeypatch.setattr(read_file.io, "FileIO", Counting)
    control = Control()
    told = []
    monkeypatch.setattr(control, "advance", lambda **k: (told.append(k["bytes"]), advance(control, **k)))
    _, found, *_ = sign_file(record(path), control)
    assert sum(read) < 2**20
    assert sum(told) == found.size == 2**32 + 8192
    assert found.tags[0] == 2**32


@pytest.mark.parametrize("error", [AttributeError("SEEK_DATA"), OSError(22, "Invalid argument")])
def test_where_holes_are_not_told_all_is_read(tmp_path, monkeypatch, error):
    path = sparse(tmp_path / "x", b"data", SMALL * 2, b"end")
    lseek = os.lseek

    def fail(handle, at, how):
        if how in (os.SEEK_DATA, os.SEEK_HOLE):
            raise error
        return lseek(handle, at, how)

    monkeypatch.setattr(read_file.os, "lseek", fail)
    _, found, *_ = sign_file(record(path), Control())
    assert found == sign(path.read_bytes())


def test_a_hole_can_be_cancelled(tmp_path):
    path = sparse(tmp_path / "x", 2**40)
    control = Control()
    timer = threading.Timer(0.2, control.cancel)
    timer.start()
    begin = time.monotonic()
    with pytest.raises(Cancelled):
        sign_file(record(path), control)
    assert time.monotonic() - begin < 1.3


def test_a_file_that_comes_in_pieces(tmp_path, monkeypatch):
    path = tmp_path / "x"
    path.write_bytes(os.urandom(10_000))
    plain = os.read
    monkeypatch.setattr(read_file.os, "read", lambda handle, count: plain(handle, min(count, 999)))
    _, found, *_ = sign_file(record(path), Control())
    assert found == sign(path.read_bytes())
