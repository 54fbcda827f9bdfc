"""What a card says, in English: its text is made from its rows and from the edition's word list.

The sentences of the language's tables have fields in braces:

    {0:lose/loses}  who, and what they do          {0:'s} {opp's}  whose
    {me:gain}       you, in the imperative         {opp} {opp:put/puts}  the opponent, if none is named
    {1:coin}        a number of things             {2:?token}      only the thing, in its number
    {2:+} {0:abs}   a number with or without sign  {1:@0}          a number of units of the type in argument 0
    {0:a}           a word with its article        {0|this|that}   by the argument; a number counts as one or many
    {~|one|many}    done once, or lasting          {noun:ally} {nouns:ally} {token:chain} {units:boat}  from the list

The texts of action cards are the edition's own and have fields of the last kind only; `{noun:a ally}` has its article.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from bestiary.engine.content import Section
from bestiary.games.beasts.cards.grammar import Effect, Step, effects_of, tested_values
from bestiary.games.beasts.cards.entries import A_BORDER, BORDERS, Entry
from bestiary.games.beasts.cards.language import (
    A_CARD, A_CMP, A_SIDE, A_STYLE, A_STYLES, A_SYMBOL, A_TIER, A_TIMING, A_TOKEN, A_UNIT, A_ZONE, C_ALW, FOCI, NATURES,
    O_CAPTOR, O_CHOSEN, O_SIDE, O_WAR, OP_OPT, PATH_CARD, PH_AFTER, PH_HUNT, PH_HUNTSTART, PH_LONG, PH_SCORING, STYLES,
    SYMBOLS, T_DS, TIERS, TOKENS, TRACK_ANY, TRACKS, UNITS, WHO, WHO_ANY, WHO_ME, WHO_OPP, ZONES, Arg, Timing,
    condition_of, operation_of, timing_of,
)  # fmt: skip

FIELD: Final = re.compile(r"\{([^{}]*)\}")
OPPONENTS: Final = {
    O_WAR: ("the opponent", "the opponent"),
    O_SIDE: ("a player at war", "that player"),
    O_CHOSEN: ("another player", "that player"),
    O_CAPTOR: ("that player", "that player"),
}
"""How the opponent is called when first named, and later."""
NOUNS: Final = (
    "action card", "ally", "battle point", "beast", "capital", "card", "clan card", "coin", "field marker", "head",
    "heal", "heal block", "hidden card", "other player", "path", "point", "prone unit", "random card", "sand", "skull",
    "spot", "step", "tier", "token", "travel", "unit",
)  # fmt: skip
NAMES: Final = ("akatsuki", "awakening", "base", "kamui")
EVERY_STYLE: Final = (1 << len(STYLES)) - 1


@dataclass(frozen=True)
class Words:
    """The word list of an edition. Pairs are one and many."""

    styles: tuple[str, ...]
    tokens: tuple[str, ...]
    tracks: tuple[str, ...]
    units: tuple[tuple[str, str], ...]
    zones: tuple[str, ...]
    symbols: tuple[str, ...]
    borders: tuple[str, ...]
    tiers: tuple[str, ...]
    foci: tuple[str, ...]
    natures: tuple[str, ...]
    nouns: Mapping[str, tuple[str, str]]
    names: Mapping[str, str]
    cards: Mapping[int, str] = field(default_factory=dict)  # names of clan cards, for cards that give them

    def count(self, number: int, noun: str) -> str:
        return f"{number} {self.noun(number, noun)}"

    def noun(self, number: int, noun: str) -> str:
        return self.nouns[noun][number != 1]


def read_words(section: Section) -> Words:
    """The word list of `words.toml`."""
    section.string("about", "nothing said")
    nouns = section.section("nouns")
    names = section.section("names")
    words = Words(
        styles=_listed(section, "styles", STYLES),
        tokens=_listed(section, "tokens", TOKENS),
        tracks=_listed(section, "tracks", TRACKS[:TRACK_ANY]),
        units=tuple(_pair(section.section("units"), unit) for unit in UNITS),
        zones=_listed(section, "zones", ZONES),
        symbols=_listed(section, "symbols", SYMBOLS),
        borders=_listed(section, "borders", BORDERS),
        tiers=_listed(section, "tiers", TIERS),
        foci=_listed(section, "foci", FOCI),
        natures=_listed(section, "natures", NATURES),
        nouns={noun: _pair(nouns, noun.replace(" ", "_")) for noun in NOUNS},
        names={name: names.string(name) for name in NAMES},
    )
    nouns.close()
    names.close()
    return words


def _listed(section: Section, key: str, words: tuple[str, ...]) -> tuple[str, ...]:
    table = section.section(key)
    listed = tuple(table.string(word) for word in words)
    table.close()
    return listed


def _pair(section: Section, key: str) -> tuple[str, str]:
    one, slash, many = section.string(key).partition("/")
    if not slash or not one or not many or "/" in many:
        raise section.wrong("must be one and many with a / between them, as in coin/coins", key)
    return one, many


# --- Cards


def text_of(rows: Any, words: Words) -> str:
    """What is printed on a card with these rows: a sentence for each effect."""
    return " ".join(sentence(effect, words) for effect in effects_of(rows))


def sentence(effect: Effect, words: Words) -> str:
    """One effect, as a sentence."""
    timing = timing_of(effect.timing)
    voice = Voice(words, timing)
    lead = voice.said(timing.text)
    if effect.cond != C_ALW:
        condition = condition_of(effect.cond)
        values = tested_values(effect)
        compared = [value for arg, value in zip(condition.args, values, strict=True) if arg is A_CMP]
        texts = condition.texts
        text = texts[compared[0]] if len(texts) > 1 else texts[0]
        joint = " and " if " if " in lead or " while " in lead else ", if "
        lead += joint + voice.said(text, condition.args, values, spoken=True)
    joint = ", " if effect.steps[0].op == OP_OPT else ": "
    text = lead + joint + voice.steps(effect.steps)
    return text[0].upper() + text[1:] + "."


def branch_sentences(effect: Effect, words: Words) -> tuple[str, ...]:
    """What can be chosen in an effect, each as a sentence."""
    texts = []
    for branch in range(1, max(step.branch for step in effect.steps) + 1):
        text = Voice(words, timing_of(effect.timing)).steps([step for step in effect.steps if step.branch == branch])
        texts.append(f"{text[0].upper()}{text[1:]}")
    return tuple(texts)


def entry_text(entry: Entry, values: Sequence[int], words: Words) -> str:
    """A specialty or an event, as a sentence."""
    text = Voice(words, None).said(entry.text, entry.args, values)
    return text[0].upper() + text[1:] + "."


def filled(text: str, words: Words) -> str:
    """A text of an edition with the words of its list in its fields; a KeyError names a field that there is not."""

    def fill(match: re.Match[str]) -> str:
        key, _, form = match.group(1).partition(":")
        if key not in LISTED:
            raise KeyError(match.group(0))
        try:
            word = FIELDS[key](voice, form.removeprefix("a "))
        except (KeyError, ValueError):
            raise KeyError(match.group(0)) from None
        return with_article(word) if form.startswith("a ") else word

    voice = Voice(words, None)
    return FIELD.sub(fill, text)


class Voice:
    """Fills the fields of a sentence, and remembers who has been named in it."""

    def __init__(self, words: Words, timing: Timing | None) -> None:
        self.words, self.timing = words, timing
        self.named: set[int] = set()
        self.chooser = WHO_ME  # they speak of themselves in what they choose from
        self.args: tuple[Arg, ...] = ()
        self.values: Sequence[int] = ()
        self.spoken = False  # "you gain" instead of "gain"

    def said(self, text: str, args: tuple[Arg, ...] = (), values: Sequence[int] = (), spoken: bool = False) -> str:
        self.args, self.values, self.spoken = args, values, spoken
        while FIELD.search(text):
            text = FIELD.sub(lambda match: self._field(match.group(1)), text)
        return text

    def steps(self, steps: Sequence[Step]) -> str:
        text = ""
        for step, before in zip(steps, (None, *steps), strict=False):
            if before is not None and before.branch and step.branch != before.branch:
                text += "; or "
            elif before is not None:
                text += operation_of(before.op).then
            operation = operation_of(step.op)
            text += self.said(operation.text, operation.args, step.args, spoken=self.chooser != WHO_ME)
            if step.op == OP_OPT:
                self.chooser = step.args[0]
        return text

    def _field(self, inside: str) -> str:
        if "|" in inside:
            key, *options = inside.split("|")
            return options[self._option(key)]
        key, _, form = inside.partition(":")
        if key.isdigit():
            return self._argument(self.args[int(key)], int(self.values[int(key)]), form)
        return FIELDS[key](self, form)

    def _option(self, key: str) -> int:
        if key == "~":
            return int(self.timing is not None and self.timing.lasts)
        if key == "#":
            phase = self.timing.phase if self.timing else PH_LONG
            return (PH_HUNTSTART, PH_HUNT, PH_LONG).index(phase)
        arg, value = self.args[int(key)], int(self.values[int(key)])
        return value if arg.words else int(value != 1)

    def _argument(self, arg: Arg, value: int, form: str) -> str:
        words = self.words
        if arg.words and arg.words[0] == WHO[0]:
            return self._person(value, form, arg)
        if arg.words[:1] == TRACKS[:1]:
            return "any track" if form == "any" and value == TRACK_ANY else self._track(value)
        if arg is A_STYLES:
            return self._styles(value)
        if arg is A_CARD:
            return self._card(value)
        if arg is A_TIMING:
            return timing_of(value).text
        if lists := {A_TOKEN: words.tokens, A_STYLE: words.styles, A_ZONE: words.zones}.get(arg):
            return lists[value]
        if lists := {A_SYMBOL: words.symbols, A_BORDER: words.borders}.get(arg):
            return lists[value]
        if arg is A_TIER:
            return with_article(words.tiers[value - 1]) if form == "a" else words.tiers[value - 1]
        if arg is A_UNIT:
            return words.units[value][0]
        return self._number(value, form)

    def _number(self, value: int, form: str) -> str:
        if form == "+":
            return f"{value:+d}".replace("-", "−")
        if form == "abs":
            return str(abs(value))
        if form.startswith("@"):
            return f"{value} {self.words.units[int(self.values[int(form[1:])])][value != 1]}"
        if form.startswith("?"):
            return self.words.noun(abs(value), form[1:])
        return self.words.count(value, form) if form else str(value)

    def _person(self, who: int, form: str, arg: Arg) -> str:
        mine = who == WHO_ME
        if form == "'s":
            return "your" if mine else self._possessive(who, arg)
        if "/" not in form:
            return "you" if mine else self._name(who)
        plural, singular = form.split("/")
        if mine:
            return f"you {plural}" if self.spoken else plural
        name = self._name(who)
        return f"{name} {plural if name == 'they' else singular}"

    def _possessive(self, who: int, arg: Arg) -> str:
        if who == WHO_ANY and arg is A_SIDE:
            return "either player's"
        name = self._name(who)
        return "their" if name == "they" else f"{name}'s"

    def _name(self, who: int) -> str:
        if who == self.chooser and who != WHO_ME:
            return "they"
        again = who in self.named
        self.named.add(who)
        if who == WHO_OPP:
            return OPPONENTS[self.timing.opponent if self.timing else O_CHOSEN][again]
        if again:
            return "that player"
        return "a player of your choice" if who == WHO_ANY else "a player outside the war"

    def _track(self, track: int) -> str:
        if track != TRACK_ANY:
            return self.words.tracks[track]
        downwards = bool(self.args) and self.args[0].words[:1] == WHO[:1] and self.values[0] != WHO_ME
        return "a track of their choice" if downwards else "a track of your choice"

    def _styles(self, mask: int) -> str:
        if mask == EVERY_STYLE:
            return "in every style"
        return " and ".join(word for style, word in enumerate(self.words.styles) if mask >> style & 1)

    def _card(self, card: int) -> str:
        if card == PATH_CARD:
            return f"a random {self.words.noun(1, 'path')} that was not played yet"
        return f"{self.words.cards.get(card, f'card {card}')}, if nobody plays that clan"

    def _me(self, form: str) -> str:
        return f"you {form}" if self.spoken or form.startswith("may ") else form

    def _opposing(self, _: str) -> str:
        """What CANCEL cancels: one card, or from hand and all through scoring, every card of a player."""
        timing = self.timing
        wide = timing is not None and timing.phase in (PH_SCORING, PH_AFTER)
        if timing is not None and wide and (timing.in_hand or timing.code == T_DS):
            return f"all cards of {self._name(WHO_OPP)}"
        return "one of the two cards" if timing is not None and timing.opponent == O_SIDE else "the opposing card"

    def _each_war(self, _: str) -> str:
        return " in each of your wars" if self.timing is not None and self.timing.phase == PH_LONG else ""


def with_article(word: str) -> str:
    return f"{'an' if word[0] in 'AEIOUaeiou' else 'a'} {word}"


FIELDS: Final[Mapping[str, Callable[[Voice, str], str]]] = {
    "me": Voice._me,
    "opp": lambda voice, form: voice._person(WHO_OPP, form, A_SIDE),
    "opp's": lambda voice, _: voice._person(WHO_OPP, "'s", A_SIDE),
    "!": Voice._opposing,
    "&": Voice._each_war,
    "noun": lambda voice, form: voice.words.noun(1, form),
    "nouns": lambda voice, form: voice.words.noun(2, form),
    "token": lambda voice, form: voice.words.tokens[TOKENS.index(form)],
    "unit": lambda voice, form: voice.words.units[UNITS.index(form)][0],
    "units": lambda voice, form: voice.words.units[UNITS.index(form)][1],
    "zone": lambda voice, form: voice.words.zones[ZONES.index(form)],
    "name": lambda voice, form: voice.words.names[form],
    "tier": lambda voice, form: voice.words.tiers[TIERS.index(form)],
}
LISTED: Final = frozenset({"noun", "nouns", "token", "unit", "units", "zone", "name", "tier"})
"""Fields that only look into the word list."""
