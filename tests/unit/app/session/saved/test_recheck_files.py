"""Files of a session against the disk: any mix of deletions, edits, replacements and moves, told by a plain twin."""

import errno
import os
import shutil
import stat
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simfinder.actions.filesystem.operations import content_of
from simfinder.app.session.saved import recheck_files
from simfinder.app.session.saved.recheck_files import recheck
from simfinder.arrays.file_columns import FileColumns
from simfinder.errors import ActionError
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.scan.walk.walker import walk
from tests.helpers.examples import examples
from tests.helpers.files.trees import write

FILES = ("a/one", "a/two", "a/in/three", "b/four", "b/five", "six")
FOLDERS = ("a", "a/in", "b")
PLACES = (*FILES, *FOLDERS, "new", "b/new", "c")


def made(root):
    """Files of three contents, so that one in the place of another may be the same in all but itself."""
    for number, name in enumerate(FILES):
        write(str(root), name, b"content %d" % (number % 3), 1_700_000_000)


def told(root, records, contents, *, follow=False):
    return recheck(FileColumns.of(records), contents, Control(), follow=follow, before=(), now=())


def known(root):
    records = list(walk(ScanOptions((str(root),)), Control()).files)
    assert len(records) == len(FILES)
    return records, [content_of(record.path, Control()) for record in records]


def expected(record, content):
    """Looked at in the plainest way: is it the very file, with the very bytes and times?"""
    if not os.path.lexists(record.path):
        return "gone"
    found = os.lstat(record.path)
    if not stat.S_ISREG(found.st_mode) or found.st_ino != record.inode:
        return "changed"
    if (found.st_size, found.st_mtime_ns) != (record.size, record.mtime_ns):
        return "changed"
    with open(record.path, "rb") as file:
        data = file.read()
    path = record.path + ".twin"
    with open(path, "wb") as file:
        file.write(data)
    same = content_of(path, Control()) == content
    os.unlink(path)
    return "alive" if same else "changed"


# deeds: each takes two places, which may be anything or nothing, and does what the system lets it do
def remove(one, _):
    shutil.rmtree(one) if os.path.isdir(one) and not os.path.islink(one) else os.unlink(one)


def move(one, other):
    os.replace(one, other)


def swap(one, other):
    os.rename(one, one + ".swap")
    try:
        os.rename(other, one)
    except OSError:
        os.rename(one + ".swap", one)
        raise
    os.rename(one + ".swap", other)


def copy_onto(one, other):
    """Another file with the same bytes and times, by a new one or into the old one."""
    shutil.copy2(one, other)


def replace_by_copy(one, other):
    shutil.copy2(one, other + ".copy")
    os.replace(other + ".copy", other)


def link_onto(one, other):
    os.link(one, other + ".link")
    os.replace(other + ".link", other)


def symlink_onto(one, other):
    os.rename(other, other + ".real")
    os.symlink(one, other)


def symlink_to_itself(one, _):
    """What moves a folder to a larger drive and leaves a link in its place."""
    os.rename(one, one + ".away")
    os.symlink(one + ".away", one)


def to_folder(one, _):
    os.unlink(one)
    os.mkdir(one)


def to_file(one, _):
    shutil.rmtree(one)
    with open(one, "wb") as file:
        file.write(b"content 0")


def edit(one, _):
    with open(one, "ab") as file:
        file.write(b"!")


def edit_unseen(one, _):
    found = os.stat(one)
    with open(one, "r+b") as file:
        file.write(b"C")
    os.utime(one, ns=(found.st_atime_ns, found.st_mtime_ns))


def truncate(one, _):
    with open(one, "r+b") as file:
        file.truncate(0)


def touch(one, _):
    os.utime(one, ns=(1, 1))


def mode(one, _):
    os.chmod(one, 0o700)


def make_anew(one, _):
    """Often with the number of the one that went."""
    found = os.stat(one)
    with open(one, "rb") as file:
        data = file.read()
    os.unlink(one)
    with open(one, "wb") as file:
        file.write(data)
    os.utime(one, ns=(found.st_atime_ns, found.st_mtime_ns))


DEEDS = (
    remove, move, swap, copy_onto, replace_by_copy, link_onto, symlink_onto, symlink_to_itself, to_folder, to_file,
    edit, edit_unseen, truncate, touch, mode, make_anew,
)  # fmt: skip


