"""The effect language of Tailed Beasts (§6): what a card can say, as closed tables.

A card's effects are strings such as `IM[STYC N<] VXCH N`: a timing, perhaps a condition, and operations. `grammar`
reads them into rows of nine numbers, `sentences` says them in English, `budget` prices them, the rules carry them out.
All four look here; nothing else knows a word of the language. Codes are plain numbers, so that compiled rules can
import them. Words are the rulebook's; people read the edition's word list (R59).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np

# --- A row, and what its numbers mean

R_TIMING, R_COND, R_CA, R_CB, R_OP, R_A, R_B, R_C, R_BRANCH = range(9)
"""Columns of a row. An unused row is all 0; the used ones come first. R_A to R_C are the operation's arguments as they
are written, R_CA and R_CB those of the condition: words by their place, several styles as a mask, the timing of SCHED
by its code."""
EFFECT_SHIFT: Final = 3
BRANCH_MASK: Final = 7
"""R_BRANCH is `effect << 3 | branch`: rows of one effect share its number (0–7, in printed order) and its condition;
branch 0 stands outside a choice, 1–4 are the branches of the OPT before them."""
MAX_BRANCHES: Final = 4

# --- Small enumerations; the code of a word is its place

WHO: Final = ("me", "opp", "any", "third")
WHO_ME, WHO_OPP, WHO_ANY, WHO_THIRD = range(4)
TOKENS: Final = ("illusion", "paralyze", "freeze", "poison", "chain", "subst")
TOK_ILLUSION, TOK_PARALYZE, TOK_FREEZE, TOK_POISON, TOK_CHAIN, TOK_SUBST = range(6)
TRACKS: Final = ("start", "hand", "tiebreak", "recruit", "strength", "payday", "any")
TRACK_START, TRACK_HAND, TRACK_TIEBREAK, TRACK_RECRUIT, TRACK_STRENGTH, TRACK_PAYDAY, TRACK_ANY = range(7)
UNITS: Final = ("boat", "chunin", "jounin", "kage")
UNIT_BOAT, UNIT_CHUNIN, UNIT_JOUNIN, UNIT_KAGE = range(4)
STYLES: Final = ("taijutsu", "ninjutsu", "genjutsu")
STYLE_LETTERS: Final = ("T", "N", "G")
STYLE_T, STYLE_N, STYLE_G = range(3)  # in a mask, style s is bit 1 << s
ZONES: Final = ("hand", "deck", "discard")
ZONE_HAND, ZONE_DECK, ZONE_DISCARD = range(3)
SYMBOLS: Final = ("coin", "hot", "dom", "capital")
SYM_COIN, SYM_HOT, SYM_DOM, SYM_CAPITAL = range(4)
COMPARISONS: Final = ("<", "<=", "=", ">=", ">")
CMP_LT, CMP_LE, CMP_EQ, CMP_GE, CMP_GT = range(5)
PARTS: Final = ("effect", "res", "skull", "heal", "bp")  # what CANCEL cancels
PART_EFFECT, PART_RES, PART_SKULL, PART_HEAL, PART_BP = range(5)
COPIES: Final = ("effect", "values")
COPY_EFFECT, COPY_VALUES = range(2)
COUNTERS: Final = ("heal", "beast", "token")  # what REP counts
REP_HEAL, REP_BEAST, REP_TOKEN = range(3)
ICONS: Final = ("heal", "block", "skull", "sand")
ICON_HEAL, ICON_BLOCK, ICON_SKULL, ICON_SAND = range(4)
RESOURCES: Final = ("none", "coin", *TOKENS, *UNITS, "rare", "epic", "legendary")
RES_NONE, RES_COIN, RES_TOKEN, RES_UNIT, RES_ALLY = 0, 1, 2, 8, 12
"""RES_TOKEN + kind, RES_UNIT + type and RES_ALLY + tier (0–2) count on. A card has one kind at most."""
FOCI: Final = ("COIN", "UNIT", "DOM", "HEX", "GUARD", "CARD", "ALLY", "VALUE", "BEAST", "FIELD")
SHAPES: Final = ("even", "low-T", "low-N", "low-G", "spike-T", "spike-N", "spike-G", "bulwark", "hunter", "plain")
"""How an ally's strength lies: even; weak in one style; strong in one; Sand or Heal; heads; no effect."""
NATURES: Final = ("fire", "water", "earth", "wind", "storm", "iron", "light", "dark", "sound", "chaos")
TIERS: Final = ("white", "grey", "blue", "pink", "yellow")  # 1–5 [R8]; Rare 3, Epic 4, Legendary 5
RARE_TIER: Final = 3
PATH_CARD: Final = 160
"""`GAINC path` is written with the first Path's id: any unused Path, at random [R52]."""

# --- Windows, moments, gates, scopes: when a timing works, and how long

WINDOWS: Final = (
    "TRAVEL", "CARD", "WARSTART", "UNIT", "BSTART", "REVEAL", "SCORE", "HEAL", "RETREAT", "ALLY", "TOKEN", "CONTROL",
    "BEAST", "ROLL", "TURN", "RESULT", "PRIZE",
)  # fmt: skip
"""§2, and RESULT: the start of W7 or B4, where HL and HW are played; PRIZE: the BEAST window of a hunt that was won. A
hand timing is open in a mask of them, bit 1 << window."""
ANY_WINDOW: Final = (1 << len(WINDOWS)) - 1

