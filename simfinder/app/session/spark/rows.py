"""Rows: what contents are compared by, their bytes and their views, numbered in the order of a signature table.

A row's number (``id``, a long) is not its index in such a table, but has the same order: contents by hash, then views
by hash. So of two linked rows the one with the smaller number is the first on one machine too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

import numpy as np
import pyarrow as pa

from simfinder.scan.build_table import Columns, unpack
from simfinder.signatures.table.parameters import Parameters
from simfinder.signatures.table.signature_table import SignatureTable

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

BYTES, VIEW = b"\0", b"\1"
"""The first byte of a row's key, which the hash follows."""

COMPARED, OPENED, CLOSED = 1, 2, 4
"""Bits of a row's roles, as ``Representations.roles`` has them."""

KEYED: Final = "key binary, size bigint, piece binary, roles int"


def rows_of(contents: DataFrame) -> DataFrame:
    """Return the rows of contents, in the order of their keys and numbered: ``id``, ``key``, ``size``, ``piece``,
    ``roles``; and which row each content is compared by: ``view_key`` of the content rows, null for views.

    The numbers differ from one evaluation to the next: write the rows before using them.

    Args:
        contents: with the columns of ``tables.TABLES["contents"]`` and of ``signing.FOUND``.
    """
    from pyspark.sql import functions as F  # noqa: N812 - as all of Spark's documentation has it

    own = contents.select(F.col("content").alias("own"))
    viewed = (
        contents.where(F.col("view_hash").isNotNull())
        .join(own, F.col("view_hash") == F.col("own"), "left")
        .select(
            "content",
            "view_hash",
            "view_size",
            "view_piece",
            F.concat(F.when(F.col("own").isNull(), F.lit(VIEW)).otherwise(F.lit(BYTES)), "view_hash").alias(
                "view_key"
            ),
        )
    )
    shown = viewed.select(F.col("view_key").alias("key")).distinct().withColumn("shown", F.lit(COMPARED))
    of_bytes = (
        contents.join(viewed.select("content", "view_key"), "content", "left")
        .withColumn("key", F.concat(F.lit(BYTES), "content"))
        .join(shown, "key", "left")
        .select(
            "key",
            "size",
            "piece",
            F.when(F.col("view_key").isNull(), F.lit(COMPARED))
            .otherwise(F.lit(OPENED))
            .bitwiseOR(F.when(F.col("closed"), F.lit(CLOSED)).otherwise(F.lit(0)))
            .bitwiseOR(F.coalesce("shown", F.lit(0)))
            .alias("roles"),
            "view_key",
        )
    )
    of_views = (
        viewed.where(F.substring("view_key", 1, 1) == F.lit(VIEW))
        .dropDuplicates(["view_key"])
        .select(
            F.col("view_key").alias("key"),
            F.col("view_size").alias("size"),
            F.col("view_piece").alias("piece"),
            F.lit(COMPARED).alias("roles"),
            F.lit(None).cast("binary").alias("view_key"),
        )
    )
    return of_bytes.unionByName(of_views).orderBy("key").withColumn("id", F.monotonically_increasing_id())


def table_of(
    keys: list[bytes], sizes: list[int], pieces: list[bytes], parameters: Parameters
) -> SignatureTable:
    """Return the signatures of some rows as a table, in the order given.

    Raises:
        ValueError: a piece is damaged, or of another version.
    """
    good, table = unpack(Columns([key[-16:] for key in keys], sizes, pieces), parameters)
    if not good.all():
        raise ValueError(f"the signatures of {keys[int(np.argmin(good))].hex()} are damaged")
    return table


SKETCHED: Final = "id bigint, size bigint, length int, first bigint, second bigint, codes array<bigint>"


def sketches(
    batches: Iterable[pa.RecordBatch], parameters: Parameters, meets: int
) -> Iterator[pa.RecordBatch]:
    """Yield what the join of sketches needs of rows: ``SKETCHED``; rows that meet no other are left out.

    Args:
        batches: of ``id``, ``key``, ``size``, ``piece``, ``roles``.
        parameters: of the signatures.
        meets: bits of the roles that let a row meet another one.
    """
    for batch in batches:
        roles = batch.column("roles").to_numpy(zero_copy_only=False)
        wanted = np.flatnonzero(roles & meets)
        if not len(wanted):
            continue
        some = batch.take(pa.array(wanted))
        keys, sizes, pieces = (some.column(name).to_pylist() for name in ("key", "size", "piece"))
        table = table_of(keys, sizes, pieces, parameters)
        length = table.sketch_len.astype(np.int32)
        codes = (table.sketch.astype(np.int64) << 8) | table.sketch_low
        used = np.arange(codes.shape[1]) < length[:, None]
        ends = np.concatenate((np.zeros(1, np.int32), np.cumsum(length, dtype=np.int32)))
        yield pa.RecordBatch.from_arrays(
            [
                some.column("id"),
                some.column("size"),
                pa.array(length),
                pa.array(codes[:, 0]),
                pa.array(codes[:, 1]),
                pa.ListArray.from_arrays(pa.array(ends), pa.array(codes[used])),
            ],
            names=["id", "size", "length", "first", "second", "codes"],
        )
