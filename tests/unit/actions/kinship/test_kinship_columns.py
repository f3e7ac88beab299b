"""Many files asked at once are told what each pair is told by itself."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.actions.kinship import kinship_columns
from simfinder.actions.kinship.copied_trees import CopiedTrees
from simfinder.actions.kinship.kinship import Kin, kinship
from simfinder.actions.kinship.kinship_columns import KinColumns
from simfinder.actions.kinship.place_kinship import compare_places, words_of_versions
from simfinder.arrays.file_columns import FileColumns
from simfinder.model.file_record import FileRecord
from tests.helpers.examples import examples

FOLDERS = [
    "/h",
    "/h/Backup",
    "/h/Miller",
    "/h/Smith",
    "/h/foo-1.2",
    "/h/foo-1.3",
    "/h/Letters",
    "/x/old/Letters",
]
NAMES = [
    "thesis.docx",
    "thesis v2.docx",
    "thesis (1).docx",
    "letter.docx",
    "Anna.docx",
    "Bert.docx",
    "é 7.txt",
    "é 8.txt",
]


def records_of(paths):
    return FileColumns.of(FileRecord(path, 1, 1, 1000, 5) for path in paths)


RECORDS = records_of(f"{folder}/{name}" for folder in FOLDERS for name in NAMES)
CONTENTS = np.array([at % len(NAMES) if at % 3 else 1000 + at for at in range(len(RECORDS))], np.int32)
ROOTS = np.array([3 if "/foo-" in record.path else -1 for record in RECORDS], np.int32)
INDEX = st.integers(0, len(RECORDS) - 1)


@given(st.lists(st.dictionaries(INDEX, INDEX, max_size=12), max_size=4), st.booleans(), st.booleans())
def test_as_asked_one_by_one(rounds, with_contents, with_roots):
    """Whatever was asked before, and however few pairs are remembered."""
    columns = KinColumns(RECORDS, CONTENTS if with_contents else None, ROOTS if with_roots else None)
    trees = CopiedTrees(RECORDS, CONTENTS) if with_contents else None
    for pairs in rounds:
        files, others = np.array(list(pairs), np.int32), np.array(list(pairs.values()), np.int32)
        kin, order, firm = columns.of(files, others)
        assert (kin.dtype, order.dtype, firm.dtype) == (np.uint8, np.int8, np.bool_)
        for at, (file, other) in enumerate(pairs.items()):
            roots = [str(ROOTS[row]) if with_roots and ROOTS[row] >= 0 else "" for row in (file, other)]
            expected = kinship(
                RECORDS[file].path, RECORDS[other].path, trees=trees, root=roots[0], other_root=roots[1]
            )
            assert (kin[at], order[at], firm[at]) == expected[:3]


WORDS = st.sampled_from(
    ["foo", "Thesis", "v2", "V1_0", "final", "rev B", "revC", "draft", "1.2", "1.3.0", "2024-03-01", "(1)", "old", "~",
     ".zip", ".txt", ".py", ".bak", ".tar.gz", ".1", "-", "_", " ", "Final", "é", "copy", "v2a", "README", "backup"]
)  # fmt: skip
MADE_NAMES = st.lists(WORDS, min_size=1, max_size=4).map("".join)
MADE_PATHS = st.builds(
    lambda folders, name: "/".join(["", *folders, name]), st.lists(MADE_NAMES, max_size=3), MADE_NAMES
)


@given(st.lists(MADE_PATHS, min_size=2, max_size=6, unique=True))
def test_what_proves_versions_is_what_is_firm(paths):
    """Leaving pairs out beforehand leaves out none that is."""
    columns = KinColumns(records_of(paths))
    files, others = np.array([(i, j) for i in range(len(paths)) for j in range(len(paths)) if i != j]).T
    kin, _, firm = columns.of_pairs(files, others)
    may_be = columns.version_test(np.ones(len(paths), np.bool_))(files, others)
    proven = columns.prove_versions(files, others)
    assert proven.tolist() == (firm & (kin == Kin.SAME)).tolist()
    assert not proven[~may_be].any()


PLACES = st.sampled_from(
    ["foo-1.2", "foo-1.3", "foo", "foo 2", "bar", "bar2.1", "bar 2", "v1", "v2", "api", "1.0", "2", "src", "src-2",
     "home", "ann", "media", "STICK", "Documents", "files", "Trash", "old", "backup", "Backup 2023-05", "2024-01",
     "2023", "2024-03-01", "2024-03-02",
     "draft", "final", "x86", "arm64", "lib", "foo bar-1.2", "foo bar", "manuscript 1", "manuscript 2"]
)  # fmt: skip
BELOW = st.lists(PLACES, max_size=3)


@given(BELOW, BELOW, BELOW, BELOW, st.integers(0, 3))
@settings(max_examples=examples(400), deadline=None)
def test_folders_with_an_order_or_a_number_share_a_word(above, one, two, end, first):
    """Both are below one folder, and end alike more often than by chance."""
    mine, its = ["", *above, *one, *end], ["", *above, *two, *end]
    said = compare_places("/".join(mine), "/".join(its))
    if said.firm or said.number:
        words = [words_of_versions(names, min(first, len(above) + 1)) for names in (mine, its)]
        for word, other in zip(*words, strict=True):
            assert word == other or None in (word, other)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/x/foo-1.2", ["foo", "x", None]),
        ("/a/b/foo/driver", ["driver", "foo", "b"]),
        ("/x/foo-1.2/src", [None, None, None]),
        ("/x/foo-1.2/src/driver", ["driver", None, None]),
        ("/x/2024-03-01/foo", ["foo", "", "x"]),
        ("/x/foo/2024-03-01", ["", "foo", "x"]),
        ("/x/backup/foo", [None, None, None]),
        ("/backup/2024-03-01", [None, None, None]),
        ("/x/foo/x", ["x", "foo", "x"]),
        ("/x/foo/x/foo", [None, None, None]),
        ("/x/Documents/foo", ["foo", "x", None]),
        ("/home/ann/foo", ["foo", None, None]),
        ("/home/ann/foo/driver", ["driver", "foo", None]),
        ("/media/ann/STICK/foo", ["foo", None, None]),
        ("/x", ["x", None, None]),
        ("", [None, None, None]),
    ],
)
def test_the_words_of_versions(path, words):
    assert words_of_versions(path.split("/")) == words


def test_folders_that_all_are_below_count_for_none():
    names = ["", "2024-03-01", "foo", "driver"]
    assert words_of_versions(names, 2) == ["driver", "foo", None]
    assert words_of_versions(names, 3) == ["driver", None, None]
    assert words_of_versions(names, 4) == [None, None, None]
    assert words_of_versions(["", "backup", "2024-03-01", "foo"], 2) == [None, None, None]
    assert words_of_versions(["", "backup", "2024-03-01", "foo"], 3) == ["foo", None, None]


def test_versions_are_proven_by_names_and_folders():
    paths = ["/h/thesis v1.docx", "/h/thesis v2.docx", "/h/foo-1.2/a.c", "/h/foo-1.3/a.c", "/h/bar/a.c"]
    columns = KinColumns(records_of(paths))
    proven = columns.prove_versions(np.array([0, 2, 2, 3]), np.array([1, 3, 4, 0]))
    assert proven.tolist() == [True, True, False, False]


def test_pairs_asked_about_in_turns_are_compared_once(monkeypatch):
    columns = KinColumns(RECORDS)
    one, other = np.array([0, 8], np.int32), np.array([1, 9], np.int32)
    columns.of(one, other), columns.of(one, other[::-1])
    monkeypatch.setattr(columns, "_answers", lambda *_: pytest.fail("compared again"))
    assert columns.of(one, other)[0].tolist() == [Kin.SAME, Kin.SAME]
    monkeypatch.undo()
    monkeypatch.setattr(kinship_columns, "_PAIRS", 1)
    for others in (other, other[::-1], other + 1):
        expected = [kinship(RECORDS[a].path, RECORDS[b].path).kin for a, b in zip(one, others, strict=True)]
        assert columns.of(one, others)[0].tolist() == expected


def test_files_of_one_stem():
    columns = KinColumns(RECORDS)
    stems = columns.stems(np.array([0, 1, 2, 8, 3], np.int32)).tolist()
    assert stems[:4] == [stems[0]] * 4
    assert stems[4] != stems[0]
    assert columns.stems(np.array([3, 0], np.int32)).tolist() == [stems[4], stems[0]]


def test_names_are_compared_once(monkeypatch):
    columns = KinColumns(RECORDS)
    files, others = np.array([0, 1, 9], np.int32), np.array([1, 0, 8], np.int32)
    first = columns.of(files, others)
    monkeypatch.setattr(kinship_columns, "compare_names", lambda *_: pytest.fail("compared again"))
    again = columns.of(files[::-1], others[::-1])
    for one, two in zip(first, again, strict=True):
        assert one.tolist() == two[::-1].tolist()
    monkeypatch.undo()
    assert columns.of(np.array([0], np.int32), np.array([2], np.int32))[0].tolist() == [Kin.SAME]


def test_no_files_and_no_pairs():
    none = np.zeros(0, np.int32)
    for records in (FileColumns.of(()), RECORDS):
        assert [len(column) for column in KinColumns(records).of(none, none)] == [0, 0, 0]
        assert len(KinColumns(records).prove_versions(none, none)) == 0


def test_what_was_measured_changes_what_numbered_folders_are():
    names = ["one.odt", "two.odt", "three.odt"]
    paths = [f"/h/novel {number}/{name}" for number in (1, 2, 3) for name in names] + ["/h/garden/one.odt"]
    records = records_of(paths)
    columns = KinColumns(records, np.arange(len(paths)))
    files, others = np.array([0, 3, 9]), np.array([6, 6, 0])
    assert columns.of(files, others)[0].tolist() == [Kin.SERIES] * 3
    assert not columns.prove_versions(files, others).any()
    apart = {1: 0.05, 2: 0.1}
    changed = columns.learn(
        lambda a, b: np.array([1 - apart[abs(i // 3 - j // 3)] for i, j in zip(a, b, strict=True)])
    )
    assert np.flatnonzero(changed).tolist() == [0, 1, 2, 3, 4, 5, 6, 7, 8]
    kin, order, firm = columns.of(files, others)
    assert kin.tolist() == [Kin.SAME, Kin.SAME, Kin.SERIES]
    assert order.tolist() == [-1, -1, 0]
    assert firm.tolist() == [True, True, False]
    assert columns.prove_versions(files, others).tolist() == [True, True, False]
    assert columns.answers(files, others).tolist()[:2] == [-1, -1]  # another figure may change them
    assert not columns.learn(lambda a, _: np.full(len(a), np.nan)).any()
    again = KinColumns(records, np.arange(len(paths)))  # what figures say is not remembered for another scan
    assert again.recall(columns.found())
    assert again.of(files, others)[0].tolist() == [Kin.SERIES] * 3


def asked_of(columns, rounds):
    answers = []
    for pairs in rounds:
        files, others = np.array(list(pairs), np.int32), np.array(list(pairs.values()), np.int32)
        stems = columns.stems(files)
        answers += [column.tolist() for column in columns.of(files, others)]
        answers.append([[one == other for other in stems] for one in stems])
    return answers


@given(st.lists(st.dictionaries(INDEX, INDEX, max_size=12), min_size=1, max_size=4), st.integers(0, 3))
def test_what_is_recalled_is_what_was_found(rounds, known):
    """Also where only some of it was found before."""
    first = KinColumns(RECORDS, CONTENTS, ROOTS)
    asked_of(first, rounds[:known])
    again = KinColumns(RECORDS, CONTENTS, ROOTS)
    assert again.recall(first.found())
    assert not first.has_news
    assert asked_of(again, rounds) == asked_of(KinColumns(RECORDS, CONTENTS, ROOTS), rounds)


def test_what_is_recalled_is_not_asked_again(monkeypatch):
    files, others = np.arange(20), np.arange(20) + 8
    first = KinColumns(RECORDS, CONTENTS, ROOTS)
    expected = [column.tolist() for column in first.of(files, others)], first.stems(files).tolist()
    assert first.has_news
    found = first.found()
    again = KinColumns(RECORDS, CONTENTS, ROOTS)
    again.recall(found)
    monkeypatch.setattr(kinship_columns, "read_name", lambda _: pytest.fail("read again"))
    monkeypatch.setattr(kinship_columns, "compare_names", lambda *_: pytest.fail("compared again"))
    assert ([column.tolist() for column in again.of(files, others)], again.stems(files).tolist()) == expected
    assert not again.has_news


def test_what_is_noted_is_not_asked_again(monkeypatch):
    """Of the pairs asked last, the answers can be kept elsewhere; of others nothing is known."""
    files, others = np.arange(20), np.arange(20) + 8
    first = KinColumns(RECORDS, CONTENTS, ROOTS)
    assert first.answers(files, others).tolist() == [-1] * 20
    expected = [column.tolist() for column in first.of(files, others)]
    answers = first.answers(files, others)
    assert (answers >= 0).all()
    assert first.answers(files, others + 1).tolist() == [-1] * 20
    again = KinColumns(RECORDS, CONTENTS, ROOTS)
    again.note(files, others, np.where(files < 15, answers, -1))
    assert again.answers(files, others).tolist() == [*answers[:15].tolist(), *[-1] * 5]
    monkeypatch.setattr(kinship_columns, "compare_names", lambda *_: pytest.fail("compared again"))
    got = [column.tolist() for column in again.of(files[:15], others[:15])]
    assert got == [column[:15] for column in expected]
    for wrong in (64, -2):
        with pytest.raises(ValueError, match="no answer"):
            again.note(files[:1], others[:1], np.array([wrong]))


@pytest.mark.parametrize(
    ("name", "column"),
    [
        ("last", np.full(3, -1)),
        ("last", np.full(len(RECORDS), len(RECORDS) << 6)),
        ("last", np.full(len(RECORDS), -2)),
        ("stem", np.full(len(RECORDS), len(RECORDS), np.int32)),
        ("stem", np.full(len(RECORDS), 0.5)),
        ("pair", np.array([2, 1])),
        ("pair", np.array([[1], [2]])),
        ("pair", np.array([1, len(RECORDS) ** 2])),
        ("answer", np.array([64, 0], np.uint8)),
        ("answer", np.array([1], np.uint8)),
    ],
)
def test_what_can_not_be_of_these_files_is_not_recalled(name, column):
    found = KinColumns(RECORDS).found() | {
        "pair": np.array([1, 2]),
        "answer": np.array([16, 16], np.uint8),
    }
    assert KinColumns(RECORDS).recall(found)
    columns = KinColumns(RECORDS)
    assert not columns.recall(found | {name: column})
    del found[name]
    assert not columns.recall(found)
    assert asked_of(columns, [{0: 1}]) == asked_of(KinColumns(RECORDS), [{0: 1}])


def test_numbers_of_names_that_were_recalled_fit_those_of_other_names():
    first = KinColumns(RECORDS)
    first.stems(np.array([0, 3]))
    again = KinColumns(RECORDS)
    again.recall(first.found())
    thesis, letter, anna, bert, same = again.stems(np.array([0, 3, 4, 5, 11])).tolist()
    assert len({thesis, letter, anna, bert}) == 4
    assert same == letter
