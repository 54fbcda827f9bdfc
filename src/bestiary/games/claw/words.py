"""Tooth & Claw for people: what a seat sees, its actions and events in sentences, and why something is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from bestiary.engine.bits import count_bits
from bestiary.engine.content import Edition
from bestiary.engine.errors import MalformedError
from bestiary.engine.frames import step, waiting
from bestiary.engine.game import Clause
from bestiary.engine.trace import UNKNOWN, Event
from bestiary.games.claw.board import (
    deck_size, first_formation, first_of_round, formation_of, hand_size, pair_cards, rank_of, worth_of,
)  # fmt: skip
from bestiary.games.claw.combat import battle_result, colour_at, offence_of, row_to_play, strength
from bestiary.games.claw.rules import lead, legal, next_space, refusal
from bestiary.games.claw.secrets import unseen_cards
from bestiary.games.claw.state import (
    ACTIONS, ADVANCE, ADVANCE_AT, ANOTHERS_CARD, BACK, BACKS, BATTLE, BATTLES, BLANK_SPACE, CARDS, CARDS_KEPT,
    CARDS_TAKEN, CARD_NAMES, CHOICES, CLOSED_UP, COLOURS, COLUMNS, DEFENCE, EMPTY_SPACE, FORMATION, FORM_AT, FRONT,
    GAME_IS_OVER, HAND, HAND_SIZE, MUST_BE_LED_COLOUR, MUST_FOLLOW, NOT_ASKED, NOT_FROM_THERE, NOT_IN_HAND, NOT_IN_PAIR,
    NOT_WILD, PLACES, PLACE_AT, PLAY_AT, POINTS_TRUE, RANKS, REARGUARD_FIRST, ROUNDS, SEATS, SECOND, SPACES,
    SPACE_NAMES, TYPE, TYPES, TYPES_DIFFER, TYPE_TAKEN, VANGUARD_FIRST, WRONG_STEP,
)  # fmt: skip

STEPS: Final = {
    TYPE: "type", FORMATION: "formation", FRONT: "front", BACKS: "back", BATTLE: "offence", DEFENCE: "defence",
    ADVANCE: "advance", -1: "over",
}  # fmt: skip
ROWS: Final = ("Vanguard", "Rearguard", "Reinforcements")

CLAUSES: Final[Mapping[int, Clause]] = {
    NOT_ASKED: Clause("Rounds", "You owe no decision now; your opponent does."),
    GAME_IS_OVER: Clause("Game end", "The game is over."),
    WRONG_STEP: Clause("Rounds", "That belongs to another step."),
    TYPE_TAKEN: Clause("Setup", "Your opponent has that type; the two types differ."),
    NOT_IN_HAND: Clause("Formation", "You have no such card in your hand."),
    EMPTY_SPACE: Clause("Combat", "No card stands there."),
    BLANK_SPACE: Clause("Formation", "That space is blank: no card ever stands there."),
    VANGUARD_FIRST: Clause("Offence", "You attack from the Vanguard while a card stands there."),
    REARGUARD_FIRST: Clause("Defence", "You defend from the Rearguard while a card stands there."),
    NOT_WILD: Clause("Special effects", "Only a card on a Wild space can be played as the other colour."),
    MUST_FOLLOW: Clause("Defence", "A card of the led colour stands in that row: you must follow."),
    MUST_BE_LED_COLOUR: Clause(
        "Defence", "A card of the led colour stands in that row: a card on Wild can only be played as that colour, too."
    ),
    NOT_IN_PAIR: Clause("Closing up", "Only one of the two cards on the 2 Cards space can advance."),
    NOT_FROM_THERE: Clause("Combat", "Only Vanguard and Rearguard fight: never Reinforcements, never the hand."),
    ANOTHERS_CARD: Clause("Combat", "You play cards of your own only."),
}

LAWS: Final[Mapping[int, str]] = {
    CARDS_KEPT: "all 22 cards of each player are somewhere, each once",
    HAND_SIZE: "every hand has as many cards as the step says",
    CARDS_TAKEN: "each battle takes one card of each player, and somebody has it",
    POINTS_TRUE: "the points of a round are the achievements of the cards taken in it",
    CLOSED_UP: "no card stands behind an empty space, and none on a blank",
    TYPES_DIFFER: "the players have different types",
}

# --- Cards, spaces and formations in words


def card_name(edition: Edition, card: int) -> str:
    return f"{edition.words['colours'][card // RANKS]} {int(rank_of(card))}"


def card_data(edition: Edition, card: int) -> dict[str, Any]:
    """A card as plain data."""
    return {
        "card": CARD_NAMES[card],
        "name": card_name(edition, card),
        "colour": edition.words["colours"][card // RANKS],
        "rank": int(rank_of(card)),
        "worth": int(worth_of(card)),
    }


def cards_of(edition: Edition, mask: int) -> list[dict[str, Any]]:
    return [card_data(edition, card) for card in range(CARDS) if mask >> card & 1]


def space_name(space: int) -> str:
    if space == SECOND:
        return "the 2 Cards space"
    return f"{ROWS[space // COLUMNS]} {space % COLUMNS + 1}"


def space_data(edition: Edition, formation: int, space: int) -> dict[str, Any]:
    """What is printed on a space of a formation card."""
    box = edition.box
    return {
        "space": SPACE_NAMES[space],
        "row": ROWS[space // COLUMNS],
        "column": space % COLUMNS + 1,
        "blank": bool(int(box.blank[formation]) >> space & 1),
        "bonus": int(box.bonus[formation, space]),
        "wild": bool(int(box.wild[formation]) >> space & 1),
        "reveal": int(box.reveal[formation]) == space,
        "two": space == int(box.pair[formation]) > 0,
    }


def formation_data(edition: Edition, formation: int) -> dict[str, Any]:
    """A formation card as it is printed."""
    kind, rest = divmod(formation, ROUNDS * CHOICES)
    return {
        "name": edition.words["formations"][formation],
        "type": edition.words["types"][kind],
        "round": rest // CHOICES + 1,
        "spaces": [space_data(edition, formation, space) for space in range(SPACES)],
    }


def printed(space: Mapping[str, Any]) -> str:
    """A space as an edition writes it: `+1W`."""
    if space["blank"]:
        return "#"
    bonus = f"+{space['bonus']}" if space["bonus"] else ""
    marks = ("2" if space["two"] else "", bonus, "W" if space["wild"] else "", "?" if space["reveal"] else "")
    return "".join(marks) or "."


def _effects(edition: Edition, formation: int, space: int) -> str:
    """` (+2, Wild)` behind a space's name; empty where it has no effect."""
    if space == SECOND:
        return " (the other card)"
    data = space_data(edition, formation, space)
    marks = [f"+{data['bonus']}"] if data["bonus"] else []
    marks += ["Wild"] if data["wild"] else []
    marks += ["2 Cards"] if data["two"] else []
    return f" ({', '.join(marks)})" if marks else ""


