"""The join of ``search.set_join`` as operations on DataFrames: pairs of rows that share enough values.

A value that few rows hold ("light") proposes all their pairs. Of the others ("common") each row does without its most
common ones, and those left are joined pair by pair as far as the budget goes, the rest ("heavy") with near followers
only: the same rule as on one machine, so the same pairs. Only where a row has several values that are equally common,
it may do without another one of them than there; that matters only where something is capped, and a pair is missed or
gained then only if nothing else joins it.

Salting: the rows of a common value are cut into blocks, and each pair of blocks is a task of its own. So the work of
one licence in every file is spread over all executors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import pyarrow as pa

from simfinder.search.set_join.join import (
    ALWAYS_LIGHT,
    EXACT,
    NEAR,
    NEAR_RARE,
    PAIRS_BUDGET,
    PAIRS_PER_ROW,
    RARE,
    affordable_values,
)

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_BLOCK: Final = 512  # rows of a common value in a block: 131,000 pairs of two


class Joined(NamedTuple):
    """Candidate pairs.

    Attributes:
        pairs: ``a``, ``b`` (a < b), each once.
        capped: values whose rows are compared with near ones only.
    """

    pairs: DataFrame
    capped: int


def joined(
    sets: DataFrame,
    count: int,
    least: np.ndarray,
    by_length: np.ndarray,
    new: DataFrame | None = None,
    *,
    exact: bool = False,
) -> Joined:
    """Return the pairs of rows that may have as much in common as they need.

    Args:
        sets: ``id``, ``size``, ``length``, ``first``, ``second``, ``codes`` (distinct values of each row).
            ``first`` and ``second`` with the size order rows so that similar ones are neighbours.
        count: number of all rows of the search, which the budget depends on.
        least: of ``set_join.join.Rule``.
        by_length: (v,) the least that any pair with a row of so many values needs.
        new: ``id`` of rows of which a pair needs at least one; None for all pairs.
        exact: no budget applies, however many rows there are.
    """
    from pyspark.sql import functions as F  # noqa: N812

    postings = sets.select("id", F.explode("codes").alias("value"))
    if new is not None:
        postings = postings.join(new.withColumn("is_new", F.lit(True)), "id", "left").withColumn(
            "is_new", F.coalesce("is_new", F.lit(False))
        )
    else:
        postings = postings.withColumn("is_new", F.lit(True))
    sizes = postings.groupBy("value").agg(F.count("*").alias("held"), F.max("is_new").alias("some_new"))
    sizes = sizes.where("held > 1")
    common = sizes.where(F.col("held") > ALWAYS_LIGHT).persist()
    light = postings.join(
        sizes.where((F.col("held") <= ALWAYS_LIGHT) & F.col("some_new")).select("value"), "value"
    )
    shared = _met(light).groupBy("a", "b").agg(F.count("*").cast("int").alias("shared"))
    capped = 0
    stats = sets.select("id", "size", "length")
    if common.isEmpty():
        stats = stats.withColumn("commons", F.lit(0))
    else:
        held = postings.join(F.broadcast(common.select("value", "held")), "value")
        stats = stats.join(held.groupBy("id").agg(F.count("*").cast("int").alias("commons")), "id", "left")
        stats = stats.fillna(0, ["commons"])
        near, capped = _common_pairs(held, sets, count, by_length, exact=exact)
        shared = shared.unionByName(near.withColumn("shared", F.lit(0)))
        shared = shared.groupBy("a", "b").agg(F.sum("shared").cast("int").alias("shared"))
    ends = stats.select("size", "length", "commons", "id")
    both = shared.join(_named(ends, "a"), "a").join(_named(ends, "b"), "b")
    table = np.ascontiguousarray(least)
    pairs = both.mapInArrow(lambda batches: enough(batches, table), "a bigint, b bigint")
    common.unpersist()
    return Joined(pairs, capped)


def _named(ends: DataFrame, end: str) -> DataFrame:
    return ends.toDF(f"size_{end}", f"length_{end}", f"commons_{end}", end)


def _met(postings: DataFrame) -> DataFrame:
    """Return all pairs of the rows of each value, once for each value, at least one of them new."""
    one = postings.select("value", "id", "is_new").toDF("value", "a", "new_a")
    other = postings.select("value", "id", "is_new").toDF("value", "b", "new_b")
    return one.join(other, "value").where("a < b and (new_a or new_b)").select("a", "b")


def enough(batches: Iterable[pa.RecordBatch], least: np.ndarray) -> Iterator[pa.RecordBatch]:
    """Yield the pairs that may share as much as they need: what they share, and all common values of the one with
    fewer.
    """
    for batch in batches:
        column = {
            name: batch.column(name).to_numpy(zero_copy_only=False).astype(np.int64)
            for name in batch.schema.names
        }
        small = np.minimum(column["size_a"], column["size_b"]).astype(np.float64)
        both = column["size_a"].astype(np.float64) + column["size_b"].astype(np.float64)
        share = 2.0 * small / np.maximum(both, 1.0)
        step = (share * (least.shape[1] - 1)).astype(np.int64)
        needed = least[column["length_a"] + column["length_b"], step]
        at_most = column["shared"] + np.minimum(column["commons_a"], column["commons_b"])
        kept = np.flatnonzero(at_most >= needed)
        yield pa.RecordBatch.from_arrays(
            [batch.column(name).take(pa.array(kept)) for name in ("a", "b")], names=["a", "b"]
        )


def _common_pairs(
    held: DataFrame, sets: DataFrame, count: int, by_length: np.ndarray, *, exact: bool
) -> tuple[DataFrame, int]:
    """Return the pairs that common values propose, and how many values are capped."""
    from pyspark.sql import Window
    from pyspark.sql import functions as F  # noqa: N812

    spare = F.create_map(*[F.lit(int(x)) for pair in enumerate(by_length - 1) for x in pair])
    commonest = Window.partitionBy("id").orderBy(F.col("held").desc(), F.col("value"))
    left = (
        held.join(sets.select("id", "length"), "id")
        .withColumn("rank", F.row_number().over(commonest))
        .where(F.col("rank") > spare[F.col("length")])
        .select("value", "id", "is_new")
    ).persist()
    sizes = left.groupBy("value").agg(F.count("*").cast("int").alias("held")).where("held > 1").persist()
    # the sizes alone decide which values are affordable, as on one machine; few distinct ones come here
    by_size = sizes.groupBy("held").agg(F.count("*").alias("values")).orderBy("held").toArrow()
    in_all = count * (count - 1) // 2
    budget = 1 << 60 if exact or in_all <= EXACT else PAIRS_BUDGET + PAIRS_PER_ROW * count
    every = np.repeat(*(by_size.column(name).to_numpy().astype(np.int64) for name in ("held", "values")))
    if in_all <= EXACT and int((every * (every - 1) // 2).sum()) > in_all:
        # each of 60 values of one licence would propose nearly all pairs
        rows = left.select("id", "is_new").distinct()
        return _salted(rows.withColumn("value", F.lit(0)).withColumn("held", F.lit(count))), 0
    fits = affordable_values(every, budget)
    most = int(every[fits].max(initial=0))
    capped = int((~fits).sum())
    cheap = left.join(F.broadcast(sizes.where(F.col("held") <= most)), "value")
    pairs = _salted(cheap)
    if capped:
        heavy = left.join(F.broadcast(sizes.where(F.col("held") > most)), "value")
        pairs = pairs.unionByName(_near(heavy, sets))
    return pairs.distinct(), capped


def _salted(postings: DataFrame) -> DataFrame:
    """Return all pairs of the rows of each value, its rows in blocks; a pair may come once for each value."""
    from pyspark.sql import functions as F  # noqa: N812

    blocks = F.ceil(F.col("held") / F.lit(_BLOCK)).cast("int")
    cut = postings.withColumn("blocks", blocks).withColumn("block", F.pmod(F.hash("id"), F.col("blocks")))
    one = cut.select(
        "value", F.col("id").alias("x"), F.col("is_new").alias("new_x"), F.col("block").alias("i"),
        F.explode(F.sequence("block", F.col("blocks") - 1)).alias("j"),
    )  # fmt: skip
    other = cut.select(
        "value", F.col("id").alias("y"), F.col("is_new").alias("new_y"), F.col("block").alias("j"),
        F.explode(F.sequence(F.lit(0), "block")).alias("i"),
    )  # fmt: skip
    met = one.join(other, ["value", "i", "j"]).where("(i < j or x < y) and (new_x or new_y)")
    return met.select(F.least("x", "y").alias("a"), F.greatest("x", "y").alias("b"))


def _near(heavy: DataFrame, sets: DataFrame) -> DataFrame:
    """Return each row of a heavy value with its next followers, and with the first row of all."""
    from pyspark.sql import Window
    from pyspark.sql import functions as F  # noqa: N812

    rarest = Window.partitionBy("id").orderBy("held", "value")
    placed = heavy.join(sets.select("id", "first", "second", "size"), "id").withColumn(
        "most", F.when(F.row_number().over(rarest) <= RARE, NEAR_RARE).otherwise(NEAR)
    )
    by_place = Window.partitionBy("value").orderBy("first", "second", "size", "id")
    behind = F.array(*[F.lead("id", k).over(by_place) for k in range(1, max(NEAR, NEAR_RARE) + 1)])
    ranged = placed.select(
        "id",
        "most",
        behind.alias("behind"),
        F.first("id").over(by_place.rowsBetween(Window.unboundedPreceding, 0)).alias("head"),
    )
    followers = F.filter(F.slice("behind", F.lit(1), F.col("most")), lambda x: x.isNotNull())
    met = ranged.select(
        F.col("id").alias("x"), F.explode(F.concat(followers, F.array("head"))).alias("y")
    ).where("x != y")
    return met.select(F.least("x", "y").alias("a"), F.greatest("x", "y").alias("b"))
