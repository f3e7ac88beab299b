"""Prints of files, and .sim files on disk: whole or not at all, whatever goes wrong."""

import errno
import os
import random
import stat
import threading
import tracemalloc
import zlib

import pytest

from simfinder.app.paper_tools import sim_files
from simfinder.errors import ReadError, ShingleError, SimFileError
from simfinder.signatures.shingleprint.fingerprint import shingleprint, to_sim
from tests.helpers.open_files import open_files

TEXT = b"hello, world and all that is in it"
VALUES = shingleprint(TEXT)
OLD = to_sim(shingleprint(b"something else entirely"), 8)


@pytest.fixture
def folder(tmp_path):
    """A folder with a .sim file from before."""
    (tmp_path / "a.sim").write_bytes(OLD)
    os.chmod(tmp_path / "a.sim", 0o640)
    return tmp_path


def failing(error):
    def fail(*_, **__):
        raise OSError(error, os.strerror(error))

    return fail


@pytest.mark.parametrize("size", [0, 7, 8, 5000, 1 << 20, (1 << 20) + 3, 2_500_000])
@pytest.mark.parametrize(("shingle", "features"), [(8, 128), (5, 20), (100, 300)])
def test_prints_of_files(tmp_path, size, shingle, features):
    data = random.Random(size).randbytes(size)
    path = tmp_path / "file"
    path.write_bytes(data)
    expected = shingleprint(data, shingle, features).tolist()
    assert sim_files.print_of_file(str(path), shingle, features).tolist() == expected
    with open(path, "rb") as file:
        assert sim_files.print_of_handle(file.fileno(), shingle, features).tolist() == expected
        assert os.fstat(file.fileno()).st_size == size  # still open
    if size < 10_000:
        expected = sorted({zlib.crc32(data[i : i + shingle]) for i in range(size - shingle + 1)})[:features]
        assert sim_files.print_of_file(str(path), shingle, features).tolist() == expected


def test_a_pipe_is_read_to_its_end(tmp_path):
    path = str(tmp_path / "pipe")
    os.mkfifo(path)
    data = random.Random(1).randbytes(300_000)

    def write():
        with open(path, "wb") as file:
            file.write(data)

    writer = threading.Thread(target=write)
    writer.start()
    found = sim_files.print_of_file(path, 8, 128)
    writer.join()
    assert found.tolist() == shingleprint(data).tolist()


def test_a_large_file_takes_little_memory(tmp_path):
    path = tmp_path / "large"
    with open(path, "wb") as file:
        file.writelines(random.Random(seed).randbytes(1 << 20) for seed in range(40))
    sim_files.print_of_file(str(path), 8, 128)
    tracemalloc.start()
    sim_files.print_of_file(str(path), 8, 128)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 3 << 20


def test_what_cannot_be_read(tmp_path, monkeypatch):
    missing = str(tmp_path / "missing")
    for read in (lambda: sim_files.print_of_file(missing, 8, 128), lambda: sim_files.read_sim(missing)):
        with pytest.raises(ReadError) as caught:
            read()
        assert (caught.value.path, caught.value.message) == (missing, "No such file or directory")
    assert not len(sim_files.print_of_file(str(tmp_path), 8, 128))  # a folder
    with pytest.raises(ReadError, match="Is a directory"):
        sim_files.read_sim(str(tmp_path))
    path = tmp_path / "file"
    path.write_bytes(TEXT)
    monkeypatch.setattr(sim_files.Shingleprint, "update", failing(errno.EIO))
    with pytest.raises(ReadError) as caught:
        sim_files.print_of_file(str(path), 8, 128)
    assert caught.value.message == "Input/output error"


def test_no_handle_stays_open_after_an_error(tmp_path, monkeypatch):
    path = tmp_path / "file"
    path.write_bytes(TEXT)
    monkeypatch.setattr(sim_files.Shingleprint, "update", failing(errno.EIO))
    before = open_files()
    for _ in range(5):
        with pytest.raises(ReadError):
            sim_files.print_of_file(str(path), 8, 128)
    assert open_files() <= before


def test_a_wrong_parameter_is_told_before_anything_is_opened():
    with pytest.raises(ShingleError):
        sim_files.print_of_file("/nowhere", 3, 128)


@pytest.mark.parametrize("name", ["a", "a b\n", "\udcff\udcfe", "ä", "-w"])
def test_sim_files_come_back(tmp_path, name):
    path = os.path.join(tmp_path, name + sim_files.SUFFIX)
    sim_files.write_sim(path, VALUES, 8)
    with open(path, "rb") as file:
        assert file.read() == to_sim(VALUES, 8)
    shingle, values = sim_files.read_sim(path)
    assert (shingle, values.tolist()) == (8, VALUES.tolist())
    assert os.listdir(tmp_path) == [name + sim_files.SUFFIX]


