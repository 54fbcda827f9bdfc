"""How many durable moves a second the table server takes, beside boardgame.io's on the same machine in the same run.

    python bench/load.py --json

Talon with four seats: so many tables in play, every seat connected and receiving, as many more tables open. First as
fast as it goes: whoever is asked answers at once. Then by a clock at half of that rate, moves not waiting for each
other: the latency from a move to its acknowledgement. Processor time is that of the server's processes, and of this
client, apart. The peer keeps everything in memory; ours has stored a move when it acknowledges it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect
from services import free_port, postgresql, processor_seconds

HERE = Path(__file__).parent
SEATS = 4
AT_ONCE = 50  # connections that are made at a time


class Act(msgspec.Struct):
    id: int


class Seen(msgspec.Struct):
    number: int
    actions: list[Act] = []


class Heard(msgspec.Struct):
    """As much of a message as a client must know to go on playing."""

    type: str
    look: Seen | None = None
    news: Seen | None = None
    key: str = ""
    message: str = ""


hear = msgspec.json.Decoder(Heard).decode


class Load:
    """What both servers are asked for: the seats that may move now, and what came back."""

    def __init__(self) -> None:
        self.rng = random.Random("load")
        self.ready: deque[Callable[[], None]] = deque()  # seats that are asked, each as the call that moves
        self.eager = False  # does everybody move as soon as they are asked?
        self.sent: dict[str, float] = {}
        self.latencies: list[float] = []
        self.moves = self.frames = self.refused = self.over = 0

    def asks(self, move: Callable[[], None]) -> None:
        if self.eager:
            move()
        else:
            self.ready.append(move)

    def stored(self, key: str) -> None:
        start = self.sent.pop(key, None)
        if start is not None:
            self.moves += 1
            self.latencies.append(time.perf_counter() - start)

    async def as_fast_as_possible(self, seconds: float) -> float:
        """Moves a second, everybody answering at once."""
        self.eager = True
        while self.ready:
            self.ready.popleft()()
        await asyncio.sleep(0.5)
        first, started = self.moves, time.perf_counter()
        await asyncio.sleep(seconds)
        rate = (self.moves - first) / (time.perf_counter() - started)
        self.eager = False
        await asyncio.sleep(1.0)
        return rate

    async def by_the_clock(self, rate: float, seconds: float) -> None:
        """Moves at a fixed rate, whether or not earlier ones have been answered."""
        self.latencies.clear()
        started, sent = time.perf_counter(), 0
        while (now := time.perf_counter() - started) < seconds:
            while sent < now * rate and self.ready:
                self.ready.popleft()()
                sent += 1
            await asyncio.sleep(0.001)
        await asyncio.sleep(0.5)


class OurSeat(WSListener):  # type: ignore[misc]
    """A seat at one of our tables."""

    def __init__(self, load: Load, name: str) -> None:
        self.load, self.name, self.count, self.entered = load, name, 0, asyncio.Event()
        self.pending = ""

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport
        transport.send(WSMsgType.TEXT, b'{"type":"enter","protocol":1}')

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            return
        self.load.frames += 1
        message = hear(frame.get_payload_as_bytes())
        if message.type == "stored":
            self.pending = ""
            self.load.stored(message.key)
        elif message.type == "refusal":
            self.load.refused += 1
            print("refused:", message.message, file=sys.stderr)
        seen = message.look or message.news
        if seen is None:
            return
        self.entered.set()
        if seen.actions and not self.pending:
            action, number = self.load.rng.choice(seen.actions).id, seen.number
            self.pending = f"{self.name}-{self.count}"
            self.count += 1
            self.load.asks(lambda: self.move(self.pending, action, number))

    def move(self, key: str, action: int, number: int) -> None:
        self.load.sent[key] = time.perf_counter()
        text = f'{{"type":"move","key":"{key}","number":{number},"action":{action}}}'
        self.transport.send(WSMsgType.TEXT, text.encode())


async def request(port: int, method: str, path: str, body: Any = None, token: str = "") -> Any:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    data = b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "Connection: close", f"Content-Length: {len(data)}",
             "Content-Type: application/json", *([f"Authorization: Bearer {token}"] if token else [])]  # fmt: skip
    writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + data)
    head, _, answer = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    if int(head.split()[1]) >= 400:
        raise RuntimeError(f"{method} {path}: {answer.decode()}")
    if b"chunked" in head.lower():
        answer = b"".join(answer.split(b"\r\n")[1::2])
    return json.loads(answer) if answer else None


async def some_at_a_time(jobs: list[Any]) -> list[Any]:
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(job: Any) -> Any:
        async with gate:
            return await job

    return list(await asyncio.gather(*map(one, jobs)))


class Ours:
    """Our server, with compiled rules."""

    name = "ours"

    def __init__(self, database: str, game: str) -> None:
        self.port, self.database, self.game = free_port(), database, game
        self.process: subprocess.Popen[bytes] | None = None
        self.tokens: list[str] = []

    def start(self) -> int:
        command = [sys.executable, "-m", "bestiary", "serve", "--port", str(self.port), "--database", self.database]
        self.process = subprocess.Popen([*command, "--games", self.game, "--pace", "0"], stdout=subprocess.PIPE)
        assert self.process.stdout is not None
        self.process.stdout.readline()
        return self.process.pid

    async def open(self, load: Load, playing: int, waiting: int) -> None:
        made = [await request(self.port, "POST", "/api/me/tokens") for _ in range(SEATS)]
        self.tokens = [each["token"] for each in made]
        await some_at_a_time([self._table() for _ in range(waiting)])
        tables = await some_at_a_time([self._begin() for _ in range(playing)])
        await some_at_a_time([self._sit(load, table, seat) for table in tables for seat in range(SEATS)])

    async def _table(self) -> str:
        made = await request(self.port, "POST", "/api/tables", {"game": self.game, "players": SEATS}, self.tokens[0])
        return str(made["table"])

    async def _begin(self) -> str:
        table = await self._table()
        for token in self.tokens[1:]:
            await request(self.port, "POST", f"/api/tables/{table}/join", {}, token)
        await request(self.port, "POST", f"/api/tables/{table}/start", token=self.tokens[0])
        return table

    async def _sit(self, load: Load, table: str, seat: int) -> None:
        _, listener = await ws_connect(
            lambda: OurSeat(load, f"{table[:8]}-{seat}"), f"ws://127.0.0.1:{self.port}/api/tables/{table}/socket",
            extra_headers={"Authorization": f"Bearer {self.tokens[seat]}"},
        )  # fmt: skip
        await listener.entered.wait()

    def stop(self) -> None:
        assert self.process is not None
        self.process.terminate()
        self.process.wait()


class PeerSeat(WSListener):  # type: ignore[misc]
    """A seat at a match of boardgame.io, which speaks Socket.IO."""

    def __init__(self, load: Load, match: str, seat: int, credentials: str) -> None:
        self.load, self.match, self.seat, self.credentials = load, match, seat, credentials
        self.entered, self.sent_at = asyncio.Event(), -1

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def say(self, text: str) -> None:
        self.transport.send(WSMsgType.TEXT, text.encode())

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            return
        data = frame.get_payload_as_bytes()
        if data[:1] == b"0":
            self.say("40/bestiary,")
        elif data == b"2":
            self.say("3")
        elif data.startswith(b"40"):
            self.say(f'42/bestiary,["sync","{self.match}","{self.seat}","{self.credentials}",{SEATS}]')
        elif data.startswith(b"42"):
            self.load.frames += 1
            self._event(msgspec.json.decode(data[data.index(b",") + 1 :]))

    def _event(self, event: list[Any]) -> None:
        kind = event[0]
        if kind == "sync":
            state = event[2]["state"]
            self.entered.set()
        elif kind == "update":
            state = event[2]
        else:
            return
        number = state["_stateID"]
        if self.sent_at >= 0 and number > self.sent_at and state["G"]["last"] == str(self.seat):
            self.load.stored(f"{self.match}-{self.sent_at}")
            self.sent_at = -1
        if state["ctx"]["currentPlayer"] == str(self.seat) and self.sent_at < 0:
            self.sent_at = number
            self.load.asks(lambda: self.move(number))

    def move(self, number: int) -> None:
        self.load.sent[f"{self.match}-{number}"] = time.perf_counter()
        payload = {"type": "take", "args": [self.load.rng.randrange(5)], "playerID": str(self.seat),
                   "credentials": self.credentials}  # fmt: skip
        action = json.dumps({"type": "MAKE_MOVE", "payload": payload})
        self.say(f'42/bestiary,["update",{action},{number},"{self.match}","{self.seat}"]')


class Peer:
    """boardgame.io's server: its default storage, a game whose messages are as large as ours."""

    name = "peer"

    def __init__(self) -> None:
        self.port, self.lobby = free_port(), free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @staticmethod
    def install() -> Path:
        """Into the user's cache, once."""
        home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "bestiary-peer"
        home.mkdir(parents=True, exist_ok=True)
        for file in ("package.json", "server.js"):
            shutil.copy(HERE / "peer" / file, home / file)
        if not (home / "node_modules" / "boardgame.io").exists():
            subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund"], cwd=home, check=True)
        return home

    def start(self) -> int:
        home = self.install()
        env = {**os.environ, "NODE_ENV": "production"}
        command = ["node", "server.js", str(self.port), str(self.lobby)]
        self.process = subprocess.Popen(command, cwd=home, env=env, stdout=subprocess.PIPE)
        assert self.process.stdout is not None
        while b"serving" not in self.process.stdout.readline():
            pass
        return self.process.pid

    async def open(self, load: Load, playing: int, waiting: int) -> None:
        await some_at_a_time([self._match() for _ in range(waiting)])
        matches = await some_at_a_time([self._begin() for _ in range(playing)])
        seats = [(m, s, c) for m, credentials in matches for s, c in enumerate(credentials)]
        await some_at_a_time([self._sit(load, *each) for each in seats])

    async def _match(self) -> str:
        made = await request(self.lobby, "POST", "/games/bestiary/create", {"numPlayers": SEATS})
        return str(made["matchID"])

    async def _begin(self) -> tuple[str, list[str]]:
        match = await self._match()
        credentials = []
        for seat in range(SEATS):
            body = {"playerID": str(seat), "playerName": f"P{seat}"}
            joined = await request(self.lobby, "POST", f"/games/bestiary/{quote(match)}/join", body)
            credentials.append(joined["playerCredentials"])
        return match, credentials

    async def _sit(self, load: Load, match: str, seat: int, credentials: str) -> None:
        _, listener = await ws_connect(
            lambda: PeerSeat(load, match, seat, credentials),
            f"ws://127.0.0.1:{self.port}/socket.io/?EIO=4&transport=websocket",
        )
        await listener.entered.wait()

    def stop(self) -> None:
        assert self.process is not None
        self.process.terminate()
        self.process.wait()