def _where(edition: Edition, state: Any, seat: int, space: int) -> str:
    """A space of one's own formation with its effects."""
    formation = int(formation_of(state, seat))
    at = int(edition.box.pair[formation]) if space == SECOND else space
    return space_name(at) + _effects(edition, formation, space)


def _next_space(edition: Edition, state: Any, seat: int) -> int:
    """The space that a seat fills next; −1 where it has none to fill."""
    now = int(step(state))
    if now not in (FRONT, BACKS):
        return -1
    return int(next_space(edition.box, state, seat, now == BACKS))


# --- What a seat sees


def view(edition: Edition, state: Any, seat: int) -> dict[str, Any]:
    """The table as a seat sees it, as plain data."""
    now = int(step(state))
    fights = now in (BATTLE, DEFENCE, ADVANCE)
    data: dict[str, Any] = {
        "me": seat,
        "step": STEPS[now],
        "phase": "over" if now < 0 else ("setup" if now == TYPE else ("combat" if fights else "formation")),
        "game": int(state.game_number) + 1,
        "games": int(state.games),
        "round": int(state.round_number) + 1,
        "rounds": ROUNDS,
        "battle": int(state.battle) + 1 if fights else None,
        "battles": BATTLES,
        "first": int(first_of_round(state)),
        "began": int(state.first),
        "offence": int(offence_of(state)) if fights else None,
        "led": _led(edition, state) if now == DEFENCE else None,
        "advance": _advance(edition, state) if now == ADVANCE else None,
        "memory": bool(state.memory),
        "seats": [_seat_view(edition, state, seat, other) for other in range(SEATS)],
        "answers": _answers(edition, state, seat) if now == DEFENCE and _is_asked(state, seat) else [],
        "prompt": _prompt(edition, state, seat),
        "hint": _hint(edition, state, seat),
    }
    if now == TYPE:
        data["types"] = [_type_view(edition, state, kind) for kind in range(TYPES)]
    if now < 0:
        ahead = int(lead(state))
        data["winners"] = [s for s in range(SEATS) if (ahead >= 0, ahead <= 0)[s]]
    return data


