"""What the program keeps for itself, attacked: another thing in its place, damaged, full, read-only, gone, planted.

Whatever is done to a store, no command fails inside or waits for ever, no content is lost, nothing outside is written.
"""

import json
import os
import pickle
import random
import shutil
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from simfinder.app.runtime import logs, warmup
from simfinder.app.session.saved import save_and_load
from simfinder.app.settings import settings
from simfinder.arrays import counting_sort
from simfinder.errors import StoreUnavailableError
from simfinder.store import app_dirs, seal
from simfinder.store.atomic_write import written_whole
from tests.helpers.files.trees import version_tree

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="pipes, devices and mounts of Linux")
as_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="mounts and files of somebody else need root"
)

SECRET = b"somebody's precious file\n" * 40
COMMANDS = """
import json, sys
from pathlib import Path
from simfinder.__main__ import main
from tests.e2e.attacks.test_stores import put
commands, kinds, *places = json.loads(sys.argv[1])
for kind in kinds:
    if kind:
        put(kind, *map(Path, places))
    for words in commands:
        print("$", kind, *words[:2], file=sys.stderr, flush=True)
        print("=", main(words), file=sys.stderr, flush=True)
"""


@pytest.fixture
def tree(tmp_path):
    return Path(version_tree(tmp_path / "tree").root)


@pytest.fixture
def precious(tmp_path):
    """A file that nothing may be written to, and a path where nothing may appear."""
    path = tmp_path / "precious"
    path.write_bytes(SECRET)
    yield path
    assert path.read_bytes() == SECRET
    assert not os.path.lexists(tmp_path / "nowhere")


def put(kind, place, precious):
    """Put something else where a store belongs."""
    if place.is_dir() and not place.is_symlink():
        shutil.rmtree(place)
    place.unlink(missing_ok=True)
    place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if kind == "pipe":
        os.mkfifo(place)
    elif kind == "folder":
        place.mkdir()
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(str(place))
    elif kind == "link to nowhere":
        place.symlink_to(precious.parent / "nowhere")
    elif kind == "noise":
        place.write_bytes(random.Random(3).randbytes(6_000))
    else:
        number = {"endless device": 5, "full device": 7}[kind]
        os.mknod(place, stat.S_IFCHR | 0o600, os.makedev(1, number))


def kinds():
    made = ["pipe", "folder", "link to nowhere", "noise"]
    return [*made, "endless device", "full device"] if os.geteuid() == 0 else made


def contents(*roots):
    found = set()
    for root in roots:
        for where, _, names in os.walk(root):
            paths = (os.path.join(where, name) for name in names)
            found |= {Path(path).read_bytes() for path in paths if stat.S_ISREG(os.lstat(path).st_mode)}
    return found


def run(commands, kinds=("",), *places):
    """Run commands one after the other, for each thing that is put in the place of a store; return what they say."""
    asked = json.dumps([commands, kinds, *places], default=str)
    done = subprocess.run(
        [sys.executable, "-c", COMMANDS, asked],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        timeout=100,
        env={**os.environ, "SIMFINDER_LOG": "debug"},
    )
    said = done.stderr.decode("utf-8", "replace")
    assert done.returncode == 0, said
    assert "Traceback" not in said, said
    assert "inside SimFinder" not in said, said
    return said


def everyday(tree):
    return (
        ("clean", str(tree), "--yes", "--quiet", "--identical"), ("undo", "--quiet"), ("history",),
        ("rules", "list"), ("ignore", "list"), ("cache", "info"),
    )  # fmt: skip


STORES = {
    "cache": app_dirs.cache_file,
    "journal of the cache": lambda: Path(f"{app_dirs.cache_file()}-journal"),
    "log of the cache": lambda: Path(f"{app_dirs.cache_file()}-wal"),
    "stamp of the kernels": lambda: app_dirs.cache_folder() / "kernels.stamp",
    "library": app_dirs.library_file,
    "journal of the library": lambda: Path(f"{app_dirs.library_file()}-journal"),
    "locks": lambda: app_dirs.data_folder() / "locks",
    "key of the seals": app_dirs.seal_key,
    "log": app_dirs.log_file,
}


@pytest.mark.parametrize("store", STORES)
def test_something_else_in_the_place_of_a_store(store, tree, home, precious):
    before = contents(tree)
    run(everyday(tree), kinds(), STORES[store](), precious)
    assert before <= contents(tree, home)


