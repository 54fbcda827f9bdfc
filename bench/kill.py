"""The kill test: a server under load is killed again and again, and nothing that was acknowledged may be lost.

    python bench/kill.py --kills 200 --database sqlite --json

50 clients sit at ten tables of five and choose as fast as they are asked, in secret at the same time. The process that
serves them is killed with SIGKILL at random moments; the supervisor starts another. Clients come back by themselves and
send again, under the same key, what was not acknowledged. At the end the log is read: every acknowledged move must be
there, at its place, once; and every log must lead through legal positions with the hashes that it names.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from services import free_port, postgresql
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

GAME, TABLES, SEATS = "talon", 10, 5
SHORTEST, LONGEST = 0.02, 0.5  # seconds that a server lives after it has acknowledged something
LAST_WORDS = 2000  # letters of what a server has said
QUIET = 60.0  # seconds; who hears nothing so long after a kill is stuck
LOST = (ConnectionClosed, InvalidHandshake, InvalidMessage, OSError, asyncio.TimeoutError)


@dataclass
class Figures:
    """What the clients were told."""

    acknowledged: dict[tuple[str, str], tuple[int, int]] = field(default_factory=dict)  # table, key → number, action
    contradictions: list[str] = field(default_factory=list)
    refusals: Counter[str] = field(default_factory=Counter)
    chosen: dict[tuple[str, int], list[int]] = field(default_factory=dict)  # table, question → ports of answers
    reconnects: int = 0
    stop: bool = False


class Api:
    """The little HTTP that the clients need; it tries until a server is there, each of several in turn."""

    def __init__(self, *ports: int) -> None:
        self.ports, self.gone = ports, 0

    @property
    def port(self) -> int:
        return self.ports[self.gone % len(self.ports)]

    async def go_on(self) -> None:
        """A server is gone: to the next one."""
        self.gone += 1
        await asyncio.sleep(0.05)

    async def call(self, method: str, path: str, token: str = "", body: Any = None) -> Any:
        while True:
            try:
                return await asyncio.wait_for(self._call(method, path, token, body), 20)
            except LOST:
                await self.go_on()

    async def _call(self, method: str, path: str, token: str, body: Any) -> Any:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        data = b"" if body is None else json.dumps(body).encode()
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "Connection: close", f"Content-Length: {len(data)}",
                 "Content-Type: application/json"]  # fmt: skip
        if token:
            lines.append(f"Authorization: Bearer {token}")
        writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + data)
        try:
            head, _, answer = (await reader.read()).partition(b"\r\n\r\n")
        finally:
            writer.close()
        if not answer:
            raise OSError("the server has gone")
        status = int(head.split()[1])
        if status >= 500:
            raise AssertionError(f"{method} {path}: {answer.decode()}")
        return json.loads(answer) if status < 400 else {"refused": json.loads(answer)["message"]}


class Player:
    """A client that plays at random, and remembers what it was told."""

    def __init__(self, api: Api, figures: Figures, rng: random.Random) -> None:
        self.api, self.figures, self.rng = api, figures, rng
        self.token = self.person = ""
        self.count = 0

    async def register(self) -> None:
        made = await self.api.call("POST", "/api/me/tokens")
        self.token, self.person = made["token"], made["person"]

    async def play(self, table: str) -> None:
        """One game to its end, however often the server dies meanwhile."""
        headers = {"Authorization": f"Bearer {self.token}"}
        move: dict[str, Any] | None = None
        number = self.api.gone = 0
        while not self.figures.stop:
            url = f"ws://127.0.0.1:{self.api.port}/api/tables/{table}/socket"
            try:
                async with connect(url, additional_headers=headers, compression=None, open_timeout=10) as socket:
                    await socket.send(json.dumps({"type": "enter", "protocol": 1, "number": number}))
                    while not self.figures.stop:
                        message = json.loads(await asyncio.wait_for(socket.recv(), QUIET))
                        move, number, over = await self._hear(table, socket, message, move, number)
                        if over:
                            return
            except LOST:
                self.figures.reconnects += 1
                await self.api.go_on()

    async def _hear(
        self, table: str, socket: Any, message: dict[str, Any], move: dict[str, Any] | None, number: int
    ) -> tuple[dict[str, Any] | None, int, bool]:
        kind = message["type"]
        if kind == "stored":
            self._note(table, message, move)
            return None, number, False
        if kind == "refusal":
            self.figures.refusals[message["message"]] += 1
            await socket.send(json.dumps({"type": "enter", "protocol": 1, "number": number}))
            return None, number, False
        seen = message.get("look") or message.get("news")
        if seen is None:
            return move, number, False
        events = message["events"] if kind == "now" else seen["events"]
        first = events[0]["number"] if events else seen["number"]
        if first != number:
            self.figures.contradictions.append(f"{table}: event {number} was expected, {first} came")
        number = seen["number"]
        if kind == "now" and move is not None:  # sent before the server died, perhaps stored, perhaps not
            await socket.send(json.dumps(move))
        elif seen.get("actions") and move is None:
            self.count += 1
            self.figures.chosen.setdefault((table, number), []).append(self.api.port)
            action = self.rng.choice(seen["actions"])["id"]
            move = {"type": "move", "key": f"{self.person}-{self.count}", "number": number, "action": action}
            await socket.send(json.dumps(move))
        return move, number, seen["public"].get("step") == "over"

    def _note(self, table: str, message: dict[str, Any], move: dict[str, Any] | None) -> None:
        told = self.figures.acknowledged
        place = (table, message["key"])
        if move is not None and move["key"] == message["key"]:
            told.setdefault(place, (message["number"], move["action"]))
        if place in told and told[place][0] != message["number"]:
            both = f"{told[place][0]} and {message['number']}"
            self.figures.contradictions.append(f"{place} was stored before the events {both}")


async def keep_playing(players: list[Player], figures: Figures, tables: list[str]) -> None:
    """One game after the other by the same five."""
    host = players[0]
    while not figures.stop:
        made = await host.api.call("POST", "/api/tables", host.token, {"game": GAME, "players": len(players)})
        table = made["table"]
        tables.append(table)
        for player in players[1:]:
            await host.api.call("POST", f"/api/tables/{table}/join", player.token, {})
        await host.api.call("POST", f"/api/tables/{table}/start", host.token)
        await asyncio.gather(*(player.play(table) for player in players))


async def worker_of(supervisor: int, but: int) -> int:
    """The process that serves now; bots and compilers are other children."""
    while True:
        try:
            children = Path(f"/proc/{supervisor}/task/{supervisor}/children").read_text().split()
            for child in map(int, children):
                command = Path(f"/proc/{child}/cmdline").read_bytes().split(b"\0")
                if b"bestiary.server.worker" in command and child != but:
                    return child
        except OSError:
            pass
        await asyncio.sleep(0.02)


@asynccontextmanager
async def serving(
    database: str, *ports: int, broker: str = "", compiled: bool = False, options: Sequence[str] = ("--pace", "0"),
    said: Any = asyncio.subprocess.DEVNULL,
) -> AsyncIterator[list[asyncio.subprocess.Process]]:
    """A server on each port, as on machines of their own: supervisor and worker. `said` is a file for what they say."""
    env = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    env |= {} if compiled else {"NUMBA_DISABLE_JIT": "1"}
    words = ["serve", "--database", database, "--broker", broker, *options]
    supervisors = [
        await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bestiary", *words, "--port", str(port), env=env,
            stdout=asyncio.subprocess.DEVNULL, stderr=said,
        )
        for port in ports
    ]  # fmt: skip
    try:
        await asyncio.gather(*(Api(port).call("GET", "/health") for port in ports))
        yield supervisors
    finally:
        for each in supervisors:
            each.terminate()
            await each.wait()


class Crowd:
    """Players in groups of five, who play one game after the other. Neighbours begin at different servers."""

    def __init__(self, ports: Sequence[int], rng: random.Random, groups_of_five: int) -> None:
        self.figures, self.tables = Figures(), list[str]()
        self.players = [
            Player(Api(*ports[n % len(ports) :], *ports[: n % len(ports)]), self.figures, random.Random(rng.random()))
            for n in range(groups_of_five * SEATS)
        ]
        self.playing: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Crowd:
        await asyncio.gather(*(player.register() for player in self.players))
        groups = [self.players[n : n + SEATS] for n in range(0, len(self.players), SEATS)]
        self.playing = [asyncio.create_task(keep_playing(group, self.figures, self.tables)) for group in groups]
        return self

    async def __aexit__(self, *error: object) -> None:
        self.figures.stop = True
        for task in self.playing:
            task.cancel()
        await asyncio.gather(*self.playing, return_exceptions=True)

    async def until(self, fits: Callable[[], bool]) -> None:
        """Lets them play; whatever is wrong with one of them is wrong here."""
        while not fits():
            await asyncio.sleep(0.01)
            for task in self.playing:
                if task.done():
                    task.result()

    async def go_on(self, moves: int) -> None:
        """Until so many moves more are acknowledged."""
        wanted = len(self.figures.acknowledged) + moves
        await self.until(lambda: len(self.figures.acknowledged) >= wanted)


async def run(database: str, kills: int, seed: str, groups_of_five: int = TABLES) -> dict[str, Any]:
    rng, port, started = random.Random(seed), free_port(), time.monotonic()
    with tempfile.TemporaryFile() as said:
        async with serving(database, port, said=said) as [supervisor], Crowd([port], rng, groups_of_five) as crowd:
            killed = 0
            for _ in range(kills):
                killed = await worker_of(supervisor.pid, killed)
                await crowd.go_on(1)  # it serves again
                await asyncio.sleep(rng.uniform(SHORTEST, LONGEST))
                try:
                    os.kill(killed, signal.SIGKILL)
                except ProcessLookupError:  # it has ended by itself, which no server may; the one after it is killed
                    said.seek(0)
                    why = said.read().decode(errors="replace")[-LAST_WORDS:]
                    crowd.figures.contradictions.append(f"worker {killed} ended by itself: {why}")
                    killed = await worker_of(supervisor.pid, killed)
                    os.kill(killed, signal.SIGKILL)
            await crowd.go_on(len(crowd.players))  # all go on after the last one
    return {
        "kills": kills, **judge(database, crowd.figures), "tables": len(crowd.tables),
        "seconds": round(time.monotonic() - started, 1), "database": database.partition(":")[0],
    }  # fmt: skip


def rebuilt(kept: Any, log: Any) -> Any:
    """The room of a table, from what is stored of it."""
    from bestiary.server import rooms
    from bestiary.server.room import Room

    room = Room(kept, None)  # type: ignore[arg-type]
    rooms.rebuild(room, log)
    return room


def judge(database: str, figures: Figures) -> dict[str, Any]:
    """Compares what the clients were told with what is there."""
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    import sqlalchemy as sa

    from bestiary.server import store

    engine = store.connect(database)
    doubled = broken = 0
    there: dict[tuple[str, str], tuple[int, int]] = {}
    with engine.connect() as connection:
        for code in connection.scalars(sa.select(store.tables.c.code)).all():
            kept = store.read_table(connection, code)
            assert kept is not None
            log = store.read_log(connection, kept.id)
            by_key = Counter(ply.key.partition(":")[2] for ply in log)
            doubled += sum(count - 1 for count in by_key.values())
            if kept.status in ("playing", "over"):
                room = rebuilt(kept, log)
                there |= {(code, ply.key.partition(":")[2]): (number, ply.action)
                          for ply, number in zip(log, room.numbers, strict=False)}  # fmt: skip
                broken += room.table is None
    engine.dispose()
    lost = sum(there.get(place) != told for place, told in figures.acknowledged.items())
    return {"acknowledged": len(figures.acknowledged), "lost": lost, "doubled": doubled, "stored": len(there),
            "broken_logs": broken, "contradictions": figures.contradictions, "refusals": dict(figures.refusals),
            "reconnects": figures.reconnects}  # fmt: skip


def is_sound(found: dict[str, Any]) -> bool:
    return not any(found[each] for each in ("lost", "doubled", "broken_logs", "contradictions", "refusals"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--database", default="sqlite", choices=["sqlite", "postgresql"])
    parser.add_argument("--seed", default=str(time.time_ns()), help="of the moments and of the moves")
    parser.add_argument("--json", action="store_true", help="print an object")
    arguments = parser.parse_args()
    with ExitStack() as stack:
        if arguments.database == "sqlite":
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            url = f"sqlite:///{folder}/tables.db"
        else:
            url = stack.enter_context(postgresql())
        found = asyncio.run(run(url, arguments.kills, arguments.seed))
    if arguments.json:
        print(json.dumps(found))
    else:
        print(f"{found['kills']} kills, {found['acknowledged']:,} acknowledged, {found['lost']} lost, "
              f"{found['doubled']} doubled; {found['reconnects']} reconnects in {found['seconds']} s")  # fmt: skip
    sys.exit(not is_sound(found))


if __name__ == "__main__":
    main()
