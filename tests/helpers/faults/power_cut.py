"""A disk whose power can be cut: a file system of its own, in a file in memory, that stops writing at once.

The cut is the call that file systems have for such tests (``FS_IOC_SHUTDOWN`` without a last write of the journal):
what the file system had not handed to its disk by then never gets there, as if the plug was pulled. Then the disk is
copied, and the copy mounted, which replays its journal, as after a real power cut. Btrfs has no such call; a copy alone
does for it, made while the program is stopped.
"""

import contextlib
import fcntl
import filecmp
import json
import os
import random
import shutil
import struct
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

_SHUTDOWN = 0x8004587D  # FS_IOC_SHUTDOWN, EXT4_IOC_SHUTDOWN, XFS_IOC_GOINGDOWN
_WITHOUT_JOURNAL = 2
MAKERS = {
    "ext4": ["mkfs.ext4", "-q", "-F"],
    "xfs": ["mkfs.xfs", "-q", "-f"],
    "btrfs": ["mkfs.btrfs", "-q", "-f"],
}
_OPTIONS = {"ext4": ["noauto_da_alloc"], "xfs": ["nouuid"], "btrfs": []}
"""Of mounts: ext4 does careless programs no favours; XFS mounts a copy beside the original."""
_SIZES = {"ext4": 96 << 20, "xfs": 320 << 20, "btrfs": 256 << 20}


class PowerCutDisk:
    """A mounted disk.

    Attributes:
        point: where it is mounted.
    """

    def __init__(self, image, point, kind):
        self.point = Path(point)
        self._image = image
        self._copy = image + ".cut"
        self._kind = kind

    def mount(self):
        """Mount it; after a cut this replays its journal."""
        options = ",".join(["loop", *_OPTIONS[self._kind]])
        subprocess.run(["mount", "-t", self._kind, "-o", options, self._image, self.point], check=True)

    def cut(self):
        """Cut the power. Whoever uses the disk must be stopped, and is killed afterwards."""
        if self._kind != "btrfs":
            folder = os.open(self.point, os.O_RDONLY)
            try:
                fcntl.ioctl(folder, _SHUTDOWN, struct.pack("I", _WITHOUT_JOURNAL))
            finally:
                os.close(folder)
        while True:
            subprocess.run(["cp", "--sparse=always", self._image, self._copy], check=True)
            if self._kind != "btrfs" or filecmp.cmp(self._image, self._copy, shallow=False):
                return  # nothing was written to it meanwhile

    def unmount(self, *, patience=20):
        """Unmount it; waits until nobody uses it any more."""
        end = time.monotonic() + patience
        while subprocess.run(["umount", self.point], capture_output=True, check=False).returncode:
            if time.monotonic() > end:
                subprocess.run(["umount", "-l", self.point], check=True)
                raise AssertionError("somebody still uses the disk")
            time.sleep(0.02)

    def restart(self):
        """Let the machine come up again."""
        self.unmount()
        os.replace(
            self._copy, self._image
        )  # another process may have the old one mounted still, in a space of its own
        self.mount()

    def sync(self):
        """Write everything to the disk."""
        subprocess.run(["sync", "-f", self.point], check=True)


@contextlib.contextmanager
def power_cut_disk(kind="ext4"):
    """Make a disk whose power can be cut; skips where that is not possible."""
    if os.geteuid() or shutil.which(MAKERS[kind][0]) is None:
        pytest.skip(f"a power cut needs root and {MAKERS[kind][0]}")
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        image, point = os.path.join(folder, "image"), os.path.join(folder, "disk")
        os.mkdir(point)
        with open(image, "wb") as file:
            file.truncate(_SIZES[kind])
        subprocess.run([*MAKERS[kind], image], check=True, stdout=subprocess.DEVNULL)
        disk = PowerCutDisk(image, point, kind)
        try:
            disk.mount()
        except subprocess.CalledProcessError:
            pytest.skip(f"a power cut needs loop devices and {kind}")
        try:
            yield disk
        finally:
            disk.unmount()


@dataclass(frozen=True)
class Tree:
    """Pairs of files: those in ``old`` are older versions or copies of those in ``new``.

    Attributes:
        root: folder of both.
        contents: bytes of every file, by its path.
        marked: paths of the old files.
    """

    root: Path
    contents: dict[str, bytes]
    marked: list[str]


