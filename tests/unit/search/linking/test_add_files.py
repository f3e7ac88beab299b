"""Links of some rows with all others: exactly those the whole join finds."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.errors import Cancelled
from simfinder.model.scan_options import Method
from simfinder.search.linking import add_files
from simfinder.search.linking.add_files import links_beside
from simfinder.search.linking.links import find_links
from tests.helpers.examples import examples
from tests.unit.search.twins.tables import as_dict, family, table


def families(seed, count=60):
    rng = np.random.default_rng(seed)
    rows = []
    while len(rows) < count:
        rows += family(rng, int(rng.integers(1, 7)), rng.choice([0.0, 0.02, 0.2, 0.5]), shingles=200)
    return table([*rows[: count - 1], ()])


def expected(found, rows):
    wanted = set(rows)
    return {pair: figure for pair, figure in as_dict(found).items() if wanted & set(pair)}


@given(
    seed=st.integers(0, 50),
    rows=st.sets(st.integers(0, 59), max_size=12),
    floor=st.sampled_from([0.3, 0.5, 0.9]),
)
@settings(max_examples=examples(40))
def test_the_links_of_some_rows_are_those_of_the_whole_join(seed, rows, floor):
    some = families(seed)
    whole = find_links(some, Method.AUTO, floor)
    assert not whole.capped
    found = links_beside(some, np.array(sorted(rows), np.int64), floor)
    assert as_dict(found) == expected(whole, rows)
    assert (np.diff(found.a.astype(np.int64) * len(some) + found.b) > 0).all()


def test_blocks_that_are_full_lose_nothing(monkeypatch):
    some = table(family(np.random.default_rng(1), 120, 0.02))
    monkeypatch.setattr(add_files, "_ROWS", 7)
    monkeypatch.setattr(add_files, "_BLOCK", 0)
    found = links_beside(some, np.arange(0, 120, 3), 0.5)
    assert as_dict(found) == expected(find_links(some, Method.AUTO, 0.5), range(0, 120, 3))
    assert len(found) > 500


def test_it_can_be_cancelled():
    def stop():
        raise Cancelled

    with pytest.raises(Cancelled):
        links_beside(families(3), np.array([1]), 0.5, stop)