def _is_asked(state: Any, seat: int) -> bool:
    return seat >= 0 and bool(int(waiting(state)) >> seat & 1)


def _type_view(edition: Edition, state: Any, kind: int) -> dict[str, Any]:
    """A type's six formation cards, and who has taken them."""
    first = kind * ROUNDS * CHOICES
    return {
        "type": edition.words["types"][kind],
        "taken": next((s for s in range(SEATS) if int(state.kind[s]) == kind + 1), None),
        "formations": [formation_data(edition, f) for f in range(first, first + ROUNDS * CHOICES)],
    }


def _known_formation(state: Any, seat: int, other: int, number: int) -> int:
    """A seat's formation card of a round, as far as it is known: this round's is secret until both have chosen."""
    if other != seat and int(step(state)) == FORMATION and number == int(state.round_number):
        return -1
    return int(state.formation[other * ROUNDS + number]) - 1


def _seat_view(edition: Edition, state: Any, seat: int, other: int) -> dict[str, Any]:
    now, number, kind = int(step(state)), int(state.round_number), int(state.kind[other]) - 1
    hidden = bool(state.memory) and now >= 0
    mine = other == seat
    formation = _known_formation(state, seat, other, number)
    first = int(first_formation(state, other))
    past = [_known_formation(state, seat, other, n) for n in range(ROUNDS)]
    taken = [int(state.taken[other, owner]) for owner in range(SEATS)]
    points = [int(state.points[other, n]) if n <= number and not (hidden and n == number) else None
              for n in range(ROUNDS)]  # fmt: skip
    fights = now in (BATTLE, DEFENCE, ADVANCE)
    return {
        "seat": other,
        "type": edition.words["types"][kind] if kind >= 0 else None,
        "formation": edition.words["formations"][formation] if formation >= 0 else None,
        "formations": [edition.words["formations"][f] if f >= 0 else None for f in past],
        "chosen": now > FORMATION or (now == FORMATION and not _is_asked(state, other)),
        "choices": [formation_data(edition, first + c) for c in range(CHOICES)] if now == FORMATION else [],
        "spaces": _spaces(edition, state, seat, other, formation) if formation >= 0 else None,
        "asked": _is_asked(state, other),
        "role": ("offence" if int(offence_of(state)) == other else "defence") if fights else None,
        "first_player": int(first_of_round(state)) == other,
        "hand": cards_of(edition, int(state.hand[other])) if mine else None,
        "hand_count": int(hand_size(state, other)),
        "deck": cards_of(edition, int(state.deck[other])) if mine and not hidden else None,
        "deck_count": int(deck_size(state)),
        "unseen": None if mine or hidden else cards_of(edition, int(unseen_cards(state, other))),
        "used": None if hidden else cards_of(edition, int(state.used[other])),
        "taken": None if hidden else [
            {**card, "owner": owner} for owner in range(SEATS) for card in cards_of(edition, taken[owner])
        ],
        "taken_count": sum(int(count_bits(mask)) for mask in taken),
        "points": points,
        "score": sum(p for p in points if p is not None),
        "total": int(state.total[other]),
    }  # fmt: skip


