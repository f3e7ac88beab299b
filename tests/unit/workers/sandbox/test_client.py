"""The worker seen from the program: changed files, pauses, cancels, threads; nothing is left behind."""

import contextlib
import errno
import gzip
import os
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time

import pytest

from simfinder.errors import Cancelled
from simfinder.model.progress import Control
from simfinder.scan.extract import view_reader
from simfinder.scan.extract.limits import Bounds
from simfinder.scan.extract.view_reader import NoViewError, ViewReader
from simfinder.workers.sandbox import child_process, client
from simfinder.workers.sandbox.client import FLAG, command
from simfinder.workers.sandbox.limits import Limits
from tests.helpers.files import hostile as hostile_service
from tests.helpers.files.hostile import CODE
from tests.helpers.files.views import MIB, children, gone, read
from tests.helpers.open_files import open_files

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="what is left behind is told by /proc")
GZIP = 2


@pytest.fixture(autouse=True)
def nothing_left():
    before = open_files()
    yield
    assert children() == []
    assert open_files() <= before
    assert child_process._left == []


@pytest.fixture
def worker():
    with ViewReader(Control()) as worker:
        yield worker


@pytest.fixture
def hostile(monkeypatch):
    monkeypatch.setattr(view_reader, "SERVICE", hostile_service.__name__)


def written(path, deed):
    path.write_bytes(b"hostile " + deed.encode() + b"\n")
    return path


def reason(worker, path, code=GZIP, **how):
    with pytest.raises(NoViewError) as caught:
        read(worker, path, code, **how)
    assert caught.value.path == str(path)
    return caught.value


def packed(path, data=b"content"):
    path.write_bytes(gzip.compress(data))
    return path


def test_what_is_told(worker, tmp_path):
    path = packed(tmp_path / "a", b"x" * 1000)
    made, data = read(worker, path)
    found = path.stat()
    assert data == b"x" * 1000
    assert (made.name, made.made, made.cut, made.whole) == ("gzip", 1000, False, True)
    assert made.identity == (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)
    assert made.members == b""


def test_files_that_are_not_what_they_were(worker, tmp_path):
    good = packed(tmp_path / "good")
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(good)
    (tmp_path / "nowhere").symlink_to(tmp_path / "gone")
    (tmp_path / "empty").touch()
    not_regular = "is no regular file any more"
    for _ in range(30):  # as many handles as a worker has would be used up
        for name in ("fifo", "folder", "link", "nowhere"):
            error = reason(worker, tmp_path / name)
            assert (error.message, error.lasting) == (not_regular, False), name
    assert reason(worker, tmp_path / "gone").message == os.strerror(errno.ENOENT)
    assert reason(worker, "/dev/null").message == not_regular
    assert reason(worker, tmp_path / "good" / "below").message == os.strerror(errno.ENOTDIR)
    assert read(worker, tmp_path / "link", GZIP, follow=True)[1] == b"content"
    assert reason(worker, tmp_path / "nowhere", follow=True).message == os.strerror(errno.ENOENT)
    error = reason(worker, tmp_path / "empty")
    assert (error.lasting, len(error.identity)) == (True, 4)


def test_no_permission(tmp_path):
    path = packed(tmp_path / "a")
    path.chmod(0)
    if os.access(path, os.R_OK):
        pytest.skip("this user may read everything")
    with ViewReader(Control()) as worker:
        error = reason(worker, path)
    assert (error.message, error.lasting, error.identity) == (os.strerror(errno.EACCES), False, ())


@pytest.mark.skipif(os.getuid() != 0 or not shutil.which("setpriv"), reason="only root can give rights up")
def test_root_without_its_rights(tmp_path):
    path = packed(tmp_path / "a")
    path.chmod(0)
    code = f"""
import sys
sys.path[:] = {sys.path!r}
from simfinder.model.progress import Control
from simfinder.scan.extract.view_reader import NoViewError, ViewReader
with ViewReader(Control()) as worker:
    try:
        worker.read({str(path)!r}, 2, print)
    except NoViewError as error:
        print(error.message)
"""
    without = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search", sys.executable, "-c", code]
    told = subprocess.run(without, capture_output=True, text=True, timeout=60)
    assert told.stdout.strip() == os.strerror(errno.EACCES), told.stderr


