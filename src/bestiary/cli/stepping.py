"""A replay as a story: step by step at a terminal, as a whole elsewhere."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bestiary.cli.common import blaming
from bestiary.cli.screen import Screen
from bestiary.engine import replay as engine
from bestiary.engine.errors import BestiaryError, MalformedError
from bestiary.engine.replay import Replay, Seat, names_of
from bestiary.engine.room import LEAST_COLUMNS, LEAST_LINES, Room
from bestiary.engine.seat import SPECTATOR
from bestiary.engine.seat_names import reader, with_names
from bestiary.engine.sight import sight
from bestiary.engine.trace import Event
from bestiary.engine.views import Look

AROUND, NEWS = 5, 4  # lines beside the table, and those of what happened that it leaves room for
KEYS = "Enter goes on, b back, a number to that decision, e to the end, q ends. "


@dataclass(frozen=True)
class Step:
    """One decision, what followed, and the table then. Decisions count from 0; the set-up is step −1."""

    number: int
    seat: int
    action: int
    lines: list[str]
    look: Look


class Story:
    """All steps of one replay. A finished game has no secrets left. An unfinished one is told as spectators see it,
    and with the option `memory` only as far as it has not faded."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        with blaming(replay.file):
            self.table = engine.open_table(replay)
        self.game = self.table.game
        self.comparable = replay.header["layout"] == self.game.state.layout()
        self._compare("the set-up", replay.header["hash"], self.table.opening_hash)
        self.names = names_of(replay, int(self.table.state.seats))
        self.reader = reader(self.names)  # is called "you", sees no secret
        self.steps = [self._step(list(self.table.opening))]
        for line in replay.plies:
            self._take(line)
        if not replay.is_finished:
            self._fade()

    def _take(self, line: dict[str, Any]) -> None:
        try:
            with blaming(self.replay.file):
                events = engine.make(self.table, line)
        except BestiaryError as error:
            raise MalformedError(f"{self.replay.file}: decision {line['ply']} is not possible: {error}") from None
        self._compare(f"decision {line['ply']}", line["hash"], self.table.plies[-1].hash)
        self.steps.append(self._step(events))

    def _step(self, events: list[Event]) -> Step:
        """What has just been played."""
        plies = self.table.plies
        seat, action = (plies[-1].seat, plies[-1].action) if plies else (SPECTATOR, -1)
        return Step(len(plies) - 1, seat, action, self._told(events), self._look())

    def _look(self) -> Look:
        known = self.table.knowledge(SPECTATOR)
        if self.game.fades and self.replay.is_finished:
            known.memory = 0
        public = self.game.public(sight(self.game, self.table.edition, known, SPECTATOR))
        return Look(number=len(self.table.log), public=public)

    def _fade(self) -> None:
        """Leaves out the steps, and the part of a step, that are not told again."""
        told = [self.table.opening, *(ply.events for ply in self.table.plies)]
        faded = self.table.faded()
        while faded > 0:
            step = self.steps.pop(0)
            events = told[step.number + 1]
            if faded < len(events):
                self.steps.insert(0, replace(step, lines=self._told(list(events[faded:]))))
            faded -= len(events)

    def _compare(self, when: str, told: str, found: str) -> None:
        if self.comparable and told != found:
            raise MalformedError(f"{self.replay.file}: the position after {when} differs from what the file says")

    def _told(self, events: list[Event]) -> list[str]:
        table = self.table
        known = events if self.replay.is_finished else table.game.events.seen_by(events, SPECTATOR)
        lines = [table.game.telling.sentence(table.edition, e) for e in known]
        return [with_names(line, self.names, self.reader) for line in lines if line]

    def data(self) -> dict[str, Any]:
        """The story for programs."""
        steps: list[dict[str, Any]] = []
        for step in self.steps:
            is_open = step.number >= 0 and self.replay.is_finished  # before the end it may be a secret choice
            steps.append({
                "decision": step.number if step.number >= 0 else None,
                "seat": step.seat,
                "action": self._action(step) if is_open else None,
                "told": step.lines,
            })  # fmt: skip
        over = self.table.is_over
        return {
            "game": self.game.name,
            "options": self.game.settings(self.table.options),
            "names": self.names,
            "finished": over,
            "steps": steps,
            "scores": self.game.score_list(self.table.edition, self.table.state) if over else None,
            "payoffs": self.table.payoffs() if over else None,
        }

    def _action(self, step: Step) -> dict[str, Any]:
        return self.game.actions.data(step.action) if step.action >= 0 else {"do": "undo", "to": ~step.action}

    def print_all(self) -> None:
        screen = Screen()
        for step in self.steps:
            for index, line in enumerate(step.lines):
                screen.say(f"{step.number if index == 0 <= step.number else '':>4}  {line}")
        self._close(screen)

    def _close(self, screen: Screen) -> None:
        if self.table.is_over:
            screen.result(self.table, [Seat(n) for n in self.names])
        else:
            screen.say("The game is not finished.")

    def step_through(self) -> None:
        """Enter, back, a number, end, quit."""
        screen = Screen()
        at, shown = 0, -1
        while True:
            if at != shown:
                self._show(screen, at)
            shown = at
            try:
                typed = screen.ask(KEYS).lower()
            except (EOFError, KeyboardInterrupt):
                screen.say()
                return
            if typed in ("q", "quit"):
                return
            at = self._next(screen, at, typed)

    def _next(self, screen: Screen, at: int, typed: str) -> int:
        last = len(self.steps) - 1
        if typed == "" and at < last:
            return at + 1
        if typed in ("b", "back"):
            return max(0, at - 1)
        if typed in ("e", "end"):
            return last
        place = int(typed[:9]) - self.steps[0].number if typed.isdecimal() else -1
        if 0 <= place <= last:
            return place
        screen.refuse(f"The game has {self._decisions()}." if typed else "This is the end; b goes back, q ends.")
        return at

    def _decisions(self) -> str:
        first, last = max(self.steps[0].number, 0), self.steps[-1].number
        return f"decisions {first} to {last}" if last >= 0 else "no decisions yet"

    def _show(self, screen: Screen, at: int) -> None:
        step = self.steps[at]
        screen.line()
        what = f"Decision {step.number}" if step.number >= 0 else "The set-up"
        screen.say(f"{what}, of {self._decisions()}", "bold")
        screen.news(step.lines)
        screen.say()
        size = screen.size
        lines = (size.lines or 0) - AROUND - min(len(step.lines), NEWS)
        room = Room(max(size.columns, LEAST_COLUMNS), max(lines, LEAST_LINES))
        for line in self.game.draw(step.look, self.table.edition, self.names, room).splitlines():
            screen.say_whole(line)
        if at == len(self.steps) - 1:
            self._close(screen)
        screen.say()
