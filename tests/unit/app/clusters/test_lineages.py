"""Lineages and series in clusters: over real files, as folders hold them."""

import json
import os
import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.actions.rules.relation import NEARLY, Reason
from simfinder.app.clusters import cluster_table
from simfinder.app.clusters.cluster_table import Grouping, draft
from simfinder.app.clusters.lineages import _series, _with_copies, split_lineages
from simfinder.app.linking.file_links import _Copies, proven_kin
from simfinder.app.session.saved import save_and_load
from simfinder.app.session.saved.arrays import Captured, packed, unpacked
from simfinder.app.session.session import Session
from simfinder.app.verify.verifier import Verifier
from simfinder.model.clusters import Relation
from simfinder.model.file_record import FileRecord
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.model.tolerances import Choices
from simfinder.search.linking.links import Links
from tests.helpers.files.documents import report
from tests.helpers.files.trees import write
from tests.unit.app.clusters.test_cluster_table import file_table
from tests.unit.app.session.test_kept_order import DAY, NOW, put, standings, text, verified, words


def clusters(session):
    """Sets of names below the root."""
    table, root = session.clusters, session.options.roots[0]
    return {
        frozenset(member.file.path[len(root) + 1 :] for member in table.cluster(i).members)
        for i in range(len(table))
    }


def licence(package, release):
    """A licence that all packages share, with a few lines of the package's own that grow."""
    return (
        text("licence")
        + "\n"
        + " ".join(words(package, 40))
        + "\n"
        + " ".join(words(f"{package} {release}", 5))
    )


def letter(person):
    return f"Dear {person}\n\n{text('invitation')}\n\nSee you soon, {person}\n"


def test_packages_with_one_licence_have_clusters_of_their_own(tmp_path):
    for package in ("apple", "pear", "plum"):
        for number, release in enumerate(("1.0", "1.1")):
            put(
                tmp_path / f"{package}-{release}" / "LICENCE.txt",
                licence(package, release),
                NOW + number * DAY,
            )
    session = verified(tmp_path)
    assert clusters(session) == {
        frozenset(f"{package}-{release}/LICENCE.txt" for release in ("1.0", "1.1"))
        for package in ("apple", "pear", "plum")
    }
    older = {path for path, relation in standings(session).items() if relation is Relation.OLDER}
    assert older == {f"{package}-1.0/LICENCE.txt" for package in ("apple", "pear", "plum")}


WORDS = ("na", "ra", "lio", "mek", "sun", "tor", "vil", "bes", "cam", "dup", "fen", "gor")
PEOPLE = ("Anna", "Bertrand", "Christopher", "Dora")


def test_a_mail_merge_is_no_cluster_unless_it_is_asked_for(tmp_path):
    for number, person in enumerate(PEOPLE):
        put(tmp_path / f"Invitation {person}.txt", letter(person), NOW + number * DAY)
    session = verified(tmp_path)
    assert clusters(session) == set()
    assert session.choose(replace(session.choices, with_forms=True)) == []
    assert clusters(session) == {frozenset(f"Invitation {person}.txt" for person in PEOPLE)}
    assert sorted(standings(session).values()) == [Relation.KEPT, *[Relation.SIBLING] * 3]
    assert [session.mark_rule(rule) for rule in ("older", "similar", "all")] == [0, 0, 0]
    session.choose(replace(session.choices, with_forms=False))
    assert clusters(session) == set()


def test_however_many_share_a_form_they_are_shown_when_asked_for(tmp_path):
    names = [
        f"Invitation {first}{last}.txt" for first in ("An", "Be", "Chi", "Do", "Ev") for last in WORDS[:12]
    ]
    for number, name in enumerate(names):
        own = " ".join(words(name, 68))
        put(tmp_path / name, f"{letter(name[11:-4])}{own}\n", NOW + number * DAY)
    session = verified(tmp_path)
    assert clusters(session) == set()
    session.choose(replace(session.choices, with_forms=True))
    assert sum(map(len, clusters(session))) == len(names)


