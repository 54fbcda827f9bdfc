"""Tailed Beasts §6 (durations): what a war has changed beyond what is printed, and what outlives it or is put off.

Changes of styles are kept for each battle, so they end by themselves; what lasts for a round or the game is kept by
seat and kind, where equal ones add up; effects put off wait in a list for their moment.
"""

from __future__ import annotations

from bestiary.engine.rule import rule
from bestiary.games.beasts.cards.language import M_BETWEEN, M_REVEAL, PART_HEAL, PART_SKULL
from bestiary.games.beasts.state import (
    FOR_GAME, FOR_ROUND, LATER, L_BLOCK, L_HEAL, L_SAND, L_SKULL, MAX_BATTLES, MODIFIERS, MOST_VALUE, NEXT_WAR, STYLES,
    TRANSIT, USED_WORDS, Box, State,
)  # fmt: skip


# --- Sides


@rule
def seat_of(state: State, side: int) -> int:
    return int(state.attacker) if side == 0 else int(state.defender)


@rule
def side_of(state: State, seat: int) -> int:
    """0 for the attacker, 1 for the defender of the present war, −1 for others."""
    if int(state.war_field) < 0:
        return -1
    if seat == int(state.attacker):
        return 0
    return 1 if seat == int(state.defender) else -1


@rule
def fighting_card(state: State, side: int, battle: int) -> int:
    """The card whose numbers count: an awakening lies on top; −1 for none."""
    card = int(state.awakened[side, battle]) - 1
    return card if card >= 0 else int(state.played[side, battle]) - 1


# --- Values


@rule
def modifier(state: State, seat: int, kind: int) -> int:
    """What lasts for a seat."""
    return int(state.lasting[seat, FOR_ROUND, kind]) + int(state.lasting[seat, FOR_GAME, kind])


@rule
def bounded(value: int) -> int:
    return min(max(value, 0), MOST_VALUE)


@rule
def is_immune(state: State, side: int, battle: int) -> bool:
    return (int(state.immune[side]) >> battle) & 1 == 1


@rule
def change_value(state: State, side: int, style: int, by: int, mine: bool, first: int, last: int) -> None:
    """Adds to a style of a side's card in the battles from `first` to `last`: at once where the cards lie open."""
    for battle in range(max(first, 0), min(last, MAX_BATTLES - 1) + 1):
        if battle == int(state.battle) and int(state.shown) == 1:
            if mine or not is_immune(state, side, battle):
                state.values[side, style] = bounded(int(state.values[side, style]) + by)
        else:
            whose = 0 if mine else 1
            total = int(state.added[side, whose, battle, style]) + by
            state.added[side, whose, battle, style] = min(max(total, -100), 100)


@rule
def fix_value(state: State, side: int, style: int, value: int, mine: bool, first: int, last: int) -> None:
    for battle in range(max(first, 0), min(last, MAX_BATTLES - 1) + 1):
        if not mine and is_immune(state, side, battle):
            continue
        if battle == int(state.battle) and int(state.shown) == 1:
            state.values[side, style] = value
        else:
            state.fixed[side, battle, style] = value + 1


@rule
def battles_between(first: int, last: int) -> int:
    """A mask of battles."""
    mask = 0
    for battle in range(max(first, 0), min(last, MAX_BATTLES - 1) + 1):
        mask |= 1 << battle
    return mask


# --- Icons, counted when the battles are over


@rule
def is_cancelled(state: State, side: int, battle: int, part: int) -> bool:
    return (int(state.cancelled[side, battle]) >> part) & 1 == 1


@rule
def count_skulls(box: Box, state: State, side: int) -> int:
    total = int(state.skulls[side]) + modifier(state, seat_of(state, side), L_SKULL)
    for battle in range(int(state.battle) + 1):
        card = fighting_card(state, side, battle)
        if card >= 0 and not is_cancelled(state, side, battle, PART_SKULL):
            total += int(box.skull[card])
    return total


@rule
def count_sands(box: Box, state: State, side: int) -> int:
    total = int(state.sands[side]) + modifier(state, seat_of(state, side), L_SAND)
    for battle in range(int(state.battle) + 1):
        card = fighting_card(state, side, battle)
        total += int(box.sand[card]) if card >= 0 else 0
    return total


