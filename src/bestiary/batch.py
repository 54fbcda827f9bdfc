"""Thousands of tables as one array: `from bestiary.batch import Batch`."""

from __future__ import annotations

from bestiary.adapters.batch import Batch, Step

__all__ = ["Batch", "Step"]
