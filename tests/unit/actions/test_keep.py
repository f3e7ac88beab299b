import os
import random
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.actions.keep import KeepRule, KeepRules, name_warning, rank, relation_of
from simfinder.errors import UsageError
from simfinder.model.clusters import Relation
from simfinder.model.files import FileRecord


def file(path, *, size=1, time=100):
    return FileRecord(path, 1, 1, size, time)


def best_first(files, rules):
    places = rank(files, rules)
    assert places.dtype == np.int32
    assert sorted(places) == list(range(len(files)))
    return [one.path for _, one in sorted(zip(places, files, strict=True), key=lambda pair: pair[0])]


FILES = [
    file("/d/long/path/a.txt", size=5, time=30),
    file("/d/b.odt", size=50, time=10),
    file("/keep/cc.txt", size=20, time=20),
]
A, B, C = (one.path for one in FILES)


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("newest", [A, C, B]),
        ("oldest", [B, C, A]),
        ("largest", [B, C, A]),
        ("smallest", [A, C, B]),
        ("shortest-path", [B, C, A]),
        ("longest-path", [A, C, B]),
        ("in:/keep", [C, A, B]),
        ("not-in:/d", [C, A, B]),
        ("name:*.odt", [B, A, C]),
        ("name:*.txt,oldest", [C, A, B]),
        ("in:/d,smallest", [A, B, C]),
        ("in:/d,largest", [B, A, C]),
        (" newest , largest,", [A, C, B]),
    ],
)
def test_rules(rules, expected):
    assert best_first(FILES, rules) == expected
    assert best_first(FILES[::-1], KeepRules.parse(rules)) == expected


def test_the_next_rule_breaks_ties():
    files = [file("/a", size=1), file("/b", size=2), file("/c", size=2, time=200)]
    assert best_first(files, "largest") == ["/c", "/b", "/a"]  # newest by itself
    assert best_first(files, "largest,oldest") == ["/b", "/c", "/a"]


@pytest.mark.parametrize(
    "names",
    [
        ("report.txt", "report (1).txt", "report (2).txt"),
        ("report.txt", "report copy.txt", "report copy 2.txt"),
        ("report.txt", "Copy of report.txt"),
        ("report.txt", "report.txt.bak"),
        ("report.txt", "report.txt~"),
        ("report.txt", "report - Kopie.txt"),
        ("report v10.txt", "report v9.txt", "report.txt"),
        ("report v1.2.1.txt", "report v1.2.txt", "report v1.txt"),
        ("report 2024-03-01.txt", "report 2024-02-28.txt"),
        ("report final.txt", "report.txt", "report draft.txt"),
        ("report.txt", "report_old.txt"),
        ("a.txt", "ab.txt"),
        ("a.txt", "b.txt"),
        ("A.txt", "a.txt"),
    ],
)
def test_names_and_paths_break_ties_of_time(names):
    files = [file(f"/x/{name}") for name in names]
    for order in (files, files[::-1]):
        assert best_first(order, "newest") == [one.path for one in files]


def test_a_time_beats_every_name():
    files = [file("/x/report.txt", time=1), file("/x/Copy of report (1).txt.bak", time=2)]
    assert best_first(files, "newest")[0] == files[1].path


def test_under_oldest_the_lower_version_is_kept():
    files = [file("/x/report v2.txt"), file("/x/report v1.txt"), file("/x/report v1 (1).txt")]
    assert best_first(files, "oldest") == [files[1].path, files[0].path, files[2].path]


def test_last_of_all_the_bytes_of_the_path_decide():
    names = [
        os.fsdecode(raw) for raw in (b"/x/\xc3\xa9", b"/x/zz", b"/x/\xe9a")
    ]  # lengths in characters: 4, 5, 5
    files = [file(name) for name in names]
    assert best_first(files[::-1], "newest") == [names[0], names[1], names[2]]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "empty"),
        (" , ", "empty"),
        ("newset", "newset"),
        ("newest,in:", "in needs a value: in:FOLDER"),
        ("name", "name needs a value: name:PATTERN"),
        ("newest:x", "newest takes no value"),
        ("Newest", "Newest"),
    ],
)
def test_malformed_rules_are_named(text, named):
    with pytest.raises(UsageError, match=named):
        KeepRules.parse(text)
    with pytest.raises(UsageError, match=named):
        rank(FILES, text)


def test_folders_are_made_absolute(monkeypatch, tmp_path, home):
    monkeypatch.chdir(tmp_path)
    rules = KeepRules.parse("in:sub/../other/,not-in:~/x")
    assert rules.rules == (KeepRule("in", str(tmp_path / "other")), KeepRule("not-in", str(home / "x")))


def test_the_root_is_a_folder_too():
    assert best_first(FILES, "in:/") == [A, C, B]
    assert KeepRules.parse("not-in:/").rules == (KeepRule("not-in", "/"),)


def test_a_folder_is_not_a_prefix():
    assert best_first([file("/keeper/a", time=1), file("/keep/a", time=0)], "in:/keep")[0] == "/keep/a"


@given(
    st.lists(
        st.one_of(
            st.sampled_from([KeepRule(word) for word in ("newest", "oldest", "largest", "smallest")]),
            st.builds(
                KeepRule, st.just("name"), st.text("a*,\\ [", min_size=1).filter(lambda t: t == t.strip())
            ),
        ),
        min_size=1,
    )
)
def test_rules_survive_as_text(rules):
    assert KeepRules.parse(str(KeepRules(tuple(rules)))) == KeepRules(tuple(rules))


@given(
    st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 2), st.integers(0, 2)), unique=True),
    st.randoms(),
)
def test_the_order_of_files_does_not_matter(rows, shuffle):
    files = [file(f"/{name}{size}/v{at} (1).txt", size=size, time=at) for name, size, at in rows]
    mixed = list(files)
    shuffle.shuffle(mixed)
    assert best_first(files, "largest") == best_first(mixed, "largest")


def test_a_hundred_thousand_files():
    chance = random.Random(1)
    files = [
        file(f"/home/me/folder {chance.randrange(900)}/report {i} v{i % 7} (1).txt", time=i % 50)
        for i in range(100_000)
    ]
    begin = time.process_time()
    rank(files, "newest")
    assert time.process_time() - begin < 4.0  # about 1 s, all of them ties and all with hints


@pytest.mark.parametrize(
    ("content", "time", "expected"),
    [
        (b"k", 1, Relation.IDENTICAL),
        (b"x", 99, Relation.OLDER),
        (b"x", 101, Relation.NEWER),
        (b"x", 100, Relation.SIMILAR),
    ],
)
def test_relation(content, time, expected):
    assert relation_of(file("/a", time=time), content, file("/k"), b"k") is expected


@pytest.mark.parametrize(
    ("name", "kept", "time", "said"),
    [
        ("a v3.txt", "a v2.txt", 99, "higher version"),
        ("a v2.txt", "a v3.txt", 99, ""),
        ("a v3.txt", "a.txt", 99, ""),
        ("a v3.txt", "a v2.txt", 101, ""),
        ("a 2024-05-01.txt", "a 2024-04-30.txt", 99, "later date"),
        ("a 2024-04-30 v9.txt", "a 2024-05-01 v10.txt", 99, ""),
    ],
)
def test_names_that_contradict_the_time_are_told(name, kept, time, said):
    warning = name_warning(file("/" + name, time=time), file("/" + kept))
    assert (said in warning) if said else warning == ""
