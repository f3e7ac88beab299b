"""Work in parts, by some threads, in an order that is of no account."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor


def in_parts(work: Callable[[int], None], begins: range, check: Callable[[], None], jobs: int) -> None:
    """Do all parts; each begins at one of ``begins``.

    Args:
        work: does the part that begins there; writes what no other part does.
        begins: where parts begin.
        check: called before each part, in this thread; may raise, then what has not begun is left.
        jobs: threads.
    """
    if jobs == 1 or len(begins) < 2:
        for begin in begins:
            check()
            work(begin)
        return
    with ThreadPoolExecutor(jobs, thread_name_prefix="parts") as threads:
        waiting = [threads.submit(work, begin) for begin in begins]
        try:
            for one in waiting:
                check()
                one.result()
        finally:
            for one in waiting:
                one.cancel()
