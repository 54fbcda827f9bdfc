"""Tooth & Claw: what replays of older formats say otherwise."""

from __future__ import annotations

from typing import Any


def options(old: dict[str, Any]) -> dict[str, Any]:
    """Format 1 counted the first player's seat from 1, and 0 drew it; now seats count from 0, and −1 draws."""
    return {**old, "first": int(old.get("first", 0)) - 1}
