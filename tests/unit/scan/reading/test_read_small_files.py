"""Runs of small files read by the compiled loop: only unchanged files are read, and byte by byte right."""

import os
import random
import sys
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.arrays.file_columns import FileColumns
from simfinder.scan.reading import read_small_files
from simfinder.scan.reading.read_file import flags_of
from simfinder.scan.stat_record import record_of
from tests.helpers.open_files import open_files

pytestmark = pytest.mark.skipif(not read_small_files.possible(), reason="this system does not have the calls")
FILL = 0xA5


def record(path):
    return record_of(path, os.stat(path, follow_symlinks=False), protected=False)


def read(records, follow=False):
    """Return the bytes read of each file; None where none were."""
    begins = np.concatenate(([0], np.cumsum([r.size + 1 for r in records]))).astype(np.int64)
    room = np.full(int(begins[-1]) + 8, FILL, dtype=np.uint8)
    done, _ = read_small_files.read_runs(FileColumns.of(records), room, begins[:-1], flags_of(follow=follow))
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
    before = open_files()
    for _ in range(20):
        read([replace(files[0], size=1), *files])
    assert open_files() <= before


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
    monkeypatch.setattr(read_small_files, "has_calls", lambda *names: False)
    assert not read_small_files.possible()


def marks(records, ends=4, follow=False):
    found, done = read_small_files.mark_runs(FileColumns.of(records), ends, flags_of(follow=follow))
    return [mark if good else None for mark, good in zip(found.tolist(), done.tolist(), strict=True)]


@given(
    st.lists(st.tuples(st.binary(max_size=30), st.booleans()), max_size=20),
    st.integers(1, 9),
)
def test_files_of_the_same_bytes_have_the_same_mark(tmp_path_factory, wanted, ends):
    folder = tmp_path_factory.mktemp("marks")
    records = []
    for i, (content, stays) in enumerate(wanted * 2):
        (folder / str(i)).write_bytes(content)
        records.append(record(str(folder / str(i))))
        if not stays:
            (folder / str(i)).write_bytes(content + b"!")
    found = marks(records, ends)
    seen = {}
    for (content, stays), mark in zip(wanted * 2, found, strict=True):
        assert (mark is not None) == stays
        if stays:
            looked_at = content if len(content) <= 2 * ends else content[:ends] + content[-ends:]
            assert seen.setdefault((len(content), looked_at), mark) == mark
    assert len({(size, mark) for (size, _), mark in seen.items()}) == len(seen)  # compared within a size only


def test_one_byte_more_or_less_or_another_one_is_another_mark(tmp_path):
    contents = [b"x" * n for n in range(40)] + [b"x" * i + b"y" + b"x" * (16 - i) for i in range(17)]
    records = []
    for i, content in enumerate(contents):
        (tmp_path / str(i)).write_bytes(content)
        records.append(record(str(tmp_path / str(i))))
    assert len(set(marks(records, ends=20))) == len(set(contents))


def test_what_lies_between_the_ends_does_not_count(tmp_path):
    for name, content in (("a", b"head.....tail"), ("b", b"head_____tail"), ("c", b"head.....tall")):
        (tmp_path / name).write_bytes(content)
    a, b, c = marks([record(str(tmp_path / name)) for name in "abc"])
    assert a == b != c


def test_what_is_not_as_listed_has_no_mark(files):
    gone = replace(files[0], path=files[0].path + ".gone")
    other = replace(files[1], mtime_ns=5)
    found = marks([gone, other, files[2]])
    assert found[:2] == [None, None]
    assert found[2] is not None
