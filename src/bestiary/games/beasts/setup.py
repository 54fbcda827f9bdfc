"""Tailed Beasts, set-up (SETUP1–8): clans, tracks, beasts, first fields and units, specialties, first hands."""

from __future__ import annotations

from bestiary.engine.bits import count_bits, nth_bit
from bestiary.engine.chance import draw, seed_chance
from bestiary.engine.frames import answer, ask, begin, waiting
from bestiary.engine.rule import Ints, Trace, Words, rule
from bestiary.engine.trace import emit
from bestiary.games.beasts.board import (
    add_reach, borders_on, forget_reach, next_in_reach, put_beast, put_unit, unit_count, worth,
)  # fmt: skip
from bestiary.games.beasts.cards.entries import P_FIRSTUP
from bestiary.games.beasts.clauses import (
    ALLOWED, FIELD_CLAIMED, IDLE_SPECIALTY, NEEDS_WATER, NOT_A_BASE, NOT_A_START_FIELD, NOT_BESIDE_FIELDS,
    NOT_BESIDE_FIRST, NO_SPECIALTY, OTHER_CLAN, OTHER_STEP, POINTS_NEEDED, WRONG_KIND_OF_FIELD, number_in,
)  # fmt: skip
from bestiary.games.beasts.hands import draw_clan_card, put_card, put_in_deck
from bestiary.games.beasts.stack import START_PLACE, go_on, set_top, top
from bestiary.games.beasts.state import (
    ACTION_TYPES, AKATSUKI, ALLY_DECK, AWAKENING_AT, BASE, BEASTS, BOAT, BOXED, CARDS, CLANS, DECK_CARDS,
    E_BEAST_APPEARS, E_COINS, E_POSTS, E_STARTS_AT, E_TAKES_CLAN, E_TAKES_SPECIALTY, FIELDS, FIELDS_STEP, FIELD_AT,
    HIDDEN_COPIES, IN_BOX, MOUNTAIN, NEAR, POST_AT, RARE_AT, RIVER, ROUND, SHOP, SHOP_COPIES, SPAWNERS, SPECIALTIES,
    SPECIALTY_AT, SPECIALTY_CARDS, STARTING, START_COINS, START_FIELDS, START_HAND, START_POINTS, SUPPLY, TRACKS,
    UNIT_TYPES, WATER, Box, Options, State,
)  # fmt: skip
from bestiary.games.beasts.tracing import FROM_START


@rule
def lay_out(box: Box, state: State, options: Options, key: Words, trace: Trace) -> None:
    """SETUP1–4: everything that is chance, up to the first decision."""
    seed_chance(state.chance, key)
    state.seats = options.seats
    state.stronger = options.stronger
    state.war_field = -1
    deal_clans(state, options, trace)
    for track in range(TRACKS):
        spot = 0
        for place in range(CLANS):
            for seat in range(int(state.seats)):
                if int(state.clan[seat]) == int(box.order[int(state.seats) - 2, track, place]):
                    state.track[track, spot] = seat
                    spot += 1
    for spot in range(int(state.seats)):
        state.order[spot] = state.track[STARTING, spot]
    for card in range(SHOP):
        state.stock[card] = SHOP_COPIES
    for card in range(ACTION_TYPES):
        state.hidden_deck[card] = HIDDEN_COPIES
    state.hidden_left = ACTION_TYPES * HIDDEN_COPIES
    place_cards(box, state)
    place_beasts(box, state, trace)
    for seat in range(int(state.seats)):
        for unit in range(UNIT_TYPES):
            state.supply[seat, unit] = unit_count(unit)
        for i in range(START_FIELDS):
            state.start[seat, i] = -1
        for field in range(FIELDS):
            if int(box.capital[field]) == int(state.clan[seat]) + 1:
                state.start[seat, 0] = field
    begin(state, BASE)


@rule
def deal_clans(state: State, options: Options, trace: Trace) -> None:
    """Named clans first, the others drawn from the rest (R62)."""
    taken = 0
    for seat in range(int(state.seats)):
        named = int(options.clan_0) if seat == 0 else (int(options.clan_1) if seat == 1 else (
            int(options.clan_2) if seat == 2 else int(options.clan_3)))  # fmt: skip
        state.clan[seat] = named - 1
        if named > 0:
            taken |= 1 << (named - 1)
    for seat in range(int(state.seats)):
        if int(state.clan[seat]) < 0:
            state.clan[seat] = draw_from(state, ~taken & ((1 << CLANS) - 1))
            taken |= 1 << int(state.clan[seat])
        emit(trace, E_TAKES_CLAN, seat, int(state.clan[seat]), 0, 0)


@rule
def draw_from(state: State, mask: int) -> int:
    """Any one of a set."""
    return nth_bit(mask, draw(state.chance, count_bits(mask)))


