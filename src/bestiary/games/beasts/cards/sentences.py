"""What a card says, in English: its text is made from its rows and from the edition's word list.

The sentences of the language's tables have fields in braces:

    {0:lose/loses}  who, and what they do          {0:'s} {opp's}  whose
    {me:gain}       you, in the imperative         {opp} {opp:put/puts}  the opponent, if none is named
    {1:coin}        a number of things             {2:?token}      only the thing, in its number
    {2:+} {0:abs}   a number with or without sign  {1:@0}          a number of units of the type in argument 0
    {0:fewer}       more or fewer, by the sign     {0:rises}       rises or falls
    {1:beasts up}   beasts from this strength on   {1:beasts down} beasts up to this strength
    {1:up to}       allies up to this tier
    {*:card}        how often the step is done     {*|one|many}    once, or several times
    {0:a}           a word with its article        {0|this|that}   by the argument; a number counts as one or many
    {~|one|many}    done once, or lasting          {noun:ally} {nouns:ally} {token:chain} {units:boat}  from the list

A step that is done several times is said once and counted. A condition stands where it is tested: before a lasting
effect begins. What can be chosen is listed line by line where a card is printed.

The texts of action cards are the edition's own and have fields of the last kind only; `{noun:a ally}` has its article.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final

from bestiary.engine.content import Section
from bestiary.games.beasts.cards.grammar import Effect, Step, effects_of, tested_values
from bestiary.games.beasts.cards.entries import A_BORDER, BORDERS, Entry
from bestiary.games.beasts.cards.language import (
    A_CARD, A_CMP, A_SIDE, A_STYLE, A_STYLES, A_SYMBOL, A_TIER, A_TIMING, A_TOKEN, A_UNIT, A_ZONE, FOCI, LASTING,
    NATURES, O_CAPTOR, O_CHOSEN, O_SIDE, O_WAR, OP_OPT, PATH_CARD, PH_AFTER, PH_HUNT, PH_HUNTSTART, PH_LONG,
    PH_SCORING, RARE_TIER, RES_ALLY, RESOURCES, STYLES, SYMBOLS, S_SCORING, T_DS, THEN, TIERS, TOKENS, TRACK_ANY,
    TRACKS, UNITS, WHO, WHO_ANY, WHO_ME, WHO_OPP, WHO_THIRD, ZONES, Arg, Timing, condition_of, operation_of, timing_of,
)  # fmt: skip

FIELD: Final = re.compile(r"\{([^{}]*)\}")
OPPONENTS: Final = {
    O_WAR: ("the opponent", "the opponent"),
    O_SIDE: ("a warring player", "that player"),
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
ALLY_TIERS: Final = RESOURCES[RES_ALLY:]
TESTED: Final = {**dict.fromkeys(LASTING, "immediately"), S_SCORING: "when scoring begins"}
"""When the condition of an effect that lasts is tested, by its scope: once, and not for as long as it lasts."""
DOER: Final = re.compile(r"^\{(?:me:[^{}]*|opp:[^{}]*|0:[^{}]*/[^{}]*)\} ")
"""Who does it, and the verb, at the beginning of an operation's text."""
SIGNED: Final = {"fewer": ("more", "fewer"), "rises": ("rises", "falls")}
STRONGEST: Final = 10
LEAST_SHARED: Final = 3
"""Words at the end of two steps that are said only once."""
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
    tiers: tuple[str, ...]  # of clan cards
    allies: tuple[str, ...]  # tiers of allies
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
        allies=_listed(section, "allies", ALLY_TIERS),
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
    """What is printed on a card with these rows: a sentence for each effect, on lines of their own."""
    return "\n".join(sentence(effect, words, listed=True) for effect in effects_of(rows))


