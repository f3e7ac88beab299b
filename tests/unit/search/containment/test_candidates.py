"""Candidates for containment, against plain sets and sums."""

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.errors import Cancelled
from simfinder.model.progress import Control, Phase
from simfinder.search.containment import candidates
from simfinder.search.containment import kernels as partkernels
from simfinder.search.containment.candidates import parts
from simfinder.search.set_join import packed_rows
from simfinder.signatures.sketch.bottom_k import SIZE, sketch
from tests.helpers.examples import examples
from tests.unit.search.twins import tables
from tests.unit.search.twins.tables import plain_estimate, table

EVERYTHING = ("_EXACT", "_LOOKS", "_LOOKS_PER_ROW")


def hashes(rng, count):
    """Values as sketches have them: of 64 bits."""
    return tables.hashes(rng, count) << np.uint64(1)


def made(rows):
    """A table of (values, size) in that order."""
    return table([values for values, _ in rows], size=[size for _, size in rows])


def plain(made, least_shingles=32):
    """{(whole, part): (hits, seen, weighed)} by sets."""
    rows = [made.row(i) for i in range(len(made))]
    sets = [set(row.sketch.tolist()) for row in rows]
    holders = Counter(value for values in sets for value in values)
    found = {}
    for p, part in enumerate(rows):
        distinct = len(sets[p])
        if distinct == SIZE:
            distinct = 127 * 2**64 / max(1, *sets[p])
        repeats = part.size >= 1.5 * distinct
        weight = {
            value: max(1, round(16 * math.log2((len(rows) + 100) / holders[value])))
            for value in sets[p]
            if holders[value] > 1
        }
        mean = sum(weight.values()) // max(1, len(weight))
        weight.update({value: max(1, min(8, mean)) for value in sets[p] - weight.keys()})
        for w, whole in enumerate(rows):
            apart = whole.size >= 1.2 * part.size
            if w == p or len(sets[p]) < least_shingles or not (apart or repeats):
                continue
            if not apart and plain_estimate(part, whole) >= 0.4:
                continue
            limit = max(sets[w]) if len(sets[w]) == SIZE else math.inf
            seen = {value for value in sets[p] if value <= limit}
            common = seen & sets[w]
            of, weighs = sum(map(weight.get, seen)), sum(map(weight.get, common))
            least = 30 if len(seen) >= 8 else 50
            enough = len(common) >= 2 or any(holders[value] <= 8 for value in common)
            if common and enough and 100 * weighs >= least * of and 100 * len(common) >= 4 * len(seen):
                found[w, p] = (len(common), len(seen), weighs / of)
    return found


def as_dict(found):
    pairs = list(zip(found.whole.tolist(), found.part.tolist(), strict=True))
    assert pairs == sorted(set(pairs))
    told = zip(found.hits.tolist(), found.seen.tolist(), found.weighed.tolist(), strict=True)
    return dict(zip(pairs, told, strict=True))


def check(rows, **more):
    t = made(rows)
    found, want = parts(t), plain(t, **more)
    got = as_dict(found)
    assert got.keys() == want.keys()
    for pair, (hits, seen, weighed) in got.items():
        assert (hits, seen) == want[pair][:2]
        assert weighed == pytest.approx(want[pair][2], abs=1e-6)
    assert found.capped == found.crowded == 0
    return got


def content(rng, *pieces, new=0, each=1.0):
    """Values and size of a content made of others' values and some of its own."""
    values = np.unique(np.concatenate([*pieces, hashes(rng, new)]).astype(np.uint64))
    return values, int(len(values) * each) + 7


def world(rng, families=4):
    """Parts and wholes of many sizes, edited and repeated, with unrelated rows and common values."""
    common = hashes(rng, 300)
    for _ in range(families):
        base = hashes(rng, int(rng.integers(20, 2500)))
        yield content(rng, base)
        for _ in range(8):
            some = base[rng.random(len(base)) < rng.random()]
            yield content(rng, some, common[: rng.integers(0, 300)], new=rng.integers(0, 60))
            yield content(rng, base, common, new=int(len(base) * rng.exponential(8)))
            yield content(rng, some, new=rng.integers(0, 500), each=rng.choice([1, 3, 20]))
        yield content(rng, base[: rng.integers(0, 40)])
        yield content(rng, common, new=rng.integers(0, 3000))


