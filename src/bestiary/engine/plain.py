"""A record's values as plain Python, for functions that speak to people.

Reading a field of a NumPy record costs as much as turning a small record into plain values as a whole. So words and
views read a `Plain`, which one C call makes: integers, and lists of them, under the fields' names.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.engine.records import Record


class Plain:
    """The values of one record. A field becomes a list when it is read first."""

    def __init__(self, kind: type[Record], row: tuple[Any, ...]) -> None:
        self._kind = kind
        self._row = row

    @classmethod
    def of(cls, kind: type[Record], record: Any) -> Plain:
        return cls(kind, record.item())

    def __getattr__(self, name: str) -> Any:
        at = self._kind.place_of.get(name)
        if at is None:
            raise AttributeError(f"{self._kind.__name__} has no field '{name}'")
        value = self._row[at]
        if isinstance(value, np.ndarray):
            value = value.tolist()
        elif isinstance(value, tuple):
            part = self._kind.fields[at].part
            assert part is not None
            value = Plain(part, value)
        self.__dict__[name] = value
        return value

    def array(self, name: str) -> np.ndarray[Any, Any]:
        """A field of many numbers as it lies in the record, for those who look for the few that are not 0."""
        values: np.ndarray[Any, Any] = self._row[self._kind.place_of[name]]
        return values