M_NONE, M_REVEAL, M_OUTCOME, M_BETWEEN, M_LAST, M_BEFORE, M_SCORE, M_AFTER, M_END, M_BEAST = range(10)
"""When the row of a played card is looked at: W4d, W4f, W4h, W5 (first LB, then BS), W6, W7, W8, B2."""

(
    G_ONCE, G_LOST, G_DEFENDER, G_ATTACKER, G_LATER, G_LEAST, G_MOST, G_WON_WAR, G_LOST_WAR, G_PARTY, G_MINE, G_OTHERS,
) = (1 << bit for bit in range(12))  # fmt: skip
"""What must be true besides: once per card and war; this Battle lost; one's side; Battle 2 or later; strictly fewer or
more BP; the War's result; one of the two at war; own turn, Travel, hunt or beast; another's beast."""

(
    S_ONCE, S_NEXT, S_TWO, S_BATTLES, S_LATER_BATTLES, S_LATER_WAR, S_WAR, S_ROUND, S_GAME, S_NEXT_WAR, S_SCORING,
) = range(11)  # fmt: skip
"""How long it lasts: done at once; next Battle; this and the next; this to the last; next to the last; next to the end
of W8; now to the end of W8; until SP1; for good; the first Battle of the owner's next PvP; all of W6."""
LASTING: Final = frozenset({S_TWO, S_BATTLES, S_LATER_BATTLES, S_LATER_WAR, S_WAR, S_ROUND, S_GAME})
"""Scopes that file a standing modifier. Its condition is tested once, when it is filed."""

IN_PVP, IN_PVB, FROM_HAND = 1, 2, 4
O_WAR, O_SIDE, O_CHOSEN, O_CAPTOR = range(4)
"""Whom `opp` means: the other side of one's War; a participant of this War whom the owner picks (the other side if the
owner fights in it); any other player whom the owner picks; who has just captured a beast. Where the owner picks, the
condition must hold against the picked player."""

# --- Phases: what is going on, and so which operations can matter

(
    PH_TURN, PH_TRAVEL, PH_WARSTART, PH_HUNTSTART, PH_SELECT, PH_BATTLE, PH_BATTLES, PH_WAR, PH_LONG, PH_OUTCOME,
    PH_LAST, PH_SCORING, PH_AFTER, PH_END, PH_HUNT, PH_BEAST, PH_ANY,
) = (1 << bit for bit in range(17))  # fmt: skip
"""Own turn; own Travel; start of a PvP; start of a PvB; between Battles; cards revealed; several Battles (before
scoring); several Battles and what follows; beyond this War; Battle decided; Battles over; scoring; before Skulls; after
the War; a card played in a PvB; a beast changes hands; whenever."""
PHASES: Final = (1 << 17) - 1
NOW: Final = PHASES & ~(PH_BATTLES | PH_WAR | PH_LONG)
"""Phases of one moment: what happens once can happen in any of them."""
FIGHTING: Final = PH_SELECT | PH_BATTLE | PH_OUTCOME
BEFORE_SKULLS: Final = FIGHTING | PH_LAST | PH_SCORING | PH_AFTER
IN_WAR: Final = BEFORE_SKULLS | PH_WARSTART | PH_HUNTSTART | PH_BATTLES | PH_WAR | PH_LONG | PH_END | PH_HUNT

# --- Timings (47)

T_NONE: Final = 0
T_IM, T_OI, T_OL, T_ID, T_NF, T_LP, T_MP, T_LA, T_MA, T_LB = range(1, 11)
T_NB, T_BN, T_TN, T_TF, T_FB, T_RW, T_TW, T_RR, T_RG, T_NW = range(11, 21)
T_BS, T_DS, T_SC, T_SX, T_AS, T_AW, T_IW, T_IL, T_OC, T_VB = range(21, 31)
T_HA, T_HB, T_HT, T_HD, T_HY, T_HS, T_HO, T_HL, T_HW, T_HP = range(31, 41)
T_HR, T_HE, T_HG, T_HK, T_HN, T_HV, T_HC = range(41, 48)


@dataclass(frozen=True)
class Timing:
    """When an effect works. `text` opens the sentence; `price` multiplies what the operations cost."""

    code: int
    word: str
    moment: int
    windows: int
    gates: int
    scope: int
    where: int
    opponent: int
    phase: int
    price: float
    text: str

    @property
    def in_hand(self) -> bool:
        return bool(self.where & FROM_HAND)

    @property
    def lasts(self) -> bool:
        return self.scope in LASTING


def _played(
    code: int, word: str, moment: int, phase: int, price: float, text: str, gates: int = 0, scope: int = S_ONCE
) -> Timing:
    return Timing(code, word, moment, 0, gates, scope, IN_PVP, O_WAR, phase, price, text)


