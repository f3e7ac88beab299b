"""A parser taken over by the file it reads: it writes nothing, starts nothing, reaches nobody, reads nothing else.

Each attack is made from inside of a sandboxed process by bare system calls, which no check of Python's sees.
"""

import errno
import json
import os
import signal
import stat
import subprocess
import sys
import threading
import time

import pytest

from simfinder.model.progress import Control
from simfinder.workers.sandbox import landlock, seccomp
from simfinder.workers.sandbox.client import Sandbox, SandboxError
from simfinder.workers.sandbox.limits import Limits
from simfinder.workers.sandbox.protocol import Request
from tests.helpers.files import hijacked_service
from tests.helpers.files.hijacked_service import NUMBERS

REFUSED = {errno.EPERM, errno.EACCES, errno.ENOSYS, errno.ENOTTY}
ENDS_IT = (335, 336)  # probes on x86: not from where the kernel expects them, they end the process
INTEL = os.uname().machine == "x86_64"

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="native code is held on Linux alone"),
    pytest.mark.skipif(
        os.uname().machine not in ("x86_64", "aarch64"), reason="there is no table of calls for this machine"
    ),
    pytest.mark.skipif(not os.path.exists("/proc/sys/kernel/seccomp"), reason="the kernel has no seccomp"),
]


guarded = pytest.mark.skipif(not landlock.version(), reason="the kernel has no Landlock")


@pytest.fixture(scope="module")
def secret(tmp_path_factory):
    """A file of the person's that nobody handed over."""
    path = tmp_path_factory.mktemp("home") / "id_ed25519"
    path.write_bytes(b"secret")
    path.chmod(0o600)
    return path


@pytest.fixture(scope="module")
def handed(tmp_path_factory):
    """The file that is read."""
    path = tmp_path_factory.mktemp("documents") / "hostile"
    path.write_bytes(b"content")
    return path


@pytest.fixture(scope="module")
def run(handed):
    """Run code in the process; return what its last line is worth there."""
    with Sandbox(hijacked_service.__name__, Limits(1 << 30, 20, 1 << 20, 1 << 20)) as sandbox:

        def run(code):
            asked = Request(code.encode(), (os.fsencode(handed),))
            return sandbox.ask(asked, json.loads, Control())

        run.sandbox = sandbox
        run("0")
        own, theirs = filters("self"), filters(sandbox.pid)
        # some of the attacks would do harm to a machine that does not refuse them
        assert theirs == own + 1, "there is no filter of system calls"
        yield run


def filters(pid):
    """Return the number of filters of system calls that a process has."""
    return int(status(pid)["Seccomp_filters"])


def status(pid):
    with open(f"/proc/{pid}/status") as file:
        return dict(line.split(":\t", 1) for line in file.read().splitlines())


def seen(path):
    found = path.stat()
    return found.st_mode, found.st_uid, found.st_size, found.st_mtime_ns, found.st_ctime_ns, path.read_bytes()


def test_what_holds_here(run):
    """The process has nothing of the program's place and settings."""
    folder, names = run("[os.getcwd(), sorted(os.environ)]")
    assert folder == "/"
    assert {name for name in names if not name.startswith("NUMBA_")} <= {
        "HOME", "LANG", "LC_ALL", "LC_CTYPE", "LD_LIBRARY_PATH", "OPENBLAS_NUM_THREADS", "XDG_CACHE_HOME",
        "SIMFINDER_KERNELS_CHECKED",
    }  # fmt: skip
    fields = status(run.sandbox.pid)
    assert fields["Seccomp"] == "2"
    assert fields["NoNewPrivs"] == "1"
    assert fields["Threads"] == "1"


STARTS = [
    "call('fork')" if INTEL else "call('clone', signal.SIGCHLD, 0, 0, 0, 0)",
    "call('vfork')" if INTEL else "call('clone', 0x4111, 0, 0, 0, 0)",
    "call('clone', signal.SIGCHLD, 0, 0, 0, 0)",
    "call('clone', 0x4111, 0, 0, 0, 0)",  # as vfork and posix_spawn do
    "call('clone', 0x10000000 | signal.SIGCHLD, 0, 0, 0, 0)",  # CLONE_NEWUSER
    "call('clone3', struct.pack('8Q', 0, 0, 0, 0, signal.SIGCHLD, 0, 0, 0), 64)",
    "(ctypes.CDLL(None).fork(), 1)",
    "call('execve', b'/bin/true', 0, 0)",
    "call('execveat', -100, b'/bin/true', 0, 0, 0)",
    "call('execveat', opened, b'', 0, 0, 0x1000)",
    "call('memfd_create', b'code', 0)",
    "call('memfd_secret', 0)",
    "call('ptrace', 0, 0, 0, 0)",
    "call('ptrace', 16, os.getppid(), 0, 0)",
    "call('setsid')",
    "call('setpgid', 0, 0)",
]

