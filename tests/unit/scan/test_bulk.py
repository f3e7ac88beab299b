"""Runs of small files read without Python: only what is to the last detail as it was listed, byte by byte."""

import os
import random
import sys
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.scan import bulk
from simfinder.scan.reading import flags_of
from simfinder.scan.walk import record_of

pytestmark = pytest.mark.skipif(not bulk.possible(), reason="this system does not have the calls")
FILL = 0xA5


def record(path):
    return record_of(path, os.stat(path, follow_symlinks=False), protected=False)


def read(records, follow=False):
    """What was read of each file; None where nothing was."""
    begins = np.concatenate(([0], np.cumsum([r.size + 1 for r in records]))).astype(np.int64)
    room = np.full(int(begins[-1]) + 8, FILL, dtype=np.uint8)
    done = bulk.read_run(records, room, begins[:-1], flags_of(follow=follow))
    assert (room[int(begins[-1]) :] == FILL).all()
    return [
        room[begin : begin + r.size].tobytes() if good else None
        for r, begin, good in zip(records, begins.tolist(), done.tolist(), strict=False)
    ]


@pytest.fixture
def files(tmp_path):
    rng = random.Random(4)
    names = [b"plain", b"\xff\xfe odd", b"new\nline", "fünf 🦊".encode(), b"n" * 255, b"none", b"one"]
    sizes = [5000, 70_000, 3, 4096, 100, 0, 1]
    made = []
    for name, size in zip(names, sizes, strict=True):
        path = os.path.join(os.fsencode(tmp_path), name)
        with open(path, "wb") as file:
            file.write(rng.randbytes(size))
        made.append(record(os.fsdecode(path)))
    return made


def contents(files):
    found = []
    for file in files:
        with open(file.path, "rb") as opened:
            found.append(opened.read())
    return found


def test_files_as_listed_are_read(files):
    assert read(files) == contents(files)
    assert read(files[::-1]) == contents(files)[::-1]
    assert read([]) == []


@pytest.mark.parametrize("field", ["size", "mtime_ns", "ctime_ns", "inode", "device"])
@pytest.mark.parametrize("by", [1, -1])
def test_a_file_that_is_not_what_was_listed_is_left_out(files, field, by):
    other = replace(files[0], **{field: getattr(files[0], field) + by})
    assert read([files[1], other, files[2]]) == [contents(files)[1], None, contents(files)[2]]


def test_another_mode_is_left_out(files):
    os.chmod(files[0].path, 0o600)
    now = record(files[0].path)
    assert read([replace(now, mode=now.mode ^ 0o007)]) == [None]
    assert read([now]) == contents(files)[:1]


def test_what_can_not_be_opened_is_left_out(files, tmp_path):
    gone = replace(files[0], path=str(tmp_path / "gone"))
    folder = replace(files[0], path=str(tmp_path))
    deep = replace(files[0], path=str(tmp_path) + "/x" * 3000)
    link = tmp_path / "link"
    link.symlink_to(files[0].path)
    through = replace(files[0], path=str(link))
    assert read([gone, folder, deep, through, files[6]]) == [None, None, None, None, contents(files)[6]]
    assert read([through], follow=True) == contents(files)[:1]


def test_a_pipe_in_its_place_does_not_block(files):
    expected = contents(files)[1]
    os.unlink(files[0].path)
    os.mkfifo(files[0].path)
    assert read(files[:2]) == [None, expected]


def test_no_handle_is_left_open(files):
    before = set(os.listdir("/proc/self/fd"))
    for _ in range(20):
        read([replace(files[0], size=1), *files])
    assert set(os.listdir("/proc/self/fd")) == before


def test_a_time_before_1970(files):
    os.utime(files[0].path, ns=(0, -1_500_000_001))
    assert read([record(files[0].path)]) == contents(files)[:1]


@given(data=st.data())
def test_any_of_many(tmp_path_factory, data):
    folder = tmp_path_factory.mktemp("any")
    wanted = data.draw(st.lists(st.tuples(st.binary(max_size=40), st.booleans()), max_size=40))
    records, expected = [], []
    for i, (content, stays) in enumerate(wanted):
        path = folder / str(i)
        path.write_bytes(content)
        records.append(record(str(path)))
        if not stays:
            path.write_bytes(content + b"!")
        expected.append(content if stays else None)
    assert read(records) == expected


@pytest.mark.skipif(sys.platform != "linux", reason="Linux")
def test_only_linux_with_the_call_has_it(monkeypatch):
    bulk.possible.cache_clear()
    monkeypatch.setattr(bulk.sys, "platform", "darwin")
    assert not bulk.possible()
    bulk.possible.cache_clear()


def test_only_the_ends_of_large_files(tmp_path):
    names, contents = [], [random.Random(size).randbytes(size) for size in (9, 8, 200, 100_000)]
    for i, content in enumerate(contents):
        path = tmp_path / str(i)
        path.write_bytes(content)
        names.append(record(path))
    room = np.zeros(8 * len(names), dtype=np.uint8)
    begins = np.arange(len(names), dtype=np.int64) * 8
    names[1] = replace(names[1], size=20)  # not what it was
    done = bulk.read_run(names, room, begins, flags_of(follow=False), ends=4)
    assert done.tolist() == [True, False, True, True]
    for i in (0, 2, 3):
        assert room[8 * i : 8 * i + 8].tobytes() == contents[i][:4] + contents[i][-4:]
