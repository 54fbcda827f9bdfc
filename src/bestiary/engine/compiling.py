"""How rules meet Numba. Imported only where rules are compiled."""

from __future__ import annotations

import functools
import hashlib
import inspect
import pickle
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numba
from llvmlite import ir
from numba.core import caching, cgutils, compiler, serialize, sigutils, types, typing
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher, cpu_target
from numba.extending import intrinsic
from numba.np import arrayobj

from bestiary.engine import cache, files, linking
from bestiary.engine.footprint import codes, footprint, globals_read
from bestiary.engine.inlining import is_inlined, is_large
from bestiary.engine.records import Record

if TYPE_CHECKING:
    from bestiary.engine.game import Game

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
    "Flags": types.Array(types.int8, 1, "C"),
    "Bytes": types.Array(types.uint8, 1, "C"),
    "ByteRows": types.Array(types.uint8, 2, "C"),
    "WordRows": types.Array(types.uint32, 2, "C"),
    "LongRows": types.Array(types.int64, 2, "C"),
    "FloatRows": types.Array(types.float32, 2, "C"),
    "IntRows": types.Array(types.int32, 2, "C"),
    "Events": types.Array(types.int32, 2, "C"),
    "Trace": types.Array(types.int32, 2, "C"),
    "Any": None,
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


@intrinsic  # type: ignore[untyped-decorator]
def deposit(_: Any, bits: Any, mask: Any) -> Any:
    """The lowest bits of one word, put where the other one has its ones: PDEP, an instruction of x86 processors."""

    def build(_: Any, builder: Any, __: Any, given: Any) -> Any:
        word = ir.IntType(64)
        kind = ir.FunctionType(word, [word, word])
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.bmi.pdep.64"), given)

    return types.int64(types.int64, types.int64), build


def deposits() -> bool:
    """Has this processor PDEP, and a quick one?"""
    _, processor, features = cpu_target.target_context.codegen().magic_tuple()
    return "+bmi2" in features and processor not in ("znver1", "znver2")


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
    """Numba's cache of one rule, with a file for each signature in the folder and under the name that we choose. There
    is no index, which two processes could write at once."""

    _impl_class = RuleCacheFiles

    def name(self, signature: tuple[Any, ...], codegen: Any, kind: str) -> str:
        types_digest = hashlib.sha256(f"{signature} {codegen.magic_tuple()}".encode()).hexdigest()
        return f"{self._impl.filename_base}.{types_digest[:16]}.{kind}"

    def file(self, signature: tuple[Any, ...], codegen: Any) -> Path:
        return cache_folder() / self.name(signature, codegen, "whole")

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        file = self.file(sig, target_context.codegen())
        if not file.exists():
            cache.check_writable()
            return None
        cache.used(file)
        return self._impl.rebuild(target_context, pickle.loads(file.read_bytes()))

    def _save_overload(self, sig: Any, data: Any) -> None:
        if self._impl.check_cachable(data):
            with files.replacing(self.file(sig, data.codegen)) as aside:
                aside.write_bytes(serialize.dumps(self._impl.reduce(data)))


rules: list[RuleDispatcher] = []
"""Every rule of this process, in order of declaration."""


