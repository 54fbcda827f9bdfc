"""Tailed Beasts §6, §7: the language that cards are written in, and the decks of an edition."""
