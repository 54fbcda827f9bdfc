"""How long things take: counts by duration, as Prometheus reads them. Counting one costs less than a microsecond."""

from __future__ import annotations

from bisect import bisect_left

from prometheus_client.core import HistogramMetricFamily

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)  # seconds


class Timing:
    """Durations of one kind."""

    def __init__(self) -> None:
        self.counts, self.total = [0] * (len(BOUNDS) + 1), 0.0

    def note(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds

    def add_to(self, family: HistogramMetricFamily, label: str) -> None:
        """Under this label; each bucket counts all that took no longer."""
        so_far, buckets = 0, []
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), self.counts, strict=True):
            so_far += count
            buckets.append((bound, so_far))
        family.add_metric([label], buckets, self.total)


STAGES = {name: Timing() for name in ("gathering", "storing", "telling", "thinking", "http")}
"""A move waits until the disk is free, is stored with its group, and is told; a bot thinks; a request is answered."""
