"""Waterhole: send a beast in secret; the strongest drinks. A complete game in one file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from bestiary.engine import views
from bestiary.engine.actions import ActionSpace, Kind
from bestiary.engine.bits import count_bits, list_bits, nth_bit
from bestiary.engine.chance import Chance, blank_chance, fresh_chance, quick, seed_chance
from bestiary.engine.chance import draw as draw_lot
from bestiary.engine.content import Edition, Section
from bestiary.engine.errors import MalformedError
from bestiary.engine.frames import answer, ask, begin, end, waiting
from bestiary.engine.game import Clause, Feature, Game, Parts
from bestiary.engine.options import Variant, number
from bestiary.engine.records import NOBODY, OWN, PUBLIC, Cells, Record, cell, cells, part
from bestiary.engine.room import WHOLE, Room, called, clipped, padded
from bestiary.engine.rule import Floats, Ints, Longs, Shares, Trace, Words, rule
from bestiary.engine.sight import Sight
from bestiary.engine.telling import Args, Tell, Telling, Way
from bestiary.engine.trace import EventTable, emit

# [names]
BEASTS: Final = ("mouse", "hare", "jackal", "hyena", "zebra", "leopard", "lion", "rhino", "elephant")
KINDS: Final = len(BEASTS)
MOUSE, ELEPHANT = 0, KINDS - 1
EVERY: Final = (1 << KINDS) - 1  # a set of beasts is a number with a bit for each
SEATS: Final = 3
SEND: Final = 1  # the only step of the decision stack


# [records]
class Box(Record):
    """What an edition prints."""

    water: Cells = cells("i1", 6, known=PUBLIC)  # faces of the rain die


class State(Record):
    """A position."""

    chance: Chance = part(Chance, known=NOBODY)
    hand: Cells = cells("i2", SEATS, known=OWN)  # a set of beasts
    gone: Cells = cells("i2", SEATS, known=PUBLIC)  # beasts that each seat has shown, a set
    asked: Cells = cells("i2", 1, known=PUBLIC)  # decision stack
    fault: int = cell("i2", known=PUBLIC)
    sent: Cells = cells("i1", SEATS, known=OWN)  # lies face down; counts from 1, 0 is none
    drunk: Cells = cells("i1", SEATS, known=PUBLIC)  # water so far
    frame: Cells = cells("i1", 1, known=PUBLIC)  # decision stack
    depth: int = cell("i1", known=PUBLIC)  # decision stack
    seats: int = cell("i1", known=PUBLIC)
    left: int = cell("i1", known=PUBLIC)  # rounds to go, this one included
    rounds: int = cell("i1", known=PUBLIC)
    hole: int = cell("i1", known=PUBLIC)  # water to drink now


class Options(Record):
    """What a table may set."""

    seats: int = number("i2", 3, 2, SEATS, "players at the table")
    rounds: int = number("i2", 3, 1, 3, "rounds of the game, and beasts in a hand")


# [actions]
ACTIONS: Final = ActionSpace(Kind("send", beast=BEASTS))
EVENTS: Final = EventTable(
    is_dealt="seat beast!seat", rains="water", sends="seat beast!seat", comes="seat beast", drinks="seat water",
    goes_home="seat beast", game_over="winners",
)  # fmt: skip
IS_DEALT, RAINS, SENDS, COMES, DRINKS, GOES_HOME, GAME_OVER = EVENTS.codes()
MAX_MOVES: Final = 3  # legal actions of a seat
MAX_EVENTS: Final = 20  # of one action


# [setup]
@rule
def setup(box: Box, state: State, options: Options, key: Words, trace: Trace) -> None:
    """Setup: everybody is dealt as many beasts as there are rounds."""
    seed_chance(state.chance, key)
    state.seats = options.seats
    state.rounds = state.left = options.rounds
    deck = EVERY
    for seat in range(int(state.seats)):
        for _ in range(int(state.rounds)):
            beast = nth_bit(deck, draw_lot(state.chance, count_bits(deck)))
            deck &= ~(1 << beast)
            state.hand[seat] = int(state.hand[seat]) | (1 << beast)
            emit(trace, IS_DEALT, seat, beast, 0, 0)
    begin(state, SEND)
    rain(box, state, trace)


@rule
def rain(box: Box, state: State, trace: Trace) -> None:
    """Rain: the die says how much water there is; then everybody is asked at once."""
    state.hole = box.water[draw_lot(state.chance, len(box.water))]
    emit(trace, RAINS, int(state.hole), 0, 0, 0)
    ask(state, (1 << int(state.seats)) - 1)


# [legal]
NOT_ASKED, NOT_HELD, NOT_YOURS = range(1, 4)  # clauses


@rule
def legal(box: Box, state: State, seat: int, moves: Ints) -> int:
    """Sending: every beast of the own hand. Returns how many there are."""
    if (waiting(state) >> seat) & 1 == 0:
        return 0
    count = count_bits(int(state.hand[seat]))
    for at in range(count):
        moves[at] = nth_bit(int(state.hand[seat]), at)
    return count


@rule
def refusal(box: Box, state: State, seat: int, action: int) -> int:
    """0, or the clause that forbids it."""
    if (waiting(state) >> seat) & 1 == 0:
        return NOT_ASKED
    return 0 if (int(state.hand[seat]) >> action) & 1 == 1 else NOT_HELD


# [apply]
@rule
def apply(box: Box, state: State, seat: int, action: int, trace: Trace) -> None:
    """Sending: a beast leaves the hand and lies face down. After the last answer the beasts drink."""
    state.hand[seat] = int(state.hand[seat]) & ~(1 << action)
    state.sent[seat] = action + 1
    emit(trace, SENDS, seat, action, 0, 0)
    if answer(state, seat) != 0:
        return
    drink(state, trace)
    if int(state.left) > 0:
        rain(box, state, trace)
    else:
        emit(trace, GAME_OVER, winners(state), 0, 0, 0)
        end(state)


@rule
def drink(state: State, trace: Trace) -> None:
    """Drinking: the strongest beast drinks, but the elephant runs from the mouse. All go home."""
    came = 0
    for seat in range(int(state.seats)):
        came |= 1 << (int(state.sent[seat]) - 1)
        emit(trace, COMES, seat, int(state.sent[seat]) - 1, 0, 0)
    drinks = came & ~(1 << ELEPHANT) if (came >> MOUSE) & 1 == 1 else came
    best = nth_bit(drinks, count_bits(drinks) - 1)
    for seat in range(int(state.seats)):
        if int(state.sent[seat]) == best + 1:
            emit(trace, DRINKS, seat, int(state.hole), 0, 0)
            state.drunk[seat] = int(state.drunk[seat]) + int(state.hole)
    for seat in range(int(state.seats)):
        emit(trace, GOES_HOME, seat, int(state.sent[seat]) - 1, 0, 0)
        state.gone[seat] = int(state.gone[seat]) | (1 << int(state.sent[seat]) >> 1)
        state.sent[seat] = 0
    state.hole = 0
    state.left = int(state.left) - 1


# [end]
@rule
def winners(state: State) -> int:
    """Game end: the seats that have drunk most, as a set."""
    found = 0
    for seat in range(int(state.seats)):
        if int(state.drunk[seat]) == state.drunk.max():
            found |= 1 << seat
    return found


@rule
def payoff(box: Box, state: State, out: Shares) -> None:
    """Shares of the victory: R1."""
    found = winners(state)
    for seat in range(int(state.seats)):
        out[seat] = ((found >> seat) & 1) / count_bits(found)


@rule
def scores(box: Box, state: State, out: Shares) -> None:
    for seat in range(int(state.seats)):
        out[seat] = int(state.drunk[seat])


@rule
def side(state: State, seat: int) -> int:
    return seat


# [audit]
BEASTS_KEPT, HANDS_FULL = range(1, 3)  # laws of nature


@rule
def audit(box: Box, state: State) -> int:
    """0, or the law of nature that a position breaks."""
    seen = 0
    for seat in range(int(state.seats)):
        mine = int(state.hand[seat]) | (1 << int(state.sent[seat]) >> 1)
        if count_bits(mine) != int(state.left) or count_bits(int(state.hand[seat])) != held(state, seat):
            return HANDS_FULL
        seen |= mine | int(state.gone[seat])
    return 0 if count_bits(seen) == int(state.seats) * int(state.rounds) else BEASTS_KEPT


@rule
def held(state: State, seat: int) -> int:
    """How many beasts a seat holds, by public facts."""
    answered = int(state.depth) > 0 and (waiting(state) >> seat) & 1 == 0
    return int(state.left) - 1 if answered else int(state.left)


# [hide]
@rule
def hide(state: State, seat: int) -> None:
    """Blanks what the records keep from a seat: all luck, and what others hold and have sent."""
    blank_chance(state.chance)
    for other in range(SEATS):
        if other != seat:
            state.hand[other] = 0
            state.sent[other] = 0


# [determinize]
@rule
def determinize(box: Box, state: State, seat: int, rng: Longs) -> None:
    """Deals what the seat has not seen; every deal is as likely as any other."""
    unseen = EVERY
    for other in range(int(state.seats)):
        unseen &= ~int(state.gone[other])
    if seat >= 0:
        unseen &= ~(int(state.hand[seat]) | (1 << int(state.sent[seat]) >> 1))
    for other in range(int(state.seats)):
        for place in range(int(state.left) if other != seat else 0):
            beast = nth_bit(unseen, quick(rng, count_bits(unseen)))
            unseen &= ~(1 << beast)
            if place < held(state, other):
                state.hand[other] = int(state.hand[other]) | (1 << beast)
            else:
                state.sent[other] = beast + 1
    fresh_chance(state.chance, rng)


# [observe]
OBSERVATION: Final = Parts(
    hand=Feature(KINDS, "1 for each beast that I hold"),
    gone=Feature(SEATS * KINDS, "by seat: 1 for each beast that it has shown"),
    drunk=Feature(SEATS, "water by seat", high=127),
    hole=Feature(1, "water to drink now", high=127),
    left=Feature(1, "rounds to go", high=KINDS),
)


@rule
def observe(box: Box, state: State, seat: int, out: Floats) -> None:
    """What a seat knows as numbers, for programs that learn."""
    for beast in range(KINDS):
        out[beast] = (int(state.hand[seat]) >> beast) & 1 if seat >= 0 else 0
        for other in range(SEATS):
            out[(other + 1) * KINDS + beast] = (int(state.gone[other]) >> beast) & 1
    rest = (SEATS + 1) * KINDS
    for other in range(SEATS):
        out[rest + other] = int(state.drunk[other])
    out[rest + SEATS] = int(state.hole)
    out[rest + SEATS + 1] = int(state.left)


# [instinct]
@rule
def instinct(box: Box, state: State, seat: int, moves: Ints, count: int, weights: Ints) -> None:
    """Rules of thumb: much water is worth a strong beast, little water a weak one."""
    for at in range(count):
        strength = int(moves[at]) if int(state.hole) > 1 else KINDS - int(moves[at])
        weights[at] = 1 + strength * strength


# [shapes]
class Public(views.Public, kw_only=True):
    """What everybody sees."""

    round: int  # from 1
    rounds: int


class Private(views.Private, kw_only=True):
    """What one seat sees beyond that; the engine's fields are enough."""