def sentence(effect: Effect, words: Words, listed: bool = False) -> str:
    """One effect, as a sentence; a choice as a list, a line each, or in one line."""
    timing = timing_of(effect.timing)
    voice = Voice(words, timing)
    tested = _condition(effect, voice)
    lead = voice.said(timing.text)
    joint = ", " if effect.steps[0].op == OP_OPT else ": "
    if tested and timing.scope in TESTED:
        lead = f"{TESTED[timing.scope]}, if {tested}: {lead}"
        joint = ", "
    elif tested:
        lead += (" and " if " if " in lead or " while " in lead else ", if ") + tested
    text = lead + joint + voice.steps(effect.steps, listed)
    return text[0].upper() + text[1:] + "."


def _condition(effect: Effect, voice: Voice) -> str:
    """What an effect tests; empty for nothing."""
    condition, values = condition_of(effect.cond), tested_values(effect)
    compared = [value for arg, value in zip(condition.args, values, strict=True) if arg is A_CMP]
    text = condition.texts[compared[0]] if len(condition.texts) > 1 else condition.texts[0]
    return voice.said(text, condition.args, values, spoken=True)


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
        self.times = 1  # how often the step is done

    def said(self, text: str, args: tuple[Arg, ...] = (), values: Sequence[int] = (), spoken: bool = False) -> str:
        self.args, self.values, self.spoken = args, values, spoken
        while FIELD.search(text):
            text = FIELD.sub(lambda match: self._field(match.group(1)), text)
        return text

    def steps(self, steps: Sequence[Step], listed: bool = False) -> str:
        text, last = "", ""
        before: Step | None = None
        for step, same in groupby(steps):
            if before is not None and before.branch and step.branch != before.branch:
                text += ";\n- " if listed else "; or "
            elif before is not None and before.op == OP_OPT:
                text += ":\n- " if listed else ": "
            elif before is not None:
                text += self._joint(before)
            again = before is not None and self._goes_on(before, step)
            said = self._step(step, again, sum(1 for _ in same))
            if before is not None and again:
                text = _without_end(text, last, said, self._joint(before))
            text, last = text + said, said
            if step.op == OP_OPT:
                self.chooser = step.args[0]
            before = step
        return text

    def _joint(self, before: Step) -> str:
        """What stands behind a step. Of a lasting effect, all steps are one."""
        then = operation_of(before.op).then
        return ", and " if then == THEN and self.timing is not None and self.timing.lasts else then

    def _goes_on(self, before: Step, step: Step) -> bool:
        """Whether the same player does the same again, with other arguments: then only these are said."""
        if (before.op, before.branch) != (step.op, step.branch) or not DOER.match(operation_of(step.op).text):
            return False
        return not _names_somebody(step) or (step.args[0] == before.args[0] and not _is_asked_anew(step))

    def _step(self, step: Step, again: bool, times: int) -> str:
        """A step, done so many times."""
        operation = operation_of(step.op)
        text, often = DOER.sub("", operation.text, count=1) if again else operation.text, ""
        if times > 1 and ("{*" not in text or _is_asked_anew(step)):
            often, times = ", twice" if times == 2 else f", {times} times", 1
        self.times = times
        return self.said(text, operation.args, step.args, spoken=self.chooser != WHO_ME) + often

    def _field(self, inside: str) -> str:
        if "|" in inside:
            key, *options = inside.split("|")
            return options[self._option(key)]
        key, _, form = inside.partition(":")
        if key.isdigit():
            return self._argument(self.args[int(key)], int(self.values[int(key)]), form)
        return FIELDS[key](self, form)

    def _option(self, key: str) -> int:
        if key == "*":
            return int(self.times != 1)
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
            return self._track(value)
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
            tier = words.allies[value - RARE_TIER]
            if form == "up to":
                return self._allies_up_to(value - RARE_TIER)
            return with_article(tier) if form == "a" else tier
        if arg is A_UNIT:
            return words.units[value][0]
        return self._number(value, form)

    def _number(self, value: int, form: str) -> str:
        if form == "+":
            return f"{value:+d}".replace("-", "−")
        if form == "abs":
            return str(abs(value))
        if form in SIGNED:
            return SIGNED[form][value < 0]
        if form.startswith("beasts "):
            return self._beasts(value, form.endswith("up"))
        if form.startswith("@"):
            return f"{value} {self.words.units[int(self.values[int(form[1:])])][value != 1]}"
        if form.startswith("?"):
            return self.words.noun(abs(value), form[1:])
        return self.words.count(value, form) if form else str(value)

    def _allies_up_to(self, tier: int) -> str:
        allies, tiers = self.words.noun(2, "ally"), self.words.allies[: tier + 1]
        return allies if len(tiers) == len(ALLY_TIERS) else f"{' and '.join(tiers)} {allies}"

    def _beasts(self, strength: int, up: bool) -> str:
        beasts = self.words.noun(2, "beast")
        if strength == (1 if up else STRONGEST):
            return f"all {beasts}"
        if strength == (STRONGEST if up else 1):
            return f"{beasts} of strength {strength}"
        return f"{beasts} of strength {strength} and {'more' if up else 'less'}"

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
        if who == WHO_OPP:
            again = who in self.named
            self.named.add(who)
            return OPPONENTS[self.timing.opponent if self.timing else O_CHOSEN][again]
        return "a chosen player" if who == WHO_ANY else "an uninvolved player"

    def _track(self, track: int) -> str:
        if track != TRACK_ANY:
            return self.words.tracks[track]
        downwards = bool(self.args) and self.args[0].words[:1] == WHO[:1] and self.values[0] != WHO_ME
        return "a track of their choice" if downwards else "any track"

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

    def _waiting(self, _: str) -> str:
        """R70: cards that a hunt brings come when it is over."""
        hunts = self.timing is not None and self.timing.phase in (PH_HUNT, PH_HUNTSTART)
        return " after this hunt" if hunts else ""

    def _each_war(self, _: str) -> str:
        return " in each of your wars" if self.timing is not None and self.timing.phase == PH_LONG else ""


