"""``folders``: whole folders that are copies, parts or versions of one another, and what is no folder to compare."""

import errno
import os
import random
import shutil
import subprocess
import zipfile

import pytest

from simfinder.scan.walk.list_directory import Lister
from simfinder.workers.long_paths import FolderReader
from tests.helpers.program import simfinder

WORDS = [f"word{number}" for number in range(900)]


def text(seed, lines=40):
    rng = random.Random(seed)
    return "".join(" ".join(rng.choices(WORDS, k=9)) + "\n" for _ in range(lines))


def project(folder, seed=1, files=8):
    for at in range(files):
        path = folder / ("src" if at % 2 else "doc") / f"file{at}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text(seed * 100 + at))
    (folder / "src" / "__init__.py").touch()
    return folder


def edited(folder, *names, later=86_400):
    for name in names:
        path = folder / name
        lines = path.read_text().splitlines(keepends=True)
        lines[7] = "another line that nobody wrote before\n"
        path.write_text("".join(lines))
        stat = path.stat()
        os.utime(path, (stat.st_atime, stat.st_mtime + later))


def folders(*arguments, code=0):
    done = simfinder("folders", *arguments, "--json")
    assert done.code == code, done.err
    told = done.json
    assert told["version"] == 1
    return told["folders"]


@pytest.fixture
def tree(tmp_path):
    root = tmp_path / "tree"
    project(root / "webapp")
    for number in range(2, 5):
        project(root / f"other{number}", seed=number)
    return root


def named(tree, pairs):
    return [
        (os.path.relpath(pair["a"], tree), os.path.relpath(pair["b"], tree), pair["relation"])
        for pair in pairs
    ]


def test_a_copy_is_one_pair(tree):
    shutil.copytree(tree / "webapp", tree / "webapp - Copy")
    (pair,) = folders(tree)
    assert pair == {
        "a": str(tree / "webapp"), "b": str(tree / "webapp - Copy"), "similarity": 1.0, "a_in_b": 1.0, "b_in_a": 1.0,
        "same": 9, "changed": 0, "only_a": 0, "only_b": 0, "bytes_shared": pair["bytes_shared"],
        "bytes_freed": pair["bytes_shared"], "kept": "a", "relation": "identical",
    }  # fmt: skip
    assert pair["bytes_shared"] == sum(path.stat().st_size for path in (tree / "webapp").rglob("*.txt"))


def test_a_version_says_what_changed_and_keeps_the_newer_one(tree):
    newer = tree / "webapp 2"
    shutil.copytree(tree / "webapp", newer)
    edited(newer, "src/file1.txt", "doc/file2.txt")
    (newer / "new.txt").write_text(text(999))
    (newer / "doc" / "file0.txt").unlink()
    (pair,) = folders(tree)
    assert (pair["relation"], pair["kept"]) == ("version", "b")
    assert (pair["same"], pair["changed"], pair["only_a"], pair["only_b"]) == (6, 2, 1, 1)
    assert 0.7 < pair["a_in_b"] < 1.0
    assert pair["bytes_freed"] > 0


def test_a_part_and_renamed_and_moved_files(tree):
    part = tree / "found again"
    part.mkdir()
    for at in range(1, 6):
        shutil.copy(
            tree / "webapp" / ("src" if at % 2 else "doc") / f"file{at}.txt", part / f"{at}.recovered"
        )
    (pair,) = folders(tree)
    assert (pair["relation"], pair["kept"], pair["same"]) == ("contained", "b", 5)
    assert (pair["a_in_b"], pair["b_in_a"] < 1.0) == (1.0, True)


def test_an_archive_and_what_was_unpacked(tree):
    with zipfile.ZipFile(tree / "webapp.zip", "w") as archive:
        for path in sorted((tree / "webapp").rglob("*.*")):
            archive.write(path, f"webapp-main/{path.relative_to(tree / 'webapp')}")
    (pair,) = folders(tree)
    assert named(tree, [pair]) == [("webapp", "webapp.zip", "identical")]
    assert (pair["kept"], pair["bytes_freed"]) == ("a", (tree / "webapp.zip").stat().st_size)


