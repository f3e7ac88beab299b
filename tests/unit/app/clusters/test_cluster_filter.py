"""The words of a filter, and which clusters they mean, against a plain loop over the clusters."""

import os
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.app.clusters import cluster_filter, cluster_order
from simfinder.app.clusters.cluster_filter import STATES, FileCondition, parse
from simfinder.app.session.session import Session
from simfinder.model.clusters import Relation
from simfinder.model.file_families import Family, types_of_family
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.text.written_times import time_of
from tests.helpers.files.trees import version_tree


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    tree = version_tree(tmp_path_factory.mktemp("filter") / "tree")
    made = Session.run(
        ScanOptions((tree.root,), protected=(f"{tree.root}/Notes",)), cache=None, control=Control()
    )
    made.mark_rule("identical")
    made.mark(made.clusters.members[made.clusters.offsets[1] :][:3].tolist())
    table = made.clusters
    made.keep_file(int(table.members[table.offsets[2] + 1]))
    for cluster, relation in (
        (3, cluster_filter.OTHER_FORMAT),
        (4, cluster_filter.SIBLING),
        (5, cluster_filter.SIBLING),
    ):
        made.clusters.relation[made.clusters.offsets[cluster] + 1] = relation
    return made


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("", FileCondition()),
        ("my  report", FileCondition("my  report")),
        ('"my report"', FileCondition("my report")),
        ('a "my report"', FileCondition('a "my report"')),
        ("is:older", FileCondition(states=frozenset({"older"}))),
        (
            "IS:Older Type:.PDF,docx",
            FileCondition(types=frozenset({"pdf", "docx"}), states=frozenset({"older"})),
        ),
        ("a is:marked b", FileCondition("a b", states=frozenset({"marked"}))),
        ("is:nothing", FileCondition("is:nothing")),
        ("this:older", FileCondition("this:older")),
        ("size:>1MB", FileCondition(least=1_000_001)),
        ("size:>=1.5k", FileCondition(least=1500)),
        ("size:10", FileCondition(least=10)),
        ("size:<10KB", FileCondition(most=9999)),
        ("size:<=10 size:>2", FileCondition(least=3, most=10)),
        ("size:=7", FileCondition(least=7, most=7)),
        ("size:>1KB size:<1MB size:<2MB", FileCondition(least=1001, most=999_999)),
        ("size:huge", FileCondition("size:huge")),
        ('name:"a b" folder:src', FileCondition(names=("a b",), folders=("src",))),
        ("type:", FileCondition()),
        ("type:Fonts,none", FileCondition(types=frozenset({"", *types_of_family(Family.FONTS)}))),
        ("older:2026-03-01", FileCondition(before=time_of("2026-03-01"))),
        ("older:soon newer:", FileCondition("older:soon")),
        ("in:src a", FileCondition("a", folders=("src",))),
    ],
)
def test_lines(line, wanted):
    assert parse(line) == wanted


def test_of_several_times_the_narrowest_count():
    """ "2y" means another time after midnight, so that both are computed in the same moment."""
    wanted = FileCondition(since=time_of("2020-01-01"), before=time_of("2y"))
    assert parse("older:2y older:1y newer:2020-01-01") == wanted


@given(st.text(max_size=40))
def test_any_line_is_understood_as_something(line):
    parse(line)


def plain(session, wanted):
    """The twin: one file at a time."""
    found = []
    marks, by_hand = session.marks, session.clustering.keeping.by_hand
    for index in range(len(session.clusters)):
        cluster = session.clusters.cluster(index)
        files = [session.file_of(member.file.path) for member in cluster.members]
        decided = any(file in marks or file in by_hand for file in files)
        free = any(m.relation is not Relation.KEPT and not m.file.protected for m in cluster.members)
        meets = any(
            meets_all(session, member, file, wanted)
            for member, file in zip(cluster.members, files, strict=True)
        )
        if meets and ("undecided" not in wanted.states or (free and not decided)):
            found.append(index)
    return found


