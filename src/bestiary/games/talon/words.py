"""Tooth & Talon for people: what a seat sees, its actions and events in sentences, and why something is refused.

Seats stand in sentences as marks like {2} (see engine.seat_names); who sits there is known where they are shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bestiary.engine.bits import list_bits
from bestiary.engine.content import Edition
from bestiary.engine.errors import MalformedError
from bestiary.engine.frames import step, waiting
from bestiary.engine.game import Clause
from bestiary.engine.trace import UNKNOWN, Event
from bestiary.games.talon.deeds import find_reach
from bestiary.games.talon.gamble import is_gone, is_in, pot_between, worth
from bestiary.games.talon.rules import refusal, wins
from bestiary.games.talon.secrets import has_chosen, own_missing
from bestiary.games.talon.state import (
    ACT, ACTIONS, ANIMALS, BET, BETS_PAID, CALL_TAKES_ALL, CARDS_KEPT, CHOICE_HELD, CHOOSE, COINS_KEPT, EVERYWHERE,
    FIRST_SEAT, GAME_IS_OVER, HAND_CARD, HAND_SIZE, KINDS, MUST_ANSWER_BET, NO_NEGATIVE, NO_SUCH_DEED, NOBODY_THERE,
    NOT_ASKED, NOT_IN_HAND, NOT_IN_PILE, NOT_THERE, NOTHING_TO_CALL, NOW_ACT, NOW_BET, NOW_CHOOSE, OWN_CARD, PILE_ALL,
    PILE_ONE, PLACE_NAMES, RAISE_TAKES_ALL, RAISE_TOO_SMALL, REMOVED_CARD, RIVAL_ALL, RIVAL_ONE, SET_ASIDE, TEAM_MATE,
    TURNS, WHOLE_PILE, ZONES, sees_hand,
)  # fmt: skip

STEPS: Final = {CHOOSE: "choose", BET: "bet", ACT: "act", -1: "over"}

CLAUSES: Final[Mapping[int, Clause]] = {
    NOT_ASKED: Clause("Turns", "You owe no decision now; it is somebody else's turn."),
    NOW_CHOOSE: Clause("Choosing", "Now everybody chooses a card in secret."),
    NOW_ACT: Clause("Acting", "Now your active card acts, or you pass."),
    NOW_BET: Clause("Betting, R8", "Now you bet: check, call, raise, go all in or fold."),
    NOT_IN_HAND: Clause("Choosing", "You have no such card in your hand."),
    NO_SUCH_DEED: Clause("Card actions", "Your active card cannot do that."),
    OWN_CARD: Clause("Targets", "That card is yours; deeds aim at opponents or at the pile."),
    TEAM_MATE: Clause("Teams, R7", "That player is on your team; no deed may aim at a team-mate."),
    SET_ASIDE: Clause("Betting, R9", "That player has folded; those cards are set aside until the round ends."),
    NOBODY_THERE: Clause("Targets", "Nobody sits there."),
    NOT_THERE: Clause("Targets, R3", "There is no such card."),
    NOT_IN_PILE: Clause("Targets, R3", "There is no such card in the pile."),
    MUST_ANSWER_BET: Clause("Betting, R8", "A bet is open: call it, raise it, go all in or fold."),
    NOTHING_TO_CALL: Clause("Betting, R8", "Nobody has bet more than you; check instead."),
    CALL_TAKES_ALL: Clause("Betting, R21", "Calling would take all your coins; that is 'all in'."),
    RAISE_TOO_SMALL: Clause("Betting, R20", "That raise is too small."),
    RAISE_TAKES_ALL: Clause("Betting, R21", "You have no more coins than that; what empties the stack is 'all in'."),
    HAND_CARD: Clause("Targets", "Cards in a hand are never a target, only face-up ones."),
    REMOVED_CARD: Clause("The gamble", "That card is out of the round, and nobody may look at it."),
    GAME_IS_OVER: Clause("Game end", "The game is over."),
}

LAWS: Final[Mapping[int, str]] = {
    CARDS_KEPT: "no card is made or lost",
    COINS_KEPT: "no coin of a gamble is made or lost",
    NO_NEGATIVE: "no count is negative",
    HAND_SIZE: "every hand has as many cards as the turn says",
    CHOICE_HELD: "a chosen card is in the hand",
    BETS_PAID: "a bet is in the pot, and none is above the highest",
}


def cards(counts: Any) -> list[str]:
    """Counts by animal as a list of names."""
    return [name for name, count in zip(ANIMALS, counts, strict=True) for _ in range(int(count))]


def name_of(cell: int) -> str | None:
    return ANIMALS[cell - 1] if cell > 0 else None


# --- What a seat sees


def view(edition: Edition, state: Any, seat: int) -> dict[str, Any]:
    """The table as a seat sees it, as plain data."""
    now = int(step(state))
    seats = [_seat_view(edition, state, seat, other) for other in range(int(state.seats))]
    data: dict[str, Any] = {
        "me": seat,
        "step": STEPS[now],
        "round": int(state.round_number) + (0 if now < 0 else 1),
        "rounds": int(state.rounds),
        "turn": int(state.turn) + 1,
        "turns": TURNS,
        "leader": int(state.leader),
        "pile": cards(state.pile),
        "seats": seats,
        "teams": int(state.teams),
        "no_peek": bool(state.no_peek),
        "prompt": _prompt(state, seat, now),
    }
    if int(state.gamble):
        data["gamble"] = _gamble_view(edition, state, seat)
    if now < 0:
        data["winners"] = [s for s in range(int(state.seats)) if wins(state, s)]
    return data


def _seat_view(edition: Edition, state: Any, seat: int, other: int) -> dict[str, Any]:
    mine = other == seat
    open_hand = bool(sees_hand(state, seat, other))
    held = int(edition.box.set_size) - int(state.gamble) - int(state.played[other].sum())
    return {
        "seat": other,
        "team": int(state.team[other]),
        "coins": int(state.coins[other]),
        "latest": int(state.latest[other]),
        "leads": other == int(state.leader),
        "asked": bool(int(waiting(state)) >> other & 1),
        "chosen": bool(has_chosen(state, other)),
        "choice": name_of(int(state.choice[other])) if mine else None,
        "active": name_of(int(state.active[other])),
        "collection": cards(state.collection[other]),
        "worth": int(worth(edition.box, state, other)),
        "hand": cards(state.hand[other]) if open_hand else None,
        "hand_count": 0 if is_gone(state, other) or not int(state.depth) else held,
        "in_round": bool(is_in(state, other)),
        "in_game": not is_gone(state, other),
    }


def _gamble_view(edition: Edition, state: Any, seat: int) -> dict[str, Any]:
    seats = int(state.seats)
    data: dict[str, Any] = {
        "pots": _pots(state),
        "pot": int(state.carry) + int(state.paid.sum()),
        "ante": int(state.ante),
        "high": int(state.high),
        "bets": [int(b) for b in state.bet[:seats]],
        "all_in": [bool(is_in(state, s)) and int(state.coins[s]) == 0 for s in range(seats)],
    }
    if 0 <= seat < seats and not is_gone(state, seat):
        data["to_call"] = int(state.high) - int(state.bet[seat])
        data["least_raise_to"] = int(state.high) + int(state.least_raise)
        data["took"] = name_of(int(state.taken[seat]))
        data["missing"] = [ANIMALS[a] for a in range(KINDS) for _ in range(own_missing(edition.box, state, seat, a))]
    return data


def _pots(state: Any) -> list[dict[str, Any]]:
    """R24: one pot for each set of claimants. Who can still match an open bet has a claim already."""
    players = [s for s in range(int(state.seats)) if is_in(state, s)]
    levels = {int(state.paid[s]) for s in players if int(state.coins[s]) == 0}
    levels.add(max((int(state.paid[s]) for s in players), default=0))
    pots: list[dict[str, Any]] = []
    low = 0
    for level in sorted(levels - {0}):
        coins = int(pot_between(state, low, level)) + (int(state.carry) if low == 0 else 0)
        claim = [s for s in players if int(state.paid[s]) >= level or int(state.coins[s]) > 0]
        pots.append({"coins": coins, "claimants": claim})
        low = level
    return pots


def _prompt(state: Any, seat: int, now: int) -> str:
    if now < 0:
        return "The game is over."
    if seat < 0 or not int(waiting(state)) >> seat & 1:
        return "Waiting for the others."
    if now == CHOOSE:
        return "Choose a card in secret."
    if now == BET:
        owed = int(state.high) - int(state.bet[seat])
        return f"Your bet: {owed} to call." if owed else "Your bet: check or raise."
    return f"Your {ANIMALS[int(state.active[seat]) - 1].capitalize()} may act."


def draw(data: dict[str, Any], names: Sequence[str]) -> str:
    """A view as plain text, at most 80 columns wide."""
    lines = []
    if data["step"] == "over":
        lines.append(f"The game is over after {data['round']} rounds.")
    else:
        where = f"Round {data['round']} of {data['rounds']}, turn {data['turn']} of {data['turns']}"
        lines.append(f"{where}. Leader: {names[data['leader']]}.")
    lines.append(f"Pile: {_listed(data['pile'])}")
    gamble = data.get("gamble")
    if gamble:
        pots = " + ".join(str(p["coins"]) for p in gamble["pots"]) or str(gamble["pot"])
        lines.append(f"Pot: {pots}   ante {gamble['ante']}   highest bet {gamble['high']}")
    lines.append("")
    for seat in data["seats"]:
        lines += _seat_lines(data, seat, names)
    return "\n".join(lines)


def _seat_lines(data: dict[str, Any], seat: dict[str, Any], names: Sequence[str]) -> list[str]:
    gamble = data.get("gamble")
    number = seat["seat"]
    team = f" (team {seat['team'] + 1})" if data["teams"] else ""
    notes = []
    if not seat["in_game"]:
        notes.append("left the game")
    elif not seat["in_round"]:
        notes.append("folded")
    elif seat["asked"]:
        notes.append("to decide")
    elif gamble and gamble["all_in"][number] and data["step"] != "over":
        notes.append("all in")
    elif seat["chosen"]:
        notes.append("has chosen")
    if gamble and gamble["bets"][number]:
        notes.append(f"bet {gamble['bets'][number]}")
    mark = ">" if seat["asked"] else " "
    lines = [f"{mark} {names[number][:16] + team:<24} {seat['coins']:>4} coins   {', '.join(notes)}".rstrip()]
    shown = f"active {_card(seat['active'])}" if seat["active"] else "no active card"
    if seat["collection"] or seat["active"]:
        lines.append(f"    {shown:<16} collection {_listed(seat['collection'])} = {seat['worth']}")
    if number == data["me"] and seat["hand"] is not None:
        chosen = f"   chosen: {_card(seat['choice'])}" if seat["choice"] else ""
        lines.append(f"    hand {_listed(seat['hand'])}{chosen}")
        if gamble and gamble.get("took"):
            lines.append(f"    taken unseen: {_card(gamble['took'])}; missing: {_listed(gamble['missing'])}")
    elif seat["hand"] is not None and seat["hand"]:
        lines.append(f"    hand {_listed(seat['hand'])}")
    elif seat["hand_count"]:
        lines.append(f"    hand of {seat['hand_count']} hidden cards")
    return lines


def _listed(names: Sequence[str]) -> str:
    """`2 Rats, Fox`, in the animals' order; `nothing` for none."""
    parts = []
    for animal in ANIMALS:
        count = list(names).count(animal)
        if count:
            parts.append(_card(animal) if count == 1 else f"{count} {_card(animal)}{_plural(animal)}")
    return ", ".join(parts) or "nothing"


