"""Counts per type and percent against a plain loop, and against what a slider really does."""

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.app.clusters.pairs_by_type import STEPS, pairs_by_family, pairs_by_type
from simfinder.app.session.session import Session
from simfinder.model.file_families import family_of
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.model.tolerances import Tolerances
from simfinder.search.linking.links import Links
from tests.helpers.files.trees import version_tree


def files_of(contents, types, names):
    return SimpleNamespace(
        contents=np.array(contents, np.int32), types=np.array(types, np.int32), type_names=tuple(names)
    )


def links_of(pairs):
    a, b, s = zip(*pairs, strict=True) if pairs else ((), (), ())
    return Links(np.array(a, np.int32), np.array(b, np.int32), np.array(s, np.float32), 0)


def plain(pairs, types):
    """The twin: one pair at a time."""
    found = {None: [0] * (STEPS + 1)}
    for a, b, similarity in pairs:
        percent = next((p for p in range(1, STEPS + 1) if 1 - similarity <= p / 100 + 1e-6), None)
        if percent is None:
            continue
        found[None][percent] += 1
        for name in {types[a], types[b]}:
            found.setdefault(name, [0] * (STEPS + 1))[percent] += 1
    return found


@given(
    st.lists(
        st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(400, 1000)).map(
            lambda t: (t[0], t[1], np.float32(t[2] / 1000))
        ),
        max_size=40,
    )
)
def test_counts_are_those_of_a_plain_loop(pairs):
    names = ["c", "py", "txt"]
    types = [0, 1, 2, 0, 1, 2]
    got = pairs_by_type(links_of(pairs), files_of(range(6), types, names))
    wanted = plain([(a, b, float(s)) for a, b, s in pairs], [names[t] for t in types])
    assert {k: v.tolist() for k, v in got.items()} == wanted


@given(
    st.lists(
        st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(400, 1000)).map(
            lambda t: (t[0], t[1], np.float32(t[2] / 1000))
        ),
        max_size=40,
    )
)
def test_a_family_counts_a_pair_of_its_own_types_once(pairs):
    names = ["c", "py", "txt"]
    types = [0, 1, 2, 0, 1, 2]
    got = pairs_by_family(links_of(pairs), files_of(range(6), types, names))
    wanted = plain([(a, b, float(s)) for a, b, s in pairs], [family_of(names[t]) for t in types])
    del wanted[None]
    assert {k: v.tolist() for k, v in got.items()} == wanted


def test_a_content_goes_by_its_first_file_and_unread_files_count_nothing():
    got = pairs_by_type(links_of([(0, 1, 0.9)]), files_of([0, -1, 0, 1], [1, 0, 2, 1], ["a", "b", "c"]))
    assert set(got) == {None, "b"}


def test_nothing_has_no_pairs():
    assert set(pairs_by_type(links_of([]), files_of([], [], []))) == {None}


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    tree = version_tree(tmp_path_factory.mktemp("pairs"))
    return Session.run(ScanOptions((tree.root,)), cache=None, control=Control())


def test_a_slider_before_the_first_pair_changes_nothing_and_behind_it_does(session):
    counts = pairs_by_type(session.links, session.clusters.files)
    first = int(np.flatnonzero(counts["py"])[0])
    session.set_tolerances(Tolerances((first - 1) / 100))
    before = next(count.clusters for count in session.clustering.types() if count.type == "py")
    session.set_tolerances(Tolerances(first / 100))
    after = next(count.clusters for count in session.clustering.types() if count.type == "py")
    assert (before, after) == (0, 1)
