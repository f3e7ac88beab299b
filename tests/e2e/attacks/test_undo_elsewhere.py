"""Another user puts links and folders in the way between an act and its undo, and the undo is run by root.

A file is put back into the folder it left, or it stays where it is and the report says why; nothing else is written.
"""

import contextlib
import os
import shutil
import stat
import subprocess
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simfinder.actions.execute import undo_act
from simfinder.actions.filesystem import syscalls
from simfinder.actions.filesystem.folder_state import REPLACED
from tests.helpers.examples import examples
from tests.helpers.files.cut_off import dying
from tests.helpers.program import simfinder

USER, OTHER = 65534, 65533
"""An ordinary user of the machine, and one more."""
ACTS = {
    "trash": [],
    "move": ["--to", "{room}/removed"],
    "symlink": ["--act", "symlink"],
}

pytestmark = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs root, and another user beside it"
)


class Room:
    """A folder on the machine in which the other user may write, and one in which only root may.

    Attributes:
        shared: the other user may make and rename what is in it.
        letters: the folder of the file that goes; the other user's, in ``shared``.
        private: only root may write there.
    """

    def __init__(self, folder, mode=0o777, owner=0, its_owner=USER, file_owner=USER, file_mode=0o644):
        self.folder = Path(folder)
        self.folder.chmod(0o755)
        self.shared, self.kept, self.private = (self.folder / name for name in ("shared", "kept", "private"))
        for place, its_mode in ((self.shared, mode), (self.kept, 0o755), (self.private, 0o755)):
            place.mkdir()
            place.chmod(its_mode)
        os.chown(self.shared, owner, owner)
        self.letters = self.shared / "letters"
        self.letters.mkdir()
        os.chown(self.letters, its_owner, its_owner)
        self.letters_held = os.open(self.letters, os.O_RDONLY)  # so that nothing takes its inode
        self.file = self.letters / "job"
        self.data = b"* * * * * root true\n" * 40
        self.write(self.file, file_owner, file_mode)
        self.write(self.kept / "job")
        self.write(self.private / "secret", mode=0o600, data=b"secret")
        self.ours = self.shared / "ours"  # root's own, where the other user may rename it
        self.ours.mkdir(mode=0o755)
        self.held = os.open(self.ours, os.O_RDONLY)

    def write(self, path, owner=0, mode=0o644, data=None):
        path.write_bytes(self.data if data is None else data)
        os.chown(path, owner, owner)
        path.chmod(mode)
        os.utime(path, ns=(10**18, 10**18 + 7))

    def clean(self, *act):
        options = [option.format(room=self.folder) for option in act]
        done = simfinder(
            "clean", self.shared, self.kept, "--keep", f"in:{self.kept}", "--yes", "--json", *options
        )
        assert done.code == 0, done.err
        (act,) = done.json["acts"]
        assert (act["path"], act["state"]) == (str(self.file), "done"), act
        return act

    def undo(self, *options):
        done = simfinder("undo", "--json", *options)
        assert "Traceback" not in done.err
        if not done.out:
            return None
        (act,) = done.json["acts"]
        return act

    def outside(self):
        """All that the undo must leave alone, wherever it is by now, with owner, mode and times."""
        seen = {"ours": os.listdir(self.held)}
        for path in (self.kept, self.private, *self.kept.rglob("*"), *self.private.rglob("*")):
            status = path.lstat()
            seen[path] = (status.st_ino, status.st_uid, status.st_mode, status.st_size, status.st_mtime_ns)
        return seen


@pytest.fixture
def make_room():
    rooms = []

    def make(**options):
        rooms.append(Room(tempfile.mkdtemp(), **options))
        return rooms[-1]

    yield make
    for room in rooms:
        os.close(room.held)
        os.close(room.letters_held)
        shutil.rmtree(room.folder)


@pytest.fixture
def room(make_room):
    return make_room()


def as_user(work, user=USER):
    """Do something as another user, in a process of its own; what is refused is refused."""
    child = os.fork()
    if not child:
        try:
            os.setgroups([])
            os.setresgid(user, user, user)
            os.setresuid(user, user, user)
            work()
        except OSError:
            os._exit(1)
        finally:
            os._exit(0)
    os.waitpid(child, 0)


def by_link(room):
    return f"the way to {room.letters} goes by a link that another user could have made"


def replace_by_link(room, name="letters", leads_to=None):
    """Move a folder aside, as the other user, and put a link to root's folder at its place."""

    def attack():
        os.rename(room.shared / name, room.shared / "aside")
        os.symlink(room.private if leads_to is None else leads_to, room.shared / name)

    as_user(attack)
    assert (room.shared / name).is_symlink()


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_a_link_in_place_of_the_folder(room, act):
    """The fault as it was reported: the file went into a folder only root may write to."""
    went = room.clean(*act)
    replace_by_link(room)
    before = room.outside()
    back = room.undo()
    assert (back["state"], back["reason"], room.outside()) == ("done", by_link(room), before)
    if "symlink" not in act:
        assert Path(went["to"]).read_bytes() == room.data
    assert room.undo("--other-disk")["reason"] == by_link(room)
    room.letters.unlink()
    (room.shared / "aside").rename(room.letters)
    assert (room.undo()["state"], room.file.read_bytes()) == ("undone", room.data)
    assert (room.file.stat().st_uid, room.outside()) == (USER, before)


