"""Load every kernel of this package from numba's cache, or compile it into the cache."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from simfinder.arrays.repeat_rows import repeat
from simfinder.model.scan_options import Method
from simfinder.search.candidates import registry
from simfinder.search.candidates.spamsum_pairs import crowd_join
from simfinder.search.clustering import bridges, components
from simfinder.search.clustering.spanning_forest import thin
from simfinder.search.containment.candidates import parts
from simfinder.search.hamming import block_join
from simfinder.search.linking import common_content
from simfinder.search.linking.add_files import links_beside
from simfinder.search.linking.links import find_links
from simfinder.search.overlap import byte_overlap, text_overlap
from simfinder.search.query.one_to_all import QueryContent, query
from simfinder.signatures.table.signature import Signature
from simfinder.signatures.table.signature_table import SignatureTable

_ROWS = 80


def warm_up() -> None:
    """Run every kernel once; no later call compiles anything."""
    table = SignatureTable.build(_signature(row) for row in range(_ROWS))
    for method in (*registry.SEARCHED, Method.AUTO):
        links = find_links(table, method)
    registry.figures(table, 0, 1)
    common_content.weights(table.codes, table.sketch_len, links.a, links.b)
    common_content.strength(links.similarity, links.similarity)
    replace(links, sibling=np.zeros(len(links), np.bool_)).are_siblings(links.a, links.b)
    repeat(np.ones(1, dtype=np.int64))
    stays = thin(_ROWS, links.a, links.b, links.similarity, _ROWS)
    ranks = np.arange(_ROWS, dtype=np.int32)
    tolerance = np.ones(1, np.float32)
    types = np.zeros(len(links), np.int32)
    active = components.active(links.similarity, types, types, tolerance)
    grouped = components.clusters(_ROWS, links.a, links.b, active & stays, ranks)
    similarity = np.ones(len(grouped.members), np.float32)
    components.in_order(grouped.offsets, grouped.members, similarity, np.arange(len(grouped)))
    components.connected(_ROWS, links.a, links.b)
    pair, every = np.arange(_ROWS), np.ones(_ROWS, np.bool_)
    ends = links.a, links.b
    bridges.links_between_parts(
        pair, pair, np.ones(_ROWS, np.float32), every, bridges.Nodes(pair, pair, pair), ends
    )
    chain, parted = np.arange(3, dtype=np.int32), np.array((0.95, 0.5, 0.95), np.float32)  # two parts
    nodes = bridges.Nodes(ranks[:4], ranks[:4], pair[:4])
    bridges.links_between_parts(chain, chain + 1, parted, parted > 0.9, nodes, (chain, chain + 1))
    query(table, QueryContent.of(table.row(0)))
    links_beside(table, np.arange(2), 0.5)
    parts(table)
    list(crowd_join(table, lambda: None).pairs(lambda _: None))
    byte_overlap.warm_up()
    for size in (32, 1 << 16):  # small texts are compared in one call, others in steps
        text_overlap.text_overlap(np.zeros(size, np.uint8), np.ones(size, np.uint8))
    block_join.warm_up()  # otherwise used only for very many simhashes


def _signature(row: int) -> Signature:
    return Signature(
        content=row.to_bytes(16, "big"),
        size=1000 + row,
        tags=np.full(16, 40, np.uint64),
        spamsum=f"24:abcdefghij{row}:klmnopqrst{row}",
        sketch=np.arange(row, 128 + row, dtype=np.uint64),
        shingleprint=np.arange(row, (9 if row % 8 == 0 else 128) + row, dtype=np.uint32),
    )
