"""What a walk takes, what it skips, and what it reports as a problem."""

import os
import socket
import subprocess
import sys
import tempfile

import numpy as np
import pytest

from simfinder.errors import Cancelled, UsageError
from simfinder.model.file_record import Problem, SkipReason
from simfinder.model.progress import Control, Phase
from simfinder.model.scan_options import ScanOptions
from simfinder.scan.walk import walker as walk_module
from simfinder.scan.walk.list_directory import Entries, Kind, Lister, numbers_of
from simfinder.scan.walk.walker import walk


def put(path, data=b"data"):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)
    return str(path)


def run(*roots, **options):
    return walk(ScanOptions(tuple(str(root) for root in roots), **options), Control())


def names(walked, root):
    return [os.path.relpath(f.path, root) for f in walked.files]


@pytest.fixture(autouse=True, params=["in one go", "entry by entry"])
def way(request, monkeypatch):
    """Both ways of listing a folder."""
    if request.param == "entry by entry":
        monkeypatch.setattr(walk_module, "compiled_listing", lambda: False)
    return request.param


@pytest.fixture
def tree(tmp_path):
    root = tmp_path / "tree"
    root.mkdir()
    return root


def test_records_tell_what_the_system_tells(tree):
    path = put(tree / "a" / "x.txt", b"12345")
    walked = run(tree)
    (record,) = walked.files
    found = os.lstat(path)
    assert record.path == path
    assert (record.device, record.inode, record.size) == (found.st_dev, found.st_ino, 5)
    assert (record.mtime_ns, record.ctime_ns) == (found.st_mtime_ns, found.st_ctime_ns)
    assert record.mode == found.st_mode
    assert not record.protected
    assert walked.roots == (str(tree),)
    assert walked.problems == []
    assert walked.passed_over == {}


def test_order_is_that_of_path_bytes(tree):
    made = ["a-b/x", "a/x", "a.txt", "a/-", "a0", "é/x", "z", "\udcff", "\U0001f600", "\uf000"]
    for name in made:
        put(os.path.join(tree, name))
    assert names(run(tree), tree) == sorted(made, key=os.fsencode)


def test_special_files_are_counted(tree):
    put(tree / "x")
    os.mkfifo(tree / "fifo")
    with socket.socket(socket.AF_UNIX) as server:
        here = os.getcwd()
        os.chdir(tree)
        try:
            server.bind("socket")
        finally:
            os.chdir(here)
        os.symlink("x", tree / "link")
        os.symlink("nowhere", tree / "broken")
        os.symlink("..", tree / "up")
        walked = run(tree)
    assert names(walked, tree) == ["x"]
    assert walked.passed_over == {SkipReason.SPECIAL: 2, SkipReason.SYMLINK: 3}
    assert walked.problems == []


def test_odd_names(tree):
    made = [b"caf\xe9.txt", b"two\nlines", b" ", b"-rf", b"\xff\xfe"]
    for name in made:
        put(os.path.join(os.fsencode(str(tree)), name))
    assert sorted(os.fsencode(f.path).rsplit(b"/", 1)[1] for f in run(tree).files) == sorted(made)


def test_empty_and_sizes(tree):
    for size in (0, 1, 10, 100):
        put(tree / f"{size:03}", b"x" * size)
    walked = run(tree, min_size=10, max_size=10)
    assert names(walked, tree) == ["010"]
    assert walked.passed_over == {SkipReason.EMPTY: 1, SkipReason.TOO_SMALL: 1, SkipReason.TOO_LARGE: 1}
    assert names(run(tree, empty=True), tree) == ["000", "001", "010", "100"]


def test_hidden(tree):
    put(tree / ".hidden")
    put(tree / ".folder" / "x")
    put(tree / "seen")
    walked = run(tree)
    assert names(walked, tree) == ["seen"]
    assert walked.passed_over == {SkipReason.HIDDEN: 2}
    assert names(run(tree, hidden=True), tree) == [".folder/x", ".hidden", "seen"]
    assert names(run(tree / ".folder"), tree) == [".folder/x"]


def test_patterns(tree):
    for name in ("a.txt", "b.log", "build/c.txt", "src/build/d.txt", "src/e.txt", "src/keep.log"):
        put(tree / name)
    assert names(run(tree, exclude=("*.log", "/build/")), tree) == ["a.txt", "src/build/d.txt", "src/e.txt"]
    assert names(run(tree, exclude=("*.log", "!keep.log", "build/")), tree) == [
        "a.txt",
        "src/e.txt",
        "src/keep.log",
    ]
    walked = run(tree, include=("*.log", "src/build/"))
    assert names(walked, tree) == ["b.log", "src/build/d.txt", "src/keep.log"]
    assert walked.passed_over == {SkipReason.EXCLUDED: 3}


