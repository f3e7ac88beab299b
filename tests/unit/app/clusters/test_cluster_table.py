"""Cluster tables against a plain twin, and the order and filter of the tree."""

import itertools
import os

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.actions.kinship.kinship import Kin, kinship
from simfinder.app.clusters.cluster_order import Column, order
from simfinder.app.clusters.cluster_table import (
    RELATIONS,
    ClusterTable,
    Grouping,
    MemberFacts,
    SessionFiles,
    changed_clusters,
    draft,
    in_order,
    redrafted,
)
from simfinder.model.clusters import Relation
from simfinder.model.file_record import FileRecord
from simfinder.signatures.table.representations import TEXT

DAY = 86_400 * 10**9


def file_table(rows):
    """rows: (path, content, type, size, mtime, protected)."""
    names = tuple(sorted({row[2] for row in rows}))
    return SessionFiles(
        records=[
            FileRecord(p, 1, i, size, mtime, protected=pr)
            for i, (p, _, _, size, mtime, pr) in enumerate(rows)
        ],
        contents=np.array([row[1] for row in rows], dtype=np.int32),
        types=np.array([names.index(row[2]) for row in rows], dtype=np.int32),
        type_names=names,
        sizes=np.array([row[3] for row in rows], dtype=np.int64),
        mtimes=np.array([row[4] for row in rows], dtype=np.int64),
        protected=np.array([row[5] for row in rows], dtype=np.bool_),
    )


ROWS = [
    ("/a/Backup/thesis v1.txt", 1, "txt", 90, 30, True),
    ("/a/Backup/thesis v3.txt", 0, "txt", 100, 60, False),
    ("/a/thesis v1.txt", 1, "txt", 90, 40, False),
    ("/a/thesis v2.txt", 2, "txt", 80, 10, False),
    ("/a/thesis v3.txt", 0, "txt", 100, 50, False),
    ("/c/x one.bin", 3, "bin", 5000, 7, False),
    ("/c/x two.bin", 4, "bin", 6000, 7, False),
]


@pytest.fixture
def table():
    grouping = Grouping(np.array([0, 5, 7]), np.array([4, 0, 1, 2, 3, 5, 6]))
    similarity = np.array([1, 0.9, 1, 0.9, 0.6, 1, 0.8], dtype=np.float32)
    hashes = np.arange(5 * 16, dtype=np.uint8).reshape(5, 16)
    return in_order(
        draft(file_table(ROWS), hashes, grouping, similarity, np.array([0.3, 0.3], dtype=np.float32))
    )


def test_members_are_measured_against_the_kept_file(table):
    assert len(table) == 2
    first = table.cluster(0)
    assert [m.file.path for m in first.members] == [
        "/a/thesis v3.txt", "/a/Backup/thesis v3.txt", "/a/Backup/thesis v1.txt", "/a/thesis v1.txt", "/a/thesis v2.txt"
    ]  # fmt: skip
    assert [m.relation for m in first.members] == [
        Relation.KEPT, Relation.IDENTICAL, Relation.OLDER, Relation.OLDER, Relation.SIMILAR
    ]  # fmt: skip
    assert [m.within for m in first.members] == [True, True, True, True, False]
    assert [m.estimated for m in first.members] == [False, False, True, True, True]
    assert first.weakest == pytest.approx(0.6)
    assert (
        first.bytes_freed == 190
    )  # the copy and the old one: not the protected one, not the one too far away
    assert first.kept.content == bytes(range(16))
    second = table.cluster(1)
    assert [m.relation for m in second.members] == [Relation.KEPT, Relation.SIMILAR]
    assert second.bytes_freed == 0


def test_places_of_a_cluster_are_its_members(table):
    for index in range(2):
        group, cluster = table.group(index), table.cluster(index)
        assert group.id == cluster.id
        assert [ROWS[file][0] for file in group.files] == [member.file.path for member in cluster.members]
        assert group.similarity == [member.similarity for member in cluster.members]
        assert group.relation == [member.relation for member in cluster.members]


def test_lookups(table):
    assert [table.cluster_of(f) for f in range(7)] == [0, 0, 0, 0, 0, 1, 1]
    assert [table.members[table.position_of(f)] for f in range(7)] == list(range(7))
    assert table.id(0) != table.id(1)
    assert len(table.id(0)) == 16


