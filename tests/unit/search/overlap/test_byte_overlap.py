import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from simfinder.errors import Cancelled
from simfinder.model.progress import Control
from simfinder.search.overlap import byte_kernels as kernels
from simfinder.search.overlap import byte_overlap as module
from simfinder.search.overlap.byte_overlap import WINDOW, Overlap, Stretches, as_stretches, overlap, ranges
from tests.helpers.examples import examples
from tests.unit.search.twins.byte_overlap import padding_slowly, told_slowly, without_padding_slowly


def of(content):
    return np.frombuffer(content, np.uint8)


def compared(a, b):
    return overlap(of(a), of(b))


def rows(stretches):
    columns = stretches.begin, stretches.source, stretches.length, stretches.equal
    return np.stack(columns, axis=1).tolist()


def random_bytes(size, seed=1):
    return np.random.default_rng(seed).bytes(size)


def changed(content, share, seed=2):
    """Change a share of the bytes."""
    rng = np.random.default_rng(seed)
    data = of(content).copy()
    at = rng.choice(len(data), int(len(data) * share), replace=False)
    data[at] ^= rng.integers(1, 256, len(at), dtype=np.uint8)
    return data.tobytes()


@st.composite
def edited(draw, largest=300):
    """A content, and the same after edits, moves and repeats."""
    letters = draw(st.sampled_from([1, 2, 3, 20, 256]))
    rng = np.random.default_rng(draw(st.integers(0, 1 << 32)))
    a = rng.integers(0, letters, draw(st.integers(0, largest)), dtype=np.uint8).tobytes()
    if draw(st.booleans()):
        a = (a[: draw(st.integers(1, 40))] * (1 + largest // 8))[:largest]
    b = a
    for _ in range(draw(st.integers(0, 8))):
        at, end = sorted(rng.integers(0, len(b) + 1, 2).tolist())
        piece = b[at : min(end, at + 60)]
        kind = draw(st.sampled_from(["byte", "byte", "insert", "delete", "move", "copy", "zeros"]))
        if kind == "byte" and b:
            at = min(at, len(b) - 1)
            b = b[:at] + bytes([int(rng.integers(0, 256))]) + b[at + 1 :]
        elif kind == "insert":
            b = b[:at] + rng.bytes(int(rng.integers(1, 30))) + b[at:]
        elif kind == "delete":
            b = b[:at] + b[at + len(piece) :]
        elif kind == "move":
            rest = b[:at] + b[at + len(piece) :]
            to = int(rng.integers(0, len(rest) + 1))
            b = rest[:to] + piece + rest[to:]
        elif kind == "copy":
            b = b[:at] + piece * 2 + b[at:]
        elif kind == "zeros":
            b = b[:at] + bytes(int(rng.integers(1, 60))) + b[at:]
    return (a, b) if draw(st.booleans()) else (b, a)


pairs = edited() | st.tuples(st.binary(max_size=80), st.binary(max_size=80))


@given(pairs)
@settings(max_examples=examples(600), deadline=None)
@example((bytes(9), bytes(9)))
@example((bytes(100), bytes(50)))
@example((b"ab" * 60, b"ba" * 31))
def test_the_very_stretches_of_the_slow_twin(pair):
    a, b = pair
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "PADDING", 1 << 20)
        assert rows(as_stretches(of(a), of(b))) == told_slowly(a, b)
        found = compared(a, b)
    assert rows(found.of_a) == told_slowly(a, b)
    assert rows(found.of_b) == told_slowly(b, a)


@given(pairs, st.sampled_from([3, 5, 20]), st.sampled_from([3, 8, 20]))
@settings(max_examples=examples(150), deadline=None)
def test_every_nth_window_as_the_slow_twin(pair, step, spared):
    a, b = pair
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "PADDING", 1 << 20)
        patch.setattr(module, "_STRIDE", step)
        patch.setattr(module, "_SPARED", spared)
        assert rows(as_stretches(of(a), of(b))) == told_slowly(a, b, step, spared)