def test_one_name_in_many_folders_is_no_cluster(tmp_path):
    for number, person in enumerate(PEOPLE):
        own = " ".join(words(person, 90))
        put(tmp_path / person / "contract.txt", f"{letter(person)}{own}", NOW + number * DAY)
    assert clusters(verified(tmp_path)) == set()


@pytest.mark.parametrize("name", ["170{:07}.M{}P7.host:2,S", "message {} {}.eml"])
def test_an_answer_quotes_what_it_answers_and_is_a_message_of_its_own(tmp_path, name):
    quoted = []
    for number in range(4):
        quoted = [*(f"> {line}" for line in quoted), text(f"answer {number}")]
        put(tmp_path / "cur" / name.format(number * 90_000, number), "\n".join(quoted), NOW + number * DAY)
    put(tmp_path / "Backup" / "cur" / name.format(0, 0), text("answer 0"), NOW)
    assert clusters(verified(tmp_path)) == {
        frozenset((f"cur/{name.format(0, 0)}", f"Backup/cur/{name.format(0, 0)}"))
    }


def test_drafts_of_one_message_stay_together(tmp_path):
    for number in range(3):
        put(tmp_path / f"offer v{number}.eml", text("offer", number), NOW + number * DAY)
    assert sorted(standings(verified(tmp_path)).values()) == [Relation.KEPT, Relation.OLDER, Relation.OLDER]


def parted(
    names,
    form,
    *,
    with_series=False,
    measured=True,
    contents=(0, 1, 2, 3),
    similarity=(1, 0.712, 0.706, 0.701),
):
    """How many files stay in clusters of a cluster of four csv files, some of which share a form with the first."""
    count = len(names)
    files = cluster_table.SessionFiles(
        records=[FileRecord(f"/h/{name}", 1, at, 10, NOW) for at, name in enumerate(names)],
        contents=np.array(contents, dtype=np.int32),
        types=np.zeros(count, np.int32),
        type_names=("csv",),
        sizes=np.full(count, 10),
        mtimes=np.full(count, NOW),
        protected=np.zeros(count, np.bool_),
    )
    groups = Grouping(np.array([0, count]), np.arange(count, dtype=np.int32))
    table = draft(
        files,
        np.zeros((count, 16), np.uint8),
        groups,
        np.array(similarity, np.float32),
        np.array([0.3], np.float32),
        cluster_table.MemberFacts(form=np.array(form), measured=np.full(count, measured)),
    )
    found = split_lineages(
        groups,
        table,
        np.arange(count, dtype=np.int32),
        lambda files, _: np.zeros(len(files), np.bool_),
        lambda files, *_: np.full(len(files), np.nan, np.float32),
        with_series=with_series,
    )
    return count if found is None else len(found.members)


def test_what_shares_a_form_leaves_with_the_rest_of_its_series():
    names = [f"sales_20230{month}.csv" for month in (7, 4, 6, 3)]
    assert parted(names, [False, True, False, True]) == 0
    assert parted(names, [False, True, False, True], with_series=True) == 4


def test_what_shares_only_a_form_leaves_whatever_its_name():
    names = [f"{name}.csv" for name in ("apples", "ore", "weather", "yarn")]
    assert parted(names, [False] * 4) == 4
    assert parted(names, [False, True, False, False]) == 3
    assert parted(names, [False, True, True, True]) == 0
    assert parted(names, [False, True, True, True], with_series=True) == 4
    assert parted(names, [False, True, True, True], measured=False) == 4


def test_versions_by_their_names_stay_whatever_form_they_share():
    assert (
        parted([f"sales of Rome{part}.csv" for part in ("", " v2", " v3", " v4")], [False, True, False, True])
        == 4
    )


def test_two_parts_of_a_series_are_shown_as_similar(tmp_path):
    for number, person in enumerate(PEOPLE[:2]):
        put(tmp_path / f"Invitation {person}.txt", letter(person), NOW + number * DAY)
    assert sorted(standings(verified(tmp_path)).values()) == [Relation.KEPT, Relation.SIMILAR]