def test_pattern_that_is_none(tree):
    with pytest.raises(UsageError, match="pattern"):
        run(tree, exclude=("!",))


def test_hard_links_are_one_file_under_the_smallest_path(tree):
    put(tree / "z" / "first")
    os.makedirs(tree / "a" / "sub")
    os.link(tree / "z" / "first", tree / "a" / "zz")
    os.link(tree / "z" / "first", tree / "a" / "sub" / "x")
    walked = run(tree)
    assert names(walked, tree) == ["a/sub/x"]
    assert walked.passed_over == {SkipReason.SAME_FILE: 2}


def test_overlapping_and_repeated_roots(tree):
    put(tree / "a" / "x")
    put(tree / "a" / "b" / "y")
    put(tree / "c")
    roots = (tree / "a" / "b", tree, tree / "a", tree, str(tree) + "/a/../a/b/")
    walked = run(*roots)
    assert names(walked, tree) == ["a/b/y", "a/x", "c"]
    assert walked.passed_over == {}
    assert names(run(*reversed(roots)), tree) == ["a/b/y", "a/x", "c"]


def test_patterns_hold_from_each_root(tree):
    put(tree / "a" / "x")
    put(tree / "a" / "y")
    assert names(run(tree, tree / "a", exclude=("/a/x",)), tree) == ["a/x", "a/y"]
    assert names(run(tree, exclude=("/a/x",)), tree) == ["a/y"]


def test_root_by_way_of_a_link(tree, tmp_path):
    put(tree / "x")
    os.symlink(tree, tmp_path / "link")
    assert [f.path for f in run(tmp_path / "link").files] == [str(tmp_path / "link" / "x")]
    assert len(run(tmp_path / "link", tree).files) == 1


class TestFollow:
    def test_links_are_followed(self, tree, tmp_path):
        put(tmp_path / "outside" / "x")
        put(tmp_path / "single")
        os.symlink(tmp_path / "outside", tree / "folder")
        os.symlink(tmp_path / "single", tree / "file")
        assert names(run(tree, follow=True), tree) == ["file", "folder/x"]

    def test_the_real_name_wins(self, tree):
        put(tree / "real" / "x")
        os.symlink("real", tree / "alias")
        os.symlink("real/x", tree / "another")
        walked = run(tree, follow=True)
        assert names(walked, tree) == ["real/x"]
        assert walked.passed_over[SkipReason.SAME_FILE] == 2

    def test_of_two_links_the_smaller_name_wins(self, tree, tmp_path):
        put(tmp_path / "outside" / "x")
        for name in ("c", "a/b", "a-b", "b"):
            (tree / name).parent.mkdir(exist_ok=True)
            os.symlink(tmp_path / "outside", tree / name)
        assert names(run(tree, follow=True), tree) == ["a-b/x"]

    def test_loops_end(self, tree):
        put(tree / "a" / "x")
        os.symlink("..", tree / "a" / "up")
        os.symlink(".", tree / "here")
        os.symlink("loop", tree / "loop")
        walked = run(tree, follow=True)
        assert names(walked, tree) == ["a/x"]
        assert walked.problems == []
        assert walked.passed_over[SkipReason.SYMLINK] == 1

    def test_broken_link_is_a_problem(self, tree):
        os.symlink("nowhere", tree / "broken")
        assert run(tree, follow=True).problems == [Problem(str(tree / "broken"), "No such file or directory")]

    def test_link_to_a_fifo(self, tree, tmp_path):
        os.mkfifo(tmp_path / "fifo")
        os.symlink(tmp_path / "fifo", tree / "x")
        assert run(tree, follow=True).passed_over == {SkipReason.SPECIAL: 1}

    def test_link_into_a_protected_folder(self, tree, tmp_path):
        put(tmp_path / "safe" / "in" / "x")
        put(tmp_path / "safe" / "y")
        os.symlink(tmp_path / "safe" / "in", tree / "folder")
        os.symlink(tmp_path / "safe" / "y", tree / "y")
        walked = run(tree, follow=True, protected=(str(tmp_path / "safe"),))
        assert [f.protected for f in walked.files] == [True, True]

    def test_link_into_the_trash(self, tree, home):
        put(home / ".local/share/Trash/files/old/x")
        os.symlink(home / ".local/share/Trash/files/old", tree / "folder")
        os.symlink(home / ".local/share/Trash/files/old/x", tree / "x")
        walked = run(tree, follow=True)
        assert walked.files == []
        assert walked.passed_over == {SkipReason.TRASH: 2}


