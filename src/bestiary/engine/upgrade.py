"""How replay files of an earlier format are read.

Format 1 (version 0.1.0) has the same positions, decisions and results. Events had fewer kinds and arguments, and some
options other numbers. A game that had such files says in `upgrade.py` what its events were.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bestiary.engine.trace import Event, EventTable


@dataclass(frozen=True)
class Upgrade:
    """What files of format 1 hold: their kinds of events; those of them that are told otherwise now, and cannot be
    compared; and what their options mean today."""

    events: EventTable
    changed: tuple[str, ...] = ()
    options: Callable[[dict[str, Any]], dict[str, Any]] = dict

    def then(self, events: list[Event]) -> list[list[Any]]:
        """Today's events as they were told then, as far as they can be compared."""
        kinds = self.events.by_name
        told = [e for e in events if e.name in kinds and e.name not in self.changed]
        return [[e.name, *(e.args[arg] for arg in kinds[e.name].args)] for e in told]

    def comparable(self, events: list[Any]) -> list[Any]:
        """The events of a file that can be compared; what is no event stays, and differs."""
        return [e for e in events if not (isinstance(e, list) and e and e[0] in self.changed)]