def _held(code: int, word: str, windows: str, gates: int, where: int, opponent: int, phase: int, text: str) -> Timing:
    mask = window_mask(windows) or ANY_WINDOW
    where |= FROM_HAND
    return Timing(code, word, M_NONE, mask, gates, S_ONCE, where, opponent, phase, 0.7, f"from hand, {text}")


def window_mask(words: str) -> int:
    return sum(1 << WINDOWS.index(word) for word in words.split())


_BOTH: Final = IN_PVP | IN_PVB
_LEAST, _MOST = "you are behind in battle points", "you are ahead in battle points"

TIMINGS: Final = (
    _played(T_IM, "IM", M_REVEAL, PH_BATTLE, 1, "immediately"),
    _played(T_OI, "OI", M_REVEAL, PH_BATTLE, 1, "immediately, once in a war", G_ONCE),
    _played(T_OL, "OL", M_OUTCOME, PH_OUTCOME, 0.5, "once in a war, if you lose this battle", G_ONCE | G_LOST),
    _played(T_ID, "ID", M_REVEAL, PH_BATTLE, 0.5, "immediately, if you defend", G_DEFENDER),
    _played(T_NF, "NF", M_REVEAL, PH_BATTLE, 0.8, "immediately, if this is not the first battle", G_LATER),
    _played(T_LP, "LP", M_REVEAL, PH_BATTLE, 0.5, f"immediately, if {_LEAST}", G_LEAST),
    _played(T_MP, "MP", M_REVEAL, PH_BATTLE, 0.5, f"immediately, if {_MOST}", G_MOST),
    _played(T_LA, "LA", M_OUTCOME, PH_OUTCOME, 0.5, f"after this battle, if {_LEAST}", G_LEAST),
    _played(T_MA, "MA", M_OUTCOME, PH_OUTCOME, 0.5, f"after this battle, if {_MOST}", G_MOST),
    _played(T_LB, "LB", M_LAST, PH_LAST, 0.7, "after the last battle of the war"),
    _played(T_NB, "NB", M_REVEAL, PH_BATTLE, 0.8, "in the next battle", scope=S_NEXT),
    _played(T_BN, "BN", M_BETWEEN, PH_SELECT, 0.8, "before the next battle"),
    _played(T_TN, "TN", M_REVEAL, PH_BATTLES, 1.7, "in this battle and the next", scope=S_TWO),
    _played(T_TF, "TF", M_REVEAL, PH_BATTLES, 2.5, "in this battle and all that follow", scope=S_BATTLES),
    _played(T_FB, "FB", M_REVEAL, PH_BATTLES, 2, "in all battles that follow", scope=S_LATER_BATTLES),
    _played(T_RW, "RW", M_REVEAL, PH_WAR, 2, "from the next battle to the end of the war", scope=S_LATER_WAR),
    _played(T_TW, "TW", M_REVEAL, PH_WAR, 2.5, "from now to the end of the war", scope=S_WAR),
    _played(T_RR, "RR", M_REVEAL, PH_LONG, 2, "for the rest of the round", scope=S_ROUND),
    _played(T_RG, "RG", M_REVEAL, PH_LONG, 4, "for the rest of the game", scope=S_GAME),
    _played(
        T_NW, "NW", M_REVEAL, PH_BATTLE, 0.8, "in the first battle of your next war against a player",
        scope=S_NEXT_WAR,
    ),
    _played(T_BS, "BS", M_BEFORE, PH_LAST, 0.9, "before scoring"),
    _played(T_DS, "DS", M_SCORE, PH_SCORING, 1, "all through scoring", scope=S_SCORING),
    _played(T_SC, "SC", M_SCORE, PH_SCORING, 0.9, "when this card scores"),
    _played(T_SX, "SX", M_SCORE, PH_SCORING, 0.9, "when this card scores"),
    _played(T_AS, "AS", M_AFTER, PH_AFTER, 0.9, "after scoring"),
    _played(T_AW, "AW", M_END, PH_END, 0.9, "after the war"),
    _played(T_IW, "IW", M_END, PH_END, 0.5, "after the war, if you won it", G_WON_WAR),
    _played(T_IL, "IL", M_END, PH_END, 0.5, "after the war, if you lost it", G_LOST_WAR),
    _played(T_OC, "OC", M_REVEAL, PH_BATTLE, 0.7, "immediately"),
    Timing(T_VB, "VB", M_BEAST, 0, 0, S_ONCE, IN_PVB, O_CHOSEN, PH_HUNT, 0.6, "in a hunt"),
    _held(T_HA, "HA", "TURN", G_MINE, 0, O_CHOSEN, PH_TURN, "as your action"),
    _held(T_HB, "HB", "PRIZE", G_OTHERS, IN_PVB, O_CAPTOR, PH_BEAST, "when another player captures a beast"),
    _held(T_HT, "HT", "", 0, _BOTH, O_CHOSEN, PH_ANY, "at any time"),
    _held(T_HD, "HD", "REVEAL", 0, IN_PVP, O_SIDE, PH_BATTLE, "in any battle"),
    _held(T_HY, "HY", "REVEAL", G_PARTY, IN_PVP, O_WAR, PH_BATTLE, "in a battle of yours"),
    _held(T_HS, "HS", "SCORE", 0, IN_PVP, O_SIDE, PH_SCORING, "in any scoring"),
    _held(T_HO, "HO", "SCORE", G_PARTY, IN_PVP, O_WAR, PH_SCORING, "in a scoring of yours"),
    _held(T_HL, "HL", "RESULT", G_PARTY | G_LOST_WAR, _BOTH, O_WAR, PH_AFTER, "when you lose a war"),
    _held(T_HW, "HW", "RESULT", G_PARTY | G_WON_WAR, _BOTH, O_WAR, PH_AFTER, "when you win a war"),
    _held(T_HP, "HP", "BSTART REVEAL SCORE", G_PARTY | G_LEAST, IN_PVP, O_WAR, PH_BATTLE, f"while {_LEAST}"),
    _held(T_HR, "HR", "WARSTART", 0, _BOTH, O_SIDE, PH_WARSTART, "at the start of any war"),
    _held(T_HE, "HE", "BSTART", G_PARTY, IN_PVP, O_WAR, PH_SELECT, "before you choose a battle card"),
    _held(T_HG, "HG", "WARSTART", G_MINE, IN_PVB, O_CHOSEN, PH_HUNTSTART, "when you begin a hunt"),
    _held(T_HK, "HK", "WARSTART", G_PARTY | G_ATTACKER, IN_PVP, O_WAR, PH_WARSTART, "when you attack a player"),
    _held(T_HN, "HN", "WARSTART", G_PARTY | G_DEFENDER, IN_PVP, O_WAR, PH_WARSTART, "when you are attacked"),
    _held(T_HV, "HV", "TRAVEL", G_MINE, _BOTH, O_CHOSEN, PH_TRAVEL, "when you play {noun:travel}"),
    _held(T_HC, "HC", "BEAST PRIZE", G_MINE, _BOTH, O_CHOSEN, PH_BEAST, "when you receive a beast"),
)
SCHEDULES: Final = ("NB", "BN", "NW", "BS", "AS", "AW")
"""Timings to which SCHED can put off an effect. Outside a PvP there is only NW to wait for."""

