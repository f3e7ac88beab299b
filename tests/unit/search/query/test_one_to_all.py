"""One content against all rows, against plain sets and sums."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.errors import Cancelled
from simfinder.model.progress import Control, Phase
from simfinder.model.scan_options import Method
from simfinder.search.candidates import registry
from simfinder.search.query import one_to_all as module
from simfinder.search.query.one_to_all import QueryContent, containment, lower_bound, query
from simfinder.signatures.shingleprint.shingle_set import ShingleSet
from simfinder.signatures.sketch.bottom_k import SHINGLE, SIZE
from simfinder.signatures.sketch.hash_codes import canonical
from simfinder.signatures.table.signature import Signature
from simfinder.signatures.table.signature_table import SignatureTable
from tests.helpers.examples import examples
from tests.unit.search.twins.tables import family, hashes, plain_estimate, table

DENSE = 1 << 12


def content(values, size=None, name=b"asked"):
    """A signature of a made-up shingle set, and what may be asked of it."""
    values = np.unique(canonical(np.asarray(values, np.uint64)))
    size = len(values) + 7 if size is None else size
    signature = Signature(content=name.ljust(16, b"."), size=size, sketch=values[:SIZE])
    return signature, QueryContent(signature, values[:DENSE], len(values) <= DENSE)


def plain(rows, asked, floor):
    """The expected answer: {row: (similarity, share of the part or None, contains, inside, doubtful)}."""
    me, found = asked.signature, {}
    own = set(asked.shingles.tolist())
    for i, row in enumerate(rows):
        if row.content == me.content:
            found[i] = (1.0, None, False, False, False)
            continue
        theirs = set(row.sketch.tolist())
        limit = min(
            max(theirs) if len(theirs) == SIZE else math.inf, math.inf if asked.complete else max(own)
        )
        mine, its = ({v for v in values if v <= limit} for values in (own, theirs))
        part, held = (mine, own) if row.size > me.size else (its, theirs)
        share = len(mine & its) / len(part) if part else 0.0
        n = max(1, len(part))
        sure = (share + 2 / n - 2 * math.sqrt(share * (1 - share) / n + 1 / n**2)) / (1 + 4 / n)
        may = max(row.size, me.size) >= 1.2 * min(row.size, me.size) and len(held) >= 32 and share**0.6 >= 0.8
        told = may and len(part) >= 8 and sure >= 0.55
        larger = row.size > me.size
        similarity = plain_estimate(me, row)
        if similarity >= floor or told or (may and larger):
            found[i] = (
                similarity, share, told and larger, told and not larger, may and larger and not told
            )  # fmt: skip
    return found


def check(rows, asked, floor, **more):
    made = SignatureTable.build(rows)
    ordered = [made.row(i) for i in range(len(made))]
    found = query(made, asked, Method.AUTO, floor, **more)
    want = plain(ordered, asked, floor)
    assert found.rows.tolist() == sorted(want)
    for i, row in enumerate(found.rows.tolist()):
        similarity, share, *told = want[row]
        assert found.similarity[i] == pytest.approx(similarity, abs=1e-6)
        assert [found.contains[i], found.inside[i], found.doubtful[i]] == told
        assert found.identical[i] == (share is None)
        wanted = 1.0 if share is None else min(0.999, share**0.6)
        assert found.containment[i] == pytest.approx(wanted, abs=1e-6)
    return found


def world(rng, base):
    """Rows of every kind: near copies, parts and wholes of many sizes, unrelated rows, exact copies."""
    made = [
        *family(rng, 6, 0.1),
        *(base[:: rng.integers(1, 40)] for _ in range(12)),
        *(np.concatenate((base, hashes(rng, int(len(base) * rng.exponential(6))))) for _ in range(20)),
        *(np.concatenate((base[::2], hashes(rng, len(base)))) for _ in range(3)),
        *(hashes(rng, rng.integers(1, 3000)) for _ in range(20)),
        *(
            np.where(rng.random(len(base)) < rng.random() * 0.5, hashes(rng, len(base)), base)
            for _ in range(20)
        ),
        *(base[: rng.integers(0, 40)] for _ in range(8)),
    ]
    for n, values in enumerate(made):
        yield content(values, name=f"row {n}".encode())[0]


@pytest.mark.parametrize("count", [0, 1, 20, 40, 127, 128, 129, 1500, 20_000])
@pytest.mark.parametrize("floor", [0.1, 0.7, 0.98])
def test_it_finds_what_sets_say(count, floor):
    rng = np.random.default_rng(count)
    base = hashes(rng, count)
    me, asked = content(base)
    rows = list(world(rng, base))
    found = check(rows, asked, floor)
    assert not found.identical.any()
    if count >= 1500:
        assert found.contains.any()
        assert found.inside.any()
    assert check([*rows, me], asked, floor).identical.sum() == 1


small = st.lists(st.integers(0, 90), max_size=60)


@settings(max_examples=examples(200), deadline=None)
@given(small, st.lists(st.tuples(small, st.integers(1, 300)), max_size=12), st.sampled_from([0.05, 0.5, 0.9]))
def test_it_finds_what_sets_say_of_anything(base, others, floor):
    """Tiny and repetitive contents, whose sizes say nothing about their sets."""
    _, asked = content([v << 57 | v for v in base], size=100)
    rows = [
        content([v << 57 | v for v in values], size, name=str(i).encode())[0]
        for i, (values, size) in enumerate(others)
    ]
    check(rows, asked, floor)


@settings(max_examples=examples(60), deadline=None)
@given(st.integers(0, 400), st.integers(0, 400), st.integers(1, 60), st.randoms(use_true_random=False))
def test_sketches_cut_off_by_either_side(shared, own, times, random):
    """Only values that both sides know for certain may count."""
    rng = np.random.default_rng(random.randrange(1 << 30))
    base = hashes(rng, shared)
    me, _ = content(np.concatenate((base, hashes(rng, own))))
    whole, _ = content(np.concatenate((base, hashes(rng, own * times))), name=b"whole")
    check([whole], QueryContent.of(me), 0.5)
    check([me], QueryContent.of(whole), 0.5)


def test_the_sketch_is_the_beginning_of_what_is_asked():
    data = np.random.default_rng(5).bytes(50_000)
    many = ShingleSet.of(data, SHINGLE, 10_000, apart=True).values()
    few = ShingleSet.of(data, SHINGLE, SIZE, apart=True).values()
    assert many[:SIZE].tolist() == few.tolist()
    assert len(many) == 10_000


@pytest.mark.parametrize("times", [2, 5, 10, 50])
def test_parts_are_found_whatever_the_sizes_and_wholes_up_to_ten_times(times):
    rng = np.random.default_rng(times)
    contains = inside = 0
    for _ in range(20):
        base = hashes(rng, 600)
        part, ask_part = content(base, name=b"part")
        whole, _ = content(np.concatenate((base, hashes(rng, 600 * (times - 1)))), name=b"whole")
        values = np.unique(np.concatenate((base, hashes(rng, 600 * (times - 1)))))
        ask_whole = QueryContent(content(values)[0], values, True)
        contains += query(SignatureTable.build([whole]), ask_part).contains.sum()
        inside += query(SignatureTable.build([part]), ask_whole).inside.sum()
    assert inside == (20 if times > 2 else inside)
    assert contains >= {2: 0, 5: 20, 10: 16, 50: 0}[times]
    assert contains <= {2: 20, 5: 20, 10: 20, 50: 1}[times]


def test_strangers_that_share_a_third_are_not_said_to_contain():
    rng = np.random.default_rng(9)
    base = hashes(rng, 1000)
    rows = [
        content(np.concatenate((base[::3], hashes(rng, 1000 * times))), name=f"{times} {i}".encode())[0]
        for times in (2, 4, 8, 12, 16, 30)
        for i in range(80)
    ]
    found = query(SignatureTable.build(rows), content(base)[1])
    assert not found.contains.any()
    assert not found.inside.any()
    assert found.doubtful.sum() < 25


@pytest.mark.parametrize("method", list(Method))
def test_any_method_judges_as_it_does_in_a_scan(method):
    rng = np.random.default_rng(2)
    text = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOP"
    texts = [f"96:{text[i:]}{text[:i]}:{text[: 12 + i]}" for i in range(20)]
    tags = [[1000] * 15 + [1000 + i] for i in range(20)]
    sketches = family(rng, 20, 0.05)
    made = table(sketches, size=[5000 + i for i in range(20)], tags=tags, spamsum=texts)
    among = query(made, QueryContent.of(made.row(3)), method, 0.5)
    outside = query(made.rows(np.delete(np.arange(20), 3)), QueryContent.of(made.row(3)), method, 0.5)
    want = registry.similarity(made, method, np.full(20, 3), np.arange(20))
    alike = np.flatnonzero(want >= np.float32(0.5))
    assert among.rows[among.similarity >= 0.5].tolist() == alike.tolist()
    assert among.similarity[among.similarity >= 0.5].tolist() == want[alike].tolist()
    assert among.rows[among.identical].tolist() == [3]
    others = among.rows[~among.identical]
    assert (outside.rows + (outside.rows >= 3)).tolist() == others.tolist()
    assert outside.similarity.tolist() == among.similarity[~among.identical].tolist()
    if method in (Method.AUTO, Method.SPAMSUM, Method.TAGCOUNT):
        assert len(others) > 3
    elif method is Method.CONTENT:
        assert len(others) == 0


def test_threads_and_blocks_change_nothing(monkeypatch):
    rng = np.random.default_rng(4)
    base = hashes(rng, 900)
    rows = [*world(rng, base), content(base)[0]]
    once = check(rows, content(base)[1], 0.4)
    monkeypatch.setattr(module, "_BLOCK", 7)
    control = Control()
    again = check(rows, content(base)[1], 0.4, jobs=3, control=control)
    assert again.rows.tolist() == once.rows.tolist()
    assert (control.snapshot().phase, control.snapshot().files) == (Phase.COMPARING, len(rows))
    control.cancel()
    with pytest.raises(Cancelled):
        query(SignatureTable.build(rows), content(base)[1], control=control)


def test_nothing_to_ask_or_to_answer():
    _, asked = content(hashes(np.random.default_rng(1), 500))
    assert len(query(SignatureTable.blank(0), asked)) == 0
    empty = Signature(content=b"e" * 16, size=0)
    rows = SignatureTable.build([empty, asked.signature])
    assert query(rows, QueryContent.of(empty)).identical.tolist() == [True]
    assert query(rows, asked).rows.tolist() == [0]


def test_a_closer_look_tells_what_a_sketch_can_not():
    rng = np.random.default_rng(6)
    base = hashes(rng, 700)
    _, part = content(base)
    for kept, told in ((1.0, True), (0.9, True), (0.3, False), (0.0, False)):
        held = base[: int(kept * len(base))]
        values = np.unique(np.concatenate((held, hashes(rng, 40_000))))
        for whole in (
            QueryContent(part.signature, values, True),
            QueryContent(part.signature, values[:4000], False),
        ):
            share = containment(part, whole)
            assert (share > 0) is told
            assert not told or share == pytest.approx(min(0.999, kept**0.6), abs=0.1)
    assert containment(content(base[:20])[1], part) == 0.0
    assert containment(content([])[1], part) == 0.0
    assert containment(part, content([])[1]) == 0.0


def test_the_lower_bound():
    hits, seen = np.array([0, 8, 7, 128, 0]), np.array([0, 8, 8, 128, 8])
    bound = lower_bound(hits, seen)
    assert bound[0] == 0.0
    assert bound[1] == pytest.approx(8 / 12)
    assert bound[2] < bound[1] < bound[3] < 1.0
    assert bound[4] == pytest.approx(0.0, abs=1e-9)
