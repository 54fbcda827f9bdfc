"""How a server runs: what the supervisor hands to its workers."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Settings(Struct, frozen=True, kw_only=True):
    database: str
    broker: str = ""  # Redis or Valkey, through which workers tell each other that a table has moved on
    is_secure: bool = False  # is reached over HTTPS: cookies say so
    proxies: str = ""  # addresses of reverse proxies, whose word on where a request comes from is believed
    pace: float = 100  # requests a second of one address; 0 for no limit
    log: Literal["text", "json"] = "text"
    log_level: str = "warning"
    thinkers: int = 1  # processes that think for bots
    games: tuple[str, ...] = ()  # that are played here; without a name all
    compiles: bool = False  # may rules be compiled, or does the environment forbid it?

    @property
    def is_shared(self) -> bool:
        """May several workers serve at once?"""
        return self.database.startswith("postgres") and bool(self.broker)
