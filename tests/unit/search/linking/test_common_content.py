import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.search.linking import common_content
from simfinder.search.linking.common_content import LEAST, RARE
from simfinder.search.similarity import MAX_ESTIMATE
from simfinder.signatures.sketch.bottom_k import EMPTY
from simfinder.signatures.sketch.hash_codes import codes_of
from tests.helpers.examples import examples

WIDTH = 8


def table(sets):
    sketch = np.full((len(sets), WIDTH), EMPTY, np.uint64)
    length = np.zeros(len(sets), np.uint16)
    for row, values in enumerate(sets):
        held = sorted(values)[:WIDTH]
        sketch[row, : len(held)] = held
        length[row] = len(held)
    return codes_of(sketch, length), length


def columns(pairs):
    both = np.array(pairs, np.int32).reshape(-1, 2)
    return both[:, 0].copy(), both[:, 1].copy()


def slowly(sets, pairs):
    """Weights and others by plain sets; of contents with at most 256 neighbours."""
    held = [set(sorted(values)[:WIDTH]) for values in sets]
    near = [[] for _ in sets]
    for x, y in pairs:
        near[x].append(y)
        near[y].append(x)

    def have(row, value):
        return sum(value in held[other] for other in near[row]) if len(near[row]) > RARE else 0

    told = []
    for x, y in pairs:
        counts = [max(have(x, value), have(y, value)) for value in held[x] & held[y]]
        weight = (
            np.mean([1.0 if n <= RARE else max(LEAST, (RARE / n) ** 2) for n in counts]) if counts else 1.0
        )
        mean = sum(counts) // len(counts) if counts else 0
        told.append((weight, mean - 1 if mean > RARE else 0))
    return told


@st.composite
def graphs(draw):
    n = draw(st.integers(2, 80))
    sets = draw(st.lists(st.sets(st.integers(0, 12), max_size=WIDTH), min_size=n, max_size=n))
    node = st.integers(0, n - 1)
    some = draw(st.sets(st.tuples(node, node).filter(lambda pair: pair[0] < pair[1]), max_size=60))
    hubs = draw(st.sets(node, max_size=4))  # contents with many links
    some |= {(min(hub, x), max(hub, x)) for hub in hubs for x in range(n) if x != hub}
    return sets, sorted(some)


@settings(deadline=None, max_examples=examples(50))
@given(graphs())
def test_weights_are_those_reckoned_slowly(graph):
    sets, pairs = graph
    weight, others, _ = common_content.weights(*table(sets), *columns(pairs))
    want = slowly(sets, pairs)
    assert weight == pytest.approx([w for w, _ in want], abs=1e-6)
    assert others.tolist() == [n for _, n in want]


@given(graphs(), st.data())
@settings(max_examples=examples(40))
def test_some_links_weigh_what_they_weigh_among_all(graph, data):
    sets, pairs = graph
    wanted = np.array(data.draw(st.lists(st.booleans(), min_size=len(pairs), max_size=len(pairs))), np.bool_)
    whole = common_content.weights(*table(sets), *columns(pairs))
    some = common_content.weights(*table(sets), *columns(pairs), wanted=wanted)
    for of_all, of_some, untold in zip(whole, some, (1, 0, False), strict=True):
        assert of_some.tolist() == np.where(wanted, of_all, untold).tolist()


@pytest.mark.parametrize("jobs", [1, 2])
def test_its_parts_are_announced_and_counted(jobs):
    sets, pairs = group(300)
    announced, checks = [], []
    common_content.weights(
        *table(sets), *columns(pairs), lambda: checks.append(1), jobs, begin=announced.append
    )
    assert announced == [len(checks)]
    assert len(checks) > 2


def group(members, common=6):
    """Sets that share a core and have two values of their own each, and all their pairs."""
    sets = [{*range(common), 1000 + 2 * i, 1001 + 2 * i} for i in range(members)]
    return sets, [(x, y) for x in range(members) for y in range(x + 1, members)]


@pytest.mark.parametrize(("members", "want"), [(RARE + 1, 1.0), (2 * RARE + 1, 0.25), (71, (RARE / 70) ** 2)])
def test_what_n_others_have_counts_so_much_less(members, want):
    sets, pairs = group(members)
    weight, others, _ = common_content.weights(*table(sets), *columns(pairs))
    assert weight == pytest.approx(np.full(len(pairs), want), abs=1e-6)
    assert set(others.tolist()) == ({members - 2} if members > RARE + 1 else {0})