@given(edited(2000))
@settings(max_examples=examples(200), deadline=None)
def test_stretches_lie_within_both_and_say_what_is_equal(pair):
    a, b = pair
    found = compared(a, b)
    for target, source, stretches in ((a, b, found.of_a), (b, a, found.of_b)):
        told = 0
        for begin, at, length, equal in rows(stretches):
            assert told <= begin
            assert length > 0
            told = begin + length
            assert told <= len(target)
            assert at >= 0
            assert at + length <= len(source)
            alike = sum(map(int.__eq__, target[begin:told], source[at : at + length]))
            padding = padding_slowly(target, module.PADDING)
            assert alike - padding <= equal <= alike
            assert alike > 0
        assert stretches.kept <= len(target)
    places = 2 * sum(map(int.__eq__, a, b)) if len(a) == len(b) else 0
    assert 0 <= found.same_place <= places
    assert 0.0 <= found.similarity <= 1.0
    assert 0.0 <= found.containment <= 1.0
    assert (found.similarity == 1.0) == found.identical == (a == b)
    other = compared(b, a)
    assert (other.similarity, other.containment) == (found.similarity, found.containment)


@pytest.mark.parametrize("size", [0, 1, 7, 8, 9, 100, 70_000, 300_000])
def test_identical(size):
    content = random_bytes(size)
    found = compared(content, bytes(bytearray(content)))
    assert found.similarity == found.containment == 1.0
    assert rows(found.of_a) == rows(found.of_b) == ([[0, 0, size, size]] if size else [])


def test_one_empty():
    found = compared(b"", random_bytes(100))
    assert found.similarity == found.containment == 0.0
    assert len(found.of_a) == len(found.of_b) == 0


def test_insertion_at_the_front():
    content = random_bytes(5000)
    found = compared(content, b"A new line\n" + content)
    assert rows(found.of_a) == [[0, 11, 5000, 5000]]
    assert found.of_b.kept >= 5000
    assert found.similarity == pytest.approx(10_000 / 10_011, abs=1e-3)
    assert found.containment == 1.0


def test_a_moved_block_costs_nothing_but_is_not_equal():
    content = random_bytes(6000)
    moved = content[:1000] + content[2000:5000] + content[1000:2000] + content[5000:]
    found = compared(content, moved)
    assert rows(found.of_a) == [
        [0, 0, 1000, 1000],
        [1000, 4000, 1000, 1000],
        [2000, 1000, 3000, 3000],
        [5000, 5000, 1000, 1000],
    ]
    assert 1.0 > found.similarity >= 11_999 / 12_000 - 1e-12
    assert found.containment == 1.0


@pytest.mark.parametrize("share", [0.001, 0.05, 0.2])
def test_scattered_bytes_cost_just_themselves(share):
    content = random_bytes(40_000)
    found = compared(content, changed(content, share))
    assert found.similarity == pytest.approx(1 - share, abs=1e-4)
    shifted = compared(content, b"begins otherwise " + changed(content, share))
    assert shifted.similarity == pytest.approx(1 - share, abs=2e-3)


def test_every_other_byte_at_its_place():
    content = of(random_bytes(4000)).copy()
    other = content.copy()
    other[::2] ^= 1
    found = overlap(content, other)
    assert found.same_place == 4000
    assert found.similarity == 0.5
    other[1] ^= 1
    assert overlap(content, other).similarity < 0.1  # bytes alike by chance are nothing in common


def test_truncated():
    content = random_bytes(10_000)
    found = compared(content, content[:4000])
    assert found.similarity == pytest.approx(8000 / 14_000, abs=1e-3)
    assert rows(found.of_b) == [[0, 0, 4000, 4000]]
    assert found.containment == 1.0


def test_a_part_in_the_midst_of_foreign_bytes():
    part = random_bytes(500)
    whole = random_bytes(7000, 2) + part + random_bytes(3000, 3)
    found = compared(part, whole)
    assert rows(found.of_a) == [[0, 7000, 500, 500]]
    assert [row for row in rows(found.of_b) if row[3] > 8] == [[7000, 0, 500, 500]]
    assert found.containment == 1.0


def test_unrelated():
    assert compared(random_bytes(50_000), random_bytes(50_000, 2)).similarity < 0.01


