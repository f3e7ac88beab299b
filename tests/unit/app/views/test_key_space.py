"""Places in the key space against what the methods say of each single file."""

import os

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.app.session.session import Session
from simfinder.app.views.key_space import key_space, log_scale, of_session
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.signatures.table.parameters import Parameters
from simfinder.signatures.tagcount.counter import extension_offset, keys, tag_counts
from simfinder.signatures.tagcount.tag_sets import DEFAULT, with_weights
from tests.helpers.files.trees import version_tree


def run(root, parameters=None, **options):
    extra = {} if parameters is None else {"parameters": parameters}
    return Session.run(ScanOptions(roots=(str(root),), **options), cache=None, control=Control(), **extra)


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    tree = version_tree(tmp_path_factory.mktemp("tree"))
    with open(os.path.join(tree.root, "no extension"), "wb") as file:
        file.write(b"\0" * 5)
    return run(tree.root)


def test_each_file_lies_where_its_own_bytes_put_it(session):
    space = of_session(session)
    assert list(space.keys) == ["uniform", "scatter", "skew"]
    assert space.usual == "skew"
    assert space.files.tolist() == list(range(len(session.result.files)))
    for i, file in enumerate(space.files.tolist()):
        path = session.record(file).path
        with open(path, "rb") as opened:
            data = opened.read()
        expected = keys(tag_counts(data))
        assert space.sizes[i] == len(data)
        assert [space.keys[name][i] for name in space.keys] == [int(value) for value in expected]
        assert space.offsets[i] == extension_offset(path)
        assert space.type_names[space.types[i]] == session.scan.type_name(file)
    with_extension = space.values("skew", extension=True)
    assert (with_extension == space.values("skew") + space.offsets).all()


def test_files_that_went_have_no_place_and_come_back(session):
    before = of_session(session)
    gone = session.record(3).path
    session.forget([gone])
    after = of_session(session)
    session.remember([gone])
    assert after.files.tolist() == [file for file in before.files.tolist() if file != 3]
    assert after.unread == 0
    assert of_session(session).files.tolist() == before.files.tolist()


def test_own_weights_have_a_key_of_their_own(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"e" * 100)
    weights = "mine=" + ",".join(["2.5"] + ["0"] * 15)
    space = of_session(run(tmp_path, Parameters(tags=with_weights(DEFAULT, weights))))
    assert list(space.keys) == ["uniform", "scatter", "skew", "mine"]
    assert space.keys["mine"][0] == tag_counts(b"e" * 100)[0] * 250 // 100


def test_a_scan_for_identical_files_has_no_keys(tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).write_bytes(b"same")
    space = of_session(run(tmp_path, identical=True))
    assert (len(space), dict(space.keys), space.unread, space.usual) == (0, {}, 2, "")
    assert space.places_of([0, 1]).tolist() == []


def test_files_without_a_content_are_counted_and_left_out(session):
    files = session.clusters.files
    contents = files.contents.copy()
    contents[[0, 5]] = -1
    fewer = type(files)(
        files.records, contents, files.types, files.type_names, files.sizes, files.mtimes, files.protected
    )
    space = key_space(fewer, session.result.table)
    assert space.unread == 2
    assert not {0, 5} & set(space.files.tolist())
    assert space.places_of([6, 0, 1, 6, 10**9]).tolist() == [0, 4]


@given(st.lists(st.integers(0, 2**64 - 1), min_size=1))
def test_spreading_keeps_the_order_and_loses_nothing(values):
    given_values = np.array(values, dtype=np.float64)
    places = log_scale(given_values)
    assert (np.diff(places[np.argsort(given_values)]) >= 0).all()
    assert np.power(10.0, places) - 1.0 == pytest.approx(given_values, rel=1e-9, abs=1e-9)


def test_nothing_below_zero_and_no_number_stays_none():
    assert log_scale(np.array([0.0, -5.0])).tolist() == [0.0, 0.0]
    assert np.isnan(log_scale(np.array([np.nan]))).all()
