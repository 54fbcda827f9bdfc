"""All that the compiler reads of a rule, as one digest: its code, the values of the globals that it names, and the same
of every rule that it calls.

Equal digests give equal compiled code. What no rule reads, such as sentences, comments or another game, changes none.
"""

from __future__ import annotations

import builtins
import enum
import functools
import hashlib
import opcode
import sys
import threading
from collections.abc import Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

import numpy as np

from bestiary.engine.inlining import is_inlined
from bestiary.engine.records import Record

VERSIONED: Final = frozenset({"numba", "llvmlite", "numpy"}) | sys.stdlib_module_names
"""Packages whose versions name what is in them."""
PLAIN: Final = frozenset({bool, int, float, str, bytes, type(None)})
LOAD_GLOBAL: Final = opcode.opmap["LOAD_GLOBAL"]
EXTENDED_ARG: Final = opcode.opmap["EXTENDED_ARG"]

_known: dict[FunctionType, str] = {}
_open: list[FunctionType] = []
_lock: Final = threading.RLock()  # several threads may ask for the same rule first


def footprint(rule: Any) -> str:
    """The digest of a rule, compiled or plain."""
    function: FunctionType = getattr(rule, "py_func", rule)
    if function not in _known:
        with _lock:
            if function not in _known:
                _known[function] = _digest(function)
    return _known[function]


def _digest(function: FunctionType) -> str:
    if function in _open:
        circle = " → ".join(f.__qualname__ for f in [*_open[_open.index(function) :], function])
        raise TypeError(f"rules do not call each other in a circle: {circle}")
    _open.append(function)
    try:
        return hashlib.sha256("\n".join(_parts(function)).encode()).hexdigest()[:32]
    finally:
        _open.pop()


def _parts(function: FunctionType) -> Iterator[str]:
    yield f"{function.__module__} {function.__qualname__} inlined={is_inlined(function)}"
    yield _code(function.__code__, function.__doc__)
    yield _value((function.__defaults__, function.__kwdefaults__, function.__annotations__))
    named = {name for code in codes(function.__code__) for name in globals_read(code)}
    named |= {text for text in function.__annotations__.values() if isinstance(text, str)}
    attributes = {name for code in codes(function.__code__) for name in code.co_names}
    for name in sorted(named & set(function.__globals__)):
        yield f"{name} = {_value(function.__globals__[name], attributes)}"
    for cell in function.__closure__ or ():
        yield _value(cell.cell_contents, attributes)


def codes(code: CodeType) -> Iterator[CodeType]:
    """A code and those that are nested in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


def _code(code: CodeType, doc: str | None = None) -> str:
    """All of a code but where it stands and what its docstring says."""
    counts = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    read = ["doc" if doc and number == 0 else c for number, c in enumerate(code.co_consts)]
    consts = [_code(c) if isinstance(c, CodeType) else _value(c) for c in read]
    return f"{code.co_code.hex()} {counts} {names} {consts} {code.co_exceptiontable.hex()}"


@functools.cache
def globals_read(code: CodeType) -> tuple[str, ...]:
    """The names of the globals that a code reads. Scans bytes: `dis` would take most of the time of loading a game."""
    raw, names = code.co_code, set()
    for at in range(0, len(raw), 2):
        if raw[at] == LOAD_GLOBAL:
            argument, shift = raw[at + 1], 8
            before = at - 2
            while before >= 0 and raw[before] == EXTENDED_ARG:
                argument |= raw[before + 1] << shift
                before, shift = before - 2, shift + 8
            names.add(code.co_names[argument >> 1])
    return tuple(sorted(names))


def _value(thing: Any, attributes: set[str] | None = None) -> str:
    """Tells a value from any other that the compiler would treat otherwise."""
    kind = type(thing)
    if kind in PLAIN:
        return f"{kind.__name__} {thing!r}"
    label = f"{kind.__module__}.{kind.__qualname__}"
    if isinstance(thing, np.ndarray):
        return f"{label} {_dtype(thing.dtype)} {thing.shape} {hashlib.sha256(thing.tobytes()).hexdigest()}"
    if isinstance(thing, np.generic):
        return f"{label} {_dtype(thing.dtype)} {thing.tobytes().hex()}"
    if isinstance(thing, np.dtype):
        return _dtype(thing)
    if isinstance(thing, tuple | list):
        return f"{label} ({', '.join(_value(t, attributes) for t in thing)})"
    if isinstance(thing, set | frozenset):
        return f"{label} {sorted(_value(t) for t in thing)}"
    if isinstance(thing, dict):
        return f"{label} {sorted((_value(k), _value(v)) for k, v in thing.items())}"
    if isinstance(thing, type):
        return _class(thing)
    if isinstance(thing, ModuleType):
        return _module(thing, attributes or set())
    function = getattr(thing, "py_func", getattr(thing, "_defn", thing))  # of a rule, of an intrinsic
    if isinstance(function, FunctionType):
        return footprint(function)
    text = repr(thing)
    return label if " at 0x" in text else f"{label} {text}"


def _dtype(dtype: np.dtype[Any]) -> str:
    return f"{dtype!r} {dtype.itemsize} {dtype.alignment}"


@functools.cache
def _class(thing: type) -> str:
    label = f"{thing.__module__}.{thing.__qualname__}"
    if issubclass(thing, Record):
        return f"{label} {_dtype(thing.dtype)}" if thing is not Record else label
    if issubclass(thing, enum.Enum):
        return f"{label} {[(m.name, m.value) for m in thing]}"
    return label


def _module(module: ModuleType, attributes: set[str]) -> str:
    """What a rule may read of a module: whatever in there has a name that the rule uses."""
    if module is builtins or module.__name__.partition(".")[0] in VERSIONED:
        return module.__name__
    read = sorted(name for name in attributes if hasattr(module, name))
    return f"{module.__name__} {[(name, _value(getattr(module, name), attributes)) for name in read]}"
