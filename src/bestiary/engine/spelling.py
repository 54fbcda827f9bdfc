"""What a person who misspelt a word probably meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping

LIKE = 0.6  # how much two words must have in common, from 0 to 1
SHORT = 0.5  # the same for words of two or three letters


def did_you_mean(
    word: str, known: Iterable[str], likeness: float = LIKE, full: Mapping[str, str] | None = None
) -> str:  # fmt: skip
    """`; did you mean 'talon'?`, to end a sentence with, or nothing where no known word is like this one.

    Capitals do not matter, and the word itself is never suggested. `full` has the names that known words stand for."""
    lowered: dict[str, str] = {}
    for name in known:
        if name != word:
            lowered.setdefault(name.lower(), full[name] if full else name)
    near = difflib.get_close_matches(word.lower(), lowered, 1, likeness)
    return f"; did you mean '{lowered[near[0]]}'?" if near else ""


def instead(word: str, known: Iterable[str]) -> str:
    """What was probably meant, or else everything that there is, to end a sentence with."""
    names = list(known)
    if hint := did_you_mean(word, names):
        return hint
    if len(names) < 2:
        return f"; there is only {names[0]}" if names else "; there is none"
    return f"; there are {', '.join(names)}"