def test_members_that_lie_loose_beside_their_archive(tree):
    loose = project(tree / "webapp" / "loose", seed=50)
    with zipfile.ZipFile(loose / "all.zip", "w") as archive:
        for path in sorted(loose.rglob("*.txt")):
            archive.write(path, path.name)
    (pair,) = folders(tree)
    assert named(tree, [pair]) == [("webapp/loose", "webapp/loose/all.zip", "contained")]
    assert pair["kept"] == "a"


def test_the_largest_saving_comes_first(tree):
    shutil.copytree(tree / "webapp", tree / "backup" / "webapp")
    project(tree / "large", seed=70, files=20)
    shutil.copytree(tree / "large", tree / "backup" / "large")
    pairs = folders(tree)
    assert [relation for *_, relation in named(tree, pairs)] == ["identical", "identical"]
    assert pairs[0]["bytes_freed"] > pairs[1]["bytes_freed"]
    assert [os.path.basename(pair["a"]) for pair in pairs] == ["large", "webapp"]
    assert [pair["kept"] for pair in pairs] == ["b", "b"]  # not those in the backup


def test_strangers_of_one_template_are_not_versions(tree):
    for name, seed in (("shop", 81), ("poll", 82)):
        project(tree / name, seed=60, files=6)
        for own in ("routes.py", "models.py", "README.md", "views.py"):
            (tree / name / own).write_text(text(f"{seed}{own}"))
    pairs = folders(tree)
    assert ("poll", "shop", "version") not in named(tree, pairs)
    assert pairs  # the folders of the template, which both need
    assert [pair["bytes_freed"] for pair in pairs] == [0] * len(pairs)


def test_text_names_both_folders(tree):
    shutil.copytree(tree / "webapp", tree / "webapp - Copy")
    done = simfinder("folders", tree)
    assert done.code == 0
    lines = done.out.decode().splitlines()
    assert lines[0].startswith("identical  100 %  9 same  frees ")
    assert lines[1].split() == ["keep", *str(tree / "webapp").split(), "(100", "%", "in", "the", "second)"]
    assert len(lines) == 3
    assert "1 pair of folders" in done.err


def test_the_report_has_the_folders(tree):
    assert 'id="folders"' not in simfinder("scan", tree, "--html").out.decode()
    shutil.copytree(tree / "webapp", tree / "webapp <i>")
    page = simfinder("scan", tree, "--html").out.decode()
    assert page.count('<table id="folders">') == 1
    assert "webapp &lt;i&gt;" in page
    assert "9 same" in page


@pytest.mark.parametrize("wrong", ["1.5", "half"])
def test_a_share_that_is_none(tree, wrong):
    assert simfinder("folders", tree, "--min", wrong).code == 2


def test_no_folder_at_all(tmp_path):
    assert simfinder("folders", tmp_path / "nowhere").code == 2


