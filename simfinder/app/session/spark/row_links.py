"""Links of rows: for each method its candidate pairs, judged by ``search`` from the floor up.

Sketches are joined by ``posting_join``; ``method_joins`` has the others. A pair is judged where both signatures are
together: each candidate takes the pieces of its two rows along, some 0.8 kB each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import pyarrow as pa

from simfinder.app.session.spark.method_joins import candidates
from simfinder.app.session.spark.posting_join import joined
from simfinder.app.session.spark.rows import CLOSED, COMPARED, OPENED, SKETCHED, sketches, table_of
from simfinder.model.scan_options import Method
from simfinder.search.candidates import registry
from simfinder.search.candidates.sketch_pairs import rule_of
from simfinder.signatures.sketch.bottom_k import SIZE
from simfinder.signatures.table.parameters import Parameters
from simfinder.signatures.table.representations import may_meet

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

Keep = Callable[["DataFrame", str], "DataFrame"]
_FEW: Final = 20_000  # rows that each executor gets, 16 MB: their pairs then take no pieces along
LINKS: Final = "a bigint, b bigint, similarity float"


class RowLinks(NamedTuple):
    """Links of rows.

    Attributes:
        links: ``a``, ``b`` (numbers of rows, a < b), ``similarity``, ``method``.
        capped: values whose rows were compared with near ones only.
    """

    links: DataFrame
    capped: int


def row_links(
    rows: DataFrame,
    methods: tuple[Method, ...],
    floor: float,
    parameters: Parameters,
    keep: Keep,
    new: DataFrame | None = None,
) -> RowLinks:
    """Return the links of rows by each of some methods.

    Args:
        rows: written ones of ``rows.rows_of``.
        methods: that decide about any pair.
        floor: least similarity.
        parameters: of the signatures.
        keep: stores a DataFrame under a name and returns it read back.
        new: ``id`` of rows of which a link needs at least one; None for all links.
    """
    from pyspark.sql import functions as F  # noqa: N812

    links, capped = None, 0
    for method in methods:
        if method is Method.CONTENT:
            continue
        if method is Method.AUTO:
            pairs, left_out = _by_sketches(rows, floor, parameters, keep, new)
            if left_out:  # what sketches can't afford, n-grams and tag counts may propose
                for other in (Method.SPAMSUM, Method.TAGCOUNT):
                    more, _ = candidates(rows, other, floor, parameters, keep, new)
                    pairs = pairs.unionByName(more)
                pairs = pairs.distinct()
        else:
            pairs, left_out = candidates(rows, method, floor, parameters, keep, new)
        capped += left_out
        found = judged(keep(pairs, f"pairs_{method}"), rows, method, floor, parameters)
        found = found.withColumn("method", F.lit(str(method)))
        links = found if links is None else links.unionByName(found)
    if links is None:
        links = rows.select(F.col("id").alias("a"), F.col("id").alias("b")).where("a < b")
        links = links.withColumn("similarity", F.lit(0.0).cast("float")).withColumn("method", F.lit(""))
    return RowLinks(links, capped)


def _by_sketches(
    rows: DataFrame, floor: float, parameters: Parameters, keep: Keep, new: DataFrame | None
) -> tuple[DataFrame, int]:
    from pyspark.sql import functions as F  # noqa: N812

    some = rows.agg(F.count("*").alias("rows"), F.bit_or("roles").alias("roles")).first()
    assert some is not None
    meets = COMPARED | (OPENED if (some["roles"] or 0) & CLOSED else 0)
    sets = rows.select("id", "key", "size", "piece", "roles").mapInArrow(
        lambda batches: sketches(batches, parameters, meets), SKETCHED
    )
    lengths = np.arange(SIZE + 1)
    rule = rule_of(lengths, np.zeros(SIZE + 1, np.int64), floor, SIZE)
    return joined(keep(sets, "sketches"), some["rows"], rule.least, rule.by_row, new)


def judged(
    pairs: DataFrame, rows: DataFrame, method: Method, floor: float, parameters: Parameters
) -> DataFrame:
    """Return the pairs that a method finds at least ``floor`` similar, with its figure.

    Args:
        pairs: ``a``, ``b``, numbers of rows.
        rows: written ones.
        method: whose figure counts.
        floor: least similarity.
        parameters: of the signatures.
    """
    from pyspark.sql import functions as F  # noqa: N812

    columns = rows.select("id", "size", "roles", "piece")
    if rows.count() <= _FEW:
        columns = F.broadcast(columns)
    both = pairs
    for end in ("a", "b"):
        both = both.join(columns.toDF(end, f"size_{end}", f"roles_{end}", f"piece_{end}"), end)
    return both.mapInArrow(lambda batches: judge(batches, method, floor, parameters), LINKS)


def judge(
    batches: Iterable[pa.RecordBatch], method: Method, floor: float, parameters: Parameters
) -> Iterator[pa.RecordBatch]:
    """Yield the pairs of some batches that are at least ``floor`` similar; ``LINKS``."""
    for batch in batches:
        if not batch.num_rows:
            continue
        roles = [batch.column(f"roles_{end}").to_numpy(zero_copy_only=False) for end in "ab"]
        each = np.arange(batch.num_rows)
        meet = np.flatnonzero(may_meet(np.concatenate(roles), each, each + batch.num_rows))
        some = batch.take(pa.array(meet))
        ends = [some.column(end).to_numpy(zero_copy_only=False) for end in "ab"]
        distinct, first, place = np.unique(np.concatenate(ends), return_index=True, return_inverse=True)
        sizes, pieces = (
            [value for end in "ab" for value in some.column(f"{name}_{end}").to_pylist()]
            for name in ("size", "piece")
        )
        keys = [int(number).to_bytes(16, "big", signed=True) for number in distinct]
        table = table_of(keys, [sizes[i] for i in first], [pieces[i] for i in first], parameters)
        a, b = place[: len(meet)], place[len(meet) :]
        figure = registry.similarity(table, method, a, b)
        strong = np.flatnonzero(figure >= np.float32(floor))
        yield pa.RecordBatch.from_arrays(
            [
                some.column("a").take(pa.array(strong)),
                some.column("b").take(pa.array(strong)),
                pa.array(figure[strong], pa.float32()),
            ],
            names=["a", "b", "similarity"],
        )
