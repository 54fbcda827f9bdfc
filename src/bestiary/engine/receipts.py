"""The fairness receipt: who had a part in a game's luck, and how anybody checks it.

The server publishes the SHA-256 of its seed, the *commitment*, before anybody else gives one. Then each seat gives a
seed of its own; for a seat that gives none, one is made from the server's seed, so that the server has no choice left.
All of them together make the game's key, from which every deal follows. After the end the server's seed is shown.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec

from bestiary.engine.chance import commitment, key_of
from bestiary.engine.views import Shape


class SeatSeed(Shape, kw_only=True):
    """A seat's part in the game's luck."""

    seed: str
    made: bool = False  # from the server's seed, because the seat gave none


class Receipt(Shape, kw_only=True):
    """What is fixed before the deal; and, after the end, what it can be checked with."""

    commitment: str  # SHA-256 of the server's seed, published before any seat gave its own
    seats: list[SeatSeed]
    seed: str = ""  # the server's, after the end
    key: str = ""  # the game's key, after the end: SHA-256 of all seeds together


def made_seed(seed: bytes, seat: int) -> str:
    """The seed of a seat that gave none. It hangs on the commitment alone: nobody can choose it."""
    return hashlib.sha256(b"bestiary seat " + seed + str(seat).encode()).hexdigest()


def receipt_of(seed: bytes, seats: Sequence[str], is_over: bool) -> Receipt:
    """The receipt of a game with these seeds; empty ones have not been given yet."""
    shown = [SeatSeed(seed=text, made=text == made_seed(seed, seat)) for seat, text in enumerate(seats)]
    found = Receipt(commitment=commitment(seed), seats=shown)
    if is_over:
        found.seed, found.key = seed.hex(), key_of(seed, tuple(filter(None, seats))).tobytes().hex()
    return found


def in_header(seed: bytes, seats: Sequence[str]) -> dict[str, Any]:
    """The receipt as a replay's first line tells it: what was fixed before the deal."""
    told: dict[str, Any] = msgspec.to_builtins(receipt_of(seed, seats, is_over=False))
    return told


def problems(told: Any, seed: bytes, seats: Sequence[str]) -> list[str]:
    """What is wrong with the receipt in a replay's first line."""
    right = in_header(seed, seats)
    if _text(told) == _text(right):
        return []
    if not isinstance(told, dict) or told.keys() != right.keys():
        return [f"the receipt has {' and '.join(right)}, and nothing else"]
    if told["commitment"] != right["commitment"]:
        return ["the receipt's commitment is not the hash of the server's seed"]
    if not isinstance(told["seats"], list) or len(told["seats"]) != len(right["seats"]):
        return [f"the receipt has a seed for each of {len(right['seats'])} seats"]
    pairs = zip(told["seats"], right["seats"], strict=True)
    wrong = next(n for n, (one, other) in enumerate(pairs) if _text(one) != _text(other))
    return [f"the receipt's seed of seat {wrong} is not the one that the game was dealt with, or not from whom it says"]


def _text(told: Any) -> bytes:
    """For comparing: true is not 1, and the order of keys means nothing."""
    return msgspec.json.encode(told, order="sorted")
