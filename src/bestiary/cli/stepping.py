"""A replay as a story: step by step at a terminal, as a whole elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bestiary.cli.common import blaming
from bestiary.cli.saves import Seat, names_of
from bestiary.cli.screen import Screen
from bestiary.engine import replay as engine
from bestiary.engine.errors import BestiaryError, MalformedError
from bestiary.engine.language import with_names
from bestiary.engine.replay import Replay
from bestiary.engine.trace import Event

SPECTATOR = -1
KEYS = "Enter goes on, b back, a number to that decision, e to the end, q ends. "


@dataclass(frozen=True)
class Step:
    """One decision, what followed, and the table then. The first step is the set-up; decisions count from 0."""

    seat: int
    action: int
    lines: list[str]
    view: dict[str, Any]


class Story:
    """All steps of one replay. Of a finished game nothing is secret any more; of another one what spectators see."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        with blaming(replay.file):
            self.table = engine.open_table(replay)
        self.game = self.table.game
        self.comparable = replay.header["layout"] == self.game.state.layout()
        self._compare("the set-up", replay.header["hash"], self.table.opening_hash)
        self.names = names_of(replay, int(self.table.state.seats))
        self.reader = self.names.index("You") if "You" in self.names else SPECTATOR  # of the words, not of secrets
        self.steps = [Step(-1, -1, self._told(list(self.table.opening)), self.table.view(SPECTATOR))]
        for line in replay.plies:
            self._take(line)

    def _take(self, line: dict[str, Any]) -> None:
        try:
            with blaming(self.replay.file):
                events = self.table.play(line["seat"], line["action"])
        except BestiaryError as error:
            raise MalformedError(f"{self.replay.file}: decision {line['ply']} is not possible: {error}") from None
        ply = self.table.plies[-1]
        self._compare(f"decision {line['ply']}", line["hash"], ply.hash)
        self.steps.append(Step(ply.seat, ply.action, self._told(events), self.table.view(SPECTATOR)))

    def _compare(self, when: str, told: str, found: str) -> None:
        if self.comparable and told != found:
            raise MalformedError(f"{self.replay.file}: the position after {when} differs from what the file says")

    def _told(self, events: list[Event]) -> list[str]:
        table = self.table
        known = events if self.replay.is_finished else table.game.events.seen_by(events, SPECTATOR)
        lines = [table.game.narrate(table.edition, e) for e in known]
        return [with_names(line, self.names, self.reader) for line in lines if line]

    def data(self) -> dict[str, Any]:
        """The story for programs."""
        steps: list[dict[str, Any]] = [
            {"decision": n, "seat": s.seat, "action": self.game.actions.data(s.action), "told": s.lines}
            for n, s in enumerate(self.steps[1:])
        ]
        steps.insert(0, {"decision": None, "seat": SPECTATOR, "action": None, "told": self.steps[0].lines})
        if not self.replay.is_finished:
            for step in steps:
                step["action"] = None  # it may be a secret choice
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

    def print_all(self) -> None:
        screen = Screen()
        for number, step in enumerate(self.steps, -1):
            for index, line in enumerate(step.lines):
                screen.say(f"{number if index == 0 <= number else '':>4}  {line}")
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
        if typed.isdecimal() and int(typed[:9]) < last:
            return int(typed[:9]) + 1
        screen.refuse(f"The game has {self._decisions()}." if typed else "This is the end; b goes back, q ends.")
        return at

    def _decisions(self) -> str:
        last = len(self.steps) - 2
        return f"decisions 0 to {last}" if last >= 0 else "no decisions yet"

    def _show(self, screen: Screen, at: int) -> None:
        step = self.steps[at]
        screen.line()
        screen.say(f"{f'Decision {at - 1}' if at else 'The set-up'}, of {self._decisions()}", "bold")
        screen.news(step.lines)
        screen.say()
        screen.say(self.game.draw(step.view, self.names))
        if at == len(self.steps) - 1:
            self._close(screen)
        screen.say()
