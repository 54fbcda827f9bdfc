"""The compiled laws: whole games of random and hostile play, every law evaluated after every action.

Written against global names; `specialise` puts a game's own functions under them.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from bestiary.bots.instincts import pick_of, set_of
from bestiary.engine.bits import count_bits, count_set, nth_bit
from bestiary.engine.chance import quick
from bestiary.engine.game import Game
from bestiary.engine.rule import (
    Batch, ByteRows, Bytes, Floats, Ints, LongRows, Longs, Shares, Trace, WordRows, rule, specialise,
)  # fmt: skip
from bestiary.engine.trace import new_trace
from bestiary.testkit.secrecy import ZERO as BLANK
from bestiary.testkit.secrecy import scramble_of

# What a game puts here.
Box: TypeAlias = Any
State: TypeAlias = Any
Options: TypeAlias = Any
setup: Any = None
waiting: Any = None
legal: Any = None
legal_set: Any = None
refusal: Any = None
apply: Any = None
payoff: Any = None
side: Any = None
audit: Any = None
hide: Any = None
determinize: Any = None
observe: Any = None
instinct: Any = None
pick_random: Any = None
pick_greedy: Any = None
scramble: Any = None
ACTIONS = FIRST_AMOUNT = 1

LAWS: Final = {
    "same bytes": "law 2: the same action on the same position gives the same bytes",
    "any order": "law 2: simultaneous choices give the same bytes in any order",
    "nothing lost": "law 3: the game's own audit finds nothing made or lost",
    "legal list": "law 4: legal actions are listed once, in rising order, none is refused, and a set holds the same; a "
    "seat not asked has none",
    "refused": "law 4: what is not listed is refused with a clause; tried with what was just legal",
    "applies": "law 4: another legal action, drawn at random, can be applied without a fault",
    "ends": "law 6: the game ends within its bound, without a fault",
    "one victory": "the sides' shares of the victory add up to 1",
    "hide": "law 1: hide gives the same bytes, whatever the seat cannot know",
    "hides no more": "law 1: hide blanks with zeros what the seat cannot know, and nothing else",
    "legal secrecy": "law 1: so does the list of legal actions",
    "observe secrecy": "law 1: so does the observation",
    "observe bounds": "law 9: the observation lies within the bounds of its parts",
    "instinct secrecy": "law 1: so do the rules of thumb",
    "hidden enough": "law 1: a hidden position gives its seat the same actions, observation and weights",
    "determinize": "an imagined truth hides to the same knowledge and breaks no law of nature",
}
(
    SAME_BYTES, ANY_ORDER, NOTHING_LOST, LEGAL_LIST, REFUSED, APPLIES, ENDS, ONE_VICTORY, HIDE, HIDES_NO_MORE,
    LEGAL_SECRECY, OBSERVE_SECRECY, OBSERVE_BOUNDS, INSTINCT_SECRECY, HIDDEN_ENOUGH, DETERMINIZE,
) = range(len(LAWS))  # fmt: skip

# Columns of the tally, a row for each law.
CHECKED, BROKEN, FIRST_GAME, FIRST_PLY = range(4)
# Records of the pool.
NOW, BEFORE, OTHER, THIRD, HIDDEN, ZERO = range(6)
STYLES: Final = 5
STALE: Final = 8  # actions remembered because they were legal a moment ago


@rule
def note(tally: LongRows, law: int, holds: bool, game: int, ply: int) -> None:
    """One evaluation of a law."""
    tally[law, CHECKED] += 1
    if not holds:
        if int(tally[law, BROKEN]) == 0:
            tally[law, FIRST_GAME] = game
            tally[law, FIRST_PLY] = ply
        tally[law, BROKEN] += 1


@rule
def same_row(a: Bytes, b: Bytes) -> bool:
    difference = 0
    for i in range(len(a)):
        difference |= int(a[i]) ^ int(b[i])
    return difference == 0


@rule
def same_moves(a: Ints, b: Ints, count: int) -> bool:
    for i in range(count):
        if int(a[i]) != int(b[i]):
            return False
    return True


@rule
def same_floats(a: Floats, b: Floats) -> bool:
    for i in range(len(a)):
        if a[i] != b[i]:
            return False
    return True


@rule
def within(seen: Floats, low: Floats, high: Floats) -> bool:
    for i in range(len(seen)):
        if not low[i] <= seen[i] <= high[i]:
            return False
    return True


@rule
def pick(box: Box, state: State, seat: int, moves: Ints, count: int, weights: Ints, rng: Longs, style: int) -> int:
    """Random, sensible, and three hostile ways to play: mostly the first action, the last, or an extreme one."""
    if style == 1:
        return int(pick_greedy(box, state, seat, moves, count, weights, rng))
    if style == 2 and quick(rng, 4) > 0:
        return int(moves[0])
    if style == 3 and quick(rng, 4) > 0:
        return int(moves[count - 1])
    if style == 4 and quick(rng, 2) > 0:
        return int(moves[quick(rng, 2) * (count - 1)])
    return int(pick_random(box, state, seat, moves, count, weights, rng))


@rule
def check_legal(
    box: Box, state: State, seat: int, moves: Ints, count: int, stale: Ints, rng: Longs, tally: LongRows, game: int,
    ply: int,
) -> None:  # fmt: skip
    """Law 4: the list, the set and the clauses say the same, above all of actions that were legal a moment ago. Where a
    game writes its list from the set, only the clauses can differ."""
    chosen = legal_set(box, state, seat)
    holds = count > 0 and (chosen == 0 or count_set(chosen) == count)
    last = -1
    for i in range(count):
        action = int(moves[i])
        holds = holds and action > last and action < ACTIONS and refusal(box, state, seat, action) == 0
        holds = holds and (chosen == 0 or (chosen >> action) & 1 == 1)
        last = action
    note(tally, LEGAL_LIST, holds, game, ply)
    holds = True
    for i in range(STALE):
        action = int(stale[i])
        if i < 2:  # most actions are amounts, but most rules are about others
            action = quick(rng, ACTIONS if i == 0 else FIRST_AMOUNT)
        listed = False
        for j in range(count):
            listed = listed or int(moves[j]) == action
        holds = holds and listed == (refusal(box, state, seat, action) == 0)
    note(tally, REFUSED, holds, game, ply)
    stale[quick(rng, STALE)] = moves[quick(rng, count)]


@rule
def check_secrecy(
    box: Box, pool: Batch, raw: ByteRows, seat: int, secrets: LongRows, moves: Ints, others: Ints, weights: Ints,
    weights2: Ints, seen: Floats, seen2: Floats, low: Floats, high: Floats, rng: Longs, tally: LongRows, game: int,
    ply: int,
) -> None:  # fmt: skip
    """Law 1 for one seat, spectators included; then what `determinize` makes of its knowledge."""
    pool[OTHER] = pool[NOW]
    scramble(pool[NOW], raw[OTHER], seat, secrets, rng, quick(rng, 2))
    count = 0
    if seat >= 0:
        count = legal(box, pool[NOW], seat, moves)
        same = legal(box, pool[OTHER], seat, others) == count and same_moves(moves, others, count)
        note(tally, LEGAL_SECRECY, same, game, ply)
        if (waiting(pool[NOW]) >> seat) & 1 == 0:
            note(tally, LEGAL_LIST, count == 0, game, ply)
        if count > 0:
            instinct(box, pool[NOW], seat, moves, count, weights)
            instinct(box, pool[OTHER], seat, moves, count, weights2)
            note(tally, INSTINCT_SECRECY, same_moves(weights, weights2, count), game, ply)
    observe(box, pool[NOW], seat, seen)
    observe(box, pool[OTHER], seat, seen2)
    note(tally, OBSERVE_SECRECY, same_floats(seen, seen2), game, ply)
    note(tally, OBSERVE_BOUNDS, within(seen, low, high), game, ply)
    pool[HIDDEN] = pool[NOW]
    hide(pool[HIDDEN], seat)
    hide(pool[OTHER], seat)
    note(tally, HIDE, same_row(raw[HIDDEN], raw[OTHER]), game, ply)
    pool[THIRD] = pool[NOW]
    scramble(pool[NOW], raw[THIRD], seat, secrets, rng, BLANK)
    note(tally, HIDES_NO_MORE, same_row(raw[HIDDEN], raw[THIRD]), game, ply)
    observe(box, pool[HIDDEN], seat, seen2)
    enough = same_floats(seen, seen2)
    if seat >= 0:
        enough = enough and legal(box, pool[HIDDEN], seat, others) == count and same_moves(moves, others, count)
        if count > 0:
            instinct(box, pool[HIDDEN], seat, moves, count, weights2)
            enough = enough and same_moves(weights, weights2, count)
    note(tally, HIDDEN_ENOUGH, enough, game, ply)
    determinize(box, pool[OTHER], seat, rng)
    sound = audit(box, pool[OTHER]) == 0
    hide(pool[OTHER], seat)
    note(tally, DETERMINIZE, sound and same_row(raw[HIDDEN], raw[OTHER]), game, ply)


@rule
def check_order(
    box: Box, pool: Batch, raw: ByteRows, mask: int, seat: int, action: int, others: Ints, rng: Longs, tally: LongRows,
    game: int, ply: int, quiet: Trace,
) -> None:  # fmt: skip
    """Law 2: with another asked seat, both orders of answering give the same bytes."""
    rivals = mask & ~(1 << seat)
    other = nth_bit(rivals, quick(rng, count_bits(rivals)))
    count = legal(box, pool[NOW], other, others)
    reply = int(others[quick(rng, count)])
    pool[OTHER] = pool[NOW]
    apply(box, pool[OTHER], seat, action, quiet)
    apply(box, pool[OTHER], other, reply, quiet)
    pool[THIRD] = pool[NOW]
    apply(box, pool[THIRD], other, reply, quiet)
    apply(box, pool[THIRD], seat, action, quiet)
    note(tally, ANY_ORDER, same_row(raw[OTHER], raw[THIRD]), game, ply)


@rule
def walk_game(
    box: Box, pool: Batch, raw: ByteRows, secrets: LongRows, moves: Ints, others: Ints, weights: Ints, weights2: Ints,
    stale: Ints, seen: Floats, seen2: Floats, low: Floats, high: Floats, shares: Shares, rng: Longs, tally: LongRows,
    bound: int, game: int, style: int, quiet: Trace,
) -> int:  # fmt: skip
    """One game from the position in pool[NOW]; returns the number of decisions."""
    ply = 0
    seats = int(pool[NOW].seats)
    while True:
        note(tally, NOTHING_LOST, audit(box, pool[NOW]) == 0, game, ply)
        check_secrecy(
            box, pool, raw, quick(rng, seats + 1) - 1, secrets, moves, others, weights, weights2, seen, seen2, low,
            high, rng, tally, game, ply,
        )  # fmt: skip
        mask = waiting(pool[NOW])
        if mask == 0 or ply >= bound:
            break
        seat = nth_bit(mask, quick(rng, count_bits(mask)))
        count = legal(box, pool[NOW], seat, moves)
        check_legal(box, pool[NOW], seat, moves, count, stale, rng, tally, game, ply)
        if count == 0:
            break
        action = pick(box, pool[NOW], seat, moves, count, weights, rng, style)
        if count_bits(mask) > 1:
            check_order(box, pool, raw, mask, seat, action, others, rng, tally, game, ply, quiet)
        pool[OTHER] = pool[NOW]
        apply(box, pool[OTHER], seat, int(moves[quick(rng, count)]), quiet)
        note(tally, APPLIES, int(pool[OTHER].fault) == 0 and audit(box, pool[OTHER]) == 0, game, ply)
        pool[BEFORE] = pool[NOW]
        apply(box, pool[NOW], seat, action, quiet)
        apply(box, pool[BEFORE], seat, action, quiet)
        note(tally, SAME_BYTES, same_row(raw[NOW], raw[BEFORE]), game, ply)
        ply += 1
    note(tally, ENDS, mask == 0 and int(pool[NOW].fault) == 0, game, ply)
    payoff(box, pool[NOW], shares)
    total = 0.0
    for seat in range(seats):
        first = True
        for other in range(seat):
            first = first and side(pool[NOW], other) != side(pool[NOW], seat)
        total += shares[seat] if first else 0.0
    note(tally, ONE_VICTORY, abs(total - 1.0) < 1e-9, game, ply)
    return ply


@rule
def walk(
    box: Box, pool: Batch, raw: ByteRows, options: Options, keys: WordRows, first: int, secrets: LongRows, moves: Ints,
    others: Ints, weights: Ints, weights2: Ints, stale: Ints, seen: Floats, seen2: Floats, low: Floats, high: Floats,
    shares: Shares, rng: Longs, tally: LongRows, bound: int, quiet: Trace,
) -> int:  # fmt: skip
    """A game for each key; returns the number of decisions."""
    plies = 0
    for i in range(len(keys)):
        pool[NOW] = pool[ZERO]
        setup(box, pool[NOW], options, keys[i], quiet)
        plies += walk_game(
            box, pool, raw, secrets, moves, others, weights, weights2, stale, seen, seen2, low, high, shares, rng,
            tally, bound, first + i, (first + i) % STYLES, quiet,
        )  # fmt: skip
    return plies


def quiet_trace(game: Game) -> Trace:
    """What a walk gives the rules for a trace: None, but a trace without room in a large game. A table needs its rules
    compiled for a trace in any case, and compiling them for None as well takes minutes."""
    return new_trace(0) if game.large else None


def walk_of(game: Game) -> Any:
    """`walk` for a game."""
    from bestiary.testkit import walk as here

    own: dict[str, Any] = {
        "Box": game.box, "State": game.state, "Options": game.options, "setup": game.setup, "waiting": game.waiting,
        "legal": game.legal, "legal_set": set_of(game), "refusal": game.refusal, "apply": game.apply,
        "payoff": game.payoff, "side": game.side,
        "audit": game.audit, "hide": game.hide, "determinize": game.determinize, "observe": game.observe,
        "instinct": game.instinct, "pick_random": pick_of(game, "random"), "pick_greedy": pick_of(game, "greedy"),
        "scramble": scramble_of(game), "ACTIONS": game.actions.size,
        "FIRST_AMOUNT": game.actions.first_amount,
    }  # fmt: skip
    for name in ("pick", "check_legal", "check_secrecy", "check_order", "walk_game"):
        own[name] = specialise(getattr(here, name), game.name, **own)
    return specialise(here.walk, game.name, **own)
