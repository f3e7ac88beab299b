"""Rules by type, size and time, and rules of single folders, compared with a filter that looks at each path alone."""

import os
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pathspec import GitIgnoreSpec

from simfinder.app.session.follow.disk_changes import Changes
from simfinder.arrays.file_columns import FileColumns
from simfinder.errors import UsageError
from simfinder.model.file_record import SkipReason
from simfinder.model.file_type import type_of
from simfinder.model.path_rules import MACOS, POSIX
from simfinder.model.progress import Control
from simfinder.model.scan_options import FolderRules, ScanOptions
from simfinder.scan.walk import selection_rules, walker
from simfinder.scan.walk.walker import walk
from tests.helpers.examples import examples

DAY = 86_400_000_000_000
BEGIN = 1_700_000_000_000_000_000
FILES = {
    "a/one.txt": (3, 0), "a/two.py": (900, 1), "a/b/three.TXT": (50, 2), "a/b/four": (7, 3), "a/b/c/five.txt~": (1, 4),
    "d/six.py": (3, 5), "d/b/seven.md": (200, 6), "d/b/eight.txt.bak": (12, 7), "nine.txt": (4, 8),
}  # fmt: skip
FOLDERS = ["", "a", "a/b", "a/b/c", "d", "d/b"]


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    root = tmp_path_factory.mktemp("taking")
    for name, (size, day) in FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"x" * size)
        os.utime(path, ns=(BEGIN + day * DAY, BEGIN + day * DAY))
    return str(root)


def run(tree, *roots, **wishes):
    options = ScanOptions(tuple(os.path.join(tree, root) for root in roots or ("",)), **wishes)
    return walk(options, Control())


def names(tree, walked):
    return [os.path.relpath(record.path, tree) for record in walked.files]


def test_rules_of_a_folder_hold_however_it_is_spelled(tmp_path, monkeypatch):
    """Where all spellings mean one folder; patterns are relative to the path by which the walk reaches it."""
    kept, left_out = tmp_path / "Pr\u00fcfung" / "b" / "kept", tmp_path / "Pr\u00fcfung" / "b" / "left out"
    for path in (kept, left_out):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"x")
    rules = [
        FolderRules(str(tmp_path / "PRU\u0308FUNG"), exclude=("/b/left*",)),
        FolderRules(str(tmp_path / "pr\u00fcfung"), max_size=1),
    ]
    for own, taken in ((MACOS, [str(kept)]), (POSIX, [str(kept), str(left_out)])):
        monkeypatch.setattr(selection_rules, "OWN", own)
        options = ScanOptions((str(tmp_path),), folder_rules=tuple(rules))
        assert [record.path for record in walk(options, Control()).files] == taken
        changes = Changes(FileColumns.of(()), options)
        assert list(changes.at([str(kept), str(left_out)])) == taken
        smaller = replace(
            options, folder_rules=(*rules, FolderRules(str(tmp_path / "PR\u00dcFUNG"), min_size=2))
        )
        assert len(walk(smaller, Control()).files) == (0 if own is MACOS else 2), "each of the rules holds"


def test_only_some_types_and_not_some_types(tree):
    taken = run(tree, types=("txt",))
    assert names(tree, taken) == [
        "a/b/c/five.txt~",
        "a/b/three.TXT",
        "a/one.txt",
        "d/b/eight.txt.bak",
        "nine.txt",
    ]
    assert taken.passed_over == {SkipReason.OTHER_TYPE: 4}
    assert names(tree, run(tree, not_types=("txt", "py"))) == ["a/b/four", "d/b/seven.md"]
    assert names(tree, run(tree, types=("",))) == ["a/b/four"]
    assert names(tree, run(tree, types=("txt", "py"), not_types=("txt",))) == ["a/two.py", "d/six.py"]


def test_changed_since_and_before(tree):
    day = [BEGIN + day * DAY for day in range(9)]
    assert names(tree, run(tree, since=day[7])) == ["d/b/eight.txt.bak", "nine.txt"]
    assert names(tree, run(tree, since=day[7] + 1)) == ["nine.txt"]
    assert names(tree, run(tree, before=day[1])) == ["a/one.txt"]
    between = run(tree, since=day[2], before=day[4])
    assert names(tree, between) == ["a/b/four", "a/b/three.TXT"]
    assert between.passed_over == {SkipReason.TOO_OLD: 2, SkipReason.TOO_NEW: 5}


def test_rules_of_a_folder_hold_in_it_and_nowhere_else(tree):
    rules = FolderRules(os.path.join(tree, "a"), exclude=("/b/c/", "*.py"), min_size=5)
    walked = run(tree, folder_rules=(rules,))
    assert names(tree, walked) == [
        "a/b/four",
        "a/b/three.TXT",
        "d/b/eight.txt.bak",
        "d/b/seven.md",
        "d/six.py",
        "nine.txt",
    ]
    assert walked.passed_over == {SkipReason.EXCLUDED: 2, SkipReason.TOO_SMALL: 1}