def test_empty_and_tiny_files(tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        for at in range(5):
            (tmp_path / name / f"{at}").touch()
    assert not folders(tmp_path)
    for name in ("a", "b"):
        (tmp_path / name / "tiny").write_text("x")
    (pair,) = folders(tmp_path)
    assert (pair["relation"], pair["same"]) == ("identical", 6)


def test_an_empty_file_more_is_a_difference(tree):
    shutil.copytree(tree / "webapp", tree / "webapp - Copy")
    (tree / "webapp" / "marker").touch()
    (pair,) = folders(tree)
    assert (pair["relation"], pair["only_a"], pair["kept"]) == ("contained", 1, "a")


def test_hidden_files_and_links_are_compared_before_two_folders_are_called_identical(tree):
    (tree / "webapp" / ".hidden").write_text("mine")
    (tree / "webapp" / "link").symlink_to("src")
    shutil.copytree(tree / "webapp", tree / "webapp - Copy", symlinks=True)
    assert [pair["relation"] for pair in folders(tree)] == ["identical"]
    (tree / "webapp - Copy" / ".hidden").write_text("its ")
    assert [pair["relation"] for pair in folders(tree)] == ["version"]
    (tree / "webapp - Copy" / ".hidden").unlink()
    (pair,) = folders(tree)  # all of the copy is in the original
    assert (pair["relation"], pair["kept"]) == ("contained", "a")
    (tree / "webapp - Copy" / ".hidden").write_text("mine")
    (tree / "webapp - Copy" / "link").unlink()
    (tree / "webapp - Copy" / "link").symlink_to("doc")
    assert [pair["relation"] for pair in folders(tree)] == ["version"]


def test_a_subfolder_that_cannot_be_read(tree, monkeypatch):
    shutil.copytree(tree / "webapp", tree / "webapp - Copy")
    secret = tree / "webapp" / "secret"
    secret.mkdir()
    opened, read_folders = FolderReader.opened, Lister.read_folders

    def refused(self, path):
        if path == str(secret):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
        return opened(self, path)

    def refused_together(self, paths):
        found = read_folders(self, paths)
        return [
            one._replace(error=errno.EACCES) if path == os.fsencode(secret) else one
            for path, one in zip(paths, found, strict=False)
        ]

    monkeypatch.setattr(FolderReader, "opened", refused)
    monkeypatch.setattr(Lister, "read_folders", refused_together)
    done = simfinder("folders", tree, "--json")
    assert done.code == 1
    (pair,) = done.json["folders"]
    assert (pair["relation"], pair["kept"]) == ("contained", "a")  # all of the copy is in the original
    assert [problem["path"] for problem in done.json["problems"]] == [str(secret)]


def test_a_special_file(tree):
    shutil.copytree(tree / "webapp", tree / "webapp - Copy")
    for name in ("webapp", "webapp - Copy"):
        os.mkfifo(tree / name / "pipe")
    assert [pair["relation"] for pair in folders(tree)] == ["version"]


def test_links_to_folders_and_cycles(tree):
    (tree / "again").symlink_to(tree / "webapp")
    (tree / "webapp" / "up").symlink_to(tree)
    assert not folders(tree)
    assert not folders(tree, "--follow")


def test_names_that_differ_in_case_only(tree):
    shutil.copytree(tree / "webapp", tree / "WebApp")
    (tree / "WebApp" / "doc").rename(tree / "WebApp" / "DOC")
    assert named(tree, folders(tree)) == [("WebApp", "webapp", "identical")]


def test_overlapping_folders_and_names_that_are_no_text(tree):
    odd = os.fsencode(tree) + b"/odd \xff"
    shutil.copytree(os.fsencode(tree / "webapp"), odd)
    (pair,) = folders(tree, tree / "webapp")
    assert os.fsencode(pair["a"]) == odd
    assert pair["relation"] == "identical"


def test_deep_folders(tmp_path):
    for name in ("a", "b"):
        handle = os.open(tmp_path, os.O_RDONLY)
        try:
            for part in [name] + ["deep"] * 3000:
                os.mkdir(part, dir_fd=handle)
                below = os.open(part, os.O_RDONLY, dir_fd=handle)
                os.close(handle)
                handle = below
            for at in range(3):
                file = os.open(f"{at}.txt", os.O_WRONLY | os.O_CREAT, dir_fd=handle)
                os.write(file, text(at).encode())
                os.close(file)
        finally:
            os.close(handle)
    try:
        assert named(tmp_path, folders(tmp_path)) == [("a", "b", "identical")]
    finally:
        subprocess.run(["rm", "-rf", tmp_path / "a", tmp_path / "b"], check=True)  # rmtree recurses too deep
