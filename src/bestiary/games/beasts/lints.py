"""What our own editions must keep (§7), though other cards could be played too."""

from __future__ import annotations

from bestiary.engine.content import Section
from bestiary.games.beasts.cards import decks, lints


def lint(root: Section) -> list[str]:
    """Each problem, those of a single card or clan with file and line."""
    return lints.problems(decks.load(root))
