"""How a movement that was cut off is judged; above all, what is never touched."""

import errno
import os
import secrets
from dataclasses import replace

import pytest

from simfinder.actions.filesystem import syscalls
from simfinder.actions.filesystem.operations import Identity, is_part_name, part_for
from simfinder.actions.methods import movement
from simfinder.actions.methods.movement import Movement, Verdict, settle
from simfinder.model.progress import Control
from tests.unit.actions.world import content, read, write

DATA = b"the data of the file" * 100


@pytest.fixture
def way(tmp_path):
    source = write(tmp_path / "from" / "x", DATA)
    status = os.stat(source)
    target = str(tmp_path / "to" / "x")
    os.mkdir(tmp_path / "to")
    identity = Identity(None, status.st_ino, status.st_size, status.st_mtime_ns)
    return Movement(source, target, part_for(target), identity, content(source))


def copied(way, path, data=DATA):
    """The way as the journal has it once a copy was begun."""
    write(path, data)
    return Movement(way.source, way.target, way.part, way.identity, way.content, os.stat(path).st_ino)


def verdict(way):
    return settle(way, Control())


def left(way):
    return sorted(os.listdir(os.path.dirname(way.target)))


def test_not_begun(way):
    assert verdict(way) == (Verdict.STAYED, "")


def test_renamed(way):
    os.rename(way.source, way.target)
    assert verdict(way) == (Verdict.MOVED, "")


@pytest.mark.parametrize("data", [b"", DATA[:50], DATA])
def test_an_unfinished_copy_goes(way, data):
    way = copied(way, way.part, data)
    assert verdict(way) == (Verdict.STAYED, "")
    assert left(way) == []


def test_an_unfinished_copy_without_its_original_stays(way):
    """The person removed the original after the crash: the copy may be all there is."""
    way = copied(way, way.part)
    os.unlink(way.source)
    found, reason = verdict(way)
    assert found is Verdict.UNKNOWN
    assert way.part in reason
    assert read(way.part) == DATA


def test_something_bigger_than_the_original_is_not_our_copy(way):
    way = copied(way, way.part, DATA + b"more")
    assert verdict(way)[0] is Verdict.STAYED
    assert read(way.part) == DATA + b"more"


def test_a_part_that_is_not_named_like_one_stays(way, tmp_path):
    """As a damaged journal might say."""
    precious = write(tmp_path / "to" / "precious.txt", b"mine")
    strange = Movement(way.source, way.target, precious, way.identity, way.content)
    assert verdict(strange)[0] is Verdict.STAYED
    assert read(precious) == b"mine"


def test_a_finished_copy_beside_the_original_goes(way):
    way = copied(way, way.target)
    assert verdict(way) == (Verdict.STAYED, "")
    assert left(way) == []


def test_a_finished_copy_that_was_edited_stays(way):
    way = copied(way, way.target)
    with open(way.target, "r+b") as file:
        file.write(b"EDITED")
    found, reason = verdict(way)
    assert (found, reason) == (Verdict.STAYED, f"what is at {way.target} is left alone")
    assert read(way.target).startswith(b"EDITED")


@pytest.mark.parametrize("data", [DATA, b"other"])
def test_a_strangers_file_at_the_target_stays(way, data):
    """Even one of the same bytes: its inode is not the one the journal knows."""
    write(way.target, data)
    found, reason = verdict(way)
    assert found is Verdict.STAYED
    assert "left alone" in reason
    assert read(way.target) == data
    assert read(way.source) == DATA


def test_a_second_name_goes(way):
    os.link(way.source, way.target)
    assert verdict(way) == (Verdict.STAYED, "")
    assert left(way) == []
    assert read(way.source) == DATA


def test_one_name_reached_by_two_ways_stays(way, tmp_path):
    """A link or mount made meanwhile: target and source are one directory entry (with another name elsewhere)."""
    os.link(way.source, tmp_path / "another name")
    os.rmdir(tmp_path / "to")
    os.symlink(tmp_path / "from", tmp_path / "to")
    assert verdict(way) == (Verdict.STAYED, "")
    assert read(way.source) == DATA


def test_one_name_in_two_spellings_stays(way, tmp_path):
    """Where A is a, both are the one entry; on this disk they are two, and the second one is left too."""
    os.link(way.source, tmp_path / "from" / "FILE é")
    os.rename(way.source, tmp_path / "from" / "file e\u0301")
    odd = replace(
        way, source=str(tmp_path / "from" / "file e\u0301"), target=str(tmp_path / "from" / "FILE é")
    )
    assert verdict(odd) == (Verdict.STAYED, "")
    assert read(odd.source) == read(odd.target) == DATA


