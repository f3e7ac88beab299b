import numpy as np
import pytest

from simfinder.model.options import Method
from simfinder.search import scoring
from tests.unit.search.synthetic import family, plain_estimate, plain_resemblance, table


def test_the_estimate_is_the_calibrated_resemblance():
    rng = np.random.default_rng(1)
    sketches = [s for edited in (0.0, 0.1, 0.4) for s in family(rng, 4, edited)] + [()]
    t = table(sketches, size=rng.integers(1, 5000, 13))
    a, b = np.triu_indices(13, 1)
    want = [plain_estimate(t.row(x), t.row(y)) for x, y in zip(a, b, strict=True)]
    assert scoring.estimate(t, a, b).tolist() == pytest.approx(want, abs=1e-6)
    assert scoring.estimate(t, b, a).tolist() == scoring.estimate(t, a, b).tolist()
    assert max(want) > 0.9


def test_a_known_value():
    # the bottom 128 of the union are 0..127, of which both hold 64; sizes 1000 and 3000 cap at 0.5
    low = list(range(128))
    t = table([low, low[64:] + list(range(1000, 1064))], size=[1000, 3000])
    j = plain_resemblance(t.row(0).sketch, t.row(1).sketch)
    assert j == 0.5
    assert scoring.estimate(t, [0], [1])[0] == pytest.approx(0.5)
    assert scoring.figures(t, 0, 1)["sketch"] == pytest.approx(0.5)


def test_only_the_same_content_is_certain():
    t = table([range(128)] * 2, tags=[[1] * 16] * 2, spamsum=["3:ab:c"] * 2)
    assert scoring.estimate(t, [0, 0], [1, 0]).tolist() == pytest.approx([scoring.MAX_ESTIMATE, 1.0])
    for method in Method:
        both = scoring.similarity(t, method, np.array([0, 0]), np.array([1, 0]))
        assert both[1] == 1.0
        assert both[0] == pytest.approx(0 if method is Method.CONTENT else scoring.MAX_ESTIMATE)
        assert both.dtype == np.float32


def test_nothing_to_compare_is_no_similarity():
    t = table([(), (), range(9)])
    assert scoring.estimate(t, [0, 0], [1, 2]).tolist() == [0.0, 0.0]
    assert len(scoring.estimate(t, [], [])) == 0


def test_figures_of_each_method():
    tags = [[10] * 16, [10] * 15 + [30]]
    t = table([[1, 2, 3], [2, 3, 4]], tags=tags, spamsum=["96:ABCDEFGHIJ:", "96:ABCDEFGHIK:"])
    figures = scoring.figures(t, 0, 1)
    assert figures == {
        "sketch": pytest.approx(0.5),
        "spamsum": pytest.approx(0.91),
        "tagcount": pytest.approx(1 - 20 / 340),
    }
    assert scoring.similarity(t, Method.SPAMSUM, [0], [1])[0] == pytest.approx(0.91)
    assert scoring.similarity(t, Method.TAGCOUNT, [0], [1])[0] == pytest.approx(1 - 20 / 340)


@pytest.mark.parametrize("floor", [0.0, 0.05, 0.4, 0.9, 1.0])
@pytest.mark.parametrize("share", [1.0, 0.95])
def test_the_least_resemblance_for_a_floor_is_its_inverse(floor, share):
    j = scoring.resemblance_for(floor, share)
    dice = 2 * j / (1 + j)
    reached = share * min(1.0, dice / share) ** 0.6
    assert reached == pytest.approx(min(floor, share), abs=1e-9)
