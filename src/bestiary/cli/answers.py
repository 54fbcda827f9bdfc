"""What a person may type at a decision: a number, an action, a part of one; and what is wrong where it is none."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bestiary.cli import lookup
from bestiary.cli.common import is_standard
from bestiary.engine import rulebook
from bestiary.engine.errors import IllegalError, MalformedError
from bestiary.engine.seat import clause_for
from bestiary.engine.seat_names import reader, with_names
from bestiary.engine.views import contents

if TYPE_CHECKING:
    from bestiary.engine.actions import ActionSpace
    from bestiary.engine.game import Clause, Game
    from bestiary.engine.sight import Sight
    from bestiary.engine.views import Act, Look

MOST_REASONS = 2  # for one kind of action, the commonest; more would hide the answer
LONGEST_QUOTE = 30  # letters of what was typed, in a complaint about it
LEAST_LETTERS = 3  # of a word that may stand anywhere in a move
SAME_WORDS = {"bet": "raise"}  # where a game knows only the second


class AmountError(MalformedError):
    """A move was named that needs an amount; a bare number may follow."""

    def __init__(self, message: str, kind: str) -> None:
        super().__init__(message)
        self.kind = kind


@dataclass(frozen=True)
class Entry:
    """A line of the menu: one move, or a stretch of amounts of one kind."""

    number: int
    sentence: str
    text: str
    actions: range
    kind: str = ""  # of amounts
    amounts: range = range(0)


@dataclass(frozen=True)
class Decision:
    """What one seat has to decide, from what it sees."""

    sight: Sight
    look: Look
    names: Sequence[str]
    numbers: dict[str, int] | None = None  # of moves that keep theirs through a series of questions

    @property
    def game(self) -> Game:
        return self.sight.game

    @property
    def seat(self) -> int:
        return self.sight.seat

    @property
    def legal(self) -> Sequence[int]:
        return self.sight.moves

    @property
    def is_printed(self) -> bool:
        """Whether the rules text speaks of these very cards."""
        return is_standard(self.game, self.sight.edition)

    @property
    def space(self) -> ActionSpace:
        return self.game.actions

    def told(self, text: str) -> str:
        """A sentence with the names that log and table use too."""
        return with_names(text, self.names, reader(self.names))

    def sentence(self, action: int) -> str:
        return self.told(self.game.act(self.sight, action).sentence)

    def why_not(self, intent: int | Mapping[str, str]) -> Clause | None:
        return clause_for(self.sight, intent)

    def refusal(self, action: int) -> str:
        """Why an action cannot be played; empty where it can."""
        clause = self.why_not(action)
        return self.quote(clause) if clause else ""

    def quote(self, clause: Clause) -> str:
        return f"{self.told(clause.sentence)} ({clause.section})"

    def menu(self) -> list[Entry]:
        """The legal moves; amounts of one kind are one line."""
        entries = [self._entry(act, place) for place, act in enumerate(self.look.actions, 1)]
        return sorted(entries, key=lambda entry: entry.number)

    def _entry(self, act: Act, place: int) -> Entry:
        sentence = self.told(act.sentence)
        text = self.space.text(act.id)
        number = place if self.numbers is None else self.numbers.setdefault(text, len(self.numbers) + 1)
        if act.amount is None:
            return Entry(number, sentence, text, range(act.id, act.id + 1))
        kind, least, most = text.split()[0], act.amount.least, act.amount.most
        if most > least:
            sentence = f"{sentence} … {most}: type {kind} and a number"
        return Entry(number, sentence, text, range(act.id, act.id + most - least + 1), kind, range(least, most + 1))


def understand(decision: Decision, menu: Sequence[Entry], typed: str) -> int:
    """The legal action that was meant."""
    words = _words(decision.space, typed)
    if words[0].isdecimal():
        return _by_number(decision, menu, words)
    amount = _amount(decision, menu, words)
    if amount:
        return _checked(decision, decision.space.parse(amount), typed)
    try:
        action = decision.space.parse(" ".join(words))
    except MalformedError:
        if _needs_amount(decision.space, words[0]) and not any(e.kind == words[0] for e in menu):
            raise IllegalError(f"Not possible: {_short(typed)}. {_why_no_amount(decision, words[0])}") from None
        return _by_words(decision, menu, words, typed)
    return _checked(decision, action, typed)


def _words(space: ActionSpace, typed: str) -> list[str]:
    """Lower case, and names of two words (`all in`, `go all in`) in their one-word form."""
    text = " ".join(typed.lower().split())
    for other, name in SAME_WORDS.items():
        if name in space.by_name and other not in space.by_name:
            text = re.sub(rf"^{other}\b", name, text)
    for kind in space.kinds:
        if "_" in kind.name:
            text = re.sub(rf"\b(?:go )?{kind.name.replace('_', '[ _-]')}\b", kind.name, text)
    return text.split()


def _short(typed: str) -> str:
    text = " ".join(typed.split())
    return text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + " …"


def _by_number(decision: Decision, menu: Sequence[Entry], words: list[str]) -> int:
    number = int(words[0][:9])
    entry = next((entry for entry in menu if entry.number == number), None)
    if entry is None:
        numbers = [entry.number for entry in menu]
        known = f"numbered 1 to {len(menu)}" if numbers[-1] == len(menu) else _either(list(map(str, numbers)))
        raise MalformedError(f"There is no move {_number(words[0])}; moves are {known.removeprefix('move ')}.")
    if len(words) == 2 and entry.kind:
        return _checked(decision, decision.space.parse(_within(decision, entry, words[1])), " ".join(words))
    if len(words) > 1:
        raise MalformedError(f"Type a number alone: {number} is '{entry.sentence}'.")
    if len(entry.amounts) > 1:
        raise AmountError(_how_much(entry), entry.kind)
    return entry.actions.start


def _number(typed: str) -> str:
    return typed if len(typed) <= 9 else typed[:9] + "…"


def _amount(decision: Decision, menu: Sequence[Entry], words: list[str]) -> str:
    """`r 12` and `raise to 12` as `raise 12`; empty where no amount is meant."""
    for entry in (e for e in menu if e.kind):
        if entry.kind.startswith(words[0]) and words[-1].isdecimal():
            return _within(decision, entry, words[-1])
        if entry.kind == words[0] and len(words) == 1 and len(entry.amounts) > 1:
            raise AmountError(_how_much(entry), entry.kind)
        if entry.kind == words[0] and len(words) > 1:
            raise MalformedError(_how_much(entry))
    return ""


def _within(decision: Decision, entry: Entry, typed: str) -> str:
    """The move with this amount; a wrong one is answered with the reason and with what is possible now."""
    if typed.isdecimal() and int(typed[:9]) in entry.amounts and len(typed) <= 9:
        return f"{entry.kind} {int(typed)}"
    try:
        reason = decision.refusal(decision.space.parse(f"{entry.kind} {typed}")) + " "
    except MalformedError:
        reason = ""
    raise MalformedError(reason + _how_much(entry))


def _how_much(entry: Entry) -> str:
    return f"{entry.sentence}." if len(entry.amounts) > 1 else f"{entry.sentence}: type {entry.text}."


def _checked(decision: Decision, action: int, typed: str) -> int:
    if action in decision.legal:
        return action
    raise IllegalError(f"Not possible: {_short(typed)}. {decision.refusal(action)}")


def _by_words(decision: Decision, menu: Sequence[Entry], words: list[str], typed: str) -> int:
    for fits in (_begins, _holds):
        found = [e for e in menu if len(e.actions) == 1 and fits(e, words)]
        if len(found) == 1:
            return found[0].actions.start
        if found:
            raise MalformedError(f"'{_short(typed)}' could be {_either([str(e.number) for e in found])}.")
    if next(_mentioning(decision, words), None) is not None:
        raise MalformedError(f"No move with '{_short(typed)}' is possible now; '? {_short(typed)}' says why.")
    raise MalformedError(f"'{_short(typed)}' is not understood. Type the number of a move, or ? for help.")


def _either(numbers: list[str]) -> str:
    return f"move {' or '.join(filter(None, [', '.join(numbers[:-1]), numbers[-1]]))}"


def _begins(entry: Entry, words: list[str]) -> bool:
    """Each word begins the word in the same place, of the action's short form or of its sentence."""
    for form in (_plain(entry.text), _plain(entry.sentence)):
        if len(words) <= len(form) and all(f.startswith(w) for f, w in zip(form, words, strict=False)):
            return True
    return False