# --- Arguments


@dataclass(frozen=True)
class Arg:
    """A kind of argument: one of `words` (its code is the place of the word), or a number from `low` to `high`."""

    name: str
    words: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    allowed: tuple[int, ...] = ()


A_WHO: Final = Arg("who", WHO)
A_SIDE: Final = Arg("who", WHO[:3])
A_DUEL: Final = Arg("who", WHO[:2])
A_OTHER: Final = Arg("who", WHO, allowed=(WHO_OPP, WHO_ANY, WHO_THIRD))
A_NUMBER: Final = Arg("number", low=1, high=9)
A_SIGNED: Final = Arg("change", low=-9, high=9)
A_MINUS: Final = Arg("change", low=-9, high=-1)
A_ROUND: Final = Arg("round", low=1, high=4)
A_PIPS: Final = Arg("pips", low=1, high=20)
A_VALUE: Final = Arg("value", low=0, high=10)
A_TOKEN: Final = Arg("token", TOKENS)
A_TRACK: Final = Arg("track", TRACKS)
A_LOWER: Final = Arg("track", TRACKS, allowed=tuple(range(TRACK_HAND, TRACK_ANY + 1)))  # nobody is sent down Live [R54]
A_ONE_TRACK: Final = Arg("track", TRACKS[:TRACK_ANY])
A_UNIT: Final = Arg("unit", UNITS)
A_STYLE: Final = Arg("style", STYLE_LETTERS)
A_STYLES: Final = Arg("styles", STYLE_LETTERS, low=1, high=7)  # a mask, written TNG
A_ZONE: Final = Arg("zone", ZONES)
A_SYMBOL: Final = Arg("symbol", SYMBOLS)
A_PART: Final = Arg("part", PARTS)
A_COPY: Final = Arg("copy", COPIES)
A_COUNTER: Final = Arg("counter", COUNTERS)
A_TIER: Final = Arg("tier", low=3, high=5)
A_CARD: Final = Arg("card", ("path",), low=0, high=139)  # a clan card, or `path`
A_DIE: Final = Arg("die", low=4, high=20, allowed=(4, 6, 8, 10, 12, 20))
A_TIMING: Final = Arg("timing", SCHEDULES)
A_CMP: Final = Arg("comparison", COMPARISONS)

# --- Conditions (19)

C_ALW: Final = 0
C_ATK, C_DEF, C_BNO, C_WONB, C_LOSTB, C_BPC, C_TOKC, C_COINC, C_TRKC = range(1, 10)
C_TIERC, C_STYC, C_UNITC, C_BEASTC, C_SYMC, C_ALLYC, C_RNDC, C_ROLLC, C_VSBC = range(10, 19)
TOKC_SHIFT: Final = 3
"""TOKC packs two words: ca is `who << 3 | token`, cb the least number of them."""


@dataclass(frozen=True)
class Condition:
    """What must hold when an effect works. `versus`: it compares with the opponent. Several texts go by comparison."""

    code: int
    word: str
    args: tuple[Arg, ...]
    phases: int
    texts: tuple[str, ...]
    versus: bool = False
    played: bool = False  # speaks of the Battle of the card itself, so the card cannot be in hand