def _plural(animal: str) -> str:
    return "es" if animal == "fox" else "s"


def _card(animal: str) -> str:
    return animal.capitalize()


# --- Actions and events in sentences


def _place(place: int) -> str:
    if place < FIRST_SEAT:
        return "the pile"
    seat, zone = divmod(place - FIRST_SEAT, ZONES)
    return f"{{{seat}'s}} " + ("collection", "active card", "cards")[zone]


def describe(edition: Edition, state: Any, seat: int, action: int) -> str:
    """An action as a sentence."""
    data = ACTIONS.data(action)
    match data["do"]:
        case "choose":
            return f"Choose the {_card(data['animal'])}"
        case "take" | "discard":
            return _deed_sentence(data["do"], data["animal"], PLACE_NAMES.index(data["place"]))
        case "call":
            return f"Call {int(state.high) - int(state.bet[seat])}"
        case "raise":
            return f"Raise to {data['to']}"
        case "all_in":
            return f"Go all in with {int(state.coins[seat])}"
        case other:
            return str(other).capitalize()


def _deed_sentence(verb: str, animal: str, place: int) -> str:
    card = _card(animal)
    if place < FIRST_SEAT:
        what = f"all {card}{_plural(animal)}" if place == WHOLE_PILE else f"a {card}"
        return f"Take {what} from the pile"
    seat, zone = divmod(place - FIRST_SEAT, ZONES)
    what = f"all {card}{_plural(animal)}" if zone == EVERYWHERE else f"a {card}"
    where = ("from the collection", "the active one", "active one included")[zone]
    if verb == "take":
        return f"Take {what} from {{{seat}}} ({where})"
    return f"Make {{{seat}}} discard {what} ({where})"


