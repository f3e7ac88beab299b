"""Load every kernel of this package from numba's cache, or compile it into the cache."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from simfinder.arrays.permute_rows import reorder
from simfinder.arrays.repeat_rows import repeat
from simfinder.search.candidates import registry
from simfinder.search.candidates.spamsum_pairs import crowd_join
from simfinder.search.clustering import bridges, components
from simfinder.search.clustering.cannot_link import keep_apart
from simfinder.search.clustering.spanning_forest import thin
from simfinder.search.containment import candidates as containment
from simfinder.search.folders import warmup as folders
from simfinder.search.hamming import block_join, wide_join
from simfinder.search.linking import common_content
from simfinder.search.linking.add_files import links_beside
from simfinder.search.linking.links import find_links
from simfinder.search.overlap import byte_overlap, text_overlap
from simfinder.search.query.one_to_all import QueryContent, query
from simfinder.search.simfind import radius_search
from simfinder.signatures.table import serialize
from simfinder.signatures.table.signature import Signature
from simfinder.signatures.table.signature_table import SignatureTable

_ROWS = 80


def unpack() -> None:
    """Load or compile what makes a table of stored signatures."""
    serialize.unpack([b""])  # malformed: a good one would need the kernels that pack one signature
    reorder(np.zeros(2), np.arange(2))


def compare() -> None:
    """Load or compile what finds the links of a plain scan."""
    links = find_links(_sketches())
    replace(links, sibling=np.zeros(len(links), np.bool_)).are_siblings(links.a, links.b)


def weigh() -> None:
    """Load or compile what weighs the links of a plain scan; another process may compile what finds them."""
    table, a = _sketches(), np.arange(_ROWS - 1, dtype=np.int32)
    weights = common_content.weights(table.codes, table.sketch_len, a, a + 1)
    common_content.strength(weights.weight, weights.weight)


def group() -> None:
    """Load or compile what makes clusters of links."""
    a, b = np.arange(_ROWS - 1, dtype=np.int32), np.arange(1, _ROWS, dtype=np.int32)
    similarities = np.ones(_ROWS - 1, np.float32)
    repeat(np.ones(1, dtype=np.int64))
    thin(_ROWS, a, b, similarities, _ROWS)
    stays = thin(_ROWS, a, b, similarities, _ROWS, np.zeros(_ROWS, np.int32))
    ranks = np.arange(_ROWS, dtype=np.int32)
    tolerance = np.ones(1, np.float32)
    types = np.zeros(_ROWS - 1, np.int32)
    active = components.active(similarities, types, types, tolerance)
    grouped = components.clusters(_ROWS, a, b, active & stays, ranks)
    similarity = np.ones(len(grouped.members), np.float32)
    components.in_order(grouped.offsets, grouped.members, similarity, np.arange(len(grouped)))
    components.connected(_ROWS, a, b)
    pair, every = np.arange(_ROWS), np.ones(_ROWS, np.bool_)
    bridges.links_between_parts(
        pair, pair, np.ones(_ROWS, np.float32), every, bridges.Nodes(pair, pair, pair), (a, b)
    )
    chain, parted = np.arange(3, dtype=np.int32), np.array((0.95, 0.5, 0.95), np.float32)  # two parts
    nodes = bridges.Nodes(ranks[:4], ranks[:4], pair[:4])
    bridges.links_between_parts(chain, chain + 1, parted, parted > 0.9, nodes, (chain, chain + 1))


def contain() -> None:
    """Load or compile what finds files inside other files."""
    containment.warm_up(_table())


def overlap_texts() -> None:
    """Load or compile what compares texts."""
    for size in (32, 1 << 16):  # small texts are compared in one call, others in steps
        one, other = np.arange(2 * size, dtype=np.uint32).view(np.uint8).reshape(2, -1)
        other[: 2 * size] = one[: 2 * size]  # half of it, to be found in order
        text_overlap.text_overlap(one, other)


def others() -> None:
    """Load or compile the other kernels of search: for single methods, queries, files that are added."""
    table = _table()
    for method in registry.SEARCHED:
        find_links(table, method)
    registry.figures(table, 0, 1)
    query(table, QueryContent.of(table.row(0)))
    links_beside(table, np.arange(2), 0.5)
    list(crowd_join(table, lambda: None).pairs(lambda _: None))
    folders.warm_up()
    block_join.warm_up()  # otherwise used only for very many simhashes
    hashes = np.zeros((2, wide_join.WORDS), np.uint64)  # of pictures
    list(wide_join.near_pairs(hashes, 1, lambda: None))
    list(wide_join.near_between(hashes, hashes, 1, lambda: None))
    ends, linked = np.arange(2, dtype=np.int32), np.ones(2, np.bool_)
    keep_apart(3, ends, ends + 1, np.ones(2, np.float32), linked, np.array([[0, 2]], np.int32))
    radius_search.warm_up()


SCAN = {
    "unpack": unpack,
    "compare": compare,
    "weigh": weigh,
    "group": group,
    "texts": overlap_texts,
    "contain": contain,
    "bytes": byte_overlap.warm_up,
}
"""What a plain scan needs, in its order."""


def warm_up() -> None:
    """Run every kernel once; no later call compiles anything."""
    for step in (*SCAN.values(), others):
        step()


def _table() -> SignatureTable:
    return SignatureTable.build(_signature(row) for row in range(_ROWS))


def _sketches() -> SignatureTable:
    """Return rows with nothing but sketches, written as codes: to make a table of values takes kernels of its own."""
    table = SignatureTable.blank(_ROWS)
    table.sketch_len[:] = table.sketch.shape[1]
    table.sketch[:] = np.arange(_ROWS)[:, None] + np.arange(table.sketch.shape[1])
    return replace(table, size=np.arange(1000, 1000 + _ROWS, dtype=np.int64))


def _signature(row: int) -> Signature:
    return Signature(
        content=row.to_bytes(16, "big"),
        size=1000 + row,
        tags=np.full(16, 40, np.uint64),
        spamsum=f"24:abcdefghij{row}:klmnopqrst{row}",
        sketch=np.arange(row, 128 + row, dtype=np.uint64),
        shingleprint=np.arange(row, (9 if row % 8 == 0 else 128) + row, dtype=np.uint32),
    )
