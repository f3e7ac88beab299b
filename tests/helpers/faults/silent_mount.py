"""A drive that does not answer: a real mount (FUSE) of a folder, whose server never replies to some questions.

As a program (``python silent_mount.py FOLDER POINT``) it serves FOLDER at POINT until it is killed; read-only, but
with ``rw`` behind it files can be renamed and removed. ``silent-away`` is neither, ``silent-done`` is, but nobody is
told. What it does not answer is said by names: a name that holds ``silent-look`` is never found nor missing, ``silent-
list`` never listed, ``silent-open`` never opened, ``silent-read`` opened and never read, ``silent-later`` not opened
any more once FOLDER holds a file ``now-silent``. Whoever asked waits for ever, and as on a real drive no signal ends
that wait, until the server is gone. ``failing-read`` has places that can not be read behind its first 64 KB. A and a
are one letter. A server that is stopped (SIGSTOP) is a drive that has gone silent as a whole; such a wait ends with
the program, as on a network drive.
"""

import contextlib
import ctypes
import errno
import os
import signal
import stat
import struct
import subprocess
import sys
import time
from pathlib import Path

import pytest

_IN = struct.Struct("<IIQQIIII")
_OUT = struct.Struct("<IiQ")
_ATTRIBUTES = struct.Struct("<6Q10I")
_HELLO = struct.pack("<4I2H2I2HI", 7, 31, 65536, 0, 12, 9, 65536, 1, 0, 0, 0).ljust(64, b"\0")
UNLINK, RENAME2 = 10, 45
LOOKUP, FORGET, GETATTR, OPEN, READ, STATFS, RELEASE, FLUSH, INIT = 1, 2, 3, 14, 15, 17, 18, 25, 26
OPENDIR, READDIR, RELEASEDIR, INTERRUPT, DESTROY, BATCH_FORGET = 27, 28, 29, 36, 38, 42


@contextlib.contextmanager
def silent_mount(folder, point, *, writable=False, program=__file__, options=()):
    """Serve a folder at a mount point; skips where that is not possible. Gives the server's process.

    ``options`` are further arguments of the program.
    """
    if not sys.platform.startswith("linux") or os.geteuid() or not os.path.exists("/dev/fuse"):
        pytest.skip("a mount that hangs is not available: it needs root and /dev/fuse")
    Path(point).mkdir(exist_ok=True)
    server = subprocess.Popen(
        [sys.executable, program, str(folder), str(point), *(["rw"] if writable else []), *options],
        stdout=subprocess.PIPE,
        cwd="/",
    )
    try:
        if server.stdout.readline() != b"ready\n":
            pytest.skip("a mount that hangs is not available: the system does not allow it")
        yield server
    finally:
        server.kill()  # with it the mount is dead, and nobody waits any more
        server.wait()
        server.stdout.close()
        deadline = time.monotonic() + 10
        while subprocess.run(["umount", "-l", point], capture_output=True).returncode:
            if not os.path.ismount(point) or time.monotonic() > deadline:
                break