def narrate(edition: Edition, event: Event) -> str:
    """An event as a sentence, as far as it is known; empty for what goes without saying."""
    e = event.args
    animal = e.get("animal", UNKNOWN)
    card = "a card" if animal == UNKNOWN else f"the {_card(ANIMALS[animal])}"
    who = e.get("seat", 0)
    match event.name:
        case "leads_first":
            return f"{{{who}:is/are}} the first leader."
        case "round_begins":
            return f"Round {e['round'] + 1} begins."
        case "turn_begins":
            return f"Turn {e['turn'] + 1}. {{{e['leader']}:leads/lead}}."
        case "pays_ante":
            return f"{{{who}:pays/pay}} the ante of {e['coins']}."
        case "leaves":
            return f"{{{who}}} cannot pay the ante; the seat is left with {e['coins']} coins."
        case "takes_unseen":
            return f"{{{who}:takes/take}} {card} unseen from {{{e['owner']}'s}} hand."
        case "removed":
            return f"{{{who}:removes/remove}} another of {{{e['owner']}'s}} cards for the round; nobody sees it."
        case "draws":
            return f"{{{who}:draws/draw}} {card}."
        case "chooses":
            return f"{{{who}:chooses/choose}} {card}."
        case "checks":
            return f"{{{who}:checks/check}}."
        case "calls":
            return f"{{{who}:calls/call}} {e['coins']}."
        case "raises":
            return f"{{{who}:raises/raise}} to {e['to']}."
        case "goes_all_in":
            return f"{{{who}:goes/go}} all in, {e['to']} in this betting round."
        case "folds":
            return f"{{{who}:folds/fold}}; those cards are set aside."
        case "gets_back":
            return f"{{{who}:gets/get}} back {e['coins']} that nobody matched."
        case "reveals":
            return f"{{{who}:reveals/reveal}} {card}."
        case "takes" | "discards":
            return _deed_event(event)
        case "passes":
            return f"{{{who}:passes/pass}}."
        case "has_no_card":
            return f"{{{who}:has/have}} no active card to act with."
        case "has_no_target":
            return f"{{{who}'s}} {_card(ANIMALS[animal])} has no target."
        case "scores":
            return f"{{{who}:scores/score}} {e['coins']} coins."
        case "wins_pot":
            pot = "the pot" if e["pot"] == 0 else f"side pot {e['pot']}"
            worth_of = f", with a collection worth {e['worth']}" if e["worth"] >= 0 else "; all others have folded"
            return f"{{{who}:takes/take}} {e['coins']} from {pot}{worth_of}."
        case "pot_remains":
            return f"{e['coins']} coins stay in the pot."
        case "game_over":
            named = " and ".join(f"{{{s}}}" for s in list_bits(e["winners"]))
            return f"The game is over. Winning: {named}."
        case _:
            return ""


