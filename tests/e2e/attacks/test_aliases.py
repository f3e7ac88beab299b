"""One file under two devices: seen through an overlay, FUSE or a bind mount it must not pass for its own copy."""

import contextlib
import itertools
import json
import os
import random
import shutil
import stat
import subprocess
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.examples import examples
from tests.helpers.faults.made_mounts import SECOND_WAYS, in_namespace, mounted
from tests.helpers.faults.mirror_mount import mirror_mount
from tests.helpers.program import simfinder

ACTS = ("delete", "hardlink", "symlink", "reflink", "move", "move away", "trash")


def contents(*folders):
    """The bytes of all regular files below some folders."""
    return {
        Path(folder, name).read_bytes()
        for top in folders
        for folder, _, names in os.walk(top)
        for name in names
        if not name.endswith(".trashinfo") and stat.S_ISREG(os.lstat(os.path.join(folder, name)).st_mode)
    }


def known(top):
    """Bytes, time and inode of every file below a folder."""
    return {
        str(path): (path.read_bytes(), path.stat().st_mtime_ns, path.stat().st_ino)
        for path in Path(top).rglob("*")
        if stat.S_ISREG(path.lstat().st_mode)
    }


def arguments_of(act, world):
    """What the command line says for an act; "move" stays on the device, "move away" leaves it."""
    if act == "move":
        return "--to", str(world / "disk" / "moved")
    if act == "move away":
        return "--to", str(world / "away" / "moved")
    return () if act == "trash" else ("--act", act)


@contextlib.contextmanager
def made(tmp_path, *, empty=False):
    """A disk of its own (tmpfs) with a folder of files, and a folder on another device."""
    for name in ("disk", "away", "shown"):
        (tmp_path / name).mkdir(exist_ok=True)
    with mounted("-t", "tmpfs", "none", tmp_path / "disk"):
        rng = random.Random(5)
        for name in () if empty else ("a", "sub/b", "sub/deep/Prüfung.txt"):
            path = tmp_path / "disk" / "files" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(rng.randbytes(5000))
        yield tmp_path


def trash():
    return os.path.join(os.environ["XDG_DATA_HOME"], "Trash", "files")


def clean(*arguments):
    done = simfinder("clean", *map(str, arguments), "--remove", "identical", "--yes", "--json")
    assert done.code in (0, 1), (done.err, done.out)
    return json.loads(done.out)


@pytest.mark.parametrize("way", SECOND_WAYS)
@pytest.mark.parametrize("kept", ["real", "shown"])
@in_namespace
def test_a_file_seen_twice_is_not_its_own_copy(tmp_path, way, kept):
    files, shown = tmp_path / "disk" / "files", tmp_path / "shown"
    with made(tmp_path), SECOND_WAYS[way](files, shown):
        before = contents(files)
        for act in ACTS:
            keep = f"in:{files if kept == 'real' else shown}"
            clean(files, shown, "--keep", keep, *arguments_of(act, tmp_path))
            assert contents(tmp_path / "disk", tmp_path / "away", trash()) == before, act
            simfinder("undo", "--yes")
            assert contents(files) == before, act


@pytest.mark.parametrize("way", ["overlay upper", "overlay lower", "bind", "bindfs", "mirror"])
@in_namespace
def test_a_scan_counts_a_file_once(tmp_path, way):
    """Where the numbers of the files show through, one file by two ways is no copy that would free anything."""
    files, shown, away = tmp_path / "disk" / "files", tmp_path / "shown", tmp_path / "away"
    with made(tmp_path), SECOND_WAYS[way](files, shown):
        (away / "a").write_bytes((files / "a").read_bytes())
        found = simfinder("scan", shown, files, away, "--json").json
        assert found["files"] == 4
        ((one, other),) = [sorted(file["path"] for file in cluster["files"]) for cluster in found["clusters"]]
        assert one == f"{away}/a"
        assert other in (f"{files}/a", f"{shown}/a")
        assert sum(found["passed_over"].values()) == (0 if way == "bind" else 3)


