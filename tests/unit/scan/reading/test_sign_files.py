"""A batch in a worker: the same entries together or one by one, whatever happens to a file meanwhile."""

import os
import random
import shutil

import pytest

from simfinder.arrays.file_columns import FileColumns
from simfinder.errors import Cancelled
from simfinder.model.file_record import FileRecord
from simfinder.model.progress import Control
from simfinder.scan.reading import read_file, read_small_files, sign_files
from simfinder.scan.reading.sign_files import TOGETHER, FileSigner
from simfinder.scan.stat_record import record_of
from simfinder.signatures.content_hash import content_hash
from simfinder.signatures.sign.sign_bytes import sign
from simfinder.signatures.table import serialize
from simfinder.signatures.table.parameters import PLAIN, Parameters
from tests.helpers.open_files import open_files


@pytest.fixture(params=[True, False], ids=["in runs", "by Python"], autouse=True)
def _way(request, monkeypatch):
    """Both ways to read small files; not every system has the compiled one."""
    if not read_small_files.possible() and request.param:
        pytest.skip("this system does not have the calls")
    monkeypatch.setattr(read_small_files, "possible", lambda: request.param)


@pytest.fixture
def by_python(monkeypatch):
    monkeypatch.setattr(read_small_files, "possible", lambda: False)


def record(path):
    return record_of(str(path), os.stat(path), protected=False)


@pytest.fixture
def files(tmp_path):
    """Ten files of many lengths, one of them too large to be signed with others."""
    rng = random.Random(1)
    made = []
    for i, size in enumerate([0, 1, 7, 8, 500, 4096, 70_000, TOGETHER, TOGETHER + 1, 3000]):
        path = tmp_path / f"{i}"
        path.write_bytes(rng.randbytes(size))
        made.append(record(path))
    return made


def entries(files, batch=None, parameters=PLAIN, control=None, **options):
    work = FileSigner(
        FileColumns.of(files), control or Control(), parameters, follow=options.pop("follow", False)
    )
    batch = list(range(len(files))) if batch is None else batch
    return told(files, batch, work.sign(batch))


def told(files, batch, done):
    """Return the entry, or the reason why there is none, of each file that is done, in the order of the batch."""
    assert len(done.as_listed) == len(done.files) == len(done.entries)
    found = dict(done.others)
    assert len(done.others) == len(found)
    for row, i in enumerate(done.as_listed.tolist()):
        assert i not in found
        found[i] = done.entries.entry(row, files[i])
    return {i: found.pop(i) for i in batch if i in found} | found


def assert_right(found, files, parameters=PLAIN):
    for i, entry in found.items():
        with open(files[i].path, "rb") as file:
            data = file.read()
        assert entry.file == record(files[i].path)
        assert entry.content == content_hash(data)
        assert entry.piece == serialize.pack(sign(data, parameters))
        assert entry.read_ns > entry.file.mtime_ns


@pytest.mark.parametrize("parameters", [PLAIN, Parameters(shingle=6)])
def test_every_file_has_its_entry(files, parameters):
    found = entries(files, parameters=parameters)
    assert set(found) == set(range(10))
    assert_right(found, files, parameters)


@pytest.mark.parametrize("batch", [[3], [9, 2, 5], [8], []])
def test_any_part_in_any_order(files, batch):
    found = entries(files, batch)
    assert list(found) == batch
    assert_right(found, files)


def test_progress_tells_every_byte(files):
    control = Control()
    entries(files, control=control)
    shown = control.snapshot()
    assert (shown.files, shown.bytes, shown.problems) == (10, sum(f.size for f in files), 0)


def test_what_can_t_be_read_is_a_reason_and_the_others_stay(files):
    os.unlink(files[2].path)
    os.unlink(files[4].path)
    os.mkfifo(files[4].path)
    os.unlink(files[5].path)
    os.symlink(files[9].path, files[5].path)
    control = Control()
    found = entries(files, control=control)
    assert found.pop(2) == "No such file or directory"
    assert found.pop(4) == found.pop(5) == "is no regular file any more"
    assert len(found) == 7
    assert_right(found, files)
    assert control.snapshot().problems == 3
    assert control.snapshot().files == 10


