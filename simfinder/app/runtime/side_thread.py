"""Work beside the rest of a job: what the next steps do not wait for, done in one thread while they go on.

Owns when it is done, not what.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import Any, TypeVar

T = TypeVar("T")


class Aside:
    """One thread for such work, which takes one piece after the other; none where all is to be done by one thread.

    A context, at whose end all is done, and what was raised and not asked for comes out; an error from inside it takes
    back what was not begun.

    Args:
        jobs: threads that are wanted; with 1 work is done when it is handed over, 0 means one per core.
    """

    def __init__(self, jobs: int) -> None:
        self._thread = None if jobs == 1 else ThreadPoolExecutor(1, thread_name_prefix="aside")
        self._begun: list[Future[Any]] = []

    def __enter__(self) -> Aside:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._thread is None:
            return
        self._thread.shutdown(cancel_futures=error is not None)
        if error is None:
            for work in self._begun:
                work.result()

    def begin(self, work: Callable[[], T]) -> Callable[[], T]:
        """Hand over work; what is returned waits for its result, or raises what it raised."""
        if self._thread is None:
            done = work()
            return lambda: done
        future = self._thread.submit(work)
        self._begun.append(future)
        return future.result
