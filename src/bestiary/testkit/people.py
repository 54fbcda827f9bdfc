"""The laws of what people see: views, events, text forms, refusals. Plain Python, on a sample of positions."""

from __future__ import annotations

import json
import random
from itertools import groupby
from typing import Any, TypeAlias

import msgspec
from rich.cells import cell_len

from bestiary.bots.knowledge import Knowledge
from bestiary.bots.protocol import AT_ONCE
from bestiary.bots.roster import bot_named
from bestiary.engine import seat as exits
from bestiary.engine.chance import fresh_chance, key_of, quick_rng, server_seed
from bestiary.engine.content import Edition
from bestiary.engine.errors import BestiaryError, ConflictError, IllegalError
from bestiary.engine.game import Game
from bestiary.engine.seat_names import with_names
from bestiary.engine.records import clone, raw, record_bytes, same_record
from bestiary.engine.room import LEAST_COLUMNS, LEAST_LINES, Room
from bestiary.engine.replay import Replay, lines_of, verify
from bestiary.engine.sight import Sight, sight, why_not
from bestiary.engine.table import Table, play, position_text, read_position, start
from bestiary.engine.trace import Event
from bestiary.engine.views import Act, Look, Told, changes, contents, moves_of, patched
from bestiary.testkit.paths import astray
from bestiary.testkit.secrecy import scramble_of, secret_table

LAWS = {
    "one exit": "law 1: a table gives a seat what hiding leaves of its position: the same record, actions and facts",
    "view secrecy": "law 1: view, question and actions are the same, whatever the seat cannot know",
    "refusal secrecy": "law 1: so is every refusal, of actions and of things",
    "about secrecy": "law 1: so is all that is said of a thing or a place that the seat points at",
    "view typed": "law 9: what leaves is of its declared type, and survives a round trip; so does a patch of it",
    "view drawn": "a view is drawn as ASCII and fits the columns and lines that it is given, with wide letters too",
    "paths": "law 10: a view, moved along its events' paths, arrives at the next view",
    "things": "law 10: what an action concerns lies where the action says, and pointing there is not refused",
    "narration secrecy": "law 1: what a seat cannot tell apart is told to it in the same events, open dice aside",
    "narration": "every event can be told to every seat",
    "refused for people": "law 4: what is illegal is refused with a clause and changes no byte",
    "why not": "law 4: a refusal is empty exactly when an action is legal",
    "text forms": "law 5: actions and positions survive their text form",
    "replay": "law 5: a replay plays again to the same bytes, events and result",
}

Stories: TypeAlias = dict[tuple[int, bytes], list[Event]]
"""A seat and what it knows of a position → the events that led there, as it was told them."""

