"""Acts as columns are what they were as objects, whatever is asked of them."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.actions.plan import act_columns
from simfinder.actions.plan.act_columns import ActColumns, Refusals
from simfinder.actions.rules.mark_rules import BY_HAND, INVERTED, Mark, by_rule
from simfinder.arrays.file_columns import FileColumns
from simfinder.model.clusters import Relation
from simfinder.model.file_record import FileRecord
from simfinder.model.removal_plan import PLAN_KINDS, Acts, ListedActs, MarkCause, Plan, PlannedAct
from tests.unit.actions.world import digests_of

COUNT = 5
RECORDS = [FileRecord(f"/r/{i}/caf\udce9 {i}", 3, 10 + i, 100 * i, 7 - i, i, 0o100600) for i in range(COUNT)]
CONTENTS = [bytes([i % 3]) * 16 for i in range(COUNT)]
QUESTIONS = ("paths", "survivors", "sizes", "freed", "similarities", "identical", "clusters", "warned")
MARKS = (BY_HAND, by_rule("older"), INVERTED, Mark(MarkCause.INSIDE, "/r/"))
PLACES = st.integers(0, COUNT - 1)
TEXTS = st.sampled_from(["", "why", "caf\udce9", "two\nlines"])
WARNINGS = st.lists(TEXTS, max_size=2).map(tuple)


@st.composite
def both(draw):
    """The same acts as objects and as columns; figures of all of them are known, or of none."""
    looked, moved = draw(st.booleans()), draw(st.booleans())
    pairs = draw(st.lists(st.tuples(PLACES, PLACES), max_size=7))
    marks = draw(st.lists(st.sampled_from(MARKS), min_size=len(pairs), max_size=len(pairs)))
    acts = [
        PlannedAct(
            file=RECORDS[file],
            content=CONTENTS[file],
            survivor=RECORDS[survivor],
            survivor_content=CONTENTS[survivor],
            cluster=draw(st.sampled_from(["0" * 16, "f" * 16])),
            similarity=(similarity := draw(st.floats(0, 1))),
            relation=(relation := draw(st.sampled_from(Relation))),
            why=mark.sentence(relation, similarity, RECORDS[0].path),
            to=draw(TEXTS) if moved else None,
            warnings=draw(WARNINGS),
            freed=draw(st.integers(0, 2**63 - 1)) if looked else None,
            cause=mark.cause,
        )
        for (file, survivor), mark in zip(pairs, marks, strict=True)
    ]
    columns = ActColumns(
        FileColumns.of(RECORDS),
        np.array([file for file, _ in pairs], dtype=np.int32),
        np.array([survivor for _, survivor in pairs], dtype=np.int32),
        digests_of(act.content for act in acts),
        digests_of(act.survivor_content for act in acts),
        [act.cluster for act in acts],
        np.array([act.similarity for act in acts]),
        [act.relation for act in acts],
        np.zeros(len(acts), dtype=np.int32),
        marks,
        [act.to for act in acts] if moved else None,
        {at: act.warnings for at, act in enumerate(acts) if act.warnings},
        np.array([act.freed for act in acts], dtype=np.int64) if looked else None,
    )
    return acts, columns


def same(columns, acts):
    listed = ListedActs(acts)
    assert len(columns) == len(acts)
    assert list(columns) == acts
    assert [columns[at] for at in range(len(acts))] == acts
    for question in QUESTIONS:
        answers = [list(getattr(some, question)()) for some in (columns, listed)]
        assert answers[0] == answers[1], question
    assert columns == listed
    assert listed == columns
    for kind in PLAN_KINDS:
        plans = Plan(kind, columns), Plan(kind, acts)
        assert plans[0] == plans[1]
        assert (plans[0].bytes_freed, plans[0].bytes_handled) == (
            plans[1].bytes_freed,
            plans[1].bytes_handled,
        )


@given(both())
def test_what_they_are(known):
    acts, columns = known
    same(columns, acts)
    assert columns[1:] == acts[1:]
    assert columns[::-1] == acts[::-1]
    with pytest.raises(IndexError):
        columns[len(acts)]
    assert Acts.of(columns) is columns


@given(both(), st.data())
def test_some_of_them(known, data):
    acts, columns = known
    wanted = data.draw(st.lists(st.booleans(), min_size=len(acts), max_size=len(acts)))
    same(columns.only(wanted), [act for act, is_so in zip(acts, wanted, strict=True) if is_so])
    assert columns.only(wanted) == ListedActs(acts).only(wanted)


@given(both(), st.data())
def test_with_other_figures(known, data):
    acts, columns = known
    freed = data.draw(st.lists(st.integers(0, 99), min_size=len(acts), max_size=len(acts)))
    notes = {at: said for at in range(len(acts)) if (said := data.draw(WARNINGS))}
    told = [replace(act, freed=freed[at], warnings=notes.get(at, ())) for at, act in enumerate(acts)]
    same(columns.told(freed, notes), told)
    assert ListedActs(acts).told(freed, notes) == told
    same(columns, acts)  # as they were


@given(both())
def test_some_thousand_at_a_time(known):
    acts, columns = known
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(act_columns, "_AT_ONCE", 2)
        assert list(columns) == acts


def test_acts_that_differ():
    acts = [
        PlannedAct(RECORDS[0], b"a" * 16, RECORDS[1], b"a" * 16, "c", 1.0, Relation.IDENTICAL, why)
        for why in ("this", "that")
    ]
    assert ListedActs(acts[:1]) != ListedActs(acts[1:])
    assert ListedActs(acts) != ListedActs(acts[:1])
    assert ListedActs(acts) != 3


def test_refusals():
    plain = tuple((RECORDS[at], reason) for at, reason in ((3, "one"), (0, "another"), (3, "one")))
    refused = Refusals(FileColumns.of(RECORDS), [3, 0, 3], ["one", "another", "one"])
    assert refused == plain
    assert plain == refused
    assert [refused[at] for at in (0, 1, -1)] == list(plain)
    assert refused[1:] == list(plain[1:])
    assert refused != plain[:2]
    assert (len(refused), list(Refusals(FileColumns.of(RECORDS), [], []))) == (3, [])
    with pytest.raises(IndexError):
        refused[3]
