"""Tailed Beasts: why something is refused, in sentences. The rules count clauses; here each has its heading and ruling
and a sentence whose words in braces are filled in from the case at hand."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from bestiary.engine.content import Edition
from bestiary.engine.frames import step
from bestiary.engine.game import Clause
from bestiary.games.beasts import clauses as c
from bestiary.games.beasts.asking import STEPS
from bestiary.games.beasts.cases import Case

REASONS: Final[Mapping[int, tuple[str, str]]] = {
    c.NOT_ASKED: ("Turns", "You owe no decision now; others do."),
    c.GAME_IS_OVER: ("Game end", "The game is over."),
    c.OTHER_STEP: ("Turns", "{question} This is not the moment to {deed}."),
    c.FACE_DOWN: ("Hand", "That card lies face down: only its owner can do something with it."),
    c.ONLY_COUNTED: ("Turns", "Coins, chains and the tokens of the supply are moved by the rules alone."),
    c.NO_SUCH_SEAT: ("Set-up", "There are {players} at this table, numbered from 0."),
    # Set-up, the order of a round, the shop
    c.NOT_A_BASE: ("Set-up, R12", "{field} is no {base}, and your clan begins in one."),
    c.FIELD_CLAIMED: ("Set-up, R14", "{field} is taken: {claimant}."),
    c.NOT_BESIDE_FIRST: ("Set-up, R14", "{field} does not border on {home}: neither over open land nor at a coast."),
    c.NOT_BESIDE_FIELDS: (
        "Set-up, R14", "{field} borders on none of your fields: neither over open land nor at a coast."),
    c.NEEDS_WATER: ("Set-up, R14", "One of your three fields must be water, and with {field} none could be."),
    c.NOT_A_START_FIELD: ("Set-up", "{field} is none of your first fields, which are {starts}."),
    c.POINTS_NEEDED: (
        "Set-up, R14", "{a_unit} costs {worth}. You have {left}; {kept} must stay for fields that are still empty."),
    c.OTHER_CLAN: ("Specialties", "{specialty} is a specialty of {its_clan}; you lead {clan}."),
    c.NO_SPECIALTY: ("Specialties", "This edition has no specialty {number} for {clan}."),
    c.IDLE_SPECIALTY: ("Specialties", "{specialty} could do nothing with {players}: their tracks have two places."),
    c.PLACE_TAKEN: ("Rounds", "{holder} has taken the {place} place."),
    c.SOLD_OUT: ("Shop", "No {action} is left in the shop."),
    c.TOO_DEAR: ("Shop", "{goods} costs {price}; you have {coins}."),
    c.PASSIVE_SIDE: ("Shop, R23", "You use the passive side of your specialty, so you cannot buy {action}."),
    c.NO_HIDDEN_LEFT: ("Shop, R56", "The deck of hidden cards is empty."),
    # Action cards
    c.NOT_HELD: ("Action cards", "You have no {origin} {action}."),
    c.FROZEN: ("Tokens, R49", "Your {origin} {action} is frozen until the next round."),
    c.ONLY_REACTION: ("Reactions", "{action} is a reaction: it is played {moment}."),
    c.ONLY_IN_TRAVEL: ("Travel", "{action} is played by itself when units arrive where a beast or others are."),
    c.NOWHERE_TO_GO: (
        "Travel, R74",
        "None of your units can go anywhere but to beasts too strong for them: you have {army} on the map."),
    c.NO_LESSER_ALLY: ("Action cards, R57", "You hold no ally below the highest tier that you could give up."),
    c.NOTHING_TO_SHED: ("Tokens", "You have no {shed} token to shed."),
    c.NO_STEP_ASIDE: ("Action cards", "No unit of yours has a free neighbouring field to step to."),
    c.NOBODY_PRONE: ("Action cards", "None of your units is prone."),
    c.NOBODY_AHEAD: ("Action cards", "Nobody has captured more beasts than you, who have {beasts}."),
    c.NOTHING_COUNTED: ("Specialties", "Your specialty counts {counted}, and you have none."),
    c.TRACK_LED: ("Tracks, R54", "You lead {own_track} already."),
    c.NO_PAYING_MARKER: ("Specialties", "None of your markers lies on a field with symbols."),
    c.NOBODY_WITH_SECRETS: ("Specialties", "No other player has a hidden card."),
    c.ALL_TRACKS_LED: ("Tracks, R74", "You lead all six tracks already."),
    c.PURSE_FULL: ("Shop, R74", "You have {coins} coins, the most that anybody can have."),
    c.SHELTERED: ("Events, R74", "{event} keeps all tokens away in this round."),
    c.NO_TOKEN_LEFT: ("Tokens, R74", "No {its_token} token is left in the supply."),
    c.NOTHING_TO_DRAW: ("Hand, R74", "Your deck and your discard pile are empty."),
    c.NO_ALLY_LEFT: ("Hand, R74", "No ally is left that could come to you."),
    c.NOBODY_TO_RECRUIT: ("Recruiting, R74", "No unit of your supply that it pays for has a field to go to."),
    c.MARKERS_IN_USE: ("Control, R74", "All ten markers of yours are in use, and you can place none."),
    # Reactions
    c.NOT_IN_ACTIONS: ("Reactions, R77", "{action} is played in the action phase only."),
    c.OTHER_MOMENT: ("Reactions, R22", "{question} {action} is played {moment}."),
    c.OWN_DEED: ("Reactions", "{action} is played against others, and this is your own doing."),
    c.OTHERS_DEED: ("Reactions", "{action} is for your own doing, and this is {actors}."),
    c.NOT_FIGHTING: ("Reactions", "{action} is for those who fight at {battlefield}, and you do not."),
    c.NOT_ATTACKING: ("Reactions", "{action} is for whoever attacks {battlefield}, and you do not."),
    c.NOT_DEFENDING: ("Reactions", "{action} is for the defender, who is {defender}."),
    c.NO_DEFENDER: ("Reactions", "{action} is for wars between players; this is a hunt."),
    c.NO_NEIGHBOURS: ("Reactions, R47", "You have no ready units in a field beside {battlefield}."),
    c.NOT_WARDED_OFF: ("Tokens, R9", "{action} is for tokens that harm: {helper} cannot be warded off."),
    # Battle cards
    c.NOT_IN_HAND: ("Hand", "{card} is not in your hand."),
    c.USED_CARD: ("Card effects, R58", "{card} was used from hand in this round."),
    c.NO_USE_FROM_HAND: ("Card effects", "{card} has no effect from hand: it fights."),
    c.NOT_ITS_TIME: ("Card effects", "{card} has its effect from hand at another time: {text}."),
    c.CONDITION_FAILS: ("Card effects", "What {card} asks for is not so: {text}."),
    c.NOTHING_TO_DO: ("Turns, R74", "{card} could change nothing now: {text}."),
    c.LAST_CLAN_CARD: ("Hand", "{card} is your only clan card, which you keep."),
    c.NO_ALLY: ("Action cards", "{card} is a clan card; an ally is given up."),
    c.HIGHEST_TIER: ("Action cards, R57", "{card} is of the highest tier already."),
    c.NOT_IN_PILE: ("Card effects", "{card} is not among the clan cards in {pile}."),
    c.CANNOT_AWAKEN: ("War, R51", "Only {covenant} awakens cards; you lead {clan}."),
    c.NOT_BEHIND: ("War, R51", "You awaken a card only with fewer battle points than the other; it is {score}."),
    c.NOT_A_COVENANT_CARD: ("War, R51", "{card} is no clan card of {covenant}, and only those awaken."),
    c.AWAKENING_GONE: ("War, R51", "The {awakening} of {card} has been played."),
    c.NOT_IN_BATTLE: ("War", "{card} does not fight in this battle: {fighters} do."),
    # Markers, fields and units
    c.NO_MARKER_THERE: ("Control, R25", "{whose} marker is not in {field}: {marker_there}."),
    c.NO_MARKER_IN_HAND: ("Control, R1", "You have no marker in hand."),
    c.MARKED_ALREADY: ("Control", "In {field} lies a marker already."),
    c.MARKERS_ON_LAND: ("Control", "Markers lie on land, and {field} is {ground}."),
    c.WRONG_KIND_OF_FIELD: ("Travel", "{goal} is {goal_ground}: boats keep to water, other units to land."),
    c.HOLLOW_CLOSED: ("Travel, R53", "{hollow} can only be travelled into and out of."),
    c.BEAST_THERE: ("Travel, R28", "In {goal} is {beast_there}."),
    c.FOREIGN_UNITS: ("Travel, R28", "In {goal} are units of {units_owner}."),
    c.FOREIGN_MARKER: ("Control, R28", "In {goal} lies a marker of {marker_owner}."),
    c.FIELD_FULL: ("Recruiting, R28", "{goal} holds {field_points} of yours at most, and has room for {room}."),
    c.NO_SUCH_UNIT: ("Travel", "You have no {posture} {unit} in {start}."),
    c.NO_UNITS_THERE: ("Travel", "You have no units in {start}."),
    c.NO_READY_UNITS: ("War", "You have no ready units in {field}."),
    c.NONE_PRONE: ("Rounds", "None of your units in {field} is prone."),
    c.LIES_ALREADY: ("Card effects", "A prone {unit} cannot fall prone again."),
    c.STANDS_ALREADY: ("Card effects", "A ready {unit} need not rise."),
    c.ONLY_READY_ONES: ("Recruiting", "Recruits come ready; you chose a prone {unit}."),
    c.NOT_IN_THE_WAR: ("War, R64", "Only units that were in this war are lost, and those were not."),
    # Recruiting
    c.NO_SUPPLY: ("Recruiting", "No {unit} is left in your supply."),
    c.ONLY_ONE_TYPE: ("Recruiting", "You may recruit {only} here, no {unit}."),
    c.TOO_FEW_POINTS: ("Recruiting, R61", "{a_unit} costs {worth}; you have {recruit_points} left."),
    c.NO_FIELD_FOR_IT: ("Recruiting", "No field of yours can take {a_unit}."),
    c.AT_HOME_ONLY: ("Recruiting, R32", "You have no unit on the map: you begin again at {own_home}, not in {field}."),
    c.BESIDE_HOME_ONLY: (
        "Recruiting, R32", "You have no unit on the map: your boats begin beside {own_home}, where {field} is not."),
    c.FOREIGN_FIELD: ("Recruiting", "{controller} controls {field}."),
    c.NOT_YOUR_FIELD: (
        "Recruiting", "You do not control {field}, and you have {domain} on the map: only a first one may go beside."),
    c.NOT_BESIDE_YOURS: ("Recruiting", "{field} is not beside a field that you control."),
    # Travel, wars, hunts
    c.FERRY_LEAVES: ("Action cards", "A ferry leaves one field: choose the one that units leave, not {field}."),
    c.NOT_COASTAL: ("Action cards", "{field} is no land at a coast, and a ferry leaves from one."),
    c.NOTHING_LEAVES: (
        "Travel", "None of your units can leave {field}: what is beside it is closed, full or contested."),
    c.NOTHING_ARRIVES: (
        "Travel, R29", "No unit of yours reaches {field}: it would need an open border or boats in between."),
    c.OUT_OF_REACH: ("Travel, R29", "{field} is out of reach of {focus}: no open border and no boats join them."),
    c.CROSSING_FULL: (
        "Travel", "There is no open way between {start} and {goal}, and no more units may cross the border."),
    c.PRONE_CANNOT_FIGHT: ("Travel, R26", "{goal} is contested, and prone units do not fight."),
    c.FERRY_CANNOT_FIGHT: ("Action cards", "{goal} is contested, and a ferry carries nobody into a war."),
    c.TRUCE_HOLDS: ("Events", "{event} keeps you from attacking {units_owner} in {goal}."),
    c.NO_WAR_CARD: (
        "Travel, R26",
        "A fight takes a {war} for each battlefield, or against a player a Reinforce, and you have none to spare."),
    c.UNIT_FIRST: ("Travel", "First move a unit between {focus} and {other}; then choose another field."),
    c.FIELD_FIRST: ("Travel", "First choose the field {whence}."),
    c.SAME_FIELD: ("Travel", "You are choosing units for {field} already."),
    c.MOVE_FIRST: ("Travel", "At least one unit must move before you stop."),
    c.NOT_FOUGHT_FOR: ("Travel", "No units of yours are on their way to {field}."),
    c.NOT_NEXT: ("Travel, R30", "{goal} is no neighbour of {start} that units can walk or sail to."),
    c.AT_WAR: ("Action cards", "{battlefield} is fought for: nobody leaves or enters."),
    c.UNITS_ARRIVE: ("Action cards", "Units are about to arrive in {goal}."),
    c.CAME_FROM_THERE: ("War, R30", "Units of this travel came from {goal}."),
    c.TOO_MANY_POINTS: ("Action cards", "{a_unit} is worth {worth}; {aside_points} may still move."),
    c.TOO_WEAK: ("Hunts, R46", "{beast} calls for more than {needed}, and {strongest}."),
    c.NOT_A_SIDE: ("Reactions, R47", "{player_does} not fight: {sides} do."),
    c.BATTLEFIELD: ("Reactions, R47", "{field} is the battlefield; support comes from beside it."),
    c.NOT_BESIDE_WAR: ("Reactions, R47", "{field} does not border on {battlefield}."),
    # Beasts, tokens, tracks
    c.NOT_YOUR_BEAST: ("Hunts", "{beast} is not yours: it is {beast_place}."),
    c.NOT_CHAINED: ("Hunts, R46", "{beast} is not chained."),
    c.CHAINED_ALREADY: ("Tokens, R49", "{beast} is chained already."),
    c.NOT_ON_MAP: ("Hunts, R63", "{beast} is not on the map: it is {beast_place}."),
    c.BEAST_AT_WAR: ("Hunts, R63", "{beast} is being fought for."),
    c.BEAST_STUCK: ("Hunts, R63", "{beast} has no free land beside it to move to."),
    c.NO_OPEN_BORDER: ("Hunts, R63", "No open border leads to {field}."),
    c.NO_BEASTS_HERE: ("Hunts, R63", "Beasts do not enter capitals and {bases}, and {field} is one."),
    c.FIELD_TAKEN: ("Hunts, R63", "Somebody controls {field}, or a beast or units are there."),
    c.NOT_SHEDDABLE: ("Tokens", "{token} tokens cannot be shed; {sheddable} tokens can."),
    c.NO_SUCH_TOKEN: ("Tokens", "You have no {token} token."),
    c.TRACK_TOP: ("Tracks, R54", "You lead {track} already."),
    c.TRACK_BOTTOM: ("Tracks, R54", "You are last on {track} already."),
    c.STARTING_STAYS: ("Tracks, R19", "Nobody moves down on {track}."),
    # Choices of effects and specialties
    c.YOURSELF: ("Action cards", "{using} is used on another player, not on yourself."),
    c.CHOSEN_ALREADY: ("Action cards", "You have chosen {player} already."),
    c.CHOOSE_ONE: ("Action cards", "Choose at least one player for {using}."),
    c.NOT_MORE_BEASTS: ("Action cards", "{player} has captured {their_beasts}, no more than you, who have {beasts}."),
    c.NO_SECRETS: ("Specialties", "{player} has no hidden card."),
    c.NOT_MEANT: ("Card effects", "{effect_card} cannot mean {player} here; it can mean {meant}."),
    c.NO_BRANCH: ("Card effects", "{effect_card} has {branches} to choose from, numbered from 0."),
    c.NOT_FROZEN: ("Tokens, R49", "None of your {origin} {action} cards is frozen."),
    c.STOLEN_UNSEEN: ("Card effects", "Hidden cards are stolen unseen: you cannot name {action}."),
    c.OWNER_HAS_NONE: ("Card effects", "{loser_has} no {origin} {action}."),
    c.NOT_SEEN: ("Specialties", "You have seen no hidden {action} of {victim}, and only those can be taken."),
    c.PAYS_NOTHING: ("Specialties", "{field} shows no symbol that pays."),
    c.PAID_ALREADY: ("Specialties", "Your marker in {field} has paid already."),
}  # fmt: skip

CLAUSES: Final[Mapping[int, Clause]] = {
    number: Clause(section, re.sub(r"\{(\w+)\}", lambda slot: slot[1].replace("_", " ").upper(), text))
    for number, (section, text) in REASONS.items()
}
"""Every clause as a reference has it: what is filled in stands in capitals."""


def clause_for(edition: Edition, state: Any, seat: int, action: int, number: int) -> Clause:
    """Why an action is refused, told of the case at hand."""
    section, text = REASONS[number]
    if number == c.OTHER_STEP and int(step(state)) in STEPS:
        section = STEPS[int(step(state))][1]
    case = Case(edition, state, seat, action)
    said = re.sub(r"\{(\w+)\}", lambda slot: str(getattr(case, slot[1])), text)
    return Clause(section, said[0].upper() + said[1:])
