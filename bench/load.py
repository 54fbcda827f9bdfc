"""How many durable moves a second the table server takes, beside boardgame.io's on the same machine in the same run.

    python bench/load.py --json

Talon with four seats. First one table alone. Then so many tables in play, every seat connected and receiving, as many
more tables open: as fast as it goes, whoever is asked answers at once; and by a clock at half of that rate, moves not
waiting for each other. Latency is from a move to its acknowledgement. Processor time is that of the server's processes,
and of this client, apart. The peer keeps everything in memory; ours has stored a move when it acknowledges it.
"""

from __future__ import annotations

import argparse
import gc
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
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
from crowd import Client, Crowd, request
from services import free_port, postgresql, processor_seconds

HERE = Path(__file__).parent
SEATS = 4
AT_ONCE = 8  # requests that are made at a time
SHARE = 30  # moves of a table in one measurement at most, so that no game ends
ALONE = 2.0  # seconds for which one table is measured
PATIENCE = 60.0  # seconds until everybody must have been shown their table


class Load:
    """What both servers are asked for: the seats that may move now, and what came back."""

    def __init__(self) -> None:
        self.crowd = Crowd()
        self.rng = random.Random("load")
        self.ready: deque[Callable[[], None]] = deque()  # seats that are asked, each as the call that moves
        self.eager = False  # does everybody move as soon as they are asked?
        self.latencies: list[float] = []
        self.frames = self.refused = self.entered = 0

    @property
    def moves(self) -> int:
        return len(self.latencies)

    def asks(self, move: Callable[[], None]) -> None:
        if self.eager:
            move()
        else:
            self.ready.append(move)

    def stored(self, sent: float) -> None:
        self.latencies.append(time.perf_counter() - sent)

    def opened(self, seats: int) -> None:
        """Waits until everybody has been shown their table."""
        self.crowd.run(PATIENCE, lambda: self.entered >= seats)
        if self.entered < seats:
            raise RuntimeError(f"{self.entered} of {seats} seats have been shown their table")

    def as_fast_as_possible(self, seconds: float, most: float) -> tuple[int, float]:
        """Everybody answers at once: how many moves, in how many seconds."""
        self.eager = True
        first = self.moves
        while self.ready:
            self.ready.popleft()()
        took = self.crowd.run(seconds, lambda: self.moves - first >= most)
        moves, self.eager = self.moves - first, False
        return moves, took

    def by_the_clock(self, rate: float, seconds: float) -> None:
        """Moves at a fixed rate, whether or not earlier ones have been answered."""
        started, sent = time.perf_counter(), 0
        while (now := time.perf_counter() - started) < seconds:
            while sent < now * rate and self.ready:
                self.ready.popleft()()
                sent += 1
            self.crowd.turn(0.001)
        self.crowd.run(1.0)


class Act(msgspec.Struct):
    id: int


class Seen(msgspec.Struct):
    number: int
    actions: list[Act] = []


class Shown(msgspec.Struct):
    """As much of a message as a client must know to go on playing."""

    look: Seen | None = None
    news: Seen | None = None


see = msgspec.json.Decoder(Shown).decode


class OurSeat(Client):
    """A seat at one of our tables."""

    def __init__(self, load: Load, port: int, table: str, seat: int, token: str) -> None:
        self.load, self.name, self.count, self.sent_at = load, f"{table[:8]}-{seat}", 0, 0.0
        self.waits = False  # for the answer to a move
        super().__init__(load.crowd, port, f"/api/tables/{table}/socket", token)
        self.send(b'{"type":"enter","protocol":1}')

    def hear(self, message: bytes) -> None:
        self.load.frames += 1
        if message.startswith(b'{"type":"news"'):
            if b'"actions":[' in message:
                self.ask(see(message).news)
        elif message.startswith(b'{"type":"stored"'):
            self.waits = False
            self.load.stored(self.sent_at)
        elif message.startswith(b'{"type":"now"'):
            self.load.entered += 1
            self.ask(see(message).look)
        elif message.startswith(b'{"type":"refusal"'):
            self.load.refused += 1
            print("refused:", message.decode(), file=sys.stderr)

    def ask(self, seen: Seen | None) -> None:
        if seen is None or not seen.actions or self.waits:
            return
        self.waits = True
        self.count += 1
        action = self.load.rng.choice(seen.actions).id
        move = f'{{"type":"move","key":"{self.name}-{self.count}","number":{seen.number},"action":{action}}}'.encode()
        self.load.asks(lambda: self.move(move))

    def move(self, move: bytes) -> None:
        self.sent_at = time.perf_counter()
        self.send(move)


