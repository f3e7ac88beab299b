"""Tridgell's variant: pyspamsum's outputs and scores, forced block sizes against the twin; the grammar's errors."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.errors import GrammarError, SignatureError, TooLargeError
from simfinder.signatures.spamsum import digest as spamsum
from simfinder.signatures.spamsum.tridgell import MAX_BLOCK, Tridgell, tridgell, tridgell_score
from tests.helpers.examples import examples
from tests.helpers.files import recipes
from tests.unit.signatures import twins
from tests.unit.signatures.vectors import load

SPACE = b" \t\n\v\f\r"
BODY = b"and so on, and so forth"
HIGHEST = bytes.fromhex("2319db9abb17b5")  # the rolling hash is 2^32 - 1 after them


def test_pyspamsum():
    seen = 0
    for vector in load("spamsum_tridgell"):
        data = recipes.build(vector["recipe"])
        assert tridgell(data) == vector["digest"], vector["recipe"]
        for key, options in (
            ("ignore_whitespace", (True, False)),
            ("ignore_headers", (False, True)),
            ("ignore_headers_and_whitespace", (True, True)),
        ):
            if key in vector:
                seen += 1
                assert tridgell(data, 0, *options) == vector[key], vector["recipe"]
        for forced in vector.get("forced", ()):
            seen += 1
            assert tridgell(data, forced["block_size"]) == forced["digest"], vector["recipe"]
    assert seen > 200


def test_pyspamsums_scores():
    for vector in load("spamsum_scores_tridgell"):
        assert tridgell_score(vector["a"], vector["b"], cap=False) == vector["spamsum"], vector
        assert tridgell_score(vector["b"], vector["a"], cap=False) == vector["spamsum"], vector


# pyspamsum 1.0.8's outputs for this start and BODY: the blank line is two newlines in a row, whatever else is a line
# end elsewhere, and a zero byte hides it
HEADERS = [
    (b"", "3:iVhOr:i/y"),
    (b"\n", "3:6BFZhOr:6zjy"),
    (b"\n\n", "3:iVhOr:i/y"),
    (b"a\n\n", "3:iVhOr:i/y"),
    (b"a: b\r\n\r\n", "3:2FLmZhOr:2my"),
    (b"a\n \n", "3:ciBsshOr:chmy"),
    (b"\n\n\n", "3:6BFZhOr:6zjy"),
    (b"a\n\nb\n\n", "3:XisshOr:Rmy"),
    (b"x\0y\n\n", "3:N6shOr:N6my"),
    (b"x\n\n\0", "3:UVhOr:U/y"),
]


@pytest.mark.parametrize(("start", "expected"), HEADERS)
def test_where_headers_end(start, expected):
    data = start + BODY
    assert tridgell(data, ignore_headers=True) == expected
    for cut in range(len(data)):
        state = Tridgell(ignore_headers=True)
        state.update(data[:cut])
        state.update(data[cut:])
        assert state.digest() == expected
    state = Tridgell(ignore_headers=True)
    for byte in data:
        state.update(bytes((byte,)))
    assert state.digest() == expected


def test_nothing_behind_the_headers():
    assert tridgell(BODY + b"\n\n", ignore_headers=True) == "3::"


def test_which_bytes_are_white_space():
    data = b"".join(bytes((c,)) + b"x%d" % c for c in range(256))
    # pyspamsum's outputs
    assert tridgell(data, 0, True) == "24:SUcWaQb+dPf3W/UFVRlxtRDvMdcFUeOlE3VeYUdlq:X+dPf3W/U3zRLMdcKtYNqlq"
    assert tridgell(data, 7, True) == (
        "7:ugcqr7aONgMvt6g2JW1JTiO6TKSjKIscjodi1abk1PtmudE4HcWy6/n87EsVRM+u:uxugM16gyWrYTKTkPbdE48IsVRTV4oSb"
    )


@pytest.mark.parametrize(
    ("block", "expected"),
    [(1, "1:G8+/eyQG8+/eyQG8+/eyQREMJn:GirAeDrAeDRT"), (2, "2:GirAeDrAeDRT:GirAirAiRT"),
     (4, "4:GirAirAiRT:Tr3r3R"), (3, "3:qWa82T82EEI:nbhT"), (6, "6:nbhT:nbhT"), (64, "64:TTTR:TTTR"),
     (2**30, "1073741824:TTTR:TTTR")],
)  # fmt: skip
def test_borders_at_the_highest_rolling_hash(block, expected):
    assert tridgell(HIGHEST * 3 + b"tail", block) == expected  # pyspamsum's outputs


DATA = st.one_of(
    st.binary(max_size=500),
    st.builds(lambda p, n: (p * n)[:1500], st.binary(min_size=1, max_size=9), st.integers(1, 300)),
    st.builds(
        lambda a, n, b: a + bytes(n) + b, st.binary(max_size=90), st.integers(0, 90), st.binary(max_size=9)
    ),
)
BLOCKS = st.one_of(
    st.integers(0, 8).map(lambda k: 3 << k), st.integers(1, 300), st.sampled_from([2**30, MAX_BLOCK])
)


@settings(max_examples=examples(200))
@given(DATA, BLOCKS)
def test_forced_parts_equal_the_twin(data, block):
    expected = f"{block}:{twins.part(data, block, 64)[0]}:{twins.part(data, 2 * block, 32)[0]}"
    assert tridgell(data, block) == expected


@given(DATA)
def test_forcing_the_block_size_of_ssdeep_gives_its_signature(data):
    text = spamsum.spamsum(data)
    assert tridgell(data, int(text.split(":")[0])) == text == tridgell(data)


MAIL = st.lists(
    st.one_of(
        st.sampled_from([b"\n", b"\n\n", b" ", b"\r\n", b"a: b\n", b"\0", b"\t"]), st.binary(max_size=30)
    ),
    max_size=30,
)


@settings(max_examples=examples(200))
@given(MAIL, st.sampled_from([0, 1, 3, 7, 100]), st.booleans(), st.booleans())
def test_what_is_left_out_equals_the_twin_in_any_chunks(chunks, block, spaces, headers):
    data = b"".join(chunks)
    kept = data
    if headers and b"\n\n" in data.split(b"\0")[0]:
        kept = data.split(b"\n\n", 1)[1]
    if spaces:
        kept = bytes(c for c in kept if c not in SPACE)
    expected = tridgell(kept, block)
    assert tridgell(data, block, spaces, headers) == expected
    state = Tridgell(block, spaces, headers)
    for chunk in chunks:
        state.update(chunk)
    assert state.digest() == expected


@settings(max_examples=examples(200))
@given(
    st.lists(
        st.one_of(st.sampled_from([b"\n", b"a\n\n"]), st.binary(max_size=40), st.integers(0, 500)), max_size=6
    ),
    st.sampled_from([0, 1, 2, 3, 7, 100]),
    st.booleans(),
    st.booleans(),
)
def test_holes_are_zeros(parts, block, spaces, headers):
    fast, slow = Tridgell(block, spaces, headers), Tridgell(block, spaces, headers)
    for part in parts:
        if isinstance(part, int):
            fast.update_zeros(part)
            slow.update(bytes(part))
        else:
            fast.update(part)
            slow.update(part)
    assert fast.digest() == slow.digest()


@pytest.mark.parametrize("block", [0, 7])
def test_headers_and_white_space_of_long_input(block):
    rng = np.random.default_rng(6)
    head = b"Subject: anything\n" * 20_000  # the blank line lies across what is looked at in one go
    body = bytes(rng.choice(np.frombuffer(b"abcdefgh \n", dtype=np.uint8), 600_000))
    expected = tridgell(body.translate(None, SPACE), block)
    assert tridgell(head + b"\n" + body, block, True, True) == expected


@given(st.binary(max_size=90), st.binary(max_size=90), st.sampled_from([0, 5]))
def test_copies_go_their_own_way(a, b, block):
    first = Tridgell(block, True, True)
    first.update(a)
    second = first.copy()
    second.update(b)
    assert first.digest() == tridgell(a, block, True, True)
    assert second.digest() == tridgell(a + b, block, True, True)


def test_block_sizes_that_can_not_be():
    with pytest.raises(SignatureError, match="1 or more"):
        tridgell(b"abc", -1)
    with pytest.raises(TooLargeError, match=str(MAX_BLOCK)):
        tridgell(b"abc", MAX_BLOCK + 1)


def score_twin(a, b, cap):
    def figure(u, w, block):
        if not any(u[i : i + 7] in w for i in range(len(u) - 6)):
            return 0
        score = 100 - 100 * (64 * twins.edit_distance(u, w) // (len(u) + len(w))) // 64
        return min(score, block // 3 * min(len(u), len(w))) if cap else score

    (p, a1, a2), (q, b1, b2) = (
        (int(block), *(spamsum.cut_runs(part) for part in parts))
        for block, *parts in (text.split(":") for text in (a, b))
    )
    if p == q:
        return max(figure(a1, b1, p), figure(a2, b2, p))
    return figure(a2, b1, q) if q == 2 * p else figure(a1, b2, p) if p == 2 * q else 0


@st.composite
def signatures(draw):
    common = draw(st.text(twins.ALPHABET, max_size=40))
    made = []
    for _ in range(2):
        ends = [
            draw(st.one_of(st.text("AB", max_size=20), st.text(twins.ALPHABET, max_size=20)))
            for _ in range(4)
        ]
        block = draw(st.sampled_from([0, 1, 2, 3, 6, 12, 24, 44, 45, 48, 96]))
        made.append(f"{block}:{(ends[0] + common + ends[1])[:64]}:{(ends[2] + common + ends[3])[:32]}")
    return made


@settings(max_examples=examples(200))
@given(signatures(), st.booleans())
def test_scores_equal_the_twin(pair, cap):
    a, b = pair
    assert tridgell_score(a, b, cap) == tridgell_score(b, a, cap) == score_twin(a, b, cap)


def test_where_his_score_is_not_ssdeeps():
    for text, his, ssdeeps in (("3::", 0, 100), ("3:AAAA:B", 0, 100), ("3:ABCDEFGH:", 8, 100)):
        assert (tridgell_score(text, text), spamsum.score(text, text)) == (his, ssdeeps)
    a, b = "3:x:ABCDEFGHIJ", "3:y:ABCDEFGHIJ"  # the second part's block size is 6, the signature's 3
    assert (tridgell_score(a, b), spamsum.score(a, b), tridgell_score(a, b, cap=False)) == (10, 20, 100)


@pytest.mark.parametrize(
    ("text", "position"),
    [("", 0), ("3", 1), ("3:", 2), ("3:abc", 5), ("x:", 0), ("-3:a:b", 0), (" 3:a:b", 0), ("3 :a:b", 1),
     ("3:a b:c", 3), ("3:a:b!", 5), ("3:a:b\n", 5), ("٣:a:b", 0), ("3:é:", 2),
     ("3:" + "ab" * 33 + ":", 66), ("3:a:" + "ab" * 33 + ",x", 68), ("3:" + "a" * 50 + "bc" * 31 + ":", 113),
     (f"{2**62}:a:b", 0), ("9" * 5000 + ":a:b", 0)],
)  # fmt: skip
def test_what_breaks_the_grammar_is_told_with_its_place(text, position):
    for compare in (spamsum.score, tridgell_score):
        with pytest.raises(GrammarError, match=f"position {position} |position {position}:") as caught:
            compare("3:a:b", text)
        assert caught.value.position == position
    with pytest.raises(GrammarError):
        spamsum.parse(text)


def test_what_just_about_keeps_to_the_grammar():
    runs = "a" * 5000 + "bc" * 30 + "d"  # 64 characters with its runs cut
    assert spamsum.parse(f"3:{runs}:") == (3, runs, "")
    assert spamsum.parse("0" * 5000 + "3:a:b") == (3, "a", "b")
    assert spamsum.parse(f"{2**62 - 1}:a:b")[0] == 2**62 - 1
    far = f"{2**62 - 1}:x:ABCDEFGHIJ", f"{2**62 - 1}:y:ABCDEFGHIJ"
    assert spamsum.score(*far) == 100