_MEASURE: Final = ("is lower than", "is not higher than", "equals", "is not lower than", "is higher than")
_FORCE: Final = ("weaker than", "not stronger than", "as strong as", "not weaker than", "stronger than")
_AMOUNT: Final = ("fewer {0} than", "no more {0} than", "as many {0} as", "at least as many {0} as", "more {0} than")


def _compared(thing: str) -> tuple[str, ...]:
    return tuple(f"you have {amount.format(thing)} {{opp}}" for amount in _AMOUNT)


def _against(what: str, than: str) -> tuple[str, ...]:
    return tuple(f"{what} {measure} {than}" for measure in _MEASURE)


CONDITIONS: Final = (
    Condition(C_ALW, "ALW", (), PHASES, ("",)),
    Condition(C_ATK, "ATK", (), IN_WAR & ~(PH_HUNT | PH_HUNTSTART), ("you attack",)),
    Condition(C_DEF, "DEF", (), IN_WAR & ~(PH_HUNT | PH_HUNTSTART), ("you defend",)),
    Condition(
        C_BNO, "BNO", (A_CMP, A_NUMBER), IN_WAR & ~(PH_WARSTART | PH_HUNTSTART | PH_HUNT),
        ("this is before battle {1}", "this is battle {1} or earlier", "this is battle {1}",
         "this is battle {1} or later", "this is after battle {1}"),
    ),
    Condition(
        C_WONB, "WONB", (), PH_SELECT | PH_OUTCOME | PH_LAST | PH_SCORING | PH_AFTER | PH_END,
        ("this card won its battle",), played=True,
    ),
    Condition(
        C_LOSTB, "LOSTB", (), PH_SELECT | PH_OUTCOME | PH_LAST | PH_SCORING | PH_AFTER | PH_END,
        ("this card lost its battle",), played=True,
    ),
    Condition(
        C_BPC, "BPC", (A_CMP,), IN_WAR & ~(PH_WARSTART | PH_HUNTSTART | PH_HUNT),
        (_LEAST, *_compared("battle points")[1:-1], _MOST), versus=True,
    ),
    Condition(C_TOKC, "TOKC", (A_DUEL, A_TOKEN, A_NUMBER), PHASES, ("{0:hold/holds} at least {2} {1} {2:?token}",)),
    Condition(C_COINC, "COINC", (A_CMP,), PHASES, _compared("coins"), versus=True),
    Condition(C_TRKC, "TRKC", (A_ONE_TRACK,), PHASES, ("you are above {opp} on {0}",), versus=True),
    Condition(
        C_TIERC, "TIERC", (A_CMP,), FIGHTING | PH_BATTLES | PH_WAR | PH_LONG | PH_LAST | PH_SCORING | PH_AFTER | PH_END,
        ("your card has the lower tier", "your card does not have the higher tier", "both cards have the same tier",
         "your card does not have the lower tier", "your card has the higher tier"), versus=True, played=True,
    ),
    Condition(
        C_STYC, "STYC", (A_STYLE, A_CMP), PH_BATTLE | PH_BATTLES | PH_WAR | PH_LONG | PH_OUTCOME,
        _against("your {0}", "the opponent's"), versus=True,
    ),
    Condition(
        C_UNITC, "UNITC", (A_CMP,), IN_WAR & ~(PH_HUNT | PH_HUNTSTART),
        tuple(f"your units here are {measure} those of {{opp}}" for measure in _FORCE), versus=True,
    ),
    Condition(C_BEASTC, "BEASTC", (A_CMP,), PHASES, _compared("captured beasts"), versus=True),
    Condition(C_SYMC, "SYMC", (A_SYMBOL,), IN_WAR, ("the battlefield shows {0:a}",)),
    Condition(
        C_ALLYC, "ALLYC", (), PH_BATTLE | PH_BATTLES | PH_WAR | PH_LONG | PH_OUTCOME, ("the opposing card is an ally",),
    ),
    Condition(
        C_RNDC, "RNDC", (A_CMP, A_ROUND), PHASES,
        ("it is before round {1}", "it is round {1} or earlier", "it is round {1}", "it is round {1} or later",
         "it is after round {1}"),
    ),
    Condition(
        C_ROLLC, "ROLLC", (A_CMP, A_PIPS), IN_WAR & ~(PH_WARSTART | PH_HUNTSTART),
        ("the last roll was below {1}", "the last roll was {1} or less", "the last roll was {1}",
         "the last roll was {1} or more", "the last roll was above {1}"),
    ),
    Condition(
        C_VSBC, "VSBC", (), PH_WARSTART | PH_AFTER | PH_BEAST | PH_ANY, ("it is a hunt",),
    ),
)  # fmt: skip
SETTLED: Final = {
    T_OL: (C_WONB, C_LOSTB), T_ID: (C_ATK, C_DEF), T_HK: (C_ATK, C_DEF), T_HN: (C_ATK, C_DEF), T_LP: (C_BPC,),
    T_MP: (C_BPC,), T_LA: (C_BPC,), T_MA: (C_BPC,), T_HP: (C_BPC,), T_HB: (C_VSBC,),
}  # fmt: skip
"""Conditions that a timing has answered already; testing them there means nothing."""

