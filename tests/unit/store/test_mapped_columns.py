"""Columns in a file without a name."""

import errno
import mmap
import os
import sys
from pathlib import Path

import numpy as np
import pytest

from simfinder.store import mapped_columns
from simfinder.store.mapped_columns import GrowingColumn, let_go, mapped

LEAST = 1 << 22  # less than outside tests: arrays are quicker to make

needs_madvise = pytest.mark.skipif(not hasattr(mmap.mmap, "madvise"), reason="this system can't let pages go")


@pytest.fixture
def columns(monkeypatch):
    monkeypatch.setattr(mapped_columns, "LEAST", LEAST)
    rng = np.random.default_rng(1)
    return [
        rng.integers(0, 1 << 32, (LEAST // 512, 128), dtype=np.uint32),
        rng.integers(0, 256, (LEAST // 512, 13), dtype=np.uint8),
        np.zeros((0, 4), np.int64),
        np.arange(1001, dtype=np.uint16),
    ]


def resident() -> int:
    """Bytes of this process that are in memory."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * mmap.PAGESIZE


@needs_madvise
def test_mapped_columns_are_equal_and_of_the_same_kind(columns, tmp_path):
    found = mapped(columns, tmp_path)
    assert all(one is not other for one, other in zip(found, columns, strict=True))
    for one, other in zip(found, columns, strict=True):
        assert np.array_equal(one, other)
        assert (one.dtype, one.shape) == (other.dtype, other.shape)
        # another kind of array would have every kernel compiled once more
        assert all(one.flags[name] for name in ("C", "W", "A"))
    assert list(tmp_path.iterdir()) == []


@needs_madvise
@pytest.mark.parametrize("at_once", [1 << 12, 1 << 20])
def test_rows_are_moved_in_the_order_asked_for(columns, tmp_path, monkeypatch, at_once):
    monkeypatch.setattr(mapped_columns, "_MOST_AT_ONCE", at_once)
    rows = np.random.default_rng(4).permutation(len(columns[0]))[1:]
    for one, other in zip(mapped(columns[:2], tmp_path, rows), columns[:2], strict=True):
        assert np.array_equal(one, other[rows])


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_what_was_let_go_takes_no_memory_and_comes_back(columns, tmp_path):
    expected = [column.copy() for column in columns]
    found = mapped(columns, tmp_path)
    held = [int(column.sum()) for column in found]  # all pages are in memory now
    before = resident()
    let_go(found[0][3:7], found[1])
    assert before - resident() > LEAST
    assert held == [int(column.sum()) for column in found]
    assert all(map(np.array_equal, found, expected))


def test_letting_go_of_other_arrays_does_nothing(columns):
    before = columns[0].copy()
    let_go(*columns, np.frombuffer(b"abc", np.uint8))
    assert np.array_equal(columns[0], before)


def test_small_columns_stay_where_they_are(tmp_path):
    columns = [np.arange(100)]
    assert mapped(columns, tmp_path) == []


def test_columns_stay_where_they_are_where_there_is_no_folder(columns, tmp_path):
    (tmp_path / "file").touch()
    assert mapped(columns, tmp_path / "file") == []


def test_columns_stay_where_they_are_on_a_full_disk(columns, tmp_path, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(mapped_columns.os, "write", full)
    assert mapped(columns, tmp_path) == []


def test_a_disk_with_little_room_is_left_alone(columns, tmp_path, monkeypatch):
    usage = mapped_columns.shutil.disk_usage(Path(tmp_path))
    monkeypatch.setattr(mapped_columns.shutil, "disk_usage", lambda _: usage._replace(free=2 * LEAST))
    assert mapped(columns, tmp_path) == []


def grown(columns, folder, most=4 * LEAST):
    """The parts of a column put together, and whether they are in a file."""
    growing = GrowingColumn(columns[0][:0], most, folder)
    for part in columns:
        growing.append(part)
    found = growing.whole()
    return found, mapped_columns.is_mapped(found)


@pytest.fixture
def parts(monkeypatch):
    monkeypatch.setattr(mapped_columns, "LEAST", LEAST)
    rng = np.random.default_rng(2)
    return [rng.integers(0, 256, (LEAST // 10 + 1000 * i, 3), dtype=np.uint8) for i in range(8)]


@needs_madvise
def test_a_column_that_grows_large_is_in_a_file(parts, tmp_path):
    found, in_file = grown(parts, tmp_path)
    assert in_file
    assert np.array_equal(found, np.concatenate(parts))
    assert all(found.flags[name] for name in ("C", "W", "A"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("most", [LEAST - 1, 4 * LEAST])
def test_a_column_that_stays_small_is_in_memory(parts, tmp_path, most):
    found, in_file = grown(parts[:2], tmp_path, most)
    assert not in_file
    assert np.array_equal(found, np.concatenate(parts[:2]))
    assert len(grown([parts[0][:0]], tmp_path)[0]) == 0


@pytest.mark.parametrize("written", [0, 1, 4])
def test_a_disk_that_becomes_full_loses_nothing(parts, tmp_path, monkeypatch, written):
    write, left = os.write, [written]

    def full_after(handle, data):
        left[0] -= 1
        if left[0] < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(handle, data)

    monkeypatch.setattr(mapped_columns.os, "write", full_after)
    found, in_file = grown(parts, tmp_path)
    assert not in_file
    assert np.array_equal(found, np.concatenate(parts))


def test_a_column_grows_in_memory_where_there_is_no_folder(parts, tmp_path):
    (tmp_path / "file").touch()
    assert np.array_equal(grown(parts, tmp_path / "file")[0], np.concatenate(parts))


@needs_madvise
def test_a_file_that_can_not_be_mapped_is_read(parts, tmp_path, monkeypatch):
    def refused(*_, **__):
        raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))

    monkeypatch.setattr(mapped_columns.mmap, "mmap", refused)
    monkeypatch.setattr(refused, "madvise", None, raising=False)
    growing = GrowingColumn(parts[0][:0], 4 * LEAST, tmp_path)
    for part in parts:
        growing.append(part)
    assert np.array_equal(growing.whole(), np.concatenate(parts))