class TestProtected:
    def test_folder_inside(self, tree):
        put(tree / "a" / "x")
        put(tree / "safe" / "deep" / "y")
        walked = run(tree, protected=(str(tree / "safe"),))
        assert [(os.path.basename(f.path), f.protected) for f in walked.files] == [("x", False), ("y", True)]

    def test_folder_above(self, tree):
        put(tree / "a" / "x")
        assert [f.protected for f in run(tree / "a", protected=(str(tree),)).files] == [True]

    def test_known_by_identity(self, tree, tmp_path):
        put(tree / "safe" / "x")
        os.symlink(tree / "safe", tmp_path / "alias")
        assert [f.protected for f in run(tree, protected=(str(tmp_path / "alias"),)).files] == [True]
        assert [f.protected for f in run(tmp_path / "alias", protected=(str(tree),)).files] == [True]

    def test_another_name_of_the_file(self, tree):
        put(tree / "a" / "x")
        os.makedirs(tree / "safe")
        os.link(tree / "a" / "x", tree / "safe" / "y")
        (record,) = run(tree, protected=(str(tree / "safe"),)).files
        assert record.path.endswith("a/x")
        assert record.protected

    def test_folder_met_unprotected_first(self, tree, tmp_path):
        put(tree / "z" / "x")
        os.symlink(tree / "z", tree / "a")
        (record,) = run(tree, follow=True, protected=(str(tree / "z"),)).files
        assert record.protected

    def test_single_file(self, tree):
        put(tree / "x")
        assert [f.protected for f in run(tree, protected=(str(tree / "x"),)).files] == [True]

    def test_mistyped_folder_is_told(self, tree):
        put(tree / "x")
        walked = run(tree, protected=(str(tree / "nowhere"),))
        assert walked.problems == [
            Problem(str(tree / "nowhere"), "can't be protected: No such file or directory")
        ]


class TestNeverEntered:
    def test_trash_folders(self, tree, home):
        put(tree / ".Trash" / "x")
        put(tree / ".Trash-1000" / "files" / "x")
        put(tree / "Trash" / "files" / "x")
        put(tree / "Trash" / "info" / "x")
        put(tree / "sub" / "Trash" / "mine")
        walked = run(tree, hidden=True)
        assert names(walked, tree) == ["sub/Trash/mine"]
        assert walked.passed_over == {SkipReason.TRASH: 3}

    def test_own_folders_even_in_a_hidden_scan_of_home(self, home):
        put(home / ".cache" / "simfinder" / "x")
        put(home / ".local" / "share" / "simfinder" / "x")
        put(home / ".config" / "simfinder" / "x")
        put(home / ".local" / "share" / "Trash" / "files" / "x")
        put(home / "mine")
        walked = run(home, hidden=True)
        assert names(walked, home) == ["mine"]
        assert walked.passed_over == {SkipReason.OWN_FOLDER: 3, SkipReason.TRASH: 1}

    def test_as_roots(self, home, tree):
        put(home / ".local" / "share" / "simfinder" / "deep" / "x")
        put(home / ".local" / "share" / "Trash" / "files" / "old" / "x")
        put(tree / "x")
        own = home / ".local" / "share" / "simfinder" / "deep"
        trash = home / ".local" / "share" / "Trash" / "files" / "old"
        walked = run(own, trash, tree)
        assert names(walked, tree) == ["x"]
        assert {p.path: p.reason for p in walked.problems} == {
            str(own): "is one of SimFinder's own folders, which are never scanned",
            str(trash): "is in the Trash, which is never scanned",
        }


class TestBadRoots:
    def test_missing(self, tree):
        with pytest.raises(UsageError, match="No such file or directory") as caught:
            run(tree / "nowhere")
        assert caught.value.path == str(tree / "nowhere")

    def test_file(self, tree):
        put(tree / "x")
        with pytest.raises(UsageError, match="is not a folder"):
            run(tree / "x")

    def test_all_bad_names_all(self, tree):
        with pytest.raises(UsageError, match=r"one: No such.*two: No such"):
            run(tree / "one", tree / "two")

    def test_nul(self):
        with pytest.raises(UsageError, match="null"):
            run("/a\0b")

    def test_none(self):
        with pytest.raises(UsageError, match="no folder"):
            run()

    def test_the_good_ones_go_on(self, tree):
        put(tree / "x")
        walked = run(tree / "nowhere", tree)
        assert names(walked, tree) == ["x"]
        assert walked.problems == [Problem(str(tree / "nowhere"), "No such file or directory")]
        assert walked.roots == (str(tree),)

    def test_empty_folder(self, tree):
        assert run(tree).files == []


