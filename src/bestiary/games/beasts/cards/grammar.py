"""Effects of cards, read and written: `IM[STYC N<] VXCH N` ↔ rows of numbers.

    TIMING[CONDITION] OPERATION arguments; OPERATION arguments; OPT who BRANCH / BRANCH

Operations of an effect happen in order. OPT comes last: what follows it is its branches, each of one operation or
several. PAY, REP, SCHED and OPT act on what stands behind them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from bestiary.engine.errors import MalformedError
from bestiary.engine.spelling import SHORT, did_you_mean
from bestiary.games.beasts.cards.entries import Entry
from bestiary.games.beasts.cards.language import (
    A_CARD, A_CMP, A_STYLES, A_TIMING, BRANCH_MASK, C_ALW, C_ROLLC, C_TOKC, C_VSBC, CONDITION_CODES, EFFECT_SHIFT,
    IN_PVB, IN_PVP, MAX_BRANCHES, O_SIDE, OP_CANCEL, OP_OPT, OP_PAY, OP_REP, OP_ROLL, OP_SCHED, OP_VAL, OP_VSET,
    OP_VSWAP, OPERATION_CODES, PART_BP, PATH_CARD, PH_BATTLE, PH_HUNT, PH_OUTCOME, SETTLED, STYLE_LETTERS, T_NONE, T_NW,
    T_OC, T_SX, TIMING_CODES, TOKC_SHIFT, WHO_ME, Arg, Timing, condition_of, operation_of, timing_of,
)  # fmt: skip
from bestiary.games.beasts.state import ROW, ROWS

Rows = npt.NDArray[np.int16]
"""The effects of one card: ROWS × ROW numbers, unused rows 0."""

FORM: Final = re.compile(r"\s*([A-Za-z]+)\s*(?:\[([^\]]*)\])?\s*(.*)", re.DOTALL)
TESTED: Final = re.compile(r"[A-Za-z]+|[<>=]+|\d+|\S")
LEADS_ON: Final = frozenset({OP_PAY, OP_REP, OP_SCHED, OP_OPT})
VALUES: Final = frozenset({OP_VAL, OP_VSET, OP_VSWAP})


@dataclass(frozen=True)
class Step:
    """One operation. Branch 0 stands outside a choice."""

    op: int
    args: tuple[int, ...]
    branch: int = 0


@dataclass(frozen=True)
class Effect:
    """One line of a card."""

    timing: int
    cond: int
    tested: tuple[int, int]  # ca, cb
    steps: tuple[Step, ...]


# --- Reading


def parse(lines: Iterable[str]) -> tuple[Effect, ...]:
    """The effects of a card. What is wrong is said as a `MalformedError` without a place; loaders add it."""
    effects = tuple(parse_effect(line) for line in lines)
    count = sum(len(effect.steps) for effect in effects)
    if count > ROWS:
        raise MalformedError(f"takes {count} rows; a card has {ROWS} at most, one for each operation")
    _check_rolls(effects)
    return effects


def parse_effect(line: str) -> Effect:
    form = FORM.fullmatch(line)
    if not form:
        raise MalformedError(f"holds {line!r}; write TIMING[CONDITION] OPERATION …")
    word, condition, rest = form.groups()
    timing = timing_of(_code(word, TIMING_CODES, "timing"))
    cond, tested = _condition(condition, timing) if condition is not None else (C_ALW, (0, 0))
    steps = _steps(rest, timing)
    _check_fit(steps, timing)
    return Effect(timing.code, cond, tested, steps)


def _condition(text: str, timing: Timing) -> tuple[int, tuple[int, int]]:
    words = TESTED.findall(text)
    if not words:
        raise MalformedError(f"has empty brackets; leave them out, or test one of {', '.join(CONDITION_CODES)}")
    condition = condition_of(_code(words[0], CONDITION_CODES, "condition"))
    values = _values(condition.word, condition.args, words[1:])
    if not condition.phases & timing.phase or (condition.played and timing.in_hand):
        raise MalformedError(f"tests {condition.word} at {timing.word}, when it cannot be known")
    if condition.code in SETTLED.get(timing.code, ()) or (condition.code == C_VSBC and not timing.where & IN_PVB):
        raise MalformedError(f"tests {condition.word} at {timing.word}, where it is always true or never")
    if condition.code == C_TOKC:
        who, token, number = values
        return condition.code, (who << TOKC_SHIFT | token, number)
    return condition.code, (*values, 0, 0)[:2]  # type: ignore[return-value]


def _steps(text: str, timing: Timing) -> tuple[Step, ...]:
    before, chooser, branches = _split_choice(text)
    steps = [_step(part, 0) for part in before]
    if branches:
        steps.append(_step(f"OPT {chooser}", 0))
        if not 2 <= len(branches) <= MAX_BRANCHES:
            raise MalformedError(f"offers {len(branches)} branches; OPT has 2 to {MAX_BRANCHES}, with / between them")
        for number, branch in enumerate(branches, 1):
            steps += (_step(part, number) for part in branch.split(";"))
    for code, who in ((T_SX, "me"), (T_OC, "opp")):
        if timing.code == code and chooser != who:
            raise MalformedError(f"is at {timing.word} and must offer a choice: OPT {who} … / …")
    for step, after in zip(steps, [*steps[1:], None], strict=True):
        leads_on = step.op == OP_OPT or (after is not None and after.branch == step.branch)
        if step.op in LEADS_ON and not leads_on:
            raise MalformedError(f"has {operation_of(step.op).word} with no operation behind it, on which it would act")
    return tuple(steps)


def _split_choice(text: str) -> tuple[list[str], str, list[str]]:
    """Operations before an OPT, who chooses, the branches."""
    before, opt, rest = text.partition("OPT ")
    if not opt:
        if "/" in text:
            raise MalformedError("has a / without OPT me or OPT opp before it")
        return text.split(";"), "", []
    if before.strip() and not before.rstrip().endswith(";"):
        raise MalformedError("has something before OPT; put a ; between them")
    chooser, _, branches = rest.strip().partition(" ")
    return before.rstrip().removesuffix(";").split(";") if before.strip() else [], chooser, branches.split("/")


def _step(text: str, branch: int) -> Step:
    words = text.split()
    if not words:
        raise MalformedError("has an empty place where an operation should stand")
    code = _code(words[0], OPERATION_CODES, "operation")
    if code == OP_OPT and branch:
        raise MalformedError("has a choice within a choice; OPT stands once in an effect")
    operation = operation_of(code)
    return Step(code, _values(operation.word, operation.args, words[1:]), branch)


def _values(word: str, args: tuple[Arg, ...], words: Sequence[str]) -> tuple[int, ...]:
    if len(words) != len(args):
        form = " ".join((word, *(arg.name for arg in args)))
        raise MalformedError(f"holds {' '.join((word, *words))!r}; its form is {form}")
    return tuple(_value(word, arg, written) for arg, written in zip(args, words, strict=True))


def _value(word: str, arg: Arg, written: str) -> int:
    """The number of an argument."""
    if arg is A_STYLES:
        return _style_mask(word, written)
    if arg is A_CARD and written == arg.words[0]:
        return PATH_CARD
    if arg is A_TIMING:
        return TIMING_CODES[arg.words[_place(word, arg, written)]]
    if arg.words and arg is not A_CARD:
        return _place(word, arg, written)
    sign = "[+-]" if arg.low < 0 else ""
    number = int(written) if re.fullmatch(sign + r"\d{1,4}", written) else arg.low - 1
    if not arg.low <= number <= arg.high or (arg.low < 0 and number == 0) or number not in (arg.allowed or (number,)):
        raise MalformedError(f"has {written!r} as the {arg.name} of {word}; it must be {_range(arg)}")
    return number


def _place(word: str, arg: Arg, written: str) -> int:
    words = [w for i, w in enumerate(arg.words) if i in (arg.allowed or range(len(arg.words)))]
    if written in words:
        return arg.words.index(written)
    hint = did_you_mean(written, words, SHORT)
    raise MalformedError(f"has {written!r} as the {arg.name} of {word}; it must be one of {', '.join(words)}{hint}")


def _style_mask(word: str, written: str) -> int:
    letters = [STYLE_LETTERS.index(letter) for letter in written if letter in STYLE_LETTERS]
    if not letters or len(letters) != len(written) or letters != sorted(set(letters)):
        raise MalformedError(f"has {written!r} as the styles of {word}; write T, N, G or several in that order, as TNG")
    return sum(1 << style for style in letters)


def _range(arg: Arg) -> str:
    if arg.allowed:
        return f"one of {', '.join(map(str, arg.allowed))}"
    if arg.low < 0:
        return f"written with its sign, from {arg.low:+d} to {arg.high:+d}"
    other = f", or {arg.words[0]}" if arg.words else ""
    return f"a whole number from {arg.low} to {arg.high}{other}"


def _code(word: str, codes: dict[str, int], kind: str) -> int:
    if word in codes:
        return codes[word]
    raise MalformedError(f"has {word!r}, which is no {kind}{did_you_mean(word, codes, SHORT)}")


def parse_entry(text: str, table: Sequence[Entry], kind: str) -> tuple[Entry, tuple[int, ...]]:
    """A word of a small vocabulary and its arguments: `hex poison 2`."""
    word, *rest = text.split() or [""]
    entries = {entry.word: entry for entry in table}
    if word not in entries:
        raise MalformedError(f"has {word!r}, which is no {kind}{did_you_mean(word, entries, SHORT)}")
    return entries[word], _values(word, entries[word].args, rest)


def write_entry(entry: Entry, values: Sequence[int]) -> str:
    written = (_written_value(arg, value) for arg, value in zip(entry.args, values, strict=True))
    return " ".join((entry.word, *written))


# --- What fits together


def _check_fit(steps: Sequence[Step], timing: Timing) -> None:
    """Each operation against the moment of its effect, or against that to which a SCHED before it puts it off."""
    outside, branch, now = timing, 0, timing
    for step in steps:
        if step.branch != branch:
            branch, now = step.branch, outside
        _check_step(step, now)
        if step.op == OP_SCHED:
            now = timing_of(step.args[0])
            outside = outside if branch else now


def _check_step(step: Step, timing: Timing) -> None:
    """Refuses what could never do anything."""
    operation = operation_of(step.op)
    if not operation.phases & timing.phase:
        lasts = "; only operations that last can stand there" if timing.lasts else ""
        raise MalformedError(f"has {operation.word} at {timing.word}, when it can do nothing{lasts}")
    if step.op == OP_VSWAP and step.args[1] == step.args[2]:
        raise MalformedError("has VSWAP of a style with itself")
    if step.op == OP_CANCEL and step.args[0] == PART_BP and not timing.phase & (PH_BATTLE | PH_OUTCOME):
        raise MalformedError(f"has CANCEL bp at {timing.word}, when no battle point is being won [R43]")
    if step.op in VALUES and step.args[0] != WHO_ME and timing.phase == PH_HUNT:
        raise MalformedError(f"has {operation.word} against another at {timing.word}; a beast plays no card")
    if timing.opponent == O_SIDE and (operation.party or (step.op in VALUES and step.args[0] == WHO_ME)):
        word = f"{operation.word} me" if step.op in VALUES else operation.word
        raise MalformedError(f"has {word} at {timing.word}, which also those play who are not in the war")
    if step.op == OP_SCHED and step.args[0] != T_NW and not timing.where & IN_PVP:
        raise MalformedError(f"puts off from {timing.word}; outside a war between players only NW can be waited for")


def _check_rolls(effects: Sequence[Effect]) -> None:
    """A played card that tests a roll has made one: its own, or the beast's in a hunt."""
    rolled = False
    for effect in effects:
        timing = timing_of(effect.timing)
        if effect.cond == C_ROLLC and not rolled and timing.phase != PH_HUNT:
            raise MalformedError("tests ROLLC before any ROLL of the card")
        rolled = rolled or any(step.op == OP_ROLL for step in effect.steps)