@rule
def place_cards(box: Box, state: State) -> None:
    """Each clan's cards are its player's deck; awakenings and paths are the Akatsuki's supply; the rest is boxed."""
    for card in range(CARDS):
        put_card(state, card, BOXED)
        if int(box.exists[card]) == 0:
            continue
        if card >= RARE_AT:
            put_card(state, card, ALLY_DECK)
            continue
        clan = card // DECK_CARDS if card < AWAKENING_AT else AKATSUKI
        for seat in range(int(state.seats)):
            if int(state.clan[seat]) == clan:
                if card < AWAKENING_AT:
                    put_in_deck(state, seat, card)
                else:
                    put_card(state, card, SUPPLY)


@rule
def place_beasts(box: Box, state: State, trace: Trace) -> None:
    """R10, R11: one of each strength 1–9 and 0, 4 or 8 of the others; capitals of absent clans first, then spawners."""
    chosen = (1 << 9) - 1
    for beast in range(BEASTS):
        state.beast_at[beast] = IN_BOX
    extra = 4 * (int(state.seats) - 2)
    for _ in range(extra):
        chosen |= 1 << pick_beast(state, chosen)
    state.spawns = (1 << SPAWNERS) - 1
    for clan in range(AKATSUKI):
        active = False
        for seat in range(int(state.seats)):
            active = active or int(state.clan[seat]) == clan
        if active:
            continue
        for field in range(FIELDS):
            if int(box.capital[field]) == clan + 1:
                chosen = drop_beast(state, chosen, field, trace)
    while chosen != 0:
        chosen = drop_beast(state, chosen, draw_spawner(box, state), trace)


@rule
def pick_beast(state: State, chosen: int) -> int:
    """R62: any of those left in the box, or the strongest."""
    if int(state.stronger) > 0:
        best = -1
        for beast in range(BEASTS):
            if (chosen >> beast) & 1 == 0 and (best < 0 or beast % 10 > best % 10):
                best = beast
        return best
    return draw_from(state, ~chosen & ((1 << BEASTS) - 1))


@rule
def drop_beast(state: State, chosen: int, field: int, trace: Trace) -> int:
    """A shuffled beast onto a field; returns those that are left."""
    beast = draw_from(state, chosen)
    put_beast(state, beast, field)
    emit(trace, E_BEAST_APPEARS, beast, field, 0, 0)
    return chosen & ~(1 << beast)


@rule
def draw_spawner(box: Box, state: State) -> int:
    """The field of the next spawner card."""
    number = draw_from(state, int(state.spawns))
    state.spawns = int(state.spawns) & ~(1 << number)
    for field in range(FIELDS):
        number -= 1 if int(box.spawner[field]) > 0 else 0
        if number < 0:
            return field
    return -1


# --- D01–D03: the first fields and units


@rule
def run_base(box: Box, state: State) -> None:
    """R12: the Akatsuki choose their base first."""
    for seat in range(int(state.seats)):
        if int(state.clan[seat]) == AKATSUKI and int(state.start[seat, 0]) < 0:
            ask(state, 1 << seat)
            return
    go_on(state, FIELDS_STEP)


@rule
def is_claimed(state: State, field: int) -> bool:
    for seat in range(int(state.seats)):
        for i in range(START_FIELDS):
            if int(state.start[seat, i]) == field:
                return True
    return int(state.lair[field]) > 0


@rule
def run_fields(box: Box, state: State) -> None:
    """Seat after seat in Live order: second field, third field, units. R14: who finds no free field does without."""
    place = top(state, START_PLACE)
    if place == int(state.seats):
        go_on(state, SPECIALTIES)
        ask(state, (1 << int(state.seats)) - 1)
        return
    seat = int(state.track[STARTING, place])
    for i in range(1, START_FIELDS):
        if int(state.start[seat, i]) < 0 and not finds_start(box, state, seat):
            state.start[seat, i] = state.start[seat, 0]
    ask(state, 1 << seat)


@rule
def finds_start(box: Box, state: State, seat: int) -> bool:
    """Is there a free field for a seat's second or third?"""
    return next_start(box, state, seat, 0) < FIELDS


@rule
def next_start(box: Box, state: State, seat: int, field: int) -> int:
    """The first field from this one on that a seat can begin in; FIELDS where there is none."""
    for i in range(START_FIELDS - 1):
        for j in range(NEAR if int(state.start[seat, i]) >= 0 else 0):
            near = int(box.near[int(state.start[seat, i]), j])
            if near >= field:
                add_reach(state, near)
    field = next_in_reach(state, field)
    while field < FIELDS and refuse_start(box, state, seat, field) != ALLOWED:
        field = next_in_reach(state, field + 1)
    forget_reach(state)
    return field


