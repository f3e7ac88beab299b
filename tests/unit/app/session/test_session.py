"""A session over real files: clusters follow tolerances, marks follow clusters, removal and return."""

import os
import random
from dataclasses import replace
from types import MappingProxyType

import pytest

from simfinder.app.session.session import Session
from simfinder.errors import UsageError
from simfinder.model.progress import Control, Phase
from simfinder.model.removal_plan import ActKind
from simfinder.model.scan_options import Method, Methods, ScanOptions
from simfinder.model.tolerances import Choices, Tolerances
from tests.helpers.files.trees import version_tree
from tests.unit.actions.world import plan_for


def run(root, **options):
    scan = {name: options.pop(name) for name in ("identical", "protected", "jobs") if name in options}
    return Session.run(ScanOptions((str(root),), **scan), Choices(**options), cache=None, control=Control())


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    return version_tree(tmp_path_factory.mktemp("session") / "tree")


@pytest.fixture
def session(tree):
    return run(tree.root)


def groups(session):
    table = session.clusters
    return {frozenset(m.file.path for m in table.cluster(i).members) for i in range(len(table))}


def test_families_are_clusters_and_strangers_are_in_none(session, tree):
    assert groups(session) == {frozenset(tree.cluster_of(name)) for name in tree.families}
    assert len(session.clusters.members) == sum(len(group) for group in groups(session))
    assert session.clustering.file_count == len(tree.files())


def test_the_newest_is_kept_and_the_saving_is_what_the_rule_marks(session):
    table = session.clusters
    for i in range(len(table)):
        times = [member.file.mtime_ns for member in table.cluster(i).members]
        assert times[0] == max(times)
    assert session.mark_rule("older") == len(session.marks)
    assert session.marked_bytes == session.clustering.bytes_freed
    assert session.mark_rule("older") == 0
    assert all(table.kept[table.cluster_of(file)] != file for file in session.marks)
    session.clear_marks()
    assert not session.marks
    with pytest.raises(UsageError, match="nonsense"):
        session.mark_rule("nonsense")


def test_a_slider_regroups_without_reading(session, tree, monkeypatch):
    whole = groups(session)

    def no_reading(*_args, **_kwargs):
        raise AssertionError("a slider must not read files")

    monkeypatch.setattr(os, "open", no_reading)
    session.set_tolerances(Tolerances(0.0))
    assert groups(session) == {
        frozenset([original, *(c for c, o in tree.copies.items() if o == original)])
        for original in set(tree.copies.values())
    }
    session.set_tolerances(Tolerances(0.0).with_type("py", 0.5))
    assert frozenset(tree.cluster_of("pipeline")) in groups(session)
    assert frozenset(tree.cluster_of("page")) not in groups(session)
    session.set_tolerances(Tolerances())
    assert groups(session) == whole


def test_a_mark_is_lost_with_its_cluster_and_said(session):
    session.mark_rule("older")
    before = {session.record(file).path for file in session.marks}
    lost = session.set_tolerances(Tolerances(0.0))
    after = {session.record(file).path for file in session.marks}
    assert set(lost) == before - after
    assert lost
    assert all(session.clusters.cluster_of(file) >= 0 for file in session.marks)


def test_keeping_a_file_by_hand(session, tree):
    oldest = session.file_of(tree.families["report"][0])
    session.mark([oldest])
    assert session.keep_file(oldest) == [tree.families["report"][0]]
    assert session.clusters.kept[session.clusters.cluster_of(oldest)] == oldest
    session.mark([oldest])
    assert oldest not in session.marks
    session.set_keep("oldest")
    session.set_keep("newest")
    assert session.clusters.kept[session.clusters.cluster_of(oldest)] == oldest
    with pytest.raises(UsageError, match="best"):
        session.set_keep("best")


def test_whatever_was_done_before_the_clusters_are_those_of_a_fresh_session(session, tree):
    rng = random.Random(4)
    for _ in range(25):
        default = rng.choice([0.0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5])
        session.set_keep(rng.choice(["newest", "oldest", "largest", "shortest-path"]))
        session.set_tolerances(Tolerances(default).with_type("txt", rng.choice([0.0, 0.1, 0.5])))
    session.set_keep("oldest")
    fresh = run(tree.root, keep_rules="oldest", tolerances=session.choices.tolerances)
    for name in ("offsets", "members", "kept", "similarity", "relation", "within", "weakest", "bytes_freed"):
        assert getattr(session.clusters, name).tolist() == getattr(fresh.clusters, name).tolist()


def test_files_that_went_leave_and_come_back(session, tree):
    whole = groups(session)
    report = tree.families["report"]
    session.mark([session.file_of(report[0])])
    session.forget(report[:2])
    assert not session.marks
    assert frozenset(tree.cluster_of("report") - set(report[:2])) in groups(session)
    assert session.clustering.file_count == len(tree.files()) - 2
    session.remember(report[:2])
    assert groups(session) == whole
    # the first of several identical files may go too: the others still hang together
    for copy, original in tree.copies.items():
        session.forget([original])
        assert all(original not in group for group in groups(session))
        left = next(group for group in whole if copy in group) - {original}
        assert (left in groups(session)) == (len(left) > 1)
        session.remember([original])
    assert groups(session) == whole