def module(release, build):
    """A module in a build of a release: the release changes a few words in it, the build its beginning."""
    return f"{' '.join(words(build, 12))}\n{text('module', release)}\n"


def test_a_version_of_a_copy_is_a_version_of_the_kept_file(tmp_path):
    for build in ("node", "browser"):
        put(tmp_path / "thing-1.0" / "dist" / build / "parse.js", module(2, build), NOW)
        put(tmp_path / "thing-1.1" / "dist" / build / "parse.js", module(0, "one for both"), NOW + DAY)
    found = standings(verified(tmp_path))
    kept, copy = (f"thing-1.1/dist/{build}/parse.js" for build in ("browser", "node"))
    assert {found[kept], found[copy]} == {Relation.KEPT, Relation.IDENTICAL}
    for build in ("node", "browser"):
        assert found[f"thing-1.0/dist/{build}/parse.js"] is Relation.OLDER


def test_a_file_in_a_doubtful_place_goes_with_its_own_version(tmp_path):
    for release in (0, 1):
        shared = text("module")
        whole = f"{shared}\n{' '.join(words('whole', 100))}\n"
        put(tmp_path / f"thing-1.{release}" / "parse.js", whole, NOW + (release + 2) * DAY)
        apart = f"{shared}\n{' '.join(words('apart', 200))}\n{' '.join(words(f'{release}', 5))}\n"
        put(tmp_path / f"thing-1.{release}" / "async" / "parse.js", apart, NOW + release * DAY)
    found = standings(verified(tmp_path))
    assert found["thing-1.1/async/parse.js"] is Relation.KEPT
    assert found["thing-1.0/async/parse.js"] is Relation.OLDER


def test_versions_in_doubtful_places_stay_with_the_kept_file(tmp_path):
    paths = [
        "draft 2023-05-02/thesis v1.txt",
        "draft 2023-05-02/thesis v2.txt",
        "draft 2023-05-05/thesis.txt",
    ]
    for path, edits in zip(paths, (1, 2, 9), strict=True):
        put(tmp_path / path, text("thesis", edits), NOW + edits * DAY)
    assert clusters(verified(tmp_path)) == {frozenset(paths)}


@given(st.lists(st.integers(-1, 4), min_size=1, max_size=12), st.data())
def test_files_of_two_contents_are_asked_side_by_side(rows, data):
    contents = np.array(rows, np.int32)
    copies = _Copies(contents)
    read = sorted({row for row in rows if row >= 0})
    every = range(max(rows) + 1)
    assert copies.there.tolist() == [row in read for row in every]
    row = st.sampled_from(read) if read else st.nothing()
    pairs = data.draw(st.lists(st.tuples(row, row), max_size=4)) if read else []
    a, b = np.array(pairs, np.int32).reshape(-1, 2).T
    expected = set()
    for link, (one, other) in enumerate(pairs):
        its = np.flatnonzero(contents == other)
        for file in np.flatnonzero(contents == one).tolist():
            before, behind = its[its < file], its[its >= file]
            near = {
                int(before[-1]) if len(before) else int(its[0]),
                int(behind[0]) if len(behind) else int(its[-1]),
            }
            expected |= {(link, file, beside) for beside in near}
    found = list(zip(*(column.tolist() for column in copies.side_by_side(a, b)), strict=True))
    assert set(found) == expected
    assert len(found) == len(expected)


def test_one_pair_of_copies_proves_that_contents_are_versions(tmp_path):
    said = {"b-1.0": "new", "c-1.0": "old", "c-1.1": "new", "d-1.0": "old"}
    for folder, content in said.items():
        put(tmp_path / folder / "WHEEL", content, NOW)
    files = verified(tmp_path).clusters.files
    row = {
        os.path.relpath(record.path, tmp_path)[:5]: int(at)
        for record, at in zip(files.records, files.contents, strict=True)
    }
    low, high = sorted((row["c-1.0"], row["c-1.1"]))
    links = Links(
        np.array([low], np.int32),
        np.array([high], np.int32),
        np.full(1, 0.8, np.float32),
        sibling=np.ones(1, np.bool_),
    )
    assert proven_kin(links, files).sibling.tolist() == [False]