def test_paths_of_any_length_and_bytes(worker, tmp_path):
    name = b"\xff\xfe not utf-8 \n".decode("utf-8", "surrogateescape")
    assert read(worker, packed(tmp_path / name))[1] == b"content"
    here = os.open(tmp_path, os.O_RDONLY)
    path = str(tmp_path)
    try:
        for _ in range(60):  # 12,000 bytes, three times what the system takes
            os.mkdir("x" * 200, dir_fd=here)
            below = os.open("x" * 200, os.O_RDONLY, dir_fd=here)
            os.close(here)
            here = below
            path += "/" + "x" * 200
        file = os.open("a", os.O_CREAT | os.O_WRONLY, dir_fd=here)
        os.write(file, gzip.compress(b"deep"))
        os.close(file)
    finally:
        os.close(here)
    assert read(worker, path + "/a", GZIP)[1] == b"deep"
    absent = "/" + "x/" * 2_000_000
    before = time.monotonic()
    assert reason(worker, absent, GZIP).message == os.strerror(errno.ENOENT)
    assert time.monotonic() - before < 5
    assert read(worker, path + "/a", GZIP)[1] == b"deep"


def test_a_file_that_changes_meanwhile(worker, tmp_path):
    path = packed(tmp_path / "a", os.urandom(6 * MIB))
    for change in (lambda file: file.write(b"more"), lambda file: file.truncate(3 * MIB)):
        done = []

        def sink(_part, change=change, done=done):
            if not done:
                with path.open("ab") as file:
                    change(file)
                done.append(True)

        with pytest.raises(NoViewError) as caught:
            worker.read(str(path), GZIP, sink)
        assert (caught.value.message, caught.value.lasting) == ("changed while it was read", False)


def test_an_unknown_code_is_a_reason(worker, tmp_path):
    assert (
        reason(worker, packed(tmp_path / "a"), 99).message
        == "can't be looked into with what is installed (format 99)"
    )


def test_cancel_and_pause(tmp_path, hostile):
    for deed in ("spin_in_c", "trickle 0.01"):
        path = written(tmp_path / "x", deed)
        control = Control()
        with ViewReader(control, Bounds(seconds=30)) as worker:
            ended = []

            def work(worker=worker, path=path, ended=ended):
                try:
                    worker.read(str(path), CODE, lambda _: None)
                except Cancelled:
                    ended.append(time.monotonic())

            thread = threading.Thread(target=work)
            thread.start()
            time.sleep(0.3)
            control.pause()
            time.sleep(0.2)
            with open(f"/proc/{worker.pid}/stat", "rb") as file:
                assert file.read().rpartition(b")")[2].split()[0] == b"T"
            control.resume()
            time.sleep(0.1)
            before = time.monotonic()
            control.cancel()
            thread.join()
            assert ended[0] - before < 0.2
            assert not worker.pid
            with pytest.raises(Cancelled):
                worker.read(str(path), CODE, lambda _: None)


def test_a_cancel_in_a_pause(tmp_path, hostile):
    path = written(tmp_path / "x", "sleep")
    control = Control()
    threading.Timer(0.3, control.pause).start()
    threading.Timer(0.6, control.cancel).start()
    before = time.monotonic()
    with ViewReader(control) as worker, pytest.raises(Cancelled):
        read(worker, path, CODE)
    assert 0.5 < time.monotonic() - before < 0.9


def test_a_pause_is_not_the_workers_time(tmp_path, hostile):
    path = written(tmp_path / "x", "sleep")
    control = Control()
    threading.Timer(0.5, control.pause).start()
    threading.Timer(1.5, control.resume).start()
    before = time.monotonic()
    with ViewReader(control, Bounds(seconds=1)) as worker:
        assert reason(worker, path, CODE).message == "takes longer than 1 s to be read"
    assert 1.8 < time.monotonic() - before < 3


def test_what_the_receiver_takes_is_not_the_workers_time(tmp_path, hostile):
    path = written(tmp_path / "x", "write 1500000")
    with ViewReader(Control(), Bounds(seconds=1)) as worker:
        made = worker.read(str(path), CODE, lambda _: time.sleep(0.2))
    assert made.made == 1_500_000


def test_a_receiver_that_fails_or_closes(worker, tmp_path):
    path = packed(tmp_path / "a", os.urandom(5 * MIB))

    def fail(_part):
        raise LookupError

    with pytest.raises(LookupError):
        worker.read(str(path), GZIP, fail)
    with pytest.raises(Cancelled):
        worker.read(str(path), GZIP, lambda _: worker.close())
    assert len(read(worker, path)[1]) == 5 * MIB


