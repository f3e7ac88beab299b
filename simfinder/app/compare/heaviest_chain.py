"""Of pairs of stretches those that keep the order of both sides and weigh most together. Pure arithmetic."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence


def heaviest_chain(others: Sequence[int], weights: Sequence[int]) -> list[int]:
    """The heaviest choice of pairs whose places ascend on both sides, by a Fenwick tree over the other side.

    Args:
        others: place on the other side of each pair, in the order of the places on this side.
        weights: of each pair, 0 or more.

    Returns:
        Places in ``others``, ascending.
    """
    places = sorted(set(others))
    best: list[tuple[int, int]] = [(0, -1)] * (len(places) + 1)
    before: list[int] = []
    total: list[int] = []
    for index, (other, weight) in enumerate(zip(others, weights, strict=True)):
        place = bisect_left(places, other)
        most, previous, node = 0, -1, place
        while node > 0:
            if best[node][0] > most:
                most, previous = best[node]
            node -= node & -node
        before.append(previous)
        total.append(most + weight)
        node = place + 1
        while node < len(best):
            if best[node][0] < total[index]:
                best[node] = (total[index], index)
            node += node & -node
    chain: list[int] = []
    index = max(range(len(total)), key=total.__getitem__, default=-1)
    while index >= 0:
        chain.append(index)
        index = before[index]
    return chain[::-1]