@rule
def refuse_base(box: Box, state: State, field: int) -> int:
    """R12: a Base where nobody begins and no beast is."""
    if int(box.hideout[field]) == 0:
        return NOT_A_BASE
    return FIELD_CLAIMED if is_claimed(state, field) else ALLOWED


@rule
def refuse_start(box: Box, state: State, seat: int, field: int) -> int:
    """R14: next to the first field or, for the third, the second (not for the Akatsuki); a boat must have water."""
    if is_claimed(state, field):
        return FIELD_CLAIMED
    first, second = int(state.start[seat, 0]), int(state.start[seat, 1])
    if second < 0:
        if not touches(box, first, field):
            return NOT_BESIDE_FIRST
        return ALLOWED if leads_to_water(box, state, seat, field) or is_dry(box, state, seat) else NEEDS_WATER
    if not touches(box, first, field) and (int(state.clan[seat]) == AKATSUKI or not touches(box, second, field)):
        return NOT_BESIDE_FIRST if int(state.clan[seat]) == AKATSUKI else NOT_BESIDE_FIELDS
    if int(box.kind[second]) == WATER or int(box.kind[field]) == WATER:
        return ALLOWED
    dry = not water_beside(box, state, first) and (
        int(state.clan[seat]) == AKATSUKI or not water_beside(box, state, second))  # fmt: skip
    return ALLOWED if dry else NEEDS_WATER


@rule
def touches(box: Box, one: int, other: int) -> bool:
    border = borders_on(box, one, other)
    return border >= 0 and border not in (MOUNTAIN, RIVER)


@rule
def water_beside(box: Box, state: State, field: int) -> bool:
    """Is there water beside a field that nobody has claimed?"""
    for i in range(NEAR):
        near = int(box.near[field, i])
        if near >= 0 and int(box.kind[near]) == WATER and not is_claimed(state, near):
            return True
    return False


@rule
def leads_to_water(box: Box, state: State, seat: int, second: int) -> bool:
    """With this second field, can one of the three be water?"""
    if int(box.kind[second]) == WATER or water_beside(box, state, int(state.start[seat, 0])):
        return True
    return int(state.clan[seat]) != AKATSUKI and water_beside(box, state, second)


@rule
def is_dry(box: Box, state: State, seat: int) -> bool:
    """No second field leads to water: the duty of a boat is waived."""
    first = int(state.start[seat, 0])
    for i in range(NEAR):
        near = int(box.near[first, i])
        if near < 0 or not touches(box, first, near) or is_claimed(state, near):
            continue
        if leads_to_water(box, state, seat, near):
            return False
    return True


@rule
def start_number(state: State, seat: int, field: int) -> int:
    """Which of a seat's first fields this one is; −1 for none."""
    for i in range(START_FIELDS):
        if int(state.start[seat, i]) == field:
            return i
    return -1


@rule
def next_first(state: State, seat: int, field: int) -> int:
    """The next of a seat's first fields from this one on; FIELDS where there is none."""
    nearest = FIELDS
    for i in range(START_FIELDS):
        if field <= int(state.start[seat, i]) < nearest:
            nearest = int(state.start[seat, i])
    return nearest


@rule
def list_start(box: Box, state: State, seat: int, moves: Ints) -> int:
    count = 0
    if int(state.start[seat, 0]) < 0:
        for field in range(FIELDS):
            if refuse_base(box, state, field) == ALLOWED:
                moves[count] = FIELD_AT + field
                count += 1
        return count
    if int(state.start[seat, 2]) < 0:
        field = next_start(box, state, seat, 0)
        while field < FIELDS:
            moves[count] = FIELD_AT + field
            count += 1
            field = next_start(box, state, seat, field + 1)
        return count
    field = next_first(state, seat, 0)
    while field < FIELDS:
        for unit in range(UNIT_TYPES):
            if refuse_post(box, state, seat, field, unit) == ALLOWED:
                moves[count] = POST_AT + field * UNIT_TYPES + unit
                count += 1
        field = next_first(state, seat, field + 1)
    return count


@rule
def points_to_post(state: State, seat: int) -> int:
    """What is left of the points for the first units."""
    left = START_POINTS
    for i in range(START_FIELDS):
        for unit in range(UNIT_TYPES):
            left -= worth(unit) * int(state.posted[seat, i, unit])
    return left


@rule
def points_kept(state: State, seat: int, field: int) -> int:
    """One point for each other field of the set-up that is still empty."""
    kept = 0
    for i in range(START_FIELDS):
        here = 0
        for unit in range(UNIT_TYPES):
            here += int(state.posted[seat, i, unit])
        kept += 1 if here == 0 and int(state.start[seat, i]) != field else 0
    return kept