def test_one_file_without_a_second_name_stays(way, tmp_path):
    os.rmdir(tmp_path / "to")
    os.symlink(tmp_path / "from", tmp_path / "to")
    assert verdict(way) == (Verdict.STAYED, "")
    assert read(way.source) == DATA


def test_moved_and_the_old_name_taken(way):
    os.rename(way.source, way.target)
    write(way.source, b"new")
    assert verdict(way) == (Verdict.MOVED, "")
    assert read(way.target) == DATA
    assert read(way.source) == b"new"


def test_copied_and_the_old_name_taken(way):
    way = copied(way, way.target)
    os.unlink(way.source)
    write(way.source, b"new")
    assert verdict(way) == (Verdict.MOVED, "")
    assert read(way.target) == DATA


def test_edited_before_it_moved(way):
    write(way.source, b"edited")
    assert verdict(way) == (Verdict.STAYED, "it was changed since")
    assert read(way.source) == b"edited"


def test_edited_after_a_copy_was_begun(way):
    way = copied(way, way.part, DATA[:7])
    write(way.source, b"edited")
    assert verdict(way)[0] is Verdict.STAYED
    assert left(way) == []


def test_gone_without_a_trace(way):
    os.unlink(way.source)
    assert verdict(way) == (Verdict.UNKNOWN, f"is not at its place now, and nothing is at {way.target}")


def test_gone_and_a_stranger_at_the_target(way):
    os.unlink(way.source)
    write(way.target, b"other")
    assert verdict(way) == (
        Verdict.UNKNOWN,
        f"is not at its place now, and something else is at {way.target}",
    )
    assert read(way.target) == b"other"


@pytest.mark.parametrize("place", ["source", "target"])
def test_another_inode_with_the_same_bytes(way, place):
    """A drive without lasting inodes, plugged in again."""
    os.unlink(way.source)
    write(getattr(way, place), DATA, mtime_ns=7)
    assert verdict(way)[0] is (Verdict.STAYED if place == "source" else Verdict.MOVED)


def test_what_can_not_be_looked_at_is_not_judged(way, monkeypatch):
    def deny(path):
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr(syscalls, "status", deny)
    found, reason = verdict(way)
    assert found is Verdict.UNKNOWN
    assert "Permission denied" in reason


def test_a_folder_at_the_source_is_not_the_file(way):
    os.unlink(way.source)
    os.mkdir(way.source)
    assert verdict(way)[0] is Verdict.STAYED
    assert os.path.isdir(way.source)


def test_parts_are_named_by_chance(monkeypatch):
    assert part_for("/d/x") != part_for("/d/x")
    monkeypatch.setattr(secrets, "token_hex", lambda size: "ab" * size)
    assert part_for("/d/x") == f"/d/.simfinder-{'ab' * 16}.part"


def test_only_our_own_copy_is_dropped(tmp_path):
    path = write(tmp_path / "x")
    movement._drop(path, os.stat(path).st_ino + 1)
    movement._drop(path, None)
    assert os.path.exists(path)
    movement._drop(path, os.stat(path).st_ino)
    assert not os.path.exists(path)


@pytest.mark.parametrize("number", [errno.ENOENT, errno.EIO])
def test_the_copy_stays_where_the_original_went_though_the_call_failed(tmp_path, monkeypatch, number):
    """A server that repeats a call which it has done already says that there is no such file."""
    source, target = write(tmp_path / "x", b"the only one" * 99), str(tmp_path / "there")
    remove = syscalls.remove

    def failing(path):
        remove(path)
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(syscalls, "remove", failing)
    monkeypatch.setattr(movement, "rename_new", across(movement.rename_new))
    way = Movement(source, target, part_for(target), Identity.of(os.stat(source)), content(source))
    assert movement.carry_out(way, Control(), lambda *_: None) == ""
    assert read(target) == b"the only one" * 99
    assert os.listdir(tmp_path) == ["there"]


def across(rename):
    """Let a rename find that its first path is on another disk, unless it is a name of ours."""

    def renamed(source, target):
        if not is_part_name(source):
            raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))
        rename(source, target)

    return renamed
