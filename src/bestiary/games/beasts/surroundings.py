"""Tailed Beasts: what somebody is told who points at a field: what it would pay, and whose units could come there."""

from __future__ import annotations

import re

import numpy as np

from bestiary.engine.records import clone
from bestiary.engine.rule import Longs, rule
from bestiary.engine.sight import Sight
from bestiary.games.beasts import names
from bestiary.games.beasts.asking import mark_of
from bestiary.games.beasts.board import ready_in, strength_of
from bestiary.games.beasts.events import coin_pay
from bestiary.games.beasts.specialties import spring_points
from bestiary.games.beasts.state import BASE, FIELDS, FIELDS_STEP, OPEN, SEATS, Box, State
from bestiary.games.beasts.travel import find_reach, is_joined

COINS_AT, POINTS_AT, FROM_AT = 0, SEATS, 2 * SEATS  # by seat; then by seat and field


@rule
def surroundings(box: Box, state: State, field: int, out: Longs) -> None:
    """What a field pays each seat, and how many points of ready units each could bring there in a Travel, from where.
    Whether a War card is needed does not matter. Writes into `reach`: call it on a copy."""
    for seat in range(int(state.seats)):
        out[COINS_AT + seat] = coin_pay(box, state, seat, field)
        out[POINTS_AT + seat] = spring_points(box, state, seat, field)
        find_reach(box, state, seat, field, False, False)
        for start in range(FIELDS):
            if start != field and is_joined(box, state, seat, field, start):
                out[FROM_AT + seat * FIELDS + start] = ready_in(state, seat, start)


def about(sight: Sight, thing: str) -> list[str]:
    """Sentences on a field; players are marks."""
    match = re.fullmatch(r"field:(\d{1,2})", thing)
    if match is None or int(match[1]) >= FIELDS:
        return []
    field, edition, now = int(match[1]), sight.edition, sight.now
    if now.depth and now.frame[now.depth - 1] in (BASE, FIELDS_STEP):
        return _beginning(sight, field)
    numbers = np.zeros(FROM_AT + SEATS * FIELDS, np.int64)
    surroundings(edition.box, clone(sight.state), field, numbers)
    coming = (_coming(sight, seat, numbers) for seat in _order(sight.seat, now.seats))
    return [*_pay(sight, field, numbers), *(sentence for sentence in coming if sentence)]


def _beginning(sight: Sight, field: int) -> list[str]:
    """What is good about a field for those who choose where to begin: what lies beside it, weak beasts first."""
    now, edition, box = sight.now, sight.edition, sight.edition.box
    near = zip(box.near[field].tolist(), box.border[field].tolist(), strict=True)
    beside = [at for at, border in near if at >= 0 and border == OPEN]
    beasts = sorted((now.lair[at] - 1 for at in beside if now.lair[at]), key=strength_of)
    found = [f"{names.beast_name(edition, beast)}, which could be hunted from here" for beast in beasts]
    shown = [(_shows(sight, at), at) for at in beside if not now.lair[at]]
    found += [f"{symbols} at {names.field_name(edition, at)}" for symbols, at in shown if symbols]
    lies = [f"Beside it: {names.listed(found)}."] if found else ["Nothing that pays and no beast lies beside it."]
    return [*(["What it shows pays nothing to whoever begins here."] if _shows(sight, field) else []), *lies]


def _shows(sight: Sight, field: int) -> str:
    """The symbols of a field in words."""
    box = sight.edition.box
    parts = [names.count(int(box.coin[field]), "coin")] if int(box.coin[field]) else []
    parts += ["a hot spring"] if int(box.hot[field]) else []
    parts += ["a crown"] if int(box.dom[field]) else []
    return names.listed(parts) if parts else ""


def _order(first: int, seats: int) -> list[int]:
    """One's own seat, then the others."""
    return sorted(range(seats), key=lambda seat: seat != first)


def _pay(sight: Sight, field: int, numbers: Longs) -> list[str]:
    if sight.seat < 0:
        return []
    coins, points = int(numbers[COINS_AT + sight.seat]), int(numbers[POINTS_AT + sight.seat])
    parts = [names.count(coins, "coin")] if coins else []
    parts += [f"{names.count(points, 'point')} of recruits"] if points else []
    if not parts:
        return []
    paid = sight.now.paid[sight.seat][field // 30] >> field % 30 & 1
    return [f"Taking it pays you {names.listed(parts)}{', and has done so this round' if paid else ''}."]


def _coming(sight: Sight, seat: int, numbers: Longs) -> str:
    """Of a rival only what can come."""
    first = FROM_AT + seat * FIELDS
    found = {start: int(numbers[first + start]) for start in range(FIELDS) if numbers[first + start]}
    if not found:
        return "No unit of yours reaches it." if seat == sight.seat else ""
    where = [f"{points} from {names.field_name(sight.edition, start)}" for start, points in found.items()]
    strength = names.count(sum(found.values()), "point")
    return f"{mark_of(seat, 'reaches/reach')} it with {strength}: {names.listed(where)}."