REACHES = [
    f"call('socket', {family}, {kind}, {protocol})"
    for family in (1, 2, 10, 16, 17, 38, 40)  # unix, both of the internet, netlink, packet, crypto, vsock
    for kind, protocol in ((1, 0), (2, 0), (3, 0), (1, 262))  # the last is MPTCP
] + [
    "call('socketpair', 1, 1, 0, ctypes.create_string_buffer(8))",
    "call('sendto', 3, b'x', 1, 0x20000000, struct.pack('=HH4s8x', 2, 9, bytes(4)), 16)",  # MSG_FASTOPEN
    "call('sendto', 3, b'x', 1, 0, 0, 0)",
    "call('sendmsg', 3, 0, 0)",
    "call('sendmmsg', 3, 0, 0, 0)",
    "call('connect', 3, struct.pack('=HH4s8x', 2, 9, bytes(4)), 16)",
    "call('bind', 3, struct.pack('=HH4s8x', 2, 9, bytes(4)), 16)",
    "call('listen', 3, 1)",
    "call('accept', 3, 0, 0)",
    "call('kill', os.getppid(), 0)",
    "call('kill', -1, 0)",
    "call('kill', 0, 0)",
    "call('kill', 1, 0)",
    "call('tgkill', os.getppid(), os.getppid(), 0)",
    "call('tkill', os.getppid(), 0)",
    "call('rt_sigqueueinfo', os.getppid(), 0, 0)",
    "call('pidfd_open', os.getppid(), 0)",
    "call('pidfd_open', os.getpid(), 0)",
    "call('pidfd_getfd', 3, 0, 0)",
    "call('pidfd_send_signal', 3, 0, 0, 0)",
    "call('fcntl', 0, 8, os.getppid())",  # F_SETOWN: the system would signal another process for us
    "call('fcntl', 0, 10, 9)",  # F_SETSIG
    "call('fcntl', 0, 4, 0x2000)",  # O_ASYNC
    "call('fcntl', opened, 1024, 0)",  # F_SETLEASE
    "call('fcntl', opened, 6, 0)",  # F_SETLK
    "call('flock', opened, 6)",
    "call('ioctl', 0, 0x5412, b'x')",  # TIOCSTI
    "call('ioctl', 0, 0x541C, b'x')",  # TIOCLINUX
    "call('process_vm_readv', os.getppid(), 0, 0, 0, 0, 0)",
    "call('process_vm_writev', os.getppid(), 0, 0, 0, 0, 0)",
    "call('process_madvise', 3, 0, 0, 0, 0)",
    "call('kcmp', os.getpid(), os.getppid(), 0, 0, 0)",
    "call('prlimit64', os.getppid(), 7, 0, 0)",
    "call('sched_setaffinity', os.getppid(), 8, bytes(8))",
    "call('setpriority', 0, os.getppid(), 19)",
    "call('migrate_pages', os.getppid(), 0, 0, 0)",
    "call('mq_open', b'/queue', 0o102, 0o600, 0)",
    "call('shmget', 0, 4096, 0o1600)",
    "call('semget', 0, 1, 0o1600)",
    "call('msgget', 0, 0o1600)",
    "call('add_key', b'user', b'name', b'x', 1, -3)",
    "call('request_key', b'user', b'name', 0, 0)",
    "call('keyctl', 0, -3, 0)",
]

