"""Bots at seats. They think in processes of their own, so that no table waits for another one's bot.

A bot is asked when its seat is, also after a restart. What it answers hangs on what its seat knows, and on luck that
belongs to the seat and its count of decisions: asked again, it answers the same under the same key.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
import time

from msgspec import json

from bestiary.bots.roster import thinks
from bestiary.bots.thinker import mark
from bestiary.engine import cache
from bestiary.engine.chance import quick_rng
from bestiary.engine.records import record_bytes
from bestiary.engine.registry import find_game
from bestiary.server import lessons
from bestiary.server.room import Room
from bestiary.server.thinking import Question, Reply
from bestiary.server.timing import STAGES

log = logging.getLogger("bestiary.server")

NO_JIT = "NUMBA_DISABLE_JIT"
LONGEST = 60.0  # seconds; no bot thinks so long, so its process is stuck
ATTEMPTS = 3
LARGEST_LINE = 1 << 20
FALLBACK = "random"  # who answers for a bot that cannot

read = json.Decoder(Reply).decode


class Thinker:
    """One process. It answers one question at a time."""

    def __init__(self, compiled: bool) -> None:
        self.compiled = compiled
        self.free = asyncio.Lock()
        self.process: asyncio.subprocess.Process | None = None

    async def ask(self, question: Question) -> Reply:
        async with self.free:
            try:
                return await asyncio.wait_for(self._ask(question), LONGEST)
            except (TimeoutError, OSError, ValueError):
                self.stop()
                raise

    async def _ask(self, question: Question) -> Reply:
        if self.process is None or self.process.returncode is not None:
            env = {name: value for name, value in os.environ.items() if name != NO_JIT}
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bestiary.server.thinking", env=env if self.compiled else {**env, NO_JIT: "1"},
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LARGEST_LINE,
            )  # fmt: skip
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.encode(question) + b"\n")
        await self.process.stdin.drain()
        return read(await self.process.stdout.readline())

    def stop(self) -> None:
        if self.process is not None and self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()


class Bots:
    """The processes of one server; each is started when it is needed first."""

    def __init__(self, processes: int, compiles: bool) -> None:
        self.compiles = compiles
        self.thinkers = {kind: [Thinker(kind) for _ in range(processes)] for kind in (False, True)}
        self.queue = 0
        self.is_closed = False
        self.thinking: set[tuple[str, int, int]] = set()

    def turn(self, room: Room) -> None:
        """Lets the bots of a room think that are asked and do not think yet."""
        for seat in room.bots_to_move():
            made = room.decisions_of(seat)
            if (room.kept.code, seat, made) not in self.thinking:
                self.thinking.add((room.kept.code, seat, made))
                room.rooms.start(self._think(room, seat, made))

    async def _think(self, room: Room, seat: int, made: int) -> None:
        try:
            action = lessons.told(room, seat)
            if action is None:
                action = (await self.ask(self.question(room, seat, made))).action
        finally:
            self.thinking.discard((room.kept.code, seat, made))
        room.move_bot(seat, str(made), action)

    @staticmethod
    def question(room: Room, seat: int, made: int) -> Question:
        kept, table = room.kept, room.table
        assert table is not None
        luck = quick_rng(f"{kept.seed.hex()} seat {seat} decision {made}")
        return Question(
            game=kept.game, edition=kept.edition, edition_text=kept.edition_text, bot=room.bot_at(seat), seat=seat,
            known=record_bytes(table.knowledge(seat)), luck=luck.tolist(),
        )  # fmt: skip

    async def ask(self, question: Question) -> Reply:
        """What a bot thinks. A process that fails is started anew; a bot that cannot answer is answered for."""
        self.queue += 1
        started = time.perf_counter()
        try:
            for attempt in range(ATTEMPTS):
                if attempt == ATTEMPTS - 1:
                    question.bot = FALLBACK
                try:
                    reply = await self._free_thinker(question).ask(question)
                except (TimeoutError, OSError, ValueError) as error:
                    if self.is_closed:
                        raise asyncio.CancelledError from None
                    log.warning("a bot's process failed: %s", type(error).__name__)
                    continue
                if not reply.problem:
                    return reply
                log.error("the bot '%s' of %s cannot answer: %s", question.bot, question.game, reply.problem)
            raise RuntimeError(f"no bot can answer for seat {question.seat} of {question.game}")
        finally:
            self.queue -= 1
            STAGES["thinking"].note(time.perf_counter() - started)

    def _free_thinker(self, question: Question) -> Thinker:
        """One that is free, or will be soon. Bots that look ahead use compiled rules as soon as there are some."""
        thinkers = self.thinkers[self._is_compiled(question.game, question.bot)]
        return next((each for each in thinkers if not each.free.locked()), thinkers[self.queue % len(thinkers)])

    def _is_compiled(self, game: str, bot: str) -> bool:
        return self.compiles and thinks(find_game(game), bot) and cache.is_warm(mark(game))

    @property
    def busy(self) -> int:
        """Processes that think now."""
        return sum(each.free.locked() for thinkers in self.thinkers.values() for each in thinkers)

    def close(self) -> None:
        self.is_closed = True
        for thinkers in self.thinkers.values():
            for each in thinkers:
                each.stop()
