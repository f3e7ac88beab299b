"""Who has a file open for writing, and what becomes of what is saved while a file loses its last name."""

import mmap
import os
import subprocess
import sys

import pytest

from simfinder.actions.filesystem import open_elsewhere, syscalls
from simfinder.actions.filesystem.open_elsewhere import HeldFile, refuse_writers
from simfinder.errors import ActionError
from tests.unit.actions.world import read, write

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has leases")

_SAVES = """
import os, sys
file = os.open(sys.argv[1], os.O_WRONLY | os.O_APPEND)  # waits for the lease
os.write(file, b" and more")
os.close(file)
"""


@pytest.fixture
def path(tmp_path):
    return write(tmp_path / "letter.txt", b"Dear all", mode=0o640)


def _is_refused(path):
    with pytest.raises(ActionError, match="a program has it open for writing"):
        refuse_writers(path)


@pytest.mark.parametrize("flags", [os.O_WRONLY, os.O_RDWR, os.O_WRONLY | os.O_APPEND])
def test_a_writer_is_noticed_and_a_reader_is_not(path, flags):
    reader, writer = os.open(path, os.O_RDONLY), os.open(path, flags)
    _is_refused(path)
    os.close(writer)
    refuse_writers(path)
    os.close(reader)


def test_a_mapped_file_has_a_writer_though_it_is_closed(path):
    with open(path, "r+b") as file:
        mapped = mmap.mmap(file.fileno(), 0)
    _is_refused(path)
    mapped.close()
    refuse_writers(path)
    with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ):
        refuse_writers(path)


def test_what_is_not_there_or_no_file_is_left_to_the_caller(tmp_path, path):
    os.symlink(path, tmp_path / "link")
    for other in ("missing", "link", "."):
        refuse_writers(str(tmp_path / other))


def test_nobody_is_kept_from_writing_afterwards(path):
    refuse_writers(path)
    with HeldFile(path):
        pass
    subprocess.run([sys.executable, "-c", _SAVES, path], check=True, timeout=30)
    assert read(path) == b"Dear all and more"


def test_a_file_that_somebody_wants_to_write_to_is_not_removed(path):
    with HeldFile(path) as file:
        with pytest.raises(BlockingIOError):
            os.open(path, os.O_WRONLY | os.O_NONBLOCK)
        with pytest.raises(ActionError, match="open for writing"):
            file.remove(path)
    assert read(path) == b"Dear all"


def test_who_waits_for_the_lease_does_not_end_us(path):
    """The system sends SIGIO by default, which ends a program."""
    code = (
        "import sys, os\nfrom simfinder.actions.filesystem.open_elsewhere import HeldFile\n"
        "with HeldFile(sys.argv[1]):\n"
        "    try: os.open(sys.argv[1], os.O_WRONLY | os.O_NONBLOCK)\n"
        "    except BlockingIOError: print('alive')\n"
    )
    done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (0, "alive\n")


def test_what_is_saved_right_after_the_last_look_is_kept_beside(path, tmp_path, monkeypatch):
    """A program found the file by its name before that was removed, and writes when the lease is given back."""
    write(tmp_path / "letter (saved meanwhile).txt", b"somebody's")
    real, savers = syscalls.remove, []

    def remove(name):
        savers.append(subprocess.Popen([sys.executable, "-c", _SAVES, name]))
        with pytest.raises(subprocess.TimeoutExpired):  # it waits
            savers[0].wait(1)
        real(name)

    monkeypatch.setattr(syscalls, "remove", remove)
    with HeldFile(path) as file:
        said = file.remove(path)
    assert savers[0].wait(30) == 0
    kept = str(tmp_path / "letter (saved meanwhile) (2).txt")
    assert said == f"a program saved into it in the last moment; what it saved is at {kept}"
    assert read(kept) == b"Dear all and more"
    assert os.stat(kept).st_mode & 0o777 == 0o640
    assert sorted(os.listdir(tmp_path)) == [
        "letter (saved meanwhile) (2).txt",
        "letter (saved meanwhile).txt",
    ]


def test_without_leases_size_and_times_are_compared(path, tmp_path, monkeypatch):
    monkeypatch.setattr(open_elsewhere, "_take_lease", lambda _file, _path: False)
    with open(path, "ab", buffering=0) as writer:
        with HeldFile(path) as file:
            writer.write(b"!")
            with pytest.raises(ActionError, match="was written to meanwhile"):
                file.remove(path)
        real = syscalls.remove
        monkeypatch.setattr(syscalls, "remove", lambda name: (real(name), writer.write(b"?")))
        with HeldFile(path) as file:
            assert "what it saved is at" in file.remove(path)
    assert os.listdir(tmp_path) == ["letter (saved meanwhile).txt"]
    assert read(tmp_path / "letter (saved meanwhile).txt") == b"Dear all!?"


def test_another_name_keeps_what_is_saved(path, tmp_path, monkeypatch):
    monkeypatch.setattr(open_elsewhere, "_take_lease", lambda _file, _path: False)
    os.link(path, tmp_path / "other.txt")
    real = syscalls.remove
    with open(path, "ab", buffering=0) as writer:
        monkeypatch.setattr(syscalls, "remove", lambda name: (real(name), writer.write(b"?")))
        with HeldFile(path) as file:
            assert file.remove(path) == ""
    assert os.listdir(tmp_path) == ["other.txt"]


def test_what_can_not_be_kept_is_said(path, tmp_path, monkeypatch):
    monkeypatch.setattr(open_elsewhere, "_take_lease", lambda _file, _path: False)
    real = syscalls.remove

    def full(*_args):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(open_elsewhere, "_pour", full)
    with open(path, "ab", buffering=0) as writer:
        monkeypatch.setattr(syscalls, "remove", lambda name: (real(name), writer.write(b"?")))
        with HeldFile(path) as file:
            assert "could not be kept: No space left" in file.remove(path)


@pytest.mark.parametrize("length", [1, 244, 255])
def test_the_name_beside_is_never_too_long(tmp_path, length):
    path = write(tmp_path / ("n" * length), b"x")
    beside = open_elsewhere._beside(path)
    assert os.path.dirname(beside) == str(tmp_path)
    assert len(os.path.basename(beside)) <= 255
    assert "(saved meanwhile)" in beside


@pytest.mark.skipif(os.geteuid() != 0, reason="root's work")
def test_the_file_of_somebody_else_is_looked_at_by_its_times(path):
    """Who neither owns a file nor is root gets no lease."""
    os.chmod(path, 0o666)
    os.chmod(os.path.dirname(path), 0o777)
    code = (
        "import os, sys\nfrom simfinder.actions.filesystem.open_elsewhere import HeldFile, refuse_writers\n"
        "from simfinder.errors import ActionError\n"
        "writer = open(sys.argv[1], 'ab', buffering=0)\n"
        "os.chdir(os.path.dirname(sys.argv[1]))\n"
        "os.seteuid(65534)\n"
        "name = os.path.basename(sys.argv[1])\n"
        "refuse_writers(name)\n"
        "with HeldFile(name) as file:\n"
        "    writer.write(b'!')\n"
        "    try: file.remove(name)\n"
        "    except ActionError as error: print(error.message)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (0, "was written to meanwhile\n"), done.stderr
    assert read(path) == b"Dear all!"
