"""Run work that the next steps of a job need not wait for, in one thread beside them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import Any, TypeVar

T = TypeVar("T")


class Aside:
    """One thread that does such work piece by piece; no thread where the person asked for one thread in all.

    Use it as a context. At its end all work is done, and an exception nobody has asked for is raised. An error inside
    the context cancels what was not begun.

    Args:
        jobs: threads asked for; with 1 the work is done when it is handed over, 0 means one per core.
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
        """Hand over work. The function returned waits for its result, or raises what it raised."""
        if self._thread is None:
            done = work()
            return lambda: done
        future = self._thread.submit(work)
        self._begun.append(future)
        return future.result