def _deed_event(event: Event) -> str:
    animal = ANIMALS[event["animal"]]
    count = event["count"]
    what = f"a {_card(animal)}" if count == 1 else f"{count} {_card(animal)}{_plural(animal)}"
    who, place = event["seat"], event["place"]
    if place < FIRST_SEAT:
        return f"{{{who}:takes/take}} {what} from the pile."
    victim, zone = divmod(place - FIRST_SEAT, ZONES)
    where = (" (from the collection)", " (the active one)", "")[zone]
    if event.name == "takes":
        return f"{{{who}:takes/take}} {what} from {{{victim}}}{where}."
    return f"{{{who}:makes/make}} {{{victim}}} discard {what}{where}."


# --- Why something is refused


def why_not(edition: Edition, state: Any, seat: int, intent: Any) -> Clause | None:
    """The clause that forbids an action or an intent; None where it is legal.

    An intent is what a person points at: `{"animal": "hawk", "zone": "hand", "seat": 2}`."""
    try:
        intent = ACTIONS.number(intent)
    except MalformedError:
        if isinstance(intent, str | Mapping):
            return _intent_clause(intent)
        raise
    if not 0 <= seat < int(state.seats):
        return CLAUSES[NOT_ASKED]
    number = int(refusal(edition.box, state, seat, intent))
    return None if number == 0 else _clause(edition, state, seat, intent, number)


