"""What a file is called beside the kept one: every claim of age needs evidence and an order."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.actions.rules.kinship import Kin
from simfinder.actions.rules.relation import SENTENCES, Pairs, Reason, relations
from simfinder.model.clusters import Relation

PLAIN = {
    "cluster": 0,
    "content": 1,
    "same": False,
    "within": True,
    "same_type": True,
    "nearly": False,
    "same_words": False,
    "form": False,
    "time": -1,
    "kin": Kin.SAME,
    "order": 0,
    "firm": False,
}


def found(**changed):
    one = PLAIN | changed
    columns = {name: np.array([value]) for name, value in one.items()}
    relation, reason = relations(Pairs(**columns))
    return tuple(Relation)[relation[0]], Reason(reason[0])


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, (Relation.OLDER, Reason.NONE)),
        ({"time": 1}, (Relation.NEWER, Reason.NONE)),
        ({"time": 0, "order": -1}, (Relation.OLDER, Reason.NONE)),
        ({"time": 0}, (Relation.SIMILAR, Reason.NO_ORDER)),
        ({"time": 1, "order": -1}, (Relation.SIMILAR, Reason.CONTRADICTION)),
        ({"same": True, "within": False}, (Relation.IDENTICAL, Reason.NONE)),
        ({"within": False}, (Relation.SIMILAR, Reason.BRIDGE)),
        ({"form": True}, (Relation.SIBLING, Reason.FORM)),
        ({"form": True, "firm": True}, (Relation.OLDER, Reason.NONE)),
        ({"same_type": False}, (Relation.SIMILAR, Reason.TYPES)),
        ({"same_type": False, "same_words": True}, (Relation.OTHER_FORMAT, Reason.FORMAT)),
        ({"same_type": False, "same_words": True, "kin": Kin.UNKNOWN}, (Relation.SIMILAR, Reason.TYPES)),
        (
            {"same_type": False, "nearly": True, "same_words": True, "kin": Kin.UNKNOWN},
            (Relation.OTHER_FORMAT, Reason.FORMAT),
        ),
        ({"kin": Kin.SERIES, "nearly": True}, (Relation.SIMILAR, Reason.SERIES)),
        ({"kin": Kin.NEAR}, (Relation.SIMILAR, Reason.PLACE)),
        ({"kin": Kin.NEAR, "nearly": True}, (Relation.OLDER, Reason.NONE)),
        ({"kin": Kin.UNKNOWN}, (Relation.SIMILAR, Reason.NAMES)),
        ({"kin": Kin.UNKNOWN, "nearly": True}, (Relation.OLDER, Reason.NONE)),
    ],
)
def test_relation_of_a_pair(changed, expected):
    assert found(**changed) == expected


def test_every_reason_has_its_sentence():
    assert set(SENTENCES) == set(Reason)
    assert all(SENTENCES[reason] for reason in Reason if reason is not Reason.NONE)


def test_several_nearly_equal_texts_under_names_of_their_own_are_a_series():
    columns = {name: np.array([value] * 4) for name, value in PLAIN.items()}
    columns |= {
        "cluster": np.array([0, 0, 1, 1]),
        "content": np.array([1, 2, 3, 3]),  # copies of one content are no series
        "kin": np.full(4, Kin.UNKNOWN),
        "nearly": np.ones(4, np.bool_),
    }
    relation, reason = relations(Pairs(**columns))
    assert [tuple(Relation)[code] for code in relation] == [Relation.SIMILAR] * 2 + [Relation.OLDER] * 2
    assert reason.tolist() == [Reason.SERIES] * 2 + [Reason.NONE] * 2


@given(
    st.fixed_dictionaries(
        {
            **{name: st.booleans() for name, value in PLAIN.items() if isinstance(value, bool)},
            "time": st.sampled_from([-1, 0, 1]),
            "kin": st.sampled_from(list(Kin)),
            "order": st.sampled_from([-1, 0, 1]),
        }
    )
)
def test_age_is_claimed_with_evidence_only(changed):
    relation, reason = found(**changed)
    if relation in (Relation.OLDER, Relation.NEWER):
        sign = -1 if relation is Relation.OLDER else 1
        assert not changed["same"]
        assert changed["within"]
        assert changed["same_type"]
        assert changed["kin"] == Kin.SAME or (changed["nearly"] and changed["kin"] != Kin.SERIES)
        assert not changed["form"] or changed["firm"]
        assert {changed["time"], changed["order"]} - {0} == {sign}
    assert (reason is Reason.NONE) == (relation in (Relation.OLDER, Relation.NEWER, Relation.IDENTICAL))
    mirrored = found(**changed | {"time": -changed["time"], "order": -changed["order"]})
    turned = {Relation.OLDER: Relation.NEWER, Relation.NEWER: Relation.OLDER}
    assert mirrored == (turned.get(relation, relation), reason)