# --- Operations (63)

OP_NONE: Final = 0
THEN: Final = ", then "
OP_COIN, OP_UNCOIN, OP_COINSTEAL, OP_PAY = range(1, 5)  # economy
OP_TOK, OP_TOKDROP, OP_TOKPASS = range(5, 8)  # tokens
OP_DRAW, OP_ALLY, OP_HID, OP_RECALL, OP_DISC, OP_TRASHC, OP_STEALC, OP_SWAPC, OP_GAINC = range(8, 17)  # cards
OP_REVEAL, OP_COPY, OP_ACTRET, OP_ACTSTEAL = range(17, 21)
OP_REC, OP_RECU, OP_UDISC, OP_UTRASH, OP_UPRONE, OP_URAISE, OP_UMOVE = range(21, 28)  # units
OP_UP, OP_DOWN, OP_DSWAP = range(28, 31)  # dominance
OP_VAL, OP_VSET, OP_VSWAP, OP_VXCH, OP_HEAD, OP_CANCEL, OP_IMMUNE = range(31, 38)  # combat
OP_BP, OP_BPSTEAL, OP_WIN, OP_LOSE, OP_ESCAPE, OP_SKULL, OP_SAND, OP_HEAL, OP_HBLOCK = range(38, 47)  # war
OP_US, OP_SUPPORT = range(47, 49)
OP_BSTR, OP_REROLL, OP_BSTEAL, OP_BSWAP, OP_BMOVE, OP_BSPAWN, OP_UNCHAIN = range(49, 56)  # beasts
OP_MARK, OP_MARKPUT, OP_MARKX, OP_EVENT, OP_ROLL, OP_OPT, OP_REP, OP_SCHED = range(56, 64)  # field and meta


@dataclass(frozen=True)
class Operation:
    """What an effect does.

    It costs `price` times its argument number `per`, or `rates` by its argument `by`; if it harms whom it names, naming
    oneself gives back 0.6 of that. `versus`: it has an opponent without naming one. `party`: only one of the two at war
    can do it. `then` joins what follows it.
    """

    code: int
    word: str
    args: tuple[Arg, ...]
    price: float
    text: str
    phases: int = NOW
    per: int = -1
    by: int = -1
    rates: tuple[float, ...] = ()
    harms: bool = False
    versus: bool = False
    party: bool = False
    then: str = THEN


_VALUES: Final = PH_SELECT | PH_BATTLE | PH_BATTLES | PH_WAR | PH_LONG
_TALLY: Final = BEFORE_SKULLS | PH_WAR | PH_LONG

