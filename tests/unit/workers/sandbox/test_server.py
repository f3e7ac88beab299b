"""A worker among hostile parsers: whatever they do ends in a reason, in bounded time, and the next file is read."""

import os
import subprocess
import sys
import threading
import time

import pytest

from simfinder.model.progress import Control
from simfinder.scan.extract import view_reader
from simfinder.scan.extract.limits import Bounds
from simfinder.scan.extract.members import Member, count_of, pack
from simfinder.scan.extract.view_reader import NoViewError, ViewReader
from simfinder.scan.extract.view_service import pack_answer
from simfinder.workers.sandbox import protocol
from simfinder.workers.sandbox.child_process import Child
from tests.helpers.files import hostile as hostile_service
from tests.helpers.files.hostile import CODE
from tests.helpers.files.views import MIB, children, gone, read
from tests.helpers.open_files import open_files

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="what is done to a worker is told by /proc")
QUICK = Bounds(seconds=1)


@pytest.fixture(autouse=True)
def hostile(monkeypatch):
    monkeypatch.setattr(view_reader, "SERVICE", hostile_service.__name__)
    before = open_files()
    yield
    assert children() == []
    assert open_files() <= before


@pytest.fixture
def ask(tmp_path):
    """Have a hostile parser run; return its outcome."""
    with ViewReader(Control(), QUICK) as worker:

        def ask(deed, **how):
            path = written(tmp_path / "asked", deed, how.pop("data", b""))
            return read(how.pop("worker", worker), path, CODE, **how)

        ask.worker = worker
        yield ask


def written(path, deed, data=b""):
    path.write_bytes(b"hostile " + deed.encode() + b"\n" + data)
    return path


def refused(ask, deed, **how):
    with pytest.raises(NoViewError) as caught:
        ask(deed, **how)
    assert ask("echo", data=b"all is well")[1] == b"all is well"
    return caught.value