class Book(views.Shape, kw_only=True):
    """All that an edition prints."""

    beasts: list[str]  # from the weakest to the strongest
    water: list[int]  # faces of the rain die


SHAPES: Final = views.Shapes(Public, Private, Book)


# [public]
def public(sight: Sight) -> Public:
    """The table as everybody sees it. The sight is a spectator's."""
    now = sight.now
    places: views.Places = {"deck": {"?": KINDS - now.seats * now.rounds}, "hole": {"water": now.hole}}
    for seat in range(now.seats):
        holds = int(held(sight.state, seat))
        places |= {f"hand:{seat}": {"?": holds}, f"sent:{seat}": {"?": now.left - holds}}
        places |= {f"home:{seat}": named(now.gone[seat]), f"drunk:{seat}": {"water": now.drunk[seat]}}
    return Public(
        step="send" if now.depth else "over", asked=sight.asked, places=filled(places),
        over=None if now.depth else ranked(sight, now.drunk[: now.seats]),
        round=min(now.rounds - now.left + 1, now.rounds), rounds=now.rounds,
    )  # fmt: skip


def named(beasts: int) -> views.Contents:
    return {BEASTS[beast]: 1 for beast in list_bits(beasts)}


def filled(places: views.Places) -> views.Places:
    """Empty places are left out of a view."""
    return {place: lying for place, lying in places.items() if any(lying.values())}