def _holds(entry: Entry, words: list[str]) -> bool:
    """Each word stands, or begins a word, somewhere in it."""
    forms = {*_plain(entry.text), *_plain(entry.sentence)}
    return all(w in forms or (len(w) >= LEAST_LETTERS and any(f.startswith(w) for f in forms)) for w in words)


def _plain(text: str) -> list[str]:
    return re.findall(r"[\w:-]+", text.lower())


# --- Why not


def explain(decision: Decision, menu: Sequence[Entry], about: str) -> list[str]:
    """Why what is named can or cannot be played now."""
    words = _words(decision.space, about)
    if words and words[0].isdecimal():
        try:
            action = _by_number(decision, menu, words)
        except AmountError as error:
            return [str(error)]
        return [f"{decision.sentence(action).rstrip('.')}: you can, that is move {int(words[0])}."]
    try:
        return [_reason(decision, menu, decision.space.parse(" ".join(words)))]
    except MalformedError:
        pass
    if _needs_amount(decision.space, words[0]):
        possible = [_how_much(e) for e in menu if e.kind == words[0]]
        return possible or [f"{_capital(words[0])}: {_why_no_amount(decision, words[0])}"]
    card = rulebook.read(decision.game).row(words[0]) if decision.is_printed and len(words) == 1 else ""
    spots = decision.game.spots(decision.look, decision.sight.edition, about.strip()) if decision.game.spots else []
    lists = [] if spots else _lists(decision, about)
    told = [card] * bool(card) + [decision.told(spot) for spot in spots]
    if lists:
        return lists + told + _pointed_at(decision, words, face_down=True)  # what holds for a hand, not for one card
    told += _by_kind(decision, menu, words)
    found = told or _by_name(decision, menu, about) or _pointed_at(decision, words)
    example = decision.space.text(decision.legal[0])
    return found or [f"'{_short(about)}' names no card and no action. Try '? {example}'."]


