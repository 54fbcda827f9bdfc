"""How often somebody may do something: so many at once, and so many a second from then on."""

from __future__ import annotations

import time
from collections.abc import Callable

from bestiary.server.errors import TooMuchError

FORGOTTEN = 100_000  # names that are kept at most; then those who have waited long enough are forgotten


class Bucket:
    """What one somebody has left."""

    __slots__ = ("last", "left")

    def __init__(self, burst: float, now: float) -> None:
        self.left, self.last = burst, now

    def take(self, burst: float, rate: float, now: float) -> bool:
        self.left = min(burst, self.left + (now - self.last) * rate) - 1
        self.last = now
        if self.left < 0:
            self.left = 0.0
            return False
        return True


class Limit:
    """A limit for everybody, each counted apart."""

    def __init__(self, burst: float, rate: float, what: str, clock: Callable[[], float] = time.monotonic) -> None:
        self.burst, self.rate, self.what, self.clock = burst, rate, what, clock
        self.buckets: dict[str, Bucket] = {}

    def take(self, name: str) -> None:
        """Counts once; too much is an error."""
        now = self.clock()
        bucket = self.buckets.get(name)
        if bucket is None:
            if len(self.buckets) >= FORGOTTEN:
                full = self.burst / self.rate
                self.buckets = {n: b for n, b in self.buckets.items() if now - b.last < full}
                if len(self.buckets) >= FORGOTTEN // 2:  # a flood of names: better to forgive than to look each time
                    self.buckets.clear()
            bucket = self.buckets[name] = Bucket(self.burst, now)
        if not bucket.take(self.burst, self.rate, now):
            raise TooMuchError(f"too many {self.what}; wait a little")
