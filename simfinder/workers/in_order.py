"""Work on the parts of something in several threads, its results in the order of the parts.

Only a few parts are under way at a time, so that results nobody has taken yet don't fill the memory.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import TypeVar

Part = TypeVar("Part")
Result = TypeVar("Result")


def in_order(
    work: Callable[[Part], Result], parts: Iterable[Part], jobs: int, *, most: int, name: str
) -> Iterator[Result]:
    """Yield the result of each part in turn.

    Args:
        work: on one part; without Python's lock for the most of its time.
        parts: taken as threads become free.
        jobs: threads; with one, each part is done when its result is asked for.
        most: parts under way, and results not taken yet, in all. What has not begun is dropped if this generator is
            closed.
        name: of the threads.
    """
    if jobs == 1:
        yield from map(work, parts)
        return
    left = iter(parts)
    with ThreadPoolExecutor(jobs, thread_name_prefix=name) as threads:
        under_way: deque[Future[Result]] = deque(threads.submit(work, part) for part in islice(left, most))
        try:
            while under_way:
                yield under_way.popleft().result()
                under_way.extend(threads.submit(work, part) for part in islice(left, 1))
        finally:
            for future in reversed(under_way):  # the last first: one that runs may wait for those before it
                future.cancel()
