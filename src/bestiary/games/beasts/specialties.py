"""Tailed Beasts §7: what the specialties of the clans change. A Passive works while its condition holds; what an action
side gives to a later war of the round is kept as a boost. The action sides themselves are in `deeds`."""

from __future__ import annotations

from bestiary.engine.rule import Trace, rule
from bestiary.games.beasts.board import captured, controller, is_home, strength_of
from bestiary.games.beasts.cards.entries import (
    BORDER_ANY, BORDER_MOUNTAIN, LAST_BEASTS, LAST_COINS, LAST_UNITS, P_ATTACK, P_CHAIN, P_CROSS, P_DEFEND, P_FIRSTUP,
    P_HUNTER, P_PEEK, P_SAIL, P_SKULL, P_SPRING, P_STYLE, WHEN_AHEAD, WHEN_ALWAYS, WHEN_BEHIND, WHEN_FREE, WHEN_POOREST,
    WHEN_SMALL,
)  # fmt: skip
from bestiary.games.beasts.cards.language import TRACK_ANY
from bestiary.games.beasts.events import BOAT_STEPS, event_strength, is_last, sea_range, spring_change
from bestiary.games.beasts.hidden import look_at_hidden
from bestiary.games.beasts.stack import nest
from bestiary.games.beasts.standing import modifier
from bestiary.games.beasts.state import (
    BOOSTS, BOOST_SAIL, BOOST_SKULLS, BOOST_STRENGTH, BOOST_STYLE, BOOST_TAMING, CHAIN, FIELDS, L_BEAST, MOUNTAIN,
    SPECIALTIES, SUBSTITUTION, TAKING, TOKEN, Box, State,
)  # fmt: skip
from bestiary.games.beasts.tracks import go_up, recruitment, spot_of

KIND, FIRST, SECOND, LAST = range(4)
"""Columns of a side: its kind, its two numbers; when a Passive works, or what an action costs."""


# --- Which one it is, and when it works


