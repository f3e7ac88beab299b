"""Links of contents → links of files, against a plain twin: the same files hang together."""

from types import SimpleNamespace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.app.linking.file_links import _by_strength, expanded, spanned
from simfinder.search.clustering import components as clustering
from simfinder.search.clustering.spanning_forest import kinds_of
from simfinder.search.linking.links import Links
from tests.helpers.examples import examples


def columns(contents, types):
    return SimpleNamespace(contents=np.array(contents, dtype=np.int32), types=np.array(types, dtype=np.int32))


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
    result = expanded(links, columns(contents, types), np.array(alive, dtype=bool), rows)
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


@settings(max_examples=examples(300), deadline=None)
@given(worlds(), st.integers(0, 2**32), st.booleans())
def test_a_forest_groups_as_all_links_do(world, seed, same_type):
    rows, contents, types, alive, pairs = world
    rng = np.random.default_rng(seed)
    links = Links(
        np.array([p[0] for p in pairs], dtype=np.int32),
        np.array([p[1] for p in pairs], dtype=np.int32),
        (rng.integers(4, 12, len(pairs)) / 12).astype(np.float32),
        3,
    )
    files = columns(contents, types), np.array(alive, dtype=bool), rows
    few = _by_strength(links, spanned(links, *files))
    assert few.capped == 3
    assert {*zip(few.a.tolist(), few.b.tolist(), strict=True)} <= set(pairs)
    everything, enough = expanded(links, *files), expanded(few, *files)
    for _ in range(4):
        tolerance = (rng.integers(0, 10, 3) / 12).astype(np.float32)
        grouped = []
        for found in (everything, enough):
            held = clustering.active(
                found.similarity, files[0].types[found.a], files[0].types[found.b], tolerance, same_type
            )
            grouped.append(clustering.connected(len(contents), found.a[held], found.b[held]).tolist())
        assert grouped[0] == grouped[1]


@given(worlds())
def test_contents_whose_files_are_of_the_same_types_are_of_one_kind(world):
    rows, contents, types, _, _ = world
    kinds = kinds_of(np.array(contents, dtype=np.int32), np.array(types, dtype=np.int32), rows)
    assert kinds.dtype == np.int32
    assert (kinds >= 0).all()
    sets = [
        {kind for row, kind in zip(contents, types, strict=True) if row == content} for content in range(rows)
    ]
    for x in range(rows):
        for y in range(rows):
            assert (kinds[x] == kinds[y]) == (sets[x] == sets[y])