def test_what_many_share_does_not_part_two_releases_of_one_file(tmp_path):
    paths = [f"thing-1.{release}/{name}.po" for name in ("de", "fr") for release in (0, 1)]
    for path in paths:
        put(tmp_path / path, path, NOW)
    files = verified(tmp_path).clusters.files
    row = {os.path.relpath(record.path, tmp_path): at for at, record in enumerate(files.records)}
    content = files.contents[[row[path] for path in paths]]
    pairs = sorted(tuple(sorted(content[list(pair)].tolist())) for pair in ((0, 1), (2, 3), (0, 2)))
    low, high = np.array(pairs, np.int32).T
    links = Links(low, high, np.full(3, 0.8, np.float32), weight=np.full(3, 0.3, np.float32))
    stranger = pairs.index(tuple(sorted(content[[0, 2]].tolist())))
    found = proven_kin(links, files)
    assert found.weight is not None
    assert found.weight.tolist() == [pytest.approx(0.3) if at == stranger else 1 for at in range(3)]
    assert links.weight.tolist() == [pytest.approx(0.3)] * 3
    weak = replace(links, similarity=np.full(3, 0.4, np.float32))
    assert proven_kin(weak, files) is weak


def test_copies_of_a_part_stay_together(tmp_path):
    for number, person in enumerate(PEOPLE):
        put(tmp_path / f"Invitation {person}.txt", letter(person), NOW + number * DAY)
    put(tmp_path / "Backup" / "Invitation Anna.txt", letter("Anna"), NOW)
    assert clusters(verified(tmp_path)) == {frozenset({"Invitation Anna.txt", "Backup/Invitation Anna.txt"})}


def test_versions_of_one_part_stay_together(tmp_path):
    for number, person in enumerate(PEOPLE):
        put(tmp_path / f"Invitation {person}.txt", letter(person), NOW + number * DAY)
    put(tmp_path / "Invitation Dora v2.txt", letter("Dora") + "P. S. Bring a cake.\n", NOW + 9 * DAY)
    session = verified(tmp_path)
    assert clusters(session) == {frozenset({"Invitation Dora.txt", "Invitation Dora v2.txt"})}
    assert standings(session)["Invitation Dora.txt"] is Relation.OLDER


def test_edited_copies_with_words_of_their_own_stay_together(tmp_path):
    for number, (name, edits) in enumerate((("short", 1), ("long", 4), ("printed", 8))):
        put(tmp_path / f"report {name}.txt", text("report", edits), NOW + number * DAY)
    assert clusters(verified(tmp_path)) == {
        frozenset(f"report {name}.txt" for name in ("short", "long", "printed"))
    }


@pytest.mark.parametrize("marker", ["pyproject.toml", "package.json"])
def test_parts_of_a_project_stay_together(tmp_path, marker):
    put(tmp_path / marker, "x" * 30, NOW)
    for number, person in enumerate(PEOPLE):
        put(tmp_path / f"Invitation {person}.txt", letter(person), NOW + number * DAY)
    assert clusters(verified(tmp_path)) == {frozenset(f"Invitation {person}.txt" for person in PEOPLE)}


def test_forms_can_be_asked_for_with_the_scan(tmp_path):
    for number, person in enumerate(PEOPLE):
        put(tmp_path / f"Invitation {person}.txt", letter(person), NOW + number * DAY)
    control = Control()
    session = Session.run(
        ScanOptions((str(tmp_path),)), Choices(with_forms=True), cache=None, control=control
    )
    session.verify(Verifier(session.result, None, control))
    assert len(clusters(session)) == 1


@pytest.mark.parametrize("wanted", [True, False])
def test_whether_forms_are_shown_is_saved_and_opened(tmp_path, wanted):
    for number, person in enumerate(PEOPLE):
        put(tmp_path / f"Invitation {person}.txt", letter(person), NOW + number * DAY)
    session = verified(tmp_path, with_forms=wanted)
    save_and_load.save(session, tmp_path / "a.simfinder")
    again = save_and_load.load(tmp_path / "a.simfinder", Control()).session
    assert again.choices.with_forms is wanted
    assert clusters(again) == clusters(session)
    assert len(clusters(session)) == wanted


