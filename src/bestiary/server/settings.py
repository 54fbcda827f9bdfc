"""How a server runs: what the supervisor hands to its workers."""

from __future__ import annotations

from msgspec import Struct


class Settings(Struct, frozen=True, kw_only=True):
    database: str
    broker: str = ""  # Redis or Valkey, through which workers tell each other that a table has moved on
    is_secure: bool = False  # is reached over HTTPS: cookies say so
    thinkers: int = 1  # processes that think for bots
    compiles: bool = False  # may rules be compiled, or does the environment forbid it?

    @property
    def is_shared(self) -> bool:
        """May several workers serve at once?"""
        return self.database.startswith("postgres") and bool(self.broker)