def meets_all(session, member, file, wanted):
    folder, name = (part.casefold() for part in os.path.split(member.file.path))
    relations = wanted.states & set(cluster_filter.RELATIONS)
    can = member.relation is not Relation.KEPT and not member.file.protected
    return all(
        (
            wanted.text.casefold() in member.file.path.casefold(),
            all(text.casefold() in name for text in wanted.names),
            all(text.casefold() in folder for text in wanted.folders),
            not wanted.types or session.scan.type_name(file) in wanted.types,
            member.file.size >= wanted.least,
            wanted.most < 0 or member.file.size <= wanted.most,
            member.file.mtime_ns >= wanted.since,
            wanted.before < 0 or member.file.mtime_ns < wanted.before,
            not relations or str(member.relation) in relations,
            "unverified" not in wanted.states or (member.estimated and member.relation is not Relation.KEPT),
            "protected" not in wanted.states or member.file.protected,
            "marked" not in wanted.states or file in session.marks,
            "unmarked" not in wanted.states or (can and file not in session.marks),
        )
    )


LINES = [f"is:{state}" for state in STATES] + [
    "report", "type:txt", "type:bin,md", "size:>3KB", "size:<3KB", "is:older type:txt", "name:v", "folder:tree",
    "folder:notes", "name:notes", "is:marked is:identical", "is:older is:newer", "is:undecided is:unverified",
    "REPORT is:older", "older:2025-08-01", "newer:2025-08-01", "newer:2025-07-01 older:2025-09-01 type:documents",
]  # fmt: skip


@pytest.mark.parametrize("line", LINES)
def test_clusters_that_meet_it(session, line):
    view = cluster_order.order(
        session.clusters, text=line, marked=session.marks, by_hand=session.clustering.keeping.by_hand
    )
    assert view.clusters.tolist() == plain(session, parse(line))


@pytest.mark.parametrize("line", LINES)
def test_files_that_meet_it_whatever_their_states(session, line):
    wanted = parse(line)
    mask = cluster_filter.files_that_meet(wanted, session.clusters)
    if mask is None:
        assert not any(
            (wanted.text, wanted.names, wanted.folders, wanted.types, wanted.least, wanted.most >= 0)
        )
        return
    without = replace(wanted, states=frozenset())
    for index in range(len(session.clusters)):
        for member in session.clusters.cluster(index).members:
            file = session.file_of(member.file.path)
            assert mask[file] == meets_all(session, member, file, without)


def test_the_lines_tell_clusters_apart(session):
    every = set(range(len(session.clusters)))
    found = [set(plain(session, parse(line))) for line in LINES]
    assert sum(bool(some) and some != every for some in found) > len(LINES) // 2


def test_blanks_are_no_filter():
    assert not cluster_filter.parse("   ")


@pytest.mark.parametrize("near", [0, 1, 256])
def test_the_next_undecided_one_comes_in_the_order_that_is_shown(session, near, monkeypatch):
    monkeypatch.setattr(cluster_filter, "_NEAR", near)
    open_ones = set(plain(session, parse("is:undecided")))
    count = len(session.clusters)
    assert 0 < len(open_ones) < count
    for listed in (np.arange(count), np.arange(count)[::-1], np.array(sorted(open_ones)[:1])):
        for place in range(-1, len(listed)):
            turn = [*range(place + 1, len(listed)), *range(place + 1)]
            wanted = next((at for at in turn if listed[at] in open_ones), -1)
            found = cluster_filter.next_undecided(
                session.clusters, listed, place, session.marks, session.clustering.keeping.by_hand
            )
            assert found == wanted


def test_where_all_is_decided_there_is_no_next_one(session):
    listed = np.arange(len(session.clusters))
    everything = range(len(session.clusters.cluster_index))
    assert cluster_filter.next_undecided(session.clusters, listed, 0, everything, ()) == -1
    assert cluster_filter.next_undecided(session.clusters, listed[:0], -1, (), ()) == -1


def test_of_many_clusters_only_the_next_few_are_looked_at(session, monkeypatch):
    """At a million files a look at all of them took longer than a frame."""
    monkeypatch.setattr(cluster_filter, "undecided", lambda *_: pytest.fail("all clusters were looked at"))
    listed = np.tile(np.arange(len(session.clusters)), 1000)
    assert cluster_filter.next_undecided(session.clusters, listed, -1, (), ()) >= 0