@pytest.mark.parametrize("paused", [False, True])
def test_close_while_another_thread_reads(tmp_path, hostile, paused):
    path = written(tmp_path / "x", "sleep")
    control = Control()
    worker = ViewReader(control)
    outcome = []

    def work():
        try:
            worker.read(str(path), CODE, lambda _: None)
        except Cancelled:
            outcome.append("cancelled")

    thread = threading.Thread(target=work)
    thread.start()
    time.sleep(0.3)
    if paused:
        control.pause()
        time.sleep(0.2)
    before = time.monotonic()
    worker.close()
    thread.join()
    control.resume()
    assert outcome == ["cancelled"]
    assert time.monotonic() - before < 0.3
    with worker:
        assert read(worker, packed(tmp_path / "a"))[1] == b"content"


def test_many_workers_at_once_and_one_for_many(tmp_path):
    paths = [packed(tmp_path / str(i), str(i).encode() * 1000 * (i + 1)) for i in range(20)]
    problems = []

    def work(worker):
        for i, path in enumerate(paths):
            if read(worker, path)[1] != str(i).encode() * 1000 * (i + 1):
                problems.append(path)

    with ViewReader(Control()) as shared:
        own = [ViewReader(Control()) for _ in range(4)]
        threads = [threading.Thread(target=work, args=(worker,)) for worker in [*own, shared, shared, shared]]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for worker in own:
            worker.close()
    assert problems == []


def test_no_process_to_be_had(tmp_path, monkeypatch):
    path = packed(tmp_path / "a")
    with ViewReader(Control()) as worker:
        with monkeypatch.context() as patch:
            patch.setattr(sys, "executable", str(tmp_path / "no such program"))
            error = reason(worker, path)
            assert error.message == "can't be read: the process that reads it can't be started (" + (
                os.strerror(errno.ENOENT) + ")"
            )
            assert not error.lasting
        limits = resource.getrlimit(resource.RLIMIT_NOFILE)
        used = len(open_files())
        held = []
        resource.setrlimit(resource.RLIMIT_NOFILE, (used + 20, limits[1]))
        try:
            while True:
                try:
                    held.append(os.open("/dev/null", os.O_RDONLY))
                except OSError:
                    break
            for _ in range(8):  # and so close to the edge that some of its pipes can be made
                assert os.strerror(errno.EMFILE) in reason(worker, path).message
                os.close(held.pop())
                if len(held) < 14:
                    break
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, limits)
            for handle in held:
                os.close(handle)
        assert read(worker, path)[1] == b"content"


def test_a_broken_installation_is_not_tried_for_every_file(tmp_path, monkeypatch):
    path = packed(tmp_path / "a")
    started = []

    def broken(_service, _limits):
        started.append(1)
        return [sys.executable, "-I", "-S", "-c", "import no_such_module"]

    monkeypatch.setattr(client, "command", broken)
    with ViewReader(Control()) as worker:
        for _ in range(20):
            assert reason(worker, path).message == (
                "can't be read: the process that reads it can't be started (code 1)"
            )
    assert len(started) == 5


def test_a_start_that_hangs(tmp_path, monkeypatch):
    path = packed(tmp_path / "a")
    monkeypatch.setattr(client, "command", lambda *_: [sys.executable, "-c", "import time; time.sleep(60)"])
    with ViewReader(Control(), Bounds(seconds=1)) as worker:
        assert "longer than 1 s" in reason(worker, f"{path}{'x' * 200_000}").message  # more than a pipe takes


def test_one_that_can_not_be_killed_is_waited_for_later(tmp_path, monkeypatch):
    """Like a process asleep in the system over a dead network drive."""
    path = packed(tmp_path / "a")
    with ViewReader(Control(), Bounds(seconds=1)) as worker:
        with monkeypatch.context() as patch:
            patch.setattr(client, "command", lambda *_: [sys.executable, "-c", "import time; time.sleep(60)"])
            patch.setattr(child_process, "_REAP", 0.05)
            patch.setattr(child_process.Child, "_signal", lambda *_: None)
            assert "longer than 1 s" in reason(worker, path).message
        (left,) = child_process._left
        assert left.poll() is None
        assert read(worker, path)[1] == b"content"
        assert child_process._left == [left]
        left.kill()
        assert gone(left.pid)
        worker.close()
        assert read(worker, path)[1] == b"content"


