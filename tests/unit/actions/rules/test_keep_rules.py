import itertools
import os
import random
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.actions.file_names.hints import NO_HINTS, hints_of
from simfinder.actions.rules import keep_rules
from simfinder.actions.rules.explain_relation import explain, name_order, name_warning
from simfinder.actions.rules.keep_rules import KeepRule, KeepRules, explain_kept, rank
from simfinder.errors import UsageError
from simfinder.model.clusters import Relation
from simfinder.model.file_record import FileRecord
from simfinder.model.path_rules import MACOS, POSIX, WINDOWS


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


def test_folders_and_names_are_those_of_the_system(monkeypatch):
    """Rules hold however a folder is spelled, where all spellings are one folder."""
    there, elsewhere = file("C:\\Users\\Ann\\B.TXT"), file("D:\\a.odt", time=900)
    spellings = ["c:\\users", "C:/Users/", "\\\\?\\C:\\Users"]
    monkeypatch.setattr(keep_rules, "OWN", WINDOWS)
    for folder in spellings:
        assert best_first([elsewhere, there], KeepRules((KeepRule("in", folder),)))[0] == there.path
        assert best_first([there, elsewhere], KeepRules((KeepRule("not-in", folder),)))[0] == elsewhere.path
    assert best_first([elsewhere, there], "name:b.*")[0] == there.path
    assert best_first([elsewhere, there], KeepRules((KeepRule("in", "C:\\User"),)))[0] == elsewhere.path
    monkeypatch.setattr(keep_rules, "OWN", MACOS)
    there, elsewhere = file("/Users/Zo\u00eb/a"), file("/b", time=900)
    for folder in ("/users/zoe\u0308", "/Users/Zo\u00eb/"):
        assert best_first([elsewhere, there], KeepRules((KeepRule("in", folder),)))[0] == there.path
    monkeypatch.setattr(keep_rules, "OWN", POSIX)
    assert best_first([elsewhere, there], KeepRules((KeepRule("in", "/users"),)))[0] == elsewhere.path


def test_best_name():
    names = [
        "report.txt",
        "report copy.txt",
        "report (1).txt",
        "report (2).txt",
        "report.autosave.txt",
        "report.bak",
    ]
    files = [file(f"/x/{name}", time=at) for at, name in enumerate(names)]
    assert best_first(files[::-1], "best-name") == [one.path for one in files]
    assert best_first(files, "best-name,oldest") == [one.path for one in files]


def test_best_place():
    places = ["Documents", "Downloads", "Backup", "tmp", "Trash"]
    files = [file(f"/x/{place}/report.txt", time=at) for at, place in enumerate(places)]
    files.append(file("/x/Documents/report (Anna's conflicted copy 2024-03-01).txt", time=90))
    assert best_first(files[::-1], "best-place") == [one.path for one in files]


def test_best_name_and_place_of_many_files_are_those_of_each(monkeypatch):
    names = [
        "a.txt",
        "a (1).txt",
        "a.bak",
        "é copy.txt",
        "b (Ann's conflicted copy).txt",
        "interest (1",
        "conflict) b.txt",
        "b (é's Konflikt).txt",
        "b.sync-conflict-20240301-140533-ABCDEFG.txt",
        "conflict of interest.txt",
    ]
    files = [file(f"/x/{folder}/{name}", size=1) for folder in ("Downloads", "old", "y") for name in names]
    listing = keep_rules.FileColumns.of(files)
    for word in ("best-name", "best-place"):
        key = keep_rules._key(KeepRule(word))
        for at_once in (2, 10_000):
            monkeypatch.setattr(keep_rules, "_AT_ONCE", at_once)
            assert keep_rules._column(KeepRule(word), listing, listing.mtimes).tolist() == [
                key(one) for one in files
            ]
    assert keep_rules.rank([], "best-place,best-name").tolist() == []


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


def test_no_copy_is_kept_because_its_path_is_shorter():
    files = [file("/x/a folder/report.txt"), file("/x/report (1).txt"), file("/x/report.bak")]
    assert best_first(files[::-1], "newest") == [one.path for one in files]


