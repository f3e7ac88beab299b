import numpy as np
import pytest

from simfinder.model.scan_options import Method
from simfinder.search import similarity
from simfinder.search.candidates import registry
from simfinder.signatures.shingleprint.fingerprint import score
from simfinder.signatures.sign.sign_bytes import sign
from simfinder.signatures.simhash import fingerprint as simhash
from simfinder.signatures.spamsum import digest as spamsum
from simfinder.signatures.table.parameters import Parameters
from simfinder.signatures.table.signature_table import SignatureTable
from tests.unit.search.twins.tables import family, plain_estimate, plain_resemblance, table


def test_the_estimate_is_the_calibrated_resemblance():
    rng = np.random.default_rng(1)
    sketches = [s for edited in (0.0, 0.1, 0.4) for s in family(rng, 4, edited)] + [()]
    t = table(sketches, size=rng.integers(1, 5000, 13))
    a, b = np.triu_indices(13, 1)
    want = [plain_estimate(t.row(x), t.row(y)) for x, y in zip(a, b, strict=True)]
    assert similarity.estimate(t, a, b).tolist() == pytest.approx(want, abs=1e-6)
    assert similarity.estimate(t, b, a).tolist() == similarity.estimate(t, a, b).tolist()
    assert max(want) > 0.9


def test_a_known_value():
    # the bottom 128 of the union are 0..127, of which both hold 64; sizes 1000 and 3000 cap at 0.5
    low = list(range(128))
    t = table([low, low[64:] + list(range(1000, 1064))], size=[1000, 3000])
    j = plain_resemblance(t.row(0).sketch, t.row(1).sketch)
    assert j == 0.5
    assert similarity.estimate(t, [0], [1])[0] == pytest.approx(0.5)
    assert registry.figures(t, 0, 1)["sketch"] == pytest.approx(0.5)


def test_only_the_same_content_is_certain():
    t = table([range(128)] * 2, tags=[[1] * 16] * 2, spamsum=["3:ab:c"] * 2, simhash=[5] * 2)
    assert similarity.estimate(t, [0, 0], [1, 0]).tolist() == pytest.approx([similarity.MAX_ESTIMATE, 1.0])
    for method in Method:
        both = registry.similarity(t, method, np.array([0, 0]), np.array([1, 0]))
        assert both[1] == 1.0
        assert both[0] == pytest.approx(0 if method is Method.CONTENT else similarity.MAX_ESTIMATE)
        assert both.dtype == np.float32


def test_nothing_to_compare_is_no_similarity():
    t = table([(), (), range(9)])
    assert similarity.estimate(t, [0, 0], [1, 2]).tolist() == [0.0, 0.0]
    assert len(similarity.estimate(t, [], [])) == 0


def test_figures_of_each_method():
    tags = [[10] * 16, [10] * 15 + [30]]
    t = table([[1, 2, 3], [2, 3, 4]], tags=tags, spamsum=["96:ABCDEFGHIJ:", "96:ABCDEFGHIK:"])
    figures = registry.figures(t, 0, 1)
    assert figures == {
        "sketch": pytest.approx(0.5),
        "shingleprint": 1.0,  # the leading half of each of the six is 0
        "spamsum": pytest.approx(0.91),
        "tagcount": pytest.approx(1 - 20 / 340),
    }
    assert registry.similarity(t, Method.SPAMSUM, [0], [1])[0] == pytest.approx(0.91)
    assert registry.similarity(t, Method.TAGCOUNT, [0], [1])[0] == pytest.approx(1 - 20 / 340)


@pytest.mark.parametrize("floor", [0.0, 0.05, 0.4, 0.9, 1.0])
@pytest.mark.parametrize("share", [1.0, 0.95])
def test_the_least_resemblance_for_a_floor_is_its_inverse(floor, share):
    j = similarity.resemblance_for(floor, share)
    dice = 2 * j / (1 + j)
    reached = share * min(1.0, dice / share) ** 0.6
    assert reached == pytest.approx(min(floor, share), abs=1e-9)


def test_figures_of_all_methods_of_real_contents():
    rng = np.random.default_rng(2)
    data = rng.bytes(5000)
    signed = [sign(data), sign(data[:4000] + rng.bytes(1000)), sign(b"short"), sign(data[:100])]
    t = SignatureTable.build(signed)
    place = {t.content[i].tobytes(): i for i in range(4)}
    a, b, short, part = (place[s.content] for s in signed)
    figures = registry.figures(t, a, b)
    assert set(figures) == {"sketch", "spamsum", "simhash", "shingleprint", "tagcount"}
    assert figures["shingleprint"] == pytest.approx(score(signed[0].shingleprint, signed[1].shingleprint))
    assert figures["simhash"] == simhash.similarity(signed[0].simhash, signed[1].simhash)
    assert figures["spamsum"] == spamsum.score(signed[0].spamsum, signed[1].spamsum) / 100
    assert set(registry.figures(t, a, short)) == {"spamsum", "tagcount"}
    columns = registry.figure_columns(t, np.array([a, a, part]), np.array([b, short, a]))
    assert np.isnan(columns["simhash"]).tolist() == [False, True, False]
    for i, (x, y) in enumerate([(a, b), (a, short), (part, a)]):
        one = registry.figures(t, x, y)
        assert {name: c[i] for name, c in columns.items() if not np.isnan(c[i])} == one


def test_a_simhash_of_32_bits_is_a_share_of_32():
    rng = np.random.default_rng(3)
    parameters = Parameters(bits=32)
    signed = [sign(rng.bytes(500), parameters) for _ in range(2)]
    t = SignatureTable.build(signed, parameters)
    assert registry.figures(t, 0, 1)["simhash"] == simhash.similarity(*(s.simhash for s in signed), bits=32)


def test_simhash_and_shingleprint_decide_by_their_own_figures():
    t = table(
        [[k << 32 for k in range(10)], [k << 32 for k in range(5, 15)], (), ()],
        simhash=[0, 0b111, 0b111, None],
    )
    a, b = np.array([0, 0, 1, 2, 0, 3, 3]), np.array([1, 2, 2, 1, 3, 2, 3])
    bits = registry.similarity(t, Method.SIMHASH, a, b)
    assert bits.tolist() == pytest.approx(
        [61 / 64, 61 / 64, similarity.MAX_ESTIMATE, similarity.MAX_ESTIMATE, 0, 0, 1]
    )
    prints = registry.similarity(t, Method.SHINGLEPRINT, a, b)
    assert prints.tolist() == pytest.approx([5 / 15, 0, 0, 0, 0, 0, 1])
    assert bits.dtype == prints.dtype == np.float32