# --- Rows


def rows_of(effects: Sequence[Effect]) -> Rows:
    """Effects as the numbers that the rules read."""
    rows = np.zeros((ROWS, ROW), np.int16)
    at = 0
    for number, effect in enumerate(effects):
        for step in effect.steps:
            arguments = (*step.args, 0, 0, 0)[:3]
            place = number << EFFECT_SHIFT | step.branch
            rows[at] = (effect.timing, effect.cond, *effect.tested, step.op, *arguments, place)
            at += 1
    return rows


def effects_of(rows: Any) -> tuple[Effect, ...]:
    """Rows as effects, the inverse of `rows_of`."""
    found: dict[int, Effect] = {}
    for row in rows:
        timing, cond, ca, cb, op, a, b, c, place = (int(number) for number in row)
        if timing == T_NONE:
            break
        step = Step(op, (a, b, c)[: len(operation_of(op).args)], place & BRANCH_MASK)
        number = place >> EFFECT_SHIFT
        before = found[number].steps if number in found else ()
        found[number] = Effect(timing, cond, (ca, cb), (*before, step))
    return tuple(found.values())


# --- Writing


def write(effects: Iterable[Effect]) -> list[str]:
    """Effects as they are written in an edition, in one canonical way."""
    return [_written(effect) for effect in effects]