@pytest.mark.parametrize("seed", range(9))
def test_it_finds_what_sets_say(seed, monkeypatch):
    rng = np.random.default_rng(seed)
    monkeypatch.setattr(candidates, "_ALWAYS", [0, 2, 32][seed % 3])
    monkeypatch.setattr(candidates, "_POSTINGS", [1 << 22, 500][seed % 2])
    monkeypatch.setattr(packed_rows, "NARROW", [1 << 23, 0][seed % 2])
    rows = list(world(rng))
    rng.shuffle(rows)
    assert len(check(rows)) > 20


tiny = st.lists(
    st.tuples(st.sets(st.integers(0, 40), max_size=30), st.integers(1, 200)), min_size=1, max_size=14
)


@settings(max_examples=examples(100), deadline=None)
@given(tiny, st.sampled_from([0, 2, 32]))
def test_it_finds_what_sets_say_of_anything(rows, always):
    """Sizes unrelated to the values, rows that hold all or nothing."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(candidates, "_LEAST_SHINGLES", 3)
        patch.setattr(candidates, "_ALWAYS", always)
        check([([v << 50 for v in values], size) for values, size in rows], least_shingles=3)


@settings(max_examples=examples(25), deadline=None)
@given(
    st.randoms(use_true_random=False), st.integers(1, 6), st.sampled_from([1, 2]), st.integers(1, 9),
    st.integers(1, 9),
)  # fmt: skip
def test_caps_hide_pairs_and_change_nothing_else(random, always, jobs, counted, kept):
    rng = np.random.default_rng(random.randrange(1 << 30))
    rows = list(world(rng, 1))
    t = made(rows)
    want = plain(t)
    with pytest.MonkeyPatch.context() as patch:
        for name in EVERYTHING:
            patch.setattr(candidates, name, 0)
        patch.setattr(candidates, "_ALWAYS", always)
        patch.setattr(candidates, "_NEAR", 2)
        patch.setattr(candidates, "_RAREST", always)
        patch.setattr(candidates, "_BLOCK", 5)
        patch.setattr(candidates, "_PLACES", 7)
        patch.setattr(candidates, "_COUNTED", counted)
        patch.setattr(candidates, "_KEPT", kept)
        found = parts(t, jobs=jobs)
    got = as_dict(found)
    for pair, told in got.items():
        assert told == pytest.approx(want[pair], abs=1e-6)
    assert found.capped or got.keys() == want.keys()


groups = st.lists(st.sets(st.integers(0, 60), min_size=2), max_size=12)


@given(groups, st.integers(1, 6), st.integers(0, 30), st.integers(0, 30), st.booleans())
def test_of_large_groups_some_are_kept_evenly_and_the_last(groups, kept, first, then, narrow):
    values = np.array([7 * i for i, group in enumerate(groups) for _ in group], np.uint64)
    holders = np.array([place for group in groups for place in sorted(group)], np.int32)
    by_value = np.argsort(values, kind="stable")
    most = 2 * kept + first
    found, sizes, numbers = partkernels.put_groups(values, holders, by_value, most, kept)
    assert found.tolist() == [7 * i for i in range(len(groups))]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packed_rows, "NARROW", 1 << 23 if narrow else 0)
        members = packed_rows.room(len(numbers), 61)
    packed_rows.append(members, 0, numbers)
    offsets = np.concatenate(([0], np.cumsum(sizes))).astype(np.uint32)
    counts = partkernels.count_sizes(offsets, members, 61)
    assert counts.tolist() == np.bincount([len(group) for group in groups], minlength=62).tolist()
    least = 2 * kept + min(first, then)
    used = partkernels.thin_groups(offsets, members, least, kept)
    assert used == offsets[-1]
    for g, group in enumerate(groups):
        begin, end, size = partkernels.extent(offsets, members, g)
        held, every = [packed_rows.place_at(members, i) for i in range(begin, end)], sorted(group)
        assert size == len(group)
        if size <= least:
            assert held == every
        else:
            assert held == [every[(i + 1) * size // kept - 1] for i in range(kept)]
            assert held[-1] == every[-1]


@settings(max_examples=examples(25), deadline=None)
@given(st.randoms(use_true_random=False), st.integers(0, 60_000), st.integers(1, 40))
def test_of_the_promising_only_as_much_is_told_as_is_asked_for(random, within, held):
    t = made(list(world(np.random.default_rng(random.randrange(1 << 30)), 1)))
    every = parts(t)
    size, promise = t.size[every.part].tolist(), every.promise.tolist()
    want, used = [], 0
    for i in sorted(range(len(every)), key=lambda i: (-promise[i], every.whole[i], every.part[i])):
        if used > within:
            break
        want.append((int(every.whole[i]), int(every.part[i])))
        used += size[i]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(candidates, "_HELD", held)
        patch.setattr(candidates, "_BLOCK", 5)
        got = as_dict(parts(t, within=within))
    assert sorted(want) == list(got)
    whole = as_dict(every)
    assert all(told == whole[pair] for pair, told in got.items())


@pytest.mark.parametrize(("times", "least"), [(2, 1.0), (5, 1.0), (10, 1.0), (20, 0.97)])
@pytest.mark.parametrize("edited", [0.0, 0.01])
def test_parts_of_real_bytes_are_found_down_to_a_20th(times, least, edited):
    """Bytes without any repetition, the hardest: of a 20th a sketch sees some six values."""
    rng = np.random.default_rng(times)
    sketches, size = [], []
    for _ in range(150):
        part = rng.integers(0, 256, 3000, dtype=np.uint8)
        whole = rng.integers(0, 256, times * 3000, dtype=np.uint8)
        at = rng.integers(0, len(whole) - len(part) + 1)
        whole[at : at + len(part)] = part
        changed = rng.random(len(part)) < edited
        part = np.where(changed, part ^ 1, part)
        sketches += [sketch(part.tobytes()), sketch(whole.tobytes())]
        size += [len(part), len(whole)]
    found = as_dict(parts(table(sketches, size=size)))
    want = {(2 * i + 1, 2 * i) for i in range(150)}
    assert len(want & found.keys()) >= least * len(want)
    assert len(found) <= 1.05 * len(want)


def test_bytes_changed_one_by_one_leave_enough():
    rng = np.random.default_rng(3)
    part = rng.integers(0, 256, 30_000, dtype=np.uint8)
    whole = np.concatenate((rng.integers(0, 256, 60_000, dtype=np.uint8), part))
    part[rng.random(len(part)) < 0.15] ^= 1
    t = table([sketch(part.tobytes()), sketch(whole.tobytes())], size=[len(part), len(whole)])
    assert parts(t).part.tolist() == [0]


def test_a_content_that_repeats_itself_may_lie_in_a_smaller_one():
    """95 % of 19 copies and something else is in a file that has one copy."""
    rng = np.random.default_rng(4)
    copied, mine, other = (rng.bytes(4000) for _ in range(3))
    many, one = copied * 19 + mine, copied + other * 19
    shorter = one[: len(copied) + len(other)]
    t = table([sketch(many), sketch(shorter)], size=[len(many), len(shorter)])
    assert (1, 0) in as_dict(parts(t))


def test_one_whole_has_thousands_of_parts():
    rng = np.random.default_rng(5)
    pieces = [hashes(rng, 300) for _ in range(1000)]
    whole = np.unique(np.concatenate(pieces))
    found = parts(made([(whole, len(whole)), *((piece, 300) for piece in pieces)]))
    assert set(found.whole.tolist()) <= {0}
    # of a 1000th a sketch has no values: told are those that happen to have one
    assert all(hits >= 1 for hits in found.hits.tolist())
    small = [np.sort(hashes(rng, 40)) for _ in range(5000)]
    held = np.sort(rng.choice(whole, 100, replace=False))
    rows = [(held, 4000), *((np.concatenate((held[:60], own[:4])), 300) for own in small)]
    found = parts(made(rows))
    assert (found.whole == 0).sum() == 5000
    assert found.part[found.whole == 0].tolist() == list(range(1, 5001))


def grown(count, rng):
    """A log file, seen again and again."""
    lines = hashes(rng, 40 * count)
    return [(np.sort(lines[: 2000 + 10 * i])[:SIZE], 2000 + 10 * i) for i in range(count)]


def test_a_chain_costs_no_square(monkeypatch):
    for name in EVERYTHING:
        monkeypatch.setattr(candidates, name, 0)
    rng = np.random.default_rng(6)
    few, many = parts(made(grown(2000, rng))), parts(made(grown(8000, rng)))
    assert few.capped
    assert many.capped
    assert len(many) <= 6 * len(few)
    first_too_large = 8000
    linked = set(many.part.tolist())
    largest = 2000 + 10 * (first_too_large - 1)
    assert linked == {i for i in range(8000) if largest >= 1.2 * (2000 + 10 * i)}


def test_all_alike(monkeypatch):
    for name in EVERYTHING:
        monkeypatch.setattr(candidates, name, 0)
    values = np.sort(hashes(np.random.default_rng(7), 128)) >> np.uint64(6)  # the smallest of 8,000
    same = [(values, 128 + i % 7) for i in range(5000)]
    assert len(parts(made(same))) == 0  # none is that much larger
    found = parts(made([(values, 128 + i) for i in range(3000)]))
    assert found.capped
    assert np.bincount(found.part).max() <= 9
    assert len(set(found.part.tolist())) == sum(1.2 * (128 + i) <= 3127 for i in range(3000))


def test_a_part_in_more_wholes_than_are_told_keeps_the_best():
    rng = np.random.default_rng(8)
    text = hashes(rng, 100)
    rows = [(text, 107)]
    rows += [content(rng, text[: 100 if i % 2 else 60], new=400 if i % 2 else 700) for i in range(700)]
    found = parts(made(rows))
    assert found.crowded == 1
    assert found.part.tolist() == [0] * 128
    assert all(whole % 2 == 0 for whole in found.whole.tolist())  # row i + 1 has all of it where i is odd


def test_a_licence_header_makes_no_part():
    rng = np.random.default_rng(9)
    header = hashes(rng, 120)
    rows = [content(rng, header, new=int(rng.integers(300, 4000))) for _ in range(300)]
    found = parts(made(rows))
    assert len(found) <= 0.02 * len(rows) ** 2
    found = parts(made([(header, 127), *rows]))
    assert (found.part == 0).sum() >= 0.95 * 128  # of very long ones too little is seen of it
    assert found.weighed[found.part == 0].min() == 1.0


@pytest.mark.parametrize("count", [0, 1, 2, 50])
def test_nothing_lies_in_tiny_or_empty_contents(count):
    rng = np.random.default_rng(count)
    text = hashes(rng, 31)
    t = table([text[: i % 32] for i in range(count)] or [], size=[10 * i for i in range(count)])
    found = parts(t)
    assert len(found) == 0
    assert found.estimate.tolist() == found.promise.tolist() == []


def test_the_estimate_is_of_bytes_and_the_promise_is_less_for_few():
    rng = np.random.default_rng(10)
    a, b = hashes(rng, 100), hashes(rng, 2000)
    found = parts(made([(a, 107), content(rng, a, new=200), (b, 2007), content(rng, b, new=38_000)]))
    share = found.hits / found.seen
    assert found.estimate.tolist() == pytest.approx(np.minimum(0.999, share**0.6).tolist(), abs=1e-6)
    assert found.part.tolist() == [0, 2]
    assert found.seen[0] > 5 * found.seen[1]
    assert found.weighed.tolist() == [1.0, 1.0]
    assert found.promise[0] > 0.9 > found.promise[1] > 0.0


def test_the_result_does_not_depend_on_jobs_and_progress_is_told():
    rng = np.random.default_rng(11)
    t = made(list(world(rng, 20)))
    control = Control()
    alone = parts(t, control)
    seen = control.snapshot()
    assert seen.phase is Phase.CONTAINING
    assert (seen.files, seen.files_total) == (len(t), len(t))
    for jobs in (2, 5):
        assert as_dict(parts(t, jobs=jobs)) == as_dict(alone)


def test_a_cancel_ends_it():
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        parts(made(grown(50, np.random.default_rng(12))), control)


@given(st.integers(0, 1 << 32), st.sampled_from([20, SIZE, 400]), st.floats(0.5, 1.0))
@settings(max_examples=examples(60), deadline=None)
def test_what_repeats_itself_may_lie_in_its_part(seed, most, least):
    """By sets: so many distinct shingles of the whole are not the part's, at least, and each begins with a byte."""
    rng = np.random.default_rng(seed)
    pool = hashes(rng, 2 * most)
    rows = []
    for _ in range(6):
        values = rng.choice(pool, rng.integers(1, most + 1), replace=False)
        rows.append((values, int(len(values) * rng.choice([1, 2, 3, 6]))))
    made_of = made(rows)
    pairs = np.array([(a, b) for a in range(6) for b in range(6) if a != b], np.int32)
    nothing = np.zeros(len(pairs), np.int16)
    given_pairs = candidates.Parts(
        pairs[:, 0], pairs[:, 1], nothing, nothing, nothing.astype(np.float32), 0, 0
    )
    wanted = []
    for number, (whole, part) in enumerate(pairs.tolist()):
        own, other = (set(made_of.row(row).sketch.tolist()) for row in (whole, part))
        distinct = len(own) if len(own) < SIZE else 127 * 2**64 / max(own)
        limit = max(other) if len(other) == SIZE else math.inf
        seen = {value for value in own if value <= limit}
        repeats = made_of.size[whole] / max(1.0, distinct)
        counts = np.array([len(seen - other)]), np.array([len(seen)])
        missing = candidates.lower_bound(*counts)[0]
        if repeats >= 1.5 and seen & other and missing <= (1 - least) * repeats:
            wanted.append(number)
    assert candidates.backwards(made_of, given_pairs, least).tolist() == wanted
