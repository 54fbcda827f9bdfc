"""What our own editions must keep (§7), though other cards could be played too. Every check returns its problems, each
with file and line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, product
from operator import ne
from typing import Final

from bestiary.games.beasts.cards import grammar
from bestiary.games.beasts.cards.budget import BUDGETS, TOLERANCE, budget_of, cost_of
from bestiary.games.beasts.cards.decks import (
    ALLY_DECKS, GROUP_ALLY, GROUP_PATH, Card, Clan, Content, Specialty, awakening_of,
)  # fmt: skip
from bestiary.games.beasts.cards.grammar import Effect, Step
from bestiary.games.beasts.cards.entries import EVENT_FAMILIES, SLOTS
from bestiary.games.beasts.cards.language import (
    C_ALLYC, C_BPC, C_SYMC, CMP_LT, CONDITIONS, FOCI, ICON_BLOCK, ICON_HEAL, ICON_SAND, ICON_SKULL, OP_ACTRET,
    OP_ACTSTEAL, OP_ALLY, OP_BMOVE, OP_BP, OP_BPSTEAL, OP_BSPAWN, OP_BSTEAL, OP_BSTR, OP_BSWAP, OP_CANCEL, OP_COIN,
    OP_COINSTEAL, OP_COPY, OP_DISC, OP_DOWN, OP_DRAW, OP_DSWAP, OP_ESCAPE, OP_EVENT, OP_GAINC, OP_HBLOCK, OP_HEAD,
    OP_HEAL, OP_HID, OP_IMMUNE, OP_MARK, OP_MARKPUT, OP_MARKX, OP_PAY, OP_REC, OP_RECALL, OP_RECU, OP_REROLL, OP_REVEAL,
    OP_SAND, OP_SKULL, OP_STEALC, OP_SUPPORT, OP_SWAPC, OP_TOK, OP_TOKDROP, OP_TOKPASS, OP_TRASHC, OP_UDISC, OP_UMOVE,
    OP_UNCHAIN, OP_UNCOIN, OP_UP, OP_UPRONE, OP_URAISE, OP_US, OP_UTRASH, OP_VAL, OP_VSET, OP_VSWAP, OP_VXCH, OP_WIN,
    OPERATIONS, PATH_CARD, PH_BATTLE, RES_ALLY, RES_COIN, RES_TOKEN, RES_UNIT, SHAPES, STYLE_LETTERS, STYLES, T_HA,
    T_HP, T_LA, T_LP, T_OL, T_VB, TIMINGS, TOK_CHAIN, TOK_FREEZE, TOK_ILLUSION, TOK_PARALYZE, TOK_POISON, TOKENS,
    UNIT_BOAT, UNITS, timing_of,
)  # fmt: skip
from bestiary.games.beasts.state import AKATSUKI, CLANS, PATHS

TIER_COUNTS: Final = (5, 6, 5, 3, 1)  # of a clan's cards
FOCUSED, CROSSING, PLAIN = 12, 4, 4
HEALS, BLOCKS, HEADS = 3, 4, 10
LEAST_RESOURCES, LEAST_IN_HAND, LEAST_HUNTING, LEAST_TIMINGS = 6, 4, 2, 12
STYLE_SHARE: Final = (0.3, 11 / 30)  # of each style in a clan's sum: a third, a tenth of it up or down
SIGNATURE_SHARE: Final = 0.45
DECK_TOLERANCE: Final = 4.0  # of a clan's whole budget: prices are estimates, and games say which clan is stronger
MOST_EFFECTLESS: Final = 0.2
LEAST_DISTANCE: Final = 2
MOST_OF_A_TIMING: Final = 0.12  # of all effects
MOST_OF_AN_OPERATION: Final = 0.15  # of all operations
VARIANTS: Final = 5  # of each family of events
EVENT_ICONS: Final = (("green", (True, False), 20), ("red", (False, True), 15), ("both", (True, True), 5))

Problems = list[str]


def problems(content: Content) -> Problems:
    """Everything that is wrong with an edition, by our own rules."""
    return [problem for check in CHECKS for problem in check(content)]


# --- Cards


def budget_problems(content: Content) -> Problems:
    found = []
    for card in content.cards.values():
        cost, budget = cost_of(card).total, budget_of(card)
        if abs(cost - budget) > TOLERANCE + 1e-9:
            found.append(
                f"{card.place}: {card.name} costs {cost:.2f}; tier {card.tier} allows {budget} ± {TOLERANCE:g}"
            )
    return found


def signature_of(card: Card) -> tuple[object, ...]:
    """What a card does, without its name, role and looks."""
    return (card.styles, card.heads, card.icons, card.resource, card.amount, tuple(grammar.write(card.effects)))


def likeness_problems(content: Content) -> Problems:
    """Cards that do the same, or nearly: the next one must differ in two components."""
    found = []
    cards = [(card, figures(card)) for card in content.cards.values()]
    for (one, mine), (other, theirs) in combinations(cards, 2):
        near = sum(map(ne, mine, theirs)) < LEAST_DISTANCE  # a hundred thousand pairs: most differ in their figures
        if near and distance(one, other) < LEAST_DISTANCE:
            alike = "the same as" if signature_of(one) == signature_of(other) else "all but the same as"
            found.append(f"{other.place}: {other.name} is {alike} {one.name} in {one.place}")
    return found


def distance(one: Card, other: Card) -> int:
    """How many components two cards differ in: styles, heads, each icon, the resource, each effect."""
    changed: int = sum(map(ne, figures(one), figures(other)))
    mine, theirs = Counter(one.effects), Counter(other.effects)
    return changed + max((mine - theirs).total(), (theirs - mine).total())


def figures(card: Card) -> tuple[object, ...]:
    """Its components but for the effects."""
    return (*card.styles, card.heads, *card.icons, (card.resource, card.amount))


def effectless_problems(content: Content) -> Problems:
    cards = content.cards.values()
    without = sum(not card.effects for card in cards)
    if without > MOST_EFFECTLESS * len(cards):
        return [f"{without} of {len(cards)} cards have no effect; {MOST_EFFECTLESS:.0%} may"]
    return []


def variety_problems(content: Content) -> Problems:
    """Every word of the language is used, and none of them everywhere."""
    effects = [effect for card in content.cards.values() for effect in card.effects]
    steps = [step for effect in effects for step in effect.steps]
    timings, operations = Counter(e.timing for e in effects), Counter(s.op for s in steps)
    conditions = Counter(effect.cond for effect in effects)
    found = [f"no card uses the timing {t.word}" for t in TIMINGS if not timings[t.code]]
    found += [f"no card uses the condition {c.word}" for c in CONDITIONS if not conditions[c.code]]
    found += [f"no card uses the operation {o.word}" for o in OPERATIONS if not operations[o.code]]
    for t in TIMINGS:
        if timings[t.code] > MOST_OF_A_TIMING * len(effects):
            found.append(f"the timing {t.word} stands in {timings[t.code]} of {len(effects)} effects; spread it")
    for o in OPERATIONS:
        if operations[o.code] > MOST_OF_AN_OPERATION * len(steps):
            found.append(f"the operation {o.word} stands {operations[o.code]} times of {len(steps)}; spread it")
    return found


# --- Clan decks


def clan_problems(content: Content) -> Problems:
    return [
        f"{clan.place}: {clan.name} {problem}"
        for number, clan in enumerate(content.clans)
        for problem in _deck_problems(number, clan, content.deck(number))
    ] + [
        f"{card.place}: {card.name} is said to be about {card.theme}, and is not"
        for number in range(CLANS)
        for card in content.deck(number)
        if not _keeps_theme(card)
    ]


def _deck_problems(number: int, clan: Clan, deck: Sequence[Card]) -> Iterator[str]:
    tiers = tuple(sum(card.tier == tier for card in deck) for tier in range(1, len(TIER_COUNTS) + 1))
    if tiers != TIER_COUNTS:
        yield f"has {_list(tiers)} cards of the five tiers; it must be {_list(TIER_COUNTS)}"
    themes = Counter(card.theme for card in deck)
    for theme, count in {**clan.themes, "cross": CROSSING, "plain": PLAIN}.items():
        if themes[theme] != count:
            yield f"has {themes[theme]} cards for {theme}; it must be {count}"
    if sum(clan.themes.values()) != FOCUSED:
        yield f"is about {sum(clan.themes.values())} cards; it must be {FOCUSED}"
    for word, count, wanted in (
        ("heals", sum(card.icons[ICON_HEAL] for card in deck), HEALS),
        ("heal blocks", sum(card.icons[ICON_BLOCK] for card in deck), BLOCKS),
        ("heads", sum(card.heads for card in deck), HEADS),
    ):
        if count != wanted:
            yield f"has {count} {word}; it must be {wanted}"
    timings = {effect.timing for card in deck for effect in card.effects}
    in_hand = sum(any(timing_of(effect.timing).in_hand for effect in card.effects) for card in deck)
    hunting = sum(any(effect.timing == T_VB for effect in card.effects) for card in deck)
    for word, count, least in (
        ("cards with resources", sum(card.resource > 0 for card in deck), LEAST_RESOURCES),
        ("cards to play from hand", in_hand, LEAST_IN_HAND),
        ("cards against beasts", hunting, LEAST_HUNTING),
        ("timings", len(timings), LEAST_TIMINGS),
    ):
        if count < least:
            yield f"has {count} {word}; it must be {least} or more"
    yield from _style_problems(clan, deck)
    cost, whole = sum(cost_of(card).total for card in deck), _whole_budget()
    if abs(cost - whole) > DECK_TOLERANCE:
        yield f"costs {cost:.1f} in all; every clan has {whole} ± {DECK_TOLERANCE:g}"
    if number == AKATSUKI and sum(_calls_paths(card) for card in deck) != 1:
        yield "must have one card of tier 3 that calls paths: HA GAINC path"


def _style_problems(clan: Clan, deck: Sequence[Card]) -> Iterator[str]:
    sums = [sum(card.styles[style] for card in deck) for style in range(len(STYLES))]
    for style, name in enumerate(STYLES):
        share = sums[style] / max(1, sum(sums))
        low, high = STYLE_SHARE
        if style == clan.signature:
            low, high = 1 / len(STYLES), SIGNATURE_SHARE
        if not low <= share <= high:
            yield f"has {share:.1%} of its styles in {name}; it must be {low:.1%} to {high:.1%}"


def _whole_budget() -> int:
    return sum(count * budget for count, budget in zip(TIER_COUNTS, BUDGETS, strict=True))


def _calls_paths(card: Card) -> bool:
    calls = [e for e in card.effects if e.timing == T_HA and any(s == Step(OP_GAINC, (PATH_CARD,)) for s in e.steps)]
    return card.tier == 3 and len(calls) == 1


def _ops(*codes: int) -> Callable[[Card], bool]:
    return lambda card: any(step.op in codes for step in _steps(card))


def _token(kind: int) -> Callable[[Card], bool]:
    def about(card: Card) -> bool:
        given = any(step.op == OP_TOK and step.args[1] == kind for step in _steps(card))
        return given or card.resource == RES_TOKEN + kind

    return about


def _either(*tests: Callable[[Card], bool]) -> Callable[[Card], bool]:
    return lambda card: any(test(card) for test in tests)


def _gives(first: int, count: int) -> Callable[[Card], bool]:
    return lambda card: first <= card.resource < first + count


def _tests(*conditions: int) -> Callable[[Card], bool]:
    return lambda card: any(effect.cond in conditions for effect in card.effects)


def _icon(*icons: int) -> Callable[[Card], bool]:
    return lambda card: any(card.icons[icon] for icon in icons)


def _steps(card: Card) -> Iterator[Step]:
    return (step for effect in card.effects for step in effect.steps)


def _trails(effect: Effect) -> bool:
    return effect.timing in (T_LP, T_LA, T_HP, T_OL) or (effect.cond == C_BPC and effect.tested[0] == CMP_LT)


def _recruits(card: Card) -> bool:
    units = any(s.op == OP_REC or (s.op == OP_RECU and s.args[0] != UNIT_BOAT) for s in _steps(card))
    return units or RES_UNIT + UNIT_BOAT < card.resource < RES_ALLY


def _boats(card: Card) -> bool:
    launched = any(step.op == OP_RECU and step.args[0] == UNIT_BOAT for step in _steps(card))
    return launched or card.resource == RES_UNIT + UNIT_BOAT


THEME_TESTS: Final[dict[str, Callable[[Card], bool]]] = {
    "allies": _either(_ops(OP_ALLY), _gives(RES_ALLY, len(ALLY_DECKS))),
    "cycling": _ops(OP_DRAW, OP_RECALL, OP_DISC),
    "heal": _either(_ops(OP_HEAL), _icon(ICON_HEAL)),
    "poison": _token(TOK_POISON),
    "skull": _either(_ops(OP_SKULL), _icon(ICON_SKULL)),
    "sand": _either(_ops(OP_SAND), _icon(ICON_SAND)),
    "boats": _boats,
    "recruiting": _recruits,
    "freeze": _token(TOK_FREEZE),
    "coins": _either(_ops(OP_COIN, OP_COINSTEAL), _gives(RES_COIN, 1)),
    "markers": _ops(OP_MARK, OP_MARKPUT, OP_MARKX),
    "dominance": _ops(OP_UP, OP_DOWN, OP_DSWAP),
    "values": _ops(OP_VAL, OP_VSET, OP_VSWAP, OP_VXCH),
    "heads": _either(_ops(OP_HEAD, OP_BSTR, OP_REROLL), lambda card: card.heads > 0),
    "illusion": _token(TOK_ILLUSION),
    "paralyze": _token(TOK_PARALYZE),
    "steal": _ops(OP_STEALC, OP_SWAPC, OP_COINSTEAL, OP_ACTSTEAL, OP_BPSTEAL),
    "hidden": _ops(OP_HID),
    "chain": _token(TOK_CHAIN),
    "trailing": lambda card: any(_trails(effect) for effect in card.effects),
    "trash": _ops(OP_TRASHC, OP_UTRASH),
    "cross": lambda card: bool(card.effects),
    "plain": lambda card: not card.effects,
}
"""Whether a card is about what it says it is."""


FOCUS_TESTS: Final[dict[str, Callable[[Card], bool]]] = {
    "COIN": _either(_ops(OP_COIN, OP_UNCOIN, OP_COINSTEAL, OP_PAY), _gives(RES_COIN, 1)),
    "UNIT": _either(
        _ops(OP_REC, OP_RECU, OP_UDISC, OP_UTRASH, OP_UPRONE, OP_URAISE, OP_UMOVE, OP_US, OP_SUPPORT, OP_SKULL),
        _gives(RES_UNIT, len(UNITS)),
    ),
    "DOM": _ops(OP_UP, OP_DOWN, OP_DSWAP),
    "HEX": _either(_ops(OP_TOK, OP_TOKPASS), _gives(RES_TOKEN, len(TOKENS))),
    "GUARD": _either(
        _ops(OP_SAND, OP_HEAL, OP_IMMUNE, OP_URAISE, OP_ESCAPE, OP_TOKDROP, OP_CANCEL, OP_HBLOCK),
        _icon(ICON_HEAL, ICON_SAND),
    ),
    "CARD": _ops(
        OP_DRAW, OP_HID, OP_RECALL, OP_DISC, OP_TRASHC, OP_STEALC, OP_SWAPC, OP_GAINC, OP_REVEAL, OP_COPY, OP_ACTRET,
        OP_ACTSTEAL,
    ),
    "ALLY": _either(_ops(OP_ALLY), _gives(RES_ALLY, len(ALLY_DECKS)), _tests(C_ALLYC)),
    "VALUE": _ops(OP_VAL, OP_VSET, OP_VSWAP, OP_VXCH, OP_COPY, OP_BP, OP_BPSTEAL, OP_WIN),
    "BEAST": _ops(OP_HEAD, OP_BSTR, OP_REROLL, OP_BSTEAL, OP_BSWAP, OP_BMOVE, OP_BSPAWN, OP_UNCHAIN),
    "FIELD": _either(_ops(OP_MARK, OP_MARKPUT, OP_MARKX, OP_EVENT, OP_UMOVE, OP_BMOVE), _tests(C_SYMC)),
}  # fmt: skip
"""Whether an ally has to do with its focus."""


def _keeps_theme(card: Card) -> bool:
    return THEME_TESTS[card.theme](card)


# --- Akatsuki, allies, the rest


def akatsuki_problems(content: Content) -> Problems:
    found = []
    for card in content.deck(AKATSUKI):
        awakening = content.cards[awakening_of(card.id)]
        if awakening.focus != card.focus or awakening.tier != card.tier:
            found.append(f"{awakening.place}: {awakening.name} must have the tier and the focus of {card.name}")
        if awakening.heads or any(_is_idle(effect) for effect in awakening.effects):
            reason = "it is played only in battle, from the table, and only when behind"
            found.append(f"{awakening.place}: {awakening.name} has heads or an effect that it cannot use; {reason}")
    paths = content.deck(GROUP_PATH)
    if len({card.focus for card in paths}) != PATHS:
        found.append(f"{paths[0].place}: the {PATHS} paths must have different foci")
    found += [f"{card.place}: {card.name} is a path, and so of tier 4" for card in paths if card.tier != 4]
    return found


def _is_idle(effect: Effect) -> bool:
    """On an awakening [R51]: what needs a hand or a hunt, or says again that one is behind."""
    timing = timing_of(effect.timing)
    behind = effect.timing == T_LP or (effect.cond == C_BPC and timing.phase == PH_BATTLE)
    return timing.in_hand or effect.timing == T_VB or behind


def ally_problems(content: Content) -> Problems:
    """Each tier has one ally of every shape for every focus, and none is a copy of another, scaled or not."""
    found = []
    written: dict[str, Card] = {}
    for tier, deck in enumerate(ALLY_DECKS):
        cards = content.deck(GROUP_ALLY + tier)
        places = Counter((card.focus, card.shape) for card in cards)
        for focus, shape in product(range(len(FOCI)), SHAPES):
            if places[focus, shape] != 1:
                count = places[focus, shape]
                found.append(f"{deck}.toml: {count} allies of focus {FOCI[focus]} and shape {shape}; it must be 1")
        for card in cards:
            if not _keeps_shape(card):
                found.append(f"{card.place}: {card.name} is said to be {card.shape}, and is not")
            if card.effects and not FOCUS_TESTS[FOCI[card.focus]](card):
                found.append(f"{card.place}: {card.name} has nothing of its focus, {FOCI[card.focus]}")
            lines = " | ".join(grammar.write(card.effects))
            if lines and lines in written:
                found.append(f"{card.place}: {card.name} has the effects of {written[lines].name}")
            written[lines] = card
    return found


def _keeps_shape(card: Card) -> bool:
    """Whether an ally looks as it says. Of three different styles, the one further from the middle gives the name."""
    kind, _, letter = card.shape.partition("-")
    low, middle, high = sorted(card.styles)
    if kind == "plain" or not card.effects:
        return kind == "plain" and not card.effects
    if kind == "hunter":
        return card.heads > 0
    if kind == "bulwark":
        return card.icons[ICON_SAND] + card.icons[ICON_HEAL] > 0
    if kind == "even":
        return high - low <= 1
    own = card.styles[STYLE_LETTERS.index(letter)]
    if kind == "low":
        return own == low and middle - low >= max(1, high - middle) and high - low > 1
    return own == high and high - middle >= max(1, middle - low) and high - low > 1


def specialty_problems(content: Content) -> Problems:
    """Every clan has all slots, and no two specialties have the same side."""
    found = []
    sides: dict[tuple[object, ...], Specialty] = {}
    for special in content.specialties:
        for key in (
            ("passive", special.passive, special.when),
            ("action", special.action, special.cost),
        ):
            if key in sides:
                found.append(f"{special.place}: {special.name} has the {key[0]} side of {sides[key].name}")
            sides[key] = special
    there = {(special.clan, special.slot) for special in content.specialties}
    return found + [
        f"{clan.place}: {clan.name} lacks its {word} specialty"
        for number, clan in enumerate(content.clans)
        for slot, word in enumerate(SLOTS)
        if (number, slot) not in there
    ]


def event_problems(content: Content) -> Problems:
    """Families come equally often; icons as often as §7 says."""
    events = content.events
    families = Counter(event.rule.entry.word for event in events)
    found = [
        f"{events[0].place}: {families[family.word]} events are of the family {family.word}; it must be {VARIANTS}"
        for family in EVENT_FAMILIES
        if families[family.word] != VARIANTS
    ]
    icons = Counter((event.green, event.red) for event in events)
    for word, icon, wanted in EVENT_ICONS:
        if icons[icon] != wanted:
            found.append(f"{events[0].place}: {icons[icon]} events are {word}; it must be {wanted}")
    return found


def name_problems(content: Content) -> Problems:
    """A name stands once among everything that has one."""
    named = [(card.name, card.place) for card in content.cards.values()]
    named += [(action.name, action.place) for action in content.actions]
    named += [(event.name, event.place) for event in content.events]
    named += [(special.name, special.place) for special in content.specialties]
    named += [(beast, "beasts.toml") for beast in content.beasts]
    first: dict[str, str] = {}
    found = []
    for name, place in named:
        if name.casefold() in first:
            found.append(f"{place}: {name} is also the name in {first[name.casefold()]}")
        first.setdefault(name.casefold(), place)
    return found


def _list(numbers: Iterable[int]) -> str:
    return "/".join(map(str, numbers))


CHECKS: Final[tuple[Callable[[Content], Problems], ...]] = (
    budget_problems, name_problems, likeness_problems, effectless_problems, variety_problems, clan_problems,
    akatsuki_problems, ally_problems, specialty_problems, event_problems,
)  # fmt: skip
