"""Weak links between two well-connected parts, against a plain search; chains of versions are never cut."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simfinder.search.clustering import bridges, components


def cut(pairs, *, contents=None, rank=None, times=None, tolerance=0.3, forest=None):
    """Return the links that are cut, given links of contents by pair; by default one node per content."""
    contents = list(range(1 + max(max(pair) for pair in pairs))) if contents is None else contents
    n = len(contents)
    rank = range(n) if rank is None else rank
    times = range(n) if times is None else times
    ends = np.array(list(forest or pairs), np.int32).reshape(-1, 2)
    similarity = np.array([(forest or pairs)[pair] for pair in map(tuple, ends.tolist())], np.float32)
    active = 1 - similarity <= tolerance + 1e-6
    of_contents = np.array(sorted(pairs), np.int32).reshape(-1, 2)
    found = bridges.links_between_parts(
        ends[:, 0],
        ends[:, 1],
        similarity,
        active & (similarity >= np.float32(0.9)),
        bridges.Nodes(np.array(contents), np.array(list(rank)), np.array(list(times))),
        tuple(of_contents.T),
    )
    if found is None:
        return set()
    holds = np.array([1 - pairs[pair] <= tolerance + 1e-6 for pair in sorted(pairs)])
    left = found.cut(active, holds[found.links])
    assert not (left & ~active).any()
    return {tuple(pair) for pair in ends[active & ~left].tolist()}


TRIANGLES = {(0, 1): 0.95, (1, 2): 0.95, (0, 2): 0.93, (3, 4): 0.95, (4, 5): 0.95, (3, 5): 0.93}


def test_two_families_held_together_by_one_odd_link_are_cut():
    assert cut({**TRIANGLES, (1, 4): 0.75}) == {(1, 4)}


def test_a_link_that_is_not_much_weaker_stays():
    assert cut({**TRIANGLES, (1, 4): 0.81}) == set()


def test_two_links_are_no_single_bridge():
    assert cut({**TRIANGLES, (1, 4): 0.75, (1, 3): 0.71}) == set()
    assert cut({**TRIANGLES, (1, 4): 0.75, (1, 3): 0.69}) == {(1, 4)}  # outside the tolerance it is no link


def test_a_link_to_what_is_kept_or_to_a_neighbour_in_time_stays():
    assert cut({**TRIANGLES, (0, 4): 0.75}) == set()
    assert cut({**TRIANGLES, (2, 3): 0.75}) == set()
    assert cut({**TRIANGLES, (1, 4): 0.75}, rank=[1, 0, 2, 3, 4, 5]) == set()
    assert cut({**TRIANGLES, (1, 4): 0.75}, times=[5, 1, 5, 3, 3, 3]) == set()


def test_chains_of_versions_stay_whole():
    for step in (0.72, 0.78, 0.85, 0.95):
        chain = {(i, i + 1): step for i in range(9)}
        assert cut(chain) == set()
    jump = {(i, i + 1): 0.75 if i == 4 else 0.95 for i in range(9)}
    for rank in (range(10), range(9, -1, -1), [5, 6, 7, 8, 9, 0, 1, 2, 3, 4]):
        assert cut(jump, rank=rank) == set()


def test_a_pair_of_copies_is_no_part():
    copies = {(0, 1): 1.0, (1, 2): 0.75, (2, 3): 1.0}
    assert cut({(0, 1): 0.75}, contents=[0, 0, 1, 1], forest=copies, rank=[0, 1, 3, 2]) == set()


def test_ties_without_strength_stay():
    n = np.arange(5, dtype=np.int32)
    similarity = np.array([0.95, 0.95, 0, 0.95, 0.95], np.float32)
    every = np.arange(6)
    nodes = bridges.Nodes(every, every, every)
    assert bridges.links_between_parts(n, n + 1, similarity, similarity > 0.9, nodes, (n, n + 1)) is None


STEPS = st.sampled_from([0.65, 0.72, 0.75, 0.8, 0.85, 0.9, 0.95, 1.0])


@given(
    st.dictionaries(
        st.tuples(st.integers(0, 8), st.integers(0, 8)).filter(lambda p: p[0] < p[1]), STEPS, min_size=1
    ),
    st.permutations(range(9)),
    st.permutations(range(9)),
    st.sampled_from([0.2, 0.26, 0.3]),
)
def test_any_links_are_cut_as_a_plain_search_says(pairs, rank, times, tolerance):
    contents = list(range(9))
    found = cut(pairs, contents=contents, rank=rank, times=times, tolerance=tolerance)
    hold = {pair: s for pair, s in pairs.items() if 1 - s <= tolerance + 1e-6}
    strong = [pair for pair, s in hold.items() if s >= 0.9]
    label = components.connected(9, *np.array(strong, np.int32).reshape(-1, 2).T).tolist()
    expected = set()
    for (x, y), similarity in hold.items():
        one = [node for node in contents if label[node] == label[x]]
        other = [node for node in contents if label[node] == label[y]]
        between = [
            p for p in hold if {label[p[0]], label[p[1]]} == {label[x], label[y]} and label[x] != label[y]
        ]
        firm = {min(part, key=lambda node: rank[node]) for part in (one, other)}
        firm |= {min(part, key=lambda node: times[node]) for part in (one, other)}
        firm |= {max(part, key=lambda node: times[node]) for part in (one, other)}
        if (
            min(len(one), len(other)) > 1
            and between == [(x, y)]
            and similarity <= 0.8 + 1e-6
            and not {x, y} & firm
        ):
            expected.add((x, y))
    assert found == expected


def test_however_many_links_there_are_between_parts():
    """More links than fit the first array; one between parts not asked about is left out."""
    size = 40
    within = [(i, i + 1) for i in range(4 * size - 1) if (i + 1) % size]  # four chains
    pairs = dict.fromkeys(within, 0.95)
    pairs |= {(i, size + j): 0.4 for i in range(size) for j in range(size)}
    pairs[1, size + 1] = 0.75
    pairs[2 * size + 1, 3 * size + 1] = 0.85
    ends = np.array(sorted(pairs), np.int32)
    forest = np.array([*within, (1, size + 1), (2 * size + 1, 3 * size + 1)], np.int32)
    similarity = np.array([pairs[tuple(pair)] for pair in forest.tolist()], np.float32)
    every = np.arange(4 * size)
    nodes = bridges.Nodes(every, every, every)
    found = bridges.links_between_parts(*forest.T, similarity, similarity > 0.9, nodes, tuple(ends.T))
    asked = {tuple(pair) for pair in ends[found.links].tolist()}
    assert asked == {pair for pair in pairs if pair[0] < size <= pair[1] < 2 * size}
    assert len(asked) == size * size
