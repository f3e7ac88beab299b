"""A session changed beside itself: the draft becomes the session, and what was shown meanwhile was not touched."""

import pytest

from simfinder.actions.rules.mark_rules import RULES, by_rule
from simfinder.app.session.session import Session
from simfinder.errors import UsageError
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.model.tolerances import Tolerances
from tests.helpers.files.trees import version_tree
from tests.unit.actions.world import named_by


@pytest.fixture
def make(tmp_path):
    tree = version_tree(tmp_path / "tree")
    protected = (f"{tree.root}/Notes",)

    def session():
        return Session.run(ScanOptions((tree.root,), protected=protected), cache=None, control=Control())

    return session


def groups(session):
    table = session.clusters
    return {
        tuple(table.members[begin:end].tolist())
        for begin, end in zip(table.offsets[:-1].tolist(), table.offsets[1:].tolist(), strict=True)
    }


CHANGES = {
    "tolerances": lambda session: session.set_tolerances(Tolerances(0.03)),
    "keep": lambda session: session.set_keep("oldest"),
    "by hand": lambda session: session.keep_file(int(session.clusters.members[2])),
    "gone": lambda session: session.forget([session.record(int(session.clusters.members[0])).path]),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_draft_becomes_what_the_session_would_have_become(make, name):
    plain, shown = make(), make()
    plain.mark_rule("all")
    shown.mark_rule("all")
    before, table = groups(shown), shown.clusters
    draft = shown.draft()
    assert CHANGES[name](draft) in ([], None)  # a draft has no marks that could be lost
    assert shown.clusters is table
    assert groups(shown) == before
    assert shown.clustering.file_count == len(shown.result.files)
    dropped = shown.adopt(draft)
    lost = CHANGES[name](plain)
    assert groups(shown) == groups(plain)
    assert groups(shown) != before
    assert shown.marks == plain.marks
    if lost is not None:
        assert sorted(dropped) == sorted(lost)
    one, other = shown.clustering, plain.clustering
    assert (one.choices, one.keeping.by_hand, one.file_count) == (
        other.choices, other.keeping.by_hand, other.file_count
    )  # fmt: skip


def test_marks_set_while_a_draft_is_made_are_kept(make):
    session = make()
    draft = session.draft()
    draft.set_tolerances(Tolerances(0.31))
    file = next(f for f in session.clusters.members.tolist() if session.mark([f]))
    session.adopt(draft)
    assert list(session.marks) == [file]


@pytest.mark.parametrize("rule", RULES)
def test_rules_name_what_the_clusters_one_by_one_name(make, rule):
    session = make()
    table = session.clusters
    plain = named_by((table.cluster(i) for i in range(len(table))), rule)
    assert [session.record(file).path for file in table.named_by(rule)] == plain
    assert session.mark_rule(rule) == len(plain)
    assert session.mark_rule(rule) == 0
    assert session.marked_bytes == sum(session.record(file).size for file in session.marks)


def test_a_rule_that_is_none(make):
    with pytest.raises(UsageError):
        make().mark_rule("newest")


def test_types_are_counted_as_one_would(make):
    session = make()
    for tolerances in (Tolerances(0.3), Tolerances(0.02), Tolerances(0.5)):
        session.set_tolerances(tolerances)
        table = session.clusters
        plain = {}
        for index in range(len(table)):
            for kind in {
                session.scan.type_name(session.file_of(m.file.path)) for m in table.cluster(index).members
            }:
                plain[kind] = plain.get(kind, 0) + 1
        counted = {count.type: count.clusters for count in session.clustering.types() if count.clusters}
        assert counted == plain
        assert session.clustering.types() == session.clustering.types()


def test_what_marked_files_hold_is_counted_anew_with_every_change_of_marks(make):
    session = make()

    def right():
        return session.marked_bytes == sum(session.record(file).size for file in session.marks)

    session.mark_rule("all")
    assert session.marked_bytes
    marked = list(session.marks)
    for change in (
        lambda: session.unmark(marked[:2]),
        lambda: session.mark(marked[:1]),
        lambda: session.mark(marked[1:2], by_rule("older")),
        lambda: session.keep_file(marked[0]),
        lambda: session.forget([session.record(marked[3]).path]),
        lambda: session.adopt(session.draft()),
        session.clear_marks,
    ):
        assert right()
        change()
        assert right()
