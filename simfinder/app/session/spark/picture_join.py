"""Which pictures may look alike: pairs of contents whose hashes are near, for components to hold both.

What two pictures agree in is told later, by ``search.linking.picture_links`` within their component; here more pairs do
no harm. Hashes of 256 bits are joined as in ``search.hamming.wide_join``: of two that differ in at most 31 bits, one of
16 blocks differs in at most one bit. So the one comes with its blocks and all that are one bit away, the other, in all
eight ways it can lie, with its blocks. Plain pictures are joined by their means, see ``signatures.picture.rasters``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from simfinder.signatures.picture import rasters
from simfinder.signatures.picture.look import Look
from simfinder.signatures.picture.looks import NEAR, Looks

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_BLOCKS: Final = 16
_CROWD: Final = 64  # rows of one hash, from which on only the first meets others
HASHES: Final = "id bigint, lies int, w0 bigint, w1 bigint, w2 bigint, w3 bigint"
MEANS: Final = "id bigint, means bigint"


def picture_pairs(looks: DataFrame) -> DataFrame:
    """Return the pairs of contents whose pictures may look alike: ``a`` < ``b``, also repeated.

    Args:
        looks: ``id`` of a content and its packed ``look``.
    """
    from pyspark.sql import Window
    from pyspark.sql import functions as F  # noqa: N812

    words = ["w0", "w1", "w2", "w3"]
    hashes = looks.mapInArrow(ways, HASHES)
    of_hash = Window.partitionBy("lies", *words)
    counted = hashes.withColumn("held", F.count("*").over(of_hash)).withColumn(
        "head", F.min("id").over(of_hash)
    )
    crowd = counted.where(f"lies = 0 and held > {_CROWD} and id > head").select(
        F.col("head").alias("a"), F.col("id").alias("b")
    )
    met = counted.where(f"held <= {_CROWD} or id = head").drop("held", "head")
    one = met.where("lies = 0").mapInArrow(lambda batches: blocks(batches, around=True), _blocked())
    other = met.mapInArrow(lambda batches: blocks(batches, around=False), _blocked())
    both = one.toDF("block", "a", *(f"{name}_a" for name in words)).join(
        other.toDF("block", "b", *(f"{name}_b" for name in words)), "block"
    )
    apart = " + ".join(f"bit_count({name}_a ^ {name}_b)" for name in words)
    near = both.where(f"a != b and {apart} <= {NEAR}")
    return (
        near.select(F.least("a", "b").alias("a"), F.greatest("a", "b").alias("b"))
        .unionByName(_plain_pairs(looks))
        .distinct()
        .unionByName(crowd)
    )


def _plain_pairs(looks: DataFrame) -> DataFrame:
    """Return the pairs of plain pictures that may be the same; arguments as above."""
    from pyspark.sql import Window
    from pyspark.sql import functions as F  # noqa: N812

    of_means = Window.partitionBy("means")
    counted = looks.mapInArrow(plain_means, MEANS).withColumn("held", F.count("*").over(of_means))
    counted = counted.withColumn("head", F.min("id").over(of_means))
    crowd = counted.where(f"held > {_CROWD} and id > head").select(
        F.col("head").alias("a"), F.col("id").alias("b")
    )
    met = counted.where(f"held <= {_CROWD} or id = head").select("id", "means")
    one = met.mapInArrow(lambda batches: cells(batches, around=True), f"cell bigint, {MEANS}")
    other = met.mapInArrow(lambda batches: cells(batches, around=False), f"cell bigint, {MEANS}")
    both = one.toDF("cell", "a", "means_a").join(other.toDF("cell", "b", "means_b"), "cell").where("a < b")
    return both.drop("cell").mapInArrow(close, "a bigint, b bigint").unionByName(crowd)


def _blocked() -> str:
    return "block bigint, id bigint, w0 bigint, w1 bigint, w2 bigint, w3 bigint"


def ways(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Yield the hashes of pictures that can be trusted, in each way they can lie; 0 is as they are."""
    for batch in batches:
        looks = _looks_in(batch)
        rows = np.flatnonzero(looks.trusted)
        words = looks.words[rows]
        ids = batch.column("id").to_numpy()[looks.content[looks.owner[rows]]]
        turns = words.shape[1]
        columns = [
            np.ascontiguousarray(words[:, :, i].reshape(-1)).view(np.int64) for i in range(words.shape[2])
        ]
        lies = np.tile(np.arange(turns, dtype=np.int32), len(rows))
        yield pa.RecordBatch.from_arrays(
            [pa.array(column) for column in (np.repeat(ids, turns), lies, *columns)],
            names=["id", "lies", "w0", "w1", "w2", "w3"],
        )


def blocks(batches: Iterable[pa.RecordBatch], *, around: bool) -> Iterator[pa.RecordBatch]:
    """Yield hashes once for each block: its number and bits in one value.

    Args:
        batches: of ``HASHES``.
        around: also for each value of the block that is one bit away.
    """
    masks = np.array([0, *(1 << bit for bit in range(16))] if around else [0], np.int64)
    for batch in batches:
        words = np.stack([batch.column(f"w{i}").to_numpy() for i in range(4)], axis=1)
        own = np.ascontiguousarray(words).view("<u2").reshape(len(words), _BLOCKS).astype(np.int64)
        keys = (own[:, :, None] ^ masks) | (np.arange(_BLOCKS, dtype=np.int64) << 16)[None, :, None]
        each = _BLOCKS * len(masks)
        rest = [np.repeat(batch.column(name).to_numpy(), each) for name in ("id", "w0", "w1", "w2", "w3")]
        yield pa.RecordBatch.from_arrays(
            [pa.array(column) for column in (keys.reshape(-1), *rest)],
            names=["block", "id", "w0", "w1", "w2", "w3"],
        )


def plain_means(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Yield the means of plain pictures, a byte each."""
    for batch in batches:
        looks = _looks_in(batch)
        rows = np.flatnonzero(looks.plain)
        ids = batch.column("id").to_numpy()[looks.content[looks.owner[rows]]]
        packed = np.zeros((len(rows), 8), np.uint8)
        packed[:, : rasters.MEANS] = looks.means[rows]
        yield pa.RecordBatch.from_arrays(
            [pa.array(ids), pa.array(packed.view("<i8").reshape(-1))], names=["id", "means"]
        )


def cells(batches: Iterable[pa.RecordBatch], *, around: bool) -> Iterator[pa.RecordBatch]:
    """Yield means, as ``plain_means`` does, once for each cell they lie in, or may lie in with what is close."""
    for batch in batches:
        packed = batch.column("means").to_numpy()
        cell, row = rasters.cells(_means_in(packed), around=around)
        ids = batch.column("id").to_numpy()[row]
        yield pa.RecordBatch.from_arrays(
            [pa.array(cell), pa.array(ids), pa.array(packed[row])], names=["cell", "id", "means"]
        )


def close(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Yield the pairs of pictures whose means are close."""
    for batch in batches:
        one, other = (_means_in(batch.column(name).to_numpy()) for name in ("means_a", "means_b"))
        yield batch.select(["a", "b"]).filter(pa.array(rasters.are_close(one, other)))


def _means_in(packed: npt.NDArray[np.int64]) -> rasters.Means:
    each = np.ascontiguousarray(packed).view(np.uint8).reshape(len(packed), -1)
    return each[:, : rasters.MEANS].astype(np.int16)


def _looks_in(batch: pa.RecordBatch) -> Looks:
    parsed = [Look.parse(packed) for packed in batch.column("look").to_pylist()]
    return Looks.of({i: look for i, look in enumerate(parsed) if look is not None})
