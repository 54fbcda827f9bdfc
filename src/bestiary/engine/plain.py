"""A record's values as plain Python, for functions that speak to people.

Reading a field of a NumPy record costs many times as much as reading its bytes. So words and views read a `Plain`:
integers, and lists of them, under the fields' names, each made from the record's memory when it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from struct import Struct
from typing import Any

import numpy as np

from bestiary.engine.records import Field, Record, record_bytes

class Plain:
    """The values of one record. A field becomes a number or a list when it is read first."""

    def __init__(self, memory: memoryview) -> None:
        self._memory = memory

    @staticmethod
    def of(kind: type[Record], record: Any) -> Plain:
        return plain_type(kind)(memoryview(record_bytes(record)))

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"{type(self).__name__} has no field '{name}'")

    def array(self, name: str) -> np.ndarray[Any, Any]:
        """A field of many numbers as it lies in the record, for those who look for the few that are not 0."""
        values: np.ndarray[Any, Any] = getattr(type(self), name).array(self._memory)
        return values


class Reading:
    """How a field is read from a record's memory. What it has read takes its place."""

    def __init__(self, field: Field, start: int) -> None:
        self.name, self.field, self.start = field.name, field, start
        self.count = int(np.prod(field.shape, dtype=int))
        self.read = self._reader()

    def _reader(self) -> Callable[[memoryview], Any]:
        field, start, end = self.field, self.start, self.start + self.count * self.field.dtype.itemsize
        if field.part:
            part = plain_type(field.part)
            return lambda memory: part(memory[start:end])
        code: Any = field.dtype.char
        if len(field.shape) > 1:
            return lambda memory: memory[start:end].cast(code, field.shape).tolist()
        numbers = Struct(f"={self.count}{code}").unpack_from
        if field.shape:
            return lambda memory: list(numbers(memory, start))
        return lambda memory: numbers(memory, start)[0]

    def __get__(self, plain: Plain | None, owner: type[Plain]) -> Any:
        if plain is None:
            return self
        value = plain.__dict__[self.name] = self.read(plain._memory)
        return value

    def array(self, memory: memoryview) -> np.ndarray[Any, Any]:
        return np.frombuffer(memory, self.field.dtype, self.count, self.start).reshape(self.field.shape)


_types: dict[type[Record], type[Plain]] = {}


def plain_type(kind: type[Record]) -> type[Plain]:
    """The type of a record's plain values, with one attribute a field."""
    if kind not in _types:
        places: Any = kind.dtype.fields
        readings = {field.name: Reading(field, places[field.name][1]) for field in kind.fields}
        _types[kind] = type(kind.__name__, (Plain,), readings)
    return _types[kind]