OPERATIONS: Final = (
    Operation(OP_COIN, "COIN", (A_NUMBER,), 1, "{me:gain} {0:coin}", per=0),
    Operation(OP_UNCOIN, "UNCOIN", (A_WHO, A_NUMBER), 0.8, "{0:lose/loses} {1:coin}", per=1, harms=True),
    Operation(OP_COINSTEAL, "COINSTEAL", (A_NUMBER,), 1.8, "{me:take} {0:coin} from {opp}", per=0, versus=True),
    Operation(OP_PAY, "PAY", (A_NUMBER,), -1, "{me:may pay} {0:coin}", per=0, then="; if you do, "),
    Operation(
        OP_TOK, "TOK", (A_WHO, A_TOKEN, A_NUMBER), 1, "{0:receive/receives} {2} {1} {2:?token}",
        per=2, by=1, rates=(1, 1.5, 1.5, 1.5, 3, 1), harms=True,
    ),
    Operation(
        OP_TOKDROP, "TOKDROP", (A_NUMBER,), 1,
        "{me:shed} {0} {token:illusion}, {token:paralyze}, {token:poison} or {token:freeze} {0:?token}", per=0,
    ),
    Operation(
        OP_TOKPASS, "TOKPASS", (A_NUMBER,), 2,
        "{me:pass} {0} {token:illusion}, {token:paralyze} or {token:poison} {0:?token} of yours to {opp}",
        per=0, versus=True,
    ),
    Operation(OP_DRAW, "DRAW", (A_NUMBER,), 1, "{me:draw} {0:clan card}{%}", per=0),
    Operation(
        OP_ALLY, "ALLY", (A_TIER,), 0, "{me:receive} {*|{0:a}|{*} {0}} {*:?ally}", by=0, rates=(0, 0, 0, 2, 3, 4),
    ),
    Operation(OP_HID, "HID", (A_NUMBER,), 1, "{me:draw} {0:hidden card}", per=0),
    Operation(OP_RECALL, "RECALL", (A_NUMBER,), 1, "{me:take} {0:card} from your discard pile{%}", per=0),
    Operation(OP_DISC, "DISC", (A_WHO, A_NUMBER), 1, "{0:discard/discards} {1:card} from hand", per=1, harms=True),
    Operation(OP_TRASHC, "TRASHC", (A_WHO,), 2, "{0:trash/trashes} {*:card} from hand", harms=True),
    Operation(
        OP_STEALC, "STEALC", (A_ZONE,), 2.5,
        "{me:steal} {0|a random card|a random card|a card of your choice} from {opp's} {0}{%}", versus=True,
    ),
    Operation(
        OP_SWAPC, "SWAPC", (A_ZONE,), 1,
        "{me:swap} a hand card for {0|a random one|a random one|one of your choice} from {opp's} {0}",
        versus=True,
    ),
    Operation(OP_GAINC, "GAINC", (A_CARD,), 2, "{me:receive} {0}{%}"),
    Operation(OP_REVEAL, "REVEAL", (A_OTHER, A_NUMBER), 0.5, "{me:look} at {1:random card} of {0:'s} hand", per=1),
    Operation(
        OP_COPY, "COPY", (A_COPY,), 2,
        "{0|this card also has the opposing card's effects|this card takes the opposing card's values}",
        PH_BATTLE, versus=True, party=True,
    ),
    Operation(OP_ACTRET, "ACTRET", (), 1.5, "{opp:put/puts} back {*:action card}", versus=True),
    Operation(OP_ACTSTEAL, "ACTSTEAL", (), 2.5, "{me:steal} {*:action card} from {opp}", versus=True),
    Operation(OP_REC, "REC", (A_NUMBER,), 1, "{me:recruit} units for {0:point}", per=0),
    Operation(OP_RECU, "RECU", (A_UNIT, A_NUMBER), 0, "{me:recruit} {1:@0}", per=1, by=0, rates=(1, 1, 2, 3)),
    Operation(OP_UDISC, "UDISC", (A_WHO, A_NUMBER), 1.5, "{0:discard/discards} {1:unit}", per=1, harms=True),
    Operation(OP_UTRASH, "UTRASH", (A_WHO, A_NUMBER), 2, "{0:trash/trashes} {1:unit}", per=1, harms=True),
    Operation(OP_UPRONE, "UPRONE", (A_WHO, A_NUMBER), 1, "{0:lay/lays} {1:unit} prone", per=1, harms=True),
    Operation(OP_URAISE, "URAISE", (A_NUMBER,), 0.5, "{me:raise} {0:prone unit}", per=0),
    Operation(
        OP_UMOVE, "UMOVE", (A_NUMBER,), 0.5, "{me:move} units worth up to {0:point} one step, without war",
        PH_TURN | PH_TRAVEL | PH_END | PH_BEAST | PH_ANY, per=0,
    ),
    Operation(OP_UP, "UP", (A_TRACK, A_NUMBER), 1.5, "{me:move} up {1:spot} on {0}", per=1),
    Operation(
        OP_DOWN, "DOWN", (A_WHO, A_LOWER, A_NUMBER), 1.5, "{0:move/moves} down {2:spot} on {1}", per=2, harms=True,
    ),
    Operation(OP_DSWAP, "DSWAP", (A_TRACK,), 2, "{me:swap} places with {opp} on {0}", versus=True),
    Operation(
        OP_VAL, "VAL", (A_SIDE, A_STYLES, A_SIGNED), 1, "{0:'s} {~|card gets|cards get} {2:+} {1}",
        _VALUES | PH_HUNT, per=2,
    ),
    Operation(OP_VSET, "VSET", (A_SIDE, A_STYLE, A_VALUE), 1.5, "{0:'s} {1} becomes {2}", _VALUES & ~PH_LONG),
    Operation(OP_VSWAP, "VSWAP", (A_SIDE, A_STYLE, A_STYLE), 1, "{0:'s} {1} and {2} change places", PH_BATTLE),
    Operation(
        OP_VXCH, "VXCH", (A_STYLE,), 1.5, "{me:exchange} {0} with the opposing card", PH_BATTLE,
        versus=True, party=True,
    ),
    Operation(
        OP_HEAD, "HEAD", (A_NUMBER,), 1,
        "{#|your first card|this card|your first card in each hunt} has {0} more {0:?head}",
        PH_HUNT | PH_HUNTSTART | PH_LONG, per=0,
    ),
    Operation(
        OP_CANCEL, "CANCEL", (A_PART,), 0,
        "{me:cancel} {0|the effects of|the resources of|the skulls of|the heals of|the battle point won by} {!}",
        BEFORE_SKULLS & ~PH_SELECT, by=0, rates=(2, 1.5, 1, 1, 4), versus=True,
    ),
    Operation(
        OP_IMMUNE, "IMMUNE", (), 1.5, "opposing effects do nothing to your {~|card|cards}",
        PH_BATTLE | PH_BATTLES | PH_WAR, party=True,
    ),
    Operation(OP_BP, "BP", (A_NUMBER,), 4, "{me:gain} {0:battle point}", FIGHTING, per=0, party=True),
    Operation(
        OP_BPSTEAL, "BPSTEAL", (), 6, "{me:take} {*:battle point} from {opp}", FIGHTING, versus=True, party=True,
    ),
    Operation(OP_WIN, "WIN", (), 10, "{me:win} the war", FIGHTING, party=True),
    Operation(OP_LOSE, "LOSE", (A_DUEL,), 10, "{0:lose/loses} the war", FIGHTING, harms=True, party=True),
    Operation(OP_ESCAPE, "ESCAPE", (), 2, "{me:escape} from the war", PH_WARSTART | PH_SELECT | PH_BATTLE, party=True),
    Operation(OP_SKULL, "SKULL", (A_NUMBER,), 1.5, "{me:add} {0:skull}{&}", _TALLY, per=0, party=True),
    Operation(OP_SAND, "SAND", (A_NUMBER,), 1, "{me:add} {0:sand}{&}", _TALLY, per=0, party=True),
    Operation(OP_HEAL, "HEAL", (), 2, "{me:add} {*:heal}{&}", _TALLY, party=True),
    Operation(OP_HBLOCK, "HBLOCK", (), -1, "your {~|card carries|cards carry} a {noun:heal block}", _TALLY, party=True),
    Operation(OP_US, "US", (A_NUMBER,), 1, "your unit strength rises by {0}", PH_WARSTART | PH_LONG, per=0, party=True),
    Operation(
        OP_SUPPORT, "SUPPORT", (), 2,
        "{me:support} a side with your ready units of one field beside the battlefield", PH_WARSTART,
    ),
    Operation(
        OP_BSTR, "BSTR", (A_MINUS,), 0.7, "{~|the beast loses|beasts lose} {0:abs} strength{~|| in your hunts}",
        PH_HUNT | PH_HUNTSTART | PH_LONG, per=0,
    ),
    Operation(OP_REROLL, "REROLL", (), 1, "{me:may reroll} the beast's die once", PH_HUNT | PH_HUNTSTART),
    Operation(OP_BSTEAL, "BSTEAL", (), 8, "{opp:give/gives} you a beast of their choice", versus=True),
    Operation(
        OP_BSWAP, "BSWAP", (), 4, "{me:swap} a beast with {opp}, each giving one of their choice", versus=True,
    ),
    Operation(OP_BMOVE, "BMOVE", (), 2, "{me:move} a beast to a free land field beside it"),
    Operation(OP_BSPAWN, "BSPAWN", (), 1, "{*|a new beast comes|{*} new beasts come} onto the map"),
    Operation(OP_UNCHAIN, "UNCHAIN", (), 3, "{me:unchain} one of your beasts"),
    Operation(OP_MARK, "MARK", (A_NUMBER,), 1, "{me:gain} {0:field marker}", per=0),
    Operation(OP_MARKPUT, "MARKPUT", (), 1.5, "{me:place} {*:field marker} where your units stand"),
    Operation(OP_MARKX, "MARKX", (A_WHO,), 1.5, "{0:take/takes} back {*:field marker} of your choice", harms=True),
    Operation(OP_EVENT, "EVENT", (), 1, "{me:replace} the event by a new one"),
    Operation(OP_ROLL, "ROLL", (A_DIE,), 0, "{me:roll} a die of {0} sides"),
    Operation(OP_OPT, "OPT", (A_DUEL,), 0, "{0:choose/chooses} one", then=": "),
    Operation(
        OP_REP, "REP", (A_COUNTER,), 0, "for each {0|heal you have played|beast you hold|token you hold}", then=", ",
    ),
    Operation(OP_SCHED, "SCHED", (A_TIMING,), 0, "later, {0}", NOW & ~PH_HUNT, then=", "),
)  # fmt: skip
REPEATED: Final = 2.0
"""What follows REP costs that much more."""
GIVEN_BACK: Final = 0.6
"""Of its price, where a harmful operation names its owner."""
CONDITIONAL: Final = 0.8
"""A condition other than ALW multiplies by this."""