@rule
def count_heals(box: Box, state: State, side: int) -> int:
    """Heals played, Field Medics and effects."""
    total = int(state.medics[side]) + modifier(state, seat_of(state, side), L_HEAL)
    for battle in range(int(state.battle) + 1):
        card = fighting_card(state, side, battle)
        if card >= 0 and not is_cancelled(state, side, battle, PART_HEAL):
            total += int(box.heal[card])
    return total


@rule
def is_barred(box: Box, state: State, side: int, battle: int, card: int) -> bool:
    """Does a card carry a Heal Block?"""
    by_effect = (int(state.barred[side]) >> battle) & 1 == 1 or modifier(state, seat_of(state, side), L_BLOCK) > 0
    return int(box.block[card]) > 0 or by_effect


# --- Effects put off


@rule
def put_off(state: State, card: int, row: int, seat: int, moment: int, battle: int) -> None:
    """Files the rest of an effect; with the list full it is lost."""
    for i in range(LATER):
        if int(state.later_card[i]) == 0:
            state.later_card[i] = card + 1
            state.later_row[i] = row
            state.later_seat[i] = seat
            state.later_moment[i] = moment
            state.later_battle[i] = battle
            return


@rule
def next_due(state: State, moment: int) -> int:
    """The next effect put off to this moment; −1 for none."""
    exact = moment == M_REVEAL or moment == M_BETWEEN
    for i in range(LATER):
        battle = int(state.later_battle[i])
        if int(state.later_card[i]) == 0 or int(state.later_moment[i]) != moment or battle == NEXT_WAR:
            continue
        if not exact or battle == int(state.battle):
            return i
    return -1


@rule
def strike_out(state: State, i: int) -> None:
    state.later_card[i] = 0
    state.later_row[i] = 0
    state.later_seat[i] = 0
    state.later_moment[i] = 0
    state.later_battle[i] = 0


@rule
def wake_later(state: State, seat: int) -> None:
    """A war between players begins: what its owner put off to it is due in the first battle [R63]."""
    for i in range(LATER):
        waits = int(state.later_card[i]) > 0 and int(state.later_battle[i]) == NEXT_WAR
        if waits and int(state.later_seat[i]) == seat:
            state.later_battle[i] = 0


# --- Scopes end


@rule
def open_war(state: State, field: int, attacker: int, defender: int) -> None:
    state.war_field = field
    state.attacker = attacker
    state.defender = defender


@rule
def close_war(state: State) -> None:
    """No trace of it outlives the war, but what waits for the next one."""
    state.war_field = -1
    state.attacker = 0
    state.defender = 0
    state.battle = 0
    state.fled = 0
    state.cleared = 0
    state.steadfast = 0
    state.verdict = 0
    state.shown = 0
    state.tamed = 0
    state.rerolls = 0
    state.heads = 0
    state.roll = 0
    state.reroll = 0
    for style in range(STYLES):
        state.sums[style] = 0
    for side in range(2):
        state.points[side] = 0
        state.might[side] = 0
        state.medics[side] = 0
        state.skulls[side] = 0
        state.sands[side] = 0
        state.immune[side] = 0
        state.barred[side] = 0
        for style in range(STYLES):
            state.values[side, style] = 0
    for battle in range(MAX_BATTLES):
        state.won[battle] = 0
        for side in range(2):
            state.played[side, battle] = 0
            state.awakened[side, battle] = 0
            state.copied[side, battle] = 0
            state.cancelled[side, battle] = 0
            for style in range(STYLES):
                state.fixed[side, battle, style] = 0
                state.added[side, 0, battle, style] = 0
                state.added[side, 1, battle, style] = 0
    for side in range(2):
        for i in range(TRANSIT):
            state.fought_unit[side, i] = 0
            state.fought_at[side, i] = 0
    for i in range(LATER):
        if int(state.later_card[i]) > 0 and int(state.later_battle[i]) != NEXT_WAR:
            strike_out(state, i)


@rule
def end_round_effects(state: State) -> None:
    """SP1: what lasted for the round, and which cards were used from hand [R58]."""
    for word in range(USED_WORDS):
        state.used[word] = 0
    for seat in range(int(state.seats)):
        for kind in range(MODIFIERS):
            state.lasting[seat, FOR_ROUND, kind] = 0


# --- R58


@rule
def is_used(state: State, card: int) -> bool:
    return (int(state.used[card // 30]) >> (card % 30)) & 1 == 1


@rule
def mark_used(state: State, card: int) -> None:
    state.used[card // 30] = int(state.used[card // 30]) | 1 << (card % 30)