def _spaces(edition: Edition, state: Any, seat: int, other: int, formation: int) -> list[dict[str, Any]]:
    """The nine spaces of a formation with what lies on them; a card that the seat cannot see is None."""
    led = int(state.lead_space) - 1 if int(step(state)) == DEFENCE and int(offence_of(state)) == other else -1
    filled = _next_space(edition, state, other) if other == seat and _is_asked(state, seat) else -1
    filled = int(state.target) - 1 if int(step(state)) == ADVANCE and _is_asked(state, other) else filled
    spaces = []
    for space in range(SPACES):
        data = space_data(edition, formation, space)
        places = [space, SECOND] if data["two"] else [space]
        cards = [_card_at(edition, state, seat, other, p) for p in places if int(state.lying[other]) >> p & 1]
        known = cards[0]["card"] if cards else None
        data["cards"] = cards
        data["strength"] = known["rank"] + data["bonus"] if known and space < BACK else None
        data["in_battle"] = space == led
        data["next"] = filled in places
        spaces.append(data)
    return spaces


def _card_at(edition: Edition, state: Any, seat: int, other: int, place: int) -> dict[str, Any]:
    up = bool(int(state.shown[other]) >> place & 1)
    if not up and other != seat:
        return {"card": None, "up": False}
    return {"card": card_data(edition, int(state.place[other * PLACES + place]) - 1), "up": up}


def _led(edition: Edition, state: Any) -> dict[str, Any]:
    """The offence card of the present battle."""
    offence, space = int(offence_of(state)), int(state.lead_space) - 1
    return {
        "seat": offence,
        "space": SPACE_NAMES[space],
        "card": card_data(edition, int(state.place[offence * PLACES + space]) - 1),
        "colour": edition.words["colours"][int(state.lead_colour)],
        "strength": int(strength(edition.box, state, offence, space)),
    }


def _advance(edition: Edition, state: Any) -> dict[str, Any]:
    """Who chooses a card of a 2 Cards space, and where it will go."""
    seat = 0 if int(waiting(state)) & 1 else 1
    pair = int(edition.box.pair[int(formation_of(state, seat))])
    return {"seat": seat, "from": SPACE_NAMES[pair], "to": SPACE_NAMES[int(state.target) - 1]}


def _answers(edition: Edition, state: Any, seat: int) -> list[dict[str, Any]]:
    """Every legal answer to the attack, and how it would end."""
    moves = np.zeros(HAND, np.int32)
    return [
        _answer(edition, state, seat, int(move) - PLAY_AT)
        for move in moves[: int(legal(edition.box, state, seat, moves))]
    ]


def _answer(edition: Edition, state: Any, seat: int, play: int) -> dict[str, Any]:
    space, colour = divmod(play, COLOURS)
    offence, start, led = 1 - seat, int(state.lead_space) - 1, int(state.lead_colour)
    result = int(battle_result(edition.box, state, offence, start, led, space, colour))
    ranks = [int(rank_of(int(state.place[s * PLACES + p]) - 1)) for s, p in ((seat, space), (offence, start))]
    mine = int(strength(edition.box, state, seat, space))
    theirs = int(strength(edition.box, state, offence, start))
    if sorted(ranks) == [0, 12]:
        reason = "0 beats 12"
    elif colour != led:
        reason = "another colour"
    else:
        reason = f"{theirs} beats {mine}" if result > 0 else f"{mine} {'beats' if result else 'equals'} {theirs}"
    return {
        "action": ACTIONS.text(PLAY_AT + play),
        "space": SPACE_NAMES[space],
        "colour": edition.words["colours"][colour],
        "result": ("tie", "lose", "win")[result],
        "reason": reason,
    }