def shown(table, view):
    return [
        [
            table.files.records[table.members[p]].path
            for p in view.members[table.offsets[c] : table.offsets[c + 1]]
        ]
        for c in view.clusters
    ]


def test_order_by_size_and_filter(table):
    by_size = shown(table, order(table, Column.SIZE, descending=True))
    assert [cluster[0] for cluster in by_size] == ["/c/x one.bin", "/a/thesis v3.txt"]
    by_name = shown(table, order(table, Column.NAME, descending=False))
    assert by_name[0] == [
        "/a/thesis v3.txt", "/a/Backup/thesis v1.txt", "/a/thesis v1.txt", "/a/thesis v2.txt", "/a/Backup/thesis v3.txt"
    ]  # fmt: skip
    assert [c[0] for c in shown(table, order(table, text="TWO"))] == ["/c/x one.bin"]
    assert shown(table, order(table, text="nowhere")) == []
    assert [c[0] for c in shown(table, order(table, Column.SAVING, descending=False))] == [
        "/c/x one.bin",
        "/a/thesis v3.txt",
    ]


@pytest.mark.parametrize("column", list(Column))
def test_an_empty_table_can_be_ordered(column):
    empty = in_order(
        draft(
            file_table([]),
            np.zeros((0, 16), dtype=np.uint8),
            Grouping(np.zeros(1, dtype=np.int64), np.zeros(0, dtype=np.int32)),
            np.zeros(0, dtype=np.float32),
            np.zeros(0, dtype=np.float32),
        )
    )
    view = order(empty, column, text="x")
    assert (len(view.clusters), len(view.members), len(empty)) == (0, 0, 0)


@st.composite
def worlds(draw):
    n = draw(st.integers(2, 25))
    folders, stems = st.sampled_from(["/a", "/a/Backup", "/b"]), st.sampled_from(["dissertation", "thesis"])
    days = st.sampled_from([0, *(DAY * day for day in range(19_000, 19_005))])
    rows = [
        (f"{draw(folders)}/{draw(stems)} v{i}.{kind}", draw(st.integers(0, 6)), kind,
         draw(st.integers(0, 50)), draw(days), draw(st.booleans()))
        for i, kind in enumerate(draw(st.lists(st.sampled_from(["doc", "odt"]), min_size=n, max_size=n)))
    ]  # fmt: skip
    rows.sort()
    members = draw(st.permutations(range(n)))
    cuts, at = [0], 0
    while n - at >= 2:
        step = draw(st.integers(2, n - at))
        at += step
        cuts.append(at)
        if draw(st.booleans()):
            break
    members = members[: cuts[-1]]
    similarity = [draw(st.floats(0, 0.9375, width=32)) for _ in members]
    form = [draw(st.integers(0, 4)) == 0 for _ in members]
    return rows, cuts, members, similarity, form


def plain_ages(rows):
    """When the content of each file was first seen, None where no time is worth anything."""

    def is_worth(row):
        there = [other for other in rows if os.path.dirname(other[0]) == os.path.dirname(row[0])]
        alike = sum(other[4] == row[4] for other in there)
        return row[4] > 0 and not (alike >= 3 and 2 * alike >= len(there))

    copies = [[other[4] for other in rows if other[1] == row[1] and is_worth(other)] for row in rows]
    return [min(times, default=None) for times in copies]


def plain_kinship(path, kept, copies):
    """What names and places say of the kept file, or of one of the nearest copies of it where they prove more."""
    found = kinship(path, kept)
    stem, kind = os.path.basename(path).split()[0], path[-3:]
    copies = [copy for copy in copies if os.path.basename(copy).split()[0] == stem and copy.endswith(kind)]
    behind = sum(copy < path for copy in copies)
    for step in (0, -1, 1, -2, 2, -3, 3, -4):
        if found.kin is not Kin.SAME and 0 <= behind + step < len(copies):
            other = kinship(path, copies[behind + step])
            found = other if other.kin is Kin.SAME else found
    return found


def plain_relation(row, kept, ages, form, found):
    """Of two different contents within the tolerance, of which nothing is known but bytes: what one is to the other."""
    age, its = ages
    if form and not found.firm:
        return Relation.SIBLING
    if row[2] != kept[2] or found.kin is not Kin.SAME:
        return Relation.SIMILAR
    time = 0 if age is None or its is None else (age > its) - (age < its)
    sign = 0 if time * found.order < 0 else found.order or time
    return (Relation.SIMILAR, Relation.NEWER, Relation.OLDER)[sign]


