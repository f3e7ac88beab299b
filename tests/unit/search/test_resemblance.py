import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.search import similarity
from simfinder.signatures.sketch.bottom_k import resemblance
from tests.helpers.examples import examples
from tests.unit.search.twins.tables import family, plain_resemblance, table

MAX = (1 << 64) - 1
values = st.one_of(st.integers(0, 40), st.integers(0, 5).map(lambda k: (MAX >> 1) - (k << 29)))


def check(t):
    n = len(t)
    a, b = (side.ravel().astype(np.int64) for side in np.meshgrid(np.arange(n), np.arange(n)))
    got = similarity.resemblance(t, a, b)
    sketches = [t.row(i).sketch for i in range(n)]
    for x, y, j in zip(a, b, got, strict=True):
        assert j == np.float32(plain_resemblance(sketches[x], sketches[y]))
        assert j == np.float32(resemblance(sketches[x], sketches[y]))


@settings(max_examples=examples(100), deadline=None)
@given(st.lists(st.sets(values, max_size=30), min_size=1, max_size=7))
def test_small_sets_even_with_the_filling_as_a_value(sets):
    check(table([sorted(s) for s in sets]))


def test_full_and_short_sketches_in_any_mix():
    rng = np.random.default_rng(1)
    sizes = (5, 127, 128, 129, 400, 1500)
    check(
        table([s for size in sizes for edited in (0.02, 0.4) for s in family(rng, 2, edited, shingles=size)])
    )