@pytest.mark.parametrize("way", SECOND_WAYS)
@pytest.mark.parametrize("kept", ["away", "shown"])
@in_namespace
def test_a_true_copy_goes(tmp_path, way, kept):
    """Only where a drive can't show that it is one, and there is no way back, it is left alone."""
    away, shown = tmp_path / "away" / "files", tmp_path / "shown"
    with made(tmp_path), SECOND_WAYS[way](tmp_path / "disk" / "files", shown):
        first = {path.relative_to(shown): path.read_bytes() for path in shown.rglob("*") if path.is_file()}
        before = set(first.values())
        for act in ("move", "delete", "trash", "symlink"):
            for name, data in first.items():
                for path in (away / name, shown / name):
                    path.parent.mkdir(parents=True, exist_ok=True)
                    if not path.exists():
                        path.write_bytes(data)
            report = clean(
                away, shown, "--keep", f"in:{away if kept == 'away' else shown}", *arguments_of(act, tmp_path)
            )
            doubtful = act in ("delete", "symlink") and way in ("like rclone", "unknown")
            # it gives a renamed file another number, so no link can be put in its place
            doubtful = doubtful or (way, act, kept) == ("mergerfs", "symlink", "away")
            reasons = [row.get("reason") for row in report["acts"]]
            assert [row["state"] for row in report["acts"]] == ["skipped" if doubtful else "done"] * 3, (
                reasons
            )
            assert contents(away, tmp_path / "disk", trash()) == before


@pytest.mark.parametrize("way", SECOND_WAYS)
@pytest.mark.parametrize("protected", ["real", "shown"])
@in_namespace
def test_a_protected_folder_holds_by_another_way(tmp_path, way, protected):
    """Its files are protected by what they are: whichever way is protected, the other one is."""
    files, shown, away = tmp_path / "disk" / "files", tmp_path / "shown", tmp_path / "away" / "files"
    with made(tmp_path), SECOND_WAYS[way](files, shown):
        shutil.copytree(files, away)
        before = known(files)
        one, other = (files, shown) if protected == "real" else (shown, files)
        for act, safe in zip(
            ("delete", "symlink", "move", "trash"), ("sub/deep", "sub", "sub/deep", ""), strict=True
        ):
            wanted = ("--keep", f"in:{away}", "--protect", one / safe, *arguments_of(act, tmp_path))
            report = clean(other / safe, away / safe, *wanted)
            assert report["acts"] or way == "bind"  # which the scan has seen through
            assert {row["state"] for row in report["acts"]} <= {"skipped"}
            assert {row["reason"][:6] for row in report["acts"]} <= {"is in ", "may be"}
            assert known(files) == before


@pytest.mark.parametrize("way", SECOND_WAYS)
@pytest.mark.parametrize("protected", ["away", "shown"])
@in_namespace
def test_copies_of_protected_files_go(tmp_path, way, protected):
    """The same names, sizes and times do not make a copy a protected file."""
    files, shown, away = tmp_path / "disk" / "files", tmp_path / "shown", tmp_path / "away" / "files"
    with made(tmp_path), SECOND_WAYS[way](files, shown):
        shutil.copytree(files, away)
        safe = away if protected == "away" else shown
        report = clean(away, shown, "--protect", safe, "--keep", f"in:{safe}")
        doubtful = way in ("like rclone", "unknown")
        assert [row["state"] for row in report["acts"]] == ["skipped" if doubtful else "done"] * 3
        assert not [name for name in known(tmp_path) if ".simfinder-" in name]


@pytest.mark.parametrize("way", SECOND_WAYS)
@in_namespace
def test_a_mount_inside_a_protected_folder(tmp_path, way):
    """What a protected folder shows is protected where it really is."""
    files, safe, away = tmp_path / "disk" / "files", tmp_path / "safe", tmp_path / "away" / "files"
    safe.mkdir()
    with made(tmp_path), SECOND_WAYS[way](files, safe / "shown"):
        shutil.copytree(files, away)
        before = known(files)
        report = clean(
            files / "sub", away / "sub", "--keep", f"in:{away}", "--protect", safe, "--act", "delete"
        )
        assert [row["state"] for row in report["acts"]] == ["skipped"] * 2
        assert known(files) == before