@given(worlds(), st.floats(0, 0.5, width=32))
def test_build_equals_a_plain_twin(world, tolerance):
    rows, cuts, members, similarity, form = world
    files = file_table(rows)
    table = in_order(
        draft(
            files,
            np.zeros((7, 16), dtype=np.uint8),
            Grouping(np.array(cuts), np.array(members, dtype=np.int32)),
            np.array(similarity, dtype=np.float32),
            np.full(2, tolerance, dtype=np.float32),
            MemberFacts(form=np.array(form)),
        )
    )
    plain, ages = [], plain_ages(rows)
    for start, stop in itertools.pairwise(cuts):
        kept = members[start]
        entries, freed = [], 0
        copies = sorted(rows[f][0] for f in members[start:stop] if f != kept and rows[f][1] == rows[kept][1])
        for file, share, one_form in zip(
            members[start:stop], similarity[start:stop], form[start:stop], strict=True
        ):
            same = rows[file][1] == rows[kept][1]
            share = 1.0 if same else share
            relation = Relation.KEPT if file == kept else Relation.IDENTICAL if same else Relation.SIMILAR
            if not same and 1 - share <= tolerance + 1e-6:
                near = plain_kinship(rows[file][0], rows[kept][0], copies)
                relation = plain_relation(rows[file], rows[kept], (ages[file], ages[kept]), one_form, near)
            entries.append((file != kept, -share, file, relation))
        older = {rows[entry[2]][1] for entry in entries if entry[3] is Relation.OLDER}
        for at, (_, share, file, relation) in enumerate(entries):  # copies of an older version are older too
            close = 1 + share <= tolerance + 1e-6 and rows[file][2] == rows[kept][2]
            near = plain_kinship(rows[file][0], rows[kept][0], copies)
            known = None not in (ages[file], ages[kept]) and ages[file] != ages[kept]
            unclear = near.kin is Kin.NEAR or (near.kin is Kin.SAME and not near.order and not known)
            if relation is Relation.SIMILAR and close and unclear and rows[file][1] in older:
                entries[at] = (*entries[at][:3], Relation.OLDER)
            if entries[at][3] in (Relation.IDENTICAL, Relation.OLDER) and not rows[file][5]:
                freed += rows[file][3]
        entries.sort(key=lambda entry: entry[:3])
        plain.append(
            (-freed, kept, [e[2] for e in entries], min(-e[1] for e in entries), [e[3] for e in entries])
        )
    plain.sort(key=lambda c: c[:2])
    assert table.bytes_freed.tolist() == [-c[0] for c in plain]
    assert table.kept.tolist() == [c[1] for c in plain]
    assert table.members.tolist() == [file for c in plain for file in c[2]]
    assert [RELATIONS[code] for code in table.relation] == [relation for c in plain for relation in c[4]]
    assert table.weakest.tolist() == pytest.approx([c[3] for c in plain])
    for column in Column:
        view = order(table, column, descending=False)
        assert sorted(view.clusters.tolist()) == list(range(len(table)))
        for i in range(len(table)):
            span = slice(table.offsets[i], table.offsets[i + 1])
            assert sorted(view.members[span].tolist()) == list(range(span.start, span.stop))
            assert view.members[span][0] == span.start


def test_times_within_a_second_are_no_order():
    for apart, relations in ((10**9 - 1, ["kept", "similar"]), (10**9, ["kept", "older"])):
        files = file_table(
            [("/a/thesis.txt", 0, "txt", 10, 20 * DAY * 365 + apart, False),
             ("/a/Thesis.txt", 1, "txt", 10, 20 * DAY * 365, False)]
        )  # fmt: skip
        table = in_order(
            draft(
                files,
                np.zeros((2, 16), np.uint8),
                Grouping(np.array([0, 2]), np.array([0, 1])),
                np.array([1, 0.9], np.float32),
                np.array([0.3], np.float32),
            )
        )
        assert [member.relation.value for member in table.cluster(0).members] == relations