ROOMS = [Room(columns, lines) for columns in (LEAST_COLUMNS, 120) for lines in (None, LEAST_LINES, 28)]
WIDE_NAMES = [f"黒い森の長い名前の狐{letter}" for letter in "ABCDEFGHIJ"]
TRIES = 12  # actions looked at in one position, at most
POINTED = 4  # things and places of which something is said
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
            looked = self.luck.randrange(every) == 0
            before = self._looks(table) if looked else []
            if looked:
                self.look(table, seat, number, ply)
            choice = self.players[number % 2].choose(Knowledge.at(table, seat), seat, AT_ONCE, self.rng)
            events = table.play(seat, choice.action)
            self.note("narration", self._can_tell(events), number, ply)
            if looked:
                self._check_paths(table, before, number, ply)
            ply += 1
        self._check_views(table.state, number, ply)
        if number % 10 == 0:
            lines = lines_of(table)
            parsed = [json.loads(json.dumps(line)) for line in lines]
            verdict = verify(Replay("replay", parsed[0], parsed[1:-1], parsed[-1]))
            self.note("replay", not verdict.problems and verdict.hashes_compared, number, ply)

    def look(self, table: Table, seat: int, number: int, ply: int) -> None:
        legal = table.legal(seat)
        self._check_exit(table, number, ply)
        self._check_views(table.state, number, ply)
        self._check_texts(table.state, legal, seat, number, ply)
        self._check_refusals(table.state, legal, seat, number, ply)
        self._check_narration(table.state, legal, seat, number, ply)
        self._check_things(exits.shown(table).sight(seat), number, ply)

    # --- Views

    def _check_exit(self, table: Table, number: int, ply: int) -> None:
        """The other laws look at sights that they make themselves; people look at those of the table."""
        shown = exits.shown(table)
        for seat in range(exits.SPECTATOR, int(table.state.seats)):
            given, known = shown.sight(seat), sight(self.game, self.edition, table.state, seat)
            same = same_record(given.state, known.state) and given.moves == known.moves
            self.note("one exit", same and given.numbers() == known.numbers(), number, ply)

    def _look_of(self, state: Any, seat: int) -> Look:
        """What a seat sees of a position, without a table."""
        seen = sight(self.game, self.edition, state, seat)
        public = self.game.public(sight(self.game, self.edition, state, exits.SPECTATOR))
        private = self.game.private(seen) if seat >= 0 else None
        return Look(number=0, public=public, private=private, actions=exits.list_actions(seen))

    def _check_views(self, state: Any, number: int, ply: int) -> None:
        seat = self.luck.randrange(-1, int(state.seats))
        other = clone(state)
        self.scramble(state, raw(other), seat, self.secrets, self.rng, self.luck.randrange(2))
        look = self._look_of(state, seat)
        seen, scrambled = (sight(self.game, self.edition, each, seat) for each in (state, other))
        try:
            again = self._look_of(other, seat) if seat >= 0 else None
            same = self.game.public(scrambled) == self.game.public(seen) if seat < 0 else _same_private(look, again)
        except Exception:  # a view that trips over what it must not read has read it
            same = False
        self.note("view secrecy", same, number, ply)
        self.note("refusal secrecy", self._refusals(seen, look) == self._refusals(scrambled, look), number, ply)
        if self.game.about:
            self.note("about secrecy", self._said(seen, look) == self._said(scrambled, look), number, ply)
        self.note("view typed", self._is_typed(look), number, ply)
        self.note("view drawn", self._fits(look, ROOMS[ply % len(ROOMS)]), number, ply)

    def _fits(self, look: Look, room: Room) -> bool:
        """Whether it can be drawn in this room, with names in plain letters and in wide ones."""
        for names in (self.names, WIDE_NAMES[: len(self.names)]):
            drawn = self.game.draw(look, self.edition, names, room)
            lines = drawn.splitlines()
            if (room.lines and len(lines) > room.lines) or max(map(cell_len, lines)) > room.columns:
                return False
            if names is self.names and not drawn.isascii():
                return False
        return True

    def _refusals(self, seen: Sight, look: Look) -> list[Any]:
        """Why each of some actions and things is refused."""
        luck = random.Random(len(look.actions))
        tried: list[Any] = [luck.randrange(self.game.actions.first_amount) for _ in range(TRIES)]
        lying = [f"{thing}@{place}" for place, some in contents(look.public, look.private).items() for thing in some]
        tried += [{"thing": thing} for thing in luck.sample(lying, min(TRIES, len(lying)))]
        answers: list[Any] = []
        for intent in tried:
            try:
                answers.append(exits.clause_for(seen, intent))
            except BestiaryError as error:
                answers.append(str(error))
        return answers

    def _said(self, seen: Sight, look: Look) -> list[list[str]]:
        """What a seat is told of some things and places."""
        assert self.game.about is not None
        lying = contents(look.public, look.private)
        names = sorted({place.partition("/")[0] for place in lying}.union(*lying.values()))
        luck = random.Random(len(names))
        return [self.game.about(seen, name) for name in luck.sample(names, min(POINTED, len(names)))]

    def _is_typed(self, look: Look) -> bool:
        """Every part decodes strictly to the same value."""
        shapes = self.game.shapes
        parts = (look.public, shapes.public), (look.private, shapes.private | None), (look.actions, list[Act])
        return all(_survives(part, kind) for part, kind in parts)

    def _looks(self, table: Table) -> list[Look]:
        return [exits.look(table, seat) for seat in range(exits.SPECTATOR, len(self.names))]

    def _check_paths(self, table: Table, before: list[Look], number: int, ply: int) -> None:
        for old, new in zip(before, self._looks(table), strict=True):
            seat = old.private.seat if old.private else exits.SPECTATOR
            told = exits.since(table, seat, old.number, unread=True)
            goal = contents(new.public, new.private)
            lost = astray(contents(old.public, old.private), moves_of(told), goal)
            self.note("paths", not lost, number, ply)
            shapes = self.game.shapes
            parts = (old.public, new.public, shapes.public), (old.private, new.private, shapes.private)
            same = all(_arrives(*part) for part in parts) and _survives(told, list[Told])
            self.note("view typed", same, number, ply)

    def _check_things(self, seen: Sight, number: int, ply: int) -> None:
        """What an action concerns is there, or is a place, and pointing at it is allowed."""
        look = self._look_of(seen.state, seen.seat)
        lying = contents(look.public, look.private)
        for act in look.actions[:TRIES]:
            for name in act.things:
                thing, _, place = name.rpartition("@")
                there = not thing or lying.get(place, {}).get(thing, 0) > 0
                self.note("things", there and exits.clause_for(seen, {"thing": name}) is None, number, ply)

    # --- Actions and refusals

    def _sample(self, actions: list[int]) -> list[int]:
        return actions if len(actions) <= TRIES else self.luck.sample(actions, TRIES)

    def _check_texts(self, state: Any, legal: list[int], seat: int, number: int, ply: int) -> None:
        game = self.game
        seen = sight(game, self.edition, state, seat)
        holds = True
        for action in self._sample(legal):
            text, data = game.actions.text(action), game.actions.data(action)
            holds = holds and game.actions.parse(text) == action == game.actions.parse(data)
            act = game.act(seen, action)
            sentence = with_names(act.sentence, self.names, seat)
            holds = holds and act.id == action and bool(act.label) and bool(sentence) and "{" not in sentence
        back = read_position(game, position_text(game, state))
        self.note("text forms", holds and same_record(back, state), number, ply)

    def _check_refusals(self, state: Any, legal: list[int], seat: int, number: int, ply: int) -> None:
        game = self.game
        seen = sight(game, self.edition, state, seat)
        few, all_of_them = game.actions.first_amount, game.actions.size
        tried = self._sample(legal) + [self.luck.randrange(few if i else all_of_them) for i in range(TRIES)]
        for action in tried:
            clause = why_not(seen, action)
            self.note("why not", (clause is None) == (action in legal), number, ply)
            if clause is not None:
                known = clause.number in game.clauses and bool(clause.sentence) and bool(clause.heading)
                refused = known and self._is_refused(state, seat, action, IllegalError)
                self.note("refused for people", refused, number, ply)
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

    # --- Events

    def _check_narration(self, state: Any, legal: list[int], seat: int, number: int, ply: int) -> None:
        """Two outcomes that a seat cannot tell apart by the position must be told to it alike: one action with other
        luck; two answers, while others still owe theirs and nothing follows yet; one action in another truth."""
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
        self._check_other_truth(state, seat, action, number, ply)

    def _check_other_truth(self, state: Any, seat: int, action: int, number: int, ply: int) -> None:
        """A watcher cannot tell the truth from another possible one. If the same action leads to positions that it
        cannot tell apart either, it must be told the same."""
        watchers = [s for s in range(-1, int(state.seats)) if s != seat]
        watcher = self.luck.choice(watchers)
        stories: Stories = {}
        for imagined in (False, True):
            after = clone(state)
            if imagined:
                self.game.hide(after, watcher)
                self.game.determinize(self.edition.box, after, watcher, self.rng)
            if action in self.game.legal_actions(self.edition, after, seat):
                told = play(self.game, self.edition, after, seat, action)
                self._compare_stories(stories, after, told, number, ply, [watcher])

    def check_openings(self) -> None:
        """The same for set-ups: no decision has been made, so only luck can differ."""
        stories: Stories = {}
        for number in range(OPENINGS):
            key = key_of(server_seed(f"{self.seed}/{number}"))
            state, events = start(self.game, self.edition, self.options, key)
            self._compare_stories(stories, state, events, number, 0)

    def _compare_stories(
        self, stories: Stories, state: Any, events: list[Event], number: int, ply: int, seats: list[int] | None = None
    ) -> None:
        kinds = self.game.events.by_name
        for seat in range(-1, int(state.seats)) if seats is None else seats:
            known = clone(state)
            self.game.hide(known, seat)
            story = _in_any_order([e for e in self.game.events.seen_by(events, seat) if not kinds[e.name].passing])
            earlier = stories.setdefault((seat, record_bytes(known)), story)
            if earlier is not story:
                self.note("narration secrecy", earlier == story, number, ply)

    def _can_tell(self, events: list[Event]) -> bool:
        seat = self.luck.randrange(-1, int(self.options.seats))
        for at, event in enumerate(self.game.events.seen_by(events, seat)):
            told = self.game.telling.told(self.edition, at, event)
            line = with_names(told.sentence, self.names, seat)
            if "{" in line or "None" in line or any("None" in move.start + move.goal for move in told.path):
                return False
        return True


def _survives(value: Any, kind: Any) -> bool:
    """Is it of its type, and the same after a round trip?"""
    try:
        return bool(msgspec.json.decode(msgspec.json.encode(value), type=kind) == value)
    except msgspec.ValidationError:
        return False


def _arrives(old: Any, new: Any, kind: type[msgspec.Struct]) -> bool:
    """The changes from one part of a view to the next, made to the first, give the second."""
    if new is None:
        return old is None
    patch = msgspec.to_builtins(changes(old, new))
    try:
        return bool(msgspec.convert(patched(msgspec.to_builtins(old), patch), kind) == new)
    except msgspec.ValidationError:
        return False


def _same_private(look: Look, other: Look | None) -> bool:
    """The public part is made from what a spectator knows, so it is compared where a spectator looks."""
    return other is not None and (look.private, look.actions) == (other.private, other.actions)


def _in_any_order(story: list[Event]) -> list[Event]:
    """Events of one kind that follow each other, such as cards that a seat draws, in one order. Which of them came
    first is luck: the seat may know it, and nobody can use it."""
    runs = [list(run) for _, run in groupby(story, key=lambda event: event.name)]
    return [event for run in runs for event in sorted(run, key=lambda event: str(sorted(event.args.items())))]
