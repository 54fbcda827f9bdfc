"""Editions of Tooth & Talon so small that plain rules can solve them."""

from __future__ import annotations

ANIMAL = "[animals.{}]\ncopies = {}\nwhite = {}\nworth = {}\ndeeds = [{}]\n"
BITE = '{ do = "discard", what = "rat" }'
TAKE = '{ do = "take", what = "rat", from = "pile" }'


def tiny(white: int = 0, rat: str = "") -> str:
    """Three rats, which do nothing unless said, and a snake; `white` of the rats lie in the pile."""
    rows = [("rat", 3, white, 1, rat), ("snake", 1, 0, 2, BITE)]
    return "".join(ANIMAL.format(*row) for row in [*rows, *((name, 0, 0, 0, "") for name in ("hawk", "fox", "net"))])


TINY = tiny()
TINY_PILE = tiny(1, TAKE)
