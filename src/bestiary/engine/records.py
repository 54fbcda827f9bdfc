"""Positions, boxes and options as fixed-size NumPy records, declared as annotated classes.

    class State(Record):
        coins: Cells = cells("i2", SEATS, known=PUBLIC)     # what lies before each player
        choice: Cells = cells("i1", SEATS, known=OWN)       # chosen, not yet revealed

For readers, editors and the type checker a record is an object with these attributes. At run time it is a NumPy scalar
of the derived dtype, which Numba sees as a plain struct. Its type has one attribute a field, which plain Python reads
many times as fast as `numpy.record` looks its fields up.
"""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, ClassVar, Final, Self, TypeAlias

import numpy as np
import numpy.typing as npt

Cells: TypeAlias = npt.NDArray[Any]
"""An array field of a record."""

Sees: TypeAlias = Callable[[Any, int, int], Any]
"""`sees(state, seat, row)`: may this seat know this row of the field?"""

PUBLIC: Final = "public"
OWN: Final = "own"  # row i belongs to seat i, and only that seat knows it
NOBODY: Final = "nobody"

RESERVED: Final = frozenset(dir(np.ndarray)) | frozenset(dir(np.record))


@dataclass(frozen=True)
class Field:
    """One declared field: its type, its shape, and who may know it."""

    code: str
    shape: tuple[int, ...]
    known: str | Sees
    part: type[Record] | None = None
    extra: Any = None
    name: str = ""

    @property
    def dtype(self) -> np.dtype[Any]:
        return self.part.dtype if self.part else np.dtype(self.code)

    @property
    def width(self) -> int:
        return max(f.width for f in self.part.fields) if self.part else self.dtype.itemsize

    @property
    def is_secret(self) -> bool:
        return self.known != PUBLIC

    def seen_by(self, state: Any, seat: int, row: int) -> bool:
        """May this seat know this row?"""
        if isinstance(self.known, str):
            return self.known == PUBLIC or (self.known == OWN and row == seat)
        return bool(self.known(state, seat, row))


def cells(code: str, *shape: int, known: str | Sees) -> Any:
    """An array field; its first axis is the seat where `known` is OWN or a function."""
    return Field(code, shape, known)


def cell(code: str, known: str | Sees, extra: Any = None) -> Any:
    """A single number."""
    return Field(code, (), known, extra=extra)


def part(record: type[Record], known: str | Sees) -> Any:
    """A record inside the record."""
    return Field("", (), known, part=record)


class Record:
    """Base of all records. Subclasses declare fields, widest first, so that there is no padding."""

    dtype: ClassVar[np.dtype[Any]]
    fields: ClassVar[tuple[Field, ...]]
    place_of: ClassVar[dict[str, int]]  # a field's name → its place in `fields`
    scalar: ClassVar[type[np.void]]

    def __init_subclass__(cls) -> None:
        fields = []
        for name in inspect.get_annotations(cls):
            field = cls.__dict__.get(name)
            if not isinstance(field, Field):
                raise TypeError(f"{cls.__name__}.{name}: declare it with cell(), cells() or part()")
            if name in RESERVED:
                raise TypeError(f"{cls.__name__}.{name}: the name belongs to NumPy arrays; choose another")
            if field.known not in (PUBLIC, OWN, NOBODY) and not callable(field.known):
                raise TypeError(f"{cls.__name__}.{name}: say who may know it")
            if field.known == OWN and not field.shape:
                raise TypeError(f"{cls.__name__}.{name}: OWN needs a first axis of seats")
            fields.append(Field(field.code, field.shape, field.known, field.part, field.extra, name))
            delattr(cls, name)
        cls.fields = tuple(fields)
        cls.place_of = {f.name: at for at, f in enumerate(fields)}
        plain = np.dtype([(f.name, f.dtype, f.shape) for f in fields], align=True)
        packed = sum(f.dtype.itemsize * int(np.prod(f.shape, dtype=int)) for f in fields)
        widths = [f.width for f in fields]
        if widths != sorted(widths, reverse=True):
            raise TypeError(f"{cls.__name__}: order the fields by width, widest first")
        missing = -packed % widths[0]
        if plain.itemsize != packed or missing:
            raise TypeError(f"{cls.__name__}: {packed} bytes; {missing} more in a field would avoid padding")
        cls.scalar = scalar_of(cls)
        cls.dtype = np.dtype((cls.scalar, plain))

    @classmethod
    def new(cls) -> Self:
        """A zeroed record."""
        return sole(cls.array(1))  # type: ignore[no-any-return]

    @classmethod
    def array(cls, count: int) -> Any:
        """`count` zeroed records in one block of memory."""
        return np.zeros(count, cls.dtype)

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        return _of_bytes(cls.dtype, data)  # type: ignore[no-any-return]

    @classmethod
    def layout(cls) -> str:
        """A digest of names, types and places: equal layouts give equal bytes for equal positions."""
        text = repr([(f.name, f.dtype.descr if f.part else f.code, f.shape) for f in cls.fields])
        return hashlib.sha256(text.encode()).hexdigest()[:16]