def ranked(sight: Sight, drunk: list[int]) -> views.Over:
    """Game end: who won, and by what."""
    shares = sight.game.payoffs(sight.edition, sight.state)
    places = [1 + sum(other > water for other in drunk) for water in drunk]
    ranks = [
        views.Rank(seats=[seat], place=places[seat], figures={"water": drunk[seat]}, share=shares[seat])
        for seat in sorted(range(len(drunk)), key=places.__getitem__)
    ]
    return views.Over(ranking=ranks, decided_by=views.deciding_figure(ranks))


# [private]
def private(sight: Sight) -> Private:
    """What a seat knows of what lies face down, and what it is asked."""
    now, seat = sight.now, sight.seat
    knows = {f"hand:{seat}": named(now.hand[seat]), f"sent:{seat}": named(1 << now.sent[seat] >> 1)}
    asks = views.Question(kind="send", title="Send a beast to the waterhole.", secret=True)
    return Private(seat=seat, knows=filled(knows), question=asks if sight.moves else None)


# [act]
def act(sight: Sight, action: int) -> views.Act:
    """A legal action with the thing that a player clicks for it."""
    beast = BEASTS[action]
    things = [f"{beast}@hand:{sight.seat}"]
    return views.Act(id=action, label=beast.capitalize(), sentence=f"Send the {beast}", things=things, role="legal")


