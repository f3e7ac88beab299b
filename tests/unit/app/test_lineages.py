"""Lineages and series in clusters: over real files, as folders hold them."""

import json
import os
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.actions.rules.relation import NEARLY, Reason
from simfinder.app import sessions
from simfinder.app.cluster_table import Grouping, draft
from simfinder.app.lineages import _series, _with_copies
from simfinder.app.session import Session
from simfinder.app.session_arrays import Captured, packed, unpacked
from simfinder.app.verify import Verifier
from simfinder.model.clusters import Relation
from simfinder.model.options import ScanOptions
from simfinder.model.progress import Control
from tests.helpers.documents import report
from tests.helpers.trees import write
from tests.unit.app.test_cluster_table import file_table
from tests.unit.app.test_session_keeping import DAY, NOW, put, standings, text, verified, words


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


PEOPLE = ("Anna", "Bertrand", "Christopher", "Dora")


def test_a_mail_merge_is_no_cluster_unless_it_is_asked_for(tmp_path):
    for number, person in enumerate(PEOPLE):
        put(tmp_path / f"Invitation {person}.txt", letter(person), NOW + number * DAY)
    session = verified(tmp_path)
    assert clusters(session) == set()
    assert session.set_with_forms(True) == []
    assert clusters(session) == {frozenset(f"Invitation {person}.txt" for person in PEOPLE)}
    assert sorted(standings(session).values()) == [Relation.KEPT, *[Relation.SIBLING] * 3]
    assert [session.mark_rule(rule) for rule in ("older", "similar", "all")] == [0, 0, 0]
    session.set_with_forms(False)
    assert clusters(session) == set()


def test_one_name_in_many_folders_is_no_cluster(tmp_path):
    for number, person in enumerate(PEOPLE):
        own = " ".join(words(person, 90))
        put(tmp_path / person / "contract.txt", f"{letter(person)}{own}", NOW + number * DAY)
    assert clusters(verified(tmp_path)) == set()


def test_two_parts_of_a_series_are_shown_as_similar(tmp_path):
    for number, person in enumerate(PEOPLE[:2]):
        put(tmp_path / f"Invitation {person}.txt", letter(person), NOW + number * DAY)
    assert sorted(standings(verified(tmp_path)).values()) == [Relation.KEPT, Relation.SIMILAR]


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
    session = Session.run(ScanOptions((str(tmp_path),)), cache=None, control=control, with_forms=True)
    session.verify(Verifier(session.result, None, control))
    assert len(clusters(session)) == 1


@pytest.mark.parametrize("wanted", [True, False])
def test_whether_forms_are_shown_is_saved_and_opened(tmp_path, wanted):
    for number, person in enumerate(PEOPLE):
        put(tmp_path / f"Invitation {person}.txt", letter(person), NOW + number * DAY)
    session = verified(tmp_path, with_forms=wanted)
    sessions.save(session, tmp_path / "a.simfinder")
    again = sessions.load(tmp_path / "a.simfinder", Control()).session
    assert again.with_forms is wanted
    assert clusters(again) == clusters(session)
    assert len(clusters(session)) == wanted


def test_a_session_file_that_does_not_say_shows_no_forms(tmp_path):
    for number, person in enumerate(PEOPLE):
        put(tmp_path / f"Invitation {person}.txt", letter(person), NOW + number * DAY)
    facts, arrays = packed(Captured.of(verified(tmp_path, with_forms=True)))
    facts = json.loads(json.dumps(facts))
    assert unpacked(facts, arrays).state.with_forms
    del facts["with_forms"]
    assert not unpacked(facts, arrays).state.with_forms
    with pytest.raises(ValueError, match="neither yes nor no"):
        unpacked(facts | {"with_forms": 1}, arrays)


def test_forms_stay_shown_where_other_methods_judge(tmp_path):
    for number, person in enumerate(PEOPLE):
        put(tmp_path / f"Invitation {person}.txt", letter(person), NOW + number * DAY)
    session = verified(tmp_path, with_forms=True)
    other = session.with_methods(session.methods, Control())
    assert other.with_forms
    assert clusters(other) == clusters(session) != set()


def test_links_of_forms_are_measured_once_they_count(tmp_path):
    for number, person in enumerate(PEOPLE):
        put(tmp_path / f"Invitation {person}.txt", letter(person), NOW + number * DAY)
    session = verified(tmp_path)
    assert session.verified
    session.set_with_forms(True)
    assert not session.verified
    session.verify(Verifier(session.result, None, Control()))
    assert session.verified


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
