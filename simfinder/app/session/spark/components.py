"""Connected components of a DataFrame of links, by large-star and small-star.

Source: Kiveris, Lattanzi, Mirrokni, Rastogi and Vassilvitskii, "Connected Components in MapReduce and Beyond", SoCC
2014: large-star links every larger neighbour of a node to the smallest node around it, small-star every smaller one and
the node itself. Both keep the components; done in turn, they end in stars, after about log² n rounds. Neither gathers
the neighbours of a node in one place: both are joins with an aggregate, so a node with a million links does no harm.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


def components(links: DataFrame, keep: Callable[[DataFrame, str], DataFrame]) -> DataFrame:
    """Return the smallest node of each node's component: ``node``, ``component``; only nodes with a link.

    Args:
        links: ``a``, ``b``, longs, in any order, also repeated.
        keep: stores a DataFrame under a name and returns it read back, so that no round is computed again.
    """
    from pyspark.sql import functions as F  # noqa: N812

    edges = links.select(F.greatest("a", "b").alias("u"), F.least("a", "b").alias("v")).where("u != v")
    nodes = links.select(F.explode(F.array("a", "b")).alias("node")).distinct()
    edges, stand = keep(edges.distinct(), "edges_0"), (-1, -1)
    turn = 0
    while True:
        turn += 1
        edges = keep(_small_star(_large_star(edges)), f"edges_{turn}")
        # both only ever replace an end by a smaller node, so what no longer changes is done
        now = edges.agg(F.count("*"), F.sum(F.xxhash64("u", "v").cast("decimal(38,0)"))).first()
        assert now is not None
        if (now[0], now[1]) == stand:
            break
        stand = (now[0], now[1])
    return nodes.join(
        edges.select(F.col("u").alias("node"), F.col("v").alias("component")), "node", "left"
    ).select("node", F.coalesce("component", "node").alias("component"))


def _large_star(edges: DataFrame) -> DataFrame:
    """Link each node's larger neighbours to the smallest of its neighbours and itself; ``u`` > ``v`` in and out."""
    from pyspark.sql import functions as F  # noqa: N812

    both = edges.select("u", "v").unionByName(edges.select(F.col("v").alias("u"), F.col("u").alias("v")))
    least = both.groupBy("u").agg(F.least(F.min("v"), F.col("u")).alias("m"))
    larger = both.where("v > u").join(least, "u")
    return larger.select(F.col("v").alias("u"), F.col("m").alias("v")).where("u != v").distinct()


def _small_star(edges: DataFrame) -> DataFrame:
    """Link each node and its smaller neighbours to the smallest of these; ``u`` > ``v`` in and out."""
    from pyspark.sql import functions as F  # noqa: N812

    least = edges.groupBy("u").agg(F.min("v").alias("m"))
    smaller = edges.join(least, "u").select(F.col("v").alias("u"), F.col("m").alias("v"))
    itself = least.select("u", F.col("m").alias("v"))
    return smaller.unionByName(itself).where("u != v").distinct()
