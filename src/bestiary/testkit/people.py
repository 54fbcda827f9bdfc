"""The laws of what people see: views, narration, text forms, refusals. Plain Python, on a sample of positions."""

from __future__ import annotations

import json
import random
from itertools import groupby
from typing import Any, TypeAlias

from bestiary.bots.knowledge import Knowledge
from bestiary.bots.protocol import AT_ONCE
from bestiary.bots.roster import bot_named
from bestiary.engine.chance import fresh_chance, key_of, quick_rng, server_seed
from bestiary.engine.content import Edition
from bestiary.engine.errors import BestiaryError, ConflictError, IllegalError
from bestiary.engine.game import Game
from bestiary.engine.seat_names import with_names
from bestiary.engine.records import clone, raw, record_bytes, same_record
from bestiary.engine.replay import Replay, lines_of, verify
from bestiary.engine.table import Table, play, position_text, read_position, start
from bestiary.engine.trace import Event
from bestiary.testkit.secrecy import scramble_of, secret_table

LAWS = {
    "view secrecy": "law 1: a view is the same, whatever the seat cannot know",
    "view drawn": "a view is plain data, and its drawing is ASCII within 80 columns",
    "narration secrecy": "law 1: what a seat cannot tell apart is told to it in the same events, open dice aside",
    "narration": "every event can be told to every seat",
    "refused for people": "law 4: what is illegal is refused with a clause and changes no byte",
    "why not": "law 4: why_not is empty exactly when an action is legal",
    "text forms": "law 5: actions and positions survive their text form",
    "replay": "law 5: a replay plays again to the same bytes, events and result",
}

Stories: TypeAlias = dict[tuple[int, bytes], list[Event]]
"""A seat and what it knows of a position → the events that led there, as it was told them."""

TRIES = 12  # actions looked at in one position, at most
OPENINGS = 300  # set-ups compared with each other