ESCAPES = [
    "call('io_uring_setup', 1, ctypes.create_string_buffer(120))",
    "call('io_uring_enter', 3, 0, 0, 0, 0, 0)",
    "call('io_uring_register', 3, 0, 0, 0)",
    "call('unshare', 0x10000000)",  # CLONE_NEWUSER
    "call('unshare', 0x40020000)",
    "call('setns', 3, 0)",
    "call('bpf', 0, bytes(72), 72)",
    "call('perf_event_open', bytes(112), 0, -1, -1, 0)",
    "call('userfaultfd', 1)",
    "call('mount', b'none', b'/mnt', b'tmpfs', 0, 0)",
    "call('umount2', b'/mnt', 0)",
    "call('open_tree', -100, b'/', 0)",
    "call('move_mount', -1, b'', -1, b'', 0)",
    "call('fsopen', b'tmpfs', 0)",
    "call('pivot_root', b'/', b'/')",
    "call('chroot', b'/')",
    "call('chdir', b'/tmp')",
    "call('name_to_handle_at', opened, b'', ctypes.create_string_buffer(136), bytes(4), 0x1000)",
    "call('open_by_handle_at', opened, bytes(136), 0)",
    "call('fanotify_init', 0, 0)",
    "call('inotify_init1', 0)",
    "call('setrlimit', 1, struct.pack('2Q', 1 << 20, 1 << 20))",
    "call('prlimit64', 0, 1, struct.pack('2Q', 1 << 20, 1 << 20), 0)",
    "call('prlimit64', os.getpid(), 9, struct.pack('2Q', 1 << 40, 1 << 40), 0)",
    "call('prctl', 4, 1, 0, 0, 0)",  # PR_SET_DUMPABLE
    "call('prctl', 22, 0, 0, 0, 0)",  # PR_SET_SECCOMP
    "call('prctl', 0x59616D61, os.getppid(), 0, 0, 0)",  # PR_SET_PTRACER
    "call('seccomp', 1, 0, 0)",
    "call('capset', bytes(8), bytes(24))",
    "call('setuid', 0)",
    "call('setgroups', 0, 0)",
    "call('personality', 0x0040000)",
    "call('init_module', 0, 0, b'')",
    "call('finit_module', opened, b'', 0)",
    "call('reboot', 0xfee1dead, 672274793, 0, 0)",
    "call('sethostname', b'x', 1)",
    "call('clock_settime', 0, bytes(16))",
    "call('syslog', 3, ctypes.create_string_buffer(9), 9)",
    "call('dup3', 0, 9, 0)",
    "call('close_range', 3, 4, 0)",
]

WRITES = [
    "call('openat', -100, {path}, 1)",
    "call('openat', -100, {path}, 2)",
    "call('openat', -100, {path}, 3)",
    "call('openat', -100, {path}, 0o1000)",  # O_TRUNC
    "call('openat', -100, {path}, 0o2000)",  # O_APPEND
    "call('openat', -100, {new}, 0o101, 0o600)",
    "call('openat', -100, {new}, 0o100, 0o600)",
    "call('openat', -100, {folder}, 0o20200002, 0o600)",  # O_TMPFILE
    "call('openat', -100, {folder}, 0o20200000, 0o600)",
    "call('openat2', -100, {new}, struct.pack('3Q', 0o101, 0o600, 0), 24)",
    "call('openat2', -100, {path}, struct.pack('3Q', 0, 0, 0), 24)",
    "call('truncate', {path}, 0)",
    "call('ftruncate', opened, 0)",
    "call('fallocate', opened, 0, 0, 1 << 20)",
    "call('copy_file_range', opened, 0, opened, 0, 1, 0)",
    "call('sendfile', opened, opened, 0, 1)",
    "call('splice', opened, 0, opened, 0, 1, 0)",
    "call('fchmod', opened, 0o777)",
    "call('fchmodat', -100, {path}, 0o777)",
    "call('fchmodat2', opened, b'', 0o777, 0x1000)",
    "call('fchown', opened, 1, 1)",
    "call('fchownat', -100, {path}, 1, 1, 0)",
    "call('fchownat', opened, b'', 1, 1, 0x1000)",
    "call('utimensat', -100, {path}, bytes(32), 0)",
    "call('utimensat', opened, 0, bytes(32), 0)",
    "call('setxattr', {path}, b'user.x', b'x', 1, 0)",
    "call('lsetxattr', {path}, b'user.x', b'x', 1, 0)",
    "call('fsetxattr', opened, b'user.x', b'x', 1, 0)",
    "call('setxattrat', -100, {path}, 0, b'user.x', bytes(16), 16)",
    "call('removexattr', {path}, b'user.kept')",
    "call('fremovexattr', opened, b'user.kept')",
    "call('ioctl', opened, 0x40086602, struct.pack('Q', 0x10))",  # FS_IOC_SETFLAGS: chattr +i
    "call('ioctl', opened, 0x40049409, opened)",  # FICLONE
    "call('renameat', -100, {path}, -100, {new})",
    "call('renameat2', -100, {path}, -100, {new}, 0)",
    "call('unlinkat', -100, {path}, 0)",
    "call('unlinkat', -100, {folder}, 0x200)",
    "call('linkat', -100, {path}, -100, {new}, 0)",
    "call('linkat', opened, b'', -100, {new}, 0x1000)",
    "call('symlinkat', {path}, -100, {new})",
    "call('mkdirat', -100, {new}, 0o700)",
    "call('mknodat', -100, {new}, 0o10600, 0)",
    "call('mknodat', -100, {new}, 0o100600, 0)",
] + [
    f"call('{name}', {{path}}, {arguments})"
    for name, arguments in (
        ("open", "1"),
        ("open", "0o1000"),
        ("creat", "0o600"),
        ("chmod", "0o777"),
        ("chown", "1, 1"),
        ("utime", "bytes(16)"),
        ("utimes", "bytes(32)"),
        ("rename", "{new}"),
        ("unlink", "0"),
        ("rmdir", "0"),
        ("link", "{new}"),
        ("symlink", "{new}"),
        ("mkdir", "0o700"),
        ("mknod", "0o600, 0"),
    )
    if name in NUMBERS
]