def test_a_link_of_root_is_followed(room):
    """People have their home on another disk, with a link of root's at its old place."""
    room.clean()
    room.letters.rename(room.folder / "elsewhere")
    room.shared.chmod(0o755)
    room.letters.symlink_to("../elsewhere")
    assert room.undo()["state"] == "undone"
    assert (room.folder / "elsewhere/job").read_bytes() == room.data


@pytest.mark.parametrize("user", [USER, OTHER], ids=["the owner", "a third one"])
def test_another_folder_in_place_of_the_folder(room, user):
    """Root's file would be for everybody to read, or would lie in a folder that is handed on."""
    went = room.clean()
    room.letters.rmdir()
    as_user(room.letters.mkdir, user)
    assert room.letters.stat().st_uid == user
    back = room.undo()
    assert (back["state"], os.listdir(room.letters)) == ("done", [])
    assert back["reason"].startswith(f"{REPLACED}; ")
    assert Path(went["to"]).read_bytes() == room.data


def test_the_folder_made_anew_by_its_owner(make_room):
    """Nobody else could have made it: the file goes there."""
    room = make_room(mode=0o755, owner=USER)
    room.clean()
    room.letters.rmdir()
    (room.shared / "takes its inode").mkdir()
    as_user(room.letters.mkdir)
    assert (room.undo()["state"], room.file.read_bytes()) == ("undone", room.data)


def test_a_folder_of_root_in_place_of_the_folder(make_room):
    room = make_room(mode=0o755, owner=USER)
    room.clean()
    before = room.outside()

    def attack():
        os.rmdir(room.letters)
        os.rename(room.ours, room.letters)

    as_user(attack)
    back = room.undo()
    assert (back["state"], room.outside()) == ("done", before)
    assert "does not belong to the user whose file it is" in back["reason"]


def test_a_folder_that_took_the_inode_of_the_folder(make_room, monkeypatch):
    """A number proves nothing once its folder is gone; the owner is looked at, too."""
    room = make_room(its_owner=0, file_owner=0)
    room.clean()
    os.chown(room.letters, USER, USER)  # as if it were one that the other user made
    back = room.undo()
    assert (back["state"], os.listdir(room.letters)) == ("done", [])
    assert "its folder belongs to another user now" in back["reason"]


