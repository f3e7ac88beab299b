"""Candidate pairs of the methods that decide alone where a person chose one: one join each, on DataFrames.

Each proposes at least the pairs whose figure can reach the floor, as long as nothing is capped; ``row_links`` judges
them. Simhashes are joined by permuted blocks (Manku, Jain and Das Sarma, WWW 2007), spamsums by their runs of seven
characters, prints by their values, tag counts by ranges of their key. Sources as in ``search.candidates``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
import pyarrow as pa

from simfinder.app.session.spark.posting_join import joined
from simfinder.app.session.spark.rows import SKETCHED, table_of
from simfinder.model.scan_options import Method
from simfinder.search.candidates import shingleprint_pairs, simhash_pairs, spamsum_pairs
from simfinder.search.hamming import bit_blocks, block_join
from simfinder.search.simfind import key_range
from simfinder.signatures.table.parameters import Parameters
from simfinder.signatures.table.signature_table import SignatureTable

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

Keep = Callable[["DataFrame", str], "DataFrame"]
Batches = Iterable[pa.RecordBatch]

JOINED: Final = frozenset(
    (Method.AUTO, Method.CONTENT, Method.TAGCOUNT, Method.SPAMSUM, Method.SIMHASH, Method.SHINGLEPRINT)
)
"""Methods whose pairs are found on Spark; those of extensions are not."""

_SIGN: Final = np.uint64(1 << 63)  # Spark's longs have a sign: values keep their order with it turned
_CHUNK: Final = 1 << 13  # rows of tag counts compared by one task


def candidates(
    rows: DataFrame,
    method: Method,
    floor: float,
    parameters: Parameters,
    keep: Keep,
    new: DataFrame | None,
) -> tuple[DataFrame, int]:
    """Return the candidate pairs of a method, ``a`` < ``b``, each once; and how much was left out.

    Args:
        rows: written ones of ``rows.rows_of``.
        method: of ``JOINED``, but neither AUTO nor CONTENT.
        floor: least similarity.
        parameters: of the signatures.
        keep: stores a DataFrame under a name and returns it read back.
        new: ``id`` of rows of which a pair needs at least one; None for all pairs.
    """
    given = rows.select("id", "key", "size", "piece")
    if method is Method.SPAMSUM:
        return _by_grams(given, parameters, keep, new)
    if method is Method.SHINGLEPRINT:
        return _by_prints(given, floor, parameters, keep, new)
    join = _by_simhash if method is Method.SIMHASH else _by_key
    pairs, capped = join(given, floor, parameters, keep)
    if new is not None:
        pairs = pairs.join(new.toDF("a").withColumn("one", _true()), "a", "left")
        pairs = pairs.join(new.toDF("b").withColumn("other", _true()), "b", "left")
        pairs = pairs.where("one or other").select("a", "b")
    return pairs, capped


def _true() -> Any:
    from pyspark.sql import functions as F  # noqa: N812

    return F.lit(True)


# --- n-grams and prints: postings ---------------------------------------------------------------


def _by_grams(
    given: DataFrame, parameters: Parameters, keep: Keep, new: DataFrame | None
) -> tuple[DataFrame, int]:
    from pyspark.sql import functions as F  # noqa: N812

    sets = keep(given.mapInArrow(lambda batches: grams(batches, parameters), SKETCHED), "grams")
    count = given.count()
    met = sets.select(F.explode("codes").alias("value")).groupBy("value").count()
    visits = met.agg(F.sum(F.expr("count * (count - 1) / 2"))).first()
    assert visits is not None
    most = spamsum_pairs.VISITS_BUDGET + spamsum_pairs.VISITS_PER_ROW * count
    longest = 2 * 64 + 2
    return joined(
        sets,
        count,
        np.ones((2 * longest + 1, 1), np.int32),
        np.ones(longest + 1, np.int32),
        new,
        exact=(visits[0] or 0) <= most,
    )


def grams(batches: Batches, parameters: Parameters) -> Iterator[pa.RecordBatch]:
    """Yield the runs of seven characters of rows, each tied to its block size, as ``SKETCHED``."""
    for ids, sizes, table in _tables(batches, parameters):
        values = spamsum_pairs.gram_sets(table, lambda: None)
        head = np.ascontiguousarray(table.spam1[:, :8]).view(">u8")[:, 0].astype(np.uint64)
        flat = np.asarray(values.flat, np.uint64).view(np.int64)
        yield _sketched(ids, sizes, np.asarray(values.length), table.spam_block, head, flat)


def _by_prints(
    given: DataFrame, floor: float, parameters: Parameters, keep: Keep, new: DataFrame | None
) -> tuple[DataFrame, int]:
    most = parameters.features
    floor = min(1.0, max(0.0, floor - shingleprint_pairs.LEEWAY))
    sets = keep(given.mapInArrow(lambda batches: prints(batches, parameters), SKETCHED), "prints")
    # of values held together, the smaller print has at least what the other can't hold
    least = [shingleprint_pairs.needed(max(1, held - most), floor) for held in range(2 * most + 1)]
    return joined(sets, given.count(), np.array(least, np.int32)[:, None], np.ones(most + 1, np.int32), new)


def prints(batches: Batches, parameters: Parameters) -> Iterator[pa.RecordBatch]:
    """Yield the values of shingleprints of rows, as ``SKETCHED``."""
    for ids, sizes, table in _tables(batches, parameters):
        values, lengths = table.prints(np.arange(len(table)))
        used = np.arange(values.shape[1]) < lengths[:, None]
        first, second = values[:, 0], values[:, min(1, values.shape[1] - 1)]
        yield _sketched(ids, sizes, lengths, first, second, values[used].astype(np.int64))


def _sketched(
    ids: pa.Array,
    sizes: pa.Array,
    lengths: np.ndarray,
    first: np.ndarray,
    second: np.ndarray,
    flat: np.ndarray,
) -> pa.RecordBatch:
    ends = np.concatenate((np.zeros(1, np.int32), np.cumsum(lengths, dtype=np.int32)))
    codes = pa.ListArray.from_arrays(pa.array(ends), pa.array(flat))
    heads = [pa.array((head.astype(np.uint64) ^ _SIGN).view(np.int64)) for head in (first, second)]
    names = ["id", "size", "length", "first", "second", "codes"]
    return pa.RecordBatch.from_arrays(
        [ids, sizes, pa.array(lengths.astype(np.int32)), *heads, codes], names=names
    )


def _tables(batches: Batches, parameters: Parameters) -> Iterator[tuple[pa.Array, pa.Array, SignatureTable]]:
    for batch in batches:
        if batch.num_rows:
            keys, sizes, pieces = (batch.column(name).to_pylist() for name in ("key", "size", "piece"))
            yield batch.column("id"), batch.column("size"), table_of(keys, sizes, pieces, parameters)


# --- simhashes: permuted blocks -----------------------------------------------------------------


def _by_simhash(given: DataFrame, floor: float, parameters: Parameters, keep: Keep) -> tuple[DataFrame, int]:
    """Join the distinct fingerprints; those of few rows are made pairs of rows, of crowds each row meets the first."""
    from pyspark.sql import Window
    from pyspark.sql import functions as F  # noqa: N812

    signed = keep(
        given.mapInArrow(lambda batches: fingerprints(batches, parameters), "id bigint, value bigint"),
        "simhashes",
    )
    ordered = Window.partitionBy("value").orderBy("id")
    crowd = simhash_pairs.ALL_EQUAL
    sized = signed.withColumn("held", F.count("*").over(Window.partitionBy("value")))
    few = sized.where(f"held between 2 and {crowd}").select("value", "id")
    equal = few.toDF("value", "a").join(few.toDF("value", "b"), "value").where("a < b").select("a", "b")
    many = sized.where(f"held > {crowd}").select(
        F.col("id").alias("b"),
        F.lag("id").over(ordered).alias("before"),
        F.first("id").over(ordered).alias("head"),
    )
    chained = many.select(F.explode(F.array("before", "head")).alias("a"), "b").where("a < b").distinct()
    values = signed.groupBy("value").agg(F.count("*").alias("held"), F.min("id").alias("head"))
    values = keep(values, "fingerprints")
    known = values.select("value").orderBy("value").toArrow().column("value").to_numpy().view(np.uint64)
    known = np.sort(known)
    asked = simhash_pairs.reach(floor, parameters.bits)
    distance = simhash_pairs.affordable_distance(known, asked, lambda: None)
    near = _near_values(values, known, distance)
    capped = int(many.select("head").distinct().count())
    if distance < asked:
        one, other = simhash_pairs.near_neighbours(known, distance, asked, lambda: None)
        table = pa.table({"x": pa.array(one.view(np.int64)), "y": pa.array(other.view(np.int64))})
        near = near.unionByName(_session(values).createDataFrame(table))
        capped += len(known)
    sizes = values.select("value", "held", "head")
    met = near.join(sizes.toDF("x", "held_x", "head_x"), "x").join(sizes.toDF("y", "held_y", "head_y"), "y")
    small = F.col("held_x") * F.col("held_y") <= simhash_pairs.ALL_NEAR
    rows = signed.select("value", "id")
    every = met.where(small).join(rows.toDF("x", "p"), "x").join(rows.toDF("y", "q"), "y").select("p", "q")
    left = met.where(~small).join(rows.toDF("x", "p"), "x").select("p", F.col("head_y").alias("q"))
    right = met.where(~small).join(rows.toDF("y", "q"), "y").select(F.col("head_x").alias("p"), "q")
    pairs = every.unionByName(left).unionByName(right)
    pairs = pairs.select(F.least("p", "q").alias("a"), F.greatest("p", "q").alias("b"))
    return equal.unionByName(chained).unionByName(pairs).distinct(), capped


def fingerprints(batches: Batches, parameters: Parameters) -> Iterator[pa.RecordBatch]:
    """Yield the simhashes of the rows that have one, as longs of the same bits."""
    for ids, _, table in _tables(batches, parameters):
        has = np.flatnonzero(table.has_simhash)
        values = pa.array(table.simhash[has].view(np.int64))
        yield pa.RecordBatch.from_arrays([ids.take(pa.array(has)), values], names=["id", "value"])


def _near_values(values: DataFrame, known: np.ndarray, distance: int) -> DataFrame:
    """Return the pairs of distinct fingerprints within a distance: ``x``, ``y``."""
    from pyspark.sql import functions as F  # noqa: N812

    own = values.select("value")
    close = F.expr(f"bit_count(x ^ y) <= {distance} and x < y")
    narrowed = bit_blocks.narrow(known)
    blocks = (
        block_join.plan(narrowed.values, narrowed.width, distance)[0] if distance and len(known) > 1 else 0
    )
    if not distance:
        return own.select(F.col("value").alias("x"), F.col("value").alias("y")).where("x < y")
    if not blocks:
        return own.toDF("x").crossJoin(F.broadcast(own.toDF("y"))).where(close)
    bounds = bit_blocks.bounds(blocks)
    masks = [
        sum((1 << bounds[block + 1]) - (1 << bounds[block]) for block in kept)
        for kept in bit_blocks.choices(blocks, distance)
    ]
    assert len(masks) == math.comb(blocks, distance)
    signed = [int(np.array([mask], np.uint64).view(np.int64)[0]) for mask in masks]
    tables = F.explode(
        F.array(*[F.struct(F.lit(i).alias("t"), F.lit(m).alias("m")) for i, m in enumerate(signed)])
    )
    cut = own.select("value", tables.alias("table")).select(
        F.col("table.t").alias("t"), F.col("value").bitwiseAND(F.col("table.m")).alias("kept"), "value"
    )
    met = cut.toDF("t", "kept", "x").join(cut.toDF("t", "kept", "y"), ["t", "kept"]).where(close)
    return met.select("x", "y").distinct()


def _session(frame: DataFrame) -> SparkSession:
    return frame.sparkSession


# --- tag counts: ranges of a key ----------------------------------------------------------------


def _by_key(given: DataFrame, _floor: float, parameters: Parameters, keep: Keep) -> tuple[DataFrame, int]:
    """Compare each row with those behind it whose key is in reach, in the order of ``key_range.KeyJoin``.

    Keys and sizes of all rows, 16 bytes each, come to the driver, which says how far each stretch of rows must look.
    """
    from pyspark.sql import functions as F  # noqa: N812

    width = len(parameters.tags.tags)
    tags = ", ".join(f"t{i} bigint" for i in range(width))
    shape = f"id bigint, size bigint, value bigint, {tags}"
    signed = given.mapInArrow(lambda batches: key_values(batches, parameters), shape)
    columns = [f"t{i}" for i in range(width)]
    ordered = keep(
        signed.orderBy("value", *columns, "size", "id").withColumn("at", F.monotonically_increasing_id()),
        "keys",
    )
    told = ordered.select("at", "value", "size").orderBy("at").toArrow()
    places, count = told.column("at").to_numpy(), len(told)
    keys = told.column("value").to_numpy().view(np.uint64) ^ _SIGN
    sizes = told.column("size").to_numpy()
    plan = key_plan(keys, sizes)
    begins, window, most = plan.begins, plan.window, plan.most
    stretches = pa.table(
        {
            "chunk": pa.array(np.arange(len(begins))),
            "begin": pa.array(places[begins]),
            "own": pa.array(places[np.minimum(begins + _CHUNK, count) - 1] if count else places[:0]),
            "last": pa.array([int(places[end - 1]) for end in plan.ends], pa.int64()),
        }
    )
    frame = F.broadcast(_session(given).createDataFrame(stretches))
    held = ordered.join(frame, F.expr("at between begin and last"))
    tolerance = key_range.TOLERANCE

    def scan(table: pa.Table) -> pa.Table:
        return key_hits(table, columns, window, most, tolerance)

    found = held.groupBy("chunk").applyInArrow(scan, "a bigint, b bigint")
    return found, plan.capped


class KeyPlan(NamedTuple):
    """Which rows of tag counts are compared with which.

    Attributes:
        begins: first row of each stretch.
        ends: behind the last row that any row of the stretch is compared with.
        window: key hits looked at for each row.
        most: pairs that a row may open.
        capped: rows not compared with all their key hits.
    """

    begins: np.ndarray
    ends: list[int]
    window: int
    most: int
    capped: int


def key_plan(keys: np.ndarray, sizes: np.ndarray, chunk: int = _CHUNK) -> KeyPlan:
    """Plan the comparing of rows in the order of their keys (uint64), as ``key_range.KeyJoin`` does it."""
    count = len(keys)
    ends = key_range.range_ends(keys, key_range.key_reach(sizes, key_range.TOLERANCE))
    budget = key_range.BUDGET + key_range.BUDGET_PER_ROW * count
    window = int(key_range.window_of(ends - np.arange(1, count + 1), budget))
    upto = np.minimum(ends, np.arange(count) + 1 + window)
    begins = np.arange(0, count, chunk)
    behind = [int(upto[begin : begin + chunk].max()) for begin in begins.tolist()]
    most = count if count <= key_range.SMALL else key_range.MOST_PAIRS
    return KeyPlan(begins, behind, window, most, int((upto < ends).sum()))


def key_values(batches: Batches, parameters: Parameters) -> Iterator[pa.RecordBatch]:
    """Yield key and counts of rows; the key with its sign turned, so that longs have the order of the keys."""
    for ids, sizes, table in _tables(batches, parameters):
        values = (key_range.key_of(table, key_range.KEY) ^ _SIGN).view(np.int64)
        counts = table.counts().view(np.int64)
        columns = [pa.array(np.ascontiguousarray(counts[:, i])) for i in range(counts.shape[1])]
        names = ["id", "size", "value", *(f"t{i}" for i in range(counts.shape[1]))]
        yield pa.RecordBatch.from_arrays([ids, sizes, pa.array(values), *columns], names=names)


def key_hits(table: pa.Table, columns: list[str], window: int, most: int, tolerance: float) -> pa.Table:
    """Return the pairs of one stretch of rows with those in reach behind them: ``a`` < ``b``."""
    table = table.sort_by("at")
    size = table.column("size").to_numpy()
    keys = table.column("value").to_numpy().view(np.uint64) ^ _SIGN
    ends = key_range.range_ends(keys, key_range.key_reach(size, tolerance))
    tags = np.ascontiguousarray(
        np.stack([table.column(name).to_numpy() for name in columns], axis=1).view(np.uint64)
    )
    own = int((table.column("at").to_numpy() <= table.column("own")[0].as_py()).sum())
    out_a, out_b = (np.empty(key_range.BLOCK + most, np.int32) for _ in range(2))
    place, parts = 0, []
    size = np.ascontiguousarray(size, np.int64)
    while place < own:
        place, found, _ = key_range.scan_keys(
            place, own, ends, window, most, tags, size, tolerance, out_a, out_b
        )
        parts.append((out_a[:found].copy(), out_b[:found].copy()))
    ids = table.column("id").to_numpy()
    one = ids[np.concatenate([a for a, _ in parts])] if parts else ids[:0]
    other = ids[np.concatenate([b for _, b in parts])] if parts else ids[:0]
    return pa.table({"a": pa.array(np.minimum(one, other)), "b": pa.array(np.maximum(one, other))})
