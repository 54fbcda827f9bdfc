"""Tailed Beasts: of what the numbers of a war or a hunt are made, term by term, for everybody to see."""

from __future__ import annotations

from typing import Final

from bestiary.engine.plain import Plain
from bestiary.engine.views import Shape
from bestiary.games.beasts.facts import EVENT_AT, GIFT_AT, STRENGTH_AT, STYLE_GIFT_AT, TRACK_AT
from bestiary.games.beasts.state import (
    BOOST_STRENGTH, BOOST_STYLE, BOOST_TAMING, FOR_GAME, FOR_ROUND, L_BEAST, L_MINE, L_STRENGTH, L_THEIRS, MOST_VALUE,
    SPECIALTY_CARDS, STYLES,
)  # fmt: skip
from bestiary.games.beasts.things import EVENT_THINGS, specialty_thing

STRENGTH_OF: Final = "strength"


class Term(Shape, kw_only=True):
    """A part of a number. `by` is an event or a specialty, or one of `printed`, `units`, `track`, `cards` (one's own
    cards and reactions), `rival` (the other's), `battle` (effects since the cards lie open), `round` and `game` (what
    lasts so long)."""

    of: str  # `strength`, or a style: `style:0`
    amount: int
    by: str
    sets: bool = False  # takes the place of what is printed


def terms_of(now: Plain, numbers: list[int], styles: list[list[int]]) -> list[list[Term]]:
    """Of the attacker, then of the defender or the beast; `styles` are those printed on the cards of this battle."""
    if now.defender < 0:
        return [_hunter(now, numbers), _beast(now, numbers)]
    return [
        [*_strength(now, numbers, side), *(_styles(now, numbers, side, styles[side]) if now.shown and styles else ())]
        for side in range(2)
    ]


def _given(of: str, *parts: tuple[int, str]) -> list[Term]:
    """Terms that are not nothing."""
    return [Term(of=of, amount=amount, by=by) for amount, by in parts if amount]


def _specialty(now: Plain, seat: int) -> str:
    return specialty_thing(now.clan[seat] * SPECIALTY_CARDS + max(now.specialty[seat] - 1, 0) // 2)


def _event(now: Plain) -> str:
    return EVENT_THINGS[now.event - 1] if now.event else "event"


def _lasting(now: Plain, seat: int, kind: int) -> tuple[tuple[int, str], tuple[int, str]]:
    spans = now.lasting[seat]
    return (spans[FOR_ROUND][kind], "round"), (spans[FOR_GAME][kind], "game")


def _strength(now: Plain, numbers: list[int], side: int) -> list[Term]:
    """W3."""
    seat, total = (now.attacker, now.defender)[side], numbers[STRENGTH_AT + side]
    gift, boost = numbers[GIFT_AT + side], now.boost[seat][BOOST_STRENGTH]
    rest = [
        (numbers[TRACK_AT + side], "track"), (now.might[side], "cards"), (gift + boost, _specialty(now, seat)),
        *_lasting(now, seat, L_STRENGTH),
    ]  # fmt: skip
    return _given(STRENGTH_OF, (total - sum(amount for amount, _ in rest), "units"), *rest)


def _styles(now: Plain, numbers: list[int], side: int, printed: list[int]) -> list[Term]:
    """W4d, in the order in which they count."""
    seat, other = (now.attacker, now.defender)[side], (now.attacker, now.defender)[1 - side]
    battle, found = now.battle, list[Term]()
    is_immune = now.immune[side] >> battle & 1
    for style in range(STYLES):
        of, fixed = f"style:{style}", now.fixed[side][battle][style]
        gift = numbers[STYLE_GIFT_AT + STYLES * side + style] + now.boost[seat][BOOST_STYLE + style]
        by_rival = 0 if is_immune else now.added[side][1][battle][style] + _sum(now, other, L_THEIRS + style)
        parts = [
            (numbers[EVENT_AT + style], _event(now)), (gift, _specialty(now, seat)),
            (now.added[side][0][battle][style], "cards"), (by_rival, "rival"), *_lasting(now, seat, L_MINE + style),
        ]  # fmt: skip
        start = fixed - 1 if fixed else printed[style]
        so_far = min(max(start + sum(amount for amount, _ in parts), 0), MOST_VALUE)
        found += [Term(of=of, amount=start, by="cards", sets=True)] if fixed else []
        found += _given(of, *parts, (now.values[side][style] - so_far, "battle"))
    return found


def _sum(now: Plain, seat: int, kind: int) -> int:
    return sum(amount for amount, _ in _lasting(now, seat, kind))


def _hunter(now: Plain, numbers: list[int]) -> list[Term]:
    rest = [(numbers[TRACK_AT], "track"), (now.might[0], "cards"), *_lasting(now, now.attacker, L_STRENGTH)]
    return _given(STRENGTH_OF, (numbers[STRENGTH_AT] - sum(amount for amount, _ in rest), "units"), *rest)


def _beast(now: Plain, numbers: list[int]) -> list[Term]:
    hunter = now.attacker
    rest = [
        (numbers[EVENT_AT], _event(now)), (-now.boost[hunter][BOOST_TAMING], _specialty(now, hunter)),
        (-now.tamed, "cards"), *((-amount, by) for amount, by in _lasting(now, hunter, L_BEAST)),
    ]  # fmt: skip
    return _given(STRENGTH_OF, (numbers[STRENGTH_AT + 1] - sum(amount for amount, _ in rest), "printed"), *rest)
