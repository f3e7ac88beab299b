"""A scan with a cache gives the same result as one without, whatever happens to the files between two scans."""

import os
import random
import shutil

import numpy as np
import pytest

from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.scan.pipeline import scan
from simfinder.signatures.table.signature_table import SignatureTable
from simfinder.store.cache import queries
from simfinder.store.cache.cache import Cache


def stamp(path, when):
    os.utime(path, ns=(when, when))


class World:
    """A tree, and what people, editors and backup programs do to it.

    What no program could tell from a move is left out: content changed with the time put back AND the file moved since
    the last scan; or a folder moved, another made of its name, and the time put back in the first; or a
    copy, with the times, of a file whose time was put back that got the number of one that was removed.
    """

    def __init__(self, root, rng):
        self.root, self.rng = root, rng
        self.number = self.moved = 0
        self.touched = set()  # since the last scan, by inode
        self.forged = set()  # times that tell nothing
        for _ in range(25):
            self.new()

    def files(self):
        return sorted(path for path in self.root.rglob("*") if path.is_file())

    def name(self):
        self.number += 1
        folder = self.root / f"{self.moved} {self.rng.choice('abc')}"
        folder.mkdir(parents=True, exist_ok=True)
        return folder / f"{self.number}.dat"

    def one(self):
        return self.rng.choice(self.files())

    def new(self):
        path = self.name()
        path.write_bytes(self.rng.randbytes(self.rng.choice((300, 300, 5000))))
        whole = self.rng.random() < 0.3  # as out of an archive: seconds only
        stamp(path, 1_600_000_000 * 10**9 + (0 if whole else self.rng.randrange(10**9)))
        return path

    def write_in_place(self):
        path = self.one()
        with open(path, "r+b") as file:
            file.write(self.rng.randbytes(8))

    def write_and_put_the_time_back(self):
        path = self.one()
        if os.stat(path).st_ino in self.touched:
            return  # moved since the last scan: nothing could tell that from a move alone
        before = os.stat(path)
        with open(path, "r+b") as file:
            file.write(self.rng.randbytes(8))
        stamp(path, before.st_mtime_ns)
        self.touched.add(before.st_ino)
        self.forged.add(before.st_mtime_ns)

    def replace_by_another(self):
        """Save like an editor: replace the old file by a new one of the same size and time."""
        path = self.one()
        before = os.stat(path)
        other = path.with_name("being written")
        other.write_bytes(self.rng.randbytes(before.st_size))
        stamp(other, before.st_mtime_ns)
        os.replace(other, path)
        self.forged.add(before.st_mtime_ns)

    def remove_and_make_again(self):
        """Replace a file by one that may get the same inode."""
        path = self.one()
        before = os.stat(path)
        path.unlink()
        path.write_bytes(self.rng.randbytes(before.st_size))
        stamp(path, before.st_mtime_ns)
        self.touched.add(os.stat(path).st_ino)
        self.forged.add(before.st_mtime_ns)

    def grow_and_shrink(self):
        path = self.one()
        with open(path, "ab") as file:
            file.write(b"more")
        if self.rng.random() < 0.5:
            os.truncate(path, self.rng.randrange(1, 300))

    def move(self):
        path = self.one()
        if os.stat(path).st_ino not in self.touched:
            self.touched.add(os.stat(path).st_ino)
            os.rename(path, self.name())

    def swap(self):
        a, b = self.one(), self.one()
        numbers = {os.stat(a).st_ino, os.stat(b).st_ino}
        if len(numbers) == 2 and not numbers & self.touched:
            self.touched |= numbers
            between = self.root / "between"
            os.rename(a, between)
            os.rename(b, a)
            os.rename(between, b)

    def move_a_folder(self):
        for name in sorted(os.listdir(self.root)):
            folder = self.root / name
            inside = {os.stat(path).st_ino for path in folder.rglob("*")} if folder.is_dir() else set()
            if inside and not inside & self.touched:
                self.moved += 1
                self.touched |= inside
                os.rename(folder, self.root / f"moved {self.moved}")
                return

    def link(self):
        path = self.one()
        if os.stat(path).st_ino not in self.touched:
            self.touched.add(os.stat(path).st_ino)
            os.link(path, self.name())

    def copy(self):
        path = self.one()
        forged = os.stat(path).st_mtime_ns in self.forged
        (shutil.copy if forged else shutil.copy2)(path, self.name())

    def remove(self):
        if len(self.files()) > 12:
            self.one().unlink()

    def change_the_mode(self):
        self.one().chmod(self.rng.choice((0o600, 0o644)))

    DEEDS = (
        new, write_in_place, write_and_put_the_time_back, replace_by_another, remove_and_make_again, grow_and_shrink,
        move, swap, move_a_folder, link, copy, remove, change_the_mode,
    )  # fmt: skip


def groups(result):
    """Return the files that are known to be identical."""
    together = {}
    for file, row in zip(result.files, result.content_row.tolist(), strict=True):
        if row >= 0:
            together.setdefault(row, []).append(file.path)
    return sorted(paths for paths in together.values() if len(paths) > 1)


def assert_equal(a, b, *, identical):
    assert list(a.files) == list(b.files)
    assert (a.passed_over, a.problems, a.bytes) == (b.passed_over, b.problems, b.bytes)
    assert groups(a) == groups(b)
    if identical:
        return  # what has no twin need not be known, but may be
    assert np.array_equal(a.content_row, b.content_row)
    for name in SignatureTable.__slots__:
        assert np.array_equal(getattr(a.table, name), getattr(b.table, name)), name


@pytest.mark.parametrize("identical", [False, True])
@pytest.mark.parametrize(
    ("seed", "rounds"),
    [(1, 30), (2, 30), *(pytest.param(s, 300, marks=pytest.mark.soak) for s in range(3, 11))],
)
def test_a_cache_is_never_seen_in_a_result(seed, rounds, identical, tmp_path, monkeypatch):
    rng = random.Random(seed)
    world = World(tmp_path / "tree", rng)
    # half of the time a scan comes long enough after the last change for files to be remembered
    real = queries._RACY_NS
    options = ScanOptions((str(tmp_path / "tree"),), identical=identical, raw=True)
    hits = 0
    with Cache.open(tmp_path / "cache.sqlite3") as cache:
        for number in range(rounds):
            for _ in range(rng.randrange(1, 6)):
                rng.choice(world.DEEDS)(world)
            monkeypatch.setattr(queries, "_RACY_NS", real if number % 4 == 0 else 0)
            with_cache = scan(options, cache, Control())
            assert_equal(with_cache, scan(options, None, Control()), identical=identical)
            hits += with_cache.from_cache
            world.touched.clear()
    assert hits > rounds  # else nothing was tried
