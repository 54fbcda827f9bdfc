"""What a seat receives depends on nothing that the seat may not know.

Two rooms hold twins: a position, and another truth that a seat cannot tell from it. All that leaves for this seat is
compared byte by byte: the view with its events, reasons and refusals, and the news of other seats' equal moves, up to
the first event that lawfully tells the seat something else.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from bestiary.engine import content
from bestiary.engine import seat as exits
from bestiary.engine.chance import quick_rng
from bestiary.engine.game import Game
from bestiary.engine.records import put, record_bytes
from bestiary.engine.registry import find_game
from bestiary.engine.table import Table
from bestiary.server import room, store, undo
from bestiary.server.bots import Bots
from bestiary.server.protocol import Ask, Clock, Enter, Move, Terms
from bestiary.server.room import Room
from bestiary.server.store import Kept, KeptPly, KeptSeat
from bestiary.server.undo import Past
from bestiary.server.writer import Entry

ASKED = 12  # actions about which each twin is asked
POINTED = 6  # things and places of which each tells what is to be said
TWINS = {"talon": 6, "claw": 6, "prey": 6, "beasts": 2}  # of each seat
TERMS = Terms(clock=Clock(kind="total", time=600, increment=5), caretaker=True, undo="consent", hints=True)
PLIES = {"talon": 40, "claw": 40, "prey": 40, "beasts": 60}  # before they part, at most


NOW = [1_000_000]  # milliseconds


class Shelf:
    """A writer that stores when it is told to."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def append(self, entry: Entry) -> None:
        self.entries.append(entry)

    def flush(self) -> None:
        entries, self.entries = self.entries, []
        for each in entries:
            each.handed_over()
            each.done(None)


class Hall:
    """What a room needs of the server."""

    def __init__(self) -> None:
        self.writer = Shelf()

    def up(self, time: int) -> int:
        return time

    def returned(self, room: Room, seat: int) -> None: ...

    def turn(self, room: Room) -> None: ...
    def tell(self, room: Room, changed: bool) -> None: ...
    def forget_later(self, room: Room) -> None: ...

    def start(self, work: Any) -> None:
        work.close()


class Ear:
    """Somebody who writes down every byte."""

    def __init__(self, person: str) -> None:
        self.person, self.seat, self.heard = person, -1, b""

    def send(self, frames: bytes) -> None:
        self.heard += frames


class Twin:
    """A room with somebody at every seat and a spectator; one of them listens closely."""

    def __init__(self, game: Game, log: list[KeptPly]) -> None:
        options = game.make_options()
        seats = tuple(KeptSeat(f"p{n}", "", f"P{n}", "") for n in range(int(options.seats)))
        text = content.read_edition(game.editions[game.default_edition])
        self.kept = Kept(
            id=1, code="table", game=game.name, rules=game.version, layout=game.state.layout(), variant="base",
            options=game.settings(options), edition=game.default_edition, edition_text=text, host="p0",
            visibility="public", status="playing", reason="", seed=b"twins" * 6, seats=seats, terms=TERMS,
        )  # fmt: skip
        self.hall = Hall()
        self.room = Room(self.kept, self.hall)  # type: ignore[arg-type]
        self.room.set_up()
        self.room.replay(log)
        assert self.room.table is not None
        self.table = self.room.table

    def listen(self, seat: int) -> Ear:
        ear = Ear(f"p{seat}" if seat >= 0 else "")
        self.room.enter(ear, Enter(protocol=1, number=0))
        return ear

    def move(self, seat: int, action: int, ear: Any, key: str) -> None:
        self.room.move(seat, Move(key=key, number=len(self.table.log), action=action), ear)
        self.hall.writer.flush()


def a_log(game: Game, rng: random.Random) -> list[KeptPly]:
    """Some decisions, taken at random."""
    twin = Twin(game, [])
    log: list[KeptPly] = []
    for number in range(rng.randrange(PLIES[game.name])):
        asked = twin.table.waiting()
        if not asked:
            break
        seat = rng.choice(asked)
        action = rng.choice(twin.table.legal(seat))
        twin.table.play(seat, action)
        log.append(KeptPly(number, f"{seat}:{number}", seat, action, twin.table.plies[-1].hash))
    return log


def other_truth_of(table: Table, seat: int, rng: random.Random) -> Any:
    """A position that the seat cannot tell from this one. A spectator knows less than any seat: what one of them could
    take for the truth."""
    knower = max(seat, 0)
    truth = table.knowledge(knower)
    table.game.determinize(table.edition.box, truth, knower, quick_rng(str(rng.random())))
    return truth