@rule
def passive_at(box: Box, state: State, seat: int, column: int) -> int:
    """A number of the Passive that a seat has chosen; 0 where it has none, or before all have chosen (R15)."""
    choice = int(state.specialty[seat]) - 1
    if choice < 0 or choice % 2 == 1 or int(state.frame[0]) == SPECIALTIES:
        return 0
    return int(box.passive[int(state.clan[seat]), choice // 2, column])


@rule
def action_at(box: Box, state: State, seat: int, column: int) -> int:
    """A number of the action side of the card that a seat has chosen, whichever side it uses."""
    return int(box.action[int(state.clan[seat]), (int(state.specialty[seat]) - 1) // 2, column])


@rule
def is_time(box: Box, state: State, seat: int, when: int) -> bool:
    """Does the condition of a Passive hold?"""
    if when == WHEN_ALWAYS:
        return True
    if when == WHEN_FREE:
        for token in range(SUBSTITUTION):
            if int(state.token[seat, token]) > 0:
                return False
        return True
    if when == WHEN_POOREST or when == WHEN_BEHIND or when == WHEN_SMALL:
        what = LAST_COINS if when == WHEN_POOREST else (LAST_BEASTS if when == WHEN_BEHIND else LAST_UNITS)
        return is_last(state, seat, what)
    if when == WHEN_AHEAD:
        own = captured(state, seat)
        for other in range(int(state.seats)):
            if other != seat and captured(state, other) > own:
                return False
        return True
    for field in range(FIELDS):
        if is_home(box, state, seat, field) and controller(state, field) == seat:
            return True
    return False


@rule
def works(box: Box, state: State, seat: int, kind: int) -> bool:
    """Has a seat a Passive of this kind, and does it work now?"""
    if passive_at(box, state, seat, KIND) != kind:
        return False
    return is_time(box, state, seat, passive_at(box, state, seat, LAST))


@rule
def passive_of(box: Box, state: State, seat: int, kind: int) -> int:
    """The first number of a Passive of this kind that works now; 0 otherwise."""
    if passive_at(box, state, seat, KIND) != kind:
        return 0
    return passive_at(box, state, seat, FIRST) if works(box, state, seat, kind) else 0


# --- Tracks and springs


@rule
def climb(box: Box, state: State, seat: int, track: int, trace: Trace) -> None:
    """A step up (R54). firstup: the first one in each round, on its track or any, counts double."""
    rises = spot_of(state, track, seat) > 0
    go_up(state, seat, track, trace)
    if rises and counts_double(box, state, seat, track):
        state.climbed = int(state.climbed) | 1 << seat
        go_up(state, seat, track, trace)


@rule
def counts_double(box: Box, state: State, seat: int, track: int) -> bool:
    """firstup: would the next step up on this track be two?"""
    if (int(state.climbed) >> seat) & 1 == 1 or not works(box, state, seat, P_FIRSTUP):
        return False
    favoured = passive_at(box, state, seat, FIRST)
    return favoured == TRACK_ANY or favoured == track


@rule
def spring_points(box: Box, state: State, seat: int, field: int) -> int:
    """What the hot springs of a field give: Recruitment, changed by levy and by the Passive."""
    each = recruitment(box, state, seat) + spring_change(box, state, seat) + passive_of(box, state, seat, P_SPRING)
    return int(box.hot[field]) * max(each, 0)


# --- Travel


@rule
def boat_range(box: Box, state: State, seat: int) -> int:
    """R29: two steps; sail, passive or action, and a fair wind make them more, a storm fewer."""
    steps = max(BOAT_STEPS, passive_of(box, state, seat, P_SAIL), int(state.boost[seat, BOOST_SAIL]))
    return sea_range(box, state, steps)


@rule
def crosses_once(box: Box, state: State, seat: int, border: int) -> bool:
    """cross: once in each Travel units may cross this kind of border, mountain or river."""
    if not works(box, state, seat, P_CROSS):
        return False
    kind = passive_at(box, state, seat, FIRST)
    return kind == BORDER_ANY or (kind == BORDER_MOUNTAIN) == (border == MOUNTAIN)


# --- Wars and hunts. R63: a PvB neither gains from a boost for the next war nor uses it up.


@rule
def war_strength(box: Box, state: State, seat: int, attacks: bool) -> int:
    """Unit strength in a war between players: attack or defend, and a boost."""
    passive = passive_of(box, state, seat, P_ATTACK if attacks else P_DEFEND)
    return passive + int(state.boost[seat, BOOST_STRENGTH])


@rule
def war_style(box: Box, state: State, seat: int, style: int) -> int:
    """What every card of a seat gets in a style in a war between players."""
    boost = int(state.boost[seat, BOOST_STYLE + style])
    if works(box, state, seat, P_STYLE) and passive_at(box, state, seat, FIRST) == style:
        return boost + passive_at(box, state, seat, SECOND)
    return boost


@rule
def war_skulls(box: Box, state: State, seat: int, attacks: bool) -> int:
    """Skulls that a seat adds in a war between players: the Passive only where it attacks."""
    passive = passive_of(box, state, seat, P_SKULL) if attacks else 0
    return passive + int(state.boost[seat, BOOST_SKULLS])


@rule
def hunt_heads(box: Box, state: State, seat: int) -> int:
    """Heads that the first card of a war against a beast has more."""
    return passive_of(box, state, seat, P_HUNTER)


@rule
def hunt_taming(box: Box, state: State, seat: int) -> int:
    """Strength that the beast of the next hunt loses."""
    return int(state.boost[seat, BOOST_TAMING])


@rule
def hunted_strength(box: Box, state: State, seat: int, beast: int) -> int:
    """A beast's strength for who hunts it now: the printed one, the event, the taming, effects of cards."""
    weaker = hunt_taming(box, state, seat) + int(state.tamed) + modifier(state, seat, L_BEAST)
    return max(strength_of(beast) + event_strength(box, state, beast) - weaker, 0)


@rule
def spend_boosts(state: State, seat: int, hunt: bool) -> None:
    """A hunt uses up the taming, a war between players the other boosts."""
    for boost in range(BOOSTS):
        if (boost == BOOST_TAMING) == hunt and boost != BOOST_SAIL:
            state.boost[seat, boost] = 0


@rule
def after_win(box: Box, state: State, winner: int, loser: int, attacks: bool, trace: Trace) -> None:
    """peek: the winner of a war sees the loser's hidden cards and takes some; chain: an attacker binds a beast."""
    peeks = passive_of(box, state, winner, P_PEEK)
    if peeks > 0:
        look_at_hidden(state, winner, loser, trace)
        nest(state, TAKING, winner, loser, peeks, 0)
    if attacks:
        chains = passive_of(box, state, winner, P_CHAIN)
        if chains > 0:
            nest(state, TOKEN, loser, CHAIN, chains - 1, 0)