def _written(effect: Effect) -> str:
    text = ""
    for step, before in zip(effect.steps, (None, *effect.steps), strict=False):
        if before is not None:
            in_choice = step.branch != before.branch
            text += (" " if before.op == OP_OPT else " / ") if in_choice else "; "
        text += _written_step(step)
    return f"{timing_of(effect.timing).word}{_written_condition(effect)} {text}"


def _written_condition(effect: Effect) -> str:
    if effect.cond == C_ALW:
        return ""
    condition = condition_of(effect.cond)
    text = condition.word
    for arg, value in zip(condition.args, tested_values(effect), strict=True):
        written = _written_value(arg, value)
        tight = arg is A_CMP or text[-1] in "<>="
        text += written if tight else f" {written}"
    return f"[{text}]"


def tested_values(effect: Effect) -> tuple[int, ...]:
    """The arguments of its condition, unpacked."""
    ca, cb = effect.tested
    if effect.cond == C_TOKC:
        return ca >> TOKC_SHIFT, ca & (1 << TOKC_SHIFT) - 1, cb
    return (ca, cb)[: len(condition_of(effect.cond).args)]


def _written_step(step: Step) -> str:
    operation = operation_of(step.op)
    values = (_written_value(arg, value) for arg, value in zip(operation.args, step.args, strict=True))
    return " ".join((operation.word, *values))


def _written_value(arg: Arg, value: int) -> str:
    if arg is A_STYLES:
        return "".join(letter for style, letter in enumerate(STYLE_LETTERS) if value >> style & 1)
    if arg is A_CARD:
        return arg.words[0] if value == PATH_CARD else str(value)
    if arg is A_TIMING:
        return timing_of(value).word
    if arg.words:
        return arg.words[value]
    return f"{value:+d}" if arg.low < 0 else str(value)
