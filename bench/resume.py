"""How soon a server that was killed has all its tables again.

    python bench/resume.py --tables 1000 --json

The database holds so many tables in play, each in the middle of its game, with a person at every seat. The server
starts, and at once a client comes back to every table and names the last event that it saw. Measured is the time from
the start of the process until the last client has got its view.

    python bench/resume.py --first --json

The same for somebody who plays for the first time on a machine that is set up: `make play` with no database and nothing
compiled, until a table with bots shows the first view.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import secrets
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from kill import Api, serving
from raw import Raw
from services import free_port, postgresql, processor_seconds

HERE = Path(__file__).parent
AT_ONCE = 100  # clients that come back at a time
MOVES = 60  # of a table, at most


def fill(database: str, game_name: str, count: int, seed: str) -> tuple[list[str], dict[str, int]]:
    """Tables in play, each somewhere in the middle. Returns a token for each seat, whose owner sits there at all of
    them, and how many events each table has."""
    from bestiary.engine import content
    from bestiary.engine.registry import find_game
    from bestiary.engine.table import Table
    from bestiary.server import people, store
    from bestiary.server.settings import Settings
    from bestiary.server.worker import prepare

    prepare(Settings(database=database))
    rng, game = random.Random(seed), find_game(game_name)
    options = game.make_options()
    text = content.read_edition(game.editions[game.default_edition])
    common = {
        "game": game.name, "rules": game.version, "layout": game.state.layout(), "variant": game.variants[0].name,
        "options": game.settings(options), "edition": game.default_edition, "edition_text": text,
        "visibility": "public", "status": "playing",
    }  # fmt: skip
    engine, codes = store.connect(database), dict[str, int]()
    persons = [store.new_id() for _ in range(int(options.seats))]
    tokens = [people.TOKEN + secrets.token_urlsafe(24) for _ in persons]
    with engine.begin() as connection:
        for number, (person, token) in enumerate(zip(persons, tokens, strict=True)):
            store.add_person(connection, person, f"P{number}")
            store.add_token(connection, person, people.digest_of(token))
        for _ in range(count):
            server_seed, code = rng.randbytes(32), store.new_id()
            at_seats = [{"person": person, "bot": "", "name": "P", "seed": ""} for person in persons]
            values = {**common, "code": code, "host": persons[0], "seed": server_seed}
            number = store.add_table(connection, values, at_seats)
            table = Table(game, game.edition(), options, server_seed, keeps_past=False)
            store.add_plies(connection, [
                (number, n, f"{seat}:{n}", seat, action, table.plies[-1].hash, n)
                for n, (seat, action) in enumerate(play(table, rng))
            ])  # fmt: skip
            codes[code] = len(table.log)
    engine.dispose()
    return tokens, codes


def play(table: Any, rng: random.Random) -> Iterator[tuple[int, int]]:
    """Decisions at random, at most so many that the game goes on."""
    for _ in range(rng.randrange(1, MOVES)):
        seat = rng.choice(table.waiting())
        action = rng.choice(table.legal(seat))
        table.play(seat, action)
        if table.is_over:
            table.take_back(1)
            return
        yield seat, action


async def come_back(port: int, token: str, code: str, number: int, gate: asyncio.Semaphore) -> None:
    """A client that enters a table, as often as it takes."""
    async with gate:
        while True:
            try:
                socket = await Raw.open(port, f"/api/tables/{code}/socket", {"Authorization": f"Bearer {token}"})
                socket.say(type="enter", protocol=1, number=number)
                await socket.until("now")
                socket.close()
                return
            except (OSError, EOFError):
                await asyncio.sleep(0.05)


async def run(database: str, game: str, count: int, compiled: bool, seed: str = "resume") -> dict[str, Any]:
    tokens, codes = fill(database, game, count, seed)
    port, gate, started = free_port(), asyncio.Semaphore(AT_ONCE), time.monotonic()
    async with serving(database, port, compiled=compiled) as [supervisor]:
        first = time.monotonic() - started
        await asyncio.gather(*(come_back(port, tokens[0], code, number, gate) for code, number in codes.items()))
        seconds, used = time.monotonic() - started, processor_seconds(supervisor.pid)
    return {"tables": count, "game": game, "seconds": round(seconds, 2), "serves_after": round(first, 2),
            "server_cpu_seconds": round(used, 2), "compiled": compiled}  # fmt: skip


async def first_table(folder: str) -> dict[str, Any]:
    """From `make play` to the first view; the page is built."""
    env = {**os.environ, "BESTIARY_CACHE": f"{folder}/cache", "XDG_DATA_HOME": folder, "BROWSER": "true"}
    env.pop("NUMBA_DISABLE_JIT", None)
    port, started = free_port(), time.monotonic()
    made = await asyncio.create_subprocess_exec("make", "web", cwd=HERE.parent, stdout=asyncio.subprocess.DEVNULL)
    await made.wait()
    words = [sys.executable, "-m", "bestiary", "serve", "--open", "--port", str(port)]
    server = await asyncio.create_subprocess_exec(*words, env=env, stdout=asyncio.subprocess.PIPE)
    try:
        assert server.stdout is not None
        await server.stdout.readline()
        serves, api = time.monotonic() - started, Api(port)
        token = (await api.call("POST", "/api/me/tokens"))["token"]
        wanted = {"game": "talon", "players": 2, "seats": ["me", "easy"]}
        code = (await api.call("POST", "/api/tables", token, wanted))["table"]
        await api.call("POST", f"/api/tables/{code}/start", token)
        await come_back(port, token, code, 0, asyncio.Semaphore(1))
        return {"serves_after": round(serves, 2), "seconds": round(time.monotonic() - started, 2),
                "server_cpu_seconds": round(processor_seconds(server.pid), 2)}  # fmt: skip
    finally:
        server.terminate()
        await server.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--game", default="talon")
    parser.add_argument("--database", default="sqlite", choices=["sqlite", "postgresql"])
    parser.add_argument("--plain", action="store_true", help="with rules that are not compiled")
    parser.add_argument("--first", action="store_true", help="a first table with nothing compiled")
    parser.add_argument("--json", action="store_true", help="print an object")
    arguments = parser.parse_args()
    with ExitStack() as stack:
        if arguments.first:
            found = asyncio.run(first_table(stack.enter_context(tempfile.TemporaryDirectory())))
        elif arguments.database == "sqlite":
            database = f"sqlite:///{stack.enter_context(tempfile.TemporaryDirectory())}/tables.db"
            found = asyncio.run(run(database, arguments.game, arguments.tables, not arguments.plain))
        else:
            database = stack.enter_context(postgresql())
            found = asyncio.run(run(database, arguments.game, arguments.tables, not arguments.plain))
    if arguments.json:
        print(json.dumps(found))
    elif arguments.first:
        print(f"the first table was there after {found['seconds']} s")
    else:
        print(f"{found['tables']:,} tables of {found['game']} were back after {found['seconds']} s "
              f"({found['server_cpu_seconds']} s of the server's processor time)")  # fmt: skip


if __name__ == "__main__":
    main()