def test_links_are_followed_on_request(files, tmp_path):
    os.symlink(files[5].path, tmp_path / "link")
    through = FileRecord(str(tmp_path / "link"), *_rest(files[5]))
    found = entries([through, files[3]], follow=True)
    with open(files[5].path, "rb") as file:
        assert found[0].content == content_hash(file.read())
    assert isinstance(entries([through, files[3]])[0], str)


def _rest(file):
    return file.device, file.inode, file.size, file.mtime_ns, file.ctime_ns, file.mode


@pytest.mark.parametrize("change", [b"longer than it was", b""])
def test_a_file_of_another_length_than_listed(files, change):
    with open(files[4].path, "wb") as file:
        file.write(change)
    with open(files[5].path, "ab") as file:
        file.write(b"more")
    found = entries(files)
    if not change:
        assert found.pop(4) == "changed while it was read"
    assert_right(found, files)
    assert found[5].file.size == files[5].size + 4


def test_a_file_of_another_time_than_listed(files):
    os.utime(files[5].path, ns=(1, 12345))
    found = entries(files)
    assert found[5].file.mtime_ns == 12345
    assert_right(found, files)


@pytest.mark.usefixtures("by_python")
def test_a_file_that_changes_while_it_is_read(files, monkeypatch):
    """A file that changes once is read again; one that keeps changing is given up."""
    read, changes = read_file._READ_INTO, iter([True])

    def changing(handle, into):
        got = read(handle, into)
        if got == files[5].size and next(changes, False):
            os.utime(files[5].path, ns=(1, 777))
        return got

    monkeypatch.setattr(read_file, "_READ_INTO", changing)
    found = entries(files)
    assert found[5].file.mtime_ns == 777
    assert_right(found, files)


@pytest.mark.usefixtures("by_python")
@pytest.mark.parametrize("error", [OSError(5, "Input/output error"), OSError(13, "Permission denied")])
def test_system_errors_while_reading(files, monkeypatch, error):
    def fail(*_):
        raise error

    monkeypatch.setattr(read_file, "_READ_INTO", fail)
    monkeypatch.setattr(read_file.os, "read", fail)
    found = entries(files, [3, 4, 5])
    assert found == dict.fromkeys([3, 4, 5], error.strerror)


@pytest.mark.usefixtures("by_python")
def test_short_reads(files, monkeypatch):
    monkeypatch.setattr(read_file, "_READ_INTO", lambda handle, into: os.readv(handle, [into[:100]]))
    found = entries(files)
    assert len(found) == 10
    assert_right(found, files)


@pytest.mark.usefixtures("by_python")
def test_without_readv(files, monkeypatch):
    monkeypatch.setattr(read_file, "_READ_INTO", read_file._read_into)
    assert_right(entries(files), files)


def test_a_cancel_keeps_what_is_signed(files, monkeypatch):
    control = Control()
    plain = sign_files.sign_file

    def cancelled(*arguments, **options):
        control.cancel()
        return plain(*arguments, **options)

    monkeypatch.setattr(sign_files, "sign_file", cancelled)
    monkeypatch.setattr(sign_files, "TOGETHER", 400)
    found = entries(files, control=control)
    assert set(found) == {0, 1, 2, 3, 4}
    assert_right(found, files)


def test_a_cancel_before_anything(files):
    control = Control()
    control.cancel()
    assert entries(files, control=control) == {}
    with pytest.raises(Cancelled):
        control.check()


def test_no_handle_is_left_open(files):
    before = open_files()
    shutil.copy(files[5].path, files[4].path)
    os.unlink(files[3].path)
    entries(files)
    assert open_files() <= before


def test_a_buffer_is_used_again(files):
    """Nothing of an earlier batch shows in the reused buffer."""
    work = FileSigner(FileColumns.of(files), Control(), PLAIN, follow=False)
    for batch in ([6, 7], [5, 4], [3, 2, 1, 0], [7, 6, 5]):
        assert_right(told(files, batch, work.sign(batch)), files)
