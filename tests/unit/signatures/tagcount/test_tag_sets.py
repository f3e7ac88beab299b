"""Tags and weights of one's own: the counting against a twin, the bounds of the keys, the tag file's text."""

import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.errors import SignatureError, TagError, TooLargeError
from simfinder.signatures.tagcount import counter as tagcount
from simfinder.signatures.tagcount.any_tag_width import WideCount
from simfinder.signatures.tagcount.counter import TagCount, tag_counts
from simfinder.signatures.tagcount.tag_sets import DEFAULT, HEAVIEST, Tag, TagSet, parse_tags, with_weights
from tests.helpers.examples import examples
from tests.helpers.files import recipes
from tests.unit.signatures.vectors import load


def twin(data, tags):
    """The definition, word for word: each tag has a skip counter, a window starts at every bit where it fits."""
    bits = "".join(f"{byte:08b}" for byte in data)
    counts = []
    for tag in tags:
        pattern, hits, skip = f"{tag.value:0{tag.bits}b}", 0, 0
        for start in range(len(bits) - tag.bits + 1):
            if skip:
                skip -= 1
            elif bits.startswith(pattern, start):
                hits, skip = hits + 1, tag.bits - 1
        counts.append(hits)
    return counts


def plain(*tags):
    """A set of (value, bits) with the uniform key alone."""
    return TagSet(tuple(Tag(*tag) for tag in tags), (("uniform", (100,) * len(tags)),))


@st.composite
def any_tags(draw):
    """Some tags of any length, often all zeros, all ones or periodic, so that they overlap themselves."""
    made = set()
    for _ in range(draw(st.integers(1, 7))):
        bits = draw(st.integers(1, 32))
        period = draw(st.sampled_from(["0", "1", "01", "001", "0110", None]))
        value = draw(st.integers(0, 2**bits - 1)) if period is None else int((period * 32)[:bits], 2)
        made.add(Tag(value, bits))
    return tuple(draw(st.permutations(sorted(made, key=str))))