def compare(game: Game, seat: int, rng: random.Random) -> int:
    """Leads two twins; returns how many moves they shared."""
    log = a_log(game, rng)
    one, other = Twin(game, log), Twin(game, log)
    if one.table.is_over:
        return 0
    put(other.table.state, other_truth_of(one.table, seat, rng))
    for twin in (one, other):
        twin.room.past = Past()  # what came before is the truth of one of them only
    ears = [twin.listen(seat) for twin in (one, other)]
    assert ears[0].heard == ears[1].heard
    if seat >= 0:  # what a bot is asked that plays or advises here
        assert Bots.question(one.room, seat, 0) == Bots.question(other.room, seat, 0)
    names = sorted({place.partition("/")[0] for place in exits.look(one.table, seat).public.places})
    for name in rng.sample(names, min(POINTED, len(names))) if game.about else ():
        for twin, ear in zip((one, other), ears, strict=True):
            twin.room.ask(seat, Ask(key="about", intent=name, about=True), ear)
        assert ears[0].heard == ears[1].heard, name
    kinds = game.actions.size
    for _ in range(ASKED):
        intent = rng.randrange(kinds)
        for twin, ear in zip((one, other), ears, strict=True):
            twin.room.ask(seat, Ask(key="why", intent=intent), ear)
            if seat >= 0 and intent not in one.table.legal(seat):
                twin.move(seat, intent, ear, "no")
        assert ears[0].heard == ears[1].heard, game.actions.text(intent)
    return share_moves(one, other, ears, seat, rng)


def share_moves(one: Twin, other: Twin, ears: list[Ear], seat: int, rng: random.Random) -> int:
    shared = 0
    while shared < 30:
        both = [s for s in one.table.waiting() if s in other.table.waiting()]
        pairs = [(s, a) for s in both for a in one.table.legal(s) if a in other.table.legal(s)]
        if not pairs:
            break
        mover, action = rng.choice(pairs)
        NOW[0] += rng.randrange(20_000)
        for twin, ear in zip((one, other), ears, strict=True):
            twin.move(mover, action, ear if mover == seat else Ear(""), f"k{shared}")
        told = [one.table.game.events.seen_by(twin.table.plies[-1].events, seat) for twin in (one, other)]
        if told[0] != told[1]:
            break
        assert ears[0].heard == ears[1].heard, one.table.game.actions.text(action)
        shared += 1
    return shared


@pytest.fixture(autouse=True)
def one_time_for_both(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "now", lambda: NOW[0])


@pytest.mark.parametrize("name", TWINS)
def test_what_a_seat_receives_depends_on_nothing_that_it_may_not_know(name: str) -> None:
    game, rng = find_game(name), random.Random(name)
    seats = int(game.make_options().seats)
    shared = sum(compare(game, seat, rng) for seat in range(-1, seats) for _ in range(TWINS[name]))
    assert shared > 0


def test_what_can_be_taken_back_is_told_and_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that looks at what is hidden to say so is caught."""
    game, rng = find_game("prey"), random.Random("undo")
    honest = undo.possible

    def leaking(room: Room, seat: int) -> int:
        found = honest(room, seat)
        return found if room.table and sum(record_bytes(room.table.state)) % 2 else -1

    monkeypatch.setattr(undo, "possible", leaking)
    with pytest.raises(AssertionError):
        sum(compare(game, seat, rng) for seat in range(4) for _ in range(5))


def test_words_about_a_field_that_tell_a_secret_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    game, rng = find_game("beasts"), random.Random("about")
    honest = exits.about

    def leaking(table: Table, seat: int, thing: str) -> list[str]:
        told = honest(table, seat, thing)
        return [*told, str(sum(record_bytes(table.state)) % 7)] if thing.startswith("field:") else told

    monkeypatch.setattr(exits, "about", leaking)
    with pytest.raises(AssertionError, match=r"^field:"):  # the field that was asked about
        sum(compare(game, 0, rng) for _ in range(5))


def test_a_planted_leak_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    game, rng = find_game("talon"), random.Random("leak")
    honest = room.exits.refuse

    def leaking(table: Any, seat: int, intent: Any) -> Any:
        told = honest(table, seat, intent)
        if told is not None:
            told.sentence += str(sum(record_bytes(table.state)) % 7)
        return told

    monkeypatch.setattr(room.exits, "refuse", leaking)
    with pytest.raises(AssertionError):
        sum(compare(game, seat, rng) for seat in range(4) for _ in range(5))