BLOCK: Final = "<block>"
"""The entry in a record's dictionary that holds the array in which the record lies alone."""
MEMORY: Final = "<memory>"
"""And the one that holds the bytes of that array."""


class Scalar(np.void):  # type: ignore[misc]  # not final, whatever the stubs say
    """A record as Python sees it. `numpy.record` looks every attribute up in Python code; here each field is an
    attribute of the type, and no other one can be read or written."""

    @property
    def data(self) -> Any:
        """What compiled code takes a record by. NumPy's own has the whole type described anew at every call; a record
        that owns its bytes, as one from `copy` does, has no other."""
        return raw(self) if BLOCK in self.__dict__ else super().data

    def __reduce__(self) -> Any:
        """As NumPy pickles a record, nothing could be written into what comes back."""
        return _of_bytes, (self.dtype, self.tobytes())

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self.dtype.fields:  # type: ignore[operator]
            raise AttributeError(f"{type(self).__name__} has no field {name}")
        self[name] = value


class Inner:
    """An array or a record inside a record. It is looked up once, if the record lies alone in its array: what is
    kept then refers to the array and not to the record, so that nothing refers to itself."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, record: Any, owner: type) -> Any:
        kept = record.__dict__
        if BLOCK not in kept:
            return record[self.name]
        inside = kept[BLOCK][self.name]
        kept[self.name] = inside[0] if inside.dtype.names is None else sole(inside)
        return kept[self.name]


def scalar_of(record: type[Record]) -> type[np.void]:
    """The type of a record's values."""
    single = {f.name: property(itemgetter(f.name)) for f in record.fields if not f.shape and not f.part}
    others = {f.name: Inner(f.name) for f in record.fields if f.name not in single}
    names = {"__module__": record.__module__, "__qualname__": f"{record.__qualname__}.scalar"}
    return type(record.__name__, (Scalar,), {**names, **single, **others})


def sole(block: Any) -> Any:
    """The only record of an array."""
    record = block[0]
    record.__dict__[BLOCK] = block
    return record


def record_bytes(record: Any) -> bytes:
    return raw(record).tobytes()


def clone(record: Any) -> Any:
    """An independent copy."""
    return _of_bytes(record.dtype, record.tobytes())


def _of_bytes(dtype: Any, data: bytes) -> Any:
    """A record with memory of its own."""
    return sole(np.frombuffer(bytearray(data), dtype))


def same_record(a: Any, b: Any) -> bool:
    return bool(a.tobytes() == b.tobytes())


def put(target: Any, source: Any) -> None:
    """Overwrites a record with the bytes of another one."""
    raw(target)[:] = raw(source)


def raw(record: Any) -> npt.NDArray[np.uint8]:
    """The record's own memory, as bytes that can be read and written."""
    kept = record.__dict__
    if BLOCK not in kept:
        return np.asarray(record).reshape(1).view(np.uint8)
    if MEMORY not in kept:
        kept[MEMORY] = kept[BLOCK].view(np.uint8)
    return kept[MEMORY]  # type: ignore[no-any-return]
