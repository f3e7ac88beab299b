"""The makers of test trees keep their promises, measured with plain sets of eight-byte pieces."""

import ast
import os
import stat
from itertools import combinations, pairwise

import pytest

from tests.helpers.files.trees import Tree, hostile_tree, many_files, unlock, version_tree


def read(path):
    with open(path, "rb") as file:
        return file.read()


def shared(a, b):
    """Resemblance of two files' sets of eight-byte pieces."""
    one, two = ({data[i : i + 8] for i in range(len(data) - 7)} for data in (read(a), read(b)))
    return len(one & two) / len(one | two)


@pytest.fixture(scope="module")
def tree(tmp_path_factory) -> Tree:
    return version_tree(tmp_path_factory.mktemp("versions"))


def test_everything_written_is_described(tree):
    on_disk = [os.path.join(folder, name) for folder, _, names in os.walk(tree.root) for name in names]
    assert sorted(on_disk) == tree.files()


def test_versions_share_most_of_their_content_and_are_dated_upwards(tree):
    for name, versions in tree.families.items():
        assert all(os.stat(a).st_mtime < os.stat(b).st_mtime for a, b in pairwise(versions)), name
        # resemblance .60 is 75 % of shared content
        assert all(0.60 < shared(a, versions[-1]) < 1 for a in versions[:-1]), name


def test_strangers_share_next_to_nothing(tree):
    newest = [versions[-1] for versions in tree.families.values()]
    texts = [p for p in [*tree.strangers, *newest] if p.endswith((".txt", ".md", ".html", ".py"))]
    assert len(texts) > 12
    assert max(shared(a, b) for a, b in combinations(texts, 2)) < 0.08
    binaries = [p for p in [*tree.strangers, *newest] if p.endswith((".bin", ".png"))]
    assert max(shared(a, b) for a, b in combinations(binaries, 2)) < 0.01


def test_copies_repeat_the_bytes_of_a_version(tree):
    assert tree.copies
    for copy, original in tree.copies.items():
        assert read(copy) == read(original)
    assert tree.cluster_of("report") == {*tree.families["report"], *(c for c in tree.copies if "report" in c)}


def test_modules_are_source_that_parses(tree):
    for path in tree.families["pipeline"]:
        ast.parse(read(path))


def test_a_seed_decides_everything(tmp_path):
    def contents(folder, seed):
        tree = version_tree(folder, seed)
        return {os.path.relpath(p, tree.root): (read(p), os.stat(p).st_mtime_ns) for p in tree.files()}

    first = contents(tmp_path / "a", 5)
    assert first == contents(tmp_path / "b", 5)
    assert first != contents(tmp_path / "c", 6)


def test_many_files_writes_as_many(tmp_path):
    tree = many_files(tmp_path, 430)
    assert len(tree.files()) == 430 == sum(len(names) for _, _, names in os.walk(tmp_path))
    assert len(tree.strangers) == 215
    text = tree.families["text 7"]
    assert len(text) == 3
    assert all(0.6 < shared(a, b) < 1 for a, b in pairwise(text))


def test_hostile_tree_holds_what_it_says(tmp_path):
    tree = hostile_tree(tmp_path)
    kinds = [stat.S_IFMT(os.lstat(path).st_mode) for path in tree.passed_over]
    assert kinds == [stat.S_IFIFO, stat.S_IFSOCK, *[stat.S_IFLNK] * 4]
    assert len({os.stat(path).st_ino for path in tree.links}) == 1
    assert [os.path.getsize(path) for path in tree.empty] == [0, 0, 0]
    assert any("\n" in path for path in tree.odd_names)
    with pytest.raises(UnicodeEncodeError):
        tree.odd_names[0].encode()
    assert read(tree.twins[0]) == read(tree.twins[1])
    assert tree.deepest.count("/") > 60
    assert all(stat.S_IMODE(os.stat(path).st_mode) == 0 for path in tree.locked)
    unlock(tree)
    assert os.listdir(tree.locked[0]) == ["inside.txt"]
