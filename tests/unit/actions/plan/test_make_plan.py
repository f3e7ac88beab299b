import os

import pytest

from simfinder.actions.plan.make_plan import IN_PLACE
from simfinder.actions.rules.choose_files import LAST, PROTECTED
from simfinder.actions.rules.mark_rules import BY_HAND
from simfinder.errors import UsageError
from simfinder.model.clusters import Relation
from simfinder.model.removal_plan import ActKind, MarkCause
from tests.unit.actions.world import cluster, member, named_by, plan_for, write

KEPT = Relation.KEPT


def kept(path="/r/kept", **changes):
    return member(path, relation=KEPT, similarity=1.0, **changes)


def family():
    return cluster(
        kept(data=b"k"),
        member("/r/same", relation=Relation.IDENTICAL, similarity=1.0, data=b"k"),
        member("/r/older", relation=Relation.OLDER, similarity=0.934),
        member("/r/older far", relation=Relation.OLDER, similarity=0.5, within=False),
        member("/r/newer", relation=Relation.NEWER),
        member("/r/alike", relation=Relation.SIMILAR),
        member("/r/safe", relation=Relation.IDENTICAL, similarity=1.0, data=b"k", protected=True),
    )


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("older", ["same", "older"]),
        ("identical", ["same"]),
        ("all", ["same", "older", "newer", "alike"]),
    ],
)
def test_rules_mark(rule, expected):
    marks = named_by([family()], rule)
    assert [os.path.basename(path) for path in marks] == expected


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("same", "identical to /r/kept"),
        ("older", "older than /r/kept, with which it shares 93.4 %"),
        ("newer", "newer than /r/kept, with which it shares 90 %"),
        ("alike", "similar to /r/kept, with which it shares 90 %"),
    ],
)
def test_every_act_says_why(name, why):
    (act,) = plan_for([family()], [f"/r/{name}"], ActKind.TRASH).acts
    assert (act.why, act.cause) == (why, MarkCause.RULE)


def acts_of(plan):
    return {os.path.basename(act.file.path): act for act in plan.acts}


def test_acts_say_who_stays_and_why():
    one = family()
    plan = plan_for([one], {"/r/older": BY_HAND, "/elsewhere": BY_HAND}, ActKind.TRASH)
    (act,) = plan.acts
    assert (act.file, act.content) == (one.members[2].file, one.members[2].content)
    assert (act.survivor, act.survivor_content) == (one.kept.file, one.kept.content)
    assert (act.cluster, act.similarity, act.relation, act.why, act.to) == (
        one.id, 0.934, Relation.OLDER, "marked by hand", None,
    )  # fmt: skip
    assert (plan.kind, plan.target, plan.refused) == (ActKind.TRASH, None, ())


def test_least_similar_first_then_by_path():
    other = cluster(
        kept("/r/k2"), member("/r/b", similarity=0.6), member("/r/a", similarity=0.6), name="f" * 16
    )
    marks = ["/r/same", "/r/older", "/r/b", "/r/a"]
    plan = plan_for([family(), other], marks, ActKind.TRASH)
    assert [act.file.path for act in plan.acts] == ["/r/a", "/r/b", "/r/older", "/r/same"]


def test_a_marked_kept_file_hands_over_to_the_best_that_stays():
    marks = ["/r/kept", "/r/same", "/r/newer"]
    plan = plan_for([family()], marks, ActKind.TRASH)
    assert {act.survivor.path for act in plan.acts} == {"/r/older"}
    assert len(plan.acts) == 3


def test_the_last_file_of_a_cluster_stays():
    one = cluster(kept(), member("/r/a"), member("/r/b"))
    plan = plan_for([one], ["/r/kept", "/r/a", "/r/b"], ActKind.TRASH)
    assert plan.refused == ((one.kept.file, LAST),)
    assert sorted(acts_of(plan)) == ["a", "b"]
    assert {act.survivor.path for act in plan.acts} == {"/r/kept"}


