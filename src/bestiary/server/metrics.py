"""What `/metrics` tells, for Prometheus. It reads what rooms, writer and bots count anyway, when somebody asks."""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from bestiary.engine import cache
from bestiary.engine.mode import JIT
from bestiary.server.bots import Bots
from bestiary.server.rooms import Rooms
from bestiary.server.supervisor import mark
from bestiary.server.timing import STAGES


class Figures(Collector):
    def __init__(self, rooms: Rooms, bots: Bots) -> None:
        self.rooms, self.bots = rooms, bots

    def collect(self) -> Iterator[Metric]:
        writer, rooms = self.rooms.writer, self.rooms.open_rooms.values()
        yield CounterMetricFamily("bestiary_moves_stored", "Moves that were stored", writer.moves)
        yield CounterMetricFamily("bestiary_groups_stored", "Groups of moves, each with one sync", writer.groups)
        yield CounterMetricFamily("bestiary_storing_seconds", "Time spent storing groups", writer.seconds)
        yield GaugeMetricFamily("bestiary_moves_waiting", "Moves that wait to be stored", sum(
            room.unstored for room in rooms))  # fmt: skip
        yield GaugeMetricFamily("bestiary_rooms", "Tables in memory", len(rooms))
        sockets = sum(len(listeners) for room in rooms for listeners in room.listeners.values())
        yield GaugeMetricFamily("bestiary_sockets", "Clients that listen", sockets)
        yield GaugeMetricFamily("bestiary_bots_queue", "Questions that bots have not answered yet", self.bots.queue)
        yield GaugeMetricFamily("bestiary_bots_busy", "Processes in which a bot thinks", self.bots.busy)
        yield GaugeMetricFamily("bestiary_rules_compiled", "1 where rules run compiled", int(JIT))
        games = GaugeMetricFamily("bestiary_game_compiled", "1 where its compiled rules are there", labels=["game"])
        for game in self.rooms.games:
            games.add_metric([game], cache.is_warm(mark(game)))
        yield games
        stages = HistogramMetricFamily("bestiary_stage_seconds", "How long each stage takes", labels=["stage"])
        for name, timing in STAGES.items():
            timing.add_to(stages, name)
        yield stages


def registry(rooms: Rooms, bots: Bots) -> CollectorRegistry:
    made = CollectorRegistry()
    made.register(Figures(rooms, bots))
    return made


def page(figures: CollectorRegistry) -> bytes:
    return generate_latest(figures)