async def measure(server: Any, playing: int, waiting: int, seconds: float) -> dict[str, Any]:
    process, load = server.start(), Load()
    try:
        started = time.perf_counter()
        await server.open(load, playing, waiting)
        opened = time.perf_counter() - started
        moves, cpu, own, frames = load.moves, processor_seconds(process), time.process_time(), load.frames
        top = await load.as_fast_as_possible(seconds)
        moves = load.moves - moves
        used, client = processor_seconds(process) - cpu, time.process_time() - own
        per_move = (load.frames - frames) / moves
        await load.by_the_clock(top / 2, seconds)
        ordered = sorted(load.latencies)
        return {
            "moves_per_second": round(top), "moves_per_cpu_second": round(moves / used),
            "server_us_per_move": round(used / moves * 1e6), "client_us_per_move": round(client / moves * 1e6),
            "frames_per_move": round(per_move, 2), "clock_rate": round(top / 2),
            "p50_ms": round(statistics.median(ordered) * 1e3, 1),
            "p99_ms": round(ordered[int(len(ordered) * 0.99)] * 1e3, 1), "measured": len(ordered),
            "refused": load.refused, "opening_seconds": round(opened, 1),
        }  # fmt: skip
    finally:
        server.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="print an object")
    parser.add_argument("--playing", type=int, default=500, help="tables in play")
    parser.add_argument("--waiting", type=int, default=500, help="more tables, which are open")
    parser.add_argument("--seconds", type=float, default=6.0, help="of each measurement")
    parser.add_argument("--database", default="sqlite", choices=["sqlite", "postgresql"])
    parser.add_argument("--game", default="talon")
    parser.add_argument("--only", choices=["ours", "peer"])
    arguments = parser.parse_args()
    found: dict[str, Any] = {}
    with ExitStack() as stack:
        if arguments.database == "sqlite":
            database = f"sqlite:///{stack.enter_context(tempfile.TemporaryDirectory())}/tables.db"
        else:
            database = stack.enter_context(postgresql())
        servers: list[Any] = [Ours(database, arguments.game), Peer()]
        for server in servers:
            if arguments.only in (None, server.name):
                sizes = arguments.playing, arguments.waiting, arguments.seconds
                found[server.name] = uvloop.run(measure(server, *sizes))
    if len(found) == 2:
        found["ratio"] = round(found["ours"]["moves_per_cpu_second"] / found["peer"]["moves_per_cpu_second"], 2)
        found["wall_ratio"] = round(found["ours"]["moves_per_second"] / found["peer"]["moves_per_second"], 2)
    print(json.dumps(found) if arguments.json else json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