# [meant]
def meant(sight: Sight, thing: str, onto: str) -> list[int] | int:
    """The actions that pointing at a thing can mean, or the clause that says why it is never meant."""
    name, _, place = thing.partition("@")
    own = {f"{zone}:{seat}" for zone in ("hand", "sent", "home", "drunk") for seat in range(sight.now.seats)}
    places = {"deck", "hole", *own}
    if name not in {*BEASTS, "?", "water"} or place not in places or onto not in {"", *places}:
        raise MalformedError(f"'{thing}' is no thing of this table; for example, lion@hand:0 is one")
    mine = place == f"hand:{sight.seat}" and name in BEASTS and onto in ("", "hole")
    return [BEASTS.index(name)] if mine else NOT_YOURS


# [book]
def book(edition: Edition) -> Book:
    return Book(beasts=list(BEASTS), water=edition.box.water.tolist())


# [clauses]
CLAUSES: Final = {
    NOT_ASKED: Clause("Sending", "You owe no decision now."),
    NOT_HELD: Clause("Sending", "You do not hold that beast."),
    NOT_YOURS: Clause("Sending", "You can send only a beast of your own hand, and only to the waterhole."),
}
LAWS: Final = {
    BEASTS_KEPT: "no beast is made or lost",
    HANDS_FULL: "everybody has as many beasts as there are rounds to go",
}


def explain(sight: Sight, action: int, number: int) -> Clause:
    """The clause, told of the case at hand."""
    return Clause("Sending", f"You do not hold the {BEASTS[action]}.") if number == NOT_HELD else CLAUSES[number]


# [telling]
def over_said(edition: Edition, e: Args) -> str:
    return f"The game is over. Winning: {' and '.join(f'{{{seat}}}' for seat in list_bits(e['winners']))}."


TELLING: Final = Telling(
    EVENTS,
    words={"beast": BEASTS},
    titles={"beast": lambda edition, beast: "a beast" if beast is None else f"the {BEASTS[beast]}"},
    is_dealt=Tell("{seat:is/are} dealt {beast}.", Way("{beast}", "deck", "hand:{seat}")),
    rains=Tell("It rains: {water} to drink.", Way("water", "out", "hole", "{water}"), opens=True),
    sends=Tell("{seat:sends/send} {beast}.", Way("{beast}", "hand:{seat}", "sent:{seat}")),
    comes=Tell("{seat's} beast is {beast}.", Way("{beast}", "sent:{seat}", "sent:{seat}")),
    drinks=Tell("{seat:drinks/drink} {water}.", Way("water", "hole", "drunk:{seat}", "{water}")),
    goes_home=Tell("", Way("{beast}", "sent:{seat}", "home:{seat}")),
    game_over=Tell(over_said, opens=True),
)


# [draw]
def draw(look: views.Look, edition: Edition, names: Sequence[str], room: Room = WHOLE) -> str:
    """A view as plain text that fits the room: this one is never large."""
    table: Public = look.public
    places = views.contents(table, look.private)
    lines = [f"Round {table.round} of {table.rounds}. Water: {places.get('hole', {}).get('water', 0)}."]
    for seat, name in enumerate(names):
        water, home = places.get(f"drunk:{seat}", {}).get("water", 0), ", ".join(places.get(f"home:{seat}", {}))
        note = "to decide" if seat in table.asked else "has sent" if f"sent:{seat}" in places else ""
        lines.append(f"  {padded(called(name), 16)} {water:>2} water   {note:<9}   {home}".rstrip())
    if look.private:
        mine = {zone: places.get(f"{zone}:{look.private.seat}", {}) for zone in ("hand", "sent")}
        lines += [f"  {zone}: {', '.join(lying)}" for zone, lying in mine.items() if lying]
    return "\n".join(clipped(line, room.columns) for line in lines)


# [assemble]
def assemble(file: Section) -> tuple[Any, dict[str, Any]]:
    """A checked content file as a box, and words for people; this game has none."""
    box = Box.new()
    box.water[:] = file.integers("water", 1, 9, range(6, 7))
    return box, {}


# [game]
GAME = Game(
    __name__,
    title="Waterhole",
    summary="Send a beast in secret; the strongest drinks. 2 or 3 players.",
    version=1,
    players=range(2, SEATS + 1),
    max_decisions=lambda o: int(o["rounds"]) * int(o["seats"]),
    variants=(Variant("base", "the most water wins", {}, range(2, SEATS + 1)),),
    default_players=3,
)
