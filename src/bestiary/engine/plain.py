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

Reader = Callable[[memoryview], Any]


class Plain:
    """The values of one record. A field becomes a number or a list when it is read first."""

    def __init__(self, kind: type[Record], memory: memoryview) -> None:
        self._kind, self._memory = kind, memory

    @classmethod
    def of(cls, kind: type[Record], record: Any) -> Plain:
        return cls(kind, memoryview(record_bytes(record)))

    def __getattr__(self, name: str) -> Any:
        read = readers_of(self._kind).get(name)
        if read is None:
            raise AttributeError(f"{self._kind.__name__} has no field '{name}'")
        value = self.__dict__[name] = read(self._memory)
        return value

    def array(self, name: str) -> np.ndarray[Any, Any]:
        """A field of many numbers as it lies in the record, for those who look for the few that are not 0."""
        values: np.ndarray[Any, Any] = np.frombuffer(self._memory, self._kind.dtype)[name][0]
        return values


readers: dict[type[Record], dict[str, Reader]] = {}
"""How each field of a record is read from its memory."""


def readers_of(kind: type[Record]) -> dict[str, Reader]:
    if kind not in readers:
        readers[kind] = _make_readers(kind)
    return readers[kind]


def _make_readers(kind: type[Record]) -> dict[str, Reader]:
    return {field.name: _reader(field, kind.dtype.fields[field.name][1]) for field in kind.fields}  # type: ignore[index]


def _reader(field: Field, start: int) -> Reader:
    code: Any = field.dtype.char
    part, shape = field.part, field.shape
    end = start + field.dtype.itemsize * int(np.prod(shape, dtype=int))
    if part:
        return lambda memory: Plain(part, memory[start:end])
    if shape:
        return lambda memory: memory[start:end].cast(code, shape).tolist()
    number = Struct(f"={code}").unpack_from
    return lambda memory: number(memory, start)[0]