@pytest.mark.parametrize(
    ("size", "kept"), [(WINDOW - 1, 0), (WINDOW, WINDOW), (WINDOW + 1, WINDOW + 1), (40, 40)]
)
def test_a_window_is_what_is_found(size, kept):
    part = random_bytes(size)
    for at in range(100, 104):
        whole = bytes(at) + part + bytes(100)
        found = as_stretches(of(b"\xff" * 50 + part + b"\xff" * 50), of(whole))
        assert found.kept == kept


def test_runs_of_zeros():
    found = compared(bytes(100_000), bytes(30_000))
    assert (found.of_a.kept, found.of_b.kept) == (100_000, 30_000)
    assert found.similarity == 60_000 / 130_000
    assert found.containment == 1.0


def test_periodic():
    period = random_bytes(37)
    found = compared(period * 1000, period * 400)
    assert (found.of_a.kept, found.of_b.kept) == (37_000, 14_800)
    turned = compared(period * 300, (period[5:] + period[:5]) * 300)
    assert turned.of_a.kept == 11_100
    assert 0.999 < turned.similarity < 1.0


def test_a_match_longer_than_it_is_followed():
    content = random_bytes(3 * kernels.FAR)
    found = compared(content, random_bytes(50, 2) + content)
    assert rows(found.of_a) == [[0, 50, len(content), len(content)]]


def test_going_back_ends_where_unequal_bytes_lead_by_far():
    """Behind a long unequal part lies an equal one, of which only every eighth byte is not: it leads in all."""
    part = random_bytes(3000)
    damaged = of(part).copy()
    damaged[::8] ^= 1
    end = random_bytes(500, 5)
    for lost in (100, kernels.DROP - 20, kernels.DROP + 20, 600):
        target = damaged.tobytes() + random_bytes(lost, 2) + end
        source = part + random_bytes(lost, 3) + end
        begin = random_bytes(900, 4)
        found = rows(as_stretches(of(begin + target), of(source)))
        assert found == told_slowly(begin + target, source)
        assert (sum(row[3] for row in found) > 3000) == (lost < kernels.DROP)


@given(pairs, st.integers(1, 9), st.integers(1, 9), st.integers(kernels.ROOM + 1, 9))
@settings(max_examples=examples(150), deadline=None)
def test_the_same_in_small_steps(pair, walked, indexed, room):
    a, b = map(of, pair)
    whole = overlap(a, b)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_WALKED", walked)
        patch.setattr(module, "_INDEXED", indexed)
        patch.setattr(module, "_COUNTED", walked)
        patch.setattr(module._buffers, "found", np.zeros((4, room), np.int64))
        done = []
        pieces = overlap(a, b, advance=done.append)
    assert rows(pieces.of_a) == rows(whole.of_a)
    assert rows(pieces.of_b) == rows(whole.of_b)
    assert pieces.same_place == whole.same_place
    assert sum(done) == 2 * (len(a) + len(b))
    assert all(n > 0 for n in done)


@given(edited(3000))
@settings(max_examples=examples(60), deadline=None)
def test_of_too_many_stretches_the_larger_ones_are_listed(pair):
    a, b = map(of, pair)
    whole = as_stretches(a, b)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_MOST_STRETCHES", 5)
        patch.setattr(module._buffers, "found", np.zeros((4, kernels.ROOM + 2), np.int64))
        some = as_stretches(a, b)
    assert some.kept == whole.kept
    assert len(some) <= 5
    assert (some.unlisted > 0) == (len(whole) > 5)
    assert [row for row in rows(whole) if row in rows(some)] == rows(some)
    assert len(some) == 0 or max(some.equal) == max(whole.equal)


def test_a_new_index_for_every_pair():
    """Buffers are reused: nothing of the pair before may be found."""
    a, b, c = (random_bytes(5000, seed) for seed in range(3))
    before = rows(as_stretches(of(a), of(b)))
    as_stretches(of(c), of(a))
    as_stretches(of(a[:50]), of(a))
    assert rows(as_stretches(of(a), of(b))) == before


@given(pairs, st.binary(max_size=300))
@settings(max_examples=examples(100), deadline=None)
def test_one_content_tells_any_number_of_others(pair, other):
    a, b = map(of, pair)
    finder = module.StretchFinder(b)
    for target in (a, of(other), b, a):
        told, size = finder.find(target)
        alone = overlap(target, b)
        assert rows(told) == rows(alone.of_a)
        assert size == alone.size_a
        assert finder.size <= len(b)


