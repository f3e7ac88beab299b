"""Removal by the real program on real trees: every rule, every act, and trees and disks that make it hard.

The story is always the same: clean, look at the disk, undo, look again; what the program says is held against what is
there. Plans as files and scripts: ``test_plans``; deaths and errors at every call: ``test_faults_everywhere``.
"""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

from tests.helpers.faults.faulty_program import Server
from tests.helpers.program import simfinder, start
from tests.helpers.screen.seen import OURS, look_around, loose

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="forks the program")
ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
SECOND = 10**9
ACTS = ["trash", "move", "copy", "delete", "hardlink", "symlink", "reflink"]
LINKS = {"hardlink", "symlink", "reflink"}
USER = 65534  # an ordinary one: nobody


def text(version=0):
    return b"".join(b"%d line %d\n" % (line * 7919, version if line == 5 else 0) for line in range(80))


def put(path, data, age=0, mode=0o644):
    path = Path(os.fspath(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    path.chmod(mode)
    time_ns = 1_700_000_000 * SECOND - age * 86_400 * SECOND + 123
    os.utime(path, ns=(time_ns - 9, time_ns))
    return path


@pytest.fixture(scope="module")
def memory():
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


@pytest.fixture
def mount():
    """Mount something, taken away at the end; skips where that is not allowed."""
    points = []

    def mounting(*arguments):
        done = (
            ROOT
            and not subprocess.run(
                ["mount", *map(str, arguments)], capture_output=True, check=False
            ).returncode
        )
        if not done:
            pytest.skip("nothing can be mounted here")
        points.append(str(arguments[-1]))

    yield mounting
    for point in reversed(points):
        subprocess.run(["umount", point], check=True)


class World:
    """A tree and a home in one folder, and the program."""

    def __init__(self, server, folder):
        self.server = server
        self.folder = Path(tempfile.mkdtemp(dir=folder))
        self.tree, self.home, self.target = (self.folder / name for name in ("tree", "home", "to"))
        self.tree.mkdir()
        self.home.mkdir()
        self.user = 0

    def run(self, *argv):
        code, out, err, _ = self.server.run(self.folder, self.home, *argv, user=self.user)
        assert "Traceback" not in err, err
        return code, json.loads(out) if out.startswith(b"{") else out, err

    def clean(self, act, *options, target=None):
        target = target or self.target
        wanted = {"trash": [], "move": ["--to", target], "copy": ["--act", f"copy:{target}"]}
        return self.run(
            "clean", self.tree, "--yes", "--json", "--jobs", "1", *wanted.get(act, ["--act", act]), *options
        )

    def undo(self, *options):
        return self.run("undo", "--json", *options)

    def seen(self):
        return loose(look_around(self.tree)[0], self.tree)

    def left_over(self):
        """What is ours anywhere, and what is left of the target and in the Trash."""
        found = [*look_around(self.folder)[0]]
        trash = self.home / ".local/share/Trash"
        return [path for path in found if os.path.basename(path).startswith(OURS)], [
            path for path in found if path.startswith((os.fsencode(self.target), os.fsencode(trash)))
        ]


@pytest.fixture
def world(server, memory):
    world = World(server, memory)
    yield world
    shutil.rmtree(world.folder)


def agrees(world, act, acts, before):
    """What the report says of each file is what the disk shows."""
    now = world.seen()
    for one in acts:
        name = os.path.relpath(os.fsencode(one["path"]), os.fsencode(world.tree))
        if one["state"] != "done":
            assert one["reason"]
            assert now[name] == before[name]
        elif act in ("trash", "move", "delete"):
            assert name not in now
        elif act == "symlink":
            assert now[name].leads_to == os.fsencode(one["to"])
        else:
            assert now[name].data == before[name].data
        if one["state"] == "done" and act in ("trash", "move", "copy"):
            assert Path(one["to"]).read_bytes() == before[name].data
    touched = {os.path.relpath(os.fsencode(one["path"]), os.fsencode(world.tree)) for one in acts}
    assert {name: file for name, file in now.items() if name not in touched} == {
        name: file for name, file in before.items() if name not in touched
    }


# rules
RULES = {
    "newest": "Backup/essay v3.txt",
    "oldest": "Desktop/essay.txt",
    "largest": "Downloads/Old/essay v2.txt",
    "smallest": "Backup/essay v3.txt",
    "shortest-path": "Desktop/essay.txt",
    "longest-path": "Downloads/Old/essay v2.txt",
    "in:Backup,newest": "Backup/essay v3.txt",
    "not-in:Desktop,not-in:Downloads,oldest": "Backup/essay copy.txt",
    "name:*copy*": "Backup/essay copy.txt",
    "name:*copy*,in:Downloads,newest": "Backup/essay copy.txt",
    "@mine": "Downloads/Old/essay v2.txt",
}


@pytest.mark.parametrize(
    ("rule", "act"),
    [
        pytest.param(rule, act, marks=() if (i + j) % 7 == 0 else pytest.mark.soak)
        for i, rule in enumerate(RULES)
        for j, act in enumerate(ACTS)
    ],
)
def test_every_rule_with_every_act(rule, act, world):
    put(
        world.tree / "Desktop/essay.txt", text(), age=1
    )  # though its content is nine days old, like that of its copies
    put(world.tree / "Desktop/essay (1).txt", text(), age=5, mode=0o600)
    put(world.tree / "Backup/essay copy.txt", text(), age=9)
    put(world.tree / "Backup/essay v3.txt", text(1)[:-9], age=3)
    put(world.tree / "Downloads/Old/essay v2.txt", text(2) + b"and one more line\n", age=7)
    if rule == "@mine":
        assert world.run("rules", "save", "mine", "largest,newest")[0] == 0
    before = world.seen()
    for folder in ("Desktop", "Backup", "Downloads"):
        rule = rule.replace(f"in:{folder}", f"in:{world.tree}/{folder}")
    code, done, err = world.clean(act, "--keep", rule, "--remove", "all", "--tolerance", "40")
    kept = os.fsencode(RULES[rule if rule in RULES else rule.replace(f"{world.tree}/", "")])
    assert code == 0, err
    paths = {os.path.relpath(os.fsencode(one["path"]), os.fsencode(world.tree)) for one in done["acts"]}
    assert kept not in paths
    assert world.seen()[kept] == before[kept]
    alike = {name for name, file in before.items() if file.data == text()}
    # of identical files that are all to go one stays for the links
    stays = kept if kept in alike else next(iter(alike - paths), None)
    assert paths == (alike - {stays} if act in LINKS else set(before) - {kept})
    assert {one["state"] for one in done["acts"]} == {"done"}
    agrees(world, act, done["acts"], before)
    code, undone, err = world.undo()
    if act == "delete":
        assert code == 1
        assert all("can't come back" in one["reason"] for one in undone["acts"])
        return
    assert code == 0, err
    assert world.seen() == before
    assert world.left_over() == ([], [])


@pytest.mark.parametrize("remove", ["older", "identical", "similar", "all"])
def test_what_each_wish_removes(remove, world):
    put(world.tree / "essay.txt", text(), age=5)
    put(world.tree / "essay (1).txt", text(), age=1)  # newer, and identical
    put(world.tree / "essay v1.txt", text(1), age=9)
    put(world.tree / "essay v9.txt", text(2), age=2)
    put(world.tree / "tale.txt", text()[:-300] + b"and then it ends as no essay does\n" * 9, age=9)
    identical = {b"essay (1).txt"}
    older = identical | {b"essay v1.txt"}
    names = {"identical": identical, "older": older, "similar": older | {b"tale.txt"}}
    before = world.seen()
    code, done, err = world.clean("trash", "--keep", "name:essay.txt", "--remove", remove)
    assert code == 0, err
    assert set(before) - set(world.seen()) == names.get(remove, set(before) - {b"essay.txt"})
    agrees(world, "trash", done["acts"], before)
    assert world.undo()[0] == 0
    assert world.seen() == before


# hard trees
@pytest.mark.parametrize("act", ACTS)
def test_a_hard_tree(act, world):
    """Loops of links, hard links, odd names and modes, the longest names: all of it as it was after the undo."""
    tree = world.tree
    names = [
        os.fsdecode(b"caf\xe9 \xff"),
        "two\nlines",
        "-rf",
        " ",
        "é" * 127,
        "x" * 255,
        "$(x) `y` 'z' \"",
        "tab\t",
    ]
    for number, name in enumerate(names):
        for folder, age in (("new", 0), ("old/deeper", 50)):
            put(tree / folder / str(number) / name, text(number), age, 0o600 + number)
    put(tree / "old/secret", text(0), 60, 0o000 if ROOT else 0o400)
    (tree / "old/loop").symlink_to(tree / "old")
    (tree / "old/up").symlink_to("..")
    (tree / "old/dangling").symlink_to("nowhere")
    (tree / "old/itself").symlink_to("itself")
    os.link(tree / "old/deeper/3" / names[3], tree / "second name")
    os.mkfifo(tree / "old/fifo")
    before = world.seen()
    code, done, err = world.clean(act, "--identical", "--keep", f"in:{tree}/new,newest")
    assert code == 0, err
    assert len(done["acts"]) == len(names) + 1
    assert {one["state"] for one in done["acts"]} == {"done"}
    agrees(world, act, done["acts"], before)
    code, _, err = world.undo()
    if act == "delete":
        assert code == 1, err
        assert set(before) - set(world.seen()) == {
            os.path.relpath(os.fsencode(one["path"]), os.fsencode(tree)) for one in done["acts"]
        }
        return
    assert code == 0, err
    assert world.seen() == before
    assert world.left_over() == ([], [])


@pytest.mark.skipif(not ROOT, reason="only root can become another user")
@pytest.mark.parametrize("act", ACTS)
def test_a_read_only_folder_of_an_ordinary_user(act, world):
    """Nothing can be taken from it, or put in it: that is said, the rest is done, and the undo knows."""
    put(world.tree / "kept.txt", text(), 0)
    put(world.tree / "shut/older.txt", text(), 9)
    put(world.tree / "open/older.txt", text(), 8)
    _give_away(world)
    (world.tree / "shut").chmod(0o555)
    before = world.seen()
    code, done, err = world.clean(act)
    states = {os.path.relpath(one["path"], world.tree): one["state"] for one in done["acts"]}
    shut = "done" if act == "copy" else "failed"  # which only has to read there
    assert states == {"shut/older.txt": shut, "open/older.txt": "done"}, err
    assert code == (0 if act == "copy" else 1)
    agrees(world, act, done["acts"], before)
    if act != "delete":
        assert world.undo()[0] == 0
        assert world.seen() == before
        assert world.left_over() == ([], [])


def _give_away(world):
    world.user = USER
    world.folder.parent.chmod(0o711)
    world.folder.chmod(0o755)
    for name in ("out", "err", "calls"):
        (world.folder / name).touch()
        (world.folder / name).chmod(0o666)
    for folder, below, files in os.walk(world.folder):
        for name in ["", *below, *files]:
            os.chown(os.path.join(folder, name), USER, USER, follow_symlinks=False)


@pytest.mark.skipif(not ROOT, reason="only root can become another user")
def test_a_library_that_can_not_be_reached(world):
    """Where the journal is can't be looked at: that is said, and nothing is done without a journal."""
    put(world.tree / "kept.txt", text(), 0)
    put(world.tree / "older.txt", text(), 9)
    data = world.home / ".local/share/simfinder"
    data.mkdir(parents=True)
    _give_away(world)
    data.chmod(0)
    before = world.seen()
    code, _, err = world.clean("trash")
    assert (code, world.seen()) == (2, before)
    assert "simfinder: " in err
    code, _, err = world.run("history")
    assert code == 2
    assert str(data) in err


@pytest.mark.parametrize("act", ACTS)
def test_immutable_files(act, world):
    """``chattr +i``: root itself can't move them; the others go, and nothing is half done."""
    tree = world.tree
    put(tree / "kept.txt", text(), 20)
    firm = put(tree / "firm.txt", text(), 9)
    put(tree / "loose.txt", text(), 8)
    if not ROOT or subprocess.run(["chattr", "+i", firm], capture_output=True, check=False).returncode:
        pytest.skip("no file can be made immutable here")
    try:
        before = world.seen()
        code, done, err = world.clean(act)
        states = {os.path.basename(one["path"]): one["state"] for one in done["acts"]}
        assert states == {"firm.txt": "done" if act == "copy" else "failed", "loose.txt": "done"}, err
        assert code == (0 if act == "copy" else 1)
        agrees(world, act, done["acts"], before)
        if act != "delete":
            assert world.undo()[0] == 0
            assert world.seen() == before
            assert world.left_over() == ([], [])
    finally:
        subprocess.run(["chattr", "-i", firm], check=True)


# disks
@pytest.mark.parametrize("act", ["move", "copy"])
def test_a_full_disk(act, world, mount):
    """What still fits goes there; what does not stays where it is, and leaves nothing there."""
    world.target.mkdir()
    mount("-t", "tmpfs", "-o", "size=160k", "tmpfs", world.target)
    for number in range(4):
        data = os.urandom(60_000)
        put(world.tree / f"new/{number}", data, 0)
        put(world.tree / f"old/{number}", data, 9, 0o600 + number)
    before = world.seen()
    code, done, err = world.clean(act)
    assert code == 1, err
    states = [one["state"] for one in done["acts"]]
    assert (states.count("done"), states.count("failed")) == (2, 2)
    assert all("No space left" in one["reason"] for one in done["acts"] if one["state"] == "failed")
    agrees(world, act, done["acts"], before)
    assert world.undo()[0] == 0
    assert world.seen() == before
    assert world.left_over() == ([], [])


def test_no_room_for_the_journal(world, mount):
    """Nothing is done that could not be written down."""
    mount("-t", "tmpfs", "-o", "size=64k", "tmpfs", world.home)
    put(world.tree / "kept.txt", text(), 0)
    put(world.tree / "older.txt", text(), 9)
    (world.home / "filler").write_bytes(b"")
    with contextlib.suppress(OSError), open(world.home / "filler", "ab", buffering=0) as filler:
        while True:
            filler.write(bytes(4096))
    before = world.seen()
    for act in ACTS:
        code, _, err = world.clean(act)
        assert code == 2, err
        assert "space" in err or "can't be" in err
        assert world.seen() == before
        assert not world.target.exists() or not list(world.target.rglob("*"))


@pytest.mark.parametrize("act", ["move", "copy", "trash"])
def test_a_second_disk(act, world, mount, tmp_path):
    """A real ext4: verified copies with all they had, and all of it back."""
    image, point = tmp_path / "image", tmp_path / "second"
    point.mkdir()
    with open(image, "wb") as file:
        file.truncate(4 << 20)
    if (
        not ROOT
        or subprocess.run(["mkfs.ext4", "-q", "-F", image], capture_output=True, check=False).returncode
    ):
        pytest.skip("no second disk can be made here")
    mount("-o", "loop", image, point)
    for number in range(5):
        for folder, age in (("new", 0), ("old", 9)):
            path = put(world.tree / folder / str(number), text(number), age, 0o640 + number)
            with contextlib.suppress(OSError):  # not every disk in memory has them
                os.setxattr(path, "user.note", b"%d" % age)
    if act == "trash":  # of that disk itself
        shutil.copytree(world.tree, point / "tree")
        shutil.rmtree(world.tree)
        world.tree = point / "tree"
    before = world.seen()
    code, done, err = world.clean(act, target=point / "to")
    assert code == 0, err
    assert {one["state"] for one in done["acts"]} == {"done"}
    assert len(done["acts"]) == 5
    agrees(world, act, done["acts"], before)
    for one in done["acts"]:
        old = before[os.path.relpath(os.fsencode(one["path"]), os.fsencode(world.tree))]
        there = look_around(os.path.dirname(one["to"]))[0][os.fsencode(one["to"])]
        assert there.loose == old
        assert one["to"].startswith(str(point))
    assert world.undo()[0] == 0
    assert world.seen() == before
    assert not (point / "to").exists()


# other programs, other times
def test_an_undo_after_the_trash_was_emptied(world):
    for name in ("one", "two"):
        put(world.tree / f"{name}.txt", text(ord(name[0])) * 3, 0)
        put(world.tree / f"old/{name}.txt", text(ord(name[0])) * 3, 9)
    before = world.seen()
    assert world.clean("trash", "--identical")[0] == 0
    trash = world.home / ".local/share/Trash"
    (trash / "files/one.txt").unlink()
    (trash / "info/one.txt.trashinfo").unlink()
    code, undone, err = world.undo()
    assert code == 1, err
    states = {os.path.basename(one["path"]): one for one in undone["acts"]}
    assert states["two.txt"]["state"] == "undone"
    assert states["one.txt"]["state"] == "done"
    assert "no longer at" in states["one.txt"]["reason"]
    assert set(before) - set(world.seen()) == {b"old/one.txt"}

    assert world.clean("trash", "--identical")[0] == 0
    shutil.rmtree(trash)
    code, undone, err = world.undo()
    assert code == 1
    assert [one["state"] for one in undone["acts"]] == ["done"]
    assert set(before) - set(world.seen()) == {b"old/one.txt", b"old/two.txt"}


def test_a_plan_whose_files_changed(world):
    names = [
        "edited",
        "slyly edited",
        "replaced",
        "gone",
        "a link now",
        "a folder now",
        "kept one gone",
        "as it was",
    ]
    for number, name in enumerate(names):
        put(world.tree / "new" / name, text(number) * 2, 0)
        put(world.tree / "old" / name, text(number) * 2, 9)
    code, plan, err = world.run("plan", world.tree, "--json", "--identical")
    assert code == 0, err
    assert len(plan["acts"]) == len(names)
    (world.folder / "plan.json").write_text(json.dumps(plan))
    old = world.tree / "old"
    (old / "edited").write_bytes(b"quite another text")
    put(old / "slyly edited", text(99)[: len(text(1))] + text(1)[len(text(99)) :] + text(1), 9)
    os.rename(put(old / "fresh", text(2) * 2, 9), old / "replaced")
    for name in ("gone", "a link now", "a folder now"):
        (old / name).unlink()
    (old / "a link now").symlink_to(world.tree / "new/a link now")
    (old / "a folder now").mkdir()
    (world.tree / "new/kept one gone").unlink()
    before = world.seen()
    code, done, err = world.run("apply", world.folder / "plan.json", "--yes", "--json")
    assert code == 1, err
    assert "scan again" in err
    states = {os.path.basename(one["path"]): one["state"] for one in done["acts"]}
    assert states == {name: "done" if name == "as it was" else "skipped" for name in names}
    assert set(before) - set(world.seen()) == {b"old/as it was"}
    assert world.undo()[0] == 0
    assert world.seen() == before


@pytest.mark.parametrize("second", ["clean", pytest.param("undo", marks=pytest.mark.soak)])
def test_the_second_of_two_programs_is_told(second, copies, tmp_path):
    """One is stopped in the middle of its work; another one may look, and changes nothing; then the first goes on."""
    done = 0
    if second == "undo":  # something that could be taken back meanwhile
        folders = copies / "new" / "1", copies / "old" / "1"
        assert simfinder("clean", *folders, "--yes", "--to", tmp_path / "first").code == 0
        done = 1
    first = start("clean", copies, "--yes", "--to", tmp_path / "away")
    try:
        end = time.monotonic() + 60
        while not any((tmp_path / "away").rglob("*.dat")) and first.poll() is None and time.monotonic() < end:
            time.sleep(0.001)
        first.send_signal(signal.SIGSTOP)
        assert first.poll() is None, "it was done before it could be stopped"
        before = look_around(copies, tmp_path / "away")
        options = ["undo", "1"] if second == "undo" else ["clean", copies, "--yes", "--act", "delete"]
        told = simfinder(*options)
        assert told.code == 2, told.err
        assert "another SimFinder" in told.err
        assert "interrupted" not in told.err
        assert look_around(copies, tmp_path / "away") == before
        assert simfinder("history").code == 0
    finally:
        first.send_signal(signal.SIGCONT)
        assert first.wait(60) == 0
    for batch in range(done + 1, 0, -1):
        assert simfinder("undo", batch).code == 0
    assert len(look_around(copies)[0]) == 400
