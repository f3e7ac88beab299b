"""What the joins of executors propose and judge is what the searches of one machine do."""

import random

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.app.session.spark import method_joins, picture_join, row_links, rows
from simfinder.app.session.spark.posting_join import enough
from simfinder.model.progress import Control
from simfinder.model.scan_options import Method
from simfinder.search.candidates import registry
from simfinder.search.candidates.sketch_pairs import rule_of
from simfinder.search.candidates.spamsum_pairs import NgramJoin
from simfinder.search.linking.links import find_links
from simfinder.search.linking.picture_links import picture_links
from simfinder.search.set_join.join import needed
from simfinder.search.simfind.key_range import KeyJoin
from simfinder.signatures.picture.looks import Looks
from simfinder.signatures.sign.sign_bytes import sign
from simfinder.signatures.sketch.bottom_k import SIZE
from simfinder.signatures.table import serialize
from simfinder.signatures.table.parameters import PLAIN
from simfinder.signatures.table.signature_table import SignatureTable
from tests.helpers.files.documents import report
from tests.helpers.pictures.scenes import wallpaper
from tests.unit.signatures.picture.test_looks import lain, look_of

RULE = rule_of(np.arange(SIZE + 1), np.zeros(SIZE + 1, np.int64), 0.4, SIZE)


@pytest.fixture(scope="module")
def signed():
    """Signatures of some texts and their edited copies: keys, sizes and pieces in order, and the table of all."""
    rng = random.Random(3)
    texts = [report(rng, paragraphs=rng.randrange(3, 14)) for _ in range(25)]
    for text in texts[:20]:
        for _ in range(rng.randrange(4)):
            at = rng.randrange(len(text) - 300)
            texts.append(text[:at] + report(rng, paragraphs=1) + text[at + rng.randrange(300) :])
    signatures = sorted((sign(text, PLAIN) for text in texts), key=lambda one: one.content)
    keys = [rows.BYTES + one.content for one in signatures]
    batch = pa.RecordBatch.from_pydict(
        {
            "id": pa.array(range(0, 7 * len(keys), 7), pa.int64()),
            "key": pa.array(keys, pa.binary()),
            "size": pa.array([one.size for one in signatures], pa.int64()),
            "piece": pa.array([serialize.pack(one) for one in signatures], pa.binary()),
            "roles": pa.array([rows.COMPARED] * len(keys), pa.int32()),
        }
    )
    return batch, SignatureTable.build(signatures)


def pairs_of(join):
    return {
        (a, b)
        for one, other in join.pairs(lambda _: None)
        for a, b in zip(one.tolist(), other.tolist(), strict=True)
    }


@given(
    st.lists(
        st.tuples(
            st.integers(1, SIZE), st.integers(1, SIZE), st.integers(0, 1 << 40), st.integers(0, 1 << 40),
            st.integers(0, SIZE), st.integers(0, SIZE), st.integers(0, SIZE),
        ),
        max_size=20,
    )
)  # fmt: skip
def test_pairs_that_lack_too_much_are_dropped_as_by_the_join(drawn):
    names = ("length_a", "length_b", "size_a", "size_b", "shared", "commons_a", "commons_b")
    columns = list(zip(*drawn, strict=True)) or [()] * 7
    batch = pa.RecordBatch.from_pydict(
        {name: pa.array(column, pa.int64()) for name, column in zip(names, columns, strict=True)}
        | {end: pa.array(range(len(drawn)), pa.int64()) for end in "ab"}
    )
    (kept,) = enough([batch], RULE.least)
    expected = [
        i
        for i, (m, n, size, other, shared, x, y) in enumerate(drawn)
        if shared + min(x, y) >= needed(RULE.least, m + n, size, other)
    ]
    assert kept.column("a").to_pylist() == expected


@given(st.integers(0, (1 << 256) - 1), st.sets(st.integers(0, 255), max_size=31))
def test_near_hashes_share_a_block(value, flipped):
    other = value
    for bit in flipped:
        other ^= 1 << bit
    batches = [
        pa.RecordBatch.from_pydict(
            {"id": pa.array([1], pa.int64())}
            | {
                f"w{i}": pa.array([word >> 64 * i & (1 << 64) - 1], pa.uint64()).view(pa.int64())
                for i in range(4)
            }
        )
        for word in (value, other)
    ]
    one, two = (
        next(picture_join.blocks([batch], around=around))
        for batch, around in zip(batches, (True, False), strict=True)
    )
    assert set(one.column("block").to_pylist()) & set(two.column("block").to_pylist())