def _prompt(edition: Edition, state: Any, seat: int) -> str:
    now = int(step(state))
    if now < 0:
        return "The game is over."
    if not _is_asked(state, seat):
        return "Waiting for the players." if seat < 0 else "Waiting for your opponent."
    if now == TYPE:
        return "Choose your type of formation cards for the whole game."
    if now == FORMATION:
        return "Choose your formation for this round, in secret."
    if now in (FRONT, BACKS):
        return f"Place a card on {_where(edition, state, seat, _next_space(edition, state, seat))}."
    if now == ADVANCE:
        return f"Choose the card that advances to {_where(edition, state, seat, int(state.target) - 1)}."
    row = ROWS[_row(state, seat) // COLUMNS]
    if now == BATTLE:
        return f"Attack from your {row}."
    led = _led(edition, state)
    shown_as = "" if led["colour"] == led["card"]["colour"] else f" as {led['colour']}"
    follow = f"follow {led['colour']}" if _binding(edition, state, seat) else "any card will do"
    return f"Answer {led['card']['name']}{shown_as}, strength {led['strength']}, from your {row}: {follow}."


def _hint(edition: Edition, state: Any, seat: int) -> str | None:
    """What else should be known at a decision."""
    now = int(step(state))
    if not _is_asked(state, seat) or now not in (BACKS, BATTLE, DEFENCE):
        return None
    if now == BACKS:
        return None if int(state.round_number) + 1 == ROUNDS else "One card stays in your hand for the next round."
    row, wild = _row(state, seat), int(edition.box.wild[int(formation_of(state, seat))])
    free = [s for s in range(row, row + COLUMNS) if int(state.lying[seat]) & wild & 1 << s]
    if not free or (now == DEFENCE and _binding(edition, state, seat)):
        return None
    names = [card_name(edition, _own_card(state, seat, space)) for space in free]
    stands = "stands on Wild: say which colour it plays as" if len(names) == 1 else "stand on Wild: say which colour"
    return f"{' and '.join(names)} {stands}."


def _own_card(state: Any, seat: int, place: int) -> int:
    return int(state.place[seat * PLACES + place]) - 1


def _row(state: Any, seat: int) -> int:
    """The row that a seat plays from in this battle: its first space."""
    return int(row_to_play(state, seat, int(step(state)) == DEFENCE))


def _binding(edition: Edition, state: Any, seat: int) -> list[int]:
    """The spaces whose cards bind the defence: of the led colour, and not on Wild (R1)."""
    row = _row(state, seat)
    tame = int(state.lying[seat]) & ~int(edition.box.wild[int(formation_of(state, seat))])
    led = int(state.lead_colour)
    return [s for s in range(row, row + COLUMNS) if tame >> s & 1 and int(colour_at(state, seat, s)) == led]


# --- Actions and events in sentences


def describe(edition: Edition, state: Any, seat: int, action: int) -> str:
    """An action as a sentence."""
    words = edition.words
    if action < FORM_AT:
        return f"Choose {words['types'][action]}"
    if action < PLACE_AT:
        card = formation_data(edition, int(first_formation(state, seat)) + action - FORM_AT)
        rows = [card["spaces"][row : row + COLUMNS] for row in range(0, SPACES, COLUMNS)]
        return f"Form {card['name']}: {' / '.join(' '.join(map(printed, row)) for row in rows)}"
    if action < PLAY_AT:
        space = _next_space(edition, state, seat)
        where = f" on {_where(edition, state, seat, space)}" if space >= 0 else ""
        return f"Place {card_name(edition, action - PLACE_AT)}{where}"
    if action < ADVANCE_AT:
        return _play_sentence(edition, state, seat, *divmod(action - PLAY_AT, COLOURS))
    return f"Advance {card_name(edition, action - ADVANCE_AT)}"


def _play_sentence(edition: Edition, state: Any, seat: int, space: int, colour: int) -> str:
    verb = "Defend" if int(step(state)) == DEFENCE else "Attack"
    card = _own_card(state, seat, space)
    name = card_name(edition, card) if card >= 0 else "no card"
    formation = int(formation_of(state, seat))
    wild = formation >= 0 and bool(int(edition.box.wild[formation]) >> space & 1)
    return f"{verb} with {name} from {space_name(space)}" + (f" as {edition.words['colours'][colour]}" if wild else "")


def narrate(edition: Edition, event: Event) -> str:
    """An event as a sentence, as far as it is known; empty for what goes without saying."""
    e = event.args
    who = e.get("seat", 0)
    card = "a card" if e.get("card", UNKNOWN) == UNKNOWN else card_name(edition, e["card"])
    match event.name:
        case "game_begins":
            game = "The second game begins. " if e["game"] else ""
            return f"{game}{{{e['first']}:is/are}} the first player."
        case "takes_type":
            return f"{{{who}:chooses/choose}} {edition.words['types'][e['type']]}."
        case "round_begins":
            return f"Round {e['round'] + 1} begins. {{{e['first']}:has/have}} the First Player card."
        case "draws":
            return "" if e["card"] == UNKNOWN else f"{{{who}:draws/draw}} {card}."
        case "forms":
            return f"{{{who}:forms/form}} {edition.words['formations'][e['formation']]}."
        case "turns_up":
            return f"{{{who}:turns/turn}} up {card} from the deck on {space_name(e['space'])}."
        case "places":
            covered = " face down" if e["card"] == UNKNOWN else ""
            return f"{{{who}:places/place}} {card}{covered} on {space_name(e['space'])}."
        case "opens":
            return f"{{{who}:reveals/reveal}} {card} on {space_name(e['space'])}."
        case "attacks" | "defends":
            verb = event.name.removesuffix("s")
            return f"{{{who}:{verb}s/{verb}}} with {card} from {space_name(e['space'])}{_played_as(edition, e)}."
        case "wins_battle":
            return f"{{{who}:takes/take}} both cards: {_achievements(e['points'])}."
        case "ties_battle":
            return "A tie: each takes its own card."
        case "advances":
            past = " past the blank" if e["start"] >= BACK and e["space"] < COLUMNS else ""
            up = " face up" if e["start"] >= BACK else ""
            return f"{{{who}'s}} {card} advances{up}{past} to {space_name(e['space'])}."
        case "scores_round":
            return f"{{{who}:scores/score}} {_achievements(e['points'])} in this round, {e['total']} so far."
        case "ends_game":
            return f"{{{who}:ends/end}} the game with {_achievements(e['points'])}."
        case "game_over":
            winners = [s for s in range(SEATS) if e["winners"] >> s & 1]
            return f"The game is over. Winning: {' and '.join(f'{{{s}}}' for s in winners)}."
        case _:
            return ""


def _played_as(edition: Edition, e: Mapping[str, int]) -> str:
    return "" if e["card"] // RANKS == e["colour"] else f" as {edition.words['colours'][e['colour']]}"


def _achievements(number: int) -> str:
    return f"{number} achievement" if number == 1 else f"{number} achievements"


# --- Why something is refused


def why_not(edition: Edition, state: Any, seat: int, intent: Any) -> Clause | None:
    """The clause that forbids an action or an intent; None where it is legal.

    An intent is what a person points at: `{"card": "red-9"}` or `{"space": "b2"}`, with `"seat"` where it is another
    player's, or `{"zone": "hand"}`."""
    if isinstance(intent, Mapping) and "do" not in intent:
        return _pointing_clause(edition, state, seat, intent)
    return _clause(edition, state, seat, ACTIONS.number(intent))


def _clause(edition: Edition, state: Any, seat: int, action: int) -> Clause | None:
    if not 0 <= seat < SEATS:
        return CLAUSES[NOT_ASKED]
    number = int(refusal(edition.box, state, seat, action))
    return None if number == 0 else Clause(CLAUSES[number].section, _sentence(edition, state, seat, action, number))


def _pointing_clause(edition: Edition, state: Any, seat: int, intent: Mapping[str, Any]) -> Clause | None:
    """Pointing is allowed where any action that it can mean is."""
    if intent.get("seat", seat) != seat:
        return CLAUSES[ANOTHERS_CARD]
    actions = _meant(edition, state, seat, intent)
    clauses = [_clause(edition, state, seat, action) for action in actions or [PLAY_AT]]
    if None in clauses and actions:
        return None
    out_of_turn = {CLAUSES[NOT_ASKED], CLAUSES[GAME_IS_OVER]}
    return clauses[0] if actions or clauses[0] in out_of_turn else CLAUSES[NOT_FROM_THERE]


def _meant(edition: Edition, state: Any, seat: int, intent: Mapping[str, Any]) -> list[int]:
    """The actions that pointing there can mean, the likeliest first; none where no card is ever played from."""
    now = int(step(state))
    fights = now in (BATTLE, DEFENCE)
    if "card" in intent:
        card = _number(intent["card"], CARD_NAMES, "card")
        if fights:
            stands = [s for s in range(BACK) if 0 <= seat < SEATS and _own_card(state, seat, s) == card]
            return [action for space in stands for action in _plays(state, seat, space)]
        return [ADVANCE_AT + card] if now == ADVANCE else [PLACE_AT + card]
    zone = intent.get("space", intent.get("zone"))
    if zone in ("hand", "reinforcements"):
        return [] if fights else (list(range(PLACE_AT, PLAY_AT)) if zone == "hand" else [PLAY_AT])
    space = _number(zone, SPACE_NAMES, "space")
    if fights:
        return _plays(state, seat, space) if space < BACK else []
    if not _is_asked(state, seat):
        return [PLAY_AT]
    if now == ADVANCE and space == int(edition.box.pair[int(formation_of(state, seat))]):
        return list(range(ADVANCE_AT, ACTIONS.size))
    filled = _next_space(edition, state, seat)
    pair = int(edition.box.pair[int(formation_of(state, seat))]) if filled == SECOND else filled
    return list(range(PLACE_AT, PLAY_AT)) if filled >= 0 and space == pair else [PLAY_AT]


def _plays(state: Any, seat: int, space: int) -> list[int]:
    """Both ways to play the card on a space, its own colour first."""
    own = 1 if 0 <= seat < SEATS and _own_card(state, seat, space) >= RANKS else 0
    return [PLAY_AT + space * COLOURS + colour for colour in (own, 1 - own)]


def _number(word: Any, names: Sequence[str], what: str) -> int:
    if isinstance(word, int) and 0 <= word < len(names):
        return word
    if word in names:
        return list(names).index(word)
    raise MalformedError(f"{word!r} is no {what}; for example, {names[0]} is one")


def _sentence(edition: Edition, state: Any, seat: int, action: int, number: int) -> str:
    """The clause's sentence, told of the case at hand."""
    if number == WRONG_STEP:
        return _what_now(edition, state, seat)
    if number == TYPE_TAKEN:
        return f"Your opponent has {edition.words['types'][action]}; take another type."
    if number == NOT_IN_HAND:
        return f"You have no {card_name(edition, action - PLACE_AT)} in your hand."
    if number == NOT_IN_PAIR:
        cards = cards_of(edition, int(pair_cards(edition.box, state, seat)))
        return f"Only {' or '.join(card['name'] for card in cards)} can advance now."
    if PLAY_AT <= action < ADVANCE_AT:
        return _play_refusal(edition, state, seat, *divmod(action - PLAY_AT, COLOURS), number)
    return CLAUSES[number].sentence


def _what_now(edition: Edition, state: Any, seat: int) -> str:
    now = int(step(state))
    if now in (FRONT, BACKS):
        return f"Now you place a card on {_where(edition, state, seat, _next_space(edition, state, seat))}."
    return {
        TYPE: "Now you choose a type of formation cards.",
        FORMATION: "Now you choose one of the two formation cards of this round.",
        BATTLE: "Now you attack with a card that stands in your formation.",
        DEFENCE: "Now you defend with a card that stands in your formation.",
        ADVANCE: "Now you choose which of the two cards advances.",
    }[now]


def _play_refusal(edition: Edition, state: Any, seat: int, space: int, colour: int, number: int) -> str:
    if number == BLANK_SPACE:
        return f"{space_name(space)} is blank: no card ever stands there."
    if number == EMPTY_SPACE:
        return f"No card stands on {space_name(space)}."
    names = edition.words["colours"]
    if number == NOT_WILD:
        card = card_name(edition, _own_card(state, seat, space))
        return f"{card} cannot be played as {names[colour]}: {space_name(space)} is not Wild."
    if number not in (MUST_FOLLOW, MUST_BE_LED_COLOUR):
        return CLAUSES[number].sentence
    led = names[int(state.lead_colour)]
    cards = [card_name(edition, _own_card(state, seat, s)) for s in _binding(edition, state, seat)]
    stand = f"{' and '.join(cards)} {'stands' if len(cards) == 1 else 'stand'}"
    bound = f"{led} was led, and {stand} in your {ROWS[_row(state, seat) // COLUMNS]}"
    if number == MUST_FOLLOW:
        return f"{bound}: you must follow."
    return f"{bound}: {card_name(edition, _own_card(state, seat, space))} on Wild can only be played as {led}, too."