HOLD = """
import sys
sys.path[:] = {path!r}
from simfinder.model.progress import Control
from simfinder.scan.extract import view_reader
from tests.helpers.files import hostile
view_reader.SERVICE = hostile.__name__
worker = view_reader.ViewReader({control})
def show(_):
    print(worker.pid, flush=True)
    {after}
worker.read({file!r}, hostile.CODE, show)
"""


def _group(leader):
    members = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:
            if int(file.read().rpartition(b")")[2].split()[2]) == leader:
                members.append(int(name))
    return members


@pytest.mark.parametrize(
    ("deed", "stopped"),
    [("spin_in_c", False), ("sleep", True), ("block", False), ("write 10000000", False), ("fork", True)],
)
def test_a_killed_parent_leaves_no_worker(tmp_path, deed, stopped):
    path = tmp_path / "x"
    path.write_bytes(b"hostile then " + deed.encode() + b"\n")
    code = HOLD.format(path=sys.path, control="Control()", after="", file=str(path))
    if deed.startswith("write"):
        code = code.replace("flush=True)", "flush=True); import time; time.sleep(60)")
    parent = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    with parent:
        pid = int(parent.stdout.readline())
        if stopped:
            os.kill(pid, signal.SIGSTOP)
        assert not gone(pid, 0.1)
        parent.kill()
        assert gone(pid, 0.5)
        assert all(map(gone, _group(pid)))


def test_an_end_without_close_leaves_no_worker(tmp_path):
    path = packed(tmp_path / "a")
    code = f"""
import sys
sys.path[:] = {sys.path!r}
from simfinder.model.progress import Control
from simfinder.scan.extract.view_reader import ViewReader
worker = ViewReader(Control())
worker.read({str(path)!r}, 2, lambda _: None)
print(worker.pid)
"""
    told = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, timeout=60
    )
    assert gone(int(told.stdout), 0.5), told.stderr


def test_two_thousand_files(tmp_path):
    files = [packed(tmp_path / str(i), os.urandom(20_000 * i)) for i in range(4)]
    (tmp_path / "bad").write_bytes(gzip.compress(b"x" * 1000)[:-20])
    (tmp_path / "folder").mkdir()
    with ViewReader(Control()) as worker:

        def some(count):
            for i in range(count):
                read(worker, files[i % 4])
                reason(worker, tmp_path / ("bad" if i % 2 else "folder"))

        some(100)
        pid, before, held = worker.pid, open_files(), _memory(worker.pid)
        their = _descriptors(pid)
        some(1000)
        assert worker.pid == pid
        assert open_files() <= before
        assert _descriptors(pid) == their
        assert _memory(pid) - held < 1.5 * MIB


def _descriptors(pid):
    """Number of descriptors a worker holds; None for those who may not look into it: all but root."""
    try:
        return len(os.listdir(f"/proc/{pid}/fd"))
    except PermissionError:
        return None


def _memory(pid):
    with open(f"/proc/{pid}/statm") as file:
        return int(file.read().split()[1]) * 4096


def test_a_worker_is_replaced_after_many_files(tmp_path, monkeypatch, worker):
    monkeypatch.setattr(client, "_REQUESTS", 3)
    path = packed(tmp_path / "a")
    pids = []
    for _ in range(7):
        read(worker, path)
        pids.append(worker.pid)
    assert [pids.index(pid) for pid in pids] == [0, 0, 0, 3, 3, 3, 6]


def test_what_starts_a_worker(monkeypatch):
    limits = Limits(1 << 30, 60, 10_000_000, 1)
    assert command("some.module", limits)[0] == sys.executable
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert command("some.module", limits) == [
        sys.executable, FLAG, "some.module", str(1 << 30), "661",
    ]  # fmt: skip


def test_a_worker_imports_little():
    """Each of these modules would cost as much as the rest of a start."""
    *start, code, path = command(view_reader.SERVICE, Limits(0, 0, 0, 0))[:6]
    code = code.replace("sys.exit(main(sys.argv[1:]))", f"import {view_reader.SERVICE}; print(*sys.modules)")
    told = subprocess.run([*start, code, path], capture_output=True, text=True, check=True).stdout.split()
    assert "simfinder.scan.extract.view_sink" in told
    heavy = {
        "dataclasses",
        "inspect",
        "json",
        "numpy",
        "pathlib",
        "subprocess",
        "tarfile",
        "threading",
        "site",
    }
    assert heavy & set(told) == set()