@settings(max_examples=examples(150), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    deeds=st.lists(
        st.tuples(st.sampled_from(DEEDS), st.sampled_from(PLACES), st.sampled_from(PLACES)), max_size=8
    )
)
def test_any_deeds_in_any_order_against_a_plain_twin(tmp_path_factory, deeds):
    root = tmp_path_factory.mktemp("disk") / "root"
    made(root)
    records, contents = known(root)
    for deed, one, other in deeds:
        try:
            deed(str(root / one), str(root / other))
        except (OSError, shutil.Error):
            continue  # it is not there, or not of that kind any more: then nothing happens
    found = told(root, records, contents)
    wanted = [expected(record, content) for record, content in zip(records, contents, strict=True)]
    changed = {problem.path for problem in found.changed}
    gone = set(found.gone)
    assert not changed & gone
    assert [
        "alive" if alive else "gone" if record.path in gone else "changed" if record.path in changed else "?"
        for record, alive in zip(records, found.alive.tolist(), strict=True)
    ] == wanted
    assert all(os.strerror(errno.ELOOP) in warning.reason for warning in found.warnings)


@pytest.mark.parametrize("code", [errno.EACCES, errno.EIO, errno.ESTALE, errno.ELOOP, errno.ENAMETOOLONG])
def test_what_cannot_be_looked_at_takes_no_part_and_is_said(tmp_path, monkeypatch, code):
    """As below a folder whose permission was lost, or on a drive that went away."""
    made(tmp_path)
    records, contents = known(tmp_path)
    real, folder = os.lstat, str(tmp_path / "a") + os.sep

    def lstat(path, *more, **options):
        if str(path).startswith(folder):
            raise OSError(code, os.strerror(code), path)
        return real(path, *more, **options)

    monkeypatch.setattr(recheck_files.os, "lstat", lstat)
    found = told(tmp_path, records, contents)
    monkeypatch.undo()
    away = tuple(record.path for record in records if record.path.startswith(folder))
    assert found.gone == away
    assert found.alive.sum() == len(records) - len(away)
    (warning,) = found.warnings
    assert warning.reason.startswith("3 files can't be looked at: ")


@pytest.mark.parametrize(
    "error", [PermissionError(errno.EACCES, "Permission denied"), ActionError("is no file any more")]
)
def test_a_file_that_may_have_changed_and_cannot_be_read_is_not_believed(tmp_path, monkeypatch, error):
    made(tmp_path)
    records, contents = known(tmp_path)
    os.chmod(records[0].path, 0)  # what was done to it, its size and time do not show

    def fail(_path, _control):
        raise error

    monkeypatch.setattr(recheck_files, "content_of", fail)
    found = told(tmp_path, records, contents)
    (problem,) = found.changed
    assert problem.path == records[0].path
    assert "can't be read" in problem.reason
    assert found.alive.sum() == len(records) - 1


def test_a_file_edited_while_it_is_read_again_is_not_believed(tmp_path, monkeypatch):
    made(tmp_path)
    records, contents = known(tmp_path)
    os.chmod(records[0].path, 0o600)

    def edited(path, control):
        digest = content_of(path, control)
        edit_unseen(path, None)
        return digest

    monkeypatch.setattr(recheck_files, "content_of", edited)
    found = told(tmp_path, records, contents)
    assert [problem.path for problem in found.changed] == [records[0].path]


def test_a_content_that_was_never_read_is_not_believed_once_something_happened(tmp_path):
    made(tmp_path)
    records, contents = known(tmp_path)
    contents[0] = contents[1] = None
    os.chmod(records[0].path, 0o600)
    found = told(tmp_path, records, contents)
    assert [problem.path for problem in found.changed] == [records[0].path]


def test_the_files_of_a_drive_that_is_absent_are_gone_and_the_others_are_not(tmp_path):
    drive, mount = tmp_path / "drive", tmp_path / "mount"
    made(tmp_path / "home")
    made(drive)
    os.rename(drive, mount)
    here, contents = known(tmp_path / "home")
    there, more = known(mount)
    os.rename(mount, drive)
    mount.mkdir()  # what is left of it: an empty folder
    found = told(tmp_path, [*here, *there], [*contents, *more])
    assert found.gone == tuple(record.path for record in there)
    assert found.alive.tolist() == [True] * len(here) + [False] * len(there)
    os.rmdir(mount)
    os.rename(drive, mount)
    assert told(tmp_path, [*here, *there], [*contents, *more]).alive.all()


def test_links_that_a_scan_followed_are_followed(tmp_path):
    made(tmp_path / "real")
    os.symlink(tmp_path / "real", tmp_path / "link")
    records, contents = known(tmp_path / "real")
    by_link = [replace(r, path=r.path.replace("/real/", "/link/")) for r in records]
    assert told(tmp_path, by_link, contents, follow=True).alive.all()
    os.unlink(tmp_path / "link")
    os.symlink(tmp_path / "nowhere", tmp_path / "link")
    assert told(tmp_path, by_link, contents, follow=True).gone == tuple(r.path for r in by_link)
