"""Tailed Beasts: the case at hand of a refused action: what it named, and what of the position a sentence about it
needs. The sentences in `reasons` name these properties in braces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bestiary.engine.content import Edition
from bestiary.engine.frames import step
from bestiary.games.beasts import names
from bestiary.games.beasts.approach import buffs
from bestiary.games.beasts.asking import prompt
from bestiary.games.beasts.board import captured, controller, foreign_units, points_in, ready_in, room_in, worth
from bestiary.games.beasts.cards.entries import SA_CHAIN, TALLY_ALLY, TALLY_BEAST, TALLY_BOAT, TALLY_MARKER
from bestiary.games.beasts.cards.sentences import with_article
from bestiary.games.beasts.phases import hidden_price, price_of
from bestiary.games.beasts.setup import points_kept, points_to_post
from bestiary.games.beasts.shop import token_of
from bestiary.games.beasts.specialties import FIRST, KIND, SECOND, action_at, hunted_strength
from bestiary.games.beasts.stack import (
    ASIDE_FIELD, ASIDE_POINTS, ASIDE_START, AT, CHOICE_OF, EFFECT_CARD, LOSING_FIELD, LOSS_FIELD, PLACING_UNIT,
    RECRUIT_ONLY, RECRUIT_POINTS, RETREAT_FIELD, SHED_THAWS, TAKE_FROM, TARGET_CARD, TRAVEL_FOCUS, TRAVEL_LEAVING,
    TRAVEL_OTHER, UNCHAIN_BEAST, WINDOW_ACTOR, top, under,
)  # fmt: skip
from bestiary.games.beasts.standing import fighting_card
from bestiary.games.beasts.state import (
    ACTIONS, AKATSUKI, ASIDE, BOAT, BRIBE, CALTROPS, CHAIN, CHOICE, CHUNIN, COUNTERSEAL, DOUBLE_PAY, FIELDS,
    FIELD_MEDIC, FIELD_POINTS, FREEZE, FROM_HIDDEN, ILLUSION, IN_BOX, IRON_DISCIPLINE, KAMUI, LAST_STAND, LOADED_DIE,
    LOSING, PARALYZE, PATHFINDER, POISON, PURIFY, REINFORCE, RETREAT, SHEDDING, SKULLS, SLOTS, SMOKE_SCREEN, SPECIALTY,
    SPECIALTY_CARDS, SUBSTITUTION, TRAVELLING, UNIT_TYPES, UPGRADE, VANGUARD, WAR, WATER, WINDOW, WITH_PLAYER,
)  # fmt: skip
from bestiary.games.beasts.tracks import strength_bonus

DEEDS: Final[Mapping[str, str]] = {
    "pass": "pass", "done": "stop", "yes": "agree", "no": "decline", "field": "name a field",
    "into": "begin a travel", "from": "begin a travel", "unmark": "take back a marker", "recall": "move a marker",
    "mark": "place a marker", "post": "post units", "unit": "choose a unit", "specialty": "choose a specialty",
    "place": "choose a place in the order", "buy": "buy a card", "hidden": "choose a hidden card",
    "act": "choose an action card", "card": "choose a battle card", "awaken": "awaken a card",
    "track": "choose a track", "token": "choose a token", "beast": "choose a beast",
    "unchain": "fight for a chained beast", "player": "choose a player", "option": "choose a branch of an effect",
}  # fmt: skip
"""What an action of each kind would be."""
MOMENTS: Final[Mapping[int, str]] = {
    COUNTERSEAL: "when another player announces an action card",
    PATHFINDER: "when you announce a travel",
    VANGUARD: "before strength is compared in a war or hunt that you begin",
    REINFORCE: "when your travel leads into a war with a player, or before strength is compared in one",
    CALTROPS: "before strength is compared in a war that you defend",
    LAST_STAND: "before strength is compared in a war that you defend",
    SMOKE_SCREEN: "before a battle of yours",
    FIELD_MEDIC: "before the cards of a war of yours heal",
    BRIBE: "when another player is about to receive coins for a field",
    DOUBLE_PAY: "when you are about to receive coins for a field",
    UPGRADE: "when you are about to receive an ally",
    PURIFY: "when you are about to receive a token",
    LOADED_DIE: "when the die of your hunt is rolled",
    IRON_DISCIPLINE: "when your units are about to retreat",
}
"""When an action card is a reaction."""
TURN_MOMENT: Final = "as an action, on your turn"
COUNTED: Final[Mapping[int, str]] = {
    TALLY_MARKER: "your markers on the map",
    TALLY_BEAST: "your captured beasts",
    TALLY_BOAT: "your boats on the map",
    TALLY_ALLY: "the allies in your hand",
}
ORDINALS: Final = ("first", "second", "third", "fourth")
GROUND: Final = ("land", "water")


class Case:
    """A refused action, where it was refused."""

    def __init__(self, edition: Edition, state: Any, seat: int, action: int) -> None:
        self.edition, self.state, self.seat = edition, state, seat
        self.box, self.now = edition.box, int(step(state))
        kind, _ = ACTIONS.split(action)
        self.kind, self.index = kind.name, action - ACTIONS.offset[kind.name]

    def _number(self, register: int) -> int:
        """A number of the present step."""
        return int(top(self.state, register))

    def _name(self, field: int) -> str:
        return names.field_name(self.edition, field) if 0 <= field < FIELDS else "the map"

    def _player(self, seat: int) -> str:
        """A player as a mark."""
        return f"{{{seat}}}" if 0 <= seat < int(self.state.seats) else f"seat {seat}"

    # --- Who

    @property
    def question(self) -> str:
        return prompt(self.edition, self.state, self.seat)

    @property
    def deed(self) -> str:
        return DEEDS[self.kind]

    @property
    def players(self) -> str:
        return f"{int(self.state.seats)} players"

    @property
    def clan(self) -> str:
        return names.clan_name(self.edition, int(self.state.clan[self.seat]))

    @property
    def covenant(self) -> str:
        return names.clan_name(self.edition, AKATSUKI)

    @property
    def holder(self) -> str:
        return self._player(int(self.state.order[self.index]))

    @property
    def place(self) -> str:
        return ORDINALS[self.index]

    @property
    def actors(self) -> str:
        """Whose doing the window is about."""
        return f"{{{self._number(WINDOW_ACTOR)}'s}}"

    @property
    def defender(self) -> str:
        return self._player(int(self.state.defender))

    @property
    def sides(self) -> str:
        return f"{self._player(int(self.state.attacker))} and {self._player(int(self.state.defender))}"

    @property
    def player(self) -> str:
        """The player that was chosen, or whose hidden cards were."""
        return self._player(self.index if self.kind == "player" else self._number(CHOICE_OF))

    @property
    def player_does(self) -> str:
        return f"{{{self.index}:does/do}}"

    @property
    def loser_has(self) -> str:
        """Whose action cards are chosen from."""
        return "You have" if (other := self._number(CHOICE_OF)) == self.seat else f"{self._player(other)} has"

    @property
    def victim(self) -> str:
        return self._player(self._number(TAKE_FROM))

    @property
    def meant(self) -> str:
        mask = self._number(CHOICE_OF)
        some = [other for other in range(int(self.state.seats)) if mask >> other & 1]
        return names.listed(["you" if other == self.seat else self._player(other) for other in some], "or")

    # --- Fields

    @property
    def at(self) -> int:
        """The field that the action names; a post names a field and a unit."""
        return self.index // UNIT_TYPES if self.kind == "post" else self.index

    @property
    def way(self) -> tuple[int, int]:
        """From where to where the units would go."""
        if self.now == TRAVELLING and self._number(AT) > 0:
            focus = self._number(TRAVEL_FOCUS)
            other = self.index if self.kind == "field" else self._number(TRAVEL_OTHER) - 1
            return (focus, other) if self._number(TRAVEL_LEAVING) == 1 else (other, focus)
        if self.now == ASIDE:
            at = self._number(AT)
            start = self.index if at == 0 else self._number(ASIDE_START)
            return start, self._number(ASIDE_FIELD) if at == 2 else self.index
        if self.now == RETREAT:
            return self._number(RETREAT_FIELD), self.index
        if self.now == SKULLS:
            return self._number(LOSS_FIELD), -1
        if self.now == LOSING and self.kind == "unit":
            return self._number(LOSING_FIELD) - 1, -1
        return self.at, self.at

    @property
    def field(self) -> str:
        return self._name(self.at)

    @property
    def start(self) -> str:
        return self._name(self.way[0])

    @property
    def goal(self) -> str:
        return self._name(self.way[1])

    @property
    def focus(self) -> str:
        return self._name(self._number(TRAVEL_FOCUS))

    @property
    def other(self) -> str:
        return self._name(self._number(TRAVEL_OTHER) - 1)

    @property
    def whence(self) -> str:
        return "that units go to" if self._number(TRAVEL_LEAVING) == 1 else "that units come from"

    @property
    def ground(self) -> str:
        return GROUND[int(self.box.kind[self.at])] if self.at != KAMUI else "beyond the map"

    @property
    def goal_ground(self) -> str:
        return GROUND[int(self.box.kind[self.way[1]])]

    @property
    def hollow(self) -> str:
        return f"The {names.name_of(self.edition, 'kamui')}"

    @property
    def base(self) -> str:
        return names.name_of(self.edition, "base")

    @property
    def bases(self) -> str:
        return f"{self.base}s"

    @property
    def battlefield(self) -> str:
        return self._name(int(self.state.war_field))

    @property
    def home(self) -> str:
        return self._name(int(self.state.start[self.seat, 0]))

    @property
    def own_home(self) -> str:
        if int(self.state.clan[self.seat]) == AKATSUKI:
            return f"any {self.base}"
        capital = int(self.state.clan[self.seat]) + 1
        return next((self._name(f) for f in range(FIELDS) if int(self.box.capital[f]) == capital), "your capital")

    @property
    def starts(self) -> str:
        return names.listed([self._name(int(f)) for f in self.state.start[self.seat] if int(f) >= 0])

    @property
    def claimant(self) -> str:
        beast = int(self.state.lair[self.at]) - 1
        if beast >= 0:
            return f"{names.beast_name(self.edition, beast)} is there"
        seats = range(int(self.state.seats))
        other = next((s for s in seats if self.at in [int(f) for f in self.state.start[s]]), self.seat)
        return "you begin there" if other == self.seat else f"{self._player(other)} begins there"

    @property
    def beast_there(self) -> str:
        return names.beast_name(self.edition, int(self.state.lair[self.way[1]]) - 1)

    @property
    def units_owner(self) -> str:
        return self._player(int(foreign_units(self.state, self.seat, self.way[1])))

    @property
    def marker_owner(self) -> str:
        return self._player(int(self.state.marker[self.way[1]]) - 1)

    @property
    def controller(self) -> str:
        return self._player(int(controller(self.state, self.at)))

    @property
    def marker_there(self) -> str:
        owner = int(self.state.marker[self.at]) - 1
        if owner < 0:
            return "no marker is there"
        return "it is yours" if owner == self.seat else f"it is {{{owner}'s}}"

    @property
    def whose(self) -> str:
        """Whose marker is asked for."""
        owner = self._number(CHOICE_OF) if self.now == CHOICE else self.seat
        return "your" if owner == self.seat else f"{{{owner}'s}}"

    @property
    def room(self) -> str:
        return names.count(int(room_in(self.state, self.seat, self.way[1])), "point")

    @property
    def field_points(self) -> str:
        return names.count(FIELD_POINTS, "point")

    @property
    def event(self) -> str:
        return names.event_name(self.edition, int(self.state.event) - 1)

    # --- Units

    @property
    def unit_type(self) -> int:
        """The type that was chosen, or that is to be placed; of a field that units step out of the least one there."""
        if self.kind == "post":
            return self.index % UNIT_TYPES
        if self.now == ASIDE and self.kind == "field":
            start, sea = self.way[0], int(self.box.kind[self.way[0]]) == WATER
            there = self.state.ready[self.seat, start] + self.state.prone[self.seat, start]
            return BOAT if sea else next((slot + 1 for slot in range(SLOTS) if int(there[slot])), CHUNIN)
        return self.index // 2 if self.kind == "unit" else self._number(PLACING_UNIT)

    @property
    def unit(self) -> str:
        return names.unit_name(self.edition, self.unit_type)

    @property
    def a_unit(self) -> str:
        return with_article(self.unit)

    @property
    def worth(self) -> str:
        return names.count(int(worth(self.unit_type)), "point")

    @property
    def posture(self) -> str:
        return "prone" if self.index % 2 else "ready"

    @property
    def domain(self) -> str:
        return names.unit_name(self.edition, BOAT, 2) if self.unit_type == BOAT else "units"

    @property
    def army(self) -> str:
        points = sum(int(points_in(self.state, self.seat, field)) for field in range(FIELDS))
        return names.count(points, "point of units", "points of units")

    @property
    def left(self) -> str:
        return names.count(int(points_to_post(self.state, self.seat)), "point")

    @property
    def kept(self) -> str:
        return str(int(points_kept(self.state, self.seat, self.at)))

    @property
    def recruit_points(self) -> str:
        return names.count(self._number(RECRUIT_POINTS), "point")

    @property
    def aside_points(self) -> str:
        return names.count(self._number(ASIDE_POINTS), "point")

    @property
    def only(self) -> str:
        only = self._number(RECRUIT_ONLY)
        if only >= 0:
            return names.unit_name(self.edition, only, 2)
        return f"{names.unit_name(self.edition, BOAT, 2)} or {names.unit_name(self.edition, CHUNIN, 2)}"

    # --- Cards

    @property
    def card(self) -> str:
        return names.card_name(self.edition, self.index)

    @property
    def text(self) -> str:
        """What is printed on a card, in one line and without the last full stop."""
        return " ".join(names.effect_texts(self.edition, self.index) or ("it only fights",)).rstrip(".")

    @property
    def awakening(self) -> str:
        return names.name_of(self.edition, "awakening")

    @property
    def score(self) -> str:
        side = 0 if self.seat == int(self.state.attacker) else 1
        return f"{int(self.state.points[side])} to {int(self.state.points[1 - side])}"

    @property
    def fighters(self) -> str:
        cards = [int(fighting_card(self.state, side, int(self.state.battle))) for side in range(2)]
        return names.listed([names.card_name(self.edition, card) for card in cards])

    @property
    def pile(self) -> str:
        owner = self._number(CHOICE_OF) if self.now == CHOICE else self.seat
        return "your discard pile" if owner == self.seat else f"the discard pile of {self._player(owner)}"

    @property
    def effect_card(self) -> str:
        return names.card_name(self.edition, int(under(self.state, EFFECT_CARD)))

    @property
    def branches(self) -> str:
        return names.count(self._number(CHOICE_OF), "branch", "branches")

    @property
    def action_card(self) -> int:
        return self.index if self.kind == "buy" else self.index // 2

    @property
    def action(self) -> str:
        return names.action_name(self.edition, self.action_card)

    @property
    def its_token(self) -> str:
        """What the action card, or the specialty, would bring."""
        card = self.action_card
        token = int(action_at(self.box, self.state, self.seat, FIRST)) if card == SPECIALTY else int(token_of(card))
        if card == SPECIALTY and int(action_at(self.box, self.state, self.seat, KIND)) == SA_CHAIN:
            token = CHAIN
        return names.token_name(self.edition, token)

    @property
    def origin(self) -> str:
        return "hidden" if self.index % 2 == FROM_HIDDEN else "open"

    @property
    def moment(self) -> str:
        card = self.action_card
        if self.now == WINDOW and card == WAR:
            return "by itself, when units arrive where a beast or others are"
        return MOMENTS.get(card, TURN_MOMENT)

    @property
    def using(self) -> str:
        return names.action_name(self.edition, self._number(TARGET_CARD))

    @property
    def war(self) -> str:
        return names.action_name(self.edition, WAR)

    @property
    def goods(self) -> str:
        return "A hidden card" if self.kind == "hidden" else self.action

    @property
    def price(self) -> str:
        if self.kind == "hidden":
            return names.count(int(hidden_price(self.box, self.state)), "coin")
        return names.count(int(price_of(self.box, self.state, self.seat, self.index)), "coin")

    @property
    def coins(self) -> str:
        return str(int(self.state.coins[self.seat]))

    # --- Specialties

    @property
    def number(self) -> int:
        return self.index // 2

    @property
    def its_clan(self) -> str:
        return names.clan_name(self.edition, self.number // SPECIALTY_CARDS)

    @property
    def specialty(self) -> str:
        clan, slot = divmod(self.number, SPECIALTY_CARDS)
        return str(names.specialty_data(self.edition, clan, slot, self.index % 2)["name"])

    @property
    def counted(self) -> str:
        return COUNTED.get(int(action_at(self.box, self.state, self.seat, SECOND)), "nothing")

    @property
    def own_track(self) -> str:
        return names.track_name(self.edition, int(action_at(self.box, self.state, self.seat, FIRST)))

    # --- Beasts, tokens, tracks

    @property
    def beast_number(self) -> int:
        return self.index if self.kind in ("beast", "unchain") else self._number(UNCHAIN_BEAST)

    @property
    def beast(self) -> str:
        return names.beast_name(self.edition, self.beast_number)

    @property
    def beast_place(self) -> str:
        at = int(self.state.beast_at[self.beast_number])
        if at < FIELDS:
            return f"in {self._name(at)}"
        owner = at - WITH_PLAYER
        if 0 <= owner < int(self.state.seats):
            return "with you" if owner == self.seat else f"with {self._player(owner)}"
        return "in the box" if at == IN_BOX else "out of the game"

    @property
    def needed(self) -> int:
        return int(hunted_strength(self.box, self.state, self.seat, self.beast_number))

    @property
    def strongest(self) -> str:
        """What one's ready units come to, with everything that would help them: in the field, or wherever most are."""
        if self.kind == "field":
            return f"your units in {self.field} come to {self._force(self.at)}"
        most = max((self._force(at) for at in range(KAMUI) if ready_in(self.state, self.seat, at)), default=0)
        return f"your strongest field comes to {most}" if most else "you have no ready units on the map"

    def _force(self, at: int) -> int:
        """With the track, and all that could be played."""
        bonus = strength_bonus(self.box, self.state, self.seat) + buffs(self.box, self.state, self.seat, at)
        return int(ready_in(self.state, self.seat, at)) + int(bonus)

    @property
    def beasts(self) -> int:
        return int(captured(self.state, self.seat))

    @property
    def their_beasts(self) -> int:
        return int(captured(self.state, self.index))

    @property
    def track(self) -> str:
        return names.track_name(self.edition, self.index)

    @property
    def helper(self) -> str:
        return names.token_name(self.edition, SUBSTITUTION)

    @property
    def token(self) -> str:
        return names.token_name(self.edition, self.index)

    @property
    def shed(self) -> str:
        return names.listed([names.token_name(self.edition, token) for token in (ILLUSION, PARALYZE, POISON)], "or")

    @property
    def sheddable(self) -> str:
        thaws = [FREEZE] if self.now == SHEDDING and self._number(SHED_THAWS) == 1 else []
        kinds = (ILLUSION, PARALYZE, POISON, *thaws)
        return names.listed([names.token_name(self.edition, token) for token in kinds])
