"""Tailed Beasts: what `report` counts.

What a row of an effect has changed is in no event. A rule that stands in for the one concerned tells of it. A row is an
operation of an effect. It has changed the position if, when all that it led to is over, anything lies otherwise than
before: cards, units, coins, tokens, tracks, beasts, what somebody knows, what is noted for a battle, a war or later.
The stack of steps, a choice that is still secret and the randomness do not count.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import numpy as np

from bestiary.engine.content import Edition
from bestiary.engine.measures import Blank, Measure, Measures, Subject, Watch
from bestiary.engine.rule import Trace, bytes_of, rule
from bestiary.engine.trace import EventTable, emit
from bestiary.games.beasts import names
from bestiary.games.beasts.cards import grammar
from bestiary.games.beasts.cards.decks import Content
from bestiary.games.beasts.cards.language import OP_OPT, OP_REP, R_OP
from bestiary.games.beasts.effects import run_effect
from bestiary.games.beasts.operations import FIRST
from bestiary.games.beasts.stack import AT, EFFECT_CARD, EFFECT_OWNER, EFFECT_ROW, top
from bestiary.games.beasts.state import (
    AKATSUKI, AWAKENING_AT, BEASTS, CARDS, CLANS, EVENTS, RARE_AT, ROWS, SHOP, SPECIALTY_CARDS, TOKENS, TRACKS, Box,
    State,
)  # fmt: skip


WATCHED: Final = EventTable(row_begins="row seat level mark", row_ends="level mark")
ROW_BEGINS, ROW_ENDS = (len(EVENTS.kinds) + code for code in WATCHED.codes())
NEXT_ROW: Final = 2  # where an effect stands between two rows
BOOKKEEPING: Final = ("chance", "arg", "asked", "frame", "depth", "result", "intent")


def _weights() -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """An odd number for each byte of a position, 0 for bookkeeping."""
    at = np.arange(1, State.dtype.itemsize + 1, dtype=np.int64)
    weights = (at * (at + 0x5BD1) * 0x9E3779B1 & 0x7FFFFFFF) | 1
    for name in BOOKKEEPING:
        start = State.dtype.fields[name][1]  # type: ignore[index]
        weights[start : start + State.dtype[name].itemsize] = 0
    return weights


WEIGHTS: Final = _weights()


@rule
def mark_of(state: State) -> int:
    """A number that is another one, almost surely, when anything lies otherwise."""
    memory = bytes_of(state)
    total = 0
    for i in range(len(memory)):
        total += int(memory[i]) * int(WEIGHTS[i])
    return total & 0x7FFFFFFF


@rule
def watched_effect(box: Box, state: State, trace: Trace) -> None:
    """Tells when a row begins, and when all that it led to is over. OPT and REP only steer the rows behind them."""
    level, at = int(state.depth), top(state, AT)
    if at == NEXT_ROW:
        emit(trace, ROW_ENDS, level, mark_of(state), 0, 0)
    elif at == FIRST:
        card, row = top(state, EFFECT_CARD), top(state, EFFECT_ROW)
        op = int(box.rows[card, row, R_OP])
        if op != OP_OPT and op != OP_REP:
            emit(trace, ROW_BEGINS, card * ROWS + row, top(state, EFFECT_OWNER), level, mark_of(state))
    run_effect(box, state, trace)
    if at >= FIRST and int(state.depth) < level:
        emit(trace, ROW_ENDS, level, mark_of(state), 0, 0)



@rule
def clan_of(state: State, seat: int) -> int:
    return int(state.clan[seat])


# --- Names


def _subjects(edition: Edition) -> dict[str, list[Subject]]:
    content: Content = edition.words["content"]
    return {
        "cards": [_card(edition, card) for card in range(CARDS)],
        "effects": [row for card in range(CARDS) for row in _rows(edition, content, card)],
        "actions": [
            Subject(action.name, "shop" if number < SHOP else "hidden", action.text)
            for number, action in enumerate(content.actions)
        ],
        "specialties": [_specialty(edition, clan, slot) for clan in range(CLANS) for slot in range(SPECIALTY_CARDS)],
        "tracks": [Subject(names.track_title(edition, track)) for track in range(TRACKS)],
        "tokens": [Subject(names.token_name(edition, token)) for token in range(TOKENS)],
        "beasts": [Subject(names.beast_name(edition, beast)) for beast in range(BEASTS)],
        "events": [Subject(event.name, event.rule.entry.word, content.event_text(event)) for event in content.events],
    }


def _card(edition: Edition, card: int) -> Subject:
    if not edition.box.exists[card]:
        return Subject("")
    data = names.card_data(edition, card)
    clan = int(names.back_of(card)) if card < AWAKENING_AT else AKATSUKI if card < RARE_AT else -1
    return Subject(data["name"], data["back"], data["text"], clan)


def _rows(edition: Edition, content: Content, card: int) -> list[Subject]:
    """The rows of a card's effects; those that only steer have no name."""
    printed = _card(edition, card)
    rows: list[Subject] = []
    effects = content.cards[card].effects if printed.name else ()
    for number, effect in enumerate(effects, 1):
        for step in effect.steps:
            alone = replace(effect, steps=(replace(step, branch=0),))
            name = f"{printed.name} {number}.{len(rows) + 1}" if step.op not in (OP_OPT, OP_REP) else ""
            rows.append(replace(printed, name=name, text=grammar.write([alone])[0]))
    return rows + [Subject("")] * (ROWS - len(rows))


