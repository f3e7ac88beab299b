"""Aliases: one file at two paths, where device and inode do not show that it is one.

An overlay, a FUSE or network mount shows files of another file system under a device number of its own, and some make
up inode numbers. Whoever removes a file because another one stays must know that they are two. Two file systems that
only store files (ext4, Btrfs) never show one another's, so nothing is asked there. Everywhere else:

- before anything is touched: the same inode, size, time and status change time on two devices is one file
- after the file has left its name: the one that stays must be there with the status it had before, since a rename
  changes the status change time of the file itself; it must open anew; and where the file has a name of ours (128
  random bits, which no cache can have heard of), that name must not be found in the folder of the one that stays

A drive that remembers its folders and tells of changes late (rclone, gvfs, every FUSE program that is not known to ask
at once) can't prove anything this way. An act that can't be taken back is refused there.

Reads only, but for ``is_one_folder`` and ``keeps_numbers``, which make an empty file of ours for a moment.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from simfinder.actions.filesystem import directory_handles, syscalls
from simfinder.actions.filesystem.operations import is_part_name, look, old_for, part_for, reading, rename_new
from simfinder.errors import ActionError
from simfinder.model.path_rules import MACOS
from simfinder.text.message import say
from simfinder.workers import mounts
from simfinder.workers.mounts import Mount

_STORES = {
    0xEF53, 0x58465342, 0x9123683E, 0xF2F52010, 0xCA451A4E, 0x2FC12FC1,  # ext4, XFS, Btrfs, F2FS, bcachefs, ZFS
    0x01021994, 0x858458F6, 0x4D44, 0x2011BAB0, 0x5346544E, 0x7366746E,  # tmpfs, ramfs, FAT, exFAT, NTFS (two drivers)
    0x4244, 0x482B, 0x15013346, 0x9660, 0x3153464A, 0x52654973, 0x3434,  # HFS, HFS+, UDF, CDs, JFS, ReiserFS, NILFS
    0x73717368, 0xE0F5E1E2, 0,  # SquashFS, EROFS, a system that does not tell
}  # fmt: skip
_BTRFS, _OVERLAY, _FUSE = 0x9123683E, 0x794C7630, 0x65735546
_PROMPT = {
    _OVERLAY, 0x6969, 0xFF534D42, 0xFE534D42, 0x517B, 0x01021997, 0x00C36400, 0xF15F, 0x61756673, 0x786F4256,
}  # NFS, SMB (three), 9p, Ceph, eCryptfs, AUFS, VirtualBox  # fmt: skip
_PROMPT_FUSE = {
    "fuse." + name
    for name in (
        "bindfs", "mergerfs", "mhddfs", "unionfs", "unionfs-fuse", "sshfs", "encfs", "gocryptfs", "cryfs", "ntfs-3g",
        "exfat", "vmhgfs-fuse", "apfs-fuse", "dislocker",
    )
}  # fmt: skip


class FileSystem(NamedTuple):
    """How far the answers of a file system can be believed.

    Attributes:
        kind: its number (``f_type``).
        stores: it stores its files itself: an inode number of it is one file, and no other device shows that.
        prompt: it tells at once of what was changed by another way.
    """

    kind: int
    stores: bool
    prompt: bool

    @property
    def tells_changes(self) -> bool:
        """Whether its status change times are those of the files themselves."""
        return self.stores or self.kind == _OVERLAY


@dataclass(frozen=True, slots=True)
class Watch:
    """What was seen of the file that stays before the other one left its name.

    Attributes:
        leaves: path of the other one.
        stays: path of the file that stays.
        before: its status.
        links: the act gives it one more name, which changes its status.
    """

    leaves: str
    stays: str
    before: syscalls.FreshStatus
    links: bool

    def two_or_raise(self, now: str) -> None:
        """Check that the file that stays is untouched.

        Args:
            now: where the other one is now; "" if it is gone.

        Raises:
            ActionError: they are one file, as far as can be seen.
            OSError: it can't be looked at.
        """
        one = say("is the file that stays ({}), seen by another way", self.stays)
        if self._is_seen_beside(now):
            raise ActionError(one)
        try:
            found = syscalls.fresh_status(self.stays)
            with reading(self.stays) as file:
                opened = os.fstat(file)
        except (FileNotFoundError, NotADirectoryError) as error:
            raise ActionError(one) from error
        before = self.before
        if self.links:
            before = before._replace(ctime_ns=found.ctime_ns, names=found.names)
        if found != before or (opened.st_size, opened.st_mtime_ns) != (before.size, before.mtime_ns):
            raise ActionError(one)

    def _is_seen_beside(self, now: str) -> bool:
        """Tell whether our name of the other one is found where the file that stays is, with their names alike."""
        folder, theirs = map(os.path.dirname, (self.stays, self.leaves))
        if not is_part_name(now) or not _alike(self.stays, self.leaves) or _same_folder(folder, theirs):
            return False
        names = {os.path.basename(name) for name in (now, old_for(now))}
        return any(look(os.path.join(folder, name)) is not None for name in names)


class AliasChecks:
    """Finds out whether two paths are one file; remembers what it learned of file systems."""

    def __init__(self) -> None:
        self._known: dict[str, FileSystem] = {}
        self._one: dict[tuple[str, str], bool] = {}
        self._keeping: dict[int, bool] = {}  # by device

    def watch(
        self,
        leaves: str,
        status: os.stat_result,
        stays: str,
        kept: os.stat_result,
        *,
        links: bool = False,
        final: bool = False,
    ) -> Watch | None:
        """Look at two files before the first one leaves its name.

        Args:
            leaves: its path; the folders of both are held.
            status: its status.
            stays: path of the other one.
            kept: its status.
            links: the act makes a hard link to the other one.
            final: the act can't be taken back without the other one.

        Returns:
            What is to be checked when it has left its name; None if they are two files for certain.

        Raises:
            ActionError: they are one file, or it can't be ruled out and the act is final.
            OSError: one can't be looked at.
        """
        first = self.file_system(os.path.dirname(leaves))
        apart = status.st_dev != kept.st_dev
        if not apart and first.tells_changes:
            return None
        second = self.file_system(os.path.dirname(stays))
        if apart and _all_equal(status, kept) and not first.kind == second.kind == _BTRFS:
            raise ActionError(say("is the file that stays ({}), seen by another way", stays))
        if first.stores and second.stores:
            return None
        if final and apart and not (first.prompt and second.prompt):
            raise ActionError(
                say("may be the file that stays ({}), seen by another way: such a drive can't show it", stays)
            )
        return Watch(leaves, stays, syscalls.fresh_status(stays), links)

    def file_system(self, folder: str) -> FileSystem:
        """Return how far the file system of a folder, held or not, can be believed.

        Raises:
            OSError: the folder can't be looked at.
        """
        if folder not in self._known:
            self._known[folder] = _file_system(folder)
        return self._known[folder]

    def is_one_folder(self, a: str, b: str) -> bool:
        """Tell whether two folders are one, by a file of ours: made in one, looked for in the other, and removed.

        A program that dies in between leaves it: it is empty, and its name is ours.

        Raises:
            OSError: it can't be made, or not be looked for.
        """
        if (a, b) not in self._one:
            self._one[a, b] = _is_one_folder(a, b)
        return self._one[a, b]

    def keeps_numbers(self, folder: str) -> bool:
        """Tell whether a renamed file keeps its inode number, by a file of ours as in ``is_one_folder``.

        Without that no link can be put in a file's place in safety: old and new are told apart by their numbers.

        Raises:
            OSError: it can't be made or renamed.
        """
        if self.file_system(folder).tells_changes:
            return True
        device = directory_handles.folder_status(folder).st_dev
        if device not in self._keeping:
            with _marker(folder) as marker:
                before, renamed = syscalls.status(marker), part_for(marker)
                rename_new(marker, renamed)
                try:
                    self._keeping[device] = syscalls.status(renamed).st_ino == before.st_ino
                finally:
                    rename_new(renamed, marker)
        return self._keeping[device]


@contextlib.contextmanager
def _marker(folder: str) -> Iterator[str]:
    """Make an empty file of ours in a folder while the block runs; the folder keeps its times."""
    before = directory_handles.folder_status(folder)
    marker = part_for(os.path.join(folder, os.curdir))
    os.close(syscalls.open_file(marker, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
    try:
        yield marker
    finally:
        syscalls.remove(marker)
        with contextlib.suppress(OSError):  # the folder is someone else's
            syscalls.set_times(os.path.join(folder, os.curdir), before.st_atime_ns, before.st_mtime_ns)


def _is_one_folder(a: str, b: str) -> bool:
    with _marker(a) as marker:
        return look(os.path.join(b, os.path.basename(marker))) is not None


def _file_system(folder: str) -> FileSystem:
    if not directory_handles.HANDLES:
        return FileSystem(0, stores=True, prompt=True)
    with directory_handles.holding(folder):
        handle = directory_handles.handle_of(folder)
        assert handle is not None
        kind = syscalls.kind_of(handle)
        if kind != _FUSE:
            return FileSystem(kind, kind in _STORES, kind in _STORES | _PROMPT)
        device = os.fstat(handle).st_dev
    number = f"{os.major(device)}:{os.minor(device)}"
    mount = next((mount for mount in mounts.table() if mount.device == number), None)
    return FileSystem(kind, stores=False, prompt=False) if mount is None else file_system_of(mount)


def file_system_of(mount: Mount) -> FileSystem:
    """Return how far the file system of a mount can be believed, by the table alone."""
    if not mount.shows_others:
        return FileSystem(0, stores=True, prompt=True)
    if mount.kind == "overlay":
        return FileSystem(_OVERLAY, stores=False, prompt=True)
    mirrors = mount.kind == "fuse" and mount.source.startswith("/")  # bindfs
    prompt = mirrors or mount.kind in _PROMPT_FUSE or not mount.kind.startswith("fuse")
    return FileSystem(_FUSE, stores=False, prompt=prompt)


def _all_equal(a: os.stat_result, b: os.stat_result) -> bool:
    return (a.st_ino, a.st_size, a.st_mtime_ns, a.st_ctime_ns) == (
        b.st_ino, b.st_size, b.st_mtime_ns, b.st_ctime_ns
    )  # fmt: skip


def _alike(a: str, b: str) -> bool:
    """Tell whether two files have one name, as some disk would compare names."""
    return MACOS.key(os.path.basename(a)) == MACOS.key(os.path.basename(b))


def _same_folder(a: str, b: str) -> bool:
    return a == b or os.path.samestat(directory_handles.folder_status(a), directory_handles.folder_status(b))