def _lists(decision: Decision, about: str) -> list[str]:
    """What lies in all places of a kind, or everything of a kind that the edition prints."""
    game, edition = decision.game, decision.sight.edition
    found = lookup.zones(game, edition, decision.look, decision.names, about)
    return found or lookup.listed(game, edition, about)


def _by_name(decision: Decision, menu: Sequence[Entry], about: str) -> list[str]:
    """What is printed on a thing or a place of this name, what lies there, and what can be done with it now."""
    game, edition, look = decision.game, decision.sight.edition, decision.look
    lines = []
    for entry in lookup.named(game, edition, about):
        thing = str(entry["id"])
        lines += [lookup.printed(game, edition, entry), lookup.lying(game, edition, look, decision.names, thing)]
        lines += _with_thing(decision, menu, thing)
    return [line for line in lines if line]


def _with_thing(decision: Decision, menu: Sequence[Entry], thing: str) -> list[str]:
    """The moves with a thing, or why there are none; nothing where it lies out of sight."""
    acts = {act.id for act in decision.look.actions if any(thing in name.split("@") for name in act.things)}
    fitting = [entry for entry in menu if entry.actions.start in acts]
    if fitting:
        return [f"{e.sentence.rstrip('.')}: you can, that is move {e.number}." for e in fitting[:MOST_REASONS]]
    lies = contents(decision.look.public, decision.look.private)
    own = sorted(lies, key=lambda place: not place.endswith(f":{decision.seat}"))
    places = [f"{thing}@{place}" for place in own if thing in lies[place]] + ([thing] if thing in lies else [])
    clause = decision.why_not({"thing": places[0]}) if places else None
    return [decision.quote(clause)] if clause else []


def _needs_amount(space: ActionSpace, word: str) -> bool:
    return word in space.by_name and space.offset[word] >= space.first_amount


def _why_no_amount(decision: Decision, kind: str) -> str:
    """Where no amount is possible: what stands in the way of even the highest."""
    return decision.refusal(decision.space.offset[kind] + decision.space.by_name[kind].count - 1)


def _reason(decision: Decision, menu: Sequence[Entry], action: int) -> str:
    if action not in decision.legal:
        return f"{_capital(decision.space.text(action))}: {decision.refusal(action)}"
    number = next(e.number for e in menu if action in e.actions)
    return f"{decision.sentence(action).rstrip('.')}: you can, that is move {number}."


def _by_kind(decision: Decision, menu: Sequence[Entry], words: list[str]) -> list[str]:
    """For each kind of action that can name it: the moves that are possible, else the reasons in the way. What nobody
    could do is said only where nothing else can be."""
    possible: dict[str, list[str]] = {}
    reasons: dict[str, Counter[Clause]] = {}
    for action in _mentioning(decision, words):
        kind = decision.space.split(action)[0].name
        if clause := decision.why_not(action):
            reasons.setdefault(kind, Counter())[clause] += 1
        else:
            possible.setdefault(kind, []).append(_reason(decision, menu, action))
    lines = [line for some in possible.values() for line in some]
    common = [(k, c) for k in reasons if k not in possible for c, _ in reasons[k].most_common(MOST_REASONS)]
    news = [(kind, clause) for kind, clause in common if not clause.for_all]
    return lines + [f"{_capital(k)}: {decision.quote(c)}" for k, c in news or ([] if lines else common)]


def _mentioning(decision: Decision, words: list[str]) -> Iterator[int]:
    """The actions, amounts aside, whose short form holds these words; those at oneself or an empty seat are left
    out, nobody means them."""
    space = decision.space
    others = set(range(len(decision.names))) - {decision.seat}
    for action in range(space.first_amount):
        form = space.text(action).split()
        aims = [int(f.rpartition(":")[2]) for f in form[1:] if f.rpartition(":")[2].isdecimal()]
        if all(a in others for a in aims) and all(any(f.startswith(w) for f in form) for w in words):
            yield action


def _pointed_at(decision: Decision, words: list[str], face_down: bool = False) -> list[str]:
    """Things on the table that are no part of any action, like cards in a hand."""
    lies = contents(decision.look.public, decision.look.private)
    for place in sorted(lies, key=lambda place: place.endswith(f":{decision.seat}")):  # those of others say more
        for thing in lies[place]:
            if face_down and thing != "?":
                continue
            forms = [*thing.split(":"), *re.split("[:/.]", place)]
            if all(any(form.startswith(word) for form in forms) for word in words):
                clause = decision.why_not({"thing": f"{thing}@{place}"})
                if clause:
                    return [decision.quote(clause)]
    return []


def _capital(text: str) -> str:
    return (text[:1].upper() + text[1:]).replace("_", " ")
