"""The small vocabularies of Tailed Beasts beside the effect language: specialties, events, action cards (§5, §7).

Like there, each is a closed table: the loader, the texts, the documentation and the rules all look here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bestiary.games.beasts.cards.language import (
    A_NUMBER, A_ONE_TRACK, A_SIGNED, A_STYLE, A_TIER, A_TOKEN, A_TRACK, Arg, window_mask,
)  # fmt: skip

# --- Clan specialties (§7): ten slots of a Passive and an Action side

SLOTS: Final = (
    "income", "recruiting", "mobility", "attack", "defence", "politics", "cards", "tokens", "beasts", "signature",
)  # fmt: skip
BORDERS: Final = ("mountain", "river", "any")
BORDER_MOUNTAIN, BORDER_RIVER, BORDER_ANY = range(3)
WHENS: Final = ("always", "poorest", "behind", "ahead", "free", "small", "home")
WHEN_ALWAYS, WHEN_POOREST, WHEN_BEHIND, WHEN_AHEAD, WHEN_FREE, WHEN_SMALL, WHEN_HOME = range(7)
"""When a Passive works: always; nobody has fewer coins; nobody has fewer captured beasts; nobody has more; the
owner holds no token but Substitution; nobody has fewer points of units; the owner controls its Capital (AK: a Base).
R76: none of them is about the round."""
WHEN_TEXTS: Final = (
    "", "while nobody has fewer coins", "while nobody has fewer beasts", "while nobody has more beasts",
    "while you hold no token but {token:subst}", "while nobody has fewer points of units on the map",
    "while you control your {noun:capital}",
)  # fmt: skip

A_STEP: Final = Arg("steps", low=1, high=6)
A_BORDER: Final = Arg("border", BORDERS)
A_COUNT: Final = Arg("players", low=1, high=3)
TALLIES: Final = ("once", "marker", "beast", "boat", "ally")
TALLY_ONCE, TALLY_MARKER, TALLY_BEAST, TALLY_BOAT, TALLY_ALLY = range(5)
"""What a number is given for: once; each marker on the map, captured beast, boat on the map, or ally in hand."""
_OWN_TALLIES: Final = (
    "| for each of your {nouns:field marker} on the map| for each {noun:beast} that you have"
    "| for each of your {units:boat}| for each {noun:ally} in your hand"
)
A_TALLY: Final = Arg("tally", TALLIES)
PILES: Final = ("clan", "hidden")
PILE_CLAN, PILE_HIDDEN = range(2)
A_PILE: Final = Arg("pile", PILES)


@dataclass(frozen=True)
class Entry:
    """A word of a small vocabulary with arguments: one kind of specialty, or one family of events."""

    code: int
    word: str
    args: tuple[Arg, ...]
    text: str


P_NONE: Final = 0
P_INCOME, P_SPRING, P_CROSS, P_ATTACK, P_DEFEND, P_FIRSTUP, P_HAND, P_WARD, P_HUNTER = range(1, 10)
P_ALLYUP, P_SKULL, P_SAIL, P_DOUBLE, P_STYLE, P_PEEK, P_CHAIN = range(10, 17)
PASSIVES: Final = (
    Entry(P_INCOME, "income", (A_NUMBER,), "{me:gain} {0} more {0:?coin} as income in the shop phase"),
    Entry(P_SPRING, "spring", (A_NUMBER,), "each hot spring gives you {0} more {0:?point} of units"),
    Entry(P_CROSS, "cross", (A_BORDER,), "once in each {noun:travel}, your units may cross {0}"),
    Entry(P_ATTACK, "attack", (A_NUMBER,), "your unit strength rises by {0} when you attack a player"),
    Entry(P_DEFEND, "defend", (A_NUMBER,), "your unit strength rises by {0} when you defend"),
    Entry(
        P_FIRSTUP, "firstup", (A_TRACK,),
        "with 3 or 4 players, your first step up in each round on {0} counts double",
    ),
    Entry(P_HAND, "hand", (A_NUMBER,), "your hand limit rises by {0}"),
    Entry(P_WARD, "ward", (A_NUMBER,), "in each setup phase, {me:receive} {0} {token:subst} {0:?token}"),
    Entry(P_HUNTER, "hunter", (A_NUMBER,), "your first card in each hunt has {0} more {0:?head}"),
    Entry(P_ALLYUP, "allyup", (), "the first {noun:ally} that you receive in a round comes one tier higher"),
    Entry(P_SKULL, "skull", (A_NUMBER,), "{me:add} {0:skull} in each war in which you attack"),
    Entry(P_SAIL, "sail", (A_STEP,), "your {units:boat} move up to {0:step}"),
    Entry(P_DOUBLE, "double", (A_NUMBER,), "in each setup phase, {0:field marker} of your choice {0|pays|pay} twice"),
    Entry(P_STYLE, "style", (A_STYLE, A_NUMBER), "your cards get +{1} {0} against players"),
    Entry(
        P_PEEK, "peek", (A_NUMBER,),
        "when you win a war against a player, {me:look} at their {nouns:hidden card} and {me:take} {0}",
    ),
    Entry(P_CHAIN, "chain", (A_NUMBER,), "when you attack and win, the loser receives {0} {token:chain} {0:?token}"),
)  # fmt: skip

SA_NONE: Final = 0
(
    SA_COINS, SA_RECRUIT, SA_TRAVEL, SA_STRENGTH, SA_RAISE, SA_UP, SA_DRAW, SA_HEX, SA_TAME, SA_ALLY, SA_SKULL, SA_SAIL,
    SA_HARVEST, SA_STYLE, SA_PEEK, SA_CHAIN, SA_MARCH,
) = range(1, 18)  # fmt: skip
_STRONGER: Final = "your unit strength rises by {0} in your next war against a player in this round"
SPECIALTY_ACTIONS: Final = (
    Entry(SA_COINS, "coins", (A_NUMBER, A_TALLY), f"{{me:gain}} {{0:coin}}{{1|{_OWN_TALLIES}}}"),
    Entry(SA_RECRUIT, "recruit", (A_NUMBER, A_TALLY), f"{{me:recruit}} units for {{0:point}}{{1|{_OWN_TALLIES}}}"),
    Entry(SA_TRAVEL, "travel", (A_NUMBER,), "{me:make} {0:travel}"),
    Entry(SA_STRENGTH, "strength", (A_NUMBER, A_TALLY), f"{_STRONGER}{{1|{_OWN_TALLIES}}}"),
    Entry(SA_RAISE, "raise", (A_NUMBER,), f"{{me:raise}} all your prone units, and {_STRONGER}"),
    Entry(SA_UP, "up", (A_TRACK, A_NUMBER), "{me:move} up {1:spot} on {0}"),
    Entry(SA_DRAW, "draw", (A_NUMBER, A_PILE), "{me:draw} {1|{0:clan card}|{0:hidden card}}"),
    Entry(
        SA_HEX, "hex", (A_TOKEN, A_COUNT),
        "{1|another player of your choice receives|up to {1:other player} of your choice receive} 1 {0} token"
        "{1|| each}",
    ),
    Entry(
        SA_TAME, "tame", (A_NUMBER, A_TALLY),
        f"the beast of your next hunt in this round loses {{0}} strength{{1|{_OWN_TALLIES}}}",
    ),
    Entry(SA_ALLY, "ally", (A_NUMBER,), "{me:discard} 1 {noun:ally} and {me:receive} one {0:tier} higher"),
    Entry(SA_SKULL, "skull", (A_NUMBER,), "{me:add} {0:skull} in your next war against a player in this round"),
    Entry(SA_SAIL, "sail", (A_STEP,), "{me:make} 1 {noun:travel} in which your {units:boat} move up to {0:step}"),
    Entry(SA_HARVEST, "harvest", (A_NUMBER,), "{me:collect} at once what {0:field marker} of your choice {0|pays|pay}"),
    Entry(
        SA_STYLE, "style", (A_STYLE, A_NUMBER),
        "your cards get +{1} {0} in your next war against a player in this round",
    ),
    Entry(
        SA_PEEK, "peek", (A_NUMBER,), "{me:look} at the {nouns:hidden card} of another player and {me:take} {0}",
    ),
    Entry(SA_CHAIN, "chain", (A_NUMBER,), "a player with more beasts than you receives {0} {token:chain} {0:?token}"),
    Entry(SA_MARCH, "march", (A_NUMBER,), f"{{me:make}} 1 {{noun:travel}}, and {_STRONGER}"),
)  # fmt: skip

# --- Events (§7): twenty families

GOODS: Final = ("all", "action", "reaction", "hidden", "specialty")
GOODS_ALL, GOODS_ACTION, GOODS_REACTION, GOODS_HIDDEN, GOODS_SPECIALTY = range(5)
LETTERS: Final = ("open", "closed")
LASTS: Final = ("beasts", "coins", "units")
LAST_BEASTS, LAST_COINS, LAST_UNITS = range(3)
CONCERNED: Final = ("all", *LASTS)
CONCERNS_ALL: Final = 0
"""Whom an event is for: everybody, or those who are last in something; after `all` in the order of LASTS."""
PEACES: Final = ("all", "capital", "coin", "hot", "weak")
PEACE_ALL, PEACE_CAPITAL, PEACE_COIN, PEACE_HOT, PEACE_WEAK = range(5)
SIDES: Final = ("winner", "loser", "both")
SIDE_WINNER, SIDE_LOSER, SIDE_BOTH = range(3)
SHELTERS: Final = ("tokens", "units", "skulls", "cards", "beasts")
SHELTER_TOKENS, SHELTER_UNITS, SHELTER_SKULLS, SHELTER_CARDS, SHELTER_BEASTS = range(5)
STRAYS: Final = ("spawn", "move")
STRAY_SPAWN, STRAY_MOVE = range(2)
MUSTERS: Final = ("recall", "recruit")
MUSTER_RECALL, MUSTER_RECRUIT = range(2)

A_GOODS: Final = Arg("goods", GOODS)
A_LETTERS: Final = Arg("letters", LETTERS)
A_LAST: Final = Arg("last in", LASTS)
A_CONCERNED: Final = Arg("for whom", CONCERNED)
A_PEACE: Final = Arg("peace", PEACES)
A_WAR_SIDE: Final = Arg("side", SIDES)
A_SHELTER: Final = Arg("shelter", SHELTERS)
A_STRAY: Final = Arg("stray", STRAYS)
A_MUSTER: Final = Arg("muster", MUSTERS)
A_POINTS: Final = Arg("points", low=1, high=10)
A_BEAST: Final = Arg("strength", low=1, high=10)

E_NONE: Final = 0
(
    E_DISCOUNT, E_RISE, E_WINDFALL, E_STORM, E_PASSES, E_FORDS, E_LEVY, E_PAY, E_RAGE, E_SLUMBER, E_STRAY, E_TRIBUTE,
    E_TRUCE, E_BLOOD, E_PLAGUE, E_SHELTER, E_HAND, E_SEASON, E_ALLIES, E_POLITICS,
) = range(1, 21)  # fmt: skip
_WARES: Final = "all cards of the shop|actions|reactions|{nouns:hidden card}|specialties"
_LAST: Final = "whoever has the fewest beasts|whoever has the fewest coins|whoever has the fewest points of units"
_CONCERNED: Final = f"{{1|every player|{_LAST}}}"
EVENT_FAMILIES: Final = (
    Entry(E_DISCOUNT, "discount", (A_GOODS, A_NUMBER), f"{{0|{_WARES}}} cost {{1}} less, but at least 1"),
    Entry(E_RISE, "rise", (A_GOODS, A_NUMBER), f"{{0|{_WARES}}} cost {{1}} more"),
    Entry(
        E_WINDFALL, "windfall", (A_TALLY, A_NUMBER),
        "at once, every player gains {1:coin}{0|| for each of its {nouns:field marker} on the map"
        "| for each {noun:beast} that it has| for each of its {units:boat}| for each {noun:ally} in its hand}",
    ),
    Entry(
        E_STORM, "storm", (A_STEP, A_LETTERS),
        "{units:boat} move {0|at most|up to} {0:step}{1||, and nobody sails over the edge of the map}",
    ),
    Entry(
        E_PASSES, "passes", (A_POINTS, A_CONCERNED),
        f"{_CONCERNED} may take units for {{0:point}} over mountains in each {{noun:travel}}",
    ),
    Entry(
        E_FORDS, "fords", (A_POINTS, A_CONCERNED),
        f"{_CONCERNED} may take units for {{0:point}} over rivers in each {{noun:travel}}",
    ),
    Entry(
        E_LEVY, "levy", (A_SIGNED, A_CONCERNED),
        f"each hot spring gives {_CONCERNED} {{0:abs}} {{0:fewer}} {{0:?point}} of units",
    ),
    Entry(
        E_PAY, "pay", (A_SIGNED, A_CONCERNED),
        f"each coin symbol pays {_CONCERNED} {{0:abs}} {{0:fewer}} {{0:?coin}}",
    ),
    Entry(E_RAGE, "rage", (A_NUMBER, A_BEAST), "{1:beasts up} are stronger by {0}"),
    Entry(E_SLUMBER, "slumber", (A_NUMBER, A_BEAST), "{1:beasts down} are weaker by {0}"),
    Entry(
        E_STRAY, "stray", (A_STRAY, A_NUMBER),
        "at once, {0|{1:beast} {1|comes|come} onto the map"
        "|{1|a random beast wanders|up to {1} random beasts wander, each} to a free land field beside it}",
    ),
    Entry(
        E_TRIBUTE, "tribute", (A_LAST, A_NUMBER),
        f"{{0|{_LAST}}} receives {{1:coin}} from every other player at once",
    ),
    Entry(
        E_TRUCE, "truce", (A_PEACE,),
        "nobody may attack a player{0|| in a {noun:capital}| in a field with a coin symbol| at a hot spring"
        "| with fewer beasts than their own}",
    ),
    Entry(
        E_BLOOD, "blood", (A_WAR_SIDE, A_NUMBER),
        "{0|the winner adds|the loser adds|both sides add} {1:skull} in each war between players",
    ),
    Entry(E_PLAGUE, "plague", (A_TOKEN, A_NUMBER), "every player receives {1} {0} {1:?token} at once"),
    Entry(
        E_SHELTER, "shelter", (A_SHELTER,),
        "{0|nobody receives harmful tokens|retreating units stay ready|{nouns:skull} cost nobody a {noun:unit}"
        "|after a war between players, both sides take cards back as if they had healed"
        "|whoever loses a war gives up no {noun:beast}}",
    ),
    Entry(E_HAND, "hand", (A_SIGNED, A_CONCERNED), f"the hand limit of {_CONCERNED} {{0:rises}} by {{0:abs}}"),
    Entry(E_SEASON, "season", (A_STYLE, A_SIGNED), "every card gets {1:+} {0}"),
    Entry(
        E_ALLIES, "allies", (A_MUSTER, A_TIER),
        "every player {0|discards all {1:up to}|receives {1:a} {noun:ally}} at once",
    ),
    Entry(E_POLITICS, "politics", (A_ONE_TRACK,), "the order on {0} is reversed at once"),
)  # fmt: skip

# --- Action cards (§5): what they do is known to the rules by code

ACTION_KINDS: Final = ("action", "reaction", "both", "specialty")
KIND_ACTION, KIND_REACTION, KIND_BOTH, KIND_SPECIALTY = range(4)


@dataclass(frozen=True)
class ActionCard:
    """An Action card's code, type and windows; names, costs and texts are the edition's."""

    code: int
    word: str
    kind: int
    windows: int


def _cards(first: int, *cards: tuple[str, int, str]) -> tuple[ActionCard, ...]:
    return tuple(
        ActionCard(code, word, kind, window_mask(windows)) for code, (word, kind, windows) in enumerate(cards, first)
    )


SHOP_CARDS: Final = _cards(
    0,
    ("travel", KIND_ACTION, "TURN"), ("muster", KIND_ACTION, "TURN"), ("petition", KIND_ACTION, "TURN"),
    ("drill", KIND_ACTION, "TURN"), ("hire", KIND_ACTION, "TURN"), ("war", KIND_REACTION, "TRAVEL TURN"),
    ("vanguard", KIND_REACTION, "UNIT WARSTART"), ("reinforce", KIND_REACTION, "TRAVEL UNIT"),
    ("smoke-screen", KIND_REACTION, "BSTART"), ("counterseal", KIND_REACTION, "CARD"),
    ("pathfinder", KIND_BOTH, "TURN TRAVEL"), ("field-medic", KIND_BOTH, "TURN HEAL"),
    ("upgrade", KIND_BOTH, "TURN ALLY"), ("purify", KIND_BOTH, "TURN TOKEN"), ("specialty", KIND_SPECIALTY, "TURN"),
)  # fmt: skip
HIDDEN_CARDS: Final = _cards(
    len(SHOP_CARDS),
    ("odd-jobs", KIND_ACTION, "TURN"), ("spyglass", KIND_ACTION, "TURN"), ("side-path", KIND_ACTION, "TURN"),
    ("militia", KIND_ACTION, "TURN"), ("stretchers", KIND_ACTION, "TURN"), ("caltrops", KIND_REACTION, "UNIT"),
    ("bribe", KIND_REACTION, "CONTROL"), ("loaded-die", KIND_REACTION, "ROLL"),
    ("double-pay", KIND_REACTION, "CONTROL"),
    ("night-ferry", KIND_ACTION, "TURN"), ("nerve-dart", KIND_ACTION, "TURN"), ("cold-snap", KIND_ACTION, "TURN"),
    ("venom-jar", KIND_ACTION, "TURN"), ("decoy-scroll", KIND_ACTION, "TURN"), ("surveyor", KIND_ACTION, "TURN"),
    ("old-notes", KIND_ACTION, "TURN"), ("last-stand", KIND_REACTION, "UNIT"), ("binding-seal", KIND_ACTION, "TURN"),
    ("palace-coup", KIND_ACTION, "TURN"), ("iron-discipline", KIND_REACTION, "RETREAT"),
)  # fmt: skip