@pytest.mark.parametrize("attack", [*STARTS, *REACHES, *ESCAPES])
def test_starts_nothing_and_reaches_nobody(run, attack):
    result, number = run(attack)
    assert (result, number in REFUSED) == (-1, True), os.strerror(number)


def test_writes_nothing(run, secret, handed):
    before = seen(secret), seen(handed)
    words = {"path": f"{os.fsencode(secret)!r}", "folder": f"{os.fsencode(secret.parent)!r}"}
    words["new"] = f"{os.fsencode(secret.parent / 'new')!r}"
    for attack in WRITES:
        result, number = run(attack.format(**words))
        assert (result, number in REFUSED) == (-1, True), attack
    assert (seen(secret), seen(handed)) == before
    assert os.listdir(secret.parent) == [secret.name]


def test_what_it_holds_is_of_no_use(run, handed):
    """Every descriptor: none can be written to but the answers, and the socket of the requests sends nothing."""
    before = seen(handed)
    found = run(
        """
held = {}
for number in range(64):
    try:
        held[number] = os.fstat(number).st_mode
    except OSError:
        pass
def written(number):
    try:
        return os.write(number, b"")
    except OSError:
        return -1
sockets = [number for number, mode in held.items() if mode & 0o170000 == 0o140000]
sent = []
for number in sockets:
    try:
        sent.append(os.write(number, b"x"))
    except OSError as error:
        sent.append(error.errno)
regular = [number for number, mode in held.items() if mode & 0o170000 == 0o100000]
[list(held.values()), sent, [number for number in regular if not written(number)]]
"""
    )
    kinds = sorted(stat.S_IFMT(mode) for mode in found[0])
    regular = [kind for kind in kinds if kind == stat.S_IFREG]
    assert len(regular) == 3  # the file as it came, the service's own descriptor of it, and /proc/self/statm
    assert kinds.count(stat.S_IFIFO) == 2  # answers, leash
    assert kinds.count(stat.S_IFCHR) == 3  # /dev/null in place of what Python has open
    assert found[1] == [errno.EPIPE]
    assert found[2] == []
    assert len(kinds) == 9
    assert seen(handed) == before


@guarded
def test_reads_nothing_else(run, secret, handed):
    own, parent = run.sandbox.pid, os.getpid()
    places = [
        secret,
        secret.parent,
        handed,
        handed.parent,
        "/etc/passwd",
        "/etc",
        "/",
        "/home",
        "/root",
        "/tmp",
    ]
    places += [
        "/dev/mem",
        "/dev/tty",
        "/dev/ptmx",
        "/dev/urandom",
        "/usr/bin/env",
        "/sys/kernel",
        "/run",
        "/var",
    ]
    for pid in (parent, own, "self", "self/task/self", 1):
        places += [f"/proc/{pid}/{name}" for name in ("environ", "mem", "maps", "cmdline", "fd", "status")]
    for place in places:
        told = run(f"call('openat', -100, {os.fsencode(place)!r}, 0)")
        assert told[0] == -1, place
        assert told[1] in (errno.EACCES, errno.ENOENT, errno.EPERM), place
    # not even the file that it holds, by another way
    assert run("call('openat', -100, b'/proc/self/fd/%d' % opened, 0)") == [-1, errno.EACCES]
    assert run(f"call('openat', opened, b'../{secret.name}', 0)")[0] == -1
    assert run("os.pread(opened, 9, 0).decode()") == "content"


def test_what_comes_next_is_refused_too(run):
    """Every number that is not in the table, whatever its arguments."""
    column = 0 if INTEL else 1
    known = {numbers[column] for table in (seccomp._PLAIN, seccomp._CHECKED) for numbers in table.values()}
    numbers = [number for number in range(600) if number not in {*known, *ENDS_IT}]
    found = run(f"[call(number, -1, -1, -1, -1, -1, -1) for number in {numbers}]")
    assert {(result, code in REFUSED) for result, code in found} == {(-1, True)}


