import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.errors import Cancelled, SignatureError, UsageError
from simfinder.model.progress import Control
from simfinder.search.hamming import bit_blocks, block_join
from simfinder.search.hamming.block_join import near_pairs
from simfinder.search.hamming.find_all import find_all
from tests.helpers.examples import examples
from tests.unit.search.twins.hamming import as_pairs, numbers, plain_pairs, quick_pairs, sets
from tests.unit.signatures.vectors import load

VECTORS = load("simhash64_find_all")
ALL = (1 << 64) - 1


def hexed(values):
    return [f"{value:016x}" for value in values]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: f"{v['why'][:24]} {v['blocks']} {v['distance']}")
def test_vectors(vector):
    hashes = [int(text, 16) for text in vector["hashes"]]
    blocks, distance = vector["blocks"], vector["distance"]
    if "error" in vector:
        with pytest.raises(UsageError, match=rf"{blocks} blocks .*{distance}"):
            find_all(hashes, blocks, distance)
        return
    assert [hexed(pair) for pair in as_pairs(find_all(hashes, blocks, distance))] == sorted(vector["pairs"])


@pytest.mark.parametrize(
    "vector", load("simhash64_permutations"), ids=lambda v: f"{v['blocks']} {v['distance']}"
)
def test_permutations_of_the_library(vector):
    blocks, distance = vector["blocks"], vector["distance"]
    ends = bit_blocks.bounds(blocks)
    masks, found = set(), []
    for kept in bit_blocks.choices(blocks, distance):
        rest = [block for block in range(blocks) if block not in kept]
        size = sum(ends[block + 1] - ends[block] for block in kept)
        masks.add(f"{((1 << size) - 1) << (64 - size):016x}")
        found.append(bit_blocks.arrange(ends, [*kept, *rest]))
    assert len(found) == vector["tables"]
    assert masks == set(vector["search_masks"])
    permuted = [permutation.of(0x0123456789ABCDEF) for permutation in found]
    assert hexed(permuted[:30]) == vector["permuted_0123456789abcdef"]
    assert {permutation.inverse.of(value) for permutation, value in zip(found, permuted, strict=True)} == {
        0x0123456789ABCDEF
    }


@pytest.mark.parametrize(("blocks", "distance"), [(3, 3), (0, 0), (2, 5), (65, 3), (4, -1)])
def test_blocks_that_can_not_be(blocks, distance):
    with pytest.raises(UsageError) as error:
        find_all([1, 2], blocks, distance)
    assert str(blocks) in error.value.message
    assert str(distance) in error.value.message


@pytest.mark.parametrize("hashes", [[-1], [1 << 64], [1.5], ["7"], [True], np.array([-3]), np.array([0.5])])
def test_values_that_can_not_be(hashes):
    with pytest.raises(SignatureError, match="no hash of 64 bits"):
        find_all(hashes, 4, 3)


def test_results_are_of_one_kind():
    for hashes in ([], [7], [7, 7], [1, 2], np.array([1, 2]), np.array([], np.uint64)):
        a, b = find_all(hashes, 4, 3)
        assert (a.dtype, b.dtype) == (np.uint64, np.uint64)
        assert len(a) == len(b) == (len(set(map(int, hashes))) > 1)


def test_the_input_stays_as_it_is():
    values = numbers(np.random.default_rng(1), 5000)
    before = values.copy()
    find_all(values, 4, 3)
    assert (values == before).all()


values = st.one_of(
    st.integers(0, ALL),
    st.integers(0, 40),
    st.integers(0, 64).map(lambda shift: ALL >> shift),
    st.tuples(st.sampled_from([0, ALL, 0x5555 << 24]), st.integers(0, 63), st.integers(0, 63)).map(
        lambda parts: parts[0] ^ 1 << parts[1] ^ 1 << parts[2]
    ),
)


@given(st.lists(values, max_size=40), st.integers(0, 63), st.data())
@settings(max_examples=examples(150), deadline=None)
def test_equals_all_pairs_whatever_the_blocks(hashes, distance, data):
    blocks = data.draw(st.integers(distance + 1, 64))
    found = as_pairs(find_all(hashes, blocks, distance))
    assert found == plain_pairs(hashes, distance)


@pytest.fixture
def cheap_tables(monkeypatch):
    """Small sets cut up as if they were large."""
    for cheap in ("_PER_TABLE", "_PER_VALUE"):
        monkeypatch.setattr(block_join, cheap, 1e-12)
    for dear in ("_PER_PAIR", "_PER_CROWDED_PAIR", "_PER_LONELY_PAIR"):
        monkeypatch.setattr(block_join, dear, 1e-3)
    monkeypatch.setattr(block_join, "_WINDOW", 300)
    monkeypatch.setattr(bit_blocks, "_PART", 128)


@pytest.fixture(params=["numpy", "numpy, dense", "kernel", "crowded", "crowded, kernel"])
def way(request, monkeypatch, cheap_tables):
    """Each way of comparing the values of a bucket."""
    for few in ("_FEW", "_FEW_LOADED"):
        monkeypatch.setattr(block_join, few, 0 if "kernel" in request.param else 1 << 60)
    monkeypatch.setattr(block_join, "_CROWDED", 24 if "crowded" in request.param else 1 << 15)
    monkeypatch.setattr(block_join, "_DENSE", 2 if "dense" in request.param else 48)