class Server:
    """Answers the questions about one mount, one at a time."""

    keep = 3600
    """Seconds for which names and attributes need not be asked for again."""

    def __init__(self, folder, handle):
        self._last = 1
        self._handle = handle
        self._paths = {1: folder}
        self._numbers = {folder: 1}
        self._gone = {}  # attributes of removed files, which may still be open

    def serve(self):
        while True:
            try:
                data = os.read(self._handle, 1 << 20)
            except OSError as error:
                if error.errno == errno.ENODEV:  # unmounted
                    return
                if error.errno in (errno.EINTR, errno.ENOENT):
                    continue
                raise
            _, code, unique, node, *_ = _IN.unpack_from(data)
            if code in (FORGET, BATCH_FORGET, INTERRUPT):
                continue
            try:
                answer = self.change if code in (RENAME2, UNLINK) else self.answer
                reply = answer(code, self._paths.get(node, ""), data[_IN.size :])
            except OSError as error:
                reply = -error.errno
            if reply is None:
                continue  # silence
            body, error = (b"", reply) if isinstance(reply, int) else (reply, 0)
            with contextlib.suppress(FileNotFoundError):  # who asked is gone
                os.write(self._handle, _OUT.pack(_OUT.size + len(body), error, unique) + body)

    def answer(self, code, path, data):
        """The reply to a question; None for silence, a number for an error."""
        name = os.path.basename(path)
        if code == INIT:
            return _HELLO
        if code == LOOKUP:
            child = os.path.join(path, os.fsdecode(data.rstrip(b"\0")))
            if "silent-look" in child:
                return None
            child = self.spelt(path, child)
            return self.entry(child)
        if code == GETATTR:
            return struct.pack("<Q2I", self.keep, 0, 0) + self.status(path)
        if code in (OPEN, OPENDIR):
            if ("silent-open" if code == OPEN else "silent-list") in name:
                return None
            if "silent-later" in name and os.path.exists(os.path.join(self._paths[1], "now-silent")):
                return None
            return struct.pack("<Q2I", 0, 0, 0)
        if code == READ:
            return self._read(path, data)
        if code == READDIR:
            return self._listing(path, *struct.unpack_from("<2QI", data)[1:])
        if code == STATFS:
            return struct.pack("<5Q4I", 1 << 20, 0, 0, 1 << 20, 0, 4096, 255, 4096, 0).ljust(80, b"\0")
        return 0 if code in (RELEASE, RELEASEDIR, FLUSH, DESTROY) else -errno.ENOSYS

    def _read(self, path, data):
        if "silent-read" in os.path.basename(path):
            return None
        _, offset, size = struct.unpack_from("<2QI", data)
        if "failing-read" in os.path.basename(path) and offset + size > 65536:
            return -errno.EIO
        with open(path, "rb") as file:
            return os.pread(file.fileno(), size, offset)

    def spelt(self, folder, child):
        """Capitals and small letters are one here."""
        if os.path.lexists(child):
            return child
        wanted = os.path.basename(child).casefold()
        alike = [name for name in os.listdir(folder) if name.casefold() == wanted]
        return os.path.join(folder, alike[0]) if alike else child

    def change(self, code, folder, data):
        """The reply to a wish to rename or remove."""
        start = 16 if code == RENAME2 else 0
        names = [os.fsdecode(name) for name in data[start:].split(b"\0")[: 1 + bool(start)]]
        source = os.path.join(folder, names[0])
        if "silent-away" in source:
            return None
        if code == UNLINK:
            source = self.spelt(folder, source)
            last = list(_ATTRIBUTES.unpack(self.status(source)))
            os.unlink(source)
            last[10] = 0  # names
            number = self._numbers[source]
            self.forget(source)
            self._paths[number] = f"\0removed {number}"
            self._gone[self._paths[number]] = _ATTRIBUTES.pack(*last)
            return 0
        into, flags = struct.unpack_from("<QI", data)
        source = self.spelt(folder, source)
        target = os.path.join(self._paths[into], names[1])
        if flags & 1 and os.path.lexists(self.spelt(self._paths[into], target)):
            return -errno.EEXIST
        os.rename(source, target)
        number = self._numbers.pop(source)
        self._numbers[target] = number
        self._paths[number] = target
        return None if "silent-done" in source else 0

    def entry(self, path):
        """The reply that tells a file by its name."""
        return struct.pack("<4Q2I", self._number(path), 0, self.keep, self.keep, 0, 0) + self.status(path)

    def forget(self, path):
        """What was there is gone."""
        self._paths.pop(self._numbers.pop(path, None), None)

    def path_of(self, number):
        """The path of a folder that was told."""
        return self._paths[number]

    def _number(self, path):
        os.lstat(path)
        if path not in self._numbers:
            self._last += 1
            self._numbers[path] = self._last
            self._paths[self._last] = path
        return self._numbers[path]

    def status(self, path):
        """The attributes of a file, as they are told."""
        if path in self._gone:
            return self._gone[path]
        found = os.lstat(path)
        times = [found.st_atime_ns, found.st_mtime_ns, found.st_ctime_ns]
        return _ATTRIBUTES.pack(
            self._number(path), found.st_size, found.st_blocks, *(t // 10**9 for t in times),
            *(t % 10**9 for t in times), found.st_mode, found.st_nlink, found.st_uid, found.st_gid, 0, 4096, 0
        )  # fmt: skip

    def _listing(self, path, offset, size):
        out = b""
        for number, name in enumerate(sorted(os.listdir(path)), 1):
            if number <= offset:
                continue
            child = os.path.join(path, name)
            raw = os.fsencode(name)
            kind = stat.S_IFMT(os.lstat(child).st_mode) >> 12
            entry = struct.pack("<2Q2I", number + 1, number, len(raw), kind) + raw
            entry += bytes(-len(entry) % 8)
            if len(out) + len(entry) > size:
                break
            out += entry
        return out


def main(folder, point, writable="", server=Server, kind="fuse.sshfs", source="silent"):
    handle = os.open("/dev/fuse", os.O_RDWR)
    options = f"fd={handle},rootmode=40000,user_id=0,group_id=0,allow_other".encode()
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.mount(os.fsencode(source), os.fsencode(point), kind.encode(), 0 if writable else 1, options):
        return 1
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    server(os.path.abspath(folder), handle).serve()
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