def test_protected_files_are_refused_and_stay():
    one = cluster(kept(), member("/r/a", protected=True))
    plan = plan_for([one], ["/r/kept", "/r/a"], ActKind.TRASH)
    assert plan.refused == ((one.members[1].file, PROTECTED),)
    assert acts_of(plan)["kept"].survivor.path == "/r/a"
    alone = plan_for([cluster(kept(protected=True), member("/r/b"))], ["/r/kept"], ActKind.TRASH)
    assert (alone.acts, len(alone.refused)) == ((), 1)


def test_nobody_stays_for_others_and_goes():
    marks = ["/r/kept", "/r/older", "/r/alike", "/r/same"]
    plan = plan_for([family()], marks, ActKind.TRASH)
    assert not {act.survivor.path for act in plan.acts} & {act.file.path for act in plan.acts}


# moves


def places(marked, target, roots, **changes):
    clusters = [cluster(kept("/kept/kept"), *(member(path, **changes) for path in marked))]
    plan = plan_for(clusters, marked, ActKind.MOVE, target, roots)
    return {act.file.path: act.to for act in plan.acts}, plan


@pytest.mark.parametrize(
    ("roots", "path", "place"),
    [
        (["/r"], "/r/a/b.txt", "a/b.txt"),
        (["/r/"], "/r/a/b.txt", "a/b.txt"),
        (["/r/one", "/r/two"], "/r/two/b.txt", "two/b.txt"),
        (["/r", "/r/one"], "/r/one/b.txt", "one/b.txt"),
        (["/"], "/r/b.txt", "r/b.txt"),
        (["/r"], "/rest/b.txt", "rest/b.txt"),
        (["/one", "/two"], "/two/b.txt", "two/b.txt"),
        ([], "/r/a/b.txt", "b.txt"),
    ],
)
def test_the_tree_is_kept_below_the_target(roots, path, place, tmp_path):
    found, plan = places([path], str(tmp_path / "target"), roots)
    assert found == {path: str(tmp_path / "target" / place)}
    assert plan.target == str(tmp_path / "target")


def test_names_that_collide_get_numbers(tmp_path):
    write(tmp_path / "a.tar.gz")
    write(tmp_path / "a.tar (2).gz")
    found, _ = places(["/r/a.tar.gz", "/r/b"], str(tmp_path), ["/r"])
    assert found == {"/r/a.tar.gz": str(tmp_path / "a.tar (3).gz"), "/r/b": str(tmp_path / "b")}


def test_two_files_of_one_name_from_two_trees(tmp_path):
    found, _ = places(["/r/x/a.txt", "/x/a.txt"], str(tmp_path), ["/r"])
    assert sorted(found.values()) == [str(tmp_path / "x/a (2).txt"), str(tmp_path / "x/a.txt")]


def test_a_long_name_stays_short_enough(tmp_path):
    name = "ä" * 120 + ".text"
    write(tmp_path / name)
    found, _ = places([f"/r/{name}"], str(tmp_path), ["/r"])
    (place,) = found.values()
    assert len(os.fsencode(os.path.basename(place))) <= 255
    assert place.endswith("ä (2).text")


def test_what_lies_there_already_is_refused(tmp_path):
    path = write(tmp_path / "a.txt")
    found, plan = places([path], str(tmp_path), [str(tmp_path)])
    assert found == {}
    assert [(file.path, reason) for file, reason in plan.refused] == [(path, IN_PLACE)]


@pytest.mark.parametrize("target", [None, ""])
def test_a_move_needs_a_target(target):
    with pytest.raises(UsageError, match="needs a folder"):
        plan_for([], {}, ActKind.MOVE, target)


def test_a_target_must_be_a_folder(tmp_path):
    path = write(tmp_path / "file")
    with pytest.raises(UsageError, match="is not a folder"):
        plan_for([], {}, ActKind.MOVE, path)


def test_a_relative_target_is_made_absolute(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert plan_for([], {}, ActKind.MOVE, "sub").target == str(tmp_path / "sub")