AS_NOBODY = """
import os, sys
from simfinder.errors import UsageError
from simfinder.model.scan_options import ScanOptions
from simfinder.model.progress import Control
from simfinder.scan.walk import list_directory as entries
from simfinder.scan.walk.walker import walk
entries.warm_up()
os.setgid(65534); os.setgroups([]); os.setuid(65534)
walked = walk(ScanOptions((sys.argv[1],)), Control())
print([f.path for f in walked.files], [(p.path, p.reason) for p in walked.problems])
try:
    walk(ScanOptions((sys.argv[1] + "/locked",)), Control())
except UsageError as error:
    print(error)
"""


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="drops root's rights")
def test_folder_that_must_not_be_read():
    with tempfile.TemporaryDirectory() as base:  # pytest's own folders bar everyone else
        os.chmod(base, 0o755)
        put(base + "/locked/x")
        put(base + "/open/y")
        os.chmod(base + "/locked", 0o700)
        done = subprocess.run([sys.executable, "-c", AS_NOBODY, base], capture_output=True, text=True)
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        f"['{base}/open/y'] [('{base}/locked', 'Permission denied')]",
        f"{base}/locked: Permission denied",
    ]


@pytest.mark.parametrize("way", ["in one go"], indirect=True)
def test_errors_of_single_entries_are_problems(tree, monkeypatch):
    put(tree / "bad")
    put(tree / "good")

    def fail(self, paths):
        one = Entries(
            [b"bad", b"good"],
            b"bad\0good\0",
            np.array([Kind.FAILED, Kind.FILE], dtype=np.uint8),
            np.array([[0, 0, 5, 0, 0, 0], numbers_of(os.stat(tree / "good"))], dtype=np.int64),
            0,
        )
        return [one for _ in paths]

    monkeypatch.setattr(Lister, "read_folders", fail)
    walked = run(tree)
    assert names(walked, tree) == ["good"]
    assert walked.problems == [Problem(str(tree / "bad"), "Input/output error")]


def test_a_file_found_twice_under_one_path_is_no_other_name_of_itself(tree):
    """With patterns, a folder that is a root too is entered twice, as these are relative to each root."""
    put(tree / "b" / "x.txt")
    os.link(tree / "b" / "x.txt", tree / "b" / "y.txt")
    walked = run(tree, tree / "b", include=("*.txt",))
    assert names(walked, tree) == ["b/x.txt"]
    assert walked.passed_over == {SkipReason.SAME_FILE: 1}
    assert walked.examples == {SkipReason.SAME_FILE: (str(tree / "b" / "y.txt"),)}


@pytest.mark.parametrize("way", ["in one go"], indirect=True)
def test_a_folder_whose_listing_ends_in_an_error_gives_what_came_before(tree, monkeypatch):
    put(tree / "x")
    real = Lister.read
    monkeypatch.setattr(Lister, "read_folders", lambda self, paths: [])  # as for one with very many entries
    monkeypatch.setattr(Lister, "read", lambda self, *rest: real(self, *rest)._replace(error=5))
    walked = run(tree)
    assert names(walked, tree) == ["x"]
    assert walked.problems == [Problem(str(tree), "Input/output error")]


def test_folder_that_vanishes(tree, monkeypatch):
    put(tree / "a" / "x")
    put(tree / "b" / "x")
    opened, read_folders = walk_module.FolderReader.opened, Lister.read_folders

    def gone(path):
        if path.endswith("/b"):
            os.rename(path, str(tree) + "-gone")

    def opened_late(self, path):
        gone(path)
        return opened(self, path)

    def read_late(self, paths):
        for path in paths:
            gone(os.fsdecode(path))
        return read_folders(self, paths)

    monkeypatch.setattr(walk_module.FolderReader, "opened", opened_late)
    monkeypatch.setattr(Lister, "read_folders", read_late)
    walked = run(tree)
    assert names(walked, tree) == ["a/x"]
    assert walked.problems == [Problem(str(tree / "b"), "No such file or directory")]