def test_they_hold_whatever_folder_the_walk_begins_at(tree):
    rules = FolderRules(os.path.join(tree, "a"), include=("b/*",), types=("txt",))
    assert names(tree, run(tree, "a/b", folder_rules=(rules,))) == ["a/b/c/five.txt~", "a/b/three.TXT"]
    both = run(tree, "", "a", "a/b", folder_rules=(rules,))
    assert [n for n in names(tree, both) if n.startswith("a/")] == ["a/b/c/five.txt~", "a/b/three.TXT"]


def test_a_malformed_pattern_of_a_folder_is_told(tree):
    with pytest.raises(UsageError, match="pattern"):
        run(tree, folder_rules=(FolderRules(tree, exclude=("!",)),))


def test_some_of_what_is_passed_over_is_named(tree, monkeypatch):
    monkeypatch.setattr(walker, "EXAMPLES", 3)
    walked = run(tree, types=("md",))
    assert walked.passed_over == {SkipReason.OTHER_TYPE: 8}
    (examples,) = walked.examples.values()
    assert len(examples) == 3
    assert set(examples) <= {os.path.join(tree, name) for name in FILES if not name.endswith(".md")}


def test_every_reason_that_is_counted_has_an_example(tree, tmp_path):
    (tmp_path / "empty").touch()
    (tmp_path / ".hidden").write_text("x")
    (tmp_path / "link").symlink_to("empty")
    (tmp_path / "one").write_text("same")
    os.link(tmp_path / "one", tmp_path / "two")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "Trash-1" / ".Trash-1000").mkdir(parents=True)
    walked = walk(ScanOptions((str(tmp_path),), exclude=("*-1/",)), Control())
    assert set(walked.passed_over) == set(walked.examples) == {
        SkipReason.EMPTY, SkipReason.HIDDEN, SkipReason.SYMLINK, SkipReason.SAME_FILE, SkipReason.SPECIAL,
        SkipReason.EXCLUDED,
    }  # fmt: skip
    assert walked.examples[SkipReason.SAME_FILE] == (str(tmp_path / "two"),)
    assert walked.examples[SkipReason.EXCLUDED] == (str(tmp_path / "Trash-1"),)


# the slow twin
def allowed(rules, folder, path, size, mtime):
    relative = os.path.relpath(path, folder)
    spec = GitIgnoreSpec.from_lines
    return (
        not spec(rules.exclude).match_file(relative)
        and (not rules.include or spec(rules.include).match_file(relative))
        and (not rules.types or type_of(path) in rules.types)
        and type_of(path) not in rules.not_types
        and (rules.min_size or 0) <= size <= (10**9 if rules.max_size is None else rules.max_size)
        and (rules.since or 0) <= mtime < (rules.before or 2**63)
    )


TYPES = st.lists(st.sampled_from(["txt", "py", "md", ""]), max_size=2).map(tuple)
TIMES = st.none() | st.integers(0, 9).map(lambda day: BEGIN + day * DAY)
SIZES = st.none() | st.integers(0, 300)
PATTERNS = st.lists(st.sampled_from(["*.txt", "b/", "/b/", "*.py", "**/c/*", "t*"]), max_size=2).map(tuple)
RULES = st.fixed_dictionaries(
    {
        "types": TYPES,
        "not_types": TYPES,
        "since": TIMES,
        "before": TIMES,
        "min_size": SIZES,
        "max_size": SIZES,
    }
)
OF_FOLDERS = st.dictionaries(
    st.sampled_from(FOLDERS), st.tuples(RULES, PATTERNS, st.just(()) | PATTERNS), max_size=3
)


@settings(
    max_examples=examples(150), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    whole=RULES,
    folders=OF_FOLDERS,
    roots=st.lists(st.sampled_from(["", "a", "d", "a/b"]), min_size=1, unique=True),
)
def test_a_walk_takes_what_every_rule_allows(tree, whole, folders, roots):
    rules = {
        os.path.join(tree, name).rstrip("/"): FolderRules(
            os.path.join(tree, name), exclude=e, include=i, **more
        )
        for name, (more, e, i) in folders.items()
    }
    options = ScanOptions(
        tuple(os.path.join(tree, root) for root in roots), folder_rules=tuple(rules.values()), **whole
    )
    expected = []
    for name, (size, day) in FILES.items():
        path, mtime = os.path.join(tree, name), BEGIN + day * DAY
        reached = any(path.startswith(os.path.join(tree, root, "") if root else tree + "/") for root in roots)
        above = [(f, r) for f, r in rules.items() if path.startswith(f + "/")]
        agreed = all(allowed(r, f, path, size, mtime) for f, r in above)
        if reached and agreed and allowed(FolderRules("", **whole), tree, path, size, mtime):
            expected.append(name)
    walked = walk(options, Control())
    assert names(tree, walked) == sorted(expected, key=os.fsencode)
    news = Changes(FileColumns.of(()), options).at([os.path.join(tree, name) for name in sorted(FILES)])
    assert [os.path.relpath(path, tree) for path in news] == sorted(expected)