def test_a_session_file_that_does_not_say_shows_no_forms(tmp_path):
    for number, person in enumerate(PEOPLE):
        put(tmp_path / f"Invitation {person}.txt", letter(person), NOW + number * DAY)
    facts, arrays = packed(Captured.of(verified(tmp_path, with_forms=True)))
    facts = json.loads(json.dumps(facts))
    assert unpacked(facts, arrays).state.choices.with_forms
    del facts["with_forms"]
    assert not unpacked(facts, arrays).state.choices.with_forms
    with pytest.raises(ValueError, match="expected true or false"):
        unpacked(facts | {"with_forms": 1}, arrays)


def test_forms_stay_shown_where_other_methods_judge(tmp_path):
    for number, person in enumerate(PEOPLE):
        put(tmp_path / f"Invitation {person}.txt", letter(person), NOW + number * DAY)
    session = verified(tmp_path, with_forms=True)
    other = session.with_methods(session.choices.methods, Control())
    assert other.choices.with_forms
    assert clusters(other) == clusters(session) != set()


def test_links_of_forms_are_measured_once_they_count(tmp_path):
    for number, person in enumerate(PEOPLE):
        put(tmp_path / f"Invitation {person}.txt", letter(person), NOW + number * DAY)
    session = verified(tmp_path)
    assert session.clustering.verified
    session.choose(replace(session.choices, with_forms=True))
    assert not session.clustering.verified
    session.verify(Verifier(session.result, None, Control()))
    assert session.clustering.verified


def test_a_copy_of_another_type_goes_with_its_lineage(tmp_path):
    """The kept file is no kin to any of them; the copy alone has another type."""
    parts = report(random.Random(6), paragraphs=40, topic="town").decode().split("\n\n")
    first = "\n\n".join(parts).encode()
    second = "\n\n".join([*parts[:-5], "Changed at the end."]).encode()
    kept = "\n\n".join(["Changed at the beginning.", *parts[5:-5], "Changed at the end."]).encode()
    for name, data, age in (
        ("text v1.txt", first, 300),
        ("text v2.txt", second, 200),
        ("text v1 copy.md", first, 100),
        ("other.txt", kept, 0),
    ):
        write(str(tmp_path), name, data, 1_700_000_000 - age)
    session = Session.run(ScanOptions((str(tmp_path),)), cache=None, control=Control())
    assert clusters(session) == {frozenset({"text v1.txt", "text v2.txt", "text v1 copy.md"})}


def test_copies_of_one_cluster_have_one_lineage():
    lineage = np.array([-1, 0, -1, 1, -1, -1])
    cluster = np.array([7, 7, 8, 7, 8, 7])
    contents = np.array([3, 3, 3, 4, 5, 4], np.int32)
    assert _with_copies(lineage, cluster, contents).tolist() == [0, 0, -1, 1, -1, 1]
    empty = np.zeros(0, np.int64)
    assert _with_copies(empty, empty, empty.astype(np.int32)).tolist() == []


def series_slowly(table, strangers):
    """Parts of a series, place by place."""
    files, position = table.files, {file: at for at, file in enumerate(table.members.tolist())}
    some = [
        file
        for file in strangers.tolist()
        if table.reason[position[file]] == Reason.SERIES and files.project[file] < 0
    ]
    found = set()
    for by_name in (False, True):

        def place(file, by_name=by_name):
            folder, name = os.path.split(files.records[file].path)
            return int(table.cluster_index[file]), *(
                (os.path.dirname(folder), name) if by_name else (folder,)
            )

        kept = {place(int(table.kept[table.cluster_index[file]])) for file in some}
        for here in {place(file) for file in some}:
            group = [file for file in some if place(file) == here]
            figures = table.similarity[[position[file] for file in group]]
            count = len({int(files.contents[file]) for file in group}) + (here in kept)
            spread, most = figures.max() - figures.min(), 0.25 * (1 - figures.min()) + 0.01
            if count >= 3 and spread <= most:
                alike = np.float32(NEARLY)
                found |= {
                    f for f, figure in zip(group, figures, strict=True) if not by_name or figure < alike
                }
    return found


