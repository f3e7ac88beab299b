"""Identical files are found, and shown, while a first scan waits for its kernels."""

import os

import pytest

from simfinder.app.runtime import compile_ahead
from simfinder.arrays.file_columns import FileColumns
from simfinder.arrays.jit_errors import when_missing
from simfinder.model.progress import Control, IdenticalFiles
from simfinder.scan.reading import first_look
from simfinder.scan.reading.first_look import FirstLook
from simfinder.scan.stat_record import record_of


@pytest.fixture
def made(tmp_path):
    """Write files by name and content; return their columns."""

    def write(**contents):
        for name, data in contents.items():
            (tmp_path / name).write_bytes(data)
        paths = [str(tmp_path / name) for name in sorted(contents)]
        return FileColumns.of([record_of(path, os.stat(path), protected=False) for path in paths])

    return write


def looked(files, control=None):
    control = control or Control()
    FirstLook(files, control, follow=False).run()
    return [
        (group.size, [os.path.basename(p) for p in group.paths]) for group in control.snapshot().identical
    ]


def test_only_equal_bytes_are_shown_and_the_largest_come_first(made):
    middle = bytearray(b"x" * 30_000)
    middle[15_000] = 1  # both ends are the same
    large, empty, small = b"x" * 30_000, b"", b"abc"
    files = made(a=large, b=bytes(middle), c=large, d=empty, e=empty, f=small, g=b"abd", h=small, i=b"alone!")
    assert looked(files) == [(30_000, ["a", "c"]), (3, ["f", "h"])]


def test_what_changed_or_went_and_what_is_large_is_left_to_the_scan(made, monkeypatch):
    files = made(**dict.fromkeys("abcd", b"same"), x=b"large", y=b"large")
    os.remove(files[0].path)
    with open(files[1].path, "wb") as file:
        file.write(b"diff")
    monkeypatch.setattr(first_look, "LARGEST", 4)
    assert looked(files) == [(4, ["c", "d"])]


def test_it_ends_when_enough_is_found_and_when_the_scan_goes_on(made, monkeypatch):
    files = made(a=b"1", b=b"1", c=b"22", d=b"22", e=b"333", f=b"333")
    monkeypatch.setattr(first_look, "MOST", 2)
    assert [size for size, _ in looked(files)] == [3, 2]
    control = Control()
    look = FirstLook(files, control, follow=False)
    look.end()
    look.run()
    cancelled = Control()
    cancelled.cancel()
    assert (control.snapshot().identical, looked(files, cancelled)) == ((), [])


def test_whoever_waits_for_kernels_has_it_done_meanwhile_and_once(monkeypatch):
    class Helpers:
        looks = 0

        def running(self):
            Helpers.looks += 1
            return Helpers.looks < 40 and not control.snapshot().identical

        def done(self):
            return []

        def told(self):
            return "waiting", None

        def end(self):
            pass

    group = (IdenticalFiles(3, ("a", "b")),)
    control, ran = Control(), []

    def look():
        ran.append(True)
        control.show_identical(group)

    monkeypatch.setattr(compile_ahead, "Helpers", Helpers)
    waiting = compile_ahead.Waiting(control)
    control.do_meanwhile(look)
    with when_missing(waiting.more):
        assert not waiting.more()
        assert not waiting.more()
    waiting.end()
    assert (control.snapshot().identical, ran) == (group, [True])
