"""How far measuring is: pairs and bytes done of those to come, as far as is known by then."""

from __future__ import annotations

import threading

from simfinder.model.progress import Control, Phase


class Count:
    """Pairs and bytes that are done, and those that are expected. Any thread may tell of what is done.

    Args:
        control: told of it (phase VERIFYING).
    """

    def __init__(self, control: Control) -> None:
        self._control = control
        self._lock = threading.Lock()
        self._done = self._expected = 0
        self._bytes = self._bytes_expected = 0

    def expect(self, pairs: int, size: int = 0) -> None:
        """So many pairs of so many bytes follow."""
        more = self._done + pairs > self._expected
        self._expected = max(self._expected, self._done + pairs)
        if size:
            # those not asked for yet are taken to be like these
            rest = (self._expected - self._done) / max(1, pairs)
            total = self._bytes + round(size * rest)
            more = more or total > 1.1 * self._bytes_expected
            self._bytes_expected = max(self._bytes_expected, total)
        if more:
            self._control.begin(Phase.VERIFYING, files_total=self._expected, bytes_total=self._bytes_expected)
            self._control.advance(files=self._done, bytes=self._bytes)

    def advance(self, pairs: int, size: int = 0) -> None:
        """So much more is done."""
        with self._lock:
            self._done += pairs
            self._bytes += size
        self._control.advance(files=pairs, bytes=size)


class PairProgress:
    """Tells a pair's bytes as they are done, and what is left of them at its end.

    Args:
        count: told of them.
        size: bytes of the pair.
    """

    def __init__(self, count: Count, size: int) -> None:
        self._count, self._left, self._half = count, size, 0

    def __call__(self, done: int) -> None:
        """So many bytes more are done."""
        done = min(done, self._left)
        self._left -= done
        self._count.advance(0, done)

    def halves(self, done: int) -> None:
        """The same for work that tells every byte twice."""
        self._half += done
        self(self._half // 2)
        self._half %= 2

    def end(self) -> None:
        """The pair is done."""
        self._count.advance(1, self._left)