@settings(deadline=None)
@given(st.integers(0, 100_000))
def test_parts_of_a_series_are_those_found_place_by_place(seed):
    rng = np.random.default_rng(seed)
    folders = ["/h/Miller", "/h/Smith", "/h/Brown", "/h/Brown/in", "/h", "/"]
    count = int(rng.integers(4, 24))
    paths = sorted(
        {
            os.path.join(
                rng.choice(folders),
                f"letter {rng.choice(['Anna', 'Bert', '7', '8'])}.{rng.choice(['txt', 'md'])}",
            )
            for _ in range(count)
        }
    )
    rows = [(path, int(rng.integers(0, 9)), "txt", 900, 10, False) for path in paths]
    files, order = file_table(rows), rng.permutation(len(rows))
    cuts = [0, len(rows) // 3, len(rows)] if len(rows) > 5 else [0, len(rows)]
    figures = rng.choice([0.72, 0.721, 0.8, 0.95, 0.951, 0.99], len(rows)).astype(np.float32)
    grouping = Grouping(np.array(cuts), order)
    table = draft(files, np.zeros((9, 16), np.uint8), grouping, figures, np.full(1, 0.3, np.float32))
    table.reason[rng.random(len(rows)) < 0.7] = Reason.SERIES
    files.project[rng.random(len(rows)) < 0.1] = 0
    strangers = table.members[rng.random(len(rows)) < 0.9]
    assert set(_series(table, strangers).tolist()) == series_slowly(table, strangers)


@pytest.mark.parametrize(("others", "found"), [(1, 0), (2, 2), (3, 3)])
def test_files_of_one_name_and_the_kept_one_beside_them_are_a_series(others, found):
    rows = [
        (f"/h/{person}/letter.txt", at, "txt", 900, 10, False)
        for at, person in enumerate("ABCD"[: others + 1])
    ]
    grouping = Grouping(np.array([0, len(rows)]), np.arange(len(rows)))
    figures = np.full(len(rows), 0.8, np.float32)
    table = draft(
        file_table(rows), np.zeros((9, 16), np.uint8), grouping, figures, np.full(1, 0.3, np.float32)
    )
    table.reason[1:] = Reason.SERIES
    assert len(_series(table, table.members[1:])) == found


def test_a_file_that_one_lineage_would_leave_alone_is_shown_with_it(tmp_path):
    """Whatever it is called: it is nearly equal, and nobody looks for it elsewhere."""
    for number in range(5):
        put(tmp_path / f"7-v{number}.txt", text("note", 0) + f" version {number}", NOW + number * DAY)
    put(tmp_path / "0 a copy.txt", text("note", 0) + " version 4 and more", NOW + 9 * DAY)
    found = standings(verified(tmp_path))
    assert found.pop("0 a copy.txt") is Relation.SIMILAR
    assert found.pop("7-v4.txt") is Relation.KEPT
    assert set(found.values()) == {Relation.OLDER}
    assert len(found) == 4


def test_it_is_not_where_it_is_in_another_folder_or_less_alike(tmp_path):
    for number in range(3):
        put(tmp_path / "a" / f"7-v{number}.txt", text("note", 0) + f" version {number}", NOW + number * DAY)
    put(tmp_path / "b" / "0 a copy.txt", text("note", 0) + " version 2 and more", NOW + 9 * DAY)
    assert clusters(verified(tmp_path)) == {frozenset(f"a/7-v{number}.txt" for number in range(3))}


def test_nothing_is_shown_with_two_copies_of_what_shares_only_a_form():
    names = ["apples.csv", "ore.csv", "copy of ore.csv"]
    assert parted(names, [False, True, True], contents=[0, 1, 1], similarity=[1, 0.96, 0.96]) == 2
