import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.search.overlap import text_kernels as kernels
from simfinder.search.overlap import text_overlap as module
from simfinder.search.overlap.byte_overlap import overlap, ranges, stretches_of
from simfinder.search.overlap.text_overlap import counted, text_overlap
from tests.helpers.examples import examples
from tests.helpers.files.text_pairs import KINDS, paragraphs, strangers, versions
from tests.unit.search.twins.text_overlap import chain_slowly, parts_slowly, weights_slowly, windows_of


def of(content):
    return np.frombuffer(content if isinstance(content, bytes) else content.encode(), np.uint8)


def compared(a, b):
    return text_overlap(of(a), of(b))


def rows(stretches):
    columns = stretches.begin, stretches.source, stretches.length, stretches.equal
    return np.stack(columns, axis=1).tolist()


@st.composite
def edited(draw):
    """A text, and the same after edits, moves and repeats."""
    r = random.Random(draw(st.integers(0, 1 << 32)))
    a = draw(st.sampled_from(KINDS))(r)[: draw(st.integers(0, 4000))].encode()
    b = a
    for _ in range(draw(st.integers(0, 8))):
        at, end = sorted(r.randrange(len(b) + 1) for _ in range(2))
        piece = b[at : min(end, at + r.choice((10, 100, 1000)))]
        match draw(st.sampled_from(["byte", "insert", "delete", "move", "copy", "halves"])):
            case "byte":
                b = b[:at] + bytes([r.randrange(256)]) + b[at + 1 :]
            case "insert":
                b = b[:at] + paragraphs(r, 1, r.randrange(1, 40)).encode() + b[at:]
            case "delete":
                b = b[:at] + b[at + len(piece) :]
            case "move":
                b = piece + b[:at] + b[at + len(piece) :]
            case "copy":
                b = b[:at] + piece + piece + b[at:]
            case "halves":
                b = b[end:] + b[:end]
    return a, b


@pytest.mark.parametrize(("name", "a", "b"), [pytest.param(*row, id=row[0]) for row in strangers()])
def test_strangers_of_one_program_have_little_in_common(name, a, b):
    assert compared(a, b).similarity < 0.4
    if not name.startswith(("yaml", "man", "stub", "meta")):  # their fixed paragraphs come in order
        assert compared(a, b).similarity < 0.15


@pytest.mark.parametrize(
    ("least", "most", "a", "b"), [pytest.param(*row[1:], id=row[0]) for row in versions()]
)
def test_versions_have_in_common_what_a_person_would_say(least, most, a, b):
    assert least <= compared(a, b).similarity <= most


def test_strangers_look_alike_to_the_bytes():
    """Otherwise the table of unrelated texts would prove nothing."""
    alike = [overlap(of(a), of(b)).similarity for _, a, b in strangers()]
    assert sum(one > 0.65 for one in alike) >= 12


@given(edited())
@settings(max_examples=examples(150), deadline=None)
def test_both_sides_mirror_each_other(pair):
    a, b = pair
    found, turned = compared(a, b), compared(b, a)
    assert rows(found.of_a) == rows(turned.of_b)
    assert rows(found.of_b) == rows(turned.of_a)
    assert (found.size_a, found.size_b) == (len(a), len(b))
    assert found.of_a.kept == found.of_b.kept <= min(len(a), len(b))
    assert (found.similarity == 1.0) == found.identical == (a == b)
    mirrored = sorted([source, begin, length, equal] for begin, source, length, equal in rows(found.of_a))
    assert mirrored == rows(found.of_b)
    for own, other, stretches in ((a, b, found.of_a), (b, a, found.of_b)):
        at = 0
        for begin, source, length, equal in rows(stretches):
            assert begin >= at
            assert length > 0
            assert source + length <= len(other)
            at = begin + length
            same = sum(x == y for x, y in zip(own[begin:at], other[source : source + length], strict=True))
            assert equal == same > 0
        assert at <= len(own)


@given(st.sampled_from(KINDS), st.integers(0, 1000), st.integers(1, 400))
@settings(max_examples=examples(60), deadline=None)
def test_what_is_put_behind_costs_only_itself(kind, seed, words):
    r = random.Random(seed)
    a = kind(r)
    b = a + paragraphs(r, 1, words)
    share = 2 * len(a) / (len(a) + len(b))
    assert share - 0.01 <= compared(a, b).similarity <= share


@given(st.binary(max_size=300), st.binary(max_size=300))
@settings(max_examples=examples(100), deadline=None)
def test_any_bytes_can_be_compared(a, b):
    found = compared(a, b)
    assert 0.0 <= found.similarity <= 1.0
    assert found.identical == (a == b)


@pytest.mark.parametrize("text", ["", "a", "\n" * 500, "the same line again\n" * 50, "x" * 5000])
def test_a_text_is_itself(text):
    assert compared(text, text).similarity == 1.0
    assert compared(text, text + "y").similarity < 1.0


def test_of_a_line_again_and_again_what_both_have_counts():
    one, two = "the same line again\n" * 50, "the same line again\n" * 60
    assert compared(one, two).similarity == pytest.approx(2 * 50 / 110, abs=0.01)