SETS = sets(np.random.default_rng(8), 240)


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("distance", [1, 3, 6])
def test_every_way_equals_all_pairs(name, distance):
    values = np.unique(SETS[name])
    found = [
        tuple(sorted(pair))
        for block in near_pairs(values, distance, lambda: None)
        for pair in as_pairs(block)
    ]
    assert sorted(found) == quick_pairs(values, distance)  # so each of them once


def test_tables_are_used_where_they_pay(cheap_tables, monkeypatch):
    used = []
    plan = block_join.plan
    monkeypatch.setattr(block_join, "plan", lambda *given: used.append(plan(*given)) or used[-1])
    find_all(SETS["random"], 4, 3)
    find_all(SETS["families"], 4, 3)
    assert all(blocks > 3 for blocks, _ in used)


def test_a_kernel_call_that_is_cut_short_goes_on(monkeypatch):
    """More pairs than one call returns."""
    monkeypatch.setattr(block_join, "_FEW", 0)
    monkeypatch.setattr(block_join, "_FEW_LOADED", 0)
    values = np.arange(1 << 10, dtype=np.uint64)
    a, b = find_all(values, 8, 7)
    expected = quick_pairs(values, 7)
    assert len(expected) > 3 << 17
    assert as_pairs((a, b)) == expected


def test_warming_up_compiles_all_there_is(monkeypatch):
    from simfinder.search.hamming import kernels as hamkernel

    block_join.warm_up()
    before = hamkernel.scan.signatures
    assert len(before) == 1
    monkeypatch.setattr(block_join, "_FEW_LOADED", 0)
    for name in SETS:
        find_all(SETS[name], 4, 3)
    assert hamkernel.scan.signatures == before


def test_numba_is_not_loaded_for_random_values():
    import subprocess
    import sys

    code = (
        "import sys, numpy as np; from simfinder.search.hamming.find_all import find_all;"
        "v = np.arange(200_000, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15);"
        "find_all(v, 5, 3); print('numba' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.strip() == "False"


def test_a_million_random_values_with_pairs_put_among_them():
    rng = np.random.default_rng(3)
    values = numbers(rng, 1_000_000)
    near = [values[:200] ^ (np.uint64(1) << np.uint64(bit)) ^ np.uint64(5 << 30) for bit in (0, 17, 63)]
    a, b = find_all(np.concatenate((values, *near)), 5, 3)
    expected = {tuple(sorted((x, y))) for column in near for x, y in as_pairs((values[:200], column))}
    assert expected <= set(as_pairs((a, b)))
    assert len(a) < 4 * len(expected)
    assert (np.bitwise_count(a ^ b) <= 3).all()
    assert (a < b).all()


@pytest.mark.parametrize("kind", ["random", "small numbers"])
def test_cancelling_in_the_middle(kind):
    calls = []

    def check():
        calls.append(threading.get_ident())
        if len(calls) == 5:
            raise Cancelled

    values = sets(np.random.default_rng(2), 60_000)[kind]
    with pytest.raises(Cancelled):
        find_all(values, 5, 3, check)
    assert len(calls) == 5


def test_progress_ends_at_the_whole():
    for count in (0, 1, 50, 60_000):
        shares = []
        values = np.unique(numbers(np.random.default_rng(4), count))
        list(near_pairs(values, 3, Control().check, shares.append))
        assert shares == sorted(shares)
        assert shares[-1] == 1.0


@given(st.lists(values, min_size=1, max_size=30))
def test_narrowed_values_keep_order_and_come_back(hashes):
    given_values = np.array(sorted(set(hashes)), np.uint64)
    narrowed = bit_blocks.narrow(given_values)
    assert narrowed.values.tolist() == sorted(narrowed.values.tolist())
    assert all(value < 1 << narrowed.width for value in narrowed.values.tolist())
    assert narrowed.back(narrowed.values).tolist() == given_values.tolist()


@given(
    st.integers(1, 64).flatmap(lambda n: st.tuples(st.just(n), st.permutations(range(n)))),
    st.integers(0, ALL),
)
def test_permutations_move_every_bit_and_come_back(cut, value):
    blocks, order = cut
    permutation = bit_blocks.arrange(bit_blocks.bounds(blocks), order)
    moved = permutation.of(value)
    assert moved.bit_count() == value.bit_count()
    assert permutation.inverse.of(moved) == value
    assert int(permutation.apply(np.array([value], np.uint64))[0]) == moved
    ends = bit_blocks.bounds(blocks)
    text = "".join(
        f"{value >> ends[block] & (1 << ends[block + 1] - ends[block]) - 1:0{ends[block + 1] - ends[block]}b}"
        for block in order
    )
    assert int(text, 2) == moved


def test_a_permutation_in_place():
    values = numbers(np.random.default_rng(6), 100_000)
    permutation = bit_blocks.arrange(bit_blocks.bounds(5), [2, 0, 4, 1, 3])
    expected = permutation.apply(values)
    assert (permutation.apply(values, values) == expected).all()
