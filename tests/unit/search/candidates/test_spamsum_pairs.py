import itertools
import string

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simfinder.model.progress import Control
from simfinder.model.scan_options import Method
from simfinder.search.candidates import spamsum_pairs
from simfinder.search.clustering import components
from simfinder.search.linking.links import find_links
from simfinder.search.set_join import join as joining
from simfinder.signatures.spamsum.digest import score
from tests.helpers.examples import examples
from tests.unit.search.twins.tables import all_pairs, as_dict, plain_links, table


def candidates(rows):
    return all_pairs(spamsum_pairs.NgramJoin(rows, Control()))


LETTERS = string.ascii_letters + string.digits + "+/"
parts = st.text("ABC", max_size=18)
texts = st.builds("{}:{}:{}".format, st.sampled_from([3, 6, 12, 24, 48, 96, 5, 10]), parts, parts)


def grams(part):
    """Seven characters in a row, after cutting runs to three."""
    cut = "".join("".join(run)[:3] for _, run in itertools.groupby(part))
    return {cut[i : i + 7] for i in range(len(cut) - 6)}, cut


def comparable(a, b):
    """The condition for a score, straight from the specification."""
    (p, first_a, second_a), (q, first_b, second_b) = (
        (int(block), grams(first), grams(second)) for block, first, second in (s.split(":") for s in (a, b))
    )
    if p == q and first_a[1] == first_b[1] and second_a[1] == second_b[1]:
        return True
    held = {}
    for block, (found, _) in ((p, first_a), (2 * p, second_a)):
        held.setdefault(block, set()).update(found)
    return any(held.get(block, set()) & found for block, (found, _) in ((q, first_b), (2 * q, second_b)))


@pytest.fixture
def nothing_affordable(monkeypatch):
    monkeypatch.setattr(spamsum_pairs, "VISITS_BUDGET", -1)
    monkeypatch.setattr(spamsum_pairs, "VISITS_PER_ROW", 0)


def common(signatures):
    return [
        (x, y)
        for x, y in itertools.combinations(range(len(signatures)), 2)
        if comparable(signatures[x], signatures[y])
    ]


@settings(max_examples=examples(200), deadline=None)
@given(st.lists(texts, min_size=1, max_size=14))
def test_candidates_are_the_pairs_with_a_common_gram_or_equal_signatures(signatures):
    a, b = candidates(table(spamsum=signatures))
    assert list(zip(a.tolist(), b.tolist(), strict=True)) == common(signatures)


@settings(
    max_examples=examples(200), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(texts, min_size=1, max_size=14))
def test_so_they_are_where_all_pairs_would_be_too_many(nothing_affordable, signatures):
    a, b = candidates(table(spamsum=signatures))
    assert list(zip(a.tolist(), b.tolist(), strict=True)) == common(signatures)


@settings(max_examples=examples(100), deadline=None)
@given(st.lists(texts, min_size=1, max_size=14))
def test_no_pair_with_a_score_is_lost(signatures):
    found = find_links(table(spamsum=signatures), Method.SPAMSUM, 0.01)
    want = plain_links(signatures, lambda a, b: min(0.999, score(a, b) / 100), 0.01)
    assert as_dict(found) == pytest.approx(want, abs=1e-6)


def test_runs_do_not_hide_a_common_gram():
    a, b = candidates(table(spamsum=["96:AAAAAAAAAABCDEFG:x", "96:zAAABCDEz:y", "96:AAAAAAA:z"]))
    assert (a.tolist(), b.tolist()) == ([0], [1])


def test_block_sizes_four_times_apart_do_not_meet():
    same = "ABCDEFGHIJ"
    pairs = [f"{block}:{same}:{same}" for block in (3, 6, 12, 24)]
    a, b = candidates(table(spamsum=pairs))
    # 3:…:… and 12:…:… meet nowhere: their parts stand for 3, 6 and for 12, 24
    assert list(zip(a.tolist(), b.tolist(), strict=True)) == [(0, 1), (1, 2), (2, 3)]


def test_rows_without_a_signature_meet_nobody():
    assert len(candidates(table(spamsum=["0::"] * 20))[0]) == 0
    assert len(candidates(table(spamsum=["3::"] * 20))[0]) == 190


def families_below_a_header():
    """One header's grams in 600 signatures, 20 families with more in common."""
    rng = np.random.default_rng(1)
    word = lambda count: "".join(rng.choice(list(LETTERS), count))  # noqa: E731
    header = word(20)
    signatures = []
    for _ in range(20):
        body = word(30)
        signatures += [f"96:{header}{body}{word(8)}:{word(20)}" for _ in range(30)]
    return signatures


def test_a_popular_gram_loses_nothing_while_its_pairs_are_affordable():
    join = spamsum_pairs.NgramJoin(table(spamsum=families_below_a_header()), Control())
    assert join.capped == 0
    assert sum(len(a) for a, _ in join.pairs(lambda _: None)) == 600 * 599 // 2


def test_a_popular_gram_costs_no_square_and_keeps_likes_together(nothing_affordable, monkeypatch):
    monkeypatch.setattr(joining, "EXACT", 0)
    monkeypatch.setattr(joining, "PAIRS_BUDGET", 1000)
    t = table(spamsum=families_below_a_header())
    join = spamsum_pairs.NgramJoin(t, Control())
    pairs = sum(len(a) for a, _ in join.pairs(lambda _: None))
    assert join.capped > 0
    assert pairs < 600 * 60  # of 179,700

    found = find_links(t, Method.SPAMSUM)
    assert found.capped > 0
    strong = found.similarity >= 0.8
    label = components.connected(600, found.a[strong], found.b[strong])
    assert (label == np.repeat(np.arange(0, 600, 30), 30)).all()