def test_folders_deeper_than_the_longest_path(tmp_path):
    """Made and removed by handles, as no single call takes such a path."""
    levels, name = 1200, "level"
    root = tmp_path / "deep"
    root.mkdir()
    handle = os.open(root, os.O_RDONLY)
    for _ in range(levels):
        os.mkdir(name, dir_fd=handle)
        below = os.open(name, os.O_RDONLY, dir_fd=handle)
        os.close(handle)
        handle = below
    with open(os.open("end.txt", os.O_WRONLY | os.O_CREAT, dir_fd=handle), "wb") as file:
        file.write(b"down here")
    os.mkdir("side", dir_fd=handle)
    os.close(os.open("side/other.txt", os.O_WRONLY | os.O_CREAT, dir_fd=handle))
    os.close(handle)
    try:
        walked = run(root, empty=True)
        assert walked.problems == []
        below = "/".join([name] * levels)
        assert names(walked, root) == [f"{below}/end.txt", f"{below}/side/other.txt"]
        assert len(walked.files[0].path) > 4096
    finally:
        subprocess.run(["rm", "-rf", str(root)], check=True)


def test_progress_counts_files(tree):
    for i in range(20):
        put(tree / str(i))
    control = Control()
    walk(ScanOptions((str(tree),)), control)
    assert control.snapshot().phase is Phase.LISTING
    assert control.snapshot().files == 20


def test_cancel(tree):
    put(tree / "x")
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        walk(ScanOptions((str(tree),)), control)


def test_notes_the_paths_of_what_folders_hold_beside_their_files(tree):
    put(tree / "a" / "x.txt")
    empty, hidden = put(tree / "a" / "empty", b""), put(tree / ".hidden" / "y")
    os.symlink("nowhere", tree / "a" / "link")
    put(tree / "a" / "x.log")
    walked = run(tree, exclude=("*.log",))
    assert {reason: bytes(paths) for reason, paths in walked.left_out.items()} == {
        SkipReason.EMPTY: os.fsencode(empty) + b"\0",
        SkipReason.HIDDEN: os.fsencode(os.path.dirname(hidden)) + b"\0",
        SkipReason.SYMLINK: os.fsencode(tree / "a" / "link") + b"\0",
    }
    assert walked.passed_over[SkipReason.EXCLUDED] == 1  # by a rule of the person's


@pytest.fixture
def things(tree):
    """What a person has, with projects, caches and what tools made in between."""
    for path in (
        "letters/a.txt", "shop/package.json", "shop/src/app.js", "shop/node_modules/x/index.js", "ref/__pycache__/m.py",
        "ref/notes.txt", "thesis/.git/HEAD", "thesis/build/plot.txt", "thesis/main.tex", "tool/Makefile", "tool/main.c",
        "recipes/Makefile", "recipes/soup.txt", "mixed/package.json", "mixed/invoice.PDF", "cached/CACHEDIR.TAG",
        "cached/blob", "tool/build/report.txt",
    ):  # fmt: skip
        put(tree / path)
    return tree


def test_development_folders_are_left_out_where_that_is_wanted(things):
    everything = run(things)
    walked = run(things, no_development=True)
    assert sorted(names(walked, things)) == [
        "letters/a.txt", "mixed/invoice.PDF", "mixed/package.json", "recipes/Makefile", "recipes/soup.txt",
        "ref/notes.txt", "thesis/build/plot.txt", "thesis/main.tex",
    ]  # fmt: skip
    out = walked.examples[SkipReason.DEVELOPMENT]
    assert sorted(os.path.relpath(path, things) for path in out) == [
        "cached",
        "ref/__pycache__",
        "shop",
        "tool",
    ]
    assert walked.passed_over[SkipReason.DEVELOPMENT] == 4
    assert SkipReason.DEVELOPMENT not in everything.passed_over
    assert len(everything.files) == 16 + 1


def test_a_folder_that_is_named_is_never_left_out(things):
    shop = things / "shop"
    put(shop / "packages" / "part" / "package.json")
    put(shop / "dist" / "app.js")
    only = run(shop, no_development=True)
    assert names(only, shop) == ["package.json", "packages/part/package.json", "src/app.js"]
    assert only.passed_over[SkipReason.DEVELOPMENT] == 2  # node_modules, dist
    both = run(things, shop, no_development=True)
    assert {str(shop / name) for name in names(only, shop)} <= {f.path for f in both.files}
    assert names(run(shop / "node_modules", no_development=True), shop) == ["node_modules/x/index.js"]
    assert names(run(shop / "packages", no_development=True), shop) == ["packages/part/package.json"]


def test_a_home_with_a_stray_manifest_is_not_left_out(things, monkeypatch):
    put(things / "ann" / "package.json")
    put(things / "ann" / "letter.txt")
    monkeypatch.setenv("HOME", str(things / "ann"))
    assert "ann/letter.txt" in names(run(things, no_development=True), things)