def test_never_less_than_the_least_and_neighbours_asked_stand_for_all():
    sets, pairs = group(600)
    weight, others, _ = common_content.weights(*table(sets), *columns(pairs))
    assert weight == pytest.approx(np.full(len(pairs), LEAST))
    assert set(others.tolist()) == {598}


def test_what_two_share_beyond_the_others_keeps_its_weight():
    sets, pairs = group(80, common=2)
    sets[3] |= {500, 501, 502}
    sets[7] |= {500, 501, 502}
    weight, _, _ = common_content.weights(*table(sets), *columns(pairs))
    weight = dict(zip(pairs, weight.tolist(), strict=True))
    assert weight[3, 7] == pytest.approx((3 + 2 * (RARE / 79) ** 2) / 5)
    assert weight[3, 8] == pytest.approx((RARE / 79) ** 2)


def test_nothing_and_contents_without_features():
    none = common_content.weights(*table([]), *columns([]))
    assert [len(part) for part in none] == [0, 0, 0]
    sets = [set() for _ in range(40)]
    weight, others, _ = common_content.weights(*table(sets), *columns([(0, x) for x in range(1, 40)]))
    assert (weight == 1).all()
    assert not others.any()


@pytest.mark.parametrize("ends", [500, 1 << 22])
def test_threads_and_portions_are_of_no_account(monkeypatch, ends):
    rng = random.Random(7)
    core = {*range(6)}
    sets = [{*rng.sample(sorted(core), rng.randint(3, 6)), 1000 + 2 * i, 1001 + 2 * i} for i in range(90)]
    pairs = [(x, y) for x in range(90) for y in range(x + 1, 90) if rng.random() < 0.8]
    alone = common_content.weights(*table(sets), *columns(pairs))
    assert len({*alone.weight.tolist()}) > 20
    monkeypatch.setattr(common_content, "_LINKS", 32)
    monkeypatch.setattr(common_content, "_ENDS", ends)
    for jobs in (1, 3):
        many = common_content.weights(*table(sets), *columns(pairs), jobs=jobs)
        assert (many[0] == alone[0]).all()
        assert (many[1] == alone[1]).all()
        assert (many[2] == alone[2]).all()


def test_it_can_be_stopped():
    def stop():
        raise InterruptedError

    with pytest.raises(InterruptedError):
        common_content.weights(*table(group(60)[0]), *columns(group(60)[1]), stop)


@given(st.floats(0, 1), st.floats(LEAST, 1))
def test_strength_is_at_most_the_similarity_and_all_of_it_where_nothing_is_common(similarity, weight):
    of = np.array([similarity], np.float32)
    worth = common_content.strength(of, np.array([weight], np.float32))
    assert worth <= of
    assert common_content.strength(of, np.ones(1, np.float32)) == pytest.approx(of, abs=1e-6)
    assert (common_content.strength(of, None) == of).all()


def test_strength_rises_with_similarity_and_weight():
    steps = np.linspace(0, 1, 101, dtype=np.float32)
    half = np.full(101, 0.5, np.float32)
    assert (np.diff(common_content.strength(steps, half)) > 0).all()
    assert (np.diff(common_content.strength(half, steps)) > 0).all()


def test_contents_that_differ_in_their_packaging_only_stay_together():
    most = np.array([MAX_ESTIMATE, 1.0], np.float32)
    assert (common_content.strength(most, np.full(2, LEAST, np.float32)) == most).all()


@given(
    st.lists(st.tuples(st.floats(0, 1, width=32), st.floats(0, 1, width=32), st.booleans()), max_size=9),
    st.booleans(),
)
def test_strength_as_columns_say_it(links, of_siblings):
    similarity, weight = (np.array([link[at] for link in links], np.float32) for at in (0, 1))
    sibling = np.array([link[2] for link in links], np.bool_) if of_siblings else None
    shared = similarity * weight
    worth = shared / np.maximum(shared + (np.float32(1) - similarity), np.float32(1e-9))
    worth = np.where(similarity >= np.float32(0.999), similarity, np.minimum(worth, similarity))
    if sibling is not None:
        worth = np.where(sibling & (similarity < np.float32(common_content.LITTLE)), np.float32(0), worth)
    found = common_content.strength(similarity, weight, sibling)
    assert (found.dtype, found.tolist()) == (np.float32, worth.astype(np.float32).tolist())