def test_names_decide_where_times_say_nothing_and_nothing_is_claimed_where_they_contradict():
    """And what is older by its name is freed by the rule for older ones."""
    rows = [
        ("/a/plan v3.txt", 0, "txt", 100, 50, False),
        ("/a/plan v2.txt", 1, "txt", 90, 50, False),
        ("/a/plan v4.txt", 2, "txt", 80, 49, False),
        ("/a/photo 1024.txt", 3, "txt", 70, 51, False),
    ]
    grouping = Grouping(np.array([0, 4]), np.array([0, 1, 2, 3]))
    similarity = np.array([1, 0.9, 0.8, 0.75], dtype=np.float32)
    hashes = np.arange(4 * 16, dtype=np.uint8).reshape(4, 16)
    table = in_order(draft(file_table(rows), hashes, grouping, similarity, np.array([0.3], dtype=np.float32)))
    assert [member.relation for member in table.cluster(0).members] == [
        Relation.KEPT, Relation.OLDER, Relation.NEWER, Relation.SIMILAR
    ]  # fmt: skip
    assert table.bytes_freed.tolist() == [90]
    rows = [
        (path, content, kind, size, 19_000 * DAY + time * DAY, safe)
        for path, content, kind, size, time, safe in rows
    ]
    table = in_order(draft(file_table(rows), hashes, grouping, similarity, np.array([0.3], dtype=np.float32)))
    assert [member.relation for member in table.cluster(0).members] == [
        Relation.KEPT, Relation.OLDER, Relation.SIMILAR, Relation.SIMILAR
    ]  # fmt: skip


@st.composite
def regroupings(draw):
    """A grouping of files of some chains of versions, and another one of files of the first."""
    order = draw(st.permutations(range(24)))
    cuts = sorted(draw(st.sets(st.integers(1, 23), max_size=8)))
    groups = [part for part in np.split(np.array(order), cuts) if len(part) > 1]
    again = []
    for group in groups:
        kind = draw(st.sampled_from(["same", "same", "other kept", "parted", "fewer", "gone"]))
        if kind == "other kept":
            again.append(np.roll(group, 1))
        elif kind == "parted" and len(group) > 3:
            again += [group[:2], group[2:]]
        elif kind == "fewer" and len(group) > 2:
            again.append(group[:-1])
        elif kind != "gone":
            again.append(group)
    return groups, draw(st.permutations(again))


def grouping_of(groups):
    sizes = [len(group) for group in groups]
    return Grouping(
        np.concatenate(([0], np.cumsum(sizes, dtype=np.int64))), np.concatenate([*groups, []]).astype(int)
    )


@given(regroupings(), st.integers(0, 99), st.sampled_from([0.3, 0.2, 0.05]))
def test_a_draft_made_of_another_one_is_that_made_of_all(groupings, seed, later):
    """Also at other tolerances."""
    rng = np.random.default_rng(seed)
    rows = [
        (
            f"/d/{'ab'[i % 2]}/thesis v{i // 4}.{'txt' if i % 3 else 'md'}",
            i // 2 if i % 5 else 3,
            "txt",
            90 + i,
            10 * i,
            i == 7,
        )
        for i in range(24)
    ]
    files = file_table(sorted(rows))
    figure = rng.uniform(0.5, 0.99, (24, 24)).astype(np.float32)
    asked, now = [], [0.3]

    def draft_of(grouping):
        asked.append(len(grouping.members))
        kept = np.repeat(grouping.members[grouping.offsets[:-1]], np.diff(grouping.offsets))
        return draft(
            files, np.zeros((24, 16), np.uint8), grouping, figure[grouping.members, kept],
            np.full(1, now[0], np.float32),
            MemberFacts(
                measured=figure[kept, grouping.members] < 0.7, basis=np.full(len(kept), TEXT, np.uint8),
                text_sizes=np.full(24, 900), form=figure[grouping.members, kept] < 0.6,
            ),
        )  # fmt: skip

    before, after = map(grouping_of, groupings)
    table = draft_of(before)
    asked.clear()
    now[0] = later
    tolerances = None if later == 0.3 else np.full(1, later, np.float32)
    found = redrafted(table, after, changed_clusters(table, after, tolerances), draft_of)
    known = {(group[0], *sorted(group)) for group in groupings[0]}
    unknown = sum(len(group) for group in groupings[1] if (group[0], *sorted(group)) not in known)
    assert sum(asked) == unknown or (later != 0.3 and sum(asked) > unknown)
    expected = draft_of(after)
    for name in ClusterTable.__slots__:
        if name not in ("files", "content_hashes"):
            one, other = getattr(found, name), getattr(expected, name)
            assert (one.dtype, one.tolist()) == (other.dtype, other.tolist()), name
    one, other = in_order(found), in_order(expected)
    assert one.members.tolist() == other.members.tolist()