class Ours:
    """Our server, with compiled rules."""

    name = "ours"

    def __init__(self, database: str, game: str) -> None:
        self.port, self.database, self.game = free_port(), database, game
        self.process: subprocess.Popen[bytes] | None = None
        self.tokens: list[str] = []

    def start(self) -> int:
        command = [sys.executable, "-m", "bestiary", "serve", "--port", str(self.port), "--database", self.database]
        subprocess.run([sys.executable, "-m", "bestiary", "compile", self.game], check=True, stdout=subprocess.DEVNULL)
        self.process = subprocess.Popen([*command, "--games", self.game, "--pace", "0"], stdout=subprocess.PIPE)
        assert self.process.stdout is not None
        self.process.stdout.readline()
        made = [request(self.port, "POST", "/api/me/tokens") for _ in range(SEATS)]
        self.tokens = [each["token"] for each in made]
        return self.process.pid

    def wait(self) -> str:
        """Opens a table that waits for players."""
        made = request(self.port, "POST", "/api/tables", {"game": self.game, "players": SEATS}, self.tokens[0])
        return str(made["table"])

    def play(self) -> str:
        """Opens a table, seats all and starts it."""
        table = self.wait()
        for token in self.tokens[1:]:
            request(self.port, "POST", f"/api/tables/{table}/join", {}, token)
        request(self.port, "POST", f"/api/tables/{table}/start", token=self.tokens[0])
        return table

    def sit(self, load: Load, table: str) -> None:
        for seat, token in enumerate(self.tokens):
            OurSeat(load, self.port, table, seat, token)

    def stop(self) -> None:
        assert self.process is not None
        self.process.terminate()
        self.process.wait()


class Truth(msgspec.Struct):
    last: str | None = None


class Context(msgspec.Struct):
    player: str = msgspec.field(name="currentPlayer")


class State(msgspec.Struct):
    number: int = msgspec.field(name="_stateID")
    truth: Truth = msgspec.field(name="G")
    context: Context = msgspec.field(name="ctx")


class Update(msgspec.Struct, array_like=True):
    kind: str
    match: str
    state: State


class Synced(msgspec.Struct):
    state: State


class Sync(msgspec.Struct, array_like=True):
    kind: str
    match: str
    synced: Synced


read_update, read_sync = msgspec.json.Decoder(Update).decode, msgspec.json.Decoder(Sync).decode
SPACE = b"42/bestiary,"  # begins a message of Socket.IO


