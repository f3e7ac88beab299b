"""A disk on which A is a and an accent may be written in two ways: a real mount (FUSE) of a folder that can be written.

As a program (``python folding_mount.py FOLDER POINT``) it serves FOLDER at POINT until it is killed. A name leads to
the file that has it by whatever spelling, as on macOS; files keep the spelling they were made with. It knows nothing
but what a move or copy needs: no links, no attributes.
"""

import errno
import os
import struct
import sys
import unicodedata
from pathlib import Path

sys.path.insert(0, os.fspath(Path(__file__).resolve().parents[3]))  # as a program
from tests.helpers.faults import silent_mount

SETATTR, MKDIR, RMDIR, RENAME, WRITE, FSYNC, FSYNCDIR, CREATE = 4, 9, 11, 12, 16, 20, 30, 35
_SIZE, _MODE, _MTIME, _ATIME = 1 << 3, 1 << 0, 1 << 5, 1 << 4
_ATTRIBUTES = struct.Struct("<2I6Q8I")


def folding_mount(folder, point):
    """Serve a folder at a mount point; skips where that is not possible. Gives the server's process."""
    return silent_mount.silent_mount(folder, point, writable=True, program=__file__)


def folded(name):
    """What spellings of a name share."""
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", name).casefold())


class Folding(silent_mount.Server):
    """The server of such a mount."""

    keep = 0  # what one spelling has changed must be seen by the others

    def answer(self, code, path, data):
        """The reply to a question; None for silence, a number for an error."""
        if code == MKDIR:
            child = self.new(path, data[8:])
            os.mkdir(child, struct.unpack_from("<I", data)[0] & 0o7777)
            return self.entry(child)
        if code == RMDIR:
            child = self.spelt(path, os.path.join(path, os.fsdecode(data.rstrip(b"\0"))))
            os.rmdir(child)
            self.forget(child)
            return 0
        if code == CREATE:
            child = self.new(path, data[16:])
            mode = struct.unpack_from("<2I", data)[1]
            os.close(os.open(child, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode & 0o7777))
            return self.entry(child) + struct.pack("<Q2I", 0, 0, 0)
        if code == WRITE:
            _, offset, size = struct.unpack_from("<2QI", data)
            with open(path, "r+b") as file:
                os.pwrite(file.fileno(), data[40 : 40 + size], offset)
            return struct.pack("<2I", size, 0)
        if code == SETATTR:
            return self.set_attributes(path, data)
        if code == silent_mount.STATFS:
            return struct.pack("<5Q4I", *[1 << 20] * 5, 4096, 255, 4096, 0).ljust(80, b"\0")
        if code == RENAME:  # over whatever is there, as a careless program would
            into, names = struct.unpack_from("<Q", data)[0], data[8:]
            child = os.path.join(self.path_of(into), os.fsdecode(names.split(b"\0")[1]))
            old = self.spelt(os.path.dirname(child), child)
            if os.path.isfile(old):
                os.unlink(old)
                self.forget(old)
            return self.change(silent_mount.RENAME2, path, data[:8] + bytes(8) + names)
        if code in (FSYNC, FSYNCDIR):
            return 0
        return super().answer(code, path, data)

    def new(self, folder, raw):
        """The path of what is to be made; it must not be there by any spelling."""
        child = os.path.join(folder, os.fsdecode(raw.split(b"\0")[0]))
        if os.path.lexists(self.spelt(folder, child)):
            raise OSError(errno.EEXIST, os.strerror(errno.EEXIST), child)
        return child

    def spelt(self, folder, child):
        """The path of what is there by this name or another spelling of it."""
        if os.path.lexists(child):
            return child
        wanted = folded(os.path.basename(child))
        alike = [name for name in os.listdir(folder) if folded(name) == wanted]
        return os.path.join(folder, alike[0]) if alike else child

    def set_attributes(self, path, data):
        """Size, mode and times."""
        valid, _, _, size, _, atime, mtime, _, ansec, mnsec, _, mode, *_ = _ATTRIBUTES.unpack_from(data)
        if valid & _SIZE:
            os.truncate(path, size)
        if valid & _MODE:
            os.chmod(path, mode & 0o7777)
        if valid & (_ATIME | _MTIME):
            now = os.lstat(path)
            times = (
                atime * 10**9 + ansec if valid & _ATIME else now.st_atime_ns,
                mtime * 10**9 + mnsec if valid & _MTIME else now.st_mtime_ns,
            )
            os.utime(path, ns=times, follow_symlinks=False)
        return struct.pack("<Q2I", self.keep, 0, 0) + self.status(path)


if __name__ == "__main__":
    sys.exit(silent_mount.main(*sys.argv[1:], server=Folding))