class RuleDispatcher(CPUDispatcher):  # type: ignore[misc]
    """A Numba dispatcher whose signature comes from the annotations instead of from whoever calls first."""

    _cache: Any
    parts: dict[tuple[Any, ...], linking.Part]
    made: int

    @classmethod
    def of(cls, function: Callable[..., Any]) -> RuleDispatcher:
        dispatcher = cls(function, locals={}, targetoptions=dict(OPTIONS))
        dispatcher.parts, dispatcher.made = {}, 0  # by signature; how many of them were compiled here
        dispatcher._compiler.compile = dispatcher.whole
        rules.append(dispatcher)
        return dispatcher

    def ready(self) -> None:
        """To be called before the rule is compiled, once the game is declared and all globals are there."""
        if isinstance(self._cache, caching.NullCache):
            self.targetoptions["forceinline"] = is_inlined(self.py_func)
            self._cache = RuleCache(self.py_func)

    def is_kept(self, signature: tuple[Any, ...]) -> bool:
        """Does the cache hold the rule for these types, as other rules call it? Looks without loading it."""
        return (cache_folder() / self.part_name(signature)).exists()

    def is_whole(self, signature: tuple[Any, ...]) -> bool:
        """Does the cache hold the rule for these types, as Python calls it? Looks without loading it."""
        self.ready()
        self.targetctx.refresh()
        return bool(self._cache.file(signature, self.targetctx.codegen()).exists())

    def compile(self, sig: Any) -> Any:
        """For Python, with all that it calls."""
        self.ready()
        return super().compile(self.accepted(sigutils.normalize_signature(sig)[0]))

    def whole(self, signature: tuple[Any, ...], _: Any) -> Any:
        """How Numba asks for code that Python can call, where the cache has none."""
        return linking.whole(cache_folder(), self.part(signature), self.targetdescr)

    def part(self, given: tuple[Any, ...]) -> linking.Part:
        """For other rules."""
        self.ready()
        signature = self.accepted(given)
        if signature not in self.parts:
            with global_compiler_lock:
                self.targetctx.refresh()
                name = self.part_name(signature)
                part = linking.load(cache_folder(), name)
                if part is None:
                    flags = compiler.Flags()
                    self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
                    wraps = is_large(self.py_func)
                    part = linking.make(cache_folder(), name, self.py_func, self.targetdescr, signature, flags, wraps)
                    self.made += 1
                self.targetctx.insert_user_function(part, part.descriptor, [part])
                self.parts[signature] = part
        return self.parts[signature]

    def part_name(self, signature: tuple[Any, ...]) -> str:
        """The name of its file: equal names are equal code, in every process."""
        self.ready()
        return str(self._cache.name(signature, self.targetctx.codegen(), "part"))

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """How Numba asks for the type of a call in another rule."""
        signature, args = self._compiler.fold_argument_types(args, kws)
        part = self.part(args)
        template = typing.make_concrete_template(self.__name__, key=self.__name__, signatures=[part.signature])
        return template, signature, args, {}

    def get_overload(self, sig: Any) -> linking.Part:
        """How Numba asks for the code of a call in another rule."""
        return self.parts[tuple(sigutils.normalize_signature(sig)[0])]

    def accepted(self, given: tuple[Any, ...]) -> tuple[Any, ...]:
        names = self.py_func.__code__.co_varnames
        return tuple(self.accept(n, t) for n, t in zip(names, given, strict=False))

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
        record: Any = function.__globals__.get("State" if text == "Batch" else text)
        if isinstance(record, type) and issubclass(record, Record):
            struct = struct_of(record)  # type: ignore[arg-type]
            return types.Array(struct, 1, "C") if text == "Batch" else struct
        raise TypeError(f"{function.__qualname__}: argument {name} needs an annotation that a rule can have")

    def signature(self, traced: bool = False) -> tuple[Any, ...] | None:
        """The types that a run with or without trace calls it with; None where the annotations leave some of them
        open."""
        function = self.py_func
        names = function.__code__.co_varnames[: function.__code__.co_argcount]
        silent = {n for n in names if function.__annotations__[n] == "Trace" and not traced}
        given = [types.none if n in silent else self.declared(n) for n in names]
        return None if None in given else tuple(given)



@functools.cache
def struct_of(record: Any) -> Any:
    """Numba's type of a record. Making it reads every field, so it is made once."""
    return numba.from_dtype(record.dtype)


def called_by(rule: RuleDispatcher) -> list[RuleDispatcher]:
    """The rules that a rule calls itself."""
    named = (rule.py_func.__globals__.get(name) for name in globals_read(rule.py_func.__code__))
    return [thing for thing in named if isinstance(thing, RuleDispatcher)]


def named_for_people(game: Game) -> list[RuleDispatcher]:
    """The rules that the Python functions of a game's view and words may call, and those of what they import."""
    modules = {function.__module__: None for function in (game.public, game.act, game.book, game.explain, game.draw)}
    todo, found = list(modules), dict[str, RuleDispatcher]()
    while todo:
        module = sys.modules[todo.pop()]
        for thing in vars(module).values():
            home = getattr(thing, "__module__", None)
            if home == module.__name__:
                found |= {f"{rule.__module__}.{rule.__qualname__}": rule for rule in _rules_named(thing)}
            elif isinstance(home, str) and home.startswith(f"{game.module}.") and home not in modules:
                modules[home] = None
                todo.append(home)
    return [found[name] for name in sorted(found)]


def _rules_named(thing: Any) -> Iterator[RuleDispatcher]:
    """The rules that a function names, or a method of a class."""
    for part in vars(thing).values() if isinstance(thing, type) else [thing]:
        function = getattr(part, "fget", getattr(part, "__wrapped__", part))  # of a property, of a cache
        if isinstance(function, FunctionType) and not isinstance(part, RuleDispatcher):
            for name in {name for code in codes(function.__code__) for name in globals_read(code)}:
                if isinstance(named := function.__globals__.get(name), RuleDispatcher):
                    yield named


def reachable(root: RuleDispatcher) -> list[RuleDispatcher]:
    """A rule and all that it calls, each after those that it calls itself."""
    found: dict[int, RuleDispatcher] = {}

    def visit(rule: RuleDispatcher) -> None:
        for called in called_by(rule):
            if id(called) not in found:
                visit(called)
        found[id(rule)] = rule

    visit(root)
    return list(found.values())


def compiled_here() -> int:
    """Signatures compiled by this process, all rules together."""
    return sum(rule.made for rule in rules)