@pytest.mark.parametrize("kind", ["pipe", "folder", "endless device", "link to nowhere", "noise"])
def test_something_else_in_the_place_of_the_windows_stores(kind, home, precious):
    """Read here without a process each: a call that waits ends the test by its own alarm."""
    if kind == "endless device" and os.geteuid() != 0:
        pytest.skip("making a device needs root")
    put(kind, app_dirs.settings_file(), precious)
    read, said = settings.load()
    assert read == settings.Settings()
    assert bool(said) == (kind != "link to nowhere")
    put(kind, app_dirs.cache_folder() / "kernels.stamp", precious)
    assert not warmup.kernels_ready()
    put(kind, app_dirs.seal_key(), precious)
    assert seal.unsealing(seal.Purpose.PLAN) is None
    put(kind, save_and_load.folder() / f"a{save_and_load.SUFFIX}", precious)
    assert save_and_load.autosaved() == []
    put(kind, app_dirs.log_file(), precious)
    if kind != "link to nowhere":
        logs.start()
        logs.LOG.warning("said into nothing")
        logs.stop()


@pytest.fixture
def mounted():
    points = []

    def mount(*words):
        if subprocess.run(["mount", *map(str, words)], capture_output=True).returncode:
            pytest.skip("not available: nothing can be mounted here")
        points.append(str(words[-1]))

    yield mount
    for point in points:
        subprocess.run(["umount", "-l", point], capture_output=True)


@as_root
def test_full_disks(tree, home, mounted):
    before = contents(tree)
    for folder in (app_dirs.cache_folder(), app_dirs.data_folder(), app_dirs.log_folder()):
        folder.mkdir(parents=True, mode=0o700)
        mounted("-t", "tmpfs", "-o", "size=16k,mode=700", "none", folder)
        (folder / "filler").write_bytes(b"x" * 16_384)
    said = run(everyday(tree))
    assert "no space left" in said.lower()
    assert contents(tree) == before
    folder = app_dirs.config_folder()
    folder.mkdir(parents=True, mode=0o700)
    mounted("-t", "tmpfs", "-o", "size=4k,mode=700", "none", folder)
    (folder / "filler").write_bytes(b"x" * 4_096)
    with pytest.raises(StoreUnavailableError, match="No space left"):
        settings.Settings().save()


@as_root
def test_read_only_disks(tree, home, mounted):
    run(everyday(tree))
    before = contents(tree)
    for folder in (app_dirs.cache_folder(), app_dirs.data_folder(), app_dirs.log_folder()):
        folder.mkdir(parents=True, exist_ok=True)
        mounted("--bind", folder, folder)
        subprocess.run(["mount", "-o", "remount,ro,bind", str(folder)], check=True)
    said = run(everyday(tree))
    assert "can't be " in said
    assert contents(tree) == before


@as_root
def test_another_users_link_is_not_followed_where_the_person_writes(tmp_path, precious):
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    report = shared / "report.html"
    report.symlink_to(precious)
    os.chown(report, 4242, 4242, follow_symlinks=False)
    with pytest.raises(StoreUnavailableError, match="another user"), written_whole(report) as file:
        file.write(b"x")
    own = tmp_path / "own"
    own.symlink_to(shared / "mine.html")
    with written_whole(own) as file:
        file.write(b"x")
    assert own.is_symlink()
    assert (shared / "mine.html").read_bytes() == b"x"
    os.symlink("circle", tmp_path / "circle")
    with pytest.raises(StoreUnavailableError), written_whole(tmp_path / "circle") as file:
        file.write(b"x")


class Planted:
    """Makes a folder when it is unpickled."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return os.mkdir, (self.path,)


@pytest.mark.parametrize("mode", [0o700, 0o777], ids=["ours", "open to all"])
def test_compiled_code_that_others_could_have_planted_is_not_run(tmp_path, mode):
    from numba.core.caching import _CacheLocator

    kernel, signal = counting_sort.by_number.py_func, tmp_path / "was run"
    sub = _CacheLocator.get_suitable_cache_subpath(counting_sort.__file__)
    folder = tmp_path / "kernels" / sub
    folder.mkdir(parents=True)
    version = f"py{sys.version_info[0]}{sys.version_info[1]}"
    name = f"counting_sort.{kernel.__name__}-{kernel.__code__.co_firstlineno}.{version}.nbi"
    (folder / name).write_bytes(pickle.dumps(Planted(str(signal))))
    folder.parent.chmod(mode)
    subprocess.run(
        [sys.executable, "-c",
         "import numpy as np; from simfinder.arrays.counting_sort import by_number as sort;"
         "print(sort(np.array([2, 1]), 3, np.array([0, 1])))"],
        env={**os.environ, "NUMBA_CACHE_DIR": str(folder.parent)}, timeout=100, capture_output=True,
    )  # fmt: skip
    assert signal.exists() == (mode == 0o700)
