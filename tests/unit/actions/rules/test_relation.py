"""What a file is called beside the kept one: every claim of age needs evidence and an order."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.actions.kinship.kinship import Kin
from simfinder.actions.rules.relation import SENTENCES, Pairs, Reason, relations
from simfinder.model.clusters import Relation

PLAIN = {
    "cluster": 0,
    "content": 1,
    "same": False,
    "within": True,
    "same_type": True,
    "text": True,
    "similarity": 0.75,
    "held": 0.9,
    "lost": 900.0,
    "age": 0,
    "unread": False,
    "markup": False,
    "form": False,
    "seen": False,
    "shot": 0,
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
        ({"seen": True, "order": -1}, (Relation.SIMILAR, Reason.LOOKS)),
        ({"seen": True, "same_type": False}, (Relation.SIMILAR, Reason.LOOKS)),
        ({"seen": True, "same": True}, (Relation.IDENTICAL, Reason.NONE)),
        ({"seen": True, "shot": -1, "order": -1}, (Relation.SMALLER_COPY, Reason.PIXELS)),
        ({"seen": True, "shot": 1}, (Relation.RECOMPRESSED, Reason.PIXELS)),
        ({"seen": True, "shot": 1, "within": False}, (Relation.SIMILAR, Reason.BRIDGE)),
        ({"seen": True, "shot": -1, "same": True}, (Relation.IDENTICAL, Reason.NONE)),
        ({"unread": True, "order": -1}, (Relation.SIMILAR, Reason.UNREAD)),
        ({"unread": True, "same": True}, (Relation.IDENTICAL, Reason.NONE)),
        ({"form": True}, (Relation.SIBLING, Reason.FORM)),
        ({"form": True, "firm": True}, (Relation.OLDER, Reason.NONE)),
        ({"same_type": False}, (Relation.SIMILAR, Reason.TYPES)),
        ({"same_type": False, "similarity": 0.85}, (Relation.OTHER_FORMAT, Reason.FORMAT)),
        ({"same_type": False, "similarity": 0.85, "kin": Kin.UNKNOWN}, (Relation.SIMILAR, Reason.TYPES)),
        (
            {"same_type": False, "similarity": 0.96, "kin": Kin.UNKNOWN},
            (Relation.OTHER_FORMAT, Reason.FORMAT),
        ),
        ({"kin": Kin.SERIES, "similarity": 0.96}, (Relation.SIMILAR, Reason.SERIES)),
        ({"kin": Kin.NEAR}, (Relation.SIMILAR, Reason.PLACE)),
        ({"kin": Kin.NEAR, "similarity": 0.96}, (Relation.OLDER, Reason.NONE)),
        ({"kin": Kin.NEAR, "similarity": 0.96, "text": False, "held": 1.0}, (Relation.SIMILAR, Reason.PLACE)),
        ({"kin": Kin.NEAR, "held": 0.98}, (Relation.OLDER, Reason.NONE)),
        ({"kin": Kin.UNKNOWN, "held": 0.98}, (Relation.SIMILAR, Reason.NAMES)),
        ({"kin": Kin.UNKNOWN}, (Relation.SIMILAR, Reason.NAMES)),
        ({"kin": Kin.UNKNOWN, "similarity": 0.96}, (Relation.SIMILAR, Reason.NAMES)),
        ({"kin": Kin.UNKNOWN, "similarity": 0.96, "lost": 9, "held": 0.999}, (Relation.OLDER, Reason.NONE)),
        (
            {"kin": Kin.UNKNOWN, "similarity": 1.0, "lost": 0, "held": 1.0, "markup": True},
            (Relation.SIMILAR, Reason.MARKUP),
        ),
        ({"similarity": 1.0, "markup": True}, (Relation.OLDER, Reason.NONE)),
        ({"kin": Kin.NEAR, "similarity": 0.96, "markup": True}, (Relation.OLDER, Reason.NONE)),
        ({"kin": Kin.UNKNOWN, "similarity": 0.96, "lost": 9, "held": 0.98}, (Relation.SIMILAR, Reason.NAMES)),
        (
            {"kin": Kin.UNKNOWN, "similarity": 0.94, "lost": 9, "held": 0.999},
            (Relation.SIMILAR, Reason.NAMES),
        ),
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
        "similarity": np.full(4, 0.96),
        "lost": np.zeros(4),
        "held": np.ones(4),
    }
    relation, reason = relations(Pairs(**columns))
    assert [tuple(Relation)[code] for code in relation] == [Relation.SIMILAR] * 2 + [Relation.OLDER] * 2
    assert reason.tolist() == [Reason.SERIES] * 2 + [Reason.NONE] * 2


def drift(figures, ages, **changed):
    """Relations of one file for each figure, all near by name."""
    count = len(figures)
    columns = {name: np.array([value] * count) for name, value in PLAIN.items()}
    columns |= {
        "content": np.arange(1, count + 1),
        "kin": np.full(count, Kin.NEAR),
        "similarity": np.array(figures),
        "age": np.array(ages),
    }
    columns |= {name: np.array([value] * count) for name, value in changed.items()}
    return [tuple(Relation)[code] for code in relations(Pairs(**columns))[0]]


def test_texts_that_move_away_step_by_step_are_versions():
    assert drift([0.9, 0.8, 0.85], [30, 10, 20]) == [Relation.OLDER] * 3


@pytest.mark.parametrize(
    ("figures", "ages"),
    [
        ([0.85, 0.8, 0.9], [30, 10, 20]),  # not in the order of age
        ([0.9, 0.8], [20, 10]),  # by chance, half of the time
        ([0.85, 0.849, 0.851], [30, 10, 20]),  # as far from one another whenever they were made
        ([0.85, 0.83, 0.84], [30, 10, 20]),  # the same, as one form spreads
        ([0.9, 0.8, 0.85], [20, 10, 10]),  # nobody knows which came first
    ],
)
def test_texts_that_do_not_are_none(figures, ages):
    assert drift(figures, ages) == [Relation.SIMILAR] * len(figures)


def test_a_draft_of_the_kept_file_makes_no_versions_of_other_letters():
    assert drift([0.771, 0.757, 0.763, 0.99], [30, 10, 20, 40]) == [Relation.SIMILAR] * 3 + [Relation.OLDER]


def test_drift_says_nothing_of_bytes_and_of_series():
    assert drift([0.9, 0.8, 0.85], [30, 10, 20], text=False) == [Relation.SIMILAR] * 3
    assert drift([0.9, 0.8, 0.85], [30, 10, 20], kin=Kin.SERIES) == [Relation.SIMILAR] * 3


def stepped(figure, between, *, ages=(10, 20), **changed):
    """Relations of an older and a newer file near by name, each beside the kept one, and what both share."""
    columns = {name: np.array([value] * 2) for name, value in PLAIN.items()}
    columns |= {
        "content": np.array([1, 2]),
        "kin": np.full(2, Kin.NEAR),
        "similarity": np.array(figure),
        "age": np.array(ages),
    }
    columns |= {name: np.array([value] * 2) for name, value in changed.items()}
    found = relations(Pairs(**columns), lambda a, _: np.full(len(a), between))[0]
    return [tuple(Relation)[code] for code in found]


def test_changes_that_add_up_on_the_way_to_the_kept_file_make_versions():
    assert stepped([0.8, 0.9], 0.9) == [Relation.OLDER] * 2
    assert stepped([0.8, 0.9], 0.9, form=True) == [Relation.OLDER] * 2


@pytest.mark.parametrize(
    ("figure", "between", "changed"),
    [
        ([0.8, 0.81], 0.8, {}),  # each as far from the others: one form
        ([0.8, 0.945], 0.8, {}),  # two versions of one letter, and another letter
        ([0.8, 0.9], np.nan, {}),  # nobody has measured
        ([0.8, 0.9], 0.9, {"ages": (20, 10)}),  # not in the order of age
        ([0.8, 0.9], 0.9, {"ages": (10, 10)}),
        ([0.8, 0.9], 0.9, {"kin": Kin.SERIES}),
        ([0.8, 0.9], 0.9, {"text": False}),
        ([0.8, 0.9], 0.9, {"time": 0}),
        ([0.8, 0.9], 0.9, {"kin": Kin.UNKNOWN}),
    ],
)
def test_changes_that_do_not_add_up_make_none(figure, between, changed):
    assert stepped(figure, between, **changed) == [Relation.SIMILAR] * 2


@pytest.mark.parametrize("kin", [Kin.NEAR, Kin.SAME])
def test_copies_that_are_as_far_from_one_another_are_fillings(kin):
    far = {"kin": kin, "held": 0.99}
    assert stepped([0.996, 0.997], 0.996, **far) == [Relation.SIMILAR] * 2
    assert stepped([0.992, 0.996], 0.996, **far) == [Relation.OLDER] * 2  # steps
    assert stepped([0.996, 0.997], 0.996, **far, order=-1) == [Relation.OLDER] * 2  # "v1", "v2"


def test_counters_on_everyday_names_need_steps_or_additions():
    numbered = {"kin": Kin.NUMBERED, "lost": 40.0}
    assert stepped([0.96, 0.97], np.nan, **numbered) == [Relation.SIMILAR] * 2
    assert stepped([0.92, 0.96], 0.96, **numbered) == [Relation.OLDER] * 2
    assert stepped([0.96, 0.97], np.nan, kin=Kin.NUMBERED, held=1.0, lost=0.0) == [Relation.OLDER] * 2


def test_steps_of_two_clusters_are_not_mixed():
    assert stepped([0.8, 0.9], 0.9, cluster=0) == [Relation.OLDER] * 2
    columns = {name: np.array([value] * 2) for name, value in PLAIN.items()}
    columns |= {"cluster": np.array([0, 1]), "content": np.array([1, 2]), "age": np.array([10, 20])}
    columns |= {"kin": np.full(2, Kin.NEAR), "similarity": np.array([0.8, 0.9])}
    found = relations(Pairs(**columns), lambda a, _: np.full(len(a), 0.9))[0]
    assert [tuple(Relation)[code] for code in found] == [Relation.SIMILAR] * 2


@given(
    st.fixed_dictionaries(
        {
            **{name: st.booleans() for name, value in PLAIN.items() if isinstance(value, bool)},
            "time": st.sampled_from([-1, 0, 1]),
            "kin": st.sampled_from(list(Kin)),
            "order": st.sampled_from([-1, 0, 1]),
            "similarity": st.sampled_from([0.75, 0.85, 0.96]),
            "held": st.sampled_from([0.9, 0.98, 1.0]),
            "lost": st.sampled_from([0.0, 40.0]),
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
        nearly = changed["text"] and changed["similarity"] >= 0.95
        grown = changed["text"] and changed["held"] >= 0.97 and changed["kin"] == Kin.NEAR
        near = nearly and changed["kin"] == Kin.NEAR
        added_to = (
            nearly
            and changed["lost"] == 0
            and changed["held"] == 1
            and changed["kin"] in (Kin.UNKNOWN, Kin.NUMBERED)
        )
        assert changed["kin"] == Kin.SAME or grown or near or added_to
        assert not changed["form"] or changed["firm"]
        assert {changed["time"], changed["order"]} - {0} == {sign}
    assert (reason is Reason.NONE) == (relation in (Relation.OLDER, Relation.NEWER, Relation.IDENTICAL))
    mirrored = found(**changed | {"time": -changed["time"], "order": -changed["order"]})
    turned = {Relation.OLDER: Relation.NEWER, Relation.NEWER: Relation.OLDER}
    assert mirrored == (turned.get(relation, relation), reason)