class PeerSeat(Client):
    """A seat at a match of boardgame.io, which speaks Socket.IO."""

    def __init__(self, load: Load, port: int, match: str, seat: int, credentials: str) -> None:
        self.load, self.match, self.seat, self.credentials = load, match, str(seat), credentials
        self.waits_from, self.sent_at = -1, 0.0
        super().__init__(load.crowd, port, "/socket.io/?EIO=4&transport=websocket")

    def hear(self, data: bytes) -> None:
        if data.startswith(SPACE + b'["update"'):
            self.load.frames += 1
            self.see(read_update(data[len(SPACE) :]).state)
        elif data.startswith(SPACE + b'["sync"'):
            self.load.entered += 1
            self.see(read_sync(data[len(SPACE) :]).synced.state)
        elif data.startswith(b"40"):
            self.say(f'42/bestiary,["sync","{self.match}","{self.seat}","{self.credentials}",{SEATS}]')
        elif data.startswith(b"0"):
            self.say("40/bestiary,")
        elif data == b"2":
            self.say("3")

    def say(self, text: str) -> None:
        self.send(text.encode())

    def see(self, state: State) -> None:
        number = state.number
        if 0 <= self.waits_from < number and state.truth.last == self.seat:
            self.waits_from = -1
            self.load.stored(self.sent_at)
        if state.context.player == self.seat and self.waits_from < 0:
            self.waits_from = number
            payload = {"type": "take", "args": [self.load.rng.randrange(5)], "playerID": self.seat,
                       "credentials": self.credentials}  # fmt: skip
            action = json.dumps({"type": "MAKE_MOVE", "payload": payload})
            move = f'42/bestiary,["update",{action},{number},"{self.match}","{self.seat}"]'.encode()
            self.load.asks(lambda: self.move(move))

    def move(self, move: bytes) -> None:
        self.sent_at = time.perf_counter()
        self.send(move)


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

    def wait(self) -> str:
        made = request(self.lobby, "POST", "/games/bestiary/create", {"numPlayers": SEATS})
        return str(made["matchID"])

    def play(self) -> tuple[str, list[str]]:
        match = self.wait()
        credentials = []
        for seat in range(SEATS):
            body = {"playerID": str(seat), "playerName": f"P{seat}"}
            joined = request(self.lobby, "POST", f"/games/bestiary/{quote(match)}/join", body)
            credentials.append(joined["playerCredentials"])
        return match, credentials

    def sit(self, load: Load, match: tuple[str, list[str]]) -> None:
        for seat, credentials in enumerate(match[1]):
            PeerSeat(load, self.port, match[0], seat, credentials)

    def stop(self) -> None:
        assert self.process is not None
        self.process.terminate()
        self.process.wait()


def milliseconds(latencies: Iterable[float], share: float) -> float:
    """The latency that so many of all moves stay under."""
    return round(statistics.quantiles(latencies, n=1000, method="inclusive")[round(share * 1000) - 1] * 1e3, 1)


def measure(server: Any, playing: int, waiting: int, seconds: float) -> dict[str, Any]:
    with ExitStack() as stack:
        process = server.start()
        stack.callback(server.stop)
        load = Load()
        stack.callback(load.crowd.close)
        pool = stack.enter_context(ThreadPoolExecutor(AT_ONCE))
        server.sit(load, server.play())
        load.opened(SEATS)
        load.as_fast_as_possible(ALONE, SHARE)
        alone = milliseconds(load.latencies, 0.5)
        load.crowd.run(0.5)

        started = time.perf_counter()
        for _ in pool.map(lambda _: server.wait(), range(waiting)):
            load.crowd.turn(0)
        for table in pool.map(lambda _: server.play(), range(playing - 1)):
            server.sit(load, table)
            load.crowd.turn(0)
        load.opened(playing * SEATS)
        opening = time.perf_counter() - started
        gc.freeze()

        load.as_fast_as_possible(0.5, playing)  # nobody stands at the beginning any more
        load.crowd.run(1.0)
        cpu, own, frames, heard = processor_seconds(process), time.process_time(), load.frames, load.crowd.heard
        moves, took = load.as_fast_as_possible(seconds, playing * SHARE)
        used, client = processor_seconds(process) - cpu, time.process_time() - own
        frames, heard, top = load.frames - frames, load.crowd.heard - heard, moves / took
        load.crowd.run(1.0)
        load.latencies.clear()
        load.by_the_clock(top / 2, min(seconds, playing * SHARE / (top / 2)))
        return {
            "moves_per_second": round(top), "moves_per_cpu_second": round(moves / used),
            "server_us_per_move": round(used / moves * 1e6), "client_us_per_move": round(client / moves * 1e6),
            "frames_per_move": round(frames / moves, 2), "bytes_per_frame": round(heard / frames),
            "clock_rate": round(top / 2),
            "p50_ms": milliseconds(load.latencies, 0.5), "p99_ms": milliseconds(load.latencies, 0.99),
            "measured": load.moves, "alone_p50_ms": alone, "refused": load.refused,
            "opening_seconds": round(opening, 1),
        }  # fmt: skip


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
                found[server.name] = measure(server, arguments.playing, arguments.waiting, arguments.seconds)
    if len(found) == 2:
        found["ratio"] = round(found["ours"]["moves_per_cpu_second"] / found["peer"]["moves_per_cpu_second"], 2)
        found["wall_ratio"] = round(found["ours"]["moves_per_second"] / found["peer"]["moves_per_second"], 2)
    print(json.dumps(found) if arguments.json else json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