@pytest.mark.parametrize("way", SECOND_WAYS)
@pytest.mark.parametrize("where", ["trash", "sessions"])
@in_namespace
def test_own_folders_and_the_trash_by_another_way(tmp_path, monkeypatch, way, where):
    """What SimFinder keeps for itself is never touched, and no file counts as kept while it is in the Trash."""
    shown, away = tmp_path / "shown", tmp_path / "away" / "files"
    with made(tmp_path):
        home = tmp_path / "disk" / "home"
        monkeypatch.setenv("XDG_DATA_HOME", str(home))
        folder = home / ("Trash/files" if where == "trash" else "simfinder/sessions")
        shutil.copytree(tmp_path / "disk" / "files", folder)
        shutil.copytree(tmp_path / "disk" / "files", away)
        with SECOND_WAYS[way](folder, shown):
            before = known(tmp_path / "disk")
            report = clean(shown, away, "--keep", f"in:{shown}", "--act", "delete")
            assert {row["state"] for row in report["acts"]} <= {"skipped"}
            if where == "sessions":
                report = clean(shown, away, "--keep", f"in:{away}", "--act", "delete")
                assert {row["state"] for row in report["acts"]} <= {"skipped"}
            assert {**known(tmp_path / "disk"), **before} == known(tmp_path / "disk")
            assert len(known(away)) == 3


@st.composite
def scenes(draw):
    """A tree with copies, seen by one or two further ways, and what is asked of the program."""
    names = st.sampled_from(["a", "b", "sub/a", "sub/b", "sub/deep/a", "A", "ä"])
    return {
        "files": draw(st.dictionaries(names, st.integers(0, 2), min_size=1, max_size=5)),
        "away": draw(st.dictionaries(names, st.integers(0, 2), max_size=3)),
        "way": draw(st.sampled_from(sorted(SECOND_WAYS))),
        "shows": draw(st.sampled_from(["", "sub"])),
        "again": draw(st.sampled_from([None, "bind", "overlay lower", "made-up numbers"])),
        "act": draw(st.sampled_from(["delete", "delete", "symlink", *ACTS])),
        "keep": draw(
            st.sampled_from(["oldest", "shortest-path", "longest-path", "in:shown", "in:away", "in:files"])
        ),
        "roots": draw(st.permutations(["disk/files", "shown", "again", "away"])),
        "protect": draw(st.sampled_from([None, "disk/files/sub", "shown", "shown/sub", "again"])),
    }


_numbers = itertools.count()