def test_those_that_hang_are_killed(tmp_path):
    """Run all of them at once, each with a thread and a worker."""
    outcomes = {}

    def work(deed):
        path = written(tmp_path / deed, deed)
        with ViewReader(Control(), QUICK) as worker:
            before = time.monotonic()
            try:
                outcomes[deed] = read(worker, path, CODE)
            except NoViewError as error:
                outcomes[deed] = (error.message, error.lasting, time.monotonic() - before < 3)
            assert read(worker, written(tmp_path / f"{deed} again", "echo"), CODE)[1] == b""

    deeds = ["spin", "spin_in_c", "sleep", "block", "fork"]
    threads = [threading.Thread(target=work, args=(deed,)) for deed in deeds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    late = "takes longer than 1 s to be read"
    # of those that wait for something nothing is remembered: it may have been the disk
    lasting = {deed: deed.startswith("spin") for deed in deeds}
    assert outcomes == {deed: (late, lasting[deed], True) for deed in deeds}


def test_what_it_has_started_dies_with_it(tmp_path):
    path, groups = written(tmp_path / "x", "then fork"), []
    with ViewReader(Control(), QUICK) as worker, pytest.raises(NoViewError, match="longer than 1 s"):
        worker.read(str(path), CODE, lambda _: groups.append(worker.pid))
    until = time.monotonic() + 10
    with pytest.raises(ProcessLookupError):  # noqa: PT012 - a dead one may wait for its new parent
        while time.monotonic() < until:
            os.killpg(groups[0], 0)


def test_more_time_for_more_bytes(ask):
    error = refused(ask, "trickle 0.2")  # five megabytes a second, half of what is expected
    assert error.message == "takes longer than 2 s to be read"


@pytest.mark.parametrize(
    ("deed", "told", "lasting"),
    [
        ("exit 7", "(code 7)", True),
        ("exit 0", "(code 0)", True),
        ("signal 9", "(signal 9)", False),  # as when the system is short of memory
        ("signal 6", "(signal 6)", True),
        ("signal 15", "(signal 15)", True),
        ("segfault", "(signal 11)", True),
        ("raise SystemExit", "(code 1)", True),
        ("raise KeyboardInterrupt", "(signal 2)", True),
        ("close", "(code 120)", True),
        ("hang_closed", "(signal 9)", False),
    ],
)
def test_one_that_dies(ask, deed, told, lasting):
    error = refused(ask, deed)
    assert error.message == f"can't be read: the process that reads it ended {told}"
    assert error.lasting == lasting


@pytest.mark.parametrize(
    ("deed", "reason"),
    [
        ("raise Exception", "is damaged (Exception)"),
        ("raise OSError", "raised"),
        ("recurse", "is nested too deeply"),
        ("eat", "takes more than 160 MB of memory to be read"),
        ("eat_small", "takes more than 160 MB of memory to be read"),
        ("pour", "holds more than 64 MB"),
        ("members 0", "holds more than 500 files"),
        ("members 99999", "holds more than 1 MB of names"),
        (f"write {65 * MIB}", "holds more than 64 MB"),
    ],
)
def test_one_that_goes_too_far(ask, deed, reason):
    bounds = Bounds(seconds=20, memory=160 * MIB, output=64 * MIB, members=500, names=MIB)
    with ViewReader(Control(), bounds) as worker:
        with pytest.raises(NoViewError) as caught:
            ask(deed, worker=worker)
        assert caught.value.message == reason
        assert len(caught.value.identity) == 4
        assert ask("echo", data=b"all is well", worker=worker)[1] == b"all is well"


def test_a_library_that_is_missing_says_nothing_of_the_file(ask):
    error = refused(ask, "raise ImportError")
    assert error.message.startswith("can't be looked into with what is installed")
    assert not error.lasting


@pytest.mark.parametrize("deed", ["print", "stdin"])
def test_what_is_printed_or_read_spoils_nothing(ask, deed):
    for _ in range(3):
        assert ask(deed)[1] == {"print": b"fine", "stdin": b"[]"}[deed]


def test_nothing_is_written(ask, tmp_path):
    there, other = tmp_path / "there", tmp_path / "other"
    there.write_bytes(b"kept")
    before = there.stat()
    for code in [
        "open(P, 'wb')",
        "open(P, 'ab')",
        "open(P, 'r+b')",
        "open(Q, 'xb')",
        "os.open(Q, os.O_CREAT)",
        "os.truncate(P, 0)",
        "os.remove(P)",
        "os.rename(P, Q)",
        "os.mkdir(Q)",
        "os.link(P, Q)",
        "os.symlink(P, Q)",
        "os.chmod(P, 0)",
        "os.utime(P)",
        "os.fork()",
        "os.system('true')",
        "os.execv('/bin/true', ['true'])",
        "os.kill(os.getppid(), 0)",
        "__import__('subprocess').run(['true'])",
        "__import__('socket').socket()",
        "__import__('shutil').copy(P, Q)",
    ]:
        told = ask(f"python P, Q = {str(there)!r}, {str(other)!r}; {code}")[1]
        assert told == b"PermissionError", code
        assert set(os.listdir(tmp_path)) == {"asked", "there"}
    assert (
        ask("python __import__('tempfile').TemporaryFile()")[1] == b"FileNotFoundError"
    )  # no folder will do
    after = there.stat()
    assert (after.st_mode, after.st_size, after.st_mtime_ns) == (
        before.st_mode,
        before.st_size,
        before.st_mtime_ns,
    )


def _has_landlock():
    code = "import ctypes; print(ctypes.CDLL(None).syscall(444, None, ctypes.c_size_t(0), 1))"
    return int(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout) >= 3


@pytest.mark.skipif(not _has_landlock(), reason="the kernel has no Landlock")
def test_native_code_writes_nothing_either(ask, tmp_path):
    there = tmp_path / "there"
    there.write_bytes(b"kept")
    for call in [
        f"creat {tmp_path}/new 384",
        f"open {there} {os.O_WRONLY}",
        f"open {there} {os.O_WRONLY | os.O_TRUNC}",
        f"truncate {there} 0",
        f"unlink {there}",
        f"rename {there} {tmp_path}/new",
        f"mkdir {tmp_path}/new 448",
        f"symlink {there} {tmp_path}/new",
        f"mkfifo {tmp_path}/new 384",
        "execl /bin/true true 0",
    ]:
        assert ask(f"libc {call}")[1] == b"-1", call
    assert set(os.listdir(tmp_path)) == {"asked", "there"}
    assert there.read_bytes() == b"kept"
    assert ask(f"libc open {there} {os.O_RDONLY}")[1] == b"-1"  # nor read by name


@pytest.mark.parametrize(
    "data",
    [
        "00" * 5,  # no such kind
        "0100000000",  # data without data
        "01ffffffff",  # far too long a piece
        "0101000400" + "00" * 100,  # a byte too long
        "02ffffffff",
        "0200000000",  # an end that holds nothing
        "020400000000000000",
        "0204000000ffffffff",
        "02050000000100000041",  # too few words
        "0300000000",  # ready, again
        "0303000000000000",
        "0400000000",
        "02" + "0f000000" + "02000000" + "00" + "06000000" + "300031003031",
        "02" + "11000000" + "02000000" + "00" + "08000000" + "30004100fffe0041",
    ],
)
def test_nonsense_is_not_believed(ask, data):
    ask("echo")
    error = refused(ask, f"frames {data}")
    assert error.message == "can't be read: the process that reads it answers nonsense"
    assert not error.lasting


def test_lists_from_the_worker_are_checked(ask):
    def forged(listed, serial=1):
        words = ["", "name", "243", "0", "3", "0", "1", "1", "2", "3", "4"]
        return "frames " + protocol.end(ask.worker._serial + serial, pack_answer(words, listed)).hex()

    good = pack([Member(b"a", 1, b"x" * 16), Member(b"b", 2, b"y" * 16)])
    for listed in (good[:-3], good + b"\0", good[:20], b"\xff" * 4, b"\0\0\0\0x"):
        refused(ask, forged(listed))
    refused(ask, forged(good, serial=7))
    assert count_of(ask(forged(good) + "00")[0].members) == 2
    assert ask("echo", data=b"something followed")[1] == b"something followed"
    assert count_of(ask(forged(good))[0].members) == 2
    with pytest.raises(
        NoViewError, match="nonsense"
    ):  # the real end of the one before is not taken for its own
        ask("echo", data=b"next")
    assert ask("echo", data=b"next")[1] == b"next"


@pytest.mark.parametrize(
    "piece", ["0101000000" + "41", "0100000400" + "00" * 262144, "0300000000", "0100000000"]
)
def test_floods_end(ask, piece):
    bounds = Bounds(output=MIB, seconds=1)
    before = time.monotonic()
    with ViewReader(Control(), bounds) as worker, pytest.raises(NoViewError):
        ask(f"flood {piece}", worker=worker)
    assert time.monotonic() - before < 5


def test_a_large_piece_and_a_cut_one(ask):
    made, data = ask(f"write {40 * MIB}")
    assert (made.made, len(data), made.cut) == (40 * MIB, 40 * MIB, False)
    made, data = ask("write 1000000", limit=300_001)
    assert (len(data), made.cut, made.whole) == (300_001, True, False)


def test_a_worker_of_a_large_program_is_not_spent(ask):
    held = bytearray(b"x" * 300 * MIB)
    with ViewReader(Control(), Bounds(memory=400 * MIB)) as worker:
        ask("echo", worker=worker)
        first = worker.pid
        ask("echo", worker=worker)
        assert worker.pid == first
    assert held


def test_a_spent_worker_is_replaced(ask):
    with ViewReader(Control(), Bounds(memory=400 * MIB)) as worker:
        pids = []
        for size in (1, 1, 200 * MIB, 1):
            ask(f"leak {size}", worker=worker)
            pids.append(worker.pid or None)
        assert pids[0] == pids[1]
        assert pids[2] is None
        assert pids[3] not in (None, pids[0])


def test_a_worker_that_keeps_a_tenth_of_its_memory_is_replaced(ask):
    with ViewReader(Control(), Bounds(memory=1024 * MIB)) as worker:
        pids = []
        for size in (60 * MIB, 60 * MIB, 1):
            ask(f"leak {size}", worker=worker)
            pids.append(worker.pid or None)
        assert pids[0] is not None
        assert pids[1] is None
        assert pids[2] not in (None, pids[0])


def test_one_killed_between_two_files_costs_nothing(ask, monkeypatch):
    ask("echo")
    pid = ask.worker.pid
    os.kill(pid, 9)
    assert gone(pid)
    assert ask("echo", data=b"x")[1] == b"x"
    pid = ask.worker.pid
    os.kill(pid, 9)
    assert gone(pid)
    with monkeypatch.context() as patch:  # as if it had died a moment later
        patch.setattr(Child, "alive", True)
        assert ask("echo", data=b"y")[1] == b"y"
