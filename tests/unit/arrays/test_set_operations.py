"""Distinct values and membership, against numpy's own functions."""

from __future__ import annotations

import ast
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import simfinder
from simfinder.arrays.set_operations import is_among, sorted_set

_TYPES = st.sampled_from([np.int32, np.int64, np.uint64, np.bool_, np.dtype("S3"), np.dtype("U2")])
_ARRAYS = _TYPES.flatmap(
    lambda dtype: st.tuples(
        arrays.arrays(dtype, arrays.array_shapes(min_dims=1, max_dims=2, min_side=0, max_side=9)),
        arrays.arrays(dtype, st.integers(0, 9)),
    )
)


@given(_ARRAYS)
def test_as_numpy_has_it(pair: tuple[np.ndarray, np.ndarray]) -> None:
    values, others = pair
    found = sorted_set(values)
    assert found.dtype == values.dtype
    assert found.tolist() == sorted(set(values.ravel().tolist()))
    among = is_among(values, others)
    assert among.shape == values.shape
    assert among.ravel().tolist() == [value in others.tolist() for value in values.ravel().tolist()]


def test_what_is_given_stays_as_it_is() -> None:
    values = np.array([3, 1, 3, 2])
    sorted_set(values)
    is_among(values, values[:2])
    assert values.tolist() == [3, 1, 3, 2]


def test_lists_are_taken_too() -> None:
    assert sorted_set([2, 1, 2]).tolist() == [1, 2]
    assert is_among(np.arange(4), [3, 0]).tolist() == [True, False, False, True]
    assert is_among(np.arange(2), []).tolist() == [False, False]


_SLOW = {f"np.{name}" for name in ("unique", "unique_values", "isin", "union1d", "setdiff1d", "setxor1d")}


def _slow_calls(source: str) -> list[str]:
    """Calls that go through numpy's hash table, which holds Python's lock for 0.7 s a million values."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call) and not node.keywords]
    named = [(ast.unparse(call.func), call.lineno) for call in calls]
    return [f"{name} in line {line}" for name, line in named if name in _SLOW]


@pytest.mark.parametrize(
    ("source", "number"),
    [
        ("np.unique(a)", 1),
        ("np.unique(a, return_index=True)", 0),
        ("np.isin(a, b)", 1),
        ('np.isin(a, b, kind="table")', 0),
        ("np.union1d(a, b)", 1),
        ("sorted_set(a)", 0),
    ],
)
def test_slow_calls_are_found(source: str, number: int) -> None:
    assert len(_slow_calls(source)) == number


def test_nothing_of_the_package_goes_through_the_hash_table() -> None:
    """``sorted_set`` and ``is_among`` do the same. But for ``store``, which may not import them: a handful there."""
    top = Path(simfinder.__file__).parent
    sources = [path for path in sorted(top.rglob("*.py")) if path.relative_to(top).parts[0] != "store"]
    found = {str(path.relative_to(top)): _slow_calls(path.read_text()) for path in sources}
    assert {name: calls for name, calls in found.items() if calls} == {}
    assert len(sources) > 300