def _specialty(edition: Edition, clan: int, slot: int) -> Subject:
    known = (clan, slot) in edition.words["specialties"]
    name = names.specialty_data(edition, clan, slot, 0)["name"] if known else ""
    return Subject(name, names.clan_name(edition, clan), trait=clan)


def _blank(box: Any, card: int) -> None:
    """A card of the tier with its middle styles, and nothing else on it."""
    alike = (box.tier == box.tier[card]) & (box.exists == 1)
    box.style[card] = np.median(box.style[alike], axis=0).astype(np.int8)
    box.rows[card] = 0
    for mark in (box.heads, box.heal, box.block, box.skull, box.sand, box.resource, box.amount):
        mark[card] = 0


DRAWN: Final = "draws.card takes_ally.card gains_card.card takes_back.card steals.card steals_from_deck.card"
MEASURES = Measures(
    (
        Measure("cards", "drawn", DRAWN),
        Measure("cards", "played", "fights_with.card"),
        Measure("cards", "used", "uses.card"),
        Measure("cards", "scored", "scores_card.card"),
        Measure("effects", "fired", "row_begins.row"),
        Measure("effects", "changed", "row_ends", of="row_begins.row", key="level", mark="mark"),
        Measure("actions", "bought", "buys.action"),
        Measure("actions", "taken", "takes_hidden.action steals_hidden.action"),
        Measure("actions", "played", "plays.action"),
        Measure("actions", "cancelled", "cancelled.action"),
        Measure("specialties", "chosen", "takes_specialty.specialty"),
        Measure("tracks", "up", "goes_up.track"),
        Measure("tracks", "down", "goes_down.track"),
        Measure("tokens", "received", "token.token"),
        Measure("tokens", "gone", "token_gone.token"),
        Measure("beasts", "captured", "captures.beast"),
        Measure("beasts", "given away", "gives_beast.beast"),
        Measure("events", "drawn", "event.event", seat=""),
    ),
    _subjects,
    trait="clan",
    trait_of=clan_of,
    traits=lambda edition: edition.words["clans"],
    watch=Watch(WATCHED, ((run_effect, watched_effect),)),
    blanks={
        "cards": Blank(
            "a card of its tier with its middle styles and nothing else on it", _blank, seen="drawn",
            offered=lambda card: AWAKENING_AT <= card < RARE_AT,  # whoever may awaken looks at them all
        )
    },
)
