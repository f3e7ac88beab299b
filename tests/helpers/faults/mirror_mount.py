"""A folder shown at a second place: a real mount (FUSE) as bindfs, sshfs or rclone make it, written in Python.

As a program (``python mirror_mount.py FOLDER POINT rw KIND [WORD…]``) it serves FOLDER at POINT until it is killed;
KIND is the kind of file system that the table of mounts tells. The words say how it is untrue to the folder:

- ``numbers``: inode numbers are made up (mergerfs, sshfs), or else they are the folder's own (bindfs)
- ``times``: times are cut to seconds and the status change time is the modification time (sshfs)
- ``folded``: A and a are one letter, and an accent may be written in two ways
- ``stale``: what was once seen is never looked at again (rclone with its caches); what it was asked to change, it knows
"""

import ctypes
import errno
import os
import struct
import sys
from pathlib import Path

sys.path.insert(0, os.fspath(Path(__file__).resolve().parents[3]))  # as a program
from tests.helpers.faults import folding_mount, silent_mount

READLINK, SYMLINK, LINK = 5, 6, 13
_EXCHANGE = 2
_C = ctypes.CDLL(None, use_errno=True)


def mirror_mount(folder, point, *words, kind="fuse.bindfs"):
    """Show a folder at a mount point; skips where that is not possible. Gives the server's process."""
    return silent_mount.silent_mount(folder, point, writable=True, program=__file__, options=[kind, *words])


class Mirror(folding_mount.Folding):
    """The server of such a mount."""

    words = ()
    keep = 1

    def __init__(self, folder, handle):
        super().__init__(folder, handle)
        self._seen = {}  # stale: attributes by path
        self._names = {}  # stale: listings by path
        self._kept = {}  # stale: open files by path

    def answer(self, code, path, data):
        """The reply to a question."""
        if code == READLINK:
            return os.fsencode(os.readlink(path))
        if code == SYMLINK:
            name, target = data.split(b"\0")[:2]
            child = self.new(path, name)
            os.symlink(os.fsdecode(target), child)
            self._forget_folder(path)
            return self.entry(child)
        if code == LINK:
            (old,) = struct.unpack_from("<Q", data)
            child = self.new(path, data[8:])
            os.link(self.path_of(old), child)
            self._forget_folder(path)
            self._seen.pop(self.path_of(old), None)
            return self.entry(child)
        if code in (folding_mount.CREATE, folding_mount.MKDIR, folding_mount.RMDIR):
            self._forget_folder(path)
        if code in (folding_mount.WRITE, folding_mount.SETATTR):
            self._seen.pop(path, None)
            self._kept.pop(path, None)
        if code == folding_mount.RENAME:
            return self.change(silent_mount.RENAME2, path, data[:8] + bytes(8) + data[8:])
        if code == silent_mount.OPEN and "stale" not in self.words:
            os.close(os.open(path, os.O_RDONLY | os.O_NOFOLLOW))
        return super().answer(code, path, data)

    def change(self, code, folder, data):
        """The reply to a wish to rename or remove."""
        self._forget_folder(folder)
        if code == silent_mount.UNLINK:
            return super().change(code, folder, data)
        into, flags = struct.unpack_from("<QI", data)
        names = [os.fsdecode(name) for name in data[16:].split(b"\0")[:2]]
        self._forget_folder(self.path_of(into))
        source = self.spelt(folder, os.path.join(folder, names[0]))
        target = self.spelt(self.path_of(into), os.path.join(self.path_of(into), names[1]))
        if flags & 1 and os.path.lexists(target) and target != source:
            return -errno.EEXIST
        if _C.renameat2(-100, os.fsencode(source), -100, os.fsencode(target), flags & _EXCHANGE):
            return -ctypes.get_errno()
        for path in (source, target):
            self._seen.pop(path, None)
            self._kept.pop(path, None)
        ours, theirs = self._numbers.pop(source, None), self._numbers.pop(target, None)
        for path, number in ((target, ours), (source, theirs if flags & _EXCHANGE else None)):
            if number is not None:
                self._numbers[path] = number
                self._paths[number] = path
        return 0

    def spelt(self, folder, child):
        """The path of what is there by this name."""
        if "folded" in self.words:
            return super().spelt(folder, child)
        if (
            "stale" in self.words
            and folder in self._names
            and os.path.basename(child) not in self._names[folder]
        ):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), child)
        return child

    def _number(self, path):
        if "stale" in self.words and path in self._numbers:
            return self._numbers[path]
        return super()._number(path)

    def status(self, path):
        """The attributes of a file, as they are told."""
        if path in self._gone:
            return self._gone[path]
        if "stale" in self.words and path in self._seen:
            return self._seen[path]
        said = list(silent_mount._ATTRIBUTES.unpack(super().status(path)))
        if "numbers" not in self.words:
            said[0] = os.lstat(path).st_ino
        if "times" in self.words:
            said[5] = said[4]
            said[6] = said[7] = said[8] = 0
        return (
            self._seen.setdefault(path, silent_mount._ATTRIBUTES.pack(*said))
            if "stale" in self.words
            else silent_mount._ATTRIBUTES.pack(*said)
        )

    def _listing(self, path, offset, size):
        if "stale" in self.words and not offset:
            for name in self._names.setdefault(path, sorted(os.listdir(path))):
                child = os.path.join(path, name)
                self._number(child)
                self.status(child)
                if os.path.isfile(child):
                    self._kept.setdefault(child, os.open(child, os.O_RDONLY))
        return super()._listing(path, offset, size)

    def _read(self, path, data):
        if path in self._kept:
            _, offset, size = struct.unpack_from("<2QI", data)
            return os.pread(self._kept[path], size, offset)
        return super()._read(path, data)

    def _forget_folder(self, path):
        self._names.pop(path, None)


if __name__ == "__main__":
    FOLDER, POINT, WRITABLE, KIND, *Mirror.words = sys.argv[1:]
    sys.exit(
        silent_mount.main(
            FOLDER, POINT, WRITABLE, Mirror, KIND, os.path.abspath(FOLDER) if KIND == "fuse" else "mirror"
        )
    )