def test_plain_pictures_propose_what_the_search_does():
    points = [np.asarray(wallpaper(seed, (64, 64))) for seed in range(12)]
    looks = [look_of(some, 64, 64) for each in points for some in (each, lain(each, 3), each + 1)]
    batch = pa.RecordBatch.from_pydict(
        {"id": pa.array(range(len(looks)), pa.int64()), "look": pa.array([look.pack() for look in looks])}
    )
    means = list(picture_join.plain_means([batch]))
    one, other = (next(picture_join.cells(means, around=around)).to_pylist() for around in (True, False))
    met = [(a, b) for a in one for b in other if a["cell"] == b["cell"] and a["id"] < b["id"]]
    columns = {"a": [a["id"] for a, _ in met], "b": [b["id"] for _, b in met]}
    columns |= {"means_a": [a["means"] for a, _ in met], "means_b": [b["means"] for _, b in met]}
    (found,) = picture_join.close([pa.RecordBatch.from_pydict(columns)])
    links = picture_links(Looks.of(dict(enumerate(looks))), 0.4, Control())
    assert len(links) == 36
    proposed = set(zip(*(found.column(end).to_pylist() for end in "ab"), strict=True))
    assert set(zip(links.a.tolist(), links.b.tolist(), strict=True)) <= proposed


def test_sketches_of_rows(signed):
    batch, table = signed
    (found,) = rows.sketches([batch], PLAIN, rows.COMPARED)
    for row, codes in enumerate(found.column("codes").to_pylist()):
        own = [
            int(high) << 8 | int(low)
            for high, low in zip(table.sketch[row], table.sketch_low[row], strict=True)
        ]
        assert codes == own[: table.sketch_len[row]]
    assert list(rows.sketches([batch], PLAIN, rows.OPENED)) == []


def test_damaged_signatures_are_named(signed):
    batch, _ = signed
    with pytest.raises(ValueError, match=r"the signatures of 00.* are damaged"):
        rows.table_of([rows.BYTES + bytes(16)], [5], [b"nonsense"], PLAIN)
    assert len(batch)


@pytest.mark.parametrize("method", [method for method in Method if method is not Method.CONTENT])
def test_judged_pairs_are_the_links(signed, method):
    batch, table = signed
    count = len(table)
    one, other = np.triu_indices(count, 1)
    columns = {}
    for end, places in (("a", one), ("b", other)):
        some = batch.take(pa.array(places))
        columns |= {
            end: some.column("id"),
            f"size_{end}": some.column("size"),
            f"roles_{end}": some.column("roles"),
        }
        columns[f"piece_{end}"] = some.column("piece")
    every = pa.RecordBatch.from_pydict(columns)
    found = pa.Table.from_batches(
        row_links.judge([every.slice(0, 999), every.slice(999)], method, 0.4, PLAIN)
    )
    links = find_links(table, method, 0.4)
    assert len(links)
    ends = [
        tuple(end // 7 for end in pair)
        for pair in zip(*(found.column(end).to_pylist() for end in "ab"), strict=True)
    ]
    known = dict(
        zip(zip(links.a.tolist(), links.b.tolist(), strict=True), links.similarity.tolist(), strict=True)
    )
    judged = dict(zip(ends, found.column("similarity").to_pylist(), strict=True))
    if method is Method.SIMHASH:  # which is proposed no pair farther apart than MOST_BITS
        judged = {pair: figure for pair, figure in judged.items() if pair in known}
    assert judged == known


def test_runs_of_seven_characters_propose_what_the_search_does(signed):
    batch, table = signed
    (found,) = method_joins.grams([batch], PLAIN)
    held = [set(codes) for codes in found.column("codes").to_pylist()]
    met = {(a, b) for a in range(len(held)) for b in range(a + 1, len(held)) if held[a] & held[b]}
    proposed = pairs_of(NgramJoin(table, Control()))
    scored = {
        pair
        for pair in proposed
        if registry.similarity(table, Method.SPAMSUM, *map(np.atleast_1d, pair))[0] > 0
    }
    assert scored
    assert scored <= met


@pytest.mark.parametrize("chunk", [3, 10, 10_000])
def test_stretches_of_keys_propose_what_the_search_does(signed, chunk):
    batch, table = signed
    (found,) = method_joins.key_values([batch], PLAIN)
    columns = [f"t{i}" for i in range(len(PLAIN.tags.tags))]
    ordered = pa.Table.from_batches([found]).sort_by(
        [(name, "ascending") for name in ("value", *columns, "size", "id")]
    )
    keys = ordered.column("value").to_numpy().view(np.uint64) ^ method_joins._SIGN
    plan = method_joins.key_plan(keys, ordered.column("size").to_numpy(), chunk)
    met = set()
    for begin, end in zip(plan.begins.tolist(), plan.ends, strict=True):
        part = ordered.slice(begin, end - begin)
        part = part.append_column("at", pa.array(range(len(part)), pa.int64()))
        last = min(chunk, len(ordered) - begin) - 1
        part = part.append_column("own", pa.array([last] * len(part), pa.int64()))
        hits = method_joins.key_hits(part, columns, plan.window, plan.most, 1.0)
        met |= {
            (a // 7, b // 7) for a, b in zip(*(hits.column(end).to_pylist() for end in "ab"), strict=True)
        }
    assert met == pairs_of(KeyJoin(table, Control()))
    assert met
