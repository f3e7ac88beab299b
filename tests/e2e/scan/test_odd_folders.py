"""``folders`` and ``clean --folders`` on hard links, mounts, locked folders and depth, by the real program."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.e2e.scan.test_folders import edited, folders, named, project
from tests.helpers.program import simfinder
from tests.unit.actions.world import photograph

_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0


def size_of(folder):
    return sum(path.stat().st_size for path in folder.rglob("*.txt"))


def test_snapshots_of_hard_links_free_only_what_changed(tmp_path):
    newest = project(tmp_path / "snap" / "hourly.0")
    older = tmp_path / "snap" / "hourly.1"
    shutil.copytree(newest, older, copy_function=os.link)
    changed = older / "src" / "file1.txt"
    before = changed.read_bytes()
    changed.unlink()
    changed.write_bytes(before)
    os.utime(changed, (1_500_000_000,) * 2)
    edited(newest, "src/file1.txt")
    (pair,) = folders(tmp_path)
    assert (pair["relation"], pair["same"], pair["changed"]) == ("version", 8, 1)
    assert pair["bytes_freed"] in (0, changed.stat().st_size)
    assert pair["bytes_freed"] < size_of(older) / 4


def test_copies_of_hard_links_are_identical_and_free_nothing(tmp_path):
    kept = project(tmp_path / "tree" / "webapp")
    shutil.copytree(kept, tmp_path / "tree" / "webapp - Copy", copy_function=os.link)
    (pair,) = folders(tmp_path / "tree")
    assert (pair["relation"], pair["same"], pair["bytes_freed"]) == ("identical", 9, 0)
    before = photograph(tmp_path / "tree")
    assert simfinder("clean", tmp_path / "tree", "--folders", "--yes").code in (0, 1)
    assert photograph(tmp_path / "tree").keys() == before.keys()


def test_names_outside_of_the_scan_keep_the_bytes(tmp_path):
    kept = project(tmp_path / "tree" / "webapp")
    copy = shutil.copytree(kept, tmp_path / "tree" / "webapp - Copy")
    (pair,) = folders(tmp_path / "tree")
    assert pair["bytes_freed"] == size_of(copy)
    shutil.copytree(copy, tmp_path / "elsewhere", copy_function=os.link)
    (pair,) = folders(tmp_path / "tree")
    assert (pair["relation"], pair["bytes_freed"]) == ("identical", 0)


def test_both_names_of_a_file_in_the_copy_count_once(tmp_path):
    kept = project(tmp_path / "tree" / "webapp")
    shutil.copy(kept / "src" / "file1.txt", kept / "again.txt")
    copy = tmp_path / "tree" / "webapp - Copy"
    shutil.copytree(kept, copy)
    (copy / "again.txt").unlink()
    os.link(copy / "src" / "file1.txt", copy / "again.txt")
    (pair,) = folders(tmp_path / "tree")
    assert pair["relation"] == "identical"
    leaving = Path(pair["b"] if pair["kept"] == "a" else pair["a"])
    twice = (leaving / "again.txt").stat().st_size if leaving == copy else 0
    assert pair["bytes_freed"] == size_of(leaving) - twice


@pytest.fixture
def mounted(tmp_path):
    """A folder whose part is another folder, mounted there once more."""
    if not _ROOT or shutil.which("mount") is None:
        pytest.skip("mounts need root")
    tree = tmp_path / "tree"
    project(tree / "webapp")
    shutil.copytree(tree / "webapp", tree / "zebra")
    project(tree / "shared", seed=9)
    point = tree / "webapp" / "shared"
    point.mkdir()
    if subprocess.run(
        ["mount", "--bind", tree / "shared", point], check=False, capture_output=True
    ).returncode:
        pytest.skip("no mounts here")
    yield tree
    subprocess.run(["umount", point], check=True)


def test_folder_with_a_mounted_part_is_not_called_identical(mounted):
    pairs = folders(mounted)
    assert named(mounted, pairs) == [("webapp", "zebra", "contained")]
    assert pairs[0]["kept"] == "a"
    before = photograph(mounted)
    assert simfinder("clean", mounted, "--folders", "--yes").code in (0, 1)
    after = photograph(mounted)
    assert {path for path in before if b"/shared" in path} <= after.keys()
    assert {path for path in before if b"/webapp" in path} <= after.keys()


def test_one_folder_by_two_mounts_is_one(mounted):
    assert not folders(mounted / "shared", mounted / "webapp" / "shared")


_AS_NOBODY = """
import contextlib, io, os, sys
from simfinder.cli.main import run as main
home, warm, *arguments = sys.argv[1:]
with contextlib.redirect_stdout(io.StringIO()):
    main(["folders", warm, "--json"])
    main(["clean", warm, "--folders", "--yes"])  # what is imported late can't be as another user
os.setgid(65534); os.setgroups([]); os.setuid(65534)
os.environ.update(HOME=home)
for name in ("CACHE", "DATA", "CONFIG", "STATE"):
    os.environ.pop(f"XDG_{name}_HOME", None)
sys.exit(main(arguments))
"""


@pytest.mark.skipif(not _ROOT, reason="becomes another user")
def test_locked_subfolder_is_told_and_nothing_of_it_goes():
    with tempfile.TemporaryDirectory() as base:  # pytest's own folders bar everyone else
        os.chmod(base, 0o755)
        tree, home = Path(base) / "tree", Path(base) / "home"
        home.mkdir()
        warm = Path(base) / "warm"
        project(warm / "webapp")
        shutil.copytree(warm / "webapp", warm / "webapp - Copy")
        project(tree / "webapp")
        (tree / "webapp" / "secret").mkdir()
        (tree / "webapp" / "secret" / "own.txt").write_text("only here\n" * 30)
        shutil.copytree(tree / "webapp", tree / "webapp - Copy")
        for path in (home, tree, *tree.rglob("*")):
            os.chown(path, 65534, 65534)
        for name in ("webapp", "webapp - Copy"):
            os.chown(tree / name / "secret", 0, 0)
            os.chmod(tree / name / "secret", 0o700)

        def run(*arguments):
            command = [sys.executable, "-c", _AS_NOBODY, str(home), str(warm), *map(str, arguments)]
            return subprocess.run(command, capture_output=True, text=True, check=False, cwd="/")

        told = run("folders", tree, "--json")
        assert told.returncode == 1, told.stderr
        assert '"identical"' not in told.stdout
        assert told.stdout.count("secret") >= 2
        cleaned = run("clean", tree, "--folders", "--yes")
        assert cleaned.returncode in (0, 1), cleaned.stderr
        for name in ("webapp", "webapp - Copy"):
            assert (tree / name / "secret" / "own.txt").exists()