def test_a_name_without_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    sim_files.write_sim("a.sim", VALUES, 8)
    assert os.listdir(".") == ["a.sim"]


def test_permissions(folder):
    mask = os.umask(0o027)
    try:
        for name in ("a.sim", "new.sim"):
            sim_files.write_sim(str(folder / name), VALUES, 8)
    finally:
        os.umask(mask)
    assert stat.S_IMODE((folder / "a.sim").stat().st_mode) == 0o640  # as it was
    assert stat.S_IMODE((folder / "new.sim").stat().st_mode) == 0o640  # as any new file
    os.chmod(folder / "a.sim", 0o604)
    sim_files.write_sim(str(folder / "a.sim"), VALUES, 8)
    assert stat.S_IMODE((folder / "a.sim").stat().st_mode) == 0o604


class FullFile:
    """What a full disk does at the moment the data must go out."""

    def __init__(self, handle, *_, **__):
        self._handle = handle

    def __enter__(self):
        return self

    def write(self, data):
        os.write(self._handle, data[:5])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def __exit__(self, *_):
        os.close(self._handle)


@pytest.mark.parametrize(
    ("step", "error"),
    [
        ("lstat", errno.EACCES),
        ("open", errno.EROFS),
        ("open", errno.EACCES),
        ("fdopen", None),
        ("chmod", errno.EPERM),
        ("replace", errno.EACCES),
        ("replace", errno.EIO),
    ],
)
def test_a_write_that_fails_leaves_all_as_it_was(folder, monkeypatch, step, error):
    monkeypatch.setattr(sim_files.os, step, failing(error) if error else FullFile)
    with pytest.raises(sim_files.WriteError) as caught:
        sim_files.write_sim(str(folder / "a.sim"), VALUES, 8)
    monkeypatch.undo()
    assert caught.value.path == str(folder / "a.sim")
    assert caught.value.message == os.strerror(error or errno.ENOSPC)
    assert os.listdir(folder) == ["a.sim"]
    assert (folder / "a.sim").read_bytes() == OLD


def test_a_write_that_is_interrupted_leaves_nothing_over(folder, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(sim_files.os, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        sim_files.write_sim(str(folder / "a.sim"), VALUES, 8)
    monkeypatch.undo()
    assert os.listdir(folder) == ["a.sim"]
    assert (folder / "a.sim").read_bytes() == OLD


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written(folder):
    os.chmod(folder, 0o500)
    try:
        with pytest.raises(sim_files.WriteError, match="Permission denied"):
            sim_files.write_sim(str(folder / "a.sim"), VALUES, 8)
        assert os.listdir(folder) == ["a.sim"]
    finally:
        os.chmod(folder, 0o700)


@pytest.mark.parametrize("kind", ["folder", "link", "dangling", "pipe", "device"])
def test_only_a_regular_file_is_replaced(tmp_path, kind):
    path, other = tmp_path / "a.sim", tmp_path / "other"
    other.write_bytes(b"precious")
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to({"link": other, "dangling": tmp_path / "none", "device": os.devnull}[kind])
    before = os.lstat(path)
    with pytest.raises(sim_files.WriteError, match="not a regular file"):
        sim_files.write_sim(str(path), VALUES, 8)
    assert os.lstat(path).st_ino == before.st_ino
    assert sorted(os.listdir(tmp_path)) == ["a.sim", "other"]
    assert other.read_bytes() == b"precious"


def test_a_name_that_is_too_long(tmp_path):
    with pytest.raises(sim_files.WriteError, match="File name too long"):
        sim_files.write_sim(str(tmp_path / ("a" * 252 + ".sim")), VALUES, 8)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    "blob", ["", "cb01", "cb000008", "cb010003", "cb01000800000007000000", "cb0100080000000700000008"]
)
def test_malformed_sim_files_are_told_with_their_path(tmp_path, blob):
    path = tmp_path / "bad.sim"
    path.write_bytes(bytes.fromhex(blob))
    with pytest.raises(SimFileError) as caught:
        sim_files.read_sim(str(path))
    assert caught.value.path == str(path)
    assert caught.value.message


def test_no_other_file_is_read_to_its_end(tmp_path):
    path = tmp_path / "huge"
    with open(path, "wb") as file:
        file.truncate(1 << 43)  # more than any memory
    with pytest.raises(SimFileError, match="version"):
        sim_files.read_sim(str(path))
