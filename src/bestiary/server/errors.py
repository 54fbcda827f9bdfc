"""What can be wrong with a request besides the engine's three kinds, and what each is called over the wire."""

from __future__ import annotations

from bestiary.engine.errors import BestiaryError, ConflictError, IllegalError, MalformedError
from bestiary.server.protocol import Wrong


class ForbiddenError(BestiaryError):
    """The request is understood, and this person may not make it."""


class MissingError(BestiaryError):
    """There is no such thing here."""


class TooMuchError(BestiaryError):
    """Too many requests, or too large ones."""


WRONG: dict[type[BestiaryError], tuple[Wrong, int]] = {
    MalformedError: ("malformed", 400),
    ForbiddenError: ("forbidden", 403),
    MissingError: ("missing", 404),
    ConflictError: ("conflict", 409),
    IllegalError: ("illegal", 422),
    TooMuchError: ("too much", 429),
}
"""Error → its name in messages, and its HTTP status."""


def wrong_of(error: Exception) -> tuple[Wrong, int]:
    return next((found for kind, found in WRONG.items() if isinstance(error, kind)), ("malformed", 400))
