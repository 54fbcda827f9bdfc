"""How rules meet Numba. Imported only where rules are compiled."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from numba.core import caching, cgutils, sigutils, types
from numba.core.registry import CPUDispatcher
from numba.extending import intrinsic
from numba.np import arrayobj

from bestiary.engine import cache
from bestiary.engine.footprint import footprint, globals_read
from bestiary.engine.inlining import is_inlined
from bestiary.engine.records import Record

OPTIONS = {"nopython": True, "nogil": True, "error_model": "numpy"}
TYPES = {
    "int": types.int64,
    "bool": types.int64,
    "Ints": types.Array(types.int32, 1, "C"),
    "Longs": types.Array(types.int64, 1, "C"),
    "Words": types.Array(types.uint32, 1, "C"),
    "Floats": types.Array(types.float32, 1, "C"),
    "Shares": types.Array(types.float64, 1, "C"),
    "ShareRows": types.Array(types.float64, 2, "C"),
    "float": types.float64,
    "Bytes": types.Array(types.uint8, 1, "C"),
    "ByteRows": types.Array(types.uint8, 2, "C"),
    "WordRows": types.Array(types.uint32, 2, "C"),
    "LongRows": types.Array(types.int64, 2, "C"),
    "Events": types.Array(types.int32, 2, "C"),
    "Trace": types.Array(types.int32, 2, "C"),
    "Any": None,
    "Batch": None,
}
"""Annotation (as written) → Numba's type; None lets anything through."""


@intrinsic  # type: ignore[untyped-decorator]
def bytes_of(_: Any, record: Any) -> Any:
    """The memory of a record, to read."""
    memory = types.Array(types.uint8, 1, "C")

    def build(context: Any, builder: Any, _: Any, given: Any) -> Any:
        size, one = (context.get_constant(types.intp, n) for n in (record.size, 1))
        array = arrayobj.make_array(memory)(context, builder)
        shape, strides = (cgutils.pack_array(builder, [n]) for n in (size, one))
        data = builder.bitcast(given[0], array.data.type)
        arrayobj.populate_array(array, data=data, shape=shape, strides=strides, itemsize=one, meminfo=None)
        return array._getvalue()

    return memory(record), build


@functools.cache
def cache_folder() -> Path:
    return cache.use()


class RuleCacheFiles(caching.CompileResultCacheImpl):  # type: ignore[misc]
    """Where a compiled rule lies: its name and its footprint say all, so there is no time stamp to look at."""

    def __init__(self, py_func: Any) -> None:
        self._locator, self._py_file, self._lineno = self, inspect.getfile(py_func), py_func.__code__.co_firstlineno
        tidy = re.sub(r"[^\w.,\[\]]", "", f"{py_func.__module__}.{py_func.__qualname__}")
        self._filename_base = f"{tidy[-150:]}-{footprint(py_func)}"

    def ensure_cache_path(self) -> None:
        cache_folder()

    def get_cache_path(self) -> str:
        return str(cache_folder())

    def get_source_stamp(self) -> str:
        return self._filename_base


class RuleCache(caching.FunctionCache):  # type: ignore[misc]
    """Numba's cache of one rule, in the folder and under the name that we choose."""

    _impl_class = RuleCacheFiles

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        found = super().load_overload(sig, target_context)
        if found is None:
            cache.check_writable()
        else:
            cache.used(self._cache_file._index_path)
        return found


rules: list[RuleDispatcher] = []
"""Every rule of this process, in order of declaration."""


class RuleDispatcher(CPUDispatcher):  # type: ignore[misc]
    """A Numba dispatcher whose signature comes from the annotations instead of from whoever calls first."""

    _cache: Any

    @classmethod
    def of(cls, function: Callable[..., Any]) -> RuleDispatcher:
        dispatcher = cls(function, locals={}, targetoptions=dict(OPTIONS))
        rules.append(dispatcher)
        return dispatcher

    def ready(self) -> None:
        """To be called before the rule is compiled, once the game is declared and all globals are there."""
        if isinstance(self._cache, caching.NullCache):
            self.targetoptions["forceinline"] = is_inlined(self.py_func)
            self._cache = RuleCache(self.py_func)

    def is_kept(self, signature: tuple[Any, ...]) -> bool:
        """Does the cache hold the rule for these types? Looks without loading it."""
        self.ready()
        self.targetctx.refresh()
        key, kept = self._cache._index_key(signature, self.targetctx.codegen()), self._cache._cache_file
        name = kept._load_index().get(key)  # written before the code itself
        return name is not None and Path(kept._data_path(name)).exists()

    def compile(self, sig: Any) -> Any:
        self.ready()
        given, _ = sigutils.normalize_signature(sig)
        names = self.py_func.__code__.co_varnames
        return super().compile(tuple(self.accept(n, t) for n, t in zip(names, given, strict=False)))

    def accept(self, name: str, given: Any) -> Any:
        """The declared type of an argument, or an error where what is given does not fit."""
        wanted = self.declared(name)
        given = types.unliteral(given)  # type: ignore[attr-defined]
        if wanted is None or given == wanted:
            return given
        if wanted == types.int64 and isinstance(given, types.Integer | types.Boolean):
            return wanted
        if given == types.none and self.py_func.__annotations__[name] == "Trace":
            return given
        arrays = isinstance(wanted, types.Array) and isinstance(given, types.Array)
        if arrays and (given.dtype, given.ndim, given.layout) == (wanted.dtype, wanted.ndim, wanted.layout):
            return given  # an array inside a record is typed apart from a free one
        raise TypeError(f"{self.py_func.__qualname__}: {name} must be {wanted}, not {given}")

    def declared(self, name: str) -> Any:
        """Numba's type for the annotation of an argument."""
        function = self.py_func
        text = str(function.__annotations__.get(name))
        if text in TYPES:
            return TYPES[text]
        record = function.__globals__.get(text)
        if isinstance(record, type) and issubclass(record, Record):
            return numba.from_dtype(record.dtype)
        raise TypeError(f"{function.__qualname__}: argument {name} needs an annotation that a rule can have")

    def signature(self, traced: bool = False) -> tuple[Any, ...] | None:
        """The types that a run with or without trace calls it with; None where the annotations leave some of them
        open."""
        function = self.py_func
        names = function.__code__.co_varnames[: function.__code__.co_argcount]
        silent = {n for n in names if function.__annotations__[n] == "Trace" and not traced}
        given = [types.none if n in silent else self.declared(n) for n in names]
        return None if None in given else tuple(given)

    def missed(self) -> int:
        """How many signatures were not found in the cache and had to be compiled here."""
        return sum(self.stats.cache_misses.values())


def reachable(root: RuleDispatcher) -> list[RuleDispatcher]:
    """A rule and all that it calls, each after those that it calls itself."""
    found: dict[int, RuleDispatcher] = {}

    def visit(rule: RuleDispatcher) -> None:
        for name in globals_read(rule.py_func.__code__):
            called = rule.py_func.__globals__.get(name)
            if isinstance(called, RuleDispatcher) and id(called) not in found:
                visit(called)
        found[id(rule)] = rule

    visit(root)
    return list(found.values())


def compiled_here() -> int:
    """Signatures compiled by this process, all rules together."""
    return sum(r.missed() for r in rules)
