"""The effect language as pages for people who write cards: tables made from the language itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bestiary.engine.errors import MalformedError
from bestiary.games.beasts.cards import grammar, sentences
from bestiary.games.beasts.cards.entries import EVENT_FAMILIES, PASSIVES, SPECIALTY_ACTIONS, Entry
from bestiary.games.beasts.cards.language import (
    A_CARD, A_STYLES, CONDITIONS, IN_PVB, IN_PVP, OPERATIONS, STYLE_LETTERS, T_OC, T_SX, TIMINGS, Arg, Condition,
    Operation, Timing,
)  # fmt: skip
from bestiary.games.beasts.cards.sentences import Words

BEHIND: dict[str, str] = {"OPT": " COIN 1 / DRAW 1", "PAY": "; DRAW 1", "REP": "; COIN 1", "SCHED": "; COIN 1"}
"""What stands behind an operation that acts on others."""


def page(words: Words) -> str:
    """All tables, each under its heading."""
    return "\n".join(
        (
            "## Timings\n", *_table(("timing", "price ×", "where", "example"), timings(words)),
            "\n## Conditions\n", *_table(("condition", "arguments", "example"), conditions(words)),
            "\n## Operations\n", *_table(("operation", "arguments", "points", "example"), operations(words)),
            "\n## Passive specialties\n", *_table(("kind", "arguments", "example"), entries(PASSIVES, words)),
            "\n## Specialty actions\n", *_table(("kind", "arguments", "example"), entries(SPECIALTY_ACTIONS, words)),
            "\n## Events\n", *_table(("family", "arguments", "example"), entries(EVENT_FAMILIES, words)),
            "",
        )
    )  # fmt: skip


def timings(words: Words) -> Iterator[tuple[str, ...]]:
    for timing in TIMINGS:
        line = next(line for line in _lines_at(timing) if _can_be_said(line))
        where = [name for bit, name in ((IN_PVP, "players"), (IN_PVB, "beasts")) if timing.where & bit]
        places = " and ".join(where) or "your turn"
        yield timing.word, f"{timing.price:g}", places + (", from hand" if timing.in_hand else ""), _said(line, words)


def conditions(words: Words) -> Iterator[tuple[str, ...]]:
    for condition in CONDITIONS[1:]:
        tested = _with_examples(condition)
        lines = (line.replace(" ", f"[{tested}] ", 1) for timing in TIMINGS for line in _lines_at(timing))
        line = next(line for line in lines if _can_be_said(line))
        yield condition.word, _arguments(condition), _said(line, words)


def operations(words: Words) -> Iterator[tuple[str, ...]]:
    for operation in OPERATIONS:
        line = next(line for timing in TIMINGS if _can_be_said(line := f"{timing.word} {_written(operation)}"))
        yield operation.word, _arguments(operation), _points(operation), _said(line, words)


def entries(table: Iterable[Entry], words: Words) -> Iterator[tuple[str, ...]]:
    for entry in table:
        text = _with_examples(entry)
        _, values = grammar.parse_entry(text, (entry,), "entry")
        yield entry.word, _arguments(entry), f"`{text}` {sentences.entry_text(entry, values, words)}"


def _lines_at(timing: Timing) -> Iterator[str]:
    """Lines that might stand at a timing, the plainest first."""
    if timing.code in (T_SX, T_OC):
        yield f"{timing.word} OPT {'me' if timing.code == T_SX else 'opp'} COIN 1 / DRAW 1"
    yield from (f"{timing.word} {body}" for body in ("COIN 1", "VAL me T +1", "SAND 1"))


def _can_be_said(line: str) -> bool:
    try:
        grammar.parse(_with_roll(line))
    except MalformedError:
        return False
    return True


def _with_roll(line: str) -> list[str]:
    return ["IM ROLL 6", line] if "ROLLC" in line else [line]


def _said(line: str, words: Words) -> str:
    effect = grammar.parse(_with_roll(line))[-1]
    return f"`{grammar.write([effect])[0]}` {sentences.sentence(effect, words)}"


def _written(operation: Operation) -> str:
    return f"{_with_examples(operation)}{BEHIND.get(operation.word, '')}"


def _with_examples(entry: Condition | Operation | Entry) -> str:
    return " ".join((entry.word, *(_example(arg, place) for place, arg in enumerate(entry.args))))


def _example(arg: Arg, place: int) -> str:
    if arg is A_STYLES:
        return "TN"
    if arg.words == STYLE_LETTERS:
        return STYLE_LETTERS[place]
    if arg is A_CARD:
        return arg.words[0]
    if arg.words:
        places = arg.allowed or range(len(arg.words))
        return arg.words[places[min(1, len(places) - 1)]] if arg.words[0] == "me" else arg.words[places[0]]
    if arg.low < 0:
        return "-2"
    return str(arg.allowed[1] if arg.allowed else max(arg.low, min(arg.high, 2)))


def _arguments(entry: Condition | Operation | Entry) -> str:
    return " ".join(arg.name for arg in entry.args)


def _points(operation: Operation) -> str:
    rates = operation.rates[-3:] if operation.word == "ALLY" else operation.rates
    return " / ".join(f"{rate:g}" for rate in rates) or f"{operation.price:g}"


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield "|" + "---|" * len(heads)
    for row in rows:
        yield f"| {' | '.join(row)} |"