@given(edited(6000), st.sampled_from([0.3, 0.78, 1.0]), st.sampled_from([0, 12, 24]))
@settings(max_examples=examples(100), deadline=None)
def test_what_can_not_come_to_a_share_any_more_is_not_told_to_its_end(pair, least, proof):
    a, b = map(of, pair)
    done = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_LEAST_WALKED", 200)
        patch.setattr(module._buffers, "found", np.zeros((4, kernels.ROOM + 3), np.int64))
        finder = module.StretchFinder(b)
        told, size = finder.find(a, None, done.append, least=least, proof=proof)
    whole, _ = finder.find(a)
    assert sum(done) == len(a)
    assert told.kept <= whole.kept
    if whole.kept_from(proof) >= least * size + 200:
        assert rows(told) == rows(whole)
    assert (told.kept_from(proof) >= least * size) <= (whole.kept_from(proof) >= least * size)


@given(
    st.lists(edited(3000), min_size=1, max_size=6), st.sampled_from([0.3, 0.78]), st.sampled_from([0, 12, 24])
)
@settings(max_examples=examples(100), deadline=None)
def test_many_small_contents_in_one_call_as_one_by_one(some, least, proof):
    finder = module.StretchFinder(of(some[0][1]))
    targets = [
        of(a + zeros) for (a, _), zeros in zip(some, (b"", bytes(300), b"", b"", b"", b""), strict=False)
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_LEAST_WALKED", 200)
        patch.setattr(module, "SMALL", 4000)
        told = finder.kept_of(targets, least=least, proof=proof).tolist()
        found = [finder.find(target, least=least, proof=proof) for target in targets]
    for target, kept, (stretches, size) in zip(targets, told, found, strict=True):
        assert kept == (stretches.kept_from(proof) if size == len(target) else -1)


def test_contents_of_more_stretches_than_there_is_room_for_are_left_to_find():
    a = of(random_bytes(3000))
    b = of(b"".join(bytes(9) + a.tobytes()[at : at + 20] for at in range(2980, 0, -20)))
    finder = module.StretchFinder(b)
    assert finder.kept_of([a, b], least=0.0, proof=0).tolist() == [2980 - 2980 % 20, len(b)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module._buffers, "found", np.zeros((4, kernels.ROOM + 3), np.int64))
        assert finder.kept_of([a, b], least=0.0, proof=0).tolist() == [-1, len(b)]


def test_of_strangers_a_third_is_told():
    a, b = of(random_bytes(400_000)), of(random_bytes(400_000, 2))
    steps = []
    module.StretchFinder(b).find(np.concatenate([b[:30_000], a]), None, steps.append, least=0.78)
    assert max(steps) > 250_000  # the rest at once


def test_threads_do_not_meet():
    shared = random_bytes(300_000, 99)
    contents = [random_bytes(50_000 * seed, seed) + changed(shared, 0.05, seed) for seed in range(1, 5)]
    tasks = [(a, b) for a in contents for b in contents]
    alone = [compared(*task).similarity for task in tasks]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda task: compared(*task).similarity, tasks)) == alone


@pytest.mark.parametrize("kind", ["slice", "writable", "read-only", "every other", "memmap"])
def test_arrays_of_any_kind(kind, tmp_path):
    content = random_bytes(3000)
    given = {
        "slice": lambda: of(b"x" + content)[1:],
        "writable": lambda: of(content).copy(),
        "read-only": lambda: of(content),
        "every other": lambda: np.repeat(of(content), 2)[::2],
        "memmap": lambda: mapped(tmp_path / "file", content),
    }[kind]()
    assert rows(as_stretches(given, of(b"12345" + content))) == [[0, 5, 3000, 3000]]
    assert kind != "writable" or given.flags.writeable


def mapped(path, content):
    path.write_bytes(content)
    return np.memmap(path, np.uint8, "r")


