"""Every effect of every card of the house edition does something: for each one a scenario is built from its timing, its
condition and its operations, in which it comes to pass and leaves another position than the same card without it.

Seat 0 attacks seat 1, or hunts; seat 2 looks on. The owner sits where the timing wants it. Everybody has coins, units,
beasts, markers, discarded and action cards, so that operations find something to work on; other cards are plain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from beasts_helpers import Scene, turns
from card_helpers import HOUSE

from bestiary.engine import content
from bestiary.engine.chance import blank_chance
from bestiary.engine.frames import step, waiting
from bestiary.engine.records import clone
from bestiary.engine.trace import new_trace
from bestiary.games.beasts import rules
from bestiary.games.beasts.cards import decks, grammar
from bestiary.games.beasts.cards import language as words
from bestiary.games.beasts.cards.grammar import Effect
from bestiary.games.beasts.conditions import first_row, works_from_hand
from bestiary.games.beasts.edition import print_hands
from bestiary.games.beasts.stack import CHOICE_KIND, EFFECT_CARD, EFFECT_NUMBER, WINDOW_ACTOR, WINDOW_MOMENT, top, under
from bestiary.games.beasts.standing import fighting_card, side_of
from bestiary.games.beasts.state import (
    ACTIONS, AWAKENING_AT, BY_OPTION, BY_PLAYER, CARD_AT, CHOICE, CHUNIN, DISCARDING, DONE, EFFECT, E_EFFECT, HUNT,
    KAGE, MAX_EVENTS, MAX_MOVES, MOMENT, PASS, PATH_AT, PLAYER_AT, RARE_AT, RETREAT, SKULLS, TOKEN, TRACKS, TRAVELLING,
    TURNS, UNIT_NAMES, WAR_STEP, WINDOW, W_TURN,
)  # fmt: skip

CONTENT = decks.load(content.parse(content.read_edition(HOUSE), "house"))
FIELD, START, HOME, AWAY, CAMP, BESIDE = 19, 6, 57, 30, 40, 16
MILESTONES = (WAR_STEP, HUNT, TURNS, RETREAT, SKULLS)
STRENGTH = 5  # of the beast that is hunted
OTHERS = {0: (1, 2), 1: (0, 2), 2: (0, 1), 3: (0, 1), 4: (0, 1), 5: (0, 1), 6: (0, 1)}
UNSEEN = (
    "copied", "immune", "barred", "added", "fixed", "cancelled", "lasting", "later_card", "later_row", "later_seat",
    "later_moment", "later_battle", "skulls", "sands", "medics",
)  # fmt: skip
"""What only notes an effect; it must show elsewhere."""
LATER = {words.S_NEXT, words.S_LATER_BATTLES, words.S_LATER_WAR}


@dataclass
class Plan:
    """How the scenario goes: who owns the card, when it is played or used, and how battles and war come out."""

    card: int
    number: int
    effect: Effect
    owner: int = 0
    story: str = "war"  # "turn", "war", "hunt"
    held: bool = False
    battle: int = 0
    battles: int = 2
    wins_battle: bool = False
    wins_war: bool = True
    score: tuple[int, int] = (0, 0)  # the owner's and the opponent's battle points before the card's battle
    opposing: tuple[int, int, int] | None = None
    roll: int = 12
    option: int = 0
    wars: int = 1
    units: tuple[str, str] = ("2k", "c")
    awakens: bool = False
    hunts_later: bool = False  # the second trip goes against a beast
    ops: frozenset[str] = field(default_factory=frozenset)

    @property
    def other(self) -> int:
        return 1 - self.owner


def plan_for(card: int, number: int, effect: Effect, option: int = 0) -> Plan:
    """The scenario for an effect."""
    timing = words.timing_of(effect.timing)
    ops = frozenset(words.operation_of(s.op).word for s in effect.steps)
    plan = Plan(card, number, effect, held=timing.in_hand, option=option, ops=ops)
    word, cond = timing.word, words.condition_of(effect.cond).word
    if word in ("HA", "HT") and "SCHED" not in ops:
        plan.story = "turn"
    if word in ("VB", "HG", "HB", "HC") or cond == "VSBC":
        plan.story = "hunt"
    if word in ("ID", "HN", "HB") or cond == "DEF" or (word == "HR" and "SUPPORT" in ops):
        plan.owner = 1
    if word == "NF":
        plan.battle = 1
    if cond == "BNO":
        plan.battle = grammar.tested_values(effect)[1] - 1
    if word in ("OL", "LA", "IL", "HL") or cond == "LOSTB":
        plan.wins_battle = False
    if word in ("MA", "IW", "HW") or cond == "WONB":
        plan.wins_battle = True
    if word in ("LP", "LA") or (cond == "BPC" and grammar.tested_values(effect)[0] == words.CMP_LT):
        plan.score = (0, 1)
    if word in ("MP", "MA") or (cond == "BPC" and grammar.tested_values(effect)[0] == words.CMP_GT):
        plan.score = (1, 0)
    if "BPSTEAL" in ops:
        plan.score = (0, 1)
    if cond == "BPC" and word == "BN":
        plan.wins_battle = plan.score == (1, 0)
    plan.wins_war = word in ("IW", "HW", "HC") or (word not in ("IL", "HL") and not ops & {"SAND", "URAISE"})
    if word == "HP":
        plan.units = ("c", "2k")
    elif ops & {"UDISC", "UTRASH", "UPRONE"}:
        plan.units = ("2k", "4c")  # some are left after skulls
    if timing.scope in LATER or word == "TN":
        plan.battles = 3
    plan.hunts_later = timing.lasts and bool(ops & {"BSTR", "HEAD"})
    if plan.hunts_later:
        plan.roll = 10 - STRENGTH  # a card of tens captures only with help
    if word == "NW" or ("SCHED" in ops and word != "HA") or ("US" in ops and timing.lasts) or plan.hunts_later:
        plan.wars = 2
    if AWAKENING_AT <= card < PATH_AT:
        plan.awakens, plan.score = True, (0, 1)
    if cond == "STYC" and not plan.awakens:
        style, cmp = grammar.tested_values(effect)
        values = [5, 5, 5]
        values[style] = 10 if cmp == words.CMP_LT else 0
        plan.opposing = (values[0], values[1], values[2])
    elif ops & {"VSWAP", "VXCH", "COPY"}:
        plan.opposing = (1, 9, 5) if "VXCH" not in ops else (9, 9, 9)
    return plan


def variants(plan: Plan) -> Iterator[Plan]:
    """Other ways, where another effect of the same card gets in the way."""
    yield plan
    yield replace(plan, score=(0, 2))
    yield replace(plan, wins_battle=not plan.wins_battle)


# --- The position


@cache
def base(*clans: int) -> Scene:
    """Three players who have something of everything; seat 0 has the turn."""
    scene = turns(*clans)
    state = scene.state
    for seat, clan in enumerate(clans):
        first = 20 * clan
        scene.give(seat)
        scene.lay_discard(seat, first + 18, first + 19)
        state.coins[seat] = 9
        state.usable[seat] = 2
    scene.hold(0, "travel", "travel", "war", "war")
    for seat in (1, 2):
        scene.hold(seat, "muster", "hire")
    scene.beast(7, 49)
    for track in range(TRACKS):
        state.track[track, :3] = (1, 2, 0)
    return scene


def lay(plan: Plan) -> Scene:
    """A copy of the base, changed so that the effect can do something."""
    card, owner, other = plan.card, plan.owner, plan.other
    clan = 6 if AWAKENING_AT <= card < RARE_AT else (card // 20 if card < AWAKENING_AT else 0)
    clans = [0, 0, OTHERS[clan][1]]
    clans[owner], clans[other] = clan, OTHERS[clan][0]
    scene = base(*clans)
    scene = Scene(clone(scene.box), clone(scene.state))
    print_whole(scene, card)
    state = scene.state
    for track in range(TRACKS):
        state.track[track, :3] = (other, 2, owner)
    hold_hands(scene, plan, clans)
    scene.units(owner, HOME, "c j")
    scene.units(owner, AWAY, "c 2j", prone=True)
    scene.units(other, CAMP, "2c j")
    scene.marks(other, 41)
    scene.owned(owner, 3)
    scene.owned(other, 1, 9)
    if "UNCHAIN" in plan.ops:
        scene.owned(owner, 4, chained=True)
    if plan.ops & {"TOKDROP", "TOKPASS", "REP"}:
        scene.tokens(owner, "illusion", 1)
        scene.tokens(owner, "poison", 1)
    if plan.ops & {"ACTRET", "ACTSTEAL"} and other == 0:
        scene.hold(0, "muster")
    if "SUPPORT" in plan.ops:
        scene.units(owner, BESIDE, "2k")
    if "VSWAP" in plan.ops:
        scene.lasts("season T +2")
    if "EVENT" in plan.ops:
        scene.lasts("hand +1 all")
        scene.event("windfall once 3")
    if plan.story == "hunt":
        scene.units(0, START, "3k")
        scene.beast(STRENGTH, FIELD)
    else:
        scene.units(0, START, plan.units[0])
        scene.units(1, FIELD, plan.units[1])
    fulfil(scene, plan)
    return scene


def print_whole(scene: Scene, card: int) -> None:
    """What the house edition prints on the card."""
    printed, box = CONTENT.cards[card], scene.box
    box.style[card], box.heads[card], box.tier[card] = printed.styles, printed.heads, printed.tier
    box.heal[card], box.block[card], box.skull[card], box.sand[card] = printed.icons
    box.resource[card], box.amount[card] = printed.resource, printed.amount
    box.rows[card] = grammar.rows_of(printed.effects)
    box.exists[card] = 1


def fillers(plan: Plan, clan: int) -> list[int]:
    return [c for c in range(20 * clan, 20 * clan + 17) if c not in (plan.card, plan.card - 20)][:4]


def hold_hands(scene: Scene, plan: Plan, clans: list[int]) -> None:
    """The card, or what it lies on, and plain ones."""
    box, card, owner, other = scene.box, plan.card, plan.owner, plan.other
    mine, theirs = fillers(plan, clans[owner]), fillers(plan, clans[other])
    scene.give(owner, *sorted([card - 20 if plan.awakens else card, *mine[:3]]))
    scene.give(other, *theirs)
    scene.give(2, *fillers(plan, clans[2]))
    cond = words.condition_of(plan.effect.cond).word
    if cond == "ALLYC":
        scene.give(other, *theirs[:3], RARE_AT + 5)
    for filler in theirs:
        box.tier[filler] = 5 if cond == "TIERC" else 1
        scene.prints(filler, res="coin", skull=2 if plan.ops & {"SAND", "CANCEL"} and plan.wars == 1 else 0)
    box.heal[theirs[0]] = int("CANCEL" in plan.ops)
    for enemy in (*theirs, RARE_AT + 5):
        if enemy != card and plan.ops & {"COPY", "CANCEL", "IMMUNE"}:
            fx = "IM VAL opp TNG -1" if "IMMUNE" in plan.ops else "OL COIN 1"
            box.rows[enemy] = grammar.rows_of(
                grammar.parse([fx, "SC COIN 1"] if "COPY" not in plan.ops else ["IM COIN 1"])
            )
    if "HBLOCK" in plan.ops or "REP" in plan.ops:
        box.heal[mine[0]] = 1


def fulfil(scene: Scene, plan: Plan) -> None:
    """The condition of the effect holds."""
    state, owner, other = scene.state, plan.owner, plan.other
    cond, values = words.condition_of(plan.effect.cond).word, grammar.tested_values(plan.effect)
    if cond == "COINC":
        state.coins[owner] = 9 + (1 if values[0] >= words.CMP_EQ else -1) * (values[0] != words.CMP_EQ)
    elif cond == "BEASTC" and values[0] == words.CMP_GT:
        scene.owned(owner, 6, 8)
    elif cond == "TRKC":
        state.track[values[0], :3] = (2, owner, other)
    elif cond == "TOKC":
        scene.tokens(owner if values[0] == words.WHO_ME else other, words.TOKENS[values[1]], values[2])
    elif cond == "SYMC":
        getattr(scene.box, ("coin", "hot", "dom", "capital")[values[0]])[FIELD] = 1
    elif cond == "RNDC":
        cmp, number = values
        state.round_number = number - 1 + (-1 if cmp == words.CMP_LT else int(cmp == words.CMP_GT))
    elif cond == "UNITC" and values[0] == words.CMP_LT:
        scene.units(other, FIELD if other == 1 else START, "3k")


# --- The play


class Run:
    """One run of a plan: what the position was at its milestones, and whether the effect came to pass."""

    def __init__(self, plan: Plan, whole: bool) -> None:
        self.plan = plan
        self.scene = lay(plan)
        if not whole:
            silence(self.scene.box, plan)
        print_hands(self.scene.box)
        self.seen: list[bytes] = []
        self.fired = False
        self.trips = 0
        self.used = False
        self.script: list[str] = []
        self.moves = np.zeros(MAX_MOVES, np.int32)
        self.go()
        if whole:
            self.scene.check()

    def go(self) -> None:
        scene, state = self.scene, self.scene.state
        for _ in range(200):
            if step(state) in MILESTONES:
                frozen = clone(state)
                blank_chance(frozen.chance)
                for cells in UNSEEN:
                    frozen[cells][:] = 0
                self.seen.append(frozen.tobytes())
            if int(state.depth) == 1 and self.is_over():
                break
            seat = next(seat for seat in range(3) if waiting(state) >> seat & 1)
            action = self.choose(seat)
            trace = new_trace(MAX_EVENTS)
            rules.apply(scene.box, state, seat, action, trace)
            self.note(trace)

    def is_over(self) -> bool:
        if self.plan.story == "turn":
            return self.used or len(self.seen) > 1
        return self.trips == self.plan.wars

    def note(self, trace: Any) -> None:
        for kind, _, card, number, *_ in trace[1 : int(trace[0, 0]) + 1]:
            self.fired |= kind == E_EFFECT and card == self.plan.card and number == self.plan.number

    def legal(self, seat: int) -> list[int]:
        count = int(rules.legal(self.scene.box, self.scene.state, seat, self.moves))
        return [int(a) for a in self.moves[:count]]

    def choose(self, seat: int) -> int:
        state, now = self.scene.state, step(self.scene.state)
        if now == WINDOW:
            return self.use(seat, int(top(state, WINDOW_MOMENT)), int(top(state, WINDOW_ACTOR))) or PASS
        if now == TURNS:
            return self.turn(seat)
        if now == TRAVELLING:
            return self.march(seat)
        if now == WAR_STEP:
            return self.fight(seat)
        if now == HUNT:
            return self.strike(seat)
        return self.answer(seat, now, self.legal(seat))

    def use(self, seat: int, window: int, actor: int) -> int:
        """The card from hand, where this very effect works."""
        plan, scene = self.plan, self.scene
        if not plan.held or seat != plan.owner or self.used or plan.card not in scene.hand(seat):
            return 0
        row = first_row(scene.box, plan.card, plan.number)
        if not works_from_hand(scene.box, scene.state, seat, plan.card, plan.number, row, window, actor):
            return 0
        self.used = True
        return CARD_AT + plan.card

    def turn(self, seat: int) -> int:
        if self.plan.story == "turn":
            return self.use(seat, W_TURN, seat) or PASS
        if seat != 0:
            return PASS
        if words.timing_of(self.plan.effect.timing).word == "HA" and (used := self.use(seat, W_TURN, seat)):
            return used
        self.trips += 1
        return ACTIONS.parse("act travel held")

    def march(self, seat: int) -> int:
        """Into the field of the war; a second time after those who have retreated."""
        state = self.scene.state
        if not self.script:
            start, target, unit = START, FIELD, UNIT_NAMES[CHUNIN if self.plan.units[0] == "c" else KAGE]
            if self.trips == 2 and self.plan.hunts_later:
                start, target = FIELD, BESIDE
                self.scene.beast(STRENGTH, BESIDE)
            elif self.trips == 2:
                start = FIELD
                target = next(f for f in range(61) if f not in (CAMP, START) and self.scene.at_field(1, f))
                state.ready[1, target] += state.prone[1, target]
                state.prone[1, target] = 0
                self.scene.units(1, target, "c j" if "US" in self.plan.ops else "")  # 4 and the track against 6
            self.script = [f"into {target}", f"field {start}", *[f"unit {unit} ready"] * state.ready[0, start].sum()]
        return ACTIONS.parse(self.script.pop(0))

    def fight(self, seat: int) -> int:
        """Battles go as planned: points and styles are laid before the cards are chosen."""
        plan, scene, battle = self.plan, self.scene, int(self.scene.state.battle)
        mine, theirs = (self.card_of(s, battle) for s in (plan.owner, plan.other))
        if self.trips == 1 and waiting(scene.state) == 3:
            last = battle >= plan.battle + plan.battles - 1
            now = battle == plan.battle
            score = plan.score if now else ((2, 0) if plan.wins_war else (0, 2)) if last else (0, 0)
            scene.state.points[plan.owner], scene.state.points[plan.other] = score
            wins = plan.wins_battle if now else plan.wins_war
            if plan.held or not now:
                scene.box.style[mine] = 10 if wins else 1
                scene.box.style[theirs] = (6, 5, 4)
            elif plan.opposing is not None:
                scene.box.style[theirs] = plan.opposing
            else:
                scene.box.style[theirs] = 0 if wins else 10
        card = mine if seat == plan.owner else theirs
        if plan.awakens and card == plan.card - 20 and battle == plan.battle:
            return ACTIONS.parse(f"awaken {card}")
        return CARD_AT + card

    def card_of(self, seat: int, battle: int) -> int:
        plan, hand = self.plan, self.scene.hand(seat)
        key = plan.card - 20 if plan.awakens else plan.card
        ally = [card for card in hand if card >= RARE_AT and card != key]
        if self.trips == 1 and battle == plan.battle:
            if seat == plan.owner and not plan.held:
                return key
            if ally:
                return ally[0]
        rest = [card for card in hand if card != key and card not in ally]
        telling = [card for card in rest if self.trips == 2 and seat == plan.other and self.scene.box.rows[card].any()]
        return (telling or rest or hand)[0]

    def strike(self, seat: int) -> int:
        """The card first; then a strong one if the hunt is to be won, else the hunter gives up."""
        plan, scene = self.plan, self.scene
        hand = scene.hand(seat)
        scene.state.roll = plan.roll
        if not plan.held and plan.card in hand:
            return CARD_AT + plan.card
        rest = [card for card in hand if card != plan.card]
        if not rest or not plan.wins_war:
            return DONE
        scene.box.style[rest[0]] = 10
        return CARD_AT + rest[0]

    def answer(self, seat: int, now: int, legal: list[int]) -> int:
        plan, state = self.plan, self.scene.state
        if now == DISCARDING:
            keep = [a for a in legal if a - CARD_AT != plan.card]
            return (keep or legal)[0]
        if now == TOKEN:
            return legal[1]  # nobody substitutes
        if now == CHOICE and int(top(state, CHOICE_KIND)) == BY_PLAYER and PLAYER_AT + plan.other in legal:
            return PLAYER_AT + plan.other
        if now == CHOICE and int(state.frame[int(state.depth) - 2]) == MOMENT:
            side = int(side_of(state, plan.owner))
            return CARD_AT + int(fighting_card(state, side, int(state.battle)))  # the tested card speaks first
        below = int(state.frame[int(state.depth) - 2])
        if now == CHOICE and int(top(state, CHOICE_KIND)) == BY_OPTION and below == EFFECT:
            tested = int(under(state, EFFECT_CARD)) == plan.card and int(under(state, EFFECT_NUMBER)) == plan.number
            return legal[plan.option] if tested else legal[-1]
        return ([a for a in legal if a not in (PASS, DONE)] or legal)[0]


def silence(box: Any, plan: Plan) -> None:
    """The effect stands on the card, but does nothing: it costs its owner no coins."""
    first = True
    rows = []
    for row in box.rows[plan.card]:
        if int(row[words.R_TIMING]) and int(row[words.R_BRANCH]) >> words.EFFECT_SHIFT == plan.number:
            if first:
                rows.append((*row[:4], words.OP_UNCOIN, words.WHO_ME, 0, 0, plan.number << words.EFFECT_SHIFT))
            first = False
        else:
            rows.append(tuple(row))
    box.rows[plan.card] = 0
    box.rows[plan.card, : len(rows)] = rows


# --- The tests


def branches_of(effect: Effect) -> Iterator[int]:
    return iter(range(max(1, max(s.branch for s in effect.steps))))


@pytest.mark.parametrize("card", [c for c, printed in CONTENT.cards.items() if printed.effects])
def test_every_effect_of_the_card_comes_to_pass_and_changes_the_position(card: int) -> None:
    printed = CONTENT.cards[card]
    texts = CONTENT.effect_texts(card)
    for number, effect in enumerate(printed.effects):
        for option in branches_of(effect):
            comes = differs = False
            for plan in variants(plan_for(card, number, effect, option)):
                run = Run(plan, True)
                comes = comes or run.fired
                differs = differs or (run.fired and run.seen != Run(plan, False).seen)
                if differs:
                    break
            story = f"{printed.name} ({card}): {texts[number]} {grammar.write([effect])[0]}, option {option}"
            assert comes, f"does not come to pass: {story}"
            assert differs, f"changes nothing: {story}"
