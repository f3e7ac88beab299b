"""The real program, in which every call to the system fails once, and which is killed before and after every one.

Each run is a process of its own, with a tree and a home of its own; what is checked is the disk, and what the next
program says of it: nothing is lost, the journal tells the truth, nothing of ours lies about, and the undo brings all
of it back. A sample of it belongs to the daily tests, all of it to the soak.
"""

import contextlib
import errno
import json
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, field

import pytest

from simfinder.model.removal_plan import ActKind, ActState
from simfinder.store.library.library import Library
from tests.helpers.faults.failing_calls import CHANGING
from tests.helpers.faults.faulty_program import Server
from tests.helpers.results.expected import Account
from tests.helpers.screen.seen import OURS, look_around

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="forks the program")

ERRORS = [errno.errorcode[number] for number in (errno.ENOSPC, errno.EACCES, errno.EXDEV, errno.EIO)]
SECOND = 10**9
KEPT = b"".join(b"line %d of a text\n" % (line * 7919) for line in range(60))
OLDER = KEPT.replace(b"line 7919 of", b"line 7919 OF")


@dataclass(frozen=True)
class CompareMode:
    """How the files are acted on."""

    kind: ActKind
    across: bool = False  # to another disk
    options: dict = field(default_factory=dict)


WAYS = {
    "trash": CompareMode(ActKind.TRASH),
    "trash of another disk": CompareMode(ActKind.TRASH, across=True),
    "move": CompareMode(ActKind.MOVE),
    "move by link": CompareMode(ActKind.MOVE, options={"exclusive": False}),
    "move across": CompareMode(ActKind.MOVE, across=True),
    "copy": CompareMode(ActKind.COPY),
    "copy across": CompareMode(ActKind.COPY, across=True),
    "delete": CompareMode(ActKind.DELETE),
    "hardlink": CompareMode(ActKind.HARDLINK),
    "hardlink by renames": CompareMode(ActKind.HARDLINK, options={"exchange": False}),
    "symlink": CompareMode(ActKind.SYMLINK),
    "reflink": CompareMode(ActKind.REFLINK),
    "reflink by renames": CompareMode(ActKind.REFLINK, options={"exchange": False}),
}


@pytest.fixture(scope="module")
def memory():
    """A folder in memory, where there is one: nothing waits for a disk there."""
    folder = tempfile.mkdtemp(dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def server(memory):
    home = os.path.join(memory, "home of the server")
    os.mkdir(home)
    server = Server(home)
    yield server
    server.close()


@pytest.fixture(scope="module")
def other_disk(tmp_path_factory, memory):
    """A folder on another disk than ``memory``."""
    folder = tmp_path_factory.mktemp("other disk")
    mounted = os.geteuid() == 0 and not subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=32m", "tmpfs", folder], capture_output=True, check=False
    ).returncode  # fmt: skip
    yield folder if mounted or os.stat(folder).st_dev != os.stat(memory).st_dev else None
    if mounted:
        subprocess.run(["umount", folder], check=True)


class Stage:
    """One tree, one home, one story."""

    def __init__(self, server, memory, other_disk, way):
        self.server = server
        self.way = way
        if way.across and other_disk is None:
            pytest.skip("there is no other disk")
        self.folder = tempfile.mkdtemp(dir=memory)
        self.far = tempfile.mkdtemp(dir=other_disk) if way.across else self.folder
        self.home = os.path.join(self.folder, "home")
        os.mkdir(self.home)
        in_trash = way.kind is ActKind.TRASH
        self.tree = os.path.join(self.far if in_trash else self.folder, "tree")
        self.target = os.path.join(self.folder if in_trash else self.far, "to")
        self.trashes = [os.path.join(self.home, ".local/share/Trash")]
        if in_trash and way.across:
            self.trashes.append(os.path.join(other_disk, f".Trash-{os.getuid()}"))
        alike = way.kind.is_link
        self._write("kept.txt", KEPT, 9, 0o644)
        self._write("a/b/older.txt", KEPT if alike else OLDER, 1, 0o640)
        self.account = Account()
        self.before = self.look()

    def _write(self, name, data, age, mode):
        path = os.path.join(self.tree, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)
        os.chmod(path, mode)
        if hasattr(os, "setxattr"):
            with contextlib.suppress(OSError):  # not every disk in memory has them
                os.setxattr(path, "user.note", b"of %d" % age)
        time_ns = 1_600_000_000 * SECOND + age * SECOND + 7
        os.utime(path, ns=(time_ns - 5, time_ns))

    def look(self):
        files, _ = look_around(
            self.tree, self.target, *(os.path.join(trash, "files") for trash in self.trashes)
        )
        return files

    def run(self, *argv, **fault):
        return self.server.run(self.folder, self.home, *argv, **{**self.way.options, **fault})

    def clean(self, **fault):
        kind = self.way.kind
        act = {
            ActKind.TRASH: [],
            ActKind.MOVE: ["--to", self.target],
            ActKind.COPY: ["--act", f"copy:{self.target}"],
        }.get(kind, ["--act", str(kind)])
        return self.run(
            "clean", self.tree, "--keep", "newest", "--yes", "--json", "--jobs", "1", *act, **fault
        )

    def undo(self, **fault):
        return self.run("undo", "--json", **{"during": "undo", **fault})

    def journal(self):
        path = os.path.join(self.home, ".local/share/simfinder/library.sqlite3")
        if not os.path.exists(path):
            return []
        with Library.open(path) as library:
            return [act for row in library.batches() for act in library.acts(row.id)]

    def nothing_is_lost(self, when):
        found = {file.data for file in self.look().values()}
        assert KEPT in found, when
        if not self.way.kind.is_link:
            assert OLDER in found or self.way.kind is ActKind.DELETE, when

    def journal_is_true(self, struck, when):
        """The disk is what it was, changed by what the journal says."""
        found = self.look()
        changes = [(act, None) for act in self.journal()]
        assert all(act.state in (ActState.DONE, ActState.SKIPPED, ActState.FAILED) for act, _ in changes), (
            when
        )
        assert all(act.reason for act, _ in changes if act.state is not ActState.DONE), when
        expected = self.account.expected(self.before, changes, scanned=self.before)
        assert set(found) == set(expected), when
        new = set(expected) - set(self.before)
        for path, file in expected.items():
            if path in new and struck in ("setxattr", "getxattr", "fchmod", "fchown"):
                assert found[path].data == file.data, (
                    when
                )  # as for a disk that can't hold these: the journal has them
            else:
                assert found[path].like(file), (when, path)
        assert not [path for path in found if OURS in os.path.basename(path)], when
        return any(act.state is ActState.DONE for act, _ in changes)

    def is_as_before(self, struck, when):
        found = self.look()
        if self.way.kind is ActKind.DELETE and len(found) < len(self.before):
            gone = os.fsencode(os.path.join(self.tree, "a/b/older.txt"))
            self.before.pop(gone)
        for path, file in self.before.items():
            if struck in (
                "setxattr",
                "chmod",
                "utime",
                "chown",
                "getxattr",
            ):  # told in the report, tried again never
                assert found[path].data == file.data, when
            else:
                assert found[path].loose == file.loose, (when, path)
        assert set(found) == set(self.before), when
        told = any("entry in the Trash could not be removed" in act.reason for act in self.journal())
        if struck not in ("rmdir", "unlink") and not told:  # an empty folder, or an empty entry of the Trash
            assert not os.path.exists(self.target), when
            for info in (os.path.join(trash, "info") for trash in self.trashes):
                assert not os.path.isdir(info) or not os.listdir(info), when

    def close(self):
        for folder in {self.folder, self.far, *self.trashes}:
            shutil.rmtree(folder, ignore_errors=True)