@rule
def refuse_post(box: Box, state: State, seat: int, field: int, unit: int) -> int:
    """Seven points in three fields, at least one unit in each."""
    if start_number(state, seat, field) < 0:
        return NOT_A_START_FIELD
    if (int(box.kind[field]) == WATER) != (unit == BOAT):
        return WRONG_KIND_OF_FIELD
    short = points_to_post(state, seat) - worth(unit) < points_kept(state, seat, field)
    return POINTS_NEEDED if short else ALLOWED


@rule
def refuse_first_fields(box: Box, state: State, seat: int, action: int) -> int:
    """D01–D03: fields one after the other, then units."""
    field, post = number_in(action, FIELD_AT, FIELDS), number_in(action, POST_AT, FIELDS * UNIT_TYPES)
    if int(state.start[seat, START_FIELDS - 1]) >= 0:
        return refuse_post(box, state, seat, post // UNIT_TYPES, post % UNIT_TYPES) if post >= 0 else OTHER_STEP
    if field < 0:
        return OTHER_STEP
    if int(state.start[seat, 0]) < 0:
        return refuse_base(box, state, field)
    return refuse_start(box, state, seat, field)


@rule
def answer_start(box: Box, state: State, seat: int, action: int, trace: Trace) -> None:
    if action < POST_AT:
        field = action - FIELD_AT
        for i in range(START_FIELDS):
            if int(state.start[seat, i]) < 0:
                state.start[seat, i] = field
                break
        emit(trace, E_STARTS_AT, seat, field, 0, 0)
        answer(state, seat)
        return
    field, unit = (action - POST_AT) // UNIT_TYPES, (action - POST_AT) % UNIT_TYPES
    i = start_number(state, seat, field)
    state.posted[seat, i, unit] = int(state.posted[seat, i, unit]) + 1
    state.supply[seat, unit] = int(state.supply[seat, unit]) - 1
    put_unit(state, seat, field, unit, False)
    emit(trace, E_POSTS, seat, field, 2 * unit, 0)
    answer(state, seat)
    if points_to_post(state, seat) == 0:
        set_top(state, START_PLACE, top(state, START_PLACE) + 1)


# --- D04 and the first hands


@rule
def list_specialties(box: Box, state: State, seat: int, moves: Ints) -> int:
    """D04: both sides of the cards that the edition has for the clan, but for what cannot matter at this table."""
    count, first = 0, SPECIALTY_AT + 2 * SPECIALTY_CARDS * int(state.clan[seat])
    for choice in range(2 * SPECIALTY_CARDS):
        if refuse_specialty(box, state, seat, first + choice) == ALLOWED:
            moves[count] = first + choice
            count += 1
    return count


@rule
def refuse_specialty(box: Box, state: State, seat: int, action: int) -> int:
    number = number_in(action, SPECIALTY_AT, 2 * CLANS * SPECIALTY_CARDS)
    if number < 0:
        return OTHER_STEP
    card = number // 2
    if card // SPECIALTY_CARDS != int(state.clan[seat]):
        return OTHER_CLAN
    kind = int(box.passive[card // SPECIALTY_CARDS, card % SPECIALTY_CARDS, 0])
    if kind == 0:
        return NO_SPECIALTY
    return ALLOWED if number % 2 == 1 or can_matter(kind, int(state.seats)) else IDLE_SPECIALTY


@rule
def can_matter(kind: int, seats: int) -> bool:
    """Could a Passive of this kind do anything at a table of so many? Two players have no spots for a double step."""
    return kind != P_FIRSTUP or seats > 2


@rule
def specialty_choice(state: State, seat: int, action: int) -> int:
    """What the record keeps of a choice: the card among those of its clan, and its side, from 1."""
    return action - SPECIALTY_AT - 2 * SPECIALTY_CARDS * int(state.clan[seat]) + 1


@rule
def specialty_number(state: State, seat: int) -> int:
    """A chosen card among those of all clans, ten to a clan: what is told of it names it without the position."""
    return int(state.clan[seat]) * SPECIALTY_CARDS + (int(state.specialty[seat]) - 1) // 2


@rule
def answer_specialty(box: Box, state: State, seat: int, action: int, trace: Trace) -> None:
    """R15: chosen in secret, revealed together."""
    state.specialty[seat] = specialty_choice(state, seat, action)
    answer(state, seat)
    if waiting(state) != 0:
        return
    for other in range(int(state.seats)):
        choice = int(state.specialty[other]) - 1
        emit(trace, E_TAKES_SPECIALTY, other, specialty_number(state, other), choice % 2, 0)
        for i in range(START_FIELDS):
            state.start[other, i] = 0
            for unit in range(UNIT_TYPES):
                state.posted[other, i, unit] = 0
        for _ in range(START_HAND):
            draw_clan_card(state, other, trace)
        state.coins[other] = START_COINS
        emit(trace, E_COINS, other, START_COINS, FROM_START, 0)
    go_on(state, ROUND)