@in_namespace
@settings(max_examples=examples(150), deadline=None)
@given(scenes())
def test_nothing_is_lost_whatever_shows_it(scene):
    """Any act by any two ways: every content is still there, before and after the undo, and what is protected rests."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        top = Path(folder)
        stack.enter_context(made(top, empty=True))
        rng = random.Random(next(_numbers))
        data = [rng.randbytes(2000) for _ in range(3)]
        for place, names in (("disk/files", scene["files"]), ("away", scene["away"])):
            for name, number in names.items():
                path = top / place / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data[number])
        (top / "disk" / "files" / "sub").mkdir(parents=True, exist_ok=True)
        (top / "again").mkdir()
        stack.enter_context(SECOND_WAYS[scene["way"]](top / "disk" / "files" / scene["shows"], top / "shown"))
        if scene["again"]:
            stack.enter_context(SECOND_WAYS[scene["again"]](top / "disk" / "files", top / "again"))
        before = contents(top / "disk", top / "away")
        (top / scene["keep"].rpartition("in:")[2]).mkdir(
            parents=True, exist_ok=True
        )  # of a keep rule, or any
        wanted = ["--keep", scene["keep"].replace("in:", f"in:{top}/"), *arguments_of(scene["act"], top)]
        if scene["protect"] and (top / scene["protect"]).is_dir():
            wanted += ["--protect", top / scene["protect"]]
            safe = known(top / scene["protect"])
        else:
            safe = {}
        clean(*(top / root for root in scene["roots"]), *wanted)
        assert before <= contents(top / "disk", top / "away", trash())
        assert {path: value for path, value in known(top).items() if path in safe} == safe
        if scene["act"] != "delete":
            simfinder("undo", "--yes")
            assert before <= contents(top / "disk", top / "away")


@pytest.mark.parametrize("words", [("numbers",), ("numbers", "times"), ("numbers", "folded")])
@pytest.mark.parametrize("kept", ["sub", "twice"])
@in_namespace
def test_one_mount_that_shows_a_folder_twice(tmp_path, words, kept):
    """As sshfs does that follows links: one device, and made-up numbers for one file."""
    files, shown = tmp_path / "disk" / "files", tmp_path / "shown"
    with (
        made(tmp_path),
        mounted("--bind", files / "sub", files / "twice"),
        mirror_mount(files, shown, *words, kind="fuse.sshfs"),
    ):
        before = contents(files)
        for act in ACTS:
            clean(shown, "--keep", f"in:{shown / kept}", *arguments_of(act, tmp_path))
            assert contents(tmp_path / "disk", tmp_path / "away", trash()) == before, act
            simfinder("undo", "--yes")
            assert contents(files) == before, act


@in_namespace
def test_a_folder_by_two_spellings(tmp_path):
    """On a disk that takes A for a and makes up numbers, the two spellings have two numbers."""
    files, shown = tmp_path / "disk" / "files", tmp_path / "shown"
    with made(tmp_path), mirror_mount(files, shown, "numbers", "folded"):
        before = contents(files)
        for act in ACTS:
            clean(shown / "sub", shown / "SUB", "--keep", "longest-path", *arguments_of(act, tmp_path))
            assert contents(tmp_path / "disk", tmp_path / "away", trash()) == before, act
            simfinder("undo", "--yes")
            assert contents(files) == before, act


@in_namespace
def test_a_disk_and_the_clone_of_it(tmp_path):
    """Equal in everything that can be seen, and one might be the other: left alone where there is no way back."""
    image, clone = tmp_path / "image", tmp_path / "clone"
    with open(image, "wb") as file:
        file.truncate(8 << 20)
    if subprocess.run(["mkfs.ext4", "-q", image], capture_output=True).returncode:
        pytest.skip("ext4 can't be made here")
    with mounted("-o", "loop", image, tmp_path / "one"):
        (tmp_path / "one" / "a").write_bytes(b"some text\n" * 100)
    shutil.copyfile(image, clone)
    with mounted("-o", "loop", image, tmp_path / "one"), mounted("-o", "loop", clone, tmp_path / "two"):
        report = clean(tmp_path / "one", tmp_path / "two", "--act", "delete")
        assert [row["state"] for row in report["acts"]] == ["skipped"]
        assert contents(tmp_path / "one") == contents(tmp_path / "two") != set()


@in_namespace
def test_subvolumes_and_snapshots(tmp_path):
    """A subvolume seen twice is one; the files of a snapshot, equal in all numbers, are files of their own."""
    image, top, other = tmp_path / "image", tmp_path / "top", tmp_path / "other"
    with open(image, "wb") as file:
        file.truncate(128 << 20)
    if (
        not shutil.which("btrfs")
        or subprocess.run(["mkfs.btrfs", "-q", image], capture_output=True).returncode
    ):
        pytest.skip("Btrfs can't be made here")
    with mounted("-o", "loop", image, top):
        subprocess.run(["btrfs", "subvolume", "create", top / "work"], check=True, capture_output=True)
        (top / "work" / "sub").mkdir()
        (top / "work" / "sub" / "a").write_bytes(b"some text\n" * 100)
        device = subprocess.run(
            ["findmnt", "-no", "SOURCE", top], capture_output=True, text=True
        ).stdout.strip()
        with mounted("-o", "subvol=work", device, other):
            before = contents(top)
            for act in ACTS:
                clean(top, other, "--keep", f"in:{other}", *arguments_of(act, tmp_path))
                clean(top, other, "--keep", f"in:{top}", "--protect", top / "work" / "sub", "--act", "delete")
                assert contents(top, tmp_path / "disk", tmp_path / "away", trash()) == before
                simfinder("undo", "--yes")
                assert contents(top) == before, act
        command = ["btrfs", "subvolume", "snapshot", top / "work", top / "snapshot"]
        subprocess.run(command, check=True, capture_output=True)
        report = clean(top / "work", top / "snapshot", "--keep", f"in:{top}/work", "--act", "delete")
        assert [row["state"] for row in report["acts"]] == ["done"]
        assert contents(top / "work") == before
        assert not contents(top / "snapshot")
