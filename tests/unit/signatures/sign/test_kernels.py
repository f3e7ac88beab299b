"""Kernels against their slow twins, and properties that hold for any input."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.errors import SignatureError
from simfinder.signatures.sign import sign_bytes
from simfinder.signatures.sign.sign_bytes import Signer
from simfinder.signatures.sketch import bottom_k as sketch
from simfinder.signatures.sketch import hash_codes
from simfinder.signatures.spamsum import digest as spamsum
from simfinder.signatures.table.signature import Signature
from simfinder.signatures.table.signature_table import SignatureTable
from simfinder.signatures.tagcount import counter as tagcount
from tests.helpers.examples import examples
from tests.helpers.screen.tabled import as_tabled
from tests.unit.signatures import twins
from tests.unit.signatures.vectors import load

# bytes that make tags hit, overlap and cross byte borders, zero runs, repeats, and anything
TAGGED = st.lists(
    st.sampled_from([0x00, 0x3A, 0x32, 0xB2, 0x74, 0x65, 0xDB, 0xEF, 0xED, 0x49, 0x01, 0x80, 0x77])
)
DATA = st.one_of(
    st.binary(max_size=700),
    TAGGED.map(bytes),
    st.builds(lambda p, n: (p * n)[:2000], st.binary(min_size=1, max_size=9), st.integers(1, 300)),
    st.builds(
        lambda a, n, b: a + bytes(n) + b, st.binary(max_size=40), st.integers(0, 600), st.binary(max_size=40)
    ),
)


@given(DATA)
def test_tag_counts_equal_the_twin(data):
    assert tagcount.tag_counts(data).tolist() == twins.tag_counts(data)


@pytest.mark.parametrize("lead", range(0, 16, 5))
@pytest.mark.parametrize(
    "pattern", ["924924", "b6db6d", "31", "ee", "ef7bde", "3a32", "00000001", "ed76db49"]
)
def test_tags_that_overlap_themselves_across_blocks(lead, pattern):
    data = bytes(range(100, 100 + lead)) + bytes.fromhex(pattern) * (20_000 // len(pattern))
    assert tagcount.tag_counts(data).tolist() == twins.tag_counts(data)
    counter = tagcount.TagCount()
    for at in range(0, len(data), 777):
        counter.update(data[at : at + 777])
    assert counter.digest().tolist() == twins.tag_counts(data)


def sparse(kind, size):
    """Input whose borders are few, or all in one place, so that the block size has to be halved."""
    rng = np.random.default_rng(size)
    dense = rng.bytes(size // 12)
    return {
        "first": dense + bytes(size - len(dense)),
        "last": bytes(size - len(dense)) + dense,
        "between": bytes(size // 2) + dense + b"x" * (size // 2 - len(dense)),
        "repeated": (rng.bytes(13) * size)[:size],
        "rare": b"".join(bytes(size // 40) + rng.bytes(9) for _ in range(40)),
        "nothing": bytes(size),
    }[kind]


@pytest.mark.parametrize("size", [2500, 7000])
@pytest.mark.parametrize("kind", ["first", "last", "between", "repeated", "rare", "nothing"])
def test_spamsum_of_sparse_input(kind, size):
    data = sparse(kind, size)
    expected = twins.spamsum(data)
    assert spamsum.spamsum(data) == expected
    stream = spamsum.Spamsum()
    for at in range(0, len(data), 1021):
        stream.update(data[at : at + 1021])
    assert stream.digest() == expected


@pytest.mark.parametrize("kind", ["first", "last", "between", "repeated", "rare", "nothing"])
def test_spamsum_of_long_sparse_input_in_one_piece_or_many(kind):
    data = sparse(kind, 1_500_000)
    stream = spamsum.Spamsum()
    for at in range(0, len(data), 100_003):
        stream.update(memoryview(data)[at : at + 100_003])
    assert stream.digest() == spamsum.spamsum(data)


@settings(max_examples=examples(60))
@given(DATA)
def test_spamsum_equals_the_twin(data):
    assert spamsum.spamsum(data) == twins.spamsum(data)


@pytest.mark.parametrize("size", [0, 1, 6, 7, 8, 191, 192, 193, 384, 385, 6144, 6145])
@pytest.mark.parametrize("tail", [b"", bytes(7), bytes(6), b"\0\0\0x"])
def test_spamsum_at_the_steps_of_the_block_size(size, tail):
    data = np.random.default_rng(size).bytes(max(0, size - len(tail))) + tail
    assert spamsum.spamsum(data) == twins.spamsum(data)


def test_the_rolling_hash_of_the_twin_is_right():
    from tests.helpers.files import recipes

    for vector in load("spamsum_steps"):
        data = recipes.build(vector["recipe"])
        assert list(twins.rolling(data)) == vector["rolling"]
        h, hashes = 0x28021967, []
        for byte in data:
            h = twins.piece_hash(h, byte)
            hashes.append(h)
        assert hashes == vector["block_hash"]


def test_the_edit_distance_of_the_twin_is_right():
    for vector in load("edit_distance"):
        assert twins.edit_distance(vector["a"], vector["b"]) == vector["distance"]


PART = st.one_of(st.text("ABC", max_size=64), st.text(twins.ALPHABET, max_size=64))


@st.composite
def signatures(draw):
    """Pairs of signatures with common stretches."""
    common = draw(st.text(twins.ALPHABET, min_size=0, max_size=40))
    made = []
    for _ in range(2):
        block = draw(st.sampled_from([3, 6, 12, 22, 24, 44, 45, 48, 96]))
        parts = [(draw(PART)[:12] + common + draw(PART)[:12])[: draw(st.integers(0, 64))] for _ in range(2)]
        made.append(f"{block}:{parts[0]}:{parts[1]}")
    return made


@given(signatures())
def test_scores_equal_the_twin(pair):
    a, b = pair
    assert spamsum.score(a, b) == spamsum.score(b, a) == twins.score(a, b)
    assert spamsum.score(a, a) == 100


def test_small_blocks_cap_the_score():
    scores = [spamsum.score(f"{block}:ABCDEFG:", f"{block}:ABCDEFG:x") for block in (3, 24, 42, 44, 45, 48)]
    assert scores == [7, 56, 98, 98, 100, 100]


@pytest.mark.parametrize(
    "text",
    ["", "3", "3:", "3:abc", ":a:b", "x:a:b", "-3:a:b", " 3:a:b", "3:a b:c", "3:a:b!", "٣:a:b", "3:" + "ab" * 33 + ":"],
)  # fmt: skip
def test_malformed_signatures_are_refused_with_their_place(text):
    with pytest.raises(SignatureError, match="position"):
        spamsum.parse(text)


@pytest.mark.parametrize(
    ("text", "position"), [("", 0), ("3", 1), ("3:abc", 5), ("3:a b:c", 3), ("3:a:b!", 5), ("x:", 0)]
)
def test_the_place_is_the_right_one(text, position):
    with pytest.raises(SignatureError, match=f"position {position} "):
        spamsum.parse(text)


def test_what_follows_a_comma_is_no_part():
    assert spamsum.parse('3:abc:de,"name"') == (3, "abc", "de")


@given(DATA)
def test_a_sketch_is_the_smallest_hashes_of_distinct_shingles(data):
    values = sketch.sketch(data)
    shingles = twins.shingles(data)
    every = sorted({int(sketch.sketch(s)[0]) for s in shingles})
    assert len(every) == len(shingles)  # no two shingles of one content collide
    assert values.tolist() == every[: sketch.SIZE]


@pytest.mark.parametrize("kind", ["random", "few values", "repeated", "nearly empty"])
def test_a_long_sketch_equals_the_twin(kind):
    rng = np.random.default_rng(11)
    data = {
        "random": rng.bytes(30_000),
        "few values": bytes(rng.integers(0, 3, 30_000, dtype=np.uint8)),
        "repeated": rng.bytes(500) * 60,
        "nearly empty": bytes(9000) + rng.bytes(900) + bytes(20_000),
    }[kind]
    expected = twins.sketch(data)
    assert sketch.sketch(data).tolist() == expected
    stream = sketch.Sketch()
    for at in range(0, len(data), 997):
        stream.update(data[at : at + 997])
    assert stream.digest().tolist() == expected


def test_no_value_is_lost_when_the_slots_are_thinned():
    rng = np.random.default_rng(13)
    for size in rng.integers(391, 397, 3000):  # 384 shingles fill the slots
        data = rng.bytes(int(size))
        assert sketch.sketch(data).tolist() == twins.sketch(data)


@given(DATA, DATA)
def test_resemblance_of_small_contents_is_exact(a, b):
    x, y = twins.shingles(a), twins.shingles(b)
    expected = len(x & y) / len(x | y) if x | y else 0.0
    figure = sketch.resemblance(sketch.sketch(a), sketch.sketch(b))
    if len(x | y) <= sketch.SIZE:
        assert figure == pytest.approx(expected)
    else:
        assert 0.0 <= figure <= 1.0
    assert figure == sketch.resemblance(sketch.sketch(b), sketch.sketch(a))


def test_resemblance_is_near_the_truth():
    rng = np.random.default_rng(3)
    base = rng.bytes(60_000)
    for share in (0.2, 0.5, 0.8):
        cut = int(60_000 * share)
        other = base[:cut] + rng.bytes(60_000 - cut)
        expected = share / (2 - share)
        figure = sketch.resemblance(sketch.sketch(base), sketch.sketch(other))
        assert figure == pytest.approx(expected, abs=0.16)  # four standard errors of 128 samples


def test_unrelated_contents_do_not_collide():
    rng = np.random.default_rng(5)
    values = [sketch.sketch(rng.bytes(20_000)) for _ in range(20)]
    assert all(sketch.resemblance(a, b) == 0.0 for i, a in enumerate(values) for b in values[i + 1 :])


@given(DATA, st.lists(st.integers(0, 2000), max_size=8))
def test_chunks_do_not_matter(data, cuts):
    signer = Signer()
    at = 0
    for cut in sorted(cuts):
        signer.update(data[at : max(at, cut)])
        at = max(at, cut)
    signer.update(data[at:])
    assert signer.digest() == sign_bytes.sign(data)


@pytest.mark.parametrize("chunk", [1, 4093, 65536, 262144, 300001])
def test_chunks_do_not_matter_for_long_input(chunk):
    data = np.random.default_rng(7).bytes(700_000) + bytes(50_000) + b"text and more text " * 3000
    signer = Signer()
    for at in range(0, len(data), chunk * (1 if chunk > 1 else 100_000)):
        signer.update(memoryview(data)[at : at + chunk * (1 if chunk > 1 else 100_000)])
    assert signer.digest() == sign_bytes.sign(data)


@given(
    st.sampled_from([tagcount.TagCount, spamsum.Spamsum, sketch.Sketch]),
    st.binary(max_size=90),
    st.binary(max_size=90),
)
def test_copies_go_their_own_way(kind, a, b):
    first = kind()
    first.update(a)
    second = first.copy()
    second.update(b)

    def value(state):
        digest = state.digest()
        return digest if isinstance(digest, str) else digest.tolist()

    fresh = kind()
    fresh.update(a)
    assert value(first) == value(fresh)
    fresh.update(b)
    assert value(second) == value(fresh)


@given(st.lists(st.integers(0, 10**12), min_size=16, max_size=16))
def test_keys_are_whole_numbers(counts):
    keys = tagcount.keys(np.array(counts, dtype=np.uint64))
    for key, weights in zip(keys, (tagcount.UNIFORM, tagcount.SCATTER, tagcount.SKEW), strict=True):
        assert int(key) == sum(c * w // 100 for c, w in zip(counts, weights, strict=True))


@given(DATA)
def test_stored_forms_come_back(data):
    signature = sign_bytes.sign(data)
    assert tagcount.from_bytes(tagcount.to_bytes(signature.tags)).tolist() == signature.tags.tolist()
    assert spamsum.from_bytes(spamsum.to_bytes(signature.spamsum)) == signature.spamsum
    told = hash_codes.canonical(signature.sketch)
    assert sketch.from_bytes(sketch.to_bytes(signature.sketch)).tolist() == told.tolist()


@pytest.mark.parametrize(
    ("module", "blob"),
    [(tagcount, b"\xff" * 5), (spamsum, b"\xff"), (spamsum, b"3:a"), (sketch, b"1234567"), (sketch, bytes(16)),
     (sketch, bytes(8 * 129))],
)  # fmt: skip
def test_damaged_stored_forms_are_refused(module, blob):
    with pytest.raises(SignatureError):
        module.from_bytes(blob)


@given(st.lists(st.binary(max_size=300), max_size=12))
def test_a_table_holds_each_content_once_in_order(contents):
    table = SignatureTable.build([sign_bytes.sign(data) for data in contents])
    expected = sorted({sign_bytes.sign(data) for data in contents}, key=lambda s: s.content)
    assert [table.row(i) for i in range(len(table))] == [as_tabled(s) for s in expected]
    assert all(isinstance(s, Signature) for s in expected)
    codes = table.codes.at(...)
    assert (codes[:, :-1] <= codes[:, 1:]).all()