def test_under_oldest_the_lower_version_is_kept():
    files = [file("/x/report v2.txt"), file("/x/report v1.txt"), file("/x/report v1 (1).txt")]
    assert best_first(files, "oldest") == [files[1].path, files[2].path, files[0].path]
    files = [file("/x/report v2 draft.txt"), file("/x/report v1 final.txt")]
    assert best_first(files, "oldest") == [files[1].path, files[0].path]


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
        ("best-place:x", "best-place takes no value"),
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


@pytest.mark.parametrize(
    "value", ["/a/ends with a space ", "/a/\\ ", "/a/tab\t", "/a/two  ", "/ ", "/a/line\n"]
)
def test_folders_whose_names_end_in_space(value):
    rules = KeepRules((KeepRule("in", value), KeepRule("newest")))
    assert KeepRules.parse(str(rules)) == rules
    assert KeepRules.parse(f" {rules} , oldest ").rules[:2] == rules.rules


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


NOW = 1_700_000_000_000_000_000
DAY = 86_400_000_000_000


@pytest.mark.parametrize(
    ("name", "kept", "apart", "said"),
    [
        (
            "a v3.txt",
            "a v2.txt",
            -DAY,
            "says it is later (version 3 after version 2), though it was modified earlier",
        ),
        ("a v2.txt", "a v3.txt", -DAY, ""),
        (
            "a v2.txt",
            "a v3.txt",
            DAY,
            "says it is earlier (version 2 before version 3), though it was modified later",
        ),
        ("a v3.txt", "a.txt", -DAY, ""),
        ("a v3.txt", "a v2.txt", DAY, ""),
        ("a v3.txt", "b v2.txt", -DAY, ""),
        ("a 2024-05-01.txt", "a 2024-04-30.txt", -DAY, "2024-05-01 after 2024-04-30"),
        ("a 2024-04-30 v9.txt", "a 2024-05-01 v10.txt", -DAY, ""),
        ("a 2024-04-30 v9.txt", "a 2024-05-01 v8.txt", -DAY, ""),
        ("a.txt", "a.bak", -DAY, "the other is named a backup or old"),
        ("a.bak", "a.txt", DAY, "it is named a backup or old"),
        (
            "a final.txt",
            "a draft.txt",
            -5,
            "final after draft), though it was modified earlier; the times are less than",
        ),
        ("a v3.txt", "a v2.txt", 0, ""),
    ],
)
def test_names_that_contradict_the_time_are_told(name, kept, apart, said):
    warning = name_warning(
        file("/" + name, time=NOW + apart), file("/" + kept, time=NOW), now_ns=NOW + 9 * DAY
    )
    assert (said in warning) if said else warning == ""


@pytest.mark.parametrize(
    ("time", "kept", "said"),
    [
        (0, NOW, "its time is 1970-01-01, which is only a placeholder"),
        (NOW, 0, "the time of the kept file is 1970-01-01, which is only a placeholder"),
        (315_532_800_000_000_000, NOW, "its time is 1980-01-01"),
        (499_162_500_123_456_789, NOW, "npm"),
        (NOW + 2 * DAY, NOW, "its time is in the future (2023-11-16)"),
        (2**62, NOW, "future"),
        (-(2**62), NOW, "only a placeholder"),
        (-(2**80), NOW, "only a placeholder"),
        (NOW + DAY, NOW, ""),
        (0, 0, ""),
    ],
)
def test_times_that_are_none_are_told(time, kept, said):
    warning = name_warning(file("/a", time=time), file("/b", time=kept), now_ns=NOW)
    assert (said in warning) if said else warning == ""


