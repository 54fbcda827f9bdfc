"""The three ways a request can be wrong, and the one way the rules can be."""

from __future__ import annotations

LONGEST = 1000  # letters of a message; what is right stands at the end, so the middle goes


class BestiaryError(Exception):
    """Base of everything that is said to a person in one line."""

    def __init__(self, message: str = "") -> None:
        super().__init__(one_line(message))


class MalformedError(BestiaryError):
    """The request means nothing: unknown word, wrong type, damaged file."""


class IllegalError(BestiaryError):
    """The request is understood, and a rule forbids it: the clause's section and number."""

    def __init__(self, message: str, section: str = "", clause: int = 0) -> None:
        super().__init__(message)
        self.section, self.clause = section, clause


class ConflictError(BestiaryError):
    """The request came too late or twice: the position has moved on."""


class FaultError(RuntimeError):
    """The rules met a case that they say cannot happen. A bug, never a user's mistake."""


def one_line(text: str) -> str:
    """A message that may quote anything: without what would command a terminal, and never long."""
    if len(text) > LONGEST:
        half = LONGEST // 2
        text = f"{text[:half]} … {text[-half:]}"
    if text.isprintable():
        return text
    return "".join(c for c in " ".join(text.split()) if c.isprintable())
