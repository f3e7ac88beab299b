import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.search.clustering import components as clustering
from tests.helpers.examples import examples
from tests.unit.search.twins.tables import components


@st.composite
def graphs(draw):
    n = draw(st.integers(0, 40))
    node = st.integers(0, max(0, n - 1))
    pairs = draw(st.lists(st.tuples(node, node), max_size=60)) if n else []
    return n, pairs


def columns(pairs):
    both = np.array(pairs, np.int32).reshape(-1, 2)
    return both[:, 0].copy(), both[:, 1].copy()


@settings(deadline=None)
@given(graphs())
def test_components_are_those_of_a_breadth_first_search(graph):
    n, pairs = graph
    assert clustering.connected(n, *columns(pairs)).tolist() == components(n, pairs)


@settings(deadline=None)
@given(graphs(), st.randoms(use_true_random=False))
def test_the_order_of_links_does_not_matter(graph, random):
    n, pairs = graph
    mixed = [(b, a) if random.random() < 0.5 else (a, b) for a, b in pairs]
    random.shuffle(mixed)
    assert (clustering.connected(n, *columns(pairs)) == clustering.connected(n, *columns(mixed))).all()


@settings(deadline=None)
@given(graphs(), st.data())
def test_clusters_are_the_components_of_the_active_links_best_first(graph, data):
    n, pairs = graph
    use = data.draw(st.lists(st.booleans(), min_size=len(pairs), max_size=len(pairs)))
    distinct = data.draw(st.booleans())
    rank = data.draw(
        st.permutations(range(n)) if distinct else st.lists(st.integers(-5, 5), min_size=n, max_size=n)
    )
    label = components(n, [pair for pair, used in zip(pairs, use, strict=True) if used])
    by_label = {}
    for node in sorted(range(n), key=lambda node: (rank[node], node)):
        by_label.setdefault(label[node], []).append(node)
    want = [members for members in by_label.values() if len(members) > 1]  # dicts keep the order of the best

    got = clustering.clusters(n, *columns(pairs), np.array(use, bool), np.array(rank, np.int32))

    members = [got.members[got.offsets[i] : got.offsets[i + 1]].tolist() for i in range(len(got))]
    assert members == want
    assert got.kept.tolist() == [cluster[0] for cluster in want]


def test_a_link_is_active_within_the_smaller_of_the_two_tolerances():
    similarity = np.array([0.7, 0.699, 0.8, 0.75, 1.0], np.float32)
    type_a, type_b = np.array([0, 0, 0, 1, 1], np.int32), np.array([0, 0, 1, 0, 0], np.int32)
    tolerance = np.array([0.3, 0.2], np.float32)

    assert clustering.active(similarity, type_a, type_b, tolerance).tolist() == [
        True,
        False,
        True,
        False,
        True,
    ]
    assert clustering.active(similarity, type_a, type_b, tolerance, same_type=True).tolist() == [
        True, False, False, False, False,
    ]  # fmt: skip


@settings(deadline=None)
@given(st.integers(0, 100))
def test_a_link_on_the_border_is_within_whatever_rounding_does(percent):
    similarity = np.array([1 - percent / 100], np.float32)
    zero = np.zeros(1, np.int32)
    exactly = np.array([percent / 100], np.float32)
    less = np.array([percent / 100 - 1e-4], np.float32)
    assert clustering.active(similarity, zero, zero, exactly)[0]
    assert clustering.active(similarity, zero, zero, less)[0] == (percent == 0)


def test_no_tolerance_links_identical_contents_only():
    similarity = np.array([1.0, 0.999], np.float32)
    zero = np.zeros(2, np.int32)
    assert clustering.active(similarity, zero, zero, np.zeros(1, np.float32)).tolist() == [True, False]


def test_columns_of_different_length_are_refused():
    with pytest.raises(ValueError, match="differ in length"):
        clustering.connected(3, np.zeros(2, np.int32), np.zeros(1, np.int32))
    with pytest.raises(ValueError, match="3 nodes"):
        clustering.clusters(3, *columns([]), np.zeros(0, bool), np.zeros(2, np.int32))


def test_a_long_chain_is_one_cluster():
    n = 200_000
    nodes = np.arange(n - 1, dtype=np.int32)[::-1].copy()
    label = clustering.connected(n, nodes, nodes + 1)
    assert not label.any()


@settings(max_examples=examples(150), deadline=None)
@given(st.lists(st.integers(1, 60), max_size=8), st.integers(0, 2**32))
def test_members_in_order(lengths, seed):
    rng = np.random.default_rng(seed)
    offsets = np.cumsum([0, *lengths])
    members = rng.permutation(int(offsets[-1])).astype(np.int32)
    similarity = (rng.integers(0, 5, len(members)) / 4).astype(np.float32)
    wanted = rng.permutation(len(lengths))
    want = []
    for cluster in wanted.tolist():
        first, *rest = range(offsets[cluster], offsets[cluster + 1])
        want += [first, *sorted(rest, key=lambda at: (-similarity[at], members[at]))]
    assert clustering.in_order(offsets, members, similarity, wanted).tolist() == want
