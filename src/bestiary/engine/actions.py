"""Actions as dense integers, and their text and structured forms.

    ACTS = ActionSpace(Kind("choose", animal=ANIMALS), Kind("pass"), Kind("raise", to=range(1, 2001)))
    ACTS.offset["raise"], ACTS.text(7), ACTS.parse("choose rat"), ACTS.data(0) == {"do": "choose", "animal": "rat"}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from numbers import Integral
from typing import Any

from bestiary.engine.errors import MalformedError
from bestiary.engine.spelling import did_you_mean


class Kind:
    """A range of actions: a name, and the words or numbers that each argument can be."""

    def __init__(self, name: str, **args: Sequence[str] | range) -> None:
        self.name = name
        self.args = {arg: [str(v) for v in values] for arg, values in args.items()}
        self.numeric = {arg for arg, values in args.items() if isinstance(values, range)}
        self.count = 1
        for values in self.args.values():
            self.count *= len(values)


class ActionSpace:
    """All actions of a game, kind after kind. `amounts` names the kinds at the end that differ only in an amount, such
    as a bet. The random bot counts all of them as one choice, and draws the amount afterwards."""

    def __init__(self, *kinds: Kind, amounts: Sequence[str] = ()) -> None:
        self.kinds = kinds
        self.offset: dict[str, int] = {}
        self.size = 0
        for kind in kinds:
            self.offset[kind.name] = self.size
            self.size += kind.count
        self.by_name = {k.name: k for k in kinds}
        self.first_amount = min((self.offset[a] for a in amounts), default=self.size)

    def split(self, action: int) -> tuple[Kind, dict[str, str]]:
        action = self.number(action)
        kind = next(k for k in reversed(self.kinds) if self.offset[k.name] <= action)
        rest = action - self.offset[kind.name]
        words: dict[str, str] = {}
        for arg, values in reversed(kind.args.items()):
            rest, index = divmod(rest, len(values))
            words[arg] = values[index]
        return kind, {arg: words[arg] for arg in kind.args}

    def text(self, action: int) -> str:
        """`take snake active:2`: the kind, then its arguments."""
        kind, words = self.split(action)
        return " ".join([kind.name, *words.values()])

    def data(self, action: int) -> dict[str, Any]:
        """The same as plain data, for programs."""
        kind, words = self.split(action)
        return {"do": kind.name, **{a: int(w) if a in kind.numeric else w for a, w in words.items()}}

    def parse(self, text: str | dict[str, Any]) -> int:
        """An action from its text or its data; capitals and spaces do not matter."""
        if isinstance(text, dict):
            text = self._text_of(text)
        name, *words = text.lower().split() or [""]
        kind = self.by_name.get(name)
        if kind is None:
            raise MalformedError(f"'{text.strip()}' is no action: it must begin with {_one_of(self.by_name, name)}")
        if len(words) != len(kind.args):
            form = " ".join([name, *(a.upper() for a in kind.args)])
            raise MalformedError(f"'{text.strip()}' is no action: write it as '{form}'")
        rest = 0
        for word, (arg, values) in zip(words, kind.args.items(), strict=True):
            if word not in values:
                raise MalformedError(f"'{text.strip()}' is no action: {arg} must be {_one_of(values, word)}")
            rest = rest * len(values) + values.index(word)
        return self.offset[name] + rest

    def number(self, action: Any) -> int:
        """An action given as number, text or data."""
        number: int = action
        if type(action) is not int:  # which it nearly always is
            if isinstance(action, str | Mapping):
                return self.parse(action if isinstance(action, str) else dict(action))
            number = whole(action, "an action is a number, a text or an object")
        if not 0 <= number < self.size:
            raise MalformedError(f"action {number} does not exist; actions are 0 to {self.size - 1}")
        return number

    def _text_of(self, data: dict[str, Any]) -> str:
        """The text of structured data, whatever the order of its keys."""
        kind = self.by_name.get(str(data.get("do")))
        args = list(kind.args) if kind else [a for a in data if a != "do"]
        if set(data) != {"do", *args}:
            raise MalformedError(f"{data} is no action: it must have the keys {', '.join(['do', *args])}")
        return " ".join(str(data[key]) for key in ["do", *args])


def is_whole(value: Any) -> bool:
    """A whole number, Python's or NumPy's; True and 1.0 are none."""
    return type(value) is int or (isinstance(value, Integral) and not isinstance(value, bool))


def whole(value: Any, wanted: str) -> int:
    """The same number, or an error that says what is wanted."""
    if not is_whole(value):
        raise MalformedError(f"{wanted}, not {value!r}")
    return int(value)


def _one_of(values: Any, wrong: str) -> str:
    names = list(values)
    if all(n.isdigit() for n in names):
        return f"a number from {names[0]} to {names[-1]}, not '{wrong}'"
    listed = ", ".join(names[:12]) + (", …" if len(names) > 12 else "")
    return f"one of {listed}" + (f", not '{wrong}'{did_you_mean(wrong, names)}" if wrong else "")