def test_types_count_files_and_clusters(session, tree):
    types = session.clustering.types()
    assert sum(t.files for t in types) == session.clustering.file_count
    by_name = {t.type: t for t in types}
    assert by_name["py"].clusters == sum(
        any(p.endswith(".py") for p in tree.cluster_of(name)) for name in tree.families
    )
    assert [t.clusters for t in types] == sorted((t.clusters for t in types), reverse=True)


def test_plans(session, tmp_path):
    with pytest.raises(UsageError, match="folder"):
        session.plan(ActKind.MOVE)
    session.mark_rule("older")
    plan = session.plan(ActKind.TRASH)
    assert {act.file.path for act in plan.acts} == {session.record(f).path for f in session.marks}
    assert plan.bytes_freed == session.marked_bytes
    shares = [act.similarity for act in plan.acts]
    assert shares == sorted(shares)
    moves = session.plan(ActKind.MOVE, str(tmp_path / "away"))
    assert len({act.to for act in moves.acts}) == len(moves.acts)


@pytest.mark.parametrize("kind", ActKind)
def test_a_plan_is_that_of_its_clusters(session, tmp_path, kind):
    session.mark_rule("all")
    target = str(tmp_path / "away") if kind.needs_target else None
    marked = {session.record(file).path: mark for file, mark in session.marks.items()}
    clusters = [session.clusters.cluster(index) for index in range(len(session.clusters))]
    plan = session.plan(kind, target)
    wanted = plan_for(clusters, marked, kind, target, session.options.roots)
    counts = {
        "folder_files": plan.folder_files,
        "files_below": plan.files_below,
    }  # of all files, as warnings are
    wanted = replace(wanted, **counts, warnings=plan.warnings)
    assert plan == wanted
    assert len(plan.acts) + len(plan.refused) == len(marked)
    session.clear_marks()
    assert plan == wanted


def test_a_plan_tells_how_files_stand_now(session, tree):
    """Not how they stood when they were marked: another file is kept since."""
    session.mark_rule("older")
    session.keep_file(session.file_of(tree.families["report"][1]))
    plan = session.plan(ActKind.TRASH)
    for act in plan.acts:
        assert act.survivor.path in act.why
        assert act.why == session.why_marked(session.file_of(act.file.path))
    assert tree.families["report"][1] in {act.survivor.path for act in plan.acts}


def test_protected_files_are_never_marked(tree):
    folder = os.path.dirname(tree.families["report"][0])
    session = run(tree.root, protected=(folder,))
    assert groups(session) == groups(run(tree.root))
    session.mark_rule("all")
    session.mark(range(len(session.result.files)))
    assert session.marks
    assert not [f for f in session.marks if session.record(f).path.startswith(folder + "/")]


def test_the_result_does_not_depend_on_threads_or_order(tree):
    one, many = run(tree.root, jobs=1), run(tree.root, jobs=7)
    for name in ("offsets", "members", "kept", "similarity", "relation", "bytes_freed"):
        assert getattr(one.clusters, name).tolist() == getattr(many.clusters, name).tolist()


def test_identical_only(tree):
    session = run(tree.root, identical=True)
    assert set().union(*groups(session)) == set(tree.copies) | set(tree.copies.values())
    assert session.clustering.figures_of(session.file_of(next(iter(tree.copies)))) == {}


def test_types_may_be_kept_apart(tmp_path):
    data = random.Random(1).randbytes(5000)
    for name in ("a.txt", "b.txt", "c.md"):
        (tmp_path / name).write_bytes(data)
    assert [len(g) for g in groups(run(tmp_path))] == [3]
    assert [len(g) for g in groups(run(tmp_path, same_type=True))] == [2]


def test_the_smaller_tolerance_of_two_types_counts(tmp_path):
    data = random.Random(1).randbytes(5000)
    (tmp_path / "a.txt").write_bytes(data)
    (tmp_path / "a.md").write_bytes(data[:4500])
    assert len(groups(run(tmp_path))) == 1
    strict = Tolerances(0.3, MappingProxyType({"md": 0.01}))
    assert len(groups(run(tmp_path, tolerances=strict))) == 0


def test_a_wide_tolerance_widens_the_floor(tmp_path):
    data = random.Random(1).randbytes(9000)
    (tmp_path / "a").write_bytes(data)
    (tmp_path / "b").write_bytes(data[:3000] + random.Random(2).randbytes(6000))
    assert len(groups(run(tmp_path))) == 0
    assert len(groups(run(tmp_path, tolerances=Tolerances(0.8)))) == 1


# tag counts alone do link large random files: they grow alike, a known weakness of the method itself
@pytest.mark.parametrize("method", [Method.AUTO, Method.SPAMSUM, Method.CONTENT])
def test_unrelated_files_never_link(tmp_path, method):
    for i in range(30):
        (tmp_path / f"{i}.bin").write_bytes(random.Random(i).randbytes(20_000 + i))
    assert groups(run(tmp_path, methods=Methods(method))) == set()


def test_progress_ends_in_done(tree):
    control = Control()
    Session.run(ScanOptions((tree.root,)), cache=None, control=control)
    assert control.snapshot().phase is Phase.DONE