def test_cancelled():
    control = Control()
    content = of(random_bytes(3_000_000))
    other = of(random_bytes(3_000_000, 2))

    def check():
        control.check()
        control.cancel()

    with pytest.raises(Cancelled):
        overlap(content, other, check)
    assert overlap(content[:100], content[:100]).similarity == 1.0


def worst(kind, size):
    """A pair of about so many bytes each that is the worst case for some step."""
    rng = np.random.default_rng(3)
    if kind == "zeros, a byte now and then":
        a, b = np.zeros(size, np.uint8), np.zeros(size, np.uint8)
        for data in (a, b):
            data[rng.integers(0, size, size // 60)] = rng.integers(1, 4, size // 60)
        return a, b
    if kind == "zeros and ones":
        return tuple(rng.integers(0, 2, size, dtype=np.uint8) for _ in range(2))
    if kind == "a long period":
        period = rng.integers(0, 256, 5000, dtype=np.uint8)
        a = np.resize(period, size)
        b = a.copy()
        b[rng.integers(0, size, size // 500)] ^= 1
        return a, b
    if kind == "lines that differ in a number":
        lines = (b"%07d the same line again and again, but for its number\n" % n for n in range(size // 55))
        a = of(b"".join(lines))
        return a, a[7 * 55 :]
    if kind == "a clean copy behind a dirty one":
        clean = rng.integers(0, 256, size // 2, dtype=np.uint8)
        dirty = clean.copy()
        dirty[:: 1 << 13] ^= 1
        return np.concatenate([clean, clean]), np.concatenate([dirty, clean])
    if kind == "half the bytes at their place":
        a = rng.integers(0, 256, size, dtype=np.uint8)
        b = a.copy()
        b[::2] ^= 1
        return a, b
    if kind == "padding in pieces":
        a, b = np.zeros(size, np.uint8), np.zeros(size, np.uint8)
        for data, step in ((a, 300), (b, 260)):
            data[::step] = rng.integers(1, 256, len(data[::step]))
        return a, b
    if kind == "many copies of a short one":
        return rng.integers(0, 256, 500, dtype=np.uint8), np.resize(
            rng.integers(0, 256, 500, dtype=np.uint8), size
        )
    return tuple(rng.integers(0, 256, size, dtype=np.uint8) for _ in range(2))


WORST = [
    "zeros, a byte now and then",
    "zeros and ones",
    "a long period",
    "lines that differ in a number",
    "a clean copy behind a dirty one",
    "half the bytes at their place",
    "many copies of a short one",
    "padding in pieces",
    "random",
]


@pytest.mark.parametrize("kind", WORST)
def test_time_is_linear(kind):
    def seconds(size):
        a, b = worst(kind, size)
        took = []
        for _ in range(2):  # the first one may be disturbed
            begin = time.thread_time()
            overlap(a, b)
            took.append(time.thread_time() - begin)
        return min(took)

    small, large = seconds(1 << 18), seconds(1 << 22)
    # 16 times the bytes, and tables beyond the cache, on a machine that others use: 256 times would be the square
    assert large < 100 * small + 0.2
    assert large < 1.0


def test_asked_often():
    a, b = worst("lines that differ in a number", 1 << 22)
    asked = [time.thread_time()]
    overlap(a, b, lambda: asked.append(time.thread_time()))
    assert np.diff(asked).max() < 0.05


def stretches(*of_rows):
    return Stretches(*np.array(of_rows, np.int64).reshape(-1, 4).T)


def test_what_is_kept_in_long_stretches():
    told = stretches([0, 0, 40, 32], [50, 0, 9, 9], [60, 0, 33, 33])
    assert [told.kept_from(least) for least in (0, 9, 10, 32, 33, 34)] == [74, 74, 65, 65, 33, 0]


def parts(found):
    columns = found.begin, found.end, found.source, found.source_end, found.equal
    return list(map(tuple, np.stack(columns, axis=1).tolist()))


def test_ranges_join_what_goes_on_in_both():
    told = stretches(
        [0, 100, 50, 50],
        [60, 155, 40, 38],
        [100, 400, 10, 10],
        [111, 410, 9, 9],
        [300, 419, 20, 20],
        [320, 5, 9, 9],
    )
    assert parts(ranges(told, 10)) == [
        (0, 100, 100, 195, 88),
        (100, 120, 400, 419, 19),
        (300, 320, 419, 439, 20),
        (320, 329, 5, 14, 9),
    ]
    assert parts(ranges(told, 10, near=5))[:2] == [(0, 50, 100, 150, 50), (60, 100, 155, 195, 38)]


def test_ranges_keep_the_longest_in_their_order():
    told = stretches([0, 900, 10, 10], [20, 700, 30, 30], [100, 500, 10, 10], [200, 300, 20, 20])
    assert [part[:2] for part in parts(ranges(told, 2))] == [(20, 50), (200, 220)]
    assert [part[:2] for part in parts(ranges(told, 3))] == [(0, 10), (20, 50), (200, 220)]
    assert len(ranges(told, 0)) == len(ranges(stretches(), 5)) == 0


@given(edited(1500), st.integers(0, 6), st.integers(0, 100))
@settings(max_examples=examples(100), deadline=None)
def test_ranges_hold_whole_stretches(pair, most, near):
    told = compared(*pair).of_a
    found = parts(ranges(told, most, near))
    assert len(found) <= most
    assert found == sorted(found)
    everything = parts(ranges(told, 1 << 30, near))
    assert sum(part[4] for part in everything) == told.kept
    assert set(found) <= set(everything)
    assert sorted(p[4] for p in found) == sorted(
        sorted(p[4] for p in everything)[len(everything) - len(found) :]
    )
    assert all(at >= 0 and end <= len(pair[1]) and at < end for _, _, at, end, _ in found)


def test_blocks_in_another_order_are_below_one():
    nothing = stretches()
    whole = stretches([0, 0, 10, 10])
    assert Overlap(10, 10, whole, whole, 6, 20).similarity == 19 / 20
    assert Overlap(10, 10, whole, whole, 20, 20, identical=True).similarity == 1.0
    assert Overlap(10, 10, nothing, nothing, 8, 20).similarity == 0.0
    assert Overlap(10, 10, nothing, nothing, 10, 20).similarity == 0.5
    assert Overlap(10, 12, whole, nothing).containment == 1.0


LEAST = st.sampled_from([8, 9, 13, 20])


@st.composite
def padded(draw):
    """Two contents of pieces, some of them common, with runs of one byte in between that are changed here and there."""
    rng = np.random.default_rng(draw(st.integers(0, 1 << 32)))
    pieces = [rng.bytes(draw(st.integers(1, 40))) for _ in range(4)]
    sides = []
    for _ in range(2):
        side = b""
        for _ in range(draw(st.integers(0, 5))):
            side += draw(
                st.sampled_from([*pieces, *[bytes([draw(st.sampled_from([0, 7]))]) * 30] * 2, bytes(70)])
            )
        side = bytearray(side)
        for at in rng.integers(0, len(side), draw(st.integers(0, 4))).tolist() if side else ():
            side[at] ^= 7
        sides.append(bytes(side))
    return tuple(sides)


@given(padded() | edited(), LEAST)
@settings(max_examples=examples(400), deadline=None)
def test_padding_is_left_out_as_by_the_slow_twin(pair, least):
    a, b = pair
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "PADDING", least)
        found, back = compared(a, b), compared(b, a)
        told = as_stretches(of(a), of(b))
    if padding_slowly(a, least) == len(a) and padding_slowly(b, least) == len(b):
        least = 1 << 20
    of_a, size_a = without_padding_slowly(a, b, told_slowly(a, b), least)
    of_b, size_b = without_padding_slowly(b, a, told_slowly(b, a), least)
    assert rows(found.of_a) == rows(told) == of_a
    assert rows(found.of_b) == of_b
    assert (found.size_a, found.size_b) == (size_a, size_b)
    if len(a) == len(b):
        alike = sum(map(int.__eq__, a, b))
        (in_a, all_a), (in_b, all_b) = (
            without_padding_slowly(*sides, [[0, 0, len(a), alike]], least) for sides in ((a, b), (b, a))
        )
        assert found.same_place == 2 * min(in_a[0][3], in_b[0][3])
        assert found.same_sizes == (all_a + all_b if alike else 0)
    assert 0.0 <= found.similarity <= 1.0
    assert (found.similarity == 1.0) == found.identical == (a == b)
    assert (back.similarity, back.containment) == (found.similarity, found.containment)


@given(padded(), LEAST, st.integers(1, 60))
@settings(max_examples=examples(150), deadline=None)
def test_padding_is_found_in_small_steps(pair, least, looked):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "PADDING", least)
        whole = compared(*pair)
        patch.setattr(module, "_LOOKED", looked)
        patch.setattr(module._buffers, "found", np.zeros((4, kernels.ROOM + 1), np.int64))
        pieces = compared(*pair)
    assert (rows(pieces.of_a), rows(pieces.of_b)) == (rows(whole.of_a), rows(whole.of_b))
    assert (pieces.size_a, pieces.size_b, pieces.same_place, pieces.same_sizes) == (
        whole.size_a, whole.size_b, whole.same_place, whole.same_sizes,
    )  # fmt: skip


def image(payloads, size=5 << 20, fill=b"\0"):
    """A disk image: files at some positions, all else of one value."""
    data = bytearray(fill * size)
    for at, payload in payloads.items():
        data[at : at + len(payload)] = payload
    return bytes(data)


@pytest.mark.parametrize("fill", [b"\0", b"\xff"])
def test_disk_images_are_what_is_on_them(fill):
    one, two, three = (random_bytes(50_000, seed) for seed in range(3))
    first = image({9000: one, 700_000: two}, fill=fill)
    assert compared(first, image({9000: random_bytes(90_000, 9)}, fill=fill)).similarity < 0.01
    half = compared(first, image({4096: two, 3_000_000: three}, fill=fill))
    assert half.similarity == pytest.approx(0.5, abs=0.01)
    assert half.size_a == pytest.approx(100_000, abs=600)
    other = compared(first, image({20_000: two, 900_000: one}, size=9 << 20, fill=fill))
    assert 0.99 < other.similarity < 1.0
    assert compared(image({}, fill=fill), first).similarity == 0.0
    assert compared(image({}, fill=fill), first).containment == 0.0
    assert compared(first, one).containment > 0.99
    assert all(range_[4] > 0 for range_ in parts(ranges(half.of_a, 100)))


def test_of_nothing_but_padding_all_is_compared():
    assert compared(bytes(3000), bytes(1000)).similarity == 0.5
    assert compared(bytes(3000), b"\xff" * 3000).similarity == 0.0
    assert compared(bytes(3000), bytes(2000) + b"\xff" * 1000).similarity == pytest.approx(2 / 3, abs=0.01)


def test_padding_with_changes_in_one_of_both_is_content():
    content = random_bytes(3000) + bytes(6000) + random_bytes(1000, 2)
    for share in (0.01, 0.05, 0.2):
        assert compared(content, changed(content, share)).similarity == pytest.approx(1 - share, abs=0.02)


@pytest.mark.soak
def test_two_files_of_five_gigabytes_within_a_gigabyte(tmp_path):
    """Blocks of random bytes in two sparse files, at places of their own; a tenth of each block differs."""
    size, block = 5 << 30, 8 << 20
    blocks = [random_bytes(block, seed) for seed in range(8)]
    paths = tmp_path / "a", tmp_path / "b"
    for path, order, share in zip(paths, (range(8), (3, 0, 1, 2, 7, 6, 5, 4)), (0.0, 0.0001), strict=True):
        with path.open("wb") as file:
            file.truncate(size)
            for number, which in enumerate(order):
                file.seek(number * (size // 8) + 12345 * which)
                file.write(changed(blocks[which], share))
    a, b = (np.memmap(path, np.uint8, "r") for path in paths)
    before = own_memory()
    asked, memory, done = [time.thread_time()], [0], [0]

    def advance(more):
        done[0] += more
        memory.append(own_memory())

    found = overlap(a, b, lambda: asked.append(time.thread_time()), advance)
    assert done[0] == 4 * size
    assert max(memory) - before < 900 << 20
    assert np.diff(asked).max() < 0.2
    assert 0.9999 < found.similarity < 1.0


def own_memory():
    """Memory of this process that is not file-backed."""
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) << 10 for line in file if line.startswith("RssAnon:"))