@pytest.mark.parametrize(
    ("name", "kept", "relation", "ages", "said"),
    [
        ("a", "b", Relation.NEWER, (NOW + 3 * DAY, NOW), "newer: modified 3 days later"),
        ("a", "b", Relation.OLDER, (NOW - DAY // 24, NOW), "older: modified 1 hour earlier"),
        ("a", "b", Relation.OLDER, (NOW - 1, NOW), "older: modified less than a second earlier"),
        ("a", "b", Relation.OLDER, (NOW - 800 * DAY, NOW), "older: modified 2 years earlier"),
        ("a v3", "a v2", Relation.NEWER, None, "newer by its name: version 3 after version 2"),
        ("a.bak", "a", Relation.OLDER, (NOW, NOW), "older by its name: it is named a backup or old"),
        ("a draft2", "a draft", Relation.NEWER, None, "newer by its name: draft 2 after draft"),
        ("a v1", "a v2", Relation.OLDER, (NOW + DAY, NOW), "older by its name: version 1 before version 2"),
        ("x-1.2/a", "x-1.3/a", Relation.OLDER, None, "older by its folder: folder x-1.2 before x-1.3"),
        ("a", "b", Relation.OLDER, None, "older by names and folders"),
        ("a", "b", Relation.IDENTICAL, (NOW, NOW), "a copy, modified at the same time"),
        ("a", "b", Relation.SIMILAR, (NOW - DAY, NOW), ""),
    ],
)
def test_why_older_or_newer(name, kept, relation, ages, said):
    time, its = ages or (0, 0)
    assert explain(file(f"/x/{name}", time=time), file(f"/x/{kept}", time=its), relation, ages) == said


def test_a_content_that_was_copied_later_is_as_old_as_the_first_copy():
    late, kept = file("/x/a", time=NOW + DAY), file("/x/b", time=NOW)
    ages = NOW - 2 * DAY, NOW
    assert explain(late, kept, Relation.OLDER, ages) == "older: its content was there 2 days before"
    assert explain(kept, late, Relation.NEWER, ages[::-1]) == "newer: its content came 2 days later"
    assert explain(late, kept, Relation.IDENTICAL, ages) == "a copy, modified 1 day later"
    assert explain(kept, late, Relation.IDENTICAL, ages) == "a copy, modified 1 day earlier"


@pytest.mark.parametrize(
    ("rules", "kept", "other", "said"),
    [
        ("newest", file("/a", time=NOW), file("/b", time=NOW - DAY), "newest: modified 1 day later"),
        ("oldest", file("/a", time=NOW - DAY), file("/b", time=NOW), "oldest: modified 1 day earlier"),
        ("largest", file("/a", size=5000), file("/b", size=3), "largest: 5,000 against 3 bytes"),
        ("shortest-path", file("/a"), file("/bc"), "shortest-path: 2 against 3 characters"),
        ("best-name", file("/a"), file("/a.bak"), "best-name: the other is named a backup or old"),
        ("best-name", file("/a"), file("/a (1)"), "best-name: the other is a copy"),
        (
            "best-name",
            file("/a (1)"),
            file("/a (2)"),
            "best-name: the other is a copy too, with a higher number",
        ),
        (
            "best-place",
            file("/b/a"),
            file("/Downloads/a"),
            "best-place: the other is in a folder of downloads",
        ),
        ("best-place", file("/old/a"), file("/temp/a"), "best-place: the other is in a temporary folder"),
        (
            "best-place",
            file("/b/a"),
            file("/b/a.sync-conflict-1"),
            "best-place: the other was set aside by a sync program",
        ),
        ("in:/x,oldest", file("/x/a", time=9), file("/y/a", time=3), "is in /x"),
        ("not-in:/x", file("/y/a"), file("/x/a"), "is outside /x"),
        ("name:*.odt", file("/a.odt"), file("/a.doc"), "its name matches *.odt"),
        (
            "largest",
            file("/a", size=5, time=2),
            file("/b", size=5, time=1),
            "newest: modified less than a second later",
        ),
        ("newest", file("/a v3"), file("/a v2"), "by its name: version 3 after version 2"),
        ("oldest", file("/a v2"), file("/a v3"), "by its name: version 2 before version 3"),
        ("newest", file("/a final"), file("/bb"), "by its name"),
        ("newest", file("/a"), file("/a (1)"), "by its name: the other is a copy"),
        (
            "newest",
            file("/a (1)"),
            file("/a (2)"),
            "by its name: the other is a copy too, with a higher number",
        ),
        ("newest", file("/a"), file("/bb"), "its path is shorter"),
        ("newest", file("/a"), file("/b"), "its path comes first in the alphabet"),
    ],
)
def test_why_a_file_is_kept(rules, kept, other, said):
    assert best_first([other, kept], rules)[0] == kept.path
    assert explain_kept(kept, other, rules) == said


@pytest.mark.parametrize(
    ("kept", "other", "said"),
    [
        (
            file("/x/a", time=NOW - DAY),
            file("/y/a", time=NOW),
            "it has been there longer: modified 1 day earlier",
        ),
        (
            file("/x/a", time=NOW),
            file("/y/a"),
            "the time of the other is 1970-01-01, which is only a placeholder",
        ),
        (file("/x-1.3/a", time=NOW), file("/x-1.2/a"), "newer by its folder: folder x-1.3 after x-1.2"),
    ],
)
def test_why_a_file_is_kept_rather_than_its_copy(kept, other, said):
    assert explain_kept(kept, other, "newest", (NOW, NOW)) == said


@pytest.mark.parametrize(
    ("name", "kept", "expected"),
    [
        ("a v2.txt", "a v3.txt", -1),
        ("a v10.txt", "a v9.docx", 1),
        ("a v2.txt", "b v3.txt", 0),
        ("a v2.txt", "a.txt", 0),
        ("a v2.txt", "a r3.txt", 0),
        ("a v2 2024-03-02.txt", "a v3 2024-03-01.txt", 0),
        ("a 2024-03.txt", "a 2024-03-05.txt", 0),
        ("a v2 final.txt", "a v3 draft.txt", -1),
        ("a new.txt", "a final.txt", 0),
        ("a v3.bak", "a v2.txt", 0),
        ("a v1.bak", "a v2.txt", -1),
        ("a autosave.txt", "a.txt", 0),
        ("a v2.0-rc1.tar.gz", "a v2.0.tar.gz", -1),
        ("a v2.0-rc1.tar.gz", "a v2.0-beta4.tar.gz", 1),
        ("a (1).txt", "a.txt", 0),
        ("a.txt~", "a.txt", -1),
        ("a.txt", "a.txt.bak", 1),
        ("a draft.txt", "a.txt", -1),
        ("photo 1023.jpg", "photo 1024.jpg", 0),
        ("chapter-1.2.3.txt", "chapter-1.2.4.txt", 0),
    ],
)
def test_names_of_one_stem_have_an_order(name, kept, expected):
    assert name_order("/" + name, "/" + kept).sign == expected


def test_names_of_nothing_but_hints_need_one_folder():
    assert name_order("/x/v1.txt", "/x/v2.txt").sign == -1
    assert name_order("/x/v1.txt", "/y/v2.txt").sign == 0
    assert name_order("/x/a v1.txt", "/y/a v2.txt").sign == -1


_NAMES = st.builds(
    "{}{}{}{}{}".format,
    st.sampled_from(["a", "b", ""]),
    st.sampled_from(["", " v1", " v2", " v2.1", " 2024-03-01", " 2024-03-02", " 2024-03", " v2 2024-03-01"]),
    st.sampled_from(["", " final", " draft", " draft2", " new", "_FINAL_really"]),
    st.sampled_from(["", " (1)", " - Copy", " autosave", "_old"]),
    st.sampled_from(["", ".txt", ".txt~", ".bak"]),
)
_FILES = st.builds(
    lambda folder, name, time, size: file(folder + name, time=time, size=size),
    st.sampled_from(["/x/", "/y/z/"]),
    _NAMES,
    st.integers(1, 2),
    st.integers(1, 2),
)
_RULES = st.sampled_from(["newest", "oldest", "largest", "in:/x", "newest,largest", "name:*.txt"])


@given(st.lists(_FILES, max_size=12, unique_by=lambda one: one.path), _RULES, st.randoms())
def test_rank_is_a_total_order(files, rules, shuffle):
    """The same for every order of input, and for any part of the files as for all of them."""
    mixed = list(files)
    shuffle.shuffle(mixed)
    expected = best_first(files, rules)
    assert best_first(mixed, rules) == expected
    part = [one for one in files if shuffle.random() < 0.5]
    chosen = {one.path for one in part}
    assert best_first(part, rules) == [path for path in expected if path in chosen]


@given(_FILES, _FILES)
def test_orders_of_names_mirror_each_other(one, other):
    there, back = name_order(one.path, other.path), name_order(other.path, one.path)
    assert there.sign == -back.sign
    assert (there.why == "") == (there.sign == 0)


def sign_of(one, other):
    """-1 where one is older than the other: by times, and by names where times are equal."""
    return (one.mtime_ns > other.mtime_ns) - (one.mtime_ns < other.mtime_ns) or name_order(
        one.path, other.path
    ).sign


@given(_FILES, _FILES)
def test_what_is_kept_as_the_newest_is_never_the_older_one(one, other):
    """Rank agrees with times and names."""
    kept, rest = sorted([one, other], key=lambda file: best_first([one, other], "newest").index(file.path))
    if kept.path != rest.path:
        assert sign_of(rest, kept) <= 0
        assert explain_kept(kept, rest, "newest")


@given(_FILES, _FILES)
def test_what_is_kept_as_the_oldest_is_never_the_newer_one(one, other):
    """Backups apart: of a file and its backup the file is kept."""
    kept, rest = sorted([one, other], key=lambda file: best_first([one, other], "oldest").index(file.path))
    if (
        kept.path != rest.path
        and hints_of(os.path.basename(kept.path)).spare == hints_of(os.path.basename(rest.path)).spare
    ):
        assert sign_of(rest, kept) >= 0


# without the Catalan l with a dot, which NFKC writes as two characters: "aŀ-1.0.2" is no letter before the version
_LETTERS = st.characters(categories=["Ll", "Lu"], max_codepoint=0x17F, exclude_characters="Ŀŀ")
_STEMS = st.text(_LETTERS, min_size=3, max_size=9).filter(
    lambda stem: hints_of(stem) == NO_HINTS._replace(stem=hints_of(stem).stem) and hints_of(stem).stem
)
_STYLES = [
    lambda n: f" v{n}",
    lambda n: f"_V{n}",
    lambda n: f"-rev{n}",
    lambda n: f".v{n}",
    lambda n: f" (v{n})",
    lambda n: f" Version {n}",
    lambda n: f" r{n}",
    lambda n: f" v1.{n}",
    lambda n: f"-1.0.{n}",
    lambda n: f" draft{n}",
    lambda n: f"_final{n}",
    lambda n: f" 版本{n}",
    lambda n: f" {1990 + n}-03-01",
    lambda n: f"_{1990 + n}0301_1405",
    lambda n: f" 1.3.{1990 + n}",
    lambda n: f" 3 März {1990 + n}",
    lambda n: f" Q2 {1990 + n}",
    lambda n: f" {1990 + n}-W09",
    lambda n: f" {1_000_000_000 + n * 86_400}",
]


@given(
    _STEMS,
    st.sampled_from(_STYLES),
    st.lists(st.integers(1, 99), min_size=2, max_size=6, unique=True),
    st.data(),
)
def test_versions_in_any_style_are_ordered_as_they_are(stem, style, numbers, data):
    """Against the numbers themselves."""
    endings = st.sampled_from(["", ".txt", ".docx"])
    paths = {file(f"/x/{stem}{style(number)}{data.draw(endings)}").path: number for number in numbers}
    by_number = sorted(paths, key=paths.__getitem__)
    assert best_first([file(path) for path in paths], "newest") == by_number[::-1]
    assert best_first([file(path) for path in paths], "oldest") == by_number
    for low, high in itertools.pairwise(by_number):
        assert name_order(low, high).sign == -1
