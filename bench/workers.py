"""Several workers over one PostgreSQL and one Redis: secret choices through different workers, at the same time.

    python bench/workers.py --choices 1000 --json

Five seats of a table sit at two servers by turns, as on machines of their own, and choose in secret at the same time.
Choices of one table meet in its log: whoever loses the race for a number must read on and try again by itself. A third
of the way on a worker is killed: its clients go to the other one. At two thirds the broker stops, the tables play on,
and it comes back. Nothing may be refused, and nothing that was acknowledged may be lost.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import sys
import time
from typing import Any

import services
from kill import SEATS, Crowd, is_sound, judge, serving, worker_of


async def run(database: str, redis: tuple[str, services.Service], choices: int, seed: str = "workers",
              groups_of_five: int = 1) -> dict[str, Any]:  # fmt: skip
    rng, ports, started = random.Random(seed), [services.free_port() for _ in range(2)], time.monotonic()
    broker, service = redis
    async with serving(database, *ports, broker=broker) as supervisors, Crowd(ports, rng, groups_of_five) as crowd:

        def chosen() -> int:
            """How often all five seats of a table have chosen at the same question, not all of them at one server."""
            return sum(len(at) == SEATS and len(set(at)) > 1 for at in crowd.figures.chosen.values())

        await crowd.until(lambda: chosen() >= choices // 3)
        os.kill(await worker_of(rng.choice(supervisors).pid, 0), signal.SIGKILL)
        await crowd.until(lambda: chosen() >= choices * 2 // 3)
        service.stop()
        try:
            await asyncio.sleep(1.0)
        finally:
            service.start()
        await crowd.until(lambda: chosen() >= choices)
    return {"choices": chosen(), "workers": len(ports), **judge(database, crowd.figures), "tables": len(crowd.tables),
            "seconds": round(time.monotonic() - started, 1)}  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--choices", type=int, default=1000, help="of five seats at once")
    parser.add_argument("--tables", type=int, default=1, help="of five seats each, at the same time")
    parser.add_argument("--json", action="store_true", help="print an object")
    arguments = parser.parse_args()
    with services.postgresql() as database, services.redis() as broker:
        found = asyncio.run(run(database, broker, arguments.choices, groups_of_five=arguments.tables))
    if arguments.json:
        print(json.dumps(found))
    else:
        refused = sum(found["refusals"].values())
        print(f"{found['choices']:,} choices of {SEATS} seats through {found['workers']} workers: "
              f"{found['acknowledged']:,} acknowledged, {found['lost']} lost, {refused} refused")  # fmt: skip
    sys.exit(not is_sound(found))


if __name__ == "__main__":
    main()
