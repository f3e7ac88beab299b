"""Marks by rule, by folder and inverted, against plain definitions of what they are."""

import os

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simfinder.actions.rules.mark_rules import (
    BY_HAND,
    INVERTED,
    Mark,
    by_rule,
    percent,
    stands,
)
from simfinder.app.removal.mark_files import heirs_of, mark_by_place
from simfinder.model.clusters import Relation
from simfinder.model.removal_plan import ActKind, MarkCause
from tests.unit.actions.world import cluster, inverted, member, named_by, plan_for

KEPT = Relation.KEPT


def kept(path, **changes):
    return member(path, relation=KEPT, similarity=1.0, **changes)


def family():
    return cluster(
        kept("/r/in/kept", data=b"k"),
        member("/r/in/same", relation=Relation.IDENTICAL, similarity=1.0, data=b"k"),
        member("/r/out/older", relation=Relation.OLDER, similarity=0.934),
        member("/r/in/far", relation=Relation.OLDER, similarity=0.5, within=False),
        member("/r/in/safe", protected=True),
        member("/r/in 2/neighbour"),
    )


def offsets_of(clusters):
    return np.cumsum([0, *(len(one.members) for one in clusters)])


def by_place(clusters, folder, *, inside):
    """The paths that ``mark_by_place`` chooses."""
    members = [m for one in clusters for m in one.members]
    there = [m.file.path.startswith(folder.rstrip("/") + "/") for m in members]
    protected = [m.file.protected for m in members]
    going = mark_by_place(offsets_of(clusters), np.array(there), np.array(protected), inside=inside)
    return [m.file.path for m, goes in zip(members, going.tolist(), strict=True) if goes]


def mark_in(clusters, folder):
    return by_place(clusters, folder, inside=True)


def mark_all_but(clusters, folder):
    return by_place(clusters, folder, inside=False)


def heirs(clusters, marked):
    """The files that ``heirs`` finds, by the paths of the kept ones."""
    paths = [m.file.path for one in clusters for m in one.members]
    going = np.array([path in marked for path in paths])
    found = heirs_of(offsets_of(clusters), going)
    return {paths[kept]: paths[heir] for kept, heir in found.items()}


def names(marks):
    return [os.path.basename(path) for path in marks]


def test_all_in_a_folder_and_below():
    marks = mark_in([family()], "/r/in")
    assert names(marks) == ["kept", "same", "far"]
    assert mark_in([family()], "/r/in/") == marks
    assert names(mark_in([family()], "/r")) == [
        "kept",
        "same",
        "older",
        "far",
        "neighbour",
    ]  # the protected one stays
    assert mark_in([family()], "/elsewhere") == []


def test_where_all_of_a_cluster_lies_in_the_folder_the_kept_file_stays():
    one = cluster(kept("/r/a"), member("/r/b"), member("/r/sub/c"))
    assert names(mark_in([one], "/r")) == ["b", "c"]


def test_all_but_a_folder():
    marks = mark_all_but([family()], "/r/in")
    assert names(marks) == ["older", "neighbour"]
    assert mark_all_but([family()], "/elsewhere") == []  # nothing would stay


def test_heirs_are_the_best_that_stay():
    one = family()
    assert heirs([one], mark_in([one], "/r/in")) == {"/r/in/kept": "/r/out/older"}
    assert heirs([one], mark_all_but([one], "/r/in")) == {}


def test_inverted_twice_is_as_it_was():
    one = family()
    marks = named_by([one])
    other = inverted([one], marks)
    assert names(other) == ["far", "neighbour"]
    assert inverted([one], other) == marks


_FOLDERS = st.sampled_from(["/r", "/r/a", "/r/a/b", "/r/ab", "/s"])


@st.composite
def clusters(draw):
    made = []
    for number in range(draw(st.integers(1, 3))):
        places = draw(st.lists(st.tuples(_FOLDERS, st.booleans()), min_size=2, max_size=6))
        members = [
            member(
                f"{folder}/{number}-{i}",
                relation=KEPT if i == 0 else draw(st.sampled_from([r for r in Relation if r is not KEPT])),
                protected=protected,
                within=draw(st.booleans()),
            )
            for i, (folder, protected) in enumerate(places)
        ]
        made.append(cluster(*members, name=f"{number:016x}"))
    return made


@given(
    clusters(), _FOLDERS, st.sampled_from(["in", "but", "invert", "older", "identical", "all"]), st.randoms()
)
def test_a_cluster_keeps_a_file_and_protected_ones_are_never_marked(made, folder, way, rng):
    before = [m.file.path for one in made for m in one.members[1:] if rng.random() < 0.5]
    marks = {
        "in": lambda: mark_in(made, folder),
        "but": lambda: mark_all_but(made, folder),
        "invert": lambda: inverted(made, before),
    }.get(way, lambda: named_by(made, way))()
    for one in made:
        assert any(m.file.path not in marks for m in one.members)
        assert not any(m.file.protected and m.file.path in marks for m in one.members)
        if way == "in":
            inside = [m for m in one.members if m.file.path.startswith(folder + "/") and not m.file.protected]
            left = [m for m in inside if m.file.path not in marks]
            assert left == ([one.kept] if len(inside) == len(one.members) else [])
        if way == "but" and any(m.file.path.startswith(folder + "/") for m in one.members):
            outside = [m for m in one.members if not m.file.path.startswith(folder + "/")]
            assert all(m.file.path in marks or m.file.protected for m in outside)
    plan = plan_for(made, marks, ActKind.TRASH)
    assert {act.file.path for act in plan.acts} == set(marks)
    assert plan.refused == ()
    assert heirs(made, marks).keys() == {one.kept.file.path for one in made} & set(marks)


def test_a_mark_says_how_a_file_is_related_to_the_kept_one_now():
    now = "newer than /r/x, with which it shares 88.8 %"
    newer = Relation.NEWER, 0.8881, "/r/x"
    assert stands(*newer) == now
    assert BY_HAND.sentence(*newer) == "marked by hand"
    assert by_rule("older").sentence(*newer) == now
    assert INVERTED.sentence(*newer) == f"marks were inverted; {now}"
    assert Mark(MarkCause.INSIDE, "/r/a; b/").sentence(*newer) == f"lies in /r/a; b/; {now}"
    assert Mark(MarkCause.OUTSIDE, "/r/").sentence(*newer) == f"does not lie in /r/; {now}"
    assert stands(Relation.KEPT, 1.0, "/r/x") == "the kept file of its cluster"
    assert stands(Relation.OLDER, 0.99999, "/k") == "older than /k, with which it shares 99.9 %"


@given(st.floats(0.0, 1.0, exclude_max=True))
def test_a_share_is_cut_and_never_rounded_up(share):
    told = percent(share)
    assert told <= share * 100 + 1e-3
    assert share * 100 - told < 0.1001
    assert told < 100