def _without_end(text: str, last: str, said: str, joint: str) -> str:
    """The text so far without how its last step ends, where what is said next ends likewise."""
    ends = 0
    for one, other in zip(reversed(last.split()), reversed(said.split()), strict=False):
        if one != other:
            break
        ends += 1
    if ends < LEAST_SHARED:
        return text
    kept = text.removesuffix(joint).rsplit(maxsplit=ends)[0]
    return kept.rstrip(",") + joint


def _names_somebody(step: Step) -> bool:
    args = operation_of(step.op).args
    return bool(args) and args[0].words[:1] == WHO[:1]


def _is_asked_anew(step: Step) -> bool:
    """Whether whom a step names is chosen each time."""
    return _names_somebody(step) and step.args[0] in (WHO_ANY, WHO_THIRD)


def with_article(word: str) -> str:
    return f"{'an' if word[0] in 'AEIOUaeiou' else 'a'} {word}"


FIELDS: Final[Mapping[str, Callable[[Voice, str], str]]] = {
    "me": Voice._me,
    "opp": lambda voice, form: voice._person(WHO_OPP, form, A_SIDE),
    "opp's": lambda voice, _: voice._person(WHO_OPP, "'s", A_SIDE),
    "!": Voice._opposing,
    "*": lambda voice, form: voice._number(voice.times, form),
    "&": Voice._each_war,
    "%": Voice._waiting,
    "noun": lambda voice, form: voice.words.noun(1, form),
    "nouns": lambda voice, form: voice.words.noun(2, form),
    "token": lambda voice, form: voice.words.tokens[TOKENS.index(form)],
    "unit": lambda voice, form: voice.words.units[UNITS.index(form)][0],
    "units": lambda voice, form: voice.words.units[UNITS.index(form)][1],
    "zone": lambda voice, form: voice.words.zones[ZONES.index(form)],
    "name": lambda voice, form: voice.words.names[form],
    "ally": lambda voice, form: voice.words.allies[ALLY_TIERS.index(form)],
}
LISTED: Final = frozenset({"noun", "nouns", "token", "unit", "units", "zone", "name", "ally"})
"""Fields that only look into the word list."""