@pytest.mark.skipif(not INTEL, reason="only there")
def test_the_other_tables_of_calls(run):
    """The 32-bit calls, by which other numbers mean other things, and those of x32."""
    assert run("call(0x40000000 | 39)") in ([-1, errno.EPERM], [-1, errno.ENOSYS])
    assert run("call(0x40000000 | 520, b'/bin/true', 0, 0)")[0] == -1
    code = """
page = ctypes.CDLL(None).mmap
page.restype, page.argtypes = ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_size_t] + [ctypes.c_int] * 4
place = page(None, 4096, 7, 0x22, -1, 0)
ctypes.memmove(place, bytes.fromhex("b814000000cd80c3"), 8)  # eax = 20, getpid; int 0x80; return
ctypes.CFUNCTYPE(ctypes.c_int)(place)()
"""
    with pytest.raises(SandboxError) as caught:
        run(code)
    assert caught.value.code in (
        -signal.SIGSYS,
        -signal.SIGSEGV,
    )  # the latter where the kernel knows no such calls


@guarded
def test_threads_are_held_as_well(run, secret):
    """A library may start threads; they may do no more."""
    code = f"""
found = []
thread = threading.Thread(target=lambda: found.extend(
    [call('socket', 2, 1, 0), call('openat', -100, {os.fsencode(secret)!r}, 0), call('clone', 17, 0, 0, 0, 0)]))
thread.start()
thread.join()
found
"""
    assert run(code) == [[-1, errno.EPERM], [-1, errno.EACCES], [-1, errno.EPERM]]


def test_it_does_not_outlive_the_program(tmp_path):
    """Native code that throws away all it holds and ignores every signal dies with the program all the same."""
    (tmp_path / "file").write_bytes(b"content")
    program = f"""
import sys
sys.path[:] = {sys.path!r}
from simfinder.model.progress import Control
from simfinder.workers.sandbox.client import Sandbox
from simfinder.workers.sandbox.limits import Limits
from simfinder.workers.sandbox.protocol import Request
code = '''
for number in range(1, 65):
    try: signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError): pass
for number in range(3, 64):
    call('close', number)
    call('fcntl', number, 4, 0)
    call('fcntl', number, 8, 0)
while True: pass
'''
sandbox = Sandbox({hijacked_service.__name__!r}, Limits(0, 60, 1, 1, when_idle=True))
import threading
asked = Request(code.encode(), ({os.fsencode(tmp_path / "file")!r},))
threading.Thread(target=lambda: sandbox.ask(asked, bytes, Control()), daemon=True).start()
import time
while not sandbox.pid: time.sleep(0.01)
time.sleep(1)
print(sandbox.pid, flush=True)
time.sleep(60)
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as parent:
        pid = int(parent.stdout.readline())
        parent.kill()
    until = time.monotonic() + 5
    while os.path.exists(f"/proc/{pid}") and time.monotonic() < until:
        time.sleep(0.02)
    assert not os.path.exists(f"/proc/{pid}") or _is_zombie(pid)


def _is_zombie(pid):
    with open(f"/proc/{pid}/stat") as file:
        return file.read().rpartition(")")[2].split()[0] == "Z"


def test_eight_at_once_keep_to_their_limits(tmp_path):
    """Each eats all it can get; the memory of all together stays below the sum of their limits, and each is late."""
    (tmp_path / "file").write_bytes(b"content")
    memory, seconds = 256 << 20, 2
    eat = "held = []\nwhile True: held.append(bytearray(1 << 20))\n1"
    deeds = [eat, "while True: pass\n1", "threading.Event().wait()\n1", eat.replace("1 << 20", "1 << 12")] * 2
    ended = []

    def work(code):
        with Sandbox(hijacked_service.__name__, Limits(memory, seconds, 1, 1 << 10)) as sandbox:
            begun = time.monotonic()
            try:
                sandbox.ask(Request(code.encode(), (os.fsencode(tmp_path / "file"),)), bytes, Control())
            except SandboxError as error:
                ended.append((error.failure.name, time.monotonic() - begun < seconds + 6))

    threads = [threading.Thread(target=work, args=(deed,)) for deed in deeds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(ended) == 8
    assert {name for name, _ in ended} <= {"DIED", "LATE"}
    assert all(in_time for _, in_time in ended), ended