# --- Look-up


def _by_word(entries: Iterable[Timing | Condition | Operation]) -> dict[str, int]:
    return {entry.word: entry.code for entry in entries}


TIMING_CODES: Final = _by_word(TIMINGS)
CONDITION_CODES: Final = _by_word(CONDITIONS)
OPERATION_CODES: Final = _by_word(OPERATIONS)


def timing_of(code: int) -> Timing:
    return TIMINGS[code - 1]


def condition_of(code: int) -> Condition:
    return CONDITIONS[code]


def operation_of(code: int) -> Operation:
    return OPERATIONS[code - 1]


F_MOMENT, F_WINDOWS, F_GATES, F_SCOPE, F_WHERE, F_OPPONENT, F_PHASE = range(7)
TIMING_FACTS: Final = np.array(
    [[0] * 7, *([t.moment, t.windows, t.gates, t.scope, t.where, t.opponent, t.phase] for t in TIMINGS)], np.int32
)
"""The timings for compiled rules: `TIMING_FACTS[T_HP, F_WINDOWS]`."""
USES_IN: Final = np.array(
    [sum(1 << (t.code - T_HA) for t in TIMINGS if t.in_hand and t.windows >> window & 1)
     for window in range(len(WINDOWS))], np.int32,
)  # fmt: skip
"""The timings from hand that each window is for, a bit each from T_HA on."""
OP_VERSUS: Final = np.array([0, *(o.versus for o in OPERATIONS)], np.int8)
"""Operations that have an opponent without naming one; those with `who` have one where it says opp."""
OP_WHO: Final = np.array([0, *(o.args[:1] != () and o.args[0].name == A_WHO.name for o in OPERATIONS)], np.int8)
"""Operations whose first argument says who."""
COND_VERSUS: Final = np.array([c.versus for c in CONDITIONS], np.int8)
