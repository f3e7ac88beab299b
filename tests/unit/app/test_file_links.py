"""Links of contents → links of files, against a plain twin: the same files hang together."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simfinder.app.file_links import file_links
from simfinder.search.links import Links


def components(n, edges):
    label = list(range(n))
    for _ in range(n):
        for a, b in edges:
            label[a] = label[b] = min(label[a], label[b])
    return label


@st.composite
def worlds(draw):
    rows = draw(st.integers(1, 6))
    n = draw(st.integers(0, 15))
    contents = [draw(st.integers(-1, rows - 1)) for _ in range(n)]
    types = [draw(st.integers(0, 2)) for _ in range(n)]
    alive = [draw(st.booleans()) for _ in range(n)]
    pairs = draw(
        st.sets(st.tuples(st.integers(0, rows - 1), st.integers(0, rows - 1)).filter(lambda p: p[0] < p[1]))
    )
    return rows, contents, types, alive, sorted(pairs)


@given(worlds())
def test_expanded_links_join_what_the_contents_join(world):
    rows, contents, types, alive, pairs = world
    n = len(contents)
    links = Links(
        np.array([p[0] for p in pairs], dtype=np.int32),
        np.array([p[1] for p in pairs], dtype=np.int32),
        np.array([0.5 + 0.01 * i for i in range(len(pairs))], dtype=np.float32),
        0,
    )
    result = file_links(
        links,
        np.array(contents, dtype=np.int32),
        np.array(types, dtype=np.int32),
        np.array(alive, dtype=bool),
        rows,
    )
    got = list(zip(result.a.tolist(), result.b.tolist(), strict=True))
    live = [i for i in range(n) if alive[i] and contents[i] >= 0]
    full = [
        (a, b) for a in live for b in live
        if a < b and (contents[a] == contents[b] or tuple(sorted((contents[a], contents[b]))) in pairs)
    ]  # fmt: skip
    assert components(n, got) == components(n, full)
    assert all(alive[a] and alive[b] and a != b for a, b in got)
    for a, b, similarity in zip(result.a, result.b, result.similarity, strict=True):
        pair = tuple(sorted((contents[a], contents[b])))
        expected = (
            np.float32(1.0) if contents[a] == contents[b] else np.float32(0.5 + 0.01 * pairs.index(pair))
        )
        assert similarity == expected
    # every pair of types that two linked contents have is linked, so a tolerance of one type finds its own links
    linked_types = {(contents[a], types[a], contents[b], types[b]) for a, b in got}
    linked_types |= {(c, d, a, b) for a, b, c, d in linked_types}
    for a, b in full:
        if contents[a] != contents[b]:
            assert (contents[a], types[a], contents[b], types[b]) in linked_types
