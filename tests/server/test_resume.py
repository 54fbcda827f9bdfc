"""A server that starts again has all its tables; `bench/resume.py` measures how soon."""

from __future__ import annotations

import asyncio
from pathlib import Path

import resume


def test_after_a_restart_every_table_is_there_again(tmp_path: Path) -> None:
    found = asyncio.run(resume.run(f"sqlite:///{tmp_path}/tables.db", "talon", 30, compiled=False))
    assert found["tables"] == 30
