"""`@rule`: the one place that says how a function of the rules is compiled.

A rule has one signature, taken from its annotations: `int` is a 64-bit integer, a Record class its struct,
`Trace` either nothing or an event buffer, `Any` whatever comes. It compiles on first use, never at import, and
calling it with other types is an error. With NUMBA_DISABLE_JIT=1 a rule is the plain Python function, and
Numba is not even imported.
"""

from __future__ import annotations

import functools
import hashlib
import os
import types as pytypes
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, TypeVar, cast

import numpy as np
import numpy.typing as npt

from bestiary.engine.footprint import globals_read
from bestiary.engine.mode import JIT as JIT
from bestiary.engine.records import Record

F = TypeVar("F", bound=Callable[..., Any])


def cores() -> int:
    """How many cores this process may use; plain Python does not run on several at once."""
    return len(os.sched_getaffinity(0)) if JIT else 1


Ints: TypeAlias = npt.NDArray[np.int32]
"""Legal actions, weights: 32-bit integers."""
Longs: TypeAlias = npt.NDArray[np.int64]
"""Counters, and the state of a bot's own generator."""
Words: TypeAlias = npt.NDArray[np.uint32]
"""Key and block words."""
Floats: TypeAlias = npt.NDArray[np.float32]
"""An observation."""
Shares: TypeAlias = npt.NDArray[np.float64]
"""Payoffs and scores."""
ShareRows: TypeAlias = npt.NDArray[np.float64]
"""Figures of search, a row each."""
Bytes: TypeAlias = npt.NDArray[np.uint8]
"""Raw memory."""
Flags: TypeAlias = npt.NDArray[np.int8]
"""A mask as Gymnasium wants it: 1 for every legal action."""
ByteRows: TypeAlias = npt.NDArray[np.uint8]
"""Raw memory of several records, a row each."""
WordRows: TypeAlias = npt.NDArray[np.uint32]
"""Keys, a row each."""
LongRows: TypeAlias = npt.NDArray[np.int64]
"""Counters and other integers, a row each."""
Batch: TypeAlias = npt.NDArray[Any]
"""Many records of one kind."""
FloatRows: TypeAlias = npt.NDArray[np.float32]
"""Observations, a row each."""
Events: TypeAlias = npt.NDArray[np.int32]
"""A buffer of events."""
IntRows: TypeAlias = npt.NDArray[np.int32]
"""Legal actions, a row each."""
Trace: TypeAlias = npt.NDArray[np.int32] | None
"""A buffer of events, or nothing: then the compiler removes every trace call."""

if JIT:
    from bestiary.engine import compiling

    def rule(function: F) -> F:
        """Marks a function of the rules. For the type checker it is the identity."""
        return cast(F, compiling.RuleDispatcher.of(function))

    bytes_of, deposit, DEPOSITS = compiling.bytes_of, compiling.deposit, compiling.deposits()

else:
    deposit, DEPOSITS = None, False

    def rule(function: F) -> F:
        """Marks a function of the rules. For the type checker it is the identity."""
        return function

    def bytes_of(record: Any) -> Any:
        """The memory of a record, to read."""
        return np.frombuffer(record, np.uint8)


def flag(value: bool) -> bool:
    """A truth as Python hands it to a rule: an integer. Given a bool, Numba looks at every record of the call anew, for
    milliseconds."""
    return cast(bool, int(value))


def plain(function: Any) -> pytypes.FunctionType:
    """The Python function behind a rule."""
    return cast(pytypes.FunctionType, getattr(function, "py_func", function))


def specialise(template: Callable[..., Any], label: str, **substitutes: Any) -> Any:
    """A copy of a rule written against global names, with other things under these names. The same things make the same
    copy, so that it is loaded once however often it is asked for.

    The copy's qualified name carries `label` and a digest that names every substituted thing.
    """
    return _specialised(template, label, tuple(sorted(substitutes.items(), key=lambda pair: pair[0])))


@functools.cache
def _specialised(template: Callable[..., Any], label: str, pairs: tuple[tuple[str, Any], ...]) -> Any:
    substitutes = dict(pairs)
    source = plain(template)
    missing = sorted(set(substitutes) - set(source.__globals__))
    if missing:
        raise TypeError(f"{source.__name__} has no global named {', '.join(missing)}")
    named = "\n".join(f"{name}={_identity(thing)}" for name, thing in sorted(substitutes.items()))
    copy = pytypes.FunctionType(source.__code__, {**source.__globals__, **substitutes}, source.__name__)
    copy.__qualname__ = f"{source.__qualname__}[{label},{hashlib.sha256(named.encode()).hexdigest()[:12]}]"
    copy.__module__ = source.__module__
    copy.__annotations__ = dict(source.__annotations__)
    copy.__doc__ = source.__doc__
    return rule(copy)


def rewire(root: Callable[..., Any], label: str, instead: Sequence[tuple[Any, Any]]) -> Any:
    """A copy of a rule in which others stand in for some rules, however deep they are called: (rule, stand-in) each.
    Only what leads to them is copied."""
    copies = {id(old): new for old, new in instead}

    def visit(function: Any) -> Any:
        if id(function) not in copies:
            source = plain(function)
            called = {name: source.__globals__.get(name) for name in globals_read(source.__code__)}
            rules = {name: thing for name, thing in called.items() if isinstance(plain(thing), pytypes.FunctionType)}
            others = {name: copy for name, thing in rules.items() if (copy := visit(thing)) is not thing}
            copies[id(function)] = specialise(function, label, **others) if others else function
        return copies[id(function)]

    return visit(root)


def _identity(thing: Any) -> str:
    """What tells one substitute from another, in this process and in the next."""
    if isinstance(thing, type) and issubclass(thing, Record):
        return f"{thing.__module__}.{thing.__qualname__} {thing.layout()}"
    if callable(thing):
        return f"{plain(thing).__module__}.{plain(thing).__qualname__}"
    return repr(thing)