@pytest.mark.parametrize("owner", [0, USER], ids=["root's", "the other user's"])
def test_another_file_with_the_inode_of_the_file(make_room, owner):
    """It would get the owner, the mode and the place of what it is taken for, a program of root's, say."""
    room = make_room(its_owner=0, file_owner=owner, file_mode=0o4755)
    went = room.clean("--to", str(room.folder / "removed"))
    target = Path(went["to"])
    os.chown(target.parent, USER, USER)
    status = target.stat()
    target.write_bytes(b"evil!" * (status.st_size // 5))  # as if it had taken the number of a removed file
    os.chown(target, USER, USER)
    os.utime(target, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert (target.stat().st_ino, target.stat().st_size) == (status.st_ino, status.st_size)
    back = room.undo()
    assert (back["state"], room.file.exists(), target.stat().st_uid) == ("done", False, USER)
    reason = (
        "belongs to another user now, and is left at" if owner == 0 else "was changed since, and is left at"
    )
    assert back["reason"] == f"{reason} {target}"


@pytest.mark.parametrize("what", ["a link", "root's file"])
def test_something_else_at_the_place_before_the_mode_is_set(room, what, monkeypatch):
    """In between the file's return and its mode: what is at the path then is not given away."""
    from simfinder.actions.journal import settle

    room.clean()
    room.write(room.letters / "of root", mode=0o600, data=b"root's")
    os.chmod(room.private / "secret", 0o600)
    real = settle.restore_looks

    def late(path, *args):
        def attack():
            os.unlink(path)
            if what == "a link":
                os.symlink(room.private / "secret", path)
            else:
                os.rename(room.letters / "of root", path)

        as_user(attack)
        real(path, *args)

    monkeypatch.setattr(settle, "restore_looks", late)
    before = room.outside()
    back = room.undo()
    assert (back["state"], room.outside()) == ("undone", before)
    assert "another user has changed it since" in back["reason"]
    if what == "root's file":
        assert (room.file.stat().st_uid, stat.S_IMODE(room.file.stat().st_mode)) == (0, 0o600)


def test_a_link_in_the_folder_the_files_go_to(room):
    """Folders are not even made behind it."""
    removed = room.folder / "removed"
    removed.mkdir()
    removed.chmod(0o777)
    as_user(lambda: os.symlink(room.private, removed / "shared"))
    before = room.outside()
    options = ("--keep", f"in:{room.kept}", "--yes", "--json", "--to", removed)
    done = simfinder("clean", room.shared, room.kept, *options)
    assert room.outside() == before
    (act,) = done.json["acts"]
    assert (act["state"], room.file.read_bytes()) == ("failed", room.data), act


@pytest.mark.parametrize("trap", ["link", "folder", "link inside"])
def test_a_trap_for_the_trash_of_a_disk(room, trap):
    """The top folder of the disk is everybody's: what is at the place of root's Trash there need not be root's."""
    if subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "mode=777", "tmpfs", room.letters], check=False
    ).returncode:
        pytest.skip("nothing can be mounted here")
    try:
        room.write(room.file, USER)
        trash = room.letters / ".Trash-0"

        def attack():
            if trap == "link":
                os.symlink(room.private, trash)
                return
            os.mkdir(trash)
            if trap == "link inside":
                os.symlink(room.private, trash / "files")
                os.symlink(room.private, trash / "info")

        as_user(attack)
        before = room.outside()
        went = room.clean()
        assert room.outside() == before
        assert not went["to"].startswith(str(trash))
        assert room.undo()["state"] == "undone"
        assert (room.file.read_bytes(), room.file.stat().st_uid) == (room.data, USER)
    finally:
        subprocess.run(["umount", room.letters], check=True)


NAMES = [
    "letters",
    "letters/job",
    "letters/deep",
    "aside",
    "aside/job",
    "ours",
    "ours/job",
    "../removed/letters/job",
]
LEADS_TO = ["{}/private", "{}/private/secret", "{}/kept", "../private", "..", "{}/shared/ours", "aside", "/"]
names = st.sampled_from(NAMES)
steps = st.one_of(
    st.tuples(st.just("rename"), names, names),
    st.tuples(st.just("symlink"), st.sampled_from(LEADS_TO), names),
    st.tuples(st.just("link"), names, names),
    st.tuples(st.just("mkdir"), names),
    st.tuples(st.just("remove"), names),
    st.tuples(st.just("write"), names),
)


def play(room, moves):
    """What the other user does; what is refused is left out."""
    for name, *paths in moves:
        first, *rest = (room.shared / path.format(room.folder) for path in paths)
        try:
            if name == "symlink":
                os.symlink(paths[0].format(room.folder), *rest)
            elif name == "remove":
                shutil.rmtree(first) if first.is_dir() and not first.is_symlink() else first.unlink()
            elif name == "write":
                first.write_bytes(room.data)
            else:
                getattr(os, name)(first, *rest)
        except (OSError, shutil.Error):
            continue


@settings(
    max_examples=examples(300), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    moves=st.lists(steps, min_size=1, max_size=6),
    place=st.sampled_from([(0o777, 0), (0o1777, 0), (0o755, USER), (0o755, 0)]),
    owners=st.sampled_from([(USER, USER), (USER, 0), (0, USER), (0, 0)]),
    act=st.sampled_from(sorted(ACTS)),
    when=st.sampled_from(["before", "late", "after a death"]),
    death=st.tuples(st.sampled_from(["exclusive_rename", "exchange", "remove"]), st.booleans()),
)
def test_whatever_another_user_renames_and_links(make_room, moves, place, owners, act, when, death):
    """The file is back in a folder on its own path, or it is where it was and the report says why."""
    room = make_room(mode=place[0], owner=place[1], its_owner=owners[0], file_owner=owners[1])
    letters = os.fstat(room.letters_held)
    (room.folder / "removed").mkdir()
    os.chmod(room.folder / "removed", 0o777)
    went = room.clean(*ACTS[act])
    if act == "move":
        os.chown(Path(went["to"]).parent, USER, USER)
    if when == "after a death":
        with (
            contextlib.suppress(pytest.fail.Exception),  # this act has no such call
            dying(syscalls, death[0], after=death[1]),
        ):
            simfinder("undo", "--json")
    before = room.outside()
    with contextlib.ExitStack() as stack:
        if when == "late":
            patch = stack.enter_context(pytest.MonkeyPatch.context())
            real = undo_act.carry_out

            def carry_out(*args):
                as_user(lambda: play(room, moves))
                return real(*args)

            patch.setattr(undo_act, "carry_out", carry_out)
        else:
            as_user(lambda: play(room, moves))
        back = room.undo()
    assert room.outside() == before
    if back is None:  # the start that came before found that it was back, or what became of it can't be seen
        return
    if back["state"] == "undone":
        assert when != "before" or os.path.realpath(room.file) == str(room.file)
        assert when != "before" or room.file.read_bytes() == room.data
        chosen = room.letters.stat().st_ino != letters.st_ino
        assert when != "before" or not chosen or (place[0] == 0o755 and place[1] in (0, owners[1]))
    else:
        assert back["reason"]
        if act == "trash" and when != "after a death":
            assert Path(went["to"]).read_bytes() == room.data