class People:
    """Plays games through the front door and checks what a person would meet."""

    def __init__(self, game: Game, edition: Edition, options: Any, seed: str) -> None:
        self.game, self.edition, self.options, self.seed = game, edition, options, seed
        self.tally = {law: [0, 0, -1, -1] for law in LAWS}
        self.luck = random.Random(seed)
        self.rng = quick_rng(seed)
        self.scramble = scramble_of(game)
        self.secrets = secret_table(game.state)
        self.players = [bot_named(game, bot) for bot in ("random", "greedy")]
        self.names = [f"Player {seat + 1}" for seat in range(int(options.seats))]

    def note(self, law: str, holds: bool, number: int, ply: int) -> None:
        row = self.tally[law]
        row[0] += 1
        if not holds:
            if row[1] == 0:
                row[2:] = number, ply
            row[1] += 1

    def play_game(self, number: int, every: int) -> None:
        """One game; about one position in `every` is looked at."""
        game, edition = self.game, self.edition
        table = Table(game, edition, self.options, server_seed(f"{self.seed}/{number}"))
        self.note("narration", self._can_tell(list(table.opening)), number, 0)
        ply = 0
        bound = game.max_decisions(game.settings(self.options))
        while waiting := table.waiting():
            if ply > bound:
                raise RuntimeError(f"the game has not ended after {bound} decisions")
            seat = self.luck.choice(waiting)
            if self.luck.randrange(every) == 0:
                self.look(table, seat, number, ply)
            choice = self.players[number % 2].choose(Knowledge.at(table, seat), seat, AT_ONCE, self.rng)
            events = table.play(seat, choice.action)
            self.note("narration", self._can_tell(events), number, ply)
            ply += 1
        self._check_views(table.state, number, ply)
        if number % 10 == 0:
            lines = lines_of(table)
            parsed = [json.loads(json.dumps(line)) for line in lines]
            verdict = verify(Replay("replay", parsed[0], parsed[1:-1], parsed[-1]))
            self.note("replay", not verdict.problems and verdict.hashes_compared, number, ply)

    def look(self, table: Table, seat: int, number: int, ply: int) -> None:
        self._check_views(table.state, number, ply)
        self._check_texts(table.state, table.legal(seat), seat, number, ply)
        self._check_refusals(table.state, table.legal(seat), seat, number, ply)
        self._check_narration(table.state, table.legal(seat), seat, number, ply)

    def _check_views(self, state: Any, number: int, ply: int) -> None:
        game, edition = self.game, self.edition
        seat = self.luck.randrange(-1, int(state.seats))
        other, hidden = clone(state), clone(state)
        self.scramble(state, raw(other), seat, self.secrets, self.rng, self.luck.randrange(2))
        game.hide(hidden, seat)
        view = game.view(edition, state, seat)
        try:
            same = view == game.view(edition, other, seat) == game.view(edition, hidden, seat)
        except Exception:  # a view that trips over what it must not read has read it
            same = False
        self.note("view secrecy", same, number, ply)
        drawn = game.draw(json.loads(json.dumps(view)), self.names)
        fits = drawn.isascii() and all(len(line) <= 80 for line in drawn.splitlines())
        self.note("view drawn", fits, number, ply)

    def _sample(self, actions: list[int]) -> list[int]:
        return actions if len(actions) <= TRIES else self.luck.sample(actions, TRIES)

    def _check_texts(self, state: Any, legal: list[int], seat: int, number: int, ply: int) -> None:
        game = self.game
        holds = True
        for action in self._sample(legal):
            text, data = game.actions.text(action), game.actions.data(action)
            holds = holds and game.actions.parse(text) == action == game.actions.parse(data)
            sentence = with_names(game.describe(self.edition, state, seat, action), self.names, seat)
            holds = holds and bool(sentence) and "{" not in sentence
        back = read_position(game, position_text(game, state))
        self.note("text forms", holds and same_record(back, state), number, ply)

    def _check_refusals(self, state: Any, legal: list[int], seat: int, number: int, ply: int) -> None:
        game, edition = self.game, self.edition
        few, all_of_them = game.actions.first_amount, game.actions.size
        tried = self._sample(legal) + [self.luck.randrange(few if i else all_of_them) for i in range(TRIES)]
        for action in tried:
            clause = game.why_not(edition, state, seat, action)
            self.note("why not", (clause is None) == (action in legal), number, ply)
            if clause is not None:
                self.note("refused for people", self._is_refused(state, seat, action, IllegalError), number, ply)
        idle = [s for s in range(int(state.seats)) if s not in game.seats_waiting(state)]
        if idle:
            quiet = self.luck.choice(idle)
            self.note("refused for people", self._is_refused(state, quiet, legal[0], ConflictError), number, ply)

    def _is_refused(self, state: Any, seat: int, action: int, kind: type[BestiaryError]) -> bool:
        before = record_bytes(state)
        try:
            play(self.game, self.edition, state, seat, action)
        except kind as error:
            return bool(str(error)) and record_bytes(state) == before
        return False

    def _check_narration(self, state: Any, legal: list[int], seat: int, number: int, ply: int) -> None:
        """A seat that cannot tell two outcomes apart by the position must hear the same story of both. One action with
        other luck gives such outcomes. So do two answers, while other seats owe theirs and nothing follows yet."""
        action = self.luck.choice(legal)
        stories: Stories = {}
        for _ in range(2):
            after = clone(state)
            fresh_chance(after.chance, self.rng)
            self._compare_stories(stories, after, play(self.game, self.edition, after, seat, action), number, ply)
        if len(self.game.seats_waiting(state)) > 1:
            after = clone(state)
            other = self.luck.choice(legal)
            self._compare_stories(stories, after, play(self.game, self.edition, after, seat, other), number, ply)

    def check_openings(self) -> None:
        """The same for set-ups: no decision has been made, so only luck can differ."""
        stories: Stories = {}
        for number in range(OPENINGS):
            key = key_of(server_seed(f"{self.seed}/{number}"))
            state, events = start(self.game, self.edition, self.options, key)
            self._compare_stories(stories, state, events, number, 0)

    def _compare_stories(self, stories: Stories, state: Any, events: list[Event], number: int, ply: int) -> None:
        kinds = self.game.events.by_name
        for seat in range(-1, int(state.seats)):
            known = clone(state)
            self.game.hide(known, seat)
            story = _in_any_order([e for e in self.game.events.seen_by(events, seat) if not kinds[e.name].passing])
            earlier = stories.setdefault((seat, record_bytes(known)), story)
            if earlier is not story:
                self.note("narration secrecy", earlier == story, number, ply)

    def _tell(self, events: list[Event], seat: int) -> list[str]:
        seen = self.game.events.seen_by(events, seat)
        return [with_names(self.game.narrate(self.edition, e), self.names, seat) for e in seen]

    def _can_tell(self, events: list[Event]) -> bool:
        seat = self.luck.randrange(-1, int(self.options.seats))
        return all("{" not in line and "-9" not in line for line in self._tell(events, seat))


def _in_any_order(story: list[Event]) -> list[Event]:
    """Sorts events of one kind that follow each other, such as cards that a seat draws. Which of them came first is
    luck: a seat may know it, and cannot use it."""
    runs = [list(run) for _, run in groupby(story, key=lambda event: event.name)]
    return [event for run in runs for event in sorted(run, key=lambda event: sorted(event.args.items()))]