def moments(names, full, turn):
    """(call, what goes wrong) for all calls, or for some of them.

    A death before a call that only looks leaves what one before the next call that changes something does.
    """
    every = []
    for at, name in enumerate(names):
        every.append((at, ERRORS[(at + turn) % len(ERRORS)]))
        if name in CHANGING:
            every += [(at, "before"), *((at, error) for error in ERRORS if error != every[-1][1])]
    every.append((len(names) - 1, "after"))
    return every if full else every[turn * 3 :: max(1, len(every) // 4)]


FULL = [
    pytest.param(True, marks=[pytest.mark.soak, pytest.mark.timeout(1800)], id="all"),
    pytest.param(False, id="some"),
]


@pytest.mark.parametrize("full", FULL)
@pytest.mark.parametrize("name", WAYS)
def test_every_call_of_an_act(name, full, server, memory, other_disk):
    way, turn = WAYS[name], list(WAYS).index(name)
    stage = Stage(server, memory, other_disk, way)
    code, out, err, names = stage.clean()
    assert (code, err.count("Batch 1: 1 ")) == (0, 1), err
    assert json.loads(out)["acts"][0]["state"] == "done"
    assert stage.journal_is_true("", name)
    assert stage.undo()[0] == (0 if way.kind is not ActKind.DELETE else 1)
    stage.is_as_before("", name)
    stage.close()
    assert len(names) > 15

    for at, what in moments(names, full, turn):
        stage = Stage(server, memory, other_disk, way)
        when = f"{name}: {what} at call {at} ({names[at]})"
        struck = names[at] if what in ERRORS else ""
        code, out, err, _ = stage.clean(at=at, what=what)
        assert code == -9 if what in ("before", "after") else code in (0, 1, 2), (when, code, err)
        assert "Traceback" not in err, (when, err)
        stage.nothing_is_lost(when)
        if not struck or code == 2 or " is at " in out.decode():  # not all is settled: the next start does it
            code, _, err, _ = stage.run("history")
            assert code == 0, (when, err)
        done = stage.journal_is_true(struck, when)
        code, _, err, _ = stage.undo()
        assert code == (1 if done and way.kind is ActKind.DELETE else 0 if done else 2), (when, err)
        stage.is_as_before(struck, when)
        stage.close()


@pytest.mark.parametrize("full", FULL)
@pytest.mark.parametrize("name", [name for name, way in WAYS.items() if way.kind is not ActKind.DELETE])
def test_every_call_of_an_undo(name, full, server, memory, other_disk):
    way, turn = WAYS[name], list(WAYS).index(name)
    stage = Stage(server, memory, other_disk, way)
    assert stage.clean()[0] == 0
    names = stage.undo()[3]
    stage.close()
    assert len(names) > 10
    for at, what in moments(names, full, turn):
        stage = Stage(server, memory, other_disk, way)
        when = f"undo of {name}: {what} at call {at} ({names[at]})"
        struck = names[at] if what in ERRORS else ""
        assert stage.clean()[0] == 0
        code, _, err, _ = stage.undo(at=at, what=what)
        assert code == -9 if what in ("before", "after") else code in (0, 1, 2), (when, code, err)
        assert "Traceback" not in err, (when, err)
        stage.nothing_is_lost(when)
        code, _, err, _ = stage.undo()  # again
        states = {act.state for act in stage.journal()}
        assert states == {ActState.UNDONE}, (when, err)
        stage.is_as_before(struck, when)
        stage.close()