@st.composite
def data_for(draw, tags):
    """Bytes that hold the tags at any bit offset, cut short, overlapping, between runs of zeros and other bits."""
    bits = ""
    for _ in range(draw(st.integers(0, 25))):
        tag = draw(st.sampled_from(tags))
        pattern = f"{tag.value:0{tag.bits}b}"
        bits += draw(st.sampled_from(["", "0", "1", "01", "0" * 11, "0" * 37, pattern[: tag.bits // 2]]))
        bits += pattern * draw(st.integers(1, 3))
    bits += "0" * (-len(bits) % 8)
    return int("1" + bits, 2).to_bytes(len(bits) // 8 + 1, "big")[1:] + draw(st.binary(max_size=20))


SETS = st.one_of(any_tags(), st.just(DEFAULT.tags))
TAGS_AND_DATA = SETS.flatmap(lambda tags: st.tuples(st.just(tags), data_for(tags)))
BORDERS = st.lists(st.integers(0, 150), max_size=6)


def set_of(tags):
    return TagSet(tags, (("uniform", (100,) * len(tags)),))


# -- counting


@settings(max_examples=examples(300))
@given(TAGS_AND_DATA, BORDERS)
def test_counts_equal_the_twin_however_the_data_is_cut(case, cuts):
    tags, data = case
    expected = twin(data, tags)
    assert tag_counts(data, set_of(tags)).tolist() == expected
    counter, at = WideCount(tags), 0
    for cut in sorted(cuts):
        counter.update(data[at : max(at, cut)])
        at = max(at, cut)
        assert counter.digest().tolist() == twin(data[:at], tags)
    counter.update(data[at:])
    assert counter.digest().tolist() == expected


def test_both_kernels_count_the_vectors():
    for vector in load("tagcount"):
        data = recipes.build(vector["recipe"])
        wide = WideCount(DEFAULT.tags)
        wide.update(data)
        assert wide.digest().tolist() == vector["sums"] == tag_counts(data).tolist(), vector["recipe"]


@pytest.mark.parametrize("kind", ["random", "text", "few values", "holes"])
def test_both_kernels_agree_on_long_data(kind):
    rng = np.random.default_rng(17)
    data = {
        "random": rng.bytes(300_000),
        "text": b"the tea tested, the vat: <tree> e.t.\n" * 8000,
        "few values": rng.choice(np.frombuffer(b"\0\0te\xdb\xed\xef\x49\x92", np.uint8), 300_000).tobytes(),
        "holes": b"".join(bytes(int(n)) + rng.bytes(3) for n in rng.integers(0, 2000, 300)),
    }[kind]
    fast, wide = TagCount(), WideCount(DEFAULT.tags)
    for at in range(0, len(data), 70_001):
        fast.update(data[at : at + 70_001])
        wide.update(data[at : at + 70_001])
    assert fast.digest().tolist() == wide.digest().tolist()


def test_another_order_of_the_default_tags_gives_another_order_of_counts():
    data = np.random.default_rng(2).bytes(5000)
    turned = set_of(DEFAULT.tags[::-1])
    assert tag_counts(data, turned).tolist() == tag_counts(data).tolist()[::-1]


@pytest.mark.parametrize(
    ("data", "tag", "count"),
    [
        ("0000", (0x00, 8), 2),
        ("800001", (0x00, 8), 2),
        ("010080", (0x00, 8), 1),
        ("0ff0", (0xFF, 8), 1),
        ("ffff", (1, 1), 16),
        ("ffff", (7, 3), 5),
        ("", (0, 1), 0),
        ("00", (0, 9), 0),
        ("0000", (0, 9), 1),
        ("000000", (0, 10), 2),
        ("deadbeef", (0xDEADBEEF, 32), 1),
        ("1bd5b7dde0", (0xDEADBEEF, 32), 1),  # three bits to the right
        ("dead", (0xDEAD, 17), 0),  # nothing before the file counts as zeros
        ("00dead", (0xDEAD, 17), 1),
    ],
)
def test_worked_examples(data, tag, count):
    assert tag_counts(bytes.fromhex(data), plain(tag)).tolist() == [count]


def test_two_tags_that_begin_together_both_count():
    assert tag_counts(b"\xa4", plain((0xA4, 8), (0xA, 4), (1, 1))).tolist() == [1, 1, 3]


def test_many_tags():
    every = [(value, 12) for value in range(4096)]
    data = np.random.default_rng(4).bytes(900)
    counts = tag_counts(data, plain(*every, (0, 1), (1, 1)))
    assert counts.tolist() == twin(data, [Tag(*tag) for tag in (*every, (0, 1), (1, 1))])
    assert int(counts[-2:].sum()) == 8 * len(data)


@given(TAGS_AND_DATA, st.integers(0, 150))
def test_putting_together_adds_one_hit_a_tag_at_most(case, cut):
    # greedy from the left fits in as many hits as there is room for, so this holds for every tag
    tags, data = case
    tag_set = set_of(tags)
    whole = tag_counts(data, tag_set)
    parts = tag_counts(data[:cut], tag_set) + tag_counts(data[cut:], tag_set)
    assert all(0 <= int(a) - int(b) <= 1 for a, b in zip(whole, parts, strict=True))


# -- holes


PIECES = st.lists(
    st.one_of(
        st.integers(0, 12),
        st.integers(0, 3000),
        st.binary(min_size=1, max_size=5),
        st.sampled_from(
            [b"\x01", b"\x80", b"\x10", b"\x24\x92", b"\xdb", b"\x49", b"\xe0", b"\x76", b"\xef"]
        ),
    ),
    max_size=6,
)


@settings(max_examples=examples(400))
@given(SETS, PIECES)
def test_holes_equal_fed_zeros(tags, pieces):
    short, long = TagCount(set_of(tags)), TagCount(set_of(tags))
    for piece in pieces:
        if isinstance(piece, int):
            short.update_zeros(piece)
            long.update(bytes(piece))
        else:
            short.update(piece)
            long.update(piece)
        assert short.digest().tolist() == long.digest().tolist()


@pytest.mark.parametrize(
    "tags", [DEFAULT.tags, (Tag(0, 8),), (Tag(0, 13), Tag(1, 32), Tag(0, 32), Tag(4, 5))]
)
@pytest.mark.parametrize("zeros", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 4096])
def test_holes_after_every_byte_and_before_it(tags, zeros):
    for byte in range(256):
        data = [bytes([byte]), bytes(zeros), bytes([byte, byte ^ 255])]
        counter = TagCount(set_of(tags))
        counter.update(data[0])
        counter.update_zeros(zeros)
        counter.update(data[2])
        assert counter.digest().tolist() == tag_counts(b"".join(data), set_of(tags)).tolist(), byte


@pytest.mark.parametrize("zeros", [0, 1, 2, 3, 4, 5, 100])
def test_holes_at_the_very_start(zeros):
    for tags in (DEFAULT.tags, (Tag(0, 3), Tag(0, 32), Tag(1, 31))):
        counter = TagCount(set_of(tags))
        counter.update_zeros(zeros)
        assert counter.digest().tolist() == twin(bytes(zeros), tags)
        counter.update(b"\x01te")
        assert counter.digest().tolist() == twin(bytes(zeros) + b"\x01te", tags)


def test_the_largest_hole():
    for tags in (DEFAULT, plain((0, 8), (0x74, 8))):
        counter, few = TagCount(tags), TagCount(tags)
        for state, zeros in ((counter, 2**62), (few, 2**10)):
            state.update(b"test\x10")
            state.update_zeros(zeros)
            state.update(b"\x01\xe8test")
        expected = few.digest().tolist()
        expected[0] += 2**62 - 2**10
        assert counter.digest().tolist() == expected
    ten = TagCount(plain((0, 10), (0, 32)))
    ten.update_zeros(2**62)
    assert ten.digest().tolist() == [2**65 // 10, 2**60]


def test_a_count_beyond_64_bits_is_refused_before_anything_is_counted():
    counter = TagCount(plain((5, 3), (0, 1)))
    counter.update(b"\x05")
    with pytest.raises(TooLargeError, match=re.escape("tag 0 1 (value, bits)")):
        counter.update_zeros(2**61)
    assert counter.digest().tolist() == [1, 6]
    counter.update_zeros(2**61 - 2)
    assert counter.digest().tolist() == [1, 2**64 - 10]


@given(TAGS_AND_DATA, PIECES)
def test_copies_go_their_own_way(case, pieces):
    tags, data = case
    first = TagCount(set_of(tags))
    first.update(data)
    second = first.copy()
    whole = data
    for piece in pieces:
        zeros = isinstance(piece, int)
        (second.update_zeros if zeros else second.update)(piece)
        whole += bytes(piece) if zeros else piece
    assert first.digest().tolist() == tag_counts(data, set_of(tags)).tolist()
    assert second.digest().tolist() == tag_counts(whole, set_of(tags)).tolist()
    assert second.tags == first.tags


# -- keys


COUNT = st.one_of(st.integers(0, 300), st.integers(0, 2**44), st.integers(2**59, 2**64 - 1))
WEIGHT = st.one_of(st.integers(0, 700), st.sampled_from([0, 1, 99, 100, 101, 100 * HEAVIEST]))


@given(st.integers(1, 9).flatmap(lambda n: st.tuples(
    st.lists(st.lists(COUNT, min_size=n, max_size=n), min_size=1, max_size=4), st.tuples(*[WEIGHT] * n))))  # fmt: skip
def test_keys_are_exact(case):
    rows, weights = case
    expected = [min(2**64 - 1, sum(c * w // 100 for c, w in zip(row, weights, strict=True))) for row in rows]
    table = np.array(rows, dtype=np.uint64)
    values = tagcount.key_values(table, weights)
    assert values.dtype == np.uint64
    assert values.tolist() == expected
    one = tagcount.key_values(table[0], weights)
    assert (int(one), np.shape(one)) == (expected[0], ())


def test_keys_by_name_are_the_default_ones():
    table = np.array([v["sums"] for v in load("tagcount")], dtype=np.uint64)
    named = tagcount.keys_of(table, DEFAULT)
    assert list(named) == ["uniform", "scatter", "skew"]
    for name, values in named.items():
        assert values.tolist() == [v[f"{name}_key"] for v in load("tagcount")]
        assert values.tolist() == getattr(tagcount.keys(table), name).tolist()
    own = tagcount.keys_of(table[3], with_weights(DEFAULT, "x=" + ",".join(["0.5"] * 16)))
    assert int(own["x"]) == sum(c // 2 for c in table[3].tolist())


def test_no_rows_have_no_keys():
    assert tagcount.key_values(np.zeros((0, 2), dtype=np.uint64), (1, 2)).tolist() == []


def test_weights_for_other_counts_are_refused():
    with pytest.raises(SignatureError, match="2 weights for 3 counts"):
        tagcount.key_values(np.zeros(3, dtype=np.uint64), (100, 100))


@given(st.data())
def test_keys_differ_by_no_more_than_the_sum_tables_allow(data):
    tags, a = data.draw(TAGS_AND_DATA)
    b = data.draw(st.one_of(data_for(tags), st.just(a + b"t"), st.just(a[1:])))
    weights = tuple(data.draw(st.lists(WEIGHT, min_size=len(tags), max_size=len(tags))))
    tag_set = TagSet(tags, (("uniform", (100,) * len(tags)), ("own", weights)))
    x, y = tag_counts(a, tag_set), tag_counts(b, tag_set)
    distance = tagcount.l1_distance(x, y)
    one, other = tagcount.keys_of(x, tag_set), tagcount.keys_of(y, tag_set)
    assert abs(int(one["uniform"]) - int(other["uniform"])) <= distance
    weighted = sum(weight > 0 for weight in weights)
    assert abs(int(one["own"]) - int(other["own"])) <= Fraction(max(weights), 100) * distance + weighted


@given(st.lists(COUNT, min_size=1, max_size=40))
def test_stored_counts_come_back(counts):
    blob = tagcount.to_bytes(np.array(counts, dtype=np.uint64))
    assert tagcount.from_bytes(blob, tags=len(counts)).tolist() == counts
    with pytest.raises(SignatureError):
        tagcount.from_bytes(blob, tags=len(counts) + 1)


# -- the extension


def test_the_extension_hash_of_the_program_of_2007():
    known = [vector for vector in load("tagcount_extension") if "original_hash" in vector]
    assert len(known) > 20
    for vector in known:
        value = tagcount.original_extension_hash(vector["name"])
        assert float(f"{value:.9g}") == vector["original_hash"], vector
        offset = tagcount.extension_offset(vector["name"], "original")
        assert offset == int(Fraction(value) * (2**32 - 1))
        assert abs(offset - vector["original_hash"] * (2**32 - 1)) < 25  # the vectors have nine digits


def test_the_original_hash_leaves_nothing_to_wrap():
    offsets = {name: tagcount.extension_offset(name, "original") for name in ("none", "a.zzz", "a.~~~")}
    assert offsets["none"] == 2**32 - 1 < offsets["a.zzz"] < offsets["a.~~~"] < 2**34


@pytest.mark.parametrize(
    ("name", "same_as"), [("x.C", "x.c"), ("x.htmlx", "x.htm"), ("x.\udcff", "x.0"), ("x.ü", "x.0")]
)
def test_names_the_original_hash_takes_for_the_same(name, same_as):
    assert tagcount.original_extension_hash(name) == tagcount.original_extension_hash(same_as)


def test_an_unknown_extension_hash_is_refused():
    with pytest.raises(SignatureError, match="crc32 or original, not 'md5'"):
        tagcount.extension_offset("a.b", "md5")


# -- the tag file


@st.composite
def tag_sets(draw):
    tags = draw(any_tags())
    names = draw(st.lists(st.from_regex(r"[\w.-]+", fullmatch=True), max_size=3, unique=True))
    names = [name for name in names if name != "uniform"]
    names.insert(draw(st.integers(0, len(names))), "uniform")
    weights = st.lists(WEIGHT, min_size=len(tags), max_size=len(tags)).map(tuple)
    return TagSet(tags, tuple((name, draw(weights)) for name in names))


@given(tag_sets())
def test_a_description_is_a_tag_file_in_one_line(tag_set):
    text = tag_set.describe()
    assert len(text.splitlines()) == 1
    assert parse_tags(text.replace("; ", "\n")) == tag_set
    assert parse_tags("# mine\n\n" + text.replace("; ", " # so\r\n") + "\n") == tag_set


@given(tag_sets(), tag_sets())
def test_descriptions_are_equal_for_equal_sets_only(a, b):
    assert (a.describe() == b.describe()) == (a == b)
    assert a.describe() == TagSet(a.tags, a.weights).describe()
    assert hash(a) == hash(TagSet(a.tags, a.weights))


def test_the_default_set():
    lines = "\n".join(f"{tag.value:02x} 8 1 {s / 100} {k / 100}" for tag, s, k in zip(
        DEFAULT.tags, tagcount.SCATTER, tagcount.SKEW, strict=True))  # fmt: skip
    assert parse_tags(lines) == DEFAULT
    assert DEFAULT.describe().startswith(
        "tag bits uniform scatter skew; 00 8 1 1.28 6; 74 8 1 1.24 4.03; 65 8 1 1.2 3.29;"
    )
    assert [sum(weights) for _, weights in DEFAULT.weights] == [1600, 1600, 1600]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("000 10\n3ff 10\n2a9 10\n266 10", "tag bits uniform; 000 10 1; 3ff 10 1; 2a9 10 1; 266 10 1"),
        ("0 1 2", "tag bits uniform key1; 0 1 1 2"),
        ("0 1 2 .5", "tag bits uniform key1 key2; 0 1 1 2 0.5"),
        ("0 1 2 3 4", "tag bits uniform scatter skew; 0 1 2 3 4"),
        ("tag bits\n0 1", "tag bits uniform; 0 1 1"),
        (
            "# mine\nTag BITS heavy Light # two\n0x7F 7 1. 2.50\n\n",
            "tag bits uniform heavy Light; 7f 7 1 1 2.5",
        ),
        ("tag bits heavy uniform\n7f 8 1 2", "tag bits heavy uniform; 7f 8 1 2"),
        ("\ufeff\tff   08 000.70 1000000 0\r\n", "tag bits uniform scatter skew; ff 8 0.7 1000000 0"),
        ("ffffffff 32", "tag bits uniform; ffffffff 32 1"),
        ("7 8\n7 9\n7 3", "tag bits uniform; 07 8 1; 007 9 1; 7 3 1"),
    ],
)
def test_tag_files(text, expected):
    assert parse_tags(text).describe() == expected


WRONG_WEIGHTS = ["-1", "-0", "+1", "1.234", "1.000", "nan", "inf", "1e3", "0x1", "1,5", ".", "1.2.3", "١", "1000000.01",
                 "9" * 5000]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there are no tags"),
        ("# nothing\n\n", "there are no tags"),
        ("tag bits a b\n", "there are no tags"),
        ("74 8\n1ff 8", "line 2: tag 1ff does not fit in 8 bits"),
        ("2 1", "line 1: tag 2 does not fit in 1 bit"),
        ("0 0", "line 1: length '0' of tag 0 is not a whole number from 1 to 32"),
        ("\n0 33", "line 2: length '33' of tag 0 is not a whole number from 1 to 32"),
        ("0 -8", "line 1: length '-8' of tag 0 is not a whole number from 1 to 32"),
        ("0 8.0", "line 1: length '8.0' of tag 0 is not a whole number from 1 to 32"),
        ("0 " + "9" * 5000, f"line 1: length '{'9' * 40}...' of tag 0 is not a whole number from 1 to 32"),
        ("74 8\n\n074 8", "line 3: tag 74 8 (value, bits) was in line 1 already"),
        ("74 8 1 1\n65 8 1", "line 2: tag 65 8 (value, bits) has 1 weight, not 2"),
        ("74 8\n65 8 1", "line 2: tag 65 8 (value, bits) has 1 weight, not 0"),
        ("tag bits a b\n74 8 1", "line 2: tag 74 8 (value, bits) has 1 weight, not 2"),
        ("xyz 8", "line 1: tag value 'xyz' is not hexadecimal"),
        ("-1 8", "line 1: tag value '-1' is not hexadecimal"),
        ("1_0 8", "line 1: tag value '1_0' is not hexadecimal"),
        ("0x 8", "line 1: tag value '0x' is not hexadecimal"),
        ("74 8\ntag bits a", "line 2: tag value 'tag' is not hexadecimal"),
        ("74", "line 1: only '74'; a tag needs a value and a length"),
        ("tag bits a b a\n", "line 1: key a is there twice"),
        ("tag bits a=b\n", "line 1: a key can't be named 'a=b': letters, digits, '.', '_' and '-' only"),
        ("\x1b[31m 8", "line 1: tag value '\\x1b[31m' is not hexadecimal"),
        *((f"74 8\n65 8 {weight}", "line 2: weight") for weight in WRONG_WEIGHTS),
    ],
)
def test_what_is_no_tag_file_is_refused_with_its_line(text, message):
    with pytest.raises(TagError) as error:
        parse_tags(text)
    assert str(error.value).startswith(message)
    assert len(str(error.value).splitlines()) == 1
    assert len(str(error.value)) < 160


@pytest.mark.parametrize("weight", WRONG_WEIGHTS)
def test_a_wrong_weight_is_named(weight):
    with pytest.raises(TagError) as error:
        parse_tags(f"74 8 {weight}")
    shown = weight if len(weight) <= 40 else weight[:40] + "..."
    rule = f"is not a number from 0 to {HEAVIEST} with at most two decimals"
    assert str(error.value) == f"line 1: weight {shown!r} {rule}"


@given(
    st.one_of(
        st.text(max_size=60), st.text("018af .#\n-xtagbits", max_size=40), st.text("018 \n", max_size=30)
    )
)
def test_any_text_is_a_tag_set_or_an_error(text):
    try:
        tag_set, message = parse_tags(text), ""
    except TagError as error:
        tag_set, message = DEFAULT, str(error)
    assert len(message.splitlines()) <= 1
    assert parse_tags(tag_set.describe().replace("; ", "\n")) == tag_set


def test_weights_of_the_command_line():
    two = plain((0x74, 8), (0x65, 8))
    assert with_weights(two, "heavy=6,4.03").weights == (("uniform", (100, 100)), ("heavy", (600, 403)))
    assert with_weights(two, " 1 , .5 ").weights[1:] == (("own", (100, 50)),)
    assert with_weights(two, "a=1,2").tags == two.tags


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1", "key own: 1 weight for 2 tags"),
        ("a=1,2,3", "key a: 3 weights for 2 tags"),
        ("uniform=1,2", "key uniform is there twice"),
        ("=1,2", "a key can't be named ''"),
        ("a b=1,2", "a key can't be named 'a b'"),
        ("a=", "key a: weight '' is not a number"),
        ("a=1,x", "key a: weight 'x' is not a number"),
        ("1,nan", "key own: weight 'nan' is not a number"),
    ],
)
def test_wrong_weights_of_the_command_line(text, message):
    with pytest.raises(TagError) as error:
        with_weights(plain((0x74, 8), (0x65, 8)), text)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize(
    ("tags", "weights", "message"),
    [
        ((), (("uniform", ()),), "no tags"),
        (((1, 2), (1, 2)), (("uniform", (1, 1)),), "tag 1 2 is there twice"),
        (((1, 2),), (("uniform", (1, 2)),), "2 weights for 1 tag"),
        (((1, 2),), (("uniform", (-1,)),), "can't be -1 hundredths"),
        (((1, 2),), (("uniform", (100 * HEAVIEST + 1,)),), "hundredths"),
        (((1, 2),), (("a", (1,)),), "no key named uniform"),
        (((1, 2),), (("uniform", (1,)), ("uniform", (2,))), "key uniform is there twice"),
        (((4, 2),), (), "tag 4 does not fit in 2 bits"),
        (((-1, 2),), (), "does not fit"),
        (((0, 33),), (), "1 to 32 bits, not 33"),
        (((0, 0),), (), "1 to 32 bits, not 0"),
    ],
)
def test_sets_that_can_not_be(tags, weights, message):
    with pytest.raises(TagError, match=message):
        TagSet(tuple(Tag(*tag) for tag in tags), weights)