def write_pairs(disk, count, rng, *, identical):
    """Write pairs of files; nothing of it is synced."""
    root = disk.point / "tree"
    contents, marked = {}, []
    for side in ("new", "old"):
        (root / side).mkdir(parents=True)
    for number in range(count):
        lines = [rng.randbytes(20).hex() for _ in range(rng.randint(40, 400))]
        kept = "\n".join(lines).encode()
        older = kept if identical else "\n".join([*lines[:-1], "an older last line"]).encode()
        for side, data, age in (("old", older, 1_500_000_000), ("new", kept, 1_600_000_000)):
            path = root / side / f"report {number}.txt"
            path.write_bytes(data)
            os.utime(path, (age, age + number))
            contents[str(path)] = data
            if side == "old":
                marked.append(str(path))
    return Tree(root, contents, marked)


def contents_below(folder):
    """Return the bytes of all regular files below a folder, whatever their names."""
    return {path.read_bytes() for path in Path(folder).rglob("*") if path.is_file() and not path.is_symlink()}


@dataclass(frozen=True)
class Story:
    """What is done until the power fails.

    Attributes:
        argv: the command line during which it fails; DISK in it is where the disk is mounted.
        identical: whether the two files of a pair are.
        synced: whether they have long been on the disk.
        first: called with the disk, the tree and a function that runs a command line, before ``argv``; returns the
            paths that ``argv`` takes away, which are the old files otherwise.
        sides: folders of the tree whose contents must be there afterwards.
        touched_only: only of pairs of which a file is gone: where each file is synced by itself, the others are still
            in memory.
        options: of ``Server.run``.
    """

    argv: tuple[str, ...]
    identical: bool = False
    synced: bool = False
    first: Callable | None = None
    sides: tuple[str, ...] = ("new", "old")
    touched_only: bool = False
    options: dict = field(default_factory=dict)


def lost_in_a_cut(server, folder, story, seed, kind="ext4", pairs=40):
    """Write files, run the program, cut the power, let the machine come up and the program settle.

    Args:
        server: of ``faulty_program``; its home for this is on the disk, too.
        folder: on another disk.
        story: what is done.
        seed: of the files and of the moment.
        kind: of file system.
        pairs: number of pairs.

    Returns:
        The paths of files whose content is nowhere any more, though the journal does not say that it was deleted.
    """
    rng = random.Random(seed)
    with power_cut_disk(kind) as disk:
        home = disk.point / "home"
        home.mkdir()
        disk.sync()
        tree = write_pairs(disk, pairs, rng, identical=story.identical)
        if story.synced:
            disk.sync()

        def run(*argv):
            words = [word.replace("DISK", str(disk.point)) for word in argv]
            return server.run(folder, home, *words, **story.options)

        going = tree.marked if story.first is None else story.first(disk, tree, run)
        inodes = {path: _inode(path) for path in going}
        wait = rng.choice((0, 0, rng.uniform(0, 0.3)))
        _run_until_cut(server, lambda: run(*story.argv), disk, inodes, rng.randint(1, pairs), wait)
        disk.restart()
        code, out, err, _ = run("history", "--json")
        assert code == 0, err
        assert "Traceback" not in err, err
        acts = [act for batch in json.loads(out)["batches"] for act in batch["acts"]]
        deleted = {act["path"] for act in acts if act["act"] == "delete" and act["state"] == "done"}
        there = contents_below(disk.point)
        touched = {os.path.basename(path) for path in _gone(inodes)}
        return [
            path for path, data in tree.contents.items()
            if data not in there
            and path not in deleted
            and path.split(os.sep)[-2] in story.sides
            and (os.path.basename(path) in touched or not story.touched_only)
        ]  # fmt: skip


def _run_until_cut(server, run, disk, inodes, count, wait):
    """Run the program and cut the power ``wait`` seconds after ``count`` files are gone, or it has ended."""
    said = []
    program = threading.Thread(target=lambda: said.append(run()))
    program.start()
    while program.is_alive() and len(_gone(inodes)) < count:
        time.sleep(0.0005)
    went = _gone(inodes)
    time.sleep(wait)
    server.stop()
    disk.cut()
    server.kill()
    program.join(60)
    assert went, f"the power was cut before anything was done: {said}"


def _gone(inodes):
    """Return those of the paths at which another file is now, or none."""
    return [path for path, inode in inodes.items() if _inode(path) != inode]


def _inode(path):
    try:
        return os.lstat(path).st_ino
    except FileNotFoundError:
        return 0
