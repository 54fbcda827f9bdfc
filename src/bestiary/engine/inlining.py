"""Which rules are inlined into their callers by force."""

from __future__ import annotations

from types import FunctionType

INLINE_BELOW = 1100
"""Bytes of bytecode. Rules below are inlined into their callers, what scores a round among them. Beside 780 Prey plays
13.08 instead of 12.78 million decisions a second (best of four runs); Claw and Talon play no fewer than before."""
INLINE_BELOW_IN_LARGE = 60
"""In a large game only the smallest rules are inlined by force: all others would be copied to hundreds of places."""

large_games: set[str] = set()
"""The modules of games that call themselves large."""


def is_large(rule: FunctionType) -> bool:
    """Is it a rule of a large game?"""
    module = f"{rule.__module__}."
    return any(module.startswith(f"{game}.") for game in large_games)


def is_inlined(rule: FunctionType) -> bool:
    return len(rule.__code__.co_code) < (INLINE_BELOW_IN_LARGE if is_large(rule) else INLINE_BELOW)
