"""Tooth & Talon in words: why something is refused, and how events are told.

Seats stand in sentences as marks like {2} (see engine.seat_names); who sits there is known where they are shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bestiary.engine.bits import list_bits
from bestiary.engine.content import Edition
from bestiary.engine.game import Clause
from bestiary.engine.sight import Sight
from bestiary.engine.telling import Args, Tell, Telling, Way
from bestiary.games.talon.deeds import find_reach
from bestiary.games.talon.state import (
    ACTIONS, ANIMALS, BETS_PAID, CALL_TAKES_ALL, CARDS_KEPT, CHOICE_HELD, COINS_KEPT, EVENTS, EVERYWHERE, FIRST_SEAT,
    GAME_IS_OVER, HAND_CARD, HAND_SIZE, MUST_ANSWER_BET, NO_NEGATIVE, NO_SUCH_DEED, NOBODY_THERE, NOT_ASKED,
    NOT_IN_HAND, NOT_IN_PILE, NOT_THERE, NOTHING_TO_CALL, NOW_ACT, NOW_BET, NOW_CHOOSE, OWN_CARD, PILE_ALL, PILE_ONE,
    PLACE_NAMES, RAISE_TAKES_ALL, RAISE_TOO_SMALL, REMOVED_CARD, RIVAL_ALL, RIVAL_ONE, SET_ASIDE, SWEPT, TEAM_MATE,
    WHOLE_PILE, ZONES,
)  # fmt: skip
from bestiary.games.talon.view import plural

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


# --- Events


def _card(animal: str) -> str:
    return animal.capitalize()


def _named(edition: Edition, animal: int | None) -> str:
    return "a card" if animal is None else f"the {_card(ANIMALS[animal])}"


def _place_of(place: int) -> str:
    """A place by its number; the pile has two, since a deed may take all of it."""
    return "pile" if place < FIRST_SEAT else PLACE_NAMES[place]


def _deed_said(edition: Edition, e: Args) -> str:
    """Who hits whom with what."""
    animal, count, who, place = ANIMALS[e["animal"]], e["count"], e["seat"], e["place"]
    what = f"a {_card(animal)}" if count == 1 else f"{count} {plural(animal)}"
    tool = _card(ANIMALS[e["tool"]]) if e["tool"] >= 0 else "card"
    if place < FIRST_SEAT:
        return f"{{{who}'s}} {tool} takes {what} from the pile."
    victim, zone = divmod(place - FIRST_SEAT, ZONES)
    where = ("from the collection", "the active one")[zone]
    return f"{{{who}'s}} {tool} takes {what} from {{{victim}}} ({where})."


def _discard_said(edition: Edition, e: Args) -> str:
    animal, count, who = ANIMALS[e["animal"]], e["count"], e["seat"]
    what = f"a {_card(animal)}" if count == 1 else f"{count} {plural(animal)}"
    victim, zone = divmod(e["place"] - FIRST_SEAT, ZONES)
    where = ("from the collection", "the active one")[zone]
    return f"{{{who}'s}} {_card(ANIMALS[e['tool']])} makes {{{victim}}} discard {what} ({where})."


def _pot_said(edition: Edition, e: Args) -> str:
    pot = "the pot" if e["pot"] == 0 else f"side pot {e['pot']}"
    why = f", with a collection worth {e['worth']}" if e["worth"] >= 0 else "; all others have folded"
    return f"{{{e['seat']}:takes/take}} {e['coins']} from {pot}{why}."


def _over_said(edition: Edition, e: Args) -> str:
    return f"The game is over. Winning: {' and '.join(f'{{{s}}}' for s in list_bits(e['winners']))}."


TO_BET = Way("coin", "stack:{seat}", "bet:{seat}", "{coins}")
HOME = tuple(Way(animal, "collection:{seat}", "pile", f"{{{animal}}}") for animal in ANIMALS)
SET = tuple(Way(animal, "pile", "hand:{seat}", f"{{{animal}}}") for animal in ANIMALS)

TELLING: Final = Telling(
    EVENTS,
    words={"animal": ANIMALS, "tool": ANIMALS, "place": _place_of, "zone": SWEPT},
    titles={
        "animal": _named,
        "round": lambda edition, number: str(number + 1),
        "turn": lambda edition, number: str(number + 1),
    },
    leads_first=Tell("{seat:is/are} the first leader."),
    round_begins=Tell("Round {round} begins.", opens=True),
    turn_begins=Tell("Turn {turn}. {leader:leads/lead}.", opens=True),
    pays_ante=Tell("{seat:pays/pay} the ante of {coins}.", Way("coin", "stack:{seat}", "pot", "{coins}")),
    leaves=Tell("{seat} cannot pay the ante; the seat is left with {coins} coins.",
                Way("", "hand:{seat}", "out", "{cards}")),
    nobody_pays=Tell("Nobody can pay the ante of {coins}, so the game ends; the largest stack wins."),
    takes_unseen=Tell("{seat:takes/take} {animal} unseen from {owner's} hand.",
                      Way("{animal}", "hand:{owner}", "hand:{seat}")),
    removed=Tell("{seat:removes/remove} another of {owner's} cards for the round; nobody sees it.",
                 Way("{animal}", "hand:{owner}", "removed:{owner}")),
    draws=Tell("{seat:draws/draw} {animal}.", Way("{animal}", "hand:{seat}", "active:{seat}")),
    chooses=Tell("{seat:chooses/choose} {animal}.", Way("{animal}", "hand:{seat}", "active:{seat}")),
    checks=Tell("{seat:checks/check}."),
    calls=Tell("{seat:calls/call} {coins}.", TO_BET),
    raises=Tell("{seat:raises/raise} to {to}.", TO_BET),
    goes_all_in=Tell("{seat:goes/go} all in, {to} in this betting round.", TO_BET),
    folds=Tell("{seat:folds/fold}; those cards are set aside."),
    gets_back=Tell("{seat:gets/get} back {coins} that nobody matched.",
                   Way("coin", "bet:{seat}", "stack:{seat}", "{coins}")),
    puts_in=Tell("", Way("coin", "bet:{seat}", "pot", "{coins}")),
    reveals=Tell("{seat:reveals/reveal} {animal}.", Way("{animal}", "active:{seat}", "active:{seat}")),
    takes=Tell(_deed_said, Way("{animal}", "{place}", "collection:{seat}", "{count}")),
    discards=Tell(_discard_said, Way("{animal}", "{place}", "pile", "{count}")),
    passes=Tell("{seat:passes/pass}."),
    has_no_card=Tell("{seat:has/have} no active card to act with."),
    has_no_target=Tell(lambda edition, e: f"{{{e['seat']}'s}} {_card(ANIMALS[e['animal']])} has no target."),
    collects=Tell("", Way("{animal}", "active:{seat}", "collection:{seat}")),
    scores=Tell("{seat:scores/score} {coins} coins."),
    wins_pot=Tell(_pot_said, Way("coin", "pot", "stack:{seat}", "{coins}")),
    pot_remains=Tell("{coins} coins stay in the pot."),
    gathers=Tell("", *HOME),
    sweeps=Tell("", Way("", "{zone}:{seat}", "pile", "{cards}")),
    takes_set=Tell("", *SET),
    game_over=Tell(_over_said, opens=True),
)  # fmt: skip


# --- Why something is refused


def explain(sight: Sight, action: int, number: int) -> Clause:
    """The clause, told of the case at hand."""
    now, section = sight.now, CLAUSES[number].section
    data = ACTIONS.data(action) if action >= 0 else {}
    if number == NOT_IN_HAND:
        return Clause(section, f"You have no {_card(data['animal'])} in your hand.")
    if number == NO_SUCH_DEED:
        active = ANIMALS[now.active[sight.seat] - 1]
        able = _who_can(sight.edition, data["do"], data["animal"], PLACE_NAMES.index(data["place"]))
        others = f"Only a {' or a '.join(able)} can." if able else "No animal can."
        return Clause(section, f"A {_card(active)} cannot {_what(data)}. {others}", for_all=not able)
    if number == NOT_THERE:
        return Clause(section, f"There is no {_card(data['animal'])} among {_owned(PLACE_NAMES.index(data['place']))}.")
    if number == NOT_IN_PILE:
        return Clause(section, f"There is no {_card(data['animal'])} in the pile.")
    if number == RAISE_TOO_SMALL:
        return Clause(section, f"The least raise is to {now.high + now.least_raise}.")
    return CLAUSES[number]


def _owned(place: int) -> str:
    seat, zone = divmod(place - FIRST_SEAT, ZONES)
    return f"{{{seat}'s}} " + ("collection", "active card", "cards")[zone]


def _what(data: Mapping[str, Any]) -> str:
    place = PLACE_NAMES.index(data["place"])
    every = place == WHOLE_PILE or (place >= FIRST_SEAT and (place - FIRST_SEAT) % ZONES == EVERYWHERE)
    what = f"all {plural(data['animal'])}" if every else f"a {_card(data['animal'])}"
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