def _intent_clause(intent: Any) -> Clause:
    zone = intent.get("zone") if isinstance(intent, Mapping) else None
    if zone == "hand":
        return CLAUSES[HAND_CARD]
    if zone == "removed":
        return CLAUSES[REMOVED_CARD]
    raise MalformedError(f"'{intent}' is neither an action nor a card on the table")


def _clause(edition: Edition, state: Any, seat: int, action: int, number: int) -> Clause:
    """The clause, told of the case at hand."""
    data = ACTIONS.data(action)
    section = CLAUSES[number].section
    if number == NOT_IN_HAND:
        return Clause(section, f"You have no {_card(data['animal'])} in your hand.")
    if number == NO_SUCH_DEED:
        active = ANIMALS[int(state.active[seat]) - 1]
        able = _who_can(edition, data["do"], data["animal"], PLACE_NAMES.index(data["place"]))
        others = f"Only a {' or a '.join(able)} can." if able else "No animal can."
        return Clause(section, f"A {_card(active)} cannot {_what(data)}. {others}", for_all=not able)
    if number == NOT_THERE:
        place = PLACE_NAMES.index(data["place"])
        return Clause(section, f"There is no {_card(data['animal'])} among {_place(place)}.")
    if number == NOT_IN_PILE:
        return Clause(section, f"There is no {_card(data['animal'])} in the pile.")
    if number == RAISE_TOO_SMALL:
        return Clause(section, f"The least raise is to {int(state.high) + int(state.least_raise)}.")
    return CLAUSES[number]


def _what(data: Mapping[str, Any]) -> str:
    place = PLACE_NAMES.index(data["place"])
    every = place == WHOLE_PILE or (place >= FIRST_SEAT and (place - FIRST_SEAT) % ZONES == EVERYWHERE)
    what = f"all {_card(data['animal'])}{_plural(data['animal'])}" if every else f"a {_card(data['animal'])}"
    source = " from the pile" if place < FIRST_SEAT else ""
    return f"take {what}{source}" if data["do"] == "take" else f"make somebody discard {what}{source}"


def _who_can(edition: Edition, do: str, animal: str, place: int) -> list[str]:
    """The animals that have this deed in this edition."""
    if place < FIRST_SEAT:
        need = PILE_ALL if place == WHOLE_PILE else PILE_ONE
    else:
        need = RIVAL_ALL if (place - FIRST_SEAT) % ZONES == EVERYWHERE else RIVAL_ONE
    verb = 1 if do == "take" else 0
    prey = ANIMALS.index(animal)
    return [_card(a) for i, a in enumerate(ANIMALS) if int(find_reach(edition.box, i, verb, prey)) & need]