def test_a_sentence_in_a_sea_of_differences_counts_and_a_phrase_does_not():
    r = random.Random(1)
    before, behind, other, another = (paragraphs(r, 6) for _ in range(4))
    sentence = "a whole sentence that both of these two texts have word for word"
    for middle, least, most in ((sentence, 50, 80), ("of the same", 0, 0)):
        kept = compared(f"{before} {middle} {behind}", f"{other} {middle} {another}").of_a.kept
        assert least <= kept <= most


@given(st.integers(0, 1 << 32), st.sampled_from(KINDS))
@settings(max_examples=examples(30), deadline=None)
def test_weights(seed, kind):
    r = random.Random(seed)
    target, data = kind(r)[:3000].encode(), kind(r)[:3000].encode()
    counts, weights = np.zeros(1 << 22, np.uint8), np.zeros(len(data), np.uint8)
    kernels.count_words(of(target), 0, len(target), counts, 22)
    total = kernels.weigh(of(data), 0, len(data), counts, 22, weights)
    assert weights.tolist() == weights_slowly(data, windows_of(target))
    assert total == weights.sum()


@given(st.lists(st.tuples(st.integers(1, 50), st.integers(0, 900), st.integers(1, 90)), max_size=40))
def test_the_chain_is_the_heaviest(drawn):
    begins = np.cumsum([0, *(gap + length for gap, _, length in drawn[:-1])])[: len(drawn)]
    stretches = [
        (int(at), source, length, length) for at, (_, source, length) in zip(begins, drawn, strict=True)
    ]
    columns = np.array(stretches, np.int64).reshape(-1, 4).T.copy()
    chosen = module._chain(columns, lambda: None)
    assert np.maximum(columns[3, chosen] - kernels.CHANCE, -8).sum() == chain_slowly(stretches)
    ends = columns[1, chosen] + columns[2, chosen] - np.minimum(kernels.SLACK, columns[2, chosen] // 4)
    begins = columns[1, chosen] + np.minimum(kernels.SLACK, columns[2, chosen] // 4)
    assert (ends[:-1] <= begins[1:]).all()


@pytest.mark.parametrize("step", [1, 7, 1 << 15])
@pytest.mark.parametrize("seed", range(40))
def test_parts_are_those_in_which_equal_bytes_prevail(seed, step):
    rng = np.random.default_rng(seed)
    size = int(rng.integers(1, 60))
    target, weights = np.full(size, 97, np.uint8), rng.integers(1, 256, size, dtype=np.uint8)
    source = np.where(rng.random(size) < 0.4, 98, 97).astype(np.uint8)
    equal = target == source
    scores = np.where(equal, 40, -60) * weights.astype(int)
    runs = np.flatnonzero(np.diff(equal.astype(int), prepend=-1))
    least = int(rng.integers(1, 600))
    wanted = [
        (int(runs[begin]), int([*runs, size][end]))
        for begin, end in parts_slowly([int(part.sum()) for part in np.split(scores, runs[1:])])
    ]
    wanted = [part for part in wanted if weights[slice(*part)][equal[slice(*part)]].sum() >= least]
    pieces = np.array([[0], [0], [size], [-1]], np.int64)
    state, stack = np.zeros(kernels.STATE, np.int64), np.empty((kernels.ROWS, 100), np.int64)
    found, out, done = [], np.empty((2, 300), np.int64), False
    while not done:
        state[kernels.COUNT] = 0
        done = kernels.find_parts(
            target, source, weights, weights, pieces, state, stack, out, least, 60, step
        )
        found += out[:, : state[kernels.COUNT]].T.tolist()
    assert [tuple(part) for part in found] == wanted


@pytest.mark.parametrize(("room", "small"), [(140, 0), (1 << 13, 0), (140, 1 << 15)])
def test_steps_make_no_difference(monkeypatch, room, small):
    """Nor does doing all of them in one call, or finding that there is no room for that."""
    pairs = [(a, b) for *_, a, b in versions()][::5]
    wanted = [compared(a, b).of_a.kept for a, b in pairs]
    for name, value in (("_STEP", small or 64), ("_ROOM", room), ("_SMALL", small), ("_CHAINED", 3)):
        monkeypatch.setattr(module, name, value)
    monkeypatch.setattr(module, "_buffers", module._Buffers())
    assert [compared(a, b).of_a.kept for a, b in pairs] == wanted


def test_counted_is_what_the_figure_is_of():
    *_, a, b = next(row for row in versions() if row[0] == "wrapped anew")
    found = compared(a, b)
    small, large = sorted((a, b), key=len)
    kept = counted(of(small), of(large), stretches_of(of(small), of(large)))
    assert rows(kept) == rows(found.of_a if small is a else found.of_b)
    assert ranges(found.of_a, 1000).equal.sum() == found.of_a.kept


def test_it_says_how_much_is_done_and_can_be_ended():
    a, b = (paragraphs(random.Random(seed), 200) for seed in (1, 2))
    done = []
    text_overlap(of(a), of(b), None, done.append)
    assert sum(done) == 2 * (len(a) + len(b))
    asked = []
    text_overlap(of(a), of(b), lambda: asked.append(1))
    assert len(asked) > 10

    class EndError(Exception):
        pass

    for turn in range(1, len(asked)):
        left = iter(range(turn))

        def check(left=left):
            if next(left, None) is None:
                raise EndError

        with pytest.raises(EndError):
            text_overlap(of(a), of(b), check)
    assert compared(a, a + "x").similarity > 0.99
