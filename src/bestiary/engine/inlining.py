"""Which rules are inlined into their callers by force."""

from __future__ import annotations

from types import FunctionType

INLINE_BELOW = 780
"""Bytes of bytecode. Rules below are inlined into their callers; what scores a round lies above. Against 600 Claw plays
12.9 instead of 11.5 million decisions a second, Prey 12.8 instead of 10.9, Talon 16.2 instead of 15.7, and only the
fuzzer takes a quarter longer to compile; more gains nothing."""
INLINE_BELOW_IN_LARGE = 60
"""In a large game only the smallest rules are inlined by force: all others would be copied to hundreds of places."""

large_games: set[str] = set()
"""The modules of games that call themselves large."""


def is_inlined(rule: FunctionType) -> bool:
    module = f"{rule.__module__}."
    large = any(module.startswith(f"{game}.") for game in large_games)
    return len(rule.__code__.co_code) < (INLINE_BELOW_IN_LARGE if large else INLINE_BELOW)
